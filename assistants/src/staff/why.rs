//! `why`: what a character's last thoughts were, step by step.

use bevy_ecs::prelude::*;
use world::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::character::Character,
    save::durability::Durability,
    witness::{
        narrator::Narrator,
        viewpoint::{Viewpoint, narrate},
    },
    words::{
        name::Name,
        parse::{self, Line},
        text::{Style, Text},
    },
};

use crate::{mind::body::Mind, record::trace::Trace};

/// Shows why a character did what it did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Why {
    pub name: String,
    /// How many thoughts.
    pub count: usize,
}

impl Command for Why {
    const SPEC: CommandSpec = CommandSpec {
        name: "why",
        aliases: &["@why"],
        role: Role::Staff,
        category: Category::Staff,
        usage: "why NAME\nwhy NAME COUNT",
        summary: "See why one of the town's own people did what they did.",
        help: "Example: why mara 2\n\
               It shows the last thoughts, newest last: what set each off and by which rule, \
               what came to mind, what was asked of the model and for whose ears, what the \
               model wanted, what the game allowed, and why the thought ended. Above them \
               stands what was heard last and passed over, and by which rule.",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let mut words = line.rest.split_whitespace();
        let name = words.next().ok_or(Refusal::Usage(Self::SPEC.usage))?.to_lowercase();
        let count = match words.next() {
            None => 1,
            Some(n) => n.parse().map_err(|_| Refusal::Usage(Self::SPEC.usage))?,
        };
        Ok(Self { name, count: usize::clamp(count, 1, 12) })
    }
}

/// Carries it out.
pub fn why(
    invocation: Invocation<Why>,
    minds: Query<(&Character, &Name, &Trace), With<Mind>>,
    mut narrator: Narrator,
) -> Outcome {
    let wanted = invocation.command.name;
    let mut found = None;
    for (id, name, trace) in &minds {
        if id.0.as_str() == wanted || name.0.to_lowercase() == wanted {
            found = Some((name, trace));
        }
    }
    let Some((name, trace)) = found else {
        let mut ids: Vec<&str> = minds.iter().map(|(id, ..)| id.0.as_str()).collect();
        ids.sort_unstable();
        let near = parse::near(&wanted, ids.iter().copied());
        let hint = near.first().map(|it| format!(" Did you mean {it}?")).unwrap_or_default();
        let words = format!("None of the town's own people is called \"{wanted}\".{hint}");
        return Err(Refusal::because(words));
    };
    let count = invocation.command.count;
    let mut stories: Vec<_> = trace.stories().take(count).collect();
    stories.reverse();
    let mut text = passed_over(trace, count);
    if stories.is_empty() {
        if !text.is_empty() {
            text.say("\n");
        }
        text.push(Style::Person, &name.0).say(" has not thought about anything yet.");
    }
    for story in stories {
        if !text.is_empty() {
            text.say("\n");
        }
        let (hour, minute) = story.at.hour_and_minute();
        text.push(Style::Heading, &format!("{}, {hour:02}:{minute:02} UTC", name.0));
        for (n, line) in story.lines.iter().enumerate() {
            text.say(&format!("\n  {}. {line}", n + 1));
        }
    }
    narrator.show(&invocation.act, text);
    Ok(())
}

/// The newest lines that were heard and left without a reaction, three for each thought that is
/// shown.
fn passed_over(trace: &Trace, count: usize) -> Text {
    let mut lines: Vec<_> = trace.passed_over().take(count.saturating_mul(3)).collect();
    lines.reverse();
    if lines.is_empty() {
        return Text::default();
    }
    let mut text = Text::styled(Style::Heading, "Heard, and passed over");
    for it in lines {
        let (hour, minute) = it.what.at.hour_and_minute();
        let words = narrate(&it.what, Viewpoint::Bystander);
        let rule = it.rule;
        text.say(&format!("\n  {hour:02}:{minute:02} UTC ")).append(&words);
        text.say(&format!(" (rule: {rule})"));
    }
    text
}
