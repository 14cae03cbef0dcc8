//! WebSocket of the page and of other makers' clients: who may open one, and how large its messages
//! get.

use std::sync::Arc;

use axum::{
    extract::{State, ws::WebSocketUpgrade},
    http::{HeaderMap, StatusCode, header},
    response::Response,
};

use super::{
    PageVisit,
    connection::WebConnection,
    plain,
    stream::{Subprotocol, WebStream},
};
use crate::{
    clock::Stopwatch,
    session::{self, context::Origin},
};

/// Size of the buffer that a WebSocket reads into, in bytes; every idle one holds it.
const READ_BYTES: usize = 2 * 1_024;

/// Bytes of a message beside the line in it. A line may take six bytes for each of its own, escaped
/// as it is in JSON.
const BESIDE: usize = 8 * 1_024;
const ESCAPED: usize = 6;

const FOREIGN: &str = "This address is not open to pages from elsewhere. The operator can allow \
    yours: `origins` in the section `web` of the settings.";

const UNKNOWN: &str = "None of the subprotocols that you name is spoken here. There are \
    telnet.mudstandards.org, gmcp.mudstandards.org and terminal.mudstandards.org; the page of this \
    server names none.";

/// Opens a WebSocket for a page of ours, or for another client by its subprotocol, and begins its
/// session.
pub(super) async fn upgrade(
    State(visit): State<Arc<PageVisit>>,
    headers: HeaderMap,
    socket: WebSocketUpgrade,
) -> Response {
    let config = &visit.context.config;
    let Ok(speaks) = Subprotocol::chosen(&headers) else {
        return plain(StatusCode::BAD_REQUEST, UNKNOWN);
    };
    // A program that is no browser says from no page, and then nobody's browser is misused.
    let is_program = speaks.is_some() && !headers.contains_key(header::ORIGIN);
    if !is_program && !is_ours(&headers, &config.web.origins) {
        tracing::info!(from = %visit.origin.address, "a page from elsewhere was refused");
        return plain(StatusCode::FORBIDDEN, FOREIGN);
    }
    let most = config.limits.line_bytes.saturating_mul(ESCAPED).saturating_add(BESIDE);
    socket
        .protocols(speaks.map(Subprotocol::name))
        .read_buffer_size(READ_BYTES)
        .write_buffer_size(0)
        .max_frame_size(most)
        .max_message_size(most)
        .on_upgrade(move |socket| {
            let (place, context) = (visit.place.clone(), visit.context.clone());
            let origin = Origin { since: Stopwatch::start(), ..visit.origin };
            // What the requests shared ends here.
            drop(visit);
            let tasks = context.tasks.clone();
            tasks.track_future(async move {
                if let Some(speaks) = speaks {
                    let stream = WebStream::new(socket, speaks);
                    Box::pin(session::serve_telnet(stream, origin, place, context)).await;
                } else {
                    let wire = WebConnection::new(socket, &context.config, &context.about);
                    session::serve(Box::new(wire), origin, place, context).await;
                }
            })
        })
}

/// Returns whether a request comes from a page that may connect: one from the very address that it
/// connects to, or one that the settings name. Every browser says from where its page comes, and no
/// page can have it say otherwise.
fn is_ours(headers: &HeaderMap, listed: &[String]) -> bool {
    let text = |name| headers.get(name).and_then(|it| it.to_str().ok());
    let Some(origin) = text(header::ORIGIN) else { return false };
    if listed.iter().any(|it| it == origin) {
        return true;
    }
    let own = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    own.zip(text(header::HOST)).is_some_and(|(own, host)| own.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderName;

    use super::*;

    fn ours(origin: &str, host: &str) -> bool {
        let mut headers = HeaderMap::new();
        let mut put = |name: HeaderName, value: &str| {
            if !value.is_empty() {
                headers.insert(name, value.parse().unwrap());
            }
        };
        put(header::ORIGIN, origin);
        put(header::HOST, host);
        is_ours(&headers, &["https://play.example.org".to_owned()])
    }

    #[test]
    fn a_page_may_connect_to_where_it_came_from_and_where_the_settings_say() {
        assert!(ours("http://127.0.0.1:4080", "127.0.0.1:4080"));
        assert!(ours("https://Town.example", "town.example"));
        assert!(ours("https://play.example.org", "10.0.0.5:4080"));
        for (origin, host) in [
            ("", "127.0.0.1:4080"),
            ("null", "127.0.0.1:4080"),
            ("http://127.0.0.1:4080", ""),
            ("http://127.0.0.1", "127.0.0.1:4080"),
            ("http://evil.example", "127.0.0.1:4080"),
            ("http://127.0.0.1:4080.evil.example", "127.0.0.1:4080"),
            ("https://play.example.org.evil.example", "10.0.0.5:4080"),
            ("file://127.0.0.1:4080", "127.0.0.1:4080"),
        ] {
            assert!(!ours(origin, host), "{origin} to {host}");
        }
    }
}
