//! Answers to "how much is it?": the price of what the talk is about, or of all that is sold.

use text::styled::list;

use super::Case;
use crate::{
    llm::scene::Scene,
    perceive::follow_up::FollowUp,
    persona::script::{LineMeaning, Step, Topic},
};

/// Returns the answer to a price question that names no goods; none where the own `meaning` of the line
/// says more.
pub(super) fn case<'a>(
    scene: &'a Scene,
    subject: Option<&'a Topic>,
    meaning: &LineMeaning<'a>,
) -> Option<Case<'a>> {
    let script = &scene.persona.script;
    if script.price.is_empty() {
        return None;
    }
    let answer = |one: String, topic: Option<&'a Topic>| Case {
        one,
        topic,
        further: Some(FollowUp::Price),
        ..Case::says(&script.price)
    };
    let of_subject = subject.and_then(offered).and_then(|id| {
        scene.persona.offers.iter().find(|it| it.id.as_str() == id).filter(|it| it.is_priced())
    });
    if let Some(offer) = of_subject {
        return Some(answer(offer.what.clone(), subject));
    }
    // What the author says of prices is better than a list.
    let is_own = |it: &Topic| it.is_own || it.thread.is_some();
    if matches!(meaning, LineMeaning::Topic(topic, _) if is_own(topic)) {
        return None;
    }
    let sold = scene.persona.offers.iter().filter(|it| it.is_on_sale());
    let sold: Vec<String> = sold.map(|it| it.what.clone()).collect();
    (!sold.is_empty()).then(|| answer(list(&sold), None))
}

/// Returns the id of the offer that a topic makes.
fn offered(topic: &Topic) -> Option<&str> {
    match topic.steps.first() {
        Some(Step::Offer(id)) => Some(id.as_str()),
        Some(_) | None => None,
    }
}
