//! Deletion of a character from entries: only the frame of an entry that concerns it remains.

use std::collections::BTreeSet;

use engine::{
    foreign::ForeignText,
    id::CharacterId,
    label::{Label, Origins, Readers},
};
use world::beings::character::CharacterRef;

use super::{RecordEntry, Recorded, RecordedCall};
use crate::{record::question::QuestionSegment, tools};

impl Recorded {
    /// Returns whether one of these characters is named outside of the words, apart from the
    /// speaker or actor.
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
            Self::Delegation(it) => {
                it.helper.as_ref().is_some_and(|helper| whom.contains(&helper.id))
            }
            Self::Perceived { .. }
            | Self::Begun { .. }
            | Self::TurnedAway { .. }
            | Self::Recalled { .. }
            | Self::Read(_)
            | Self::Failed { .. }
            | Self::Remarked { .. }
            | Self::Done { .. }
            | Self::Refused { .. }
            | Self::Learnt { .. }
            | Self::Withheld
            | Self::Served(_)
            | Self::Action(_)
            | Self::Goal(_)
            | Self::Ended(_)
            | Self::Lost { .. }
            | Self::Forgotten { .. }
            | Self::Typed { .. }
            | Self::Amended { .. }
            | Self::Changed(_)
            | Self::ReadInPrivate { .. } => false,
        }
    }

    /// Removes these characters from the event, and all words in it.
    fn forget(&mut self, whom: &BTreeSet<CharacterId>) {
        if let Self::Asked(it) = self {
            // Whoever guesses the words could still see by it that they did.
            it.hash.clear();
        }
        let ForgettableParts { who, about, quotes, tools, readers, labels } = self.parts();
        quotes.into_iter().for_each(ForeignText::clear);
        // The name of an existing tool is nobody's words, and the proof needs it.
        let is_other = |it: &&mut ForeignText| tools::find(it.text()).is_none();
        tools.into_iter().filter(is_other).for_each(ForeignText::clear);
        for who in who {
            who.take_if(|it| whom.contains(&it.id));
        }
        if let Some(about) = about {
            about.take_if(|it| whom.contains(it));
        }
        readers.into_iter().for_each(|it| strike(it, whom));
        labels.into_iter().for_each(|it| strike_label(it, whom));
    }

    fn parts(&mut self) -> ForgettableParts<'_> {
        let mut parts = ForgettableParts::default();
        match self {
            Self::Perceived { who, words, .. }
            | Self::Begun { who, words, .. }
            | Self::Typed { who, raw: words }
            | Self::Learnt { from: who, words, .. } => {
                parts.who.push(who);
                parts.quotes.push(words);
            }
            Self::TurnedAway { who, .. } => parts.who.push(who),
            Self::Changed(it) => parts.who.extend(it.by_mut()),
            Self::Recalled { query, notes } => {
                parts.quotes.extend(query);
                parts.quotes.extend(notes.iter_mut().map(|it| &mut it.words));
            }
            Self::Asked(it) => {
                parts.readers.push(&mut it.ears);
                parts.labels.extend(it.segments.iter_mut().map(|of| &mut of.label));
            }
            Self::Replied(it) => {
                parts.quotes.extend(&mut it.text);
                it.calls.iter_mut().for_each(|call| parts.take_call(call));
                parts.readers.extend(&mut it.ears);
                parts.labels.extend(it.segments.iter_mut().map(|of| &mut of.label));
            }
            Self::Judged(it) => {
                parts.readers.push(&mut it.case.audience);
                parts.labels.push(&mut it.case.label);
            }
            Self::Remarked { note } => parts.quotes.push(note),
            Self::Read(it) => parts.quotes.extend(it.told.as_mut().map(|(_, value)| value)),
            // A call that was carried out is one of an existing tool, also of a service.
            Self::Done { result: words, .. } => parts.quotes.push(words),
            Self::Refused { tool, why: words, .. } => {
                parts.tools.push(tool);
                parts.quotes.push(words);
            }
            Self::Noted { about, words, .. } => {
                parts.about = Some(about);
                parts.quotes.push(words);
            }
            Self::Goal(it) => {
                parts.who.push(&mut it.by);
                parts.quotes.push(&mut it.text);
            }
            Self::Delegation(it) => {
                parts.who.extend([&mut it.helper, &mut it.asker]);
                parts.quotes.push(&mut it.words);
            }
            Self::Served(it) => parts.quotes.extend(it.words_mut()),
            Self::Action(it) => parts.quotes.extend(it.steps.iter_mut().map(|(text, _)| text)),
            Self::Failed { .. }
            | Self::Withheld
            | Self::Ended(_)
            | Self::Lost { .. }
            | Self::Forgotten { .. }
            | Self::Amended { .. }
            | Self::ReadInPrivate { .. } => {}
        }
        parts
    }
}

/// Parts of an entry that may have to be deleted with a character.
#[derive(Default)]
struct ForgettableParts<'a> {
    who: Vec<&'a mut Option<CharacterRef>>,
    about: Option<&'a mut Option<CharacterId>>,
    /// All words of others but the names of tools.
    quotes: Vec<&'a mut ForeignText>,
    /// Names of tools, as they were written.
    tools: Vec<&'a mut ForeignText>,
    readers: Vec<&'a mut Readers>,
    labels: Vec<&'a mut Label>,
}

impl<'a> ForgettableParts<'a> {
    fn take_call(&mut self, RecordedCall { tool, arguments, malformed }: &'a mut RecordedCall) {
        self.tools.push(tool);
        self.quotes.extend(malformed);
        self.quotes.extend(arguments.iter_mut().flat_map(|(name, value)| [name, value]));
    }
}

impl RecordEntry {
    /// Returns whether the entry has words of these characters, is readable by few including one of
    /// them, or names one. An entry with many origins is included, because one may be among them.
    #[must_use]
    pub fn concerns(&self, whom: &BTreeSet<CharacterId>) -> bool {
        self.what.party().is_some_and(|it| whom.contains(&it.id))
            || self.what.names_another(whom)
            || names_one(&self.readers, whom)
            || self.origins.are_many()
            || self.origins.iter().any(|it| whom.contains(it))
    }

    /// Deletes these characters from the entry: if it concerns them, only its frame remains.
    /// Returns whether it changed.
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
    label.all_named().any(|it| whom.contains(it))
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
