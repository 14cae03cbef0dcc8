//! Checks of `world.ron`: texts, start, sounds, light and weather.

use super::ContentCheck;
use crate::{
    content::{
        locate::Node,
        reading::Read,
        schema::{LANDINGS, SkyEntry, WorldFile},
    },
    space::{sky::Sky, sound},
};

impl ContentCheck<'_> {
    pub(super) fn world(&mut self, file: Read<WorldFile>) {
        let Read { path, tree, value } = file;
        self.line(&path, &tree, "name", &value.name);
        self.filled(&path, &tree, "banner", &value.banner);
        self.filled(&path, &tree, "welcome", &value.welcome);
        match self.content.find_room("", &value.start) {
            Ok(start) => self.content.start = start,
            Err(sentence) => self.report(&path, tree.field("start").position(), sentence),
        }
        self.landings(&path, tree.field("landings"), &value.landings);
        self.content.name = value.name;
        self.content.banner = value.banner;
        self.content.welcome = value.welcome;
        self.content.coins = value.coins;
        if let Some(sentence) = value.sounds.as_deref().and_then(sound::wrong_address) {
            self.report(&path, tree.field("sounds").position(), sentence);
        }
        self.content.sounds = value.sounds;
        self.content.sky = self.sky(&path, tree.field("sky"), value.sky);
    }

    /// Checks the rooms in which newcomers may begin.
    fn landings(&mut self, path: &str, node: &Node, entries: &[String]) {
        if entries.len() > LANDINGS {
            let sentence = format!("there are more than {LANDINGS} of them; leave some out");
            self.report(path, node.position(), sentence);
        }
        for (index, entry) in entries.iter().enumerate() {
            let at = node.item(index).position();
            let room = match self.content.find_room("", entry) {
                Ok(Some(room)) => room,
                Ok(None) => continue,
                Err(sentence) => {
                    self.report(path, at, sentence);
                    continue;
                }
            };
            if self.content.rooms.get(&room).is_some_and(|it| it.private) {
                let sentence = format!(
                    "the room `{room}` is private, so nobody can begin there; choose others"
                );
                self.report(path, at, sentence);
            }
            self.content.landings.push(room);
        }
    }

    /// Checks light and weather; what is left out keeps the defaults of [`Sky`].
    fn sky(&mut self, path: &str, node: &Node, entry: SkyEntry) -> Sky {
        let mut sky = Sky::default();
        if let Some(light) = entry.light {
            let lines = node.field("light");
            if light.is_empty() {
                self.report(path, lines.position(), "there is no light here; write one line of it");
            }
            let mut before = None;
            for (index, it) in light.iter().enumerate() {
                let line = lines.item(index);
                self.line(path, line, "text", &it.text);
                let at = line.field("from").position();
                if it.from > 23 {
                    self.report(path, at, "an hour is between 0 and 23");
                } else if before.is_some_and(|before| before >= it.from) {
                    let sentence = "this hour is no later than the one before it; order them";
                    self.report(path, at, sentence);
                }
                before = Some(it.from);
            }
            sky.light = light;
        }
        if let Some(weather) = entry.weather {
            let lines = node.field("weather");
            if weather.is_empty() {
                self.report(
                    path,
                    lines.position(),
                    "there is no weather here; write one line of it",
                );
            }
            for (index, it) in weather.iter().enumerate() {
                let line = lines.item(index);
                self.line(path, line, "text", &it.text);
                if let Some(dark) = &it.dark {
                    self.line(path, line, "dark", dark);
                }
            }
            sky.weather = weather;
        }
        sky
    }
}
