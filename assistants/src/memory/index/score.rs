//! How lines are found: the terms of a question and what stands for them, the weight that lines
//! lend those around them, and what speakers, days and questions add.

use std::{cmp::Ordering, collections::BTreeMap};

use super::{
    COUNT_BITS, LineIndex, LineRow,
    named::{self, NamedSpeakers},
    related, tokens,
    when::{self, TimeSaid},
};

/// Most terms of a question.
const MOST_TERMS: usize = 32;
/// Fewest letters that words share at their beginning, and least share of the longer, in percent,
/// for one to stand for the other.
const BEGINNING: usize = 5;
const BEGINNING_PERCENT: usize = 60;
/// Most words with the same beginning that stand for one.
const MOST_ALIKE: usize = 64;
/// How well a word with the same beginning stands for another.
const ALIKE: f32 = 0.5;
/// How soon more of the same word counts less, and how much the length of a line counts.
const SATURATION: f32 = 0.9;
const LENGTH: f32 = 0.05;
/// How far the weight of a line reaches in its conversation, what part of it the next one has and
/// the one before, and what part each further one has of that.
const REACH: usize = 6;
const NEXT: f32 = 0.7;
const EARLIER: f32 = 0.5;
const FURTHER: f32 = 0.75;
/// What a line gets for being spoken by the one who is named.
const SPEAKER: f32 = 4.0;
/// What a line gets for the days that are asked for, at a fit of 1.
const DATE: f32 = 8.0;
/// What a line with a word of time gets when a time is asked for, and always.
const ASKED_TIME: f32 = 3.0;
const TIME_WORD: f32 = 0.6;
/// What a question loses, because it answers none.
const ASKING: f32 = 1.2;
/// How many lines more than are asked for are collected before the best are chosen.
const MOST_COMPARED: usize = 1_000;
/// No line.
const NONE: u32 = u32::MAX;

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineQuestion<'a> {
    /// The question.
    pub text: &'a str,
    /// When it is asked, in Unix seconds.
    pub now: i64,
    /// Most lines to find.
    pub limit: usize,
}

/// What was found.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundLines {
    /// The terms that were looked for, at most 32.
    pub terms: Vec<String>,
    /// The lines, best first.
    pub lines: Vec<FoundLine>,
}

/// A line that was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FoundLine {
    /// Its key.
    pub key: u64,
    /// How good it is; only good for comparing lines of one answer.
    pub score: f32,
    /// Why it was found.
    pub why: LineReason,
}

/// Why a line was found.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LineReason {
    /// Which of the terms it has itself, or what stands for them: the first is the lowest bit.
    pub own: u32,
    /// Which of the terms lines around it have.
    pub lent: u32,
    /// Whether the one who is named spoke it.
    pub speaker: bool,
    /// How well its time answers to the days asked for, 0 to 1.3.
    pub date: f32,
    /// Whether it has a word of time, and a time is asked for.
    pub when: bool,
}

impl FoundLines {
    /// Why a line was found, in words.
    #[must_use]
    pub fn because(&self, why: &LineReason) -> String {
        let having = |bits: u32| {
            let terms = self.terms.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
            terms.map(|(_, it)| it.as_str()).collect::<Vec<_>>().join(" ")
        };
        let mut parts = Vec::new();
        for (name, bits) in [("has", why.own), ("near", why.lent & !why.own)] {
            if bits != 0 {
                parts.push(format!("{name} {}", having(bits)));
            }
        }
        if why.speaker {
            parts.push("spoken by the one named".to_owned());
        }
        if why.date > 0.0 {
            parts.push(format!("date {:.2}", why.date));
        }
        if why.when {
            parts.push("tells a time".to_owned());
        }
        parts.join(", ")
    }
}

/// Room for searching, which all indexes share and no search leaves anything in that the next one
/// reads.
#[derive(Debug, Clone, Default)]
pub struct SearchScratch {
    /// A bit for each number of a term: whether it is in `standing`.
    stands: Vec<u64>,
    /// What stands for the terms of the question, in the order of its numbers.
    standing: Vec<StandIn>,
    /// The postings of those, with their places.
    hits: Vec<(u32, u32)>,
    /// The occurrences, in the order of the lines.
    matches: Vec<TermMatch>,
    lines: Vec<LineScratch>,
    /// The lines that the term at hand touches.
    touched: Vec<u32>,
}

/// A term of the index that stands for one of the question.
#[derive(Debug, Clone, Copy)]
struct StandIn {
    term: u32,
    /// The place of the question's term.
    asked: u8,
    /// How well it does.
    likeness: f32,
    /// How many lines that may be read have it, and how rare that makes it.
    lines: u32,
    rarity: f32,
}

/// A line that has a stand-in.
#[derive(Debug, Clone, Copy)]
struct TermMatch {
    line: u32,
    standing: u32,
    /// How often the line has it.
    count: u32,
    /// How many terms the line has.
    length: u8,
}

/// What is known of a line while a question is answered.
#[derive(Debug, Clone, Copy)]
struct LineScratch {
    readable: bool,
    /// Whether a term touches it.
    listed: bool,
    /// The readable lines before and after it in its conversation.
    before: u32,
    after: u32,
    own: u32,
    lent: u32,
    /// The weight of the term at hand.
    weight: f32,
    score: f32,
    /// How well the days that it names answer.
    span_fit: f32,
}

const BLANK: LineScratch = LineScratch {
    readable: false,
    listed: false,
    before: NONE,
    after: NONE,
    own: 0,
    lent: 0,
    weight: 0.0,
    score: 0.0,
    span_fit: 0.0,
};

/// A question, read.
struct ReadQuestion {
    terms: Vec<String>,
    named: NamedSpeakers,
    asked: TimeSaid,
    when: bool,
}

impl LineIndex {
    /// The lines that answer a question best, among those whose readers the whole audience may be
    /// told; of equals the one with the greater key comes first.
    pub fn search(
        &self,
        room: &mut SearchScratch,
        question: &LineQuestion<'_>,
        may_read: impl Fn(u32) -> bool,
    ) -> FoundLines {
        let read = self.read(question, &may_read);
        self.stand_in(room, &read.terms);
        let (lines, length) = self.scan(room, &read, may_read);
        room.weigh(read.terms.len(), lines, length);
        let lines = self.best(room, &read, question.limit);
        FoundLines { terms: read.terms, lines }
    }

    fn read(&self, question: &LineQuestion<'_>, may_read: impl Fn(u32) -> bool) -> ReadQuestion {
        let words = tokens::words(question.text);
        // Who spoke only what the audience may not read did not speak.
        let mut spoke = vec![false; self.speakers.bound()];
        for row in self.rows.iter().filter(|it| may_read(it.readers)) {
            if let Some(it) = spoke.get_mut(row.speaker as usize) {
                *it = true;
            }
        }
        let names =
            self.speakers.all().filter(|(it, _)| spoke.get(*it as usize).is_some_and(|it| *it));
        let named = named::named(&words, names, |it| self.language.term(it).is_some());
        let mut terms = Vec::new();
        let others = words.iter().enumerate().filter(|(at, _)| !named.places.contains(at));
        others.for_each(|(_, it)| self.take_term(&it.lower, &mut terms));
        if terms.is_empty() {
            words.iter().for_each(|it| self.take_term(&it.lower, &mut terms));
        }
        let (mut asked, mut when) = (TimeSaid::default(), false);
        if self.language.is_english() {
            let newest = self.rows.last().map_or(i32::MAX, |it| it.day);
            asked = when::asked(&words, when::day_of(question.now), newest);
            when = when::asks_when(&words);
        }
        ReadQuestion { terms, named, asked, when }
    }

    /// Adds the term of a word of the question, if it is another one.
    fn take_term(&self, word: &str, terms: &mut Vec<String>) {
        if terms.len() < MOST_TERMS
            && let Some(term) = self.language.term(word)
            && !terms.iter().any(|it| *it == *term)
        {
            terms.push(term.into_owned());
        }
    }

    /// Finds what stands for each term: itself, words with the same beginning, related words.
    fn stand_in(&self, room: &mut SearchScratch, terms: &[String]) {
        room.standing.clear();
        for (asked, term) in (0_u8..).zip(terms) {
            let mut found: BTreeMap<u32, f32> = BTreeMap::new();
            found.extend(self.terms.find(term).map(|it| (it, 1.0)));
            let beginning = term.char_indices().nth(BEGINNING).map_or(term.len(), |(end, _)| end);
            if term.chars().nth(BEGINNING - 1).is_some()
                && let Some(beginning) = term.get(..beginning)
            {
                let alike = self.terms.beginning(beginning).filter(|(_, it)| is_alike(term, it));
                for (number, _) in alike.take(MOST_ALIKE) {
                    found.entry(number).or_insert(ALIKE);
                }
            }
            let related = if self.language.is_english() { related::related(term) } else { &[] };
            for (other, likeness) in related {
                if let Some(number) = self.terms.find(other) {
                    found.entry(number).or_insert(*likeness);
                }
            }
            let stands =
                |(term, likeness)| StandIn { term, asked, likeness, lines: 0, rarity: 0.0 };
            room.standing.extend(found.into_iter().map(stands));
        }
        room.standing.sort_by_key(|it| (it.term, it.asked));
        room.stands.clear();
        room.stands.resize(self.terms.bound() / 64 + 1, 0);
        for it in &room.standing {
            if let Some(bits) = room.stands.get_mut(it.term as usize / 64) {
                *bits |= 1 << (it.term % 64);
            }
        }
    }

    /// Reads all lines that may be read: notes where the question's terms are, who stands next to
    /// whom, and which days are named. Gives how many lines there are and how long all together.
    fn scan(
        &self,
        room: &mut SearchScratch,
        read: &ReadQuestion,
        may_read: impl Fn(u32) -> bool,
    ) -> (u32, f32) {
        room.lines.clear();
        room.lines.resize(self.rows.len(), BLANK);
        let (mut count, mut length) = (0, 0_u64);
        for (place, row) in (0_u32..).zip(&self.rows) {
            let readable = may_read(row.readers);
            room.link(place, row.back, readable);
            if readable {
                count += 1;
                length += u64::from(row.length);
            }
        }
        self.match_terms(room);
        if read.asked.is_dated() {
            for (place, span) in &self.spans {
                if let (Some(row), Some(line)) =
                    (self.rows.get(*place as usize), room.lines.get_mut(*place as usize))
                {
                    let fit = when::date_fit(&read.asked, row.day, std::iter::once(*span));
                    line.span_fit = line.span_fit.max(fit);
                }
            }
        }
        (count, length as f32 / count.max(1) as f32)
    }

    /// Notes where what stands for the question's terms is.
    fn match_terms(&self, room: &mut SearchScratch) {
        // Nearly no posting is one of these, so all are read in one go, whatever line they are of.
        room.hits.clear();
        for (at, posting) in (0_u32..).zip(&self.postings) {
            let term = posting >> COUNT_BITS;
            let bits = room.stands.get(term as usize / 64).copied().unwrap_or(0);
            if bits >> (term % 64) & 1 == 1 {
                room.hits.push((at, *posting));
            }
        }
        room.matches.clear();
        let mut rows = (0_u32..).zip(&self.rows).peekable();
        for at in 0..room.hits.len() {
            let Some((hit, posting)) = room.hits.get(at).copied() else { break };
            while rows.next_if(|(_, row)| row.end <= hit).is_some() {}
            let Some((line, row)) = rows.peek() else { break };
            if room.lines.get(*line as usize).is_some_and(|it| it.readable) {
                let count = posting & ((1 << COUNT_BITS) - 1);
                room.take(*line, posting >> COUNT_BITS, count, row.length);
            }
        }
    }

    /// Adds what does not come from words, and takes the best.
    fn best(&self, room: &mut SearchScratch, read: &ReadQuestion, limit: usize) -> Vec<FoundLine> {
        let only = if read.named.speakers.len() == 1 { read.named.speakers.first() } else { None };
        let dated = read.asked.is_dated();
        let mut found: Vec<FoundLine> = Vec::new();
        for (row, line) in self.rows.iter().zip(&room.lines) {
            let date = if dated && line.readable {
                when::date_fit(&read.asked, row.day, std::iter::empty()).max(line.span_fit)
            } else {
                0.0
            };
            // Where words find nothing, what the one who is named has said may still tell.
            if !(line.listed || date > 0.0 || line.readable && only == Some(&row.speaker)) {
                continue;
            }
            let why = LineReason {
                own: line.own,
                lent: line.lent,
                speaker: only == Some(&row.speaker),
                date,
                when: read.when && row.time_word,
            };
            found.push(FoundLine { key: row.key, score: line.score + extra(row, &why), why });
            if found.len() >= limit.saturating_add(MOST_COMPARED) {
                keep_best(&mut found, limit);
            }
        }
        keep_best(&mut found, limit);
        found.sort_unstable_by(best_first);
        found
    }
}

fn extra(row: &LineRow, why: &LineReason) -> f32 {
    let given = |is: bool, weight: f32| if is { weight } else { 0.0 };
    given(why.speaker, SPEAKER)
        + DATE * why.date
        + given(why.when, ASKED_TIME)
        + given(row.time_word, TIME_WORD)
        - ASKING * f32::from(row.asking) / 255.0
}

fn best_first(a: &FoundLine, b: &FoundLine) -> Ordering {
    b.score.total_cmp(&a.score).then(b.key.cmp(&a.key))
}

/// Leaves out all but the best.
fn keep_best(found: &mut Vec<FoundLine>, limit: usize) {
    if limit < found.len() {
        found.select_nth_unstable_by(limit, best_first);
        found.truncate(limit);
    }
}

/// Whether two words that begin alike share most of the longer one.
fn is_alike(a: &str, b: &str) -> bool {
    let shared = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let longer = a.chars().count().max(b.chars().count());
    shared >= BEGINNING && shared * 100 >= longer * BEGINNING_PERCENT
}

impl SearchScratch {
    /// Ties a line to the readable one before it in its conversation.
    fn link(&mut self, place: u32, back: u8, readable: bool) {
        let mut before = NONE;
        if back > 0 {
            let near = place.saturating_sub(u32::from(back));
            if let Some(earlier) = self.lines.get(near as usize) {
                before = if earlier.readable { near } else { earlier.before };
            }
        }
        if readable && let Some(earlier) = self.lines.get_mut(before as usize) {
            earlier.after = place;
        }
        if let Some(line) = self.lines.get_mut(place as usize) {
            line.readable = readable;
            line.before = before;
        }
    }

    /// Notes that a line has a term so often, which stands for one or more of the question's.
    fn take(&mut self, line: u32, term: u32, count: u32, length: u8) {
        let from = self.standing.partition_point(|it| it.term < term);
        let rest = self.standing.get_mut(from..).unwrap_or_default();
        for (standing, it) in (0_u32..).skip(from).zip(rest).take_while(|(_, it)| it.term == term) {
            it.lines += 1;
            self.matches.push(TermMatch { line, standing, count, length });
        }
    }

    /// Gives every line its score for the terms, of which there are `terms`. The lines that may be
    /// read are `lines`, of the average length `length`.
    fn weigh(&mut self, terms: usize, lines: u32, length: f32) {
        for it in &mut self.standing {
            it.rarity = rarity(lines, it.lines);
        }
        for asked in (0_u8..).take(terms) {
            self.weigh_term(asked, length);
        }
    }

    fn weigh_term(&mut self, asked: u8, length: f32) {
        let Self { standing, matches, lines, touched, .. } = self;
        let known = standing.iter().filter(|it| it.asked == asked && it.lines > 0);
        let itself = known.clone().find(|it| it.likeness >= 1.0).map(|it| it.rarity);
        // A word that nobody said is as rare as those that stand for it.
        let (sum, count) = known.fold((0.0, 0.0), |(sum, n), it| (sum + it.rarity, n + 1.0));
        let most = itself.unwrap_or(if count > 0.0 { sum / count } else { 0.0 });
        touched.clear();
        for it in matches {
            let Some(by) = standing.get(it.standing as usize).filter(|by| by.asked == asked) else {
                continue;
            };
            let count = it.count as f32;
            let long = (1.0 - LENGTH) + LENGTH * f32::from(it.length) / length.max(1.0);
            let often = count * (1.0 + SATURATION) / (count + SATURATION * long);
            lend(lines, touched, it.line, asked, by.likeness * by.rarity.min(most) * often);
        }
        for place in touched {
            if let Some(line) = lines.get_mut(*place as usize) {
                line.listed = true;
                line.score += std::mem::take(&mut line.weight);
            }
        }
    }
}

/// How rare a term is that so many of all lines have.
fn rarity(all: u32, having: u32) -> f32 {
    let (all, having) = (f64::from(all), f64::from(having));
    (1.0 + (all - having + 0.5) / (having + 0.5)).ln() as f32
}

/// Gives a line the weight of a term that it has, and those around it their part.
fn lend(lines: &mut [LineScratch], touched: &mut Vec<u32>, at: u32, asked: u8, weight: f32) {
    let mut raise = |place: u32, weight: f32, own: bool| {
        let line = lines.get_mut(place as usize)?;
        if line.weight <= 0.0 {
            touched.push(place);
        }
        line.weight = line.weight.max(weight);
        *(if own { &mut line.own } else { &mut line.lent }) |= 1 << asked;
        Some((line.before, line.after))
    };
    let Some((mut before, mut after)) = raise(at, weight, true) else { return };
    let mut part = 1.0;
    for _ in 0..REACH {
        after = raise(after, weight * NEXT * part, false).map_or(NONE, |(_, it)| it);
        before = raise(before, weight * EARLIER * part, false).map_or(NONE, |(it, _)| it);
        part *= FURTHER;
    }
}
