//! Execution of a tool call: it becomes a command in the queue that players' lines go through, with
//! the provenance of everything the thought has come by.

use bevy_ecs::prelude::*;
use engine::{
    id::{ChannelId, CharacterId},
    index::Index,
    label::{Integrity, Label},
};
use text::styled::CleanText;
use world::{
    act::{
        cause::{Act, CallId, Cause},
        perform::{CommandQueue, QueuedCommand},
        refusal::Refusal,
        registry::{AnyCommand, Registry},
        verbs,
    },
    beings::{name::Name, people},
};

use super::{
    actions,
    ask::people as people_here,
    capture,
    current::CurrentThought,
    delegation, feel, goals,
    input::{CallRefused, FinishedCall, ResultSource, ThoughtInput},
    judge, projects, recall, reflect,
    remember::{self, ToNote},
    services, sleep, status, telling,
};
use crate::{
    gate::{
        audience, consent,
        rules::{GateRule, Judgement},
    },
    llm::{
        profile::QuestionForm,
        scene::{DeedDone, Stimulus},
    },
    memory::{NoteKind, words},
    mind::{body::Mind, notebook::Notebook, thinking::TurnInput},
    persona::library,
    tools::{self, SpeechTool, ToolContext, ToolUse, named_commands::named_commands, service},
    turn::{
        Call, ToolClass, Turn,
        assistant_talk::{calls_itself, claims_to_be, echoes, narrates, tells_scene},
        brief::TurnAuthority,
        guard::{Dropped, POSE},
        wording::is_wording_of,
    },
};

mod speech;

use speech::spoken;

/// Call that was put before the gate.
pub(super) struct JudgedCall {
    /// Use that passed, or the reason why there is none.
    passed: Result<ToolUse, CallRefused>,
    /// Judgement of the gate; none if the call was refused before.
    pub(super) judgement: Option<Judgement>,
}

/// Checks a call, and puts what it comes to before the gate.
pub(super) fn judge_call(current: &mut CurrentThought<'_>, call: &Call) -> JudgedCall {
    let checked = check(current, call);
    let used = match checked.and_then(|()| Ok(prepare(current, call)?)) {
        Ok(used) => used,
        Err(refused) => return JudgedCall { passed: Err(refused), judgement: None },
    };
    let Some(judgement) = judge::judge_call(current, call, &used) else {
        let passed = Err("nobody is there".to_owned().into());
        return JudgedCall { passed, judgement: None };
    };
    let passed = match judgement.refused {
        Some(rule) => {
            judge::narrow(current, rule);
            let why = judgement.sentence(rule).to_owned();
            Err(CallRefused { rule: Some(rule), ..why.into() })
        }
        None => Ok(used),
    };
    JudgedCall { passed, judgement: Some(judgement) }
}

/// Uses a tool; what is done at once comes back as an input.
pub(super) fn run_tool(
    current: &mut CurrentThought<'_>,
    id: CallId,
    call: Call,
    judged: JudgedCall,
) -> Option<ThoughtInput> {
    let is_noticed = matches!(call.category, ToolClass::Dangerous | ToolClass::Terminal)
        || call.category == ToolClass::AsyncRequired;
    let (result, source) = match judged.passed {
        Ok(used) => {
            if is_noticed {
                actions::begin_act(current.world, current.npc);
                delegation::begin_telling(current.world, current.npc, &call);
            }
            let (result, source) = use_tool(current, id, used)?;
            (result.map_err(CallRefused::from), source)
        }
        Err(refused) => (Err(refused), ResultSource::Game),
    };
    Some(ThoughtInput::finished(id, call, result, source))
}

/// Does what the gate let pass; nothing when the result comes later.
fn use_tool(
    current: &mut CurrentThought<'_>,
    id: CallId,
    used: ToolUse,
) -> Option<(Result<String, String>, ResultSource)> {
    let here = |result| Some((result, ResultSource::Game));
    match used {
        ToolUse::Tell { command, claim, words } => {
            telling::tell_rumour(current.world, current.npc, id, &claim, words);
            queue(current, Cause::Tool { call: id, captures: false }, (command, false))
        }
        ToolUse::Act { command, granted, captures } => {
            if is_small_talk(current) {
                telling::on_its_way(current.world, id, None);
            }
            queue(current, Cause::Tool { call: id, captures }, (command, granted))
        }
        ToolUse::Capture(command) => {
            queue(current, Cause::Tool { call: id, captures: true }, (command, false))
        }
        ToolUse::Recall { query, focus, .. } | ToolUse::Reconstruct { query, focus } => {
            recall::by_tool(current, id, &query, focus);
            None
        }
        ToolUse::SearchLibrary { query } => {
            recall::by_tool(current, id, &query, 0);
            None
        }
        ToolUse::ReadPage(text) => {
            recall::absorb(current.world, current.npc, &library::label(), None);
            here(Ok(text))
        }
        ToolUse::Service { tool, arguments } => services::call(current, id, &tool, arguments)
            .map(|(result, of)| (result, ResultSource::Service(of))),
        ToolUse::Status => here(status::own_status(current.world, current.npc)),
        ToolUse::Goals(wish) => here(goals::by_tool::by_tool(current.world, current.npc, wish)),
        ToolUse::Projects(wish) => here(projects::by_tool(current.world, current.npc, wish)),
        ToolUse::Remember { content, importance, about, kind, replaces } => {
            let to_note = to_note(current, (content, importance), about, kind);
            here(remember::remember(current.world, current.npc, to_note, replaces))
        }
        ToolUse::Learn { about, slot, value } => {
            remember::learn(current.world, current.npc, &about, slot, value);
            here(Ok("kept in mind".to_owned()))
        }
        ToolUse::Feel { regard, mood } => {
            feel::feel(current.world, current.npc, regard, mood);
            here(Ok(String::new()))
        }
        ToolUse::Reflect { about } => here(reflect::on(current.world, current.npc, about)),
        ToolUse::Sleep => here(match sleep::choose_sleep(current.world, current.npc) {
            Ok(()) => Ok("you fall asleep when this is done".to_owned()),
            Err(why) => Err(why.words().to_owned()),
        }),
        ToolUse::Delegate { to, task } => {
            here(delegation::ask(current.world, current.npc, &to, &task))
        }
        ToolUse::HandBack(text) => here(delegation::hand_back(current.world, current.npc, &text)),
        ToolUse::Nothing => here(Ok(String::new())),
    }
}

/// Returns the note that the model of a thought wants to keep, with the provenance of the thought.
fn to_note(
    current: &CurrentThought<'_>,
    (content, importance): (String, u8),
    about: Option<CharacterId>,
    kind: NoteKind,
) -> ToNote {
    let source = current.stimulus().map(|it| it.speaker.clone());
    let talk = current.matter().and_then(|it| it.conversation);
    let talk = talk.and_then(|it| current.world.get::<Notebook>(current.npc)?.talk(it));
    let conversation = talk.map(|it| it.number);
    let (label, concluded) = (current.label(), true);
    ToNote { content, importance, about, kind, label, source, conversation, concluded }
}

/// Queues a command, whose result comes later; the flag is true if an authored offer grants it.
fn queue(
    current: &mut CurrentThought<'_>,
    cause: Cause,
    (command, granted): (AnyCommand, bool),
) -> Option<(Result<String, String>, ResultSource)> {
    let act = Act { actor: current.npc, cause, label: current.label() };
    let action = QueuedCommand { act, granted, command, line: None };
    current.world.resource_mut::<CommandQueue>().push(action);
    None
}

/// Returns whether the thought is about a meeting with another of the town's own people.
fn is_small_talk(current: &CurrentThought<'_>) -> bool {
    current.stimulus().and_then(Stimulus::deed).is_some_and(DeedDone::is_exchange)
}

/// Refuses calls that no mind may make, whatever its model wants.
fn check(current: &CurrentThought<'_>, call: &Call) -> Result<(), CallRefused> {
    let now = current.now();
    let over = || "the thought is over".to_owned();
    let thinking = current.thinking().ok_or_else(over)?;
    let brief = thinking.matter.as_ref().map(|it| &it.brief);
    let of_others = brief.filter(|it| it.kind != TurnAuthority::Own);
    if call.category == ToolClass::Dangerous
        && let (Some(brief), Some(last)) = (of_others, thinking.acted)
        && now.since(last) < brief.cadence
    {
        return Err("you did something a moment ago; wait a little".to_owned().into());
    }
    let thought = thinking.turn.thought().ok_or_else(over)?;
    let matter = thinking.matter.as_ref().ok_or_else(over)?;
    let asked = matter.stimulus.as_ref().map_or("", |of| of.words.as_str());
    let about = (&matter.brief, asked);
    // What was said where others do not hear it is no repetition before them.
    let sent = thinking.sent.of(&current.label().readers).cloned().unwrap_or_default();
    sent.check(thought, about, call, now)?;
    if shows_room(current.world, call) {
        let audience = audience::audience(current.world, current.npc, matter.stimulus.as_ref());
        if !audience::may_know_room(current.world, current.npc, &audience) {
            let why = "who and what is in this private room is known to those in it alone";
            return Err(why.to_owned().into());
        }
    }
    if call.category == ToolClass::Terminal && !call.authored {
        if recites_sample(current, matter, text_of(call)) {
            return Err(Dropped::Repeated.into());
        }
        if call.tool != POSE && is_for_another(current, matter, text_of(call)) {
            return Err(Dropped::OutOfCharacter.into());
        }
        if call.tool != POSE && strays(matter, text_of(call)) {
            return Err(Dropped::Astray.into());
        }
        let named = named_commands(text_of(call));
        if let Some(verb) =
            named.iter().find(|verb| !verbs::is_taken(current.world, current.npc, verb))
        {
            return Err(format!("there is no command `{verb}`; tell nobody to type it").into());
        }
    }
    Ok(())
}

/// Returns whether the result or the refusal of a call tells who or what is in the character's room.
fn shows_room(world: &World, call: &Call) -> bool {
    if call.tool != "execute_command" {
        return tools::find(&call.tool).is_some_and(|it| it.shows_room);
    }
    let of = |name: &str| call.arguments.get(name).and_then(|it| it.as_str()).unwrap_or_default();
    let registry = world.resource::<Registry>();
    let command = registry.build(&of("verb").to_lowercase(), &CleanText::new(of("args")));
    command.is_ok_and(|it| it.views())
}

/// Returns whether a model recites a sample answer of its prompt, though another line was said and the
/// sample is not what it was to say: small models do, where they have nothing else to say.
fn recites_sample(current: &CurrentThought<'_>, matter: &TurnInput, text: &str) -> bool {
    let Some(mind) = current.world.get::<Mind>(current.npc) else { return false };
    let same = |one: &str, other: &str| words(one).eq(words(other));
    let asked = matter.stimulus.as_ref().map_or("", |it| it.words.as_str());
    let mut samples = mind.persona.sample_talk();
    samples.any(|(line, answer)| same(answer, text) && !same(line, asked))
        && !matter.draft.texts.iter().any(|it| same(it, text))
}

/// Returns whether a model has lost who speaks: it tells what one of the two who talk does, and, where it
/// calls no tools, how things are, calls its own character by name, takes itself for the other, or says the
/// other's words again.
fn is_for_another(current: &CurrentThought<'_>, matter: &TurnInput, text: &str) -> bool {
    let own =
        current.world.get::<Mind>(current.npc).map_or("", |mind| mind.persona.body.name.as_str());
    let (speaker, asked) =
        matter.stimulus.as_ref().map_or(("", ""), |of| (of.name.as_str(), of.words.as_str()));
    // What it was to say may do so.
    let is_bidden = matter.draft.texts.iter().any(|it| it.contains(text));
    let is_echo = || {
        let answers = &matter.draft.texts;
        echoes(text, asked, speaker) && !answers.iter().any(|it| echoes(text, it, speaker))
    };
    let is_lost = || {
        tells_scene(text, [speaker, own])
            || claims_to_be(text, speaker)
            || !is_bidden && (calls_itself(text, own) || is_echo())
    };
    narrates(text, [speaker, own]) || matter.brief.form != QuestionForm::Tools && is_lost()
}

/// Returns whether a model that was only to word an answer says something else.
fn strays(matter: &TurnInput, text: &str) -> bool {
    let TurnInput { draft, brief, stimulus, .. } = matter;
    let asked = stimulus.as_ref().map_or("", |of| of.words.as_str());
    let is_wording = draft.is_answer && brief.form != QuestionForm::Tools;
    match draft.texts.as_slice() {
        [answer] => is_wording && !is_wording_of(text, answer, asked),
        _ => false,
    }
}

/// Returns whether a call is one for what it shows.
fn is_look(call: &Call) -> bool {
    call.category == ToolClass::SafeChain || call.tool == tools::CAPTURE
}

fn text_of(call: &Call) -> &str {
    call.arguments.get("text").and_then(|it| it.as_str()).unwrap_or_default()
}

fn prepare(current: &CurrentThought<'_>, call: &Call) -> Result<ToolUse, String> {
    let mind = current.world.get::<Mind>(current.npc).ok_or("nobody is there")?;
    let tool = tools::of_call(&call.tool).ok_or("there is no such tool")?;
    if tool.is_of_service {
        return Ok(service::call(&call.tool, &call.arguments));
    }
    if let Some(used) = delegation::prepare(current.world, current.npc, call)? {
        return Ok(used);
    }
    let index = current.world.resource::<Index<CharacterId>>();
    let called = |name: &str| people::known(current.world, name);
    let name_of = |id: &CharacterId| {
        let entity = index.get(id)?;
        current.world.get::<Name>(entity).map(|it| it.0.to_string())
    };
    let told = |named: &str| telling::words_of(current.world, current.npc, named);
    let context = ToolContext {
        persona: &mind.persona,
        answer: people_here::answering(current.world, current.npc),
        told: &told,
        stimulus: current.stimulus(),
        registry: current.world.resource::<Registry>(),
        index,
        called: &called,
        name_of: &name_of,
    };
    tool.apply(&call.arguments, &context)
}

/// Moves a thought on after a command that a tool gave was carried out, or refused.
pub(super) fn performed(
    current: &mut CurrentThought<'_>,
    id: CallId,
    outcome: Result<(), Refusal>,
) -> Option<ThoughtInput> {
    let thinking = current.thinking()?;
    let Turn::AwaitingTool(awaited, thought) = &thinking.turn else { return None };
    let call = thought.queue.front().filter(|_| *awaited == id).cloned()?;
    let mut shown = String::new();
    let mut label: Option<Label> = None;
    for (captured, text, from) in &thinking.captured {
        if *captured == id {
            shown.push_str(text);
            shown.push('\n');
            label = Some(label.map_or_else(|| from.clone(), |it| it.join(from)));
        }
    }
    if shows_room(current.world, &call) {
        let room = Label::engine().kept_to(&audience::in_the_room(current.world, current.npc));
        label = Some(label.map_or_else(|| room.clone(), |it| it.join(&room)));
    }
    let me = current.me().cloned();
    let from = label.clone();
    let stays_here = consent::goes_outside(current.world, current.npc)
        && label.as_ref().is_some_and(|it| !it.outside);
    if let Some(thinking) = current.thinking_mut() {
        thinking.captured.clear();
        if let (Some(matter), Some(label)) = (thinking.matter.as_mut(), label) {
            matter.context.absorb(&label);
            let partner = matter.stimulus.as_ref().map(|it| &it.speaker);
            let is_theirs = me.is_some_and(|me| judge::is_between(&label, &me, partner));
            if label.integrity < Integrity::Author && !is_theirs {
                matter.reads = true;
                matter.foreign.add(&shown);
            }
        }
    }
    let result = match outcome {
        Ok(()) if stays_here => {
            let why = "somebody who keeps their words in this machine wrote that";
            Err(CallRefused::from(why.to_owned()))
        }
        Ok(()) if is_look(&call) && shown.trim().is_empty() => {
            Err(CallRefused::from("there is nothing to see".to_owned()))
        }
        Ok(()) if call.tool == tools::CAPTURE => {
            capture::keep(current.world, current.npc, shown.trim(), from).map_err(CallRefused::from)
        }
        Ok(()) => Ok(shown.trim_end().to_owned()),
        Err(it) => Err(CallRefused { rule: Some(GateRule::Effect), ..it.to_string().into() }),
    };
    Some(ThoughtInput::finished(id, call, result, ResultSource::Game))
}

/// Keeps what a finished call changes of its mind: the guardrail that dropped it, what was said, or that it
/// did something.
pub(super) fn settle(current: &mut CurrentThought<'_>, it: &FinishedCall) {
    let FinishedCall { id: _, call, result, source: _ } = it;
    let now = current.now();
    if let Err(CallRefused { dropped, .. }) = result {
        if let Some(thinking) = current.thinking_mut()
            && let Some((thought, dropped)) = thinking.turn.thought_mut().zip(*dropped)
        {
            thought.drops.push(dropped);
        }
        return;
    }
    match call.category {
        // What is handed back is said by another.
        ToolClass::Terminal if delegation::helps(current.world, current.npc) => {}
        ToolClass::Terminal => spoken(current, call, now),
        ToolClass::Dangerous => {
            if let Some(thinking) = current.thinking_mut() {
                thinking.acted = Some(now);
            }
        }
        ToolClass::SafeChain | ToolClass::AsyncRequired | ToolClass::Silence => {}
    }
}

/// Returns whether a call is speech of which whoever the thought is about notices nothing: it is for somebody
/// else, or said where they are not.
pub(super) fn is_elsewhere(current: &CurrentThought<'_>, call: &Call) -> bool {
    let Some(stimulus) = current.stimulus() else { return false };
    match tools::speech_of(&call.tool) {
        Some(SpeechTool::Aloud | SpeechTool::Pose) => {
            let speaker = current.world.resource::<Index<CharacterId>>().get(&stimulus.speaker);
            !speaker.is_some_and(|it| audience::present(current.world, current.npc).contains(&it))
        }
        Some(SpeechTool::Whisper | SpeechTool::Page) => {
            judge::addressee(current.world, call).as_ref() != Some(&stimulus.speaker)
        }
        Some(SpeechTool::Channel) => {
            let channel = call.arguments.get("channel").and_then(|it| it.as_str());
            let same =
                |it: &ChannelId| channel.is_some_and(|of| of.eq_ignore_ascii_case(it.as_str()));
            !stimulus.channel.as_ref().is_some_and(same)
        }
        Some(SpeechTool::AsAnswer) | None => false,
    }
}
