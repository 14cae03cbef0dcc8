use std::time::Duration;

use super::*;
use crate::{
    act::permission::Role, engine::id::CharacterId, fixture::Fixture, input::Input,
    witness::viewpoint::narrate,
};

/// A game in which Bob, whose session is given, hears what Ann says.
struct Talk {
    game: Fixture,
    ann: SessionId,
    bob: Entity,
    said: u32,
}

fn talk() -> (Talk, SessionId) {
    let mut game = Fixture::town();
    let ann = game.enter("Ann", Role::Player, "town/square");
    let session = game.enter("Bob", Role::Player, "town/square");
    let bob = game.entity("bob").unwrap();
    (Talk { game, ann, bob, said: 0 }, session)
}

impl Talk {
    /// Ann says the next numbers.
    fn say(&mut self, lines: u32) {
        for _ in 0..lines {
            self.said += 1;
            // Slowly, so that she is not told to be slower.
            self.game.now = self.game.now.after(Duration::from_secs(2));
            self.game.type_line(self.ann, &format!("say {}", self.said));
        }
    }

    fn scroll(&self) -> &Scroll {
        self.game.sim.world().get::<Scroll>(self.bob).unwrap()
    }

    fn upto(&self) -> ShownUpto {
        self.scroll().upto().unwrap()
    }

    fn received(&mut self, session: SessionId, upto: ShownUpto) {
        self.put(Input::Received { session, upto });
    }

    fn lost(&mut self, session: SessionId, received: Option<ShownUpto>) {
        self.put(Input::Drop { session, received, grace: 600 });
    }

    fn back(&mut self, session: SessionId) {
        let address = core::net::Ipv4Addr::LOCALHOST.into();
        let id = CharacterId::new("bob").unwrap();
        self.put(Input::Return { session, id, address, roster: None });
    }

    fn put(&mut self, input: Input) {
        self.game.sim.put(input);
        self.game.tick();
    }

    /// Which of the numbers are shown again, and how many things more there were.
    fn again(&mut self) -> (u64, Vec<u32>) {
        let again = std::mem::take(&mut self.game.sim.world_mut().resource_mut::<ShownAgain>().0);
        let me = CharacterId::new("bob").unwrap();
        let words = |what: &Arc<Happening>| narrate(what, what.viewpoint(&me)).as_str().to_owned();
        let number = |words: String| words.split('"').nth(1).and_then(|it| it.parse().ok());
        let lost = again.iter().map(|(_, lost, _)| lost).sum();
        let all = again.iter().flat_map(|(_, _, what)| what.iter().map(words));
        (lost, all.filter_map(number).collect())
    }
}

const NEW: SessionId = SessionId(1_000);
const NEWER: SessionId = SessionId(1_001);

#[test]
fn what_arrived_is_forgotten_and_costs_nothing() {
    let (mut it, bob) = talk();
    it.say(3);
    let upto = it.upto();
    it.say(2);
    it.received(bob, upto);
    assert_eq!(it.scroll().len(), 2);
    it.received(bob, it.upto());
    assert!(it.scroll().kept.is_none());
    assert!(size_of::<Scroll>() <= 32, "everybody who is idle has one");
}

#[test]
fn what_did_not_arrive_is_shown_again_and_what_was_missed_after_it() {
    let (mut it, bob) = talk();
    it.say(2);
    let upto = it.upto();
    it.say(2);
    it.lost(bob, Some(upto));
    it.say(1);
    it.back(NEW);
    assert_eq!(it.again(), (0, vec![3, 4, 5]));
    it.say(1);
    // Of the second link something else arrives, and it said so before it broke.
    it.received(NEW, ShownUpto { n: upto.n + 2, ..upto });
    it.lost(NEW, None);
    it.back(NEWER);
    assert_eq!(it.again(), (0, vec![5, 6]));
}

#[test]
fn who_received_all_is_shown_only_what_came_meanwhile() {
    let (mut it, bob) = talk();
    it.say(2);
    it.lost(bob, Some(it.upto()));
    it.back(NEW);
    assert_eq!(it.again(), (0, vec![]));
}

#[test]
fn what_a_connection_says_after_it_was_taken_over_counts() {
    let (mut it, bob) = talk();
    it.say(4);
    let upto = it.upto();
    it.back(NEW);
    // It was on its way when the other came in, so its end says nothing more.
    it.received(bob, ShownUpto { n: upto.n - 1, ..upto });
    it.lost(bob, None);
    assert_eq!(it.again(), (0, vec![4]));
    it.lost(NEW, None);
    it.back(NEWER);
    assert_eq!(it.again(), (0, vec![4]), "nothing else is left of it");
}

#[test]
fn what_a_connection_that_is_taken_over_did_not_get_is_shown_once_it_has_ended() {
    let (mut it, bob) = talk();
    it.say(1);
    let upto = it.upto();
    it.say(2);
    it.back(NEW);
    it.say(1);
    assert_eq!(it.again(), (0, vec![]), "the old one may still get it");
    // What the new one has received says nothing of the old one.
    it.received(NEW, it.upto());
    it.say(1);
    it.lost(bob, Some(upto));
    assert_eq!(it.again(), (0, vec![2, 3]));
    it.lost(bob, Some(upto));
    assert_eq!(it.again(), (0, vec![]), "once");
    it.lost(NEW, None);
    it.back(NEWER);
    assert_eq!(it.again(), (0, vec![5, 2, 3]), "none of it arrived yet");
}

#[test]
fn of_two_that_were_taken_over_each_is_waited_for() {
    let (mut it, bob) = talk();
    let upto = it.upto();
    it.say(1);
    it.back(NEW);
    it.say(1);
    it.back(NEWER);
    it.say(1);
    it.lost(NEW, None);
    assert_eq!(it.again(), (0, vec![2]));
    it.lost(bob, Some(upto));
    assert_eq!(it.again(), (0, vec![1]));
    it.received(NEWER, it.upto());
    assert!(it.scroll().is_empty());
}

#[test]
fn what_falls_out_is_counted_unless_it_arrived() {
    let (mut it, bob) = talk();
    let kept = u32::try_from(Scroll::MAX).unwrap();
    it.say(10);
    let upto = it.upto();
    it.say(kept);
    it.lost(bob, Some(upto));
    it.back(NEW);
    assert_eq!(it.again(), (0, (11..=10 + kept).collect()));
    it.say(3);
    it.lost(NEW, None);
    it.say(2);
    it.back(NEWER);
    let (lost, numbers) = it.again();
    assert_eq!(
        numbers,
        (it.said - u32::try_from(numbers.len()).unwrap() + 1..=it.said).collect::<Vec<_>>()
    );
    // All that was ever shown since: what was said, and the place twice.
    assert_eq!(lost, u64::from(kept + 5 + 1) - Scroll::MAX as u64);
}

#[test]
fn another_stay_has_other_numbers() {
    let (mut it, bob) = talk();
    it.say(2);
    let upto = ShownUpto { epoch: NEW, n: 1_000 };
    it.received(bob, upto);
    assert!(it.scroll().len() >= 2);
}
