//! Telling what goes round: what a thought has of it at hand, and how it is said.

use bevy_ecs::prelude::*;
use engine::{clock::Clock, id::CharacterId, label::Readers};
use world::{
    act::cause::CallId,
    beings::{character::CharacterRef, people},
};

use super::{
    claims,
    rumours::{all_heard, id_of, may_go_round},
};
use crate::{
    gate::ignoring::Ignoring,
    llm::scene::{DeedDone, LeadKind},
    mind::{
        attention::Trigger,
        body::Mind,
        exchange::{ExchangeLines, Meetings, SmallTalk},
        rumour::Rumour,
        rumours::Rumours,
        saved,
        thinking::{RumourAsked, Thinking, TurnInput},
    },
    perceive::question::RumourQuestion,
    persona::text::ScriptText,
};

/// Most rumours that a thought has at hand.
const AT_HAND: usize = 3;
/// Most of them that one answer holds.
const ANSWERS: usize = 2;

/// Returns the rumours that a thought has at hand: those that answer the speaker's question, or else one
/// that the speaker has not heard; with the form of the question, if the speaker asked one.
pub(super) fn at_hand(
    world: &World,
    npc: Entity,
    trigger: &Trigger,
) -> (Vec<Rumour>, Option<RumourAsked>) {
    let now = world.resource::<Clock>().now;
    let stimulus = &trigger.stimulus;
    let to = &stimulus.speaker;
    let Some(known) = world.get::<Rumours>(npc) else { return Default::default() };
    // What goes round is told to whoever asks, and passed on by nobody for another.
    if known.iter().next().is_none() || stimulus.is_delegated() {
        return Default::default();
    }
    let readers = &trigger.label.readers;
    let ignoring = Ignoring::of_partner(world, Some(to));
    let may = |it: &Rumour| {
        let all = it.who.iter().chain(&it.other).chain(&it.said_by).chain(&it.told_by);
        let heard = all.into_iter().all(|party| !ignoring.holds(&party.id));
        heard && may_go_round(world, it) && !ignoring.leaves_out(&it.label)
    };
    let told = |it: &Rumour| Rumours::told(world, it, |whom| ignoring.holds(whom));
    if let Some(LeadKind::Claim(event)) = stimulus.lead() {
        let claim = known.iter().find(|it| it.event == event && may(it));
        return (claim.map(told).into_iter().collect(), Some(RumourAsked::Answered));
    }
    let is_exchange = stimulus.deed().is_some_and(DeedDone::is_exchange);
    let rests = || world.get::<Meetings>(npc).is_some_and(|it| !it.may_tell(to, now));
    let news = known.news_for(to, readers, now).filter(|it| may(it) && !(is_exchange && rests()));
    let trust = |whom: &CharacterId| claims::trust(world, npc, whom, readers);
    let asked = claims::asked_for(world, npc, stimulus.words.as_str(), to);
    let answers = asked
        .iter()
        .flat_map(|asked| known.like(|it| asked.is_answered_by(it) && may(it), trust, now));
    let answered: Vec<Rumour> = answers.take(AT_HAND).map(told).collect();
    if !answered.is_empty() {
        // Whoever asks after somebody is not told of somebody else.
        return (answered, Some(RumourAsked::Answered));
    }
    let asks = asked.filter(|it| *it == RumourQuestion::News).map(|_| RumourAsked::News);
    (news.map(told).into_iter().collect(), asks)
}

/// Builds the answer to a question about rumours from those that the thought has at hand, two at most, so
/// that it tells the next one too; `None` if there is nothing to answer.
pub(super) fn answer(world: &World, npc: Entity, matter: &TurnInput) -> Option<String> {
    if matter.asks != Some(RumourAsked::Answered) {
        return None;
    }
    let now = world.resource::<Clock>().now;
    let (me, to) = (id_of(world, npc)?, &matter.stimulus.as_ref()?.speaker);
    let told = matter.rumours.iter().take(ANSWERS).map(|it| it.sentence(&me, Some(to), now));
    Some(told.collect::<Vec<_>>().join(" "))
}

/// Returns the name of the character from whom the first of what a thought has at hand was heard.
pub(super) fn teller(matter: &TurnInput) -> Option<String> {
    let first = matter.rumours.first()?;
    first.said_by.as_ref().or(first.told_by.as_ref()).map(|it| it.name.clone())
}

/// Returns the rumours that a model is shown, as sentences: those that it could tell the partner, by
/// number; none for a character that passes on nothing.
pub(super) fn tellable(world: &World, npc: Entity, matter: &TurnInput) -> Vec<String> {
    let now = world.resource::<Clock>().now;
    let tells = world.get::<Mind>(npc).is_some_and(|it| !it.persona.script.tell.is_empty());
    let me = people::who(world, npc).filter(|_| tells).map(|it| CharacterRef::from(&it));
    let Some((me, to)) = me.zip(matter.stimulus.as_ref()) else { return Vec::new() };
    let all = matter.rumours.iter();
    all.map(|it| it.sentence(&me.id, Some(&to.speaker), now)).collect()
}

/// Returns the rumour that a thought has at hand by this name.
fn at_hand_by_name<'a>(world: &'a World, npc: Entity, named: &str) -> Option<&'a Rumour> {
    let matter = world.get::<Thinking>(npc)?.matter.as_ref()?;
    let number: usize = named.trim().trim_start_matches('r').parse().ok()?;
    matter.rumours.get(number.checked_sub(1)?)
}

/// Returns the words in which a character tells the rumour that it has at hand by this name.
pub(super) fn words_of(world: &World, npc: Entity, named: &str) -> Option<String> {
    let now = world.resource::<Clock>().now;
    let me = people::who(world, npc).map(|it| CharacterRef::from(&it))?;
    let matter = world.get::<Thinking>(npc)?.matter.as_ref()?;
    let to = matter.stimulus.as_ref()?;
    let told = at_hand_by_name(world, npc, named)?.sentence_for(&me, Some(&to.speaker), now)?;
    let ways = &world.get::<Mind>(npc)?.persona.script.tell;
    let ways: Vec<ScriptText<'_>> =
        ways.iter().filter_map(|it| ScriptText::read(it).ok()).collect();
    let at = usize::try_from(matter.dice).ok()?.checked_rem(ways.len())?;
    Some(ways.get(at)?.spoken().replace("{speaker}", &to.name).replace("{rumour}", &told))
}

/// Tells the rumour at hand with this name, by a call.
pub(super) fn tell_rumour(
    world: &mut World,
    npc: Entity,
    call: CallId,
    named: &str,
    words: String,
) {
    let told = at_hand_by_name(world, npc, named).cloned();
    if let Some(matter) =
        world.get_mut::<Thinking>(npc).and_then(|it| it.into_inner().matter.as_mut())
    {
        matter.telling = told.as_ref().map(|it| (it.event, words));
    }
    on_its_way(world, call, told);
}

/// Handles a rumour that was told: the one addressed, and whoever else of the town's own people is
/// there, heard it, unless it was aside.
pub(super) fn on_rumour_told(
    world: &mut World,
    npc: Entity,
    event: u64,
    (to, readers): (&CharacterId, &Readers),
) {
    if let Some(mut known) = world.get_mut::<Rumours>(npc) {
        known.note_told(event, to, readers);
    }
    if *readers == Readers::Everyone {
        all_heard(world, npc, event);
        let now = world.resource::<Clock>().now;
        if let Some(mut meetings) = world.get_mut::<Meetings>(npc) {
            meetings.record_told(to, now);
        }
    }
    saved::touch_rumour(world, npc, event);
}

/// Returns the recent lines of small talk, oldest first.
pub(super) fn small_talk(world: &World) -> Vec<String> {
    world.resource::<SmallTalk>().0.iter().cloned().collect()
}

/// Notes that a line that tells something, or is small talk, is on its way.
pub(super) fn on_its_way(world: &mut World, call: CallId, told: Option<Rumour>) {
    world.resource_mut::<ExchangeLines>().give(call, told);
}

/// Notes that such a line was heard, or came to nothing.
pub(super) fn arrived(world: &mut World, call: CallId) {
    world.resource_mut::<ExchangeLines>().end(call);
}
