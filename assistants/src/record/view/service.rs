//! Display of a call of a service.

use std::fmt::{self, Write};

use super::{LineWriter, gate::word_of_tool};
use crate::{record::entry::RecordedService, services::ServiceError};

impl LineWriter<'_> {
    pub(super) fn write_service(&self, to: &mut String, it: &RecordedService) -> fmt::Result {
        write!(to, "service \"{}\": ", word_of_tool(&it.tool))?;
        match (&it.error, it.took) {
            (None, None) => to.push_str("answered from the cache"),
            (None, Some(_)) => to.push_str("answered"),
            (Some(error), _) => write!(to, "no answer, {error}")?,
        }
        if let Some(ServiceError::Refused { why }) = &it.error {
            to.push_str(": ");
            self.quote(to, why)?;
        }
        it.took.map_or(Ok(()), |took| write!(to, "; after {took} ms"))
    }
}
