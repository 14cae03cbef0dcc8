//! Display of a goal after a change.

use std::fmt::{self, Write};

use crate::{mind::goals::GoalChangeKind, record::entry::RecordedGoal};

/// Writes the entry about a goal, without its text and by whom it was.
pub(super) fn write(to: &mut String, recorded_goal: &RecordedGoal) -> fmt::Result {
    let what = match recorded_goal.what {
        GoalChangeKind::Created => "created",
        GoalChangeKind::Updated => "updated",
        GoalChangeKind::Spoiled => "set back",
        GoalChangeKind::Completed => "completed",
        GoalChangeKind::Dropped => "dropped",
        GoalChangeKind::Reopened => "opened again",
    };
    let (goal, version, progress) =
        (recorded_goal.goal.0, recorded_goal.version, recorded_goal.progress);
    write!(
        to,
        "goal {goal} {what}, version {version}, {}, {progress} %",
        recorded_goal.status.name()
    )
}
