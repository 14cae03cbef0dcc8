//! `quest` and `hint` commands: authored quests, their state, and hints.

use bevy_ecs::prelude::*;
use engine::{label::Readers, save::durability::Durability, simulation::Simulation};
use serde::Deserialize;
use text::{
    parse::Line,
    styled::{Style, Text},
};

use super::{offer::Condition, terms::holds};
use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
        registry::AddCommand,
    },
    beings::character::Character,
    witness::narrator::with_narrator,
};

/// Entry of `quests.ron`: a quest.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestEntry {
    /// Name of the quest, shown as a heading.
    pub name: String,
    /// Task, in a sentence or two.
    pub wants: String,
    /// Hints from the first step to the last.
    pub hints: Vec<String>,
    /// Conditions of completion; all must hold.
    pub done: Vec<Condition>,
}

/// List of all quests, in the order of the file.
#[derive(Resource, Debug, Default)]
pub struct Quests(pub Vec<QuestEntry>);

/// Quest of the last hints given to a player, and their number. Not saved: hints begin anew after a
/// logout.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Hinted {
    quest: usize,
    given: usize,
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Quests>();
    sim.add_command::<ShowQuests, _>(show).add_command::<Hint, _>(hint);
}

/// Command `quest`: lists open and completed quests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShowQuests;

impl Command for ShowQuests {
    const SPEC: CommandSpec = CommandSpec {
        name: "quest",
        aliases: &["quests", "journal"],
        role: Role::Guest,
        category: Category::Game,
        usage: "quest",
        summary: "See what people here want done, and what you have done.",
        help: "Example: quest\nNobody has to do any of it. When you do not know how to go on: \
               help hint",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        if line.rest.is_empty() { Ok(Self) } else { Err(Refusal::Usage(Self::SPEC.usage)) }
    }
}

/// Command `hint`: shows the next hint of a quest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// Part of a quest's name, in lower case; if empty, the first open quest is taken.
    pub about: String,
}

impl Command for Hint {
    const SPEC: CommandSpec = CommandSpec {
        name: "hint",
        aliases: &["hints"],
        role: Role::Guest,
        category: Category::Game,
        usage: "hint\nhint QUEST",
        summary: "Read a little about what to do next.",
        help: "Example: hint\nEach further one says a little more. hint spoons is about the quest \
               in whose name that word stands; to see all of them, type quest.",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        Ok(Self { about: line.rest.to_lowercase() })
    }
}

/// Returns whether a quest is done, as far as its player knows, who alone is told of it.
fn is_done(world: &World, who: Entity, quest: &QuestEntry) -> bool {
    let me = world.get::<Character>(who).map(|it| it.0.clone());
    let readers = Readers::Only(me.into_iter().collect());
    quest.done.iter().all(|it| holds(world, None, who, it, &readers))
}

/// Returns all quests in the order of the file, each with whether it is done as far as its player
/// knows.
pub fn of(world: &World, who: Entity) -> Vec<(&QuestEntry, bool)> {
    let quests = world.get_resource::<Quests>().into_iter().flat_map(|it| &it.0);
    quests.map(|quest| (quest, is_done(world, who, quest))).collect()
}

const NONE: &str = "Nobody here wants anything done just now. Ask the people whom you meet.";

/// Executes `quest`.
fn show(invocation: Invocation<ShowQuests>, world: &mut World) -> Outcome {
    let who = invocation.act.actor;
    let quests = &world.resource::<Quests>().0;
    let (done, open): (Vec<_>, Vec<_>) =
        quests.iter().partition(|quest| is_done(world, who, quest));
    let mut text = Text::styled(Style::Heading, "What people want done");
    for quest in &open {
        text.say("\n  ").push(Style::Topic, &quest.name).say(": ").push(Style::Prose, &quest.wants);
    }
    if open.is_empty() {
        text.say("\n  ").say(if done.is_empty() { NONE } else { "Nothing is left to do." });
    } else {
        text.say("\nTo read how to begin, type: ").push(Style::Command, "hint");
    }
    if !done.is_empty() {
        text.say("\n").push(Style::Heading, "What you have done");
        for quest in done {
            text.say("\n  ").push(Style::Topic, &quest.name);
        }
    }
    with_narrator(world, |narrator| narrator.show(&invocation.act, text));
    Ok(())
}

/// Executes `hint`.
fn hint(invocation: Invocation<Hint>, world: &mut World) -> Outcome {
    let who = invocation.act.actor;
    let about = invocation.command.about.as_str();
    let quests = &world.resource::<Quests>().0;
    let fits = |quest: &QuestEntry| quest.name.to_lowercase().contains(about);
    let mut open = quests.iter().enumerate().filter(|(_, quest)| !is_done(world, who, quest));
    let Some((at, quest)) = open.find(|(_, quest)| fits(quest)) else {
        let words = match quests.iter().find(|quest| fits(quest)) {
            None if quests.is_empty() => NONE.to_owned(),
            None => format!("No quest is about \"{about}\". To see all of them, type: quest"),
            Some(_) if about.is_empty() => "You have done all there is to do.".to_owned(),
            Some(quest) => format!("You have done that: {}.", quest.name),
        };
        return Err(Refusal::because(words));
    };
    let last = world.get::<Hinted>(who).copied().unwrap_or_default();
    let next = if last.quest == at { last.given } else { 0 };
    let next = if next < quest.hints.len() { next } else { 0 };
    let mut text = Text::styled(Style::Topic, &quest.name);
    text.say(&format!(", hint {} of {}: ", next + 1, quest.hints.len()));
    text.push(Style::Prose, quest.hints.get(next).map_or("", String::as_str));
    if next + 1 < quest.hints.len() {
        text.say("\nFor one more, type: ").push(Style::Command, "hint");
    }
    world.entity_mut(who).insert(Hinted { quest: at, given: next + 1 });
    with_narrator(world, |narrator| narrator.show(&invocation.act, text));
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use engine::id::MarkId;

    use super::*;
    use crate::{fixture::Fixture, trade::purse::Marks};

    #[test]
    fn hints_say_more_and_more_until_it_is_done() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        let none = game.type_line(ann, "hint");
        assert!(none.starts_with("Nobody here wants anything done"), "{none}");
        let mark = |name: &str| MarkId::new(name).unwrap();
        let quest = |name: &str, done: &str, hints: &[&str]| QuestEntry {
            name: name.to_owned(),
            wants: "Somebody wants it.".to_owned(),
            hints: hints.iter().map(|it| (*it).to_owned()).collect(),
            done: vec![Condition::Marked(mark(done))],
        };
        let quests = vec![
            quest("The lost pear", "pear", &["Look.", "Take it."]),
            quest("The well", "well", &["Draw."]),
        ];
        game.sim.world_mut().insert_resource(Quests(quests));
        let first = "The lost pear, hint 1 of 2: Look.\nFor one more, type: hint";
        assert_eq!(game.type_line(ann, "hint"), first);
        assert_eq!(game.type_line(ann, "hint pear"), "The lost pear, hint 2 of 2: Take it.");
        assert_eq!(game.type_line(ann, "hint"), first);
        assert_eq!(game.type_line(ann, "hint well"), "The well, hint 1 of 1: Draw.");
        assert!(game.type_line(ann, "hint moon").contains("No quest is about \"moon\""));
        let who = game.entity("ann").unwrap();
        let world = game.sim.world_mut();
        world.entity_mut(who).insert(Marks(BTreeSet::from([mark("pear")])));
        assert_eq!(game.type_line(ann, "hint"), "The well, hint 1 of 1: Draw.");
        assert_eq!(game.type_line(ann, "hint pear"), "You have done that: The lost pear.");
        let shown = game.type_line(ann, "quest");
        assert!(shown.contains("  The well: Somebody wants it."), "{shown}");
        assert!(shown.ends_with("What you have done\n  The lost pear"), "{shown}");
    }
}
