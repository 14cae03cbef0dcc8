//! The built-in brain: a persona's own script, which answers through the same
//! tool calls as any model, from the facts of the scene and nothing else.
//!
//! It keeps nothing between the calls of a thought. What the words are about
//! depends on the scene only as it was when the thought began, and the steps
//! are walked anew each time with the results of those already done.

use world::witness::fact::Source;

use self::steps::{StepCall, StepWalk};
use super::{Arguments, ChatModel, ChatReply, ChatRequest, LlmError, ToolCall, ToolSpec};
use crate::{
    llm::scene::{Scene, Stimulus},
    persona::script::{Deed, Step},
};

mod steps;
#[cfg(test)]
mod tests;

/// The built-in brain as a model. It needs no network and never fails.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Scripted;

impl ChatModel for Scripted {
    async fn chat(&self, request: &ChatRequest) -> Result<ChatReply, LlmError> {
        Ok(answer(&request.scene, &request.tools))
    }
}

/// The next call of the script's answer to the scene's stimulus; `noop` when
/// nothing is left to do, or there is no stimulus. Steps whose tool is not
/// among `tools` are passed over as if they had failed.
#[must_use]
pub fn answer(scene: &Scene, tools: &[ToolSpec]) -> ChatReply {
    let Some(stimulus) = &scene.stimulus else { return reply(scene, None) };
    let matter = Case::of(scene, stimulus).unwrap_or_else(|| Case::otherwise(scene));
    let allowed = |tool: &str| tools.iter().any(|spec| spec.name == tool);
    let mut walk = StepWalk::new(scene, stimulus, matter.rest, &allowed);
    reply(scene, walk.next(matter.steps))
}

/// What takes the place of a model that failed: the script's answer when one
/// of its topics fits, and an excuse in character when none does. A character
/// without excuses says what it says to words that it does not understand.
///
/// `scene.done` holds what was done since the model failed.
#[must_use]
pub fn excuse(scene: &Scene) -> ChatReply {
    let Some(stimulus) = &scene.stimulus else { return reply(scene, None) };
    let excuses = &scene.persona.script.excuses;
    let excuse = [Step::Reply(excuses.clone())];
    let matter = match Case::of(scene, stimulus) {
        Some(matter) => matter,
        None if excuses.is_empty() || !stimulus.asked => Case::otherwise(scene),
        None => Case { steps: &excuse, rest: "" },
    };
    let without = &scene.persona.tools.without;
    let allowed = |tool: &str| !without.iter().any(|withheld| withheld == tool);
    let mut walk = StepWalk::new(scene, stimulus, matter.rest, &allowed);
    reply(scene, walk.next(matter.steps))
}

/// One call as a model's reply.
fn reply(scene: &Scene, act: Option<StepCall>) -> ChatReply {
    let StepCall { tool, arguments } = act.unwrap_or_else(StepCall::silence);
    let call = ToolCall {
        id: format!("script-{}", scene.done.len()),
        name: tool.to_owned(),
        arguments: Arguments::Object(arguments),
    };
    ChatReply { calls: vec![call], ..ChatReply::default() }
}

/// What a stimulus is about: the steps that answer it, and what a pattern's
/// `*` took.
struct Case<'a> {
    steps: &'a [Step],
    rest: &'a str,
}

impl<'a> Case<'a> {
    /// The steps for an arrival, or those of the topic that fits best.
    fn of(scene: &'a Scene, stimulus: &'a Stimulus) -> Option<Self> {
        let script = &scene.persona.script;
        if stimulus.source == Source::Deed && stimulus.words.is_empty() {
            return Some(Self { steps: &script.arrival, rest: "" });
        }
        // What is done is no speech: a gift of ale asks for none.
        if stimulus.source == Source::Deed {
            let deed = if stimulus.gift.is_some() { Deed::Gift } else { Deed::Declined };
            return Some(Self { steps: script.on(deed), rest: "" });
        }
        // "Bob thanks you." is meant like thanks.
        let shown = stimulus.words.strip_prefix(&stimulus.name);
        let words = shown.filter(|_| stimulus.source == Source::Pose).unwrap_or(&stimulus.words);
        let name = &scene.persona.body.name;
        let (topic, rest) = script.topic(words, name, scene.said_last.as_deref())?;
        Some(Self { steps: &topic.steps, rest })
    }

    /// What the script has for words that fit no topic. A pose asks for nothing, and neither do
    /// words that were said to nobody, so of these what fits none is only noted.
    fn otherwise(scene: &'a Scene) -> Self {
        let owes = |it: &Stimulus| it.asked && it.source != Source::Pose;
        let owed = scene.stimulus.as_ref().is_some_and(owes);
        let steps: &[Step] = if owed { &scene.persona.script.otherwise } else { &[] };
        Self { steps, rest: "" }
    }
}
