//! Implicit `say`: a line without a command, such as "mara, an ale please", is speech to the one
//! whom it names.

use bevy_ecs::prelude::*;
use engine::{clock::Clock, simulation::Simulation};
use text::parse::{Line, NameUse, SpokenLine, begins_speech, is_order};

use crate::{
    act::{
        command::Command,
        refusal::Refusal,
        registry::{AnyCommand, Registry},
        verbs::{AddVerbs, SpeechReader, VerbSource},
    },
    beings::{
        character::{Speaker, SpeakerKind},
        name::Name,
        name_index::NameIndex,
    },
    space::{
        containment::{self, Contents},
        stop::Stop,
        walk,
    },
    talk::say::Say,
    witness::conversation::TalkPartner,
};

/// The name of somebody who is here begins a line that calls them, which is said aloud then.
const VERBS: VerbSource = VerbSource { read, verbs: |_, _| Vec::new() };

pub(super) fn plugin(sim: &mut Simulation) {
    sim.add_verbs(VERBS).world_mut().insert_resource(SpeechReader(resolve_speech));
}

/// Reads a line without a command as speech where only one NPC can be meant: the partner of the
/// conversation, or the only other character here. What may be a mistyped command, such as "wisper
/// bob I love you", is not: the room would hear words that were meant for one.
fn resolve_speech(world: &World, actor: Entity, line: &str) -> Option<AnyCommand> {
    let verb = line.split_whitespace().next().unwrap_or_default().to_lowercase();
    if !begins_speech(line) && world.resource::<Registry>().find(&verb).is_none() {
        return None;
    }
    let is_town = |it: Entity| {
        world.get::<Speaker>(it).is_some_and(|speaker| speaker.0 == SpeakerKind::Assistant)
    };
    let room = containment::room_of(world, actor)?;
    let others = || {
        let inside = world.get::<Contents>(room).into_iter().flat_map(|it| it.iter());
        inside.filter(|it| *it != actor && world.get::<Speaker>(*it).is_some())
    };
    let now = world.resource::<Clock>().now;
    let partner = world.get::<TalkPartner>(actor).and_then(|it| it.undisturbed(now));
    let talks = partner.is_some_and(|it| is_town(it) && others().any(|other| other == it));
    let mut here = others();
    let alone = matches!((here.next(), here.next()), (Some(only), None) if is_town(only));
    // "What is new, Mara?" is no mistyped command, whoever else is there.
    let spoken = SpokenLine::new(line);
    // "Will you come" asks nobody by the name of Will.
    let calls = |it: Entity| {
        world.get::<Name>(it).is_some_and(|name| {
            spoken.uses(&name.0) == NameUse::Called && !verb.eq_ignore_ascii_case(&name.0)
        })
    };
    let called = begins_speech(line) && others().any(calls);
    if !talks && !alone && !called {
        return None;
    }
    world.resource::<Registry>().build(Say::SPEC.name, line).ok()
}

fn read(world: &World, actor: Entity, line: &Line<'_>) -> Option<Result<AnyCommand, Refusal>> {
    if line.rest.is_empty() || line.switch.is_some() {
        return None;
    }
    let name = line.verb.trim_end_matches([',', ':', '!', '?']);
    let called = world.resource::<NameIndex>().called(&name.to_lowercase())?;
    let room = containment::room_of(world, actor)?;
    let is_here = called != actor && containment::room_of(world, called) == Some(room);
    let words = line.to_string();
    if is_here
        && walk::leads(world, called).is_some_and(|(guest, _)| guest == actor)
        && halts(line.rest)
    {
        return Some(world.resource::<Registry>().build(Stop::SPEC.name, ""));
    }
    // "Mara an ale" orders, and is said to her alone.
    let town = world.get::<Speaker>(called).is_some_and(|it| it.0 == SpeakerKind::Assistant);
    if is_here && town && is_order(line.rest) {
        let words = format!("to {name} {}", line.rest);
        return Some(world.resource::<Registry>().build(Say::SPEC.name, &words));
    }
    // Nobody can take a name by which somebody's mistyped "whisper" would be said aloud.
    let sure = town || line.verb.len() > name.len();
    let calls = is_here && sure && SpokenLine::new(&words).uses(name) == NameUse::Called;
    if calls {
        return Some(world.resource::<Registry>().build(Say::SPEC.name, &words));
    }
    // No command has the name of one of the town's own, so that whatever follows it is for them, unless it
    // tells of them.
    if is_here && town && line.verb.eq_ignore_ascii_case(name) && !tells(line.rest) {
        let words = format!("to {name} {}", line.rest);
        return Some(world.resource::<Registry>().build(Say::SPEC.name, &words));
    }
    // Whoever is called with a comma and is not here: no other command begins so, nor does any with
    // the name of one of the town's own.
    let away = called != actor && !is_here && (town || line.verb.ends_with(','));
    let whole = world.get::<Name>(called).filter(|_| away)?;
    let same = whole.0.eq_ignore_ascii_case(name);
    same.then(|| Err(Refusal::not_here(&whole.0)))
}

/// Returns whether words behind a name tell of its owner: "is mean", "and Bram are friends".
fn tells(words: &str) -> bool {
    const TELLING: [&str; 14] = [
        "is", "isn't", "was", "wasn't", "has", "hasn't", "had", "does", "doesn't", "and", "or",
        "who", "gave", "said",
    ];
    let first = words.split_whitespace().next().unwrap_or_default();
    TELLING.iter().any(|it| it.eq_ignore_ascii_case(first))
}

/// Returns whether words only ask whoever leads one to stop.
fn halts(words: &str) -> bool {
    let mut words = words.split(|c: char| !c.is_alphanumeric()).filter(|it| !it.is_empty());
    let is_one = |all: &[&str], word: &str| all.iter().any(|it| it.eq_ignore_ascii_case(word));
    words.next().is_some_and(|it| is_one(&["stop", "halt", "wait", "stay"], it))
        && words.all(|it| is_one(&["here", "please", "now", "a", "moment", "for", "me"], it))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{act::permission::Role, fixture::Fixture};

    #[test]
    fn a_line_that_calls_somebody_here_is_said() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        game.enter("Bob", Role::Player, "town/square");
        game.enter("Wisper", Role::Player, "town/square");
        game.enter("Who", Role::Player, "town/square");
        game.enter("Carol", Role::Player, "town/inn");
        let mut typed = |line: &str| game.type_line(ann, line);
        assert_eq!(typed("bob, come here"), "You say to Bob, \"bob, come here\"");
        for said_not in [
            "Bob what now?",
            "wisper bob please come",
            "bob",
            "bob,",
            "bob is mean",
            "carol, come here",
            "ann, come here",
        ] {
            let read = typed(said_not);
            assert!(!read.starts_with("You "), "{said_not}: {read}");
        }
        assert!(!typed("who are you").starts_with("You "), "a command comes first");
    }

    #[test]
    fn what_may_be_a_mistyped_command_is_never_said() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        game.enter("Bob", Role::Player, "town/square");
        game.enter("Mara", Role::Player, "town/square");
        let mara = game.entity("mara").unwrap();
        game.sim.world_mut().entity_mut(mara).insert(Speaker(SpeakerKind::Assistant));
        assert!(game.type_line(ann, "say to mara hello").starts_with("You say to Mara"));
        assert_eq!(game.type_line(ann, "mara an ale"), "You say to Mara, \"an ale\"");
        assert!(game.type_line(ann, "what do you sell?").starts_with("You ask Mara"));
        assert!(game.type_line(ann, "take me to the inn").starts_with("You say to Mara"));
        for typed in ["wisper bob I love you", "pge bob do you hear me?"] {
            let read = game.type_line(ann, typed);
            assert!(!read.starts_with("You "), "{typed}: {read}");
        }
        game.type_line(ann, "north");
        assert!(game.type_line(ann, "mara thanks").starts_with("Mara is not here."));
    }
}
