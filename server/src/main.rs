//! Arguments, settings, log and sockets; the rest is the library's.

use std::process::ExitCode;

use anyhow::Context;
use clap::Parser;
use server::{args, config::Config, listen, manual, operate, telemetry};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let result = match args::Arguments::parse().task() {
        args::Task::Serve(serve) => serve.settings().map_err(Into::into).and_then(run),
        args::Task::Check { dir } => operate::check(dir),
        args::Task::Grant { name, role, data } => operate::grant(&name, role, data),
        args::Task::Audit { data } => operate::audit(data),
        args::Task::Docs => operate::print(&manual::markdown()),
        args::Task::Replay { file } => operate::replay(&file),
        args::Task::PrintConfig => operate::print(server::config::DEFAULT),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            operate::complain(&error);
            ExitCode::FAILURE
        }
    }
}

#[tokio::main]
async fn run(config: Config) -> anyhow::Result<()> {
    telemetry::start(&config.log.filter);
    operate::outlive_signals();
    let models = operate::models(&config)?;
    let ports = listen::Ports::open(&config).await?;
    let stop = CancellationToken::new();
    let signals = TaskTracker::new();
    signals.spawn(operate::stop_on_signals(stop.clone()));
    let (telnet, tls) = (ports.telnet()?, ports.tls()?);
    let ready = move || operate::say_how_to_connect(telnet, tls);
    // A task of its own: the world and the connections wake each other, and
    // between tasks of the same pool that needs no switch of threads.
    let server = signals.spawn(server::run(config, ports, models, stop.clone(), ready));
    let result = server.await;
    stop.cancel();
    signals.close();
    signals.wait().await;
    Ok(result.context("The server broke")??)
}
