//! Forgetting somebody: what stays of an entry that concerns them is its frame.

use std::collections::BTreeSet;

use world::{
    engine::id::CharacterId,
    words::label::{Label, Origins, Readers},
};

use super::{RecordEntry, Recorded};
use crate::{
    record::{question::QuestionSegment, quote::Quote},
    tools,
};

impl Recorded {
    /// Those who are named in it beside the words, besides whoever spoke or acted.
    fn names_another(&self, whom: &BTreeSet<CharacterId>) -> bool {
        let of = |all: &[QuestionSegment]| all.iter().any(|it| names_in(&it.label, whom));
        match self {
            Self::Asked(it) => names_one(&it.ears, whom) || of(&it.segments),
            Self::Replied(it) => {
                it.ears.as_ref().is_some_and(|ears| names_one(ears, whom)) || of(&it.segments)
            }
            Self::Judged(it) => {
                names_in(&it.case.label, whom) || names_one(&it.case.audience, whom)
            }
            Self::Noted { about, .. } => about.as_ref().is_some_and(|it| whom.contains(it)),
            Self::Perceived { .. }
            | Self::Begun { .. }
            | Self::TurnedAway { .. }
            | Self::Recalled { .. }
            | Self::Failed { .. }
            | Self::Remarked { .. }
            | Self::Done { .. }
            | Self::Refused { .. }
            | Self::Withheld
            | Self::Ended(_)
            | Self::Lost { .. }
            | Self::Forgotten { .. }
            | Self::Typed { .. }
            | Self::Amended { .. }
            | Self::ReadInPrivate { .. } => false,
        }
    }

    /// Strikes these characters out of it, its words and all.
    fn forget(&mut self, whom: &BTreeSet<CharacterId>) {
        self.quotes().into_iter().for_each(Quote::clear);
        // The name of a tool is nobody's word, and what was done is proven by it.
        let is_other = |it: &&mut Quote| tools::named(it.text()).is_none();
        self.tool_names().into_iter().filter(is_other).for_each(Quote::clear);
        if let Self::Perceived { who, .. }
        | Self::Begun { who, .. }
        | Self::TurnedAway { who, .. }
        | Self::Typed { who, .. } = self
            && who.as_ref().is_some_and(|it| whom.contains(&it.id))
        {
            *who = None;
        }
        if let Self::Noted { about, .. } = self
            && about.as_ref().is_some_and(|it| whom.contains(it))
        {
            *about = None;
        }
        match self {
            Self::Asked(it) => {
                strike(&mut it.ears, whom);
                it.segments.iter_mut().for_each(|of| strike_label(&mut of.label, whom));
            }
            Self::Replied(it) => {
                it.ears.iter_mut().for_each(|ears| strike(ears, whom));
                it.segments.iter_mut().for_each(|of| strike_label(&mut of.label, whom));
            }
            Self::Judged(it) => {
                strike(&mut it.case.audience, whom);
                strike_label(&mut it.case.label, whom);
            }
            Self::Perceived { .. }
            | Self::Begun { .. }
            | Self::TurnedAway { .. }
            | Self::Recalled { .. }
            | Self::Failed { .. }
            | Self::Remarked { .. }
            | Self::Done { .. }
            | Self::Refused { .. }
            | Self::Noted { .. }
            | Self::Withheld
            | Self::Ended(_)
            | Self::Lost { .. }
            | Self::Forgotten { .. }
            | Self::Typed { .. }
            | Self::Amended { .. }
            | Self::ReadInPrivate { .. } => {}
        }
    }
}

impl RecordEntry {
    /// Whether it holds words of these characters, or such as few besides them may read, or names
    /// them. What many had a hand in may be theirs, too.
    #[must_use]
    pub fn concerns(&self, whom: &BTreeSet<CharacterId>) -> bool {
        self.what.party().is_some_and(|it| whom.contains(&it.id))
            || self.what.names_another(whom)
            || names_one(&self.readers, whom)
            || self.origins.are_many()
            || self.origins.iter().any(|it| whom.contains(it))
    }

    /// Forgets these characters: where it concerns them nothing but its frame stays. Whether it
    /// changed.
    pub fn forget(&mut self, whom: &BTreeSet<CharacterId>) -> bool {
        if !self.concerns(whom) {
            return false;
        }
        let before = self.clone();
        self.what.forget(whom);
        strike(&mut self.readers, whom);
        strike_origins(&mut self.origins, whom);
        self.place = None;
        *self != before
    }
}

fn names_one(readers: &Readers, whom: &BTreeSet<CharacterId>) -> bool {
    match readers {
        Readers::Everyone => false,
        Readers::Only(ids) => ids.iter().any(|it| whom.contains(it)),
    }
}

fn strike(readers: &mut Readers, whom: &BTreeSet<CharacterId>) {
    match readers {
        Readers::Everyone => {}
        Readers::Only(ids) => ids.retain(|it| !whom.contains(it)),
    }
}

fn names_in(label: &Label, whom: &BTreeSet<CharacterId>) -> bool {
    label.named().any(|it| whom.contains(it))
}

fn strike_label(label: &mut Label, whom: &BTreeSet<CharacterId>) {
    strike(&mut label.readers, whom);
    strike_origins(&mut label.origins, whom);
}

fn strike_origins(origins: &mut Origins, whom: &BTreeSet<CharacterId>) {
    if !origins.are_many() {
        let others = origins.iter().filter(|it| !whom.contains(*it)).cloned();
        *origins = Origins::from(others.collect::<BTreeSet<_>>());
    }
}
