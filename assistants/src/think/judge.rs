//! Putting a call before the gate: what it goes by, gathered from the world at this moment.

use bevy_ecs::prelude::*;
use engine::{
    id::{ChannelId, CharacterId},
    index::Index,
    label::{Label, Readers},
};
use world::{
    act::{
        cause::{Act, CallId, Cause},
        perform,
        permission::Role,
    },
    beings::people,
};

use super::{current::CurrentThought, delegation, pay};
use crate::{
    gate::{
        audience,
        rules::{EffectClass, GateCase, GateRule, Judgement, SpeechReach},
    },
    llm::scene::{SpokenWay, Stimulus},
    mind::{
        body::Mind,
        thinking::{Narrowing, TurnInput},
    },
    services::ServiceTools,
    tools::{
        self, SpeechTool, ToolUse,
        goal_wish::{GoalWish, ProjectWish},
        offered,
    },
    turn::{Call, ToolClass},
};

/// Judges what a call comes to.
pub(super) fn judge_call(
    current: &CurrentThought<'_>,
    call: &Call,
    used: &ToolUse,
) -> Option<Judgement> {
    let who = people::who(current.world, current.npc)?;
    let mind = current.world.get::<Mind>(current.npc)?;
    let thinking = current.thinking()?;
    let matter = thinking.matter.as_ref()?;
    let tool = tools::of_call(&call.tool)?;
    let label = current.label();
    let cause = Cause::Tool { call: CallId::default(), captures: false };
    let wish = Act { actor: current.npc, cause, label: label.clone() };
    let effect = effect(call, used);
    let needs = match used {
        ToolUse::Act { command, .. }
        | ToolUse::Tell { command, .. }
        | ToolUse::Capture(command) => command.spec().role,
        ToolUse::Recall { .. }
        | ToolUse::SearchLibrary { .. }
        | ToolUse::ReadPage(_)
        | ToolUse::Reconstruct { .. }
        | ToolUse::Service { .. }
        | ToolUse::Status
        | ToolUse::Goals(_)
        | ToolUse::Projects(_)
        | ToolUse::Remember { .. }
        | ToolUse::Learn { .. }
        | ToolUse::Feel { .. }
        | ToolUse::Reflect { .. }
        | ToolUse::Sleep
        | ToolUse::Delegate { .. }
        | ToolUse::HandBack(_)
        | ToolUse::Nothing => Role::Guest,
    };
    let phase = thinking.turn.thought().map(|it| it.phase).unwrap_or_default();
    let callable = (!call.authored).then(|| offered::callable(&matter.brief, phase));
    let case = GateCase {
        kind: matter.brief.kind,
        authored: call.authored,
        effect,
        offered: offered::is_offered((tool, &call.tool), callable.as_deref(), &mind.persona),
        principals: perform::authority(current.world, &who, &wish),
        deputy: who.role,
        needs,
        names_known: names_known(current, call, used),
        audience: noticed_by(current, (call, used), effect),
        reach: reach(current.world, call, effect, matter),
        reads: matter.reads,
        unbidden: is_unbidden(call, effect, mind, matter),
        leaves: effect == EffectClass::Service
            && current.world.resource::<ServiceTools>().is_outside(&call.tool),
        copies: is_heard(effect, used) && texts(call).any(|it| matter.foreign.stand_in(it.chars())),
        affordable: pay::affords(current.world, current.npc, call.authored, effect),
        label,
    };
    Some(Judgement::of(call.tool.clone(), case))
}

/// Returns whether others may come to read the words of such an act.
fn is_heard(effect: EffectClass, used: &ToolUse) -> bool {
    matches!(effect, EffectClass::Speech | EffectClass::World)
        || matches!(used, ToolUse::Delegate { .. })
}

fn effect(call: &Call, used: &ToolUse) -> EffectClass {
    match used {
        ToolUse::Act { granted: true, .. } => EffectClass::Offer,
        ToolUse::Act { command, .. } if command.views() => EffectClass::View,
        ToolUse::Act { .. } if call.category == ToolClass::Terminal => EffectClass::Speech,
        ToolUse::Tell { .. } => EffectClass::Speech,
        ToolUse::Act { .. } => EffectClass::World,
        ToolUse::HandBack(_) => EffectClass::Speech,
        ToolUse::Service { .. } => EffectClass::Service,
        ToolUse::Remember { .. }
        | ToolUse::Learn { .. }
        | ToolUse::Feel { .. }
        | ToolUse::Reflect { .. }
        | ToolUse::Sleep
        | ToolUse::Delegate { .. } => EffectClass::Own,
        ToolUse::Goals(GoalWish::List) | ToolUse::Projects(ProjectWish::List) => EffectClass::View,
        ToolUse::Goals(_) | ToolUse::Projects(_) => EffectClass::Intent,
        // A copy has the label of what it is a copy of, as a line has that was heard.
        ToolUse::Capture(_)
        | ToolUse::Recall { .. }
        | ToolUse::SearchLibrary { .. }
        | ToolUse::ReadPage(_)
        | ToolUse::Reconstruct { .. }
        | ToolUse::Status
        | ToolUse::Nothing => EffectClass::View,
    }
}

/// Returns the texts of a call.
fn texts(call: &Call) -> impl Iterator<Item = &str> {
    call.arguments.values().filter_map(|it| it.as_str())
}

/// Returns the character to whom a call speaks, if it names one, logged in or not: a letter reaches
/// those asleep.
pub(super) fn addressee(world: &World, call: &Call) -> Option<CharacterId> {
    let to = call.arguments.get("to")?.as_str()?;
    let known = |id: &CharacterId| world.resource::<Index<CharacterId>>().get(id).is_some();
    CharacterId::new(&to.to_lowercase()).ok().filter(known).or_else(|| people::known(world, to))
}

/// Returns whether whom a call names is somebody.
fn names_known(current: &CurrentThought<'_>, call: &Call, used: &ToolUse) -> bool {
    if let ToolUse::Delegate { to, .. } = used {
        return delegation::helper(current.world, current.npc, to).is_some();
    }
    call.arguments.get("to").is_none_or(|it| it.is_null())
        || addressee(current.world, call).is_some()
}

fn channel_of(call: &Call) -> Option<ChannelId> {
    let channel = call.arguments.get("channel").and_then(|it| it.as_str());
    ChannelId::new(&channel?.to_lowercase()).ok()
}

/// Returns those who will notice an act.
fn noticed_by(
    current: &CurrentThought<'_>,
    (call, used): (&Call, &ToolUse),
    effect: EffectClass,
) -> Readers {
    let me = || current.me().cloned();
    let only = |other: Option<CharacterId>| Readers::Only(me().into_iter().chain(other).collect());
    if let ToolUse::Delegate { to, .. } = used {
        return only(delegation::helper(current.world, current.npc, to).map(|(_, it)| it.id));
    }
    // Whoever asked in the end hears it by the one who passed the question on.
    if let ToolUse::HandBack(_) = used {
        return audience::audience(current.world, current.npc, current.stimulus());
    }
    match (effect, tools::speech_of(&call.tool)) {
        (EffectClass::View | EffectClass::Own | EffectClass::Intent | EffectClass::Service, _) => {
            only(None)
        }
        // To whom an offer can be shown is looked at when it is made: it is whispered where it must be.
        (EffectClass::Offer, _) => only(partner(current)),
        (EffectClass::Speech, Some(SpeechTool::Whisper | SpeechTool::Page)) => {
            only(addressee(current.world, call))
        }
        (EffectClass::Speech, Some(SpeechTool::Channel)) => channel_of(call)
            .map_or(Readers::Everyone, |it| audience::on_channel(current.world, current.npc, &it)),
        (EffectClass::Speech, Some(SpeechTool::AsAnswer)) => {
            audience::audience(current.world, current.npc, current.stimulus())
        }
        (EffectClass::Speech, Some(SpeechTool::Aloud | SpeechTool::Pose) | None) => {
            audience::in_the_room(current.world, current.npc)
        }
        (EffectClass::World, _) => Readers::Everyone,
    }
}

fn partner(current: &CurrentThought<'_>) -> Option<CharacterId> {
    current.stimulus().map(|it| it.speaker.clone())
}

/// Returns whether words go back the way that the turn answers.
fn reach(world: &World, call: &Call, effect: EffectClass, matter: &TurnInput) -> SpeechReach {
    let Some(stimulus) = matter.stimulus.as_ref().filter(|_| effect == EffectClass::Speech) else {
        return SpeechReach::Nowhere;
    };
    if goes_back(world, call, stimulus) { SpeechReach::Back } else { SpeechReach::Elsewhere }
}

fn goes_back(world: &World, call: &Call, stimulus: &Stimulus) -> bool {
    match tools::speech_of(&call.tool) {
        Some(SpeechTool::AsAnswer) => true,
        Some(SpeechTool::Whisper | SpeechTool::Page) => {
            addressee(world, call).as_ref() == Some(&stimulus.speaker)
        }
        Some(SpeechTool::Channel) => {
            stimulus.channel.is_some() && channel_of(call) == stimulus.channel
        }
        Some(SpeechTool::Aloud | SpeechTool::Pose) | None => {
            stimulus.spoken_way() == SpokenWay::Aloud
        }
    }
}

/// Returns whether something is said where the persona does not speak of its own accord, and nobody asked.
fn is_unbidden(call: &Call, effect: EffectClass, mind: &Mind, matter: &TurnInput) -> bool {
    let persona = &mind.persona;
    let owed = !matter.stimulus.as_ref().is_some_and(Stimulus::is_unbidden);
    let may_speak = || match tools::speech_of(&call.tool) {
        Some(SpeechTool::Page) => persona.pages_unasked(),
        Some(SpeechTool::Channel) => {
            channel_of(call).is_some_and(|it| persona.speaks_unasked_on(&it))
        }
        Some(SpeechTool::Aloud | SpeechTool::Pose | SpeechTool::Whisper | SpeechTool::AsAnswer)
        | None => persona.speaks_unasked(),
    };
    effect == EffectClass::Speech && !owed && !may_speak()
}

/// Takes note of a refusal. One for what other people said is a reason to think once more without it;
/// a second one is final, and so is one for want of a budget: no further question is asked.
pub(super) fn narrow(current: &mut CurrentThought<'_>, rule: GateRule) {
    let Some((thought, matter)) = current.parts_mut() else { return };
    if rule == GateRule::Budget {
        matter.brief.max_iterations = thought.iteration;
    }
    if rule != GateRule::Flow {
        return;
    }
    match matter.narrowing {
        Narrowing::No => matter.narrowing = Narrowing::Next,
        Narrowing::Next | Narrowing::Yes => matter.brief.max_iterations = thought.iteration,
    }
}

/// Returns whether something is of nobody but a character and the one whom it answers.
pub(super) fn is_between(label: &Label, me: &CharacterId, partner: Option<&CharacterId>) -> bool {
    let of = &label.origins;
    !of.are_many() && of.iter().all(|it| it == me || partner.is_some_and(|of| it == of))
}
