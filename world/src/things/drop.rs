//! `drop` command: putting items down.

use bevy_ecs::prelude::*;
use engine::save::durability::Durability;
use text::parse::{self, Line, Phrase, Preposition};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    space::containment::MovePlanner,
    things::{
        thing::{self, OnePerPlayer},
        wear::Wardrobe,
    },
    trade::amount,
    witness::{
        fact::{Fact, Handling},
        narrator::Narrator,
        sight::{Matches, Scope, Sight},
    },
};

/// Command `drop` or `put`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Drop {
    /// Drops an item into the room.
    Down(String),
    /// Puts an item into or onto another.
    Into {
        what: String,
        /// Complete argument as typed: an item's name may contain the preposition.
        whole: String,
    },
    /// Puts on an item to wear it.
    On(String),
}

impl Command for Drop {
    const SPEC: CommandSpec = CommandSpec {
        name: "drop",
        aliases: &["put"],
        role: Role::Guest,
        category: Category::Things,
        usage: "drop THING\ndrop NUMBER THINGS\ndrop all",
        summary: "Put something down.",
        help: "Example: drop lantern\n\
               It lies in the room then, for anybody to take. drop 2 mugs puts down two, \
               drop mugs all of them, and drop all but the mug all else. What you wear you \
               keep on unless you name it. put on ribbon is the same as wear ribbon.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let rest = line.rest.strip_prefix("down ").unwrap_or(line.rest);
        let rest = rest.strip_suffix(" down").unwrap_or(rest).trim();
        let on = rest.strip_prefix("on ").or_else(|| rest.strip_suffix(" on"));
        if let Some(what) = on.filter(|_| line.small_verb() == "put") {
            return Ok(Self::On(what.to_owned()));
        }
        match parse::phrase(rest) {
            None => Err(Refusal::Usage(Self::SPEC.usage)),
            Some(Phrase { direct, link: Some((Preposition::In | Preposition::On, on)) }) => {
                let what = direct.typed.to_owned();
                Ok(if GROUND.contains(&on.typed) {
                    Self::Down(what)
                } else {
                    Self::Into { what, whole: rest.to_owned() }
                })
            }
            Some(_) => Ok(Self::Down(rest.to_owned())),
        }
    }
}

/// Nouns for the floor of the room, as the target of `put`.
const GROUND: &[&str] = &["ground", "floor"];

/// Executes `drop`.
pub fn drop(
    invocation: Invocation<Drop>,
    sight: Sight,
    mut narrator: Narrator,
    mut wardrobe: Wardrobe,
    each: Query<(), With<OnePerPlayer>>,
    moves: MovePlanner,
    mut commands: Commands,
) -> Outcome {
    let actor = invocation.act.actor;
    let room = sight.room_of(actor).ok_or(Refusal::Nowhere)?;
    let meant = match &invocation.command {
        Drop::On(what) => return wardrobe.put_on(&invocation.act, what, &sight, &mut narrator),
        Drop::Down(what) => {
            sight.portion(actor, what, Scope::Carried).map_err(|no| no_coins(what, no))
        }
        Drop::Into { what, whole } => {
            sight.portion(actor, whole, Scope::Carried).map_err(|no| apart(what, no))
        }
    };
    let Matches { fitting, number } = meant?;
    if fitting.is_empty() {
        return Err(Refusal::because("You carry nothing to put down."));
    }
    let there = fitting.len();
    let wanted = number.unwrap_or(there);
    let mut goes_back = false;
    let planned = fitting.into_iter().take(wanted).map(|thing| moves.plan(thing, room));
    for planned in planned.collect::<Result<Vec<_>, _>>()? {
        let thing = planned.what();
        goes_back |= each.contains(thing);
        narrator.deed(&invocation.act, Fact::Handled(Handling::Dropped, sight.name(thing).into()));
        commands.queue(move |world: &mut World| thing::lay_down(world, planned));
    }
    if wanted > there {
        narrator.show(&invocation.act, format!("You had only {there}.").into());
    }
    if goes_back {
        narrator.show(&invocation.act, "It goes back to where everybody finds one.".into());
    }
    Ok(())
}

/// Returns the refusal for dropping coins if the noun means a sum; other refusals are unchanged.
fn no_coins(what: &str, refusal: Refusal) -> Refusal {
    match (refusal, amount::sum(what)) {
        (Refusal::NotCarried { .. }, Some(_)) => Refusal::because(
            "Coins stay in the purse; to let somebody have them, type: give 2 coins to NAME",
        ),
        (refusal, _) => refusal,
    }
}

/// Returns the refusal for putting an item into or onto another: containers do not exist.
fn apart(what: &str, refusal: Refusal) -> Refusal {
    if !matches!(refusal, Refusal::NotCarried { .. }) {
        return refusal;
    }
    Refusal::because(format!(
        "Things do not go into or onto one another here; put it down with drop {what}, or \
         hand it over with give {what} to NAME."
    ))
}
