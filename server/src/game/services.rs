//! Services outside the game: the search engine and the MCP servers of the settings.
//!
//! Which tools there are is found out beside the game: an MCP server is asked for the schemas of those that
//! the settings list, until it has answered.

use std::{collections::BTreeMap, time::Duration};

use assistants::{
    llm::http::is_here,
    mind::open_breakers::OpenBreakers,
    services::{SEPARATOR, ServiceCall, ServiceError, ServiceTool, WEB_SEARCH, name_of, reduced},
    tools::web_search,
};
use rand::{SeedableRng, rngs::ChaCha8Rng};
use tokio::{sync::mpsc, task::JoinSet, time};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    clock,
    contract::inbox::ToGame,
    operate::config::{Config, services::ServicesConfig},
    setup::Setup,
};

use desk::{ServiceDesk, Services};
use mcp::McpService;
use search::SearchService;

pub(crate) mod desk;
mod http;
mod mcp;
mod search;
#[cfg(test)]
mod tests;

/// Maximum number of outcomes that wait for the game.
const OUTCOMES: usize = 64;

/// First wait before an MCP server that did not answer is asked for its tools again; each next one is twice
/// as long.
const FIRST_WAIT: Duration = Duration::from_secs(15);

/// Longest wait before an MCP server is asked for its tools again.
const LONGEST_WAIT: Duration = Duration::from_secs(600);

/// Starts what calls the services of the settings, and the search for their tools. Tools that rested when
/// the server stopped go on with what is left of it.
pub(crate) fn start(
    (config, setup): (&Config, &Setup),
    to_game: &mpsc::Sender<ToGame>,
    (stop, late): (&CancellationToken, &CancellationToken),
    tasks: &TaskTracker,
) -> ServiceDesk {
    let services = ConfiguredServices::new(&config.services);
    services.announce(to_game, stop, tasks);
    let (served, mut outcomes) = mpsc::channel(OUTCOMES);
    let rng = ChaCha8Rng::seed_from_u64(setup.recording.seed);
    let settings = config.services.desk();
    let desk = ServiceDesk::spawn(services, settings, served, late.clone(), tasks, rng);
    let to_game = to_game.clone();
    tasks.spawn(late.clone().run_until_cancelled_owned(async move {
        while let Some(outcome) = outcomes.recv().await {
            if to_game.send(ToGame::Served(outcome)).await.is_err() {
                return;
            }
        }
    }));
    let open = setup.sim.world().resource::<OpenBreakers>();
    open.of_tools(clock::now()).for_each(|(tool, left)| desk.rest(tool, left));
    desk
}

/// The services of the settings.
#[derive(Debug, Clone, Default)]
pub(crate) struct ConfiguredServices {
    search: Option<SearchService>,
    /// MCP servers by name.
    mcp: BTreeMap<String, McpService>,
}

impl ConfiguredServices {
    /// Creates clients for the services of the settings, which need not be up. One that cannot be used, such
    /// as for want of its token, is left out, with a line in the log.
    #[must_use]
    pub(crate) fn new(config: &ServicesConfig) -> Self {
        let search = config.web_search.as_ref().and_then(|it| {
            let search = SearchService::new(it);
            search.inspect_err(|why| tracing::warn!(%why, "there is no `web_search`")).ok()
        });
        let mcp = config.mcp.iter().filter_map(|(name, it)| {
            let service = McpService::new(it).inspect_err(|why| {
                tracing::warn!(server = name, %why, "the tools of an MCP server are left out");
            });
            Some((name.clone(), service.ok()?))
        });
        Self { search, mcp: mcp.collect() }
    }

    fn of_server(&self, tool: &str) -> Option<(&McpService, String)> {
        let (server, tool) = tool.split_once(SEPARATOR)?;
        Some((self.mcp.get(server)?, tool.to_owned()))
    }

    fn search_tool(&self) -> Option<ServiceTool> {
        let calls = self.search.as_ref()?.calls();
        Some(ServiceTool {
            name: WEB_SEARCH.to_owned(),
            description: web_search::DESCRIPTION.to_owned(),
            parameters: web_search::parameters(),
            outside: !is_here(self.search.as_ref()?.url()),
            scope: calls.cache,
            keep: calls.keep(),
        })
    }

    /// Tells the game which tools there are, at once and whenever an MCP server has answered. Without
    /// services nothing is done.
    pub(crate) fn announce(
        &self,
        to_game: &mpsc::Sender<ToGame>,
        stop: &CancellationToken,
        tasks: &TaskTracker,
    ) {
        if self.search.is_some() || !self.mcp.is_empty() {
            let telling = self.clone().tell_tools(to_game.clone());
            tasks.spawn(stop.clone().run_until_cancelled_owned(telling));
        }
    }

    async fn tell_tools(self, to_game: mpsc::Sender<ToGame>) {
        let mut known: Vec<ServiceTool> = self.search_tool().into_iter().collect();
        let mut asking = JoinSet::new();
        for (name, server) in &self.mcp {
            asking.spawn(tools_of(name.clone(), server.clone()));
        }
        loop {
            if to_game.send(ToGame::Services(known.clone())).await.is_err() {
                return;
            }
            match asking.join_next().await {
                Some(Ok(found)) => known.extend(found),
                Some(Err(error)) => tracing::error!(%error, "the search for tools broke"),
                None => return,
            }
        }
    }
}

/// Asks an MCP server for the tools that the settings list, until it answers.
async fn tools_of(name: String, server: McpService) -> Vec<ServiceTool> {
    let mut wait = FIRST_WAIT;
    loop {
        match time::timeout(server.calls().timeout(), server.schemas()).await {
            Ok(Ok(schemas)) => return tools_from(&name, &server, &schemas),
            Ok(Err(error)) => {
                tracing::warn!(server = name, %error, "an MCP server does not tell its tools");
            }
            Err(_) => tracing::warn!(server = name, "an MCP server does not answer"),
        }
        time::sleep(wait).await;
        wait = wait.saturating_mul(2).min(LONGEST_WAIT);
    }
}

fn tools_from(name: &str, server: &McpService, schemas: &mcp::Schemas) -> Vec<ServiceTool> {
    let mut tools = Vec::new();
    for (tool, description) in server.tools() {
        let Some(parameters) = schemas.get(tool).and_then(|it| reduced(it)) else {
            let why = match schemas.contains_key(tool) {
                true => "it takes arguments that no model can be told",
                false => "the server has no such tool",
            };
            tracing::warn!(server = name, tool, why, "a tool of an MCP server is left out");
            continue;
        };
        tools.push(ServiceTool {
            name: name_of(name, tool),
            description: description.clone(),
            parameters,
            outside: !is_here(server.url()),
            scope: server.calls().cache,
            keep: server.calls().keep(),
        });
    }
    tracing::info!(server = name, tools = tools.len(), "an MCP server has told its tools");
    tools
}

impl Services for ConfiguredServices {
    fn time_limit(&self, tool: &str) -> Option<Duration> {
        if tool == WEB_SEARCH {
            return self.search.as_ref().map(|it| it.calls().timeout());
        }
        self.of_server(tool).map(|(server, _)| server.calls().timeout())
    }

    async fn call(&self, call: &ServiceCall) -> Result<String, ServiceError> {
        if call.tool == WEB_SEARCH {
            let search = self.search.as_ref().ok_or(ServiceError::NotSetUp)?;
            return search.search(&call.arguments).await;
        }
        let (server, tool) = self.of_server(&call.tool).ok_or(ServiceError::NotSetUp)?;
        server.call(tool, call.arguments.clone()).await
    }
}
