//! `wear`, `remove` and `wield` commands.

use bevy_ecs::{prelude::*, system::SystemParam};
use engine::save::durability::Durability;
use text::parse::{self, Line};

use crate::{
    act::{
        cause::Act,
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    things::worn::{Wearable, Worn},
    witness::{
        fact::{Fact, Handling},
        narrator::Narrator,
        sight::{Matches, Scope, Sight},
    },
};

/// Command `wear`: puts items on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wear {
    pub what: String,
}

/// Command `remove`: takes worn items off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remove {
    pub what: String,
}

/// Command `wield`: always refused with an explanation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wield;

impl Command for Wear {
    const SPEC: CommandSpec = CommandSpec {
        name: "wear",
        aliases: &["don"],
        role: Role::Guest,
        category: Category::Things,
        usage: "wear THING\nwear all",
        summary: "Put on something you carry.",
        help: "Example: wear ribbon\n\
               Whoever looks at you sees it, and inventory shows it. put on ribbon does the \
               same, and remove ribbon takes it off again.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        match line.rest {
            "" => Err(Refusal::Usage(Self::SPEC.usage)),
            what => Ok(Self { what: what.to_owned() }),
        }
    }
}

impl Command for Remove {
    const SPEC: CommandSpec = CommandSpec {
        name: "remove",
        aliases: &["doff"],
        role: Role::Guest,
        category: Category::Things,
        usage: "remove THING\nremove all",
        summary: "Take off something you wear.",
        help: "Example: remove ribbon\n\
               You carry it then. take off ribbon does the same.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        match line.rest {
            "" => Err(Refusal::Usage(Self::SPEC.usage)),
            what => Ok(Self { what: what.to_owned() }),
        }
    }
}

impl Command for Wield {
    const SPEC: CommandSpec = CommandSpec {
        name: "wield",
        aliases: &["unwield", "hold"],
        role: Role::Guest,
        category: Category::Things,
        usage: "wield",
        summary: "Learn that what you carry is at hand anyway.",
        help: "Example: wield\n\
               Nothing has to be held or wielded here: what you carry you can use, give and \
               show at once. What can be worn you wear.",
        saves: Durability::None,
    };

    fn parse(_: &Line<'_>) -> Result<Self, Refusal> {
        Ok(Self)
    }
}

/// System parameter for putting on and taking off items.
#[derive(SystemParam)]
pub struct Wardrobe<'w, 's> {
    wearable: Query<'w, 's, (), With<Wearable>>,
    commands: Commands<'w, 's>,
}

impl Wardrobe<'_, '_> {
    /// Puts on the carried items that `what` means.
    ///
    /// # Errors
    /// [`Refusal`] when there is nothing that could be put on.
    pub fn put_on(
        &mut self,
        act: &Act,
        what: &str,
        sight: &Sight,
        narrator: &mut Narrator,
    ) -> Outcome {
        let Matches { fitting, number } = match sight.portion(act.actor, what, Scope::Carried) {
            Err(refusal) => return Err(sight.not_in_hand(act.actor, what, refusal)),
            Ok(several) => several,
        };
        let wearable = |it: &Entity| self.wearable.contains(*it);
        let (mut able, unable): (Vec<Entity>, Vec<Entity>) =
            fitting.into_iter().partition(wearable);
        let worn = able.iter().copied().find(|it| sight.is_worn(*it));
        able.retain(|it| !sight.is_worn(*it));
        if able.is_empty() {
            return Err(Refusal::because(match (worn, unable.first()) {
                (Some(worn), _) => format!("You wear {} already.", sight.name(worn)),
                (None, Some(thing)) => format!("You cannot wear {}.", sight.name(*thing)),
                (None, None) => "You carry nothing to wear.".to_owned(),
            }));
        }
        for thing in able.into_iter().take(number.unwrap_or(usize::MAX)) {
            narrator.deed(act, Fact::Handled(Handling::Wore, sight.name(thing).into()));
            self.commands.entity(thing).insert(Worn);
        }
        Ok(())
    }

    /// Takes off the worn items that `what` means.
    ///
    /// # Errors
    /// [`Refusal`] when nothing of it is worn.
    pub fn take_off(
        &mut self,
        act: &Act,
        what: &str,
        sight: &Sight,
        narrator: &mut Narrator,
    ) -> Outcome {
        let noun = parse::noun(what).ok_or(Refusal::Usage(Remove::SPEC.usage))?;
        let Matches { mut fitting, number } = sight.several(act.actor, &noun, Scope::Carried)?;
        let first = fitting.first().copied();
        fitting.retain(|it| sight.is_worn(*it));
        if fitting.is_empty() {
            return Err(Refusal::because(match first {
                Some(it) => format!("You do not wear {}.", sight.name(it)),
                None => "You wear nothing that comes off.".to_owned(),
            }));
        }
        for thing in fitting.into_iter().take(number.unwrap_or(usize::MAX)) {
            narrator.deed(act, Fact::Handled(Handling::TookOff, sight.name(thing).into()));
            self.commands.entity(thing).remove::<Worn>();
        }
        Ok(())
    }
}

/// Executes `wear`.
pub fn wear(
    invocation: Invocation<Wear>,
    sight: Sight,
    mut wardrobe: Wardrobe,
    mut narrator: Narrator,
) -> Outcome {
    wardrobe.put_on(&invocation.act, &invocation.command.what, &sight, &mut narrator)
}

/// Executes `remove`.
pub fn remove(
    invocation: Invocation<Remove>,
    sight: Sight,
    mut wardrobe: Wardrobe,
    mut narrator: Narrator,
) -> Outcome {
    wardrobe.take_off(&invocation.act, &invocation.command.what, &sight, &mut narrator)
}

/// Executes `wield`.
pub fn wield(_: Invocation<Wield>) -> Outcome {
    Err(Refusal::because(
        "What you carry is at hand as it is: use it, give it, or wear it if it can be worn.",
    ))
}
