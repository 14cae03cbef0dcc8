//! Login, logout, disconnect and reconnect of characters.

use core::net::IpAddr;
use std::time::Duration;

use bevy_ecs::prelude::*;
use engine::{
    clock::Clock,
    id::{AccountId, CharacterId, SessionId},
    index,
    request::Request,
    save::{dirty::Dirty, document::logged, durability::Durability},
    simulation::Simulation,
};
use text::styled::{Style, Text};

use crate::{
    act::{
        due::{self, AddDue, Due},
        permission::Role,
    },
    beings::{
        alias::Aliases,
        character::{Character, Rights, Speaker, SpeakerKind, UNPLAYED},
        forgetting::Gone,
        ignores::Ignores,
        name::{Authorship, Description, Name},
        network_origin::{Households, NetworkOrigin},
        news::{self, TownNews},
        presence::{Address, Connected, LinkDead, Online},
        profile::Profile,
        roster::Roster,
        saved::{self, CharacterV1},
        sleepers::Sleepers,
    },
    space::{
        containment::{self, ContainedIn, Contents},
        room::Start,
    },
    talk::{
        channel::{Channel, Subscriptions},
        mail,
    },
    things::{
        saved::{ThingDocument, put_back},
        thing,
    },
    trade::{
        cooldown,
        purse::{Marks, Purse},
    },
    witness::{
        backlog::{self, LinkReport, SeenEvents},
        conversation::TalkPartner,
        fact::{Fact, Passage},
        look,
        narrator::{deed, tell_one},
    },
};

/// Welcome of new characters, from the content.
#[derive(Resource, Debug, Clone, Default)]
pub struct Welcome {
    /// Initial number of coins.
    pub coins: u32,
    /// Welcome text, shown once.
    pub words: String,
}

/// Connection: session, address and roster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) session: SessionId,
    /// IP address of the client.
    pub(crate) address: IpAddr,
    /// Account and characters of the player; none for guests.
    pub(crate) roster: Option<Roster>,
    /// Events that the client has shown already, if it resumes a stay and says so.
    pub(crate) seen: Option<SeenEvents>,
}

impl Link {
    fn connect(self, world: &mut World, character: Entity) {
        let now = world.resource::<Clock>().now;
        let household = world.resource_mut::<Households>().number(self.address, now);
        world.entity_mut(character).insert((
            Connected(self.session),
            Online { since: now, active: now },
            Address(self.address.to_canonical()),
            NetworkOrigin(household),
        ));
        if let Some(roster) = self.roster {
            world.entity_mut(character).insert(roster);
        }
    }
}

/// Timer that logs out a link-dead character after the grace period.
struct FallAsleep(Entity);

impl Due for FallAsleep {
    const DURABILITY: Durability = Durability::Soft;

    fn happen(self, world: &mut World) {
        let now = world.resource::<Clock>().now;
        if world.get::<LinkDead>(self.0).is_some_and(|link| link.until <= now) {
            leave(world, self.0);
        }
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.add_due::<FallAsleep>();
    sim.world_mut().init_resource::<Welcome>();
}

/// Logs in a character. If it is in the world already, the new connection takes it over.
pub(crate) fn enter(
    world: &mut World,
    link: Link,
    mut character: CharacterV1,
    things: Vec<ThingDocument>,
    new: bool,
) {
    if let Some(it) = index::find(world, &character.id) {
        take_over(world, it, link);
        return;
    }
    character.rename_ids(world.resource());
    let start = world.resource::<Start>().0;
    let saved = character.room.as_ref();
    let room = saved.and_then(|id| index::find(world, id));
    let moved = saved.is_some() && room.is_none();
    world.resource_mut::<Sleepers>().wake(&character.id);
    let being = spawn(world, character);
    let session = link.session;
    link.connect(world, being);
    backlog::begin(world, being, session, None, None);
    if new {
        newcomer(world, being);
    }
    for document in things {
        let document = document.current();
        // An item that is in the world already is not restored as a copy.
        if index::find(world, &document.id).is_none() {
            put_back(world, document, being);
        }
    }
    containment::put_into(world, being, room.unwrap_or(start));
    world.resource_mut::<Dirty>().touch(being);
    if new {
        let text = welcome(world);
        tell_one(world, being, text);
    } else if moved {
        tell_one(
            world,
            being,
            Text::styled(
                Style::Quiet,
                "The place you fell asleep in is gone, so you wake up here.",
            ),
        );
    }
    news::remind(world, being);
    mail::remind(world, being);
    deed(world, being, Fact::Arrived(Passage::Woke));
    look::queue_for(world, being);
}

fn newcomer(world: &mut World, newcomer: Entity) {
    let role = world.get::<Rights>(newcomer).map_or(Role::Guest, |it| it.0);
    let mut channels = world.query::<&Channel>();
    let on = channels
        .iter(world)
        .filter(|it| it.default && it.role <= role)
        .map(|it| it.id.clone())
        .collect();
    let coins = world.resource::<Welcome>().coins;
    let made = Some(world.resource::<Clock>().now);
    // All existing news counts as read for a new character.
    let news = world.resource::<TownNews>().newest().to_owned();
    let profile = Profile { made, news, ..Profile::default() };
    world.entity_mut(newcomer).insert((Subscriptions(on), Purse(coins), profile));
}

/// Returns the welcome text of the content, with a notice of server-played NPCs if there are any.
fn welcome(world: &mut World) -> Text {
    let mut text = Text::styled(Style::Prose, &*world.resource::<Welcome>().words);
    let mut speakers = world.query::<&Speaker>();
    if speakers.iter(world).any(|it| it.0 == SpeakerKind::Assistant) {
        let words =
            format!("\n\nSome of the people here are {UNPLAYED} itself; to see which, type: ");
        text.push(Style::Quiet, &words).push(Style::Command, "who here");
    }
    text.say("\n");
    text
}

/// Reconnects a player to a character that was in the world when they asked; closes the session
/// with an explanation if it has logged out since.
pub(crate) fn reconnect(world: &mut World, link: Link, id: &CharacterId) {
    match index::find(world, id) {
        Some(it) => take_over(world, it, link),
        // The character logged out in this very moment; the data of the new login is older than
        // what was saved.
        None => {
            let words = "Your character has just fallen asleep. Please connect once more.";
            world.write_message(Request::Close { session: link.session, words: words.to_owned() });
        }
    }
}

/// Handles a broken connection: the character stays link-dead for `grace` seconds, or logs out at
/// once if it is 0.
pub(crate) fn disconnect(world: &mut World, session: SessionId, report: LinkReport, grace: u32) {
    let Some(it) = index::find(world, &session) else {
        backlog::ended(world, session, report);
        return;
    };
    if grace == 0 {
        leave(world, it);
        return;
    }
    backlog::lost(world, it, report);
    let until = world.resource::<Clock>().now.after(Duration::from_secs(grace.into()));
    world.entity_mut(it).remove::<Connected>().insert(LinkDead { until });
    due::enter(world, until, FallAsleep(it));
    deed(world, it, Fact::Link { back: false });
}

fn take_over(world: &mut World, entity: Entity, link: Link) {
    let old = world.get::<Connected>(entity).copied();
    world.entity_mut(entity).remove::<LinkDead>();
    let (session, seen) = (link.session, link.seen.clone());
    link.connect(world, entity);
    backlog::begin(world, entity, session, seen.as_ref(), old.map(|old| old.0));
    if let Some(old) = old {
        world.write_message(Request::Close {
            session: old.0,
            words: "You have connected from somewhere else, so this connection ends.".to_owned(),
        });
        if seen.is_none() {
            let words = "You take over from your other connection.";
            tell_one(world, entity, Text::styled(Style::Quiet, words));
        }
    } else {
        deed(world, entity, Fact::Link { back: true });
    }
    // A client that goes on where it was shows the place already.
    if seen.is_none() {
        look::queue_for(world, entity);
    }
}

/// Logs out the character of an account, and closes its session with the given words.
pub(crate) fn sleep_account(world: &mut World, account: &AccountId, words: &str) {
    let Some(player) = index::find(world, account) else { return };
    if let Some(connected) = world.get::<Connected>(player) {
        let session = connected.0;
        world.write_message(Request::Close { session, words: words.to_owned() });
    }
    leave(world, player);
}

/// Spawns a character from its saved form, without a room yet.
pub(crate) fn spawn(world: &mut World, character: CharacterV1) -> Entity {
    let (mut ignores, aliases) = (character.ignores, character.aliases);
    // The document may have been read before an ignored character was erased.
    ignores.retain(|id, _| !world.resource::<Gone>().contains(id));
    let mut entity = world.spawn((
        Character(character.id),
        Name(character.name.into()),
        Description(character.description.into()),
        Speaker(character.kind),
        Rights(character.role),
        Purse(character.coins),
        Marks(character.marks),
        character.settings,
        Subscriptions(character.channels),
        TalkPartner::default(),
        Authorship(character.label),
        character.profile,
    ));
    if !character.lapsing.is_empty() {
        entity.insert(character.lapsing);
    }
    if !ignores.is_empty() {
        entity.insert(Ignores(ignores));
    }
    if !aliases.is_empty() {
        entity.insert(Aliases(aliases));
    }
    let entity = entity.id();
    cooldown::awake(world, entity);
    entity
}

/// Logs out a character: saves it, and despawns it with its inventory. A guest is not saved,
/// and its items are left in the room.
pub(crate) fn leave(world: &mut World, leaver: Entity) {
    deed(world, leaver, Fact::Left(Passage::Woke));
    let inside: Vec<Entity> =
        world.get::<Contents>(leaver).map(|it| it.iter().collect()).unwrap_or_default();
    let guest = world.get::<Speaker>(leaver).is_some_and(|it| it.0 == SpeakerKind::Guest);
    if let Some(document) = saved::document(world, leaver) {
        if let Some(row) = logged(saved::row(&document)) {
            world.write_message(row);
        }
        let it = document.current();
        world.resource_mut::<Sleepers>().add(it.id.clone(), (&it).into());
    }
    let room = world.get::<ContainedIn>(leaver).map(|it| it.0);
    for thing in inside {
        match room {
            // Of guests only the carried items stay in the world.
            Some(room) if guest => thing::leave_behind(world, thing, room),
            _ => {
                world.despawn(thing);
            }
        }
    }
    world.despawn(leaver);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fixture::Fixture, input::Input};

    /// Returns the first output of a new player, with Mara controlled by this kind of speaker.
    fn first_words(mara: SpeakerKind) -> String {
        let mut game = Fixture::town();
        game.enter("Ann", Role::Player, "town/square");
        game.enter("Mara", Role::Player, "town/square");
        let [ann, own] = ["ann", "mara"].map(|id| game.entity(id).unwrap());
        let world = game.sim.world_mut();
        world.entity_mut(own).insert(Speaker(mara));
        let like = saved::document(world, ann).unwrap().current();
        let id = CharacterId::new("dan").unwrap();
        let character = CharacterV1 { id, name: "Dan".to_owned(), ..like };
        game.sim.put(Input::Enter {
            session: SessionId(9),
            character: Box::new(saved::CharacterDocument::V1(character)),
            things: Vec::new(),
            new: true,
            address: IpAddr::from([127, 0, 0, 1]),
            roster: None,
        });
        game.tick();
        game.hears("dan")
    }

    #[test]
    fn newcomers_read_that_the_server_plays_some_of_the_people() {
        let words = "Some of the people here are played by the server itself; to see which, \
                     type: who here";
        let told = first_words(SpeakerKind::Assistant);
        assert!(told.starts_with(&format!("Welcome.\n\n{words}\n")), "{told}");
        let told = first_words(SpeakerKind::Player);
        assert!(told.starts_with("Welcome.\n") && !told.contains(words), "{told}");
    }
}
