//! Reads the content folder into texts; what they mean is the world's affair.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use assistants::{
    persona::{Persona, archetype},
    tools,
};
use world::{
    act::command::CommandSpec,
    content::{
        authored::Content,
        check,
        nouns::{self, NounLeads, TextNouns},
        parse::parse,
        problem::{Problem, SourceFile},
    },
};

/// Most files, and most bytes of one; content far beyond that is a mistake.
const MOST_FILES: usize = 10_000;
const MOST_BYTES: u64 = 4 * 1024 * 1024;

/// The content cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum FilesError {
    /// A file or folder cannot be read.
    #[error("{} cannot be read ({source}); is --content right?", path.display())]
    Unreadable {
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// There is more than any content has.
    #[error("{} holds more than content can be; is --content right?", path.display())]
    TooMuch {
        /// The folder or file.
        path: PathBuf,
    },
}

/// Reads every `.ron` file under `dir`, in order of their paths.
///
/// # Errors
/// [`FilesError`] when something cannot be read.
pub fn read(dir: &Path) -> Result<Vec<SourceFile>, FilesError> {
    let mut files = Vec::new();
    let mut open = vec![dir.to_owned()];
    while let Some(folder) = open.pop() {
        let unreadable = |source| FilesError::Unreadable { path: folder.clone(), source };
        for entry in fs::read_dir(&folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|it| it == "ron") {
                files.push(read_one(dir, path)?);
            }
            if files.len() > MOST_FILES {
                return Err(FilesError::TooMuch { path: dir.to_owned() });
            }
        }
    }
    files.sort();
    Ok(files)
}

fn read_one(dir: &Path, path: PathBuf) -> Result<SourceFile, FilesError> {
    let unreadable = |source| FilesError::Unreadable { path: path.clone(), source };
    if fs::metadata(&path).map_err(unreadable)?.len() > MOST_BYTES {
        return Err(FilesError::TooMuch { path });
    }
    // An editor's choice of line ends says nothing about the texts in a file.
    let text = fs::read_to_string(&path).map_err(unreadable)?.replace("\r\n", "\n");
    let inside = path.strip_prefix(dir).unwrap_or(&path);
    let parts: Vec<_> = inside.components().map(|it| it.as_os_str().to_string_lossy()).collect();
    Ok(SourceFile { path: parts.join("/"), text })
}

/// Everything authored.
#[derive(Debug, Clone)]
pub struct Authored {
    /// The world.
    pub content: Content,
    /// The characters.
    pub personas: Vec<Arc<Persona>>,
}

/// Checks texts. `commands` are the commands that exist.
///
/// # Errors
/// All problems, in order.
pub fn check(files: &[SourceFile], commands: &[&CommandSpec]) -> Result<Authored, Vec<Problem>> {
    let (personas, rest): (Vec<SourceFile>, Vec<SourceFile>) =
        files.iter().cloned().partition(|it| {
            let is_in = |folder| it.path.starts_with(folder);
            is_in("personas/") || is_in(archetype::FOLDER) || it.path == archetype::WORDS
        });
    let (content, mut problems) = parse(&rest);
    problems.extend(check::hidden(&content, commands));
    let (tools, commands) = (tools::names(), names(commands));
    let (personas, more) =
        assistants::persona::check::parse(&personas, &content, &commands, &tools);
    problems.extend(more);
    problems.sort();
    if problems.is_empty() { Ok(Authored { content, personas }) } else { Err(problems) }
}

fn names(commands: &[&CommandSpec]) -> Vec<&'static str> {
    commands.iter().map(|it| it.name).collect()
}

/// Where the nouns of all texts lead.
#[must_use]
pub fn nouns(authored: &Authored) -> Vec<TextNouns> {
    let bodies: Vec<_> = authored.personas.iter().map(|it| &it.body).collect();
    nouns::nouns(&authored.content, &bodies)
}

/// Tells the log of nouns that lead nowhere.
pub(super) fn tell_of_nouns(authored: &Authored) {
    let found = nouns(authored);
    let nowhere = found.iter().flat_map(|it| it.leading(NounLeads::Nowhere)).count();
    if nowhere > 0 {
        tracing::warn!(nouns = nowhere, "texts mention what nobody described; see hearsay check");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_have_either_line_ends() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("world.ron"), "(\r\n    banner: \"a\r\nb\",\n)\n").unwrap();
        let files = read(dir.path()).unwrap();
        assert_eq!(files[0].text, "(\n    banner: \"a\nb\",\n)\n");
    }
}
