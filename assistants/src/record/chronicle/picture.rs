//! Pictures of a day as SVG for a page. Each has the content of a table or list beside it.

use std::{collections::BTreeSet, fmt::Write};

use engine::{
    clock::WorldTime,
    id::{CharacterId, RoomId},
};

use super::{
    day::{Chronicle, ChronicleStay},
    page::{TELLINGS, clock, escaped, first_words, line_words, place_words},
    saying::Telling,
};

/// Maximum number of people in a picture.
const PEOPLE: usize = 30;
/// Maximum number of lines shown as dots.
pub(super) const DOTS: usize = 600;
/// Number of room colours; rooms of the same colour are told apart by number.
pub(super) const COLOURS: usize = 8;

/// Layout of the whereabouts picture: total width, width of names, height of a row and of a bar.
const WIDTH: u64 = 960;
const NAMES: u64 = 150;
const ROW: u64 = 40;
const BAR: u64 = 22;
/// Height above the first row of a picture, and width of the right margin.
const HEAD: u64 = 34;
const EDGE: u64 = 30;
/// Minimum width of a bar, and estimated width of a letter.
const NARROWEST: u64 = 6;
const LETTER: u64 = 7;

/// Layout of a saying's path: width of the times, width of a column, height of a telling.
const TIMES: u64 = 90;
const COLUMN: u64 = 130;
const TELLING: u64 = 68;
/// Maximum number of letters shown of a telling's words.
const WORDS: usize = 42;

/// Returns the rooms of a day in the order of their numbers, from 1.
pub(super) fn rooms(day: &Chronicle) -> Vec<&RoomId> {
    let mut rooms: Vec<&RoomId> = Vec::new();
    for stay in &day.stays {
        if !rooms.contains(&&stay.room) {
            rooms.push(&stay.room);
        }
    }
    rooms
}

/// Removes duplicates, keeping the order.
fn once<'a>(all: impl Iterator<Item = &'a CharacterId>) -> Vec<&'a CharacterId> {
    let mut seen = BTreeSet::new();
    all.filter(|it| seen.insert(*it)).collect()
}

/// Time scale of a picture.
struct Scale {
    from: u64,
    span: u64,
}

impl Scale {
    /// Creates the scale for all stays and lines of a day, at least a minute long.
    fn of(day: &Chronicle) -> Self {
        let stays = day.stays.iter().flat_map(|it| [it.from.0, it.to.0]);
        let times: Vec<u64> = stays.chain(day.lines.iter().map(|it| it.at.0)).collect();
        let from = times.iter().min().copied().unwrap_or_default();
        let until = times.iter().max().copied().unwrap_or_default();
        Self { from, span: (until - from).max(60_000) }
    }

    fn x(&self, at: WorldTime) -> u64 {
        NAMES + at.0.saturating_sub(self.from) * (WIDTH - NAMES - EDGE) / self.span
    }

    /// Returns the labelled times: at most eight, on round values.
    fn ticks(&self) -> Vec<WorldTime> {
        let steps = [10, 30, 60, 300, 600, 1_800, 3_600, 7_200, 10_800].map(|it| it * 1_000);
        let step = steps.into_iter().find(|it| self.span / it <= 7).unwrap_or(14_400_000);
        let first = self.from.div_ceil(step) * step;
        (0..)
            .map(|n| first + n * step)
            .take_while(|it| *it <= self.from + self.span)
            .map(WorldTime)
            .collect()
    }
}

/// Returns the whereabouts picture: a row for each character, a bar for each stay and a dot for
/// each line.
pub(super) fn whereabouts(day: &Chronicle) -> String {
    let mut svg = String::new();
    // Writing into a `String` never fails.
    write_whereabouts(&mut svg, day).unwrap_or_default();
    svg
}

fn write_whereabouts(to: &mut String, day: &Chronicle) -> std::fmt::Result {
    let people = once(day.stays.iter().map(|it| &it.who));
    let shown: Vec<&CharacterId> = people.iter().take(PEOPLE).copied().collect();
    let (rooms, scale) = (rooms(day), Scale::of(day));
    let bottom = HEAD + count(shown.len()) * ROW;
    let height = bottom + 12;
    write!(
        to,
        "<svg viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" role=\"img\" \
         aria-label=\"Who was where, and when each spoke; the table below says the same.\">"
    )?;
    for tick in scale.ticks() {
        let x = scale.x(tick);
        write!(
            to,
            "<line class=\"rule\" x1=\"{x}\" y1=\"{HEAD}\" x2=\"{x}\" y2=\"{bottom}\"/>\
             <text class=\"small\" x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            HEAD - 12,
            clock(tick)
        )?;
    }
    for (row, who) in shown.iter().enumerate() {
        let y = HEAD + count(row) * ROW;
        let name = escaped(&shortened(&day.name(who), 18));
        write!(to, "<text x=\"8\" y=\"{}\">{name}</text>", y + BAR - 5)?;
        for stay in day.stays.iter().filter(|it| it.who == **who) {
            write_stay(to, day, stay, (&scale, &rooms, y))?;
        }
    }
    for line in day.lines.iter().take(DOTS) {
        if let Some(row) = shown.iter().position(|it| **it == line.who) {
            let y = HEAD + count(row) * ROW + BAR + 8;
            let title = format!("{} {}", clock(line.at), line_words(day, line));
            let (x, title) = (scale.x(line.at), escaped(&title));
            write!(
                to,
                "<circle class=\"dot\" cx=\"{x}\" cy=\"{y}\" r=\"3\"><title>{title}</title></circle>"
            )?;
        }
    }
    to.push_str("</svg>");
    write_left_out(to, people.len() - shown.len())
}

fn write_stay(
    to: &mut String,
    day: &Chronicle,
    stay: &ChronicleStay,
    (scale, rooms, y): (&Scale, &[&RoomId], u64),
) -> std::fmt::Result {
    let number = rooms.iter().position(|it| **it == stay.room).unwrap_or_default();
    let (x, until) = (scale.x(stay.from), scale.x(stay.to));
    let width = until.saturating_sub(x).max(NARROWEST);
    let title = format!(
        "{} in {} from {} to {}",
        day.name(&stay.who),
        stay.room,
        clock(stay.from),
        clock(stay.to)
    );
    let (title, colour) = (escaped(&title), number % COLOURS);
    write!(
        to,
        "<rect class=\"room r{colour}\" x=\"{x}\" y=\"{}\" width=\"{width}\" height=\"{BAR}\" rx=\"3\">\
         <title>{title}</title></rect>",
        y + 1
    )?;
    let long = format!("{} {}", number + 1, stay.room);
    let short = (number + 1).to_string();
    let label = [long, short].into_iter().find(|it| count(it.len()) * LETTER + 6 <= width);
    if let Some(label) = label {
        write!(
            to,
            "<text class=\"small on\" x=\"{}\" y=\"{}\">{label}</text>",
            x + 4,
            y + BAR - 6
        )?;
    }
    Ok(())
}

/// Returns the picture of a saying's path: a column for each teller or hearer, a row for each
/// telling, and an arrow from its teller to each hearer.
pub(super) fn path(day: &Chronicle, tellings: &[Telling]) -> String {
    let mut svg = String::new();
    // Writing into a `String` never fails.
    write_path(&mut svg, day, tellings).unwrap_or_default();
    svg
}

fn write_path(to: &mut String, day: &Chronicle, tellings: &[Telling]) -> std::fmt::Result {
    let tellings = tellings.get(..TELLINGS).unwrap_or(tellings);
    let people =
        once(tellings.iter().flat_map(|it| std::iter::once(&it.line.who).chain(&it.line.heard)));
    let shown: Vec<&CharacterId> = people.iter().take(PEOPLE).copied().collect();
    let words = tellings
        .iter()
        .map(|it| words_of(it, &shown))
        .map(|(x, it)| x + count(it.chars().count()) * LETTER);
    let columns = TIMES + count(shown.len()) * COLUMN;
    let width = words.fold(columns, u64::max) + EDGE;
    let height = HEAD + count(tellings.len()) * TELLING + 16;
    write!(
        to,
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" \
         aria-label=\"Who told it to whom; the list below says the same.\"><defs><marker id=\"tip\" \
         viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" \
         orient=\"auto\"><path class=\"tip\" d=\"M0 0L8 4L0 8z\"/></marker></defs>"
    )?;
    for (n, who) in shown.iter().enumerate() {
        let (x, name) = (column(n), escaped(&shortened(&day.name(who), 16)));
        write!(
            to,
            "<line class=\"life\" x1=\"{x}\" y1=\"{HEAD}\" x2=\"{x}\" y2=\"{}\"/>\
             <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{name}</text>",
            height - 8,
            HEAD - 12
        )?;
    }
    for (row, telling) in tellings.iter().enumerate() {
        write_telling(to, day, telling, (&shown, HEAD + count(row) * TELLING + 42))?;
    }
    to.push_str("</svg>");
    write_left_out(to, people.len() - shown.len())
}

fn write_telling(
    to: &mut String,
    day: &Chronicle,
    telling: &Telling,
    (shown, y): (&[&CharacterId], u64),
) -> std::fmt::Result {
    let line = &telling.line;
    let place = |id: &CharacterId| shown.iter().position(|it| *it == id).map(column);
    write!(to, "<text class=\"small\" x=\"8\" y=\"{}\">{}</text>", y + 4, clock(line.at))?;
    let Some(teller) = place(&line.who) else { return Ok(()) };
    let hearers: Vec<(u64, bool)> =
        line.heard.iter().filter_map(|it| Some((place(it)?, telling.anew.contains(it)))).collect();
    for (x, _) in &hearers {
        write_arrow(to, teller, *x, y)?;
    }
    for (x, anew) in &hearers {
        let class = if *anew { "news" } else { "known" };
        write!(to, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"5\"/>")?;
    }
    let title = format!("{} {} {}", clock(line.at), place_words(line), line_words(day, line));
    let (x, words) = words_of(telling, shown);
    write!(
        to,
        "<circle class=\"teller\" cx=\"{teller}\" cy=\"{y}\" r=\"6\"><title>{}</title></circle>\
         <text class=\"small words\" x=\"{x}\" y=\"{}\">{}</text>",
        escaped(&title),
        y + 19,
        escaped(&words)
    )
}

/// Writes an arrow to a hearer, curved above those between.
fn write_arrow(to: &mut String, teller: u64, x: u64, y: u64) -> std::fmt::Result {
    let between = (teller.abs_diff(x) / COLUMN).saturating_sub(1);
    let middle = u64::midpoint(teller, x);
    // A quadratic curve reaches half the height of its control point.
    let height = (between * 22).min(66);
    let beside = if height == 0 { 6 } else { 5 };
    let end = if x > teller { x - beside } else { x + beside };
    let lower = if height == 0 { y } else { y - 4 };
    write!(
        to,
        "<path class=\"arrow\" d=\"M{teller} {y}Q{middle} {} {end} {lower}\" \
         marker-end=\"url(#tip)\"/>",
        y - height
    )
}

/// Returns the words of a telling and their x position, below the leftmost character concerned.
fn words_of(telling: &Telling, shown: &[&CharacterId]) -> (u64, String) {
    let line = &telling.line;
    let concerned = std::iter::once(&line.who).chain(&line.heard);
    let places = concerned.filter_map(|id| shown.iter().position(|it| *it == id));
    let x = column(places.min().unwrap_or_default()) + 8;
    (x, shortened(&first_words(&line.words), WORDS))
}

fn column(n: usize) -> u64 {
    TIMES + count(n) * COLUMN + COLUMN / 2
}

fn write_left_out(to: &mut String, people: usize) -> std::fmt::Result {
    if people > 0 {
        write!(to, "<p>There is no room for {people} more people in the picture.</p>")?;
    }
    Ok(())
}

/// Shortens a text to `most` letters.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    kept + "…"
}

fn count(n: usize) -> u64 {
    u64::try_from(n).unwrap_or(u64::MAX)
}
