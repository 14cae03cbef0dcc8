//! Warnings about exits that lead to their own room, and rooms with no way back to the start.

use std::collections::BTreeSet;

use engine::id::RoomId;

use super::{
    authored::{Content, RoomPlan, whole},
    problem::Warning,
    reading::CheckedFiles,
};

/// Returns a warning for every exit to its own room and for every trap, in the order of the files.
#[must_use]
pub fn warnings(content: &Content, files: &CheckedFiles<'_>) -> Vec<Warning> {
    let Some(start) = &content.start else { return Vec::new() };
    let traps = traps(content, start);
    let leads_back = |(id, room): (&RoomId, &RoomPlan)| room.exits.iter().any(|it| it.to == *id);
    if traps.is_empty() && !content.rooms.iter().any(leads_back) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for zone in files.zones() {
        for (index, room) in zone.value.rooms.iter().enumerate() {
            let node = zone.tree.field("rooms").item(index);
            let Ok(id) = whole(&zone.value.id, &room.id) else { continue };
            for (index, exit) in room.exits.iter().enumerate() {
                if whole(&zone.value.id, &exit.to).is_ok_and(|to| to == id) {
                    let at = node.field("exits").item(index).field("to").position();
                    let sentence = "this exit leads to the room that it is in; is that meant?";
                    found.push(Warning::new(&zone.path, at, sentence));
                }
            }
            if traps.contains(&id) {
                let sentence = format!(
                    "whoever comes to `{id}` never gets back to `{start}`, for no way leads there; \
                     give it an exit"
                );
                let at = node.field("id").position();
                found.push(Warning::new(&zone.path, at, sentence));
            }
        }
    }
    found
}

/// Returns the rooms with no way back to the start. Of a group of such rooms only those count that
/// have an entrance from outside.
fn traps<'a>(content: &'a Content, start: &'a RoomId) -> BTreeSet<&'a RoomId> {
    let back = content.leading_to(start);
    let outside = back.iter().filter_map(|it| content.rooms.get(*it));
    let entered = outside.flat_map(|it| &it.exits).map(|exit| &exit.to);
    entered.filter(|it| !back.contains(it)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use text::parse::Direction;

    use super::*;
    use crate::{
        content::{
            authored::{ExitPlan, SEARCHED},
            check::check_body,
            parse::parse,
            problem::SourceFile,
            schema::Body,
        },
        space::path::MOST_SEARCHED,
        trade::offer::Offer,
    };

    const WORLD: &str = r#"(name: "W", banner: "B", welcome: "W", start: "w/r0", coins: 0)"#;
    const WAYS: [Direction; 4] =
        [Direction::North, Direction::East, Direction::South, Direction::West];

    /// Writes the files of a world: for each room the rooms its exits lead to, and true for a shut
    /// door.
    fn files(rooms: &[Vec<(usize, bool)>]) -> Vec<SourceFile> {
        let mut zone = String::from("(id: \"w\", name: \"W\", rooms: [\n");
        for (n, ways) in rooms.iter().enumerate() {
            zone += &format!("(id: \"r{n}\", name: \"R\", description: \"A room.\", exits: [");
            for (direction, (to, shut)) in WAYS.iter().zip(ways) {
                let door = if *shut { ", door: \"the lid\", shut: true" } else { "" };
                zone += &format!("(direction: {direction:?}, to: \"r{to}\"{door}),");
            }
            zone += "]),\n";
        }
        zone += "])";
        vec![SourceFile::new("world.ron", WORLD), SourceFile::new("zones/w.ron", zone)]
    }

    fn id(n: usize) -> RoomId {
        RoomId::new(&format!("w/r{n}")).unwrap()
    }

    /// Builds a grid of rooms with exits to and fro between neighbours.
    fn grid(rooms: usize, width: usize) -> Vec<Vec<(usize, bool)>> {
        let ways = |n: usize| {
            let column = n % width;
            let mut ways = Vec::new();
            ways.extend((column > 0).then(|| n - 1));
            ways.extend((column + 1 < width && n + 1 < rooms).then_some(n + 1));
            ways.extend(n.checked_sub(width));
            ways.extend((n + width < rooms).then_some(n + width));
            ways.into_iter().map(|to| (to, false)).collect()
        };
        (0..rooms).map(ways).collect()
    }

    /// The reference: a depth-first search from one room.
    fn reached(content: &Content, from: &RoomId, may: fn(&ExitPlan) -> bool) -> BTreeSet<RoomId> {
        let (mut reached, mut open) = (BTreeSet::from([from.clone()]), vec![from.clone()]);
        while let Some(room) = open.pop() {
            for exit in content.rooms[&room].exits.iter().filter(|it| may(it)) {
                if reached.insert(exit.to.clone()) {
                    open.push(exit.to.clone());
                }
            }
        }
        reached
    }

    /// The reference: the rooms that are warned of, by a search from every room.
    fn naive_traps(content: &Content) -> Vec<RoomId> {
        let start = content.start.as_ref().unwrap();
        let leads_back = |it: &RoomId| reached(content, it, |_| true).contains(start);
        let outside = || content.rooms.iter().filter(|(id, _)| leads_back(id));
        let entered =
            |id: &RoomId| outside().flat_map(|(_, it)| &it.exits).any(|exit| exit.to == *id);
        let ids = content.rooms.keys().filter(|it| !leads_back(it) && entered(it));
        ids.cloned().collect()
    }

    fn worlds() -> impl Strategy<Value = Vec<Vec<(usize, bool)>>> {
        (1..12_usize).prop_flat_map(|rooms| {
            let way = (0..rooms, proptest::bool::weighted(0.2));
            let ways = proptest::collection::vec(way, 0..3);
            proptest::collection::vec(ways, rooms..=rooms)
        })
    }

    proptest! {
        #[test]
        fn one_search_finds_what_a_search_from_each_room_finds(rooms in worlds()) {
            let files = files(&rooms);
            let (content, _) = parse(&files);
            prop_assert_eq!(content.rooms.len(), rooms.len());
            let all = || (0..rooms.len()).map(id);
            for to in all() {
                let leading = content.leading_to(&to);
                let naive: BTreeSet<&RoomId> = content.rooms.keys()
                    .filter(|it| reached(&content, it, |_| true).contains(&to)).collect();
                prop_assert_eq!(leading, naive);
                for from in all() {
                    let open = |exit: &ExitPlan| !exit.door.as_ref().is_some_and(|it| it.shut);
                    let walks = reached(&content, &from, open).contains(&to);
                    prop_assert_eq!(content.check_walk(&from, &to).is_ok(), walks);
                }
            }
            let told = warnings(&content, &CheckedFiles::new(&files));
            let told: BTreeSet<&str> = told.iter().filter_map(|it| {
                it.0.sentence.strip_prefix("whoever comes to `")?.split('`').next()
            }).collect();
            let traps = naive_traps(&content);
            prop_assert_eq!(told, traps.iter().map(RoomId::as_str).collect::<BTreeSet<_>>());
        }
    }

    /// Returns the result of some work, and the number of rooms that searches visited in it.
    fn searched<T>(work: impl FnOnce() -> T) -> (T, usize) {
        SEARCHED.set(0);
        (work(), SEARCHED.get())
    }

    #[test]
    fn a_check_looks_at_each_room_a_few_times() {
        for rooms in [400, 1_600] {
            let mut ways = grid(rooms, 40);
            // Nobody gets back out of the last one.
            ways[rooms - 1].clear();
            let files = files(&ways);
            let ((content, problems), parsed) = searched(|| parse(&files));
            assert!(problems.is_empty() && parsed <= rooms, "{parsed}: {problems:?}");
            let (told, searched) = searched(|| warnings(&content, &CheckedFiles::new(&files)));
            assert!(told.len() == 1 && searched <= rooms, "{searched}: {told:?}");
        }
    }

    #[test]
    fn a_guide_who_goes_next_door_has_no_other_room_looked_at() {
        let rooms = 1_600;
        let (content, problems) = parse(&files(&grid(rooms, 40)));
        assert!(problems.is_empty(), "{problems:?}");
        let offers = 100;
        let offer = |n: usize| {
            let text =
                format!("(id: \"o{n}\", what: \"w\", unless: \"u\", does: Escort(to: \"w/r1\"))");
            ron::from_str::<Offer>(&text).unwrap()
        };
        let body: Body = ron::from_str(r#"(name: "P", description: "D", home: "w/r0")"#).unwrap();
        let body = Body { offers: (0..offers).map(offer).collect(), ..body };
        let (problems, searched) = searched(|| check_body(&content, "p.ron", "()", &body));
        assert!(problems.is_empty() && searched <= offers * WAYS.len(), "{searched}: {problems:?}");
    }

    #[test]
    fn a_way_is_searched_for_among_so_many_rooms() {
        let (mut content, _) = parse(&files(&grid(2, 2)));
        let plan = content.rooms[&id(0)].clone();
        for n in 0..=MOST_SEARCHED {
            let exits = plan.exits.iter().map(|it| ExitPlan { to: id(n + 1), ..it.clone() });
            content.rooms.insert(id(n), RoomPlan { exits: exits.collect(), ..plan.clone() });
        }
        let far = |n: usize| searched(|| content.check_walk(&id(0), &id(n)));
        assert_eq!(far(MOST_SEARCHED - 1), (Ok(()), MOST_SEARCHED));
        let (wrong, visited) = far(MOST_SEARCHED);
        assert!(wrong.is_err_and(|it| it.contains("too far")) && visited <= MOST_SEARCHED);
    }
}
