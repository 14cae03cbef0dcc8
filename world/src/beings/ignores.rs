//! Ignore lists (mute, block): characters whose messages a player does not receive, and their reverse
//! index. [`ignores`] is the one rule by which they are read.
//!
//! What an ignored player sees, and what the ignoring one does not:
//!
//! | Of the ignored player | The ignored player reads | The ignoring player reads | Where |
//! |---|---|---|---|
//! | words in a room, shouts, poses, channels | what everybody reads | nothing | `hearers_who_ignore` in `witness/narrator.rs` |
//! | a whisper, a page, a letter | a refusal | nothing | `refuse_if_ignored` there, `talk/mail/command.rs` |
//! | a gift, following | a refusal | nothing | `trade/handing.rs`, `space/follow.rs` |
//! | notes on the board, inscriptions, texts in `who` and `whois` | what everybody reads | the same without them | `talk/board/command.rs`, `witness/sight/recall.rs`, `beings/who.rs`, `beings/whois.rs` |
//! | words that an NPC has from them | what everybody reads | nothing | `hearers_who_ignore`, `assistants/src/gate/ignoring.rs` |
//! | deeds: walking, opening, trading | what everybody reads | the same | |

use std::collections::{BTreeMap, BTreeSet};

use bevy_ecs::{lifecycle::HookContext, prelude::*, world::DeferredWorld};
use engine::{
    id::{AccountId, CharacterId},
    save::dirty,
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};

use crate::{
    act::permission::{self, Role},
    beings::forgetting::{AddForgetter, Forgotten},
};

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<IgnoredBy>();
    sim.add_forgetter(forget);
}

/// Removes erased characters from the ignore lists of all characters in the world.
fn forget(world: &mut World, whom: &Forgotten) {
    let index = world.resource::<IgnoredBy>();
    let named = whom.characters.iter().filter_map(|id| index.characters.get(id));
    let by: BTreeSet<Entity> = named.flatten().copied().collect();
    for it in by {
        let Some(mut ignores) = world.get::<Ignores>(it).cloned() else { continue };
        ignores.0.retain(|id, _| !whom.characters.contains(id));
        world.entity_mut(it).insert(ignores);
    }
}

/// Entry of an ignore list: an ignored character as known to its ignorer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "SavedIgnored")]
pub struct Ignored {
    /// Name of the ignored character when the entry was made.
    pub name: String,
    /// Account of the ignored character, so that all its characters are ignored without revealing
    /// which they are. None for guests and NPCs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account: Option<AccountId>,
}

/// Saved form of an entry: a bare name is read as an entry without an account.
#[derive(Deserialize)]
#[serde(untagged)]
enum SavedIgnored {
    Name(String),
    Of { name: String, account: Option<AccountId> },
}

impl From<SavedIgnored> for Ignored {
    fn from(saved: SavedIgnored) -> Self {
        match saved {
            SavedIgnored::Name(name) => Self { name, account: None },
            SavedIgnored::Of { name, account } => Self { name, account },
        }
    }
}

/// Ignore list of a character: ignored characters, each with every other character of its account.
/// If two characters of one account are listed, both must be removed to hear them again. At most
/// [`Ignores::MAX`]; the component is absent if nobody is ignored.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default)]
#[component(immutable, on_insert = enters, on_discard = hears_again)]
pub struct Ignores(pub BTreeMap<CharacterId, Ignored>);

impl Ignores {
    /// Maximum number of entries in an ignore list.
    pub const MAX: usize = 100;
}

/// Character as an ignore list knows it.
#[derive(Debug, Clone, Copy)]
pub struct Ignorable<'a> {
    pub id: &'a CharacterId,
    /// Account, if it is known.
    pub account: Option<&'a AccountId>,
    pub role: Role,
}

impl<'a> Ignorable<'a> {
    /// Returns a character whose role at present is unknown, as one that everybody may ignore.
    #[must_use]
    pub fn unknown(id: &'a CharacterId, account: Option<&'a AccountId>) -> Self {
        Self { id, account, role: Role::Guest }
    }
}

/// Returns whether a reader with this list and role ignores a character: the list contains it or another
/// of its account, and the reader may ignore it. Speech, what NPCs say by script or model, rumours, mail,
/// boards and lists all go by this. Lines are dropped by `hearers_who_ignore`, and private words refused by
/// `refuse_if_ignored`, both in `witness/narrator.rs`.
#[must_use]
pub fn ignores(list: &BTreeMap<CharacterId, Ignored>, reader: Role, whom: Ignorable<'_>) -> bool {
    let Ignorable { id, account, role } = whom;
    let by_account = || account.is_some() && list.values().any(|it| it.account.as_ref() == account);
    (list.contains_key(id) || by_account()) && permission::can_ignore(reader, role)
}

/// Reverse index of ignore lists, by ignored character and account, to find who does not receive a
/// message without checking everybody. Updated by the hooks of [`Ignores`].
#[derive(Resource, Debug, Default)]
pub struct IgnoredBy {
    characters: BTreeMap<CharacterId, BTreeSet<Entity>>,
    accounts: BTreeMap<AccountId, BTreeSet<Entity>>,
}

impl IgnoredBy {
    /// Returns the sets of entities in the world that ignore a character or its account; empty if
    /// nobody does.
    #[must_use]
    pub fn by(&self, id: &CharacterId, account: Option<&AccountId>) -> Vec<&BTreeSet<Entity>> {
        let account = account.and_then(|it| self.accounts.get(it));
        self.characters.get(id).into_iter().chain(account).collect()
    }
}

fn enters(mut world: DeferredWorld, at: HookContext) {
    let Some(Ignores(whom)) = world.get(at.entity).cloned() else { return };
    let index = &mut *world.resource_mut::<IgnoredBy>();
    for (id, ignored) in whom {
        index.characters.entry(id).or_default().insert(at.entity);
        if let Some(account) = ignored.account {
            index.accounts.entry(account).or_default().insert(at.entity);
        }
    }
    dirty::touched(world, at);
}

fn hears_again(mut world: DeferredWorld, at: HookContext) {
    let Some(Ignores(whom)) = world.get(at.entity).cloned() else { return };
    let index = &mut *world.resource_mut::<IgnoredBy>();
    for (id, ignored) in &whom {
        take_off(&mut index.characters, id, at.entity);
        if let Some(account) = &ignored.account {
            take_off(&mut index.accounts, account, at.entity);
        }
    }
}

fn take_off<Id: Ord>(index: &mut BTreeMap<Id, BTreeSet<Entity>>, id: &Id, by: Entity) {
    let Some(all) = index.get_mut(id) else { return };
    all.remove(&by);
    if all.is_empty() {
        index.remove(id);
    }
}

#[cfg(test)]
mod tests {
    use engine::index;

    use super::*;
    use crate::fixture::Fixture;

    #[test]
    fn who_ignores_somebody_is_known_from_the_moment_they_do_until_they_go() {
        let mut fixture = Fixture::town();
        let [bob, carol] =
            ["Bob", "Carol"].map(|name| fixture.enter(name, Role::Player, "town/square"));
        let world = fixture.sim.world_mut();
        let [bob, carol] = [bob, carol].map(|it| index::find(world, &it).unwrap());
        let [ann, dan] = ["ann", "dan"].map(|id| CharacterId::new(id).unwrap());
        let ignores = |ids: &[&CharacterId]| {
            let ignored = |id: &CharacterId| Ignored {
                name: id.to_string(),
                account: AccountId::new(&format!("of-{id}")).ok(),
            };
            Ignores(ids.iter().map(|id| ((*id).clone(), ignored(id))).collect())
        };
        let by = |world: &World, id: &CharacterId| {
            let other = CharacterId::new("other").unwrap();
            let account = AccountId::new(&format!("of-{id}")).unwrap();
            let index = world.resource::<IgnoredBy>();
            let of_account = index.by(&other, Some(&account));
            assert_eq!(of_account, index.by(id, None), "all characters of an account are ignored");
            of_account.first().copied().cloned().unwrap_or_default()
        };
        world.entity_mut(bob).insert(ignores(&[&ann, &dan]));
        world.entity_mut(carol).insert(ignores(&[&ann]));
        assert_eq!(by(world, &ann), BTreeSet::from([bob, carol]));
        assert_eq!(by(world, &dan), BTreeSet::from([bob]));
        world.entity_mut(bob).insert(ignores(&[&ann]));
        assert_eq!(by(world, &dan), BTreeSet::new());
        world.entity_mut(carol).remove::<Ignores>();
        assert_eq!(by(world, &ann), BTreeSet::from([bob]));
        world.despawn(bob);
        let left = world.resource::<IgnoredBy>();
        assert!(left.characters.is_empty() && left.accounts.is_empty());
    }

    #[test]
    fn whom_somebody_ignores_is_read_with_and_without_an_account() {
        let read = |saved: &str| serde_json::from_str::<Ignored>(saved).unwrap();
        let bare = Ignored { name: "Ann".to_owned(), account: None };
        assert_eq!(read(r#""Ann""#), bare);
        let known = Ignored { account: AccountId::new("a1").ok(), ..bare.clone() };
        assert_eq!(serde_json::to_string(&known).unwrap(), r#"{"name":"Ann","account":"a1"}"#);
        for ignored in [bare, known] {
            assert_eq!(read(&serde_json::to_string(&ignored).unwrap()), ignored);
        }
    }
}
