//! Checks of the news: dates and texts.

use super::ContentCheck;
use crate::{
    beings::news::{self, NewsEntry},
    content::reading::Read,
};

impl ContentCheck<'_> {
    pub(super) fn news(&mut self, file: Read<Vec<NewsEntry>>) {
        let Read { path, tree, value } = file;
        for (index, entry) in value.iter().enumerate() {
            let node = tree.item(index);
            self.filled(&path, node, "text", &entry.text);
            if let Some(sentence) = news::wrong_date(&entry.date) {
                self.report(&path, node.field("date").position(), sentence);
            }
        }
        self.content.news = value;
    }
}
