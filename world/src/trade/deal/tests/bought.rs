//! Tests of trades that players initiate by commands.

use std::collections::BTreeMap;

use super::*;
use crate::{
    beings::ignores::{Ignored, Ignores},
    trade::regard::RegardSource,
};

const ALE: &str =
    r#"(id: "ale", what: "a mug", unless: "No.", does: Trade(price: 2, gives: ["mug"]))"#;

#[test]
fn what_is_bought_ends_with_the_stock_and_each_trade_is_seen_once() {
    let (mut game, bob, _) = with(&[ALE]);
    game.enter("Carol", Role::Player, "town/square");
    game.hears("carol");
    let gave = "You give Mara 2 coins for a mug.";
    let none = "There is none left just now. Try again a little later.";
    assert_eq!(game.type_line(bob, "buy 3 mugs"), format!("{gave}\n{gave}\n{none}"));
    assert_eq!(game.hears("carol"), ["Bob gives Mara 2 coins for a mug."; 2].join("\n"));
    assert_eq!(has(&mut game, bob), "You carry a mug (2).\nIn your purse: 6 coins.");
    assert_eq!(game.type_line(bob, "buy mug"), none);
}

#[test]
fn who_ignores_a_player_neither_sells_to_them_nor_buys_from_them() {
    let take =
        r#"(id: "pear", what: "1 coin", unless: "No.", does: Trade(takes: ["pear"], pays: 1))"#;
    let (mut game, bob, mara) = with(&[ALE, take]);
    game.type_line(bob, "get pear");
    let whom = Ignored { name: "Bob".to_owned(), account: None };
    let ignores = BTreeMap::from([(CharacterId::new("bob").unwrap(), whom)]);
    game.sim.world_mut().entity_mut(mara).insert(Ignores(ignores));
    let no = "Mara does not want to take anything from you.";
    for line in ["buy mug", "sell pear", "pay mara 1", "give mara 1 coin"] {
        assert_eq!(game.type_line(bob, line), no, "{line}");
    }
    assert_eq!(has(&mut game, bob), "You carry a pear.\nIn your purse: 10 coins.");
}

#[test]
fn what_costs_nothing_or_is_no_trade_is_not_for_sale() {
    let (mut game, bob, _) = with(&[
        r#"(id: "gem", what: "a gem", unless: "No.", does: Trade(pays: 10, gives: ["gem"]))"#,
        r#"(id: "walk", what: "a walk", unless: "No.", does: Escort(to: "town/inn"))"#,
    ]);
    assert!(game.type_line(bob, "buy gem").starts_with("Nobody here sells anything"));
    assert!(game.type_line(bob, "list").starts_with("Nobody here trades anything"));
    assert!(game.type_line(bob, "list mara").starts_with("They trade nothing"));
    assert_eq!(has(&mut game, bob), NOTHING);
}

#[test]
fn coins_that_a_purse_cannot_hold_stay_where_they_are() {
    let (mut game, bob, mara) = with(&[]);
    game.sim.world_mut().entity_mut(mara).insert(Purse(u32::MAX - 3));
    let full = "Mara's purse cannot hold so many coins.";
    assert_eq!(game.type_line(bob, "pay mara 4"), full);
    assert_eq!(has(&mut game, bob), NOTHING);
    assert_eq!(game.type_line(bob, "pay mara 3"), "You give Mara 3 coins.");
    assert_eq!(game.sim.world().get::<Purse>(mara), Some(&Purse(u32::MAX)));
    assert_eq!(has(&mut game, bob), "You carry nothing.\nIn your purse: 7 coins.");
}

#[test]
fn what_is_for_friends_is_had_by_those_whom_the_one_who_sells_it_thinks_well_of() {
    let ale = ALE.replace("unless", "when: [Regard(45)], unless");
    let (mut game, bob, _) = with(&[&ale]);
    // Nobody knows what anybody thinks.
    assert_eq!(game.type_line(bob, "buy mug"), "No.");
    game.sim.world_mut().insert_resource(RegardSource(|_, _, _, _| 44));
    assert_eq!(game.type_line(bob, "buy mug"), "No.");
    game.sim.world_mut().insert_resource(RegardSource(|_, by, whom, _| u8::from(by != whom) * 45));
    assert_eq!(game.type_line(bob, "buy mug"), "You give Mara 2 coins for a mug.");
}
