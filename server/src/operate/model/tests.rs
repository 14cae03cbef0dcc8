use std::{fs, sync::Arc};

use serde_json::json;

use super::{
    endpoint::{PlayedEndpoint, loads_and_answers, small_model},
    setup::SetupDialogue,
    *,
};

/// A file of settings in a folder of its own, with this text if any.
fn file(text: Option<&str>) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my.ron");
    if let Some(text) = text {
        fs::write(&file, text).unwrap();
    }
    (folder, file)
}

fn naming(base_url: &str) -> String {
    format!(
        "(providers: {{\"here\": OpenAi(base_url: {base_url:?}, model: \"small\")}}, \
         minds: (provider: \"here\"))"
    )
}

/// Output and result of `hearsay model test`.
async fn test_prints(name: Option<&str>, text: &str) -> (String, Result<(), String>) {
    tasks::install_tls();
    let (_folder, file) = file(Some(text));
    let mut out = Vec::new();
    let ended = test(name, Some(file), &mut out).await.map_err(|error| format!("{error:#}"));
    (String::from_utf8(out).unwrap(), ended)
}

#[tokio::test]
async fn a_test_prints_what_was_found_and_what_to_write() {
    let server = PlayedEndpoint::serve(Arc::new(|_, path, body| small_model(path, body))).await;
    let (printed, ended) = test_prints(None, &naming(&server.base_url)).await;
    ended.unwrap();
    let address = &server.base_url;
    let expected = format!(
        "Testing `here`: the model `small` at {address}\n\n\
         address      {address}, llama.cpp, 2 questions at once\n\
         model        small, in its list of 1\n\
         context      4096 tokens\n\
         speed        reads 25 tokens a second, writes 10\n\
         Words        works: Stew, and bread.\n\
         Schema       works: {{\"say\": \"Yes.\"}}\n\
         Tools        a call, but written as text: \
         {{\"name\": \"look\", \"arguments\": {{\"target\": \"lamp\"}}}}\n\
         first answer after about 23.0 s (500 tokens read, 30 written)\n\n\
         Chosen: plain text, for the lines that the script has no answer to.\n\
         The server finds this out at each start; to fix it, write into `\"here\": OpenAi(…)`:\n    \
         form: Some(Words),\n    answers: Some(Sure),\n    context: Some(4096),\n\
         and into `minds: (…)`, to suit it:\n    \
         at_once: 2, deadline_seconds: 50,\n"
    );
    assert_eq!(printed, expected);
}

#[tokio::test]
async fn a_server_that_still_loads_its_model_is_waited_for() {
    let server = PlayedEndpoint::serve(loads_and_answers()).await;
    let (printed, ended) = test_prints(None, &naming(&server.base_url)).await;
    ended.unwrap();
    assert!(printed.contains("waiting until it is ready"), "{printed}");
    assert!(printed.contains("Chosen: plain text"), "{printed}");
}

#[tokio::test]
async fn an_endpoint_that_cannot_be_used_ends_with_what_to_do_next() {
    let gone = PlayedEndpoint::gone().await;
    let (_, ended) = test_prints(None, &naming(&gone)).await;
    let sentence = ended.unwrap_err();
    let start =
        format!("nothing answers at {gone}; start the model's server, or mend `base_url` in ");
    assert!(sentence.starts_with(&start), "{sentence}");

    let refusing = |code| {
        Arc::new(move |_, path: &str, _: &_| match path {
            "/v1/models" => (200, json!({ "data": [{ "id": "smaller" }] })),
            _ => (code, json!({ "error": "no" })),
        })
    };
    for (code, expected) in [
        (404, "write one of its list as `model` in "),
        (401, "wants a key (status 401); name the environment variable"),
        (500, "has no model `small` (status 500"),
    ] {
        let server = PlayedEndpoint::serve(refusing(code)).await;
        let (printed, ended) = test_prints(None, &naming(&server.base_url)).await;
        let sentence = ended.unwrap_err();
        assert!(sentence.contains(expected), "{sentence}");
        assert!(printed.contains("the nearest is smaller"), "{printed}");
    }
}

#[tokio::test]
async fn an_unknown_name_lists_those_that_there_are() {
    let text = naming("http://127.0.0.1:1/v1");
    let (_, ended) = test_prints(Some("hree"), &text).await;
    let sentence = "There is no provider `hree` (did you mean `here`?); there are: here.";
    assert_eq!(ended, Err(sentence.to_owned()));
    let (_, ended) = test_prints(Some("scripted"), &text).await;
    assert!(ended.unwrap_err().contains("built in and needs no test"));
    let (_, ended) = test_prints(None, "()").await;
    assert!(ended.unwrap_err().contains("`hearsay model setup` finds one"));
}

#[test]
fn settings_that_are_stated_win_and_the_test_says_so() {
    let text = naming("http://127.0.0.1:1/v1").replace("small\"", "small\", form: Some(Tools)");
    let config = Config::parse("my.ron", &text).unwrap();
    let printed = report::choice("here", &config.providers["here"], &Findings::default());
    assert!(
        printed.starts_with("Chosen: tool calls, for every line.\nYour settings win over what")
    );
    assert!(printed.contains("form: Some(Tools),"), "{printed}");
}

/// Output of `hearsay model setup` to these answers, its result, and the file afterwards.
async fn set_up(
    usual: &[String],
    answers: &str,
    before: Option<&str>,
) -> (String, Result<(), String>, Option<String>) {
    tasks::install_tls();
    let (_folder, file) = file(before);
    let mut out = Vec::new();
    let input = &mut answers.as_bytes();
    let key = |name: &str| match name {
        "THE_KEY" => Ok(assistants::llm::http::Secret::new("sesame")),
        other => config::secret(other),
    };
    let setup = SetupDialogue { file: &file, input, out: &mut out, key };
    let ended = setup.run(usual).await.map_err(|error| format!("{error:#}"));
    let printed = String::from_utf8(out).unwrap().replace(&file.display().to_string(), "my.ron");
    (printed, ended, fs::read_to_string(&file).ok())
}

#[tokio::test]
async fn setting_up_takes_the_server_that_answers_and_writes_its_settings() {
    let server = PlayedEndpoint::serve(Arc::new(|_, path, body| small_model(path, body))).await;
    let usual = [PlayedEndpoint::gone().await, server.base_url.clone()];
    let (printed, ended, written) = set_up(&usual, "\n\n", None).await;
    ended.unwrap();
    assert!(printed.contains(&format!("  1. {}: llama.cpp, the model small\n", server.base_url)));
    assert!(printed.contains("Start the server with it: hearsay serve --config my.ron\n"));
    let written = written.unwrap();
    assert!(written.contains("context: Some(4096),\n"), "{written}");
    let config = Config::parse("my.ron", &written).unwrap();
    assert_eq!(config.minds.provider, "local");
    assert_eq!((config.minds.at_once, config.minds.deadline_seconds), (2, 50));
    let settings = config.providers["local"].settings();
    assert_eq!((&settings.base_url, &*settings.model), (&server.base_url, "small"));
    assert_eq!(Some(settings.profile()), config.profiles().of(&Default::default()));
}

#[tokio::test]
async fn setting_up_asks_again_and_for_the_keys_variable() {
    let server = PlayedEndpoint::serve(Arc::new(|number, path, body| match number {
        0 => (401, json!({})),
        _ => small_model(path, body),
    }))
    .await;
    let gone = PlayedEndpoint::gone().await;
    let answers = format!("ftp://x\n{gone}\n{}\nsk-secret\nTHE_KEY\nbig\n1\n", server.base_url);
    let (printed, ended, written) = set_up(&[], &answers, None).await;
    ended.unwrap();
    for expected in [
        "Nothing answers at the usual ports.",
        "`base_url` must start with http:// or https://",
        "nothing answers at http://",
        "`api_key_env` is no name of an environment variable",
        "there is no model `big` in its list",
    ] {
        assert!(printed.contains(expected), "{expected} in {printed}");
    }
    assert!(!printed.contains("sk-secret") && !printed.contains("sesame"), "{printed}");
    let written = written.unwrap();
    assert!(written.contains("api_key_env: Some(\"THE_KEY\")"), "{written}");
    Config::parse("my.ron", &written).unwrap();
}

#[tokio::test]
async fn setting_up_completes_an_address_and_takes_any_name_without_a_list() {
    let server = PlayedEndpoint::serve(Arc::new(|_, path, body| match path {
        "/models" => (404, json!({})),
        _ => small_model(path, body),
    }))
    .await;
    let answers = format!("{}/\n\n", server.base_url.trim_end_matches("/v1"));
    let (printed, ended, written) = set_up(&[], &answers, None).await;
    ended.unwrap();
    assert!(written.unwrap().contains(&format!("base_url: {:?}", server.base_url)), "{printed}");

    let listless = Arc::new(|_, path: &str, body: &_| match path {
        "/v1/chat/completions" => small_model(path, body),
        _ => (404, json!({})),
    });
    let server = PlayedEndpoint::serve(listless).await;
    let (_, ended, written) = set_up(&[], &format!("{}\nmine\n", server.base_url), None).await;
    ended.unwrap();
    assert!(written.unwrap().contains("model: \"mine\""));
}

#[tokio::test]
async fn setting_up_never_changes_a_file_and_needs_all_answers() {
    let server = PlayedEndpoint::serve(Arc::new(|_, path, body| small_model(path, body))).await;
    let usual = [server.base_url.clone()];
    let (printed, ended, after) = set_up(&usual, "1\nsmall\n", Some("()")).await;
    ended.unwrap();
    assert_eq!(after.as_deref(), Some("()"));
    assert!(printed.contains("my.ron is there already and is not changed. Add to"), "{printed}");
    assert!(printed.contains("form: Some(Words),"), "{printed}");

    let (_, ended, after) = set_up(&usual, "1\n", None).await;
    assert!(ended.unwrap_err().contains("The answers ended"));
    assert_eq!(after, None);
}

#[tokio::test]
async fn setting_up_asks_for_the_key_where_only_the_list_is_public() {
    let server = PlayedEndpoint::serve(Arc::new(|number, path, body| match path {
        "/v1/chat/completions" if number < 6 => (401, json!({ "error": "no key" })),
        _ => small_model(path, body),
    }))
    .await;
    let usual = [server.base_url.clone()];
    let (printed, ended, written) = set_up(&usual, "\n\nTHE_KEY\n", None).await;
    ended.unwrap();
    assert!(printed.contains("It wants a key."), "{printed}");
    assert!(written.unwrap().contains("api_key_env: Some(\"THE_KEY\")"));

    let server = PlayedEndpoint::serve(Arc::new(|_, path, body| match path {
        "/v1/chat/completions" => (401, json!({ "error": "wrong key" })),
        _ => small_model(path, body),
    }))
    .await;
    let usual = [server.base_url.clone()];
    let (_, ended, written) = set_up(&usual, "\n\nTHE_KEY\n", None).await;
    let sentence = ended.unwrap_err();
    assert!(sentence.contains("refuses the key in `THE_KEY` (status 401)"), "{sentence}");
    assert_eq!(written, None);
}

#[tokio::test]
async fn setting_up_says_that_a_key_is_wrong_where_nothing_is_public() {
    let server = PlayedEndpoint::serve(Arc::new(|_, _, _| (401, json!({})))).await;
    let usual = [server.base_url.clone()];
    let (printed, ended, written) = set_up(&usual, "\nTHE_KEY\n", None).await;
    assert!(printed.contains("wants a key"), "{printed}");
    assert!(printed.contains("refuses the key in `THE_KEY` (status 401)"), "{printed}");
    assert!(ended.unwrap_err().contains("The answers ended"));
    assert_eq!(written, None);
}

/// A model that thinks, and is silent on it only if it is told so.
fn thinking_model(path: &str, body: &serde_json::Value, heeds: bool) -> (u16, serde_json::Value) {
    let is_off = body["chat_template_kwargs"]["enable_thinking"] == false;
    let has_room = body["max_tokens"].as_u64().is_some_and(|it| it > 1_000);
    let (code, answer) = small_model(path, body);
    if path != "/v1/chat/completions" || is_off && heeds || has_room {
        return (code, answer);
    }
    let message = json!({ "content": "", "reasoning_content": "They ask for food." });
    (200, json!({ "choices": [{ "message": message, "finish_reason": "length" }] }))
}

#[tokio::test]
async fn a_model_that_thinks_is_told_not_to_or_given_room() {
    for (heeds, line, told) in [
        (true, "    reasoning: Some(Off),\n", "requests turn that off"),
        (false, "    reasoning: Some(On),\n", "requests leave room for 1024"),
    ] {
        let model = move |_, path: &str, body: &_| thinking_model(path, body, heeds);
        let server = PlayedEndpoint::serve(Arc::new(model)).await;
        let (printed, ended) = test_prints(None, &naming(&server.base_url)).await;
        ended.unwrap();
        assert!(printed.contains(line) && printed.contains(told), "{printed}");
    }
    let model = |_, path: &str, body: &_| match path {
        "/v1/chat/completions" => {
            let message = json!({ "content": "<think>They ask for food." });
            (200, json!({ "choices": [{ "message": message, "finish_reason": "length" }] }))
        }
        _ => small_model(path, body),
    };
    let server = PlayedEndpoint::serve(Arc::new(model)).await;
    let (_, ended) = test_prints(None, &naming(&server.base_url)).await;
    let sentence = ended.unwrap_err();
    assert!(sentence.contains("raise `reasoning_tokens`"), "{sentence}");
}

#[tokio::test]
async fn every_address_of_a_provider_is_tested() {
    let server = PlayedEndpoint::serve(Arc::new(|_, path, body| small_model(path, body))).await;
    let gone = PlayedEndpoint::gone().await;
    let text = naming(&server.base_url).replace("model:", &format!("urls: [{gone:?}], model:"));
    let (printed, ended) = test_prints(None, &text).await;
    assert!(printed.contains("Chosen: plain text"), "{printed}");
    assert!(ended.unwrap_err().contains(&format!("nothing answers at {gone}")));
}
