//! `@npc cost`: what thoughts cost, and who has used up what they may.

use bevy_ecs::prelude::*;
use engine::{clock::Clock, id::CharacterId, index};
use text::styled::{Style, Text};
use world::beings::{character::Character, name::Name};

use crate::{
    gate::{
        budget::{Amounts, PayerAccount},
        spending::Spending,
    },
    llm::allowance::BudgetUnit,
    mind::body::Mind,
};

/// Most of those who used something that are shown.
pub const MOST_SHOWN: usize = 10;

/// Returns the report on spending: of each day, by each mind, and by those who used most of their own
/// budgets.
pub(super) fn shown(world: &mut World) -> Text {
    let now = world.resource::<Clock>().now;
    let mut minds = world.query_filtered::<&Character, With<Mind>>();
    let mut ids: Vec<CharacterId> = minds.iter(world).map(|it| it.0.clone()).collect();
    ids.sort();
    let ledger = &world.resource::<Spending>().ledger;
    let settings = ledger.settings();
    let mut text = Text::styled(Style::Heading, "What thoughts cost");
    let today = ledger.days().today(now).spent;
    text.say(&format!("\n  today, UTC: {}", of_which(today, settings.day)));
    for day in ledger.days().before(now) {
        let Amounts { questions, tokens, lines } = day.spent;
        let date = day.date();
        text.say(&format!("\n  {date}: {questions} questions, {tokens} tokens, {lines} lines"));
    }
    text.say("\nNot yet given back, an hour after it was used at the latest:");
    for id in ids {
        let it = ledger.of_mind(now, &id);
        text.say(&format!("\n  {id}: {}", of_which(it.used, settings.character)));
        text.say(over(it.percent));
    }
    for it in ledger.busiest_accounts(now, MOST_SHOWN) {
        text.say(&format!("\n  {}: ", payer(world, &it.of)));
        text.say(&of_which(it.used, settings.account)).say(over(it.percent));
    }
    for it in ledger.busiest_households(now, MOST_SHOWN) {
        text.say(&format!("\n  household {}: ", it.of.0));
        text.say(&of_which(it.used, settings.household)).say(over(it.percent));
    }
    text
}

/// Formats the used amount of each unit with its limit.
pub(super) fn of_which(used: Amounts, caps: Amounts) -> String {
    let one = |it: BudgetUnit| format!("{} of {} {}", used.of(it), caps.of(it), it.name());
    BudgetUnit::ALL.map(one).join(", ")
}

pub(super) fn over(percent: u64) -> &'static str {
    if percent >= 99 { " (used up)" } else { "" }
}

/// Returns the owner of an account, by the name of whoever plays it now.
#[must_use]
pub fn payer(world: &World, account: &PayerAccount) -> String {
    match account {
        PayerAccount::Account(id) => {
            let name = index::find(world, id).and_then(|it| world.get::<Name>(it));
            name.map_or_else(
                || "an account that nobody plays now".to_owned(),
                |it| it.0.to_string(),
            )
        }
        PayerAccount::Guests(household) => format!("the guests of household {}", household.0),
        PayerAccount::Character(id) => id.to_string(),
    }
}
