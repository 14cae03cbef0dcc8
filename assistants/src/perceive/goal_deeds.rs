//! Deeds of visitors before everybody, for the goals of the minds that see them.

use bevy_ecs::prelude::*;
use engine::{clock::WorldTime, label::Label, label::Readers};
use world::{
    beings::character::{Character, Who},
    witness::{fact::Fact, perception::Perceived},
};

use super::{
    deeds,
    initiative::{self, is_person},
};
use crate::{
    mind::{acquaintance::Acquaintances, body::Mind, goals::Goals, seen::SeenDeeds},
    persona::script::ScriptEvent,
};

/// Message: a mind with goals perceived something that a player or guest said or did before everybody.
#[derive(Message, Debug, Clone)]
pub struct GoalDeedPerceived {
    /// Entity of the mind that perceived it.
    pub mind: Entity,
    pub who: Who,
    /// Deed, if it was one that personas can name.
    pub deed: Option<ScriptEvent>,
    /// True if the visitor came in.
    pub came: bool,
    pub label: Label,
    pub at: WorldTime,
}

/// Passes on what minds with goals perceived in this tick. What not everybody may know of changes no
/// goal, of which everybody may hear.
pub(crate) fn notice(
    mut perceived: MessageReader<Perceived>,
    minds: Query<(&Character, &Mind, &Goals, &Acquaintances, &SeenDeeds)>,
    mut deeds_of: MessageWriter<GoalDeedPerceived>,
) {
    for it in perceived.read() {
        let Ok((me, mind, goals, people, seen)) = minds.get(it.observer) else { continue };
        let what = &it.what;
        if what.label.readers != Readers::Everyone || goals.is_empty() {
            continue;
        }
        let stamp = it.stamp(&me.0);
        if stamp.own() || !is_person(stamp.kind()) || !mind.persona.attention.interaction {
            continue;
        }
        let done = deeds::done(what, &me.0, mind, (people, seen));
        let (deed, who) = match done {
            Some((done, who)) => (Some(done.deed), Some(who)),
            None => (None, what.actor.as_ref()),
        };
        let Some(who) = who.filter(|who| initiative::is_person(Some(who.kind))) else { continue };
        deeds_of.write(GoalDeedPerceived {
            mind: it.observer,
            who: who.clone(),
            deed,
            came: matches!(what.fact, Fact::Arrived(_)),
            label: what.label.clone(),
            at: what.at,
        });
    }
}
