//! Notes of conversations, in the words that were said: each line of a conversation becomes a note at
//! once, so that nothing of it is lost, and a conversation that is over leaves an episode.

use bevy_ecs::prelude::*;
use engine::{clock::Clock, id::CharacterId, index, save::durability::Durability};
use world::{
    act::due::{self, Due},
    beings::{
        character::{Character, SpeakerKind},
        forgetting::Gone,
        people::{self},
    },
    witness::{
        conversation::{ConversationId, Conversations},
        fact::Source,
    },
};

use super::{
    claims,
    remember::{ToNote, remember},
    rumours,
};
use crate::{
    memory::{LONGEST, Note, NoteKind},
    mind::{
        bounds::MindBounds,
        importance::EventWeight,
        notebook::{Notebook, NotedTalk},
        reflection,
        saved::{self, SaveNote},
        seen::SeenDeeds,
    },
    perceive::stream::StreamLine,
};

/// Importance of the note about an episode.
const EPISODE: u8 = 2;

/// A conversation may be over.
pub(super) struct CloseTalk {
    mind: Entity,
    of: ConversationId,
}

impl Due for CloseTalk {
    // Nobody sees anything of it.
    const DURABILITY: Durability = Durability::Soft;

    fn happen(self, world: &mut World) {
        let now = world.resource::<Clock>().now;
        let Some(notebook) = world.get::<Notebook>(self.mind) else { return };
        let Some(talk) = notebook.talk(self.of) else { return };
        let over = talk.at.after(Conversations::REST);
        if over > now {
            return due::enter(world, over, self);
        }
        close(world, self.mind, self.of);
    }
}

/// Notes a line, if it is of a conversation.
pub(super) fn keep(world: &mut World, npc: Entity, line: &StreamLine) {
    let Some(part) = line.part else { return };
    let Some((speaker, name)) = &line.who else { return };
    if line.source == Source::Feedback || line.words.trim().is_empty() {
        return;
    }
    rumours::weigh(world, npc, line);
    let Some(me) = world.get::<Character>(npc).map(|it| it.0.clone()) else { return };
    let with = match world.get::<Conversations>(npc).and_then(|it| it.get(part.of)) {
        Some(it) => it.partner.clone(),
        None if line.own => return,
        None => speaker.clone(),
    };
    if world.resource::<Gone>().iter().any(|it| *it == with || *it == *speaker) {
        return;
    }
    let partner = index::find(world, &with).and_then(|it| people::who(world, it));
    let called = partner.map_or_else(|| with.to_string(), |it| it.name.to_string());
    let did = seen(world, npc, line);
    let importance = importance(world, line, (&with, did.as_deref()));
    let is_theirs = !line.own && line.source != Source::Deed;
    let trust = is_theirs.then(|| claims::trust(world, npc, speaker, &line.label.readers));
    let bounds = *world.resource::<MindBounds>();
    let Some(mut notebook) = world.get_mut::<Notebook>(npc) else { return };
    let serial = notebook.number();
    let (number, is_new) = enter(&mut notebook, serial, line, part.of, (with.clone(), called));
    let is_deed = matches!(line.source, Source::Pose | Source::Emit | Source::Deed);
    let words = words_of(line, name, did.as_deref());
    let note = Note {
        serial,
        content: words.chars().take(LONGEST).collect(),
        about: vec![with.clone()],
        importance,
        kind: NoteKind::Line,
        at: line.at,
        label: line.label.clone(),
        // An answer was called forth by whoever it answers.
        trust,
        source: Some(with),
        speaker: (!is_deed).then(|| name.to_string()),
        conversation: Some(number),
        concluded: false,
        evidence: Vec::new(),
        links: Vec::new(),
        supersedes: None,
        superseded_by: None,
    };
    notebook.keep(note.clone(), bounds);
    let over = notebook.too_many(bounds.talks);
    if !line.own {
        reflection::count(world, npc, &note);
    }
    world.write_message(SaveNote { mind: me, note });
    saved::touch_notebook(world, npc);
    if is_new {
        let rests = line.at.after(Conversations::REST);
        due::enter(world, rests, CloseTalk { mind: npc, of: part.of });
    }
    if let Some(of) = over {
        close(world, npc, of);
    }
}

/// Returns the words of a note of a line, or of the deed that it tells of.
fn words_of(line: &StreamLine, name: &str, did: Option<&str>) -> String {
    let is_pose = matches!(line.source, Source::Pose | Source::Emit | Source::Deed);
    let words = line.words.trim();
    match did {
        Some(did) => format!("{name} {did}."),
        None if is_pose && line.own && !words.starts_with(name) => format!("{name} {words}"),
        None => words.to_owned(),
    }
}

/// Returns the deed that this line shows, in the words in which the mind noted it.
fn seen(world: &World, npc: Entity, line: &StreamLine) -> Option<String> {
    let (who, _) = line.who.as_ref().filter(|_| line.source == Source::Deed)?;
    let newest = world.get::<SeenDeeds>(npc)?.newest().find(|it| it.who == *who)?;
    (newest.at == line.at).then(|| newest.did.clone())
}

/// Counts a line as part of its conversation. Gives the number of that, and whether it is a new one.
fn enter(
    notebook: &mut Notebook,
    serial: u64,
    line: &StreamLine,
    of: ConversationId,
    with: (CharacterId, String),
) -> (u64, bool) {
    if let Some(talk) = notebook.talks.iter_mut().find(|it| it.of == of) {
        talk.lines = talk.lines.saturating_add(1);
        talk.last = clip(&line.words);
        talk.at = line.at;
        talk.label.absorb(&line.label);
        return (talk.number, false);
    }
    notebook.talks.push(NotedTalk {
        of,
        number: serial,
        with,
        lines: 1,
        first: clip(&line.words),
        last: String::new(),
        at: line.at,
        label: line.label.clone(),
    });
    (serial, true)
}

/// Returns the importance of a line, or of the deed that it tells of.
fn importance(world: &World, line: &StreamLine, (with, did): (&CharacterId, Option<&str>)) -> u8 {
    if let Some(did) = did {
        return EventWeight::of_deed(did).importance();
    }
    let partner = index::find(world, with).and_then(|it| people::who(world, it));
    let is_assistant = partner.is_some_and(|it| it.kind == SpeakerKind::Assistant);
    EventWeight::of_words(&line.words, is_assistant).importance()
}

/// Ends a conversation: what is left of it, besides its lines, is the note that there was one.
fn close(world: &mut World, npc: Entity, of: ConversationId) {
    let Some(mut notebook) = world.get_mut::<Notebook>(npc) else { return };
    let Some(at) = notebook.talks.iter().position(|it| it.of == of) else { return };
    let talk = notebook.talks.remove(at);
    let (with, name) = talk.with;
    let content = match talk.lines {
        // One line says all by itself.
        0 | 1 => return,
        lines => format!(
            "A talk with {name}, {lines} lines: from \"{}\" to \"{}\".",
            talk.first, talk.last
        ),
    };
    let episode = ToNote {
        content,
        importance: EPISODE,
        about: Some(with.clone()),
        kind: NoteKind::Episode,
        label: talk.label,
        source: Some(with),
        conversation: Some(talk.number),
        concluded: false,
    };
    if remember(world, npc, episode, None).is_err() {
        tracing::debug!("an episode was not kept");
    }
}

/// Returns whether a note is this line.
pub(super) fn is_of(note: &Note, line: &StreamLine) -> bool {
    let is_same = || {
        let words = line.words.trim();
        note.is_deed() || note.content.contains(words) || words.starts_with(&note.content)
    };
    note.kind == NoteKind::Line && note.at == line.at && is_same()
}

/// Returns as much of what was said as the memory of a talk holds.
fn clip(text: &str) -> String {
    text.chars().take(160).collect()
}
