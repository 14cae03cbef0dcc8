//! What is meant by a line, by its patterns and by what others meant with lines like it.
//!
//! Patterns say what a line is about where they fit. Examples are a second opinion: where no pattern fits
//! they answer if some are very near, and else it is asked back; where a pattern fits weakly and the examples
//! say something else, it is asked which. An offer is never made by an example alone, and what is asked back
//! about is what a "yes" means then.

use super::{
    Script, Topic, TopicPatterns,
    reading::{AS_GOOD, LineMeaning, SaidLine, TopicFit, TopicReading},
};
use crate::{
    meaning::{ExampleVote, SubjectState, holds},
    persona::text::ScriptText,
};

/// How near an example must be that answers by itself, and how much of what all say must be the same.
/// Shares and nearness are in thousandths.
const ANSWERS_FROM: u32 = 500;
const ANSWERS_SHARE: u32 = 400;
/// How near one must be for its topic to be asked back about.
const ASKS_FROM: u32 = 300;
/// How much of what the nearest say may be that nothing is meant, so that it is asked back.
const FOREIGN_SHARE: u32 = 150;
/// How much a second topic must have of what the first one has to be named beside it.
const SECOND_SHARE: u32 = 300;
/// What a pattern counts at most that is weak where words are left.
const WEAK: u32 = 300;
/// How much of what all say one must have to doubt a pattern that is not weak.
const MOST_SAY: u32 = 300;

/// The topic that says yes, to what was asked back among others.
const YES: &str = "yes";
/// Most words of an answer that only says which of two was meant.
const SHORT_ANSWER: usize = 4;

/// What a line means, and what spoke for that.
struct Opinion<'a> {
    meaning: LineMeaning<'a>,
    /// What fits by patterns, the best first.
    fits: Vec<TopicFit<'a>>,
    /// What the examples say, the most first.
    votes: Vec<ExampleVote<'a>>,
}

/// How far a pattern explains a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PatternTrust {
    /// By little, and words are left; or no more words are explained than are left.
    Weak,
    /// By enough, and words are left.
    Partial,
    /// Nothing is left.
    Whole,
}

impl PatternTrust {
    fn of(fit: &TopicFit<'_>) -> Self {
        let left = fit.fit.left + fit.fit.beside;
        match (left, fit.score) {
            (0, _) => Self::Whole,
            (_, ..WEAK) => Self::Weak,
            _ if left >= fit.fit.explained => Self::Weak,
            (..) => Self::Partial,
        }
    }

    /// Whether the nearest example is reason enough to doubt the pattern; `share` is how much speaks for
    /// what that says.
    fn is_doubted(self, by: &ExampleVote<'_>, share: u32) -> bool {
        // How near it must be, and how many tenths it must have of what speaks for the pattern.
        let (near, more) = match self {
            Self::Weak => (250, 15),
            Self::Partial => (400, 30),
            Self::Whole => (800, 40),
        };
        let is_sure = self == Self::Weak || by.share >= MOST_SAY;
        is_sure && by.nearness >= near && by.share * 10 >= share * more
    }
}

/// A topic that examples speak for.
#[derive(Clone, Copy)]
struct ExampleTopic<'a> {
    topic: &'a Topic,
    vote: ExampleVote<'a>,
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
            Some(TopicReading {
                topic: self.topics.get(it.topic?)?,
                pattern: "",
                score: it.nearness,
                heard: Vec::new(),
                nearest: Some(it.line),
            })
        });
        let mut readings: Vec<TopicReading<'a>> = by_pattern.chain(by_example).collect();
        let (one, other) = match meaning {
            LineMeaning::Topic(one, _) | LineMeaning::Perhaps(one) => (Some(one), None),
            LineMeaning::Between(one, other) => (Some(one), Some(other)),
            LineMeaning::Nothing => (None, None),
        };
        let is = |it: &TopicReading<'_>, meant: Option<&Topic>| {
            meant.is_some_and(|meant| std::ptr::eq(meant, it.topic))
        };
        readings.sort_by_key(|it| (!is(it, one), !is(it, other)));
        readings
    }

    /// What is meant by a line, and why.
    fn opinion<'a>(&'a self, said: SaidLine<'a, '_>) -> Opinion<'a> {
        let fits = self.fits(said);
        let votes = self.votes(said);
        let first = fits.first().map(|it| it.topic);
        let meaning = self.answered(said, first).unwrap_or_else(|| self.chosen(&fits, &votes));
        Opinion { meaning, fits, votes }
    }

    /// What the examples say that can be meant now.
    fn votes(&self, said: SaidLine<'_, '_>) -> Vec<ExampleVote<'_>> {
        let TopicPatterns { of_examples, .. } = self.index.of(self);
        let state = self.states(said.after);
        let topic = |name: usize| {
            let at = of_examples.get(name).copied().flatten()?;
            (state(at) != SubjectState::Closed).then_some(at)
        };
        self.examples.index().votes(said.words, said.to, said.is_tried, &topic)
    }

    /// What was meant by an answer to what was asked back.
    fn answered<'a>(
        &'a self,
        said: SaidLine<'a, '_>,
        first: Option<&Topic>,
    ) -> Option<LineMeaning<'a>> {
        let is_short = said.words.split_whitespace().count() <= SHORT_ANSWER;
        let is_one_of = |words: &[&str]| is_short && words.iter().any(|it| holds(said.words, it));
        let first = first.is_some_and(|it| it.name == YES) || is_one_of(&["first", "former"]);
        let second = is_one_of(&["second", "latter", "last", "other"]);
        // Most lines are no such answer, and looking for the question takes longer.
        if !first && !second {
            return None;
        }
        let (one, other) = self.asked_back(said.after?)?;
        let meant = other.filter(|_| second).or_else(|| first.then_some(one))?;
        Some(LineMeaning::Topic(meant, ""))
    }

    /// What was asked back about, if it was that which the character said last.
    fn asked_back(&self, said: &str) -> Option<(&Topic, Option<&Topic>)> {
        let said = said.to_lowercase();
        let named = |it: &&Topic| {
            it.called.as_ref().is_some_and(|name| said.contains(&name.to_lowercase()))
        };
        let topics: Vec<&Topic> = self.topics.iter().filter(named).collect();
        let is_said = |text: &str, one: &Topic, other: Option<&Topic>| {
            let called = |it: &Topic| it.called.as_deref().unwrap_or_default().to_lowercase();
            let text = text.to_lowercase().replace("{one}", &called(one));
            let text = other.map_or(text.clone(), |it| text.replace("{other}", &called(it)));
            ScriptText::read(&text).is_ok_and(|it| it.is_said(&said))
        };
        let both = topics.iter().flat_map(|one| topics.iter().map(move |other| (*one, *other)));
        let mut both = both.filter(|(one, other)| one.called != other.called);
        let between =
            both.find(|(one, other)| self.which.iter().any(|it| is_said(it, one, Some(other))));
        let perhaps =
            || topics.iter().find(|one| self.perhaps.iter().any(|it| is_said(it, one, None)));
        between.map(|(one, other)| (one, Some(other))).or_else(|| Some((perhaps()?, None)))
    }

    fn chosen<'a>(&'a self, fits: &[TopicFit<'a>], votes: &[ExampleVote<'a>]) -> LineMeaning<'a> {
        let Some(first) = fits.first() else { return self.by_example(votes) };
        let read = self.by_pattern(first, fits.get(1));
        let LineMeaning::Topic(topic, _) = read else { return read };
        let mut said = votes.iter().filter_map(|it| self.example_topic(it));
        let share =
            said.clone().find(|it| std::ptr::eq(it.topic, topic)).map_or(0, |it| it.vote.share);
        let Some(ExampleTopic { topic: other, vote }) = said.next() else { return read };
        if std::ptr::eq(topic, other) {
            return read;
        }
        // What it sells and does is heard in passing, and small talk is no reason to doubt that.
        let is_small_talk = topic.is_offer() && other.is_shared;
        if is_small_talk || !PatternTrust::of(first).is_doubted(&vote, share) {
            return read;
        }
        if self.may_ask(topic) && self.may_ask(other) && other.called != topic.called {
            return LineMeaning::Between(topic, other);
        }
        read
    }

    /// The topic that a vote is for.
    fn example_topic<'a>(&'a self, vote: &ExampleVote<'a>) -> Option<ExampleTopic<'a>> {
        Some(ExampleTopic { topic: self.topics.get(vote.topic?)?, vote: *vote })
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
                LineMeaning::Between(topic, other)
            }
            Some(_) | None => LineMeaning::Topic(topic, fit.rest.unwrap_or_default()),
        }
    }

    /// What the examples say where no pattern fits.
    fn by_example<'a>(&'a self, votes: &[ExampleVote<'a>]) -> LineMeaning<'a> {
        let foreign = votes.iter().find(|it| it.topic.is_none()).map_or(0, |it| it.share);
        let first = votes.first().and_then(|it| self.example_topic(it));
        let Some(ExampleTopic { topic, vote }) = first else { return LineMeaning::Nothing };
        if foreign > FOREIGN_SHARE || vote.nearness < ASKS_FROM {
            return LineMeaning::Nothing;
        }
        if is_sure(&vote) && may_answer(topic) {
            return LineMeaning::Topic(topic, "");
        }
        let mut said = votes
            .iter()
            .filter_map(|it| self.example_topic(it))
            .filter(|it| self.may_ask(it.topic));
        let Some(one) = said.next().filter(|it| it.vote.nearness >= ASKS_FROM) else {
            return LineMeaning::Nothing;
        };
        let is_other = |it: &ExampleTopic<'_>| {
            it.topic.called != one.topic.called
                && it.vote.share * 1_000 >= one.vote.share * SECOND_SHARE
        };
        match said.find(is_other) {
            Some(other) => LineMeaning::Between(one.topic, other.topic),
            None => LineMeaning::Perhaps(one.topic),
        }
    }
}

/// Whether examples are as near and as much of one mind as it takes to answer.
fn is_sure(vote: &ExampleVote<'_>) -> bool {
    vote.nearness >= ANSWERS_FROM && vote.share >= ANSWERS_SHARE
}

/// Whether a topic may be answered by an example alone.
fn may_answer(topic: &Topic) -> bool {
    !topic.is_offer() && !topic.takes_words()
}
