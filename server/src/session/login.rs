//! Arriving, as a value: lines and answers in, words and questions to the server out.
//!
//! ```text
//! name ──known──► password ──► in          connect NAME PASSWORD ──► in
//!   └──free──► create? ──► choose ──► repeat ──► reader? ──► in
//!                                           create NAME PASSWORD ──► in
//! ```
//!
//! Typing is hidden exactly while a password prompt is open. `Login::show` is the one way from one
//! state to the next and settles that, so no path can forget it.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::account::{
    AccountError, Password, SHORTEST_PASSWORD, Standing, TAKEN,
    names::{Name, Reserved},
};

/// The longest line anybody needs before they are in, in bytes.
pub const LONGEST_LINE: usize = 200;

const NAME_PROMPT: &str =
    "What is your name? (or type: connect NAME PASSWORD, create NAME PASSWORD, connect guest)";
const REPEAT_PROMPT: &str = "Type it once more, or press Enter to choose another:";
const READER_PROMPT: &str = "Do you use a screen reader? (yes/no)";

const TOO_LONG: &str = "That line is too long for an answer here; please try a shorter one.";
const YES_OR_NO: &str = "Please answer yes or no.";
const WRONG: &str = "That name and password do not belong together; please try again.";
const TOO_MANY: &str =
    "That name and password do not belong together either; please connect again later. Goodbye!";
const DIFFERENT: &str = "Those two are not the same; please choose again.";
const CONFUSED: &str = "Something went wrong there; please start again with your name.";
const GOODBYE: &str = "Goodbye!";

/// What the machine wants to know from the server. Each is answered by one [`Answer`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ask {
    /// What is there under this name? `Known`, `Free` or `Taken`; or `Refused`.
    Standing(Name),
    /// Is this the password? `Welcome` or `Wrong`; or `Refused`.
    Verify {
        /// Whose.
        name: Name,
        /// What was typed.
        password: Password,
    },
    /// Make this account. `Welcome` or `Taken`; or `Refused`.
    Create {
        /// The name, which is not reserved.
        name: Name,
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
pub enum Answer {
    /// There is an account of that name.
    Known,
    /// The name may be taken.
    Free,
    /// There is an account of that name, or of one that looks like it.
    Taken,
    /// Come in; the login is over.
    Welcome,
    /// The name and the password do not belong together, or there is no such name.
    Wrong,
    /// Not now, for the reason in this sentence: a ban, a limit, a failing store.
    Refused(String),
    /// Not now and not by another try, for the reason in this sentence; the connection ends.
    Ended(String),
}

impl From<Standing> for Answer {
    fn from(standing: Standing) -> Self {
        match standing {
            Standing::Known => Self::Known,
            Standing::Free => Self::Free,
            Standing::Alike => Self::Taken,
        }
    }
}

impl From<&AccountError> for Answer {
    fn from(error: &AccountError) -> Self {
        if matches!(error, AccountError::Taken(_)) {
            Self::Taken
        } else {
            Self::Refused(error.sentence().to_owned())
        }
    }
}

/// What to do after a line or an answer, in the order of the fields.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reply {
    /// Whether typing is hidden from now on; `None` leaves it as it is.
    pub hide_input: Option<bool>,
    /// Whole lines to show, each with its `\n`. It begins with an empty line after a hidden one,
    /// whose end the peer's client has not shown.
    pub show: String,
    /// One line to show without a line end, for the prompt mark to follow.
    pub prompt: Option<String>,
    /// What to find out. Until the answer, [`Login::is_waiting`] and lines are to be kept back.
    pub ask: Option<Ask>,
    /// Whether to hang up once all that is written.
    pub close: bool,
}

/// Where somebody who arrives has got to.
#[derive(Debug)]
enum State {
    Name,
    Password(Name),
    Confirm(Name),
    Choose(Name),
    Repeat(Name, Password),
    Reader(Name, Password),
    /// Waiting for an answer.
    Waiting(Wait),
    /// In or gone: nothing more is asked or said.
    Over,
}

/// Which answer is waited for.
#[derive(Debug)]
enum Wait {
    Standing(Name),
    Verified { name: Name, guided: bool },
    Created(Name),
    Guest,
}

/// One arrival.
#[derive(Debug)]
pub struct Login {
    reserved: Arc<Reserved>,
    state: State,
    /// Wrong passwords that may still be typed; the last of them ends the login.
    tries: u8,
    hidden: bool,
}

impl Login {
    /// Somebody has just connected, and may type `tries` wrong passwords (zero counts as one).
    #[must_use]
    pub fn new(reserved: Arc<Reserved>, tries: u8) -> Self {
        Self { reserved, state: State::Name, tries: tries.max(1), hidden: false }
    }

    /// The first thing to show.
    #[must_use]
    pub fn greet(&self, banner: &str) -> Reply {
        let mut show = banner.trim_end().to_owned();
        if !show.is_empty() {
            show.push('\n');
        }
        Reply { show, prompt: self.state.prompt(), ..Reply::default() }
    }

    /// Whether the server owes an answer. A line that comes meanwhile would be ignored, so it is to
    /// be kept back.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        matches!(self.state, State::Waiting(_))
    }

    /// Somebody typed a line.
    #[must_use]
    pub fn line(&mut self, line: &str) -> Reply {
        if line.len() > LONGEST_LINE {
            return self.line_too_long();
        }
        let words = line.trim();
        match std::mem::replace(&mut self.state, State::Over) {
            State::Over => Reply::default(),
            State::Waiting(wait) => {
                self.state = State::Waiting(wait);
                Reply::default()
            }
            State::Name => self.named(words),
            State::Password(name) => self.password_typed(name, words),
            State::Confirm(name) => match Word::of(words) {
                Word::Yes => self.show(State::Choose(name), ""),
                Word::No | Word::Nothing => self.show(State::Name, ""),
                Word::Quit => self.show(State::Over, GOODBYE),
                Word::Other => self.show(State::Confirm(name), YES_OR_NO),
            },
            State::Choose(name) => self.password_chosen(name, words),
            State::Repeat(name, password) => self.password_repeated(name, password, words),
            State::Reader(name, password) => match Word::of(words) {
                Word::Yes => self.create(name, password, true),
                Word::No => self.create(name, password, false),
                Word::Nothing => self.show(State::Choose(name), ""),
                Word::Quit => self.show(State::Over, GOODBYE),
                Word::Other => self.show(State::Reader(name, password), YES_OR_NO),
            },
        }
    }

    /// The client logs in for its player, from any question.
    #[must_use]
    pub fn credentials(&mut self, account: &str, password: &str) -> Reply {
        if matches!(self.state, State::Over | State::Waiting(_)) {
            return Reply::default();
        }
        self.verify_at_once(account.trim(), password)
    }

    /// Somebody typed a line of more than [`LONGEST_LINE`] bytes, which may have been thrown away.
    #[must_use]
    pub fn line_too_long(&mut self) -> Reply {
        if matches!(self.state, State::Over | State::Waiting(_)) {
            return Reply::default();
        }
        let state = std::mem::replace(&mut self.state, State::Over);
        self.show(state, TOO_LONG)
    }

    /// The server answered. An answer to nothing is ignored.
    #[must_use]
    pub fn answer(&mut self, answer: Answer) -> Reply {
        if !self.is_waiting() {
            return Reply::default();
        }
        let State::Waiting(wait) = std::mem::replace(&mut self.state, State::Over) else {
            return Reply::default();
        };
        match (wait, answer) {
            (_, Answer::Refused(why)) => self.show(State::Name, &why),
            (_, Answer::Ended(why)) => self.show(State::Over, &why),
            (Wait::Standing(name), Answer::Known) => self.show(State::Password(name), ""),
            (Wait::Standing(name), Answer::Free) => match self.reserved.check(&name) {
                Ok(()) => self.show(State::Confirm(name), ""),
                Err(why) => self.show(State::Name, &why.to_string()),
            },
            (Wait::Standing(_) | Wait::Created(_), Answer::Taken) => self.show(State::Name, TAKEN),
            (Wait::Verified { name, guided }, Answer::Wrong) => self.wrong(name, guided),
            (Wait::Verified { name, .. }, Answer::Welcome) => {
                self.show_last(&format!("Welcome back, {name}!"))
            }
            (Wait::Created(name), Answer::Welcome) => self.show_last(&format!("Welcome, {name}!")),
            (Wait::Guest, Answer::Welcome) => self.show_last("Welcome, guest!"),
            (
                Wait::Standing(_) | Wait::Verified { .. } | Wait::Created(_) | Wait::Guest,
                Answer::Known | Answer::Free | Answer::Taken | Answer::Welcome | Answer::Wrong,
            ) => self.show(State::Name, CONFUSED),
        }
    }

    /// A line at the name prompt: a name, or all of it at once.
    fn named(&mut self, line: &str) -> Reply {
        let (first, rest) = split_word(line);
        let (second, password) = split_word(rest);
        match Opening::of(first) {
            Opening::Guest => self.ask(Wait::Guest, Ask::Guest),
            Opening::Connect if Opening::of(second) == Opening::Guest => {
                self.ask(Wait::Guest, Ask::Guest)
            }
            Opening::Connect | Opening::Create if password.is_empty() => self.name_typed(second),
            Opening::Connect => self.verify_at_once(second, password),
            Opening::Create => self.create_at_once(second, password),
            Opening::Name => match Word::of(line) {
                Word::No => self.show(State::Name, ""),
                Word::Quit => self.show(State::Over, GOODBYE),
                Word::Nothing | Word::Yes | Word::Other => self.name_typed(line),
            },
        }
    }

    fn name_typed(&mut self, typed: &str) -> Reply {
        if typed.is_empty() {
            return self.show(State::Name, "");
        }
        match Name::new(typed) {
            Ok(name) => self.ask(Wait::Standing(name.clone()), Ask::Standing(name)),
            Err(why) => self.show(State::Name, &why.to_string()),
        }
    }

    fn verify_at_once(&mut self, typed: &str, password: &str) -> Reply {
        match Name::new(typed) {
            Ok(name) => self.verify(name, Password::new(password), false),
            // Nobody has such a name, so this tells nothing about who exists.
            Err(why) => self.show(State::Name, &why.to_string()),
        }
    }

    fn create_at_once(&mut self, typed: &str, password: &str) -> Reply {
        let password = Password::new(password);
        let name = match Name::new(typed) {
            Ok(name) => name,
            Err(why) => return self.show(State::Name, &why.to_string()),
        };
        if let Err(why) = self.reserved.check(&name) {
            return self.show(State::Name, &why.to_string());
        }
        match password.check_new() {
            Ok(()) => self.create(name, password, false),
            Err(why) => self.show(State::Name, &why.to_string()),
        }
    }

    fn password_typed(&mut self, name: Name, line: &str) -> Reply {
        if line.is_empty() {
            self.show(State::Name, "")
        } else {
            self.verify(name, Password::new(line), true)
        }
    }

    fn password_chosen(&mut self, name: Name, line: &str) -> Reply {
        if line.is_empty() {
            return self.show(State::Name, "");
        }
        let password = Password::new(line);
        match password.check_new() {
            Ok(()) => self.show(State::Repeat(name, password), ""),
            Err(why) => self.show(State::Choose(name), &why.to_string()),
        }
    }

    fn password_repeated(&mut self, name: Name, password: Password, line: &str) -> Reply {
        if line.is_empty() {
            self.show(State::Choose(name), "")
        } else if Password::new(line) == password {
            self.show(State::Reader(name, password), "")
        } else {
            self.show(State::Choose(name), DIFFERENT)
        }
    }

    fn wrong(&mut self, name: Name, guided: bool) -> Reply {
        self.tries = self.tries.saturating_sub(1);
        if self.tries == 0 {
            self.show(State::Over, TOO_MANY)
        } else if guided {
            self.show(State::Password(name), WRONG)
        } else {
            self.show(State::Name, WRONG)
        }
    }

    fn verify(&mut self, name: Name, password: Password, guided: bool) -> Reply {
        let wait = Wait::Verified { name: name.clone(), guided };
        self.ask(wait, Ask::Verify { name, password })
    }

    fn create(&mut self, name: Name, password: Password, reader: bool) -> Reply {
        self.ask(Wait::Created(name.clone()), Ask::Create { name, password, reader })
    }

    fn ask(&mut self, wait: Wait, ask: Ask) -> Reply {
        Reply { ask: Some(ask), ..self.show(State::Waiting(wait), "") }
    }

    /// Ends the login with the door open.
    fn show_last(&mut self, sentence: &str) -> Reply {
        Reply { close: false, ..self.show(State::Over, sentence) }
    }

    /// Goes to `next`, shows a sentence if there is one, and the prompt of where we are then.
    fn show(&mut self, next: State, sentence: &str) -> Reply {
        let hide = next.hides_input();
        let mut show = String::new();
        if self.hidden {
            show.push('\n');
        }
        if !sentence.is_empty() {
            show.push_str(sentence);
            show.push('\n');
        }
        let reply = Reply {
            hide_input: (hide != self.hidden).then_some(hide),
            show,
            prompt: next.prompt(),
            ask: None,
            close: matches!(next, State::Over),
        };
        self.hidden = hide;
        self.state = next;
        reply
    }
}

impl State {
    fn hides_input(&self) -> bool {
        match self {
            Self::Password(_) | Self::Choose(_) | Self::Repeat(..) => true,
            Self::Name | Self::Confirm(_) | Self::Reader(..) | Self::Waiting(_) | Self::Over => {
                false
            }
        }
    }

    fn prompt(&self) -> Option<String> {
        match self {
            Self::Name => Some(NAME_PROMPT.into()),
            Self::Password(name) => {
                Some(format!("What is {name}'s password? (or press Enter to go back)"))
            }
            Self::Confirm(name) => {
                Some(format!("There is nobody called {name} yet. Create {name}? (yes/no)"))
            }
            Self::Choose(_) => Some(format!(
                "Choose a password of at least {SHORTEST_PASSWORD} characters, or press Enter to go back:"
            )),
            Self::Repeat(..) => Some(REPEAT_PROMPT.into()),
            Self::Reader(..) => Some(READER_PROMPT.into()),
            Self::Waiting(_) | Self::Over => None,
        }
    }
}

/// How a line at the name prompt begins.
#[derive(PartialEq, Eq)]
enum Opening {
    Connect,
    Create,
    Guest,
    Name,
}

impl Opening {
    /// None of these words can be a name: they are reserved or too short.
    fn of(word: &str) -> Self {
        match word.to_ascii_lowercase().as_str() {
            "connect" | "co" => Self::Connect,
            "create" | "cr" => Self::Create,
            "guest" => Self::Guest,
            _ => Self::Name,
        }
    }
}

/// A line at a prompt that is not for a password.
enum Word {
    Yes,
    No,
    Quit,
    Nothing,
    Other,
}

impl Word {
    fn of(line: &str) -> Self {
        match line.to_ascii_lowercase().as_str() {
            "" => Self::Nothing,
            "yes" | "y" => Self::Yes,
            "no" | "n" => Self::No,
            "quit" => Self::Quit,
            _ => Self::Other,
        }
    }
}

/// The first word, and what comes after it without the spaces between.
fn split_word(line: &str) -> (&str, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim_start())
}
