//! Texts of characters: words with optional conditions, gesture and placeholders.
//!
//! `<stranger> [wipes her hands] Welcome, {speaker}. What do you like? {ask likes}` is said to
//! strangers only, goes with a gesture, names the speaker, and opens the slot `likes` for the next
//! line. A text with `{likes}` fits only where that is known, and one with `{ask likes}` only where
//! it is not.

use super::band::RegardBand;
use crate::{
    nlu::AskedFor,
    perceive::{follow_up::FollowUp, reading::SpeechAct},
};

/// Error of parsing a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    #[error("a `<` is not closed; write `>` after the condition")]
    OpenTag,
    #[error("there is no condition `<{0}>`")]
    NoTag(String),
    #[error("a `[` is not closed; write `]` after what the character does")]
    OpenGesture,
    #[error("a gesture stands before the words; move `[{0}]` to the front")]
    LateGesture(String),
    #[error("a `{{` is not closed; write `}}` after the name")]
    OpenBrace,
    #[error("this text is empty; say it in words, or remove it")]
    Empty,
}

/// Conditions without an argument, by name.
const PLAIN_TAGS: [(&str, TextTag<'static>); 46] = [
    ("stranger", TextTag::Stranger),
    ("known", TextTag::Known),
    ("back", TextTag::Back),
    ("long-away", TextTag::LongAway),
    ("alone", TextTag::Alone),
    ("company", TextTag::Company),
    ("offered", TextTag::Offered),
    ("morning", TextTag::Hours(5, 12)),
    ("day", TextTag::Hours(12, 18)),
    ("evening", TextTag::Hours(18, 22)),
    ("night", TextTag::Hours(22, 5)),
    ("sour", TextTag::Regard(RegardBand::Sour)),
    ("acquaintance", TextTag::Regard(RegardBand::Acquaintance)),
    ("companion", TextTag::Regard(RegardBand::Companion)),
    ("friend", TextTag::Regard(RegardBand::Friend)),
    ("confidant", TextTag::Regard(RegardBand::Confidant)),
    ("cheerful", TextTag::Cheerful),
    ("gloomy", TextTag::Gloomy),
    ("why", TextTag::Asked(AskedFor::Why)),
    ("who", TextTag::Asked(AskedFor::Who)),
    ("when", TextTag::Asked(AskedFor::When)),
    ("how-much", TextTag::Asked(AskedFor::HowMuch)),
    ("where", TextTag::Asked(AskedFor::Where)),
    ("what-of", TextTag::Asked(AskedFor::WhatOf)),
    ("how", TextTag::Asked(AskedFor::How)),
    ("may", TextTag::Asked(AskedFor::May)),
    ("whether", TextTag::Asked(AskedFor::Whether)),
    ("more", TextTag::Further(FollowUp::More)),
    ("sure", TextTag::Further(FollowUp::Sure)),
    ("source", TextTag::Further(FollowUp::Source)),
    ("who-else", TextTag::Further(FollowUp::WhoElse)),
    ("again", TextTag::Again),
    ("question", TextTag::Act(SpeechAct::Question)),
    ("statement", TextTag::Act(SpeechAct::Statement)),
    ("introduction", TextTag::Act(SpeechAct::Introduction)),
    ("later", TextTag::Act(SpeechAct::Later)),
    ("help", TextTag::Act(SpeechAct::Offer)),
    ("news", TextTag::Act(SpeechAct::News)),
    ("plea", TextTag::Act(SpeechAct::Plea)),
    ("alarm", TextTag::Act(SpeechAct::Alarm)),
    ("joke", TextTag::Act(SpeechAct::Joke)),
    ("boast", TextTag::Act(SpeechAct::Boast)),
    ("confession", TextTag::Act(SpeechAct::Confession)),
    ("insult", TextTag::Act(SpeechAct::Insult)),
    ("comfort", TextTag::Act(SpeechAct::Comfort)),
    ("correction", TextTag::Act(SpeechAct::Correction)),
];

/// Condition under which a text fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextTag<'a> {
    /// First conversation: the two never spoke before.
    Stranger,
    /// Earlier conversation: the two spoke before.
    Known,
    /// Short absence: last seen here less than a day of the world ago.
    Back,
    /// Long absence: last seen here three days of the world ago or more.
    LongAway,
    /// No third person is present.
    Alone,
    /// A third person is present.
    Company,
    /// An offer of the character to the speaker is open.
    Offered,
    /// Hours of the day, from the first until before the second.
    Hours(u8, u8),
    /// Regard for the speaker: in this band, or for bands above stranger at least in it.
    Regard(RegardBand),
    /// Mood of 25 or more.
    Cheerful,
    /// Mood of -25 or less.
    Gloomy,
    /// Kind of question of the speaker.
    Asked(AskedFor),
    /// Kind of follow-up about the subject of the talk.
    Further(FollowUp),
    /// The talk is about the matter already.
    Again,
    /// Speech act of the line.
    Act(SpeechAct),
    /// Mark that the speaker has.
    Marked(&'a str),
    /// Mark that the speaker does not have.
    Unmarked(&'a str),
    /// Kind of thing that the speaker visibly carries.
    Carries(&'a str),
    /// Kind of thing that the speaker does not visibly carry.
    Lacks(&'a str),
    /// Words of the line, of which one is enough, with `|` between them.
    Word(&'a str),
}

impl<'a> TextTag<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let (word, what) = text.split_once(' ').unwrap_or((text, ""));
        match (word, what.trim()) {
            (plain, "") => PLAIN_TAGS.iter().find(|(name, _)| *name == plain).map(|(_, it)| *it),
            ("marked", mark) => Some(Self::Marked(mark)),
            ("unmarked", mark) => Some(Self::Unmarked(mark)),
            ("carries", kind) => Some(Self::Carries(kind)),
            ("lacks", kind) => Some(Self::Lacks(kind)),
            ("word", words) => Some(Self::Word(words)),
            _ => None,
        }
    }

    /// Returns whether the condition concerns the hour, the company, a feeling, an absence or the
    /// question, so that a text without it is true as well.
    #[must_use]
    pub fn is_of_the_moment(self) -> bool {
        match self {
            Self::Back
            | Self::LongAway
            | Self::Alone
            | Self::Company
            | Self::Hours(..)
            | Self::Regard(_)
            | Self::Cheerful
            | Self::Gloomy
            | Self::Asked(_)
            | Self::Further(_)
            | Self::Again
            | Self::Act(_) => true,
            Self::Stranger
            | Self::Known
            | Self::Offered
            | Self::Marked(_)
            | Self::Unmarked(_)
            | Self::Carries(_)
            | Self::Lacks(_)
            | Self::Word(_) => false,
        }
    }

    /// Returns the names of all conditions, for spelling suggestions.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let with_more = ["marked", "unmarked", "carries", "lacks", "word"];
        PLAIN_TAGS.iter().map(|(name, _)| *name).chain(with_more)
    }
}

/// Parsed text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptText<'a> {
    /// Conditions, all of which must hold.
    pub tags: Vec<TextTag<'a>>,
    /// Gesture of the character while it speaks.
    pub gesture: Option<&'a str>,
    /// Words with placeholders; may be empty beside a gesture.
    pub words: &'a str,
}

impl<'a> ScriptText<'a> {
    /// Parses a text.
    ///
    /// # Errors
    /// [`TextError`] if the syntax is invalid.
    pub fn read(text: &'a str) -> Result<Self, TextError> {
        let (mut tags, mut gesture, mut words) = (Vec::new(), None, text.trim());
        while let Some(rest) = words.strip_prefix('<') {
            let (tag, after) = rest.split_once('>').ok_or(TextError::OpenTag)?;
            tags.push(TextTag::read(tag).ok_or_else(|| TextError::NoTag(tag.to_owned()))?);
            words = after.trim_start();
        }
        if let Some(rest) = words.strip_prefix('[') {
            let (does, after) = rest.split_once(']').ok_or(TextError::OpenGesture)?;
            gesture = Some(does.trim()).filter(|it| !it.is_empty());
            words = after.trim_start();
        }
        if let Some((_, late)) = words.split_once('[') {
            let late = late.split(']').next().unwrap_or_default();
            return Err(TextError::LateGesture(late.to_owned()));
        }
        if words.split('{').skip(1).any(|it| !it.contains('}')) {
            return Err(TextError::OpenBrace);
        }
        if words.is_empty() && gesture.is_none() {
            return Err(TextError::Empty);
        }
        Ok(Self { tags, gesture, words })
    }

    /// Returns the names of the placeholders, without the slots that the text asks for.
    pub fn placeholders(&self) -> impl Iterator<Item = &'a str> {
        let all = [self.gesture.unwrap_or_default(), self.words].into_iter();
        all.flat_map(braced).filter(|it| slot_asked(it).is_none())
    }

    /// Returns the slots that the text asks for.
    pub fn asks(&self) -> impl Iterator<Item = &'a str> {
        braced(self.words).filter_map(slot_asked)
    }

    /// Returns the words without the slots that the text asks for.
    #[must_use]
    pub fn spoken(&self) -> String {
        let mut spoken = String::with_capacity(self.words.len());
        let mut left = self.words;
        while let Some((before, after)) = left.split_once('{') {
            spoken.push_str(before);
            let Some((name, after)) = after.split_once('}') else { break };
            if slot_asked(name).is_some() {
                spoken.truncate(spoken.trim_end().len());
            } else {
                spoken.extend(["{", name, "}"]);
            }
            left = after;
        }
        spoken.push_str(left);
        spoken.truncate(spoken.trim_end().len());
        spoken
    }
}

/// Returns the names between braces.
fn braced(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|it| it.split_once('}')).map(|(name, _)| name)
}

/// Returns the slot that a placeholder asks for.
fn slot_asked(placeholder: &str) -> Option<&str> {
    placeholder.strip_prefix("ask ").map(str::trim)
}

/// Returns whether `said` is a text with its placeholders filled in.
#[must_use]
pub fn is_filled(text: &str, said: &str) -> bool {
    let mut pieces = text.split('{').map(|it| it.split_once('}').map_or(it, |(_, after)| after));
    let first = pieces.next().unwrap_or_default();
    let Some(mut left) = said.trim().strip_prefix(first) else { return false };
    let mut last = first;
    for piece in pieces {
        let Some((_, after)) = left.split_once(piece) else { return false };
        (left, last) = (after, piece);
    }
    left.is_empty() || last.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_taken_apart() {
        let text =
            "<stranger> <marked spoon-returned> [wipes her hands] Hm, {speaker}. And? {ask likes}";
        let it = ScriptText::read(text).unwrap();
        assert_eq!(it.tags, [TextTag::Stranger, TextTag::Marked("spoon-returned")]);
        assert_eq!(it.gesture, Some("wipes her hands"));
        assert_eq!(it.spoken(), "Hm, {speaker}. And?");
        assert_eq!(it.placeholders().collect::<Vec<_>>(), ["speaker"]);
        assert_eq!(it.asks().collect::<Vec<_>>(), ["likes"]);
        assert_eq!(ScriptText::read("[nods.]").unwrap().words, "");
        assert_eq!(ScriptText::read("<night> Hush.").unwrap().tags, [TextTag::Hours(22, 5)]);
    }

    #[test]
    fn what_is_wrong_with_a_text_is_named() {
        for (text, error) in [
            (" ", TextError::Empty),
            ("<stranger>", TextError::Empty),
            ("<stranger Hm.", TextError::OpenTag),
            ("<stranje> Hm.", TextError::NoTag("stranje".to_owned())),
            ("<marked> Hm.", TextError::NoTag("marked".to_owned())),
            ("[nods Hm.", TextError::OpenGesture),
            ("Hm. [nods]", TextError::LateGesture("nods".to_owned())),
            ("Hm, {speaker.", TextError::OpenBrace),
        ] {
            assert_eq!(ScriptText::read(text), Err(error), "{text}");
        }
    }

    #[test]
    fn what_was_said_is_known_again() {
        for (text, said, same) in [
            ("Eight are gone, {speaker}.", "Eight are gone, Bob.", true),
            ("Eight are gone, {speaker}.", "Eight are here, Bob.", false),
            (
                "<known> [nods] What do you like, {speaker}? {ask likes}",
                "What do you like, Bo?",
                true,
            ),
            ("{speaker}! What? {ask likes}", "Bob! What? And more.", false),
            ("Like {likes}", "Like ale and pie", true),
        ] {
            assert_eq!(is_filled(&ScriptText::read(text).unwrap().spoken(), said), same, "{text}");
        }
    }
}
