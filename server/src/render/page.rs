//! Blocks: text as our page in a browser takes it, by spans of meaning and without any markup.
//!
//! A block is one line of JSON: `{"k":KIND,"me":1,"to":1,"r":[[STYLE,WORDS,COMMAND],...]}`. `me` and
//! `to` stand only where the reader did it, or where it was meant for the reader; a command only
//! where one can be sent by a click. No block holds `<`, `>` or `&`: they are escaped in JSON, so
//! that nothing anybody said can be markup, wherever a block is put.

use text::styled::{Style, Text};

use super::link_command;

/// Kind of a block, by which the page sets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockKind {
    /// Words that were said or shouted.
    Speech,
    /// A gesture, a pose or an emote.
    Pose,
    /// Words that were whispered, or sent from afar.
    Private,
    /// Words on a channel.
    Channel,
    /// Movement: an arrival, a departure, a lost or a restored link.
    Movement,
    /// Something was done with a thing, a door or an offer.
    Deed,
    /// The answer to a command.
    Answer,
    /// A message of the server.
    Notice,
    /// Refusal of a command.
    Refusal,
}

/// Part of the reader in what is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReaderPart {
    /// The reader did it.
    Actor,
    /// Target of what was done.
    Target,
    /// Neither.
    None,
}

impl BlockKind {
    fn name(self) -> &'static str {
        match self {
            Self::Speech => "speech",
            Self::Pose => "pose",
            Self::Private => "private",
            Self::Channel => "channel",
            Self::Movement => "movement",
            Self::Deed => "deed",
            Self::Answer => "answer",
            Self::Notice => "notice",
            Self::Refusal => "refusal",
        }
    }
}

/// Appends a text as a block, and an end of line. Of an empty text there is none.
pub fn write_block(kind: BlockKind, part: ReaderPart, text: &Text, out: &mut Vec<u8>) {
    if text.is_empty() {
        return;
    }
    out.reserve(text.as_str().len() + 32);
    out.extend_from_slice(b"{\"k\":");
    write_string(kind.name(), out);
    match part {
        ReaderPart::Actor => out.extend_from_slice(b",\"me\":1"),
        ReaderPart::Target => out.extend_from_slice(b",\"to\":1"),
        ReaderPart::None => {}
    }
    out.extend_from_slice(b",\"r\":[");
    for (n, (style, words)) in text.runs().enumerate() {
        out.extend_from_slice(if n > 0 { b",[" } else { b"[" });
        write_string(name(style), out);
        out.push(b',');
        write_string(words, out);
        if let Some(command) = link_command(style, words) {
            out.push(b',');
            write_string(&command, out);
        }
        out.push(b']');
    }
    out.extend_from_slice(b"]}\n");
}

/// Appends a string of JSON. Control characters but line ends are left out, as for terminals.
pub fn write_string(words: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    let mut bytes = [0; 4];
    for c in words.chars() {
        match c {
            '\n' => out.extend_from_slice(b"\\n"),
            '\t' => out.push(b' '),
            '"' => out.extend_from_slice(b"\\\""),
            '\\' => out.extend_from_slice(b"\\\\"),
            '<' => out.extend_from_slice(b"\\u003c"),
            '>' => out.extend_from_slice(b"\\u003e"),
            '&' => out.extend_from_slice(b"\\u0026"),
            // Line ends for scripts, though not for JSON.
            '\u{2028}' | '\u{2029}' => out.push(b' '),
            c if c.is_control() => {}
            c => out.extend_from_slice(c.encode_utf8(&mut bytes).as_bytes()),
        }
    }
    out.push(b'"');
}

fn name(style: Style) -> &'static str {
    match style {
        Style::Plain => "",
        Style::Prose => "prose",
        Style::Person => "person",
        Style::Room => "room",
        Style::Exit => "exit",
        Style::Thing => "thing",
        Style::Channel => "channel",
        Style::Private => "private",
        Style::Command => "command",
        Style::Topic => "topic",
        Style::Heading => "heading",
        Style::Warning => "warning",
        Style::Quiet => "quiet",
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    fn block(text: &Text) -> String {
        let mut out = Vec::new();
        write_block(BlockKind::Speech, ReaderPart::Target, text, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn spans_carry_their_meaning_and_what_a_click_sends() {
        let mut text = Text::styled(Style::Person, "Ann");
        text.say(" goes ").push(Style::Exit, "north").say(".\n");
        text.push(Style::Exit, "Silver Street").push(Style::Topic, "walking");
        let block = block(&text);
        assert_eq!(block.matches('\n').count(), 1, "one line: {block}");
        let expected = json!({"k": "speech", "to": 1, "r": [
            ["person", "Ann"], ["", " goes "], ["exit", "north", "north"], ["", ".\n"],
            ["exit", "Silver Street"], ["topic", "walking", "help walking"],
        ]});
        assert_eq!(serde_json::from_str::<Value>(&block).unwrap(), expected);
    }

    #[test]
    fn of_an_empty_text_there_is_no_block() {
        assert_eq!(block(&Text::default()), "");
    }

    proptest! {
        #[test]
        fn any_words_come_through_and_no_markup_does(words in any::<String>()) {
            let text = Text::plain(&*words);
            let block = block(&text);
            let has_markup = block.contains(['<', '>', '&', '\u{2028}', '\u{2029}']);
            prop_assert!(!has_markup);
            prop_assert!(!block.trim_end_matches('\n').contains(char::is_control));
            let kept: String = words
                .chars()
                .map(|c| if "\t\u{2028}\u{2029}".contains(c) { ' ' } else { c })
                .filter(|c| !c.is_control() || *c == '\n')
                .collect();
            if !words.is_empty() {
                let read: Value = serde_json::from_str(&block).unwrap();
                prop_assert_eq!(read["r"][0][1].as_str(), Some(&*kept));
            }
        }
    }
}
