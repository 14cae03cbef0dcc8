//! Journal of a mind, as the staff read it with `@npc journal`: what the one who asks may read.

use bevy_ecs::prelude::*;
use engine::{clock::Clock, id::CharacterId};
use text::styled::{CleanText, Style, Text};
use world::{beings::people, space::calendar::Calendar, witness::narrator::tell_one};

use super::{NoteReading, ReadingPurpose, ask, reader, search::readers};
use crate::{
    memory::Note,
    mind::{body::find, notebook::Notebook, seen::ago},
    think::outside::is_of_journal,
};

/// Number of entries that are shown unless somebody says otherwise, and the most.
pub const USUAL: usize = 12;
const MOST: usize = 60;

/// Asks the store for the journal of a mind; its newest entries are shown when it answers.
pub fn journal(world: &mut World, by: &CharacterId, mind: &CharacterId, count: usize) {
    ask(world, by, mind, ReadingPurpose::Journal(count.clamp(1, MOST)));
}

/// Shows the newest entries, by day of the world, oldest first.
pub(super) fn show(world: &mut World, reading: &NoteReading, count: usize, mut notes: Vec<Note>) {
    let Some(reader) = reader(world, reading) else { return };
    let Some(mind) = find(world, &reading.mind) else { return };
    // The newest may not have reached the store yet.
    let fresh = world.get::<Notebook>(mind).into_iter().flat_map(|it| &it.fresh);
    let fresh: Vec<Note> = fresh.cloned().collect();
    notes.retain(|it| !fresh.iter().any(|of| of.serial == it.serial));
    notes.extend(fresh.into_iter().filter(is_of_journal));
    let may_read = readers(&reading.reader);
    let all = notes.len();
    notes.retain(|it| may_read.may_read(&it.label));
    let hidden = all - notes.len();
    notes.sort_by_key(|it| (it.at, it.serial));
    let skipped = notes.len().saturating_sub(count);
    notes.drain(..skipped);
    let name = people::name_of(world, &reading.mind).unwrap_or_default();
    let mut text = Text::styled(Style::Heading, format!("Journal of {name}"));
    if notes.is_empty() {
        text.say("\n  nothing that you may read; entries are written in its sleep");
    }
    let (now, calendar) = (world.resource::<Clock>().now, world.resource::<Calendar>());
    let mut last = None;
    for note in &notes {
        let day = calendar.at(note.at).day;
        if last != Some(day) {
            text.say(&format!("\n  Day {day}, {}:", ago(now.since(note.at))));
            last = Some(day);
        }
        text.say(&format!("\n    {}", CleanText::new(&note.content)));
    }
    if hidden > 0 {
        text.say("\n  and entries that are not for you");
    }
    tell_one(world, reader, text);
}
