//! Messages to the task that owns the world.

use std::{collections::VecDeque, net::IpAddr, sync::Arc};

use assistants::{
    llm::{
        Ticket,
        profile::{ModelKey, ModelProfile},
    },
    memory::RecallCandidate,
    services::{Served, ServiceTool},
};
use engine::id::{AccountId, CharacterId, SessionId};
use text::styled::CleanText;
use tokio::sync::{Semaphore, mpsc, oneshot};
use world::{
    beings::{forgetting::Forgotten, roster::Roster, saved::CharacterDocument},
    things::saved::ThingDocument,
    witness::backlog::{LinkReport, SeenEvents},
};

use crate::{
    contract::{
        face::PublicFace, said::ScreenInput, screen::Screen, terminal::Terminal, typed::TypedLine,
    },
    setup::reload::ReloadRequest,
};

/// Message to the task that owns the world.
#[derive(Debug)]
pub enum ToGame {
    /// Claim of a character by a session that is about to enter the game. Until the tick in which
    /// the character enters, no other session can claim it and its saved state does not change.
    Claim {
        of: ClaimKey,
        /// Character to enter as; `None` to claim the account without entering, so that none of its
        /// characters is in the world.
        id: Option<CharacterId>,
        /// Session that claims the character or the account.
        session: SessionId,
        /// Reply channel for the result of the claim.
        answer: oneshot::Sender<Claim>,
    },
    /// Release of a claim whose session does not enter.
    Unclaim {
        of: ClaimKey,
        /// Session that claimed.
        session: SessionId,
    },
    /// Deletion of an account: its characters leave the world, and the world forgets all of its
    /// data. Until the claim is released nobody can enter by this account.
    Forget {
        whom: Forgotten,
        /// Session that holds the claim.
        session: SessionId,
        /// Last words shown to the account's character that is in the world.
        words: String,
        /// Reply channel, used once all state to be saved is handed over; never used while another
        /// session is entering by the account.
        answer: oneshot::Sender<()>,
    },
    /// Entry of a character into the game.
    Enter(Box<Arrival>),
    /// Line of a session, for which it spent one of the credits of its [`SessionHandle`].
    Line(SessionId, TypedLine),
    /// Line of a session's panel, with the client's number of it. It takes no credit: it is paced
    /// as lines are, and nothing of it waits in the game.
    PanelLine(SessionId, u32, TypedLine),
    /// Message of a session's terminal or client.
    Screen(ScreenInput),
    /// Report on a live connection: lines that have arrived need not be kept any more.
    Link(SessionId, LinkReport),
    /// End of a connection, with the final state of its link.
    Leave(SessionId, LinkReport),
    /// Result of a memory retrieval that a mind requested from the store.
    Recalled(Ticket, Vec<RecallCandidate>),
    /// Result of reloading the content.
    Reloaded(CharacterId, Result<Box<ReloadRequest>, String>),
    /// Content with one character that staff made or removed.
    NpcChanged(CharacterId, Result<Box<ReloadRequest>, String>),
    /// True once the examples are learned, false while that takes place.
    Learned(bool),
    /// Outcome of a call to a service.
    Served(Served),
    /// Tools of the services that there are now.
    Services(Vec<ServiceTool>),
    /// New profile of a model.
    Profiled(ModelKey, ModelProfile),
    /// Request by a character to reload the content.
    Reload(CharacterId),
    /// Answer to a request of the character.
    Answer(CharacterId, String),
    /// Notice to all staff who are awake.
    TellStaff(String),
    /// Private answer to the character, shown beside the game; no journal has it.
    Beside(CharacterId, String),
    /// Question for the public face of the game.
    Face(oneshot::Sender<PublicFace>),
    /// Changed characters or names of an account.
    Roster(Roster),
}

/// Key of a claim, held by one connection at a time: a whole account, or a guest.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum ClaimKey {
    Account(AccountId),
    Guest(CharacterId),
}

impl Arrival {
    /// Returns the key to claim for this arrival.
    #[must_use]
    pub fn claims(&self) -> ClaimKey {
        ClaimKey::of(self.roster.as_ref(), &self.id)
    }
}

impl ClaimKey {
    /// Returns the key to claim for a character of this account, or for a guest without an account.
    #[must_use]
    pub fn of(roster: Option<&Roster>, id: &CharacterId) -> Self {
        match roster {
            Some(roster) => Self::Account(roster.account.clone()),
            None => Self::Guest(id.clone()),
        }
    }
}

/// Result of the claim of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// The character is not in the world: load it and enter.
    Asleep,
    /// The character is in the world: enter, and take it over.
    Awake,
    /// Another session is just entering as this character.
    Taken,
}

/// Session that enters the game as a character.
#[derive(Debug)]
pub struct Arrival {
    /// Session of the connection.
    pub session: SessionId,
    /// Address of the player's machine.
    pub address: IpAddr,
    /// Handle of the session: the connection as the game sees it.
    pub seat: SessionHandle,
    /// Capabilities of its terminal.
    pub terminal: Terminal,
    /// Character to enter as.
    pub id: CharacterId,
    /// Roster of the account with all its characters; `None` for guests.
    pub roster: Option<Roster>,
    /// The character, loaded from the store; `None` if it is in the world.
    pub loaded: Option<Loaded>,
    /// Events that the client has shown already, if it resumes a stay and says so.
    pub seen: Option<SeenEvents>,
}

/// Character loaded from the store.
#[derive(Debug)]
pub struct Loaded {
    pub character: CharacterDocument,
    /// Inventory of the character.
    pub things: Vec<ThingDocument>,
    /// True if the character is new.
    pub new: bool,
}

/// Handle of a session: the connection as the game sees it.
#[derive(Debug)]
pub struct SessionHandle {
    /// Sending side of its screen.
    pub screen: Screen,
    /// Credits for lines. The session spends one before it sends a line, and the game gives it back
    /// with the answer, which bounds the number of lines in the game's memory.
    pub credits: Arc<Semaphore>,
    /// True while a line of the session is being answered.
    pub waits: bool,
    /// Queue of its further lines.
    pub lines: VecDeque<CleanText>,
}

impl Drop for SessionHandle {
    fn drop(&mut self) {
        // Nothing more is answered, so nobody may wait for it.
        self.credits.close();
    }
}

/// Ends a claim that came to nothing.
pub async fn unclaim(to_game: &mpsc::Sender<ToGame>, of: ClaimKey, session: SessionId) {
    if to_game.send(ToGame::Unclaim { of, session }).await.is_err() {
        tracing::debug!("the game ended");
    }
}

#[cfg(test)]
mod tests {
    use tokio_util::sync::CancellationToken;

    use super::*;

    #[tokio::test]
    async fn whoever_waits_for_a_credit_learns_that_the_seat_is_gone() {
        let (screen, _view) = Screen::new(1, CancellationToken::new());
        let credits = Arc::new(Semaphore::new(1));
        let seat =
            SessionHandle { screen, credits: credits.clone(), waits: true, lines: VecDeque::new() };
        credits.try_acquire().unwrap().forget();
        // The first of both waits when the second begins.
        let (credit, ()) = tokio::join!(biased; credits.acquire(), async { drop(seat) });
        assert!(credit.is_err());
    }
}
