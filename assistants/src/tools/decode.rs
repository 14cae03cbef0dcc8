//! Decoding of a model's reply into a decision: checks which of its tool calls can be run. Rejected
//! calls are kept with the reason, for the model to read.

use std::borrow::Cow;

use serde_json::{Map, Value};
use text::styled::CleanText;

use crate::{
    llm::{Arguments, ChatReply, ToolCall, ToolSpec, scene::AnswerWay},
    persona::Persona,
    tools::{self, Tool, offered},
    turn::{Call, Decision, MAX_CALLS, ToolClass},
};

/// Maximum length of a text argument, in characters. Lines of players are bounded on input; this is
/// the bound for texts of a model, whatever the tool.
pub const LONGEST: usize = 4_000;
/// Maximum length of one spoken text, in characters.
pub const LONGEST_SPEECH: usize = 600;

/// Name of the argument that holds the words of every speech tool.
const WORDS: &str = "text";

/// Rules by which a reply is decoded.
pub struct DecodeRules<'a> {
    /// Persona of the mind that the reply is for.
    pub persona: &'a Persona,
    /// Tools that the model was shown; none for a script, which may use all that its persona may.
    pub offered: Option<&'a [ToolSpec]>,
    /// Way to speak words that come without a tool call, if there is a partner to speak to.
    pub answering: Option<AnswerWay>,
    /// True if only tools that end a thought are left.
    pub speaking: bool,
    /// True if the context is nearly full.
    pub critical: bool,
}

impl<'a> DecodeRules<'a> {
    fn offers(&self, tool: &Tool, authored: bool) -> bool {
        let shown = self.offered.filter(|_| !authored);
        offered::is_offered(tool, shown, self.persona)
    }

    /// Returns the rules for replies of the script, which consist of calls alone.
    #[must_use]
    pub fn of_script(persona: &'a Persona) -> Self {
        Self { persona, offered: None, answering: None, speaking: false, critical: false }
    }
}

/// Decodes a reply. Plain text is spoken to the partner, overlong texts are truncated, and unknown
/// arguments of tools for reading or speaking are dropped; all of that is noted in the decision.
#[must_use]
pub fn decode(reply: ChatReply, rules: &DecodeRules<'_>) -> Decision {
    let mut notes = Vec::new();
    let text = reply.text.map(|it| CleanText::new(&it).to_string());
    let text = text.filter(|it| !it.trim().is_empty());
    let mut calls = reply.calls;
    if let (true, Some(text), Some(way)) = (calls.is_empty(), &text, &rules.answering)
        && is_speech(text)
    {
        notes.push(format!("said no call; its words are taken as `{}`", way.tool));
        calls.push(said(text, way));
    }
    let calls = calls.into_iter().take(MAX_CALLS);
    let mut calls: Vec<Call> =
        calls.map(|call| read_call(call, reply.authored, rules, &mut notes)).collect();
    let mut changes = 0;
    for call in &mut calls {
        if call.refused.is_none() && call.category == ToolClass::Dangerous {
            changes += 1;
            if changes > 1 {
                call.refused = Some("only one change of the world in a turn".to_owned());
            }
        }
    }
    let usage = reply.usage.unwrap_or_default();
    Decision { text, calls, notes, usage, critical: rules.critical }
}

/// Returns whether a text is speech. What looks like a call, a record or code is data, which is
/// neither spoken nor executed.
fn is_speech(text: &str) -> bool {
    let text = text.trim_start();
    !text.starts_with(['{', '[', '<', '`']) && !text.contains("<|") && !text.contains("</")
}

/// Builds the tool call that speaks a text.
fn said(text: &str, way: &AnswerWay) -> ToolCall {
    let mut arguments = Map::from_iter([(WORDS.to_owned(), Value::from(text.trim()))]);
    arguments
        .extend(way.to.iter().map(|(name, to)| ((*name).to_owned(), Value::from(to.as_str()))));
    let id = "said".to_owned();
    ToolCall { id, name: way.tool.to_owned(), arguments: Arguments::Object(arguments) }
}

fn read_call(
    call: ToolCall,
    authored: bool,
    rules: &DecodeRules<'_>,
    notes: &mut Vec<String>,
) -> Call {
    let ToolCall { id, name, arguments } = call;
    let name: String = CleanText::new(&name).chars().take(LONGEST_NAME).collect();
    let tool = tools::find(&name).filter(|it| rules.offers(it, authored));
    let is_malformed = matches!(arguments, Arguments::Malformed(_));
    let mut arguments = match arguments {
        Arguments::Object(map) => cleaned(map, 0),
        Arguments::Malformed(_) => Map::new(),
    };
    let category = tool.map_or(ToolClass::SafeChain, |it| it.category);
    tame(&name, category, &mut arguments, notes);
    let words = arguments.get(WORDS).and_then(Value::as_str);
    let is_blank = words.is_some_and(|text| CleanText::new(text).trim().is_empty());
    let ends = matches!(category, ToolClass::Terminal | ToolClass::Silence);
    let refused = match () {
        () if tool.is_none() => Some(no_such_tool(&name, authored, rules)),
        () if rules.speaking && !ends => {
            Some("speak now, or do nothing; there is no room for more".to_owned())
        }
        () if is_malformed => Some("the arguments are not a JSON object".to_owned()),
        () if is_blank && category == ToolClass::Terminal => {
            Some("there are no words in it; say something, or call `noop`".to_owned())
        }
        () => None,
    };
    Call {
        id,
        tool: name,
        arguments,
        category,
        refused,
        offered: tool.is_some(),
        elsewhere: false,
        authored,
    }
}

/// Maximum number of arguments of a call; further ones are dropped. No tool takes as many.
const MOST_ARGUMENTS: usize = 16;

/// Maximum length of a tool's name, in characters; longer ones are truncated. No tool has one as
/// long.
const LONGEST_NAME: usize = 64;

/// Maximum nesting depth of arguments; deeper values become null. No tool takes nested arguments.
const DEEPEST: usize = 4;

/// Sanitizes arguments: texts keep only what a player's line may contain.
fn cleaned(map: Map<String, Value>, depth: usize) -> Map<String, Value> {
    let clean = |text: &str| CleanText::new(text).chars().take(LONGEST_NAME).collect();
    let few = map.into_iter().take(MOST_ARGUMENTS);
    few.map(|(key, it)| (clean(&key), cleaned_value(it, depth))).collect()
}

fn cleaned_value(value: Value, depth: usize) -> Value {
    match value {
        Value::String(text) => Value::from(CleanText::new(&text).to_string()),
        Value::Array(_) | Value::Object(_) if depth >= DEEPEST => Value::Null,
        Value::Array(all) => all.into_iter().map(|it| cleaned_value(it, depth + 1)).collect(),
        Value::Object(map) => Value::Object(cleaned(map, depth + 1)),
        Value::Null | Value::Bool(_) | Value::Number(_) => value,
    }
}

/// Drops unknown arguments of tools for reading or speaking, and truncates overlong texts.
fn tame(
    name: &str,
    category: ToolClass,
    arguments: &mut Map<String, Value>,
    notes: &mut Vec<String>,
) {
    if matches!(category, ToolClass::SafeChain | ToolClass::Terminal | ToolClass::Silence) {
        let unknown = |key: &&String| !tools::takes(name, key);
        let dropped: Vec<String> = arguments.keys().filter(unknown).cloned().collect();
        for key in dropped {
            notes.push(format!("`{name}` does not take `{key}`, which is left out"));
            arguments.remove(&key);
        }
    }
    let most = if category == ToolClass::Terminal { LONGEST_SPEECH } else { LONGEST };
    for (key, value) in arguments {
        if let Value::String(text) = value
            && let Cow::Owned(short) = shortened(text, most)
        {
            notes.push(format!("`{key}` has more than {most} characters, and is cut"));
            *text = short;
        }
    }
}

fn no_such_tool(name: &str, authored: bool, rules: &DecodeRules<'_>) -> String {
    let open = tools::TOOLS.iter().filter(|it| rules.offers(it, authored)).map(|it| it.name);
    let open: Vec<&str> = open.collect();
    let open = open.join(", ");
    match tools::find(name) {
        Some(_) => format!("`{name}` is not for this turn; there are: {open}"),
        None => format!("there is no tool `{name}`; there are: {open}"),
    }
}

/// Truncates a text to at most `most` characters: at the end of a sentence, or of a word if no
/// sentence ends in its second half, or with an ellipsis anywhere if no word does.
fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    let Some((end, _)) = text.char_indices().nth(most) else { return Cow::Borrowed(text) };
    let (Some(head), half) = (text.get(..end), end / 2) else { return Cow::Borrowed(text) };
    let ends = |(at, mark): &(usize, char)| {
        let next = head.get(at + mark.len_utf8()..).and_then(|rest| rest.chars().next());
        matches!(mark, '.' | '!' | '?' | '…') && next.is_some_and(char::is_whitespace)
    };
    let sentence = head.char_indices().rfind(ends).map(|(at, mark)| at + mark.len_utf8());
    if let Some(whole) = sentence.filter(|at| *at > half).and_then(|at| head.get(..at)) {
        return Cow::Owned(whole.to_owned());
    }
    let word = head.rfind(char::is_whitespace).filter(|at| *at > half);
    let head = word.and_then(|at| head.get(..at)).unwrap_or(head);
    Cow::Owned(format!("{}…", head.trim_end()))
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
        assert_eq!(refused("say", empty(), false), None, "its arguments are read when it is used");
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
            "I shall. <|tool_call|>{}",
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
        assert!(said.len() <= LONGEST_SPEECH && said.ends_with("A word."), "{said}");
        assert!(decision.notes.iter().any(|it| it.contains("is cut")), "{:?}", decision.notes);
    }

    #[test]
    fn a_reply_has_at_most_four_calls() {
        let persona: Persona = ron::from_str(PERSONA).unwrap();
        let calls = vec![call("time", Arguments::Object(Map::new())); 9];
        let reply = ChatReply { calls, ..ChatReply::default() };
        let decision = decode(reply, &DecodeRules::of_script(&persona));
        assert_eq!(decision.calls.len(), MAX_CALLS);
    }
}
