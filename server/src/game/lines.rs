//! Entered lines, from the sessions into the world.

use std::sync::Arc;

use assistants::record::{
    entry::{RecordEntry, Recorded},
    newest::RecordMessage,
};
use engine::{
    clock::Clock,
    foreign::ForeignText,
    id::SessionId,
    index::Index,
    label::{Integrity, Label, Readers},
};
use world::{
    beings::{character::CharacterRef, people},
    input::Input,
};

use super::Game;
use crate::contract::typed::TypedLine;

impl Game {
    /// Takes a line in. A tick takes one line of each session, so that nobody crowds out anybody.
    pub(super) fn line(&mut self, session: SessionId, typed: TypedLine) {
        let TypedLine { line, raw } = typed;
        if let Some(raw) = raw {
            self.keep_raw(session, &raw);
        }
        let Some(seat) = self.seats.get_mut(&session) else { return };
        if seat.waits {
            seat.lines.push_back(line);
        } else {
            seat.waits = true;
            self.answering.push(session);
            self.inputs.world.push(Input::Line { session, line });
        }
    }

    /// Takes in a line of a panel.
    pub(super) fn panel_line(&mut self, session: SessionId, number: u32, typed: TypedLine) {
        let TypedLine { line, raw } = typed;
        if let Some(raw) = raw {
            self.keep_raw(session, &raw);
        }
        if self.seats.contains_key(&session) {
            self.inputs.world.push(Input::PanelLine { session, line, number });
        }
    }

    /// Writes a line down as it was typed, for whoever looks into an attack. It may be a whisper, so
    /// it is kept to whoever typed it, and the operator reads it as what was said in private.
    fn keep_raw(&self, session: SessionId, raw: &str) {
        let world = self.sim.world();
        let Some(who) = world.resource::<Index<SessionId>>().get(&session) else { return };
        let Some(who) = people::who(world, who) else { return };
        let label = Label::by(who.id.clone(), Integrity::Foreign);
        let label = label.kept_to(&Readers::Only([who.id.clone()].into()));
        let party = CharacterRef { id: who.id.clone(), name: who.name.to_string() };
        let what = Recorded::Typed { who: Some(party), raw: ForeignText::new(raw) };
        let now = world.resource::<Clock>().now;
        let entry = RecordEntry::new(now, who.id, None, &label, what);
        self.record.hand_over(vec![RecordMessage::Entry(Arc::new(entry))]);
    }
}
