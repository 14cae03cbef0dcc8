//! Lines in and out: edited where somebody sits at a terminal, plain where a pipe is read.

use std::io::{self, BufRead, IsTerminal, Write};

use rustyline::{DefaultEditor, error::ReadlineError};
use text::styled::{Style, Text};

use super::ChatError;
use crate::render::{Colours, TerminalClass, render};

/// Source of the typed lines.
enum LineSource {
    /// Line editor of a terminal, with history.
    Editor(Box<DefaultEditor>),
    /// Standard input that is no terminal.
    Pipe,
}

/// Line of a talk, as the terminal shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TalkLine {
    /// Line that is perceived in the game.
    Heard(String),
    /// Message of the sandbox.
    Said(String),
    /// Message about something that could not be done.
    Wrong(String),
}

/// Lines typed on the terminal of the sandbox.
pub(super) struct TerminalLines {
    source: LineSource,
    colours: Colours,
}

impl TerminalLines {
    /// Edits lines if somebody types them and sees them; shows colours if there is a terminal, unless
    /// `NO_COLOR` is set.
    pub(super) fn open() -> Result<Self, ChatError> {
        let shown = io::stdout().is_terminal();
        let plain = std::env::var_os("NO_COLOR").is_some_and(|it| !it.is_empty());
        let source = if shown && io::stdin().is_terminal() {
            LineSource::Editor(Box::new(DefaultEditor::new()?))
        } else {
            LineSource::Pipe
        };
        let colours = if shown && !plain { Colours::Sixteen } else { Colours::None };
        Ok(Self { source, colours })
    }

    /// Reads the next line of whoever types; none when there is no more.
    pub(super) fn read(&mut self, who: &str) -> Result<Option<String>, ChatError> {
        match &mut self.source {
            LineSource::Editor(editor) => loop {
                match editor.readline(&format!("{who}> ")) {
                    Ok(line) => {
                        if !line.trim().is_empty() {
                            editor.add_history_entry(line.as_str())?;
                        }
                        return Ok(Some(line));
                    }
                    // Ctrl-C throws away what is typed.
                    Err(ReadlineError::Interrupted) => {}
                    Err(ReadlineError::Eof) => return Ok(None),
                    Err(error) => return Err(error.into()),
                }
            },
            LineSource::Pipe => {
                let mut line = Vec::new();
                let read = io::stdin().lock().read_until(b'\n', &mut line)?;
                Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
            }
        }
    }

    /// Shows lines, wrapped at a width, or at that of the terminal. The name is that of the character
    /// that one talks to.
    pub(super) fn show(
        &mut self,
        lines: &[TalkLine],
        name: &str,
        width: Option<u16>,
    ) -> Result<(), ChatError> {
        let own = match &mut self.source {
            LineSource::Editor(editor) => editor.dimensions().map(|it| it.0),
            LineSource::Pipe => None,
        };
        let look = TerminalClass {
            colours: self.colours,
            width: width.or(own),
            ..TerminalClass::default()
        };
        let mut out = io::stdout().lock();
        for line in lines {
            let mut bytes = Vec::new();
            render(&styled(line, name), look, &mut bytes);
            bytes.retain(|it| *it != b'\r');
            out.write_all(&bytes)?;
        }
        Ok(out.flush()?)
    }
}

/// Styles a line: what the character does stands out, and whatever else happens stays behind.
fn styled(line: &TalkLine, name: &str) -> Text {
    match line {
        TalkLine::Heard(line) => match line.strip_prefix(name) {
            Some(rest) => {
                let mut text = Text::styled(Style::Person, name);
                text.say(rest);
                text
            }
            None => Text::styled(Style::Quiet, line.as_str()),
        },
        TalkLine::Said(line) => Text::plain(line.as_str()),
        TalkLine::Wrong(line) => Text::styled(Style::Warning, line.as_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_character_does_stands_out() {
        let runs = |line| -> Vec<(Style, String)> {
            let text = styled(&line, "Mara");
            text.runs().map(|(style, words)| (style, words.to_owned())).collect()
        };
        let heard = |line: &str| TalkLine::Heard(line.to_owned());
        let [(Style::Person, _), (Style::Plain, said)] = &runs(heard("Mara says, \"Hm.\""))[..]
        else {
            panic!("a name and what follows")
        };
        assert_eq!(said, " says, \"Hm.\"");
        assert_eq!(runs(heard("It rains.")), [(Style::Quiet, "It rains.".to_owned())]);
        let wrong = TalkLine::Wrong("No.".to_owned());
        assert_eq!(runs(wrong), [(Style::Warning, "No.".to_owned())]);
    }
}
