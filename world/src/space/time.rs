//! `time`: the time of day.

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    save::durability::Durability,
    witness::narrator::Narrator,
    words::{parse::Line, text::Text},
};

/// Asks for the time.
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
        help: "Example: time\nThe game's day is as long as yours; its clock shows UTC. \
               light says how light it is, and weather what the sky looks like.",
        saves: Durability::None,
    };
    const VIEWS: bool = true;

    fn parse(_: &Line<'_>) -> Result<Self, Refusal> {
        Ok(Self)
    }
}

/// Carries it out.
pub fn time(it: Invocation<Time>, mut narrator: Narrator) -> Outcome {
    let now = narrator.now();
    let (hour, minute) = now.hour_and_minute();
    let words = format!("It is {} ({hour:02}:{minute:02} UTC).", now.time_of_day());
    narrator.show(&it.act, Text::plain(words));
    Ok(())
}
