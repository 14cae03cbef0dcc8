//! Ambience: lines that a room shows to the players in it now and then: written lines by the hour
//! or after a recent event, or an act of an NPC's routine.
//!
//! Only players perceive it, not NPCs. A timer runs for a room only while an awake player is in it,
//! and lapses when it is due where nobody watches. Nothing of it is saved.

use std::{collections::VecDeque, ops::RangeInclusive, sync::Arc, time::Duration};

use bevy_ecs::prelude::*;
use engine::{
    chance::{Chance, Purpose},
    clock::{Clock, WorldTime},
    save::durability::Durability,
    simulation::Simulation,
    stage::Stage,
};
use serde::Deserialize;
use text::styled::{Style, Text};

use crate::{
    act::{
        cause::world_act,
        due::{self, AddDue, Due},
    },
    beings::{
        name::Name,
        presence::{Connected, LinkDead},
        settings::Settings,
    },
    space::{
        calendar,
        containment::{self, Contents},
        room::Room,
        routine,
    },
    witness::{
        fact::{DoorMotion, Fact, Handling, Happening, Source},
        happenings::{Audience, Happenings},
        narrator::with_narrator,
        perception::perceive,
    },
};

/// Interval between two lines of a room, in milliseconds.
const PAUSE: RangeInclusive<u64> = 40_000..=70_000;

/// Silence of a room after a character spoke there or came in, and the time within which a line
/// follows it, in milliseconds: ambience never interrupts a conversation.
const HUSH: Duration = Duration::from_secs(20);
const AFTER_HUSH: RangeInclusive<u64> = 0..=10_000;

/// Maximum age of a recent event.
const OF_LATE: Duration = Duration::from_secs(10 * 60);

/// Minimum time before a room shows the same line again.
const AGAIN: Duration = Duration::from_secs(30 * 60);

/// Maximum number of shown lines that a room remembers; a line that was dropped may be shown again.
const MOST_SHOWN: usize = 100;

/// Line of a room's ambience.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AmbientLine {
    /// Text that players read.
    pub text: String,
    /// First hour and end hour of the world's clock between which it fits, past midnight if the end
    /// is the smaller one; 0 to 23, and 24 for the end of the day. Default: always.
    #[serde(default)]
    pub hours: Option<(u8, u8)>,
    /// Event that must have happened in the room recently. Default: none.
    #[serde(default)]
    pub after: Option<Occasion>,
}

/// Event that a line may follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Occasion {
    /// Opening of a door of the room.
    Opened,
    /// Shout in the room.
    Shouted,
    /// Gift or trade in the room.
    Given,
}

/// Ambient lines of a room.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct AmbientLines(pub Arc<[AmbientLine]>);

/// State of the ambience of a room in which a player is or was.
#[derive(Component, Debug, Default)]
struct Ambience {
    /// True if a timer runs.
    stands: bool,
    /// Time until which no ambient line is shown in the room.
    hushed: WorldTime,
    /// Last event that a line may follow, with its time.
    last: Option<(Occasion, WorldTime)>,
    shown: ShownThere,
}

/// Texts that were shown, with their times, oldest first; at most [`MOST_SHOWN`], the oldest
/// dropped first.
#[derive(Debug, Default)]
struct ShownThere(VecDeque<(Arc<str>, WorldTime)>);

impl ShownThere {
    fn at(&self, text: &str) -> Option<WorldTime> {
        self.0.iter().find(|(it, _)| **it == *text).map(|(_, at)| *at)
    }

    fn on_attempt(&mut self, text: &Arc<str>, now: WorldTime) {
        self.0.retain(|(it, _)| it != text);
        if self.0.len() == MOST_SHOWN {
            self.0.pop_front();
        }
        self.0.push_back((text.clone(), now));
    }
}

/// Candidate for the next line.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Showing {
    /// Whole text, which tells it apart from all others.
    text: Arc<str>,
    /// NPC whose act it is; none for a line of the room.
    by: Option<Entity>,
    /// True if the line follows a recent event, and so takes precedence.
    timely: bool,
}

/// Timer event: a room shows a line.
struct Stir(Entity);

impl Due for Stir {
    const DURABILITY: Durability = Durability::None;

    fn happen(self, world: &mut World) {
        stir(world, self.0);
    }
}

/// Event by its effects on the ambience of its room.
struct Heeded {
    room: Entity,
    /// True if an awake player perceived it there.
    watched: bool,
    hushes: bool,
    occasion: Option<Occasion>,
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.add_due::<Stir>().add_systems(Stage::Perceive, heed.before(perceive));
}

/// Returns whether the hour is in a range that may go past midnight.
fn is_within(hours: (u8, u8), hour: u8) -> bool {
    let (from, until) = hours;
    if from < until { from <= hour && hour < until } else { from <= hour || hour < until }
}

/// Returns whether a room stays silent for a while after this event.
fn hushes(what: &Happening) -> bool {
    match &what.fact {
        Fact::Spoke(words) => !matches!(words.source, Source::Page | Source::Channel),
        Fact::Gestured(_)
        | Fact::Heard { .. }
        | Fact::Arrived(_)
        | Fact::Offered { .. }
        | Fact::Declined { .. }
        | Fact::Traded { .. } => true,
        Fact::Left(_)
        | Fact::Link { .. }
        | Fact::Handled(..)
        | Fact::Door { .. }
        | Fact::Sent { .. }
        | Fact::Shown(_)
        | Fact::Refused(_)
        | Fact::Notice(_) => false,
    }
}

fn occasion(fact: &Fact) -> Option<Occasion> {
    match fact {
        Fact::Door { does: DoorMotion::Opens, .. } => Some(Occasion::Opened),
        Fact::Spoke(words) if words.source == Source::Shout => Some(Occasion::Shouted),
        Fact::Handled(Handling::Gave(_), _) | Fact::Traded { .. } => Some(Occasion::Given),
        Fact::Spoke(_)
        | Fact::Gestured(_)
        | Fact::Heard { .. }
        | Fact::Arrived(_)
        | Fact::Left(_)
        | Fact::Link { .. }
        | Fact::Handled(..)
        | Fact::Door { .. }
        | Fact::Offered { .. }
        | Fact::Declined { .. }
        | Fact::Sent { .. }
        | Fact::Shown(_)
        | Fact::Refused(_)
        | Fact::Notice(_) => None,
    }
}

/// Returns whether a character is a player who is awake.
fn is_awake(world: &World, who: Entity) -> bool {
    world.get::<Connected>(who).is_some() && world.get::<LinkDead>(who).is_none()
}

/// Updates the ambience of rooms by the events of this tick, and starts the timers of rooms with
/// awake players.
pub(crate) fn heed(world: &mut World) {
    let happenings = world.resource::<Happenings>();
    if happenings.is_empty() {
        return;
    }
    let heeded = happenings.with_audiences().filter_map(|(what, by)| heeded(world, what, by));
    let heeded: Vec<Heeded> = heeded.collect();
    for it in heeded {
        on_attempt(world, it);
    }
}

fn heeded(world: &World, what: &Happening, by: &Audience) -> Option<Heeded> {
    let player = by.iter().copied().find(|it| is_awake(world, *it));
    let room = containment::room_of(world, player.or(by.first().copied())?)?;
    let (hushes, occasion) = (hushes(what), occasion(&what.fact));
    let matters = player.is_some() || occasion.is_some() || world.get::<Ambience>(room).is_some();
    let is_room = world.get::<Room>(room).is_some();
    (matters && is_room).then_some(Heeded { room, watched: player.is_some(), hushes, occasion })
}

fn on_attempt(world: &mut World, heeded: Heeded) {
    let now = world.resource::<Clock>().now;
    if world.get::<Ambience>(heeded.room).is_none() {
        world.entity_mut(heeded.room).insert(Ambience::default());
    }
    let Some(mut ambience) = world.get_mut::<Ambience>(heeded.room) else { return };
    if heeded.hushes {
        ambience.hushed = now.after(HUSH);
    }
    if let Some(occasion) = heeded.occasion {
        ambience.last = Some((occasion, now));
    }
    if heeded.watched && !ambience.stands {
        ambience.stands = true;
        enter(world, heeded.room, now, &PAUSE);
    }
}

fn enter(world: &mut World, room: Entity, from: WorldTime, within: &RangeInclusive<u64>) {
    let more = within.end().saturating_sub(*within.start()).saturating_add(1);
    let drawn = world.resource_mut::<Chance>().below(Purpose::Ambience, more);
    let time = from.after(Duration::from_millis(within.start().saturating_add(drawn)));
    due::enter(world, time, Stir(room));
}

fn stir(world: &mut World, room: Entity) {
    let now = world.resource::<Clock>().now;
    let inside = world.get::<Contents>(room).into_iter().flat_map(|it| it.iter());
    let players: Vec<Entity> = inside.filter(|it| is_awake(world, *it)).collect();
    let Some(mut ambience) = world.get_mut::<Ambience>(room) else { return };
    if players.is_empty() {
        ambience.stands = false;
        return;
    }
    if ambience.hushed > now {
        let quiet = ambience.hushed;
        return enter(world, room, quiet, &AFTER_HUSH);
    }
    let wants = |who: &Entity| world.get::<Settings>(*who).is_none_or(|it| it.ambience);
    let players: Vec<Entity> = players.into_iter().filter(wants).collect();
    if !players.is_empty() {
        show(world, room, players, now);
    }
    enter(world, room, now, &PAUSE);
}

/// Shows one line, if there is a candidate.
fn show(world: &mut World, room: Entity, players: Vec<Entity>, now: WorldTime) {
    let fitting = fitting(world, room, now);
    let Some(ambience) = world.get::<Ambience>(room) else { return };
    let may = choice(&fitting, &ambience.shown, now);
    let end = u64::try_from(may.len()).unwrap_or_default();
    let drawn = world.resource_mut::<Chance>().below(Purpose::Ambience, end);
    let found = may.get(usize::try_from(drawn).unwrap_or_default());
    let Some(showing) = found.and_then(|it| fitting.get(*it)) else { return };
    if let Some(mut ambience) = world.get_mut::<Ambience>(room) {
        ambience.shown.on_attempt(&showing.text, now);
    }
    let (text, by) = (words(world, showing), showing.by);
    with_narrator(world, |narrator| {
        let sees = |it: &Entity| by.is_none_or(|by| !narrator.ignores(*it, by));
        let audience = players.into_iter().filter(sees).collect();
        narrator.notice(&world_act(), Fact::Notice(text), audience);
    });
}

fn words(world: &World, showing: &Showing) -> Text {
    let name = showing.by.and_then(|by| world.get::<Name>(by));
    let Some((name, rest)) =
        name.and_then(|name| Some((name, showing.text.strip_prefix(&*name.0)?)))
    else {
        return Text::styled(Style::Prose, &*showing.text);
    };
    let mut text = Text::styled(Style::Person, &*name.0);
    text.push(Style::Prose, rest);
    text
}

/// Returns the candidates by the hour, the NPCs present, and recent events.
fn fitting(world: &World, room: Entity, now: WorldTime) -> Vec<Showing> {
    let hour = calendar::now(world).hour;
    let last = world.get::<Ambience>(room).and_then(|it| it.last);
    let last = last.filter(|(_, at)| now.since(*at) <= OF_LATE).map(|(what, _)| what);
    let lines = world.get::<AmbientLines>(room).map(|it| it.0.clone()).unwrap_or_default();
    let fits = |line: &&AmbientLine| {
        line.hours.is_none_or(|hours| is_within(hours, hour))
            && line.after.is_none_or(|after| last == Some(after))
    };
    let lines = lines.iter().filter(fits).map(|it| Showing {
        text: it.text.as_str().into(),
        by: None,
        timely: it.after.is_some(),
    });
    let mut all: Vec<Showing> = lines.collect();
    for (who, act) in routine::acts_in(world, room) {
        let Some(name) = world.get::<Name>(who) else { continue };
        let text = format!("{} {act}", name.0).into();
        all.push(Showing { text, by: Some(who), timely: false });
    }
    all
}

/// Returns the indices of the candidates that may be shown: those that were not shown yet, and of
/// these only those that follow a recent event, if there are any. If all were shown, it is the one
/// that was shown longest ago, if that is at least [`AGAIN`] ago; else none.
fn choice(fitting: &[Showing], shown: &ShownThere, now: WorldTime) -> Vec<usize> {
    let of = |wanted: &dyn Fn(&Showing) -> bool| -> Vec<usize> {
        let all = fitting.iter().enumerate().filter(|(_, it)| shown.at(&it.text).is_none());
        all.filter(|(_, it)| wanted(it)).map(|(index, _)| index).collect()
    };
    let timely = of(&|it| it.timely);
    let fresh = if timely.is_empty() { of(&|_| true) } else { timely };
    if !fresh.is_empty() {
        return fresh;
    }
    let before = fitting.iter().enumerate();
    let before = before.filter_map(|(index, it)| Some((shown.at(&it.text)?, index)));
    let oldest = before.min().filter(|(at, _)| now.since(*at) >= AGAIN);
    oldest.map(|(_, index)| index).into_iter().collect()
}

#[cfg(test)]
mod tests;
