//! Display of a call of a service.

use std::fmt::{self, Write};

use super::{LineWriter, gate::word_of_tool};
use crate::{record::entry::RecordedService, services::ServiceError};

impl LineWriter<'_> {
    pub(super) fn write_service(
        &self,
        to: &mut String,
        recorded_service: &RecordedService,
    ) -> fmt::Result {
        write!(to, "service \"{}\": ", word_of_tool(&recorded_service.tool))?;
        match (&recorded_service.error, recorded_service.took) {
            (None, None) => to.push_str("answered from the cache"),
            (None, Some(_)) => to.push_str("answered"),
            (Some(error), _) => write!(to, "no answer, {error}")?,
        }
        if let Some(ServiceError::Refused { why }) = &recorded_service.error {
            to.push_str(": ");
            self.quote(to, why)?;
        }
        recorded_service.took.map_or(Ok(()), |took| write!(to, "; after {took} ms"))
    }
}
