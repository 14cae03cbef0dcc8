//! Checks of the stock, restocking time and cooldown of an offer.

use crate::{
    content::{line, locate::Node, problem::Problem},
    trade::offer::{AGAIN_SECONDS, HadAgain, Offer, RESTOCK_SECONDS},
};

/// Returns the problems of stock, restocking and cooldown.
pub(super) fn problems(path: &str, node: &Node, offer: &Offer) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut tell = |field: &str, sentence: String| {
        problems.push(Problem::new(path, node.field(field).position(), sentence));
    };
    if offer.stock == Some(0) {
        tell("stock", "of this there is nothing, ever; `stock` is at least 1".to_owned());
    }
    if let Some(seconds) = offer.restocks {
        let (least, most) = (RESTOCK_SECONDS.start(), RESTOCK_SECONDS.end());
        if offer.stock.is_none() {
            let sentence = "without `stock` there is no end of it, so nothing comes back; say how \
                            many there are, or remove this";
            tell("restocks", sentence.to_owned());
        } else if !RESTOCK_SECONDS.contains(&seconds) {
            let sentence =
                format!("`restocks` is between {least} and {most} seconds, not {seconds}");
            tell("restocks", sentence);
        }
    }
    if let HadAgain::After(seconds) = offer.again
        && !AGAIN_SECONDS.contains(&seconds)
    {
        let (least, most) = (AGAIN_SECONDS.start(), AGAIN_SECONDS.end());
        let sentence = format!("`again` is between {least} and {most} seconds, not {seconds}");
        tell("again", sentence);
    }
    if offer.sold_out.is_some() && offer.stock.is_none() {
        let sentence = "without `stock` it never sells out, so this is never said; remove it";
        tell("sold_out", sentence.to_owned());
    }
    if offer.so_soon.is_some() && offer.again == HadAgain::AtOnce {
        let sentence = "without `again` it is never too soon, so this is never said; remove it";
        tell("so_soon", sentence.to_owned());
    }
    for (field, text) in [("sold_out", &offer.sold_out), ("so_soon", &offer.so_soon)] {
        let text = text.iter().flat_map(|it| line::filled(path, node, field, it));
        problems.extend(text);
    }
    problems
}
