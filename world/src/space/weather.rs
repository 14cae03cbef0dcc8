//! Command `weather`: the look of the sky.

use bevy_ecs::prelude::*;
use engine::save::durability::Durability;
use text::{
    parse::Line,
    styled::{Style, Text},
};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    space::{calendar::Calendar, sky::Sky},
    witness::narrator::Narrator,
};

/// Command to ask for the weather.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShowWeather;

impl Command for ShowWeather {
    const SPEC: CommandSpec = CommandSpec {
        name: "weather",
        aliases: &["sky"],
        role: Role::Guest,
        category: Category::World,
        usage: "weather",
        summary: "See what the weather is like.",
        help: "Example: weather\n\
               It is the same for everybody, and changes every six hours at most. light says how \
               light it is.",
        saves: Durability::None,
    };
    const VIEWS: bool = true;

    fn parse(_: &Line<'_>) -> Result<Self, Refusal> {
        Ok(Self)
    }
}

/// Runs the `weather` command.
pub fn weather(
    invocation: Invocation<ShowWeather>,
    sky: Res<Sky>,
    calendar: Res<Calendar>,
    mut narrator: Narrator,
) -> Outcome {
    let words =
        sky.weather_at(calendar.at(narrator.now())).unwrap_or("There is no weather to speak of.");
    narrator.show(&invocation.act, Text::styled(Style::Prose, words));
    Ok(())
}
