//! Deeds that a persona may have an answer to: what is done to a character, or in its sight.

use world::{
    beings::character::SpeakerKind,
    engine::id::CharacterId,
    witness::{
        fact::{Fact, Handling, Happening, Source},
        perception::Stamp,
    },
};

use crate::{llm::scene::DeedDone, mind::body::Mind, persona::script::Deed};

/// What was done, if it is one of those.
pub(super) fn done(what: &Happening, me: &CharacterId) -> Option<DeedDone> {
    let (deed, thing, declined) = match &what.fact {
        Fact::Handled(Handling::Gave(to), thing) if to.id == *me => {
            (Deed::Gift, Some(thing.to_string()), None)
        }
        Fact::Declined { by, offer } if by.id == *me => (Deed::Declined, None, Some(offer.clone())),
        Fact::Traded { with, offer, .. } if with.id == *me => {
            (Deed::Accepted(offer.clone()), None, None)
        }
        Fact::Spoke(_) if what.source == Source::Shout => (Deed::Shouted, None, None),
        Fact::Spoke(_)
        | Fact::Gestured(_)
        | Fact::Heard { .. }
        | Fact::Arrived(_)
        | Fact::Left(_)
        | Fact::Link { .. }
        | Fact::Handled(..)
        | Fact::Door { .. }
        | Fact::Offered { .. }
        | Fact::Declined { .. }
        | Fact::Traded { .. }
        | Fact::Shown(_)
        | Fact::Refused(_)
        | Fact::Notice(_) => return None,
    };
    Some(DeedDone { deed, thing, declined })
}

/// Whether a mind has an answer to what a person did.
pub(super) fn is_answered(mind: &Mind, done: &DeedDone, stamp: &Stamp) -> bool {
    let person = matches!(stamp.kind(), Some(SpeakerKind::Player | SpeakerKind::Guest));
    let declined = done.declined.as_ref().is_some_and(|id| {
        mind.persona.offers.iter().any(|it| it.id == *id && it.declined.is_some())
    });
    let takes_part = mind.persona.attention.interaction;
    person && takes_part && (declined || !mind.persona.script.on(&done.deed).is_empty())
}
