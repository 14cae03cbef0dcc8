//! A model behind any endpoint with OpenAI's chat completions.

#[cfg(test)]
pub(in crate::llm) mod loopback;
#[cfg(test)]
mod tests;
pub mod wire;

use std::{fmt, net::IpAddr, time::Duration};

use reqwest::{
    Client, Response, Url,
    header::{AUTHORIZATION, HeaderMap, HeaderValue, RETRY_AFTER},
    redirect,
};
use tokio::time;

use self::wire::{Defaults, EndpointHabits, MAX_BODY, TOO_LARGE};
use super::{ChatModel, ChatReply, ChatRequest, LlmError};

/// What an [`LlmError::Malformed`] says of an answer that is JSON but for its letters.
const NO_UTF8: &str = "it is not UTF-8";

/// How long the words of a refusal are waited for: its status alone says what to do.
const WORDS_WAIT: Duration = Duration::from_secs(1);

/// A key that never shows in a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Keeps `key`, without the white space around it that files and shells leave.
    #[must_use]
    pub fn new(key: &str) -> Self {
        Self(key.trim().to_owned())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// Where a model is and how it is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// The provider's name in the server's settings, for errors.
    pub provider: String,
    /// The address before `/chat/completions`, as `https://api.openai.com/v1`.
    pub base_url: String,
    /// The key, when it needs one.
    pub key: Option<Secret>,
    /// The model, unless a character has another.
    pub model: String,
    /// Temperature in percent, 0 to 200; none leaves it to the endpoint.
    pub temperature: Option<u8>,
    /// How long one call may take, from connecting to the last byte.
    pub timeout: Duration,
    /// Most tokens of an answer, when the question does not say.
    pub max_tokens: u32,
    /// In what it differs from others.
    pub habits: EndpointHabits,
}

/// A model behind an [`Endpoint`].
#[derive(Debug, Clone)]
pub struct OpenAi {
    client: Client,
    url: Url,
    base_url: String,
    timeout: Duration,
    defaults: Defaults,
    key: Option<Secret>,
}

impl OpenAi {
    /// Makes ready to call `endpoint`, which need not be up.
    ///
    /// # Errors
    /// [`LlmError::NotSetUp`] when the address or the key cannot be used.
    ///
    /// # Panics
    /// When the process has no default TLS provider: the binary installs it
    /// before anything else.
    pub fn new(endpoint: Endpoint) -> Result<Self, LlmError> {
        let Endpoint { provider, base_url, key, model, temperature, timeout, max_tokens, habits } =
            endpoint;
        let not_set_up =
            |why: &str| LlmError::NotSetUp { provider: provider.clone(), why: why.to_owned() };

        let base_url = base_url.trim_end_matches('/').to_owned();
        let url = Url::parse(&format!("{base_url}/chat/completions"))
            .ok()
            .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
            .ok_or_else(|| not_set_up("its address is no http or https address"))?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err(not_set_up("its address holds a password; use the key's variable"));
        }

        let mut headers = HeaderMap::new();
        if let Some(Secret(key)) = &key {
            let mut bearer = HeaderValue::try_from(format!("Bearer {key}"))
                .map_err(|_| not_set_up("its key holds characters that no key has"))?;
            bearer.set_sensitive(true);
            headers.insert(AUTHORIZATION, bearer);
        }

        let mut client = Client::builder()
            .default_headers(headers)
            .timeout(timeout)
            // A redirected question would go to somebody the operator did not name.
            .redirect(redirect::Policy::none());
        if is_this_machine(&url) {
            client = client.no_proxy();
        }
        if url.scheme() == "http" {
            // A machine without any certificates can still call its own model.
            client = client.tls_certs_only([]);
        }
        let client = client.build().map_err(|_| {
            not_set_up("its HTTPS client cannot be made; are CA certificates installed?")
        })?;
        let defaults = Defaults { model, temperature, max_tokens, habits };
        Ok(Self { client, url, base_url, timeout, defaults, key })
    }

    /// The address it was made with, without a slash at the end. Two providers
    /// with the same one are the same endpoint.
    #[must_use]
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    fn broken(&self, error: &reqwest::Error) -> LlmError {
        if error.is_timeout() {
            LlmError::Timeout { after: self.timeout }
        } else {
            LlmError::Unreachable { endpoint: self.base_url.clone() }
        }
    }

    /// Reads the whole answer, but never more than [`MAX_BODY`] bytes of it.
    async fn body(&self, mut response: Response) -> Result<Vec<u8>, LlmError> {
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| self.broken(&error))? {
            if body.len() + chunk.len() > MAX_BODY {
                return Err(LlmError::Malformed { what: TOO_LARGE.to_owned() });
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    /// The error of a refusal, whose words only the log gets: they tell the
    /// operator what to mend, and no player anything.
    async fn refused(&self, response: Response) -> LlmError {
        let code = response.status().as_u16();
        let retry_after = retry_after(response.headers());
        let said = match time::timeout(WORDS_WAIT, self.body(response)).await {
            Ok(Ok(body)) => wire::excerpt(self.without_key(&body).as_bytes()),
            Ok(Err(error)) => error.to_string(),
            Err(_) => "its words did not come".to_owned(),
        };
        tracing::warn!(endpoint = %self.base_url, code, said, "a model's endpoint refused");
        LlmError::Status { code, retry_after }
    }

    /// A foreign text in which the key does not stand: some endpoints repeat
    /// the one they refuse.
    fn without_key(&self, said: &[u8]) -> String {
        let said = String::from_utf8_lossy(said);
        match &self.key {
            Some(Secret(key)) if !key.is_empty() => said.replace(key, "(the key)"),
            Some(_) | None => said.into_owned(),
        }
    }
}

impl ChatModel for OpenAi {
    async fn chat(&self, request: &ChatRequest) -> Result<ChatReply, LlmError> {
        let body = wire::request_body(request, &self.defaults);
        let sent = self.client.post(self.url.clone()).json(&body).send().await;
        let response = sent.map_err(|error| self.broken(&error))?;
        if !response.status().is_success() {
            return Err(self.refused(response).await);
        }
        let body = self.body(response).await?;
        let read = |body: &[u8]| {
            wire::read_reply(body, &request.tools, self.defaults.habits.calls_in_text)
        };
        // Only an error is read without the key: a key such as `local` may well
        // be a word of a good answer. What has letters only after that repair is
        // not what a model said, and nobody is to hear it.
        read(&body).map_err(|_| {
            let repaired = read(self.without_key(&body).as_bytes());
            repaired.err().unwrap_or(LlmError::Malformed { what: NO_UTF8.to_owned() })
        })
    }
}

/// The wait that an endpoint asks for in whole seconds. A date instead is
/// taken as no wish: it would need the time of day.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}

/// Whether an endpoint with this base address is on this machine. What is no address is not.
#[must_use]
pub fn is_here(base_url: &str) -> bool {
    Url::parse(base_url).is_ok_and(|url| is_this_machine(&url))
}

/// Whether an address leads to this very machine, where no proxy can help.
fn is_this_machine(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}
