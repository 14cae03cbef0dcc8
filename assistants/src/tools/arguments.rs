//! Typed arguments of tools: their schemas, and how a call is parsed into them.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Parses typed arguments.
pub(super) fn read<T: DeserializeOwned>(arguments: &Map<String, Value>) -> Result<T, String> {
    serde_json::from_value(Value::Object(arguments.clone()))
        .map_err(|error| format!("the arguments do not fit: {error}"))
}

/// Returns the JSON Schema of typed arguments, without what models do not need: number formats,
/// nullability and defaults. Ranges and enumerations stay, for models and for [`validate`](super::validate).
pub(super) fn schema<T: JsonSchema>() -> Value {
    let mut schema = schemars::schema_for!(T).to_value();
    if let Some(map) = schema.as_object_mut() {
        for noise in ["$schema", "title", "description", "additionalProperties"] {
            map.remove(noise);
        }
        let properties = map.entry("properties").or_insert_with(|| Value::Object(Map::new()));
        for argument in properties.as_object_mut().into_iter().flat_map(Map::values_mut) {
            tidy(argument);
        }
    }
    schema
}

fn tidy(argument: &mut Value) {
    let Some(map) = argument.as_object_mut() else { return };
    for noise in ["format", "default", "maxLength"] {
        map.remove(noise);
    }
    let type_of = map.get("type").and_then(Value::as_array);
    if let Some(only) = type_of.and_then(|all| all.iter().find(|it| *it != "null")).cloned() {
        map.insert("type".to_owned(), only);
    }
}
