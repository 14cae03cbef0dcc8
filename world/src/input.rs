//! What comes into the world from outside, as values that can be written down
//! and played again.

use core::net::IpAddr;

use bevy_ecs::{prelude::*, system::SystemState};
use serde::{Deserialize, Serialize};

use crate::{
    channel::{Channel, Subscriptions},
    character::{Asked, Character, Description, Ignores, Marks, Name, Purse, Rights, Speaker},
    clock::{Agenda, Clock},
    command::Act,
    commands::look,
    due::Due,
    fact::{Cause, Fact, SpeakerKind, Way},
    id::{CharacterId, SessionId},
    index::Index,
    perform::{self, LineEntered, ReadOnly, who},
    place::{self, ContainedIn, Contents, Start},
    presence::{Address, Connected, LinkDead, Online},
    report::{Report, own_label, world_act},
    save::{self, CharacterDocument, CharacterV1, Dirty, SaveDocument, ThingDocument},
    text::{CleanText, Style, Text},
    thing,
};

/// Something that comes into the world from outside.
#[derive(Message, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Input {
    /// Somebody logged in.
    Enter {
        /// Over which connection.
        session: SessionId,
        /// As whom.
        character: Box<CharacterDocument>,
        /// What the character carries.
        things: Vec<ThingDocument>,
        /// Whether the character is new.
        new: bool,
        /// From where.
        address: IpAddr,
    },
    /// Somebody came back to a character that is in the world.
    Return {
        /// Over which connection.
        session: SessionId,
        /// As whom.
        id: CharacterId,
        /// From where.
        address: IpAddr,
    },
    /// A session entered a line.
    Line {
        /// Which.
        session: SessionId,
        /// What.
        line: CleanText,
    },
    /// Somebody left: the character falls asleep.
    Leave {
        /// Over which connection.
        session: SessionId,
    },
    /// A connection broke: the character stays for a while, lost in thought.
    Drop {
        /// Which.
        session: SessionId,
        /// For how long, in seconds.
        grace: u32,
    },
    /// Something for everybody to read.
    Announce(String),
    /// Something for one character to read.
    Tell {
        /// Whom.
        to: CharacterId,
        /// What.
        words: String,
    },
    /// Whether changes can be saved from now on.
    ReadOnly(bool),
}

/// What the world wants of the server.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// End a connection, after these last words.
    Close {
        /// Which.
        session: SessionId,
        /// Last words.
        words: String,
    },
    /// Stop the server.
    Shutdown {
        /// Who asked.
        by: CharacterId,
    },
    /// Read the content again.
    Reload {
        /// Who asked.
        by: CharacterId,
    },
}

/// What newcomers find.
#[derive(Resource, Debug, Clone, Default)]
pub struct Welcome {
    /// Coins in the purse.
    pub coins: u32,
    /// What is shown once.
    pub words: String,
}

/// Takes in what came since the last tick.
pub(crate) fn intake(world: &mut World) {
    let inputs: Vec<Input> = world.resource_mut::<Messages<Input>>().drain().collect();
    for input in inputs {
        // A line changes nothing yet, and there are many of them.
        if matches!(input, Input::Line { .. }) {
            take_in(world, input);
        } else {
            perform::durably(world, |world| take_in(world, input));
        }
    }
}

fn take_in(world: &mut World, input: Input) {
    match input {
        Input::Enter { session, character, things, new, address } => {
            enter(world, (session, address), character.current(), things, new);
        }
        Input::Return { session, id, address } => come_back(world, (session, address), &id),
        Input::Line { session, line } => entered(world, session, line),
        Input::Drop { session, grace } => lose_link(world, session, grace),
        Input::Leave { session } => {
            if let Some(it) = world.resource::<Index>().sessions.get(&session).copied() {
                leave(world, it);
            }
        }
        Input::Announce(words) => announce(world, &words),
        Input::Tell { to, words } => {
            if let Some(it) = world.resource::<Index>().characters.get(&to).copied() {
                tell(world, it, Text::plain(words));
            }
        }
        Input::ReadOnly(read_only) => world.resource_mut::<ReadOnly>().0 = read_only,
    }
}

fn entered(world: &mut World, session: SessionId, line: CleanText) {
    let Some(actor) = world.resource::<Index>().sessions.get(&session).copied() else { return };
    let now = world.resource::<Clock>().now;
    if let Some(mut online) = world.get_mut::<Online>(actor) {
        online.active = now;
    }
    world.write_message(LineEntered { actor, line });
}

/// A connection, and where it comes from.
type Link = (SessionId, IpAddr);

/// Somebody comes in; if the character is in the world already, the newer
/// connection takes it over.
fn enter(
    world: &mut World,
    (session, address): Link,
    character: CharacterV1,
    things: Vec<ThingDocument>,
    new: bool,
) {
    let now = world.resource::<Clock>().now;
    if let Some(it) = world.resource::<Index>().characters.get(&character.id).copied() {
        take_over(world, it, (session, address));
        return;
    }
    let start = world.resource::<Start>().0;
    let saved = character.room.as_ref();
    let room = saved.and_then(|id| world.resource::<Index>().rooms.get(id).copied());
    let moved = saved.is_some() && room.is_none();
    let it = spawn(world, character);
    world.entity_mut(it).insert((
        Connected(session),
        Online { since: now, active: now },
        Address(address.to_canonical()),
    ));
    if new {
        newcomer(world, it);
    }
    for document in things {
        let document = document.current();
        // A copy that is in the world already cannot be carried as well.
        if !world.resource::<Index>().things.contains_key(&document.id) {
            thing::restore(world, document.id, &document.kind, it);
        }
    }
    place::move_into(world, it, room.unwrap_or(start));
    world.resource_mut::<Dirty>().touch(it);
    if new {
        let welcome = world.resource::<Welcome>().words.clone();
        tell(world, it, Text::styled(Style::Prose, welcome + "\n"));
    } else if moved {
        tell(
            world,
            it,
            Text::styled(
                Style::Quiet,
                "The place you fell asleep in is gone, so you wake up here.",
            ),
        );
    }
    deed(world, it, Fact::Arrived(Way::Woke));
    look::queue_for(world, it);
}

fn newcomer(world: &mut World, it: Entity) {
    let role = world.get::<Rights>(it).map_or(crate::permission::Role::Guest, |it| it.0);
    let mut channels = world.query::<&Channel>();
    let on = channels
        .iter(world)
        .filter(|it| it.default && it.role <= role)
        .map(|it| it.id.clone())
        .collect();
    let coins = world.resource::<Welcome>().coins;
    world.entity_mut(it).insert((Subscriptions(on), Purse(coins)));
}

/// Somebody comes back to a character that was in the world when they asked.
fn come_back(world: &mut World, link: Link, id: &CharacterId) {
    match world.resource::<Index>().characters.get(id).copied() {
        Some(it) => take_over(world, it, link),
        // It fell asleep in that very moment; what the newcomer knows of it is
        // older than what was saved.
        None => {
            let words = "Your character has just fallen asleep. Please connect once more.";
            world.write_message(Request::Close { session: link.0, words: words.to_owned() });
        }
    }
}

/// A connection broke: nobody else's game is interrupted by a bad line.
fn lose_link(world: &mut World, session: SessionId, grace: u32) {
    let Some(it) = world.resource::<Index>().sessions.get(&session).copied() else { return };
    if grace == 0 {
        leave(world, it);
        return;
    }
    let until = world.resource::<Clock>().now.after(std::time::Duration::from_secs(grace.into()));
    world.entity_mut(it).remove::<Connected>().insert(LinkDead { until });
    world.resource_mut::<Agenda<Due>>().enter(until, Due::FallAsleep(it));
    deed(world, it, Fact::Link { back: false });
}

/// Who has not come back in time falls asleep.
pub(crate) fn fall_asleep(world: &mut World, it: Entity) {
    let now = world.resource::<Clock>().now;
    if world.get::<LinkDead>(it).is_some_and(|it| it.until <= now) {
        leave(world, it);
    }
}

fn take_over(world: &mut World, it: Entity, (session, address): Link) {
    let now = world.resource::<Clock>().now;
    let old = world.get::<Connected>(it).copied();
    let mut entity = world.entity_mut(it);
    entity.remove::<LinkDead>();
    entity.insert((
        Connected(session),
        Online { since: now, active: now },
        Address(address.to_canonical()),
    ));
    if let Some(old) = old {
        world.write_message(Request::Close {
            session: old.0,
            words: "You have connected from somewhere else, so this connection ends.".to_owned(),
        });
        tell(world, it, Text::styled(Style::Quiet, "You take over from your other connection."));
    } else {
        deed(world, it, Fact::Link { back: true });
    }
    look::queue_for(world, it);
}

/// Puts a character into the world, without a place yet.
pub(crate) fn spawn(world: &mut World, it: CharacterV1) -> Entity {
    let ignores = it.ignores;
    let mut entity = world.spawn((
        Character(it.id),
        Name(it.name.into()),
        Description(it.description.into()),
        Speaker(it.kind),
        Rights(it.role),
        Purse(it.coins),
        Marks(it.marks),
        it.settings,
        Subscriptions(it.channels),
        Asked::default(),
        thing::Authored(it.label),
    ));
    if !ignores.is_empty() {
        entity.insert(Ignores(ignores));
    }
    entity.id()
}

/// Somebody falls asleep: everything is saved, and the body leaves the world.
pub(crate) fn leave(world: &mut World, it: Entity) {
    deed(world, it, Fact::Left(Way::Woke));
    let inside: Vec<Entity> =
        world.get::<Contents>(it).map(|it| it.iter().collect()).unwrap_or_default();
    let guest = world.get::<Speaker>(it).is_some_and(|it| it.0 == SpeakerKind::Guest);
    if let Some(document) = save::character(world, it) {
        world.write_message(SaveDocument::Character(document));
    }
    let room = world.get::<ContainedIn>(it).map(|it| it.0);
    for thing in inside {
        match room {
            // Guests leave nothing behind but what they carried.
            Some(room) if guest => {
                place::move_into(world, thing, room);
            }
            _ => {
                world.despawn(thing);
            }
        }
    }
    world.despawn(it);
}

fn act_of(world: &World, it: Entity) -> Option<Act> {
    let who = who(world, it)?;
    Some(Act { actor: it, cause: Cause::World, label: own_label(&who) })
}

fn deed(world: &mut World, it: Entity, fact: Fact) {
    let Some(act) = act_of(world, it) else { return };
    with_report(world, |report| report.deed(&act, fact));
}

pub(crate) fn tell(world: &mut World, it: Entity, text: Text) {
    let Some(act) = act_of(world, it) else { return };
    with_report(world, |report| report.show(&act, text));
}

fn announce(world: &mut World, words: &str) {
    let audience: Vec<Entity> = world.resource::<Index>().sessions.values().copied().collect();
    let text = Text::styled(Style::Heading, words);
    with_report(world, |report| report.notice(&world_act(), Fact::Notice(text), audience));
}

/// The queries of a [`Report`], kept because making them anew costs more than
/// using them.
#[derive(Resource)]
struct Lent(SystemState<Report<'static, 'static>>);

/// Lends a [`Report`] to code that has the whole world.
pub fn with_report(world: &mut World, f: impl FnOnce(&mut Report)) {
    if !world.contains_resource::<Lent>() {
        let state = SystemState::new(world);
        world.insert_resource(Lent(state));
    }
    world.resource_scope(|world, mut lent: Mut<Lent>| match lent.0.get_mut(world) {
        Ok(mut report) => f(&mut report),
        Err(error) => tracing::error!(%error, "the world lacks what a report needs"),
    });
}
