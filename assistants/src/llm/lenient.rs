//! Lenient JSON: parses the JSON of models with the mistakes that they make, and says whether it
//! had to be repaired.

use serde_json::{Deserializer, Value};

/// Maximum number of times that a JSON text may be wrapped in a JSON string.
const MOST_WRAPS: usize = 2;

/// Value of a JSON text.
#[derive(Debug, Clone, PartialEq)]
pub struct LenientValue {
    pub value: Value,
    /// True if the text was no valid JSON, so that the value is a guess, if a good one.
    pub is_repaired: bool,
}

/// Parses a JSON text, also in a fenced block or encoded twice.
///
/// Repaired are raw control characters and wrong escapes in strings, half of a surrogate pair,
/// single quotes whose ends are certain, trailing commas, one closing bracket too many or too few,
/// and the words of other languages, such as `NaN` and `True`. A string that is not closed never
/// is: what it lacks may change what it means.
#[must_use]
pub fn parse(text: &str) -> Option<LenientValue> {
    wrapped(text, MOST_WRAPS)
}

fn wrapped(text: &str, wraps: usize) -> Option<LenientValue> {
    let text = unfenced(text);
    let LenientValue { value, is_repaired } = plain(text)?;
    let inner =
        value.as_str().filter(|it| it.trim_start().starts_with(['{', '[', '"']) && wraps > 0);
    match inner.and_then(|it| wrapped(it, wraps - 1)) {
        Some(inner) => {
            Some(LenientValue { is_repaired: is_repaired || inner.is_repaired, ..inner })
        }
        None => Some(LenientValue { value, is_repaired }),
    }
}

fn plain(text: &str) -> Option<LenientValue> {
    if let Ok(value) = serde_json::from_str(text) {
        return Some(LenientValue { value, is_repaired: false });
    }
    let mended = Mender::new(text).run();
    let rest = text.get(mended.read..)?.trim();
    let is_whole = rest.is_empty() || matches!(rest, "}" | "]");
    let value = mended.json.filter(|_| is_whole)?;
    Some(LenientValue { value: serde_json::from_str(&value).ok()?, is_repaired: true })
}

/// Returns a text without the marks of the fenced block that it consists of.
fn unfenced(text: &str) -> &str {
    let text = text.trim_matches(|it: char| it.is_whitespace() || it == '\u{feff}');
    let Some(inner) = text.strip_prefix("```") else { return text };
    let inner = inner.trim_start_matches(|it: char| it.is_ascii_alphanumeric() || it == '_');
    inner.trim_end_matches('`').trim()
}

/// Record in a text: a JSON object or list.
#[derive(Debug, Clone, PartialEq)]
pub struct TextRecord {
    /// Value; none if the record cannot be parsed.
    pub value: Option<LenientValue>,
    /// Length in the text, in bytes.
    pub length: usize,
}

/// Parses the record at the start of a text. What begins like a record is one even if it cannot be
/// parsed; it ends with its last bracket, or with the text.
#[must_use]
pub fn record(text: &str) -> Option<TextRecord> {
    if !begins_record(text) {
        return None;
    }
    let mut values = Deserializer::from_str(text).into_iter::<Value>();
    if let Some(Ok(value)) = values.next() {
        let value = Some(LenientValue { value, is_repaired: false });
        return Some(TextRecord { value, length: values.byte_offset() });
    }
    let mended = Mender::new(text).run();
    let value = mended.json.and_then(|it| serde_json::from_str(&it).ok());
    let value = value.map(|value| LenientValue { value, is_repaired: true });
    Some(TextRecord { value, length: mended.read.max(1) })
}

/// Returns whether a text begins like a record; braces and square brackets may stand in prose, too.
fn begins_record(text: &str) -> bool {
    let mut letters = text.chars().filter(|it| !it.is_whitespace());
    let first_two = (letters.next(), letters.next());
    matches!(first_two, (Some('{'), Some('"' | '\'' | '}')) | (Some('['), Some('{' | '"')))
}

/// Result of [`Mender::run`].
struct Mended {
    /// JSON of the value, unless it is beyond repair.
    json: Option<String>,
    /// Number of bytes read.
    read: usize,
}

/// Rewriter of a nearly valid JSON text.
struct Mender<'a> {
    text: &'a str,
    at: usize,
    json: String,
    /// Closing brackets that are still to come, the next one last.
    open: Vec<char>,
    /// True if a comma was read and not yet written, since nothing may follow it.
    comma: bool,
    /// Last character written that is no white space.
    last: char,
    broken: bool,
}

impl<'a> Mender<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            json: String::with_capacity(text.len() + 8),
            open: Vec::new(),
            comma: false,
            last: '[',
            broken: false,
        }
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += letter.len_utf8();
        Some(letter)
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at..)?.chars().next()
    }

    fn write(&mut self, letter: char) {
        self.json.push(letter);
        self.last = letter;
    }

    fn flush(&mut self) {
        if std::mem::take(&mut self.comma) {
            self.write(',');
        }
    }

    /// Reads one value.
    fn run(mut self) -> Mended {
        while let Some(letter) = self.next() {
            match letter {
                '{' | '[' => {
                    self.flush();
                    self.open.push(if letter == '{' { '}' } else { ']' });
                    self.write(letter);
                }
                '}' | ']' => {
                    self.broken |= self.open.pop() != Some(letter);
                    self.comma = false;
                    self.write(letter);
                }
                ',' => {
                    self.broken |= self.comma;
                    self.comma = true;
                    continue;
                }
                '"' => self.string(),
                '\'' if self.comma || matches!(self.last, '{' | '[' | ':') => self.quoted(),
                it if it.is_whitespace() || it == '\u{feff}' => continue,
                it if it.is_alphanumeric() || matches!(it, '-' | '+') => self.word(letter),
                other => self.write(other),
            }
            if self.open.is_empty() {
                return Mended { read: self.at, json: (!self.broken).then_some(self.json) };
            }
        }
        // One bracket is missing; what stands before it must be complete.
        let closing = self.open.pop().filter(|_| self.open.is_empty());
        let is_complete = !self.broken && !self.comma && !matches!(self.last, '{' | '[' | ':');
        let read = self.text.len();
        let Some(closing) = closing.filter(|_| is_complete) else {
            return Mended { json: None, read };
        };
        self.write(closing);
        Mended { json: Some(self.json), read }
    }

    /// Reads a string after its opening quotation mark.
    fn string(&mut self) {
        self.flush();
        self.write('"');
        while let Some(letter) = self.next() {
            match letter {
                '"' => return self.write('"'),
                '\\' => self.escape(),
                other => self.letter(other),
            }
        }
        self.broken = true;
    }

    /// Reads a string in single quotes; an apostrophe ends it where a mark of JSON follows.
    fn quoted(&mut self) {
        self.flush();
        self.write('"');
        while let Some(letter) = self.next() {
            match letter {
                '\'' => {
                    let rest = self.text.get(self.at..).unwrap_or_default().trim_start();
                    if rest.is_empty() || rest.starts_with([':', ',', '}', ']']) {
                        return self.write('"');
                    }
                    self.letter('\'');
                }
                '"' => self.json.push_str("\\\""),
                '\\' => self.escape(),
                other => self.letter(other),
            }
        }
        self.broken = true;
    }

    fn letter(&mut self, letter: char) {
        match letter {
            '\n' => self.json.push_str("\\n"),
            '\t' => self.json.push_str("\\t"),
            it if it.is_control() => {}
            other => self.json.push(other),
        }
    }

    /// Reads an escape after its backslash.
    fn escape(&mut self) {
        match self.next() {
            Some('u') => self.code_unit(),
            Some(it @ ('"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't')) => {
                self.json.push('\\');
                self.json.push(it);
            }
            Some(other) => self.letter(other),
            None => self.broken = true,
        }
    }

    /// Reads the four digits of an escape; half of a surrogate pair is left out.
    fn code_unit(&mut self) {
        let Some(unit) = self.digits(self.at) else {
            self.broken = true;
            return;
        };
        self.at += 4;
        let is_low = |it: u32| (0xdc00..0xe000).contains(&it);
        let pair = self.text.get(self.at..).is_some_and(|it| it.starts_with("\\u"));
        let low = pair.then(|| self.digits(self.at + 2)).flatten().filter(|it| is_low(*it));
        match (unit, low) {
            (0xd800..0xdc00, Some(low)) => {
                self.at += 6;
                self.json.push_str(&format!("\\u{unit:04x}\\u{low:04x}"));
            }
            (0xd800..0xe000, _) => {}
            _ => self.json.push_str(&format!("\\u{unit:04x}")),
        }
    }

    fn digits(&self, at: usize) -> Option<u32> {
        let digits = self.text.get(at..at + 4)?;
        let are_hex = digits.bytes().all(|it| it.is_ascii_hexdigit());
        are_hex.then(|| u32::from_str_radix(digits, 16).ok()).flatten()
    }

    /// Reads a number or a word that begins with `first`.
    fn word(&mut self, first: char) {
        self.flush();
        let from = self.at - first.len_utf8();
        while self.peek().is_some_and(|it| it.is_alphanumeric() || matches!(it, '.' | '-' | '+')) {
            self.next();
        }
        let word = self.text.get(from..self.at).unwrap_or_default();
        let word = match word {
            "NaN" | "nan" | "Infinity" | "-Infinity" | "inf" | "-inf" | "None" | "undefined" => {
                "null"
            }
            "True" => "true",
            "False" => "false",
            other => other,
        };
        self.json.push_str(word);
        self.last = 'w';
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_valid_is_not_repaired() {
        let hi = json!({ "text": "Hi" });
        let twice = Value::from(hi.to_string()).to_string();
        for text in [
            "{\"text\": \"Hi\"}",
            "\u{feff} {\"text\":\"Hi\"}\n",
            "```json\n{\"text\": \"Hi\"}\n```",
            "```\n{\"text\": \"Hi\"}```",
            &twice,
            &Value::from(twice.clone()).to_string(),
        ] {
            assert_eq!(
                parse(text),
                Some(LenientValue { value: hi.clone(), is_repaired: false }),
                "{text}"
            );
        }
    }

    #[test]
    fn mistakes_that_leave_no_doubt_are_repaired() {
        for (text, value) in [
            ("{\"text\": \"One\ntwo\"}", json!({ "text": "One\ntwo" })),
            ("{\"text\": \"Hi\"}}", json!({ "text": "Hi" })),
            ("{\"a\": {\"text\": \"Hi\"}", json!({ "a": { "text": "Hi" } })),
            ("{\"text\": \"Hi\",}", json!({ "text": "Hi" })),
            (
                "{'text': 'It\\'s Bob\\'s, isn't it \"so\"?'}",
                json!({ "text": "It's Bob's, isn't it \"so\"?" }),
            ),
            ("{\"text\": \"Bob\\'s\"}", json!({ "text": "Bob's" })),
            (
                "{\"a\": NaN, \"b\": [True, None, -Infinity]}",
                json!({ "a": null, "b": [true, null, null] }),
            ),
            ("{\"text\": \"Hi \\ud83d\"}", json!({ "text": "Hi " })),
            ("{\"text\": \"Hi \\ud83d\\ude00\\udead!\"}", json!({ "text": "Hi 😀!" })),
        ] {
            assert_eq!(parse(text), Some(LenientValue { value, is_repaired: true }), "{text}");
        }
    }

    #[test]
    fn what_may_mean_several_things_is_left_alone() {
        for text in [
            "",
            "Hi",
            "{\"text\": \"I will not",
            "{\"text\": ",
            "{\"text\":\"Hi\",",
            "{\"a\": {\"b\": {\"text\": \"Hi\"",
            "{\"text\": \"Hi\"}}}",
            "{\"text\": \"Hi\"} and more",
            "{\"text\": \"Hi]\"]",
            "{\"text\" \"Hi\"}",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_record_in_a_text_ends_where_it_ends() {
        for (text, length) in [
            ("{\"a\": 1} and", Some(8)),
            ("{\"a\": \"}\n\"} and", Some(11)),
            ("{\"a\": {\"b\" 1}} and", Some(14)),
            ("{\"a\": \"no end", Some(13)),
            ("[{\"a\": 1}, {}] and", Some(14)),
            ("{smiles} Hi", None),
            ("[smiles] Hi", None),
            ("[1] Hi", None),
        ] {
            assert_eq!(record(text).map(|it| it.length), length, "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd(text in r#"(\PC|[\{\}\[\]",:'\\]|\\u|d83d|NaN|\n){0,40}"#) {
            if let Some(it) = record(&text) {
                prop_assert!(text.is_char_boundary(it.length) && it.length > 0);
            }
            if let Ok(value) = serde_json::from_str::<Value>(&text) {
                prop_assert_eq!(parse(&text).map(|it| it.is_repaired), Some(false), "{}", value);
            }
        }
    }
}
