//! `set`: how one wants to see the game.

use bevy_ecs::prelude::*;

use crate::{
    character::Settings,
    command::{Category, Command, CommandSpec, Invocation, Outcome, Refusal},
    parse::Line,
    permission::Role,
    report::Report,
    text::{Style, Text},
};

/// Changes a setting, or shows them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Set {
    /// Shows all.
    Show,
    /// The width; zero means what the client says.
    Width(u16),
    /// Colours.
    Colour(bool),
    /// Short views of rooms.
    Brief(bool),
    /// A screen reader is in use.
    Reader(bool),
}

impl Command for Set {
    const SPEC: CommandSpec = CommandSpec {
        name: "set",
        aliases: &["settings"],
        role: Role::Guest,
        category: Category::Game,
        usage: "set\nset width COLUMNS (20 to 500, or auto)\nset colour on (or off)\n\
                set brief on (or off)\nset reader on (or off)",
        summary: "Change how the game looks to you.",
        help: "Example: set width 72\n\
               width is where lines are wrapped; auto follows your window. colour turns colours \
               on or off. brief leaves out descriptions of rooms you walk into. reader is for \
               screen readers: no colours, no repeated prompt. set alone shows your settings.",
        saves: true,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let usage = || Refusal::Usage(Self::SPEC.usage);
        let mut words = line.rest.split_whitespace();
        let (name, value) = (words.next(), words.next().map(str::to_lowercase));
        let Some(name) = name else { return Ok(Self::Show) };
        let value = value.ok_or_else(usage)?;
        let switch = || match value.as_str() {
            "on" | "yes" | "true" | "1" => Ok(true),
            "off" | "no" | "false" | "0" => Ok(false),
            _ => Err(Refusal::because("Please say on or off, as in: set brief on")),
        };
        match name.to_lowercase().as_str() {
            "width" if value == "auto" => Ok(Self::Width(0)),
            "width" => match value.parse() {
                Ok(width @ 20..=500) => Ok(Self::Width(width)),
                _ => Err(Refusal::because("The width can be 20 to 500 columns, or auto.")),
            },
            "colour" | "color" | "colours" | "colors" => switch().map(Self::Colour),
            "brief" => switch().map(Self::Brief),
            "reader" | "screenreader" => switch().map(Self::Reader),
            _ => Err(usage()),
        }
    }
}

/// Carries it out.
pub fn set(
    it: Invocation<Set>,
    settings: Query<&Settings>,
    mut report: Report,
    mut commands: Commands,
) -> Outcome {
    let mut now = settings.get(it.act.actor).copied().unwrap_or_default();
    let on = |it: bool| if it { "on" } else { "off" };
    let words = match it.command {
        Set::Show => String::new(),
        Set::Width(0) => "Lines now wrap at the width of your window.".to_owned(),
        Set::Width(width) => format!("Lines now wrap at {width} columns."),
        Set::Colour(it) => format!("Colours are now {}.", on(it)),
        Set::Brief(it) => format!("Short views of rooms are now {}.", on(it)),
        Set::Reader(it) => format!("Screen reader mode is now {}.", on(it)),
    };
    match it.command {
        Set::Show => {}
        Set::Width(it) => now.width = it,
        Set::Colour(it) => now.colour = it,
        Set::Brief(it) => now.brief = it,
        Set::Reader(it) => now.reader = it,
    }
    if it.command == Set::Show {
        let width = if now.width == 0 { "auto".to_owned() } else { now.width.to_string() };
        let mut text = Text::styled(Style::Heading, "Your settings");
        text.say(&format!("\n  width {width}\n  colour {}", on(now.colour)));
        text.say(&format!("\n  brief {}\n  reader {}", on(now.brief), on(now.reader)));
        report.show(&it.act, text);
    } else {
        commands.entity(it.act.actor).insert(now);
        report.show(&it.act, Text::plain(words));
    }
    Ok(())
}
