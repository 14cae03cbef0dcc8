//! Saved leads: a document for each, whose id is that of the mind and the lead's number.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::{AccountId, CharacterId},
    label::Label,
    save::document::{self, Changed, DocumentKind, SavedRow, Unreadable, Written},
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};
use world::{
    beings::{
        character::{Character, CharacterRef},
        forgetting::{AddForgetter, Forgotten, Gone},
    },
    witness::fact::Source,
};

use crate::{
    gate::budget::{Payer, PayerAccount},
    llm::scene::LeadKind,
    mind::{
        body::{self, Mind},
        leads::{Lead, LeadState, Leads},
        saved::{LEAD, touch_leads},
    },
};

/// Versions of the saved document of a lead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum LeadDocument {
    /// Version 1.
    V1(LeadV1),
}

/// Version 1 of a saved lead. Who is no player of an account or a character has none: what guests left
/// open is gone with them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct LeadV1 {
    kind: LeadKind,
    whom: CharacterRef,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    other: Option<CharacterRef>,
    source: Source,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    words: String,
    label: Label,
    /// Payer: an account, a character without one, or nobody for the staff.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    account: Option<AccountId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    character: Option<CharacterId>,
    since: WorldTime,
    looked: WorldTime,
    #[serde(default)]
    state: LeadState,
    #[serde(default)]
    tries: u8,
}

impl LeadV1 {
    /// Returns the form to be saved; none for what guests left open.
    fn of(lead: &Lead) -> Option<Self> {
        let Lead { kind, source, since, looked, state, tries, .. } = *lead;
        let (account, character) = match &lead.payer.account {
            None => (None, None),
            Some(PayerAccount::Account(id)) => (Some(id.clone()), None),
            Some(PayerAccount::Character(id)) => (None, Some(id.clone())),
            Some(PayerAccount::Guests(_)) => return None,
        };
        let (whom, other) = (lead.whom.clone(), lead.other.clone());
        let (words, label) = (lead.words.clone(), lead.label.clone());
        Some(Self {
            kind,
            whom,
            other,
            source,
            words,
            label,
            account,
            character,
            since,
            looked,
            state,
            tries,
        })
    }

    fn current(self, number: u64) -> Lead {
        let Self { kind, whom, other, source, words, label, since, looked, state, tries, .. } =
            self;
        let account = self.account.map(PayerAccount::Account);
        let account = account.or(self.character.map(PayerAccount::Character));
        let payer = Payer { account, household: None, share: None };
        Lead { number, kind, whom, other, source, words, label, payer, since, looked, state, tries }
    }
}

/// Adds the documents of leads.
pub(in crate::think) fn plugin(sim: &mut Simulation) {
    sim.add_forgetter(forget);
    sim.add_document(DocumentKind { name: LEAD, newest: None, collect, restore });
}

/// Parses the id of a document into the mind's entity and the lead's number.
fn parts(world: &World, id: &str) -> Option<(Entity, u64)> {
    let (mind, number) = id.split_once(' ')?;
    Some((body::find(world, &CharacterId::new(mind).ok()?)?, number.parse().ok()?))
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(id) = changed else { return None };
    let (npc, number) = parts(world, id)?;
    let lead = world.get::<Leads>(npc)?.numbered(number)?;
    if world.resource::<Gone>().iter().any(|whom| lead.names(whom)) {
        return None;
    }
    let me = &world.get::<Character>(npc)?.0;
    let named = [Some(&lead.whom), lead.other.as_ref()].into_iter().flatten().map(|it| &it.id);
    let named = named.chain(lead.label.all_named()).filter(|it| *it != me).cloned().collect();
    let row = document::row(LEAD, id, me.as_str(), &LeadDocument::V1(LeadV1::of(lead)?));
    Some(row.map(|row| row.mentioning(named)))
}

fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    let mut all: BTreeMap<Entity, Vec<Lead>> = BTreeMap::new();
    for row in saved {
        let LeadDocument::V1(lead) = document::read(LEAD, row)?;
        if let Some((npc, number)) = parts(world, &row.id) {
            all.entry(npc).or_default().push(lead.current(number));
        }
    }
    for (npc, leads) in all {
        world.entity_mut(npc).insert(Leads::restored(leads));
        touch_leads(world, npc);
    }
    world::act::due::enter(world, WorldTime::default(), super::LeadsRestored);
    Ok(())
}

fn forget(world: &mut World, whom: &Forgotten) {
    let mut minds = world.query_filtered::<Entity, With<Mind>>();
    for npc in minds.iter(world).collect::<Vec<_>>() {
        if let Some(mut leads) = world.get_mut::<Leads>(npc) {
            whom.characters.iter().for_each(|id| leads.forget(id));
        }
        touch_leads(world, npc);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_lead_comes_back_as_it_was_and_one_of_before_the_states_is_open() {
        let old = r#"{"V1": {"kind": {"Bringing": 4}, "whom": {"id": "ann", "name": "Ann"},
            "source": "Whisper", "words": "I'll bring you the spoon", "label": {"integrity": "Player",
            "readers": {"Only": ["ann", "mara"]}, "origins": ["ann"], "hops": 0}, "account": "a1",
            "since": 5, "looked": 7}}"#;
        let LeadDocument::V1(read) = serde_json::from_str(old).unwrap();
        let lead = read.current(4);
        assert_eq!(
            (lead.number, lead.kind, lead.state),
            (4, LeadKind::Bringing(4), LeadState::Open)
        );
        let account = Some(PayerAccount::Account(AccountId::new("a1").unwrap()));
        assert_eq!(lead.payer, Payer { account, household: None, share: None });
        let saved = LeadDocument::V1(LeadV1::of(&lead).unwrap());
        let again: LeadDocument =
            serde_json::from_str(&serde_json::to_string(&saved).unwrap()).unwrap();
        assert_eq!(again, saved);
        let LeadDocument::V1(again) = again;
        assert_eq!(again.current(4), lead);
    }
}
