//! Lookup of characters by entity, id or name.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use engine::{
    id::{AccountId, CharacterId},
    index::Index,
    label::Label,
};
use text::styled::list_or;

use crate::{
    act::{permission::Role, refusal::Refusal},
    beings::{
        character::{Character, Rights, Speaker, SpeakerKind, Who},
        ignores::{self, Ignorable, Ignores},
        name::Name,
        name_index::NameIndex,
        network_origin::NetworkOrigin,
        roster::Roster,
        settings::Settings,
        sleepers::Sleepers,
    },
};

/// Maximum number of names listed when a prefix is ambiguous.
const MOST_NAMED: usize = 6;

/// Query data of a character's identity.
pub(crate) type WhoData = (
    &'static Character,
    &'static Name,
    &'static Speaker,
    &'static Rights,
    Option<&'static Roster>,
    Option<&'static Settings>,
    Option<&'static NetworkOrigin>,
);

/// System parameter for read access to characters.
#[derive(bevy_ecs::system::SystemParam)]
pub struct People<'w, 's> {
    people: Query<'w, 's, WhoData>,
    names: Res<'w, NameIndex>,
    sleepers: Res<'w, Sleepers>,
}

impl People<'_, '_> {
    /// Returns a snapshot of the character's identity.
    #[must_use]
    pub fn who(&self, entity: Entity) -> Option<Who> {
        let (id, name, speaker, rights, roster, settings, household) =
            self.people.get(entity).ok()?;
        Some(Who {
            id: id.0.clone(),
            name: name.0.clone(),
            kind: speaker.0,
            role: rights.0,
            account: roster.map(|it| it.account.clone()),
            outside: may_go_outside(speaker.0, settings),
            household: household.map(|it| it.0),
        })
    }

    /// Returns a character as ignore lists know it; `awake` is its entity if it is logged in.
    #[must_use]
    pub fn ignorable<'a>(&'a self, id: &'a CharacterId, awake: Option<Entity>) -> Ignorable<'a> {
        match awake.and_then(|it| self.people.get(it).ok()) {
            Some((_, _, _, rights, roster, ..)) => {
                Ignorable { id, account: roster.map(|it| &it.account), role: rights.0 }
            }
            None => self.sleepers.ignorable(id),
        }
    }

    /// Returns whether the entity is a character.
    #[must_use]
    pub fn is_person(&self, entity: Entity) -> bool {
        self.people.contains(entity)
    }

    /// Returns the kind of speaker that controls the character.
    #[must_use]
    pub fn kind(&self, entity: Entity) -> Option<SpeakerKind> {
        self.people.get(entity).ok().map(|(_, _, speaker, ..)| speaker.0)
    }

    /// Returns whether the entity is an NPC played by the server.
    #[must_use]
    pub fn is_assistant(&self, entity: Entity) -> bool {
        self.kind(entity) == Some(SpeakerKind::Assistant)
    }

    /// Returns the character's id and name by reference.
    #[must_use]
    pub fn id_and_name(&self, entity: Entity) -> Option<(&CharacterId, &str)> {
        self.people.get(entity).ok().map(|(id, name, ..)| (&id.0, &*name.0))
    }

    /// Returns the account of the character's player; none for guests and NPCs.
    #[must_use]
    pub fn account(&self, entity: Entity) -> Option<&AccountId> {
        self.people.get(entity).ok().and_then(|(.., roster, _, _)| roster).map(|it| &it.account)
    }

    /// Returns the character's name.
    #[must_use]
    pub fn name(&self, entity: Entity) -> Option<&Arc<str>> {
        self.people.get(entity).ok().map(|(_, name, ..)| &name.0)
    }
}

/// Returns a snapshot of a character's identity; none if the entity is no character.
#[must_use]
pub fn who(world: &World, entity: Entity) -> Option<Who> {
    let being = world.get_entity(entity).ok()?;
    Some(Who {
        id: being.get::<Character>()?.0.clone(),
        name: being.get::<Name>()?.0.clone(),
        kind: being.get::<Speaker>()?.0,
        role: being.get::<Rights>()?.0,
        account: being.get::<Roster>().map(|it| it.account.clone()),
        outside: may_go_outside(being.get::<Speaker>()?.0, being.get::<Settings>()),
        household: being.get::<NetworkOrigin>().map(|it| it.0),
    })
}

/// Returns whether models outside this machine may read what a character says: true for NPCs, and
/// for players who allowed it.
#[must_use]
pub(crate) fn may_go_outside(kind: SpeakerKind, settings: Option<&Settings>) -> bool {
    kind == SpeakerKind::Assistant || settings.is_some_and(|it| it.models == Some(true))
}

/// Returns the id of the character in the world with exactly this id or name, ignoring case.
#[must_use]
pub fn called(world: &World, name: &str) -> Option<CharacterId> {
    let (index, names) = (world.resource::<Index<CharacterId>>(), world.resource::<NameIndex>());
    let found = exactly(&name.to_lowercase(), index, names)?;
    world.get::<Character>(found).map(|it| it.0.clone())
}

/// Returns the id of the character with exactly this id or name, logged in or not, ignoring case.
#[must_use]
pub fn known(world: &World, name: &str) -> Option<CharacterId> {
    let sleepers = world.resource::<Sleepers>();
    let by_name = || sleepers.called(name).map(|(id, _)| id.clone());
    let by_id =
        || CharacterId::new(&name.to_lowercase()).ok().filter(|id| sleepers.get(id).is_some());
    called(world, name).or_else(by_name).or_else(by_id)
}

/// Returns whether NPCs may pass on rumours about a character, logged in or not; true if it is
/// unknown.
#[must_use]
pub fn is_talked_of(world: &World, whom: &CharacterId) -> bool {
    let awake = world.resource::<Index<CharacterId>>().get(whom);
    let settings = awake.and_then(|it| world.get::<Settings>(it));
    let asleep = || world.resource::<Sleepers>().get(whom).map(|it| &it.settings);
    settings.or_else(asleep).is_none_or(|it| it.rumours)
}

/// Returns the name of a character, logged in or not; none if it is unknown.
#[must_use]
pub fn name_of(world: &World, whom: &CharacterId) -> Option<String> {
    let awake = world.resource::<Index<CharacterId>>().get(whom);
    let name = awake.and_then(|it| world.get::<Name>(it)).map(|it| it.0.to_string());
    name.or_else(|| world.resource::<Sleepers>().get(whom).map(|it| it.name.clone()))
}

/// Returns whether a reader in the world ignores a character, logged in or not.
#[must_use]
pub fn ignores(world: &World, reader: Entity, whom: &CharacterId) -> bool {
    let Some(list) = world.get::<Ignores>(reader) else { return false };
    if world.get::<Character>(reader).is_some_and(|it| it.0 == *whom) {
        return false;
    }
    let mine = world.get::<Rights>(reader).map_or(Role::Guest, |it| it.0);
    let awake = world.resource::<Index<CharacterId>>().get(whom).and_then(|it| who(world, it));
    let whom = match &awake {
        Some(it) => Ignorable { id: &it.id, account: it.account.as_ref(), role: it.role },
        None => world.resource::<Sleepers>().ignorable(whom),
    };
    ignores::ignores(&list.0, mine, whom)
}

/// Returns whether something with this label is left out for a reader in the world, because it comes
/// from somebody whom they ignore. Of many origins anybody may be one.
#[must_use]
pub fn leaves_out(world: &World, reader: Entity, label: &Label) -> bool {
    if world.get::<Ignores>(reader).is_none_or(|it| it.0.is_empty()) {
        return false;
    }
    label.origins.are_many() || label.origins.iter().any(|it| ignores(world, reader, it))
}

/// Finds the character with exactly this id or name, given in lower case.
fn exactly(wanted: &str, index: &Index<CharacterId>, names: &NameIndex) -> Option<Entity> {
    let by_id = CharacterId::new(wanted).ok().and_then(|id| index.get(&id));
    by_id.or_else(|| names.called(wanted))
}

/// Returns whether an entity is an NPC played by the server.
#[must_use]
pub fn is_assistant(world: &World, entity: Entity) -> bool {
    who(world, entity).is_some_and(|who| who.kind == SpeakerKind::Assistant)
}

/// Finds a character anywhere in the world by id, full name or unambiguous name prefix.
///
/// # Errors
/// [`Refusal::Nobody`] or [`Refusal::Which`].
pub fn anybody(name: &str, index: &Index<CharacterId>, people: &People) -> Result<Entity, Refusal> {
    let wanted = name.to_lowercase();
    if let Some(it) = exactly(&wanted, index, &people.names) {
        return Ok(it);
    }
    let starting: Vec<Entity> = people.names.beginning(&wanted).take(MOST_NAMED).collect();
    match starting.as_slice() {
        [one] => Ok(*one),
        [] => Err(Refusal::Nobody { name: name.to_owned(), place: "awake just now" }),
        several => {
            let names: Vec<_> = several.iter().filter_map(|it| people.name(*it)).collect();
            let options = list_or(&names);
            Err(Refusal::Which { noun: name.to_owned(), options })
        }
    }
}
