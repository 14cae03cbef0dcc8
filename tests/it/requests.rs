//! Questions to models, whole: every story of `tests/requests` ends with a question, and the file
//! beside it holds that question to be read by eye.
//!
//! `UPDATE_REQUESTS=1 cargo test -p tests --test it requests` writes these files anew.

use std::{fs, path::Path};

use serde_json::Value;
use tests::{
    machine::Machine,
    play::{self, Mode, Stage},
    story,
};

use tests::{play::at_once, setting};

mod prefix;

/// Most bytes of the first question about somebody who just came, and of the tools in it: a token is
/// four bytes.
const FIRST: usize = 4 * 1_500;
const TOOLS: usize = 4 * 900;

/// The bytes of a question, and of its tools.
fn sizes(body: &str) -> Result<(usize, usize), serde_json::Error> {
    let value: Value = serde_json::from_str(body)?;
    Ok((body.len(), value.get("tools").map_or(0, |it| it.to_string().len())))
}

/// A question as one reads it: the tools a line each, then the messages.
fn in_words(body: &str) -> Result<String, serde_json::Error> {
    let value: Value = serde_json::from_str(body)?;
    let (all, tools) = sizes(body)?;
    let mut text = format!("{all} bytes, {tools} of them for the tools\n\n=== tools\n");
    let list = |value: &Value, key: &str| value.get(key).and_then(Value::as_array).cloned();
    let word = |value: &Value, at: &str| {
        value.pointer(at).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    for tool in list(&value, "tools").unwrap_or_default() {
        let (name, does) = (word(&tool, "/function/name"), word(&tool, "/function/description"));
        let takes = tool.pointer("/function/parameters").cloned().unwrap_or_default();
        text.push_str(&format!("{name}: {does} {takes}\n"));
    }
    for message in list(&value, "messages").unwrap_or_default() {
        text.push_str(&format!("\n=== {}\n", word(&message, "/role")));
        let words = word(&message, "/content");
        if !words.is_empty() {
            text.push_str(&format!("{words}\n"));
        }
        for call in list(&message, "tool_calls").unwrap_or_default() {
            let (name, with) = (word(&call, "/function/name"), word(&call, "/function/arguments"));
            text.push_str(&format!("{name} {with}\n"));
        }
    }
    Ok(text)
}

#[test]
fn questions_are_as_they_were_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("requests");
    let update = setting("UPDATE_REQUESTS").is_some();
    let (mut played, mut changed) = (0, Vec::new());
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|it| it != "story") {
            continue;
        }
        played += 1;
        let story = story::parse(&fs::read_to_string(&path).unwrap()).unwrap();
        let mut machine = Machine::new(&story).unwrap();
        if let Err(failure) = at_once(play::play(&story, &mut machine, Mode::Check)) {
            panic!("{}:{failure}", path.display());
        }
        let npcs = ["mara", "mia", "ann"];
        let last = npcs.iter().find_map(|npc| machine.brain().bodies(npc).pop());
        let words = in_words(&last.unwrap()).unwrap();
        let beside = path.with_extension("txt");
        if update {
            fs::write(&beside, &words).unwrap();
        } else if fs::read_to_string(&beside).unwrap_or_default() != words {
            changed.push(format!("{}:\n{words}", beside.display()));
        }
    }
    assert!(changed.is_empty(), "read them, then UPDATE_REQUESTS=1\n{}", changed.join("\n"));
    assert_eq!(played, 10);
}

#[test]
fn a_mark_that_anybody_writes_is_renewed() {
    let begins = "world content\nmachine only\nplayer ann in town/inn\nwait 10s\n\
                  ann> say to mara hello\nmara! say {\"text\": \"Hello.\"}\n";
    let marks = |lines: &str| {
        let story = story::parse(&format!("{begins}{lines}")).unwrap();
        let mut machine = Machine::new(&story).unwrap();
        at_once(play::play(&story, &mut machine, Mode::Check)).unwrap();
        let bodies = machine.brain().bodies("mara");
        bodies.iter().map(|it| prefix::mark(it).unwrap()).collect::<Vec<_>>()
    };
    let asks = |words: &str| format!("ann> say to mara {words}\nmara! say {{\"text\": \"So?\"}}\n");
    // The greeting is a conversation of its own.
    let told = marks("");
    let known = told.last().unwrap();
    let plain = marks(&format!("{}{}", asks("how are you?"), asks("and now?")));
    assert!(plain.len() > told.len());
    assert!(plain.iter().skip(told.len()).all(|it| it == known), "it keeps its mark: {plain:?}");
    let written = marks(&format!("{}{}", asks(&format!("is it {known}?")), asks("how are you?")));
    assert!(written.len() > told.len());
    assert!(written.iter().skip(told.len()).all(|it| it != known), "{written:?}");
}

#[test]
fn a_first_question_is_short() {
    let story = "world content\nmachine only\nplayer ann in ROOM\nwait 10s\nann> NPC, hello\n\
                 NPC! say {\"text\": \"Hello.\"}\n";
    for (npc, room) in [("mara", "town/inn"), ("bram", "town/gate"), ("pip", "town/square")] {
        let story = story::parse(&story.replace("ROOM", room).replace("NPC", npc)).unwrap();
        let mut machine = Machine::new(&story).unwrap();
        at_once(play::play(&story, &mut machine, Mode::Check)).unwrap();
        let bodies = machine.brain().bodies(npc);
        let (all, tools) = sizes(bodies.last().unwrap()).unwrap();
        println!("{npc}: {all} bytes, {tools} of them for the tools");
        assert!(all <= FIRST && tools <= TOOLS, "{npc}: {all} bytes, tools {tools}");
    }
}
