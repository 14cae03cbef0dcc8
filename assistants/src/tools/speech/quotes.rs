//! Quotation marks around the words, and the narration between them.

use super::{
    SpeechRules,
    label::{SPEAKS, is_me, without_me},
};

/// Quotation marks, opening and closing.
const PAIRS: [(char, char); 12] = [
    ('"', '"'),
    ('“', '”'),
    ('”', '”'),
    ('„', '“'),
    ('„', '”'),
    ('»', '«'),
    ('›', '‹'),
    ('‚', '‘'),
    ('«', '»'),
    ('「', '」'),
    ('‘', '’'),
    ('\'', '\''),
];

/// Returns a text without quotation marks around it.
pub(super) fn unquoted(text: &str) -> &str {
    let text = text.trim();
    // Some models write the command for it.
    let quoted = text.strip_prefix("say ").map(str::trim_start);
    let text = quoted.filter(|it| it.starts_with(['"', '“', '«'])).unwrap_or(text);
    for (open, close) in PAIRS {
        let is_mark = |it: char| it == open || it == close;
        let marks = text.chars().filter(|it| is_mark(*it)).count();
        let starts = text.starts_with(open);
        let inner = text.strip_prefix(open).and_then(|it| it.strip_suffix(close));
        if let Some(inner) = inner {
            // An apostrophe may stand inside, where a word goes on behind it.
            let is_closed = inner.contains(&format!("{close} ")) || inner.ends_with(close);
            if marks == 2 || matches!(close, '\'' | '’') && !is_closed {
                return inner.trim();
            }
        }
        if marks == 1 && !matches!(close, '\'' | '’') && (starts || text.ends_with(close)) {
            return text.trim_matches(is_mark).trim();
        }
    }
    text
}

/// Returns the words of a call that is written as in a program: `say(to="Ann", text="Come in.")`.
pub(super) fn called(text: &str) -> Option<&str> {
    let arguments = text.trim().strip_prefix("say(")?.trim_end_matches(';').strip_suffix(')')?;
    let named = ["text", "message", "words"].iter().find_map(|name| {
        let (_, value) = arguments.split_once(name)?;
        value.trim_start_matches(['"', '\'', ' ']).strip_prefix(['=', ':'])
    });
    let value = named.unwrap_or(arguments).trim();
    let open = value.chars().next().filter(|it| matches!(it, '"' | '\''))?;
    let words = value.get(1..)?;
    words.get(..words.rfind(open)?)
}

/// Splits prose such as `Mara smiles and says, "Come in."` into what is told of the speaker and
/// what is said; none if it is no such prose.
pub(super) fn narrated(text: &str, rules: &SpeechRules<'_>) -> Option<(Option<String>, String)> {
    let (told, said) = parted(text)?;
    let is_blank = |part: &&str| part.chars().all(|it| !it.is_alphanumeric());
    let parts: Vec<&str> = told.iter().copied().filter(|it| !is_blank(it)).collect();
    if said.len() < 2 && parts.is_empty() || !parts.iter().all(|it| is_told(it, rules)) {
        return None;
    }
    let last = said.len().checked_sub(1)?;
    let mut words = String::new();
    for (at, it) in said.iter().enumerate() {
        let it = it.trim();
        if words.ends_with(',') && it.starts_with(char::is_uppercase) {
            words.pop();
            words.push('.');
        }
        if !words.is_empty() {
            words.push(' ');
        }
        match it.strip_suffix(',').filter(|_| at == last) {
            Some(whole) => {
                words.push_str(whole);
                words.push('.');
            }
            None => words.push_str(it),
        }
    }
    let first = told.first().copied().filter(|it| !is_blank(it));
    Some((first.and_then(|it| pose_in(it, rules)), words))
}

/// Splits a text at its double quotation marks into what stands outside of them and inside.
fn parted(text: &str) -> Option<(Vec<&str>, Vec<&str>)> {
    let (mut told, mut said) = (Vec::new(), Vec::new());
    let mut rest = text;
    while let Some(at) = rest.find(['"', '“', '«', '„', '»']) {
        let (before, from) = rest.split_at(at);
        told.push(before);
        let open = from.chars().next()?;
        let close = match open {
            '“' => ['”', '”'],
            '„' => ['“', '”'],
            '«' => ['»', '»'],
            '»' => ['«', '«'],
            _ => ['"', '"'],
        };
        let (inside, after) = from.get(open.len_utf8()..)?.split_once(close)?;
        said.push(inside);
        rest = after;
    }
    told.push(rest);
    (!said.is_empty()).then_some((told, said))
}

/// Returns whether a part of a text tells of the speaker: `Mara smiles`, `she says`, `says Mara`.
fn is_told(part: &str, rules: &SpeechRules<'_>) -> bool {
    let part = part.trim_start_matches([',', ' ', '.', '-', '–', '—', '*']);
    let mut words = part.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let speaks = |it: &str| SPEAKS.contains(&it) && it != "to";
    let is_verb = second.starts_with(char::is_lowercase) && !part.contains(':');
    is_me(first, rules) && is_verb
        || ["she", "he", "they", "i"].contains(&first.to_lowercase().as_str()) && speaks(second)
        || speaks(first) && is_me(second, rules)
}

/// Returns the pose of the speaker before speaking: `Mara smiles and says,` is `smiles`.
fn pose_in(part: &str, rules: &SpeechRules<'_>) -> Option<String> {
    let rest = without_me(part.trim(), rules)?;
    let speaks = rest.split_whitespace().find(|word| {
        let word = word.trim_matches(|it: char| !it.is_alphanumeric());
        SPEAKS.contains(&word) && word != "to"
    });
    let rest = match speaks {
        Some(verb) => rest.split(verb).next()?,
        None => rest,
    };
    let rest = rest.trim_matches([' ', ',', ':', '.', ';']);
    let rest = rest.strip_suffix("and").unwrap_or(rest).trim_matches([' ', ',']);
    Some(rest.to_owned()).filter(|it| !it.is_empty())
}
