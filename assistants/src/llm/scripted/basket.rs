//! Orders of several goods in one line: "an ale and a pie, please". The first is offered, since one offer of a
//! character stands at a time; the next is a line more.

use super::Case;
use crate::{
    llm::scene::{Scene, Stimulus},
    memory::words,
    persona::script::Topic,
};

/// Words of an order beside the goods.
const AROUND: &str = "a an the one two three some another and plus also then with please pls plz thanks thank you \
    ok okay yes well so good i we id ill would will could can may shall like want need take have get give gimme \
    bring me us for to too my order lets";

/// Returns the case of the first of several goods that a line orders; none for any other line.
pub(super) fn case<'a>(scene: &'a Scene, stimulus: &'a Stimulus) -> Option<Case<'a>> {
    if stimulus.words.contains('?') {
        return None;
    }
    let name = scene.persona.body.name.to_lowercase();
    let line: Vec<String> =
        words(&stimulus.words.replace('\'', "")).filter(|it| *it != name).collect();
    let offers: Vec<(&Topic, Vec<String>)> = scene
        .persona
        .script
        .topics
        .iter()
        .filter(|it| it.is_offer())
        .filter_map(|it| Some((it, words(it.called.as_deref()?).collect())))
        .collect();
    let place = |(_, goods): &(&Topic, Vec<String>)| {
        let noun = goods.last()?;
        line.iter().position(|it| it == noun)
    };
    let mut ordered: Vec<(usize, &Topic)> =
        offers.iter().filter_map(|it| Some((place(it)?, it.0))).collect();
    ordered.sort_by_key(|(at, _)| *at);
    ordered.dedup_by_key(|(at, _)| *at);
    let is_plain = |it: &String| {
        let of_goods = || {
            ordered.iter().any(|(_, of)| {
                offers.iter().any(|(topic, goods)| std::ptr::eq(*topic, *of) && goods.contains(it))
            })
        };
        AROUND.split_whitespace().any(|of| of == it) || of_goods()
    };
    let is_order = ordered.len() > 1 && line.iter().all(is_plain);
    let (_, first) = ordered.first().filter(|_| is_order)?;
    Some(Case::of_topic(first, ""))
}
