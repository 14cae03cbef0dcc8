//! Sleep of a mind: whether it sleeps, and the work of the night that is left.

use std::collections::VecDeque;

use bevy_ecs::prelude::*;
use engine::{clock::WorldTime, id::CharacterId, label::Readers};

use super::dream::DreamUnit;
use crate::{llm::Ticket, memory::Note};

/// Sleep of a mind. Nothing of it is saved: after a restart a mind falls asleep again by its routine,
/// and work that was done is not done twice, since an insight is noted only beyond earlier ones.
#[derive(Component, Debug, Clone, Default)]
pub struct Sleep {
    pub phase: SleepPhase,
    /// Work of the night that is left.
    pub units: VecDeque<DreamUnit>,
    /// Number of the next note at the end of the last night's work. Without newer notes there is
    /// nothing to do.
    pub worked: u64,
    /// Time at which the character falls asleep, or tries to; a timer for another time is void.
    pub drowsy: Option<WorldTime>,
    /// True if the character then falls asleep by its own choice, whatever its routine says.
    pub chosen: bool,
    /// Question to its model about a person that is open.
    pub opinion: Option<OpinionAsked>,
    /// Number of such questions in this night.
    pub questions: u8,
    /// Number of thoughts since it woke in which it spoke or did something.
    pub acts: u16,
}

/// Question to a model about a person, with the notes in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpinionAsked {
    pub ticket: Ticket,
    pub person: CharacterId,
    /// Name of the person in the question.
    pub name: String,
    /// Readers of all the notes.
    pub readers: Readers,
    pub notes: Vec<Note>,
}

/// Phase of a mind's sleep: awake, or at work on the notes of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SleepPhase {
    #[default]
    Awake,
    /// Asleep, while the store looks for the notes of the night.
    Compacting(Ticket),
    /// Asleep, while units of work are done.
    Dreaming,
}

/// Returns whether a mind sleeps.
#[must_use]
pub fn is_asleep(world: &World, mind: Entity) -> bool {
    world.get::<Sleep>(mind).is_some_and(Sleep::is_asleep)
}

impl Sleep {
    /// Returns whether the mind sleeps.
    #[must_use]
    pub fn is_asleep(&self) -> bool {
        self.phase != SleepPhase::Awake
    }

    /// Takes notes that others took the place of out of the work that is left: it was made of the notes as
    /// they were when it began, and would derive from them, or write them down, as if they still held.
    pub fn take_out(&mut self, serials: &[u64]) {
        let holds = |it: &DreamUnit| it.task.notes().iter().any(|of| serials.contains(&of.serial));
        for unit in self.units.iter_mut().filter(|it| holds(it)) {
            unit.task = unit.task.without(serials);
        }
    }

    /// Puts the newer version of a note into the work that is left, which would write down the older one.
    pub fn renew(&mut self, note: &Note) {
        let holds = |it: &DreamUnit| it.task.notes().iter().any(|of| of.serial == note.serial);
        for unit in self.units.iter_mut().filter(|it| holds(it)) {
            unit.task = unit.task.with(std::slice::from_ref(note));
        }
    }

    /// Drops the work that is left and what the store was asked for, because memories are to go: the next
    /// night begins anew.
    pub fn interrupt(&mut self) {
        if let SleepPhase::Compacting(_) = self.phase {
            self.phase = SleepPhase::Dreaming;
        }
        self.units.clear();
        self.opinion = None;
        self.worked = 0;
    }
}
