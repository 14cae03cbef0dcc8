//! `get` command: picking items up.

use bevy_ecs::prelude::*;
use engine::{id::KindId, save::durability::Durability};
use text::parse::{self, Line, Phrase, Preposition};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        perform,
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    space::{
        containment::{Immovable, MovePlanner, PlannedMove},
        enter::Enter,
        go::{Destination, Go},
    },
    things::{
        thing::{MAX_CARRIED, OnePerPlayer, Thing},
        wear::Wardrobe,
    },
    witness::{
        fact::{Fact, Handling},
        narrator::Narrator,
        sight::{Matches, Scope, Sight},
    },
};

/// Command `get` or `take`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Get {
    /// Picks up items on the floor.
    Here(String),
    /// Picks up items on the floor, typed with a source such as "from the table".
    From {
        what: String,
        /// Complete argument as typed: an item's name may contain the preposition.
        whole: String,
    },
    /// Takes off a worn item.
    Off(String),
    /// Moves the character into a place, as in "get in the boat".
    Into(String),
    /// Moves the character out of its place.
    Out,
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
               get all but the mug leaves the mug. You can carry twenty-four things.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        // "take me to the inn" is speech to a guide.
        if ["me ", "us "].iter().any(|it| line.rest.to_lowercase().starts_with(it)) {
            return Err(Refusal::Speech { line: line.to_string() });
        }
        if line.small_verb() == "get"
            && let Some(moved) = moved(line.rest)
        {
            return moved;
        }
        let rest = line.rest.strip_prefix("up ").unwrap_or(line.rest);
        let rest = rest.strip_suffix(" up").unwrap_or(rest).trim();
        let off = rest.strip_prefix("off ").or_else(|| rest.strip_suffix(" off"));
        if let Some(what) = off.filter(|_| line.small_verb() == "take") {
            return Ok(Self::Off(what.to_owned()));
        }
        let from = |what: &str| Self::From { what: what.to_owned(), whole: rest.to_owned() };
        if let Some((what, _)) = rest.split_once(" off ") {
            return Ok(from(what));
        }
        match parse::phrase(rest) {
            None => Err(Refusal::Usage(Self::SPEC.usage)),
            Some(Phrase { direct, link: Some((Preposition::From, _)) }) => Ok(from(direct.typed)),
            Some(_) => Ok(Self::Here(rest.to_owned())),
        }
    }
}

/// Interprets `get` as movement of the character itself: "in the boat", "out", "up"; none if it is
/// not.
fn moved(rest: &str) -> Option<Result<Get, Refusal>> {
    let (first, what) = rest.split_once(' ').unwrap_or((rest, ""));
    let because = |words: &str| Some(Err(Refusal::because(words)));
    match (first.to_lowercase().as_str(), what.trim()) {
        ("in" | "into" | "inside", what) => Some(Ok(Get::Into(what.to_owned()))),
        ("out", _) | ("away", "") => Some(Ok(Get::Out)),
        ("up", "") => because("To get up, type: stand. To pick something up, type: get THING"),
        ("down", "") => {
            because("To climb down, type: down. To sit or lie down, type: sit, or: lie")
        }
        ("on" | "onto", _) => because("To get on something, type: climb THING, or: sit on THING"),
        _ => None,
    }
}

/// Executes `get`.
pub fn get(
    invocation: Invocation<Get>,
    sight: Sight,
    mut narrator: Narrator,
    mut wardrobe: Wardrobe,
    each: Query<(&Thing, Has<OnePerPlayer>)>,
    moves: MovePlanner,
    mut commands: Commands,
) -> Outcome {
    let act = &invocation.act;
    let meant = match &invocation.command {
        Get::Into(what) => {
            let (act, enter) = (act.clone(), Enter { what: what.clone() });
            commands.queue(move |world: &mut World| {
                perform::queue(world, act, enter);
            });
            return Ok(());
        }
        Get::Out => {
            let act = act.clone();
            commands.queue(move |world: &mut World| {
                perform::queue(world, act, Go { to: Destination::Leave(None) });
            });
            return Ok(());
        }
        Get::Off(what) => return wardrobe.take_off(act, what, &sight, &mut narrator),
        Get::Here(what) => sight.portion(act.actor, what, Scope::Floor),
        Get::From { what, whole } => match sight.portion(act.actor, whole, Scope::Floor) {
            Ok(called) => Ok(called),
            Err(_) => sight.portion(act.actor, what, Scope::Floor).map_err(from_where),
        },
    };
    let Matches { fitting, number } = meant.map_err(|it| of_place(act.actor, it, &sight))?;
    let takeable: Vec<Entity> = fitting.iter().copied().filter(|it| !sight.is_fixed(*it)).collect();
    if let ([], Some(first)) = (takeable.as_slice(), fitting.first()) {
        let words = format!("You cannot take {}; it stays where it is.", sight.name(*first));
        return Err(Refusal::because(words));
    }
    let room_for = MAX_CARRIED.saturating_sub(sight.things_in(act.actor).count());
    if takeable.is_empty() {
        return Err(Refusal::because("There is nothing here to take."));
    }
    if room_for == 0 {
        return Err(Refusal::because("Your hands are full. Put something down first: drop THING"));
    }
    let (takeable, second) = one_of_each(takeable, sight.things_in(act.actor), &each);
    let have = second.map(|it| format!("You have {} already.", sight.name(it)));
    if let ([], Some(have)) = (takeable.as_slice(), &have) {
        return Err(Refusal::because(have));
    }
    let planned = movable(takeable, act.actor, &moves)?;
    let there = planned.len();
    let wanted = number.unwrap_or(there);
    for planned in planned.into_iter().take(wanted.min(room_for)) {
        narrator.deed(act, Fact::Handled(Handling::Took, sight.name(planned.what()).into()));
        commands.queue(move |world: &mut World| planned.make(world));
    }
    if wanted.min(there) > room_for {
        narrator.show(act, "Your hands are full now; the rest stays here.".into());
    } else if let Some(have) = have {
        narrator.show(act, have.into());
    } else if wanted > there {
        narrator.show(act, format!("There {} here.", only(there)).into());
    }
    Ok(())
}

/// Plans the moves of those items that can be moved to a holder. Fails only if none can.
fn movable(
    things: Vec<Entity>,
    to: Entity,
    moves: &MovePlanner,
) -> Result<Vec<PlannedMove>, Immovable> {
    let mut planned = Vec::with_capacity(things.len());
    let mut immovable = None;
    for thing in things {
        match moves.plan(thing, to) {
            Ok(it) => planned.push(it),
            Err(why) => immovable = Some(why),
        }
    }
    immovable.filter(|_| planned.is_empty()).map_or(Ok(planned), Err)
}

/// Selects the items that a character may take, and returns one that it may not, if any: of a
/// one-per-player kind nobody takes a second copy.
fn one_of_each(
    found: Vec<Entity>,
    carried: impl Iterator<Item = Entity>,
    things: &Query<(&Thing, Has<OnePerPlayer>)>,
) -> (Vec<Entity>, Option<Entity>) {
    let single = |it: Entity| {
        let (thing, is_each) = things.get(it).ok()?;
        is_each.then_some(&thing.kind)
    };
    let mut have: Vec<&KindId> = carried.filter_map(single).collect();
    let (mut may, mut second) = (Vec::with_capacity(found.len()), None);
    for it in found {
        match single(it) {
            Some(kind) if have.contains(&kind) => second = Some(it),
            kind => {
                have.extend(kind);
                may.push(it);
            }
        }
    }
    (may, second)
}

/// Replaces a refusal for a noun that is part of the room's description by one that says it cannot
/// be taken.
fn of_place(actor: Entity, refusal: Refusal, sight: &Sight) -> Refusal {
    let Refusal::NotHere { noun, .. } = &refusal else { return refusal };
    match parse::noun(noun) {
        Some(it) if sight.is_of_place(actor, &it) => {
            Refusal::because(format!("You see no {} here that you could take.", it.words))
        }
        Some(_) | None => refusal,
    }
}

/// Returns the refusal for an item that does not lie at the named source.
fn from_where(refusal: Refusal) -> Refusal {
    let Refusal::NotHere { noun, .. } = refusal else { return refusal };
    Refusal::because(format!(
        "You see no \"{noun}\" lying here; what people sell you can buy (type list), and \
         what they carry they have to give you."
    ))
}

/// Formats a count lower than requested: "is only 1" or "are only 3".
fn only(there: usize) -> String {
    if there == 1 { "is only 1".to_owned() } else { format!("are only {there}") }
}

#[cfg(test)]
mod tests {
    use engine::{
        id::{KindId, RoomId, SessionId},
        index,
    };

    use super::*;
    use crate::{fixture::Fixture, things::thing};

    /// Creates a town with Ann in the square, and `many` additional items of a kind.
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
        let carried = "You carry a red apple (4).\nIn your purse: 10 coins.";
        assert_eq!(game.type_line(ann, "inventory"), carried);
        let put = "You put down a red apple.";
        assert_eq!(game.type_line(ann, "drop three apples"), [put; 3].join("\n"));
        let last = "You put down a red apple.\nYou had only 1.";
        assert_eq!(game.type_line(ann, "drop 2 apples"), last);
    }
}
