//! Foreign words: what a character may not say in the words in which it was said.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    id::CharacterId,
    index,
    label::Readers,
};

use super::Material;
use crate::{
    gate::{audience, ignoring::Ignoring, phrases::WordRuns},
    mind::thinking::Thinking,
    perceive::stream::{Stream, StreamLine},
    prompt::LATELY,
};

/// Returns the word runs of what others than the partner said, as far as it stands in a question,
/// of what ignored people said, and of what the character said itself where not everybody who will
/// hear the answer could hear it. Its other lines are its own, unless they repeat somebody else.
pub(super) fn words(
    world: &World,
    npc: Entity,
    material: &Material,
    audience: &Readers,
) -> WordRuns {
    let mut runs = WordRuns::default();
    let Some(stream) = world.get::<Stream>(npc) else { return runs };
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    let partner = matter.and_then(|it| it.stimulus.as_ref()).map(|it| &it.speaker);
    let now = world.resource::<Clock>().now;
    let is_partner = |id: &CharacterId| partner == Some(id);
    let is_others = |line: &StreamLine| !line.own && !is_by(line, is_partner);
    let repeats = |line: &StreamLine| {
        let mut own = WordRuns::default();
        own.add(&line.words);
        stream.0.iter().any(|it| is_others(it) && own.stand_in(it.words.chars()))
    };
    for line in &material.heard {
        if is_others(line) || line.own && repeats(line) {
            runs.add(&line.words);
        }
    }
    for line in lately(stream, now).filter(|it| it.own && !it.label.readers.admit_all(audience)) {
        runs.add(&line.words);
    }
    for note in &material.memories {
        if !note.source.as_ref().is_some_and(is_partner) {
            runs.add(&note.content);
        }
    }
    let mut ignored: Vec<&str> =
        ignored_here(world, npc, partner, stream, now).map(|it| it.words.as_str()).collect();
    ignored.reverse();
    // A model may say in one line what was said in several.
    runs.add(&ignored.join(" "));
    ignored.into_iter().for_each(|it| runs.add(it));
    runs
}

/// Returns the recent lines of those whom somebody present, or the partner, ignores: whoever
/// ignores somebody does not hear them by another's mouth either.
fn ignored_here<'a>(
    world: &'a World,
    npc: Entity,
    partner: Option<&CharacterId>,
    stream: &'a Stream,
    now: WorldTime,
) -> impl Iterator<Item = &'a Arc<StreamLine>> {
    let partner = partner.and_then(|it| index::find(world, it));
    let hearers = audience::present(world, npc).into_iter().chain(partner);
    let ignoring = Ignoring::of(world, hearers);
    let any = !ignoring.is_empty();
    let lately = lately(stream, now).take_while(move |_| any);
    lately.filter(move |line| is_by(line, |id| ignoring.holds(id)))
}

/// Returns the lines of the last minutes, newest first.
fn lately(stream: &Stream, now: WorldTime) -> impl Iterator<Item = &Arc<StreamLine>> {
    stream.0.iter().rev().take_while(move |it| now.since(it.at) <= LATELY)
}

/// Returns whether a line is by somebody else, such as that.
pub(super) fn is_by(line: &StreamLine, is_such: impl FnOnce(&CharacterId) -> bool) -> bool {
    line.who.as_ref().filter(|_| !line.own).is_some_and(|(id, _)| is_such(id))
}
