//! Warnings about tallies that no text shows.

use std::collections::BTreeSet;

use text::variant::tallies_in;

use super::{
    authored::Content,
    locate,
    problem::Warning,
    reading::{CheckedFiles, TALLIES},
};

/// Returns a warning for every tally that no text of the world shows, in the order of the file.
#[must_use]
pub fn warnings(content: &Content, files: &CheckedFiles<'_>) -> Vec<Warning> {
    let Some(file) = files.file(TALLIES) else { return Vec::new() };
    let rooms = content.rooms.values();
    let of_rooms = rooms.flat_map(|room| {
        room.details.iter().map(|it| &it.text).chain(std::iter::once(&room.description))
    });
    let of_kinds = content.kinds.values().map(|it| &it.description);
    let told = of_rooms.chain(of_kinds).flat_map(|text| tallies_in(text).unwrap_or_default());
    let told: BTreeSet<&str> = told.map(|it| it.id).collect();
    let tree = locate::tree(&file.text);
    let tallies = content.tallies.iter().enumerate();
    let untold = tallies.filter(|(_, it)| !told.contains(it.id.as_str()));
    let warning = untold.map(|(index, it)| {
        let sentence = format!(
            "no text tells of the tally `{0}`; write {{tally {0}: {{count}}|none}} where it is to be \
             seen, or remove it",
            it.id
        );
        Warning::new(&file.path, tree.item(index).field("id").position(), sentence)
    });
    warning.collect()
}
