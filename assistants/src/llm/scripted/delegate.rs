//! Questions that a character puts to another on behalf of the speaker: those that it is asked to put,
//! those that it offers to put, and the answers that it brings.

use world::witness::fact::Source;

use super::{Case, Certainty, price};
use crate::{
    llm::scene::{HelpBrought, Scene, Stimulus},
    mind::talk_state::OfferedQuestion,
    perceive::request::VisitorRequest,
    persona::script::{LineMeaning, Script, Step, Test, Topic},
};

/// Words that agree to an offer, at the beginning of a line.
const AGREES: [&str; 12] = [
    "yes",
    "yeah",
    "yep",
    "aye",
    "sure",
    "please",
    "ok",
    "okay",
    "do",
    "gladly",
    "certainly",
    "alright",
];
/// Maximum number of words of a line that agrees.
const MOST_WORDS: usize = 6;

/// Returns the asking of another for the speaker, where they ask for that or agree to it.
pub(super) fn case<'a>(scene: &'a Scene, stimulus: &'a Stimulus) -> Option<Case<'a>> {
    if scene.helpers.is_empty() || !stimulus.is_told() {
        return None;
    }
    let named = |word: &str| {
        let helper = scene.helpers.iter().find(|it| it.is_called(word))?;
        Some(helper.whom.clone())
    };
    let me = &scene.persona.body.name;
    match VisitorRequest::read(&stimulus.words, me, &named) {
        Some(VisitorRequest::Ask { whom, question }) => asks(scene, &whom, &question),
        Some(VisitorRequest::Withdraw) => {
            let texts = &scene.persona.script.asks_no_more;
            let is_asked = scene.helpers.iter().any(|it| it.is_asked) && !texts.is_empty();
            is_asked.then(|| Case::says(texts))
        }
        Some(VisitorRequest::Tell { .. } | VisitorRequest::Await { .. }) => None,
        None => {
            let offered = scene.talk.may_ask.as_ref()?;
            let OfferedQuestion { whom, question } = offered;
            agrees(scene, stimulus, whom).then(|| asks(scene, whom, question)).flatten()
        }
    }
}

/// Returns the answer to a wish to tell or to ask somebody something who stands there.
pub(super) fn of_present<'a>(scene: &'a Scene, stimulus: &'a Stimulus) -> Option<Case<'a>> {
    let texts = &scene.persona.script.is_here;
    let is_here = |it: &str| scene.present.iter().any(|of| of == it);
    let is_open = stimulus.source == Source::Say && is_here(&stimulus.name);
    if texts.is_empty() || !stimulus.is_told() || !is_open {
        return None;
    }
    let named = |word: &str| {
        let others = scene.present.iter().filter(|it| **it != stimulus.name);
        others.into_iter().find(|it| it.eq_ignore_ascii_case(word)).cloned()
    };
    match VisitorRequest::read(&stimulus.words, &scene.persona.body.name, &named)? {
        VisitorRequest::Tell { whom: one, .. }
        | VisitorRequest::Ask { whom: one, .. }
        | VisitorRequest::Await { whom: one } => Some(Case { one, ..Case::says(texts) }),
        VisitorRequest::Withdraw => None,
    }
}

/// Returns the steps that ask another, and tell the speaker so.
fn asks<'a>(scene: &Scene, whom: &str, question: &str) -> Option<Case<'a>> {
    let script = &scene.persona.script;
    let helper = scene.helpers.iter().find(|it| it.whom == whom)?;
    if script.asks_another.is_empty() {
        return None;
    }
    let (said, refused) = (script.asks_another.clone(), script.cannot_ask.clone());
    // A brace in somebody's words is no placeholder.
    let question = question.replace(['{', '}'], "");
    let steps = vec![
        Step::Delegate(whom.to_owned(), question),
        Step::If(Test::Failed, vec![Step::Reply(refused)], vec![Step::Reply(said)]),
    ];
    Some(Case { steps: steps.into(), one: helper.name.clone(), ..Case::default() })
}

/// Returns the offer to ask whoever has the answer to a topic.
pub(super) fn offer<'a>(
    scene: &'a Scene,
    stimulus: &'a Stimulus,
    topic: &'a Topic,
) -> Option<Case<'a>> {
    let whom = topic.passes_to.as_deref()?;
    let helper = scene.helpers.iter().find(|it| it.whom == whom)?;
    let texts = &scene.persona.script.may_ask;
    if texts.is_empty() || !stimulus.is_told() {
        return None;
    }
    let question = without_name(&stimulus.words, &scene.persona.body.name);
    let question = OfferedQuestion { whom: whom.to_owned(), question: question.to_owned() };
    Some(Case {
        topic: Some(topic),
        one: helper.name.clone(),
        may_ask: Some(question),
        ..Case::says(texts)
    })
}

/// Returns a line without the name of the one whom it addresses, which stands at one of its ends.
fn without_name<'a>(line: &'a str, name: &str) -> &'a str {
    let is_name = |it: &str| it.trim().eq_ignore_ascii_case(name);
    match (line.split_once(','), line.rsplit_once(',')) {
        (Some((first, rest)), _) if is_name(first) => rest.trim(),
        (_, Some((rest, last))) if is_name(last.trim_end_matches(['?', '!', '.'])) => rest.trim(),
        _ => line,
    }
}

/// Returns the answer of a case to a question that another character passes on: of what is sold the
/// price, and nothing of what asks back or does something.
pub(super) fn for_helper<'a>(scene: &'a Scene, case: Case<'a>) -> Option<Case<'a>> {
    if scene.help.is_none() {
        return Some(case);
    }
    if let Some(topic) = case.topic.filter(|it| it.is_offer()) {
        return price::case(scene, Some(topic), &LineMeaning::Nothing);
    }
    let does = |it: &Step| {
        matches!(
            it,
            Step::Delegate(..)
                | Step::Command(..)
                | Step::Learn(_)
                | Step::Keep(..)
                | Step::Remember(_)
        )
    };
    (case.certainty != Certainty::Guess && !case.steps.iter().any(does)).then_some(case)
}

/// Returns whether a line agrees to have somebody asked.
fn agrees(scene: &Scene, stimulus: &Stimulus, whom: &str) -> bool {
    let words = stimulus.words.split(|it: char| !it.is_alphanumeric());
    let words: Vec<String> = words.filter(|it| !it.is_empty()).map(str::to_lowercase).collect();
    let me = scene.persona.body.name.to_lowercase();
    let mut words = words.iter().map(String::as_str).filter(|it| *it != me);
    let first = words.next().unwrap_or_default();
    let rest: Vec<&str> = words.collect();
    let is_named = |word: &str| {
        let helper = scene.helpers.iter().find(|it| it.whom == whom);
        ["her", "him", "them"].contains(&word) || helper.is_some_and(|it| it.is_called(word))
    };
    let asks_them = first == "ask" && rest.first().is_some_and(|it| is_named(it));
    rest.len() < MOST_WORDS && (AGREES.contains(&first) && !rest.contains(&"not") || asks_them)
}

/// Returns the texts with which a script brings an answer, or tells that there is none.
pub(super) fn brought(script: &Script, brought: HelpBrought) -> &[String] {
    if brought.is_answer { &script.brings } else { &script.brings_none }
}
