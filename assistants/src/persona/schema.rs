//! JSON Schema of persona files, for editors and other programs that write them.

use schemars::{Schema, SchemaGenerator, generate::SchemaSettings, json_schema};
use serde_json::Value;

use super::{Persona, script::Step};

/// Returns the schema of `content/personas/*.ron`, generated from the types that parse them.
#[must_use]
pub fn persona() -> Value {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let mut schema = generator.into_root_schema_for::<Persona>().to_value();
    put_in_words(&mut schema);
    schema
}

/// Converts doc comments in descriptions to plain sentences.
fn put_in_words(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            for (name, value) in fields {
                if let Value::String(text) = value {
                    if name == "description" {
                        *text = text.replace('\n', " ").replace("[`", "`").replace("`]", "`");
                    }
                } else {
                    put_in_words(value);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(put_in_words),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Returns the schema of [`Persona::on`], whose keys are deeds, with a pattern for those that name
/// an offer.
pub(super) fn deeds(generator: &mut SchemaGenerator) -> Schema {
    let steps = generator.subschema_for::<Vec<Step>>();
    json_schema!({
        "type": "object",
        "description": "What it does when somebody does something: Gift, Declined, Shouted, Left, \
                        Opened, Followed, Quarrel, Accepted(\"OFFER\"), Social(\"NAME\"), \
                        Reached(\"GOAL\") or Spoiled(\"GOAL\").",
        "patternProperties": {
            r#"^(Gift|Declined|Shouted|Left|Opened|Followed|Quarrel|Accepted\("[a-z0-9-]+(/[a-z0-9-]+)*"\)|Social\("[a-z]+"\)|(Reached|Spoiled)\("[a-z0-9-]+"\))$"#: steps,
        },
        "additionalProperties": false,
    })
}
