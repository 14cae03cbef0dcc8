//! Display of a delegated question at a change of its state.

use std::fmt::{self, Write};

use super::{LineWriter, party};
use crate::record::entry::{DelegationEvent, RecordedDelegation};

impl LineWriter<'_> {
    pub(super) fn write_delegation(
        &self,
        to: &mut String,
        recorded_delegation: &RecordedDelegation,
    ) -> fmt::Result {
        let (helper, asker) =
            (party(&recorded_delegation.helper), party(&recorded_delegation.asker));
        write!(to, "question {} for {asker} to {helper}: ", recorded_delegation.id.0)?;
        match recorded_delegation.event {
            DelegationEvent::Asked => to.push_str("put: "),
            DelegationEvent::Answered => to.push_str("answered: "),
            DelegationEvent::Failed(why) => return to.write_str(&why.sentence(&helper)),
            DelegationEvent::Told => to.push_str("told: "),
            DelegationEvent::Dropped => to.push_str("given up: "),
        }
        self.quote(to, &recorded_delegation.words)
    }
}
