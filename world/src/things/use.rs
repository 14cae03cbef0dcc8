//! `use` command: eating, drinking and using up items.

use bevy_ecs::prelude::*;
use engine::save::durability::Durability;
use text::parse::{self, Line, Noun};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    things::thing::{self, Usable},
    witness::{
        fact::{Fact, Handling},
        narrator::Narrator,
        sight::{Scope, Sight},
    },
};

/// Command `use`, `eat` or `drink`: uses up an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    pub what: String,
}

impl Command for Use {
    const SPEC: CommandSpec = CommandSpec {
        name: "use",
        aliases: &["drink", "eat"],
        role: Role::Guest,
        category: Category::Things,
        usage: "use THING",
        summary: "Drink, eat or use up something you carry.",
        help: "Example: drink ale\ndrink, eat and use do the same.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        match line.rest {
            "" => Err(Refusal::because(match &*line.small_verb() {
                "drink" => "What would you like to drink? Type: drink THING",
                "eat" => "What would you like to eat? Type: eat THING",
                _ => "What would you like to use? Type: use THING",
            })),
            what => {
                let from = ["from ", "of "].iter().find_map(|it| what.strip_prefix(it));
                Ok(Self { what: from.unwrap_or(what).to_owned() })
            }
        }
    }
}

/// Executes `use`.
pub fn use_up(
    invocation: Invocation<Use>,
    sight: Sight,
    usable: Query<&Usable>,
    mut narrator: Narrator,
    mut commands: Commands,
) -> Outcome {
    let noun = parse::noun(&invocation.command.what).ok_or(Refusal::Usage(Use::SPEC.usage))?;
    let actor = invocation.act.actor;
    let thing = one_of(actor, &noun, &sight).map_err(|refusal| {
        let missing = matches!(refusal, Refusal::NotCarried { .. });
        if missing && sight.is_of_place(actor, &noun) {
            return Refusal::because(format!(
                "There is no {0} here for you to eat, drink or use up. To see what people sell, \
                 type: list. To try your hands on it: touch {0}, push {0}, pull {0}",
                noun.words
            ));
        }
        sight.not_in_hand(actor, &invocation.command.what, refusal)
    })?;
    let name = sight.name(thing);
    let reads = usable
        .get(thing)
        .map_err(|_| Refusal::because(format!("There is nothing you could do with {name}.")))?;
    let fact = Fact::Handled(Handling::Used(reads.0.clone()), name.into());
    narrator.deed(&invocation.act, fact);
    commands.queue(move |world: &mut World| thing::unmake(world, thing));
    Ok(())
}

/// Finds the carried item that a noun means; of several that match, the first.
fn one_of(actor: Entity, noun: &Noun<'_>, sight: &Sight) -> Result<Entity, Refusal> {
    sight.find(actor, noun, Scope::Carried).or_else(|refusal| {
        let one = parse::many(noun.typed) == Some(1);
        let several = match sight.portion(actor, noun.typed, Scope::Carried) {
            Err(which @ Refusal::Because(_)) if one => return Err(which),
            several => several.ok(),
        };
        let meant = several.filter(|it| one || (it.number.is_none() && !noun.words.is_empty()));
        meant.and_then(|it| it.fitting.first().copied()).ok_or(refusal)
    })
}
