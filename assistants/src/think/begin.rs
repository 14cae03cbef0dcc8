//! ThoughtBeginning of a thought: the choice of the next trigger, of the model or the script to answer it,
//! and the excuses meanwhile.

use std::time::Duration;

use bevy_ecs::prelude::*;
use engine::{
    chance::{Chance, Purpose},
    clock::WorldTime,
    digest::Fnv,
};
use world::{act::due, beings::character::Character};

use super::{
    Expire, actions, base_of,
    current::CurrentThought,
    delegation, fence_for,
    input::{ThoughtBeginning, ThoughtInput},
    limits, models,
    outside::{Patience, waits_outside},
    pay, recall, served, service_tools, sleep,
    step::advance,
    take_reply, telling,
    unheard::{Unheard, turned_away},
};
use crate::{
    gate::{
        consent::{self, LeavesFor},
        phrases::WordRuns,
    },
    llm::{
        allowance::OverBudget,
        profile::AnswersBy,
        scene::{LeadKind, Stimulus, ThoughtOccasion},
        scripted::ScriptDraft,
    },
    mind::{
        acquaintance::Acquaintances,
        attention::{Attention, Trigger},
        body::Mind,
        bounds::MindBounds,
        health::Health,
        thinking::{Narrowing, NextTicket, ParkedReply, ParkedThought, Thinking, TurnInput},
    },
    perceive::stream::Stream,
    turn::{
        IDS_PER_THOUGHT, Thought, Turn,
        assess::{TaskClass, asks_for_words},
        brief::{self, Assessment},
        budget::{Meter, compaction::Compaction},
    },
};

/// Age up to which a question makes way for a newer line of the same speaker; an older one is
/// answered first, since most of the work is done.
const REPLACED_WITHIN: Duration = Duration::from_secs(2);

/// Maximum number of questions in a row that make way, so that whoever keeps writing is answered.
const MOST_REPLACED: u8 = 2;

/// Begins a thought about what has waited longest, if the mind is free for one. While a model thinks
/// for one, the script answers the others when they have waited for [`FAIR_WAIT`], and whoever found
/// no place at once; the thought that waits for its model goes on afterwards.
pub(super) fn begin(world: &mut World, npc: Entity, now: WorldTime) {
    let Some(health) = world.get::<Health>(npc).cloned() else { return };
    if health.is_silent(now) {
        let Some(mut attention) = world.get_mut::<Attention>(npc) else { return };
        let dropped: Vec<Trigger> = attention.waiting.drain(..).collect();
        attention.clear();
        dropped.iter().for_each(|it| turned_away(world, npc, it, Unheard::Stopped));
        return;
    }
    if sleep::sleeps_on(world, npc) {
        return;
    }
    let Some(thinking) = world.get::<Thinking>(npc) else { return };
    let mut is_waiting = match &thinking.turn {
        Turn::Idle if thinking.parked.is_none() => false,
        Turn::Idle => return unpark(world, npc, now),
        turn if waits_outside(turn) && thinking.parked.is_none() => true,
        Turn::AwaitingModel(..) | Turn::AwaitingRecall(..) | Turn::AwaitingTool(..) => return,
    };
    if is_waiting && yields(world, npc) {
        is_waiting = false;
    }
    let mut replaced = 0;
    if is_waiting && let Some(times) = makes_way_for_newer(world, npc, now) {
        replaced = times;
        is_waiting = false;
    }
    let next = loop {
        let next = pay::next(world, npc, is_waiting, now);
        if next.as_ref().is_none_or(|it| actions::begin_turn(world, npc, &it.trigger, now)) {
            break next;
        }
    };
    let Some(pay::Heard { trigger, turned_away, over }) = next else { return };
    if is_waiting {
        park(world, npc);
    }
    let base = world.resource_mut::<NextTicket>().take(IDS_PER_THOUGHT);
    let assessment = assess(world, npc, &trigger, now, (is_waiting, turned_away, over));
    let plan = actions::plan(world, npc, &trigger);
    let (rule, trust) = (trigger.rule, trigger.trust);
    open_matter(world, npc, trigger, now, (assessment, replaced));
    due::enter(world, now.after(deadline(world, npc)), Expire { mind: npc, base });
    let thought = Thought { base, plan, ..Thought::default() };
    let beginning = ThoughtBeginning { thought, rule, trust, assessment };
    advance(world, npc, ThoughtInput::Begin(Box::new(beginning)));
}

/// Returns the timeout of the thought in progress.
fn deadline(world: &World, npc: Entity) -> Duration {
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    matter.map_or(world.resource::<Patience>().0, |it| it.brief.deadline)
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
    let resting = rests_until.is_some_and(|until| until > now) || sleep::is_compacting(world, npc);
    let deed = trigger.stimulus.deed().is_some();
    let context = trigger.stimulus.occasion.context();
    let every = models::chain(world, npc, true);
    let tells = every.outside && !trigger.label.outside;
    let chain = if tells { models::chain(world, npc, false) } else { every };
    let mut assessment = Assessment {
        context,
        over,
        // Whoever passes a question on is owed no sign: that nothing comes back is an answer, too.
        asked: trigger.stimulus.asked && trigger.stimulus.helping().is_none(),
        // What it comes back to without anybody's words is told by the engine.
        lean: trigger.stimulus.lead().is_some_and(|it| !it.has_words())
            || trigger.stimulus.brought().is_some(),
        model_is_busy,
        turned_away,
        resting,
        no_model: chain.is_empty(),
        profile: chain.current().and_then(|it| models::profile(world, it)),
        class: TaskClass::of(&trigger.stimulus.words),
        is_for_words: asks_for_words(&trigger.stimulus.words),
        by_model: world.get::<Mind>(npc).is_some_and(|it| it.persona.assesses),
    };
    let is_theirs = !deed && trigger.stimulus.helping().is_none();
    let is_asked_by_words = !trigger.stimulus.words.is_empty() && is_theirs;
    if tells && is_asked_by_words {
        let own = models::own(world, npc);
        let is_own = own.is_some_and(|it| consent::is_outside(world, it.provider.as_ref()));
        let reason = if is_own { LeavesFor::Model } else { LeavesFor::ModelAtTimes };
        consent::tell_once(world, npc, &trigger.stimulus.speaker, reason);
    } else if !trigger.label.outside
        && is_asked_by_words
        && service_tools::may_leave(world, npc, assessment.profile.map(|it| it.form))
    {
        consent::tell_once(world, npc, &trigger.stimulus.speaker, LeavesFor::Service);
    }
    assessment.over = pay::short_of(world, npc, &trigger.payer, assessment, chain.current());
    if assessment.why_script().is_none()
        && let Some(mut attention) = world.get_mut::<Attention>(npc)
    {
        let speaker = &trigger.stimulus.speaker;
        assessment.model_is_busy =
            attention.makes_way(&trigger.payer, (speaker, trigger.burden), now);
    }
    assessment
}

/// Gives up a thought of a mind's own accord for whatever else it may think about, and a greeting, which
/// nobody waits for, for words. Returns whether it did; the lead stays open.
fn yields(world: &mut World, npc: Entity) -> bool {
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    let stimulus = matter.and_then(|it| it.stimulus.as_ref());
    let is_own = stimulus.is_some_and(Stimulus::is_own_accord);
    let is_greeting = stimulus.is_some_and(|it| it.occasion == ThoughtOccasion::Arrival);
    let action = stimulus.and_then(Stimulus::action);
    let gives_way = world.get::<Attention>(npc).is_some_and(|attention| {
        let waiting = &attention.waiting;
        is_own && !waiting.is_empty() || is_greeting && waiting.iter().any(|it| it.stimulus.asked)
    });
    if gives_way {
        if let Some(id) = action {
            actions::put_off(world, npc, id);
        }
        advance(world, npc, ThoughtInput::Cancelled);
    }
    gives_way
}

/// Gives up a young question of a mind for a newer line of the same speaker, which the model then
/// answers with the older one before its eyes. Returns the number of questions given up in a row.
fn makes_way_for_newer(world: &mut World, npc: Entity, now: WorldTime) -> Option<u8> {
    let thinking = world.get::<Thinking>(npc)?;
    let matter = thinking.matter.as_ref()?;
    // An order is none of the lines that whoever gave it writes, and neither is an answer for them.
    let is_line = |it: &&Stimulus| it.action().is_none() && !it.is_delegated();
    let stimulus = matter.stimulus.as_ref().filter(is_line)?;
    let is_young = now.since(matter.since) < REPLACED_WITHIN;
    let is_first = thinking.turn.thought().is_some_and(|it| it.iteration == 1);
    let newer = world.get::<Attention>(npc)?.has_newer(&stimulus.speaker, stimulus.source);
    // The script may be sure of the newer line, and then nobody would answer the older one.
    let is_answered = matter.brief.answers == AnswersBy::All;
    if !(is_young && is_first && newer && is_answered && matter.replaced < MOST_REPLACED) {
        return None;
    }
    let times = matter.replaced + 1;
    advance(world, npc, ThoughtInput::Cancelled);
    Some(times)
}

/// Lets a thought wait for what it asked outside while another one is thought.
fn park(world: &mut World, npc: Entity) {
    let Some(mut thinking) = world.get_mut::<Thinking>(npc) else { return };
    let (turn, matter) = (std::mem::take(&mut thinking.turn), thinking.matter.take());
    thinking.parked = Some(Box::new(ParkedThought { turn, matter, reply: None }));
}

/// Goes on with the thought that waited, unless somebody was turned away meanwhile.
pub(super) fn unpark(world: &mut World, npc: Entity, now: WorldTime) {
    let Some(mut thinking) = world.get_mut::<Thinking>(npc) else { return };
    let Some(parked) = thinking.parked.take() else { return };
    let ParkedThought { turn, matter, reply } = *parked;
    (thinking.turn, thinking.matter) = (turn, matter);
    // Its time may have run out while nobody looked.
    if let (Some(base), Some(since)) =
        (base_of(world, npc), world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref()))
    {
        let ends = since.since.after(since.brief.deadline);
        due::enter(world, ends.max(now), Expire { mind: npc, base });
    }
    match reply {
        Some(ParkedReply::Model(ticket, result)) => take_reply(world, npc, ticket, result),
        Some(ParkedReply::Service(result, took)) => served::take(world, npc, result, took),
        Some(ParkedReply::Memory(ticket, notes)) => {
            if let Some(input) = recall::take(&mut CurrentThought { world, npc }, ticket, notes) {
                advance(world, npc, input);
            }
        }
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
    let way = trigger.stimulus.spoken_way();
    let tools =
        service_tools::turn_tools(world, mind, (assessment.kind(), way), assessment.profile);
    let tools = delegation::narrowed(world, &trigger.stimulus, tools);
    let brief = brief::compose(
        tools,
        limits::narrowed(world, &mind.persona, assessment.context),
        assessment,
    );
    let chain = models::chain(world, npc, trigger.label.outside);
    let fence = fence_for(world, npc, trigger.conversation);
    heard_last(world, npc, &trigger);
    let dice = draw(world, npc, &trigger);
    let (rumours, asks) = telling::at_hand(world, npc, &trigger);
    let speaker = &trigger.stimulus.speaker;
    let acquainted = world
        .get::<Acquaintances>(npc)
        .and_then(|people| people.0.get(speaker))
        .is_some_and(|it| it.talked(&trigger.label.readers).talks > 0);
    let matter = TurnInput {
        stimulus: Some(trigger.stimulus),
        label: trigger.label,
        payer: trigger.payer,
        brief,
        chain,
        conversation: trigger.conversation,
        fence,
        since: now,
        replaced,
        memories: Vec::new(),
        told: None,
        heard: None,
        deeds: Vec::new(),
        derived: Vec::new(),
        rumours,
        asks,
        telling: None,
        draft: ScriptDraft::default(),
        talk: None,
        acquainted,
        dice,
        audience: None,
        context: engine::label::Label::engine(),
        meter: Meter::default(),
        foreign: WordRuns::default(),
        reads: false,
        narrowing: Narrowing::default(),
        segments: Vec::new(),
        compaction: Compaction::default(),
    };
    if let Some(mut thinking) = world.get_mut::<Thinking>(npc) {
        thinking.matter = Some(matter);
        thinking.captured.clear();
    }
}

/// Draws the number by which a thought chooses among equal words. It depends on how often the mind
/// thought about the speaker, as far as those who hear the answer may know, and on nobody else.
fn draw(world: &mut World, npc: Entity, trigger: &Trigger) -> u64 {
    let (whom, readers) = (&trigger.stimulus.speaker, &trigger.label.readers);
    // When it looks at what was left open depends on whoever else it talks with, so such a look counts
    // for no other thought.
    let counts = trigger.stimulus.lead().is_none();
    let most = world.resource::<MindBounds>().draws;
    let thinking = world.get_mut::<Thinking>(npc).filter(|_| counts);
    let number = thinking.map_or(0, |it| it.into_inner().draw(whom, readers, most));
    let mut key = Fnv::default();
    if let Some(me) = world.get::<Character>(npc) {
        key.piece(b'm', me.0.as_str());
    }
    key.piece(b'w', whom.as_str());
    key.number(number);
    match trigger.stimulus.lead() {
        Some(LeadKind::Question) => key.piece(b'q', &trigger.stimulus.words),
        Some(
            LeadKind::Claim(number)
            | LeadKind::Promised(number)
            | LeadKind::Bringing(number)
            | LeadKind::Returning(number)
            | LeadKind::Message(number)
            | LeadKind::Awaited(number)
            | LeadKind::Lapsed(number)
            | LeadKind::Letter(number)
            | LeadKind::Goal(number),
        ) => key.number(number),
        None => {}
    }
    world.resource::<Chance>().number_of(Purpose::Variety, key.value())
}

/// Moves the line that a thought answers to the end of the stream, as a transcript shows it: an
/// answer stands behind what it answers, even if more was said meanwhile.
fn heard_last(world: &mut World, npc: Entity, trigger: &Trigger) {
    let most = world.resource::<MindBounds>().lines;
    let Some(mut stream) = world.get_mut::<Stream>(npc) else { return };
    let Trigger { stimulus, conversation, .. } = trigger;
    if let Some(id) = conversation {
        stream.bring_forward(*id, (&stimulus.speaker, &stimulus.words), most);
    }
}
