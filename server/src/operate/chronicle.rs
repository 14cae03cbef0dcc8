//! `hearsay chronicle`: what happened in public on a day, as a page.

use std::{collections::BTreeSet, fs};

use anyhow::{Context, bail};
use assistants::record::chronicle::{
    collect::Chronicler, day::ChronicleDay, html, page::ChroniclePage, saying,
};

use crate::{
    operate::{args::chronicle::ChronicleTask, config::Config},
    record::{self, reading},
};

/// Most days that are named when there is nothing to tell of the one that is wanted.
const DAYS: usize = 40;

/// Returns the page of a day as text, or, where it is written into a file, a line that says so.
///
/// # Errors
/// An empty chronicle, an unreadable record, or a file that cannot be written.
pub fn page(task: ChronicleTask) -> anyhow::Result<String> {
    let ChronicleTask { day, of, html: file, data } = task;
    let data = match data {
        Some(data) => data,
        None => Config::standard()?.server.data,
    };
    if of.as_ref().is_some_and(|it| saying::folded(it).is_empty()) {
        bail!("There is no word in what was asked for.");
    }
    let shown = data.join(record::FOLDER).display().to_string();
    let mut chronicler = Chronicler::new(day);
    reading::entries(&data, |_| true, |it| chronicler.take(&it))
        .with_context(|| format!("The record in {shown} cannot be read"))?;
    let (chronicle, days) = chronicler.finish();
    let Some(chronicle) = chronicle else {
        match day.filter(|_| !days.is_empty()) {
            Some(day) => bail!("There is nothing to tell of {day}; there is of {}.", listed(&days)),
            None => bail!("There is nothing to tell in {shown}."),
        }
    };
    let saying = of.as_deref();
    let Some(file) = file else { return Ok(ChroniclePage::of(&chronicle, saying).text()) };
    fs::write(&file, html::html(&chronicle, saying))
        .with_context(|| format!("{} cannot be written", file.display()))?;
    Ok(format!("{} is in {}.\n", chronicle.day, file.display()))
}

/// Returns the newest days, and how many there are before them.
fn listed(days: &BTreeSet<ChronicleDay>) -> String {
    let newest: Vec<String> = days.iter().rev().take(DAYS).map(ToString::to_string).collect();
    match days.len().saturating_sub(DAYS) {
        0 => newest.join(", "),
        more => format!("{}, and {more} before", newest.join(", ")),
    }
}
