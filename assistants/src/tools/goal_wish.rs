//! Wishes of a mind about its goals and projects, as its tools make them.

use engine::id::OfferId;

/// Wish about goals.
#[derive(Debug, Clone)]
pub enum GoalWish {
    List,
    Set {
        text: String,
        priority: Option<u8>,
        /// Number of the goal that it is a part of.
        part_of: Option<u64>,
        /// Offer whose acceptance reaches it.
        offer: Option<OfferId>,
    },
    Update {
        /// Number of the goal.
        goal: u64,
        text: Option<String>,
        priority: Option<u8>,
        /// Version that was seen.
        version: Option<u32>,
        /// True if it is dropped.
        drops: bool,
    },
    Complete {
        /// Number of the goal.
        goal: u64,
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
