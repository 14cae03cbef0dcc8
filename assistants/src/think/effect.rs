//! Effects of a thought that are ready to be carried out.

use engine::clock::WorldTime;
use world::act::cause::CallId;

use super::{act::JudgedCall, ask::AskedQuestion};
use crate::{
    llm::{Ticket, allowance::OverBudget},
    turn::{Call, Record},
};

/// Effect that is decided in all that the record keeps of it, and not carried out yet.
pub(super) enum ReadyEffect {
    Recall(Ticket),
    Plan(Ticket),
    /// Question to a model; none if there is nothing that may be asked.
    CallModel(Ticket, Option<Result<Box<AskedQuestion>, OverBudget>>),
    CallScript(Ticket),
    RunTool(CallId, Call, Box<JudgedCall>),
    /// End of a thought that is closed, with the time of its beginning.
    Finish(Box<Record>, Option<WorldTime>),
}
