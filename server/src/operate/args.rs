//! The command line: `hearsay --help` explains it.

pub mod account;
pub mod chronicle;
pub mod model;
pub mod play;
pub mod serve;
#[cfg(test)]
mod tests;
pub mod why;

use std::path::PathBuf;

use assistants::memory::index::Language;
use clap::{
    Parser, Subcommand, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};
use world::act::permission::Role;

use account::AccountTask;
use chronicle::ChronicleTask;
use play::ModelCommand;
use serve::Serve;
use why::WhyTask;

/// Examples at the end of the general help.
const EXAMPLES: &str = "\
Examples:
  hearsay                              start with the defaults: telnet on 127.0.0.1:4000
  hearsay serve --telnet 0.0.0.0:4000  let players on other machines connect
  hearsay model setup                  find a model on this machine, and write settings for it
  hearsay check content                look for mistakes after editing the world
  hearsay chat mara                    talk to one of the characters in this terminal
  hearsay why mara                     see why one of them did what they did
  hearsay chronicle                    read what happened in public on the newest day
  hearsay grant Ann owner              give the first owner her rights
  hearsay account list                 see who has an account
  hearsay backup ~/hearsay-monday      copy the data, also while the server runs
  hearsay print-config                 read what can be set in a file of your own

Each command explains itself: `hearsay serve --help`.";

/// Version printed by `--version`: the package's version, unless the build names a fuller one, such
/// as one with a commit.
pub const VERSION: &str = match option_env!("HEARSAY_VERSION") {
    Some(version) => version,
    None => env!("CARGO_PKG_VERSION"),
};

/// Hearsay: a world over telnet whose characters think.
///
/// Without a command it starts the server, as `hearsay serve` does.
#[derive(Debug, Clone, PartialEq, Eq, Parser)]
#[command(
    name = "hearsay",
    version = VERSION,
    after_help = EXAMPLES,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true
)]
pub struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,
    #[command(flatten)]
    serve: Serve,
}

impl Arguments {
    /// Returns the task to carry out; `serve` unless another is named.
    #[must_use]
    pub fn task(self) -> Task {
        self.task.unwrap_or(Task::Serve(self.serve))
    }
}

/// Subcommand of the program.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum Task {
    /// Start the server
    ///
    /// It prints `telnet listening on ADDR` as soon as players can connect, and
    /// runs until it is stopped with Ctrl-C or SIGTERM, which saves everything.
    #[command(
        verbatim_doc_comment,
        after_help = "\
Examples:
  hearsay serve
  hearsay serve --telnet 127.0.0.1:0 --data trial  any free port, a world of its own
  hearsay serve --config my.ron --seed 42          settings of your own, repeatable chance"
    )]
    Serve(Serve),
    /// Look for mistakes in the authored world
    ///
    /// Every problem is printed as `path:line:column: what is wrong`. The exit
    /// code is 0 when there are none, and the server would start with this content.
    /// A warning, `path:line:column: warning: ...`, is about what may be meant so, such as
    /// a pattern that is never heard or rights that are dangerous, and changes neither.
    #[command(
        verbatim_doc_comment,
        after_help = "\
Examples:
  hearsay check content
  hearsay check --nouns content    which nouns each text has, and where they lead
  hearsay check --data data        what is saved of rooms and kinds that are not there"
    )]
    Check {
        /// The folder of the authored world [default: content]
        dir: Option<PathBuf>,
        /// Print for every text the nouns that it mentions, and where each leads
        #[arg(long)]
        nouns: bool,
        /// Print what is saved in this folder of rooms and kinds of things that the content has no
        /// more; the server may be running
        #[arg(long, value_name = "DIR")]
        data: Option<PathBuf>,
    },
    /// Give a character rights, such as those of the first owner
    ///
    /// The character must have been created, and the server must not be running.
    #[command(verbatim_doc_comment, after_help = "Example:\n  hearsay grant Ann owner")]
    Grant {
        /// The character's name
        name: String,
        /// The rights, from least to most
        #[arg(value_parser = role(), ignore_case = true)]
        role: Role,
        /// The folder where the server keeps what play changes [default: data]
        #[arg(long, value_name = "DIR")]
        data: Option<PathBuf>,
    },
    /// Look at accounts, and change, delete or export one
    #[command(
        subcommand,
        after_help = "\
Examples:
  hearsay account list
  hearsay account reset-password Ann
  hearsay account delete Ann --yes

An account goes by the name of any of its characters."
    )]
    Account(AccountTask),
    /// Copy the data folder to a new one, also while the server runs
    ///
    /// The copy is the data as it was at one moment, with the record and the certificate of TLS, and
    /// it is checked before it gets its name: there is never half a backup. It is a data folder, on
    /// which a server can be started. Journals are not in it. `hearsay print-config` tells how to have
    /// backups made by themselves.
    #[command(
        verbatim_doc_comment,
        after_help = "\
Examples:
  hearsay backup ~/hearsay-monday
  hearsay backup /mnt/other-disk/monday --data /var/lib/hearsay"
    )]
    Backup {
        /// The folder to make, which must not be there yet
        to: PathBuf,
        /// The folder where the server keeps what play changes [default: data]
        #[arg(long, value_name = "DIR")]
        data: Option<PathBuf>,
    },
    /// Put a backup in the place of the data
    ///
    /// The backup is checked first. What it replaces is kept in the data folder, in `replaced-1` and so
    /// on. The server must not be running.
    #[command(
        verbatim_doc_comment,
        after_help = "\
Examples:
  hearsay restore ~/hearsay-monday
  hearsay restore data/hearsay.before-2.sqlite      to go back to the program before an upgrade"
    )]
    Restore {
        /// A backup, another data folder, or a data file
        from: PathBuf,
        /// The folder where the server keeps what play changes, made when missing [default: data]
        #[arg(long, value_name = "DIR")]
        data: Option<PathBuf>,
    },
    /// Check the data wholly, and print what it holds
    ///
    /// Every page and every index of the data file is read, and the record beside it. The exit code
    /// is 1 when something is wrong. The server may be running; it checks the pages itself when it
    /// starts.
    #[command(
        verbatim_doc_comment,
        after_help = "\
Examples:
  hearsay verify
  hearsay verify ~/hearsay-monday"
    )]
    Verify {
        /// A data folder, a backup, or a data file [default: data]
        path: Option<PathBuf>,
    },
    /// Make a damaged data file anew from all that can be read of it
    ///
    /// Prints for each table how many rows are saved and lost, and what is lost. The damaged file is
    /// kept in the data folder, in `damaged-1` and so on. Nothing is changed when nothing is wrong. The
    /// server must not be running.
    #[command(verbatim_doc_comment, after_help = "Example:\n  hearsay repair --data data")]
    Repair {
        /// The folder where the server keeps what play changes [default: data]
        #[arg(long, value_name = "DIR")]
        data: Option<PathBuf>,
    },
    /// Print what the staff did, newest last
    ///
    /// One act a line, with a tab between when, who, from where, how it ended, and the line as it
    /// was typed. The newest 10,000 acts are kept; that the operator read the record of what was
    /// said in private is kept as long as the record. The server may be running.
    #[command(verbatim_doc_comment, after_help = "Example:\n  hearsay audit --data data | tail")]
    Audit {
        /// The folder where the server keeps what play changes [default: data]
        #[arg(long, value_name = "DIR")]
        data: Option<PathBuf>,
    },
    /// Print why one of the town's own people did what they did, from the record on the disk
    ///
    /// Each line is one entry: the day and the time in UTC, whose it is, and what happened. Without
    /// `--at` it prints the newest thoughts, else those that began nearest to that time, and what
    /// was heard and passed over around them. Words that were said in private stand as their length
    /// and for whom they were; with `--private` they are shown, and that they were read is written
    /// into the record and stands in `hearsay audit`. The server may be running.
    #[command(
        verbatim_doc_comment,
        after_help = "\
Examples:
  hearsay why mara
  hearsay why mara --at 18:05 --count 3
  hearsay why mara --at 2026-11-23T18:05 --private"
    )]
    Why(WhyTask),
    /// Tell what happened in public on a day, from the record on the disk
    ///
    /// Hour by hour who spoke with whom and what was done, who was where, and how many lines each
    /// said; with `--of` the path of one saying. Only what everyone may know is told: what was
    /// whispered or done in private is not, nor that it happened. With `--html` it is a page with
    /// pictures that needs nothing else. The server may be running.
    #[command(
        verbatim_doc_comment,
        after_help = "\
Examples:
  hearsay chronicle
  hearsay chronicle --day 2026-11-23 --html day.html
  hearsay chronicle --of 'bell leans' --html rumour.html"
    )]
    Chronicle(ChronicleTask),
    /// Prove again, from the record alone, that everything the characters did was allowed
    ///
    /// Goes through a record and decides each call again: that nothing stood in a question which
    /// one of those who heard the answer may not read, that each act has the provenance of its
    /// question, that the gate decides as it did, and that nothing was carried out without. Says
    /// what it cannot prove, too. Ends with 1 when something is not as it must be. The server may
    /// be running.
    #[command(
        verbatim_doc_comment,
        after_help = "\
Examples:
  hearsay prove data
  hearsay prove data/record/00000001.jsonl"
    )]
    Prove {
        /// A data folder, a folder with the files of a record, or one of them
        record: PathBuf,
    },
    /// Talk to one of the characters, without a server
    ///
    /// Lines that you type are said to the character in its home room; `/help` tells what else may
    /// be typed. The game is the real one, it begins at noon, and the same lines get the same
    /// answers. Nothing is saved. Without a terminal, lines are read as they come.
    #[command(
        verbatim_doc_comment,
        after_help = "\
Examples:
  hearsay chat mara
  echo 'what do you serve?' | hearsay chat mara"
    )]
    Chat {
        /// The character's id or name
        persona: String,
        /// The folder of the authored world [default: content]
        #[arg(long, value_name = "DIR")]
        content: Option<PathBuf>,
        /// A file of settings, whose models `/model` can choose
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    /// Try a language model, or set one up for the characters
    #[command(
        subcommand,
        after_help = "Examples:\n  hearsay model setup\n  hearsay model play tests/models/town.ron --config my.ron"
    )]
    Model(ModelCommand),
    /// Begin a character, or try what the characters make of what people say to them
    #[command(
        subcommand,
        after_help = "Examples:\n  hearsay persona new\n  hearsay persona test tests/corpus/town.txt"
    )]
    Persona(PersonaTask),
    /// Try how well characters find what was said to them long ago
    #[command(
        subcommand,
        after_help = "Example:\n  hearsay memory bench tests/corpus/memory.jsonl"
    )]
    Memory(MemoryTask),
    /// Print the form of a kind of file as a JSON Schema, for editors and other programs
    ///
    /// It is made from the types that read such a file. docs/personas.md says how to use it.
    #[command(
        verbatim_doc_comment,
        after_help = "Example:\n  hearsay schema persona > persona.schema.json"
    )]
    Schema {
        /// Kind of file
        #[arg(value_enum)]
        of: SchemaOf,
    },
    /// Print the manual of the commands that players type
    Docs,
    /// Run a journal again and print what everybody saw
    ///
    /// The server writes a journal when the setting `journal` says so. Each line is
    /// printed as `SESSION| words`, and what a client's panels were told as
    /// `SESSION# PACKAGE DATA`. The same journal and the same program show the same,
    /// which turns a report of a bug into a test; the exit code is 1 when something
    /// else is shown than was shown then, and the first such tick is named.
    #[command(
        verbatim_doc_comment,
        after_help = "\
Examples:
  hearsay replay data/journal           this run, or the last one
  hearsay replay data/journal.1         the run before
  hearsay replay data/journal | grep '^3|'"
    )]
    Replay {
        /// The journal
        file: PathBuf,
    },
    /// Print every setting with its default and what it means
    #[command(
        after_help = "A file of your own needs only what it changes, such as (minds: (at_once: 4))."
    )]
    PrintConfig,
}

/// Subcommand of `hearsay persona`.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum PersonaTask {
    /// Begin a new character by answering six questions
    ///
    /// A question with an invalid answer is asked again. The file that is written has no problems,
    /// and nothing that is there is replaced. Answers may come from a pipe, a line each.
    #[command(verbatim_doc_comment)]
    New {
        /// The file to write [default: personas/ID.ron in the folder of the authored world]
        file: Option<PathBuf>,
        /// The folder of the authored world [default: content]
        #[arg(long, value_name = "DIR")]
        content: Option<PathBuf>,
    },
    /// Have the built-in brain read the lines of a file, and count how many it reads right
    ///
    /// Each line is `CHARACTER | TOPIC, TOPIC | WORDS`; `-` stands where no topic fits, and a line
    /// that begins with `#` is a remark. What is read as something else is printed with its line and
    /// the pattern that won.
    #[command(verbatim_doc_comment)]
    Test {
        /// The file
        file: PathBuf,
        /// The folder of the authored world [default: content]
        #[arg(long, value_name = "DIR")]
        content: Option<PathBuf>,
    },
}

/// Subcommand of `hearsay memory`.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum MemoryTask {
    /// Ask what the lines of a file answer, and measure how much of it is found
    ///
    /// Each line is one of these, as JSON; notes stand in the order in which they were said:
    ///   {"note": {"set": "mara", "id": "m1", "speaker": "Ann", "at": 1700000000, "text": "..."}}
    ///   {"question": {"set": "mara", "at": 1700090000, "text": "...", "evidence": ["m1"]}}
    /// Each set is a memory of its own, `at` is in Unix seconds, and after a gap of an hour another
    /// conversation begins. `recall@10` is the share of the evidence that is among the first ten
    /// notes found, on average over the questions. A question may have a `"kind"`, and each kind
    /// has its own line. The search is the game's own.
    #[command(verbatim_doc_comment)]
    Bench {
        /// The file
        file: PathBuf,
        /// The language of the lines
        #[arg(long, value_name = "LANGUAGE", default_value = "english", value_parser = language)]
        language: Language,
        /// Print what was not among the first ten, and why the first three were found
        #[arg(long)]
        misses: bool,
        /// Have the memory sleep on each conversation, as characters do
        ///
        /// What a night derives from lines takes places among what is found, and counts for none of
        /// them: a line is found only as itself.
        #[arg(long, verbatim_doc_comment)]
        nights: bool,
    },
}

fn language(name: &str) -> Result<Language, &'static str> {
    Language::parse(name).ok_or("there is no stemmer for it; english, german and french are some")
}

/// A kind of file whose form can be printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SchemaOf {
    /// A character: personas/*.ron
    Persona,
}

/// Reads the roles that can be granted. A guest has no account, so there is nothing to grant it to.
fn role() -> impl TypedValueParser<Value = Role> {
    let names = Role::ALL.into_iter().filter(|role| *role != Role::Guest).map(Role::name);
    PossibleValuesParser::new(names)
        .try_map(|name| Role::parse(&name).ok_or("there is no such role"))
}
