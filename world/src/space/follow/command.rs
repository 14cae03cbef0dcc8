//! Commands `follow` and `unfollow`.

use bevy_ecs::prelude::*;
use engine::save::durability::Durability;
use text::{
    parse::{self, Candidate, Line, Picked},
    styled::{Style, Text, list, list_or},
};

use super::{FollowedBy, Follows, MOST_FOLLOWERS, about};
use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::name::Name,
    space::journey::Journey,
    witness::{
        narrator::{Narrator, tell_one},
        sight::{Scope, Sight},
    },
};

/// Keywords of a candidate that has none.
const NO_WORDS: &[&str] = &[];

/// Command to follow a character, or to ask who follows whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Follow {
    /// Leader to follow; none to ask.
    pub whom: Option<String>,
}

impl Command for Follow {
    const SPEC: CommandSpec = CommandSpec {
        name: "follow",
        aliases: &[],
        role: Role::Guest,
        category: Category::World,
        usage: "follow NAME\nfollow",
        summary: "Walk after somebody, wherever they go.",
        help: "Example: follow bob\n\
               You take each step that they take, as long as you can: a door that is shut for you \
               ends it, and so does a step of your own, unfollow, or stop. They are told, and \
               can walk on without you. follow alone says whom you follow and who follows you.",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        Ok(Self { whom: (!line.rest.is_empty()).then(|| line.rest.to_owned()) })
    }
}

/// Runs the `follow` command.
pub fn follow(
    invocation: Invocation<Follow>,
    sight: Sight,
    following: Query<&Follows>,
    followed: Query<&FollowedBy>,
    mut narrator: Narrator,
    mut commands: Commands,
) -> Outcome {
    let Invocation { act, command } = invocation;
    let me = act.actor;
    let Some(whom) = command.whom else {
        let leader = following.get(me).ok().map(|it| sight.name(it.0));
        let behind = followed.get(me).ok().into_iter().flat_map(|it| it.iter());
        let behind: Vec<&str> = behind.map(|it| sight.name(it)).collect();
        narrator.show(&act, overview(leader, &behind));
        return Ok(());
    };
    let small = whom.to_lowercase();
    if matches!(small.as_str(), "me" | "myself" | "self") || sight.name(me).to_lowercase() == small
    {
        return Err(Refusal::because("You are with yourself already, wherever you go."));
    }
    let noun = parse::noun(&whom).ok_or(Refusal::Usage(Follow::SPEC.usage))?;
    let leader = sight.find(me, &noun, Scope::People)?;
    let name = sight.name(leader);
    if following.get(me).is_ok_and(|it| it.0 == leader) {
        return Err(Refusal::because(format!("You follow {name} already.")));
    }
    if narrator.ignores(leader, me) {
        return Err(Refusal::because(format!("{name} would rather walk alone.")));
    }
    if followed.get(leader).is_ok_and(|it| it.len() >= MOST_FOLLOWERS) {
        let words = format!("So many follow {name} already that there is no room behind.");
        return Err(Refusal::because(words));
    }
    let mut text = Text::plain("You follow ");
    text.push(Style::Person, name).say(" from now on, until you stop.");
    narrator.show(&act, text);
    commands.queue(move |world: &mut World| {
        // A new following ends an older one, and a journey.
        super::end(world, me);
        world.entity_mut(me).remove::<Journey>().insert(Follows(leader));
        let mut text = about("", world.get::<Name>(me), " now follows you. Type ");
        let lose = world.get::<Name>(me).map_or_else(String::new, |it| it.0.to_lowercase());
        text.push(Style::Command, &format!("lose {lose}")).say(" to walk alone.");
        tell_one(world, leader, text);
    });
    Ok(())
}

fn overview(leader: Option<&str>, behind: &[&str]) -> Text {
    let mut text = Text::default();
    match leader {
        Some(leader) => text.say("You follow ").push(Style::Person, leader).say("."),
        None => text.say("You follow nobody."),
    };
    let follow = if behind.len() == 1 { "follows" } else { "follow" };
    if !behind.is_empty() {
        text.say(&format!(" {} {follow} you.", list(behind)));
    }
    text
}

/// Command to end a following: the actor's own, or that of a follower.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfollow {
    /// Name of the leader or of a follower; none for the leader.
    pub whom: Option<String>,
}

impl Command for Unfollow {
    const SPEC: CommandSpec = CommandSpec {
        name: "unfollow",
        aliases: &["lose"],
        role: Role::Guest,
        category: Category::World,
        usage: "unfollow\nlose NAME",
        summary: "Follow somebody no longer, or let nobody follow you.",
        help: "Example: unfollow\n\
               lose bob ends it when Bob follows you. Whom you ignore cannot follow you at all.",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        Ok(Self { whom: (!line.rest.is_empty()).then(|| line.rest.to_owned()) })
    }
}

/// Runs the `unfollow` command.
pub fn unfollow(invocation: Invocation<Unfollow>, world: &mut World) -> Outcome {
    let Invocation { act, command } = invocation;
    let me = act.actor;
    let Some(whom) = command.whom else {
        return if super::end(world, me) {
            Ok(())
        } else {
            Err(Refusal::because("You follow nobody. If somebody follows you, type: lose NAME"))
        };
    };
    let ends = match bound(world, me, &whom) {
        Picked::Found(found) => found.first().copied(),
        Picked::Nothing => None,
        Picked::Ambiguous(several) => {
            let names = several.iter().filter_map(|it| world.get::<Name>(it.0));
            let names: Vec<&str> = names.map(|it| &*it.0).collect();
            let options = list_or(&names);
            return Err(Refusal::Which { noun: whom, options });
        }
    };
    let Some((_, follower)) = ends else {
        let words = format!("You do not follow \"{whom}\", and nobody called so follows you.");
        return Err(Refusal::because(words));
    };
    super::end(world, follower);
    Ok(())
}

/// Finds the actor's leader or one of its followers by name. Returns that character, and the
/// follower of the two.
fn bound(world: &World, me: Entity, whom: &str) -> Picked<(Entity, Entity)> {
    let leader = world.get::<Follows>(me).map(|it| (it.0, me));
    let behind = world.get::<FollowedBy>(me).into_iter().flat_map(|it| it.iter());
    let all = leader.into_iter().chain(behind.map(|it| (it, it)));
    let named = all.filter_map(|value| {
        let name = &*world.get::<Name>(value.0)?.0;
        Some(Candidate { value, name, keywords: NO_WORDS })
    });
    parse::noun(whom).map_or(Picked::Nothing, |noun| parse::pick(&noun, named))
}
