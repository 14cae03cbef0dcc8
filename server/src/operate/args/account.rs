//! Account commands of the operator: arguments.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Subcommand of `hearsay account`; an account goes by the name of any of its characters.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum AccountTask {
    /// Print 40 names, from one on, and how to read on
    ///
    /// One name a line, with a tab between the name, the other names of its account, the role and
    /// when the account was made. The server may be running.
    #[command(
        verbatim_doc_comment,
        after_help = "\
Examples:
  hearsay account list
  hearsay account list m     the names from M on"
    )]
    List {
        /// A name, or how one begins
        #[arg(default_value = "", hide_default_value = true)]
        from: String,
        #[command(flatten)]
        at: DataFolder,
    },
    /// Print what an account is, and how much is kept about it
    ///
    /// The server may be running.
    #[command(after_help = "Example:\n  hearsay account show Ann")]
    Show {
        /// The name of any of its characters
        name: String,
        #[command(flatten)]
        at: DataFolder,
    },
    /// Give an account a new password that nobody can guess, and print it
    ///
    /// The server must not be running.
    #[command(after_help = "Example:\n  hearsay account reset-password Ann")]
    ResetPassword {
        /// The name of any of its characters
        name: String,
        #[command(flatten)]
        at: DataFolder,
    },
    /// Give a character another name
    ///
    /// The new name must be one that a new character could have. The server must not be running.
    #[command(after_help = "Example:\n  hearsay account rename Xxkillerxx Ambrose")]
    Rename {
        /// The name that the character has
        old: String,
        /// The name that it gets
        new: String,
        /// The folder of the authored world, whose names nobody may take [default: content]
        #[arg(long, value_name = "DIR")]
        content: Option<PathBuf>,
        #[command(flatten)]
        at: DataFolder,
    },
    /// Delete an account and everything that is kept about it
    ///
    /// Its characters go with it, what they carry, and what minds remember of them. Reports, the
    /// audit and the rules of `sitelock` stay. Without `--yes` it only says what would be deleted.
    /// The server must not be running.
    #[command(
        verbatim_doc_comment,
        after_help = "\
Examples:
  hearsay account delete Ann          look first
  hearsay account delete Ann --yes"
    )]
    Delete {
        /// The name of any of its characters
        name: String,
        /// Delete it indeed
        #[arg(long)]
        yes: bool,
        #[command(flatten)]
        at: DataFolder,
    },
    /// Print everything that is kept about an account, as JSON
    ///
    /// Notes of others about it are included: read the file before you hand it on. The server may
    /// be running.
    #[command(after_help = "\
Examples:
  hearsay account export Ann --to ann.json
  hearsay account export Ann | less")]
    Export {
        /// The name of any of its characters
        name: String,
        /// A new file for it, which only you can read
        #[arg(long, value_name = "FILE")]
        to: Option<PathBuf>,
        #[command(flatten)]
        at: DataFolder,
    },
}

/// Option that names the data folder.
#[derive(Debug, Clone, PartialEq, Eq, Default, Args)]
pub struct DataFolder {
    /// The folder where the server keeps what play changes [default: data]
    #[arg(long = "data", value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

impl DataFolder {
    /// Returns the option as it would be typed again, with a space before it.
    #[must_use]
    pub fn typed(&self) -> String {
        let folder = self.folder.as_ref();
        folder.map_or_else(String::new, |it| format!(" --data {}", it.display()))
    }
}
