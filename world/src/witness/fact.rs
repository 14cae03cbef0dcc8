//! What happened: the single, ordered stream that players read and minds
//! perceive.

use std::sync::Arc;

use engine::{
    clock::WorldTime,
    id::{ChannelId, CharacterId, OfferId},
    label::Label,
    save::durability::Durability,
};
use serde::{Deserialize, Serialize};
use text::{
    parse::Direction,
    styled::{CleanText, Text},
};

use crate::{
    act::{cause::Cause, refusal::Refusal},
    beings::character::Who,
};

mod gesture;

pub(crate) use gesture::GestureSide;
pub use gesture::{Gesture, GestureAim, GestureForm};

/// By which way words or deeds reach an observer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Source {
    /// Whispered in the same room.
    Whisper,
    /// Sent to the observer from anywhere.
    Page,
    /// Spoken on a channel.
    Channel,
    /// Spoken in the room.
    Say,
    /// Shouted in the room or in one beside it.
    Shout,
    /// Posed in the room: a claim about what the poser does, not a fact.
    Pose,
    /// Text without a speaker.
    Emit,
    /// Something done in sight, by the engine's word.
    Deed,
    /// What an act showed to the one who did it.
    Feedback,
}

impl Source {
    /// Every source.
    pub const ALL: [Source; 9] = [
        Source::Whisper,
        Source::Page,
        Source::Channel,
        Source::Say,
        Source::Shout,
        Source::Pose,
        Source::Emit,
        Source::Deed,
        Source::Feedback,
    ];
}

/// Whether, and how, something was addressed to an observer. The server
/// decides it when the words are spoken; nobody reads them for it later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Addressing {
    /// It was not.
    No,
    /// The speaker talks with the observer, and named nobody.
    Talking,
    /// It greets or asks whoever listens, and the observer is the only character of the town's own
    /// there.
    Meant,
    /// The observer is the only other one present.
    Alone,
    /// By name, as one calls somebody: "Mara, an ale please".
    Called,
    /// By `@name`.
    Named,
    /// By the form of the command: `say to`, a whisper, a page, a gift.
    Directed,
}

/// Words that were spoken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Utterance {
    /// By which way.
    pub source: Source,
    /// The words. For a pose, what follows the name.
    pub words: CleanText,
    /// Whom they were directed to.
    pub to: Vec<Who>,
    /// The channel, for [`Source::Channel`].
    pub channel: Option<ChannelId>,
}

/// How somebody comes or goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passage {
    /// On foot, in a direction.
    Walked(Direction),
    /// By logging in or out.
    Woke,
    /// By staff or by the world.
    Moved,
}

impl Passage {
    /// Which way, where it was on foot.
    #[must_use]
    pub fn direction(self) -> Option<Direction> {
        match self {
            Self::Walked(way) => Some(way),
            Self::Woke | Self::Moved => None,
        }
    }
}

/// What can be done with a thing in sight of others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Handling {
    /// Picked up.
    Took,
    /// Put down.
    Dropped,
    /// Handed over.
    Gave(Who),
    /// Used up, with what the user reads.
    Used(Arc<str>),
    /// Put on.
    Wore,
    /// Taken off.
    TookOff,
    /// What a builder wrote about hands and senses.
    Did {
        /// What others see, before the thing's name: "rings".
        they: &'static str,
        /// What the actor reads.
        you: Arc<str>,
        /// What others read instead, with `{who}` for the actor.
        others: Option<Arc<str>>,
    },
}

/// What a door does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DoorMotion {
    /// It opens.
    Opens,
    /// It was open, and stays so for longer.
    StaysOpen,
    /// It shuts.
    Shuts,
}

/// Whose doing it is that a door opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoorHand {
    /// Who opens it.
    pub who: Who,
    /// Who asked for it.
    pub for_whom: Who,
    /// Which way it leads from where it is opened.
    pub way: Direction,
    /// Until when it stands open for them.
    pub until: WorldTime,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// Somebody spoke.
    Spoke(Utterance),
    /// Somebody showed something by a social.
    Gestured(Gesture),
    /// Somebody shouted in a room beside this one.
    Heard {
        /// What they shouted.
        words: Utterance,
        /// The way from there to here.
        way: Direction,
    },
    /// Somebody came into the room.
    Arrived(Passage),
    /// Somebody left the room.
    Left(Passage),
    /// Somebody's connection broke, or is back.
    Link {
        /// Whether it is back.
        back: bool,
    },
    /// Somebody did something with a thing, given by its name.
    Handled(Handling, Arc<str>),
    /// A door opened or shut.
    Door {
        /// Its name.
        door: Arc<str>,
        /// What it does.
        does: DoorMotion,
        /// Whose doing it is; none when it is the world's.
        by: Option<Box<DoorHand>>,
    },
    /// Somebody offered something to somebody.
    Offered {
        /// To whom.
        to: Who,
        /// What, in the offer's words.
        what: Arc<str>,
        /// What tells it from others that stand; none when there are none.
        word: Option<Arc<str>>,
    },
    /// Somebody turned an offer down.
    Declined {
        /// Whose.
        by: Who,
        /// Which.
        offer: OfferId,
    },
    /// Somebody accepted a trade.
    Traded {
        /// With whom.
        with: Who,
        /// Which offer.
        offer: OfferId,
        /// What the acceptor gave, in words; empty for nothing.
        gave: String,
        /// What the acceptor got, in words; empty for nothing.
        got: String,
    },
    /// Somebody sent word to somebody else, wherever they are, in another's favour.
    Sent {
        /// To whom.
        to: Who,
        /// In whose favour.
        for_whom: Who,
        /// What the builder wrote, in a sentence.
        word: Arc<str>,
    },
    /// The actor's own view: what a look or a question to the game showed.
    Shown(Text),
    /// The world said no.
    Refused(Refusal),
    /// The server has something to say.
    Notice(Text),
}

impl Fact {
    /// Whether somebody only comes or goes.
    #[must_use]
    pub fn is_passage(&self) -> bool {
        match self {
            Self::Arrived(_) | Self::Left(_) | Self::Link { .. } => true,
            Self::Spoke(_)
            | Self::Gestured(_)
            | Self::Heard { .. }
            | Self::Handled(..)
            | Self::Door { .. }
            | Self::Offered { .. }
            | Self::Declined { .. }
            | Self::Traded { .. }
            | Self::Sent { .. }
            | Self::Shown(_)
            | Self::Refused(_)
            | Self::Notice(_) => false,
        }
    }

    /// The words that were spoken, from wherever they are heard.
    #[must_use]
    pub fn words(&self) -> Option<&Utterance> {
        match self {
            Self::Spoke(words) | Self::Heard { words, .. } => Some(words),
            Self::Gestured(_)
            | Self::Arrived(_)
            | Self::Left(_)
            | Self::Link { .. }
            | Self::Handled(..)
            | Self::Door { .. }
            | Self::Offered { .. }
            | Self::Declined { .. }
            | Self::Traded { .. }
            | Self::Sent { .. }
            | Self::Shown(_)
            | Self::Refused(_)
            | Self::Notice(_) => None,
        }
    }
}

/// A fact with all that was true about it when it happened. It is kept when its
/// tick is over, so it knows everybody by id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Happening {
    pub fact: Fact,
    /// Who did it; none when the world did.
    pub actor: Option<Who>,
    /// What made it happen.
    pub cause: Cause,
    /// By which way it reaches observers.
    pub source: Source,
    /// How many perceived it.
    pub witnesses: usize,
    /// How it was addressed to those to whom it was.
    pub addressed: Vec<(CharacterId, Addressing)>,
    /// Its provenance.
    pub label: Label,
    /// When.
    pub at: WorldTime,
    /// What it shows of what is saved in the same tick, and so how long screens wait with it.
    pub durability: Durability,
}
