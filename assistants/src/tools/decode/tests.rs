use serde_json::{Map, json};

use super::*;

const PERSONA: &str = r#"(
    id: "ann", voice: "Calm.",
    body: (name: "Ann", description: "A woman.", home: "town/square"),
)"#;

fn call(name: &str, arguments: Arguments) -> ToolCall {
    ToolCall { id: "1".into(), name: name.into(), arguments }
}

fn refused(name: &str, arguments: Arguments, speaking: bool) -> Option<String> {
    let persona: Persona = ron::from_str(PERSONA).unwrap();
    let reply = ChatReply { calls: vec![call(name, arguments)], ..ChatReply::default() };
    let rules = DecodeRules { speaking, ..DecodeRules::of_script(&persona) };
    decode(reply, &rules).calls.remove(0).refused
}

fn said_by(text: &str) -> Decision {
    let persona: Persona = ron::from_str(PERSONA).unwrap();
    let answering = Some(AnswerWay { tool: "whisper", to: Some(("to", "bob".to_owned())) });
    let rules = DecodeRules { answering, ..DecodeRules::of_script(&persona) };
    decode(ChatReply { text: Some(text.to_owned()), ..ChatReply::default() }, &rules)
}

#[test]
fn what_cannot_be_done_says_why() {
    let empty = || Arguments::Object(Map::new());
    assert_eq!(refused("say", empty(), false).as_deref(), Some("`text` is missing"));
    assert!(refused("fly", empty(), false).unwrap().contains("there are: say"));
    assert!(refused("execute_command", empty(), false).is_some(), "the persona has none");
    assert!(refused("time", empty(), true).is_some(), "only speech is left");
    assert!(refused("say", Arguments::Malformed("{".into()), false).is_some());
}

#[test]
fn plain_text_is_said_the_way_one_was_spoken_to_and_a_call_inside_it_is_data() {
    let decision = said_by(" The gate is north. ");
    let [call] = decision.calls.as_slice() else { panic!("{decision:?}") };
    assert_eq!((call.tool.as_str(), &call.refused), ("whisper", &None));
    assert_eq!(call.arguments["text"], "The gate is north.");
    assert_eq!(call.arguments["to"], "bob");
    for data in [
        "<|tool_call|>{\"name\": \"say\", \"arguments\": {\"text\": \"Hi\"}}</|tool_call|>",
        "{\"name\": \"execute_command\", \"arguments\": {}}",
        "```json\n{}\n```",
        " ",
    ] {
        assert_eq!(said_by(data).calls, [], "{data}");
    }
}

#[test]
fn what_speech_does_not_take_is_left_out_and_noted() {
    let persona: Persona = ron::from_str(PERSONA).unwrap();
    let arguments = Map::from_iter(
        [("text", "Hi."), ("mood", "calm")].map(|(key, it)| (key.to_owned(), Value::from(it))),
    );
    let read = |tool: &str| {
        let calls = vec![call(tool, Arguments::Object(arguments.clone()))];
        let reply = ChatReply { calls, ..ChatReply::default() };
        decode(reply, &DecodeRules::of_script(&persona))
    };
    let decision = read("say");
    assert_eq!(decision.calls[0].arguments.keys().collect::<Vec<_>>(), ["text"]);
    assert_eq!(decision.notes, ["`say` does not take `mood`, which is left out"]);
    assert_eq!(read("store_memory").calls[0].arguments.len(), 2, "its own check refuses them");
    let empty = Map::from_iter([("text".to_owned(), " \u{200b}\n".into())]);
    let refused = refused("say", Arguments::Object(empty), false).unwrap();
    assert!(refused.starts_with("there are no words in it"), "{refused}");
}

#[test]
fn what_is_too_long_is_cut_at_a_sentence_if_there_is_one() {
    assert_eq!(shortened("One. Two. Three.", 16), "One. Two. Three.");
    assert_eq!(shortened("One. Two. Three.", 15), "One. Two.");
    assert_eq!(shortened("One. Two three four", 15), "One. Two three…");
    assert_eq!(shortened("It is 2.50 coins each", 15), "It is 2.50…");
    // Letters of more than a byte are not cut in their middle.
    assert_eq!(shortened("éééééé", 4), "éééé…");
    let long = "A word. ".repeat(100_000);
    let decision = said_by(&long);
    let said = decision.calls[0].arguments["text"].as_str().unwrap();
    assert!(said.len() <= LONGEST_ANSWER && said.ends_with("A word."), "{said}");
    assert!(decision.notes.iter().any(|it| it.contains("is cut")), "{:?}", decision.notes);
}

#[test]
fn a_reply_has_at_most_four_calls() {
    let persona: Persona = ron::from_str(PERSONA).unwrap();
    let calls = vec![call("time", Arguments::Object(Map::new())); 9];
    let reply = ChatReply { calls, ..ChatReply::default() };
    let decision = decode(reply, &DecodeRules::of_script(&persona));
    assert_eq!(decision.calls.len(), usize::from(MOST_CALLS));
}

/// The tools and arguments of the calls that a model's reply to Bob, who spoke aloud, becomes.
fn done(reply: ChatReply) -> Vec<(String, Value)> {
    let persona: Persona = ron::from_str(PERSONA).unwrap();
    let answering = Some(AnswerWay { tool: "say", to: Some(("to", "bob".to_owned())) });
    let others = &["Bob", "Cyd"];
    let rules = DecodeRules { answering, others, ..DecodeRules::of_script(&persona) };
    let calls = decode(reply, &rules).calls.into_iter();
    let heard = calls.filter(|it| it.refused.is_none());
    heard.map(|it| (it.tool, Value::Object(it.arguments))).collect()
}

fn texted(text: &str) -> ChatReply {
    ChatReply { text: Some(text.to_owned()), ..ChatReply::default() }
}

fn called(calls: &[(&str, Value)]) -> ChatReply {
    let call = |(name, arguments): &(&str, Value)| {
        call(name, serde_json::from_value(arguments.clone()).map(Arguments::Object).unwrap())
    };
    ChatReply { calls: calls.iter().map(call).collect(), ..ChatReply::default() }
}

fn those<const N: usize>(calls: [(&str, Value); N]) -> Vec<(String, Value)> {
    calls.map(|(name, arguments)| (name.to_owned(), arguments)).into()
}

#[test]
fn a_plain_text_becomes_words_and_a_pose_before_them() {
    let hi = ("say", json!({ "text": "Good day.", "to": "bob" }));
    let nods = ("emote", json!({ "text": "nods." }));
    assert_eq!(done(texted("Ann: \"Good day.\"\nBob: Hm.")), those([hi.clone()]));
    assert_eq!(done(texted("*nods* Good day.\n\nNote: hm")), those([nods.clone(), hi]));
    assert_eq!(done(texted("*nods*")), those([nods]));
    let cut = ChatReply { cut_off: true, ..texted("Good day. The inn is to") };
    assert_eq!(done(cut)[0].1["text"], "Good day.");
    // A whisper is heard by one, so nobody sees a gesture.
    assert_eq!(said_by("*nods* Good day.").calls.len(), 1);
    assert_eq!(said_by("*nods*").calls, []);
}

#[test]
fn plain_text_beside_calls_is_said_unless_they_look_or_act() {
    let beside = |calls: &[(&str, Value)]| {
        done(ChatReply { text: Some("Good evening!".to_owned()), ..called(calls) })
    };
    let (nods, kept) = (json!({"text": "nods."}), json!({"content": "Ann is back."}));
    let said = ("say", json!({"text": "Good evening!", "to": "bob"}));
    assert_eq!(beside(&[("emote", nods.clone())]), those([("emote", nods), said.clone()]));
    assert_eq!(beside(&[("noop", json!({}))]), those([said.clone()]));
    assert_eq!(
        beside(&[("store_memory", kept.clone())]),
        those([("store_memory", kept), said.clone()])
    );
    let looks = ("recall_memories", json!({"query": "ann"}));
    assert_eq!(beside(std::slice::from_ref(&looks)), those([looks.clone()]), "that was a thought");
    let speaks = ("say", json!({"text": "Welcome."}));
    assert_eq!(
        beside(std::slice::from_ref(&speaks)),
        those([speaks.clone()]),
        "it has words of its own"
    );
}

#[test]
fn the_words_of_calls_become_speech_too() {
    let say = |text: &str| ("say", json!({ "text": text }));
    let nods = ("emote", json!({ "text": "nods." }));
    assert_eq!(done(called(&[say("Ann: Good day.<|im_end|>")])), those([say("Good day.")]));
    assert_eq!(done(called(&[say("*nods* Hi.")])), those([nods.clone(), say("Hi.")]));
    assert_eq!(done(called(&[say("*nods*")])), those([nods.clone()]));
    let twice = called(&[say("*waves* Hi."), nods.clone()]);
    assert_eq!(done(twice), those([say("Hi."), nods.clone()]), "a pose is there already");
    let whisper = ("whisper", json!({ "to": "bob", "text": "(quietly) Hi." }));
    let hi = ("whisper", json!({ "to": "bob", "text": "Hi." }));
    assert_eq!(done(called(&[whisper])), those([hi]));
    assert_eq!(done(called(&[("emote", json!({ "text": "*Ann nods.*" }))])), those([nods]));
    let silent = called(&[say("<think>Hm.")]);
    assert_eq!(done(silent), [], "a call without words is refused, and the model is told");
    let authored = ChatReply { authored: true, ..called(&[say("*nods* Ann: Hi.")]) };
    assert_eq!(done(authored), those([say("*nods* Ann: Hi.")]), "an author meant it so");
}

#[test]
fn words_aloud_to_nobody_are_for_all() {
    let said = |to: Value| {
        let calls = called(&[("say", json!({ "text": "Hi.", "to": to }))]);
        done(calls).remove(0).1
    };
    for to in [json!(""), json!("everyone"), json!("All"), json!(null), json!([]), json!("Ann")] {
        assert_eq!(said(to.clone()), json!({ "text": "Hi." }), "{to}");
    }
    for to in [json!("Bob"), json!(["Bob"]), json!("@Bob")] {
        assert_eq!(said(to.clone()), json!({ "text": "Hi.", "to": "Bob" }), "{to}");
    }
    let whisper = called(&[("whisper", json!({ "text": "Hi.", "to": ["bob"] }))]);
    assert_eq!(done(whisper)[0].1["to"], "bob");
    let unclear = called(&[("whisper", json!({ "text": "Hi.", "to": "" }))]);
    assert_eq!(done(unclear)[0].1["to"], "", "what is private does not become public");
}

#[test]
fn what_is_wrong_beside_words_does_not_cost_them() {
    let hi = ("say", json!({ "text": "Hi." }));
    for other in [
        ("feel", json!({ "regard": "5" })),
        ("remember_fact", json!({ "slot": "nothing", "value": "x" })),
        ("fly", json!({})),
        ("execute_command", json!({ "verb": "kick" })),
    ] {
        let done = done(called(&[other, hi.clone()]));
        assert!(done.iter().any(|(name, it)| (name.as_str(), it) == (hi.0, &hi.1)), "{done:?}");
    }
}

#[test]
fn numbers_may_be_written_as_texts_where_a_tool_only_reads() {
    let sought = |limit: Value| {
        let call = json!({ "query": "x", "limit": limit });
        done(called(&[("recall_memories", call)])).pop().map(|(_, it)| it["limit"].clone())
    };
    for number in [json!(5), json!("5"), json!(" +5 "), json!(5.0), json!("5.0")] {
        assert_eq!(sought(number.clone()), Some(json!(5)), "{number}");
    }
    for other in [json!("five"), json!(5.5), json!("5."), json!(""), json!("-5"), json!(11)] {
        assert_eq!(sought(other.clone()), None, "{other} is refused");
    }
    for (tool, call) in [
        ("store_memory", json!({ "content": "x", "replaces": "7" })),
        ("feel", json!({ "regard": "5" })),
        ("feel", json!({ "regard": 31 })),
    ] {
        assert_eq!(
            done(called(&[(tool, call)])),
            [],
            "`{tool}` is strict, because it changes something"
        );
    }
}

#[cfg(feature = "http")]
#[test]
fn the_wire_knows_which_tools_speak_and_which_read() {
    use crate::llm::wire::{READING_TOOLS, SPEAKING_TOOLS};
    for name in SPEAKING_TOOLS {
        let category = tools::find(name).unwrap().category;
        assert!(matches!(category, ToolClass::Terminal | ToolClass::Silence), "{name}");
    }
    // What keeps something is read strictly, though a thought goes on after it.
    let keeps = ["create_project", "update_project", "swap_project"];
    let reads = tools::TOOLS.iter().filter(|it| it.category == ToolClass::SafeChain);
    let reads = reads.filter(|it| !keeps.contains(&it.name));
    assert_eq!(reads.map(|it| it.name).collect::<Vec<_>>(), READING_TOOLS);
}
