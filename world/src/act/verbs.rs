//! Verbs from data, such as the name of a channel, and handlers of lines that are no command.

use bevy_ecs::prelude::*;
use engine::simulation::Simulation;
use smallvec::SmallVec;
use text::parse::Line;

use crate::act::{
    permission::Role,
    refusal::Refusal,
    registry::{AnyCommand, Registry},
};

/// Source of dynamic verbs, which content or players define.
#[derive(Debug, Clone, Copy)]
pub struct VerbSource {
    /// Parser of a line whose verb is exactly one of the source, in lower case; it returns `None`
    /// for any other verb.
    pub read: fn(&World, Entity, &Line<'_>) -> Option<Result<AnyCommand, Refusal>>,
    /// List of the verbs that this character can type, in lower case.
    pub verbs: fn(&World, Entity) -> Vec<String>,
}

/// Registered verb sources, in the order of lookup.
#[derive(Resource, Default)]
struct VerbSources(SmallVec<[VerbSource; 4]>);

/// Handler of a line that reads like speech and is no command: returns the command that says it, if
/// the recipient is clear; else the player is told how to say it.
#[derive(Resource, Clone, Copy)]
pub struct SpeechReader(pub fn(&World, Entity, &str) -> Option<AnyCommand>);

/// Handler of building commands of other games: returns the hint for the player, or `None` if the
/// line has a meaning in this game.
#[derive(Resource, Clone, Copy)]
pub struct BuildingReader(pub fn(&World, Entity, &Line<'_>, Role) -> Option<Refusal>);

/// Registration of verbs from data.
pub trait AddVerbs {
    /// Adds verbs from data. The name of a command, or the beginning of one, takes precedence.
    fn add_verbs(&mut self, source: VerbSource) -> &mut Self;
}

impl AddVerbs for Simulation {
    fn add_verbs(&mut self, source: VerbSource) -> &mut Self {
        self.world_mut().get_resource_or_init::<VerbSources>().0.push(source);
        self
    }
}

/// Returns the sources of verbs from data, in the order of lookup.
pub(super) fn sources(world: &World) -> &[VerbSource] {
    world.get_resource::<VerbSources>().map_or(&[][..], |it| &it.0)
}

/// Returns whether exactly this word, in lower case, is the name of a command or a verb from data
/// that this character can type.
#[must_use]
pub fn is_taken(world: &World, actor: Entity, verb: &str) -> bool {
    world.resource::<Registry>().find(verb).is_some()
        || sources(world).iter().flat_map(|it| (it.verbs)(world, actor)).any(|it| it == verb)
}
