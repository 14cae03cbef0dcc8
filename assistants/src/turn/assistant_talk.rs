//! Words of a model that has fallen out of its role, most often because it knows no answer: phrases
//! of an assistant program, and a tale of what is going on in place of an answer.

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

/// Returns whether a text tells what somebody in the talk does, in place of an answer: `Ann says she
/// likes ale.` `names` are those of the two who talk. Nobody begins so to whoever is called Ann.
#[must_use]
pub fn narrates(text: &str, names: [&str; 2]) -> bool {
    let text = text.trim_start();
    names.iter().filter(|name| !name.is_empty()).any(|name| {
        let Some(rest) = text.strip_prefix(name).and_then(|it| it.strip_prefix(' ')) else {
            return false;
        };
        let verb = rest.split(' ').next().unwrap_or_default();
        verb.len() > 2 && verb.ends_with('s') && verb.chars().all(|it| it.is_ascii_lowercase())
    })
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
