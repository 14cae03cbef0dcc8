//! `accept` and `decline`: answering an offer.

use bevy_ecs::prelude::*;

use super::offer::Pending;
use crate::{
    build::Offers,
    clock::Clock,
    command::{Act, Category, Command, CommandSpec, Invocation, Outcome, Refusal},
    deal::{self, Deal, Parties},
    fact::Fact,
    lookup::Sight,
    offer::{Effect, Offer},
    parse::Line,
    perform,
    permission::Role,
    place,
    report::Report,
    thing::Thing,
};

/// Accepts what was offered last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accept;

/// Turns down what was offered last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decline;

impl Command for Accept {
    const SPEC: CommandSpec = CommandSpec {
        name: "accept",
        aliases: &["yes"],
        role: Role::Guest,
        category: Category::Things,
        usage: "accept",
        summary: "Accept what somebody offered you.",
        help: "Example: accept\n\
               The town's people offer things when you ask for them: tell Mara that you would \
               like an ale. Nothing is taken from you before you accept. An offer stands for \
               two minutes.",
        saves: true,
    };

    fn parse(_: &Line<'_>) -> Result<Self, Refusal> {
        Ok(Self)
    }
}

impl Command for Decline {
    const SPEC: CommandSpec = CommandSpec {
        name: "decline",
        aliases: &["no"],
        role: Role::Guest,
        category: Category::Things,
        usage: "decline",
        summary: "Turn down what somebody offered you.",
        help: "Example: decline",
        saves: false,
    };

    fn parse(_: &Line<'_>) -> Result<Self, Refusal> {
        Ok(Self)
    }
}

fn no_offer() -> Refusal {
    Refusal::because("Nobody has offered you anything just now.")
}

/// Carries it out.
pub fn decline(
    it: Invocation<Decline>,
    pending: Query<&Pending>,
    sight: Sight,
    mut report: Report,
    mut commands: Commands,
) -> Outcome {
    let by = pending.get(it.act.actor).map_err(|_| no_offer())?.by;
    commands.entity(it.act.actor).remove::<Pending>();
    let who = report.people.who(by).ok_or_else(no_offer)?;
    let room = sight.room_of(it.act.actor).ok_or(Refusal::Nowhere)?;
    report.deed_in(&it.act, room, Fact::Declined { by: who }, &[by]);
    Ok(())
}

/// Carries it out: everything is checked first, and what then changes cannot
/// fail.
pub fn accept(it: Invocation<Accept>, world: &mut World) -> Outcome {
    let actor = it.act.actor;
    let pending = world.get::<Pending>(actor).cloned().ok_or_else(no_offer)?;
    if pending.until < world.resource::<Clock>().now {
        world.entity_mut(actor).remove::<Pending>();
        return Err(Refusal::because("The offer does not stand any more. Ask again."));
    }
    let parties = parties(world, actor, pending.by)
        .ok_or_else(|| Refusal::because("The one who offered it is not here."))?;
    let deal = deal::agree(world, &parties, &pending.offer, None)?;
    world.entity_mut(actor).remove::<Pending>();
    deal::settle(world, &it.act, deal);
    Ok(())
}

/// The two of them, if they are in one room.
fn parties(world: &World, customer: Entity, by: Entity) -> Option<Parties> {
    let room = place::room_of(world, customer)?;
    let by = perform::who(world, by).filter(|it| place::room_of(world, it.entity) == Some(room))?;
    Some(Parties { customer, by, room })
}

/// Trades a thing that is handed to somebody whose offer takes it: handing it
/// over is all the consent there can be. None when there is no such offer, or
/// its conditions do not hold.
pub(super) fn trade_in(
    world: &World,
    act: &Act,
    to: Entity,
    thing: Entity,
) -> Option<Result<Deal, Refusal>> {
    let kind = &world.get::<Thing>(thing)?.kind;
    let parties = parties(world, act.actor, to)?;
    let fits = |offer: &&Offer| match &offer.does {
        Effect::Trade(trade) => {
            trade.price == 0
                && trade.takes == std::slice::from_ref(kind)
                && deal::may_have(world, act.actor, offer)
        }
        Effect::Escort { .. } | Effect::Open { .. } => false,
    };
    let fitting = world.get::<Offers>(to)?.0.iter().filter(fits);
    let mut deals = fitting.map(|it| deal::agree(world, &parties, it, Some(thing)));
    // A trade that can be done comes before one that cannot.
    let first = deals.next()?;
    Some(deals.fold(first, Result::or))
}
