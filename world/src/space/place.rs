//! Resolution of a noun to a room around the actor.

use bevy_ecs::prelude::*;
use text::{
    parse::{self, Candidate, Noun, Pick, Picked},
    styled::list_or,
};

use crate::{
    act::refusal::Refusal,
    beings::name::Name,
    space::{path::Around, room::Room},
};

/// Maximum number of rooms among which a place is searched, nearest first.
pub(super) const MOST_ROOMS: usize = 500;

/// Maximum number of rooms named in a question.
const MOST_NAMED: usize = 6;

/// Returns the name of a room, or "nowhere".
pub(super) fn name(world: &World, room: Entity) -> &str {
    world.get::<Name>(room).map_or("nowhere", |it| &it.0)
}

/// Resolves a noun to a room, by its name or the last part of its id; of rooms with the same name
/// the nearest. None if no room fits.
///
/// # Errors
/// [`Refusal::Which`] when several rooms fit.
pub(super) fn resolve_place(
    world: &World,
    around: &Around,
    noun: &Noun<'_>,
) -> Result<Option<Entity>, Refusal> {
    let rooms: Vec<(Entity, &str)> = around
        .rooms()
        .map(|room| {
            let id = world.get::<Room>(room).map_or("", |it| it.0.as_str());
            (room, id.rsplit('/').next().unwrap_or_default())
        })
        .collect();
    let candidates = rooms.iter().map(|(room, id)| Candidate {
        value: *room,
        name: name(world, *room),
        keywords: std::slice::from_ref(id),
    });
    let picked = match noun.pick {
        Pick::Any | Pick::Nth(_) => parse::pick(noun, candidates),
        Pick::Count(_) | Pick::All => parse::pick_called(noun, candidates),
    };
    match picked {
        Picked::Found(found) => Ok(found.first().copied()),
        Picked::Nothing => Ok(None),
        Picked::Ambiguous(several) => {
            let names: Vec<_> =
                several.iter().take(MOST_NAMED).map(|it| name(world, *it)).collect();
            let options = list_or(&names);
            Err(Refusal::Which { noun: noun.words.to_owned(), options })
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{act::permission::Role, fixture::Fixture};

    #[test]
    fn a_place_is_called_by_its_name_or_its_id_and_the_nearest_is_meant() {
        let world = r#"(name: "T", banner: "Hi.", welcome: "Hi.", start: "t/m")"#;
        let zone = r#"(id: "t", name: "T", rooms: [
            (id: "m", name: "The Middle", description: "A room.", exits: [
                (direction: North, to: "bridge-n"), (direction: South, to: "bridge-s"),
                (direction: East, to: "wood-1")]),
            (id: "bridge-n", name: "The Upper Crossing", description: "A room."),
            (id: "bridge-s", name: "The Lower Crossing", description: "A room."),
            (id: "wood-1", name: "A Wood", description: "The near wood.", exits: [
                (direction: East, to: "wood-2")]),
            (id: "wood-2", name: "A Wood", description: "The far wood.", exits: [
                (direction: West, to: "wood-1")]),
        ])"#;
        let read = |line: &str| {
            let mut game = Fixture::new(&[("world.ron", world), ("zones/t.ron", zone)]);
            let ann = game.enter("Ann", Role::Player, "t/m");
            game.type_line(ann, line)
        };
        let which = "Which crossing do you mean: The Upper Crossing or The Lower Crossing?";
        assert_eq!(read("go to the crossing"), which);
        assert!(read("go bridge s").starts_with("The Lower Crossing\n"), "the last part of an id");
        assert!(read("go second crossing").starts_with("The Lower Crossing\n"));
        assert!(read("go to the lower crossing").starts_with("The Lower Crossing\n"));
        assert!(read("go upper").starts_with("The Upper Crossing\n"));
        assert!(
            read("go to a wood").starts_with("A Wood\nThe near wood."),
            "the nearest of a name"
        );
        let far = read("go to wood 2");
        assert!(far.starts_with("You set out for A Wood, 2 steps away.\nA Wood\nExits"), "{far}");
        assert!(read("go all woods").starts_with("No open way leads to a place called"));
        assert_eq!(read("where is the wood"), "A Wood: east. To walk there, type go to wood.");
    }
}
