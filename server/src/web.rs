//! The page for browsers, and the WebSocket that it plays over: HTTP on connections that the
//! listener has let in by the same rules as telnet's.
//!
//! | File | What it knows |
//! |---|---|
//! | `front.rs` | what a visitor sees before anybody is asked for a name |
//! | `chronicle.rs` | what happened in public on the last day, where strangers may read it |
//! | `texts.rs` | the texts of the page, which a game may say otherwise |
//! | `files.rs` | the files of the page, which are part of the program |
//! | `socket.rs` | who may open a WebSocket, and how large its messages get |
//! | `stream.rs` | the bytes of telnet over a WebSocket, for clients of other makers |
//! | `message.rs` | what the page sends |
//! | `connection.rs` | the client of a session at the other end of a WebSocket |
//!
//! A connection that is no WebSocket yet lasts a minute at most and is answered a bounded number of
//! requests, none with a body.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderName, HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::get,
};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::io::{AsyncRead, AsyncWrite};

use crate::{
    listener::limiter::ConnectionPermit,
    session::context::{Origin, SessionContext},
};

pub mod front;

mod chronicle;
mod connection;
mod files;
mod message;
pub(crate) mod picture;
mod socket;
mod stream;

pub(crate) mod texts;

/// Timeout for the head of a request; a connection without one for so long is closed.
const HEAD_WITHIN: Duration = Duration::from_secs(15);
/// Maximum age of a connection that is no WebSocket.
const LASTS: Duration = Duration::from_secs(60);
/// Maximum number of requests on one connection.
const MOST_REQUESTS: u32 = 200;
/// Maximum size of the head of a request, in bytes.
const MOST_HEAD: usize = 16 * 1_024;

/// Headers of every answer. The page takes nothing from elsewhere, runs no script but its own file,
/// and has no way to turn text into markup (trusted types without any policy).
const HEADERS: [(HeaderName, &str); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
         connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::CACHE_CONTROL, "no-cache"),
];

/// PageVisit: what the requests of one connection share.
pub(crate) struct PageVisit {
    origin: Origin,
    /// Place among all connections, which a WebSocket keeps.
    place: Arc<ConnectionPermit>,
    context: Arc<SessionContext>,
    requests: AtomicU32,
}

/// Serves a connection until it ends or becomes a WebSocket, which goes on in a task of its own.
pub(crate) async fn serve<S>(
    stream: S,
    origin: Origin,
    place: Arc<ConnectionPermit>,
    context: Arc<SessionContext>,
) where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let stop = context.stop.clone();
    let visit = Arc::new(PageVisit { origin, place, context, requests: AtomicU32::new(0) });
    let service = TowerToHyperService::new(router(visit));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_WITHIN).max_buf_size(MOST_HEAD);
    let serving = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
    let served = tokio::time::timeout(LASTS, stop.run_until_cancelled(serving)).await;
    if let Ok(Some(Err(error))) = served {
        tracing::debug!(%error, from = %origin.address, "HTTP ended");
    }
}

fn router(visit: Arc<PageVisit>) -> Router {
    let mut router = Router::new()
        .route("/", get(front::front))
        .route("/at/{*room}", get(front::landing))
        .route("/words.json", get(front::words))
        .route("/texts.js", get(front::texts))
        .route("/town.css", get(files::own_style))
        .route(picture::PATH, get(picture::answer))
        .route("/mssp.json", get(front::listing))
        .route("/chronicle", get(chronicle::last))
        .route("/play", get(socket::upgrade));
    for file in &files::FILES {
        router = router.route(file.path, get(async || file.response()));
    }
    router
        .fallback(async || {
            plain(StatusCode::NOT_FOUND, "There is nothing here. Try the front door: /")
        })
        .layer(middleware::from_fn_with_state(visit.clone(), with_headers))
        .with_state(visit)
}

/// Adds the headers of every answer, and bounds how many there are.
async fn with_headers(
    State(visit): State<Arc<PageVisit>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = if visit.requests.fetch_add(1, Ordering::Relaxed) < MOST_REQUESTS {
        next.run(request).await
    } else {
        let words = "That is enough for one connection. Please make another one.";
        let mut response = plain(StatusCode::TOO_MANY_REQUESTS, words);
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        response
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

fn plain(status: StatusCode, words: &'static str) -> Response {
    (status, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], words).into_response()
}

/// Returns the bytes of an answer to a connection that is not served: status and words.
pub(crate) fn refusal(status: &str, words: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\n\
         X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n{words}\n",
        words.len() + 1
    )
}
