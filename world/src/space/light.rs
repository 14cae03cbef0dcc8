//! Command `light`: the light at this hour.

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

/// Command to ask for the light.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShowLight;

impl Command for ShowLight {
    const SPEC: CommandSpec = CommandSpec {
        name: "light",
        aliases: &[],
        role: Role::Guest,
        category: Category::World,
        usage: "light",
        summary: "See how light it is at this hour.",
        help: "Example: light\nIt goes by the game's clock; type time to see that.",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        if line.rest.is_empty() {
            return Ok(Self);
        }
        let use_it = "Type light alone to see how light it is; for a thing, try: use";
        Err(Refusal::because(format!("{use_it} {}", line.rest)))
    }
}

/// Runs the `light` command.
pub fn light(
    invocation: Invocation<ShowLight>,
    sky: Res<Sky>,
    calendar: Res<Calendar>,
    mut narrator: Narrator,
) -> Outcome {
    let light = sky.light_at(calendar.at(narrator.now()));
    let words = light.map_or("You cannot tell.", |line| &line.text);
    narrator.show(&invocation.act, Text::styled(Style::Prose, words));
    Ok(())
}
