//! Choice of the model that a thought asks, and of the next one when it gives no answer.

use bevy_ecs::prelude::*;

use super::service_tools;
use crate::{
    gate::consent,
    llm::{
        ChatReply, LlmError, Ticket,
        chain::ModelChain,
        profile::{ModelKey, ModelProfile, ModelProfiles, QuestionForm},
        scene::{SpokenWay, Stimulus},
    },
    mind::{
        body::Mind,
        thinking::{Thinking, TurnInput},
    },
    turn::{Turn, brief::TurnAuthority},
};

/// Returns the model that a mind's persona names.
pub(super) fn own(world: &World, npc: Entity) -> Option<ModelKey> {
    let model = &world.get::<Mind>(npc)?.persona.model;
    Some(ModelKey { provider: model.provider.clone(), model: model.name.clone() })
}

/// Returns the models that a mind may ask about words that may go to other machines, or must not.
pub(super) fn chain(world: &World, npc: Entity, may_go: bool) -> ModelChain {
    let (Some(mind), Some(own)) = (world.get::<Mind>(npc), own(world, npc)) else {
        return ModelChain::default();
    };
    let (of_persona, of_settings) = (&mind.persona.model.fallback, world.resource());
    let chain = ModelChain::new(own, of_persona, of_settings);
    chain.kept_to(may_go, |it| consent::is_outside(world, it.provider.as_ref()))
}

/// Returns the profile of a model; none for the built-in brain.
pub(super) fn profile(world: &World, key: &ModelKey) -> Option<ModelProfile> {
    world.resource::<ModelProfiles>().of(key)
}

/// Returns the model that the present thought of a mind asks; without a thought, its own.
pub(super) fn current(world: &World, npc: Entity) -> Option<ModelKey> {
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    match matter {
        Some(matter) => matter.chain.current().cloned(),
        None => own(world, npc),
    }
}

/// Returns whether a question that came to nothing is put to another model.
pub(super) fn passes_on(
    world: &World,
    npc: Entity,
    ticket: Ticket,
    result: &Result<ChatReply, LlmError>,
) -> bool {
    let is_passed = result.as_ref().is_err_and(LlmError::is_for_another_model);
    let matter = || awaiting(world.get::<Thinking>(npc)?, ticket);
    is_passed && matter().is_some_and(|it| next(world, it).is_some())
}

/// Returns the input of the turn that awaits the answer with this ticket.
fn awaiting(thinking: &Thinking, ticket: Ticket) -> Option<&TurnInput> {
    let awaits = |turn: &Turn| matches!(turn, Turn::AwaitingModel(it, thought) if *it == ticket && !thought.fallback);
    let parked = thinking.parked.as_ref().filter(|it| awaits(&it.turn));
    let present = thinking.matter.as_ref().filter(|_| awaits(&thinking.turn));
    present.or_else(|| parked?.matter.as_ref())
}

/// Returns whether the present thought of a mind has a model that is asked if this one gives no answer.
pub(super) fn has_next(world: &World, npc: Entity) -> bool {
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    matter.is_some_and(|it| next(world, it).is_some())
}

/// Returns the next model that can take what is thought about, and how many are skipped: an order
/// takes calls.
fn next<'a>(world: &World, matter: &'a TurnInput) -> Option<(usize, &'a ModelKey)> {
    let takes = |key: &ModelKey| match matter.brief.kind {
        TurnAuthority::Reply => true,
        TurnAuthority::Own => profile(world, key).is_none_or(|it| it.form != QuestionForm::Words),
    };
    matter.chain.next().iter().enumerate().find(|(_, key)| takes(key))
}

/// Has the present question of a mind put to the next model, in that one's own form, and returns a note
/// on both; none if there is no other model.
pub(super) fn pass_on(world: &mut World, npc: Entity, error: &LlmError) -> Option<String> {
    let matter = world.get::<Thinking>(npc)?.matter.as_ref()?;
    let (skipped, key) = next(world, matter)?;
    let former = matter.chain.current()?;
    let note = format!("{former} gives no answer ({error}): {key} is asked the same");
    let profile = profile(world, key);
    let way = matter.stimulus.as_ref().map_or(SpokenWay::Aloud, Stimulus::spoken_way);
    let mind = world.get::<Mind>(npc)?;
    let tools = service_tools::turn_tools(world, mind, (matter.brief.kind, way), profile);
    if let Some(matter) =
        world.get_mut::<Thinking>(npc).and_then(|it| it.into_inner().matter.as_mut())
    {
        matter.chain.advance(skipped);
        matter.brief.ask_by(profile.unwrap_or_default(), tools);
    }
    Some(note)
}
