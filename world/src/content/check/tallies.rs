//! Checks of tallies: counted deeds, ranges, and the tallies that texts refer to.

use std::collections::BTreeSet;

use engine::id::TallyId;
use text::variant::TallyPlace;

use super::{ContentCheck, Firsts};
use crate::{
    content::{locate::Node, problem::did_you_mean, reading::Read},
    trade::tally::entry::{MOST_KEPT, TalliedDeed, TallyEntry},
};

impl ContentCheck<'_> {
    pub(super) fn tallies(&mut self, file: &Read<Vec<TallyEntry>>) {
        let Read { path, tree, value } = file;
        let mut seen = Firsts::new();
        for (index, tally) in value.iter().enumerate() {
            let node = tree.item(index);
            let at = node.field("id").position();
            self.first(&mut seen, "tally", tally.id.as_str(), path, at);
            if tally.counts.is_empty() {
                let sentence = "nothing is counted here; name a deed, such as \
                                `Accepted(\"mara/sell-ale\")`";
                self.report(path, node.field("counts").position(), sentence);
            }
            if tally.full == Some(0) {
                let sentence = "a tally is full with 1 deed or more, not with 0";
                self.report(path, node.field("full").position(), sentence);
            }
            if !(1..=MOST_KEPT).contains(&tally.keeps) {
                let sentence =
                    format!("a tally knows 1 to {MOST_KEPT} people, not {}", tally.keeps);
                self.report(path, node.field("keeps").position(), sentence);
            }
            self.tallied(path, node.field("counts"), &tally.counts);
        }
    }

    /// Checks the counted deeds. Offers and characters are checked where the personas are parsed.
    fn tallied(&mut self, path: &str, node: &Node, deeds: &[TalliedDeed]) {
        let mut seen = BTreeSet::new();
        for (index, deed) in deeds.iter().enumerate() {
            let at = node.item(index).position();
            if !seen.insert(deed) {
                self.report(path, at, "this deed is counted here already; keep one");
            }
            let wrong = match deed {
                TalliedDeed::Shouted(room) => self.content.find_room("", room.as_str()).err(),
                TalliedDeed::Given { kind, .. } => self.content.unknown_kind(kind),
                TalliedDeed::Accepted(_) => None,
            };
            if let Some(sentence) = wrong {
                self.report(path, at, sentence);
            }
        }
    }

    /// Returns the message for an unknown tally in a text variant, or a text for a full tally that
    /// is never full; none if the tally may be defined in a file that could not be read.
    pub(super) fn wrong_tally(&self, place: &TallyPlace<'_>) -> Option<String> {
        let id = place.id;
        let known = self.content.tallies.iter().find(|it| it.id.as_str() == id);
        if let Some(known) = known {
            let never = place.may_be_full && known.full.is_none();
            return never.then(|| {
                format!("`{id}` is never full, so nobody reads the fourth text; give it `full`")
            });
        }
        if self.content.may_be_unread(id) {
            return None;
        }
        let known = self.content.tallies.iter().map(|it| it.id.as_str());
        let hint = did_you_mean(id, known);
        Some(match TallyId::new(id) {
            Ok(_) => format!("there is no tally `{id}`{hint}; tallies stand in `tallies.ron`"),
            Err(bad) => bad.to_string(),
        })
    }
}
