//! What may become a note: a sentence about the world, once, and not too many
//! from one mouth.

use std::{cmp::Reverse, time::Duration};

use engine::{clock::WorldTime, id::CharacterId, label::Label};

use super::{Note, NoteKind, words};

/// Longest note, in characters.
pub const LONGEST: usize = 500;
/// Among how many of the last notes nobody's may take up all the room.
pub const FLOOD_NOTES: usize = 60;
/// Most of those that may come from one origin.
pub const FLOOD_SHARE: usize = 20;
/// How long a note counts for that. Without an end, a mind that only ever met
/// one person could learn nothing more from that person.
pub const FLOOD_SPAN: Duration = Duration::from_secs(3_600);

/// What is to be remembered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteDraft {
    /// Whose memory it is for.
    pub mind: CharacterId,
    /// What is to be remembered.
    pub content: String,
    /// Whom it is about.
    pub about: Vec<CharacterId>,
    /// How much it matters, 1 to 10.
    pub importance: u8,
    /// What sort of thing it says.
    pub kind: NoteKind,
    /// When it is made.
    pub at: WorldTime,
    /// Where it came from, and who may learn it.
    pub label: Label,
    /// From whose words it comes.
    pub source: Option<CharacterId>,
    /// Who spoke, when it is a line.
    pub speaker: Option<String>,
    /// The conversation that it is of, by the number of the first note of it; that is its own number
    /// when it is the first.
    pub conversation: Option<u64>,
    /// Whether a model wrote it.
    pub concluded: bool,
    /// The number of the note that it corrects.
    pub supersedes: Option<u64>,
}

impl NoteDraft {
    /// The note, once it has been admitted and has a number.
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
            speaker: self.speaker,
            conversation: self.conversation,
            concluded: self.concluded,
            supersedes: self.supersedes,
            superseded_by: None,
        }
    }
}

/// Why something is not remembered, in words for the one who wants it to be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// There are no words in it.
    #[error("there is nothing in it to remember; write a sentence")]
    Empty,
    /// It is longer than [`LONGEST`].
    #[error("it has {length} characters and a memory holds {LONGEST}; keep to what matters")]
    TooLong {
        /// Its length in characters.
        length: usize,
    },
    /// It says what is remembered already.
    #[error("you remember that already; go on without storing it")]
    Known {
        /// The note that says it.
        serial: u64,
    },
    /// It is about what the mind itself did.
    #[error("it is about what you did yourself; remember what others said, want or did, by name")]
    AboutSelf,
    /// Too much of what was remembered lately comes from one origin.
    #[error("too many of your latest memories come from {origin}; go on without storing it")]
    Flood {
        /// The one it comes from.
        origin: CharacterId,
    },
}

/// Whether a mind that remembers `recent` should remember `new` too.
///
/// # Errors
/// [`Unfit`] when it should not.
pub fn admit(new: &NoteDraft, recent: &[Note]) -> Result<(), Unfit> {
    let said: Vec<String> = words(&new.content).collect();
    if said.is_empty() {
        return Err(Unfit::Empty);
    }
    let length = new.content.trim().chars().count();
    if length > LONGEST {
        return Err(Unfit::TooLong { length });
    }
    if is_about_self(&new.content) {
        return Err(Unfit::AboutSelf);
    }
    let mut known = recent.iter().filter(|it| it.superseded_by.is_none());
    if let Some(Note { serial, .. }) = known.find(|it| covers(it, &said, &new.label)) {
        return Err(Unfit::Known { serial: *serial });
    }
    flooding(new, recent).map_or(Ok(()), |origin| Err(Unfit::Flood { origin }))
}

/// Whether a note says the same in the same order, to at least as many
/// readers and on at least as good a word. Whispered words must not stand in
/// the way of the same words said aloud.
fn covers(note: &Note, said: &[String], label: &Label) -> bool {
    note.label.readers.admit_all(&label.readers)
        && note.label.integrity >= label.integrity
        && words(&note.content).eq(said.iter().cloned())
}

/// What a sentence may open with before its subject.
const OPENERS: [&str; 9] =
    ["and", "later", "now", "once", "so", "then", "today", "when", "yesterday"];

/// Whether a sentence outside of quotation marks has `I` for its subject. An
/// open quotation at the end is none.
fn is_about_self(content: &str) -> bool {
    let parts: Vec<&str> = content.split(['"', '“', '”', '«', '»']).collect();
    let is_quoted = |index: usize| index % 2 == 1 && index + 1 != parts.len();
    let unquoted = parts.iter().enumerate().filter(|(index, _)| !is_quoted(*index));
    let mut sentences = unquoted.flat_map(|(_, part)| part.split(['.', '!', '?', ';', ':']));
    sentences.any(|sentence| {
        let mut words = words(sentence).skip_while(|word| OPENERS.contains(&word.as_str()));
        words.next().is_some_and(|subject| subject == "i")
    })
}

/// The one from whose words the new note comes, when too much came from them lately: nobody else pays
/// for it. What was merely talked of is counted apart from what the mind chose to keep, so that a long
/// talk does not use up the room for what matters in it.
fn flooding(new: &NoteDraft, recent: &[Note]) -> Option<CharacterId> {
    let source = new.source.as_ref()?;
    let is_talk = |kind: NoteKind| kind == NoteKind::Episode;
    let counts = |it: &&Note| is_talk(it.kind) == is_talk(new.kind);
    let mut last: Vec<&Note> = recent.iter().filter(counts).collect();
    last.sort_by_key(|it| Reverse(it.serial));
    // The new note is the last of them itself.
    last.truncate(FLOOD_NOTES - 1);
    last.retain(|it| new.at.since(it.at) < FLOOD_SPAN);
    let theirs = last.iter().filter(|it| it.source.as_ref() == Some(source)).count();
    (theirs >= FLOOD_SHARE).then(|| source.clone())
}
