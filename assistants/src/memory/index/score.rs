//! How lines are found: the terms of a question and what stands for them, the weight that lines
//! lend those around them, and what speakers, days and questions add.

use std::{cmp::Ordering, collections::BTreeMap};

use super::{
    COUNT_BITS, LineIndex, LineRow,
    calendar::day_of,
    named::{self, NamedSpeakers},
    related,
    scratch::{BLANK, SearchScratch, StandInTerm},
    tokens,
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
    /// How good a line is that has each of the terms once, and nothing else in its favour; above 0.
    pub whole: f32,
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
        let terms = room.weigh(read.terms.len(), lines, length);
        // Where no word is known, who spoke is all that is asked for.
        let whole = if terms > 0.0 { terms } else { SPEAKER };
        let lines = self.best(room, &read, question.limit);
        FoundLines { terms: read.terms, lines, whole }
    }

    fn read(&self, question: &LineQuestion<'_>, may_read: impl Fn(u32) -> bool) -> ReadQuestion {
        let words = tokens::words(question.text);
        // Who spoke only what the audience may not read did not speak.
        let mut spoke = vec![false; self.speakers.bound()];
        let mut newest = None;
        for row in self.rows.iter().filter(|it| may_read(it.readers)) {
            newest = newest.max(Some(row.day));
            if let Some(it) = spoke.get_mut(row.speaker as usize) {
                *it = true;
            }
        }
        let is_known = |number: u32| spoke.get(number as usize).copied().unwrap_or(false);
        let names = self.speakers.all().filter(|(number, _)| is_known(*number));
        let named = named::find_speakers(&words, names, |it| self.language.term(it).is_some());
        let mut terms = Vec::new();
        for (at, word) in words.iter().enumerate() {
            let next = words.get(at + 1).map_or("", |it| it.lower.as_ref());
            if !(named.places.contains(&at) || next == "of" && is_sort(&word.lower)) {
                self.take_term(&word.lower, &mut terms);
            }
        }
        if terms.is_empty() {
            words.iter().for_each(|it| self.take_term(&it.lower, &mut terms));
        }
        let (mut asked, mut when) = (TimeSaid::default(), false);
        if self.language.is_english() {
            let today = day_of(question.now);
            asked = when::asked(&words, today, newest.unwrap_or(today));
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
                |(term, likeness)| StandInTerm { term, asked, likeness, lines: 0, rarity: 0.0 };
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
    fn best(&self, room: &SearchScratch, read: &ReadQuestion, limit: usize) -> Vec<FoundLine> {
        let only = if read.named.speakers.len() == 1 { read.named.speakers.first() } else { None };
        let dated = read.asked.is_dated();
        // Lines of one day stand side by side, so each day is looked at once.
        let (mut day, mut day_fit) = (i32::MIN, 0.0);
        let mut best = BestLines { limit, least: f32::NEG_INFINITY, found: Vec::new() };
        for (row, line) in self.rows.iter().zip(&room.lines) {
            if dated && row.day != day {
                day = row.day;
                day_fit = when::date_fit(&read.asked, day, std::iter::empty());
            }
            let date = if dated && line.readable { line.span_fit.max(day_fit) } else { 0.0 };
            let speaker = line.readable && only == Some(&row.speaker);
            // Where words find nothing, what the one who is named has said may still tell.
            if !(line.listed || date > 0.0 || speaker) {
                continue;
            }
            let (own, lent, when) = (line.own, line.lent, read.when && row.time_word);
            let why = LineReason { own, lent, speaker, date, when };
            best.offer(FoundLine { key: row.key, score: line.score + extra(row, &why), why });
        }
        best.cut();
        best.found.sort_unstable_by(best_first);
        best.found
    }
}

/// The best lines so far.
struct BestLines {
    limit: usize,
    /// What a line has to reach to be among them.
    least: f32,
    found: Vec<FoundLine>,
}

impl BestLines {
    fn offer(&mut self, line: FoundLine) {
        if line.score >= self.least {
            self.found.push(line);
        }
        if self.found.len() >= self.limit.saturating_add(MOST_COMPARED) {
            self.cut();
        }
    }

    /// Leaves out all but the best.
    fn cut(&mut self) {
        if self.limit < self.found.len() {
            let last = self.limit.saturating_sub(1);
            let (_, least, _) = self.found.select_nth_unstable_by(last, best_first);
            self.least = least.score;
            self.found.truncate(self.limit);
        }
    }
}

/// Whether an English word before `of` only leads to what is asked for.
fn is_sort(word: &str) -> bool {
    matches!(word, "kind" | "kinds" | "sort" | "sorts" | "type" | "types")
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

/// Whether two words that begin alike share most of the longer one.
fn is_alike(a: &str, b: &str) -> bool {
    let shared = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let longer = a.chars().count().max(b.chars().count());
    shared >= BEGINNING && shared * 100 >= longer * BEGINNING_PERCENT
}
