//! `hearsay model play`: plays a file of lines with the characters, and checks the answers.
//!
//! | File | Contents |
//! |---|---|
//! | `file` | form of the file, and its check against the authored world |
//! | `scene` | game of a scene, and what each line takes |
//! | `answer` | answer of a character, from what was heard and from the record |
//! | `checks` | automatic checks of an answer |
//! | `claims` | commands that an answer names |
//! | `recorder` | cassette of a play |
//! | `report` | lines, JSON objects and the table |

use std::{fs, io::Write, path::PathBuf};

use assistants::llm::{
    cassette::CassetteError,
    profile::{AnswersBy, ModelProfile},
};
use world::{
    act::registry::Registry,
    content::problem::{Problem, SourceFile},
};

use super::{ChatError, bare::BareError, brains::Brains, built, learn, list, recording};
use crate::{
    operate::{
        args::play::PlayTask,
        config::{Config, ConfigError},
    },
    setup::{
        self,
        error::Unbuildable,
        files::{Authored, FilesError},
    },
};
use claims::CommandWords;
use file::{PlayFile, PlayScene};
use recorder::Recorder;
use report::PlaySums;
use scene::{PlayedLine, SceneStage};

mod answer;
mod checks;
mod claims;
mod file;
mod recorder;
mod report;
mod scene;

/// Error of `hearsay play`.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The game cannot be built, or it broke.
    #[error(transparent)]
    Sandbox(#[from] ChatError),
    /// The file cannot be read.
    #[error("{} cannot be read: {source}", path.display())]
    Unreadable { path: PathBuf, source: std::io::Error },
    /// The file has problems.
    #[error("{}\nThe file has {} problem(s); see docs/models.md.", list(.0), .0.len())]
    Wrong(Vec<Problem>),
    /// The model cannot be asked.
    #[error("{0}")]
    NoModel(String),
    /// A player has left the game.
    #[error("{0} has left, so nothing more can be typed.")]
    Gone(String),
    /// The game did not take a line.
    #[error("`{says}` was not taken: {why}")]
    NotTaken { says: String, why: String },
    /// The cassette is none.
    #[error("{}: {source}", path.display())]
    Cassette { path: PathBuf, source: CassetteError },
    /// The built-in brain was to be recorded.
    #[error("There is nothing to record: the built-in brain answers.")]
    NothingToRecord,
    /// No line was answered by the model.
    #[error(
        "`{provider}` answered no line that it was asked about; try: hearsay model test {provider}"
    )]
    Unanswered { provider: String },
    /// Too few lines held.
    #[error("{held} of {lines} lines held, which is less than {floor} percent.")]
    BelowFloor { held: usize, lines: usize, floor: u8 },
    /// A line cannot be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

impl From<ConfigError> for PlayError {
    fn from(error: ConfigError) -> Self {
        Self::Sandbox(error.into())
    }
}

impl From<FilesError> for PlayError {
    fn from(error: FilesError) -> Self {
        Self::Sandbox(error.into())
    }
}

impl From<BareError> for PlayError {
    fn from(error: BareError) -> Self {
        Self::Sandbox(error.into())
    }
}

impl From<Unbuildable> for PlayError {
    fn from(error: Unbuildable) -> Self {
        Self::Sandbox(error.into())
    }
}

impl From<std::io::Error> for PlayError {
    fn from(error: std::io::Error) -> Self {
        Self::Sandbox(error.into())
    }
}

/// Plays a file, and prints each line with its answer and a table.
///
/// # Errors
/// [`PlayError`], also when fewer lines held than the file demands.
pub fn play(task: PlayTask, out: &mut impl Write) -> Result<(), PlayError> {
    let mut config = match &task.config {
        Some(file) => Config::load(file)?,
        None => Config::standard()?,
    };
    if let Some(content) = &task.content {
        config.server.content.clone_from(content);
    }
    let patience = scene::PATIENCE.as_secs();
    // Nobody waits longer for an answer, so no question has to go on.
    config.minds.timeout_seconds = config.minds.timeout_seconds.min(patience);
    let recording = recording(&config, patience)?;
    // The sandbox's error names the problems of the content.
    let sim = built(&recording)?;
    learn(&sim, &config);
    let Some(authored) = setup::authored(&sim).cloned() else {
        return Err(PlayError::NoModel("There is no authored world.".to_owned()));
    };
    let commands = CommandWords::of(sim.world().resource::<Registry>(), &authored.content);
    let file = read(&task, &authored)?;
    let Some(first) = file.scenes.first() else { return Ok(()) };
    let mut brains = Brains::new(config.clone(), first.character.clone());
    let recorder = task.record.as_ref().map(|file| Recorder::new(file));
    let provider = choose(&task, &config, &mut brains, recorder.as_ref())?;
    let profile = brains.profile().map(|it| profile(&task, it));
    let mut output = PlayOutput { json: task.json, out };
    output.print(&described(&provider, profile))?;
    let mut sums = PlaySums::default();
    for scene in &file.scenes {
        let sim = setup::build_checked(&recording, setup::rules, |_, _| Ok(authored.clone()))?;
        let mut stage = SceneStage::open(sim, &authored, scene, (&mut brains, profile), &commands)?;
        output.print(&report::heading(scene))?;
        for line in &scene.lines {
            let played = stage.play(line)?;
            output.line(scene, stage.name(), &played)?;
            sums.add(&played);
        }
    }
    output.print(&sums.table())?;
    if let Some(recorder) = recorder {
        let profile = profile.ok_or(PlayError::NothingToRecord)?;
        let count = recorder.finish(config.providers.get(&provider), profile)?;
        output.print(&format!("Recorded {count} replies.\n"))?;
    }
    if let Some(left) = brains.unplayed().filter(|it| *it > 0) {
        output.print(&format!("{left} recorded replies were not asked for.\n"))?;
    }
    // Where the script answers for a model that is down, its lines say nothing of the model.
    if profile.is_some() && sums.is_unanswered() {
        return Err(PlayError::Unanswered { provider });
    }
    let (held, lines, floor) = (sums.held(), sums.lines(), file.floor);
    if held * 100 < lines * usize::from(floor) {
        return Err(PlayError::BelowFloor { held, lines, floor });
    }
    Ok(())
}

/// Chooses what answers: a cassette, or the provider. Returns its name.
fn choose(
    task: &PlayTask,
    config: &Config,
    brains: &mut Brains,
    recorder: Option<&Recorder>,
) -> Result<String, PlayError> {
    if let Some(path) = &task.replay {
        let cassette = recorder::load(path)?;
        let model = cassette.head.model.clone();
        brains.replay(cassette);
        return Ok(model);
    }
    if let Some(recorder) = recorder {
        brains.tap(recorder.tap());
    }
    let provider = task.provider.as_ref().unwrap_or(&config.minds.provider);
    brains.choose(provider).map_err(PlayError::NoModel)?;
    Ok(provider.clone())
}

/// Returns the profile of a model, with what the task states in its place.
fn profile(task: &PlayTask, model_profile: ModelProfile) -> ModelProfile {
    let answers = match task.form {
        Some(form) if form != model_profile.form => AnswersBy::of(form),
        Some(_) | None => model_profile.answers,
    };
    ModelProfile {
        form: task.form.unwrap_or(model_profile.form),
        answers: task.answers.unwrap_or(answers),
        ..model_profile
    }
}

/// Reads the file of scenes.
fn read(task: &PlayTask, authored: &Authored) -> Result<PlayFile, PlayError> {
    let text = fs::read_to_string(&task.file)
        .map_err(|source| PlayError::Unreadable { path: task.file.clone(), source })?;
    let source = SourceFile::new(task.file.display().to_string(), text);
    PlayFile::read(&source, authored).map_err(PlayError::Wrong)
}

/// Describes what answers, and by which profile.
fn described(provider: &str, profile: Option<ModelProfile>) -> String {
    match profile {
        Some(ModelProfile { form, answers, context, .. }) => format!(
            "`{provider}` answers, asked in {} for {}, with a context of {context} tokens.\n",
            form.name(),
            answers.name()
        ),
        None => "The built-in brain answers.\n".to_owned(),
    }
}

/// Writer of the output of `hearsay play`.
struct PlayOutput<'o, W> {
    /// True if there is one JSON object for each line and nothing else.
    json: bool,
    out: &'o mut W,
}

impl<W: Write> PlayOutput<'_, W> {
    /// Prints words for people.
    fn print(&mut self, words: &str) -> Result<(), PlayError> {
        if !self.json {
            self.out.write_all(words.as_bytes())?;
        }
        Ok(self.out.flush()?)
    }

    /// Prints a line with its answer.
    fn line(
        &mut self,
        scene: &PlayScene,
        character: &str,
        played_line: &PlayedLine<'_>,
    ) -> Result<(), PlayError> {
        let text = if self.json {
            report::json(scene, played_line)?
        } else {
            report::line(character, played_line)
        };
        self.out.write_all(text.as_bytes())?;
        Ok(self.out.flush()?)
    }
}
