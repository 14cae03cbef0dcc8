//! Cassette of a play: the replies of the model, as they come.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{self, Receiver, Sender},
    },
};

use assistants::llm::{
    cassette::{Cassette, CassetteHead, CassetteReply, ReplyTap},
    profile::ModelProfile,
};

use super::PlayError;
use crate::operate::config::providers::ProviderConfig;

/// Recorder of a model's replies.
pub(super) struct Recorder {
    file: PathBuf,
    /// Replies so far, oldest first, of a play that is bounded by its file.
    replies: Receiver<CassetteReply>,
    recorded: Sender<CassetteReply>,
}

impl Recorder {
    /// Creates a recorder, which writes its file at the end.
    pub(super) fn new(file: &Path) -> Self {
        let (recorded, replies) = mpsc::channel();
        Self { file: file.to_owned(), replies, recorded }
    }

    /// Returns the function that records a response.
    pub(super) fn tap(&self) -> ReplyTap {
        let recorded = self.recorded.clone();
        ReplyTap(Arc::new(move |request, body| {
            if recorded.send(CassetteReply::of(request, body)).is_err() {
                tracing::debug!("a reply came after the play");
            }
        }))
    }

    /// Writes the cassette of a provider's replies. Returns their number.
    pub(super) fn finish(
        self,
        provider: Option<&ProviderConfig>,
        profile: ModelProfile,
    ) -> Result<usize, PlayError> {
        let provider = provider.ok_or(PlayError::NothingToRecord)?;
        let head = CassetteHead {
            model: provider.settings().model.clone(),
            wire: provider.wire(),
            form: profile.form,
            answers: profile.answers,
            context: profile.context,
        };
        let cassette = Cassette { head, replies: self.replies.try_iter().collect() };
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
