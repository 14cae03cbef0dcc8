//! `@npc new`, `clone` and `remove`: characters that staff make while the game runs.

use bevy_ecs::prelude::*;
use engine::{
    clock::Clock,
    id::CharacterId,
    request::{NewPersona, NpcWish, Request},
};
use text::styled::Text;
use world::{
    act::{cause::Act, refusal::Refusal},
    beings::{
        character::Rights,
        name::AuthoredAt,
        people::{known, who},
    },
    space::{containment, room::Room},
    things::thing::Thing,
};

use crate::mind::{
    body::{self, Mind},
    made::{MOST, MadeCharacters},
};

/// Character to make or to remove, as typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MadeWish {
    /// Makes a character with the topics of an archetype, or of the usual one.
    New { name: String, like: Option<String> },
    /// Makes a character with the persona of another.
    Clone { of: String, name: String },
    /// Removes a made character, or tells what that would delete.
    Remove { name: String, surely: bool },
}

/// Parses what stands behind `new`, `clone` or `remove`; none for other verbs, and for words that are
/// none of theirs.
pub(super) fn parse(verb: &str, rest: &str) -> Option<MadeWish> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (name, small) = (|it: &str| it.to_owned(), |it: &str| it.to_lowercase());
    match (verb, words.as_slice()) {
        ("new", [it]) => Some(MadeWish::New { name: name(it), like: None }),
        ("new", [it, word, like]) if word.eq_ignore_ascii_case("as") => {
            Some(MadeWish::New { name: name(it), like: Some(small(like)) })
        }
        ("clone", [of, word, it]) if word.eq_ignore_ascii_case("as") => {
            Some(MadeWish::Clone { of: small(of), name: name(it) })
        }
        ("remove", [it]) => Some(MadeWish::Remove { name: small(it), surely: false }),
        ("remove", [it, word]) if word.eq_ignore_ascii_case("yes") => {
            Some(MadeWish::Remove { name: small(it), surely: true })
        }
        _ => None,
    }
}

/// Asks the server to make or to remove a character, and returns what is shown meanwhile.
pub(super) fn run(world: &mut World, act: &Act, wish: MadeWish) -> Result<Text, Refusal> {
    let (wish, text) = match wish {
        MadeWish::New { name, like } => {
            let text = format!("Making {name} …");
            (make(world, act, name, NewPersona::Like(like))?, text)
        }
        MadeWish::Clone { of, name } => {
            let mind = super::mind(world, &of)?;
            let needs = world.get::<Rights>(mind).map_or_else(Default::default, |it| it.0);
            if world.get::<Rights>(act.actor).is_none_or(|it| it.0 < needs) {
                let words =
                    format!("{of} has more rights than you, so a copy would have them, too.");
                return Err(Refusal::because(words));
            }
            let of = world.get::<Mind>(mind).ok_or(Refusal::Nowhere)?.persona.id.clone();
            let text = format!("Making {name} …");
            (make(world, act, name, NewPersona::Of(of))?, text)
        }
        MadeWish::Remove { name, surely } => {
            let id = removable(world, &name)?;
            if !surely {
                return Ok(Text::plain(would_remove(world, &id)));
            }
            let text = format!("Removing {} …", shown_name(world, &id));
            (NpcWish::Remove { id }, text)
        }
    };
    let by = who(world, act.actor).ok_or(Refusal::Nowhere)?;
    let at = world.resource::<Clock>().now;
    world.write_message(Request::Npc { by: by.id, by_name: by.name.to_string(), at, wish });
    Ok(Text::plain(text))
}

/// Checks what the world knows of a new character; its name and its persona are checked by the server.
fn make(world: &World, act: &Act, name: String, persona: NewPersona) -> Result<NpcWish, Refusal> {
    if world.resource::<MadeCharacters>().0.len() >= MOST {
        let words = format!(
            "There are {MOST} characters that the staff made, and there is no room for more. Remove \
             one with @npc remove NAME, or move one into the content files."
        );
        return Err(Refusal::because(words));
    }
    let room = containment::room_of(world, act.actor).and_then(|it| world.get::<Room>(it));
    let home = room.map(|it| it.0.clone()).ok_or(Refusal::Nowhere)?;
    let Ok(id) = CharacterId::new(&name.to_lowercase()) else {
        let words = "A character of this kind is known to the staff by its name, so that has only the \
                     letters a to z; please choose another.";
        return Err(Refusal::because(words));
    };
    let is_made = world.resource::<MadeCharacters>().0.contains_key(&id);
    if is_made || known(world, &name).is_some() || body::find(world, &id).is_some() {
        return Err(Refusal::because(format!(
            "{name} is somebody already; please choose another name."
        )));
    }
    Ok(NpcWish::Make { id, name, home, persona })
}

/// Returns the id of a made character, by its id; a character of the content is changed in its file.
fn removable(world: &World, name: &str) -> Result<CharacterId, Refusal> {
    let id = CharacterId::new(name).ok();
    if let Some(id) = id.filter(|it| world.resource::<MadeCharacters>().0.contains_key(it)) {
        return Ok(id);
    }
    let mind = super::mind(world, name)?;
    let words = match world.get::<AuthoredAt>(mind) {
        Some(at) => format!(
            "{name} stands in {at} of the content. Take the file away there, and type: @npc reload"
        ),
        None => format!("{name} stands in the content files; take it away there."),
    };
    Err(Refusal::because(words))
}

/// Says what the removal of a character would delete.
fn would_remove(world: &World, id: &CharacterId) -> String {
    let name = shown_name(world, id);
    let things = body::find(world, id).and_then(|it| world.get::<containment::Contents>(it));
    let things =
        things.map_or(0, |all| all.iter().filter(|it| world.get::<Thing>(*it).is_some()).count());
    let left = match things {
        0 => String::new(),
        1 => " What it carries, 1 thing, would be left where it is.".to_owned(),
        count => format!(" What it carries, {count} things, would be left where it is."),
    };
    format!(
        "This would remove {name} for good, with all that it remembers.{left} Nothing was changed. To remove it, type: @npc remove {id} yes"
    )
}

fn shown_name(world: &World, id: &CharacterId) -> String {
    let mind = body::find(world, id).and_then(|it| world.get::<Mind>(it));
    mind.map_or_else(|| id.to_string(), |it| it.persona.body.name.clone())
}

/// Returns the line of `@npc show` about who made a character, and when; none for one of the content.
pub(super) fn origin(world: &World, id: &CharacterId) -> Option<String> {
    let made = world.resource::<MadeCharacters>().0.get(id)?;
    let mind = body::find(world, id)?;
    // A file of the content with the same id goes before it.
    if world.get::<AuthoredAt>(mind).is_some() {
        return None;
    }
    Some(format!("{} ({}), at {}", made.by.name, made.by.id, made.at))
}

#[cfg(test)]
mod tests {
    use engine::{clock::WorldTime, label::Label};
    use world::{act::cause::Cause, beings::character::CharacterRef};

    use super::*;
    use crate::mind::made::MadeV1;

    #[test]
    fn there_is_room_for_so_many_and_no_more() {
        let by = CharacterRef { id: CharacterId::new("wiz").unwrap(), name: "Wiz".to_owned() };
        let made = MadeV1 { by, at: WorldTime(1), persona: String::new() };
        let all = (0..MOST).map(|n| (CharacterId::new(&format!("n{n}")).unwrap(), made.clone()));
        let mut world = World::new();
        world.insert_resource(MadeCharacters(all.collect()));
        let act = Act { actor: Entity::PLACEHOLDER, cause: Cause::Typed, label: Label::engine() };
        let refused = |world: &World| {
            let made = make(world, &act, "Rolf".to_owned(), NewPersona::Like(None));
            made.unwrap_err().to_string()
        };
        assert!(refused(&world).starts_with("There are 64 characters that the staff made"));
        world.resource_mut::<MadeCharacters>().0.pop_first();
        assert!(!refused(&world).contains("64"));
    }

    #[test]
    fn what_is_typed_is_a_wish_or_none() {
        let new = |like: Option<&str>| {
            Some(MadeWish::New { name: "Rolf".to_owned(), like: like.map(str::to_owned) })
        };
        assert_eq!(parse("new", "Rolf"), new(None));
        assert_eq!(parse("new", "Rolf AS Innkeeper"), new(Some("innkeeper")));
        for rest in ["", "Rolf as", "Rolf like innkeeper", "Rolf as innkeeper twice"] {
            assert_eq!(parse("new", rest), None, "{rest}");
        }
        for rest in ["", "mara", "mara Rolf", "mara as Rolf twice"] {
            assert_eq!(parse("clone", rest), None, "{rest}");
        }
        let surely = |surely| Some(MadeWish::Remove { name: "rolf".to_owned(), surely });
        assert_eq!(parse("remove", "Rolf"), surely(false));
        assert_eq!(parse("remove", "Rolf yes"), surely(true));
        assert_eq!(parse("remove", "Rolf no"), None);
    }
}
