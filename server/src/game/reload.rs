//! Hot reload of the content, beside the game.

use std::{path::PathBuf, sync::Arc};

use engine::{clock::WorldTime, id::CharacterId, request::NpcWish};
use tokio::sync::mpsc;
use world::{act::command::CommandSpec, beings::character::CharacterRef, input::Input};

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
        files::{self, Authored},
        made::change::{self, NpcChange},
        reload::{self, ReloadOutcome, ReloadRequest},
    },
};

/// Requester of content that is being loaded.
pub(super) struct PendingReload {
    by: CharacterId,
    /// True if the content was read for a reload, not for a character that was made or removed.
    of_content: bool,
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
        let made = setup::authored(&self.sim).map_or_else(Vec::new, |it| it.made_files());
        self.tasks.spawn(load_content(dir, commands, made, by, store, to_game));
    }

    /// Starts making or removing a character, beside the game.
    pub(super) fn start_npc_change(
        &self,
        (id, name): (CharacterId, String),
        (at, wish): (WorldTime, NpcWish),
        to_game: mpsc::Sender<ToGame>,
    ) {
        let Some(before) = setup::authored(&self.sim).cloned() else { return };
        let (dir, store) = (self.content.clone(), self.store.clone());
        let commands = setup::command_specs(&self.sim);
        self.tasks.spawn(async move {
            let by = CharacterRef { id: id.clone(), name };
            let change = change_npcs(dir, commands, before, (by, at, wish), &store).await;
            drop(store);
            if to_game.send(ToGame::NpcChanged(id, change.map(Box::new))).await.is_err() {
                tracing::debug!("the game ended before a character was made or removed");
            }
        });
    }

    /// Puts content that was read again into the next tick, or tells why not.
    pub(super) fn reload(
        &mut self,
        (by, of_content): (CharacterId, bool),
        read: Result<Box<ReloadRequest>, String>,
    ) {
        let read = match read {
            Ok(_) if self.read_only => {
                Err("Nothing can be saved just now, so the content and the characters stay \
                as they are; please try again later."
                    .to_owned())
            }
            read => read,
        };
        match read {
            Ok(read) => {
                // Nobody takes such a name between now and then.
                let names = Arc::new(setup::reserved(&read.authored));
                let before = self.reserved.send_replace(names);
                self.renewals.push(PendingReload { by, of_content, before });
                self.inputs.reloads.push(*read);
            }
            Err(words) => self.report_outcome((by, of_content), Err(words)),
        }
    }

    /// Reports the outcomes of the reloads of the last tick to their requesters.
    pub(super) fn finish_reloads(&mut self) {
        let renewals = std::mem::take(&mut self.renewals).into_iter();
        let mut undone = None;
        for (PendingReload { by, of_content, before }, renewed) in
            renewals.zip(self.sim.drain::<ReloadOutcome>())
        {
            let words = renewed.sentence();
            if let (Ok(_), Some(probing)) = (&words, &mut self.probing) {
                probing.begin(&self.sim);
            }
            // What broke leaves the names of the last that did not.
            undone = if words.is_ok() { None } else { undone.or(Some(before)) };
            self.report_outcome((by, of_content), words);
        }
        if let Some(names) = undone {
            self.reserved.send_replace(names);
        }
    }

    /// Logs the outcome of a reload, with its requester. The operator, who asks by a signal, reads
    /// the log.
    fn report_outcome(
        &mut self,
        (by, of_content): (CharacterId, bool),
        came: Result<String, String>,
    ) {
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
        if of_content {
            let source = self.source.as_deref();
            let lines = words.lines().map(|it| ReloadLine::new(it, source)).collect();
            self.inputs.screens.push(ScreenInput::Reloaded { by: by.clone(), ok, lines });
        }
        self.inputs.world.push(Input::Tell { to: by, words });
    }
}

/// Reads the content for whoever asked for it, and hands it to the game.
async fn load_content(
    content: PathBuf,
    commands: Vec<&'static CommandSpec>,
    made: Vec<(String, String)>,
    by: CharacterId,
    store: Arc<Store>,
    to_game: mpsc::Sender<ToGame>,
) {
    let read = reload::load(content, commands, made, &store).await.map(Box::new);
    drop(store);
    if to_game.send(ToGame::Reloaded(by, read)).await.is_err() {
        tracing::debug!("the game ended before the content was read");
    }
}

/// Reads the content for one who makes or removes a character, and returns it with that change.
async fn change_npcs(
    content: PathBuf,
    commands: Vec<&'static CommandSpec>,
    before: Arc<Authored>,
    (by, at, wish): (CharacterRef, WorldTime, NpcWish),
    store: &Store,
) -> Result<ReloadRequest, String> {
    change::check_taken(&wish, store).await?;
    let reading = tokio::task::spawn_blocking(move || {
        let files = files::read(&content).map_err(|error| error.to_string())?;
        let files = files.into_iter().map(|it| (it.path, it.text)).collect();
        let change = NpcChange::new(&before, &commands, files, &wish, (by, at));
        change.check_unchanged()?;
        let changed = change.prepare()?;
        if before.personas.is_empty() {
            // The first of all has nobody to share what was learned from the examples with.
            changed.authored.learn(&content);
        }
        Ok(changed)
    });
    reading.await.map_err(|error| error.to_string())?
}
