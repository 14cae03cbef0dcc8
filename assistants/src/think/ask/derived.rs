//! Notes that a character derived from others, as it tells them: what it concluded about the speaker,
//! thinks of others, and wrote down of the day before. Each as far as all who will hear the answer may
//! know it; what it comes from becomes part of the label.

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    id::CharacterId,
    label::Label,
};
use text::{styled::lower_first, variant};
use world::{beings::people, space::calendar::Calendar};

use crate::{
    gate::ignoring::PromptFilter,
    memory::{Note, NoteKind},
    mind::{insight, journal, profile, thinking::TurnInput},
};

/// Maximum number of entries of a day that are told at once.
const TOLD: usize = 2;
/// Maximum age of a day of which is told, in days of the world.
const DAYS: u64 = 7;

/// Returns the insights about the speaker that may be told, newest first.
fn insights<'a>(matter: &'a TurnInput, readers: &PromptFilter<'_>) -> Vec<&'a Note> {
    let Some(stimulus) = &matter.stimulus else { return Vec::new() };
    let is_such = |it: &&Note| {
        it.kind == NoteKind::Insight
            && it.about.contains(&stimulus.speaker)
            && readers.may_read(&it.label)
    };
    matter.derived.iter().filter(is_such).collect()
}

/// Returns a conclusion of the character about the speaker, as it is said to them; of several one
/// by the thought's random number.
pub(super) fn concluded(
    matter: &TurnInput,
    readers: &PromptFilter<'_>,
    label: &mut Label,
) -> Option<String> {
    let known = insights(matter, readers);
    let at = usize::try_from(matter.dice).unwrap_or_default().checked_rem(known.len())?;
    told(matter, known.get(at)?, label)
}

/// Returns a conclusion of the character about the speaker from the last day, as it is said to
/// them, unless it was the last that it said.
pub(super) fn dreamed(
    world: &World,
    matter: &TurnInput,
    readers: &PromptFilter<'_>,
    said_last: Option<&str>,
    label: &mut Label,
) -> Option<String> {
    let now = world.resource::<Clock>().now;
    let day = std::time::Duration::from_secs(world.resource::<Calendar>().day_minutes() * 60);
    let newest = insights(matter, readers).into_iter().find(|it| now.since(it.at) < day)?;
    told(matter, newest, label).filter(|words| !said_last.is_some_and(|it| it.contains(&**words)))
}

fn told(matter: &TurnInput, insight: &Note, label: &mut Label) -> Option<String> {
    let stimulus = matter.stimulus.as_ref()?;
    let words = insight::addressed(&insight.content, &stimulus.name)?;
    label.absorb(&insight.label);
    Some(words)
}

/// Returns the opinion of the character about somebody else.
pub(super) fn opinion(
    world: &World,
    matter: &TurnInput,
    (whom, name): (&CharacterId, &str),
    readers: &PromptFilter<'_>,
    label: &mut Label,
) -> Option<String> {
    if readers.ignoring.holds(whom) || !people::is_talked_of(world, whom) {
        return None;
    }
    let is_such = |it: &&Note| {
        it.kind == NoteKind::Profile
            && it.about.first() == Some(whom)
            && readers.may_read(&it.label)
    };
    let profile = matter.derived.iter().find(is_such)?;
    let words = profile::as_opinion(&profile.content, name)?;
    label.absorb(&profile.label);
    Some(words)
}

/// Returns the events of the last day of which the character wrote, in a sentence or two with the
/// day.
pub(super) fn yesterday(
    world: &World,
    matter: &TurnInput,
    readers: &PromptFilter<'_>,
    label: &mut Label,
) -> Option<String> {
    let stimulus = matter.stimulus.as_ref()?;
    let calendar = world.resource::<Calendar>();
    let day_of = |at: WorldTime| calendar.at(at).day;
    let may_tell = |it: &&Note| {
        let about = it.about.iter().all(|id| {
            *id == stimulus.speaker
                || people::is_talked_of(world, id) && !readers.ignoring.holds(id)
        });
        about && readers.may_read(&it.label) && !readers.ignoring.leaves_out(&it.label)
    };
    let today = day_of(world.resource::<Clock>().now);
    let entries = journal::last_day(matter.derived.iter().filter(may_tell), day_of, today, TOLD);
    let days = today.checked_sub(day_of(entries.first()?.at))?;
    let when = match days {
        1 => "yesterday".to_owned(),
        2..=DAYS => format!("{} days ago", variant::in_words(u32::try_from(days).ok()?)),
        _ => return None,
    };
    let tell = |it: &Note| {
        label.absorb(&it.label);
        let to_speaker = journal::addressed(&it.content, &stimulus.name);
        let words = to_speaker.map_or_else(|| it.content.clone(), |words| lower_first(&words));
        words.trim_end_matches('.').to_owned()
    };
    let told: Vec<String> = entries.into_iter().map(tell).collect();
    Some(format!("{when} {}", told.join("; ")))
}
