//! Replay after a reconnect: lines that may have been lost with a broken link, and events since
//! then.

use bevy_ecs::prelude::*;
use bytes::Bytes;
use engine::save::durability::Durability;
use text::styled::{Style, Text};
use world::witness::backlog::ShownAgain;

use crate::{
    render::{TerminalClass, render},
    screen::{
        draft::{Drafts, Viewer},
        show::Rendered,
    },
};

const DOUBTFUL: &str = "The last lines of your old connection, which you may have seen already:";
const NEW: &str = "From here on everything is new:";

/// Shows the missed events again.
pub(super) fn catch_up(
    mut again: ResMut<ShownAgain>,
    mut viewers: Query<Viewer>,
    mut drafts: ResMut<Drafts>,
) {
    for (who, missed) in again.0.drain(..) {
        let Ok(mut viewer) = viewers.get_mut(who) else { continue };
        let (me, look) = (viewer.character.0.clone(), viewer.look());
        let mut rendered = Rendered::default();
        let mut lines: Vec<Bytes> =
            missed.events().map(|it| rendered.line(it, it.viewpoint(&me), look)).collect();
        let unseen = lines.split_off(missed.doubtful.len());
        let doubtful = lines;
        let durability = missed.events().map(|it| it.durability).max().unwrap_or(Durability::None);
        let away = match missed.lost {
            0 if unseen.is_empty() => None,
            0 => Some("While you were away:".to_owned()),
            lost => Some(format!("While you were away ({lost} lines more before these):")),
        };
        drafts.add(&mut viewer, |draft| {
            draft.durability = draft.durability.max(durability);
            if !doubtful.is_empty() {
                let end = if away.is_none() { NEW } else { "" };
                draft.lines.extend(between(DOUBTFUL, doubtful, end, look));
            }
            if let Some(away) = away {
                draft.lines.extend(between(&away, unseen, "", look));
            }
        });
    }
}

/// Returns the lines below a heading, and another one below them. Headings have no numbers of their
/// own, so they are parts of the first line and of the last.
fn between(heading: &str, mut lines: Vec<Bytes>, end: &str, look: TerminalClass) -> Vec<Bytes> {
    let rendered = |words| {
        let mut bytes = Vec::new();
        render(&Text::styled(Style::Heading, words), look, &mut bytes);
        bytes
    };
    if lines.is_empty() {
        lines.push(Bytes::new());
    }
    if let Some(first) = lines.first_mut() {
        *first = [rendered(heading).as_slice(), first].concat().into();
    }
    if let Some(last) = lines.last_mut().filter(|_| !end.is_empty()) {
        *last = [last, rendered(end).as_slice()].concat().into();
    }
    lines
}
