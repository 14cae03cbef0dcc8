//! `accept` and `decline`: answering an offer.

use bevy_ecs::prelude::*;

use super::offering::{Pending, carried, holds};
use crate::{
    act::{
        cause::Act,
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::people,
    engine::{clock::Clock, id::RoomId, index},
    space::{
        containment::{self, Contents},
        walk,
    },
    things::{
        kind::Kinds,
        thing::{self, MAX_CARRIED, Thing},
    },
    trade::{
        offer::{Effect, Offer, Trade},
        offering::Offers,
        purse::{Marks, Purse, coins},
    },
    witness::{
        fact::Fact,
        narrator::{Report, with_report},
        sight::Sight,
    },
    words::{parse::Line, text::list},
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
    if containment::room_of(world, pending.by) != containment::room_of(world, actor) {
        return Err(Refusal::because("The one who offered it is not here."));
    }
    if !pending.offer.when.iter().all(|it| holds(world, actor, it)) {
        return Err(Refusal::because(pending.offer.unless));
    }
    match &pending.offer.does {
        Effect::Trade(trade) => trade_for(world, &it.act, pending.by, &pending.offer, trade)?,
        Effect::Escort { to } => {
            let now = world.resource::<Clock>().now;
            let room = RoomId::new(to).ok();
            let room = room.and_then(|id| index::find(world, &id));
            let started =
                room.is_some_and(|to| walk::start_walk(world, pending.by, Some(actor), to, now));
            if !started {
                return Err(Refusal::because("No open way leads there just now."));
            }
            with_report(world, |report| {
                report.show(&it.act, "You nod, and off you go together.".into());
            });
        }
        Effect::Open { .. } => return Err(no_offer()),
    }
    world.entity_mut(actor).remove::<Pending>();
    Ok(())
}

/// Trades a thing that is handed to somebody whose offer takes it: handing it
/// over is all the consent there can be. False when there is no such offer, or
/// its conditions do not hold.
pub(super) fn trade_in(world: &mut World, act: &Act, to: Entity, thing: Entity) -> bool {
    let Some(kind) = world.get::<Thing>(thing).map(|it| it.kind.clone()) else { return false };
    let offers = world.get::<Offers>(to).map(|it| it.0.clone()).unwrap_or_default();
    let fitting = offers.iter().find_map(|offer| match &offer.does {
        Effect::Trade(trade)
            if trade.price == 0
                && trade.takes == [kind.clone()]
                && offer.when.iter().all(|it| holds(world, act.actor, it)) =>
        {
            Some((offer, trade))
        }
        Effect::Trade(_) | Effect::Escort { .. } | Effect::Open { .. } => None,
    });
    fitting.is_some_and(|(offer, trade)| trade_for(world, act, to, offer, trade).is_ok())
}

fn trade_for(world: &mut World, act: &Act, by: Entity, offer: &Offer, trade: &Trade) -> Outcome {
    let purse = world.get::<Purse>(act.actor).copied().unwrap_or_default().0;
    if purse < trade.price {
        let words = format!("That costs {}, and you have {}.", coins(trade.price), coins(purse));
        return Err(Refusal::because(words));
    }
    let mut given = Vec::new();
    for kind in &trade.takes {
        given.push(
            carried(world, act.actor, kind)
                .ok_or_else(|| Refusal::because(offer.unless.clone()))?,
        );
    }
    let kinds = world.resource::<Kinds>();
    if !trade.gives.iter().all(|kind| kinds.may_make(kind)) {
        return Err(Refusal::because("There is none left just now. Try again a little later."));
    }
    let carrying = world.get::<Contents>(act.actor).map_or(0, |it| it.iter().count());
    if carrying + trade.gives.len() > MAX_CARRIED + given.len() {
        return Err(Refusal::because("Your hands are full. Put something down first: drop THING"));
    }
    let gave = words(world, trade.price, given.iter().copied());
    for thing in given {
        thing::unmake(world, thing);
    }
    let got: Vec<Entity> =
        trade.gives.iter().filter_map(|kind| thing::make(world, kind, act.actor)).collect();
    let got = words(world, trade.pays, got.into_iter());
    let coins = purse.saturating_sub(trade.price).saturating_add(trade.pays);
    let mut marks = world.get::<Marks>(act.actor).cloned().unwrap_or_default();
    marks.0.extend(trade.marks.iter().cloned());
    world.entity_mut(act.actor).insert((Purse(coins), marks));
    let with = people::who(world, by).ok_or(Refusal::Nowhere)?;
    if let Some(room) = containment::room_of(world, act.actor) {
        let fact = Fact::Traded { with, gave, got };
        with_report(world, |report: &mut Report| report.deed_in(act, room, fact, &[]));
    }
    Ok(())
}

/// Coins and things in words; empty for nothing.
fn words(world: &World, sum: u32, things: impl Iterator<Item = Entity>) -> String {
    let mut all: Vec<String> = Vec::new();
    if sum > 0 {
        all.push(coins(sum));
    }
    all.extend(things.filter_map(|it| {
        world.get::<Thing>(it)?;
        Some(world.get::<crate::words::name::Name>(it)?.0.to_string())
    }));
    list(&all)
}
