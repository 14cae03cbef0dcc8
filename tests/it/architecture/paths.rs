//! Paths of files in the pages for developers: each names a file that exists.

use std::fs;

use super::{FOLDERS, root};

/// The pages that are read.
const PAGES: [&str; 7] = [
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "GLOSSARY.md",
    "docs/classifier.md",
    "docs/telnet.md",
    "docs/turns.md",
    "world/src/act/line.rs",
];

/// Files that a recipe has its reader write.
const TO_BE_WRITTEN: [&str; 5] = [
    "assistants/src/tools/inventory.rs",
    "content/personas/NAME.ron",
    "world/src/space/bell.rs",
    "world/src/space/bell/command.rs",
    "world/src/talk/wave.rs",
];

/// The paths in a page: what stands between backticks on one line and begins with a folder of the project.
fn paths(page: &str) -> impl Iterator<Item = &str> {
    let quoted = page.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    quoted.filter(|it| {
        let folder = it.split('/').next().unwrap_or_default();
        let known = FOLDERS.contains(&folder) || ["content", "docs", "scripts"].contains(&folder);
        known && it.contains('/') && it.chars().all(|c| c.is_alphanumeric() || "/._-".contains(c))
    })
}

#[test]
fn pages_name_files_that_exist() {
    let mut missing = Vec::new();
    for name in PAGES {
        let page = fs::read_to_string(root().join(name)).unwrap();
        let unknown = paths(&page)
            .filter(|it| !TO_BE_WRITTEN.contains(it) && !root().join(it).exists())
            .map(|it| format!("{name}: {it}"));
        missing.extend(unknown);
    }
    assert!(missing.is_empty(), "no such file:\n{}", missing.join("\n"));
}
