//! The sockets that listen: one for telnet, and one for telnet over TLS.

use std::{io, net::SocketAddr};

use tokio::net::{TcpListener, TcpStream};

use crate::operate::config::Config;

/// The port to be had is not to be had.
#[derive(Debug, thiserror::Error)]
#[error("Cannot listen for {what} on {address}; is another server running? Try {instead}")]
pub struct PortError {
    what: &'static str,
    address: SocketAddr,
    instead: &'static str,
    source: io::Error,
}

/// The sockets that listen.
#[derive(Debug)]
pub struct Ports {
    telnet: TcpListener,
    tls: Option<TcpListener>,
}

/// Which of the sockets somebody came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Port {
    /// Telnet, which everybody on the way can read.
    Telnet,
    /// Telnet over TLS.
    Tls,
}

impl Ports {
    /// Begins to listen where the settings say.
    ///
    /// # Errors
    /// [`PortError`] with what to do when an address cannot be had.
    pub async fn open(config: &Config) -> Result<Self, PortError> {
        let instead = "--telnet 127.0.0.1:0";
        let telnet = listen("telnet", config.server.telnet, instead).await?;
        let instead = "--tls 127.0.0.1:0, or --tls off";
        let tls = match config.tls.listen {
            Some(address) => Some(listen("telnet over TLS", address, instead).await?),
            None => None,
        };
        Ok(Self { telnet, tls })
    }

    /// Where telnet is to be had, with the port that was taken.
    ///
    /// # Errors
    /// What the system says.
    pub fn telnet(&self) -> io::Result<SocketAddr> {
        self.telnet.local_addr()
    }

    /// Where telnet over TLS is to be had, if anywhere, with the port that was taken.
    ///
    /// # Errors
    /// What the system says.
    pub fn tls(&self) -> io::Result<Option<SocketAddr>> {
        self.tls.as_ref().map(TcpListener::local_addr).transpose()
    }

    /// The next who comes, and to which port. Safe to drop and to call again.
    ///
    /// # Errors
    /// What the system says, for instance that it has no file handles left.
    pub async fn accept(&self) -> io::Result<(TcpStream, SocketAddr, Port)> {
        let over_tls = async {
            match &self.tls {
                Some(listener) => listener.accept().await,
                None => std::future::pending().await,
            }
        };
        // Which of the two is asked first is left to chance, so that a crowd at
        // the one keeps nobody from the other.
        let ((stream, from), port) = tokio::select! {
            accepted = self.telnet.accept() => (accepted?, Port::Telnet),
            accepted = over_tls => (accepted?, Port::Tls),
        };
        Ok((stream, from, port))
    }
}

async fn listen(
    what: &'static str,
    address: SocketAddr,
    instead: &'static str,
) -> Result<TcpListener, PortError> {
    let bound = TcpListener::bind(address).await;
    bound.map_err(|source| PortError { what, address, instead, source })
}
