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
use engine::{
    clock::{Clock, WorldTime},
    id::AccountId,
    save::{
        self,
        dirty::Dirty,
        document::{Changed, DocumentKind, SavedRow, Unreadable, Written, numbered},
    },
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};

use crate::{
    act::{
        command::CommandSpec,
        perform::{CommandAttempt, OnCommandAttempt},
        permission::Role,
    },
    beings::{
        character::{CharacterRef, Who},
        presence::Address,
    },
};

pub mod command;

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
    pub who: CharacterRef,
    /// Who played it; none for minds, for the operator, and in acts from before this was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<AccountId>,
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
fn concerns(who: &Who, spec: &CommandSpec) -> bool {
    spec.role >= Role::Staff && who.role >= Role::Staff
}

/// The kind of the documents of acts.
pub const KIND: &str = "audit";

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Audit>();
    sim.on_command_attempt(record_attempt);
    let newest = Some(Audit::MAX);
    sim.add_document(DocumentKind { name: KIND, newest, collect, restore });
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(id) = changed else { return None };
    let number: u64 = id.parse().ok()?;
    Some(row(world.resource::<Audit>().newest().find(|act| act.number == number)?))
}

fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    let mut audit = Audit::default();
    for row in saved {
        let act: AuditDocument = save::document::read(KIND, row)?;
        audit.push(act.current());
    }
    world.insert_resource(audit);
    Ok(())
}

/// The row of an act.
///
/// # Errors
/// [`Unwritable`](engine::save::document::Unwritable) when it cannot be written down.
pub fn row(act: &AuditV1) -> Written {
    let document = AuditDocument::V1(act.clone());
    save::document::row(KIND, numbered(act.number), &act.who.id, &document)
}

/// The id of the act that goes when this one comes.
#[must_use]
pub fn displaced(number: u64) -> Option<String> {
    number.checked_sub(KEPT).filter(|old| *old > 0).map(numbered)
}

/// Writes an act down. It is saved with the tick, but no screen waits for it:
/// while nothing can be saved the staff must still be able to act.
fn record_attempt(world: &mut World, attempt: CommandAttempt<'_>) {
    if !concerns(attempt.by, attempt.spec) {
        return;
    }
    let act = AuditV1 {
        number: world.resource::<Audit>().last + 1,
        at: world.resource::<Clock>().now,
        who: CharacterRef::from(attempt.by),
        account: attempt.by.account.clone(),
        line: attempt.line.unwrap_or(attempt.spec.name).to_owned(),
        address: world.get::<Address>(attempt.actor).map(|address| address.0),
        ended: match attempt.outcome {
            Ok(()) => Ended::Done,
            Err(why) => Ended::Refused(why.to_string()),
        },
    };
    let mut dirty = world.resource_mut::<Dirty>();
    dirty.touch_document(KIND, numbered(act.number));
    if let Some(old) = displaced(act.number) {
        dirty.touch_document(KIND, old);
    }
    world.resource_mut::<Audit>().push(act);
}

#[cfg(test)]
mod tests {
    use engine::id::CharacterId;

    use super::*;

    fn act(number: u64) -> AuditV1 {
        AuditV1 {
            number,
            at: WorldTime(number),
            who: CharacterRef { id: CharacterId::new("wiz").unwrap(), name: "Wiz".to_owned() },
            account: None,
            line: format!("kick {number}"),
            address: None,
            ended: Ended::Done,
        }
    }

    #[test]
    fn the_newest_acts_are_kept_in_mind() {
        let mut audit = Audit::default();
        (1..=600).for_each(|number| audit.push(act(number)));
        assert_eq!(audit.newest().count(), Audit::MAX);
        assert_eq!(audit.newest().next().unwrap().number, 600);
        assert_eq!(audit.last, 600);
    }

    #[test]
    fn acts_from_before_accounts_were_named_are_read() {
        let read = |body: &str| {
            let saved =
                SavedRow { id: numbered(7), owner: "wiz".to_owned(), body: body.to_owned() };
            save::document::read::<AuditDocument>(KIND, &saved).unwrap().current()
        };
        let before = r#"{"V1":{"number":7,"at":7,"who":{"id":"wiz","name":"Wiz"},
            "line":"kick 7","address":null,"ended":"Done"}}"#;
        assert_eq!(read(before), act(7));
        let named = AuditV1 { account: Some(AccountId::new("of-wiz").unwrap()), ..act(7) };
        assert_eq!(read(&row(&named).unwrap().body.unwrap()), named);
    }

    #[test]
    fn an_answer_of_several_lines_stays_on_one() {
        assert_eq!(Ended::Refused("a\nb".to_owned()).to_string(), "refused: a b");
    }
}
