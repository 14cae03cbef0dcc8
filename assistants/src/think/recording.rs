//! Entries that thoughts leave in the record: [`of_input`] for what moves a thought on, [`of_effect`] for
//! what comes of it. Nothing else writes down a step of a thought, and both are called where all of them
//! pass by, in `step`.
//!
//! Entries about the state of a mind are written where that changes, since it changes outside of thoughts,
//! too: notes, rumours, goals, delegations, long actions, perceptions without a thought, and changes by the
//! staff.

use std::{borrow::Cow, collections::BTreeSet};

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    foreign::ForeignText,
    id::CharacterId,
    label::{Label, Readers},
};
use serde_json::{Map, Value};
use world::{
    act::registry::Registry,
    beings::{character::CharacterRef, people},
};

use super::{
    ask::AskedQuestion,
    current::CurrentThought,
    effect::ReadyEffect,
    input::{FinishedCall, FoundNotes, ResultSource, ThoughtBeginning, ThoughtInput},
    limits,
};
use crate::{
    gate::rules::{GateRule, Judgement},
    llm::{Arguments, ChatReply, LlmError, ToolCall},
    memory::Found,
    mind::{
        body::Mind,
        delegations::{Delegation, Delegations},
        thinking::Narrowing,
    },
    perceive::reading::Reading,
    record::{
        entry::{
            AnsweredBy, Recorded, RecordedCall, RecordedEnd, RecordedNote, RecordedQuestion,
            RecordedReading, RecordedReply, RecordedVerdict,
        },
        newest::NewestRecord,
        question, write,
    },
    tools::{self, SpeechTool, offered::callable},
    turn::{Call, Decision, Record},
};

/// Most calls of a reply, and most arguments of a call, that are written down.
const MOST_CALLS: usize = 8;
const MOST_ARGUMENTS: usize = 12;

/// Commands whose words are for few. Whom they reach is not looked into here.
const PRIVATE_COMMANDS: [&str; 4] = ["whisper", "page", "reply", "mail"];

/// Records an input of a thought, before it moves the thought on. One that comes too late is recorded, too,
/// since it happened.
pub(super) fn of_input(current: &mut CurrentThought<'_>, input: &ThoughtInput) {
    match input {
        ThoughtInput::Begin(it) => begun(current, it),
        ThoughtInput::Recalled { found, ticket: _ } => {
            let label = current.label();
            recalled(current, None, (label, found));
        }
        ThoughtInput::Planned { reading, reply, ticket: _, planned: _ } => {
            if let Some(reading) = reading {
                read(current, reading);
            }
            if let Some(reply) = reply {
                replied(current, AnsweredBy::Script, reply, 0);
            }
        }
        // What cannot be run of an author's calls is told when the content is checked.
        ThoughtInput::Scripted { reply, ticket: _, decision: _ } => {
            replied(current, AnsweredBy::Script, reply, 0);
        }
        ThoughtInput::Replied { reply, decision, ticket: _ } => {
            answered(current, reply, decision);
        }
        ThoughtInput::Failed { error, ticket: _ } => failed(current, error),
        ThoughtInput::PassedOn { error, note, ticket: _ } => {
            failed(current, error);
            remarked(current, &Label::engine(), note);
        }
        ThoughtInput::ToolFinished(it) => finished(current, it),
        ThoughtInput::Withheld => own(current, Recorded::Withheld),
        // The end of the thought says so.
        ThoughtInput::Expired | ThoughtInput::Cancelled | ThoughtInput::EmergencyStop => {}
    }
}

/// Records an effect of a thought, before it is carried out.
pub(super) fn of_effect(current: &mut CurrentThought<'_>, effect: &ReadyEffect) {
    match effect {
        // The input that it leads to tells of it.
        ReadyEffect::Recall(_)
        | ReadyEffect::Plan(_)
        | ReadyEffect::CallScript(_)
        | ReadyEffect::CallModel(_, None | Some(Err(_))) => {}
        ReadyEffect::CallModel(_, Some(Ok(question))) => asked(current, question),
        ReadyEffect::RunTool(_, call, it) => {
            if let Some(judgement) = &it.judgement {
                judged(current, call, judgement);
            }
        }
        ReadyEffect::Finish(record, since) => ended(current, record, *since),
    }
}

/// Writes something down of the thought in progress, whose words have this label.
fn write(current: &mut CurrentThought<'_>, label: &Label, what: Recorded) {
    write::write_down(current.world, current.npc, current.base(), label, what);
}

/// Writes something down whose words come from all that the thought has come by.
fn own(current: &mut CurrentThought<'_>, what: Recorded) {
    let label = current.label();
    write(current, &label, what);
}

/// Writes something down about a call, as far as its tool keeps its words from others.
fn of_call(current: &mut CurrentThought<'_>, call: &Call, what: Recorded) {
    let ears = private_ears(current, &call.tool, &call.arguments);
    let label = current.label().kept_to(&ears);
    write(current, &label, what);
}

fn begun(current: &mut CurrentThought<'_>, begun: &ThoughtBeginning) {
    let ThoughtBeginning { thought, rule, trust, assessment } = begun;
    let matter = current.matter();
    let Some((it, label)) = matter.and_then(|it| Some((it.stimulus.as_ref()?, &it.label))) else {
        return;
    };
    let label = label.clone();
    let by = it.occasion.kind();
    let verdict =
        RecordedVerdict { rule: Cow::Borrowed(rule.name()), trust: *trust, hops: label.hops };
    let who = Some(CharacterRef { id: it.speaker.clone(), name: it.name.clone() });
    let (script, lean) = (assessment.why_script(), assessment.lean);
    let limits = current
        .world
        .get::<Mind>(current.npc)
        .map(|mind| limits::narrowed(current.world, &mind.persona, assessment.context));
    let class =
        Some(assessment.class).filter(|_| limits.is_some_and(|it| assessment.is_narrowed(&it)));
    // What is brought is of the one who answered.
    let brought =
        it.brought().and_then(|of| current.world.get::<Delegations>(current.npc)?.get(of.id));
    let who = brought.map(|of| of.helper.clone()).or(who);
    let words = ForeignText::new(&brought.map_or_else(|| it.words.clone(), Delegation::sentence));
    let what = Recorded::Begun { by, who, words, verdict, script, lean, class };
    write::write_down(current.world, current.npc, Some(thought.base), &label, what);
}

/// Records the notes that the memory found, for a tool that asked with these words, or for the
/// thought itself.
fn recalled(
    current: &mut CurrentThought<'_>,
    query: Option<&str>,
    (mut label, found): (Label, &[Found]),
) {
    found.iter().for_each(|it| label.absorb(&it.note.label));
    let note = |Found { note, why, .. }: &Found| RecordedNote {
        serial: note.serial,
        words: ForeignText::new(&note.content),
        why: Some(ForeignText::new(&why.because)).filter(|_| !why.because.is_empty()),
        trust: why.trust,
    };
    let notes = found.iter().map(note).collect();
    let what = Recorded::Recalled { query: query.map(ForeignText::new), notes };
    write(current, &label, what);
}

/// Records the reading of the words that the thought answers.
fn read(current: &mut CurrentThought<'_>, reading: &Reading) {
    let label = current.matter().map(|of| of.label.clone());
    let Reading { act, intent, runner_up, is_sure, asked, names: _, told } = reading.clone();
    let told = told.map(|it| (it.slot, ForeignText::new(&it.value)));
    let what = Recorded::Read(RecordedReading { act, intent, runner_up, is_sure, asked, told });
    write(current, &label.unwrap_or_else(Label::engine), what);
}

fn asked(current: &mut CurrentThought<'_>, question: &AskedQuestion) {
    let AskedQuestion { request, lines, memories, chars, .. } = question;
    let Some(thinking) = current.thinking() else { return };
    let (Some(matter), Some(thought)) = (&thinking.matter, thinking.turn.thought()) else { return };
    let what = Recorded::Asked(RecordedQuestion {
        question: thought.iteration,
        lines: *lines,
        memories: *memories,
        parts: question::parts(request),
        tokens: chars / 4,
        hash: question::hash(request),
        ears: matter.audience.clone().unwrap_or(Readers::Only(BTreeSet::new())),
        integrity: matter.context.integrity,
        kind: matter.brief.kind,
        segments: matter.segments.clone(),
        // Those of the turn: a question in plain text shows none of them.
        tools: callable(&matter.brief, thought.phase).iter().map(|it| it.name.clone()).collect(),
        narrowed: matter.narrowing == Narrowing::Yes,
        compaction: matter.compaction,
    });
    // Its hash tells whoever guesses the words that they guessed them.
    own(current, what);
}

/// Returns the time since the last question to a model, in milliseconds.
fn since_asked(current: &CurrentThought<'_>) -> u64 {
    let now = current.now();
    let newest = current.world.get::<NewestRecord>(current.npc).zip(current.base());
    newest.map_or(0, |(newest, base)| newest.since_asked(base, now))
}

/// Records the failure of a model.
fn failed(current: &mut CurrentThought<'_>, error: &LlmError) {
    let took = since_asked(current);
    own(current, Recorded::Failed { error: error.clone(), took });
}

/// Records the reply of a model, its corrections, and the calls that cannot be run.
fn answered(current: &mut CurrentThought<'_>, reply: &ChatReply, decision: &Decision) {
    let took = since_asked(current);
    let label = replied(current, AnsweredBy::Model, reply, took);
    for note in &decision.notes {
        remarked(current, &label, note);
    }
    for call in &decision.calls {
        if let Some(why) = &call.refused {
            let rule = (!call.offered).then_some(GateRule::Offered);
            refused(current, call, why, rule);
        }
    }
}

/// Records a reply, and returns the label of its words.
fn replied(
    current: &mut CurrentThought<'_>,
    by: AnsweredBy,
    reply: &ChatReply,
    took: u64,
) -> Label {
    let mut label = current.label();
    for call in &reply.calls {
        label = label.kept_to(&ears(current, call));
    }
    let text = reply.text.as_deref().filter(|it| !it.trim().is_empty());
    let matter = current.matter();
    let matter = matter.filter(|_| by == AnsweredBy::Script);
    let what = Recorded::Replied(RecordedReply {
        segments: matter.map(|it| it.segments.clone()).unwrap_or_default(),
        ears: matter.and_then(|it| it.audience.clone()),
        by,
        text: text.map(ForeignText::new),
        calls: reply.calls.iter().take(MOST_CALLS).map(recorded_call).collect(),
        more: reply.calls.len().saturating_sub(MOST_CALLS),
        usage: reply.usage,
        took,
    });
    write(current, &label, what);
    label
}

fn recorded_call(call: &ToolCall) -> RecordedCall {
    let (arguments, malformed) = match &call.arguments {
        Arguments::Object(map) => {
            let pair = |(name, value): (&String, &Value)| {
                let value = match value.as_str() {
                    Some(text) => ForeignText::new(text),
                    None => ForeignText::new(&value.to_string()),
                };
                (ForeignText::new(name), value)
            };
            (map.iter().take(MOST_ARGUMENTS).map(pair).collect(), None)
        }
        Arguments::Malformed(raw) => (Vec::new(), Some(ForeignText::new(raw))),
    };
    RecordedCall { tool: ForeignText::new(&call.name), arguments, malformed }
}

/// Returns those who will know the words of a call, as far as its tool keeps them from others.
fn ears(current: &CurrentThought<'_>, call: &ToolCall) -> Readers {
    let none = Map::new();
    let arguments = match &call.arguments {
        Arguments::Object(map) => map,
        Arguments::Malformed(_) => &none,
    };
    private_ears(current, &call.name, arguments)
}

fn private_ears(
    current: &CurrentThought<'_>,
    tool: &str,
    arguments: &Map<String, Value>,
) -> Readers {
    let of = |name: &str| arguments.get(name).and_then(Value::as_str).unwrap_or_default();
    let is_private_speech =
        matches!(tools::speech_of(tool), Some(SpeechTool::Whisper | SpeechTool::Page));
    let to = match tool {
        _ if is_private_speech => somebody(current.world, of("to")),
        "execute_command" if is_private(current.world, of("verb")) => None,
        _ => return Readers::Everyone,
    };
    let me = current.me().cloned();
    Readers::Only(me.into_iter().chain(to).collect())
}

/// Returns whether the words of a command, by its name or another that it has, are for few.
fn is_private(world: &World, verb: &str) -> bool {
    let spec = world.resource::<Registry>().find(&verb.to_lowercase());
    spec.is_none_or(|it| PRIVATE_COMMANDS.contains(&it.name))
}

/// Returns the character with this id or name.
fn somebody(world: &World, text: &str) -> Option<CharacterId> {
    let known = |id: &CharacterId| engine::index::find(world, id).is_some();
    let id = CharacterId::new(&text.to_lowercase()).ok().filter(known);
    id.or_else(|| people::called(world, text))
}

/// Records a remark on a reply.
fn remarked(current: &mut CurrentThought<'_>, label: &Label, note: &str) {
    write(current, label, Recorded::Remarked { note: ForeignText::new(note) });
}

fn judged(current: &mut CurrentThought<'_>, call: &Call, judgement: &Judgement) {
    of_call(current, call, Recorded::Judged(Box::new(judgement.clone())));
}

/// Records the result of a call, and where it came from.
fn finished(current: &mut CurrentThought<'_>, done: &FinishedCall) {
    let FinishedCall { id: _, call, result, source } = done;
    match source {
        ResultSource::Game => {}
        ResultSource::Service(it) => own(current, Recorded::Served(it.clone())),
        ResultSource::Memory(FoundNotes { query, label, found, is_result }) => {
            recalled(current, Some(query), (label.clone(), found));
            if *is_result {
                return;
            }
        }
    }
    match result {
        Ok(shown) => {
            let (tool, result) = (ForeignText::new(&call.tool), ForeignText::new(shown));
            of_call(current, call, Recorded::Done { tool, result });
        }
        Err(it) => refused(current, call, &it.why, it.rule),
    }
}

/// Records the refusal of a call, and the rule of the gate that refused it, if one did.
fn refused(current: &mut CurrentThought<'_>, call: &Call, why: &str, rule: Option<GateRule>) {
    let (tool, why) = (ForeignText::new(&call.tool), ForeignText::new(why));
    of_call(current, call, Recorded::Refused { tool, why, rule });
}

/// Records the end of a thought, with the time of its beginning.
fn ended(current: &mut CurrentThought<'_>, record: &Record, since: Option<WorldTime>) {
    let now = current.now();
    let took = since.map_or(0, |it| u64::try_from(now.since(it).as_millis()).unwrap_or(u64::MAX));
    let what = Recorded::Ended(RecordedEnd {
        reason: record.reason,
        failure: record.thought.failure,
        mode: record.mode,
        iterations: record.iterations,
        max_iterations: record.max_iterations,
        successes: record.success_count,
        reviewed: record.thought.reviewed,
        drops: record.thought.drops.iter().map(|it| Cow::Borrowed(it.name())).collect(),
        took,
    });
    write::write_down(
        current.world,
        current.npc,
        Some(record.thought.base),
        &Label::engine(),
        what,
    );
}
