//! Facts and events: the single, ordered stream that players read and NPCs perceive.

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

/// Medium by which words or actions reach an observer.
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
    /// Visible action, as reported by the engine.
    Deed,
    /// Feedback of an act to its actor, or a notice.
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

/// Way in which an event was addressed to an observer, if it was. The server decides it when the
/// words are spoken; it is never derived from the words later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Addressing {
    /// Not addressed to the observer.
    No,
    /// Said to the observer as the speaker's conversation partner, naming nobody.
    Talking,
    /// Greeting or question to anyone who listens, with the observer as the only NPC there.
    Meant,
    /// Said with the observer as the only other character present.
    Alone,
    /// Called by name: "Mara, an ale please".
    Called,
    /// Named by `@name`.
    Named,
    /// Addressed by the form of the command: `say to`, a whisper, a page, a gift.
    Directed,
}

/// Words that were spoken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Utterance {
    /// Medium by which they were spoken.
    pub source: Source,
    /// The words. For a pose, what follows the name.
    pub words: CleanText,
    /// Recipients to whom they were directed.
    pub to: Vec<Who>,
    /// The channel, for [`Source::Channel`].
    pub channel: Option<ChannelId>,
}

/// Way in which a character arrives or leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passage {
    /// Walk in a direction.
    Walked(Direction),
    /// Login or logout.
    Woke,
    /// Teleport by staff or by the world.
    Moved,
}

impl Passage {
    /// Returns the direction, if it was on foot.
    #[must_use]
    pub fn direction(self) -> Option<Direction> {
        match self {
            Self::Walked(way) => Some(way),
            Self::Woke | Self::Moved => None,
        }
    }
}

/// Visible action on an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Handling {
    /// Picked up.
    Took,
    /// Put down.
    Dropped,
    /// Handed over.
    Gave(Who),
    /// Used up, with the text that the user reads.
    Used(Arc<str>),
    /// Put on.
    Wore,
    /// Taken off.
    TookOff,
    /// Manual or sensory action whose texts a builder wrote.
    Did {
        /// Verb that others read before the item's name: "rings".
        they: &'static str,
        /// Text that the actor reads.
        you: Arc<str>,
        /// Text that others read instead, with `{who}` for the actor.
        others: Option<Arc<str>>,
    },
}

/// Motion of a door that observers see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DoorMotion {
    /// The door opens.
    Opens,
    /// The door was open, and stays so for longer.
    StaysOpen,
    /// The door shuts.
    Shuts,
}

/// Characters by whom and for whom a door is opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoorHand {
    /// Character that opens the door.
    pub who: Who,
    /// Character that asked for the door.
    pub for_whom: Who,
    /// Direction of the door from the room in which it is opened.
    pub way: Direction,
    /// Time until which the door stands open for them.
    pub until: WorldTime,
}

/// Kind of an event, with its details.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// Speech in the room, by a whisper, by a page or on a channel.
    Spoke(Utterance),
    /// Gesture by a social command.
    Gestured(Gesture),
    /// Shout that is heard from an adjacent room.
    Heard {
        /// Words of the shout.
        words: Utterance,
        /// Direction from the shouter's room to this one.
        way: Direction,
    },
    /// Arrival of a character in the room.
    Arrived(Passage),
    /// Departure of a character from the room.
    Left(Passage),
    /// Disconnect or reconnect of a player.
    Link {
        /// True for a reconnect.
        back: bool,
    },
    /// Action on an item, with the item's name.
    Handled(Handling, Arc<str>),
    /// Opening or shutting of a door.
    Door {
        /// Name of the door.
        door: Arc<str>,
        /// Motion of the door.
        does: DoorMotion,
        /// Characters on whose doing it moves; none if the world moves it.
        by: Option<Box<DoorHand>>,
    },
    /// Offer of a trade to a character.
    Offered {
        /// Recipient of the offer.
        to: Who,
        /// Text of the offer.
        what: Arc<str>,
        /// Word that tells it apart from other open offers; none if there are none.
        word: Option<Arc<str>>,
    },
    /// Rejection of an offer.
    Declined {
        /// Character that made the offer.
        by: Who,
        /// Identifier of the offer.
        offer: OfferId,
    },
    /// Trade, by the acceptance of an offer.
    Traded {
        /// Character that made the offer.
        with: Who,
        /// Identifier of the offer.
        offer: OfferId,
        /// Price that the acceptor gave, in words; empty for nothing.
        gave: String,
        /// Goods that the acceptor got, in words; empty for nothing.
        got: String,
    },
    /// Message sent to a character anywhere, in favour of a third one.
    Sent {
        /// Recipient of the message.
        to: Who,
        /// Character in whose favour it is sent.
        for_whom: Who,
        /// Sentence that the builder wrote.
        word: Arc<str>,
    },
    /// Feedback for the actor: the result of a look or of a question to the game.
    Shown(Text),
    /// Refusal of an act.
    Refused(Refusal),
    /// Notice by the server.
    Notice(Text),
}

impl Fact {
    /// Returns whether this is an arrival, a departure, a disconnect or a reconnect.
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

    /// Returns the words that were spoken, in the same room or in another one.
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

/// Event: a fact with everything that was true about it when it happened. It outlives its tick, so
/// it refers to characters by id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Happening {
    pub fact: Fact,
    /// Actor of the event; none for the world.
    pub actor: Option<Who>,
    /// Cause of the act.
    pub cause: Cause,
    /// Medium by which the event reaches observers.
    pub source: Source,
    /// Number of observers.
    pub witnesses: usize,
    /// Observers to whom it was addressed, and in which way.
    pub addressed: Vec<(CharacterId, Addressing)>,
    /// Provenance label.
    pub label: Label,
    /// Time of the event.
    pub at: WorldTime,
    /// Durability of the saved changes that it shows: how long screens wait before they show it.
    pub durability: Durability,
}
