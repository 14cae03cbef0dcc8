//! Learning from the examples beside the game, which goes by patterns until that is done.

use assistants::llm::learning::Learning;
use tokio::sync::mpsc;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::contract::inbox::ToGame;

/// Notifies the game that the examples are being learned, ahead of its first tick, which must not block
/// on them; and again when they are learned. Does nothing if they are learned already.
pub(crate) fn begin(
    learning: Option<Learning>,
    to_game: &mpsc::Sender<ToGame>,
    stop: &CancellationToken,
    tasks: &TaskTracker,
) {
    let Some(learning) = learning else { return };
    match to_game.try_send(ToGame::Learned(false)) {
        Ok(()) => drop(tasks.spawn(finish(learning, stop.clone(), to_game.clone()))),
        Err(error) => tracing::error!(%error, "the game was not told of the learning"),
    }
}

async fn finish(learning: Learning, stop: CancellationToken, to_game: mpsc::Sender<ToGame>) {
    tokio::select! {
        biased;
        () = stop.cancelled() => return,
        learned = learning => if learned.is_err() {
            tracing::error!("the examples cannot be learned, so characters go by patterns alone");
            return;
        },
    }
    if to_game.send(ToGame::Learned(true)).await.is_err() {
        tracing::debug!("the game ended before the examples were learned");
    }
}
