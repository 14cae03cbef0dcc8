//! From the texts of all files to the authored world, with every problem found
//! on the way.

use super::{
    authored::Content,
    check, locate,
    problem::{Problem, SourceFile},
    reading::Sources,
};

/// Reads the world's files and compares them with one another. Personas are
/// passed over: the minds read them. The problems come in the order of the
/// files' paths and lines; when there are any, the content is what could be
/// made of the rest and should not be played.
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
