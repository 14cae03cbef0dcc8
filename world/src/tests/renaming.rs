//! Saved people and things after the content renamed or removed their rooms and kinds.

use std::collections::BTreeMap;

use engine::{
    former::FormerIds,
    id::{KindId, MarkId, RoomId, SessionId},
    index,
    save::document::{self, Row, Saved, SavedRow},
};

use crate::{
    act::permission::Role,
    content::{
        aftermath::{Aftermath, EmptiedRoom},
        authored::Content,
        build,
        parse::parse,
        problem::SourceFile,
    },
    fixture::Fixture,
    input::Input,
    things::{kind::Kinds, saved::PutAway, thing},
    trade::purse::Marks,
};

const LOFT: &str = r#"(id: "loft", name: "Loft", description: "High up.", things: ["oven", "lamp"],
    exits: [(direction: Down, to: "square")])"#;
const OVEN: &str = r#"(id: "oven", name: "an iron oven", description: "Heavy.", fixed: true)"#;
const LAMP: &str = r#"(id: "lamp", name: "a brass lamp", description: "Bright.")"#;

/// The two rooms of a town, after some changes to its file.
fn town(changes: &[(&str, &str)]) -> Vec<(&'static str, String)> {
    let zone = format!(
        r#"(id: "town", name: "Town", rooms: [
            (id: "square", name: "Square", description: "Wide.",
             exits: [(direction: Up, to: "loft")]),
            {LOFT},
        ], kinds: [{OVEN}, {LAMP}])"#
    );
    let zone = changes.iter().fold(zone, |zone, (old, new)| {
        assert!(zone.contains(old), "{old} stands in {zone}");
        zone.replace(old, new)
    });
    let world = r#"(name: "T", banner: "Hi.", welcome: "W.", start: "town/square")"#;
    let quests = r#"[(name: "Up", wants: "Look.", hints: ["Up."], done: [Visited("ROOM")])]"#;
    let is_there = |id: &&str| zone.contains(&format!("id: \"{id}\""));
    let room = ["attic", "loft", "square"].into_iter().find(is_there).unwrap();
    let quests = quests.replace("ROOM", &format!("town/{room}"));
    vec![("world.ron", world.to_owned()), ("zones/town.ron", zone), ("quests.ron", quests)]
}

fn read(files: &[(&str, String)]) -> Content {
    let files: Vec<_> = files.iter().map(|(path, text)| SourceFile::new(*path, text)).collect();
    let (content, problems) = parse(&files);
    assert_eq!(problems, []);
    content
}

fn game() -> Fixture {
    let files = town(&[]);
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    Fixture::new(&files)
}

/// Reads the content again after some changes.
fn reload(game: &mut Fixture, changes: &[(&str, &str)]) -> Aftermath {
    let content = read(&town(changes));
    let came = build::apply(game.sim.world_mut(), &content);
    game.tick();
    came
}

const ATTIC: (&str, &str) =
    (r#"id: "loft", name: "Loft""#, r#"id: "attic", was: "loft", name: "Attic""#);
const TO_ATTIC: (&str, &str) = (r#"to: "loft""#, r#"to: "attic""#);
const LANTERN: (&str, &str) = (
    r#"id: "lamp", name: "a brass lamp""#,
    r#"id: "lantern", was: ["torch", "lamp"], name: "a lantern""#,
);
const THE_LANTERN: (&str, &str) = (r#"["oven", "lamp"]"#, r#"["oven", "lantern"]"#);

/// Saved documents, as they are read at a start.
#[derive(Default)]
struct Kept(BTreeMap<(&'static str, String), SavedRow>);

impl Kept {
    fn take(&mut self, game: &mut Fixture) {
        for Row { kind, id, owner, body, .. } in game.sim.drain::<Row>() {
            match body {
                Some(body) => drop(self.0.insert((kind, id.clone()), SavedRow { id, owner, body })),
                None => drop(self.0.remove(&(kind, id))),
            }
        }
    }

    fn saved(&self) -> Saved {
        let mut saved = Saved::default();
        for ((kind, _), row) in &self.0 {
            saved.0.entry((*kind).to_owned()).or_default().push(row.clone());
        }
        saved
    }

    /// The ids and texts of what is saved of a kind.
    fn of(&self, kind: &str) -> Vec<String> {
        let rows = self.0.iter().filter(|((it, _), _)| *it == kind);
        rows.map(|(_, row)| format!("{} {}", row.id, row.body)).collect()
    }
}

fn looks(game: &mut Fixture, who: SessionId) -> String {
    game.type_line(who, "look")
}

#[test]
fn a_renamed_room_keeps_who_and_what_is_there() {
    let mut game = game();
    let ann = game.enter("Ann", Role::Player, "town/loft");
    game.hears("ann");
    let came = reload(&mut game, &[ATTIC, TO_ATTIC]);
    assert_eq!(came, Aftermath::default());
    assert_eq!(game.hears("ann"), "", "nothing happened to her");
    let seen = looks(&mut game, ann);
    assert!(seen.starts_with("Attic\n") && seen.contains("an iron oven, a brass lamp."), "{seen}");
    let world = game.sim.world();
    assert!(index::find(world, &RoomId::new("town/loft").unwrap()).is_none());
    // What is taken from there lies there again, and only that.
    assert_eq!(game.type_line(ann, "get lamp"), "You take a brass lamp.");
    game.now = game.now.after(std::time::Duration::from_secs(400));
    game.tick();
    let seen = looks(&mut game, ann);
    assert!(seen.contains("an iron oven, a brass lamp."), "{seen}");
    let seen = game.type_line(ann, "down");
    assert!(seen.starts_with("Square\n") && !seen.contains("oven"), "{seen}");
}

#[test]
fn several_rooms_become_one() {
    let mut game = game();
    let ann = game.enter("Ann", Role::Player, "town/loft");
    let no_loft = format!(",\n            {LOFT}");
    let changes = [
        (r#"id: "square", name"#, r#"id: "square", was: ["loft", "roof"], name"#),
        (r#"exits: [(direction: Up, to: "loft")]"#, r#"things: ["oven", "lamp"]"#),
        (&no_loft, ""),
    ];
    game.hears("ann");
    let came = reload(&mut game, &changes);
    assert_eq!(came, Aftermath::default());
    let seen = game.hears("ann");
    assert!(seen.contains("an iron oven, a brass lamp."), "{seen}");
    let seen = looks(&mut game, ann);
    assert!(seen.starts_with("Square\n") && seen.contains("an iron oven, a brass lamp."), "{seen}");
}

#[test]
fn a_renamed_kind_stays_in_hand_and_where_it_was_put() {
    let mut game = game();
    let ann = game.enter("Ann", Role::Player, "town/loft");
    game.type_line(ann, "get lamp");
    game.hears("ann");
    let came = reload(&mut game, &[LANTERN, THE_LANTERN]);
    assert_eq!((came, game.hears("ann").as_str()), (Aftermath::default(), ""));
    assert!(game.type_line(ann, "inventory").starts_with("You carry a lantern."));
    // It was due to lie there again under its old name.
    game.now = game.now.after(std::time::Duration::from_secs(400));
    game.tick();
    let seen = looks(&mut game, ann);
    assert!(seen.contains("an iron oven, a lantern."), "{seen}");
    let kinds = game.sim.world().resource::<Kinds>();
    let copies = |kind: &str| kinds.copies.get(&KindId::new(kind).unwrap()).copied();
    assert_eq!((copies("lamp"), copies("lantern")), (None, Some(2)));
}

#[test]
fn who_was_in_a_renamed_room_was_there() {
    let mut game = game();
    let ann = game.enter("Ann", Role::Player, "town/square");
    game.type_line(ann, "up");
    assert!(game.type_line(ann, "quest").contains("What you have done"));
    reload(&mut game, &[ATTIC, TO_ATTIC]);
    assert!(game.type_line(ann, "quest").contains("What you have done"));
    let marks = game.sim.world().get::<Marks>(game.entity("ann").unwrap()).unwrap();
    assert!(marks.0.contains(&MarkId::new("visited/town/attic").unwrap()), "{marks:?}");
}

#[test]
fn a_kind_that_is_gone_is_told_of_and_comes_back() {
    let mut game = game();
    let ann = game.enter("Ann", Role::Player, "town/loft");
    game.type_line(ann, "get lamp");
    game.hears("ann");
    let no_lamp = format!(", {LAMP}");
    let gone = [(r#", "lamp""#, ""), (no_lamp.as_str(), "")];
    let came = reload(&mut game, &gone);
    let lamp = KindId::new("lamp").unwrap();
    assert_eq!(came.put_away, BTreeMap::from([(lamp, vec!["carried by Ann".to_owned()])]));
    let told = "There is no such thing in this world any more as a brass lamp.";
    assert_eq!(game.hears("ann"), told);
    assert!(game.type_line(ann, "inventory").starts_with("You carry nothing."));
    // Once somebody writes what it is called now, it is there again.
    let came = reload(&mut game, &[LANTERN, THE_LANTERN]);
    assert_eq!(came.back, BTreeMap::from([(KindId::new("lantern").unwrap(), 1)]));
    assert_eq!(game.hears("ann"), "You carry a lantern again.");
    assert!(game.type_line(ann, "inventory").starts_with("You carry a lantern."));
    let came = reload(&mut game, &[LANTERN, THE_LANTERN]);
    assert_eq!(came, Aftermath::default(), "it is back once");
}

#[test]
fn what_cannot_be_moved_goes_with_its_room_and_comes_back_with_it() {
    let mut game = game();
    let ann = game.enter("Ann", Role::Player, "town/loft");
    let no_loft = format!(",\n            {LOFT}");
    let no_way = ",\n             exits: [(direction: Up, to: \"loft\")]";
    let gone = [(no_way, ""), (no_loft.as_str(), "")];
    let came = reload(&mut game, &gone);
    let left = EmptiedRoom { people: 1, things: 1, fixed: 1 };
    assert_eq!(came.emptied, BTreeMap::from([(RoomId::new("town/loft").unwrap(), left)]));
    let seen = looks(&mut game, ann);
    assert!(seen.starts_with("Square\n") && seen.contains("a brass lamp"), "{seen}");
    assert!(!seen.contains("oven"), "{seen}");
    let came = reload(&mut game, &[ATTIC, TO_ATTIC]);
    assert_eq!(came.back, BTreeMap::from([(KindId::new("oven").unwrap(), 1)]));
    let seen = game.type_line(ann, "up");
    assert!(seen.contains("Attic\n") && seen.contains("an iron oven"), "{seen}");
}

#[test]
fn what_was_saved_under_an_old_id_is_found_and_saved_under_the_new_one() {
    let mut kept = Kept::default();
    let mut before = game();
    kept.take(&mut before);
    let ann = before.enter("Ann", Role::Player, "town/square");
    before.type_line(ann, "up");
    before.type_line(ann, "get lamp");
    let who = before.entity("ann").unwrap();
    let character = crate::beings::saved::document(before.sim.world(), who).unwrap();
    before.sim.put(Input::Leave { session: ann });
    before.tick();
    kept.take(&mut before);
    assert_eq!(kept.of("placement"), [r#"room:town/loft oven {"V1":{"copies":1}}"#]);

    let content = read(&town(&[ATTIC, TO_ATTIC, LANTERN, THE_LANTERN]));
    let mut after = game();
    let world = after.sim.world_mut();
    let all: Vec<_> = index_of_things(world);
    all.into_iter().for_each(|thing| thing::unmake(world, thing));
    build::apply(world, &content);
    document::restore(world, &kept.saved()).unwrap();
    build::place_new(world, &content, std::iter::empty());
    after.tick();
    kept.take(&mut after);
    let placed = kept.of("placement");
    assert_eq!(
        placed,
        [
            r#"room:town/attic lantern {"V1":{"copies":1}}"#,
            r#"room:town/attic oven {"V1":{"copies":1}}"#
        ]
    );
    let things = kept.of("thing").into_iter().filter(|it| it.contains("town/loft"));
    assert_eq!(things.collect::<Vec<_>>(), [""; 0], "what lies there is saved there");

    // Who slept meanwhile wakes up where they were, with what they had and did.
    let theirs = kept.0.values().filter(|row| row.owner == "character:ann");
    let things = theirs.map(|row| document::read(thing::KIND, row).unwrap()).collect();
    let session = SessionId(7);
    after.sim.put(Input::Enter {
        session,
        character: Box::new(character),
        things,
        new: false,
        address: core::net::IpAddr::from([127, 0, 0, 1]),
        roster: None,
    });
    after.tick();
    let seen = after.hears("ann");
    assert!(seen.contains("Attic\n") && seen.contains("an iron oven, a lantern."), "{seen}");
    assert!(after.type_line(session, "inventory").starts_with("You carry a lantern."));
    assert!(after.type_line(session, "quest").contains("What you have done"));
    assert!(after.sim.world().resource::<PutAway>().kinds().is_empty());
    assert_ne!(*after.sim.world().resource::<FormerIds>(), FormerIds::default());
}

fn index_of_things(world: &bevy_ecs::prelude::World) -> Vec<bevy_ecs::prelude::Entity> {
    world.resource::<index::Index<engine::id::ThingId>>().entities().collect()
}
