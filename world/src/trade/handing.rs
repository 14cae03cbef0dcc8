//! Common rules of handing over: ignore lists, and transfer of coins.

use bevy_ecs::prelude::*;

use crate::{
    act::{
        cause::Act,
        refusal::{Outcome, Refusal},
    },
    beings::character::Who,
    space::containment,
    trade::{
        accept,
        amount::Amount,
        purse::{Purse, coins},
    },
    witness::{
        fact::{Fact, Handling},
        narrator::with_narrator,
    },
};

/// Checks that the recipient does not ignore the actor.
///
/// # Errors
/// [`Refusal`] if the recipient ignores the actor.
pub(super) fn check_wanted(world: &mut World, actor: Entity, who: (Entity, &Who)) -> Outcome {
    let mut ignored = false;
    with_narrator(world, |narrator| ignored = narrator.ignores(who.0, actor));
    if ignored {
        let words = format!("{} does not want to take anything from you.", who.1.name);
        return Err(Refusal::because(words));
    }
    Ok(())
}

/// Transfers coins, the whole sum or none. A sum that equals the price of a standing offer accepts
/// that offer.
pub(super) fn hand_coins(world: &mut World, act: &Act, to: (Entity, &Who), sum: Amount) -> Outcome {
    let (receiver, who) = to;
    check_wanted(world, act.actor, to)?;
    let purse_of = |it: Entity| world.get::<Purse>(it).copied().unwrap_or_default().0;
    let (mine, theirs) = (purse_of(act.actor), purse_of(receiver));
    let many = match sum {
        Amount::Exactly(many) => many,
        Amount::All => mine.into(),
        Amount::Unspecified => {
            let words = format!("How many? For example: give 2 coins to {}", who.name);
            return Err(Refusal::because(words));
        }
    };
    if many == 0 {
        return Err(Refusal::because("That would be nothing at all; give 1 coin at least."));
    }
    let have = |many: &u32| *many <= mine;
    let Some(many) = u32::try_from(many).ok().filter(have) else {
        return Err(Refusal::because(format!("You have only {} in your purse.", coins(mine))));
    };
    if let Some(accepted) = accept::pay_for(world, act, receiver, many) {
        return accepted;
    }
    let full = || Refusal::because(format!("{}'s purse cannot hold so many coins.", who.name));
    let (less, more) = (mine.saturating_sub(many), theirs.checked_add(many).ok_or_else(full)?);
    let room = containment::room_of(world, act.actor).ok_or(Refusal::Nowhere)?;
    world.entity_mut(act.actor).insert(Purse(less));
    world.entity_mut(receiver).insert(Purse(more));
    let fact = Fact::Handled(Handling::Gave(who.clone()), coins(many).into());
    with_narrator(world, |narrator| narrator.deed_in(act, room, fact, &[receiver]));
    Ok(())
}
