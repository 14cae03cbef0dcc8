//! The components of a mind, and how one comes into the world.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::Arc,
};

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use world::{
    Simulation,
    build::{self},
    clock::{Agenda, WorldTime},
    fact::{CallId, Source},
    id::{ChannelId, CharacterId},
    index::Index,
    label::Label,
    save::CharacterV1,
};

use crate::{
    classify::{Pairs, Policy, Rule},
    llm::Ticket,
    memory::Note,
    persona::Persona,
    save::MindV1,
    scene::Stimulus,
    think::{Due, Patience},
    trace::Trace,
    turn::{Turn, budget::Meter, guard::SendLog},
};

/// Most lines of the perception stream that are kept.
pub const STREAM: usize = 60;
/// How many of its newest lines are kept however little they matter.
pub const NEWEST: usize = 20;
/// Most triggers that wait.
pub const ATTENTION: usize = 8;
/// Most people a mind keeps count of; the one met longest ago goes first.
pub const ACQUAINTANCES: usize = 500;
/// Most notes kept at hand until they are surely in the store.
pub const FRESH: usize = 64;

/// A mind: who it is and what it attends to.
#[derive(Component, Debug, Clone)]
#[require(Thinking, Attention, Stream, Acquaintances, Notebook, Health, Trace)]
pub struct Mind {
    /// Who it is.
    pub persona: Arc<Persona>,
    /// What it attends to.
    pub policy: Policy,
    /// How often it let other assistants trigger it lately.
    pub pairs: Pairs,
}

/// What a mind is thinking.
#[derive(Component, Debug, Default)]
pub struct Thinking {
    /// Where it is in its thought.
    pub turn: Turn,
    /// What the thought is about.
    pub matter: Option<Matter>,
    /// What the tool under way has shown so far.
    pub captured: Vec<(CallId, String, Label)>,
    /// When it last changed the world.
    pub acted: Option<WorldTime>,
    /// What it said lately.
    pub sent: SendLog,
}

/// What a thought is about.
#[derive(Debug, Clone)]
pub struct Matter {
    /// What it reacts to.
    pub stimulus: Option<Stimulus>,
    /// The provenance of what it reacts to.
    pub label: Label,
    /// When it began.
    pub since: WorldTime,
    /// What was remembered about the matter.
    pub memories: Vec<Note>,
    /// Whether it knew the speaker before.
    pub acquainted: bool,
    /// A number for variety.
    pub dice: u64,
    /// Who was to hear the answer when the model was last asked.
    pub audience: Option<world::label::Readers>,
    /// The provenance of everything that was asked of the model.
    pub context: Label,
    /// How much of the model's context is used.
    pub meter: Meter,
}

/// What waits for a thought, oldest first.
#[derive(Component, Debug, Default)]
pub struct Attention(pub VecDeque<Trigger>);

/// Something to react to.
#[derive(Debug, Clone)]
pub struct Trigger {
    /// What.
    pub stimulus: Stimulus,
    /// Its provenance.
    pub label: Label,
    /// Which rule made it one.
    pub rule: Rule,
    /// How far the speaker is trusted, in percent.
    pub trust: u8,
    /// When.
    pub at: WorldTime,
}

/// Everything perceived, its own acts included, oldest first.
#[derive(Component, Debug, Default)]
pub struct Stream(pub VecDeque<StreamLine>);

/// One line of the stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamLine {
    /// When.
    pub at: WorldTime,
    /// By which way.
    pub source: Source,
    /// Whose act it was.
    pub who: Option<(CharacterId, Arc<str>)>,
    /// The channel, if it came by one.
    pub channel: Option<ChannelId>,
    /// The words, or what happened in words.
    pub words: String,
    /// Whether it is the mind's own act.
    pub own: bool,
    /// 1 to 10.
    pub importance: u8,
    /// Its provenance.
    pub label: Label,
}

impl Stream {
    /// Adds a line; over [`STREAM`] lines the least important goes, among
    /// equals the oldest. The newest [`NEWEST`] always stay.
    pub fn push(&mut self, line: StreamLine) {
        if self.0.len() == STREAM {
            let old = self.0.iter().take(STREAM - NEWEST).enumerate();
            let least = old.min_by_key(|(_, it)| it.importance).map_or(0, |(at, _)| at);
            self.0.remove(least);
        }
        self.0.push_back(line);
    }
}

/// What a mind knows of people by having met them.
#[derive(Component, Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Acquaintances(pub BTreeMap<CharacterId, Acquaintance>);

/// One acquaintance.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Acquaintance {
    /// How often they spoke with each other.
    pub talks: u32,
    /// When they last did.
    pub last: WorldTime,
    /// When the mind last greeted them of its own accord.
    pub greeted: WorldTime,
    /// The last thing the mind said to them, and who may know it.
    pub said: Option<(String, Label)>,
}

impl Acquaintances {
    /// The acquaintance with somebody, made if there is none.
    pub fn meet(&mut self, id: &CharacterId) -> &mut Acquaintance {
        if !self.0.contains_key(id) && self.0.len() >= ACQUAINTANCES {
            let oldest = self.0.iter().min_by_key(|(_, it)| it.last).map(|(id, _)| id.clone());
            if let Some(oldest) = oldest {
                self.0.remove(&oldest);
            }
        }
        self.0.entry(id.clone()).or_default()
    }
}

/// Notes not surely in the store yet, and the number of the next.
#[derive(Component, Debug, Clone, Default)]
pub struct Notebook {
    /// The newest notes, newest last; at most [`FRESH`].
    pub fresh: VecDeque<Note>,
    /// The next note's number.
    pub next: u64,
}

/// Whether a mind may think.
#[derive(Component, Debug, Clone, Default, PartialEq, Eq)]
pub struct Health {
    /// Staff stopped it.
    pub stopped: bool,
    /// Errors in a row.
    pub errors: u8,
    /// Until when it rests after too many errors; the first thought after that
    /// is a trial.
    pub rests_until: Option<WorldTime>,
}

/// Minds with something to think about at the next opportunity. Idle minds are
/// in no list, so they cost nothing.
#[derive(Resource, Debug, Default)]
pub struct Ready(pub BTreeSet<Entity>);

/// The next free id for tickets and calls.
#[derive(Resource, Debug, Default)]
pub struct Serial(pub u64);

/// Which mind asked a question.
#[derive(Resource, Debug, Default)]
pub struct Asking(pub BTreeMap<Ticket, Entity>);

pub(crate) fn plugin(sim: &mut Simulation) {
    let world = sim.world_mut();
    world.init_resource::<Ready>();
    world.init_resource::<Serial>();
    world.init_resource::<Asking>();
    world.init_resource::<Agenda<Due>>();
    world.init_resource::<Patience>();
}

/// Gives a persona its body and its mind, or changes the ones it has.
pub fn apply(
    world: &mut World,
    persona: &Arc<Persona>,
    body: Option<CharacterV1>,
    mind: Option<MindV1>,
) -> Entity {
    let channels = persona.attention.channels.keys().cloned().collect();
    let entity = build::apply_body(world, &persona.id, &persona.body, channels, body);
    let policy = Policy::from(&persona.attention);
    world.entity_mut(entity).insert(Mind {
        persona: persona.clone(),
        policy,
        pairs: Pairs::default(),
    });
    if let Some(mind) = mind {
        world.entity_mut(entity).insert((
            mind.people,
            Notebook { fresh: VecDeque::new(), next: mind.next_note },
            Health { stopped: mind.stopped, ..Health::default() },
        ));
    }
    entity
}

/// Takes away the minds and bodies of personas that are not there any more;
/// what they carried stays where they stood.
pub fn retain(world: &mut World, keep: &BTreeSet<CharacterId>) {
    let gone: Vec<Entity> = {
        let mut minds =
            world.query_filtered::<(Entity, &world::character::Character), With<Mind>>();
        minds.iter(world).filter(|(_, it)| !keep.contains(&it.0)).map(|(it, _)| it).collect()
    };
    for entity in gone {
        let room = world::place::room_of(world, entity);
        let carried: Vec<Entity> = world
            .get::<world::place::Contents>(entity)
            .map(|it| it.iter().collect())
            .unwrap_or_default();
        for thing in carried {
            if let Some(room) = room {
                world::place::move_into(world, thing, room);
            }
        }
        world.resource_mut::<Ready>().0.remove(&entity);
        world.despawn(entity);
    }
}

/// The entity of a mind, by its id.
#[must_use]
pub fn find(world: &World, id: &CharacterId) -> Option<Entity> {
    let entity = world.resource::<Index>().characters.get(id).copied()?;
    world.get::<Mind>(entity).map(|_| entity)
}
