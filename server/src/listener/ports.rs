//! Listening sockets: one for telnet, one for telnet over TLS, and one for the page for browsers.

use std::{io, net::SocketAddr};

use tokio::net::{TcpListener, TcpStream};

use crate::operate::config::Config;

/// Error when a port cannot be opened.
#[derive(Debug, thiserror::Error)]
#[error("Cannot listen for {what} on {address}{}", advice(source.kind(), *address, instead))]
pub struct PortError {
    what: &'static str,
    address: SocketAddr,
    instead: &'static str,
    source: io::Error,
}

/// Returns advice for the operator when an address cannot be bound for this reason, as the end of a
/// sentence.
fn advice(why: io::ErrorKind, address: SocketAddr, instead: &str) -> String {
    if why == io::ErrorKind::AddrNotAvailable {
        let all = if address.is_ipv4() { "0.0.0.0" } else { "[::]" };
        format!("; this machine has no such address. Take one of its own, or {all} for all")
    } else if why == io::ErrorKind::PermissionDenied && address.port() < 1_024 {
        "; ports below 1024 need a right that this user lacks. Take a higher one, or give the \
         program the right CAP_NET_BIND_SERVICE"
            .to_owned()
    } else if why == io::ErrorKind::AddrInUse {
        format!("; is another server running? Try {instead}")
    } else {
        format!(". Try {instead}")
    }
}

/// Listening sockets.
#[derive(Debug)]
pub struct Ports {
    telnet: TcpListener,
    tls: Option<TcpListener>,
    web: Option<TcpListener>,
    /// The port of the page: over TLS, or not.
    page: Port,
}

/// Addresses of the listening sockets, with the port numbers that were bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenPorts {
    /// Address for telnet.
    pub telnet: SocketAddr,
    /// Address for telnet over TLS.
    pub tls: Option<SocketAddr>,
    /// Address of the page for browsers.
    pub web: Option<SocketAddr>,
}

/// Listening socket that accepted a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Port {
    /// Plain telnet, unencrypted.
    Telnet,
    /// Telnet over TLS.
    Tls,
    /// The page for browsers (HTTP).
    Web,
    /// The page over TLS (HTTPS).
    WebTls,
}

impl Port {
    /// Returns whether connections begin with a TLS handshake.
    #[must_use]
    pub fn is_encrypted(self) -> bool {
        matches!(self, Self::Tls | Self::WebTls)
    }
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
        let instead = "--web 127.0.0.1:0, or --web off";
        let web = match config.web.listen {
            Some(address) => Some(listen("the page", address, instead).await?),
            None => None,
        };
        let page = if config.web.tls { Port::WebTls } else { Port::Web };
        Ok(Self { telnet, tls, web, page })
    }

    /// Returns the addresses of all of them.
    ///
    /// # Errors
    /// Any error of the sockets.
    pub fn open_ports(&self) -> io::Result<OpenPorts> {
        let web = self.web.as_ref().map(TcpListener::local_addr).transpose()?;
        Ok(OpenPorts { telnet: self.telnet()?, tls: self.tls()?, web })
    }

    /// Returns the address of the telnet port, with the port number that was bound.
    ///
    /// # Errors
    /// Any error of the socket.
    pub fn telnet(&self) -> io::Result<SocketAddr> {
        self.telnet.local_addr()
    }

    /// Returns the address of the telnet port over TLS, if there is one, with the port number that
    /// was bound.
    ///
    /// # Errors
    /// Any error of the socket.
    pub fn tls(&self) -> io::Result<Option<SocketAddr>> {
        self.tls.as_ref().map(TcpListener::local_addr).transpose()
    }

    /// Accepts the next connection of any port. Cancel-safe.
    ///
    /// # Errors
    /// Any error of the socket, for instance that the process has no file handles left.
    pub async fn accept(&self) -> io::Result<(TcpStream, SocketAddr, Port)> {
        // Which of them is asked first is left to chance, so that a crowd at
        // the one keeps nobody from the others.
        let ((stream, from), port) = tokio::select! {
            accepted = self.telnet.accept() => (accepted?, Port::Telnet),
            accepted = accept(self.tls.as_ref()) => (accepted?, Port::Tls),
            accepted = accept(self.web.as_ref()) => (accepted?, self.page),
        };
        Ok((stream, from, port))
    }
}

/// Accepts a connection; never, where nothing listens.
async fn accept(listener: Option<&TcpListener>) -> io::Result<(TcpStream, SocketAddr)> {
    match listener {
        Some(listener) => listener.accept().await,
        None => std::future::pending().await,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_to_do_depends_on_what_is_wrong() {
        for (kind, port, words) in [
            (io::ErrorKind::AddrInUse, 4000, "is another server running? Try --tls off"),
            (
                io::ErrorKind::AddrNotAvailable,
                4000,
                "no such address. Take one of its own, or [::]",
            ),
            (io::ErrorKind::PermissionDenied, 23, "ports below 1024 need a right"),
            (io::ErrorKind::PermissionDenied, 4000, ". Try --tls off"),
            (io::ErrorKind::OutOfMemory, 23, ". Try --tls off"),
        ] {
            let address = SocketAddr::from(([0, 0, 0, 0, 0, 0, 0, 1], port));
            let source = io::Error::from(kind);
            let error = PortError { what: "telnet", address, instead: "--tls off", source };
            let error = error.to_string();
            assert!(error.contains(words), "{kind}: {error}");
            assert_eq!(error.contains("another server"), kind == io::ErrorKind::AddrInUse);
        }
    }
}
