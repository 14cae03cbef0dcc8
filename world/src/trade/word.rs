//! Effects of offers that are messages: secrets told, and favours asked.

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

/// Price paid for a message, and the resulting marks.
#[derive(Debug)]
struct Paid {
    purse: Purse,
    marks: Vec<MarkId>,
    /// Lifetime of the marks in seconds; none if permanent.
    lasts: Option<u32>,
    /// Event of the payment; none if free.
    fact: Option<Fact>,
}

/// Checked secret, ready to be told.
#[derive(Debug)]
pub(super) struct Told {
    paid: Paid,
    texts: Vec<CleanText>,
}

/// Checked favour, ready to be asked.
#[derive(Debug)]
pub(super) struct Asked {
    paid: Paid,
    /// Entity of the NPC who is asked.
    of: Entity,
    fact: Fact,
}

/// Checks that the customer can pay for a message, and prepares the payment.
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

/// Takes the price, and adds the marks.
fn pay(world: &mut World, act: &Act, (customer, keeper): (Entity, Entity), paid: Paid) {
    let Paid { purse, marks, lasts, fact } = paid;
    if let Some(fact) = fact {
        world.entity_mut(customer).insert(purse);
        with_narrator(world, |narrator| narrator.deed_towards(act, fact, keeper));
    }
    cooldown::mark(world, customer, &marks, lasts);
}

/// Checks whether a secret of `by` can be told to a character now.
///
/// # Errors
/// [`Refusal`] if the character cannot pay for it.
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

/// Tells a secret as a whisper, even if it was requested in public.
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

/// Checks whether a favour can be asked for a character now.
///
/// # Errors
/// [`Refusal`] if the character cannot pay for it, or the NPC to be asked is not in the world.
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

/// Asks a favour. A request made in private is known only to the three characters involved.
pub(super) fn ask(world: &mut World, act: &Act, whom: (Entity, Entity), asked: Asked) {
    let Asked { paid, of, fact } = asked;
    pay(world, act, whom, paid);
    let (customer, keeper) = whom;
    let aloud = act.label.readers == Readers::Everyone;
    with_narrator(world, |narrator| narrator.send_word(keeper, [of, customer], fact, aloud));
}
