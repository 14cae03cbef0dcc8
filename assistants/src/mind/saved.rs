//! What lasts of a mind.

use std::collections::{BTreeMap, BTreeSet};

use bevy_ecs::prelude::*;
use engine::{
    id::CharacterId,
    label::Label,
    save::{
        dirty::Dirty,
        document::{self, Changed, DocumentKind, SavedRow, Unreadable, Written},
    },
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};
use world::beings::{
    character::Character,
    forgetting::{AddForgetter, Forgotten, Gone},
};

use crate::{
    memory::Note,
    mind::{
        acquaintance::{Acquaintance, Acquaintances},
        body::{self, Mind},
        health::Health,
        mood::Mood,
        notebook::Notebook,
        rumour::Rumour,
        rumours::Rumours,
        seen::SeenDeeds,
    },
    perceive::stream::Stream,
};

/// What was decided about a mind, as it is saved. The first form held all that
/// lasts of it; data files that hold it are brought up to date when they are opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum MindDocument {
    /// The second form.
    V2(MindV2),
}

/// The second form of a saved mind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct MindV2 {
    /// Whether staff stopped it.
    stopped: bool,
    /// How it feels.
    #[serde(default, skip_serializing_if = "Mood::is_even")]
    mood: Mood,
}

/// An acquaintance, as it is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum AcquaintanceDocument {
    /// The first form.
    V1(Acquaintance),
}

/// How far a mind's notes are numbered, as it is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum NotebookDocument {
    /// The first form.
    V1(NotebookV1),
}

/// The first form of a saved notebook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct NotebookV1 {
    /// The number of the next note.
    next: u64,
}

/// A rumour that a mind knows, as it is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum RumourDocument {
    /// The first form.
    V1(Rumour),
}

/// The kind of the documents of minds.
pub const KIND: &str = "mind";
/// The kind of the documents of acquaintances; their ids are that of the mind and
/// that of the other, with a space between them.
pub const ACQUAINTANCE: &str = "acquaintance";
/// The kind of the documents of notebooks; their ids are those of the minds.
const NOTEBOOK: &str = "notebook";

/// The kind of the documents of rumours; their ids are that of the mind and the number of the deed,
/// with a space between them.
pub const RUMOUR: &str = "rumour";

/// A new note. It may be written a little later than the world; no screen waits
/// for it.
#[derive(Message, Debug, Clone, PartialEq)]
pub struct SaveNote {
    /// Whose memory.
    pub mind: CharacterId,
    pub note: Note,
}

/// A note that is not kept any more. It goes a little later than the world is written.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct DropNote {
    /// Whose memory.
    pub mind: CharacterId,
    /// The note's number.
    pub serial: u64,
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.add_queue::<SaveNote>().add_queue::<DropNote>();
    sim.add_forgetter(forget);
    let kind = |name, collect, restore| DocumentKind { name, newest: None, collect, restore };
    sim.add_document(kind(KIND, collect, restore))
        .add_document(kind(ACQUAINTANCE, collect_acquaintance, restore_acquaintances))
        .add_document(kind(RUMOUR, collect_rumour, restore_rumours))
        .add_document(kind(NOTEBOOK, collect_notebook, restore_notebooks));
}

/// The mind with this id; none for one that the content does not have any more,
/// whose documents stay where they are.
fn find(world: &World, id: &str) -> Option<Entity> {
    body::find(world, &CharacterId::new(id).ok()?)
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(id) = changed else { return None };
    let mind = find(world, id)?;
    let stopped = world.get::<Health>(mind).is_some_and(|health| health.stopped);
    let mood = world.get::<Mood>(mind).copied().unwrap_or_default();
    Some(document::row(KIND, id, "", &MindDocument::V2(MindV2 { stopped, mood })))
}

fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    for row in saved {
        let MindDocument::V2(MindV2 { stopped, mood }) = document::read(KIND, row)?;
        if let Some(mind) = find(world, &row.id) {
            world.entity_mut(mind).insert((Health { stopped, ..Health::default() }, mood));
        }
    }
    Ok(())
}

/// Whose acquaintance with whom a document is.
fn parties(world: &World, id: &str) -> Option<(Entity, CharacterId)> {
    let (mind, whom) = id.split_once(' ')?;
    Some((find(world, mind)?, CharacterId::new(whom).ok()?))
}

/// Whose acquaintance with whom a saved row is: the mind, and the other.
#[must_use]
pub fn acquainted(row: &SavedRow) -> Option<(&str, &str)> {
    row.id.split_once(' ')
}

/// A saved acquaintance without the last words of the mind and without what it keeps in mind, where
/// one of these had a hand in it or may know it; none if nothing about it changes.
///
/// # Errors
/// [`Unreadable`] when it cannot be read.
pub fn unsaid(row: &SavedRow, gone: &BTreeSet<CharacterId>) -> Result<Option<Written>, Unreadable> {
    let AcquaintanceDocument::V1(mut known) = document::read(ACQUAINTANCE, row)?;
    let names = |label: &Label| gone.iter().any(|id| label.names(id));
    Ok(known.drop_from(names).then(|| acquaintance(&row.id, &row.owner, known)))
}

/// The row of an acquaintance. It names whom the mind knows, and whoever had a hand in what it holds
/// or may know it.
fn acquaintance(id: &str, mind: &str, known: Acquaintance) -> Written {
    let whom = id.split_once(' ').and_then(|(_, whom)| CharacterId::new(whom).ok());
    let from = known.labels().flat_map(|label| label.all_named().cloned());
    let named = from.chain(whom).filter(|it| it.as_str() != mind).collect();
    let row = document::row(ACQUAINTANCE, id, mind, &AcquaintanceDocument::V1(known))?;
    Ok(row.mentioning(named))
}

fn collect_acquaintance(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(id) = changed else { return None };
    let (mind, whom) = parties(world, id)?;
    let gone = world.resource::<Gone>();
    if gone.contains(&whom) {
        return None;
    }
    let mut known = world.get::<Acquaintances>(mind)?.0.get(&whom)?.clone();
    known.drop_from(|label| gone.iter().any(|id| label.names(id)));
    Some(acquaintance(id, world.get::<Character>(mind)?.0.as_str(), known))
}

fn restore_acquaintances(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    for row in saved {
        let AcquaintanceDocument::V1(known) = document::read(ACQUAINTANCE, row)?;
        if let Some((mind, whom)) = parties(world, &row.id)
            && let Some(mut people) = world.get_mut::<Acquaintances>(mind)
        {
            people.0.insert(whom, known);
        }
    }
    Ok(())
}

fn collect_rumour(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(id) = changed else { return None };
    let (mind, event) = id.split_once(' ')?;
    let event: u64 = event.parse().ok()?;
    let mut known = world.get::<Rumours>(find(world, mind)?)?.iter();
    let it = known.find(|it| it.event == event)?;
    if world.resource::<Gone>().iter().any(|whom| it.names(whom)) {
        return None;
    }
    let parties = it.who.iter().chain(&it.other).chain(&it.told_by).chain(&it.said_by);
    let parties = parties.chain(&it.denied_by).map(|it| it.id.clone());
    let named = parties.chain(it.label.all_named().cloned()).filter(|it| it.as_str() != mind);
    let row = document::row(RUMOUR, id, mind, &RumourDocument::V1(it.clone()));
    Some(row.map(|row| row.mentioning(named.collect())))
}

fn restore_rumours(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    let mut all: BTreeMap<Entity, Vec<Rumour>> = BTreeMap::new();
    for row in saved {
        let RumourDocument::V1(it) = document::read(RUMOUR, row)?;
        if let Some(mind) = row.id.split_once(' ').and_then(|(mind, _)| find(world, mind)) {
            all.entry(mind).or_default().push(it);
        }
    }
    for (mind, known) in all {
        world.entity_mut(mind).insert(Rumours::restored(known));
    }
    Ok(())
}

fn collect_notebook(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(id) = changed else { return None };
    let next = world.get::<Notebook>(find(world, id)?)?.next;
    Some(document::row(NOTEBOOK, id, "", &NotebookDocument::V1(NotebookV1 { next })))
}

fn restore_notebooks(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    for row in saved {
        let NotebookDocument::V1(NotebookV1 { next }) = document::read(NOTEBOOK, row)?;
        if let Some(mind) = find(world, &row.id) {
            world.entity_mut(mind).insert(Notebook { next, ..Notebook::default() });
        }
    }
    Ok(())
}

/// No mind keeps anything of those who are gone for good. A thought about them
/// that is under way ends as it would, and nothing of it is written down.
fn forget(world: &mut World, whom: &Forgotten) {
    let mut minds = world.query_filtered::<(Entity, &Character), With<Mind>>();
    let minds: Vec<_> = minds.iter(world).map(|(it, id)| (it, id.0.clone())).collect();
    let names = |label: &Label| whom.characters.iter().any(|id| label.names(id));
    for (mind, me) in minds {
        let mut changed = Vec::new();
        if let Some(mut people) = world.get_mut::<Acquaintances>(mind) {
            people.0.retain(|id, known| {
                let gone = whom.characters.contains(id);
                if known.drop_from(names) || gone {
                    changed.push(format!("{me} {id}"));
                }
                !gone
            });
        }
        let is_of = |note: &Note| whom.characters.iter().any(|it| note.is_of(it));
        if let Some(mut notebook) = world.get_mut::<Notebook>(mind) {
            for it in &whom.characters {
                notebook.forget(it, |note| names(&note.label) || is_of(note));
            }
        }
        drop_rumours(world, mind, |it| whom.characters.iter().any(|id| it.names(id)));
        if let Some(mut seen) = world.get_mut::<SeenDeeds>(mind) {
            seen.drop_from(|it| whom.characters.contains(it));
        }
        if let Some(mut stream) = world.get_mut::<Stream>(mind) {
            stream.0.retain(|line| !whom.characters.iter().any(|it| line.names(it)));
        }
        for id in changed {
            world.resource_mut::<Dirty>().touch_document(ACQUAINTANCE, id);
        }
    }
}

/// Notes that what was decided about a mind changed.
pub fn touch(world: &mut World, mind: Entity) {
    touch_document(world, mind, KIND, |mind| mind.to_string());
}

/// Notes that a mind's notebook changed.
pub fn touch_notebook(world: &mut World, mind: Entity) {
    touch_document(world, mind, NOTEBOOK, |mind| mind.to_string());
}

/// Notes that what a mind knows of somebody changed; it may forget others over it.
pub fn touch_acquaintance(world: &mut World, mind: Entity, whom: &CharacterId) {
    let people = world.get_mut::<Acquaintances>(mind);
    let forgotten = people.map(|people| people.into_inner().forget(whom)).unwrap_or_default();
    for whom in forgotten.iter().chain([whom]) {
        touch_document(world, mind, ACQUAINTANCE, |mind| format!("{mind} {whom}"));
    }
}

/// Notes that a rumour that a mind knows changed, or is gone.
pub fn touch_rumour(world: &mut World, mind: Entity, event: u64) {
    touch_document(world, mind, RUMOUR, |mind| format!("{mind} {event}"));
}

/// Drops the rumours like this that a mind knows; how many there were.
pub fn drop_rumours(world: &mut World, mind: Entity, is_such: impl Fn(&Rumour) -> bool) -> usize {
    let gone = world.get_mut::<Rumours>(mind).map(|known| known.into_inner().drop_like(is_such));
    let gone = gone.unwrap_or_default();
    for event in &gone {
        touch_rumour(world, mind, *event);
    }
    gone.len()
}

fn touch_document(
    world: &mut World,
    mind: Entity,
    kind: &'static str,
    id: impl FnOnce(&CharacterId) -> String,
) {
    if let Some(id) = world.get::<Character>(mind).map(|mind| id(&mind.0)) {
        world.resource_mut::<Dirty>().touch_document(kind, id);
    }
}

#[cfg(test)]
mod tests {
    use engine::label::{Integrity, Readers};

    use super::*;

    #[test]
    fn an_acquaintance_names_whom_it_is_with_and_who_stands_behind_the_last_words() {
        let id = |id| CharacterId::new(id).unwrap();
        let named = |said: Option<Label>| {
            let said = said.map(|label| ("Hello.".to_owned(), label));
            let known = Acquaintance { said, ..Acquaintance::default() };
            let named = acquaintance("mara ann", "mara", known).unwrap().mentions.unwrap();
            named.into_iter().map(|id| id.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(named(None), ["ann"]);
        let by = Label::by(id("bob"), Integrity::Player);
        assert_eq!(named(Some(by.clone())), ["ann", "bob"]);
        let few = Readers::Only(["ann", "cyd", "mara"].map(id).into());
        assert_eq!(named(Some(by.kept_to(&few))), ["ann", "bob", "cyd"]);
    }
}
