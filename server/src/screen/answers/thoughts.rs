//! View of `why`: the thoughts of a character, entry by entry.

use assistants::{
    mind::body::Mind,
    record::{
        entry::{RecordEntry, Recorded},
        newest::NewestRecord,
        question::QuestionPart,
        view::{RecordNames, RecordReader, RecordView, line},
    },
    staff::why::{BESIDE, Why},
};
use bevy_ecs::prelude::*;
use serde_json::{Value, json};
use world::beings::{character::Character, name::Name};

/// Returns the data of `why` for a reader, in parts.
pub(super) fn view(world: &mut World, reader: Entity, why: &Why) -> Option<Value> {
    let mind = named(world, &why.name)?;
    let (me, name) = (world.get::<Character>(reader)?, world.get::<Name>(mind)?);
    let newest = world.get::<NewestRecord>(mind)?;
    let reader = if why.private { RecordReader::InPrivate } else { RecordReader::Character(&me.0) };
    let names = RecordNames::of(newest.entries());
    let shown = |it: &RecordEntry| entry(it, RecordView { reader, whole: false, names: &names });
    let oldest_first = |mut all: Vec<Value>| {
        all.reverse();
        all
    };
    let beside = why.count.saturating_mul(BESIDE);
    let changes = newest.changes().take(beside).map(|it| shown(it)).collect();
    let passed = newest.passed_over().take(beside).map(|it| shown(it)).collect();
    let thoughts = newest.thoughts().take(why.count).map(|thought| {
        let entries: Vec<Value> = thought.entries().iter().map(|it| shown(it)).collect();
        json!({"at": thought.at().to_string(), "entries": entries})
    });
    Some(json!({
        "is": "why",
        "id": body_id(world, mind),
        "name": &*name.0,
        "private": why.private,
        "changes": oldest_first(changes),
        "passed": oldest_first(passed),
        "thoughts": oldest_first(thoughts.collect()),
    }))
}

/// Returns the mind of this id or name, as `why` finds it.
fn named(world: &mut World, wanted: &str) -> Option<Entity> {
    let mut minds = world.query_filtered::<(Entity, &Character, &Name), With<Mind>>();
    let is =
        |id: &Character, name: &Name| id.0.as_str() == wanted || name.0.to_lowercase() == wanted;
    minds.iter(world).filter(|(_, id, name)| is(id, name)).map(|(it, ..)| it).last()
}

fn body_id(world: &World, mind: Entity) -> &str {
    world.get::<Character>(mind).map_or("", |it| it.0.as_str())
}

/// Returns an entry: its time, its kind, its words as `why` has them, and figures that are no secret.
fn entry(entry: &RecordEntry, view: RecordView<'_>) -> Value {
    let line = line(entry, view);
    let (at, words) = line.split_once(' ').unwrap_or(("", &line));
    let mut told = json!({"at": at, "kind": kind(&entry.what), "words": words});
    let more = match &entry.what {
        Recorded::Asked(question) => {
            let part = |it: &QuestionPart| json!({"name": it.name, "pieces": it.pieces, "bytes": it.bytes});
            let parts: Vec<Value> = question.parts.iter().map(part).collect();
            json!({
                "parts": parts, "tokens": question.tokens, "tools": question.tools,
                "lines": question.lines, "memories": question.memories,
            })
        }
        Recorded::Replied(reply) => json!({
            "took": reply.took,
            "prompt": reply.usage.as_ref().map(|it| it.prompt),
            "completion": reply.usage.as_ref().map(|it| it.completion),
        }),
        Recorded::Judged(it) => json!({"allowed": it.refused.is_none()}),
        Recorded::Ended(it) => json!({"took": it.took}),
        Recorded::Failed { took, .. } => json!({"took": took}),
        Recorded::Served(it) => json!({"took": it.took}),
        Recorded::Perceived { .. }
        | Recorded::Begun { .. }
        | Recorded::TurnedAway { .. }
        | Recorded::Recalled { .. }
        | Recorded::Read(_)
        | Recorded::Remarked { .. }
        | Recorded::Done { .. }
        | Recorded::Refused { .. }
        | Recorded::Noted { .. }
        | Recorded::Learnt { .. }
        | Recorded::Withheld
        | Recorded::Action(_)
        | Recorded::Goal(_)
        | Recorded::Delegation(_)
        | Recorded::Lost { .. }
        | Recorded::Forgotten { .. }
        | Recorded::Typed { .. }
        | Recorded::Amended { .. }
        | Recorded::Changed(_)
        | Recorded::ReadInPrivate { .. } => return told,
    };
    if let Some(told) = told.as_object_mut() {
        told.insert("more".to_owned(), more);
    }
    told
}

/// Returns the kind of an entry, by which the page sets it.
fn kind(what: &Recorded) -> &'static str {
    match what {
        Recorded::Perceived { .. } => "heard",
        Recorded::Begun { .. } => "begun",
        Recorded::Recalled { .. } => "recalled",
        Recorded::Read(_) => "read",
        Recorded::Asked(_) => "asked",
        Recorded::Replied(_) => "replied",
        Recorded::Judged(it) if it.refused.is_some() => "refused",
        Recorded::Judged(_) => "judged",
        Recorded::Served(it) if it.error.is_some() => "failed",
        Recorded::Done { .. } => "done",
        Recorded::Refused { .. } | Recorded::TurnedAway { .. } | Recorded::Withheld => "refused",
        Recorded::Failed { .. } | Recorded::Lost { .. } => "failed",
        Recorded::Noted { .. } | Recorded::Learnt { .. } => "noted",
        Recorded::Ended(_) => "ended",
        Recorded::Remarked { .. }
        | Recorded::Action(_)
        | Recorded::Goal(_)
        | Recorded::Delegation(_)
        | Recorded::Served(_)
        | Recorded::Forgotten { .. }
        | Recorded::Typed { .. }
        | Recorded::Amended { .. }
        | Recorded::Changed(_)
        | Recorded::ReadInPrivate { .. } => "remark",
    }
}
