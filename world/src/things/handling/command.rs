//! Handling commands: three help pages of verbs with one implementation.

use engine::save::durability::Durability;
use text::parse::Line;

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    things::handling::{
        reach::Reach,
        verb::{HandlingVerb, VERBS},
    },
};

/// Index of the help page of manual verbs.
pub const HANDS: usize = 0;

/// Index of the help page of senses other than sight.
pub const SENSES: usize = 1;

/// Index of the help page of doors.
pub const DOORS: usize = 2;

/// Specifications of the help pages. The verbs of each are its aliases; its name may precede a
/// verb: `hands ring bell`.
const PAGES: [CommandSpec; 3] = [
    CommandSpec {
        name: "hands",
        aliases: &[
            "ring", "toll", "blow", "push", "press", "shove", "pull", "tug", "draw", "turn",
            "twist", "climb",
        ],
        role: Role::Guest,
        category: Category::Things,
        usage: "ring THING (or blow, push, pull, turn, climb)\nclimb up\nclimb down",
        summary: "Ring, blow, push, pull, turn or climb something.",
        help: "Example: ring bell\n\
               Whatever a description mentions is worth a try; those present see what you do \
               when something comes of it. To climb what leads somewhere is to go there. To \
               play an instrument: help play. To knock: help open",
        saves: Durability::None,
    },
    CommandSpec {
        name: "senses",
        aliases: &["listen", "hear", "smell", "touch", "feel", "taste"],
        role: Role::Guest,
        category: Category::World,
        usage: "listen\nlisten to THING\nsmell\nsmell THING\ntouch THING\ntaste THING",
        summary: "Listen, smell, touch or taste.",
        help: "Example: listen\n\
               Alone, listen and smell tell what the place is like; with a noun, what a thing \
               or a detail is like: smell apple. To eat or drink something: help use",
        saves: Durability::None,
    },
    CommandSpec {
        name: "open",
        aliases: &["close", "shut", "knock"],
        role: Role::Guest,
        category: Category::World,
        usage: "open DOOR\nclose DOOR\nknock on DOOR",
        summary: "Try a door, or knock.",
        help: "Example: open gate\n\
               A door is called by its name, by its direction, or just door. Who looks after a \
               door opens it to you, and it falls shut by itself; so ask the people about. A \
               knock on a shut door is heard on the other side.",
        saves: Durability::None,
    },
];

/// Handling command with a verb of one help page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handle<const PAGE: usize> {
    pub verb: &'static HandlingVerb,
    /// Object of the verb as typed; empty if none.
    pub what: String,
}

impl<const PAGE: usize> Command for Handle<PAGE> {
    #[expect(clippy::indexing_slicing, reason = "a page that is not there does not compile")]
    const SPEC: CommandSpec = PAGES[PAGE];

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let typed = line.small_verb();
        if let Some(verb) = HandlingVerb::find(&typed) {
            return Ok(Self { verb, what: line.rest.to_owned() });
        }
        if typed == Self::SPEC.name {
            let (verb, what) = line.rest.split_once(' ').unwrap_or((line.rest, ""));
            let verb = HandlingVerb::find(&verb.to_lowercase());
            let verb = verb.ok_or(Refusal::Usage(Self::SPEC.usage))?;
            return Ok(Self { verb, what: what.trim().to_owned() });
        }
        let verb = beginning::<PAGE>(&typed)?;
        Ok(Self { verb, what: line.rest.to_owned() })
    }
}

/// Returns the only verb of a page that begins with the typed letters.
fn beginning<const PAGE: usize>(typed: &str) -> Result<&'static HandlingVerb, Refusal> {
    let spec = Handle::<PAGE>::SPEC;
    let names = || spec.aliases.iter().copied().chain([spec.name]);
    let is_meant = |it: &&HandlingVerb| {
        it.words().any(|word| word.starts_with(typed) && names().any(|name| name == word))
    };
    let mut meant: Vec<_> = VERBS.iter().filter(is_meant).collect();
    match (meant.pop(), meant.as_slice()) {
        (Some(one), []) => Ok(one),
        (None, _) => Err(Refusal::Usage(spec.usage)),
        (Some(last), others) => {
            let mut names: Vec<_> = others.iter().map(|it| it.name).collect();
            names.push(last.name);
            Err(Refusal::Short { verb: typed.to_owned(), options: names.join(" or ") })
        }
    }
}

/// Executes a handling command.
pub fn handle<const PAGE: usize>(
    invocation: Invocation<Handle<PAGE>>,
    mut reach: Reach,
) -> Outcome {
    reach.handle(&invocation.act, invocation.command.verb, &invocation.command.what)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::things::handling::verb::PLAY;

    #[test]
    fn every_word_for_a_verb_can_be_typed_and_is_on_one_page() {
        let pages = PAGES.iter().flat_map(|it| it.aliases.iter().copied().chain([it.name]));
        let words = VERBS.iter().filter(|it| it.name != PLAY.name).flat_map(HandlingVerb::words);
        let (mut pages, words): (Vec<_>, BTreeSet<_>) = (pages.collect(), words.collect());
        pages.retain(|it| !["hands", "senses"].contains(it));
        assert_eq!(pages.len(), words.len(), "each is there once");
        assert_eq!(pages.into_iter().collect::<BTreeSet<_>>(), words);
    }

    #[test]
    fn a_beginning_means_the_one_verb_that_begins_so() {
        let parse = |text: &str| {
            let line = text::parse::line(text).unwrap();
            Handle::<HANDS>::parse(&line).map(|it| (it.verb.name, it.what))
        };
        assert_eq!(parse("RING bell"), Ok(("ring", "bell".to_owned())));
        assert_eq!(parse("toll bell"), Ok(("ring", "bell".to_owned())));
        assert_eq!(parse("pre it"), Ok(("push", "it".to_owned())));
        assert_eq!(parse("hands pull  it"), Ok(("pull", "it".to_owned())));
        assert!(matches!(parse("hands"), Err(Refusal::Usage(_))));
        let short = Refusal::Short { verb: "pu".into(), options: "push or pull".into() };
        assert_eq!(parse("pu it"), Err(short));
    }
}
