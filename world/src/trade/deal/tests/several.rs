use super::*;

const ALE: &str =
    r#"(id: "ale", what: "a mug of ale", unless: "No.", does: Trade(price: 2, gives: ["mug"]))"#;
const DEAR: &str =
    r#"(id: "ale", what: "a mug for 9", unless: "No.", does: Trade(price: 9, gives: ["mug"]))"#;
const GEM: &str =
    r#"(id: "gem", what: "a gem", unless: "No.", does: Trade(price: 1, gives: ["gem"]))"#;
const WALK: &str =
    r#"(id: "walk", what: "a walk to the inn", unless: "No.", does: Escort(to: "town/inn"))"#;

/// Creates a town in which Bob has standing offers of ale by Mara and of an escort by Bram.
fn two() -> (Fixture, SessionId, Entity, Entity) {
    let (mut game, bob, mara) = with(&[ALE]);
    let bram = keeper(&mut game, "Bram", &[WALK]);
    made(&mut game, mara, "ale");
    made(&mut game, bram, "walk");
    (game, bob, mara, bram)
}

const BOTH: &str = "Mara offers you a mug of ale, and Bram offers you a walk to the inn.";
const BOUGHT: &str = "You give Mara 2 coins for a mug.";
const WALKED: &str = "You nod, and off you go together.";

#[test]
fn a_guide_leads_one_at_a_time_and_tells_the_other_so() {
    let (mut game, bob, _, bram) = two();
    let ann = game.enter("Ann", Role::Player, "town/square");
    assert_eq!(game.type_line(bob, "accept bram"), WALKED);
    queue_for(&mut game, bram, "walk", "ann");
    game.tick();
    let busy = "Bram is walking with Bob just now. Wait at Square, and ask again.";
    assert_eq!(game.type_line(ann, "accept"), busy);
}

fn later(game: &mut Fixture, seconds: u64) {
    game.now.0 += seconds * 1_000;
}

#[test]
fn of_two_offers_neither_is_taken_for_the_other() {
    let (mut game, bob, ..) = two();
    let asked = format!("{BOTH} Type accept mara or accept bram.");
    assert_eq!(game.type_line(bob, "accept"), asked);
    assert_eq!(game.type_line(bob, "yes"), asked);
    assert_eq!(game.type_line(bob, "accept mara"), BOUGHT);
    assert_eq!(game.type_line(bob, "accept"), WALKED);
    assert_eq!(game.type_line(bob, "accept"), NO_OFFER);
}

#[test]
fn an_offer_is_meant_by_its_words_and_its_number_too() {
    for (typed, reads) in [
        ("accept BRAM", WALKED),
        ("accept the ale", BOUGHT),
        ("accept walk", WALKED),
        ("accept mara ale", BOUGHT),
        ("accept 1", BOUGHT),
        ("accept 2", WALKED),
    ] {
        let (mut game, bob, ..) = two();
        assert_eq!(game.type_line(bob, typed), reads, "{typed}");
    }
    let (mut game, bob, ..) = two();
    for typed in ["accept 3", "accept spoon", "accept mara walk"] {
        let words = typed.strip_prefix("accept ").unwrap();
        let none =
            format!(r#"Nobody offers you "{words}". {BOTH} Type accept mara or accept bram."#);
        assert_eq!(game.type_line(bob, typed), none);
    }
    assert_eq!(has(&mut game, bob), NOTHING);
}

#[test]
fn a_name_that_is_also_a_word_of_another_offer_is_no_answer() {
    let (mut game, bob, mara) = with(&[ALE]);
    let letter =
        r#"(id: "letter", what: "a letter for Mara", unless: "No.", does: Trade(gives: ["mug"]))"#;
    let alewyn = keeper(&mut game, "Alewyn", &[letter]);
    made(&mut game, mara, "ale");
    made(&mut game, alewyn, "letter");
    let asked = "Mara offers you a mug of ale (1), and Alewyn offers you a letter for Mara (2). \
                 Type accept 1 or accept alewyn.";
    assert_eq!(game.type_line(bob, "accept mara"), asked);
    // A whole word comes before the beginning of a name.
    assert_eq!(game.type_line(bob, "accept ale"), BOUGHT);
}

#[test]
fn one_may_decline_one_of_two() {
    let (mut game, bob, ..) = two();
    let asked = format!("{BOTH} Type decline mara or decline bram.");
    assert_eq!(game.type_line(bob, "decline"), asked);
    assert_eq!(game.type_line(bob, "no bram"), "You decline what Bram offers.");
    assert_eq!(game.hears("bram"), "Bob declines what you offered.");
    assert_eq!(game.type_line(bob, "accept"), BOUGHT);
}

#[test]
fn a_second_offer_says_how_to_tell_it_from_the_first() {
    let (mut game, _, mara) = with(&[ALE, GEM]);
    let bram = keeper(&mut game, "Bram", &[WALK]);
    let ale = "Mara offers you a mug of ale. Type accept or decline.";
    assert_eq!(made(&mut game, mara, "ale"), ale);
    let walk = "Bram offers you a walk to the inn. Type accept bram or decline bram.";
    assert_eq!(made(&mut game, bram, "walk"), walk);
    let gem = "Mara offers you a gem. Type accept 3 or decline 3.";
    assert_eq!(made(&mut game, mara, "gem"), gem);
}

#[test]
fn two_offers_of_one_character_have_numbers() {
    let (mut game, bob, mara) = with(&[ALE, GEM]);
    made(&mut game, mara, "ale");
    made(&mut game, mara, "gem");
    let asked = "Mara offers you a mug of ale (1), and Mara offers you a gem (2). \
                 Type accept 1 or accept 2.";
    assert_eq!(game.type_line(bob, "accept"), asked);
    assert_eq!(game.type_line(bob, "accept mara"), asked);
    assert_eq!(game.type_line(bob, "accept 2"), "You give Mara 1 coin for a gem.");
}

#[test]
fn a_number_means_what_it_meant_when_it_was_read() {
    let (mut game, bob, mara, _) = two();
    keeper(&mut game, "Mara", &[ALE, GEM]);
    assert_eq!(game.type_line(bob, "decline mara"), "You decline what Mara offers.");
    assert!(game.type_line(bob, "accept 1").starts_with(r#"Nobody offers you "1"."#));
    made(&mut game, mara, "gem");
    let asked = "Bram offers you a walk to the inn (2), and Mara offers you a gem (3). \
                 Type accept bram or accept mara.";
    assert_eq!(game.type_line(bob, "accept"), asked);
    game.type_line(bob, "decline 3");
    assert!(made(&mut game, mara, "gem").ends_with("Type accept mara or decline mara."));
    let none = game.type_line(bob, "accept 3");
    assert!(
        none.ends_with("Mara offers you a gem (4). Type accept bram or accept mara."),
        "{none}"
    );
    assert_eq!(game.type_line(bob, "accept 2"), WALKED);
}

#[test]
fn an_offer_that_is_on_no_screen_yet_is_not_accepted() {
    let (mut game, bob, mara) = with(&[ALE]);
    let bram = keeper(&mut game, "Bram", &[WALK]);
    queue(&mut game, mara, "ale");
    let read = game.type_line(bob, "accept");
    assert!(read.ends_with(NO_OFFER), "{read}");
    // The first one was seen when this was typed, the second one was not.
    queue(&mut game, bram, "walk");
    let read = game.type_line(bob, "accept");
    assert!(read.ends_with(BOUGHT), "{read}");
    assert_eq!(game.type_line(bob, "accept"), WALKED);
}

#[test]
fn the_same_offer_again_is_one_and_stands_for_longer() {
    let (mut game, bob, mara) = with(&[ALE]);
    let shown = made(&mut game, mara, "ale");
    later(&mut game, 100);
    queue(&mut game, mara, "ale");
    let read = game.type_line(bob, "accept spoon");
    assert!(read.starts_with(&shown), "it is shown again: {read}");
    assert!(read.ends_with("Mara offers you a mug of ale. Type accept mara."), "{read}");
    later(&mut game, 100);
    assert_eq!(game.type_line(bob, "accept"), BOUGHT);
    assert_eq!(game.type_line(bob, "accept"), NO_OFFER);
}

#[test]
fn an_offer_stands_for_two_minutes() {
    let (mut game, bob, mara) = with(&[ALE]);
    made(&mut game, mara, "ale");
    later(&mut game, 121);
    let gone = "Mara does not offer you a mug of ale any more. Ask again.";
    assert_eq!(game.type_line(bob, "accept"), gone);
    assert_eq!(game.type_line(bob, "accept"), NO_OFFER);
    assert_eq!(has(&mut game, bob), NOTHING);
}

#[test]
fn what_was_typed_for_an_offer_that_lapsed_takes_no_other() {
    let (mut game, bob, mara) = with(&[ALE]);
    let bram = keeper(&mut game, "Bram", &[WALK]);
    made(&mut game, mara, "ale");
    later(&mut game, 120);
    made(&mut game, bram, "walk");
    let asked = "Mara does not offer you a mug of ale any more. \
                 Bram offers you a walk to the inn. Type accept bram.";
    assert_eq!(game.type_line(bob, "accept"), asked);
    assert_eq!(game.type_line(bob, "accept"), WALKED);
}

#[test]
fn an_offer_that_lapsed_long_ago_is_in_nobodys_way() {
    let (mut game, bob, mara) = with(&[ALE]);
    let bram = keeper(&mut game, "Bram", &[WALK]);
    made(&mut game, mara, "ale");
    later(&mut game, 600);
    assert!(made(&mut game, bram, "walk").ends_with("Type accept or decline."));
    assert_eq!(game.type_line(bob, "accept"), WALKED);
}

#[test]
fn of_five_offers_the_oldest_lapses_and_says_so() {
    let (mut game, bob, mara) = with(&[ALE, GEM]);
    for name in ["Ada", "Ben", "Cat"] {
        let guide = keeper(&mut game, name, &[WALK]);
        if name == "Ben" {
            made(&mut game, mara, "ale");
        }
        made(&mut game, guide, "walk");
    }
    let read = made(&mut game, mara, "gem");
    let gone = "Ada does not offer you a walk to the inn any more: only 4 offers stand at once.";
    assert!(read.contains(gone), "{read}");
    let none = game.type_line(bob, "accept ada");
    assert!(
        none.starts_with(r#"Nobody offers you "ada". Mara offers you a mug of ale (2), "#),
        "{none}"
    );
    let end = "Type accept 2, accept ben, accept cat or accept 5.";
    assert!(none.ends_with(end), "{none}");
    assert_eq!(game.type_line(bob, "accept 2"), BOUGHT);
}

#[test]
fn what_is_authored_anew_is_not_what_was_shown() {
    let (mut game, bob, mara) = with(&[ALE]);
    made(&mut game, mara, "ale");
    keeper(&mut game, "Mara", &[ALE]);
    assert_eq!(game.type_line(bob, "accept"), BOUGHT, "the same terms are the same offer");
    made(&mut game, mara, "ale");
    keeper(&mut game, "Mara", &[DEAR]);
    let gone = "Mara does not offer you a mug of ale any more.";
    assert_eq!(game.type_line(bob, "accept"), format!("{gone} Ask again."));
    assert_eq!(game.type_line(bob, "accept"), NO_OFFER);

    keeper(&mut game, "Mara", &[ALE]);
    made(&mut game, mara, "ale");
    keeper(&mut game, "Mara", &[DEAR]);
    made(&mut game, mara, "ale");
    let asked = format!("{gone} Mara offers you a mug for 9. Type accept mara.");
    assert_eq!(game.type_line(bob, "accept"), asked);
    assert!(has(&mut game, bob).ends_with("8 coins."));
    assert!(game.type_line(bob, "accept").starts_with("That costs 9 coins"));
}

#[test]
fn what_somebody_offered_who_is_gone_stands_no_more() {
    let (mut game, bob, mara, bram) = two();
    game.sim.world_mut().despawn(mara);
    let asked = "Mara does not offer you a mug of ale any more. \
                 Bram offers you a walk to the inn. Type decline bram.";
    assert_eq!(game.type_line(bob, "decline"), asked);
    game.sim.world_mut().despawn(bram);
    let gone = "Bram does not offer you a walk to the inn any more. Ask again.";
    assert_eq!(game.type_line(bob, "accept"), gone);
}

#[test]
fn an_offer_waits_for_the_one_who_made_it() {
    let (mut game, bob, ..) = two();
    game.type_line(bob, "north");
    assert_eq!(
        game.type_line(bob, "accept mara"),
        "Mara is not here. The offer stands for two minutes."
    );
    game.type_line(bob, "south");
    assert_eq!(game.type_line(bob, "accept mara"), BOUGHT);
}

#[test]
fn a_thing_handed_over_answers_the_offer_that_takes_it() {
    let (mut game, bob, mara) = with(&[
        r#"(id: "buy", what: "a coin for a pear", unless: "No.", does: Trade(takes: ["pear"], pays: 1))"#,
    ]);
    game.type_line(bob, "get all");
    made(&mut game, mara, "buy");
    assert_eq!(game.type_line(bob, "give pear to mara"), "You give Mara a pear for 1 coin.");
    assert_eq!(game.type_line(bob, "accept"), NO_OFFER);
}
