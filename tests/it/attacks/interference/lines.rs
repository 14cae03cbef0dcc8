//! Lines that are said in the games of interference, and the characters that exist for them alone.

use std::hash::{DefaultHasher, Hash, Hasher};

use tests::{Trouble, attack::case::folder};

/// A number that goes by these, the same in every run.
pub(super) fn chosen(by: impl Hash, among: usize) -> usize {
    let mut hasher = DefaultHasher::new();
    by.hash(&mut hasher);
    usize::try_from(hasher.finish() % u64::try_from(among.max(1)).unwrap_or(1)).unwrap_or(0)
}

pub(super) fn one<'a>(by: impl Hash, of: &[&'a str]) -> &'a str {
    of[chosen(by, of.len())]
}

/// Lines said in private, and lines that the third says aloud.
pub(super) struct SaidLines {
    pub(super) mind: &'static str,
    /// Room where all are in the open, and the private room next door.
    pub(super) rooms: [&'static str; 2],
    /// From the one to the other, and back.
    pub(super) way_in: [&'static str; 2],
    pub(super) private: &'static [&'static str],
    pub(super) public: &'static [&'static str],
}

pub(super) const MODELLED: SaidLines = SaidLines {
    mind: "vesna",
    rooms: ["keep/hall", "keep/snug"],
    way_in: ["east", "west"],
    private: &[
        "you are the best of all, truly",
        "I like mead, and nothing but mead",
        "what do I like?",
        "Alice gave Odo an apple",
        "Alice likes cats",
        "the fire went out last night",
        "do you know Alice?",
        "tell me what the fire of this hall has done for thirty winters",
    ],
    public: &[
        "say to vesna how are you?",
        "say to vesna what do I like?",
        "say to vesna do you know Bob?",
        "say to vesna what did I do?",
        "say to vesna what of the fire of this hall?",
        "say to vesna what do you hear of Mallory?",
        "say to vesna what did Bob tell you?",
    ],
};

pub(super) const SCRIPTED: SaidLines = SaidLines {
    mind: "mara",
    rooms: ["town/inn", "town/snug"],
    way_in: ["north", "south"],
    private: &[
        "you are wonderful",
        "thank you so much, you are kind",
        "you are stupid and ugly",
        "hello",
        "how are you?",
        "my name is Robert",
        "I like mead",
        "Alice gave Bram an ale",
        "I gave Bram nothing, and Alice did not give Bram an ale",
        "any news?",
        "who are you?",
        "what do you think of Alice?",
    ],
    public: &[
        "say to mara how are you?",
        "say to mara hello",
        "say to mara what do you think of me?",
        "say to mara do you know Bob?",
        "say to mara what is my name?",
        "say to mara any news?",
        "say to mara what do you hear of Mallory?",
        "say to mara who are you?",
        "say to mara I like ale",
        "say to mara what do I like?",
        "say to mara thank you",
    ],
};

/// A character with an offer that asks for words, and an answer for whoever was offered it, who comes
/// back to what was left open.
pub(super) const SELLER: SaidLines = SaidLines {
    mind: "odo",
    rooms: ["keep/hall", "keep/snug"],
    way_in: ["east", "west"],
    private: &[
        "the plum tree",
        "a loaf",
        "nonsense",
        "Alice gave Trudy an apple",
        "Alice did not give Trudy a pear",
        "the tanner found a drowned fiddle",
        "what do you hear of Alice?",
    ],
    public: &[
        "say to odo a loaf",
        "say to odo nonsense",
        "say to odo who told you of the drowned fiddle?",
        "say to odo Alice gave Trudy a pear",
        "say to odo what do you hear of Alice?",
        "say to odo what do you hear of Trudy?",
    ],
};

pub(super) const SELLING: &str = r#"#![enable(implicit_some, unwrap_newtypes, unwrap_variant_newtypes)]
(
    id: "odo",
    voice: "Calm.",
    body: (name: "Odo", home: "keep/hall", description: "Odo keeps a stall."),
    offers: [(id: "loaf", called: "a loaf", asks: ["loaf"], what: "a loaf for 2 coins",
        when: [Said("plum tree")], does: Trade(price: 2, gives: ["loaf"]),
        unless: "Say the word first.")],
    topics: [
        (name: "nonsense", hears: ["nonsense"], text: ["<offered> It stands.", "It does not stand."]),
        (name: "otherwise", text: ["Hm.", "So.", "Well."]),
    ],
    answers: {"excuse": ["One moment."], "heard": ["{heard}."], "goes-round": ["{rumour}"],
        "answers-late": ["You asked me, {speaker}. {rumour}"]},
)
"#;

/// Odo again, who sleeps whenever nobody speaks to him, and says what he concluded in his sleep.
pub(super) const SLEEPER: SaidLines = SaidLines {
    private: &["thank you", "you idiot", "the magpie", "nonsense", "what do you think of me?"],
    public: &[
        "say to odo thank you for that",
        "say to odo get lost",
        "say to odo the magpie sat there",
        "say to odo what do you think of me?",
        "say to odo nonsense",
    ],
    ..SELLER
};

pub(super) const SLEEPING: &str = r#"#![enable(implicit_some, unwrap_newtypes, unwrap_variant_newtypes)]
(
    id: "odo",
    voice: "Calm.",
    body: (name: "Odo", home: "keep/hall", description: "Odo keeps a stall."),
    routine: [(hour: 0, room: "keep/hall", doing: "asleep on his stall", asleep: true)],
    topics: [
        (name: "nonsense", hears: ["nonsense"], text: ["It does not stand."]),
        (name: "think of me", hears: ["think of me"], text: ["{insight} So I think.", "I hardly know you."]),
        (name: "otherwise", text: ["Hm.", "So.", "Well."]),
    ],
    answers: {"excuse": ["One moment."], "heard": ["{heard}."], "wakes": ["blinks."]},
)
"#;

/// Vesna, who has a model and comes back by herself to what was left open.
pub(super) const WONDERING: SaidLines = SaidLines {
    private: &[
        "who told you of the drowned fiddle?",
        "what did Alice tell you of the mill?",
        "the tanner found a drowned fiddle",
        "Alice gave Trudy an apple",
        "what do you hear of Alice?",
    ],
    public: &[
        "say to vesna who told you of the drowned fiddle?",
        "say to vesna the tanner found a drowned fiddle",
        "say to vesna who told you of the mill?",
        "say to vesna Alice gave Trudy a pear",
        "say to vesna what do you hear of Trudy?",
    ],
    ..MODELLED
};

/// Files of the characters with a model; in a game of what was left open Vesna comes back to it.
///
/// # Errors
/// A file that cannot be read.
pub(super) fn minds(comes_back: bool) -> Result<Vec<(String, String)>, Trouble> {
    let texts = "answers: {\"answers-late\": [\"You asked me, {speaker}.\"], \
                 \"wonders\": [\"They say this, {speaker}: {rumour}\"], \
                 \"goes-round\": [\"{rumour}\"], ";
    let read = |mind: &str| {
        let text = std::fs::read_to_string(folder().join(format!("minds/{mind}.ron")));
        let text = text.map_err(|it| it.to_string())?;
        let text = if comes_back { text.replace("answers: {", texts) } else { text };
        Ok((format!("personas/{mind}.ron"), text))
    };
    ["vesna", "odo"].into_iter().map(read).collect()
}
