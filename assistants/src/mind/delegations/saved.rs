//! Saved delegations: one row for each mind. What guests asked for is gone with them.

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::{AccountId, ChannelId, CharacterId},
    label::{Label, Readers},
    save::{
        dirty::Dirty,
        document::{self, Changed, DocumentKind, SavedRow, Unreadable, Written},
    },
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};
use world::{
    act::due,
    beings::{
        character::{Character, CharacterRef},
        forgetting::{AddForgetter, Forgotten, Gone},
    },
    witness::fact::Source,
};

use super::{Delegation, DelegationState, Delegations, DelegationsResumed, NoAnswer};
use crate::{
    gate::budget::{Payer, PayerAccount},
    llm::scene::DelegationId,
    mind::body::{self, Mind},
    persona::delegation::DelegationMode,
};

/// Kind of the documents; their ids are those of the minds.
pub const KIND: &str = "delegations";

/// Document of a mind's delegations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum DelegationsDocument {
    V1(DelegationsV1),
}

/// Version 1 of the delegations of a mind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct DelegationsV1 {
    /// Number of the last delegation.
    last: u64,
    all: Vec<DelegationV1>,
}

/// Version 1 of a delegation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct DelegationV1 {
    id: DelegationId,
    state: DelegationState,
    helper: CharacterRef,
    asker: CharacterRef,
    task: String,
    mode: DelegationMode,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    handed: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    why: Option<NoAnswer>,
    label: Label,
    hearers: Readers,
    /// Payer: an account, a character without one, or nobody for the staff.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    account: Option<AccountId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    character: Option<CharacterId>,
    tools: Vec<String>,
    source: Source,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    channel: Option<ChannelId>,
    since: WorldTime,
    #[serde(default)]
    tries: u8,
}

impl DelegationV1 {
    /// Returns the form to be saved; none for what a guest asked for.
    fn of(it: &Delegation) -> Option<Self> {
        let (account, character) = match &it.payer.account {
            None => (None, None),
            Some(PayerAccount::Account(id)) => (Some(id.clone()), None),
            Some(PayerAccount::Character(id)) => (None, Some(id.clone())),
            Some(PayerAccount::Guests(_)) => return None,
        };
        let it = it.clone();
        Some(Self {
            id: it.id,
            state: it.state,
            helper: it.helper,
            asker: it.asker,
            task: it.task,
            mode: it.mode,
            handed: it.handed,
            answer: it.answer,
            why: it.why,
            label: it.label,
            hearers: it.hearers,
            account,
            character,
            tools: it.tools,
            source: it.source,
            channel: it.channel,
            since: it.since,
            tries: it.tries,
        })
    }

    fn current(self) -> Delegation {
        let account = self.account.map(PayerAccount::Account);
        let account = account.or(self.character.map(PayerAccount::Character));
        Delegation {
            id: self.id,
            state: self.state,
            helper: self.helper,
            asker: self.asker,
            task: self.task,
            mode: self.mode,
            handed: self.handed,
            answer: self.answer,
            why: self.why,
            label: self.label,
            hearers: self.hearers,
            payer: Payer { account, household: None, share: None },
            tools: self.tools,
            source: self.source,
            channel: self.channel,
            conversation: None,
            since: self.since,
            tries: self.tries,
        }
    }
}

pub(in crate::mind) fn plugin(sim: &mut Simulation) {
    sim.add_forgetter(forget);
    sim.add_document(DocumentKind { name: KIND, newest: None, collect, restore });
}

/// Marks the delegations of a mind as changed.
pub fn touch(world: &mut World, mind: Entity) {
    let Some(id) = world.get::<Character>(mind).map(|it| it.0.to_string()) else { return };
    world.resource_mut::<Dirty>().touch_document(KIND, &id);
}

fn find(world: &World, id: &str) -> Option<Entity> {
    body::find(world, &CharacterId::new(id).ok()?)
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(id) = changed else { return None };
    let delegations = world.get::<Delegations>(find(world, id)?)?;
    let gone = world.resource::<Gone>();
    let left = delegations.iter().filter(|it| !gone.iter().any(|whom| it.names(whom)));
    let all: Vec<DelegationV1> = left.filter_map(DelegationV1::of).collect();
    let named = all.iter().flat_map(|delegation| {
        delegation
            .label
            .all_named()
            .chain([&delegation.asker.id, &delegation.helper.id])
            .cloned()
            .collect::<Vec<_>>()
    });
    let named = named.filter(|it| it.as_str() != id).collect();
    let saved = DelegationsDocument::V1(DelegationsV1 { last: delegations.next, all });
    let row = document::row(KIND, id, id, &saved);
    Some(row.map(|row| row.mentioning(named)))
}

fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    for row in saved {
        let DelegationsDocument::V1(DelegationsV1 { last, all }) = document::read(KIND, row)?;
        let Some(mind) = find(world, &row.id) else { continue };
        let all = all.into_iter().map(DelegationV1::current).collect();
        let delegations = Delegations::restored(last, all);
        let is_open = delegations.iter().next().is_some();
        world.entity_mut(mind).insert(delegations);
        if is_open {
            due::enter(world, WorldTime::default(), DelegationsResumed { mind });
        }
    }
    Ok(())
}

fn forget(world: &mut World, whom: &Forgotten) {
    let mut minds = world.query_filtered::<Entity, With<Mind>>();
    let minds: Vec<Entity> = minds.iter(world).collect();
    for mind in minds {
        let Some(mut delegations) = world.get_mut::<Delegations>(mind) else { continue };
        if delegations.drop_where(|it| whom.characters.iter().any(|id| it.names(id))) {
            touch(world, mind);
        }
    }
}
