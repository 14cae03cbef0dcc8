//! A corpus: lines that people say to characters, the topics that fit, and how many of them the
//! built-in brain finds.

use std::{collections::BTreeMap, fmt, sync::Arc};

use super::Persona;

/// How the lines of one character, or of all, were read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CorpusCounts {
    /// Lines that a topic fits, and how many of them were read so.
    pub fitting: u32,
    pub right: u32,
    /// Of the fitting, those that no topic was found for, and those for which another was.
    pub missed: u32,
    pub wrong: u32,
    /// Lines that no topic fits, and how many of them were answered all the same.
    pub foreign: u32,
    pub answered: u32,
}

/// A line that was read as something else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misread {
    /// Its place in the file, from one.
    pub line: usize,
    pub words: String,
    /// What fits, and what was found; none for nothing.
    pub fits: Vec<String>,
    pub found: Option<String>,
}

/// How a corpus was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CorpusReport {
    /// By the character's id.
    pub counts: BTreeMap<String, CorpusCounts>,
    pub misread: Vec<Misread>,
}

/// A line of a corpus cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {sentence}")]
pub struct CorpusError {
    pub line: usize,
    pub sentence: String,
}

/// Has the characters read every line of a corpus: `CHARACTER | TOPIC, TOPIC | WORDS`, where `-`
/// stands for no topic, and lines that begin with `#` are remarks.
///
/// # Errors
/// [`CorpusError`] for a line of another form, or that names nobody or no topic.
pub fn judge(personas: &[Arc<Persona>], corpus: &str) -> Result<CorpusReport, CorpusError> {
    let mut report = CorpusReport::default();
    for (text, line) in corpus.lines().zip(1..) {
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let fault = |sentence: String| CorpusError { line, sentence };
        let mut parts = text.splitn(3, '|').map(str::trim);
        let (Some(id), Some(fits), Some(words)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(fault("write it as CHARACTER | TOPICS | WORDS".to_owned()));
        };
        let persona = personas.iter().find(|it| it.id.as_str() == id);
        let persona = persona.ok_or_else(|| fault(format!("there is no character `{id}`")))?;
        let fits: Vec<String> =
            fits.split(',').map(str::trim).filter(|it| *it != "-").map(str::to_owned).collect();
        let topics = &persona.script.topics;
        if let Some(none) = fits.iter().find(|fit| topics.iter().all(|it| it.name != **fit)) {
            return Err(fault(format!("`{id}` has no topic `{none}`")));
        }
        let found = persona.script.topic(words, &persona.body.name, None);
        let found = found.map(|(topic, _)| topic.name.clone());
        let counts = report.counts.entry(id.to_owned()).or_default();
        let is_right = counts.add(&fits, found.as_deref());
        if !is_right {
            report.misread.push(Misread { line, words: words.to_owned(), fits, found });
        }
    }
    Ok(report)
}

impl CorpusCounts {
    /// Counts a line; whether it was read right.
    fn add(&mut self, fits: &[String], found: Option<&str>) -> bool {
        if fits.is_empty() {
            self.foreign += 1;
            self.answered += u32::from(found.is_some());
            return found.is_none();
        }
        self.fitting += 1;
        match found {
            None => self.missed += 1,
            Some(it) if fits.iter().any(|fit| fit == it) => {
                self.right += 1;
                return true;
            }
            Some(_) => self.wrong += 1,
        }
        false
    }

    fn join(self, other: Self) -> Self {
        Self {
            fitting: self.fitting + other.fitting,
            right: self.right + other.right,
            missed: self.missed + other.missed,
            wrong: self.wrong + other.wrong,
            foreign: self.foreign + other.foreign,
            answered: self.answered + other.answered,
        }
    }
}

impl fmt::Display for CorpusCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: u32, of: u32| f64::from(part) * 100.0 / f64::from(of.max(1));
        let Self { fitting, right, missed, wrong, foreign, answered } = *self;
        write!(
            f,
            "right {right} of {fitting} ({:.1} %), nothing found {missed} ({:.1} %), \
             wrong {wrong} ({:.1} %); of {foreign} foreign lines answered {answered} ({:.1} %)",
            share(right, fitting),
            share(missed, fitting),
            share(wrong, fitting),
            share(answered, foreign)
        )
    }
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fits = if self.fits.is_empty() { "nothing".to_owned() } else { self.fits.join(" or ") };
        let found = self.found.as_deref().unwrap_or("nothing");
        write!(f, "line {}: \"{}\" is read as {found}, not as {fits}", self.line, self.words)
    }
}

impl fmt::Display for CorpusReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for it in &self.misread {
            writeln!(f, "{it}")?;
        }
        for (id, counts) in &self.counts {
            writeln!(f, "{id}: {counts}")?;
        }
        let all = self.counts.values().copied().fold(CorpusCounts::default(), CorpusCounts::join);
        write!(f, "all: {all}")
    }
}
