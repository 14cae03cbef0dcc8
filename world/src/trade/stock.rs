//! Stock counts of offers, common to all players and saved across restarts.

use std::{collections::BTreeMap, time::Duration};

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    id::CharacterId,
    save::{
        self,
        dirty::Dirty,
        document::{Changed, DocumentKind, SavedRow, Unreadable, Written},
    },
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};

use super::{cooldown::key, offer::Offer};

/// Document kind of stocks.
const KIND: &str = "stock";

/// Sold copies of each offer with a limited stock, by document id such as `mara/sell-pie`. Bounded
/// by the number of such offers in the content.
#[derive(Resource, Debug, Default)]
struct Stocks(BTreeMap<String, StockV1>);

/// Saved stock of one offer, by schema version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum StockDocument {
    /// Schema version 1.
    V1(StockV1),
}

/// Saved stock, schema version 1: the sold copies instead of the remaining ones, so that a reload
/// may change the total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
struct StockV1 {
    gone: u32,
    /// Time since when the next copy is being restocked.
    since: WorldTime,
}

impl StockV1 {
    /// Returns the stock after restocking until `now`, with `restocks` seconds per copy.
    fn at(self, now: WorldTime, restocks: Option<u32>) -> Self {
        let Some(seconds) = restocks.filter(|it| *it > 0) else { return self };
        let each = Duration::from_secs(seconds.into());
        let back = now.since(self.since).as_secs() / each.as_secs();
        match u32::try_from(back).ok().filter(|back| *back < self.gone) {
            Some(back) => Self { gone: self.gone - back, since: self.since.after(each * back) },
            None => Self { gone: 0, since: now },
        }
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Stocks>();
    sim.add_document(DocumentKind { name: KIND, newest: None, collect, restore });
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(id) = changed else { return None };
    let stock = *world.resource::<Stocks>().0.get(id)?;
    Some(save::document::row(KIND, id, "", &StockDocument::V1(stock)))
}

fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    let mut stocks = Stocks::default();
    for row in saved {
        let StockDocument::V1(it) = save::document::read(KIND, row)?;
        stocks.0.insert(row.id.clone(), it);
    }
    world.insert_resource(stocks);
    Ok(())
}

/// Returns the current stock of an offer.
fn gone(world: &World, key: &str, offer: &Offer) -> StockV1 {
    let now = world.resource::<Clock>().now;
    let stock = world.resource::<Stocks>().0.get(key).copied();
    stock.unwrap_or(StockV1 { gone: 0, since: now }).at(now, offer.restocks)
}

/// Deletes the stocks of a character that is gone for good.
pub fn forget(world: &mut World, by: &CharacterId) {
    let before = format!("{by}/");
    let stocks = &mut world.resource_mut::<Stocks>().into_inner().0;
    let gone: Vec<String> = stocks.keys().filter(|it| it.starts_with(&before)).cloned().collect();
    stocks.retain(|key, _| !key.starts_with(&before));
    let mut dirty = world.resource_mut::<Dirty>();
    gone.into_iter().for_each(|key| dirty.touch_document(KIND, key));
}

/// Returns the number of copies left of an offer of `by`; none if unlimited.
pub(super) fn left(world: &World, by: Entity, offer: &Offer) -> Option<u32> {
    let (all, key) = (offer.stock?, key(world, by, offer)?);
    Some(all.saturating_sub(gone(world, &key, offer).gone))
}

/// Takes one copy from the stock of an offer of `by`, if limited.
pub(super) fn take(world: &mut World, by: Entity, offer: &Offer) {
    let Some(key) = offer.stock.and_then(|_| key(world, by, offer)) else { return };
    let mut stock = gone(world, &key, offer);
    stock.gone = stock.gone.saturating_add(1);
    world.resource_mut::<Stocks>().0.insert(key.clone(), stock);
    world.resource_mut::<Dirty>().touch_document(KIND, key);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_gone_comes_back_one_after_another_however_often_one_looks(
            gone in 0_u32..20,
            seconds in 1_u32..100,
            looks in prop::collection::vec(0_u64..200_000, 0..8),
        ) {
            let start = StockV1 { gone, since: WorldTime(5_000) };
            let mut now = start.since;
            let mut stock = start;
            for span in looks {
                now = now.after(Duration::from_millis(span));
                stock = stock.at(now, Some(seconds));
                // Reading the stock does not change it.
                prop_assert_eq!(stock.gone, start.at(now, Some(seconds)).gone);
                let back = now.since(start.since).as_secs() / u64::from(seconds);
                prop_assert_eq!(u64::from(stock.gone), u64::from(gone).saturating_sub(back));
                prop_assert_eq!(start.at(now, None), start, "without a time it stays gone");
            }
        }
    }
}
