//! Reading the content again, beside the game.

use std::{path::PathBuf, sync::Arc};

use tokio::sync::mpsc;
use world::{engine::id::CharacterId, input::Input};

use super::Game;
use crate::{
    contract::inbox::ToGame,
    setup::{
        self,
        reread::{self, Reread},
    },
    store::Store,
};

impl Game {
    /// Has the content read again beside the game, for whoever asked for it.
    pub(super) fn read_again(&self, by: CharacterId, to_game: mpsc::Sender<ToGame>) {
        let (dir, store) = (self.content.clone(), self.store.clone());
        let commands = setup::command_names(&self.sim);
        self.tasks.spawn(read_again(dir, commands, by, store, to_game));
    }

    /// Tells what came of reading the content again: the log, and who asked for it. The operator,
    /// who asks by a signal, reads the log.
    pub(super) fn reload(&mut self, by: CharacterId, read: Result<Box<Reread>, String>) {
        let words = match read.and_then(|read| self.renew(*read)) {
            Ok(words) => {
                tracing::info!(%by, "{words}");
                words
            }
            Err(words) => {
                words.lines().for_each(|line| tracing::warn!(%by, "{line}"));
                words
            }
        };
        self.inputs.world.push(Input::Tell { to: by, words });
    }

    /// Makes the game what changed content says, or says why not.
    fn renew(&mut self, read: Reread) -> Result<String, String> {
        if self.read_only {
            return Err("Nothing can be saved just now, so the content stays as it is; \
                please read it again later."
                .to_owned());
        }
        let Reread { authored, .. } = &read;
        self.reserved.send_replace(Arc::new(setup::reserved(authored)));
        let (rooms, people) = (authored.content.rooms.len(), authored.personas.len());
        self.inputs.reloads.push(read);
        Ok(format!("The content is read again: {rooms} rooms and {people} people."))
    }
}

/// Reads the content for whoever asked for it, and hands it to the game.
async fn read_again(
    content: PathBuf,
    commands: Vec<&'static str>,
    by: CharacterId,
    store: Arc<Store>,
    to_game: mpsc::Sender<ToGame>,
) {
    let read = reread::read_again(content, commands, &store).await.map(Box::new);
    drop(store);
    if to_game.send(ToGame::Reloaded(by, read)).await.is_err() {
        tracing::debug!("the game ended before the content was read");
    }
}
