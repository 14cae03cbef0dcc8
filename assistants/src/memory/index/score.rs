//! Search and scoring: query terms with their stand-ins, term weights with their effect on
//! neighbouring lines, and scores for speakers, days and questions.

use std::{cmp::Ordering, collections::BTreeMap};

use super::{
    COUNT_BITS, LineIndex, LineRow,
    answer::{self, AnswerKinds},
    calendar::day_of,
    kinds,
    named::{self, NamedSpeakers},
    related,
    scratch::{BLANK, SearchScratch, StandInTerm},
    tokens,
    when::{self, TimeSaid},
};

/// Maximum number of terms of a query.
const MOST_TERMS: usize = 32;
/// Minimum length of the prefix shared by two words, in letters and in percent of the longer word,
/// for one to stand in for the other.
const BEGINNING: usize = 5;
const BEGINNING_PERCENT: usize = 60;
/// Maximum number of words with the same prefix that stand in for a term. Nobody knows so many, so
/// words that only some may read leave room for those of the others.
const MOST_ALIKE: usize = 4_096;
/// Weight of a word with the same prefix.
const ALIKE: f32 = 0.5;
/// Weight of a term that says little by itself, such as `go`.
const LIGHT: f32 = 0.5;
/// Weight of a word for one of the kind that a term names.
const MEMBER: f32 = 0.5;
/// Score for a line spoken by the speaker named in the query.
const SPEAKER: f32 = 4.0;
/// Score for the days asked for, at a date fit of 1.
const DATE: f32 = 8.0;
/// Score for a line with a time expression when a time is asked for, and in every query.
const ASKED_TIME: f32 = 3.0;
const TIME_WORD: f32 = 0.6;
/// Penalty for a line that is a question, because it answers none.
const ASKING: f32 = 1.2;
/// Score for a line that can give the kind of answer asked for.
const ANSWER: f32 = 1.5;
/// Number of hits collected above the limit before the best are selected.
const MOST_COMPARED: usize = 1_000;

/// Query of the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineQuestion<'a> {
    /// Text of the query.
    pub text: &'a str,
    /// Name under which whoever asks has spoken; a question about `my` matters is about them.
    pub asker: Option<&'a str>,
    /// Time of the query, in Unix seconds.
    pub now: i64,
    /// Maximum number of lines to return.
    pub limit: usize,
}

/// Result of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundLines {
    /// Terms of the query, at most 32.
    pub terms: Vec<String>,
    /// Hits, best first.
    pub lines: Vec<FoundLine>,
    /// Score of a line that has each of the terms once and no other score; above 0.
    pub whole: f32,
}

/// Hit of a search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FoundLine {
    /// Key of the line.
    pub key: u64,
    /// Score; comparable only within one result.
    pub score: f32,
    /// Reasons for the match.
    pub why: LineReason,
}

/// Reasons for a match.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LineReason {
    /// Bit set of the terms found in the line, or their stand-ins; the first term is the lowest
    /// bit.
    pub own: u32,
    /// Bit set of the terms found in neighbouring lines.
    pub lent: u32,
    /// True if the line was spoken by the speaker named in the query.
    pub speaker: bool,
    /// Date fit of the line to the days asked for, 0 to 1.3.
    pub date: f32,
    /// True if the line has a time expression and a time is asked for.
    pub when: bool,
}

impl FoundLines {
    /// Describes the reasons for a match as text.
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

/// Parsed query.
struct ReadQuestion {
    terms: Vec<String>,
    named: NamedSpeakers,
    asked: TimeSaid,
    when: bool,
    wants: AnswerKinds,
}

impl LineIndex {
    /// Returns the lines that answer a question best, among those that `may_read` accepts; of equal
    /// scores the greater key comes first. `room` is scratch space.
    pub fn search(
        &self,
        room: &mut SearchScratch,
        question: &LineQuestion<'_>,
        may_read: impl Fn(u32) -> bool,
    ) -> FoundLines {
        let read = self.read(question, &may_read);
        self.stand_in(room, &read.terms);
        let (lines, length) = self.scan(room, &read, may_read);
        let weight =
            |it: &String| if self.language.is_english() && is_light(it) { LIGHT } else { 1.0 };
        let terms = room.weigh(read.terms.iter().map(weight), lines, length);
        // If no term is known, the query asks for a speaker only.
        let whole = if terms > 0.0 { terms } else { SPEAKER };
        let lines = self.best(room, &read, question.limit);
        FoundLines { terms: read.terms, lines, whole }
    }

    fn read(&self, question: &LineQuestion<'_>, may_read: impl Fn(u32) -> bool) -> ReadQuestion {
        let words = tokens::words(question.text);
        // Speakers of unreadable lines alone do not count as speakers.
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
        let asker = question.asker.filter(|_| answer::is_about_asker(&words));
        let asker = asker.and_then(|it| names.clone().find(|(_, name)| *name == it));
        let mut named = named::find_speakers(&words, names, |it| self.language.term(it).is_some());
        if named.speakers.is_empty() {
            named.speakers.extend(asker.map(|(number, _)| number));
        }
        let mut terms = Vec::new();
        for (at, word) in words.iter().enumerate() {
            let next = words.get(at + 1).map_or("", |it| it.lower.as_ref());
            if !(named.places.contains(&at) || next == "of" && is_sort(&word.lower)) {
                self.take_term(&word.lower, &mut terms);
            }
        }
        if self.language.is_english() {
            answer::implied(&words).for_each(|it| self.take_term(it, &mut terms));
        }
        if terms.is_empty() {
            words.iter().for_each(|it| self.take_term(&it.lower, &mut terms));
        }
        let (mut asked, mut when) = (TimeSaid::default(), false);
        let mut wants = AnswerKinds::default();
        if self.language.is_english() {
            let today = day_of(question.now);
            asked = when::asked(&words, today, newest.unwrap_or(today));
            when = when::asks_when(&words);
            wants = answer::asked(&words);
        }
        ReadQuestion { terms, named, asked, when, wants }
    }

    /// Adds the term of a word of the query, unless it is known or the maximum is reached.
    fn take_term(&self, word: &str, terms: &mut Vec<String>) {
        if terms.len() < MOST_TERMS
            && let Some(term) = self.language.term(word)
            && !terms.iter().any(|it| *it == *term)
        {
            terms.push(term.into_owned());
        }
    }

    /// Finds the stand-ins of each term: itself, words with the same prefix, related words.
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
            let members = if self.language.is_english() { kinds::members(term) } else { &[] };
            for number in members.iter().filter_map(|it| self.terms.find(it)) {
                found.entry(number).and_modify(|it| *it = it.max(MEMBER)).or_insert(MEMBER);
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

    /// Scans all readable lines for the terms of the query, neighbouring lines and named days.
    /// Returns the number of readable lines and their average length.
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

    /// Finds the occurrences of the query's stand-ins in the postings.
    fn match_terms(&self, room: &mut SearchScratch) {
        // Few postings match, so all are scanned first, regardless of their lines.
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

    /// Returns whether the speakers named in a question are one: what somebody did is noted under their id,
    /// and what they said under their name.
    fn is_one(&self, named: &NamedSpeakers) -> bool {
        let folded = |number: &u32| self.speakers.term(*number).to_lowercase().replace(' ', "-");
        let mut names = named.speakers.iter().map(folded);
        names.next().is_some_and(|first| names.all(|it| it == first))
    }

    /// Adds the scores that do not come from words, and returns the best lines.
    fn best(&self, room: &SearchScratch, read: &ReadQuestion, limit: usize) -> Vec<FoundLine> {
        let only = self.is_one(&read.named).then_some(&read.named.speakers);
        let dated = read.asked.is_dated();
        // Lines of one day are adjacent, so the fit of each day is computed once.
        let (mut day, mut day_fit) = (i32::MIN, 0.0);
        let mut best = BestLines { limit, least: f32::NEG_INFINITY, found: Vec::new() };
        for (row, line) in self.rows.iter().zip(&room.lines) {
            if dated && row.day != day {
                day = row.day;
                day_fit = when::date_fit(&read.asked, day, std::iter::empty());
            }
            let date = if dated && line.readable { line.span_fit.max(day_fit) } else { 0.0 };
            let speaker = line.readable && only.is_some_and(|it| it.contains(&row.speaker));
            // Lines of the named speaker are included even if no term matches.
            if !(line.listed || date > 0.0 || speaker) {
                continue;
            }
            let (own, lent, when) = (line.own, line.lent, read.when && row.time_word);
            let why = LineReason { own, lent, speaker, date, when };
            let answers = if row.tells.meets(read.wants) { ANSWER } else { 0.0 };
            let score = line.score + extra(row, &why) + answers;
            best.offer(FoundLine { key: row.key, score, why });
        }
        best.cut();
        best.found.sort_unstable_by(best_first);
        best.found
    }
}

/// Best lines of a scan in progress.
struct BestLines {
    limit: usize,
    /// Minimum score of a line to be considered.
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

    /// Drops all but the best.
    fn cut(&mut self) {
        if self.limit < self.found.len() {
            let last = self.limit.saturating_sub(1);
            let (_, least, _) = self.found.select_nth_unstable_by(last, best_first);
            self.least = least.score;
            self.found.truncate(self.limit);
        }
    }
}

/// Returns whether an English word before `of` carries no content, such as `kind of`.
fn is_sort(word: &str) -> bool {
    matches!(word, "kind" | "kinds" | "sort" | "sorts" | "type" | "types")
}

/// Returns whether an English term says little by itself.
fn is_light(term: &str) -> bool {
    matches!(
        term,
        "go" | "get"
            | "take"
            | "make"
            | "give"
            | "put"
            | "come"
            | "keep"
            | "want"
            | "say"
            | "tell"
            | "know"
            | "think"
            | "mean"
            | "one"
            | "thing"
            | "time"
            | "day"
            | "way"
            | "bit"
            | "end"
            | "good"
            | "use"
            | "ask"
            | "talk"
            | "set"
            | "turn"
            | "happen"
    )
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

/// Returns whether two words share a prefix that is most of the longer one.
fn is_alike(a: &str, b: &str) -> bool {
    let shared = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let longer = a.chars().count().max(b.chars().count());
    shared >= BEGINNING && shared * 100 >= longer * BEGINNING_PERCENT
}
