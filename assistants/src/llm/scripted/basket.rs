//! Answers to orders of several goods in one line. The first is offered, since one offer of a character to
//! somebody stands at a time, and each of the others once the one before was accepted or declined.

use super::Case;
use crate::{
    llm::scene::{Scene, Stimulus},
    perceive::order,
    persona::script::{ScriptEvent, Step},
};

/// Maximum number of goods that wait to be offered.
const MOST_WAITING: usize = 3;
/// Returns the case of the goods that a line orders, where several are named, or what somebody else has
/// just ordered; none for any other line.
pub(super) fn case<'a>(scene: &'a Scene, stimulus: &'a Stimulus) -> Option<Case<'a>> {
    let persona = &scene.persona;
    if order::is_same(persona, &stimulus.words)
        && let Some(topic) = scene.ordered_lately.as_deref().and_then(|it| persona.script.topic(it))
    {
        return Some(Case::of_topic(topic, ""));
    }
    let all = order::goods(persona, &stimulus.words);
    if all.is_empty() {
        return order::ordered_first(persona, &stimulus.words).map(|it| Case::of_topic(it, ""));
    }
    let (first, others) = all.split_first().filter(|(_, others)| !others.is_empty())?;
    let goods = others.iter().take(MOST_WAITING).map(|topic| topic.name.clone());
    Some(Case { ordered: goods.collect(), ..Case::of_topic(first, "") })
}

/// Returns the case of the next of several goods that were ordered, once the one before was accepted or
/// declined.
pub(super) fn next<'a>(scene: &'a Scene, deed: &ScriptEvent) -> Option<Case<'a>> {
    let is_answer = matches!(deed, ScriptEvent::Accepted(_) | ScriptEvent::Declined);
    let (next, left) = scene.talk.ordered.split_first().filter(|_| is_answer)?;
    let script = &scene.persona.script;
    let topic = script.topic(next).filter(|it| it.is_offer())?;
    // What is felt of a deal comes first; of a refusal nothing is said, since the order goes on.
    let felt = script.on(deed).iter().filter(|_| *deed != ScriptEvent::Declined).cloned();
    let steps: Vec<Step> = felt.chain(topic.steps.iter().cloned()).collect();
    Some(Case { steps: steps.into(), ordered: left.to_vec(), ..Case::of_topic(topic, "") })
}
