//! Reading of a line by patterns: which topics it fits, how well, and which of them is meant.

use std::fmt;

use super::{Script, Topic, TopicPatterns};
use crate::{
    mind::talk_state::TalkState,
    nlu::{HeardWords, SubjectFit, SubjectState, holds, short_phrase},
    perceive::speech_act::without_vocative,
};

/// Meaning of a line for a character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineMeaning<'a> {
    /// Topic of the script, and what the pattern's `*` took.
    Topic(&'a Topic, &'a str),
    /// Several topics, the likeliest first, if any; all have a name to ask for.
    OneOf(Vec<&'a Topic>),
    /// Most likely the first, which says something and no more, and else one of the others, if any, which have
    /// a name.
    Likely(&'a Topic, Vec<&'a Topic>),
    /// Nothing that it knows.
    Nothing,
}

impl<'a> LineMeaning<'a> {
    /// Returns the topics that it means or may mean, likeliest first.
    #[must_use]
    pub fn topics(&self) -> Vec<&'a Topic> {
        match self {
            Self::Topic(topic, _) => vec![*topic],
            Self::OneOf(topics) => topics.clone(),
            Self::Likely(first, others) => [&[*first], others.as_slice()].concat(),
            Self::Nothing => Vec::new(),
        }
    }
}

/// Share in percent of the first topic's score from which the second one counts as equally good.
pub(in crate::persona) const AS_GOOD: u32 = 93;
/// Part of the score of a topic that counts if a whole kind of people can be asked about it, in percent.
const SMALL_TALK: u32 = 75;
/// Bonus of a topic that asks for a name, where somebody is named.
const NAMED_WORTH: u32 = 250;
/// Number of content words in other sentences of the line that do not count against small talk and lore.
const SAID_BESIDE: usize = 2;

/// A line as a character hears it.
#[derive(Clone, Copy)]
pub struct SaidLine<'a, 'k> {
    /// Words of the line.
    pub words: &'a str,
    /// Name of the character.
    pub to: &'a str,
    /// Last words of the character to the speaker.
    pub after: Option<&'a str>,
    /// State of the talk with the speaker, if there is one.
    pub talk: Option<&'a TalkState>,
    /// Predicate: whether the character knows somebody of a name.
    pub is_known: &'k dyn Fn(&str) -> bool,
    /// Name of a person among the words, known or not.
    pub named: Option<&'a str>,
    /// True to consult the examples as well as the patterns, which blocks until they are learned.
    pub by_examples: bool,
}

impl<'a> SaidLine<'a, '_> {
    /// Creates the first line of a talk, to a character who knows nobody.
    #[must_use]
    pub fn first(words: &'a str, to: &'a str) -> Self {
        Self {
            words,
            to,
            after: None,
            talk: None,
            is_known: &|_| false,
            named: None,
            by_examples: true,
        }
    }
}

/// Topic that a line may mean, with the pattern that fits and the score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TopicReading<'a> {
    pub topic: &'a Topic,
    /// The pattern, as it is written.
    pub pattern: &'a str,
    /// The more, the better: points of the pattern, or how likely the topic is meant, in percent, where
    /// there is none.
    pub score: u32,
    /// Words that matched the parts of the pattern, in its order.
    pub heard: Vec<HeardWords<'a>>,
    /// The line that others said and that is nearest, where it is that and no pattern which speaks for it.
    pub nearest: Option<&'a str>,
}

/// `the spoons by "~spoon" with 140 points (~spoon is "spoons")`.
impl fmt::Display for TopicReading<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { topic, pattern, score, heard, nearest } = self;
        if let Some(line) = nearest {
            return write!(f, "{}, nearest: \"{line}\" with {score} %", topic.name);
        }
        write!(f, "{} by \"{pattern}\" with {score} points", topic.name)?;
        let classes = heard.iter().filter_map(|it| Some((it.class?, it.words)));
        let classes: Vec<String> =
            classes.map(|(class, words)| format!("~{class} is \"{words}\"")).collect();
        if classes.is_empty() { Ok(()) } else { write!(f, " ({})", classes.join(", ")) }
    }
}

/// A topic that a line fits.
pub(super) struct TopicFit<'a> {
    pub(super) topic: &'a Topic,
    /// Score, by which fits are compared.
    pub(super) score: u32,
    pub(super) fit: SubjectFit<'a>,
}

impl Script {
    /// Returns a function from a topic to its state: whether it can be meant at this point of the
    /// talk.
    pub(super) fn states<'a>(
        &'a self,
        said: SaidLine<'a, '_>,
    ) -> impl Fn(usize) -> SubjectState + 'a {
        let TopicPatterns { after, .. } = self.index.of(self);
        let (said_last, talk) = (said.after, said.talk);
        let asked = said_last.map(|it| after.all_in(it)).unwrap_or_default();
        // Whoever is called is not spoken of: "Mara, why do you keep an inn?".
        let is_spoken_of =
            said.to.is_empty() || holds(without_vocative(said.words, said.to), said.to);
        let to = said.to;
        move |at| match self.topics.get(at) {
            Some(topic) if !is_spoken_of && topic.name == to && topic.is_lore => {
                SubjectState::Closed
            }
            Some(topic) if topic.is_free() => SubjectState::Always,
            Some(topic) if talk.is_some_and(|talk| topic.is_open(talk)) || asked.contains(&at) => {
                SubjectState::Answers
            }
            Some(_) | None => SubjectState::Closed,
        }
    }

    /// Returns the topics that may be meant, the best first; of equals the first.
    pub(super) fn fits<'a>(&'a self, said: SaidLine<'a, '_>) -> Vec<TopicFit<'a>> {
        let SaidLine { words, to, is_known, named, .. } = said;
        let TopicPatterns { hears, .. } = self.index.of(self);
        let state = self.states(said);
        let is_named = |at: usize| self.topics.get(at).is_some_and(|it| it.named);
        let plain = |at| if is_named(at) { SubjectState::Closed } else { state(at) };
        // Whoever is named may stand anywhere, as one's own name may.
        let bare = named.map(|it| (it, without(words, it))).unwrap_or_default();
        let of_named = |at| match state(at) {
            state if named.is_some() && is_named(at) => state,
            _ => SubjectState::Closed,
        };
        let of_named = hears
            .fits(&bare.1, to, of_named)
            .into_iter()
            .map(|fit| fit.taking(bare.0, NAMED_WORTH));
        let fits = of_named.chain(hears.fits(words, to, plain));
        let fits = fits.filter_map(|mut fit| {
            let topic = self.topics.get(fit.subject)?;
            let fills = topic.fills.is_some();
            fit.rest = fit.rest.map(|it| if fills { with_article(words, it) } else { it });
            let rest = fit.rest.unwrap_or_default();
            let takes = if topic.person {
                is_known(rest)
            } else if topic.is_answer {
                // "What a fire, for the time of year" is no answer to what one likes.
                is_short_answer(words, to) && short_phrase(rest).is_some()
            } else {
                topic.fills.is_none() || short_phrase(rest).is_some()
            };
            // Small talk and lore are meant where there is little else in a line; what it sells and
            // does a character also hears in passing.
            let is_small_talk = topic.is_shared;
            let left = fit.left + fit.beside.saturating_sub(SAID_BESIDE);
            let is_common = is_small_talk || topic.is_lore;
            let takes = takes && (!is_common || left <= fit.explained + 1);
            let percent = if is_small_talk { SMALL_TALK } else { 100 };
            takes.then_some(TopicFit { topic, score: fit.score * percent / 100, fit })
        });
        let mut fits: Vec<TopicFit<'a>> = fits.collect();
        fits.sort_by_key(|it| std::cmp::Reverse(it.score));
        offer_before_lore(&mut fits);
        fits
    }
}

/// Puts an offer that was heard in more of the line before the lore that won by one rare word: whoever
/// tells that they were on the hill does not ask about it.
fn offer_before_lore(fits: &mut [TopicFit<'_>]) {
    let Some(lore) = fits.iter().take(2).find(|it| it.topic.is_lore) else { return };
    let (heard, score) = (lore.fit.heard, lore.score);
    let covers = |it: &TopicFit<'_>| it.topic.is_offer() && it.fit.heard > heard;
    if !fits.first().is_some_and(|it| it.topic.is_lore || covers(it)) {
        return;
    }
    let Some(at) = fits.iter().position(covers) else { return };
    if let Some(before) = fits.get_mut(..=at) {
        before.rotate_right(1);
    }
    if let Some(offer) = fits.first_mut() {
        // So much that nobody is asked back which of the two was meant.
        offer.score = offer.score.max(score * 100 / AS_GOOD + 1);
    }
}

/// Returns whether a line begins with a short phrase, and so may answer what was asked.
fn is_short_answer(words: &str, to: &str) -> bool {
    let words = words.trim_start();
    let called = words.split_at_checked(to.len()).filter(|(name, _)| name.eq_ignore_ascii_case(to));
    let is_punctuation = |it: char| !it.is_alphanumeric();
    short_phrase(called.map_or(words, |it| it.1).trim_start_matches(is_punctuation)).is_some()
}

/// Words that belong to what they stand before.
const ARTICLES: [&str; 3] = ["a", "an", "the"];

/// Returns the text that a pattern such as `a *` took, with the article before it: `a green hat`.
fn with_article<'a>(said: &'a str, rest: &'a str) -> &'a str {
    let Some(before) = said.rfind(rest).and_then(|at| said.get(..at)) else { return rest };
    let front = before.trim_end();
    let start = front.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let word = front.get(start..).unwrap_or_default();
    let is_article = ARTICLES.iter().any(|it| word.eq_ignore_ascii_case(it));
    let whole = said.get(start..).filter(|_| is_article && !rest.is_empty());
    whole.and_then(|it| it.get(..it.find(rest)? + rest.len())).unwrap_or(rest)
}

/// Returns a line without a name.
fn without(said: &str, name: &str) -> String {
    let is_other = |word: &&str| {
        !word.trim_matches(|it: char| !it.is_alphanumeric()).eq_ignore_ascii_case(name)
    };
    said.split_whitespace().filter(is_other).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use engine::id::OfferId;

    use super::*;
    use crate::{nlu::WordGroups, persona::script::Step};

    fn script() -> Script {
        let topic = |name: &str, hears: &str| Topic {
            hears: vec!["never > heard".to_owned(), hears.to_owned()],
            called: Some(name.to_owned()),
            ..Topic::said(name.to_owned(), vec!["Yes.".to_owned()])
        };
        Script {
            topics: vec![topic("the gate", "~where > gate"), topic("the old gate", "old gate")],
            words: WordGroups::from([("where".to_owned(), vec!["where".to_owned()])]),
            ..Script::default()
        }
    }

    #[test]
    fn an_offer_heard_in_more_of_a_line_wins_over_lore() {
        let topic = |name: &str, hears: &str, steps: Vec<Step>, is_lore: bool| Topic {
            hears: vec![hears.to_owned()],
            called: Some(name.to_owned()),
            is_lore,
            steps,
            ..Topic::said(name.to_owned(), Vec::new())
        };
        let offer = vec![Step::Offer(OfferId::new("seen-it").unwrap())];
        let other = vec![Step::Silence];
        let mut topics = vec![
            topic("seen-it", "was > up > ~hill", offer, false),
            topic("the hill", "hill", Vec::new(), true),
        ];
        // What many ask for is worth less than a word that one has.
        for at in 0..6 {
            topics.push(topic(
                &format!("other {at}"),
                "was > up > ~hill > twice",
                other.clone(),
                false,
            ));
        }
        let words = WordGroups::from([("hill".to_owned(), vec!["hill".to_owned()])]);
        let script =
            Script { topics, words, perhaps: vec!["{one}?".to_owned()], ..Script::default() };
        for (said, meant) in
            [("I was up on the hill", "seen-it"), ("what is the hill?", "the hill")]
        {
            let readings = script.readings(SaidLine::first(said, "Bram"));
            assert_eq!(readings.first().map(|it| it.topic.name.as_str()), Some(meant), "{said}");
            let meaning = script.classify(SaidLine::first(said, "Bram"));
            assert!(matches!(meaning, LineMeaning::Topic(..)), "{said}");
        }
    }

    #[test]
    fn what_begins_with_a_sentence_is_no_short_answer() {
        for (said, is_short) in [
            ("mead", true),
            ("Mara, mead, and you?", true),
            ("mara: plum brandy, please", true),
            ("What a splendid fire. My wife would have sat here.", false),
            ("Mara, what a splendid fire, for an inn", false),
            ("whats the wifi password", false),
            ("did you see it? on the telly", false),
            ("", false),
        ] {
            assert_eq!(is_short_answer(said, "Mara"), is_short, "{said}");
        }
    }

    #[test]
    fn an_answer_keeps_its_article() {
        for (said, rest, whole) in [
            ("a green hat", "green hat", "a green hat"),
            ("Well, The green hat.", "green hat", "The green hat"),
            ("from Leeds", "Leeds", "Leeds"),
            ("a", "a", "a"),
            ("green hat", "green hat", "green hat"),
        ] {
            assert_eq!(with_article(said, rest), whole, "{said}");
        }
    }

    #[test]
    fn a_reading_names_its_pattern_and_what_stood_for_its_classes() {
        let script = script();
        let told = |said| {
            let readings = script.readings(SaidLine::first(said, "Ann"));
            let told: Vec<String> = readings.iter().map(ToString::to_string).collect();
            let meant = script.classify(SaidLine::first(said, "Ann"));
            let first = meant.topics().first().copied();
            assert_eq!(first, readings.first().map(|it| it.topic), "{said}");
            told
        };
        let told_of = told("Ann, Where is old gate?");
        let [first, second] = told_of.as_slice() else { panic!("{told_of:?}") };
        assert!(first.starts_with("the old gate by \"old gate\" with "), "{first}");
        assert!(second.starts_with("the gate by \"~where > gate\" with "), "{second}");
        assert!(second.ends_with(" points (~where is \"Where\")"), "{second}");
        assert_eq!(told("how do hedgehogs sleep"), Vec::<String>::new());
    }
}
