//! Requests of a login to the server, and the answers.

use crate::account::{AccountError, NameStatus, names::PlayerName, password::Password};

/// Request of a login to the server. Each is answered by one [`LoginAnswer`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ask {
    /// Status of this name. `Known`, `Free` or `Taken`; or `Refused`.
    Standing(PlayerName),
    /// Verification of a password. `Welcome`, `Several` or `Wrong`; or `Refused`.
    Verify {
        name: PlayerName,
        /// Password as typed.
        password: Password,
    },
    /// Creation of an account. `Welcome` or `Taken`; or `Refused`.
    Create {
        /// The name, which is not reserved.
        name: PlayerName,
        /// The password, which has passed [`Password::check_new`].
        password: Password,
        /// True if the player uses a screen reader.
        reader: bool,
    },
    /// Entry as a guest, without an account. `Welcome` or `Refused`.
    Guest,
}

/// Answer of the server to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoginAnswer {
    /// The account of that name exists.
    Known,
    /// The name is free.
    Free,
    /// The name, or one that looks like it, is taken.
    Taken,
    /// The login is over, and the character may enter.
    Welcome,
    /// The login is over but for the choice of one of these characters: by name, in their order.
    Several(Vec<String>),
    /// The name and the password do not belong together, or there is no such name.
    Wrong,
    /// Refusal for now, with the reason as a sentence: a ban, a limit, a failing store.
    Refused(String),
    /// Final refusal, with the reason as a sentence; the connection ends.
    Ended(String),
}

impl From<NameStatus> for LoginAnswer {
    fn from(standing: NameStatus) -> Self {
        match standing {
            NameStatus::Known => Self::Known,
            NameStatus::Free => Self::Free,
            NameStatus::Alike => Self::Taken,
        }
    }
}

impl From<&AccountError> for LoginAnswer {
    fn from(error: &AccountError) -> Self {
        if matches!(error, AccountError::Taken(_)) {
            Self::Taken
        } else {
            Self::Refused(error.sentence())
        }
    }
}

/// Actions to take after a line or an answer, in the order of the fields.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LoginReply {
    /// Hides typed input from now on if true, shows it if false; `None` leaves it as it is.
    pub hide_input: Option<bool>,
    /// Whole lines to show, each with its `\n`. It begins with an empty line after a hidden one,
    /// whose end the peer's client has not shown.
    pub show: String,
    /// Prompt line, shown without a line end, for the prompt mark to follow.
    pub prompt: Option<String>,
    /// Request to answer. Until the answer, [`Login::is_waiting`](super::Login::is_waiting) and
    /// lines are to be kept back.
    pub ask: Option<Ask>,
    /// Index of the chosen character among several.
    pub chosen: Option<usize>,
    /// True if the connection is to be closed once all that is written.
    pub close: bool,
}
