use std::{collections::BTreeMap, fs, path::Path};

use engine::{id::RoomId, simulation::Simulation};

use super::{
    authored::Content,
    check::{check_body, hidden},
    locate,
    parse::parse,
    problem::{Problem, SourceFile},
    reading::read,
    schema::Body,
};
use crate::{act::registry::Registry, space::sky::Sky};

fn file(path: &str, text: &str) -> SourceFile {
    SourceFile::new(path, text)
}

const WORLD: &str = r#"(name: "N", banner: "B", welcome: "W", start: "town/square", coins: 3)"#;

/// A zone that has nothing wrong with it.
const TOWN: &str = r#"
(
    id: "town",
    name: "Town",
    rooms: [
        (
            id: "square",
            name: "Square",
            description: "A square.",
            exits: [(direction: North, to: "gate")],
            details: {"elm|tree": "An elm."},
            things: ["coin"],
        ),
        (
            id: "gate",
            name: "Gate",
            description: "A gate.",
            exits: [
                (direction: South, to: "town/square"),
                (direction: North, to: "hill", door: "the gate", shut: true),
            ],
        ),
        (id: "hill", name: "Hill", description: "A hill."),
    ],
    kinds: [(id: "coin", name: "a coin", description: "Round.", limit: 2)],
)
"#;

fn shown(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(ToString::to_string).collect()
}

/// Returns the problems of the good town after one change to its text.
fn town_with(old: &str, new: &str) -> Vec<String> {
    assert!(TOWN.contains(old), "{old} is in the town");
    let files = [file("world.ron", WORLD), file("zones/town.ron", &TOWN.replacen(old, new, 1))];
    shown(&parse(&files).1)
}

/// Returns the problems of a world whose only zone is the good town.
fn with(path: &str, text: &str) -> Vec<String> {
    let mut files = vec![file("zones/town.ron", TOWN), file(path, text)];
    if path != "world.ron" {
        files.push(file("world.ron", WORLD));
    }
    shown(&parse(&files).1)
}

fn town() -> Content {
    let (content, problems) = parse(&[file("world.ron", WORLD), file("zones/town.ron", TOWN)]);
    assert_eq!(shown(&problems), [""; 0]);
    content
}

#[test]
fn good_content_is_put_together() {
    let content = town();
    assert_eq!(content.start.as_ref().map(|id| id.as_str()), Some("town/square"));
    assert_eq!(content.coins, 3);
    let rooms: Vec<&str> = content.rooms.keys().map(|id| id.as_str()).collect();
    assert_eq!(rooms, ["town/gate", "town/hill", "town/square"]);
    let square = content.rooms.values().last().unwrap();
    assert_eq!(square.exits[0].to.as_str(), "town/gate");
    assert_eq!(square.details[0].words, ["elm", "tree"]);
    assert_eq!(square.things[0].as_str(), "coin");
    let gate = content.rooms.values().next().unwrap();
    assert!(gate.exits[1].door.as_ref().unwrap().shut);
}

#[test]
fn an_unknown_exit_is_named_with_what_was_meant() {
    assert_eq!(
        town_with(r#"to: "gate""#, r#"to: "gaet""#)[0],
        "zones/town.ron:10:44: there is no room `town/gaet` (did you mean `town/gate`?)"
    );
    assert_eq!(
        town_with(r#"to: "gate""#, r#"to: "tovvn/gate""#)[0],
        "zones/town.ron:10:44: there is no room `tovvn/gate` (did you mean `town/gate`?)"
    );
}

/// Returns two rooms of the town whose numbers are the same.
fn twins() -> (RoomId, RoomId) {
    let mut seen = BTreeMap::new();
    for n in 0.. {
        let id = RoomId::new(&format!("town/r{n}")).unwrap();
        if let Some(other) = seen.insert(id.number(), id.clone()) {
            return (other, id);
        }
    }
    unreachable!()
}

#[test]
fn clients_can_tell_all_rooms_apart() {
    let (one, two) = twins();
    let rooms = [&one, &two].map(|id| {
        format!(
            r#"(id: "{id}", name: "R", description: "R.", exits: [(direction: South, to: "square")]), "#
        )
    });
    let more = format!(r#"{}(id: "hill""#, rooms.concat());
    let problems = town_with(r#"(id: "hill""#, &more).join("\n");
    assert!(problems.contains("by chance the same number for clients"), "{problems}");
    assert!(problems.contains(one.as_str()) && problems.contains(two.as_str()), "{problems}");
}

#[test]
fn sounds_are_told_with_their_places() {
    let sound = r#"description: "A hill.", sound: (file: "../x", caption: "Wind.")"#;
    assert_eq!(
        town_with(r#"description: "A hill.""#, sound),
        ["zones/town.ron:23:74: `file` leads out of the folder of sounds; write a name below it"]
    );
    let world = WORLD.replace("coins: 3", r#"sounds: "example.org""#);
    let problems = with("world.ron", &world);
    assert!(problems[0].contains("no address on the web"), "{problems:?}");
}

#[test]
fn the_sky_is_checked_line_by_line() {
    let sky = |sky: &str| {
        let world = WORLD.replace("coins: 3", &format!("coins: 3,\nsky: ({sky})"));
        let (content, problems) = parse(&[file("world.ron", &world), file("zones/t.ron", TOWN)]);
        (content.sky, shown(&problems))
    };
    let problems = |text: &str| sky(text).1;
    let (own, none) =
        sky(r#"light: [(from: 6, text: "Day."), (from: 20, text: "N.", dark: true)]"#);
    assert_eq!(none, [""; 0]);
    assert_eq!(own.light.len(), 2);
    assert_eq!(own.weather, Sky::default().weather, "what is left out is the usual");
    assert_eq!(
        problems(r#"light: [(from: 6, text: "Day."), (from: 6, text: " ")], weather: []"#),
        [
            "world.ron:2:47: this hour is no later than the one before it; order them",
            "world.ron:2:56: `text` is empty; say it in words",
            "world.ron:2:72: there is no weather here; write one line of it",
        ]
    );
    assert_eq!(
        problems(r#"light: [(from: 24, text: "Day.")], weather: [(text: "A", dark: "B\nC")]"#)
            .len(),
        2
    );
    assert_eq!(
        problems("light: []"),
        ["world.ron:2:14: there is no light here; write one line of it"]
    );
}

#[test]
fn an_unknown_kind_is_named_with_what_was_meant() {
    assert_eq!(
        town_with(r#"things: ["coin"]"#, r#"things: ["coin", "cion"]"#),
        ["zones/town.ron:12:30: there is no kind of thing `cion` (did you mean `coin`?)"]
    );
}

#[test]
fn an_unknown_start_is_named_with_what_was_meant() {
    assert_eq!(
        with("world.ron", &WORLD.replace("town/square", "village/square")),
        ["world.ron:1:47: there is no room `village/square` (did you mean `town/square`?)"]
    );
}

#[test]
fn an_id_may_be_taken_once() {
    let twice = town_with(r#"id: "hill""#, r#"id: "gate""#);
    assert!(
        twice.contains(
            &"zones/town.ron:23:14: there is another room `town/gate`, at zones/town.ron:15; \
              rename one of them"
                .to_owned()
        ),
        "{twice:?}"
    );
    let kinds = town_with("kinds: [", r#"kinds: [(id: "coin", name: "x", description: "y"), "#);
    assert!(kinds[0].contains("another kind `coin`"), "{kinds:?}");
    let channels = r#"[(id: "chat", about: "a"), (id: "chat", about: "b")]"#;
    assert_eq!(
        with("channels.ron", channels),
        ["channels.ron:1:33: there is another channel `chat`, at channels.ron:1; rename one of \
          them"]
    );
    let channels =
        r#"[(id: "chat", about: "a"), (id: "talk-2", aliases: ["ooc", "chat"], about: "b")]"#;
    assert_eq!(
        with("channels.ron", channels),
        ["channels.ron:1:60: there is another channel `chat`, at channels.ron:1; rename one of \
          them"]
    );
    let help = r#"[(topic: "a", summary: "b", text: "c"), (topic: "A", summary: "b", text: "c")]"#;
    assert!(with("help/a.ron", help)[0].contains("another page of help `a`"));
    let zone = r#"(id: "town", name: "Again", rooms: [])"#;
    assert!(with("zones/z.ron", zone)[0].contains("another zone `town`, at zones/town.ron:3"));
}

#[test]
fn only_a_door_can_be_shut() {
    let problems = town_with(r#"door: "the gate", "#, "");
    assert_eq!(
        problems,
        ["zones/town.ron:20:48: only a door can be shut; give this exit a `door`, or remove \
          `shut`"]
    );
}

#[test]
fn limits_have_a_range() {
    for bad in ["limit: 0", "limit: 1001"] {
        assert_eq!(
            town_with("limit: 2", bad),
            ["zones/town.ron:25:72: a limit is between 1 and 1000"],
            "{bad}"
        );
    }
    assert_eq!(town_with("limit: 2", "limit: 1000"), [""; 0]);
    assert!(town_with("limit: 2", "limit: -1")[0].starts_with("zones/town.ron:25:"));
}

#[test]
fn no_more_copies_lie_about_than_may_exist() {
    assert_eq!(town_with(r#"["coin"]"#, r#"["coin", "coin"]"#), [""; 0]);
    let problems = town_with(r#"["coin"]"#, r#"["coin", "coin", "coin"]"#);
    assert_eq!(
        problems,
        ["zones/town.ron:12:38: this is one `coin` more than its limit of 2; raise the limit \
             or remove it"]
    );
}

#[test]
fn every_room_can_be_reached() {
    let problems = town_with(r#", to: "hill""#, r#", to: "gate""#);
    assert_eq!(
        problems,
        ["zones/town.ron:23:14: no way leads from `town/square` to the room `town/hill`; give a \
          room that can be reached an exit to it"]
    );
}

#[test]
fn rooms_that_hang_on_one_another_are_one_problem_where_the_way_is_missing() {
    // A ring of twelve rooms of which one leads out, a pair of rooms, and a cellar behind both, which
    // counts once.
    let mut rooms = vec![r#"(id: "gate", name: "G", description: "G.")"#.to_owned()];
    let room = |id: &str, exits: &[(&str, &str)]| {
        let exits = exits.iter().map(|(way, to)| format!("(direction: {way}, to: \"{to}\")"));
        let exits = exits.collect::<Vec<_>>().join(", ");
        format!("(id: \"{id}\", name: \"R\", description: \"R.\", exits: [{exits}])")
    };
    for number in 0..12 {
        let next = format!("r{}", (number + 1) % 12);
        let mut exits = vec![("East", next.as_str())];
        if number == 7 {
            exits.extend([("South", "gate"), ("Down", "cellar")]);
        }
        rooms.push(room(&format!("r{number}"), &exits));
    }
    rooms.push(room("cellar", &[]));
    rooms.push(room("one", &[("In", "two"), ("Down", "cellar")]));
    rooms.push(room("two", &[("Out", "one")]));
    let zone =
        format!("(id: \"town\", name: \"Town\", rooms: [\n{}\n], kinds: [])", rooms.join(",\n"));
    let world = r#"(name: "N", banner: "B", welcome: "W", start: "town/gate")"#;
    let files = [SourceFile::new("world.ron", world), SourceFile::new("zones/town.ron", zone)];
    let told: Vec<String> = parse(&files).1.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "zones/town.ron:2:6: no way leads from `town/gate` to the room `town/r7` and the 12 \
             rooms behind it; give `town/gate` an exit North to it",
            "zones/town.ron:16:6: no way leads from `town/gate` to the room `town/one` and the one \
             behind it; give a room that can be reached an exit to it",
        ]
    );
}

#[test]
fn a_direction_leads_one_way_only() {
    assert_eq!(
        town_with("direction: South", "direction: North"),
        ["zones/town.ron:20:29: another exit of `gate` leads North already; choose another \
          direction"]
    );
}

#[test]
fn texts_are_not_empty() {
    for (old, new, place) in [
        (r#"name: "Town""#, r#"name: "  ""#, "4:11: `name`"),
        (r#"description: "A square.""#, r#"description: """#, "9:26: `description`"),
        (r#"door: "the gate""#, r#"door: """#, "20:54: `door`"),
        (r#"name: "a coin""#, r#"name: """#, "25:32: `name`"),
        (r#""An elm.""#, r#"" ""#, "11:23: there is nothing to see"),
        (r#""elm|tree""#, r#""elm|""#, "11:23: one of the words of this detail is empty"),
        (r#""elm|tree""#, r#""elm|Elm""#, "11:23: there is another detail `elm`"),
        ("limit: 2", r#"limit: 2, words: [" "]"#, "25:83: this word is empty"),
        (
            "limit: 2",
            r#"limit: 2, used: "It {marked seen: glints|is dull}.""#,
            "25:81: only what one sees of rooms, their details and things is not always the same",
        ),
    ] {
        let problems = town_with(old, new);
        assert_eq!(problems.len(), 1, "{new}: {problems:?}");
        assert!(problems[0].starts_with(&format!("zones/town.ron:{place}")), "{problems:?}");
    }
    assert!(with("world.ron", &WORLD.replace("\"W\"", "\"\""))[0].contains("`welcome` is empty"));
    let channel = r#"[(id: "chat", about: "")]"#;
    assert_eq!(
        with("channels.ron", channel),
        ["channels.ron:1:22: `about` is empty; say it in words"]
    );
}

#[test]
fn names_take_one_line() {
    for (old, new, place) in [
        (r#"name: "Town""#, r#"name: "To\nwn""#, "4:11: `name`"),
        (r#"name: "Square""#, r#"name: "Square\n""#, "8:19: `name`"),
        (r#"door: "the gate""#, r#"door: "the\ngate""#, "20:54: `door`"),
        (r#"name: "a coin""#, "name: \"a\ncoin\"", "25:32: `name`"),
        (r#""elm|tree""#, r#""elm|tr\nee""#, "11:23: this word"),
        ("limit: 2", r#"limit: 2, words: ["a\nb"]"#, "25:83: this word"),
        (
            r#"description: "A hill.""#,
            r#"description: "A\nhill.", sound: (file: "x", caption: "a\nb")"#,
            "23:89: `caption`",
        ),
    ] {
        let problems = town_with(old, new);
        assert_eq!(problems.len(), 1, "{new}: {problems:?}");
        let start = format!("zones/town.ron:{place} takes one line; write it without a line break");
        assert!(problems[0].starts_with(&start), "{start}: {problems:?}");
    }
    for (path, text, place) in [
        ("world.ron", WORLD.replace("\"N\"", r#""N\n""#), "1:8: `name`"),
        ("channels.ron", r#"[(id: "chat", about: "a\nb")]"#.to_owned(), "1:22: `about`"),
        (
            "help/a.ron",
            r#"[(topic: "a\nb", summary: "b", text: "c\nd")]"#.to_owned(),
            "1:10: `topic`",
        ),
        (
            "help/a.ron",
            r#"[(topic: "a", summary: "b\nc", text: "d")]"#.to_owned(),
            "1:24: `summary`",
        ),
    ] {
        let problems = with(path, &text);
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(problems[0].starts_with(&format!("{path}:{place} takes one line")), "{problems:?}");
    }
    for (old, new) in [
        (r#"description: "A square.""#, r#"description: "A square.\n\nIt is old.""#),
        (r#""An elm.""#, "\"An elm.\nIt is old.\""),
        ("limit: 2", r#"limit: 2, used: "Gone.\nFor good.""#),
    ] {
        assert_eq!(town_with(old, new), [""; 0], "{new}");
    }
}

#[test]
fn texts_hold_nothing_that_is_not_shown() {
    for (code, text) in [
        ("001B", r#""A \u{1b}[31mred square.""#),
        ("001B", r#""A \x1b[31mred square.""#),
        ("0007", "\"A square.\u{7}\""),
        ("0009", r#""A\tsquare.""#),
        ("0009", "\"A\tsquare.\""),
        ("000D", "\"A square.\r\nIt is old.\""),
        ("000D", "r#\"A square.\rMara says, \"Hi.\"\"#"),
        ("0000", r#""A\0 square.""#),
        ("009B", r#""A \u{9b}31mred square.""#),
        ("202E", "\"A \u{202E}square.\""),
        ("200B", r#""A \xe2\x80\x8bsquare.""#),
        ("2028", "\"A\u{2028}square.\""),
        ("E0041", "\"A \u{E0041}square.\""),
    ] {
        let problems = town_with(r#""A square.""#, text);
        let sentence = format!(
            "zones/town.ron:9:26: this text holds the character U+{code}, which no screen may \
             show; remove it"
        );
        assert_eq!(problems, [sentence], "{text}");
    }
    let key = town_with(r#""elm|tree""#, r#""elm|tr\u{7}ee""#);
    assert!(key[0].starts_with("zones/town.ron:11:23: this text holds"), "{key:?}");
    for fine in [
        "\"Caf\u{e9} \u{1F469}\u{200D}\u{1F680} \u{2764}\u{FE0F}\"",
        r#""A \"square\" \\ \u{e9}.""#,
    ] {
        assert_eq!(town_with(r#""A square.""#, fine), [""; 0], "{fine}");
    }
}

#[test]
fn a_fixed_thing_cannot_be_used_up() {
    let problems = town_with("limit: 2", r#"limit: 2, fixed: true, used: "Gone.""#);
    assert!(problems[0].contains("remove `fixed` or `used`"), "{problems:?}");
}

#[test]
fn an_id_must_be_a_slug() {
    for (old, new) in [
        (r#"id: "hill""#, r#"id: "The Hill""#),
        (r#"id: "coin""#, r#"id: "Coin""#),
        (r#"id: "town""#, r#"id: "Town""#),
    ] {
        let problems = town_with(old, new);
        assert!(problems.iter().any(|problem| problem.contains("is not an id")), "{problems:?}");
    }
    let zone = town_with(r#"id: "town""#, r#"id: "a/b""#);
    assert!(zone.iter().any(|problem| problem.contains("one word without `/`")), "{zone:?}");
    let room = town_with(r#"id: "hill""#, r#"id: "up/hill""#);
    assert!(room.iter().any(|problem| problem.contains("another zone")), "{room:?}");
}

#[test]
fn a_file_belongs_to_a_place() {
    assert_eq!(
        with("zone/a.ron", "()"),
        ["zone/a.ron:1:1: this file has no place in the content (did you mean `zones/`?); it \
          holds `world.ron`, `channels.ron`, `socials.ron`, `habits.ron`, `news.ron`, `quests.ron`, `tallies.ron`, `words.ron`, `examples.ron`, `page/texts.ron` and the folders `zones`, `help`, `archetypes`, `library` and `personas`"]
    );
    assert_eq!(with("personas/a.ron", "not for the world to read"), [""; 0]);
    assert!(shown(&parse(&[file("zones/town.ron", TOWN)]).1)[0].starts_with("world.ron:1:1: "));
}

#[test]
fn every_unknown_field_is_named_with_what_was_meant() {
    let text = TOWN
        .replacen("exits: [(", "exitz: [(", 1)
        .replacen("things:", "tings:", 1)
        .replacen("limit: 2", "limits: (2, [3])", 1);
    let (_, problems) = parse(&[file("world.ron", WORLD), file("zones/town.ron", &text)]);
    let problems = shown(&problems);
    let unknown = |place: &str, found: &str, meant: &str| {
        format!(
            "zones/town.ron:{place}: nobody knows a field `{found}` here (did you mean `{meant}`?)"
        )
    };
    let starts = [
        unknown("10:13", "exitz", "exits"),
        unknown("12:13", "tings", "things"),
        unknown("25:65", "limits", "limit"),
    ];
    for start in starts {
        assert!(problems.iter().any(|problem| problem.starts_with(&start)), "{problems:#?}");
    }
}

#[test]
fn faults_of_the_notation_are_placed() {
    let direction = town_with("direction: South", "direction: Suoth");
    assert_eq!(direction.len(), 1, "{direction:?}");
    assert!(direction[0].starts_with("zones/town.ron:19:29: `Suoth` is none"), "{direction:?}");
    assert!(direction[0].contains("(did you mean `South`"), "{direction:?}");
    let missing = town_with(r#"name: "Square","#, "");
    assert!(missing[0].starts_with("zones/town.ron:13:"), "{missing:?}");
    assert!(missing[0].contains("the field `name` is missing"), "{missing:?}");
    let twice = town_with(r#"name: "Square","#, r#"name: "Square", name: "Plaza","#);
    assert!(twice[0].contains("the field `name` stands here twice"), "{twice:?}");
    let open = town_with(r#""A square.","#, r#""A square."#);
    let sentence = "zones/town.ron:9:26: the text that begins here goes on until line 10, column \
                    45; write `\"` where it ends";
    assert_eq!(open, [sentence]);
    assert_eq!(with("help/a.ron", "[(")[0].split(':').next(), Some("help/a.ron"));
}

#[test]
fn what_a_broken_file_may_define_is_not_missed() {
    let hill = r#"(id: "hill", name: "Hill", rooms: [(id: "top" name: "Top")])"#;
    let files = [
        file("world.ron", WORLD),
        file("zones/hill.ron", hill),
        file("zones/town.ron", &TOWN.replacen(r#"to: "hill""#, r#"to: "hill/top""#, 1)),
    ];
    let problems = shown(&parse(&files).1);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].starts_with("zones/hill.ron:1:"), "{problems:?}");
}

#[test]
fn all_problems_of_all_files_come_at_once_and_in_order() {
    let files = [
        file("zones/town.ron", &TOWN.replacen(r#"to: "gate""#, r#"to: "gaet""#, 1)),
        file("world.ron", &WORLD.replace("town/square", "town/squar")),
        file("channels.ron", r#"[(id: "chat", about: ""), (id: "chat", about: "x")]"#),
        file("help/a.ron", r#"[(topic: "a", summary: "", text: "c", body: "d")]"#),
    ];
    let problems = parse(&files).1;
    let places: Vec<&str> = problems.iter().map(|problem| problem.path.as_str()).collect();
    assert_eq!(
        places,
        ["channels.ron", "channels.ron", "help/a.ron", "help/a.ron", "world.ron", "zones/town.ron"],
        "{:#?}",
        shown(&problems)
    );
}

/// Returns the problems of an innkeeper whose offer has this effect.
fn body_that(does: &str) -> Vec<String> {
    body(&format!(
        r#"(body: (
            name: "Ann",
            description: "Tall.",
            home: "town/gate",
            ),
            offers: [(id: "a", what: "w", unless: "u", does: {does})],
        )"#
    ))
}

#[derive(serde::Deserialize)]
struct Persona {
    body: Body,
    #[serde(default)]
    offers: Vec<crate::trade::offer::Offer>,
}

fn body(text: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let read = read::<Persona>(&file("personas/ann.ron", text), &mut problems);
    if let Some(read) = read {
        let body = Body { offers: read.value.offers, ..read.value.body };
        problems.extend(check_body(&town(), "personas/ann.ron", text, &body));
    }
    shown(&problems)
}

#[test]
fn a_body_is_named_in_one_line() {
    let good = r#"(body: (name: "Ann", description: "Tall.\nOld.", home: "town/gate"),
        offers: [(id: "a", what: "w", unless: "u", does: Escort(to: "town/square"))])"#;
    assert_eq!(body(good), [""; 0]);
    for (old, new, place) in
        [("Ann", "A\\nnn", "1:15: `name`"), ("\"w\"", "\"w\\n\"", "2:34: `what`")]
    {
        let problems = body(&good.replacen(old, new, 1));
        assert_eq!(problems.len(), 1, "{problems:?}");
        let start = format!("personas/ann.ron:{place} takes one line");
        assert!(problems[0].starts_with(&start), "{start}: {problems:?}");
    }
    let bell = body(&good.replacen("Tall.", "Tall.\\u{7}", 1));
    assert!(bell[0].starts_with("personas/ann.ron:1:35: this text holds"), "{bell:?}");
}

#[test]
fn a_body_fits_the_world() {
    for good in [
        r#"Trade(price: 2, gives: ["coin"])"#,
        r#"Trade(takes: ["coin"], pays: 1)"#,
        r#"Escort(to: "town/square")"#,
        r#"Open(room: "town/gate", direction: North, seconds: 5)"#,
    ] {
        assert_eq!(body_that(good), [""; 0], "{good}");
    }
    for (bad, sentence) in [
        (
            "Trade(gives: [\"cion\"])",
            "6:76: there is no kind of thing `cion` (did you mean `coin`?)",
        ),
        ("Trade(takes: [\"x-y\"])", "6:76: there is no kind of thing `x-y`"),
        ("Trade()", "6:62: nothing changes hands"),
        (
            "Trade(gives: [\"coin\", \"coin\", \"coin\"])",
            "6:92: this is one `coin` more than its limit of 2; raise the limit or remove it",
        ),
        (
            "Trade(takes: [\"coin\", \"coin\", \"coin\"])",
            "6:92: this is one `coin` more than its limit of 2; raise the limit or remove it",
        ),
        ("Escort(to: \"town/squar\")", "6:73: there is no room `town/squar`"),
        ("Escort(to: \"town/hill\")", "6:73: no open way leads from `town/gate` to `town/hill`"),
        (
            "Open(room: \"gate\", direction: North, seconds: 5)",
            "6:73: there is no room `gate` (did",
        ),
        (
            "Open(room: \"town/gate\", direction: Up, seconds: 5)",
            "6:97: no exit of `town/gate` leads Up",
        ),
        (
            "Open(room: \"town/gate\", direction: South, seconds: 5)",
            "6:97: the exit South of `town/gate` has no door",
        ),
        (
            "Open(room: \"town/gate\", direction: North, seconds: 4)",
            "6:113: a door stays open between 5 and 3600 seconds",
        ),
    ] {
        let problems = body_that(bad);
        assert_eq!(problems.len(), 1, "{bad}: {problems:?}");
        let start = format!("personas/ann.ron:{sentence}");
        assert!(problems[0].starts_with(&start), "{start}: {problems:?}");
    }
}

#[test]
fn a_body_is_complete() {
    let text = r#"(body: (
        name: "", description: "", home: "town/gaet", carries: ["cion"],
        ), offers: [
            (id: "a", what: "", unless: "u", when: [Coins(1), Carries("cion")], does: Escort(to: "x")),
            (id: "a", what: "w", unless: "", does: Trade(pays: 1)),
        ],
    )"#;
    let problems = body(text);
    for start in [
        "2:15: `name` is empty",
        "2:32: `description` is empty",
        "2:42: there is no room `town/gaet` (did you mean `town/gate`?)",
        "2:65: there is no kind",
        "4:29: `what` is empty",
        "4:71: there is no kind",
        "4:98: there is no room `x`",
        "5:18: there is another offer `a`",
        "5:42: `unless` is empty",
    ] {
        let start = format!("personas/ann.ron:{start}");
        assert!(
            problems.iter().any(|problem| problem.starts_with(&start)),
            "{start}: {problems:#?}"
        );
    }
    assert_eq!(problems.len(), 9, "{problems:#?}");
}

#[test]
fn places_are_found_behind_comments_and_in_any_quotes() {
    let text = "#![enable(implicit_some)]\n// (a: \"x\")\n(/* { /* */ */ a: r#\"é \"( \"#, é: [\"\\\")\", b(c: 'x', d: -1.5)])";
    let tree = locate::tree(text);
    let at = |node: &locate::Node| (node.position().line, node.position().column);
    assert_eq!(at(&tree), (3, 1));
    assert_eq!(at(tree.field("a")), (3, 19));
    let list = tree.field("é");
    assert_eq!(at(list), (3, 34));
    assert_eq!(at(list.item(0)), (3, 35));
    assert_eq!(at(list.item(1).field("d")), (3, 55));
    assert_eq!(at(list.item(1).field("nothing")), at(list.item(1)));
    assert_eq!(at(list.item(9)), at(list));
}

#[test]
fn a_text_of_several_lines_moves_what_stands_behind_it() {
    for text in ["one\n two\n  thrée", "one\n two\\\"\n  thrée"] {
        let tree = locate::tree(&format!("(a: \"{text}\", b: [\"é\", 1]) // \"\n"));
        let at = |node: &locate::Node| (node.position().line, node.position().column);
        assert_eq!(at(tree.field("a")), (1, 5), "{text}");
        assert_eq!(at(tree.field("b").item(0)), (3, 15), "{text}");
        assert_eq!(at(tree.field("b").item(1)), (3, 20), "{text}");
    }
}

#[test]
fn a_text_that_is_not_ron_has_places_all_the_same() {
    for text in ["", "(", "((((", "])}", "\"", "r#\"", "/*", "a: b: c", "(,,,)"] {
        assert_eq!(locate::tree(text).position().line, 1, "{text}");
    }
    assert_eq!(locate::tree(&"(".repeat(100_000)).position().column, 1);
}

#[test]
fn the_shipped_world_has_no_problems() {
    let (content, problems) = parse(&shipped());
    assert_eq!(shown(&problems), [""; 0]);
    assert!(content.rooms.len() >= 15, "a town has some fifteen rooms");
    assert!(content.kinds.len() >= 12, "a dozen kinds of things lie about");
    for room in content.rooms.values() {
        assert!(!room.details.is_empty(), "{}: something to examine", room.name);
    }
}

/// Reads all files of the shipped content.
fn shipped() -> Vec<SourceFile> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    let mut files = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root.join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let path = format!("{folder}{}", entry.file_name().to_str().unwrap());
            if entry.file_type().unwrap().is_dir() {
                folders.push(format!("{path}/"));
            } else if path.ends_with(".ron") {
                files.push(file(&path, &fs::read_to_string(entry.path()).unwrap()));
            }
        }
    }
    files
}

#[test]
fn what_is_fixed_is_neither_found_by_everybody_nor_worn() {
    for (field, why) in [("each", "nobody finds one"), ("worn", "nobody wears it")] {
        let kind = format!("limit: 2, fixed: true, {field}: true");
        let problems = town_with("limit: 2", &kind);
        let told = format!("a fixed thing cannot be taken, so {why}; remove `fixed` or `{field}`");
        assert!(problems.iter().any(|it| it.ends_with(&told)), "{problems:?}");
    }
}

#[test]
fn what_comes_of_handling_is_checked() {
    let elm = r#"details: {"elm|tree": "An elm."},"#;
    let room = |acts: &str| {
        let told = town_with(elm, &format!("{elm} acts: [{acts}],"));
        told.iter().map(|it| it.split_once(": ").unwrap().1.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(
        room(r#"(verbs: "Climb | touch", on: "Tree", you: "Up.", others: "{who} goes up.")"#),
        [""; 0]
    );
    assert_eq!(
        room(r#"(verbs: "clim", on: "elm", you: "Up.")"#),
        ["`clim` is no verb of hands or senses (did you mean `climb`?); there are listen, smell, \
         touch, taste, ring, blow, play, push, pull, turn, climb, open, close and knock",]
    );
    assert_eq!(
        room(r#"(verbs: "climb", on: "elms", you: "Up.")"#),
        ["no detail of this room is called `elms` (did you mean `elm`?)",]
    );
    assert_eq!(
        room(r#"(verbs: "climb", you: "Up.")"#),
        ["the field `on` is missing; say which of the details it is done to",]
    );
    assert_eq!(
        room(
            r#"(verbs: "touch|feel", on: "elm", you: "A."), (verbs: "feel", on: "tree", you: "B.")"#
        ),
        ["what `feel` does here is said already; keep one"; 2]
    );
    assert_eq!(
        room(r#"(verbs: "touch", on: "elm", you: "{who}", others: "{name}\nx")"#),
        [
            "of words in braces, none may stand in `you`",
            "`others` takes one line; write it without a line break",
            "of words in braces, only `{who}` may stand in `others`",
        ]
    );
    let coin = r#"description: "Round.","#;
    let told =
        town_with(coin, &format!(r#"{coin} acts: [(verbs: "ring", on: "coin", you: " ")],"#));
    assert_eq!(
        told,
        [
            "zones/town.ron:25:88: it is done to the thing itself; remove `on`",
            "zones/town.ron:25:105: `you` is empty; say it in words",
        ]
    );
    let door = r#"to: "hill", door: "the gate", shut: true"#;
    let told = town_with(door, r#"to: "hill", called: "gap||x", shut_says: "a\nb""#);
    assert_eq!(told.len(), 3, "{told:?}");
}

/// Returns the verbs of these socials, or their problems.
fn socials(text: &str) -> Vec<String> {
    with("socials.ron", &format!("[{text}]"))
}

#[test]
fn socials_are_put_together() {
    let smile = r#"[(name: "smile", aliases: ["beam"], at: "smile|smiles at {whom}")]"#;
    let files =
        [file("world.ron", WORLD), file("zones/town.ron", TOWN), file("socials.ron", smile)];
    let (content, problems) = parse(&files);
    assert_eq!(shown(&problems), [""; 0]);
    let social = &content.socials[0];
    assert_eq!((&*social.name, social.aliases.len()), ("smile", 1));
    assert!(social.alone.is_none() && social.oneself.is_some());
    assert_eq!(content.verbs.keys().collect::<Vec<_>>(), ["beam", "smile"]);
}

#[test]
fn a_social_that_cannot_be_typed_or_read_is_a_problem() {
    let smile = r#"(name: "smile", alone: "smile|smiles")"#;
    assert_eq!(socials(smile), [""; 0]);
    assert_eq!(
        socials(&format!(r#"{smile}, (name: "grin", aliases: ["smile"], alone: "grin|grins")"#)),
        ["socials.ron:1:67: `smile` stands at socials.ron:1 already; choose another word"]
    );
    for (text, problem) in [
        (r#"(name: "Smile", alone: "a|b")"#, "1:9: `Smile` is no word to type"),
        (r#"(name: "smile at", alone: "a|b")"#, "1:9: `smile at` is no word to type"),
        (r#"(name: "a", aliases: [""], alone: "a|b")"#, "1:24: `` is no word to type"),
        (r#"(name: "smile")"#, "1:2: `smile` has no words"),
        (r#"(name: "a", alone: "a|b {whom}")"#, "1:21: here nobody is meant"),
        (r#"(name: "a", at: "a|b")"#, "1:18: this names nobody"),
        (r#"(name: "a", alone: "smile")"#, "1:21: this begins with no verb"),
        (r#"(name: "a", alone: "a|b", posture: "")"#, "1:37: `posture` is empty"),
        (r#"(name: "a", alone: "a|b", posture: "x", stands: true)"#, "1:42: nobody stands"),
    ] {
        let found = socials(text);
        assert!(
            found.len() == 1 && found[0].starts_with(&format!("socials.ron:{problem}")),
            "{found:?}"
        );
    }
    let channels = [
        file("world.ron", WORLD),
        file("zones/town.ron", TOWN),
        file("channels.ron", r#"[(id: "smile", about: "Smiles.")]"#),
        file("socials.ron", &format!("[{smile}]")),
    ];
    let found = shown(&parse(&channels).1);
    assert_eq!(
        found,
        ["socials.ron:1:9: `smile` stands at channels.ron:1 already; choose another word"]
    );
}

#[test]
fn a_word_that_a_command_has_is_a_problem() {
    let words = r#"[(name: "look", alone: "a|b"), (name: "l", aliases: ["n"], alone: "a|b"), (name: "smile", alone: "a|b")]"#;
    let channels = r#"[(id: "say", aliases: ["page"], about: "Words.")]"#;
    let files = [
        file("world.ron", WORLD),
        file("zones/town.ron", TOWN),
        file("channels.ron", channels),
        file("socials.ron", words),
    ];
    let (content, problems) = parse(&files);
    assert_eq!(shown(&problems), [""; 0]);
    let mut sim = Simulation::new(0);
    sim.add_plugin(crate::plugin);
    let commands: Vec<_> = sim.world().resource::<Registry>().specs().collect();
    assert_eq!(
        shown(&hidden(&content, &commands)),
        [
            "socials.ron:1:39: `l` is a word for the command `look`; choose another",
            "socials.ron:1:9: `look` is a command already; choose another word",
            "socials.ron:1:54: `n` is a word for the command `go`; choose another",
            "channels.ron:1:24: `page` is a command already; choose another word",
        ]
    );
}

#[test]
fn a_habit_says_or_means_something() {
    let habits = |text: &str| with("habits.ron", &format!("[{text}]"));
    assert_eq!(
        habits(r#"(words: ["kill"], says: "No."), (words: ["zzzz"], means: "say")"#),
        [""; 0]
    );
    for (text, problem) in [
        (r#"(words: ["kill"])"#, "1:2: this needs either `says` or `means`"),
        (
            r#"(words: ["a"], says: "No.", means: "say")"#,
            "1:2: this needs either `says` or `means`",
        ),
        (r#"(words: ["a"], says: " ")"#, "1:23: `says` is empty"),
        (r#"(words: ["Kill"], says: "No.")"#, "1:11: `Kill` is no word to type"),
        (r#"(words: ["a", "a"], says: "No.")"#, "1:16: `a` stands at habits.ron:1 already"),
    ] {
        let found = habits(text);
        let problem = format!("habits.ron:{problem}");
        assert!(found.len() == 1 && found[0].starts_with(&problem), "{found:?}");
    }
    let meaning = r#"[(words: ["zzzz", "roar"], means: "sya"), (words: ["hi"], means: "zzzz hi"), (words: ["get"], says: "No.")]"#;
    let files =
        [file("world.ron", WORLD), file("zones/town.ron", TOWN), file("habits.ron", meaning)];
    let (content, problems) = parse(&files);
    assert_eq!(shown(&problems), [""; 0]);
    let mut sim = Simulation::new(0);
    sim.add_plugin(crate::plugin);
    let commands: Vec<_> = sim.world().resource::<Registry>().specs().collect();
    assert_eq!(
        shown(&hidden(&content, &commands)),
        [
            "habits.ron:1:87: `get` is a command already; choose another word",
            "habits.ron:1:11: this means `sya`, which is no command, channel or social (did you mean `say`?)",
            "habits.ron:1:52: this means `zzzz`, which is no command, channel or social",
        ]
    );
}

#[test]
fn news_have_a_date_and_a_text() {
    let news = r#"[(date: "2026-11-22", text: "A bell."), (date: "today", text: " ")]"#;
    let problems = with("news.ron", news);
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(problems.iter().any(|it| it.contains("`date` is no date such as")), "{problems:?}");
}
