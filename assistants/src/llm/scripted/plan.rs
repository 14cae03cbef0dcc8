//! Plan of an answer that a model words: calls that the script makes itself, and the words that it
//! has for the matter. A model thus need not call tools to sell, to remember or to lead the way.

use std::borrow::Cow;

use super::{
    Case, Certainty, allows, delegate, next, offers_made, reply,
    steps::{StepCall, StepWalk},
};
use crate::{
    llm::{
        ChatReply,
        profile::{AnswersBy, QuestionForm},
        scene::{Done, LeadKind, Scene, ThoughtOccasion},
    },
    persona::script::Topic,
};

/// Next move towards an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Plan {
    /// Calls of the script that come before any words: an offer, a note, a look.
    Act(ChatReply),
    /// Answer of the script in full.
    Answer(ChatReply),
    /// Question to the model.
    Ask,
}

/// Words of the script for a model.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ScriptDraft {
    /// Texts about the matter, filled in: the answer if the script has one, and else one text for each
    /// intent that may be meant.
    pub texts: Vec<String>,
    /// Gesture that goes with them, as a predicate after the name.
    pub gesture: Option<String>,
    /// True if the script has an answer, which the texts are.
    pub is_answer: bool,
}

/// Tools whose calls are words or a pose.
const WORDS: [&str; 6] = ["say", "whisper", "page", "channel_say", "emote", "noop"];

/// Maximum number of texts of a draft, where one of several intents may be meant: more of them tell a
/// small model less.
const TEXTS: usize = 2;

/// Returns the next move towards the answer to the stimulus of a scene. An offer that was made is an
/// answer: its words are its author's, because they state the price. So is a rumour that is passed
/// on, and a message, which the engine words. A model that only says words is not asked to greet, because
/// there is nothing to answer, nor to ask back about an offer, which its words could only pretend to make.
#[must_use]
pub fn plan(scene: &Scene, learned: bool, (answers, form): (AnswersBy, QuestionForm)) -> Plan {
    let Some(stimulus) = scene.stimulus.as_ref().filter(|it| !it.is_order()) else {
        return Plan::Ask;
    };
    let case = Case::of(scene, stimulus, learned).and_then(|it| delegate::for_helper(scene, it));
    let Some(case) = case else { return Plan::Ask };
    let is_sure = case.certainty == Certainty::Sure;
    let allowed = |tool: &str| allows(scene, tool);
    let mut walk = StepWalk::new(scene, stimulus, &case, &allowed);
    let calls = walk.calls(&case.steps);
    let is_told = calls.iter().any(|it| it.tool == "tell")
        || matches!(stimulus.lead(), Some(LeadKind::Message(_)));
    let asks_of_offer =
        case.certainty == Certainty::Guess && case.topic.is_some_and(Topic::is_offer);
    let is_for_script = asks_of_offer || stimulus.occasion == ThoughtOccasion::Arrival;
    if is_told || offers_made(scene) || is_for_script && form == QuestionForm::Words {
        return Plan::Answer(next(scene, learned));
    }
    let (words, acts): (Vec<StepCall>, Vec<StepCall>) =
        calls.into_iter().partition(|it| WORDS.contains(&it.tool));
    // Without anything to say of its own accord there is nothing to ask a model.
    if stimulus.lead().is_some_and(|it| !it.is_bidden()) && words.iter().all(|it| it.tool == "noop")
    {
        return Plan::Answer(reply(scene, Vec::new()));
    }
    if !acts.is_empty() {
        return if is_sure { Plan::Act(reply(scene, acts)) } else { Plan::Ask };
    }
    let has_answer = is_sure || case.certainty == Certainty::Likely;
    if has_answer && answers == AnswersBy::Sure && !words.is_empty() {
        return Plan::Answer(next(scene, learned));
    }
    Plan::Ask
}

/// Returns the draft of an answer to the stimulus of a scene: the words of the script once its acts
/// are done. Words of a model that were refused are none of the script's, so that a model that is
/// asked once more reads the same.
#[must_use]
pub fn draft(scene: &Scene, learned: bool) -> ScriptDraft {
    let is_refused = |it: &Done| !it.success && WORDS.contains(&it.tool.as_str());
    let mut scene = Cow::Borrowed(scene);
    if scene.done.iter().any(is_refused) {
        scene.to_mut().done.retain(|it| !is_refused(it));
    }
    let scene = scene.as_ref();
    let stimulus = scene.stimulus.as_ref().filter(|it| !it.is_order());
    let of = |it| Some((it, delegate::for_helper(scene, Case::of(scene, it, learned)?)?));
    let Some((stimulus, case)) = stimulus.and_then(of) else {
        return ScriptDraft::default();
    };
    let allowed = |_: &str| true;
    let mut walk = StepWalk::new(scene, stimulus, &case, &allowed);
    let mut draft = ScriptDraft { is_answer: true, ..ScriptDraft::default() };
    if case.certainty != Certainty::Guess {
        walk_words(&mut draft, walk.calls(&case.steps));
    }
    if case.certainty != Certainty::Sure && draft.texts.is_empty() {
        // Small talk is nothing that a character knows.
        let matters = case.guesses.iter().filter(|it| !it.is_shared);
        let texts = matters.take(TEXTS).filter_map(|topic| {
            let texts: Vec<String> = topic.texts().into_iter().cloned().collect();
            walk.speech(&texts)?.words
        });
        return ScriptDraft { texts: texts.collect(), ..ScriptDraft::default() };
    }
    draft
}

/// Adds the words and the gesture among calls to a draft.
fn walk_words(draft: &mut ScriptDraft, calls: Vec<StepCall>) {
    for mut call in calls {
        let text = call.arguments.remove("text");
        let text = text.as_ref().and_then(serde_json::Value::as_str).map(str::to_owned);
        match (call.tool, text) {
            ("emote", text) => draft.gesture = text,
            ("say" | "whisper" | "page" | "channel_say", Some(text)) => draft.texts.push(text),
            _ => {}
        }
    }
}
