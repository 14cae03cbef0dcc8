//! Summary of the lines of a talk that have left its transcript, by rule: what happened, what the partner
//! told, what was left open, what was promised, what is to be kept to, and who and what was named.
//!
//! It is made anew of the lines that are kept, for each question: what is forgotten, taken back or ignored
//! is in none, and it has the label of all lines that it covers.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use world::witness::fact::Source;

use crate::perceive::{
    promise::VisitorPromise, request::VisitorRequest, stream::StreamLine, told::told,
};

/// Maximum number of entries of one kind, of which the newest stay.
const MOST: usize = 3;
/// Maximum number of names.
const MOST_NAMES: usize = 8;
/// Maximum length of an entry, in characters.
const LONGEST: usize = 100;

/// Words that promise something, whoever says them.
const PROMISES: [&str; 3] = ["i promise", "i swear", "my word"];
/// Words by which the partner says what is to be kept to.
const BOUNDS: [&str; 7] =
    ["do not ", "don't ", "never ", "must ", "only ", "no more than ", "at most "];

/// Summary of the lines of a talk that have left its transcript.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EarlierTalk {
    /// Deeds.
    pub done: Vec<String>,
    /// Facts that the partner told of themselves.
    pub state: Vec<String>,
    /// Questions of the partner that were not answered.
    pub open: Vec<String>,
    /// Promises and requests.
    pub next: Vec<String>,
    /// Bounds to which the partner wants the character to keep.
    pub constraints: Vec<String>,
    /// Names of people and places.
    pub named: Vec<String>,
}

impl EarlierTalk {
    /// Summarizes the `earlier` lines of a talk, oldest first, before those that are `shown`; none where
    /// nothing of them is worth a word. It holds no count of them, so that it changes, and with it
    /// everything after it in a question, only with what it says.
    #[must_use]
    pub fn of(earlier: &[&StreamLine], shown: &[&StreamLine]) -> Option<Self> {
        let mut talk = Self::default();
        let all: Vec<&StreamLine> = earlier.iter().chain(shown).copied().collect();
        let parties: BTreeSet<&str> =
            all.iter().filter_map(|line| line.who.as_ref()).map(|(_, name)| &**name).collect();
        let mut slots: Vec<(String, String)> = Vec::new();
        for (at, line) in earlier.iter().enumerate() {
            let words = line.words.trim();
            talk.name(words, &parties);
            if matches!(line.source, Source::Deed | Source::Pose | Source::Emit) {
                // A gesture of the character itself leaves nothing behind.
                if !(line.own && line.source == Source::Pose) {
                    add(&mut talk.done, words);
                }
                continue;
            }
            let plain = words.to_lowercase();
            if PROMISES.iter().any(|of| plain.contains(of)) {
                add(&mut talk.next, &said(line));
            }
            if line.own {
                continue;
            }
            let told = told(words);
            slots.retain(|(slot, _)| !told.withdrawn.iter().any(|(of, _)| of == slot));
            for fact in told.facts {
                slots.retain(|(slot, _)| *slot != fact.slot);
                slots.push((fact.slot, fact.value));
            }
            let is_request =
                VisitorRequest::read(words, "", &|name| Some(name.to_owned())).is_some();
            if is_request || VisitorPromise::read(words).is_some() {
                add(&mut talk.next, &said(line));
            }
            if words.ends_with('?') && !is_answered(&all, at) {
                add(&mut talk.open, words);
            } else if BOUNDS.iter().any(|of| plain.contains(of)) {
                add(&mut talk.constraints, words);
            }
        }
        let newest = slots.len().saturating_sub(2 * MOST);
        talk.state =
            slots.into_iter().skip(newest).map(|(slot, of)| format!("{slot}: {of}")).collect();
        let says_something = talk.parts().next().is_some();
        says_something.then_some(talk)
    }

    /// Notes the names in a line: words with a capital that do not begin a sentence, but for the names of
    /// the two who talk.
    fn name(&mut self, words: &str, parties: &BTreeSet<&str>) {
        for name in names(words) {
            let is_known = self.named.iter().any(|it| it == name) || parties.contains(name);
            if !is_known && self.named.len() < MOST_NAMES {
                self.named.push(name.to_owned());
            }
        }
    }

    /// Returns its parts that are not empty, each with its name.
    fn parts(&self) -> impl Iterator<Item = (&'static str, &Vec<String>)> {
        let all = [
            ("done", &self.done),
            ("known", &self.state),
            ("open", &self.open),
            ("next", &self.next),
            ("keep_to", &self.constraints),
            ("named", &self.named),
        ];
        all.into_iter().filter(|(_, of)| !of.is_empty())
    }

    /// Returns the earlier talk as a record.
    pub(super) fn record(&self) -> Value {
        let mut map = Map::new();
        map.insert("t".to_owned(), json!("earlier_in_this_talk"));
        map.extend(self.parts().map(|(name, of)| (name.to_owned(), json!(of))));
        Value::Object(map)
    }

    /// Returns the earlier talk as a remark.
    pub(super) fn sentence(&self) -> String {
        let parts =
            self.parts().map(|(name, of)| format!("{}: {}", name.replace('_', " "), of.join("; ")));
        let parts: Vec<String> = parts.collect();
        format!("(Earlier in this talk. {})", parts.join(". "))
    }
}

/// Returns the words of a line with a capital that do not begin a sentence.
pub fn names(words: &str) -> impl Iterator<Item = &str> {
    let mut begins = true;
    words.split_whitespace().filter_map(move |word| {
        let is_first = std::mem::replace(&mut begins, word.ends_with(['.', '!', '?', ':', '"']));
        let bare = word.trim_matches(|it: char| !it.is_alphanumeric());
        let bare = bare.strip_suffix("'s").unwrap_or(bare);
        let is_name = bare.starts_with(char::is_uppercase) && bare.chars().count() > 1;
        (is_name && !is_first).then_some(bare)
    })
}

/// Returns whether the character said something after a line, before the other spoke again.
fn is_answered(all: &[&StreamLine], at: usize) -> bool {
    let after = all.get(at.saturating_add(1)..).unwrap_or_default();
    let words = |it: &&&StreamLine| !matches!(it.source, Source::Deed | Source::Emit);
    after.iter().find(words).is_none_or(|it| it.own)
}

fn said(line: &StreamLine) -> String {
    let who = line.who.as_ref().map_or("somebody", |(_, name)| name);
    format!("{who}: {}", line.words.trim())
}

/// Adds an entry; of more than [`MOST`] the oldest goes.
fn add(entries: &mut Vec<String>, text: &str) {
    if entries.len() >= MOST {
        entries.remove(0);
    }
    entries.push(text.chars().take(LONGEST).collect());
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use engine::{clock::WorldTime, id::CharacterId, label::Label};

    use super::*;

    fn line(who: &str, source: Source, words: &str) -> StreamLine {
        StreamLine {
            at: WorldTime::default(),
            source,
            who: Some((CharacterId::new(&who.to_lowercase()).unwrap(), Arc::from(who))),
            channel: None,
            words: words.to_owned(),
            own: who == "Mara",
            importance: 5,
            label: Label::engine(),
            part: None,
        }
    }

    #[test]
    fn what_left_a_talk_is_kept_by_its_kind() {
        let lines = [
            line("Ann", Source::Say, "I like mead, and I come from Lull."),
            line("Mara", Source::Say, "I shall keep that."),
            line("Ann", Source::Deed, "Ann gives you a spoon."),
            line("Ann", Source::Say, "Where is Tomas? He owes me."),
            line("Ann", Source::Say, "When is breakfast?"),
            line("Mara", Source::Say, "At seven, my word on it."),
            line("Ann", Source::Say, "Never tell Bram about the spoon."),
            line("Ann", Source::Say, "I will bring you a bell tomorrow."),
            line("Ann", Source::Say, "Who rang?"),
        ];
        let lines: Vec<&StreamLine> = lines.iter().collect();
        let shown = [line("Ann", Source::Say, "Hello?")];
        let it = EarlierTalk::of(&lines, &[&shown[0]]).unwrap();
        assert_eq!(it.done, ["Ann gives you a spoon."]);
        assert!(it.state.contains(&"likes: mead".to_owned()), "{:?}", it.state);
        assert_eq!(it.open, ["Who rang?"]);
        assert_eq!(
            it.next,
            ["Mara: At seven, my word on it.", "Ann: I will bring you a bell tomorrow."]
        );
        assert_eq!(it.constraints, ["Never tell Bram about the spoon."]);
        assert!(it.named.contains(&"Tomas".to_owned()) && it.named.contains(&"Bram".to_owned()));
        assert!(!it.named.contains(&"Ann".to_owned()));
        assert_eq!(EarlierTalk::of(&[], &lines), None);
        let answered = [line("Mara", Source::Say, "The ringer.")];
        let it = EarlierTalk::of(&lines, &[&answered[0]]).unwrap();
        assert!(it.open.is_empty(), "the first line that is shown answers it");
        assert!(it.sentence().contains("keep to: Never tell Bram"), "{}", it.sentence());
    }

    #[test]
    fn a_summary_stays_small_whatever_was_said() {
        let long = format!("Never {} Tomas Lull I promise, do you?", "Aaa ".repeat(2_000));
        let lines: Vec<StreamLine> = (0..200).map(|_| line("Ann", Source::Say, &long)).collect();
        let lines: Vec<&StreamLine> = lines.iter().collect();
        let it = EarlierTalk::of(&lines, &[]).unwrap();
        assert!(it.record().to_string().len() < 2_500, "{}", it.record());
    }
}
