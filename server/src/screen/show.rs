//! Rendering: perceptions become frames for screens. A line that reads the same for many recipients
//! is rendered once for each viewpoint and class of terminal.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use bytes::Bytes;
use engine::save::durability::Durability;
use world::witness::{
    fact::Happening,
    perception::Perceived,
    viewpoint::{Viewpoint, narrate},
};

use crate::{
    render::{TerminalClass, render},
    screen::draft::{Drafts, Viewer},
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
        render(&narrate(what, from), look, &mut self.out);
        Bytes::copy_from_slice(&self.out)
    }
}

/// Adds what is perceived to the drafts.
pub(super) fn show(
    mut perceived: MessageReader<Perceived>,
    mut viewers: Query<Viewer>,
    mut drafts: ResMut<Drafts>,
) {
    let mut rendered = Rendered::default();
    for it in perceived.read() {
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
