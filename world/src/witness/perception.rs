//! Perception: delivery of events to their observers, and the stamp by which an NPC's mind judges
//! them.
//!
//! This is the only file that makes a [`Stamp`]. Everything in one is the server's own knowledge;
//! no word that anybody spoke is in it.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use engine::{
    id::{ChannelId, CharacterId},
    simulation::Simulation,
    stage::Stage,
};

use crate::{
    act::{cause::Cause, permission::Role},
    beings::character::{Character, SpeakerKind},
    witness::{
        backlog::Backlog,
        conversation::{ConversationId, Conversations},
        fact::{Addressing, Fact, Happening},
        happenings::Happenings,
        recent::RecentSpeech,
    },
};

pub use crate::witness::fact::Source;

pub(super) fn plugin(sim: &mut Simulation) {
    sim.add_message::<Perceived>().add_systems(Stage::Perceive, perceive);
}

/// Event as it reaches one observer.
#[derive(Message, Debug, Clone)]
pub struct Perceived {
    /// Observer that perceives it.
    pub observer: Entity,
    /// Event, shared by all observers.
    pub what: Arc<Happening>,
    /// Conversation of the observer that it is part of, if any; none for observers that keep none.
    pub conversation: Option<ConversationId>,
}

/// Server's own facts about a perceived event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stamp {
    speaker: Option<CharacterId>,
    kind: Option<SpeakerKind>,
    role: Role,
    source: Source,
    channel: Option<ChannelId>,
    addressed: Addressing,
    named_before: usize,
    cause: Cause,
    own: bool,
    hops: u8,
    conversation: Option<ConversationId>,
}

impl Stamp {
    /// Returns the character that spoke or acted; none for the world.
    #[must_use]
    pub fn speaker(&self) -> Option<&CharacterId> {
        self.speaker.as_ref()
    }

    /// Returns the kind of the speaker: player, guest or NPC.
    #[must_use]
    pub fn kind(&self) -> Option<SpeakerKind> {
        self.kind
    }

    /// Returns the role of the speaker.
    #[must_use]
    pub fn role(&self) -> Role {
        self.role
    }

    /// Returns the medium by which it came.
    #[must_use]
    pub fn source(&self) -> Source {
        self.source
    }

    /// Returns the channel, if it came by one.
    #[must_use]
    pub fn channel(&self) -> Option<&ChannelId> {
        self.channel.as_ref()
    }

    /// Returns whether and how it was addressed to the observer.
    #[must_use]
    pub fn addressed(&self) -> Addressing {
        self.addressed
    }

    /// Returns the number of other characters before the observer in [`Happening::addressed`]; 0
    /// for the first one.
    #[must_use]
    pub fn named_before(&self) -> usize {
        self.named_before
    }

    /// Returns the cause of the act.
    #[must_use]
    pub fn cause(&self) -> Cause {
        self.cause
    }

    /// Returns whether the event is the observer's own act.
    #[must_use]
    pub fn own(&self) -> bool {
        self.own
    }

    /// Returns the number of assistant turns between it and the last person or event.
    #[must_use]
    pub fn hops(&self) -> u8 {
        self.hops
    }

    /// Returns the conversation of the observer that it is part of.
    #[must_use]
    pub fn conversation(&self) -> Option<ConversationId> {
        self.conversation
    }

    /// Returns a stamp with the given facts, for tests of code that judges stamps.
    #[cfg(feature = "forge")]
    #[must_use]
    pub fn forged(forgery: Forgery) -> Self {
        Self {
            speaker: forgery.speaker,
            kind: Some(forgery.kind),
            role: forgery.role,
            source: forgery.source,
            channel: forgery.channel,
            addressed: forgery.addressed,
            named_before: forgery.named_before,
            cause: forgery.cause,
            own: forgery.own,
            hops: forgery.hops,
            conversation: None,
        }
    }
}

/// Facts of a forged stamp; only tests can turn them into a stamp.
#[cfg(feature = "forge")]
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the fields are those of a stamp")]
pub struct Forgery {
    pub speaker: Option<CharacterId>,
    pub kind: SpeakerKind,
    pub role: Role,
    pub source: Source,
    pub channel: Option<ChannelId>,
    pub addressed: Addressing,
    pub named_before: usize,
    pub cause: Cause,
    pub own: bool,
    pub hops: u8,
}

impl Perceived {
    /// Returns the server's own facts about the event for its observer, whose id is `me`.
    #[must_use]
    pub fn stamp(&self, me: &CharacterId) -> Stamp {
        let what = &*self.what;
        let channel = what.fact.words().and_then(|words| words.channel.clone());
        Stamp {
            speaker: what.actor.as_ref().map(|it| it.id.clone()),
            kind: what.actor.as_ref().map(|it| it.kind),
            role: what.actor.as_ref().map(|it| it.role).unwrap_or_default(),
            source: what.source,
            channel,
            addressed: what.addressing(me),
            named_before: what.addressed.iter().take_while(|(id, _)| id != me).count(),
            cause: what.cause,
            own: what.actor.as_ref().is_some_and(|it| it.id == *me),
            hops: what.label.hops,
            conversation: self.conversation,
        }
    }
}

impl Happening {
    /// Returns the number of the panel's line that it answers, if it answers one. Such an answer is
    /// data, and no line of the story.
    #[must_use]
    pub fn panel(&self) -> Option<u32> {
        match self.cause {
            Cause::Panel(number) => {
                matches!(self.fact, Fact::Shown(_) | Fact::Refused(_)).then_some(number)
            }
            Cause::Typed | Cause::Tool { .. } | Cause::World => None,
        }
    }

    /// Returns whether and how it was addressed to `observer`.
    #[must_use]
    pub fn addressing(&self, observer: &CharacterId) -> Addressing {
        self.addressed.iter().find(|(id, _)| id == observer).map_or(Addressing::No, |(_, how)| *how)
    }
}

/// Delivers the events of this tick to their observers. Players keep the last words for a while,
/// and a backlog of events that may not have arrived; NPCs learn of which conversation an event is
/// part.
pub(crate) fn perceive(
    mut happenings: ResMut<Happenings>,
    mut out: MessageWriter<Perceived>,
    mut players: Query<(&Character, &mut RecentSpeech, &mut Backlog)>,
    mut talking: Query<(&Character, &mut Conversations)>,
) {
    for (happening, audience) in happenings.drain() {
        let what = Arc::new(happening);
        let spoken = what.fact.words().is_some() || matches!(what.fact, Fact::Gestured(_));
        out.write_batch(audience.iter().map(|&observer| {
            let mut conversation = None;
            if let Ok((me, mut heard, mut scroll)) = players.get_mut(observer) {
                if spoken {
                    heard.push(&me.0, &what);
                }
                if !what.reads_as_nothing(&me.0) && what.panel().is_none() {
                    scroll.push(&what);
                }
            } else if let Ok((me, mut all)) = talking.get_mut(observer) {
                conversation = all.perceive(&me.0, &what);
            }
            Perceived { observer, what: what.clone(), conversation }
        }));
    }
}
