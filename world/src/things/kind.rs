//! Kinds of items (prototypes), with the number of copies of each.

use std::{collections::BTreeMap, sync::Arc};

use bevy_ecs::prelude::*;
use engine::{former::FormerIds, id::KindId};

use crate::{
    beings::name::AuthoredAt,
    things::{attribute::AttributeEntry, handling::authored::HandlingAct},
};

/// Kind of item (prototype), as defined by the content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// Name with an article.
    pub name: Arc<str>,
    /// Description, shown on a closer look.
    pub description: Arc<str>,
    /// Additional nouns that match the item.
    pub words: Arc<[String]>,
    /// True if the item cannot be taken.
    pub fixed: bool,
    /// Maximum number of copies at a time.
    pub limit: u16,
    /// True if each player can find one copy for themselves.
    pub each: bool,
    /// True if the item can be worn.
    pub worn: bool,
    /// Message to the user when the item is used up; none if it is not usable.
    pub used: Option<Arc<str>>,
    /// Authored effects of handling verbs.
    pub acts: Arc<[HandlingAct]>,
    /// Attributes of each copy.
    pub attributes: Arc<[AttributeEntry]>,
    /// Source location in the content.
    pub at: Option<AuthoredAt>,
}

/// Registry of item kinds, with the number of existing copies of each (including those of
/// logged-out characters) and the last serial number.
#[derive(Resource, Debug, Default)]
pub struct Kinds {
    pub kinds: BTreeMap<KindId, Kind>,
    /// Number of existing copies of each kind.
    pub copies: BTreeMap<KindId, u32>,
    /// Serial number of the latest copy; the next one gets this plus 1.
    pub next: u64,
}

impl Kinds {
    /// Increments the count of copies of a kind, for a copy that exists already.
    pub fn count(&mut self, kind: &KindId) {
        *self.copies.entry(kind.clone()).or_default() += 1;
    }

    /// Moves the counts of copies of renamed kinds to their current ids.
    pub(crate) fn rename(&mut self, former: &FormerIds) {
        for (before, today) in &former.kinds {
            if let Some(copies) = self.copies.remove(before) {
                *self.copies.entry(today.clone()).or_default() += copies;
            }
        }
    }

    /// Decrements the count of copies of a kind.
    pub fn uncount(&mut self, kind: &KindId) {
        if let Some(copies) = self.copies.get_mut(kind) {
            *copies = copies.saturating_sub(1);
        }
    }
}
