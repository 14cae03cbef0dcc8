//! `endorse`: staff turns hearsay of a mind into a fact.

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    label::{Integrity, Label, Origins},
    save::durability::Durability,
};
use text::{parse::Line, styled::Text};
use world::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    witness::narrator::tell_one,
};

use super::{NoteReading, ReadingPurpose, ask, me, mind_called, reader};
use crate::{
    memory::{Note, NoteKind},
    mind::{
        body::{Mind, find},
        bounds::MindBounds,
        notebook::Notebook,
        saved::{self, SaveNote},
    },
    record::{
        entry::{Amendment, Recorded},
        write,
    },
};

/// Command: endorses a memory of a mind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endorse {
    /// Name of the mind.
    pub name: String,
    /// Number of the note.
    pub note: u64,
}

impl Command for Endorse {
    const SPEC: CommandSpec = CommandSpec {
        name: "endorse",
        aliases: &["@endorse"],
        role: Role::Staff,
        category: Category::Staff,
        usage: "endorse NAME NUMBER",
        summary: "Vouch for what one of the town's own people has heard.",
        help: "Example: endorse mara 17\n\
               What was hearsay is a fact to them from then on, and nobody's word but the staff's. \
               Who may learn of it stays as it was, and what you may not read yourself is not there to \
               be vouched for. The numbers stand in: why NAME\n\
               A line that somebody said stays what it is: their words.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let (name, number) = line.rest.trim().split_once(' ').unwrap_or_default();
        let number = number.trim().trim_start_matches('#').parse();
        number
            .map(|note| Self { name: name.to_owned(), note })
            .map_err(|_| Refusal::Usage(Self::SPEC.usage))
    }
}

/// Executes the command: queries the store for the note.
pub(super) fn endorse(invocation: Invocation<Endorse>, world: &mut World) -> Outcome {
    let by = me(world, invocation.act.actor)?;
    let (_, id, _) = mind_called(world, &invocation.command.name)?;
    ask(world, &by, &id, ReadingPurpose::Endorse(invocation.command.note));
    Ok(())
}

/// Handles the store's answer: endorses the note and reports the result.
pub(super) fn vouch(world: &mut World, reading: &NoteReading, serial: u64, notes: Vec<Note>) {
    let Some(mind) = find(world, &reading.mind) else { return };
    let name = world.get::<Mind>(mind).map(|it| it.persona.body.name.clone()).unwrap_or_default();
    let Some(notebook) = world.get::<Notebook>(mind) else { return };
    // Notes taken a moment ago may not be in the store yet. Nobody vouches for what they may not read,
    // or learns by a number that there is such a note.
    let at_hand = notebook.fresh.iter().chain(&notebook.lines).chain(&notes);
    let mut known = at_hand.filter(|it| it.label.readers.admit(&reading.reader));
    let note = known.find(|it| it.serial == serial).cloned();
    let refused = match &note {
        None => Some(format!("{name} has no memory number {serial}. The numbers: why {name}")),
        Some(it) => is_fit(it).err().map(str::to_owned),
    };
    let now = world.resource::<Clock>().now;
    let answer = match (note, refused) {
        (Some(old), None) => {
            let Some(mut notebook) = world.get_mut::<Notebook>(mind) else { return };
            let number = notebook.number();
            let new = endorsed(&old, number, now);
            let old = Note { superseded_by: Some(number), ..old };
            let words = format!("{name} takes it for a fact: {}", new.content);
            let label = Label::authored().kept_to(&new.label.readers);
            for note in [old, new] {
                notebook_keep(world, mind, &note);
                world.write_message(SaveNote { mind: reading.mind.clone(), note });
            }
            saved::touch_notebook(world, mind);
            let what = Recorded::Amended { how: Amendment::Endorsed, notes: vec![serial, number] };
            write::write_down(world, mind, None, &label, what);
            words
        }
        (_, refused) => refused.unwrap_or_default(),
    };
    if let Some(to) = reader(world, reading) {
        tell_one(world, to, Text::plain(answer));
    }
}

fn notebook_keep(world: &mut World, mind: Entity, note: &Note) {
    let bounds = *world.resource::<MindBounds>();
    if let Some(mut notebook) = world.get_mut::<Notebook>(mind) {
        notebook.keep(note.clone(), bounds);
    }
}

/// Checks whether a note can be endorsed.
fn is_fit(note: &Note) -> Result<(), &'static str> {
    if note.superseded_by.is_some() {
        return Err("That memory was corrected since; the correction may be endorsed.");
    }
    match note.kind {
        NoteKind::Fact if note.label.integrity >= Integrity::Author => {
            Err("That is known for a fact already.")
        }
        NoteKind::Fact | NoteKind::Hearsay | NoteKind::Insight | NoteKind::Profile => Ok(()),
        NoteKind::Line | NoteKind::Episode | NoteKind::Journal | NoteKind::Page => Err(
            "That is what was said, and stays it. A fact or hearsay that came of it can be endorsed.",
        ),
    }
}

/// Returns a copy of a note as a fact vouched for by the staff, with the same readers.
fn endorsed(old: &Note, serial: u64, at: WorldTime) -> Note {
    Note {
        serial,
        kind: NoteKind::Fact,
        at,
        label: Label {
            integrity: Integrity::Author,
            origins: Origins::default(),
            hops: 0,
            ..old.label.clone()
        },
        source: None,
        trust: None,
        concluded: false,
        evidence: Vec::new(),
        supersedes: Some(old.serial),
        superseded_by: None,
        ..old.clone()
    }
}
