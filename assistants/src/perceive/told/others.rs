//! Facts that somebody tells about somebody else: `Bob comes from Lull`. They are read as if that one had
//! said them, sentence by sentence, where a sentence begins with the name. Pure functions, no model.

use super::{ToldFact, asked_slot, told};
use crate::memory::said::without_name;

/// Verbs behind a name, and behind "I".
const VERBS: [(&str, &str); 11] = [
    ("is", "am"),
    ("has", "have"),
    ("comes", "come"),
    ("lives", "live"),
    ("works", "work"),
    ("likes", "like"),
    ("loves", "love"),
    ("hates", "hate"),
    ("fears", "fear"),
    ("wants", "want"),
    ("hopes", "hope"),
];

/// Returns the facts that a line to a mind, called `me`, tells about a person other than its
/// speaker, who is called `name` in it.
#[must_use]
pub fn told_of(line: &str, name: &str, me: &str) -> Vec<ToldFact> {
    let sentences = without_name(line, me).split_inclusive(['.', '!', '?', ';']);
    let sentences = sentences.filter(|it| !it.ends_with('?'));
    sentences
        .filter_map(|it| in_first_person(it.trim(), name))
        .flat_map(|it| told(&it).facts)
        .collect()
}

/// Returns the slot that a question about a person, who is called `name` in it, asks for: "where does Bob come
/// from?".
#[must_use]
pub fn asked_of(line: &str, name: &str) -> Option<&'static str> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let plain = |word: &str| word.trim_matches(|of: char| !of.is_alphanumeric()).to_lowercase();
    let small = name.to_lowercase();
    let mut asked: Vec<String> = Vec::new();
    let mut is_about = false;
    for word in words {
        let word = plain(word).replace('’', "'");
        let owner = word.strip_suffix("'s").is_some_and(|of| of == small);
        if word == small || owner {
            is_about = true;
            asked.push(if owner { "my" } else { "i" }.to_owned());
            // "Does Bob" is "do I", and "is Bob" is "am I".
            let at = asked.len().checked_sub(2);
            if let Some(verb) = at.and_then(|it| asked.get_mut(it)) {
                let mine = [("does", "do"), ("is", "am"), ("has", "have")];
                if let Some((_, own)) = mine.iter().find(|(of, _)| of == verb) {
                    *verb = (*own).to_owned();
                }
            }
        } else {
            asked.push(word);
        }
    }
    if is_about { asked_slot(&format!("{}?", asked.join(" "))) } else { None }
}

/// Returns a sentence about a person as that person would say it; none for a sentence about something else.
fn in_first_person(sentence: &str, name: &str) -> Option<String> {
    let rest = sentence.strip_prefix(name)?;
    if let Some(theirs) = rest.strip_prefix("'s ").or_else(|| rest.strip_prefix("’s ")) {
        return Some(format!("my {theirs}"));
    }
    let (verb, rest) = rest.strip_prefix(' ')?.split_once(' ')?;
    let (_, mine) = VERBS.iter().find(|(theirs, _)| *theirs == verb)?;
    Some(format!("I {mine} {rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_of_somebody_is_read_as_if_they_had_asked_it() {
        for (line, slot) in [
            ("where does Bob come from?", Some("origin")),
            ("what does bob do for a living?", Some("work")),
            ("what is Bob's wife called?", Some("spouse")),
            ("where do I come from?", None),
            ("does Bob like the inn?", None),
        ] {
            assert_eq!(asked_of(line, "Bob"), slot, "{line}");
        }
    }

    #[test]
    fn what_is_said_of_somebody_is_read_as_if_they_had_said_it() {
        let facts = |line: &str| {
            let all = told_of(line, "Bob", "Mara").into_iter();
            all.map(|it| format!("{}: {}", it.slot, it.value)).collect::<Vec<_>>()
        };
        assert_eq!(facts("Bob comes from Lull. He is tired."), ["origin: Lull"]);
        assert_eq!(facts("mara, Bob comes from Lull"), ["origin: Lull"]);
        assert_eq!(
            facts("Well! Bob is a baker; Bob likes cider"),
            ["work: a baker", "likes: cider"]
        );
        assert_eq!(facts("Bob's wife is called Ann."), ["spouse: a wife called Ann"]);
        for none in ["Does Bob come from Lull?", "Bobby comes from Lull", "I come from Lull", "Bob"]
        {
            assert!(facts(none).is_empty(), "{none}");
        }
    }
}
