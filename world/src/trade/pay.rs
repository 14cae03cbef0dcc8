//! `pay` command: handing over coins.

use bevy_ecs::{prelude::*, system::SystemState};
use engine::save::durability::Durability;
use text::parse::{self, Line, Phrase, Preposition};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::people,
    trade::{
        amount::{self, Amount},
        handing,
    },
    witness::sight::{Scope, Sight},
};

/// Command `pay`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pay {
    pub sum: Amount,
    /// Name of the recipient.
    pub to: String,
}

impl Command for Pay {
    const SPEC: CommandSpec = CommandSpec {
        name: "pay",
        aliases: &[],
        role: Role::Guest,
        category: Category::Things,
        usage: "pay NAME NUMBER",
        summary: "Give somebody in the room coins from your purse.",
        help: "Example: pay mara 2\n\
               give 2 coins to mara does the same. Where Mara has just offered you something \
               for 2 coins, it pays for that, as accept would; else it is a present. To buy \
               something, type buy and what you would like.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let usage = || Refusal::Usage(Self::SPEC.usage);
        let (what, _) = line.rest.split_once(" for ").unwrap_or((line.rest, ""));
        if let Some(Phrase { direct, link: Some((Preposition::To, to)) }) = parse::phrase(what) {
            let sum = amount::bare(direct.typed).ok_or_else(usage)?;
            return Ok(Self { sum, to: to.to_string() });
        }
        let mut named = what.match_indices(' ').filter_map(|(at, _)| {
            let (to, sum) = what.split_at_checked(at)?;
            Some(Self { sum: amount::bare(sum)?, to: to.trim().to_owned() })
        });
        named.next().ok_or_else(usage)
    }
}

/// Executes `pay`.
pub fn pay(invocation: Invocation<Pay>, world: &mut World) -> Outcome {
    let noun = parse::noun(&invocation.command.to).ok_or(Refusal::Usage(Pay::SPEC.usage))?;
    let mut state = SystemState::<Sight>::new(world);
    let sight = state.get(world).map_err(|_| Refusal::Nowhere)?;
    let to = sight.find(invocation.act.actor, &noun, Scope::People)?;
    let who = people::who(world, to).ok_or(Refusal::Nowhere)?;
    handing::hand_coins(world, &invocation.act, (to, &who), invocation.command.sum)
}
