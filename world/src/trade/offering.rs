//! `offer`: what an assistant may do for a player. The mind names the offer;
//! the engine checks the conditions and does the rest.

use std::sync::Arc;

use bevy_ecs::prelude::*;

use crate::{
    act::{
        cause::Act,
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::{character::Who, people},
    engine::{
        clock::{Clock, WorldTime},
        id::{CharacterId, KindId, OfferId, RoomId},
        index,
    },
    space::{
        containment::{self, Contents},
        door::{self, Door},
        exit,
    },
    things::thing::Thing,
    trade::{
        offer::{Condition, Effect, Offer},
        purse::{Marks, Purse},
    },
    witness::{fact::Fact, narrator::with_report},
    words::parse::{Direction, Line},
};

/// What an assistant may do for players.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Offers(pub Arc<[Offer]>);

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
    let to = index::find(world, &to).ok_or_else(gone)?;
    let who = people::who(world, to).ok_or_else(gone)?;
    let here = containment::room_of(world, it.act.actor);
    if here != containment::room_of(world, to) || to == it.act.actor {
        // A script that knows no better says this to whoever asked from afar.
        return Err(Refusal::because("That can only be done face to face."));
    }
    if !offer.when.iter().all(|it| holds(world, to, it)) {
        return Err(Refusal::because(offer.unless));
    }
    match &offer.does {
        Effect::Open { room, direction, seconds } => open(world, room, *direction, *seconds),
        Effect::Trade(_) | Effect::Escort { .. } => {
            make(world, &it.act, to, who, offer);
            Ok(())
        }
    }
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

fn open(world: &mut World, room: &str, direction: Direction, seconds: u32) -> Outcome {
    let stuck = || Refusal::because("The door does not move.");
    let room = RoomId::new(room).map_err(|_| stuck())?;
    let room = index::find(world, &room).ok_or_else(stuck)?;
    let exit = exit::exit(world, room, direction).ok_or_else(stuck)?;
    let door = world.get::<Door>(exit).ok_or_else(stuck)?;
    if door.open {
        return Err(Refusal::because("It is open already."));
    }
    door::open_for(world, exit, std::time::Duration::from_secs(u64::from(seconds)));
    Ok(())
}

/// Whether a condition holds for somebody.
pub(in crate::trade) fn holds(world: &World, who: Entity, condition: &Condition) -> bool {
    let marks = || world.get::<Marks>(who).map(|it| &it.0);
    match condition {
        Condition::Carries(kind) => carried(world, who, kind).is_some(),
        Condition::Coins(n) => world.get::<Purse>(who).is_some_and(|it| it.0 >= *n),
        Condition::Marked(mark) => marks().is_some_and(|it| it.contains(mark)),
        Condition::NotMarked(mark) => marks().is_none_or(|it| !it.contains(mark)),
    }
}

/// A thing of a kind that somebody carries.
pub(in crate::trade) fn carried(world: &World, who: Entity, kind: &KindId) -> Option<Entity> {
    let contents = world.get::<Contents>(who)?;
    contents.iter().find(|it| world.get::<Thing>(*it).is_some_and(|it| it.kind == *kind))
}
