//! Inputs of the world from outside, as values that can be recorded and replayed.

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
    act::{
        cause::Cause,
        perform::{LineEntered, ReadOnly},
    },
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
        backlog::{self, LinkReport, SeenEvents},
        happenings::{ChangeFailed, with_durability},
        narrator::{announce, tell_one},
    },
};

/// Input of the world from outside.
#[derive(Message, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Input {
    /// Login of a character.
    Enter {
        /// Session of the player.
        session: SessionId,
        /// Saved character.
        character: Box<CharacterDocument>,
        /// Inventory of the character.
        things: Vec<ThingDocument>,
        /// True if the character is new.
        new: bool,
        /// Network address of the client.
        address: IpAddr,
        /// Characters of the account; `None` for guests.
        roster: Option<Roster>,
    },
    /// Reconnect to a character that is still in the world.
    Return {
        /// Session of the player.
        session: SessionId,
        /// Id of the character.
        id: CharacterId,
        /// Network address of the client.
        address: IpAddr,
        /// Characters of the account; `None` for guests.
        roster: Option<Roster>,
        /// Events that the client has shown already, if it says so.
        #[serde(default)]
        seen: Option<SeenEvents>,
    },
    /// Change of the characters of an account, or of their names.
    Roster(Roster),
    /// Disconnect of an account: its character in the world, if any, falls asleep.
    Sleep {
        account: AccountId,
        /// Last message to the player.
        words: String,
    },
    /// Deletion of an account: its character leaves the world, and all its data are forgotten.
    Forget {
        whom: Forgotten,
        /// Last message to the player.
        words: String,
    },
    /// Line entered by a session.
    Line { session: SessionId, line: CleanText },
    /// Line that the player of a session gave by a panel of the client, with the client's number of
    /// it: a command whose answer is data for the panel.
    PanelLine { session: SessionId, line: CleanText, number: u32 },
    /// Logout: the character falls asleep.
    Leave {
        /// Session of the player.
        session: SessionId,
    },
    /// Report on the state of a live connection.
    Link { session: SessionId, report: LinkReport },
    /// Disconnect without logout. The character stays in the world, link-dead, for a grace period.
    Drop {
        session: SessionId,
        /// Last report on the connection.
        report: LinkReport,
        /// Grace period, in seconds; 0 for an immediate logout.
        grace: u32,
    },
    /// Disconnect of a session, forwarded to the server as [`Request::Close`].
    Close {
        session: SessionId,
        /// Last message to the player.
        words: String,
    },
    /// Announcement to all players.
    Announce(String),
    /// Message to one character.
    Tell {
        /// Id of the recipient.
        to: CharacterId,
        words: String,
    },
    /// Suspension of saving (true), or its end (false).
    ReadOnly(bool),
}

impl Input {
    /// Returns the session that arrives by this input, if any.
    fn arriving(&self) -> Option<SessionId> {
        match self {
            Self::Enter { session, .. } | Self::Return { session, .. } => Some(*session),
            Self::Line { .. }
            | Self::PanelLine { .. }
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
    /// Writes the kind of input and its subject, for the log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Enter { character, .. } => write!(f, "the arrival of {}", character.id()),
            Self::Return { id, .. } => write!(f, "the return of {id}"),
            Self::Roster(it) => write!(f, "the characters of the account {}", it.account),
            Self::Sleep { account, .. } => write!(f, "the sleep of the account {account}"),
            Self::Forget { whom, .. } => write!(f, "the end of the account {}", whom.account),
            Self::Line { session, .. } | Self::PanelLine { session, .. } => {
                write!(f, "a line of session {}", session.0)
            }
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

/// Returns the session that arrives by this input, if any.
pub fn intake(world: &mut World) {
    for input in simulation::take::<Input>(world) {
        // A line changes nothing yet, and lines are frequent.
        if matches!(input, Input::Line { .. } | Input::PanelLine { .. }) {
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
            let link = Link { session, address, roster, seen: None };
            lifecycle::enter(world, link, character.current(), things, new);
        }
        Input::Return { session, id, address, roster, seen } => {
            lifecycle::reconnect(world, Link { session, address, roster, seen }, &id);
        }
        Input::Roster(it) => characters::change(world, it),
        Input::Sleep { account, words } => lifecycle::sleep_account(world, &account, &words),
        Input::Forget { whom, words } => {
            lifecycle::sleep_account(world, &whom.account, &words);
            forgetting::forget(world, &whom);
        }
        Input::Line { session, line } => entered(world, session, line, None),
        Input::PanelLine { session, line, number } => {
            entered(world, session, line, Some(number));
        }
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

/// Takes in a line. One with a number is a panel's: a button means the same command for everybody,
/// whatever the player's own words stand for.
fn entered(world: &mut World, session: SessionId, line: CleanText, number: Option<u32>) {
    let Some(actor) = index::find(world, &session) else { return };
    let now = world.resource::<Clock>().now;
    if let Some(mut online) = world.get_mut::<Online>(actor) {
        online.active = now;
    }
    afk::back(world, actor, &line);
    let (line, cause) = match number {
        Some(number) => (Some(line), Cause::Panel(number)),
        None => {
            let line = alias::resolve_alias(world, actor, line);
            (line.and_then(|it| pronoun::filled(world, actor, it)), Cause::Typed)
        }
    };
    if let Some(line) = line {
        world.write_message(LineEntered { actor, line, cause });
    }
}
