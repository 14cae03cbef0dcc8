//! Checks of quests: name, request, hints and conditions.

use super::{ContentCheck, condition};
use crate::{
    content::reading::Read,
    trade::{offer::Condition, quests::QuestEntry},
};

impl ContentCheck<'_> {
    pub(super) fn quests(&mut self, file: Read<Vec<QuestEntry>>) {
        let Read { path, tree, value } = file;
        for (index, quest) in value.iter().enumerate() {
            let node = tree.item(index);
            self.line(&path, node, "name", &quest.name);
            self.line(&path, node, "wants", &quest.wants);
            for (index, hint) in quest.hints.iter().enumerate() {
                if hint.trim().is_empty() {
                    let at = node.field("hints").item(index).position();
                    self.report(&path, at, "this hint is empty; say it in words");
                }
            }
            for field in ["hints", "done"] {
                let none =
                    if field == "hints" { quest.hints.is_empty() } else { quest.done.is_empty() };
                if none {
                    let at = node.field(field).position();
                    self.report(
                        &path,
                        at,
                        format!("`{field}` is empty; a quest needs at least one"),
                    );
                }
            }
            for (index, it) in quest.done.iter().enumerate() {
                let node = node.field("done").item(index);
                let nobodys = matches!(it, Condition::Regard(_)).then(|| {
                    let sentence = "no quest knows whose regard counts; let an offer with this \
                                    condition make a mark, and ask for that";
                    (node.position(), sentence.to_owned())
                });
                let wrong = nobodys.or_else(|| condition::wrong(&self.content, node, it));
                if let Some((at, sentence)) = wrong {
                    self.report(&path, at, sentence);
                }
            }
        }
        self.content.quests = value;
    }
}
