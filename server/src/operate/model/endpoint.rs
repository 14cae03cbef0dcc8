//! Endpoint on the loopback interface for tests, which answers by path.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinSet,
};

/// Status and body for the path and body of a request, which is the so many-th, from 0.
pub(crate) type PlayedAnswer = dyn Fn(usize, &str, &Value) -> (u16, Value) + Send + Sync;

/// Endpoint that answers until it is dropped.
pub(crate) struct PlayedEndpoint {
    /// Base address, with `/v1`.
    pub(crate) base_url: String,
    _server: JoinSet<()>,
}

impl PlayedEndpoint {
    pub(crate) async fn serve(answer: Arc<PlayedAnswer>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let mut server = JoinSet::new();
        server.spawn(async move {
            for number in 0.. {
                let (mut stream, _) = listener.accept().await.unwrap();
                let (path, body) = request(&mut stream).await;
                let (code, body) = answer(number, &path, &body);
                let (body, length) = (body.to_string(), body.to_string().len());
                let head = format!(
                    "HTTP/1.1 {code} X\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n"
                );
                stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
            }
        });
        Self { base_url, _server: server }
    }

    /// Returns the address of an endpoint that is gone.
    pub(crate) async fn gone() -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        format!("http://{}/v1", listener.local_addr().unwrap())
    }
}

async fn request(stream: &mut TcpStream) -> (String, Value) {
    let mut bytes = Vec::new();
    loop {
        assert!(stream.read_buf(&mut bytes).await.unwrap() > 0, "half a request");
        let text = String::from_utf8_lossy(&bytes);
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let head = head.to_lowercase();
        let length = head.split("content-length: ").nth(1).and_then(|it| it.lines().next());
        let length: usize = length.map_or(0, |it| it.parse().unwrap());
        if body.len() >= length {
            let path = head.split(' ').nth(1).unwrap().to_owned();
            return (path, serde_json::from_str(body).unwrap_or_default());
        }
    }
}

/// Answers of llama.cpp with a small model, which is asked as `small` and writes its calls as text.
pub(crate) fn small_model(path: &str, body: &Value) -> (u16, Value) {
    let content = match path {
        "/v1/models" => {
            let model = json!({ "id": "small", "owned_by": "llamacpp" });
            return (200, json!({ "data": [model] }));
        }
        "/props" => {
            let settings = json!({ "n_ctx": 4096 });
            return (200, json!({ "default_generation_settings": settings, "total_slots": 2 }));
        }
        _ if body.get("response_format").is_some() => r#"{"say": "Yes."}"#,
        _ if body.get("tools").is_some() => r#"{"name": "look", "arguments": {"target": "lamp"}}"#,
        _ => "Stew, and bread.",
    };
    let choice = json!({ "message": { "content": content }, "finish_reason": "stop" });
    let timings = json!({
        "prompt_n": 50, "prompt_per_second": 25.0, "predicted_n": 10, "predicted_per_second": 10.0,
    });
    (200, json!({ "choices": [choice], "timings": timings }))
}

/// Answers as the same model on a server that still loads it at the first request.
pub(crate) fn loads_and_answers() -> Arc<PlayedAnswer> {
    Arc::new(|number, path, body| match number {
        0 => (503, json!({ "error": { "message": "Loading model", "code": 503 } })),
        _ => small_model(path, body),
    })
}
