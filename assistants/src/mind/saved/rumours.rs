//! Saved rumours of minds, and their deletion.

use std::collections::{BTreeMap, BTreeSet};

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::CharacterId,
    label::{Label, Readers},
    save::{
        dirty::Dirty,
        document::{self, Changed, SavedRow, Unreadable, Written},
    },
};
use serde::{Deserialize, Serialize};
use world::beings::{character::CharacterRef, forgetting::Gone};

use super::{find, touch_document};
use crate::mind::{bounds::MindBounds, rumour::Rumour, rumours::Rumours, seen::SeenKind};

/// Kind of rumour documents; their ids are that of the mind and the number of the deed, with a
/// space between them.
pub const RUMOUR: &str = "rumour";

/// Versions of the saved document of a rumour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum RumourDocument {
    /// Version 1.
    V1(RumourV1),
    /// Version 2, whose row does not mention those who know the rumour.
    V2(Rumour),
    /// Version 3.
    V3(Rumour),
}

/// Version 1 of a rumour, which does not say who may know that somebody was told aside: nobody may.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct RumourV1 {
    event: u64,
    kind: SeenKind,
    #[serde(default)]
    who: Option<CharacterRef>,
    did: String,
    #[serde(default)]
    other: Option<CharacterRef>,
    #[serde(default)]
    place: Option<String>,
    #[serde(default)]
    done: Option<WorldTime>,
    #[serde(default)]
    told_by: Option<CharacterRef>,
    #[serde(default)]
    said_by: Option<CharacterRef>,
    #[serde(default)]
    denied_by: Option<CharacterRef>,
    retellings: u8,
    strength: u8,
    at: WorldTime,
    #[serde(default)]
    knows: Vec<CharacterId>,
    label: Label,
}

impl RumourV1 {
    fn current(self) -> Rumour {
        let Self { event, kind, who, did, other, place, done, told_by, said_by, .. } = self;
        let Self { denied_by, retellings, strength, at, knows, label, .. } = self;
        Rumour {
            event,
            kind,
            who,
            did,
            other,
            place,
            done,
            told_by,
            said_by,
            denied_by,
            retellings,
            strength,
            at,
            knows,
            told_aside: Vec::new(),
            label,
        }
    }
}

impl RumourDocument {
    /// Returns the rumour in the current version.
    fn current(self) -> Rumour {
        match self {
            Self::V1(it) => it.current(),
            Self::V2(it) | Self::V3(it) => it,
        }
    }
}

/// Returns the row of a rumour; it mentions everybody whom the rumour names, and those who know it.
fn row(id: &str, mind: &str, rumour: Rumour) -> Written {
    let named = rumour.all_named().filter(|id| id.as_str() != mind).cloned().collect();
    let row = document::row(RUMOUR, id, mind, &RumourDocument::V3(rumour))?;
    Ok(row.mentioning(named))
}

pub(super) fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(id) = changed else { return None };
    let (mind, event) = id.split_once(' ')?;
    let event: u64 = event.parse().ok()?;
    let mut known = world.get::<Rumours>(find(world, mind)?)?.iter();
    let mut rumour = known.find(|it| it.event == event)?.clone();
    let gone = world.resource::<Gone>();
    if gone.iter().any(|whom| rumour.names(whom)) {
        return None;
    }
    rumour.forget_knowing(|whom| gone.contains(whom));
    Some(row(id, mind, rumour))
}

pub(super) fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    let mut all: BTreeMap<Entity, Vec<Rumour>> = BTreeMap::new();
    for row in saved {
        let it: RumourDocument = document::read(RUMOUR, row)?;
        if !matches!(it, RumourDocument::V3(_)) {
            world.resource_mut::<Dirty>().outdated_document(RUMOUR, row.id.clone());
        }
        if let Some(mind) = row.id.split_once(' ').and_then(|(mind, _)| find(world, mind)) {
            all.entry(mind).or_default().push(it.current());
        }
    }
    let most = world.resource::<MindBounds>().rumours;
    for (mind, known) in all {
        world.entity_mut(mind).insert(Rumours::restored(known, most));
    }
    Ok(())
}

/// Returns a saved rumour without these characters among those who know it; none if it is one of
/// theirs or about them, and goes with them.
///
/// # Errors
/// [`Unreadable`] when it cannot be read.
pub fn untold(
    saved: &SavedRow,
    gone: &BTreeSet<CharacterId>,
) -> Result<Option<Written>, Unreadable> {
    let mut it = document::read::<RumourDocument>(RUMOUR, saved)?.current();
    if gone.iter().any(|whom| it.names(whom)) {
        return Ok(None);
    }
    it.forget_knowing(|whom| gone.contains(whom));
    Ok(Some(row(&saved.id, &saved.owner, it)))
}

/// Returns a saved rumour without those who were told it in private, unless the readers of that
/// satisfy `may_know`.
///
/// # Errors
/// [`Unreadable`] when it cannot be read.
pub fn as_told(
    saved: &SavedRow,
    may_know: impl Fn(&Readers) -> bool,
) -> Result<Written, Unreadable> {
    let mut it = document::read::<RumourDocument>(RUMOUR, saved)?.current();
    it.told_aside.retain(|(_, readers)| may_know(readers));
    Ok(row(&saved.id, &saved.owner, it))
}

/// Marks the document of a rumour as changed or deleted.
pub fn touch_rumour(world: &mut World, mind: Entity, event: u64) {
    touch_document(world, mind, RUMOUR, |mind| format!("{mind} {event}"));
}

/// Drops the matching rumours of a mind; returns their number.
pub fn drop_rumours(world: &mut World, mind: Entity, is_such: impl Fn(&Rumour) -> bool) -> usize {
    let gone = world.get_mut::<Rumours>(mind).map(|known| known.into_inner().drop_like(is_such));
    let gone = gone.unwrap_or_default();
    for event in &gone {
        touch_rumour(world, mind, *event);
    }
    gone.len()
}

/// Drops the rumours of a mind that name one of these characters, and forgets of the others that
/// they know them.
pub fn forget_rumours(world: &mut World, mind: Entity, is_gone: impl Fn(&CharacterId) -> bool) {
    drop_rumours(world, mind, |rumour| {
        rumour.all_parties().any(&is_gone) || rumour.label.all_named().any(&is_gone)
    });
    let changed = world.get_mut::<Rumours>(mind).map(|known| known.into_inner().untell(is_gone));
    for event in changed.unwrap_or_default() {
        touch_rumour(world, mind, event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rumour of these versions, as they were saved.
    fn saved(version: &str, aside: &str) -> String {
        format!(
            r#"{{"{version}": {{"event": 1, "kind": "Gave", "did": "gave {{other}} a spoon",
            "retellings": 0, "strength": 100, "at": 5, "knows": ["bob"], "told_aside": {aside},
            "label": {{"integrity": "Engine", "readers": "Everyone", "origins": [], "hops": 0}}}}}}"#
        )
    }

    const BARE: &str = r#"["ann"]"#;
    const READ: &str = r#"[["ann", {"Only": ["ann", "mara"]}]]"#;

    #[test]
    fn a_document_is_read_by_its_version_and_not_by_its_shape() {
        let read = |version: &str, aside: &str| {
            serde_json::from_str::<RumourDocument>(&saved(version, aside)).is_ok()
        };
        assert!(read("V1", BARE));
        for version in ["V2", "V3"] {
            assert!(read(version, READ) && !read(version, BARE), "{version}");
        }
    }

    #[test]
    fn who_was_told_a_rumour_of_version_1_aside_is_told_again() {
        let read = |old: &str| serde_json::from_str::<RumourDocument>(old).unwrap().current();
        let mut known = read(&saved("V1", BARE));
        let [ann, bob, mara] = ["ann", "bob", "mara"].map(|it| CharacterId::new(it).unwrap());
        let both = Readers::Only([ann.clone(), mara].into());
        assert!(known.is_known_to(&bob, &Readers::Everyone) && !known.is_known_to(&ann, &both));
        known.note_knowing(&ann, &both);
        let new = serde_json::to_string(&RumourDocument::V3(known.clone())).unwrap();
        assert_eq!(read(&new), known);
        assert!(known.is_known_to(&ann, &both));
    }

    #[test]
    fn a_row_mentions_those_who_know_it_and_loses_those_who_are_gone() {
        let [ann, bob, cyd] = ["ann", "bob", "cyd"].map(|it| CharacterId::new(it).unwrap());
        let old =
            SavedRow { id: "mara 1".to_owned(), owner: "mara".to_owned(), body: saved("V2", READ) };
        let without = |gone: &[&CharacterId]| {
            let gone = gone.iter().map(|it| (*it).clone()).collect();
            untold(&old, &gone).unwrap().map(|it| it.unwrap())
        };
        assert_eq!(without(&[&cyd]).unwrap().mentions, Some([ann.clone(), bob.clone()].into()));
        let left = without(&[&ann, &bob]).unwrap();
        assert_eq!(left.mentions, Some(BTreeSet::new()));
        let body = left.body.unwrap();
        assert!(!body.contains("ann") && !body.contains("bob"), "{body}");
    }
}
