//! The content of the games of tests, each folder read once and each set of files checked once in a
//! process: most games begin with the same ones.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
    sync::{Arc, LazyLock, OnceLock},
};

use dashmap::DashMap;
use engine::simulation::Simulation;
use server::setup::{
    self,
    files::{self, Authored},
};
use world::content::problem::Problem;

use crate::{Trouble, while_};

/// The path and text of each file.
pub type Files = Vec<(String, String)>;

pub mod generated;

/// The files by their folder.
static READ: LazyLock<DashMap<&'static Path, Arc<OnceLock<Result<Arc<Files>, Trouble>>>>> =
    LazyLock::new(DashMap::new);

type Checked = Result<Arc<Authored>, Vec<Problem>>;

/// The checked content by the digest of its files. One who needs what another is checking waits for it.
static CHECKED: LazyLock<DashMap<u64, Arc<OnceLock<Checked>>>> = LazyLock::new(DashMap::new);

/// The files of a folder of content.
///
/// # Errors
/// Content that cannot be read.
pub fn read(folder: &'static Path) -> Result<Arc<Files>, Trouble> {
    let cell = Arc::clone(&READ.entry(folder).or_default());
    let read = cell.get_or_init(|| {
        let files = while_("the content", files::read(folder))?;
        Ok(Arc::new(files.into_iter().map(|it| (it.path, it.text)).collect()))
    });
    read.clone()
}

/// The checked content of these files, for a game with the usual commands.
///
/// # Errors
/// All problems.
pub fn checked(files: &[(String, String)]) -> Result<Arc<Authored>, Vec<Problem>> {
    check(&setup::rules(0), files)
}

/// The checked content of these files, for this game.
///
/// # Errors
/// All problems.
pub fn check(sim: &Simulation, files: &[(String, String)]) -> Result<Arc<Authored>, Vec<Problem>> {
    let mut digest = DefaultHasher::new();
    files.hash(&mut digest);
    setup::command_specs(sim).iter().for_each(|it| it.name.hash(&mut digest));
    let cell = Arc::clone(&CHECKED.entry(digest.finish()).or_default());
    cell.get_or_init(|| setup::check(sim, files).map(Arc::new)).clone()
}
