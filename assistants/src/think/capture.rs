//! Copies of what is written somewhere, which a character keeps word for word as pages.

use bevy_ecs::prelude::*;
use engine::label::Label;

use super::{
    provenance,
    remember::{self, ToNote},
};
use crate::memory::{LONGEST, NoteKind};

/// Maximum number of pages that one copy has; what follows is left out.
const MOST_PAGES: usize = 8;
/// Importance of a page.
const IMPORTANCE: u8 = 4;

/// Keeps a text as pages. They have the label of the text, and its writer as their source; the hand that
/// copied it adds nothing, but who may know that it did is limited by who knows of the thought.
pub(super) fn keep(
    world: &mut World,
    npc: Entity,
    text: &str,
    from: Option<Label>,
) -> Result<String, String> {
    let own = provenance::label(world, npc);
    let from = from.unwrap_or_else(Label::authored);
    let label = Label { readers: own.readers.meet(&from.readers), ..from };
    let mut writers = label.origins.iter();
    let source = writers.next().filter(|_| writers.next().is_none()).cloned();
    let mut kept = 0;
    for content in pages(text).take(MOST_PAGES) {
        let page = ToNote {
            content,
            importance: IMPORTANCE,
            about: None,
            kind: NoteKind::Page,
            label: label.clone(),
            source: source.clone(),
            conversation: None,
            concluded: false,
        };
        match remember::remember(world, npc, page, None) {
            Ok(_) => kept += 1,
            Err(why) if kept == 0 => return Err(why),
            Err(_) => break,
        }
    }
    let pages = if kept == 1 { "page" } else { "pages" };
    Ok(format!("kept in {kept} {pages}. It says: {text}"))
}

/// Cuts a text into pages that a note holds: at the end of a line, else of a word.
fn pages(text: &str) -> impl Iterator<Item = String> {
    let mut rest = text.trim();
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let most = rest.char_indices().nth(LONGEST).map_or(rest.len(), |(at, _)| at);
        let (head, _) = rest.split_at_checked(most)?;
        let end = if most == rest.len() {
            most
        } else {
            let half = most / 2;
            let at = |it: Option<usize>| it.filter(|at| *at > half);
            at(head.rfind('\n')).or_else(|| at(head.rfind(char::is_whitespace))).unwrap_or(most)
        };
        let (page, after) = rest.split_at_checked(end)?;
        rest = after.trim_start();
        Some(page.trim_end().to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_where_a_line_or_a_word_ends() {
        let line = "word ".repeat(60).trim_end().to_owned();
        let text = [line.as_str(); 4].join("\n");
        let all: Vec<String> = pages(&text).collect();
        assert!(all.iter().all(|it| it.chars().count() <= LONGEST && !it.is_empty()));
        assert_eq!(all.first(), Some(&line));
        let words = |it: &str| it.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&all.join(" ")), words(&text));
        let whole = "é".repeat(LONGEST + 1);
        assert_eq!(pages(&whole).map(|it| it.chars().count()).collect::<Vec<_>>(), [LONGEST, 1]);
        assert_eq!(pages("  ").count(), 0);
    }
}
