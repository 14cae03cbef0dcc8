//! Steps of a thought in a question with tool calls: older results are masked, and of many steps the middle
//! is grouped. A call and its result always stay together.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Parts, literal};
use crate::{
    llm::{Arguments, ChatMessage, ToolCall},
    turn::{Exchange, advice, budget::compaction::WORTH_MASKING},
};

/// Number of steps, that is calls, from which on the middle is grouped.
const MOST: usize = 10;
/// Number of steps that stay at the beginning and at the end.
const FIRST: usize = 2;
const LAST: usize = 5;

/// Appends the replies of a thought with what came of their calls.
pub(super) fn push(messages: &mut Vec<ChatMessage>, parts: &Parts) {
    let all: Vec<&Exchange> = parts.exchanges.iter().filter(|it| !it.by_script).copied().collect();
    let newest = all.len().saturating_sub(1);
    let steps: usize = all.iter().map(|it| it.calls.len()).sum();
    let mut before = 0;
    let mut grouped: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (nth, exchange) in all.iter().enumerate() {
        let after = before + exchange.calls.len();
        let is_middle = steps > MOST
            && before >= FIRST
            && after + LAST <= steps
            && nth < newest
            && !exchange.calls.is_empty();
        before = after;
        if is_middle {
            for (call, done) in exchange.calls.iter().zip(&exchange.results) {
                let counts = grouped.entry(&call.tool).or_default();
                if done.success { counts.0 += 1 } else { counts.1 += 1 }
            }
            continue;
        }
        if !grouped.is_empty() {
            messages.push(ChatMessage::User(group(&std::mem::take(&mut grouped))));
        }
        one(messages, exchange, nth < parts.masked.min(newest));
    }
}

/// Returns the remark in place of the steps of the middle.
fn group(tools: &BTreeMap<&str, (usize, usize)>) -> String {
    let count = |(tool, (done, failed)): (&&str, &(usize, usize))| {
        let tool = literal::plain(tool);
        match (done, failed) {
            (done, 0) => format!("{tool} x{done}, done"),
            (0, failed) => format!("{tool} x{failed}, failed"),
            (done, failed) => format!("{tool} x{}: {done} done, {failed} failed", done + failed),
        }
    };
    let tools: Vec<String> = tools.iter().map(count).collect();
    format!("(Steps between: {}.)", tools.join("; "))
}

fn one(messages: &mut Vec<ChatMessage>, exchange: &Exchange, is_masked: bool) {
    let calls = exchange.calls.iter().map(|it| ToolCall {
        id: it.id.clone(),
        name: literal::plain(&it.tool).into_owned(),
        arguments: Arguments::Object(literal::plain_map(&it.arguments)),
    });
    let text = exchange.text.as_deref().map(|it| literal::plain(&advice::shorten(it)).into_owned());
    messages.push(ChatMessage::Assistant { text, calls: calls.collect() });
    for (call, done) in exchange.calls.iter().zip(&exchange.results) {
        let length = done.content.chars().count();
        let content: Value = if is_masked && length > WORTH_MASKING {
            json!(format!("{}: seen, {length} characters", call.tool))
        } else {
            json!(advice::shorten(&done.content))
        };
        let result = if done.success {
            json!({ "success": true, "data": content })
        } else {
            json!({ "success": false, "error": content })
        };
        messages.push(ChatMessage::Tool { call: call.id.clone(), content: literal::json(&result) });
    }
    if let Some(hint) = &exchange.hint {
        messages.push(ChatMessage::User(hint.clone()));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Map;

    use super::*;
    use crate::{
        llm::scene::{Done, Scene},
        llm::scripted::ScriptDraft,
        persona::Persona,
        turn::{Call, ThoughtPhase, ToolClass, brief::TurnAuthority},
    };

    fn call(id: usize, tool: &str) -> Call {
        Call {
            id: format!("call-{id}"),
            tool: tool.to_owned(),
            arguments: Map::new(),
            category: ToolClass::SafeChain,
            refused: None,
            offered: true,
            aside: false,
            elsewhere: false,
            authored: false,
        }
    }

    /// Exchanges with so many calls each, all of which showed so much.
    fn exchanges(calls: &[usize], shown: usize) -> Vec<Exchange> {
        let mut id = 0;
        let exchange = |many: &usize| {
            let calls: Vec<Call> = (0..*many)
                .map(|_| {
                    id += 1;
                    call(id, "inspect")
                })
                .collect();
            let done = |it: &Call| Done {
                tool: it.tool.clone(),
                success: true,
                content: "x".repeat(shown),
            };
            Exchange { results: calls.iter().map(done).collect(), calls, ..Exchange::default() }
        };
        calls.iter().map(exchange).collect()
    }

    fn messages(all: &[Exchange], masked: usize) -> Vec<ChatMessage> {
        let persona: Persona = ron::from_str(
            r#"(id: "mara", voice: "Calm.", body: (name: "Mara", description: "A woman.", home: "town/inn"))"#,
        )
        .unwrap();
        let exchanges: Vec<&Exchange> = all.iter().collect();
        let parts = Parts {
            persona: &persona,
            kind: TurnAuthority::Reply,
            scene: &Scene::bare(persona.clone().into(), None),
            earlier: None,
            transcript: &[],
            heard: &[],
            memories: &[],
            rumours: &[],
            draft: &ScriptDraft::default(),
            exchanges: &exchanges,
            masked,
            fence: "abcdef",
            now: engine::clock::WorldTime::default(),
            phase: ThoughtPhase::Act,
            advice: None,
        };
        let mut messages = Vec::new();
        push(&mut messages, &parts);
        messages
    }

    fn tools(messages: &[ChatMessage]) -> Vec<&str> {
        messages.iter().filter_map(content).collect()
    }

    fn content(it: &ChatMessage) -> Option<&str> {
        match it {
            ChatMessage::Tool { content, .. } => Some(content.as_str()),
            ChatMessage::System(_) | ChatMessage::User(_) | ChatMessage::Assistant { .. } => None,
        }
    }

    #[test]
    fn older_results_are_masked_and_the_newest_stay_whole() {
        let all = exchanges(&[1, 1, 1], 412);
        let masked = messages(&all, 3);
        let shown = tools(&masked);
        assert_eq!(shown[0], r#"{"data":"inspect: seen, 412 characters","success":true}"#);
        assert_eq!(shown[1], shown[0]);
        assert!(shown[2].contains(&"x".repeat(412)), "the newest stays, whatever is to be masked");
        let short = exchanges(&[1, 1], WORTH_MASKING);
        assert!(!tools(&messages(&short, 2))[0].contains("seen"));
    }

    #[test]
    fn of_more_than_ten_steps_the_middle_is_grouped() {
        let few = messages(&exchanges(&[2; 5], 5), 0);
        assert_eq!(tools(&few).len(), 10);
        let many = messages(&exchanges(&[1; 12], 5), 0);
        assert_eq!(tools(&many).len(), FIRST + LAST);
        let groups: Vec<_> = many.iter().filter(|it| matches!(it, ChatMessage::User(_))).collect();
        assert_eq!(groups, [&ChatMessage::User("(Steps between: inspect x5, done.)".to_owned())]);
    }

    proptest! {
        /// Every result stands behind the reply that made its call, and every call has its result.
        #[test]
        fn calls_and_results_are_never_split(
            calls in proptest::collection::vec(0..5_usize, 0..12), shown in 0..600_usize, masked in 0..12_usize,
        ) {
            let mut open: Vec<String> = Vec::new();
            let mut shown_calls = 0;
            for message in messages(&exchanges(&calls, shown), masked) {
                match message {
                    ChatMessage::Assistant { calls, .. } => {
                        prop_assert!(open.is_empty(), "{open:?}");
                        shown_calls += calls.len();
                        open = calls.into_iter().map(|it| it.id).collect();
                    }
                    ChatMessage::Tool { call, .. } => {
                        prop_assert_eq!(open.first(), Some(&call));
                        open.remove(0);
                    }
                    ChatMessage::User(_) | ChatMessage::System(_) => prop_assert!(open.is_empty()),
                }
            }
            prop_assert!(open.is_empty());
            let all: usize = calls.iter().sum();
            prop_assert!(shown_calls >= all.min(FIRST + LAST));
        }
    }
}
