//! Deeds done to a character or in its sight: those that the persona's script may answer, those
//! that a mind remembers, and rumours made of them.

use std::{sync::Arc, time::Duration};

use bevy_ecs::prelude::*;
use engine::{id::CharacterId, label::Readers};
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

/// Message: a mind perceived an event that makes or spreads rumours: a deed seen by everybody, a
/// line that passes on a rumour, or the arrival of another of the town's own characters.
#[derive(Message, Debug, Clone)]
pub struct DeedPerceived {
    /// Entity of the mind that perceived it.
    pub mind: Entity,
    pub what: Arc<Happening>,
    /// True if the deed is part of a conversation of that mind, and remembered as such.
    pub in_talk: bool,
}

/// Time after the last words of a talk within which the other's leaving counts as a parting.
const PARTING: Duration = Duration::from_secs(600);

/// Returns the deed and its actor if the happening is of a kind that the persona's script may
/// answer.
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
        Fact::Left(_) if talked(people, actor?, what) => (ScriptEvent::Left, actor?, None),
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

/// Returns the name of the door if the actor is the first to walk through a door that was opened
/// for somebody else.
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
    // Only the first follower counts.
    let first = open().map(|(it, _)| it.at).min()?;
    let since = seen.newest().take_while(|it| it.at > first);
    let mut others = since.filter(|it| it.left == Some(way) && !is_for(&it.who));
    (!is_for(actor) && others.next().is_none()).then(|| door.name.clone())
}

fn talked(people: &Acquaintances, who: &Who, what: &Happening) -> bool {
    let known = people.0.get(&who.id).map(|it| it.talked(&what.label.readers));
    known.is_some_and(|it| it.talks > 0 && what.at.since(it.last) < PARTING)
}

/// Returns the script event of a gesture: a social that the persona names and that is aimed at the
/// mind, or a quarrel for an unkind gesture at anybody.
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

/// Returns the target of an unkind gesture.
fn unkind_to(gesture: &Gesture) -> Option<&Who> {
    gesture.to().filter(|_| gesture.unkind)
}

/// Returns whether the persona has an answer to a deed of a player or guest.
pub(super) fn is_answered(mind: &Mind, done: &DeedDone, who: &Who) -> bool {
    let person = matches!(who.kind, SpeakerKind::Player | SpeakerKind::Guest);
    let declined = done.declined.as_ref().is_some_and(|id| {
        mind.persona.offers.iter().any(|it| it.id == *id && it.declined.is_some())
    });
    let takes_part = mind.persona.attention.interaction;
    person && takes_part && (declined || !mind.persona.script.on(&done.deed).is_empty())
}

/// Returns whether a deed answers an offer to somebody who ordered more than that.
pub(super) fn goes_on(
    people: &Acquaintances,
    done: &DeedDone,
    (who, what): (&Who, &Happening),
) -> bool {
    let is_answer = matches!(done.deed, ScriptEvent::Accepted(_) | ScriptEvent::Declined);
    let talk = people.0.get(&who.id).and_then(|it| it.talk(&what.label.readers));
    is_answer && talk.is_some_and(|(talk, _)| !talk.ordered.is_empty())
}

/// Returns whether a deed is also words or a pose, which count as such if the script has no answer
/// to the deed.
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
        | ScriptEvent::Followed
        | ScriptEvent::Reached(_)
        | ScriptEvent::Spoiled(_) => false,
    }
}

/// Deed in neutral words, which fit every reader.
struct PlainDeed<'a> {
    who: &'a Who,
    kind: SeenKind,
    /// Predicate to follow the actor's name, with [`OTHER`] as placeholder for the other party.
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
                let departure = Self::new(actor?, SeenKind::Left, describe_passage(*way));
                Self { left: way.direction(), ..departure }
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
                let opening = Self::new(&hand.for_whom, SeenKind::Opened, did).with(&hand.who);
                let name = door.to_string();
                Self { door: Some(OpenDoor { name, way: hand.way, until: hand.until }), ..opening }
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

/// Builds the deed that a mind remembers; none for its own deeds and for events that are no deed.
pub(super) fn seen(what: &Happening, me: &CharacterId) -> Option<SeenDeed> {
    let PlainDeed { who, kind, did, other, left, door } = PlainDeed::of(what)?;
    if who.id == *me {
        return None;
    }
    let other = other.map(|it| if it.id == *me { "me" } else { &*it.name });
    // Inserted names are not scanned for the placeholder again.
    let did = did.split(OTHER).collect::<Vec<_>>().join(other.unwrap_or_default());
    let (id, label) = (who.id.clone(), what.label.clone());
    let (name, at) = (who.name.clone(), what.at);
    Some(SeenDeed { who: id, name, kind, did, at, label, left, door })
}

/// Returns whether another assistant (one of the town's own characters) arrives.
pub(super) fn is_company(what: &Happening, stamp: &Stamp) -> bool {
    stamp.kind() == Some(SpeakerKind::Assistant) && matches!(what.fact, Fact::Arrived(_))
}

/// Returns whether a seen deed becomes a rumour: its kind spreads, and everybody may know of it.
pub(super) fn goes_round(seen: &SeenDeed) -> bool {
    seen.kind.goes_round() && seen.label.readers == Readers::Everyone
}

/// Builds the rumour that a witness can pass on; `place` is the name of the room. None for deeds
/// that do not spread or that not everybody may know of.
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
        told_aside: Vec::new(),
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
