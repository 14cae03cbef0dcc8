//! Evidence in the questions to models.

use assistants::llm::ChatMessage;

use super::around;
use crate::attack::{
    macros::{fence as mark_of, text_of, whole},
    trace::Trace,
};

/// The marks by which chat templates tell who speaks, and calls from words.
const TEMPLATES: [&str; 24] = [
    "<|im_start|>",
    "<|im_end|>",
    "<|im_sep|>",
    "<|system|>",
    "<|user|>",
    "<|assistant|>",
    "<|end|>",
    "<|endoftext|>",
    "<|eot_id|>",
    "<|start_header_id|>",
    "<|end_header_id|>",
    "<|begin_of_text|>",
    "<|channel|>",
    "<|message|>",
    "<|tool_call|>",
    "<tool_call>",
    "</tool_call>",
    "<start_of_turn>",
    "<end_of_turn>",
    "[INST]",
    "[/INST]",
    "<<SYS>>",
    "<</SYS>>",
    "</s>",
];

/// Returns whether a character is invisible or controls a screen.
fn is_bad(it: char) -> bool {
    match it {
        '\n' => false,
        '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}' => false,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' => {
            true
        }
        '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' => true,
        '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' => true,
        '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..='\u{10ffff}' => true,
        _ => it.is_control(),
    }
}

/// Controls, or what no screen shows, in what was shown or asked.
pub(super) fn bytes(trace: &Trace) -> Option<String> {
    // Whoever has no part in the case did not turn off the colours.
    let shown = trace.shown().filter(|(who, _)| trace.ids.contains_key(*who));
    let mut shown = shown;
    let shown = shown.find_map(|(who, text)| {
        let at = text.replace("\r\n", "\n").chars().find(|it| is_bad(*it))?;
        Some(format!("{who} is sent {}: {text}", at.escape_unicode()))
    });
    shown.or_else(|| {
        let messages = trace.asked.iter().flat_map(|it| &it.messages).map(text_of);
        let mut bad = messages.filter_map(|it| Some((it.chars().find(|c| is_bad(*c))?, it)));
        bad.next().map(|(at, text)| format!("asked with {}: {text}", at.escape_unicode()))
    })
}

/// The marks of a chat template stand in what was asked.
pub(super) fn tokens(trace: &Trace) -> Option<String> {
    trace.asked.iter().flat_map(|it| &it.messages).map(text_of).find_map(|text| {
        let at = TEMPLATES.iter().find_map(|it| text.find(it))?;
        Some(format!("asked with: {}", around(&text, at)))
    })
}

/// A question holds a text, outside of what the model itself said.
pub(super) fn asked_with(trace: &Trace, text: &str) -> Option<String> {
    trace.asked.iter().find_map(|asked| {
        let messages = asked.messages.iter();
        let data = messages.filter(|it| !matches!(it, ChatMessage::Assistant { .. }));
        let all = data.map(text_of).collect::<Vec<_>>().join("\n");
        let at = all.find(text)?;
        Some(format!("{} is asked with: {}", asked.npc, around(&all, at)))
    })
}

/// A question was too long.
pub(super) fn long(trace: &Trace, most: usize) -> Option<String> {
    let lengths = trace.asked.iter().map(|it| whole(it).len());
    lengths.max().filter(|it| *it > most).map(|it| format!("a question has {it} bytes"))
}

/// The mark of a question stands in it elsewhere than around its data.
pub(super) fn fence(trace: &Trace) -> Option<String> {
    trace.asked.iter().find_map(|asked| {
        let mark = mark_of(asked)?;
        let wrong = asked.messages.iter().find_map(|message| match message {
            ChatMessage::System(_) => None,
            ChatMessage::User(text) => {
                text.lines().find(|it| *it != mark && it.contains(&mark)).map(str::to_owned)
            }
            ChatMessage::Assistant { .. } | ChatMessage::Tool { .. } => {
                Some(text_of(message)).filter(|it| it.contains(&mark))
            }
        })?;
        Some(format!("{} is asked with its mark in the data: {wrong}", asked.npc))
    })
}
