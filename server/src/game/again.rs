//! Reading the content again, beside the game.

use std::{path::PathBuf, sync::Arc};

use tokio::sync::mpsc;
use world::engine::id::CharacterId;

use crate::{
    contract::{frame::Frame, inbox::ToGame},
    setup,
    store::Store,
};

/// Reads the content for whoever asked for it, and hands it to the game.
pub(crate) async fn read_again(
    content: PathBuf,
    by: CharacterId,
    store: Arc<Store<Frame>>,
    to_game: mpsc::Sender<ToGame>,
) {
    let files = setup::read_again(content, &store).await;
    drop(store);
    if to_game.send(ToGame::Reloaded(by, files)).await.is_err() {
        tracing::debug!("the game ended before the content was read");
    }
}
