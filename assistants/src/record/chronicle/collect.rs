//! Collection of public events from entries. Entries that are not public are dropped here.

use std::collections::{BTreeMap, BTreeSet};

use engine::{
    clock::WorldTime,
    foreign::ForeignText,
    id::{CharacterId, RoomId},
    label::Readers,
};
use world::{beings::character::CharacterRef, witness::fact::Source};

use super::day::{
    Chronicle, ChronicleDay, ChronicleDeed, ChronicleEntry, ChronicleLine, LineWay, stays,
};
use crate::{
    record::entry::{OccasionKind, RecordEntry, Recorded, RecordedCall},
    tools::{self, SpeechTool},
};

/// Maximum time between the speaker's and the hearers' entries of a line, in milliseconds.
const APART: u64 = 2_000;
/// Number of newest lines and deeds that are searched for duplicates.
const LOOK_BACK: usize = 64;

/// Collector of a chronicle from entries in the order of the record.
#[derive(Debug, Default)]
pub struct Chronicler {
    /// Requested day; none for the newest.
    wanted: Option<ChronicleDay>,
    /// Day of the collected events.
    day: Option<ChronicleDay>,
    /// All days with public events.
    days: BTreeSet<ChronicleDay>,
    names: BTreeMap<CharacterId, String>,
    minds: BTreeSet<CharacterId>,
    lines: Vec<CollectedLine>,
    deeds: Vec<ChronicleDeed>,
    entries: Vec<ChronicleEntry>,
    signs: Vec<(WorldTime, CharacterId, RoomId)>,
    /// Calls requested in a thought and not yet done.
    calls: BTreeMap<(CharacterId, u64), Vec<RecordedCall>>,
}

/// Line with the kinds of entries that it was collected from.
#[derive(Debug)]
struct CollectedLine {
    line: ChronicleLine,
    /// True if the speaker's entry is among them, and true if a hearer's is.
    own: bool,
    others: bool,
}

impl Chronicler {
    /// Creates a collector for a day, or for the newest day with public events.
    #[must_use]
    pub fn new(wanted: Option<ChronicleDay>) -> Self {
        Self { wanted, ..Self::default() }
    }

    /// Takes the next entry.
    pub fn take(&mut self, entry: &RecordEntry) {
        let thought = entry.mind.clone().zip(entry.thought);
        if entry.readers != Readers::Everyone {
            // A private reply replaces an older public one of the same thought.
            if let (Recorded::Replied(_), Some(thought)) = (&entry.what, thought) {
                self.calls.remove(&thought);
            }
            return;
        }
        let Some(mind) = &entry.mind else { return };
        match &entry.what {
            Recorded::Perceived { source, who, words, .. } => {
                self.perceived(entry, mind, (*source, who.as_ref(), words));
            }
            Recorded::Begun { by, who, .. } => {
                if self.opens_day(entry.at) {
                    self.sign(entry, mind);
                    if let (OccasionKind::Arrival, Some(who)) = (by, who) {
                        self.sign_of(entry, who);
                        let words = ForeignText::new(&format!("{} comes in.", who.name));
                        self.deed(entry, mind, Some(who), &words);
                    }
                }
            }
            Recorded::Replied(it) => {
                if let Some(thought) = thought {
                    self.calls.insert(thought, it.calls.clone());
                }
            }
            Recorded::Done { tool, .. } => self.done(entry, mind, tool.text()),
            Recorded::Refused { tool, .. } => drop(self.call(entry, mind, tool.text())),
            Recorded::Ended(_) => {
                if let Some(thought) = thought {
                    self.calls.remove(&thought);
                }
            }
            Recorded::Noted { words, journal, .. } => {
                // Entries about whoever was deleted are empty.
                if *journal && !words.is_empty() && self.opens_day(entry.at) {
                    let (at, who, words) = (entry.at, mind.clone(), words.clone());
                    self.entries.push(ChronicleEntry { at, who, words });
                }
            }
            Recorded::TurnedAway { .. }
            | Recorded::Recalled { .. }
            | Recorded::Read(_)
            | Recorded::Asked(_)
            | Recorded::Failed { .. }
            | Recorded::Remarked { .. }
            | Recorded::Judged(_)
            | Recorded::Learnt { .. }
            | Recorded::Withheld
            | Recorded::Action(_)
            | Recorded::Goal(_)
            | Recorded::Delegation(_)
            | Recorded::Served(_)
            | Recorded::Lost { .. }
            | Recorded::Forgotten { .. }
            | Recorded::Typed { .. }
            | Recorded::Amended { .. }
            | Recorded::Changed(_)
            | Recorded::ReadInPrivate { .. } => {}
        }
    }

    /// Returns the chronicle of the day, if it has public events, and all days that have.
    #[must_use]
    pub fn finish(self) -> (Option<Chronicle>, BTreeSet<ChronicleDay>) {
        let Self { day, days, names, minds, lines, mut deeds, mut entries, signs, .. } = self;
        let Some(day) = day else { return (None, days) };
        let mut lines: Vec<ChronicleLine> = lines.into_iter().map(|it| it.line).collect();
        lines.sort_by_key(|it| it.at);
        deeds.sort_by_key(|it| it.at);
        entries.sort_by_key(|it| it.at);
        let stays = stays(signs);
        for line in &mut lines {
            if let (Some(place), LineWay::Said | LineWay::Shouted) = (&line.place, line.way) {
                let there = stays.iter().filter(|stay| {
                    stay.room == *place
                        && stay.from <= line.at
                        && line.at <= stay.to
                        && stay.who != line.who
                });
                line.heard.extend(there.map(|it| it.who.clone()));
            }
        }
        (Some(Chronicle { day, names, minds, lines, deeds, entries, stays }), days)
    }

    /// Returns whether an event belongs to the collected day; a newer day replaces it if none was
    /// requested.
    fn opens_day(&mut self, at: WorldTime) -> bool {
        let day = ChronicleDay::of(at);
        self.days.insert(day);
        match self.wanted {
            Some(wanted) if wanted != day => return false,
            None if self.day.is_some_and(|kept| kept > day) => return false,
            None if self.day.is_some_and(|kept| kept < day) => {
                self.lines.clear();
                self.deeds.clear();
                self.entries.clear();
                self.signs.clear();
                self.minds.clear();
            }
            Some(_) | None => {}
        }
        self.day = Some(day);
        true
    }

    /// Records a sighting of a mind at the place of its entry.
    fn sign(&mut self, entry: &RecordEntry, mind: &CharacterId) {
        self.minds.insert(mind.clone());
        if let Some(place) = &entry.place {
            self.signs.push((entry.at, mind.clone(), place.clone()));
        }
    }

    /// Records a sighting of a character at the place of a mind's entry, and its name.
    fn sign_of(&mut self, entry: &RecordEntry, who: &CharacterRef) {
        if !who.name.is_empty() {
            self.names.insert(who.id.clone(), who.name.clone());
        }
        if let Some(place) = &entry.place {
            self.signs.push((entry.at, who.id.clone(), place.clone()));
        }
    }

    fn perceived(
        &mut self,
        entry: &RecordEntry,
        mind: &CharacterId,
        (source, who, words): (Source, Option<&CharacterRef>, &ForeignText),
    ) {
        let way = match source {
            Source::Say => Some(LineWay::Said),
            Source::Shout => Some(LineWay::Shouted),
            Source::Pose => Some(LineWay::Posed),
            Source::Channel => Some(LineWay::OnChannel),
            Source::Emit | Source::Deed => None,
            // Private speech is not public, whatever its readers.
            Source::Whisper | Source::Page | Source::Feedback => return,
        };
        // Words of deleted characters are empty.
        if words.is_empty() || !self.opens_day(entry.at) {
            return;
        }
        self.sign(entry, mind);
        if let Some(who) = who {
            self.sign_of(entry, who);
        }
        match (way, who) {
            (Some(way), Some(who)) => {
                let line = ChronicleLine {
                    at: entry.at,
                    who: who.id.clone(),
                    way,
                    words: words.clone(),
                    place: entry.place.clone(),
                    to: BTreeSet::new(),
                    heard: [mind.clone()].into(),
                };
                self.line(CollectedLine { line, own: false, others: true });
            }
            (None, who) => self.deed(entry, mind, who, words),
            (Some(_), None) => {}
        }
    }

    /// Adds the line of a successful speech call.
    fn done(&mut self, entry: &RecordEntry, mind: &CharacterId, tool: &str) {
        let call = self.call(entry, mind, tool);
        let way = match tools::speech_of(tool) {
            Some(SpeechTool::Aloud) => LineWay::Said,
            Some(SpeechTool::Pose) => LineWay::Posed,
            Some(SpeechTool::Channel) => LineWay::OnChannel,
            Some(SpeechTool::Whisper | SpeechTool::Page | SpeechTool::AsAnswer) | None => return,
        };
        let argument = |name: &str| {
            let arguments = &call.as_ref()?.arguments;
            arguments.iter().find(|(it, _)| it.text() == name).map(|(_, value)| value.clone())
        };
        let Some(words) = argument("text").filter(|it| !it.is_empty()) else { return };
        if !self.opens_day(entry.at) {
            return;
        }
        self.sign(entry, mind);
        let to: BTreeSet<CharacterId> =
            argument("to").and_then(|it| self.called(it.text())).into_iter().collect();
        let line = ChronicleLine {
            at: entry.at,
            who: mind.clone(),
            way,
            words,
            place: entry.place.clone().filter(|_| way != LineWay::OnChannel),
            heard: to.clone(),
            to,
        };
        self.line(CollectedLine { line, own: true, others: false });
    }

    /// Returns the character with an id or name; a model may write either.
    fn called(&self, text: &str) -> Option<CharacterId> {
        let known = |(id, name): &(&CharacterId, &String)| {
            id.as_str() == text || name.eq_ignore_ascii_case(text)
        };
        let named = self.names.iter().find(known).map(|(id, _)| id);
        let mind = || self.minds.iter().find(|it| it.as_str().eq_ignore_ascii_case(text));
        named.or_else(mind).cloned()
    }

    /// Removes and returns the requested call that was completed.
    fn call(
        &mut self,
        entry: &RecordEntry,
        mind: &CharacterId,
        tool: &str,
    ) -> Option<RecordedCall> {
        let calls = self.calls.get_mut(&(mind.clone(), entry.thought?))?;
        let at = calls.iter().position(|it| it.tool.text() == tool)?;
        Some(calls.remove(at))
    }

    /// Adds a line, or merges it into the entry of the same line by another mind.
    fn line(&mut self, new: CollectedLine) {
        let same = |it: &&mut CollectedLine| {
            let (a, b) = (&it.line, &new.line);
            let together = a.who == b.who && a.way == b.way && a.words == b.words;
            let is_one = a.at == b.at && it.own == new.own && a.heard.is_disjoint(&b.heard);
            let completes =
                it.own != new.own && !(it.own && it.others) && a.at.0.abs_diff(b.at.0) <= APART;
            together && (is_one || completes)
        };
        match self.lines.iter_mut().rev().take(LOOK_BACK).find(same) {
            Some(known) => {
                known.own |= new.own;
                known.others |= new.others;
                let line = &mut known.line;
                line.at = line.at.min(new.line.at);
                line.place = line.place.take().or(new.line.place);
                line.to.extend(new.line.to);
                line.heard.extend(new.line.heard);
            }
            None => self.lines.push(new),
        }
    }

    /// Adds a deed, or adds a witness to the same deed.
    fn deed(
        &mut self,
        entry: &RecordEntry,
        mind: &CharacterId,
        who: Option<&CharacterRef>,
        words: &ForeignText,
    ) {
        let who = who.map(|it| it.id.clone());
        let same = |it: &&mut ChronicleDeed| {
            let addresses = addresses(&it.words) || addresses(words);
            it.at == entry.at
                && it.who == who
                && it.place == entry.place
                && (it.words == *words || addresses)
                && !it.seen_by.contains(mind)
        };
        match self.deeds.iter_mut().rev().take(LOOK_BACK).find(same) {
            // The narration to a bystander is preferred to that addressed to a participant.
            Some(known) if addresses(&known.words) && !addresses(words) => {
                known.words = words.clone();
                known.seen_by.insert(0, mind.clone());
            }
            Some(known) => known.seen_by.push(mind.clone()),
            None => self.deeds.push(ChronicleDeed {
                at: entry.at,
                who,
                words: words.clone(),
                place: entry.place.clone(),
                seen_by: vec![mind.clone()],
            }),
        }
    }
}

/// Returns whether a narration addresses its reader.
fn addresses(words: &ForeignText) -> bool {
    let mut words = words.text().split(|it: char| !it.is_alphabetic());
    words.any(|it| it.eq_ignore_ascii_case("you") || it.eq_ignore_ascii_case("your"))
}
