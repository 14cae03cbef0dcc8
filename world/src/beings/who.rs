//! `who` command: paged list of players who are logged in.

use std::num::NonZeroUsize;

use bevy_ecs::prelude::*;
use engine::{id::SessionId, index::Index, label::Label, save::durability::Durability};
use text::{
    parse::{self, Line},
    span,
    styled::{Style, Text},
};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::{
        afk::Away,
        character::{Speaker, SpeakerKind, UNPLAYED, own_label},
        name::Name,
        presence::{Address, Online},
        profile::Profile,
        whois,
    },
    witness::{narrator::Narrator, pages::ListPage},
};

/// Number of names on a page.
const PAGE: usize = 40;

/// Command `who`: lists the players who are logged in, or the characters in the room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WhoCommand {
    /// True if only characters in the same room are listed.
    pub here: bool,
    /// Page number, from 1.
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
               who here names everybody in the room, the town's own people included, and says of \
               those that the server plays them. Staff also see from where each is connected.\n\
               A long list comes in pages of 40, and each page says how to read the next: \
               who here 2.",
        saves: Durability::None,
    };
    const VIEWS: bool = true;

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let rest = line.rest.to_lowercase();
        let mut words = rest.split_whitespace().peekable();
        words.next_if(|it| matches!(*it, "is" | "are" | "else"));
        let here = words.next_if(|it| it.trim_end_matches('?') == "here").is_some();
        let page = words.next().map_or(Ok(NonZeroUsize::MIN), str::parse);
        match (page, words.next()) {
            (Ok(page), None) => Ok(Self { here, page }),
            // More than one unknown word is speech: "who runs this town" is a question to a
            // character.
            (Err(_), _) | (_, Some(_)) if parse::is_speech(line.rest) || is_sentence(line.rest) => {
                Err(Refusal::Speech { line: line.to_string() })
            }
            (Err(_), _) | (_, Some(_)) => Err(Refusal::Usage(Self::SPEC.usage)),
        }
    }
}

/// Returns whether at least two words are neither "here" nor a number.
fn is_sentence(rest: &str) -> bool {
    let of_lists = |it: &&str| it.eq_ignore_ascii_case("here") || it.parse::<i64>().is_ok();
    rest.split_whitespace().filter(|it| !of_lists(it)).nth(1).is_some()
}

/// Query data of a row in the list of players.
type OnlineData = (
    &'static Name,
    &'static Online,
    &'static Speaker,
    &'static Address,
    Option<&'static Profile>,
    Option<&'static Away>,
);

/// Executes `who`.
pub fn who(
    invocation: Invocation<WhoCommand>,
    index: Res<Index<SessionId>>,
    online: Query<OnlineData>,
    mut narrator: Narrator,
) -> Outcome {
    let (text, label) = if invocation.command.here {
        let room = narrator.room_of(invocation.act.actor).ok_or(Refusal::Nowhere)?;
        let text = in_room(invocation.act.actor, room, invocation.command.page, &narrator)?;
        (text, Label::engine())
    } else {
        // Addresses are shown only to human staff: an NPC may repeat what it reads.
        let me = narrator.people.who(invocation.act.actor);
        let staff = me.is_some_and(|it| it.kind == SpeakerKind::Player && it.role >= Role::Staff);
        let me = invocation.act.actor;
        awake(invocation.command.page, &index, &online, &narrator, me, staff)?
    };
    narrator.show_labelled(&invocation.act, text, label);
    Ok(())
}

fn in_room(
    viewer: Entity,
    room: Entity,
    page: NonZeroUsize,
    narrator: &Narrator,
) -> Result<Text, Refusal> {
    let mut others = narrator.people_in(room);
    others.retain(|it| *it != viewer);
    if others.is_empty() {
        return Ok(Text::plain("Nobody else is here."));
    }
    let page = ListPage::of(others.len().div_ceil(PAGE), page, "who here")?;
    let mut text = page.heading("In the room with you");
    let names = others.iter().skip(page.before() * PAGE).take(PAGE);
    for it in names {
        let Some(name) = narrator.people.name(*it) else { continue };
        text.say("\n  ").push(Style::Person, name);
        if narrator.people.is_assistant(*it) {
            text.say(&format!(" ({UNPLAYED})"));
        }
    }
    if !page.is_whole() {
        text.say(&format!("\n{} others are here.", others.len()));
        page.lead_on(" ", &mut text);
    }
    Ok(text)
}

fn awake(
    page: NonZeroUsize,
    index: &Index<SessionId>,
    online: &Query<OnlineData>,
    narrator: &Narrator,
    viewer: Entity,
    staff: bool,
) -> Result<(Text, Label), Refusal> {
    let mut label = Label::engine();
    let now = narrator.now();
    let count = index.len();
    let page = ListPage::of(count.div_ceil(PAGE), page, "who")?;
    let mut text = page.heading("Awake");
    for entity in index.entities().skip(page.before() * PAGE).take(PAGE) {
        let Ok((name, online, speaker, address, profile, away)) = online.get(entity) else {
            continue;
        };
        text.say("\n  ").push(Style::Person, &name.0);
        let title = profile.map_or("", |it| it.title.as_str());
        let said = !title.is_empty() || away.is_some();
        if said && !narrator.ignores(viewer, entity) {
            if !title.is_empty() {
                text.say(", ").say(title);
            }
            if let Some(away) = away {
                text.say(" (away").say(&whois::reason(away)).say(")");
            }
            if let Some(by) = narrator.people.who(entity) {
                label = label.join(&own_label(&by));
            }
        }
        if speaker.0 == SpeakerKind::Guest {
            text.say(" (guest)");
        }
        if staff {
            text.say(&format!(", from {}", address.0));
        }
        text.say(&format!(", here for {}", span::in_words(now.since(online.since))));
        if now.since(online.active).as_secs() >= 60 {
            text.say(&format!(", quiet for {}", span::in_words(now.since(online.active))));
        }
    }
    text.say(&format!("\n{count} {} awake.", if count == 1 { "player is" } else { "players are" }));
    page.lead_on(" ", &mut text);
    Ok((text, label))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;

    #[test]
    fn whom_the_server_plays_is_said_to_those_who_ask() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        game.enter("Mara", Role::Player, "town/square");
        game.enter("Bob", Role::Player, "town/square");
        let mara = game.entity("mara").unwrap();
        game.sim.world_mut().entity_mut(mara).insert(Speaker(SpeakerKind::Assistant));
        let here = "In the room with you\n  Mara (played by the server)\n  Bob";
        assert_eq!(game.type_line(ann, "who here"), here);
        let looks = "Mara\nMara looks like anybody.\nMara is played by the server.";
        assert_eq!(game.type_line(ann, "look at mara"), looks);
        assert_eq!(game.type_line(ann, "examine mara"), looks);
        assert_eq!(game.type_line(ann, "examine bob"), "Bob\nBob looks like anybody.");
        assert!(game.type_line(ann, "look").ends_with("Here: Mara and Bob."));
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
