//! Foreign words: what a character may not say in the words in which it was said.

use bevy_ecs::prelude::*;
use engine::{id::CharacterId, label::Readers};

use super::Material;
use crate::{
    gate::phrases::WordRuns,
    mind::thinking::Thinking,
    perceive::stream::{Stream, StreamLine},
};

/// Returns the word runs of what others than the partner said, as far as it stands in a question. The
/// character's own lines are its own, unless they repeat somebody else. What not all who will hear the
/// answer may know stands in no question, and refusing its words would tell that they were said; who
/// ignores somebody does not hear what comes of their words.
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
    let is_partner = |id: &CharacterId| partner == Some(id);
    let is_others = |line: &StreamLine| !line.own && !is_by(line, is_partner);
    let repeats = |line: &StreamLine| {
        let mut own = WordRuns::default();
        own.add(&line.words);
        let known = |it: &StreamLine| it.label.readers.admit_all(audience);
        stream.0.iter().any(|it| is_others(it) && known(it) && own.stand_in(it.words.chars()))
    };
    for line in &material.heard {
        if is_others(line) || line.own && repeats(line) {
            runs.add(&line.words);
        }
    }
    for note in &material.memories {
        if !note.source.as_ref().is_some_and(is_partner) {
            runs.add(&note.content);
        }
    }
    runs
}

/// Returns whether a line is by somebody else, such as that.
fn is_by(line: &StreamLine, is_such: impl FnOnce(&CharacterId) -> bool) -> bool {
    line.who.as_ref().filter(|_| !line.own).is_some_and(|(id, _)| is_such(id))
}
