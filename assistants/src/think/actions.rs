//! Long actions: an order or a time capsule is a chain of turns, each of which carries out one step.
//! Between two turns everybody else is served.

use std::time::Duration;

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    index,
    save::durability::Durability,
};
use text::styled::{Style, Text};
use world::{
    act::due,
    act::due::Due,
    beings::{character::Character, name::Name},
    witness::{fact::Source, narrator::tell_one},
};

use super::provenance;
use crate::{
    gate::budget::Payer,
    llm::scene::{ActionId, Stimulus, TaskScene, ThoughtOccasion},
    mind::{
        actions::{
            ActionDue, ActionEnd, ActionKind, ActionState, ActionTurn, ActionUse, ActionsResumed,
            LongAction, LongActions, NEXT_TURN, log_line, saved,
        },
        attention::{Attention, RunQueue, Trigger},
        health::Health,
        thinking::{Thinking, TurnInput},
    },
    perceive::classify::AttentionRule,
    record::{
        entry::{Recorded, RecordedAction},
        write,
    },
    turn::{
        Call, Exchange, Record, StopReason, ToolClass,
        assess::ASSESS,
        brief::Brief,
        is_ack_only,
        plan::{PLAN, TaskPlan},
    },
};

/// Time for which the next turn of an action yields to those who wait, at a time.
const YIELD: Duration = Duration::from_secs(2);

/// Time after which the next turn of an action yields to nobody any more.
const YIELDS_FOR: Duration = Duration::from_secs(30);

/// Name of the tool by which a script tells whoever gave an order what came of it.
const REPORT: &str = "page";

impl Due for ActionDue {
    fn happen(self, world: &mut World) {
        let now = world.resource::<Clock>().now;
        let Some(actions) = world.get::<LongActions>(self.mind) else { return };
        let next = actions.next_due(now).map(|it| (it.due, trigger(it, now)));
        let Some((since, trigger)) = next else { return };
        if let Some(until) = world.get::<Health>(self.mind).and_then(|it| it.pause(now)) {
            return due::enter(world, until, self);
        }
        if world.get::<Health>(self.mind).is_some_and(|it| it.stopped) {
            return end_all(world, self.mind, ActionEnd::Stopped);
        }
        let is_idle = world.get::<Thinking>(self.mind).is_some_and(Thinking::is_idle);
        let waits = world.get::<Attention>(self.mind).is_some_and(|it| !it.waiting.is_empty());
        if (!is_idle || waits) && now.since(since) < YIELDS_FOR {
            return due::enter(world, now.after(YIELD), self);
        }
        queue(world, self.mind, trigger);
    }
}

impl Due for ActionsResumed {
    // They are done in turns of their own, and nothing of them is saved here.
    const DURABILITY: Durability = Durability::Soft;

    fn happen(self, world: &mut World) {
        let soon = world.resource::<Clock>().now.after(NEXT_TURN);
        let actions = world.get_mut::<LongActions>(self.mind);
        for due in actions.map(|it| it.into_inner().put_off_all(soon)).unwrap_or_default() {
            due::enter(world, due, ActionDue { mind: self.mind });
        }
    }
}

/// Queues the next turn of an action before everything but earlier orders.
fn queue(world: &mut World, npc: Entity, trigger: Trigger) {
    if let Some(mut attention) = world.get_mut::<Attention>(npc) {
        // The timer of another action may have found this one due as well.
        let id = trigger.stimulus.action();
        if !attention.waiting.iter().any(|it| it.stimulus.action() == id) {
            attention.order(trigger);
        }
    }
    world.resource_mut::<RunQueue>().0.insert(npc);
    let now = world.resource::<Clock>().now;
    world.resource_mut::<Clock>().wake_at(now);
}

/// Starts an action that was just added: its first turn is the next thing that the mind thinks about.
pub fn start(world: &mut World, npc: Entity, id: ActionId) {
    let now = world.resource::<Clock>().now;
    let action = world.get::<LongActions>(npc).and_then(|it| it.get(id));
    let Some(trigger) = action.map(|it| trigger(it, now)) else { return };
    saved::touch(world, npc);
    queue(world, npc, trigger);
}

fn trigger(action: &LongAction, now: WorldTime) -> Trigger {
    let occasion = match action.kind {
        ActionKind::Order => ThoughtOccasion::Order(action.id),
        ActionKind::Capsule => ThoughtOccasion::Capsule(action.id),
    };
    Trigger {
        stimulus: Stimulus {
            speaker: action.by.id.clone(),
            name: action.by.name.clone(),
            source: Source::Page,
            channel: None,
            words: action.task.clone(),
            occasion,
            asked: action.kind == ActionKind::Order,
            aside: false,
        },
        label: action.label.clone(),
        rule: AttentionRule::Addressed,
        trust: 100,
        at: now,
        conversation: None,
        payer: Payer::default(),
        burden: 0,
    }
}

/// Begins a turn of the action that a trigger carries on, if it does. Returns whether it may go on.
pub(super) fn begin_turn(
    world: &mut World,
    npc: Entity,
    trigger: &Trigger,
    now: WorldTime,
) -> bool {
    let Some(id) = trigger.stimulus.action() else { return true };
    let begun = world.get_mut::<LongActions>(npc).is_some_and(|mut it| it.begin_turn(id, now));
    saved::touch(world, npc);
    if !begun {
        tell_end(world, npc, id);
    }
    begun
}

/// Returns the plan of the action that a trigger carries on.
pub(super) fn plan(world: &World, npc: Entity, trigger: &Trigger) -> Option<TaskPlan> {
    let action = world.get::<LongActions>(npc)?.get(trigger.stimulus.action()?)?;
    action.plan.clone()
}

/// Returns the task that a thought carries on, as far as it has come, with the plan that the thought
/// has made meanwhile.
pub(super) fn scene(world: &World, npc: Entity, now: WorldTime) -> Option<TaskScene> {
    let thinking = world.get::<Thinking>(npc)?;
    let id = thinking.matter.as_ref()?.stimulus.as_ref()?.action()?;
    let action = world.get::<LongActions>(npc)?.get(id)?;
    let plan = thinking.turn.thought().and_then(|it| it.plan.clone());
    Some(TaskScene { plan, ..action.scene(now) })
}

/// Notes, before a call is made that others may notice, that it is made: after a stop of the server it
/// is not made again.
pub(super) fn begin_act(world: &mut World, npc: Entity) {
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    let id = matter.and_then(|it| it.stimulus.as_ref()?.action());
    let Some(id) = id else { return };
    if world.get_mut::<LongActions>(npc).is_some_and(|mut it| it.begin_act(id)) {
        saved::touch(world, npc);
    }
}

/// Puts an action off whose turn is given up for something else.
pub(super) fn put_off(world: &mut World, npc: Entity, id: ActionId) {
    let now = world.resource::<Clock>().now;
    if let Some(mut actions) = world.get_mut::<LongActions>(npc) {
        actions.put_off(id, now.after(YIELD));
        saved::touch(world, npc);
        due::enter(world, now.after(YIELD), ActionDue { mind: npc });
    }
}

/// Ends the turn of the action that a thought carried on.
pub(super) fn on_finished(world: &mut World, npc: Entity, record: &Record, matter: &TurnInput) {
    let id = matter.stimulus.as_ref().and_then(Stimulus::action);
    let open = |it: &&LongAction| it.state == ActionState::Running;
    let runs = |id| world.get::<LongActions>(npc)?.get(id).filter(open).map(|_| id);
    let Some(id) = id.and_then(runs) else { return };
    let now = world.resource::<Clock>().now;
    let label = provenance::own(world, npc, matter);
    let turn = outcome(record, &matter.brief, |call, success| {
        let words = ["text", "args", "query", "target"];
        let words = words.iter().find_map(|it| call.arguments.get(*it)?.as_str());
        log_line(&call.tool, words.unwrap_or_default(), success, &label)
    });
    let Some(mut actions) = world.get_mut::<LongActions>(npc) else { return };
    let next = actions.end_turn(id, turn, now);
    saved::touch(world, npc);
    write_down(world, npc, id, Some(record.thought.base));
    match next {
        Some(wait) => {
            due::enter(world, now.after(wait), ActionDue { mind: npc });
            tell_on(world, npc, id);
        }
        None => tell_end(world, npc, id),
    }
}

/// Records the end of a turn of an action, or of the action itself.
fn write_down(world: &mut World, npc: Entity, id: ActionId, thought: Option<u64>) {
    let Some(it) = world.get::<LongActions>(npc).and_then(|it| it.get(id)) else { return };
    let (label, what) = (it.label.clone(), Recorded::Action(RecordedAction::of(it)));
    write::write_down(world, npc, thought, &label, what);
}

/// Returns the outcome of a turn of an action.
fn outcome(record: &Record, brief: &Brief, line: impl Fn(&Call, bool) -> String) -> ActionTurn {
    let prepares = |it: &Call| it.tool == PLAN || it.tool == ASSESS;
    let all = record.thought.exchanges.iter();
    let calls = all.flat_map(|Exchange { calls, results, .. }| calls.iter().zip(results));
    let calls: Vec<_> = calls.filter(|(call, _)| !prepares(call)).collect();
    let is_reply = |it: &Call| it.category == ToolClass::Terminal && !it.elsewhere;
    let is_act = |it: &Call| {
        matches!(it.category, ToolClass::Dangerous | ToolClass::Terminal) && !is_reply(it)
    };
    let counts = |it: &Call| it.category != ToolClass::Silence && !is_note(it);
    // A script that only answers had nothing that it could do.
    let only_tells = |it: &Call| it.authored && it.tool == REPORT;
    let success = calls.iter().any(|(it, done)| done.success && counts(it) && !only_tells(it));
    let is_lost = matches!(record.reason, StopReason::Cancelled | StopReason::EmergencyStop);
    let is_unmet = !record.thought.fallback && is_ack_only(&record.thought, brief);
    let last = calls.iter().rev().find(|(call, _)| is_act(call));
    let messages =
        calls.iter().filter(|(it, done)| done.success && it.category == ToolClass::Terminal);
    let usage = record.thought.usage;
    ActionTurn {
        used: ActionUse {
            steps: u16::from(record.iterations),
            messages: u16::try_from(messages.count()).unwrap_or(u16::MAX),
            tokens: u64::from(usage.prompt) + u64::from(usage.completion),
        },
        plan: record.thought.plan.clone(),
        success: success && !is_lost && !is_unmet,
        failed: is_lost || is_unmet || last.is_some_and(|(_, done)| !done.success),
        log: calls
            .iter()
            .filter(|(it, _)| counts(it))
            .map(|(it, done)| line(it, done.success))
            .collect(),
    }
}

fn is_note(call: &Call) -> bool {
    call.category == ToolClass::AsyncRequired && call.aside
}

/// Tells whoever asked for an action, once, that it goes on.
fn tell_on(world: &mut World, npc: Entity, id: ActionId) {
    let is_new = world.get_mut::<LongActions>(npc).is_some_and(|mut it| it.tell_once(id));
    let Some(action) = world.get::<LongActions>(npc).and_then(|it| it.get(id)) else { return };
    if !is_new {
        return;
    }
    let by = action.by.id.clone();
    let what = match action.kind {
        ActionKind::Order => "goes on with your order",
        ActionKind::Capsule => "goes on with the time capsule",
    };
    let name = world.get::<Character>(npc).map(|it| it.0.to_string()).unwrap_or_default();
    let words = format!(
        " {what}: {}. To see how far it is: @npc actions {name}. To end it: cancel {name}",
        action.progress()
    );
    show(world, npc, &by, &words);
}

/// Tells whoever asked for an action why it ended without being completed, and of a time capsule also
/// that it was; of an order the character tells itself.
fn tell_end(world: &mut World, npc: Entity, id: ActionId) {
    let Some(action) = world.get::<LongActions>(npc).and_then(|it| it.get(id)) else { return };
    let is_told = action.kind == ActionKind::Order
        && matches!(action.end, None | Some(ActionEnd::DidNotWork | ActionEnd::Cancelled));
    if is_told {
        return;
    }
    let what = match action.kind {
        ActionKind::Order => "your order",
        ActionKind::Capsule => "the time capsule",
    };
    let used = action.used;
    let cost = format!("{}, {} messages, {} tokens", action.progress(), used.messages, used.tokens);
    let words = match action.end {
        Some(end) => format!(" gave up {what}: {}; {cost}.", end.words()),
        None => format!(" is done with {what}: {cost}."),
    };
    let by = action.by.id.clone();
    show(world, npc, &by, &words);
}

/// Shows whoever asked for an action a line about it, if they play.
fn show(world: &mut World, npc: Entity, by: &engine::id::CharacterId, words: &str) {
    let Some(whom) = index::find(world, by) else { return };
    let name = world.get::<Name>(npc).map(|it| it.0.clone()).unwrap_or_default();
    let mut text = Text::styled(Style::Person, &*name);
    text.push(Style::Quiet, words);
    tell_one(world, whom, text);
}

/// Ends an action that is not over. Returns whether there was one.
pub fn cancel(world: &mut World, npc: Entity, id: ActionId, end: ActionEnd) -> bool {
    let ended = world
        .get_mut::<LongActions>(npc)
        .is_some_and(|mut it| it.end(id, ActionState::Cancelled, end));
    if !ended {
        return false;
    }
    saved::touch(world, npc);
    write_down(world, npc, id, None);
    if let Some(mut attention) = world.get_mut::<Attention>(npc) {
        attention.waiting.retain(|of| of.stimulus.action() != Some(id));
    }
    super::give_up(world, npc, &|of| of.stimulus.as_ref().and_then(Stimulus::action) == Some(id));
    true
}

/// Ends all actions of a mind that are not over.
pub fn end_all(world: &mut World, npc: Entity, end: ActionEnd) {
    let open = world.get::<LongActions>(npc).into_iter().flat_map(LongActions::open);
    let open: Vec<ActionId> = open.map(|it| it.id).collect();
    for id in open {
        if cancel(world, npc, id, end) {
            tell_end(world, npc, id);
        }
    }
}
