//! Training on the examples in a separate thread, so that neither a tick nor a request to an
//! endpoint waits for it.

use std::thread;

use tokio::sync::oneshot;

use crate::persona::example::Examples;

/// Future of the training: resolves when the examples are learned, or to an error if that failed.
pub type Learning = oneshot::Receiver<()>;

/// Starts the training on a new thread, which does not keep the process alive. If another thread
/// trains already, this one waits for it.
#[must_use]
pub fn begin(examples: &Examples) -> Learning {
    let (done, learning) = oneshot::channel();
    let examples = examples.clone();
    let thread = thread::Builder::new().name("learning".to_owned()).spawn(move || {
        examples.learn();
        // The receiver may be dropped; then nobody waits.
        done.send(()).unwrap_or_default();
    });
    if let Err(error) = thread {
        tracing::error!(%error, "there is no thread to learn from the examples on");
    }
    learning
}

/// Waits until the examples are learned, without blocking the thread. Returns false if that failed.
pub(super) async fn finish(examples: &Examples) -> bool {
    examples.is_ready() || begin(examples).await.is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{nlu::WordGroups, persona::example::ExampleLines};

    #[tokio::test]
    async fn many_examples_are_learned_on_a_thread() {
        let lines = (0..=1_000).map(|it| format!("ring the {it}. bell")).collect();
        let lines = ExampleLines::from([("bell".to_owned(), lines)]);
        let examples = Examples::new(WordGroups::new(), lines);
        assert!(!examples.is_ready());
        assert!(finish(&examples).await && examples.is_ready());
    }
}
