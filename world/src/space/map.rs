//! Command `map`: the rooms around, drawn or in words.

use bevy_ecs::prelude::*;
use engine::save::durability::Durability;
use text::{
    parse::Line,
    styled::{Style, Text, list},
};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::settings::Settings,
    space::{
        containment, exits,
        path::{self, Around},
        place,
    },
    witness::narrator::with_narrator,
};
use drawing::Drawing;

mod drawing;

/// Maximum number of rooms in a map in words, nearest first.
const MOST_TOLD: usize = 12;

/// Default width of a map, in columns, for a client of unknown width.
const USUAL_WIDTH: u16 = 80;

/// Command to show the rooms around.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShowMap {
    /// True for words even where no screen reader is in use.
    pub words: bool,
}

impl Command for ShowMap {
    const SPEC: CommandSpec = CommandSpec {
        name: "map",
        aliases: &[],
        role: Role::Guest,
        category: Category::World,
        usage: "map\nmap words",
        summary: "See the places around, drawn or in words.",
        help: "Example: map\n\
               North is up, and [@] is where you are. It shows the nearest places that open ways \
               lead to, 27 at most, as far as the drawing has room for them; what is up, down, in, \
               out or behind a shut door stands below it in words. map words tells the same of \
               the 12 nearest places without a drawing, and so does map after: set reader on",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        match line.rest.to_lowercase().as_str() {
            "" => Ok(Self { words: false }),
            "words" | "in words" => Ok(Self { words: true }),
            _ => Err(Refusal::Usage(Self::SPEC.usage)),
        }
    }
}

/// Runs the `map` command.
pub fn map(invocation: Invocation<ShowMap>, world: &mut World) -> Outcome {
    let here = containment::room_of(world, invocation.act.actor).ok_or(Refusal::Nowhere)?;
    let settings = world.get::<Settings>(invocation.act.actor).copied().unwrap_or_default();
    let text = if invocation.command.words || settings.reader {
        describe_nearby(world, here)
    } else {
        let width = if settings.width == 0 { USUAL_WIDTH } else { settings.width };
        drawn(world, &Drawing::around(world, here, width))
    };
    with_narrator(world, |narrator| narrator.show(&invocation.act, text));
    Ok(())
}

/// Describes the nearest rooms and the exits of each, one line per room.
fn describe_nearby(world: &World, here: Entity) -> Text {
    let around = Around::look(world, here, MOST_TOLD, None);
    let mut text = Text::default();
    for room in around.rooms() {
        if room != here {
            text.say("\n");
        }
        text.push(Style::Room, place::name(world, room));
        text.say(if room == here { ", where you are." } else { "." });
        for way in path::ways(world, room) {
            let direction = Text::styled(Style::Exit, way.direction.name()).capitalised();
            text.say(" ").append(&direction).say(": ");
            exits::leads(world, &way, &mut text);
            text.say(".");
        }
    }
    text
}

/// Formats a drawing, with the legend of its letters and the exits that it does not show.
fn drawn(world: &World, drawing: &Drawing) -> Text {
    let mut text = Text::plain(drawing.lines());
    let sign = |at: usize| drawing::sign(at);
    for (at, room) in drawing.rooms().enumerate() {
        text.say(if at == 0 { "\n" } else { ", " }).say(&format!("{} ", sign(at)));
        text.push(Style::Room, place::name(world, room));
        if at == 0 {
            text.say(" (you are here)");
        }
    }
    text.say(".");
    for (at, room) in drawing.rooms().enumerate() {
        let beside: Vec<String> = path::ways(world, room)
            .filter(|way| !drawing.shows(room, way))
            .map(|way| {
                let mut words = Text::plain(format!("{}: ", way.direction));
                exits::leads(world, &way, &mut words);
                words.as_str().to_owned()
            })
            .collect();
        if !beside.is_empty() {
            let from = if at == 0 { "here".to_owned() } else { sign(at).to_string() };
            text.say(&format!("\nFrom {from}, {}.", list(&beside)));
        }
    }
    text
}
