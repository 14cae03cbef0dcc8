//! Whether a routine can be kept: hours in order, and rooms that can be walked to.

use crate::{
    content::{
        authored::{Content, ExitPlan},
        line,
        locate::Node,
        problem::Problem,
    },
    engine::id::RoomId,
    space::routine::RoutineSlot,
};

/// What is wrong with the routine of somebody who lives in `home`. `node` is where it stands in the
/// file at `path`.
#[must_use]
pub fn check_routine(
    content: &Content,
    path: &str,
    node: &Node,
    home: &str,
    slots: &[RoutineSlot],
) -> Vec<Problem> {
    let mut check = RoutineCheck { content, path, problems: Vec::new() };
    check.slots(node, home, slots);
    check.problems
}

struct RoutineCheck<'a> {
    content: &'a Content,
    path: &'a str,
    problems: Vec<Problem>,
}

impl RoutineCheck<'_> {
    fn tell(&mut self, node: &Node, sentence: impl Into<String>) {
        self.problems.push(Problem::new(self.path, node.position(), sentence));
    }

    fn slots(&mut self, node: &Node, home: &str, slots: &[RoutineSlot]) {
        let mut rooms = Vec::new();
        for (index, slot) in slots.iter().enumerate() {
            let entry = node.item(index);
            let before = index.checked_sub(1).and_then(|it| slots.get(it));
            if slot.hour > 23 {
                self.tell(entry.field("hour"), "an hour is between 0 and 23");
            } else if before.is_some_and(|it| it.hour >= slot.hour) {
                let sentence = "this hour is no later than the one before it; order them";
                self.tell(entry.field("hour"), sentence);
            }
            self.doing(entry, &slot.doing);
            match self.content.find_room("", &slot.room) {
                Ok(room) => rooms.extend(room.map(|it| (index, it))),
                Err(sentence) => self.tell(entry.field("room"), sentence),
            }
        }
        // What is missing may stand where nothing could be read.
        if rooms.len() < slots.len() || !self.content.is_whole() {
            return;
        }
        let home = RoomId::new(home).ok().filter(|it| self.content.rooms.contains_key(it));
        for (at, (index, room)) in rooms.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|it| rooms.get(it)).or(rooms.last());
            let from = before.map(|it| &it.1).into_iter().chain(home.as_ref());
            let cut_off = from.into_iter().find(|from| !self.leads(from, room));
            if let Some(from) = cut_off {
                let sentence =
                    format!("no open way leads from `{from}` to `{room}`; choose another room");
                self.tell(node.item(*index).field("room"), sentence);
            }
        }
    }

    /// It stands behind a name in `look`: "Mara (sweeping the floor)".
    fn doing(&mut self, entry: &Node, doing: &str) {
        self.problems.extend(line::line(self.path, entry, "doing", doing));
        let begins = doing.chars().next().is_some_and(char::is_uppercase);
        if begins || doing.ends_with(['.', '!', '?']) {
            let sentence = "`doing` stands within a sentence; write it as in `sweeping the floor`";
            self.tell(entry.field("doing"), sentence);
        }
    }

    /// Nobody opens a shut door for those who are on their way.
    fn leads(&self, from: &RoomId, to: &RoomId) -> bool {
        let passes = |exit: &ExitPlan| !exit.door.as_ref().is_some_and(|door| door.shut);
        self.content.reached(from, passes).contains(to)
    }
}
