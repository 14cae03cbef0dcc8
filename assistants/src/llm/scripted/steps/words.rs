//! Words that are put into texts, as they have to stand there.

use crate::persona::placeholder::{self, Filling};

/// Returns whether a placeholder is filled with what the character found out, and so may be empty.
pub(super) fn is_found_out(name: &str) -> bool {
    placeholder::filled(name) != Filling::Always
}

/// Returns whether a placeholder is filled with what the character saw or heard.
pub(super) fn is_seen(name: &str) -> bool {
    placeholder::filled(name) == Filling::WhereSeen
}

/// Returns a text that begins with a capital, as a sentence does even where its first word is
/// filled in.
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|it| it.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Returns whether what comes next begins a sentence.
pub(super) fn begins_sentence(before: &str) -> bool {
    let ended = before.trim_end_matches(['"', '\'', ' ']);
    ended.is_empty() || before.ends_with(' ') && ended.ends_with(['.', '!', '?'])
}

/// Returns whether a placeholder is filled with a name or with words as somebody said them or a tool showed
/// them, which stay as they are.
pub(super) fn is_verbatim(name: &str) -> bool {
    placeholder::find(name).is_some_and(|it| it.verbatim)
}

/// Returns a line of found memories without its full stop; none when it says that there are none.
pub(super) fn memory(line: &str) -> Option<&str> {
    let line = line.trim().trim_end_matches('.');
    (!line.is_empty() && !line.eq_ignore_ascii_case("nothing")).then_some(line)
}

/// Returns the predicate of a memory about somebody: `likes mead`, of `Bob likes mead.` The memory must
/// begin with the name, so that the predicate can be said of the person.
pub(super) fn about<'m>(line: &'m str, name: &str) -> Option<&'m str> {
    let (front, said) = memory(line)?.split_at_checked(name.len())?;
    let is_about = front.eq_ignore_ascii_case(name) && said.starts_with(char::is_whitespace);
    let said = said.trim_start();
    (is_about && !said.is_empty()).then_some(said)
}

/// Returns at most the first `most` characters of `text`.
pub(super) fn cut(text: &str, most: usize) -> &str {
    let end = text.char_indices().nth(most).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or_default().trim_end()
}

/// Placeholder for the name of the speaker.
pub(super) const SPEAKER: &str = "{speaker}";

/// Returns a text without the name of the speaker, where it calls them in the middle or at the end
/// of a sentence: `Sit down, {speaker}.` is `Sit down.`
pub(super) fn without_vocative(text: &str) -> String {
    let mut left = text;
    let mut plain = String::with_capacity(text.len());
    while let Some((before, after)) = left.split_once(SPEAKER) {
        let ends = after.is_empty() || after.starts_with(['.', '!', '?', ',', ';', ':']);
        match before.strip_suffix(", ").filter(|_| ends) {
            Some(before) => plain.push_str(before),
            None => {
                plain.push_str(before);
                plain.push_str(SPEAKER);
            }
        }
        left = after;
    }
    plain.push_str(left);
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_left_out_where_it_only_calls() {
        for (text, plain) in [
            ("Sit down, {speaker}.", "Sit down."),
            ("Ask me, {speaker}, and I tell you, {speaker}!", "Ask me, and I tell you!"),
            ("You are {speaker}, and I know it.", "You are {speaker}, and I know it."),
            ("{speaker}! Sit down, {speaker}; it is late.", "{speaker}! Sit down; it is late."),
            ("Nothing.", "Nothing."),
        ] {
            assert_eq!(without_vocative(text), plain);
        }
    }
}
