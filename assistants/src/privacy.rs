//! Privacy commands about the memories of minds: players can read (`memory`) and erase (`forget`)
//! what concerns them; staff can take back (`retract`) and vouch for (`endorse`) memories.
//!
//! State of the mind itself is read at once; notes are in the store, which is queried for them, and
//! are shown or dropped when it answers.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use engine::{clock::Clock, id::CharacterId, index, label::Readers, simulation::Simulation};
use world::{
    act::{refusal::Refusal, registry::AddCommand},
    beings::character::Character,
};

use crate::{
    llm::Ticket,
    memory::{Note, RecallCandidate},
    mind::{
        acquaintance::{Acquaintance, Acquaintances},
        body::Mind,
        thinking::NextTicket,
    },
    think::outside::{RecallQuery, RecallWanted},
};

pub mod endorse;
pub mod forget;
pub mod journal;
pub mod read;
pub mod retract;
pub mod search;

/// Pending queries to the store, with their purposes.
#[derive(Resource, Debug, Default)]
struct NoteReadings(BTreeMap<Ticket, NoteReading>);

#[derive(Debug)]
struct NoteReading {
    /// Character who asked.
    reader: CharacterId,
    /// Mind whose notes are queried.
    mind: CharacterId,
    purpose: ReadingPurpose,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum ReadingPurpose {
    Show,
    Forget,
    /// Drop the notes that contain these words.
    Retract(Vec<String>),
    /// Endorse the note of this number.
    Endorse(u64),
    /// Show the staff the notes that fit these words, or the newest.
    Search(String),
    /// Show the staff so many newest entries of the journal.
    Journal(usize),
}

/// Adds the commands.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<NoteReadings>();
    sim.world_mut().init_resource::<retract::Retractions>();
    sim.add_command::<read::Memory, _>(read::memory)
        .add_command::<forget::Forget, _>(forget::forget)
        .add_command::<retract::Retract, _>(retract::retract)
        .add_command::<endorse::Endorse, _>(endorse::endorse);
}

/// Queries the store for notes of a mind: those about the asking character, or those that the staff
/// wants. A repeated command before the answer shares the pending query.
fn ask(world: &mut World, reader: &CharacterId, mind: &CharacterId, purpose: ReadingPurpose) {
    let asked = &world.resource::<NoteReadings>().0;
    let is_same =
        |it: &NoteReading| it.reader == *reader && it.mind == *mind && it.purpose == purpose;
    if asked.values().any(is_same) {
        return;
    }
    let ticket = Ticket(world.resource_mut::<NextTicket>().take(1));
    let wanted = match &purpose {
        ReadingPurpose::Show | ReadingPurpose::Forget => RecallWanted::AllAbout,
        ReadingPurpose::Retract(run) => RecallWanted::Holding(run.clone()),
        ReadingPurpose::Endorse(serial) => RecallWanted::Numbered(*serial),
        ReadingPurpose::Journal(_) => RecallWanted::Journal,
        ReadingPurpose::Search(_) => RecallWanted::Fitting {
            readers: search::readers(reader),
            now: world.resource::<Clock>().now,
            around: 0,
        },
    };
    let words = match &purpose {
        ReadingPurpose::Search(words) => words.clone(),
        ReadingPurpose::Show
        | ReadingPurpose::Forget
        | ReadingPurpose::Retract(_)
        | ReadingPurpose::Journal(_)
        | ReadingPurpose::Endorse(_) => String::new(),
    };
    let reading = NoteReading { reader: reader.clone(), mind: mind.clone(), purpose };
    world.resource_mut::<NoteReadings>().0.insert(ticket, reading);
    world.write_message(RecallQuery {
        ticket,
        npc: mind.clone(),
        words,
        about: vec![reader.clone()],
        wanted,
    });
}

/// Handles the store's answer to a query; tickets of other queries are ignored.
pub(crate) fn recalled(world: &mut World, ticket: Ticket, notes: Vec<RecallCandidate>) {
    let Some(reading) = world.resource_mut::<NoteReadings>().0.remove(&ticket) else { return };
    let mut notes: Vec<Note> = notes.into_iter().map(|it| it.note).collect();
    let theirs = |note: &Note| concerns(note, &reading.reader);
    match &reading.purpose {
        ReadingPurpose::Show => {
            notes.retain(theirs);
            read::show_notes(world, &reading, notes);
        }
        ReadingPurpose::Forget => {
            notes.retain(theirs);
            forget::drop_notes(world, &reading, &notes);
        }
        ReadingPurpose::Retract(run) => retract::take_back(world, &reading, run, notes),
        ReadingPurpose::Endorse(serial) => endorse::vouch(world, &reading, *serial, notes),
        ReadingPurpose::Journal(count) => journal::show(world, &reading, *count, notes),
        ReadingPurpose::Search(words) => search::show(world, &reading, words, notes),
    }
}

/// Returns whether a character may read and erase a note: it is about them, or came from them
/// alone. Notes about others that they only had a part in do not count.
fn concerns(note: &Note, whom: &CharacterId) -> bool {
    note.about.contains(whom) || note.label.is_of(whom)
}

/// Returns the minds that know a character, sorted by name, with their acquaintance.
fn acquainted(world: &mut World, whom: &CharacterId) -> Vec<(Entity, String, Acquaintance)> {
    let mut minds = world.query::<(Entity, &Mind, &Acquaintances)>();
    let known = minds.iter(world).filter_map(|(it, mind, people)| {
        Some((it, mind.persona.body.name.clone(), people.0.get(whom)?.clone()))
    });
    let mut known: Vec<_> = known.collect();
    known.sort_by(|(_, one, _), (_, other, _)| one.cmp(other));
    known
}

/// Returns whether a character may know that a mind knows them: not by what others alone said of them
/// in private.
fn may_know(known: &Acquaintance, whom: &CharacterId) -> bool {
    known.is_known_to(&Readers::Only([whom.clone()].into()))
}

fn me(world: &World, actor: Entity) -> Result<CharacterId, Refusal> {
    world.get::<Character>(actor).map(|it| it.0.clone()).ok_or(Refusal::Nowhere)
}

/// Finds a mind by its name or id.
fn mind_called(world: &mut World, name: &str) -> Result<(Entity, CharacterId, String), Refusal> {
    let mut minds = world.query::<(Entity, &Character, &Mind)>();
    let mut all =
        minds.iter(world).map(|(it, id, mind)| (it, id.0.clone(), mind.persona.body.name.clone()));
    let found = all.find(|(_, id, called)| {
        called.eq_ignore_ascii_case(name) || id.as_str().eq_ignore_ascii_case(name)
    });
    found.ok_or_else(|| {
        let words = format!(
            "Nobody called {name} keeps anything in mind. Type memory alone to see who does."
        );
        Refusal::because(words)
    })
}

/// Returns the entity of the character who asked, if they are still there.
fn reader(world: &World, reading: &NoteReading) -> Option<Entity> {
    index::find(world, &reading.reader)
}
