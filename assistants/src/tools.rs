//! The table of tools: what a mind can do, one file and one line each.
//!
//! A tool turns its arguments into a typed command of the world, or into a
//! question to the mind's own memory. It never changes anything itself.

use std::sync::LazyLock;

use engine::{id::CharacterId, index::Index};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use world::act::{
    command::Command,
    registry::{AnyCommand, Registry},
};

use crate::{
    llm::{
        ToolSpec,
        scene::{AnswerWay, Stimulus},
    },
    memory::NoteKind,
    persona::Persona,
    turn::ToolClass,
};

mod channel_say;
pub mod decode;
mod emote;
mod execute_command;
mod feel;
mod inspect;
mod inspect_location;
mod noop;
mod offer;
pub mod offered;
mod page;
mod recall_memories;
mod remember_fact;
mod say;
mod search_objects;
mod store_memory;
mod tell;
mod time;
mod whisper;
mod who_is_here;

/// What a tool needs to know of the thought and of the world.
pub struct ToolContext<'a> {
    /// The character that acts.
    pub persona: &'a Persona,
    /// What the thought reacts to.
    pub stimulus: Option<&'a Stimulus>,
    /// The commands.
    pub registry: &'a Registry,
    /// Everybody.
    pub index: &'a Index<CharacterId>,
    /// Who has an id or a name.
    pub called: &'a dyn Fn(&str) -> Option<CharacterId>,
    /// The name behind an id.
    pub name_of: &'a dyn Fn(&CharacterId) -> Option<String>,
    /// How the one is answered who is spoken with.
    pub answer: Option<AnswerWay>,
    /// The words for what goes round and the thought has at hand, by what it is called there.
    pub told: &'a dyn Fn(&str) -> Option<String>,
}

impl ToolContext<'_> {
    /// The name by which a command finds somebody, from an id or a name.
    fn address(&self, text: &str) -> String {
        let id = CharacterId::new(&text.to_lowercase()).ok();
        id.and_then(|id| (self.name_of)(&id)).unwrap_or_else(|| text.to_owned())
    }

    /// The id of somebody who is meant by an id or a name: the one who is talked with, or anybody who
    /// is awake. Of others the text itself is all that is known.
    fn person(&self, text: &str) -> String {
        let partner = self.stimulus.filter(|it| it.name.eq_ignore_ascii_case(text));
        let id = partner.map(|it| it.speaker.clone()).or_else(|| (self.called)(text));
        id.map_or_else(|| text.to_lowercase(), |id| id.to_string())
    }

    fn act<C: Command>(&self, command: C) -> Result<ToolUse, String> {
        self.registry
            .ready(command)
            .map(|command| ToolUse::Act { command, granted: false, captures: false })
            .ok_or_else(|| "this world has no such command".to_owned())
    }

    /// An act whose result is what it shows.
    fn view<C: Command>(&self, command: C) -> Result<ToolUse, String> {
        self.act(command).map(|it| {
            if let ToolUse::Act { command, granted, .. } = it {
                ToolUse::Act { command, granted, captures: true }
            } else {
                it
            }
        })
    }
}

/// What using a tool means.
pub enum ToolUse {
    /// To give a command.
    Act {
        command: AnyCommand,
        /// Whether an authored offer grants it.
        granted: bool,
        /// Whether the result is what it shows.
        captures: bool,
    },
    /// To pass on what goes round.
    Tell {
        command: AnyCommand,
        /// What that is called in the thought, and the engine's words for it.
        claim: String,
        words: String,
    },
    /// To search the memory.
    Recall {
        /// For what.
        query: String,
        /// Most memories. 1 to 10.
        limit: usize,
        /// How wide to search, 0 to 5; from 3 on, mere episodes count too.
        focus: u8,
    },
    /// To remember something.
    Remember {
        content: String,
        /// 1 to 10.
        importance: u8,
        /// About whom.
        about: Option<String>,
        /// What kind of note it is.
        kind: NoteKind,
        /// The number of a memory that it corrects.
        replaces: Option<u64>,
    },
    /// To keep a fact about somebody in mind, in place of what was known of that kind.
    Learn {
        about: CharacterId,
        /// What kind of fact.
        slot: String,
        /// A short phrase.
        value: String,
    },
    /// To think otherwise of the one who is talked with, and to feel otherwise.
    Feel {
        /// How much better of them.
        regard: i8,
        /// How much better.
        mood: i8,
    },
    /// To do nothing.
    Nothing,
}

/// A tool.
pub struct Tool {
    pub name: &'static str,
    /// What it does, for the model.
    pub description: &'static str,
    /// What it does to a thought.
    pub category: ToolClass,
    parameters: fn() -> Value,
    apply: fn(&Map<String, Value>, &ToolContext) -> Result<ToolUse, String>,
}

impl Tool {
    /// Reads the arguments and says what using the tool means.
    ///
    /// # Errors
    /// What is wrong with the arguments, for the model.
    pub fn apply(
        &self,
        arguments: &Map<String, Value>,
        context: &ToolContext,
    ) -> Result<ToolUse, String> {
        (self.apply)(arguments, context)
    }
}

/// All tools, in the order in which models see them.
pub static TOOLS: [Tool; 18] = [
    say::TOOL,
    whisper::TOOL,
    page::TOOL,
    emote::TOOL,
    channel_say::TOOL,
    tell::TOOL,
    noop::TOOL,
    inspect_location::TOOL,
    inspect::TOOL,
    search_objects::TOOL,
    who_is_here::TOOL,
    time::TOOL,
    recall_memories::TOOL,
    store_memory::TOOL,
    remember_fact::TOOL,
    feel::TOOL,
    offer::TOOL,
    execute_command::TOOL,
];

/// The tool with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|it| it.name == name)
}

/// The names of all tools.
#[must_use]
pub fn names() -> Vec<&'static str> {
    TOOLS.iter().map(|it| it.name).collect()
}

/// Whether a persona may use a tool at all.
#[must_use]
pub fn is_open(tool: &Tool, persona: &Persona) -> bool {
    let needs = match tool.name {
        "execute_command" => !persona.tools.commands.is_empty(),
        "offer" => !persona.body.offers.is_empty(),
        "remember_fact" => !persona.script.slots.is_empty(),
        "channel_say" => !persona.attention.channels.is_empty(),
        "tell" => !persona.script.tell.is_empty(),
        _ => true,
    };
    needs && !persona.tools.without.iter().any(|it| it == tool.name)
}

/// What the models see of the tools: made once, for schemas never change.
static SPECS: LazyLock<Vec<ToolSpec>> = LazyLock::new(|| {
    TOOLS.iter().map(|it| ToolSpec::new(it.name, it.description, (it.parameters)())).collect()
});

/// Whether a tool takes an argument of this name.
#[must_use]
pub fn takes(tool: &str, argument: &str) -> bool {
    let spec = SPECS.iter().find(|it| it.name == tool);
    let taken = spec.and_then(|it| it.parameters.get("properties")?.get(argument));
    taken.is_some()
}

/// Reads typed arguments.
fn read<T: DeserializeOwned>(arguments: &Map<String, Value>) -> Result<T, String> {
    serde_json::from_value(Value::Object(arguments.clone()))
        .map_err(|error| format!("the arguments do not fit: {error}"))
}

/// The JSON Schema of typed arguments, without what models do not need: what a form of number is
/// called, that something may be null, and what a missing value stands for.
fn schema<T: JsonSchema>() -> Value {
    let mut schema = schemars::schema_for!(T).to_value();
    if let Some(map) = schema.as_object_mut() {
        for noise in ["$schema", "title", "description", "additionalProperties"] {
            map.remove(noise);
        }
        let properties = map.entry("properties").or_insert_with(|| Value::Object(Map::new()));
        for argument in properties.as_object_mut().into_iter().flat_map(Map::values_mut) {
            tidy(argument);
        }
    }
    schema
}

fn tidy(argument: &mut Value) {
    let Some(map) = argument.as_object_mut() else { return };
    for noise in ["format", "default", "minimum", "maximum", "maxLength"] {
        map.remove(noise);
    }
    let type_of = map.get("type").and_then(Value::as_array);
    if let Some(only) = type_of.and_then(|all| all.iter().find(|it| *it != "null")).cloned() {
        map.insert("type".to_owned(), only);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_has_a_schema_that_models_understand() {
        for tool in &TOOLS {
            let schema = (tool.parameters)();
            assert_eq!(schema["type"], "object", "{}", tool.name);
            assert!(schema["properties"].is_object(), "{}", tool.name);
            assert!(!schema.to_string().contains("$ref"), "{}", tool.name);
            assert!(!tool.description.is_empty());
            let written = schema.to_string();
            for noise in ["null", "format", "What the model passes", "title"] {
                assert!(!written.contains(noise), "{}: {written}", tool.name);
            }
        }
        let mut names = names();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), TOOLS.len());
    }
}
