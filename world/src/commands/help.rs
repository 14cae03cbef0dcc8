//! `help`: made from the commands themselves and the pages builders wrote.

use bevy_ecs::prelude::*;

use crate::{
    build::HelpPages,
    command::{Category, Command, CommandSpec, Invocation, Outcome, Refusal, Registry},
    parse::{self, Line},
    permission::Role,
    report::Report,
    text::{Style, Text, list},
};

/// Asks for help.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Help {
    /// About what; nothing shows the overview.
    pub topic: String,
}

impl Command for Help {
    const SPEC: CommandSpec = CommandSpec {
        name: "help",
        aliases: &["?", "commands"],
        role: Role::Guest,
        category: Category::Game,
        usage: "help\nhelp TOPIC",
        summary: "See all commands, or a page about one.",
        help: "Example: help say",
        saves: false,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        Ok(Self { topic: line.rest.to_lowercase() })
    }
}

/// Carries it out.
pub fn help(
    it: Invocation<Help>,
    registry: Res<Registry>,
    pages: Res<HelpPages>,
    mut report: Report,
) -> Outcome {
    let role = report.people.who(it.act.actor).ok_or(Refusal::Nowhere)?.role;
    let topic = it.command.topic.as_str();
    let text = if topic.is_empty() {
        overview(&registry, &pages, role)
    } else if let Some(page) = pages.0.get(topic) {
        let mut text = Text::styled(Style::Heading, &*page.topic).capitalised();
        text.say("\n").push(Style::Prose, &page.text);
        text
    } else if let Some(spec) = command(&registry, topic, role) {
        page(spec)
    } else {
        let commands = visible(&registry, role).map(|it| it.name);
        let near = parse::near(topic, commands.chain(pages.0.keys().map(String::as_str)));
        let hint = match near.is_empty() {
            false => format!("Did you mean {}?", list(&near).replace(" and ", " or ")),
            true => "Type help for a list.".to_owned(),
        };
        return Err(Refusal::because(format!("There is no help about \"{topic}\". {hint}")));
    };
    report.show(&it.act, text);
    Ok(())
}

/// The commands that somebody with these rights can type.
fn visible(registry: &Registry, role: Role) -> impl Iterator<Item = &CommandSpec> {
    registry.specs().filter(move |it| it.role <= role && it.category != Category::Minds)
}

fn command<'a>(registry: &'a Registry, name: &str, role: Role) -> Option<&'a CommandSpec> {
    visible(registry, role).find(|it| it.name == name || it.aliases.contains(&name))
}

fn overview(registry: &Registry, pages: &HelpPages, role: Role) -> Text {
    let mut text = Text::default();
    for category in Category::ALL {
        let mut first = true;
        for spec in visible(registry, role).filter(|it| it.category == category) {
            if first {
                text.push(Style::Heading, category.heading());
                first = false;
            }
            text.say("\n  ").push(Style::Topic, spec.name).say(": ").say(spec.summary);
        }
        if !first {
            text.say("\n");
        }
    }
    if !pages.0.is_empty() {
        text.push(Style::Heading, "More to read");
        for page in pages.0.values() {
            text.say("\n  ").push(Style::Topic, &page.topic).say(": ").say(&page.summary);
        }
        text.say("\n");
    }
    text.say("Type ").push(Style::Command, "help WORD").say(" for more about any of these.");
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
