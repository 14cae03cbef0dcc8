//! Chat channels: talk that is heard wherever one is.

use std::{collections::BTreeSet, sync::Arc};

use bevy_ecs::{lifecycle::HookContext, prelude::*, world::DeferredWorld};
use engine::{
    id::ChannelId,
    index::{self, Identified, Index},
    save::dirty,
    simulation::Simulation,
};

use crate::act::{permission::Role, verbs::AddVerbs};

pub mod command;
pub mod finder;
pub mod history;

/// Channel: a public line with a name and members.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable, on_add = index::added::<Channel>, on_remove = index::removed::<Channel>)]
#[require(Members, history::ChannelHistory)]
pub struct Channel {
    /// Id, which is also the name.
    pub id: ChannelId,
    /// Other names of the channel.
    pub aliases: Arc<[ChannelId]>,
    /// Description of its purpose.
    pub about: Arc<str>,
    /// Least role that may join.
    pub role: Role,
    /// True when newcomers join it.
    pub default: bool,
    /// Position in the list of channels.
    pub order: usize,
}

impl Identified for Channel {
    type Id = ChannelId;

    fn id(&self) -> &ChannelId {
        &self.id
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Index<ChannelId>>();
    sim.add_verbs(command::VERBS);
}

/// Subscribers of a channel that are in the world, in the order in which they came. Maintained by
/// the hooks of [`Subscriptions`].
#[derive(Component, Debug, Default)]
pub struct Members(pub Vec<Entity>);

/// The channels a character is on.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default)]
#[component(immutable, on_insert = subscribed, on_discard = unsubscribed)]
pub struct Subscriptions(pub BTreeSet<ChannelId>);

fn each_channel(world: &mut DeferredWorld, entity: Entity, change: impl Fn(&mut Members, Entity)) {
    let ids = world.get::<Subscriptions>(entity).map(|it| it.0.clone()).unwrap_or_default();
    for id in ids {
        let channel = index::find(world, &id);
        if let Some(mut members) = channel.and_then(|channel| world.get_mut::<Members>(channel)) {
            change(&mut members, entity);
        }
    }
}

fn subscribed(mut world: DeferredWorld, at: HookContext) {
    each_channel(&mut world, at.entity, |members, entity| {
        if !members.0.contains(&entity) {
            members.0.push(entity);
        }
    });
    dirty::touched(world, at);
}

fn unsubscribed(mut world: DeferredWorld, at: HookContext) {
    each_channel(&mut world, at.entity, |members, entity| members.0.retain(|it| *it != entity));
}
