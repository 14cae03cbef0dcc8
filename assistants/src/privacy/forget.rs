//! `forget`: a player has NPCs erase their memories of the player.

use bevy_ecs::prelude::*;
use engine::{
    id::CharacterId,
    save::{dirty::Dirty, durability::Durability},
};
use text::{
    parse::Line,
    styled::{Text, list},
};
use world::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::character::Character,
    trade::tally,
    witness::narrator::with_narrator,
};

use super::{NoteReading, ReadingPurpose, acquainted, ask, may_know, me, mind_called};
use crate::{
    memory::Note,
    mind::{
        acquaintance::{Acquaintance, Acquaintances},
        body,
        goals::{self, Goals},
        leads::Leads,
        notebook::Notebook,
        projects::{self, Projects},
        reflection::Reflection,
        saved::{self, DropNote},
        seen::SeenDeeds,
        sleep::Sleep,
        thinking::Thinking,
    },
    perceive::stream::Stream,
    record::write,
    services::cache,
    think::delegation,
};

/// Command: has minds forget the player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forget {
    /// Name of the mind; none means all of them.
    pub by: Option<String>,
}

impl Command for Forget {
    const SPEC: CommandSpec = CommandSpec {
        name: "forget",
        aliases: &[],
        role: Role::Guest,
        category: Category::Game,
        usage: "forget me\nforget me NAME",
        summary: "Have the people of the game forget you, or one of them.",
        help: "Example: forget me mara\n\
               What you told them of yourself goes, and every note that is about you or came from \
               your words; they meet you as a stranger then, but who is sour with you stays so. \
               Your name goes from slates and logs on which the town counts what was done. What you did stays \
               done: coins, things and quests, reports, and what other players remember.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        // The word "me" is required, so that "forget it" or "forget mara" does not erase anything
        // by mistake.
        let rest = line.rest.trim();
        let (word, name) = rest.split_once(' ').unwrap_or((rest, ""));
        if !word.eq_ignore_ascii_case("me") {
            return Err(Refusal::Usage(Self::SPEC.usage));
        }
        Ok(Self { by: Some(name.trim().to_owned()).filter(|it| !it.is_empty()) })
    }
}

/// Answer to somebody of whom nobody keeps anything that they may know of.
const NOTHING: &str = "None of the people here keeps anything of you.";

/// Executes `forget`.
pub(super) fn forget(invocation: Invocation<Forget>, world: &mut World) -> Outcome {
    let me = me(world, invocation.act.actor)?;
    // With whether they may know that it knows them: it forgets them all the same.
    let minds: Vec<(Entity, String, bool)> = match &invocation.command.by {
        Some(name) => {
            let (mind, _, name) = mind_called(world, name)?;
            vec![(mind, name, true)]
        }
        None => {
            let known = acquainted(world, &me).into_iter();
            known.map(|(mind, name, known)| (mind, name, may_know(&known, &me))).collect()
        }
    };
    let is_struck = invocation.command.by.is_none() && tally::strike(world, &[me.clone()].into());
    // One may have counted for a goal of somebody whom one never spoke with.
    let all = if invocation.command.by.is_none() { body::all(world) } else { Vec::new() };
    let is_dropped =
        all.into_iter().filter(|mind| drop_from_purposes(world, *mind, &me)).count() > 0;
    if minds.is_empty() && !is_struck && !is_dropped {
        return Err(Refusal::because(NOTHING));
    }
    for (mind, ..) in &minds {
        drop_from_mind(world, *mind, &me);
        let Some(id) = world.get::<Character>(*mind).map(|id| id.0.clone()) else { continue };
        ask(world, &me, &id, ReadingPurpose::Forget);
    }
    let names: Vec<&String> =
        minds.iter().filter(|(.., known)| *known).map(|(_, name, _)| name).collect();
    let verb = if names.len() == 1 { "forgets" } else { "forget" };
    let mut told = Vec::new();
    if !names.is_empty() {
        told.push(format!("{} {verb} you.", list(&names)));
    }
    if is_struck {
        told.push("Where the town counts what was done, your name is struck out.".to_owned());
    }
    if is_dropped {
        told.push("No goal of theirs names you any more.".to_owned());
    }
    if told.is_empty() {
        told.push(NOTHING.to_owned());
    }
    let text = Text::plain(told.join(" "));
    with_narrator(world, |narrator| narrator.show(&invocation.act, text));
    Ok(())
}

/// Erases everything that concerns a character from a mind.
fn drop_from_mind(world: &mut World, mind: Entity, whom: &CharacterId) {
    let mut changed = Vec::new();
    if let Some(mut people) = world.get_mut::<Acquaintances>(mind) {
        let mut left = people.0.get(whom).cloned().unwrap_or_default();
        people.0.retain(|id, known| {
            let gone = id == whom;
            // What others told of themselves stays, even where this one had a part in it.
            let shared = known.forget_shared(|it| it == whom);
            if known.drop_from(|label| label.is_of(whom)) || shared || gone {
                changed.push(id.clone());
            }
            !gone
        });
        // Bad regard and a bad track record are kept.
        left.regard.retain(|_, it| it.forgotten().is_some());
        left.standing.retain(|_, it| it.is_bad());
        if !left.regard.is_empty() || !left.standing.is_empty() {
            let Acquaintance { regard, standing, .. } = left;
            people
                .0
                .insert(whom.clone(), Acquaintance { regard, standing, ..Acquaintance::default() });
        }
    }
    if let Some(mut notebook) = world.get_mut::<Notebook>(mind) {
        notebook.forget(whom, |note| note.is_of(whom));
    }
    saved::forget_rumours(world, mind, |it| it == whom);
    if let Some(mut thinking) = world.get_mut::<Thinking>(mind) {
        thinking.forget(|it| it == whom);
    }
    if let Some(mut sleep) = world.get_mut::<Sleep>(mind) {
        sleep.interrupt();
    }
    if let Some(mut reflection) = world.get_mut::<Reflection>(mind) {
        reflection.forget(|it| it == whom);
    }
    if let Some(mut leads) = world.get_mut::<Leads>(mind) {
        leads.forget(whom);
    }
    saved::touch_leads(world, mind);
    let _: bool = drop_from_purposes(world, mind, whom);
    delegation::give_up_where(world, mind, |it| it.names(whom));
    if let Some(me) = world.get::<Character>(mind).map(|it| it.0.clone()) {
        cache::forget_by(world, &me, whom);
    }
    if let Some(mut seen) = world.get_mut::<SeenDeeds>(mind) {
        seen.drop_from(|it| it == whom);
    }
    if let Some(mut stream) = world.get_mut::<Stream>(mind) {
        stream.0.retain(|line| !line.names(whom));
    }
    write::forget_by(world, mind, whom);
    let Some(me) = world.get::<Character>(mind).map(|it| it.0.clone()) else { return };
    for id in changed {
        let row = format!("{me} {id}");
        world.resource_mut::<Dirty>().touch_document(saved::ACQUAINTANCE, row);
    }
}

/// Erases a character from the goals and projects of a mind. Returns whether they named it.
fn drop_from_purposes(world: &mut World, mind: Entity, whom: &CharacterId) -> bool {
    let goals = world.get_mut::<Goals>(mind).is_some_and(|it| it.into_inner().forget(whom));
    if goals {
        goals::saved::touch(world, mind);
    }
    let projects = world.get_mut::<Projects>(mind).is_some_and(|it| it.into_inner().forget(whom));
    if projects {
        projects::saved::touch(world, mind);
    }
    goals || projects
}

/// Drops the notes that the store found.
pub(super) fn drop_notes(world: &mut World, reading: &NoteReading, notes: &[Note]) {
    for note in notes {
        let (mind, serial) = (reading.mind.clone(), note.serial);
        world.write_message(DropNote { mind, serial });
    }
}
