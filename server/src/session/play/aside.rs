//! Lines of a dialogue beside the game, which never reach it.

use std::path::PathBuf;

use serde_json::{Value, json};
use tokio::task::spawn_blocking;

use super::{PendingInput, Player};
use crate::{
    account::saved::Account,
    contract::typed::TypedLine,
    record::reading,
    session::{
        client::ClientConnection,
        dialogue::{self, DialogueAnswer, DialogueAsk, DialogueStep},
    },
};

const TOO_MANY: &str = "There were too many wrong passwords from your address just now. Please try \
    again in a minute.";

const FAREWELL: &str = "Farewell. Nothing is kept of you here.";

/// Number of the newest lines of the record that are printed.
const MOST_LINES: usize = 50;

/// Maximum bytes of an account's export that are printed.
const MOST_PRINTED: usize = 64 * 1024;

/// Formats exported data as text, cut to a readable length.
fn printed(mut kept: String) -> String {
    let whole = kept.len();
    if whole > MOST_PRINTED {
        kept.truncate(kept.floor_char_boundary(MOST_PRINTED));
        kept.push_str(&format!(
            "\n[This is a part of it: {} KiB of {}. Ask the staff for the whole.]",
            MOST_PRINTED / 1024,
            whole.div_ceil(1024)
        ));
    }
    kept
}

/// Returns the number of lines that the record has of an account, and the newest of them.
async fn recorded(data: PathBuf, account: Account) -> Value {
    let whom = account.characters.into_iter().map(|it| it.id).collect();
    let lines = spawn_blocking(move || reading::lines_of(&data, &whom)).await;
    match lines.unwrap_or_else(|broken| Err(broken.into())) {
        Ok(lines) => {
            let newest = lines.iter().skip(lines.len().saturating_sub(MOST_LINES));
            json!({"lines": lines.len(), "newest": newest.collect::<Vec<_>>()})
        }
        Err(error) => {
            tracing::warn!(%error, "the record cannot be read");
            Value::from("it cannot be read just now")
        }
    }
}

impl<W: ClientConnection> Player<W> {
    /// Takes the next line if it belongs to a dialogue, and returns the dialogue's next step.
    pub(super) fn aside(&mut self) -> Option<DialogueStep> {
        let Some(PendingInput::Line(TypedLine { line, .. })) = self.pending.front() else {
            return None;
        };
        self.account.as_ref()?;
        let step = match self.dialogue.take() {
            Some(dialogue) => dialogue.line(line),
            None => dialogue::begun_by(line)?,
        };
        self.pending.pop_front();
        self.pace.on_line_released();
        Some(step)
    }

    /// Continues a dialogue: carries out its requests and shows its next question.
    pub(super) async fn converse(&mut self, mut step: DialogueStep) {
        while let DialogueStep::Ask(ask) = step {
            step = match self.see_to(&ask).await {
                Ok(answer) => dialogue::answered(&ask, answer),
                Err(words) => DialogueStep::Over(words.into()),
            };
        }
        let words = match step {
            DialogueStep::Next(dialogue, words) => {
                self.dialogue = Some(Box::new(dialogue));
                words
            }
            DialogueStep::Over(words) => words,
            DialogueStep::Ask(_) => return,
        };
        // The end of a hidden line was not shown.
        if self.wire.is_hidden() {
            self.wire.show("\n");
        }
        self.wire.hide_input(self.dialogue.as_ref().is_some_and(|it| it.is_hidden()));
        if !words.is_empty() {
            self.wire.show(&words);
        }
        self.prompt();
    }

    /// Carries out a request of a dialogue.
    async fn see_to(&mut self, ask: &DialogueAsk) -> Result<DialogueAnswer, String> {
        let (Some(context), Some(id)) = (&self.context, &self.account) else {
            return Ok(DialogueAnswer::Wrong);
        };
        let (failed, from) = (&context.failed_logins, self.origin.address);
        let done = match ask {
            DialogueAsk::Verify(..) if !failed.allows(from, context.watch.elapsed()) => {
                return Err(TOO_MANY.to_owned());
            }
            DialogueAsk::Verify(password, _) => {
                let account = context.accounts.load(id).await.map_err(|it| it.sentence())?;
                let right = context.accounts.is_password(&account, password.clone()).await;
                if matches!(right, Ok(false)) {
                    tracing::warn!(name = &*self.name, address = %from, "a wrong password in play");
                    if !failed.take(from, context.watch.elapsed()) {
                        return Err(TOO_MANY.to_owned());
                    }
                }
                right.map(|right| if right { DialogueAnswer::Well } else { DialogueAnswer::Wrong })
            }
            DialogueAsk::Change(password) => {
                let changed = context.accounts.set_password(id, password.clone(), false).await;
                tracing::info!(name = &*self.name, address = %from, "a password was changed");
                changed.map(|_| DialogueAnswer::Well)
            }
            DialogueAsk::Delete => {
                let session = self.origin.session;
                tracing::info!(name = &*self.name, address = %from, "deletes the account");
                let deleted = context.registrar().delete(id, session, FAREWELL).await;
                return deleted.map(|_| DialogueAnswer::Well).map_err(|unmet| unmet.sentence());
            }
            DialogueAsk::Export => {
                let account = context.accounts.load(id).await.map_err(|it| it.sentence())?;
                let record = recorded(context.config.server.data.clone(), account).await;
                context.accounts.export_to_owner(id).await.map(|mut told| {
                    if let Some(told) = told.as_object_mut() {
                        told.insert("record".to_owned(), record);
                    }
                    DialogueAnswer::Told(printed(format!("{told:#}")))
                })
            }
        };
        done.map_err(|it| it.sentence())
    }
}
