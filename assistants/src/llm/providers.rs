//! Providers of the server's settings by name, and routing of requests to them.

use std::collections::BTreeMap;

use super::{
    ChatModel, ChatReply, ChatRequest, LlmError,
    http::HttpModel,
    learning,
    scripted::{self, Scripted},
};

pub use super::chain::SCRIPTED;

/// Route of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route<'a> {
    /// Model inside this process, which replies at once.
    Inside,
    /// Endpoints with these addresses, over the network, which have the same model. Never empty.
    Endpoints(Vec<&'a str>),
}

/// Models that can route requests.
pub trait Providers: ChatModel {
    /// Returns the route of `request`.
    ///
    /// # Errors
    /// [`LlmError::NotSetUp`] if there is no such provider.
    fn route(&self, request: &ChatRequest) -> Result<Route<'_>, LlmError>;

    /// Sends a request to the endpoint with this address, one of those of its route.
    ///
    /// # Errors
    /// [`LlmError`], as of [`ChatModel::chat`].
    fn chat_at<'a>(
        &'a self,
        request: &'a ChatRequest,
        _address: &'a str,
    ) -> impl Future<Output = Result<ChatReply, LlmError>> + Send + 'a {
        self.chat(request)
    }

    /// Returns the name of the provider for `request`, as the operator knows it.
    fn name<'a>(&'a self, request: &'a ChatRequest) -> &'a str {
        request.provider.as_deref().unwrap_or("default")
    }
}

/// Provider of the settings.
#[derive(Debug, Clone)]
pub enum Provider {
    /// Built-in brain.
    Scripted,
    /// Endpoints over the network, all with the same model.
    Http(Vec<HttpModel>),
}

/// Providers of the settings.
#[derive(Debug, Clone)]
pub struct Models {
    by_name: BTreeMap<String, Provider>,
    default: String,
}

impl Models {
    /// Creates a set with only the built-in brain, which needs no settings.
    #[must_use]
    pub fn scripted() -> Self {
        let by_name = BTreeMap::from([(SCRIPTED.to_owned(), Provider::Scripted)]);
        Self { by_name, default: SCRIPTED.to_owned() }
    }

    /// Creates the set of providers by name, with the built-in brain as [`SCRIPTED`] unless that
    /// name is taken; `default` serves the characters that name none.
    ///
    /// # Errors
    /// [`LlmError::NotSetUp`] if `default` is none of them.
    pub fn new(default: &str, by_name: BTreeMap<String, Provider>) -> Result<Self, LlmError> {
        let mut models = Self::scripted();
        models.by_name.extend(by_name);
        models.find(default)?;
        default.clone_into(&mut models.default);
        Ok(models)
    }

    fn find(&self, name: &str) -> Result<&Provider, LlmError> {
        self.by_name.get(name).ok_or_else(|| {
            let known: Vec<&str> = self.by_name.keys().map(String::as_str).collect();
            LlmError::NotSetUp {
                provider: name.to_owned(),
                why: format!("the settings name only {}", known.join(", ")),
            }
        })
    }

    fn without_endpoint(&self, request: &ChatRequest) -> LlmError {
        let provider = self.name(request).to_owned();
        LlmError::NotSetUp { provider, why: "it has no endpoint".to_owned() }
    }

    fn of(&self, request: &ChatRequest) -> Result<&Provider, LlmError> {
        self.find(request.provider.as_ref().unwrap_or(&self.default))
    }
}

impl Providers for Models {
    fn route(&self, request: &ChatRequest) -> Result<Route<'_>, LlmError> {
        Ok(match self.of(request)? {
            Provider::Scripted => Route::Inside,
            Provider::Http(all) => Route::Endpoints(all.iter().map(HttpModel::base_url).collect()),
        })
    }

    async fn chat_at(&self, request: &ChatRequest, address: &str) -> Result<ChatReply, LlmError> {
        match self.of(request)? {
            Provider::Scripted => self.chat(request).await,
            Provider::Http(all) => match all.iter().find(|it| it.base_url() == address) {
                Some(model) => model.chat(request).await,
                None => Err(self.without_endpoint(request)),
            },
        }
    }

    fn name<'a>(&'a self, request: &'a ChatRequest) -> &'a str {
        request.provider.as_ref().unwrap_or(&self.default)
    }
}

impl ChatModel for Models {
    async fn chat(&self, request: &ChatRequest) -> Result<ChatReply, LlmError> {
        match self.of(request)? {
            Provider::Scripted => {
                let learned = learning::finish(request.scene.persona.script.examples()).await;
                if learned {
                    Scripted.chat(request).await
                } else {
                    Ok(scripted::answer_by_patterns(&request.scene))
                }
            }
            Provider::Http(all) => match all.first() {
                Some(model) => model.chat(request).await,
                None => Err(self.without_endpoint(request)),
            },
        }
    }
}
