//! Who perceives what happened, and the stamp by which a mind judges it.
//!
//! This is the only file that makes a [`Stamp`]. Everything in one is the
//! server's own knowledge; no word that anybody spoke is in it.

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

/// Something that happened, as it reaches one observer.
#[derive(Message, Debug, Clone)]
pub struct Perceived {
    /// Who perceives it.
    pub observer: Entity,
    /// What, shared by all observers.
    pub what: Arc<Happening>,
    /// Of which of the observer's conversations it is part; none for those that keep none.
    pub conversation: Option<ConversationId>,
}

/// The server's own facts about something perceived.
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
    /// Who spoke or acted; none when the world did.
    #[must_use]
    pub fn speaker(&self) -> Option<&CharacterId> {
        self.speaker.as_ref()
    }

    /// Who speaks for the speaker.
    #[must_use]
    pub fn kind(&self) -> Option<SpeakerKind> {
        self.kind
    }

    /// The speaker's rights.
    #[must_use]
    pub fn role(&self) -> Role {
        self.role
    }

    /// By which way it came.
    #[must_use]
    pub fn source(&self) -> Source {
        self.source
    }

    /// The channel, if it came by one.
    #[must_use]
    pub fn channel(&self) -> Option<&ChannelId> {
        self.channel.as_ref()
    }

    /// Whether and how it was addressed to the observer.
    #[must_use]
    pub fn addressed(&self) -> Addressing {
        self.addressed
    }

    /// To how many others it was addressed before the observer, in the order in which it names them;
    /// 0 for whoever comes first.
    #[must_use]
    pub fn named_before(&self) -> usize {
        self.named_before
    }

    /// What made it happen.
    #[must_use]
    pub fn cause(&self) -> Cause {
        self.cause
    }

    /// Whether it is the observer's own act.
    #[must_use]
    pub fn own(&self) -> bool {
        self.own
    }

    /// How many assistant turns lie between it and the last person or event.
    #[must_use]
    pub fn hops(&self) -> u8 {
        self.hops
    }

    /// Of which of the observer's conversations it is part.
    #[must_use]
    pub fn conversation(&self) -> Option<ConversationId> {
        self.conversation
    }

    /// A stamp with the given facts, for tests of what judges stamps.
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

/// What a forged stamp claims; only tests can turn one into a stamp.
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
    /// The server's own facts about it, for its observer, who is `me`.
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
    /// Whether and how it was addressed to `observer`.
    #[must_use]
    pub fn addressing(&self, observer: &CharacterId) -> Addressing {
        self.addressed.iter().find(|(id, _)| id == observer).map_or(Addressing::No, |(_, how)| *how)
    }
}

/// Fans out what happened in this tick to those who were there. Players keep
/// the last words for a while, and what may not have arrived; the town's own people
/// know of which conversation it is part.
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
                if !what.reads_as_nothing(&me.0) {
                    scroll.push(&what);
                }
            } else if let Ok((me, mut all)) = talking.get_mut(observer) {
                conversation = all.perceive(&me.0, &what);
            }
            Perceived { observer, what: what.clone(), conversation }
        }));
    }
}
