//! Full-text index of the lines said to or by one character: from a question to the lines that
//! answer it, without a model.
//!
//! The score of a line comes from the terms that it shares with the question, in all their forms;
//! from those of the lines around it in the same conversation; from its speaker; and from the time
//! that it was said at or names. A line is stored as the numbers of its terms in one postings list,
//! which a search scans in full. Lines that the audience may not read do not count in it: neither
//! their words nor their number can be told from any score.

mod answer;
mod calendar;
mod kinds;
mod named;
mod related;
mod score;
mod scratch;
mod terms;
mod tokens;
mod when;

#[cfg(test)]
mod tests;

use std::collections::HashMap;

pub use related::is_related;
pub use score::{FoundLine, FoundLines, LineQuestion, LineReason};
pub use scratch::SearchScratch;
pub use tokens::{Language, asking, english_terms};

use answer::AnswerKinds;
use calendar::{DaySpan, day_of};
use terms::{TermBook, make_room};

/// Maximum length of a speaker's name, in bytes; the rest is cut off.
const LONGEST_NAME: usize = 100;
/// Bits of a posting for the number of occurrences of its term in the line.
const COUNT_BITS: u32 = 8;

/// Line to be indexed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemoryLine<'a> {
    /// Key of the line, chosen by the owner of the index.
    pub key: u64,
    /// Name of the speaker.
    pub speaker: &'a str,
    /// Time of the line, in Unix seconds.
    pub at: i64,
    /// Number of the conversation. Lines must come in the order in which they were said.
    pub conversation: u32,
    /// Number of the set of permitted readers, assigned by the owner of the index.
    pub readers: u32,
    /// Text of the line.
    pub text: &'a str,
}

/// Metadata of an indexed line, beside its terms.
#[derive(Debug, Clone, Copy)]
struct LineRow {
    key: u64,
    /// End of the line's postings.
    end: u32,
    conversation: u32,
    /// Distance in lines to the previous one of the same conversation; 0 for none, or for one too far
    /// back. Lines of others between the two do not part them, because not all may know of those.
    back: u16,
    /// Share of the line that is a question, in 255ths.
    asking: u8,
    /// Length of the line in terms, repetitions included, at most 255.
    length: u8,
    /// True if the line contains a time expression.
    time_word: bool,
    /// Kinds of answers that the line can give.
    tells: AnswerKinds,
    speaker: u32,
    readers: u32,
    day: i32,
}

/// Index of the lines that one character remembers.
#[derive(Debug, Clone)]
pub struct LineIndex {
    language: Language,
    most: usize,
    terms: TermBook,
    /// Names of the speakers.
    speakers: TermBook,
    rows: Vec<LineRow>,
    /// Place of the last line of each conversation.
    last: HashMap<u32, u32>,
    /// Postings of all lines: term numbers with their counts.
    postings: Vec<u32>,
    /// Days named by lines, in the order of the lines.
    spans: Vec<(u32, DaySpan)>,
}

impl LineIndex {
    /// Creates an empty index for a language. It keeps at least the newest `most` lines, and at
    /// most an eighth more.
    #[must_use]
    pub fn new(language: Language, most: usize) -> Self {
        Self {
            language,
            most,
            terms: TermBook::default(),
            speakers: TermBook::default(),
            rows: Vec::new(),
            last: HashMap::new(),
            postings: Vec::new(),
            spans: Vec::new(),
        }
    }

    /// Returns the number of lines.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.rows.len()
    }

    /// Returns the memory size of the index in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.terms.bytes()
            + self.speakers.bytes()
            + self.rows.capacity() * size_of::<LineRow>()
            + self.last.capacity() * size_of::<(u32, u32)>()
            + self.postings.capacity() * size_of::<u32>()
            + self.spans.capacity() * size_of::<(u32, DaySpan)>()
    }

    /// Adds a line, which must be newer than all others; drops the oldest lines above the maximum.
    pub fn push(&mut self, line: &MemoryLine<'_>) {
        let words = tokens::words(line.text);
        let mut found: Vec<u32> = Vec::with_capacity(words.len());
        for word in &words {
            let term = self.language.term(&word.lower);
            found.extend(term.and_then(|it| self.terms.enter(&it)));
        }
        let end = line.speaker.floor_char_boundary(LONGEST_NAME);
        let name = line.speaker.get(..end).unwrap_or_default();
        let Some(speaker) = self.speakers.enter(name) else { return };
        let day = day_of(line.at);
        let is_english = self.language.is_english();
        let said = if is_english { when::said(&words, day) } else { when::TimeSaid::default() };
        let row = LineRow {
            key: line.key,
            end: 0,
            conversation: line.conversation,
            back: 0,
            asking: (tokens::asking(line.text) * 255.0) as u8,
            length: u8::try_from(found.len()).unwrap_or(u8::MAX),
            speaker,
            readers: line.readers,
            day,
            time_word: said.word,
            tells: if is_english { answer::told(&words) } else { AnswerKinds::default() },
        };
        self.enter(row, &mut found, &said.spans().collect::<Vec<_>>());
        if self.rows.len() > self.most.saturating_add(self.most / 8) {
            let old = self.rows.len() - self.most;
            self.rebuild(|place, _| place >= old);
        }
    }

    /// Sets the number of a line's reader set, as for [`MemoryLine::readers`].
    pub fn relabel(&mut self, key: u64, readers: u32) {
        // Relabelled lines are mostly recent, so search from the end.
        if let Some(row) = self.rows.iter_mut().rev().find(|it| it.key == key) {
            row.readers = readers;
        }
    }

    /// Returns the keys of the readable lines next to a line in its conversation, nearest first, at
    /// most `reach` on each side.
    pub fn around(
        &self,
        key: u64,
        reach: usize,
        may_read: impl Fn(u32) -> bool,
    ) -> impl Iterator<Item = u64> {
        let at = self.rows.iter().rposition(|it| it.key == key);
        let row = at.and_then(|at| self.rows.get(at));
        let beside = |it: &&LineRow| {
            row.is_some_and(|row| row.conversation == it.conversation) && may_read(it.readers)
        };
        let (before, from) = self.rows.split_at(at.unwrap_or_default());
        let before = before.iter().rev().filter(beside);
        let before: Vec<u64> = before.map(|it| it.key).take(reach).collect();
        let after = from.iter().skip(1).filter(beside);
        let after: Vec<u64> = after.map(|it| it.key).take(reach).collect();
        let most = before.len().max(after.len());
        let pairs = (0..most).flat_map(move |n| [after.get(n).copied(), before.get(n).copied()]);
        pairs.flatten().collect::<Vec<_>>().into_iter()
    }

    /// Removes all lines but those whose keys are to be kept, with every trace of the others.
    pub fn retain(&mut self, keep: impl Fn(u64) -> bool) {
        self.rebuild(|_, row| keep(row.key));
    }

    /// Appends a row with its postings and the days that it names.
    fn enter(&mut self, mut row: LineRow, found: &mut [u32], spans: &[DaySpan]) {
        let Ok(line) = u32::try_from(self.rows.len()) else { return };
        found.sort_unstable();
        for same in found.chunk_by(|a, b| a == b) {
            let Some(term) = same.first() else { continue };
            let count = u32::try_from(same.len()).unwrap_or(u32::MAX).min((1 << COUNT_BITS) - 1);
            make_room(&mut self.postings, 1);
            self.postings.push(term << COUNT_BITS | count);
        }
        for span in spans {
            make_room(&mut self.spans, 1);
            self.spans.push((line, *span));
        }
        row.end = u32::try_from(self.postings.len()).unwrap_or(u32::MAX);
        let earlier = self.last.insert(row.conversation, line);
        row.back = earlier.map_or(0, |it| u16::try_from(line - it).unwrap_or(0));
        make_room(&mut self.rows, 1);
        self.rows.push(row);
    }

    /// Rebuilds the index from some of its lines.
    fn rebuild(&mut self, keep: impl Fn(usize, &LineRow) -> bool) {
        let old = std::mem::replace(self, Self::new(self.language, self.most));
        let mut begin = 0;
        let mut spans = old.spans.iter().peekable();
        for (place, row) in old.rows.iter().enumerate() {
            let postings = old.postings.get(begin..row.end as usize).unwrap_or_default();
            begin = row.end as usize;
            let mut named = Vec::new();
            while let Some((_, span)) = spans.next_if(|(line, _)| *line as usize <= place) {
                named.push(*span);
            }
            if !keep(place, row) {
                continue;
            }
            let mut found = Vec::new();
            for posting in postings {
                let count = posting & ((1 << COUNT_BITS) - 1);
                let term = self.terms.enter(old.terms.term(posting >> COUNT_BITS));
                found.extend(term.into_iter().flat_map(|it| (0..count).map(move |_| it)));
            }
            let Some(speaker) = self.speakers.enter(old.speakers.term(row.speaker)) else {
                continue;
            };
            self.enter(LineRow { speaker, ..*row }, &mut found, &named);
        }
    }
}
