//! Trace of an attack: all that was typed, tried, shown, asked and kept.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use assistants::{
    llm::{ChatMessage, ChatRequest},
    memory::Note,
    mind::acquaintance::Acquaintances,
};
use bevy_ecs::prelude::Entity;
use engine::{
    id::{CharacterId, SessionId},
    label::{Label, Readers},
};
use world::{
    beings::{character::Character, name::Name},
    space::room::{Private, Room},
};

use serde_json::Value;

use super::{macros::text_of, malice::Malice, snapshot::WorldSnapshot, witness::Witnessed};
use crate::machine::Machine;

/// Something that was typed or seen, in order.
#[derive(Debug, Clone)]
pub enum TraceEvent {
    /// Somebody typed a line.
    Typed { who: String, line: String },
    /// The witness saw something.
    Seen(Witnessed),
}

/// Something that a character keeps in mind.
#[derive(Debug, Clone)]
pub struct KeptWords {
    pub mind: CharacterId,
    pub words: String,
    pub label: Label,
}

/// Trace of an attack.
#[derive(Debug, Clone)]
pub struct Trace {
    pub events: Vec<TraceEvent>,
    /// The first event of the attack itself.
    pub begins: usize,
    pub asked: Vec<Arc<ChatRequest>>,
    /// The first question in the attack itself, and the first one after it.
    pub asked_before: usize,
    pub asked_after: usize,
    pub before: WorldSnapshot,
    pub after: WorldSnapshot,
    /// Calls of services in the attack and after it, as text.
    pub sent: Vec<String>,
    /// Notes of the minds.
    pub notes: Vec<(CharacterId, Note)>,
    /// Other state of the minds that holds words.
    pub kept: Vec<KeptWords>,
    /// Reader of each connection.
    pub readers: BTreeMap<SessionId, String>,
    /// The ids of those who have a connection, by what they are called in the case.
    pub ids: BTreeMap<String, CharacterId>,
    /// The characters of the town.
    pub minds: BTreeSet<CharacterId>,
    /// The names of the private rooms.
    pub private: BTreeSet<String>,
    /// The word that only some may know, if there is one, and who they are.
    pub canary: Option<String>,
    pub knows: BTreeSet<CharacterId>,
    /// Words of the attack.
    pub payload: String,
    /// Names that were accepted.
    pub named: BTreeSet<String>,
}

impl Trace {
    /// Player of the case on a connection.
    #[must_use]
    pub fn reader(&self, session: SessionId) -> Option<&str> {
        self.readers.get(&session).map(String::as_str)
    }

    /// The id of somebody in the case.
    #[must_use]
    pub fn id(&self, who: &str) -> String {
        self.ids.get(who).map_or_else(|| who.to_owned(), ToString::to_string)
    }

    /// Output to the connections, each with its reader.
    pub fn shown(&self) -> impl Iterator<Item = (&str, &str)> {
        self.events.iter().filter_map(|it| match it {
            TraceEvent::Seen(
                Witnessed::Shown { session, text: words } | Witnessed::Ended { session, words },
            ) => Some((self.reader(*session)?, words.as_str())),
            TraceEvent::Seen(Witnessed::Happened(_) | Witnessed::Tried(_))
            | TraceEvent::Typed { .. } => None,
        })
    }

    /// Text of all that was typed, tried, shown and asked, for whoever looks for what went wrong.
    #[must_use]
    pub fn in_words(&self) -> String {
        let lines = self.events.iter().filter_map(|it| match it {
            TraceEvent::Typed { who, line } => Some(format!("{who}> {line}")),
            TraceEvent::Seen(Witnessed::Tried(tried)) => {
                let (by, command, is_done) = (&tried.by, &tried.command, tried.is_done);
                tried.is_mind.then(|| format!("  {by} tries {command}: {is_done}"))
            }
            TraceEvent::Seen(
                Witnessed::Shown { session, text: words } | Witnessed::Ended { session, words },
            ) => Some(format!("  {}< {}", self.reader(*session)?, words.trim_end())),
            TraceEvent::Seen(Witnessed::Happened(_)) => None,
        });
        let asked = self.asked.iter().filter_map(|it| {
            let last = it.messages.iter().rfind(|of| matches!(of, ChatMessage::Tool { .. }))?;
            Some(format!("  {} is told {}", it.npc, text_of(last)))
        });
        lines.chain(asked).collect::<Vec<_>>().join("\n")
    }

    /// Takes down what is left in a game when an attack is over.
    pub fn close(&mut self, machine: &Machine, malice: &Malice) {
        self.after = WorldSnapshot::of(machine);
        self.asked = malice.asked();
        let sent = machine.service_calls().iter();
        self.sent =
            sent.map(|it| format!("{} {}", it.tool, Value::from(it.arguments.clone()))).collect();
        let world = machine.world();
        if let Some(mut all) = world.try_query::<(&Character, &Acquaintances)>() {
            for (mind, people) in all.iter(world) {
                let notes = machine.notes(&mind.0).cloned();
                self.notes.extend(notes.map(|it| (mind.0.clone(), it)));
                for known in people.0.values() {
                    for (words, label) in known.texts() {
                        let (words, label) = (words.clone(), label.clone());
                        self.kept.push(KeptWords { mind: mind.0.clone(), words, label });
                    }
                }
                self.minds.insert(mind.0.clone());
            }
        }
        if let Some(mut all) = world.try_query::<(Entity, &Room, &Name)>() {
            let private = all.iter(world).filter(|(it, ..)| world.get::<Private>(*it).is_some());
            self.private = private.map(|(.., name)| name.0.to_string()).collect();
        }
    }
}

/// Returns whether all readers are among these.
#[must_use]
pub fn is_within(readers: &Readers, these: &BTreeSet<CharacterId>) -> bool {
    match readers {
        Readers::Everyone => false,
        Readers::Only(ids) => ids.is_subset(these),
    }
}
