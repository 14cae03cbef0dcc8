//! Kinds of things, and how many copies of each there are.

use std::{collections::BTreeMap, sync::Arc};

use bevy_ecs::prelude::*;
use engine::{former::FormerIds, id::KindId};

use crate::{beings::name::AuthoredAt, things::handling::authored::HandlingAct};

/// One kind of thing, as the content describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// Its name with an article.
    pub name: Arc<str>,
    /// What one sees on a closer look.
    pub description: Arc<str>,
    /// More words to call it by.
    pub words: Arc<[String]>,
    /// Whether it cannot be taken.
    pub fixed: bool,
    /// Most copies at once.
    pub limit: u16,
    /// Whether everybody can find one for themselves.
    pub each: bool,
    /// Whether one can wear it.
    pub worn: bool,
    /// What one reads when it is used up.
    pub used: Option<Arc<str>>,
    /// What comes of handling it.
    pub acts: Arc<[HandlingAct]>,
    /// Where it is written.
    pub at: Option<AuthoredAt>,
}

/// All kinds, how many copies of each exist (those that sleeping characters
/// carry included), and the number of the next copy.
#[derive(Resource, Debug, Default)]
pub struct Kinds {
    pub kinds: BTreeMap<KindId, Kind>,
    /// Copies that exist.
    pub copies: BTreeMap<KindId, u32>,
    /// Serial number of the next copy.
    pub next: u64,
}

impl Kinds {
    /// Counts a copy that exists already.
    pub fn count(&mut self, kind: &KindId) {
        *self.copies.entry(kind.clone()).or_default() += 1;
    }

    /// Counts the copies of renamed kinds under their ids of today.
    pub(crate) fn rename(&mut self, former: &FormerIds) {
        for (before, today) in &former.kinds {
            if let Some(copies) = self.copies.remove(before) {
                *self.copies.entry(today.clone()).or_default() += copies;
            }
        }
    }

    /// Counts a copy that is gone.
    pub fn uncount(&mut self, kind: &KindId) {
        if let Some(copies) = self.copies.get_mut(kind) {
            *copies = copies.saturating_sub(1);
        }
    }
}
