//! Audit log of the staff: every staff command that a staff member ran or was refused is recorded.
//!
//! A line that begins with the name of a staff command is recorded even if it does not parse or its
//! author lacks the role. Passwords cannot get here: they are typed before login, and no command
//! takes one.

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

/// Name of the author of the operator's own entries. Reserved, so that no character has it.
pub const OPERATOR: &str = "operator";

/// Maximum number of saved entries; the oldest is removed first.
pub const KEPT: u64 = 10_000;

/// Outcome of an audited command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ended {
    /// Command was carried out.
    Done,
    /// Command was refused, with this answer.
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

/// Audit entry, version 1 of its schema.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditV1 {
    /// Number of the entry, from 1.
    pub number: u64,
    /// Time of the command.
    pub at: WorldTime,
    pub who: CharacterRef,
    /// Account of the character; none for NPCs, for the operator, and in old entries without this
    /// field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<AccountId>,
    /// Command line as typed; for a tool call of an NPC, the name of the command.
    pub line: String,
    /// IP address of the session, if it is known.
    pub address: Option<IpAddr>,
    /// Outcome of the command.
    pub ended: Ended,
}

/// Saved audit entry, by schema version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum AuditDocument {
    /// Version 1.
    V1(AuditV1),
}

impl AuditDocument {
    /// Converts to the newest version.
    #[must_use]
    pub fn current(self) -> AuditV1 {
        match self {
            Self::V1(it) => it,
        }
    }
}

/// Buffer of the newest audit entries, oldest first. At most [`Audit::MAX`], the oldest is removed
/// first; the data file keeps [`KEPT`].
#[derive(Resource, Debug, Default)]
pub struct Audit {
    newest: VecDeque<AuditV1>,
    /// Number of the last entry.
    last: u64,
}

impl Audit {
    /// Maximum number of entries that can be read in the game.
    pub const MAX: usize = 500;

    /// Returns the entries, newest first.
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

/// Returns whether a command by `who` is recorded: a staff command by a staff member. Players
/// cannot find these commands, so an attempt of theirs is a mistyped line.
fn concerns(who: &Who, spec: &CommandSpec) -> bool {
    spec.role >= Role::Staff && who.role >= Role::Staff
}

/// Name of the document kind of audit entries.
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

/// Builds the row of an entry to be saved.
///
/// # Errors
/// [`Unwritable`](engine::save::document::Unwritable) when it cannot be written down.
pub fn row(act: &AuditV1) -> Written {
    let document = AuditDocument::V1(act.clone());
    save::document::row(KIND, numbered(act.number), &act.who.id, &document)
}

/// Returns the id of the entry that is removed when the one with this number is added; none up to
/// number [`KEPT`].
#[must_use]
pub fn displaced(number: u64) -> Option<String> {
    number.checked_sub(KEPT).filter(|old| *old > 0).map(numbered)
}

/// Records an audit entry. It is saved with the tick, but the answer to the command does not wait
/// for it: the staff must be able to act while saving fails.
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
