//! Test HTTP server on the loopback interface with canned replies.

use std::{io, time::Duration};

use engine::id::CharacterId;
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::mpsc,
    task::JoinSet,
    time::timeout,
};

use super::{Defaults, Endpoint, Wire};
use crate::llm::{ChatMessage, ChatRequest, Ticket, ToolSpec, profile::Reasoning, scene::Scene};

/// Maximum wait of any test, so that a broken one ends.
const PATIENCE: Duration = Duration::from_secs(20);

/// Maximum number of connections to one server.
const MAX_CONNECTIONS: usize = 64;

/// Body of a successful response.
pub(in crate::llm) const GOOD: &str =
    r#"{"choices":[{"message":{"content":"A good day."},"finish_reason":"stop"}]}"#;

/// Canned reply to one request.
#[derive(Debug, Clone)]
pub(in crate::llm) enum CannedReply {
    /// Response with a status, further header lines and a body.
    Http(u16, &'static str, String),
    /// Raw bytes, then the connection is closed.
    Bytes(&'static [u8]),
    /// No answer until the client disconnects.
    Never,
}

impl CannedReply {
    pub(in crate::llm) fn good() -> Self {
        Self::Http(200, "", GOOD.to_owned())
    }

    pub(in crate::llm) fn status(code: u16) -> Self {
        Self::Http(code, "", String::new())
    }
}

/// Event that the server saw.
#[derive(Debug)]
pub(in crate::llm) enum SeenRequest {
    /// Complete request.
    Request {
        /// Request line and headers.
        head: String,
        body: Value,
    },
    /// Disconnect of the client during [`CannedReply::Never`].
    HungUp,
}

/// Running server; it ends when dropped.
pub(in crate::llm) struct Loopback {
    pub(in crate::llm) base_url: String,
    seen: mpsc::Receiver<SeenRequest>,
    _server: JoinSet<()>,
}

impl Loopback {
    /// Starts a server that gives the replies in turn, and the last one for ever.
    pub(in crate::llm) async fn serve(replies: Vec<CannedReply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let (report, seen) = mpsc::channel(2 * MAX_CONNECTIONS);
        let mut server = JoinSet::new();
        server.spawn(async move {
            let mut connections = JoinSet::new();
            for number in 0..MAX_CONNECTIONS {
                let (stream, _) = listener.accept().await.unwrap();
                let reply = replies.get(number).or(replies.last()).unwrap().clone();
                connections.spawn(converse(stream, reply, report.clone()));
            }
        });
        Self { base_url, seen, _server: server }
    }

    /// Returns the address of a server that is gone.
    pub(in crate::llm) async fn gone() -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        format!("http://{}/v1", listener.local_addr().unwrap())
    }

    /// Waits for the next event that the server sees.
    pub(in crate::llm) async fn sees(&mut self) -> SeenRequest {
        within(self.seen.recv()).await.unwrap()
    }

    /// Returns the number of events that were not read yet.
    pub(in crate::llm) fn unread(&self) -> usize {
        self.seen.len()
    }
}

/// Waits for `future`, with a timeout.
pub(in crate::llm) async fn within<T>(future: impl Future<Output = T>) -> T {
    timeout(PATIENCE, future).await.expect("the test takes too long")
}

async fn converse(mut stream: TcpStream, reply: CannedReply, report: mpsc::Sender<SeenRequest>) {
    let Ok(request) = read_request(&mut stream).await else { return };
    report.send(request).await.unwrap();
    // Some tests disconnect in the middle of a response.
    let sent = match reply {
        CannedReply::Http(code, headers, body) => {
            let length = body.len();
            let head = format!(
                "HTTP/1.1 {code} X\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n"
            );
            stream.write_all(&[head.as_bytes(), body.as_bytes()].concat()).await
        }
        CannedReply::Bytes(bytes) => stream.write_all(bytes).await,
        CannedReply::Never => {
            let end = stream.read(&mut [0]).await;
            report.send(SeenRequest::HungUp).await.unwrap();
            end.map(|_| ())
        }
    };
    if sent.is_ok() {
        // The client may have disconnected already.
        stream.shutdown().await.ok();
    }
}

async fn read_request(stream: &mut TcpStream) -> io::Result<SeenRequest> {
    let mut bytes = Vec::new();
    let head = loop {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        if let Some(end) = end {
            let body = bytes.split_off(end + 4);
            break String::from_utf8(std::mem::replace(&mut bytes, body)).unwrap();
        }
        if stream.read_buf(&mut bytes).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    };
    let head = head.to_lowercase();
    // A GET request has no body.
    let length = head.split("content-length: ").nth(1).and_then(|it| it.lines().next());
    let length: usize = length.map_or(0, |it| it.parse().unwrap());
    while bytes.len() < length {
        if stream.read_buf(&mut bytes).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    let body = if length == 0 { Value::Null } else { serde_json::from_slice(&bytes).unwrap() };
    Ok(SeenRequest::Request { head, body })
}

/// Installs the TLS provider of the process, as the binary does.
pub(in crate::llm) fn install_tls() {
    // Only the first test of a process installs it.
    rustls::crypto::ring::default_provider().install_default().ok();
}

/// Returns an endpoint at `base_url`, with a long timeout.
pub(in crate::llm) fn endpoint(base_url: &str) -> Endpoint {
    install_tls();
    Endpoint {
        provider: "here".to_owned(),
        wire: Wire::OpenAi,
        base_url: base_url.to_owned(),
        key: None,
        timeout: PATIENCE,
        defaults: Defaults { max_tokens: Some(400), ..Defaults::of("small") },
        reasoning: None,
    }
}

/// Returns a request without tools.
pub(in crate::llm) fn question(ticket: u64) -> ChatRequest {
    let persona = r#"(
        id: "mira",
        body: (name: "Mira", description: "", home: "town/inn"),
        voice: "",
    )"#;
    let persona = ron::from_str::<crate::persona::Persona>(persona).unwrap();
    let scene = Scene::bare(persona.into(), None);
    ChatRequest {
        ticket: Ticket(ticket),
        npc: CharacterId::new("mira").unwrap(),
        provider: None,
        model: None,
        temperature: None,
        max_tokens: Some(100),
        messages: vec![ChatMessage::User("Hello.".to_owned())],
        tools: Vec::new().into(),
        form: crate::llm::profile::QuestionForm::Tools,
        schema: None,
        reasoning: Reasoning::Never,
        scene: scene.into(),
        is_for_words: false,
        has_fallback: false,
        is_warm_up: false,
    }
}

/// Returns a tool specification without arguments.
pub(in crate::llm) fn tool(name: &'static str) -> ToolSpec {
    let parameters = serde_json::json!({ "type": "object", "properties": {} });
    ToolSpec::new(name, "Does it.", parameters)
}
