//! Wares of the traders in a room: listed trade offers.

use std::sync::Arc;

use bevy_ecs::{prelude::*, system::SystemState};
use engine::id::KindId;
use text::{parse, styled::list};

use crate::{
    act::refusal::Refusal,
    beings::{character::Who, people},
    space::containment::{self, Contents},
    things::kind::{Kind, Kinds},
    trade::{
        deal,
        offer::{Offer, OfferEffect, Trade},
        purse::coins,
        terms::Offers,
    },
    witness::sight::{Scope, Sight},
};

/// Ware: a listed trade offer of a character in the room.
#[derive(Debug, Clone)]
pub(super) struct Ware {
    pub(super) by: Entity,
    pub(super) who: Who,
    pub(super) offer: Offer,
    pub(super) trade: Trade,
}

impl Ware {
    /// Returns whether the price is in coins only.
    pub(super) fn is_for_coins(&self) -> bool {
        self.trade.takes.is_empty()
    }

    /// Returns whether the customer gets an item.
    pub(super) fn is_sold(&self) -> bool {
        !self.trade.gives.is_empty()
    }

    /// Returns whether the trader takes items and asks no coins.
    pub(super) fn is_bought(&self) -> bool {
        !self.trade.takes.is_empty() && self.trade.price == 0
    }

    /// Returns the goods that the customer receives, in words.
    pub(super) fn got(&self, world: &World) -> String {
        words(world, self.trade.pays, &self.trade.gives)
    }

    /// Returns the price in coins and items, in words.
    pub(super) fn given(&self, world: &World) -> String {
        words(world, self.trade.price, &self.trade.takes)
    }
}

/// Returns all wares in the actor's room, in the order of arrival of the traders and of their
/// offers. Gifts are left out: they must be asked for in words.
pub(super) fn here(world: &World, actor: Entity) -> Vec<Ware> {
    let room = containment::room_of(world, actor);
    let inside = room.and_then(|it| world.get::<Contents>(it)).into_iter();
    let traders = inside.flat_map(|it| it.iter()).filter_map(|by| {
        let offers = world.get::<Offers>(by).filter(|_| by != actor)?;
        Some((by, offers.0.clone(), people::who(world, by)?))
    });
    let wares = traders.flat_map(|(by, offers, who)| {
        let ware = move |offer: &Offer| match &offer.does {
            OfferEffect::Trade(it) if offer.listed && (it.price > 0 || !it.takes.is_empty()) => {
                Some(Ware { by, who: who.clone(), offer: offer.clone(), trade: it.clone() })
            }
            OfferEffect::Trade(_)
            | OfferEffect::Escort { .. }
            | OfferEffect::Open { .. }
            | OfferEffect::Tell(_)
            | OfferEffect::Ask(_) => None,
        };
        offers.iter().filter_map(ware).collect::<Vec<_>>()
    });
    wares.collect()
}

/// Returns the wares in the actor's room, of one trader if named.
///
/// # Errors
/// [`Refusal`] if no character in the room has this name.
pub(super) fn of(
    world: &mut World,
    actor: Entity,
    trader: Option<&str>,
) -> Result<Vec<Ware>, Refusal> {
    let mut wares = here(world, actor);
    if let Some(noun) = trader.and_then(parse::noun) {
        let mut state = SystemState::<Sight>::new(world);
        let sight = state.get(world).map_err(|_| Refusal::Nowhere)?;
        let by = sight.find(actor, &noun, Scope::People)?;
        wares.retain(|it| it.by == by);
    }
    Ok(wares)
}

/// Returns the first ware that can be had now, or else the first of all.
pub(super) fn best<'a>(world: &World, actor: Entity, wares: &[&'a Ware]) -> Option<&'a Ware> {
    let now = wares.iter().find(|it| deal::may_have(world, it.by, actor, &it.offer));
    now.or(wares.first()).copied()
}

/// Returns the name and the additional nouns of an item kind.
pub(super) fn called(world: &World, kind: &KindId) -> Option<(Arc<str>, Arc<[String]>)> {
    let Kind { name, words, .. } = world.resource::<Kinds>().kinds.get(kind)?;
    Some((name.clone(), words.clone()))
}

fn words(world: &World, sum: u32, kinds: &[KindId]) -> String {
    let names = kinds.iter().filter_map(|it| Some(called(world, it)?.0.to_string()));
    let all: Vec<String> = (sum > 0).then(|| coins(sum)).into_iter().chain(names).collect();
    list(&all)
}
