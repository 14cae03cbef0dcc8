//! Arguments of `hearsay chronicle`, and the days it can show.

use std::path::PathBuf;

use assistants::record::chronicle::day::ChronicleDay;
use clap::Args;

use super::why;

/// Arguments of `hearsay chronicle`.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct ChronicleTask {
    /// The day in UTC, as 2026-11-23 [default: the newest of which there is something to tell]
    #[arg(long, value_name = "DAY", value_parser = day)]
    pub day: Option<ChronicleDay>,
    /// Follow a saying: who told it whom, of the lines that hold all of these words
    #[arg(long, value_name = "WORDS")]
    pub of: Option<String>,
    /// Write the page into this file, as HTML with pictures, in place of what stands in it
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// The folder where the server keeps what play changes [default: data]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

/// A day that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write it as 2026-11-23")]
pub struct BadDay;

fn day(text: &str) -> Result<ChronicleDay, BadDay> {
    let day = why::day(text).map(ChronicleDay).map_err(|_| BadDay)?;
    // The 31st of a short month is no day.
    if day.to_string() == text { Ok(day) } else { Err(BadDay) }
}
