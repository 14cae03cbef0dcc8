//! Rendering: perceptions become frames for screens. A line that reads the same for many recipients
//! is rendered once for each viewpoint and class of terminal.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use bytes::Bytes;
use engine::save::durability::Durability;
use text::styled::Text;
use world::witness::{
    fact::{Fact, Happening, Source},
    perception::Perceived,
    viewpoint::{Viewpoint, narrate},
};

use crate::{
    render::{
        Medium, TerminalClass,
        page::{BlockKind, ReaderPart, write_block},
        render,
    },
    screen::{
        asked::PanelAnswers,
        draft::{Drafts, Viewer},
    },
};

/// The lines of the happening that is being shown, as rendered so far.
#[derive(Default)]
pub(super) struct Rendered {
    of: Option<Arc<Happening>>,
    lines: Vec<(Viewpoint, TerminalClass, Bytes)>,
    out: Vec<u8>,
}

impl Rendered {
    pub(super) fn line(
        &mut self,
        what: &Arc<Happening>,
        from: Viewpoint,
        look: TerminalClass,
    ) -> Bytes {
        if what.witnesses == 1 {
            return self.render(what, from, look);
        }
        if !self.of.as_ref().is_some_and(|it| Arc::ptr_eq(it, what)) {
            self.of = Some(what.clone());
            self.lines.clear();
        }
        let known = self.lines.iter().find(|(viewpoint, it, _)| *viewpoint == from && *it == look);
        if let Some((.., line)) = known {
            return line.clone();
        }
        let line = self.render(what, from, look);
        self.lines.push((from, look, line.clone()));
        line
    }

    fn render(&mut self, what: &Happening, from: Viewpoint, look: TerminalClass) -> Bytes {
        self.out.clear();
        let text = narrate(what, from);
        match look.medium {
            Medium::Terminal => render(&text, look, &mut self.out),
            Medium::Page => write_block(kind(what), part(from), &text, &mut self.out),
        }
        Bytes::copy_from_slice(&self.out)
    }
}

/// Returns an event as a block of the page; empty where there is nothing to read.
pub(super) fn block(what: &Happening, from: Viewpoint, text: &Text) -> Vec<u8> {
    let mut out = Vec::new();
    write_block(kind(what), part(from), text, &mut out);
    out
}

/// Returns the kind of block in which the page shows what happened.
fn kind(what: &Happening) -> BlockKind {
    match &what.fact {
        Fact::Spoke(words) => match words.source {
            Source::Pose | Source::Emit => BlockKind::Pose,
            Source::Channel => BlockKind::Channel,
            Source::Whisper | Source::Page => BlockKind::Private,
            Source::Say | Source::Shout => BlockKind::Speech,
            Source::Deed => BlockKind::Deed,
            Source::Feedback => BlockKind::Answer,
        },
        Fact::Heard { .. } => BlockKind::Speech,
        Fact::Gestured(_) => BlockKind::Pose,
        Fact::Arrived(_) | Fact::Left(_) | Fact::Link { .. } => BlockKind::Movement,
        Fact::Handled(..)
        | Fact::Door { .. }
        | Fact::Offered { .. }
        | Fact::Declined { .. }
        | Fact::Traded { .. } => BlockKind::Deed,
        Fact::Sent { .. } => BlockKind::Private,
        Fact::Shown(_) => BlockKind::Answer,
        Fact::Notice(_) => BlockKind::Notice,
        Fact::Refused(_) => BlockKind::Refusal,
    }
}

fn part(from: Viewpoint) -> ReaderPart {
    match from {
        Viewpoint::Actor => ReaderPart::Actor,
        Viewpoint::Target(_) => ReaderPart::Target,
        Viewpoint::Bystander => ReaderPart::None,
    }
}

/// Adds what is perceived to the drafts.
pub(super) fn show(
    mut perceived: MessageReader<Perceived>,
    mut viewers: Query<Viewer>,
    mut drafts: ResMut<Drafts>,
    mut answers: ResMut<PanelAnswers>,
) {
    let mut rendered = Rendered::default();
    for it in perceived.read() {
        if let Some(number) = it.what.panel() {
            answers.add(it.observer, number, &it.what);
            continue;
        }
        let Ok(mut viewer) = viewers.get_mut(it.observer) else { continue };
        let line = rendered.line(&it.what, it.what.viewpoint(&viewer.character.0), viewer.look());
        // A change that reads as nothing to this viewer, such as one's own step, still keeps back
        // whatever else the tick shows of it: the place one walked into is seen by a look.
        let durability = it.what.durability;
        if !line.is_empty() || durability > Durability::None {
            drafts.add(&mut viewer, |draft| {
                draft.lines.extend((!line.is_empty()).then_some(line));
                draft.durability = draft.durability.max(durability);
            });
        }
    }
}
