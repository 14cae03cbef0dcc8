//! Search for an earlier line of conversation that answers a question, in the speaker's own words.

use std::{collections::BTreeSet, sync::LazyLock};

use engine::id::CharacterId;

use super::{
    Note, NoteKind, RecallCandidate,
    index::{asking, english_terms, is_related},
};

/// Minimum text match score of a line; rare words weigh more.
const FITS: f64 = 0.35;
/// Minimum share of question sentences for a line to count as a question.
const QUESTION: f32 = 0.5;
/// Phrases that ask for an earlier statement without a question mark.
const ASKS: &[&str] = &["remember", "remind me", "what i told", "what i said", "tell me what"];

/// Words that do not make a line relevant to a question, beside stop words.
const EMPTY: &str = "get want ask tell know say go come give take bring make think need love see look find \
    help mean talk speak call put keep use let try show thank thanks sorry remember remind recall forget \
    mention promise hear thing stuff something anything place time day today tomorrow yesterday ago way \
    good nice bad fine sir friend";
/// Interrogatives, and words that follow "how" in a question for facts.
const WHAT: &[&str] = &["what", "where", "who", "whom", "whose", "when", "which"];
const HOW: &[&str] = &["old", "many", "big", "long"];
/// Verbs of saying, and verbs of hearing.
const SAYING: &[&str] = &[
    "said",
    "say",
    "says",
    "told",
    "tell",
    "tells",
    "mention",
    "mentions",
    "mentioned",
    "promise",
    "promised",
];
const HEARING: &[&str] = &["hear", "heard"];
/// Verbs of remembering and forgetting.
const KEEPING: &[&str] =
    &["remember", "remind", "reminded", "recall", "forget", "forgot", "forgotten"];
/// Modal verbs of requests and offers, which do not ask for an earlier statement.
const ASKING_LEAVE: &[&str] =
    &["can", "could", "may", "might", "should", "shall", "would", "will", "must"];
const IS: &[&str] = &["is", "are", "was", "were", "s", "did", "does", "do", "had", "has", "have"];
const WAS: &[&str] = &["did", "was", "were", "had", "have"];
const WE: &[&str] = &["i", "we"];
/// Auxiliary verbs of the passive voice: "I was told".
const BEING: &[&str] = &["am", "are", "was", "were", "been"];
const OUR: &[&str] = &["my", "mine", "our", "ours"];
const CALLED: &[&str] = &["called", "name", "named"];
const MINE: &[&str] = &["my", "mine", "me"];
const YOUR: &[&str] = &["you", "your", "yours"];

/// Returns whether a text asks for anything.
#[must_use]
pub fn asks(words: &str) -> bool {
    let lower = words.to_lowercase();
    asking(words) >= QUESTION || ASKS.iter().any(|it| lower.contains(it))
}

/// Question that an earlier statement may answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BeforeQuestion {
    /// True if the question asks for a statement of the asker.
    of_oneself: bool,
    /// True if the question asks for a statement of another character.
    of_others: bool,
    /// True if the question asks what somebody said who is only "he" or "she".
    of_pronoun: bool,
    terms: BTreeSet<String>,
}

impl BeforeQuestion {
    /// Parses words said to a character called `name`. Returns none if they ask for nothing, or for
    /// nothing that was said before, such as the way to a place or a price.
    #[must_use]
    pub fn read(words: &str, name: &str) -> Option<Self> {
        if !asks(words) {
            return None;
        }
        let lower = words.to_lowercase();
        let spoken: Vec<String> = super::words(&lower).collect();
        let spoken: Vec<&str> = spoken.iter().map(String::as_str).collect();
        let of_oneself = asks_of_oneself(&spoken);
        // "What was our bet?" and "what was it that Wren likes, I forgot" may ask for either's words.
        let is_shared = has(&spoken, &["our"]) || has(&spoken, KEEPING) && !has(&spoken, MINE);
        let of_others = asks_of_others(&spoken) || of_oneself && is_shared;
        let mut terms = matter(words, name);
        // What somebody is called is their name.
        if has(&spoken, CALLED) {
            terms.extend(english_terms("name"));
        }
        let of_pronoun = of_others && says_one(&spoken);
        let asks = (of_oneself || of_others) && (of_pronoun || !terms.is_empty());
        asks.then_some(Self { of_oneself, of_others, of_pronoun, terms })
    }

    /// Returns whether the question asks for a statement of another character.
    #[must_use]
    pub fn is_of_others(&self) -> bool {
        self.of_others
    }

    /// Returns whether the question asks for a statement of the asker.
    #[must_use]
    pub fn is_of_oneself(&self) -> bool {
        self.of_oneself
    }

    /// Returns whether the question asks what a speaker said, by name.
    #[must_use]
    pub fn names(&self, speaker: &str) -> bool {
        let is_named = || english_terms(speaker).iter().any(|it| self.terms.contains(it));
        self.of_pronoun || self.of_others && is_named()
    }

    /// Returns whether a line, said to a character called `name`, shares a term with the question.
    #[must_use]
    pub fn is_about(&self, line: &str, name: &str) -> bool {
        let has = |it: &String| self.terms.iter().any(|of| of == it || is_related(of, it));
        matter(line, name).iter().any(has)
    }
}

/// Returns the significant terms of a text, without common words and the name.
fn matter(words: &str, name: &str) -> BTreeSet<String> {
    static NO_MATTER: LazyLock<BTreeSet<String>> =
        LazyLock::new(|| english_terms(EMPTY).into_iter().collect());
    let names = english_terms(name);
    let said = english_terms(words).into_iter();
    said.filter(|it| !NO_MATTER.contains(it) && !names.contains(it)).collect()
}

/// Returns whether one of `some` is among the words.
fn has(words: &[&str], some: &[&str]) -> bool {
    words.iter().any(|it| some.contains(it))
}

/// Returns whether words ask for a statement of the asker: by "remember", by "what did I", or by
/// "my".
fn asks_of_oneself(words: &[&str]) -> bool {
    let follows = |first: &[&str], second: &[&str], within: usize| {
        let places = words.iter().enumerate().filter(|(_, it)| first.contains(it));
        places.map(|(at, _)| words.get(at + 1..).unwrap_or_default()).any(|after| {
            let near = after.get(..within.min(after.len())).unwrap_or_default();
            has(near, second)
        })
    };
    if has(words, KEEPING) || has(words, &["still"]) && has(words, &["know"]) {
        return true;
    }
    if has(words, ASKING_LEAVE) {
        return false;
    }
    let is_what = follows(WHAT, IS, 2) || follows(&["how"], HOW, 1);
    let is_theirs = is_what && has(words, OUR) || follows(WHAT, OUR, 1);
    let says = follows(WE, SAYING, 2) && !follows(WE, BEING, 1);
    says || has(words, WHAT) && follows(WAS, WE, 1) || is_theirs && !has(words, YOUR)
}

/// Returns whether words ask what "he" or "she" said: "what did she tell you?".
fn says_one(words: &[&str]) -> bool {
    let subject = words.windows(2).find_map(|it| match it {
        ["did" | "has" | "does", one] => Some(*one),
        _ => None,
    });
    subject.is_some_and(|it| ["he", "she", "they"].contains(&it))
}

/// Returns whether words ask for another character's statement: "who told you", "what did Bob say".
fn asks_of_others(words: &[&str]) -> bool {
    const OPENS: &[&str] = &["who", "whom", "what", "which", "where", "did", "has", "have", "does"];
    let Some(begin) = words.iter().position(|it| OPENS.contains(it)) else { return false };
    let after = words.get(begin + 1..).unwrap_or_default();
    let says = |at: usize, it: &str| {
        let before = after.get(..at).unwrap_or_default();
        let by_mind = before.last().is_some_and(|word| YOUR.contains(word));
        let said = SAYING.contains(&it) && !by_mind || HEARING.contains(&it);
        said && !has(before, WE)
    };
    after.iter().enumerate().any(|(at, it)| says(at, it))
}

/// Strips the name of the character addressed from the front of a line: `mara, it rains` becomes
/// `it rains`.
#[must_use]
pub fn without_name<'a>(line: &'a str, name: &str) -> &'a str {
    let Some((front, rest)) = line.split_at_checked(name.len()) else { return line };
    let rest = rest.trim_start();
    let said = rest.strip_prefix([',', ':']).map(str::trim_start).filter(|it| !it.is_empty());
    said.filter(|_| front.eq_ignore_ascii_case(name)).unwrap_or(line)
}

/// Returns the best matching line among the candidates that shares a term with the question and
/// whose source `by` accepts. Questions and the mind's own lines are left out; `name` is the name
/// of the mind.
pub fn best<'a>(
    candidates: &'a [RecallCandidate],
    question: &BeforeQuestion,
    (mind, name): (&CharacterId, &str),
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
            // A score may come from neighbouring lines alone, which makes the line no answer.
            && question.is_about(&note.content, name)
    };
    let fitting = candidates.iter().filter(fits);
    let best =
        fitting.max_by(|a, b| a.text.partial_cmp(&b.text).unwrap_or(std::cmp::Ordering::Equal));
    // "What did Rolf say he does?" asks for what Rolf said last, whatever words that has.
    let newest = || {
        let named = candidates.iter().map(|it| &it.note).filter(|it| {
            let is_named = it.speaker.as_ref().is_some_and(|of| question.names(of));
            is_named
                && it.kind == NoteKind::Line
                && it.superseded_by.is_none()
                && !it.label.origins.contains(mind)
                && it.source.as_ref().is_some_and(&by)
                && !asks(&it.content)
        });
        named.max_by_key(|it| it.serial)
    };
    best.map(|it| &it.note).or_else(newest)
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
    }

    /// Returns whether a question to Mara asks for the asker's own statements, and for those of
    /// others.
    fn of(words: &str) -> (bool, bool) {
        let read = BeforeQuestion::read(words, "Mara");
        read.map_or((false, false), |it| (it.is_of_oneself(), it.is_of_others()))
    }

    #[test]
    fn what_anybody_may_ask_does_not_ask_for_what_was_said() {
        for words in [
            "how do I get to the inn?",
            "may I ask the price?",
            "where can I find the market, mara?",
            "can you tell me about the spoons?",
            "may I say something about the spoons?",
            "who can mend my boots?",
            "who fixes my boots?",
            "do you want my ring?",
            "what do you give for my ring?",
            "what do you say about the mill?",
            "is my room ready?",
            "do I need a ring?",
            "who knows the ferryman?",
            "I was told you sell pies?",
            "I heard that you sell pies?",
            "Bob told me of the mill",
            "who told you that?",
            "what did I say?",
        ] {
            assert_eq!(of(words), (false, false), "{words}");
        }
    }

    #[test]
    fn what_was_said_is_asked_for_in_many_ways() {
        for words in [
            "what did I tell you of my sister?",
            "Did I mention the mill?",
            "have I told you about the mill?",
            "you still know what she was called?",
            "what was our bet about, mara?",
            "what was it that wren drinks? i forgot",
            "remind me what I buried",
            "do you remember where I lost my ring?",
            "what is my boat called, Mara?",
            "what's my boat called?",
            "where did I lose the ring?",
            "where are my boots?",
            "how old is my sister?",
            "tell me what my boat is called",
            "what was it I said about the mill?",
        ] {
            assert!(of(words).0, "{words}");
        }
        for words in [
            "who told you of the fiddle?",
            "who said that the bell leans?",
            "what did Bob say about the mill?",
            "did anybody mention the mill?",
            "what have you heard about the mill?",
            "what did she just tell you about me?",
            "what was our bet about, mara?",
            "what was it that wren drinks? i forgot",
        ] {
            assert!(of(words).1, "{words}");
        }
    }

    #[test]
    fn a_line_is_about_the_matter_by_a_word_of_it() {
        let question =
            BeforeQuestion::read("Mara, what did I tell you of my mother's boat?", "Mara");
        let question = question.unwrap();
        for (line, is_about) in [
            ("my boats leak", true),
            ("my mum is from Leeds", true),
            ("I love you, mara", false),
            ("I told you what I want", false),
            ("what a day", false),
        ] {
            assert_eq!(question.is_about(line, "Mara"), is_about, "{line}");
        }
        let read = |words: &str| BeforeQuestion::read(words, "Mara").unwrap();
        assert!(
            read("you still know what she was called?").is_about("her name was Clover", "Mara")
        );
        assert!(read("what did she tell you?").names("Griet"));
        assert!(read("what did Rolf say he does?").names("Rolf"));
        assert!(!read("what did Rolf say he does?").names("Griet"));
    }
}
