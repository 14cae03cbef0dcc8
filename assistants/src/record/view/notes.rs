//! Lines about notes and rumours. Their numbers are for those who may read them: others would count by
//! the numbers what they may not know, or see that they guessed it.

use std::fmt::{self, Write};

use engine::{foreign::ForeignText, id::CharacterId};
use text::styled;
use world::beings::character::CharacterRef;

use super::{LineWriter, party};
use crate::record::entry::Amendment;

impl LineWriter<'_> {
    /// Writes the line of a player before it was cleaned.
    pub(super) fn write_typed(
        &self,
        to: &mut String,
        who: &Option<CharacterRef>,
        raw: &ForeignText,
    ) -> fmt::Result {
        write!(to, "typed by {}, before it was cleaned: ", party(who))?;
        self.quote(to, raw)
    }

    /// Writes the beginning of an entry about a new note.
    pub(super) fn write_noted(
        &self,
        to: &mut String,
        serial: Option<u64>,
        about: Option<&CharacterId>,
    ) -> fmt::Result {
        to.push_str("keeps in mind");
        if !self.hidden {
            serial.map_or(Ok(()), |it| write!(to, " as note {it}"))?;
            about.map_or(Ok(()), |it| write!(to, " about {it}"))?;
        }
        to.push_str(": ");
        Ok(())
    }

    pub(super) fn write_learnt(
        &self,
        to: &mut String,
        event: u64,
        from: Option<&CharacterRef>,
        retellings: u8,
    ) -> fmt::Result {
        if self.hidden {
            // Whoever guesses the deed would see by its number that they did.
            to.push_str("takes note of what goes round: ");
            return Ok(());
        }
        match from {
            None => to.push_str("takes note"),
            Some(from) => write!(to, "hears from {}", party(&Some(from.clone())))?,
        }
        write!(to, " of what goes round (deed {event:016x}, told on {retellings} times): ")
    }

    pub(super) fn write_amended(
        &self,
        to: &mut String,
        how: Amendment,
        notes: &[u64],
    ) -> fmt::Result {
        let did = match how {
            Amendment::Retracted => "took back",
            Amendment::Endorsed => "vouched for",
        };
        write!(to, "the staff {did} ")?;
        if self.hidden {
            return write!(to, "what {} may know", self.names.list(&self.entry.readers));
        }
        let numbers: Vec<String> = notes.iter().map(ToString::to_string).collect();
        let noun = if notes.len() == 1 { "note" } else { "notes" };
        write!(to, "{noun} {}", styled::list(&numbers))
    }
}
