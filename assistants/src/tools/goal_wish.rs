//! Wishes of a mind about its goals and projects, as its tools make them.

use engine::id::OfferId;

use crate::mind::goals::{GoalId, GoalUpdate};

/// Wish about goals.
#[derive(Debug, Clone)]
pub enum GoalWish {
    List,
    Set {
        text: String,
        priority: Option<u8>,
        part_of: Option<GoalId>,
        /// Offer whose acceptance reaches it.
        offer: Option<OfferId>,
    },
    Update {
        goal: GoalId,
        to: GoalUpdate,
        /// True if it is dropped.
        drops: bool,
    },
    Complete {
        goal: GoalId,
    },
}

/// Wish about projects.
#[derive(Debug, Clone)]
pub enum ProjectWish {
    List,
    Create {
        name: String,
        summary: String,
    },
    Update {
        /// Name; none for the active one.
        name: Option<String>,
        summary: Option<String>,
        note: Option<String>,
        /// True if it is finished.
        done: bool,
    },
    Swap {
        to: String,
        /// Note for the project that makes way.
        note: Option<String>,
    },
}
