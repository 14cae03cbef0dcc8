//! `web_search`: looks something up on the web, where the operator has set a search service up.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Tool, ToolContext, ToolUse, schema, service};
use crate::{services::WEB_SEARCH, turn::ToolClass};

/// Description for models.
pub const DESCRIPTION: &str =
    "Look something up on the web. Pass what to look for, and nobody's names or secrets.";

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "the search service reads the arguments")]
struct Arguments {
    /// Words to look for.
    query: String,
}

pub(super) const TOOL: Tool = Tool {
    waits: true,
    needs: Some(|persona| persona.tools.services.iter().any(|it| it == WEB_SEARCH)),
    is_of_service: true,
    ..Tool::new(WEB_SEARCH, DESCRIPTION, ToolClass::AsyncRequired, schema::<Arguments>, apply)
};

fn apply(arguments: &Map<String, Value>, _context: &ToolContext) -> Result<ToolUse, String> {
    Ok(service::call(WEB_SEARCH, arguments))
}

/// Returns the schema of the arguments.
#[must_use]
pub fn parameters() -> Value {
    schema::<Arguments>()
}
