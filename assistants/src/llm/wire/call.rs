//! Tool calls as models make them: names with prefixes and marks, arguments in many forms.

use serde_json::{Map, Value};

use super::{READING_TOOLS, SPEAKING_TOOLS};
use crate::llm::{Arguments, ToolSpec, lenient, marks};

/// Maximum number of bytes kept of malformed arguments.
const MAX_MALFORMED: usize = 1024;

/// Fields that hold the name of a tool.
const NAMES: [&str; 5] = ["name", "function", "tool", "tool_name", "action"];

/// Fields that hold the arguments of a call.
const ARGUMENTS: [&str; 6] = ["arguments", "parameters", "args", "params", "input", "action_input"];

/// Fields of a call that are neither its name nor an argument.
const OTHER_FIELDS: [&str; 3] = ["id", "type", "index"];

/// Fields around a call or around several.
const WRAPPERS: [&str; 4] = ["tool_calls", "tool_call", "function_call", "function"];

/// Maximum number of wrappers around a call.
const MOST_WRAPPERS: usize = 4;

/// Field of a reply by schema that holds an act beside the words.
const ACT: &str = "act";

/// Fields of a record of words that are no tools for speaking.
const BESIDE_WORDS: [&str; 2] = ["to", ACT];

/// Name of the argument that holds the words of every speech tool.
const WORDS: &str = "text";

/// Tool call as a model made it, which may lack an id.
#[derive(Debug, Clone)]
pub(super) struct RawCall {
    pub(super) id: Option<String>,
    pub(super) name: String,
    pub(super) arguments: Arguments,
}

/// Reader of calls for one reply.
#[derive(Debug, Clone, Copy)]
pub(super) struct CallReader<'a> {
    /// Tools of the request.
    pub(super) tools: &'a [ToolSpec],
    /// True if the text that the calls stand in was no valid JSON and was repaired.
    pub(super) is_repaired: bool,
}

impl CallReader<'_> {
    /// Parses a call of the field `tool_calls` or `function_call`, with or without `function`
    /// around name and arguments.
    pub(super) fn native(self, call: &Value) -> RawCall {
        let function = call.get("function").filter(|it| it.is_object()).unwrap_or(call);
        let name = first_of(function, &NAMES).and_then(Value::as_str).unwrap_or_default();
        let id = call.get("id").and_then(Value::as_str).filter(|id| !id.is_empty());
        let call = self.call(name, first_of(function, &ARGUMENTS));
        RawCall { id: id.map(str::to_owned), ..call }
    }

    /// Builds the call of a tool with a name and arguments as the model wrote them.
    pub(super) fn call(self, name: &str, given: Option<&Value>) -> RawCall {
        let name = self.tool_name(name).unwrap_or_else(|| name.to_owned());
        let arguments = self.arguments(&name, given);
        RawCall { id: None, name, arguments }
    }

    /// Parses the calls that a record in a text consists of; none if it is no call.
    pub(super) fn in_record(self, record: &Value) -> Vec<RawCall> {
        self.unwrapped(record, MOST_WRAPPERS)
    }

    fn unwrapped(self, record: &Value, wrappers: usize) -> Vec<RawCall> {
        let inner = |record| match wrappers.checked_sub(1) {
            Some(wrappers) => self.unwrapped(record, wrappers),
            None => Vec::new(),
        };
        match record {
            Value::Array(all) => all.iter().flat_map(inner).collect(),
            Value::Object(fields) => {
                let wrapped = WRAPPERS.iter().find_map(|it| fields.get(*it));
                match wrapped.filter(|it| it.is_object() || it.is_array()) {
                    Some(wrapped) => inner(wrapped),
                    None => match self.named(fields) {
                        Some(call) => vec![call],
                        None => self.keyed(fields),
                    },
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
        }
    }

    /// Parses a record such as `{"name": "say", "arguments": {…}}` or `{"tool": "say", "text": …}`.
    fn named(self, fields: &Map<String, Value>) -> Option<RawCall> {
        let key = NAMES.iter().find(|it| fields.get(**it).is_some_and(Value::is_string))?;
        let name = self.tool_name(fields.get(*key)?.as_str()?)?;
        if let Some(given) = ARGUMENTS.iter().find_map(|it| fields.get(*it)) {
            return Some(self.call(&name, Some(given)));
        }
        let is_argument = |it: &str| it != *key && !OTHER_FIELDS.contains(&it);
        let rest = fields.iter().filter(|(name, _)| is_argument(name));
        let rest: Map<String, Value> = rest.map(|(key, it)| (key.clone(), it.clone())).collect();
        Some(self.call(&name, Some(&Value::Object(rest))))
    }

    /// Parses the act of a reply by schema: the arguments of a tool, and its name as `tool`.
    fn act(self, fields: &Map<String, Value>) -> Option<RawCall> {
        let name = self.tool_name(fields.get("tool")?.as_str()?)?;
        let arguments = fields.iter().filter(|(key, _)| *key != "tool");
        let arguments = arguments.map(|(key, it)| (key.clone(), it.clone())).collect();
        Some(self.call(&name, Some(&Value::Object(arguments))))
    }

    /// Parses a record whose keys are tools for speaking, such as `{"say": "…", "pose": "…"}`.
    fn keyed(self, fields: &Map<String, Value>) -> Vec<RawCall> {
        let speaking = |name: &str| self.tool_name(name).filter(|it| is_speaking(it));
        if fields.keys().any(|it| !BESIDE_WORDS.contains(&it.as_str()) && speaking(it).is_none()) {
            return Vec::new();
        }
        let mut calls: Vec<RawCall> = fields
            .iter()
            .filter_map(|(key, given)| {
                let name = speaking(key)?;
                let given = match given {
                    Value::String(text) if text.trim().is_empty() => return None,
                    Value::String(text) => {
                        let to = fields.get("to").filter(|_| name != "emote");
                        let to = to.map(|it| ("to".to_owned(), it.clone()));
                        let text = (WORDS.to_owned(), Value::from(text.as_str()));
                        Value::Object([text].into_iter().chain(to).collect())
                    }
                    Value::Object(_) => given.clone(),
                    Value::Bool(true) if name == "noop" => Value::Object(Map::new()),
                    Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
                        return None;
                    }
                };
                Some(self.call(&name, Some(&given)))
            })
            .collect();
        // What is done is seen before what is said is heard.
        calls.sort_by_key(|it| it.name != "emote");
        calls.extend(fields.get(ACT).and_then(Value::as_object).and_then(|it| self.act(it)));
        calls
    }

    /// Returns the tool that a name means: one of the request's, or one for speaking. Models write
    /// prefixes, marks, quotation marks and capital letters.
    pub(super) fn tool_name(self, written: &str) -> Option<String> {
        let known = |name: &str| {
            let tools = self.tools.iter().map(|it| &*it.name).chain(SPEAKING_TOOLS);
            tools.into_iter().find(|it| it.eq_ignore_ascii_case(name)).map(str::to_owned)
        };
        if let Some(name) = known(written.trim()) {
            return Some(name);
        }
        let name = written.split("<|").next()?;
        let outer = |it: char| it.is_whitespace() || "\"'`()<>{}".contains(it);
        let name = name.trim_matches(outer);
        // Some servers number the calls in their names: `functions.say:0`.
        let number = name.rsplit_once(':').filter(|(_, it)| it.parse::<u32>().is_ok());
        let name = number.map_or(name, |(name, _)| name);
        let name = name.rsplit(['.', '/', ':']).next()?.trim_matches(outer);
        let name = name.replace(['-', ' '], "_");
        match name.to_ascii_lowercase().as_str() {
            "pose" => known("pose").or_else(|| known("emote")),
            name => known(name),
        }
    }

    /// Parses arguments given as a JSON text, as an object, or not at all. Anything else is kept as
    /// malformed.
    ///
    /// Mistakes in the JSON are repaired for tools that speak or read: at worst, a word is wrong. A
    /// tool that acts gets only arguments that are valid as they stand, maybe in a fenced block or
    /// encoded twice: a guess there would be a deed that nobody asked for, and the model can be
    /// asked again.
    fn arguments(self, tool: &str, given: Option<&Value>) -> Arguments {
        let is_strict = !is_speaking(tool) && !READING_TOOLS.contains(&tool);
        let (object, raw) = match given {
            None | Some(Value::Null) => return Arguments::Object(Map::new()),
            Some(Value::Object(object)) => {
                let fits = !(is_strict && self.is_repaired);
                (fits.then(|| object.clone()), || Value::Object(object.clone()).to_string())
            }
            Some(Value::String(text)) if text.trim().is_empty() => {
                return Arguments::Object(Map::new());
            }
            Some(Value::String(text)) => return self.parsed(tool, text, is_strict),
            Some(other @ (Value::Bool(_) | Value::Number(_) | Value::Array(_))) => {
                return malformed(&other.to_string());
            }
        };
        object.map_or_else(|| malformed(&raw()), |it| Arguments::Object(spoken_only(tool, it)))
    }

    fn parsed(self, tool: &str, text: &str, is_strict: bool) -> Arguments {
        let parsed = lenient::parse(text);
        let parsed = parsed.filter(|it| !(is_strict && (it.is_repaired || self.is_repaired)));
        match parsed.map(|it| it.value) {
            Some(Value::Object(object)) => Arguments::Object(spoken_only(tool, object)),
            Some(Value::Null) => Arguments::Object(Map::new()),
            Some(Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_)) | None => {
                malformed(text)
            }
        }
    }
}

fn is_speaking(tool: &str) -> bool {
    SPEAKING_TOOLS.contains(&tool)
}

fn first_of<'a>(call: &'a Value, fields: &[&str]) -> Option<&'a Value> {
    fields.iter().find_map(|it| call.get(it))
}

/// Removes reasoning and control tokens from what a tool for speaking would say.
fn spoken_only(tool: &str, arguments: Map<String, Value>) -> Map<String, Value> {
    if !is_speaking(tool) {
        return arguments;
    }
    let visible = |value| match value {
        Value::String(text) => Value::from(marks::visible(&text).into_owned()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            value
        }
    };
    arguments.into_iter().map(|(key, value)| (key, visible(value))).collect()
}

/// Keeps malformed arguments verbatim, so that half a sentence is never spoken.
fn malformed(text: &str) -> Arguments {
    let end = text.floor_char_boundary(MAX_MALFORMED);
    Arguments::Malformed(text.get(..end).unwrap_or_default().to_owned())
}
