//! Messages for screens only: terminal and client data of a connection, on its way to the
//! simulation.

use bevy_ecs::prelude::*;
use engine::id::{CharacterId, SessionId};
use serde::{Deserialize, Serialize};

use crate::contract::{question::PanelQuestion, terminal::Terminal};

/// Message into the simulation for its screens.
#[derive(Message, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScreenInput {
    /// Capabilities of a session's terminal.
    Terminal { session: SessionId, terminal: Terminal },
    /// Question of a session's client about the world.
    Asked { session: SessionId, question: PanelQuestion },
    /// Restart of all panels, because the client did not receive their last update.
    PanelsAnew,
    /// Outcome of a reload, for the page of whoever asked for it: whether the content is new, and
    /// what came of it, a sentence or a problem each.
    Reloaded { by: CharacterId, ok: bool, lines: Vec<ReloadLine> },
}

/// Line of the outcome of a reload: a sentence, or a problem with its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReloadLine {
    /// Place of the problem; none for a sentence.
    pub at: Option<ContentPlace>,
    pub words: String,
}

/// Place in a file of the content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContentPlace {
    /// Path in the content folder.
    pub file: String,
    /// Line and column, from 1.
    pub line: u32,
    pub column: u32,
    /// Address that leads there; none if the settings know none.
    pub href: Option<String>,
}

impl ReloadLine {
    /// Reads a line of an outcome. `source` is an address with `{file}` and `{line}` in it.
    #[must_use]
    pub fn new(line: &str, source: Option<&str>) -> Self {
        let problem = || {
            let (file, rest) = line.split_once(':')?;
            let (row, rest) = rest.split_once(':')?;
            let (column, words) = rest.split_once(": ")?;
            let (line, column) = (row.parse().ok()?, column.parse().ok()?);
            let href = source.map(|it| address(it, file, line));
            let at = Some(ContentPlace { file: file.to_owned(), line, column, href });
            Some(Self { at, words: words.to_owned() })
        };
        problem().unwrap_or_else(|| Self { at: None, words: line.to_owned() })
    }
}

/// Returns the address of a line, with the path of the file as it stands in addresses.
fn address(source: &str, file: &str, line: u32) -> String {
    let mut path = String::with_capacity(file.len());
    for byte in file.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' => {
                path.push(char::from(byte));
            }
            byte => path.push_str(&format!("%{byte:02X}")),
        }
    }
    source.replace("{line}", &line.to_string()).replace("{file}", &path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_of_a_reload_leads_to_its_file_and_line() {
        let line = "zones/a b.ron:15:74: `max` takes a number: not 6.5";
        let source = "https://git.example.org/town/{file}#L{line}";
        let read = ReloadLine::new(line, Some(source));
        let at = ContentPlace {
            file: "zones/a b.ron".to_owned(),
            line: 15,
            column: 74,
            href: Some("https://git.example.org/town/zones/a%20b.ron#L15".to_owned()),
        };
        let words = "`max` takes a number: not 6.5".to_owned();
        assert_eq!(read, ReloadLine { at: Some(at), words });
        assert_eq!(ReloadLine::new(line, None).at.and_then(|it| it.href), None);
        for words in ["Nothing was changed; mend these.", "a: b: c", "x:1:y: z"] {
            let sentence = ReloadLine { at: None, words: words.to_owned() };
            assert_eq!(ReloadLine::new(words, Some(source)), sentence);
        }
    }
}
