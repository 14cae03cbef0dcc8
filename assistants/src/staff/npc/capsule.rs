//! The part of `@npc` that starts time capsules: bounded long runs of a model on a topic.

use std::time::Duration;

use bevy_ecs::prelude::*;
use engine::clock::Clock;
use text::styled::{CleanText, Style, Text};
use world::{
    act::{cause::Act, refusal::Refusal},
    beings::{
        character::{CharacterRef, own_label},
        name::Name,
        people,
    },
};

use crate::{
    llm::profile::QuestionForm,
    mind::{
        actions::{ActionKind, ActionLimits, LongActions, NewAction},
        health::Health,
    },
    staff::order::too_many,
    think,
};

/// Longest time of a time capsule, in minutes.
const MOST_MINUTES: u64 = 60;
/// Maximum number of steps of a time capsule, and of its messages.
const MOST_STEPS: u16 = 500;
const MOST_MESSAGES: u16 = 100;
/// Tokens of a time capsule, unless the staff say otherwise.
const TOKENS: u64 = 50_000;

/// Time capsule to start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewCapsule {
    /// Id of the mind.
    pub name: String,
    /// Time, 1 to 60 minutes.
    pub minutes: u64,
    /// Maximum number of steps, 1 to 500.
    pub steps: u16,
    /// Maximum number of tokens.
    pub tokens: u64,
    pub topic: String,
}

/// Parses `NAME MINUTES [steps=N] [tokens=N] TOPIC`.
pub(super) fn parse(text: &str) -> Option<NewCapsule> {
    let mut words = text.split_whitespace().peekable();
    let name = words.next()?.to_lowercase();
    let minutes = words.next()?.parse().ok().filter(|it| (1..=MOST_MINUTES).contains(it))?;
    let (mut steps, mut tokens) = (MOST_STEPS, TOKENS);
    while let Some((key, value)) = words.peek().and_then(|it| it.split_once('=')) {
        match key {
            "steps" => steps = value.parse().ok().filter(|it| (1..=MOST_STEPS).contains(it))?,
            "tokens" => tokens = value.parse().ok()?,
            _ => break,
        }
        words.next();
    }
    let topic: Vec<&str> = words.collect();
    let topic = CleanText::new(&topic.join(" ")).to_string();
    (!topic.is_empty()).then_some(NewCapsule { name, minutes, steps, tokens, topic })
}

/// Starts a time capsule.
///
/// # Errors
/// A refusal where the character is silent, has no model that can call tools, or has too much to do.
pub(super) fn start(
    world: &mut World,
    act: &Act,
    mind: Entity,
    new: NewCapsule,
) -> Result<Text, Refusal> {
    let by = people::who(world, act.actor).ok_or(Refusal::Nowhere)?;
    let name = world.get::<Name>(mind).map(|it| it.0.clone()).unwrap_or_default();
    let now = world.resource::<Clock>().now;
    if world.get::<Health>(mind).is_some_and(|it| it.is_silent(now)) {
        let words = format!("{name} was made silent. Type first: @npc start {}", new.name);
        return Err(Refusal::because(words));
    }
    let form = think::form_of(world, mind);
    if form.is_none_or(|it| it == QuestionForm::Words) {
        let words = format!(
            "{name} has no model that can call tools, and a time capsule is a long run of one. To have \
             something done step by step, type: order {} say I begin; say I am done",
            new.name
        );
        return Err(Refusal::because(words));
    }
    let now = world.resource::<Clock>().now;
    let until = now.after(Duration::from_secs(new.minutes * 60));
    let limits =
        ActionLimits { until, steps: new.steps, messages: MOST_MESSAGES, tokens: Some(new.tokens) };
    let action = NewAction {
        kind: ActionKind::Capsule,
        task: new.topic,
        by: CharacterRef::from(&by),
        label: own_label(&by),
        limits,
        plan: None,
    };
    let mut actions = world.get_mut::<LongActions>(mind).ok_or(Refusal::Nowhere)?;
    let id = actions.add(action, now).ok_or_else(|| too_many(&name, &new.name))?;
    think::actions::start(world, mind, id);
    let mut text = Text::styled(Style::Person, &*name);
    text.say(&format!(
        " begins, for {} minutes, {} steps or {} tokens at most. To watch it, type: why {}. To end it: \
         cancel {}",
        new.minutes, new.steps, new.tokens, new.name, new.name
    ));
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capsule_has_a_time_and_may_have_other_bounds() {
        let it = parse("Mara 10 steps=20 tokens=9000 what is missing here?").unwrap();
        let topic = "what is missing here?".to_owned();
        let read =
            NewCapsule { name: "mara".to_owned(), minutes: 10, steps: 20, tokens: 9_000, topic };
        assert_eq!(it, read);
        assert_eq!(
            parse("mara 5 the inn").map(|it| (it.steps, it.tokens)),
            Some((MOST_STEPS, TOKENS))
        );
        for wrong in ["mara", "mara 5", "mara 0 a", "mara 61 a", "mara 5 steps=0 a", "mara five a"]
        {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
