use serde_json::json;

use super::*;

const LLAMA_CPP: &[u8] = br#"{
    "models": [{"name": "/models/small.gguf", "model": "/models/small.gguf"}],
    "object": "list",
    "data": [{
        "id": "/models/small.gguf", "object": "model", "created": 1735142223, "owned_by": "llamacpp",
        "meta": {"vocab_type": 2, "n_vocab": 151936, "n_ctx_train": 32768, "n_embd": 896,
                 "n_params": 630167424, "size": 485452288}
    }]
}"#;

const OLLAMA: &[u8] = br#"{"object": "list", "data": [
    {"id": "llama3.2:latest", "object": "model", "created": 1735142223, "owned_by": "library"},
    {"id": "qwen3:8b", "object": "model", "created": 1735142223, "owned_by": "library"}
]}"#;

const VLLM: &[u8] = br#"{"object": "list", "data": [{
    "id": "meta-llama/Llama-3.1-8B-Instruct", "object": "model", "created": 1735142223,
    "owned_by": "vllm", "root": "meta-llama/Llama-3.1-8B-Instruct", "parent": null,
    "max_model_len": 16384, "permission": []
}]}"#;

const LM_STUDIO: &[u8] = br#"{"object": "list", "data": [
    {"id": "qwen2.5-7b-instruct", "object": "model", "type": "llm", "state": "loaded",
     "owned_by": "organization_owner", "max_context_length": 32768, "loaded_context_length": 4096},
    {"id": "gemma-2-2b-it", "object": "model", "type": "llm", "state": "not-loaded",
     "owned_by": "organization_owner", "max_context_length": 8192}
]}"#;

const OPEN_ROUTER: &[u8] = br#"{"data": [{
    "id": "some/model-large", "name": "Some: Model Large", "context_length": 131072,
    "architecture": {"modality": "text->text"},
    "top_provider": {"context_length": 131072, "max_completion_tokens": null}
}]}"#;

const OPEN_AI: &[u8] = br#"{"object": "list", "data": [
    {"id": "model-id-0", "object": "model", "created": 1686935002, "owned_by": "system"}
]}"#;

fn listing_of(body: &[u8]) -> ModelList {
    listing(body).unwrap()
}

fn reply(message: Value, finish: &str) -> TestReply {
    let body = json!({ "choices": [{ "message": message, "finish_reason": finish }] });
    TestReply::read(Wire::OpenAi, body.to_string().as_bytes(), &[], Duration::from_secs(1)).unwrap()
}

fn text(content: &str) -> TestReply {
    reply(json!({ "role": "assistant", "content": content }), "stop")
}

fn native(name: &str, arguments: &str) -> TestReply {
    let function = json!({ "name": name, "arguments": arguments });
    let call = json!({ "id": "1", "type": "function", "function": function });
    reply(json!({ "content": null, "tool_calls": [call] }), "tool_calls")
}

/// The tokens and the time of a reply with these further fields.
fn sample_of(mut body: Value, seconds: f64) -> SpeedSample {
    body["choices"] = json!([{ "message": {} }]);
    let raw = Wire::OpenAi.read_raw(body.to_string().as_bytes()).unwrap();
    SpeedSample::of(&raw, Duration::from_secs_f64(seconds))
}

fn look() -> ToolSpec {
    ToolSpec::new("look", "Looks.", json!({ "type": "object" }))
}

fn called(reply: &TestReply) -> FormOutcome {
    call(reply, &look(), "target").outcome
}

#[test]
fn each_server_is_known_by_its_list_and_says_its_context_in_its_own_way() {
    use ContextSize::{Trained, Window};
    for (body, model, server, context) in [
        (LLAMA_CPP, "/models/small.gguf", ServerKind::LlamaCpp, Some(Trained(32_768))),
        (OLLAMA, "qwen3:8b", ServerKind::Ollama, None),
        (VLLM, "meta-llama/Llama-3.1-8B-Instruct", ServerKind::Vllm, Some(Window(16_384))),
        (LM_STUDIO, "qwen2.5-7b-instruct", ServerKind::LmStudio, Some(Window(4_096))),
        (LM_STUDIO, "gemma-2-2b-it", ServerKind::LmStudio, Some(Trained(8_192))),
        (OPEN_ROUTER, "some/model-large", ServerKind::Other, Some(Window(131_072))),
        (OPEN_AI, "model-id-0", ServerKind::Other, None),
    ] {
        let listing = listing_of(body);
        assert_eq!(listing.server, server, "{model}");
        assert_eq!(find(&listing, model).unwrap().context, context, "{model}");
    }
    for body in [&b"<html>"[..], b"{}", b"7", br#"{"data": {}}"#] {
        assert_eq!(listing(body), None);
    }
    assert_eq!(listing_of(br#"{"data": [7, {"id": ""}, {}]}"#), ModelList::default());
}

#[test]
fn a_model_that_is_not_listed_is_told_of_what_is_like_it() {
    let listing = listing_of(OLLAMA);
    assert_eq!(listed(&listing, "llama3.2"), ModelListed::Yes);
    let nearest = |model| match listed(&listing, model) {
        ModelListed::No { nearest } => nearest,
        other @ (ModelListed::Yes | ModelListed::NoList) => panic!("{other:?}"),
    };
    assert_eq!(nearest("qwen3:7b").as_deref(), Some("qwen3:8b"));
    assert_eq!(nearest("Qwen3").as_deref(), Some("qwen3:8b"));
    assert_eq!(nearest("some-other-model"), None);
    // A server with one model has nothing else to offer.
    let only = listed(&listing_of(LLAMA_CPP), "my-model");
    assert_eq!(only, ModelListed::No { nearest: Some("/models/small.gguf".to_owned()) });
}

#[test]
fn props_tell_the_context_of_a_slot() {
    let body = br#"{
        "default_generation_settings": {"id": 0, "n_ctx": 8192, "params": {"seed": 4294967295}},
        "total_slots": 2, "model_path": "/models/small.gguf", "build_info": "b1-1"
    }"#;
    assert_eq!(props(body), (Some(ContextSize::Window(8_192)), Some(2)));
    for body in [&b"no"[..], b"{}", br#"{"default_generation_settings": {"n_ctx": 0}}"#] {
        assert_eq!(props(body), (None, None));
    }
}

#[test]
fn ollama_tells_what_a_model_is_loaded_with_or_was_trained_for() {
    let info = r#""model_info": {"general.architecture": "llama", "llama.context_length": 131072}"#;
    let parameters =
        r#""parameters": "stop    \"<|eot_id|>\"\nnum_ctx                        4096""#;
    let body = format!("{{{info}}}");
    assert_eq!(shown(body.as_bytes()), Some(ContextSize::Trained(131_072)));
    let body = format!("{{{parameters}, {info}}}");
    assert_eq!(shown(body.as_bytes()), Some(ContextSize::Window(4_096)));
    assert_eq!(shown(br#"{"error": "model 'x' not found"}"#), None);

    let body = br#"{"models": [{"name": "llama3.2:latest", "context_length": 4096}]}"#;
    assert_eq!(running(body, "llama3.2"), Some(ContextSize::Window(4_096)));
    assert_eq!(running(body, "qwen3:8b"), None);
}

#[test]
fn any_words_are_words_but_reasoning_alone_is_none() {
    let outcome = |reply: &TestReply| words(reply).outcome;
    assert_eq!(outcome(&text("Stew, and bread.")), FormOutcome::Holds);
    assert_eq!(outcome(&text("<think>Hm.</think>\n\nStew.")), FormOutcome::Holds);
    assert_eq!(outcome(&text("")), FormOutcome::Fails);
    let cut = reply(json!({ "content": "<think>Ann asks" }), "length");
    assert_eq!(outcome(&cut), FormOutcome::CutOff);
    let hidden = reply(json!({ "content": "", "reasoning_content": "Ann asks" }), "length");
    assert_eq!(outcome(&hidden), FormOutcome::CutOff);
}

#[test]
fn a_schema_holds_if_the_whole_reply_is_the_object() {
    let outcome = |content: &str| schema(&text(content)).outcome;
    assert_eq!(outcome(r#"{ "say": "Yes." }"#), FormOutcome::Holds);
    for content in [
        r#"Sure: {"say": "Yes."}"#,
        "```json\n{\"say\": \"Yes.\"}\n```",
        r#"{"say": ""}"#,
        r#"{"words": "Yes."}"#,
        "Yes.",
        "",
    ] {
        assert_eq!(outcome(content), FormOutcome::Fails, "{content}");
    }
    assert_eq!(schema(&text("Yes, there is.")).said, "Yes, there is.");
}

#[test]
fn a_call_is_native_misshapen_written_as_text_or_missing() {
    assert_eq!(called(&native("look", r#"{"target": "lamp"}"#)), FormOutcome::Holds);
    for (name, arguments) in [
        ("look", "{}"),
        ("look", r#"{"target": ["lamp"]}"#),
        ("look", r#"{"target": "lamp"#),
        ("look_at", r#"{"target": "lamp"}"#),
    ] {
        assert_eq!(called(&native(name, arguments)), FormOutcome::Misshapen, "{name}{arguments}");
    }
    for content in [
        r#"{"name": "look", "arguments": {"target": "lamp"}}"#,
        "<tool_call>\n{\"name\": \"look\", \"arguments\": {\"target\": \"lamp\"}}\n</tool_call>",
        "<tool_call><function=look><parameter=target>lamp</parameter></function></tool_call>",
        "look(target=\"lamp\")",
    ] {
        assert_eq!(called(&text(content)), FormOutcome::AsText, "{content}");
    }
    assert_eq!(called(&text("I look at the lamp.")), FormOutcome::Fails);
    let said = call(&native("look", r#"{"at": "lamp"}"#), &look(), "target").said;
    assert_eq!(said, r#"look({"at":"lamp"})"#);
}

#[test]
fn speeds_are_those_that_the_server_measured_over_the_most_tokens() {
    let sample = |body: Value| sample_of(body, 1.0);
    let timings = |prompt_n, predicted_n, reading, writing| {
        sample(json!({ "timings": {
            "prompt_n": prompt_n, "prompt_per_second": reading,
            "predicted_n": predicted_n, "predicted_per_second": writing,
        }}))
    };
    // The second read only what no cache had.
    let samples =
        [timings(48, 7, 48.0, 19.0), timings(1, 22, 20.0, 12.0), timings(184, 1, 59.0, 1e6)];
    assert_eq!(speed(&samples), ModelSpeed { reading: Some(59.0), writing: Some(12.0) });
}

#[test]
fn without_measures_speeds_are_told_from_the_times_of_two_requests() {
    let sample = |prompt: u32, completion: u32, seconds: f64| {
        let usage = json!({ "prompt_tokens": prompt, "completion_tokens": completion });
        sample_of(json!({ "usage": usage }), seconds)
    };
    let is = |found: Option<f64>, expected: f64| (found.unwrap() - expected).abs() < 0.01;
    // The model reads 100 tokens a second and writes 10; the first request waits for loading.
    let samples = [sample(50, 20, 30.0), sample(60, 20, 2.6), sample(400, 15, 5.5)];
    let found = speed(&samples);
    assert!(is(found.reading, 100.0) && is(found.writing, 10.0), "{found:?}");
    // Times that do not fit together still prove some speed.
    let found = speed(&[sample(60, 20, 2.0), sample(400, 15, 1.0)]);
    assert!(is(found.reading, 400.0) && is(found.writing, 15.0), "{found:?}");
    assert_eq!(speed(&[SpeedSample::default()]), ModelSpeed::default());
    assert_eq!(speed(&[]), ModelSpeed::default());
}
