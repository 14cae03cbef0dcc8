//! What comes into the world from outside, as values that can be written down
//! and played again.

use core::{fmt, net::IpAddr};

use bevy_ecs::prelude::*;
use engine::{
    clock::Clock,
    id::{AccountId, CharacterId, SessionId},
    index,
    request::Request,
    save::durability::Durability,
    simulation::{self, Simulation},
    stage::Stage,
};
use serde::{Deserialize, Serialize};
use text::styled::{CleanText, Text};

use crate::{
    act::perform::{LineEntered, ReadOnly},
    beings::{
        afk, alias, characters,
        forgetting::{self, Forgotten},
        lifecycle::{self, Link},
        presence::Online,
        roster::Roster,
        saved::CharacterDocument,
    },
    things::{pronoun, saved::ThingDocument},
    witness::{
        backlog::{self, LinkReport},
        happenings::{ChangeFailed, with_durability},
        narrator::{announce, tell_one},
    },
};

/// Something that comes into the world from outside.
#[derive(Message, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Input {
    /// Somebody logged in.
    Enter {
        /// Over which connection.
        session: SessionId,
        /// As whom.
        character: Box<CharacterDocument>,
        /// What the character carries.
        things: Vec<ThingDocument>,
        /// Whether the character is new.
        new: bool,
        /// From where.
        address: IpAddr,
        /// The characters of whoever plays; none for guests.
        roster: Option<Roster>,
    },
    /// Somebody came back to a character that is in the world.
    Return {
        /// Over which connection.
        session: SessionId,
        /// As whom.
        id: CharacterId,
        /// From where.
        address: IpAddr,
        /// The characters of whoever plays; none for guests.
        roster: Option<Roster>,
    },
    /// An account has other characters, or other names, than before.
    Roster(Roster),
    /// Whoever of an account is in the world is to fall asleep.
    Sleep {
        account: AccountId,
        /// What they read.
        words: String,
    },
    /// An account is deleted: whoever of it is in the world leaves, and all of it is forgotten.
    Forget {
        whom: Forgotten,
        /// What they read last.
        words: String,
    },
    /// A session entered a line.
    Line { session: SessionId, line: CleanText },
    /// Somebody left: the character falls asleep.
    Leave {
        /// Over which connection.
        session: SessionId,
    },
    /// A connection lasts, and stands so.
    Link { session: SessionId, report: LinkReport },
    /// A connection is gone. The character that it played stays for a while, lost in thought.
    Drop {
        session: SessionId,
        /// How it stood.
        report: LinkReport,
        /// For how long, in seconds.
        grace: u32,
    },
    /// A connection is to end.
    Close {
        session: SessionId,
        /// Last words.
        words: String,
    },
    /// Something for everybody to read.
    Announce(String),
    /// Something for one character to read.
    Tell {
        /// Whom.
        to: CharacterId,
        words: String,
    },
    /// Whether changes can be saved from now on.
    ReadOnly(bool),
}

impl Input {
    /// The session that comes in by it.
    fn arriving(&self) -> Option<SessionId> {
        match self {
            Self::Enter { session, .. } | Self::Return { session, .. } => Some(*session),
            Self::Line { .. }
            | Self::Leave { .. }
            | Self::Link { .. }
            | Self::Drop { .. }
            | Self::Close { .. }
            | Self::Announce(_)
            | Self::Tell { .. }
            | Self::Roster(_)
            | Self::Sleep { .. }
            | Self::Forget { .. }
            | Self::ReadOnly(_) => None,
        }
    }
}

impl fmt::Display for Input {
    /// Says what it is, and of whom.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Enter { character, .. } => write!(f, "the arrival of {}", character.id()),
            Self::Return { id, .. } => write!(f, "the return of {id}"),
            Self::Roster(it) => write!(f, "the characters of the account {}", it.account),
            Self::Sleep { account, .. } => write!(f, "the sleep of the account {account}"),
            Self::Forget { whom, .. } => write!(f, "the end of the account {}", whom.account),
            Self::Line { session, .. } => write!(f, "a line of session {}", session.0),
            Self::Leave { session } => write!(f, "the departure of session {}", session.0),
            Self::Link { session, .. } => write!(f, "the link of session {}", session.0),
            Self::Drop { session, .. } => write!(f, "the broken link of session {}", session.0),
            Self::Close { session, .. } => write!(f, "the end of session {}", session.0),
            Self::Announce(_) => f.write_str("an announcement"),
            Self::Tell { to, .. } => write!(f, "a message to {to}"),
            Self::ReadOnly(_) => f.write_str("the news of the store"),
        }
    }
}

pub(crate) fn plugin(sim: &mut Simulation) {
    sim.add_queue::<Input>().add_queue::<Request>().add_systems(Stage::Intake, intake);
}

/// Takes in what came since the last tick.
pub fn intake(world: &mut World) {
    for input in simulation::take::<Input>(world) {
        // A line changes nothing yet, and there are many of them.
        if matches!(input, Input::Line { .. }) {
            take_in(world, input);
        } else {
            let (during, arriving) = (input.to_string(), input.arriving());
            let taken =
                with_durability(world, during, Durability::Soft, |world| take_in(world, input));
            if let (Err(ChangeFailed::RolledBack(fault)), Some(session)) = (taken, arriving) {
                let words = format!(
                    "Something went wrong as you came in (#{fault:04x}). Please connect once \
                     more, and tell the staff that number."
                );
                world.write_message(Request::Close { session, words });
            }
        }
    }
}

fn take_in(world: &mut World, input: Input) {
    match input {
        Input::Enter { session, character, things, new, address, roster } => {
            let link = Link { session, address, roster };
            lifecycle::enter(world, link, character.current(), things, new);
        }
        Input::Return { session, id, address, roster } => {
            lifecycle::reconnect(world, Link { session, address, roster }, &id);
        }
        Input::Roster(it) => characters::change(world, it),
        Input::Sleep { account, words } => lifecycle::sleep_account(world, &account, &words),
        Input::Forget { whom, words } => {
            lifecycle::sleep_account(world, &whom.account, &words);
            forgetting::forget(world, &whom);
        }
        Input::Line { session, line } => entered(world, session, line),
        Input::Link { session, report } => {
            if let Some(who) = index::find(world, &session) {
                backlog::stands(world, who, report);
            }
        }
        Input::Drop { session, report, grace } => {
            lifecycle::disconnect(world, session, report, grace);
        }
        Input::Leave { session } => {
            if let Some(who) = index::find(world, &session) {
                lifecycle::leave(world, who);
            }
        }
        Input::Close { session, words } => {
            world.write_message(Request::Close { session, words });
        }
        Input::Announce(words) => announce(world, &words),
        Input::Tell { to, words } => {
            if let Some(who) = index::find(world, &to) {
                tell_one(world, who, Text::plain(words));
            }
        }
        Input::ReadOnly(read_only) => world.resource_mut::<ReadOnly>().0 = read_only,
    }
}

fn entered(world: &mut World, session: SessionId, line: CleanText) {
    let Some(actor) = index::find(world, &session) else { return };
    let now = world.resource::<Clock>().now;
    if let Some(mut online) = world.get_mut::<Online>(actor) {
        online.active = now;
    }
    afk::back(world, actor, &line);
    let line = alias::resolve_alias(world, actor, line);
    if let Some(line) = line.and_then(|it| pronoun::filled(world, actor, it)) {
        world.write_message(LineEntered { actor, line });
    }
}
