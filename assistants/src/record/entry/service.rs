//! Call of a service in the record.

use engine::foreign::ForeignText;
use serde::{Deserialize, Serialize};

use crate::services::ServiceError;

/// Outcome of a call to a service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedService {
    /// Name of the tool.
    pub tool: String,
    /// Failure; none if there was an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ServiceError>,
    /// Duration in milliseconds; none if the service was not asked, because the answer was cached or there
    /// is no such service.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub took: Option<u64>,
}

impl RecordedService {
    /// Returns the words of the service in it, if there are any.
    pub fn words_mut(&mut self) -> Option<&mut ForeignText> {
        match &mut self.error {
            Some(ServiceError::Refused { why }) => Some(why),
            Some(_) | None => None,
        }
    }
}
