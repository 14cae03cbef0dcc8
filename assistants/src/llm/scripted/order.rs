//! An order without a model: its first word is a command that the character may give, or what it says.

use serde_json::{Map, Value};

use super::steps::StepCall;
use crate::llm::scene::{Scene, Stimulus};

/// The calls that carry out an order, and tell whoever gave it what came of it.
pub(super) fn calls(scene: &Scene, stimulus: &Stimulus) -> Vec<StepCall> {
    let tell = |text: String| call("page", &[("to", stimulus.speaker.as_str()), ("text", &text)]);
    if let Some(failed) = scene.done.iter().find(|it| !it.success) {
        return vec![tell(format!("That did not work: {}", failed.content))];
    }
    let words = stimulus.words.trim();
    let (verb, rest) = words.split_once(' ').unwrap_or((words, ""));
    let verb = verb.to_lowercase();
    let commands = &scene.persona.tools.commands;
    let act = match verb.as_str() {
        it if commands.iter().any(|of| of == it) => {
            call("execute_command", &[("verb", it), ("args", rest)])
        }
        "say" => call("say", &[("text", rest)]),
        "pose" | "emote" => call("emote", &[("text", rest)]),
        _ => {
            let can: Vec<&str> =
                ["say", "pose"].into_iter().chain(commands.iter().map(String::as_str)).collect();
            let can = can.join(", ");
            return vec![tell(format!("I can only do what begins with one of these: {can}."))];
        }
    };
    vec![act, tell("Done.".to_owned())]
}

fn call(tool: &'static str, arguments: &[(&str, &str)]) -> StepCall {
    let pairs = arguments.iter().map(|(name, it)| ((*name).to_owned(), Value::from(*it)));
    StepCall { tool, arguments: Map::from_iter(pairs) }
}
