//! `set_goal`: sets a goal, or a part of one.

use engine::id::OfferId;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Tool, ToolContext, ToolUse, ToolWay, goal_wish::GoalWish, read, schema};
use crate::{persona::Persona, turn::ToolClass};

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// What to reach, without "to": `sell the old barrel`.
    text: String,
    /// 9 is the most pressing.
    #[serde(default)]
    #[schemars(range(min = 1, max = 9))]
    priority: Option<u8>,
    /// Number of the goal that it is a part of.
    #[serde(default)]
    #[schemars(range(min = 1))]
    part_of: Option<u64>,
    /// Offer of yours; the game completes the goal when somebody accepts it.
    #[serde(default)]
    offer: Option<String>,
}

pub(super) const TOOL: Tool = Tool {
    answers: ToolWay::Orders,
    choices: &[("offer", offers)],
    ..Tool::new(
        "set_goal",
        "Set yourself a goal, or a part of one.",
        ToolClass::AsyncRequired,
        schema::<Arguments>,
        apply,
    )
};

fn offers(persona: &Persona) -> Vec<String> {
    persona.offers.iter().map(|it| it.id.to_string()).collect()
}

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let Arguments { text, priority, part_of, offer } = read(arguments)?;
    let offer = offer.map(|id| {
        let known = context.persona.offers.iter().any(|it| it.id.as_str() == id);
        let id = OfferId::new(&id).ok().filter(|_| known);
        id.ok_or_else(|| "you have no such offer".to_owned())
    });
    Ok(ToolUse::Goals(GoalWish::Set { text, priority, part_of, offer: offer.transpose()? }))
}
