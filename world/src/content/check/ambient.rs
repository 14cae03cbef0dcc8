//! Checks of the ambient lines of rooms: texts and hours.

use super::ContentCheck;
use crate::{content::locate::Node, space::ambience::AmbientLine};

impl ContentCheck<'_> {
    /// Reports empty or repeated texts and wrong hours of a room's ambient lines.
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
