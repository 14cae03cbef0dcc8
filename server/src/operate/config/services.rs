//! Services outside the game whose tools characters may call: a web search, and MCP servers.

use std::{collections::BTreeMap, time::Duration};

use assistants::services::CacheScope;
use serde::Deserialize;

use crate::game::services::desk::DeskSettings;

/// Settings of the services outside the game.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServicesConfig {
    /// Search engine for `web_search`; none for no such tool.
    pub web_search: Option<SearchConfig>,
    /// MCP servers by name; a tool of one is called `NAME__TOOL`.
    pub mcp: BTreeMap<String, McpConfig>,
    /// Most calls of one tool under way, 1 to 64.
    pub at_once: usize,
    /// Most calls of one tool that wait, 1 to 1024.
    pub queue: usize,
    /// Most tries for one call, 1 to 10.
    pub attempts: u32,
}

impl ServicesConfig {
    /// Limits of the calls.
    #[must_use]
    pub fn desk(&self) -> DeskSettings {
        let Self { at_once, queue, attempts, .. } = *self;
        DeskSettings { at_once, queue, attempts, ..DeskSettings::default() }
    }
}

/// Settings of a search engine with the JSON API of SearXNG.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchConfig {
    /// Address of the search, http or https, such as `http://127.0.0.1:8888/search`.
    pub url: String,
    /// Further parameters of each search, such as `{"language": "en"}`.
    #[serde(default)]
    pub parameters: BTreeMap<String, String>,
    /// Number of results that are read, 1 to 10.
    #[serde(default = "results")]
    pub results: usize,
    /// Limits of a call and of its answer.
    #[serde(default)]
    pub calls: CallConfig,
}

/// Settings of an MCP server, which speaks streamable HTTP.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct McpConfig {
    /// Address, http or https, such as `http://127.0.0.1:8000/mcp`.
    pub url: String,
    /// Name of the environment variable with the bearer token; none for no token.
    #[serde(default)]
    pub token_env: Option<String>,
    /// Tools that characters may call, each with a description for models, 1 to 32.
    pub tools: BTreeMap<String, String>,
    /// Limits of a call and of its answer.
    #[serde(default)]
    pub calls: CallConfig,
}

/// Settings of the calls of a service: their limits, and how long their answers are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CallConfig {
    /// Timeout of a call with all its tries, in seconds, 1 to 60.
    pub timeout_seconds: u64,
    /// Scope of the cache of answers.
    pub cache: CacheScope,
    /// Maximum age of a cached answer, in minutes, 1 to 43200.
    pub cache_minutes: u64,
}

impl Default for CallConfig {
    fn default() -> Self {
        Self { timeout_seconds: 10, cache: CacheScope::Session, cache_minutes: 60 }
    }
}

impl CallConfig {
    /// Returns the timeout of a call with all its tries.
    #[must_use]
    pub fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout_seconds)
    }

    /// Returns the maximum age of a cached answer.
    #[must_use]
    pub fn keep(&self) -> Duration {
        Duration::from_secs(60 * self.cache_minutes)
    }
}

fn results() -> usize {
    5
}
