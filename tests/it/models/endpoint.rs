//! An endpoint on this machine that plays faults: one for each request, in their order.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use serde_json::Value;
use tests::{Trouble, client::patience::patiently, while_};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinSet,
    time::sleep,
};

/// Behaviour of the endpoint at one request.
#[derive(Debug, Clone)]
pub(super) enum WireAct {
    /// Sends these bytes and closes the connection.
    Sends(Vec<u8>),
    /// The same, after so long, whether somebody still listens or not.
    After(Duration, Vec<u8>),
    /// Sends these bytes, and nothing more until the other end hangs up.
    Hangs(Vec<u8>),
}

/// Requests so far.
#[derive(Debug, Default)]
struct EndpointLog {
    /// The bodies of the requests, in order.
    asked: Vec<String>,
    /// Number of them that are over.
    over: usize,
}

/// The endpoint; it ends when it is dropped.
pub(super) struct FaultyEndpoint {
    pub(super) address: SocketAddr,
    log: Arc<watch::Sender<EndpointLog>>,
    /// None where nobody listens.
    _server: Option<JoinSet<()>>,
}

impl FaultyEndpoint {
    /// Starts one that plays the acts in turn and the last one for ever; without any, nobody listens.
    pub(super) async fn serve(acts: Vec<WireAct>) -> Result<Self, Trouble> {
        let listener = while_("a port", TcpListener::bind("127.0.0.1:0").await)?;
        let address = while_("a port", listener.local_addr())?;
        let log = Arc::<watch::Sender<EndpointLog>>::default();
        let mut server = None;
        if !acts.is_empty() {
            let log = Arc::clone(&log);
            server.insert(JoinSet::new()).spawn(async move {
                let mut open = JoinSet::new();
                while let Ok((stream, _)) = listener.accept().await {
                    open.spawn(converse(stream, acts.clone(), Arc::clone(&log)));
                }
            });
        }
        Ok(Self { address, log, _server: server })
    }

    /// Number of requests so far.
    pub(super) fn requests(&self) -> usize {
        self.log.borrow().asked.len()
    }

    /// The body of a request, counted from 0.
    pub(super) fn body(&self, number: usize) -> Result<Value, Trouble> {
        let body = self.log.borrow().asked.get(number).cloned();
        let body = body.ok_or_else(|| format!("there was no request {number}"))?;
        while_("a request", serde_json::from_str(&body))
    }

    /// Waits until so many requests have come.
    pub(super) async fn asked(&self, count: usize) -> Result<(), Trouble> {
        self.until("the model was not asked", |log| log.asked.len() >= count).await
    }

    /// Waits until so many requests are over, on this side.
    pub(super) async fn over(&self, count: usize) -> Result<(), Trouble> {
        self.until("the endpoint does not end", |log| log.over >= count).await
    }

    async fn until(&self, why: &str, is: impl FnMut(&EndpointLog) -> bool) -> Result<(), Trouble> {
        let mut seen = self.log.subscribe();
        let waited = patiently(seen.wait_for(is)).await.map_err(|_| why)?;
        while_(why, waited.map(drop))
    }
}

async fn converse(mut stream: TcpStream, acts: Vec<WireAct>, log: Arc<watch::Sender<EndpointLog>>) {
    let Ok(body) = request(&mut stream).await else { return };
    let mut number = 0;
    log.send_modify(|it| {
        number = it.asked.len();
        it.asked.push(body);
    });
    let Some(act) = acts.get(number).or(acts.last()) else { return };
    match act {
        WireAct::Sends(bytes) => send(&mut stream, bytes).await,
        WireAct::After(span, bytes) => {
            sleep(*span).await;
            send(&mut stream, bytes).await;
        }
        WireAct::Hangs(bytes) => {
            send(&mut stream, bytes).await;
            let mut rest = [0; 1_024];
            while stream.read(&mut rest).await.is_ok_and(|n| n > 0) {}
        }
    }
    drop(stream);
    log.send_modify(|it| it.over += 1);
}

/// Sends bytes, as far as somebody still listens: whoever has hung up is what some rows are about.
async fn send(stream: &mut TcpStream, bytes: &[u8]) {
    if stream.write_all(bytes).await.is_ok() {
        stream.flush().await.unwrap_or_default();
    }
}

/// Reads a request whole, and returns its body.
async fn request(stream: &mut TcpStream) -> Result<String, Trouble> {
    const HEAD_ENDS: &[u8] = b"\r\n\r\n";
    let mut bytes = Vec::new();
    loop {
        let head = bytes.windows(HEAD_ENDS.len()).position(|it| it == HEAD_ENDS);
        if let Some((head, body)) = head.and_then(|at| bytes.split_at_checked(at + HEAD_ENDS.len()))
        {
            let head = String::from_utf8_lossy(head);
            let length = head.lines().find_map(|line| {
                let (name, value) = line.split_once(':')?;
                name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
            });
            let length: usize = length.ok_or("a request without a length")?;
            if body.len() >= length {
                return while_("a request", String::from_utf8(body.to_vec()));
            }
        }
        let mut buffer = [0; 8_192];
        let n = while_("reading", stream.read(&mut buffer).await)?;
        if n == 0 {
            return Err("half a request".into());
        }
        bytes.extend_from_slice(buffer.get(..n).unwrap_or_default());
    }
}
