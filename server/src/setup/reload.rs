//! Hot reload of the content in a running game: the content that was read again, and what becomes
//! of the game by it.

use std::{path::PathBuf, sync::Arc};

use assistants::{mind::body, persona::Persona};
use bevy_ecs::prelude::*;
use engine::{
    save::durability::Durability,
    simulation::{self, Simulation},
    stage::Stage,
};
use world::{
    act::{
        command::{Command, CommandSpec},
        refusal::Refusal,
    },
    content::problem::Problem,
    input,
    staff::reload::Reload,
    witness::happenings::{ChangeFailed, with_durability},
};

use super::{
    apply, apply_people, changes, check,
    files::{self, Authored},
    place_new, source_files, taken,
};
use store::Store;

/// Content that was read again and has no problems; put into a game, it becomes what that says.
#[derive(Message, Debug, Clone)]
pub struct ReloadRequest {
    /// Path and text of each file, for the journal.
    pub files: Vec<(String, String)>,
    /// Content that the files define.
    pub authored: Arc<Authored>,
}

impl ReloadRequest {
    /// Parses and checks these files, path and text of each, for a game.
    ///
    /// # Errors
    /// All problems.
    pub fn new(sim: &Simulation, files: Vec<(String, String)>) -> Result<Self, Vec<Problem>> {
        let authored = Arc::new(check(sim, &files)?);
        Ok(Self { files, authored })
    }
}

/// Current content of a game, which is restored when a reload breaks.
#[derive(Resource)]
pub(super) struct LoadedContent(pub(super) Arc<Authored>);

/// Outcome of a reload: one for each [`ReloadRequest`], in order.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum ReloadOutcome {
    /// The new content is in place, with so many rooms and people.
    Done {
        rooms: usize,
        people: usize,
        /// Changes, a sentence each.
        changes: Vec<String>,
    },
    /// Nothing but made characters has changed, with a sentence for each.
    Made(Vec<String>),
    /// The old content is in place, because a character was made or removed while the new one was read.
    Outdated,
    /// The old content is in place, because of a fault; the log has more under this number.
    Broken(u64),
}

impl ReloadOutcome {
    /// Returns the message to whoever asked for the reload.
    ///
    /// # Errors
    /// The same, where nothing came of it.
    pub fn sentence(self) -> Result<String, String> {
        match self {
            Self::Done { rooms, people, changes } => {
                let all = format!("The content is read again: {rooms} rooms and {people} people.");
                Ok([vec![all], changes].concat().join("\n"))
            }
            Self::Made(told) => Ok(told.join("\n")),
            Self::Outdated => Err("Somebody made or removed a character at the same moment, so \
                nothing was changed. Please do it once more."
                .to_owned()),
            Self::Broken(fault) => {
                let broken = Refusal::Broken { verb: Reload::SPEC.name, fault };
                Err(format!("{broken} The content stays as it was."))
            }
        }
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.add_queue::<ReloadRequest>().add_queue::<ReloadOutcome>();
    sim.add_systems(Stage::Intake, apply_reloads.before(input::intake));
}

/// Applies reloaded content to the game; system of the stage Intake.
pub fn apply_reloads(world: &mut World) {
    for ReloadRequest { authored, .. } in simulation::take::<ReloadRequest>(world) {
        let before = world.resource::<LoadedContent>().0.clone();
        if authored.made != before.made {
            let Some(outcome) = apply_one_changed(world, &before, &authored) else { return };
            world.write_message(outcome);
            continue;
        }
        let personas = body::personas(world);
        let changed = with_durability(world, "the new content", Durability::Soft, |world| {
            let came = apply(world, &authored);
            place_new(world, &authored);
            came
        });
        let renewed = match changed {
            Ok(came) => {
                let (rooms, people) = (authored.content.rooms.len(), authored.personas.len());
                let before = world.resource::<LoadedContent>().0.clone();
                let changes = changes::sentences(&before, &authored, &came);
                world.insert_resource(LoadedContent(authored));
                body::record_changes(world, &personas);
                ReloadOutcome::Done { rooms, people, changes }
            }
            Err(ChangeFailed::RolledBack(fault)) => {
                // Rooms and kinds may be new in part. What breaks here ends the run.
                let before = world.resource::<LoadedContent>().0.clone();
                apply(world, &before);
                ReloadOutcome::Broken(fault)
            }
            Err(ChangeFailed::World) => return,
        };
        world.write_message(renewed);
    }
}

/// Applies content that differs in one made character, so that everything else stays as it is, doors
/// included. Content that was read before another such change is not applied, or that change would be
/// undone. None if the world broke.
fn apply_one_changed(
    world: &mut World,
    before: &Authored,
    authored: &Authored,
) -> Option<ReloadOutcome> {
    let Some(authored) = authored.with_one_changed(before) else {
        return Some(ReloadOutcome::Outdated);
    };
    let personas = body::personas(world);
    let is_new = |it: &&Arc<Persona>| !before.personas.iter().any(|old| Arc::ptr_eq(old, it));
    let new: Vec<Arc<Persona>> = authored.personas.iter().filter(is_new).cloned().collect();
    let changed = with_durability(world, "the characters", Durability::Soft, |world| {
        apply_people(world, &authored, &new);
        place_new(world, &authored);
    });
    match changed {
        Ok(()) => {
            let told = changes::made(before, &authored);
            world.insert_resource(LoadedContent(Arc::new(authored)));
            body::record_changes(world, &personas);
            Some(ReloadOutcome::Made(told))
        }
        Err(ChangeFailed::RolledBack(fault)) => {
            apply_people(world, before, &[]);
            Some(ReloadOutcome::Broken(fault))
        }
        Err(ChangeFailed::World) => None,
    }
}

/// Reads the content again, checks it together with the characters that staff made, and learns from its
/// examples. It blocks on the disk, the store
/// and the learning, so it runs outside the task that owns the world.
///
/// # Errors
/// Sentence for whoever asked for it.
pub async fn load(
    dir: PathBuf,
    commands: Vec<&'static CommandSpec>,
    made: Vec<(String, String)>,
    store: &Store,
) -> Result<ReloadRequest, String> {
    let reading = tokio::task::spawn_blocking(move || {
        let files = [files::read(&dir)?, source_files(&made)].concat();
        let authored = files::check(&files, &commands);
        authored.iter().for_each(|it| it.learn(&dir));
        Ok::<_, files::FilesError>((files, authored))
    });
    let read = reading.await.map_err(|error| error.to_string())?;
    let (files, authored) = read.map_err(|error| error.to_string())?;
    let authored = authored.map_err(|problems| unchanged(&problems))?;
    authored.log_put_away();
    let taken = taken::name_conflicts(&files, &authored.personas, store).await;
    let taken = taken.map_err(|error| error.to_string())?;
    if !taken.is_empty() {
        return Err(unchanged(&taken));
    }
    let files = files.into_iter().map(|it| (it.path, it.text)).collect();
    Ok(ReloadRequest { files, authored: Arc::new(authored) })
}

/// Returns the message to whoever asked for a reload of content that has problems.
#[must_use]
pub fn unchanged(problems: &[Problem]) -> String {
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    format!("{}\nNothing was changed; mend these and reload again.", lines.join("\n"))
}
