//! End of the words: a sentence that is not whole is left out, or ends with an ellipsis.

/// Words that no sentence ends with.
const DANGLING: [&str; 14] = [
    "and", "or", "but", "the", "a", "an", "of", "because", "my", "your", "their", "if", "than",
    "every",
];

/// Abbreviations whose full stop ends no sentence.
const SHORT: [&str; 5] = ["mr", "mrs", "ms", "dr", "st"];

/// Returns a text that ends with a whole sentence. A text that was cut off ends so only behind a
/// mark that ends sentences; any other one may lack that mark, but does not end with a comma or
/// with a word such as `and`.
pub(super) fn whole(text: &str, cut_off: bool, notes: &mut Vec<String>) -> String {
    if !is_broken_off(text, cut_off) {
        return text.to_owned();
    }
    notes.push("its last sentence is not whole, and is left out or marked".to_owned());
    if let Some(end) = sentence_end(text) {
        return text.get(..end).unwrap_or_default().to_owned();
    }
    let open = |it: char| it.is_whitespace() || matches!(it, ',' | ';' | ':' | '(' | '-' | '–');
    let head = text.trim_end_matches(open);
    if head.is_empty() { String::new() } else { format!("{head}…") }
}

fn is_broken_off(text: &str, cut_off: bool) -> bool {
    let Some(last) = text.chars().next_back() else { return false };
    let is_open = matches!(last, ',' | ';' | ':' | '(');
    let word = text.rsplit(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
    let dangles = DANGLING.iter().any(|it| it.eq_ignore_ascii_case(word)) && text.contains(' ');
    is_open || dangles || cut_off && (last.is_alphanumeric() || matches!(last, '-' | '–' | '\''))
}

/// Returns the end of the last whole sentence.
fn sentence_end(text: &str) -> Option<usize> {
    let closing = |it: char| matches!(it, '"' | '\'' | '”' | '’' | '»' | ')');
    let ends = text.char_indices().rev().filter(|(_, it)| matches!(it, '.' | '!' | '?' | '…'));
    ends.map(|(at, mark)| (at, at + mark.len_utf8())).find_map(|(at, end)| {
        let rest = text.get(end..)?;
        let after = rest.trim_start_matches(closing);
        let word = text.get(..at)?.rsplit(|it: char| !it.is_alphanumeric()).next()?;
        let is_short = SHORT.iter().any(|it| it.eq_ignore_ascii_case(word));
        let is_end = after.is_empty() || after.starts_with(char::is_whitespace);
        (is_end && !is_short).then_some(end + rest.len() - after.len())
    })
}
