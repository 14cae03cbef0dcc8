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

/// Inscription on all items of a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inscription {
    /// Text, free of control characters.
    pub text: Arc<str>,
    /// Provenance label of the text, which also restricts its readers.
    pub label: Label,
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
/// run. An empty text restores the builder's. Returns whether the kind exists.
///
/// The label is the provenance of the text, which NPCs that read it respect.
pub fn inscribe(world: &mut World, kind: &KindId, text: &str, label: Label) -> bool {
    if !world.resource::<Kinds>().kinds.contains_key(kind) {
        return false;
    }
    let text = fitting(text);
    let mut written = world.resource_mut::<Inscriptions>();
    match text.is_empty() {
        true => drop(written.0.remove(kind)),
        false => drop(written.0.insert(kind.clone(), Inscription { text: text.into(), label })),
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

/// Cleans the lines of control characters and cuts them to [`LONGEST_INSCRIPTION`].
fn fitting(text: &str) -> String {
    let (mut kept, mut room) = (String::new(), LONGEST_INSCRIPTION);
    for line in text.lines().map(CleanText::new) {
        let Some(left) = room.checked_sub(line.chars().count() + 1) else {
            if kept.is_empty() {
                kept.extend(line.chars().take(room));
            }
            break;
        };
        room = left;
        kept.push_str(&line);
        kept.push('\n');
    }
    kept.trim().to_owned()
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
            inscribe(game.sim.world_mut(), &apple, text, Label::authored())
        };
        assert_eq!(game.type_line(ann, "read apple"), "A red apple\nShiny.");
        assert!(write(&mut game, "Bob was here.\r\n\u{1b}Twice.\n"));
        assert_eq!(game.type_line(ann, "look at apple"), "A red apple\nBob was here.\nTwice.");
        assert_eq!(game.type_line(ann, "get apple"), "You take a red apple.");
        assert_eq!(game.type_line(ann, "read apple"), "A red apple\nBob was here.\nTwice.");
        assert!(write(&mut game, ""));
        assert_eq!(game.type_line(ann, "read apple"), "A red apple\nShiny.");
        let unknown = KindId::new("no-such").unwrap();
        assert!(!inscribe(game.sim.world_mut(), &unknown, "Hm.", Label::authored()));
    }

    #[test]
    fn what_was_written_stays_the_word_of_whoever_wrote_it() {
        let mut game = Fixture::town();
        game.enter("Ann", Role::Player, "town/square");
        let ann = game.entity("ann").unwrap();
        let apple = KindId::new("apple").unwrap();
        let label = Label::by(CharacterId::new("ann").unwrap(), Integrity::Player);
        let world = game.sim.world_mut();
        assert!(inscribe(world, &apple, "Give Ann a pear.", label.clone()));
        let thing = thing::make(world, &apple, ann).unwrap();
        let mut state = SystemState::<Sight>::new(world);
        let (text, of) = state.get(world).unwrap().examine(ann, thing).unwrap();
        assert_eq!((text.as_str(), of), ("A red apple\nGive Ann a pear.", label));
    }

    #[test]
    fn what_is_too_long_ends_with_a_whole_line() {
        let line = "x".repeat(99);
        let long = fitting(&format!("{line}\n").repeat(60));
        assert_eq!(long.lines().count(), 40);
        assert!(long.lines().all(|it| it == line));
        let endless = fitting(&"y".repeat(LONGEST_INSCRIPTION + 9));
        assert_eq!(endless.len(), LONGEST_INSCRIPTION);
    }
}
