//! `cancel` command: ends the long actions of an NPC, and its questions to others.

use bevy_ecs::prelude::*;
use engine::save::durability::Durability;
use text::{parse::Line, styled::Text};
use world::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::name::Name,
    witness::narrator::with_narrator,
};

use super::order;
use crate::{
    llm::scene::ActionId,
    mind::actions::{ActionEnd, LongActions},
    think::{actions, delegation},
};

/// Command `cancel`, which ends a long action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cancel {
    /// Character whose action ends, by id or name.
    pub whom: String,
    /// Number of the action; none for the newest.
    pub number: Option<u64>,
}

impl Command for Cancel {
    const SPEC: CommandSpec = CommandSpec {
        name: "cancel",
        aliases: &[],
        role: Role::Staff,
        category: Category::Staff,
        usage: "cancel NAME\ncancel NAME NUMBER",
        summary: "End what one of the town's own people does over time.",
        help: "Example: cancel mara\n\
               It ends the newest order or time capsule that is not over, or the one of that \
               number; where there is none, whatever the character asks others for somebody. What is done already stays done. To see the numbers: @npc actions mara",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let rest = line.rest.trim();
        let numbered = rest.rsplit_once(' ').and_then(|(whom, it)| Some((whom, it.parse().ok()?)));
        let (whom, number) = numbered.map_or((rest, None), |(whom, it)| (whom, Some(it)));
        if whom.is_empty() {
            return Err(Refusal::Usage(Self::SPEC.usage));
        }
        Ok(Self { whom: whom.trim().to_owned(), number })
    }
}

/// Executes `cancel`.
pub fn cancel(invocation: Invocation<Cancel>, world: &mut World) -> Outcome {
    let Cancel { whom, number } = invocation.command;
    let mind = order::mind(world, &whom).ok_or_else(|| {
        Refusal::because(format!("None of the town's own people is called \"{whom}\"."))
    })?;
    let name = world.get::<Name>(mind).map(|of| of.0.clone()).unwrap_or_default();
    let open = world.get::<LongActions>(mind).into_iter().flat_map(LongActions::open);
    let open = open.map(|of| of.id);
    let found = open.filter(|of| number.is_none_or(|number| *of == ActionId(number))).last();
    if let Some(id) = found {
        actions::cancel(world, mind, id, ActionEnd::Cancelled);
    } else if number.is_some() || !delegation::give_up_where(world, mind, |_| true) {
        let words = match number {
            Some(number) => format!("{name} does nothing by the number {number} that is not over."),
            None => format!("{name} does nothing that takes time."),
        };
        return Err(Refusal::because(words));
    }
    let text = Text::plain(format!("{name} gives it up."));
    with_narrator(world, |narrator| narrator.show(&invocation.act, text));
    Ok(())
}
