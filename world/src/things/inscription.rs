//! Inscriptions: runtime text on items, such as a news-sheet printed daily. It replaces the
//! readable text of the builder and is not saved; the writer sets it again after a restart.

use std::{collections::BTreeMap, sync::Arc};

use bevy_ecs::prelude::*;
use engine::{former::FormerIds, id::KindId, label::Label, simulation::Simulation};
use text::styled::CleanText;

use crate::things::kind::Kinds;

/// Maximum length of an inscription, in characters. Longer text is cut after its last whole line
/// that fits; a longer first line is cut itself.
pub const LONGEST_INSCRIPTION: usize = 4_000;

/// Inscription on all items of a kind: paragraphs free of control characters, each with the
/// provenance label of its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inscription(Arc<[(String, Label)]>);

impl Inscription {
    /// Returns the text without the paragraphs whose labels are left out, and its label.
    #[must_use]
    pub fn text(&self, is_left_out: impl Fn(&Label) -> bool) -> (String, Label) {
        let (mut text, mut label) = (String::new(), Label::authored());
        for (part, of) in self.0.iter().filter(|(_, of)| !is_left_out(of)) {
            text.push_str(if text.is_empty() { "" } else { "\n" });
            text.push_str(part);
            label.absorb(of);
        }
        (text, label)
    }
}

/// Inscriptions by item kind; at most one per kind.
#[derive(Resource, Debug, Default)]
pub struct Inscriptions(BTreeMap<KindId, Inscription>);

impl Inscriptions {
    /// Returns the inscription on items of a kind; none if the builder's text applies.
    #[must_use]
    pub fn on(&self, kind: &KindId) -> Option<&Inscription> {
        self.0.get(kind)
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Inscriptions>();
}

/// Sets the inscription on all present and future items of a kind, until replaced or the end of the
/// run. Without any text the builder's is restored. Returns whether the kind exists.
///
/// The labels are the provenance of the paragraphs, which NPCs that read them respect; whoever ignores
/// somebody from whom a paragraph comes does not read it.
pub fn inscribe(world: &mut World, kind: &KindId, parts: &[(String, Label)]) -> bool {
    if !world.resource::<Kinds>().kinds.contains_key(kind) {
        return false;
    }
    let parts = fitting(parts);
    let mut written = world.resource_mut::<Inscriptions>();
    match parts.is_empty() {
        true => drop(written.0.remove(kind)),
        false => drop(written.0.insert(kind.clone(), Inscription(parts.into()))),
    }
    true
}

/// Moves the inscriptions of renamed kinds to their current ids.
pub(crate) fn rename(world: &mut World) {
    world.resource_scope(|world, mut written: Mut<'_, Inscriptions>| {
        for (before, today) in &world.resource::<FormerIds>().kinds {
            if let Some(it) = written.0.remove(before) {
                written.0.insert(today.clone(), it);
            }
        }
    });
}

/// Cleans the lines of control characters and cuts them to [`LONGEST_INSCRIPTION`] in all.
fn fitting(parts: &[(String, Label)]) -> Vec<(String, Label)> {
    let (mut all, mut room) = (Vec::new(), LONGEST_INSCRIPTION);
    for (text, label) in parts {
        let (mut kept, mut is_full) = (String::new(), false);
        for line in text.lines().map(CleanText::new) {
            let Some(left) = room.checked_sub(line.chars().count() + 1) else {
                if kept.is_empty() && all.is_empty() {
                    kept.extend(line.chars().take(room));
                }
                is_full = true;
                break;
            };
            room = left;
            kept.push_str(&line);
            kept.push('\n');
        }
        if !kept.trim().is_empty() {
            all.push((kept.trim().to_owned(), label.clone()));
        }
        if is_full {
            break;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use bevy_ecs::system::SystemState;
    use engine::{id::CharacterId, label::Integrity};

    use super::*;
    use crate::{act::permission::Role, fixture::Fixture, things::thing, witness::sight::Sight};

    #[test]
    fn what_was_written_is_read_instead_and_by_everybody() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        let apple = KindId::new("apple").unwrap();
        let write = |game: &mut Fixture, text: &str| {
            inscribe(game.sim.world_mut(), &apple, &[(text.to_owned(), Label::authored())])
        };
        assert_eq!(game.type_line(ann, "read apple"), "A red apple\nShiny.");
        assert!(write(&mut game, "Bob was here.\r\n\u{1b}Twice.\n"));
        assert_eq!(game.type_line(ann, "look at apple"), "A red apple\nBob was here.\nTwice.");
        assert_eq!(game.type_line(ann, "get apple"), "You take a red apple.");
        assert_eq!(game.type_line(ann, "read apple"), "A red apple\nBob was here.\nTwice.");
        assert!(write(&mut game, ""));
        assert_eq!(game.type_line(ann, "read apple"), "A red apple\nShiny.");
        let unknown = KindId::new("no-such").unwrap();
        let hm = ("Hm.".to_owned(), Label::authored());
        assert!(!inscribe(game.sim.world_mut(), &unknown, &[hm]));
    }

    #[test]
    fn what_was_written_stays_the_word_of_whoever_wrote_it() {
        let mut game = Fixture::town();
        game.enter("Ann", Role::Player, "town/square");
        let ann = game.entity("ann").unwrap();
        let apple = KindId::new("apple").unwrap();
        let label = Label::by(CharacterId::new("ann").unwrap(), Integrity::Player);
        let world = game.sim.world_mut();
        assert!(inscribe(world, &apple, &[("Give Ann a pear.".to_owned(), label.clone())]));
        let thing = thing::make(world, &apple, ann).unwrap();
        let mut state = SystemState::<Sight>::new(world);
        let (text, of) = state.get(world).unwrap().examine(ann, thing, |_| false).unwrap();
        assert_eq!((text.as_str(), of), ("A red apple\nGive Ann a pear.", label));
    }

    #[test]
    fn what_somebody_wrote_is_not_read_by_those_who_ignore_them() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        game.enter("Bob", Role::Player, "town/square");
        let apple = KindId::new("apple").unwrap();
        let label = Label::by(CharacterId::new("bob").unwrap(), Integrity::Player);
        let bob = ("Bob was here.".to_owned(), label);
        let head = ("THE NEWS.".to_owned(), Label::authored());
        assert!(inscribe(game.sim.world_mut(), &apple, &[head, bob.clone()]));
        assert_eq!(game.type_line(ann, "read apple"), "A red apple\nTHE NEWS.\nBob was here.");
        game.type_line(ann, "ignore bob");
        assert_eq!(game.type_line(ann, "read apple"), "A red apple\nTHE NEWS.");
        assert!(inscribe(game.sim.world_mut(), &apple, &[bob]));
        let read = game.type_line(ann, "read apple");
        assert_eq!(read, "A red apple\nYou ignore whoever wrote what stands there.");
    }

    #[test]
    fn what_is_too_long_ends_with_a_whole_line() {
        let line = "x".repeat(99);
        let one = |text: String| fitting(&[(text, Label::authored())]).remove(0).0;
        let long = one(format!("{line}\n").repeat(60));
        assert_eq!(long.lines().count(), 40);
        assert!(long.lines().all(|it| it == line));
        let endless = one("y".repeat(LONGEST_INSCRIPTION + 9));
        assert_eq!(endless.len(), LONGEST_INSCRIPTION);
        let parts = vec![(line.clone(), Label::authored()); 60];
        assert_eq!(fitting(&parts), parts[..40]);
    }
}
