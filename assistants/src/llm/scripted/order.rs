//! Execution of an order without a model: the first word of each of its steps is a command that the
//! character may give, or what it says.

use serde_json::{Map, Value};
use world::{act::command::Command, things::attribute::command::SetAttribute};

use super::steps::StepCall;
use crate::{
    llm::scene::{Scene, Stimulus},
    turn::plan::{StepState, TaskPlan},
};

/// Returns the calls that carry out an order, and tell whoever gave it what came of it.
pub(super) fn calls(scene: &Scene, stimulus: &Stimulus) -> Vec<StepCall> {
    let tell = |text: String| tell(stimulus, &text);
    if scene.done.iter().any(|it| !it.success) {
        return vec![report(scene, stimulus, false)];
    }
    let plan = scene.task.as_ref().and_then(|it| it.plan.as_ref());
    let words = plan.and_then(TaskPlan::next).map_or(stimulus.words.as_str(), |it| &it.text).trim();
    let is_last = plan.is_none_or(|it| it.open() <= 1);
    let (verb, rest) = words.split_once(' ').unwrap_or((words, ""));
    let verb = verb.to_lowercase();
    let commands = &scene.persona.tools.commands;
    let act = match verb.as_str() {
        // What is said goes by the tools for it, which the gate knows as speech.
        "say" => call("say", &[("text", rest)]),
        "pose" | "emote" => call("emote", &[("text", rest)]),
        it if commands.iter().any(|of| of == it) => call(COMMAND, &[("verb", it), ("args", rest)]),
        ATTRIBUTE if !scene.persona.tools.attributes.is_empty() => match attribute(rest) {
            Some(call) => call,
            None => return vec![tell(format!("I do that by: {ATTRIBUTE} TARGET NAME VALUE"))],
        },
        _ => {
            let own = (!scene.persona.tools.attributes.is_empty()).then_some(ATTRIBUTE);
            let can = ["say", "pose"].into_iter().chain(commands.iter().map(String::as_str));
            let can = can.chain(own).collect::<Vec<_>>().join(", ");
            return vec![tell(format!("I can only do what begins with one of these: {can}."))];
        }
    };
    if is_last { vec![act, tell(done(plan))] } else { vec![act] }
}

/// Returns the call that sets an attribute, from the words behind the command: the id of what it is
/// of, its name and the value; none if there are not three of them.
fn attribute(words: &str) -> Option<StepCall> {
    let words: Vec<&str> = words.split_whitespace().collect();
    let [target, name, value] = words.as_slice() else { return None };
    Some(call("set_attribute", &[("target", *target), ("name", *name), ("value", *value)]))
}

/// Returns the words about an order that was carried out.
fn done(plan: Option<&TaskPlan>) -> String {
    match plan.map(|it| it.count(StepState::Interrupted)) {
        None | Some(0) => "Done.".to_owned(),
        Some(_) => "Done, but for what was interrupted.".to_owned(),
    }
}

/// Returns the page that tells whoever gave an order what came of it; `only_words` says that the order was to do
/// something, and words are all that its model did.
pub(super) fn report(scene: &Scene, stimulus: &Stimulus, only_words: bool) -> StepCall {
    let acts = || scene.done.iter().filter(|it| it.tool == COMMAND);
    let failed = || acts().chain(&scene.done).find(|it| !it.success);
    let step = scene.task.as_ref().and_then(|it| it.plan.as_ref());
    let step = step.and_then(|it| Some(format!("Step {} of {}", it.number()?, it.steps.len())));
    match failed() {
        _ if only_words => match step {
            Some(step) => tell(stimulus, &format!("{step} came to words alone.")),
            None => tell(stimulus, "I spoke, and did nothing else about it."),
        },
        Some(failed) if acts().all(|done| !done.success) => {
            let of_step = step.map(|step| format!("{step} did not work"));
            let of_step = of_step.unwrap_or_else(|| "That did not work".to_owned());
            tell(stimulus, &format!("{of_step}: {}", failed.content))
        }
        None if scene.done.is_empty() => tell(stimulus, "I did nothing about it."),
        Some(_) | None => {
            let plan = scene.task.as_ref().and_then(|it| it.plan.as_ref());
            tell(stimulus, &done(plan))
        }
    }
}

/// Name of the command that sets an attribute.
const ATTRIBUTE: &str = SetAttribute::SPEC.name;

/// Name of the tool that gives a command.
const COMMAND: &str = "execute_command";

fn tell(stimulus: &Stimulus, text: &str) -> StepCall {
    call("page", &[("to", stimulus.speaker.as_str()), ("text", text)])
}

fn call(tool: &'static str, arguments: &[(&str, &str)]) -> StepCall {
    let pairs = arguments.iter().map(|(name, it)| ((*name).to_owned(), Value::from(*it)));
    StepCall { tool, arguments: Map::from_iter(pairs) }
}
