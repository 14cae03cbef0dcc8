//! Arguments of `hearsay model` that need no game.

use std::path::PathBuf;

use clap::Subcommand;

/// Subcommand of `hearsay model` that needs no game.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum ModelTask {
    /// Ask a model a few short questions, and print how it is best used
    ///
    /// It tells whether the endpoint answers, whether it has the model, how large the context is,
    /// how fast it reads and writes, and which forms of question it can take; then what the server
    /// chooses by that, and the settings to write. It takes at most six requests of at most 60
    /// tokens. Ends with 1 when the endpoint cannot be used, and says what to do next.
    #[command(
        verbatim_doc_comment,
        after_help = "\
Examples:
  hearsay model test
  hearsay model test cloud --config my.ron"
    )]
    Test {
        /// The provider, by its name in the settings [default: the one that the minds use]
        name: Option<String>,
        /// A file of settings that names providers [default: my.ron, if it is there]
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    /// Find a model's server, try it, and write a file of settings for it
    ///
    /// It looks for servers on this machine, asks which one and which model are wanted, tries them
    /// as `hearsay model test` does, and writes the file. A file that is there is never changed:
    /// then it prints what to add. Answers may come from a pipe, a line each; an empty line takes
    /// what stands in brackets.
    #[command(
        verbatim_doc_comment,
        after_help = "\
Examples:
  hearsay model setup
  hearsay model setup --config other.ron"
    )]
    Setup {
        /// The file of settings to write [default: my.ron]
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
}
