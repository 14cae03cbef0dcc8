//! Arguments of `hearsay model play`.

use std::path::PathBuf;

use assistants::llm::profile::{AnswersBy, QuestionForm};
use clap::{
    Args, Subcommand,
    builder::{PossibleValuesParser, TypedValueParser},
};

use super::model::ModelTask;

/// Subcommand of `hearsay model`.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum ModelCommand {
    /// Task for an endpoint, without the game.
    #[command(flatten)]
    Endpoint(ModelTask),
    /// Play a file of lines with the characters, and print how well they are answered
    ///
    /// Each scene of the file is played in a game without a server. For each line it prints the
    /// answer, whether the model or the script worded it, the tokens and the seconds, and which
    /// automatic checks did not hold; at the end a table by group. docs/models.md explains both.
    /// Ends with 1 when fewer lines held than the file demands.
    #[command(
        verbatim_doc_comment,
        after_help = "\
Examples:
  hearsay model play tests/models/town.ron --config my.ron
  hearsay model play tests/models/town.ron --config my.ron --form Schema --answers All
  hearsay model play tests/models/town.ron --provider scripted
  hearsay model play tests/models/six.ron --replay tests/models/qwen-1.5b.jsonl"
    )]
    Play(PlayTask),
}

/// File of lines to play, and the model that answers them.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct PlayTask {
    /// The file of scenes
    pub file: PathBuf,
    /// A file of settings that names providers [default: the settings without a file]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The folder of the authored world [default: content]
    #[arg(long, value_name = "DIR")]
    pub content: Option<PathBuf>,
    /// The provider, by its name in the settings, or `scripted` [default: the one that the minds use]
    #[arg(long, value_name = "NAME")]
    pub provider: Option<String>,
    /// The form of the questions [default: that of the provider]
    #[arg(long, value_parser = form(), ignore_case = true)]
    pub form: Option<QuestionForm>,
    /// The lines that the model answers [default: those of the provider]
    #[arg(long, value_parser = answers(), ignore_case = true)]
    pub answers: Option<AnswersBy>,
    /// Write each reply of the model into a cassette
    #[arg(long, value_name = "CASSETTE", conflicts_with = "replay")]
    pub record: Option<PathBuf>,
    /// Play the replies of a cassette in place of a model
    #[arg(long, value_name = "CASSETTE", conflicts_with_all = ["config", "provider", "form", "answers"])]
    pub replay: Option<PathBuf>,
    /// Print one JSON object for each line, and no table
    #[arg(long)]
    pub json: bool,
}

fn form() -> impl TypedValueParser<Value = QuestionForm> {
    parse_named(QuestionForm::ALL, QuestionForm::name)
}

fn answers() -> impl TypedValueParser<Value = AnswersBy> {
    parse_named([AnswersBy::Sure, AnswersBy::All], AnswersBy::name)
}

/// Parses the name of one of some values.
fn parse_named<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.map(name)).try_map(move |typed| {
        let called = |it: &T| name(*it).eq_ignore_ascii_case(&typed);
        all.into_iter().find(called).ok_or("there is no such value")
    })
}
