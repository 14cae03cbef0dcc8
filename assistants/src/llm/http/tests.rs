use std::time::Duration;

use super::{
    loopback::{CannedReply, Loopback, SeenRequest, endpoint, question, within},
    *,
};

async fn ask(endpoint: Endpoint) -> Result<ChatReply, LlmError> {
    within(HttpModel::new(endpoint).unwrap().chat(&question(1))).await
}

async fn answer_to(reply: CannedReply) -> Result<ChatReply, LlmError> {
    let server = Loopback::serve(vec![reply]).await;
    ask(endpoint(&server.base_url)).await
}

#[tokio::test]
async fn a_question_is_posted_and_its_answer_read() {
    let mut server = Loopback::serve(vec![CannedReply::good()]).await;
    let key = Some(Secret::new(" sk-secret\n"));
    let base_url = format!("{}/", server.base_url);
    let answer = ask(Endpoint { key, ..endpoint(&base_url) }).await.unwrap();
    assert_eq!(answer.text.as_deref(), Some("A good day."));

    let SeenRequest::Request { head, body } = server.sees().await else { panic!("it hung up") };
    assert!(head.starts_with("post /v1/chat/completions http/1.1\r\n"), "{head}");
    assert!(head.contains("\r\nauthorization: bearer sk-secret\r\n"), "{head}");
    assert!(head.contains("\r\ncontent-type: application/json\r\n"), "{head}");
    assert_eq!(body["messages"][0]["content"], "Hello.");
}

#[tokio::test]
async fn without_a_key_none_is_sent() {
    let mut server = Loopback::serve(vec![CannedReply::good()]).await;
    ask(endpoint(&server.base_url)).await.unwrap();
    let SeenRequest::Request { head, .. } = server.sees().await else { panic!("it hung up") };
    assert!(!head.contains("authorization"), "{head}");
    assert!(!head.contains("accept-encoding"), "nothing compressed is asked for: {head}");
}

#[tokio::test]
async fn a_compressed_answer_says_that_it_is() {
    let gzip =
        b"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\n\x1f\x8b\x08\x00";
    let answer = answer_to(CannedReply::Bytes(gzip)).await;
    assert_eq!(answer, Err(LlmError::Malformed { what: COMPRESSED.into() }));
}

#[tokio::test]
async fn a_refused_connection_is_unreachable() {
    let base_url = Loopback::gone().await;
    let answer = ask(endpoint(&base_url)).await;
    assert_eq!(answer, Err(LlmError::Unreachable { endpoint: base_url }));
}

#[tokio::test]
async fn a_connection_that_breaks_is_disconnected() {
    for bytes in [
        &b""[..],
        b"HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{\"choi",
        b"good day to you\r\n\r\n",
    ] {
        let answer = answer_to(CannedReply::Bytes(bytes)).await;
        assert!(matches!(answer, Err(LlmError::Disconnected { .. })), "{answer:?}");
    }
}

#[tokio::test]
async fn an_endpoint_that_never_answers_times_out() {
    let mut server = Loopback::serve(vec![CannedReply::Never]).await;
    let timeout = Duration::from_millis(300);
    let answer = ask(Endpoint { timeout, ..endpoint(&server.base_url) }).await;
    assert_eq!(answer, Err(LlmError::Timeout { after: timeout }));
    assert!(matches!(server.sees().await, SeenRequest::Request { .. }));
    assert!(matches!(server.sees().await, SeenRequest::HungUp));
}

#[tokio::test]
async fn garbage_is_malformed() {
    let answer = answer_to(CannedReply::Http(200, "", "<html>Sign in".to_owned())).await;
    assert!(matches!(answer, Err(LlmError::Malformed { .. })), "{answer:?}");
}

#[tokio::test]
async fn a_status_comes_with_the_wait_it_asks_for() {
    for (headers, wait) in [
        ("retry-after: 7\r\n", Some(7)),
        ("retry-after: Wed, 21 Oct 2037 07:28:00 GMT\r\n", None),
        ("", None),
    ] {
        let answer = answer_to(CannedReply::Http(429, headers, "{}".to_owned())).await;
        let retry_after = wait.map(Duration::from_secs);
        assert_eq!(answer, Err(LlmError::Status { code: 429, retry_after }));
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let other = Loopback::serve(vec![CannedReply::good()]).await;
    let to: &'static str = format!("location: {}/chat/completions\r\n", other.base_url).leak();
    let answer = answer_to(CannedReply::Http(307, to, String::new())).await;
    assert_eq!(answer, Err(LlmError::Status { code: 307, retry_after: None }));
    assert_eq!(other.unread(), 0);
}

#[tokio::test]
async fn a_body_over_the_cap_is_given_up() {
    let body =
        |size: usize| format!("{}{}", " ".repeat(size - loopback::GOOD.len()), loopback::GOOD);
    assert!(answer_to(CannedReply::Http(200, "", body(MAX_BODY))).await.is_ok());
    let answer = answer_to(CannedReply::Http(200, "", body(MAX_BODY + 1))).await;
    assert_eq!(answer, Err(LlmError::Malformed { what: TOO_LARGE.into() }));
}

#[tokio::test]
async fn the_key_stands_in_no_error_and_no_debug_print() {
    let said = r#"{"error":{"message":"bad key sk-secret"}}"#;
    let server = Loopback::serve(vec![CannedReply::Http(200, "", said.to_owned())]).await;
    let key = Some(Secret::new("sk-secret"));
    let endpoint = Endpoint { key, ..endpoint(&server.base_url) };
    let printed = format!("{endpoint:?} {:?}", HttpModel::new(endpoint.clone()).unwrap());
    assert!(!printed.contains("sk-secret"), "{printed}");
    let error = ask(endpoint).await.unwrap_err();
    let said = error.said().unwrap().text();
    assert!(said.contains("bad key (the key)"), "{said}");
    assert!(!format!("{error} {error:?}").contains("bad"), "{error} {error:?}");
}

#[test]
fn bad_settings_are_found_before_the_first_question() {
    let good = endpoint("http://example.org/v1");
    assert!(HttpModel::new(good.clone()).is_ok());
    for base_url in ["", "example.org/v1", "ftp://example.org", "http://me:word@example.org/v1"] {
        let answer = HttpModel::new(Endpoint { base_url: base_url.to_owned(), ..good.clone() });
        assert!(matches!(answer, Err(LlmError::NotSetUp { .. })), "{base_url}");
    }
    let key = Some(Secret::new("two\nlines"));
    let error = HttpModel::new(Endpoint { key, ..good }).unwrap_err().to_string();
    assert!(error.contains("`here`") && !error.contains("lines"), "{error}");
}

#[test]
fn only_this_machine_goes_without_a_proxy() {
    for (address, here) in [
        ("http://localhost:1/v1", true),
        ("http://127.0.0.1/v1", true),
        ("http://[::1]:1/v1", true),
        ("http://127.0.0.1.example.org/v1", false),
        ("http://10.0.0.1/v1", false),
    ] {
        assert_eq!(is_this_machine(&Url::parse(address).unwrap()), here, "{address}");
    }
}

/// Asks an endpoint by another API, with a key.
async fn ask_by(wire: Wire, reply: CannedReply) -> (Result<ChatReply, LlmError>, String) {
    let mut server = Loopback::serve(vec![reply]).await;
    let key = Some(Secret::new("sk-secret"));
    let answer = ask(Endpoint { wire, key, ..endpoint(&server.base_url) }).await;
    let SeenRequest::Request { head, .. } = server.sees().await else { panic!("it hung up") };
    (answer, head)
}

fn body(value: serde_json::Value) -> CannedReply {
    CannedReply::Http(200, "", value.to_string())
}

#[tokio::test]
async fn each_api_is_asked_at_its_path_and_with_its_header() {
    let text = serde_json::json!({ "type": "output_text", "text": "A good day." });
    let message = serde_json::json!({ "type": "message", "content": [text] });
    for (wire, path, header, reply) in [
        (
            Wire::Responses,
            "/v1/responses",
            "authorization: bearer sk-secret",
            serde_json::json!({ "output": [message] }),
        ),
        (
            Wire::Anthropic,
            "/v1/messages",
            "x-api-key: sk-secret",
            serde_json::json!({ "content": [{ "type": "text", "text": "A good day." }] }),
        ),
        (
            Wire::Ollama,
            "/v1/api/chat",
            "authorization: bearer sk-secret",
            serde_json::json!({ "message": { "content": "A good day." }, "done": true }),
        ),
    ] {
        let (answer, head) = ask_by(wire, body(reply)).await;
        assert_eq!(answer.unwrap().text.as_deref(), Some("A good day."), "{wire:?}");
        assert!(head.starts_with(&format!("post {path} http/1.1\r\n")), "{head}");
        assert!(head.contains(&format!("\r\n{header}\r\n")), "{head}");
    }
}

#[tokio::test]
async fn refusals_of_each_api_are_typed() {
    let overloaded = r#"{"type":"error","error":{"type":"overloaded_error","message":"busy"}}"#;
    let long = r#"{"type":"error","error":{"type":"invalid_request_error",
                   "message":"prompt is too long: 9 tokens > 8 maximum"}}"#;
    let other = r#"{"error":{"message":"…","code":"context_length_exceeded"}}"#;
    let status = |code, wait: Option<u64>| LlmError::Status {
        code,
        retry_after: wait.map(Duration::from_secs),
    };
    for (wire, code, headers, said, expected) in [
        (Wire::Anthropic, 529, "", overloaded, status(529, None)),
        (Wire::Anthropic, 429, "retry-after: 7\r\n", "{}", status(429, Some(7))),
        (Wire::Anthropic, 400, "", long, LlmError::TooLong),
        (Wire::Responses, 400, "", other, LlmError::TooLong),
        (Wire::Ollama, 404, "", r#"{"error":"model 'small' not found"}"#, status(404, None)),
    ] {
        let (answer, _) = ask_by(wire, CannedReply::Http(code, headers, said.to_owned())).await;
        assert_eq!(answer, Err(expected), "{wire:?} {code}");
    }
    assert!(status(529, None).is_transient(), "it is tried again");
}
