//! A world of any size, the same for the same size: rooms in a grid of zones, every one reached from
//! the first, and things spread over them.

use std::{collections::BTreeSet, fmt::Write as _};

use engine::id::RoomId;

/// Rooms of one zone.
const ZONE: usize = 100;
/// Kinds of things in one zone, at least.
const KINDS: usize = 10;
/// Most copies of one kind, which leaves room for what lies there again after it was taken.
const COPIES: usize = 400;
/// Apples in the first room.
const APPLES: usize = 4;
/// Most rooms and things; what is far beyond what content may be is a mistake.
const MOST: usize = 200_000;

/// Description of the first room: as much to read as in an authored one.
const FIRST: &str = "Two rows of stalls stand under patched sailcloth, and the straw on the ground \
    is soft with cabbage leaves. A pair of scales ticks and sways although nobody is weighing \
    anything. A map as large as a bedsheet hangs from a beam, and most of it is white. From here \
    on it is all rooms: as many as you have patience for, to the east and to the south, each with \
    a number on a post.";

const KIND_OF_ROOM: [&str; 8] =
    ["yard", "lane", "court", "meadow", "cellar", "bridge", "terrace", "passage"];
const LOOK_OF_ROOM: [&str; 8] =
    ["windy", "narrow", "sunny", "mossy", "crooked", "quiet", "paved", "long"];
const THING: [&str; 16] = [
    "lamp", "bucket", "spade", "kettle", "bell", "basket", "rope", "hammer", "whistle", "button",
    "ladle", "candle", "feather", "ribbon", "thimble", "brush",
];
const LOOK_OF_THING: [&str; 16] = [
    "copper", "wooden", "dented", "painted", "tiny", "heavy", "cracked", "polished", "rusty",
    "striped", "broken", "woven", "silver", "muddy", "curved", "plain",
];

/// The files of a world with so many rooms and things: path and text of each. The first room is
/// `z0/r0`, where newcomers arrive, with four apples among the things.
///
/// # Errors
/// A world without room for the things, or one above `MOST`.
pub fn files(rooms: usize, things: usize) -> Result<Vec<(String, String)>, String> {
    if !(1..=MOST).contains(&rooms) || things > MOST {
        return Err(format!("a world has 1 to {MOST} rooms, and at most {MOST} things"));
    }
    let world = "(\n    name: \"Generated\",\n    banner: \"A generated world.\",\n    welcome: \
                 \"It is large.\",\n    start: \"z0/r0\",\n    coins: 10,\n)\n";
    let channels = "[\n    (id: \"newbie\", about: \"Questions.\", default: true),\n    (id: \
                    \"gossip\", about: \"Talk.\", default: true),\n]\n";
    let mut files = vec![
        ("channels.ron".to_owned(), channels.to_owned()),
        ("world.ron".to_owned(), world.to_owned()),
    ];
    let grid = Grid { ids: ids(rooms), rooms, things, width: rooms.isqrt().max(1) };
    files.extend((0..rooms.div_ceil(ZONE)).map(|it| (format!("zones/z{it}.ron"), grid.zone(it))));
    Ok(files)
}

/// The ids of so many rooms. Clients tell rooms apart by numbers made of their ids, of which no two
/// may be the same.
fn ids(rooms: usize) -> Vec<String> {
    let mut numbers = BTreeSet::new();
    let mut is_new = |id: &str| RoomId::new(id).is_ok_and(|id| numbers.insert(id.number()));
    let named = |room: usize| {
        let mut id = format!("z{}/r{room}", room / ZONE);
        while !is_new(&id) {
            id.push('x');
        }
        id
    };
    (0..rooms).map(named).collect()
}

/// All rooms, row by row.
struct Grid {
    ids: Vec<String>,
    rooms: usize,
    things: usize,
    width: usize,
}

impl Grid {
    /// The kinds that the things of a zone are of.
    fn kinds(&self) -> usize {
        let in_one = self.things.div_ceil(self.rooms) * ZONE.min(self.rooms);
        in_one.div_ceil(COPIES).max(KINDS)
    }

    fn id(&self, room: usize) -> &str {
        self.ids.get(room).map_or("", String::as_str)
    }

    fn zone(&self, zone: usize) -> String {
        let all = zone * ZONE..((zone + 1) * ZONE).min(self.rooms);
        let mut text =
            format!("(\n    id: \"z{zone}\",\n    name: \"Zone {zone}\",\n    rooms: [\n");
        for room in all {
            self.room(&mut text, room);
        }
        text.push_str("    ],\n    kinds: [\n");
        if zone == 0 {
            let apple = "        (id: \"apple\", name: \"a windfall apple\", description: \"Red on \
                         one side.\", limit: 100),\n";
            text.push_str(apple);
        }
        for kind in 0..self.kinds() {
            let number = zone * 31 + kind;
            let look = word(&LOOK_OF_THING, number / THING.len());
            let thing = word(&THING, number);
            write(
                &mut text,
                format_args!(
                    "        (id: \"z{zone}-k{kind}\", name: \"a {look} {thing}\", description: \
                     \"It is {look}, as such a {thing} should be.\", limit: 1000),\n"
                ),
            );
        }
        text.push_str("    ],\n)\n");
        text
    }

    fn room(&self, text: &mut String, room: usize) {
        let look = word(&LOOK_OF_ROOM, room.wrapping_mul(7) / KIND_OF_ROOM.len());
        let kind = word(&KIND_OF_ROOM, room.wrapping_mul(5));
        write(text, format_args!("        (\n            id: \"{}\",\n", self.id(room)));
        if room == 0 {
            let name = "The First of Many";
            write(text, format_args!("            name: \"{name}\",\n"));
            write(text, format_args!("            description: \"{FIRST}\",\n"));
        } else {
            write(text, format_args!("            name: \"A {look} {kind}\",\n"));
            write(
                text,
                format_args!(
                    "            description: \"A {look} {kind} like others here. A post in the \
                     middle of it bears the number {room}, cut deep by somebody who had many more \
                     to cut, and from it one sees the next ones, each with a post of its own.\",\n"
                ),
            );
        }
        text.push_str("            exits: [\n");
        for (direction, to) in self.exits(room) {
            let to = self.id(to);
            write(text, format_args!("                (direction: {direction}, to: \"{to}\"),\n"));
        }
        text.push_str("            ],\n            things: [");
        if room == 0 {
            text.push_str(&"\"apple\", ".repeat(APPLES.min(self.things)));
        }
        for thing in self.things_in(room) {
            let (zone, kind) = (room / ZONE, thing % self.kinds());
            write(text, format_args!("\"z{zone}-k{kind}\", "));
        }
        text.push_str("],\n        ),\n");
    }

    /// The ways to the neighbours in the grid, whose last row may be a short one.
    fn exits(&self, room: usize) -> Vec<(&'static str, usize)> {
        let column = room % self.width;
        let mut exits = Vec::with_capacity(4);
        if room >= self.width {
            exits.push(("North", room - self.width));
        }
        if column + 1 < self.width && room + 1 < self.rooms {
            exits.push(("East", room + 1));
        }
        if room + self.width < self.rooms {
            exits.push(("South", room + self.width));
        }
        if column > 0 {
            exits.push(("West", room - 1));
        }
        exits
    }

    /// The numbers of the things in a room, the apples aside.
    fn things_in(&self, room: usize) -> impl Iterator<Item = usize> {
        let spread = self.things.saturating_sub(APPLES);
        // The first room has its apples, and the others share the rest.
        let others = (self.rooms - 1).max(1);
        let at = |room: usize| if self.rooms == 1 { room * spread } else { room * spread / others };
        let before = if self.rooms == 1 { room } else { room.saturating_sub(1) };
        let until = if self.rooms == 1 { room + 1 } else { room };
        at(before)..at(until)
    }
}

fn word<'a>(words: &[&'a str], number: usize) -> &'a str {
    words.get(number % words.len()).copied().unwrap_or_default()
}

fn write(text: &mut String, words: std::fmt::Arguments<'_>) {
    // A text takes whatever is written to it.
    text.write_fmt(words).unwrap_or_default();
}

#[cfg(test)]
mod tests {
    use world::content::{parse::parse, problem::SourceFile};

    use super::files;

    #[test]
    fn a_world_of_any_size_has_what_was_asked_for_and_no_problem() {
        for (rooms, things) in [(1, 0), (1, 3), (1, 5_000), (2, 20), (99, 7), (250, 1_000)] {
            let files = files(rooms, things).unwrap();
            assert_eq!(files, super::files(rooms, things).unwrap(), "it is always the same");
            let files: Vec<_> =
                files.into_iter().map(|(path, text)| SourceFile::new(path, text)).collect();
            let (content, problems) = parse(&files);
            assert_eq!(problems, [], "{rooms} {things}");
            let placed = content.rooms.values().map(|it| it.things.len()).sum::<usize>();
            assert_eq!((content.rooms.len(), placed), (rooms, things));
        }
        assert!(files(0, 0).is_err() && files(usize::MAX, 0).is_err());
    }
}
