//! What counts about a character only until a moment: that it had something, and may not have it again
//! so soon.

use std::{collections::BTreeMap, time::Duration};

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use super::offer::{HadAgain, Offer};
use crate::{
    beings::people,
    engine::clock::{Clock, WorldTime},
    save::dirty,
};

/// What counts about a character until a moment, saved with the character. What is over is dropped
/// whenever something is added, so it never holds more than the content has offers.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[component(immutable, on_insert = dirty::touched)]
#[serde(default)]
pub struct Lapsing {
    /// What it had, as `mara/soup`, and when it may have it again; never without a moment.
    had: BTreeMap<String, Option<WorldTime>>,
}

impl Lapsing {
    /// Whether nothing counts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.had.is_empty()
    }

    /// Drops what is over.
    fn expire(&mut self, now: WorldTime) {
        self.had.retain(|_, until| until.is_none_or(|it| it > now));
    }
}

/// What an offer of somebody is called here; none for what is nobody's.
pub(super) fn key(world: &World, by: Entity, offer: &Offer) -> Option<String> {
    Some(format!("{}/{}", people::who(world, by)?.id, offer.id))
}

/// Until when somebody may not have an offer of `by` again; never without a moment. None when they
/// may.
pub(super) fn not_before(
    world: &World,
    who: Entity,
    by: Entity,
    offer: &Offer,
) -> Option<Option<WorldTime>> {
    // A reload may have made it free for all since.
    if offer.again == HadAgain::AtOnce {
        return None;
    }
    let until = *world.get::<Lapsing>(who)?.had.get(&key(world, by, offer)?)?;
    until.is_none_or(|it| it > world.resource::<Clock>().now).then_some(until)
}

/// Notes that somebody has an offer of `by`, where that keeps them from having it again.
pub(super) fn had(world: &mut World, who: Entity, by: Entity, offer: &Offer) {
    let now = world.resource::<Clock>().now;
    let until = match offer.again {
        HadAgain::AtOnce => return,
        HadAgain::After(seconds) => Some(now.after(Duration::from_secs(seconds.into()))),
        HadAgain::Never => None,
    };
    let Some(key) = key(world, by, offer) else { return };
    let mut all = world.get::<Lapsing>(who).cloned().unwrap_or_default();
    all.expire(now);
    all.had.insert(key, until);
    world.entity_mut(who).insert(all);
}
