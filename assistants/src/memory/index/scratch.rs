//! Room for searching: what is known of terms and lines while a question is answered, and how the
//! weight of a term comes to the lines around it.

/// How soon more of the same word counts less, and how much the length of a line counts.
const SATURATION: f32 = 0.9;
const LENGTH: f32 = 0.05;
/// How far the weight of a line reaches in its conversation, what part of it the next one has and
/// the one before, and what part each further one has of that.
const REACH: usize = 6;
const NEXT: f32 = 0.7;
const EARLIER: f32 = 0.5;
const FURTHER: f32 = 0.75;
/// No line.
const NONE: u32 = u32::MAX;

/// Room for searching, which all indexes share and no search leaves anything in that the next one
/// reads.
#[derive(Debug, Clone, Default)]
pub struct SearchScratch {
    /// A bit for each number of a term: whether it is in `standing`.
    pub(super) stands: Vec<u64>,
    /// What stands for the terms of the question, in the order of its numbers.
    pub(super) standing: Vec<StandInTerm>,
    /// The postings of those, with their places.
    pub(super) hits: Vec<(u32, u32)>,
    /// The occurrences, in the order of the lines.
    pub(super) matches: Vec<TermMatch>,
    pub(super) lines: Vec<LineScratch>,
    /// The lines that the term at hand touches.
    touched: Vec<u32>,
}

/// A term of the index that stands for one of the question.
#[derive(Debug, Clone, Copy)]
pub(super) struct StandInTerm {
    pub(super) term: u32,
    /// The place of the question's term.
    pub(super) asked: u8,
    /// How well it does.
    pub(super) likeness: f32,
    /// How many lines that may be read have it, and how rare that makes it.
    pub(super) lines: u32,
    pub(super) rarity: f32,
}

/// A line that has a stand-in.
#[derive(Debug, Clone, Copy)]
pub(super) struct TermMatch {
    line: u32,
    standing: u32,
    /// How often the line has it.
    count: u32,
    /// How many terms the line has.
    length: u8,
    /// The place of the question's term.
    asked: u8,
}

/// What is known of a line while a question is answered.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineScratch {
    pub(super) readable: bool,
    /// Whether a term touches it.
    pub(super) listed: bool,
    /// The readable lines before and after it in its conversation.
    before: u32,
    after: u32,
    pub(super) own: u32,
    pub(super) lent: u32,
    /// The weight of the term at hand.
    weight: f32,
    pub(super) score: f32,
    /// How well the days that it names answer.
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
    /// Ties a line to the readable one before it in its conversation.
    pub(super) fn link(&mut self, place: u32, back: u8, readable: bool) {
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
    pub(super) fn take(&mut self, line: u32, term: u32, count: u32, length: u8) {
        let from = self.standing.partition_point(|it| it.term < term);
        let rest = self.standing.get_mut(from..).unwrap_or_default();
        for (standing, it) in (0_u32..).skip(from).zip(rest).take_while(|(_, it)| it.term == term) {
            it.lines += 1;
            self.matches.push(TermMatch { line, standing, count, length, asked: it.asked });
        }
    }

    /// Gives every line its score for the terms, of which there are `terms`. The lines that may be
    /// read are `lines`, of the average length `length`. Comes to what a line of that length has that has
    /// each term once.
    pub(super) fn weigh(&mut self, terms: usize, lines: u32, length: f32) -> f32 {
        for it in &mut self.standing {
            it.rarity = rarity(lines, it.lines);
        }
        (0_u8..).take(terms).map(|asked| self.weigh_term(asked, length)).sum()
    }

    fn weigh_term(&mut self, asked: u8, length: f32) -> f32 {
        let Self { standing, matches, lines, touched, .. } = self;
        let known = standing.iter().filter(|it| it.asked == asked && it.lines > 0);
        let itself = known.clone().find(|it| it.likeness >= 1.0).map(|it| it.rarity);
        // A word that nobody said is as rare as those that stand for it.
        let (sum, count) = known.fold((0.0, 0.0), |(sum, n), it| (sum + it.rarity, n + 1.0));
        let most = itself.unwrap_or(if count > 0.0 { sum / count } else { 0.0 });
        touched.clear();
        for it in matches.iter().filter(|it| it.asked == asked) {
            let Some(by) = standing.get(it.standing as usize) else { continue };
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
        most
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
