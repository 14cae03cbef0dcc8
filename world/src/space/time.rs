//! Command `time`: the time of day.

use bevy_ecs::prelude::*;
use engine::save::durability::Durability;
use text::{parse::Line, styled::Text};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    space::calendar::Calendar,
    witness::narrator::Narrator,
};

/// Command to ask for the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Time;

impl Command for Time {
    const SPEC: CommandSpec = CommandSpec {
        name: "time",
        aliases: &["date"],
        role: Role::Guest,
        category: Category::Game,
        usage: "time",
        summary: "See what time it is in the game.",
        help: "Example: time\nWhere the game's day is as long as yours its clock shows UTC; otherwise \
               time says how long it is. \
               light says how light it is, and weather what the sky looks like.",
        saves: Durability::None,
    };
    const VIEWS: bool = true;

    fn parse(_: &Line<'_>) -> Result<Self, Refusal> {
        Ok(Self)
    }
}

/// Runs the `time` command.
pub fn time(
    invocation: Invocation<Time>,
    calendar: Res<Calendar>,
    mut narrator: Narrator,
) -> Outcome {
    let now = calendar.at(narrator.now());
    let (part, clock) = (now.words(), format!("{:02}:{:02}", now.hour, now.minute));
    let words = if calendar.is_real() {
        format!("It is {part} ({clock} UTC).")
    } else {
        let span = span(calendar.day_minutes());
        format!("It is {part} ({clock}). A day here lasts {span} of yours.")
    };
    narrator.show(&invocation.act, Text::plain(words));
    Ok(())
}

/// Formats a number of minutes in words.
fn span(minutes: u64) -> String {
    match (minutes / 60, minutes % 60) {
        (0, 1) => "a minute".to_owned(),
        (1, 0) => "an hour".to_owned(),
        (hours, 0) => format!("{hours} hours"),
        _ => format!("{minutes} minutes"),
    }
}
