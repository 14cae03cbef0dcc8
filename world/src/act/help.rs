//! Help system: the `help` command, with pages generated from the commands and written by builders.

use std::{collections::BTreeMap, num::NonZeroUsize};

use bevy_ecs::prelude::*;
use engine::{save::durability::Durability, simulation::Simulation};
use serde::Deserialize;
use text::{
    parse::{self, Line},
    prose,
    styled::{Style, Text, list, list_or},
};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
        registry::{AddCommand, Registry},
    },
    witness::{narrator::Narrator, pages},
};

/// Help pages that are not about a command, by topic.
#[derive(Resource, Debug, Default)]
pub struct HelpPages(pub BTreeMap<String, HelpPage>);

/// Help pages about verbs from data, by verb. They are not listed in the overview.
#[derive(Resource, Debug, Default)]
pub struct VerbPages(pub BTreeMap<String, Text>);

/// Help page that is not about a command, from a file `help/*.ron`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HelpPage {
    /// Topic to type after `help`.
    pub topic: String,
    /// One-line summary for the overview.
    pub summary: String,
    /// Text of the page.
    pub text: String,
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<HelpPages>();
    sim.world_mut().init_resource::<VerbPages>();
    sim.add_command::<Help, _>(help);
}

/// Command to read the help.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Help {
    /// Topic, with an optional page number; empty for the overview.
    pub topic: String,
}

impl Command for Help {
    const SPEC: CommandSpec = CommandSpec {
        name: "help",
        aliases: &["h", "?"],
        role: Role::Guest,
        category: Category::Game,
        usage: "help\nhelp TOPIC\nhelp TOPIC PAGE",
        summary: "See all commands, or a page about one.",
        help: "Example: help say\n\
               What is longer than a screen comes in pages, and each page says how to read the \
               next: help 2.",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let topic = line.rest.to_lowercase();
        // As in "help me with quests", "help on walking".
        let topic =
            LEADING.iter().fold(topic.as_str(), |it, lead| it.strip_prefix(lead).unwrap_or(it));
        let topic = if matches!(topic, "me" | "please" | "me please") { "" } else { topic };
        Ok(Self { topic: topic.to_owned() })
    }
}

/// Leading words that are not part of a topic, in their order.
const LEADING: [&str; 6] = ["me ", "with ", "on ", "about ", "how to ", "the "];

/// Maximum number of pages suggested for a word that occurs in them.
const MOST_PAGES: usize = 3;

/// Executes `help`.
pub fn help(
    invocation: Invocation<Help>,
    registry: Res<Registry>,
    written: Res<HelpPages>,
    verbs: Res<VerbPages>,
    mut narrator: Narrator,
) -> Outcome {
    let role = narrator.people.who(invocation.act.actor).ok_or(Refusal::Nowhere)?.role;
    let whole = invocation.command.topic.as_str();
    let (topic, number) = match about(whole, &registry, &written, &verbs, role) {
        Some(_) => (whole, NonZeroUsize::MIN),
        None => numbered(whole),
    };
    let Some(text) = about(topic, &registry, &written, &verbs, role) else {
        let commands = visible(&registry, role).map(|it| it.name);
        let more = written.0.keys().chain(verbs.0.keys()).map(String::as_str);
        let near = parse::near(topic, commands.chain(more));
        // Similar topics come before pages that only mention the word.
        let speaks = |it: &&HelpPage| prose::has(&it.summary, topic) || prose::has(&it.text, topic);
        let pages = written.0.values().filter(speaks).map(|it| format!("help {}", it.topic));
        let pages: Vec<String> = pages.take(MOST_PAGES).collect();
        let hint = match (near.is_empty(), pages.is_empty()) {
            (false, _) => format!("Did you mean {}?", list_or(&near)),
            (true, false) => {
                format!("To read more of it, type: {}", pages.join(", or: "))
            }
            (true, true) => "Type help for a list.".to_owned(),
        };
        return Err(Refusal::because(format!("There is no help about \"{topic}\". {hint}")));
    };
    let text = pages::leaf(&text, number, format!("help {topic}").trim_end())?;
    narrator.show(&invocation.act, text);
    Ok(())
}

/// Splits a page number off a topic; page 1 without one.
fn numbered(typed: &str) -> (&str, NonZeroUsize) {
    let (topic, last) = typed.rsplit_once(' ').unwrap_or(("", typed));
    last.parse().map_or((typed, NonZeroUsize::MIN), |number| (topic.trim_end(), number))
}

/// Finds the help text for a topic, with a heading in its first line.
fn about(
    topic: &str,
    registry: &Registry,
    pages: &HelpPages,
    verbs: &VerbPages,
    role: Role,
) -> Option<Text> {
    if topic.is_empty() {
        return Some(overview(registry, pages, role));
    }
    if let Some(page) = pages.0.get(topic) {
        let mut text = Text::styled(Style::Heading, &*page.topic).capitalised();
        text.say("\n").push(Style::Prose, &page.text);
        return Some(text);
    }
    command(registry, topic, role).map(page).or_else(|| verbs.0.get(topic).cloned())
}

/// Iterates over the commands that a role can type.
fn visible(registry: &Registry, role: Role) -> impl Iterator<Item = &'static CommandSpec> {
    registry.specs().filter(move |it| it.role <= role && it.category != Category::Minds)
}

fn command(registry: &Registry, name: &str, role: Role) -> Option<&'static CommandSpec> {
    visible(registry, role).find(|it| it.name == name || it.aliases.contains(&name))
}

fn overview(registry: &Registry, pages: &HelpPages, role: Role) -> Text {
    let mut text = Text::styled(Style::Heading, "Help");
    text.say("\nType ").push(Style::Command, "help WORD").say(" for more about any of these.");
    for category in Category::ALL {
        let mut first = true;
        for spec in visible(registry, role).filter(|it| it.category == category) {
            if first {
                text.say("\n").push(Style::Heading, category.heading());
                first = false;
            }
            text.say("\n  ").push(Style::Topic, spec.name).say(": ").say(spec.summary);
        }
    }
    if !pages.0.is_empty() {
        text.say("\n").push(Style::Heading, "More to read");
        for page in pages.0.values() {
            text.say("\n  ").push(Style::Topic, &page.topic).say(": ").say(&page.summary);
        }
    }
    text
}

fn page(spec: &CommandSpec) -> Text {
    let mut text = Text::styled(Style::Heading, spec.name).capitalised();
    text.say("\n").push(Style::Prose, spec.summary).say("\nHow to type it:");
    for line in spec.usage.lines() {
        text.say("\n  ").push(Style::Command, line);
    }
    if !spec.aliases.is_empty() {
        text.say("\nAlso: ").say(&list(spec.aliases));
    }
    text.say("\n").push(Style::Prose, spec.help);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;

    #[test]
    fn a_long_page_is_read_page_by_page() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        let lines: Vec<String> = (1..=30).map(|n| format!("{n} bottles")).collect();
        for topic in ["bottles", "verse 2"] {
            let page = HelpPage {
                topic: topic.to_owned(),
                summary: "A song.".to_owned(),
                text: lines.join("\n"),
            };
            game.sim.world_mut().resource_mut::<HelpPages>().0.insert(topic.to_owned(), page);
        }
        let first = game.type_line(ann, "help bottles");
        assert!(first.starts_with("Bottles, page 1 of 2\n1 bottles\n"), "{first}");
        assert!(first.ends_with("\nFor the next page, type help bottles 2."), "{first}");
        let second = game.type_line(ann, "help Bottles 2");
        assert!(second.starts_with("Bottles, page 2 of 2\n"), "{second}");
        assert!(second.ends_with("\n30 bottles\nThis was the last page."), "{second}");
        // A topic may end with a number.
        let verse = game.type_line(ann, "help verse 2");
        assert!(verse.ends_with("\nFor the next page, type help verse 2 2."), "{verse}");
        assert_eq!(game.type_line(ann, "help verse 2 2"), second.replace("Bottles", "Verse 2"));
        // A screen reader gets the same pages.
        game.type_line(ann, "set reader on");
        assert_eq!(game.type_line(ann, "help bottles"), first);
    }
}
