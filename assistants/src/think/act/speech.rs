//! The character's own speech: what it leaves in the stream, the talk and the log of what was sent.

use std::sync::Arc;

use engine::{
    clock::WorldTime,
    id::{ChannelId, CharacterId},
    label::{Label, Readers},
};
use world::{
    beings::name::Name,
    witness::{
        conversation::{Conversations, TalkWay},
        fact::Source,
    },
};

use crate::{
    gate::audience,
    llm::scene::{LeadKind, Stimulus},
    mind::{
        acquaintance::Acquaintances, attention::Attention, bounds::MindBounds, exchange::SmallTalk,
        talk_state::TalkState,
    },
    perceive::stream::{ConversationPart, Stream, StreamLine},
    think::{ask::people as people_here, current::CurrentThought, judge, talks, telling},
    tools::{self, SpeechTool},
    turn::{Call, guard::SendLog},
};

/// Returns the way by which a tool speaks.
fn source_of(tool: &str) -> Source {
    match tools::speech_of(tool) {
        Some(SpeechTool::Whisper) => Source::Whisper,
        Some(SpeechTool::Page) => Source::Page,
        Some(SpeechTool::Pose) => Source::Pose,
        Some(SpeechTool::Channel) => Source::Channel,
        Some(SpeechTool::Aloud | SpeechTool::AsAnswer) | None => Source::Say,
    }
}

/// Returns the label of words that are said now in such a way.
fn label_of_speech(
    current: &CurrentThought<'_>,
    source: Source,
    to: Option<&CharacterId>,
) -> Label {
    let label = current.label();
    match source {
        Source::Whisper | Source::Page => {
            let me = current.me();
            label.kept_to(&Readers::Only(me.into_iter().chain(to).cloned().collect()))
        }
        Source::Say | Source::Pose => {
            label.kept_to(&audience::in_the_room(current.world, current.npc))
        }
        Source::Channel | Source::Shout | Source::Emit | Source::Deed | Source::Feedback => label,
    }
}

/// Enters the character's own speech into its stream, its talk and its send log.
pub(super) fn spoken(current: &mut CurrentThought<'_>, call: &Call, now: WorldTime) {
    let telling = current.matter_mut().and_then(|it| it.telling.take());
    let talk = current.thinking_mut().and_then(|it| {
        let matter = it.matter.as_mut()?;
        // It comes from the line that is answered, whatever else the question was made of.
        Some((matter.talk.take()?, matter.label.clone()))
    });
    let text = telling.as_ref().map_or_else(|| super::text_of(call), |(_, words)| words);
    let way = people_here::answering(current.world, current.npc)
        .filter(|_| telling.is_some())
        .map(|it| it.tool);
    let source = source_of(way.unwrap_or(call.tool.as_str()));
    let channel = call.arguments.get("channel").filter(|_| source == Source::Channel);
    let channel =
        channel.and_then(|it| it.as_str()).and_then(|it| ChannelId::new(&it.to_lowercase()).ok());
    let me = current.me().cloned();
    let name = current.world.get::<Name>(current.npc).map(|it| it.0.clone());
    let matter = current.matter();
    let speaker = matter.and_then(|it| it.stimulus.as_ref()).map(|it| it.speaker.clone());
    let to = judge::addressee(current.world, call);
    let label = label_of_speech(current, source, to.as_ref());
    let lead = matter.and_then(|it| it.stimulus.as_ref()?.lead());
    let is_late = lead == Some(LeadKind::Question);
    let unbidden = matter.and_then(|it| it.stimulus.as_ref()).is_some_and(Stimulus::is_unbidden);
    if let Some(mut attention) =
        current.world.get_mut::<Attention>(current.npc).filter(|_| unbidden)
    {
        attention.unbidden = Some(now);
    }
    // What is said to somebody else is no answer.
    let answered = speaker.filter(|it| to.as_ref().is_none_or(|to| to == it));
    let part = part_of(current, to.as_ref().or(answered.as_ref()), source, channel.as_ref());
    if let Some(thinking) = current.thinking_mut() {
        let asked = thinking.matter.as_ref().and_then(|it| it.stimulus.as_ref());
        let asked = asked.map(|it| it.words.clone()).unwrap_or_default();
        let log = &mut thinking.sent;
        log.change(&label.readers, SendLog::default, |it| it.record_call(call, &asked, now));
    }
    let line = StreamLine {
        at: now,
        source,
        who: me.zip(name),
        channel,
        words: text.to_owned(),
        own: true,
        // An answer matters as much as what it answers.
        importance: if part.is_some() { 10 } else { 5 },
        label: label.clone(),
        part,
    };
    let line = push_line(current, line);
    if super::is_small_talk(current) {
        current.world.resource_mut::<SmallTalk>().push(text);
    } else if let Some(line) = line {
        talks::keep(current.world, current.npc, &line);
    }
    if let Some(((event, _), to)) = telling.as_ref().zip(answered.as_ref()) {
        telling::on_rumour_told(current.world, current.npc, *event, (to, &label.readers));
    }
    if let Some(speaker) = answered {
        keep_said(current, &speaker, (text.to_owned(), label, is_late), talk);
    }
}

/// Keeps the words to whoever is answered, and the state of the talk after them.
fn keep_said(
    current: &mut CurrentThought<'_>,
    whom: &CharacterId,
    (text, label, is_late): (String, Label, bool),
    talk: Option<(TalkState, Label)>,
) {
    let Some(mut people) = current.world.get_mut::<Acquaintances>(current.npc) else { return };
    let known = people.meet(whom);
    if let Some((talk, from)) = talk {
        let from = from.kept_to(&label.readers);
        known.talk.put(from.readers.clone(), (talk, from));
    }
    // When a late answer comes depends on whoever else the mind talks with, so the choice of the next
    // answer does not go by it.
    if !is_late {
        known.said.put(label.readers.clone(), (text, label));
    }
}

/// Adds a line to the stream of a mind.
fn push_line(current: &mut CurrentThought<'_>, line: StreamLine) -> Option<Arc<StreamLine>> {
    let most = current.world.resource::<MindBounds>().lines;
    current.world.get_mut::<Stream>(current.npc).map(|mut stream| stream.push(line, most))
}

/// Returns the conversation to which words to somebody belong: that of the thought, where they are
/// said by its medium.
fn part_of(
    current: &CurrentThought<'_>,
    to: Option<&CharacterId>,
    source: Source,
    channel: Option<&ChannelId>,
) -> Option<ConversationPart> {
    let (to, way) = (to?, TalkWay::of(source, channel)?);
    let all = current.world.get::<Conversations>(current.npc)?;
    let of_matter = current.matter().and_then(|it| all.get(it.conversation?));
    let same = of_matter.filter(|it| it.partner == *to && it.way == way);
    same.or_else(|| all.with(to, &way)).map(|it| ConversationPart::of(it.id))
}
