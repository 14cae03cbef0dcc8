//! `plan`: splits a task into steps, in the question before the first of them.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Tool, ToolContext, ToolShown, ToolUse, read, schema};
use crate::{
    llm::{Arguments as CallArguments, ChatReply, ToolCall, profile::QuestionForm},
    turn::{ThoughtPhase, ToolClass, plan::PLAN},
};

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// One thing to do or to say each, in order.
    steps: Vec<String>,
}

pub(super) const TOOL: Tool = Tool {
    shown: ToolShown::In(ThoughtPhase::Plan),
    least: QuestionForm::Schema,
    ..Tool::new(
        PLAN,
        "Split the task into at most eight steps, one thing to do or to say each.",
        ToolClass::AsyncRequired,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, _: &ToolContext) -> Result<ToolUse, String> {
    let Arguments { steps } = read(arguments)?;
    if steps.iter().all(|it| it.trim().is_empty()) {
        return Err("there is no step in it".to_owned());
    }
    Ok(ToolUse::Nothing)
}

/// Reads a plan that a model wrote as a numbered or bulleted list in place of a call. A reply with
/// calls, or without a list, stays as it is.
#[must_use]
pub fn read_list(reply: ChatReply) -> ChatReply {
    let Some(text) = reply.text.as_deref().filter(|_| reply.calls.is_empty()) else { return reply };
    let steps: Vec<&str> = text.lines().filter_map(item).collect();
    if steps.is_empty() {
        return reply;
    }
    let arguments = Map::from_iter([("steps".to_owned(), Value::from(steps))]);
    let call = ToolCall {
        id: "list".to_owned(),
        name: PLAN.to_owned(),
        arguments: CallArguments::Object(arguments),
    };
    ChatReply { text: None, calls: vec![call], ..reply }
}

/// Returns the words of an item of a list: `1. Take the pear.`, `- Take the pear.`
fn item(line: &str) -> Option<&str> {
    let line = line.trim();
    let number = line.trim_start_matches(|it: char| it.is_ascii_digit());
    let numbered = (number.len() < line.len()).then(|| number.strip_prefix(['.', ')'])).flatten();
    let words = numbered.or_else(|| line.strip_prefix("- ")).or_else(|| line.strip_prefix("* "))?;
    Some(words.trim().trim_matches('*')).filter(|it| !it.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(text: &str) -> Vec<String> {
        let reply = ChatReply { text: Some(text.to_owned()), ..ChatReply::default() };
        let read = read_list(reply);
        let arguments = read.calls.first().map(|it| it.arguments.clone());
        let Some(CallArguments::Object(arguments)) = arguments else { return Vec::new() };
        serde_json::from_value(arguments["steps"].clone()).unwrap()
    }

    #[test]
    fn a_list_in_place_of_a_call_is_a_plan() {
        let text = "Here is my plan:\n1. Take the pear.\n2) **Go east.**\n- Tell Wiz.\n\nReady.";
        assert_eq!(steps(text), ["Take the pear.", "Go east.", "Tell Wiz."]);
        assert_eq!(steps("I take the pear, and then I go."), Vec::<String>::new());
        assert_eq!(steps("12 pears cost 3 coins"), Vec::<String>::new());
    }
}
