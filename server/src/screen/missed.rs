//! What somebody whose link broke has missed, shown when they are back.

use std::{collections::VecDeque, sync::Arc};

use bevy_ecs::prelude::*;
use bytes::Bytes;
use world::{
    beings::{
        character::Character,
        presence::{Connected, LinkDead},
    },
    witness::{fact::Happening, perception::Perceived, viewpoint::narrate},
    words::text::{Style, Text},
};

use crate::{
    render::render,
    screen::{
        draft::{Drafts, Viewer},
        show::Rendered,
    },
};

/// What somebody whose link broke has missed, oldest first.
#[derive(Component, Debug, Default)]
pub(super) struct Missed {
    what: VecDeque<Arc<Happening>>,
    /// How many more there were.
    dropped: usize,
}

/// Most happenings that are kept for somebody whose link broke.
const MISSED: usize = 200;

/// Keeps what is perceived by those whose link broke.
pub(super) fn keep(
    mut perceived: MessageReader<Perceived>,
    mut away: Query<(&Character, &mut Missed), (With<LinkDead>, Without<Connected>)>,
) {
    if away.is_empty() {
        perceived.clear();
        return;
    }
    for it in perceived.read() {
        let Ok((me, mut missed)) = away.get_mut(it.observer) else { continue };
        // Their own loss of the link reads as nothing, and so is nothing that they missed.
        if narrate(&it.what, it.what.viewpoint(&me.0)).is_empty() {
            continue;
        }
        if missed.what.len() == MISSED {
            missed.what.pop_front();
            missed.dropped += 1;
        }
        missed.what.push_back(it.what.clone());
    }
}

/// Shows what was missed to those who are back.
pub(super) fn catch_up(
    mut back: Query<(Entity, &Missed, Viewer)>,
    mut drafts: ResMut<Drafts>,
    mut commands: Commands,
) {
    for (entity, missed, mut viewer) in &mut back {
        commands.entity(entity).remove::<Missed>();
        let look = viewer.look();
        let mut rendered = Rendered::default();
        let lines =
            missed.what.iter().map(|it| rendered.line(it, it.viewpoint(&viewer.character.0), look));
        let lines: Vec<Bytes> = lines.filter(|it| !it.is_empty()).collect();
        if lines.is_empty() {
            continue;
        }
        let mut heading = String::from("While you were away:");
        if missed.dropped > 0 {
            heading = format!("While you were away ({} lines more before these):", missed.dropped);
        }
        let mut first = Vec::new();
        render(&Text::styled(Style::Heading, heading), look, &mut first);
        drafts.add(&mut viewer, |draft| {
            draft.lines.push(first.into());
            draft.lines.extend(lines);
        });
    }
}
