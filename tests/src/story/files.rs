//! The files of the stories.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{Trouble, while_};

/// A file with a story.
#[derive(Debug, Clone)]
pub struct StoryFile {
    /// Path of the file.
    pub path: PathBuf,
    /// Its path below `tests/stories`, without the ending.
    pub name: String,
    /// The text of the file.
    pub text: String,
}

/// All files with a story, in order of their paths.
///
/// # Errors
/// A file that cannot be read.
pub fn files() -> Result<Vec<StoryFile>, Trouble> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("stories");
    let mut found = Vec::new();
    let mut open = vec![folder.clone()];
    while let Some(inner) = open.pop() {
        for entry in while_("the stories", fs::read_dir(inner))? {
            let path = while_("the stories", entry)?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|it| it == "story") {
                let name = while_("a story", path.strip_prefix(&folder))?.with_extension("");
                let name = name.display().to_string();
                let text = while_(&name, fs::read_to_string(&path))?;
                found.push(StoryFile { path, name, text });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}
