//! Scratch space of a search: per-term and per-line state, and the propagation of a term's weight
//! to neighbouring lines.

/// Saturation of term frequency (k1 of BM25), and length normalisation (b of BM25).
const SATURATION: f32 = 0.9;
const LENGTH: f32 = 0.05;
/// Propagation of a line's weight in its conversation: maximum distance in lines, share of the next
/// line, share of the previous line, and decay for each further line.
const REACH: usize = 6;
const NEXT: f32 = 0.7;
const EARLIER: f32 = 0.5;
const FURTHER: f32 = 0.75;
/// Placeholder for no line.
const NONE: u32 = u32::MAX;

/// Scratch space of a search, shared by all indexes. No search leaves anything in it that the next
/// one reads.
#[derive(Debug, Clone, Default)]
pub struct SearchScratch {
    /// Bit set of the term numbers in `standing`.
    pub(super) stands: Vec<u64>,
    /// Stand-ins of the query's terms, ordered by term number.
    pub(super) standing: Vec<StandInTerm>,
    /// Postings of the stand-ins, with their positions.
    pub(super) hits: Vec<(u32, u32)>,
    /// Occurrences of stand-ins, in the order of the lines.
    pub(super) matches: Vec<TermMatch>,
    pub(super) lines: Vec<LineScratch>,
    /// Lines affected by the current term.
    touched: Vec<u32>,
}

/// Term of the index that stands in for a term of the query.
#[derive(Debug, Clone, Copy)]
pub(super) struct StandInTerm {
    pub(super) term: u32,
    /// Position of the query's term.
    pub(super) asked: u8,
    /// Weight as a stand-in, 1 for the term itself.
    pub(super) likeness: f32,
    /// Number of readable lines with the term, and its inverse document frequency.
    pub(super) lines: u32,
    pub(super) rarity: f32,
}

/// Occurrence of a stand-in in a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct TermMatch {
    line: u32,
    standing: u32,
    /// Number of occurrences in the line.
    count: u32,
    /// Number of terms of the line.
    length: u8,
    /// Position of the query's term.
    asked: u8,
}

/// State of a line during a search.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineScratch {
    pub(super) readable: bool,
    /// True if the line matches a term, itself or by a neighbour.
    pub(super) listed: bool,
    /// Readable lines before and after it in its conversation.
    before: u32,
    after: u32,
    pub(super) own: u32,
    pub(super) lent: u32,
    /// Weight of the current term.
    weight: f32,
    pub(super) score: f32,
    /// Date fit of the days that the line names.
    pub(super) span_fit: f32,
}

pub(super) const BLANK: LineScratch = LineScratch {
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

impl SearchScratch {
    /// Links a line to the previous readable one of its conversation.
    pub(super) fn link(&mut self, place: u32, back: u16, readable: bool) {
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

    /// Adds an occurrence of a term in a line, for each of the query's terms that it stands in for.
    pub(super) fn take(&mut self, line: u32, term: u32, count: u32, length: u8) {
        let from = self.standing.partition_point(|it| it.term < term);
        let rest = self.standing.get_mut(from..).unwrap_or_default();
        for (standing, it) in (0_u32..).skip(from).zip(rest).take_while(|(_, it)| it.term == term) {
            it.lines += 1;
            self.matches.push(TermMatch { line, standing, count, length, asked: it.asked });
        }
    }

    /// Adds the scores of the query terms, which have these weights, to all lines; `lines` is the number of
    /// readable lines and `length` their average length. Returns the score of a line of that length
    /// that has each term once.
    pub(super) fn weigh(
        &mut self,
        weights: impl Iterator<Item = f32>,
        lines: u32,
        length: f32,
    ) -> f32 {
        for it in &mut self.standing {
            it.rarity = rarity(lines, it.lines);
        }
        (0_u8..).zip(weights).map(|(asked, weight)| self.weigh_term(asked, weight, length)).sum()
    }

    fn weigh_term(&mut self, asked: u8, weight: f32, length: f32) -> f32 {
        let Self { standing, matches, lines, touched, .. } = self;
        let known = standing.iter().filter(|it| it.asked == asked && it.lines > 0);
        let itself = known.clone().find(|it| it.likeness >= 1.0).map(|it| it.rarity);
        // A term that no readable line has gets the mean rarity of its stand-ins.
        let (sum, count) = known.fold((0.0, 0.0), |(sum, n), it| (sum + it.rarity, n + 1.0));
        let most = itself.unwrap_or(if count > 0.0 { sum / count } else { 0.0 });
        touched.clear();
        for it in matches.iter().filter(|it| it.asked == asked) {
            let Some(by) = standing.get(it.standing as usize) else { continue };
            let count = it.count as f32;
            let long = (1.0 - LENGTH) + LENGTH * f32::from(it.length) / length.max(1.0);
            let often = count * (1.0 + SATURATION) / (count + SATURATION * long);
            lend(
                lines,
                touched,
                it.line,
                asked,
                weight * by.likeness * by.rarity.min(most) * often,
            );
        }
        for place in touched {
            if let Some(line) = lines.get_mut(*place as usize) {
                line.listed = true;
                line.score += std::mem::take(&mut line.weight);
            }
        }
        weight * most
    }
}

/// Returns the inverse document frequency of a term that `having` of `all` lines have.
fn rarity(all: u32, having: u32) -> f32 {
    let (all, having) = (f64::from(all), f64::from(having));
    (1.0 + (all - having + 0.5) / (having + 0.5)).ln() as f32
}

/// Gives a line the weight of a term that it has, and neighbouring lines their share.
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
