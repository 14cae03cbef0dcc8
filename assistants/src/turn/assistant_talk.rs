//! Words of a model that has fallen out of its role, most often because it knows no answer: phrases
//! of an assistant program, a tale of what is going on in place of an answer, an answer to itself, and
//! the other's own words.

use std::collections::BTreeSet;

use crate::memory::words;

/// Phrases in plain small letters. Each begins and ends with a whole word.
const PHRASES: [&str; 22] = [
    "as an ai",
    "an ai language model",
    "a language model",
    "i am an ai",
    "i'm an ai",
    "an ai assistant",
    "i can't assist",
    "i cannot assist",
    "can't assist you",
    "cannot assist you",
    "unable to assist",
    "able to assist you",
    "how can i assist",
    "how may i assist",
    "how can i help you today",
    "i'm sorry but i can't help",
    "i'm sorry but i cannot help",
    "i am sorry but i cannot help",
    "my training data",
    "i can assist you",
    "rephrase your question",
    "please provide more information",
];

/// Returns whether a text has one of the phrases, whatever name it speaks to between their words:
/// `I'm sorry, Ann, but I can't help you with that.`
#[must_use]
pub fn is_assistant_talk(text: &str) -> bool {
    let straight = text.to_lowercase().replace('’', "'");
    let plain = joined(&straight);
    // `I'm sorry, NAME, but` is `I'm sorry but`.
    let without_name: String = {
        let mut parts = straight.split(',').map(str::trim).collect::<Vec<_>>();
        if let Some(at) = parts.iter().position(|it| it.ends_with("sorry"))
            && parts.get(at + 2).is_some_and(|it| it.starts_with("but "))
        {
            parts.remove(at + 1);
        }
        joined(&parts.join(" "))
    };
    is_bare_command(&plain)
        || PHRASES.iter().any(|phrase| {
            let phrase = format!(" {phrase} ");
            plain.contains(&phrase) || without_name.contains(&phrase)
        })
}

/// Verbs of speech in the past.
const TOLD: [&str; 3] = ["said", "asked", "answered"];

/// Returns whether a text tells what somebody in the talk does, in place of an answer: `Ann says she
/// likes ale.`, `Ann says, "An ale."` `names` are those of the two who talk. Nobody begins so to whoever
/// is called Ann.
#[must_use]
pub fn narrates(text: &str, names: [&str; 2]) -> bool {
    let tells = |verb: &str| verb.len() > 2 && verb.ends_with('s') || TOLD.contains(&verb);
    verb_of(text, names).is_some_and(tells)
}

/// Returns whether a text tells how things are, in the words of a question in plain text: `Ann is here.`
/// `names` are those of the two who talk.
#[must_use]
pub fn tells_scene(text: &str, names: [&str; 2]) -> bool {
    let text = text.trim_start();
    text.contains(" speaks to you")
        || text.starts_with("You know:")
        || text.starts_with("You are in ") && text.contains(" it is ")
        || verb_of(text, names).is_some_and(|verb| verb == "is")
}

/// Returns the word behind one of some names at the beginning of a text, if it is in small letters.
fn verb_of<'a>(text: &'a str, names: [&str; 2]) -> Option<&'a str> {
    let text = text.trim_start();
    let rest = names
        .iter()
        .filter(|name| !name.is_empty())
        .find_map(|name| text.strip_prefix(name).and_then(|it| it.strip_prefix(' ')))?;
    let verb = rest.split(' ').next()?.trim_end_matches([',', ':']);
    verb.chars().all(|it| it.is_ascii_lowercase()).then_some(verb)
}

/// Words before the own name, and words that stand behind the first two of them: `I am your host,
/// Mara.`
const NAMES_ITSELF: [&str; 2] = ["i am", "i'm"];
const IS_A: [&str; 6] = ["the", "a", "an", "your", "only", "just"];

/// Returns whether a text calls `own`, the name of whoever speaks, as one calls another: `Yes, Mara.`
#[must_use]
pub fn calls_itself(text: &str, own: &str) -> bool {
    if own.is_empty() {
        return false;
    }
    text.match_indices(own).any(|(at, _)| {
        let (before, rest) = text.split_at(at);
        let after = rest.strip_prefix(own).unwrap_or_default();
        let start = before.rfind(['.', '!', '?', '"', ';']).map_or(0, |it| it + 1);
        let sentence = before.get(start..).unwrap_or_default().trim().to_lowercase();
        if sentence.ends_with("you are") {
            return !after.starts_with(char::is_alphanumeric);
        }
        let is_at_start = sentence.is_empty() && after.starts_with([',', '!', '?']);
        let is_called = sentence.ends_with(',')
            && (after.is_empty() || after.starts_with(['.', ',', '!', '?', '"', ';']));
        let words: Vec<&str> = sentence.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        let is_told = NAMES_ITSELF.iter().any(|beginning| {
            let rest = sentence.strip_prefix(beginning).unwrap_or_default();
            rest.split_whitespace().next().is_some_and(|next| IS_A.contains(&next))
        });
        let is_name = words.contains(&"name") || words.last() == Some(&"me");
        is_at_start || is_called && !is_told && !is_name
    })
}

/// Returns whether a text says that whoever speaks is `other`: `I am Katya.`
#[must_use]
pub fn claims_to_be(text: &str, other: &str) -> bool {
    let forms = ["I am ", "I'm ", "calls me ", "call me ", "My name is "];
    !other.is_empty()
        && forms.iter().any(|form| {
            text.match_indices(form).any(|(at, _)| {
                let rest = text.get(at + form.len()..).unwrap_or_default();
                let after = rest.strip_prefix(other);
                after.is_some_and(|it| !it.starts_with(char::is_alphanumeric))
            })
        })
}

/// Words that say nothing of a matter, and those of greetings and thanks.
const EMPTY_WORDS: [&str; 43] = [
    "and", "are", "but", "can", "did", "does", "for", "had", "has", "have", "her", "him", "his",
    "how", "its", "may", "not", "our", "she", "that", "the", "then", "there", "they", "this",
    "was", "were", "what", "where", "who", "will", "with", "you", "your", "good", "day", "morning",
    "evening", "night", "hello", "welcome", "thanks", "thank",
];

/// Minimum number of telling words of a text that may be called another's.
const FEWEST_TELLING: usize = 2;

/// Returns whether all that a text tells was in the words that it answers: `It is always this loud.` to
/// `is it always this loud`. `name` is that of whoever is answered.
#[must_use]
pub fn echoes(text: &str, asked: &str, name: &str) -> bool {
    let name = name.to_lowercase();
    let is_telling =
        |it: &String| it.chars().count() > 2 && *it != name && !EMPTY_WORDS.contains(&it.as_str());
    let telling = |of: &str| words(of).filter(is_telling).collect::<BTreeSet<_>>();
    // Yes and no are answers.
    let first = words(text).next().unwrap_or_default();
    if ["yes", "no", "not", "aye"].contains(&first.as_str()) {
        return false;
    }
    let said = telling(text);
    said.len() >= FEWEST_TELLING && said.is_subset(&telling(asked))
}

/// Returns whether all that is said is the word that a player types to take an offer. A small model
/// finds it in what was said before.
fn is_bare_command(plain: &str) -> bool {
    matches!(plain, " accept " | " accept it " | " type accept " | " decline ")
}

/// Joins the words of a text by single spaces, with one at each end.
fn joined(text: &str) -> String {
    let words = text.split(|it: char| !it.is_alphanumeric() && it != '\'');
    let mut joined = String::from(" ");
    for word in words.filter(|it| !it.is_empty()) {
        joined.push_str(word);
        joined.push(' ');
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tale_of_the_talk_is_told_from_an_answer() {
        let names = ["Ines", "Mara"];
        for text in [
            "Ines says good morning and the smell is wonderful.",
            "Ines gives Mara the eel pie.",
            "Mara thinks someone took her spoons.",
            "Ines says, \"It was the bird, my dear.\"",
            "Mara said \"Ah, a song.\"",
        ] {
            assert!(narrates(text, names), "{text}");
        }
        for text in [
            "Ines, this is the good barrel.",
            "Ines! Sit down.",
            "Bram knits. Ines is here.",
            "Ines? As you like.",
            "Inesses of the world, drink.",
            "",
        ] {
            assert!(!narrates(text, names), "{text}");
        }
        assert!(!narrates("Ann says hello.", ["", ""]));
        for text in [
            "Mara is in the inn; it is midday.",
            "You are in The Open Ear and it is midday. Sit down.",
            "Welcome. Ines is here and speaks to you.",
            "You know: Brown ale, two coins.",
        ] {
            assert!(tells_scene(text, names), "{text}");
        }
        for text in ["You are in Elm Square, Ines.", "Ines, it is late.", "Bram is at the gate."] {
            assert!(!tells_scene(text, names), "{text}");
        }
    }

    #[test]
    fn whoever_calls_its_own_name_speaks_for_the_other() {
        for text in [
            "Got it, Mara.",
            "Yes, Mara, I saw her.",
            "Hi there, Mara! An ale?",
            "Mara, is the ale good?",
            "You are Mara, and the inn is yours.",
            "I'm sorry, Mara. I'm not sure what you mean.",
        ] {
            assert!(calls_itself(text, "Mara"), "{text}");
        }
        for text in [
            "I am your host, Mara.",
            "It's me, Mara.",
            "My name, if you want it, Mara.",
            "Ask Mara; she knows.",
            "Everybody says mara.",
            "People call for Mara, and Mara comes.",
            "Marada, come here.",
            "",
        ] {
            assert!(!calls_itself(text, "Mara"), "{text}");
        }
        assert!(!calls_itself("Yes, Mara.", ""));
        assert!(claims_to_be("Yes, I remember you. I am Katya, who bakes.", "Katya"));
        assert!(claims_to_be("Everybody here calls me Katya.", "Katya"));
        assert!(!claims_to_be("I am Katya's friend? I am Mara, Katya.", "Katyas"));
        assert!(!claims_to_be("I am glad, Katya.", "Katya") && !claims_to_be("I am ", ""));
    }

    #[test]
    fn an_echo_of_what_was_said_is_told_from_an_answer() {
        for (text, asked) in [
            ("It is always this loud here.", "is it always this loud here"),
            ("I made a chair once.", "i made a chair once"),
            ("Nell is ill, Finn.", "i worry about my sister Nell, she is ill"),
            ("Black fingers, and a heart.", "you have black fingers but a good heart"),
        ] {
            assert!(echoes(text, asked, "Finn"), "{text}");
        }
        for (text, asked) in [
            ("It is always this loud here, and louder at night.", "is it always this loud here"),
            ("Yes, always this loud.", "is it always this loud"),
            ("Finn!", "who is finn?"),
            ("Good evening, Finn.", "ann, good evening"),
            ("Bread, Finn.", "is it bread or cake?"),
            ("Hm.", "hm"),
        ] {
            assert!(!echoes(text, asked, "Finn"), "{text}");
        }
    }

    #[test]
    fn an_assistant_is_told_from_a_character() {
        for text in [
            "I'm sorry, Nika, but I can't help you with that.",
            "I'm sorry, but I can’t help with that.",
            "I'm afraid I can't assist with that.",
            "As an AI language model, I have no taste.",
            "As an AI, I have no taste.",
            "Hello! How can I assist you today?",
            "I am here, and able to assist you.",
            "I don't have enough context. Please rephrase your question so I can assist you better.",
            "Accept.",
            "Type accept!",
        ] {
            assert!(is_assistant_talk(text), "{text}");
        }
        for text in [
            "I'm sorry, Nika, I can't help you; the barrel is empty.",
            "I can't help it, my dear.",
            "I'm sorry, Ann, but I cannot sell ale at night.",
            "How can I help you, Ann?",
            "As an aid to memory I keep a list.",
            "I'm an airy soul.",
            "Sorry, but no.",
            "I accept.",
            "Type accept, Ann, and the ale is yours.",
            "",
        ] {
            assert!(!is_assistant_talk(text), "{text}");
        }
    }
}
