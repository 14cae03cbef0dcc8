//! Perception stream of a mind: a bounded log of the lines that it perceived.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::{ChannelId, CharacterId},
    label::{Label, Readers},
};
use world::witness::{conversation::ConversationId, fact::Source};

/// Maximum number of lines in the whole stream, in times those for the same readers: with more, those
/// of the private talk that has most of them are evicted.
pub const SETS: usize = 4;

/// Share of the lines of the same readers, the newest, that are never evicted, however unimportant:
/// one in so many.
const NEWEST_SHARE: usize = 6;

/// Maximum number of lines of one conversation in a prompt. A longer transcript is cut to its last
/// [`SHORTENED`] and grows again, so that consecutive prompts mostly share their prefix (prompt
/// cache).
pub const TRANSCRIPT: u32 = 40;

/// Number of lines with which a transcript starts after it was cut: whatever was named in them is
/// still known.
pub const SHORTENED: u32 = 20;

/// Perception stream: everything perceived, the mind's own acts included, oldest first. Lines are
/// shared with the prompts that show them.
#[derive(Component, Debug, Default)]
pub struct Stream(pub VecDeque<Arc<StreamLine>>);

/// Perceived line of the stream: words, a deed or an event, with its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamLine {
    /// Time of the line.
    pub at: WorldTime,
    /// Source: the way by which it was perceived.
    pub source: Source,
    /// Actor: id and name; none if the world did it.
    pub who: Option<(CharacterId, Arc<str>)>,
    /// Channel on which the line was said, if any.
    pub channel: Option<ChannelId>,
    /// Spoken words, or a narration of the deed.
    pub words: String,
    /// True if the line is the mind's own act.
    pub own: bool,
    /// Importance, 1 to 10.
    pub importance: u8,
    /// Provenance label.
    pub label: Label,
    /// Conversation that the line is part of, and its number there.
    pub part: Option<ConversationPart>,
}

/// Position of a line in a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConversationPart {
    pub of: ConversationId,
    /// Line number in the conversation, from 0; set by [`Stream::push`].
    pub number: u32,
}

impl ConversationPart {
    /// Returns the part for the next line of a conversation; [`Stream::push`] sets the number.
    #[must_use]
    pub fn of(conversation: ConversationId) -> Self {
        Self { of: conversation, number: 0 }
    }
}

impl StreamLine {
    /// Returns whether the line is part of this conversation.
    #[must_use]
    pub fn is_of(&self, conversation: ConversationId) -> bool {
        self.part.is_some_and(|it| it.of == conversation)
    }

    /// Returns whether a character is the actor of the line, or is named by its provenance label
    /// (as a cause or one of few readers).
    #[must_use]
    pub fn names(&self, whom: &CharacterId) -> bool {
        self.who.as_ref().is_some_and(|(id, _)| id == whom) || self.label.names(whom)
    }
}

impl Stream {
    /// Adds a line. If there are `most` lines for the same readers already, evicts the least
    /// important line of the character who causes more than a third of them, or else the least
    /// important of all of them; among equals the oldest. The newest sixth is never evicted. So
    /// what others say in private evicts nothing that everybody may know.
    pub fn push(&mut self, mut line: StreamLine, most: usize) -> Arc<StreamLine> {
        if let Some(part) = &mut line.part {
            let last = self.0.iter().rev().find_map(|it| it.part.filter(|of| of.of == part.of));
            part.number = last.map_or(0, |it| it.number.saturating_add(1));
        }
        if self.of(&line.label.readers).count() >= most {
            self.0.remove(self.least(&line.label.readers, most));
        } else if self.0.len() >= SETS * most {
            self.0.remove(self.longest());
        }
        let line = Arc::new(line);
        self.0.push_back(line.clone());
        line
    }

    /// Moves the last line of a conversation that this character said in these words to the end of
    /// the stream.
    pub fn bring_forward(
        &mut self,
        of: ConversationId,
        (who, words): (&CharacterId, &str),
        most: usize,
    ) {
        let is_it = |it: &Arc<StreamLine>| {
            it.is_of(of) && it.words == words && it.who.as_ref().is_some_and(|(id, _)| id == who)
        };
        let at = self.0.iter().rposition(is_it);
        let last = self.0.iter().rposition(|it| it.is_of(of));
        if at != last
            && let Some(line) = at.and_then(|it| self.0.remove(it))
        {
            drop(self.push(Arc::unwrap_or_clone(line), most));
        }
    }

    /// Returns the transcript of a conversation: its lines from the start of the current block on,
    /// oldest first.
    pub fn transcript(&self, of: ConversationId) -> impl Iterator<Item = &Arc<StreamLine>> {
        let number =
            move |line: &Arc<StreamLine>| line.part.filter(|it| it.of == of).map(|it| it.number);
        let last = self.0.iter().rev().find_map(number).unwrap_or_default();
        let from = shown_from(last.saturating_add(1));
        self.0.iter().filter(move |it| number(it).is_some_and(|number| number >= from))
    }

    /// Returns the lines of a conversation that have left its transcript, as far as they are kept, oldest
    /// first.
    pub fn earlier(&self, of: ConversationId) -> impl Iterator<Item = &Arc<StreamLine>> {
        let number =
            move |line: &Arc<StreamLine>| line.part.filter(|it| it.of == of).map(|it| it.number);
        let last = self.0.iter().rev().find_map(number).unwrap_or_default();
        let from = shown_from(last.saturating_add(1));
        self.0.iter().filter(move |it| number(it).is_some_and(|number| number < from))
    }

    /// Returns the lines that these readers and no others may know, oldest first, with their indices.
    fn of<'a>(
        &'a self,
        readers: &'a Readers,
    ) -> impl Iterator<Item = (usize, &'a Arc<StreamLine>)> {
        self.0.iter().enumerate().filter(move |(_, it)| it.label.readers == *readers)
    }

    /// Returns the index of the oldest line of the private talk that has most lines.
    fn longest(&self) -> usize {
        let is_private = |it: &&Arc<StreamLine>| it.label.readers != Readers::Everyone;
        let private = || self.0.iter().filter(is_private);
        // A full stream is gone through for each line that comes, so it is counted in one pass.
        let mut counts: HashMap<&Readers, usize> = HashMap::new();
        for line in private() {
            *counts.entry(&line.label.readers).or_default() += 1;
        }
        let most = private().max_by_key(|it| counts.get(&it.label.readers));
        most.and_then(|it| self.of(&it.label.readers).next()).map_or(0, |(at, _)| at)
    }

    /// Returns the index of the line for these readers to evict next.
    fn least(&self, readers: &Readers, most: usize) -> usize {
        let old = || self.of(readers).take(most - most / NEWEST_SHARE);
        let partners = self.partners();
        let flooding = self.flooding(&partners, (readers, most));
        let theirs = |it: &StreamLine| flooding.is_some() && cause(it, &partners) == flooding;
        let flood = old().filter(|(_, it)| theirs(it)).min_by_key(|(_, it)| it.importance);
        let least = flood.or_else(|| old().min_by_key(|(_, it)| it.importance));
        least.map_or(0, |(at, _)| at)
    }

    /// Returns the partner of each conversation that has lines here; there are few.
    fn partners(&self) -> Vec<(ConversationId, &CharacterId)> {
        let mut partners: Vec<(ConversationId, &CharacterId)> = Vec::new();
        for line in self.0.iter().filter(|it| !it.own) {
            if let (Some(part), Some((id, _))) = (line.part, &line.who)
                && !partners.iter().any(|(of, _)| *of == part.of)
            {
                partners.push((part.of, id));
            }
        }
        partners
    }

    /// Returns the character who causes more than a third of the lines, if any. There can be two at
    /// most; a Misra-Gries count with two counters finds the candidates.
    fn flooding<'a>(
        &'a self,
        partners: &[(ConversationId, &'a CharacterId)],
        (readers, bound): (&Readers, usize),
    ) -> Option<&'a CharacterId> {
        let lines = || self.0.iter().filter(|it| it.label.readers == *readers);
        let causes = || lines().filter_map(|it| cause(it, partners));
        let mut left: [Option<(&CharacterId, usize)>; 2] = [None, None];
        for id in causes() {
            let known = left.iter_mut().flatten().find(|(it, _)| *it == id);
            if let Some((_, many)) = known {
                *many += 1;
            } else if let Some(free) = left.iter_mut().find(|it| it.is_none()) {
                *free = Some((id, 1));
            } else {
                for place in &mut left {
                    *place = place.map(|(it, many)| (it, many - 1)).filter(|(_, many)| *many > 0);
                }
            }
        }
        let many =
            |(id, _): (&'a CharacterId, usize)| (causes().filter(|it| *it == id).count(), id);
        let most = left.into_iter().flatten().map(many).max();
        most.filter(|(many, _)| *many > bound / 3).map(|(_, id)| id)
    }
}

/// Returns the character who causes a line: its actor, or for own lines the partner of the
/// conversation.
fn cause<'a>(
    line: &'a StreamLine,
    partners: &[(ConversationId, &'a CharacterId)],
) -> Option<&'a CharacterId> {
    if line.own {
        let of = line.part?.of;
        return partners.iter().find(|(it, _)| *it == of).map(|(_, id)| *id);
    }
    line.who.as_ref().map(|(id, _)| id)
}

/// Returns the number of the first line shown of a conversation of `many` lines.
fn shown_from(many: u32) -> u32 {
    let block = TRANSCRIPT - SHORTENED;
    many.saturating_sub(TRANSCRIPT).div_ceil(block) * block
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mind::bounds::MindBounds;

    const MOST: usize = MindBounds::IN_PLAY.lines;

    fn line(who: &str, importance: u8, part: Option<u64>) -> StreamLine {
        let id = CharacterId::new(who).unwrap();
        StreamLine {
            at: WorldTime::default(),
            source: Source::Say,
            who: Some((id.clone(), who.into())),
            channel: None,
            words: String::new(),
            own: who == "mara",
            importance,
            label: Label::engine(),
            part: part.map(|it| ConversationPart::of(ConversationId(it))),
        }
    }

    #[test]
    fn whoever_floods_crowds_out_nobody_else() {
        let mut stream = Stream::default();
        stream.push(line("ann", 5, None), MOST);
        stream.push(line("bob", 1, None), MOST);
        for _ in 0..1_000 {
            stream.push(line("guest-1", 10, Some(1)), MOST);
            stream.push(line("mara", 10, Some(1)), MOST);
        }
        assert_eq!(stream.0.len(), MOST);
        let left = |who: &str| {
            stream.0.iter().filter(|it| it.who.as_ref().unwrap().0.as_str() == who).count()
        };
        assert_eq!((left("ann"), left("bob")), (1, 1));
        assert_eq!(left("guest-1"), left("mara"), "and keeps question and answer together");
    }

    #[test]
    fn what_is_whispered_crowds_out_nothing_that_everybody_may_know() {
        let mut stream = Stream::default();
        stream.push(line("ann", 1, None), MOST);
        for n in 0..2_000 {
            let who = format!("guest-{}", n % 7);
            let mut it = line(&who, 10, None);
            let both = ["mara", &who].map(|it| CharacterId::new(it).unwrap());
            it.label = it.label.kept_to(&Readers::Only(both.into()));
            stream.push(it, MOST);
        }
        assert_eq!(stream.0.len(), SETS * MOST);
        assert_eq!(stream.of(&Readers::Everyone).count(), 1);
    }

    #[test]
    fn a_transcript_is_shortened_in_blocks() {
        let mut stream = Stream::default();
        let first = |stream: &Stream| {
            let first = stream.transcript(ConversationId(1)).next();
            first.and_then(|it| it.part).map(|it| it.number)
        };
        let mut begins = Vec::new();
        for _ in 0..60 {
            stream.push(line("ann", 10, Some(1)), MOST);
            stream.push(line("bob", 10, Some(2)), MOST);
            begins.extend(first(&stream));
        }
        begins.dedup();
        assert_eq!(begins, [0, 20]);
        let shown = stream.transcript(ConversationId(1)).count();
        assert_eq!(shown, 40);
    }
}
