use std::{collections::BTreeSet, time::Duration};

use engine::{
    id::{AccountId, SessionId},
    save::document::{Row, Saved},
};
use proptest::prelude::*;

use super::*;
use crate::{
    act::permission::Role,
    beings::{forgetting::Forgotten, name::Name, people::called},
    content::{build, schema::Body},
    fixture::Fixture,
    input::Input,
};

const LOG: &str = "{tally shouts: One, {last}.|{Count}, {names}.|Nobody.}";
const SLATE: &str = "{tally apples: {deeds}.|Clean.}";

/// Test world: a square where shouts are counted, and apples given to Mara.
fn town() -> Fixture {
    let zone = r#"(id: "town", name: "Town", rooms: [
            (id: "square", name: "Square", description: "LOG", things: ["apple", "apple", "apple"],
             details: {"slate": "SLATE"}, exits: [(direction: North, to: "snug")]),
            (id: "snug", name: "Snug", description: "Small.", private: true,
             exits: [(direction: South, to: "square")]),
        ], kinds: [
            (id: "apple", name: "an apple", description: "LOG", limit: 900),
        ])"#;
    let zone = zone.replace("LOG", LOG).replace("SLATE", SLATE);
    let mut game = Fixture::new(&[
        ("world.ron", r#"(name: "T", banner: "B", welcome: "W", start: "town/square")"#),
        ("zones/town.ron", &zone),
        (
            "tallies.ron",
            r#"[(id: "shouts", counts: [Shouted("town/square"), Shouted("town/snug")]),
                (id: "apples", counts: [Given(kind: "apple", to: "mara")], keeps: 2)]"#,
        ),
    ]);
    let body = Body {
        name: "Mara".to_owned(),
        description: "Busy.".to_owned(),
        plain: Vec::new(),
        home: "town/square".to_owned(),
        role: Role::Player,
        carries: Vec::new(),
        offers: Vec::new(),
    };
    let mara = id("mara");
    build::apply_body(game.sim.world_mut(), &mara, &body, BTreeSet::new());
    game
}

fn id(name: &str) -> CharacterId {
    CharacterId::new(name).unwrap()
}

/// Returns the square's description, as a player reads it.
fn log(game: &mut Fixture, who: SessionId) -> String {
    let view = game.type_line(who, "look");
    view.lines().nth(1).unwrap_or_default().to_owned()
}

/// Advances the clock until the shout cooldown is over.
fn wait(game: &mut Fixture) {
    game.now = game.now.after(Duration::from_secs(600));
    game.tick();
}

fn shout(game: &mut Fixture, who: SessionId) {
    wait(game);
    game.type_line(who, "shout ho");
}

#[test]
fn who_shouted_is_told_by_the_name_that_they_have_now() {
    let mut game = town();
    let [ann, bob] = ["Ann", "Bob"].map(|it| game.enter(it, Role::Player, "town/square"));
    assert_eq!(log(&mut game, ann), "Nobody.");
    game.type_line(ann, "say I shout, and Bob shouts: ho!");
    assert_eq!(log(&mut game, ann), "Nobody.", "words are none of it");
    shout(&mut game, ann);
    assert_eq!(log(&mut game, bob), "One, Ann.");
    shout(&mut game, bob);
    shout(&mut game, ann);
    assert_eq!(log(&mut game, bob), "Three, Ann and Bob.");
    let it = game.entity("ann").unwrap();
    game.sim.world_mut().entity_mut(it).insert(Name("Zoë".into()));
    assert_eq!(log(&mut game, bob), "Three, Zoë and Bob.");
    // Builder-only text and names cannot be looked at.
    for word in ["tally", "zoe", "last", "count"] {
        let seen = game.type_line(bob, &format!("look at {word}"));
        assert!(seen.starts_with("You see no"), "{word}: {seen}");
    }
    // A thing tells the same, wherever it is carried.
    game.type_line(bob, "get apple");
    assert_eq!(game.type_line(bob, "look at apple"), "An apple\nThree, Zoë and Bob.");
}

#[test]
fn whoever_ignores_somebody_is_not_told_by_a_text_that_they_did_something() {
    let mut game = town();
    let [ann, bob, cyd] =
        ["Ann", "Bob", "Cyd"].map(|it| game.enter(it, Role::Player, "town/square"));
    shout(&mut game, bob);
    shout(&mut game, cyd);
    assert_eq!(log(&mut game, ann), "Two, Cyd and Bob.");
    game.type_line(ann, "ignore bob");
    assert_eq!(log(&mut game, ann), "Two, Cyd.");
    assert_eq!(log(&mut game, cyd), "Two, Cyd and Bob.");
}

#[test]
fn what_is_done_in_private_is_counted_and_names_nobody() {
    let mut game = town();
    let ann = game.enter("Ann", Role::Player, "town/snug");
    shout(&mut game, ann);
    game.type_line(ann, "south");
    assert_eq!(log(&mut game, ann), "One, somebody.");
}

#[test]
fn presents_are_counted_with_what_they_were_and_how_often() {
    let mut game = town();
    let names = ["Ann", "Bob", "Cyd"];
    let [ann, bob, cyd] = names.map(|it| game.enter(it, Role::Player, "town/square"));
    let mut give = |who: SessionId| {
        game.type_line(who, "get apple");
        game.type_line(who, "give apple to mara");
        wait(&mut game);
        game.type_line(who, "look at slate")
    };
    assert_eq!(give(ann), "Ann, an apple.");
    assert_eq!(give(ann), "Ann, an apple (2).");
    assert_eq!(give(bob), "Bob, an apple; Ann, an apple (2).");
    assert_eq!(give(cyd), "Cyd, an apple; Bob, an apple.", "it knows no more than two");
}

#[test]
fn tallies_survive_a_restart_and_forget_whoever_is_gone() {
    let mut game = town();
    let [ann, bob] = ["Ann", "Bob"].map(|it| game.enter(it, Role::Player, "town/square"));
    game.sim.drain::<Row>();
    shout(&mut game, ann);
    shout(&mut game, bob);
    let rows = game.sim.drain::<Row>().into_iter().filter(|it| it.kind == KIND);
    let row = rows.last().unwrap();
    assert_eq!(row.mentions, Some([id("ann"), id("bob")].into()));
    let saved = SavedRow { id: row.id, owner: row.owner, body: row.body.unwrap() };

    let gone: BTreeSet<CharacterId> = [id("ann")].into();
    let (theirs, left) = without(&saved, &gone).unwrap().unwrap();
    assert_eq!((theirs.len(), theirs[0].times, &theirs[0].who), (1, 1, &id("ann")));
    assert_eq!(left.unwrap().mentions, Some([id("bob")].into()));

    let mut next = town();
    let all = Saved([(KIND.to_owned(), vec![saved])].into());
    save::document::restore(next.sim.world_mut(), &all).unwrap();
    let cyd = next.enter("Cyd", Role::Player, "town/square");
    assert_eq!(log(&mut next, cyd), "Two, somebody.", "nobody knows how they are called");
    next.enter("Ann", Role::Player, "town/square");
    next.enter("Bob", Role::Player, "town/square");
    assert_eq!(log(&mut next, cyd), "Two, Bob and Ann.");
    next.sim.drain::<Row>();
    let account = AccountId::new("a1").unwrap();
    let whom = Forgotten { account, characters: gone.clone() };
    next.sim.put(Input::Forget { whom, words: String::new() });
    next.tick();
    assert_eq!(log(&mut next, cyd), "Two, Bob.");
    let rows = next.sim.drain::<Row>().into_iter().filter(|it| it.kind == KIND);
    assert!(rows.last().is_some_and(|it| it.mentions == Some([id("bob")].into())));
    assert!(!strike(next.sim.world_mut(), &gone), "nobody knows her any more");
    assert!(called(next.sim.world(), "bob").is_some());
}

#[test]
fn whoever_cannot_be_named_makes_room() {
    let mut game = town();
    let ann = game.enter("Ann", Role::Player, "town/square");
    shout(&mut game, ann);
    let it = game.entity("ann").unwrap();
    // Despawned like a guest, who is not saved.
    game.sim.world_mut().despawn(it);
    let bob = game.enter("Bob", Role::Player, "town/square");
    assert_eq!(log(&mut game, bob), "One, somebody.");
    shout(&mut game, bob);
    assert_eq!(log(&mut game, bob), "Two, Bob.");
    let known = game.sim.world().resource::<Tallies>().get("shouts").unwrap().1.unwrap();
    assert_eq!(known.newest.len(), 1);
}

proptest! {
    #[test]
    fn a_tally_is_bounded_whatever_happens(
        deeds in prop::collection::vec((0_u8..30, any::<bool>(), 0_u8..20), 0..200),
        keeps in 0_usize..40,
    ) {
        let mut tally = TallyV1::default();
        let mut struck = BTreeSet::new();
        for (count, (n, is_public, strike)) in (1..).zip(deeds) {
            let who = id(&format!("p{n}"));
            let new = TalliedV1 { who: who.clone(), at: WorldTime(0), times: 1, what: String::new() };
            tally.add(is_public.then_some(new), keeps);
            struck.remove(&who);
            prop_assert_eq!(tally.count, count, "each deed counts");
            prop_assert!(tally.newest.len() <= keeps.min(MOST_KEPT.into()));
            let ids: BTreeSet<&CharacterId> = tally.newest.iter().map(|it| &it.who).collect();
            prop_assert_eq!(ids.len(), tally.newest.len(), "nobody is there twice");
            prop_assert!(tally.newest.iter().map(|it| it.times).sum::<u32>() <= count);
            prop_assert!(!is_public || keeps == 0 || tally.newest.first().map(|it| &it.who) == Some(&who));
            // Every now and then somebody is forgotten, and stays so until they do it again.
            if strike == 0 {
                struck.insert(who.clone());
                tally.strike(&[who].into());
            }
            prop_assert!(tally.newest.iter().all(|it| !struck.contains(&it.who)));
        }
    }
}
