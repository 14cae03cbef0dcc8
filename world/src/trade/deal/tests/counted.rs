//! Tests of offers with a limited stock or a cooldown.

use std::time::Duration;

use engine::save::document::Row;

use super::*;

const PIES: &str = r#"(id: "pie", what: "a mug for 2 coins", unless: "Two coins.", stock: 2,
    restocks: 60, sold_out: "The shelf is bare.", does: Trade(price: 2, gives: ["mug"]))"#;

#[test]
fn of_two_who_accept_the_last_one_gets_it_and_the_other_keeps_the_coins() {
    let last = PIES.replace("stock: 2", "stock: 1");
    let (mut game, bob, mara) = with(&[&last]);
    let cyd = game.enter("Cyd", Role::Player, "town/square");
    for name in ["bob", "cyd"] {
        queue_for(&mut game, mara, "pie", name);
    }
    game.tick();
    for who in [bob, cyd] {
        game.line(who, "accept");
    }
    game.hears("bob");
    game.tick();
    let bobs = game.hears("bob");
    assert!(bobs.contains("You give Mara 2 coins for a mug."), "{bobs}");
    let cyds = game.hears("cyd");
    assert!(cyds.ends_with("The shelf is bare."), "{cyds}");
    assert_eq!(has(&mut game, cyd), NOTHING);
    // One minute later there is another, and the offer was not spent.
    game.now = game.now.after(Duration::from_secs(60));
    assert_eq!(game.type_line(cyd, "accept"), "You give Mara 2 coins for a mug.");
}

#[test]
fn one_after_another_comes_back_and_the_list_tells_how_many_are_left() {
    let (mut game, bob, _) = with(&[PIES]);
    assert!(game.type_line(bob, "list").contains("  a mug for 2 coins, 2 left\n"));
    game.sim.drain::<Row>();
    assert_eq!(game.type_line(bob, "buy mug"), "You give Mara 2 coins for a mug.");
    let row = game.sim.drain::<Row>().into_iter().find(|it| it.kind == "stock").unwrap();
    assert_eq!(row.id, "mara/pie");
    assert!(row.body.unwrap().contains(r#""gone":1"#));
    game.now = game.now.after(Duration::from_secs(40));
    let one = "You give Mara 2 coins for a mug.\nThe shelf is bare.";
    assert_eq!(game.type_line(bob, "buy 2 mugs"), one);
    assert!(game.type_line(bob, "list").contains("  a mug for 2 coins, sold out just now\n"));
    // The first was bought a minute ago, the second has another forty seconds to go.
    game.now = game.now.after(Duration::from_secs(30));
    for thing in ["drop mug", "drop mug"] {
        game.type_line(bob, thing);
    }
    assert!(game.type_line(bob, "list").contains(", 1 left\n"));
    game.now = game.now.after(Duration::from_secs(60));
    assert!(game.type_line(bob, "list").contains(", 2 left\n"));
}

#[test]
fn what_was_had_is_not_had_again_before_its_time() {
    let (mut game, bob, mara) = with(&[
        r#"(id: "soup", what: "a pear", unless: "No.", again: After(3600), does: Trade(gives: ["pear"]))"#,
        r#"(id: "gem", what: "a gem", unless: "No.", again: Never, so_soon: "One each.",
            does: Trade(gives: ["gem"]))"#,
    ]);
    let kinds = &mut game.sim.world_mut().resource_mut::<Kinds>().kinds;
    kinds.get_mut(&KindId::new("gem").unwrap()).unwrap().limit = 9;
    assert_ne!(made(&mut game, mara, "soup"), "");
    assert_ne!(made(&mut game, mara, "gem"), "");
    assert_eq!(game.type_line(bob, "accept 1"), "You get a pear from Mara.");
    assert_eq!(game.type_line(bob, "accept gem"), "You get a gem from Mara.");
    game.hears("mara");
    // It is looked at when the offer is made,
    assert_eq!(made(&mut game, mara, "soup"), "");
    let again = "You had that not long ago; ask me again in 1 h 00 min.";
    assert!(game.hears("mara").ends_with(again));
    assert_eq!(made(&mut game, mara, "gem"), "");
    assert!(game.hears("mara").ends_with("One each."));
    // and somebody else may have it all the same.
    let cyd = game.enter("Cyd", Role::Player, "town/square");
    queue_for(&mut game, mara, "gem", "cyd");
    game.tick();
    assert_eq!(game.type_line(cyd, "accept"), "You get a gem from Mara.");
    game.now = game.now.after(Duration::from_secs(3_600));
    assert_ne!(made(&mut game, mara, "soup"), "");
    assert_eq!(game.type_line(bob, "accept"), "You get a pear from Mara.");
}

#[test]
fn an_offer_that_was_made_twice_is_had_once() {
    let soup = |id: &str| {
        format!(
            r#"(id: "{id}", what: "a pear", unless: "No.", again: Never, does: Trade(gives: ["pear"]))"#
        )
    };
    let (mut game, bob, mara) = with(&[&soup("soup")]);
    made(&mut game, mara, "soup");
    game.line(bob, "accept");
    queue(&mut game, mara, "soup");
    game.tick();
    game.hears("bob");
    assert_eq!(game.type_line(bob, "inventory"), "You carry a pear.\nIn your purse: 10 coins.");
    let refused = game.type_line(bob, "accept");
    assert!(refused == NO_OFFER || refused == "You have had that; it is for once.", "{refused}");
    assert_eq!(game.type_line(bob, "inventory"), "You carry a pear.\nIn your purse: 10 coins.");
}

#[test]
fn a_secret_stands_in_no_log() {
    let told = offer(
        r#"(id: "well", what: "of the well", unless: "No.", does: Tell(secret: ["Nine fathoms."]))"#,
    );
    let logged = format!("{told:?} {told:#?}");
    assert!(logged.contains("of the well") && !logged.contains("fathoms"), "{logged}");
}
