//! Ollama's own chat, by the public documentation of the API.

use super::*;

fn read(body: &Value) -> Result<ChatReply, LlmError> {
    let tools = [tool("say"), tool("look")];
    Wire::Ollama.read_reply(body.to_string().as_bytes(), &tools, CallsInText::Speaking)
}

fn answer(message: Value, reason: &str) -> Value {
    json!({
        "model": "small", "created_at": "2025-01-01T00:00:00Z", "message": message,
        "done": true, "done_reason": reason, "total_duration": 4_000_000_000_u64,
        "prompt_eval_count": 50, "prompt_eval_duration": 500_000_000,
        "eval_count": 20, "eval_duration": 2_000_000_000,
    })
}

#[test]
fn a_request_has_options_and_the_results_of_calls_by_their_tools() {
    let mut request = question(1);
    let arguments = object(json!({ "at": "lamp" }));
    request.messages = vec![
        ChatMessage::System("Rules.".to_owned()),
        ChatMessage::User("Look!".to_owned()),
        ChatMessage::Assistant {
            text: None,
            calls: vec![ToolCall { id: "a".to_owned(), name: "look".to_owned(), arguments }],
        },
        ChatMessage::Tool { call: "a".to_owned(), content: "brass".to_owned() },
    ];
    request.tools = vec![tool("look")].into();
    request.temperature = Some(70);
    let extra = [("top_k", json!(20)), ("keep_alive", json!("30m"))];
    let extra = extra.map(|(name, value)| (name.to_owned(), value));
    let own = Defaults { context: Some(4_096), extra: Map::from_iter(extra), ..defaults() };
    let expected = json!({
        "model": "small", "stream": false, "keep_alive": "30m",
        "options": { "num_ctx": 4_096, "num_predict": 100, "temperature": 0.7, "top_k": 20 },
        "tools": [{ "type": "function", "function": {
            "name": "look", "description": "Does it.",
            "parameters": { "type": "object", "properties": {} },
        } }],
        "messages": [
            { "role": "system", "content": "Rules." },
            { "role": "user", "content": "Look!" },
            { "role": "assistant", "content": "", "tool_calls": [
                { "function": { "name": "look", "arguments": { "at": "lamp" } } },
            ] },
            { "role": "tool", "tool_name": "look", "content": "brass" },
        ],
    });
    assert_eq!(written_by(Wire::Ollama, &request, &own), expected);
}

#[test]
fn stops_schemas_and_reasoning_have_their_fields() {
    let mut request = ChatRequest { form: QuestionForm::Words, max_tokens: None, ..question(1) };
    let own = Defaults { reasoning_tokens: 1_000, ..Defaults::of("small") };
    let body = |request: &ChatRequest, own: &Defaults| written_by(Wire::Ollama, request, own);
    let plain = body(&request, &own);
    assert_eq!(
        plain["options"],
        json!({ "num_predict": 120, "stop": ["\n\n"], "temperature": 0.4 })
    );
    assert_eq!((plain.get("think"), plain.get("format")), (None, None));
    request.reasoning = Reasoning::Off;
    assert_eq!(body(&request, &own)["think"], false);
    request.reasoning = Reasoning::On;
    let on = body(&request, &own);
    assert_eq!((&on["think"], &on["options"]), (&json!(true), &json!({ "num_predict": 1_120 })));
    let effort = Some(ReasoningEffort::Low);
    assert_eq!(body(&request, &Defaults { effort, ..own.clone() })["think"], "low");
    request.schema = Some(std::sync::Arc::new(json!({ "type": "object" })));
    assert_eq!(body(&request, &own)["format"], json!({ "type": "object" }));
}

#[test]
fn a_reply_has_calls_with_objects_its_tokens_and_its_speed() {
    let message = json!({
        "role": "assistant", "content": "", "thinking": "They want to see it.",
        "tool_calls": [{ "function": { "name": "look", "arguments": { "at": "lamp" } } }],
    });
    let body = answer(message, "stop");
    let reply = read(&body).unwrap();
    let call = reply.calls.first().unwrap();
    assert_eq!((&*call.id, &*call.name), ("call00001", "look"));
    assert_eq!(call.arguments, object(json!({ "at": "lamp" })));
    assert_eq!(reply.usage, Some(Usage { prompt: 50, completion: 20, cached: None }));
    let raw = Wire::Ollama.read_raw(body.to_string().as_bytes()).unwrap();
    let speed = ModelSpeed { reading: Some(100.0), writing: Some(10.0) };
    assert_eq!((raw.reasons, raw.speed), (true, speed));
}

#[test]
fn a_reply_is_cut_off_or_an_error() {
    let words =
        |text: &str, reason| answer(json!({ "role": "assistant", "content": text }), reason);
    assert!(read(&words("Once upon", "length")).unwrap().cut_off);
    assert!(!read(&words("Once upon.", "stop")).unwrap().cut_off);
    assert_eq!(read(&words("<think>Hm", "length")), Err(LlmError::CutOff));
    malformed_because(read(&json!({ "error": "model 'small' not found" })), "not found");
    malformed_because(read(&json!({ "done": true })), "`message`");
}
