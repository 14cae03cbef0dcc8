//! `offer`: what an assistant may do for a player. The mind names the offer;
//! the engine checks the conditions and does the rest.

use bevy_ecs::prelude::*;

use crate::{
    build::Offers,
    character::{Marks, Purse},
    clock::{Clock, WorldTime},
    command::{Act, Category, Command, CommandSpec, Invocation, Outcome, Refusal},
    deal::{self, Parties},
    fact::{Fact, Who},
    id::{CharacterId, KindId, OfferId},
    index::Index,
    input::with_report,
    offer::{Condition, Effect, Offer},
    parse::Line,
    perform,
    permission::Role,
    place::{self, Contents},
    thing::Thing,
};

/// How long an offer stands.
const STANDS: std::time::Duration = std::time::Duration::from_secs(120);

/// Makes an offer to somebody in the room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MakeOffer {
    /// Which.
    pub offer: OfferId,
    /// To whom.
    pub to: CharacterId,
}

/// An offer that somebody may accept.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    /// Whose.
    pub by: Entity,
    /// What.
    pub offer: Offer,
    /// Until when.
    pub until: WorldTime,
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
        saves: true,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let usage = || Refusal::Usage(Self::SPEC.usage);
        let (offer, to) = line.rest.split_once(' ').ok_or_else(usage)?;
        let offer = OfferId::new(offer).map_err(|_| usage())?;
        let to = CharacterId::new(to.trim()).map_err(|_| usage())?;
        Ok(Self { offer, to })
    }
}

/// Carries it out.
pub fn offer(it: Invocation<MakeOffer>, world: &mut World) -> Outcome {
    let MakeOffer { offer: id, to } = it.command;
    let offers = world.get::<Offers>(it.act.actor);
    let offer = offers
        .and_then(|it| it.0.iter().find(|it| it.id == id).cloned())
        .ok_or_else(|| Refusal::because(format!("You have no offer called {id}.")))?;
    let to = world.resource::<Index>().characters.get(&to).copied().ok_or_else(gone)?;
    let who = perform::who(world, to).ok_or_else(gone)?;
    let here = place::room_of(world, it.act.actor);
    if here != place::room_of(world, to) || to == it.act.actor {
        // A script that knows no better says this to whoever asked from afar.
        return Err(Refusal::because("That can only be done face to face."));
    }
    if !deal::may_have(world, to, &offer) {
        return Err(Refusal::because(offer.unless));
    }
    match &offer.does {
        Effect::Open { .. } => {
            let room = here.ok_or(Refusal::Nowhere)?;
            let by = perform::who(world, it.act.actor).ok_or(Refusal::Nowhere)?;
            let deal = deal::agree(world, &Parties { customer: to, by, room }, &offer, None)?;
            deal::settle(world, &it.act, deal);
        }
        Effect::Trade(_) | Effect::Escort { .. } => make(world, &it.act, to, who, offer),
    }
    Ok(())
}

fn gone() -> Refusal {
    Refusal::because("The one you mean is not here.")
}

fn make(world: &mut World, act: &Act, to: Entity, who: Who, offer: Offer) {
    let until = world.resource::<Clock>().now.after(STANDS);
    let fact = Fact::Offered { to: who, what: offer.what.as_str().into() };
    world.entity_mut(to).insert(Pending { by: act.actor, offer, until });
    with_report(world, |report| report.deed(act, fact));
}

/// Whether a condition holds for somebody.
pub(crate) fn holds(world: &World, who: Entity, condition: &Condition) -> bool {
    let marks = || world.get::<Marks>(who).map(|it| &it.0);
    match condition {
        Condition::Carries(kind) => carried(world, who, kind).next().is_some(),
        Condition::Coins(n) => world.get::<Purse>(who).is_some_and(|it| it.0 >= *n),
        Condition::Marked(mark) => marks().is_some_and(|it| it.contains(mark)),
        Condition::NotMarked(mark) => marks().is_none_or(|it| !it.contains(mark)),
    }
}

/// The things of a kind that somebody carries.
pub(crate) fn carried(world: &World, who: Entity, kind: &KindId) -> impl Iterator<Item = Entity> {
    let contents = world.get::<Contents>(who).into_iter().flat_map(|it| it.iter());
    contents.filter(move |it| world.get::<Thing>(*it).is_some_and(|it| it.kind == *kind))
}
