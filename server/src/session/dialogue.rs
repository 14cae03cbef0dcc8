//! What a player is asked and told beside the game: another password, and what is kept about them.
//! The lines of such a dialogue never reach the game, so they stand in no journal and on nobody's
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

/// A dialogue that is under way.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Dialogue {
    /// The password that the account has, and what it is asked for.
    Old(PasswordFor),
    /// The one that it is to have.
    New,
    /// The same once more.
    Repeat(Password),
    /// Whether the account is really to be deleted.
    Sure,
}

/// What a password is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PasswordFor {
    /// To have another one.
    Change,
    /// To delete the account.
    Delete,
}

/// What a dialogue wants to know or to be done before it can go on.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum DialogueAsk {
    /// Whether this is the account's password.
    Verify(Password, PasswordFor),
    /// That this becomes the account's password.
    Change(Password),
    /// That the account is deleted.
    Delete,
    /// Everything that is kept about the account.
    Export,
}

/// What came of it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum DialogueAnswer {
    /// The password is the right one, or it is done.
    Well,
    /// It is not.
    Wrong,
    /// What was asked for.
    Told(String),
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

/// Where it goes when what was asked is answered.
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
    /// Whether the answer is typed unseen.
    pub(super) fn is_hidden(&self) -> bool {
        !matches!(self, Self::Sure)
    }

    /// What is asked.
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

    /// Somebody typed a line. An empty one ends everything.
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
