//! Costs of the gate: judging a call, and joining the labels of a question.

use std::{hint::black_box, time::Duration};

use assistants::{
    gate::{
        phrases::WordRuns,
        rules::{EffectClass, GateCase, Judgement, SpeechReach},
    },
    prompt,
    turn::brief::TurnAuthority,
};
use engine::{
    id::CharacterId,
    label::{Integrity, Label, Readers},
};
use server::clock::Stopwatch;
use tests::{Trouble, while_};
use world::act::permission::Role;

/// Number of measurements of each.
const TIMES: u32 = 20_000;
/// Lines of others that stand in a question, and all pieces of which labels are joined: a full
/// transcript, what was heard beside it, and what is remembered.
const HEARD: usize = 20;
const PIECES: usize = 56;

/// Answer of a character.
const ANSWER: &str = "The gate is old Bram's to open and nobody else's, and he opens it for whoever \
                      brings him a slip with red stitches; ask at the inn, they know how to come by one.";

/// Times of the gate.
pub(crate) struct GateCost {
    /// To judge what a call says and does, on average.
    pub(crate) call: Duration,
    /// To join the labels of one question, on average.
    pub(crate) labels: Duration,
}

/// Measures both.
pub(crate) fn measure() -> Result<GateCost, Trouble> {
    let mut foreign = WordRuns::default();
    for n in 0..HEARD {
        foreign
            .add(&format!("they say that the tanner found {n} drowned fiddles under the bridge"));
    }
    let mut people = Vec::new();
    for n in 0..8 {
        people.push(while_("an id", CharacterId::new(&format!("guest-{n}")))?);
    }
    let by = |n: usize| people.iter().cycle().nth(n).cloned();
    let labels: Vec<Label> =
        (0..PIECES).filter_map(by).map(|it| Label::by(it, Integrity::Foreign)).collect();
    let label = prompt::label_of(labels.iter());
    let watch = Stopwatch::start();
    let mut refused = 0;
    for _ in 0..TIMES {
        let case = GateCase {
            kind: TurnAuthority::Reply,
            authored: false,
            effect: EffectClass::Speech,
            offered: true,
            label: label.clone(),
            needs: Role::Guest,
            deputy: Role::Player,
            principals: Role::Guest,
            names_known: true,
            audience: Readers::Everyone,
            reach: SpeechReach::Back,
            reads: false,
            unbidden: false,
            leaves: false,
            copies: foreign.stand_in(black_box(ANSWER).chars()),
            affordable: true,
        };
        refused += u32::from(Judgement::of("say", case).refused.is_some());
    }
    let call = watch.elapsed() / TIMES;
    if refused > 0 {
        return Err("an honest answer was refused".into());
    }
    let watch = Stopwatch::start();
    for _ in 0..TIMES {
        black_box(prompt::label_of(black_box(&labels).iter()));
    }
    Ok(GateCost { call, labels: watch.elapsed() / TIMES })
}
