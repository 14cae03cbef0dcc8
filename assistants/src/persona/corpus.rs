//! A corpus: lines that people say to characters, the topics that fit, and how many of them the
//! built-in brain finds.

use std::{collections::BTreeMap, fmt, sync::Arc};

use super::{
    Persona,
    script::{LineMeaning, SaidLine, Script, Topic},
};

/// How the lines of one character, or of all, were read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CorpusCounts {
    /// Lines that a topic fits, and how many of them were read so.
    pub fitting: u32,
    pub right: u32,
    /// Of the fitting, those that were asked back about, where one of the two fits.
    pub asked: u32,
    /// Of the fitting, those that were asked back about although nothing that was named fits.
    pub false_clarification: u32,
    /// Of the fitting, those for which the likeliest was answered on the condition that it is meant, and how many
    /// of these it fits; they count as asked back about.
    pub supposed: u32,
    pub hedged_right: u32,
    /// Of the fitting, those that no topic was found for, and those that another answered.
    pub missed: u32,
    pub wrong: u32,
    /// Lines that no topic fits, how many of them were answered all the same, how many on the condition that
    /// something was meant, and how many were asked back about.
    pub foreign: u32,
    pub answered: u32,
    pub supposed_of: u32,
    pub asked_of: u32,
}

/// A line that was read as something else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misread {
    /// Its place in the file, from one.
    pub line: usize,
    pub words: String,
    /// What fits, and what was found: nothing, a topic, or two to ask back about.
    pub fits: Vec<String>,
    pub found: Vec<String>,
    /// Whether it was asked back.
    pub asked: bool,
    /// By which patterns: the one that won, and the best of what fits, if any of it was thought of.
    pub by: Option<String>,
    pub behind: Option<String>,
}

/// How a corpus was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CorpusReport {
    /// By the character's id.
    pub counts: BTreeMap<String, CorpusCounts>,
    pub misread: Vec<Misread>,
}

impl CorpusReport {
    /// The counts of all characters together.
    #[must_use]
    pub fn all(&self) -> CorpusCounts {
        self.counts.values().copied().fold(CorpusCounts::default(), CorpusCounts::join)
    }
}

/// A line of a corpus cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {sentence}")]
pub struct CorpusError {
    pub line: usize,
    pub sentence: String,
}

/// A line of a corpus.
struct CorpusLine<'a> {
    /// Its place in the file, from one.
    line: usize,
    persona: &'a Persona,
    fits: Vec<String>,
    words: &'a str,
}

/// Has the characters read every line of a corpus: `CHARACTER | TOPIC, TOPIC | WORDS`, where `-`
/// stands for no topic, and lines that begin with `#` are remarks. Lines that are examples too are left out
/// of these, so that it is shown what is made of lines that nobody wrote down.
///
/// # Errors
/// [`CorpusError`] for a line of another form, or that names nobody or no topic.
pub fn evaluate(personas: &[Arc<Persona>], corpus: &str) -> Result<CorpusReport, CorpusError> {
    let lines = corpus.lines().zip(1..).filter(|(text, _)| {
        let text = text.trim();
        !(text.is_empty() || text.starts_with('#'))
    });
    let lines: Vec<CorpusLine<'_>> = lines
        .map(|(text, line)| CorpusLine::read(personas, text, line))
        .collect::<Result<_, _>>()?;
    let said = || lines.iter().map(|it| (it.words, it.persona.body.name.as_str()));
    let mut scripts: BTreeMap<&str, Script> = BTreeMap::new();
    let mut examples = None;
    for CorpusLine { persona, .. } in &lines {
        scripts.entry(persona.id.as_str()).or_insert_with(|| {
            // All characters of a world share their examples, which take long to make ready.
            let examples = examples.get_or_insert_with(|| persona.script.examples.without(said()));
            persona.script.with_examples(examples.clone())
        });
    }
    let mut report = CorpusReport::default();
    for line in lines {
        if let Some(script) = scripts.get(line.persona.id.as_str()) {
            report.add(line, script);
        }
    }
    Ok(report)
}

impl<'a> CorpusLine<'a> {
    fn read(personas: &'a [Arc<Persona>], text: &'a str, line: usize) -> Result<Self, CorpusError> {
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
        Ok(Self { line, persona, fits, words })
    }
}

impl CorpusReport {
    /// Has a character read a line.
    fn add(&mut self, CorpusLine { line, persona, fits, words }: CorpusLine<'_>, script: &Script) {
        let to = persona.body.name.as_str();
        // Whoever has a name begins with a capital.
        let is_known = |it: &str| it.starts_with(char::is_uppercase);
        let named = words.split(|it: char| !it.is_alphanumeric()).skip(1);
        let mut named = named.filter(|it| it.len() > 1 && !it.eq_ignore_ascii_case(to));
        let named = named.find(|it| is_known(it));
        let said = SaidLine { is_known: &is_known, named, ..SaidLine::first(words, to) };
        let meaning = script.classify(said);
        let counts = self.counts.entry(persona.id.as_str().to_owned()).or_default();
        if !counts.add(&fits, &meaning) {
            let readings = script.readings(said);
            let by = readings.first().map(ToString::to_string);
            let behind = readings.iter().find(|it| fits.contains(&it.topic.name));
            let behind = behind.map(ToString::to_string);
            let found: Vec<String> = meaning.topics().iter().map(|it| it.name.clone()).collect();
            let asked = !found.is_empty() && !matches!(meaning, LineMeaning::Topic(..));
            let words = words.to_owned();
            self.misread.push(Misread { line, words, fits, found, asked, by, behind });
        }
    }
}

impl CorpusCounts {
    /// Counts a line; whether it was read right.
    fn add(&mut self, fits: &[String], meaning: &LineMeaning<'_>) -> bool {
        let answers = matches!(meaning, LineMeaning::Topic(..));
        let supposes = matches!(meaning, LineMeaning::Likely(..));
        let found = meaning.topics();
        let is_fit = |it: &&Topic| fits.contains(&it.name);
        if fits.is_empty() {
            self.foreign += 1;
            self.answered += u32::from(answers);
            self.supposed_of += u32::from(supposes);
            self.asked_of += u32::from(!found.is_empty() && !answers && !supposes);
            return found.is_empty();
        }
        self.fitting += 1;
        self.supposed += u32::from(supposes);
        self.hedged_right += u32::from(supposes && found.first().is_some_and(is_fit));
        let is_right = found.iter().any(is_fit);
        let count = match (found.is_empty(), is_right, answers) {
            (true, ..) => &mut self.missed,
            (false, true, true) => &mut self.right,
            (false, true, false) => &mut self.asked,
            (false, false, true) => &mut self.wrong,
            (false, false, false) => &mut self.false_clarification,
        };
        *count += 1;
        is_right
    }

    fn join(self, other: Self) -> Self {
        Self {
            fitting: self.fitting + other.fitting,
            right: self.right + other.right,
            asked: self.asked + other.asked,
            false_clarification: self.false_clarification + other.false_clarification,
            supposed: self.supposed + other.supposed,
            hedged_right: self.hedged_right + other.hedged_right,
            missed: self.missed + other.missed,
            wrong: self.wrong + other.wrong,
            foreign: self.foreign + other.foreign,
            answered: self.answered + other.answered,
            supposed_of: self.supposed_of + other.supposed_of,
            asked_of: self.asked_of + other.asked_of,
        }
    }
}

impl fmt::Display for CorpusCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: u32, of: u32| f64::from(part) * 100.0 / f64::from(of.max(1));
        let Self {
            fitting,
            right,
            asked,
            supposed,
            hedged_right,
            false_clarification,
            missed,
            wrong,
            ..
        } = *self;
        let Self { foreign, answered, supposed_of, asked_of, .. } = *self;
        write!(
            f,
            "right {right} and rightly asked back {asked} of {fitting} ({:.1} %), on condition \
             {hedged_right} of {supposed} right ({:.1} %), asked back in \
             vain {false_clarification} ({:.1} %), nothing found {missed} ({:.1} %), wrong {wrong} ({:.1} %); of {foreign} foreign lines answered \
             {answered} ({:.1} %), on condition {supposed_of} ({:.1} %), asked back about {asked_of} ({:.1} %)",
            share(right + asked, fitting),
            share(hedged_right, supposed),
            share(false_clarification, fitting),
            share(missed, fitting),
            share(wrong, fitting),
            share(answered, foreign),
            share(supposed_of, foreign),
            share(asked_of, foreign)
        )
    }
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fits = if self.fits.is_empty() { "nothing".to_owned() } else { self.fits.join(" or ") };
        let found =
            if self.found.is_empty() { "nothing".to_owned() } else { self.found.join(" or ") };
        let read = if self.asked { "is asked back about as" } else { "is read as" };
        write!(f, "line {}: \"{}\" {read} {found}, not as {fits}", self.line, self.words)?;
        if let Some(by) = &self.by {
            write!(f, "\n    heard: {by}")?;
        }
        if let Some(behind) = &self.behind {
            write!(f, "\n    behind it: {behind}")?;
        }
        Ok(())
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
        write!(f, "all: {}", self.all())
    }
}
