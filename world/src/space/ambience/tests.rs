use std::collections::BTreeMap;

use engine::{agenda::Agenda, id::RoomId, index};
use proptest::prelude::*;

use super::*;
use crate::{act::permission::Role, fixture::Fixture, space::routine::RoutineSlot};

const ZONE: &str = r#"#![enable(implicit_some)]
(id: "t", name: "T", rooms: [
    (id: "a", name: "Alder", description: "A room.", exits: [(direction: East, to: "b")], ambient: [
        (text: "A leaf falls."), (text: "An owl calls.", hours: (22, 4)),
        (text: "The walls still ring.", after: Shouted), (text: "Dust settles.", hours: (4, 22)),
    ]),
    (id: "b", name: "Birch", description: "A room.", exits: [(direction: West, to: "a")]),
])"#;

fn game() -> Fixture {
    let world = r#"(name: "T", banner: "Hi.", welcome: "Hi.", start: "t/a")"#;
    Fixture::new(&[("world.ron", world), ("zones/t.ron", ZONE)])
}

/// Returns what a character reads in so many seconds, with the second of each line.
fn reads(game: &mut Fixture, who: &str, seconds: u64) -> Vec<(u64, String)> {
    let mut all = Vec::new();
    for second in 1..=seconds {
        game.now = game.now.after(Duration::from_secs(1));
        game.tick();
        let heard = game.hears(who);
        all.extend(heard.lines().filter(|it| !it.is_empty()).map(|it| (second, it.to_owned())));
    }
    all
}

/// Takes out all timers and returns their number.
fn entries(game: &mut Fixture) -> usize {
    let mut agenda = game.sim.world_mut().resource_mut::<Agenda<Stir>>();
    let taken: Vec<Stir> = std::iter::from_fn(|| agenda.take_due(WorldTime(u64::MAX))).collect();
    taken.len()
}

#[test]
fn hours_may_go_over_midnight() {
    for (hours, hour, fits) in [
        ((6, 9), 6, true),
        ((6, 9), 9, false),
        ((22, 4), 23, true),
        ((22, 4), 3, true),
        ((22, 4), 4, false),
        ((18, 24), 23, true),
    ] {
        assert_eq!(is_within(hours, hour), fits, "{hours:?} at {hour}");
    }
}

#[test]
fn a_room_shows_what_fits_and_then_is_silent() {
    let mut game = game();
    game.enter("Ann", Role::Player, "t/a");
    game.hears("ann");
    let seen = reads(&mut game, "ann", 600);
    let lines: Vec<&str> = seen.iter().map(|(_, it)| it.as_str()).collect();
    assert_eq!(lines.len(), 2, "{seen:?}");
    assert!(lines.contains(&"A leaf falls."), "{seen:?}");
    assert!(seen.iter().all(|(second, _)| *second >= 40), "{seen:?}");
}

#[test]
fn nothing_stands_where_nobody_watches() {
    let mut game = game();
    assert_eq!(entries(&mut game), 0, "nobody was ever there");
    let ann = game.enter("Ann", Role::Player, "t/a");
    game.type_line(ann, "look");
    assert_eq!(entries(&mut game), 1, "one for the room, whatever happens in it");
    let mut game = self::game();
    let ann = game.enter("Ann", Role::Player, "t/a");
    game.type_line(ann, "east");
    reads(&mut game, "ann", 80);
    assert_eq!(entries(&mut game), 1, "what stood where she left has lapsed");
    game.sim.put(crate::input::Input::Leave { session: ann });
    reads(&mut game, "ann", 80);
    assert_eq!(entries(&mut game), 0, "nobody is awake");
}

#[test]
fn a_line_tells_of_what_happened_and_waits_until_all_is_quiet() {
    let mut game = game();
    let ann = game.enter("Ann", Role::Player, "t/a");
    reads(&mut game, "ann", 30);
    game.type_line(ann, "shout hey");
    game.hears("ann");
    let seen = reads(&mut game, "ann", 80);
    let (second, first) = seen.first().unwrap();
    assert!(first == "The walls still ring." && *second >= 20, "{seen:?}");
}

#[test]
fn who_wants_none_of_it_reads_none_and_others_do() {
    let mut game = game();
    let ann = game.enter("Ann", Role::Player, "t/a");
    game.enter("Bob", Role::Player, "t/a");
    game.type_line(ann, "set ambience off");
    game.hears("ann");
    game.hears("bob");
    let mut both = BTreeMap::from([("ann", String::new()), ("bob", String::new())]);
    for _ in 0..200 {
        game.now = game.now.after(Duration::from_secs(1));
        game.tick();
        for (who, heard) in &mut both {
            heard.push_str(&game.hears(who));
        }
    }
    assert_eq!(both["ann"], "");
    assert!(both["bob"].contains("A leaf falls."), "{both:?}");
}

#[test]
fn what_somebody_is_at_is_seen_where_their_routine_has_them() {
    let mut game = game();
    game.enter("Mara", Role::Player, "t/b");
    let mara = game.entity("mara").unwrap();
    game.enter("Ann", Role::Player, "t/b");
    let slot = RoutineSlot {
        hour: 0,
        room: "t/b".to_owned(),
        doing: "wiping mugs".to_owned(),
        acts: vec!["wipes a mug.".to_owned()],
        asleep: false,
    };
    routine::set(game.sim.world_mut(), mara, &[slot]);
    game.hears("ann");
    let seen = reads(&mut game, "ann", 300);
    let lines: Vec<&str> = seen.iter().map(|(_, it)| it.as_str()).collect();
    assert_eq!(lines, ["Mara wipes a mug."], "{seen:?}");
    let room = |id: &str| index::find(game.sim.world(), &RoomId::new(id).unwrap()).unwrap();
    assert!(routine::acts_in(game.sim.world(), room("t/a")).is_empty());
}

proptest! {
    /// Nothing is shown again before all else that fits was, nor within half an hour, whatever fits
    /// from one moment to the next.
    #[test]
    fn nothing_is_shown_again_before_all_else(
        rounds in proptest::collection::vec((40..75_u64, 0..256_u64, any::<usize>()), 1..120),
    ) {
        let mut shown = ShownThere::default();
        let mut last: BTreeMap<usize, WorldTime> = BTreeMap::new();
        let mut now = WorldTime(1_000_000);
        for (pause, mask, drawn) in rounds {
            now = now.after(Duration::from_secs(pause));
            let here: Vec<usize> = (0..8).filter(|it| mask & (1 << it) != 0).collect();
            let fitting: Vec<Showing> = here
                .iter()
                .map(|it| Showing { text: it.to_string().into(), by: None, timely: *it == 0 })
                .collect();
            let may = choice(&fitting, &shown, now);
            if may.is_empty() {
                let recent = |it: &usize| last.get(it).is_some_and(|at| now.since(*at) < AGAIN);
                prop_assert!(here.is_empty() || here.iter().any(recent));
                prop_assert!(here.iter().all(|it| last.contains_key(it)));
                continue;
            }
            let one = here[may[drawn % may.len()]];
            if let Some(before) = last.get(&one) {
                prop_assert!(now.since(*before) >= AGAIN);
                prop_assert!(here.iter().all(|it| last.get(it).is_some_and(|at| at >= before)));
            }
            last.insert(one, now);
            shown.on_attempt(&one.to_string().into(), now);
        }
    }

    #[test]
    fn what_a_room_remembers_has_its_bound(many in 0..300_usize) {
        let mut shown = ShownThere::default();
        for n in 0..many {
            shown.on_attempt(&n.to_string().into(), WorldTime(1));
        }
        prop_assert_eq!(shown.0.len(), many.min(MOST_SHOWN));
    }
}
