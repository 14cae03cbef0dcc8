//! Requests in spoken lines that cannot be met at once: to tell somebody something, to ask them something,
//! and to be told when somebody comes in. Pure functions, no model.

/// Request of a visitor. People are what the lookup of names gives for them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VisitorRequest<P> {
    /// To pass on a message, in the words of the speaker.
    Tell { whom: P, message: String },
    /// To ask somebody something, in the words of the speaker.
    Ask { whom: P, question: String },
    /// To ask nobody after all.
    Withdraw,
    /// To say when somebody comes in.
    Await { whom: P },
}

/// Maximum length of a message, in characters; a longer one is for a letter.
pub const LONGEST_MESSAGE: usize = 160;

/// Words in front of a request that say nothing.
const IN_FRONT: [&str; 16] = [
    "please", "can", "could", "would", "will", "you", "kindly", "hey", "hello", "hi", "oh", "and",
    "then", "also", "just", "well",
];
/// Words with which a message does not begin: they ask for a deed, or for something to be told of.
const NO_MESSAGE: [&str; 10] =
    ["to", "about", "of", "what", "how", "who", "where", "when", "why", "whether"];
/// Words in front of a question that is put by somebody else.
const WHETHER: [&str; 3] = ["if", "whether", "to"];
/// Words that mean a time to come.
const WHEN: [&str; 3] = ["when", "if", "once"];
/// Verbs of an arrival.
const COMES: [&str; 13] = [
    "comes", "come", "gets", "arrives", "is", "shows", "turns", "walks", "drops", "returns",
    "appears", "has", "enters",
];
/// Maximum number of words after the verb of an arrival.
const AFTER_VERB: usize = 3;

impl<P> VisitorRequest<P> {
    /// Reads the request in a line to the character called `me`; `named` gives the person of a name.
    #[must_use]
    pub fn read(line: &str, me: &str, named: &dyn Fn(&str) -> Option<P>) -> Option<Self> {
        let all: Vec<&str> = line.split_whitespace().collect();
        let is_front = |word: &str| IN_FRONT.contains(&word) || word == me.to_lowercase();
        let begins = all.iter().position(|it| !is_front(&plain(it)))?;
        let words = all.get(begins..)?;
        let plain: Vec<String> = words.iter().map(|it| plain(it)).collect();
        let plain: Vec<&str> = plain.iter().map(String::as_str).collect();
        match plain.as_slice() {
            ["tell", "me", rest @ ..] | ["let", "me", "know", rest @ ..] => {
                Self::awaited(rest, named)
            }
            ["tell", name, ..] => Self::told(named(name)?, words.get(2..)?),
            ["let", name, "know", ..] => Self::told(named(name)?, words.get(3..)?),
            ["never", "mind", ..]
            | ["do", "not", "ask", ..]
            | ["don't" | "dont", "ask", ..]
            | ["stop", "asking", ..] => Some(Self::Withdraw),
            ["ask", "the", name, ..] => Self::asked(named(name)?, words.get(3..)?),
            ["ask", name, ..] => Self::asked(named(name)?, words.get(2..)?),
            ["find", "out", "from", name, ..] => Self::asked(named(name)?, words.get(4..)?),
            _ => None,
        }
    }

    fn awaited(words: &[&str], named: &dyn Fn(&str) -> Option<P>) -> Option<Self> {
        let rest = match words {
            ["as", "soon", "as", rest @ ..] => rest,
            [when, rest @ ..] if WHEN.contains(when) => rest,
            _ => return None,
        };
        let [name, verb, rest @ ..] = rest else { return None };
        let is_arrival = COMES.contains(verb) && rest.len() <= AFTER_VERB;
        named(name).filter(|_| is_arrival).map(|whom| Self::Await { whom })
    }

    fn asked(whom: P, words: &[&str]) -> Option<Self> {
        let words = match words {
            [me, rest @ ..]
                if plain(me) == "for" && rest.first().is_some_and(|of| plain(of) == "me") =>
            {
                rest.get(1..).unwrap_or_default()
            }
            [rest @ .., one, other] if plain(one) == "for" && plain(other) == "me" => rest,
            words => words,
        };
        let words = match words {
            [whether, rest @ ..] if WHETHER.contains(&plain(whether).as_str()) => rest,
            words => words,
        };
        let question = words.join(" ");
        let question = question.trim_matches(|it: char| it == '"' || it.is_whitespace());
        let question = question.trim_end_matches(['?', '.', '!', ',']);
        let is_question = question.chars().any(char::is_alphanumeric)
            && question.chars().count() <= LONGEST_MESSAGE;
        let question = match question.split_once(' ') {
            Some((about, matter)) if about.eq_ignore_ascii_case("about") => {
                format!("What about {matter}?")
            }
            _ => format!("{}?", directly(question)),
        };
        is_question.then_some(Self::Ask { whom, question })
    }

    fn told(whom: P, words: &[&str]) -> Option<Self> {
        let words = match words {
            [that, rest @ ..] if plain(that) == "that" => rest,
            words => words,
        };
        let first = plain(words.first()?);
        let message = words.join(" ");
        let message = message.trim_matches(|it: char| it == '"' || it.is_whitespace());
        let is_message = !NO_MESSAGE.contains(&first.as_str())
            && message.chars().any(char::is_alphanumeric)
            && message.chars().count() <= LONGEST_MESSAGE
            && !message.ends_with('?');
        is_message.then(|| Self::Tell { whom, message: message.to_owned() })
    }
}

/// Returns a reported question as it is put to the one of whom it speaks: "what she thinks of Bob" is "what do
/// you think of Bob". One about something else stays as it is, but for "the gate is open", which becomes a
/// question.
fn directly(question: &str) -> String {
    const BEFORE: [&str; 7] = ["what", "how", "who", "where", "when", "why", "which"];
    const VERBS: [(&str, &str); 9] = [
        ("is", "are"),
        ("are", "are"),
        ("was", "were"),
        ("were", "were"),
        ("has", "have"),
        ("can", "can"),
        ("will", "will"),
        ("would", "would"),
        ("should", "should"),
    ];
    let words: Vec<&str> = question.split_whitespace().collect();
    let at = words.iter().position(|it| ["he", "she", "they"].contains(&plain(it).as_str()));
    let front = at.and_then(|at| words.get(..at)).unwrap_or_default();
    let is_led =
        front.len() <= 2 && front.first().is_none_or(|it| BEFORE.contains(&plain(it).as_str()));
    let verb = at.and_then(|at| words.get(at + 1)).filter(|_| is_led);
    if let (Some(at), Some(verb)) = (at, verb) {
        let own = VERBS.iter().find(|(of, _)| *of == plain(verb));
        let asked = match own {
            Some((_, own)) => vec![*own, "you"],
            None => vec!["do", "you", unmarked(verb)],
        };
        let rest = words.get(at + 2..).unwrap_or_default();
        return [front, &asked, rest].concat().join(" ");
    }
    let is = words.iter().position(|it| ["is", "are"].contains(&plain(it).as_str()));
    let begins = words.first().is_some_and(|it| BEFORE.contains(&plain(it).as_str()));
    match is.filter(|at| *at > 0 && !begins) {
        Some(at) => {
            let (before, after) = words.split_at(at);
            let [is, rest @ ..] = after else { return question.to_owned() };
            [&[*is], before, rest].concat().join(" ")
        }
        None => question.to_owned(),
    }
}

/// Returns a verb of the third person as it stands behind "you".
fn unmarked(verb: &str) -> &str {
    let hisses = ["shes", "ches", "sses", "xes", "zes", "oes"].iter().any(|it| verb.ends_with(it));
    let stem = if hisses { verb.strip_suffix("es") } else { verb.strip_suffix('s') };
    stem.filter(|it| !it.ends_with('s')).unwrap_or(verb)
}

/// Returns a word in lower case without the punctuation around it.
fn plain(word: &str) -> String {
    word.trim_matches(|it: char| !it.is_alphanumeric()).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<VisitorRequest<String>> {
        let known = |word: &str| ["bram", "ben"].contains(&word).then(|| word.to_owned());
        VisitorRequest::read(line, "Mara", &known)
    }

    #[test]
    fn a_message_keeps_its_words_and_an_arrival_its_name() {
        let tell = |whom: &str, message: &str| {
            Some(VisitorRequest::Tell { whom: whom.to_owned(), message: message.to_owned() })
        };
        let ask = |whom: &str, question: &str| {
            Some(VisitorRequest::Ask { whom: whom.to_owned(), question: question.to_owned() })
        };
        let awaits = || Some(VisitorRequest::Await { whom: "ben".to_owned() });
        for (line, request) in [
            ("tell Bram I said hello", tell("bram", "I said hello")),
            ("Mara, could you tell Bram that the Gate squeaks!", tell("bram", "the Gate squeaks!")),
            ("please let ben know \"it is late\"", tell("ben", "it is late")),
            ("let me know when Ben comes in", awaits()),
            ("tell me as soon as Ben is here, please", awaits()),
            ("can you tell me if ben shows up?", awaits()),
            ("please ask Bram when the Gate opens?", ask("bram", "when the Gate opens?")),
            ("Mara, could you ask the ben if it rains for me", ask("ben", "it rains?")),
            ("ask bram about the scarf", ask("bram", "What about the scarf?")),
            ("find out from ben whether he fishes.", ask("ben", "do you fish?")),
            ("ask ben when he opens the gate", ask("ben", "when do you open the gate?")),
            ("ask bram what she thinks of Bob", ask("bram", "what do you think of Bob?")),
            ("ask bram what he is working on", ask("bram", "what are you working on?")),
            ("ask bram if the gate is open", ask("bram", "is the gate open?")),
            ("ask ben when breakfast is", ask("ben", "when breakfast is?")),
            ("never mind, Mara", Some(VisitorRequest::Withdraw)),
            ("oh, don't ask her", Some(VisitorRequest::Withdraw)),
            ("ask bram", None),
            ("ask Zoe about the scarf", None),
            ("I ask bram about the scarf", None),
            ("tell Bram to open the gate", None),
            ("tell bram about the spoon", None),
            ("tell me about Bram", None),
            ("tell me when the mill opened", None),
            ("tell Zoe I said hello", None),
            ("tell bram", None),
            ("did you tell Bram I said hello", None),
            ("", None),
        ] {
            assert_eq!(read(line), request, "{line}");
        }
        assert_eq!(read(&format!("tell bram {}", "a ".repeat(LONGEST_MESSAGE))), None);
    }
}
