//! `buy` command: purchase from an NPC in the room.

use std::collections::BTreeSet;

use bevy_ecs::prelude::*;
use engine::save::durability::Durability;
use text::{
    parse::{self, Candidate, Line, Noun, Phrase, Picked, Preposition},
    styled::{Style, Text, list_or},
};

use super::{
    accept, handing,
    offering::make_for,
    wares::{self, Ware},
};
use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    things::thing::MAX_CARRIED,
    trade::deal,
    witness::narrator::with_narrator,
};

/// Command `buy`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Buy {
    pub what: String,
    /// Name of the seller; none for anybody in the room.
    pub from: Option<String>,
}

impl Command for Buy {
    const SPEC: CommandSpec = CommandSpec {
        name: "buy",
        aliases: &["order"],
        role: Role::Guest,
        category: Category::Things,
        usage: "buy THING\nbuy THING from NAME",
        summary: "Buy something from somebody here.",
        help: "Example: buy ale\n\
               It is paid at once, at the price that list shows. What costs more than coins is \
               offered to you first, and you type accept. buy 2 ales buys two.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let (rest, whom) = for_whom(line.rest);
        const ROUNDS: [&str; 6] = ["round", "drinks", "drink", "a round", "a drink", "everybody"];
        if ROUNDS.iter().any(|it| it.eq_ignore_ascii_case(rest)) {
            return Err(Refusal::because(
                "To see what there is to drink, type: list. To treat others, buy several, as in \
                 buy 3 ale, and then type: give ale to NAME",
            ));
        }
        if let Some(whom) = whom {
            let words = format!(
                "What you buy is yours first. To treat others, buy {rest}, and then type: give \
                 {rest} to {whom}"
            );
            return Err(Refusal::because(words));
        }
        match parse::phrase(rest) {
            None => {
                Err(Refusal::because("What would you like to buy? Type list to see what there is."))
            }
            Some(Phrase { direct, link: Some((Preposition::From, from)) }) => {
                Ok(Self { what: direct.typed.to_owned(), from: Some(from.typed.to_owned()) })
            }
            Some(_) => Ok(Self { what: rest.to_owned(), from: None }),
        }
    }
}

/// Splits off the recipient after " for "; none if it is a price or the buyer.
fn for_whom(rest: &str) -> (&str, Option<&str>) {
    let Some((what, whom)) = rest.split_once(" for ") else { return (rest, None) };
    let is_one = |all: &[&str]| all.iter().any(|it| it.eq_ignore_ascii_case(whom.trim()));
    // A price, or the buyer, does not change the meaning.
    let counts = whom.starts_with(|c: char| c.is_ascii_digit());
    if counts || is_one(&["me", "myself", "us"]) {
        return (what.trim(), None);
    }
    let several = ["everybody", "everyone", "all", "us all", "all of us", "the room", "the house"];
    (what.trim(), Some(if is_one(&several) { "NAME" } else { whom.trim() }))
}

/// Executes `buy`. The command is the consent to a price in coins; for wares that also cost items
/// an offer is made instead, so that no item is taken without consent.
pub fn buy(invocation: Invocation<Buy>, world: &mut World) -> Outcome {
    let Buy { what, from } = &invocation.command;
    let actor = invocation.act.actor;
    let mut wares = wares::of(world, actor, from.as_deref())?;
    wares.retain(Ware::is_sold);
    if wares.is_empty() {
        return Err(Refusal::because(
            "Nobody here sells anything; where somebody does, list shows what they have, and \
             you can always ask them.",
        ));
    }
    let noun = parse::noun(what).ok_or(Refusal::Usage(Buy::SPEC.usage))?;
    let (ware, many) = choose(world, actor, &wares, &noun)?;
    handing::check_wanted(world, actor, (ware.by, &ware.who))?;
    if !ware.is_for_coins() {
        deal::check(world, ware.by, actor, &ware.offer)?;
        return make_for(world, ware.by, actor, ware.offer);
    }
    for bought in 0..many.min(MAX_CARRIED) {
        match accept::take_up(world, &invocation.act, ware.by, &ware.offer, None) {
            Err(refusal) if bought == 0 => return Err(refusal),
            Err(refusal) => {
                let text = Text::styled(Style::Warning, refusal.to_string());
                with_narrator(world, |narrator| narrator.show(&invocation.act, text));
                return Ok(());
            }
            Ok(()) => {}
        }
    }
    Ok(())
}

/// Selects the ware and the quantity. Wares for coins only are preferred.
fn choose(
    world: &World,
    actor: Entity,
    wares: &[Ware],
    noun: &Noun<'_>,
) -> Result<(Ware, usize), Refusal> {
    if noun.words.is_empty() {
        return Err(Refusal::because("One thing at a time, please: type buy and its name."));
    }
    let kinds = wares.iter().flat_map(|it| &it.trade.gives);
    let called = kinds.filter_map(|kind| Some((kind, wares::called(world, kind)?)));
    let called: Vec<_> = called.collect();
    let names = called.iter().map(|(kind, (name, words))| Candidate {
        value: (*kind, &**name),
        name,
        keywords: words,
    });
    let (picked, number) = parse::pick_several(noun, names);
    let found = match picked {
        Picked::Found(found) | Picked::Ambiguous(found) => found,
        Picked::Nothing => {
            let words = format!("Nobody here sells \"{}\"; list shows what there is.", noun.words);
            return Err(Refusal::because(words));
        }
    };
    let names: BTreeSet<&str> = found.iter().map(|(_, name)| *name).collect();
    if names.len() > 1 {
        let names: Vec<&str> = names.into_iter().collect();
        let options = list_or(&names);
        return Err(Refusal::Which { noun: noun.words.to_owned(), options });
    }
    // Wares of the same name are alike, whoever sells them.
    let gives =
        |it: &&Ware| it.trade.gives.iter().any(|kind| found.iter().any(|(one, _)| *one == kind));
    let mut meant: Vec<&Ware> = wares.iter().filter(gives).collect();
    meant.sort_by_key(|it| !it.is_for_coins());
    let now: Vec<&Ware> =
        meant.iter().copied().filter(|it| deal::may_have(world, it.by, actor, &it.offer)).collect();
    let other = |first: &&Ware| now.iter().copied().find(|it| it.by != first.by);
    if let Some(first) = now.first()
        && let Some(other) = other(first)
    {
        let [one, two] = [&first.who.name, &other.who.name];
        let words = format!("{one} and {two} both sell that: type buy {} from {one}", noun.words);
        return Err(Refusal::because(words));
    }
    let ware = wares::best(world, actor, &meant).ok_or(Refusal::Nowhere)?;
    Ok((ware.clone(), number.unwrap_or(1)))
}
