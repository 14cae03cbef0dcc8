//! Ways that may not be meant: exits to where one is, and rooms that nobody gets out of again.

use std::collections::BTreeSet;

use super::{
    authored::{Content, whole},
    problem::{SourceFile, Warning},
    reading::read,
    schema::ZoneFile,
};
use crate::engine::id::RoomId;

/// Every exit and room of which one may wonder whether it is meant so, in the order of the files.
#[must_use]
pub fn warnings(content: &Content, files: &[SourceFile]) -> Vec<Warning> {
    let Some(start) = &content.start else { return Vec::new() };
    let left: BTreeSet<&RoomId> =
        content.rooms.keys().filter(|it| !content.reached(it, |_| true).contains(start)).collect();
    // Of several rooms that make one trap it is told at those that one gets into first.
    let entered = |id: &RoomId| {
        let outside = content.rooms.iter().filter(|(room, _)| !left.contains(room));
        outside.flat_map(|(_, it)| &it.exits).any(|exit| exit.to == *id)
    };
    // What cannot be read was reported when the content was made.
    let (mut found, mut reported) = (Vec::new(), Vec::new());
    for file in files.iter().filter(|it| it.path.starts_with("zones/")) {
        let Some(zone) = read::<ZoneFile>(file, &mut reported) else { continue };
        for (index, room) in zone.value.rooms.iter().enumerate() {
            let node = zone.tree.field("rooms").item(index);
            let Ok(id) = whole(&zone.value.id, &room.id) else { continue };
            for (index, exit) in room.exits.iter().enumerate() {
                if whole(&zone.value.id, &exit.to).is_ok_and(|to| to == id) {
                    let at = node.field("exits").item(index).field("to").position();
                    let sentence = "this exit leads to the room that it is in; is that meant?";
                    found.push(Warning::new(&file.path, at, sentence));
                }
            }
            if left.contains(&id) && entered(&id) {
                let sentence = format!(
                    "whoever comes to `{id}` never gets back to `{start}`, for no way leads there; \
                     give it an exit"
                );
                let at = node.field("id").position();
                found.push(Warning::new(&file.path, at, sentence));
            }
        }
    }
    found
}
