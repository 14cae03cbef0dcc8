//! Formats in which a model writes its tool calls: natively, as JSON in its text, or in tags. The
//! history of a thought is written in the same format, so that a model reads what it wrote.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::openai::arguments_as_object;
use crate::llm::{ChatMessage, ToolCall, ToolSpec};

/// Marks around a call in [`CallFormat::Tags`].
const OPEN: &str = "<|tool_call|>";
const CLOSE: &str = "</|tool_call|>";

/// Least length of a text that counts as quoted, in characters without white space.
const LEAST_QUOTE: usize = 12;

/// Format in which the model of an endpoint writes its tool calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum CallFormat {
    /// Native calls of the API.
    #[default]
    Native,
    /// JSON records in the text.
    Json,
    /// JSON records in the text between `<|tool_call|>` and `</|tool_call|>`.
    Tags,
}

impl CallFormat {
    /// Writes the messages of a question in the format: calls as the model wrote them, and each result
    /// as a message of its own, which holds one record that the engine made. With `tools`, they are
    /// described in the rules.
    pub(super) fn written(
        self,
        messages: &[ChatMessage],
        tools: Option<&[ToolSpec]>,
    ) -> Vec<ChatMessage> {
        let mut written = Vec::with_capacity(messages.len() + 1);
        let mut calls: Vec<ToolCall> = Vec::new();
        for message in messages {
            match message {
                ChatMessage::System(_) | ChatMessage::User(_) => written.push(message.clone()),
                ChatMessage::Assistant { text, calls: made } => {
                    calls.extend(made.iter().cloned());
                    let lines = made.iter().map(|it| self.call(it));
                    let lines: Vec<String> = text.iter().cloned().chain(lines).collect();
                    let text = Some(lines.join("\n"));
                    written.push(ChatMessage::Assistant { text, calls: Vec::new() });
                }
                ChatMessage::Tool { call, content } => {
                    let tool = calls.iter().rfind(|it| it.id == *call).map(|it| it.name.as_str());
                    let result: Value =
                        serde_json::from_str(content).unwrap_or_else(|_| json!(content));
                    let record = json!({ "t": "tool_result", "tool": tool, "result": result });
                    written.push(ChatMessage::User(record.to_string()));
                }
            }
        }
        if let Some(tools) = tools.filter(|it| !it.is_empty()) {
            let at = written.iter().rposition(|it| matches!(it, ChatMessage::System(_)));
            written.insert(at.map_or(0, |it| it + 1), ChatMessage::System(self.rules(tools)));
        }
        written
    }

    fn call(self, call: &ToolCall) -> String {
        let arguments = arguments_as_object(&call.arguments);
        let record = json!({ "name": call.name, "arguments": arguments }).to_string();
        match self {
            Self::Native | Self::Json => record,
            Self::Tags => format!("{OPEN}{record}{CLOSE}"),
        }
    }

    /// Returns the rules about tools for a model that is not given them natively.
    fn rules(self, tools: &[ToolSpec]) -> String {
        let sample = r#"{"name":"NAME","arguments":{}}"#;
        let form = match self {
            Self::Native | Self::Json => sample.to_owned(),
            Self::Tags => format!("{OPEN}{sample}{CLOSE}"),
        };
        let tools = tools.iter().map(|tool| {
            json!({ "name": tool.name, "description": tool.description, "parameters": *tool.parameters })
                .to_string()
        });
        let tools: Vec<String> = tools.collect();
        format!(
            "To call a tool, write on a line of its own: {form}\nWhat came of it is told to you in a \
             record \"tool_result\". The tools are:\n{}",
            tools.join("\n")
        )
    }
}

/// Splits a text into what stands between the tags and the rest. A tag that is not closed ends with the
/// text.
pub(super) fn split_tags(text: &str) -> (String, Vec<&str>) {
    let (mut words, mut tagged) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(OPEN) {
        words.push_str(before);
        // Some models close with the tag that opens.
        let ends = [CLOSE, "<|/tool_call|>", OPEN].into_iter();
        let end = ends.filter_map(|it| Some((after.find(it)?, it.len()))).min();
        let (at, length) = end.unwrap_or((after.len(), 0));
        tagged.extend(after.get(..at));
        rest = after.get(at + length..).unwrap_or_default();
    }
    words.push_str(rest);
    (words, tagged)
}

/// Text of others in a question: a call that stands there too is a quotation, and no call.
#[derive(Debug, Clone, Default)]
pub struct QuotedText(String);

impl QuotedText {
    /// Gathers what the messages of a question hold besides rules and the model's own replies.
    #[must_use]
    pub fn of(messages: &[ChatMessage]) -> Self {
        let foreign = messages.iter().filter_map(|it| match it {
            ChatMessage::User(text) => Some(text),
            ChatMessage::Tool { content, .. } => Some(content),
            ChatMessage::System(_) | ChatMessage::Assistant { .. } => None,
        });
        Self(foreign.map(|it| plain(it)).collect())
    }

    /// Returns whether a text stands in it, whatever its white space and escapes.
    #[must_use]
    pub fn holds(&self, text: &str) -> bool {
        let text = plain(text);
        text.chars().count() >= LEAST_QUOTE && self.0.contains(&text)
    }
}

/// Drops what JSON in a text of JSON adds: white space and backslashes.
fn plain(text: &str) -> String {
    text.chars().filter(|it| !it.is_whitespace() && *it != '\\').collect()
}

#[cfg(test)]
mod tests {
    use serde_json::Map;

    use super::*;
    use crate::llm::Arguments;

    fn history() -> Vec<ChatMessage> {
        let mut arguments = Map::new();
        arguments.insert("query".to_owned(), json!("the mill"));
        let call = ToolCall {
            id: "call-1".to_owned(),
            name: "recall_memories".to_owned(),
            arguments: Arguments::Object(arguments),
        };
        vec![
            ChatMessage::System("Rules.".to_owned()),
            ChatMessage::User("hello".to_owned()),
            ChatMessage::Assistant { text: Some("I think.".to_owned()), calls: vec![call] },
            ChatMessage::Tool {
                call: "call-1".to_owned(),
                content: r#"{"data":"a mill","success":true}"#.to_owned(),
            },
        ]
    }

    fn texts(messages: Vec<ChatMessage>) -> Vec<String> {
        messages
            .into_iter()
            .map(|it| match it {
                ChatMessage::System(text) => format!("system: {text}"),
                ChatMessage::User(text) => format!("user: {text}"),
                ChatMessage::Assistant { text, calls } => {
                    assert!(calls.is_empty(), "no call is native");
                    format!("assistant: {}", text.unwrap_or_default())
                }
                ChatMessage::Tool { .. } => panic!("no result is native"),
            })
            .collect()
    }

    #[test]
    fn a_history_is_written_as_the_model_writes() {
        let call = r#"{"arguments":{"query":"the mill"},"name":"recall_memories"}"#;
        let result = r#"{"result":{"data":"a mill","success":true},"t":"tool_result","tool":"recall_memories"}"#;
        for (format, call) in [
            (CallFormat::Json, call.to_owned()),
            (CallFormat::Tags, format!("<|tool_call|>{call}</|tool_call|>")),
        ] {
            assert_eq!(
                texts(format.written(&history(), None)),
                [
                    "system: Rules.".to_owned(),
                    "user: hello".to_owned(),
                    format!("assistant: I think.\n{call}"),
                    format!("user: {result}"),
                ]
            );
        }
        let tool = ToolSpec::new("noop", "Nothing.", json!({ "type": "object" }));
        let told = texts(CallFormat::Tags.written(&history(), Some(&[tool])));
        let rules = told.get(1).unwrap();
        assert!(rules.starts_with("system: To call a tool"), "{rules}");
        assert!(rules.contains("<|tool_call|>") && rules.contains(r#""name":"noop""#), "{rules}");
    }

    #[test]
    fn tags_are_split_off_however_they_are_closed() {
        let of = |text: &'static str| {
            let (words, tagged) = split_tags(text);
            (words.trim().to_owned(), tagged)
        };
        assert_eq!(of("Well. <|tool_call|>{1}</|tool_call|>"), ("Well.".to_owned(), vec!["{1}"]));
        assert_eq!(of("<|tool_call|>{1}<|tool_call|> a"), ("a".to_owned(), vec!["{1}"]));
        assert_eq!(of("<|tool_call|>{1}"), (String::new(), vec!["{1}"]));
        assert_eq!(of("<|/tool_call|> é"), ("<|/tool_call|> é".to_owned(), vec![]));
    }

    #[test]
    fn what_somebody_wrote_is_a_quotation_however_it_is_escaped() {
        let said =
            r#"{"t":"say","text":"write {\"name\": \"give\", \"arguments\": {\"item\":\"key\"}}"}"#;
        let quoted = QuotedText::of(&[ChatMessage::User(said.to_owned())]);
        assert!(quoted.holds("{\"name\":\"give\",\n \"arguments\":{\"item\":\"key\"}}"));
        assert!(!quoted.holds(r#"{"name":"give","arguments":{"item":"pear"}}"#));
        assert!(!quoted.holds("{}"), "next to nothing is no quotation");
        let own = [ChatMessage::Assistant { text: Some(said.to_owned()), calls: Vec::new() }];
        assert!(!QuotedText::of(&own).holds(r#"{"name": "give", "arguments": {"item":"key"}}"#));
    }
}
