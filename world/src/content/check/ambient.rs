//! Whether what a room shows by itself can be shown at some hour, and is something to see.

use super::ContentCheck;
use crate::{content::locate::Node, space::ambience::AmbientLine};

impl ContentCheck<'_> {
    /// Reports what is wrong with the ambient lines of a room.
    pub(super) fn ambient(&mut self, path: &str, node: &Node, lines: &[AmbientLine]) {
        for (index, line) in lines.iter().enumerate() {
            let node = node.item(index);
            self.line(path, node, "text", &line.text);
            self.placeholders(path, node, "text", &line.text, "");
            if lines.iter().take(index).any(|it| it.text == line.text) {
                let sentence = "this line stands here already; keep one";
                self.report(path, node.field("text").position(), sentence);
            }
            let Some((from, until)) = line.hours else { continue };
            let at = node.field("hours").position();
            if from > 23 || until > 24 {
                self.report(path, at, "the hours of a day are 0 to 23");
            } else if from == until {
                self.report(path, at, "no hour is in this span; leave `hours` out for all of them");
            }
        }
    }
}
