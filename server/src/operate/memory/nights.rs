//! Nights between the conversations of a memory: what a character derives from its notes, by rule.

use assistants::{
    memory::{Note, links, shelf::Shelf},
    mind::dream::{self, DreamRules, DreamTask},
    think::outside,
};
use engine::{
    clock::WorldTime,
    id::{BadSlug, CharacterId},
};

/// Milliseconds of a day.
const DAY: u64 = 86_400_000;

/// Returns the id of a speaker.
pub(super) fn person(name: &str) -> Result<CharacterId, BadSlug> {
    let slug: String =
        name.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '-' }).collect();
    CharacterId::new(&slug.trim_matches('-').to_lowercase())
}

/// Works through the notes of a memory, and gives what is derived the numbers from `next` on. Returns the
/// number of new notes.
pub(super) fn work_through(
    shelf: &mut Shelf,
    mind: &CharacterId,
    next: u64,
    now: WorldTime,
) -> u64 {
    let rules = DreamRules { me: mind.as_str(), day_of: &|at| at.0 / DAY, day: DAY };
    let notes = outside::of_night(shelf.notes(mind).cloned().collect(), now);
    let mut made = 0;
    for unit in dream::work(&notes, now) {
        match &unit.task {
            DreamTask::Link(notes) => {
                let notes: Vec<&Note> = notes.iter().collect();
                for note in links::relinked(&notes, usize::MAX) {
                    shelf.put(mind.clone(), note);
                }
            }
            DreamTask::Prune(serials) => {
                serials.iter().for_each(|serial| shelf.drop_note(mind, *serial));
            }
            task @ (DreamTask::Journal { .. }
            | DreamTask::Reflect { .. }
            | DreamTask::Profile { .. }
            | DreamTask::Matters(_)) => {
                for derived in dream::by_rule(task, None, &rules) {
                    let serial = next + made;
                    let is_old = |it: &&Note| derived.replaces.contains(&it.serial);
                    let old: Vec<Note> = task.notes().iter().filter(is_old).cloned().collect();
                    for it in old {
                        shelf.put(mind.clone(), Note { superseded_by: Some(serial), ..it });
                    }
                    shelf.put(mind.clone(), derived.draft(mind.clone(), now).numbered(serial));
                    made += 1;
                }
            }
        }
    }
    made
}
