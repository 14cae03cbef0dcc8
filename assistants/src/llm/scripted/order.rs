//! An order without a model: its first word is a command that the character may give, or what it says.

use serde_json::{Map, Value};

use super::steps::StepCall;
use crate::llm::scene::{Scene, Stimulus};

/// The calls that carry out an order, and tell whoever gave it what came of it.
pub(super) fn calls(scene: &Scene, stimulus: &Stimulus) -> Vec<StepCall> {
    let tell = |text: String| tell(stimulus, &text);
    if scene.done.iter().any(|it| !it.success) {
        return vec![report(scene, stimulus)];
    }
    let words = stimulus.words.trim();
    let (verb, rest) = words.split_once(' ').unwrap_or((words, ""));
    let verb = verb.to_lowercase();
    let commands = &scene.persona.tools.commands;
    let act = match verb.as_str() {
        it if commands.iter().any(|of| of == it) => call(COMMAND, &[("verb", it), ("args", rest)]),
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

/// The page that tells whoever gave an order what came of it.
pub(super) fn report(scene: &Scene, stimulus: &Stimulus) -> StepCall {
    let acts = || scene.done.iter().filter(|it| it.tool == COMMAND);
    let failed = || acts().chain(&scene.done).find(|it| !it.success);
    match failed() {
        Some(failed) if acts().all(|done| !done.success) => {
            tell(stimulus, &format!("That did not work: {}", failed.content))
        }
        None if scene.done.is_empty() => tell(stimulus, "I did nothing about it."),
        Some(_) | None => tell(stimulus, "Done."),
    }
}

/// Name of the tool that gives a command.
const COMMAND: &str = "execute_command";

fn tell(stimulus: &Stimulus, text: &str) -> StepCall {
    call("page", &[("to", stimulus.speaker.as_str()), ("text", text)])
}

fn call(tool: &'static str, arguments: &[(&str, &str)]) -> StepCall {
    let pairs = arguments.iter().map(|(name, it)| ((*name).to_owned(), Value::from(*it)));
    StepCall { tool, arguments: Map::from_iter(pairs) }
}
