//! Engine predicates of goals: what deeds of visitors and the clock change.

use std::time::Duration;

use engine::{clock::WorldTime, id::CharacterId};
use world::trade::offer::Condition;

use super::{Goal, GoalChange, GoalChangeKind, GoalId, GoalStatus, GoalTally, Goals};
use crate::persona::{
    goal::{DAY, GoalCount, GoalNeeds},
    script::ScriptEvent,
};

/// Time after which something that goes by the clock can be set back again: of one deed after another the
/// first counts.
const AT_ONCE: Duration = Duration::from_secs(3_600);

/// Deed of a visitor before everybody, as goals count it.
#[derive(Debug, Clone, Copy)]
pub struct GoalDeed<'a> {
    pub who: &'a CharacterId,
    /// Deed, if it was one that personas can name.
    pub deed: Option<&'a ScriptEvent>,
    pub now: WorldTime,
}

impl GoalNeeds {
    /// Returns whether a deed is one that counts, apart from the conditions on the visitor.
    fn counts(&self, deed: Option<&ScriptEvent>) -> bool {
        let by_clock = matches!(self.count, GoalCount::Unspoiled(_));
        !by_clock && (self.on.is_empty() || deed.is_some_and(|it| self.on.contains(it)))
    }

    fn is_spoiled_by(&self, deed: Option<&ScriptEvent>) -> bool {
        deed.is_some_and(|it| self.spoiled_by.contains(it))
    }
}

impl GoalTally {
    /// Counts a deed. Returns whether it is one more.
    fn add(&mut self, count: GoalCount, goal_deed: &GoalDeed<'_>) -> bool {
        let today = goal_deed.now.0 / u64::try_from(DAY.as_millis()).unwrap_or(u64::MAX).max(1);
        match count {
            GoalCount::Times(_) => {}
            GoalCount::Visitors(_) if self.by.contains(goal_deed.who) => return false,
            GoalCount::Visitors(_) => self.by.push(goal_deed.who.clone()),
            GoalCount::Days(_) if self.day == Some(today) => return false,
            GoalCount::Days(_) => self.day = Some(today),
            GoalCount::Unspoiled(_) => return false,
        }
        self.count = self.count.saturating_add(1);
        true
    }
}

impl Goals {
    /// Returns whether deeds of visitors may change any of them.
    #[must_use]
    pub fn watches(&self) -> bool {
        self.all.values().any(|it| it.is_open() && it.needs.is_some()) || self.has_untold()
    }

    /// Counts a deed for the goals that it is for or against; `holds` says whether conditions hold for
    /// whoever did it.
    pub fn on_deed(
        &mut self,
        goal_deed: GoalDeed<'_>,
        holds: impl Fn(&[Condition]) -> bool,
    ) -> Vec<GoalChange> {
        let open = self.all.values().filter(|goal| goal.is_open() && goal.needs.is_some());
        let open: Vec<GoalId> = open.map(|goal| goal.id).collect();
        let mut changes = Vec::new();
        for id in open {
            let Some(goal) = self.all.get_mut(&id).filter(|goal| goal.is_open()) else { continue };
            let Some(needs) = goal.needs.clone() else { continue };
            if needs.is_spoiled_by(goal_deed.deed) {
                if goal.set_back(goal_deed.now) {
                    changes.push(GoalChange { id, what: GoalChangeKind::Spoiled });
                }
                continue;
            }
            if !needs.counts(goal_deed.deed)
                || !holds(&needs.when)
                || !goal.tally.add(needs.count, &goal_deed)
            {
                continue;
            }
            goal.version = goal.version.saturating_add(1);
            // Whoever has just helped is not asked whether they would.
            goal.note_asked(goal_deed.who, goal_deed.now);
            if goal.tally.count >= needs.count.number() {
                self.reach(id, goal_deed.now, &mut changes);
            } else {
                changes.push(GoalChange { id, what: GoalChangeKind::Updated });
            }
        }
        changes
    }

    /// Completes the goals for which enough time has passed, and opens those that begin anew.
    pub fn on_clock(&mut self, now: WorldTime) -> Vec<GoalChange> {
        let mut changes = Vec::new();
        let due: Vec<GoalId> = self
            .all
            .values()
            .filter(|it| it.due().is_some_and(|at| at <= now))
            .map(|it| it.id)
            .collect();
        for id in due {
            // An earlier one may have ended it.
            let Some(goal) = self.get(id).filter(|it| it.due().is_some_and(|at| at <= now)) else {
                continue;
            };
            if goal.is_open() {
                self.reach(id, now, &mut changes);
            } else {
                self.repeat(id, now, &mut changes);
            }
        }
        changes
    }

    /// Returns the time at which the clock changes any of them next.
    pub(super) fn next_due(&self) -> Option<WorldTime> {
        self.all.values().filter_map(Goal::due).min()
    }

    fn reach(&mut self, id: GoalId, now: WorldTime, changes: &mut Vec<GoalChange>) {
        self.end(id, GoalStatus::Done, now, changes);
        self.settle(id, now, changes);
        self.drop_oldest();
    }

    /// Opens a goal again, with the parts that its author wrote.
    fn repeat(&mut self, id: GoalId, now: WorldTime, changes: &mut Vec<GoalChange>) {
        changes.push(self.begin_anew(id, now));
        let parts: Vec<GoalId> =
            self.parts(id).filter(|it| it.is_authored()).map(|it| it.id).collect();
        for part in parts {
            self.repeat(part, now, changes);
        }
    }
}

impl Goal {
    /// Sets the count back to the beginning. Returns whether there was anything to lose.
    fn set_back(&mut self, now: WorldTime) -> bool {
        let by_clock =
            self.needs.as_ref().is_some_and(|it| matches!(it.count, GoalCount::Unspoiled(_)));
        let has_much =
            if by_clock { now.since(self.tally.from) >= AT_ONCE } else { self.tally.count > 0 };
        if !has_much {
            return false;
        }
        self.tally = GoalTally { from: now, ..GoalTally::default() };
        self.version = self.version.saturating_add(1);
        true
    }

    /// Returns the time at which the clock changes it: it is reached, or begins anew.
    fn due(&self) -> Option<WorldTime> {
        let days = |n: u16| DAY.saturating_mul(n.into());
        match self.status {
            GoalStatus::Open => match self.needs.as_ref()?.count {
                GoalCount::Unspoiled(n) => Some(self.tally.from.after(days(n))),
                GoalCount::Times(_) | GoalCount::Visitors(_) | GoalCount::Days(_) => None,
            },
            GoalStatus::Done => Some(self.ended?.after(self.again.map(days)?)),
            GoalStatus::Dropped => None,
        }
    }
}
