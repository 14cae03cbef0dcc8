//! Logging: to standard error, as the settings filter it.

use std::io::IsTerminal;

use engine::fault;
use tracing_subscriber::EnvFilter;

/// Silence of the client of MCP servers: its lines quote what a server says, and what it is asked.
const SILENT: &str = "rmcp=off";

/// Starts the log, also of panics. A filter that cannot be read falls back to `info`.
pub fn start(filter: &str) {
    let read = |filter: &str| EnvFilter::try_new(format!("{filter},{SILENT}"));
    let filter = read(filter).unwrap_or_else(|_| EnvFilter::new(format!("info,{SILENT}")));
    let started = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        // A log file is for reading, too.
        .with_ansi(std::io::stderr().is_terminal())
        // A failed write would be complained of on standard error, which is where it failed: the
        // complaint panics, and a log on a full disk would end the server.
        .log_internal_errors(false)
        .try_init();
    fault::log_panics();
    if started.is_err() {
        tracing::debug!("the log runs already");
    }
}
