//! The system that moves thoughts on: what arrived since the last tick goes
//! into [`step`], and what comes out is asked of the model, of the memory or of
//! the world. Minds without news cost nothing.

use std::time::Duration;

use bevy_ecs::prelude::*;
use engine::{
    chance::{Chance, Purpose},
    clock::{Clock, WorldTime},
    simulation::{self, Simulation},
    stage::Stage,
};
use world::{
    act::{
        cause::Cause,
        due::{self, AddDue, Due},
        perform::ToolOutcome,
    },
    witness::conversation::{ConversationId, Conversations},
};

use crate::{
    gate::{consent, phrases::WordRuns, rules::GateRule},
    llm::{
        ChatReply, LlmError, Ticket,
        allowance::OverBudget,
        profile::ModelProfiles,
        scripted::{self, Plan},
    },
    mind::{
        acquaintance::Acquaintances,
        attention::{Attention, RunQueue, Trigger},
        body::Mind,
        health::Health,
        learned::ExamplesLearned,
        thinking::{Asking, Narrowing, NextTicket, ParkedThought, Thinking, TurnInput},
    },
    perceive::{attend::LinePerceived, stream::Stream},
    privacy,
    think::{
        act::Ponder,
        meet::Meeting,
        outside::{MindInput, ModelCall, Patience, RecallQuery, Withdraw},
        talks::CloseTalk,
    },
    tools::{
        decode::{DecodeRules, decode},
        offered,
    },
    turn::{
        Effect, Event, IDS_PER_THOUGHT, Planned, StandIn, Thought, Turn,
        brief::{self, Assessment, ThoughtContext},
        budget::Meter,
        step,
    },
};

mod act;
mod ask;
mod claims;
mod feel;
mod finish;
mod judge;
mod meet;
mod recall;

pub mod outside;

mod pay;
mod provenance;
mod recording;
mod remember;
mod rumours;
mod talks;
mod telling;

/// A thought has taken too long.
struct Expire {
    mind: Entity,
    /// Which thought.
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
    sim.world_mut().init_resource::<ExamplesLearned>();
    sim.world_mut().init_resource::<ModelProfiles>();
    sim.add_queue::<MindInput>()
        .add_queue::<ModelCall>()
        .add_queue::<Withdraw>()
        .add_queue::<RecallQuery>()
        .add_due::<Expire>()
        .add_due::<ServeWaiting>()
        .add_due::<Meeting>()
        .add_due::<Ponder>()
        .add_due::<CloseTalk>()
        .add_systems(Stage::Think, think);
}

/// Moves every thought on that has news.
pub(crate) fn think(world: &mut World) {
    let now = world.resource::<Clock>().now;
    for LinePerceived { mind, line } in simulation::take(world) {
        talks::keep(world, mind, &line);
    }
    rumours::take(world);
    for input in simulation::take::<MindInput>(world) {
        match input {
            MindInput::Replied { ticket, result } => replied(world, ticket, result),
            MindInput::Learned(is) => world.insert_resource(ExamplesLearned(is)),
            MindInput::Profiled { provider, profile } => {
                world.resource_mut::<ModelProfiles>().0.insert(provider, profile);
            }
            MindInput::Recalled { ticket, notes } => {
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

/// How long somebody waits while the model thinks about somebody else, until the script answers.
const FAIR_WAIT: Duration = Duration::from_secs(5);

/// Age up to which a question makes way for a newer line of the same speaker; an older one is
/// answered first, since most of the work is done.
const REPLACED_WITHIN: Duration = Duration::from_secs(2);

/// Maximum number of questions in a row that make way, so that whoever keeps writing is answered.
const MOST_REPLACED: u8 = 2;

/// Somebody has waited long enough.
struct ServeWaiting {
    mind: Entity,
}

impl Due for ServeWaiting {
    fn happen(self, world: &mut World) {
        let now = world.resource::<Clock>().now;
        begin(world, self.mind, now);
    }
}

/// Begins a thought about what has waited longest, if the mind is free for one. While a model thinks
/// for one, the script answers the others when they have waited for [`FAIR_WAIT`], and whoever found
/// no place at once; the thought that waits for its model goes on afterwards.
fn begin(world: &mut World, npc: Entity, now: WorldTime) {
    let Some(health) = world.get::<Health>(npc).cloned() else { return };
    if health.stopped {
        if let Some(mut attention) = world.get_mut::<Attention>(npc) {
            attention.clear();
        }
        return;
    }
    let Some(thinking) = world.get::<Thinking>(npc) else { return };
    let mut waits_for_model = match &thinking.turn {
        Turn::Idle if thinking.parked.is_none() => false,
        Turn::Idle => return unpark(world, npc, now),
        Turn::AwaitingModel(_, thought) if !thought.fallback && thinking.parked.is_none() => true,
        Turn::AwaitingModel(..) | Turn::AwaitingRecall(..) | Turn::AwaitingTool(..) => return,
    };
    let mut replaced = 0;
    if waits_for_model && let Some(times) = makes_way_for_newer(world, npc, now) {
        replaced = times;
        waits_for_model = false;
    }
    let next = pay::next(world, npc, waits_for_model, now);
    let Some(pay::Heard { trigger, turned_away, over }) = next else { return };
    if waits_for_model {
        park(world, npc);
    }
    let mut serial = world.resource_mut::<NextTicket>();
    let base = serial.0;
    serial.0 += IDS_PER_THOUGHT;
    let assessment = assess(world, npc, &trigger, now, (waits_for_model, turned_away, over));
    recording::begun(world, npc, base, &trigger, assessment.why_script());
    open_matter(world, npc, trigger, now, (assessment, replaced));
    let patience = world.resource::<Patience>().0;
    due::enter(world, now.after(patience), Expire { mind: npc, base });
    advance(world, npc, Event::Begin(Box::new(Thought { base, ..Thought::default() })));
}

/// Assesses the state of a mind at the start of a thought about a trigger: whether its model is busy
/// with another thought, whether there was no room for the speaker, and which budget is used up.
fn assess(
    world: &mut World,
    npc: Entity,
    trigger: &Trigger,
    now: WorldTime,
    (model_is_busy, turned_away, over): (bool, bool, Option<OverBudget>),
) -> Assessment {
    // While it rests after too many errors, its script answers.
    let rests_until = world.get::<Health>(npc).and_then(|it| it.rests_until);
    let resting = rests_until.is_some_and(|until| until > now);
    let deed = trigger.stimulus.deed.is_some();
    let context = match &trigger.stimulus {
        it if it.ordered => ThoughtContext::Order,
        _ if deed => ThoughtContext::Deed,
        it if it.gambit => ThoughtContext::Gambit,
        _ => ThoughtContext::Event,
    };
    let mut assessment = Assessment {
        context,
        over,
        asked: trigger.stimulus.asked,
        model_is_busy,
        turned_away,
        resting,
        no_model: consent::is_outside(world, npc) && !trigger.label.outside,
        profile: ask::profile(world, npc),
    };
    if assessment.no_model && !trigger.stimulus.words.is_empty() && !deed {
        consent::tell_once(world, npc, &trigger.stimulus.speaker);
    }
    assessment.over = pay::short_of(world, npc, &trigger.payer, assessment);
    if assessment.why_script().is_none()
        && let Some(mut attention) = world.get_mut::<Attention>(npc)
    {
        let speaker = &trigger.stimulus.speaker;
        assessment.model_is_busy = attention.makes_way(speaker, now);
        if !assessment.model_is_busy {
            attention.serve(&trigger.payer, speaker, now);
        }
    }
    assessment
}

/// Gives up a young question of a mind for a newer line of the same speaker, which the model then
/// answers with the older one before its eyes. Returns the number of questions given up in a row.
fn makes_way_for_newer(world: &mut World, npc: Entity, now: WorldTime) -> Option<u8> {
    let thinking = world.get::<Thinking>(npc)?;
    let matter = thinking.matter.as_ref()?;
    let stimulus = matter.stimulus.as_ref()?;
    let is_young = now.since(matter.since) < REPLACED_WITHIN;
    let is_first = thinking.turn.thought().is_some_and(|it| it.iteration == 1);
    let newer = world.get::<Attention>(npc)?.has_newer(&stimulus.speaker, stimulus.source);
    if !(is_young && is_first && newer && matter.replaced < MOST_REPLACED) {
        return None;
    }
    let times = matter.replaced + 1;
    advance(world, npc, Event::Cancel);
    Some(times)
}

/// Lets a thought wait for its model while another one is thought.
fn park(world: &mut World, npc: Entity) {
    let Some(mut thinking) = world.get_mut::<Thinking>(npc) else { return };
    let (turn, matter) = (std::mem::take(&mut thinking.turn), thinking.matter.take());
    thinking.parked = Some(Box::new(ParkedThought { turn, matter, reply: None }));
}

/// Goes on with the thought that waited, unless somebody was turned away meanwhile.
fn unpark(world: &mut World, npc: Entity, now: WorldTime) {
    let Some(mut thinking) = world.get_mut::<Thinking>(npc) else { return };
    let Some(parked) = thinking.parked.take() else { return };
    let ParkedThought { turn, matter, reply } = *parked;
    (thinking.turn, thinking.matter) = (turn, matter);
    // Its time may have run out while nobody looked.
    if let (Some(base), Some(since)) =
        (base_of(world, npc), world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref()))
    {
        let ends = since.since.after(world.resource::<Patience>().0);
        due::enter(world, ends.max(now), Expire { mind: npc, base });
    }
    match reply {
        Some((ticket, result)) => take_reply(world, npc, ticket, result),
        // Others may have waited long enough, too.
        None => begin(world, npc, now),
    }
}

fn open_matter(
    world: &mut World,
    npc: Entity,
    trigger: Trigger,
    now: WorldTime,
    (assessment, replaced): (Assessment, u8),
) {
    let Some(mind) = world.get::<Mind>(npc) else { return };
    let tools = mind.tools.for_turn(assessment.kind(), trigger.stimulus.spoken_way());
    let tools = offered::for_form(tools, assessment.profile);
    let brief = brief::compose(tools, mind.persona.tools.max_steps, assessment);
    let fence = fence_for(world, npc, trigger.conversation);
    heard_last(world, npc, &trigger);
    let dice = world.resource_mut::<Chance>().number(Purpose::Variety);
    let (rumours, asks) = telling::at_hand(world, npc, &trigger);
    let speaker = &trigger.stimulus.speaker;
    let acquainted = world
        .get::<Acquaintances>(npc)
        .and_then(|people| people.0.get(speaker))
        .is_some_and(|it| it.talks > 0);
    let matter = TurnInput {
        stimulus: Some(trigger.stimulus),
        label: trigger.label,
        payer: trigger.payer,
        brief,
        conversation: trigger.conversation,
        fence,
        since: now,
        replaced,
        memories: Vec::new(),
        told: None,
        heard: None,
        deeds: Vec::new(),
        rumours,
        asks,
        telling: None,
        acquainted,
        dice,
        audience: None,
        context: engine::label::Label::engine(),
        meter: Meter::default(),
        foreign: WordRuns::default(),
        reads: false,
        narrowing: Narrowing::default(),
        segments: Vec::new(),
    };
    if let Some(mut thinking) = world.get_mut::<Thinking>(npc) {
        thinking.matter = Some(matter);
        thinking.captured.clear();
    }
}

/// The mark that fences data in the questions about a conversation: six letters that nobody in the
/// game knows, the same from its first question to its last. It is short, because each block costs
/// two of them, and another is drawn when it turns up in a text.
fn fence_for(world: &mut World, npc: Entity, conversation: Option<ConversationId>) -> String {
    let known = conversation.and_then(|it| world.get::<Thinking>(npc)?.fences.get(&it).cloned());
    known.unwrap_or_else(|| new_fence(world, npc, conversation))
}

/// Length of a mark, in letters.
const FENCE: usize = 6;

/// A mark that was never used before.
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

/// Whatever a thought is about was heard last, in the order in which a transcript shows it: an answer
/// stands behind what it answers, even if more was said meanwhile.
fn heard_last(world: &mut World, npc: Entity, trigger: &Trigger) {
    let Some(mut stream) = world.get_mut::<Stream>(npc) else { return };
    let Trigger { stimulus, conversation, .. } = trigger;
    if let Some(id) = conversation {
        stream.bring_forward(*id, &stimulus.speaker, &stimulus.words);
    }
}

fn replied(world: &mut World, ticket: Ticket, result: Result<ChatReply, LlmError>) {
    pay::settle(world, ticket, &result);
    let Some(it) = world.resource_mut::<Asking>().0.remove(&ticket) else { return };
    let parked =
        world.get_mut::<Thinking>(it).and_then(|thinking| thinking.into_inner().parked.as_mut());
    if let Some(parked) =
        parked.filter(|of| matches!(&of.turn, Turn::AwaitingModel(asked, _) if *asked == ticket))
    {
        parked.reply = Some((ticket, result));
        return;
    }
    take_reply(world, it, ticket, result);
}

/// Goes on with a thought by what its model answered.
fn take_reply(world: &mut World, npc: Entity, ticket: Ticket, result: Result<ChatReply, LlmError>) {
    let label = recording::answered(world, npc, &result);
    let Some(mind) = world.get::<Mind>(npc) else { return };
    let last =
        world.get::<Thinking>(npc).and_then(|it| it.turn.thought()).is_some_and(|it| it.last);
    let persona = mind.persona.clone();
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    let tools = matter.map(|it| it.brief.tools.clone()).unwrap_or_default();
    let answering = ask::people::answering(world, npc);
    let partner = matter.and_then(|it| it.stimulus.as_ref()).map(|it| it.name.clone());
    let mut present = ask::people::names(world, npc);
    present.extend(partner);
    let others: Vec<&str> = present.iter().map(String::as_str).collect();
    let mut reply = result.map(|reply| {
        let critical = ask::is_critical(world, npc, &reply);
        let (persona, offered, others) = (&persona, Some(&*tools), &*others);
        let speaking = last;
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
                tracing::debug!(event = ?unexpected.event, "an event came too late");
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
            let thought = world.get::<Thinking>(it).and_then(|thinking| thinking.turn.thought());
            let learned = world.resource::<ExamplesLearned>().0;
            let reply = match thought.map(|of| of.stand_in).unwrap_or_default() {
                StandIn::Answer => scripted::answer_or_excuse(&scene, learned),
                StandIn::Excuse => scripted::excuse(&scene),
                StandIn::Gesture => scripted::gesture(&scene, learned),
            };
            recording::scripted(world, it, &reply);
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
    let answers = world.get::<Thinking>(npc)?.matter.as_ref()?.brief.answers;
    let planned = |world: &mut World, reply: ChatReply| {
        recording::scripted(world, npc, &reply);
        decode(reply, &DecodeRules::of_script(&scene.persona))
    };
    Some(match scripted::plan(&scene, learned, answers) {
        Plan::Ask => Planned::Ask,
        Plan::Act(reply) => Planned::Act(planned(world, reply)),
        Plan::Answer(reply) => Planned::Answer(planned(world, reply)),
    })
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
    if world.get::<Thinking>(npc).is_some_and(|it| it.turn != Turn::Idle) {
        advance(world, npc, end());
    }
    if world.get::<Thinking>(npc).is_some_and(|it| it.parked.is_some()) {
        let now = world.resource::<Clock>().now;
        unpark(world, npc, now);
        advance(world, npc, end());
    }
}
