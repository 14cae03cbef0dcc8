//! Deals: execution of offers as a transaction. `agree` resolves and checks everything without
//! changes; the changes of `settle` cannot fail.

use bevy_ecs::prelude::*;
use engine::{
    clock::Clock,
    id::{KindId, MarkId, RoomId},
    index,
    label::Readers,
};
use text::{parse::Direction, styled::list};

use crate::{
    act::{cause::Act, refusal::Refusal},
    beings::{
        character::{SpeakerKind, Who},
        name::Name,
        people,
    },
    space::{
        containment::Contents,
        door::{self, Door},
        exit,
        walk::{self, Walk},
    },
    things::{
        kind::Kinds,
        thing::{self, MAX_CARRIED, NewThing},
    },
    trade::{
        cooldown,
        offer::{Offer, OfferEffect, Trade},
        purse::{self, Purse, coins},
        stock, tally,
        terms::{carried, holds},
        word::{self, Asked, Told},
    },
    witness::{
        fact::{DoorHand, Fact},
        narrator::with_narrator,
    },
};

#[cfg(test)]
mod tests;

/// Parties of a deal: customer and offerer.
#[derive(Debug, Clone)]
pub(crate) struct Parties {
    /// Character who wants the offer.
    pub(crate) customer: Entity,
    pub(crate) by: Entity,
    /// Identity of the offerer.
    pub(crate) who: Who,
}

/// Checked offer with everything needed to execute it.
#[derive(Debug)]
pub(crate) struct Deal {
    parties: Parties,
    offer: Offer,
    does: DealEffect,
}

impl Deal {
    /// Returns the offer of the deal.
    pub(crate) fn offer(&self) -> &Offer {
        &self.offer
    }
}

/// Prepared effect of an accepted offer, which cannot fail any more.
#[derive(Debug)]
enum DealEffect {
    /// Exchange of items and coins.
    Swap(Swap),
    /// Escort: the offerer walks with the customer.
    Walk(Walk),
    /// Temporary opening of a door.
    Open {
        exit: Entity,
        /// Duration in seconds.
        seconds: u32,
        /// Identity of the opener and of the customer.
        by: Box<DoorHand>,
    },
    /// Telling of a secret.
    Tell(Told),
    /// Favour asked of another NPC.
    Ask(Asked),
}

impl DealEffect {
    /// Returns the goods that the customer receives, in words; empty if neither items nor coins.
    fn got(&self) -> &str {
        match self {
            Self::Swap(Swap { got, .. }) => got,
            Self::Walk(_) | Self::Open { .. } | Self::Tell(_) | Self::Ask(_) => "",
        }
    }
}

/// Exchange of items and coins, and its results.
#[derive(Debug)]
struct Swap {
    takes: Vec<Entity>,
    gives: Vec<NewThing>,
    purse: Purse,
    marks: Vec<MarkId>,
    /// Goods that the customer receives, in words.
    got: String,
    fact: Fact,
}

/// Checks whether the customer can have the offer now, and prepares the deal. The item `handed` is
/// taken before others of its kind.
pub(crate) fn agree(
    world: &World,
    parties: &Parties,
    offer: &Offer,
    handed: Option<Entity>,
) -> Result<Deal, Refusal> {
    check(world, parties.by, parties.customer, offer)?;
    let does = match &offer.does {
        OfferEffect::Trade(trade) => DealEffect::Swap(swap(world, parties, offer, trade, handed)?),
        OfferEffect::Escort { to } => DealEffect::Walk(walk(world, parties, to)?),
        OfferEffect::Open { room, direction, seconds } => {
            let exit = door(world, room, *direction)?;
            let for_whom = people::who(world, parties.customer).ok_or(Refusal::Nowhere)?;
            let span = std::time::Duration::from_secs((*seconds).into());
            let until = world.resource::<Clock>().now.after(span);
            let (who, way) = (parties.who.clone(), *direction);
            let by = Box::new(DoorHand { who, for_whom, way, until });
            DealEffect::Open { exit, seconds: *seconds, by }
        }
        OfferEffect::Tell(secret) => {
            let (customer, keeper) = (parties.customer, &parties.who);
            DealEffect::Tell(word::secret(world, customer, keeper, offer, secret)?)
        }
        OfferEffect::Ask(favour) => {
            let (customer, keeper) = (parties.customer, &parties.who);
            DealEffect::Ask(word::favour(world, customer, keeper, offer, favour)?)
        }
    };
    Ok(Deal { parties: parties.clone(), offer: offer.clone(), does })
}

/// Executes a deal: reduces the stock, starts the cooldown, counts tallies and applies the effect.
pub(crate) fn settle(world: &mut World, act: &Act, deal: Deal) {
    let now = world.resource::<Clock>().now;
    let Deal { parties: Parties { customer, by: keeper, .. }, offer, does } = deal;
    stock::take(world, keeper, &offer);
    cooldown::had(world, customer, keeper, &offer);
    tally::accepted(world, act, (customer, keeper), &offer, does.got());
    match does {
        DealEffect::Swap(it) => {
            for thing in it.takes {
                thing::unmake(world, thing);
            }
            for new in it.gives {
                thing::make_planned(world, new, customer);
            }
            world.entity_mut(customer).insert(it.purse);
            cooldown::mark(world, customer, &it.marks, None);
            with_narrator(world, |narrator| {
                narrator.deed_towards(act, it.fact, keeper);
            });
        }
        DealEffect::Walk(walk) => {
            walk::set_out(world, walk, now);
            with_narrator(world, |narrator| {
                narrator.show(act, "You nod, and off you go together.".into());
            });
        }
        DealEffect::Open { exit, seconds, by } => {
            let span = std::time::Duration::from_secs(seconds.into());
            door::open_for(world, exit, span, Some(by));
        }
        DealEffect::Tell(told) => word::deliver(world, act, (customer, keeper), told),
        DealEffect::Ask(asked) => word::ask(world, act, (customer, keeper), asked),
    }
}

/// Checks whether a character may have an offer of `by` now: the conditions hold, required items
/// are carried, the cooldown is over and stock is left.
///
/// # Errors
/// [`Refusal`] with the reply of `by` otherwise.
pub(crate) fn check(world: &World, by: Entity, who: Entity, offer: &Offer) -> Result<(), Refusal> {
    let both = [by, who].into_iter().filter_map(|it| people::who(world, it)).map(|it| it.id);
    check_before(world, by, who, offer, &Readers::Only(both.collect()))
}

/// Checks as [`check`] does, by what `readers` may know, before whom the offer is made.
///
/// # Errors
/// [`Refusal`] with the reply of `by` otherwise.
pub(crate) fn check_before(
    world: &World,
    by: Entity,
    who: Entity,
    offer: &Offer,
    readers: &Readers,
) -> Result<(), Refusal> {
    let meets = offer.when.iter().all(|it| holds(world, Some(by), who, it, readers))
        && offer.needs().into_iter().all(|(kind, n)| carried(world, who, kind).count() >= n);
    if !meets || (offer.does.is_for_people() && !is_person(world, who)) {
        return Err(Refusal::because(offer.unless.clone()));
    }
    if let Some(until) = cooldown::not_before(world, who, by, offer) {
        let now = world.resource::<Clock>().now;
        return Err(Refusal::because(offer.why_so_soon(until.map(|it| it.since(now)))));
    }
    if stock::left(world, by, offer) == Some(0) {
        return Err(Refusal::because(offer.why_sold_out()));
    }
    Ok(())
}

fn is_person(world: &World, who: Entity) -> bool {
    people::who(world, who).is_some_and(|it| it.kind != SpeakerKind::Assistant)
}

/// Returns whether a character may have an offer of `by` now.
pub(crate) fn may_have(world: &World, by: Entity, who: Entity, offer: &Offer) -> bool {
    check(world, by, who, offer).is_ok()
}

fn swap(
    world: &World,
    parties: &Parties,
    offer: &Offer,
    trade: &Trade,
    handed: Option<Entity>,
) -> Result<Swap, Refusal> {
    let customer = parties.customer;
    let paid = purse::after_paying(world, customer, trade.price)?;
    let takes = hand_over(world, customer, &trade.takes, handed)
        .ok_or_else(|| Refusal::because(offer.unless.clone()))?;
    let gives = world.resource::<Kinds>().plan(&trade.gives, &trade.takes).ok_or_else(|| {
        Refusal::because("There is none left just now. Try again a little later.")
    })?;
    let carrying = world.get::<Contents>(customer).map_or(0, |it| it.iter().count());
    if carrying + gives.len() > MAX_CARRIED + takes.len() {
        return Err(Refusal::because("Your hands are full. Put something down first: drop THING"));
    }
    let purse = paid.checked_add(trade.pays).ok_or_else(|| {
        Refusal::because("Your purse cannot hold so many coins. Spend some first, and ask again.")
    })?;
    let names = takes.iter().filter_map(|it| Some(world.get::<Name>(*it)?.0.to_string()));
    let gave = words(trade.price, names);
    let got = words(trade.pays, gives.iter().map(|it| it.kind.name.to_string()));
    let (with, id) = (parties.who.clone(), offer.id.clone());
    let fact = Fact::Traded { with, offer: id, gave, got: got.clone() };
    Ok(Swap { takes, gives, purse: Purse(purse), marks: trade.marks.clone(), got, fact })
}

/// Selects one carried item of each of these kinds, `first` before others.
fn hand_over(
    world: &World,
    from: Entity,
    kinds: &[KindId],
    first: Option<Entity>,
) -> Option<Vec<Entity>> {
    let mut taken: Vec<Entity> = Vec::new();
    for kind in kinds {
        let mut left: Vec<Entity> =
            carried(world, from, kind).filter(|it| !taken.contains(it)).collect();
        left.sort_by_key(|it| Some(*it) != first);
        taken.push(*left.first()?);
    }
    Some(taken)
}

/// Formats coins and items as a list; empty for nothing.
fn words(sum: u32, names: impl Iterator<Item = String>) -> String {
    let all: Vec<String> = (sum > 0).then(|| coins(sum)).into_iter().chain(names).collect();
    list(&all)
}

fn walk(world: &World, parties: &Parties, to: &str) -> Result<Walk, Refusal> {
    let leads = walk::leads(world, parties.by).filter(|(guest, _)| *guest != parties.customer);
    if let Some((guest, home)) = leads {
        let name = |it: Entity| world.get::<Name>(it).map_or("somebody", |name| &name.0);
        return Err(Refusal::because(format!(
            "{} is walking with {} just now. Wait at {}, and ask again.",
            name(parties.by),
            name(guest),
            name(home)
        )));
    }
    let room = RoomId::new(to).ok();
    let room = room.and_then(|id| index::find(world, &id));
    let walk = room.and_then(|to| walk::plan_walk(world, parties.by, Some(parties.customer), to));
    match walk {
        None => Err(Refusal::because("No open way leads there just now.")),
        Some(walk) if walk.is_over() => Err(Refusal::because("You are there already.")),
        Some(walk) => Ok(walk),
    }
}

/// Returns the exit whose door is to be opened.
fn door(world: &World, room: &str, direction: Direction) -> Result<Entity, Refusal> {
    let stuck = || Refusal::because("The door does not move.");
    let room = RoomId::new(room).map_err(|_| stuck())?;
    let room = index::find(world, &room).ok_or_else(stuck)?;
    let exit = exit::exit(world, room, direction).ok_or_else(stuck)?;
    world.get::<Door>(exit).map(|_| exit).ok_or_else(stuck)
}
