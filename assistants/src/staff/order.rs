//! `order`: having one of the town's own people do what its rights allow.
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
    beings::{character::own_label, name::Name, people},
    witness::{fact::Source, narrator::with_narrator},
};

use crate::{
    gate::budget::Payer,
    llm::scene::{Stimulus, ThoughtOccasion},
    mind::{
        attention::{Attention, RunQueue, Trigger},
        body::{Mind, find},
        health::Health,
    },
    perceive::classify::AttentionRule,
};

/// Orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// Whom, by id or name.
    pub whom: String,
    pub words: CleanText,
}

impl Command for Order {
    const SPEC: CommandSpec = CommandSpec {
        name: "order",
        aliases: &[],
        role: Role::Staff,
        category: Category::Staff,
        usage: "order NAME WORDS",
        summary: "Have one of the town's own people do something.",
        help: "Example: order mara Tell the gossip channel that the pies are out.\n\
               Nobody hears it but the one you order, wherever you are. It is carried out with the \
               rights that both of you have, by the commands that stand under tools in the persona, \
               whatever players say meanwhile; what you say by other commands only ever gets an \
               answer. What came of it is paged to you. Without a model the order is one of those \
               commands, or say: order mara say The pies are out.\n\
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

/// Carries it out: it becomes the next thing that the mind thinks about.
pub fn order(it: Invocation<Order>, world: &mut World) -> Outcome {
    let Order { whom, words } = it.command;
    let by = people::who(world, it.act.actor).ok_or(Refusal::Nowhere)?;
    let mind = mind(world, &whom).ok_or_else(|| {
        let words = format!(
            "None of the town's own people is called \"{whom}\". Try: @npc list. To have something \
             that is sold, type: buy {whom}"
        );
        Refusal::because(words)
    })?;
    let name = world.get::<Name>(mind).map(|name| name.0.clone()).unwrap_or_default();
    if world.get::<Health>(mind).is_some_and(|health| health.stopped) {
        let words = format!("{name} was made silent. Type first: @npc start {whom}");
        return Err(Refusal::because(words));
    }
    let trigger = Trigger {
        stimulus: Stimulus {
            speaker: by.id.clone(),
            name: by.name.to_string(),
            source: Source::Page,
            channel: None,
            words: words.to_string(),
            occasion: ThoughtOccasion::Order,
            asked: true,
            aside: false,
        },
        label: own_label(&by),
        rule: AttentionRule::Addressed,
        trust: 100,
        at: world.resource::<Clock>().now,
        conversation: None,
        payer: Payer::default(),
        burden: 0,
    };
    if let Some(mut attention) = world.get_mut::<Attention>(mind) {
        attention.order(trigger);
    }
    world.resource_mut::<RunQueue>().0.insert(mind);
    let now = world.resource::<Clock>().now;
    world.resource_mut::<Clock>().wake_at(now);
    let mut text = Text::plain("You order ");
    text.push(Style::Person, &name).say(&format!(", \"{words}\""));
    with_narrator(world, |narrator| narrator.show(&it.act, text));
    Ok(())
}

fn mind(world: &World, whom: &str) -> Option<Entity> {
    let by_id = CharacterId::new(&whom.to_lowercase()).ok().and_then(|it| find(world, &it));
    let called = || {
        let id = people::called(world, whom)?;
        index::find(world, &id).filter(|it| world.get::<Mind>(*it).is_some())
    };
    by_id.or_else(called)
}
