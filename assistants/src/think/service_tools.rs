//! Tools of a turn, those of services among them.

use std::sync::Arc;

use bevy_ecs::prelude::*;

use crate::{
    llm::{
        ToolSpec,
        profile::{ModelProfile, QuestionForm},
        scene::SpokenWay,
    },
    mind::body::Mind,
    services::{self, ServiceTools},
    tools::offered,
    turn::brief::TurnAuthority,
};

/// Returns the tools of a mind for a turn of this authority that answers this way, in the form of its
/// model: with those of services that its persona lists and that there are.
pub(super) fn turn_tools(
    world: &World,
    mind: &Mind,
    (kind, way): (TurnAuthority, SpokenWay),
    profile: Option<ModelProfile>,
) -> Arc<[ToolSpec]> {
    let tools = offered::for_form(mind.tools.for_turn(kind, way), profile);
    let persona = &mind.persona;
    let listed = &persona.tools.services;
    let available = world.resource::<ServiceTools>();
    if listed.is_empty() || profile.is_some_and(|it| it.form != QuestionForm::Tools) {
        return tools;
    }
    let is_there =
        |it: &&ToolSpec| !services::is_service(&it.name) || available.get(&it.name).is_some();
    let open = listed.iter().filter(|it| !persona.tools.without.contains(it));
    let others = open.filter(|it| tools.iter().all(|of| of.name != **it));
    let others = others.filter_map(|it| available.spec(it));
    tools.iter().filter(is_there).chain(others).cloned().collect()
}

/// Returns whether words may leave this machine by a call of a mind, whose model is asked in this form.
pub(super) fn may_leave(world: &World, npc: Entity, form: Option<QuestionForm>) -> bool {
    let listed = world.get::<Mind>(npc).map(|it| &it.persona.tools.services);
    let services = world.resource::<ServiceTools>();
    listed.is_some_and(|all| all.iter().any(|it| services.is_outside(it)))
        && form == Some(QuestionForm::Tools)
}
