//! What a player is asked beside the game: another password. The lines of such a dialogue never
//! reach the game, so they stand in no journal and on nobody's screen.

use std::borrow::Cow;

use crate::account::password::{Password, SHORTEST_PASSWORD};

const WRONG: &str = "That is not your password, so nothing was changed.";
const UNCHANGED: &str = "Nothing was changed.";
const DIFFERENT: &str = "Those two are not the same; please choose again.";
const CHANGED: &str = "Your password is changed; it is the one for all your characters.";
const ALONE: &str = "Type it alone: password. You are asked for both passwords then, and what you \
    type is hidden. Nothing was changed; if that was your password, somebody may have seen it.";

/// A dialogue that is under way.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Dialogue {
    /// The password that the account has.
    Old,
    /// The one that it is to have.
    New,
    /// The same once more.
    Repeat(Password),
}

/// What a dialogue wants to know or to be done before it can go on.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum DialogueAsk {
    /// Whether this is the account's password.
    Verify(Password),
    /// That this becomes the account's password.
    Change(Password),
}

/// Where a dialogue goes after a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum DialogueStep {
    /// To the next question, after this sentence if it is not empty.
    Next(Dialogue, Cow<'static, str>),
    /// To its end, with this sentence.
    Over(Cow<'static, str>),
    /// To an answer of the server, and then to [`answered`].
    Ask(DialogueAsk),
}

/// The dialogue that a line begins. Only the whole word does: whoever shortens it types a command.
pub(super) fn begun_by(line: &str) -> Option<DialogueStep> {
    let mut words = line.split_whitespace();
    let word = words.next()?;
    word.eq_ignore_ascii_case("password").then(|| match words.next() {
        None => DialogueStep::Next(Dialogue::Old, "".into()),
        Some(_) => DialogueStep::Over(ALONE.into()),
    })
}

/// Where it goes when what was asked is answered; `well` says that the password is the right one, or
/// that it is changed.
pub(super) fn answered(ask: &DialogueAsk, well: bool) -> DialogueStep {
    match (ask, well) {
        (DialogueAsk::Verify(_), true) => DialogueStep::Next(Dialogue::New, "".into()),
        (DialogueAsk::Verify(_), false) => DialogueStep::Over(WRONG.into()),
        (DialogueAsk::Change(_), true) => DialogueStep::Over(CHANGED.into()),
        (DialogueAsk::Change(_), false) => DialogueStep::Over(UNCHANGED.into()),
    }
}

impl Dialogue {
    /// What is asked; the answer is typed unseen.
    pub(super) fn prompt(&self) -> String {
        match self {
            Self::Old => "Your password now (or press Enter to keep it):".to_owned(),
            Self::New => {
                format!("The new one, of at least {SHORTEST_PASSWORD} characters (or press Enter):")
            }
            Self::Repeat(_) => "The new one once more (or press Enter):".to_owned(),
        }
    }

    /// Somebody typed a line. An empty one ends everything.
    pub(super) fn line(self, line: &str) -> DialogueStep {
        let typed = Password::new(line);
        match self {
            _ if line.trim().is_empty() => DialogueStep::Over(UNCHANGED.into()),
            Self::Old => DialogueStep::Ask(DialogueAsk::Verify(typed)),
            Self::New => match typed.check_new() {
                Ok(()) => DialogueStep::Next(Self::Repeat(typed), "".into()),
                Err(bad) => DialogueStep::Next(Self::New, bad.to_string().into()),
            },
            Self::Repeat(chosen) if chosen == typed => {
                DialogueStep::Ask(DialogueAsk::Change(chosen))
            }
            Self::Repeat(_) => DialogueStep::Next(Self::New, DIFFERENT.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn password(typed: &str) -> Password {
        Password::new(typed)
    }

    #[test]
    fn a_password_is_changed_after_the_old_one_and_twice_the_new_one() {
        assert_eq!(begun_by(" PASSWORD "), Some(DialogueStep::Next(Dialogue::Old, "".into())));
        let ask = DialogueAsk::Verify(password("old secret"));
        assert_eq!(answered(&ask, true), DialogueStep::Next(Dialogue::New, "".into()));
        assert_eq!(Dialogue::Old.line("old secret"), DialogueStep::Ask(ask));
        let repeat = Dialogue::Repeat(password("new secret"));
        assert_eq!(Dialogue::New.line("new secret"), DialogueStep::Next(repeat, "".into()));
        let repeat = Dialogue::Repeat(password("new secret"));
        let change = DialogueAsk::Change(password("new secret"));
        assert_eq!(repeat.line(" new secret "), DialogueStep::Ask(change));
    }

    #[test]
    fn whatever_is_not_right_changes_nothing() {
        for dialogue in [Dialogue::Old, Dialogue::New, Dialogue::Repeat(password("new secret"))] {
            assert_eq!(dialogue.line(" "), DialogueStep::Over(UNCHANGED.into()));
        }
        let wrong = answered(&DialogueAsk::Verify(password("x")), false);
        assert_eq!(wrong, DialogueStep::Over(WRONG.into()));
        let failed = answered(&DialogueAsk::Change(password("x")), false);
        assert_eq!(failed, DialogueStep::Over(UNCHANGED.into()));
        let short = Dialogue::New.line("short");
        assert!(
            matches!(&short, DialogueStep::Next(Dialogue::New, why) if why.contains("at least 8"))
        );
        let other = Dialogue::Repeat(password("new secret")).line("new sacred");
        assert_eq!(other, DialogueStep::Next(Dialogue::New, DIFFERENT.into()));
    }

    #[test]
    fn only_the_whole_word_begins_one_and_a_password_beside_it_is_used_for_nothing() {
        for line in ["passwor", "passwords", "say password", ""] {
            assert_eq!(begun_by(line), None, "{line}");
        }
        assert_eq!(begun_by("password hunter22 hunter23"), Some(DialogueStep::Over(ALONE.into())));
    }
}
