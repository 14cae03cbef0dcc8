//! What offers do with authored words: a secret that is told.

use bevy_ecs::prelude::*;

use crate::{
    act::{cause::Act, refusal::Refusal},
    beings::character::Who,
    engine::id::MarkId,
    trade::{
        offer::{Offer, ToldSecret},
        purse::{self, Marks, Purse, coins},
    },
    witness::{fact::Fact, narrator::with_narrator},
    words::text::CleanText,
};

/// What somebody pays for words, and what is true of them afterwards.
#[derive(Debug)]
struct Paid {
    purse: Purse,
    marks: Vec<MarkId>,
    /// That coins changed hands, if any did.
    fact: Option<Fact>,
}

/// A secret that can be told.
#[derive(Debug)]
pub(super) struct Told {
    paid: Paid,
    texts: Vec<CleanText>,
}

/// Looks up what it takes that somebody has words of an offer.
fn paid(world: &World, customer: Entity, by: &Who, offer: &Offer) -> Result<Paid, Refusal> {
    let price = offer.does.price();
    let purse = Purse(purse::after_paying(world, customer, price)?);
    let (with, id) = (by.clone(), offer.id.clone());
    let fact = (price > 0).then(|| {
        let (gave, got) = (coins(price), String::new());
        Fact::Traded { with, offer: id, gave, got }
    });
    Ok(Paid { purse, marks: offer.does.marks().to_vec(), fact })
}

/// Takes the price, and makes the remarks.
fn pay(world: &mut World, act: &Act, (customer, keeper): (Entity, Entity), paid: Paid) {
    let Paid { purse, marks, fact } = paid;
    if let Some(fact) = fact {
        world.entity_mut(customer).insert(purse);
        with_narrator(world, |narrator| narrator.deed_towards(act, fact, keeper));
    }
    if !marks.is_empty() {
        let mut all = world.get::<Marks>(customer).cloned().unwrap_or_default();
        all.0.extend(marks);
        world.entity_mut(customer).insert(all);
    }
}

/// Checks whether somebody can be told a secret of `by` now.
///
/// # Errors
/// [`Refusal`] when they cannot pay for it.
pub(super) fn secret(
    world: &World,
    customer: Entity,
    by: &Who,
    offer: &Offer,
    secret: &ToldSecret,
) -> Result<Told, Refusal> {
    let texts = secret.secret.iter().map(|it| CleanText::new(it)).collect();
    Ok(Told { paid: paid(world, customer, by, offer)?, texts })
}

/// Tells it: nobody but the two learns of it, whatever was asked aloud.
pub(super) fn tell(world: &mut World, act: &Act, whom: (Entity, Entity), told: Told) {
    let Told { paid, texts } = told;
    pay(world, act, whom, paid);
    let (customer, keeper) = whom;
    with_narrator(world, |narrator| {
        for text in texts {
            narrator.confide(keeper, customer, text);
        }
    });
}
