use serde_json::json;

use super::*;
use crate::llm::{
    Arguments, ChatMessage, ChatRequest, ToolCall, Usage,
    http::loopback::{question, tool},
    profile::{QuestionForm, Reasoning},
};

mod anthropic;
mod messy;
mod ollama;
mod quoted;
mod responses;

fn defaults() -> Defaults {
    Defaults { max_tokens: Some(400), ..Defaults::of("small") }
}

/// The body of a request as it is read back.
fn written(request: &ChatRequest, defaults: &Defaults) -> Value {
    written_by(Wire::OpenAi, request, defaults)
}

fn written_by(wire: Wire, request: &ChatRequest, defaults: &Defaults) -> Value {
    wire.format().body(&defaults.question(request), &defaults.extra).into()
}

fn read_reply(body: &[u8], tools: &[ToolSpec], calls: CallsInText) -> Result<ChatReply, LlmError> {
    Wire::OpenAi.read_reply(body, tools, calls)
}

/// Reads an answer to a question with the tools `say` and `look`.
fn read(body: &Value) -> Result<ChatReply, LlmError> {
    read_reply(body.to_string().as_bytes(), &[tool("say"), tool("look")], CallsInText::All)
}

/// Reads an answer whose only message this is.
fn reply(message: Value) -> ChatReply {
    read(&json!({ "choices": [{ "message": message, "finish_reason": "stop" }] })).unwrap()
}

/// Reads a single native call.
fn only_call(call: Value) -> ToolCall {
    let mut reply = reply(json!({ "content": null, "tool_calls": [call] }));
    assert_eq!((reply.calls.len(), &reply.text), (1, &None));
    reply.calls.remove(0)
}

fn arguments_of(arguments: Value) -> Arguments {
    only_call(json!({ "id": "a", "function": { "name": "say", "arguments": arguments } })).arguments
}

fn object(value: Value) -> Arguments {
    serde_json::from_value(value).map(Arguments::Object).unwrap()
}

fn malformed_because(answer: Result<ChatReply, LlmError>, part: &str) {
    let Err(LlmError::Malformed { what }) = &answer else { panic!("{answer:?}") };
    assert!(what.text().contains(part), "{}", what.text());
}

// ---- Requests ----

#[test]
fn a_request_carries_the_whole_history_in_native_form() {
    let mut request = question(1);
    let call =
        |id: &str, arguments| ToolCall { id: id.to_owned(), name: "say".to_owned(), arguments };
    request.messages = vec![
        ChatMessage::System("Rules.".to_owned()),
        ChatMessage::System("Mira.".to_owned()),
        ChatMessage::User("Hello.".to_owned()),
        ChatMessage::Assistant {
            text: None,
            calls: vec![
                call("a", object(json!({ "text": "Hi \"you\"" }))),
                call("b", Arguments::Malformed("{\"te".to_owned())),
            ],
        },
        ChatMessage::Tool { call: "a".to_owned(), content: "said".to_owned() },
        ChatMessage::Tool { call: "b".to_owned(), content: "unreadable".to_owned() },
        ChatMessage::Assistant { text: Some("Done.".to_owned()), calls: Vec::new() },
    ];
    request.tools = vec![tool("say")].into();
    request.temperature = Some(70);
    let expected = json!({
        "model": "small",
        "max_tokens": 100,
        "temperature": 0.7,
        "stream": false,
        "messages": [
            { "role": "system", "content": "Rules.\n\nMira." },
            { "role": "user", "content": "Hello." },
            { "role": "assistant", "content": null, "tool_calls": [
                { "id": "a", "type": "function",
                  "function": { "name": "say", "arguments": "{\"text\":\"Hi \\\"you\\\"\"}" } },
                { "id": "b", "type": "function",
                  "function": { "name": "say", "arguments": "{}" } },
            ] },
            { "role": "tool", "tool_call_id": "a", "content": "said" },
            { "role": "tool", "tool_call_id": "b", "content": "unreadable" },
            { "role": "assistant", "content": "Done." },
        ],
        "tools": [{ "type": "function", "function": {
            "name": "say",
            "description": "Does it.",
            "parameters": { "type": "object", "properties": {} },
        } }],
    });
    assert_eq!(written(&request, &defaults()), expected);
}

#[test]
fn what_stays_the_same_stands_before_the_messages() {
    let mut request = question(1);
    request.tools = vec![tool("say")].into();
    let defaults = defaults();
    let body = Wire::OpenAi.format().body(&defaults.question(&request), &defaults.extra);
    let body = serde_json::to_string(&body).unwrap();
    let at = |field: &str| body.find(&format!("\"{field}\"")).unwrap();
    assert!(at("model") < at("tools") && at("tools") < at("messages"), "{body}");
}

#[test]
fn a_call_is_demanded_only_where_the_settings_say_so() {
    let mut request = question(1);
    request.tools = vec![tool("say")].into();
    assert_eq!(written(&request, &defaults()).get("tool_choice"), None);
    let habits = EndpointHabits { tool_choice: true, ..EndpointHabits::default() };
    let body = written(&request, &Defaults { habits, ..defaults() });
    assert_eq!(body["tool_choice"], "required");
}

#[test]
fn each_form_has_its_limit_its_end_and_its_schema() {
    let mut request = ChatRequest { max_tokens: None, ..question(1) };
    let own = Defaults { max_tokens: None, ..defaults() };
    request.form = QuestionForm::Words;
    let body = written(&request, &own);
    assert_eq!((&body["max_tokens"], &body["stop"]), (&json!(120), &json!(["\n\n"])));
    assert_eq!(body.get("response_format"), None);
    request.form = QuestionForm::Schema;
    request.schema = Some(std::sync::Arc::new(json!({ "type": "object" })));
    let body = written(&request, &own);
    let format = &body["response_format"];
    assert_eq!((&body["max_tokens"], body.get("stop")), (&json!(160), None));
    assert_eq!(format["type"], "json_schema");
    assert_eq!(format["json_schema"]["schema"], json!({ "type": "object" }));
    request.form = QuestionForm::Tools;
    request.schema = None;
    assert_eq!(written(&request, &own)["max_tokens"], 400);
}

#[test]
fn further_fields_of_the_settings_are_sent() {
    let extra = Map::from_iter([("reasoning_effort".to_owned(), json!("low"))]);
    let body = written(&question(1), &Defaults { extra, ..defaults() });
    assert_eq!(body["reasoning_effort"], "low");
}

#[test]
fn a_call_of_a_tool_that_acts_is_data_in_a_text_unless_the_settings_say_otherwise() {
    let text = "Well. <tool_call>{\"name\": \"look\", \"arguments\": {}}</tool_call>";
    let body = json!({ "choices": [{ "message": { "content": text } }] }).to_string();
    let read = |any: bool| {
        let calls = if any { CallsInText::All } else { CallsInText::Speaking };
        read_reply(body.as_bytes(), &[tool("look")], calls).unwrap()
    };
    assert_eq!((read(false).calls.len(), read(false).text.as_deref()), (0, Some("Well.")));
    assert_eq!(read(true).calls.len(), 1);
}

#[test]
fn what_nobody_set_is_left_to_the_endpoint() {
    let body = written(&question(1), &defaults());
    for field in ["temperature", "tools", "tool_choice", "max_completion_tokens"] {
        assert_eq!(body.get(field), None, "{field}");
    }
}

#[test]
fn a_character_may_differ_from_its_provider() {
    let provider = Defaults {
        temperature: Some(30),
        max_tokens: Some(400),
        habits: EndpointHabits {
            max_completion_tokens: true,
            tool_choice: false,
            ..EndpointHabits::default()
        },
        ..Defaults::of("small")
    };
    let mut request = question(1);
    let body = written(&request, &provider);
    assert_eq!((&body["model"], &body["temperature"]), (&json!("small"), &json!(0.3)));
    assert_eq!((&body["max_completion_tokens"], body.get("max_tokens")), (&json!(100), None));

    request.model = Some("large".to_owned());
    request.temperature = Some(200);
    let body = written(&request, &provider);
    assert_eq!((&body["model"], &body["temperature"]), (&json!("large"), &json!(2.0)));
}

#[test]
fn a_late_system_message_joins_the_leading_one() {
    let mut request = question(1);
    request.messages.push(ChatMessage::System("Be brief.".to_owned()));
    let messages = written(&request, &defaults())["messages"].take();
    let expected = json!([
        { "role": "system", "content": "Be brief." },
        { "role": "user", "content": "Hello." },
    ]);
    assert_eq!(messages, expected);
}

#[test]
fn a_model_that_thinks_gets_room_and_no_blank_line_or_is_told_not_to() {
    let mut request = ChatRequest { max_tokens: None, ..question(1) };
    request.form = QuestionForm::Words;
    let own = Defaults { reasoning_tokens: 1_000, ..Defaults::of("small") };
    request.reasoning = Reasoning::On;
    let body = written(&request, &own);
    assert_eq!((&body["max_tokens"], body.get("stop")), (&json!(1_120), None));
    assert_eq!(body.get("chat_template_kwargs"), None);

    request.reasoning = Reasoning::Off;
    let body = written(&request, &own);
    assert_eq!((&body["max_tokens"], &body["stop"]), (&json!(120), &json!(["\n\n"])));
    assert_eq!(body["chat_template_kwargs"], json!({ "enable_thinking": false }));
    assert_eq!(body.get("reasoning_effort"), None);
    let habits = EndpointHabits { max_completion_tokens: true, ..EndpointHabits::default() };
    let body = written(&request, &Defaults { habits, ..own.clone() });
    assert_eq!((&body["reasoning_effort"], body.get("stop")), (&json!("minimal"), None));
    assert_eq!(body.get("chat_template_kwargs"), None);
    // What the operator says of it stands.
    let extra = Map::from_iter([("chat_template_kwargs".to_owned(), json!({ "x": 1 }))]);
    let body = written(&request, &Defaults { extra, ..own });
    assert_eq!(body["chat_template_kwargs"], json!({ "x": 1 }));
}

#[test]
fn the_settings_may_name_other_ends_and_an_effort() {
    let request = ChatRequest { form: QuestionForm::Words, ..question(1) };
    let stop = Some(vec!["###".to_owned(), "\nAnn:".to_owned()]);
    let own = Defaults { stop, effort: Some(ReasoningEffort::Low), ..Defaults::of("small") };
    let body = written(&request, &own);
    assert_eq!(body["stop"], json!(["###", "\nAnn:"]));
    assert_eq!(body["reasoning_effort"], "low");
    let own = Defaults { stop: Some(Vec::new()), ..own };
    assert_eq!(written(&request, &own).get("stop"), None);
}

#[test]
fn every_wire_keeps_its_own_fields_to_itself() {
    for wire in Wire::ALL {
        let request = ChatRequest {
            schema: Some(std::sync::Arc::new(json!({ "type": "object" }))),
            tools: vec![tool("say")].into(),
            temperature: Some(70),
            ..question(1)
        };
        let extra = Map::from_iter([("top_k".to_owned(), json!(20))]);
        let own = Defaults { extra, ..defaults() };
        let body = written_by(wire, &request, &own);
        assert!(body.to_string().contains("\"top_k\":20"), "{body}");
        let fields = body.as_object().unwrap().keys().filter(|it| *it != "top_k");
        let kept = wire.format().own_fields();
        for field in fields {
            assert!(kept.contains(&field.as_str()), "{wire:?} sends {field}");
        }
        for field in ["model", "stream"] {
            assert!(kept.contains(&field), "{wire:?} {field}");
        }
    }
}

#[test]
fn an_error_that_says_so_is_a_question_that_is_too_long() {
    for body in [
        json!({ "error": { "message": "…", "code": "context_length_exceeded" } }),
        json!({ "error": { "code": 400, "type": "exceed_context_size_error", "n_ctx": 4096 } }),
        json!({ "type": "error", "error": {
            "type": "invalid_request_error",
            "message": "prompt is too long: 210000 tokens > 200000 maximum",
        } }),
    ] {
        assert_eq!(refusal(400, body.to_string().as_bytes(), None), LlmError::TooLong);
    }
    assert_eq!(refusal(413, b"", None), LlmError::TooLong);
    let other = json!({ "error": { "type": "invalid_request_error", "message": "no such field" } });
    let status = LlmError::Status { code: 400, retry_after: None };
    assert_eq!(refusal(400, other.to_string().as_bytes(), None), status);
}

// ---- Answers ----

#[test]
fn reasoning_is_told_wherever_it_stands() {
    let reasons = |message: Value| {
        let body = json!({ "choices": [{ "message": message }] }).to_string();
        Wire::OpenAi.read_raw(body.as_bytes()).unwrap().reasons
    };
    assert!(reasons(json!({ "content": "Hm.", "reasoning_content": "They ask." })));
    assert!(reasons(json!({ "content": "Hm.", "reasoning": "They ask." })));
    assert!(reasons(json!({ "content": "<think>They ask.</think>Hm." })));
    assert!(!reasons(json!({ "content": "Hm.", "reasoning_content": "", "reasoning": null })));
}

#[test]
fn an_answer_that_is_declined_is_no_answer() {
    let refused =
        json!({ "choices": [{ "message": { "content": null, "refusal": "I cannot." } }] });
    assert_eq!(read(&refused), Err(LlmError::Declined));
    let choice = json!({ "message": { "content": "" }, "finish_reason": "content_filter" });
    assert_eq!(read(&json!({ "choices": [choice] })), Err(LlmError::Declined));
}

#[test]
fn a_plain_answer() {
    let answer = read(&json!({
        "choices": [{ "message": { "content": "Hm." }, "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 12, "completion_tokens": 3 },
    }));
    let expected = ChatReply {
        talk: None,
        text: Some("Hm.".to_owned()),
        calls: Vec::new(),
        cut_off: false,
        usage: Some(Usage { prompt: 12, completion: 3, cached: None }),
        authored: false,
    };
    assert_eq!(answer, Ok(expected));
}

#[test]
fn arguments_as_json_text() {
    let said = arguments_of(json!("{\"text\":\"Hi\"}"));
    assert_eq!(said, object(json!({ "text": "Hi" })));
}

#[test]
fn arguments_as_an_object() {
    assert_eq!(arguments_of(json!({ "text": "Hi" })), object(json!({ "text": "Hi" })));
}

#[test]
fn arguments_that_are_cut_off_or_broken_are_never_guessed() {
    for text in
        ["{\"text\":\"I will not", "text: Hi", "{text: Hi}", "{} and more", "[1]", "\"Hi\"", "7"]
    {
        assert_eq!(arguments_of(json!(text)), Arguments::Malformed(text.to_owned()));
    }
    assert_eq!(arguments_of(json!([1])), Arguments::Malformed("[1]".to_owned()));
    assert_eq!(arguments_of(json!(true)), Arguments::Malformed("true".to_owned()));
}

#[test]
fn of_unreadable_arguments_a_kibibyte_of_whole_characters_is_kept() {
    let Arguments::Malformed(kept) = arguments_of(json!("x".to_owned() + &"é".repeat(2000)))
    else {
        panic!("they are no object")
    };
    assert_eq!((kept.len(), kept.chars().last()), (1023, Some('é')));
}

#[test]
fn arguments_null_empty_or_left_out_are_none() {
    for none in [json!(null), json!(""), json!(" "), json!("null"), json!("{}")] {
        assert_eq!(arguments_of(none), object(json!({})));
    }
    let call = only_call(json!({ "id": "a", "function": { "name": "look" } }));
    assert_eq!(call.arguments, object(json!({})));
}

#[test]
fn missing_empty_and_repeated_ids_are_made_up() {
    let call = |id: Value| json!({ "id": id, "function": { "name": "look", "arguments": "{}" } });
    let ids = [json!(null), json!("x"), json!(""), json!("x"), json!("call00002")];
    let reply = reply(json!({ "tool_calls": ids.map(call) }));
    let ids: Vec<&str> = reply.calls.iter().map(|call| call.id.as_str()).collect();
    assert_eq!(ids, ["call00001", "x", "call00003", "call00004", "call00002"]);
}

#[test]
fn several_calls_with_content_keep_their_order_and_the_content() {
    let call = |name: &str| json!({ "id": name, "function": { "name": name, "arguments": "{}" } });
    let reply =
        reply(json!({ "content": "First I look.", "tool_calls": [call("look"), call("say")] }));
    let names: Vec<&str> = reply.calls.iter().map(|call| call.name.as_str()).collect();
    assert_eq!((names, reply.text.as_deref()), (vec!["look", "say"], Some("First I look.")));
}

#[test]
fn an_unknown_tool_is_passed_on_as_it_is() {
    let call = only_call(json!({ "id": "a", "function": { "name": "fly", "arguments": "{}" } }));
    assert_eq!(call.name, "fly");
}

#[test]
fn too_many_calls_are_refused() {
    let calls = |count| {
        let call = json!({ "function": { "name": "look" } });
        read(&json!({ "choices": [{ "message": { "tool_calls": vec![call; count] } }] }))
    };
    assert_eq!(calls(MAX_CALLS).unwrap().calls.len(), MAX_CALLS);
    malformed_because(calls(MAX_CALLS + 1), TOO_MANY_CALLS);
}

#[test]
fn a_call_in_the_content_is_found() {
    let hi = object(json!({ "text": "Hi" }));
    for content in [
        "<tool_call>{\"name\":\"say\",\"arguments\":{\"text\":\"Hi\"}}</tool_call>",
        "<tool_call>\n{\"name\":\"say\",\"arguments\":\"{\\\"text\\\":\\\"Hi\\\"}\"}\n</tool_call>",
        "<tool_call>{\"name\":\"say\",\"arguments\":{\"text\":\"Hi\"}}",
        "```json\n{\"name\":\"say\",\"arguments\":{\"text\":\"Hi\"}}\n```",
        "```\n{\"name\":\"say\",\"parameters\":{\"text\":\"Hi\"}}\n```\n",
        "{\"name\":\"say\",\"arguments\":{\"text\":\"Hi\"}}",
    ] {
        let reply = reply(json!({ "content": content }));
        let call =
            ToolCall { id: "call00001".to_owned(), name: "say".to_owned(), arguments: hi.clone() };
        assert_eq!((reply.calls, reply.text), (vec![call], None), "{content}");
    }
}

#[test]
fn words_around_the_calls_in_the_content_are_kept() {
    let reply = reply(json!({ "content": "I look.\n<tool_call>{\"name\":\"look\"}</tool_call>\n\
        <tool_call>{\"name\":\"say\"}</tool_call> That is all." }));
    let names: Vec<&str> = reply.calls.iter().map(|call| call.name.as_str()).collect();
    assert_eq!(names, ["look", "say"]);
    assert_eq!(reply.text.as_deref(), Some("I look.\n\n That is all."));
}

#[test]
fn content_that_only_looks_like_a_call_stays_content() {
    for content in ["<tool_call>say Hi</tool_call>", "```json\n[1, 2]\n```", "{say} Hi"] {
        let reply = reply(json!({ "content": content }));
        assert_eq!((reply.calls, reply.text.as_deref()), (Vec::new(), Some(content)));
    }
}

#[test]
fn a_call_after_other_fenced_blocks_is_found() {
    let content = "```\nplain\n```\n".repeat(9) + "<tool_call>{\"name\":\"look\"}</tool_call>";
    assert_eq!(reply(json!({ "content": content })).calls.len(), 1);
}

#[test]
fn a_call_that_is_only_thought_about_is_not_made() {
    let thought = "<think>Maybe <tool_call>{\"name\":\"look\"}</tool_call>?</think>";
    let calls = |content: String| reply(json!({ "content": content })).calls.len();
    assert_eq!(calls(thought.to_owned()), 0);
    assert_eq!(calls(format!("{thought}<tool_call>{{\"name\":\"say\"}}</tool_call>")), 1);
}

#[test]
fn content_is_not_searched_beside_native_calls() {
    let content = "<tool_call>{\"name\":\"say\"}</tool_call>";
    let native = json!([{ "id": "a", "function": { "name": "look", "arguments": "{}" } }]);
    let reply = reply(json!({ "content": content, "tool_calls": native }));
    assert_eq!((reply.calls.len(), reply.calls[0].name.as_str()), (1, "look"));
    assert_eq!(reply.text.as_deref(), Some(content));
}

#[test]
fn a_text_full_of_marks_is_read_to_the_end() {
    let content = "<tool_call>".repeat(10_000);
    assert_eq!(reply(json!({ "content": content })).text, Some(content));
}

#[test]
fn content_as_parts_is_joined() {
    let parts = json!([{ "type": "text", "text": "Good " }, { "type": "image" }, "day."]);
    assert_eq!(reply(json!({ "content": parts })).text.as_deref(), Some("Good day."));
}

#[test]
fn an_empty_answer_has_no_text() {
    for content in [json!(null), json!(""), json!(" \n"), json!([])] {
        assert_eq!(reply(json!({ "content": content, "tool_calls": null })), ChatReply::default());
    }
}

#[test]
fn length_without_a_call_is_cut_off() {
    let answer = read(&json!({
        "choices": [{ "message": { "content": "Once upon" }, "finish_reason": "length" }],
    }));
    let answer = answer.unwrap();
    assert_eq!((answer.cut_off, answer.text.as_deref()), (true, Some("Once upon")));
}

#[test]
fn usage_may_be_missing_partial_or_absurd() {
    let usage = |usage: Value| {
        let choice = json!({ "message": { "content": "Hm." } });
        read(&json!({ "choices": [choice], "usage": usage })).unwrap().usage
    };
    assert_eq!(usage(json!(null)), None);
    assert_eq!(usage(json!({ "prompt_tokens": "many" })), None);
    let tokens = json!({ "prompt_tokens": u64::MAX });
    assert_eq!(usage(tokens), Some(Usage { prompt: u32::MAX, ..Usage::default() }));
}

#[test]
fn cached_tokens_are_read_from_the_details_or_from_the_timings() {
    let cached = |usage: Value, timings: Value| {
        let choice = json!({ "message": { "content": "Hm." } });
        let body = json!({ "choices": [choice], "usage": usage, "timings": timings });
        read(&body).unwrap().usage.and_then(|it| it.cached)
    };
    let plain = json!({ "prompt_tokens": 90, "completion_tokens": 3 });
    let mut detailed = plain.clone();
    detailed["prompt_tokens_details"] = json!({ "cached_tokens": 80 });
    assert_eq!(cached(plain.clone(), json!(null)), None);
    assert_eq!(cached(plain, json!({ "cache_n": 70, "prompt_n": 20 })), Some(70));
    assert_eq!(cached(detailed, json!({ "cache_n": 70 })), Some(80));
}

#[test]
fn an_error_with_a_status_of_success_is_an_error() {
    for (error, part) in [
        (json!({ "error": { "message": "no such\nmodel" } }), "no such model"),
        (json!({ "error": "out of memory" }), "out of memory"),
        (json!({ "error": { "code": "overloaded" } }), "overloaded"),
        (json!({ "choices": [{ "error": { "message": "broke off" } }] }), "broke off"),
    ] {
        malformed_because(read(&error), part);
    }
    for error in [
        json!({ "error": { "code": 503, "message": "busy" } }),
        json!({ "choices": [{ "error": { "code": 503 }, "message": { "content": "On" } }] }),
    ] {
        assert_eq!(read(&error), Err(LlmError::Status { code: 503, retry_after: None }));
    }
}

#[test]
fn a_null_error_is_none() {
    let answer = json!({ "error": null, "choices": [{ "message": { "content": "Hm." } }] });
    assert_eq!(read(&answer).unwrap().text.as_deref(), Some("Hm."));
}

#[test]
fn garbage_is_malformed_and_shown_in_part() {
    let page = format!("<html>\u{1b}[2J{}", "x".repeat(5000));
    let answer = read_reply(page.as_bytes(), &[], CallsInText::All);
    malformed_because(answer.clone(), "it is not JSON: <html> [2Jxxx");
    assert!(answer.unwrap_err().to_string().len() < 300);

    malformed_because(read_reply(&[0xff; 1000], &[], CallsInText::All), "not JSON");
    malformed_because(read_reply(b"", &[], CallsInText::All), "not JSON");
    malformed_because(
        read_reply("[".repeat(100_000).as_bytes(), &[], CallsInText::All),
        "not JSON",
    );
    for (answer, part) in [
        (json!(null), "`choices`"),
        (json!({ "choices": [] }), "`choices`"),
        (json!({ "choices": [{}] }), "`message`"),
    ] {
        malformed_because(read(&answer), part);
    }
}

// ---- Questions for words ----

#[test]
fn a_question_for_words_shows_its_tools_and_forbids_their_calls() {
    let mut request = question(1);
    request.tools = vec![tool("say")].into();
    request.is_for_words = true;
    let of = |wire| written_by(wire, &request, &defaults());
    for wire in [Wire::OpenAi, Wire::Responses] {
        let body = of(wire);
        assert_eq!(body["tool_choice"], "none", "{wire:?}");
        assert_eq!(body["tools"].as_array().map(Vec::len), Some(1), "{wire:?}");
    }
    let body = of(Wire::Anthropic);
    assert_eq!(body["tool_choice"], json!({ "type": "none" }));
    assert_eq!(body["tools"].as_array().map(Vec::len), Some(1));
    // Ollama has no such demand, so it gets no tools.
    assert_eq!(of(Wire::Ollama).get("tools"), None);
}
