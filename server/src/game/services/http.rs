//! HTTP client of the services: no redirects, since a service could send a call to another machine by one,
//! and errors without the words of the service.

use std::time::Duration;

use assistants::{llm::http::is_here, services::ServiceError};
use reqwest::{Client, Response, header::RETRY_AFTER, redirect};

/// Time in which a connection has to be made.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Maximum size of an answer, in bytes.
const MAX_BODY: usize = 512 * 1_024;

/// Returns a client for an address, none if it has no TLS.
pub(super) fn client(url: &str) -> Option<Client> {
    let builder =
        Client::builder().redirect(redirect::Policy::none()).connect_timeout(CONNECT_TIMEOUT);
    let builder = if is_here(url) { builder.no_proxy() } else { builder };
    builder.build().ok()
}

/// Returns the failure that an error of the client is.
pub(super) fn failure(error: &reqwest::Error) -> ServiceError {
    if error.is_connect() { ServiceError::Unreachable } else { ServiceError::Disconnected }
}

/// Reads the body of a response of success.
///
/// # Errors
/// [`ServiceError`]
pub(super) async fn body(mut response: Response) -> Result<Vec<u8>, ServiceError> {
    let code = response.status().as_u16();
    if !response.status().is_success() {
        let wait = response.headers().get(RETRY_AFTER).and_then(|it| it.to_str().ok());
        let retry_after = wait.and_then(seconds);
        return Err(ServiceError::Status { code, retry_after });
    }
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| failure(&error))? {
        if body.len() + chunk.len() > MAX_BODY {
            return Err(ServiceError::Malformed);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// Reads a wait in seconds; one until a date is left out.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    text.trim().parse().ok().map(Duration::from_secs)
}
