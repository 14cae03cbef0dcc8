//! The game with a witness: rules that write down all that happened, was shown and was tried.

use std::sync::Arc;

use assistants::{
    llm::scene::Stimulus,
    mind::{body::Mind, thinking::Thinking},
};
use bevy_ecs::prelude::*;
use engine::{
    clock::Clock,
    id::{CharacterId, SessionId},
    request::Request,
    simulation::Simulation,
    stage::Stage,
};
use server::{screen::draft::Draft, setup};
use world::{
    act::{
        perform::{CommandAttempt, OnCommandAttempt},
        permission::Role,
    },
    beings::character::Character,
    witness::{fact::Happening, perception::Perceived},
};

/// Something that the witness saw, in the order in which it was.
#[derive(Message, Debug, Clone)]
pub enum Witnessed {
    /// Something happened.
    Happened(WitnessedFact),
    /// A connection was sent this, as it went to its client.
    Shown { session: SessionId, text: String },
    /// A connection was ended with these words.
    Ended { session: SessionId, words: String },
    /// Somebody gave a command.
    Tried(TriedCommand),
}

/// Something that happened, and who perceived it.
#[derive(Debug, Clone)]
pub struct WitnessedFact {
    /// Number of the tick.
    pub tick: u64,
    pub what: Arc<Happening>,
    /// Characters that perceived it, each as often as they did.
    pub by: Vec<CharacterId>,
}

/// A command that somebody gave.
#[derive(Debug, Clone)]
pub struct TriedCommand {
    /// Number of the tick.
    pub tick: u64,
    pub by: CharacterId,
    /// True for a character of the town.
    pub is_mind: bool,
    /// The command's name.
    pub command: String,
    /// The rights that it needs.
    pub role: Role,
    /// True when it was carried out.
    pub is_done: bool,
    /// Subject of the character's thought; none when it thought of its own accord, and for players.
    pub about: Option<Stimulus>,
}

/// The rules of the game, with a witness.
#[must_use]
pub fn rules(seed: u64) -> Simulation {
    let mut sim = setup::rules(seed);
    sim.add_queue::<Witnessed>();
    sim.on_command_attempt(note);
    // It only reads, so its order among what is saved does not matter.
    sim.add_systems(Stage::Save, witness.ambiguous_with_all());
    sim
}

fn note(world: &mut World, attempt: CommandAttempt<'_>) {
    let thinking = world.get::<Thinking>(attempt.actor);
    let about = thinking.and_then(|it| it.matter.as_ref()?.stimulus.clone());
    let tried = TriedCommand {
        tick: world.resource::<Clock>().tick,
        by: attempt.by.id.clone(),
        is_mind: world.get::<Mind>(attempt.actor).is_some(),
        command: attempt.spec.name.to_owned(),
        role: attempt.spec.role,
        is_done: attempt.outcome.is_ok(),
        about,
    };
    world.write_message(Witnessed::Tried(tried));
}

fn witness(
    mut perceived: MessageReader<Perceived>,
    mut drafts: MessageReader<Draft>,
    mut requests: MessageReader<Request>,
    characters: Query<&Character>,
    clock: Res<Clock>,
    mut out: MessageWriter<Witnessed>,
) {
    let mut facts: Vec<WitnessedFact> = Vec::new();
    for it in perceived.read() {
        let by = characters.get(it.observer).map(|who| who.0.clone());
        match facts.last_mut().filter(|last| Arc::ptr_eq(&last.what, &it.what)) {
            Some(last) => last.by.extend(by),
            None => {
                let by = by.into_iter().collect();
                facts.push(WitnessedFact { tick: clock.tick, what: it.what.clone(), by });
            }
        }
    }
    out.write_batch(facts.into_iter().map(Witnessed::Happened));
    for draft in drafts.read() {
        let lines = draft.lines.iter().map(|line| String::from_utf8_lossy(line).into_owned());
        let (session, text) = (draft.session, lines.collect::<String>());
        out.write(Witnessed::Shown { session, text });
    }
    for request in requests.read() {
        if let Request::Close { session, words } = request {
            out.write(Witnessed::Ended { session: *session, words: words.clone() });
        }
    }
}
