//! Anthropic messages, by the public documentation of the API.

use super::*;

fn read(body: &Value) -> Result<ChatReply, LlmError> {
    let tools = [tool("say"), tool("look")];
    Wire::Anthropic.read_reply(body.to_string().as_bytes(), &tools, CallsInText::Speaking)
}

fn message(content: Value, reason: &str) -> Value {
    json!({
        "id": "msg_01", "type": "message", "role": "assistant", "model": "claude",
        "content": content, "stop_reason": reason, "stop_sequence": null,
        "usage": { "input_tokens": 20, "cache_read_input_tokens": 1_100,
                   "cache_creation_input_tokens": 30, "output_tokens": 12 },
    })
}

fn call(id: &str, arguments: Value) -> ToolCall {
    ToolCall { id: id.to_owned(), name: "look".to_owned(), arguments: object(arguments) }
}

#[test]
fn a_request_has_blocks_alternating_roles_and_a_mark_behind_what_never_changes() {
    let mut request = question(1);
    request.messages = vec![
        ChatMessage::System("Rules.".to_owned()),
        ChatMessage::User("Hello.".to_owned()),
        ChatMessage::User("Look!".to_owned()),
        ChatMessage::Assistant {
            text: Some("I look. ".to_owned()),
            calls: vec![call("functions.look:0", json!({ "at": "lamp" })), call("b", json!({}))],
        },
        ChatMessage::Tool { call: "functions.look:0".to_owned(), content: "brass".to_owned() },
        ChatMessage::Tool { call: "b".to_owned(), content: "a room".to_owned() },
        ChatMessage::User("And?".to_owned()),
        ChatMessage::Assistant { text: Some(String::new()), calls: Vec::new() },
    ];
    request.tools = vec![tool("look")].into();
    request.temperature = Some(120);
    let body = written_by(Wire::Anthropic, &request, &defaults());
    let mark = json!({ "type": "ephemeral" });
    let expected = json!({
        "model": "small", "stream": false, "max_tokens": 100, "temperature": 1.0,
        "tools": [{
            "name": "look", "description": "Does it.",
            "input_schema": { "type": "object", "properties": {} },
        }],
        "system": [{ "type": "text", "text": "Rules.", "cache_control": mark }],
        "messages": [
            { "role": "user", "content": [
                { "type": "text", "text": "Hello." }, { "type": "text", "text": "Look!" },
            ] },
            { "role": "assistant", "content": [
                { "type": "text", "text": "I look." },
                { "type": "tool_use", "id": "functions_look_0", "name": "look",
                  "input": { "at": "lamp" } },
                { "type": "tool_use", "id": "b", "name": "look", "input": {} },
            ] },
            { "role": "user", "content": [
                { "type": "tool_result", "tool_use_id": "functions_look_0", "content": "brass" },
                { "type": "tool_result", "tool_use_id": "b", "content": "a room" },
                { "type": "text", "text": "And?" },
            ] },
        ],
    });
    assert_eq!(body, expected);
}

#[test]
fn a_conversation_never_begins_with_an_answer() {
    let mut request = question(1);
    request.tools = vec![tool("look")].into();
    request.messages =
        vec![ChatMessage::Assistant { text: Some("Hm.".to_owned()), calls: Vec::new() }];
    let body = written_by(Wire::Anthropic, &request, &defaults());
    assert_eq!(
        (&body["messages"][0]["role"], &body["messages"][1]["role"]),
        (&json!("user"), &json!("assistant"))
    );
    // Without rules the tools are what never changes.
    assert_eq!(body["tools"][0]["cache_control"], json!({ "type": "ephemeral" }));
    assert_eq!(body.get("system"), None);
}

#[test]
fn a_blank_line_is_no_stop_and_others_are() {
    let request = ChatRequest { form: QuestionForm::Words, ..question(1) };
    assert_eq!(written_by(Wire::Anthropic, &request, &defaults()).get("stop_sequences"), None);
    let stop = Some(vec!["\n\n".to_owned(), "###".to_owned()]);
    let body = written_by(Wire::Anthropic, &request, &Defaults { stop, ..defaults() });
    assert_eq!(body["stop_sequences"], json!(["###"]));
}

#[test]
fn a_schema_is_a_tool_that_has_to_be_called() {
    let request = ChatRequest {
        form: QuestionForm::Schema,
        schema: Some(std::sync::Arc::new(json!({ "type": "object" }))),
        ..question(1)
    };
    let body = written_by(Wire::Anthropic, &request, &defaults());
    assert_eq!(body["tool_choice"], json!({ "type": "tool", "name": "reply" }));
    assert_eq!(body["tools"][0]["input_schema"], json!({ "type": "object" }));
    let content = json!([{ "type": "tool_use", "id": "a", "name": "reply",
                           "input": { "say": "Good day.", "pose": "nods" } }]);
    let body = message(content, "tool_use").to_string();
    let tools = [tool("say"), tool("emote")];
    let reply = Wire::Anthropic.read_reply(body.as_bytes(), &tools, CallsInText::BySchema).unwrap();
    let names: Vec<&str> = reply.calls.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["emote", "say"]);
}

#[test]
fn reasoning_has_a_budget_beside_the_answer() {
    let request = ChatRequest {
        reasoning: Reasoning::On,
        temperature: Some(30),
        tools: vec![tool("look")].into(),
        ..question(1)
    };
    let habits = EndpointHabits { tool_choice: true, ..EndpointHabits::default() };
    let own = Defaults { reasoning_tokens: 500, habits, ..defaults() };
    let body = written_by(Wire::Anthropic, &request, &own);
    assert_eq!(body["thinking"], json!({ "type": "enabled", "budget_tokens": 1_024 }));
    assert_eq!((&body["max_tokens"], body.get("temperature")), (&json!(1_124), None));
    assert_eq!(body.get("tool_choice"), None);
    let effort = Some(ReasoningEffort::Minimal);
    let plain = ChatRequest { reasoning: Reasoning::Off, ..request };
    let body = written_by(Wire::Anthropic, &plain, &Defaults { effort, ..own });
    assert_eq!((&body["output_config"]["effort"], body.get("thinking")), (&json!("low"), None));
    assert_eq!(body["tool_choice"], json!({ "type": "any" }));
}

#[test]
fn a_reply_has_its_words_its_calls_and_what_was_cached() {
    let content = json!([
        { "type": "thinking", "thinking": "They want to see it.", "signature": "x" },
        { "type": "text", "text": "Let me see." },
        { "type": "tool_use", "id": "toolu_1", "name": "look", "input": { "at": "lamp" } },
    ]);
    let reply = read(&message(content.clone(), "tool_use")).unwrap();
    assert_eq!(reply.text.as_deref(), Some("Let me see."));
    assert_eq!(reply.calls, [call("toolu_1", json!({ "at": "lamp" }))]);
    let usage = Usage { prompt: 1_150, completion: 12, cached: Some(1_100) };
    assert_eq!(reply.usage, Some(usage));
    let raw = message(content, "tool_use").to_string();
    assert!(Wire::Anthropic.read_raw(raw.as_bytes()).unwrap().reasons);
}

#[test]
fn a_reply_ends_for_many_reasons() {
    let words = json!([{ "type": "text", "text": "Once upon" }]);
    let read_for = |content: &Value, reason: &str| read(&message(content.clone(), reason));
    for reason in ["end_turn", "stop_sequence", "tool_use", "pause_turn"] {
        assert!(!read_for(&words, reason).unwrap().cut_off, "{reason}");
    }
    for reason in ["max_tokens", "model_context_window_exceeded"] {
        assert!(read_for(&words, reason).unwrap().cut_off, "{reason}");
        assert_eq!(read_for(&json!([]), reason), Err(LlmError::CutOff));
    }
    assert_eq!(read_for(&json!([]), "refusal"), Err(LlmError::Declined));
}

#[test]
fn errors_are_statuses_wherever_they_stand() {
    for (kind, code) in [
        ("authentication_error", 401),
        ("permission_error", 403),
        ("rate_limit_error", 429),
        ("api_error", 500),
        ("overloaded_error", 529),
    ] {
        let error = json!({ "type": "error", "error": { "type": kind, "message": "Hm." } });
        assert_eq!(read(&error), Err(LlmError::Status { code, retry_after: None }), "{kind}");
    }
    malformed_because(read(&json!({ "type": "message" })), "`content`");
    let error = json!({ "error": { "type": "invalid_request_error", "message": "no" } });
    malformed_because(read(&error), "no");
}
