//! Clarification questions: the topic that the character asked about, and whether a line says that
//! it was meant.
//!
//! It asks about one thing at a time, and the state of the talk keeps which. A "yes" means that, and
//! so does a short line with its name; anything else is read as ever, and what was asked about has an
//! advantage.

use super::{Script, Topic, reading::SaidLine};
use crate::nlu::{holds, words_to};

/// The topic that says yes.
const YES: &str = "yes";
/// Most words of an answer that names what was meant.
const SHORT_ANSWER: usize = 6;
/// Lines that mean what was asked about, without its name.
const THAT: [&str; 6] = ["that", "that one", "this one", "the first", "the first one", "it is"];
/// Words with which an agreement begins, whatever follows: "yeah that's what I said".
const AGREES: [&str; 12] = [
    "yes", "yeah", "yea", "yep", "yup", "aye", "sure", "ok", "okay", "exactly", "correct", "right",
];
/// Words of an agreement that takes itself back.
const TAKES_BACK: [&str; 6] = ["but", "no", "not", "other", "rather", "instead"];

impl Script {
    /// Returns the topic about which the character asked back with its last words.
    pub(super) fn asked_back(&self, said: SaidLine<'_, '_>) -> Option<&Topic> {
        self.topic(said.talk?.asked_back.as_deref()?)
    }

    /// Returns the topic that was asked about, if the line says that it was meant; `first` is the
    /// topic that fits the line best.
    pub(super) fn picked<'a>(
        &'a self,
        said: SaidLine<'_, '_>,
        asked: Option<&'a Topic>,
        first: Option<&Topic>,
    ) -> Option<&'a Topic> {
        let asked = asked.filter(|_| said.words.split_whitespace().count() <= SHORT_ANSWER)?;
        let name = asked.called.as_deref().map(without_article);
        let is_named = name.is_some_and(|it| holds(said.words, it));
        let is_yes = first.is_some_and(|topic| topic.name == YES);
        let words = words_to(said.words, said.to);
        let agrees = words.first().is_some_and(|it| AGREES.contains(&it.as_str()))
            && !words.iter().any(|it| TAKES_BACK.contains(&it.as_str()))
            && !said.words.trim_end().ends_with('?');
        let is_yes = is_yes || agrees;
        let words = words.join(" ");
        (is_named || is_yes || THAT.contains(&words.as_str())).then_some(asked)
    }
}

/// Returns a name without what stands before it.
fn without_article(name: &str) -> &str {
    let article = ["the ", "a ", "an ", "my ", "your "].into_iter();
    article.filter_map(|it| name.strip_prefix(it)).next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mind::talk_state::TalkState;

    #[test]
    fn a_yes_or_a_name_means_what_was_asked_about() {
        let topic = |name: &str, called: &str| Topic {
            called: Some(called.to_owned()),
            hears: vec![format!("={name}")],
            ..Topic::said(name.to_owned(), vec!["Yes.".to_owned()])
        };
        let topics =
            vec![topic("glue", "the glue"), topic("price", "the price"), topic("yes", "a yes")];
        let script = Script { topics, ..Script::default() };
        let talk = TalkState { asked_back: Some("glue".to_owned()), ..TalkState::default() };
        let meant = |words, talk| {
            let said = SaidLine { talk, ..SaidLine::first(words, "Silas") };
            script.classify(said).topics().first().map(|it| it.name.clone())
        };
        for (words, topic) in [
            ("yes", Some("glue")),
            ("the glue of course", Some("glue")),
            ("Silas, that one", Some("glue")),
            ("yeah that's what I said", Some("glue")),
            ("ok, but not that", None),
            ("price", Some("price")),
            ("how is the weather", None),
        ] {
            assert_eq!(meant(words, Some(&talk)).as_deref(), topic, "{words}");
        }
        assert_eq!(meant("yes", None).as_deref(), Some("yes"), "nothing was asked");
    }
}
