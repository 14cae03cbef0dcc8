//! Display of an entry as one line, with words hidden that its reader may not know.

use std::{
    collections::BTreeMap,
    fmt::{self, Write},
};

use engine::{clock::WorldTime, foreign::ForeignText, id::CharacterId, label::Readers};
use text::styled;
use world::beings::character::CharacterRef;

use super::{
    entry::{
        AnsweredBy, PerceptionAction, RecordEntry, Recorded, RecordedCall, RecordedEnd,
        RecordedGoal, RecordedNote, RecordedQuestion, RecordedReading, RecordedReply,
        RecordedVerdict,
    },
    question::QuestionPart,
};
use crate::{
    llm::{LlmError, allowance::OverBudget},
    tools,
    turn::brief::ThoughtMode,
};

mod action;
mod begun;
mod change;
mod delegation;
mod gate;
mod goal;
mod notes;
mod service;
#[cfg(test)]
mod tests;

/// Writes the entry about the deletion of a character's words.
fn write_forgotten(to: &mut String, entries: u64) -> fmt::Result {
    write!(to, "somebody is forgotten: {entries} entries lost their words")
}

/// Reader of a line, who determines the words that are hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordReader<'a> {
    /// Character, with access to public words and those that its label permits.
    Character(&'a CharacterId),
    /// Reader without a character, with access to public words only.
    Outsider,
    /// Reader with access to private words; the access must be recorded by the caller.
    InPrivate,
}

impl RecordReader<'_> {
    fn may_read(self, readers: &Readers) -> bool {
        match self {
            Self::Character(id) => readers.admit(id),
            Self::Outsider => *readers == Readers::Everyone,
            Self::InPrivate => true,
        }
    }
}

/// Options of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordView<'a> {
    pub reader: RecordReader<'a>,
    /// True if the line includes the day and the mind.
    pub whole: bool,
    /// Names of the characters that hidden words are for; those without a name are shown by id.
    pub names: &'a RecordNames,
}

/// Names of the characters in the record.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RecordNames(BTreeMap<CharacterId, String>);

impl RecordNames {
    /// Collects the names in these entries; the last one counts. Names with anything but letters
    /// and hyphens are left out.
    pub fn of<'a>(entries: impl IntoIterator<Item = &'a RecordEntry>) -> Self {
        let parties = entries.into_iter().filter_map(|it| it.what.party());
        let is_plain = |who: &&CharacterRef| {
            !who.name.is_empty() && who.name.chars().all(|it| it.is_alphabetic() || it == '-')
        };
        Self(parties.filter(is_plain).map(|it| (it.id.clone(), it.name.clone())).collect())
    }

    /// Returns the name of a character, or its id.
    fn name(&self, id: &CharacterId) -> String {
        self.0.get(id).cloned().unwrap_or_else(|| id.to_string())
    }

    /// Lists the characters permitted to read something.
    fn list(&self, readers: &Readers) -> String {
        let Readers::Only(ids) = readers else { return readers.to_string() };
        let name = |id| self.0.get(id).map_or_else(|| CharacterId::as_str(id), String::as_str);
        let names: Vec<&str> = ids.iter().map(name).collect();
        if names.is_empty() { "nobody".to_owned() } else { styled::list(&names) }
    }
}

/// Formats an entry as one line. Words of others are quoted and escaped, or, if the reader may not
/// know them, replaced by their length and their permitted readers.
#[must_use]
pub fn line(entry: &RecordEntry, view: RecordView<'_>) -> String {
    let mut line = String::new();
    let mut hidden = !view.reader.may_read(&entry.readers);
    if let Recorded::Asked(it) = &entry.what {
        // Until now entries of questions were written down as ones that everybody may read.
        hidden |= it.segments.iter().any(|of| !view.reader.may_read(&of.label.readers));
    }
    let writer = LineWriter { entry, hidden, names: view.names };
    // Writing into a `String` never fails.
    writer.write(&mut line, view.whole).unwrap_or_default();
    line
}

/// Formats the time as `18:05:12`.
fn clock(at: WorldTime) -> String {
    let (hour, minute) = at.hour_and_minute();
    format!("{hour:02}:{minute:02}:{:02}", at.0 / 1_000 % 60)
}

struct LineWriter<'a> {
    entry: &'a RecordEntry,
    hidden: bool,
    names: &'a RecordNames,
}

impl LineWriter<'_> {
    fn write(&self, to: &mut String, whole: bool) -> fmt::Result {
        let at = self.entry.at;
        if whole {
            // The display form of a time begins with its date.
            let day = at.to_string();
            let day = day.split(' ').next().unwrap_or_default();
            let mind = self.entry.mind.as_ref().map_or("-", CharacterId::as_str);
            write!(to, "{day} {} {mind} ", clock(at))?;
        } else {
            write!(to, "{} ", clock(at))?;
        }
        self.write_what(to)
    }

    fn write_what(&self, to: &mut String) -> fmt::Result {
        match &self.entry.what {
            Recorded::Perceived { source, who, words, action, verdict } => {
                let source = format!("{source:?}").to_lowercase();
                write!(to, "heard, {}: {source} by {}: ", action_words(*action), party(who))?;
                self.quote(to, words)?;
                write!(to, "; {}", verdict_words(verdict))
            }
            Recorded::Begun { by, who, words, verdict, script, lean, class } => {
                write!(to, "begins: {} by {}: ", begun::words(*by), party(who))?;
                self.quote(to, words)?;
                write!(to, "; {}", verdict_words(verdict))?;
                begun::write_choice(to, (*lean, *class, *script))
            }
            Recorded::TurnedAway { who, over, stopped, asleep } => {
                let why = silence_words(*over, *stopped, *asleep);
                write!(to, "{} is not answered: {why}", party(who))
            }
            Recorded::Recalled { query, notes } => self.write_recalled(to, query.as_ref(), notes),
            Recorded::Asked(it) => self.write_question(to, it),
            Recorded::Replied(it) => self.write_reply(to, it),
            Recorded::Failed { error, took } => self.write_failure(to, error, *took),
            Recorded::Remarked { note } => {
                to.push_str("remark: ");
                self.quote(to, note)
            }
            Recorded::Done { tool, result } => self.write_result(to, tool, ": done", result),
            Recorded::Refused { tool, why, rule } => {
                self.write_result(to, tool, ": refused", why)?;
                rule.map_or(Ok(()), |it| write!(to, "; rule {}", it.name()))
            }
            Recorded::Judged(it) => gate::write_judgement(to, it, self.names),
            Recorded::Noted { serial, about, words, .. } => {
                self.write_noted(to, *serial, about.as_ref())?;
                self.quote(to, words)
            }
            Recorded::Learnt { event, from, retellings, words } => {
                self.write_learnt(to, *event, from.as_ref(), *retellings)?;
                self.quote(to, words)
            }
            Recorded::Read(it) => self.write_reading(to, it),
            Recorded::Withheld => write!(to, "somebody is here who may not hear of it"),
            Recorded::Ended(it) => write_end(to, it),
            Recorded::Action(it) => action::write(to, it, self.hidden),
            Recorded::Goal(it) => self.write_goal(to, it),
            Recorded::Delegation(it) => self.write_delegation(to, it),
            Recorded::Served(it) => self.write_service(to, it),
            Recorded::Lost { entries } => {
                write!(to, "{entries} entries were not written down: too many waited")
            }
            Recorded::Forgotten { entries } => write_forgotten(to, *entries),
            Recorded::Typed { who, raw } => self.write_typed(to, who, raw),
            Recorded::Amended { how, notes } => self.write_amended(to, *how, notes),
            Recorded::Changed(change) => change::write_change(to, change),
            Recorded::ReadInPrivate { of } => {
                write!(to, "the operator read what was said in private to {of}")
            }
        }
    }

    fn write_goal(&self, to: &mut String, goal: &RecordedGoal) -> fmt::Result {
        goal::write(to, goal)?;
        if goal.by.is_some() {
            write!(to, ", by {}", party(&goal.by))?;
        }
        to.push_str(": ");
        self.quote(to, &goal.text)
    }

    fn write_failure(&self, to: &mut String, error: &LlmError, took: u64) -> fmt::Result {
        write!(to, "model failed after {took} ms: {error}")?;
        let Some(said) = error.said() else { return Ok(()) };
        to.push_str(": ");
        self.quote(to, said)
    }

    fn write_reading(&self, to: &mut String, reading: &RecordedReading) -> fmt::Result {
        if self.hidden {
            // What words mean is as good as the words.
            return write!(to, "reads what was said, for {}", self.names.list(&self.entry.readers));
        }
        write!(to, "reads a {}: ", reading.act)?;
        match (&reading.intent, reading.is_sure) {
            (None, _) => to.push_str("nothing that is known here"),
            (Some(intent), true) => write!(to, "{intent}, sure")?,
            (Some(intent), false) => write!(to, "perhaps {intent}")?,
        }
        if let Some(runner_up) = &reading.runner_up {
            write!(to, "; else {runner_up}")?;
        }
        if let Some(asked) = reading.asked {
            write!(to, "; asks {}", asked.name())?;
        }
        if let Some((slot, value)) = &reading.told {
            write!(to, "; tells {slot} ")?;
            self.quote(to, value)?;
        }
        Ok(())
    }

    fn write_recalled(
        &self,
        to: &mut String,
        query: Option<&ForeignText>,
        notes: &[RecordedNote],
    ) -> fmt::Result {
        match query {
            None => to.push_str("comes to mind:"),
            Some(query) => {
                to.push_str("recalls ");
                self.quote(to, query)?;
                to.push(':');
            }
        }
        if self.hidden {
            to.push(' ');
            return self.hide(to, notes.iter().map(|it| it.words.length()).sum());
        }
        to.push_str(if notes.is_empty() { " nothing" } else { "" });
        for (n, note) in notes.iter().enumerate() {
            write!(to, "{} note {} ", if n == 0 { "" } else { "," }, note.serial)?;
            self.quote(to, &note.words)?;
            if let Some(why) = &note.why {
                to.push_str(" for ");
                self.quote(to, why)?;
            }
            if let Some(trust) = note.trust {
                write!(to, " (trust {trust} %)")?;
            }
        }
        Ok(())
    }

    fn write_result(
        &self,
        to: &mut String,
        tool: &ForeignText,
        verb: &str,
        result: &ForeignText,
    ) -> fmt::Result {
        self.quote_tool(to, tool)?;
        to.push_str(verb);
        if result.is_empty() {
            return Ok(());
        }
        to.push_str(": ");
        self.quote(to, result)
    }

    fn write_reply(&self, to: &mut String, reply: &RecordedReply) -> fmt::Result {
        let RecordedReply { by, text, calls, more, usage, took, segments, ears: _ } = reply;
        to.push_str(match by {
            AnsweredBy::Model => "model answered: ",
            AnsweredBy::Script => "script answers: ",
        });
        if calls.is_empty() {
            to.push_str("no tool call");
        }
        for (n, call) in calls.iter().enumerate() {
            to.push_str(if n == 0 { "" } else { "; " });
            self.write_call(to, call)?;
        }
        if *more > 0 {
            write!(to, "; and {more} further calls")?;
        }
        if let Some(text) = text {
            to.push_str(" (thought: ");
            self.quote(to, text)?;
            to.push(')');
        }
        if let Some(usage) = usage {
            write!(to, " [{} + {} tokens]", usage.prompt, usage.completion)?;
        }
        if *took > 0 {
            write!(to, " [{took} ms]")?;
        }
        gate::write_segments(to, segments, self.names)
    }

    fn write_call(&self, to: &mut String, call: &RecordedCall) -> fmt::Result {
        let RecordedCall { tool, arguments, malformed } = call;
        self.quote_tool(to, tool)?;
        if let Some(malformed) = malformed {
            to.push_str(" (malformed: ");
            self.quote(to, malformed)?;
            to.push(')');
        }
        if self.hidden && !arguments.is_empty() {
            // Argument names are a model's own words, too.
            let length = arguments.iter().map(|(name, value)| name.length() + value.length()).sum();
            to.push(' ');
            return self.hide(to, length);
        }
        for (n, (name, value)) in arguments.iter().enumerate() {
            to.push_str(if n == 0 { " {" } else { ", " });
            write!(to, "{}: {}", name.escaped(), value.escaped())?;
        }
        to.push_str(if arguments.is_empty() { "" } else { "}" });
        Ok(())
    }

    fn write_question(&self, to: &mut String, asked: &RecordedQuestion) -> fmt::Result {
        let names = self.names;
        let RecordedQuestion {
            question,
            lines,
            memories,
            parts,
            tokens,
            hash,
            ears,
            integrity,
            ..
        } = asked;
        let ears = names.list(ears);
        write!(
            to,
            "asks the model (question {question}): {lines} records and {memories} memories that {ears} \
         may read; integrity {integrity:?}, about {tokens} tokens"
        )?;
        for QuestionPart { name, pieces, bytes } in parts {
            write!(to, ", {} {pieces} x {bytes} bytes", word(name))?;
        }
        if !self.hidden && !asked.hash.is_empty() {
            // Whoever guesses the words would see by it that they guessed them.
            write!(to, ", hash {}", word(hash))?;
        }
        gate::write_segments(to, &asked.segments, names)?;
        let tools: Vec<String> = asked.tools.iter().map(|tool| gate::word_of_tool(tool)).collect();
        if !tools.is_empty() {
            write!(to, "; tools {}", tools.join(" "))?;
        }
        to.push_str(if asked.narrowed { "; without what others said" } else { "" });
        to.push_str(asked.compaction.words());
        Ok(())
    }

    /// Writes quoted words, or their replacement if they are hidden.
    fn quote(&self, to: &mut String, quote: &ForeignText) -> fmt::Result {
        if self.hidden && !quote.is_empty() {
            self.hide(to, quote.length())
        } else {
            write!(to, "{}", quote.escaped())
        }
    }

    /// Writes the name of a tool; it is hidden only if there is no such tool.
    fn quote_tool(&self, to: &mut String, name: &ForeignText) -> fmt::Result {
        match tools::find(name.text()) {
            Some(tool) => write!(to, "\"{}\"", tool.name),
            None => self.quote(to, name),
        }
    }

    /// Writes the replacement of hidden words.
    fn hide(&self, to: &mut String, length: usize) -> fmt::Result {
        write!(to, "({length} characters, for {})", self.names.list(&self.entry.readers))
    }
}

fn write_end(to: &mut String, end: &RecordedEnd) -> fmt::Result {
    let RecordedEnd { reason, failure, iterations, max_iterations, successes, mode, .. } = end;
    write!(to, "ends: {}", reason.name())?;
    if *mode != ThoughtMode::ReactLoop {
        write!(to, ", {}", mode.name())?;
    }
    if let Some(failure) = failure {
        write!(to, " (the model's own: {})", failure.name())?;
    }
    write!(to, " after {iterations} of {max_iterations} questions, {successes} calls succeeded")?;
    if let Some(finding) = end.reviewed {
        write!(to, ", reviewed for {}", finding.name())?;
    }
    if !end.drops.is_empty() {
        let drops: Vec<String> = end.drops.iter().map(|it| word(it)).collect();
        write!(to, ", dropped: {}", drops.join(", "))?;
    }
    write!(to, ", {} ms", end.took)
}

/// Returns a word of the program from the record, without any character that a damaged file may
/// have put in.
fn word(text: &str) -> String {
    text.chars().filter(|it| it.is_ascii_alphanumeric() || *it == ' ').collect()
}

pub(super) fn party(who: &Option<CharacterRef>) -> String {
    match who {
        Some(it) => format!("{} ({})", ForeignText::new(&it.name).escaped(), it.id),
        None => "nobody".to_owned(),
    }
}

fn verdict_words(verdict: &RecordedVerdict) -> String {
    format!("rule: {}; trust {} %; hops {}", word(&verdict.rule), verdict.trust, verdict.hops)
}

fn silence_words(over: Option<OverBudget>, stopped: bool, asleep: bool) -> String {
    match over {
        _ if stopped => "the character was made silent".to_owned(),
        _ if asleep => "the character sleeps, and nobody waits for an answer".to_owned(),
        None => "too many speak at once".to_owned(),
        Some(over) => over.to_string(),
    }
}

fn action_words(action: PerceptionAction) -> &'static str {
    match action {
        PerceptionAction::Reacts => "to be answered",
        PerceptionAction::Notes => "noted",
        PerceptionAction::PassesOver => "passed over",
    }
}
