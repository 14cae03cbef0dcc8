//! Arguments of `hearsay serve`.

use std::{net::SocketAddr, path::PathBuf};

use clap::Args;

use crate::operate::config::{self, Config};

/// Options of `hearsay serve`, which override the settings.
#[derive(Debug, Clone, PartialEq, Eq, Default, Args)]
pub struct Serve {
    /// Address for telnet; port 0 takes any free one [default: 127.0.0.1:4000]
    #[arg(long, value_name = "ADDR", value_parser = config::address)]
    pub telnet: Option<SocketAddr>,
    /// Address for telnet over TLS, or `off`; any free port by itself when `--telnet` has port 0
    /// [default: 127.0.0.1:4001]
    #[arg(long, value_name = "ADDR", value_parser = port)]
    pub tls: Option<PortChoice>,
    /// Address for the page for browsers, or `off`; any free port by itself when `--telnet` has port 0
    /// [default: 127.0.0.1:4080]
    #[arg(long, value_name = "ADDR", value_parser = port)]
    pub web: Option<PortChoice>,
    /// The folder for what play changes, made when missing [default: data]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// The folder of the authored world [default: content]
    #[arg(long, value_name = "DIR")]
    pub content: Option<PathBuf>,
    /// A file of settings; `hearsay print-config` shows what may stand in it
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The seed of all chance, a number from 0 up, to repeat a run in a test [default: a new one each
    /// time, which nobody knows]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub seed: Option<u64>,
}

/// Listening address, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PortChoice {
    /// Nowhere.
    Off,
    /// At this address.
    At(SocketAddr),
}

fn port(text: &str) -> Result<PortChoice, config::BadAddress> {
    if text == "off" { Ok(PortChoice::Off) } else { config::address(text).map(PortChoice::At) }
}

impl Serve {
    /// Returns the settings of the file named here, or else the defaults, with what else is given
    /// here in place of what they say.
    ///
    /// # Errors
    /// [`config::ConfigError`] of the settings' file.
    pub fn settings(self) -> Result<Config, config::ConfigError> {
        let config = match &self.config {
            Some(file) => Config::load(file)?,
            None => Config::standard()?,
        };
        Ok(self.over(config))
    }

    pub(super) fn over(self, mut config: Config) -> Config {
        let server = &mut config.server;
        server.telnet = self.telnet.unwrap_or(server.telnet);
        server.seed = self.seed.or(server.seed);
        let telnet = self.telnet;
        choose(&mut config.tls.listen, self.tls, telnet);
        choose(&mut config.web.listen, self.web, telnet);
        if let Some(data) = self.data {
            server.data = data;
        }
        if let Some(content) = self.content {
            server.content = content;
        }
        config
    }
}

/// Sets a listening address besides that of telnet. Whoever takes any port for telnet does not want
/// to hear that another one is taken.
fn choose(listen: &mut Option<SocketAddr>, chosen: Option<PortChoice>, telnet: Option<SocketAddr>) {
    match chosen {
        Some(PortChoice::Off) => *listen = None,
        Some(PortChoice::At(address)) => *listen = Some(address),
        None => {
            if let Some(address) = listen
                && telnet.is_some_and(|it| it.port() == 0)
            {
                address.set_port(0);
            }
        }
    }
}
