//! What a character asked back about, and how that is answered.
//!
//! It asks "Do you mean the glue, the boat, or the price?", and what it asked is known again by its words, so
//! nothing but what was said last is kept. A line after that picks one of them by its place ("the second"), by
//! its name ("the price"), or by "yes" where there was only one; anything else is read as ever, and what was
//! asked about has an advantage.
//!
//! What is most likely meant it answers in the same breath: "If you mean the boat: it has one side. Or do you
//! mean the glue?" A "yes" to that is one to the glue, and what follows an answer follows it here as well.

use std::ops::Range;

use super::{Script, Topic, reading::SaidLine};
use crate::{
    nlu::{holds, words_to},
    persona::text::ScriptText,
};

/// The topic that says yes.
const YES: &str = "yes";
/// Most words of an answer that names what was meant.
const SHORT_ANSWER: usize = 6;
/// What stands for the topics in a text, and for the answer to the first.
pub(crate) const ONE: &str = "{one}";
pub(crate) const OTHER: &str = "{other}";
const ANSWER: &str = "{answer}";
/// What may stand beside the word that picks one of them.
const BESIDE: [&str; 18] = [
    "the", "one", "i", "mean", "meant", "please", "of", "them", "that", "it", "is", "was", "no",
    "yes", "thing", "would", "be", "two",
];

/// What a character asked about last.
#[derive(Debug, Default)]
pub(super) struct AskedBack<'a> {
    /// In the order in which it named them.
    pub(super) topics: Vec<&'a Topic>,
    /// How many of the first it answered already.
    answered: usize,
}

/// Which of what was asked about a word picks.
enum PickedPlace {
    At(usize),
    Last,
}

/// Which one a line picks by its place, if it says nothing else.
fn place(said: SaidLine<'_, '_>) -> Option<PickedPlace> {
    let words = words_to(said.words, said.to);
    let mut places = words.iter().filter(|it| !BESIDE.contains(&it.as_str()));
    let place = match places.next()?.as_str() {
        "first" | "former" => PickedPlace::At(0),
        "second" => PickedPlace::At(1),
        "third" => PickedPlace::At(2),
        "last" | "latter" | "other" => PickedPlace::Last,
        _ => return None,
    };
    places.next().is_none().then_some(place)
}

impl Script {
    /// Which of what was asked about a line picks.
    pub(super) fn picked<'a>(
        &'a self,
        said: SaidLine<'_, '_>,
        AskedBack { topics: asked, answered }: &AskedBack<'a>,
        first: Option<&Topic>,
    ) -> Option<&'a Topic> {
        if asked.is_empty() || said.words.split_whitespace().count() > SHORT_ANSWER {
            return None;
        }
        let is_called = |topic: &&&Topic| {
            topic.called.as_ref().is_some_and(|name| holds(said.words, without_article(name)))
        };
        let mut called = asked.iter().filter(is_called);
        match (called.next(), called.next(), place(said)) {
            (Some(one), None, _) => Some(one),
            (_, _, Some(PickedPlace::At(at))) => asked.get(at).copied(),
            (_, _, Some(PickedPlace::Last)) => asked.last().copied(),
            // A yes to one of several is most often one to the first of which nothing was said.
            _ if first.is_some_and(|topic| topic.name == YES) => asked.get(*answered).copied(),
            _ => None,
        }
    }

    /// What was asked back about, in this order, if that is what the character said last.
    pub(super) fn asked_back(&self, said: &str) -> AskedBack<'_> {
        if let Some((asked, _)) = self.supposed(said) {
            return asked;
        }
        // Most that is said asks nothing, and looking for what it asked takes longer.
        if !said.contains('?') {
            return AskedBack::default();
        }
        let said = said.to_lowercase();
        let asked = self.named_in(&said);
        let called: Vec<String> =
            asked.iter().filter_map(|it| it.called.as_deref()).map(str::to_lowercase).collect();
        let called: Vec<&str> = called.iter().map(String::as_str).collect();
        let (one, other) = one_and_other(&called);
        let texts = if called.len() > 1 { &self.which } else { &self.perhaps };
        let is_said = |text: &String| {
            let text = text.to_lowercase().replace(ONE, &one).replace(OTHER, other);
            ScriptText::read(&text).is_ok_and(|it| it.is_said(&said))
        };
        let topics = if texts.iter().any(is_said) { asked } else { Vec::new() };
        AskedBack { topics, answered: 0 }
    }

    /// What was answered, where that was on a condition.
    pub(super) fn told_in<'s>(&self, said: &'s str) -> &'s str {
        self.supposed(said).map_or(said, |(_, told)| told)
    }

    /// What a character asked about where it answered on a condition, and that answer.
    fn supposed<'s>(&self, said: &'s str) -> Option<(AskedBack<'_>, &'s str)> {
        let texts = self.suppose.iter().filter_map(|it| ScriptText::read(it).ok());
        let asked = texts.map(|it| it.spoken()).filter_map(|text| {
            let (before, after) = text.split_once(ANSWER)?;
            let (first, told) = match before.split_once(ONE) {
                Some((before, end)) => {
                    let front = behind(said, before)?;
                    let named = |it: &'_ Topic| behind(behind(front, it.called.as_ref()?)?, end);
                    self.topics.iter().find_map(|it| Some((Some(it), named(it)?)))?
                }
                None => (None, behind(said, before)?),
            };
            let (told, others) = match after.split_once(OTHER) {
                Some((asks, end)) => {
                    let (told, names) = told.rsplit_once(asks)?;
                    (told, self.named_in(&names.strip_suffix(end)?.to_lowercase()))
                }
                None => (told.strip_suffix(after)?, Vec::new()),
            };
            let topics: Vec<_> = first.into_iter().chain(others).collect();
            Some((AskedBack { topics, answered: usize::from(first.is_some()) }, told))
        });
        // What names more says the rest of it as well: "The boat? She leaks. Or is it the price?"
        asked.max_by_key(|(asked, _)| (asked.topics.len(), asked.answered))
    }

    /// The topics whose names are in what was said, as they stand there.
    fn named_in(&self, said: &str) -> Vec<&Topic> {
        let place = |topic: &'_ Topic| {
            let name = topic.called.as_ref()?.to_lowercase();
            let at = said.match_indices(&name).map(|(at, _)| at..at + name.len());
            let is_whole = |place: &Range<usize>| {
                let ends = [said.get(..place.start), said.get(place.end..)];
                let [before, after] = ends.map(Option::unwrap_or_default);
                !before.ends_with(char::is_alphanumeric)
                    && !after.starts_with(char::is_alphanumeric)
            };
            at.into_iter().find(is_whole)
        };
        let topics = self.topics.iter();
        let mut named: Vec<_> = topics.filter_map(|it| Some((place(it)?, it))).collect();
        // A name within a longer one is not what was asked, and of two of one name the first is meant.
        named.sort_by_key(|(at, _)| (at.start, std::cmp::Reverse(at.end)));
        let mut end = 0;
        named.retain(|(at, _)| {
            let is_new = at.start >= end;
            end = end.max(at.end);
            is_new
        });
        named.into_iter().map(|(_, topic)| topic).collect()
    }
}

/// What stands for `{one}` and `{other}` where it is asked which of these is meant: all but the last, and it.
pub(crate) fn one_and_other<'n>(called: &[&'n str]) -> (String, &'n str) {
    match called.split_last() {
        Some((other, before @ [_, ..])) => (before.join(", "), other),
        Some((one, [])) => ((*one).to_owned(), ""),
        None => (String::new(), ""),
    }
}

/// What stands behind a beginning, however that is written.
fn behind<'s>(said: &'s str, beginning: &str) -> Option<&'s str> {
    let (front, rest) = said.split_at_checked(beginning.len())?;
    front.eq_ignore_ascii_case(beginning).then_some(rest)
}

/// A name without what stands before it.
fn without_article(name: &str) -> &str {
    let article = ["the ", "a ", "an ", "my ", "your "].into_iter();
    article.filter_map(|it| name.strip_prefix(it)).next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    fn script() -> Script {
        let topic = |name: &str, called: &str| Topic {
            called: Some(called.to_owned()),
            hears: vec![format!("={name}")],
            ..Topic::said(name.to_owned(), vec!["Yes.".to_owned()])
        };
        Script {
            topics: vec![
                topic("boat", "the boat"),
                topic("glue", "the glue of the boat"),
                topic("price", "the price"),
                topic("yes", "a yes"),
            ],
            which: vec!["{one}, or {other}?".to_owned()],
            perhaps: vec!["Do you mean {one}?".to_owned()],
            suppose: [
                "{one}? {answer} Or do you mean {other}?",
                "{one}, I think: {answer}",
                "{answer} Or is it {other}?",
                "{answer} Or did I mishear?",
            ]
            .map(str::to_owned)
            .to_vec(),
            ..Script::default()
        }
    }

    fn asked(said: &str) -> Vec<String> {
        script().asked_back(said).topics.iter().map(|it| it.name.clone()).collect()
    }

    #[test]
    fn what_was_asked_is_known_again_by_its_words() {
        assert_eq!(
            asked("The price, the boat, or the glue of the boat?"),
            ["price", "boat", "glue"]
        );
        assert_eq!(asked("The price, or the boat?"), ["price", "boat"]);
        assert_eq!(asked("Do you mean the glue of the boat?"), ["glue"]);
        for other in ["Do you mean the price.", "The price? No.", "Do you mean the prices?", "Hm?"]
        {
            assert_eq!(asked(other), [""; 0], "{other}");
        }
    }

    #[test]
    fn what_was_answered_on_a_condition_is_known_again_with_what_else_was_named() {
        let script = script();
        for (said, topics, answered, told) in [
            (
                "The boat? She leaks? Or do you mean the price?",
                &["boat", "price"][..],
                1,
                "She leaks?",
            ),
            (
                "The glue of the boat? Fish. Or do you mean the boat or the price?",
                &["glue", "boat", "price"],
                1,
                "Fish.",
            ),
            ("The boat, I think: the price is 3.", &["boat"], 1, "the price is 3."),
            ("I am sorry. Or is it the boat?", &["boat"], 0, "I am sorry."),
            ("I am sorry. Or did I mishear?", &[], 0, "I am sorry."),
            ("The boat? It is here.", &[], 0, "The boat? It is here."),
        ] {
            let asked = script.asked_back(said);
            let names: Vec<&str> = asked.topics.iter().map(|it| it.name.as_str()).collect();
            assert_eq!((names.as_slice(), asked.answered), (topics, answered), "{said}");
            assert_eq!(script.told_in(said), told, "{said}");
        }
    }

    #[test]
    fn a_yes_means_what_was_not_answered_yet() {
        let script = script();
        for (after, topic) in [
            ("The boat? She leaks. Or do you mean the price?", "price"),
            ("The boat, I think: she leaks. Does she?", "yes"),
            ("I am sorry. Or is it the boat?", "boat"),
            ("The boat, or the price?", "boat"),
        ] {
            let said = SaidLine { after: Some(after), ..SaidLine::first("yes", "Silas") };
            let meant = script.classify(said);
            let names: Vec<&str> = meant.topics().iter().map(|it| it.name.as_str()).collect();
            assert_eq!(names, [topic], "{after}");
        }
    }

    #[test]
    fn an_answer_picks_one_by_its_place_its_name_or_a_yes() {
        let script = script();
        let after = Some("The price, the boat, or the glue of the boat?");
        let meant = |words| {
            let meaning = script.classify(SaidLine { after, ..SaidLine::first(words, "Silas") });
            meaning.topics().first().map(|it| it.name.clone())
        };
        for (words, topic) in [
            ("the second one, please", Some("boat")),
            ("I mean the last", Some("glue")),
            ("Silas, the third", Some("glue")),
            ("the price of course", Some("price")),
            ("yes", Some("price")),
            ("any other boats here?", None),
            ("who was the first to cross over in it", None),
            ("how is the weather", None),
        ] {
            assert_eq!(meant(words).as_deref(), topic, "{words}");
        }
    }
}
