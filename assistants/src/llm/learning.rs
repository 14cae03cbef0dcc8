//! Training on the examples in a separate thread, so that neither a tick nor a request to an
//! endpoint waits for it, and the cache file that spares it at the next start.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process, thread,
};

use tokio::sync::oneshot;

use crate::{nlu::MOST_CACHED, persona::example::Examples};

/// Name of the cache file in the content folder. It begins with a dot, so it is no content.
pub const CACHE: &str = ".intents.cache";

/// Future of the training: resolves when the examples are learned, or to an error if that failed.
pub type Learning = oneshot::Receiver<()>;

/// Starts the training on a new thread, which does not keep the process alive. If another thread
/// trains already, this one waits for it. `cache` is the cache file to read and to write.
#[must_use]
pub fn begin(examples: &Examples, cache: Option<PathBuf>) -> Learning {
    let (done, learning) = oneshot::channel();
    let examples = examples.clone();
    let thread = thread::Builder::new().name("learning".to_owned()).spawn(move || {
        learn(&examples, cache.as_deref());
        // The receiver may be dropped; then nobody waits.
        done.send(()).unwrap_or_default();
    });
    if let Err(error) = thread {
        tracing::error!(%error, "there is no thread to learn from the examples on");
    }
    learning
}

/// Reads what was learned from a cache file, or learns and writes the file. Blocks for milliseconds or
/// for seconds. A file that cannot be written costs the next start those seconds, and is logged.
/// Returns true if this call has learned.
pub fn learn(examples: &Examples, cache: Option<&Path>) -> bool {
    let is_built = examples.learn_or_take(|| read(cache?));
    // A `reload` without new examples finds the index there, and has nothing to write.
    let Some((cache, file)) = cache.filter(|_| is_built).zip(examples.file()) else {
        return is_built;
    };
    if let Err(error) = write(cache, &file) {
        tracing::info!(
            path = %cache.display(), %error,
            "what was learned from the examples is not cached, so the next start learns it again"
        );
    }
    is_built
}

/// Waits until the examples are learned, without blocking the thread. Returns false if that failed.
pub(super) async fn finish(examples: &Examples) -> bool {
    examples.is_ready() || begin(examples, None).await.is_ok()
}

/// Returns the bytes of a cache file; none if there is none of a sensible size.
fn read(cache: &Path) -> Option<Vec<u8>> {
    let file = fs::metadata(cache).ok().filter(|it| it.is_file() && it.len() <= MOST_CACHED);
    file.and_then(|_| fs::read(cache).ok())
}

/// Writes a cache file, under another name first, so that nobody reads half of it.
fn write(cache: &Path, file: &[u8]) -> io::Result<()> {
    let whole = cache.with_extension(format!("{}.part", process::id()));
    let written = fs::write(&whole, file).and_then(|()| fs::rename(&whole, cache));
    if written.is_err() {
        // Nobody needs half of one; that there is none to remove is well.
        fs::remove_file(&whole).unwrap_or_default();
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{nlu::WordGroups, persona::example::ExampleLines};

    /// Set of so many lines that training on it takes long; `last` tells sets apart.
    fn many(last: &str) -> Examples {
        let lines = (0..=1_000).map(|it| format!("ring the {it}. bell")).chain([last.to_owned()]);
        let lines = ExampleLines::from([("bell".to_owned(), lines.collect())]);
        Examples::new(WordGroups::new(), lines)
    }

    #[tokio::test]
    async fn many_examples_are_learned_on_a_thread() {
        let examples = many("on a thread");
        assert!(!examples.is_ready());
        assert!(finish(&examples).await && examples.is_ready());
    }

    #[test]
    fn what_was_learned_is_read_again_and_what_was_made_of_others_is_written_anew() {
        let dir = tempfile::tempdir().unwrap();
        let cache = dir.path().join(CACHE);
        let learned = |last: &str| {
            let examples = many(last);
            let is_built = learn(&examples, Some(&cache));
            assert!(examples.is_ready() && !learn(&examples, Some(&cache)), "learned twice");
            is_built
        };
        assert!(learned("once"), "there is nothing to read");
        assert!(!learned("once"), "it was learned again");
        assert!(learned("twice"), "it was made of other lines");
        fs::write(&cache, "no cache").unwrap();
        assert!(learned("twice"), "it is damaged");
        assert!(!learned("twice"), "it was not mended");
        let names: Vec<_> = fs::read_dir(&dir).unwrap().map(|it| it.unwrap().file_name()).collect();
        assert_eq!(names, [CACHE]);
    }

    #[test]
    fn where_nothing_can_be_written_it_is_learned_all_the_same() {
        let dir = tempfile::tempdir().unwrap();
        let examples = many("nowhere");
        assert!(learn(&examples, Some(&dir.path().join("missing").join(CACHE))));
        assert!(examples.is_ready());
    }
}
