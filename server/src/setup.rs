//! From files and saved rows to a game: the same at the start and in a replay.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use assistants::{
    assistant,
    save::{MindDocument, MindV1},
    think::Patience,
};
use rand::{TryRng, rngs::SysRng};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use world::{
    Simulation,
    audit::{Audit, AuditDocument},
    build::{self, Saved},
    case::{CaseDocument, Cases},
    command::Registry,
    content::SourceFile,
    fact::SpeakerKind,
    id::CharacterId,
    save::{CharacterDocument, CharacterV1, ThingDocument, WorldDocument},
    sitelock::SitelockDocument,
};

use crate::{
    RunError,
    account::names::Reserved,
    bridge,
    config::Config,
    files::{self, Authored},
    screen::Frame,
    store::Store,
};

/// Kinds of rows.
pub mod kind {
    /// A character; its owner is `assistant` for the bodies of minds.
    pub const CHARACTER: &str = "character";
    /// A thing; its owner is where it is.
    pub const THING: &str = "thing";
    /// The world as a whole; there is one row.
    pub const WORLD: &str = "world";
    /// A mind.
    pub const MIND: &str = "mind";
    /// A player's report, by number.
    pub const REPORT: &str = "report";
    /// The rules about who may come in; there is one row.
    pub const SITELOCK: &str = "sitelock";
    /// The first of something's numbers that was not reserved yet.
    pub const COUNTER: &str = "counter";
    /// An act of the staff, by number.
    pub const AUDIT: &str = "audit";
    /// The owner of the bodies of minds.
    pub const ASSISTANT: &str = "assistant";
}

/// A saved row that the game cannot start without cannot be read.
#[derive(Debug, thiserror::Error)]
#[error(
    "The saved {kind} `{id}` cannot be read ({why}); it was left as it is. Put back a copy of the data, or a newer program."
)]
pub struct SavedError {
    /// Which kind of row.
    pub kind: &'static str,
    /// Which.
    pub id: String,
    /// What is wrong.
    pub why: String,
}

/// Everything a game begins with; with the inputs that follow, all of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Recording {
    /// Decides all its chances.
    pub seed: u64,
    /// How long a thought may take, in seconds.
    pub patience: u64,
    /// The content: path and text.
    pub files: Vec<(String, String)>,
    /// What was saved of the world as a whole.
    pub world: Option<WorldDocument>,
    /// The things.
    pub things: Vec<ThingDocument>,
    /// The bodies of minds.
    pub bodies: Vec<CharacterDocument>,
    /// Everybody with an account.
    pub players: BTreeSet<CharacterId>,
    /// The minds.
    pub minds: Vec<(CharacterId, MindDocument)>,
    /// What players reported.
    pub reports: Vec<CaseDocument>,
    /// Who may not come in.
    pub sitelock: Option<SitelockDocument>,
    /// What the staff did last, oldest first.
    pub audit: Vec<AuditDocument>,
}

/// A game that is ready to run.
pub struct Setup {
    /// What it began with.
    pub recording: Recording,
    /// The game.
    pub sim: Simulation,
    /// Names nobody may take.
    pub reserved: Reserved,
    /// The game's name.
    pub name: String,
    /// Shown before login.
    pub banner: String,
}

/// Loads everything and builds the game.
///
/// # Errors
/// [`RunError`] when the content has problems or what was saved cannot be read.
pub async fn load(config: &Config, store: &Store<Frame>) -> Result<Setup, RunError> {
    let files = files::read(&config.server.content)?;
    let mut recording = Recording {
        seed: config.server.seed.map_or_else(seed, Ok)?,
        patience: config.minds.deadline_seconds,
        files: files.into_iter().map(|it| (it.path, it.text)).collect(),
        world: None,
        things: Vec::new(),
        bodies: Vec::new(),
        players: BTreeSet::new(),
        minds: Vec::new(),
        reports: Vec::new(),
        sitelock: None,
        audit: Vec::new(),
    };
    if let Some(body) = store.load(kind::WORLD, kind::WORLD).await? {
        recording.world = Some(parse(kind::WORLD, kind::WORLD, &body)?);
    }
    for (id, _, body) in store.all(kind::THING).await? {
        match parse(kind::THING, &id, &body) {
            Ok(thing) => recording.things.push(thing),
            Err(error) => tracing::error!(%error, "a thing stays where it is saved"),
        }
    }
    for (id, owner, body) in store.all(kind::CHARACTER).await? {
        if owner == kind::ASSISTANT {
            recording.bodies.push(parse(kind::CHARACTER, &id, &body)?);
        } else if let Ok(id) = CharacterId::new(&id) {
            recording.players.insert(id);
        }
    }
    for (id, _, body) in store.all(kind::MIND).await? {
        if let Ok(mind) = CharacterId::new(&id) {
            recording.minds.push((mind, parse(kind::MIND, &id, &body)?));
        }
    }
    load_moderation(&mut recording, store).await?;
    let (sim, authored) = build(&recording).map_err(|problems| problems.into_run_error())?;
    let names = authored.personas.iter().map(|it| it.body.name.clone());
    let channels = authored.content.channels.iter().map(|it| it.id.to_string());
    let reserved = Reserved::new(names.chain(channels));
    let (name, banner) = (authored.content.name, authored.content.banner);
    Ok(Setup { recording, sim, reserved, name, banner })
}

/// A seed that nobody can guess: the marks that fence off players' words in prompts come from it.
fn seed() -> Result<u64, RunError> {
    SysRng.try_next_u64().map_err(|error| RunError::Chance(error.to_string()))
}

/// Loads what the staff works with. A number is given once, so a row that
/// cannot be read stops the start rather than be written over.
async fn load_moderation(recording: &mut Recording, store: &Store<Frame>) -> Result<(), RunError> {
    for (id, _, body) in store.all(kind::REPORT).await? {
        recording.reports.push(parse(kind::REPORT, &id, &body)?);
    }
    if let Some(body) = store.load(kind::SITELOCK, kind::SITELOCK).await? {
        recording.sitelock = Some(parse(kind::SITELOCK, kind::SITELOCK, &body)?);
    }
    let acts = store.all(kind::AUDIT).await?;
    for (id, _, body) in acts.iter().skip(acts.len().saturating_sub(Audit::MAX)) {
        recording.audit.push(parse(kind::AUDIT, id, body)?);
    }
    Ok(())
}

/// Reads a saved row.
///
/// # Errors
/// [`SavedError`] when it is not what it should be.
pub fn parse<T: DeserializeOwned>(
    kind: &'static str,
    id: &str,
    body: &str,
) -> Result<T, SavedError> {
    serde_json::from_str(body).map_err(|error| SavedError {
        kind,
        id: id.to_owned(),
        why: error.to_string(),
    })
}

/// Why a game cannot be built.
#[derive(Debug)]
pub enum Unbuildable {
    /// The content has problems.
    Content(Vec<world::content::Problem>),
    /// The rules do not fit together.
    Schedule(String),
}

impl Unbuildable {
    fn into_run_error(self) -> RunError {
        match self {
            Self::Content(problems) => RunError::Content(problems),
            Self::Schedule(why) => RunError::Schedule(why),
        }
    }
}

/// The rules of the game without content.
#[must_use]
pub fn rules(seed: u64) -> Simulation {
    let mut sim = Simulation::new(seed);
    sim.add_plugin(world::plugin).add_plugin(assistants::plugin).add_plugin(bridge::plugin);
    sim
}

/// The names of all commands.
#[must_use]
pub fn command_names(sim: &Simulation) -> Vec<&'static str> {
    sim.world().resource::<Registry>().specs().map(|it| it.name).collect()
}

/// Builds the game that a recording begins with.
///
/// # Errors
/// [`Unbuildable`].
pub fn build(recording: &Recording) -> Result<(Simulation, Authored), Unbuildable> {
    let mut sim = rules(recording.seed);
    sim.check().map_err(Unbuildable::Schedule)?;
    let files = source_files(&recording.files);
    let authored = files::check(&files, &command_names(&sim)).map_err(Unbuildable::Content)?;
    let bodies: BTreeMap<CharacterId, CharacterV1> = recording
        .bodies
        .iter()
        .map(|it| it.clone().current())
        .filter(|it| it.kind == SpeakerKind::Assistant)
        .map(|it| (it.id.clone(), it))
        .collect();
    let mut minds: BTreeMap<CharacterId, MindV1> =
        recording.minds.iter().map(|(id, it)| (id.clone(), it.clone().current())).collect();
    let world = sim.world_mut();
    world.insert_resource(Cases::new(recording.reports.iter().cloned()));
    let sitelock = recording.sitelock.clone().map(SitelockDocument::current);
    world.insert_resource(sitelock.unwrap_or_default());
    world.insert_resource(Audit::new(recording.audit.iter().cloned()));
    world.insert_resource(Patience(Duration::from_secs(recording.patience)));
    build::apply(world, &authored.content);
    for persona in &authored.personas {
        let body = bodies.get(&persona.id).cloned();
        assistant::apply(world, persona, body, minds.remove(&persona.id));
    }
    let saved = Saved {
        world: recording.world.clone(),
        things: recording.things.clone(),
        players: recording.players.clone(),
    };
    let carried = authored.personas.iter().map(|it| (&it.id, &it.body));
    build::furnish(world, &authored.content, carried, saved);
    Ok((sim, authored))
}

/// Makes a running game what changed content says.
///
/// # Errors
/// All problems; the game is as it was then.
pub fn reload(
    sim: &mut Simulation,
    files: &[(String, String)],
) -> Result<Authored, Vec<world::content::Problem>> {
    let authored = files::check(&source_files(files), &command_names(sim))?;
    let world = sim.world_mut();
    build::apply(world, &authored.content);
    let keep = authored.personas.iter().map(|it| it.id.clone()).collect();
    assistant::retain(world, &keep);
    for persona in &authored.personas {
        assistant::apply(world, persona, None, None);
    }
    let carried = authored.personas.iter().map(|it| (&it.id, &it.body));
    build::place_new(world, &authored.content, carried);
    Ok(authored)
}

fn source_files(files: &[(String, String)]) -> Vec<SourceFile> {
    files.iter().map(|(path, text)| SourceFile { path: path.clone(), text: text.clone() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{clock, store::StoreSettings};

    #[tokio::test]
    async fn nobody_can_guess_the_seed_unless_it_is_set() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("hearsay.sqlite");
        let store = Store::open(&path, Frame::send, |_| {}, StoreSettings::default()).unwrap();
        let mut config = Config::standard().unwrap();
        config.server.content = concat!(env!("CARGO_MANIFEST_DIR"), "/../content").into();
        let first = load(&config, &store).await.unwrap().recording.seed;
        let second = load(&config, &store).await.unwrap().recording.seed;
        assert_ne!(first, second);
        for seed in [first, second] {
            // The moment of the start is public, in milliseconds about as in seconds.
            let now = clock::now().0;
            assert!(seed.abs_diff(now) > now, "{seed} is too near to {now}");
        }
        config.server.seed = Some(7);
        assert_eq!(load(&config, &store).await.unwrap().recording.seed, 7);
    }
}
