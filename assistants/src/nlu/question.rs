//! Kinds of information that questions ask for: why, who, since when, how many. Pure.

use serde::{Deserialize, Serialize};

use super::tokens::{LineToken, tokens};

/// Kind of information that a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum AskedFor {
    /// Reason.
    Why,
    /// Person: who did it, whose it is.
    Who,
    /// Time: when, since when, how long, how old.
    When,
    /// Amount: how many, how much, how big.
    HowMuch,
    /// Place: where, and where from.
    Where,
    /// Material or kind.
    WhatOf,
    /// Manner.
    How,
    /// Permission, or willingness: whether they may, whether one would.
    May,
    /// Truth: whether it is so, or ever was.
    Whether,
}

impl AskedFor {
    /// Returns the question word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Why => "why",
            Self::Who => "who",
            Self::When => "when",
            Self::HowMuch => "how much",
            Self::Where => "where",
            Self::WhatOf => "what of",
            Self::How => "how",
            Self::May => "may",
            Self::Whether => "whether",
        }
    }
}

use AskedFor::{How, HowMuch, May, WhatOf, When, Where, Whether, Who, Why};

/// The words that ask, one behind the other, `|` between those of which one is enough; of those that begin at
/// the same word the first.
const WORDS: [(AskedFor, &str); 33] = [
    (Why, "why"),
    (Why, "wherefore"),
    (Why, "how come"),
    (Why, "what for"),
    (Why, "what is|was the reason|point|meaning"),
    (Why, "what makes|made"),
    (When, "when"),
    (When, "since when"),
    (When, "how long|old|often|soon"),
    (When, "how many years|days|nights|hours|months|times"),
    (When, "what year|time|hour|night"),
    (When, "which year|night|day"),
    (HowMuch, "how many|much|big|heavy|deep|tall|wide|thick|far|high|large|loud"),
    (HowMuch, "what does|do|did|would it|one|they|you cost|costs|charge|weigh"),
    (HowMuch, "what is|are the price|prices|weight|length|number"),
    (Who, "who|whose|whom"),
    (Where, "where"),
    (Where, "which|what way"),
    (WhatOf, "what kind|sort|type|stuff"),
    (WhatOf, "made of|from|out"),
    (WhatOf, "which|what wood|wool|metal|stone|timber|tree|stitch|yarn|colour|color"),
    (May, "may|can|could|might i|we"),
    (May, "can|could|will|would you"),
    (May, "is|would it ok|okay|fine|alright|allowed|possible"),
    (May, "do|would you mind"),
    (May, "am i allowed"),
    (May, "let me"),
    (How, "how"),
    (How, "teach|show me|us"),
    (Whether, "is|was|be it|that true"),
    (Whether, "really|truly|actually|ever|honestly"),
    (
        Whether,
        "does|do|did|has|have|will|would|is|are she|he|they|it|the|that|this|those|these|any|anybody|anyone|everybody|everyone",
    ),
    (Whether, "so you"),
];

/// All that can be asked for, the closest first.
const ALL: [AskedFor; 9] = [Why, Who, When, HowMuch, Where, WhatOf, How, May, Whether];

/// Returns the aspect that a line asks for, if any; of several the closest.
#[must_use]
pub fn asked_for(said: &str) -> Option<AskedFor> {
    ALL.into_iter().find(|it| asks_for(said, *it))
}

/// Returns whether a line asks for this.
#[must_use]
pub fn asks_for(said: &str, what: AskedFor) -> bool {
    let words = tokens(said);
    let mut asked: Vec<AskedFor> = Vec::new();
    for at in 0..words.len() {
        // "What is the gate?" does not ask whether it is.
        let before = at.checked_sub(1).and_then(|it| words.get(it)).map(|it| it.text.as_str());
        let is_open = matches!(before, Some("what" | "which"));
        let kinds = asked_by(words.get(at..).unwrap_or_default());
        asked.extend(kinds.into_iter().filter(|it| !(is_open && *it == Whether)));
    }
    let has = |text: &str| words.iter().any(|word| word.text == text);
    let ends_with_for = words.last().is_some_and(|word| word.text == "for");
    if has("what") && (ends_with_for || has("mean") || has("means")) {
        // "What are the ears for?" and "what does a red stitch mean?"
        asked.push(Why);
    }
    match what {
        // "Why does it never ring?" is not whether it does.
        Whether => !asked.is_empty() && asked.iter().all(|it| *it == Whether),
        // "Would you tell me why?" is not whether one would.
        May => asked.contains(&May) && asked.iter().all(|it| matches!(it, May | Whether)),
        Why | Who | When | HowMuch | Where | WhatOf | How => asked.contains(&what),
    }
}

/// Returns the kinds of information that the first of these words ask for.
fn asked_by(words: &[LineToken]) -> Vec<AskedFor> {
    let one_of = |some: &str, word: &str| some.split('|').any(|it| it == word);
    let begins = |asked: &str| {
        let mut left = words.iter().map(|word| word.text.as_str());
        asked.split(' ').all(|some| left.next().is_some_and(|word| one_of(some, word)))
    };
    let length = |asked: &str| asked.split(' ').count();
    let asked: Vec<_> = WORDS.iter().filter(|(_, asked)| begins(asked)).collect();
    // What is said in more words is meant more closely: "how long" is no "how".
    let most = asked.iter().map(|(_, asked)| length(asked)).max();
    asked.into_iter().filter(|it| Some(length(it.1)) == most).map(|it| it.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_is_heard_in_many_words() {
        for (said, asked) in [
            ("Tace, why does it never ring?", &[Why][..]),
            ("how come there is a red stitch", &[Why]),
            ("how old is the bell, and who cast it", &[Who, When]),
            ("How many spoons are gone", &[HowMuch]),
            ("since when do you sit there", &[When]),
            ("for how many years now", &[When]),
            ("what does one cost", &[HowMuch]),
            ("how do you plait them", &[How]),
            ("how deep is it", &[HowMuch]),
            ("could we sit down here", &[May]),
            ("let me ring it", &[May]),
            ("is it true that you knit", &[Whether]),
            ("what's it made of", &[WhatOf]),
            ("what is a brass ear for?", &[Why]),
            ("would you tell me what the red stitches mean? I saw many", &[Why]),
            ("may I ask when it rang", &[When]),
            ("what made you stop", &[Why]),
            ("what is the old gate?", &[]),
            ("is the old gate shut?", &[Whether]),
            ("do any of those keys fit", &[Whether]),
            ("would you show it to a friend", &[May]),
            ("what kind of wool is that", &[WhatOf]),
            ("whose is the hat", &[Who]),
            ("where does the wool come from", &[Where]),
            ("a nice bell", &[]),
            ("", &[]),
        ] {
            let heard: Vec<AskedFor> = ALL.into_iter().filter(|it| asks_for(said, *it)).collect();
            assert_eq!(heard, asked, "{said}");
        }
    }
}
