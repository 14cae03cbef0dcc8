//! Evaluation corpus: lines of players to characters with the expected topics, and how many of them
//! the built-in brain classifies correctly.

use std::{collections::BTreeMap, fmt, sync::Arc};

use super::{
    Persona,
    script::{LineMeaning, SaidLine, Script, Topic},
};

/// Classification counts of the lines of one character, or of all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CorpusCounts {
    /// Number of lines with an expected topic.
    pub fitting: u32,
    /// Number of these lines that were answered by an expected topic.
    pub right: u32,
    /// Number of these lines that were asked back about, or answered with a reservation, and whose first
    /// topic fits: only the first is named.
    pub asked: u32,
    /// Number of these lines that were asked back about, or answered with a reservation, and whose first
    /// topic does not fit.
    pub false_clarification: u32,
    /// Number of these lines that were answered with a reservation, with the likeliest topic; each also
    /// counts as asked or as a false clarification.
    pub supposed: u32,
    /// Number of the answers with a reservation whose topic fits.
    pub hedged_right: u32,
    /// Number of these lines for which no topic was found.
    pub missed: u32,
    /// Number of these lines that were answered by a wrong topic.
    pub wrong: u32,
    /// Number of lines without an expected topic.
    pub foreign: u32,
    /// Number of the lines without an expected topic that were answered.
    pub answered: u32,
    /// Number of the lines without an expected topic that were answered with a reservation.
    pub supposed_of: u32,
    /// Number of the lines without an expected topic that were asked back about.
    pub asked_of: u32,
}

/// Misclassified line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misread {
    /// Line number in the file, from 1.
    pub line: usize,
    pub words: String,
    /// Expected topics.
    pub fits: Vec<String>,
    /// Topics found, likeliest first: none, one that is answered, or those of a clarification.
    pub found: Vec<String>,
    /// True if topics were found and none was answered plainly: the character asked for clarification, or
    /// answered a likely topic with a reservation.
    pub asked: bool,
    /// Reading that won, if there was any: topic, pattern and points.
    pub by: Option<String>,
    /// Best reading of an expected topic, if there was any.
    pub behind: Option<String>,
}

/// Result of the evaluation of a corpus.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CorpusReport {
    /// Counts by the id of the character.
    pub counts: BTreeMap<String, CorpusCounts>,
    pub misread: Vec<Misread>,
}

impl CorpusReport {
    /// Returns the sum of the counts of all characters.
    #[must_use]
    pub fn all(&self) -> CorpusCounts {
        self.counts.values().copied().fold(CorpusCounts::default(), CorpusCounts::join)
    }
}

/// Error: invalid line of a corpus.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {sentence}")]
pub struct CorpusError {
    pub line: usize,
    pub sentence: String,
}

/// Parsed line of a corpus.
struct CorpusLine<'a> {
    /// Line number in the file, from 1.
    line: usize,
    persona: &'a Persona,
    fits: Vec<String>,
    words: &'a str,
}

/// Evaluates a corpus: each line is `CHARACTER | TOPIC, TOPIC | WORDS`, where `-` stands for no
/// topic, and lines that begin with `#` are comments. Lines that are also examples are removed from
/// the examples first, so that they do not classify themselves.
///
/// # Errors
/// [`CorpusError`] for a malformed line, or an unknown character or topic.
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
            // All characters of a world share their examples, which are slow to prepare.
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
    /// Classifies a line and adds the result.
    fn add(&mut self, CorpusLine { line, persona, fits, words }: CorpusLine<'_>, script: &Script) {
        let to = persona.body.name.as_str();
        // A capitalized word counts as the name of a known person.
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
    /// Counts a line; returns whether it was classified correctly.
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
        // Only the first is named.
        let is_right = found.first().is_some_and(is_fit);
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
