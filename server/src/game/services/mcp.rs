//! MCP server over streamable HTTP. Each call has a connection of its own: calls are rare, and so there is
//! nothing to keep alive and nothing to mend after the server was away.

use std::{collections::BTreeMap, error::Error, sync::Arc};

use assistants::services::ServiceError;
use reqwest::Client;
use rmcp::{
    RoleClient, ServiceExt,
    model::{CallToolRequestParams, CallToolResult},
    service::{ClientInitializeError, RunningService, ServiceError as McpError},
    transport::{
        StreamableHttpClientTransport,
        streamable_http_client::{
            HttpStatusError, StreamableHttpClientTransportConfig, StreamableHttpError,
        },
    },
};
use serde_json::{Map, Value};

use super::http;
use crate::operate::config::{
    secret,
    services::{CallConfig, McpConfig},
};

/// Schemas of the arguments by tool.
pub(super) type Schemas = BTreeMap<String, Arc<Map<String, Value>>>;

/// Maximum size of an answer, in bytes.
const MAX_BODY: usize = 512 * 1_024;

/// Client of an MCP server.
#[derive(Debug, Clone)]
pub(super) struct McpService {
    client: Client,
    config: Arc<McpConfig>,
    transport: StreamableHttpClientTransportConfig,
}

impl McpService {
    /// Creates the client of an MCP server from its settings.
    ///
    /// # Errors
    /// A sentence about what is wrong.
    pub(super) fn new(config: &McpConfig) -> Result<Self, String> {
        let token = config.token_env.as_deref().map(secret).transpose();
        let token = token.map_err(|error| error.to_string())?;
        let transport = StreamableHttpClientTransportConfig::with_uri(config.url.as_str())
            .max_json_response_size(MAX_BODY)
            .max_sse_event_size(MAX_BODY);
        Ok(Self {
            client: http::client(&config.url).ok_or("the HTTP client cannot be made")?,
            config: Arc::new(config.clone()),
            transport: match token {
                Some(token) => transport.auth_header(token.expose()),
                None => transport,
            },
        })
    }

    pub(super) fn calls(&self) -> &CallConfig {
        &self.config.calls
    }

    pub(super) fn url(&self) -> &str {
        &self.config.url
    }

    /// Returns the tools that the settings list, with their descriptions.
    pub(super) fn tools(&self) -> &BTreeMap<String, String> {
        &self.config.tools
    }

    async fn connect(&self) -> Result<RunningService<RoleClient, ()>, ServiceError> {
        let transport =
            StreamableHttpClientTransport::with_client(self.client.clone(), self.transport.clone());
        ().serve(transport).await.map_err(|error| {
            if let ClientInitializeError::TransportError { error, .. } = &error {
                transport_failure(&*error.error)
            } else {
                ServiceError::Malformed
            }
        })
    }

    /// Asks for the schemas of its tools.
    ///
    /// # Errors
    /// [`ServiceError`]
    pub(super) async fn schemas(&self) -> Result<Schemas, ServiceError> {
        let connection = self.connect().await?;
        let tools = connection.list_all_tools().await.map_err(|error| call_failure(&error))?;
        close(connection).await;
        Ok(tools.into_iter().map(|it| (it.name.into_owned(), it.input_schema)).collect())
    }

    /// Calls a tool.
    ///
    /// # Errors
    /// [`ServiceError`]
    pub(super) async fn call(
        &self,
        tool: String,
        arguments: Map<String, Value>,
    ) -> Result<String, ServiceError> {
        let connection = self.connect().await?;
        let call = CallToolRequestParams::new(tool).with_arguments(arguments);
        let result = connection.call_tool(call).await.map_err(|error| call_failure(&error))?;
        close(connection).await;
        let text = text_of(&result);
        match result.is_error {
            Some(true) => Err(ServiceError::Refused { why: text.into() }),
            Some(false) | None => Ok(text),
        }
    }
}

/// Ends a connection; how, is all the same.
async fn close(connection: RunningService<RoleClient, ()>) {
    if let Err(error) = connection.cancel().await {
        tracing::debug!(%error, "a connection to an MCP server ended oddly");
    }
}

/// Returns the text of an answer; pictures and the like are left out.
fn text_of(result: &CallToolResult) -> String {
    let texts = result.content.iter().filter_map(|it| Some(it.as_text()?.text.as_str()));
    let texts: Vec<&str> = texts.collect();
    match (&result.structured_content, texts.is_empty()) {
        (Some(value), true) => value.to_string(),
        (Some(_) | None, _) => texts.join("\n"),
    }
}

fn call_failure(error: &McpError) -> ServiceError {
    if let McpError::McpError(refused) = error {
        ServiceError::Refused { why: refused.message.as_ref().into() }
    } else if let McpError::TransportSend(error) = error {
        transport_failure(&*error.error)
    } else if matches!(error, McpError::TransportClosed) {
        ServiceError::Disconnected
    } else {
        ServiceError::Malformed
    }
}

/// Returns the failure that an error of the transport is: what lies at its ground.
fn transport_failure(error: &(dyn Error + 'static)) -> ServiceError {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if let Some(status) = error.downcast_ref::<HttpStatusError>() {
            let retry_after = status.retry_after.as_deref().and_then(http::seconds);
            return ServiceError::Status { code: status.status, retry_after };
        }
        match error.downcast_ref::<StreamableHttpError<reqwest::Error>>() {
            Some(StreamableHttpError::Client(error)) => return of_client(error),
            Some(StreamableHttpError::HttpStatus(status)) => {
                let retry_after = status.retry_after.as_deref().and_then(http::seconds);
                return ServiceError::Status { code: status.status, retry_after };
            }
            Some(StreamableHttpError::AuthRequired(_)) => {
                return ServiceError::Status { code: 401, retry_after: None };
            }
            Some(StreamableHttpError::UnexpectedEndOfStream) => return ServiceError::Disconnected,
            Some(_) | None => {}
        }
        if let Some(error) = error.downcast_ref::<reqwest::Error>() {
            return of_client(error);
        }
        cause = error.source();
    }
    ServiceError::Malformed
}

fn of_client(error: &reqwest::Error) -> ServiceError {
    match error.status() {
        Some(status) => ServiceError::Status { code: status.as_u16(), retry_after: None },
        None => http::failure(error),
    }
}
