//! Lookup of a channel by name or alias.

use bevy_ecs::{prelude::*, system::SystemParam};
use engine::{id::ChannelId, index::Index};
use text::parse;

use crate::{
    act::{permission::Role, refusal::Refusal},
    talk::channel::{Channel, Members},
};

/// Query for all channels with their members.
pub(super) type Channels<'w, 's> = Query<'w, 's, (&'static Channel, &'static Members)>;

/// System parameter that finds channels by name or alias.
#[derive(SystemParam)]
pub struct ChannelFinder<'w, 's> {
    index: Res<'w, Index<ChannelId>>,
    pub(super) channels: Channels<'w, 's>,
}

/// A channel that was found.
pub(crate) struct FoundChannel {
    pub(crate) id: ChannelId,
    pub(crate) entity: Entity,
    /// True when every role may join.
    pub(super) open: bool,
    /// Subscribers that are in the world.
    pub(super) members: Vec<Entity>,
}

impl ChannelFinder<'_, '_> {
    /// Finds the channel that a role may know by this id, alias or prefix.
    ///
    /// # Errors
    /// [`Refusal::Because`] when there is none.
    pub(crate) fn find(&self, name: &str, role: Role) -> Result<FoundChannel, Refusal> {
        let visible = self.index.entities().filter_map(|entity| {
            let (channel, members) = self.channels.get(entity).ok()?;
            (channel.role <= role).then_some((entity, channel, members))
        });
        let visible: Vec<_> = visible.collect();
        let is_called = |it: &Channel| {
            it.id.as_str() == name || it.aliases.iter().any(|alias| alias.as_str() == name)
        };
        if let Some((entity, channel, members)) = visible.iter().find(|(_, it, _)| is_called(it)) {
            return Ok(FoundChannel {
                id: channel.id.clone(),
                entity: *entity,
                open: channel.role == Role::Guest,
                members: members.0.clone(),
            });
        }
        let near = parse::near(name, visible.iter().map(|(_, it, _)| it.id.as_str()));
        let hint = match near.first() {
            Some(near) => format!("Did you mean {near}?"),
            None => "Type channel list to see them all.".to_owned(),
        };
        Err(Refusal::because(format!("There is no channel \"{name}\". {hint}")))
    }
}
