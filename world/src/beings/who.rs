//! `who`: the people who are there, a page at a time.

use std::num::NonZeroUsize;

use bevy_ecs::prelude::*;

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::{
        character::{Speaker, SpeakerKind},
        presence::{Address, Online},
    },
    engine::{clock::WorldTime, id::SessionId, index::Index},
    witness::narrator::Report,
    words::{
        name::Name,
        parse::Line,
        text::{Style, Text},
    },
};

/// Names on a page.
const PAGE: usize = 40;

/// Shows who is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WhoCommand {
    /// Only those in the same room.
    pub here: bool,
    /// Which page of them, from 1.
    pub page: NonZeroUsize,
}

impl Command for WhoCommand {
    const SPEC: CommandSpec = CommandSpec {
        name: "who",
        aliases: &["users", "players"],
        role: Role::Guest,
        category: Category::World,
        usage: "who\nwho here\nwho PAGE\nwho here PAGE",
        summary: "See who is awake, or who is in the room with you.",
        help: "Example: who\n\
               It shows how long each has been here, and for how long they have typed nothing. \
               who here names everybody in the room, the town's own people included. Staff also see from where each is connected.\n\
               A long list comes in pages of 40, and each page says how to read the next: \
               who here 2.",
        saves: false,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let rest = line.rest.to_lowercase();
        let mut words = rest.split_whitespace().peekable();
        let here = words.next_if_eq(&"here").is_some();
        let page = words.next().map_or(Ok(NonZeroUsize::MIN), str::parse);
        match (page, words.next()) {
            (Ok(page), None) => Ok(Self { here, page }),
            (Err(_), _) | (_, Some(_)) => Err(Refusal::Usage(Self::SPEC.usage)),
        }
    }
}

/// Carries it out.
pub fn who(
    it: Invocation<WhoCommand>,
    index: Res<Index<SessionId>>,
    online: Query<(&Name, &Online, &Speaker, &Address)>,
    mut report: Report,
) -> Outcome {
    let text = if it.command.here {
        let room = report.room_of(it.act.actor).ok_or(Refusal::Nowhere)?;
        in_room(it.act.actor, room, it.command.page, &report)?
    } else {
        // Where people connect from is for people of the staff alone: what a mind
        // reads it may repeat.
        let me = report.people.who(it.act.actor);
        let staff = me.is_some_and(|it| it.kind == SpeakerKind::Player && it.role >= Role::Staff);
        awake(it.command.page, &index, &online, &report, staff)?
    };
    report.show(&it.act, text);
    Ok(())
}

fn in_room(
    viewer: Entity,
    room: Entity,
    page: NonZeroUsize,
    report: &Report,
) -> Result<Text, Refusal> {
    let mut others = report.people_in(room);
    others.retain(|it| *it != viewer);
    if others.is_empty() {
        return Ok(Text::plain("Nobody else is here."));
    }
    let page = Page::of(others.len(), page, "who here")?;
    let mut text = page.heading("In the room with you");
    let names = others.iter().skip(page.first()).take(PAGE);
    for name in names.filter_map(|it| report.people.name(*it)) {
        text.say("\n  ").push(Style::Person, name);
    }
    if page.last > 1 {
        text.say(&format!("\n{} others are here.", others.len()));
        page.lead_on(&mut text);
    }
    Ok(text)
}

fn awake(
    page: NonZeroUsize,
    index: &Index<SessionId>,
    online: &Query<(&Name, &Online, &Speaker, &Address)>,
    report: &Report,
    staff: bool,
) -> Result<Text, Refusal> {
    let now = report.now();
    let count = index.len();
    let page = Page::of(count, page, "who")?;
    let mut text = page.heading("Awake");
    for entity in index.entities().skip(page.first()).take(PAGE) {
        let Ok((name, online, speaker, address)) = online.get(entity) else { continue };
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
    text.say(&format!("\n{count} {} awake.", if count == 1 { "player is" } else { "players are" }));
    page.lead_on(&mut text);
    Ok(text)
}

/// One page of a list, from 1, and how to ask for others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Page {
    number: usize,
    last: usize,
    verb: &'static str,
}

impl Page {
    /// A page of so many entries.
    ///
    /// # Errors
    /// [`Refusal::Because`] when there are fewer pages.
    fn of(entries: usize, number: NonZeroUsize, verb: &'static str) -> Result<Self, Refusal> {
        let (number, last) = (number.get(), entries.div_ceil(PAGE).max(1));
        match (number <= last, last) {
            (true, _) => Ok(Self { number, last, verb }),
            (false, 1) => {
                Err(Refusal::because(format!("There is only one page. To read it, type: {verb}")))
            }
            (false, _) => Err(Refusal::because(format!(
                "There are only {last} pages. For the last one, type: {verb} {last}"
            ))),
        }
    }

    /// How many entries stand on the pages before it.
    fn first(self) -> usize {
        (self.number - 1) * PAGE
    }

    fn heading(self, words: &str) -> Text {
        match self.last {
            1 => Text::styled(Style::Heading, words),
            last => {
                Text::styled(Style::Heading, format!("{words}, page {} of {last}", self.number))
            }
        }
    }

    /// Says how to go on, if there is more than this page.
    fn lead_on(self, text: &mut Text) {
        if self.number < self.last {
            text.say(" For the next page, type ");
            text.push(Style::Command, &format!("{} {}", self.verb, self.number + 1)).say(".");
        } else if self.last > 1 {
            text.say(" This was the last page.");
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;

    fn page(entries: usize, number: usize) -> Result<Page, Refusal> {
        Page::of(entries, NonZeroUsize::new(number).unwrap(), "who here")
    }

    #[test]
    fn every_entry_stands_on_one_page() {
        for entries in [0, 1, PAGE - 1, PAGE, PAGE + 1, 25 * PAGE, 25 * PAGE + 1] {
            let last = page(entries, 1).unwrap().last;
            let shown: usize = (1..=last)
                .map(|number| (entries - page(entries, number).unwrap().first()).min(PAGE))
                .sum();
            assert_eq!(shown, entries);
            assert!(page(entries, last + 1).is_err(), "{entries}");
        }
    }

    #[test]
    fn a_crowd_is_read_page_by_page() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        for n in 0..=2 * PAGE {
            game.enter(&format!("P{n}"), Role::Player, "town/square");
        }
        let mut read = |line: &str| game.type_line(ann, line);
        let first = read("who here");
        assert!(first.starts_with("In the room with you, page 1 of 3\n  P0\n  P1\n"), "{first}");
        assert!(first.ends_with("\n81 others are here. For the next page, type who here 2."));
        let third = read("who here 3");
        assert_eq!(
            third,
            "In the room with you, page 3 of 3\n  P80\n81 others are here. This was the last page."
        );
        assert!(read("who 3").contains("P80, here for"));
        let none = read("who here 4");
        assert_eq!(none, "There are only 3 pages. For the last one, type: who here 3");
        assert!(read("who here 0").starts_with("Please type it like this"));
    }
}
