//! `sell` command: sale of items to NPCs that take them in trade.

use bevy_ecs::{prelude::*, system::SystemState};
use engine::save::durability::Durability;
use text::{
    parse::{self, Line, Phrase, Preposition},
    styled::{Style, Text},
};

use super::{
    accept, handing,
    offering::make_for,
    wares::{self, Ware},
};
use crate::{
    act::{
        cause::Act,
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    things::thing::Thing,
    trade::deal,
    witness::{
        narrator::with_narrator,
        sight::{Matches, Scope, Sight},
    },
};

/// Command `sell`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sell {
    pub what: String,
    /// Name of the buyer; none for anybody in the room.
    pub to: Option<String>,
}

impl Command for Sell {
    const SPEC: CommandSpec = CommandSpec {
        name: "sell",
        aliases: &[],
        role: Role::Guest,
        category: Category::Things,
        usage: "sell THING\nsell THING to NAME",
        summary: "Sell something you carry to somebody here who takes it.",
        help: "Example: sell spoon\n\
               list shows who takes what, and what they give for it. Who takes more than that \
               one thing makes you an offer first, and you type accept.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        match parse::phrase(line.rest) {
            None => Err(Refusal::Usage(Self::SPEC.usage)),
            Some(Phrase { direct, link: Some((Preposition::To, to)) }) => {
                Ok(Self { what: direct.typed.to_owned(), to: Some(to.typed.to_owned()) })
            }
            Some(_) => Ok(Self { what: line.rest.to_owned(), to: None }),
        }
    }
}

/// Executes `sell`, one item after the other.
pub fn sell(invocation: Invocation<Sell>, world: &mut World) -> Outcome {
    let Sell { what, to } = &invocation.command;
    let mut state = SystemState::<Sight>::new(world);
    let sight = state.get(world).map_err(|_| Refusal::Nowhere)?;
    let Matches { fitting, number } = sight
        .portion(invocation.act.actor, what, Scope::Carried)
        .map_err(|refusal| sight.not_in_hand(invocation.act.actor, what, refusal))?;
    if fitting.is_empty() {
        return Err(Refusal::because("You carry nothing to sell."));
    }
    let mut wares = wares::of(world, invocation.act.actor, to.as_deref())?;
    wares.retain(Ware::is_bought);
    for (sold, thing) in fitting.into_iter().take(number.unwrap_or(usize::MAX)).enumerate() {
        match sell_one(world, &invocation.act, &wares, thing) {
            Err(refusal) if sold == 0 => return Err(refusal),
            Err(refusal) => {
                let text = Text::styled(Style::Warning, refusal.to_string());
                with_narrator(world, |narrator| narrator.show(&invocation.act, text));
                return Ok(());
            }
            Ok(Sold::Offered) => return Ok(()),
            Ok(Sold::Traded) => {}
        }
    }
    Ok(())
}

/// Result of the sale of one item.
enum Sold {
    /// Trade settled.
    Traded,
    /// Offer made, because the trade takes more than this item.
    Offered,
}

fn sell_one(world: &mut World, act: &Act, wares: &[Ware], thing: Entity) -> Result<Sold, Refusal> {
    let kind = world.get::<Thing>(thing).map(|it| it.kind.clone()).ok_or(Refusal::Nowhere)?;
    let takes: Vec<&Ware> = wares.iter().filter(|it| it.trade.takes.contains(&kind)).collect();
    let ware = wares::best(world, act.actor, &takes)
        .ok_or_else(|| Refusal::because("Nobody here buys that."))?;
    handing::check_wanted(world, act.actor, (ware.by, &ware.who))?;
    deal::check(world, ware.by, act.actor, &ware.offer)?;
    if let [_] = ware.trade.takes.as_slice() {
        accept::take_up(world, act, ware.by, &ware.offer, Some(thing))?;
        return Ok(Sold::Traded);
    }
    make_for(world, ware.by, act.actor, ware.offer.clone())?;
    Ok(Sold::Offered)
}
