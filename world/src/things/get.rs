//! `get`: picking things up.

use bevy_ecs::prelude::*;

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    save::durability::Durability,
    space::containment,
    things::thing::MAX_CARRIED,
    witness::{
        fact::{Fact, Handling},
        narrator::Narrator,
        sight::{Scope, Several, Sight},
    },
    words::parse::{self, Line},
};

/// Picks up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Get {
    pub what: String,
}

impl Command for Get {
    const SPEC: CommandSpec = CommandSpec {
        name: "get",
        aliases: &["take", "pick"],
        role: Role::Guest,
        category: Category::Things,
        usage: "get THING\nget NUMBER THINGS\nget all",
        summary: "Pick something up.",
        help: "Example: get lantern\n\
               If several things have the name, say which, or how many: get 2.mug takes the \
               second, get 2 mugs or get two mugs takes two, and get mugs takes all of them. \
               You can carry twenty-four things.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let rest = line.rest.strip_prefix("up ").unwrap_or(line.rest);
        match rest {
            "" => Err(Refusal::Usage(Self::SPEC.usage)),
            what => Ok(Self { what: what.to_owned() }),
        }
    }
}

/// Carries it out.
pub fn get(
    invocation: Invocation<Get>,
    sight: Sight,
    mut narrator: Narrator,
    mut commands: Commands,
) -> Outcome {
    let actor = invocation.act.actor;
    let noun = parse::noun(&invocation.command.what).ok_or(Refusal::Usage(Get::SPEC.usage))?;
    let Several { fitting, number } = sight.several(actor, &noun, Scope::Floor)?;
    let takeable: Vec<Entity> = fitting.iter().copied().filter(|it| !sight.is_fixed(*it)).collect();
    if let ([], Some(first)) = (takeable.as_slice(), fitting.first()) {
        let words = format!("You cannot take {}; it stays where it is.", sight.name(*first));
        return Err(Refusal::because(words));
    }
    let room_for = MAX_CARRIED.saturating_sub(sight.things_in(actor).count());
    if takeable.is_empty() {
        return Err(Refusal::because("There is nothing here to take."));
    }
    if room_for == 0 {
        return Err(Refusal::because("Your hands are full. Put something down first: drop THING"));
    }
    let wanted = number.unwrap_or(takeable.len());
    let there = takeable.len();
    for thing in takeable.into_iter().take(wanted.min(room_for)) {
        narrator.deed(&invocation.act, Fact::Handled(Handling::Took, sight.name(thing).into()));
        commands.queue(move |world: &mut World| {
            containment::move_into(world, thing, actor);
        });
    }
    if wanted.min(there) > room_for {
        narrator.show(&invocation.act, "Your hands are full now; the rest stays here.".into());
    } else if wanted > there {
        narrator.show(&invocation.act, format!("There {} here.", only(there)).into());
    }
    Ok(())
}

/// Fewer than were asked for, in words.
fn only(there: usize) -> String {
    if there == 1 { "is only 1".to_owned() } else { format!("are only {there}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        engine::{
            id::{KindId, RoomId, SessionId},
            index,
        },
        fixture::Fixture,
        things::thing,
    };

    /// Ann in the square, among so many more things of a kind.
    fn among(kind: &str, many: u16) -> (Fixture, SessionId) {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        let kind = KindId::new(kind).unwrap();
        let square = RoomId::new("town/square").unwrap();
        let world = game.sim.world_mut();
        let square = index::find(world, &square).unwrap();
        world.resource_mut::<crate::things::kind::Kinds>().kinds.get_mut(&kind).unwrap().limit =
            100;
        for _ in 0..many {
            thing::make(world, &kind, square).unwrap();
        }
        (game, ann)
    }

    #[test]
    fn a_plural_takes_as_many_as_one_can_carry() {
        let (mut game, ann) = among("apple", 29);
        let read = game.type_line(ann, "get apples");
        let lines: Vec<&str> = read.lines().collect();
        assert_eq!(lines.len(), MAX_CARRIED + 1);
        assert!(lines[..MAX_CARRIED].iter().all(|it| *it == "You take a red apple."));
        assert_eq!(lines[MAX_CARRIED], "Your hands are full now; the rest stays here.");
        assert_eq!(
            game.type_line(ann, "get two apples"),
            "Your hands are full. Put something down first: drop THING"
        );
    }

    #[test]
    fn a_number_takes_exactly_so_many_while_there_are_enough() {
        let (mut game, ann) = among("apple", 3);
        let one = "You take a red apple.";
        assert_eq!(game.type_line(ann, "get 2 apples"), [one; 2].join("\n"));
        assert_eq!(game.type_line(ann, "get second apple"), one);
        let last = "You take a red apple.\nThere is only 1 here.";
        assert_eq!(game.type_line(ann, "get twelve apples"), last);
        assert_eq!(game.type_line(ann, "get 2 apples"), "You see no \"apples\" here.");
        let carried = "You carry a red apple (4).\nIn your purse: 10 pennies.";
        assert_eq!(game.type_line(ann, "inventory"), carried);
        let put = "You put down a red apple.";
        assert_eq!(game.type_line(ann, "drop three apples"), [put; 3].join("\n"));
        let last = "You put down a red apple.\nYou had only 1.";
        assert_eq!(game.type_line(ann, "drop 2 apples"), last);
    }
}
