//! Views of `@npc`: the town's own people, what goes round, and what thoughts cost.

use assistants::{
    gate::{
        budget::{Amounts, BudgetUse},
        spending::Spending,
    },
    staff::npc::{
        Npc,
        cost::{MOST_SHOWN, payer},
        list,
        rumours::{self, RumourCarrier, RumourPath},
    },
};
use bevy_ecs::prelude::*;
use engine::clock::{Clock, WorldTime};
use serde_json::{Value, json};

/// Returns the data of `@npc` for a reader, in parts; none where words are enough.
pub(super) fn view(world: &mut World, reader: Entity, npc: Npc) -> Option<Value> {
    match npc {
        Npc::List => Some(people(world)),
        Npc::Cost => Some(cost(world)),
        Npc::Rumours(number) => Some(goes_round(world, reader, &number)),
        Npc::Show(_)
        | Npc::Make(_)
        | Npc::Brief(_)
        | Npc::Actions(_)
        | Npc::Capsule(_)
        | Npc::Stop(_)
        | Npc::Start(_)
        | Npc::Set(_)
        | Npc::Goals(..)
        | Npc::Memory(..)
        | Npc::Journal(..)
        | Npc::Sleep { .. }
        | Npc::History(..)
        | Npc::SayAs(..)
        | Npc::Pause(..)
        | Npc::Budget { .. }
        | Npc::Reset(_)
        | Npc::Reload => None,
    }
}

fn people(world: &mut World) -> Value {
    let people = list::listed(world).into_iter().map(
        |it| json!({"id": it.who.id, "name": it.who.name, "state": it.state, "room": it.room}),
    );
    json!({"is": "people", "people": people.collect::<Vec<_>>()})
}

fn goes_round(world: &mut World, reader: Entity, number: &str) -> Value {
    let now = world.resource::<Clock>().now;
    let paths = rumours::paths(world, reader);
    if number.is_empty() {
        let more = paths.len().saturating_sub(rumours::MOST);
        let listed = paths.iter().take(rumours::MOST).map(|it| {
            json!({
                "number": it.number(), "words": it.words, "known": it.carriers.len(),
                "at": it.newest().to_string(),
            })
        });
        return json!({"is": "rumours", "rumours": listed.collect::<Vec<_>>(), "more": more});
    }
    let path = paths.iter().find(|it| it.number().starts_with(number));
    json!({"is": "path", "path": path.map(|it| told(it, now))})
}

fn told(path: &RumourPath, now: WorldTime) -> Value {
    let carrier = |it: &RumourCarrier| {
        let from = it.told_by.as_ref().or(it.said_by.as_ref());
        json!({
            "id": it.who.id, "name": it.who.name,
            "from": from.map(|it| json!({"id": it.id, "name": it.name})),
            "retellings": it.retellings, "strength": it.strength, "words": it.words,
            "at": it.at.to_string(), "seconds": now.since(it.at).as_secs(),
        })
    };
    let carriers: Vec<Value> = path.carriers.iter().map(carrier).collect();
    json!({"number": path.number(), "words": path.words, "carriers": carriers})
}

fn cost(world: &mut World) -> Value {
    let now = world.resource::<Clock>().now;
    let people: Vec<_> = list::listed(world).into_iter().map(|it| it.who).collect();
    let ledger = &world.resource::<Spending>().ledger;
    let settings = ledger.settings();
    let today = ledger.days().today(now);
    let day = |date: String, it: Amounts| json!({"date": date, "spent": it});
    let days = ledger.days().before(now).map(|it| day(it.date(), it.spent));
    let days: Vec<Value> = std::iter::once(day(today.date(), today.spent)).chain(days).collect();
    let used = |name: String, percent: u64, used: Amounts| json!({"name": name, "percent": percent, "used": used});
    let characters: Vec<Value> = people
        .into_iter()
        .map(|who| {
            let it: BudgetUse<_> = ledger.of_mind(now, &who.id);
            used(who.name, it.percent, it.used)
        })
        .collect();
    let accounts = ledger.busiest_accounts(now, MOST_SHOWN);
    let accounts = accounts.into_iter().map(|it| used(payer(world, &it.of), it.percent, it.used));
    let households = ledger.busiest_households(now, MOST_SHOWN).into_iter();
    let households =
        households.map(|it| used(format!("household {}", it.of.0), it.percent, it.used));
    json!({
        "is": "cost", "days": days, "limit": settings.day, "characters": characters,
        "payers": accounts.chain(households).collect::<Vec<_>>(),
    })
}
