//! `set_attribute`: sets an attribute of a thing or of the room, by `@attribute`.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use world::things::attribute::command::{AttributeTarget, SetAttribute};

use super::{Tool, ToolContext, ToolUse, ToolWay, read, schema};
use crate::{llm::profile::QuestionForm, persona::SettableAttribute, turn::ToolClass};

/// Arguments of the tool: an item or room, one of its attributes, and the new value.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// What you change.
    target: String,
    /// Which attribute of it.
    name: String,
    /// Its new value.
    value: String,
}

pub(super) const TOOL: Tool = Tool {
    least: QuestionForm::Schema,
    answers: ToolWay::Orders,
    needs: Some(|it| !it.tools.attributes.is_empty()),
    choices: &[
        ("target", |it| distinct(it.tools.attributes.iter().map(|entry| &entry.of))),
        ("name", |it| distinct(it.tools.attributes.iter().map(|entry| &entry.name))),
        ("value", |it| distinct(it.tools.attributes.iter().flat_map(|entry| &entry.values))),
    ],
    ..Tool::new(
        "set_attribute",
        "Set an attribute of something here, such as whether a lantern is lit.",
        ToolClass::Dangerous,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let Arguments { target, name, value } = read(arguments)?;
    let [target, name, value] = [target, name, value].map(|it| it.trim().to_lowercase());
    let allowed = &context.persona.tools.attributes;
    let listed = |it: &&SettableAttribute| it.of == target && it.name == name;
    let values = distinct(allowed.iter().filter(listed).flat_map(|it| &it.values));
    if values.is_empty() {
        let all: Vec<String> =
            allowed.iter().map(|it| format!("{} of {}", it.name, it.of)).collect();
        let all = distinct(&all).join(", ");
        return Err(format!("{name} of {target} may not be set; what may be set: {all}"));
    }
    if !values.contains(&value) {
        let values = values.join(", ");
        return Err(format!("{name} of {target} may only be set to: {values}"));
    }
    context.view(SetAttribute { target: AttributeTarget::Of(target), name, value })
}

/// Returns the texts without repetitions, in order.
fn distinct<'a>(texts: impl IntoIterator<Item = &'a String>) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    for text in texts {
        if !seen.contains(text) {
            seen.push(text.clone());
        }
    }
    seen
}
