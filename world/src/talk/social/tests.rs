use std::sync::Arc;

use engine::id::{CharacterId, SessionId};

use super::{Social, SocialPosture, Socials};
use crate::{
    act::permission::Role,
    beings::posture::Posture,
    fixture::Fixture,
    witness::{
        fact::{Addressing, GestureForm, Source},
        perception::Perceived,
    },
};

fn form(text: &str, aimed: bool) -> Option<Arc<GestureForm>> {
    Some(Arc::new(GestureForm::new(text, aimed).unwrap()))
}

fn social(name: &str, posture: SocialPosture) -> Social {
    Social {
        name: name.into(),
        aliases: Vec::new(),
        alone: form(&format!("{name}|{name}s {{how}}"), false),
        at: form(&format!("{name}|{name}s {{how}} at {{whom}}"), true),
        oneself: None,
        posture,
        unkind: false,
    }
}

/// Ann and Bob in the square.
fn town() -> (Fixture, SessionId) {
    let mut game = Fixture::town();
    let socials = [
        social("smile", SocialPosture::Stays),
        social("sit", SocialPosture::Takes("sitting".into())),
        social("stand", SocialPosture::Stands),
    ];
    game.sim.world_mut().insert_resource(Socials::new(&socials));
    let ann = game.enter("Ann", Role::Guest, "town/square");
    game.enter("Bob", Role::Player, "town/square");
    game.enter("Lowell", Role::Player, "town/inn");
    (game, ann)
}

#[test]
fn words_around_a_name_say_how() {
    let (mut game, ann) = town();
    for (line, read) in [
        ("smile", "You smile."),
        ("SMILE", "You smile."),
        ("smile bob", "You smile at Bob."),
        ("smile @bob", "You smile at Bob."),
        ("smile at bob, warmly", "You smile warmly at Bob."),
        ("smile warmly to bob again", "You smile warmly again at Bob."),
        ("smile bob warmly", "You smile warmly at Bob."),
        ("smile b", "You smile at Bob."),
        ("smile in the direction of bob", "You smile in the direction of bob."),
        ("smile   so \u{7}  warmly", "You smile so warmly."),
        ("smile before the mirror", "You smile before the mirror."),
        ("smile \u{2026}", "You smile \u{2026}"),
        ("smile all", "You smile at everybody."),
        ("smile all day", "You smile all day."),
        ("smile at bbo", "Nobody called \"bbo\" is here."),
        ("smile at lowell", "Lowell is not here. To reach Lowell anywhere, type: page Lowell TEXT"),
        ("smile lowell", "Lowell is not here. To reach Lowell anywhere, type: page Lowell TEXT"),
        ("smile low", "You smile low."),
        ("smile me", "That cannot be done to oneself. Type: smile"),
        ("smile ann", "That cannot be done to oneself. Type: smile"),
        ("socials smile bob", "You smile at Bob."),
        ("socials 2", "There is only one page. To read it, type: socials"),
        ("socials frown", "There is no social \"frown\". To see them all, type: socials"),
    ] {
        assert_eq!(game.type_line(ann, line), read, "{line}");
    }
    let long = format!("smile {}", "at ".repeat(500));
    assert!(game.type_line(ann, &long).starts_with("Nobody called \"at\""));
}

#[test]
fn a_gesture_is_addressed_like_a_pose() {
    let (mut game, ann) = town();
    game.enter("Carol", Role::Player, "town/square");
    game.sim.drain::<Perceived>();
    game.line(ann, "smile at bob");
    game.sim.tick(game.now.after(std::time::Duration::from_secs(1))).unwrap();
    let perceived = game.sim.drain::<Perceived>();
    assert_eq!(perceived.len(), 3);
    let bob = CharacterId::new("bob").unwrap();
    let stamp = perceived.first().unwrap().stamp(&bob);
    assert_eq!((stamp.source(), stamp.addressed()), (Source::Pose, Addressing::Directed));
    let carol = CharacterId::new("carol").unwrap();
    assert_eq!(perceived.first().unwrap().stamp(&carol).addressed(), Addressing::No);
}

#[test]
fn who_walks_on_sits_no_longer() {
    let (mut game, ann) = town();
    let it = game.entity("ann").unwrap();
    game.type_line(ann, "sit");
    assert_eq!(game.sim.world().get::<Posture>(it), Some(&Posture("sitting".into())));
    let again = game.type_line(ann, "sit");
    assert_eq!(again, "You are sitting already. To get up, type: stand");
    assert_eq!(game.type_line(ann, "sit by the well"), "You sit by the well.");
    game.type_line(ann, "north");
    assert_eq!(game.sim.world().get::<Posture>(it), None);
    assert_eq!(game.type_line(ann, "stand"), "You are standing already.");
}

#[test]
fn gestures_count_as_talk() {
    let (mut game, ann) = town();
    for _ in 0..50 {
        game.line(ann, "smile");
    }
    let read = game.type_line(ann, "sit");
    assert!(read.ends_with("you can speak again in 1 second."), "{read}");
    let it = game.entity("ann").unwrap();
    assert_eq!(game.sim.world().get::<Posture>(it), None, "what is refused is not done");
}

#[test]
fn a_word_that_belongs_to_it_is_not_shown_twice() {
    let (mut game, ann) = town();
    let mut stand = social("stand", SocialPosture::Stays);
    stand.alone = form("stand|stands up {how}", false);
    game.sim.world_mut().insert_resource(Socials::new(&[stand]));
    assert_eq!(game.type_line(ann, "stand up slowly"), "You stand up slowly.");
    assert_eq!(game.type_line(ann, "stand slowly"), "You stand up slowly.");
}
