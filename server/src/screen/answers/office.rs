//! Views of reports, of the audit, and of the characters of an account.

use bevy_ecs::prelude::*;
use serde_json::{Value, json};
use world::{
    beings::{character::Character, characters::Characters, roster::Roster},
    staff::{
        audit::{
            Audit, Ended,
            command::{AuditCommand, chosen},
        },
        case::{CaseTopic, CaseV1, Cases},
        reports::{MOST, Reports, excerpt},
    },
};

/// Returns the data of `reports`; none after a report is closed, of which words tell.
pub(super) fn reports(world: &World, command: &Reports) -> Option<Value> {
    let cases = world.resource::<Cases>();
    match command {
        Reports::List => {
            let listed: Vec<Value> = cases.open().take(MOST).map(listed).collect();
            let more = cases.open().count().saturating_sub(MOST);
            Some(json!({"is": "reports", "reports": listed, "more": more}))
        }
        Reports::Show(number) => cases.get(*number).map(report),
        Reports::Close { .. } => None,
    }
}

fn about(case: &CaseV1) -> String {
    case.topic.name().map_or_else(|| case.about.name.clone(), str::to_owned)
}

fn listed(case: &CaseV1) -> Value {
    json!({
        "number": case.number, "by": case.by.name, "about": about(case),
        "at": case.at.to_string(), "words": excerpt(case),
    })
}

fn report(case: &CaseV1) -> Value {
    let of = |roster: &Roster| {
        let names: Vec<&str> = roster.characters.iter().map(|it| it.name.as_str()).collect();
        json!({"account": roster.account, "characters": names})
    };
    let account = |roster: &Option<Roster>| roster.as_ref().map(of);
    let is_person = case.topic == CaseTopic::Person;
    let closed = case.closed.as_ref();
    json!({
        "is": "report", "number": case.number, "person": is_person,
        "by": {"name": case.by.name, "id": case.by.id, "of": account(&case.by_account)},
        "about": {
            "name": about(case), "id": is_person.then_some(&case.about.id),
            "of": if is_person { account(&case.about_account) } else { None },
        },
        "at": case.at.to_string(), "room": case.room, "words": case.words, "heard": case.heard,
        "says": case.says,
        "closed": closed.map(|it| {
            json!({"by": it.by.name, "at": it.at.to_string(), "done": it.done})
        }),
    })
}

/// Returns the data of `audit`, newest first.
pub(super) fn audit(world: &World, command: &AuditCommand) -> Value {
    let acts = chosen(world.resource::<Audit>(), command).into_iter().map(|it| {
        json!({
            "at": it.at.to_string(), "who": it.who.name, "account": it.account,
            "address": it.address.map(|it| it.to_string()), "line": it.line,
            "done": it.ended == Ended::Done, "ended": it.ended.to_string(),
        })
    });
    json!({"is": "audit", "of": command.who, "acts": acts.collect::<Vec<_>>()})
}

/// Returns the characters of an account, as `characters` lists them for one of them.
pub(super) fn characters(world: &World, viewer: Entity, command: &Characters) -> Option<Value> {
    match command {
        Characters::List => {}
        Characters::New(_) => return None,
    }
    let (me, roster) = (world.get::<Character>(viewer)?, world.get::<Roster>(viewer)?);
    let all = roster.characters.iter().map(|it| json!({"name": it.name, "now": it.id == me.0}));
    Some(json!({"is": "characters", "characters": all.collect::<Vec<_>>()}))
}
