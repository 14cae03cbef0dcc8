//! `set_attribute`: sets an attribute of a thing or of the room, by `@attribute`.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use world::things::attribute::command::{AttributeTarget, SetAttribute};

use super::{Tool, ToolContext, ToolUse, ToolWay, read, schema};
use crate::{llm::profile::QuestionForm, turn::ToolClass};

/// What the model passes.
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
    choices: Some(("target", |it| {
        let mut all: Vec<String> = it.tools.attributes.iter().map(|it| it.of.clone()).collect();
        all.dedup();
        all
    })),
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
    let of_target = allowed.iter().filter(|it| it.of == target);
    let Some(attribute) = of_target.clone().find(|it| it.name == name) else {
        let all = allowed.iter().map(|it| format!("{} of {}", it.name, it.of));
        let all = all.collect::<Vec<_>>().join(", ");
        return Err(format!("you may not set {name} of {target}; you may set: {all}"));
    };
    if !attribute.values.contains(&value) {
        let values = attribute.values.join(", ");
        return Err(format!("you may set {name} of {target} to: {values}"));
    }
    context.view(SetAttribute { target: AttributeTarget::Of(target), name, value })
}
