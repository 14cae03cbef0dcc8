//! The steps of an answer.

use std::collections::BTreeSet;

use engine::id::{ChannelId, OfferId};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::persona::text::{ScriptText, TextTag};

/// Step of an answer. Each is one tool call, so whatever the persona may not do, its script cannot
/// do either. Speech ends the thought, so it comes last.
///
/// In every text, `{speaker}` is the one who spoke, `{rest}` the text that a pattern's `*` took,
/// `{memory}` the best memory found, without the speaker's name, `{thing}` what was given or opened,
/// `{person}` who was named, `{known}` what is known of them and `{seen}` what they were seen to do,
/// `{visitors}` who came by, `{opened}` who had a door opened, `{near}` what the speaker may ask about,
/// `{me}` what is known of the speaker, and the name of a slot what it holds, `{others}` who else is
/// there, `{place}` the room, `{time}` the time of day, and `{because}` why the last step failed. One of
/// several variants is taken by chance.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub enum Step {
    /// Look around.
    Look,
    /// See who is there.
    WhoIsHere,
    /// Look at something.
    Inspect(String),
    /// Look for a thing by its words.
    Search(String),
    /// Ask for the time.
    Time,
    /// Search the memory.
    Recall(String),
    /// Remember a sentence about the speaker, as `{speaker} likes {rest}`.
    Remember(String),
    /// Keep what a pattern's `*` took in mind as this slot of the speaker.
    Learn(String),
    /// Keep this value in mind as this slot of the speaker.
    Keep(String, String),
    /// Think better or worse of the speaker. -25 to 30.
    Regard(i8),
    /// Feel better or worse. -50 to 50.
    Mood(i8),
    /// Make an offer to the speaker.
    Offer(OfferId),
    /// Ask another character, by id or tag, on behalf of the speaker: a question, in which `{rest}` is
    /// theirs.
    Delegate(String, String),
    /// Give a command, by its name and its arguments.
    Command(String, String),
    /// Say something on a channel, along with what comes after it.
    Channel(ChannelId, Vec<String>),
    /// Tell the speaker what goes round and they have not heard, in the words of the topic `passes-on`.
    Tell,
    /// Speak to those present.
    Say(Vec<String>),
    /// Whisper to the speaker.
    Whisper(Vec<String>),
    /// Page the speaker.
    Page(Vec<String>),
    /// Pose.
    Emote(Vec<String>),
    /// Answer the way one was spoken to: page a page, whisper a whisper, on
    /// the same channel, or aloud.
    Reply(Vec<String>),
    /// Do nothing.
    Silence,
    /// Take one way or the other.
    If(Test, Vec<Step>, Vec<Step>),
}

/// Medium by which a step speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpeechWay {
    /// Aloud, to those present.
    Aloud,
    /// Whisper to the speaker, who is there.
    Whisper,
    /// Page to the speaker, wherever they are.
    Page,
    /// Same medium by which the character was spoken to.
    Answer,
}

impl Step {
    /// Returns the texts of a step that speaks, and the way in which it does.
    #[must_use]
    pub fn speech(&self) -> Option<(SpeechWay, &[String])> {
        match self {
            Self::Say(texts) => Some((SpeechWay::Aloud, texts)),
            Self::Whisper(texts) => Some((SpeechWay::Whisper, texts)),
            Self::Page(texts) => Some((SpeechWay::Page, texts)),
            Self::Reply(texts) => Some((SpeechWay::Answer, texts)),
            Self::Look
            | Self::WhoIsHere
            | Self::Inspect(_)
            | Self::Search(_)
            | Self::Time
            | Self::Recall(_)
            | Self::Remember(_)
            | Self::Learn(_)
            | Self::Keep(..)
            | Self::Regard(_)
            | Self::Mood(_)
            | Self::Offer(_)
            | Self::Delegate(..)
            | Self::Command(..)
            | Self::Channel(..)
            | Self::Tell
            | Self::Emote(_)
            | Self::Silence
            | Self::If(..) => None,
        }
    }

    /// Returns all texts that the step says or shows, for whoever puts them into another form.
    pub(in crate::persona) fn texts_mut(&mut self) -> Option<&mut Vec<String>> {
        if let Self::Channel(_, it)
        | Self::Say(it)
        | Self::Whisper(it)
        | Self::Page(it)
        | Self::Emote(it)
        | Self::Reply(it) = self
        {
            Some(it)
        } else {
            None
        }
    }
}

/// Condition of a step.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub enum Test {
    /// The last `Recall` found something about the speaker.
    Remembered,
    /// The last step failed.
    Failed,
    /// The speaker and the character are by themselves.
    Alone,
    /// First talk with the speaker.
    Stranger,
    /// A rumour is known that the speaker has not heard.
    News,
    /// The result of the last step contains this word.
    Shows(String),
}

impl Step {
    /// Returns all texts that some steps may answer with.
    pub(crate) fn texts(steps: &[Step]) -> Vec<&String> {
        let mut texts = Vec::new();
        collect_texts(steps, &mut texts);
        texts
    }

    /// Returns whether some steps have anything for somebody whom the character knows, or does not: where all
    /// that they say is for others, they have not.
    #[must_use]
    pub fn may_say(steps: &[Step], known: bool) -> bool {
        let texts = Self::texts(steps);
        texts.is_empty() || texts.into_iter().any(|it| is_for(it, known))
    }

    /// Collects the offers that some steps may make.
    pub(in crate::persona) fn offers<'a>(steps: &'a [Step], made: &mut BTreeSet<&'a OfferId>) {
        for step in steps {
            if let Step::Offer(id) = step {
                made.insert(id);
            }
            if let Step::If(_, yes, no) = step {
                Step::offers(yes, made);
                Step::offers(no, made);
            }
        }
    }

    /// Returns the maximum number of tools that some steps call.
    pub(in crate::persona) fn calls(steps: &[Step]) -> usize {
        let calls = steps.iter().map(|step| {
            if let Step::If(_, yes, no) = step { Step::calls(yes).max(Step::calls(no)) } else { 1 }
        });
        calls.sum()
    }
}

/// Returns whether a text is for somebody whom the character knows, or does not.
pub(super) fn is_for(text: &str, known: bool) -> bool {
    let not = if known { TextTag::Stranger } else { TextTag::Known };
    ScriptText::read(text).is_ok_and(|it| !it.tags.contains(&not))
}

fn collect_texts<'a>(steps: &'a [Step], texts: &mut Vec<&'a String>) {
    for step in steps {
        if let Some((_, spoken)) = step.speech() {
            texts.extend(spoken);
        } else if let Step::If(_, yes, no) = step {
            collect_texts(yes, texts);
            collect_texts(no, texts);
        }
    }
}
