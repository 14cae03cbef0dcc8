//! Signs that a character thinks while its model takes long: a pose first, then words.

use std::time::Duration;

use bevy_ecs::prelude::*;
use engine::label::{Integrity, Label};
use text::styled::CleanText;
use world::{
    act::{
        cause::{Act, CallId, Cause},
        due::Due,
        perform,
    },
    beings::character::Character,
    talk::{emote::Emote, say::Say},
    witness::fact::Source,
};

use super::outside::waits_outside;
use crate::{
    gate::audience,
    mind::{body::Mind, thinking::Thinking},
    persona::Persona,
};

/// Timer: a model takes long enough for others to notice.
pub(super) struct Ponder {
    pub(super) mind: Entity,
    /// Base of the thought.
    pub(super) base: u64,
    pub(super) sign: WaitSign,
}

/// Sign that somebody is thought about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WaitSign {
    /// Pose, when a model takes longer than a person who answers at once.
    Pose,
    /// Words, when it takes so long that a player might go away.
    Words,
}

impl WaitSign {
    /// Returns the time from the question to the sign.
    pub(super) fn after(self) -> Duration {
        match self {
            Self::Pose => Duration::from_millis(1_200),
            Self::Words => Duration::from_secs(9),
        }
    }

    fn texts(self, persona: &Persona) -> &[String] {
        match self {
            Self::Pose => &persona.script.ponders,
            Self::Words => &persona.script.waits,
        }
    }
}

impl Due for Ponder {
    fn happen(self, world: &mut World) {
        let thought = world.get::<Thinking>(self.mind).and_then(|it| it.turn.thought());
        if thought.is_some_and(|it| it.base == self.base) {
            self.show(world);
        }
    }
}

impl Ponder {
    /// Shows that the mind thinks, where the one who is answered sees it.
    fn show(self, world: &mut World) {
        let Self { mind: npc, base, sign } = self;
        let waiting = world.get::<Thinking>(npc).is_some_and(|it| waits_outside(&it.turn));
        let Some(mind) = world.get::<Mind>(npc).filter(|_| waiting) else { return };
        let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
        let here = matter.and_then(|it| it.stimulus.as_ref()).is_some_and(|it| match sign {
            WaitSign::Pose => {
                matches!(it.source, Source::Say | Source::Pose | Source::Whisper | Source::Deed)
            }
            WaitSign::Words => it.source == Source::Say,
        });
        // That it thinks tells that somebody spoke to it, which is for those who may know that.
        let room = audience::in_the_room(world, npc);
        let here = here && matter.is_some_and(|it| it.label.readers.admit_all(&room));
        let dice = matter.and_then(|it| usize::try_from(it.dice).ok()).unwrap_or_default();
        let texts = sign.texts(&mind.persona);
        let text = dice.checked_rem(texts.len()).and_then(|at| texts.get(at));
        let Some(text) = text.filter(|_| here).map(|it| CleanText::new(it)) else { return };
        let act = sign_of_life(world, npc, CallId(base));
        match sign {
            WaitSign::Pose => perform::queue(world, act, Emote { text }),
            WaitSign::Words => perform::queue(world, act, Say { text, to: None }),
        };
    }
}

/// Builds the act of a sign of life, which is no answer to anybody: as the end of any chain of assistants
/// it sets none of them off, and as an act of a thought it is no part of its transcript or of its memory.
pub(super) fn sign_of_life(world: &World, npc: Entity, call: CallId) -> Act {
    let own = world.get::<Character>(npc).map(|it| Label::by(it.0.clone(), Integrity::Author));
    let label = Label { hops: u8::MAX, ..own.unwrap_or_else(Label::engine) };
    Act { actor: npc, cause: Cause::Tool { call, captures: false }, label }
}
