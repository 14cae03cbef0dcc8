//! The system that moves thoughts on: what arrived since the last tick goes
//! into [`step`], and what comes out is asked of the model, of the memory or of
//! the world. Minds without news cost nothing.

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
    gate::rules::GateRule,
    llm::{
        ChatReply, LlmError, Ticket,
        chain::ModelFallbacks,
        profile::{ModelKey, ModelProfiles, QuestionForm},
        scripted::{self, Plan},
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
        talk_state::TalkState,
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
        meet::Meeting,
        opinions::OpenOpinions,
        outside::{ContextSettings, MindInput, ModelCall, Patience, RecallQuery, Withdraw},
        ponder::Ponder,
        talks::CloseTalk,
        warm_up::{WarmUpDue, WarmUps},
    },
    tools::{
        decode::{DecodeRules, decode},
        offered, plan,
    },
    turn::{Effect, Event, Planned, StandIn, ThoughtPhase, Turn, is_ack_only, step},
};

mod act;
pub mod actions;
mod ask;
pub mod begin;
mod capture;
mod claims;
mod conclude;
pub mod delegation;
mod dream;
mod feel;
mod finish;
pub mod goals;
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
mod talks;
mod telling;
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
            advance(world, self.mind, Event::Expire);
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
                } else if let Some((mind, event)) = recall::recalled(world, ticket, notes) {
                    advance(world, mind, event);
                }
            }
        }
    }
    for it in simulation::take::<ToolOutcome>(world) {
        let Cause::Tool { call, .. } = it.cause else { continue };
        telling::arrived(world, call);
        if let Some(event) = act::performed(world, it.actor, call, it.outcome) {
            advance(world, it.actor, event);
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
    let label = recording::answered(world, npc, &result);
    if let Err(error) = &result
        && models::passes_on(world, npc, ticket, &result)
        && models::pass_on(world, npc, error)
    {
        return advance(world, npc, Event::PassedOn(ticket));
    }
    if let Ok(reply) = &result {
        talks_on(world, npc, reply);
    }
    let Some(mind) = world.get::<Mind>(npc) else { return };
    let thought = world.get::<Thinking>(npc).and_then(|it| it.turn.thought());
    let last = thought.is_some_and(|it| it.last);
    let phase = thought.map(|it| it.phase).unwrap_or_default();
    let persona = mind.persona.clone();
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    let tools = matter.map(|it| offered::callable(&it.brief, phase)).unwrap_or_default();
    let answering = ask::people::answering(world, npc);
    let partner = matter.and_then(|it| it.stimulus.as_ref()).map(|it| it.name.clone());
    let mut present = ask::people::names(world, npc);
    present.extend(partner);
    let others: Vec<&str> = present.iter().map(String::as_str).collect();
    let mut reply = result.map(|reply| {
        let critical = ask::is_critical(world, npc, &reply);
        let reply = if phase == ThoughtPhase::Plan { plan::read_list(reply) } else { reply };
        let (persona, offered, others) = (&persona, Some(&*tools), &*others);
        let speaking = last || phase == ThoughtPhase::Tell;
        decode(reply, &DecodeRules { persona, offered, answering, others, speaking, critical })
    });
    if let Ok(decision) = &mut reply {
        for call in &mut decision.calls {
            call.elsewhere = act::is_elsewhere(world, npc, call);
        }
    }
    if let Ok(decision) = &reply {
        recording::remarked(world, npc, &label, &decision.notes);
        for call in &decision.calls {
            if let Some(why) = &call.refused {
                let rule = (!call.offered).then_some(GateRule::Offered);
                recording::finished(world, npc, call, &Err(why.clone()), rule);
            }
        }
    }
    advance(world, npc, Event::Replied(ticket, reply));
}

/// Moves a thought on as far as it goes without waiting.
fn advance(world: &mut World, npc: Entity, event: Event) {
    let mut next = Some(event);
    while let Some(event) = next.take() {
        let Some(mut thinking) = world.get_mut::<Thinking>(npc) else { return };
        let brief = thinking.matter.as_ref().map(|it| it.brief.clone()).unwrap_or_default();
        match step(std::mem::take(&mut thinking.turn), event, &brief) {
            Ok((turn, effect)) => {
                thinking.turn = turn;
                next = run(world, npc, effect);
            }
            Err(unexpected) => {
                tracing::debug!("an event came too late");
                thinking.turn = unexpected.turn;
            }
        }
    }
}

/// Does what a step asked for; what is done at once comes back as an event.
fn run(world: &mut World, it: Entity, effect: Effect) -> Option<Event> {
    match effect {
        Effect::Recall(ticket) => {
            recall::about_the_matter(world, it, ticket);
            None
        }
        Effect::Plan(ticket) => Some(match planned(world, it) {
            Some(planned) => Event::Planned(ticket, planned),
            None => not_for_all(world, it),
        }),
        Effect::CallModel(ticket) => match ask::model(world, it, ticket) {
            Some(Ok(())) => None,
            Some(Err(over)) => Some(pay::unasked(world, it, ticket, over)),
            None => Some(not_for_all(world, it)),
        },
        Effect::CallScript(ticket) => {
            let Some(scene) = ask::scene(world, it) else { return Some(not_for_all(world, it)) };
            let thinking = world.get::<Thinking>(it);
            let thought = thinking.and_then(|of| of.turn.thought());
            let brief = thinking.and_then(|of| of.matter.as_ref()).map(|of| &of.brief);
            let only_words = || thought.zip(brief).is_some_and(|(of, by)| is_ack_only(of, by));
            let learned = world.resource::<ExamplesLearned>().0;
            let reply = match thought.map(|of| of.stand_in).unwrap_or_default() {
                StandIn::Answer => scripted::answer_or_excuse(&scene, learned),
                StandIn::Excuse => scripted::excuse(&scene),
                StandIn::Gesture => scripted::gesture(&scene, learned),
                StandIn::Report => scripted::report(&scene, only_words()),
            };
            recording::scripted(world, it, &reply);
            talks_on(world, it, &reply);
            let decision = decode(reply, &DecodeRules::of_script(&scene.persona));
            Some(Event::Replied(ticket, Ok(decision)))
        }
        Effect::RunTool(id, call) => act::run_tool(world, it, id, &call),
        Effect::Finish(record) => {
            finish::finish(world, it, &record);
            None
        }
    }
}

/// Lets the script plan the next move of a thought; none when the answer is not for all who would
/// hear it.
fn planned(world: &mut World, npc: Entity) -> Option<Planned> {
    let scene = ask::scene(world, npc)?;
    let learned = world.resource::<ExamplesLearned>().0;
    if scene.done.is_empty()
        && let Some(reading) = scripted::read(&scene, learned)
    {
        recording::read(world, npc, reading);
    }
    let brief = &world.get::<Thinking>(npc)?.matter.as_ref()?.brief;
    let by = (brief.answers, brief.form);
    let planned = |world: &mut World, reply: ChatReply| {
        recording::scripted(world, npc, &reply);
        talks_on(world, npc, &reply);
        decode(reply, &DecodeRules::of_script(&scene.persona))
    };
    Some(match scripted::plan(&scene, learned, by) {
        Plan::Ask => {
            let talk = scripted::talk_after(&scene, learned);
            set_talk(world, npc, talk);
            Planned::Ask
        }
        Plan::Act(reply) => Planned::Act(planned(world, reply)),
        Plan::Answer(reply) => Planned::Answer(planned(world, reply)),
    })
}

/// Keeps the state of the talk that a reply of the script leads to until its words are said.
fn talks_on(world: &mut World, npc: Entity, reply: &ChatReply) {
    if let Some(talk) = &reply.talk {
        set_talk(world, npc, TalkState::clone(talk));
    }
}

fn set_talk(world: &mut World, npc: Entity, talk: TalkState) {
    if let Some(matter) =
        world.get_mut::<Thinking>(npc).and_then(|it| it.into_inner().matter.as_mut())
    {
        matter.talk = Some(talk);
    }
}

/// Ends a thought that cannot be answered before those who are there now.
fn not_for_all(world: &mut World, it: Entity) -> Event {
    recording::withheld(world, it);
    Event::Cancel
}

/// Withdraws what a mind is thinking, as staff ask for it; `all` says that they
/// stop all minds at once.
pub fn cancel(world: &mut World, npc: Entity, all: bool) {
    if let Some(mut attention) = world.get_mut::<Attention>(npc) {
        attention.clear();
    }
    let end = || if all { Event::EmergencyStop } else { Event::Cancel };
    give_up_by(world, npc, &|_| true, &end);
}

/// Ends the thoughts of a mind, the one in progress and the one that waits for its model, whose input is
/// such.
fn give_up(world: &mut World, npc: Entity, is_such: &dyn Fn(&TurnInput) -> bool) {
    give_up_by(world, npc, is_such, &|| Event::Cancel);
}

fn give_up_by(
    world: &mut World,
    npc: Entity,
    is_such: &dyn Fn(&TurnInput) -> bool,
    end: &dyn Fn() -> Event,
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
