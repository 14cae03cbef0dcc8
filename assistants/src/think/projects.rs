//! Projects of minds, by tools: they are made in turns of the character's own, of what everybody may
//! know.

use bevy_ecs::prelude::*;
use engine::{
    clock::Clock,
    label::{Integrity, Label, Readers},
};

use super::{provenance, recall};
use crate::{
    gate::ignoring::PromptFilter,
    mind::projects::{Project, ProjectUpdate, Projects, saved},
    tools::goal_wish::ProjectWish,
};

/// Does what a tool wishes about projects, and returns what it shows.
pub(super) fn by_tool(world: &mut World, npc: Entity, wish: ProjectWish) -> Result<String, String> {
    let now = world.resource::<Clock>().now;
    let label = provenance::label(world, npc);
    if let ProjectWish::List = wish {
        return list(world, npc);
    }
    // Which one is active shows in every later turn.
    if label.readers != Readers::Everyone {
        return Err("a project is made of what everybody may know, and this is not".to_owned());
    }
    let mut projects = world.get_mut::<Projects>(npc).ok_or("nobody is there")?;
    let done = match wish {
        ProjectWish::List => return Ok(String::new()),
        ProjectWish::Create { name, summary } => projects.create(&name, &summary, label, now),
        ProjectWish::Update { name, summary, note, done } => {
            let to = ProjectUpdate { summary, note, done };
            projects.update(name.as_deref(), to, &label, now)
        }
        ProjectWish::Swap { to, note } => projects.swap(&to, note, &label, now),
    };
    let (shown, label) =
        done.map(|it| (it.whole(), it.label.clone())).map_err(|refused| refused.to_string())?;
    saved::touch(world, npc);
    recall::absorb(world, npc, &label, Some(&shown));
    Ok(shown)
}

fn list(world: &mut World, npc: Entity) -> Result<String, String> {
    let projects = world.get::<Projects>(npc).cloned().unwrap_or_default();
    let mut labels = Vec::new();
    let lines = recall::with_readers(world, npc, |readers| {
        let all = projects.iter().filter(|it| readers.may_read(&it.label));
        let line = |it: &Project| {
            labels.push((it.label.clone(), it.summary.clone()));
            format!("{} ({}): {}", it.name, state(&projects, it), it.summary)
        };
        all.map(line).collect::<Vec<_>>()
    });
    for (label, summary) in labels {
        recall::absorb(world, npc, &label, Some(&summary));
    }
    if lines.is_empty() { Err("there are no projects".to_owned()) } else { Ok(lines.join("\n")) }
}

/// Returns the state of a project in a word.
#[must_use]
pub fn state(projects: &Projects, it: &Project) -> &'static str {
    if projects.active().is_some_and(|active| active.id == it.id) {
        "active"
    } else if it.done {
        "finished"
    } else {
        "put aside"
    }
}

/// Returns the active project with its notes, for a question of the character's own; what it comes from
/// becomes part of `label`.
pub(super) fn active(
    world: &World,
    npc: Entity,
    readers: &PromptFilter<'_>,
    label: &mut Label,
) -> Option<String> {
    let project = world.get::<Projects>(npc)?.active()?;
    let fits = readers.may_read(&project.label) && project.label.integrity >= Integrity::Author;
    fits.then(|| {
        label.absorb(&project.label);
        project.whole()
    })
}
