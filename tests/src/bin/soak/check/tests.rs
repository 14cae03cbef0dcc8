use ::tests::cast::Place;

use super::*;
use crate::acts;

const SQUARE: &str = "town/square";
const INN: &str = "town/inn";
const PEAR: &str = "a pear";

/// The small town with Ann and Bob, what their screens have shown, and what is seen after that.
struct Game {
    town: Town,
    ledger: Ledger,
    ann: Record,
    bob: Record,
    seen: Seen,
}

impl Game {
    fn new() -> Self {
        let town = Town::read(Place::Test.folder()).unwrap();
        let mut ledger = Ledger::new(&town);
        let record = |name: &str| Record { name: name.to_owned(), ..Record::default() };
        let mut seen = Seen::default();
        for name in ["Ann", "Bob"] {
            let newcomer = town.newcomer(name);
            ledger.facts.add_all(newcomer.iter().map(|(fact, n)| (fact, n)));
            seen.whole.insert(name.to_owned());
        }
        seen.facts = ledger.facts.clone();
        Self { town, ledger, ann: record("Ann"), bob: record("Bob"), seen }
    }

    /// Ann does something and reads it.
    fn shown(mut self, act: &Act) -> Self {
        self.ann.happened(act.outcomes.first().unwrap());
        self
    }

    /// Ann does something and reads no answer.
    fn cut(mut self, act: Act) -> Self {
        self.ann.cut = Some(act);
        self
    }

    /// Bob reads something so many times.
    fn bob_saw(mut self, words: &str, times: i64) -> Self {
        self.bob.saw.insert(words.to_owned(), times);
        self
    }

    /// It is so after the restart.
    fn is(mut self, changes: &[(Fact, i64)]) -> Self {
        self.seen.facts.add_all(changes.iter().map(|(fact, n)| (fact, n)));
        self
    }

    fn check(&mut self) -> Vec<String> {
        let records = [std::mem::take(&mut self.ann), std::mem::take(&mut self.bob)];
        self.ledger.check(&self.town, &records, &self.seen).problems
    }
}

fn holds(who: &str, n: i64) -> (Fact, i64) {
    (Fact::Holds(who.to_owned(), PEAR.to_owned()), n)
}

fn lies(room: &str, n: i64) -> (Fact, i64) {
    (Fact::Lies(room.to_owned(), PEAR.to_owned()), n)
}

fn at(who: &str, room: &str, n: i64) -> (Fact, i64) {
    (Fact::At(who.to_owned(), room.to_owned()), n)
}

/// Ann has carried a pear to the inn, and another lies where it grew.
fn with_pear() -> Game {
    let walk = [at("Ann", SQUARE, -1), at("Ann", INN, 1)];
    let mut game = Game::new().is(&walk).is(&[holds("Ann", 1)]);
    game.ann.happened(acts::get("Ann", SQUARE, PEAR).outcomes.first().unwrap());
    game.ann.happened(
        acts::walk("Ann", SQUARE, text::parse::Direction::North, (INN, "The Inn"))
            .outcomes
            .first()
            .unwrap(),
    );
    assert_eq!(game.check(), [""; 0]);
    game.ann.name = "Ann".to_owned();
    game.bob.name = "Bob".to_owned();
    game
}

#[test]
fn what_was_shown_must_be_so() {
    let drop = acts::drop("Ann", INN, PEAR, true);
    let good = with_pear().shown(&drop).is(&[holds("Ann", -1), lies(INN, 1)]).check();
    assert_eq!(good, [""; 0]);
    let undone = with_pear().shown(&drop).check();
    assert_eq!(undone.len(), 2, "{undone:?}");
    let lost = with_pear().shown(&drop).is(&[holds("Ann", -1)]).check();
    assert_eq!(lost.len(), 1, "{lost:?}");
    let doubled = with_pear().shown(&drop).is(&[lies(INN, 1)]).check();
    assert_eq!(doubled.len(), 1, "{doubled:?}");
    let gone = with_pear().is(&[(Fact::Coins("Bob".to_owned()), -1)]).check();
    assert_eq!(gone.len(), 1, "{gone:?}");
}

#[test]
fn an_act_without_an_answer_has_happened_wholly_or_not_at_all() {
    let cut = || with_pear().cut(acts::drop("Ann", INN, PEAR, true));
    assert_eq!(cut().check(), [""; 0]);
    assert_eq!(cut().is(&[holds("Ann", -1), lies(INN, 1)]).check(), [""; 0]);
    for half in [holds("Ann", -1), lies(INN, 1)] {
        let problems = cut().is(&[half]).check();
        assert!(problems.iter().any(|it| it.contains("\"drop a pear\"")), "{problems:?}");
    }
    let twice = cut().is(&[holds("Ann", -1), lies(INN, 2)]).check();
    assert_eq!(twice.len(), 1, "{twice:?}");
}

#[test]
fn two_acts_without_an_answer_explain_each_other() {
    let mut game = with_pear().cut(acts::give("Ann", "Bob", "Bob", PEAR));
    // Bob hands on what he was just given.
    game.bob.cut = Some(acts::drop("Bob", INN, PEAR, true));
    assert_eq!(game.is(&[holds("Ann", -1), lies(INN, 1)]).check(), [""; 0]);
}

#[test]
fn what_another_screen_has_shown_has_happened() {
    let cut = || with_pear().cut(acts::drop("Ann", INN, PEAR, true));
    let words = "Ann puts down a pear.";
    assert_eq!(cut().bob_saw(words, 1).is(&[holds("Ann", -1), lies(INN, 1)]).check(), [""; 0]);
    let undone = cut().bob_saw(words, 1).check();
    assert_eq!(undone.len(), 2, "{undone:?}");
    let made_up = cut().bob_saw(words, 2).check();
    assert!(made_up.iter().any(|it| it.contains("Bob saw 2 times")), "{made_up:?}");
}

#[test]
fn things_are_put_back_once_and_only_where_they_belong() {
    let taken = || Game::new().shown(&acts::get("Ann", SQUARE, PEAR));
    // What lay in the square was taken, and another was put there.
    assert_eq!(taken().is(&[holds("Ann", 1)]).check(), [""; 0]);
    let none = taken().is(&[holds("Ann", 1), lies(SQUARE, -1)]).check();
    assert!(none.iter().any(|it| it.contains("1 to 1 may have been put back")), "{none:?}");
    for surplus in [lies(SQUARE, 1), lies(INN, 1)] {
        let two = taken().is(&[holds("Ann", 1), surplus]).check();
        assert_eq!(two.len(), 1, "{two:?}");
    }
}

#[test]
fn nothing_is_put_back_beyond_the_limit() {
    let mut game = Game::new().shown(&acts::get("Ann", SQUARE, PEAR));
    let limit = game.town.kinds.get(PEAR).unwrap().limit;
    // Bob has all the others.
    game.ledger.facts.add_all([holds("Bob", limit - 1)].iter().map(|(fact, n)| (fact, n)));
    let full = [holds("Bob", limit - 1), holds("Ann", 1), lies(SQUARE, -1)];
    let mut game = game.is(&full);
    assert_eq!(game.check(), [""; 0]);
    let mut game = game.is(&[lies(SQUARE, 1)]);
    let beyond = game.check();
    assert!(beyond.iter().any(|it| it.contains("the limit is")), "{beyond:?}");
}

#[test]
fn marks_are_taken_over_with_what_came_with_them() {
    let mark = Fact::Marked("Ann".to_owned(), "helped".to_owned());
    let coins = Fact::Coins("Ann".to_owned());
    let mut act = acts::drop("Ann", INN, PEAR, true);
    act.outcomes.first_mut().unwrap().effects =
        vec![holds("Ann", -1), (coins.clone(), 5), (mark.clone(), 1)];
    let mut game = with_pear().cut(act).is(&[holds("Ann", -1), (coins, 5)]);
    assert_eq!(game.check(), [""; 0]);
    assert_eq!(game.ledger.facts.get(&mark), 1);
}

#[test]
fn who_does_not_exist_has_nothing() {
    let game = || {
        let mut game = Game::new();
        game.bob.name = "Cid".to_owned();
        game.bob.cut = Some(acts::create("Cid", game.town.newcomer("Cid")));
        game.seen.whole.insert("Cid".to_owned());
        game
    };
    assert_eq!(game().check(), [""; 0]);
    let newcomer = game().town.newcomer("Cid");
    assert_eq!(game().is(&newcomer).check(), [""; 0]);
    let poor: Effects = newcomer.into_iter().filter(|it| !matches!(it.0, Fact::Coins(_))).collect();
    assert_eq!(game().is(&poor).check().len(), 1);
}
