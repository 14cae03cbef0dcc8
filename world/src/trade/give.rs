//! `give` command: handing over items and coins.

use bevy_ecs::{prelude::*, system::SystemState};
use engine::save::durability::Durability;
use text::{
    parse::{self, Line, Phrase, Preposition},
    styled::{Style, Text},
};

use crate::{
    act::{
        cause::Act,
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::{character::Who, name::Name, people},
    space::containment::{self, Contents, PlannedMove},
    things::thing::{MAX_CARRIED, Thing},
    trade::{
        amount::{self, Amount},
        handing,
        tally::{self, entry::TalliedDeed},
    },
    witness::{
        fact::{Fact, Handling},
        narrator::with_narrator,
        sight::{Matches, Scope, Sight},
    },
};

/// Command `give`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Give {
    /// Form with preposition: "two apples to mara".
    To {
        what: String,
        /// Name of the recipient.
        to: String,
    },
    /// Form without preposition: "mara two apples" or "two apples mara". The end of the name is
    /// resolved by the characters in the room.
    NameBeside(String),
}

/// Maximum number of words in a name without preposition.
const NAME_WORDS: usize = 4;

impl Command for Give {
    const SPEC: CommandSpec = CommandSpec {
        name: "give",
        aliases: &["hand"],
        role: Role::Guest,
        category: Category::Things,
        usage: "give THING to NAME\ngive NUMBER coins to NAME",
        summary: "Give something, or coins, to somebody in the room.",
        help: "Example: give ring to mara\n\
               give 2 mugs to mara hands over two, and give mugs to mara all of them. give \
               mara the ring means the same, and give 5 coins to mara is for coins.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        match parse::phrase(line.rest) {
            Some(Phrase { direct, link: Some((Preposition::To, to)) }) => {
                Ok(Self::To { what: direct.to_string(), to: to.to_string() })
            }
            Some(Phrase { link: None, .. }) if line.rest.contains(' ') => {
                Ok(Self::NameBeside(line.rest.to_owned()))
            }
            _ => Err(Refusal::Usage(Self::SPEC.usage)),
        }
    }
}

/// Executes `give`: hands over the items one by one until one is refused.
pub fn give(invocation: Invocation<Give>, world: &mut World) -> Outcome {
    let (what, to) = find(&invocation, world)?;
    let who = people::who(world, to).ok_or(Refusal::Nowhere)?;
    let Matches { fitting, number } = match what {
        Meant::Things(things) => things,
        Meant::Coins(sum) => return handing::hand_coins(world, &invocation.act, (to, &who), sum),
    };
    if fitting.is_empty() {
        return Err(Refusal::because("You carry nothing to give."));
    }
    handing::check_wanted(world, invocation.act.actor, (to, &who))?;
    let there = fitting.len();
    let wanted = number.unwrap_or(there);
    for (given, thing) in fitting.into_iter().take(wanted).enumerate() {
        match hand_over(world, &invocation.act, thing, to, &who) {
            Err(refusal) if given == 0 => return Err(refusal),
            Err(refusal) => {
                let text = Text::styled(Style::Warning, refusal.to_string());
                with_narrator(world, |narrator| narrator.show(&invocation.act, text));
                return Ok(());
            }
            Ok(()) => {}
        }
    }
    if wanted > there {
        let text = format!("You had only {there}.").into();
        with_narrator(world, |narrator| narrator.show(&invocation.act, text));
    }
    Ok(())
}

/// Hands over one item. If an offer of the recipient takes it, the trade is executed instead.
fn hand_over(world: &mut World, act: &Act, thing: Entity, to: Entity, who: &Who) -> Outcome {
    if let Some(traded) = super::accept::trade_in(world, act, to, thing) {
        return traded;
    }
    if let Some(why) = super::accept::handed_back(world, act.actor, to, who, thing) {
        return Err(why);
    }
    let carried = world.get::<Contents>(to).map_or(0, |it| it.iter().count());
    if carried >= MAX_CARRIED {
        return Err(Refusal::because(format!("{}'s hands are full.", who.name)));
    }
    let room = containment::room_of(world, act.actor).ok_or(Refusal::Nowhere)?;
    let name = world.get::<Name>(thing).map(|it| it.0.clone()).ok_or(Refusal::Nowhere)?;
    let planned = PlannedMove::new(world, thing, to)?;
    let fact = Fact::Handled(Handling::Gave(who.clone()), name.clone());
    with_narrator(world, |narrator| narrator.deed_in(act, room, fact, &[to]));
    planned.make(world);
    if let Some(kind) = world.get::<Thing>(thing).map(|it| it.kind.clone()) {
        let deed = TalliedDeed::Given { kind, to: who.id.clone() };
        tally::count(world, act, act.actor, &deed, &name);
    }
    Ok(())
}

/// Resolved object of the command.
enum Meant {
    Things(Matches),
    Coins(Amount),
}

fn find(invocation: &Invocation<Give>, world: &mut World) -> Result<(Meant, Entity), Refusal> {
    let usage = || Refusal::Usage(Give::SPEC.usage);
    let actor = invocation.act.actor;
    let mut state = SystemState::<Sight>::new(world);
    let sight = state.get(world).map_err(|_| Refusal::Nowhere)?;
    let (what, to) = match &invocation.command {
        Give::To { what, to } => {
            if ["everybody", "everyone", "all"].iter().any(|all| all.eq_ignore_ascii_case(to)) {
                let words = format!("One after the other, please: give {what} to NAME");
                return Err(Refusal::because(words));
            }
            let to = parse::noun(to).ok_or_else(usage)?;
            (what.as_str(), sight.find(actor, &to, Scope::People)?)
        }
        Give::NameBeside(typed) => name_first(&sight, actor, typed)
            .or_else(|| name_last(&sight, actor, typed))
            .ok_or_else(usage)?,
    };
    // An item named like coins takes precedence.
    let things = match (sight.portion(actor, what, Scope::Carried), amount::sum(what)) {
        (Err(Refusal::NotCarried { .. }), Some(sum)) => return Ok((Meant::Coins(sum), to)),
        (things, _) => things?,
    };
    Ok((Meant::Things(things), to))
}

/// Splits the text into recipient and object where the name stands first; the longest matching name
/// wins.
fn name_first<'a>(sight: &Sight, actor: Entity, typed: &'a str) -> Option<(&'a str, Entity)> {
    let ends: Vec<usize> = typed.match_indices(' ').map(|(at, _)| at).take(NAME_WORDS).collect();
    ends.into_iter().rev().find_map(|at| {
        let (name, what) = typed.split_at_checked(at)?;
        let to = sight.find(actor, &parse::noun(name)?, Scope::People).ok()?;
        let what = what.trim();
        (!what.is_empty()).then_some((what, to))
    })
}

/// Splits the text into object and recipient where the name stands last; the longest matching name
/// wins.
fn name_last<'a>(sight: &Sight, actor: Entity, typed: &'a str) -> Option<(&'a str, Entity)> {
    let starts: Vec<usize> = typed.rmatch_indices(' ').map(|(at, _)| at).take(NAME_WORDS).collect();
    starts.into_iter().rev().find_map(|at| {
        let (what, name) = typed.split_at_checked(at)?;
        let to = sight.find(actor, &parse::noun(name)?, Scope::People).ok()?;
        let what = what.trim();
        (!what.is_empty() && what != "to").then_some((what, to))
    })
}

#[cfg(test)]
mod tests {
    use engine::id::KindId;

    use super::*;
    use crate::{fixture::Fixture, things::thing};

    #[test]
    fn several_things_are_handed_over_while_there_is_room_for_them() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        game.enter("Bob", Role::Player, "town/square");
        let [giver, taker] = ["ann", "bob"].map(|it| game.entity(it).unwrap());
        let world = game.sim.world_mut();
        for (kind, holder, many) in [("apple", giver, 4), ("pear", taker, MAX_CARRIED - 3)] {
            let kind = KindId::new(kind).unwrap();
            world
                .resource_mut::<crate::things::kind::Kinds>()
                .kinds
                .get_mut(&kind)
                .unwrap()
                .limit = 100;
            for _ in 0..many {
                thing::make(world, &kind, holder).unwrap();
            }
        }
        let gave = "You give Bob a red apple.";
        let neither = game.type_line(ann, "give apple carol");
        assert!(neither.starts_with("Please type it like this"), "{neither}");
        assert_eq!(game.type_line(ann, "give 2 coins bob"), "You give Bob 2 coins.");
        assert_eq!(game.type_line(ann, "give two apples to bob"), [gave; 2].join("\n"));
        let full = "Bob's hands are full.";
        assert_eq!(game.type_line(ann, "give apples to bob"), format!("{gave}\n{full}"));
        assert_eq!(game.type_line(ann, "give all to bob"), full);
        let carried = "You carry a red apple.\nIn your purse: 8 coins.";
        assert_eq!(game.type_line(ann, "inventory"), carried);
    }
}
