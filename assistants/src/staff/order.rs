//! `order` command: has an NPC do what its rights allow.
//!
//! What is ordered is thought about apart from all that players said: it stands in no question beside
//! their words, and nobody's presence takes anything away from it.

use bevy_ecs::prelude::*;
use engine::{clock::Clock, id::CharacterId, index, save::durability::Durability};
use text::{
    parse::Line,
    styled::{CleanText, Style, Text},
};
use world::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::{
        character::{CharacterRef, own_label},
        name::Name,
        people,
    },
    witness::narrator::with_narrator,
};

use crate::{
    mind::{
        actions::{LongActions, MOST_OPEN, NewAction},
        body::{Mind, find},
        health::Health,
    },
    think::actions,
};

/// Command `order`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// Character who is ordered, by id or name.
    pub whom: String,
    pub words: CleanText,
}

impl Command for Order {
    const SPEC: CommandSpec = CommandSpec {
        name: "order",
        aliases: &["aiexec"],
        role: Role::Staff,
        category: Category::Staff,
        usage: "order NAME WORDS",
        summary: "Have one of the town's own people do something.",
        help: "Example: order mara Tell the gossip channel that the pies are out.\n\
               Nobody hears it but the one you order, wherever you are. It is carried out with the \
               rights that both of you have, by the commands that stand under tools in the persona, \
               whatever players say meanwhile; what you say by other commands only ever gets an \
               answer. What came of it is paged to you. Without a model the order is one of those \
               commands, or say: order mara say The pies are out. Several steps stand between \
               semicolons: order mara get broom; say I sweep now; one is carried out after the \
               other, and whoever speaks to the character meanwhile is answered. It goes on for half \
               an hour at most. To see how far it is: @npc actions mara. To end it: cancel mara\n\
               What you order is no secret: it may be seen in what is done.",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let (whom, words) = line.rest.trim().split_once(' ').unwrap_or((line.rest.trim(), ""));
        let words = CleanText::new(words.trim());
        if whom.is_empty() || words.is_empty() {
            return Err(Refusal::Usage(Self::SPEC.usage));
        }
        Ok(Self { whom: whom.trim_end_matches(',').to_owned(), words })
    }
}

/// Executes `order`: it becomes the next thing that the mind thinks about.
pub fn order(invocation: Invocation<Order>, world: &mut World) -> Outcome {
    let Order { whom, words } = invocation.command;
    let by = people::who(world, invocation.act.actor).ok_or(Refusal::Nowhere)?;
    let mind = mind(world, &whom).ok_or_else(|| {
        let words = format!(
            "None of the town's own people is called \"{whom}\". Try: @npc list. To have something \
             that is sold, type: buy {whom}"
        );
        Refusal::because(words)
    })?;
    let name = world.get::<Name>(mind).map(|name| name.0.clone()).unwrap_or_default();
    let now = world.resource::<Clock>().now;
    if world.get::<Health>(mind).is_some_and(|health| health.is_silent(now)) {
        let words = format!("{name} was made silent. Type first: @npc start {whom}");
        return Err(Refusal::because(words));
    }
    let new = NewAction::order(words.to_string(), CharacterRef::from(&by), own_label(&by), now);
    let mut actions = world.get_mut::<LongActions>(mind).ok_or(Refusal::Nowhere)?;
    let id = actions.add(new, now).ok_or_else(|| too_many(&name, &whom))?;
    actions::start(world, mind, id);
    let mut text = Text::plain("You order ");
    text.push(Style::Person, &name).say(&format!(", \"{words}\""));
    with_narrator(world, |narrator| narrator.show(&invocation.act, text));
    Ok(())
}

/// Returns the refusal to one who has too much to do.
pub(super) fn too_many(name: &str, whom: &str) -> Refusal {
    let words = format!(
        "{name} has {MOST_OPEN} things to do already. To see them, type: @npc actions {whom}. To end \
         one: cancel {whom}"
    );
    Refusal::because(words)
}

/// Returns the mind with this id or name.
pub(super) fn mind(world: &World, whom: &str) -> Option<Entity> {
    let by_id = CharacterId::new(&whom.to_lowercase()).ok().and_then(|it| find(world, &it));
    let called = || {
        let id = people::called(world, whom)?;
        index::find(world, &id).filter(|it| world.get::<Mind>(*it).is_some())
    };
    by_id.or_else(called)
}
