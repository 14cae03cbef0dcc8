//! Command `where`: the current room, whether another character is here, or the way to a place.

use bevy_ecs::{prelude::*, system::SystemState};
use engine::{id::CharacterId, index::Index, save::durability::Durability};
use text::{
    parse::{self, Line, Noun},
    styled::{Style, Text},
};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::{
        name::Name,
        people::{People, anybody},
    },
    space::{
        containment,
        path::Around,
        place,
        room::{Room, ZoneNames},
    },
    witness::narrator::with_narrator,
};

/// Command to ask for the whereabouts of a character or a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Whereabouts {
    /// Name of the character or place; none for the actor.
    pub of: Option<String>,
}

impl Command for Whereabouts {
    const SPEC: CommandSpec = CommandSpec {
        name: "where",
        aliases: &["whereami"],
        role: Role::Guest,
        category: Category::World,
        usage: "where\nwhere NAME\nwhere PLACE",
        summary: "See where you are, how to ask where somebody is, or the way to a place.",
        help: "Example: where bob\n\
               Where others are is theirs to say: it tells whether they are here with you, and \
               how to ask them. where inn tells the way to a place. map shows what is around.",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let rest = line.rest.trim_end_matches(['?', '.', '!']);
        let (first, behind) = rest.split_once(' ').unwrap_or((rest, ""));
        const ASKS: [&str; 12] = [
            "can", "could", "do", "does", "did", "should", "shall", "may", "might", "will",
            "would", "have",
        ];
        if ASKS.iter().any(|it| it.eq_ignore_ascii_case(first)) {
            return Err(Refusal::Speech { line: line.to_string() });
        }
        let of = match first.to_lowercase().as_str() {
            "is" | "are" => behind,
            "am" => "",
            _ => rest,
        };
        const ALL: [&str; 6] =
            ["everybody", "everyone", "anybody", "anyone", "the others", "the people"];
        if ALL.iter().any(|it| it.eq_ignore_ascii_case(of.trim())) {
            return Err(Refusal::because(
                "To see who is awake, type: who. To see who is in the room with you, type: who here",
            ));
        }
        let me = matches!(of.trim().to_lowercase().as_str(), "" | "i" | "me" | "we");
        Ok(Self { of: (!me).then(|| of.trim().to_owned()) })
    }
}

/// Parameters of the search for a character by name.
type Everybody = SystemState<(Res<'static, Index<CharacterId>>, People<'static, 'static>)>;

/// Runs the `where` command.
pub fn whereabouts(
    invocation: Invocation<Whereabouts>,
    world: &mut World,
    everybody: &mut Everybody,
) -> Outcome {
    let me = invocation.act.actor;
    let room = containment::room_of(world, me).ok_or(Refusal::Nowhere)?;
    let text = match invocation.command.of {
        None => here(world, room),
        Some(name) => {
            let noun = parse::noun(&name).ok_or(Refusal::Usage(Whereabouts::SPEC.usage))?;
            let found = match everybody.get(world) {
                Ok((index, people)) => anybody(noun.typed, &index, &people),
                Err(_) => Err(Refusal::Nowhere),
            };
            match found {
                Ok(whom) if whom == me => "You are here.".into(),
                Ok(whom) => somebody(world, room, whom),
                Err(refusal) => place(world, room, &noun)?.ok_or(refusal)?,
            }
        }
    };
    with_narrator(world, |narrator| narrator.show(&invocation.act, text));
    Ok(())
}

fn here(world: &World, room: Entity) -> Text {
    let mut text = Text::plain("You are in ");
    text.push(Style::Room, place::name(world, room));
    let zones = world.resource::<ZoneNames>();
    if let Some(zone) = world.get::<Room>(room).and_then(|it| zones.of(it)) {
        text.say(", in ").say(zone);
    }
    text.say(".");
    text
}

/// Tells whether a character is here. Its room is not revealed if it is elsewhere.
fn somebody(world: &World, room: Entity, whom: Entity) -> Text {
    let name = world.get::<Name>(whom).map_or("somebody", |it| &it.0);
    let mut text = Text::styled(Style::Person, name);
    if containment::room_of(world, whom) == Some(room) {
        text.say(" is here with you.");
    } else {
        let ask = format!("page {} Where are you?", name.to_lowercase());
        text.say(" is awake, but not here. To ask where, type: ").push(Style::Command, &ask);
    }
    text
}

/// Describes the way to a place around; none if no place has that name.
fn place(world: &World, room: Entity, noun: &Noun<'_>) -> Result<Option<Text>, Refusal> {
    let around = Around::look(world, room, place::MOST_ROOMS, None);
    let Some(found) = place::resolve_place(world, &around, noun)? else { return Ok(None) };
    if found == room {
        return Ok(Some(here(world, room)));
    }
    let way = around.way_to(found).unwrap_or_default();
    let way: Vec<&str> = way.iter().map(|it| it.name()).collect();
    let mut text = Text::styled(Style::Room, place::name(world, found));
    text.say(": ").say(&way.join(", ")).say(". To walk there, type ");
    text.push(Style::Command, &format!("go to {}", noun.words)).say(".");
    Ok(Some(text))
}
