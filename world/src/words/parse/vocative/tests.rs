use super::*;

fn uses(line: &str) -> NameUse {
    SpokenLine::new(line).uses("Mara")
}

/// The lines that are not read so.
fn unlike<'a>(lines: &[&'a str], expected: NameUse) -> Vec<(&'a str, NameUse)> {
    let read = lines.iter().map(|it| (*it, uses(it)));
    read.filter(|(_, it)| *it != expected).collect()
}

const CALLED: &[&str] = &[
    "Mara, an ale please",
    "an ale, Mara",
    "an ale please, mara.",
    "an ale please mara",
    "Mara!",
    "mara?",
    "Mara",
    "hello mara",
    "Hello there, Mara!",
    "hi mara, how are you?",
    "good evening mara",
    "good evening, dear mara",
    "thank you mara",
    "thanks mara!",
    "sorry mara",
    "bye mara",
    "hey mara where is the gate",
    "hello miss mara",
    "where is the gate mara",
    "where is the gate, mara?",
    "what is the price of an ale mara?",
    "how are you mara",
    "can you help me mara",
    "do you have a room mara?",
    "is there any ale left mara",
    "mara where is the gate",
    "mara what happened to your spoons",
    "mara can you help me",
    "mara is there a room free",
    "mara do you know bob",
    "mara are you open",
    "mara give me an ale",
    "mara tell me about bram",
    "mara i need an ale",
    "mara i'm lost",
    "mara you are kind",
    "mara hello",
    "mara thanks",
    "give me an ale mara",
    "tell me about the spoons mara",
    "come with me mara",
    "listen mara",
    "wait mara",
    "yes mara",
    "yes, mara, please",
    "no thanks mara",
    "ok mara",
    "so mara, what now?",
    "well, Mara, I found your spoon.",
    "I found your spoon, Mara.",
    "I love you mara",
    "I am back again mara",
    "nice to meet you mara",
    "Mara: an ale.",
    "Mara - an ale.",
    "What a day. Mara, an ale!",
    "I like it here. Where is the gate, Mara? I am lost.",
    "oh mara!",
    "MARA, WHERE ARE YOU?",
    "Mara, bread and butter please",
    "Mara, Bob wants an ale",
    "Mar, an ale!",
    "hello mar",
];

const ABOUT: &[&str] = &[
    "I met Mara",
    "Mara is mean",
    "Mara is mean, Bob",
    "Mara is mean?",
    "who is mara",
    "Who is Mara?",
    "where is mara?",
    "how is mara",
    "do you know Mara?",
    "have you seen mara",
    "Bob, is Mara mean?",
    "Bob, have you talked with Mara?",
    "what do you think of mara",
    "what did mara say",
    "can you take me to mara",
    "give this to mara",
    "tell mara that I was here",
    "I told Mara about you",
    "ask mara",
    "I like Mara",
    "everyone loves mara",
    "Mara and I are friends",
    "Mara has twelve spoons",
    "mara was here",
    "Mara will come",
    "Mara gave me an ale",
    "my friend, Mara, is nice",
    "Mara, the innkeeper, is nice",
    "Mara, who runs the inn, is mean",
    "Mara, Bram and Pip are mean",
    "Bram, Mara, and Pip are mean",
    "I met Mara. She is nice.",
    "If you see Mara, tell her",
    "as for Mara, she is nice",
    "the smell of mara",
    "is it mara",
    "say hello to mara",
    "greetings from mara",
    "is your name mara",
    "I saw Bob and Mara",
    "when I met mara, she laughed",
    "because of Mara, we are late",
    "help mara",
    "let us find mara",
    "it was mara",
    "what about mara?",
    "Bob said mara lost her spoons",
];

#[test]
fn a_name_calls_at_the_edges_of_what_is_said_to_somebody() {
    assert_eq!(unlike(CALLED, NameUse::Called), []);
}

#[test]
fn elsewhere_one_speaks_of_somebody() {
    assert_eq!(unlike(ABOUT, NameUse::About), []);
    for line in [
        "hello",
        "an ale please",
        "Mara's inn is nice",
        "marathon, please",
        "ma, an ale",
        "@mara hi",
    ] {
        assert_eq!(uses(line), NameUse::Absent, "{line}");
    }
}

#[test]
fn a_name_of_several_words_and_of_other_letters_calls_as_well() {
    let uses = |line: &str, name: &str| SpokenLine::new(line).uses(name);
    assert_eq!(uses("hello old tom", "Old Tom"), NameUse::Called);
    assert_eq!(uses("Old Tom, where is the gate?", "Old Tom"), NameUse::Called);
    assert_eq!(uses("I met old tom", "Old Tom"), NameUse::About);
    assert_eq!(uses("HELLO ÉLODIE", "Élodie"), NameUse::Called);
    assert_eq!(uses("hello jean-luc!", "Jean-Luc"), NameUse::Called);
    assert_eq!(uses("hello the", "Theodor"), NameUse::Absent, "a word of its own");
}

#[test]
fn a_greeting_or_a_question_is_meant_for_whoever_listens() {
    for line in
        ["hello", "Good evening!", "where is the gate", "Is there any ale?", "I am new. What now?"]
    {
        assert!(SpokenLine::new(line).opens(), "{line}");
    }
    for line in ["I am new.", "what a day everyone", "hello all", "nice weather", "", "yes", "lol"]
    {
        assert!(!SpokenLine::new(line).opens(), "{line}");
    }
}

proptest::proptest! {
    #[test]
    fn any_line_is_read(text in ".{0,80}", name in "[A-Za-zÉé]{1,8}( [A-Za-z]{1,8})?") {
        let line = SpokenLine::new(&text);
        let _ = (line.uses(&name), line.opens());
    }
}
