//! From entries to what happened in public. What is not for everyone stops here.

use std::collections::{BTreeMap, BTreeSet};

use engine::{
    clock::WorldTime,
    id::{CharacterId, RoomId},
    label::Readers,
};
use world::{beings::character::CharacterRef, witness::fact::Source};

use super::day::{Chronicle, ChronicleDay, ChronicleDeed, ChronicleLine, LineWay, stays};
use crate::record::{
    entry::{BegunBy, RecordEntry, Recorded, RecordedCall},
    quote::Quote,
};

/// How many milliseconds may lie between a line as its speaker wrote it down and as others did.
const APART: u64 = 2_000;
/// Among how many of the newest lines and deeds the same one is looked for.
const LOOK_BACK: usize = 64;

/// Makes a chronicle of entries, in the order in which they were written down.
#[derive(Debug, Default)]
pub struct Chronicler {
    /// The day that is wanted; none for the newest.
    wanted: Option<ChronicleDay>,
    /// The day of what is kept.
    day: Option<ChronicleDay>,
    /// All days on which something public happened.
    days: BTreeSet<ChronicleDay>,
    names: BTreeMap<CharacterId, String>,
    minds: BTreeSet<CharacterId>,
    lines: Vec<CollectedLine>,
    deeds: Vec<ChronicleDeed>,
    signs: Vec<(WorldTime, CharacterId, RoomId)>,
    /// Calls that were asked for in a thought and are not yet done.
    calls: BTreeMap<(CharacterId, u64), Vec<RecordedCall>>,
}

/// A line, and who wrote it down.
#[derive(Debug)]
struct CollectedLine {
    line: ChronicleLine,
    /// Whether its speaker did, and whether somebody else did.
    own: bool,
    others: bool,
}

impl Chronicler {
    /// For a day, or for the newest of which there is something to tell.
    #[must_use]
    pub fn new(wanted: Option<ChronicleDay>) -> Self {
        Self { wanted, ..Self::default() }
    }

    /// Takes the next entry.
    pub fn take(&mut self, entry: &RecordEntry) {
        let thought = entry.mind.clone().zip(entry.thought);
        if entry.readers != Readers::Everyone {
            // What follows in that thought belongs to no older answer.
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
                if self.opens(entry.at) {
                    self.sign(entry, mind);
                    if let (BegunBy::Arrival, Some(who)) = (by, who) {
                        self.sign_of(entry, who);
                        let words = Quote::new(&format!("{} comes in.", who.name));
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
            Recorded::TurnedAway { .. }
            | Recorded::Recalled { .. }
            | Recorded::Asked(_)
            | Recorded::Failed { .. }
            | Recorded::Remarked { .. }
            | Recorded::Judged(_)
            | Recorded::Noted { .. }
            | Recorded::Learnt { .. }
            | Recorded::Withheld
            | Recorded::Lost { .. }
            | Recorded::Forgotten { .. }
            | Recorded::Typed { .. }
            | Recorded::Amended { .. }
            | Recorded::ReadInPrivate { .. } => {}
        }
    }

    /// The chronicle of the day, if there is something to tell of it, and all days of which there is.
    #[must_use]
    pub fn finish(self) -> (Option<Chronicle>, BTreeSet<ChronicleDay>) {
        let Self { day, days, names, minds, lines, mut deeds, signs, .. } = self;
        let Some(day) = day else { return (None, days) };
        let mut lines: Vec<ChronicleLine> = lines.into_iter().map(|it| it.line).collect();
        lines.sort_by_key(|it| it.at);
        deeds.sort_by_key(|it| it.at);
        let stays = stays(signs);
        for line in &mut lines {
            if let (Some(place), LineWay::Said | LineWay::Shouted) = (&line.place, line.way) {
                let there = stays.iter().filter(|it| {
                    it.room == *place
                        && it.from <= line.at
                        && line.at <= it.to
                        && it.who != line.who
                });
                line.heard.extend(there.map(|it| it.who.clone()));
            }
        }
        (Some(Chronicle { day, names, minds, lines, deeds, stays }), days)
    }

    /// Whether what happened then belongs to the day that is kept.
    fn opens(&mut self, at: WorldTime) -> bool {
        let day = ChronicleDay::of(at);
        self.days.insert(day);
        match self.wanted {
            Some(wanted) if wanted != day => return false,
            None if self.day.is_some_and(|kept| kept > day) => return false,
            None if self.day.is_some_and(|kept| kept < day) => {
                self.lines.clear();
                self.deeds.clear();
                self.signs.clear();
                self.minds.clear();
            }
            Some(_) | None => {}
        }
        self.day = Some(day);
        true
    }

    /// A mind was where it was.
    fn sign(&mut self, entry: &RecordEntry, mind: &CharacterId) {
        self.minds.insert(mind.clone());
        if let Some(place) = &entry.place {
            self.signs.push((entry.at, mind.clone(), place.clone()));
        }
    }

    /// Somebody was where that mind was.
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
        (source, who, words): (Source, Option<&CharacterRef>, &Quote),
    ) {
        let way = match source {
            Source::Say => Some(LineWay::Said),
            Source::Shout => Some(LineWay::Shouted),
            Source::Pose => Some(LineWay::Posed),
            Source::Channel => Some(LineWay::OnChannel),
            Source::Emit | Source::Deed => None,
            // Whoever reads them, they are between those two.
            Source::Whisper | Source::Page | Source::Feedback => return,
        };
        // Of whom is forgotten no words are left.
        if words.is_empty() || !self.opens(entry.at) {
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

    /// A mind did what it was asked to do in a thought.
    fn done(&mut self, entry: &RecordEntry, mind: &CharacterId, tool: &str) {
        let call = self.call(entry, mind, tool);
        let way = match tool {
            "say" => LineWay::Said,
            "emote" => LineWay::Posed,
            "channel_say" => LineWay::OnChannel,
            _ => return,
        };
        let argument = |name: &str| {
            let arguments = &call.as_ref()?.arguments;
            arguments.iter().find(|(it, _)| it.text() == name).map(|(_, value)| value.clone())
        };
        let Some(words) = argument("text").filter(|it| !it.is_empty()) else { return };
        if !self.opens(entry.at) {
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

    /// Whoever has this id or name: a model may write either.
    fn called(&self, text: &str) -> Option<CharacterId> {
        let known = |(id, name): &(&CharacterId, &String)| {
            id.as_str() == text || name.eq_ignore_ascii_case(text)
        };
        let named = self.names.iter().find(known).map(|(id, _)| id);
        let mind = || self.minds.iter().find(|it| it.as_str().eq_ignore_ascii_case(text));
        named.or_else(mind).cloned()
    }

    /// The call that comes to its end, as it was asked for.
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

    /// Adds a line, or to one that somebody else wrote down what more is known of it.
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

    /// Adds a deed, or to one that somebody else wrote down who saw it, too.
    fn deed(
        &mut self,
        entry: &RecordEntry,
        mind: &CharacterId,
        who: Option<&CharacterRef>,
        words: &Quote,
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
            // Who only looks on tells it better to others.
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

/// Whether a narration has its reader in it.
fn addresses(words: &Quote) -> bool {
    let mut words = words.text().split(|it: char| !it.is_alphabetic());
    words.any(|it| it.eq_ignore_ascii_case("you") || it.eq_ignore_ascii_case("your"))
}
