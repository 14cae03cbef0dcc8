//! Validation of the arguments of a tool call against the schema that a model was shown, in four
//! stages: what is required, types, values, and what one argument asks of another.

use serde_json::{Map, Value};

/// Maximum length of a value that is quoted in a refusal, in characters.
const LONGEST_QUOTE: usize = 40;

/// Rule about two arguments of a tool, beyond what each of them must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArgumentRule {
    /// The first argument may stand only beside the second.
    Needs(&'static str, &'static str),
    /// Exactly one of the two has to be there.
    OneOf(&'static str, &'static str),
}

/// Stage of the validation, in the order in which they are gone through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ValidationStage {
    /// Every required argument is there.
    Required,
    /// Every argument has the type of the schema.
    Type,
    /// Every value is one of the enumeration, or within the range.
    Value,
    /// The dependencies between arguments hold.
    Dependency,
}

/// Reason for which the arguments of a call are refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidArguments {
    pub stage: ValidationStage,
    /// Sentence for the model.
    pub why: String,
}

/// Validates arguments against a JSON schema and rules. With `coerces`, which is for tools that only
/// read, a value of another type that can mean only one thing is replaced by it: `"5"`, `5.0`,
/// `"true"`, or a word of the enumeration in capital letters. An optional argument that is null
/// counts as absent.
///
/// # Errors
/// Returns the first stage that fails, with a sentence for the model.
pub fn validate(
    schema: &Value,
    rules: &[ArgumentRule],
    coerces: bool,
    arguments: &mut Map<String, Value>,
) -> Result<(), InvalidArguments> {
    let fail = |stage, why: String| Err(InvalidArguments { stage, why });
    let is_there =
        |all: &Map<String, Value>, name: &str| all.get(name).is_some_and(|it| !it.is_null());
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    let mut required = required.filter_map(Value::as_str);
    if let Some(name) = required.find(|it| !is_there(arguments, it)) {
        return fail(ValidationStage::Required, format!("`{name}` is missing"));
    }
    let of = |name: &str| schema.get("properties")?.get(name);
    for (name, value) in arguments.iter_mut().filter(|(_, it)| !it.is_null()) {
        let Some(of) = of(name) else { continue };
        if coerces && let Some(meant) = coerced(of, value) {
            *value = meant;
        }
        if !is_of_type(of, value) {
            let why = format!("`{name}` is {}{}", form(of), not(value));
            return fail(ValidationStage::Type, why);
        }
    }
    for (name, value) in arguments.iter().filter(|(_, it)| !it.is_null()) {
        let Some(of) = of(name) else { continue };
        if !is_in_range(of, value) || !is_in_enumeration(of, value) {
            let why = format!("`{name}` is {}{}", form(of), not(value));
            return fail(ValidationStage::Value, why);
        }
    }
    for rule in rules {
        let why = match *rule {
            ArgumentRule::Needs(one, other)
                if is_there(arguments, one) && !is_there(arguments, other) =>
            {
                format!("`{one}` is for a call with `{other}`")
            }
            ArgumentRule::OneOf(one, other)
                if is_there(arguments, one) == is_there(arguments, other) =>
            {
                format!("a call has `{one}` or `{other}`, and not both")
            }
            ArgumentRule::Needs(..) | ArgumentRule::OneOf(..) => continue,
        };
        return fail(ValidationStage::Dependency, why);
    }
    Ok(())
}

/// Refuses arguments that the schema does not have.
///
/// # Errors
/// [`ValidationStage::Type`], with the arguments that there are.
pub fn only_known(schema: &Value, arguments: &Map<String, Value>) -> Result<(), InvalidArguments> {
    let none = Map::new();
    let known = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
    if arguments.keys().all(|it| known.contains_key(it)) {
        return Ok(());
    }
    let known: Vec<&str> = known.keys().map(String::as_str).collect();
    let why = match known.as_slice() {
        [] => "it takes no arguments".to_owned(),
        known => format!("it takes nothing but: {}", known.join(", ")),
    };
    Err(InvalidArguments { stage: ValidationStage::Type, why })
}

/// Returns the value that one of another type means, if it can mean only one.
fn coerced(of: &Value, value: &Value) -> Option<Value> {
    let text = value.as_str().map(str::trim);
    match of.get("type")?.as_str()? {
        "integer" => whole_number(value).map(Value::from),
        "boolean" => match text?.to_ascii_lowercase().as_str() {
            "true" | "yes" => Some(Value::from(true)),
            "false" | "no" => Some(Value::from(false)),
            _ => None,
        },
        "string" if value.is_number() => Some(Value::from(value.to_string())),
        "string" => {
            let mut choices = of.get("enum")?.as_array()?.iter().filter_map(Value::as_str);
            choices.find(|it| text.is_some_and(|of| it.eq_ignore_ascii_case(of))).map(Value::from)
        }
        _ => None,
    }
}

/// Returns the whole number that a value stands for: `5`, `5.0`, `"5"` or `"+5"`.
fn whole_number(value: &Value) -> Option<i64> {
    let text = match value {
        Value::String(text) => text.trim().trim_start_matches('+').to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => return None,
    };
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, "0"));
    let is_whole = !fraction.is_empty() && fraction.bytes().all(|it| it == b'0');
    is_whole.then(|| whole.parse().ok()).flatten()
}

fn is_of_type(of: &Value, value: &Value) -> bool {
    match of.get("type").and_then(Value::as_str) {
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("array") => {
            let items = of.get("items");
            value.as_array().is_some_and(|all| {
                all.iter().all(|it| items.is_none_or(|items| is_of_type(items, it)))
            })
        }
        Some("object") => value.is_object(),
        // A schema without a type is for whoever reads the argument to check.
        Some(_) | None => true,
    }
}

fn is_in_range(of: &Value, value: &Value) -> bool {
    let Some(number) = value.as_i64() else {
        // A number above all others is above every maximum.
        return !(value.is_u64() && of.get("maximum").is_some());
    };
    let bound = |name: &str| of.get(name).and_then(Value::as_i64);
    bound("minimum").is_none_or(|least| least <= number)
        && bound("maximum").is_none_or(|most| number <= most)
}

fn is_in_enumeration(of: &Value, value: &Value) -> bool {
    of.get("enum").and_then(Value::as_array).is_none_or(|all| all.contains(value))
}

/// Returns the required type of an argument, in words.
fn form(of: &Value) -> String {
    let bound = |name: &str| of.get(name).and_then(Value::as_i64);
    if let Some(all) = of.get("enum").and_then(Value::as_array) {
        let all: Vec<&str> = all.iter().filter_map(Value::as_str).collect();
        return format!("one of: {}", all.join(", "));
    }
    let kind = match of.get("type").and_then(Value::as_str) {
        Some("string") => "a text",
        Some("integer") => "a whole number",
        Some("number") => "a number",
        Some("boolean") => "true or false",
        Some("array") => "a list",
        Some("object") => "a record",
        Some(_) | None => "something else",
    };
    match (bound("minimum"), bound("maximum")) {
        (Some(least), Some(most)) => format!("{kind} from {least} to {most}"),
        (Some(least), None) => format!("{kind} of at least {least}"),
        (None, Some(most)) => format!("{kind} of at most {most}"),
        (None, None) => kind.to_owned(),
    }
}

/// Returns the end of a refusal: the value that does not fit, if it is short.
fn not(value: &Value) -> String {
    let written = value.to_string();
    let is_short = written.chars().count() <= LONGEST_QUOTE;
    if is_short { format!(", and not {written}") } else { String::new() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn schema() -> Value {
        json!({
            "type": "object",
            "required": ["query"],
            "properties": {
                "query": { "type": "string" },
                "limit": { "type": "integer", "minimum": 1, "maximum": 10 },
                "detail": { "type": "string", "enum": ["full", "brief"] },
                "loud": { "type": "boolean" },
            },
        })
    }

    const RULES: &[ArgumentRule] =
        &[ArgumentRule::Needs("limit", "query"), ArgumentRule::Needs("loud", "detail")];

    fn judged(given: Value, coerces: bool) -> Result<Value, (ValidationStage, String)> {
        let Value::Object(mut given) = given else { panic!("no object") };
        validate(&schema(), RULES, coerces, &mut given)
            .map(|()| Value::Object(given))
            .map_err(|it| (it.stage, it.why))
    }

    #[test]
    fn each_stage_names_what_is_wrong() {
        use ValidationStage::{Dependency, Required, Type, Value as Values};
        for (given, stage, why) in [
            (json!({}), Required, "`query` is missing"),
            (json!({ "query": null }), Required, "`query` is missing"),
            (
                json!({ "query": "a", "limit": "5" }),
                Type,
                "`limit` is a whole number from 1 to 10, and not \"5\"",
            ),
            (json!({ "query": 5 }), Type, "`query` is a text, and not 5"),
            (
                json!({ "query": "a", "limit": 500 }),
                Values,
                "`limit` is a whole number from 1 to 10, and not 500",
            ),
            (
                json!({ "query": "a", "detail": "loud" }),
                Values,
                "`detail` is one of: full, brief, and not \"loud\"",
            ),
            (
                json!({ "query": "a", "loud": true }),
                Dependency,
                "`loud` is for a call with `detail`",
            ),
        ] {
            assert_eq!(judged(given, false), Err((stage, why.to_owned())));
        }
    }

    #[test]
    fn a_reading_tool_gets_what_can_mean_only_one_thing() {
        let given = json!({ "query": 12, "limit": "+5", "detail": "Full", "loud": "Yes" });
        let read = json!({ "query": "12", "limit": 5, "detail": "full", "loud": true });
        assert_eq!(judged(given.clone(), true), Ok(read));
        assert!(judged(given, false).is_err());
        let still_wrong = [json!("5.5"), json!("five"), json!(true), json!(["5"]), json!("500")];
        for limit in still_wrong {
            assert!(judged(json!({ "query": "a", "limit": limit }), true).is_err());
        }
    }

    fn value() -> impl Strategy<Value = Value> {
        prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            (-2_i64..14).prop_map(Value::from),
            "[a-z0-9+.]{0,6}".prop_map(Value::from),
            prop_oneof![Just("full"), Just("Brief"), Just("true"), Just("5")].prop_map(Value::from),
            Just(json!([1])),
            Just(json!({ "a": 1 })),
        ]
    }

    proptest! {
        #[test]
        fn what_passes_fits_the_schema_whatever_is_given(
            given in proptest::collection::btree_map(
                prop_oneof![Just("query"), Just("limit"), Just("detail"), Just("loud")],
                value(),
                0..5,
            ),
            coerces in any::<bool>(),
        ) {
            let given: Map<String, Value> =
                given.into_iter().map(|(key, it)| (key.to_owned(), it)).collect();
            let mut read = given.clone();
            if validate(&schema(), RULES, coerces, &mut read).is_ok() {
                let of = |name: &str| read.get(name).filter(|it| !it.is_null());
                prop_assert!(of("query").is_some_and(Value::is_string));
                let limit = of("limit").map(|it| it.as_i64());
                prop_assert!(limit.is_none_or(|it| it.is_some_and(|it| (1..=10).contains(&it))));
                prop_assert!(of("detail").is_none_or(|it| it == "full" || it == "brief"));
                prop_assert!(of("loud").is_none_or(|it| it.is_boolean() && of("detail").is_some()));
                prop_assert!(coerces || read == given, "only a reading tool's arguments change");
            }
        }
    }
}
