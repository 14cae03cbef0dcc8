use super::*;

fn uses(line: &str) -> NameUse {
    SpokenLine::new(line).uses("Mara")
}

/// The lines whose use of the name differs from the expected one.
fn unlike<'a>(lines: &[&'a str], expected: NameUse) -> Vec<(&'a str, NameUse)> {
    let read = lines.iter().map(|it| (*it, uses(it)));
    read.filter(|(_, it)| *it != expected).collect()
}

const CALLED: &[&str] = &[
    "mara knit me a hat will you, a red one",
    "Mara it is too loud in here",
    "mara idk what to do",
    "mara its raining again",
    "Mara, an ale please",
    "Mara, and what is a pie?",
    "an ale, Mara",
    "an ale please, mara.",
    "an ale please mara",
    "Mara!",
    "mara?",
    "Mara",
    "hello mara",
    "oi mara, come here",
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
    "Mara, hello.",
    "Mara could I have a drink",
    "mara could you tell me about bram",
    "mara, do you have spoons?",
    "Hey Mara, got any ale?",
    "Hey Mara got any ale?",
    "any news mara?",
    "any news, Mara?",
    "What's new Mara?",
    "what is your favourite drink mara",
    "mara what's your favourite drink?",
    "mara, your inn is lovely",
    "Your inn is lovely, Mara",
    "mara your inn is lovely",
    "mara, I lost my way",
    "I need a room for the night Mara, please",
    "Mara I'd like a pie",
    "mara id like some pie",
    "two ales please, mara",
    "two ales mara please",
    "Mara, two ales",
    "mara two ales please",
    "mara! help!",
    "help me, mara",
    "help, mara",
    "mara help",
    "mara help me",
    "Mara: good evening",
    "good night mara",
    "night mara",
    "see you later mara",
    "see you mara",
    "later mara",
    "thanks a lot mara",
    "thank you so much mara",
    "thx mara",
    "mara thx",
    "cheers mara",
    "mara, sorry",
    "sorry about that mara",
    "I am sorry mara",
    "please mara tell me",
    "please tell me mara",
    "mara please",
    "mara, please!",
    "tell me a story mara",
    "mara tell us a story",
    "mara, tell Bob about the gate",
    "mara what do you think of bob",
    "mara who is bram",
    "mara, who are you?",
    "who are you mara",
    "who are you, mara?",
    "mara are you real",
    "mara you there?",
    "you there mara?",
    "are you there mara",
    "mara why",
    "why mara",
    "why, mara?",
    "really mara?",
    "what do you mean mara",
    "what does that mean mara",
    "mara listen",
    "look mara",
    "look here mara",
    "come here mara",
    "come here, mara",
    "mara come here",
    "mara, come",
    "mara follow me",
    "goodbye dear mara",
    "hello again mara",
    "hello again, Mara",
    "hi again mara",
    "hello there mara",
    "hello lovely mara",
    "greetings mara",
    "Greetings, Mara of the Open Ear",
    "welcome back mara",
    "congratulations mara",
    "well done mara",
    "nice one mara",
    "good job mara",
    "bravo mara",
    "happy birthday mara",
    "I think you are right mara",
    "you are right mara",
    "you're wrong mara",
    "i like you mara",
    "i hate you mara",
    "I agree, Mara",
    "I agree mara",
    "no mara",
    "no way mara",
    "of course mara",
    "maybe mara",
    "mara maybe later",
    "not now mara",
    "another ale mara",
    "mara another ale",
    "how much is the ale mara",
    "how much for an ale mara?",
    "mara how much is it",
    "mara is it true that bob lies",
    "mara is the gate open?",
    "mara was there a fire?",
    "mara will you marry me",
    "will you marry me mara",
    "mara would you like a pie",
    "mara have you seen bob",
    "mara do you sell pies",
    "do you sell pies mara",
    "where can i sleep mara",
    "mara where can i sleep",
    "can i sleep here mara",
    "mara can i sleep here",
    "is it raining mara",
    "is this your inn mara",
    "so, mara, any news",
    "and you, mara?",
    "and you mara?",
    "what about you mara",
    "what about you, mara",
    "ok mara then give me a pie",
    "mara ok",
    "mara yes",
    "mara no",
    "oh mara, I forgot",
    "ah, Mara!",
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
    "I like Mara's pie",
    "I heard that Mara is mean",
    "Mara told me a story",
    "Mara sells ale",
    "Mara can cook",
    "Mara may know",
    "does Mara know you?",
    "is Mara your sister?",
    "is Mara here?",
    "did Mara say that",
    "Have you been to Mara",
    "have you been to see Mara",
    "I am looking for Mara",
    "I'm looking for Mara",
    "we were with Mara yesterday",
    "Mara and Bram are friends",
    "Bram and Mara are friends",
    "who told Mara",
    "I think Mara is nice",
    "do you think Mara is nice",
    "Bob, ask Mara",
    "go and ask Mara",
    "you should talk to Mara",
    "you should meet Mara",
    "what is Mara like",
    "what is Mara like?",
    "why does Mara count spoons",
    "where does Mara live",
    "the inn of Mara is nice",
    "that was Mara",
    "this is Mara",
    "Her name is Mara",
    "Mara's mean",
    "I don't trust Mara",
    "nobody trusts Mara",
    "everybody likes Mara",
    "Bob likes Mara",
    "Bob kissed Mara",
    "I gave my coins to Mara",
    "I bought an ale from Mara",
    "Mara bought me a drink",
    "Mara, I think, is mean",
    "Mara, they say, is a witch",
    "they call her Mara",
    "the innkeeper is called Mara",
    "a woman named Mara lives here",
    "Mara lost her spoons",
    "poor Mara",
    "poor old Mara",
    "I was talking about Mara",
    "let's go to Mara",
    "let's visit Mara",
    "tell Bob that Mara is here",
    "Mara isn't here",
    "Mara doesn't like me",
    "Mara never smiles",
    "Mara always smiles",
    "I wonder where Mara is",
    "I hope Mara is well",
    "have you met Mara",
    "have you met Mara yet",
    "I saw Mara, Bob and Tom",
    "Tom, Mara and Bob left",
    "there is Mara",
    "here comes Mara",
    "look at Mara",
    "look, there is Mara",
    "listen to Mara",
    "I would like to see Mara",
    "who knows Mara",
    "who likes Mara?",
    "wasn't that Mara",
    "my favourite is Mara",
    "she is like Mara",
    "it is not Mara",
    "I am Mara",
    "give Mara a pie",
    "show Mara the spoon",
    "ask Mara for an ale",
    "Mara's spoons are gone",
];

#[test]
fn a_name_calls_at_the_edges_of_what_is_said_to_somebody() {
    assert_eq!(unlike(CALLED, NameUse::Called), []);
}

#[test]
fn elsewhere_one_speaks_of_somebody() {
    assert_eq!(unlike(ABOUT, NameUse::About), []);
    for line in ["hello", "an ale please", "marathon, please", "ma, an ale", "@mara hi"] {
        assert_eq!(uses(line), NameUse::Absent, "{line}");
    }
}

#[test]
fn a_beginning_of_a_name_calls_less_surely() {
    for line in ["Mar, an ale!", "hello mar"] {
        assert_eq!(uses(line), NameUse::Begun, "{line}");
    }
    assert_eq!(uses("mar where is the gate"), NameUse::Absent, "without a comma or a greeting");
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

/// Regular expression for the words of a line.
const WORDS: &str = "(hello|please|is|what|the|old|you|and|give|I|then|met)[,.?!]?";

proptest::proptest! {
    #[test]
    fn any_line_is_read(text in ".{0,80}", name in "[A-Za-zÉé]{1,8}( [A-Za-z]{1,8})?") {
        let line = SpokenLine::new(&text);
        let _ = (line.uses(&name), line.opens());
    }

    #[test]
    fn a_line_with_the_name_has_it(words in proptest::collection::vec(WORDS, 0..8), at in 0..8_usize) {
        let mut words = words;
        words.insert(at.min(words.len()), "mara".to_owned());
        let text = words.join(" ");
        proptest::prop_assert!(uses(&text) > NameUse::Absent, "{}", text);
    }
}

#[test]
fn a_name_of_somebody_else_begins_a_line_for_them() {
    for line in ["Ann, are you from here?", "Ann! took you long enough", "Wilma: is this your hat?"]
    {
        assert!(SpokenLine::new(line).hails_another(), "{line}");
    }
    for line in [
        "Onions, please, if you have any.",
        "Onions, two of them",
        "Yes, I like you.",
        "well, are you open?",
        "are you from here?",
        "Ann are you from here?",
        "Ann",
    ] {
        assert!(!SpokenLine::new(line).hails_another(), "{line}");
    }
}
