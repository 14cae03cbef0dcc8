//! Rendering of styled text into the bytes that one terminal shows.
//!
//! | File | What it knows |
//! |---|---|
//! | `wrap.rs` | where lines end |
//! | `ansi.rs` | how a style looks at each depth of colour |
//! | `page.rs` | text as our page in a browser takes it |
//!
//! Rendering is a pure function of the words and the [`TerminalClass`], so screens with the same
//! look can share the bytes. It goes through the words once and writes into the caller's buffer.

mod ansi;
pub mod page;
#[cfg(test)]
mod tests;
mod wrap;

use serde::{Deserialize, Serialize};
use telnet::{Charset, links::Links};
use text::{
    parse::Direction,
    styled::{Style, Text},
};

use page::{BlockKind, ReaderPart};
use wrap::ShownLine;

/// The narrowest screen that is wrapped for, in columns. A smaller number is most likely a mistake,
/// and nothing can be read at that width.
pub const MIN_WIDTH: u16 = 20;

/// Colour depth of a terminal.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub enum Colours {
    /// None, and no bold or underlined text either.
    #[default]
    None,
    /// The eight colours of ECMA-48, normal and bright.
    Sixteen,
    /// The palette of 256 colours.
    TwoFiftySix,
    /// 24 bits per colour.
    True,
}

/// Medium on which text is shown.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub enum Medium {
    /// A terminal, by bytes with colour codes.
    #[default]
    Terminal,
    /// Our page in a browser, by spans of meaning.
    Page,
}

/// The class of a terminal: all that decides how words look on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct TerminalClass {
    /// The colours it shows.
    pub colours: Colours,
    /// Columns to wrap at. With none or 0 long lines stay whole; 1 to 19 count as [`MIN_WIDTH`].
    pub width: Option<u16>,
    /// True if the player uses a screen reader, which would read colour codes out as noise.
    pub reader: bool,
    /// The characters it shows.
    pub charset: Charset,
    /// Kind of command links that the client supports.
    pub links: Links,
    /// Medium that shows the lines.
    pub medium: Medium,
}

impl TerminalClass {
    /// Returns the colour depth to use.
    fn colours(self) -> Colours {
        if self.reader { Colours::None } else { self.colours }
    }

    /// Returns the number of columns to wrap at.
    fn columns(self) -> usize {
        match self.width {
            None | Some(0) => usize::MAX,
            Some(width) => usize::from(width),
        }
    }
}

/// Appends `text` to `out` as a terminal with this `look` shows it: wrapped, coloured, in its
/// character set, and every line ended by CR LF. Of an empty text nothing is shown.
///
/// Control characters in the words never get out, a tab becomes a space, and blanks at the end of
/// a line are left out. One `\n` at the very end closes the last line and opens no empty one.
/// The bytes are ready for the wire: telnet needs no further encoding. For the page it is a notice;
/// [`page::write_block`] makes blocks of other kinds.
pub fn render(text: &Text, look: TerminalClass, out: &mut Vec<u8>) {
    if look.medium == Medium::Page {
        page::write_block(BlockKind::Notice, ReaderPart::None, text, out);
    } else if look.charset != Charset::Utf8 && !text.as_str().is_ascii() {
        // Spelt before it is wrapped, since other letters take other room.
        let mut spelt = Text::default();
        for (style, words) in text.runs() {
            spelt.push(style, &look.charset.spell(words));
        }
        lay_out(&spelt, look, out);
    } else {
        lay_out(text, look, out);
    }
}

fn lay_out(text: &Text, look: TerminalClass, out: &mut Vec<u8>) {
    out.reserve(text.as_str().len() + 2);

    let mut runs = text.runs();
    let (mut style, mut run) = (Style::Plain, "");
    let mut run_end = 0;
    for ShownLine { hang, start, words } in wrap::lines(text, look.columns()) {
        let (mut at, mut words) = (start, words);
        out.extend(std::iter::repeat_n(b' ', hang));
        while !words.is_empty() {
            while run_end <= at {
                match runs.next() {
                    Some((next, words)) => {
                        (style, run, run_end) = (next, words, run_end + words.len());
                    }
                    None => (style, run, run_end) = (Style::Plain, "", usize::MAX),
                }
            }
            let (piece, rest) = words.split_at_checked(run_end - at).unwrap_or((words, ""));
            // A link that is broken over two lines sends the whole command from both.
            let link = command(style, run, look).and_then(|it| look.links.around(&it));
            if let Some((before, _)) = &link {
                out.extend_from_slice(before.as_bytes());
            }
            paint(piece, ansi::code(style, look.colours()), look.charset, out);
            if let Some((_, after)) = link {
                out.extend_from_slice(after.as_bytes());
            }
            at += piece.len();
            words = rest;
        }
        out.extend_from_slice(b"\r\n");
    }
}

/// Returns the command that a link on words of this style sends, if it is to be a link.
fn command(style: Style, words: &str, look: TerminalClass) -> Option<String> {
    if look.links == Links::None || look.reader { None } else { link_command(style, words) }
}

/// Returns the command that words of this style stand for, if any.
fn link_command(style: Style, words: &str) -> Option<String> {
    match style {
        Style::Exit => Direction::parse(words).map(|_| words.to_owned()),
        // Capital letters and brackets stand for something that the player has to fill in.
        Style::Command => words
            .chars()
            .all(|it| it.is_lowercase() || it.is_ascii_digit() || " @-".contains(it))
            .then(|| words.to_owned()),
        Style::Topic => Some(format!("help {words}")),
        Style::Plain
        | Style::Prose
        | Style::Person
        | Style::Room
        | Style::Thing
        | Style::Channel
        | Style::Private
        | Style::Heading
        | Style::Warning
        | Style::Quiet => None,
    }
}

/// Appends words in the colour that `code` switches on.
fn paint(words: &str, code: &str, charset: Charset, out: &mut Vec<u8>) {
    if code.is_empty() {
        put(words, charset, out);
    } else {
        out.extend_from_slice(code.as_bytes());
        put(words, charset, out);
        out.extend_from_slice(ansi::RESET.as_bytes());
    }
}

/// Appends words without their control characters. Those from U+0080 to U+009F are among them:
/// many terminals obey them even in UTF-8.
fn put(mut words: &str, charset: Charset, out: &mut Vec<u8>) {
    // Every control character has one of these bytes, most words have none, and looking at all
    // bytes at once is much faster than at one character after another.
    let suspicious = |byte: u8| byte < b' ' || byte == 0x7F || byte == 0xC2;
    if !words.bytes().fold(false, |any, byte| any | suspicious(byte)) {
        charset.encode(words, out);
        return;
    }
    while let Some(at) = words.find(char::is_control) {
        let (clean, rest) = words.split_at(at);
        charset.encode(clean, out);
        let mut rest = rest.chars();
        if rest.next() == Some('\t') {
            out.push(b' ');
        }
        words = rest.as_str();
    }
    charset.encode(words, out);
}
