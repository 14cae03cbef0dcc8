//! Keeping notes.

use bevy_ecs::prelude::*;
use world::{
    beings::{character::Character, forgetting::Gone},
    engine::{clock::Clock, id::CharacterId},
    words::label::Label,
};

use super::{provenance, written};
use crate::{
    memory::{self, Note, NoteDraft, NoteKind},
    mind::{
        acquaintance::Acquaintances,
        notebook::{FRESH, Notebook},
        saved::{self, SaveNote},
        thinking::{Matter, Thinking},
    },
};

/// Keeps a fact about somebody in mind, in place of what was known of that kind.
pub(super) fn learn(
    world: &mut World,
    npc: Entity,
    about: &CharacterId,
    slot: String,
    value: String,
) {
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    // Whoever told it is all that stands behind it; what else the thought came by does not.
    let says = |matter: &&Matter| {
        matter.stimulus.as_ref().is_some_and(|stimulus| stimulus.words.contains(&value))
    };
    let label = matter.filter(says).map(|it| it.label.clone());
    let label = label.unwrap_or_else(|| provenance::label(world, npc));
    let Some(mut people) = world.get_mut::<Acquaintances>(npc) else { return };
    let words = format!("{slot}: {value}");
    people.meet(about).slots.insert(slot, (value, label.clone()));
    saved::touch_acquaintance(world, npc, about);
    written::noted(world, npc, &label, (None, Some(about.clone()), &words));
}

/// Keeps a note, if it is worth it.
pub(super) fn remember(
    world: &mut World,
    npc: Entity,
    content: &str,
    importance: u8,
    about: Option<CharacterId>,
    kind: NoteKind,
    label: Label,
) -> Result<String, String> {
    let gone = world.resource::<Gone>();
    if gone.iter().any(|id| label.names(id) || about.as_ref() == Some(id)) {
        return Err("whoever it is about or from is gone for good".to_owned());
    }
    let now = world.resource::<Clock>().now;
    let me = world.get::<Character>(npc).map(|it| it.0.clone()).ok_or("nobody is there")?;
    let mut notebook = world.get_mut::<Notebook>(npc).ok_or("there is no memory")?;
    let draft = NoteDraft {
        mind: me.clone(),
        content: content.to_owned(),
        about: about.into_iter().collect(),
        importance,
        kind,
        at: now,
        label,
    };
    let recent: Vec<Note> = notebook.fresh.iter().cloned().collect();
    memory::admit(&draft, &recent).map_err(|unfit| unfit.to_string())?;
    let note = draft.numbered(notebook.next);
    notebook.next += 1;
    if notebook.fresh.len() == FRESH {
        notebook.fresh.pop_front();
    }
    notebook.fresh.push_back(note.clone());
    let about = note.about.first().cloned();
    let (serial, words, label) = (note.serial, note.content.clone(), note.label.clone());
    world.write_message(SaveNote { mind: me, note });
    saved::touch_notebook(world, npc);
    written::noted(world, npc, &label, (Some(serial), about, &words));
    Ok("remembered".to_owned())
}
