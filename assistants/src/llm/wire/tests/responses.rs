//! OpenAI responses, by the public documentation of the API.

use super::*;

fn read(body: &Value) -> Result<ChatReply, LlmError> {
    let tools = [tool("say"), tool("look")];
    Wire::Responses.read_reply(body.to_string().as_bytes(), &tools, CallsInText::Speaking)
}

fn response(output: Value) -> Value {
    json!({
        "id": "resp_1", "object": "response", "status": "completed", "error": null,
        "incomplete_details": null, "output": output,
        "usage": { "input_tokens": 90, "input_tokens_details": { "cached_tokens": 64 },
                   "output_tokens": 15, "output_tokens_details": { "reasoning_tokens": 8 } },
    })
}

fn said(text: &str) -> Value {
    let part = json!({ "type": "output_text", "text": text, "annotations": [] });
    json!({ "type": "message", "role": "assistant", "status": "completed", "content": [part] })
}

#[test]
fn a_request_is_made_of_items_and_nothing_is_kept_at_the_endpoint() {
    let mut request = question(1);
    let arguments = object(json!({ "at": "lamp" }));
    request.messages = vec![
        ChatMessage::System("Rules.".to_owned()),
        ChatMessage::User("Look!".to_owned()),
        ChatMessage::Assistant {
            text: Some("I look.".to_owned()),
            calls: vec![ToolCall { id: "a".to_owned(), name: "look".to_owned(), arguments }],
        },
        ChatMessage::Tool { call: "a".to_owned(), content: "brass".to_owned() },
    ];
    request.tools = vec![tool("look")].into();
    let effort = Some(ReasoningEffort::Low);
    let expected = json!({
        "model": "small", "stream": false, "store": false, "max_output_tokens": 100,
        "reasoning": { "effort": "low" },
        "instructions": "Rules.",
        "tools": [{
            "type": "function", "name": "look", "description": "Does it.",
            "parameters": { "type": "object", "properties": {} }, "strict": false,
        }],
        "input": [
            { "role": "user", "content": "Look!" },
            { "role": "assistant", "content": "I look." },
            { "type": "function_call", "call_id": "a", "name": "look",
              "arguments": "{\"at\":\"lamp\"}" },
            { "type": "function_call_output", "call_id": "a", "output": "brass" },
        ],
    });
    assert_eq!(written_by(Wire::Responses, &request, &Defaults { effort, ..defaults() }), expected);
}

#[test]
fn a_schema_is_a_format_of_the_text_and_there_is_no_stop() {
    let mut request = ChatRequest { form: QuestionForm::Words, ..question(1) };
    request.max_tokens = Some(5);
    let body = written_by(Wire::Responses, &request, &defaults());
    assert_eq!((body.get("stop"), &body["max_output_tokens"]), (None, &json!(16)));
    request.schema = Some(std::sync::Arc::new(json!({ "type": "object" })));
    request.reasoning = Reasoning::Off;
    let body = written_by(Wire::Responses, &request, &defaults());
    let format = &body["text"]["format"];
    assert_eq!((&format["type"], &format["name"]), (&json!("json_schema"), &json!("reply")));
    assert_eq!(format["schema"], json!({ "type": "object" }));
    assert_eq!(body["reasoning"], json!({ "effort": "minimal" }));
    request.reasoning = Reasoning::On;
    let body = written_by(Wire::Responses, &request, &defaults());
    assert_eq!((body.get("reasoning"), &body["max_output_tokens"]), (None, &json!(1_029)));
}

#[test]
fn a_reply_has_its_words_its_calls_and_what_was_cached() {
    let call = json!({ "type": "function_call", "id": "fc_1", "call_id": "call_1",
                       "name": "look", "arguments": "{\"at\":\"lamp\"}", "status": "completed" });
    let thought = json!({ "type": "reasoning", "id": "rs_1", "summary": [] });
    let body = response(json!([thought, said("Let me see."), call]));
    let reply = read(&body).unwrap();
    assert_eq!(reply.text.as_deref(), Some("Let me see."));
    let arguments = object(json!({ "at": "lamp" }));
    let call = ToolCall { id: "call_1".to_owned(), name: "look".to_owned(), arguments };
    assert_eq!(reply.calls, [call]);
    assert_eq!(reply.usage, Some(Usage { prompt: 90, completion: 15, cached: Some(64) }));
    assert!(Wire::Responses.read_raw(body.to_string().as_bytes()).unwrap().reasons);
}

#[test]
fn a_reply_is_cut_off_declined_or_an_error() {
    let mut cut = response(json!([said("Once upon")]));
    cut["status"] = json!("incomplete");
    cut["incomplete_details"] = json!({ "reason": "max_output_tokens" });
    assert!(read(&cut).unwrap().cut_off);
    cut["output"] = json!([{ "type": "reasoning", "summary": [] }]);
    assert_eq!(read(&cut), Err(LlmError::CutOff));
    cut["incomplete_details"] = json!({ "reason": "content_filter" });
    assert_eq!(read(&cut), Err(LlmError::Declined));

    let refusal = json!({ "type": "refusal", "refusal": "I cannot." });
    let refused = json!({ "type": "message", "role": "assistant", "content": [refusal] });
    assert_eq!(read(&response(json!([refused]))), Err(LlmError::Declined));

    for (name, code) in [("rate_limit_exceeded", 429), ("server_error", 500)] {
        let mut failed = response(json!([]));
        failed["status"] = json!("failed");
        failed["error"] = json!({ "code": name, "message": "Hm." });
        assert_eq!(read(&failed), Err(LlmError::Status { code, retry_after: None }));
    }
    malformed_because(read(&json!({ "object": "response" })), "`output`");
}
