//! Shouts: words that are heard beyond the room.

use bevy_ecs::prelude::*;
use text::parse::{self, Direction};

use super::Narrator;
use crate::{
    act::{
        cause::Act,
        refusal::{Outcome, Refusal},
    },
    witness::fact::{Addressing, Fact, Utterance},
};

impl Narrator<'_, '_> {
    /// Adds words in the actor's room that are heard in the rooms `beside` it as well, each given
    /// with the direction that leads there. Out of a private room nothing is heard.
    ///
    /// # Errors
    /// As [`Narrator::speak_here`], for the hearers of all those rooms.
    pub fn shout(
        &mut self,
        act: &Act,
        words: Utterance,
        mut beside: Vec<(Direction, Entity)>,
    ) -> Outcome {
        let room = self.room_of(act.actor).ok_or(Refusal::Nowhere)?;
        if self.private.contains(room) {
            beside.clear();
        }
        for (_, room) in &beside {
            self.check_readers(act, &self.people_in(*room))?;
        }
        self.speak_here(act, words.clone())?;
        let named: Vec<String> = parse::mentions(&words.words).map(str::to_lowercase).collect();
        for (way, room) in beside {
            let mut hearers = self.people_in(room);
            let deaf = self.hearers_who_ignore(act, words.source, &hearers);
            hearers.retain(|it| !deaf.contains(it));
            if hearers.is_empty() {
                continue;
            }
            let called = hearers.iter().filter(|it| self.is_named(**it, &named));
            let called = called.map(|it| (*it, Addressing::Named)).collect();
            let fact = Fact::Heard { words: words.clone(), way };
            self.push(act, fact, words.source, hearers.into(), called, act.label.clone());
        }
        Ok(())
    }
}
