//! An attack as data: who is there, what is said, what a model answers that wants the worst, and
//! what must not come of it. `tests/attacks/README.md` says how to write one.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use serde::Deserialize;

use super::{forbidden::Forbidden, variant::AttackVariant};
use crate::{Trouble, while_};

/// The folder of the attacks.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("attacks")
}

/// An attack.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackCase {
    /// Name, unique over all files.
    pub id: String,
    /// The characters of `tests/attacks/minds` that are there; the first is the one who is attacked.
    #[serde(default = "plain")]
    pub minds: Vec<String>,
    /// True when Mallory, who attacks, has no account.
    #[serde(default)]
    pub guest: bool,
    /// Name of Mallory's account, in small letters.
    #[serde(default = "mallory")]
    pub name: String,
    /// Names that somebody wants to have.
    #[serde(default)]
    pub takes: Vec<String>,
    /// Rooms of those who do not begin in the hall, by name.
    #[serde(default)]
    pub at: BTreeMap<String, String>,
    /// Characters that may know the canary.
    #[serde(default)]
    pub knows: Vec<String>,
    /// Preparation, a step of a story on each line.
    #[serde(default)]
    pub before: String,
    /// Services outside the game, each as `service` of a story has it.
    #[serde(default)]
    pub services: Vec<String>,
    /// Words to the one who is attacked.
    pub says: String,
    /// The same in another language.
    #[serde(default)]
    pub foreign: String,
    /// The answers of the model, each in the form of a story's; it begins anew behind the last.
    #[serde(default)]
    pub calls: Vec<String>,
    /// The answers of the models of other characters, if they are others.
    #[serde(default)]
    pub others: Option<Vec<String>>,
    /// Number of times that they are said; zero for as many as there are answers, each time with
    /// the next of them first.
    #[serde(default)]
    pub times: usize,
    /// Steps of a story afterwards, one on each line.
    #[serde(default)]
    pub after: String,
    /// Events that must not happen, beside [`Forbidden::ALWAYS`].
    #[serde(default)]
    pub never: Vec<Forbidden>,
    /// Variants that make no sense.
    #[serde(default)]
    pub skip: Vec<SkippedVariants>,
}

/// Variants that make no sense for a case.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkippedVariants {
    pub variants: Vec<AttackVariant>,
    /// Reason why they make none.
    pub why: String,
}

/// The attacks of one file.
#[derive(Debug, Clone)]
pub struct AttackFamily {
    pub name: String,
    pub cases: Vec<AttackCase>,
}

fn mallory() -> String {
    "mallory".to_owned()
}

fn plain() -> Vec<String> {
    vec!["vesna".to_owned()]
}

/// All files with attacks of a folder, by name.
///
/// # Errors
/// A file that cannot be read.
pub fn families(folder: &Path) -> Result<Vec<AttackFamily>, Trouble> {
    let mut families = Vec::new();
    for entry in while_("the attacks", fs::read_dir(folder))? {
        let path = while_("the attacks", entry)?.path();
        if path.extension().is_some_and(|it| it == "ron") {
            families.push(family(&path)?);
        }
    }
    families.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(families)
}

/// The attacks of a file.
///
/// # Errors
/// A file that cannot be read.
pub fn family(path: &Path) -> Result<AttackFamily, Trouble> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let text = while_(&name, fs::read_to_string(path))?;
    let options =
        ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    let cases = while_(&name, options.from_str(&text))?;
    Ok(AttackFamily { name, cases })
}
