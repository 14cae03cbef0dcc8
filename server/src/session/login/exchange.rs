//! What a login and the server say to each other.

use crate::account::{AccountError, NameStatus, names::PlayerName, password::Password};

/// What the machine wants to know from the server. Each is answered by one [`LoginAnswer`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ask {
    /// What is there under this name? `Known`, `Free` or `Taken`; or `Refused`.
    Standing(PlayerName),
    /// Is this the password? `Welcome`, `Several` or `Wrong`; or `Refused`.
    Verify {
        name: PlayerName,
        /// What was typed.
        password: Password,
    },
    /// Make this account. `Welcome` or `Taken`; or `Refused`.
    Create {
        /// The name, which is not reserved.
        name: PlayerName,
        /// The password, which has passed [`Password::check_new`].
        password: Password,
        /// Whether the player uses a screen reader.
        reader: bool,
    },
    /// May somebody come in without an account? `Welcome` or `Refused`.
    Guest,
}

/// What the server answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoginAnswer {
    /// There is an account of that name.
    Known,
    /// The name may be taken.
    Free,
    /// There is an account of that name, or of one that looks like it.
    Taken,
    /// Come in; the login is over.
    Welcome,
    /// Come in as one of these: by name, in their order.
    Several(Vec<String>),
    /// The name and the password do not belong together, or there is no such name.
    Wrong,
    /// Not now, for the reason in this sentence: a ban, a limit, a failing store.
    Refused(String),
    /// Not now and not by another try, for the reason in this sentence; the connection ends.
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

/// What to do after a line or an answer, in the order of the fields.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LoginReply {
    /// Whether typing is hidden from now on; `None` leaves it as it is.
    pub hide_input: Option<bool>,
    /// Whole lines to show, each with its `\n`. It begins with an empty line after a hidden one,
    /// whose end the peer's client has not shown.
    pub show: String,
    /// One line to show without a line end, for the prompt mark to follow.
    pub prompt: Option<String>,
    /// What to find out. Until the answer, [`Login::is_waiting`](super::Login::is_waiting) and lines are to be kept back.
    pub ask: Option<Ask>,
    /// As which of several characters to come in, by their order.
    pub chosen: Option<usize>,
    /// Whether to hang up once all that is written.
    pub close: bool,
}
