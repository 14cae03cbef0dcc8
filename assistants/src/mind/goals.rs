//! Goals of a mind: a bounded tree. What has parts is done when they are, and what has an engine
//! predicate is completed by the engine alone.
//!
//! ```text
//! Open ─┬─► Done      its predicate holds, its parts are done, or somebody says so
//!       └─► Dropped   with all its open parts
//! ```

use std::collections::{BTreeMap, VecDeque};

use bevy_ecs::prelude::*;
use engine::{clock::WorldTime, id::CharacterId, label::Label};
use serde::{Deserialize, Serialize};
use world::{act::due, beings::character::CharacterRef};

use crate::persona::goal::{DAY, GoalCount, GoalNeeds, GoalPlan, MOST_AUTHORED, fill_in};

mod change;
mod engine_check;
pub mod saved;
#[cfg(test)]
mod tests;

pub use change::{GoalChange, GoalChangeKind, GoalRefusal, GoalUpdate, NewGoal};
pub use engine_check::GoalDeed;

/// Maximum number of open goals that were set, by staff or by a turn of the character's own, with the
/// same readers; further ones are refused. Those of its author, at most [`MOST_AUTHORED`], come on top.
pub const MOST_SET: usize = 20;
/// Maximum number of open goals that were set, whatever their readers.
const MOST_SET_IN_ALL: usize = 4 * MOST_SET;
/// Maximum number of goals that were set and are over; the one that ended first is dropped.
pub const MOST_ENDED: usize = 32;
/// Maximum number of parts of a goal.
pub const MOST_PARTS: usize = MOST_AUTHORED;
/// Maximum depth of the tree.
pub const DEEPEST: usize = 4;
/// Maximum length of the text of a goal, in characters.
pub const LONGEST: usize = 200;
/// Maximum number of visitors who are noted as asked for help with a goal; the first is dropped.
const MOST_ASKED: usize = 32;

/// Number of a goal of a mind.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct GoalId(pub u64);

/// Status of a goal: open, reached or given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum GoalStatus {
    #[default]
    Open,
    Done,
    Dropped,
}

impl GoalStatus {
    /// Returns the name of the status.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Done => "done",
            Self::Dropped => "dropped",
        }
    }
}

/// Count of what happened for a goal with an engine predicate.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct GoalTally {
    pub count: u16,
    /// Visitors who count already, each once. Whoever is forgotten leaves the count as it is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<CharacterId>,
    /// Number of the last day that counts, since the Unix epoch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<u64>,
    /// Time of the beginning: when it was opened, or set back.
    pub from: WorldTime,
}

/// Goal of a mind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Goal {
    pub id: GoalId,
    /// Version: the number of changes so far, from 1.
    pub version: u32,
    /// Goal that this goal is a part of. One that is gone counts for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<GoalId>,
    /// Name in the persona; none for a goal that was set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub text: String,
    pub priority: u8,
    #[serde(default)]
    pub status: GoalStatus,
    /// Provenance label of the words that it came from. What is done for it has no more rights.
    pub label: Label,
    /// Member of the staff who set it, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<CharacterRef>,
    pub since: WorldTime,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<WorldTime>,
    /// Engine predicate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<GoalNeeds>,
    #[serde(default)]
    pub tally: GoalTally,
    /// Days of real time after which it begins anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<u16>,
    /// True if the goal was reached and nobody was told yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untold: bool,
    /// Visitors who were asked for help with the goal, each with the last time, oldest first.
    #[serde(default, skip_serializing_if = "VecDeque::is_empty")]
    pub asked: VecDeque<(CharacterId, WorldTime)>,
    /// True if the character has thought of its own accord about the parts of its text.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub considered: bool,
}

impl Goal {
    /// Returns whether the goal is open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.status == GoalStatus::Open
    }

    /// Returns whether its author wrote it.
    #[must_use]
    pub fn is_authored(&self) -> bool {
        self.name.is_some()
    }

    /// Returns how much of its predicate has happened, and how much it takes; none without one.
    #[must_use]
    pub fn counted(&self, now: WorldTime) -> Option<(u16, u16)> {
        let count = self.needs.as_ref()?.count;
        let so_far = match count {
            GoalCount::Unspoiled(_) if self.is_open() => days(now.since(self.tally.from)),
            GoalCount::Unspoiled(n) if self.status == GoalStatus::Done => n,
            GoalCount::Times(_)
            | GoalCount::Visitors(_)
            | GoalCount::Days(_)
            | GoalCount::Unspoiled(_) => self.tally.count,
        };
        Some((so_far.min(count.number()), count.number()))
    }

    /// Fills its numbers into one of its author's texts.
    #[must_use]
    pub fn fill_in(&self, text: &str, now: WorldTime) -> String {
        let (count, needed) = self.counted(now).unwrap_or_default();
        fill_in(text, count, needed)
    }

    /// Notes that a character need not be asked for help with it for a day.
    fn note_asked(&mut self, whom: &CharacterId, now: WorldTime) {
        self.asked.retain(|(it, _)| it != whom);
        self.asked.push_back((whom.clone(), now));
        if self.asked.len() > MOST_ASKED {
            self.asked.pop_front();
        }
    }

    /// Returns whether a character was asked for help with it within the last day.
    #[must_use]
    pub fn was_asked(&self, whom: &CharacterId, now: WorldTime) -> bool {
        self.asked.iter().any(|(id, at)| id == whom && now.since(*at) < DAY)
    }

    /// Returns whether a character has counted for it already and cannot help with it again.
    #[must_use]
    pub fn was_helped_by(&self, whom: &CharacterId) -> bool {
        self.tally.by.contains(whom)
    }

    /// Returns whether a character has to do with the words that it came from.
    #[must_use]
    pub fn names(&self, whom: &CharacterId) -> bool {
        self.by.as_ref().is_some_and(|by| by.id == *whom) || self.label.names(whom)
    }
}

/// Returns the number of whole days of a span.
fn days(span: std::time::Duration) -> u16 {
    let days = span.as_secs().checked_div(DAY.as_secs()).unwrap_or_default();
    u16::try_from(days).unwrap_or(u16::MAX)
}

/// Goals of a mind, by number.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default)]
pub struct Goals {
    all: BTreeMap<GoalId, Goal>,
    /// Number of the last goal.
    last: u64,
    /// Time at which the engine looks at them next; none while nothing of them goes by the clock.
    due: Option<WorldTime>,
}

/// Timer: the engine looks at the goals of a mind that go by the clock.
pub struct GoalsDue {
    pub mind: Entity,
    /// Time for which the timer was entered; a timer for another time is void.
    pub at: WorldTime,
}

/// Has the engine look at the goals of a mind at the next opportunity: at a start its clock is right from
/// the first tick on.
pub fn look_soon(world: &mut World, mind: Entity) {
    let at = WorldTime::default();
    if let Some(mut goals) = world.get_mut::<Goals>(mind) {
        goals.due = Some(at);
        due::enter(world, at, GoalsDue { mind, at });
    }
}

impl Goals {
    /// Creates the goals of a mind from what was saved.
    fn restored(last: u64, all: Vec<Goal>) -> Self {
        Self { all: all.into_iter().map(|it| (it.id, it)).collect(), last, due: None }
    }

    /// Returns all goals that are kept, by number.
    pub fn iter(&self) -> impl Iterator<Item = &Goal> {
        self.all.values()
    }

    /// Returns whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns a goal.
    #[must_use]
    pub fn get(&self, id: GoalId) -> Option<&Goal> {
        self.all.get(&id)
    }

    /// Returns the goal with a name of the persona.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&Goal> {
        self.all.values().find(|it| it.name.as_deref() == Some(name))
    }

    /// Returns the open goals, by falling priority, and among equals by number.
    #[must_use]
    pub fn open(&self) -> Vec<&Goal> {
        let mut open: Vec<&Goal> = self.all.values().filter(|it| it.is_open()).collect();
        open.sort_by_key(|it| (std::cmp::Reverse(it.priority), it.id));
        open
    }

    /// Returns the most pressing open goal about whose parts nobody has thought yet, and notes that somebody
    /// does: one that was set, is no part of another, has no parts, and ends by no predicate.
    pub fn take_unconsidered(&mut self) -> Option<GoalId> {
        let is_new = |it: &&Goal| {
            let is_whole = it.parent.is_none() && self.parts(it.id).next().is_none();
            let is_set = !it.is_authored() && it.needs.is_none();
            is_set && is_whole && !it.considered
        };
        let id = self.open().into_iter().find(is_new)?.id;
        self.all.get_mut(&id)?.considered = true;
        Some(id)
    }

    /// Returns the goals that are no part of another one that is kept, by number.
    pub fn roots(&self) -> impl Iterator<Item = &Goal> {
        let is_root = |it: &&Goal| it.parent.is_none_or(|id| !self.all.contains_key(&id));
        self.all.values().filter(is_root)
    }

    /// Returns the parts of a goal, by number.
    pub fn parts(&self, of: GoalId) -> impl Iterator<Item = &Goal> {
        self.all.values().filter(move |it| it.parent == Some(of))
    }

    /// Returns the progress of a goal, in percent: that of its parts but for those that were dropped,
    /// or else that of its predicate. Only what is done has 100.
    #[must_use]
    pub fn progress(&self, id: GoalId, now: WorldTime) -> u8 {
        let Some(goal) = self.get(id) else { return 0 };
        match goal.status {
            GoalStatus::Done => return 100,
            GoalStatus::Dropped => return 0,
            GoalStatus::Open => {}
        }
        let parts: Vec<u32> = self
            .parts(id)
            .filter(|it| it.status != GoalStatus::Dropped)
            .map(|it| self.progress(it.id, now).into())
            .collect();
        let of_parts = || {
            let count = u32::try_from(parts.len()).ok()?;
            parts.iter().sum::<u32>().checked_div(count)
        };
        let of_count = || {
            let (count, needed) = goal.counted(now)?;
            (u32::from(count) * 100).checked_div(needed.into())
        };
        let percent = of_count().or_else(of_parts).unwrap_or_default();
        u8::try_from(percent.min(99)).unwrap_or_default()
    }

    /// Returns the depth of a goal: 1 for one that is no part of another.
    fn depth(&self, id: GoalId) -> usize {
        let mut depth = 1;
        let mut at = self.get(id).and_then(|it| it.parent);
        // A part has a greater number than its whole, so this ends.
        while let Some(goal) = at.and_then(|it| self.get(it)) {
            (depth, at) = (depth + 1, goal.parent);
        }
        depth
    }

    /// Notes that a visitor was asked for help with a goal.
    pub fn note_asked(&mut self, id: GoalId, whom: &CharacterId, now: WorldTime) {
        if let Some(goal) = self.all.get_mut(&id) {
            goal.note_asked(whom, now);
        }
    }

    /// Returns the first goal that was reached and of which nobody was told, and notes that somebody
    /// is told of it.
    pub fn take_untold(&mut self) -> Option<GoalId> {
        let goal = self.all.values_mut().find(|it| it.untold)?;
        goal.untold = false;
        Some(goal.id)
    }

    /// Returns whether somebody is still to be told that a goal was reached.
    #[must_use]
    pub fn has_untold(&self) -> bool {
        self.all.values().any(|it| it.untold)
    }

    /// Sets the time at which the engine looks at them next, and returns it if it is another one.
    pub fn schedule(&mut self) -> Option<WorldTime> {
        let next = self.next_due();
        let is_new = next != self.due;
        self.due = next;
        next.filter(|_| is_new)
    }

    /// Returns whether a timer that was entered for a time is still the one that counts.
    #[must_use]
    pub fn is_due(&self, at: WorldTime) -> bool {
        self.due == Some(at)
    }

    /// Drops all goals that came from words of a character, with their parts, and strikes the character
    /// from what is noted of others. Returns whether anything changed.
    pub fn forget(&mut self, whom: &CharacterId) -> bool {
        let before = self.clone();
        let gone: Vec<GoalId> =
            self.all.values().filter(|it| it.names(whom)).map(|it| it.id).collect();
        gone.into_iter().for_each(|id| self.remove(id));
        for goal in self.all.values_mut() {
            goal.tally.by.retain(|it| it != whom);
            goal.asked.retain(|(it, _)| it != whom);
        }
        *self != before
    }

    /// Drops the goals whose text is such, with their parts. Returns whether there were any.
    pub fn retract(&mut self, is_such: impl Fn(&Goal) -> bool) -> bool {
        let of_words = |it: &&Goal| !it.is_authored() && is_such(it);
        let gone: Vec<GoalId> = self.all.values().filter(of_words).map(|it| it.id).collect();
        let before = self.all.len();
        gone.into_iter().for_each(|id| self.remove(id));
        self.all.len() != before
    }

    /// Removes a goal and all its parts.
    fn remove(&mut self, id: GoalId) {
        let parts: Vec<GoalId> = self.parts(id).map(|it| it.id).collect();
        self.all.remove(&id);
        parts.into_iter().for_each(|it| self.remove(it));
    }

    /// Brings the goals of the author up to date with the persona; what was reached so far stays.
    pub fn sync(&mut self, plans: &[GoalPlan], now: WorldTime) -> Vec<GoalChange> {
        let mut changes = Vec::new();
        let is_gone = |it: &&Goal| {
            it.name.as_ref().is_some_and(|name| plans.iter().all(|plan| plan.name != *name))
        };
        let gone: Vec<GoalId> = self.all.values().filter(is_gone).map(|it| it.id).collect();
        for id in gone {
            self.all.remove(&id);
        }
        // Wholes come before their parts, so that each part finds its whole.
        let mut left: Vec<&GoalPlan> = plans.iter().take(MOST_AUTHORED).collect();
        while !left.is_empty() {
            let (ready, later): (Vec<&GoalPlan>, Vec<&GoalPlan>) = left.iter().partition(|plan| {
                plan.part_of.as_ref().is_none_or(|of| left.iter().all(|it| it.name != *of))
            });
            if ready.is_empty() {
                break;
            }
            for plan in ready {
                changes.extend(self.sync_one(plan, now));
            }
            left = later;
        }
        changes
    }

    fn sync_one(&mut self, plan: &GoalPlan, now: WorldTime) -> Option<GoalChange> {
        let parent = plan.part_of.as_ref().and_then(|of| self.named(of)).map(|it| it.id);
        let known = self.all.values_mut().find(|it| it.name.as_deref() == Some(&*plan.name));
        let Some(goal) = known else {
            let id = self.enter(Goal {
                id: GoalId::default(),
                version: 1,
                parent,
                name: Some(plan.name.clone()),
                text: plan.text.clone(),
                priority: plan.priority,
                status: GoalStatus::Open,
                label: Label::authored(),
                by: None,
                since: now,
                ended: None,
                needs: plan.needs.clone(),
                tally: GoalTally { from: now, ..GoalTally::default() },
                again: plan.again,
                untold: false,
                asked: VecDeque::new(),
                considered: false,
            });
            return Some(GoalChange { id, what: GoalChangeKind::Created });
        };
        let before = goal.clone();
        goal.text.clone_from(&plan.text);
        goal.needs.clone_from(&plan.needs);
        (goal.priority, goal.again, goal.parent) = (plan.priority, plan.again, parent);
        if *goal == before {
            return None;
        }
        goal.version = goal.version.saturating_add(1);
        Some(GoalChange { id: goal.id, what: GoalChangeKind::Updated })
    }

    /// Enters a goal under the next number.
    fn enter(&mut self, goal: Goal) -> GoalId {
        self.last = self.last.saturating_add(1);
        let id = GoalId(self.last);
        self.all.insert(id, Goal { id, ..goal });
        id
    }
}
