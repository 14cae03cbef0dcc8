//! Check that data that leaves a tick names everybody by id: an entity means nothing in another
//! process, nor in this one when its bearer is gone.

use std::collections::BTreeSet;

use super::{code, is_test, sources};

/// The files, with all below them, that declare what is kept of what happened or leaves the world:
/// facts, inputs and requests, saved documents, the records of minds, frames.
const RECORDS: [&str; 24] = [
    "assistants/src/llm",
    "assistants/src/memory",
    "assistants/src/mind/acquaintance",
    "assistants/src/mind/notebook",
    "assistants/src/perceive/classify",
    "assistants/src/perceive/stream",
    "assistants/src/prompt",
    "assistants/src/record/entry",
    "assistants/src/record/newest",
    "assistants/src/think/outside",
    "assistants/src/turn",
    "server/src/contract",
    "server/src/game/journal",
    "server/src/game/outbox",
    "server/src/record",
    "server/src/screen/draft",
    "server/src/session",
    "server/store/src",
    "world/src/act/refusal",
    "world/src/beings/character",
    "world/engine/src/request",
    "world/src/input",
    "world/src/staff/sitelock",
    "world/src/witness/fact",
];

#[test]
fn what_leaves_a_tick_knows_everybody_by_id() {
    let mut seen = BTreeSet::new();
    for (path, text) in sources() {
        let stem = path.trim_end_matches(".rs");
        // The commands that stand below a record are done inside a tick.
        if is_test(&path) || stem.ends_with("/command") {
            continue;
        }
        let Some(record) = RECORDS.iter().find(|it| {
            stem == **it || stem.strip_prefix(**it).is_some_and(|rest| rest.starts_with('/'))
        }) else {
            continue;
        };
        seen.insert(*record);
        let code = code(&text);
        let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
        assert!(
            !words.any(|it| it == "Entity"),
            "{path} is kept after its tick and names `Entity`"
        );
    }
    assert_eq!(seen.len(), RECORDS.len(), "every one of them is still there: {seen:?}");
}
