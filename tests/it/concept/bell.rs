//! The bell: whoever rings it is counted, it echoes a little later, and the
//! counts last.

use std::{collections::BTreeMap, time::Duration};

use bevy_ecs::prelude::*;
use engine::{
    clock::Clock,
    id::CharacterId,
    save::{
        dirty::Dirty,
        document::{self, Changed, DocumentKind, SavedRow, Unreadable, Written},
        durability::Durability,
    },
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};
use text::{parse::Line, styled::Text};
use world::{
    act::{
        cause::world_act,
        command::{Category, Command, CommandSpec, Invocation},
        due::{self, AddDue, Due},
        permission::Role,
        refusal::{Outcome, Refusal},
        registry::AddCommand,
    },
    beings::people::who,
    space::containment::room_of,
    witness::{fact::Fact, narrator::with_narrator},
};

/// Delay of the echo.
pub(super) const ECHO: Duration = Duration::from_secs(3);

/// The kind of the documents of who rang how often; the id is the character's.
pub(super) const KIND: &str = "bell";

/// Adds all of it.
pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Bell>();
    sim.add_command::<Ring, _>(ring).add_due::<Echo>().add_document(DocumentKind {
        name: KIND,
        newest: None,
        collect,
        restore,
    });
}

/// Number of times that each character rang.
#[derive(Resource, Debug, Default)]
struct Bell(BTreeMap<CharacterId, u32>);

/// Rings the bell.
struct Ring {
    /// True to forget only who rang.
    forget: bool,
}

impl Command for Ring {
    const SPEC: CommandSpec = CommandSpec {
        name: "peal",
        aliases: &[],
        role: Role::Guest,
        category: Category::World,
        usage: "peal\npeal forget",
        summary: "Ring the bell.",
        help: "Example: peal\n\
               The bell counts how often you rang it, until you type: peal forget",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        match line.rest {
            "" => Ok(Self { forget: false }),
            "forget" => Ok(Self { forget: true }),
            _ => Err(Refusal::Usage(Self::SPEC.usage)),
        }
    }
}

/// Executes `peal`.
fn ring(it: Invocation<Ring>, world: &mut World) -> Outcome {
    let me = who(world, it.act.actor).ok_or(Refusal::Nowhere)?;
    let room = room_of(world, it.act.actor).ok_or(Refusal::Nowhere)?;
    let mut bell = world.resource_mut::<Bell>();
    if it.command.forget {
        bell.0.remove(&me.id).ok_or_else(|| Refusal::because("You have not rung the bell yet."))?;
        world.resource_mut::<Dirty>().touch_document(KIND, me.id.as_str());
        with_narrator(world, |narrator| narrator.show(&it.act, Text::plain("It is forgotten.")));
        return Ok(());
    }
    let count = bell.0.entry(me.id.clone()).or_default();
    *count = count.saturating_add(1);
    let told = Text::plain(format!("{} rings the bell, {count} in all.", me.name));
    world.resource_mut::<Dirty>().touch_document(KIND, me.id.as_str());
    let time = world.resource::<Clock>().now.after(ECHO);
    due::enter(world, time, Echo { room });
    with_narrator(world, |narrator| {
        let audience = narrator.people_in(room);
        narrator.notice(&it.act, Fact::Notice(told), audience);
    });
    Ok(())
}

/// The echo is heard.
struct Echo {
    room: Entity,
}

impl Due for Echo {
    fn happen(self, world: &mut World) {
        with_narrator(world, |narrator| {
            let audience = narrator.people_in(self.room);
            let told = Fact::Notice(Text::plain("The bell echoes."));
            narrator.notice(&world_act(), told, audience);
        });
    }
}

/// A count, as it is saved.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
enum BellDocument {
    V1 { rung: u32 },
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(id) = changed else { return None };
    let rung = *world.resource::<Bell>().0.get(&CharacterId::new(id).ok()?)?;
    Some(document::row(KIND, id, "", &BellDocument::V1 { rung }))
}

fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    for row in saved {
        let BellDocument::V1 { rung } = document::read(KIND, row)?;
        if let Ok(id) = CharacterId::new(&row.id) {
            world.resource_mut::<Bell>().0.insert(id, rung);
        }
    }
    Ok(())
}
