//! Orders of several goods in one line: "an ale and a pie, please". The first is offered, since one offer of a
//! character stands at a time, and each of the others once the one before was accepted or declined.

use super::Case;
use crate::{
    llm::scene::{Scene, Stimulus},
    persona::script::{ScriptEvent, Step, Topic},
};

/// Maximum number of goods that wait to be offered.
const MOST_WAITING: usize = 3;
/// Numbers in front of goods.
const NUMBERS: [(&str, usize); 6] =
    [("two", 2), ("three", 3), ("2", 2), ("3", 3), ("couple", 2), ("both", 2)];

/// Words of an order beside the goods.
const AROUND: &str = "a an the one two three 1 2 3 some another and plus also then with please pls plz thanks thank you \
    ok okay yes well so good i we id ill would will could can may shall like want need take have get give gimme \
    bring me us for to too my order lets";

/// Returns the words of a text in lower case, without punctuation.
fn words(text: &str) -> impl Iterator<Item = String> {
    let plain = |word: &str| word.trim_matches(|of: char| !of.is_alphanumeric()).to_lowercase();
    text.split([' ', ',', '.', '!', '?', ';', '&', '+']).map(plain).filter(|it| !it.is_empty())
}

/// Returns the case of the first of several goods that a line orders; none for any other line.
pub(super) fn case<'a>(scene: &'a Scene, stimulus: &'a Stimulus) -> Option<Case<'a>> {
    let name = scene.persona.body.name.to_lowercase();
    let line: Vec<String> =
        words(&stimulus.words.replace('\'', "")).filter(|it| *it != name).collect();
    let offers = scene.persona.script.topics.iter().filter(|it| it.is_offer());
    let offers = offers.filter_map(|it| Some((it, words(it.called.as_deref()?).collect())));
    let offers: Vec<(&Topic, Vec<String>)> = offers.collect();
    let is_it = |word: &String, goods: &[String]| {
        let plural = |of: &String| word.strip_suffix('s') == Some(of.as_str());
        goods.last().is_some_and(|of| of == word || plural(of))
    };
    let place = |goods: &[String]| line.iter().position(|word| is_it(word, goods));
    let ordered = offers.iter().filter_map(|(of, goods)| Some((place(goods)?, *of, goods)));
    let mut ordered: Vec<(usize, &Topic, &Vec<String>)> = ordered.collect();
    ordered.sort_by_key(|(at, ..)| *at);
    ordered.dedup_by_key(|(at, ..)| *at);
    let is_plain = |word: &String| {
        let is_goods = ordered.iter().any(|(.., goods)| goods.contains(word) || is_it(word, goods));
        is_goods || AROUND.split_whitespace().any(|it| it == word)
    };
    let many = |at: usize| {
        let word = at.checked_sub(1).and_then(|before| line.get(before)).map_or("", String::as_str);
        NUMBERS.iter().find(|(name, _)| *name == word).map_or(1, |(_, many)| *many)
    };
    let all: Vec<&Topic> =
        ordered.iter().flat_map(|(at, topic, _)| std::iter::repeat_n(*topic, many(*at))).collect();
    let is_order = all.len() > 1 && line.iter().all(is_plain);
    let (first, others) = all.split_first().filter(|_| is_order)?;
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
