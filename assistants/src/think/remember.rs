//! Keeping notes.

use bevy_ecs::prelude::*;
use engine::{clock::Clock, foreign::ForeignText, id::CharacterId, index, label::Label};
use world::beings::{
    character::{Character, SpeakerKind},
    forgetting::Gone,
    people,
};

use super::{base_of, claims, provenance};
use crate::{
    memory::{self, Note, NoteDraft, NoteKind},
    mind::{
        acquaintance::Acquaintances,
        body::Mind,
        bounds::MindBounds,
        notebook::Notebook,
        reflection,
        saved::{self, SaveNote},
        thinking::{Thinking, TurnInput},
    },
    perceive::{classify::Finding, reading::ToldFact, told::told},
    record::{entry::Recorded, write},
};

/// Keeps a fact about somebody in mind, in place of what was known of that kind.
///
/// # Errors
/// Why it is not kept, for the model that wants it.
pub(super) fn learn(
    world: &mut World,
    npc: Entity,
    about: &CharacterId,
    slot: String,
    value: String,
) -> Result<(), String> {
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    // Whoever told it is all that stands behind it; what else the thought came by does not.
    let says = |matter: &&TurnInput| {
        matter.stimulus.as_ref().is_some_and(|stimulus| stimulus.words.contains(&value))
    };
    let label = matter.filter(says).map(|it| it.label.clone());
    let label = label.unwrap_or_else(|| provenance::label(world, npc));
    let persona = world.get::<Mind>(npc).map(|it| it.persona.clone()).ok_or("there is no mind")?;
    let mut people = world.get_mut::<Acquaintances>(npc).ok_or("there is nobody that you know")?;
    let words = format!("{slot}: {value}");
    let me = persona.own_names();
    people.meet(about).learn(slot, value, label.clone(), &me).map_err(|unfit| unfit.to_string())?;
    saved::touch_acquaintance(world, npc, about);
    let words = ForeignText::new(&words);
    let what = Recorded::Noted { serial: None, about: Some(about.clone()), words, journal: false };
    write::write_down(world, npc, base_of(world, npc), &label, what);
    Ok(())
}

/// Keeps the facts that the line of a thought tells about its speaker, and drops those that it
/// takes back. Words that were not meant for the character tell it nothing.
pub(super) fn learn_told(world: &mut World, npc: Entity) {
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    let Some((stimulus, label)) = matter.and_then(|it| Some((it.stimulus.as_ref()?, &it.label)))
    else {
        return;
    };
    if !stimulus.is_told() || !is_person(world, &stimulus.speaker) {
        return;
    }
    let told = told(&stimulus.words);
    let (about, readers) = (stimulus.speaker.clone(), label.readers.clone());
    let Some(mind) = world.get::<Mind>(npc) else { return };
    let known = mind.persona.script.slots.clone();
    for (slot, _) in &told.withdrawn {
        let people = world.get_mut::<Acquaintances>(npc);
        let dropped = people.is_some_and(|mut it| it.meet(&about).withdraw(slot, &readers));
        if dropped {
            saved::touch_acquaintance(world, npc, &about);
        }
    }
    for ToldFact { slot, value } in told.facts.into_iter().filter(|it| known.contains_key(&it.slot))
    {
        // Nobody likes what they do not like.
        let opposite = match slot.as_str() {
            "likes" => Some("dislikes"),
            "dislikes" => Some("likes"),
            _ => None,
        };
        let same = |it: &&(String, Label)| it.0.eq_ignore_ascii_case(&value);
        if let (Some(opposite), Some(mut people)) = (opposite, world.get_mut::<Acquaintances>(npc))
        {
            let known = people.meet(&about);
            let is_same =
                known.slots.get(opposite).and_then(|it| it.of(&readers)).filter(same).is_some();
            if is_same {
                known.withdraw(opposite, &readers);
            }
        }
        if let Err(why) = learn(world, npc, &about, slot, value) {
            tracing::debug!(why, "what was told is not kept");
        }
    }
}

fn is_person(world: &World, id: &CharacterId) -> bool {
    let who = index::find(world, id).and_then(|it| people::who(world, it));
    who.is_some_and(|it| it.kind != SpeakerKind::Assistant)
}

/// Note to be written.
pub(super) struct ToNote {
    pub(super) content: String,
    /// Importance, 1 to 10.
    pub(super) importance: u8,
    pub(super) about: Option<CharacterId>,
    pub(super) kind: NoteKind,
    pub(super) label: Label,
    /// Character from whose words the note comes.
    pub(super) source: Option<CharacterId>,
    /// The conversation that it is of, by the number of the first note of it.
    pub(super) conversation: Option<u64>,
    /// True if a model wrote the note.
    pub(super) concluded: bool,
}

/// Keeps a note, if it is worth it; `replaces` is the number of one that it corrects, if that came to
/// mind in this thought. Only whoever said something takes it back, and only before all who may know
/// it: what somebody else said stays beside it.
pub(super) fn remember(
    world: &mut World,
    npc: Entity,
    new: ToNote,
    replaces: Option<u64>,
) -> Result<String, String> {
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    // What was said stays said.
    let is = |it: &&Note, number| it.serial == number && it.kind != NoteKind::Line;
    let numbered = |notes: &[Note], number| notes.iter().find(|it| is(it, number)).cloned();
    let old = matter.zip(replaces).and_then(|(it, number)| numbered(&it.memories, number));
    if replaces.is_some() && old.is_none() {
        return Err("there is no memory of that number among those that came to mind".to_owned());
    }
    let corrects =
        |old: &Note| old.source == new.source && new.label.readers.admit_all(&old.label.readers);
    let old = old.filter(corrects);
    let is_gone = |id: &CharacterId| {
        new.label.names(id) || new.about.as_ref() == Some(id) || new.source.as_ref() == Some(id)
    };
    if world.resource::<Gone>().iter().any(is_gone) {
        return Err("whoever it is about or from is gone for good".to_owned());
    }
    let new = seen_or_heard(world, npc, new)?;
    let me = world.get::<Character>(npc).map(|it| it.0.clone()).ok_or("nobody is there")?;
    let said_by = new.source.as_ref().filter(|_| new.kind != NoteKind::Episode);
    let trust = said_by.map(|it| claims::trust(world, npc, it, &new.label.readers));
    let draft = NoteDraft {
        mind: me.clone(),
        content: new.content,
        about: new.about.into_iter().collect(),
        importance: new.importance,
        kind: new.kind,
        at: world.resource::<Clock>().now,
        label: new.label,
        source: new.source,
        trust,
        speaker: None,
        conversation: new.conversation,
        concluded: new.concluded,
        evidence: Vec::new(),
        supersedes: old.as_ref().map(|it| it.serial),
    };
    let stays = replaces.is_some() && old.is_none();
    keep(world, npc, draft, old)?;
    let stays =
        if stays { "; the other stays beside it, because somebody else said it" } else { "" };
    Ok(format!("remembered{stays}"))
}

/// Notes what was drafted, if it is worth it, in place of `old` notes.
pub(super) fn keep(
    world: &mut World,
    npc: Entity,
    draft: NoteDraft,
    old: impl IntoIterator<Item = Note>,
) -> Result<(), String> {
    let me = draft.mind.clone();
    let bounds = *world.resource::<MindBounds>();
    let persona = world.get::<Mind>(npc).map(|it| it.persona.clone()).ok_or("there is no mind")?;
    let mut notebook = world.get_mut::<Notebook>(npc).ok_or("there is no memory")?;
    let recent: &[Note] = notebook.fresh.make_contiguous();
    memory::admit(&draft, recent, &persona.own_names()).map_err(|unfit| unfit.to_string())?;
    let number = notebook.number();
    let note = draft.numbered(number);
    // What was corrected stays, and is never told any more.
    let corrected = old.into_iter().map(|it| Note { superseded_by: Some(note.serial), ..it });
    let corrected: Vec<Note> = corrected.collect();
    for kept in corrected.iter().chain([&note]) {
        notebook.keep(kept.clone(), bounds);
    }
    if let Some(mut thinking) = world.get_mut::<Thinking>(npc)
        && let Some(matter) = thinking.matter.as_mut()
    {
        matter.memories.retain(|it| !corrected.iter().any(|of| of.serial == it.serial));
    }
    let about = note.about.first().cloned();
    let (words, label) = (ForeignText::new(&note.content), note.label.clone());
    let journal = note.kind == NoteKind::Journal;
    let what = Recorded::Noted { serial: Some(note.serial), about, words, journal };
    reflection::count(world, npc, &note);
    for note in corrected.into_iter().chain([note]) {
        world.write_message(SaveNote { mind: me.clone(), note });
    }
    saved::touch_notebook(world, npc);
    write::write_down(world, npc, base_of(world, npc), &label, what);
    Ok(())
}

/// Replaces hearsay about a deed that the mind saw itself: it is noted as it was seen, and what was seen to
/// be otherwise is not noted at all.
fn seen_or_heard(world: &World, npc: Entity, new: ToNote) -> Result<ToNote, String> {
    let Some(source) = new.source.as_ref().filter(|_| new.kind == NoteKind::Hearsay) else {
        return Ok(new);
    };
    let name = claims::name_of(world, source).unwrap_or_default();
    let Some((finding, deed)) = claims::found(world, npc, (source, &name), &new.content) else {
        return Ok(new);
    };
    match finding {
        Finding::Corroborated => Ok(ToNote {
            content: format!("{} {}.", deed.name, deed.did),
            about: Some(deed.who),
            kind: NoteKind::Fact,
            // That it was asked about is known to the readers of the asking alone.
            label: deed.label.kept_to(&new.label.readers),
            source: None,
            concluded: false,
            ..new
        }),
        Finding::Contradicted | Finding::Flagged => {
            let now = world.resource::<Clock>().now;
            Err(format!("you saw it otherwise: {}", deed.in_words(now)))
        }
    }
}
