//! The sandbox: one talks to one character in a terminal, without a server.
//!
//! The game is the real one, with the real thoughts; only its doors are others.
//!
//! | File | What it holds |
//! |---|---|
//! | `bare` | a game without sockets and data folder |
//! | `brains` | what answers: the built-in brain or a model of the settings |
//! | `commands` | what may be typed |
//! | [`play`] | a file of lines is played, and the answers are checked |
//! | `reasons` | why a line was answered as it was |
//! | `terminal` | lines in and out |
//! | `transcript` | what happened, as a story |
//! | `visit` | who talks to whom, and what comes of each line |

use std::path::PathBuf;

use assistants::{gate::consent::OutsideModels, llm::chain::ModelFallbacks};
use engine::{save::document::Saved, simulation::Simulation};
use world::{content::problem::Problem, space::calendar::Calendar, witness::pace::TalkRates};

use crate::{
    operate::config::{Config, ConfigError},
    setup::{
        self, Recording,
        error::Unbuildable,
        files::{self, FilesError},
    },
};
use bare::BareError;
use terminal::TerminalLines;
use visit::{Reaction, Visit};

mod bare;
mod brains;
mod commands;
pub mod play;
mod reasons;
mod terminal;
mod transcript;
mod visit;

/// The seed of all chance: that of stories, so that what was saved as one goes the same way again.
const SEED: u64 = 1;
/// Timeout of a thought, in seconds.
const PATIENCE: u64 = 60;

/// Options of `hearsay chat`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChatOptions {
    /// The character's id or name.
    pub persona: String,
    /// The folder of the authored world, in place of the settings'.
    pub content: Option<PathBuf>,
    /// A file of settings.
    pub config: Option<PathBuf>,
}

/// Error of a talk in the sandbox: it cannot begin, or it broke off.
#[derive(Debug, thiserror::Error)]
pub enum ChatError {
    /// The settings cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The content cannot be read.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// No character has this id.
    #[error("There is no character `{name}`; there are {known}.")]
    Nobody { name: String, known: String },
    /// The content has problems.
    #[error("{}\nThe content has {} problem(s); see docs/content.md.", list(.0), .0.len())]
    Problems(Vec<Problem>),
    /// The game cannot be built.
    #[error(transparent)]
    Unbuildable(#[from] Unbuildable),
    /// The game broke.
    #[error(transparent)]
    Broken(#[from] BareError),
    /// The terminal is gone.
    #[error("The terminal cannot be used: {0}")]
    Terminal(#[from] rustyline::error::ReadlineError),
    /// The output is closed.
    #[error("Nobody reads standard output: {0}")]
    Unread(#[from] std::io::Error),
}

fn list(problems: &[Problem]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// Talks until there is no further line, or whoever types ends it.
///
/// # Errors
/// [`ChatError`].
pub fn chat(options: ChatOptions) -> Result<(), ChatError> {
    let mut config = match &options.config {
        Some(file) => Config::load(file)?,
        None => Config::standard()?,
    };
    if let Some(content) = options.content {
        config.server.content = content;
    }
    let sim = built(&recording(&config, PATIENCE)?)?;
    learn(&sim, &config);
    let mut visit = Visit::begin(sim, config, &options.persona)?;
    let mut terminal = TerminalLines::open()?;
    terminal.show(&visit.greeting()?, visit.name(), visit.width())?;
    while let Some(line) = terminal.read(visit.who())? {
        let reaction = visit.take(&line)?;
        if let Reaction::Ends = reaction {
            break;
        }
        if let Reaction::Says(lines) = reaction {
            terminal.show(&lines, visit.name(), visit.width())?;
        }
    }
    Ok(())
}

/// Returns the initial state of a game of the authored world with nothing saved.
fn recording(config: &Config, patience: u64) -> Result<Recording, FilesError> {
    let files = files::read(&config.server.content)?;
    Ok(Recording {
        seed: SEED,
        contexts: config.minds.contexts.clone(),
        patience,
        talk: TalkRates::default(),
        // Whoever tries a character out speaks to it of their own accord.
        outside: OutsideModels::default(),
        profiles: config.profiles(),
        // The built-in brain answers where the chosen model fails.
        fallbacks: ModelFallbacks::default(),
        budgets: Box::default(),
        // `/hour` and the hour of a talk that becomes a story are those of a real day.
        day_minutes: Calendar::default().day_minutes(),
        files: files.into_iter().map(|it| (it.path, it.text)).collect(),
        saved: Saved::default(),
        record: Vec::new(),
    })
}

/// Begins to learn from the examples while the first line is typed. Whatever asks them earlier waits.
fn learn(sim: &Simulation, config: &Config) {
    let learning = setup::authored(sim).and_then(|it| it.learn_beside(&config.server.content));
    drop(learning);
}

/// Builds a game in this initial state.
fn built(recording: &Recording) -> Result<Simulation, ChatError> {
    setup::build(recording, setup::rules).map_err(|error| match error {
        Unbuildable::Content(problems) => ChatError::Problems(problems),
        other @ (Unbuildable::Schedule(_) | Unbuildable::Saved(_)) => other.into(),
    })
}
