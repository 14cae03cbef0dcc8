use engine::{id::RoomId, index};

use super::*;
use crate::fixture::Fixture;

/// Returns a game with the given rooms: the name of each, and its exits.
fn land(rooms: &[(&str, &str)]) -> Fixture {
    let rooms: String = rooms
        .iter()
        .map(|(id, exits)| {
            let exits: String = exits
                .split_whitespace()
                .filter_map(|it| it.split_once(':'))
                .map(|(way, to)| format!("(direction: {way}, to: \"{to}\"),"))
                .collect();
            format!(r#"(id: "{id}", name: "{id}", description: "A room.", exits: [{exits}]),"#)
        })
        .collect();
    let zone = format!(r#"(id: "t", name: "T", rooms: [{rooms}])"#);
    let world = r#"(name: "T", banner: "Hi.", welcome: "Hi.", start: "t/m")"#;
    Fixture::new(&[("world.ron", world), ("zones/t.ron", &zone)])
}

fn drawing(game: &Fixture, width: u16) -> Drawing {
    let here = index::find(game.sim.world(), &RoomId::new("t/m").unwrap()).unwrap();
    Drawing::around(game.sim.world(), here, width)
}

#[test]
fn every_way_of_a_compass_has_its_line() {
    let game = land(&[
        ("m", "North:a NorthEast:b East:c SouthEast:d South:e SouthWest:f West:g NorthWest:h"),
        ("a", "SouthEast:c"),
        ("b", ""),
        ("c", ""),
        ("d", ""),
        ("e", ""),
        ("f", ""),
        ("g", ""),
        ("h", ""),
    ]);
    let drawn = "\
[H]   [A]   [B]
    \\  |  X
[G]---[@]---[C]
    /  |  \\
[F]   [E]   [D]";
    assert_eq!(drawing(&game, 80).lines(), drawn);
    // On a narrow screen what does not fit is left out.
    assert_eq!(drawing(&game, 20).lines(), drawn);
    assert_eq!(drawing(&game, 14).lines(), "[A]\n |\n[@]\n |\n[B]");
}

#[test]
fn a_map_has_bounds_whatever_the_world_is_like() {
    let names: Vec<(String, String)> = (0..20)
        .flat_map(|y| (0..20).map(move |x| (x, y)))
        .map(|(x, y)| {
            let name = |x, y| if (x, y) == (10, 10) { "m".into() } else { format!("r{x}-{y}") };
            let mut exits = String::new();
            for (way, x, y) in
                [("North", x, y - 1), ("South", x, y + 1), ("West", x - 1, y), ("East", x + 1, y)]
            {
                if (0..20).contains(&x) && (0..20).contains(&y) {
                    exits += &format!("{way}:{} ", name(x, y));
                }
            }
            (name(x, y), exits)
        })
        .collect();
    let rooms: Vec<(&str, &str)> =
        names.iter().map(|(name, exits)| (name.as_str(), exits.as_str())).collect();
    let game = land(&rooms);
    let wide = drawing(&game, 80);
    assert_eq!(wide.rooms().count(), MOST_DRAWN);
    let letters: Vec<char> = (0..MOST_DRAWN).map(sign).collect();
    assert_eq!((letters[0], letters[1], letters[26]), ('@', 'A', 'Z'));
    for width in 20..=80 {
        let drawing = drawing(&game, width);
        let lines = drawing.lines();
        let widest = lines.lines().map(str::len).max().unwrap();
        assert!(widest <= usize::from(width), "{width}: {widest}");
        assert!(lines.lines().count() <= 13);
    }
}

#[test]
fn ways_that_no_paper_can_hold_are_told_in_words() {
    // Three steps round a corner lead back, and two rooms claim one place.
    let game = land(&[
        ("m", "East:a North:b Up:c"),
        ("a", "North:b West:m"),
        ("b", "East:d South:m"),
        ("c", ""),
        ("d", "South:e"),
        ("e", ""),
    ]);
    let drawing = drawing(&game, 80);
    assert_eq!(drawing.lines(), "[B]---[C]\n |\n[@]---[A]");
    let world = game.sim.world();
    let mut beside = Vec::new();
    for room in drawing.rooms() {
        for way in path::ways(world, room).filter(|way| !drawing.shows(room, way)) {
            beside.push(way.direction);
        }
    }
    assert_eq!(beside, [Direction::Up, Direction::North, Direction::South]);
}
