//! Policy rules of the gate: eight rules that allow or refuse a tool call, whatever a prompt
//! injection has a model want. [`decide`] is a pure and total function of a [`GateCase`], which
//! contains no words; the case is recorded, so that the decision can be checked later.

use std::borrow::Cow;

use engine::label::{Integrity, Label, Readers};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use world::act::permission::{self, Role};

use crate::turn::brief::TurnAuthority;

#[cfg(test)]
mod tests;

/// Hop limit: a line that went through this many assistants sets off no other one; the same limit
/// as in the classification of lines.
pub const MOST_HOPS: u8 = 4;

/// Rule of the gate, in the order in which the rules are checked.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum GateRule {
    /// The tool is offered in this turn.
    Offered,
    /// Every author of words in the prompt has sufficient authority.
    Authority,
    /// The roles of the NPC and of every principal are sufficient (no confused deputy).
    Deputy,
    /// The characters named in the arguments exist.
    Arguments,
    /// Everyone reached may read the sources of the call, and the answer goes back the way it came;
    /// unprompted speech goes only where the persona allows it.
    Audience,
    /// The action is possible now; checked by the engine when it is carried out.
    Effect,
    /// Words are repeated only to those who heard them.
    Flow,
    /// The payer has budget left.
    Budget,
    /// Retired rule: speech did not reveal the instructions of the prompt. It stands in records of
    /// older versions only, and no case is refused by it any more.
    Output,
}

impl GateRule {
    /// All rules in order, without the retired one.
    pub const ALL: [GateRule; 8] = [
        GateRule::Offered,
        GateRule::Authority,
        GateRule::Deputy,
        GateRule::Arguments,
        GateRule::Audience,
        GateRule::Effect,
        GateRule::Flow,
        GateRule::Budget,
    ];

    /// Returns the name of the rule in the record.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Offered => "1 offered",
            Self::Authority => "2 authority",
            Self::Deputy => "3 deputy",
            Self::Arguments => "4 arguments",
            Self::Audience => "5 audience",
            Self::Effect => "6 effect",
            Self::Flow => "7 flow",
            Self::Budget => "8 budget",
            Self::Output => "9 output",
        }
    }

    /// Returns the message of the rule to the model.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Offered => "that is not among your tools now",
            Self::Authority => "nobody who is heard here may have that of you; an offer may do",
            Self::Deputy => "those who want it may not do it themselves",
            Self::Arguments => "that names nobody whom you know of",
            Self::Audience => "answer the one who spoke to you, as they did or more privately",
            Self::Effect => "that is not possible now",
            Self::Flow => "those are somebody else's words; say it in your own, or not at all",
            Self::Budget => "there has been enough for now",
            Self::Output => "that is about how you are made to talk",
        }
    }
}

/// Effect class of a tool call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EffectClass {
    /// No effect, or output shown to the NPC only.
    View,
    /// Change of the NPC's own memory, mood or regard.
    Own,
    /// Change of the NPC's own goals and projects, by which later turns of its own go.
    Intent,
    /// Speech or a pose.
    Speech,
    /// Offer, carried out by the engine.
    Offer,
    /// Change of the world.
    World,
    /// Question to a service outside the game, whose answer only the NPC is shown.
    Service,
}

/// Direction of a call's speech, relative to what the turn answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SpeechReach {
    /// No speech.
    Nowhere,
    /// Back to the speaker, by the same way or more privately.
    Back,
    /// To another character, or by a way with a larger audience.
    Elsewhere,
}

/// Input of a decision of the gate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GateCase {
    pub kind: TurnAuthority,
    /// True if the texts are the author's, filled in by the engine, rather than a model's.
    pub authored: bool,
    pub effect: EffectClass,
    /// True if the tool is offered in this turn.
    pub offered: bool,
    /// Combined provenance label of everything in the prompt and the NPC itself.
    pub label: Label,
    /// Role required by the call, role of the NPC, and lowest role of the principals behind the
    /// call.
    pub needs: Role,
    pub deputy: Role,
    pub principals: Role,
    /// True if the characters named in the arguments exist.
    pub names_known: bool,
    /// Recipients who will notice the effect.
    pub audience: Readers,
    pub reach: SpeechReach,
    /// True if the turn has read text of an author that it does not answer, such as a letter, a
    /// notice or a description.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reads: bool,
    /// True if the speech is unprompted and the persona does not allow such.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unbidden: bool,
    /// True if the words of the call leave this machine.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub leaves: bool,
    /// True if the speech repeats words of a character to others.
    pub copies: bool,
    /// True if the payer has budget left.
    pub affordable: bool,
}

/// Returns the authority of a turn whose question has this label: an order beside which words of
/// players stand, such as what was recalled or looked at for it, is a reply to whoever ordered. The
/// engine asks by it, and the proof of the record checks it.
#[must_use]
pub fn authority_of(kind: TurnAuthority, question: &Label) -> TurnAuthority {
    match kind {
        TurnAuthority::Own if question.integrity < Integrity::Author => TurnAuthority::Reply,
        TurnAuthority::Own | TurnAuthority::Reply => kind,
    }
}

/// Decides whether a call may be carried out.
///
/// # Errors
/// The first [`GateRule`] that refuses it.
pub fn decide(case: &GateCase) -> Result<(), GateRule> {
    let rules: [(GateRule, bool); 7] = [
        (GateRule::Offered, case.offered),
        (GateRule::Authority, has_authority(case)),
        (GateRule::Deputy, has_rights(case)),
        (GateRule::Arguments, case.names_known),
        (GateRule::Audience, is_for_all(case)),
        (GateRule::Flow, case.authored || !case.copies),
        (GateRule::Budget, case.affordable),
    ];
    let broken = rules.into_iter().find(|(_, holds)| !holds);
    broken.map_or(Ok(()), |(rule, _)| Err(rule))
}

/// Returns whether the authority suffices: the world is changed only by staff orders without words
/// of players, and a turn that has read another author's text can only look and speak.
fn has_authority(case: &GateCase) -> bool {
    match case.effect {
        EffectClass::View | EffectClass::Speech => true,
        EffectClass::Own | EffectClass::Offer | EffectClass::Service => {
            case.authored || !case.reads
        }
        EffectClass::Intent | EffectClass::World => {
            case.kind == TurnAuthority::Own && case.label.integrity >= Integrity::Author
        }
    }
}

/// Returns whether the roles suffice; an offer is authored for those without a role.
fn has_rights(case: &GateCase) -> bool {
    case.effect == EffectClass::Offer || permission::may(case.deputy, [case.principals], case.needs)
}

fn is_for_all(case: &GateCase) -> bool {
    let may_learn = case.label.readers.admit_all(&case.audience);
    let goes_back = match (case.kind, case.reach) {
        (TurnAuthority::Own, _) | (_, SpeechReach::Nowhere | SpeechReach::Back) => true,
        // Authored text may also be said elsewhere.
        (TurnAuthority::Reply, SpeechReach::Elsewhere) => case.authored,
    };
    let may_leave = case.label.outside || !case.leaves;
    may_learn && may_leave && goes_back && !case.unbidden
}

/// Decision on a call, for the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// Name of the tool; always one that exists.
    pub tool: Cow<'static, str>,
    pub case: GateCase,
    /// Rule that refused the call; none if it was allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<GateRule>,
}

impl Judgement {
    /// Returns the message to the model about a refusal by this rule.
    #[must_use]
    pub fn sentence(&self, rule: GateRule) -> &'static str {
        if rule == GateRule::Audience && self.case.leaves {
            "somebody whose words are here keeps them in this machine, so nothing is asked outside"
        } else {
            rule.sentence()
        }
    }

    /// Decides a case and returns both.
    #[must_use]
    pub fn of(tool: impl Into<Cow<'static, str>>, case: GateCase) -> Self {
        let refused = decide(&case).err();
        Self { tool: tool.into(), case, refused }
    }
}
