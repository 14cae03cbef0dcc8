//! Decoding of a model's reply into a decision: checks which of its tool calls can be run. Rejected
//! calls are kept with the reason, for the model to read.

use std::borrow::Cow;

use serde_json::{Map, Value};
use text::styled::CleanText;

use crate::{
    llm::{Arguments, ChatReply, ToolCall, ToolSpec, scene::AnswerWay},
    persona::Persona,
    tools::{self, Tool, offered, speech::SpeechRules},
    turn::{Call, Decision, ToolClass, brief::MOST_CALLS},
};

#[cfg(test)]
mod tests;
mod voice;

/// Maximum length of a text argument, in characters. Lines of players are bounded on input; this is
/// the bound for texts of a model, whatever the tool.
pub const LONGEST: usize = 4_000;
/// Maximum length of one spoken text of an author, in characters.
pub const LONGEST_SPEECH: usize = 600;
/// Maximum length of one spoken text of a model, in characters: three sentences have fewer, and a
/// small model that goes on longer goes in circles.
pub const LONGEST_ANSWER: usize = 360;

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
    /// Names of the others who are present, and of the partner.
    pub others: &'a [&'a str],
    /// Maximum number of calls; further ones are dropped.
    pub calls: u8,
    /// True if only tools that end a thought are left: the context is full, or a service's answer was read.
    pub speaking: bool,
    /// True if the context is nearly full.
    pub critical: bool,
}

impl<'a> DecodeRules<'a> {
    fn offers(&self, (tool, name): (&Tool, &str), authored: bool) -> bool {
        let shown = self.offered.filter(|_| !authored);
        offered::is_offered((tool, name), shown, self.persona)
    }

    /// Returns the rules for replies of the script, which consist of calls alone.
    #[must_use]
    pub fn of_script(persona: &'a Persona) -> Self {
        Self {
            persona,
            offered: None,
            answering: None,
            others: &[],
            calls: MOST_CALLS,
            speaking: false,
            critical: false,
        }
    }
}

/// Decodes a reply. Plain text is spoken to the partner, what a model speaks is reduced to its
/// words and a gesture, overlong texts are truncated, and unknown arguments of tools for reading or
/// speaking are dropped; all of that is noted in the decision.
#[must_use]
pub fn decode(reply: ChatReply, rules: &DecodeRules<'_>) -> Decision {
    let mut notes = Vec::new();
    let calls = if reply.authored {
        reply.calls
    } else {
        let (me, others) = (rules.persona.body.name.as_str(), rules.others);
        let speech = SpeechRules { me, others, cut_off: reply.cut_off };
        voice::voiced(reply.calls, reply.text.as_deref(), &speech, rules, &mut notes)
    };
    let text = reply.text.map(|it| CleanText::new(&it).to_string());
    let text = text.filter(|it| !it.trim().is_empty());
    let calls = calls.into_iter().take(rules.calls.into());
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

fn read_call(
    call: ToolCall,
    authored: bool,
    rules: &DecodeRules<'_>,
    notes: &mut Vec<String>,
) -> Call {
    let ToolCall { id, name, arguments } = call;
    let name: String = CleanText::new(&name).chars().take(LONGEST_NAME).collect();
    let tool = tools::of_call(&name).filter(|it| rules.offers((it, &name), authored));
    let is_malformed = matches!(arguments, Arguments::Malformed(_));
    let mut arguments = match arguments {
        Arguments::Object(map) => cleaned(map, 0),
        Arguments::Malformed(_) => Map::new(),
    };
    let category = tool.map_or(ToolClass::SafeChain, |it| it.category);
    let most = match category {
        ToolClass::Terminal if authored => LONGEST_SPEECH,
        ToolClass::Terminal => LONGEST_ANSWER,
        ToolClass::SafeChain
        | ToolClass::Dangerous
        | ToolClass::AsyncRequired
        | ToolClass::Silence => LONGEST,
    };
    tame(&name, (category, most), &mut arguments, notes);
    let spec = rules.offered.and_then(|all| all.iter().find(|it| it.name == name));
    let invalid = tool.and_then(|it| tools::validate(it, spec, &mut arguments).err());
    let words = arguments.get(WORDS).and_then(Value::as_str);
    let is_blank = words.is_some_and(|text| CleanText::new(text).trim().is_empty());
    let ends = matches!(category, ToolClass::Terminal | ToolClass::Silence);
    let refused = match () {
        () if rules.speaking && !ends => {
            Some("speak now, or do nothing; nothing else works any more".to_owned())
        }
        () if tool.is_none() => Some(no_such_tool(&name, authored, rules)),
        () if is_malformed => Some("the arguments are not a JSON object".to_owned()),
        () if is_blank && category == ToolClass::Terminal => {
            Some("there are no words in it; say something, or call `noop`".to_owned())
        }
        () => invalid.map(|it| it.why),
    };
    Call {
        id,
        tool: name,
        arguments,
        category,
        refused,
        offered: tool.is_some(),
        aside: tool.is_some_and(|it| it.is_aside),
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

/// Drops unknown arguments of tools for reading or speaking, and truncates texts with more than `most`
/// characters.
fn tame(
    name: &str,
    (category, most): (ToolClass, usize),
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
    let open = tools::TOOLS.iter().map(|it| it.name);
    let open = open.filter(|it| tools::find(it).is_some_and(|of| rules.offers((of, it), authored)));
    let of_services = rules.offered.into_iter().flatten().map(|it| &*it.name);
    let of_services = of_services.filter(|it| tools::find(it).is_none());
    let open: Vec<&str> = open.chain(of_services).collect();
    let open = open.join(", ");
    match tools::find(name) {
        Some(_) => format!("`{name}` is not for this turn; there are: {open}"),
        None => format!("there is no tool `{name}`; there are: {open}"),
    }
}

/// Truncates a text to at most `most` characters: at the end of a sentence, or of a word if no
/// sentence ends in its second half, or with an ellipsis anywhere if no word does.
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
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
