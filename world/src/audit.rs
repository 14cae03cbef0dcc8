//! What the staff did: every command for staff that one of them carried out, or
//! was refused, is written down.
//!
//! A line of theirs that begins with the name of such a command is written down
//! even when it does not fit the command's form, or needs more rights than its
//! author has. Passwords cannot get here: they are typed before anybody is in
//! the world, and no command takes one.

use core::net::IpAddr;
use std::{collections::VecDeque, fmt};

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    clock::{Clock, WorldTime},
    command::{CommandSpec, Outcome},
    fact::{Party, Who},
    permission::Role,
    presence::Address,
    save::SaveDocument,
};

/// The name under which the operator's own acts stand. It is reserved, so no
/// character has it.
pub const OPERATOR: &str = "operator";

/// How many acts are saved; the oldest goes when there are more.
pub const KEPT: u64 = 10_000;

/// How an act ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ended {
    /// It was done.
    Done,
    /// It was refused, with this answer.
    Refused(String),
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done => f.write_str("done"),
            Self::Refused(why) => write!(f, "refused: {}", why.replace('\n', " ")),
        }
    }
}

/// One act, in the first form in which it is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditV1 {
    /// Its number, from 1.
    pub number: u64,
    /// When.
    pub at: WorldTime,
    /// Who.
    pub who: Party,
    /// The line as it was typed; for the tool call of a mind, the command.
    pub line: String,
    /// From where, if that is known.
    pub address: Option<IpAddr>,
    /// How it ended.
    pub ended: Ended,
}

/// An act as it is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum AuditDocument {
    /// The first form.
    V1(AuditV1),
}

impl AuditDocument {
    /// The newest form.
    #[must_use]
    pub fn current(self) -> AuditV1 {
        match self {
            Self::V1(it) => it,
        }
    }
}

/// The newest acts, oldest first. At most [`Audit::MAX`], oldest out first; the
/// data file keeps more.
#[derive(Resource, Debug, Default)]
pub struct Audit {
    newest: VecDeque<AuditV1>,
    /// The number of the last act.
    last: u64,
}

impl Audit {
    /// Most acts that can be read in the game.
    pub const MAX: usize = 500;

    /// Those that were saved, in the order of their numbers.
    #[must_use]
    pub fn new(saved: impl IntoIterator<Item = AuditDocument>) -> Self {
        let mut audit = Self::default();
        saved.into_iter().for_each(|it| audit.push(it.current()));
        audit
    }

    /// The acts, newest first.
    pub fn newest(&self) -> impl Iterator<Item = &AuditV1> {
        self.newest.iter().rev()
    }

    fn push(&mut self, act: AuditV1) {
        if self.newest.len() == Self::MAX {
            self.newest.pop_front();
        }
        self.last = act.number;
        self.newest.push_back(act);
    }
}

/// Whether what `who` does by such a command is written down. Players cannot
/// even find these commands, so a try of theirs is a mistyped line.
#[must_use]
pub(crate) fn concerns(who: &Who, spec: &CommandSpec) -> bool {
    spec.role >= Role::Staff && who.role >= Role::Staff
}

/// What is saved when there is a new act: the act, and that an old one goes.
pub fn documents(act: &AuditV1) -> impl Iterator<Item = SaveDocument> {
    let old = act.number.checked_sub(KEPT).filter(|it| *it > 0);
    let new = SaveDocument::Audit(AuditDocument::V1(act.clone()));
    std::iter::once(new).chain(old.map(SaveDocument::AuditGone))
}

/// Writes an act down. It is saved with the tick, but no screen waits for it:
/// while nothing can be saved the staff must still be able to act.
pub(crate) fn note(world: &mut World, who: &Who, line: String, outcome: &Outcome) {
    let ended = match outcome {
        Ok(()) => Ended::Done,
        Err(why) => Ended::Refused(why.to_string()),
    };
    let act = AuditV1 {
        number: world.resource::<Audit>().last + 1,
        at: world.resource::<Clock>().now,
        who: Party::from(who),
        line,
        address: world.get::<Address>(who.entity).map(|it| it.0),
        ended,
    };
    world.resource_mut::<Messages<SaveDocument>>().write_batch(documents(&act));
    world.resource_mut::<Audit>().push(act);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::CharacterId;

    fn act(number: u64) -> AuditDocument {
        AuditDocument::V1(AuditV1 {
            number,
            at: WorldTime(number),
            who: Party { id: CharacterId::new("wiz").unwrap(), name: "Wiz".to_owned() },
            line: format!("kick {number}"),
            address: None,
            ended: Ended::Done,
        })
    }

    #[test]
    fn the_newest_acts_are_kept_in_mind() {
        let audit = Audit::new((1..=600).map(act));
        assert_eq!(audit.newest().count(), Audit::MAX);
        assert_eq!(audit.newest().next().unwrap().number, 600);
        assert_eq!(audit.last, 600);
    }

    #[test]
    fn an_answer_of_several_lines_stays_on_one() {
        assert_eq!(Ended::Refused("a\nb".to_owned()).to_string(), "refused: a b");
    }
}
