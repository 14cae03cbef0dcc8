//! What comes to the task that owns the world.

use std::{collections::VecDeque, net::IpAddr, sync::Arc};

use assistants::{llm::Ticket, memory::RecallCandidate};
use engine::id::{AccountId, CharacterId, SessionId};
use text::styled::CleanText;
use tokio::sync::{Semaphore, mpsc, oneshot};
use world::{
    beings::{forgetting::Forgotten, roster::Roster, saved::CharacterDocument},
    things::saved::ThingDocument,
    witness::backlog::LinkReport,
};

use crate::{
    contract::{said::ScreenInput, screen::Screen, terminal::Terminal, typed::TypedLine},
    setup::reload::ReloadRequest,
};

/// Something for the task that owns the world.
#[derive(Debug)]
pub enum ToGame {
    /// Somebody is about to come in as this character. Until the tick that brings it in nobody
    /// else may, and what is saved of the character stays as it is.
    Claim {
        of: ClaimKey,
        /// As whom; none for whoever wants nobody of the account to be in the world.
        id: Option<CharacterId>,
        /// Over which connection.
        session: SessionId,
        /// Whether that can be.
        answer: oneshot::Sender<Claim>,
    },
    /// Somebody does not come in after all.
    Unclaim {
        of: ClaimKey,
        /// Over which connection.
        session: SessionId,
    },
    /// An account is about to be deleted: whoever of it is in the world leaves, and the world
    /// forgets all of it. Until the claim is given back nobody comes in by it.
    Forget {
        whom: Forgotten,
        /// In whose name it is claimed.
        session: SessionId,
        /// What whoever is in the world reads last.
        words: String,
        /// Answered when all that is to be saved of it is handed over; never when somebody is just
        /// coming in by it.
        answer: oneshot::Sender<()>,
    },
    /// Somebody comes in.
    Enter(Box<Arrival>),
    /// A session entered a line, for which it spent one of the credits of its [`SessionHandle`].
    Line(SessionId, TypedLine),
    /// A session's terminal or client said something.
    Screen(ScreenInput),
    /// A connection lasts, and stands so: what has arrived need not be kept any more.
    Link(SessionId, LinkReport),
    /// A connection is gone, and stood so.
    Leave(SessionId, LinkReport),
    /// The store answered a mind.
    Recalled(Ticket, Vec<RecallCandidate>),
    /// Content was read again, or could not be.
    Reloaded(CharacterId, Result<Box<ReloadRequest>, String>),
    /// True once the examples are learned, false while that takes place.
    Learned(bool),
    /// Somebody wants the content to be read again.
    Reload(CharacterId),
    /// What came of somebody's wish.
    Answer(CharacterId, String),
    /// The same, where it is nobody else's business: it is shown beside the game, and no journal
    /// has it.
    Beside(CharacterId, String),
    /// An account has other characters, or other names, than before.
    Roster(Roster),
}

/// What one connection at a time can claim: everything of an account, or a guest.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum ClaimKey {
    Account(AccountId),
    Guest(CharacterId),
}

impl Arrival {
    /// What has to be claimed for it.
    #[must_use]
    pub fn claims(&self) -> ClaimKey {
        ClaimKey::of(self.roster.as_ref(), &self.id)
    }
}

impl ClaimKey {
    /// What has to be claimed for a character of this account, or for a guest without one.
    #[must_use]
    pub fn of(roster: Option<&Roster>, id: &CharacterId) -> Self {
        match roster {
            Some(roster) => Self::Account(roster.account.clone()),
            None => Self::Guest(id.clone()),
        }
    }
}

/// Whether somebody can come in as a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// The character sleeps: load it and enter.
    Asleep,
    /// The character is awake: enter, and take it over.
    Awake,
    /// Somebody else is just about to come in as it.
    Taken,
}

/// Somebody who comes in.
#[derive(Debug)]
pub struct Arrival {
    /// Over which connection.
    pub session: SessionId,
    /// From where.
    pub address: IpAddr,
    /// The connection's ends.
    pub seat: SessionHandle,
    /// What its terminal can show.
    pub terminal: Terminal,
    /// As whom.
    pub id: CharacterId,
    /// All characters of the account; none for guests.
    pub roster: Option<Roster>,
    /// The character out of the store; none if it is in the world.
    pub loaded: Option<Loaded>,
}

/// A character out of the store.
#[derive(Debug)]
pub struct Loaded {
    pub character: CharacterDocument,
    /// What the character carries.
    pub things: Vec<ThingDocument>,
    /// Whether the character is new.
    pub new: bool,
}

/// A connection, as the game sees it.
#[derive(Debug)]
pub struct SessionHandle {
    /// The way to its screen.
    pub screen: Screen,
    /// Credits for lines. The session spends one before it sends a line, the game gives it back
    /// with the answer, and so nobody fills the game's memory.
    pub credits: Arc<Semaphore>,
    /// Whether a line of it is being answered.
    pub waits: bool,
    /// Its lines after that one.
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
