//! `hearsay why`: why a character did what it did, from the record on the disk.

use std::{collections::VecDeque, path::Path};

use anyhow::{Context, bail};
use assistants::record::{
    entry::{RecordEntry, Recorded},
    view::{RecordNames, RecordReader, RecordView, line},
};
use engine::{clock::WorldTime, id::CharacterId};

use crate::{
    clock,
    operate::{args::why::WhyTask, config::Config},
    record::{self, reading},
};

/// Maximum number of ignored lines that are shown for each thought.
const PASSED_OVER: usize = 3;

/// Returns the thoughts of a character nearest to a moment, a line for each entry.
///
/// # Errors
/// No entry of such a character, a record that cannot be read, or a reading of private words that
/// cannot be recorded; then they are not shown.
pub fn lines(task: WhyTask) -> anyhow::Result<Vec<String>> {
    let WhyTask { name, at, count, private, data } = task;
    let data = match data {
        Some(data) => data,
        None => Config::standard()?.server.data,
    };
    let Ok(mind) = CharacterId::new(&name.to_lowercase()) else {
        bail!("Nobody is called \"{}\".", name.escape_debug());
    };
    let near = at.map_or(WorldTime(u64::MAX), |at| at.on_day_of(clock::now()));
    let mut found = NearestThoughts::new(near, usize::from(count));
    let marked = format!("\"mind\":\"{mind}\"");
    reading::entries(
        &data,
        |line| line.contains(&marked),
        |it| {
            if it.mind.as_ref() == Some(&mind) {
                found.add(it);
            }
        },
    )
    .with_context(|| format!("The record in {} cannot be read", shown(&data)))?;
    let entries = found.entries();
    if entries.is_empty() {
        bail!("Nothing is written down of {mind} in {}.", shown(&data));
    }
    if private {
        record::append(&data, Recorded::ReadInPrivate { of: mind }).context(
            "It cannot be written down that you read what was said in private, so it is not shown",
        )?;
    }
    let reader = if private { RecordReader::InPrivate } else { RecordReader::Outsider };
    let names = RecordNames::of(&entries);
    let view = RecordView { reader, whole: true, names: &names };
    Ok(entries.iter().map(|it| line(it, view)).collect())
}

fn shown(data: &Path) -> String {
    data.join(record::FOLDER).display().to_string()
}

/// Returns the moments at which the operator read what was said in private, and to whom, oldest
/// first.
///
/// # Errors
/// A record that cannot be read.
pub fn read_in_private(data: &Path) -> anyhow::Result<Vec<(WorldTime, CharacterId)>> {
    let mut found = Vec::new();
    reading::entries(
        data,
        |line| line.contains("\"ReadInPrivate\""),
        |it| {
            if let Recorded::ReadInPrivate { of } = it.what {
                found.push((it.at, of));
            }
        },
    )
    .with_context(|| format!("The record in {} cannot be read", shown(data)))?;
    Ok(found)
}

/// Thoughts nearest to a moment, and ignored lines nearest to it: of a whole record no more than is
/// shown is kept.
struct NearestThoughts {
    near: WorldTime,
    count: usize,
    /// Number of entries read so far; each has its position.
    came: usize,
    thoughts: VecDeque<NearThought>,
    passed_over: VecDeque<(usize, RecordEntry)>,
}

/// A thought that may be shown.
struct NearThought {
    base: Option<u64>,
    at: WorldTime,
    entries: Vec<(usize, RecordEntry)>,
}

impl NearestThoughts {
    fn new(near: WorldTime, count: usize) -> Self {
        Self { near, count, came: 0, thoughts: VecDeque::new(), passed_over: VecDeque::new() }
    }

    fn add(&mut self, entry: RecordEntry) {
        self.came += 1;
        let (place, near) = (self.came, self.near);
        if entry.what.passes_over() {
            let most = self.count * PASSED_OVER;
            let at = entry.at;
            if makes_room(&mut self.passed_over, most, |(_, it)| distance(near, it.at), at, near) {
                self.passed_over.push_back((place, entry));
            }
        } else if matches!(entry.what, Recorded::Begun { .. }) {
            let (base, at) = (entry.thought, entry.at);
            if makes_room(&mut self.thoughts, self.count, |it| distance(near, it.at), at, near) {
                self.thoughts.push_back(NearThought { base, at, entries: vec![(place, entry)] });
            } else {
                // What belongs to it is not taken for a part of an older one of the same number.
                self.thoughts.iter_mut().filter(|it| it.base == base).for_each(|it| it.base = None);
            }
        } else if let Some(thought) = entry
            .thought
            .and_then(|base| self.thoughts.iter_mut().rev().find(|it| it.base == Some(base)))
        {
            thought.entries.push((place, entry));
        }
    }

    /// Returns the entries to show, in the order of the record.
    fn entries(self) -> Vec<RecordEntry> {
        let thoughts = self.thoughts.into_iter().flat_map(|it| it.entries);
        let mut all: Vec<_> = thoughts.chain(self.passed_over).collect();
        all.sort_by_key(|(place, _)| *place);
        all.into_iter().map(|(_, entry)| entry).collect()
    }
}

/// Returns whether one more entry has a place: in entries in order of time the first is the
/// farthest but for the new one.
fn makes_room<T>(
    kept: &mut VecDeque<T>,
    most: usize,
    distance_of: impl Fn(&T) -> u64,
    at: WorldTime,
    near: WorldTime,
) -> bool {
    if kept.len() < most {
        return true;
    }
    let nearer = kept.front().is_some_and(|it| distance(near, at) <= distance_of(it));
    if nearer {
        kept.pop_front();
    }
    nearer
}

fn distance(one: WorldTime, other: WorldTime) -> u64 {
    one.0.abs_diff(other.0)
}
