//! Checks of former ids: each belongs to one current room or kind, and is not in use.

use std::{collections::BTreeMap, fmt::Display};

use engine::id::RoomId;

use super::ContentCheck;
use crate::content::{
    authored::whole, locate::Position, problem::Problem, reading::Read, schema::ZoneFile,
};

/// Former id with its current one.
struct FormerId<'a, Id> {
    path: &'a str,
    at: Position,
    before: Id,
    today: Id,
}

impl ContentCheck<'_> {
    /// Records the former ids of rooms and kinds. All current ones have to be known.
    pub(super) fn former(&mut self, zones: &[Read<ZoneFile>]) {
        let (mut rooms, mut kinds) = (Vec::new(), Vec::new());
        for Read { path, tree, value } in zones {
            for (index, room) in value.rooms.iter().enumerate() {
                let node = tree.field("rooms").item(index).field("was");
                let Ok(today) = whole(&value.id, &room.id) else { continue };
                for (index, id) in room.was.iter().enumerate() {
                    let (at, today) = (node.item(index).position(), today.clone());
                    match whole(&value.id, id) {
                        Ok(before) => rooms.push(FormerId { path, at, before, today }),
                        Err(error) => self.report(path, at, error.to_string()),
                    }
                }
            }
            for (index, kind) in value.kinds.iter().enumerate() {
                let node = tree.field("kinds").item(index).field("was");
                kinds.extend(kind.was.iter().enumerate().map(|(index, before)| {
                    let (before, today) = (before.clone(), kind.id.clone());
                    FormerId { path, at: node.item(index).position(), before, today }
                }));
            }
        }
        let is_room = |id: &RoomId| self.content.rooms.contains_key(id);
        self.content.former.rooms = unique("room", rooms, is_room, self.problems);
        let kinds_of_today = &self.content.kinds;
        self.content.former.kinds =
            unique("kind", kinds, |id| kinds_of_today.contains_key(id), self.problems);
    }
}

/// Maps the valid former ids to current ones, and reports the others.
fn unique<Id: Ord + Display>(
    what: &str,
    all: Vec<FormerId<'_, Id>>,
    is_there: impl Fn(&Id) -> bool,
    problems: &mut Vec<Problem>,
) -> BTreeMap<Id, Id> {
    let mut known = BTreeMap::new();
    for FormerId { path, at, before, today } in all {
        let sentence = if before == today {
            format!("`{today}` is its id now; `was` takes the ids that it had before")
        } else if is_there(&before) {
            format!(
                "the {what} `{before}` is still there, so nothing was renamed; remove one of them"
            )
        } else if let Some((_, place)) = known.get(&before) {
            format!("`{before}` stands under `was` at {place} already; keep one of them")
        } else {
            known.insert(before, (today, format!("{path}:{}", at.line)));
            continue;
        };
        problems.push(Problem::new(path, at, sentence));
    }
    known.into_iter().map(|(before, (today, _))| (before, today)).collect()
}
