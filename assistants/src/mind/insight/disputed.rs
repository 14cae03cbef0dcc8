//! Disputed facts: what several people tell of one of them does not fit together. Pure functions, no model.

use std::collections::BTreeMap;

use engine::id::CharacterId;

use super::{CLAIMS, IMPORTANCE, Insight, InsightKind};
use crate::{
    memory::{Note, NoteKind, index::english_terms, said::without_name},
    mind::derived::Derived,
    perceive::told::{others::told_of, told},
};

/// Slots that have one value at a time.
const SINGLE: [&str; 4] = ["birthday", "origin", "spouse", "work"];
/// Maximum number of characters of a line that are told.
const LONGEST: usize = 80;
/// Maximum number of people about whom such an insight is made at once, by name.
const MOST: usize = 16;

/// Fact that a line tells of somebody.
struct ToldOf<'a> {
    slot: String,
    value: Vec<String>,
    note: &'a Note,
}

/// Returns the insights of a mind, called `me`, from notes with the same readers about people of
/// whom two people tell things that do not fit together, beyond those that it has. Whoever told
/// something last is believed to mean that.
#[must_use]
pub fn disputed(me: &str, notes: &[&Note]) -> Vec<Derived> {
    let is_line = |it: &&&Note| it.kind == NoteKind::Line && it.superseded_by.is_none();
    let theirs = |it: &&&Note| it.speaker.as_deref().is_some_and(|by| by != me);
    let lines: Vec<&Note> = notes.iter().filter(is_line).filter(theirs).copied().collect();
    // The last of those who have a name is meant by it.
    let people: BTreeMap<&str, &CharacterId> =
        lines.iter().filter_map(|it| Some((it.speaker.as_deref()?, it.source.as_ref()?))).collect();
    let all = people.into_iter().filter_map(|(name, id)| of((name, me), id, &lines));
    all.filter_map(|it| it.beyond(notes)).take(MOST).collect()
}

/// Returns the insight about a person; none if nothing is disputed.
fn of((name, me): (&str, &str), id: &CharacterId, lines: &[&Note]) -> Option<Insight> {
    let mut facts: Vec<ToldOf<'_>> = Vec::new();
    for note in lines {
        let is_own = note.source.as_ref() == Some(id);
        if !is_own && !note.content.contains(name) {
            continue;
        }
        let said = &note.content;
        let told =
            if is_own { told(without_name(said, me)).facts } else { told_of(said, name, me) };
        for fact in told.into_iter().filter(|it| SINGLE.contains(&it.slot.as_str())) {
            // What somebody told before of the same is taken back by it.
            facts.retain(|it| it.slot != fact.slot || it.note.source != note.source);
            facts.push(ToldOf { slot: fact.slot, value: english_terms(&fact.value), note });
        }
    }
    let differs = |a: &ToldOf<'_>, b: &ToldOf<'_>| {
        a.slot == b.slot && !a.value.iter().any(|it| b.value.contains(it))
    };
    let (newest, before) = facts.iter().enumerate().rev().find_map(|(at, newest)| {
        let before = facts.get(..at)?.iter().rev().find(|it| differs(it, newest))?;
        Some((newest.note, before.note))
    })?;
    let mut evidence = [before, newest];
    evidence.sort_by_key(|it| it.serial);
    // What they say of themselves comes first.
    let mut told = evidence;
    told.sort_by_key(|it| it.source.as_ref() != Some(id));
    let said = told.map(|fact| {
        let words: String = without_name(fact.content.trim(), me).chars().take(LONGEST).collect();
        let words = words.trim_end_matches('.').replace('"', "'");
        format!("{} said \"{words}\"", fact.speaker.as_deref().unwrap_or("somebody"))
    });
    let kind = InsightKind::Disputed;
    let (_, claim, _) = CLAIMS.iter().find(|(of, ..)| *of == kind)?;
    let content = format!("{name} {claim}. {}.", said.join(", and "));
    let note = Derived::of((NoteKind::Insight, IMPORTANCE), Some(id), &content, &evidence)?;
    Some(Insight { kind, note })
}
