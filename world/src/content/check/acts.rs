//! Checks of handling verbs and their effects: known verbs, known details, printable texts.

use super::ContentCheck;
use crate::{
    content::{
        authored::Detail,
        line,
        locate::Node,
        problem::did_you_mean,
        schema::{ActEntry, ExitEntry, RoomEntry},
    },
    things::handling::verb::{self, HandlingVerb, VERBS},
};

impl ContentCheck<'_> {
    /// Checks a room's `hear` and `smell` and the effects of handling its details.
    pub(super) fn senses(&mut self, path: &str, node: &Node, room: &RoomEntry, details: &[Detail]) {
        for (field, text) in [("hear", &room.hear), ("smell", &room.smell)] {
            if let Some(text) = text {
                self.line(path, node, field, text);
            }
        }
        self.acts(path, node.field("acts"), &room.acts, Some(details));
    }

    /// Checks the effects of handling verbs on a kind of items, or on the details of a room.
    pub(super) fn acts(
        &mut self,
        path: &str,
        node: &Node,
        acts: &[ActEntry],
        details: Option<&[Detail]>,
    ) {
        let mut done: Vec<(&str, Option<&Detail>)> = Vec::new();
        for (index, entry) in acts.iter().enumerate() {
            let node = node.item(index);
            self.line(path, node, "you", &entry.you);
            self.placeholders(path, node, "you", &entry.you, "");
            if let Some(others) = &entry.others {
                self.line(path, node, "others", others);
                self.placeholders(path, node, "others", others, "{who}");
            }
            let on = self.act_on(path, node, entry, details);
            for word in entry.verbs.split('|').map(|it| it.trim().to_lowercase()) {
                let at = node.field("verbs").position();
                let Some(verb) = HandlingVerb::find(&word) else {
                    let known = VERBS.iter().flat_map(HandlingVerb::words);
                    let (hint, names) = (did_you_mean(&word, known), verb::names());
                    let sentence =
                        format!("`{word}` is no verb of hands or senses{hint}; there are {names}");
                    self.report(path, at, sentence);
                    continue;
                };
                if done.contains(&(verb.name, on)) {
                    let sentence = format!("what `{word}` does here is said already; keep one");
                    self.report(path, at, sentence);
                }
                done.push((verb.name, on));
            }
        }
    }

    /// Finds the detail that the verb applies to, and reports a missing or wrong `on`.
    fn act_on<'a>(
        &mut self,
        path: &str,
        node: &Node,
        entry: &ActEntry,
        details: Option<&'a [Detail]>,
    ) -> Option<&'a Detail> {
        let (Some(details), Some(on)) = (details, &entry.on) else {
            if details.is_some() {
                let sentence = "the field `on` is missing; say which of the details it is done to";
                self.report(path, node.position(), sentence);
            } else if entry.on.is_some() {
                let sentence = "it is done to the thing itself; remove `on`";
                self.report(path, node.key("on"), sentence);
            }
            return None;
        };
        let word = on.trim().to_lowercase();
        let found = details.iter().find(|it| it.words.contains(&word));
        if found.is_none() {
            let words = details.iter().flat_map(|it| it.words.iter().map(String::as_str));
            let hint = did_you_mean(&word, words);
            let sentence = format!("no detail of this room is called `{on}`{hint}");
            self.report(path, node.field("on").position(), sentence);
        }
        found
    }

    /// Reports braces other than the placeholder `known`; any braces if it is empty.
    pub(super) fn placeholders(
        &mut self,
        path: &str,
        node: &Node,
        field: &str,
        text: &str,
        known: &str,
    ) {
        let rest = if known.is_empty() { text.to_owned() } else { text.replace(known, "") };
        if rest.contains(['{', '}']) {
            let may = if known.is_empty() { "none" } else { "only `{who}`" };
            let sentence = format!("of words in braces, {may} may stand in `{field}`");
            self.report(path, node.field(field).position(), sentence);
        }
    }

    /// Checks the words and the `shut_says` of an exit. Returns the words in lower case.
    pub(super) fn called(&mut self, path: &str, node: &Node, entry: &ExitEntry) -> Vec<String> {
        if let Some(says) = &entry.shut_says {
            self.line(path, node, "shut_says", says);
            if entry.door.is_none() {
                let sentence = "only a door can be tried; give this exit a `door`, or remove \
                                `shut_says`";
                self.report(path, node.key("shut_says"), sentence);
            }
        }
        let words = entry.called.iter().flat_map(|it| it.split('|'));
        let words: Vec<String> = words.map(|it| it.trim().to_lowercase()).collect();
        for word in &words {
            if let Some(sentence) = line::untypable(word) {
                self.report(path, node.field("called").position(), sentence);
            }
        }
        words
    }
}
