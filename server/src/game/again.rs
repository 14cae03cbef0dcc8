//! Reading the content again, beside the game.

use std::path::Path;

use tokio::sync::mpsc;
use world::id::CharacterId;

use super::ToGame;
use crate::files;

/// Reads the content for whoever asked for it, and hands it to the game. It waits for the disk.
pub(crate) fn read_again(content: &Path, by: CharacterId, to_game: &mpsc::Sender<ToGame>) {
    let files = files::read(content)
        .map(|files| files.into_iter().map(|it| (it.path, it.text)).collect())
        .map_err(|error| error.to_string());
    if to_game.blocking_send(ToGame::Reloaded(by, files)).is_err() {
        tracing::debug!("the game ended before the content was read");
    }
}
