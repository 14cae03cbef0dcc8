//! Proof from the record alone that every act was allowed: that no prompt contained anything that
//! one of the audience may not read, that each act has the provenance of its prompt, and that the
//! gate decides again as it did.

use std::{collections::BTreeMap, fmt};

use engine::{
    clock::WorldTime,
    id::CharacterId,
    label::{Label, Readers},
};
use world::act::permission::Role;

use super::{
    entry::{RecordEntry, Recorded, RecordedCall, RecordedQuestion, RecordedReply},
    question::QuestionSegment,
};
use crate::{
    gate::rules::{EffectClass, GateRule, Judgement, authority_of, decide},
    tools,
    turn::brief::TurnAuthority,
};

#[cfg(test)]
mod tests;

/// Maximum number of thoughts followed at the same time. A mind has one or two; the thought with
/// the lowest key is dropped to make room.
const OPEN: usize = 4_096;

/// Result of checking a record: counts of what was proven, and the violations and gaps.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecordProof {
    pub entries: usize,
    pub thoughts: usize,
    /// Number of calls that the gate allowed, and of those that it refused, by rule.
    pub allowed: usize,
    pub refused: BTreeMap<GateRule, usize>,
    /// Number of acts that were carried out and proven, and of those among them that changed the
    /// world.
    pub proven: usize,
    pub of_the_world: usize,
    /// Number of changes of minds themselves: created, removed, configured, stopped, started, at rest.
    pub changes: usize,
    /// Violations.
    pub broken: Vec<ProofFault>,
    /// Gaps: facts that the record is not sufficient to prove.
    pub unproven: Vec<ProofFault>,
}

/// Violation or gap found by a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofFault {
    pub at: WorldTime,
    pub mind: Option<CharacterId>,
    pub what: FaultKind,
}

/// Kind of a violation or gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FaultKind {
    /// The prompt contained something that one of the audience may not read.
    Overheard,
    /// A staff order was combined with words of players.
    MixedPlan,
    /// A call was judged with a better provenance label than that of its prompt.
    Whitewashed,
    /// A call was judged as offered, although its question did not offer the tool.
    NotOffered,
    /// A call was judged with a lower required role than the command has.
    Cheap,
    /// The gate decides differently now.
    OtherVerdict,
    /// An act was carried out without permission of the gate.
    Unjudged,
    /// The beginning of the thought is not in the record.
    NoBeginning,
    /// Entries are missing.
    Missing,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Overheard => "its question held what somebody who heard the answer may not read",
            Self::MixedPlan => "an order stood beside words of players",
            Self::Whitewashed => "a call was judged as if it came from better words than it did",
            Self::NotOffered => "a call was judged as one of a tool that was not offered",
            Self::Cheap => "a call was judged as if it needed fewer rights than it does",
            Self::OtherVerdict => "the gate decides otherwise now than it did then",
            Self::Unjudged => "something was carried out that the gate did not allow",
            Self::NoBeginning => "the beginning of the thought is not in the record",
            Self::Missing => "entries are missing here, which could not be written down",
        })
    }
}

/// Thought being followed.
#[derive(Debug, Default)]
struct OpenThought {
    /// Combined label of its last prompt; none before the first.
    made_of: Option<Label>,
    kind: TurnAuthority,
    /// Tools offered by its last question; none when the script answers.
    offered: Option<Vec<String>>,
    /// Verbs of the commands in the last reply, in order.
    verbs: Vec<String>,
    /// Calls that were allowed and not carried out yet.
    allowed: Vec<Judgement>,
    /// Number of command calls judged since the last reply.
    commands: usize,
}

/// Proof in progress, one entry after the other.
pub struct RecordProver<'a> {
    proof: RecordProof,
    open: BTreeMap<(Option<CharacterId>, u64), OpenThought>,
    /// Lookup of the role required by a command, by its name or an alias.
    needs: &'a dyn Fn(&str) -> Option<Role>,
}

impl<'a> RecordProver<'a> {
    /// Begins a proof; `needs` returns the role required by a command.
    #[must_use]
    pub fn new(needs: &'a dyn Fn(&str) -> Option<Role>) -> Self {
        Self { proof: RecordProof::default(), open: BTreeMap::new(), needs }
    }

    /// Returns the result.
    #[must_use]
    pub fn finish(self) -> RecordProof {
        self.proof
    }

    /// Checks the next entry.
    pub fn take(&mut self, entry: &RecordEntry) {
        self.proof.entries += 1;
        if let Recorded::Lost { .. } = entry.what {
            self.unproven(entry, FaultKind::Missing);
            // Any open thought may lack an entry.
            self.open.clear();
        }
        self.proof.changes += usize::from(matches!(entry.what, Recorded::Changed(_)));
        let Some(base) = entry.thought else { return };
        let key = (entry.mind.clone(), base);
        if let Recorded::Begun { .. } = entry.what {
            self.proof.thoughts += 1;
            if self.open.len() >= OPEN {
                self.open.pop_first();
            }
            self.open.insert(key, OpenThought::default());
            return;
        }
        if let Recorded::Ended(_) = entry.what {
            self.open.remove(&key);
            return;
        }
        let Some(mut thought) = self.open.remove(&key) else {
            if matters(&entry.what) {
                self.unproven(entry, FaultKind::NoBeginning);
            }
            return;
        };
        self.follow(entry, &mut thought);
        self.open.insert(key, thought);
    }

    fn follow(&mut self, entry: &RecordEntry, thought: &mut OpenThought) {
        match &entry.what {
            Recorded::Asked(it) => self.asked(entry, thought, it),
            Recorded::Replied(it) => self.replied(entry, thought, it),
            Recorded::Judged(it) => self.judged(entry, thought, it),
            Recorded::Done { tool, .. } => self.done(entry, thought, tool.text()),
            Recorded::Refused { tool, .. } => {
                // A call refused by the engine was allowed by the gate, but is not carried out.
                let at = thought.allowed.iter().position(|it| it.tool == tool.text());
                if let Some(at) = at {
                    thought.allowed.remove(at);
                }
            }
            Recorded::Perceived { .. }
            | Recorded::Begun { .. }
            | Recorded::TurnedAway { .. }
            | Recorded::Recalled { .. }
            | Recorded::Read(_)
            | Recorded::Failed { .. }
            | Recorded::Remarked { .. }
            | Recorded::Noted { .. }
            | Recorded::Learnt { .. }
            | Recorded::Withheld
            | Recorded::Action(_)
            | Recorded::Goal(_)
            | Recorded::Delegation(_)
            | Recorded::Served(_)
            | Recorded::Ended(_)
            | Recorded::Lost { .. }
            | Recorded::Forgotten { .. }
            | Recorded::Typed { .. }
            | Recorded::Amended { .. }
            | Recorded::Changed(_)
            | Recorded::ReadInPrivate { .. } => {}
        }
    }

    fn asked(
        &mut self,
        entry: &RecordEntry,
        thought: &mut OpenThought,
        recorded_question: &RecordedQuestion,
    ) {
        self.heard_by(entry, &recorded_question.segments, &recorded_question.ears);
        thought.made_of = made_of(&recorded_question.segments);
        thought.kind = recorded_question.kind;
        thought.offered =
            Some(recorded_question.tools.iter().map(|tool| tool.clone().into_owned()).collect());
        let is_other =
            |label: &Label| authority_of(recorded_question.kind, label) != recorded_question.kind;
        let unknown = recorded_question.kind == TurnAuthority::Own;
        if thought.made_of.as_ref().map_or(unknown, is_other) {
            self.broken(entry, FaultKind::MixedPlan);
        }
    }

    fn replied(
        &mut self,
        entry: &RecordEntry,
        thought: &mut OpenThought,
        recorded_reply: &RecordedReply,
    ) {
        if let Some(ears) = &recorded_reply.ears {
            // The script answers; its segments are in the same entry.
            self.heard_by(entry, &recorded_reply.segments, ears);
            thought.made_of = made_of(&recorded_reply.segments);
            thought.offered = None;
        }
        thought.verbs = recorded_reply.calls.iter().filter_map(verb).collect();
        thought.commands = 0;
        thought.allowed.clear();
    }

    fn heard_by(&mut self, entry: &RecordEntry, segments: &[QuestionSegment], ears: &Readers) {
        if !segments.iter().all(|it| it.label.readers.admit_all(ears)) {
            self.broken(entry, FaultKind::Overheard);
        }
    }

    fn judged(&mut self, entry: &RecordEntry, thought: &mut OpenThought, judgement: &Judgement) {
        let Judgement { tool, case, refused } = judgement;
        match refused {
            None => self.proof.allowed += 1,
            Some(rule) => *self.proof.refused.entry(*rule).or_default() += 1,
        }
        // The retired rule was the last one: no other may have refused the call.
        if decide(case).err() != refused.filter(|rule| *rule != GateRule::Output) {
            self.broken(entry, FaultKind::OtherVerdict);
        }
        match &thought.made_of {
            Some(made_of) if is_stricter(&case.label, made_of) => {}
            Some(_) => self.broken(entry, FaultKind::Whitewashed),
            None => self.unproven(entry, FaultKind::NoBeginning),
        }
        let shown = |all: &Vec<String>| {
            all.iter().any(|one| one == tool)
                || tools::find(tool).is_some_and(|of| of.shown.is_stated())
        };
        let is_offered = case.authored || thought.offered.as_ref().is_some_and(shown);
        if case.offered && !is_offered || case.kind != thought.kind && !case.authored {
            self.broken(entry, FaultKind::NotOffered);
        }
        if tool == "execute_command" {
            let verb = thought.verbs.get(thought.commands);
            thought.commands += 1;
            match verb.and_then(|verb| (self.needs)(verb)) {
                Some(needs) if needs <= case.needs => {}
                Some(_) => self.broken(entry, FaultKind::Cheap),
                None => self.unproven(entry, FaultKind::Missing),
            }
        }
        if refused.is_none() {
            thought.allowed.push(judgement.clone());
        }
    }

    fn done(&mut self, entry: &RecordEntry, thought: &mut OpenThought, tool: &str) {
        let Some(at) = thought.allowed.iter().position(|it| it.tool == tool) else {
            return self.broken(entry, FaultKind::Unjudged);
        };
        let judgement = thought.allowed.remove(at);
        self.proof.proven += 1;
        self.proof.of_the_world += usize::from(judgement.case.effect == EffectClass::World);
    }

    fn broken(&mut self, entry: &RecordEntry, what: FaultKind) {
        self.proof.broken.push(fault(entry, what));
    }

    fn unproven(&mut self, entry: &RecordEntry, what: FaultKind) {
        self.proof.unproven.push(fault(entry, what));
    }
}

fn fault(entry: &RecordEntry, what: FaultKind) -> ProofFault {
    ProofFault { at: entry.at, mind: entry.mind.clone(), what }
}

/// Returns whether an entry is subject to the proof.
fn matters(what: &Recorded) -> bool {
    matches!(what, Recorded::Asked(_) | Recorded::Judged(_) | Recorded::Done { .. })
}

/// Returns the combined label of a prompt's segments.
fn made_of(segments: &[QuestionSegment]) -> Option<Label> {
    segments.iter().map(|it| it.label.clone()).reduce(|all, it| all.join(&it))
}

/// Returns whether the label of an act is at least as strict as that of its prompt.
fn is_stricter(act: &Label, question: &Label) -> bool {
    let origins = act.origins.are_many()
        || !question.origins.are_many()
            && question.origins.iter().all(|it| act.origins.contains(it));
    act.integrity <= question.integrity && origins && question.readers.admit_all(&act.readers)
}

/// Returns the verb of a call of `execute_command`; empty if it has none.
fn verb(call: &RecordedCall) -> Option<String> {
    if call.tool.text() != "execute_command" {
        return None;
    }
    let named = call.arguments.iter().find(|(name, _)| name.text() == "verb");
    Some(named.map(|(_, it)| it.text().to_lowercase()).unwrap_or_default())
}
