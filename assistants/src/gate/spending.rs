//! Budget ledger as a resource, and the saved spending of the day.

use bevy_ecs::prelude::*;
use engine::{
    clock::Clock,
    save::{
        dirty::Dirty,
        document::{self, Changed, DocumentKind, SavedRow, Unreadable, Written},
    },
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};

use super::budget::{BudgetSettings, DaySpend, Ledger, SpendDays};
use crate::llm::allowance::{BudgetOf, OverBudget};

/// Kind and id of the only document.
const KIND: &str = "spending";

/// Budget ledger of the server.
#[derive(Resource, Debug, Default)]
pub struct Spending {
    pub ledger: Ledger,
    /// Day for which the low daily budget has been logged.
    told: Option<u64>,
}

/// Document of the day's spending.
#[derive(Debug, Clone, Serialize, Deserialize)]
enum SpendingDocument {
    V1(DaySpend),
    /// Spending with the days before it, oldest first.
    V2 {
        today: DaySpend,
        past: Vec<DaySpend>,
    },
}

impl SpendingDocument {
    /// Returns the spending of the last day, and of those before it.
    fn current(self) -> (DaySpend, Vec<DaySpend>) {
        match self {
            Self::V1(today) => (today, Vec::new()),
            Self::V2 { today, past } => (today, past),
        }
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Spending>();
    sim.add_document(DocumentKind { name: KIND, newest: None, collect, restore });
}

/// Sets the budget limits; must be called before the saved state is restored.
pub fn set(world: &mut World, settings: BudgetSettings) {
    let ledger = Ledger::new(settings, SpendDays::default());
    world.insert_resource(Spending { ledger, told: None });
}

/// Calls a function with the ledger, and marks the day's spending as changed.
pub(crate) fn with_ledger<T>(world: &mut World, work: impl FnOnce(&mut Ledger) -> T) -> T {
    world.resource_mut::<Dirty>().touch_document(KIND, KIND);
    work(&mut world.resource_mut::<Spending>().ledger)
}

/// Logs a warning when the server's daily budget has no room, at most once a day.
pub(crate) fn record_over_budget(world: &mut World, over: OverBudget) {
    if over.of != BudgetOf::Day {
        return;
    }
    let now = world.resource::<Clock>().now;
    let mut spending = world.resource_mut::<Spending>();
    let day = spending.ledger.days().today(now).day;
    if spending.told != Some(day) {
        spending.told = Some(day);
        tracing::warn!(unit = over.unit.name(), "the budget of the day is running out");
    }
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(_) = changed else { return None };
    let now = world.resource::<Clock>().now;
    let ledger = &world.resource::<Spending>().ledger;
    let mut past: Vec<DaySpend> = ledger.days().before(now).collect();
    past.reverse();
    let spent = SpendingDocument::V2 { today: ledger.days().today(now), past };
    Some(document::row(KIND, KIND, "", &spent))
}

fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    let Some(row) = saved.first() else { return Ok(()) };
    let document: SpendingDocument = document::read(KIND, row)?;
    let (day, past) = document.current();
    let mut spending = world.resource_mut::<Spending>();
    let settings = spending.ledger.settings().clone();
    spending.ledger = Ledger::new(settings, SpendDays::new(day, past));
    Ok(())
}
