//! Connection before its session: its address, its limits, and TLS.

use std::{io, net::IpAddr, sync::Arc, time::Duration};

use engine::id::SessionId;
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::TcpStream,
    sync::OwnedSemaphorePermit,
};
use tokio_rustls::{TlsAcceptor, server::TlsStream};

use super::context::{Origin, SessionContext};
use crate::{
    clock::Stopwatch,
    listener::limiter::ConnectionPermit,
    listener::{
        ports::Port,
        proxy::{self, Header, Progress, ProxyError},
    },
    session, web,
};

/// Timeout for the PROXY header of a trusted proxy.
const HEADER_WITHIN: Duration = Duration::from_secs(5);
/// Timeout for a TLS handshake.
const HANDSHAKE_WITHIN: Duration = Duration::from_secs(10);
/// Timeout for sending a refusal.
const REFUSAL_WITHIN: Duration = Duration::from_secs(2);
/// The first byte of every TLS connection.
const HANDSHAKE: u8 = 0x16;

const FULL: &str = "The town is full just now. Please try again in a while.";
const TOO_MANY: &str = "There are too many connections from your address already.";
const TOO_FAST: &str =
    "There were many connections from your address just now. Please try again in a minute.";
const NO_HTTPS: &str = "This address speaks TLS only. Please open it with https:// in front.";
/// Status of an answer to a browser for which there is no place just now.
const BUSY: &str = "503 Service Unavailable";
const NO_TLS: &str = "This port is for TLS only. Please switch TLS on in your client, \
    or connect to the port for plain telnet.";

/// Accepted connection, before its address is known and it has a session.
pub(super) struct Incoming {
    pub(super) stream: TcpStream,
    /// Address of the other end of the socket, which may be a proxy.
    pub(super) peer: IpAddr,
    pub(super) port: Port,
}

/// Error that ends a connection before it has a session.
#[derive(Debug, thiserror::Error)]
enum IncomingError {
    #[error(transparent)]
    Proxy(#[from] ProxyError),
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("it took too long")]
    Late(#[from] tokio::time::error::Elapsed),
    #[error("it speaks no TLS")]
    Plain,
}

/// Serves a connection from its first byte on. It has its place among `all`
/// from the beginning, and counts for its address once that is known.
pub(super) async fn serve(
    mut incoming: Incoming,
    session: SessionId,
    all: OwnedSemaphorePermit,
    context: Arc<SessionContext>,
) {
    let since = Stopwatch::start();
    if let Err(error) = incoming.stream.set_nodelay(true) {
        tracing::debug!(%error, "answers may be delayed");
    }
    let stop = context.stop.clone();
    let address = match stop.run_until_cancelled(address(&mut incoming, &context)).await {
        Some(Ok(address)) => address,
        Some(Err(error)) => {
            tracing::warn!(%error, peer = %incoming.peer, "a trusted proxy was not understood");
            return;
        }
        None => return,
    };
    if !context.connects.take(address, context.watch.elapsed()) {
        refuse(incoming, &context, TOO_FAST).await;
        return;
    }
    let place = match context.sessions.enter(address, context.config.limits.per_address, all) {
        Ok(place) => Arc::new(place),
        Err(all) => {
            refuse(incoming, &context, TOO_MANY).await;
            drop(all);
            return;
        }
    };
    let origin = Origin { session, address, encrypted: incoming.port.is_encrypted(), since };
    match incoming.port {
        Port::Web => Box::pin(web::serve(incoming.stream, origin, place, context)).await,
        Port::Telnet => session::serve_telnet(incoming.stream, origin, place, context).await,
        // In a box of its own, so that plain connections do not carry its memory.
        Port::Tls | Port::WebTls => Box::pin(serve_tls(incoming, origin, place, context)).await,
    }
}

/// Rejects a connection for which there is no place. A proxy's header is read first, as TLS comes
/// only after it.
pub(super) async fn reject(mut incoming: Incoming, context: Arc<SessionContext>) {
    let stop = context.stop.clone();
    if let Some(Ok(_)) = stop.run_until_cancelled(address(&mut incoming, &context)).await {
        refuse(incoming, &context, FULL).await;
    }
}

async fn serve_tls(
    incoming: Incoming,
    origin: Origin,
    place: Arc<ConnectionPermit>,
    context: Arc<SessionContext>,
) {
    let stop = context.stop.clone();
    let Incoming { stream, port, .. } = incoming;
    match stop.run_until_cancelled(Box::pin(handshake(stream, port, &context))).await {
        Some(Ok(stream)) if port == Port::WebTls => {
            Box::pin(web::serve(stream, origin, place, context)).await;
        }
        Some(Ok(stream)) => session::serve_telnet(stream, origin, place, context).await,
        Some(Err(error)) => tracing::debug!(%error, from = %origin.address, "no TLS"),
        None => {}
    }
}

/// Sends a refusal and ends the connection. Over TLS this takes a handshake, too; the callers bound
/// the number of refusals at the same time.
async fn refuse(incoming: Incoming, context: &SessionContext, words: &str) {
    let Incoming { stream, port, .. } = incoming;
    let say = async {
        match port {
            Port::Telnet => last_words(stream, words).await?,
            Port::Tls => last_words(handshake(stream, port, context).await?, words).await?,
            Port::Web => refuse_request(stream, BUSY, words).await?,
            Port::WebTls => {
                refuse_request(handshake(stream, port, context).await?, BUSY, words).await?;
            }
        }
        Ok::<(), IncomingError>(())
    };
    match tokio::time::timeout(REFUSAL_WITHIN, Box::pin(say)).await {
        Ok(Ok(())) => {}
        Ok(Err(_)) | Err(_) => tracing::debug!("somebody left before reading why"),
    }
}

/// Answers the first request of a browser with a refusal.
async fn refuse_request(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    status: &str,
    words: &str,
) -> io::Result<()> {
    // What is left unread would have the system throw the answer away.
    let mut request = [0; 4_096];
    if stream.read(&mut request).await? > 0 {
        stream.write_all(web::refusal(status, words).as_bytes()).await?;
    }
    stream.shutdown().await
}

async fn last_words(mut stream: impl AsyncWrite + Unpin, words: &str) -> io::Result<()> {
    stream.write_all(format!("{words}\r\n").as_bytes()).await?;
    stream.shutdown().await
}

/// Returns the address of the player's machine: the peer's, unless that is a trusted proxy, which
/// then must send a header.
async fn address(
    incoming: &mut Incoming,
    context: &SessionContext,
) -> Result<IpAddr, IncomingError> {
    let peer = incoming.peer.to_canonical();
    if !context.config.proxy.trusts(peer) {
        return Ok(peer);
    }
    match tokio::time::timeout(HEADER_WITHIN, header(&mut incoming.stream)).await?? {
        Header::Own => Ok(peer),
        Header::For(address) => Ok(address),
    }
}

/// Reads a header and not one byte more: what follows is the player's.
async fn header(stream: &mut TcpStream) -> Result<Header, IncomingError> {
    let mut bytes = Vec::new();
    loop {
        match proxy::parse(&bytes)? {
            Progress::Whole(header) => return Ok(header),
            Progress::More(missing) => {
                let limit = u64::try_from(missing).unwrap_or_default();
                if stream.take(limit).read_buf(&mut bytes).await? == 0 {
                    return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
                }
            }
        }
    }
}

async fn handshake(
    stream: TcpStream,
    port: Port,
    context: &SessionContext,
) -> Result<TlsStream<TcpStream>, IncomingError> {
    let shake = async {
        let Some(certificates) = &context.certificates else { return Err(IncomingError::Plain) };
        let mut first = [0];
        // Somebody who speaks no TLS is told so in plain words.
        if stream.peek(&mut first).await? == 1 && first != [HANDSHAKE] {
            match port {
                Port::WebTls => refuse_request(stream, "400 Bad Request", NO_HTTPS).await?,
                Port::Telnet | Port::Tls | Port::Web => last_words(stream, NO_TLS).await?,
            }
            return Err(IncomingError::Plain);
        }
        let config = certificates.current().await;
        Ok(TlsAcceptor::from(config).accept(stream).await?)
    };
    tokio::time::timeout(HANDSHAKE_WITHIN, shake).await?
}
