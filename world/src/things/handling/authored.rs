//! Authored content of handling: effects of verbs on items and details, sounds and smells of rooms.

use std::sync::Arc;

use bevy_ecs::prelude::*;

/// Authored effect of handling verbs on an item or detail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandlingAct {
    /// Names of the verbs that trigger the effect.
    pub verbs: Arc<[&'static str]>,
    /// Message to the actor.
    pub you: Arc<str>,
    /// Message to the others in the room, with `{who}` for the actor; generated from the verb and
    /// the item if none.
    pub others: Option<Arc<str>>,
}

/// Authored effect of handling a detail of a room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DetailAct {
    /// Description of the detail, which identifies it.
    pub seen: Arc<str>,
    /// Name of the detail with an article.
    pub name: Arc<str>,
    pub act: HandlingAct,
}

/// Authored effects of handling the details of a room.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct RoomActs(pub Arc<[DetailAct]>);

/// Sound and smell of a room.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct RoomSenses {
    pub hear: Option<Arc<str>>,
    pub smell: Option<Arc<str>>,
}

/// Finds the effect of a verb among all authored effects of an item.
#[must_use]
pub fn by_verb<'a>(
    acts: impl IntoIterator<Item = &'a HandlingAct>,
    verb: &str,
) -> Option<&'a HandlingAct> {
    acts.into_iter().find(|it| it.verbs.contains(&verb))
}
