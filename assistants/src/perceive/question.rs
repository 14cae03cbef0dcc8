//! Questions about rumours: "what do you hear of Ann?", "who opened the gate?", "any news?". Pure
//! functions, no model.

use engine::id::CharacterId;

use super::claim::{Naming, kind_of};
use crate::{
    memory::{
        self,
        index::{english_terms, is_related},
    },
    mind::{rumour::Rumour, seen::SeenKind},
};

/// Question about rumours, parsed from a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RumourQuestion {
    /// Any news.
    News,
    /// Deeds of a character, done or reported.
    About(CharacterId),
    /// Actor of a certain deed, or confirmation that it was done.
    Deed {
        kind: SeenKind,
        /// Actor of the deed, if named.
        who: Option<CharacterId>,
        /// Recipient or partner of the deed, if named.
        other: Option<CharacterId>,
        /// Search terms for the rest of the deed (the item involved).
        terms: Vec<String>,
    },
}

/// Phrases that ask for any news; whole runs of words.
const NEWS: [&str; 17] = [
    "any news",
    "what news",
    "what is the news",
    "what s the news",
    "what is new",
    "what s new",
    "any rumours",
    "any rumors",
    "any gossip",
    "heard anything",
    "hear anything",
    "what have you heard",
    "what do you hear",
    "what do people say",
    "what is going round",
    "tell me a rumour",
    "the latest",
];
/// Phrases before a name that ask for rumours about that character.
const OF: [&str; 20] = [
    "hear of",
    "heard of",
    "hear about",
    "heard about",
    "hear from",
    "say of",
    "say about",
    "said of",
    "said about",
    "saying about",
    "tell of",
    "talk of",
    "rumours of",
    "rumours about",
    "rumour about",
    "gossip about",
    "gossip of",
    "news of",
    "news about",
    "word of",
];
/// Phrases before a name that ask what that character did; [`UP_TO`] follows the name.
const DID: [&str; 7] =
    ["what did", "what has", "what have", "what was", "what were", "what is", "what s"];
const UP_TO: [&str; 5] = ["done", "do", "up to", "been up to", "doing lately"];
/// Stop words that do not identify the item of a deed.
const SMALL: [&str; 22] = [
    "who", "did", "has", "have", "had", "was", "the", "a", "an", "to", "of", "it", "that", "for",
    "me", "i", "you", "ever", "really", "first", "last", "and",
];

impl RumourQuestion {
    /// Parses a line; none if it is no question about rumours.
    #[must_use]
    pub fn read(line: &str, naming: &Naming<'_>) -> Option<Self> {
        let words: Vec<String> = memory::words(line).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        Self::about(&words, naming)
            .or_else(|| Self::deed(line, &words, naming))
            .or_else(|| Self::news(&words))
    }

    fn news(words: &[&str]) -> Option<Self> {
        let ends = |run: &str| run_at(words, run).is_some_and(|(_, after)| after.len() <= MOST_ON);
        NEWS.iter().any(|run| ends(run)).then_some(Self::News)
    }

    fn about(words: &[&str], naming: &Naming<'_>) -> Option<Self> {
        let named = |words: &[&str]| {
            let first = words.iter().find(|it| **it != "lately")?;
            naming.person(first)
        };
        let of = OF.iter().find_map(|run| named(run_at(words, run)?.1));
        let did = || {
            let (_, after) = DID.iter().find_map(|run| run_at(words, run))?;
            let (who, rest) = after.split_first()?;
            let is_such = UP_TO.iter().any(|run| run_at(rest, run).is_some_and(|it| it.0 == 0));
            naming.person(who).filter(|_| is_such && rest.len() <= MOST_ON + 2)
        };
        of.or_else(did).map(|(id, _)| Self::About(id))
    }

    fn deed(line: &str, words: &[&str], naming: &Naming<'_>) -> Option<Self> {
        let opens = words.iter().position(|it| ["who", "did", "has"].contains(it))?;
        let asked = words.get(opens..)?;
        let is_question = line.contains('?') || opens <= 1 || asked.first() == Some(&"who");
        let at = asked.iter().position(|it| kind_of(it).is_some())?;
        let kind = kind_of(asked.get(at)?)?;
        // "who left" and "did Ann come" ask about comings and goings, which are no rumours.
        if !is_question || !kind.goes_round() || at > MOST_BEFORE {
            return None;
        }
        let (before, rest) = asked.split_at_checked(at)?;
        let after = rest.get(1..)?;
        let is_who = asked.first() == Some(&"who");
        let who = before.iter().find_map(|it| naming.person(it)).map(|(id, _)| id);
        // Questions of a speaker about their own deeds are not answered from rumours.
        if !is_who && who.as_ref().is_none_or(|it| it == naming.speaker) {
            return None;
        }
        let other = after.iter().find_map(|it| naming.person(it)).map(|(id, _)| id);
        let is_small = |it: &&&str| SMALL.contains(*it) || naming.person(it).is_some();
        let terms: Vec<&str> = after.iter().filter(|it| !is_small(it)).copied().collect();
        let terms = english_terms(&terms.join(" ")).into_iter().collect();
        Some(Self::Deed { kind, who, other, terms })
    }

    /// Returns whether a rumour answers the question; never for [`RumourQuestion::News`].
    #[must_use]
    pub fn is_answered_by(&self, rumour: &Rumour) -> bool {
        match self {
            Self::News => false,
            Self::About(whom) => rumour.is_about(whom),
            Self::Deed { kind, who, other, terms } => {
                let did = english_terms(&rumour.did);
                let has = |term: &String| did.iter().any(|of| of == term || is_related(of, term));
                let is = |asked: &Option<CharacterId>, of: Option<&CharacterId>| {
                    asked.as_ref().is_none_or(|asked| of == Some(asked))
                };
                is_like(*kind, rumour.kind)
                    && is(who, rumour.who.as_ref().map(|who| &who.id))
                    && other.as_ref().is_none_or(|whom| rumour.is_about(whom))
                    && terms.iter().all(has)
            }
        }
    }
}

/// Maximum number of words after the phrase, and before the verb.
const MOST_ON: usize = 4;
const MOST_BEFORE: usize = 4;

/// Returns whether a question about one kind of deed also covers another: a thing traded was given,
/// too.
fn is_like(asked: SeenKind, kind: SeenKind) -> bool {
    asked == kind || asked == SeenKind::Gave && kind == SeenKind::Traded
}

/// Finds a run of words; returns its position and the words after it.
fn run_at<'a, 'w>(words: &'a [&'w str], run: &str) -> Option<(usize, &'a [&'w str])> {
    let run: Vec<&str> = run.split(' ').collect();
    let at = words.windows(run.len()).position(|it| it == run)?;
    Some((at, words.get(at + run.len()..)?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn id(id: &str) -> CharacterId {
        CharacterId::new(id).unwrap()
    }

    fn read(line: &str) -> Option<RumourQuestion> {
        let called = |word: &str| {
            let names = ["ann", "bob", "mara", "bram"];
            names.contains(&word).then(|| (id(word), word.to_owned()))
        };
        let (speaker, mind) = (id("ann"), id("mara"));
        let naming =
            Naming { speaker: &speaker, speaker_name: "Ann", mind: &mind, called: &called };
        RumourQuestion::read(line, &naming)
    }

    #[test]
    fn it_is_asked_for_somebody_for_a_deed_or_for_anything() {
        let about = |whom: &str| Some(RumourQuestion::About(id(whom)));
        for (line, asked) in [
            ("What do you hear of Bob?", about("bob")),
            ("mara, any rumours about bob?", about("bob")),
            ("what do people say about me?", about("ann")),
            ("What has Bob been up to?", about("bob")),
            ("what did bob do?", about("bob")),
            ("Any news?", Some(RumourQuestion::News)),
            ("mara, what have you heard?", Some(RumourQuestion::News)),
        ] {
            assert_eq!(read(line), asked, "{line}");
        }
        for line in [
            "who am I?",
            "have you heard of the slow river?",
            "what did you say about the gate?",
            "who left?",
            "did anybody come by?",
            "give me the news of the world",
            "open the gate",
            "I gave Bob a spoon",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn a_deed_is_asked_for_by_what_was_done_to_whom_and_with_what() {
        let asked = |line: &str| match read(line) {
            Some(RumourQuestion::Deed { kind, who, other, terms }) => {
                let name = |whom: Option<CharacterId>| whom.map(|id| id.to_string());
                Some((kind, name(who), name(other), terms))
            }
            _ => None,
        };
        let terms = |all: &[&str]| english_terms(&all.join(" ")).into_iter().collect();
        assert_eq!(
            asked("Who opened the old gate?"),
            Some((SeenKind::Opened, None, None, terms(&["old", "gate"])))
        );
        assert_eq!(
            asked("who gave you the spoon"),
            Some((SeenKind::Gave, None, Some("mara".to_owned()), terms(&["spoon"])))
        );
        assert_eq!(
            asked("Did Bob give Bram an ale?"),
            Some((
                SeenKind::Gave,
                Some("bob".to_owned()),
                Some("bram".to_owned()),
                terms(&["ale"])
            ))
        );
    }

    proptest! {
        #[test]
        fn no_line_is_too_odd_to_be_read(line in "\\PC{0,80}") {
            let _ = read(&line);
        }
    }
}
