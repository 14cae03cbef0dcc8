//! Autonomy of a character: where it speaks unasked, and how often.

use std::time::Duration;

use engine::{clock::WorldTime, id::ChannelId};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Mode, Persona};

/// Place of unasked speech.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
pub enum SpeechPlace {
    /// Room: by words, poses and whispers.
    Room,
    /// Pages.
    Page,
    /// Channel.
    Channel(ChannelId),
}

/// Autonomy: what a character may do unasked, such as greetings, gambits to idle visitors, and
/// answers to words that address nobody. None of it interrupts a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Autonomy {
    /// Places where it may speak unasked; an empty list keeps it silent. Default: its room, and the
    /// channels that it reacts to.
    pub may_speak: Option<Vec<SpeechPlace>>,
    /// Minimum time between two unasked lines, in seconds, 0 to 86,400; 0 by default.
    pub every: Option<u32>,
}

impl Autonomy {
    /// Maximum of [`Autonomy::every`], in seconds.
    pub const LONGEST: u32 = 86_400;

    /// Fills in the fields that are not set from the shared settings.
    pub(super) fn fill(&mut self, shared: &Autonomy) {
        if self.may_speak.is_none() {
            self.may_speak.clone_from(&shared.may_speak);
        }
        self.every = self.every.or(shared.every);
    }
}

impl Persona {
    fn may_speak(&self, place: &SpeechPlace, otherwise: bool) -> bool {
        self.autonomy.may_speak.as_ref().map_or(otherwise, |it| it.contains(place))
    }

    /// Returns whether the character may speak unasked in its room.
    #[must_use]
    pub fn speaks_unasked(&self) -> bool {
        self.may_speak(&SpeechPlace::Room, true)
    }

    /// Returns whether the character may send unasked pages.
    #[must_use]
    pub fn pages_unasked(&self) -> bool {
        self.may_speak(&SpeechPlace::Page, false)
    }

    /// Returns whether the character may speak unasked on a channel.
    #[must_use]
    pub fn speaks_unasked_on(&self, channel: &ChannelId) -> bool {
        let reacts = self.attention.channels.get(channel) == Some(&Mode::Trigger);
        self.may_speak(&SpeechPlace::Channel(channel.clone()), reacts)
    }

    /// Returns the time from which on it may speak unasked again; `last` is when it last did.
    #[must_use]
    pub fn speaks_again(&self, last: Option<WorldTime>) -> WorldTime {
        let every = Duration::from_secs(self.autonomy.every.unwrap_or_default().into());
        last.map_or_else(WorldTime::default, |it| it.after(every))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn persona(autonomy: &str) -> Persona {
        let text = format!(
            r#"#![enable(implicit_some)]
            (id: "ann", voice: "", body: (name: "Ann", description: "", home: "town/inn"),
            attention: (channels: {{"chat": Trigger, "trade": Context}}), autonomy: {autonomy})"#
        );
        ron::from_str(&text).unwrap()
    }

    fn places(it: &Persona) -> [bool; 4] {
        let on = |channel| it.speaks_unasked_on(&ChannelId::new(channel).unwrap());
        [it.speaks_unasked(), it.pages_unasked(), on("chat"), on("trade")]
    }

    #[test]
    fn a_persona_speaks_where_it_says_and_else_where_it_reacts() {
        assert_eq!(places(&persona("()")), [true, false, true, false]);
        assert_eq!(places(&persona("(may_speak: [])")), [false; 4]);
        let named = persona(r#"(may_speak: [Page, Channel("trade")])"#);
        assert_eq!(places(&named), [false, true, false, true]);
    }

    #[test]
    fn it_takes_from_its_kind_what_it_does_not_say_itself() {
        let shared = Autonomy { may_speak: Some(Vec::new()), every: Some(600) };
        let mut it = persona("(every: 5)");
        it.autonomy.fill(&shared);
        assert_eq!(places(&it), [false; 4]);
        assert_eq!(it.speaks_again(Some(WorldTime(1_000))), WorldTime(6_000));
        assert_eq!(it.speaks_again(None), WorldTime(0));
        let mut plain = Autonomy::default();
        plain.fill(&shared);
        assert_eq!(plain, shared);
    }
}
