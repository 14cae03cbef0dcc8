//! Tool registry: the table of the tools of a mind, of which each is a file below and an entry of
//! [`TOOLS`].
//!
//! A tool parses the arguments of a tool call into a typed command of the world, or into an access
//! to the mind's own memory. It never changes anything itself. CONTRIBUTING.md, "A tool", says how to
//! add one.

use std::sync::LazyLock;

use engine::{id::CharacterId, index::Index};
use serde_json::{Map, Value};
use world::act::{
    command::Command,
    registry::{AnyCommand, Registry},
};

use arguments::{read, schema};
use goal_wish::{GoalWish, ProjectWish};
use validate::{ArgumentRule, InvalidArguments};

use crate::{
    llm::{
        ToolSpec,
        profile::QuestionForm,
        scene::{AnswerWay, Stimulus},
    },
    memory::NoteKind,
    persona::Persona,
    services,
    turn::ToolClass,
};

pub use capture_document::CAPTURE;
pub use column::{SpeechTool, ToolShown, ToolWay};
pub use delegate_task::DELEGATE;
pub use reconstruct_context::RECONSTRUCT;
pub use search_library::SEARCH_LIBRARY;

mod add_journal_entry;
mod arguments;
mod assess;
mod capture_document;
mod channel_say;
mod column;
mod complete_goal;
mod create_project;
pub mod decode;
mod delegate_task;
mod emote;
mod execute_command;
mod feel;
mod give;
mod go_to_sleep;
pub mod goal_wish;
mod inspect;
mod inspect_location;
mod list_goals;
mod list_projects;
mod move_through;
pub mod named_commands;
mod noop;
mod offer;
pub mod offered;
mod page;
pub mod plan;
mod recall_memories;
mod reconstruct_context;
mod reflect_on;
mod remember_fact;
mod say;
mod search_library;
mod search_objects;
mod self_status;
pub mod service;
mod set_attribute;
mod set_goal;
pub mod speech;
mod store_memory;
mod swap_project;
mod tell;
mod time;
mod update_goal;
mod update_project;
pub mod validate;
pub mod web_search;
mod whisper;
mod who_is_here;

/// Context of a tool call: facts of the thought and of the world that parsing the arguments needs.
pub struct ToolContext<'a> {
    /// Persona of the mind that makes the call.
    pub persona: &'a Persona,
    /// Stimulus that the thought reacts to.
    pub stimulus: Option<&'a Stimulus>,
    /// Registry of the commands.
    pub registry: &'a Registry,
    /// Index of all characters by id.
    pub index: &'a Index<CharacterId>,
    /// Lookup of a character by id or name, logged in or not.
    pub called: &'a dyn Fn(&str) -> Option<CharacterId>,
    /// Lookup of a name by id.
    pub name_of: &'a dyn Fn(&CharacterId) -> Option<String>,
    /// Way (tool and addressee) to answer the partner.
    pub answer: Option<AnswerWay>,
    /// Lookup of the wording of a rumour by its name in the prompt.
    pub told: &'a dyn Fn(&str) -> Option<String>,
}

impl ToolContext<'_> {
    /// Returns the name by which a command finds a character, from an id or a name.
    fn address(&self, text: &str) -> String {
        let id = CharacterId::new(&text.to_lowercase()).ok();
        id.and_then(|id| (self.name_of)(&id)).unwrap_or_else(|| text.to_owned())
    }

    /// Returns the id of a character from an id or a name: the partner, or anybody who is known.
    fn somebody(&self, text: &str) -> Option<CharacterId> {
        let partner = self.stimulus.filter(|it| it.name.eq_ignore_ascii_case(text));
        partner.map(|it| it.speaker.clone()).or_else(|| (self.called)(text))
    }

    fn act<C: Command>(&self, command: C) -> Result<ToolUse, String> {
        self.registry
            .ready(command)
            .map(|command| ToolUse::Act { command, granted: false, captures: false })
            .ok_or_else(|| "this world has no such command".to_owned())
    }

    /// Wraps a command as a tool use that captures its output as the result.
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

/// Effect of a tool call after its arguments were parsed.
pub enum ToolUse {
    /// Command to execute.
    Act {
        command: AnyCommand,
        /// True if an authored offer grants the command.
        granted: bool,
        /// True if the output of the command is the result of the call.
        captures: bool,
    },
    /// Rumour to pass on.
    Tell {
        command: AnyCommand,
        /// Name of the rumour in the prompt, and its wording by the engine.
        claim: String,
        words: String,
    },
    /// Memory retrieval.
    Recall {
        /// Search words.
        query: String,
        /// Maximum number of memories, 1 to 10.
        limit: usize,
        /// Breadth of the search, 0 to 5.
        focus: u8,
    },
    /// Search of the documents that the character may look up, and of pages that it captured.
    SearchLibrary {
        /// Search words.
        query: String,
    },
    /// Page of a document that the author of the content wrote.
    ReadPage(String),
    /// Everything that is remembered of a matter, put together.
    Reconstruct {
        /// Words of the matter.
        query: String,
        /// Breadth of the search, 0 to 5.
        focus: u8,
    },
    /// Command whose output is kept word for word in memory, as pages of a document.
    Capture(AnyCommand),
    /// Question to a service outside the game.
    Service {
        /// Name of the tool.
        tool: String,
        arguments: Map<String, Value>,
    },
    /// Account of the own state.
    Status,
    /// Goals of its own to look at or to change.
    Goals(GoalWish),
    /// Projects of its own to look at or to change.
    Projects(ProjectWish),
    /// Note to store in memory.
    Remember {
        content: String,
        /// Importance, 1 to 10.
        importance: u8,
        /// Subject of the note.
        about: Option<CharacterId>,
        /// Kind of the note.
        kind: NoteKind,
        /// Number of a memory that the note corrects.
        replaces: Option<u64>,
    },
    /// Fact about a character to store in a slot, in place of the former value.
    Learn {
        about: CharacterId,
        /// Slot: kind of fact.
        slot: String,
        /// Short phrase.
        value: String,
    },
    /// Change of regard for the partner and of the own mood.
    Feel {
        /// Change of regard for the partner, in points.
        regard: i8,
        /// Change of mood, in points.
        mood: i8,
    },
    /// Reflection on what is remembered of somebody, or of all.
    Reflect { about: Option<CharacterId> },
    /// Sleep, once the turn is over.
    Sleep,
    /// Question for another character, on behalf of the partner.
    Delegate {
        /// Id or tag of the other.
        to: String,
        /// Question in words.
        task: String,
    },
    /// Answer to a question that another character passed on.
    HandBack(String),
    /// No effect.
    Nothing,
}

/// Values of a tool's argument that can only be one of a few: its name, and the values for a persona.
pub type ToolChoices = (&'static str, fn(&Persona) -> Vec<String>);

/// Tool that a model or script can call.
pub struct Tool {
    pub name: &'static str,
    /// Description of the tool for the model.
    pub description: &'static str,
    /// Class of the tool: its effect on the thought.
    pub category: ToolClass,
    /// Ways of being spoken to that it may answer.
    pub answers: ToolWay,
    /// Way by which it speaks; none if it does not.
    pub speaks: Option<SpeechTool>,
    /// True if its result comes from outside of the game's tick, from the memory or from a service, so that
    /// a thought that waits for it is parked.
    pub waits: bool,
    /// Questions in which a model is shown it.
    pub shown: ToolShown,
    /// First form of a question in which a model can call it, by what the forms can express.
    pub least: QuestionForm,
    /// Condition for a persona to have it; none if every persona has it.
    pub needs: Option<fn(&Persona) -> bool>,
    /// Arguments with few possible values.
    pub choices: &'static [ToolChoices],
    /// Arguments that are taken and not shown: few calls need them, and each question would pay for them.
    pub unshown: &'static [&'static str],
    /// Dependencies between its arguments.
    pub rules: &'static [ArgumentRule],
    /// True if the failure of a call says nothing about the rest of a reply: a note or a pose.
    pub is_aside: bool,
    /// True if the result or the refusal of a call tells who or what is in the character's room.
    pub shows_room: bool,
    /// True if a service outside the game answers the tool.
    pub is_of_service: bool,
    parameters: fn() -> Value,
    apply: fn(&Map<String, Value>, &ToolContext) -> Result<ToolUse, String>,
}

impl Tool {
    /// Creates a tool that every persona has, for all turns, in questions with tool calls.
    const fn new(
        name: &'static str,
        description: &'static str,
        category: ToolClass,
        parameters: fn() -> Value,
        apply: fn(&Map<String, Value>, &ToolContext) -> Result<ToolUse, String>,
    ) -> Self {
        Self {
            name,
            description,
            category,
            answers: ToolWay::Any,
            speaks: None,
            waits: false,
            shown: ToolShown::Always,
            least: QuestionForm::Tools,
            needs: None,
            choices: &[],
            unshown: &[],
            rules: &[],
            is_aside: false,
            shows_room: false,
            is_of_service: false,
            parameters,
            apply,
        }
    }

    /// Parses the arguments of a call and returns its effect.
    ///
    /// # Errors
    /// A message for the model that says what is wrong with the arguments.
    pub fn apply(
        &self,
        arguments: &Map<String, Value>,
        context: &ToolContext,
    ) -> Result<ToolUse, String> {
        (self.apply)(arguments, context)
    }
}

/// Table of all tools, in the order in which models see them.
pub static TOOLS: [Tool; 40] = [
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
    reconstruct_context::TOOL,
    search_library::TOOL,
    web_search::TOOL,
    capture_document::TOOL,
    self_status::TOOL,
    list_goals::TOOL,
    set_goal::TOOL,
    update_goal::TOOL,
    complete_goal::TOOL,
    list_projects::TOOL,
    create_project::TOOL,
    update_project::TOOL,
    swap_project::TOOL,
    store_memory::TOOL,
    add_journal_entry::TOOL,
    reflect_on::TOOL,
    go_to_sleep::TOOL,
    remember_fact::TOOL,
    feel::TOOL,
    offer::TOOL,
    delegate_task::TOOL,
    execute_command::TOOL,
    move_through::TOOL,
    give::TOOL,
    set_attribute::TOOL,
    plan::TOOL,
    assess::TOOL,
];

/// Returns the tool with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|it| it.name == name)
}

/// Returns the tool that a call of this name is of: the one of the table, or the row of the tools of
/// services.
#[must_use]
pub fn of_call(name: &str) -> Option<&'static Tool> {
    find(name).or_else(|| services::is_name(name).then_some(&service::SERVICE))
}

/// Returns the way by which a tool of this name speaks.
#[must_use]
pub fn speech_of(name: &str) -> Option<SpeechTool> {
    find(name)?.speaks
}

/// Returns the names of all tools.
#[must_use]
pub fn names() -> Vec<&'static str> {
    TOOLS.iter().map(|it| it.name).collect()
}

/// Returns whether a persona may use a tool at all, called by this name.
#[must_use]
pub fn is_open(tool: &Tool, name: &str, persona: &Persona) -> bool {
    let is_listed = || persona.tools.services.iter().any(|it| it == name);
    tool.needs.is_none_or(|has| has(persona))
        && (!tool.is_of_service || is_listed())
        && !persona.tools.without.iter().any(|it| it == name)
}

/// Tool specifications as models see them; built once, because schemas never change.
static SPECS: LazyLock<Vec<ToolSpec>> = LazyLock::new(|| {
    TOOLS.iter().map(|it| ToolSpec::new(it.name, it.description, (it.parameters)())).collect()
});

/// Returns the specifications of all tools, in the order of [`TOOLS`].
#[must_use]
pub fn specs_of_all() -> &'static [ToolSpec] {
    &SPECS
}

/// Returns whether a tool takes an argument of this name.
#[must_use]
pub fn takes(tool: &str, argument: &str) -> bool {
    let spec = SPECS.iter().find(|it| it.name == tool);
    let taken = spec.and_then(|it| it.parameters.get("properties")?.get(argument));
    taken.is_some()
}

/// Validates the arguments of a call against the schema of its tool, which for those of services is the
/// one that the model was shown, and the tool's rules. Those of a tool that only reads are coerced where
/// they can mean only one thing.
///
/// # Errors
/// The first stage that fails, with a sentence for the model.
pub fn validate(
    tool: &Tool,
    shown: Option<&ToolSpec>,
    arguments: &mut Map<String, Value>,
) -> Result<(), InvalidArguments> {
    let spec = SPECS.iter().find(|it| it.name == tool.name);
    let Some(spec) = shown.filter(|_| tool.is_of_service).or(spec) else { return Ok(()) };
    let coerces = tool.category == ToolClass::SafeChain;
    // What a service does not take, it may take for something else.
    if tool.is_of_service {
        validate::only_known(&spec.parameters, arguments)?;
    }
    validate::validate(&spec.parameters, tool.rules, coerces, arguments)
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
            for noise in ["null", "format", "Arguments of the tool", "title"] {
                assert!(!written.contains(noise), "{}: {written}", tool.name);
            }
            // A number without a range of its own would have that of its type.
            for (name, of) in schema["properties"].as_object().unwrap() {
                let most = of.get("maximum").and_then(Value::as_i64);
                assert_ne!(most, Some(255), "{} of {} has a range", name, tool.name);
                assert!(of["type"] != "integer" || of["minimum"].is_number(), "{name}");
            }
            for rule in tool.rules {
                let (ArgumentRule::Needs(one, other) | ArgumentRule::OneOf(one, other)) = rule;
                assert!(takes(tool.name, one) && takes(tool.name, other), "{}", tool.name);
            }
        }
        let mut names = names();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), TOOLS.len());
    }
}
