//! The system that moves thoughts on: what arrived since the last tick becomes the input of a
//! `step`, which asks the model, the memory or the world. Minds without news cost nothing.

use std::time::Duration;

use bevy_ecs::prelude::*;
use engine::{
    chance::{Chance, Purpose},
    clock::Clock,
    simulation::{self, Simulation},
    stage::Stage,
};
use world::{
    act::{
        cause::Cause,
        due::{AddDue, Due},
        perform::ToolOutcome,
    },
    space::routine::SlotBegun,
    talk::mail::LetterArrived,
    witness::conversation::{ConversationId, Conversations},
};

use crate::{
    llm::{
        ChatReply, LlmError, Ticket,
        chain::ModelFallbacks,
        profile::{ModelKey, ModelProfiles, QuestionForm},
    },
    mind::{
        actions::{ActionDue, ActionsResumed},
        attention::{Attention, RunQueue},
        body::Mind,
        delegations::{DelegationDue, DelegationsResumed},
        goals::GoalsDue,
        learned::ExamplesLearned,
        open_breakers,
        reflection::ReflectionDue,
        thinking::{Asking, ParkedReply, Thinking, TurnInput},
    },
    perceive::{
        attend::{LinePerceived, VisitorSeen},
        goal_deeds,
    },
    privacy,
    services::ServiceTools,
    think::{
        begin::{begin, unpark},
        current::CurrentThought,
        input::ThoughtInput,
        meet::Meeting,
        opinions::OpenOpinions,
        outside::{ContextSettings, MindInput, ModelCall, Patience, RecallQuery, Withdraw},
        ponder::Ponder,
        step::advance,
        talks::CloseTalk,
        warm_up::{WarmUpDue, WarmUps},
    },
    tools::{
        decode::{DecodeRules, decode},
        offered, plan,
    },
    turn::{ThoughtPhase, Turn, brief::MOST_CALLS},
};

mod act;
pub mod actions;
mod ask;
pub mod begin;
mod capture;
mod claims;
mod conclude;
mod current;
pub mod delegation;
mod dream;
mod effect;
mod feel;
mod finish;
pub mod goals;
mod input;
mod judge;
mod leads;
pub mod limits;
mod meet;
mod models;
mod recall;

pub mod outside;

pub use leads::watch_all as watch_leads;

mod opinions;
mod pay;
mod ponder;
pub mod projects;
mod provenance;
mod recording;
mod reflect;
mod remember;
mod rumours;
mod served;
mod service_tools;
mod services;
pub mod sleep;
mod status;
mod step;
mod talks;
mod telling;
mod unheard;
mod warm_up;

/// A thought has taken too long.
struct Expire {
    mind: Entity,
    /// Base number of the thought.
    base: u64,
}

impl Due for Expire {
    fn happen(self, world: &mut World) {
        if base_of(world, self.mind) == Some(self.base) {
            advance(world, self.mind, ThoughtInput::Expired);
        }
    }
}

/// Adds the stage in which minds think.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Patience>();
    sim.world_mut().init_resource::<ContextSettings>();
    sim.world_mut().init_resource::<ExamplesLearned>();
    sim.world_mut().init_resource::<ModelProfiles>();
    sim.world_mut().init_resource::<WarmUps>();
    sim.world_mut().init_resource::<OpenOpinions>();
    sim.world_mut().init_resource::<ModelFallbacks>();
    sim.add_queue::<MindInput>()
        .add_queue::<ModelCall>()
        .add_queue::<Withdraw>()
        .add_queue::<RecallQuery>()
        .add_due::<Expire>()
        .add_due::<ServeWaiting>()
        .add_due::<Meeting>()
        .add_due::<leads::Heartbeat>()
        .add_due::<ActionDue>()
        .add_due::<ActionsResumed>()
        .add_due::<GoalsDue>()
        .add_due::<DelegationDue>()
        .add_due::<DelegationsResumed>()
        .add_due::<leads::LeadsRestored>()
        .add_due::<Ponder>()
        .add_due::<CloseTalk>()
        .add_due::<WarmUpDue>()
        .add_due::<sleep::Doze>()
        .add_due::<dream::Dream>()
        .add_due::<ReflectionDue>()
        .add_plugin(leads::saved::plugin)
        .add_systems(Stage::Think, think)
        // In the tick of the deed, so that both are saved together.
        .add_systems(Stage::Attend, goals::count.after(goal_deeds::notice));
}

/// Returns the form of questions to a mind's model; none for the built-in brain.
#[must_use]
pub fn form_of(world: &World, npc: Entity) -> Option<QuestionForm> {
    models::profile(world, &models::own(world, npc)?).map(|it| it.form)
}

/// Moves every thought on that has news.
pub(crate) fn think(world: &mut World) {
    let now = world.resource::<Clock>().now;
    for LinePerceived { mind, line } in simulation::take(world) {
        talks::keep(world, mind, &line);
    }
    rumours::take(world);
    for arrived in simulation::take::<LetterArrived>(world) {
        leads::on_letter(world, &arrived);
    }
    for SlotBegun(npc) in simulation::take::<SlotBegun>(world) {
        sleep::on_slot(world, npc);
    }
    for visit in simulation::take::<VisitorSeen>(world) {
        leads::on_visit(world, visit.0);
        delegation::on_visit(world, visit.0);
        warm_up::visited(world, visit, now);
    }
    for input in simulation::take::<MindInput>(world) {
        match input {
            MindInput::Replied { ticket, result } => replied(world, ticket, result),
            MindInput::Served(it) => served::served(world, it),
            MindInput::Services(tools) => world.insert_resource(ServiceTools::new(tools)),
            MindInput::Learned(is) => world.insert_resource(ExamplesLearned(is)),
            MindInput::Resting(rests) => open_breakers::put(world, rests),
            MindInput::Profiled { provider, model, profile } => {
                let key = ModelKey { provider, model };
                world.resource_mut::<ModelProfiles>().0.insert(key, profile);
            }
            MindInput::Recalled { ticket, notes } => {
                if sleep::recalled(world, ticket, &notes)
                    || reflect::recalled(world, ticket, &notes)
                {
                    continue;
                }
                if !world.resource::<Asking>().0.contains_key(&ticket) {
                    privacy::recalled(world, ticket, notes);
                } else if let Some((mind, input)) = recall::recalled(world, ticket, notes) {
                    advance(world, mind, input);
                }
            }
        }
    }
    for it in simulation::take::<ToolOutcome>(world) {
        let Cause::Tool { call, .. } = it.cause else { continue };
        telling::arrived(world, call);
        if let Some(input) =
            act::performed(&mut CurrentThought { world, npc: it.actor }, call, it.outcome)
        {
            advance(world, it.actor, input);
        }
    }
    let ready = std::mem::take(&mut world.resource_mut::<RunQueue>().0);
    for it in ready {
        begin(world, it, now);
    }
}

fn base_of(world: &World, npc: Entity) -> Option<u64> {
    world.get::<Thinking>(npc)?.turn.thought().map(|it| it.base)
}

/// Time after which the script answers somebody who waits while the model thinks about somebody else.
const FAIR_WAIT: Duration = Duration::from_secs(5);

/// Timer of somebody who waits for an answer: by then the script answers.
struct ServeWaiting {
    mind: Entity,
}

impl Due for ServeWaiting {
    fn happen(self, world: &mut World) {
        let now = world.resource::<Clock>().now;
        begin(world, self.mind, now);
    }
}

/// Returns the mark that fences data in the questions about a conversation: six letters that nobody
/// in the game knows, the same from its first question to its last. It is short, because each block
/// costs two of them, and another is drawn when it turns up in a text.
fn fence_for(world: &mut World, npc: Entity, conversation: Option<ConversationId>) -> String {
    let known = conversation.and_then(|it| world.get::<Thinking>(npc)?.fences.get(&it).cloned());
    known.unwrap_or_else(|| new_fence(world, npc, conversation))
}

/// Length of a mark, in letters.
const FENCE: usize = 6;

/// Creates a fence that was never used before.
fn new_fence(world: &mut World, npc: Entity, conversation: Option<ConversationId>) -> String {
    let mut chance = world.resource_mut::<Chance>();
    let mut left = chance.number(Purpose::Nonce);
    let mut letter = || {
        let at = u8::try_from(left % 26).unwrap_or_default();
        left /= 26;
        char::from(b'a' + at)
    };
    let fence: String = std::iter::repeat_with(&mut letter).take(FENCE).collect();
    let open = world.get::<Conversations>(npc).cloned().unwrap_or_default();
    if let (Some(mut thinking), Some(id)) = (world.get_mut::<Thinking>(npc), conversation) {
        thinking.fences.retain(|it, _| open.get(*it).is_some());
        thinking.fences.insert(id, fence.clone());
    }
    fence
}

fn replied(world: &mut World, ticket: Ticket, result: Result<ChatReply, LlmError>) {
    let npc = world.resource::<Asking>().0.get(&ticket).copied();
    let passes_on = npc.is_some_and(|it| models::passes_on(world, it, ticket, &result));
    pay::settle(world, ticket, &result, passes_on);
    if opinions::replied(world, ticket, &result) {
        return;
    }
    let failed = result.as_ref().is_err_and(|it| !it.is_unasked());
    to_thought(world, ticket, result);
    // The thought may have asked again.
    warm_up::replied(world, ticket, failed);
}

/// Hands a reply to the thought that asked for it, if it still waits.
fn to_thought(world: &mut World, ticket: Ticket, result: Result<ChatReply, LlmError>) {
    let Some(it) = world.resource_mut::<Asking>().0.remove(&ticket) else { return };
    let parked =
        world.get_mut::<Thinking>(it).and_then(|thinking| thinking.into_inner().parked.as_mut());
    if let Some(parked) =
        parked.filter(|of| matches!(&of.turn, Turn::AwaitingModel(asked, _) if *asked == ticket))
    {
        parked.reply = Some(ParkedReply::Model(ticket, result));
        return;
    }
    take_reply(world, it, ticket, result);
}

/// Goes on with a thought by what its model answered.
fn take_reply(world: &mut World, npc: Entity, ticket: Ticket, result: Result<ChatReply, LlmError>) {
    let passes_on = models::passes_on(world, npc, ticket, &result);
    let input = match result {
        Ok(reply) => decoded(&mut CurrentThought { world, npc }, ticket, reply),
        Err(error) => {
            let note = passes_on.then(|| models::pass_on(world, npc, &error)).flatten();
            Some(match note {
                Some(note) => ThoughtInput::PassedOn { ticket, error, note },
                None => ThoughtInput::Failed { ticket, error },
            })
        }
    };
    if let Some(input) = input {
        advance(world, npc, input);
    }
}

/// Decodes the reply of a model by what its thought may call.
fn decoded(
    current: &mut CurrentThought<'_>,
    ticket: Ticket,
    reply: ChatReply,
) -> Option<ThoughtInput> {
    step::talks_on(current, &reply);
    let persona = current.world.get::<Mind>(current.npc)?.persona.clone();
    let thinking = current.thinking();
    let thought = thinking.and_then(|it| it.turn.thought());
    let last = thought.is_some_and(|it| it.last);
    let phase = thought.map(|it| it.phase).unwrap_or_default();
    let matter = thinking.and_then(|it| it.matter.as_ref());
    let tools = matter.map(|it| offered::callable(&it.brief, phase)).unwrap_or_default();
    let calls = matter.map_or(MOST_CALLS, |it| it.brief.calls);
    let answering = ask::people::answering(current.world, current.npc);
    let partner = matter.and_then(|it| it.stimulus.as_ref()).map(|it| it.name.clone());
    let mut present = ask::people::names(current.world, current.npc);
    present.extend(partner);
    let others: Vec<&str> = present.iter().map(String::as_str).collect();
    let critical = ask::is_critical(current, &reply);
    let raw = Box::new(reply.clone());
    let reply = if phase == ThoughtPhase::Plan { plan::read_list(reply) } else { reply };
    let (persona, offered, others) = (&persona, Some(&*tools), &*others);
    let speaking = last || phase == ThoughtPhase::Tell;
    let rules = DecodeRules { persona, offered, answering, others, calls, speaking, critical };
    let mut decision = decode(reply, &rules);
    for call in &mut decision.calls {
        call.elsewhere = act::is_elsewhere(current, call);
    }
    Some(ThoughtInput::Replied { ticket, reply: raw, decision })
}

/// Withdraws what a mind is thinking, as staff ask for it; `all` says that they
/// stop all minds at once.
pub fn cancel(world: &mut World, npc: Entity, all: bool) {
    if let Some(mut attention) = world.get_mut::<Attention>(npc) {
        attention.clear();
    }
    let end = || if all { ThoughtInput::EmergencyStop } else { ThoughtInput::Cancelled };
    give_up_by(world, npc, &|_| true, &end);
}

/// Ends the thoughts of a mind, the one in progress and the one that waits for its model, whose input is
/// such.
fn give_up(world: &mut World, npc: Entity, is_such: &dyn Fn(&TurnInput) -> bool) {
    give_up_by(world, npc, is_such, &|| ThoughtInput::Cancelled);
}

fn give_up_by(
    world: &mut World,
    npc: Entity,
    is_such: &dyn Fn(&TurnInput) -> bool,
    end: &dyn Fn() -> ThoughtInput,
) {
    let thinking = world.get::<Thinking>(npc).filter(|it| it.turn != Turn::Idle);
    if thinking.and_then(|it| it.matter.as_ref()).is_some_and(is_such) {
        advance(world, npc, end());
    }
    let parked = world.get::<Thinking>(npc).and_then(|it| it.parked.as_ref());
    if parked.and_then(|it| it.matter.as_ref()).is_some_and(is_such) {
        let now = world.resource::<Clock>().now;
        unpark(world, npc, now);
        advance(world, npc, end());
    }
}
