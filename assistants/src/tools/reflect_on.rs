//! `reflect_on`: has the character think over what it remembers, and draw conclusions.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Tool, ToolContext, ToolShown, ToolUse, read, schema};
use crate::turn::ToolClass;

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// Whom; everybody if left out.
    #[serde(default)]
    topic: Option<String>,
}

pub(super) const TOOL: Tool = Tool {
    shown: ToolShown::InOrders,
    ..Tool::new(
        "reflect_on",
        "Think over what you remember of somebody, or of all, when this is done; conclusions come later.",
        ToolClass::AsyncRequired,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let Arguments { topic } = read(arguments)?;
    let Some(topic) = topic.filter(|it| !it.trim().is_empty()) else {
        return Ok(ToolUse::Reflect { about: None });
    };
    let about = context.somebody(topic.trim());
    let about = about.ok_or_else(|| "nobody of that name is known; name a person".to_owned())?;
    Ok(ToolUse::Reflect { about: Some(about) })
}
