//! What offers do with authored words: a secret that is told, and a favour that is asked.

use bevy_ecs::prelude::*;
use engine::{id::MarkId, index, label::Readers};
use text::styled::CleanText;

use crate::{
    act::{cause::Act, refusal::Refusal},
    beings::{character::Who, people},
    trade::{
        cooldown,
        offer::{AskedFavour, Offer, ToldSecret},
        purse::{self, Purse, coins},
    },
    witness::{fact::Fact, narrator::with_narrator},
};

/// What somebody pays for words, and what is true of them afterwards.
#[derive(Debug)]
struct Paid {
    purse: Purse,
    marks: Vec<MarkId>,
    /// For how many seconds; for good without.
    lasts: Option<u32>,
    /// That coins changed hands, if any did.
    fact: Option<Fact>,
}

/// A secret that can be told.
#[derive(Debug)]
pub(super) struct Told {
    paid: Paid,
    texts: Vec<CleanText>,
}

/// A favour that can be asked.
#[derive(Debug)]
pub(super) struct Asked {
    paid: Paid,
    /// Of whom.
    of: Entity,
    fact: Fact,
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
    Ok(Paid { purse, marks: offer.does.marks().to_vec(), lasts: None, fact })
}

/// Takes the price, and makes the remarks.
fn pay(world: &mut World, act: &Act, (customer, keeper): (Entity, Entity), paid: Paid) {
    let Paid { purse, marks, lasts, fact } = paid;
    if let Some(fact) = fact {
        world.entity_mut(customer).insert(purse);
        with_narrator(world, |narrator| narrator.deed_towards(act, fact, keeper));
    }
    cooldown::mark(world, customer, &marks, lasts);
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
pub(super) fn deliver(world: &mut World, act: &Act, whom: (Entity, Entity), told: Told) {
    let Told { paid, texts } = told;
    pay(world, act, whom, paid);
    let (customer, keeper) = whom;
    with_narrator(world, |narrator| {
        for text in texts {
            narrator.confide(keeper, customer, text);
        }
    });
}

/// Checks whether a favour can be asked for somebody now.
///
/// # Errors
/// [`Refusal`] when they cannot pay for it, or the one who is to be asked is nowhere.
pub(super) fn favour(
    world: &World,
    customer: Entity,
    by: &Who,
    offer: &Offer,
    favour: &AskedFavour,
) -> Result<Asked, Refusal> {
    let of = index::find(world, &favour.of);
    let asked = of.and_then(|it| Some((it, people::who(world, it)?)));
    let (of, to) = asked.ok_or_else(|| Refusal::because("Word does not reach them just now."))?;
    let for_whom = people::who(world, customer).ok_or(Refusal::Nowhere)?;
    let word = favour.word.replace("{who}", &for_whom.name).into();
    let paid = Paid { lasts: favour.lasts, ..paid(world, customer, by, offer)? };
    Ok(Asked { paid, of, fact: Fact::Sent { to, for_whom, word } })
}

/// Asks it. What was asked for aside is known to the three alone.
pub(super) fn ask(world: &mut World, act: &Act, whom: (Entity, Entity), asked: Asked) {
    let Asked { paid, of, fact } = asked;
    pay(world, act, whom, paid);
    let (customer, keeper) = whom;
    let aloud = act.label.readers == Readers::Everyone;
    with_narrator(world, |narrator| narrator.send_word(keeper, [of, customer], fact, aloud));
}
