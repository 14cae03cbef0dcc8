//! From a model's reply to a decision: which of its calls can be done. What
//! cannot is kept, with the reason, for the model to read.

use serde_json::Value;

use crate::{
    llm::{Arguments, ChatReply, ToolCall},
    persona::Persona,
    tools,
    turn::{Call, Decision, MAX_CALLS, ToolClass},
};

/// The longest text of an argument, in characters. A player's line has its bound where it comes in;
/// this is where a mind's words do, for whatever act they are.
pub const LONGEST: usize = 4_000;

/// Whether a reply holds a text that [`decode`] cuts.
#[must_use]
pub fn is_too_long(reply: &ChatReply) -> bool {
    reply.calls.iter().any(|call| match &call.arguments {
        Arguments::Object(map) => map.values().any(|it| it.as_str().and_then(end).is_some()),
        Arguments::Malformed(_) => false,
    })
}

/// Where a text that is too long is cut.
fn end(text: &str) -> Option<usize> {
    text.char_indices().nth(LONGEST).map(|(at, _)| at)
}

/// Reads a reply. Texts of more than [`LONGEST`] characters are cut, and end in an ellipsis. `speaking` allows only tools that end a thought; `critical`
/// says that the context is all but full.
#[must_use]
pub fn decode(reply: ChatReply, persona: &Persona, speaking: bool, critical: bool) -> Decision {
    let mut calls: Vec<Call> = reply
        .calls
        .into_iter()
        .take(MAX_CALLS)
        .map(|call| read_call(call, persona, speaking))
        .collect();
    let mut changes = 0;
    for call in &mut calls {
        if call.refused.is_none() && call.category == ToolClass::Dangerous {
            changes += 1;
            if changes > 1 {
                call.refused = Some("only one change of the world in a turn".to_owned());
            }
        }
    }
    Decision {
        text: reply.text.filter(|it| !it.trim().is_empty()),
        calls,
        usage: reply.usage.unwrap_or_default(),
        critical,
    }
}

fn read_call(call: ToolCall, persona: &Persona, speaking: bool) -> Call {
    let ToolCall { id, name, arguments } = call;
    let tool = tools::named(&name).filter(|it| tools::is_open(it, persona));
    let refused = match (&tool, &arguments) {
        (None, _) => {
            let open: Vec<&str> = tools::TOOLS
                .iter()
                .filter(|it| tools::is_open(it, persona))
                .map(|it| it.name)
                .collect();
            Some(format!("there is no tool `{name}`; there are: {}", open.join(", ")))
        }
        (Some(tool), _)
            if speaking && !matches!(tool.category, ToolClass::Terminal | ToolClass::Silence) =>
        {
            Some("speak now, or do nothing; there is no room for more".to_owned())
        }
        (_, Arguments::Malformed(_)) => Some("the arguments are not a JSON object".to_owned()),
        (Some(_), Arguments::Object(_)) => None,
    };
    let arguments = match arguments {
        Arguments::Object(mut map) => {
            map.values_mut().for_each(cut);
            map
        }
        Arguments::Malformed(_) => serde_json::Map::new(),
    };
    let category = tool.map_or(ToolClass::SafeChain, |it| it.category);
    Call { id, tool: name, arguments, category, refused }
}

fn cut(argument: &mut Value) {
    if let Value::String(text) = argument
        && let Some(at) = end(text)
    {
        text.truncate(at);
        text.push('…');
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Map;

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
        decode(reply, &persona, speaking, false).calls.remove(0).refused
    }

    #[test]
    fn what_cannot_be_done_says_why() {
        let empty = || Arguments::Object(Map::new());
        assert_eq!(refused("say", empty(), false), None, "its arguments are read when it is used");
        assert!(refused("fly", empty(), false).unwrap().contains("there are: say"));
        assert!(refused("execute_command", empty(), false).is_some(), "the persona has none");
        assert!(refused("time", empty(), true).is_some(), "only speech is left");
        assert!(refused("say", Arguments::Malformed("{".into()), false).is_some());
    }

    #[test]
    fn a_text_is_cut_where_it_is_too_long() {
        let persona: Persona = ron::from_str(PERSONA).unwrap();
        // Letters of more than a byte are not cut in their middle.
        for (letters, cut) in [(LONGEST, false), (LONGEST + 1, true), (3 * LONGEST, true)] {
            let words = "é".repeat(letters);
            let arguments = Map::from_iter([("text".to_owned(), words.clone().into())]);
            let calls = vec![call("say", Arguments::Object(arguments))];
            let reply = ChatReply { calls, ..ChatReply::default() };
            assert_eq!(is_too_long(&reply), cut);
            let decision = decode(reply, &persona, false, false);
            let said = decision.calls[0].arguments["text"].as_str().unwrap();
            let expected = if cut { "é".repeat(LONGEST) + "…" } else { words };
            assert_eq!(said, expected);
        }
    }

    #[test]
    fn a_reply_has_at_most_four_calls() {
        let persona: Persona = ron::from_str(PERSONA).unwrap();
        let calls = vec![call("time", Arguments::Object(Map::new())); 9];
        let decision = decode(ChatReply { calls, ..ChatReply::default() }, &persona, false, false);
        assert_eq!(decision.calls.len(), MAX_CALLS);
    }
}
