//! `@npc pause`, `reset`, `budget` and `say-as`: what staff have a character do at once.

use std::time::Duration;

use bevy_ecs::prelude::*;
use engine::{clock::Clock, id::CharacterId};
use text::styled::{CleanText, Text};
use world::{
    act::{
        cause::{Act, Cause},
        perform,
        refusal::Refusal,
    },
    beings::{
        character::{Character, own_label},
        name::Name,
        people::who,
    },
    talk::say::Say,
};

use super::{cost, set, staff};
use crate::{
    gate::spending::{Spending, with_ledger},
    mind::{actions::ActionEnd, body::Mind, health::Health, mood::Mood},
    perceive::stream::Stream,
    record::{entry::MindChange, write},
    think,
};

/// Longest pause, in minutes: a day.
const MOST_MINUTES: u64 = 1_440;

/// Parses `NAME MINUTES`.
pub(super) fn parse_pause(text: &str) -> Option<(String, u64)> {
    let (name, minutes) = text.trim().split_once(' ')?;
    let minutes = minutes.trim().parse().ok().filter(|it| (1..=MOST_MINUTES).contains(it))?;
    Some((name.to_lowercase(), minutes))
}

/// Parses `NAME TEXT`.
pub(super) fn parse_words(text: &str) -> Option<(String, CleanText)> {
    let (name, words) = text.trim().split_once(' ')?;
    let words = CleanText::new(words.trim());
    (!words.is_empty()).then(|| (name.to_lowercase(), words))
}

/// Makes a character silent for some minutes, after which it goes on by itself.
pub(super) fn pause(world: &mut World, act: &Act, mind: Entity, minutes: u64) -> Text {
    let until = world.resource::<Clock>().now.after(Duration::from_secs(minutes * 60));
    think::cancel(world, mind, false);
    set(world, mind, |health| health.paused_until = Some(until));
    let by = staff(world, act);
    write::change(world, mind, MindChange::Paused { by, until });
    let unit = if minutes == 1 { "minute" } else { "minutes" };
    Text::plain(format!("{} is silent for {minutes} {unit}.", name(world, mind)))
}

/// Has a character begin anew: what it thinks of and does, what it has just perceived and feels, and its
/// errors are gone. What it remembers stays.
pub(super) fn reset(world: &mut World, act: &Act, mind: Entity) -> Text {
    think::actions::end_all(world, mind, ActionEnd::Stopped);
    think::cancel(world, mind, false);
    if let Some(mut stream) = world.get_mut::<Stream>(mind) {
        stream.0.clear();
    }
    if let Some(mut mood) = world.get_mut::<Mood>(mind) {
        *mood = Mood::default();
    }
    set(world, mind, |health| *health = Health { stopped: health.stopped, ..Health::default() });
    let by = staff(world, act);
    write::change(world, mind, MindChange::Reset { by });
    let name = name(world, mind);
    Text::plain(format!("{name} begins anew, and remembers what it remembered."))
}

/// Shows the budget that a character's thoughts used, or gives it all back.
pub(super) fn budget(world: &mut World, mind: Entity, refills: bool) -> Result<Text, Refusal> {
    let id: CharacterId = world.get::<Character>(mind).ok_or(Refusal::Nowhere)?.0.clone();
    let name = name(world, mind);
    if refills {
        with_ledger(world, |ledger| ledger.refill(&id));
        let words = "What players and the day have left stays as it is.";
        return Ok(Text::plain(format!("{name} has its whole budget again. {words}")));
    }
    let now = world.resource::<Clock>().now;
    let ledger = &world.resource::<Spending>().ledger;
    let used = ledger.of_mind(now, &id);
    let caps = ledger.settings().character;
    let mut text = Text::plain(format!("{name} has used {}", cost::of_which(used.used, caps)));
    text.say(cost::over(used.percent)).say(", and what is used comes back within an hour.");
    Ok(text)
}

/// Has a character say something. It is said with the rights of whoever has it said.
pub(super) fn say_as(
    world: &mut World,
    act: &Act,
    mind: Entity,
    text: CleanText,
) -> Result<Text, Refusal> {
    let by = who(world, act.actor).ok_or(Refusal::Nowhere)?;
    let act = Act { actor: mind, cause: Cause::World, label: own_label(&by) };
    let said = Text::plain(format!("{} says it.", name(world, mind)));
    if !perform::queue(world, act, Say { text, to: None }) {
        return Err(Refusal::because("This world has no way to say something."));
    }
    Ok(said)
}

/// Has a character fall asleep, or wakes it.
pub(super) fn sleep(
    world: &mut World,
    act: &Act,
    mind: Entity,
    wakes: bool,
) -> Result<Text, Refusal> {
    let (by, name) = (staff(world, act), name(world, mind));
    if wakes {
        let woke = think::sleep::wake_up(world, mind, by);
        let words = if woke { "wakes up" } else { "is awake" };
        return Ok(Text::plain(format!("{name} {words}.")));
    }
    think::sleep::go_to_sleep(world, mind, by)
        .map_err(|why| Refusal::because(format!("{name} cannot fall asleep: {}.", why.words())))?;
    Ok(Text::plain(format!("{name} falls asleep. To wake it: @npc wake {}", name.to_lowercase())))
}

fn name(world: &World, mind: Entity) -> String {
    let name = world.get::<Name>(mind).map(|it| it.0.to_string());
    let persona = || world.get::<Mind>(mind).map(|it| it.persona.body.name.clone());
    name.or_else(persona).unwrap_or_default()
}
