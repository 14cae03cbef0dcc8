//! Dialogues about the account, beside the game: change of the password, export and deletion of the
//! account. Their lines never reach the game, so they are in no journal and on no other player's
//! screen.

use std::borrow::Cow;

use crate::account::password::{Password, SHORTEST_PASSWORD};

const WRONG: &str = "That is not your password, so nothing was changed.";
const UNCHANGED: &str = "Nothing was changed.";
const DELETES: &str = "This is to delete your account: all your characters, what they carry, and \
    what the people here remember of them. It cannot be undone.";
const DELETED: &str = "Your account is deleted, with everything that was kept about it.";
const DIFFERENT: &str = "Those two are not the same; please choose again.";
const CHANGED: &str = "Your password is changed; it is the one for all your characters.";
const ALONE: &str = "Type it alone: password. You are asked for both passwords then, and what you \
    type is hidden. Nothing was changed; if that was your password, somebody may have seen it.";

/// Dialogue in progress.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Dialogue {
    /// Prompt for the current password, and its purpose.
    Old(PasswordFor),
    /// Prompt for the new password.
    New,
    /// The new password, typed again to confirm it.
    Repeat(Password),
    /// Confirmation of the deletion of the account.
    Sure,
}

/// Purpose of a password prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PasswordFor {
    /// Change of the password.
    Change,
    /// Deletion of the account.
    Delete,
}

/// Request of a dialogue to the server, answered before it can go on.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum DialogueAsk {
    /// Verification of the account's password.
    Verify(Password, PasswordFor),
    /// Change of the account's password.
    Change(Password),
    /// Deletion of the account.
    Delete,
    /// Export of all data that is kept about the account.
    Export,
}

/// Answer to a request of a dialogue.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum DialogueAnswer {
    /// The password is right, or the request was carried out.
    Well,
    /// The password is wrong, or the request failed.
    Wrong,
    /// Text to show, such as an export.
    Told(String),
}

/// Next step of a dialogue.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum DialogueStep {
    /// Next question, after this sentence if it is not empty.
    Next(Dialogue, Cow<'static, str>),
    /// End of the dialogue, with this sentence.
    Over(Cow<'static, str>),
    /// Request to the server; the dialogue continues with [`answered`].
    Ask(DialogueAsk),
}

/// Returns the dialogue that a line begins, if any. Only the whole word does: an abbreviation is a
/// command of the game.
pub(super) fn begun_by(line: &str) -> Option<DialogueStep> {
    let mut words = line.split_whitespace();
    let (word, rest) = (words.next()?, words.next());
    let is = |it: &str, word: &str| it.eq_ignore_ascii_case(word);
    if is(word, "password") {
        return Some(match rest {
            None => DialogueStep::Next(Dialogue::Old(PasswordFor::Change), "".into()),
            Some(_) => DialogueStep::Over(ALONE.into()),
        });
    }
    if !is(word, "account") || words.next().is_some() {
        return None;
    }
    match rest? {
        it if is(it, "export") => Some(DialogueStep::Ask(DialogueAsk::Export)),
        it if is(it, "delete") => {
            Some(DialogueStep::Next(Dialogue::Old(PasswordFor::Delete), DELETES.into()))
        }
        _ => None,
    }
}

/// Returns the next step after the answer to a request.
pub(super) fn answered(ask: &DialogueAsk, answer: DialogueAnswer) -> DialogueStep {
    use DialogueAnswer::{Told, Well, Wrong};
    match (ask, answer) {
        (_, Told(words)) => DialogueStep::Over(words.into()),
        (DialogueAsk::Verify(_, PasswordFor::Change), Well) => {
            DialogueStep::Next(Dialogue::New, "".into())
        }
        (DialogueAsk::Verify(_, PasswordFor::Delete), Well) => {
            DialogueStep::Next(Dialogue::Sure, "".into())
        }
        (DialogueAsk::Verify(..), Wrong) => DialogueStep::Over(WRONG.into()),
        (DialogueAsk::Change(_), Well) => DialogueStep::Over(CHANGED.into()),
        (DialogueAsk::Delete, Well) => DialogueStep::Over(DELETED.into()),
        (DialogueAsk::Change(_) | DialogueAsk::Delete | DialogueAsk::Export, Well | Wrong) => {
            DialogueStep::Over(UNCHANGED.into())
        }
    }
}

impl Dialogue {
    /// Returns whether the answer is typed hidden.
    pub(super) fn is_hidden(&self) -> bool {
        !matches!(self, Self::Sure)
    }

    /// Returns the question to show.
    pub(super) fn prompt(&self) -> String {
        match self {
            Self::Old(PasswordFor::Delete) => {
                "Your password (or press Enter to keep it):".to_owned()
            }
            Self::Sure => "To delete it for ever, type delete (or press Enter):".to_owned(),
            Self::Old(PasswordFor::Change) => {
                "Your password now (or press Enter to keep it):".to_owned()
            }
            Self::New => {
                format!("The new one, of at least {SHORTEST_PASSWORD} characters (or press Enter):")
            }
            Self::Repeat(_) => "The new one once more (or press Enter):".to_owned(),
        }
    }

    /// Processes a line of the player. An empty one ends the dialogue.
    pub(super) fn line(self, line: &str) -> DialogueStep {
        let typed = Password::new(line);
        match self {
            _ if line.trim().is_empty() => DialogueStep::Over(UNCHANGED.into()),
            Self::Old(purpose) => DialogueStep::Ask(DialogueAsk::Verify(typed, purpose)),
            Self::Sure if line.trim().eq_ignore_ascii_case("delete") => {
                DialogueStep::Ask(DialogueAsk::Delete)
            }
            Self::Sure => DialogueStep::Over(UNCHANGED.into()),
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
    use super::{
        DialogueAnswer::{Well, Wrong},
        *,
    };

    fn password(typed: &str) -> Password {
        Password::new(typed)
    }

    #[test]
    fn a_password_is_changed_after_the_old_one_and_twice_the_new_one() {
        let old = || Dialogue::Old(PasswordFor::Change);
        assert_eq!(begun_by(" PASSWORD "), Some(DialogueStep::Next(old(), "".into())));
        let ask = DialogueAsk::Verify(password("old secret"), PasswordFor::Change);
        assert_eq!(answered(&ask, Well), DialogueStep::Next(Dialogue::New, "".into()));
        assert_eq!(old().line("old secret"), DialogueStep::Ask(ask));
        let repeat = Dialogue::Repeat(password("new secret"));
        assert_eq!(Dialogue::New.line("new secret"), DialogueStep::Next(repeat, "".into()));
        let repeat = Dialogue::Repeat(password("new secret"));
        let change = DialogueAsk::Change(password("new secret"));
        assert_eq!(repeat.line(" new secret "), DialogueStep::Ask(change));
    }

    #[test]
    fn an_account_is_deleted_after_its_password_and_once_more() {
        let old = || Dialogue::Old(PasswordFor::Delete);
        let begun = begun_by("Account delete");
        assert_eq!(begun, Some(DialogueStep::Next(old(), DELETES.into())));
        let ask = DialogueAsk::Verify(password("old secret"), PasswordFor::Delete);
        assert_eq!(answered(&ask, Well), DialogueStep::Next(Dialogue::Sure, "".into()));
        assert_eq!(old().line("old secret"), DialogueStep::Ask(ask));
        assert!(old().is_hidden() && !Dialogue::Sure.is_hidden());
        assert_eq!(Dialogue::Sure.line("Delete"), DialogueStep::Ask(DialogueAsk::Delete));
        assert_eq!(Dialogue::Sure.line("yes"), DialogueStep::Over(UNCHANGED.into()));
    }

    #[test]
    fn whatever_is_not_right_changes_nothing() {
        let olds = [PasswordFor::Change, PasswordFor::Delete].map(Dialogue::Old);
        let others = [Dialogue::New, Dialogue::Repeat(password("new secret")), Dialogue::Sure];
        for dialogue in olds.into_iter().chain(others) {
            assert_eq!(dialogue.line(" "), DialogueStep::Over(UNCHANGED.into()));
        }
        for purpose in [PasswordFor::Change, PasswordFor::Delete] {
            let wrong = answered(&DialogueAsk::Verify(password("x"), purpose), Wrong);
            assert_eq!(wrong, DialogueStep::Over(WRONG.into()));
        }
        let failed = answered(&DialogueAsk::Change(password("x")), Wrong);
        assert_eq!(failed, DialogueStep::Over(UNCHANGED.into()));
        let short = Dialogue::New.line("short");
        assert!(
            matches!(&short, DialogueStep::Next(Dialogue::New, why) if why.contains("at least 8"))
        );
        let other = Dialogue::Repeat(password("new secret")).line("new sacred");
        assert_eq!(other, DialogueStep::Next(Dialogue::New, DIFFERENT.into()));
    }

    #[test]
    fn only_whole_words_begin_one_and_a_password_beside_them_is_used_for_nothing() {
        let others = ["account", "account deleted", "account delete ann", "accounts delete ann"];
        for line in ["passwor", "passwords", "say password", ""].into_iter().chain(others) {
            assert_eq!(begun_by(line), None, "{line}");
        }
        assert_eq!(begun_by("password hunter22 hunter23"), Some(DialogueStep::Over(ALONE.into())));
        assert_eq!(begun_by("account export"), Some(DialogueStep::Ask(DialogueAsk::Export)));
    }
}
