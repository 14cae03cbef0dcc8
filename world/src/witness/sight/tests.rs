//! Tests of words that are no name.

use engine::{
    id::{CharacterId, SessionId},
    label::{Integrity, Label},
};

use crate::{
    act::permission::Role,
    beings::name::{Authorship, Description},
    fixture::Fixture,
};

const MARKET: &[(&str, &str)] = &[
    ("world.ron", r#"(name: "T", banner: "Hi.", welcome: "Hi.", start: "town/market", coins: 1)"#),
    (
        "zones/town.ron",
        r#"(id: "town", name: "Town", rooms: [
            (id: "market", name: "Penny Market",
             description: "Straw lies under old sailcloth. A pair of scales ticks on a worn table; Zoe is not here.",
             details: {"scales": "Two brass pans hang from a beam.",
                 "slips": "Paper; the third slip is blue.", "ears|brass ears": "Each is as big as a thumb.",
                 "table": "Oak, with a drawer.", "leaf": "Green.", "wall": "Ivy grows on it."},
             plain: ["cabbages", "blue sky"],
             things: ["mug", "red", "green"],
             exits: [(direction: North, to: "inn", called: "alley|old steps")]),
            (id: "inn", name: "The Open Ear", description: "A room.",
             exits: [(direction: South, to: "market", door: "the oak door")]),
        ], kinds: [
            (id: "mug", name: "a mug of ale", description: "The handle is shaped like an ear."),
            (id: "red", name: "a red apple", description: "It has a stalk and a bruise."),
            (id: "green", name: "a green apple", description: "Sour; it has a stalk."),
        ])"#,
    ),
];

fn market() -> (Fixture, SessionId) {
    let mut game = Fixture::new(MARKET);
    let ann = game.enter("Ann", Role::Player, "town/market");
    (game, ann)
}

/// Returns whether an answer says that there is nothing more.
fn is_plain(answer: &str) -> bool {
    let ways = ["nothing more to the ", "all there is to know about the "];
    ways.iter().any(|way| answer.contains(way))
}

#[test]
fn what_a_text_mentions_has_nothing_more_to_it() {
    let (mut game, ann) = market();
    let mut look = |at: &str| game.type_line(ann, at);
    for at in [
        "look at straw",
        "examine the Straw",
        "x old sailcloth",
        "read beam",
        "look at pan",
        "x brass pans",
        "look at drawer of the table",
        "x thumb",
        "look under sailcloth",
        "x cabbage",
        "x sky",
        "x bruise",
        "search straw",
    ] {
        let answer = look(at);
        assert!(is_plain(&answer), "{at}: {answer}");
    }
    let straw = look("x straw");
    assert_eq!(straw, look("x straw"), "the same each time");
    assert_eq!(look("x pans"), look("look at the pans"));
}

#[test]
fn a_part_is_mentioned_by_what_it_is_a_part_of() {
    let (mut game, ann) = market();
    let mut look = |at: &str| game.type_line(ann, &format!("examine {at}"));
    for at in ["handle of the mug", "mug's handle", "the handle of mug"] {
        let answer = look(at);
        assert!(answer.contains("the handle of the mug"), "{at}: {answer}");
    }
    assert_eq!(look("table's handle"), "You see no \"table's handle\" here.");
    assert_eq!(look("lid of the mug"), "You see no \"lid of the mug\" here.");
    assert_eq!(look("handle of the jug"), "You see no \"handle of the jug\" here.");
}

#[test]
fn names_are_found_with_adjectives_and_in_either_number() {
    let (mut game, ann) = market();
    let mut look = |at: &str| game.type_line(ann, &format!("look at {at}"));
    assert_eq!(look("slip"), "Paper; the third slip is blue.");
    assert_eq!(look("third slip"), "Paper; the third slip is blue.");
    assert_eq!(look("leaves"), "Green.");
    assert_eq!(look("brass ears"), "Each is as big as a thumb.");
    assert_eq!(look("the brass ear"), "Each is as big as a thumb.");
    assert_eq!(look("worn table"), "Oak, with a drawer.");
    assert_eq!(look("oak table"), "Oak, with a drawer.");
    assert_eq!(look("pair of scales"), "Two brass pans hang from a beam.");
    assert_eq!(look("blue table"), "You see no \"blue table\" here.");
    assert_eq!(look("old apple"), "Which apple do you mean: a red apple or a green apple?");
    assert!(is_plain(&look("market")) && is_plain(&look("Penny Market")));
}

#[test]
fn a_place_next_door_is_looked_at_along_its_way() {
    let (mut game, ann) = market();
    let mut look = |at: &str| game.type_line(ann, &format!("look at {at}"));
    assert_eq!(look("the Open Ear"), "That way leads to The Open Ear.");
    assert_eq!(look("narrow alley"), "You see no \"narrow alley\" here.");
    for way in ["the alley", "step", "old steps"] {
        assert_eq!(look(way), "That way leads to The Open Ear.", "{way}");
    }
    let touched = game.type_line(ann, "touch the alley");
    assert!(touched.contains("the alley"), "it is no direction: {touched}");
    let bob = game.enter("Bob", Role::Player, "town/inn");
    assert_eq!(game.type_line(bob, "look at market"), "That way leads to Penny Market.");
}

#[test]
fn what_is_no_noun_of_a_text_and_who_is_elsewhere_is_not_seen() {
    let (mut game, ann) = market();
    game.enter("Zoe", Role::Player, "town/inn");
    let mut look = |at: &str| game.type_line(ann, &format!("x {at}"));
    for at in
        ["second straw", "3.straw", "ticks", "under", "old", "pear", "zoe", "straw pear", "anybody"]
    {
        assert!(look(at).starts_with("You see no"), "{at}: {}", look(at));
    }
}

#[test]
fn what_players_say_of_themselves_is_not_looked_through() {
    let (mut game, ann) = market();
    game.enter("Bob", Role::Player, "town/market");
    let bob = game.entity("bob").unwrap();
    let wears = |game: &mut Fixture, label: Label| {
        let words = (Description("He wears a hat.".into()), Authorship(label));
        game.sim.world_mut().entity_mut(bob).insert(words);
    };
    wears(&mut game, Label::authored());
    assert!(is_plain(&game.type_line(ann, "x hat")), "the builder says so");
    let id = CharacterId::new("bob").unwrap();
    wears(&mut game, Label::by(id, Integrity::Player));
    assert_eq!(game.type_line(ann, "x hat"), "You see no \"hat\" here.");
}
