//! Questions about somebody else, by their form: whether one knows them, what one thinks of them, what they did,
//! whether they kept their word. Pure functions, no model.

use super::speech_act::plain_words;

/// Kind of question about another person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PersonQuestion {
    /// Acquaintance and identity.
    Known,
    /// Opinion of the person.
    Opinion,
    /// Keeping of a promise.
    Promise,
    /// Whereabouts.
    Place,
    /// Statements of the person.
    Saying,
    /// Deeds in general.
    Doing,
    /// Deed of one kind.
    Deed,
}

/// Words in front of a name that ask after its owner.
const ASKS_AFTER: [&str; 13] = [
    "know",
    "know about",
    "know of",
    "know who is",
    "met",
    "who is",
    "who was",
    "heard of",
    "hear of",
    "tell me about",
    "what about",
    "tell about",
    "to know",
];
/// Words in front of a name that ask for an opinion.
const ASKS_OPINION: [&str; 12] = [
    "think of",
    "think about",
    "make of",
    "opinion of",
    "opinion on",
    "opinion about",
    "you like",
    "you trust",
    "u like",
    "u trust",
    "feel about",
    "i trust",
];
/// Words in front of a name that ask where its owner is.
const ASKS_PLACE: [&str; 8] =
    ["where is", "where s", "wheres", "where", "seen", "you see", "did you meet", "i find"];
/// Verbs that stand before their subject in a question.
const BEFORE_SUBJECT: [&str; 12] =
    ["did", "does", "do", "has", "have", "had", "will", "would", "can", "could", "was", "should"];
/// Words that ask what somebody did, where the verb does not come first: "what wilma bring".
const ASKS_WHAT: [&str; 6] = ["what", "whatd", "wat", "many", "much", "why"];
/// Words that follow "is" and a name where a place is asked for.
const PLACES: [&str; 12] = [
    "here", "in", "at", "around", "away", "gone", "back", "there", "coming", "still", "from",
    "about",
];
/// Verbs of saying.
const SAYS: [&str; 8] = ["say", "said", "tell", "told", "mention", "mentioned", "claim", "ask"];

impl PersonQuestion {
    /// Reads the question that a line asks about a person, who is called `name` in it; none for any other line.
    #[must_use]
    pub fn of(line: &str, name: &str) -> Option<Self> {
        let words = plain_words(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let small = name.to_lowercase();
        let at = words.iter().position(|it| *it == small)?;
        let (before, rest) = words.split_at_checked(at)?;
        let after = rest.get(1..).unwrap_or_default();
        let front = format!(" {} ", before.join(" "));
        let ends = |runs: &[&str]| runs.iter().any(|it| front.ends_with(&format!(" {it} ")));
        let has = |word: &str| words.contains(&word);
        let last = before.last().copied().unwrap_or_default();
        let next = after.first().copied().unwrap_or_default();
        // "Have you seen Wilma's dog?" asks after the dog.
        let owner = format!("{small}'s ");
        if !before.is_empty() && line.to_lowercase().replace('’', "'").contains(&owner) {
            return None;
        }
        let keeps_word = has("word") && ["keep", "kept", "break", "broke"].iter().any(|it| has(it));
        let is_asked = BEFORE_SUBJECT.contains(&last)
            || !after.is_empty() && before.iter().any(|it| ASKS_WHAT.contains(it));
        if is_asked && (keeps_word || ["promise", "promised", "promises"].iter().any(|it| has(it)))
        {
            return Some(Self::Promise);
        }
        if ends(&ASKS_OPINION) {
            return Some(Self::Opinion);
        }
        if ends(&ASKS_AFTER) {
            return Some(Self::Known);
        }
        if ends(&ASKS_PLACE) || last == "is" && PLACES.contains(&next) {
            return (!["from", "about"].contains(&next)).then_some(Self::Place);
        }
        if last == "is" && before.len() <= 3 && !next.is_empty() {
            let is_plain = !before.iter().any(|it| ["where", "when", "how", "what"].contains(it));
            return is_plain.then_some(Self::Opinion);
        }
        if !is_asked || after.is_empty() {
            return None;
        }
        let verb = if BEFORE_SUBJECT.contains(&next) {
            after.get(1).copied().unwrap_or_default()
        } else {
            next
        };
        let is_open = ["what", "whatd", "wat"].iter().any(|it| before.contains(it));
        Some(match verb {
            verb if SAYS.contains(&verb) => Self::Saying,
            "do" | "done" | "did" | "doing" | "buy" | "bought" | "give" | "given" | "gave"
                if is_open =>
            {
                Self::Doing
            }
            _ => Self::Deed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_about_somebody_is_known_by_its_form() {
        use PersonQuestion::{Deed, Doing, Known, Opinion, Place, Promise, Saying};
        for (line, asked) in [
            ("mara, do you know Wilma?", Some(Known)),
            ("do u know wilma", Some(Known)),
            ("mara who's wilma", Some(Known)),
            ("what about wilma then", Some(Known)),
            ("what do you think of Wilma?", Some(Opinion)),
            ("mara what do u think about wilma", Some(Opinion)),
            ("do you like wilma", Some(Opinion)),
            ("is wilma nice", Some(Opinion)),
            ("did Wilma keep her promise?", Some(Promise)),
            ("has wilma kept her word", Some(Promise)),
            ("what did wilma promise you", Some(Promise)),
            ("how many spoons did Wilma bring?", Some(Deed)),
            ("what has wilma done", Some(Doing)),
            ("what did wilma buy?", Some(Doing)),
            ("did wilma open the gate", Some(Deed)),
            ("how many spoons wilma brought", Some(Deed)),
            ("what did wilma say about me", Some(Saying)),
            ("is wilma here?", Some(Place)),
            ("where is wilma", Some(Place)),
            ("wheres wilma gone", Some(Place)),
            ("have you seen Wilma?", Some(Place)),
            ("where is wilma from", None),
            ("have you seen Wilma's dog?", None),
            ("is wilma from Hull?", None),
            ("Wilma is nice", None),
            ("I saw wilma at the gate", None),
            ("tell wilma that I wait", None),
        ] {
            assert_eq!(PersonQuestion::of(line, "Wilma"), asked, "{line}");
        }
    }
}
