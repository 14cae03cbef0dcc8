//! What builders wrote about handling: what comes of it, and what one hears and
//! smells in a room.

use std::sync::Arc;

use bevy_ecs::prelude::*;

/// What comes of doing something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandlingAct {
    /// The names of the verbs that do it.
    pub verbs: Arc<[&'static str]>,
    /// What the actor reads.
    pub you: Arc<str>,
    /// What those present read, with `{who}` for the actor; made from the verb
    /// and the thing when there is none.
    pub others: Option<Arc<str>>,
}

/// What comes of doing something with a detail of a room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DetailAct {
    /// What one sees of the detail, by which it is known.
    pub seen: Arc<str>,
    /// Its name with an article.
    pub name: Arc<str>,
    pub act: HandlingAct,
}

/// What comes of handling the details of a room.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct RoomActs(pub Arc<[DetailAct]>);

/// What one hears and smells in a room.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct RoomSenses {
    pub hear: Option<Arc<str>>,
    pub smell: Option<Arc<str>>,
}

/// What a verb does, of all that can be done with something.
#[must_use]
pub fn by_verb<'a>(
    acts: impl IntoIterator<Item = &'a HandlingAct>,
    verb: &str,
) -> Option<&'a HandlingAct> {
    acts.into_iter().find(|it| it.verbs.contains(&verb))
}
