//! Gate: audience of an answer, permission checks of tool calls, and budgets.
//!
//! What keeps a prompt injection from doing harm, none of it by reading words:
//!
//! | Defence | Where |
//! |---|---|
//! | who sent a line is the server's fact, and what sets a mind off goes by that alone | `perceive/classify.rs` |
//! | each value has a label of provenance, which an act by a model inherits | `engine::label`, `think/provenance.rs` |
//! | a prompt holds nothing that one of those who hear the answer may not read, and no secret | [`audience`], `prompt.rs` |
//! | foreign text becomes no control token, and stands behind a fence that nobody knows | `prompt/literal.rs`, `think.rs` `fence_for` |
//! | a turn with words of players is offered no tool that acts in the world | `tools/offered.rs`, `turn/context.rs` |
//! | each call is judged by eight rules, and has the rights of all whose words it comes from | [`rules`], `act/perform.rs` of `world` |
//! | words that were shown are no words to repeat | `think/ask/foreign.rs` |
//! | the same is tried again by tests: `tests/attacks` | `tests/src/attack.rs` |

use engine::simulation::Simulation;

pub mod audience;
pub mod budget;
pub mod consent;
pub mod ignoring;
pub mod phrases;
pub mod rules;
pub mod spending;

/// Adds the settings of outside models and the budget ledger.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<consent::OutsideModels>();
    sim.add_plugin(spending::plugin);
}
