//! `offer` command of NPCs, and the standing offers of a player. The model names the offer; the
//! engine checks the conditions and executes it.

use std::{sync::Arc, time::Duration};

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    id::{CharacterId, OfferId},
    index,
    label::Readers,
    save::durability::Durability,
};
use text::parse::{self, Candidate, Line, Pick, Picked};

use crate::{
    act::{
        cause::{Act, Cause},
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::{
        character::{Who, own_label},
        people,
    },
    space::containment,
    trade::{
        deal::{self, Parties},
        offer::Offer,
        terms::Offers,
    },
    witness::{
        fact::Fact,
        narrator::{self, with_narrator},
    },
};

/// Validity of an offer: two minutes.
const STANDS: Duration = Duration::from_secs(120);

/// Retention of expired offers: a late answer must not be taken as the answer to another offer.
const LATE: Duration = Duration::from_secs(10);

/// Command `offer`: makes an offer to a character in the room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MakeOffer {
    pub offer: OfferId,
    /// Id of the recipient.
    pub to: CharacterId,
}

/// Standing offer, as shown to its recipient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    pub by: Entity,
    /// Name of the offerer at the time of the offer.
    pub name: Arc<str>,
    pub offer: Offer,
    /// End of validity.
    pub until: WorldTime,
    /// Tick of creation. Only lines of later ticks can be answers to it.
    pub made: u64,
    /// Readers of the offer, and of its answer.
    pub readers: Readers,
    /// Number for selection by the recipient, not reused while any offer stands.
    pub number: usize,
}

/// Standing offers made to a character, oldest first; at most [`StandingOffers::MAX`]. When full,
/// the oldest lapses and its recipient is told.
#[derive(Component, Debug, Clone, Default, PartialEq, Eq)]
pub struct StandingOffers {
    pub offers: Vec<Pending>,
    /// Last number assigned.
    numbers: usize,
}

impl StandingOffers {
    /// Maximum number of standing offers.
    pub const MAX: usize = 4;

    /// Adds an offer, or renews an identical one. Returns the offer that lapses because of the
    /// maximum.
    fn put(&mut self, mut new: Pending, now: WorldTime) -> Option<Pending> {
        self.offers.retain(|it| it.until.after(LATE) >= now);
        let same = self.offers.iter().position(|it| it.by == new.by && it.offer == new.offer);
        if let Some(old) = same.map(|at| self.offers.remove(at)) {
            (new.made, new.number) = (old.made, old.number);
            // An offer that was public once stays public.
            if old.readers == Readers::Everyone {
                new.readers = old.readers;
            }
        } else {
            self.numbers = if self.offers.is_empty() { 1 } else { self.numbers + 1 };
            new.number = self.numbers;
        }
        self.offers.push(new);
        (self.offers.len() > Self::MAX).then(|| self.offers.remove(0))
    }
}

/// Finds the offers that words mean: by number, or by words of the goods and of the offerer's name.
pub(super) fn resolve_offers<'a>(words: &str, all: &[&'a Pending]) -> Vec<&'a Pending> {
    if let Ok(number) = words.parse::<usize>() {
        return all.iter().copied().filter(|it| it.number == number).collect();
    }
    let Some(mut noun) = parse::noun(words) else { return Vec::new() };
    // All matches are returned, so that an ambiguous answer leads to a question.
    if noun.pick == Pick::Any {
        noun.pick = Pick::All;
    }
    let names: Vec<[&str; 1]> = all.iter().map(|it| [&*it.name]).collect();
    let candidates = all.iter().zip(&names).map(|(it, names)| {
        let name = it.offer.what.as_str();
        Candidate { value: *it, name, keywords: names }
    });
    match parse::pick(&noun, candidates) {
        Picked::Found(meant) | Picked::Ambiguous(meant) => meant,
        Picked::Nothing => Vec::new(),
    }
}

/// Returns the shortest unambiguous answer to an offer: the offerer's name, or else its number.
pub(super) fn answer(one: &Pending, all: &[&Pending]) -> String {
    let name = one.name.to_lowercase();
    match resolve_offers(&name, all).as_slice() {
        [it] if it.number == one.number => name,
        _ => one.number.to_string(),
    }
}

impl Command for MakeOffer {
    const SPEC: CommandSpec = CommandSpec {
        name: "offer",
        aliases: &[],
        role: Role::Guest,
        category: Category::Minds,
        usage: "offer ID NAME",
        summary: "Make an authored offer to somebody in the room.",
        help: "Only for the town's own people, whose personas say what they may offer.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let usage = || Refusal::Usage(Self::SPEC.usage);
        let (offer, to) = line.rest.split_once(' ').ok_or_else(usage)?;
        let offer = OfferId::new(offer).map_err(|_| usage())?;
        let to = CharacterId::new(to.trim()).map_err(|_| usage())?;
        Ok(Self { offer, to })
    }
}

/// Executes `offer`.
pub fn offer(invocation: Invocation<MakeOffer>, world: &mut World) -> Outcome {
    let MakeOffer { offer: id, to } = invocation.command;
    let offers = world.get::<Offers>(invocation.act.actor);
    let offer = offers
        .and_then(|it| it.0.iter().find(|offer| offer.id == id).cloned())
        .ok_or_else(|| Refusal::because(format!("You have no offer called {id}.")))?;
    let to = index::find(world, &to).ok_or_else(gone)?;
    let who = people::who(world, to).ok_or_else(gone)?;
    let here = containment::room_of(world, invocation.act.actor);
    if here != containment::room_of(world, to) || to == invocation.act.actor {
        // Scripts may send this to a recipient who asked from another room.
        return Err(Refusal::because("That can only be done face to face."));
    }
    let readers = &invocation.act.label.readers;
    deal::check_before(world, invocation.act.actor, to, &offer, readers)?;
    let by = invocation.act.actor;
    let me = people::who(world, by).ok_or(Refusal::Nowhere)?;
    if offer.does.waits() {
        make(world, &invocation.act, me.name, (to, who), offer);
    } else {
        let deal = deal::agree(world, &Parties { customer: to, by, who: me }, &offer, None)?;
        deal::settle(world, &invocation.act, deal);
    }
    Ok(())
}

fn gone() -> Refusal {
    Refusal::because("The one you mean is not here.")
}

/// Makes an offer on behalf of a character in the room, in response to a command such as `buy`. It
/// can be accepted from the next tick.
pub(super) fn make_for(world: &mut World, by: Entity, to: Entity, offer: Offer) -> Outcome {
    let who = |it: Entity| people::who(world, it).ok_or_else(gone);
    let (me, reader) = (who(by)?, who(to)?);
    let act = Act { actor: by, cause: Cause::World, label: own_label(&me) };
    make(world, &act, me.name, (to, reader), offer);
    Ok(())
}

fn make(world: &mut World, act: &Act, by: Arc<str>, to: (Entity, Who), offer: Offer) {
    let (reader, to) = to;
    let Clock { now, tick, .. } = *world.resource::<Clock>();
    let what = offer.what.as_str().into();
    let new = Pending {
        by: act.actor,
        name: by,
        offer,
        until: now.after(STANDS),
        made: tick,
        readers: act.label.readers.clone(),
        number: 0,
    };
    let mut entity = world.entity_mut(reader);
    let mut standing = entity.take::<StandingOffers>().unwrap_or_default();
    let lapsed = standing.put(new, now);
    let all: Vec<&Pending> = standing.offers.iter().collect();
    let word = match all.as_slice() {
        [.., one] if all.len() > 1 => Some(answer(one, &all).into()),
        _ => None,
    };
    entity.insert(standing);
    if let Some(it) = lapsed.filter(|it| it.until >= now) {
        let words =
            format!("{} any more: only {} offers stand at once.", lapse(&it), StandingOffers::MAX);
        narrator::tell_one(world, reader, words.into());
    }
    let fact = Fact::Offered { to, what, word };
    with_narrator(world, |narrator| narrator.deed_towards(act, fact, reader));
}

/// Returns whether an offer that ran out would be made again as it was, before the same readers.
#[must_use]
pub fn still_stands(world: &World, by: Entity, to: Entity, pending: &Pending) -> bool {
    deal::check_before(world, by, to, &pending.offer, &pending.readers).is_ok()
}

/// Formats the beginning of a message on a lapsed offer: "Mara does not offer you a mug of ale".
pub(super) fn lapse(pending: &Pending) -> String {
    format!("{} does not offer you {}", pending.name, pending.offer.what)
}
