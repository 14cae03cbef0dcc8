//! Long actions of a mind: orders and time capsules, which go on over several turns.
//!
//! ```text
//! Pending ─turn─► Running ─┬─► Waiting ─turn─► Running …
//!                          ├─► Completed
//!                          └─► Failed          Cancelled: from any state that is not over
//! ```

use std::{
    collections::{BTreeMap, VecDeque},
    time::Duration,
};

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::CharacterId,
    label::{Integrity, Label},
};
use serde::{Deserialize, Serialize};
use world::beings::character::CharacterRef;

use crate::{
    llm::scene::{ActionId, TaskScene},
    turn::{
        assess::TaskClass,
        plan::{StepState, TaskPlan},
    },
};

pub mod saved;
mod state;
#[cfg(test)]
mod tests;

pub use state::{ActionEnd, ActionKind, ActionLimits, ActionState, ActionUse};

/// Maximum number of actions of a mind that are not over; further ones are refused.
pub const MOST_OPEN: usize = 8;
/// Maximum number of actions that are over and still shown; the oldest is dropped.
const MOST_OVER: usize = 8;
/// Time for which an order may go on.
pub const ORDER_FOR: Duration = Duration::from_secs(1_800);
/// Time between two turns of an action of which something came.
pub const NEXT_TURN: Duration = Duration::from_secs(5);
/// Time until the next turn of an action of whose last turn nothing came; it doubles with each.
const IDLE_TURN: Duration = Duration::from_secs(15);
/// Number of turns in a row of which nothing came that end an action.
const MOST_IDLE: u8 = 3;
/// Maximum number of lines of the log; the middle is dropped.
const LOG: usize = 10;
/// Lines of a full log that stay at its beginning.
const LOG_FIRST: usize = 2;
/// Lines of a full log that stay at its end.
const LOG_LAST: usize = 5;
/// Maximum number of tools whose calls are counted in what was dropped.
const MOST_GROUPS: usize = 16;
/// Maximum length of a line of the log, in characters.
const LONGEST_LINE: usize = 120;

/// Long action of a mind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LongAction {
    pub id: ActionId,
    pub kind: ActionKind,
    pub state: ActionState,
    /// Reason why the long action ended without being completed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<ActionEnd>,
    /// Words of the order, or topic of the time capsule.
    pub task: String,
    /// Character who asked for the long action.
    pub by: CharacterRef,
    /// Provenance label of the words.
    pub label: Label,
    pub since: WorldTime,
    /// Time of the next turn.
    pub due: WorldTime,
    pub limits: ActionLimits,
    #[serde(default)]
    pub used: ActionUse,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<TaskPlan>,
    /// True if a call that may change something was made in the turn that goes on.
    #[serde(default)]
    pub begun: bool,
    /// Number of turns in a row of which nothing came.
    #[serde(default)]
    pub idle: u8,
    /// True if whoever asked was told that it goes on.
    #[serde(default)]
    pub told: bool,
    /// Calls that were made for it, oldest first.
    #[serde(default)]
    pub log: VecDeque<String>,
    /// Number of lines that were dropped from the middle of the log.
    #[serde(default)]
    pub skipped: u16,
    /// Numbers of those calls that succeeded and failed, by tool.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub groups: BTreeMap<String, (u16, u16)>,
}

/// Outcome of a turn of a long action.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ActionTurn {
    pub used: ActionUse,
    /// Plan after the turn.
    pub plan: Option<TaskPlan>,
    /// True if anything but a note succeeded.
    pub success: bool,
    /// True if the last act of the turn failed.
    pub failed: bool,
    /// Lines for the log.
    pub log: Vec<String>,
}

impl LongAction {
    /// Returns the task as far as it has come, for the next question about it.
    #[must_use]
    pub fn scene(&self, now: WorldTime) -> TaskScene {
        TaskScene {
            plan: self.plan.clone(),
            log: self.log(),
            minutes: self.limits.until.since(now).as_secs().div_ceil(60),
        }
    }

    /// Returns the log, oldest first; a line stands for those that were dropped.
    #[must_use]
    pub fn log(&self) -> Vec<String> {
        let mut log: Vec<String> = self.log.iter().cloned().collect();
        if self.skipped > 0 && log.len() >= LOG_FIRST {
            log.insert(LOG_FIRST, format!("({} more{})", self.skipped, self.grouped()));
        }
        log
    }

    /// Returns the calls dropped from the middle of the log, by tool; empty for rows of older
    /// versions.
    fn grouped(&self) -> String {
        let count = |(tool, (done, failed)): (&String, &(u16, u16))| {
            format!("{tool} x{}: {done} done, {failed} failed", done.saturating_add(*failed))
        };
        let all: Vec<String> = self.groups.iter().map(count).collect();
        if all.is_empty() { String::new() } else { format!(": {}", all.join("; ")) }
    }

    /// Returns how far the long action has come, as a clause.
    #[must_use]
    pub fn progress(&self) -> String {
        match &self.plan {
            Some(plan) => {
                let done = plan.count(StepState::Done);
                format!("{done} of {} steps done", plan.steps.len())
            }
            None => format!("{} of {} steps used", self.used.steps, self.limits.steps),
        }
    }

    /// Returns whether a character has to do with it.
    #[must_use]
    pub fn names(&self, whom: &CharacterId) -> bool {
        self.by.id == *whom || self.label.names(whom)
    }

    /// Ends a turn of it, and returns the time until the next turn; none if it is over.
    fn end_turn(&mut self, turn: ActionTurn, now: WorldTime) -> Option<Duration> {
        let ActionTurn { used, plan, success, failed, log } = turn;
        self.used = self.used.plus(used);
        self.begun = false;
        self.idle = if success { 0 } else { self.idle + 1 };
        log.into_iter().for_each(|line| self.note(line));
        self.plan = plan.or(self.plan.take());
        let is_done = match (&mut self.plan, self.kind) {
            (Some(plan), _) => {
                plan.close(if success && !failed { StepState::Done } else { StepState::Failed });
                plan.open() == 0
            }
            (None, ActionKind::Order) => true,
            (None, ActionKind::Capsule) => self.idle >= MOST_IDLE,
        };
        let has_failed = match &self.plan {
            // Steps after one that failed may rest on it.
            Some(plan) => plan.count(StepState::Failed) > usize::from(plan.replanned),
            None => self.kind == ActionKind::Order && (failed || !success),
        };
        if has_failed {
            return self.over(ActionState::Failed, Some(ActionEnd::DidNotWork));
        }
        if is_done {
            return self.over(ActionState::Completed, None);
        }
        if let Some(end) = self.is_used_up(now) {
            return self.over(ActionState::Failed, Some(end));
        }
        self.state = ActionState::Waiting;
        let doubled = IDLE_TURN * (1 << self.idle.min(MOST_IDLE));
        let wait = if success { NEXT_TURN } else { doubled };
        self.due = now.after(wait);
        Some(wait)
    }

    fn over(&mut self, state: ActionState, end: Option<ActionEnd>) -> Option<Duration> {
        (self.state, self.end) = (state, end);
        None
    }

    /// Returns the limit that it has reached, if any.
    fn is_used_up(&self, now: WorldTime) -> Option<ActionEnd> {
        let ActionLimits { until, steps, messages, tokens } = self.limits;
        if until <= now {
            return Some(ActionEnd::TimedOut);
        }
        let used = self.used.steps >= steps
            || self.used.messages >= messages
            || tokens.is_some_and(|most| self.used.tokens >= most);
        used.then_some(ActionEnd::UsedUp)
    }

    /// Adds a line to the log; of a full one the middle is dropped.
    fn note(&mut self, line: String) {
        // What came of a call stays, however long it is.
        let (call, outcome) = line.rsplit_once(": ").unwrap_or((&line, ""));
        let mut entry: String = call.chars().take(LONGEST_LINE).collect();
        if !outcome.is_empty() {
            entry.extend([": ", outcome]);
        }
        self.log.push_back(entry);
        if self.log.len() > LOG {
            for line in self.log.drain(LOG_FIRST..self.log.len() - LOG_LAST) {
                self.skipped = self.skipped.saturating_add(1);
                let tool = line.split([' ', ':']).next().unwrap_or_default();
                if self.groups.len() >= MOST_GROUPS && !self.groups.contains_key(tool) {
                    continue;
                }
                let (done, failed) = self.groups.entry(tool.to_owned()).or_default();
                let count = if line.ends_with(": done") { done } else { failed };
                *count = count.saturating_add(1);
            }
        }
    }

    /// Takes up an action that was saved. What was begun when the server stopped is not done again.
    #[must_use]
    fn resumed(mut self) -> Self {
        if self.state != ActionState::Running {
            return self;
        }
        self.state = ActionState::Waiting;
        if std::mem::take(&mut self.begun) {
            match &mut self.plan {
                Some(plan) => plan.close(StepState::Interrupted),
                None => drop(self.over(ActionState::Failed, Some(ActionEnd::Interrupted))),
            }
        }
        if self.plan.as_ref().is_some_and(|it| it.open() == 0) && !self.state.is_over() {
            let _: Option<Duration> = self.over(ActionState::Failed, Some(ActionEnd::Interrupted));
        }
        self
    }
}

/// Timer: the next turn of an action of a mind is due.
pub struct ActionDue {
    pub mind: Entity,
}

/// Timer: a mind goes on with its actions after a start of the server, whose clock is right from the first
/// tick on.
pub struct ActionsResumed {
    pub mind: Entity,
}

/// Long actions of a mind, oldest first.
#[derive(Component, Debug, Clone, PartialEq, Default)]
pub struct LongActions {
    all: VecDeque<LongAction>,
    /// Number of the next action.
    next: u64,
}

/// New long action.
pub struct NewAction {
    pub kind: ActionKind,
    pub task: String,
    pub by: CharacterRef,
    pub label: Label,
    pub limits: ActionLimits,
    pub plan: Option<TaskPlan>,
}

impl NewAction {
    /// Creates the action for an order; its steps may stand in it between semicolons.
    #[must_use]
    pub fn order(task: String, by: CharacterRef, label: Label, now: WorldTime) -> Self {
        let row = TaskClass::of(&task).row();
        let (steps, messages) = (row.steps, row.messages);
        let limits = ActionLimits { until: now.after(ORDER_FOR), steps, messages, tokens: None };
        let plan = TaskPlan::written(&task);
        Self { kind: ActionKind::Order, task, by, label, limits, plan }
    }
}

impl LongActions {
    /// Creates the actions of a mind from what was saved.
    fn restored(last: u64, all: Vec<LongAction>) -> Self {
        Self { all: all.into_iter().map(LongAction::resumed).collect(), next: last }
    }

    /// Returns all actions that are kept, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &LongAction> {
        self.all.iter()
    }

    /// Returns an action.
    #[must_use]
    pub fn get(&self, id: ActionId) -> Option<&LongAction> {
        self.all.iter().find(|it| it.id == id)
    }

    fn get_mut(&mut self, id: ActionId) -> Option<&mut LongAction> {
        self.all.iter_mut().find(|it| it.id == id)
    }

    /// Returns the actions that are not over, oldest first.
    pub fn open(&self) -> impl Iterator<Item = &LongAction> {
        self.all.iter().filter(|it| !it.state.is_over())
    }

    /// Returns the first action whose next turn is due.
    #[must_use]
    pub fn next_due(&self, now: WorldTime) -> Option<&LongAction> {
        let waits =
            |it: &&LongAction| matches!(it.state, ActionState::Pending | ActionState::Waiting);
        self.all.iter().filter(waits).find(|it| it.due <= now)
    }

    /// Puts off the next turns of open actions until a moment, and returns when they are due.
    pub fn put_off_all(&mut self, until: WorldTime) -> Vec<WorldTime> {
        let open = self.all.iter_mut().filter(|it| !it.state.is_over());
        open.map(|action| {
            action.due = action.due.max(until);
            action.due
        })
        .collect()
    }

    /// Adds an action, and returns its number; none if [`MOST_OPEN`] are open.
    pub fn add(&mut self, new: NewAction, now: WorldTime) -> Option<ActionId> {
        if self.open().count() >= MOST_OPEN {
            return None;
        }
        let NewAction { kind, task, by, label, limits, plan } = new;
        self.next += 1;
        let id = ActionId(self.next);
        self.all.push_back(LongAction {
            id,
            kind,
            state: ActionState::Pending,
            end: None,
            task,
            by,
            label,
            since: now,
            due: now,
            limits,
            used: ActionUse::default(),
            plan,
            begun: false,
            idle: 0,
            told: false,
            log: VecDeque::new(),
            skipped: 0,
            groups: BTreeMap::new(),
        });
        self.drop_oldest();
        Some(id)
    }

    fn drop_oldest(&mut self) {
        let over = self.all.iter().filter(|it| it.state.is_over()).count();
        if over > MOST_OVER
            && let Some(at) = self.all.iter().position(|it| it.state.is_over())
        {
            self.all.remove(at);
        }
    }

    /// Begins a turn of an action. Returns whether it may go on; one that has reached a limit is over.
    pub fn begin_turn(&mut self, id: ActionId, now: WorldTime) -> bool {
        let Some(it) = self.get_mut(id).filter(|it| !it.state.is_over()) else { return false };
        if let Some(end) = it.is_used_up(now) {
            let _: Option<Duration> = it.over(ActionState::Failed, Some(end));
            return false;
        }
        it.state = ActionState::Running;
        true
    }

    /// Notes that a call is made that may change something. Returns whether that is new.
    pub fn begin_act(&mut self, id: ActionId) -> bool {
        self.get_mut(id).is_some_and(|it| !std::mem::replace(&mut it.begun, true))
    }

    /// Ends a turn of an action, and returns the time until the next one; none if it is over.
    pub fn end_turn(&mut self, id: ActionId, turn: ActionTurn, now: WorldTime) -> Option<Duration> {
        let next = self.get_mut(id)?.end_turn(turn, now);
        self.drop_oldest();
        next
    }

    /// Puts an action off whose turn was given up for something else.
    pub fn put_off(&mut self, id: ActionId, due: WorldTime) {
        if let Some(it) = self.get_mut(id).filter(|it| it.state == ActionState::Running) {
            (it.state, it.begun, it.due) = (ActionState::Waiting, false, due);
        }
    }

    /// Ends an action. Returns whether it was not over.
    pub fn end(&mut self, id: ActionId, state: ActionState, end: ActionEnd) -> bool {
        let open = self.get_mut(id).filter(|it| !it.state.is_over());
        open.map(|it| it.over(state, Some(end))).is_some()
    }

    /// Notes that whoever asked for an action was told that it goes on. Returns whether that is new.
    pub fn tell_once(&mut self, id: ActionId) -> bool {
        self.get_mut(id).is_some_and(|it| !std::mem::replace(&mut it.told, true))
    }

    /// Drops all actions with which a character has to do. Returns whether there were any.
    pub fn forget(&mut self, whom: &CharacterId) -> bool {
        let before = self.all.len();
        self.all.retain(|it| !it.names(whom));
        self.all.len() != before
    }
}

/// Returns the line of the log for a call. The words of one that rests on words of players are left
/// out, because later questions are the character's own.
#[must_use]
pub fn log_line(tool: &str, words: &str, success: bool, label: &Label) -> String {
    let shown = if label.integrity >= Integrity::Author { words } else { "" };
    let outcome = if success { "done" } else { "failed" };
    format!("{tool} {shown}").trim_end().to_owned() + ": " + outcome
}
