//! HTTP client for the endpoint of a model, whatever its [`Wire`]: keys, time limits, size limits and
//! TLS.

#[cfg(test)]
pub(in crate::llm) mod loopback;
#[cfg(test)]
mod tests;

use std::{fmt, net::IpAddr, time::Duration};

use reqwest::{
    Client, Response, Url,
    header::{HeaderMap, HeaderName, HeaderValue, RETRY_AFTER},
    redirect,
};
use serde::Serialize;
use tokio::time;

use super::{
    ChatModel, ChatReply, ChatRequest, LlmError,
    cassette::ReplyTap,
    profile::{QuestionForm, Reasoning},
    wire::{
        self, COMPRESSED, CallFormat, CallsInText, Defaults, MAX_BODY, QuotedText, TOO_LARGE, Wire,
    },
};

/// Text of the [`LlmError::Malformed`] for a reply that is valid JSON except for its UTF-8
/// encoding.
const NO_UTF8: &str = "it is not UTF-8";

/// Time in which a connection has to be made: a machine that is off answers nothing at all.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Timeout for the body of an error response; its status alone says what to do.
const WORDS_WAIT: Duration = Duration::from_secs(1);

/// API key that is never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Creates a secret from `key`, without the surrounding white space that files and shells
    /// leave.
    #[must_use]
    pub fn new(key: &str) -> Self {
        Self(key.trim().to_owned())
    }

    /// Returns the key, for a header of a request.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// Settings of an endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// Name of the provider in the server's settings, for errors.
    pub provider: String,
    /// API of the endpoint.
    pub wire: Wire,
    /// Base address, before the path of the wire, such as `https://api.openai.com/v1`.
    pub base_url: String,
    /// API key, if the endpoint needs one.
    pub key: Option<Secret>,
    /// Timeout of one call, from connecting to the last byte.
    pub timeout: Duration,
    /// Default parameters of requests.
    pub defaults: Defaults,
    /// Reasoning of the model, as far as the settings state it, for a test of the endpoint.
    pub reasoning: Option<Reasoning>,
}

/// Path of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::llm) enum ApiPath {
    /// Path of a question, by the wire.
    Question,
    /// Below the base address, such as `/models`.
    Base(&'static str),
    /// Below the address without the `/v1` at its end, where servers have an API of their own.
    Root(&'static str),
}

/// Response of any status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::llm) struct RawResponse {
    /// HTTP status code.
    pub(in crate::llm) code: u16,
    /// Wait that the endpoint asks for.
    pub(in crate::llm) retry_after: Option<Duration>,
    /// Body, without the API key if it is an error response.
    pub(in crate::llm) body: Vec<u8>,
}

/// Client of an [`Endpoint`].
#[derive(Debug, Clone)]
pub struct HttpModel {
    client: Client,
    wire: Wire,
    url: Url,
    base_url: String,
    timeout: Duration,
    defaults: Box<Defaults>,
    key: Option<Secret>,
    /// Called with each response to a question.
    tap: Option<ReplyTap>,
}

impl HttpModel {
    /// Has a function called with each response to a question, as it came.
    #[must_use]
    pub fn with_tap(self, tap: Option<ReplyTap>) -> Self {
        Self { tap, ..self }
    }

    /// Creates a client for `endpoint`, which need not be up.
    ///
    /// # Errors
    /// [`LlmError::NotSetUp`] if the address or the key cannot be used.
    ///
    /// # Panics
    /// If the process has no default TLS provider: the binary installs it before anything else.
    pub fn new(endpoint: Endpoint) -> Result<Self, LlmError> {
        let Endpoint { provider, wire, base_url, key, timeout, defaults, .. } = endpoint;
        let not_set_up =
            |why: &str| LlmError::NotSetUp { provider: provider.clone(), why: why.to_owned() };

        let base_url = base_url.trim_end_matches('/').to_owned();
        let url = Url::parse(&format!("{base_url}{}", wire.format().path()))
            .ok()
            .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
            .ok_or_else(|| not_set_up("its address is no http or https address"))?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err(not_set_up("its address holds a password; use the key's variable"));
        }
        let headers = headers(wire, key.as_ref())
            .ok_or_else(|| not_set_up("its key holds characters that no key has"))?;

        let mut client = Client::builder()
            .default_headers(headers)
            .timeout(timeout)
            .connect_timeout(CONNECT_TIMEOUT.min(timeout))
            // A redirect would send the request to a server that the operator did not name.
            .redirect(redirect::Policy::none());
        if is_this_machine(&url) {
            client = client.no_proxy();
        }
        if url.scheme() == "http" {
            // A machine without CA certificates can still call its local model.
            client = client.tls_certs_only([]);
        }
        let client = client.build().map_err(|_| {
            not_set_up("its HTTPS client cannot be made; are CA certificates installed?")
        })?;
        let defaults = Box::new(defaults);
        Ok(Self { client, wire, url, base_url, timeout, defaults, key, tap: None })
    }

    /// Returns the base address, without a slash at the end. Providers with the same address share
    /// one endpoint.
    #[must_use]
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Returns the API of the endpoint.
    pub(in crate::llm) fn wire(&self) -> Wire {
        self.wire
    }

    /// Returns the default parameters of requests.
    pub(in crate::llm) fn defaults(&self) -> &Defaults {
        &self.defaults
    }

    /// Sends a GET request, or a POST request with a JSON body, and returns the response whatever its
    /// status.
    ///
    /// # Errors
    /// [`LlmError`] if there is no response.
    pub(in crate::llm) async fn exchange(
        &self,
        path: ApiPath,
        body: Option<&(impl Serialize + Sync)>,
    ) -> Result<RawResponse, LlmError> {
        let address = match path {
            ApiPath::Question => self.url.to_string(),
            ApiPath::Base(path) => format!("{}{path}", self.base_url),
            ApiPath::Root(path) => {
                let root = self.base_url.strip_suffix("/v1").unwrap_or(&self.base_url);
                format!("{root}{path}")
            }
        };
        let request = match body {
            Some(body) => self.client.post(address).json(body),
            None => self.client.get(address),
        };
        let response = request.send().await.map_err(|error| self.broken(&error))?;
        let (code, success) = (response.status().as_u16(), response.status().is_success());
        let retry_after = retry_after(response.headers());
        let body = self.body(response).await?;
        let body = if success { body } else { self.without_key(&body).into_bytes() };
        Ok(RawResponse { code, retry_after, body })
    }

    fn broken(&self, error: &reqwest::Error) -> LlmError {
        // A connection that cannot be made in time is both.
        if error.is_connect() {
            LlmError::Unreachable { endpoint: self.base_url.clone() }
        } else if error.is_timeout() {
            LlmError::Timeout { after: self.timeout }
        } else {
            LlmError::Disconnected { endpoint: self.base_url.clone() }
        }
    }

    /// Reads the whole body; fails if it has more than [`MAX_BODY`] bytes.
    async fn body(&self, mut response: Response) -> Result<Vec<u8>, LlmError> {
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| self.broken(&error))? {
            if body.len() + chunk.len() > MAX_BODY {
                return Err(LlmError::Malformed { what: TOO_LARGE.into() });
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    /// Returns the error for an error response. Its body may quote the question, so it is kept
    /// nowhere; `hearsay model test` shows what the endpoint says to a question without anybody's words.
    async fn refused(&self, response: Response) -> LlmError {
        let code = response.status().as_u16();
        let retry_after = retry_after(response.headers());
        tracing::warn!(endpoint = %self.base_url, code, "a model's endpoint refused");
        let body = time::timeout(WORDS_WAIT, self.body(response)).await;
        let body = body.ok().and_then(Result::ok).unwrap_or_default();
        wire::refusal(code, &body, retry_after)
    }

    /// Returns a foreign text with the API key removed: some endpoints repeat the key that they
    /// refuse.
    pub(in crate::llm) fn without_key(&self, said: &[u8]) -> String {
        let said = String::from_utf8_lossy(said);
        match &self.key {
            Some(Secret(key)) if !key.is_empty() => said.replace(key, "(the key)"),
            Some(_) | None => said.into_owned(),
        }
    }
}

impl ChatModel for HttpModel {
    async fn chat(&self, request: &ChatRequest) -> Result<ChatReply, LlmError> {
        let question = self.defaults.question(request);
        let body = self.wire.format().body(&question, &self.defaults.extra);
        let sent = self.client.post(self.url.clone()).json(&body).send().await;
        let response = sent.map_err(|error| self.broken(&error))?;
        if !response.status().is_success() {
            return Err(self.refused(response).await);
        }
        let body = self.body(response).await?;
        if request.is_warm_up {
            // A single token is no answer; what it cost counts.
            let usage = self.wire.read_raw(&body)?.usage;
            return Ok(ChatReply { usage, cut_off: true, ..ChatReply::default() });
        }
        if let Some(ReplyTap(tap)) = &self.tap {
            tap(request, &body);
        }
        let quoted = QuotedText::of(&request.messages);
        let read = |body: &[u8]| {
            let in_text = match (self.defaults.habits.call_format, request.form) {
                (CallFormat::Json, _) => CallsInText::All,
                (CallFormat::Tags, QuestionForm::Tools) => CallsInText::Tagged,
                (CallFormat::Tags | CallFormat::Native, form) => CallsInText::of(form),
            };
            self.wire.read_reply_to(body, &request.tools, in_text, &quoted)
        };
        // The key is removed only before an error is built: a key such as `local` may well be a
        // word of a good reply. A body that is valid UTF-8 only after the lossy conversion is
        // rejected.
        read(&body).map_err(|error| {
            if matches!(&error, LlmError::Malformed { what } if what.text() == COMPRESSED) {
                return error;
            }
            let repaired = read(self.without_key(&body).as_bytes());
            repaired.err().unwrap_or(LlmError::Malformed { what: NO_UTF8.into() })
        })
    }
}

/// Returns the headers of each request; none if the key has characters that no header has.
fn headers(wire: Wire, key: Option<&Secret>) -> Option<HeaderMap> {
    let format = wire.format();
    let fixed = format.headers().iter();
    let mut headers: HeaderMap = fixed
        .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
        .collect();
    if let Some(Secret(key)) = key {
        let (name, before) = format.key_header();
        let mut value = HeaderValue::try_from(format!("{before}{key}")).ok()?;
        value.set_sensitive(true);
        headers.insert(HeaderName::from_static(name), value);
    }
    Some(headers)
}

/// Parses `Retry-After` in whole seconds. A date is ignored, because it would need the time of day.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}

/// Returns whether a base address is on this machine; false for an invalid address.
#[must_use]
pub fn is_here(base_url: &str) -> bool {
    Url::parse(base_url).is_ok_and(|url| is_this_machine(&url))
}

/// Returns whether a URL is a loopback address, which needs no proxy.
fn is_this_machine(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}
