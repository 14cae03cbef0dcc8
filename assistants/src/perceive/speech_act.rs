//! Speech acts by their wording: an alarm, a confession, news, a boast. A character reacts to them
//! where it knows nothing of the matter. Pure functions, no model.

use self::wordings::WORDINGS;
use super::reading::SpeechAct;
use crate::{memory, nlu::asked_for};

mod wordings;

/// Words in front of a sentence that say nothing.
const IN_FRONT: [&str; 17] = [
    "well",
    "oh",
    "ah",
    "yes",
    "no",
    "and",
    "so",
    "hello",
    "hi",
    "but",
    "ok",
    "okay",
    "hm",
    "phew",
    "today",
    "yesterday",
    "actually",
];
/// Words that a statement begins with, as against a request or a name.
const SUBJECTS: [&str; 23] = [
    "i",
    "my",
    "we",
    "our",
    "it",
    "its",
    "that",
    "there",
    "they",
    "their",
    "he",
    "she",
    "his",
    "her",
    "people",
    "everybody",
    "somebody",
    "your",
    "ur",
    "this",
    "these",
    "those",
    "nobody",
];
/// Wishes, which are requests however they are worded.
const WISHES: [&str; 21] = [
    " i want ",
    " i would like ",
    " i will have ",
    " i will take ",
    " i need ",
    " i take ",
    " i am looking for ",
    " i look for ",
    " i wish ",
    " i could use ",
    " i could do with ",
    " i am hungry ",
    " i am thirsty ",
    " please ",
    " give me ",
    " tell me ",
    " show me ",
    " we want ",
    " we would like ",
    " we need ",
    " we will have ",
];
/// Words from which on a sentence states something.
const SENTENCE: usize = 3;

/// Words that begin a question, whatever stands behind it.
const ASKS: [&str; 15] = [
    "what", "whats", "wat", "who", "whos", "whose", "where", "wheres", "wher", "why", "how",
    "hows", "which", "wot", "hwo",
];
/// Words of a greeting in front of a question.
const HAILS: [&str; 7] = ["hey", "hiya", "there", "good", "morning", "day", "evening"];
/// Verbs that begin a question where a subject stands behind them.
const ASKS_BEFORE: [&str; 18] = [
    "do", "does", "did", "is", "are", "was", "were", "can", "could", "will", "would", "has",
    "have", "may", "shall", "should", "am", "when",
];
/// Words that follow such a verb where it begins an order or a statement: "have a seat", "do it".
const NO_SUBJECT: [&str; 8] = ["a", "an", "the", "it", "some", "not", "me", "them"];
/// Exclamations and relative clauses, which begin as questions do.
const ASKS_NOT: [&str; 14] = [
    "what a",
    "what an",
    "how nice",
    "how lovely",
    "how sad",
    "how kind",
    "how awful",
    "how terrible",
    "how strange",
    "how funny",
    "how rude",
    "when i",
    "when we",
    "what i",
];

/// Returns whether a line to a character called `me` asks something, by its form alone: newcomers type no question
/// marks.
#[must_use]
pub fn asks(line: &str, me: &str) -> bool {
    if line.trim_end().ends_with('?') {
        return true;
    }
    let words = plain_words(without_vocative(line, me));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let me = me.to_lowercase();
    let is_front = |it: &&str| IN_FRONT.contains(it) || HAILS.contains(it) || **it == me;
    let at = words.iter().position(|it| !is_front(it)).unwrap_or_default();
    let words = words.get(at..).unwrap_or_default();
    let joined = format!("{} ", words.join(" "));
    if ASKS_NOT.iter().any(|it| joined.starts_with(&format!("{it} "))) {
        return false;
    }
    match words {
        [first, ..] if ASKS.contains(first) => true,
        [first, second, ..] if ["is", "are", "was", "were", "does", "did"].contains(first) => {
            *second != "not"
        }
        [first, second, _, ..] => ASKS_BEFORE.contains(first) && !NO_SUBJECT.contains(second),
        _ => false,
    }
}

/// Returns a line without the name of the character that it addresses, with a comma or without one.
#[must_use]
pub fn without_vocative<'a>(line: &'a str, me: &str) -> &'a str {
    let trimmed = line.trim_start();
    let Some((front, rest)) = trimmed.split_at_checked(me.len()).filter(|_| !me.is_empty()) else {
        return line;
    };
    let ends = rest.starts_with(|it: char| !it.is_alphanumeric() && it != '\'' && it != '’');
    if !front.eq_ignore_ascii_case(me) || !ends {
        return line;
    }
    rest.trim_start_matches(|it: char| !it.is_alphanumeric())
}

/// Returns whether words say that their speaker is called `name`.
fn introduces(words: &[&str], name: &str) -> bool {
    const BEFORE: [&[&str]; 7] = [
        &["i", "am"],
        &["my", "name", "is"],
        &["name", "is"],
        &["call", "me"],
        &["i", "am", "called"],
        &["they", "call", "me"],
        &["it", "is"],
    ];
    BEFORE.iter().any(|before| {
        let run: Vec<&str> = before.iter().copied().chain([name]).collect();
        words.windows(run.len()).any(|it| it == run)
    })
}

/// Returns the words of a line in lower case, contractions taken apart.
pub(super) fn plain_words(line: &str) -> Vec<String> {
    let plain = line.to_lowercase().replace('’', "'");
    let plain = plain.replace("n't", " not").replace("'m", " am").replace("'s", " is");
    let plain = plain.replace("'ve", " have").replace("'ll", " will").replace("'re", " are");
    let plain = plain.replace("'d ", " would ");
    let words = memory::words(&plain);
    words.flat_map(|it| if it == "im" { vec!["i".into(), "am".into()] } else { vec![it] }).collect()
}

impl SpeechAct {
    /// Returns the act of a line by its wording alone; none for most lines.
    #[must_use]
    pub fn of_wording(line: &str) -> Option<Self> {
        let plain =
            line.to_lowercase().replace("n't", " not").replace("'m", " am").replace("'s", " is");
        let plain = plain.replace("'ve", " have").replace("'ll", " will").replace("'re", " are");
        let plain = plain.replace('!', " bang ");
        let words: Vec<String> = memory::words(&plain).collect();
        let words: Vec<&str> = words
            .iter()
            .map(String::as_str)
            .map(|it| if it == "bang" { "!" } else { it })
            .collect();
        let joined = format!(" {} ", words.join(" "));
        let has = |run: &&&str| match run.strip_prefix('^') {
            Some(run) => joined.starts_with(&format!(" {run} ")),
            None => joined.contains(&format!(" {run} ")),
        };
        let found = WORDINGS.iter().find(|(_, runs)| runs.iter().any(|it| has(&it)));
        found.map(|(act, _)| *act)
    }

    /// Returns the act of a line of the speaker called `name`, as far as its form tells; none for a line
    /// that may be anything.
    #[must_use]
    pub fn of(line: &str, name: &str) -> Option<Self> {
        if let Some(act) = Self::of_wording(line) {
            return Some(act);
        }
        let all = plain_words(line);
        let words: Vec<&str> = all.iter().map(String::as_str).collect();
        if asks(line, "") {
            return Some(Self::Question);
        }
        if introduces(&words, &name.to_lowercase()) {
            return Some(Self::Introduction);
        }
        let is_wish = WISHES.iter().any(|it| format!(" {} ", words.join(" ")).contains(it));
        let first = words.iter().find(|it| !IN_FRONT.contains(*it));
        let states = first.is_some_and(|it| SUBJECTS.contains(it)) && words.len() >= SENTENCE;
        (states && !is_wish && !line.contains('?') && asked_for(line).is_none())
            .then_some(Self::Statement)
    }

    /// Returns whether the act matters more than whatever else stands in the line: nobody answers a
    /// call of fire with the way to the inn.
    #[must_use]
    pub fn comes_first(self) -> bool {
        matches!(self, Self::Alarm | Self::Confession | Self::Later)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_act_is_known_by_its_wording() {
        for (line, act) in [
            ("help, there is a fire at the inn!", Some(SpeechAct::Alarm)),
            ("Fire! Fire!", Some(SpeechAct::Alarm)),
            ("the boy is drowning", Some(SpeechAct::Alarm)),
            ("HELP theres a kid in the water!!", Some(SpeechAct::Alarm)),
            ("theres a wolf in the market!!! run", Some(SpeechAct::Alarm)),
            ("bram theres smoke coming from the inn!!", Some(SpeechAct::Alarm)),
            ("I must confess something", Some(SpeechAct::Confession)),
            ("it was me, I stole the spoon", Some(SpeechAct::Confession)),
            ("did you hear that Bob sold his boat?", Some(SpeechAct::News)),
            ("I once killed a dragon", Some(SpeechAct::Boast)),
            ("my sister is lost!", Some(SpeechAct::Plea)),
            ("don't worry, it'll be fine", Some(SpeechAct::Comfort)),
            ("later", Some(SpeechAct::Later)),
            ("no, I mean the other one", Some(SpeechAct::Correction)),
            ("see you later", None),
            ("what is the fire made of?", None),
            ("good evening", None),
            ("", None),
        ] {
            assert_eq!(SpeechAct::of_wording(line), act, "{line}");
        }
    }

    #[test]
    fn the_form_of_a_line_tells_whether_it_asks_or_states() {
        for (line, act) in [
            ("I'm Nadja, I cook for the bargemen", Some(SpeechAct::Introduction)),
            ("im nadja by the way, just came in on the barge", Some(SpeechAct::Introduction)),
            ("My name is Nadja.", Some(SpeechAct::Introduction)),
            ("I had a spoon like that once", Some(SpeechAct::Statement)),
            ("my dad grew onions too", Some(SpeechAct::Statement)),
            ("hm, it rained all the way here", Some(SpeechAct::Statement)),
            ("are they fresh?", Some(SpeechAct::Question)),
            ("I want an ale", None),
            ("I'd like two onions", None),
            ("tell me about the gate", None),
            ("an ale please", None),
            ("the magpie", None),
            ("I wonder who took them", None),
            ("what did he bury under the elm", Some(SpeechAct::Question)),
            ("hi where do i find the inn", Some(SpeechAct::Question)),
            ("is it far", Some(SpeechAct::Question)),
            ("do you know her", Some(SpeechAct::Question)),
            ("have a seat", None),
            ("what a fire", None),
        ] {
            assert_eq!(SpeechAct::of(line, "Nadja"), act, "{line}");
        }
    }

    proptest! {
        #[test]
        fn no_line_is_too_odd(line in "\\PC{0,80}") {
            prop_assert_eq!(SpeechAct::of_wording(&line), SpeechAct::of_wording(line.trim()));
        }
    }
}
