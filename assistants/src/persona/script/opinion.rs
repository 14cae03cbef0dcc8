//! Classification of a line by patterns, and by what others meant with lines like it.
//!
//! Patterns say what a line is about where they fit, and examples are a second opinion. Both double the odds of
//! a topic so many times, as does that it is the character's own matter: whoever stands before a ringer speaks
//! of bells. A topic that is as good as certain then is answered; else it is asked which of the likeliest is
//! meant. An offer is never made by an example alone, and what is asked back about is what a "yes" means then.
//!
//! The numbers are those of a conditional logit model, fitted to the corpora that are free to tune on but for
//! `town.txt`, for whose lines the patterns were written. docs/decisions/0093-odds.md says how.

use super::{
    Script, Topic, TopicPatterns,
    reading::{AS_GOOD, LineMeaning, SaidLine, TopicFit, TopicReading},
};
use crate::nlu::{
    ExampleVote, HeardWords, PARTS, SubjectState, WHOLE_SHARE, softmax, speaks_of_elsewhere,
    words_to,
};
use crate::perceive::speech_act::{asks, without_vocative};

/// Minimum probability of a topic to be answered, in percent.
const ANSWERS_FROM: u32 = 98;
/// Minimum probability, in percent, of a topic without a name to be answered, if one of its
/// patterns fits.
const NAMELESS_FROM: u32 = 80;
/// Minimum probability, in percent, of a topic without a name to be answered, if none of its
/// patterns fits.
const UNHEARD_FROM: u32 = 97;
/// Minimum probability of a topic to be answered with a reservation, in percent.
const SUPPOSED_FROM: u32 = 25;
/// Minimum probability, in percent, of a topic without a name to be answered with a reservation; it
/// cannot be asked about instead.
const MURMURED_FROM: u32 = 20;
/// Minimum probability, in percent, of a topic that has no name to be answered without a reservation where
/// no topic that has one is likely at all.
const ALONE_FROM: u32 = 85;
/// Probability of the likeliest topic, in percent, from which on no topic without a name is answered in its
/// place.
const NAMED_FROM: u32 = 60;
/// Minimum probability of the likeliest topic for a clarification, in percent.
const ASKS_FROM: u32 = 10;
/// Minimum margin of the likeliest topic over no topic at all for a clarification, in percent.
const ASKS_BEFORE_NOTHING: u32 = 15;
/// Minimum probability of a further topic to be named in a clarification, in percent of that of the
/// likeliest.
const NAMED_BESIDE: u32 = 3;
/// Odds, in percent, of a line that means nothing against the likeliest topic, from which on
/// nothing is asked.
const NOTHING_FROM: u32 = 300;
/// Most that it is asked back about at a time: more are no longer listened to.
const MOST_ASKED: usize = 3;

/// Prior odds, in hundredths of a doubling, of a topic that is the character's own, that is everybody's,
/// that tells what the character knows, and that makes an offer; and of no topic at all.
const OWN: i32 = 175;
const SHARED: i32 = -261;
const LORE: i32 = -260;
const OFFER: i32 = -95;
const NOTHING: i32 = 95;
/// Points for a topic that the character asked back about.
const ASKED: i32 = 350;
/// Points for a pattern that explains all that the line says; for each word beside the sentence
/// that the pattern fits; and, by the hundred, for all that the pattern scores.
const EXPLAINED: i32 = 219;
const BESIDE: i32 = -101;
const SCORED: i32 = 186;
/// Points for a topic that hears an offer, which is for somebody who takes it up.
const OFFERED: i32 = 200;
/// Points for a pattern that fits without examples, about what the examples count for what is
/// meant.
const UNSAID: i32 = 1_100;
/// Maximum number of the likeliest topics for which the nearest example is shown.
const TOLD: usize = 8;
/// Number of content words from which on a pattern that explains all of them is the meaning.
const MUCH: usize = 3;
/// Limits of what is counted: of a score, of the words beside it, and of the patterns compared with
/// the examples.
const MOST_SCORED: i32 = 5_000;
const MOST_BESIDE: usize = 4;
const COMPARED: usize = 4;

/// Classification of a line: its meaning, and the evidence for it.
struct Classification<'a> {
    meaning: LineMeaning<'a>,
    /// Topics whose patterns fit, best first.
    fits: Vec<TopicFit<'a>>,
    /// Probabilities of the topics, likeliest first.
    chances: Vec<TopicChance<'a>>,
}

/// Probability that a topic is meant.
#[derive(Clone, Copy)]
struct TopicChance<'a> {
    /// None where nothing is meant that the character knows.
    topic: Option<&'a Topic>,
    /// Probability, in parts of [`WHOLE_SHARE`].
    share: u32,
    /// True if a pattern of it fits, and what its `*` took.
    is_heard: bool,
    rest: &'a str,
}

/// Returns the odds that a pattern gives its topic, in hundredths of a doubling.
fn of_pattern(TopicFit { topic, score, fit }: &TopicFit<'_>) -> i32 {
    let explained = if fit.left + fit.beside == 0 { EXPLAINED } else { 0 };
    let beside = i32::try_from(fit.beside.min(MOST_BESIDE)).unwrap_or(0) * BESIDE;
    let scored = i32::try_from(*score).unwrap_or(MOST_SCORED).min(MOST_SCORED) * SCORED / 100;
    explained + beside + scored + if topic.is_offer() { OFFERED } else { 0 }
}

/// Returns the prior odds of a topic by its kind, in hundredths of a doubling.
fn of_topic(topic: &Topic) -> i32 {
    let each = [
        (topic.is_own, OWN),
        (topic.is_shared, SHARED),
        (topic.is_lore, LORE),
        (topic.is_offer(), OFFER),
    ];
    each.iter().filter(|(is, _)| *is).map(|(_, counts)| counts).sum()
}

impl Script {
    /// Returns the meaning of a line.
    #[must_use]
    pub fn classify<'a>(&'a self, said: SaidLine<'a, '_>) -> LineMeaning<'a> {
        self.classify_in_full(said).meaning
    }

    /// Returns the meaning of a line, with the likeliest topics and their odds in percent.
    pub fn odds<'a>(
        &'a self,
        said: SaidLine<'a, '_>,
    ) -> (LineMeaning<'a>, impl Iterator<Item = (&'a Topic, u32)>) {
        let Classification { meaning, chances, .. } = self.classify_in_full(said);
        let odds = chances.into_iter().filter_map(|it| Some((it.topic?, it.percent())));
        (meaning, odds)
    }

    /// Returns all topics that [`Script::classify`] chooses from, the best first, and why each is
    /// among them.
    #[must_use]
    pub fn readings<'a>(&'a self, said: SaidLine<'a, '_>) -> Vec<TopicReading<'a>> {
        let TopicPatterns { hears, .. } = self.index.of(self);
        let Classification { meaning, fits, chances } = self.classify_in_full(said);
        let by_pattern = fits.into_iter().map(|TopicFit { topic, score, fit }| TopicReading {
            topic,
            pattern: topic.hears.get(fit.pattern).map_or("", String::as_str),
            score,
            heard: hears.heard(said.words, said.to, &fit, &self.words),
            nearest: None,
        });
        let by_example = chances.iter().take(TOLD).filter_map(|chance| {
            let topic = chance.topic.filter(|_| !chance.is_heard)?;
            let nearest = self.examples.nearest(said.words, said.to, &topic.name)?;
            let score = chance.percent();
            let (pattern, heard) = ("", Vec::new());
            Some(TopicReading { topic, pattern, score, heard, nearest: Some(nearest) })
        });
        let mut readings: Vec<TopicReading<'a>> = by_pattern.chain(by_example).collect();
        let place = |one: &Topic| {
            let of_chance = |it: &TopicChance<'_>| it.is_for(Some(one));
            let meant = meaning.topics().iter().position(|it| std::ptr::eq(*it, one));
            (meant.unwrap_or(usize::MAX), chances.iter().position(of_chance))
        };
        readings.sort_by_key(|it| place(it.topic));
        readings
    }

    /// Classifies a line, with the evidence. A line that greets and asks means what it asks for.
    fn classify_in_full<'a>(&'a self, said: SaidLine<'a, '_>) -> Classification<'a> {
        let fits = self.fits(said);
        let words = words_to(said.words, said.to).len();
        // A pattern that has every word of the line is about all of it.
        let is_whole =
            |it: &TopicFit<'_>| it.fit.left + it.fit.beside == 0 && it.fit.heard >= words;
        let matter = passed_on(said.words)
            .or_else(|| self.after_greeting(said))
            .or_else(|| fits.iter().find_map(|it| self.matter(said, it)))
            .filter(|_| !fits.first().is_some_and(is_whole));
        let asks = said.words.contains('?') || matter.is_some_and(|it| asks(it, said.to));
        let matter = matter.map(|words| SaidLine { words, ..said });
        match matter.map(|said| self.opinion_of(said, self.fits(said))) {
            Some(it) if matches!(it.meaning, LineMeaning::Topic(..)) => it,
            Some(it)
                if asks
                    && matches!(it.meaning, LineMeaning::OneOf(_) | LineMeaning::Likely(..)) =>
            {
                it
            }
            Some(_) | None => self.opinion_of(said, fits),
        }
    }

    /// Returns the part of a line behind a greeting and a name, if it begins with such and says more.
    fn after_greeting<'w>(&self, said: SaidLine<'w, '_>) -> Option<&'w str> {
        let line = said.words.trim_start();
        let is_end = |it: &str| !it.starts_with(|of: char| of.is_alphanumeric() || of == '\'');
        let rest = |phrase: &String| {
            let (front, rest) = line.split_at_checked(phrase.len())?;
            (front.eq_ignore_ascii_case(phrase) && is_end(rest)).then_some(rest)
        };
        let greetings = self.words.get(GREETING)?;
        let rest = greetings.iter().filter_map(rest).min_by_key(|it| it.len())?;
        let rest = rest.trim_start_matches(|it: char| !it.is_alphanumeric());
        let rest = without_vocative(rest, said.to);
        (words_to(rest, said.to).len() >= MATTER).then_some(rest)
    }

    /// Returns the part of a line beside its manners, if it begins or ends with such.
    fn matter<'w>(
        &self,
        said: SaidLine<'w, '_>,
        TopicFit { fit, topic, .. }: &TopicFit<'_>,
    ) -> Option<&'w str> {
        if !topic.is_shared || fit.left + fit.beside == 0 {
            return None;
        }
        let heard = self.index.of(self).hears.heard(said.words, said.to, fit, &self.words);
        let is_class = |it: &HeardWords<'_>| it.class.is_some();
        let (first, last) = (heard.first()?, heard.last().filter(|_| heard.iter().all(is_class))?);
        let (before, from) = said.words.split_at_checked(said.words.find(first.words)?)?;
        let (between, after) = from.split_once(last.words)?;
        // "Hello, old man" in one piece.
        let heard_words: usize = heard.iter().map(|it| words_to(it.words, "").len()).sum();
        if words_to(between, said.to).len() + words_to(last.words, "").len() > heard_words {
            return None;
        }
        let is_empty = |part: &str| words_to(part, said.to).is_empty() || part.trim() == said.to;
        match (is_empty(before), is_empty(after)) {
            (true, false) => Some(after),
            (false, true) => Some(before),
            (true, true) | (false, false) => None,
        }
    }

    fn opinion_of<'a>(
        &'a self,
        said: SaidLine<'a, '_>,
        fits: Vec<TopicFit<'a>>,
    ) -> Classification<'a> {
        let votes = self.votes(said);
        let first = fits.first().map(|it| it.topic);
        let asked = self.asked_back(said);
        let picked = self.picked(said, asked, first).map(|it| LineMeaning::Topic(it, ""));
        let words = words_to(said.words, said.to).len();
        let taken = |it: &TopicFit<'_>| it.fit.rest.map_or(0, |rest| words_to(rest, "").len());
        let is_whole = |it: &TopicFit<'_>| {
            let explains = it.fit.explained >= MUCH && it.fit.left + it.fit.beside == 0;
            let hears = explains || it.fit.heard + taken(it) >= words;
            !it.topic.is_free() || votes.is_empty() || hears
        };
        let chances = self.chances(&fits, &votes, asked);
        // What a `*` took is anything, so that the pattern alone says little of it.
        let is_likely = |it: &&TopicFit<'_>| {
            let chance = chances.iter().find(|of| of.is_for(Some(it.topic)));
            it.fit.rest.is_none()
                || !it.topic.is_free()
                || votes.is_empty()
                || chance.is_some_and(|of| of.percent() >= NAMELESS_FROM)
        };
        let plain = fits.first().filter(|it| is_whole(it)).filter(is_likely);
        let plain = plain.map(|it| self.by_pattern(it, fits.get(1)));
        let meaning = picked.or(plain).unwrap_or_else(|| self.chosen(said.words, &chances));
        Classification { meaning, fits, chances }
    }

    /// Returns the votes of the examples for the topics that can be meant now; empty for a line that is
    /// read without examples.
    fn votes(&self, said: SaidLine<'_, '_>) -> Vec<ExampleVote> {
        if !said.by_examples {
            return Vec::new();
        }
        let TopicPatterns { of_examples, .. } = self.index.of(self);
        let state = self.states(said);
        let topic = |name: usize| {
            let at = of_examples.get(name).copied().flatten()?;
            (state(at) != SubjectState::Closed).then_some(at)
        };
        self.examples.index().votes(said.words, said.to, &topic)
    }

    /// Returns the probability of each topic for which there is any evidence, likeliest first.
    fn chances<'a>(
        &'a self,
        fits: &[TopicFit<'a>],
        votes: &[ExampleVote],
        asked: Option<&Topic>,
    ) -> Vec<TopicChance<'a>> {
        let mut chances: Vec<TopicChance<'a>> = Vec::with_capacity(votes.len() + COMPARED);
        let mut odds: Vec<i32> = Vec::with_capacity(votes.len() + COMPARED);
        let beside = |topic: &Topic| {
            let is_asked = asked.is_some_and(|it| std::ptr::eq(it, topic));
            of_topic(topic) + if is_asked { ASKED } else { 0 }
        };
        for fit in fits {
            if chances.len() < COMPARED && !chances.iter().any(|it| it.is_for(Some(fit.topic))) {
                let rest = fit.fit.rest.unwrap_or_default();
                let topic = Some(fit.topic);
                chances.push(TopicChance { topic, share: 0, is_heard: true, rest });
                odds.push((of_pattern(fit) + beside(fit.topic)) * PARTS / 100);
            }
        }
        let mut unsaid: Vec<bool> = vec![true; chances.len()];
        for vote in votes {
            let topic = vote.topic.and_then(|it| self.topics.get(it));
            let heard =
                chances.iter().take(COMPARED).position(|it| it.is_heard && it.is_for(topic));
            match heard.and_then(|at| Some((odds.get_mut(at)?, unsaid.get_mut(at)?))) {
                Some((odds, unsaid)) => {
                    *odds += vote.weight;
                    *unsaid = false;
                }
                None => {
                    chances.push(TopicChance { topic, share: 0, is_heard: false, rest: "" });
                    odds.push(vote.weight + topic.map_or(NOTHING, beside) * PARTS / 100);
                }
            }
        }
        for (odds, _) in odds.iter_mut().zip(unsaid).filter(|(_, unsaid)| *unsaid) {
            *odds += UNSAID * PARTS / 100;
        }
        let mut all = Vec::new();
        softmax(&odds, &mut all);
        chances.iter_mut().zip(all).for_each(|(it, share)| it.share = share);
        chances.sort_by_key(|it| std::cmp::Reverse(it.share));
        chances
    }

    /// Decides on the meaning of a line by the probabilities of the topics.
    fn chosen<'a>(&self, said: &str, chances: &[TopicChance<'a>]) -> LineMeaning<'a> {
        let nothing = chances.iter().find(|it| it.topic.is_none()).map_or(0, |it| it.share);
        let mut topics = chances.iter().filter(|it| it.topic.is_some());
        let Some(first @ TopicChance { topic: Some(topic), share, is_heard, rest }) = topics.next()
        else {
            return LineMeaning::Nothing;
        };
        let may_answer = *is_heard || !(topic.is_offer() || topic.takes_words());
        let least = match (self.may_ask(topic) || topic.is_offer(), is_heard) {
            (true, _) => ANSWERS_FROM,
            (false, true) => NAMELESS_FROM,
            (false, false) => UNHEARD_FROM,
        };
        if u64::from(nothing) * 100 > u64::from(*share) * u64::from(NOTHING_FROM)
            || first.percent() < ASKS_FROM
        {
            return LineMeaning::Nothing;
        }
        if may_answer && first.percent() >= least {
            return LineMeaning::Topic(topic, rest);
        }
        let is_named = |it: &&TopicChance<'_>| it.share >= share / 100 * NAMED_BESIDE;
        let mut meant: Vec<&'a Topic> = Vec::new();
        for topic in chances.iter().take_while(is_named).filter_map(|it| it.topic) {
            let is_new = meant.iter().all(|it| it.called != topic.called);
            if meant.len() < MOST_ASKED && is_new && self.may_ask(topic) {
                meant.push(topic);
            }
        }
        let first = self.likeliest(first, chances.iter().take_while(is_named));
        // Whoever may well mean nothing that is known here, or speaks of another world, is not told of something
        // that is.
        let is_strange = !first.is_heard && speaks_of_elsewhere(said);
        let is_known = |it: &&Topic| it.only_says() && nothing <= first.share && !is_strange;
        let may_mean = first.percent() >= percent(nothing) + ASKS_BEFORE_NOTHING;
        let asked = |meant: Vec<&'a Topic>| match meant.is_empty() || !may_mean {
            true => LineMeaning::Nothing,
            false => LineMeaning::OneOf(meant),
        };
        let Some(topic) = first.topic.filter(|it| is_known(it) && !self.suppose.is_empty()) else {
            return asked(meant);
        };
        if first.percent() >= SUPPOSED_FROM || topic.called.is_none() {
            meant.retain(|it| it.called != topic.called);
            meant.truncate(MOST_ASKED - 1);
            let is_alone = meant.is_empty() && topic.called.is_none();
            return match is_alone && first.percent() >= ALONE_FROM {
                true => LineMeaning::Topic(topic, ""),
                false => LineMeaning::Likely(topic, meant),
            };
        }
        asked(meant)
    }

    /// Returns the topic to answer with a reservation: the likeliest, or one of the next that has no name
    /// and so is not asked about.
    fn likeliest<'a, 'c>(
        &self,
        first: &'c TopicChance<'a>,
        chances: impl Iterator<Item = &'c TopicChance<'a>>,
    ) -> &'c TopicChance<'a> {
        let nameless = |it: &&TopicChance<'_>| {
            it.topic.is_some_and(|topic| topic.called.is_none() && topic.only_says())
                && it.percent() >= MURMURED_FROM
        };
        let mut next = chances.filter(|it| it.topic.is_some()).take(MOST_ASKED);
        if first.percent() >= NAMED_FROM { first } else { next.find(nameless).unwrap_or(first) }
    }

    /// Returns whether the script can be asked back about a topic.
    fn may_ask(&self, topic: &Topic) -> bool {
        topic.called.is_some() && !topic.takes_words() && !self.perhaps.is_empty()
    }

    /// Returns the meaning by patterns alone: the best topic, or a clarification if the second fits about
    /// as well.
    fn by_pattern<'a>(
        &self,
        first: &TopicFit<'a>,
        second: Option<&TopicFit<'a>>,
    ) -> LineMeaning<'a> {
        let TopicFit { topic, score, fit } = first;
        let second = second.filter(|it| it.score * 100 >= score * AS_GOOD);
        let second = second.map(|it| it.topic).filter(|it| it.called != topic.called);
        let has_name = |it: &Topic| it.called.is_some() && !it.is_shared;
        match second {
            Some(other) if has_name(topic) && has_name(other) && !self.perhaps.is_empty() => {
                LineMeaning::OneOf(vec![topic, other])
            }
            Some(_) | None => LineMeaning::Topic(topic, fit.rest.unwrap_or_default()),
        }
    }
}

impl TopicChance<'_> {
    fn is_for(&self, topic: Option<&Topic>) -> bool {
        match (self.topic, topic) {
            (Some(one), Some(other)) => std::ptr::eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        }
    }

    /// Returns the probability in percent.
    fn percent(&self) -> u32 {
        percent(self.share)
    }
}

/// The class of greetings, and from how many words on there is a matter behind one.
const GREETING: &str = "hello";
const MATTER: usize = 3;

/// Beginnings of a line about a subject that somebody else passed on: "Pip said to ask you about
/// the gate".
const PASSED_ON: [&str; 16] = [
    "to ask you about ",
    "i ask you about ",
    "should ask you about ",
    "told me to ask about ",
    "to talk to you about ",
    "sent me to ask about ",
    "sent me about ",
    "sent me to ask ",
    "to ask you for ",
    "says you know ",
    "said you know ",
    "said you knew ",
    "says that you know ",
    "told me you know ",
    "told me that you know ",
    "to ask you ",
];

/// Returns the matter of a line that somebody else passed on, if it is such a line.
fn passed_on(said: &str) -> Option<&str> {
    PASSED_ON.iter().find_map(|before| {
        let at = said.to_ascii_lowercase().find(before)? + before.len();
        said.get(at..).filter(|it| !it.trim().is_empty())
    })
}

/// Returns a share in percent.
fn percent(share: u32) -> u32 {
    share * 100 / WHOLE_SHARE
}
