//! Provenance labels of values: integrity, permitted readers, origins, and the number of assistants
//! passed.
//!
//! Every utterance, name, description and memory carries a [`Label`]. A join of two labels is never
//! more trusted or more public than either, so provenance survives any number of memories and
//! retellings.

use std::{collections::BTreeSet, fmt};

use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

use crate::id::CharacterId;

/// Trust level of a value, from lowest to highest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Integrity {
    /// Guests, anonymous emits and anything from outside the server.
    Foreign,
    /// A registered player, or an assistant repeating one.
    Player,
    /// A player with extra rights granted by staff.
    Granted,
    /// The builder who wrote the character.
    #[serde(alias = "Owner")]
    Author,
    /// Staff, and the authored world.
    Staff,
    /// Facts the engine itself computed.
    Engine,
}

/// Permitted readers of a value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Readers {
    /// Every character: the value is public.
    Everyone,
    /// Only these characters.
    Only(BTreeSet<CharacterId>),
}

impl Readers {
    /// Returns whether `id` is a permitted reader.
    #[must_use]
    pub fn admit(&self, id: &CharacterId) -> bool {
        match self {
            Self::Everyone => true,
            Self::Only(ids) => ids.contains(id),
        }
    }

    /// Returns whether everyone in `audience` is a permitted reader.
    #[must_use]
    pub fn admit_all(&self, audience: &Readers) -> bool {
        match (self, audience) {
            (Self::Everyone, _) => true,
            (Self::Only(_), Self::Everyone) => false,
            (Self::Only(ids), Self::Only(audience)) => audience.is_subset(ids),
        }
    }

    /// Returns the intersection: the permitted readers of both values.
    #[must_use]
    pub fn meet(&self, other: &Readers) -> Readers {
        match (self, other) {
            (Self::Everyone, readers) | (readers, Self::Everyone) => readers.clone(),
            (Self::Only(a), Self::Only(b)) => Self::Only(a.intersection(b).cloned().collect()),
        }
    }
}

impl fmt::Display for Readers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Everyone => f.write_str("everyone"),
            Self::Only(ids) => {
                let ids: Vec<&str> = ids.iter().map(CharacterId::as_str).collect();
                f.write_str(&text::styled::list(&ids))
            }
        }
    }
}

/// Maximum number of characters that a label names as origins; beyond it the origins are
/// [`Origins::Many`].
pub const MOST_ORIGINS: usize = 8;

/// Origins of a value: the contributing characters, sorted and without duplicates, or a marker for
/// more than [`MOST_ORIGINS`]. The list is optimised for one, the usual case, because every typed
/// line gets a label.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "SavedOrigins", into = "SavedOrigins")]
pub enum Origins {
    /// At most [`MOST_ORIGINS`] characters, sorted.
    Few(SmallVec<[CharacterId; 1]>),
    /// More than [`MOST_ORIGINS`] characters, none of them recorded. The integrity of such a value
    /// is [`Integrity::Foreign`].
    Many,
}

impl Default for Origins {
    fn default() -> Self {
        Self::Few(SmallVec::new())
    }
}

impl Origins {
    /// Iterates over the characters, in order; none for [`Origins::Many`].
    pub fn iter(&self) -> std::slice::Iter<'_, CharacterId> {
        match self {
            Self::Few(ids) => ids.iter(),
            Self::Many => [].iter(),
        }
    }

    /// Returns whether the origins are too many to be listed.
    #[must_use]
    pub fn are_many(&self) -> bool {
        *self == Self::Many
    }

    /// Returns whether `id` is a listed origin.
    #[must_use]
    pub fn contains(&self, id: &CharacterId) -> bool {
        match self {
            Self::Few(ids) => ids.binary_search(id).is_ok(),
            Self::Many => false,
        }
    }

    /// Adds a character.
    pub fn insert(&mut self, id: CharacterId) {
        let Self::Few(ids) = self else { return };
        match ids.binary_search(&id) {
            Ok(_) => {}
            Err(_) if ids.len() == MOST_ORIGINS => *self = Self::Many,
            Err(at) => ids.insert(at, id),
        }
    }

    /// Adds the origins of another value.
    pub fn absorb(&mut self, other: &Origins) {
        if other.are_many() {
            *self = Self::Many;
        }
        for it in other.iter() {
            if !self.contains(it) {
                self.insert(it.clone());
            }
        }
    }
}

impl From<CharacterId> for Origins {
    fn from(one: CharacterId) -> Self {
        Self::Few(smallvec![one])
    }
}

impl From<BTreeSet<CharacterId>> for Origins {
    fn from(ids: BTreeSet<CharacterId>) -> Self {
        if ids.len() > MOST_ORIGINS { Self::Many } else { Self::Few(ids.into_iter().collect()) }
    }
}

/// Serialised form of origins: a list of ids, or the word `many`.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum SavedOrigins {
    Few(BTreeSet<CharacterId>),
    Many(ManyWord),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ManyWord {
    Many,
}

impl From<SavedOrigins> for Origins {
    fn from(saved: SavedOrigins) -> Self {
        match saved {
            SavedOrigins::Few(ids) => ids.into(),
            SavedOrigins::Many(ManyWord::Many) => Self::Many,
        }
    }
}

impl From<Origins> for SavedOrigins {
    fn from(origins: Origins) -> Self {
        match origins {
            Origins::Few(ids) => Self::Few(ids.into_iter().collect()),
            Origins::Many => Self::Many(ManyWord::Many),
        }
    }
}

/// The provenance of one value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// Trust level of the value.
    pub integrity: Integrity,
    /// Permitted readers of the value.
    pub readers: Readers,
    /// Characters who contributed to the value; empty for the engine's own facts.
    pub origins: Origins,
    /// Number of assistant turns between a person or the world as the cause and this value.
    pub hops: u8,
    /// True if the value may be sent to a model provider outside this machine: only if everybody
    /// who contributed to it has agreed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub outside: bool,
}

impl Label {
    /// Returns the label of a fact that the engine computed: public, without origins.
    #[must_use]
    pub fn engine() -> Self {
        Self {
            integrity: Integrity::Engine,
            readers: Readers::Everyone,
            origins: Origins::default(),
            hops: 0,
            outside: true,
        }
    }

    /// Returns the label of the authored world: public, with the integrity of staff.
    #[must_use]
    pub fn authored() -> Self {
        Self { integrity: Integrity::Staff, ..Self::engine() }
    }

    /// Returns the label of a text by `author`, public until the caller restricts it. A model
    /// outside this machine may read it only for [`Integrity::Author`]; for others the caller sets
    /// [`Label::outside`] if they agreed.
    #[must_use]
    pub fn by(author: CharacterId, integrity: Integrity) -> Self {
        let outside = integrity == Integrity::Author;
        Self { integrity, origins: author.into(), outside, ..Self::engine() }
    }

    /// Returns the same label, with the readers restricted to `readers` as well.
    #[must_use]
    pub fn kept_to(mut self, readers: &Readers) -> Self {
        self.readers = self.readers.meet(readers);
        self
    }

    /// Returns whether `id` is a listed origin or one of the listed readers.
    #[must_use]
    pub fn names(&self, id: &CharacterId) -> bool {
        let few = match &self.readers {
            Readers::Everyone => false,
            Readers::Only(ids) => ids.contains(id),
        };
        few || self.origins.contains(id)
    }

    /// Returns whether `id` is the only origin.
    #[must_use]
    pub fn is_of(&self, id: &CharacterId) -> bool {
        let mut origins = self.origins.iter();
        origins.next() == Some(id) && origins.next().is_none()
    }

    /// Iterates over all characters for whom [`Label::names`] is true, some of them twice.
    pub fn all_named(&self) -> impl Iterator<Item = &CharacterId> {
        let few = match &self.readers {
            Readers::Everyone => None,
            Readers::Only(ids) => Some(ids),
        };
        self.origins.iter().chain(few.into_iter().flatten())
    }

    /// Returns the label of a value made from both values: never more trusted and never more public
    /// than either. Origins beyond [`MOST_ORIGINS`] lower the integrity to [`Integrity::Foreign`].
    #[must_use]
    pub fn join(&self, other: &Label) -> Label {
        let mut both = self.clone();
        both.absorb(other);
        both
    }

    /// Joins another label into this one, as [`Label::join`] does, without a copy of this one.
    pub fn absorb(&mut self, other: &Label) {
        self.origins.absorb(&other.origins);
        self.integrity = self.integrity.min(other.integrity);
        if self.origins.are_many() {
            self.integrity = Integrity::Foreign;
        }
        if other.readers != Readers::Everyone && self.readers != other.readers {
            self.readers = self.readers.meet(&other.readers);
        }
        self.hops = self.hops.max(other.hops);
        self.outside = self.outside && other.outside;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn id(n: u8) -> CharacterId {
        CharacterId::new(&format!("c{n}")).unwrap()
    }

    fn ids() -> impl Strategy<Value = BTreeSet<CharacterId>> {
        proptest::collection::btree_set((0u8..20).prop_map(id), 0..8)
    }

    fn label() -> impl Strategy<Value = Label> {
        let integrity = prop_oneof![
            Just(Integrity::Foreign),
            Just(Integrity::Player),
            Just(Integrity::Author),
            Just(Integrity::Engine)
        ];
        let readers = prop_oneof![Just(Readers::Everyone), ids().prop_map(Readers::Only)];
        (integrity, readers, ids(), 0u8..6, any::<bool>()).prop_map(
            |(integrity, readers, origins, hops, outside)| Label {
                integrity,
                readers,
                origins: origins.into(),
                hops,
                outside,
            },
        )
    }

    proptest! {
        #[test]
        fn a_join_only_gets_stricter(a in label(), b in label()) {
            let both = a.join(&b);
            prop_assert!(both.integrity <= a.integrity && both.integrity <= b.integrity);
            prop_assert!(a.readers.admit_all(&both.readers) && b.readers.admit_all(&both.readers));
            let mut all = a.origins.iter().chain(b.origins.iter());
            prop_assert!(both.origins.are_many() || all.all(|it| both.origins.contains(it)));
            prop_assert!(both.origins.iter().is_sorted_by(|a, b| a < b), "each once");
            prop_assert!(both.origins.iter().count() <= MOST_ORIGINS);
            prop_assert!(!both.origins.are_many() || both.integrity == Integrity::Foreign);
            prop_assert!(both.hops >= a.hops && both.hops >= b.hops);
            prop_assert!(!both.outside || a.outside && b.outside);
            prop_assert_eq!(&both, &b.join(&a));
            prop_assert_eq!(&a.join(&a), &a);
        }
    }

    #[test]
    fn a_ninth_origin_makes_them_many_and_is_worth_a_guests_word() {
        let by = |n| Label::by(id(n), Integrity::Staff);
        let eight = (1..8).fold(by(0), |all, n| all.join(&by(n)));
        assert_eq!((eight.origins.iter().count(), eight.integrity), (8, Integrity::Staff));
        let many = eight.join(&by(8));
        assert!(many.origins.are_many() && many.origins.iter().next().is_none());
        assert_eq!(many.integrity, Integrity::Foreign);
        assert_eq!(many.join(&by(0)).origins, Origins::Many);
        // [`Origins::Many`] survives serialisation, and labels of older files can still be read.
        let text = serde_json::to_string(&many).unwrap();
        assert!(text.contains(r#""origins":"many""#), "{text}");
        assert_eq!(serde_json::from_str::<Label>(&text).unwrap(), many);
        let old = r#"{"integrity":"Owner","readers":"Everyone","origins":["c1"],"hops":0}"#;
        let old: Label = serde_json::from_str(old).unwrap();
        let author = Label::by(id(1), Integrity::Author);
        assert_eq!(old, Label { outside: false, ..author }, "nobody was asked then");
    }
}
