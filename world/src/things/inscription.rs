//! What is written on a thing while the server runs, such as a sheet that is set anew every day. It is
//! read instead of what the builder wrote, and is not saved: whoever writes it does so again after a
//! start.

use std::{collections::BTreeMap, sync::Arc};

use bevy_ecs::prelude::*;
use engine::{former::FormerIds, id::KindId, label::Label, simulation::Simulation};
use text::styled::CleanText;

use crate::things::kind::Kinds;

/// Most characters of what is written on a thing. What is longer ends with its last whole line, where
/// it has one.
pub const LONGEST_INSCRIPTION: usize = 4_000;

/// What is written on all things of a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inscription {
    /// The lines, none of which holds what no screen may show.
    pub text: Arc<str>,
    /// Whose words they are, and who may read them.
    pub label: Label,
}

/// What is written on things, by their kinds; no more than there are kinds.
#[derive(Resource, Debug, Default)]
pub struct Inscriptions(BTreeMap<KindId, Inscription>);

impl Inscriptions {
    /// What is written on things of a kind; none when they read as the builder wrote.
    #[must_use]
    pub fn on(&self, kind: &KindId) -> Option<&Inscription> {
        self.0.get(kind)
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Inscriptions>();
}

/// Writes on all things of a kind, those that come later included, until the next time or the end of
/// the run. An empty text leaves them as the builder wrote. Whether there is such a kind.
///
/// The label says whose words these are: minds who read them go by it.
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

/// Leaves what is written on things of a kind on them when the kind has another id.
pub(crate) fn rename(world: &mut World) {
    world.resource_scope(|world, mut written: Mut<'_, Inscriptions>| {
        for (before, today) in &world.resource::<FormerIds>().kinds {
            if let Some(it) = written.0.remove(before) {
                written.0.insert(today.clone(), it);
            }
        }
    });
}

/// The lines that have room, as a screen may show them.
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
