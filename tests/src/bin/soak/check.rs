//! Check that the world after a restart is the one that the screens have shown.
//!
//! Every act that a player's own screen has shown must have happened. Each player may have one act
//! whose answer was not shown: it has happened wholly or not at all. Output on others' screens
//! decides that, too. Where the content puts things, a copy that was taken may lie again.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    acts::Act,
    facts::{Effects, Fact, Facts},
    player::Record,
    town::Town,
};

#[cfg(test)]
mod tests;

/// Most ways that are tried to explain what is seen.
const MOST_WAYS: usize = 20_000;

/// Expected state of the world by all output so far.
pub(crate) struct Ledger {
    /// Expected facts.
    pub(crate) facts: Facts,
    /// Copies at each place where the content puts things that still lie there: least and most.
    placed: BTreeMap<Fact, (i64, i64)>,
}

/// Facts seen after a restart.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// All of it.
    pub(crate) facts: Facts,
    /// Players whose facts were seen completely. All that lies around is seen always.
    pub(crate) whole: BTreeSet<String>,
}

/// Result of a check.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    /// Sentences about differences.
    pub(crate) problems: Vec<String>,
    /// Facts that were compared.
    pub(crate) facts: usize,
    /// Acts without an answer that had happened.
    pub(crate) happened: usize,
    /// Acts without an answer that had not.
    pub(crate) not: usize,
}

/// One act without an answer: all that may have come of it, the first being nothing.
struct Open<'a> {
    name: &'a str,
    act: &'a Act,
    ways: Vec<Way>,
}

/// Possible outcome of an act.
#[derive(Clone)]
struct Way {
    /// Number of the outcome; none for nothing.
    outcome: Option<usize>,
    effects: Effects,
}

/// Number of copies of a thing that may be put back where it belongs.
struct Room {
    least: i64,
    most: i64,
}

impl Ledger {
    /// A world without players.
    pub(crate) fn new(town: &Town) -> Self {
        let placed = town.homes.iter().map(|(fact, n)| (fact.clone(), (*n, *n))).collect();
        Self { facts: town.first_facts(), placed }
    }

    /// Things of which nearly as many exist as may, so that trades may run out of them.
    pub(crate) fn scarce(&self, town: &Town, spare: i64) -> BTreeSet<String> {
        let left = self.spare(town).into_iter().filter(|(_, left)| *left < spare);
        left.map(|(name, _)| name.to_owned()).collect()
    }

    /// Compares what screens have shown with what is seen now, and goes on from that.
    pub(crate) fn check(&mut self, town: &Town, records: &[Record], seen: &Seen) -> Verdict {
        let mut verdict = Verdict::default();
        let mut taken: BTreeMap<Fact, i64> = BTreeMap::new();
        for record in records {
            self.facts.add_all(record.done.iter());
            record.taken.iter().for_each(|(fact, n)| *taken.entry(fact.clone()).or_default() += n);
        }
        let certain = witnesses(records, &mut verdict.problems);
        let open = self.open(records, &certain, seen);
        let chosen = self.explain(town, &open, &taken, seen);
        for (open, way) in open.iter().zip(&chosen) {
            verdict.happened += usize::from(way.outcome.is_some());
            verdict.not += usize::from(way.outcome.is_none());
            let why = way.outcome.and_then(|it| open.act.outcomes.get(it)?.amiss.as_ref());
            if let Some(why) = why {
                verdict.problems.push(format!("{}: {}: {why}", open.name, open.act.line));
            }
        }
        let effects: Effects = chosen.into_iter().flat_map(|it| it.effects).collect();
        for (fact, n) in &effects {
            *taken.entry(fact.clone()).or_default() += (-n).max(0);
        }
        self.facts.add_all(effects.iter().map(|(fact, n)| (fact, n)));
        self.compare(town, &open, &taken, seen, &mut verdict);
        verdict
    }

    /// The acts without an answer, each with the ways that fit what only it could have changed.
    fn open<'a>(
        &self,
        records: &'a [Record],
        certain: &BTreeMap<String, usize>,
        seen: &Seen,
    ) -> Vec<Open<'a>> {
        let cut = records.iter().filter_map(|it| Some((it.name.as_str(), it.cut.as_ref()?)));
        let mut open: Vec<Open<'a>> = cut
            .filter(|(_, act)| !act.outcomes.is_empty())
            .map(|(name, act)| Open { name, act, ways: ways(act, certain.get(name).copied()) })
            .collect();
        let mut touched: BTreeMap<Fact, usize> = BTreeMap::new();
        for it in &open {
            let facts: BTreeSet<&Fact> =
                it.ways.iter().flat_map(|way| &way.effects).map(|(fact, _)| fact).collect();
            facts.into_iter().for_each(|fact| *touched.entry(fact.clone()).or_default() += 1);
        }
        for it in &mut open {
            let own = it.ways.iter().flat_map(|way| &way.effects).map(|(fact, _)| fact);
            let own: BTreeSet<Fact> = own
                .filter(|fact| touched.get(*fact) == Some(&1) && !self.placed.contains_key(*fact))
                .filter(|fact| seen.shows(fact))
                .cloned()
                .collect();
            let misses = |way: &Way| {
                let missed = own.iter().filter(|fact| {
                    self.facts.get(fact) + effect(&way.effects, fact) != seen.facts.get(fact)
                });
                missed.count()
            };
            let least = it.ways.iter().map(misses).min().unwrap_or_default();
            it.ways.retain(|way| misses(way) == least);
        }
        open
    }

    /// Outcomes of the open acts which together explain most of what is seen.
    fn explain(
        &self,
        town: &Town,
        open: &[Open<'_>],
        taken: &BTreeMap<Fact, i64>,
        seen: &Seen,
    ) -> Vec<Way> {
        let spare = self.spare(town);
        let mut best: Option<(usize, Vec<Way>)> = None;
        let mut choice = vec![0; open.len()];
        for _ in 0..MOST_WAYS {
            let pairs = open.iter().zip(&choice);
            let ways: Vec<Way> =
                pairs.filter_map(|(open, at)| open.ways.get(*at).cloned()).collect();
            let misses = self.misses(town, &ways, taken, seen, &spare);
            if best.as_ref().is_none_or(|(least, _)| misses < *least) {
                best = Some((misses, ways));
            }
            let done = best.as_ref().is_some_and(|(least, _)| *least == 0);
            if done || !advance(&mut choice, open) {
                break;
            }
        }
        best.map(|(_, ways)| ways).unwrap_or_default()
    }

    /// Number of facts touched by the open acts that would not be as they are seen.
    fn misses(
        &self,
        town: &Town,
        ways: &[Way],
        taken: &BTreeMap<Fact, i64>,
        seen: &Seen,
        spare: &BTreeMap<&str, i64>,
    ) -> usize {
        let effects = || ways.iter().flat_map(|it| &it.effects);
        // What nothing touches is the same whatever is chosen.
        let mut facts: BTreeMap<&Fact, (i64, i64)> = BTreeMap::new();
        for (fact, n) in effects() {
            let (sum, gone) = facts.entry(fact).or_default();
            *sum += n;
            *gone += (-n).max(0);
        }
        for fact in self.placed.keys() {
            facts.entry(fact).or_default();
        }
        let more = |thing: &str| -> i64 {
            effects().filter(|(fact, _)| fact.thing() == Some(thing)).map(|(_, n)| n).sum()
        };
        let missed = facts.iter().filter(|(fact, (sum, gone))| {
            let level = self.facts.get(fact) + sum;
            let gone = gone + taken.get(*fact).copied().unwrap_or_default();
            let spare = fact.thing().and_then(|it| Some(spare.get(it)? - more(it)));
            let spare = spare.unwrap_or_default();
            let room = self.room(town, fact, level, gone, spare);
            let surplus = seen.facts.get(fact) - level;
            seen.shows(fact) && !(room.least..=room.most).contains(&surplus)
        });
        missed.count()
    }

    /// Number of further copies of each thing that may exist.
    fn spare<'a>(&self, town: &'a Town) -> BTreeMap<&'a str, i64> {
        let kinds = town.kinds.iter();
        kinds.map(|(name, it)| (name.as_str(), it.limit - self.facts.copies(name))).collect()
    }

    /// Number of copies that a restart may put, when `level` are there and `taken` were taken.
    fn room(&self, town: &Town, fact: &Fact, level: i64, taken: i64, spare: i64) -> Room {
        let Some((wanted, placed)) = town.homes.get(fact).zip(self.placed.get(fact)) else {
            return Room { least: 0, most: 0 };
        };
        // What everybody finds is replaced when it is taken, however often that is.
        if fact.thing().and_then(|it| town.kinds.get(it)).is_some_and(|it| it.each) {
            return Room { least: wanted - level, most: wanted - level };
        }
        let (least, most) = still_placed(*placed, level, taken);
        let spare = spare.max(0);
        // Several homes of one kind share what may exist.
        let shared = town.homes.keys().filter(|it| it.thing() == fact.thing()).count() > 1;
        let sure = if shared { 0 } else { (wanted - most).min(spare) };
        Room { least: sure, most: (wanted - least).min(spare) }
    }

    /// Compares every fact, and takes over what is seen.
    fn compare(
        &mut self,
        town: &Town,
        open: &[Open<'_>],
        taken: &BTreeMap<Fact, i64>,
        seen: &Seen,
        verdict: &mut Verdict,
    ) {
        let known = self.facts.iter().map(|(fact, _)| fact);
        let shown = seen.facts.iter().map(|(fact, _)| fact);
        let all: BTreeSet<Fact> = known
            .chain(shown)
            .chain(self.placed.keys())
            .filter(|it| seen.shows(it))
            .cloned()
            .collect();
        verdict.facts += all.len();
        let spare = self.spare(town);
        let mut changes: Effects = Vec::new();
        for fact in all {
            let (level, now) = (self.facts.get(&fact), seen.facts.get(&fact));
            let gone = taken.get(&fact).copied().unwrap_or_default();
            let spare = fact.thing().and_then(|it| spare.get(it)).copied().unwrap_or_default();
            let room = self.room(town, &fact, level, gone, spare);
            if !(room.least..=room.most).contains(&(now - level)) {
                verdict.problems.push(difference(&fact, level, now, &room, open));
            }
            if let Some(placed) = self.placed.get_mut(&fact) {
                let wanted = town.homes.get(&fact).copied().unwrap_or_default();
                let (least, most) = still_placed(*placed, level, gone);
                let put = (now - level).max(0);
                // Unless the limit was in the way, all that was missing has been put.
                let full = put < spare;
                *placed = if full {
                    (wanted, wanted)
                } else {
                    ((least + put).min(wanted), (most + put).min(wanted))
                };
            }
            changes.push((fact, now - level));
        }
        self.facts.add_all(changes.iter().map(|(fact, n)| (fact, n)));
        for (name, kind) in &town.kinds {
            let copies = self.facts.copies(name);
            if copies > kind.limit {
                let limit = kind.limit;
                verdict
                    .problems
                    .push(format!("of {name} there are {copies}, and the limit is {limit}"));
            }
        }
    }
}

impl Seen {
    /// Returns whether a fact would be seen if it were so.
    fn shows(&self, fact: &Fact) -> bool {
        fact.is_visible() && fact.owner().is_none_or(|it| self.whole.contains(it))
    }
}

/// Of the things that the content put somewhere, how many are still there: at least, at most.
fn still_placed((least, most): (i64, i64), level: i64, taken: i64) -> (i64, i64) {
    ((least - taken).max(0), most.min(level))
}

fn effect(effects: &Effects, of: &Fact) -> i64 {
    effects.iter().filter(|(fact, _)| fact == of).map(|(_, n)| n).sum()
}

/// Possible outcomes of an act; if it is certain which, only that.
fn ways(act: &Act, certain: Option<usize>) -> Vec<Way> {
    let nothing = Way { outcome: None, effects: Effects::new() };
    let outcomes = act.outcomes.iter().enumerate();
    let outcomes = outcomes
        .filter(|(n, _)| certain.is_none_or(|it| it == *n))
        .map(|(n, it)| Way { outcome: Some(n), effects: it.effects.clone() });
    certain.is_none().then_some(nothing).into_iter().chain(outcomes).collect()
}

/// The next choice of a way for each act; false after the last.
fn advance(choice: &mut [usize], open: &[Open<'_>]) -> bool {
    for (at, open) in choice.iter_mut().zip(open) {
        *at += 1;
        if *at < open.ways.len() {
            return true;
        }
        *at = 0;
    }
    false
}

/// The acts without an answer that another screen has shown, by their players: which outcome.
/// Nobody may have seen an act more often than its own player.
fn witnesses(records: &[Record], problems: &mut Vec<String>) -> BTreeMap<String, usize> {
    let mut did: BTreeMap<&str, i64> = BTreeMap::new();
    for (words, n) in records.iter().flat_map(|it| &it.did) {
        *did.entry(words).or_default() += n;
    }
    let mut cut: BTreeMap<&str, (&str, usize)> = BTreeMap::new();
    for (record, act) in records.iter().filter_map(|it| Some((it, it.cut.as_ref()?))) {
        for (n, outcome) in act.outcomes.iter().enumerate() {
            cut.extend(outcome.seen.iter().map(|it| (it.as_str(), (record.name.as_str(), n))));
        }
    }
    let mut certain = BTreeMap::new();
    for record in records {
        for (words, saw) in &record.saw {
            let done = did.get(words.as_str()).copied().unwrap_or_default();
            match cut.get(words.as_str()) {
                Some((name, outcome)) if *saw == done + 1 => {
                    certain.insert((*name).to_owned(), *outcome);
                }
                _ if *saw > done => problems.push(format!(
                    "{} saw {saw} times \"{words}\", which was done {done} times",
                    record.name
                )),
                _ => {}
            }
        }
    }
    certain
}

fn difference(fact: &Fact, level: i64, now: i64, room: &Room, open: &[Open<'_>]) -> String {
    let Room { least, most } = room;
    let mut words = format!("{fact}: {level} by what screens have shown, {now} after the restart");
    if (*least, *most) != (0, 0) {
        words.push_str(&format!(" ({least} to {most} may have been put back)"));
    }
    for Open { name, act, .. } in open {
        let touches = act.outcomes.iter().any(|it| effect(&it.effects, fact) != 0);
        if touches || fact.owner() == Some(*name) {
            words.push_str(&format!("; {name} had no answer to \"{}\"", act.line));
        }
    }
    words
}
