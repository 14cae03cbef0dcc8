//! Delegation in questions and scripts: what the helper is asked, and what the requester brings.

use std::{collections::BTreeSet, sync::Arc};

use bevy_ecs::prelude::*;

use super::{helper, people_here, row_of};
use crate::{
    gate::ignoring::PromptFilter,
    llm::{
        ToolSpec,
        scene::{HelpScene, HelperSketch, Scene, Stimulus},
    },
    mind::{body::Mind, delegations::Delegations, talk_state::TalkState},
    persona::delegation::{HELPER_TOOLS, answers_help},
};

/// Narrows the tools of a helper's thought to those of the requester's, and to those that only look and
/// answer.
pub(in crate::think) fn narrowed(
    world: &World,
    stimulus: &Stimulus,
    tools: Arc<[ToolSpec]>,
) -> Arc<[ToolSpec]> {
    let Some(help) = stimulus.helping() else { return tools };
    let row = row_of(world, &stimulus.speaker, help.id);
    let of_both = |name: &str| row.is_some_and(|it| it.tools.iter().any(|of| of == name));
    let fits = |it: &&ToolSpec| {
        HELPER_TOOLS.contains(&&*it.name) && (answers_help(&it.name) || of_both(&it.name))
    };
    tools.iter().filter(fits).cloned().collect()
}

/// Returns the delegated question that a thought is about, if it is.
fn help(world: &World, stimulus: &Stimulus) -> Option<HelpScene> {
    let row = row_of(world, &stimulus.speaker, stimulus.helping()?.id)?;
    let (mode, handed) = (row.mode, row.handed.clone());
    Some(HelpScene { mode, asker: row.asker.name.clone(), handed })
}

/// Returns the answer that a thought brings, or that there is none, as a sentence of the engine.
fn sentence(world: &World, npc: Entity, stimulus: Option<&Stimulus>) -> Option<String> {
    let id = stimulus?.brought()?.id;
    Some(world.get::<Delegations>(npc)?.get(id)?.sentence())
}

/// Returns those whom the character may ask for the one who speaks to it.
fn sketches(world: &World, npc: Entity, stimulus: Option<&Stimulus>) -> Vec<HelperSketch> {
    let mind = world.get::<Mind>(npc).filter(|_| stimulus.is_some_and(Stimulus::is_put));
    let names = mind.map(|it| it.persona.delegation.names()).unwrap_or_default();
    let sketch = |whom: String| {
        let (entity, of) = helper(world, npc, &whom)?;
        let tags = world.get::<Mind>(entity)?.persona.delegation.tags.clone();
        let open = world.get::<Delegations>(npc);
        let asker = stimulus.map(|it| &it.speaker);
        let is_asked = open.zip(asker).is_some_and(|(open, by)| open.has_open(&of.id, by));
        Some(HelperSketch { whom, name: of.name, tags, is_asked })
    };
    names.into_iter().filter_map(sketch).collect()
}

/// Completes a scene by what the thought has to do with delegation: whom the character may ask, what it
/// brings, and the question that another passes on. For that it is narrowed to what the visitor would be
/// answered, too: whom the requester is to the helper opens nothing to the visitor, and their own talk is
/// none of the visitor's.
pub(in crate::think) fn completed(
    world: &World,
    npc: Entity,
    scene: Scene,
    readers: &PromptFilter<'_>,
) -> Scene {
    let stimulus = scene.stimulus.as_ref();
    let helpers = sketches(world, npc, stimulus);
    let brought = sentence(world, npc, stimulus);
    let help = stimulus.and_then(|it| help(world, it));
    let asker = stimulus.and_then(Stimulus::helping).map(|it| it.asker.id.clone());
    let scene = Scene { help, helpers, rumour: scene.rumour.or(brought), ..scene };
    let Some(asker) = asker else { return scene };
    let regard = people_here::regard(world, npc, &asker, readers.audience());
    Scene {
        regard: scene.regard.min(regard),
        marks: BTreeSet::new(),
        carries: Vec::new(),
        offered: false,
        talk: TalkState::default(),
        said_last: None,
        ..scene
    }
}
