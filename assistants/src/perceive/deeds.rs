//! Deeds that a persona may have an answer to, and those that a mind can tell of later: what is done
//! to a character, or in its sight.

use std::{sync::Arc, time::Duration};

use bevy_ecs::prelude::*;
use engine::{clock::WorldTime, id::CharacterId, label::Readers};
use text::parse::Direction;
use world::{
    beings::character::{CharacterRef, SpeakerKind, Who},
    witness::{
        fact::{
            Addressing, DoorMotion, Fact, Gesture, GestureAim, Handling, Happening, Passage, Source,
        },
        perception::Stamp,
    },
};

use crate::{
    llm::scene::DeedDone,
    mind::{
        acquaintance::Acquaintances,
        body::Mind,
        rumour::{self, OTHER, Rumour},
        seen::{OpenDoor, SeenDeed, SeenDeeds, SeenKind},
    },
    persona::script::ScriptEvent,
};

/// Something of which rumours are made, or by which they go on, that a mind perceived just now: a deed
/// before everybody, a line in which one is told, or that another of the town's own people came.
#[derive(Message, Debug, Clone)]
pub struct DeedPerceived {
    /// Whose mind.
    pub mind: Entity,
    pub what: Arc<Happening>,
    /// Whether it is part of a conversation of that mind, and remembered as such.
    pub in_talk: bool,
}

/// How long after the last words somebody who leaves is one whom the mind talked with.
const PARTING: Duration = Duration::from_secs(600);

/// What was done, and by whom, if it is a deed that a persona may have an answer to.
pub(super) fn done<'a>(
    what: &'a Happening,
    me: &CharacterId,
    mind: &Mind,
    (people, seen): (&Acquaintances, &SeenDeeds),
) -> Option<(DeedDone, &'a Who)> {
    let actor = what.actor.as_ref();
    if let Some(door) = followed(what, seen, mind) {
        return Some((
            DeedDone { deed: ScriptEvent::Followed, thing: Some(door), declined: None },
            actor?,
        ));
    }
    let (deed, who, thing) = match &what.fact {
        Fact::Handled(Handling::Gave(to), thing) if to.id == *me => {
            (ScriptEvent::Gift, actor?, Some(thing.to_string()))
        }
        Fact::Declined { by, offer } if by.id == *me => {
            let deed = ScriptEvent::Declined;
            return Some((DeedDone { deed, thing: None, declined: Some(offer.clone()) }, actor?));
        }
        Fact::Traded { with, offer, .. } if with.id == *me => {
            (ScriptEvent::Accepted(offer.clone()), actor?, None)
        }
        Fact::Spoke(_) if what.source == Source::Shout => (ScriptEvent::Shouted, actor?, None),
        Fact::Left(_) if talked(people, actor?, what.at) => (ScriptEvent::Left, actor?, None),
        Fact::Door { door, does: DoorMotion::Opens, by: Some(hand) } if hand.who.id != *me => {
            (ScriptEvent::Opened, &hand.for_whom, Some(door.to_string()))
        }
        Fact::Sent { to, for_whom, .. } if to.id == *me => (ScriptEvent::Asked, for_whom, None),
        Fact::Gestured(gesture) => (shown(gesture, what, me, mind)?, actor?, None),
        Fact::Spoke(_)
        | Fact::Heard { .. }
        | Fact::Arrived(_)
        | Fact::Left(_)
        | Fact::Link { .. }
        | Fact::Handled(..)
        | Fact::Door { .. }
        | Fact::Offered { .. }
        | Fact::Declined { .. }
        | Fact::Traded { .. }
        | Fact::Sent { .. }
        | Fact::Shown(_)
        | Fact::Refused(_)
        | Fact::Notice(_) => return None,
    };
    Some((DeedDone { deed, thing, declined: None }, who))
}

/// The door that somebody went through for whom it was not opened, the first who did so.
fn followed(what: &Happening, seen: &SeenDeeds, mind: &Mind) -> Option<String> {
    let Fact::Left(Passage::Walked(way)) = what.fact else { return None };
    if mind.persona.script.on(&ScriptEvent::Followed).is_empty() {
        return None;
    }
    let actor = &what.actor.as_ref()?.id;
    let open = || {
        let opened = seen.newest().filter_map(|it| Some((it, it.door.as_ref()?)));
        opened.filter(|(_, door)| door.way == way && door.until > what.at)
    };
    let (_, door) = open().next()?;
    let is_for = |who: &CharacterId| open().any(|(it, _)| it.who == *who);
    // Whoever goes after the first who does so needs no further word.
    let first = open().map(|(it, _)| it.at).min()?;
    let since = seen.newest().take_while(|it| it.at > first);
    let mut others = since.filter(|it| it.left == Some(way) && !is_for(&it.who));
    (!is_for(actor) && others.next().is_none()).then(|| door.name.clone())
}

fn talked(people: &Acquaintances, who: &Who, now: WorldTime) -> bool {
    let known = people.0.get(&who.id);
    known.is_some_and(|it| it.talks > 0 && now.since(it.last) < PARTING)
}

/// A social that the persona names, shown to it; or an unkind one, shown to whomever.
fn shown(
    gesture: &Gesture,
    what: &Happening,
    me: &CharacterId,
    mind: &Mind,
) -> Option<ScriptEvent> {
    let meant = match &gesture.aim {
        GestureAim::One(who) => who.id == *me,
        GestureAim::Everybody => true,
        GestureAim::Nobody => what.addressing(me) != Addressing::No,
        GestureAim::Oneself => false,
    };
    let named = ScriptEvent::Social(gesture.social.to_string());
    if meant && !mind.persona.script.on(&named).is_empty() {
        return Some(named);
    }
    unkind_to(gesture).map(|_| ScriptEvent::Quarrel)
}

/// The one to whom a gesture is unkind.
fn unkind_to(gesture: &Gesture) -> Option<&Who> {
    gesture.to().filter(|_| gesture.unkind)
}

/// Whether a mind has an answer to what a person did.
pub(super) fn is_answered(mind: &Mind, done: &DeedDone, who: &Who) -> bool {
    let person = matches!(who.kind, SpeakerKind::Player | SpeakerKind::Guest);
    let declined = done.declined.as_ref().is_some_and(|id| {
        mind.persona.offers.iter().any(|it| it.id == *id && it.declined.is_some())
    });
    let takes_part = mind.persona.attention.interaction;
    person && takes_part && (declined || !mind.persona.script.on(&done.deed).is_empty())
}

/// Whether a deed is words or a pose all the same, which count as such where nobody has an answer to
/// the deed.
pub(super) fn is_spoken(deed: &ScriptEvent) -> bool {
    match deed {
        ScriptEvent::Shouted
        | ScriptEvent::Quarrel
        | ScriptEvent::Social(_)
        | ScriptEvent::Chatted
        | ScriptEvent::Told => true,
        ScriptEvent::Gift
        | ScriptEvent::Declined
        | ScriptEvent::Accepted(_)
        | ScriptEvent::Left
        | ScriptEvent::Asked
        | ScriptEvent::Opened
        | ScriptEvent::Met
        | ScriptEvent::Followed => false,
    }
}

/// Something that was done, in words that fit whoever reads them.
struct PlainDeed<'a> {
    who: &'a Who,
    kind: SeenKind,
    /// To stand behind the name, with [`OTHER`] for whom it was done to or by.
    did: String,
    other: Option<&'a Who>,
    left: Option<Direction>,
    door: Option<OpenDoor>,
}

impl<'a> PlainDeed<'a> {
    fn new(who: &'a Who, kind: SeenKind, did: String) -> Self {
        Self { who, kind, did, other: None, left: None, door: None }
    }

    fn with(self, other: &'a Who) -> Self {
        Self { other: Some(other), ..self }
    }

    fn of(what: &'a Happening) -> Option<Self> {
        let actor = what.actor.as_ref();
        Some(match &what.fact {
            Fact::Arrived(_) => Self::new(actor?, SeenKind::Came, "came in".to_owned()),
            Fact::Left(way) => {
                let it = Self::new(actor?, SeenKind::Left, describe_passage(*way));
                Self { left: way.direction(), ..it }
            }
            Fact::Handled(Handling::Gave(to), thing) => {
                Self::new(actor?, SeenKind::Gave, format!("gave {OTHER} {thing}")).with(to)
            }
            Fact::Traded { with, gave, got, .. } => {
                let did = match (gave.is_empty(), got.is_empty()) {
                    (false, false) => format!("gave {OTHER} {gave} for {got}"),
                    (false, true) => format!("gave {OTHER} {gave}"),
                    (true, _) => format!("got {got} from {OTHER}"),
                };
                Self::new(actor?, SeenKind::Traded, did).with(with)
            }
            Fact::Door { door, by: Some(hand), .. } => {
                let did = format!("had {OTHER} open {door}");
                let it = Self::new(&hand.for_whom, SeenKind::Opened, did).with(&hand.who);
                let name = door.to_string();
                Self { door: Some(OpenDoor { name, way: hand.way, until: hand.until }), ..it }
            }
            Fact::Spoke(_) if what.source == Source::Shout => {
                Self::new(actor?, SeenKind::Shouted, "shouted".to_owned())
            }
            Fact::Gestured(gesture) => {
                let did = format!("was unkind to {OTHER}");
                Self::new(actor?, SeenKind::Quarrelled, did).with(unkind_to(gesture)?)
            }
            Fact::Spoke(_)
            | Fact::Heard { .. }
            | Fact::Link { .. }
            | Fact::Handled(..)
            | Fact::Door { .. }
            | Fact::Offered { .. }
            | Fact::Declined { .. }
            | Fact::Sent { .. }
            | Fact::Shown(_)
            | Fact::Refused(_)
            | Fact::Notice(_) => return None,
        })
    }
}

/// What a mind can tell of later.
pub(super) fn seen(what: &Happening, me: &CharacterId) -> Option<SeenDeed> {
    let PlainDeed { who, kind, did, other, left, door } = PlainDeed::of(what)?;
    if who.id == *me {
        return None;
    }
    let other = other.map(|it| if it.id == *me { "me" } else { &*it.name });
    // Names are not read again.
    let did = did.split(OTHER).collect::<Vec<_>>().join(other.unwrap_or_default());
    let (id, label) = (who.id.clone(), what.label.clone());
    let (name, at) = (who.name.clone(), what.at);
    Some(SeenDeed { who: id, name, kind, did, at, label, left, door })
}

/// Whether another of the town's own people comes in.
pub(super) fn is_company(what: &Happening, stamp: &Stamp) -> bool {
    stamp.kind() == Some(SpeakerKind::Assistant) && matches!(what.fact, Fact::Arrived(_))
}

/// Whether what a mind saw is something that goes round: it was done before everybody.
pub(super) fn goes_round(seen: &SeenDeed) -> bool {
    seen.kind.goes_round() && seen.label.readers == Readers::Everyone
}

/// What whoever saw it at a place, by the name of the room, can pass on.
#[must_use]
pub fn rumour(what: &Happening, place: Option<String>) -> Option<Rumour> {
    let PlainDeed { who, kind, did, other, .. } = PlainDeed::of(what)?;
    if !kind.goes_round() || what.label.readers != Readers::Everyone {
        return None;
    }
    Some(Rumour {
        event: rumour::event(&[&what.at.0.to_string(), who.id.as_str(), &did]),
        kind,
        who: Some(CharacterRef::from(who)),
        did,
        other: other.map(CharacterRef::from),
        place,
        done: Some(what.at),
        told_by: None,
        said_by: None,
        denied_by: None,
        retellings: 0,
        strength: rumour::SEEN,
        at: what.at,
        knows: Vec::new(),
        label: what.label.clone(),
    })
}

fn describe_passage(way: Passage) -> String {
    match way {
        Passage::Walked(direction) => format!("left {}", direction.name()),
        Passage::Woke => "fell asleep".to_owned(),
        Passage::Moved => "was gone all at once".to_owned(),
    }
}
