//! Tool call of a step.

use serde_json::{Map, Value};

/// The tool that does nothing.
pub(super) const SILENCE: &str = "noop";

/// The tool that moves regard and mood.
const FEELING: &str = "feel";

/// A tool call.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::llm::scripted) struct StepCall {
    pub(in crate::llm::scripted) tool: &'static str,
    pub(in crate::llm::scripted) arguments: Map<String, Value>,
}

impl StepCall {
    pub(in crate::llm::scripted) fn silence() -> Self {
        Self::new(SILENCE, [])
    }

    pub(super) fn new<const N: usize>(tool: &'static str, arguments: [(&str, &str); N]) -> Self {
        let arguments =
            arguments.into_iter().map(|(name, value)| (name.to_owned(), Value::from(value)));
        Self { tool, arguments: arguments.collect() }
    }

    pub(super) fn feeling(what: &str, by: i8) -> Self {
        Self { tool: FEELING, arguments: Map::from_iter([(what.to_owned(), Value::from(by))]) }
    }
}
