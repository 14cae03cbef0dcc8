//! Reading the content again, beside the game.

use std::{path::PathBuf, sync::Arc};

use engine::id::CharacterId;
use tokio::sync::mpsc;
use world::{act::command::CommandSpec, input::Input};

use super::{Game, probing::Probing};
use store::Store;

use crate::{
    account::names::Reserved,
    contract::{
        inbox::ToGame,
        said::{ReloadLine, ScreenInput},
    },
    setup::{
        self,
        reload::{self, ReloadOutcome, ReloadRequest},
    },
};

/// Requester of content that is being loaded.
pub(super) struct PendingReload {
    by: CharacterId,
    /// Reserved names before the reload.
    before: Arc<Reserved>,
}

impl Game {
    /// Starts the test of models that new content names.
    pub(crate) fn test_models(self, probing: Probing) -> Self {
        Self { probing: Some(probing), ..self }
    }

    /// Starts reading the content, beside the game, for whoever asked for it.
    pub(super) fn start_reload(&self, by: CharacterId, to_game: mpsc::Sender<ToGame>) {
        let (dir, store) = (self.content.clone(), self.store.clone());
        let commands = setup::command_specs(&self.sim);
        self.tasks.spawn(load_content(dir, commands, by, store, to_game));
    }

    /// Puts content that was read again into the next tick, or tells why not.
    pub(super) fn reload(&mut self, by: CharacterId, read: Result<Box<ReloadRequest>, String>) {
        let read = match read {
            Ok(_) if self.read_only => {
                Err("Nothing can be saved just now, so the content stays as \
                it is; please read it again later."
                    .to_owned())
            }
            read => read,
        };
        match read {
            Ok(read) => {
                // Nobody takes such a name between now and then.
                let names = Arc::new(setup::reserved(&read.authored));
                let before = self.reserved.send_replace(names);
                self.renewals.push(PendingReload { by, before });
                self.inputs.reloads.push(*read);
            }
            Err(words) => self.report_outcome(by, Err(words)),
        }
    }

    /// Reports the outcomes of the reloads of the last tick to their requesters.
    pub(super) fn finish_reloads(&mut self) {
        let renewals = std::mem::take(&mut self.renewals).into_iter();
        let mut undone = None;
        for (PendingReload { by, before }, renewed) in
            renewals.zip(self.sim.drain::<ReloadOutcome>())
        {
            let words = renewed.sentence();
            if let (Ok(_), Some(probing)) = (&words, &mut self.probing) {
                probing.begin(&self.sim);
            }
            // What broke leaves the names of the last that did not.
            undone = if words.is_ok() { None } else { undone.or(Some(before)) };
            self.report_outcome(by, words);
        }
        if let Some(names) = undone {
            self.reserved.send_replace(names);
        }
    }

    /// Logs the outcome of a reload, with its requester. The operator, who asks by a signal, reads
    /// the log.
    fn report_outcome(&mut self, by: CharacterId, came: Result<String, String>) {
        let ok = came.is_ok();
        let words = match came {
            Ok(words) => {
                tracing::info!(%by, "{words}");
                words
            }
            Err(words) => {
                words.lines().for_each(|line| tracing::warn!(%by, "{line}"));
                words
            }
        };
        let source = self.source.as_deref();
        let lines = words.lines().map(|it| ReloadLine::new(it, source)).collect();
        self.inputs.screens.push(ScreenInput::Reloaded { by: by.clone(), ok, lines });
        self.inputs.world.push(Input::Tell { to: by, words });
    }
}

/// Reads the content for whoever asked for it, and hands it to the game.
async fn load_content(
    content: PathBuf,
    commands: Vec<&'static CommandSpec>,
    by: CharacterId,
    store: Arc<Store>,
    to_game: mpsc::Sender<ToGame>,
) {
    let read = reload::load(content, commands, &store).await.map(Box::new);
    drop(store);
    if to_game.send(ToGame::Reloaded(by, read)).await.is_err() {
        tracing::debug!("the game ended before the content was read");
    }
}
