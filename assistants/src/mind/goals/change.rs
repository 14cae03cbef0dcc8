//! Changes of goals by staff and by turns of the character's own, and what is refused of them.

use std::{collections::VecDeque, fmt};

use engine::{clock::WorldTime, label::Label};
use serde::{Deserialize, Serialize};
use world::beings::character::CharacterRef;

use super::{
    DEEPEST, Goal, GoalId, GoalStatus, GoalTally, Goals, LONGEST, MOST_ENDED, MOST_PARTS, MOST_SET,
    MOST_SET_IN_ALL,
};
use crate::{
    memory::{self, OwnNames},
    persona::goal::{GoalNeeds, PRIORITY, USUAL_PRIORITY},
};

/// Kind of change that a goal went through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum GoalChangeKind {
    Created,
    /// Another text or priority, or more of what its predicate takes.
    Updated,
    /// A deed set it back to the beginning.
    Spoiled,
    Completed,
    Dropped,
    /// Reopened goal.
    Reopened,
}

/// Change of a goal, with its author and cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GoalChange {
    pub id: GoalId,
    pub what: GoalChangeKind,
}

/// Goal to add.
pub struct NewGoal {
    pub text: String,
    /// Priority; none for the usual one.
    pub priority: Option<u8>,
    pub parent: Option<GoalId>,
    pub needs: Option<GoalNeeds>,
    pub label: Label,
    pub by: Option<CharacterRef>,
}

/// New text and priority of a goal, where they are to change.
#[derive(Debug, Clone, Default)]
pub struct GoalUpdate {
    pub text: Option<String>,
    pub priority: Option<u8>,
    /// Version that whoever changes it saw; a newer one is not overwritten.
    pub version: Option<u32>,
}

/// Reason why goals are not changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GoalRefusal {
    /// Unknown number of a goal.
    Unknown(GoalId),
    /// Goal that is over.
    Over(GoalId, GoalStatus),
    /// Goal that is open.
    IsOpen(GoalId),
    /// Only the engine completes it.
    EngineOnly(GoalId),
    /// Goal with open parts.
    OpenParts(GoalId),
    /// Goal that the author of the persona wrote.
    Authored(GoalId),
    /// Goal that has changed since.
    Stale(GoalId, u32),
    /// Too many goals.
    TooMany,
    /// A goal has too many parts.
    TooManyParts(GoalId),
    /// The tree would be too deep.
    TooDeep(GoalId),
    /// Empty text.
    Empty,
    /// The text tells what the mind did instead of what to reach.
    AboutSelf,
    /// The text is too long.
    TooLong,
    /// The priority is out of its range.
    Priority,
    /// Nothing is to change.
    Nothing,
}

impl fmt::Display for GoalRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(id) => write!(f, "There is no goal {}; list the goals first.", id.0),
            Self::Over(id, status) => {
                write!(f, "Goal {} is {} already; only an open one changes.", id.0, status.name())
            }
            Self::IsOpen(id) => write!(f, "Goal {} is open already.", id.0),
            Self::EngineOnly(id) => write!(
                f,
                "Goal {} is done when what it takes has happened; only the game completes it.",
                id.0
            ),
            Self::OpenParts(id) => {
                write!(f, "Goal {} is done when its parts are; some are open.", id.0)
            }
            Self::Authored(id) => write!(
                f,
                "Goal {} was written by the author of the character, and changes in the content \
                 files.",
                id.0
            ),
            Self::Stale(id, version) => write!(
                f,
                "Goal {} has changed and is at version {version} now; read it again first.",
                id.0
            ),
            Self::TooMany => {
                write!(f, "There are {MOST_SET} open goals of that kind already; drop one first.")
            }
            Self::TooManyParts(id) => {
                write!(f, "Goal {} has {MOST_PARTS} parts already; drop one first.", id.0)
            }
            Self::TooDeep(id) => write!(
                f,
                "Goal {} is {DEEPEST} levels deep; make it a part of the one above it.",
                id.0
            ),
            Self::Empty => f.write_str("A goal has some words; say what is to be reached."),
            Self::AboutSelf => f.write_str(
                "A goal says what is to be reached, not what its owner does or did; write it \
                 without a name, such as: sell the old barrel.",
            ),
            Self::TooLong => write!(f, "A goal has at most {LONGEST} characters; say it shorter."),
            Self::Priority => {
                let (least, most) = (PRIORITY.start(), PRIORITY.end());
                write!(f, "A priority is between {least} and {most}.")
            }
            Self::Nothing => f.write_str("Say what is to change: the text or the priority."),
        }
    }
}

/// Returns a text as that of a goal of a mind called by `me`: one line.
fn checked(text: &str, me: &OwnNames<'_>) -> Result<String, GoalRefusal> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.trim_end_matches('.').to_owned();
    if text.is_empty() {
        return Err(GoalRefusal::Empty);
    }
    if text.chars().count() > LONGEST {
        return Err(GoalRefusal::TooLong);
    }
    memory::protect(&text, me).map_err(|_| GoalRefusal::AboutSelf)?;
    Ok(text)
}

impl Goals {
    /// Sets a new goal of a mind called by `me`, and returns its number.
    ///
    /// # Errors
    /// Too many goals or parts, a tree that is too deep, a whole that is over, no words or too many.
    pub fn set(
        &mut self,
        new: NewGoal,
        me: &OwnNames<'_>,
        now: WorldTime,
    ) -> Result<GoalId, GoalRefusal> {
        let NewGoal { text, priority, parent, needs, label, by } = new;
        let text = checked(&text, me)?;
        let priority = priority.unwrap_or(USUAL_PRIORITY);
        if !PRIORITY.contains(&priority) {
            return Err(GoalRefusal::Priority);
        }
        // What some set in private does not count for others, who would see by it that there is such.
        let set = || self.all.values().filter(|it| it.is_open() && !it.is_authored());
        let like = set().filter(|it| it.label.readers == label.readers).count();
        if like >= MOST_SET || set().count() >= MOST_SET_IN_ALL {
            return Err(GoalRefusal::TooMany);
        }
        let mut label = label;
        if let Some(of) = parent {
            self.may_have_part(of)?;
            // A part is done for its whole, so it has no more rights than that.
            if let Some(whole) = self.get(of) {
                label.absorb(&whole.label);
            }
        }
        Ok(self.enter(Goal {
            id: GoalId::default(),
            version: 1,
            parent,
            name: None,
            text,
            priority,
            status: GoalStatus::Open,
            label,
            by,
            since: now,
            ended: None,
            needs,
            tally: GoalTally { from: now, ..GoalTally::default() },
            again: None,
            untold: false,
            asked: VecDeque::new(),
            considered: false,
        }))
    }

    /// Checks whether a goal may have one more part.
    ///
    /// # Errors
    /// See [`Goals::set`].
    pub fn may_have_part(&self, of: GoalId) -> Result<(), GoalRefusal> {
        self.open_goal(of)?;
        let open = self.parts(of).filter(|it| it.is_open()).count();
        if open >= MOST_PARTS {
            return Err(GoalRefusal::TooManyParts(of));
        }
        if self.depth(of) >= DEEPEST { Err(GoalRefusal::TooDeep(of)) } else { Ok(()) }
    }

    fn open_goal(&self, id: GoalId) -> Result<&Goal, GoalRefusal> {
        let goal = self.get(id).ok_or(GoalRefusal::Unknown(id))?;
        if goal.is_open() { Ok(goal) } else { Err(GoalRefusal::Over(id, goal.status)) }
    }

    /// Changes the text or the priority of a goal that was set.
    ///
    /// # Errors
    /// There is none, its author wrote it, it is over, it has changed since, or its new text is not fit.
    pub fn update(
        &mut self,
        id: GoalId,
        to: GoalUpdate,
        me: &OwnNames<'_>,
    ) -> Result<(), GoalRefusal> {
        let GoalUpdate { text, priority, version } = to;
        let goal = self.open_goal(id)?;
        if goal.is_authored() {
            return Err(GoalRefusal::Authored(id));
        }
        if version.is_some_and(|it| it != goal.version) {
            return Err(GoalRefusal::Stale(id, goal.version));
        }
        if priority.is_some_and(|it| !PRIORITY.contains(&it)) {
            return Err(GoalRefusal::Priority);
        }
        if text.is_none() && priority.is_none() {
            return Err(GoalRefusal::Nothing);
        }
        let text = text.as_deref().map(|it| checked(it, me)).transpose()?;
        let Some(goal) = self.all.get_mut(&id) else { return Ok(()) };
        if let Some(text) = text {
            (goal.text, goal.considered) = (text, false);
        }
        goal.priority = priority.unwrap_or(goal.priority);
        goal.version = goal.version.saturating_add(1);
        Ok(())
    }

    /// Joins another label to that of a goal whose words were changed by a turn.
    pub fn absorb(&mut self, id: GoalId, label: &Label) {
        if let Some(goal) = self.all.get_mut(&id).filter(|it| !it.is_authored()) {
            goal.label.absorb(label);
        }
    }

    /// Completes a goal of which only its character can say that it is reached.
    ///
    /// # Errors
    /// The engine alone completes it, its parts are open, or it is over.
    pub fn complete(&mut self, id: GoalId, now: WorldTime) -> Result<Vec<GoalChange>, GoalRefusal> {
        if self.open_goal(id)?.needs.is_some() {
            return Err(GoalRefusal::EngineOnly(id));
        }
        if self.parts(id).any(Goal::is_open) {
            return Err(GoalRefusal::OpenParts(id));
        }
        let mut changes = Vec::new();
        self.end(id, GoalStatus::Done, now, &mut changes);
        self.settle(id, now, &mut changes);
        self.drop_oldest();
        Ok(changes)
    }

    /// Drops a goal with all its open parts.
    ///
    /// # Errors
    /// There is none, or it is over.
    pub fn drop(&mut self, id: GoalId, now: WorldTime) -> Result<Vec<GoalChange>, GoalRefusal> {
        self.open_goal(id)?;
        let mut changes = Vec::new();
        self.end(id, GoalStatus::Dropped, now, &mut changes);
        self.settle(id, now, &mut changes);
        self.drop_oldest();
        Ok(changes)
    }

    /// Opens a goal that is over, from the beginning.
    ///
    /// # Errors
    /// It is open, or what it is a part of is over.
    pub fn reopen(&mut self, id: GoalId, now: WorldTime) -> Result<GoalChange, GoalRefusal> {
        let goal = self.get(id).ok_or(GoalRefusal::Unknown(id))?;
        if goal.is_open() {
            return Err(GoalRefusal::IsOpen(id));
        }
        if let Some(whole) = goal.parent.and_then(|it| self.get(it)).filter(|it| !it.is_open()) {
            return Err(GoalRefusal::Over(whole.id, whole.status));
        }
        Ok(self.begin_anew(id, now))
    }

    pub(super) fn begin_anew(&mut self, id: GoalId, now: WorldTime) -> GoalChange {
        if let Some(goal) = self.all.get_mut(&id) {
            goal.status = GoalStatus::Open;
            (goal.ended, goal.untold) = (None, false);
            goal.tally = GoalTally { from: now, ..GoalTally::default() };
            goal.version = goal.version.saturating_add(1);
        }
        GoalChange { id, what: GoalChangeKind::Reopened }
    }

    /// Ends a goal; with it end its open parts, which are dropped.
    pub(super) fn end(
        &mut self,
        id: GoalId,
        status: GoalStatus,
        now: WorldTime,
        changes: &mut Vec<GoalChange>,
    ) {
        let parts: Vec<GoalId> = self.parts(id).filter(|it| it.is_open()).map(|it| it.id).collect();
        for part in parts {
            self.end(part, GoalStatus::Dropped, now, changes);
        }
        let Some(goal) = self.all.get_mut(&id) else { return };
        goal.status = status;
        goal.ended = Some(now);
        goal.version = goal.version.saturating_add(1);
        goal.untold = goal.is_authored() && status == GoalStatus::Done;
        let what = match status {
            GoalStatus::Done => GoalChangeKind::Completed,
            GoalStatus::Dropped | GoalStatus::Open => GoalChangeKind::Dropped,
        };
        changes.push(GoalChange { id, what });
    }

    /// Completes what a goal is a part of, if all the other parts are over and one is done. What has a
    /// predicate waits for that.
    pub(super) fn settle(&mut self, id: GoalId, now: WorldTime, changes: &mut Vec<GoalChange>) {
        let parent = self.get(id).and_then(|it| self.get(it.parent?));
        let Some(whole) = parent.filter(|it| it.is_open() && it.needs.is_none()) else { return };
        let whole = whole.id;
        let is_over = self.parts(whole).all(|it| !it.is_open());
        let is_done = self.parts(whole).any(|it| it.status == GoalStatus::Done);
        if is_over && is_done {
            self.end(whole, GoalStatus::Done, now, changes);
            self.settle(whole, now, changes);
        }
    }

    /// Drops the goals that ended first, if too many are kept that were set.
    pub(super) fn drop_oldest(&mut self) {
        let over = || self.all.values().filter(|it| !it.is_open() && !it.is_authored());
        let count = over().count();
        let mut ended: Vec<(WorldTime, GoalId)> =
            over().map(|it| (it.ended.unwrap_or_default(), it.id)).collect();
        ended.sort_unstable();
        for (_, id) in ended.into_iter().take(count.saturating_sub(MOST_ENDED)) {
            self.all.remove(&id);
        }
    }
}
