//! A file of the content as JSON: what stands before a bracket is the name of a variant.

use std::{iter::Peekable, str::Chars};

use serde_json::{Map, Value};

/// The value of a text, which is well written.
pub(super) fn json(text: &str) -> Value {
    Reader { text: text.chars().peekable() }.value()
}

struct Reader<'a> {
    text: Peekable<Chars<'a>>,
}

impl Reader<'_> {
    /// Passes over blanks, remarks and the line of extensions.
    fn skip(&mut self) {
        while let Some(letter) = self.text.peek().copied() {
            if letter == '/' || letter == '#' {
                while self.text.next_if(|it| *it != '\n').is_some() {}
            } else if letter.is_whitespace() {
                self.text.next();
            } else {
                return;
            }
        }
    }

    fn next_if(&mut self, mark: char) -> bool {
        self.skip();
        self.text.next_if_eq(&mark).is_some()
    }

    fn value(&mut self) -> Value {
        self.skip();
        match self.text.peek().copied().unwrap() {
            '"' => Value::String(self.quoted()),
            '(' => self.fields(),
            '[' => Value::Array(self.parts(']').into_iter().map(|(_, it)| it).collect()),
            '{' => named(self.parts('}')),
            _ => self.word(),
        }
    }

    fn quoted(&mut self) -> String {
        assert_eq!(self.text.next(), Some('"'));
        let mut text = String::new();
        loop {
            match self.text.next().unwrap() {
                '"' => return text,
                '\\' => text.push(self.text.next().unwrap()),
                letter => text.push(letter),
            }
        }
    }

    /// A number, a word, or a variant with what belongs to it.
    fn word(&mut self) -> Value {
        let mut word = String::new();
        while let Some(letter) = self.text.next_if(|it| it.is_alphanumeric() || "_+-".contains(*it))
        {
            word.push(letter);
        }
        assert!(!word.is_empty(), "a value is missing before {:?}", self.text.peek());
        if let Ok(number) = word.parse::<i64>() {
            return number.into();
        }
        self.skip();
        if self.text.peek() == Some(&'(') {
            let mut inside = self.fields();
            if let Some([only]) = inside.as_array().map(Vec::as_slice) {
                inside = only.clone();
            }
            return Value::Object(Map::from_iter([(word, inside)]));
        }
        match word.as_str() {
            "true" | "false" => Value::Bool(word == "true"),
            _ => Value::String(word),
        }
    }

    /// Contents of round brackets: fields, or values without names.
    fn fields(&mut self) -> Value {
        let parts = self.parts(')');
        if parts.iter().any(|(name, _)| name.is_some()) {
            return named(parts);
        }
        Value::Array(parts.into_iter().map(|(_, it)| it).collect())
    }

    fn parts(&mut self, end: char) -> Vec<(Option<String>, Value)> {
        self.text.next();
        let mut parts = Vec::new();
        while !self.next_if(end) {
            let first = self.value();
            parts.push(if self.next_if(':') {
                (Some(key(&first)), self.value())
            } else {
                (None, first)
            });
            self.next_if(',');
        }
        parts
    }
}

/// The text of a key, such as `Accepted("sell-ale")`.
fn key(value: &Value) -> String {
    if let Some(word) = value.as_str() {
        return word.to_owned();
    }
    let (name, of) = value.as_object().and_then(|it| it.iter().next()).unwrap();
    format!("{name}({of})")
}

fn named(parts: Vec<(Option<String>, Value)>) -> Value {
    Value::Object(parts.into_iter().map(|(name, it)| (name.unwrap(), it)).collect())
}
