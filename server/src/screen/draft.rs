//! Drafts: the output of one tick for each session, as it is gathered.

use bevy_ecs::{prelude::*, query::QueryData};
use engine::{id::SessionId, save::durability::Durability};
use telnet::gmcp::EncodedMessage;
use world::{
    beings::{character::Character, presence::Connected, settings::Settings},
    witness::backlog::{Backlog, ShownUpto},
};

use crate::{
    contract::{frame::Lines, terminal::Terminal},
    render::TerminalClass,
};

/// Draft: the output of one tick for one session. A tick sends its drafts as messages, in the order
/// in which the sessions first perceived an event.
#[derive(Message, Debug, Clone)]
pub struct Draft {
    pub session: SessionId,
    /// Structured data for its client.
    pub data: Vec<EncodedMessage>,
    /// The rendered lines.
    pub lines: Lines,
    /// The number of the last of them.
    pub shown_upto: Option<ShownUpto>,
    /// Durability of the changes that are shown and saved with the same tick.
    pub durability: Durability,
    /// True if a screen reader is in use.
    pub reader: bool,
    /// Settings of the player.
    pub settings: Settings,
}

/// Drafts of the current tick.
#[derive(Resource, Debug, Default)]
pub(super) struct Drafts {
    list: Vec<Draft>,
    tick: u64,
}

impl Drafts {
    /// Adds to the viewer's draft of this tick; the first thing in a tick opens it.
    pub(super) fn add(&mut self, viewer: &mut ViewerItem<'_, '_>, more: impl FnOnce(&mut Draft)) {
        let tick = self.tick + 1;
        let known = (viewer.slot.tick == tick).then_some(viewer.slot.at);
        if let Some(draft) = known.and_then(|at| self.list.get_mut(at)) {
            more(draft);
            return;
        }
        *viewer.slot = DraftSlot { tick, at: self.list.len() };
        let mut draft = Draft {
            session: viewer.session.0,
            data: Vec::new(),
            lines: Lines::new(),
            shown_upto: viewer.scroll.upto(),
            durability: Durability::None,
            reader: viewer.look().reader,
            settings: *viewer.settings,
        };
        more(&mut draft);
        self.list.push(draft);
    }
}

/// Hands out all drafts of the tick.
pub(super) fn hand_out(mut drafts: ResMut<Drafts>, mut out: MessageWriter<Draft>) {
    drafts.tick += 1;
    out.write_batch(drafts.list.drain(..));
}

/// Position of a viewer's draft in the current tick.
#[derive(Component, Debug, Default, Clone, Copy)]
pub(super) struct DraftSlot {
    tick: u64,
    at: usize,
}

/// Query for a connected character with a screen.
#[derive(QueryData)]
#[query_data(mutable)]
pub(super) struct Viewer {
    pub(super) character: &'static Character,
    pub(super) session: &'static Connected,
    pub(super) settings: &'static Settings,
    pub(super) terminal: &'static Terminal,
    pub(super) scroll: &'static Backlog,
    pub(super) slot: &'static mut DraftSlot,
}

impl ViewerItem<'_, '_> {
    pub(super) fn look(&self) -> TerminalClass {
        self.terminal.look(*self.settings)
    }
}
