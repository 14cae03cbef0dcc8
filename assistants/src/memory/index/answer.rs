//! Kinds of answers: which a question asks for, by its interrogative, and which a line can give, by the form of its
//! words.

use super::tokens::TextWord;

/// Kinds of answers, as a set of bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct AnswerKinds(u8);

impl AnswerKinds {
    /// Number: an amount, a price, an age.
    pub(super) const NUMBER: Self = Self(1);
    /// Name of somebody or something.
    pub(super) const NAME: Self = Self(1 << 1);
    /// Place: a preposition of place before a name or a thing.
    pub(super) const PLACE: Self = Self(1 << 2);
    /// Reason: a conjunction that gives one.
    pub(super) const REASON: Self = Self(1 << 3);

    fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// Returns whether two sets share a kind.
    pub(super) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// Returns the kinds of answers that an English question asks for.
pub(super) fn asked(words: &[TextWord<'_>]) -> AnswerKinds {
    let mut kinds = AnswerKinds::default();
    for (at, word) in words.iter().enumerate() {
        let next = words.get(at + 1).map_or("", |it| it.lower.as_ref());
        let after = words.get(at + 2).map_or("", |it| it.lower.as_ref());
        match word.lower.as_ref() {
            "how" if matches!(next, "much" | "many" | "old" | "tall" | "far" | "long") => {
                kinds.add(AnswerKinds::NUMBER);
            }
            "age" | "price" | "fare" | "rent" | "cost" | "fee" => kinds.add(AnswerKinds::NUMBER),
            "who" | "whom" | "whose" | "called" | "name" | "named" => kinds.add(AnswerKinds::NAME),
            "where" | "whereabouts" => kinds.add(AnswerKinds::PLACE),
            "what" | "which" if is_place(next) || is_place(after) => kinds.add(AnswerKinds::PLACE),
            "why" => kinds.add(AnswerKinds::REASON),
            _ => {}
        }
    }
    kinds
}

/// Returns the kinds of answers that the words of an English line can give.
pub(super) fn told(words: &[TextWord<'_>]) -> AnswerKinds {
    let mut kinds = AnswerKinds::default();
    for (at, word) in words.iter().enumerate() {
        let lower = word.lower.as_ref();
        let is_name = |it: &TextWord<'_>| it.capital && !it.first && it.lower != "i";
        if is_number(lower) {
            kinds.add(AnswerKinds::NUMBER);
        }
        if is_name(word) || matches!(lower, "called" | "name" | "named" | "call" | "calling") {
            kinds.add(AnswerKinds::NAME);
        }
        if matches!(lower, "because" | "so" | "since" | "cause" | "that's") {
            kinds.add(AnswerKinds::REASON);
        }
        let next = words.get(at + 1);
        let leads = matches!(
            lower,
            "in" | "at" | "on" | "from" | "to" | "over" | "under" | "by" | "near" | "behind" | "up"
        );
        let is_spot = |it: &TextWord<'_>| {
            is_name(it) || matches!(it.lower.as_ref(), "the" | "my" | "our" | "a")
        };
        if leads && next.is_some_and(is_spot) {
            kinds.add(AnswerKinds::PLACE);
        }
    }
    kinds
}

/// Returns the terms that stand for what an English question asks for in words that carry nothing by
/// themselves, such as `how old`.
pub(super) fn implied(words: &[TextWord<'_>]) -> impl Iterator<Item = &'static str> {
    words.iter().zip(words.iter().skip(1)).filter_map(|(word, next)| {
        let comes = word.capital
            || matches!(
                word.lower.as_ref(),
                "come" | "comes" | "came" | "really" | "originally" | "you" | "he" | "she" | "they"
            );
        match (word.lower.as_ref(), next.lower.as_ref()) {
            ("how", "old") => Some("age"),
            ("how", "much") => Some("cost"),
            ("what" | "which", "day" | "days") => Some("weekday"),
            (_, "from") if comes => Some("hometown"),
            _ => None,
        }
    })
}

/// Returns whether an English question is about matters of whoever asks it.
pub(super) fn is_about_asker(words: &[TextWord<'_>]) -> bool {
    let mut before = "";
    words.iter().any(|it| {
        let is_wish = matches!(
            before,
            "can" | "could" | "should" | "may" | "would" | "will" | "if" | "do" | "might" | "shall"
        );
        let is_own = matches!(it.lower.as_ref(), "my" | "mine") || it.lower == "i" && !is_wish;
        before = it.lower.as_ref();
        is_own
    })
}

fn is_place(word: &str) -> bool {
    matches!(
        word,
        "place"
            | "town"
            | "city"
            | "village"
            | "country"
            | "street"
            | "port"
            | "room"
            | "house"
            | "shop"
            | "island"
    )
}

fn is_number(word: &str) -> bool {
    word.bytes().any(|it| it.is_ascii_digit())
        || matches!(
            word.split('-').next().unwrap_or_default(),
            "two"
                | "three"
                | "four"
                | "five"
                | "six"
                | "seven"
                | "eight"
                | "nine"
                | "ten"
                | "eleven"
                | "twelve"
                | "thirteen"
                | "fourteen"
                | "fifteen"
                | "sixteen"
                | "seventeen"
                | "eighteen"
                | "nineteen"
                | "twenty"
                | "thirty"
                | "forty"
                | "fifty"
                | "sixty"
                | "seventy"
                | "eighty"
                | "ninety"
                | "hundred"
                | "thousand"
                | "dozen"
                | "half"
                | "penny"
                | "tuppence"
                | "threepence"
                | "fourpence"
                | "sixpence"
        )
}

#[cfg(test)]
mod tests {
    use super::{super::tokens::words, *};

    #[test]
    fn a_line_can_give_the_kind_of_answer_that_is_asked_for() {
        for (question, line, fits) in [
            ("How much does Silas want?", "he'll let it go for thirty silver", true),
            ("How much does Silas want?", "he would not say", false),
            ("Who fell off the wall?", "it was Pip who fell", true),
            ("Who fell off the wall?", "he fell and cried", false),
            ("Where does she live?", "we have a house by the sea", true),
            ("Where does she live?", "she said nothing of it", false),
            ("Which town is it?", "I went to Lull", true),
            ("Why were you late?", "the gate was shut, so I waited", true),
            ("Is it late?", "it was in Lull, at seven", false),
        ] {
            let meets = asked(&words(question)).meets(told(&words(line)));
            assert_eq!(meets, fits, "{question} {line}");
        }
    }

    #[test]
    fn words_that_carry_nothing_stand_for_what_they_ask() {
        let of = |text: &str| implied(&words(text)).collect::<Vec<_>>().join(" ");
        assert_eq!(of("How old is Bob?"), "age");
        assert_eq!(of("Where is Bob from?"), "hometown");
        assert_eq!(of("Whom does she rent from?"), "");
        assert_eq!(of("On which day was it, and how much was it?"), "weekday cost");
    }

    #[test]
    fn a_question_about_ones_own_matters_has_ones_pronoun() {
        for (text, is_own) in [
            ("Where did my thimble turn up?", true),
            ("How do I like my tea?", true),
            ("What was it I found?", true),
            ("When can I get in?", false),
            ("If I fry some trout, would Cyd eat it?", false),
            ("Where does Ann live?", false),
        ] {
            assert_eq!(is_about_asker(&words(text)), is_own, "{text}");
        }
    }
}
