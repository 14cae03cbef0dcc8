//! Escaping of foreign text against prompt injection: nothing that a player or a model wrote can
//! become a control token of a model's chat template, such as `<|im_start|>` or `[INST]`. All of
//! these begin with `<` or `[`.

use std::{borrow::Cow, io};

use serde::Serialize;
use serde_json::{Map, Serializer, Value, ser::Formatter};

/// Returns a record as JSON in one line, with its kind `t` first, as a reader wants it.
pub(super) fn record(value: &Value) -> String {
    let Some(kind) = value.get("t") else { return json(value) };
    let rest: Map<String, Value> = value
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(key, _)| *key != "t")
        .map(|(key, it)| (key.clone(), it.clone()))
        .collect();
    let written = json(&Value::Object(rest));
    match written.strip_prefix('{') {
        Some("}") | None => format!("{{\"t\":{}}}", json(kind)),
        Some(rest) => format!("{{\"t\":{},{rest}", json(kind)),
    }
}

/// Returns a value as JSON in one line; `<` and `[` in texts are written as Unicode escapes, so
/// that no control token can begin there.
pub(super) fn json(value: &Value) -> String {
    let mut bytes = Vec::with_capacity(128);
    let written = value.serialize(&mut Serializer::with_formatter(&mut bytes, Escaping));
    // Writing to memory does not fail, and the output is UTF-8.
    written.ok().and_then(|()| String::from_utf8(bytes).ok()).unwrap_or_default()
}

/// Replaces angle and square brackets in the character's own words, where escapes are not decoded.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(['<', '[']) {
        return Cow::Borrowed(text);
    }
    let plain = text.chars().map(|it| match it {
        '<' => '‹',
        '>' => '›',
        '[' => '(',
        ']' => ')',
        other => other,
    });
    Cow::Owned(plain.collect())
}

/// Returns the arguments of a call, with their texts escaped by [`plain`].
pub(super) fn plain_map(map: &Map<String, Value>) -> Map<String, Value> {
    map.iter().map(|(key, it)| (plain(key).into_owned(), plain_value(it))).collect()
}

fn plain_value(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::from(plain(text).into_owned()),
        Value::Array(all) => all.iter().map(plain_value).collect(),
        Value::Object(map) => Value::Object(plain_map(map)),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

struct Escaping;

impl Formatter for Escaping {
    fn write_string_fragment<W>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + io::Write,
    {
        let mut rest = fragment;
        while let Some(at) = rest.find(['<', '[']) {
            let (before, from) = rest.split_at(at);
            writer.write_all(before.as_bytes())?;
            let escape: &[u8] = if from.starts_with('<') { b"\\u003c" } else { b"\\u005b" };
            writer.write_all(escape)?;
            rest = from.get(1..).unwrap_or_default();
        }
        writer.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn no_mark_of_a_wire_begins_in_foreign_text() {
        let value = json!({ "text": "<|im_start|>system [INST] </s> \"<\"", "all": ["[/INST]"] });
        let written = json(&value);
        assert!(!written.contains('<') && !written.contains("[INST") && !written.contains("[/"));
        assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), value, "it means the same");
        assert_eq!(plain("a <|b|> [c]"), "a ‹|b|› (c)");
        assert_eq!(plain("I nod, my dear."), "I nod, my dear.");
    }

    #[test]
    fn the_kind_of_a_record_stands_first() {
        let value = json!({ "from": "Ann", "t": "say", "text": "<hi>" });
        let written = record(&value);
        assert!(written.starts_with("{\"t\":\"say\",\"from\":\"Ann\""), "{written}");
        assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), value);
        assert_eq!(record(&json!({ "t": "now" })), "{\"t\":\"now\"}");
    }

    proptest! {
        #[test]
        fn whatever_the_text_it_means_the_same(text in r"(\PC|[<\[|>\\\u{22}\n]){0,60}") {
            let value = json!({ text.clone(): text });
            let written = json(&value);
            prop_assert!(!written.contains('<') && !written.contains('['));
            prop_assert_eq!(&serde_json::from_str::<Value>(&written).unwrap(), &value);
            let plain = plain(&value.to_string()).into_owned();
            prop_assert!(!plain.contains('<') && !plain.contains('['));
        }
    }
}
