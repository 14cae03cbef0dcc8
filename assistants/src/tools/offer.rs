//! `offer`: makes an authored offer.

use engine::id::OfferId;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use world::trade::offering::MakeOffer;

use super::{Tool, ToolContext, ToolUse, read, schema};
use crate::{llm::profile::QuestionForm, turn::ToolClass};

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    id: String,
}

pub(super) const TOOL: Tool = Tool {
    least: QuestionForm::Schema,
    needs: Some(|it| !it.body.offers.is_empty()),
    choices: &[("id", |it| it.body.offers.iter().map(|of| of.id.to_string()).collect())],
    ..Tool::new(
        "offer",
        "Make your partner an offer.",
        ToolClass::AsyncRequired,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let arguments: Arguments = read(arguments)?;
    let to = context.stimulus.ok_or("there is nobody to offer it to")?.speaker.clone();
    let offer = OfferId::new(&arguments.id).map_err(|error| error.to_string())?;
    let command =
        context.registry.ready(MakeOffer { offer, to }).ok_or("this world has no offers")?;
    // The builder wrote the offer, and its conditions are the engine's to check.
    Ok(ToolUse::Act { command, granted: true, captures: false })
}
