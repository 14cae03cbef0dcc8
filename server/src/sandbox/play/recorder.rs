//! Cassette of a play: the replies of the model, as they come.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use assistants::llm::{
    cassette::{Cassette, CassetteHead, RecordedReply, ReplyTap},
    profile::ModelProfile,
};

use super::PlayError;
use crate::operate::config::providers::ProviderConfig;

/// Recorder of a model's replies.
pub(super) struct Recorder {
    file: PathBuf,
    replies: Arc<Mutex<Vec<RecordedReply>>>,
}

impl Recorder {
    /// Creates a recorder, which writes its file at the end.
    pub(super) fn new(file: &Path) -> Self {
        Self { file: file.to_owned(), replies: Arc::default() }
    }

    /// Returns the function that records a response.
    pub(super) fn tap(&self) -> ReplyTap {
        let replies = Arc::clone(&self.replies);
        ReplyTap(Arc::new(move |request, body| {
            let reply = RecordedReply::of(request, body);
            // Whoever panicked in between has left a whole list.
            replies.lock().unwrap_or_else(PoisonError::into_inner).push(reply);
        }))
    }

    /// Writes the cassette of a provider's replies. Returns their number.
    pub(super) fn finish(
        self,
        provider: Option<&ProviderConfig>,
        profile: ModelProfile,
    ) -> Result<usize, PlayError> {
        let provider = provider.ok_or(PlayError::NothingToRecord)?;
        let mut replies = self.replies.lock().unwrap_or_else(PoisonError::into_inner);
        let head = CassetteHead {
            model: provider.settings().model.clone(),
            wire: provider.wire(),
            form: profile.form,
            answers: profile.answers,
            context: profile.context,
        };
        let cassette = Cassette { head, replies: std::mem::take(&mut replies) };
        fs::write(&self.file, cassette.to_text()?)?;
        Ok(cassette.replies.len())
    }
}

/// Reads a cassette.
pub(super) fn load(path: &Path) -> Result<Cassette, PlayError> {
    let text = fs::read_to_string(path)
        .map_err(|source| PlayError::Unreadable { path: path.to_owned(), source })?;
    Cassette::parse(&text).map_err(|source| PlayError::Cassette { path: path.to_owned(), source })
}
