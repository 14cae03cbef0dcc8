//! Entries that thoughts leave in the record, one function for each kind of entry.

use std::{borrow::Cow, collections::BTreeSet, time::Duration};

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    foreign::ForeignText,
    id::CharacterId,
    label::{Label, Readers},
};
use serde_json::{Map, Value};
use world::{
    act::registry::Registry,
    beings::{
        character::{Character, CharacterRef},
        people,
    },
};

use super::{limits, provenance};
use crate::{
    gate::rules::{GateRule, Judgement},
    llm::{
        Arguments, ChatReply, ChatRequest, LlmError, ToolCall,
        allowance::OverBudget,
        scene::{ActionId, LeadKind, ThoughtOccasion},
    },
    memory::Found,
    mind::{
        actions::LongActions,
        attention::Trigger,
        body::Mind,
        delegations::{Delegation, Delegations},
        thinking::{Narrowing, Thinking},
    },
    perceive::reading::Reading,
    record::{
        entry::{
            AnsweredBy, BegunBy, DelegationEvent, Recorded, RecordedAction, RecordedCall,
            RecordedDelegation, RecordedEnd, RecordedNote, RecordedQuestion, RecordedReading,
            RecordedReply, RecordedService, RecordedVerdict,
        },
        newest::NewestRecord,
        question, write,
    },
    services::ServiceError,
    tools::{self, SpeechTool, offered::callable},
    turn::{Call, Record, brief::Assessment},
};

/// Most calls of a reply, and most arguments of a call, that are written down.
const MOST_CALLS: usize = 8;
const MOST_ARGUMENTS: usize = 12;

/// Commands whose words are for few. Whom they reach is not looked into here.
const PRIVATE_COMMANDS: [&str; 4] = ["whisper", "page", "reply", "mail"];

fn base_of(world: &World, npc: Entity) -> Option<u64> {
    world.get::<Thinking>(npc)?.turn.thought().map(|it| it.base)
}

/// Writes something down whose words come from all that the thought has come by.
fn own(world: &mut World, npc: Entity, what: Recorded) {
    let label = provenance::label(world, npc);
    write::write_down(world, npc, base_of(world, npc), &label, what);
}

/// Records the beginning of a thought.
pub(super) fn begun(
    world: &mut World,
    npc: Entity,
    base: u64,
    trigger: &Trigger,
    assessment: Assessment,
) {
    let it = &trigger.stimulus;
    let by = match it.occasion {
        ThoughtOccasion::Order(_) => BegunBy::Order,
        ThoughtOccasion::Capsule(_) => BegunBy::Capsule,
        ThoughtOccasion::Decompose(_) => BegunBy::Decomposition,
        ThoughtOccasion::Deed(_) => BegunBy::Deed,
        ThoughtOccasion::Gambit => BegunBy::Gambit,
        ThoughtOccasion::Arrival => BegunBy::Arrival,
        ThoughtOccasion::Words => BegunBy::Event,
        ThoughtOccasion::Own(LeadKind::Question) => BegunBy::OpenQuestion,
        ThoughtOccasion::Own(LeadKind::Claim(_)) => BegunBy::OpenClaim,
        ThoughtOccasion::Own(LeadKind::Promised(_)) => BegunBy::OwnPromise,
        ThoughtOccasion::Own(LeadKind::Bringing(_) | LeadKind::Returning(_)) => {
            BegunBy::OpenPromise
        }
        ThoughtOccasion::Own(LeadKind::Message(_)) => BegunBy::OpenMessage,
        ThoughtOccasion::Own(LeadKind::Awaited(_)) => BegunBy::OpenRequest,
        ThoughtOccasion::Own(LeadKind::Lapsed(_)) => BegunBy::LapsedOffer,
        ThoughtOccasion::Own(LeadKind::Letter(_)) => BegunBy::Letter,
        ThoughtOccasion::Own(LeadKind::Goal(_)) => BegunBy::OpenGoal,
        ThoughtOccasion::Helping(_) => BegunBy::Delegated,
        ThoughtOccasion::Brought(_) => BegunBy::HelpBrought,
    };
    let verdict = RecordedVerdict {
        rule: Cow::Borrowed(trigger.rule.name()),
        trust: trigger.trust,
        hops: trigger.label.hops,
    };
    let who = Some(CharacterRef { id: it.speaker.clone(), name: it.name.clone() });
    let (script, lean) = (assessment.why_script(), assessment.lean);
    let limits = world
        .get::<Mind>(npc)
        .map(|mind| limits::narrowed(world, &mind.persona, assessment.context));
    let class =
        Some(assessment.class).filter(|_| limits.is_some_and(|it| assessment.is_narrowed(&it)));
    // What is brought is of the one who answered.
    let brought = it.brought().and_then(|of| world.get::<Delegations>(npc)?.get(of.id));
    let who = brought.map(|of| of.helper.clone()).or(who);
    let words = ForeignText::new(&brought.map_or_else(|| it.words.clone(), Delegation::sentence));
    let what = Recorded::Begun { by, who, words, verdict, script, lean, class };
    write::write_down(world, npc, Some(base), &trigger.label, what);
}

/// Records the end of a turn of a long action, or of the action itself.
pub(super) fn action(world: &mut World, npc: Entity, id: ActionId, thought: Option<u64>) {
    let Some(it) = world.get::<LongActions>(npc).and_then(|it| it.get(id)) else { return };
    let steps = it.plan.iter().flat_map(|plan| &plan.steps);
    let steps = steps.map(|it| (ForeignText::new(&it.text), it.state)).collect();
    let what =
        RecordedAction { id, kind: it.kind, state: it.state, end: it.end, used: it.used, steps };
    let label = it.label.clone();
    write::write_down(world, npc, thought, &label, Recorded::Action(what));
}

/// Records a new state of a delegation.
pub(super) fn delegation(
    world: &mut World,
    npc: Entity,
    it: &Delegation,
    event: DelegationEvent,
    thought: Option<u64>,
) {
    let what = RecordedDelegation {
        id: it.id,
        helper: Some(it.helper.clone()),
        asker: Some(it.asker.clone()),
        event,
        words: ForeignText::new(match event {
            DelegationEvent::Answered => it.answer.as_deref().unwrap_or_default(),
            DelegationEvent::Asked
            | DelegationEvent::Failed(_)
            | DelegationEvent::Told
            | DelegationEvent::Dropped => it.task.as_str(),
        }),
    };
    write::write_down(world, npc, thought, &it.label, Recorded::Delegation(what));
}

/// Records the answer of a service, from the cache or after so long, or its failure.
pub(super) fn served(
    world: &mut World,
    npc: Entity,
    tool: &str,
    result: Result<(), &ServiceError>,
    took: Option<Duration>,
) {
    let took = took.map(|it| u64::try_from(it.as_millis()).unwrap_or(u64::MAX));
    let error = result.err().cloned();
    let it = RecordedService { tool: tool.to_owned(), error, took };
    let label = provenance::label(world, npc);
    write::write_down(world, npc, base_of(world, npc), &label, Recorded::Served(it));
}

/// Records that something is not answered, because no budget is left to answer it with.
pub(super) fn unheard(world: &mut World, npc: Entity, trigger: &Trigger, over: OverBudget) {
    let it = &trigger.stimulus;
    let who = Some(CharacterRef { id: it.speaker.clone(), name: it.name.clone() });
    let what = Recorded::TurnedAway { who, over: Some(over), stopped: false, asleep: false };
    write::write_down(world, npc, None, &trigger.label, what);
}

/// Records that something is not answered, because the staff have made the character silent.
pub(super) fn silenced(world: &mut World, npc: Entity, trigger: &Trigger) {
    let it = &trigger.stimulus;
    let who = Some(CharacterRef { id: it.speaker.clone(), name: it.name.clone() });
    let what = Recorded::TurnedAway { who, over: None, stopped: true, asleep: false };
    write::write_down(world, npc, None, &trigger.label, what);
}

/// Records that something is not thought about, because the character sleeps and nobody waits for
/// an answer.
pub(super) fn slept_through(world: &mut World, npc: Entity, trigger: &Trigger) {
    let it = &trigger.stimulus;
    let who = Some(CharacterRef { id: it.speaker.clone(), name: it.name.clone() });
    let what = Recorded::TurnedAway { who, over: None, stopped: false, asleep: true };
    write::write_down(world, npc, None, &trigger.label, what);
}

/// Records the notes that the memory found, for a tool that asked with these words, or for the
/// thought itself.
pub(super) fn recalled(world: &mut World, npc: Entity, query: Option<&str>, found: &[Found]) {
    let mut label = provenance::label(world, npc);
    found.iter().for_each(|it| label.absorb(&it.note.label));
    let note = |Found { note, why, .. }: &Found| RecordedNote {
        serial: note.serial,
        words: ForeignText::new(&note.content),
        why: Some(ForeignText::new(&why.because)).filter(|_| !why.because.is_empty()),
        trust: why.trust,
    };
    let notes = found.iter().map(note).collect();
    let what = Recorded::Recalled { query: query.map(ForeignText::new), notes };
    write::write_down(world, npc, base_of(world, npc), &label, what);
}

/// Records the reading of the words that the thought answers.
pub(super) fn read(world: &mut World, npc: Entity, reading: Reading) {
    let label =
        world.get::<Thinking>(npc).and_then(|of| of.matter.as_ref()).map(|of| of.label.clone());
    let Reading { act, intent, runner_up, is_sure, asked, names: _, told } = reading;
    let told = told.map(|it| (it.slot, ForeignText::new(&it.value)));
    let what = Recorded::Read(RecordedReading { act, intent, runner_up, is_sure, asked, told });
    let label = label.unwrap_or_else(Label::engine);
    write::write_down(world, npc, base_of(world, npc), &label, what);
}

/// Records a question to a model, with the number of its lines and memories.
pub(super) fn asked(
    world: &mut World,
    npc: Entity,
    request: &ChatRequest,
    (lines, memories, tokens): (usize, usize, usize),
) {
    let Some(thinking) = world.get::<Thinking>(npc) else { return };
    let (Some(matter), Some(thought)) = (&thinking.matter, thinking.turn.thought()) else { return };
    let what = Recorded::Asked(RecordedQuestion {
        question: thought.iteration,
        lines,
        memories,
        parts: question::parts(request),
        tokens,
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
    own(world, npc, what);
}

/// Records the reply of a model, or its failure. Returns the label of its words.
pub(super) fn answered(
    world: &mut World,
    npc: Entity,
    result: &Result<ChatReply, LlmError>,
) -> Label {
    let now = world.resource::<Clock>().now;
    let newest = world.get::<NewestRecord>(npc).zip(base_of(world, npc));
    let took = newest.map_or(0, |(newest, base)| newest.since_asked(base, now));
    match result {
        Ok(reply) => replied(world, npc, AnsweredBy::Model, reply, took),
        Err(error) => {
            own(world, npc, Recorded::Failed { error: error.clone(), took });
            provenance::label(world, npc)
        }
    }
}

/// Records an answer of the script.
pub(super) fn scripted(world: &mut World, npc: Entity, reply: &ChatReply) {
    replied(world, npc, AnsweredBy::Script, reply, 0);
}

fn replied(world: &mut World, npc: Entity, by: AnsweredBy, reply: &ChatReply, took: u64) -> Label {
    let mut label = provenance::label(world, npc);
    for call in &reply.calls {
        label = label.kept_to(&ears(world, npc, call));
    }
    let text = reply.text.as_deref().filter(|it| !it.trim().is_empty());
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
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
    write::write_down(world, npc, base_of(world, npc), &label, what);
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
fn ears(world: &World, npc: Entity, call: &ToolCall) -> Readers {
    let none = Map::new();
    let arguments = match &call.arguments {
        Arguments::Object(map) => map,
        Arguments::Malformed(_) => &none,
    };
    private_ears(world, npc, &call.name, arguments)
}

fn private_ears(world: &World, npc: Entity, tool: &str, arguments: &Map<String, Value>) -> Readers {
    let of = |name: &str| arguments.get(name).and_then(Value::as_str).unwrap_or_default();
    let is_private_speech =
        matches!(tools::speech_of(tool), Some(SpeechTool::Whisper | SpeechTool::Page));
    let to = match tool {
        _ if is_private_speech => somebody(world, of("to")),
        "execute_command" if is_private(world, of("verb")) => None,
        _ => return Readers::Everyone,
    };
    let me = world.get::<Character>(npc).map(|it| it.0.clone());
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

/// Records the corrections of a faulty reply, whose words have this label.
pub(super) fn remarked(world: &mut World, npc: Entity, label: &Label, notes: &[String]) {
    let base = base_of(world, npc);
    for note in notes {
        let what = Recorded::Remarked { note: ForeignText::new(note) };
        write::write_down(world, npc, base, label, what);
    }
}

/// Records the judgement of a call by the gate.
pub(super) fn judged(world: &mut World, npc: Entity, call: &Call, judgement: Judgement) {
    let ears = private_ears(world, npc, &call.tool, &call.arguments);
    let label = provenance::label(world, npc).kept_to(&ears);
    let what = Recorded::Judged(Box::new(judgement));
    write::write_down(world, npc, base_of(world, npc), &label, what);
}

/// Records the result of a call, and the rule of the gate that refused it, if one did.
pub(super) fn finished(
    world: &mut World,
    npc: Entity,
    call: &Call,
    result: &Result<String, String>,
    rule: Option<GateRule>,
) {
    let ears = private_ears(world, npc, &call.tool, &call.arguments);
    let label = provenance::label(world, npc).kept_to(&ears);
    let tool = ForeignText::new(&call.tool);
    let what = match result {
        Ok(shown) => Recorded::Done { tool, result: ForeignText::new(shown) },
        Err(why) => Recorded::Refused { tool, why: ForeignText::new(why), rule },
    };
    write::write_down(world, npc, base_of(world, npc), &label, what);
}

/// Records a new note in memory.
pub(super) fn noted(
    world: &mut World,
    npc: Entity,
    label: &Label,
    (serial, about, words): (Option<u64>, Option<CharacterId>, &str),
    journal: bool,
) {
    let what = Recorded::Noted { serial, about, words: ForeignText::new(words), journal };
    write::write_down(world, npc, base_of(world, npc), label, what);
}

/// Records that a mind came to know a rumour, from somebody or by itself.
pub(super) fn learnt(
    world: &mut World,
    npc: Entity,
    label: &Label,
    (event, from, retellings, words): (u64, Option<CharacterRef>, u8, &str),
) {
    let what = Recorded::Learnt { event, from, retellings, words: ForeignText::new(words) };
    write::write_down(world, npc, None, label, what);
}

/// Records that an answer is withheld, because somebody is there who may not hear it.
pub(super) fn withheld(world: &mut World, npc: Entity) {
    own(world, npc, Recorded::Withheld);
}

/// Records the end of a thought, with the time of its beginning.
pub(super) fn ended(world: &mut World, npc: Entity, record: &Record, since: Option<WorldTime>) {
    let now = world.resource::<Clock>().now;
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
    write::write_down(world, npc, Some(record.thought.base), &Label::engine(), what);
}
