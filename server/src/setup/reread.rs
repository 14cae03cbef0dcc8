//! Content that was read again, and what becomes of a running game by it.

use std::path::PathBuf;

use bevy_ecs::prelude::*;
use world::{
    content::problem::Problem,
    engine::{simulation::Simulation, stage::Stage},
    input,
    save::durability::Durability,
    witness::happenings::durably,
};

use super::{
    apply, check,
    files::{self, Authored},
    place_new, taken,
};
use crate::store::Store;

/// Content that was read again and has no problems; put into a game, it becomes what that says.
#[derive(Message, Debug, Clone)]
pub struct Reread {
    /// Path and text of each file, for the journal.
    pub files: Vec<(String, String)>,
    /// What they mean.
    pub authored: Authored,
}

impl Reread {
    /// What these files, path and text of each, mean to a game.
    ///
    /// # Errors
    /// All problems.
    pub fn new(sim: &Simulation, files: Vec<(String, String)>) -> Result<Self, Vec<Problem>> {
        let authored = check(sim, &files)?;
        Ok(Self { files, authored })
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.add_message::<Reread>();
    sim.add_systems(Stage::Intake, renew.before(input::intake));
}

/// Makes the game what changed content says.
pub fn renew(world: &mut World) {
    let reread: Vec<Reread> = world.resource_mut::<Messages<Reread>>().drain().collect();
    for Reread { authored, .. } in reread {
        let renewed = durably(world, "the new content", Durability::Soft, |world| {
            apply(world, &authored);
            place_new(world, &authored);
        });
        if renewed.is_err() {
            tracing::error!("the content is new in part only; mend it and read it again");
        }
    }
}

/// Reads the content once more and checks it. It asks the disk and the store, so it is nothing for
/// the task that owns the world.
///
/// # Errors
/// Why nothing can be changed, for whoever wanted it.
pub async fn read_again(
    dir: PathBuf,
    commands: Vec<&'static str>,
    store: &Store,
) -> Result<Reread, String> {
    let reading = tokio::task::spawn_blocking(move || {
        let files = files::read(&dir)?;
        let authored = files::check(&files, &commands);
        Ok::<_, files::FilesError>((files, authored))
    });
    let read = reading.await.map_err(|error| error.to_string())?;
    let (files, authored) = read.map_err(|error| error.to_string())?;
    let authored = authored.map_err(|problems| unchanged(&problems))?;
    let taken = taken::taken(&files, &authored.personas, store).await;
    let taken = taken.map_err(|error| error.to_string())?;
    if !taken.is_empty() {
        return Err(unchanged(&taken));
    }
    let files = files.into_iter().map(|it| (it.path, it.text)).collect();
    Ok(Reread { files, authored })
}

/// What to tell whoever wanted changes that have problems.
#[must_use]
pub fn unchanged(problems: &[Problem]) -> String {
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    format!("{}\nNothing was changed; mend these and reload again.", lines.join("\n"))
}
