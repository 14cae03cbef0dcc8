//! Mail: letters to characters who may be logged out, kept until they are thrown away.
//!
//! Each letter is a saved document of the kind `letter` ([`LetterDocument`]) with a number of its own,
//! which belongs to its addressee and mentions its author, so that deleting either deletes it. All are
//! in memory too, in [`Letters`], whose limits refuse further ones.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::{AccountId, CharacterId},
    index,
    label::{Integrity, Label, Readers},
    save::{
        self,
        dirty::Dirty,
        document::{Changed, DocumentKind, SavedRow, Unreadable, Written, numbered},
    },
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};
use text::styled::{Style, Text};

use crate::{
    act::refusal::Refusal,
    beings::{
        character::{Character, CharacterRef},
        forgetting::AddForgetter,
        people,
        presence::Connected,
    },
    witness::narrator::tell_one,
};

pub mod command;

/// Letter, in the first form in which it is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LetterV1 {
    /// Number, from 1; of two letters the later one has the greater.
    pub number: u64,
    /// Addressee.
    pub to: CharacterId,
    /// Author.
    pub by: CharacterRef,
    /// Account of the author; none for minds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<AccountId>,
    pub words: String,
    /// Time at which the letter was written.
    pub at: WorldTime,
    /// True once the addressee has read it.
    pub read: bool,
}

/// A letter as it is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum LetterDocument {
    /// The first form.
    V1(LetterV1),
}

impl LetterDocument {
    /// Returns the document in its newest version.
    #[must_use]
    pub fn current(self) -> LetterV1 {
        match self {
            Self::V1(it) => it,
        }
    }
}

impl LetterV1 {
    /// Returns the label of the letter: its author's word, for author and addressee alone.
    #[must_use]
    pub fn label(&self) -> Label {
        let both = [self.to.clone(), self.by.id.clone()];
        Label::by(self.by.id.clone(), Integrity::Player).kept_to(&Readers::Only(both.into()))
    }
}

/// Message: there is a letter to one of the town's own people.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct LetterArrived {
    pub to: CharacterId,
    /// Number of the letter.
    pub number: u64,
}

/// The kind of the documents of letters, which belong to those they are for.
pub const KIND: &str = "letter";

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Letters>();
    sim.add_queue::<LetterArrived>();
    sim.add_forgetter(|world, whom| {
        world.resource_scope(|world, mut letters: Mut<'_, Letters>| {
            let is_of = |it: &&LetterV1| {
                whom.characters.contains(&it.to) || whom.characters.contains(&it.by.id)
            };
            let theirs = letters.all.values().filter(is_of).map(|it| it.number);
            let theirs: Vec<u64> = theirs.collect();
            letters.remove(&theirs, &mut world.resource_mut());
        });
    });
    sim.add_document(DocumentKind { name: KIND, newest: None, collect, restore });
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(id) = changed else { return None };
    let letter = world.resource::<Letters>().all.get(&id.parse().ok()?)?;
    let row = save::document::row(KIND, id, &letter.to, &LetterDocument::V1(letter.clone()));
    Some(row.map(|row| row.mentioning([letter.by.id.clone()].into())))
}

/// Restores the letters. A number is given once, so a row that cannot be read stops the start
/// rather than be written over.
fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    for row in saved {
        let letter: LetterDocument = save::document::read(KIND, row)?;
        let letter = letter.current();
        // One that was not read before the server stopped is read now.
        let reader = index::find(world, &letter.to);
        if reader.is_some_and(|it| people::is_assistant(world, it)) {
            world.write_message(LetterArrived { to: letter.to.clone(), number: letter.number });
        }
        world.resource_mut::<Letters>().add(letter);
    }
    Ok(())
}

/// Table of all letters, so that one reaches somebody asleep as well.
#[derive(Resource, Debug, Default)]
pub struct Letters {
    all: BTreeMap<u64, LetterV1>,
    /// The numbers of those that are somebody's, oldest first.
    of: BTreeMap<CharacterId, Vec<u64>>,
    /// Number of unread letters of each author.
    unread: BTreeMap<String, usize>,
    last: u64,
}

impl Letters {
    /// Most letters of one character; further ones are refused.
    pub const OF_ONE: usize = 50;
    /// Most letters by one account that are not read yet; further ones are refused.
    pub const UNREAD_BY_ONE: usize = 30;
    /// Most letters of everybody together; further ones are refused.
    pub const ALL: usize = 20_000;

    fn add(&mut self, letter: LetterV1) {
        self.last = self.last.max(letter.number);
        self.of.entry(letter.to.clone()).or_default().push(letter.number);
        if !letter.read {
            *self.unread.entry(writer(&letter)).or_default() += 1;
        }
        self.all.insert(letter.number, letter);
    }

    /// Returns the letters to a character, oldest first.
    pub fn of(&self, whose: &CharacterId) -> impl Iterator<Item = &LetterV1> {
        self.of.get(whose).into_iter().flatten().filter_map(|it| self.all.get(it))
    }

    /// Returns the letter at a place of somebody's list, from 1.
    ///
    /// # Errors
    /// A [`Refusal`] when there are fewer.
    pub fn nth(&self, whose: &CharacterId, place: usize) -> Result<&LetterV1, Refusal> {
        let found = place.checked_sub(1).and_then(|it| self.of(whose).nth(it));
        found.ok_or_else(|| {
            let words = format!("You have no letter {place}. To see those you have, type: mail");
            Refusal::because(words)
        })
    }

    /// Takes a letter in and gives it its number; `name` is whose it is.
    ///
    /// # Errors
    /// A [`Refusal`] when its reader has too many, when too many of its writer's are
    /// unread, or when there are too many in all.
    pub fn send(
        &mut self,
        letter: LetterV1,
        name: &str,
        dirty: &mut Dirty,
    ) -> Result<usize, Refusal> {
        let theirs = self.of.get(&letter.to).map_or(0, Vec::len);
        if theirs >= Self::OF_ONE {
            let words = format!("{name} has as many letters as one can keep. Try again later.");
            return Err(Refusal::because(words));
        }
        if self.unread.get(&writer(&letter)).is_some_and(|it| *it >= Self::UNREAD_BY_ONE) {
            let words = format!(
                "{} of your letters are still unread, and that is the most. To take back those \
                 to somebody: mail recall NAME",
                Self::UNREAD_BY_ONE
            );
            return Err(Refusal::because(words));
        }
        if self.all.len() >= Self::ALL {
            let words = "All post bags are full, so no letter can be sent. Please tell the staff.";
            return Err(Refusal::because(words));
        }
        let number = self.last.saturating_add(1);
        dirty.touch_document(KIND, numbered(number));
        self.add(LetterV1 { number, ..letter });
        Ok(theirs + 1)
    }

    /// Notes that a letter was read.
    pub fn read(&mut self, number: u64, dirty: &mut Dirty) {
        let Some(letter) = self.all.get_mut(&number).filter(|it| !it.read) else { return };
        letter.read = true;
        let writer = writer(letter);
        dirty.touch_document(KIND, numbered(number));
        self.one_less(&writer);
    }

    /// Takes a letter out, for whoever reads it once and keeps none; none if it is gone.
    pub fn take(&mut self, number: u64, dirty: &mut Dirty) -> Option<LetterV1> {
        let letter = self.all.get(&number).cloned();
        self.remove(&[number], dirty);
        letter
    }

    /// Returns the number that the last letter has.
    #[must_use]
    pub fn last(&self) -> u64 {
        self.last
    }

    /// Throws these away.
    pub fn remove(&mut self, numbers: &[u64], dirty: &mut Dirty) {
        for number in numbers {
            let Some(letter) = self.all.remove(number) else { continue };
            dirty.touch_document(KIND, numbered(*number));
            if !letter.read {
                self.one_less(&writer(&letter));
            }
            if let Some(theirs) = self.of.get_mut(&letter.to) {
                theirs.retain(|it| it != number);
                if theirs.is_empty() {
                    self.of.remove(&letter.to);
                }
            }
        }
    }

    fn one_less(&mut self, writer: &str) {
        let Some(count) = self.unread.get_mut(writer) else { return };
        *count = count.saturating_sub(1);
        if *count == 0 {
            self.unread.remove(writer);
        }
    }
}

/// Returns the key by which the letters of one writer are counted. Those of one of the town's own
/// people, who have no account, are counted for each reader: who leaves them unread keeps them from
/// nobody else.
fn writer(letter: &LetterV1) -> String {
    let account = letter.account.as_ref();
    account
        .map_or_else(|| format!("{} to {}", letter.by.id, letter.to), |it| format!("account {it}"))
}

/// Tells a character that wakes up how many letters are unread.
pub(crate) fn remind(world: &mut World, who: Entity) {
    let Some(Character(id)) = world.get(who) else { return };
    let unread = world.resource::<Letters>().of(id).filter(|it| !it.read).count();
    if unread == 0 || world.get::<Connected>(who).is_none() {
        return;
    }
    let letters = if unread == 1 { "a letter".to_owned() } else { format!("{unread} letters") };
    let mut text = Text::plain(format!("You have {letters} to read. To see them, type: "));
    text.push(Style::Command, "mail");
    tell_one(world, who, text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        act::permission::Role,
        beings::{forgetting::Forgotten, sleepers::Sleepers},
        fixture::Fixture,
        input::Input,
        talk::board::Board,
    };

    fn letter(to: &str, by: &str, account: &str) -> LetterV1 {
        let id = |text: &str| CharacterId::new(text).unwrap();
        LetterV1 {
            number: 0,
            to: id(to),
            by: CharacterRef { id: id(by), name: by.to_owned() },
            account: AccountId::new(account).ok(),
            words: "Hello.".to_owned(),
            at: WorldTime(1),
            read: false,
        }
    }

    #[test]
    fn whoever_wakes_up_is_told_of_letters_that_are_not_read_yet() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        let bob = game.enter("Bob", Role::Player, "town/inn");
        game.sim.put(Input::Leave { session: bob });
        game.tick();
        game.type_line(ann, "mail bob = One.");
        game.type_line(ann, "mail bob = Two.");
        let bob = game.enter("Bob", Role::Player, "town/inn");
        let told = game.hears("bob");
        assert!(
            told.starts_with("You have 2 letters to read. To see them, type: mail\n"),
            "{told}"
        );
        game.type_line(bob, "mail 1");
        game.type_line(bob, "mail delete read");
        assert!(game.type_line(bob, "mail").contains("1, new, from Ann"), "the other is left");
        game.sim.put(Input::Leave { session: bob });
        game.tick();
        game.enter("Bob", Role::Player, "town/inn");
        assert!(game.hears("bob").starts_with("You have a letter to read."));
    }

    #[test]
    fn who_is_gone_for_good_leaves_neither_letters_nor_notes_nor_a_name() {
        let mut game = Fixture::town();
        let [ann, bob, carol] =
            ["Ann", "Bob", "Carol"].map(|name| game.enter(name, Role::Player, "town/square"));
        for (from, to) in [(ann, "bob"), (bob, "ann"), (carol, "bob"), (bob, "carol")] {
            game.type_line(from, &format!("mail {to} = Hello."));
        }
        game.type_line(carol, "ignore ann");
        let [gone, other] = ["ann", "bob"].map(|id| {
            let entity = game.entity(id).unwrap();
            crate::beings::people::who(game.sim.world(), entity).unwrap()
        });
        game.sim.world_mut().resource_scope(|world, mut board: Mut<'_, Board>| {
            for by in [&gone, &other] {
                let mut dirty = world.resource_mut();
                board.post(by, "Hello.".to_owned(), WorldTime(1), &mut dirty).unwrap();
            }
        });
        for session in [ann, carol] {
            game.sim.put(Input::Leave { session });
        }
        game.tick();
        assert!(game.type_line(bob, "whois ann").starts_with("Ann\nAsleep for"));
        game.sim.drain::<save::document::Row>();
        let account = AccountId::new("a1").unwrap();
        let whom = Forgotten { account, characters: [gone.id.clone()].into() };
        game.sim.put(Input::Forget { whom, words: String::new() });
        game.tick();
        let rows = game.sim.drain::<save::document::Row>();
        let deleted = rows.into_iter().filter(|it| it.body.is_none());
        let kinds: Vec<_> = deleted.map(|it| it.kind).collect();
        assert_eq!(kinds, [KIND, KIND, crate::talk::board::KIND]);
        let world = game.sim.world();
        assert_eq!(world.resource::<Letters>().all.len(), 2);
        assert_eq!(world.resource::<Board>().notes().count(), 1);
        let sleepers = world.resource::<Sleepers>();
        assert!(sleepers.get(&gone.id).is_none());
        let carol = sleepers.called("carol").map(|(_, it)| it.ignores.len());
        assert_eq!(carol, Some(0));
        assert!(game.type_line(bob, "whois ann").starts_with("Nobody called"));
    }

    #[test]
    fn letters_are_bounded_for_their_readers_and_their_writers() {
        let (mut letters, mut dirty) = (Letters::default(), Dirty::default());
        for n in 1..=Letters::OF_ONE {
            let one = letter("bob", &format!("p{n}"), &format!("a{n}"));
            assert_eq!(letters.send(one, "Bob", &mut dirty), Ok(n));
        }
        assert!(letters.send(letter("bob", "ann", "a"), "Bob", &mut dirty).is_err());
        for n in 0..Letters::UNREAD_BY_ONE {
            let by = if n % 2 == 0 { "ann" } else { "annie" };
            letters.send(letter(&format!("r{n}"), by, "a"), "R", &mut dirty).unwrap();
        }
        let more = || letter("carol", "ann", "a");
        assert!(letters.send(more(), "Carol", &mut dirty).is_err(), "of all characters together");
        let first = letters.nth(&CharacterId::new("r0").unwrap(), 1).unwrap().number;
        letters.read(first, &mut dirty);
        letters.read(first, &mut dirty);
        assert_eq!(letters.send(more(), "Carol", &mut dirty), Ok(1));
        assert!(letters.send(more(), "Carol", &mut dirty).is_err(), "read once, not twice");
        let second = letters.nth(&CharacterId::new("r1").unwrap(), 1).unwrap().number;
        letters.remove(&[second, second], &mut dirty);
        assert_eq!(letters.send(more(), "Carol", &mut dirty), Ok(2));
        assert!(letters.nth(&CharacterId::new("r1").unwrap(), 1).is_err());
        assert!(letters.nth(&CharacterId::new("bob").unwrap(), 0).is_err());
    }
}
