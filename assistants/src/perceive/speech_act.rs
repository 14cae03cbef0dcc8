//! Speech acts by their wording: an alarm, a confession, news, a boast. A character reacts to them
//! where it knows nothing of the matter. Pure functions, no model.

use super::reading::SpeechAct;
use crate::memory;

/// Wordings of the acts, as runs of words; the first act that has one of its runs in a line counts.
/// A run that begins with `^` must stand at the beginning.
const WORDINGS: [(SpeechAct, &[&str]); 11] = [
    (
        SpeechAct::Correction,
        &[
            "^no i mean",
            "^i mean",
            "i meant",
            "i did not mean",
            "that is not what i",
            "not what i asked",
            "not what i said",
            "not what i meant",
            "you misunderstood",
            "you misheard",
            "i asked about",
            "you got me wrong",
            "you got that wrong",
            "^actually",
            "that is wrong",
            "you are wrong",
            "^wrong",
            "not him",
            "not her",
            "not that one",
        ],
    ),
    (
        SpeechAct::Later,
        &[
            "^later",
            "^maybe later",
            "^perhaps later",
            "^not now",
            "^another time",
            "^some other time",
            "^not yet",
            "^tomorrow maybe",
            "^i will think about it",
            "^let me think",
            "^in a minute",
            "^in a moment",
            "^wait",
            "^one moment",
            "^hold on",
            "^give me a moment",
        ],
    ),
    (
        SpeechAct::Alarm,
        &[
            "fire !",
            "on fire",
            "there is a fire",
            "is burning",
            "are burning",
            "help help",
            "^thief",
            "^thieves",
            "^murder",
            "is drowning",
            "are drowning",
            "^run !",
            "run for your",
            "they are coming",
            "is bleeding",
            "has fallen into",
            "fell into the river",
            "^quick",
            "^hurry",
            "come quickly",
            "come quick",
            "is dying",
            "we are under attack",
            "is attacking",
            "^danger",
            "watch out",
            "look out !",
            "^flood",
            "water is rising",
            "has collapsed",
            "is not breathing",
            "is choking",
        ],
    ),
    (
        SpeechAct::Confession,
        &[
            "i confess",
            "i must confess",
            "i have to confess",
            "it was me",
            "it was i who",
            "i did it",
            "i stole",
            "i have stolen",
            "i took it",
            "i broke",
            "i lied",
            "i have lied",
            "i am guilty",
            "i cheated",
            "i betrayed",
            "i am ashamed",
            "i never told anybody",
            "i never told anyone",
            "i killed a man",
            "i killed my",
            "i killed somebody",
            "i ran away from",
            "i have a confession",
            "my fault",
            "i hid",
            "i owe money",
            "i am in debt",
            "i did something",
        ],
    ),
    (
        SpeechAct::Comfort,
        &[
            "do not worry",
            "do not be sad",
            "do not be afraid",
            "do not cry",
            "it will be all right",
            "it will be alright",
            "it will be fine",
            "cheer up",
            "everything will be",
            "you will see",
            "take heart",
            "never mind",
            "it is not your fault",
            "you will manage",
            "i believe in you",
            "i am here for you",
            "poor you",
            "you poor",
        ],
    ),
    (
        SpeechAct::Plea,
        &[
            "help me",
            "please help",
            "i need help",
            "i need your help",
            "i beg you",
            "i beg of you",
            "have mercy",
            "have pity",
            "i am lost",
            "i am begging",
            "can you help",
            "could you help",
            "will you help",
            "would you help",
            "i am desperate",
            "i am starving",
            "save me",
            "hide me",
            "is lost",
            "has gone missing",
            "went missing",
            "is missing",
            "cannot find my",
            "can not find my",
            "i lost my",
            "i have lost my",
            "do me a favour",
            "do me a favor",
        ],
    ),
    (
        SpeechAct::News,
        &[
            "did you hear",
            "have you heard",
            "i heard that",
            "i heard",
            "they say",
            "people say",
            "rumour has it",
            "guess what",
            "you will never guess",
            "word is that",
            "somebody told me",
            "someone told me",
            "i have news",
            "there is news",
            "i just saw",
            "i saw",
            "have you seen what",
            "you should have seen",
            "there was a",
            "i was told that",
            "it is said that",
            "i overheard",
        ],
    ),
    (
        SpeechAct::Boast,
        &[
            "i am the best",
            "i am the greatest",
            "i am the strongest",
            "i am the fastest",
            "nobody can",
            "i once killed",
            "i have killed",
            "i slew",
            "i once beat",
            "i beat",
            "i can beat",
            "i could beat",
            "i won",
            "i have won",
            "i am famous",
            "i am rich",
            "everybody knows me",
            "i never lose",
            "i am a hero",
            "i am stronger",
            "i am better than",
            "better than you",
            "i know everything",
            "with one hand",
            "single handed",
            "i have been everywhere",
            "without breaking a sweat",
            "i am undefeated",
            "best in the",
            "no one can",
        ],
    ),
    (
        SpeechAct::Joke,
        &[
            "^knock knock",
            "walks into a",
            "walk into a",
            "what do you call a",
            "why did the chicken",
            "just kidding",
            "only joking",
            "just joking",
            "^haha",
            "^ha ha",
            "^lol",
            "i am joking",
            "what do you get when",
            "^hahaha",
            "^hehe",
            "that was a joke",
        ],
    ),
    (
        SpeechAct::Offer,
        &[
            "i can help",
            "i could help",
            "let me help",
            "shall i",
            "i will help",
            "i can bring",
            "i could bring",
            "i will bring",
            "i can give you",
            "i could give you",
            "do you need a hand",
            "do you want me to",
            "would you like me to",
            "can i get you",
            "may i offer",
            "i offer",
            "you can have",
            "take mine",
            "be my guest",
            "let me buy",
            "let me pay",
            "i will pay for",
        ],
    ),
    (
        SpeechAct::Insult,
        &[
            "you are stupid",
            "you are an idiot",
            "you idiot",
            "you fool",
            "you liar",
            "you are useless",
            "shut up",
            "i hate you",
            "you are ugly",
            "you stink",
            "you are boring",
            "you bore me",
            "you are mad",
            "you are crazy",
            "you know nothing",
            "get lost",
            "you old",
        ],
    ),
];

impl SpeechAct {
    /// Returns the act of a line by its wording alone; none for most lines.
    #[must_use]
    pub fn of_wording(line: &str) -> Option<Self> {
        let plain =
            line.to_lowercase().replace("n't", " not").replace("'m", " am").replace("'s", " is");
        let plain = plain.replace("'ve", " have").replace("'ll", " will").replace("'re", " are");
        let plain = plain.replace('!', " bang ");
        let words: Vec<String> = memory::words(&plain).collect();
        let words: Vec<&str> = words
            .iter()
            .map(String::as_str)
            .map(|it| if it == "bang" { "!" } else { it })
            .collect();
        let joined = format!(" {} ", words.join(" "));
        let has = |run: &&&str| match run.strip_prefix('^') {
            Some(run) => joined.starts_with(&format!(" {run} ")),
            None => joined.contains(&format!(" {run} ")),
        };
        let found = WORDINGS.iter().find(|(_, runs)| runs.iter().any(|it| has(&it)));
        found.map(|(act, _)| *act)
    }

    /// Returns whether the act matters more than whatever else stands in the line: nobody answers a
    /// call of fire with the way to the inn.
    #[must_use]
    pub fn comes_first(self) -> bool {
        matches!(self, Self::Alarm | Self::Confession | Self::Later)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_act_is_known_by_its_wording() {
        for (line, act) in [
            ("help, there is a fire at the inn!", Some(SpeechAct::Alarm)),
            ("Fire! Fire!", Some(SpeechAct::Alarm)),
            ("the boy is drowning", Some(SpeechAct::Alarm)),
            ("I must confess something", Some(SpeechAct::Confession)),
            ("it was me, I stole the spoon", Some(SpeechAct::Confession)),
            ("did you hear that Bob sold his boat?", Some(SpeechAct::News)),
            ("I once killed a dragon", Some(SpeechAct::Boast)),
            ("my sister is lost!", Some(SpeechAct::Plea)),
            ("don't worry, it'll be fine", Some(SpeechAct::Comfort)),
            ("later", Some(SpeechAct::Later)),
            ("no, I mean the other one", Some(SpeechAct::Correction)),
            ("see you later", None),
            ("what is the fire made of?", None),
            ("good evening", None),
            ("", None),
        ] {
            assert_eq!(SpeechAct::of_wording(line), act, "{line}");
        }
    }

    proptest! {
        #[test]
        fn no_line_is_too_odd(line in "\\PC{0,80}") {
            prop_assert_eq!(SpeechAct::of_wording(&line), SpeechAct::of_wording(line.trim()));
        }
    }
}
