//! What somebody said before that answers a question: a line in their own words.

use world::engine::id::CharacterId;

use super::{Note, NoteKind, RecallCandidate, index::asking};

/// How well a line has to fit: what of the question it has, weighed by how rare each word is.
const FITS: f64 = 0.35;
/// The share of a line from which on it is a question.
const QUESTION: f32 = 0.5;
/// What asks for something said before without a question mark.
const ASKS: &[&str] = &["remember", "remind me", "what i told", "what i said", "tell me what"];

/// What stands in a question for what somebody else said.
const OTHERS: &[&str] = &["who", "said", "say", "says", "told", "tells", "hear", "heard"];

/// Whether words ask for anything.
#[must_use]
pub fn asks(words: &str) -> bool {
    let lower = words.to_lowercase();
    asking(words) >= QUESTION || ASKS.iter().any(|it| lower.contains(it))
}

/// Whether words ask what somebody else said.
#[must_use]
pub fn asks_of_others(words: &str) -> bool {
    let lower = words.to_lowercase();
    let mut words = super::words(&lower);
    asks(&lower) && words.any(|it| OTHERS.contains(&it.as_str()))
}

/// A line without the name of whoever it is said to at its front: `mara, it rains` is `it rains`.
#[must_use]
pub fn without_name<'a>(line: &'a str, name: &str) -> &'a str {
    let Some((front, rest)) = line.split_at_checked(name.len()) else { return line };
    let rest = rest.trim_start();
    let said = rest.strip_prefix([',', ':']).map(str::trim_start).filter(|it| !it.is_empty());
    said.filter(|_| front.eq_ignore_ascii_case(name)).unwrap_or(line)
}

/// The line among the candidates that fits best and that `by` accepts by whoever said it. What asks
/// is no answer, and what the mind said itself is not what it heard.
pub fn best<'a>(
    candidates: &'a [RecallCandidate],
    mind: &CharacterId,
    by: impl Fn(&CharacterId) -> bool,
) -> Option<&'a Note> {
    let fits = |it: &&RecallCandidate| {
        let note = &it.note;
        let own = note.label.origins.contains(mind);
        let said = note.kind == NoteKind::Line && note.speaker.is_some() && !own;
        let source = note.source.as_ref();
        said && note.superseded_by.is_none()
            && it.text.is_some_and(|fit| fit >= FITS)
            && source.is_some_and(&by)
            && !asks(&note.content)
    };
    let fitting = candidates.iter().filter(fits);
    let best =
        fitting.max_by(|a, b| a.text.partial_cmp(&b.text).unwrap_or(std::cmp::Ordering::Equal));
    best.map(|it| &it.note)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_at_the_front_is_no_part_of_what_is_said() {
        assert_eq!(without_name("Mara, it rains", "Mara"), "it rains");
        assert_eq!(without_name("mara: it rains", "Mara"), "it rains");
        for line in ["Mara rains", "Mara,", "it rains, Mara", "Maré, it rains", ""] {
            assert_eq!(without_name(line, "Mara"), line);
        }
    }

    #[test]
    fn what_asks_is_told_from_what_tells() {
        for words in ["where is my ring?", "Remind me what I lost", "do you remember my ring"] {
            assert!(asks(words), "{words}");
        }
        for words in ["I lost a ring.", "They say the bell leans. Who knows? Nobody in this town."]
        {
            assert!(!asks(words), "{words}");
        }
        assert!(asks_of_others("who told you that?") && !asks_of_others("where is my ring?"));
        assert!(!asks_of_others("Bob told me"), "it asks for nothing");
    }
}
