//! Page of a chronicle in sentences and rows. Words of others are quoted and escaped, so every
//! sentence is one line.

use std::{collections::BTreeMap, fmt::Write};

use engine::{clock::WorldTime, foreign::ForeignText, id::CharacterId};

use super::{
    day::{Chronicle, ChronicleDeed, ChronicleEntry, ChronicleLine, LineWay},
    saying::{Telling, tellings},
};

/// Maximum number of characters shown of words.
const SHOWN: usize = 90;
/// Maximum number of conversations, and of deeds, in one hour.
const AN_HOUR: usize = 40;
/// Maximum number of speakers of a conversation whose first words are shown.
const VOICES: usize = 4;
/// Maximum number of tellings of a saying.
pub(super) const TELLINGS: usize = 60;
/// Silence after which the next line begins another conversation, in milliseconds.
const SILENCE: u64 = 5 * 60 * 1_000;

/// Chronicle of a day as data: public events by the hour, stays and counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChroniclePage {
    pub title: String,
    pub hours: Vec<ChronicleHour>,
    /// Number of public lines by name, highest first.
    pub counts: Vec<(String, usize)>,
    /// Stays: name, room, beginning and end.
    pub stays: Vec<[String; 4]>,
    /// Words of a saying, and its path in sentences.
    pub path: Option<(String, Vec<String>)>,
}

/// Events of one hour, in sentences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChronicleHour {
    /// Hour of the day in UTC, 0 to 23.
    pub hour: u64,
    pub said: Vec<String>,
    pub done: Vec<String>,
    /// Entries of journals.
    pub noted: Vec<String>,
}

impl ChroniclePage {
    /// Creates the page of a day, with the path of a saying that contains these words.
    #[must_use]
    pub fn of(day: &Chronicle, saying: Option<&str>) -> Self {
        let mut hours: BTreeMap<u64, [Vec<String>; 3]> = BTreeMap::new();
        for talk in talks(day) {
            let hour = talk.first().map_or(0, |it| it.at.hour_and_minute().0);
            let [said, ..] = hours.entry(hour).or_default();
            said.push(talk_words(day, &talk));
        }
        for deed in &day.deeds {
            let hour = deed.at.hour_and_minute().0;
            let [_, done, _] = hours.entry(hour).or_default();
            done.push(deed_words(day, deed));
        }
        for entry in &day.entries {
            let hour = entry.at.hour_and_minute().0;
            let [.., noted] = hours.entry(hour).or_default();
            noted.push(entry_words(day, entry));
        }
        let hours = hours.into_iter().map(|(hour, mut all)| {
            all.iter_mut().for_each(bound);
            let [said, done, noted] = all;
            ChronicleHour { hour, said, done, noted }
        });
        let stays = day
            .stays
            .iter()
            .map(|it| [day.name(&it.who), it.room.to_string(), clock(it.from), clock(it.to)]);
        Self {
            title: format!("{}, in public", day.day),
            hours: hours.collect(),
            counts: counts(day),
            stays: stays.collect(),
            path: saying.map(|saying| {
                (ForeignText::new(saying).escaped().to_string(), path(day, &tellings(day, saying)))
            }),
        }
    }

    /// Returns the page as text, with a line break at its end.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing into a `String` never fails.
        self.write(&mut text).unwrap_or_default();
        text
    }

    fn write(&self, to: &mut String) -> std::fmt::Result {
        let line = "=".repeat(self.title.chars().count());
        writeln!(to, "{}\n{line}\nTimes are in UTC.", self.title)?;
        for ChronicleHour { hour, said, done, noted } in &self.hours {
            writeln!(to, "\nFrom {hour:02}:00")?;
            // Each sentence begins with its time, so this is chronological order.
            let mut sentences: Vec<&String> = said.iter().chain(done).chain(noted).collect();
            sentences.sort();
            sentences.iter().try_for_each(|it| writeln!(to, "  {it}"))?;
        }
        if !self.stays.is_empty() {
            writeln!(to, "\nWho was where")?;
        }
        for [who, room, from, until] in &self.stays {
            writeln!(to, "  {from} to {until}  {who}: {room}")?;
        }
        if !self.counts.is_empty() {
            writeln!(to, "\nLines in public")?;
        }
        for (who, lines) in &self.counts {
            writeln!(to, "  {lines:>4}  {who}")?;
        }
        if let Some((words, path)) = &self.path {
            writeln!(to, "\nThe path of {words}")?;
            path.iter().try_for_each(|it| writeln!(to, "  {it}"))?;
        }
        Ok(())
    }
}

/// Formats the time as `18:05:12`.
pub(super) fn clock(at: WorldTime) -> String {
    let (hour, minute) = at.hour_and_minute();
    format!("{hour:02}:{minute:02}:{:02}", at.0 / 1_000 % 60)
}

/// Returns the beginning of quoted words, at most 90 characters.
pub(super) fn first_words(words: &ForeignText) -> String {
    let shown: String = words.text().chars().take(SHOWN).collect();
    let whole = words.length() == shown.chars().count();
    let quoted = ForeignText::new(&shown).escaped().to_string();
    match quoted.strip_suffix('"') {
        Some(begun) if !whole => format!("{begun}…\""),
        Some(_) | None => quoted,
    }
}

/// Escapes text for HTML content and attributes in double quotes.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for it in text.chars() {
        match it {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            plain => safe.push(plain),
        }
    }
    safe
}

/// Describes the place of a line.
pub(super) fn place_words(line: &ChronicleLine) -> String {
    match (line.way, &line.place) {
        (LineWay::OnChannel, _) => "on a channel".to_owned(),
        (_, Some(room)) => format!("in {room}"),
        (_, None) => "somewhere".to_owned(),
    }
}

/// Returns an entry of a journal as a sentence that begins with its time.
fn entry_words(day: &Chronicle, entry: &ChronicleEntry) -> String {
    let (at, who) = (clock(entry.at), day.name(&entry.who));
    format!("{at} {who} writes in the journal: {}", first_words(&entry.words))
}

fn bound(sentences: &mut Vec<String>) {
    let more = sentences.len().saturating_sub(AN_HOUR);
    if more > 0 {
        sentences.truncate(AN_HOUR);
        sentences.push(format!("and {more} more"));
    }
}

/// Returns the number of lines by name, highest first, including NPCs without any.
fn counts(day: &Chronicle) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<&CharacterId, usize> = day.minds.iter().map(|it| (it, 0)).collect();
    for line in &day.lines {
        *counts.entry(&line.who).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().map(|(id, count)| (day.name(id), count)).collect();
    counts.sort_by(|(one, few), (other, many)| (many, one).cmp(&(few, other)));
    counts
}

/// Groups the lines of a day into conversations: by place and hour, without a long silence.
fn talks(day: &Chronicle) -> Vec<Vec<&ChronicleLine>> {
    let mut talks: Vec<Vec<&ChronicleLine>> = Vec::new();
    let mut open: BTreeMap<String, usize> = BTreeMap::new();
    for line in &day.lines {
        let last = open.get(&place_words(line)).and_then(|it| talks.get_mut(*it));
        let goes_on = last.filter(|talk| {
            talk.last().is_some_and(|it| {
                line.at.0 - it.at.0 <= SILENCE
                    && line.at.hour_and_minute().0 == it.at.hour_and_minute().0
            })
        });
        if let Some(talk) = goes_on {
            talk.push(line);
        } else {
            open.insert(place_words(line), talks.len());
            talks.push(vec![line]);
        }
    }
    talks
}

fn talk_words(day: &Chronicle, talk: &[&ChronicleLine]) -> String {
    let mut voices: Vec<&ChronicleLine> = Vec::new();
    for line in talk {
        if voices.iter().all(|it| it.who != line.who) {
            voices.push(line);
        }
    }
    let (Some(first), Some(last)) = (talk.first(), talk.last()) else { return String::new() };
    let place = place_words(first);
    let who = day.list(voices.iter().map(|it| &it.who));
    let among = voices.len() > 1 && voices.iter().all(|it| day.minds.contains(&it.who));
    let lines = match talk.len() {
        1 => String::new(),
        many => format!(", {many} lines to {}", clock(last.at)),
    };
    let mut words = match voices.len() {
        1 => format!("{} {place}{lines}: ", clock(first.at)),
        _ if among => format!("{} {place} {who} speak among themselves{lines}: ", clock(first.at)),
        _ => format!("{} {place} {who} speak{lines}: ", clock(first.at)),
    };
    let said: Vec<String> = voices.iter().take(VOICES).map(|it| line_words(day, it)).collect();
    words.push_str(&said.join("; "));
    words
}

/// Describes a line: speaker, verb, addressees and words.
pub(super) fn line_words(day: &Chronicle, line: &ChronicleLine) -> String {
    let verb = match line.way {
        LineWay::Said | LineWay::OnChannel => "says",
        LineWay::Shouted => "shouts",
        LineWay::Posed => "shows",
    };
    let to = if line.to.is_empty() { String::new() } else { format!(" to {}", day.list(&line.to)) };
    format!("{} {verb}{to} {}", day.name(&line.who), first_words(&line.words))
}

fn deed_words(day: &Chronicle, deed: &ChronicleDeed) -> String {
    let place = deed.place.as_ref().map_or_else(String::new, |it| format!(" in {it}"));
    let sees = if deed.seen_by.len() == 1 { "sees" } else { "see" };
    let (at, who) = (clock(deed.at), day.list(&deed.seen_by));
    format!("{at}{place} {who} {sees}: {}", first_words(&deed.words))
}

/// Describes the path of a saying, a sentence for each telling.
fn path(day: &Chronicle, tellings: &[Telling]) -> Vec<String> {
    let mut path: Vec<String> = tellings
        .iter()
        .take(TELLINGS)
        .map(|it| {
            let had = match &it.from {
                Some((who, at)) => {
                    format!(", who had it from {} at {},", day.name(who), clock(*at))
                }
                None => String::new(),
            };
            let line = &it.line;
            let heard = match line.heard.len() {
                0 => "nobody of whom it is known".to_owned(),
                _ => day.list(&line.heard),
            };
            let anew = match it.anew.len() {
                0 => String::new(),
                _ if it.anew == line.heard => " for the first time".to_owned(),
                _ => format!(", {} for the first time", day.list(&it.anew)),
            };
            let (teller, place) = (day.name(&line.who), place_words(line));
            let (at, words) = (clock(line.at), first_words(&line.words));
            format!("{at} {teller}{had} tells it {place}: {words} It is heard by {heard}{anew}.")
        })
        .collect();
    if tellings.is_empty() {
        path.push("Nobody said that in public on this day.".to_owned());
    } else if tellings.len() > TELLINGS {
        path.push(format!("and {} more", tellings.len() - TELLINGS));
    }
    path
}
