//! What did not arrive over a link that broke, and what happened since, shown when somebody is back.

use bevy_ecs::prelude::*;
use bytes::Bytes;
use world::{
    save::durability::Durability,
    witness::scroll::ShownAgain,
    words::text::{Style, Text},
};

use crate::{
    render::render,
    screen::{
        draft::{Drafts, Viewer},
        show::Rendered,
    },
};

/// Shows what is to be shown again.
pub(super) fn catch_up(
    mut again: ResMut<ShownAgain>,
    mut viewers: Query<Viewer>,
    mut drafts: ResMut<Drafts>,
) {
    if again.0.is_empty() {
        return;
    }
    for (who, lost, what) in again.0.drain(..) {
        let Ok(mut viewer) = viewers.get_mut(who) else { continue };
        let look = viewer.look();
        let mut heading = String::from("While you were away:");
        if lost > 0 {
            heading = format!("While you were away ({lost} lines more before these):");
        }
        let mut first = Vec::new();
        render(&Text::styled(Style::Heading, heading), look, &mut first);
        let mut rendered = Rendered::default();
        let mut lines: Vec<Bytes> = Vec::with_capacity(what.len());
        let mut durability = Durability::None;
        for it in &what {
            let line = rendered.line(it, it.viewpoint(&viewer.character.0), look);
            lines.push(line);
            durability = durability.max(it.durability);
        }
        // The heading has no number of its own, so it is a part of the first line.
        match lines.first_mut() {
            Some(line) => {
                first.extend_from_slice(line);
                *line = first.into();
            }
            None => lines.push(first.into()),
        }
        drafts.add(&mut viewer, |draft| {
            draft.lines.extend(lines);
            draft.durability = draft.durability.max(durability);
        });
    }
}
