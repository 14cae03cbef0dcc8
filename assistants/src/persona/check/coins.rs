//! Detection of endless coin sources: trades that players can repeat with a profit each time.

use std::collections::{BTreeMap, BTreeSet};

use engine::id::{KindId, MarkId, RoomId};
use world::{
    content::{authored::Content, problem::Warning, reading::Read},
    trade::offer::{Condition, HadAgain, OfferEffect, Trade},
};

use crate::persona::{Persona, offer::OfferTalk};

/// Trade that the same player can repeat without limit.
struct EndlessTrade<'a> {
    file: &'a Read<Persona>,
    /// Index of the offer in the file of its character.
    index: usize,
    offer: &'a OfferTalk,
    trade: &'a Trade,
}

impl EndlessTrade<'_> {
    fn name(&self) -> String {
        format!("`{}/{}`", self.file.value.id, self.offer.id)
    }
}

/// Cheapest repeatable way to get an item of some kind.
#[derive(Clone)]
struct Supply<'a> {
    /// Cost in coins, rounded up.
    coins: u64,
    /// Indices of the trades on the way.
    trades: BTreeSet<usize>,
    /// Room in which everybody finds an item that it starts from.
    found: Option<&'a RoomId>,
}

/// Warns of each repeatable trade that pays more coins than its inputs cost.
pub(super) fn warn(personas: &[Read<Persona>], content: &Content, found: &mut Vec<Warning>) {
    let trades = endless(personas);
    let supplies = supplies(&trades, content);
    for (number, it) in trades.iter().enumerate() {
        let Some(way) = way(&trades, &supplies, number) else { continue };
        let pays = u64::from(it.trade.pays);
        if pays <= way.coins {
            continue;
        }
        let node = it.file.tree.field("offers").item(it.index).field("does").field("pays");
        found.push(Warning::new(&it.file.path, node.position(), sentence(&trades, it, &way)));
    }
}

fn sentence(
    trades: &[EndlessTrade<'_>],
    endless_trade: &EndlessTrade<'_>,
    way: &Supply<'_>,
) -> String {
    let names = way.trades.iter().filter_map(|at| trades.get(*at)).map(EndlessTrade::name);
    let others: Vec<String> = names.filter(|name| *name != endless_trade.name()).collect();
    match (others.as_slice(), way.found) {
        ([], None) => "these coins are paid for nothing, and as often as somebody asks; write \
                       `again: Never`, or what it takes"
            .to_owned(),
        ([], Some(room)) => format!(
            "these coins have no end: what it takes lies in `{room}` for everybody, as often as \
             they like; write `again: Never`, or a mark in `marks` and `NotMarked` with it in `when`"
        ),
        (others, _) => format!(
            "these coins have no end: what it takes is had for {} from {}, again and again; pay no \
             more than that, or write `again` or `stock`",
            coins(way.coins),
            others.join(" and ")
        ),
    }
}

fn coins(sum: u64) -> String {
    match sum {
        0 => "nothing".to_owned(),
        1 => "1 coin".to_owned(),
        more => format!("{more} coins"),
    }
}

/// Returns the trades without a limit: no stock, no cooldown.
fn endless(personas: &[Read<Persona>]) -> Vec<EndlessTrade<'_>> {
    let offers = personas.iter().flat_map(|file| {
        file.value.offers.iter().enumerate().map(move |(index, offer)| (file, index, offer))
    });
    let trades = offers.filter_map(|(file, index, offer)| match &offer.does {
        OfferEffect::Trade(trade) => Some(EndlessTrade { file, index, offer, trade }),
        OfferEffect::Escort { .. }
        | OfferEffect::Open { .. }
        | OfferEffect::Tell(_)
        | OfferEffect::Ask(_) => None,
    });
    trades.filter(|it| it.offer.again == HadAgain::AtOnce && it.offer.stock.is_none()).collect()
}

/// Returns the cheapest supply of each kind that has one.
fn supplies<'a>(
    trades: &'a [EndlessTrade<'a>],
    content: &'a Content,
) -> BTreeMap<&'a KindId, Supply<'a>> {
    let mut supplies = BTreeMap::new();
    for (room, plan) in &content.rooms {
        // Items that do not lie there for each player separately come back only after a while.
        let each = |it: &&KindId| content.kinds.get(*it).is_some_and(|kind| kind.each);
        for kind in plan.things.iter().filter(each) {
            let found = Supply { coins: 0, trades: BTreeSet::new(), found: Some(room) };
            supplies.entry(kind).or_insert(found);
        }
    }
    // Relaxation (as in Bellman-Ford): a way of several trades needs no more rounds than there are
    // trades.
    for _ in 0..trades.len() {
        let mut cheaper = false;
        for (number, EndlessTrade { trade, .. }) in trades.iter().enumerate() {
            let Some(way) = way(trades, &supplies, number) else { continue };
            let given: BTreeSet<&KindId> = trade.gives.iter().collect();
            for kind in given {
                let pieces = trade.gives.iter().filter(|it| *it == kind).count();
                let left = way.coins.saturating_sub(trade.pays.into());
                let coins = left.div_ceil(u64::try_from(pieces).unwrap_or(u64::MAX));
                if supplies.get(kind).is_none_or(|it| coins < it.coins) {
                    supplies.insert(kind, Supply { coins, ..way.clone() });
                    cheaper = true;
                }
            }
        }
        if !cheaper {
            break;
        }
    }
    supplies
}

/// Returns the cost of repeating a trade; none if something on the way has a limit.
fn way<'a>(
    trades: &[EndlessTrade<'a>],
    supplies: &BTreeMap<&KindId, Supply<'a>>,
    number: usize,
) -> Option<Supply<'a>> {
    let trade = trades.get(number)?.trade;
    let (coins, trades_of) = (trade.price.into(), BTreeSet::from([number]));
    let mut way = Supply { coins, trades: trades_of, found: None };
    for kind in &trade.takes {
        let supply = supplies.get(kind)?;
        way.coins = way.coins.saturating_add(supply.coins);
        way.trades.extend(&supply.trades);
        way.found = way.found.or(supply.found);
    }
    let on_the_way = || way.trades.iter().filter_map(|it| trades.get(*it));
    let conditions = || on_the_way().flat_map(|it| &it.offer.when);
    let has = |mark: &MarkId| {
        on_the_way().any(|it| it.trade.marks.contains(mark))
            || conditions().any(|it| matches!(it, Condition::Marked(other) if other == mark))
    };
    // A player who has the mark, from a trade or as a requirement, cannot repeat the way.
    let ends = conditions().any(|it| matches!(it, Condition::NotMarked(mark) if has(mark)));
    (!ends).then_some(way)
}
