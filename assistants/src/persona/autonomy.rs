//! What a character may do of its own accord: where it speaks unasked, and how often.

use std::time::Duration;

use engine::{clock::WorldTime, id::ChannelId};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Mode, Persona};

/// Where something may be said.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
pub enum SpeechPlace {
    /// In the room, by words, poses and whispers.
    Room,
    /// By pages.
    Page,
    /// On a channel.
    Channel(ChannelId),
}

/// What a character may do of its own accord: greet, speak to whoever stands about, and answer what
/// was said to nobody. Nothing of it is done over a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Autonomy {
    /// Where it may speak unasked; none at all keeps it silent. Without it, in its room and on the
    /// channels to whose words it reacts.
    pub may_speak: Option<Vec<SpeechPlace>>,
    /// How many seconds pass at least between two things that it says unasked. 0 to 86,400; without
    /// it 0.
    pub every: Option<u32>,
}

impl Autonomy {
    /// Longest time between two things that are said unasked, in seconds.
    pub const LONGEST: u32 = 86_400;

    /// Takes from what is shared whatever it does not say itself.
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

    /// Whether it may speak unasked in its room.
    #[must_use]
    pub fn speaks_unasked(&self) -> bool {
        self.may_speak(&SpeechPlace::Room, true)
    }

    /// Whether it may page somebody unasked.
    #[must_use]
    pub fn pages_unasked(&self) -> bool {
        self.may_speak(&SpeechPlace::Page, false)
    }

    /// Whether it may speak unasked on a channel.
    #[must_use]
    pub fn speaks_unasked_on(&self, channel: &ChannelId) -> bool {
        let reacts = self.attention.channels.get(channel) == Some(&Mode::Trigger);
        self.may_speak(&SpeechPlace::Channel(channel.clone()), reacts)
    }

    /// When it may speak unasked again that did so at `last`.
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
