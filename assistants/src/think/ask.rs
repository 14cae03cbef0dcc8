//! Asking the model: the audience first, then what they may read, then the
//! question.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use engine::{clock::WorldTime, id::CharacterId};
use world::act::due;

use crate::{
    llm::{
        ChatMessage, ChatReply, ChatRequest, Ticket, ToolSpec,
        allowance::OverBudget,
        profile::{ModelKey, QuestionForm, Reasoning},
        scene::{Scene, Stimulus},
        scripted::{self, ScriptDraft},
    },
    mind::{
        attention::Attention,
        learned::ExamplesLearned,
        thinking::{Asking, Thinking},
    },
    perceive::stream::StreamLine,
    prompt::{self, ModelQuestion, Parts, earlier::EarlierTalk},
    think::{
        current::CurrentThought,
        models,
        outside::ModelCall,
        pay,
        ponder::{Ponder, WaitSign},
        telling,
    },
    tools::offered,
    turn::{
        Exchange, ThoughtPhase, advice,
        brief::Brief,
        budget::{
            Meter, Pressure, Thresholds,
            compaction::{self, Compaction},
        },
    },
};

use self::gather::{Material, gather};

mod derived;
mod foreign;
mod gather;
mod lines;
pub(super) mod people;
pub(super) mod size;

/// Returns the facts of the thought, for the script.
pub(super) fn scene(current: &mut CurrentThought<'_>) -> Option<Scene> {
    gather(current.world, current.npc).map(|it| it.scene)
}

/// Returns whether the context is all but full after a reply. The provider's count
/// stands in for our estimate where there is one.
pub(super) fn is_critical(current: &mut CurrentThought<'_>, reply: &ChatReply) -> bool {
    let size = size::of_context(current.world, current.npc);
    let Some(matter) = current.matter_mut() else { return false };
    if let Some(usage) = reply.usage {
        matter.meter.count(usage.prompt.saturating_add(usage.completion));
    }
    Thresholds::default().pressure(matter.meter.tokens(), size) == Pressure::Critical
}

/// Question to a model that is written and paid for, and not sent yet.
pub(super) struct AskedQuestion {
    pub(super) request: ChatRequest,
    /// Number of lines of what was said in it, and of memories.
    pub(super) lines: usize,
    pub(super) memories: usize,
    /// Size in bytes.
    pub(super) chars: usize,
    draft: ScriptDraft,
}

/// Writes and pays for the question to the model. None when there is nothing that may be asked.
pub(super) fn question(
    current: &mut CurrentThought<'_>,
    ticket: Ticket,
) -> Option<Result<AskedQuestion, OverBudget>> {
    let material = gather(current.world, current.npc)?;
    mask(current);
    let mut written = write(current, &material)?;
    if compact(current, &material, chars_of(&written.question)) {
        written = write(current, &material)?;
    }
    let matter = current.matter()?;
    if matter.brief.form == QuestionForm::Tools
        && prompt::quotes_mark(&written.question.messages, &matter.fence)
    {
        renew_fence(current);
        written = write(current, &material)?;
    }
    let WrittenQuestion { question, lines, draft } = written;
    let chars = chars_of(&question);
    let ModelQuestion { messages, tools, schema } = question;
    let thinking = current.thinking()?;
    let is_for_words = thinking.turn.thought()?.phase == ThoughtPhase::Tell;
    let Brief { form, reasoning, .. } = thinking.matter.as_ref()?.brief;
    let memories = material.memories.len();
    let id = current.me()?.clone();
    // Models put marks of their own around each message.
    if let Err(over) = pay::reserve(current.world, current.npc, ticket, chars + 16 * messages.len())
    {
        return Some(Err(over));
    }
    let ModelKey { provider, model } = models::current(current.world, current.npc)?;
    let has_fallback = models::has_next(current.world, current.npc);
    let of_form = request(ticket, id, messages, tools, material.scene);
    let of_form = ChatRequest { is_for_words, ..of_form };
    let request = ChatRequest { provider, model, form, schema, reasoning, has_fallback, ..of_form };
    Some(Ok(AskedQuestion { request, lines, memories, chars, draft }))
}

/// Sends a question to the model.
pub(super) fn send(current: &mut CurrentThought<'_>, question: AskedQuestion) {
    let AskedQuestion { request, chars, draft, lines: _, memories: _ } = question;
    let now = current.now();
    current.world.resource_mut::<Asking>().0.insert(request.ticket, current.npc);
    current.world.write_message(ModelCall(request));
    let Some(thinking) = current.thinking_mut() else { return };
    thinking.asked = Some(now);
    let Thinking { turn, matter, .. } = &mut *thinking;
    let (Some(matter), Some(thought)) = (matter, turn.thought()) else { return };
    matter.draft = draft;
    matter.meter = Meter::default();
    matter.meter.add(chars);
    let is_lead = |to: &Stimulus| to.lead().is_some() || to.decomposed().is_some();
    let is_own = matter.stimulus.as_ref().is_some_and(is_lead);
    let base = thought.base;
    if thought.iteration == 1 && !matter.chain.is_fallback() && !is_own {
        for sign in [WaitSign::Pose, WaitSign::Words] {
            due::enter(
                current.world,
                now.after(sign.after()),
                Ponder { mind: current.npc, base, sign },
            );
        }
        serve(current, now);
    }
}

/// Notes that the model is asked about somebody's words: an arrival is nobody's turn.
fn serve(current: &mut CurrentThought<'_>, now: WorldTime) {
    let Some(matter) = current.matter() else { return };
    let Some(stimulus) = matter.stimulus.as_ref().filter(|it| !it.words.is_empty()) else { return };
    let (payer, speaker) = (matter.payer.clone(), stimulus.speaker.clone());
    if let Some(mut attention) = current.world.get_mut::<Attention>(current.npc) {
        attention.serve(&payer, &speaker, now);
    }
}

/// A question in the form in which it is sent.
struct WrittenQuestion {
    question: ModelQuestion,
    /// Number of lines of what was said in it.
    lines: usize,
    /// Draft in it.
    draft: ScriptDraft,
}

/// Returns the number of bytes of a question.
fn chars_of(question: &ModelQuestion) -> usize {
    let by_schema = question.schema.as_ref().map(|it| it.to_string().len());
    size::of_messages(&question.messages)
        + by_schema.unwrap_or_else(|| size::of_tools(&question.tools))
}

/// Masks the results of older steps where the context is nearly full. They stay so, because a model has
/// read what follows them.
fn mask(current: &mut CurrentThought<'_>) {
    let size = size::of_context(current.world, current.npc);
    let Some((thought, matter)) = current.parts_mut() else { return };
    if Thresholds::default().pressure(matter.meter.tokens(), size) >= Pressure::High {
        let older = thought.steps().filter(|it| !it.by_script).count().saturating_sub(1);
        thought.masked = thought.masked.max(older);
    }
}

/// Compacts the first question of a turn, if with so many bytes it fills too much of the context. Returns
/// whether it did; the further questions of the turn are compacted as far.
fn compact(current: &mut CurrentThought<'_>, material: &Material, chars: usize) -> bool {
    let size = size::of_context(current.world, current.npc);
    let thought = current.thought();
    if thought.is_none_or(|it| it.iteration > 1) {
        return false;
    }
    let compaction = compaction::needed(size, |by| match by {
        Compaction::None => chars,
        Compaction::Lines | Compaction::Bare | Compaction::Tight => {
            write_by(current, material, by).map_or(0, |it| chars_of(&it.question))
        }
    });
    let matter = current.matter_mut();
    matter.is_some_and(|it| std::mem::replace(&mut it.compaction, compaction) != compaction)
}

/// Writes the question of a thought.
fn write(current: &CurrentThought<'_>, material: &Material) -> Option<WrittenQuestion> {
    let by = current.matter()?.compaction;
    write_by(current, material, by)
}

/// Writes the question of a thought with such a compaction.
fn write_by(
    current: &CurrentThought<'_>,
    material: &Material,
    by: Compaction,
) -> Option<WrittenQuestion> {
    let learned = current.world.resource::<ExamplesLearned>().0;
    let size = size::of_context(current.world, current.npc);
    let thinking = current.thinking()?;
    let thought = thinking.turn.thought()?;
    let matter = thinking.matter.as_ref()?;
    let pressure = Thresholds::default().pressure(matter.meter.tokens(), size);
    // A third of the context at most is what was said.
    let share = usize::try_from(size).unwrap_or(usize::MAX).saturating_mul(4) / 6;
    let transcript = lines::newest(&material.transcript, share, by);
    let transcript: Vec<&StreamLine> = transcript.iter().map(|it| &**it).collect();
    let heard = if by == Compaction::None { material.heard.as_slice() } else { &[] };
    let heard = lines::newest(heard, share, by);
    let heard: Vec<&StreamLine> = heard.iter().map(|it| &**it).collect();
    let left: Vec<&StreamLine> = material.earlier.iter().map(|it| &**it).collect();
    let is_bare = by >= Compaction::Bare;
    let rumours =
        if is_bare { Vec::new() } else { telling::tellable(current.world, current.npc, matter) };
    let persona = material.scene.persona.clone();
    let draft = if matter.brief.plans {
        scripted::draft(&material.scene, learned)
    } else {
        lore(&material.scene)
    };
    let steps: Vec<&Exchange> = thought.steps().collect();
    let parts = Parts {
        persona: &persona,
        kind: matter.brief.kind,
        scene: &material.scene,
        earlier: EarlierTalk::of(&left, &transcript).filter(|_| !is_bare),
        transcript: &transcript,
        heard: &heard,
        memories: if is_bare { &[] } else { &material.memories },
        rumours: &rumours,
        draft: &draft,
        exchanges: &steps,
        masked: thought.masked,
        fence: &matter.fence,
        now: current.now(),
        phase: thought.phase,
        advice: advice::advice(pressure).or_else(|| advice::nudge(thought.silent_steps())),
    };
    let lines = transcript.len() + heard.len();
    let shown = offered::shown(&matter.brief, thought.phase);
    let question = prompt::question(matter.brief.form, &parts, shown);
    Some(WrittenQuestion { question, lines, draft })
}

/// Returns the texts of the character's lore about the stimulus, for a thought that the script does not
/// plan.
fn lore(scene: &Scene) -> ScriptDraft {
    let persona = &scene.persona;
    let texts = scene
        .stimulus
        .as_ref()
        .map(|it| persona.script.lore(&it.words, &persona.body.name, &it.name));
    ScriptDraft { texts: texts.unwrap_or_default(), ..ScriptDraft::default() }
}

/// Draws another mark in place of one that stands in what is to be shown: whoever wrote it would
/// otherwise speak from outside of the data.
fn renew_fence(current: &mut CurrentThought<'_>) {
    let Some(matter) = current.matter() else { return };
    let fence = super::new_fence(current.world, current.npc, matter.conversation);
    if let Some(matter) = current.matter_mut() {
        matter.fence = fence;
    }
}

pub(super) fn request(
    ticket: Ticket,
    npc: CharacterId,
    messages: Vec<ChatMessage>,
    tools: Arc<[ToolSpec]>,
    scene: Scene,
) -> ChatRequest {
    let settings = &scene.persona.model;
    ChatRequest {
        ticket,
        npc,
        provider: None,
        model: None,
        temperature: settings.temperature,
        max_tokens: settings.max_tokens,
        messages,
        tools,
        form: QuestionForm::default(),
        schema: None,
        reasoning: Reasoning::default(),
        scene: Arc::new(scene),
        is_for_words: false,
        has_fallback: false,
        is_warm_up: false,
    }
}
