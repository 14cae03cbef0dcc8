//! `emit` command: text shown to a room without a speaker.

use engine::save::durability::Durability;
use text::{parse::Line, styled::CleanText};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    witness::{
        fact::{Source, Utterance},
        narrator::Narrator,
    },
};

/// `emit` command: shows a text to the room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Emit {
    pub text: CleanText,
}

impl Command for Emit {
    const SPEC: CommandSpec = CommandSpec {
        name: "emit",
        aliases: &["@emit"],
        role: Role::Staff,
        category: Category::Staff,
        usage: "emit TEXT",
        summary: "Show a text to everybody in the room, without a name.",
        help: "Example: emit A bell tolls far away.\n\
               For staff who tell a story. The log keeps who it was.",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        match line.rest {
            "" => Err(Refusal::Usage(Self::SPEC.usage)),
            rest => Ok(Self { text: CleanText::new(rest) }),
        }
    }
}

/// Runs `emit`: shows the text to the room and logs the author, whose words are in the audit.
pub fn emit(invocation: Invocation<Emit>, mut narrator: Narrator) -> Outcome {
    let words = invocation.command.text;
    let letters = words.chars().count();
    let said = Utterance { source: Source::Emit, words, to: Vec::new(), channel: None };
    narrator.speak_here(&invocation.act, said)?;
    if let Some(who) = narrator.people.who(invocation.act.actor) {
        tracing::info!(by = %who.id, letters, "emitted");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    };

    use engine::label::{Label, Readers};
    use tracing::{Event, Metadata, Subscriber, span};

    use super::*;
    use crate::{
        act::{
            cause::{Act, Cause},
            perform,
        },
        fixture::Fixture,
    };

    /// Counts what is logged here.
    #[derive(Clone, Default)]
    struct Log(Arc<AtomicUsize>);

    impl Subscriber for Log {
        fn enabled(&self, of: &Metadata<'_>) -> bool {
            of.target() == module_path!().trim_end_matches("::tests")
        }
        fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
            span::Id::from_u64(1)
        }
        fn record(&self, _: &span::Id, _: &span::Record<'_>) {}
        fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
        fn event(&self, _: &Event<'_>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
        fn enter(&self, _: &span::Id) {}
        fn exit(&self, _: &span::Id) {}
    }

    #[test]
    fn only_what_was_shown_is_logged() {
        let mut game = Fixture::town();
        for name in ["Wiz", "Bob"] {
            game.enter(name, Role::Staff, "town/square");
        }
        let wiz = game.entity("wiz").unwrap();
        let own = crate::beings::people::who(game.sim.world(), wiz).unwrap();
        let log = Log::default();
        let emit = |game: &mut Fixture, label: Label| {
            game.hears("bob");
            let act = Act { actor: wiz, cause: Cause::Typed, label };
            perform::queue(game.sim.world_mut(), act, Emit { text: "A bell tolls.".into() });
            tracing::subscriber::with_default(log.clone(), || game.tick());
            game.hears("bob")
        };
        // Words that Bob may not learn are refused.
        let secret = Label::engine().kept_to(&Readers::Only([own.id].into()));
        assert_eq!(emit(&mut game, secret), "");
        assert_eq!(log.0.load(Ordering::Relaxed), 0);
        assert_eq!(emit(&mut game, Label::engine()), "A bell tolls.");
        assert_eq!(log.0.load(Ordering::Relaxed), 1);
    }
}
