//! Tail of a prompt, the part that changes with each request: the stimulus, if the transcript does
//! not contain it, and the current state.

use std::{sync::Arc, time::Duration};

use engine::{clock::WorldTime, label::Label};
use serde_json::{Map, Value, json};
use world::witness::conversation::ConversationId;

use super::{
    Parts, help, purpose,
    record::{record, way},
    task,
};
use crate::{
    llm::scene::{LeadKind, ThoughtOccasion},
    memory::{Note, NoteKind},
    perceive::stream::{Stream, StreamLine},
    persona::band::RegardBand,
};

/// Maximum age of lines of others in a prompt.
pub const LATELY: Duration = Duration::from_secs(600);
/// Maximum number of lines of others in a prompt.
pub const MOST_HEARD: usize = 4;

/// Returns recent lines from outside a conversation, oldest first, that may stand in a question.
#[must_use]
pub fn heard(
    stream: &Stream,
    beside: Option<ConversationId>,
    may_read: impl Fn(&Label) -> bool,
    now: WorldTime,
) -> Vec<&Arc<StreamLine>> {
    let lately = stream.0.iter().rev().take_while(|it| now.since(it.at) <= LATELY);
    let others = lately.filter(|it| beside.is_none_or(|of| !it.is_of(of)));
    let mut lines: Vec<_> = others.filter(|it| may_read(&it.label)).take(MOST_HEARD).collect();
    lines.reverse();
    lines
}

/// Returns the stimulus as a record, unless it is the last line of the transcript.
pub(super) fn pending(parts: &Parts) -> Option<Value> {
    let stimulus = parts.scene.stimulus.as_ref()?;
    if parts.is_last_in_transcript() {
        return None;
    }
    let said = match (stimulus.lead(), stimulus.words.as_str()) {
        (Some(_), "") => parts.scene.rumour.as_deref().unwrap_or_default(),
        (None, "") if stimulus.brought().is_some() => {
            parts.scene.rumour.as_deref().unwrap_or_default()
        }
        (None, "") => "came in",
        (_, words) => words,
    };
    let t = match stimulus.occasion {
        ThoughtOccasion::Order(_) => "order",
        ThoughtOccasion::Capsule(_) => "task",
        ThoughtOccasion::Decompose(_) => "goal",
        ThoughtOccasion::Own(LeadKind::Letter(_)) => "letter",
        ThoughtOccasion::Own(_) => "left_open",
        ThoughtOccasion::Helping(_) => "passed_on",
        ThoughtOccasion::Brought(_) => "you_asked_for_them",
        ThoughtOccasion::Words
        | ThoughtOccasion::Deed(_)
        | ThoughtOccasion::Arrival
        | ThoughtOccasion::Gambit => way(stimulus.source),
    };
    Some(json!({ "t": t, "from": stimulus.name, "text": said }))
}

/// Returns the records of the current state.
pub(super) fn records(parts: &Parts) -> Vec<Value> {
    let scene = parts.scene;
    let mut records = vec![moment(parts)];
    records.extend(partner(parts));
    records.extend(purpose::record(parts));
    records.extend(task::record(parts));
    records.extend(help::record(parts));
    records.extend(parts.draft.texts.iter().map(|told| json!({ "t": "lore", "text": told })));
    records.extend(
        parts.rumours.iter().enumerate().map(
            |(n, it)| json!({ "t": "goes_round", "claim": format!("r{}", n + 1), "text": it }),
        ),
    );
    records.extend(parts.memories.iter().map(|it| memory(it, parts)));
    let said = |line: &&&StreamLine| {
        let pending = scene.stimulus.as_ref();
        pending.is_none_or(|it| line.own || line.words != it.words)
    };
    let heard = parts.heard.iter().filter(said);
    records.extend(heard.map(|line| {
        let mut written = record(line);
        let ago = parts.now.since(line.at).as_secs() / 60;
        if let (Some(map), 3..) = (written.as_object_mut(), ago) {
            map.insert("minutes_ago".to_owned(), json!(ago));
        }
        written
    }));
    records
}

/// Returns the record of the place, the time, those present and the things. A partner who speaks
/// from elsewhere does not learn who is there.
fn moment(parts: &Parts) -> Value {
    let scene = parts.scene;
    let is_there = scene.stimulus.as_ref().is_none_or(|it| scene.present.contains(&it.name));
    let mut now = Map::new();
    now.insert("t".to_owned(), json!("now"));
    now.insert("place".to_owned(), json!(scene.place));
    now.insert("time".to_owned(), json!(scene.time));
    let lists = [("here", &scene.present), ("things", &scene.things), ("you_carry", &scene.own)];
    for (name, list) in lists {
        if !list.is_empty() && (is_there || name == "you_carry") {
            now.insert(name.to_owned(), json!(list));
        }
    }
    if let Some(feels) = scene.feels() {
        now.insert("you_feel".to_owned(), json!(feels));
    }
    Value::Object(now)
}

/// Returns the record of the partner: regard, known facts and visible things carried.
fn partner(parts: &Parts) -> Option<Value> {
    let scene = parts.scene;
    let stimulus = scene.stimulus.as_ref()?;
    let mut about = Map::new();
    let band = RegardBand::of(scene.regard);
    if band != RegardBand::Stranger {
        about.insert("is_to_you".to_owned(), json!(band.name()));
    }
    let known = scene.known_of_speaker();
    if !known.is_empty() {
        about.insert("known".to_owned(), json!(known));
    }
    let carries: Vec<&str> = scene.carries.iter().map(|it| it.as_str()).collect();
    if !carries.is_empty() {
        about.insert("carries".to_owned(), json!(carries));
    }
    if about.is_empty() {
        return None;
    }
    about.insert("t".to_owned(), json!("partner"));
    about.insert("name".to_owned(), json!(stimulus.name));
    Some(Value::Object(about))
}

/// Returns the record of a memory, with its speaker and the words as they were said. `store_memory`
/// refers to it by `id`.
fn memory(note: &Note, parts: &Parts) -> Value {
    let mut fields = Map::new();
    let mut tell = |name: &str, value: Value| drop(fields.insert(name.to_owned(), value));
    let own = note.speaker.as_ref() == Some(&parts.persona.body.name);
    let source = note.source.as_ref().map(|it| json!(it.as_str()));
    let kind = match note.kind {
        NoteKind::Hearsay => "hearsay",
        NoteKind::Line if note.speaker.is_none() => "deed",
        NoteKind::Line => "said",
        NoteKind::Fact | NoteKind::Episode | NoteKind::Journal | NoteKind::Page => "memory",
        NoteKind::Insight | NoteKind::Profile => "opinion",
    };
    tell("t", json!(kind));
    tell("text", json!(note.content));
    match (&note.speaker, source) {
        (Some(speaker), to) => {
            tell("from", json!(speaker));
            to.filter(|_| own).into_iter().for_each(|to| tell("to", to));
        }
        (None, from) => from.into_iter().for_each(|from| tell("from", from)),
    }
    if note.kind != NoteKind::Line {
        tell("id", json!(note.serial));
    }
    let days = parts.now.since(note.at).as_secs() / 86_400;
    if days > 0 {
        tell("days_ago", json!(days));
    }
    Value::Object(fields)
}
