//! NPC minds: perception, thought and memory of the characters that no player controls.
//!
//! | Module | Contents |
//! |---|---|
//! | [`persona`] | definition of a character, written by a builder |
//! | [`perceive`] | classification of perceived events, choice of the NPC that answers |
//! | [`mind`] | components of a mind, its creation and removal, its saved state |
//! | [`turn`] | one thought as a value, and its guards |
//! | [`think`] | system that advances thoughts and carries out their effects |
//! | [`gate`] | audience of an answer, and permission checks of tool calls |
//! | [`prompt`] | construction of the model's prompt |
//! | [`tools`] | tool definitions and tool calls |
//! | [`nlu`] | language understanding: words, patterns, intents |
//! | [`memory`] | notes of a mind, and memory retrieval |
//! | [`llm`] | model providers: the built-in one and models behind HTTP |
//! | [`record`] | audit record of perceptions, decisions and acts |
//! | [`services`] | tools that servers outside the game answer: a web search, MCP servers |
//! | [`privacy`] | players' access to and deletion of their own data |
//! | [`staff`] | staff commands |
//!
//! Invariants: a mind has at most one thought, and a thought at most one pending effect. The
//! classifier never sees words. A mind acts only by the commands that players have. Every recipient
//! of an answer may read the whole prompt behind it. No module but [`llm`] does I/O.

pub mod gate;
pub mod llm;
pub mod memory;
pub mod mind;
pub mod nlu;
pub mod perceive;
pub mod persona;
pub mod privacy;
pub mod prompt;
pub mod record;
pub mod services;
pub mod staff;
pub mod think;
pub mod tools;
pub mod turn;

use engine::simulation::Simulation;

/// Adds the plugins of all modules to a simulation.
pub fn plugin(sim: &mut Simulation) {
    sim.add_plugin(gate::plugin)
        .add_plugin(mind::plugin)
        .add_plugin(think::plugin)
        .add_plugin(perceive::plugin)
        .add_plugin(record::plugin)
        .add_plugin(services::plugin)
        .add_plugin(privacy::plugin)
        .add_plugin(staff::plugin);
}
