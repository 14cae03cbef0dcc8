use std::collections::BTreeSet;

use bevy_ecs::prelude::*;
use engine::{
    id::{CharacterId, KindId, OfferId, SessionId},
    label::Label,
};

use crate::{
    act::{
        cause::{Act, Cause},
        perform,
        permission::Role,
    },
    beings::character::Speaker,
    content::{build, schema::Body},
    fixture::Fixture,
    space::containment::Contents,
    things::{
        kind::Kinds,
        thing::{self, MAX_CARRIED, Thing},
    },
    trade::{offer::Offer, offering::MakeOffer, purse::Purse},
};

mod bought;
mod counted;
mod several;

/// Kind whose copies would have ids that are too long.
const ENDLESS: &str = "a-name-so-long-that-no-number-can-be-written-behind-it-any-more";

/// Test world: a square with two pears in it, and an inn to the north.
fn town() -> Fixture {
    let zone = r#"(id: "town", name: "Town", rooms: [
            (id: "square", name: "Square", description: "A square.", things: ["pear", "pear"],
             exits: [(direction: North, to: "inn")]),
            (id: "inn", name: "Inn", description: "A room.",
             exits: [(direction: South, to: "square")]),
        ], kinds: [
            (id: "pear", name: "a pear", description: "Hard.", limit: 30),
            (id: "gem", name: "a gem", description: "Bright.", limit: 1),
            (id: "mug", name: "a mug", description: "Full.", limit: 2),
            (id: "ENDLESS", name: "a scroll", description: "Long."),
        ])"#;
    Fixture::new(&[
        ("world.ron", r#"(name: "T", banner: "B", welcome: "W", start: "town/square")"#),
        ("zones/town.ron", &zone.replace("ENDLESS", ENDLESS)),
    ])
}

fn offer(text: &str) -> Offer {
    let enable = "#![enable(implicit_some, unwrap_newtypes, unwrap_variant_newtypes)]";
    ron::from_str(&format!("{enable}\n{text}")).unwrap()
}

/// Spawns an NPC on the square with these offers, or replaces its offers.
fn keeper(game: &mut Fixture, name: &str, offers: &[&str]) -> Entity {
    let body = Body {
        name: name.to_owned(),
        description: "Busy.".to_owned(),
        plain: Vec::new(),
        home: "town/square".to_owned(),
        role: Role::Player,
        carries: Vec::new(),
        offers: offers.iter().map(|it| offer(it)).collect(),
    };
    let id = CharacterId::new(&name.to_lowercase()).unwrap();
    build::apply_body(game.sim.world_mut(), &id, &body, BTreeSet::new())
}

/// Queues an offer to Bob for the next tick, before what is typed in it.
fn queue(game: &mut Fixture, by: Entity, offer: &str) {
    queue_for(game, by, offer, "bob");
}

fn queue_for(game: &mut Fixture, by: Entity, offer: &str, to: &str) {
    let (offer, to) = (OfferId::new(offer).unwrap(), CharacterId::new(to).unwrap());
    let act = Act { actor: by, cause: Cause::World, label: Label::engine() };
    assert!(perform::queue(game.sim.world_mut(), act, MakeOffer { offer, to }));
}

/// Returns the output that Bob reads of an offer made to him.
fn made(game: &mut Fixture, by: Entity, offer: &str) -> String {
    queue(game, by, offer);
    game.hears("bob");
    game.tick();
    game.hears("bob")
}

/// Creates a town in which Bob and an NPC with these offers stand on the square.
fn with(offers: &[&str]) -> (Fixture, SessionId, Entity) {
    let mut game = town();
    let bob = game.enter("Bob", Role::Player, "town/square");
    let mara = keeper(&mut game, "Mara", offers);
    (game, bob, mara)
}

/// Returns Bob's inventory, as he reads it.
fn has(game: &mut Fixture, bob: SessionId) -> String {
    game.type_line(bob, "inventory")
}

const NOTHING: &str = "You carry nothing.\nIn your purse: 10 coins.";
const NO_OFFER: &str =
    "Nobody has offered you anything just now. To answer somebody, type say yes or say no.";

#[test]
fn each_thing_that_a_trade_takes_is_one_of_its_own() {
    let (mut game, bob, mara) = with(&[r#"(id: "swap", what: "a mug for two pears",
        unless: "Bring two pears.", does: Trade(takes: ["pear", "pear"], gives: ["mug"]))"#]);
    game.type_line(bob, "get pear");
    assert_eq!(made(&mut game, mara, "swap"), "", "one pear is not two");
    assert!(game.hears("mara").ends_with("Bring two pears."));
    assert_eq!(game.type_line(bob, "accept"), NO_OFFER);
    game.type_line(bob, "get pear");
    assert!(made(&mut game, mara, "swap").starts_with("Mara offers you a mug for two pears."));
    game.type_line(bob, "drop pear");
    assert_eq!(game.type_line(bob, "accept"), "Bring two pears.");
    game.type_line(bob, "get pear");
    assert_eq!(game.type_line(bob, "accept"), "You give Mara a pear and a pear for a mug.");
    assert_eq!(has(&mut game, bob), "You carry a mug.\nIn your purse: 10 coins.");
}

#[test]
fn each_thing_that_a_condition_asks_for_is_one_of_its_own() {
    let (mut game, bob, mara) =
        with(&[r#"(id: "show", what: "a mug", unless: "Show me two pears.",
        when: [Carries("pear"), Carries("pear")], does: Trade(gives: ["mug"]))"#]);
    game.type_line(bob, "get pear");
    assert_eq!(made(&mut game, mara, "show"), "");
    game.type_line(bob, "get pear");
    assert_ne!(made(&mut game, mara, "show"), "");
    assert_eq!(game.type_line(bob, "accept"), "You get a mug from Mara.");
}

#[test]
fn what_cannot_all_be_given_is_not_sold() {
    let (mut game, bob, mara) = with(&[
        r#"(id: "gems", what: "two gems", unless: "No.", does: Trade(price: 2, gives: ["gem", "gem"]))"#,
        r#"(id: "mugs", what: "two mugs", unless: "No.", does: Trade(price: 2, gives: ["mug", "mug"]))"#,
        r#"(id: "mug", what: "a mug", unless: "No.", does: Trade(gives: ["mug"]))"#,
    ]);
    made(&mut game, mara, "gems");
    let none = "There is none left just now. Try again a little later.";
    assert_eq!(game.type_line(bob, "accept"), none);
    assert_eq!(has(&mut game, bob), NOTHING);
    game.type_line(bob, "decline");
    made(&mut game, mara, "mug");
    game.type_line(bob, "accept");
    made(&mut game, mara, "mugs");
    assert_eq!(game.type_line(bob, "accept"), none);
    assert_eq!(has(&mut game, bob), "You carry a mug.\nIn your purse: 10 coins.");
}

#[test]
fn what_is_taken_makes_room_for_what_is_given() {
    let (mut game, bob, mara) = with(&[
        r#"(id: "gem", what: "a gem", unless: "No.", does: Trade(gives: ["gem"]))"#,
        r#"(id: "polish", what: "to polish your gem", unless: "No.",
            does: Trade(price: 1, takes: ["gem"], gives: ["gem"]))"#,
        r#"(id: "split", what: "to split your gem", unless: "No.",
            does: Trade(price: 1, takes: ["gem"], gives: ["gem", "gem"]))"#,
    ]);
    made(&mut game, mara, "gem");
    game.type_line(bob, "accept");
    made(&mut game, mara, "polish");
    assert_eq!(game.type_line(bob, "accept"), "You give Mara 1 coin and a gem for a gem.");
    made(&mut game, mara, "split");
    assert!(game.type_line(bob, "accept").starts_with("There is none left"));
    assert_eq!(has(&mut game, bob), "You carry a gem.\nIn your purse: 9 coins.");
    assert_eq!(game.sim.world().resource::<Kinds>().copies.values().max(), Some(&2), "two pears");
}

#[test]
fn a_copy_that_can_have_no_id_is_not_sold() {
    let long = format!(
        r#"(id: "scroll", what: "a scroll", unless: "No.", does: Trade(price: 2, gives: ["{ENDLESS}"]))"#
    );
    let (mut game, bob, mara) = with(&[&long]);
    made(&mut game, mara, "scroll");
    assert!(game.type_line(bob, "accept").starts_with("There is none left"));
    assert_eq!(has(&mut game, bob), NOTHING);
}

#[test]
fn no_coin_is_lost_in_a_full_purse() {
    let (mut game, bob, mara) = with(&[
        r#"(id: "buy", what: "5 coins for a pear", unless: "No.", does: Trade(takes: ["pear"], pays: 5))"#,
    ]);
    game.type_line(bob, "get pear");
    made(&mut game, mara, "buy");
    let me = game.entity("bob").unwrap();
    game.sim.world_mut().entity_mut(me).insert(Purse(u32::MAX - 4));
    let full = "Your purse cannot hold so many coins. Spend some first, and ask again.";
    assert_eq!(game.type_line(bob, "accept"), full);
    assert!(has(&mut game, bob).starts_with("You carry a pear."));
    assert_eq!(game.sim.world().get::<Purse>(me), Some(&Purse(u32::MAX - 4)));
    game.sim.world_mut().entity_mut(me).insert(Purse(u32::MAX - 5));
    game.type_line(bob, "accept");
    assert_eq!(game.sim.world().get::<Purse>(me), Some(&Purse(u32::MAX)));
}

#[test]
fn a_trade_with_somebody_who_is_nobody_any_more_changes_nothing() {
    let (mut game, bob, mara) = with(&[
        r#"(id: "mug", what: "a mug", unless: "No.", does: Trade(price: 2, gives: ["mug"]))"#,
    ]);
    made(&mut game, mara, "mug");
    game.sim.world_mut().entity_mut(mara).remove::<Speaker>();
    assert!(!game.type_line(bob, "accept").contains("You give"));
    assert_eq!(has(&mut game, bob), NOTHING);
}

#[test]
fn what_is_handed_over_is_not_kept_for_nothing() {
    let (mut game, bob, _) = with(&[
        r#"(id: "buy", what: "a gem for a pear", unless: "No.", does: Trade(takes: ["pear"], gives: ["gem"]))"#,
    ]);
    game.type_line(bob, "get pear");
    assert_eq!(game.type_line(bob, "give pear to mara"), "You give Mara a pear for a gem.");
    game.type_line(bob, "get pear");
    assert!(game.type_line(bob, "give pear to mara").starts_with("There is none left"));
    assert_eq!(has(&mut game, bob), "You carry a gem, a pear.\nIn your purse: 10 coins.");
}

#[test]
fn what_is_handed_over_is_what_is_traded() {
    let (mut game, bob, _) = with(&[
        r#"(id: "buy", what: "a coin for a pear", unless: "No.", does: Trade(takes: ["pear"], pays: 1))"#,
    ]);
    game.type_line(bob, "get all");
    let me = game.entity("bob").unwrap();
    let carried = |game: &Fixture| -> Vec<Thing> {
        let world = game.sim.world();
        let things = world.get::<Contents>(me).unwrap();
        things.iter().filter_map(|it| world.get::<Thing>(it).cloned()).collect()
    };
    let before = carried(&game);
    assert_eq!(game.type_line(bob, "give 2.pear to mara"), "You give Mara a pear for 1 coin.");
    assert_eq!(carried(&game), before[..1]);
}

#[test]
fn hands_hold_what_a_trade_leaves_room_for() {
    let (mut game, bob, mara) = with(&[
        r#"(id: "swap", what: "a mug for a pear", unless: "No.", does: Trade(takes: ["pear"], gives: ["mug"]))"#,
        r#"(id: "mug", what: "a mug", unless: "No.", does: Trade(gives: ["mug"]))"#,
    ]);
    let me = game.entity("bob").unwrap();
    let pear = KindId::new("pear").unwrap();
    for _ in 0..MAX_CARRIED {
        thing::make(game.sim.world_mut(), &pear, me).unwrap();
    }
    made(&mut game, mara, "mug");
    let full = "Your hands are full. Put something down first: drop THING";
    assert_eq!(game.type_line(bob, "accept"), full);
    game.type_line(bob, "decline");
    made(&mut game, mara, "swap");
    assert_eq!(game.type_line(bob, "accept"), "You give Mara a pear for a mug.");
}

#[test]
fn nobody_is_led_to_where_they_are() {
    let (mut game, bob, mara) = with(&[
        r#"(id: "tour", what: "a walk here", unless: "No.", does: Escort(to: "town/square"))"#,
    ]);
    made(&mut game, mara, "tour");
    assert_eq!(game.type_line(bob, "accept"), "You are there already.");
}
