//! Voice of a model: its plain text and the texts of its calls for speaking become the words and
//! poses of its character.

use serde_json::{Map, Value};
use text::styled::CleanText;

use super::{DecodeRules, WORDS};
use crate::{
    llm::{Arguments, ToolCall, scene::AnswerWay},
    tools::{
        self,
        speech::{self, Speech, SpeechRules},
    },
    turn::ToolClass,
};

/// Name of the tool that poses, and of the one that speaks aloud.
const EMOTE: &str = "emote";
const SAY: &str = "say";
/// Name of the tool that stays silent.
const NOOP: &str = "noop";

/// Name of the argument that holds the addressee.
const TO: &str = "to";

/// Ids of the calls that are made here. Some servers demand nine letters or digits.
const SAID_ID: &str = "said00001";
const POSED_ID: &str = "posed0001";

/// Addressees that are nobody in particular.
const NOBODY: [&str; 11] = [
    "",
    "everyone",
    "everybody",
    "all",
    "anyone",
    "anybody",
    "room",
    "here",
    "none",
    "null",
    "nobody",
];

/// Tools beside which plain text is said to the partner: those that look or act are called before
/// anything is known, so what stands beside them is a thought.
const BESIDE_WORDS: [&str; 5] = [EMOTE, NOOP, "store_memory", "remember_fact", "feel"];

/// Returns the calls of a reply with the texts that its character speaks. Plain text without calls
/// for speaking is said to the partner. A gesture in words that are spoken aloud becomes a pose before them, if
/// that is the only thing said: a thought has few messages.
pub(super) fn voiced(
    calls: Vec<ToolCall>,
    text: Option<&str>,
    speech: &SpeechRules<'_>,
    rules: &DecodeRules<'_>,
    notes: &mut Vec<String>,
) -> Vec<ToolCall> {
    if calls.is_empty() {
        let (Some(text), Some(way)) = (text, &rules.answering) else { return calls };
        let Some(spoken) = speech::spoken(text, speech) else { return calls };
        let calls = with_speech(said(way), spoken, may_pose(way.tool, rules), notes);
        if !calls.is_empty() {
            notes.push(format!("said no call; its words are taken as `{}`", way.tool));
        }
        return calls;
    }
    let calls = with_words_beside(calls, text, speech, rules, notes);
    let is_message = |it: &ToolCall| {
        tools::find(it.name.trim()).is_some_and(|tool| tool.category == ToolClass::Terminal)
    };
    let is_alone = calls.iter().filter(|it| is_message(it)).count() == 1;
    let last = calls.len() - 1;
    let mut voiced = Vec::with_capacity(calls.len() + 1);
    for (at, mut call) in calls.into_iter().enumerate() {
        // Only the last call can have been cut off.
        let speech = SpeechRules { cut_off: speech.cut_off && at == last, ..*speech };
        let Arguments::Object(arguments) = &mut call.arguments else {
            voiced.push(call);
            continue;
        };
        let text = arguments.get(WORDS).and_then(Value::as_str).map(str::to_owned);
        match (call.name.as_str(), text) {
            (EMOTE, Some(text)) => {
                let pose = speech::posed(&text, &speech);
                arguments.insert(WORDS.to_owned(), Value::from(pose));
                voiced.push(call);
            }
            (name @ (SAY | "whisper" | "page" | "channel_say"), Some(text)) => {
                address(name, arguments, &speech, notes);
                let may_pose = is_alone && may_pose(name, rules);
                let spoken = speech::spoken(&text, &speech);
                let spoken = spoken.unwrap_or_else(|| Speech {
                    gesture: None,
                    words: String::new(),
                    notes: Vec::new(),
                });
                voiced.extend(with_speech(call, spoken, may_pose, notes));
            }
            _ => voiced.push(call),
        }
    }
    voiced
}

/// Appends the plain text beside calls that neither speak nor look nor act, as what is said to the
/// partner, in place of a call to say nothing.
fn with_words_beside(
    mut calls: Vec<ToolCall>,
    text: Option<&str>,
    speech: &SpeechRules<'_>,
    rules: &DecodeRules<'_>,
    notes: &mut Vec<String>,
) -> Vec<ToolCall> {
    let (Some(text), Some(way)) = (text, &rules.answering) else { return calls };
    if !calls.iter().all(|it| BESIDE_WORDS.contains(&it.name.trim())) {
        return calls;
    }
    let Some(spoken) = speech::spoken(text, speech) else { return calls };
    let words = with_speech(said(way), spoken, false, notes);
    if !words.is_empty() {
        notes.push(format!("said words beside its calls; they are taken as `{}`", way.tool));
        calls.retain(|it| it.name.trim() != NOOP);
        calls.extend(words);
    }
    calls
}

/// Returns whether a gesture in the words of a call may become a pose: all who hear them see it.
fn may_pose(tool: &str, rules: &DecodeRules<'_>) -> bool {
    tool == SAY && tools::find(EMOTE).is_some_and(|it| rules.offers((it, EMOTE), false))
}

/// Builds the call that speaks by a way, still without words.
fn said(way: &AnswerWay) -> ToolCall {
    let to = way.to.iter().map(|(name, to)| ((*name).to_owned(), Value::from(to.as_str())));
    let (id, name) = (SAID_ID.to_owned(), way.tool.to_owned());
    ToolCall { id, name, arguments: Arguments::Object(to.collect()) }
}

/// Puts the words of a speech into a call, with its gesture as a pose before it. Without words the
/// pose stands for the call; where there is no pose either, plain text is nothing, and a call
/// remains with no words in it, so that the model is told.
fn with_speech(
    mut call: ToolCall,
    spoken: Speech,
    may_pose: bool,
    notes: &mut Vec<String>,
) -> Vec<ToolCall> {
    let Speech { gesture, words, notes: noted } = spoken;
    notes.extend(noted);
    let posed = gesture.filter(|_| may_pose).map(|it| {
        let arguments = Map::from_iter([(WORDS.to_owned(), Value::from(it))]);
        let (id, name) = (POSED_ID.to_owned(), EMOTE.to_owned());
        ToolCall { id, name, arguments: Arguments::Object(arguments) }
    });
    match posed {
        Some(posed) if words.is_empty() => vec![ToolCall { id: call.id, ..posed }],
        None if words.is_empty() && call.id == SAID_ID => Vec::new(),
        posed => {
            if let Arguments::Object(arguments) = &mut call.arguments {
                arguments.insert(WORDS.to_owned(), Value::from(words));
            }
            posed.into_iter().chain([call]).collect()
        }
    }
}

/// Tidies the addressee of speech: one name in a list is that name, and words aloud to nobody in
/// particular, or to several, are for all who are there.
fn address(
    tool: &str,
    arguments: &mut Map<String, Value>,
    speech: &SpeechRules<'_>,
    notes: &mut Vec<String>,
) {
    let Some(to) = arguments.get(TO) else { return };
    let only = match to {
        Value::Array(all) => match all.as_slice() {
            [Value::String(only)] => Some(only.as_str()),
            _ => None,
        },
        Value::String(only) => Some(only.as_str()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => None,
    };
    let name = only.map(|it| CleanText::new(it).trim_start_matches('@').to_owned());
    let is_anybody = |name: &str| {
        let all = NOBODY.into_iter().chain([speech.me]);
        all.into_iter().any(|it| it.eq_ignore_ascii_case(name))
    };
    match name {
        Some(name) if tool != SAY || !is_anybody(&name) => {
            arguments.insert(TO.to_owned(), Value::from(name));
        }
        Some(_) | None if tool == SAY => {
            notes.push("`to` names nobody, and is left out".to_owned());
            arguments.remove(TO);
        }
        Some(_) | None => {}
    }
}
