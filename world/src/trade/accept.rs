//! `accept` and `decline` commands, and the acceptance of offers by other commands.

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    save::durability::Durability,
};
use text::parse::{self, Line};

use super::offering::{Pending, StandingOffers, answer, lapse, resolve_offers};
use crate::{
    act::{
        cause::{Act, Cause},
        command::{Category, Command, CommandSpec, Invocation},
        perform::{CommandAttempt, CommandQueue, QueuedCommand},
        permission::Role,
        refusal::{Outcome, Refusal},
        registry::Registry,
    },
    beings::{
        character::{Who, own_label},
        name::Name,
        people,
    },
    space::containment,
    things::thing::Thing,
    trade::{
        deal::{self, Deal, Parties},
        offer::{Condition, Offer, OfferEffect},
        terms::Offers,
    },
    witness::{fact::Fact, narrator::with_narrator},
};

/// Command `accept`: accepts a standing offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accept {
    /// Name, noun or number that selects the offer; empty if there is only one.
    pub which: String,
}

/// Command `decline`: declines a standing offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decline {
    /// Name, noun or number that selects the offer; empty if there is only one.
    pub which: String,
}

impl Command for Accept {
    const SPEC: CommandSpec = CommandSpec {
        name: "accept",
        aliases: &["yes"],
        role: Role::Guest,
        category: Category::Things,
        usage: "accept\naccept NAME",
        summary: "Accept what somebody offered you.",
        help: "Example: accept\n\
               The town's people offer things when you ask for them: tell Mara that you would \
               like an ale. Nothing is taken from you before you accept. An offer stands for \
               two minutes.\n\
               When several stand, say which: accept mara, or accept ale. If one character \
               offers you several things, each has a number: accept 2. Of more than four the \
               oldest lapses.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        spoken(line, "yes")?;
        Ok(Self { which: without_courtesy(line.rest) })
    }
}

impl Command for Decline {
    const SPEC: CommandSpec = CommandSpec {
        name: "decline",
        aliases: &["no"],
        role: Role::Guest,
        category: Category::Things,
        usage: "decline\ndecline NAME",
        summary: "Turn down what somebody offered you.",
        help: "Example: decline\n\
               When several offers stand, say which, as you would to accept it: decline mara, \
               decline ale or decline 2.",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        spoken(line, "no")?;
        Ok(Self { which: without_courtesy(line.rest) })
    }
}

/// Courtesy words that are ignored in an answer.
const COURTESY: [&str; 8] = ["please", "pls", "thanks", "thank", "you", "thx", "then", "but"];

/// Returns whether a word is in a list, ignoring case and trailing punctuation.
pub(super) fn is_one(all: &[&str], word: &str) -> bool {
    let word = word.trim_end_matches([',', '.', '!', '?']);
    all.iter().any(|it| it.eq_ignore_ascii_case(word))
}

/// Removes courtesy words from an answer: "yes please" means yes.
pub(super) fn without_courtesy(words: &str) -> String {
    let kept = words.split_whitespace().filter(|it| !is_one(&COURTESY, it));
    kept.collect::<Vec<_>>().join(" ")
}

/// Words of agreement in front of an acceptance, which change nothing.
const AGREED: [&str; 13] = [
    "yes", "yeah", "yep", "aye", "ok", "okay", "fine", "alright", "right", "well", "sure", "oh",
    "good",
];

/// Lines that take up an offer, without courtesy words, agreement in front and the name of whoever made it.
const TAKEN_UP: [&str; 21] = [
    "i take it",
    "i will take it",
    "i'll take it",
    "ill take it",
    "i would take it",
    "i'd take it",
    "i take that",
    "i will take that",
    "i'll take that",
    "ill take that",
    "i will have it",
    "i'll have it",
    "ill have it",
    "i accept",
    "accepted",
    "deal",
    "it is a deal",
    "it's a deal",
    "its a deal",
    "agreed",
    "done",
];

/// Accepts for whoever says so: "I take it" does what the command does.
pub(super) fn accept_by_words(world: &mut World, attempt: CommandAttempt<'_>) {
    let CommandAttempt { by, actor, spec, line: Some(line), outcome: Ok(()), .. } = attempt else {
        return;
    };
    let words = parse::line(line).filter(|_| spec.name == "say").map(|it| it.rest);
    let Some(command) = words.and_then(|it| taken_up(world, actor, it)) else { return };
    let Some(command) = world.resource::<Registry>().ready(command) else { return };
    let act = Act { actor, cause: Cause::Typed, label: own_label(by) };
    let queued = QueuedCommand { act, granted: false, command, line: None };
    world.resource_mut::<CommandQueue>().push(queued);
}

/// Returns the acceptance that a spoken line is; none unless there is exactly one offer of somebody
/// present that it can mean.
fn taken_up(world: &World, speaker: Entity, words: &str) -> Option<Accept> {
    let standing = world.get::<StandingOffers>(speaker)?;
    let now = world.resource::<Clock>().now;
    let room = containment::room_of(world, speaker)?;
    let mut open = standing
        .offers
        .iter()
        .filter(|it| it.until >= now && containment::room_of(world, it.by) == Some(room));
    let (Some(one), None) = (open.next(), open.next()) else { return None };
    let is_name = |word: &&str| {
        let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        word.eq_ignore_ascii_case(&one.name)
    };
    let plain = without_courtesy(words.strip_prefix("to ").unwrap_or(words));
    let plain: Vec<String> = plain
        .split_whitespace()
        .filter(|it| !is_name(it))
        .map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase())
        .filter(|it| !it.is_empty())
        .skip_while(|it| AGREED.contains(&it.as_str()))
        .collect();
    let is_taken = TAKEN_UP.contains(&plain.join(" ").as_str());
    is_taken.then(|| Accept { which: String::new() })
}

/// Refuses a sentence that only begins like an answer, such as "no way to tell", as speech.
fn spoken(line: &Line<'_>, answer: &str) -> Outcome {
    const MOST_OF_ANSWER: usize = 2;
    let words = line.rest.split_whitespace().count();
    if line.verb.eq_ignore_ascii_case(answer) && words > MOST_OF_ANSWER {
        return Err(Refusal::Speech { line: line.to_string() });
    }
    Ok(())
}

/// Executes `decline`.
pub fn decline(invocation: Invocation<Decline>, world: &mut World) -> Outcome {
    let actor = invocation.act.actor;
    let pending = choose(world, actor, "decline", &invocation.command.which)?;
    let by = people::who(world, pending.by).ok_or_else(no_offer)?;
    forget(world, actor, |it| it.number == pending.number);
    let act = answering(invocation.act, &pending);
    with_narrator(world, |narrator| {
        let declined = Fact::Declined { by, offer: pending.offer.id.clone() };
        narrator.deed_towards(&act, declined, pending.by);
    });
    Ok(())
}

/// Executes `accept`: checks everything first; the changes that follow cannot fail.
pub fn accept(invocation: Invocation<Accept>, world: &mut World) -> Outcome {
    let actor = invocation.act.actor;
    let pending = choose(world, actor, "accept", &invocation.command.which)?;
    let parties = parties(world, actor, pending.by).ok_or_else(|| {
        let name = world.get::<Name>(pending.by).map_or("The one who offered it", |it| &it.0);
        Refusal::because(format!("{name} is not here. The offer stands for two minutes."))
    })?;
    let deal = deal::agree(world, &parties, &pending.offer, None)?;
    forget(world, actor, |it| it.number == pending.number);
    deal::settle(world, &answering(invocation.act, &pending), deal);
    Ok(())
}

/// Restricts the answer's readers to those of the offer.
fn answering(act: Act, pending: &Pending) -> Act {
    Act { label: act.label.kept_to(&pending.readers), ..act }
}

fn no_offer() -> Refusal {
    Refusal::because(
        "Nobody has offered you anything just now. To answer somebody, type say yes or say no.",
    )
}

/// Selects the offer to answer. Refuses if none or several match; matching offers that have lapsed
/// are reported and removed.
fn choose(world: &mut World, actor: Entity, verb: &str, words: &str) -> Result<Pending, Refusal> {
    let clock = world.resource::<Clock>();
    let (now, tick) = (clock.now, clock.tick);
    let standing = world.get::<StandingOffers>(actor).cloned().unwrap_or_default();
    // Offers made in this tick have not been displayed yet.
    let mut seen: Vec<&Pending> = standing.offers.iter().filter(|it| it.made < tick).collect();
    seen.sort_by_key(|it| it.number);
    if seen.is_empty() {
        return Err(no_offer());
    }
    let mut said = Vec::new();
    let mut meant = if words.is_empty() { seen.clone() } else { resolve_offers(words, &seen) };
    if meant.is_empty() {
        said.push(format!("Nobody offers you \"{words}\"."));
        meant.clone_from(&seen);
    } else if let [one] = meant.as_slice()
        && stands(world, one, now)
    {
        return Ok((*one).clone());
    }
    let (good, gone): (Vec<&Pending>, Vec<&Pending>) =
        seen.iter().partition(|it| stands(world, it, now));
    let gone: Vec<&Pending> = gone.into_iter().filter(|it| meant.contains(it)).collect();
    said.extend(gone.iter().map(|it| format!("{} any more.", lapse(it))));
    let left: Vec<&Pending> = good.iter().copied().filter(|it| meant.contains(it)).collect();
    said.push(match (left.as_slice(), good.as_slice()) {
        ([], []) => "Ask again.".to_owned(),
        ([], good) => which(verb, good, good),
        (left, good) => which(verb, left, good),
    });
    forget(world, actor, |it| gone.contains(&it));
    Err(Refusal::because(said.join(" ")))
}

/// Returns whether an offer is still valid: not expired, and still in the unchanged offers of an
/// NPC in the world.
fn stands(world: &World, pending: &Pending, now: WorldTime) -> bool {
    pending.until >= now
        && people::who(world, pending.by).is_some()
        && world.get::<Offers>(pending.by).is_some_and(|offers| offers.0.contains(&pending.offer))
}

/// Formats the question which of `some` offers is meant, with answers that are unambiguous among
/// all.
fn which(verb: &str, some: &[&Pending], all: &[&Pending]) -> String {
    let answers: Vec<String> = some.iter().map(|it| answer(it, all)).collect();
    let in_order = some.iter().zip(1..).all(|(it, n)| it.number == n);
    let by_number = some.iter().zip(&answers).any(|(it, word)| *word == it.number.to_string());
    let numbered = by_number || (some.len() > 1 && !in_order);
    let offers = some.iter().map(|pending| {
        let number = if numbered { format!(" ({})", pending.number) } else { String::new() };
        format!("{} offers you {}{number}", pending.name, pending.offer.what)
    });
    let offers: Vec<String> = offers.collect();
    let answers: Vec<String> = answers.iter().map(|it| format!("{verb} {it}")).collect();
    format!("{}. Type {}.", join(&offers, ", and "), join(&answers, " or "))
}

/// Joins words with commas, and the last one with `last`.
fn join(words: &[String], last: &str) -> String {
    match words {
        [before @ .., one] if !before.is_empty() => format!("{}{last}{one}", before.join(", ")),
        words => words.concat(),
    }
}

fn forget(world: &mut World, actor: Entity, gone: impl Fn(&Pending) -> bool) {
    if let Some(mut standing) = world.get_mut::<StandingOffers>(actor) {
        standing.offers.retain(|it| !gone(it));
    }
}

/// Returns the parties of a deal if they are in the same room.
fn parties(world: &World, customer: Entity, by: Entity) -> Option<Parties> {
    let room = containment::room_of(world, customer)?;
    let who = people::who(world, by).filter(|_| containment::room_of(world, by) == Some(room))?;
    Some(Parties { customer, by, who })
}

/// Accepts the standing offer of `to` whose price is exactly these coins and which takes no items:
/// paying it is consent. Returns none if no offer matches, or several do.
pub(super) fn pay_for(world: &mut World, act: &Act, to: Entity, coins: u32) -> Option<Outcome> {
    let Clock { now, tick, .. } = *world.resource::<Clock>();
    let asks = |it: &&Pending| {
        let does = &it.offer.does;
        it.by == to && it.made < tick && does.price() == coins && does.takes().is_empty()
    };
    let standing = world.get::<StandingOffers>(act.actor)?;
    let asked: Vec<&Pending> =
        standing.offers.iter().filter(asks).filter(|it| stands(world, it, now)).collect();
    let [one] = asked.as_slice() else { return None };
    let offer = one.offer.clone();
    Some(take_up(world, act, to, &offer, None))
}

/// Accepts an offer of a present NPC at once; the typed command is the consent.
///
/// # Errors
/// [`Refusal`] if the NPC is not present, the conditions do not hold, or the customer cannot pay.
pub(super) fn take_up(
    world: &mut World,
    act: &Act,
    by: Entity,
    offer: &Offer,
    handed: Option<Entity>,
) -> Outcome {
    let parties = parties(world, act.actor, by)
        .ok_or_else(|| Refusal::because("The one who offers it is not here."))?;
    let deal = deal::agree(world, &parties, offer, handed)?;
    forget(world, act.actor, |it| it.by == by && it.offer == *offer);
    deal::settle(world, act, deal);
    Ok(())
}

/// Trades an item handed to an NPC whose offer takes exactly this item: handing it over is consent.
/// Returns none if no offer matches or its conditions do not hold.
pub(super) fn trade_in(world: &mut World, act: &Act, to: Entity, thing: Entity) -> Option<Outcome> {
    let parties = parties(world, act.actor, to)?;
    let agreed = fitting(world, &parties, thing)?;
    Some(agreed.map(|deal| {
        forget(world, act.actor, |it| it.by == to && it.offer == *deal.offer());
        deal::settle(world, act, deal);
    }))
}

/// Returns the refusal of a gift by an NPC with offers: the item is a condition or a price of one
/// of them, and would be lost.
pub(super) fn handed_back(
    world: &World,
    giver: Entity,
    to: Entity,
    who: &Who,
    thing: Entity,
) -> Option<Refusal> {
    let kind = &world.get::<Thing>(thing)?.kind;
    let offers = || world.get::<Offers>(to).into_iter().flat_map(|it| it.0.iter());
    let takes = |it: &&Offer| match &it.does {
        OfferEffect::Trade(trade) => trade.price == 0 && trade.takes.contains(kind),
        OfferEffect::Escort { .. }
        | OfferEffect::Open { .. }
        | OfferEffect::Tell(_)
        | OfferEffect::Ask(_) => false,
    };
    if let Some(offer) = offers().find(takes) {
        let words = match deal::check(world, to, giver, offer) {
            Ok(()) => {
                format!(
                    "{} takes it with more in a trade. Keep it, and say what you want.",
                    who.name
                )
            }
            Err(refusal) => format!("{} gives it back: \"{refusal}\"", who.name),
        };
        return Some(Refusal::because(words));
    }
    let asks = |it: &Offer| it.when.contains(&Condition::Carries(kind.clone()));
    let words = || {
        format!("{} only wants to see that you carry it. Keep it, and say what you want.", who.name)
    };
    offers().any(asks).then(|| Refusal::because(words()))
}

/// Finds an offer that takes exactly this item, and checks it. An offer that can be settled now is
/// preferred to one that cannot.
fn fitting(world: &World, parties: &Parties, thing: Entity) -> Option<Result<Deal, Refusal>> {
    let kind = &world.get::<Thing>(thing)?.kind;
    let fits = |offer: &&Offer| match &offer.does {
        OfferEffect::Trade(trade) => {
            trade.price == 0
                && trade.takes == std::slice::from_ref(kind)
                && deal::may_have(world, parties.by, parties.customer, offer)
        }
        OfferEffect::Escort { .. }
        | OfferEffect::Open { .. }
        | OfferEffect::Tell(_)
        | OfferEffect::Ask(_) => false,
    };
    let offers = world.get::<Offers>(parties.by)?.0.iter();
    let mut agreed =
        offers.filter(fits).map(|offer| deal::agree(world, parties, offer, Some(thing)));
    let first = agreed.next()?;
    Some(agreed.fold(first, Result::or))
}
