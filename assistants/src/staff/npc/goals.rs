//! The part of `@npc` about goals and projects.

use bevy_ecs::prelude::*;
use engine::{clock::Clock, id::OfferId};
use text::styled::{Style, Text, list};
use world::{
    act::{cause::Act, refusal::Refusal},
    beings::{
        character::{Character, Who},
        name::Name,
        people,
    },
};

use crate::{
    mind::{
        body::Mind,
        goals::{Goal, GoalId, GoalUpdate, Goals, NewGoal},
        projects::{Project, Projects},
    },
    think::{
        goals::{change, decompose, tree},
        projects,
    },
};

/// Order of staff about the goals of a character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GoalOrder {
    Show,
    Add {
        text: String,
        priority: Option<u8>,
        part_of: Option<GoalId>,
        offer: Option<String>,
    },
    Set {
        goal: GoalId,
        text: Option<String>,
        priority: Option<u8>,
    },
    Done(GoalId),
    Drop(GoalId),
    /// Opens one that is over.
    Open(GoalId),
    /// Splits one into parts.
    Decompose(GoalId),
}

/// Parses what comes behind the name of the character; none if it fits nothing.
pub(super) fn parse(rest: &str) -> Option<GoalOrder> {
    let (verb, rest) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
    let rest = rest.trim();
    let number = |text: &str| text.trim().parse().ok().map(GoalId);
    Some(match verb {
        "" => GoalOrder::Show,
        "add" => {
            let (text, GoalOptions { priority, part_of, offer }) = options(rest)?;
            (!text.is_empty()).then_some(GoalOrder::Add { text, priority, part_of, offer })?
        }
        "set" => {
            let (goal, rest) = rest.split_once(' ')?;
            let (text, GoalOptions { priority, part_of, offer }) = options(rest)?;
            // A goal stays the part that it is, and is completed as it was set.
            if part_of.is_some() || offer.is_some() {
                return None;
            }
            let text = Some(text).filter(|it| !it.is_empty());
            let is_change = text.is_some() || priority.is_some();
            is_change.then_some(GoalOrder::Set { goal: number(goal)?, text, priority })?
        }
        "done" => GoalOrder::Done(number(rest)?),
        "drop" => GoalOrder::Drop(number(rest)?),
        "open" => GoalOrder::Open(number(rest)?),
        "decompose" => GoalOrder::Decompose(number(rest)?),
        _ => return None,
    })
}

/// Options in front of the words of a goal.
#[derive(Default)]
struct GoalOptions {
    priority: Option<u8>,
    part_of: Option<GoalId>,
    offer: Option<String>,
}

/// Splits `priority=7 part=2 offer=ale sell the barrel` into the words and the options.
fn options(rest: &str) -> Option<(String, GoalOptions)> {
    let mut options = GoalOptions::default();
    let mut words = Vec::new();
    for word in rest.split_whitespace() {
        match word.split_once('=').filter(|_| words.is_empty()) {
            Some(("priority", value)) => options.priority = Some(value.parse().ok()?),
            Some(("part", value)) => options.part_of = Some(GoalId(value.parse().ok()?)),
            Some(("offer", value)) => options.offer = Some(value.to_lowercase()),
            Some(_) | None => words.push(word),
        }
    }
    Some((words.join(" "), options))
}

/// Executes `npc goal`, and returns what is shown.
///
/// # Errors
/// Refusals about goals, as sentences.
pub(super) fn run(
    world: &mut World,
    act: &Act,
    mind: Entity,
    order: GoalOrder,
) -> Result<Text, Refusal> {
    let who = people::who(world, act.actor).ok_or(Refusal::Nowhere)?;
    let by = Some(&who);
    let refused = |it: crate::mind::goals::GoalRefusal| Refusal::because(it.to_string());
    match order {
        GoalOrder::Show => return Ok(shown(world, &who, mind)),
        GoalOrder::Add { text, priority, part_of, offer } => {
            let needs =
                offer.map(|id| offer_of(world, mind, &id)).transpose()?.map(change::accepted);
            let new = NewGoal {
                text,
                priority,
                parent: part_of,
                needs,
                label: engine::label::Label::engine(),
                by: None,
            };
            change::set_by_staff(world, mind, &who, new).map_err(refused)?;
        }
        GoalOrder::Set { goal, text, priority } => {
            let to = GoalUpdate { text, priority, version: None };
            change::update(world, mind, goal, to, by).map_err(refused)?;
        }
        GoalOrder::Done(goal) => change::complete(world, mind, goal, by).map_err(refused)?,
        GoalOrder::Drop(goal) => change::drop_goal(world, mind, goal, by).map_err(refused)?,
        GoalOrder::Open(goal) => change::reopen(world, mind, goal, &who).map_err(refused)?,
        GoalOrder::Decompose(goal) => return split(world, mind, goal, &who),
    }
    Ok(shown(world, &who, mind))
}

/// Splits a goal, and returns what comes of it at once.
fn split(world: &mut World, mind: Entity, goal: GoalId, who: &Who) -> Result<Text, Refusal> {
    let name = world.get::<Name>(mind).map(|it| it.0.to_string()).unwrap_or_default();
    let done = decompose::decompose(world, mind, goal, who)
        .map_err(|it| Refusal::because(it.to_string()))?;
    Ok(match done {
        decompose::Decomposition::Asked => {
            Text::plain(format!("{name} thinks about the parts of goal {}.", goal.0))
        }
        decompose::Decomposition::Parts(_) => shown(world, who, mind),
        decompose::Decomposition::Nothing => {
            let words = format!(
                "{name} has no model to split a goal. Write its parts between semicolons, or add them: \
                 @npc goals {} add part={} TEXT",
                world.get::<Character>(mind).map(|it| it.0.to_string()).unwrap_or_default(),
                goal.0
            );
            return Err(Refusal::because(words));
        }
        decompose::Decomposition::Silent => {
            return Err(Refusal::because(format!(
                "{name} is silent or asleep now; try again later."
            )));
        }
    })
}

/// Returns the id of an offer of a character.
fn offer_of(world: &World, mind: Entity, id: &str) -> Result<OfferId, Refusal> {
    let offers = world.get::<Mind>(mind).map(|it| &it.persona.offers);
    let ids: Vec<&OfferId> = offers.into_iter().flatten().map(|it| &it.id).collect();
    ids.iter().find(|it| it.as_str() == id).map(|it| (*it).clone()).ok_or_else(|| {
        let names: Vec<&str> = ids.iter().map(|it| it.as_str()).collect();
        let known = if names.is_empty() { "none".to_owned() } else { list(&names) };
        Refusal::because(format!("There is no offer \"{id}\" of this one. There are: {known}"))
    })
}

/// Returns the goals and the projects of a mind, as far as the one who asks may read them.
fn shown(world: &World, who: &Who, mind: Entity) -> Text {
    let now = world.resource::<Clock>().now;
    let name = world.get::<Name>(mind).map(|it| it.0.clone()).unwrap_or_default();
    let mut text = Text::styled(Style::Heading, format!("What {name} wants"));
    let may_show = |it: &Goal| it.label.readers.admit(&who.id);
    let lines = world.get::<Goals>(mind).map(|it| tree(it, now, &may_show)).unwrap_or_default();
    if lines.is_empty() {
        text.say("\n  nothing");
    }
    for line in lines {
        text.say("\n  ").say(&line);
    }
    let Some(all) = world.get::<Projects>(mind) else { return text };
    let may_read = |it: &&Project| it.label.readers.admit(&who.id);
    for (nth, it) in all.iter().filter(may_read).enumerate() {
        if nth == 0 {
            text.say("\n").push(Style::Heading, "Projects");
        }
        text.say(&format!("\n  {} ({}): {}", it.name, projects::state(all, it), it.summary));
        for note in &it.notes {
            text.say("\n    - ").say(note);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_stand_before_the_words() {
        let add = |text: &str| parse(text);
        assert_eq!(parse(""), Some(GoalOrder::Show));
        let all = GoalOrder::Add {
            text: "sell a=b barrels priority=2".to_owned(),
            priority: Some(7),
            part_of: Some(GoalId(2)),
            offer: Some("ale".to_owned()),
        };
        assert_eq!(add("add priority=7 part=2 offer=Ale sell a=b barrels priority=2"), Some(all));
        assert_eq!(parse("set 3 part=2 priority=9"), None, "it stays the part that it is");
        assert_eq!(parse("set 3 offer=ale sell it"), None);
        let set = GoalOrder::Set { goal: GoalId(3), text: None, priority: Some(9) };
        assert_eq!(parse("set 3 priority=9"), Some(set));
        for wrong in ["add", "add priority=x y", "set 3", "set x y", "done", "drop x", "fly 3"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
        assert_eq!(parse("done 4"), Some(GoalOrder::Done(GoalId(4))));
    }
}
