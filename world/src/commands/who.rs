//! `who`: the people who are there.

use bevy_ecs::prelude::*;

use crate::{
    character::{Name, Speaker},
    clock::WorldTime,
    command::{Category, Command, CommandSpec, Invocation, Outcome, Refusal},
    fact::SpeakerKind,
    index::Index,
    parse::Line,
    permission::Role,
    presence::{Address, Online},
    report::Report,
    text::{Style, Text},
};

/// Most names in one answer; a bigger crowd is counted.
const MOST: usize = 200;

/// Shows who is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WhoCommand {
    /// Only those in the same room.
    pub here: bool,
}

impl Command for WhoCommand {
    const SPEC: CommandSpec = CommandSpec {
        name: "who",
        aliases: &["users", "players"],
        role: Role::Guest,
        category: Category::World,
        usage: "who\nwho here",
        summary: "See who is awake, or who is in the room with you.",
        help: "Example: who\n\
               It shows how long each has been here, and for how long they have typed nothing. \
               who here names everybody in the room, the town's own people included. Staff also see from where each is connected.",
        saves: false,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        match line.rest {
            "" => Ok(Self { here: false }),
            "here" => Ok(Self { here: true }),
            _ => Err(Refusal::Usage(Self::SPEC.usage)),
        }
    }
}

/// Carries it out.
pub fn who(
    it: Invocation<WhoCommand>,
    index: Res<Index>,
    online: Query<(&Name, &Online, &Speaker, &Address)>,
    mut report: Report,
) -> Outcome {
    if it.command.here {
        let room = report.room_of(it.act.actor).ok_or(Refusal::Nowhere)?;
        let mut text = Text::styled(Style::Heading, "In the room with you");
        let others: Vec<_> =
            report.people_in(room).into_iter().filter(|who| *who != it.act.actor).collect();
        for name in others.iter().take(MOST).filter_map(|it| report.people.name(*it)) {
            text.say("\n  ").push(Style::Person, name);
        }
        if others.is_empty() {
            text = Text::plain("Nobody else is here.");
        }
        report.show(&it.act, text);
        return Ok(());
    }
    let mut text = Text::styled(Style::Heading, "Awake");
    let now = report.now();
    // Where people connect from is for people of the staff alone: what a mind
    // reads it may repeat.
    let me = report.people.who(it.act.actor);
    let staff = me.is_some_and(|it| it.kind == SpeakerKind::Player && it.role >= Role::Staff);
    for entity in index.sessions.values().take(MOST) {
        let Ok((name, online, speaker, address)) = online.get(*entity) else { continue };
        text.say("\n  ").push(Style::Person, &name.0);
        if speaker.0 == SpeakerKind::Guest {
            text.say(" (guest)");
        }
        if staff {
            text.say(&format!(", from {}", address.0));
        }
        text.say(&format!(", here for {}", span(now, online.since)));
        if now.since(online.active).as_secs() >= 60 {
            text.say(&format!(", quiet for {}", span(now, online.active)));
        }
    }
    let count = index.sessions.len();
    text.say(&format!("\n{count} {} awake.", if count == 1 { "player is" } else { "players are" }));
    report.show(&it.act, text);
    Ok(())
}

fn span(now: WorldTime, since: WorldTime) -> String {
    let minutes = now.since(since).as_secs() / 60;
    match (minutes / 60, minutes % 60) {
        (0, 0) => "less than a minute".to_owned(),
        (0, 1) => "1 minute".to_owned(),
        (0, m) => format!("{m} minutes"),
        (h, m) => format!("{h} h {m:02} min"),
    }
}
