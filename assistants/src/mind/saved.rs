//! Saved state of minds: documents, restoring, and deletion of a character's traces.

use std::collections::{BTreeMap, BTreeSet};

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::CharacterId,
    label::{Label, Readers},
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
        acquaintance::{Acquaintance, Acquaintances, Talked},
        attention::Attention,
        body::{self, Mind},
        bounds::MindBounds,
        copies::ReaderCopies,
        health::Health,
        leads::Leads,
        mood::{Feeling, Mood},
        notebook::Notebook,
        reflection::Reflection,
        regard::Regard,
        seen::SeenDeeds,
        settings::MindSettings,
        sleep::Sleep,
        talk_state::TalkState,
        thinking::Thinking,
    },
    perceive::{classify::SenderStanding, stream::Stream},
};

mod rumours;

pub use rumours::{RUMOUR, as_told, drop_rumours, forget_rumours, touch_rumour, untold};

/// Document of a mind's settings and mood. Data files with version 1, which held the whole saved
/// state, are migrated when they are opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum MindDocument {
    /// Version 2.
    V2(MindV2),
}

/// Version 2 of a saved mind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct MindV2 {
    /// True if staff stopped the mind.
    stopped: bool,
    /// Public part of the mood.
    #[serde(default, skip_serializing_if = "Feeling::is_even")]
    mood: Feeling,
    /// End of a pause that staff gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    paused_until: Option<WorldTime>,
    /// Settings that staff put in place of the persona's, by name.
    #[serde(default, skip_serializing_if = "MindSettings::is_empty")]
    settings: MindSettings,
}

/// Versions of the saved document of an acquaintance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum AcquaintanceDocument {
    /// Version 1.
    V1(AcquaintanceV1),
    /// Version 2, without the state of a talk.
    V2(AcquaintanceV3),
    /// Version 3.
    V3(AcquaintanceV3),
    /// Version 4.
    V4(Acquaintance),
}

/// Version 1 of an acquaintance, with one copy of everything: it counts as what everybody may know,
/// unless its label says otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct AcquaintanceV1 {
    talks: u32,
    last: WorldTime,
    greeted: WorldTime,
    #[serde(default)]
    came: Option<(WorldTime, String)>,
    #[serde(default)]
    before: Option<WorldTime>,
    said: Option<(String, Label)>,
    #[serde(default)]
    slots: BTreeMap<String, (String, Label)>,
    #[serde(default)]
    regard: Option<Regard>,
    #[serde(default)]
    standing: SenderStanding,
}

/// Version 3 of an acquaintance, with one time of the last greeting, which everybody may know.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct AcquaintanceV3 {
    talked: ReaderCopies<Talked>,
    greeted: WorldTime,
    came: Option<(WorldTime, String)>,
    before: Option<WorldTime>,
    said: ReaderCopies<(String, Label)>,
    talk: ReaderCopies<(TalkState, Label)>,
    slots: BTreeMap<String, ReaderCopies<(String, Label)>>,
    regard: ReaderCopies<Regard>,
    standing: ReaderCopies<SenderStanding>,
}

impl AcquaintanceV3 {
    fn current(self) -> Acquaintance {
        let Self { talked, greeted, came, before, said, talk, slots, regard, standing } = self;
        let greeted = (greeted != WorldTime::default()).then(|| ReaderCopies::public(greeted));
        let greeted = greeted.unwrap_or_default();
        Acquaintance { talked, greeted, came, before, said, talk, slots, regard, standing }
    }
}

impl AcquaintanceDocument {
    /// Returns the acquaintance in the current version.
    fn current(self) -> Acquaintance {
        let old = match self {
            Self::V1(old) => old,
            Self::V2(old) | Self::V3(old) => return old.current(),
            Self::V4(known) => return known,
        };
        let AcquaintanceV1 { talks, last, greeted, came, before, said, slots, regard, standing } =
            old;
        let mut known = Acquaintance { came, before, ..Acquaintance::default() };
        if greeted != WorldTime::default() {
            known.greeted = ReaderCopies::public(greeted);
        }
        if talks > 0 || last != WorldTime::default() {
            known.talked = ReaderCopies::public(Talked { talks, last });
        }
        if let Some((words, label)) = said {
            known.said.put(label.readers.clone(), (words, label));
        }
        for (slot, (value, label)) in slots {
            known.restore_slot(slot, value, label);
        }
        known.regard = regard.map(ReaderCopies::public).unwrap_or_default();
        if !standing.is_blank() {
            known.standing = ReaderCopies::public(standing);
        }
        known
    }
}

/// Document of a notebook's counter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum NotebookDocument {
    /// Version 1.
    V1(NotebookV1),
}

/// Version 1 of a saved notebook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct NotebookV1 {
    /// Serial number of the next note.
    next: u64,
}

/// Kind of mind documents; their ids are those of the minds.
pub const KIND: &str = "mind";
/// Kind of acquaintance documents; their ids are those of the mind and of the other character, with
/// a space between them.
pub const ACQUAINTANCE: &str = "acquaintance";
/// Kind of notebook documents; their ids are those of the minds.
pub(super) const NOTEBOOK: &str = "notebook";

/// Kind of documents of leads; their ids are that of the mind and the number of the lead, with a space
/// between them.
pub const LEAD: &str = "lead";

/// Request to store a new note. It may be written a little later than the world; no screen waits
/// for it.
#[derive(Message, Debug, Clone, PartialEq)]
pub struct SaveNote {
    /// Mind that owns the note.
    pub mind: CharacterId,
    pub note: Note,
}

/// Request to delete a note. It is carried out a little later than the world is written.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct DropNote {
    /// Mind that owns the note.
    pub mind: CharacterId,
    /// Serial number of the note.
    pub serial: u64,
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.add_queue::<SaveNote>().add_queue::<DropNote>();
    sim.add_forgetter(forget);
    let kind = |name, collect, restore| DocumentKind { name, newest: None, collect, restore };
    sim.add_document(kind(KIND, collect, restore))
        .add_document(kind(ACQUAINTANCE, collect_acquaintance, restore_acquaintances))
        .add_document(kind(RUMOUR, rumours::collect, rumours::restore))
        .add_document(kind(NOTEBOOK, collect_notebook, restore_notebooks));
}

/// Returns the mind with an id; none if the content no longer defines it, and then its documents
/// are left untouched.
fn find(world: &World, id: &str) -> Option<Entity> {
    body::find(world, &CharacterId::new(id).ok()?)
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(id) = changed else { return None };
    let mind = find(world, id)?;
    let health = world.get::<Health>(mind);
    let stopped = health.is_some_and(|health| health.stopped);
    let paused_until = health.and_then(|health| health.paused_until);
    let mood = world.get::<Mood>(mind).map(Mood::public).unwrap_or_default();
    let settings = world.get::<MindSettings>(mind).cloned().unwrap_or_default();
    let saved = MindV2 { stopped, mood, paused_until, settings };
    Some(document::row(KIND, id, "", &MindDocument::V2(saved)))
}

fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    for row in saved {
        let MindDocument::V2(MindV2 { stopped, mood, paused_until, settings }) =
            document::read(KIND, row)?;
        if let Some(mind) = find(world, &row.id) {
            let health = Health { stopped, paused_until, ..Health::default() };
            world.entity_mut(mind).insert((health, Mood::restored(mood), settings));
            body::apply_settings(world, mind);
        }
    }
    Ok(())
}

/// Parses the id of an acquaintance document into the mind's entity and the other character.
fn parties(world: &World, id: &str) -> Option<(Entity, CharacterId)> {
    let (mind, whom) = id.split_once(' ')?;
    Some((find(world, mind)?, CharacterId::new(whom).ok()?))
}

/// Returns the ids of the mind and of the other character of a saved acquaintance.
#[must_use]
pub fn acquainted(row: &SavedRow) -> Option<(&str, &str)> {
    row.id.split_once(' ')
}

/// Removes the last words and slots from a saved acquaintance whose labels name one of these
/// characters; none if nothing changes.
///
/// # Errors
/// [`Unreadable`] when it cannot be read.
pub fn unsaid(row: &SavedRow, gone: &BTreeSet<CharacterId>) -> Result<Option<Written>, Unreadable> {
    let mut known = document::read::<AcquaintanceDocument>(ACQUAINTANCE, row)?.current();
    let dropped = known.forget(|id| gone.contains(id));
    Ok(dropped.then(|| acquaintance(&row.id, &row.owner, known)))
}

/// Returns a saved acquaintance with only the copies whose readers satisfy `may_know`.
///
/// # Errors
/// [`Unreadable`] when it cannot be read.
pub fn as_known(
    row: &SavedRow,
    may_know: impl Fn(&Readers) -> bool,
) -> Result<Written, Unreadable> {
    let mut known = document::read::<AcquaintanceDocument>(ACQUAINTANCE, row)?.current();
    known.keep_known(may_know);
    Ok(acquaintance(&row.id, &row.owner, known))
}

/// Builds the row of an acquaintance. It mentions the other character and all those named by its
/// labels.
fn acquaintance(id: &str, mind: &str, known: Acquaintance) -> Written {
    let whom = id.split_once(' ').and_then(|(_, whom)| CharacterId::new(whom).ok());
    let from = known.all_named().cloned();
    let named = from.chain(whom).filter(|it| it.as_str() != mind).collect();
    let row = document::row(ACQUAINTANCE, id, mind, &AcquaintanceDocument::V4(known))?;
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
    known.forget(|id| gone.iter().any(|it| it == id));
    Some(acquaintance(id, world.get::<Character>(mind)?.0.as_str(), known))
}

fn restore_acquaintances(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    for row in saved {
        let known = document::read::<AcquaintanceDocument>(ACQUAINTANCE, row)?.current();
        if let Some((mind, whom)) = parties(world, &row.id)
            && let Some(mut people) = world.get_mut::<Acquaintances>(mind)
        {
            people.0.insert(whom, known);
        }
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

/// Deletes all traces of deleted characters from all minds. A thought about them in progress is
/// completed, but nothing of it is written down.
fn forget(world: &mut World, whom: &Forgotten) {
    let mut minds = world.query_filtered::<(Entity, &Character), With<Mind>>();
    let minds: Vec<_> = minds.iter(world).map(|(it, id)| (it, id.0.clone())).collect();
    let names = |label: &Label| whom.characters.iter().any(|id| label.names(id));
    for (mind, me) in minds {
        let mut changed = Vec::new();
        if let Some(mut people) = world.get_mut::<Acquaintances>(mind) {
            people.0.retain(|id, known| {
                let gone = whom.characters.contains(id);
                if known.forget(|it| whom.characters.contains(it)) || gone {
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
        forget_rumours(world, mind, |it| whom.characters.contains(it));
        if let Some(mut sleep) = world.get_mut::<Sleep>(mind) {
            sleep.interrupt();
        }
        if let Some(mut reflection) = world.get_mut::<Reflection>(mind) {
            reflection.forget(|it| whom.characters.contains(it));
        }
        if let Some(mut leads) = world.get_mut::<Leads>(mind) {
            whom.characters.iter().for_each(|it| leads.forget(it));
        }
        if let Some(mut thinking) = world.get_mut::<Thinking>(mind) {
            thinking.forget(|it| whom.characters.contains(it));
        }
        if let Some(mut attention) = world.get_mut::<Attention>(mind) {
            attention.forget(|it| whom.characters.contains(it));
        }
        if let Some(mut seen) = world.get_mut::<SeenDeeds>(mind) {
            seen.drop_from(|it| whom.characters.contains(it));
        }
        if let Some(mut mood) = world.get_mut::<Mood>(mind) {
            mood.forget(|it| whom.characters.contains(it));
        }
        if let Some(mut stream) = world.get_mut::<Stream>(mind) {
            stream.0.retain(|line| !whom.characters.iter().any(|it| line.names(it)));
        }
        for id in changed {
            world.resource_mut::<Dirty>().touch_document(ACQUAINTANCE, id);
        }
    }
}

/// Marks the document of a mind as changed.
pub fn touch(world: &mut World, mind: Entity) {
    touch_document(world, mind, KIND, |mind| mind.to_string());
}

/// Marks the document of a mind's notebook as changed.
pub fn touch_notebook(world: &mut World, mind: Entity) {
    touch_document(world, mind, NOTEBOOK, |mind| mind.to_string());
}

/// Marks the document of an acquaintance as changed, and evicts acquaintances above the maximum.
pub fn touch_acquaintance(world: &mut World, mind: Entity, whom: &CharacterId) {
    let most = world.resource::<MindBounds>().acquaintances;
    let people = world.get_mut::<Acquaintances>(mind);
    let forgotten = people.map(|people| people.into_inner().forget(whom, most));
    let forgotten = forgotten.unwrap_or_default();
    for whom in forgotten.iter().chain([whom]) {
        touch_document(world, mind, ACQUAINTANCE, |mind| format!("{mind} {whom}"));
    }
}

/// Marks the documents of the leads of a mind that changed since they were last marked.
pub fn touch_leads(world: &mut World, mind: Entity) {
    let changed = world.get_mut::<Leads>(mind).map(|it| it.into_inner().take_changed());
    for number in changed.unwrap_or_default() {
        touch_document(world, mind, LEAD, |mind| format!("{mind} {number}"));
    }
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
    use engine::label::Integrity;

    use super::*;
    use crate::mind::talk_state::TalkState;

    #[test]
    fn an_acquaintance_of_before_is_what_everybody_may_know_unless_its_labels_say_otherwise() {
        let old = r#"{"V1": {"talks": 3, "last": 70, "greeted": 9,
            "said": ["Hm.", {"integrity": "Author", "readers": {"Only": ["ann", "mara"]},
                "origins": ["mara"], "hops": 1}],
            "slots": {"likes": ["mead", {"integrity": "Player", "readers": "Everyone",
                "origins": ["ann"], "hops": 0}]},
            "regard": {"value": 33, "day": 1, "by_words": 2, "rose": 3, "fell": 0},
            "standing": {"corroborated": 2, "contradicted": 1, "flagged": 0}}}"#;
        let known = serde_json::from_str::<AcquaintanceDocument>(old).unwrap().current();
        let [ann, mara] = ["ann", "mara"].map(|it| CharacterId::new(it).unwrap());
        let both = Readers::Only([ann, mara].into());
        assert_eq!(known.talked(&Readers::Everyone), Talked { talks: 3, last: WorldTime(70) });
        assert_eq!(known.said(&Readers::Everyone), None);
        assert_eq!(known.said(&both).map(|(it, _)| it.as_str()), Some("Hm."));
        let slots = known.slots_for(&Readers::Everyone, |_| true);
        assert_eq!(slots.map(|(_, value, _)| value.as_str()).collect::<Vec<_>>(), ["mead"]);
        assert_eq!(known.regard.of(&both).copied().map(Regard::value), Some(33));
        assert_eq!(known.standing.of(&Readers::Everyone).map(|it| it.corroborated), Some(2));
        let again = serde_json::to_string(&AcquaintanceDocument::V4(known.clone())).unwrap();
        let again: AcquaintanceDocument = serde_json::from_str(&again).unwrap();
        assert_eq!(again.current(), known);
    }

    #[test]
    fn an_acquaintance_of_version_2_has_no_state_of_a_talk_and_one_of_version_3_keeps_it() {
        let old = r#"{"V2": {"talked": [["Everyone", {"talks": 2, "last": 5}]], "greeted": 3}}"#;
        let mut known = serde_json::from_str::<AcquaintanceDocument>(old).unwrap().current();
        assert_eq!(known.talked(&Readers::Everyone).talks, 2);
        assert_eq!(known.talk(&Readers::Everyone), None);
        let talk =
            TalkState { subject: Some("the gate".to_owned()), unnamed: 2, ..TalkState::default() };
        let label = Label::by(CharacterId::new("ann").unwrap(), Integrity::Player);
        known.talk.put(Readers::Everyone, (talk, label));
        let new = serde_json::to_string(&AcquaintanceDocument::V4(known.clone())).unwrap();
        let read = serde_json::from_str::<AcquaintanceDocument>(&new).unwrap().current();
        assert_eq!(read, known);
        assert!(known.forget(|id| id.as_str() == "ann") && known.talk.is_empty());
    }

    #[test]
    fn a_greeting_of_version_3_is_one_that_everybody_may_know() {
        let read = |old: &str| serde_json::from_str::<AcquaintanceDocument>(old).unwrap().current();
        let mut known = read(r#"{"V3": {"greeted": 7}}"#);
        assert_eq!(known.greeted, ReaderCopies::public(WorldTime(7)));
        assert_eq!(read(r#"{"V3": {"greeted": 0}}"#), Acquaintance::default());
        let both = Readers::Only(["ann", "mara"].map(|it| CharacterId::new(it).unwrap()).into());
        known.greeted.put(both.clone(), WorldTime(9));
        let new = serde_json::to_string(&AcquaintanceDocument::V4(known.clone())).unwrap();
        assert_eq!(read(&new), known);
        assert_eq!(known.greeted.of(&Readers::Everyone), Some(&WorldTime(7)));
        assert!(known.forget(|id| id.as_str() == "ann") && known.greeted.of(&both).is_some());
    }

    #[test]
    fn a_document_is_read_by_its_version_and_not_by_its_shape() {
        let read = |old: &str| serde_json::from_str::<AcquaintanceDocument>(old).is_ok();
        let (time, copies) = (r#"{"greeted": 7}"#, r#"{"greeted": [["Everyone", 7]]}"#);
        for (version, of_time) in [("V2", true), ("V3", true), ("V4", false)] {
            let form = |form: &str| read(&format!(r#"{{"{version}": {form}}}"#));
            assert_eq!((form(time), form(copies)), (of_time, !of_time), "{version}");
        }
    }

    #[test]
    fn an_acquaintance_names_whom_it_is_with_and_who_stands_behind_the_last_words() {
        let id = |id| CharacterId::new(id).unwrap();
        let named = |said: Option<Label>| {
            let mut known = Acquaintance::default();
            if let Some(label) = said {
                known.said.put(label.readers.clone(), ("Hello.".to_owned(), label));
            }
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
