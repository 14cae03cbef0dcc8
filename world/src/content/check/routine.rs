//! Checks of the daily routines of NPCs: hours in order, and rooms reachable on foot.

use engine::id::RoomId;

use crate::{
    content::{authored::Content, line, locate::Node, problem::Problem},
    space::routine::RoutineSlot,
};

/// Checks the routine of an NPC who lives in `home`. `node` is its position in the file at `path`.
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
    fn report(&mut self, node: &Node, sentence: impl Into<String>) {
        self.problems.push(Problem::new(self.path, node.position(), sentence));
    }

    fn slots(&mut self, node: &Node, home: &str, slots: &[RoutineSlot]) {
        let mut rooms = Vec::new();
        for (index, slot) in slots.iter().enumerate() {
            let entry = node.item(index);
            let before = index.checked_sub(1).and_then(|it| slots.get(it));
            if slot.hour > 23 {
                self.report(entry.field("hour"), "an hour is between 0 and 23");
            } else if before.is_some_and(|it| it.hour >= slot.hour) {
                let sentence = "this hour is no later than the one before it; order them";
                self.report(entry.field("hour"), sentence);
            }
            self.doing(entry, &slot.doing);
            self.acts(entry.field("acts"), &slot.acts);
            match self.content.find_room("", &slot.room) {
                Ok(room) => rooms.extend(room.map(|it| (index, it))),
                Err(sentence) => self.report(entry.field("room"), sentence),
            }
        }
        // A missing room may be defined in a file that could not be read.
        if rooms.len() < slots.len() || !self.content.is_whole() {
            return;
        }
        let home = RoomId::new(home).ok().filter(|it| self.content.rooms.contains_key(it));
        for (at, (index, room)) in rooms.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|it| rooms.get(it)).or(rooms.last());
            let from = before.map(|it| &it.1).into_iter().chain(home.as_ref());
            let wrong = from.into_iter().find_map(|from| self.content.check_walk(from, room).err());
            if let Some(sentence) = wrong {
                self.report(node.item(*index).field("room"), sentence);
            }
        }
    }

    /// Checks the activity, which is shown behind a name in `look`: "Mara (sweeping the floor)".
    fn doing(&mut self, entry: &Node, doing: &str) {
        self.problems.extend(line::line(self.path, entry, "doing", doing));
        let begins = doing.chars().next().is_some_and(char::is_uppercase);
        if begins || doing.ends_with(['.', '!', '?']) {
            let sentence = "`doing` stands within a sentence; write it as in `sweeping the floor`";
            self.report(entry.field("doing"), sentence);
        }
    }

    /// Checks the actions, each shown as a sentence behind the name.
    fn acts(&mut self, node: &Node, acts: &[String]) {
        for (index, act) in acts.iter().enumerate() {
            let entry = node.item(index);
            self.problems.extend(line::whispered(self.path, entry, act));
            let begins = act.chars().next().is_some_and(char::is_uppercase);
            if begins || !act.ends_with(['.', '!', '?']) {
                let sentence = "it stands behind a name and ends the sentence; write it as in \
                                `sweeps under a table.`";
                self.report(entry, sentence);
            }
            if acts.iter().take(index).any(|it| it == act) {
                self.report(entry, "this is done here already; keep one");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{locate, parse::parse, problem::SourceFile};

    const ZONE: &str = r#"(id: "t", name: "T", rooms: [
        (id: "a", name: "Alder", description: "A room.", exits: [(direction: East, to: "b"),
            (direction: West, to: "c", door: "the lid", shut: true)]),
        (id: "b", name: "Birch", description: "A room.", exits: [(direction: West, to: "a")]),
        (id: "c", name: "Cedar", description: "A room.", exits: [(direction: East, to: "a")]),
    ])"#;

    /// Returns the problems of these slots of an NPC who lives in `t/a`.
    fn wrong(slots: &[(u8, &str, &str)]) -> Vec<String> {
        let world = r#"(name: "T", banner: "Hi.", welcome: "Hi.", start: "t/a")"#;
        let files = [SourceFile::new("world.ron", world), SourceFile::new("zones/t.ron", ZONE)];
        let (content, problems) = parse(&files);
        assert!(problems.is_empty(), "{problems:?}");
        let slot = |(hour, room, doing): &(u8, &str, &str)| RoutineSlot {
            hour: *hour,
            room: (*room).to_owned(),
            doing: (*doing).to_owned(),
            acts: Vec::new(),
            asleep: false,
        };
        let slots: Vec<RoutineSlot> = slots.iter().map(slot).collect();
        let problems = check_routine(&content, "p.ron", &locate::tree("[]"), "t/a", &slots);
        problems.iter().map(|it| it.sentence.clone()).collect()
    }

    #[test]
    fn hours_rise_and_open_ways_lead_to_every_room() {
        assert!(wrong(&[]).is_empty());
        assert!(wrong(&[(0, "t/a", "waiting"), (23, "t/b", "singing")]).is_empty());
        let order = "this hour is no later than the one before it; order them";
        assert_eq!(wrong(&[(7, "t/a", "waiting"), (7, "t/b", "singing")]), [order]);
        assert_eq!(wrong(&[(24, "t/a", "waiting")]), ["an hour is between 0 and 23"]);
        assert_eq!(wrong(&[(7, "t/d", "waiting")]).len(), 1, "there is no such room");
        let shut = "no open way leads from `t/a` to `t/c`; choose another room";
        assert_eq!(wrong(&[(7, "t/a", "waiting"), (9, "t/c", "singing")]), [shut]);
        let form = "`doing` stands within a sentence; write it as in `sweeping the floor`";
        assert_eq!(wrong(&[(7, "t/a", "Waiting")]), [form]);
        assert_eq!(wrong(&[(7, "t/a", "waiting.")]), [form]);
    }
}
