//! `@npc history`: what a character heard, saw and said last, as far as the one who asks may read it.

use bevy_ecs::prelude::*;
use engine::{clock::Clock, id::CharacterId};
use text::styled::{CleanText, Style, Text};
use world::{
    beings::{character::Character, name::Name},
    witness::fact::Source,
};

use crate::{
    mind::seen::ago,
    perceive::stream::{Stream, StreamLine},
};

/// Number of lines that are shown unless somebody says otherwise, and the most.
pub(super) const USUAL: usize = 12;
const MOST: usize = 60;

/// Returns the newest lines of the stream of a mind, oldest first.
pub(super) fn shown(world: &World, reader: Entity, mind: Entity, count: usize) -> Text {
    let now = world.resource::<Clock>().now;
    let name = world.get::<Name>(mind).map(|it| it.0.clone()).unwrap_or_default();
    let me: Option<&CharacterId> = world.get::<Character>(reader).map(|it| &it.0);
    let mut text = Text::styled(Style::Heading, format!("What {name} perceived last"));
    let lines = world.get::<Stream>(mind).into_iter().flat_map(|it| it.0.iter());
    let all: Vec<_> = lines.collect();
    let may_read = |it: &StreamLine| me.is_some_and(|me| it.label.readers.admit(me));
    let mut seen: Vec<_> = all.iter().filter(|it| may_read(it)).collect();
    let hidden = all.len() - seen.len();
    let skipped = seen.len().saturating_sub(count.clamp(1, MOST));
    seen.drain(..skipped);
    if seen.is_empty() {
        text.say("\n  nothing that you may read");
    }
    for it in seen {
        let who = it.who.as_ref().map_or("the world", |(_, name)| name);
        let words = CleanText::new(&it.words).replace('"', "'");
        let (how, when) = (way(it.source), ago(now.since(it.at)));
        text.say(&format!("\n  {who}, {how}, {when}: \"{words}\""));
    }
    if hidden > 0 {
        text.say("\n  and lines that are not for you");
    }
    text
}

fn way(source: Source) -> &'static str {
    match source {
        Source::Whisper => "whispered",
        Source::Page => "paged",
        Source::Channel => "on a channel",
        Source::Say => "said",
        Source::Shout => "shouted",
        Source::Pose => "posed",
        Source::Emit => "emitted",
        Source::Deed => "did",
        Source::Feedback => "told",
    }
}
