//! What a character says and does when the built-in brain thinks for it:
//! topics with patterns and conditions, and the steps that answer them.

use serde::Deserialize;
use world::engine::id::OfferId;

/// A character's own rules.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// What it can be spoken to about. The topic whose pattern matches the
    /// most words wins; among equals the first.
    pub topics: Vec<Topic>,
    /// What it does when no topic fits.
    pub otherwise: Vec<Step>,
    /// What it does when somebody arrives in its room.
    #[serde(default)]
    pub arrival: Vec<Step>,
    /// What it says when its model is out of reach and no topic fits: an
    /// excuse in character.
    pub excuses: Vec<String>,
    /// How it shows that it is thinking: a pose without the name.
    #[serde(default)]
    pub ponders: Vec<String>,
}

/// One thing it can be spoken to about.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Topic {
    /// What it is called in a trace.
    pub name: String,
    /// Patterns of lower-case words. All the words of a pattern must occur in
    /// order, with any words between them. A `*` at the end takes the rest of
    /// the line, which the steps call `{rest}`.
    pub hears: Vec<String>,
    /// Only as an answer: one of these patterns must fit the last thing the
    /// character itself said to the speaker.
    #[serde(default)]
    pub after: Vec<String>,
    /// What it does.
    pub steps: Vec<Step>,
}

/// One step of an answer. Each is one tool call, so whatever the persona may
/// not do, its script cannot do either. Speech ends the thought, so it comes
/// last.
///
/// In every text, `{speaker}` is the one who spoke, `{rest}` what a pattern's
/// `*` took, `{memory}` the best memory found, without the speaker's name,
/// `{others}` who else is there, `{place}` the room, `{time}` the time of day,
/// and `{because}` why the last step failed. One of several variants is taken
/// by chance.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
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
    /// Make an offer to the speaker.
    Offer(OfferId),
    /// Give a command, by its name and its arguments.
    Command(String, String),
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

/// What a step may depend on.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub enum Test {
    /// The last `Recall` found something about the speaker.
    Remembered,
    /// The last step failed.
    Failed,
    /// The speaker and the character are by themselves.
    Alone,
    /// It never spoke with the speaker before.
    Stranger,
    /// What the last step showed holds this word.
    Shows(String),
}
