//! Chronicle of the last day, for strangers, where the settings allow it.

use std::{path::Path, sync::Arc, time::Duration};

use assistants::record::chronicle::{collect::Chronicler, html};
use axum::{
    extract::State,
    http::StatusCode,
    response::{Html, IntoResponse, Response},
};
use tokio::{sync::watch, task::spawn_blocking};

use super::{PageVisit, plain};
use crate::record::reading;

/// Age at which it is made again: the whole record is read for it.
const FRESH: Duration = Duration::from_secs(15 * 60);

const NOTHING: &str = "There is nothing to tell yet.";
const NONE: &str = "What happens here is not told outside.";

/// The last chronicle, and when it was begun. Whoever asks while it is being made gets the one before.
#[derive(Debug)]
pub(super) struct LastChronicle(watch::Sender<(Option<Duration>, Option<Arc<str>>)>);

impl Default for LastChronicle {
    fn default() -> Self {
        Self(watch::Sender::new((None, None)))
    }
}

/// Answers with the chronicle of the last day.
pub(super) async fn last(State(visit): State<Arc<PageVisit>>) -> Response {
    let context = &visit.context;
    if !context.config.web.chronicle {
        return plain(StatusCode::NOT_FOUND, NONE);
    }
    let (cached, now) = (&context.page.chronicle.0, context.watch.elapsed());
    let (begun, known) = cached.borrow().clone();
    let page = if begun.is_some_and(|it| now.saturating_sub(it) < FRESH) {
        known
    } else {
        cached.send_replace((Some(now), known));
        let data = context.config.server.data.clone();
        let made = spawn_blocking(move || make(&data)).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "the chronicle could not be made");
            None
        });
        cached.send_replace((Some(now), made.clone()));
        made
    };
    match page {
        Some(page) => Html(page.to_string()).into_response(),
        None => plain(StatusCode::NOT_FOUND, NOTHING),
    }
}

/// Makes the page of the newest day in the record; none if nothing public is in it.
fn make(data: &Path) -> Option<Arc<str>> {
    let mut chronicler = Chronicler::new(None);
    if let Err(error) = reading::entries(data, |_| true, |it| chronicler.take(&it)) {
        tracing::warn!(%error, "the record cannot be read for the chronicle");
        return None;
    }
    let (day, _) = chronicler.finish();
    Some(html::served(&day?, "/chronicle.css", "/").into())
}
