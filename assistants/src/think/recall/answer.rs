//! Answers to tools that search: notes that were found, passages of the library, or a whole matter.

use bevy_ecs::prelude::*;
use serde_json::Value;

use super::{describe_found, join_context, rank, readers::absorb, whole};
use crate::{
    memory::{
        Note, NoteKind, RecallCandidate,
        focus::{self, SearchBreadth},
    },
    mind::body::Mind,
    persona::library,
    think::{
        current::CurrentThought,
        input::{FoundNotes, ResultSource},
    },
    tools::{RECONSTRUCT, SEARCH_LIBRARY},
    turn::Call,
};

/// Result of a search that found nothing.
const NOTHING_FOUND: &str = "nothing that you remember fits that";
/// Result of a search of the library that found nothing.
const NOTHING_READ: &str = "nothing that you have read fits that";
/// Number of notes that a whole matter is put together of.
const WHOLE: usize = 10;

/// Arguments of a tool that searches.
pub(super) struct SearchArguments {
    pub(super) query: String,
    limit: usize,
    focus: u8,
}

impl SearchArguments {
    fn of(call: &Call) -> Self {
        let number = |name: &str| call.arguments.get(name).and_then(Value::as_u64);
        let query = call.arguments.get("query").and_then(Value::as_str);
        let limit = number("limit").and_then(|it| usize::try_from(it).ok());
        let focus = number("focus").and_then(|it| u8::try_from(it).ok());
        Self {
            query: query.unwrap_or_default().to_owned(),
            limit: limit.unwrap_or(5).clamp(1, 10),
            focus: focus.unwrap_or(focus::USUAL),
        }
    }
}

/// Answers a tool by the notes that were found for it. Nothing found is an answer, and no success.
pub(super) fn answer(
    current: &mut CurrentThought<'_>,
    call: &Call,
    notes: Vec<RecallCandidate>,
) -> (Result<String, String>, ResultSource) {
    let asked = SearchArguments::of(call);
    match call.tool.as_str() {
        SEARCH_LIBRARY => (read_up(current, &asked, notes), ResultSource::Game),
        RECONSTRUCT => {
            let (found, of) = searched(current, &asked, WHOLE, notes);
            let told = whole::told(current, &asked.query, &found);
            let of = FoundNotes { is_result: false, ..of };
            (or_nothing(told, NOTHING_FOUND), ResultSource::Memory(of))
        }
        _ => {
            let (found, of) = searched(current, &asked, asked.limit, notes);
            let told = describe_found(current, &found);
            (or_nothing(told, NOTHING_FOUND), ResultSource::Memory(of))
        }
    }
}

fn or_nothing(content: String, nothing: &str) -> Result<String, String> {
    if content.is_empty() { Err(nothing.to_owned()) } else { Ok(content) }
}

/// Finds the notes that fit a search, which are now part of what the thought comes from.
fn searched(
    current: &mut CurrentThought<'_>,
    asked: &SearchArguments,
    limit: usize,
    notes: Vec<RecallCandidate>,
) -> (Vec<Note>, FoundNotes) {
    let breadth = SearchBreadth::of(asked.focus);
    let finds = |kind| breadth.finds(kind);
    let found = rank(current, notes, Some(&asked.query), limit, &finds);
    let label = current.label();
    let notes: Vec<Note> = found.iter().map(|it| it.note.clone()).collect();
    join_context(current, &notes);
    let query = asked.query.clone();
    (notes, FoundNotes { query, label, found, is_result: true })
}

// ---- The library ----

/// Finds passages of the documents that the character may read, and pages that it captured.
fn read_up(
    current: &mut CurrentThought<'_>,
    asked: &SearchArguments,
    notes: Vec<RecallCandidate>,
) -> Result<String, String> {
    let captured = rank(current, notes, Some(&asked.query), library::MOST_PASSAGES, &|kind| {
        kind == NoteKind::Page
    });
    let captured = captured.into_iter().filter(|it| it.why.text.is_some());
    let captured: Vec<Note> = captured.map(|it| it.note).collect();
    let shelf = current
        .world
        .get::<Mind>(current.npc)
        .map(|it| it.persona.shelf.clone())
        .unwrap_or_default();
    let passages = library::find(&shelf, &asked.query);
    let shown = passages.iter().map(|it| {
        let (title, name) = (&it.document.title, &it.document.name);
        format!("{title} (`{name}`, page {} of {}): {}", it.page, it.document.pages.len(), it.text)
    });
    let mut lines: Vec<String> = shown.collect();
    lines.extend(captured.iter().map(|it| format!("Written somewhere: {}", it.content)));
    if !passages.is_empty() {
        absorb(current.world, current.npc, &library::label(), None);
    }
    for note in &captured {
        absorb(current.world, current.npc, &note.label, Some(&note.content));
    }
    or_nothing(lines.join("\n"), NOTHING_READ)
}
