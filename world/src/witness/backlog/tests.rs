use engine::id::CharacterId;

use super::*;
use crate::{act::permission::Role, fixture::Fixture, input::Input, witness::viewpoint::narrate};

/// A game in which Bob, whose session is given, hears what Ann says.
struct Talk {
    game: Fixture,
    ann: SessionId,
    bob: Entity,
    said: u32,
}

/// Numbers that are shown again: those that may have been seen, the number of dropped events, and
/// those that were not seen.
type Again = (Vec<u32>, u64, Vec<u32>);

/// Pause of Ann before each line, so that she is not rate limited.
const PAUSE: Duration = Duration::from_secs(2);
/// Number of lines that Ann says while the first of them may not have arrived.
const UNSURE: u32 = 5;

fn talk() -> (Talk, SessionId) {
    let mut game = Fixture::town();
    let ann = game.enter("Ann", Role::Player, "town/square");
    let session = game.enter("Bob", Role::Player, "town/square");
    let bob = game.entity("bob").unwrap();
    (Talk { game, ann, bob, said: 0 }, session)
}

impl Talk {
    /// Says the next numbers as Ann.
    fn say(&mut self, lines: u32) {
        for _ in 0..lines {
            self.said += 1;
            self.wait(PAUSE);
            self.game.type_line(self.ann, &format!("say {}", self.said));
        }
    }

    fn wait(&mut self, span: Duration) {
        self.game.now = self.game.now.after(span);
    }

    fn backlog(&self) -> &Backlog {
        self.game.sim.world().get::<Backlog>(self.bob).unwrap()
    }

    fn kept(&self) -> usize {
        self.backlog().shown.ring.len()
    }

    /// Reports that all was written and that the client is heard.
    fn well(&self) -> LinkReport {
        let upto = self.backlog().upto();
        LinkReport { written: upto, reached: upto, ..LinkReport::default() }
    }

    /// Reports that the last `things` events were not written.
    fn behind(&self, things: u64) -> LinkReport {
        let upto = self.backlog().upto().unwrap();
        let written = Some(ShownUpto { n: upto.n - things, ..upto });
        LinkReport { written, reached: written, ..self.well() }
    }

    fn lost(&mut self, session: SessionId, report: LinkReport) {
        self.put(Input::Drop { session, report, grace: 600 });
    }

    fn back(&mut self, session: SessionId) {
        self.resume(session, None);
    }

    /// Comes back with a client that says what it has seen.
    fn resume(&mut self, session: SessionId, seen: Option<SeenEvents>) {
        let address = core::net::Ipv4Addr::LOCALHOST.into();
        let id = CharacterId::new("bob").unwrap();
        self.put(Input::Return { session, id, address, roster: None, seen });
    }

    fn put(&mut self, input: Input) {
        self.game.sim.put(input);
        self.game.tick();
    }

    fn again(&mut self) -> Again {
        let again = std::mem::take(&mut self.game.sim.world_mut().resource_mut::<ShownAgain>().0);
        let me = CharacterId::new("bob").unwrap();
        let words = |what: &Arc<Happening>| narrate(what, what.viewpoint(&me)).as_str().to_owned();
        let number = |words: String| words.split('"').nth(1).and_then(|it| it.parse::<u32>().ok());
        let (mut doubtful, mut lost, mut unseen) = (Vec::new(), 0, Vec::new());
        for (_, missed) in &again {
            doubtful.extend(missed.doubtful.iter().map(|(_, it)| words(it)).filter_map(number));
            lost += missed.lost;
            unseen.extend(missed.unseen.iter().map(words).filter_map(number));
        }
        (doubtful, lost, unseen)
    }
}

const NEW: SessionId = SessionId(1_000);
const NEWER: SessionId = SessionId(1_001);

#[test]
fn what_was_written_well_before_the_client_was_heard_is_let_go() {
    let (mut it, bob) = talk();
    it.say(9);
    it.put(Input::Link { session: bob, report: it.well() });
    assert_eq!(it.kept(), UNSURE as usize);
    it.wait(Backlog::SURE_AFTER);
    it.put(Input::Link { session: bob, report: it.behind(1) });
    assert_eq!(it.kept(), 1, "what was not written");
    let silent = LinkReport { silent: Backlog::SURE_AFTER, ..it.well() };
    it.put(Input::Link { session: bob, report: silent });
    assert_eq!(it.kept(), 1, "nothing was heard since");
    it.put(Input::Link { session: bob, report: it.well() });
    assert_eq!(it.kept(), 0);
    assert!(size_of::<Backlog>() <= 80, "everybody who is idle has one");
}

#[test]
fn of_a_client_that_closed_its_connection_the_last_seconds_are_shown_again() {
    let (mut it, bob) = talk();
    it.say(20);
    it.lost(bob, it.well());
    it.say(2);
    it.back(NEW);
    assert_eq!(it.again(), ((20 - UNSURE + 1..=20).collect(), 0, vec![21, 22]));
    // Once; and nothing of it is left when the next link has lasted for long.
    it.wait(Backlog::SURE_AFTER);
    it.lost(NEW, it.well());
    it.back(NEWER);
    assert_eq!(it.again(), (vec![], 0, vec![]));
}

#[test]
fn of_a_client_that_vanished_all_since_it_was_heard_is_shown_again() {
    let (mut it, bob) = talk();
    it.say(20);
    let silent = 10 * PAUSE;
    it.lost(bob, LinkReport { silent, ..it.well() });
    it.back(NEW);
    assert_eq!(it.again(), ((20 - 10 - UNSURE + 1..=20).collect(), 0, vec![]));
}

#[test]
fn what_a_link_outlasted_by_long_has_arrived_though_its_client_was_never_heard() {
    let (mut it, bob) = talk();
    it.say(3);
    it.wait(Backlog::GIVEN_UP_AFTER);
    it.say(2);
    let silent = 2 * Backlog::GIVEN_UP_AFTER;
    it.lost(bob, LinkReport { silent, ..it.well() });
    it.back(NEW);
    assert_eq!(it.again(), (vec![4, 5], 0, vec![]));
}

#[test]
fn what_was_not_written_is_shown_however_long_the_link_lasted() {
    let (mut it, bob) = talk();
    it.say(4);
    it.wait(2 * Backlog::GIVEN_UP_AFTER);
    it.lost(bob, it.behind(2));
    it.say(1);
    it.back(NEW);
    assert_eq!(it.again(), (vec![], 0, vec![3, 4, 5]));
}

#[test]
fn of_what_overtook_lines_that_wait_for_the_disk_all_is_shown_again_as_maybe_seen() {
    let (mut it, bob) = talk();
    it.say(20);
    // The second waits for the disk, and all but the last two overtook it.
    let (written, reached) = (it.behind(19).written, it.behind(2).written);
    it.lost(bob, LinkReport { written, reached, ..it.well() });
    it.back(NEW);
    assert_eq!(it.again(), ((2..=18).collect(), 0, vec![19, 20]));
}

#[test]
fn what_is_shown_again_may_be_lost_with_the_next_link() {
    let (mut it, bob) = talk();
    it.say(3);
    it.lost(bob, it.behind(1));
    it.wait(2 * Backlog::SURE_AFTER);
    it.back(NEW);
    assert_eq!(it.again(), (vec![1, 2], 0, vec![3]));
    it.lost(NEW, it.well());
    it.back(NEWER);
    assert_eq!(it.again(), (vec![1, 2, 3], 0, vec![]));
}

#[test]
fn of_a_connection_that_is_taken_over_is_shown_again_once_it_has_ended() {
    let (mut it, bob) = talk();
    it.say(1);
    let one = it.well();
    it.say(2);
    it.back(NEW);
    it.say(1);
    assert_eq!(it.again(), (vec![], 0, vec![]), "the old one may still get it");
    // What the new one has received says nothing of the old one.
    it.wait(Backlog::SURE_AFTER);
    it.put(Input::Link { session: NEW, report: it.well() });
    it.say(1);
    let silent = 2 * Backlog::SURE_AFTER;
    it.lost(bob, LinkReport { silent, ..one });
    assert_eq!(it.again(), (vec![1], 0, vec![2, 3]));
    it.lost(bob, one);
    assert_eq!(it.again(), (vec![], 0, vec![]), "once");
    it.lost(NEW, it.well());
    it.back(NEWER);
    assert_eq!(it.again(), (vec![5, 1, 2, 3], 0, vec![]), "it was shown after the fifth");
}

#[test]
fn of_two_that_were_taken_over_each_is_waited_for() {
    let (mut it, bob) = talk();
    let none = it.well();
    it.say(1);
    it.back(NEW);
    let one = it.well();
    it.say(1);
    it.back(NEWER);
    it.say(1);
    it.lost(NEW, one);
    assert_eq!(it.again(), (vec![], 0, vec![2]));
    it.lost(bob, none);
    assert_eq!(it.again(), (vec![], 0, vec![1]));
}

#[test]
fn what_comes_of_a_connection_whose_player_is_away_waits_for_them() {
    let (mut it, bob) = talk();
    it.say(1);
    let one = it.well();
    it.say(1);
    it.back(NEW);
    it.wait(Backlog::SURE_AFTER);
    it.lost(NEW, it.well());
    it.say(1);
    it.lost(bob, LinkReport { silent: Backlog::SURE_AFTER + PAUSE, ..one });
    assert_eq!(it.again(), (vec![], 0, vec![]), "nobody is there to read it");
    it.back(NEWER);
    assert_eq!(it.again(), (vec![1], 0, vec![2, 3]));
}

#[test]
fn what_has_no_room_is_counted_unless_it_may_have_been_seen() {
    let (mut it, bob) = talk();
    let kept = u32::try_from(Backlog::MAX).unwrap();
    it.say(10);
    it.lost(bob, it.well());
    it.say(kept - UNSURE);
    it.back(NEW);
    let (first, last) = (10 - UNSURE + 1, 10 + kept - UNSURE);
    assert_eq!(it.again(), ((first..=10).collect(), 0, (11..=last).collect()));
    it.lost(NEW, it.behind(u64::from(kept)));
    it.say(3);
    it.back(NEWER);
    let (doubtful, lost, unseen) = it.again();
    assert!(doubtful.is_empty(), "what was not seen comes first: {doubtful:?}");
    // All was kept and not written, what was said and the place that Bob saw again.
    assert_eq!((lost, unseen.last()), (3, Some(&it.said)));
    assert_eq!(unseen.len(), Backlog::MAX - 1);
}

#[test]
fn another_stay_has_other_numbers() {
    let (mut it, bob) = talk();
    it.say(2);
    it.wait(Backlog::GIVEN_UP_AFTER);
    let written = Some(ShownUpto { epoch: NEW, n: 1_000 });
    it.lost(bob, LinkReport { written, reached: written, ..it.well() });
    it.back(NEWER);
    assert_eq!(it.again(), (vec![], 0, vec![1, 2]));
}

/// Returns what a client has seen that shows up to `things` events before the last one shown.
fn seen(it: &Talk, things: u64) -> Option<SeenEvents> {
    let upto = it.backlog().upto().unwrap();
    Some(SeenEvents { upto: ShownUpto { n: upto.n - things, ..upto }, beyond: Vec::new() })
}

#[test]
fn a_client_that_says_what_it_has_seen_is_shown_all_else_once() {
    let (mut it, bob) = talk();
    it.say(20);
    // All was written, three of them on their way when the link broke.
    let (seen, silent) = (seen(&it, 3), 10 * PAUSE);
    it.lost(bob, LinkReport { silent, ..it.well() });
    it.say(2);
    it.resume(NEW, seen);
    assert_eq!(it.again(), (vec![], 0, (18..=22).collect()));
}

#[test]
fn what_overtook_other_events_is_not_shown_again_either() {
    let (mut it, bob) = talk();
    it.say(9);
    let mut seen = seen(&it, 5).unwrap();
    seen.beyond = vec![seen.upto.n + 2, seen.upto.n + 5];
    it.lost(bob, it.well());
    it.resume(NEW, Some(seen));
    assert_eq!(it.again(), (vec![], 0, vec![5, 7, 8]));
}

#[test]
fn a_client_that_comes_back_before_its_old_link_is_missed_waits_for_nothing() {
    let (mut it, bob) = talk();
    it.say(9);
    let seen = seen(&it, 2);
    it.resume(NEW, seen);
    assert_eq!(it.again(), (vec![], 0, vec![8, 9]));
    // Nothing of the old one is shown once more when it ends at last.
    it.lost(bob, it.behind(4));
    assert_eq!(it.again(), (vec![], 0, vec![]));
}

#[test]
fn what_was_seen_in_another_stay_says_nothing_about_this_one() {
    let (mut it, bob) = talk();
    it.say(3);
    let upto = ShownUpto { epoch: SessionId(999), n: 1_000 };
    it.lost(bob, it.well());
    it.resume(NEW, Some(SeenEvents { upto, beyond: Vec::new() }));
    assert_eq!(it.again(), (vec![1, 2, 3], 0, vec![]));
}

#[test]
fn what_a_client_acknowledged_is_let_go_at_once() {
    let (mut it, bob) = talk();
    it.say(9);
    let acknowledged = it.behind(2).written;
    it.put(Input::Link { session: bob, report: LinkReport { acknowledged, ..it.well() } });
    assert_eq!(it.kept(), 2);
    it.lost(bob, LinkReport { acknowledged: it.behind(1).written, ..it.well() });
    it.back(NEW);
    assert_eq!(it.again(), (vec![9], 0, vec![]));
}
