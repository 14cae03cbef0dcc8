//! System that turns perceived happenings into triggers (reasons to react), lines of the perception
//! stream, or captured results of a mind's own tool calls, or drops them.

use std::{borrow::Cow, sync::Arc};

use bevy_ecs::prelude::*;
use engine::{
    clock::Clock,
    foreign::ForeignText,
    id::{CharacterId, RoomId},
    label::Readers,
};
use world::{
    act::perform::ToolOutcome,
    beings::character::{Character, CharacterRef, SpeakerKind, Who},
    space::{containment::ContainedIn, room::Room},
    witness::{
        conversation::{ConversationId, Conversations},
        fact::{Fact, Happening, Source, Utterance},
        perception::{Perceived, Stamp},
        viewpoint::narrate,
    },
};

use crate::{
    gate::{budget::Payer, spending::Spending},
    llm::scene::{DeedDone, Stimulus, ThoughtOccasion},
    mind::{
        acquaintance::Acquaintances,
        attention::{Attention, RunQueue, Trigger},
        body::Mind,
        bounds::MindBounds,
        exchange::{ExchangeLines, OPENING_HOPS},
        learned::ExamplesLearned,
        rumour::Rumour,
        seen::{SeenDeed, SeenDeeds},
        thinking::Thinking,
    },
    perceive::{
        classify::{Action, AttentionRule, Verdict, classify, limit},
        deeds::{self, DeedPerceived},
        floor::{self, Willing},
        initiative::{self, answers},
        linger::QuietWatch,
        stream::{ConversationPart, Stream, StreamLine},
    },
    record::{
        entry::{PerceptionAction, RecordEntry, Recorded, RecordedVerdict},
        newest::{NewestRecord, RecordMessage},
    },
};

/// Message: a line of a conversation that a mind perceived in this tick.
#[derive(Message, Debug, Clone)]
pub struct LinePerceived {
    /// Entity of the mind that perceived it.
    pub mind: Entity,
    pub line: Arc<StreamLine>,
}

/// Message: a mind saw a player or guest come in.
#[derive(Message, Debug, Clone, Copy)]
pub struct VisitorSeen(pub Entity);

/// System parameter: run queue of minds to think, and the budget ledger for what that may cost.
#[derive(bevy_ecs::system::SystemParam)]
pub(crate) struct Queueing<'w, 's> {
    minds: ResMut<'w, RunQueue>,
    exchanges: Res<'w, ExchangeLines>,
    deeds: MessageWriter<'w, DeedPerceived>,
    visitors: MessageWriter<'w, VisitorSeen>,
    /// True if one of the town's own characters arrived, so that two of them may have something to
    /// talk about.
    is_company: Local<'s, bool>,
    spending: Res<'w, Spending>,
    bounds: Res<'w, MindBounds>,
    learned: Res<'w, ExamplesLearned>,
    places: Query<'w, 's, &'static ContainedIn>,
    rooms: Query<'w, 's, &'static Room>,
    watch: QuietWatch<'w, 's>,
}

/// Processes everything that minds perceived in this tick: classifies it, records it and queues
/// triggers.
pub(crate) fn attend(
    mut perceived: MessageReader<Perceived>,
    mut performed: MessageReader<ToolOutcome>,
    mut minds: Minds,
    mut ready: Queueing,
    mut clock: ResMut<Clock>,
    mut record: MessageWriter<RecordMessage>,
    mut lines: MessageWriter<LinePerceived>,
) {
    let mut unasked: Vec<Bid> = Vec::new();
    for it in perceived.read() {
        settle_floor(&mut unasked, Some(&it.what), &mut minds, &mut ready, &mut record);
        let Ok((me, mut mind, mut thinking, mut attention, mut stream, met, mut newest)) =
            minds.get_mut(it.observer)
        else {
            continue;
        };
        let ((mut people, mut seen, talks), me) = (met, &me.0);
        let stamp = it.stamp(me);
        let room = place(it, &ready);
        ready.watch.record(&mind, &stamp, room.as_ref(), &it.what);
        let rests = attention.unbidden;
        let greets = initiative::greets(&it.what, &stamp, &mind, &mut people, rests);
        unasked.extend(greets.map(|willing| Bid::of(it, willing, None)));
        let verdict = classify_stamp(&stamp, &mut mind, &people, &it.what);
        let told = ready.exchanges.of(it.what.cause);
        let is_exchange = told.is_some();
        let verdict = initiative::restrain(verdict, &stamp, &mind, rests, clock.now);
        let (verdict, deed) = heed(it, me, &stamp, (&mind, &people, &seen, told), verdict);
        if mind.persona.attention.interaction {
            let deed = deeds::seen(&it.what, me);
            ready.pass_on(it, &stamp, deed.as_ref());
            note_deed(deed, (&mind, &stamp), &mut seen, &mut people);
        }
        if let Some(entry) = recorded(&it.what, me, &stamp, verdict, deed.is_some()) {
            newest.write_down(entry.in_room(room), *ready.bounds, &mut record);
        }
        if let Some(trigger) = deed {
            let newest = (&mut *newest, &mut record);
            queue(&mut attention, trigger, newest, &mut ready, (it.observer, me));
        }
        tracing::trace!(rule = verdict.rule.name(), observer = %mind.persona.id, "classified");
        if matches!(verdict.action, Action::Context | Action::Trigger) {
            let line = line(me, &it.what, &stamp, verdict);
            ready.note_line(&mut stream, line, it.observer, (is_exchange, &mut lines));
        }
        match verdict.action {
            Action::Ignore | Action::Context => {}
            Action::Capture(call) => {
                let text = narrate(&it.what, it.what.viewpoint(me));
                let label = it.what.label.clone();
                thinking.captured.push((call, text.as_str().to_owned(), label));
            }
            Action::Trigger if verdict.rule == AttentionRule::Room => {
                let willing = answers(&it.what, &mind, (&people, talks), rests, ready.learned.0);
                unasked.push(Bid::of(it, willing, Some(verdict)));
            }
            Action::Trigger => {
                if let Some(trigger) =
                    trigger(&it.what, me, it.what.actor.as_ref(), verdict, it.conversation)
                {
                    let newest = (&mut *newest, &mut record);
                    queue(&mut attention, trigger, newest, &mut ready, (it.observer, me));
                }
            }
        }
    }
    settle_floor(&mut unasked, None, &mut minds, &mut ready, &mut record);
    wake(&mut performed, &minds, &mut ready, &mut clock);
}

/// Wakes the clock at once if a tool call finished, a mind is queued to run or an NPC arrived, so
/// that the next step of a thought does not wait for the regular beat.
fn wake(
    performed: &mut MessageReader<ToolOutcome>,
    minds: &Minds,
    ready: &mut Queueing,
    clock: &mut Clock,
) {
    let finished = performed.read().any(|it| minds.contains(it.actor));
    if finished || !ready.minds.0.is_empty() || std::mem::take(&mut *ready.is_company) {
        let now = clock.now;
        clock.wake_at(now);
    }
    ready.minds.0.retain(|it| minds.contains(*it));
}

/// Records a deed that a mind saw, and the arrival or departure of an acquaintance.
fn note_deed(
    deed: Option<SeenDeed>,
    (mind, stamp): (&Mind, &Stamp),
    seen: &mut SeenDeeds,
    people: &mut Acquaintances,
) {
    if let Some(deed) = deed {
        let keeps = initiative::looks_up(mind) && initiative::is_person(stamp.kind());
        people.see(&deed, keeps);
        seen.record(deed);
    }
}

impl Queueing<'_, '_> {
    /// Adds a line to the stream, and writes a [`LinePerceived`] message if it is part of a
    /// conversation that is worth remembering; lines of NPC small-talk exchanges are not.
    fn note_line(
        &self,
        stream: &mut Stream,
        line: StreamLine,
        mind: Entity,
        (is_exchange, lines): (bool, &mut MessageWriter<LinePerceived>),
    ) {
        let line = stream.push(line, self.bounds.lines);
        if line.part.is_some() && !is_exchange {
            lines.write(LinePerceived { mind, line });
        }
    }

    /// Writes a [`VisitorSeen`] message for the arrival of a player or guest.
    fn see_visitor(&mut self, perceived: &Perceived, stamp: &Stamp) {
        if matches!(perceived.what.fact, Fact::Arrived(_)) && initiative::is_person(stamp.kind()) {
            self.visitors.write(VisitorSeen(perceived.observer));
        }
    }

    /// Writes a [`DeedPerceived`] message for events from which rumours are made, and a
    /// [`VisitorSeen`] message for arrivals of players and guests.
    fn pass_on(&mut self, perceived: &Perceived, stamp: &Stamp, seen: Option<&SeenDeed>) {
        self.see_visitor(perceived, stamp);
        let what = &perceived.what;
        let is_told = self.exchanges.of(what.cause).is_some_and(Option::is_some);
        let comes = deeds::is_company(what, stamp);
        // A person who has an NPC open a door is credited with a deed done by that NPC (its own
        // act).
        let goes_round = seen.is_some_and(deeds::goes_round);
        if goes_round || (comes || is_told) && !stamp.own() {
            *self.is_company |= comes;
            let (mind, in_talk) = (perceived.observer, perceived.conversation.is_some());
            self.deeds.write(DeedPerceived { mind, what: what.clone(), in_talk });
        }
    }
}

type Minds<'w, 's> = Query<
    'w,
    's,
    (
        &'static Character,
        &'static mut Mind,
        &'static mut Thinking,
        &'static mut Attention,
        &'static mut Stream,
        (&'static mut Acquaintances, &'static mut SeenDeeds, &'static Conversations),
        &'static mut NewestRecord,
    ),
>;

/// Bid of a mind to speak unasked about a happening.
struct Bid {
    willing: Willing<Entity>,
    what: Arc<Happening>,
    /// Verdict on the words; none for a bid to greet an arriving character.
    verdict: Option<Verdict>,
}

impl Bid {
    fn of(perceived: &Perceived, willing: Willing<()>, verdict: Option<Verdict>) -> Self {
        Self { willing: willing.of(perceived.observer), what: perceived.what.clone(), verdict }
    }
}

/// Chooses the one mind that speaks unasked about the last happening, once the next happening comes
/// along. None does if the happening addressed anybody.
fn settle_floor(
    unasked: &mut Vec<Bid>,
    next: Option<&Arc<Happening>>,
    minds: &mut Minds,
    ready: &mut Queueing,
    record: &mut MessageWriter<RecordMessage>,
) {
    let Some(last) = unasked.first().map(|it| it.what.clone()) else { return };
    if next.is_some_and(|next| Arc::ptr_eq(next, &last)) {
        return;
    }
    let bids: Vec<Bid> = std::mem::take(unasked);
    let willing: Vec<_> = bids.iter().map(|it| it.willing).collect();
    let chosen = floor::choose(&willing).filter(|_| last.addressed.is_empty());
    let Some(bid) = bids.into_iter().find(|it| Some(it.willing.who) == chosen) else { return };
    let speaker = bid.willing.who;
    let Ok((me, _, _, mut attention, _, met, mut newest)) = minds.get_mut(speaker) else { return };
    let trigger = match (bid.verdict, &last.actor) {
        (Some(verdict), actor) => trigger(&last, &me.0, actor.as_ref(), verdict, None),
        (None, Some(actor)) => {
            let (mut people, ..) = met;
            people.meet(&actor.id).greeted.put(last.label.readers.clone(), last.at);
            // The arriving character is the cause: nothing done for it has more rights than it has.
            Some(Trigger::unbidden(actor, last.label.clone(), last.at))
        }
        (None, None) => None,
    };
    if let Some(trigger) = trigger {
        let newest = (&mut *newest, record);
        queue(&mut attention, trigger, newest, ready, (speaker, &me.0));
    }
}

fn classify_stamp(
    stamp: &Stamp,
    mind: &mut Mind,
    people: &Acquaintances,
    what: &Happening,
) -> Verdict {
    let readers = &what.label.readers;
    let standing = stamp.speaker().map(|it| people.standing(it, readers)).unwrap_or_default();
    let verdict = classify(stamp, &mind.policy, standing);
    let Mind { policy, pairs, .. } = mind;
    let verdict = limit(verdict, stamp, policy, pairs, what.at);
    initiative::take_up(verdict, stamp, what, (mind, people))
}

/// Turns a deed that the persona's script answers into a trigger, without a model call; a deed that
/// the script does not mention is only noted.
fn heed(
    perceived: &Perceived,
    me: &CharacterId,
    stamp: &Stamp,
    (mind, people, seen, told): (&Mind, &Acquaintances, &SeenDeeds, Option<&Option<Rumour>>),
    verdict: Verdict,
) -> (Verdict, Option<Trigger>) {
    let what = &perceived.what;
    let exchange = told.filter(|_| !stamp.own()).zip(what.actor.as_ref());
    let done = match exchange {
        Some((told, who)) => Some((DeedDone::said(told.is_some()), who)),
        None => deeds::done(what, me, mind, (people, seen)).filter(|_| !stamp.own()),
    };
    let Some((done, who)) = done else { return (verdict, None) };
    let answered = if let Some((told, _)) = exchange {
        // Whatever is told is worth a word, and of small talk the opening.
        let is_worth = told.is_some() || stamp.hops() <= OPENING_HOPS;
        let has_words = !mind.persona.script.on(&done.deed).is_empty();
        verdict.action == Action::Trigger && is_worth && has_words
    } else {
        deeds::is_answered(mind, &done, who) || deeds::goes_on(people, &done, (who, what))
    };
    // Words that are shouted are words all the same; those of an exchange that is over are none to
    // answer.
    if !answered && exchange.is_none() && deeds::is_spoken(&done.deed) {
        return (verdict, None);
    }
    let (action, rule) = (Action::Context, AttentionRule::Deed);
    let verdict = Verdict { action, rule, ..verdict };
    let trigger = trigger(what, me, Some(who), verdict, stamp.conversation())
        .filter(|_| answered)
        .map(|mut trigger| {
            trigger.stimulus.occasion = ThoughtOccasion::Deed(done);
            trigger
        });
    (verdict, trigger)
}

fn line(me: &CharacterId, what: &Happening, stamp: &Stamp, verdict: Verdict) -> StreamLine {
    let words = match spoken(what) {
        Some(words) if what.source != Source::Pose => words.words.to_string(),
        Some(_) | None => in_words(what, me),
    };
    StreamLine {
        at: what.at,
        source: what.source,
        who: what.actor.as_ref().map(|it| (it.id.clone(), it.name.clone())),
        channel: stamp.channel().cloned(),
        words,
        own: stamp.own(),
        importance: importance(stamp, verdict),
        label: what.label.clone(),
        part: stamp.conversation().map(ConversationPart::of),
    }
}

fn spoken(what: &Happening) -> Option<&Utterance> {
    what.fact.words()
}

fn in_words(what: &Happening, viewer: &CharacterId) -> String {
    narrate(what, what.viewpoint(viewer)).as_str().to_owned()
}

/// Returns the importance of a line, 1 to 10.
fn importance(stamp: &Stamp, verdict: Verdict) -> u8 {
    match (stamp.source(), verdict.rule) {
        (_, AttentionRule::Addressed) => 10,
        (Source::Whisper | Source::Page, _) => 9,
        (_, AttentionRule::Permitted) => 8,
        _ if stamp.kind() == Some(SpeakerKind::Assistant) => 4,
        (Source::Pose, _) => 6,
        (Source::Channel | Source::Say | Source::Shout, _) => 5,
        (Source::Emit | Source::Deed | Source::Feedback, _) => 3,
    }
}

/// Builds the trigger for a reaction to a happening; none if it has no actor (the world did it).
fn trigger(
    what: &Happening,
    me: &CharacterId,
    who: Option<&Who>,
    verdict: Verdict,
    conversation: Option<ConversationId>,
) -> Option<Trigger> {
    let actor = who?;
    let (words, channel) = match spoken(what) {
        Some(words) => (words.words.to_string(), words.channel.clone()),
        None => (in_words(what, me), None),
    };
    let mut label = what.label.clone();
    // Each character addressed by the same line gets further hops, as if they had been called in
    // turn, so that a line does not set off more reactions the more names it contains.
    let others = what.addressed.len().saturating_sub(1);
    label.hops = label.hops.saturating_add(u8::try_from(others).unwrap_or(u8::MAX));
    Some(Trigger {
        stimulus: Stimulus {
            speaker: actor.id.clone(),
            name: actor.name.to_string(),
            source: what.source,
            channel,
            words,
            occasion: ThoughtOccasion::Words,
            asked: !matches!(verdict.rule, AttentionRule::Channel | AttentionRule::Room),
            aside: is_aside(what),
        },
        label,
        rule: verdict.rule,
        trust: verdict.trust.0,
        at: what.at,
        conversation,
        payer: Payer::of(actor),
        burden: 0,
    })
}

/// Returns whether a happening is a deed that at most two characters noticed.
fn is_aside(what: &Happening) -> bool {
    match &what.label.readers {
        Readers::Everyone => false,
        Readers::Only(ids) => what.source == Source::Deed && ids.len() <= 2,
    }
}

/// Queues a trigger for a thought of `me`, and records the trigger that was dropped for it if the
/// queue was full.
fn queue(
    attention: &mut Attention,
    trigger: Trigger,
    (newest, record): (&mut NewestRecord, &mut MessageWriter<RecordMessage>),
    ready: &mut Queueing,
    (mind, me): (Entity, &CharacterId),
) {
    let at = trigger.at;
    let burden = ready.spending.ledger.burden(at, &trigger.payer);
    if let Some(dropped) = attention.queue(Trigger { burden, ..trigger }) {
        let Stimulus { speaker, name, .. } = dropped.stimulus;
        let who = Some(CharacterRef { id: speaker, name });
        let what = Recorded::TurnedAway { who, over: None, stopped: false, asleep: false };
        let entry = RecordEntry::new(at, me.clone(), None, &dropped.label, what);
        newest.write_down(entry, *ready.bounds, record);
    }
    ready.minds.0.insert(mind);
}

/// Builds the record entry for a perceived happening: words of others whatever the verdict, and
/// their deeds where noted. `answered` says that the mind reacts to a deed.
fn recorded(
    what: &Happening,
    me: &CharacterId,
    stamp: &Stamp,
    verdict: Verdict,
    answered: bool,
) -> Option<RecordEntry> {
    let action = match verdict.action {
        Action::Capture(_) => return None,
        Action::Ignore if what.fact.words().is_none() => return None,
        Action::Ignore => PerceptionAction::PassesOver,
        Action::Context if answered => PerceptionAction::Reacts,
        Action::Context => PerceptionAction::Notes,
        Action::Trigger => PerceptionAction::Reacts,
    };
    if stamp.own() {
        return None;
    }
    // Words that the mind may not read are recorded only as having been said.
    let words = match spoken(what) {
        Some(it) if what.label.readers.admit(me) => ForeignText::new(&it.words),
        Some(_) | None => ForeignText::new(&in_words(what, me)),
    };
    let verdict = RecordedVerdict {
        rule: Cow::Borrowed(verdict.rule.name()),
        trust: verdict.trust.0,
        hops: what.label.hops,
    };
    let who = what.actor.as_ref().map(CharacterRef::from);
    let recorded = Recorded::Perceived { source: what.source, who, words, action, verdict };
    Some(RecordEntry::new(what.at, me.clone(), None, &what.label, recorded))
}

/// Returns the room in which a mind saw something happen; none for what came from elsewhere.
fn place(it: &Perceived, ready: &Queueing) -> Option<RoomId> {
    let in_sight = matches!(
        it.what.source,
        Source::Say | Source::Shout | Source::Pose | Source::Emit | Source::Deed
    );
    // A shout beside and a door are noticed from both rooms.
    if !in_sight || matches!(it.what.fact, Fact::Heard { .. } | Fact::Door { .. }) {
        return None;
    }
    let inside = ready.places.get(it.observer).ok()?;
    ready.rooms.get(inside.0).ok().map(|room| room.0.clone())
}
