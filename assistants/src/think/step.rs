//! Step of a thought: its state machine takes an input, an effect comes out of it and is carried out, and
//! both leave their entries in the record.

use bevy_ecs::prelude::*;

use super::{
    act, ask, current::CurrentThought, effect::ReadyEffect, finish, input::ThoughtInput, pay,
    recall, recording, remember,
};
use crate::{
    llm::{
        ChatReply, Ticket,
        scripted::{self, Plan},
    },
    mind::{learned::ExamplesLearned, talk_state::TalkState},
    tools::decode::{DecodeRules, decode},
    turn::{Effect, Planned, StandIn, is_ack_only, step},
};

/// Moves a thought on as far as it goes without waiting.
pub(super) fn advance(world: &mut World, npc: Entity, input: ThoughtInput) {
    let mut current = CurrentThought { world, npc };
    let mut next = Some(input);
    while let Some(input) = next.take() {
        next = take(&mut current, input);
    }
}

/// Takes one step of a thought; what comes of it at once is the next input.
fn take(current: &mut CurrentThought<'_>, input: ThoughtInput) -> Option<ThoughtInput> {
    recording::of_input(current, &input);
    heed(current, &input);
    let thinking = current.thinking_mut()?;
    let brief = thinking.matter.as_ref().map(|it| it.brief.clone()).unwrap_or_default();
    match step(std::mem::take(&mut thinking.turn), input.into_event(), &brief) {
        Ok((turn, effect)) => {
            thinking.turn = turn;
            let effect = prepare(current, effect);
            recording::of_effect(current, &effect);
            carry_out(current, effect)
        }
        Err(unexpected) => {
            tracing::debug!("an event came too late");
            thinking.turn = unexpected.turn;
            None
        }
    }
}

/// Changes what an input changes besides the state machine, before that goes on.
fn heed(current: &mut CurrentThought<'_>, input: &ThoughtInput) {
    match input {
        ThoughtInput::Begin(_) => remember::learn_told(current.world, current.npc),
        ThoughtInput::ToolFinished(it) => act::settle(current, it),
        ThoughtInput::Recalled { .. }
        | ThoughtInput::Planned { .. }
        | ThoughtInput::Scripted { .. }
        | ThoughtInput::Replied { .. }
        | ThoughtInput::Failed { .. }
        | ThoughtInput::PassedOn { .. }
        | ThoughtInput::Withheld
        | ThoughtInput::Expired
        | ThoughtInput::Cancelled
        | ThoughtInput::EmergencyStop => {}
    }
}

/// Decides what the record keeps of an effect. What a thought leads to by its end still belongs to
/// it, so it is closed here.
fn prepare(current: &mut CurrentThought<'_>, effect: Effect) -> ReadyEffect {
    match effect {
        Effect::Recall(ticket) => ReadyEffect::Recall(ticket),
        Effect::Plan(ticket) => ReadyEffect::Plan(ticket),
        Effect::CallModel(ticket) => {
            let question = ask::question(current, ticket);
            ReadyEffect::CallModel(ticket, question.map(|it| it.map(Box::new)))
        }
        Effect::CallScript(ticket) => ReadyEffect::CallScript(ticket),
        Effect::RunTool(id, call) => {
            let judged = act::judge_call(current, &call);
            ReadyEffect::RunTool(id, call, Box::new(judged))
        }
        Effect::Finish(record) => {
            let since = finish::close(current.world, current.npc, &record);
            ReadyEffect::Finish(record, since)
        }
    }
}

/// Carries an effect out; what comes of it at once is the next input.
fn carry_out(current: &mut CurrentThought<'_>, effect: ReadyEffect) -> Option<ThoughtInput> {
    match effect {
        ReadyEffect::Recall(ticket) => {
            recall::about_the_matter(current, ticket);
            None
        }
        ReadyEffect::Plan(ticket) => {
            Some(planned(current, ticket).unwrap_or(ThoughtInput::Withheld))
        }
        ReadyEffect::CallModel(ticket, question) => match question {
            Some(Ok(question)) => {
                ask::send(current, *question);
                None
            }
            Some(Err(over)) => Some(pay::unasked(current.world, ticket, over)),
            None => Some(ThoughtInput::Withheld),
        },
        ReadyEffect::CallScript(ticket) => {
            Some(scripted(current, ticket).unwrap_or(ThoughtInput::Withheld))
        }
        ReadyEffect::RunTool(id, call, judged) => act::run_tool(current, id, call, *judged),
        ReadyEffect::Finish(..) => {
            finish::look_for_more(current.world, current.npc);
            None
        }
    }
}

/// Lets the script answer; none when the answer is not for all who would hear it.
fn scripted(current: &mut CurrentThought<'_>, ticket: Ticket) -> Option<ThoughtInput> {
    let scene = ask::scene(current)?;
    let thinking = current.thinking();
    let thought = thinking.and_then(|of| of.turn.thought());
    let brief = thinking.and_then(|of| of.matter.as_ref()).map(|of| &of.brief);
    let only_words = || thought.zip(brief).is_some_and(|(of, by)| is_ack_only(of, by));
    let learned = current.world.resource::<ExamplesLearned>().0;
    let reply = match thought.map(|of| of.stand_in).unwrap_or_default() {
        StandIn::Answer => scripted::answer_or_excuse(&scene, learned),
        StandIn::Excuse => scripted::excuse(&scene),
        StandIn::Gesture => scripted::gesture(&scene, learned),
        StandIn::Report => scripted::report(&scene, only_words()),
    };
    talks_on(current, &reply);
    let decision = decode(reply.clone(), &DecodeRules::of_script(&scene.persona));
    Some(ThoughtInput::Scripted { ticket, reply: Box::new(reply), decision })
}

/// Lets the script plan the next move of a thought; none when the answer is not for all who would
/// hear it.
fn planned(current: &mut CurrentThought<'_>, ticket: Ticket) -> Option<ThoughtInput> {
    let scene = ask::scene(current)?;
    let learned = current.world.resource::<ExamplesLearned>().0;
    let reading =
        if scene.done.is_empty() { scripted::read(&scene, learned).map(Box::new) } else { None };
    let brief = &current.matter()?.brief;
    let by = (brief.answers, brief.form);
    let decided =
        |reply: &ChatReply| decode(reply.clone(), &DecodeRules::of_script(&scene.persona));
    let (planned, reply) = match scripted::plan(&scene, learned, by) {
        Plan::Ask => {
            let talk = scripted::talk_after(&scene, learned);
            set_talk(current, talk);
            (Planned::Ask, None)
        }
        Plan::Act(reply) => (Planned::Act(decided(&reply)), Some(Box::new(reply))),
        Plan::Answer(reply) => (Planned::Answer(decided(&reply)), Some(Box::new(reply))),
    };
    if let Some(reply) = &reply {
        talks_on(current, reply);
    }
    Some(ThoughtInput::Planned { ticket, planned, reading, reply })
}

/// Keeps the state of the talk that a reply of the script leads to until its words are said.
pub(super) fn talks_on(current: &mut CurrentThought<'_>, reply: &ChatReply) {
    if let Some(talk) = &reply.talk {
        set_talk(current, TalkState::clone(talk));
    }
}

fn set_talk(current: &mut CurrentThought<'_>, talk: TalkState) {
    if let Some(matter) = current.matter_mut() {
        matter.talk = Some(talk);
    }
}
