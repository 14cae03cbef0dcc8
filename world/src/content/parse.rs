//! Parser of the content: from the texts of all files to [`Content`] and all problems found.

use super::{
    authored::Content,
    check, locate,
    problem::{Problem, SourceFile},
    reading::Sources,
};

/// Parses the world's files and checks them against one another. Persona files are skipped; the
/// assistants parse them. The problems are in the order of the files' paths and lines; if there are
/// any, the content is what could be made of the rest and must not be played.
#[must_use]
pub fn parse(files: &[SourceFile]) -> (Content, Vec<Problem>) {
    let mut problems = Vec::new();
    let mut sources = Sources::default();
    let mut files: Vec<&SourceFile> = files.iter().collect();
    files.sort();
    for file in &files {
        sources.take(file, &mut problems);
    }
    if !files.iter().any(|file| file.path == "world.ron") {
        let sentence = "there is no `world.ron`; write one with the game's name, a banner, a \
                        welcome and the room to start in";
        problems.push(Problem::new("world.ron", locate::TOP, sentence));
    }
    let content = check::resolve(sources, &mut problems);
    problems.sort();
    (content, problems)
}
