//! Description of a question's segments and of a decision of the gate, for display.

use std::fmt::{self, Write};

use engine::label::Label;
use text::styled;

use super::{RecordNames, word};
use crate::{
    gate::rules::{EffectClass, Judgement, SpeechReach},
    record::question::QuestionSegment,
    tools,
    turn::brief::TurnAuthority,
};

/// Writes the segments of a question with their provenance.
pub(super) fn write_segments(
    to: &mut String,
    segments: &[QuestionSegment],
    names: &RecordNames,
) -> fmt::Result {
    for (n, QuestionSegment { name, pieces, label }) in segments.iter().enumerate() {
        to.push_str(if n == 0 { "; made of " } else { ", " });
        write!(to, "{} {pieces} x ({})", word(name), provenance(label, names))?;
    }
    Ok(())
}

/// Writes a decision of the gate.
pub(super) fn write_judgement(
    to: &mut String,
    judgement: &Judgement,
    names: &RecordNames,
) -> fmt::Result {
    let Judgement { tool, case, refused } = judgement;
    // A judged call names an existing tool, unless the file is damaged.
    write!(to, "gate: \"{}\" ", tools::of_call(tool).map_or("?", |_| tool))?;
    match refused {
        None => to.push_str("allowed"),
        Some(rule) => write!(to, "refused by rule {}", rule.name())?,
    }
    write!(to, "; {}, {}", kind_words(case.kind), effect_words(case.effect))?;
    if case.reads {
        to.push_str(" after reading what others wrote");
    }
    if case.leaves {
        to.push_str(" of this machine");
    }
    if case.reach == SpeechReach::Elsewhere {
        to.push_str(" to others than it answers");
    }
    let (needs, deputy, behind) = (case.needs.name(), case.deputy.name(), case.principals.name());
    write!(to, "; {}", provenance(&case.label, names))?;
    write!(to, "; reaches {}", names.list(&case.audience))?;
    write!(to, "; needs a {needs}, is a {deputy}, wanted by a {behind}")
}

/// Describes a label: integrity, origins and readers.
fn provenance(label: &Label, names: &RecordNames) -> String {
    let mut from: Vec<String> = label.origins.iter().map(|it| names.name(it)).collect();
    if label.origins.are_many() {
        from.push("many".to_owned());
    }
    let from = if from.is_empty() { "nobody".to_owned() } else { styled::list(&from) };
    let integrity = format!("{:?}", label.integrity).to_lowercase();
    format!("{integrity}, from {from}, for {}", names.list(&label.readers))
}

/// Returns the name of a tool from the record, without any character that a damaged file may have
/// put in.
pub(super) fn word_of_tool(tool: &str) -> String {
    tool.chars().filter(|it| it.is_ascii_alphanumeric() || *it == '_').collect()
}

fn kind_words(kind: TurnAuthority) -> &'static str {
    match kind {
        TurnAuthority::Reply => "an answer",
        TurnAuthority::Own => "an order",
    }
}

fn effect_words(effect: EffectClass) -> &'static str {
    match effect {
        EffectClass::View => "looks",
        EffectClass::Own => "keeps to itself",
        EffectClass::Intent => "makes up its mind",
        EffectClass::Speech => "speaks",
        EffectClass::Offer => "offers",
        EffectClass::World => "acts",
        EffectClass::Service => "asks outside",
    }
}
