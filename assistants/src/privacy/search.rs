//! Search of the staff in the notes of a mind, for `@npc memory`: what the one who asks may read.

use bevy_ecs::prelude::*;
use engine::{clock::Clock, id::CharacterId, label::Readers};
use text::styled::{CleanText, Style, Text};
use world::{beings::people, witness::narrator::tell_one};

use super::{NoteReading, ReadingPurpose, ask, reader};
use crate::{
    gate::consent::PromptReaders,
    memory::{Note, NoteKind},
    mind::{body::find, notebook::Notebook, seen::ago},
};

/// Maximum number of notes that are shown.
const MOST: usize = 12;

/// Asks the store for the notes of a mind that fit some words, or for the newest; they are shown when it
/// answers.
pub fn search(world: &mut World, by: &CharacterId, mind: &CharacterId, words: String) {
    ask(world, by, mind, ReadingPurpose::Search(words));
}

/// Returns whom the notes are shown to: whoever asked, and nobody else's private notes.
pub(super) fn readers(by: &CharacterId) -> PromptReaders {
    PromptReaders { audience: Readers::Only([by.clone()].into()), outside: false }
}

/// Shows the notes that were found, the best first, or the newest first where no words were given.
pub(super) fn show(world: &mut World, reading: &NoteReading, words: &str, mut notes: Vec<Note>) {
    let Some(reader) = reader(world, reading) else { return };
    let Some(mind) = find(world, &reading.mind) else { return };
    let may_read = readers(&reading.reader);
    let asked: Vec<String> = crate::memory::words(words).collect();
    // Other forms of a word are found by the store, and only its own words here.
    let fits = |it: &Note| {
        asked.is_empty() || crate::memory::words(&it.content).any(|word| asked.contains(&word))
    };
    notes.retain(|it| fits(it));
    // The newest may not have reached the store yet.
    let kept = world.get::<Notebook>(mind);
    let fresh = kept.into_iter().flat_map(|it| it.fresh.iter().chain(&it.lines));
    let fresh = fresh.filter(|it| may_read.may_read(&it.label) && fits(it));
    for note in fresh {
        if !notes.iter().any(|it| it.serial == note.serial) {
            notes.push(note.clone());
        }
    }
    if asked.is_empty() {
        notes.sort_by_key(|it| std::cmp::Reverse(it.serial));
    }
    let name = people::name_of(world, &reading.mind).unwrap_or_default();
    let mut text = Text::styled(Style::Heading, format!("What {name} remembers"));
    let shown: Vec<String> = notes.iter().take(MOST).map(|it| line(world, it)).collect();
    if shown.is_empty() {
        text.say("\n  nothing that you may read");
    }
    for line in &shown {
        text.say("\n  ").say(line);
    }
    if notes.len() > MOST {
        text.say(&format!("\n  and {} more; give some words to find others", notes.len() - MOST));
    }
    tell_one(world, reader, text);
}

/// Returns a note as a line. Its words stand in quotation marks, none of which stand in them.
fn line(world: &World, note: &Note) -> String {
    let kind = match note.kind {
        NoteKind::Fact => "fact",
        NoteKind::Episode => "episode",
        NoteKind::Line if note.speaker.is_none() => "deed",
        NoteKind::Line => "line",
        NoteKind::Hearsay => "hearsay",
        NoteKind::Insight => "insight",
        NoteKind::Page => "page",
        NoteKind::Journal => "journal",
        NoteKind::Profile => "profile",
    };
    let by = note.speaker.clone().or_else(|| people::name_of(world, note.source.as_ref()?));
    let by = by.map(|it| format!(", from {it}")).unwrap_or_default();
    let when = ago(world.resource::<Clock>().now.since(note.at));
    let words = CleanText::new(&note.content).replace('"', "'");
    let corrected = if note.superseded_by.is_some() { ", corrected since" } else { "" };
    format!(
        "{}. {kind}{by}, {when}, importance {}{corrected}: \"{words}\"",
        note.serial, note.importance
    )
}
