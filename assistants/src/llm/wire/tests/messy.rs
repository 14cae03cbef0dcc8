//! Replies as small models and their servers write them, each with the words and calls meant.

use super::*;

/// Result of reading a reply: its text, and its calls as a tool and its arguments.
type Meant = (Option<String>, Vec<(String, Value)>);

/// Reads a reply to a question with tools that speak, read and act.
fn meant_by(body: &[u8], any_in_text: bool) -> Result<Meant, LlmError> {
    let tools = ["say", "emote", "inspect", "store_memory", "execute_command"].map(tool);
    let calls = if any_in_text { CallsInText::All } else { CallsInText::Speaking };
    let reply = read_reply(body, &tools, calls)?;
    let calls = reply.calls.into_iter().map(|call| {
        let arguments = match call.arguments {
            Arguments::Object(object) => Value::Object(object),
            Arguments::Malformed(raw) => Value::from(format!("malformed: {raw}")),
        };
        (call.name, arguments)
    });
    Ok((reply.text, calls.collect()))
}

fn body_of(message: &Value) -> String {
    json!({ "choices": [{ "message": message, "finish_reason": "stop" }] }).to_string()
}

fn meant_by_message(message: &Value) -> Meant {
    meant_by(body_of(message).as_bytes(), false).unwrap()
}

fn words(text: &str) -> Meant {
    (Some(text.to_owned()), Vec::new())
}

fn calls<const N: usize>(calls: [(&str, Value); N]) -> Vec<(String, Value)> {
    calls.map(|(name, arguments)| (name.to_owned(), arguments)).into()
}

fn hi() -> Meant {
    (None, calls([("say", json!({ "text": "Hi." }))]))
}

#[test]
fn reasoning_and_control_tokens_are_no_part_of_a_content() {
    for (content, text) in [
        ("<think>They greet me.</think>\n\nGood day.", "Good day."),
        ("They greet me.\n</think>\nGood day.", "Good day."),
        (
            "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant\
             <|channel|>final<|message|>Good day.",
            "Good day.",
        ),
        ("Good day.<|im_end|>\n<|im_start|>user\nAnd?", "Good day."),
        ("<|im_start|>assistant\nGood day.</s>", "Good day."),
        ("[INST] Hello. [/INST] Good day.<|eot_id|>", "Good day."),
    ] {
        assert_eq!(meant_by_message(&json!({ "content": content })), words(text), "{content}");
    }
    for silent in ["<think>They greet", "<|channel|>analysis<|message|>Hm.", "<|im_end|>"] {
        assert_eq!(meant_by_message(&json!({ "content": silent })), (None, Vec::new()));
    }
    let fields = json!({ "content": "Good day.", "reasoning_content": "Hm.", "reasoning": "Hm." });
    assert_eq!(meant_by_message(&fields), words("Good day."));
}

#[test]
fn reasoning_inside_what_is_said_is_not_said() {
    let said = |text: &str| {
        let arguments = json!({ "text": text }).to_string();
        let call = json!({ "function": { "name": "say", "arguments": arguments } });
        meant_by_message(&json!({ "tool_calls": [call] }))
    };
    assert_eq!(said("<think>Hm.</think>Hi."), hi());
    assert_eq!(said("Hi.<|im_end|>"), hi());
    assert_eq!(said("<think>Hi."), (None, calls([("say", json!({ "text": "" }))])));
}

#[test]
fn a_call_of_a_tool_for_speaking_may_be_the_text() {
    for content in [
        r#"{"name": "say", "arguments": {"text": "Hi."}}"#,
        r#"{"name": "say", "arguments": "{\"text\": \"Hi.\"}"}"#,
        r#"{"function": "say", "parameters": {"text": "Hi."}}"#,
        r#"{"type": "function", "function": {"name": "say", "parameters": {"text": "Hi."}}}"#,
        r#"{"tool": "say", "text": "Hi."}"#,
        r#"{"name": "say", "text": "Hi."}"#,
        r#"{"action": "say", "action_input": {"text": "Hi."}}"#,
        r#"{"tool_calls": [{"name": "say", "arguments": {"text": "Hi."}}]}"#,
        r#"{"say": "Hi."}"#,
        r#"{"say": {"text": "Hi."}}"#,
        r#"{"say": "Hi.", "pose": ""}"#,
        r#"{"Say": "Hi.", "pose": null}"#,
        "```json\n{\"say\": \"Hi.\"}\n```",
        "```\n{\"say\": \"Hi.\"}\n```",
        r#"<tool_call>{"name": "say", "arguments": {"text": "Hi."}}</tool_call>"#,
        r#"[{"name": "say", "arguments": {"text": "Hi."}}]"#,
        r#"[TOOL_CALLS][{"name": "say", "arguments": {"text": "Hi."}}]</s>"#,
        r#"<|python_tag|>{"name": "say", "parameters": {"text": "Hi."}}<|eom_id|>"#,
        r#"<function=say>{"text": "Hi."}</function>"#,
        r#"say({"text": "Hi."})"#,
        r#"functions.say {"text": "Hi."}"#,
        r#"{"name": "say", "arguments": {"text": "Hi."}"#,
        r#"{"name": "say", "arguments": {"text": "Hi."}}}"#,
        r#"{'name': 'say', 'arguments': {'text': 'Hi.'}}"#,
        r#"{"name": "say", "arguments": {"text": "Hi.",},}"#,
        "This is my answer:\n{\"say\": \"Hi.\"}",
        r#"{"t":"say","from":"Bob","text":"hi"} {"say": "Hi."}"#,
    ] {
        assert_eq!(meant_by_message(&json!({ "content": content })), hi(), "{content}");
    }
}

#[test]
fn several_calls_and_words_around_them_are_told_apart() {
    let both = calls([
        ("emote", json!({ "text": "nods." })),
        ("say", json!({ "text": "Hi.", "to": "Bob" })),
    ]);
    for content in [
        r#"{"say": "Hi.", "pose": "nods.", "to": "Bob"}"#,
        r#"[{"name": "pose", "arguments": {"text": "nods."}},
            {"name": "say", "arguments": {"text": "Hi.", "to": "Bob"}}]"#,
        "```json\n{\"pose\": \"nods.\"}\n{\"say\": \"Hi.\", \"to\": \"Bob\"}\n```",
    ] {
        assert_eq!(meant_by_message(&json!({ "content": content })), (None, both.clone()));
    }
    let around = json!({ "content": "I nod. {\"say\": \"Hi.\"} That is all." });
    assert_eq!(meant_by_message(&around), (Some("I nod.  That is all.".to_owned()), hi().1));
}

#[test]
fn speech_in_calls_that_cannot_stand_for_themselves_is_plain_text() {
    let read = |content: &str, tools: &[ToolSpec]| {
        let body = body_of(&json!({ "content": content }));
        let reply = read_reply(body.as_bytes(), tools, CallsInText::Speaking).unwrap();
        (reply.text.unwrap_or_default(), reply.calls.len())
    };
    let aside = [tool("whisper"), tool("page")];
    let both = "{\"say\": \"Hi.\", \"pose\": \"nods.\"}";
    assert_eq!(read("{\"say\": \"Hi.\"}", &aside), ("Hi.".to_owned(), 0));
    assert_eq!(read(both, &aside), ("*nods.* Hi.".to_owned(), 0));
    assert_eq!(read(both, &[tool("say"), tool("emote")]), (String::new(), 2));
    assert_eq!(read("{\"pose\": \"nods.\"} Hi.", &[tool("say")]), ("*nods.* Hi.".to_owned(), 0));
    assert_eq!(read("{\"pose\": \"nods.\"}", &[tool("say")]), (String::new(), 1));
    let whisper = "{\"whisper\": {\"to\": \"bob\", \"text\": \"Hi.\"}}";
    assert_eq!(read(whisper, &aside), (String::new(), 1));
}

#[test]
fn a_call_in_a_text_of_a_tool_that_acts_is_data() {
    let kick = r#"{"name": "execute_command", "arguments": {"verb": "kick", "args": "bob"}}"#;
    let kicks = calls([("execute_command", json!({ "verb": "kick", "args": "bob" }))]);
    for content in [
        kick.to_owned(),
        format!("<tool_call>{kick}</tool_call>"),
        format!("```json\n{kick}\n```"),
        format!("[{kick}]"),
        "execute_command({\"verb\": \"kick\", \"args\": \"bob\"})".to_owned(),
    ] {
        let body = body_of(&json!({ "content": content }));
        assert_eq!(meant_by(body.as_bytes(), false), Ok((None, Vec::new())), "{content}");
        assert_eq!(meant_by(body.as_bytes(), true), Ok((None, kicks.clone())), "{content}");
    }
    let mixed = format!("Well. {kick} {{\"say\": \"Hi.\"}}");
    assert_eq!(meant_by_message(&json!({ "content": mixed })).1, hi().1);
    // A guess at what is to be done is none, even where calls in a text are carried out.
    let body = body_of(&json!({ "content": kick.replace("}}", "},}") }));
    let (_, calls) = meant_by(body.as_bytes(), true).unwrap();
    assert!(calls[0].1.as_str().is_some_and(|it| it.starts_with("malformed")), "{calls:?}");
}

#[test]
fn a_record_that_is_no_call_is_data() {
    for (content, text) in [
        (r#"{"t":"say","from":"Bob","text":"hi"}"#, None),
        (r#"{"name":"Bob","t":"partner"}"#, None),
        (r#"{"say": "Hi.", "from": "Bob"}"#, None),
        (r#"{"say": ""}"#, None),
        (r#"{"name":"fly","arguments":{}}"#, None),
        (r#"{"name":"say","arguments":{"text":"I will no"#, None),
        ("{\"text\": \"hi\"}\nGood day.", Some("Good day.")),
        ("I would say {\"text\": \"hi\"}", Some("I would say")),
        ("{smiles} Good day [Bob].", Some("{smiles} Good day [Bob].")),
    ] {
        let expected = (text.map(str::to_owned), Vec::new());
        assert_eq!(meant_by_message(&json!({ "content": content })), expected, "{content}");
    }
}

#[test]
fn the_name_of_a_tool_is_known_in_any_writing() {
    let named = |name: &str| {
        let call = json!({ "function": { "name": name, "arguments": "{}" } });
        meant_by_message(&json!({ "tool_calls": [call] })).1.remove(0).0
    };
    for name in [
        "Say",
        "SAY",
        " say ",
        "\"say()\"",
        "functions.say",
        "functions.say:0",
        "default_api.say",
        "tools.say",
        "say<|channel|>commentary",
    ] {
        assert_eq!(named(name), "say", "{name}");
    }
    assert_eq!(named("pose"), "emote");
    assert_eq!(named("channel-say"), "channel_say", "it is one for speaking");
    assert_eq!(named("functions.Store_Memory"), "store_memory", "it is one of the request's");
    for name in ["fly", "functions.offer", "say_", "sayings", ""] {
        assert_eq!(named(name), name, "it is left as it is");
    }
}

#[test]
fn arguments_are_repaired_unless_they_make_somebody_act() {
    let read = |tool: &str, arguments: &str| {
        let call = json!({ "function": { "name": tool, "arguments": arguments } });
        meant_by_message(&json!({ "tool_calls": [call] })).1.remove(0).1
    };
    let good = json!({ "text": "Hi." });
    for faithful in [
        " {\"text\": \"Hi.\"}\n",
        "\u{feff}{\"text\": \"Hi.\"}",
        "```json\n{\"text\": \"Hi.\"}\n```",
        "\"{\\\"text\\\": \\\"Hi.\\\"}\"",
    ] {
        for tool in ["say", "inspect", "store_memory", "fly"] {
            assert_eq!(read(tool, faithful), good, "{tool}: {faithful}");
        }
    }
    for (repaired, text) in [
        ("{\"text\": \"Hi.\"}}", "Hi."),
        ("{\"text\": \"Hi.\"", "Hi."),
        ("{\"text\": \"Hi.\",}", "Hi."),
        ("{'text': 'Hi.'}", "Hi."),
        ("{\"text\": \"Hi.\\ud83d\"}", "Hi."),
        ("{\"text\": \"One\ntwo.\"}", "One\ntwo."),
        ("{\"text\": \"Hi.\", \"to\": NaN}", "Hi."),
    ] {
        for tool in ["say", "inspect"] {
            assert_eq!(read(tool, repaired)["text"], json!(text), "{tool}: {repaired}");
        }
        for tool in ["store_memory", "execute_command", "fly"] {
            assert_eq!(read(tool, repaired), json!(format!("malformed: {repaired}")), "{tool}");
        }
    }
}

#[test]
fn calls_are_read_in_all_the_forms_of_a_message() {
    let function = json!({ "name": "say", "arguments": { "text": "Hi." } });
    for message in [
        json!({ "content": null, "function_call": function }),
        json!({ "tool_calls": { "id": "a", "function": function } }),
        json!({ "tool_calls": [function] }),
        json!({ "tool_calls": [], "function_call": function }),
        json!({ "tool_calls": [{ "function": "say", "parameters": { "text": "Hi." } }] }),
        json!({ "content": [{ "type": "text", "text": "{\"say\": \"Hi.\"}" }] }),
    ] {
        assert_eq!(meant_by_message(&message), hi(), "{message}");
    }
}

#[test]
fn an_empty_error_beside_an_answer_is_none() {
    for error in [json!(""), json!({}), json!(false), json!(null), json!({ "message": "" })] {
        let body = json!({ "error": error, "choices": [{ "message": { "content": "Hm." } }] });
        assert_eq!(meant_by(body.to_string().as_bytes(), false), Ok(words("Hm.")), "{error}");
    }
    let body = json!({ "error": { "code": "429", "message": "slow" } }).to_string();
    let answer = meant_by(body.as_bytes(), false);
    assert_eq!(answer, Err(LlmError::Status { code: 429, retry_after: None }));
}

#[test]
fn a_stream_that_nobody_asked_for_is_put_together() {
    let line = |delta: Value| format!("data: {}\n\n", json!({ "choices": [{ "delta": delta }] }));
    let end = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    let text = [
        ": a comment\n\n".to_owned(),
        line(json!({ "role": "assistant", "content": "" })),
        line(json!({ "content": "Good " })),
        line(json!({ "content": "day." })),
        end.to_owned(),
    ];
    assert_eq!(meant_by(text.concat().as_bytes(), false), Ok(words("Good day.")));

    let call = |it: Value| line(json!({ "tool_calls": [it] }));
    let pieces = [
        call(json!({ "index": 0, "id": "a", "function": { "name": "emote", "arguments": "" } })),
        call(json!({ "index": 1, "id": "b", "function": { "name": "say", "arguments": "{\"te" } })),
        call(json!({ "index": 0, "function": { "arguments": "{\"text\":\"nods.\"}" } })),
        call(json!({ "index": 1, "function": { "arguments": "xt\":\"Hi.\"}" } })),
        end.to_owned(),
    ];
    let both = calls([("emote", json!({ "text": "nods." })), ("say", json!({ "text": "Hi." }))]);
    assert_eq!(meant_by(pieces.concat().as_bytes(), false), Ok((None, both)));

    let broken_off = line(json!({ "content": "Good day. I was" }));
    assert!(read_reply(broken_off.as_bytes(), &[], CallsInText::Speaking).unwrap().cut_off);
    let error = b"data: {\"error\": {\"code\": 503}}\n\n";
    let busy = LlmError::Status { code: 503, retry_after: None };
    assert_eq!(meant_by(error, false), Err(busy));
    malformed_because(read_reply(b"data: [DONE]\n\n", &[], CallsInText::Speaking), "`choices`");
}

#[test]
fn a_body_with_odd_bytes_is_read_or_says_what_is_wrong() {
    let good = body_of(&json!({ "content": "Hm." }));
    assert_eq!(meant_by(format!("\u{feff}{good}").as_bytes(), false), Ok(words("Hm.")));
    let body = good.replace("Hm.", "Hm.\\ud83d");
    assert_eq!(meant_by(body.as_bytes(), false), Ok(words("Hm.")));
    let body = good.replace("\"stop\"", "\"stop\", \"logprobs\": NaN");
    assert_eq!(meant_by(body.as_bytes(), false), Ok(words("Hm.")));
    malformed_because(read_reply(&[0x1f, 0x8b, 8, 0], &[], CallsInText::Speaking), COMPRESSED);

    // What was repaired moves nobody.
    let call = json!({ "function": { "name": "store_memory", "arguments": { "content": "x" } } });
    let body = body_of(&json!({ "tool_calls": [call] })).replace("\"x\"", "\"x\\ud83d\"");
    let (_, calls) = meant_by(body.as_bytes(), true).unwrap();
    assert_eq!(calls[0].1, json!("malformed: {\"content\":\"x\"}"));
}

#[test]
fn without_words_at_the_limit_the_tokens_ran_out() {
    let at_limit = |message: Value| {
        let body = json!({ "choices": [{ "message": message, "finish_reason": "length" }] });
        meant_by(body.to_string().as_bytes(), false)
    };
    for content in [json!(""), json!(null), json!("<think>They ask"), json!("{\"name\": \"sa")] {
        assert_eq!(at_limit(json!({ "content": content })), Err(LlmError::CutOff), "{content}");
    }
    assert!(LlmError::CutOff.to_string().contains("max_tokens"));
    assert!(!LlmError::CutOff.is_transient() && !LlmError::CutOff.is_unasked());
    assert_eq!(at_limit(json!({ "content": "Well" })), Ok(words("Well")));
}

#[test]
fn an_act_of_a_schema_keeps_its_arguments_and_is_none_outside_of_it() {
    let meant = |content: &str| {
        let body = body_of(&json!({ "content": content }));
        let tools = ["say", "offer", "inspect"].map(tool);
        let reply = read_reply(body.as_bytes(), &tools, CallsInText::BySchema).unwrap();
        let calls = reply.calls.into_iter().map(|it| (it.name, it.arguments));
        calls.collect::<Vec<_>>()
    };
    let object = |value: Value| Arguments::Object(value.as_object().unwrap().clone());
    let said = ("say".to_owned(), object(json!({ "text": "Gladly." })));
    let offered = ("offer".to_owned(), object(json!({ "id": "room" })));
    let content = r#"{"say": "Gladly.", "act": {"tool": "offer", "id": "room"}}"#;
    assert_eq!(meant(content), [said.clone(), offered.clone()]);
    assert_eq!(meant(r#"{"say": "Gladly.", "act": null}"#), [said]);
    for content in [
        r#"Sure: {"name": "offer", "arguments": {"id": "room"}}"#,
        r#"{"name": "offer", "arguments": {"id": "room"}}"#,
        r#"He told me: {"say": "Gladly.", "act": {"tool": "offer", "id": "room"}}"#,
    ] {
        assert!(!meant(content).contains(&offered), "{content}");
    }
}

#[test]
fn a_stream_with_empty_fields_keeps_its_words() {
    let piece = |delta: Value| {
        format!("data: {}\n\n", json!({ "choices": [{ "delta": delta, "finish_reason": null }] }))
    };
    let body = piece(json!({ "content": "Good ", "function_call": null, "tool_calls": null }))
        + &piece(json!({ "content": "day.", "function_call": null, "tool_calls": null }))
        + "data: [DONE]\n\n";
    assert_eq!(meant_by(body.as_bytes(), false).unwrap(), words("Good day."));
}
