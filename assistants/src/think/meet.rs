//! Two of the town's own people meet: whoever knows something that the other has not heard tells it,
//! or else they pass a few words, and then they have nothing more to say to each other for a while.
//! It is all authored, and no model is asked.

use std::time::Duration;

use bevy_ecs::prelude::*;
use engine::{
    chance::{Chance, Purpose},
    clock::{Clock, WorldTime},
    id::CharacterId,
    index,
    label::{Label, Readers},
    save::durability::Durability,
};
use world::{
    act::due::{self, Due},
    beings::{character::Who, people},
    space::{containment, walk},
};

use crate::{
    llm::scene::{DeedDone, ThoughtOccasion},
    mind::{
        attention::{Attention, RunQueue, Trigger},
        body::Mind,
        exchange::{FIRST_HOP, Meetings, PAIR_REST},
        rumours::Rumours,
        sleep::is_asleep,
        thinking::Thinking,
    },
    perceive::{classify::AttentionRule, stream::Stream},
    persona::script::ScriptEvent,
    turn::Turn,
};

/// Minimum delay of a talk after an arrival, and the bound of the random time that is added to it.
const SOON: Duration = Duration::from_secs(4);
const OR_LATER: Duration = Duration::from_secs(10);
/// Minimum delay of another try when something else goes on, and the bound of the random time that is added
/// to it.
const AGAIN: Duration = Duration::from_secs(15);
const OR_MUCH_LATER: Duration = Duration::from_secs(30);
/// Duration of the silence that must be where they are before they talk.
const QUIET: Duration = Duration::from_secs(25);

/// Two who may have something to say to each other.
pub(super) struct Meeting {
    /// Character who was there.
    one: Entity,
    /// Character who came.
    other: Entity,
}

impl Due for Meeting {
    // Nobody sees anything of it before they speak.
    const DURABILITY: Durability = Durability::Soft;

    fn happen(self, world: &mut World) {
        meet(world, self);
    }
}

/// Handles the arrival of another of the town's own people where a mind is.
pub(super) fn came(world: &mut World, npc: Entity, whom: &CharacterId) {
    let Some(other) = index::find(world, whom) else { return };
    let has_words = |of: Entity| {
        let mind = world.get::<Mind>(of);
        mind.is_some_and(|it| !it.persona.script.on(&ScriptEvent::Met).is_empty())
    };
    if !has_words(npc) || !has_words(other) {
        return;
    }
    let now = world.resource::<Clock>().now;
    let Some(mut meetings) = world.get_mut::<Meetings>(npc) else { return };
    let rests = meetings.rests_until(whom, now);
    if meetings.expect(whom) {
        let soon = later(world, now, (SOON, OR_LATER));
        let at = rests.map_or(soon, |it| it.max(soon));
        due::enter(world, at, Meeting { one: npc, other });
    }
}

fn later(world: &mut World, now: WorldTime, (least, more): (Duration, Duration)) -> WorldTime {
    let more = u64::try_from(more.as_millis()).unwrap_or_default();
    let more = world.resource_mut::<Chance>().below(Purpose::Company, more);
    now.after(least + Duration::from_millis(more))
}

fn meet(world: &mut World, meeting: Meeting) {
    let Meeting { one, other } = meeting;
    let Some((here, there)) = people::who(world, one).zip(people::who(world, other)) else {
        return;
    };
    let place = containment::room_of(world, one);
    let is_over = place.is_none() || containment::room_of(world, other) != place;
    if is_over {
        if let Some(mut it) = world.get_mut::<Meetings>(one) {
            it.drop_expected(&there.id);
        }
        return;
    }
    let now = world.resource::<Clock>().now;
    if !is_free(world, one, now) || !is_free(world, other, now) {
        let at = later(world, now, (AGAIN, OR_MUCH_LATER));
        return due::enter(world, at, meeting);
    }
    let has_news = |teller: Entity, to: &Who| {
        let may = world.get::<Meetings>(teller).is_some_and(|it| it.may_tell(&to.id, now));
        may && world
            .get::<Rumours>(teller)
            .is_some_and(|it| it.news_for(&to.id, &Readers::Everyone, now).is_some())
    };
    // Whoever has something to tell begins, and of two the one who was there.
    let begins = has_news(one, &there) || !has_news(other, &here);
    let (who, whom) = if begins { (one, &there) } else { (other, &here) };
    let trigger = trigger(whom, now);
    if let Some(mut attention) = world.get_mut::<Attention>(who) {
        attention.queue(trigger);
        world.resource_mut::<RunQueue>().0.insert(who);
        world.resource_mut::<Clock>().wake_at(now);
    }
    for (mind, whom) in [(one, &there.id), (other, &here.id)] {
        if let Some(mut it) = world.get_mut::<Meetings>(mind) {
            it.met(whom, now);
        }
    }
    // They may still be together when they have something to say again.
    let at = later(world, now.after(PAIR_REST), (SOON, OR_MUCH_LATER));
    due::enter(world, at, meeting);
}

/// Returns whether somebody stands about: talks with nobody, thinks of nothing, and hears nobody.
pub(super) fn is_free(world: &World, npc: Entity, now: WorldTime) -> bool {
    let heard = world.get::<Stream>(npc).and_then(|it| Some(it.0.back()?.at));
    heard.is_none_or(|it| now.since(it) >= QUIET) && is_undisturbed(world, npc, now)
}

/// Returns whether a mind is undisturbed: no public line for a while where it is, no thought, and no walk.
pub(super) fn is_undisturbed(world: &World, npc: Entity, now: WorldTime) -> bool {
    let thinks = world.get::<Thinking>(npc).is_none_or(|it| it.turn != Turn::Idle);
    let waits = world.get::<Attention>(npc).is_none_or(|it| !it.waiting.is_empty());
    let lines = world.get::<Stream>(npc).into_iter().flat_map(|it| it.0.iter().rev());
    let heard = lines.filter(|it| it.label.readers == Readers::Everyone).map(|it| it.at).next();
    let is_quiet = heard.is_none_or(|it| now.since(it) >= QUIET);
    let stays = !walk::is_under_way(world, npc) && !walk::is_busy(world, npc, now);
    !thinks && !waits && is_quiet && stays && !is_asleep(world, npc)
}

fn trigger(whom: &Who, now: WorldTime) -> Trigger {
    let label = Label { hops: FIRST_HOP, ..Label::engine() };
    let mut it = Trigger { rule: AttentionRule::Deed, ..Trigger::unbidden(whom, label, now) };
    let met = DeedDone { deed: ScriptEvent::Met, thing: None, declined: None };
    it.stimulus.occasion = ThoughtOccasion::Deed(met);
    it
}
