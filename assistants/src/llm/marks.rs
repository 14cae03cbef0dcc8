//! Marks that a model's own wire leaves in its text: reasoning, channels and control tokens.

use std::borrow::Cow;

/// Names of the tags around reasoning.
const THOUGHTS: [&str; 5] = ["think", "thinking", "reasoning", "thought", "reflection"];

/// Names of control tokens that end a message.
const ENDS: [&str; 14] = [
    "im_end",
    "eot_id",
    "eom_id",
    "end",
    "endoftext",
    "end_of_text",
    "end_of_turn",
    "end_of_turn_token",
    "endofturn",
    "end_of_sentence",
    "eos",
    "return",
    "call",
    "/s",
];

/// Names of control tokens that begin a message.
const BEGINS: [&str; 9] = [
    "im_start",
    "start",
    "start_header_id",
    "start_of_turn",
    "start_of_turn_token",
    "user",
    "assistant",
    "system",
    "inst",
];

/// Names of other control tokens that are written without bars.
const BARE: [&str; 12] = [
    "s",
    "bos",
    "eos",
    "pad",
    "unk",
    "/s",
    "end_of_turn",
    "start_of_turn",
    "inst",
    "/inst",
    "tool_calls",
    "begin_of_text",
];

/// Names of the roles that stand behind the beginning of a message.
const ROLES: [&str; 4] = ["assistant", "model", "user", "system"];

/// Mark before the name of a channel, and the one behind it.
const CHANNEL: &str = "<|channel|>";
const MESSAGE: &str = "<|message|>";

/// Letters without a width that may stand within a mark.
const INVISIBLE: [char; 5] = ['\u{200b}', '\u{200c}', '\u{200d}', '\u{2060}', '\u{feff}'];

/// Maximum length of the name of a control token, in bytes.
const LONGEST_TOKEN: usize = 40;

/// Maximum length of the attributes of a tag around reasoning, in bytes.
const LONGEST_TAG: usize = 80;

/// Returns the part of a text that its model means to be read: the final channel, without
/// reasoning and control tokens, up to the end of the first message.
///
/// A closing tag of reasoning without an opening one ends reasoning that began with the text; an
/// opening one that is never closed begins reasoning that goes on to the end.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(['<', '[']) && !text.starts_with("analysis") {
        return Cow::Borrowed(text);
    }
    // An invisible letter within a mark hides it from a reader of marks only.
    let text = if text.contains(INVISIBLE) {
        Cow::Owned(text.replace(INVISIBLE, ""))
    } else {
        Cow::Borrowed(text)
    };
    let text = final_channel(&text);
    let text = without_thoughts(&text);
    Cow::Owned(up_to_a_mark(first_message(&text)))
}

/// Returns whether a text has reasoning in it: in tags or in a channel, and not only their marks.
#[must_use]
pub fn has_thoughts(text: &str) -> bool {
    let in_tags = |name: &str| {
        let (open, close) = (format!("<{name}>"), format!("</{name}>"));
        let begun = text.split_once(&*open).map_or(text, |(_, rest)| rest);
        let inside = match begun.split_once(&*close) {
            Some((inside, _)) => inside,
            None if text.contains(&*open) => begun,
            None => "",
        };
        !inside.trim().is_empty()
    };
    text.contains("<|channel|>analysis") || THOUGHTS.iter().any(|it| in_tags(it))
}

/// Returns the words of the final channel of a text with channels, and any other text as it is.
fn final_channel(text: &str) -> Cow<'_, str> {
    let Some((before, channels)) = text.split_once(CHANNEL) else {
        // Some servers drop the marks and keep what stands between them.
        let end = "assistantfinal";
        let is_bare = text.starts_with("analysis").then(|| text.rsplit_once(end)).flatten();
        return Cow::Borrowed(is_bare.map_or(text, |(_, words)| words));
    };
    let before = first_message(before);
    if !ROLES.contains(&before.trim()) && !before.trim().is_empty() {
        return Cow::Owned(before);
    }
    let words = channels.split(CHANNEL).find_map(|channel| {
        let body = channel.trim_start().strip_prefix("final")?;
        let body = body.split_once(MESSAGE).map_or(body, |(_, body)| body);
        Some(body).filter(|body| !body.trim().is_empty())
    });
    Cow::Borrowed(words.unwrap_or_default())
}

fn without_thoughts(text: &str) -> String {
    let (mut kept, mut rest, mut inside) = (String::with_capacity(text.len()), text, false);
    while let Some(at) = rest.find(['<', '[']) {
        let (before, from) = rest.split_at(at);
        let tag = thought_tag(from);
        let length = tag.map_or(1, |(_, length)| length);
        let (mark, after) = from.split_at_checked(length).unwrap_or((from, ""));
        if !inside {
            kept.push_str(before);
        }
        match tag {
            Some((true, _)) => {
                if !inside {
                    kept.clear();
                }
                inside = false;
            }
            Some((false, _)) => inside = true,
            None if inside => {}
            None => kept.push_str(mark),
        }
        rest = after;
    }
    if !inside {
        kept.push_str(rest);
    }
    kept
}

/// Parses the tag of reasoning at the start of a text: whether it closes, and its length.
fn thought_tag(text: &str) -> Option<(bool, usize)> {
    let end = text.get(..text.floor_char_boundary(LONGEST_TAG))?.find(['>', ']'])?;
    let inner = text.get(1..end)?;
    let (closes, name) = inner.strip_prefix('/').map_or((false, inner), |name| (true, name));
    let name = name.split_whitespace().next()?;
    let is_one = if text.starts_with('[') {
        name == "THINK"
    } else {
        THOUGHTS.iter().any(|it| it.eq_ignore_ascii_case(name))
    };
    is_one.then_some((closes, end + 1))
}

/// Effect of a control token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// End of a message.
    End,
    /// Beginning of a message.
    Begin,
    /// End of the instruction that a message answers.
    Answer,
    /// Anything else.
    Other,
}

/// Returns the first message of a text, without control tokens.
fn first_message(text: &str) -> String {
    let (mut kept, mut rest) = (String::with_capacity(text.len()), text);
    let mut is_begun = false;
    while let Some(at) = rest.find(['<', '[']) {
        let (before, from) = rest.split_at(at);
        kept.push_str(before);
        is_begun |= !before.trim_start().is_empty();
        let Some((mark, length)) = control_token(from) else {
            let (letter, after) = from.split_at_checked(1).unwrap_or((from, ""));
            kept.push_str(letter);
            is_begun = true;
            rest = after;
            continue;
        };
        rest = from.get(length..).unwrap_or_default();
        match mark {
            Mark::End | Mark::Begin if is_begun => return kept,
            Mark::Begin => rest = without_role(rest),
            Mark::Answer if !rest.trim_start().is_empty() => {
                kept.clear();
                is_begun = false;
            }
            Mark::End | Mark::Answer | Mark::Other => {}
        }
    }
    kept.push_str(rest);
    kept
}

/// Cuts a text at the first mark, which only two halves around a mark that was taken out can make.
fn up_to_a_mark(mut text: String) -> String {
    let mark = text.match_indices(['<', '[']).map(|(at, _)| at).find(|at| {
        let from = text.get(*at..).unwrap_or_default();
        thought_tag(from).is_some() || control_token(from).is_some()
    });
    text.truncate(mark.unwrap_or(text.len()));
    text
}

/// Parses the control token at the start of a text: its effect and its length.
fn control_token(text: &str) -> Option<(Mark, usize)> {
    let (close, name, length) = barred(text).or_else(|| bare(text))?;
    let name = name.to_lowercase().replace('▁', "_");
    let mark = match name.as_str() {
        "/inst" => Mark::Answer,
        it if close.is_empty() && ENDS.contains(&it) => Mark::End,
        it if close.is_empty() && BEGINS.contains(&it) => Mark::Begin,
        _ => Mark::Other,
    };
    Some((mark, length))
}

/// Parses `<|name|>` or `</|name|>`: the slash, the name and the length. A token that the text
/// breaks off in counts, too.
fn barred(text: &str) -> Option<(&str, &str, usize)> {
    let inner = text.strip_prefix('<')?;
    let slash = inner.get(..1).filter(|it| *it == "/").unwrap_or_default();
    let inner = inner.get(slash.len()..)?;
    let name = inner.strip_prefix(['|', '｜'])?;
    let head = name.get(..name.floor_char_boundary(LONGEST_TOKEN))?;
    let Some(end) = head.find(['|', '｜', '<', '>', '\n', '{']) else {
        let is_broken_off = head.len() == name.len() && !head.contains(char::is_whitespace);
        return is_broken_off.then_some((slash, "", text.len()));
    };
    let (known, after) = (head.get(..end)?, name.get(end..)?);
    let is_known = ENDS.contains(&known) || BEGINS.contains(&known);
    // A model in haste leaves out a half of the end.
    let after = match after.strip_prefix(['|', '｜']) {
        Some(rest) => rest.strip_prefix('>').or(Some(rest).filter(|_| is_known))?,
        None => after.strip_prefix('>').filter(|_| is_known)?,
    };
    Some((slash, known, text.len() - after.len()))
}

/// Parses a token without bars, such as `</s>` or `[INST]`: nothing, the name and the length.
fn bare(text: &str) -> Option<(&str, &str, usize)> {
    let head = text.get(..text.floor_char_boundary(LONGEST_TOKEN))?;
    let end = head.find(['>', ']'])?;
    let name = text.get(1..end)?;
    if text.starts_with("<<") {
        let is_system = matches!(name, "<SYS" | "</SYS");
        return is_system.then(|| ("", "sys", text.len().min(end + 2)));
    }
    let is_one = BARE.contains(&name.to_lowercase().as_str());
    // In square brackets, a word in small letters is what a character does.
    let is_shouted = !name.contains(char::is_lowercase);
    let fits = is_one && (text.starts_with('<') || is_shouted && name.len() > 3);
    fits.then_some(("", name, end + 1))
}

fn without_role(text: &str) -> &str {
    let begun = text.trim_start();
    let role = ROLES.iter().find_map(|role| begun.strip_prefix(role));
    role.filter(|after| after.is_empty() || after.starts_with(['\n', '<', '\r'])).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn reasoning_is_told_from_its_empty_marks() {
        for text in [
            "<think>They ask.</think>Good day.",
            "They want to know.</think>Good day.",
            "<think>They want to",
            "<|channel|>analysis<|message|>Hm.<|channel|>final<|message|>Good day.",
        ] {
            assert!(has_thoughts(text), "{text}");
        }
        for text in ["Good day.", "<think>\n\n</think>\n\nGood day.", "I think <so>.", ""] {
            assert!(!has_thoughts(text), "{text}");
        }
    }

    #[test]
    fn what_a_model_writes_for_itself_is_no_part_of_its_words() {
        for (text, words) in [
            ("Good day.", "Good day."),
            ("I <3 ale [the dark one].", "I <3 ale [the dark one]."),
            ("<think>They ask. [Hm] <b></think>Good day.", "Good day."),
            ("<thinking>\nHm.\n</thinking>\n\nGood day.", "\n\nGood day."),
            ("<reasoning effort=\"low\">Hm.</reasoning>Good day.", "Good day."),
            ("Good <THINK>hm</Think>day.", "Good day."),
            ("[THINK]Hm.[/THINK]Good day.", "Good day."),
            ("They want to know.</think>Good day.", "Good day."),
            ("<think>a<think>b</think>c</think>Good day.", "Good day."),
            ("<think>They want to", ""),
            ("Good day.<think>And now", "Good day."),
            ("Good day.<|im_end|>\n<|im_start|>user\nHello", "Good day."),
            ("<|im_start|>assistant\nGood day.<|im_end|>", "\nGood day."),
            (
                "<|start_header_id|>assistant<|end_header_id|>\n\nGood day.<|eot_id|>",
                "\n\nGood day.",
            ),
            ("<s> Good day.</s> And", " Good day."),
            ("Good day.<|end|>And", "Good day."),
            ("Good day.<|endoftext|>And", "Good day."),
            ("Good day.<end_of_turn>\n<start_of_turn>user", "Good day."),
            ("<start_of_turn>model\nGood day.<eos>", "\nGood day."),
            ("[INST] Hello [/INST] Good day.", " Good day."),
            ("Good day. [/INST]", "Good day. "),
            ("Good day. [INST] And you?", "Good day. "),
            ("<<SYS>>Good day.", "Good day."),
            ("<|assistant|>Good day.<|user|>Hi", "Good day."),
            ("Good day.<｜end▁of▁sentence｜>", "Good day."),
            ("Good day.<|im_e", "Good day."),
            ("Good day.<|im_end|\n<|im_start|>user", "Good day."),
            ("Good day.<|im_end>\nAnd", "Good day."),
            ("Good day.<\u{200b}|im_end|>And", "Good day."),
            ("<th\u{200d}ink>Hm.</think>Good day.", "Good day."),
            ("Good \u{200b}day.", "Good \u{200b}day."),
            ("<|tool_call|>{}</|tool_call|>", "{}"),
            ("<|eot_id|>Good day.", "Good day."),
            ("Good day.<|<||>im_end|>user", "Good day."),
            ("Good day.<thi<think></think>nk>Hm.", "Good day."),
            ("Good day.<th<||>ink>Hm.", "Good day."),
        ] {
            assert_eq!(visible(text), words, "{text}");
        }
    }

    #[test]
    fn of_channels_the_final_one_is_meant() {
        let thought = "<|channel|>analysis<|message|>They ask.<|end|>";
        for (text, words) in [
            (format!("{thought}<|start|>assistant<|channel|>final<|message|>Hi.<|return|>"), "Hi."),
            (format!("<|start|>assistant{thought}<|channel|>final <|message|>Hi."), "Hi."),
            (format!("{thought}<|start|>assistant<|channel|>commentary<|message|>Hm."), ""),
            (format!("Hi.<|end|><|start|>assistant{thought}"), "Hi."),
            ("analysisThey ask.assistantfinalHi.".to_owned(), "Hi."),
            ("analysis is not for me.".to_owned(), "analysis is not for me."),
        ] {
            assert_eq!(visible(&text), words, "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd(
            text in r"(\PC|</?think>|<\||\|>|im_end|\[/?INST\]|<\|channel\|>|final|\n){0,40}",
        ) {
            let words = visible(&text);
            prop_assert!(words.len() <= text.len());
            prop_assert!(!words.contains("<|im_end|>") && !words.contains("<think>"));
        }
    }
}
