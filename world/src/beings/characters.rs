//! `characters` and `play` commands: list, create and switch characters of an account.

use bevy_ecs::prelude::*;
use engine::{
    index,
    request::{AccountWish, Request},
    save::{dirty::Dirty, durability::Durability},
};
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
        character::{Character, CharacterRef},
        name::Name,
        presence::{Address, Connected},
        roster::Roster,
    },
    things::handling::{reach::Reach, verb::PLAY},
    witness::narrator::{Narrator, tell_one},
};

/// Command `characters`: lists the characters of the player's account, or creates one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Characters {
    List,
    /// Creates a character with this name.
    New(String),
}

impl Command for Characters {
    const SPEC: CommandSpec = CommandSpec {
        name: "characters",
        aliases: &["alts"],
        role: Role::Player,
        category: Category::Game,
        usage: "characters\ncharacters new NAME",
        summary: "See your characters, or make another.",
        help: "Example: characters new bert\n\
               All your characters have one password, and one of them is in the world at a time. \
               Nobody but the staff sees which belong together. To play another: help play",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        match line.rest.split_once(' ') {
            None if line.rest.is_empty() => Ok(Self::List),
            Some((new, name)) if new.eq_ignore_ascii_case("new") => {
                Ok(Self::New(name.trim().to_owned()))
            }
            None | Some(_) => Err(Refusal::Usage(Self::SPEC.usage)),
        }
    }

    fn durability(&self) -> Durability {
        match self {
            Self::List => Durability::None,
            Self::New(_) => Durability::Hard,
        }
    }
}

/// Executes `characters`.
pub fn characters(
    invocation: Invocation<Characters>,
    players: Query<(&Character, &Roster, &Address, &Connected)>,
    mut narrator: Narrator,
    mut requests: MessageWriter<Request>,
) -> Outcome {
    let (me, roster, address, connected) =
        players.get(invocation.act.actor).map_err(|_| no_account())?;
    match invocation.command {
        Characters::List => {
            let text = list(me, roster);
            narrator.show(&invocation.act, text);
        }
        Characters::New(name) => {
            let account = roster.account.clone();
            let wish = AccountWish::NewCharacter { account, name, address: address.0 };
            requests.write(Request::Account { by: me.0.clone(), session: connected.0, wish });
        }
    }
    Ok(())
}

fn no_account() -> Refusal {
    Refusal::because("You have no account, so there is nobody else whom you could play.")
}

fn list(me: &Character, roster: &Roster) -> Text {
    let mut text = Text::styled(Style::Heading, "Your characters");
    for character in &roster.characters {
        text.say("\n  ").push(Style::Person, &character.name);
        if character.id == me.0 {
            text.say(", whom you play now");
        }
    }
    if roster.characters.len() > 1 {
        text.say("\nTo play another, type: ").push(Style::Command, "play NAME");
    }
    text.say("\nTo make one, type: ").push(Style::Command, "characters new NAME");
    text
}

/// Command `play`: switches to another character of the account, or plays an instrument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Play {
    /// Name of a character, or noun of an item.
    pub name: String,
}

impl Command for Play {
    const SPEC: CommandSpec = CommandSpec {
        name: "play",
        aliases: &[],
        role: Role::Guest,
        category: Category::Game,
        usage: "play NAME\nplay THING",
        summary: "Wake up as another of your characters, or play an instrument.",
        help: "Example: play bert\n\
               You fall asleep and go on as another of your characters; to see whom you can \
               play: help characters. With the name of a thing that is here or that you carry, \
               you play on that: play whistle",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        if line.rest.is_empty() {
            return Err(Refusal::Usage(Self::SPEC.usage));
        }
        Ok(Self { name: line.rest.to_owned() })
    }
}

/// Executes `play`.
pub fn play(
    invocation: Invocation<Play>,
    players: Query<(&Character, &Roster, &Connected)>,
    mut reach: Reach,
    mut requests: MessageWriter<Request>,
) -> Outcome {
    let player = players.get(invocation.act.actor);
    let wanted = invocation.command.name.to_lowercase();
    let is_wanted = |party: &&CharacterRef| party.name.to_lowercase() == wanted;
    let other = player.ok().and_then(|(_, roster, _)| roster.characters.iter().find(is_wanted));
    if other.is_none() && reach.is_here(invocation.act.actor, &wanted) {
        return reach.handle(&invocation.act, &PLAY, &wanted);
    }
    let (me, _, connected) = player.map_err(|_| no_account())?;
    let Some(other) = other else {
        let words = format!(
            "You have no character called \"{}\". To see yours, type: characters",
            invocation.command.name
        );
        return Err(Refusal::because(words));
    };
    if other.id == me.0 {
        return Err(Refusal::because(format!("You are {} already.", other.name)));
    }
    requests.write(Request::Play { session: connected.0, character: other.id.clone() });
    Ok(())
}

/// Updates the roster of an account's character in the world after its characters or their names
/// changed; renames the character if needed and tells the player.
pub(crate) fn change(world: &mut World, roster: Roster) {
    let Some(player) = index::find(world, &roster.account) else { return };
    let Some(id) = world.get::<Character>(player).map(|it| it.0.clone()) else { return };
    let name = roster.characters.iter().find(|it| it.id == id).map(|it| it.name.clone());
    world.entity_mut(player).insert(roster);
    let Some(name) = name.filter(|name| world.get::<Name>(player).is_none_or(|it| *it.0 != **name))
    else {
        return;
    };
    world.entity_mut(player).insert(Name(name.as_str().into()));
    world.resource_mut::<Dirty>().touch(player);
    let text = Text::styled(Style::Heading, format!("From now on you are called {name}."));
    tell_one(world, player, text);
}
