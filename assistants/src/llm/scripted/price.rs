//! Answers to "how much is it?": the price of what the talk is about, or of all that is sold.

use text::styled::list;
use world::trade::offer::{Condition, OfferEffect};

use super::Case;
use crate::{
    llm::scene::Scene,
    perceive::follow_up::FollowUp,
    persona::{
        offer::OfferTalk,
        script::{LineMeaning, Step, Topic},
    },
};

/// Returns the answer to a question after a price that names no goods; none where `meaning`, which
/// the line has by itself, says more.
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
        scene.persona.offers.iter().find(|it| it.id.as_str() == id).filter(|it| is_priced(it))
    });
    if let Some(offer) = of_subject {
        return Some(answer(offer.what.clone(), subject));
    }
    // What the author says of prices is better than a list.
    let is_own = |it: &Topic| it.is_own || it.thread.is_some();
    if matches!(meaning, LineMeaning::Topic(topic, _) if is_own(topic)) {
        return None;
    }
    // What is sold to everybody, and no service and no reward.
    let is_sold = |it: &&OfferTalk| match &it.does {
        OfferEffect::Trade(trade) => {
            let is_for_all = |when: &Condition| matches!(when, Condition::Hour(..));
            it.when.iter().all(is_for_all) && !trade.gives.is_empty() && is_priced(it)
        }
        OfferEffect::Escort { .. }
        | OfferEffect::Open { .. }
        | OfferEffect::Tell(_)
        | OfferEffect::Ask(_) => false,
    };
    let sold = scene.persona.offers.iter().filter(is_sold);
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

/// Returns whether an offer asks for coins.
fn is_priced(offer: &OfferTalk) -> bool {
    matches!(&offer.does, OfferEffect::Trade(trade) if trade.price > 0)
}
