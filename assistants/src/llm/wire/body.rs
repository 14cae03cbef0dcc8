//! Body of a request: a JSON object whose fields keep their order.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

/// JSON object whose fields are written in the order in which they were added: what stays the same
/// between requests comes first, so that two of them begin alike.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WireBody {
    fields: Vec<(String, Value)>,
}

impl WireBody {
    /// Adds a field.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.fields.push((name.to_owned(), value.into()));
        self
    }

    /// Adds a field if it has a value.
    #[must_use]
    pub fn with_some(self, name: &str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds the operator's further fields, none of which is one of the wire's own.
    #[must_use]
    pub fn with_all<'a>(self, extra: impl IntoIterator<Item = (&'a String, &'a Value)>) -> Self {
        extra.into_iter().fold(self, |body, (name, value)| body.with(name, value.clone()))
    }
}

impl Serialize for WireBody {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.fields.iter().map(|(name, value)| (name, value)))
    }
}

impl From<WireBody> for Value {
    fn from(body: WireBody) -> Self {
        Self::Object(Map::from_iter(body.fields))
    }
}
