//! Login dialogue as a pure state machine: lines and answers in, text and requests to the server
//! out.
//!
//! ```text
//! name ──known──► password ──► which? ──► in   connect NAME PASSWORD ──► in
//!   └──free──► create? ──► choose ──► repeat ──► reader? ──► in
//!                                           create NAME PASSWORD ──► in
//! ```
//!
//! Typing is hidden exactly while a password prompt is open. `Login::show` is the one way from one
//! state to the next and settles that, so no path can forget it.

mod exchange;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::account::{
    TAKEN,
    names::{PlayerName, Reserved},
    password::{Password, SHORTEST_PASSWORD},
};

pub use exchange::{Ask, LoginAnswer, LoginReply};

/// Maximum length of a line before the login is complete, in bytes.
pub const LONGEST_LINE: usize = 200;

const NAME_PROMPT: &str =
    "What is your name? (or type: connect NAME PASSWORD, create NAME PASSWORD, connect guest)";
const REPEAT_PROMPT: &str = "Type it once more, or press Enter to choose another:";
const READER_PROMPT: &str = "Do you use a screen reader? (yes, or press Enter for no)";

const TOO_LONG: &str = "That line is too long for an answer here; please try a shorter one.";
const YES_OR_NO: &str = "Please answer yes or no.";
const HELP: &str = "Type the name of your character, or one that you would like to have: you are \
    asked for its password, or may choose one. To look around without a name, type: connect guest. \
    To leave, type: quit.";
const WRONG: &str = "That name and password do not belong together; please try again.";
const TOO_MANY: &str =
    "That name and password do not belong together either; please connect again later. Goodbye!";
const NONE_OF_YOURS: &str = "You have no character of that name or number; please try again.";
const DIFFERENT: &str = "Those two are not the same; please choose again.";
const CONFUSED: &str = "Something went wrong there; please start again with your name.";
const GOODBYE: &str = "Goodbye!";

/// State of a login dialogue.
#[derive(Debug)]
enum LoginState {
    Name,
    Password(PlayerName),
    Confirm(PlayerName),
    Choose(PlayerName),
    Repeat(PlayerName, Password),
    Reader(PlayerName, Password),
    /// Choice of one of these characters; an empty line means the first.
    Which(PlayerName, Vec<String>),
    /// Waiting for an answer.
    Waiting(Wait),
    /// Logged in or gone: nothing more is asked or said.
    Over,
}

/// Kind of answer that the login waits for.
#[derive(Debug)]
enum Wait {
    Standing(PlayerName),
    Verified { name: PlayerName, guided: bool },
    Created(PlayerName),
    Guest,
}

/// Login dialogue of one connection.
#[derive(Debug)]
pub struct Login {
    reserved: Arc<Reserved>,
    state: LoginState,
    /// Wrong passwords that may still be typed; the last of them ends the login.
    tries: u8,
    hidden: bool,
}

impl Login {
    /// Creates the login of a new connection, which allows `tries` wrong passwords (zero counts as
    /// one).
    #[must_use]
    pub fn new(reserved: Arc<Reserved>, tries: u8) -> Self {
        Self { reserved, state: LoginState::Name, tries: tries.max(1), hidden: false }
    }

    /// Returns the banner and the first prompt.
    #[must_use]
    pub fn greet(&self, banner: &str) -> LoginReply {
        let mut show = banner.trim_end().to_owned();
        if !show.is_empty() {
            show.push('\n');
        }
        LoginReply { show, prompt: self.state.prompt(), ..LoginReply::default() }
    }

    /// Returns whether the server owes an answer. A line that comes meanwhile would be ignored, so
    /// it is to be kept back.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        matches!(self.state, LoginState::Waiting(_))
    }

    /// Returns whether the login is over, by success or by leaving.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.state, LoginState::Over)
    }

    /// Processes a line of the player.
    #[must_use]
    pub fn line(&mut self, line: &str) -> LoginReply {
        if line.len() > LONGEST_LINE {
            return self.line_too_long();
        }
        let words = line.trim();
        match std::mem::replace(&mut self.state, LoginState::Over) {
            LoginState::Over => LoginReply::default(),
            LoginState::Waiting(wait) => {
                self.state = LoginState::Waiting(wait);
                LoginReply::default()
            }
            LoginState::Name => self.on_name(words),
            LoginState::Password(name) => self.password_typed(name, words),
            LoginState::Confirm(name) => match LoginWord::of(words) {
                LoginWord::Yes | LoginWord::Nothing => self.show(LoginState::Choose(name), ""),
                LoginWord::No => self.show(LoginState::Name, ""),
                LoginWord::Quit => self.show(LoginState::Over, GOODBYE),
                LoginWord::Help | LoginWord::Other => {
                    self.show(LoginState::Confirm(name), YES_OR_NO)
                }
            },
            LoginState::Choose(name) => self.password_chosen(name, words),
            LoginState::Repeat(name, password) => self.password_repeated(name, password, words),
            LoginState::Reader(name, password) => match LoginWord::of(words) {
                LoginWord::Yes => self.create(name, password, true),
                LoginWord::No | LoginWord::Nothing => self.create(name, password, false),
                LoginWord::Quit => self.show(LoginState::Over, GOODBYE),
                LoginWord::Help | LoginWord::Other => {
                    self.show(LoginState::Reader(name, password), YES_OR_NO)
                }
            },
            LoginState::Which(name, names) => self.which_typed(name, names, words),
        }
    }

    /// Processes credentials that the client sends for its player, from any question.
    #[must_use]
    pub fn credentials(&mut self, account: &str, password: &str) -> LoginReply {
        if matches!(self.state, LoginState::Over | LoginState::Waiting(_)) {
            return LoginReply::default();
        }
        self.verify_at_once(account.trim(), password)
    }

    /// Processes a name and a password that the client sends to create an account for its player,
    /// from any question.
    #[must_use]
    pub fn register(&mut self, name: &str, password: &str) -> LoginReply {
        if matches!(self.state, LoginState::Over | LoginState::Waiting(_)) {
            return LoginReply::default();
        }
        self.create_at_once(name.trim(), password)
    }

    /// Processes a line of more than [`LONGEST_LINE`] bytes, which may have been discarded.
    #[must_use]
    pub fn line_too_long(&mut self) -> LoginReply {
        if matches!(self.state, LoginState::Over | LoginState::Waiting(_)) {
            return LoginReply::default();
        }
        let state = std::mem::replace(&mut self.state, LoginState::Over);
        self.show(state, TOO_LONG)
    }

    /// Processes the server's answer. An answer without a request is ignored.
    #[must_use]
    pub fn answer(&mut self, answer: LoginAnswer) -> LoginReply {
        if !self.is_waiting() {
            return LoginReply::default();
        }
        let LoginState::Waiting(wait) = std::mem::replace(&mut self.state, LoginState::Over) else {
            return LoginReply::default();
        };
        match (wait, answer) {
            (_, LoginAnswer::Refused(why)) => self.show(LoginState::Name, &why),
            (_, LoginAnswer::Ended(why)) => self.show(LoginState::Over, &why),
            (Wait::Standing(name), LoginAnswer::Known) => self.show(LoginState::Password(name), ""),
            (Wait::Standing(name), LoginAnswer::Free) => match self.reserved.check(&name) {
                Ok(()) => self.show(LoginState::Confirm(name), ""),
                Err(why) => self.show(LoginState::Name, &why.to_string()),
            },
            (Wait::Standing(_) | Wait::Created(_), LoginAnswer::Taken) => {
                self.show(LoginState::Name, TAKEN)
            }
            (Wait::Verified { name, guided }, LoginAnswer::Wrong) => self.wrong(name, guided),
            (Wait::Verified { name, guided: true }, LoginAnswer::Several(names)) => {
                let list: Vec<&str> = names.iter().map(String::as_str).collect();
                let words = format!("Your characters: {}.", list.join(", "));
                self.show(LoginState::Which(name, names), &words)
            }
            (Wait::Verified { name, .. }, LoginAnswer::Welcome | LoginAnswer::Several(_)) => {
                self.welcome(&format!("Welcome back, {name}!"))
            }
            (Wait::Created(name), LoginAnswer::Welcome) => {
                self.welcome(&format!("Welcome, {name}!"))
            }
            (Wait::Guest, LoginAnswer::Welcome) => self.welcome("Welcome, guest!"),
            (
                Wait::Standing(_) | Wait::Verified { .. } | Wait::Created(_) | Wait::Guest,
                LoginAnswer::Known
                | LoginAnswer::Free
                | LoginAnswer::Taken
                | LoginAnswer::Welcome
                | LoginAnswer::Several(_)
                | LoginAnswer::Wrong,
            ) => self.show(LoginState::Name, CONFUSED),
        }
    }

    /// Processes a line at the name prompt: a name, or a whole connect or create command.
    fn on_name(&mut self, line: &str) -> LoginReply {
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
            Opening::Name => match LoginWord::of(line) {
                LoginWord::No => self.show(LoginState::Name, ""),
                LoginWord::Quit => self.show(LoginState::Over, GOODBYE),
                LoginWord::Help => self.show(LoginState::Name, HELP),
                LoginWord::Nothing | LoginWord::Yes | LoginWord::Other => self.name_typed(line),
            },
        }
    }

    fn name_typed(&mut self, typed: &str) -> LoginReply {
        if typed.is_empty() {
            return self.show(LoginState::Name, "");
        }
        match PlayerName::new(typed) {
            Ok(name) => self.ask(Wait::Standing(name.clone()), Ask::Standing(name)),
            Err(why) => self.show(LoginState::Name, &why.to_string()),
        }
    }

    fn verify_at_once(&mut self, typed: &str, password: &str) -> LoginReply {
        match PlayerName::new(typed) {
            Ok(name) => self.verify(name, Password::new(password), false),
            // Nobody has such a name, so this tells nothing about who exists.
            Err(why) => self.show(LoginState::Name, &why.to_string()),
        }
    }

    fn create_at_once(&mut self, typed: &str, password: &str) -> LoginReply {
        let password = Password::new(password);
        let name = match PlayerName::new(typed) {
            Ok(name) => name,
            Err(why) => return self.show(LoginState::Name, &why.to_string()),
        };
        if let Err(why) = self.reserved.check(&name) {
            return self.show(LoginState::Name, &why.to_string());
        }
        match password.check_new() {
            Ok(()) => self.create(name, password, false),
            Err(why) => self.show(LoginState::Name, &why.to_string()),
        }
    }

    fn password_typed(&mut self, name: PlayerName, line: &str) -> LoginReply {
        if line.is_empty() {
            self.show(LoginState::Name, "")
        } else {
            self.verify(name, Password::new(line), true)
        }
    }

    fn password_chosen(&mut self, name: PlayerName, line: &str) -> LoginReply {
        if line.is_empty() {
            return self.show(LoginState::Confirm(name), "");
        }
        let password = Password::new(line);
        match password.check_new() {
            Ok(()) => self.show(LoginState::Repeat(name, password), ""),
            Err(why) => self.show(LoginState::Choose(name), &why.to_string()),
        }
    }

    fn password_repeated(
        &mut self,
        name: PlayerName,
        password: Password,
        line: &str,
    ) -> LoginReply {
        if line.is_empty() {
            self.show(LoginState::Choose(name), "")
        } else if Password::new(line) == password {
            self.show(LoginState::Reader(name, password), "")
        } else {
            self.show(LoginState::Choose(name), DIFFERENT)
        }
    }

    /// Processes the choice of a character, by name or by number; an empty line chooses the one
    /// whose name was typed.
    fn which_typed(&mut self, name: PlayerName, names: Vec<String>, line: &str) -> LoginReply {
        if matches!(LoginWord::of(line), LoginWord::Quit) {
            return self.show(LoginState::Over, GOODBYE);
        }
        let typed = if line.is_empty() { name.to_string() } else { line.to_lowercase() };
        let number = typed.parse::<usize>().ok().and_then(|it| it.checked_sub(1));
        let named = names.iter().position(|it| it.to_lowercase() == typed.to_lowercase());
        match named.or(number).filter(|at| *at < names.len()) {
            Some(at) => {
                let who = names.get(at).cloned().unwrap_or_default();
                let reply = self.welcome(&format!("Welcome back, {who}!"));
                LoginReply { chosen: Some(at), ..reply }
            }
            None => self.show(LoginState::Which(name, names), NONE_OF_YOURS),
        }
    }

    fn wrong(&mut self, name: PlayerName, guided: bool) -> LoginReply {
        self.tries = self.tries.saturating_sub(1);
        if self.tries == 0 {
            self.show(LoginState::Over, TOO_MANY)
        } else if guided {
            self.show(LoginState::Password(name), WRONG)
        } else {
            self.show(LoginState::Name, WRONG)
        }
    }

    fn verify(&mut self, name: PlayerName, password: Password, guided: bool) -> LoginReply {
        let wait = Wait::Verified { name: name.clone(), guided };
        self.ask(wait, Ask::Verify { name, password })
    }

    fn create(&mut self, name: PlayerName, password: Password, reader: bool) -> LoginReply {
        self.ask(Wait::Created(name.clone()), Ask::Create { name, password, reader })
    }

    fn ask(&mut self, wait: Wait, ask: Ask) -> LoginReply {
        LoginReply { ask: Some(ask), ..self.show(LoginState::Waiting(wait), "") }
    }

    /// Ends a login that succeeded: shows a sentence and leaves the connection open.
    fn welcome(&mut self, sentence: &str) -> LoginReply {
        LoginReply { close: false, ..self.show(LoginState::Over, sentence) }
    }

    /// Goes to `next`, shows a sentence if there is one, and the prompt of where we are then.
    fn show(&mut self, next: LoginState, sentence: &str) -> LoginReply {
        let hide = next.hides_input();
        let mut show = String::new();
        if self.hidden {
            show.push('\n');
        }
        if !sentence.is_empty() {
            show.push_str(sentence);
            show.push('\n');
        }
        let reply = LoginReply {
            hide_input: (hide != self.hidden).then_some(hide),
            show,
            prompt: next.prompt(),
            ask: None,
            chosen: None,
            close: matches!(next, LoginState::Over),
        };
        self.hidden = hide;
        self.state = next;
        reply
    }
}

impl LoginState {
    fn hides_input(&self) -> bool {
        match self {
            Self::Password(_) | Self::Choose(_) | Self::Repeat(..) => true,
            Self::Name
            | Self::Confirm(_)
            | Self::Reader(..)
            | Self::Which(..)
            | Self::Waiting(_)
            | Self::Over => false,
        }
    }

    fn prompt(&self) -> Option<String> {
        match self {
            Self::Name => Some(NAME_PROMPT.into()),
            Self::Password(name) => {
                Some(format!("What is {name}'s password? (or press Enter to go back)"))
            }
            Self::Confirm(name) => Some(format!(
                "There is nobody called {name} yet. Create {name}? (press Enter for yes, or type no)"
            )),
            Self::Choose(_) => Some(format!(
                "Choose a password of at least {SHORTEST_PASSWORD} characters, or press Enter to go back:"
            )),
            Self::Repeat(..) => Some(REPEAT_PROMPT.into()),
            Self::Reader(..) => Some(READER_PROMPT.into()),
            Self::Which(name, _) => Some(format!("Whom do you play? (press Enter for {name})")),
            Self::Waiting(_) | Self::Over => None,
        }
    }
}

/// First word of a line at the name prompt.
#[derive(PartialEq, Eq)]
enum Opening {
    Connect,
    Create,
    Guest,
    Name,
}

impl Opening {
    /// Parses the first word. None of these words can be a name: they are reserved or too short.
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
enum LoginWord {
    Yes,
    No,
    Quit,
    Help,
    Nothing,
    Other,
}

impl LoginWord {
    fn of(line: &str) -> Self {
        match line.to_ascii_lowercase().as_str() {
            "" => Self::Nothing,
            "yes" | "y" => Self::Yes,
            "no" | "n" => Self::No,
            "quit" => Self::Quit,
            "help" | "?" => Self::Help,
            _ => Self::Other,
        }
    }
}

/// Returns the first word, and the text after it without the spaces between.
fn split_word(line: &str) -> (&str, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim_start())
}
