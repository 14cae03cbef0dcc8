//! What the operator's commands do, beside running the server.

use std::{
    collections::BTreeMap,
    io::Write,
    net::SocketAddr,
    path::{Path, PathBuf},
};

use anyhow::{Context, anyhow, bail};
use assistants::llm::{
    openai::OpenAi,
    providers::{Models, Provider},
};
use tokio_util::sync::CancellationToken;
use world::permission::Role;

use crate::{
    account::{Accounts, names::Name},
    config::{self, Config},
    files, journal,
    screen::Frame,
    setup,
    store::{Store, StoreSettings},
};

/// Prints to standard output.
///
/// # Errors
/// When nobody reads it.
pub fn print(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Says where the server listens and how to get in.
pub fn say_how_to_connect(address: SocketAddr, tls: Option<SocketAddr>) {
    let (ip, port) = (address.ip(), address.port());
    let tls = tls.map_or_else(String::new, |it| format!("telnet over TLS listening on {it}\n"));
    let words = format!(
        "telnet listening on {address}\n{tls}\
         Connect with a MUD client, or type in another terminal: telnet {ip} {port}\n\
         Ctrl-C stops the server and saves everything.\n"
    );
    if print(&words).is_err() {
        tracing::debug!("nobody reads standard output");
    }
}

/// Says what went wrong, on standard error.
pub fn complain(error: &anyhow::Error) {
    if writeln!(std::io::stderr(), "hearsay: {error:#}").is_err() {
        tracing::debug!("nobody reads standard error");
    }
}

/// Checks content and prints every problem.
///
/// # Errors
/// When there is a problem, or the content cannot be read.
pub fn check(dir: Option<PathBuf>) -> anyhow::Result<()> {
    let dir = match dir {
        Some(dir) => dir,
        None => Config::standard()?.server.content,
    };
    let files = files::read(&dir)?;
    let commands = setup::command_names(&setup::rules(0));
    match files::check(&files, &commands) {
        Ok(authored) => print(&format!(
            "{}: {} files, {} rooms, {} kinds of things, {} characters; no problems.\n",
            dir.display(),
            files.len(),
            authored.content.rooms.len(),
            authored.content.kinds.len(),
            authored.personas.len()
        )),
        Err(problems) => {
            for problem in &problems {
                print(&format!("{}/{problem}\n", dir.display()))?;
            }
            Err(anyhow!("{} problem(s) in {}.", problems.len(), dir.display()))
        }
    }
}

/// Gives a character rights.
///
/// # Errors
/// When there is no such character, or a server is running on the same data.
pub fn grant(name: &str, role: Role, data: Option<PathBuf>) -> anyhow::Result<()> {
    let data = match data {
        Some(data) => data,
        None => Config::standard()?.server.data,
    };
    let path = data.join("hearsay.sqlite");
    if !path.exists() {
        bail!("There is no data in {}; start the server once and create {name}.", data.display());
    }
    let name = Name::new(name).map_err(|error| anyhow!("{error}"))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let store = Store::<Frame>::open(&path, Frame::send, |_| {}, StoreSettings::default())?;
        let store = std::sync::Arc::new(store);
        let accounts = Accounts::new(store.clone());
        let granted = accounts.set_role(name.id(), role).await;
        drop(accounts);
        if let Ok(store) = std::sync::Arc::try_unwrap(store).map_err(|_| ()) {
            store.close().await?;
        }
        let account =
            granted.with_context(|| format!("There is no character called {}", name.as_str()))?;
        print(&format!("{} is now {}.\n", account.name, account.role.name()))
    })
}

/// Plays a journal again and prints what everybody saw.
///
/// # Errors
/// When it cannot be read or played.
pub fn replay(file: &Path) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let mut failed = Ok(());
    journal::replay(file, |session, line| {
        if failed.is_ok() {
            failed = write!(out, "{session}| ").and_then(|()| out.write_all(line));
        }
    })?;
    Ok(failed?)
}

/// The models that the settings name.
///
/// # Errors
/// When a key is missing or an address is none.
pub fn models(config: &Config) -> anyhow::Result<Models> {
    if rustls::crypto::ring::default_provider().install_default().is_err() {
        tracing::debug!("cryptography was set up already");
    }
    let mut providers = BTreeMap::new();
    for (name, provider) in &config.providers {
        let config::Provider::OpenAi(settings) = provider;
        let model = OpenAi::new(settings.endpoint(name)?)?;
        providers.insert(name.clone(), Provider::OpenAi(model));
    }
    Ok(Models::new(&config.minds.provider, providers)?)
}

/// Waits for Ctrl-C or SIGTERM, and then for nothing more.
pub async fn stop_on_signals(stop: CancellationToken) {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = match signal(SignalKind::terminate()) {
        Ok(it) => it,
        Err(error) => {
            tracing::warn!(%error, "SIGTERM cannot be waited for");
            stop.cancelled().await;
            return;
        }
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
        () = stop.cancelled() => {}
    }
    stop.cancel();
}
