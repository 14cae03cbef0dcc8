//! The built-in brain: a persona's own script, which answers through the same
//! tool calls as any model, from the facts of the scene and nothing else.
//!
//! It keeps nothing between the calls of a thought. What the words are about
//! depends on the scene only as it was when the thought began, and the steps
//! are walked anew each time with the results of those already done.

use world::witness::fact::Source;

use self::{
    case::{Case, Certainty},
    steps::{SpokenFacts, StepCall, StepWalk},
};
use super::{Arguments, ChatModel, ChatReply, ChatRequest, LlmError, ToolCall};
use crate::{
    llm::scene::{Scene, Stimulus},
    mind::talk_state::TalkState,
    nlu::{AskedFor, asked_for, short_phrase},
    perceive::reading::{Intent, Reading, SpeechAct, ToldFact},
    persona::{
        delegation::HELPER_TOOLS,
        script::{LineMeaning, SaidLine, Step, Topic, TopicReading},
        text::ScriptText,
    },
};

mod basket;
mod case;
mod delegate;
mod follow;
mod order;
mod personal;
mod plan;
mod price;
mod steps;
#[cfg(test)]
mod tests;

pub use case::texts_of_lead;
pub use plan::{Plan, ScriptDraft, draft, plan};

/// The built-in brain as a model. It needs no network and never fails.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Scripted;

impl ChatModel for Scripted {
    async fn chat(&self, request: &ChatRequest) -> Result<ChatReply, LlmError> {
        Ok(answer(&request.scene))
    }
}

/// Returns the next calls of the script's answer to the scene's stimulus; `noop` when nothing is
/// left to do, or there is no stimulus. Steps whose tool the persona is without are passed over as
/// if they had failed.
#[must_use]
pub fn answer(scene: &Scene) -> ChatReply {
    next(scene, true)
}

/// Answers by the patterns alone, for when the examples cannot be learned; see [`answer`].
#[must_use]
pub fn answer_by_patterns(scene: &Scene) -> ChatReply {
    next(scene, false)
}

fn next(scene: &Scene, learned: bool) -> ChatReply {
    let Some(stimulus) = &scene.stimulus else { return reply(scene, Vec::new()) };
    if stimulus.is_order() {
        return reply(scene, order::calls(scene, stimulus));
    }
    let case = Case::of(scene, stimulus, learned).and_then(|it| delegate::for_helper(scene, it));
    let case = case.unwrap_or_else(|| Case::otherwise(scene));
    let allowed = |tool: &str| allows(scene, tool);
    let mut walk = StepWalk::new(scene, stimulus, &case, &allowed);
    let mut next = walk.calls(&case.steps);
    if next.is_empty() && stimulus.asked && walk.was_refused() {
        // Whoever asked is owed a word, even where the script has none for it.
        next = walk.calls(&[Step::Reply(scene.persona.script.excuses.clone())]);
    }
    let talk = case.talk(scene, &walk.spoken);
    ChatReply { talk: Some(Box::new(talk)), ..reply(scene, next) }
}

/// Returns whether a script may use a tool: one that the persona has, and that is for the question of a visitor
/// where another character passes it on.
fn allows(scene: &Scene, tool: &str) -> bool {
    let is_withheld = scene.persona.tools.without.iter().any(|withheld| withheld == tool);
    !is_withheld && (scene.help.is_none() || HELPER_TOOLS.contains(&tool))
}

/// Builds the reply in place of a model that failed: the script's answer when one of its topics fits, and
/// an excuse in character when none does. A character without excuses says what it says to words that it
/// does not understand.
///
/// `scene.done` holds what was done since the model failed. Without `learned` examples the words are read
/// by patterns alone.
#[must_use]
pub fn answer_or_excuse(scene: &Scene, learned: bool) -> ChatReply {
    let Some(stimulus) = &scene.stimulus else { return reply(scene, Vec::new()) };
    if stimulus.is_order() {
        return reply(scene, order::calls(scene, stimulus));
    }
    let excuses = &scene.persona.script.excuses;
    let case =
        match Case::of(scene, stimulus, learned).and_then(|it| delegate::for_helper(scene, it)) {
            Some(case) => case,
            None if excuses.is_empty() || !stimulus.asked || scene.help.is_some() => {
                Case::otherwise(scene)
            }
            None => Case::says(excuses),
        };
    let allowed = |tool: &str| allows(scene, tool);
    let mut walk = StepWalk::new(scene, stimulus, &case, &allowed);
    let calls = walk.calls(&case.steps);
    let talk = case.talk(scene, &walk.spoken);
    ChatReply { talk: Some(Box::new(talk)), ..reply(scene, calls) }
}

/// Returns the state of the talk after an answer that a model words, whose subject is what the
/// script takes the line to be about.
#[must_use]
pub fn talk_after(scene: &Scene, learned: bool) -> TalkState {
    let stimulus = scene.stimulus.as_ref();
    let case = stimulus.and_then(|it| Case::of(scene, it, learned)).unwrap_or_default();
    // It answers, whatever the script would have asked back.
    let case = Case { certainty: Certainty::Likely, ..case };
    case.talk(scene, &SpokenFacts::default())
}

/// Builds an excuse in character, for a speaker for whom there is no time now; without calls unless the
/// character was asked.
#[must_use]
pub fn excuse(scene: &Scene) -> ChatReply {
    let asked = |it: &&Stimulus| it.asked && it.helping().is_none();
    let Some(stimulus) = scene.stimulus.as_ref().filter(asked) else {
        return reply(scene, Vec::new());
    };
    let case = Case::says(&scene.persona.script.excuses);
    let allowed = |_: &str| true;
    let mut walk = StepWalk::new(scene, stimulus, &case, &allowed);
    reply(scene, walk.calls(&case.steps))
}

/// Builds the reply in place of a model's silence towards somebody who spoke to the character: a gesture
/// where they see it, and an excuse elsewhere. To a pose, or where the script itself would be silent, it is
/// without calls.
#[must_use]
pub fn gesture(scene: &Scene, learned: bool) -> ChatReply {
    let owes = |it: &&Stimulus| it.owes_words() && it.helping().is_none();
    let Some(stimulus) = scene.stimulus.as_ref().filter(owes) else {
        return reply(scene, Vec::new());
    };
    let silent = |it: &Case<'_>| it.steps.contains(&Step::Silence);
    if Case::of(scene, stimulus, learned).as_ref().is_some_and(silent) {
        return reply(scene, Vec::new());
    }
    if !scene.present.contains(&stimulus.name) || stimulus.answer_way(&scene.present).tool != "say"
    {
        return excuse(scene);
    }
    let own = &scene.persona.script.silences;
    let texts = if own.is_empty() { vec![SILENT.to_owned()] } else { own.clone() };
    let case = Case { steps: vec![Step::Emote(texts)].into(), ..Case::default() };
    let allowed = |_: &str| true;
    let mut walk = StepWalk::new(scene, stimulus, &case, &allowed);
    reply(scene, walk.calls(&case.steps))
}

/// Builds the report on an order, for the one who gave it; `only_words` says that the order was to do
/// something, and words are all that its model did.
#[must_use]
pub fn report(scene: &Scene, only_words: bool) -> ChatReply {
    let calls = scene.stimulus.as_ref().map(|it| order::report(scene, it, only_words));
    reply(scene, calls.into_iter().collect())
}

/// The gesture of characters that have none of their own.
const SILENT: &str = "looks at {speaker} and says nothing.";

/// Returns the meaning of the scene's stimulus for the built-in brain; [`LineMeaning::Nothing`] for a
/// stimulus that is not speech.
#[must_use]
pub fn meaning(scene: &Scene) -> LineMeaning<'_> {
    classify(scene, true)
}

/// Classifies the scene's stimulus; without `by_examples`, by patterns alone.
fn classify(scene: &Scene, by_examples: bool) -> LineMeaning<'_> {
    let is_known = knows(scene);
    let line = said(scene, &is_known).map(|it| SaidLine { by_examples, ..it });
    line.map_or(LineMeaning::Nothing, |it| scene.persona.script.classify(it))
}

/// Reads the scene's stimulus; none for what is no speech. Without `learned` examples it goes by
/// patterns alone.
#[must_use]
pub fn read(scene: &Scene, learned: bool) -> Option<Reading> {
    let is_known = knows(scene);
    let line = SaidLine { by_examples: learned, ..said(scene, &is_known)? };
    let (meaning, odds) = scene.persona.script.odds(line);
    let meant = meaning.topics();
    // What is meant comes first, whatever its odds: a pattern may explain the whole line.
    let mut odds: Vec<(&Topic, u32)> = odds.collect();
    let is_meant = |it: &Topic| meant.first().is_some_and(|of| std::ptr::eq(*of, it));
    odds.sort_by_key(|(it, _)| !is_meant(it));
    let mut intents = odds.into_iter().map(|(it, odds)| Intent {
        topic: it.name.clone(),
        odds: u8::try_from(odds.min(100)).unwrap_or(100),
    });
    let asked = asked_for(line.words);
    let (is_sure, told) = match &meaning {
        LineMeaning::Topic(topic, rest) => (true, told(topic, rest)),
        LineMeaning::OneOf(_) | LineMeaning::Likely(..) | LineMeaning::Nothing => (false, None),
    };
    Some(Reading {
        act: act(line.words, asked, meant.first().copied()),
        intent: intents.next().filter(|_| !meant.is_empty()),
        runner_up: intents.next(),
        is_sure,
        asked,
        names: scene.people.iter().map(|it| it.name.clone()).collect(),
        told,
    })
}

fn told(topic: &Topic, rest: &str) -> Option<ToldFact> {
    let slot = topic.fills.clone()?;
    Some(ToldFact { slot, value: short_phrase(rest)?.to_owned() })
}

fn act(words: &str, asked: Option<AskedFor>, meant: Option<&Topic>) -> SpeechAct {
    match meant {
        Some(topic) if topic.is_offer() => SpeechAct::Request,
        _ if let Some(act) = SpeechAct::of_wording(words) => act,
        _ if asked == Some(AskedFor::May) => SpeechAct::Request,
        _ if asked.is_some() || words.trim_end().ends_with('?') => SpeechAct::Question,
        Some(topic) if topic.is_shared && topic.fills.is_none() => SpeechAct::Social,
        Some(_) | None => SpeechAct::Statement,
    }
}

/// Returns the readings from which [`meaning`] is chosen, best first.
#[must_use]
pub fn readings(scene: &Scene) -> Vec<TopicReading<'_>> {
    let is_known = knows(scene);
    said(scene, &is_known).map(|it| scene.persona.script.readings(it)).unwrap_or_default()
}

fn knows(scene: &Scene) -> impl Fn(&str) -> bool {
    |name| scene.person(name).is_some_and(|it| it.is_known)
}

/// Returns the line that a scene's stimulus is, if it is speech.
fn said<'a, 'k>(scene: &'a Scene, is_known: &'k dyn Fn(&str) -> bool) -> Option<SaidLine<'a, 'k>> {
    Some(SaidLine {
        words: words(scene)?,
        to: &scene.persona.body.name,
        after: scene.said_last.as_deref(),
        talk: Some(&scene.talk),
        is_known,
        named: scene.people.first().map(|it| it.name.as_str()),
        by_examples: true,
    })
}

/// Returns the words of a scene's stimulus as they are meant, if it is speech: "Bob thanks you." is
/// meant like thanks.
fn words(scene: &Scene) -> Option<&str> {
    let speech = |it: &&Stimulus| it.deed().is_none() && it.source != Source::Deed;
    let stimulus = scene.stimulus.as_ref().filter(speech)?;
    let shown = stimulus.words.strip_prefix(&stimulus.name);
    Some(shown.filter(|_| stimulus.source == Source::Pose).unwrap_or(&stimulus.words))
}

/// Returns whether one of these is among the words.
fn has_word(stimulus: &Stimulus, some: &[&str]) -> bool {
    let mut words = stimulus.words.split(|it: char| !it.is_alphanumeric());
    words.any(|word| some.iter().any(|it| word.eq_ignore_ascii_case(it)))
}

/// Returns whether somebody asks for what has to do with them, and so may have told it.
fn asks_of_oneself(stimulus: &Stimulus) -> bool {
    has_word(stimulus, &["i", "me", "my", "mine", "our", "we"])
}

/// Returns whether somebody asks what was said before, rather than how something is.
fn asks_of_before(stimulus: &Stimulus) -> bool {
    has_word(
        stimulus,
        &["did", "told", "tell", "said", "remember", "remind", "mentioned", "promised"],
    )
}

/// Returns whether somebody asks for what they told the character, and they did.
fn asks_what_was_told(scene: &Scene, stimulus: &Stimulus) -> bool {
    scene.told.is_some() && asks_of_oneself(stimulus) && asks_of_before(stimulus)
}

/// Returns whether a topic says what is kept in mind of the speaker, which is better than their words.
fn tells_of_slot(topic: &Topic, scene: &Scene) -> bool {
    topic.texts().into_iter().any(|text| {
        let read = ScriptText::read(text);
        read.is_ok_and(|it| it.placeholders().any(|name| scene.slots.contains_key(name)))
    })
}

/// Returns the calls of one step as a model's reply.
fn reply(scene: &Scene, acts: Vec<StepCall>) -> ChatReply {
    let acts = if acts.is_empty() { vec![StepCall::silence()] } else { acts };
    let calls = acts.into_iter().zip(scene.done.len()..).map(|(act, number)| ToolCall {
        id: format!("script-{number}"),
        name: act.tool.to_owned(),
        arguments: Arguments::Object(act.arguments),
    });
    ChatReply { calls: calls.collect(), authored: true, ..ChatReply::default() }
}

/// Returns whether an offer was made in this thought.
fn offers_made(scene: &Scene) -> bool {
    scene.done.iter().any(|it| it.tool == "offer" && it.success)
}
