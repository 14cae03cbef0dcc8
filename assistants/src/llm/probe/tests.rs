use super::{
    findings::{ModelListed, choose},
    *,
};
use crate::llm::{
    http::loopback::{CannedReply, Loopback, SeenRequest, endpoint, within},
    profile::{AnswersBy, QuestionForm},
};

fn ok(body: Value) -> CannedReply {
    CannedReply::Http(200, "", body.to_string())
}

fn said(content: &str) -> CannedReply {
    let choice = json!({ "message": { "content": content }, "finish_reason": "stop" });
    let usage = json!({ "prompt_tokens": 60, "completion_tokens": 12 });
    ok(json!({ "choices": [choice], "usage": usage }))
}

fn looked() -> CannedReply {
    let function = json!({ "name": "look", "arguments": "{\"target\":\"lamp\"}" });
    let message = json!({ "content": null, "tool_calls": [{ "id": "1", "function": function }] });
    ok(json!({ "choices": [{ "message": message, "finish_reason": "tool_calls" }] }))
}

fn models(owner: &str) -> CannedReply {
    ok(json!({ "object": "list", "data": [{ "id": "small", "owned_by": owner }] }))
}

/// Tests a server with these replies; returns the findings, the steps, and path and body of each
/// request.
async fn tested(
    replies: Vec<CannedReply>,
) -> (Result<Findings, LlmError>, Vec<ProbeStep>, Vec<(String, Value)>) {
    let mut server = Loopback::serve(replies).await;
    let mut steps = Vec::new();
    let found = within(probe(endpoint(&server.base_url), 7, |step| steps.push(step))).await;
    let mut requests = Vec::new();
    while server.unread() > 0 {
        if let SeenRequest::Request { head, body } = server.sees().await {
            requests.push((head.split(" http/1.1").next().unwrap().to_owned(), body));
        }
    }
    (found, steps, requests)
}

#[tokio::test]
async fn llama_cpp_is_asked_for_its_slots_and_each_form_once() {
    let props = json!({ "default_generation_settings": { "n_ctx": 4096 }, "total_slots": 2 });
    let replies =
        vec![models("llamacpp"), ok(props), said("Stew."), said(r#"{"say": "Yes."}"#), looked()];
    let (found, steps, requests) = tested(replies).await;
    let found = found.unwrap();
    assert_eq!(found.server, ServerKind::LlamaCpp);
    assert_eq!(found.listed, ModelListed::Yes);
    assert_eq!((found.context, found.slots), (Some(ContextSize::Window(4_096)), Some(2)));
    for test in [&found.words, &found.schema, &found.tools] {
        assert_eq!(test.outcome, FormOutcome::Holds, "{test:?}");
    }
    let profile = choose(&found);
    assert_eq!((profile.form, profile.answers), (QuestionForm::Tools, AnswersBy::All));
    assert_eq!(profile.context, 4_096);
    let all = [
        ProbeStep::Models,
        ProbeStep::Context,
        ProbeStep::Words,
        ProbeStep::Schema,
        ProbeStep::Tools,
    ];
    assert_eq!(steps, all);

    let paths: Vec<&str> = requests.iter().map(|(path, _)| path.as_str()).collect();
    let asks = "post /v1/chat/completions";
    assert_eq!(paths, ["get /v1/models", "get /props", asks, asks, asks]);
    let (_, schema) = &requests[3];
    assert_eq!(schema["response_format"]["json_schema"]["schema"]["required"][0], "say");
    let (_, tools) = &requests[4];
    assert_eq!(tools["tools"][0]["function"]["name"], "look");
    assert_eq!((&tools["tool_choice"], &tools["max_tokens"]), (&Value::Null, &60.into()));
}

#[tokio::test]
async fn ollama_is_asked_what_it_loaded() {
    let shown = json!({ "model_info": { "qwen2.context_length": 32768 } });
    let running = json!({ "models": [{ "name": "small", "context_length": 4096 }] });
    let replies = vec![models("library"), ok(shown), said("Stew."), ok(running), said("Yes.")];
    let (found, _, requests) = tested(replies).await;
    let found = found.unwrap();
    assert_eq!(found.context, Some(ContextSize::Window(4_096)));
    assert_eq!(choose(&found).form, QuestionForm::Words);
    assert_eq!(requests.len(), 6);
    assert_eq!(requests[1].0, "post /api/show");
    assert_eq!(requests[1].1, json!({ "model": "small" }));
}

#[tokio::test]
async fn an_unknown_server_without_a_list_takes_six_requests_at_most() {
    let gone = CannedReply::status(404);
    let refused = CannedReply::Http(400, "", "no tools, please".to_owned());
    let replies = vec![gone.clone(), gone.clone(), gone, said("Stew."), refused.clone(), refused];
    let (found, _, requests) = tested(replies).await;
    let found = found.unwrap();
    assert_eq!((&found.listed, found.context), (&ModelListed::NoList, None));
    assert_eq!(found.tools.outcome, FormOutcome::Refused(400));
    assert_eq!(found.tools.said, "no tools, please");
    assert!(found.is_usable() && requests.len() == 6);
}

#[tokio::test]
async fn a_model_that_is_not_there_is_among_the_findings() {
    let refused = CannedReply::Http(404, "", r#"{"error": "model 'small' not found"}"#.to_owned());
    let list = ok(json!({ "data": [{ "id": "smaller", "context_length": 9000 }] }));
    let (found, _, requests) = tested(vec![list, refused]).await;
    let found = found.unwrap();
    assert!(!found.is_usable());
    assert_eq!(found.listed, ModelListed::No { nearest: Some("smaller".to_owned()) });
    assert!(found.words.said.contains("not found"), "{}", found.words.said);
    assert_eq!(requests.len(), 2);
}

#[tokio::test]
async fn an_endpoint_that_is_down_or_wants_a_key_is_an_error() {
    let base_url = Loopback::gone().await;
    let found = within(probe(endpoint(&base_url), 7, |_| {})).await;
    assert_eq!(found, Err(LlmError::Unreachable { endpoint: base_url }));
    for code in [401, 503] {
        let (found, _, requests) = tested(vec![CannedReply::status(code)]).await;
        assert_eq!(found, Err(LlmError::Status { code, retry_after: None }));
        assert_eq!(requests.len(), 1);
    }
}

#[tokio::test]
async fn the_operators_own_fields_are_in_every_question() {
    let server = Loopback::serve(vec![models("vllm"), said("Stew.")]).await;
    let mut server = server;
    let mut own = endpoint(&server.base_url);
    own.defaults.extra.insert("reasoning_effort".to_owned(), "low".into());
    own.defaults.habits.max_completion_tokens = true;
    own.defaults.temperature = Some(70);
    within(probe(own, 7, |_| {})).await.unwrap();
    server.sees().await;
    let SeenRequest::Request { body, .. } = server.sees().await else { panic!("it hung up") };
    assert_eq!(body["reasoning_effort"], "low");
    assert_eq!(body["temperature"], 0.7);
    assert_eq!((&body["max_tokens"], &body["max_completion_tokens"]), (&Value::Null, &400.into()));
}

#[tokio::test]
async fn a_key_that_an_error_repeats_is_not_told() {
    let refused = json!({ "error": { "code": 401, "message": "bad key: sk-secret" } });
    let garbage = CannedReply::Http(200, "", "not json, sk-secret".to_owned());
    for reply in [ok(refused), garbage] {
        let server = Loopback::serve(vec![models("somebody"), reply]).await;
        let key = Some(crate::llm::http::Secret::new("sk-secret"));
        let endpoint = Endpoint { key, ..endpoint(&server.base_url) };
        let found = within(probe(endpoint, 7, |_| {})).await;
        assert!(!format!("{found:?}").contains("sk-secret"), "{found:?}");
    }
}

#[tokio::test]
async fn a_model_that_is_listed_and_still_loaded_is_not_ready() {
    let replies = vec![models("somebody"), CannedReply::status(503)];
    let (found, ..) = tested(replies).await;
    assert!(matches!(found, Err(LlmError::Status { code: 503, .. })), "{found:?}");
}

fn thinks() -> CannedReply {
    let message = json!({ "content": "", "reasoning_content": "They ask for food." });
    ok(json!({ "choices": [{ "message": message, "finish_reason": "length" }] }))
}

#[tokio::test]
async fn a_model_that_thinks_is_asked_with_its_reasoning_turned_off() {
    let mut replies = vec![models("vllm"), thinks()];
    replies.extend([said("Stew."), said(r#"{"say": "Yes."}"#), looked()]);
    let (found, steps, requests) = tested(replies).await;
    let found = found.unwrap();
    assert_eq!((found.words.outcome, found.reasoning), (FormOutcome::Holds, Reasoning::Off));
    assert_eq!(choose(&found).reasoning, Reasoning::Off);
    assert!(steps.contains(&ProbeStep::Reasoning), "{steps:?}");
    // Listing and first question apart, each question turns it off.
    let off = |(_, body): &(String, Value)| body["chat_template_kwargs"]["enable_thinking"].clone();
    let off: Vec<Value> = requests.iter().skip(1).map(off).collect();
    assert_eq!(off, [Value::Null, false.into(), false.into(), false.into()]);
}

#[tokio::test]
async fn a_model_that_cannot_but_think_gets_room_and_no_blank_line() {
    let refused = CannedReply::Http(400, "", "unknown field".to_owned());
    for heedless in [refused, thinks()] {
        let message = json!({ "content": "<think>They ask.\n\nHm.</think>Stew." });
        let usage = json!({ "prompt_tokens": 60, "completion_tokens": 230 });
        let roomy = ok(json!({ "choices": [{ "message": message }], "usage": usage }));
        let (found, _, requests) = tested(vec![models("vllm"), thinks(), heedless, roomy]).await;
        let found = found.unwrap();
        assert_eq!((found.reasoning, found.thought), (Reasoning::On, 200));
        let (_, body) = &requests[3];
        assert_eq!((&body["max_tokens"], body.get("stop")), (&1_084.into(), None));
        let (_, first) = &requests[1];
        assert_eq!((&first["max_tokens"], &first["stop"]), (&60.into(), &json!(["\n\n"])));
    }
}

#[tokio::test]
async fn a_thought_that_is_cut_in_the_text_is_no_answer() {
    let cut = || {
        let message = json!({ "content": "<think>\nThey ask for" });
        ok(json!({ "choices": [{ "message": message, "finish_reason": "stop" }] }))
    };
    let (found, ..) = tested(vec![models("vllm"), cut()]).await;
    let found = found.unwrap();
    assert!(!found.is_usable(), "{found:?}");
    assert_eq!(found.words.outcome, FormOutcome::CutOff);
}

#[tokio::test]
async fn what_the_settings_state_of_reasoning_is_taken_as_it_is() {
    let mut server = Loopback::serve(vec![models("vllm"), said("Stew.")]).await;
    let reasoning = Some(Reasoning::On);
    let own = Endpoint { reasoning, ..endpoint(&server.base_url) };
    let found = within(probe(own, 7, |_| {})).await.unwrap();
    assert_eq!(found.reasoning, Reasoning::On);
    server.sees().await;
    let SeenRequest::Request { body, .. } = server.sees().await else { panic!("it hung up") };
    assert_eq!(body["max_tokens"], 1_084);
}

#[tokio::test]
async fn what_fails_in_passing_is_asked_again_and_else_left_undecided() {
    for code in [429, 502] {
        let busy = || CannedReply::status(code);
        let schema = || said(r#"{"say": "Yes."}"#);
        let once = vec![models("vllm"), said("Stew."), busy(), schema(), busy(), looked()];
        let (found, ..) = tested(once).await;
        let found = found.unwrap();
        assert!(found.is_decided(), "{code}");
        assert_eq!(choose(&found).form, QuestionForm::Tools);

        let twice = vec![models("vllm"), said("Stew."), schema(), busy(), busy()];
        let (found, _, requests) = tested(twice).await;
        let found = found.unwrap();
        assert_eq!((found.tools.outcome, requests.len()), (FormOutcome::Undecided(Some(code)), 5));
        assert!(found.is_usable() && !found.is_decided());
        assert_eq!(choose(&found).form, QuestionForm::Words);
    }
    // 500 is how some servers say that they know no tools.
    let lasting = vec![models("vllm"), said("Stew."), said("Yes."), CannedReply::status(500)];
    let (found, ..) = tested(lasting).await;
    assert!(found.unwrap().is_decided());
}

/// Tests a server by another wire; returns the findings and the requests.
async fn tested_by(wire: Wire, replies: Vec<CannedReply>) -> (Findings, Vec<(String, Value)>) {
    let mut server = Loopback::serve(replies).await;
    let key = Some(crate::llm::http::Secret::new("sk-secret"));
    let endpoint = Endpoint { wire, key, ..endpoint(&server.base_url) };
    let found = within(probe(endpoint, 7, |_| {})).await.unwrap();
    let mut requests = Vec::new();
    while server.unread() > 0 {
        if let SeenRequest::Request { head, body } = server.sees().await {
            requests.push((head, body));
        }
    }
    (found, requests)
}

#[tokio::test]
async fn an_endpoint_of_another_api_is_tested_by_that() {
    let block = |block: Value, reason: &str| {
        ok(json!({ "content": [block], "stop_reason": reason, "usage": { "input_tokens": 300,
                   "output_tokens": 20 } }))
    };
    let call = |name: &str, input: Value| {
        block(json!({ "type": "tool_use", "id": "a", "name": name, "input": input }), "tool_use")
    };
    let list = ok(json!({ "data": [{ "type": "model", "id": "small", "display_name": "Small" }] }));
    let text = block(json!({ "type": "text", "text": "Stew." }), "end_turn");
    let replies = vec![
        list,
        text,
        call("reply", json!({ "say": "Yes." })),
        call("look", json!({ "target": "lamp" })),
    ];
    let (found, requests) = tested_by(Wire::Anthropic, replies).await;
    assert_eq!(found.listed, ModelListed::Yes);
    for test in [&found.words, &found.schema, &found.tools] {
        assert_eq!(test.outcome, FormOutcome::Holds, "{test:?}");
    }
    assert_eq!(requests.len(), 4, "it has no other API to be asked");
    for (head, _) in &requests {
        assert!(head.contains("x-api-key: sk-secret"), "{head}");
        assert!(head.contains("anthropic-version: 2023-06-01"), "{head}");
        assert!(!head.contains("authorization"), "{head}");
    }
    let (head, _) = &requests[1];
    assert!(head.starts_with("post /v1/messages "), "{head}");
}

#[tokio::test]
async fn ollamas_own_chat_is_tested_by_its_own_api() {
    let tags = ok(json!({ "models": [{ "name": "small:latest", "size": 1 }] }));
    let shown = ok(json!({ "model_info": { "qwen2.context_length": 32768 } }));
    let said = ok(json!({ "message": { "role": "assistant", "content": "Stew." },
                          "done": true, "done_reason": "stop", "prompt_eval_count": 50,
                          "prompt_eval_duration": 500_000_000, "eval_count": 20,
                          "eval_duration": 2_000_000_000 }));
    let running = ok(json!({ "models": [{ "name": "small:latest", "context_length": 4096 }] }));
    let (found, requests) =
        tested_by(Wire::Ollama, vec![tags, shown, said.clone(), running, said]).await;
    assert_eq!((found.server, &found.listed), (ServerKind::Ollama, &ModelListed::Yes));
    assert_eq!(found.context, Some(ContextSize::Window(4_096)));
    assert_eq!((found.speed.reading, found.speed.writing), (Some(100.0), Some(10.0)));
    let paths: Vec<&str> =
        requests.iter().map(|(head, _)| head.split(' ').nth(1).unwrap()).collect();
    // The address of these servers ends with /v1, before which Ollama's own paths stand.
    assert_eq!(paths[..4], ["/api/tags", "/api/show", "/v1/api/chat", "/api/ps"]);
}
