//! Triggers of thoughts, as the record keeps them.

use serde::{Deserialize, Serialize};

/// Trigger of a thought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum BegunBy {
    /// Speech or an observation.
    Event,
    /// Deed that the persona has lines for.
    Deed,
    /// Arrival of a character.
    Arrival,
    /// Lingering of a character, answered by a conversation opener.
    Gambit,
    /// Order of the staff.
    Order,
    /// Turn of a time capsule.
    Capsule,
    /// Splitting of a goal into parts.
    Decomposition,
    /// Own accord: a question of a visitor that was left open.
    OpenQuestion,
    /// Own accord: a claim about a visitor.
    OpenClaim,
    /// Own accord: a promise of the character to a visitor.
    OwnPromise,
    /// Own accord: a promise of a visitor.
    OpenPromise,
    /// Own accord: a message of a visitor for somebody.
    OpenMessage,
    /// Own accord: somebody has come in whom a visitor waits for.
    OpenRequest,
    /// Own accord: a goal of the character with which a visitor can help.
    OpenGoal,
    /// Own accord: an offer that ran out.
    LapsedOffer,
    /// Letter to the character.
    Letter,
    /// Question of a visitor that another character passed on.
    Delegated,
    /// Answer of another character to a question that this one passed on.
    HelpBrought,
}
