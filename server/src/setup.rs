//! Set-up of a game from files and saved rows: the same at the start and in a replay.

use std::{sync::Arc, time::Duration};

use assistants::{
    gate::{budget::BudgetSettings, consent::OutsideModels, spending},
    llm::learning::Learning,
    llm::{chain::ModelFallbacks, profile::ModelProfiles},
    mind::{body, made as characters},
    persona::Persona,
    record::{entry::RecordEntry, write::restore},
    think::outside::{ContextSettings, Patience},
    turn::context::LimitsByContext,
};
use bevy_ecs::world::World;
use engine::{
    id::ChannelId,
    save::document::{self, DocumentKinds, Saved, SavedRow},
    simulation::Simulation,
};
use rand::{TryRng, rngs::SysRng};
use serde::{Deserialize, Serialize};
use store::Store;
use world::{
    act::{command::CommandSpec, registry::Registry},
    beings,
    content::{
        aftermath::Aftermath,
        build,
        problem::{Problem, SourceFile},
    },
    space::calendar::{self, Calendar},
    things::saved::PutAway,
    witness::pace::TalkRates,
};

use crate::{account::names::Reserved, operate::config::Config, record::reading, screen};
use error::{RunError, Unbuildable};
use files::{Authored, DeferredWarnings};
use reload::LoadedContent;

pub mod error;
pub mod files;
pub mod made;
pub mod reload;

mod changes;
mod taken;

/// Maximum size of the end of the record that is read at the start, in bytes.
const MOST_OF_RECORD: u64 = 1_024 * 1_024;

/// Initial state of a game; with the inputs that follow, all of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Recording {
    /// Seed of all random numbers.
    pub seed: u64,
    /// Timeout of a thought, in seconds.
    pub patience: u64,
    /// Limits of thoughts by context.
    #[serde(default, skip_serializing_if = "LimitsByContext::is_empty")]
    pub contexts: LimitsByContext,
    /// Rate limits of talk.
    pub talk: TalkRates,
    /// Models that are outside this machine.
    #[serde(default)]
    pub outside: OutsideModels,
    /// Profiles of the models.
    #[serde(default)]
    pub profiles: ModelProfiles,
    /// Fallbacks of each model.
    #[serde(default)]
    pub fallbacks: ModelFallbacks,
    /// Budgets of thoughts.
    #[serde(default)]
    pub budgets: Box<BudgetSettings>,
    /// Real minutes of a day of the world, 1 to 1,440.
    #[serde(default = "real_day")]
    pub day_minutes: u64,
    /// The content: path and text.
    pub files: Vec<(String, String)>,
    /// Saved rows.
    pub saved: Saved,
    /// The newest of what was written down about the minds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub record: Vec<RecordEntry>,
}

/// Returns the length of a real day, which recordings without a length of their own have.
fn real_day() -> u64 {
    Calendar::default().day_minutes()
}

/// Constructor of a simulation with the rules of the game, from its seed: [`rules`], or
/// these with more added.
pub type Rules = fn(u64) -> Simulation;

/// A game that is ready to run.
pub struct Setup {
    /// Initial state of the game.
    pub recording: Recording,
    /// The game.
    pub sim: Simulation,
    /// Names nobody may take.
    pub reserved: Reserved,
    /// The game's name.
    pub name: String,
    /// Shown before login.
    pub banner: String,
    /// Resolves when the examples are learned; none if they are already.
    pub learning: Option<Learning>,
    /// Content whose warnings are looked for after the start.
    pub second_reading: DeferredWarnings,
}

/// Loads everything and builds the game.
///
/// # Errors
/// [`RunError`] when the content has problems or what was saved cannot be read.
pub async fn load(config: &Config, store: &Store, rules: Rules) -> Result<Setup, RunError> {
    let files = files::read(&config.server.content)?;
    let seed = config.server.seed.map_or_else(seed, Ok)?;
    let mut sim = ruled(seed, rules)?;
    let commands = command_specs(&sim);
    let saved = saved(store, sim.world().resource()).await?;
    let with_made = [files.clone(), source_files(&made::files(&saved))].concat();
    let authored = files::check(&with_made, &commands).map_err(Unbuildable::Content)?;
    authored.log_put_away();
    let taken = taken::name_conflicts(&files, &authored.personas, store).await?;
    if !taken.is_empty() {
        return Err(Unbuildable::Content(taken).into());
    }
    let recording = Recording {
        seed,
        patience: config.minds.deadline_seconds,
        contexts: config.minds.contexts.clone(),
        talk: TalkRates::bursts(config.limits.burst_on_channel, config.limits.burst_of_talk),
        outside: config.outside_models(),
        profiles: config.profiles(),
        fallbacks: config.fallbacks(),
        budgets: Box::new(config.budgets()),
        day_minutes: config.world.day_minutes,
        files: files.iter().cloned().map(|it| (it.path, it.text)).collect(),
        saved,
        record: record(config),
    };
    let authored = Arc::new(authored);
    let learning = authored.learn_beside(&config.server.content);
    fill(sim.world_mut(), &recording, &authored)?;
    let reserved = reserved(&authored);
    let (name, banner) = (authored.content.name.clone(), authored.content.banner.clone());
    let second_reading = DeferredWarnings { authored, files: files.into(), commands };
    Ok(Setup { recording, sim, reserved, name, banner, learning, second_reading })
}

/// Reads the newest entries of the record, if one is kept. A game without it is a game all the
/// same.
fn record(config: &Config) -> Vec<RecordEntry> {
    if config.server.record_mebibytes == 0 {
        return Vec::new();
    }
    reading::newest(&config.server.data, MOST_OF_RECORD).unwrap_or_else(|error| {
        tracing::warn!(%error, "the record cannot be read, so `why` begins anew");
        Vec::new()
    })
}

/// Draws a seed that nobody can guess: the marks that fence off players' words in prompts come from
/// it.
fn seed() -> Result<u64, RunError> {
    SysRng.try_next_u64().map_err(|error| RunError::Chance(error.to_string()))
}

/// Returns the reserved names, those of the characters and channels of this content included.
#[must_use]
pub fn reserved(authored: &Authored) -> Reserved {
    let ids = authored.personas.iter().map(|it| it.id.as_str());
    let names = authored.personas.iter().map(|it| it.body.name.as_str());
    let channels = authored.content.channels.iter();
    let channels = channels.flat_map(|it| std::iter::once(&it.id).chain(&it.aliases));
    let channels = channels.map(ChannelId::as_str);
    Reserved::new(ids.chain(names).chain(channels))
}

/// Loads the saved rows of these kinds.
async fn saved(store: &Store, kinds: &DocumentKinds) -> Result<Saved, RunError> {
    let mut saved = Saved::default();
    for kind in kinds.iter() {
        let rows = store.all(kind.name).await?;
        let skipped = rows.len().saturating_sub(kind.newest.unwrap_or(rows.len()));
        let row = |(id, owner, body): (String, String, String)| {
            // Of players only a little is needed until they log in.
            let sleeps = kind.name == beings::saved::KIND && owner != beings::saved::OF_MINDS;
            let saved = SavedRow { id, owner, body };
            if sleeps { beings::saved::gist(saved) } else { saved }
        };
        let rows = rows.into_iter().skip(skipped).map(row).collect();
        saved.0.insert(kind.name.to_owned(), rows);
    }
    Ok(saved)
}

/// Creates a simulation with the rules of the game and without content.
#[must_use]
pub fn rules(seed: u64) -> Simulation {
    let mut sim = Simulation::new(seed);
    sim.add_plugin(world::plugin).add_plugin(assistants::plugin).add_plugin(screen::plugin);
    sim.add_plugin(reload::plugin);
    sim
}

/// Returns the descriptions of all commands.
#[must_use]
pub fn command_specs(sim: &Simulation) -> Vec<&'static CommandSpec> {
    sim.world().resource::<Registry>().specs().collect()
}

/// Builds the game that a recording begins with.
///
/// # Errors
/// [`Unbuildable`].
pub fn build(recording: &Recording, rules: Rules) -> Result<Simulation, Unbuildable> {
    build_checked(recording, rules, |sim, files| check(sim, files).map(Arc::new))
}

/// Builds a game as [`build()`] does, with a check of the content by the caller, who may have
/// checked the same files before.
///
/// # Errors
/// [`Unbuildable`].
pub fn build_checked(
    recording: &Recording,
    rules: Rules,
    check: impl FnOnce(&Simulation, &[(String, String)]) -> Result<Arc<Authored>, Vec<Problem>>,
) -> Result<Simulation, Unbuildable> {
    let mut sim = ruled(recording.seed, rules)?;
    let with_made = [recording.files.clone(), made::files(&recording.saved)].concat();
    let authored = check(&sim, &with_made).map_err(Unbuildable::Content)?;
    fill(sim.world_mut(), recording, &authored)?;
    Ok(sim)
}

/// Returns the current content of a game; none before it is built.
#[must_use]
pub fn authored(sim: &Simulation) -> Option<&Arc<Authored>> {
    sim.world().get_resource::<LoadedContent>().map(|it| &it.0)
}

/// Creates an empty game with these rules.
fn ruled(seed: u64, rules: Rules) -> Result<Simulation, Unbuildable> {
    let mut sim = rules(seed);
    sim.check().map_err(Unbuildable::Schedule)?;
    Ok(sim)
}

/// Puts into an empty game what there is at the beginning.
fn fill(
    world: &mut World,
    recording: &Recording,
    authored: &Arc<Authored>,
) -> Result<(), Unbuildable> {
    world.insert_resource(Patience(Duration::from_secs(recording.patience)));
    world.insert_resource(ContextSettings(recording.contexts.clone()));
    world.insert_resource(recording.outside.clone());
    world.insert_resource(recording.profiles.clone());
    world.insert_resource(recording.fallbacks.clone());
    spending::set(world, (*recording.budgets).clone());
    world.insert_resource(recording.talk);
    calendar::set(world, recording.day_minutes);
    apply(world, authored);
    document::restore(world, &recording.saved)?;
    warn_of_put_away(world);
    place_new(world, authored);
    restore(world, &recording.record);
    world.insert_resource(LoadedContent(authored.clone()));
    Ok(())
}

/// Logs saved rows that have no place in the content.
fn warn_of_put_away(world: &World) {
    for (kind, things) in world.resource::<PutAway>().kinds() {
        tracing::warn!(
            %kind, things,
            "what was saved of a kind stays where it is saved, because the content has the kind no \
             more, or the room of what cannot be moved; if that has another id now, write the old \
             one under `was`"
        );
    }
}

/// Reads and checks content for a game with these commands.
///
/// # Errors
/// All problems.
pub fn check(sim: &Simulation, files: &[(String, String)]) -> Result<Authored, Vec<Problem>> {
    files::check(&source_files(files), &command_specs(sim))
}

/// Applies content and personas to the world.
fn apply(world: &mut World, authored: &Authored) -> Aftermath {
    let aftermath = build::apply(world, &authored.content);
    apply_people(world, authored, &authored.personas);
    aftermath
}

/// Applies these personas to the world, and removes all characters that the content does not have.
fn apply_people(world: &mut World, authored: &Authored, renewed: &[Arc<Persona>]) {
    characters::renew(world, &authored.made);
    let keep = authored.personas.iter().map(|it| it.id.clone()).collect();
    body::retain(world, &keep);
    for persona in renewed {
        body::apply(world, persona);
    }
}

/// Puts into the world what the content puts there and did not put there yet.
fn place_new(world: &mut World, authored: &Authored) {
    let carried = authored.personas.iter().map(|it| (&it.id, &it.body));
    build::place_new(world, &authored.content, carried);
}

fn source_files(files: &[(String, String)]) -> Vec<SourceFile> {
    files.iter().map(|(path, text)| SourceFile::new(path, text)).collect()
}

#[cfg(test)]
mod tests {
    use store::StoreSettings;

    use super::*;
    use crate::clock;

    #[tokio::test]
    async fn nobody_can_guess_the_seed_unless_it_is_set() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("hearsay.sqlite");
        let store = Store::open(&path, StoreSettings::default()).unwrap();
        let mut config = Config::standard().unwrap();
        config.server.content = concat!(env!("CARGO_MANIFEST_DIR"), "/../content").into();
        let first = load(&config, &store, rules).await.unwrap().recording.seed;
        let second = load(&config, &store, rules).await.unwrap().recording.seed;
        assert_ne!(first, second);
        for seed in [first, second] {
            // The moment of the start is public, in milliseconds about as in seconds.
            let now = clock::now().0;
            assert!(seed.abs_diff(now) > now, "{seed} is too near to {now}");
        }
        config.server.seed = Some(7);
        assert_eq!(load(&config, &store, rules).await.unwrap().recording.seed, 7);
    }
}
