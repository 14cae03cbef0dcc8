//! `set` command: settings of a player.

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
    beings::{
        character::Character,
        settings::{RumoursOff, Settings},
    },
    witness::narrator::Narrator,
};

/// Command `set`: changes a setting, or lists all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Set {
    /// Lists all settings.
    Show,
    /// Line width in columns, 20 to 500; 0 takes the client's width.
    Width(u16),
    Colour(bool),
    /// Toggles colours.
    SwitchColour,
    /// Brief mode: room views without descriptions.
    Brief(bool),
    /// Toggles brief mode.
    SwitchBrief,
    /// Screen reader mode.
    Reader(bool),
    /// Characters beyond ASCII.
    Utf8(bool),
    /// Keep-alive bytes on an idle connection.
    Keepalive(bool),
    /// Compression (MCCP); none leaves it to the client.
    Mccp(Option<bool>),
    /// Sounds, played by the client.
    Sound(bool),
    /// Permission for models outside this machine to read what the player says to NPCs.
    Models(bool),
    /// Permission for NPCs to pass on rumours about the player.
    Rumours(bool),
    /// Ambience: unprompted messages of rooms.
    Ambience(bool),
    /// Name of the player on the front page for browsers.
    Listed(bool),
}

impl Command for Set {
    const SPEC: CommandSpec = CommandSpec {
        name: "set",
        aliases: &["settings", "brief", "colour", "color"],
        role: Role::Guest,
        category: Category::Game,
        usage: "set\nset width COLUMNS (20 to 500, or auto)\nset colour on (or off)\n\
                set brief on (or off)\nset reader on (or off)\nset utf8 on (or off)\n\
                set keepalive on (or off)\nset mccp on (or off, or auto)\n\
                set sound on (or off)\nset models on (or off)\n\
                set ambience on (or off)\nset rumours on (or off)\n\
                set listed on (or off)",
        summary: "Change how the game looks to you.",
        help: "Example: set width 72\n\
               width is where lines are wrapped; auto follows your window. colour turns colours \
               on or off. brief leaves out descriptions of rooms you walk into. reader is for \
               screen readers: no colours, no repeated prompt. utf8 off spells every letter in \
               plain ones, for old clients. keepalive off leaves out the silent byte that keeps a \
               quiet connection open. mccp compresses what you receive; auto leaves that to your \
               client. sound lets your client play sounds, if it can and the game has any. models \
               off keeps what you say from language models on other machines. ambience off leaves \
               out what happens around you by itself. rumours off keeps the town's own people from \
               telling others what they see you do; to have them forget what they know, type: \
               forget me. listed on has the game's page for browsers name you to everybody while \
               you are here. set alone shows your settings; brief and colour alone turn those on or \
               off.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let usage = || Refusal::Usage(Self::SPEC.usage);
        let mut words = line.rest.split_whitespace();
        // The aliases may be abbreviated to any unambiguous prefix.
        let setting = match line.small_verb().get(..1) {
            Some("b") => Some("brief"),
            Some("c") => Some("colour"),
            Some(_) | None => None,
        };
        let (name, value) = match (setting, words.next()) {
            (Some("brief"), None) => return Ok(Self::SwitchBrief),
            (Some(_), None) => return Ok(Self::SwitchColour),
            (Some(name), value) => (Some(name), value),
            (None, name) => (name, words.next()),
        };
        let value = value.map(str::to_lowercase);
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
            "utf8" | "utf-8" | "unicode" => switch().map(Self::Utf8),
            "keepalive" | "nop" => switch().map(Self::Keepalive),
            "sound" | "sounds" => switch().map(Self::Sound),
            "models" | "model" => switch().map(Self::Models),
            "rumours" | "rumors" | "rumour" | "rumor" => switch().map(Self::Rumours),
            "ambience" | "ambient" => switch().map(Self::Ambience),
            "listed" | "listing" => switch().map(Self::Listed),
            "mccp" | "compression" if value == "auto" => Ok(Self::Mccp(None)),
            "mccp" | "compression" => switch().map(|it| Self::Mccp(Some(it))),
            _ => Err(usage()),
        }
    }
}

/// Executes `set`.
pub fn set(
    invocation: Invocation<Set>,
    settings: Query<&Settings>,
    who: Query<&Character>,
    mut narrator: Narrator,
    mut commands: Commands,
    mut off: MessageWriter<RumoursOff>,
) -> Outcome {
    let mut now = settings.get(invocation.act.actor).copied().unwrap_or_default();
    let words = change(invocation.command, &mut now);
    if invocation.command == Set::Show {
        narrator.show(&invocation.act, overview(now));
    } else {
        commands.entity(invocation.act.actor).insert(now);
        if let (Set::Rumours(false), Ok(who)) = (invocation.command, who.get(invocation.act.actor))
        {
            off.write(RumoursOff(who.0.clone()));
        }
        narrator.show(&invocation.act, Text::plain(words));
    }
    Ok(())
}

/// Applies the change and returns a confirmation.
fn change(command: Set, now: &mut Settings) -> String {
    match command {
        Set::Show => String::new(),
        Set::Width(width) => {
            now.width = width;
            match width {
                0 => "Lines now wrap at the width of your window.".to_owned(),
                _ => format!("Lines now wrap at {width} columns."),
            }
        }
        Set::Colour(it) => switch(&mut now.colour, it, "Colours are"),
        Set::SwitchColour => change(Set::Colour(!now.colour), now),
        Set::SwitchBrief => change(Set::Brief(!now.brief), now),
        Set::Brief(it) => switch(&mut now.brief, it, "Short views of rooms are"),
        Set::Reader(it) => switch(&mut now.reader, it, "Screen reader mode is"),
        Set::Utf8(it) => switch(&mut now.utf8, it, "Letters beyond plain ones are"),
        Set::Keepalive(it) => switch(&mut now.keepalive, it, "The sign of life is"),
        Set::Sound(it) => switch(&mut now.sound, it, "Sounds are"),
        Set::Ambience(it) => switch(&mut now.ambience, it, "Ambience is"),
        Set::Listed(it) => switch(&mut now.listed, it, "Your name on the front page is"),
        Set::Models(it) => {
            now.models = Some(it);
            if it {
                "Models on other machines may now read what you say to the characters they play."
                    .to_owned()
            } else {
                "What you say stays in this machine now, and the game's own script answers you."
                    .to_owned()
            }
        }
        Set::Rumours(it) => {
            now.rumours = it;
            if it {
                "People may talk of what they see you do, as people do.".to_owned()
            } else {
                "Nobody here passes on anything about you now. What they remember stays with them; \
                 to have that forgotten, type: forget me"
                    .to_owned()
            }
        }
        Set::Mccp(it) => {
            now.mccp = it;
            match it {
                Some(true) => "Compression is now on, if your client can do it.".to_owned(),
                Some(false) => "Compression is now off.".to_owned(),
                None => "Your client now decides about compression.".to_owned(),
            }
        }
    }
}

fn switch(setting: &mut bool, to: bool, what: &str) -> String {
    *setting = to;
    format!("{what} now {}.", on(to))
}

fn on(it: bool) -> &'static str {
    if it { "on" } else { "off" }
}

fn overview(now: Settings) -> Text {
    let width = if now.width == 0 { "auto".to_owned() } else { now.width.to_string() };
    let mut text = Text::styled(Style::Heading, "Your settings");
    for (name, value) in [
        ("width", width.as_str()),
        ("colour", on(now.colour)),
        ("brief", on(now.brief)),
        ("reader", on(now.reader)),
        ("utf8", on(now.utf8)),
        ("keepalive", on(now.keepalive)),
        ("mccp", now.mccp.map_or("auto", on)),
        ("sound", on(now.sound)),
        ("models", now.models.map_or("not asked yet", on)),
        ("rumours", on(now.rumours)),
        ("ambience", on(now.ambience)),
        ("listed", on(now.listed)),
    ] {
        text.say(&format!("\n  {name} {value}"));
    }
    text
}
