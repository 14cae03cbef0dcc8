//! What a mind saw people do: who came and went, gave, bought, or had a door opened.
//!
//! It is what stands in public rooms only, it is bounded, and it does not last over a restart; when
//! people came in lasts as long as they are known.

use std::{borrow::Cow, collections::VecDeque, sync::Arc, time::Duration};

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::CharacterId,
    label::{Label, Readers},
};
use serde::{Deserialize, Serialize};
use text::parse::Direction;

/// Most deeds that a mind keeps; the oldest goes first.
pub const SEEN: usize = 32;

/// What somebody was seen to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeenKind {
    /// They came in.
    Came,
    /// They left.
    Left,
    /// They gave somebody something.
    Gave,
    /// They traded.
    Traded,
    /// They had a door opened.
    Opened,
    /// They shouted.
    Shouted,
    /// They were unkind to somebody.
    Quarrelled,
}

impl SeenKind {
    /// Whether it is told of: who comes and goes is not.
    #[must_use]
    pub fn goes_round(self) -> bool {
        match self {
            Self::Came | Self::Left => false,
            Self::Gave | Self::Traded | Self::Opened | Self::Shouted | Self::Quarrelled => true,
        }
    }
}

/// A door that somebody had opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenDoor {
    pub name: String,
    /// Which way it leads from where the mind stood.
    pub way: Direction,
    /// Until when it stands open for them.
    pub until: WorldTime,
}

/// A deed that a mind saw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenDeed {
    pub who: CharacterId,
    /// What they were called then.
    pub name: Arc<str>,
    pub kind: SeenKind,
    /// What they did, to stand behind the name: "had me open the old gate".
    pub did: String,
    pub at: WorldTime,
    /// Where it came from.
    pub label: Label,
    /// Which way they left on foot.
    pub left: Option<Direction>,
    /// The door that they had opened.
    pub door: Option<OpenDoor>,
}

impl SeenDeed {
    /// In words, without the full stop: "Bob came in, a few minutes ago".
    #[must_use]
    pub fn in_words(&self, now: WorldTime) -> String {
        format!("{} {}, {}", self.name, self.did, ago(now.since(self.at)))
    }
}

/// The deeds that a mind saw, oldest first; at most [`SEEN`].
#[derive(Component, Debug, Clone, Default, PartialEq, Eq)]
pub struct SeenDeeds(VecDeque<SeenDeed>);

impl SeenDeeds {
    /// Keeps a deed. What was not done before everybody is not kept, and of the comings and goings
    /// of one person the last of each kind is enough.
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

    /// All, the newest first.
    pub fn newest(&self) -> impl Iterator<Item = &SeenDeed> {
        self.0.iter().rev()
    }

    /// The last that somebody did.
    #[must_use]
    pub fn last_of(&self, whom: &CharacterId) -> Option<&SeenDeed> {
        self.newest().find(|it| it.who == *whom)
    }

    /// Forgets what one of these did or had a hand in.
    pub fn drop_from(&mut self, is_one: impl Fn(&CharacterId) -> bool) {
        self.0.retain(|it| !is_one(&it.who) && !it.label.all_named().any(&is_one));
    }
}

/// How long ago something was, as people say it.
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
