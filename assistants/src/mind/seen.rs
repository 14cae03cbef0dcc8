//! Deeds seen by a mind: arrivals, departures, gifts, trades, opened doors.
//!
//! Only public deeds are kept, in a bounded list that is not saved; arrival times are saved with
//! the acquaintance.

use std::{borrow::Cow, collections::VecDeque, sync::Arc, time::Duration};

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::CharacterId,
    label::{Label, Readers},
};
use serde::{Deserialize, Serialize};
use text::parse::Direction;

/// Maximum number of deeds kept by a mind; the oldest is dropped first.
pub const SEEN: usize = 32;

/// Kind of a deed seen by a mind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeenKind {
    /// Arrival.
    Came,
    /// Departure.
    Left,
    /// Gift to another character.
    Gave,
    /// Trade.
    Traded,
    /// Door opened on request.
    Opened,
    /// Shout.
    Shouted,
    /// Unkind words to another character.
    Quarrelled,
}

impl SeenKind {
    /// Returns whether the deed becomes a rumour; arrivals and departures do not.
    #[must_use]
    pub fn goes_round(self) -> bool {
        match self {
            Self::Came | Self::Left => false,
            Self::Gave | Self::Traded | Self::Opened | Self::Shouted | Self::Quarrelled => true,
        }
    }
}

/// Door opened for a character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenDoor {
    pub name: String,
    /// Direction of the door from the mind's room.
    pub way: Direction,
    /// Time until which the door stays open for the character.
    pub until: WorldTime,
}

/// Deed seen by a mind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenDeed {
    pub who: CharacterId,
    /// Name of the character at that time.
    pub name: Arc<str>,
    pub kind: SeenKind,
    /// Wording of the deed, to follow the name: "had me open the old gate".
    pub did: String,
    pub at: WorldTime,
    /// Provenance label.
    pub label: Label,
    /// Exit taken on foot; only for departures.
    pub left: Option<Direction>,
    /// Door that the character had opened.
    pub door: Option<OpenDoor>,
}

impl SeenDeed {
    /// Describes the deed without a full stop: "Bob came in, a few minutes ago".
    #[must_use]
    pub fn in_words(&self, now: WorldTime) -> String {
        format!("{} {}, {}", self.name, self.did, ago(now.since(self.at)))
    }
}

/// Deeds seen by a mind, oldest first; at most [`SEEN`].
#[derive(Component, Debug, Clone, Default, PartialEq, Eq)]
pub struct SeenDeeds(VecDeque<SeenDeed>);

impl SeenDeeds {
    /// Adds a deed. Deeds that are not public are ignored; of a character's arrivals and departures
    /// only the last of each is kept.
    pub fn record(&mut self, deed: SeenDeed) {
        if deed.label.readers != Readers::Everyone {
            return;
        }
        if matches!(deed.kind, SeenKind::Came | SeenKind::Left) {
            self.0.retain(|it| it.who != deed.who || it.kind != deed.kind);
        }
        if self.0.len() >= SEEN {
            self.0.pop_front();
        }
        self.0.push_back(deed);
    }

    /// Returns all deeds, newest first.
    pub fn newest(&self) -> impl Iterator<Item = &SeenDeed> {
        self.0.iter().rev()
    }

    /// Returns the last deed of a character.
    #[must_use]
    pub fn last_of(&self, whom: &CharacterId) -> Option<&SeenDeed> {
        self.newest().find(|it| it.who == *whom)
    }

    /// Removes the deeds of matching characters and those whose labels name one.
    pub fn drop_from(&mut self, is_one: impl Fn(&CharacterId) -> bool) {
        self.0.retain(|it| !is_one(&it.who) && !it.label.all_named().any(&is_one));
    }
}

/// Describes a time span before now in conversational English, such as "a few minutes ago".
#[must_use]
pub fn ago(span: Duration) -> Cow<'static, str> {
    let (minutes, days) = (span.as_secs() / 60, span.as_secs() / 86_400);
    match (minutes, days) {
        (0..2, _) => "just now".into(),
        (2..15, _) => "a few minutes ago".into(),
        (15..90, _) => "within the hour".into(),
        (90..720, _) => "some hours ago".into(),
        (_, 0) => "today".into(),
        (_, 1) => "yesterday".into(),
        (_, 2..14) => format!("{days} days ago").into(),
        (_, 14..60) => format!("{} weeks ago", days / 7).into(),
        (..) => format!("{} months ago", days / 30).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deed(who: &str, kind: SeenKind, at: u64) -> SeenDeed {
        let who = CharacterId::new(who).unwrap();
        let (name, label) = (who.as_str().into(), Label::engine());
        SeenDeed {
            who,
            name,
            kind,
            did: "came in".to_owned(),
            at: WorldTime(at),
            label,
            left: None,
            door: None,
        }
    }

    #[test]
    fn the_oldest_goes_and_nobody_fills_it_by_walking_to_and_fro() {
        let mut seen = SeenDeeds::default();
        for n in 0..100 {
            seen.record(deed("ann", SeenKind::Came, n));
            seen.record(deed("ann", SeenKind::Left, n));
        }
        assert_eq!(seen.newest().count(), 2);
        for n in 0..40 {
            seen.record(deed(&format!("guest-{n}"), SeenKind::Gave, n));
        }
        assert_eq!(seen.newest().count(), SEEN);
        assert_eq!(seen.last_of(&CharacterId::new("ann").unwrap()), None);
        let last = seen.newest().next().unwrap();
        assert_eq!(last.in_words(WorldTime(600_000)), "guest-39 came in, a few minutes ago");
    }

    #[test]
    fn what_was_not_done_before_everybody_is_not_kept() {
        let mut seen = SeenDeeds::default();
        let (ann, mut hidden) =
            (CharacterId::new("ann").unwrap(), deed("ann", SeenKind::Traded, 1));
        hidden.label = hidden.label.kept_to(&Readers::Only([ann.clone()].into()));
        seen.record(hidden);
        assert_eq!(seen.newest().count(), 0);
        seen.record(deed("ann", SeenKind::Traded, 1));
        seen.drop_from(|it| *it == ann);
        assert_eq!(seen.newest().count(), 0);
    }
}
