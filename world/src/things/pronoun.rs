//! Pronouns in commands: replacement of `it` by the item that a player last handled, looked at or
//! received.

use bevy_ecs::prelude::*;
use engine::simulation::Simulation;
use text::{
    parse::{self, Direction, Line, Phrase, Pick},
    styled::{CleanText, Style, Text},
};

use crate::{
    act::{
        command::CommandSpec,
        perform::{CommandAttempt, OnCommandAttempt},
        refusal::Refusal,
        registry::Registry,
    },
    beings::{name::Name, presence::Online},
    space::containment::ContainedIn,
    things::thing::Thing,
    trade::amount,
    witness::narrator::tell_one,
};

/// Pronouns for the last referent.
const IT: [&str; 2] = ["it", "them"];

/// Names of the commands whose first noun is an item or another visible entity.
const OF_THINGS: [&str; 16] = [
    "look", "examine", "search", "get", "drop", "use", "wear", "remove", "wield", "hands",
    "senses", "open", "give", "buy", "sell", "read",
];

/// Maximum length of a remembered noun phrase, in bytes.
const LONGEST: usize = 60;

/// Last referent of a player, as typed or by name. Not saved.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
struct Lately(String);

pub(super) fn plugin(sim: &mut Simulation) {
    sim.on_command_attempt(on_attempt).world_mut().add_observer(held);
}

/// Records an item that a player receives as the last referent.
fn held(
    on: On<Insert<ContainedIn>>,
    things: Query<(&ContainedIn, &Name), With<Thing>>,
    players: Query<(), With<Online>>,
    mut commands: Commands,
) {
    if let Ok((holder, name)) = things.get(on.entity)
        && players.contains(holder.0)
    {
        commands.entity(holder.0).insert(Lately(name.0.to_string()));
    }
}

/// Returns whether a command's first noun is an item, by [`OF_THINGS`].
fn is_of_things(world: &World, line: &Line<'_>) -> bool {
    let spec = world.resource::<Registry>().find(&line.small_verb());
    spec.is_some_and(is_of_thing)
}

fn is_of_thing(spec: &CommandSpec) -> bool {
    OF_THINGS.contains(&spec.name)
}

fn on_attempt(world: &mut World, attempt: CommandAttempt<'_>) {
    if !is_of_thing(attempt.spec) {
        return;
    }
    let unknown = match attempt.outcome {
        Ok(()) => false,
        // The referent is present; another command for it may follow.
        Err(Refusal::Because(_)) => false,
        Err(_) => true,
    };
    let Some(line) = attempt.line.and_then(parse::line).filter(|_| !unknown) else { return };
    if line.rest.is_empty() || world.get::<Online>(attempt.actor).is_none() {
        return;
    }
    // In "give mara the ring" the end of the recipient's name is unknown, so the referent is kept.
    let gives = attempt.spec.name == "give";
    if let Some(words) = noun_of(line.rest, gives) {
        world.entity_mut(attempt.actor).insert(Lately(words.to_owned()));
    }
}

/// Returns the noun phrase of a command's argument, if it names an entity.
fn noun_of(rest: &str, gives: bool) -> Option<&str> {
    let Phrase { direct, link } = parse::phrase(parse::leading(rest).1)?;
    let words = direct.typed;
    let means_nothing = direct.pick == Pick::All && direct.words.is_empty()
        || Direction::parse(words).is_some()
        || IT
            .iter()
            .chain(&["here", "around", "room", "me", "up"])
            .any(|it| words.eq_ignore_ascii_case(it))
        || amount::sum(words).is_some()
        || parse::many(words).is_some()
        || words.bytes().all(|it| it.is_ascii_digit())
        || words.split_whitespace().any(is_it);
    let whose = gives && link.is_none();
    (!means_nothing && !whose && words.len() <= LONGEST).then_some(words)
}

fn is_it(word: &str) -> bool {
    IT.iter().any(|it| it.eq_ignore_ascii_case(word))
}

/// Pronouns that are replaced only if nothing else follows the verb.
const ALONE: [&str; 6] = ["some", "this", "that", "these", "those", "something"];

/// Replaces pronouns in a line by the last referent. Returns none, and warns the player, if there
/// is no referent.
pub(crate) fn filled(world: &mut World, actor: Entity, line: CleanText) -> Option<CleanText> {
    let Some(typed) = parse::line(&line).filter(|it| !it.rest.is_empty()) else {
        return Some(line);
    };
    let behind = parse::leading(typed.rest).1;
    if ALONE.iter().any(|it| it.eq_ignore_ascii_case(behind))
        && is_of_things(world, &typed)
        && let Some(lately) = world.get::<Lately>(actor)
    {
        return Some(CleanText::new(&format!("{} {}", typed.verb, lately.0)));
    }
    if !typed.rest.split_whitespace().any(is_it) || !is_of_things(world, &typed) {
        return Some(line);
    }
    let Some(lately) = world.get::<Lately>(actor) else {
        let it = typed.rest.split_whitespace().find(|word| is_it(word)).unwrap_or("it");
        let words = format!("What do you mean by \"{it}\"? Please name it, as in: look at ring");
        tell_one(world, actor, Text::styled(Style::Warning, words));
        return None;
    };
    let mut words: Vec<&str> = typed.rest.split_whitespace().collect();
    if let Some(it) = words.iter_mut().find(|word| is_it(word)) {
        *it = &lately.0;
    }
    Some(CleanText::new(&format!("{} {}", typed.verb, words.join(" "))))
}

#[cfg(test)]
mod tests {
    use crate::{act::permission::Role, fixture::Fixture};

    #[test]
    fn it_is_what_was_handled_or_seen_last() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        let bob = game.enter("Bob", Role::Player, "town/square");
        let mut typed = |line: &str| game.type_line(ann, line);
        assert_eq!(
            typed("get it"),
            "What do you mean by \"it\"? Please name it, as in: look at ring"
        );
        assert!(typed("look at wekk").starts_with("You see no"), "two letters are too many");
        assert_eq!(typed("look at wells"), "It is deep.");
        assert_eq!(typed("look at it"), "It is deep.");
        assert_eq!(typed("get apple"), "You take a red apple.");
        assert_eq!(typed("drop it"), "You put down a red apple.");
        assert!(typed("look at it").starts_with("A red apple"));
        assert_eq!(typed("get it"), "You take a red apple.");
        assert_eq!(typed("look at this"), "A red apple\nShiny.");
        assert_eq!(typed("say it"), "You say, \"it\"");
        assert_eq!(typed("give it to bob"), "You give Bob a red apple.");
        // An item received from another becomes the referent.
        assert!(game.type_line(bob, "x it").starts_with("A red apple"));
    }
}
