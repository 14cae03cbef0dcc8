//! The settings: `default.ron`, and over it, field by field, the operator's own file.

pub mod budgets;
pub mod listing;
pub mod profiles;
pub mod providers;
pub mod services;

mod check;
#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    net::{IpAddr, SocketAddr},
    path::{Path, PathBuf},
};

use assistants::{
    gate::consent::OutsideModels,
    llm::http::Secret,
    memory::{catalog::MemorySettings, index::Language},
    turn::context::LimitsByContext,
};
use ipnet::IpNet;
use serde::{Deserialize, Deserializer, de::Error as _};
use store::Synchronous;
use world::content::{
    problem::{Problem, SourceFile},
    reading::read_over,
};

use crate::{
    operate::config::{
        budgets::BudgetsConfig, listing::Mssp, providers::ProviderConfig, services::ServicesConfig,
    },
    record::RecordBounds,
};

/// Every setting with its default, its unit and its range. It is the documentation, too.
pub const DEFAULT: &str = include_str!("config/default.ron");

/// The name of the provider that is built in.
pub const SCRIPTED: &str = "scripted";

/// Settings of the whole server. Each number is within the range that `default.ron` states.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Listening address, folders and files.
    pub server: ServerConfig,
    /// Service of telnet connections.
    pub telnet: TelnetConfig,
    /// Limits for one connection, or for one address.
    pub limits: LimitsConfig,
    /// Fields for listing sites (MSSP).
    pub mssp: Mssp,
    /// Telnet over TLS.
    pub tls: TlsConfig,
    /// The page for browsers.
    pub web: WebConfig,
    /// Trusted proxies.
    pub proxy: ProxyConfig,
    /// The authored world.
    pub world: WorldConfig,
    /// Settings of the store.
    pub store: StoreConfig,
    /// Backups that are made by themselves.
    pub backup: BackupConfig,
    /// Settings of the minds.
    pub minds: MindsConfig,
    /// Budgets of the use of models.
    pub budgets: BudgetsConfig,
    /// Models on the network, by name; never one called [`SCRIPTED`].
    pub providers: BTreeMap<String, ProviderConfig>,
    /// Services outside the game whose tools characters may call.
    pub services: ServicesConfig,
    /// Settings of the log.
    pub log: LogConfig,
}

/// Settings of the server itself: listening address, folders and files.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServerConfig {
    /// The address for telnet; with port 0 any free one is taken.
    #[serde(deserialize_with = "written_address")]
    pub telnet: SocketAddr,
    /// The folder for what play changes.
    pub data: PathBuf,
    /// The folder of the authored world.
    pub content: PathBuf,
    /// The seed of all chance; none for a new one on every start, which nobody can guess.
    pub seed: Option<u64>,
    /// Heartbeat: longest pause between two ticks, in milliseconds, 5 to 100.
    pub beat_milliseconds: u64,
    /// True to write a journal of all input, for a replay.
    pub journal: bool,
    /// Number of runs of which journals are kept, this one among them, 1 to 100.
    pub journal_runs: usize,
    /// Maximum size of all journals together, in mebibytes, 1 to 1048576.
    pub journal_mebibytes: u64,
    /// Maximum size of the record of minds, in mebibytes, 0 to 65536; 0 for none.
    pub record_mebibytes: u64,
    /// Days for which an entry of the record is kept, 1 to 3650.
    pub record_days: u32,
}

/// Settings of telnet connections.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TelnetConfig {
    /// Most seconds of silence before a connection gets a sign of life, 0 to 3600; 0 for never.
    pub keep_alive_seconds: u32,
    /// Offers compression (MCCP2) to every client; without, a client may ask for it.
    pub offer_mccp: bool,
}

/// Settings of the limits for one connection, or for one address.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitsConfig {
    /// The longest line, in bytes, 256 to 65536.
    pub line_bytes: usize,
    /// Most lines of a session that are not answered yet, 1 to 1024.
    pub queued_lines: usize,
    /// Lines per second that a session may send in the long run, 1 to 100000.
    pub lines_per_second: u32,
    /// Lines that a session may send at once after a pause, 1 to 100000.
    pub burst_lines: u32,
    /// Lines that somebody may say at once on a channel, 1 to 100000; guests two fifths of it.
    pub burst_on_channel: u32,
    /// Lines that somebody may say, emote, whisper and page at once, 1 to 100000.
    pub burst_of_talk: u32,
    /// Bytes per second that a connection may send in the long run, 1024 to 16777216.
    pub bytes_per_second: u32,
    /// Bytes that a connection may send at once after a pause, 4096 to 16777216.
    pub burst_bytes: u32,
    /// Most output that may wait for a connection that takes nothing, in bytes, 16 KiB to 16 MiB.
    pub backlog_bytes: usize,
    /// Most connections, 1 to 100000.
    pub connections: usize,
    /// Most connections from one address, 1 to 100000.
    pub per_address: usize,
    /// Most connections that are compressed, 0 to 100000; each takes about 260 KiB more.
    pub compressed: usize,
    /// Connections that one address may make, at once and then a minute, 1 to 100000.
    pub connects_per_minute: u32,
    /// Timeout of a login, in seconds, 10 to 3600.
    pub login_seconds: u64,
    /// Most characters of one account, 1 to 100.
    pub characters: usize,
    /// Wrong passwords before a connection is closed, 1 to 20.
    pub login_tries: u32,
    /// Wrong passwords from one address, at once and then a minute, 1 to 1000.
    pub failed_logins_per_minute: u32,
    /// Time that a character whose connection broke stays in the world, in seconds, 0 to 3600.
    pub link_dead_seconds: u32,
    /// Minutes without a line before a connection is closed, 1 to 10080; none for never.
    pub idle_minutes: Option<u64>,
}

/// Settings of telnet over TLS.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TlsConfig {
    /// The address to listen on; none for no TLS, and with port 0 any free one is taken.
    #[serde(deserialize_with = "maybe_address")]
    pub listen: Option<SocketAddr>,
    /// The certificate and those that vouch for it; none for the one in the data folder.
    pub certificate: Option<PathBuf>,
    /// The key of the certificate; none for the one in the data folder.
    pub key: Option<PathBuf>,
}

/// Settings of the page for browsers, and of its WebSocket.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WebConfig {
    /// The address to listen on; none for no page, and with port 0 any free one is taken.
    #[serde(deserialize_with = "maybe_address")]
    pub listen: Option<SocketAddr>,
    /// True if the page is served over TLS, with the certificate of [`TlsConfig`].
    pub tls: bool,
    /// Further origins whose pages may connect, such as `https://play.example.org`.
    pub origins: Vec<String>,
    /// True if strangers may read on the page what happened in public on the last day.
    pub chronicle: bool,
    /// Address of a line of a content file for the staff's page, with `{file}` and `{line}` in it;
    /// none for no links.
    pub source: Option<String>,
}

/// Settings of trusted proxies.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProxyConfig {
    /// Subnets of proxies that send a header with the client's address.
    #[serde(deserialize_with = "subnets")]
    pub trusted: Vec<IpNet>,
}

impl ProxyConfig {
    /// Returns whether connections from this address must begin with a proxy's header, which is
    /// believed.
    #[must_use]
    pub fn trusts(&self, peer: IpAddr) -> bool {
        self.trusted.iter().any(|it| it.contains(&peer.to_canonical()))
    }
}

/// Settings of the authored world.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorldConfig {
    /// Real minutes of a day of the world, 1 to 1440; with 1440 its clock shows UTC.
    pub day_minutes: u64,
}

/// Settings of the store.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoreConfig {
    /// Level of SQLite's `synchronous`.
    #[serde(with = "WrittenSynchronous")]
    pub synchronous: Synchronous,
}

/// Settings of scheduled backups.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BackupConfig {
    /// Hours between two backups, 0 to 8760; 0 for none.
    pub hours: u32,
    /// The folder that holds them.
    pub folder: PathBuf,
    /// Number of the newest that are kept, 1 to 1000.
    pub keep: usize,
}

/// The store's own type, which knows nothing of files of settings.
#[derive(Deserialize)]
#[serde(remote = "Synchronous")]
enum WrittenSynchronous {
    Normal,
    Full,
}

/// Settings of the minds.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MindsConfig {
    /// The provider for personas that name none: [`SCRIPTED`] or one of [`Config::providers`].
    pub provider: String,
    /// Most questions under way at one endpoint, 1 to 256.
    pub at_once: usize,
    /// Most questions that wait, 1 to 4096.
    pub queue: usize,
    /// Timeout of one question with all its tries, in seconds, 1 to 600.
    pub timeout_seconds: u64,
    /// Most tries for one question, 1 to 10.
    pub attempts: u32,
    /// Timeout of a whole thought, in seconds, 1 to 3600; no less than one question.
    pub deadline_seconds: u64,
    /// Limits of thoughts by context, for all characters.
    pub contexts: LimitsByContext,
    /// Most notes that one mind keeps of what everybody may read, and most others, 100 to 1,000,000.
    pub notes: usize,
    /// The language in which characters are spoken to, by the name of its stemmer.
    pub language: String,
}

impl MindsConfig {
    /// Limits and language of the memory of minds.
    #[must_use]
    pub fn memory(&self) -> MemorySettings {
        let language = Language::parse(&self.language).unwrap_or_default();
        MemorySettings { most: self.notes, language }
    }
}

/// Settings of the log.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogConfig {
    /// Messages that are written, in the syntax of `tracing`'s filters.
    pub filter: String,
}

/// Error in the settings or their file.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The operator's file cannot be read.
    #[error("The settings file {} cannot be read ({source}); check the name after --config.", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Error of the file system.
        source: io::Error,
    },
    /// Something in the file must be mended. Never empty.
    #[error("{}", each_on_its_line(.0))]
    Wrong(Vec<Problem>),
}

fn each_on_its_line(problems: &[Problem]) -> String {
    let lines: Vec<String> = problems.iter().map(Problem::to_string).collect();
    lines.join("\n")
}

impl ServerConfig {
    /// Limits of the record, in bytes and days.
    #[must_use]
    pub fn record_bounds(&self) -> RecordBounds {
        RecordBounds {
            bytes: self.record_mebibytes.saturating_mul(1_024 * 1_024),
            days: self.record_days,
        }
    }
}

impl Config {
    /// Returns the models that are outside this machine, so that players are told before their
    /// words go there.
    #[must_use]
    pub fn outside_models(&self) -> OutsideModels {
        let outside = self.providers.iter().filter(|(_, it)| it.is_outside());
        let mut names: BTreeSet<Option<String>> = outside.map(|(it, _)| Some(it.clone())).collect();
        if names.contains(&Some(self.minds.provider.clone())) {
            names.insert(None);
        }
        OutsideModels(names)
    }

    /// Returns the settings of `default.ron`.
    ///
    /// # Errors
    /// [`ConfigError::Wrong`] if that file is broken, which the tests rule out.
    pub fn standard() -> Result<Self, ConfigError> {
        Self::parse("default.ron", DEFAULT)
    }

    /// Returns the settings of an operator's file over the defaults.
    ///
    /// # Errors
    /// The file cannot be read, or has problems, all of which are listed.
    pub fn load(path: &Path) -> Result<Self, ConfigError> {
        let text = fs::read_to_string(path)
            .map_err(|source| ConfigError::Unreadable { path: path.to_owned(), source })?;
        Self::parse(&path.display().to_string(), &text)
    }

    /// Returns the settings of a text over the defaults; `path` is what its problems are reported
    /// under.
    ///
    /// # Errors
    /// [`ConfigError::Wrong`] with every problem that can be told.
    pub fn parse(path: &str, text: &str) -> Result<Self, ConfigError> {
        let file = SourceFile::new(path, text);
        let mut problems = Vec::new();
        let Some(own) = read_over::<Self>(&file, DEFAULT, &mut problems) else {
            return Err(ConfigError::Wrong(problems));
        };
        check::check(path, &own.tree, &own.value, &mut problems);
        problems.sort();
        if problems.is_empty() { Ok(own.value) } else { Err(ConfigError::Wrong(problems)) }
    }
}

/// A text that is no address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no address with a port; write numbers, such as 127.0.0.1:4000")]
pub struct BadAddress(String);

/// Reads an address with its port, such as `127.0.0.1:4000` or `[::1]:4000`. Names are not looked
/// up, because that could wait for the network.
///
/// # Errors
/// [`BadAddress`] when it is something else.
pub fn address(text: &str) -> Result<SocketAddr, BadAddress> {
    text.parse().map_err(|_| BadAddress(text.to_owned()))
}

fn written_address<'de, D: Deserializer<'de>>(text: D) -> Result<SocketAddr, D::Error> {
    address(&String::deserialize(text)?).map_err(D::Error::custom)
}

fn maybe_address<'de, D: Deserializer<'de>>(text: D) -> Result<Option<SocketAddr>, D::Error> {
    let text = Option::<String>::deserialize(text)?;
    text.map(|text| address(&text).map_err(D::Error::custom)).transpose()
}

/// A text that is no address and no subnet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no address and no subnet; write numbers, such as 10.0.0.5 or 192.168.0.0/16")]
pub struct BadSubnet(String);

/// Reads an address, such as `10.0.0.5`, or all those with the same beginning, such as
/// `192.168.0.0/16`.
///
/// # Errors
/// [`BadSubnet`] when it is something else.
pub fn subnet(text: &str) -> Result<IpNet, BadSubnet> {
    let single = || text.parse().map(|it: IpAddr| IpNet::from(it.to_canonical()));
    text.parse().or_else(|_| single()).map_err(|_| BadSubnet(text.to_owned()))
}

fn subnets<'de, D: Deserializer<'de>>(texts: D) -> Result<Vec<IpNet>, D::Error> {
    let texts = Vec::<String>::deserialize(texts)?;
    texts.iter().map(|text| subnet(text).map_err(D::Error::custom)).collect()
}

/// Missing key where the settings name one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("The environment variable `{0}` holds no key; set it before you start the server.")]
pub struct NoSecret(String);

/// Reads the secret in an environment variable. Nothing else reads the environment, so secrets are
/// the only thing that comes from it.
///
/// # Errors
/// [`NoSecret`] when the variable is not set, is empty or is no text.
#[expect(clippy::disallowed_methods, reason = "this is the one place for secrets")]
pub fn secret(name: &str) -> Result<Secret, NoSecret> {
    key(name, std::env::var(name).ok())
}

fn key(name: &str, value: Option<String>) -> Result<Secret, NoSecret> {
    match value {
        Some(value) if !value.trim().is_empty() => Ok(Secret::new(&value)),
        Some(_) | None => Err(NoSecret(name.to_owned())),
    }
}
