//! Follow-ups: lines that go on about the subject of a talk without naming it, such as "why?", "and
//! then?", "is he married?" and "who told you?". Pure functions, no model.

use crate::{
    memory,
    nlu::{AskedFor, asked_for},
};

/// Question about the subject of a talk that does not name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FollowUp {
    /// Question for one aspect of it, such as the reason.
    Asks(AskedFor),
    /// The rest of it: "and then?".
    More,
    /// Confirmation: "are you sure?".
    Sure,
    /// Source: "who told you?".
    Source,
    /// Further people: "who else?".
    WhoElse,
    /// Price: "how much is it?".
    Price,
    /// Order of the goods spoken of: "I'll have one".
    Order,
}

/// Words that may stand before or behind a follow-up and say nothing.
const FILLERS: [&str; 24] = [
    "but", "and", "so", "well", "oh", "ah", "hm", "hmm", "ok", "okay", "please", "then", "though",
    "now", "my", "dear", "friend", "sir", "exactly", "again", "thanks", "roughly", "fine",
    "alright",
];

/// Follow-ups by their whole wording, without fillers.
const WHOLE: [(FollowUp, &[&str]); 13] = [
    (
        FollowUp::Order,
        &[
            "i will have one",
            "i will take one",
            "i take one",
            "ill take one",
            "ill have one",
            "i would like one",
            "i want one",
            "can i have one",
            "could i have one",
            "may i have one",
            "give me one",
            "one",
            "just one",
            "one for me",
            "make it one",
            "another",
            "another one",
            "one more",
            "the same again",
            "same again",
        ],
    ),
    (
        FollowUp::Price,
        &[
            "how much",
            "how much is it",
            "how much is that",
            "how much is this",
            "how much was it",
            "how much was that",
            "how much does it cost",
            "how much does that cost",
            "how much do they cost",
            "how much are they",
            "how much for it",
            "how much for that",
            "how much for one",
            "how much for those",
            "how much will that be",
            "how much would that be",
            "how much do i owe you",
            "how much did i pay",
            "what does it cost",
            "what does that cost",
            "what do they cost",
            "what did it cost",
            "what would it cost",
            "what would that cost",
            "what does that come to",
            "what does it come to",
            "what is the price",
            "what was the price",
            "what are your prices",
            "what do i owe you",
            "what do i owe you all together",
            "what did i pay",
            "the price",
            "what do you charge",
            "what do you want for it",
            "what do you want for that",
            "what would you charge",
        ],
    ),
    (
        FollowUp::Source,
        &[
            "who told you",
            "who told you that",
            "who told you so",
            "who told you this",
            "who says",
            "who says so",
            "who says that",
            "says who",
            "how do you know",
            "how do you know that",
            "how do you know this",
            "how do you know it",
            "how would you know",
            "who said that",
            "who said so",
            "where did you hear that",
            "where did you hear it",
            "where did you hear",
            "where do you know that from",
            "where did you get that from",
            "who did you hear it from",
            "who did you hear that from",
            "from whom",
            "from who",
            "did you see it",
            "did you see that",
            "did you see it yourself",
            "were you there",
        ],
    ),
    (
        FollowUp::Sure,
        &[
            "are you sure",
            "you sure",
            "are you certain",
            "really",
            "is that true",
            "is it true",
            "is that really true",
            "honestly",
            "truly",
            "is that so",
            "seriously",
            "are you serious",
            "are you sure about that",
            "are you sure of that",
            "are you quite sure",
            "for real",
            "do you really think so",
            "do you believe that",
            "do you believe it",
            "sure",
        ],
    ),
    (
        FollowUp::WhoElse,
        &[
            "who else",
            "who else knows",
            "who else knows that",
            "who else knows it",
            "anybody else",
            "anyone else",
            "who else was there",
            "who else did",
            "who else did it",
        ],
    ),
    (
        FollowUp::More,
        &[
            "",
            "go on",
            "tell me more",
            "more",
            "and",
            "what then",
            "what happened",
            "what happened next",
            "what happened after that",
            "what next",
            "after that",
            "and after that",
            "continue",
            "keep going",
            "what else",
            "anything else",
            "is that all",
            "what more",
            "how did it end",
            "how does it end",
            "tell me more about it",
            "tell me more about that",
            "what of it",
            "what about it",
            "what is next",
        ],
    ),
    (
        FollowUp::Asks(AskedFor::Why),
        &[
            "why",
            "why not",
            "why is that",
            "why was that",
            "why is it",
            "why that",
            "how come",
            "what for",
            "for what",
            "why did that happen",
            "why would that be",
            "for what reason",
            "how so",
            "why do you say that",
            "why do you think so",
            "why do you say so",
        ],
    ),
    (
        FollowUp::Asks(AskedFor::When),
        &[
            "when",
            "when was that",
            "when was it",
            "when was this",
            "when is that",
            "when is it",
            "since when",
            "how long ago",
            "how long ago was that",
            "when did that happen",
            "when did it happen",
            "how long",
            "at what time",
            "how long ago was it",
            "how often",
        ],
    ),
    (
        FollowUp::Asks(AskedFor::Where),
        &[
            "where",
            "where is that",
            "where was that",
            "whereabouts",
            "where is it",
            "where was it",
            "where are they",
            "where did that happen",
            "where did it happen",
            "where can i find it",
            "where would that be",
            "where to",
            "where from",
        ],
    ),
    (
        FollowUp::Asks(AskedFor::Who),
        &[
            "who",
            "who is that",
            "who was that",
            "who was it",
            "who is it",
            "who did",
            "who did it",
            "who did that",
            "by whom",
            "whose",
            "who knows",
            "who would do that",
            "who does",
        ],
    ),
    (
        FollowUp::Asks(AskedFor::HowMuch),
        &["how many", "how many are there", "how many were there", "how big"],
    ),
    (
        FollowUp::Asks(AskedFor::How),
        &[
            "how",
            "how is that",
            "how do you mean",
            "in what way",
            "how did that happen",
            "how did it happen",
            "what do you mean",
            "what do you mean by that",
            "what does that mean",
            "meaning",
            "how is that possible",
            "how can that be",
        ],
    ),
    (
        FollowUp::Asks(AskedFor::WhatOf),
        &["what kind", "which one", "which", "what sort", "of what"],
    ),
];

/// Pronouns for a person, and for a thing or several people.
const OF_PERSON: [&str; 7] = ["he", "him", "his", "she", "her", "hers", "himself"];
const OF_THING: [&str; 5] = ["it", "its", "they", "them", "their"];
/// Phrases for what was spoken of.
const OF_EITHER: [&str; 4] = ["that one", "this one", "that man", "that woman"];
/// Longest line that may refer to the subject by a pronoun, in words.
const LONGEST: usize = 14;

impl FollowUp {
    /// Parses a line to the character called `to`; none for a line that says anything of its own.
    #[must_use]
    pub fn of(line: &str, to: &str) -> Option<Self> {
        let all: Vec<String> = words(line, to);
        let is_filler = |it: &&String| FILLERS.contains(&it.as_str());
        let has_and = all.iter().any(|it| it == "and" || it == "then");
        let front = all.iter().take_while(is_filler).count();
        let back = all.iter().skip(front).rev().take_while(is_filler).count();
        let bare: Vec<&str> =
            all.iter().skip(front).map(String::as_str).take(all.len() - front - back).collect();
        let bare = bare.join(" ");
        if bare.is_empty() {
            let asks = line.trim_end().ends_with('?') || line.contains("...");
            return (has_and && asks).then_some(Self::More);
        }
        WHOLE.iter().find(|(_, all)| all.contains(&bare.as_str())).map(|(it, _)| *it)
    }

    /// Returns the name of the condition of texts that answer it.
    #[must_use]
    pub fn asked(self) -> Option<AskedFor> {
        match self {
            Self::Asks(what) => Some(what),
            Self::Price => Some(AskedFor::HowMuch),
            Self::More | Self::Sure | Self::Source | Self::WhoElse | Self::Order => None,
        }
    }
}

/// Kind of a reference to the subject of a talk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reference {
    /// To a person: "is he married?".
    Person,
    /// To a thing, a place, or several: "is it deep?".
    Thing,
}

/// Line in which a pronoun stands for the subject of a talk, with the name in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedLine {
    pub words: String,
    pub refers_to: Reference,
}

/// Puts the name of the subject in the place of the first pronoun of a question; `person` is the
/// name of the person spoken of, if it is one. None for a line without a pronoun, for one that asks
/// nothing, and for a long one.
#[must_use]
pub fn resolve(line: &str, to: &str, subject: &str, person: Option<&str>) -> Option<ResolvedLine> {
    let all = words(line, to);
    let asks = line.trim_end().ends_with('?') || asked_for(line).is_some();
    if !asks || all.len() > LONGEST {
        return None;
    }
    let name = in_line(subject);
    let place = |some: &[&str]| all.iter().position(|it| some.contains(&it.as_str()));
    let joined = format!(" {} ", all.join(" "));
    if let Some(phrase) = OF_EITHER.iter().find(|it| joined.contains(&format!(" {it} "))) {
        let words = joined.replacen(phrase, person.unwrap_or(&name), 1).trim().to_owned();
        return Some(ResolvedLine { words, refers_to: Reference::Thing });
    }
    let (at, refers_to, name) = match (place(&OF_PERSON), place(&OF_THING)) {
        (Some(at), _) => (at, Reference::Person, person.unwrap_or(&name)),
        (None, Some(at)) => (at, Reference::Thing, name.as_str()),
        (None, None) => return None,
    };
    // "Her husband" is somebody's, not somebody.
    let is_owner = |it: &str| matches!(it, "his" | "its" | "their");
    let put = |n: usize, word: &String| match n == at {
        true if is_owner(word) => format!("{name}'s"),
        true => name.to_owned(),
        false => word.clone(),
    };
    let words: Vec<String> = all.iter().enumerate().map(|(n, word)| put(n, word)).collect();
    Some(ResolvedLine { words: format!("{}?", words.join(" ")), refers_to })
}

/// Returns the name of a topic as others would say it: `your spoons` of `my spoons`.
fn in_line(subject: &str) -> String {
    match subject.strip_prefix("my ") {
        Some(rest) => format!("your {rest}"),
        None => subject.to_owned(),
    }
}

/// Returns the words of a line in lower case, without the name of the character where it stands at
/// an edge.
fn words(line: &str, to: &str) -> Vec<String> {
    let line = line.to_lowercase().replace('’', "'");
    let line = line.replace("n't", " not").replace("'s", " is").replace("'re", " are");
    let line = line.replace("'ll ", " will ").replace("'d ", " would ");
    let mut all: Vec<String> = memory::words(&line).collect();
    let to = to.to_lowercase();
    if all.first() == Some(&to) {
        all.remove(0);
    }
    if all.last() == Some(&to) {
        all.pop();
    }
    all
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_bare_question_goes_on_about_the_subject() {
        for (line, found) in [
            ("why?", Some(FollowUp::Asks(AskedFor::Why))),
            ("but why though, Mara?", Some(FollowUp::Asks(AskedFor::Why))),
            ("Mara, when was that", Some(FollowUp::Asks(AskedFor::When))),
            ("how long ago was that?", Some(FollowUp::Asks(AskedFor::When))),
            ("and then?", Some(FollowUp::More)),
            ("tell me more", Some(FollowUp::More)),
            ("are you sure?", Some(FollowUp::Sure)),
            ("who told you that?", Some(FollowUp::Source)),
            ("who else?", Some(FollowUp::WhoElse)),
            ("how much was it again?", Some(FollowUp::Price)),
            ("And what does it cost?", Some(FollowUp::Price)),
            ("I'll have one please", Some(FollowUp::Order)),
            ("ok just one then please", Some(FollowUp::Order)),
            ("fine ok ill take one", Some(FollowUp::Order)),
            ("how many were there?", Some(FollowUp::Asks(AskedFor::HowMuch))),
            ("why do you knit?", None),
            ("who are you?", None),
            ("and", None),
            ("ok", None),
            ("", None),
        ] {
            assert_eq!(FollowUp::of(line, "Mara"), found, "{line}");
        }
    }

    #[test]
    fn a_pronoun_stands_for_the_subject() {
        for (line, subject, person, found) in [
            ("is he married?", "Bram", Some("Bram"), Some("is Bram married?")),
            ("where is she?", "Tace at the bell", Some("Tace"), Some("where is Tace?")),
            ("how much are they worth", "my spoons", None, Some("how much are your spoons worth?")),
            ("what is his trade?", "Bram", Some("Bram"), Some("what is Bram's trade?")),
            ("is it deep?", "the river", None, Some("is the river deep?")),
            ("what about that one?", "the gate", None, Some("what about the gate")),
            ("he is nice", "Bram", Some("Bram"), None),
            ("what do you sell?", "Bram", Some("Bram"), None),
        ] {
            let words = resolve(line, "Mara", subject, person).map(|it| it.words);
            assert_eq!(words.as_deref(), found, "{line}");
        }
    }

    proptest! {
        #[test]
        fn no_line_is_too_odd(line in "\\PC{0,80}") {
            prop_assert_eq!(FollowUp::of(&line, "Mara"), FollowUp::of(line.trim(), "Mara"));
            let resolved = resolve(&line, "Mara", "the gate", None);
            prop_assert!(resolved.is_none_or(|it| !it.words.is_empty()));
        }
    }
}
