//! The form that `hearsay schema persona` prints, held against the personas that there are and
//! against what `docs/personas.md` says.

mod notation;

use std::{fs, path::Path};

use assistants::persona::schema;
use serde_json::{Map, Value, json};

/// Keywords that say nothing about a value, or nothing that numbers and ids of good files could
/// break.
const REMARKS: [&str; 9] = [
    "$schema",
    "$defs",
    "title",
    "description",
    "default",
    "format",
    "pattern",
    "minItems",
    "maxItems",
];

/// Violations of a schema by a value, with their paths.
fn misfits(value: &Value, schema: &Value, root: &Value, at: &str) -> Vec<String> {
    let Value::Object(rules) = schema else {
        return if *schema == Value::Bool(true) { Vec::new() } else { vec![format!("{at}: none")] };
    };
    let by_rule = |(rule, is): (&String, &Value)| {
        if let Some(name) = is.as_str().and_then(|it| it.strip_prefix("#/$defs/")) {
            return misfits(value, &root["$defs"][name], root, at);
        }
        if let Some(parts) = parts(value, rule, is, rules) {
            let inside = |(name, part, schema): (&str, &Value, &Value)| {
                misfits(part, schema, root, &format!("{at}/{name}"))
            };
            return parts.into_iter().flat_map(inside).collect();
        }
        let fits = |schema: &Value| misfits(value, schema, root, at).is_empty();
        if whole(value, rule, is, fits) { Vec::new() } else { vec![format!("{at}: {rule} {is}")] }
    };
    rules.iter().flat_map(by_rule).collect()
}

/// The parts of a value that a rule is about, each with its name and its schema; none for a rule about
/// the whole.
fn parts<'a>(
    value: &'a Value,
    rule: &str,
    is: &'a Value,
    rules: &Map<String, Value>,
) -> Option<Vec<(&'a str, &'a Value, &'a Value)>> {
    let fields = value.as_object().into_iter().flatten();
    let fields = fields.map(|(name, part)| (name.as_str(), part));
    let items = value.as_array().into_iter().flatten();
    Some(match rule {
        "properties" => fields.filter_map(|(name, it)| Some((name, it, is.get(name)?))).collect(),
        // One pattern for all keys; that these are ids is looked at by the check of the content.
        "patternProperties" => {
            let schema = is.as_object()?.values().next()?;
            fields.map(|(name, it)| (name, it, schema)).collect()
        }
        "additionalProperties" if rules.contains_key("patternProperties") => Vec::new(),
        "additionalProperties" => {
            let own = |name: &str| rules.get("properties").is_some_and(|it| it.get(name).is_some());
            fields.filter(|(name, _)| !own(name)).map(|(name, it)| (name, it, is)).collect()
        }
        "items" => items.map(|it| ("item", it, is)).collect(),
        "prefixItems" => {
            let pairs = items.zip(is.as_array()?);
            pairs.map(|(it, schema)| ("item", it, schema)).collect()
        }
        _ => return None,
    })
}

/// Returns whether a value as a whole keeps a rule.
fn whole(value: &Value, rule: &str, is: &Value, fits: impl Fn(&Value) -> bool) -> bool {
    let all = is.as_array().map(Vec::as_slice).unwrap_or_default();
    let number = value.as_i64().zip(is.as_i64());
    match rule {
        "type" => {
            let of = |it: &Value| match it.as_str() {
                Some("object") => value.is_object(),
                Some("array") => value.is_array(),
                Some("string") => value.is_string(),
                Some("integer") => value.is_i64(),
                Some("boolean") => value.is_boolean(),
                _ => value.is_null(),
            };
            of(is) || all.iter().any(of)
        }
        "const" => value == is,
        "enum" => all.contains(value),
        "minimum" => number.is_none_or(|(it, least)| it >= least),
        "maximum" => number.is_none_or(|(it, most)| it <= most),
        "maxLength" => value.as_str().is_none_or(|it| it.len() as u64 <= is.as_u64().unwrap()),
        "oneOf" => all.iter().filter(|it| fits(it)).count() == 1,
        "anyOf" => all.iter().any(fits),
        "required" => all.iter().all(|name| value.get(name.as_str().unwrap()).is_some()),
        rule => {
            assert!(REMARKS.contains(&rule), "this test does not know the rule {rule}");
            true
        }
    }
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

#[test]
fn the_personas_fit_the_schema() {
    let schema = schema::persona();
    let mut read = 0;
    for folder in ["content/personas", "docs/examples"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|it| it == "ron") {
                let persona = notation::json(&fs::read_to_string(&path).unwrap());
                let misfits = misfits(&persona, &schema, &schema, "");
                assert!(misfits.is_empty(), "{}: {misfits:#?}", path.display());
                read += 1;
            }
        }
    }
    assert_eq!(read, 9);
}

#[test]
fn what_is_no_persona_does_not_fit_the_schema() {
    let schema = schema::persona();
    let good = json!({
        "id": "ann", "voice": "Calm.",
        "body": {"name": "Ann", "description": "Calm.", "home": "town/inn"},
        "offers": [{"id": "sell", "what": "a pear", "when": [{"Coins": 3}],
            "does": {"Trade": {"price": 3, "gives": ["pear"]}}}],
        "on": {"Gift": [{"Say": ["Thanks."]}, "Silence"]},
    });
    assert_eq!(misfits(&good, &schema, &schema, ""), Vec::<String>::new());
    for (at, bad) in [
        ("/voise", json!("Calm.")),
        ("/voice", json!(3)),
        ("/body", json!({"name": "Ann"})),
        ("/offers/0/when/0", json!({"Coin": 3})),
        ("/offers/0/does/Trade/price", json!(-3)),
        ("/offers/0/does/Trade/prize", json!(3)),
        ("/on/Gift/1", json!("Silenced")),
    ] {
        let (parent, field) = at.rsplit_once('/').unwrap();
        let mut persona = good.clone();
        let of = persona.pointer_mut(parent).unwrap();
        match field.parse::<usize>() {
            Ok(place) => of[place] = bad,
            Err(_) => of[field] = bad,
        }
        assert!(!misfits(&persona, &schema, &schema, "").is_empty(), "{at}");
    }
}

/// Each field that the document lists stands in the schema, and the other way round.
#[test]
fn the_document_and_the_schema_know_the_same_fields() {
    let schema = schema::persona();
    let document = fs::read_to_string(root().join("docs/personas.md")).unwrap();
    for (heading, of) in [
        ("Persona", &schema),
        ("body", &schema["$defs"]["Body"]),
        ("Offers", &schema["$defs"]["OfferTalk"]),
        ("tools", &schema["$defs"]["Tools"]),
        ("attention", &schema["$defs"]["Attends"]),
        ("model", &schema["$defs"]["Model"]),
        ("Lore", &schema["$defs"]["Lore"]),
        ("Slots", &schema["$defs"]["Slot"]),
        ("Topics", &schema["$defs"]["Topic"]),
    ] {
        let (_, section) = document.split_once(&format!("\n## {heading}\n")).unwrap();
        let table = section.lines().skip_while(|it| !it.starts_with("| Field"));
        let rows = table.skip(2).take_while(|it| it.starts_with('|'));
        let mut listed: Vec<&str> = rows.map(|it| it.split('`').nth(1).unwrap()).collect();
        listed.sort_unstable();
        let fields = of["properties"].as_object().unwrap();
        let mut known: Vec<&str> = fields.keys().map(String::as_str).collect();
        known.sort_unstable();
        assert_eq!(listed, known, "{heading}");
        for (name, field) in fields {
            assert!(field["description"].is_string(), "{heading}: {name} says nothing");
        }
    }
}
