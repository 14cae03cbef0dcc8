//! Admission of notes: no empty text, no duplicates, and a quota for each source.

use std::{cmp::Reverse, time::Duration};

use engine::{clock::WorldTime, id::CharacterId, label::Label};

use super::{Note, NoteKind, words};

/// Maximum length of a note, in characters.
pub const LONGEST: usize = 500;
/// Number of newest notes in which the quota of a source is counted.
pub const FLOOD_NOTES: usize = 60;
/// Maximum number of those notes that may come from one source.
pub const FLOOD_SHARE: usize = 20;
/// Time for which a note counts towards the quota. Without a limit, a mind that only ever met one
/// person could learn nothing more from that person.
pub const FLOOD_SPAN: Duration = Duration::from_secs(3_600);

/// Draft of a note, before admission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteDraft {
    /// Mind whose memory the note is for.
    pub mind: CharacterId,
    /// Text of the note.
    pub content: String,
    /// Characters that the note is about.
    pub about: Vec<CharacterId>,
    /// Importance, 1 to 10.
    pub importance: u8,
    /// Kind of the note.
    pub kind: NoteKind,
    /// Time of creation.
    pub at: WorldTime,
    /// Provenance label: origins, integrity and permitted readers.
    pub label: Label,
    /// Character whose words the note comes from.
    pub source: Option<CharacterId>,
    /// Trust in whoever said it, in percent.
    pub trust: Option<u8>,
    /// Name of the speaker; only for lines.
    pub speaker: Option<String>,
    /// Conversation of the note, by the serial number of its first note; the note's own number for
    /// the first one.
    pub conversation: Option<u64>,
    /// True if a model wrote the note.
    pub concluded: bool,
    /// Serial numbers of the notes that an insight rests on.
    pub evidence: Vec<u64>,
    /// Serial number of the note that this one corrects.
    pub supersedes: Option<u64>,
}

impl NoteDraft {
    /// Returns the note with a serial number, once it has been admitted. Trims the text and clamps
    /// the importance to 1 to 10.
    #[must_use]
    pub fn numbered(self, serial: u64) -> Note {
        Note {
            serial,
            content: self.content.trim().to_owned(),
            about: self.about,
            importance: self.importance.clamp(1, 10),
            kind: self.kind,
            at: self.at,
            label: self.label,
            source: self.source,
            trust: self.trust,
            speaker: self.speaker,
            conversation: self.conversation,
            concluded: self.concluded,
            evidence: self.evidence,
            links: Vec::new(),
            supersedes: self.supersedes,
            superseded_by: None,
        }
    }
}

/// Reason for the rejection of a note, worded for the model that wants to store it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// The text contains no words.
    #[error("there is nothing in it to remember; write a sentence")]
    Empty,
    /// The text is longer than [`LONGEST`].
    #[error("it has {length} characters and a memory holds {LONGEST}; keep to what matters")]
    TooLong {
        /// Length of the text in characters.
        length: usize,
    },
    /// A known note says the same.
    #[error("you remember that already; go on without storing it")]
    Known {
        /// Serial number of the known note.
        serial: u64,
    },
    /// The note is about what the mind itself did.
    #[error("it is about what you did yourself; remember what others said, want or did, by name")]
    AboutSelf,
    /// Quota of recent notes that one source has used up.
    #[error("too many of your latest memories come from {origin}; go on without storing it")]
    Flood {
        /// Source of those notes.
        origin: CharacterId,
    },
}

/// Checks whether a mind with the notes `recent`, called by `me`, should store `new`.
///
/// # Errors
/// [`Unfit`] when it should not.
pub fn admit(new: &NoteDraft, recent: &[Note], me: &OwnNames<'_>) -> Result<(), Unfit> {
    let said: Vec<String> = words(&new.content).collect();
    if said.is_empty() {
        return Err(Unfit::Empty);
    }
    let length = new.content.trim().chars().count();
    if length > LONGEST {
        return Err(Unfit::TooLong { length });
    }
    // What somebody wrote of themselves is no deed of the one who reads it.
    if new.kind != NoteKind::Page {
        protect(&new.content, me)?;
    }
    // What is derived of other notes is new because they are.
    if new.kind.is_derived() && !new.concluded {
        return Ok(());
    }
    let mut known = recent.iter().filter(|it| it.superseded_by.is_none());
    if let Some(Note { serial, .. }) = known.find(|it| covers(it, &said, &new.label)) {
        return Err(Unfit::Known { serial: *serial });
    }
    flooding(new, recent).map_or(Ok(()), |origin| Err(Unfit::Flood { origin }))
}

/// Returns whether a note has the same words in the same order, at least as many readers and at
/// least the same integrity. Whispered words must not block the same words said aloud.
fn covers(note: &Note, said: &[String], label: &Label) -> bool {
    note.label.readers.admit_all(&label.readers)
        && note.label.integrity >= label.integrity
        && words(&note.content).eq(said.iter().cloned())
}

/// Names by which a mind is spoken of.
#[derive(Debug, Clone, Copy)]
pub struct OwnNames<'a> {
    /// Name of the character.
    pub name: &'a str,
    /// Trade of the mind, a word that "the" may stand before: `innkeeper`.
    pub role: Option<&'a str>,
}

impl OwnNames<'_> {
    /// Returns whether a word, after "the" or not, stands for the mind: it is a person, so that "inn" stands
    /// for no innkeeper.
    fn include(&self, word: &str) -> bool {
        let is = |name: &str| name.eq_ignore_ascii_case(word);
        is(self.name) || self.role.is_some_and(is)
    }
}

/// Words that may precede the subject of a sentence.
const OPENERS: [&str; 9] =
    ["and", "later", "now", "once", "so", "then", "today", "when", "yesterday"];

/// Verbs behind the mind's own name that tell what it said.
const SAYS: [&str; 6] = ["said", "says", "answered", "answers", "asked", "asks"];

/// Protects the persona: checks that a text that a mind called by `me` keeps is not about what the mind did
/// itself. Every text that a mind writes of its own passes it: notes, slots and goals.
///
/// # Errors
/// [`Unfit::AboutSelf`] when it is.
pub fn protect(content: &str, me: &OwnNames<'_>) -> Result<(), Unfit> {
    if is_about_self(content, me) { Err(Unfit::AboutSelf) } else { Ok(()) }
}

/// Returns whether the subject of a sentence outside of quotation marks is `I` or the mind itself, by its
/// name or by its role: what it did is no fact about the world, and would make it tell of itself in ever finer words. An unclosed
/// quotation at the end does not count as one, and a name before a comma is no subject.
#[must_use]
pub fn is_about_self(content: &str, me: &OwnNames<'_>) -> bool {
    let parts: Vec<&str> = content.split(['"', '“', '”', '«', '»']).collect();
    let is_quoted = |index: usize| index % 2 == 1 && index + 1 != parts.len();
    let unquoted = parts.iter().enumerate().filter(|(index, _)| !is_quoted(*index));
    let mut sentences = unquoted.flat_map(|(_, part)| part.split(['.', '!', '?', ';', ':']));
    sentences.any(|sentence| {
        let mut words = words(sentence)
            .skip_while(|word| OPENERS.contains(&word.as_str()))
            .skip_while(|word| word == "the");
        let subject = words.next();
        let called = format!("{},", me.name.to_lowercase());
        let is_called = || sentence.to_lowercase().contains(&called);
        // A name alone, such as that of whom somebody likes, says nothing of itself.
        let Some(verb) = words.next() else { return false };
        // What it said is part of what others said.
        let says = SAYS.contains(&verb.as_str());
        let is_me = |of: &str| of == "i" || me.include(of) && !says && !is_called();
        subject.is_some_and(|of| is_me(&of))
    })
}

/// Returns the source of the new note when it has used up its quota, so that no other source is
/// affected. Episodes are counted apart from deliberately stored notes, so that a long conversation
/// does not use up the quota for what matters in it.
fn flooding(new: &NoteDraft, recent: &[Note]) -> Option<CharacterId> {
    let source = new.source.as_ref()?;
    let is_talk = |kind: NoteKind| kind == NoteKind::Episode;
    let counts = |it: &&Note| is_talk(it.kind) == is_talk(new.kind) && !it.kind.is_derived();
    // What those who may know of the new note cannot know of counts for nothing.
    let known = |it: &&Note| it.label.readers.admit_all(&new.label.readers);
    let mut last: Vec<&Note> = recent.iter().filter(counts).filter(known).collect();
    last.sort_by_key(|it| Reverse(it.serial));
    // The new note counts as one of them.
    last.truncate(FLOOD_NOTES - 1);
    last.retain(|it| new.at.since(it.at) < FLOOD_SPAN);
    let theirs = last.iter().filter(|it| it.source.as_ref() == Some(source)).count();
    (theirs >= FLOOD_SHARE).then(|| source.clone())
}
