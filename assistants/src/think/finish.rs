//! The end of a thought: what is remembered of it, and what comes next.

use bevy_ecs::prelude::*;
use world::{
    character::Character,
    clock::Clock,
    id::CharacterId,
    label::{Label, Readers},
};

use super::{Withdraw, act};
use crate::{
    assistant::{
        Acquaintances, Asking, Attention, FRESH, Health, Matter, Mind, Notebook, Ready, Thinking,
    },
    llm::Ticket,
    memory::{self, Note, NoteDraft, NoteKind},
    save::{self, SaveMind},
    trace::Trace,
    turn::{Record, StopReason},
};

/// Errors in a row after which a mind rests.
const MOST_ERRORS: u8 = 5;
/// How long it rests.
const REST: std::time::Duration = std::time::Duration::from_secs(300);

/// Ends a thought.
pub(super) fn finish(world: &mut World, it: Entity, record: &Record) {
    let now = world.resource::<Clock>().now;
    let matter = world.get_mut::<Thinking>(it).and_then(|mut it| it.matter.take());
    let ids = record.thought.base..record.thought.base + record.thought.used;
    let open: Vec<Ticket> = world
        .resource::<Asking>()
        .0
        .range(Ticket(ids.start)..Ticket(ids.end))
        .map(|(it, _)| *it)
        .collect();
    for ticket in open {
        world.resource_mut::<Asking>().0.remove(&ticket);
        world.write_message(Withdraw(ticket));
    }
    if let Some(mut trace) = world.get_mut::<Trace>(it) {
        let took = matter.as_ref().map_or(0, |it| now.since(it.since).as_millis());
        trace.note(format!(
            "ends: {}{} after {} of {} questions, {} calls succeeded, {took} ms",
            record.reason.name(),
            record
                .thought
                .failure
                .map(|it| format!(" (the model's own: {})", it.name()))
                .unwrap_or_default(),
            record.iterations,
            record.max_iterations,
            record.success_count,
        ));
    }
    health(world, it, record);
    if let Some(matter) = matter {
        close(world, it, record, &matter);
    }
    if world.get::<Attention>(it).is_some_and(|it| !it.0.is_empty()) {
        world.resource_mut::<Ready>().0.insert(it);
        world.resource_mut::<Clock>().wake_at(now);
    }
}

fn health(world: &mut World, it: Entity, record: &Record) {
    let now = world.resource::<Clock>().now;
    let failed = [Some(record.reason), record.thought.failure].into_iter().flatten().any(|it| {
        matches!(it, StopReason::LlmError | StopReason::ParseError | StopReason::Expired)
    });
    let Some(mut health) = world.get_mut::<Health>(it) else { return };
    let resting = health.rests_until.is_some_and(|until| until > now);
    if resting {
        return;
    }
    let trial = health.rests_until.take().is_some();
    health.errors = if failed { health.errors.saturating_add(1) } else { 0 };
    if failed && (trial || health.errors >= MOST_ERRORS) {
        health.rests_until = Some(now.after(REST));
        health.errors = 0;
        tracing::warn!(mind = ?it, "too many errors in a row: the script answers for a while");
    }
}

/// Remembers the conversation.
fn close(world: &mut World, it: Entity, record: &Record, matter: &Matter) {
    let Some(stimulus) = &matter.stimulus else { return };
    let now = world.resource::<Clock>().now;
    let spoke = record.reason == StopReason::TerminalTool;
    if let Some(mut people) = world.get_mut::<Acquaintances>(it)
        && spoke
        && !stimulus.words.is_empty()
    {
        let known = people.meet(&stimulus.speaker);
        known.talks = known.talks.saturating_add(1);
        known.last = now;
    }
    let Some(me) = world.get::<Mind>(it).map(|it| it.persona.body.name.clone()) else { return };
    let answer = record
        .thought
        .exchanges
        .iter()
        .rev()
        .flat_map(|it| &it.calls)
        .find_map(|it| it.arguments.get("text").and_then(|it| it.as_str()).map(str::to_owned));
    if let (true, false, Some(answer)) = (spoke, stimulus.words.is_empty(), answer) {
        let clip = |text: &str| text.chars().take(160).collect::<String>();
        let content = format!(
            "{} said \"{}\"; {me} answered \"{}\".",
            stimulus.name,
            clip(&stimulus.words),
            clip(&answer)
        );
        let label = conversation_label(world, it, matter);
        let about = Some(stimulus.speaker.clone());
        if let Err(why) = remember(world, it, &content, 3, about, NoteKind::Episode, label) {
            tracing::debug!(why, "an episode was not kept");
        }
    }
    save::save(world, it);
}

/// Who may know of a conversation: those who may know what was said to it and
/// what it said.
fn conversation_label(world: &World, it: Entity, matter: &Matter) -> Label {
    let audience = matter.audience.clone().unwrap_or(Readers::Everyone);
    let private = matter.label.readers != Readers::Everyone;
    let label = act::own(world, it, matter);
    if private { label.kept_to(&audience) } else { label }
}

/// Keeps a note, if it is worth it.
pub(super) fn remember(
    world: &mut World,
    it: Entity,
    content: &str,
    importance: u8,
    about: Option<CharacterId>,
    kind: NoteKind,
    label: Label,
) -> Result<String, String> {
    let now = world.resource::<Clock>().now;
    let me = world.get::<Character>(it).map(|it| it.0.clone()).ok_or("nobody is there")?;
    let mut notebook = world.get_mut::<Notebook>(it).ok_or("there is no memory")?;
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
    world.write_message(SaveMind::Note(me, note));
    save::save(world, it);
    Ok("remembered".to_owned())
}
