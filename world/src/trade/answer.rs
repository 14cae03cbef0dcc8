//! Synonyms of yes and no: they accept or decline a standing offer while no other player is in the
//! room.

use bevy_ecs::prelude::*;
use engine::clock::Clock;
use text::parse::Line;

use super::{
    accept::{Accept, Decline, is_one, without_courtesy},
    offering::StandingOffers,
};
use crate::{
    act::{
        command::Command,
        refusal::Refusal,
        registry::{AnyCommand, Registry},
        verbs::VerbSource,
    },
    beings::character::{Speaker, SpeakerKind},
    space::containment::{self, Contents},
};

/// Synonyms of yes.
const YES: [&str; 10] =
    ["sure", "yep", "yeah", "yup", "ok", "okay", "agreed", "deal", "gladly", "alright"];

/// Synonyms of no.
const NO: [&str; 3] = ["nope", "nah", "never"];

pub(super) const ANSWERS: VerbSource = VerbSource { read, verbs: |_, _| Vec::new() };

fn read(world: &World, actor: Entity, line: &Line<'_>) -> Option<Result<AnyCommand, Refusal>> {
    let name = match () {
        () if is_one(&YES, line.verb) => Accept::SPEC.name,
        () if is_one(&NO, line.verb) => Decline::SPEC.name,
        () => return None,
    };
    let now = world.resource::<Clock>().now;
    let offers = &world.get::<StandingOffers>(actor)?.offers;
    let stands = offers.iter().any(|it| it.until >= now);
    // With other players in the room, these words are conversation.
    let room = containment::room_of(world, actor)?;
    let mut others = world.get::<Contents>(room).into_iter().flat_map(|it| it.iter());
    let player = |it: Entity| {
        world.get::<Speaker>(it).is_some_and(|speaker| speaker.0 != SpeakerKind::Assistant)
    };
    let alone = !others.any(|it| it != actor && player(it));
    let short = without_courtesy(line.rest).is_empty();
    (stands && alone && short).then(|| world.resource::<Registry>().build(name, ""))
}
