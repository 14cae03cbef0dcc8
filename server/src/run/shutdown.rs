//! Graceful shutdown: the whole sequence, from the signal to the closed data file.
//!
//! | # | What happens | Where |
//! |---|---|---|
//! | 1 | Ctrl-C or SIGTERM cancels the token `stop`; the command `shutdown now` of an owner becomes [`Request::Shutdown`](engine::request::Request::Shutdown); a broken world ends the run as well | `operate/tasks.rs` `stop_on_signals`, `world/src/staff/shutdown.rs`, `game.rs` `tick` |
//! | 2 | Nobody is let in any more: the accept loop ends, logins read "The server stops now", scheduled backups, reloads by SIGHUP, learning and probing stop | `session/accept.rs`, `session.rs`, all that waits for `SessionContext::stop` |
//! | 3 | The game leaves its loop and says goodbye: one tick shows everybody the farewell, the next takes their characters out of the world, which saves them | `game.rs` `run`, `game/ending.rs` `farewell` |
//! | 4 | The farewells wait for the last commits, 3 seconds at most; whose changes were not saved by then is told so | `game/ending.rs` `show_last` |
//! | 5 | Journal and record are closed, and questions to models and services are given up | the end of `Game::run`, the token `late` of [`run`](super::run) |
//! | 6 | Players have 3 seconds to read the goodbye; then hanging connections are cut, which takes 3 seconds at most | [`after_game`], the token `cut` |
//! | 7 | The passes by which pages come back after a restart are saved; the store writes what it still holds, closes the data file and gives back its claim | [`Store::close`] |
//! | 8 | The process ends with 0, or with 1 and the first error | `main.rs` `serve` |
//!
//! Row 2 comes with row 5 where no signal came: after the command and for a broken world. Until then a
//! login waits, for the game takes no further input.
//!
//! A second signal changes nothing; after SIGKILL or a crash what was committed is there, and the next
//! start needs no repair.

use std::{sync::Arc, time::Duration};

use store::{Batch, Store, StoreError};
use tokio::task::JoinHandle;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{clock, session::pass::Passes, setup::error::RunError};

/// Total time that all players together have to read the goodbye.
const GOODBYE: Duration = Duration::from_secs(3);

/// Shuts down what outlives the game: waits for those who read the goodbye, cuts the connections that
/// hang, and closes the store after the last of them.
///
/// # Errors
/// [`RunError`] when the store cannot save what it still holds.
pub(super) async fn after_game(
    listening: JoinHandle<()>,
    tasks: &TaskTracker,
    cut: &CancellationToken,
    passes: &Passes,
    store: Arc<Store>,
) -> Result<(), RunError> {
    if listening.await.is_err() {
        tracing::error!("the listener broke");
    }
    tasks.close();
    if tokio::time::timeout(GOODBYE, tasks.wait()).await.is_err() {
        cut.cancel();
        // What still waits then waits for something that will not come; all is saved without it.
        if tokio::time::timeout(GOODBYE, tasks.wait()).await.is_err() {
            tracing::warn!(tasks = tasks.len(), "some connections did not end");
        }
    }
    // Those who left of their own accord have given theirs back by now.
    if let Err(error) = store.commit(Batch::of_rows(passes.rows(clock::now()))) {
        tracing::warn!(%error, "pages have to log in again");
    }
    match Arc::try_unwrap(store) {
        Ok(store) => Ok(store.close().await?),
        Err(store) => {
            tracing::warn!("something still holds the store; it saves as it goes");
            store.failure().map_or(Ok(()), |why| Err(StoreError::Broken(why).into()))
        }
    }
}
