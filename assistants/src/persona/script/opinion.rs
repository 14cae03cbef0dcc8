//! What is meant by a line, by its patterns and by what others meant with lines like it.
//!
//! Patterns say what a line is about where they fit, and examples are a second opinion. Both are evidence for
//! a topic, in the same points, as is that it is the character's own matter: whoever stands before a ringer
//! speaks of bells. Where one topic has much and clearly more than any other it is answered; else it is asked
//! which of the first few is meant. An offer is never made by an example alone, and what is asked back about
//! is what a "yes" means then.

use super::{
    Script, Topic, TopicPatterns,
    reading::{AS_GOOD, LineMeaning, SaidLine, TopicFit, TopicReading},
};
use crate::meaning::{ExampleVote, HeardWords, SubjectState, words_to};

/// How many points a topic must have to be answered, and how many more than the next one.
const ANSWERS_FROM: i32 = 360;
const ANSWERS_BEFORE: i32 = 170;
/// How many points one must have to be asked back about.
const ASKS_FROM: i32 = 160;
/// How many it must have to be answered if it has no name to be asked about.
const NAMELESS_FROM: i32 = 380;
/// How much of what the first has another must have to be named beside it, in percent.
const NAMED_BESIDE: i32 = 30;
/// Most that it is asked back about at a time: more are no longer listened to.
const MOST_ASKED: usize = 3;

/// What examples count up to here counts in full, and what is beyond in part, in percent.
const FULL: i32 = 300;
const BEYOND: i32 = 21;
/// What it counts that a topic is the character's own.
const OWN: i32 = 160;
/// What it counts that it was asked back about a topic.
const ASKED: i32 = 150;
/// What a pattern counts by how far it explains the line, and what it counts that it is the best.
const WHOLE: i32 = 220;
const PARTIAL: i32 = 40;
const WEAK: i32 = 40;
const BEST: i32 = 70;
/// What each word counts that a pattern explains, and what each that is left takes from it; no more than so
/// many of either.
const EXPLAINED: i32 = 20;
const LEFT: i32 = 25;
const MOST_WORDS: usize = 4;
/// How much of what a pattern scores is counted, in percent.
const SCORED: i32 = 22;
/// What an offer counts that a pattern heard.
const OFFERED: i32 = 145;
/// What it counts that a topic asks for a name, where the line has one.
const NAMED: i32 = 130;
/// What it counts for nothing being meant that examples say so.
const NOTHING: i32 = 170;
/// Less than this scores a pattern that is weak where words are left.
const WEAK_BELOW: u32 = 300;
/// So many patterns are compared with what the examples say.
const COMPARED: usize = 4;

/// What a line means, and what spoke for that.
struct Opinion<'a> {
    meaning: LineMeaning<'a>,
    /// What fits by patterns, the best first.
    fits: Vec<TopicFit<'a>>,
    /// What the examples say, the most first.
    votes: Vec<ExampleVote>,
}

/// What speaks for a topic, or for none being meant.
#[derive(Clone, Copy)]
struct TopicEvidence<'a, 'f> {
    topic: Option<&'a Topic>,
    points: i32,
    fit: Option<&'f TopicFit<'a>>,
}

/// How many points a pattern counts; the best is at the first place.
fn of_pattern(at: usize, TopicFit { topic, score, fit }: &TopicFit<'_>) -> i32 {
    let left = fit.left + fit.beside;
    let trust = match left {
        0 => WHOLE,
        _ if *score < WEAK_BELOW || left >= fit.explained => WEAK,
        _ => PARTIAL,
    };
    let words = |words: usize, each: i32| i32::try_from(words.min(MOST_WORDS)).unwrap_or(0) * each;
    let scored = i32::try_from(*score).unwrap_or(i32::MAX) / 100 * SCORED;
    let best = if at == 0 { BEST } else { 0 };
    let offered = if topic.is_offer() { OFFERED } else { 0 };
    let named = if topic.named { NAMED } else { 0 };
    trust + scored + best + offered + named + words(fit.explained, EXPLAINED) - words(left, LEFT)
}

/// How many points the examples count.
fn of_examples(vote: &ExampleVote) -> i32 {
    let weight = i32::try_from(vote.weight).unwrap_or(i32::MAX);
    weight.min(FULL) + (weight - FULL).max(0) * BEYOND / 100
}

impl Script {
    /// What is meant by a line.
    #[must_use]
    pub fn meaning<'a>(&'a self, said: SaidLine<'a, '_>) -> LineMeaning<'a> {
        self.opinion(said).meaning
    }

    /// All topics that [`Script::meaning`] chooses from, the best first, and why each is among them.
    #[must_use]
    pub fn readings<'a>(&'a self, said: SaidLine<'a, '_>) -> Vec<TopicReading<'a>> {
        let TopicPatterns { hears, .. } = self.index.of(self);
        let Opinion { meaning, fits, votes } = self.opinion(said);
        let by_pattern = fits.into_iter().map(|TopicFit { topic, score, fit }| TopicReading {
            topic,
            pattern: topic.hears.get(fit.pattern).map_or("", String::as_str),
            score,
            heard: hears.heard(said.words, said.to, &fit, &self.words),
            nearest: None,
        });
        let by_example = votes.iter().filter_map(|it| {
            let topic = self.topics.get(it.topic?)?;
            let nearest =
                self.examples.index().nearest(said.words, said.to, said.is_tried, &topic.name);
            Some(TopicReading { topic, pattern: "", score: it.weight, heard: Vec::new(), nearest })
        });
        let mut readings: Vec<TopicReading<'a>> = by_pattern.chain(by_example).collect();
        let meant = meaning.topics();
        let place =
            |it: &TopicReading<'_>| meant.iter().position(|one| std::ptr::eq(*one, it.topic));
        readings.sort_by_key(|it| place(it).unwrap_or(meant.len()));
        readings
    }

    /// What is meant by a line, and why. Whoever greets and asks wants what they asked for.
    fn opinion<'a>(&'a self, said: SaidLine<'a, '_>) -> Opinion<'a> {
        let fits = self.fits(said);
        let matter = fits.iter().find_map(|it| self.matter(said, it));
        let matter = matter.map(|words| SaidLine { words, ..said });
        let asks = said.words.contains('?');
        match matter.map(|said| self.opinion_of(said, self.fits(said))) {
            Some(it) if matches!(it.meaning, LineMeaning::Topic(..)) => it,
            Some(it) if asks && matches!(it.meaning, LineMeaning::OneOf(_)) => it,
            Some(_) | None => self.opinion_of(said, fits),
        }
    }

    /// What a line says beside its manners, if it begins or ends with such.
    fn matter<'w>(
        &self,
        said: SaidLine<'w, '_>,
        TopicFit { fit, topic, .. }: &TopicFit<'_>,
    ) -> Option<&'w str> {
        if !topic.is_shared || fit.left + fit.beside == 0 {
            return None;
        }
        let heard = self.index.of(self).hears.heard(said.words, said.to, fit, &self.words);
        let [HeardWords { class: Some(_), words }] = heard.as_slice() else { return None };
        let (before, after) = said.words.split_once(words)?;
        let is_empty = |part: &str| words_to(part, said.to).is_empty() || part.trim() == said.to;
        match (is_empty(before), is_empty(after)) {
            (true, false) => Some(after),
            (false, true) => Some(before),
            (true, true) | (false, false) => None,
        }
    }

    fn opinion_of<'a>(&'a self, said: SaidLine<'a, '_>, fits: Vec<TopicFit<'a>>) -> Opinion<'a> {
        let votes = self.votes(said);
        let first = fits.first().map(|it| it.topic);
        let asked = said.after.map(|it| self.asked_back(it)).unwrap_or_default();
        let picked = self.picked(said, &asked, first).map(|it| LineMeaning::Topic(it, ""));
        let words = words_to(said.words, said.to).len();
        let is_whole =
            |it: &TopicFit<'_>| !it.topic.is_free() || votes.is_empty() || it.fit.heard >= words;
        let plain =
            fits.first().filter(|it| is_whole(it)).map(|it| self.by_pattern(it, fits.get(1)));
        let meaning = picked.or(plain).unwrap_or_else(|| self.chosen(&fits, &votes, &asked));
        Opinion { meaning, fits, votes }
    }

    /// What the examples say that can be meant now.
    fn votes(&self, said: SaidLine<'_, '_>) -> Vec<ExampleVote> {
        let TopicPatterns { of_examples, .. } = self.index.of(self);
        let state = self.states(said.after);
        let topic = |name: usize| {
            let at = of_examples.get(name).copied().flatten()?;
            (state(at) != SubjectState::Closed).then_some(at)
        };
        self.examples.index().votes(said.words, said.to, said.is_tried, &topic)
    }

    /// What speaks for each topic, the most first.
    fn evidence<'a, 'f>(
        &'a self,
        fits: &'f [TopicFit<'a>],
        votes: &[ExampleVote],
        asked: &[&Topic],
    ) -> Vec<TopicEvidence<'a, 'f>> {
        let beside = |topic: &Topic| {
            let is_asked = asked.iter().any(|it| std::ptr::eq(*it, topic));
            let own = if topic.is_own { OWN } else { 0 };
            own + if is_asked { ASKED } else { 0 }
        };
        let mut evidence: Vec<TopicEvidence<'a, 'f>> = Vec::new();
        for (at, fit) in fits.iter().enumerate() {
            if evidence.len() < COMPARED && !evidence.iter().any(|it| it.is_for(Some(fit.topic))) {
                let points = of_pattern(at, fit) + beside(fit.topic);
                evidence.push(TopicEvidence { topic: Some(fit.topic), points, fit: Some(fit) });
            }
        }
        for vote in votes {
            let topic = vote.topic.and_then(|it| self.topics.get(it));
            let points = of_examples(vote);
            match evidence.iter_mut().find(|it| it.is_for(topic)) {
                Some(it) => it.points += points,
                None => evidence.push(TopicEvidence {
                    topic,
                    points: points + topic.map_or(NOTHING, beside),
                    fit: None,
                }),
            }
        }
        evidence.sort_by_key(|it| std::cmp::Reverse(it.points));
        evidence
    }

    /// What the evidence says.
    fn chosen<'a>(
        &'a self,
        fits: &[TopicFit<'a>],
        votes: &[ExampleVote],
        asked: &[&Topic],
    ) -> LineMeaning<'a> {
        let evidence = self.evidence(fits, votes, asked);
        let next = evidence.get(1).map_or(0, |it| it.points);
        let Some(TopicEvidence { topic: Some(topic), points, fit }) = evidence.first() else {
            return LineMeaning::Nothing;
        };
        let rest = fit.and_then(|it| it.fit.rest).unwrap_or_default();
        let answer = LineMeaning::Topic(topic, rest);
        let may_answer = fit.is_some() || !(topic.is_offer() || topic.takes_words());
        if may_answer && *points >= ANSWERS_FROM && points - next >= ANSWERS_BEFORE {
            return answer;
        }
        if may_answer && !self.may_ask(topic) && *points >= NAMELESS_FROM {
            return answer;
        }
        let least = ASKS_FROM.max(points * NAMED_BESIDE / 100);
        let named = evidence.iter().filter(|it| it.points >= least).filter_map(|it| it.topic);
        let mut meant: Vec<&Topic> = Vec::new();
        for topic in named.filter(|it| self.may_ask(it)) {
            if meant.len() < MOST_ASKED && meant.iter().all(|it| it.called != topic.called) {
                meant.push(topic);
            }
        }
        if meant.is_empty() { LineMeaning::Nothing } else { LineMeaning::OneOf(meant) }
    }

    /// Whether it can be asked back about a topic.
    fn may_ask(&self, topic: &Topic) -> bool {
        let has_words = !self.which.is_empty() && !self.perhaps.is_empty();
        topic.called.is_some() && !topic.takes_words() && has_words
    }

    /// What the patterns say.
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
            Some(other) if has_name(topic) && has_name(other) && !self.which.is_empty() => {
                LineMeaning::OneOf(vec![topic, other])
            }
            Some(_) | None => LineMeaning::Topic(topic, fit.rest.unwrap_or_default()),
        }
    }
}

impl TopicEvidence<'_, '_> {
    fn is_for(&self, topic: Option<&Topic>) -> bool {
        match (self.topic, topic) {
            (Some(one), Some(other)) => std::ptr::eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        }
    }
}
