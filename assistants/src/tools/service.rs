//! Row of all tools of services that have none of their own: their names, descriptions and arguments come
//! from [`ServiceTools`](crate::services::ServiceTools).

use serde_json::{Map, Value};

use super::{Tool, ToolContext, ToolUse};
use crate::turn::ToolClass;

/// Row of the tools of services; the name is that of no tool.
pub(super) static SERVICE: Tool = Tool {
    waits: true,
    needs: Some(|it| !it.tools.services.is_empty()),
    is_of_service: true,
    ..Tool::new("service", "", ToolClass::AsyncRequired, no_arguments, apply)
};

fn no_arguments() -> Value {
    Value::Object(Map::new())
}

fn apply(_arguments: &Map<String, Value>, _context: &ToolContext) -> Result<ToolUse, String> {
    Err("there is no such tool".to_owned())
}

/// Returns the use of a tool of a service.
#[must_use]
pub fn call(tool: &str, arguments: &Map<String, Value>) -> ToolUse {
    ToolUse::Service { tool: tool.to_owned(), arguments: arguments.clone() }
}
