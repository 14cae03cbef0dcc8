//! Delegation: a mind asks another character on behalf of a visitor, and brings them the answer.
//!
//! The question goes from one to the other as a page would, unseen by anybody else. The helper thinks
//! about it before those who will hear the answer, with the tools of both, and at the visitor's cost; what
//! it would page is handed back, and the requester tells the visitor. A helper passes nothing on.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    id::CharacterId,
    index::{self, Index},
    label::Label,
    save::durability::Durability,
};
use world::{
    act::due::{self, Due},
    beings::{
        character::{Character, CharacterRef},
        name::Name,
        people,
    },
    witness::fact::Source,
};

use self::bring::bring;
use super::{ask::people as people_here, provenance};
use crate::{
    gate::{audience, rules::MOST_HOPS},
    llm::scene::{DelegationId, HelpAsked, HelpBrought, Stimulus, ThoughtOccasion},
    mind::{
        attention::{ATTENTION, Attention, RunQueue, Trigger},
        body::{self, Mind},
        delegations::{
            AGAIN, Delegation, DelegationDue, DelegationState, Delegations, DelegationsResumed,
            LONGEST_ANSWER, LONGEST_TASK, MOST_HANDED, NoAnswer, ON_ITS_WAY, saved::touch,
        },
        health::Health,
        sleep::is_asleep,
        thinking::{Thinking, TurnInput},
    },
    perceive::{
        classify::AttentionRule,
        request::VisitorRequest,
        stream::{Stream, StreamLine},
    },
    persona::delegation::{DelegationMode, HELPER_TOOLS, answers_help},
    record::{
        entry::{DelegationEvent, Recorded, RecordedDelegation},
        write,
    },
    tools::{self, DELEGATE, ToolUse, decode::shortened},
    turn::{Call, Record, StopReason, ToolClass},
};

mod bring;
mod shown;

pub(super) use bring::{begin_telling, on_visit};
pub(super) use shown::{completed, narrowed};

impl Due for DelegationDue {
    fn happen(self, world: &mut World) {
        look(world, self.mind, self.id);
    }
}

impl Due for DelegationsResumed {
    // Each is looked at by a timer of its own, and nothing of them is saved here.
    const DURABILITY: Durability = Durability::Soft;

    fn happen(self, world: &mut World) {
        let now = world.resource::<Clock>().now;
        let delegations = world.get_mut::<Delegations>(self.mind);
        for id in delegations.map(|it| it.into_inner().resume(now)).unwrap_or_default() {
            due::enter(world, now.after(ON_ITS_WAY), DelegationDue { mind: self.mind, id });
        }
    }
}

/// Returns the character whom a mind asks by this id or tag: the first by id that can be asked, or else the
/// first.
pub(super) fn helper(world: &World, npc: Entity, whom: &str) -> Option<(Entity, CharacterRef)> {
    let answers = |it: &Entity| {
        let mind = world.get::<Mind>(*it).map(|of| &of.persona);
        *it != npc && mind.is_some_and(|of| of.delegation.answers_to(&of.id, whom))
    };
    let all = world.resource::<Index<CharacterId>>().iter().map(|(_, it)| it);
    let all: Vec<Entity> = all.filter(answers).collect();
    let can = all.iter().find(|it| state_of(world, **it).is_ok());
    let it = *can.or(all.first())?;
    Some((it, reference(world, it)?))
}

fn reference(world: &World, it: Entity) -> Option<CharacterRef> {
    let id = world.get::<Character>(it)?.0.clone();
    Some(CharacterRef { id, name: world.get::<Name>(it)?.0.to_string() })
}

/// Returns whether a character can be asked by others now.
fn state_of(world: &World, helper: Entity) -> Result<(), NoAnswer> {
    let now = world.resource::<Clock>().now;
    let mind = world.get::<Mind>(helper).ok_or(NoAnswer::Gone)?;
    let is_silent = world.get::<Health>(helper).is_none_or(|it| it.is_silent(now));
    if is_silent || !mind.persona.attention.interaction {
        Err(NoAnswer::Unreachable)
    } else if is_asleep(world, helper) {
        Err(NoAnswer::Asleep)
    } else {
        Ok(())
    }
}

/// Returns whether a character can be asked for a visitor now.
fn can_be_asked(
    world: &World,
    helper: &CharacterId,
    asker: &CharacterId,
) -> Result<Entity, NoAnswer> {
    let entity = body::find(world, helper).ok_or(NoAnswer::Gone)?;
    state_of(world, entity)?;
    let is_ignored = index::find(world, asker).is_some_and(|it| people::ignores(world, it, helper));
    if is_ignored { Err(NoAnswer::Unreachable) } else { Ok(entity) }
}

/// Parses a call whose effect is a matter of delegation: one that asks another, and words in a thought
/// about a question that was passed on, which are handed back. None for any other call.
pub(super) fn prepare(world: &World, npc: Entity, call: &Call) -> Result<Option<ToolUse>, String> {
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    let Some(matter) = matter else { return Ok(None) };
    let stimulus = matter.stimulus.as_ref();
    if let Some(help) = stimulus.and_then(Stimulus::helping) {
        let row = stimulus.and_then(|it| row_of(world, &it.speaker, help.id));
        let is_open = |tool: &str| {
            let is_stated = tools::find(tool).is_some_and(|it| it.shown.is_stated());
            row.is_some_and(|it| it.tools.iter().any(|of| of == tool)) || is_stated
        };
        let tool = call.tool.as_str();
        if !HELPER_TOOLS.contains(&tool) || !answers_help(tool) && !is_open(tool) {
            return Err("that is not for a question that somebody passes on".to_owned());
        }
        let text = call.arguments.get("text").and_then(|it| it.as_str());
        let text = text.filter(|_| call.category == ToolClass::Terminal);
        return Ok(text.map(|it| ToolUse::HandBack(it.to_owned())));
    }
    if call.tool == DELEGATE
        && let Some(stimulus) = stimulus.filter(|it| it.is_put())
    {
        let to = call.arguments.get("to").and_then(|it| it.as_str()).unwrap_or_default();
        may_ask(world, npc, (stimulus, matter), to)?;
    }
    Ok(None)
}

/// Checks whether a mind may ask another for whoever its thought is about.
fn may_ask(
    world: &World,
    npc: Entity,
    (stimulus, matter): (&Stimulus, &TurnInput),
    whom: &str,
) -> Result<(), String> {
    let Some((_, helper)) = helper(world, npc, whom) else {
        return Err("there is nobody of that name to ask".to_owned());
    };
    let asker = index::find(world, &stimulus.speaker);
    let is_person = asker.is_some_and(|it| !people::is_assistant(world, it));
    if !is_person || matter.label.hops.saturating_add(2) >= MOST_HOPS {
        return Err("that has gone through enough mouths already".to_owned());
    }
    if !provenance::label(world, npc).readers.admit(&helper.id) {
        return Err("what is said in private stays there".to_owned());
    }
    let open = world.get::<Delegations>(npc);
    if open.is_some_and(|it| it.has_open(&helper.id, &stimulus.speaker)) {
        return Err(format!("{} is asked already", helper.name));
    }
    if open.is_none_or(Delegations::is_full) {
        return Err("there are enough questions on their way already".to_owned());
    }
    let can = can_be_asked(world, &helper.id, &stimulus.speaker);
    can.map(drop).map_err(|why| why.sentence(&helper.name))
}

/// Puts a question to another character for whoever the thought is about.
pub(super) fn ask(world: &mut World, npc: Entity, to: &str, task: &str) -> Result<String, String> {
    let nobody = || "nobody is there".to_owned();
    let now = world.resource::<Clock>().now;
    let (_, helper) = helper(world, npc, to).ok_or_else(nobody)?;
    let mode = world.get::<Mind>(npc).ok_or_else(nobody)?.persona.delegation.mode;
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref()).ok_or_else(nobody)?;
    let stimulus = matter.stimulus.as_ref().ok_or_else(nobody)?;
    let hearers = audience::audience(world, npc, Some(stimulus));
    let mut label = provenance::label(world, npc);
    let handed = match mode {
        DelegationMode::Orchestrator => Vec::new(),
        DelegationMode::Delegate => {
            let duties = world.get::<Mind>(npc).map(|it| it.persona.duties.clone());
            duties.into_iter().flatten().take(MOST_HANDED).collect()
        }
        DelegationMode::None => {
            let may_read =
                |of: &Label| of.readers.admit_all(&hearers) && of.readers.admit(&helper.id);
            talk(world, npc, matter, may_read)
                .iter()
                .map(|line| {
                    label.absorb(&line.label);
                    let who = line.who.as_ref().map_or("somebody", |(_, name)| name);
                    format!("{who}: {}", shortened(&line.words, LONGEST_TASK))
                })
                .collect()
        }
    };
    let new = Delegation {
        id: DelegationId::default(),
        state: DelegationState::Asked,
        asker: CharacterRef { id: stimulus.speaker.clone(), name: stimulus.name.clone() },
        task: shortened(task.trim(), LONGEST_TASK).into_owned(),
        mode,
        handed,
        answer: None,
        why: None,
        hearers,
        payer: matter.payer.clone(),
        tools: matter.brief.tools.iter().map(|it| it.name.clone().into_owned()).collect(),
        source: stimulus.source,
        channel: stimulus.channel.clone(),
        conversation: matter.conversation,
        since: now,
        tries: 0,
        helper,
        label,
    };
    let said = format!(
        "{} is asked; tell {} so, and end: the answer comes later",
        new.helper.name, new.asker.name
    );
    let id = world.get_mut::<Delegations>(npc).and_then(|mut it| it.add(new));
    let id = id.ok_or_else(|| "there are enough questions on their way already".to_owned())?;
    touch(world, npc);
    note(world, npc, id, DelegationEvent::Asked);
    due::enter(world, now.after(ON_ITS_WAY), DelegationDue { mind: npc, id });
    Ok(said)
}

/// Returns the last lines of the talk with the partner, oldest first, that may be handed over.
fn talk(
    world: &World,
    npc: Entity,
    matter: &TurnInput,
    may_read: impl Fn(&Label) -> bool,
) -> Vec<Arc<StreamLine>> {
    let stream = world.get::<Stream>(npc).zip(matter.conversation);
    let lines = stream.into_iter().flat_map(|(stream, of)| stream.transcript(of));
    let lines: Vec<_> = lines.filter(|it| may_read(&it.label)).cloned().collect();
    let from = lines.len().saturating_sub(MOST_HANDED);
    lines.get(from..).unwrap_or_default().to_vec()
}

fn note(world: &mut World, npc: Entity, id: DelegationId, event: DelegationEvent) {
    let row = world.get::<Delegations>(npc).and_then(|it| it.get(id)).cloned();
    let thought = super::base_of(world, npc).filter(|_| event == DelegationEvent::Asked);
    if let Some(row) = row {
        let what = Recorded::Delegation(RecordedDelegation::of(&row, event));
        write::write_down(world, npc, thought, &row.label, what);
    }
}

fn row_of<'w>(world: &'w World, by: &CharacterId, id: DelegationId) -> Option<&'w Delegation> {
    world.get::<Delegations>(body::find(world, by)?)?.get(id)
}

/// Does what is due for a delegation.
fn look(world: &mut World, npc: Entity, id: DelegationId) {
    let now = world.resource::<Clock>().now;
    let Some(row) = world.get::<Delegations>(npc).and_then(|it| it.get(id)).cloned() else {
        return;
    };
    match row.state {
        DelegationState::Asked if row.until() <= now => {
            fail(world, npc, id, NoAnswer::TimedOut);
        }
        DelegationState::Asked => hand_over(world, npc, &row, now),
        DelegationState::Answered if row.until() <= now => {
            note(world, npc, id, DelegationEvent::Dropped);
            close(world, npc, id);
        }
        DelegationState::Answered => bring(world, npc, id),
        DelegationState::Telling => {}
    }
}

/// Puts a question before its helper, if that one can be asked.
fn hand_over(world: &mut World, npc: Entity, row: &Delegation, now: WorldTime) {
    let helper = match can_be_asked(world, &row.helper.id, &row.asker.id) {
        Ok(it) => it,
        Err(why) => return fail(world, npc, row.id, why),
    };
    let Some(me) = reference(world, npc) else { return };
    let mut label = row.label.clone();
    label.hops = label.hops.saturating_add(1);
    let trigger = Trigger {
        stimulus: Stimulus {
            speaker: me.id.clone(),
            name: me.name,
            source: Source::Page,
            channel: None,
            words: row.task.clone(),
            occasion: ThoughtOccasion::Helping(HelpAsked {
                id: row.id,
                asker: row.asker.clone(),
                hearers: row.hearers.clone(),
            }),
            asked: true,
            aside: false,
        },
        label,
        rule: AttentionRule::Private,
        trust: 100,
        at: now,
        conversation: None,
        payer: row.payer.clone(),
        burden: 0,
    };
    let is_thought_about = is_about(world, helper, |it| {
        it.speaker == me.id && it.helping().is_some_and(|of| of.id == row.id)
    });
    let Some(mut attention) = world.get_mut::<Attention>(helper) else { return };
    let is_waiting = attention.has_delegated(&me.id, row.id);
    let has_room = attention.waiting.len() < ATTENTION;
    if has_room && !is_waiting && !is_thought_about {
        drop(attention.queue(trigger));
        run(world, helper, now);
    }
    let next = if has_room { row.until() } else { now.after(AGAIN).min(row.until()) };
    due::enter(world, next, DelegationDue { mind: npc, id: row.id });
}

fn is_about(world: &World, npc: Entity, is_such: impl Fn(&Stimulus) -> bool) -> bool {
    let Some(thinking) = world.get::<Thinking>(npc) else { return false };
    let parked = thinking.parked.as_ref().and_then(|it| it.matter.as_ref());
    let all = thinking.matter.iter().chain(parked);
    all.filter_map(|it| it.stimulus.as_ref()).any(is_such)
}

fn run(world: &mut World, npc: Entity, now: WorldTime) {
    world.resource_mut::<RunQueue>().0.insert(npc);
    world.resource_mut::<Clock>().wake_at(now);
}

/// Notes that there is no answer, and has the visitor told.
fn fail(world: &mut World, npc: Entity, id: DelegationId, why: NoAnswer) {
    let now = world.resource::<Clock>().now;
    let failed = world.get_mut::<Delegations>(npc).is_some_and(|mut it| it.fail(id, why, now));
    if failed {
        touch(world, npc);
        note(world, npc, id, DelegationEvent::Failed(why));
        bring(world, npc, id);
    }
}

/// Takes the answer of a helper, in a bounded form.
pub(super) fn hand_back(world: &mut World, helper: Entity, text: &str) -> Result<String, String> {
    let now = world.resource::<Clock>().now;
    let label = provenance::label(world, helper);
    let matter = world.get::<Thinking>(helper).and_then(|it| it.matter.as_ref());
    let stimulus = matter.and_then(|it| it.stimulus.as_ref());
    let asked = stimulus.and_then(|it| Some((it.speaker.clone(), it.helping()?.id)));
    let late = || "nobody waits for it any more".to_owned();
    let (by, id) = asked.ok_or_else(late)?;
    let npc = body::find(world, &by).ok_or_else(late)?;
    let answer = shortened(text.trim(), LONGEST_ANSWER).into_owned();
    let taken = world
        .get_mut::<Delegations>(npc)
        .is_some_and(|mut it| it.answer(id, (answer, &label), now));
    if !taken {
        return Err(late());
    }
    touch(world, npc);
    note(world, npc, id, DelegationEvent::Answered);
    bring(world, npc, id);
    Ok("handed back".to_owned())
}

/// Returns whether the thought in progress is about a question that another passes on.
pub(super) fn helps(world: &World, npc: Entity) -> bool {
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    matter.and_then(|it| it.stimulus.as_ref()).is_some_and(|it| it.helping().is_some())
}

/// Ends the part of a delegation that a thought was about.
pub(super) fn on_finished(world: &mut World, npc: Entity, record: &Record, stimulus: &Stimulus) {
    if let Some(help) = stimulus.helping()
        && let Some(by) = body::find(world, &stimulus.speaker)
    {
        let is_stopped = matches!(record.reason, StopReason::Cancelled | StopReason::EmergencyStop);
        let why = if is_stopped { NoAnswer::Unreachable } else { NoAnswer::Nothing };
        fail(world, by, help.id, why);
    }
    if stimulus.is_told() && world.get::<Delegations>(npc).is_some_and(|it| it.iter().count() > 0) {
        let me = world.get::<Name>(npc).map(|it| it.0.to_string()).unwrap_or_default();
        let request = VisitorRequest::<()>::read(&stimulus.words, &me, &|_| None);
        if request == Some(VisitorRequest::Withdraw) {
            give_up_where(world, npc, |it| it.asker.id == stimulus.speaker);
        }
    }
    let Some(HelpBrought { id, .. }) = stimulus.brought() else { return };
    if record.thought.spoken {
        note(world, npc, id, DelegationEvent::Told);
        return close(world, npc, id);
    }
    let now = world.resource::<Clock>().now;
    let again = world.get_mut::<Delegations>(npc).is_some_and(|mut it| it.put_off(id));
    touch(world, npc);
    if again {
        return due::enter(world, now.after(AGAIN), DelegationDue { mind: npc, id });
    }
    note(world, npc, id, DelegationEvent::Dropped);
    close(world, npc, id);
}

fn close(world: &mut World, npc: Entity, id: DelegationId) {
    if let Some(mut all) = world.get_mut::<Delegations>(npc) {
        all.close(id);
    }
    touch(world, npc);
}

/// Gives up the open questions of a mind that are such, with the thoughts about them. Returns whether there
/// were any.
pub fn give_up_where(
    world: &mut World,
    npc: Entity,
    is_such: impl Fn(&Delegation) -> bool,
) -> bool {
    let open = world.get::<Delegations>(npc).into_iter().flat_map(Delegations::iter);
    let open: Vec<Delegation> = open.filter(|it| is_such(it)).cloned().collect();
    for row in &open {
        note(world, npc, row.id, DelegationEvent::Dropped);
        close(world, npc, row.id);
        let Some(me) = world.get::<Character>(npc).map(|it| it.0.clone()) else { continue };
        let is_of = |it: &Stimulus| {
            it.brought().is_some_and(|of| of.id == row.id) && it.speaker == row.asker.id
                || it.speaker == me && it.helping().is_some_and(|of| of.id == row.id)
        };
        for mind in [Some(npc), body::find(world, &row.helper.id)].into_iter().flatten() {
            if let Some(mut attention) = world.get_mut::<Attention>(mind) {
                attention.waiting.retain(|it| !is_of(&it.stimulus));
            }
            super::give_up(world, mind, &|it| it.stimulus.as_ref().is_some_and(is_of));
        }
    }
    !open.is_empty()
}
