//! The nine rules: whether a call may be carried out. [`decide`] is pure and total, knows no words,
//! and asks nobody; what it goes by is written down, so that it can be decided again later.

use std::borrow::Cow;

use engine::label::{Integrity, Label, Readers};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use world::act::permission::{self, Role};

use crate::turn::brief::TurnAuthority;

#[cfg(test)]
mod tests;

/// From how many assistants in a row on nothing that one says sets another off; the same that the
/// judging of lines goes by.
pub const MOST_HOPS: u8 = 4;

/// A rule of the gate, in the order in which they are tried.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum GateRule {
    /// The tool is among those of this turn.
    Offered,
    /// Nobody whose words are in the prompt has too little standing for it.
    Authority,
    /// The character's rights and those of everybody behind the wish suffice.
    Deputy,
    /// Whom it names is somebody.
    Arguments,
    /// It reaches nobody who may not learn what it was made from, and goes no other way than the one
    /// it answers; what nobody asked for goes only where the persona lets it.
    Audience,
    /// What it does is possible now; the engine says so when it is done.
    Effect,
    /// Words travel no further than to those who heard them.
    Flow,
    /// Whoever asks has not had too much already.
    Budget,
    /// What is said tells nothing of how the character is made to talk.
    Output,
}

impl GateRule {
    /// Every rule, in order.
    pub const ALL: [GateRule; 9] = [
        GateRule::Offered,
        GateRule::Authority,
        GateRule::Deputy,
        GateRule::Arguments,
        GateRule::Audience,
        GateRule::Effect,
        GateRule::Flow,
        GateRule::Budget,
        GateRule::Output,
    ];

    /// What the record calls it.
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

    /// What the model is told.
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
            Self::Output => "that is about how you are made to talk; speak of something else",
        }
    }
}

/// What a call does, as far as the gate is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EffectClass {
    /// Nothing, or it only shows something to the character.
    View,
    /// It changes the character's own memory, mood or regard.
    Own,
    /// It speaks, or shows a pose.
    Speech,
    /// It makes an offer, which the engine carries out.
    Offer,
    /// It changes the world.
    World,
}

/// Where the words of a call go, seen from what the turn answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SpeechReach {
    /// It has none.
    Nowhere,
    /// The way by which the character was spoken to, or more privately to the same one.
    Back,
    /// To somebody else, or by a way on which more hear it.
    Elsewhere,
}

/// All that the gate goes by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GateCase {
    pub kind: TurnAuthority,
    /// Whether the texts are the author's, filled in by the engine, rather than a model's.
    pub authored: bool,
    pub effect: EffectClass,
    /// Whether the tool is one of this turn's.
    pub offered: bool,
    /// What the act comes from: everything in the question, and the character's own hand.
    pub label: Label,
    /// The rights that it needs, those of the character, and the least of those behind it.
    pub needs: Role,
    pub deputy: Role,
    pub principals: Role,
    /// Whether whom it names is somebody.
    pub names_known: bool,
    /// Who will notice it.
    pub audience: Readers,
    pub reach: SpeechReach,
    /// Whether the turn has read what somebody wrote whom it does not answer: a letter, a notice, a
    /// description.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reads: bool,
    /// Whether it is said of the character's own accord, where its persona does not let it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unbidden: bool,
    /// Whether it repeats what somebody said to others.
    pub copies: bool,
    /// Whether whoever asked has something left of what they may have.
    pub affordable: bool,
    /// Whether it tells of rules, character or tools, as the model was given them.
    pub tells: bool,
}

/// Whether a call may be carried out; the first rule that it breaks, if it may not.
///
/// # Errors
/// The [`GateRule`] that refuses it.
pub fn decide(case: &GateCase) -> Result<(), GateRule> {
    let rules: [(GateRule, bool); 8] = [
        (GateRule::Offered, case.offered),
        (GateRule::Authority, has_authority(case)),
        (GateRule::Deputy, has_rights(case)),
        (GateRule::Arguments, case.names_known),
        (GateRule::Audience, is_for_all(case)),
        (GateRule::Flow, case.authored || !case.copies),
        (GateRule::Budget, case.affordable),
        (GateRule::Output, case.authored || !case.tells),
    ];
    let broken = rules.into_iter().find(|(_, holds)| !holds);
    broken.map_or(Ok(()), |(rule, _)| Err(rule))
}

/// The world is changed by a plan alone, in which no player's words stand; and who has read what
/// somebody wrote can only speak of it.
fn has_authority(case: &GateCase) -> bool {
    match case.effect {
        EffectClass::View | EffectClass::Speech => true,
        EffectClass::Own | EffectClass::Offer => case.authored || !case.reads,
        EffectClass::World => {
            case.kind == TurnAuthority::Own && case.label.integrity >= Integrity::Author
        }
    }
}

/// An offer was authored for those who have no rights.
fn has_rights(case: &GateCase) -> bool {
    case.effect == EffectClass::Offer || permission::may(case.deputy, [case.principals], case.needs)
}

fn is_for_all(case: &GateCase) -> bool {
    let may_learn = case.label.readers.admit_all(&case.audience);
    let goes_back = match (case.kind, case.reach) {
        (TurnAuthority::Own, _) | (_, SpeechReach::Nowhere | SpeechReach::Back) => true,
        // What the author wrote may be said elsewhere, too.
        (TurnAuthority::Reply, SpeechReach::Elsewhere) => case.authored,
    };
    may_learn && goes_back && !case.unbidden
}

/// A call as it was judged, for the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// The tool; none of a name that nobody knows gets as far.
    pub tool: Cow<'static, str>,
    pub case: GateCase,
    /// The rule that refused it; none when it was allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<GateRule>,
}

impl Judgement {
    /// Judges a call.
    #[must_use]
    pub fn of(tool: &'static str, case: GateCase) -> Self {
        let refused = decide(&case).err();
        Self { tool: Cow::Borrowed(tool), case, refused }
    }
}
