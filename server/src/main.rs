//! Arguments, settings, log and sockets; the rest is the library's.

use std::process::ExitCode;

use anyhow::Context;
use clap::Parser;
use server::{
    listener::ports::Ports,
    operate::{
        accounts,
        args::{self, play::ModelCommand},
        backup,
        config::{self, Config},
        manual, model, tasks, telemetry,
    },
    run,
    sandbox::{self, ChatOptions},
    setup,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let result = match args::Arguments::parse().task() {
        args::Task::Serve(chosen) => chosen.settings().map_err(Into::into).and_then(serve),
        args::Task::Check { dir, nouns, data } => tasks::check(dir, nouns, data),
        args::Task::Chat { persona, content, config } => {
            sandbox::chat(ChatOptions { persona, content, config }).map_err(Into::into)
        }
        args::Task::Model(ModelCommand::Endpoint(task)) => model::model(task),
        args::Task::Model(ModelCommand::Play(task)) => {
            sandbox::play::play(task, &mut std::io::stdout().lock()).map_err(Into::into)
        }
        args::Task::Persona(args::PersonaTask::New { file, content }) => {
            tasks::new_persona(file, content)
        }
        args::Task::Persona(args::PersonaTask::Test { file, content }) => {
            tasks::corpus(&file, content)
        }
        args::Task::Grant { name, role, data } => accounts::grant(&name, role, data),
        args::Task::Account(task) => accounts::account(task),
        args::Task::Backup { to, data } => backup::back_up(&to, data),
        args::Task::Restore { from, data } => backup::restore(&from, data),
        args::Task::Verify { path } => backup::verify(path),
        args::Task::Repair { data } => backup::repair(data),
        args::Task::Audit { data } => tasks::audit(data),
        args::Task::Why(task) => tasks::why(task),
        args::Task::Chronicle(task) => tasks::chronicle(task),
        args::Task::Prove { record } => tasks::prove(&record),
        args::Task::Memory(args::MemoryTask::Bench { file, language, misses, nights }) => {
            tasks::memory_bench(&file, language, (misses, nights))
        }
        args::Task::Schema { of: args::SchemaOf::Persona } => tasks::persona_schema(),
        args::Task::Docs => tasks::print(&manual::markdown()),
        args::Task::Replay { file } => tasks::replay(&file),
        args::Task::PrintConfig => tasks::print(config::DEFAULT),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tasks::complain(&error);
            ExitCode::FAILURE
        }
    }
}

#[tokio::main]
async fn serve(config: Config) -> anyhow::Result<()> {
    telemetry::start(&config.log.filter);
    tasks::outlive_signals();
    let models = tasks::models(&config)?;
    let ports = Ports::open(&config).await?;
    let stop = CancellationToken::new();
    let signals = TaskTracker::new();
    signals.spawn(tasks::stop_on_signals(stop.clone()));
    let (open, over_tls) = (ports.open_ports()?, config.web.tls);
    let ready = move || tasks::say_how_to_connect(&open, over_tls);
    // A task of its own: the world and the connections wake each other, and
    // between tasks of the same pool that needs no switch of threads.
    let server = signals.spawn(run::run(config, ports, models, setup::rules, stop.clone(), ready));
    let result = server.await;
    stop.cancel();
    signals.close();
    signals.wait().await;
    Ok(result.context("The server broke")??)
}
