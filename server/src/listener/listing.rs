//! Data for the outside about the game (the MSSP listing), and the places that all connections
//! share.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use bevy_ecs::world::World;
use engine::{
    id::{CharacterId, RoomId, SessionId},
    index::Index,
};
use telnet::mssp::{self, Listing};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use world::{act::help::HelpPages, things::kind::Kinds};

use crate::{
    clock,
    listener::ports::Ports,
    operate::config::{Config, listing::Mssp},
};

/// Counts of the game's players, rooms, mobiles, objects and help topics, kept by the task that
/// owns the world.
#[derive(Debug, Default)]
pub struct Stats {
    /// Players in the game.
    pub players: AtomicU32,
    pub rooms: AtomicU32,
    /// Non-player characters.
    pub mobiles: AtomicU32,
    /// Kinds of things.
    pub objects: AtomicU32,
    /// Pages of help.
    pub helpfiles: AtomicU32,
}

impl Stats {
    /// Counts what there is in a world.
    pub fn count(&self, world: &World) {
        Self::put(&self.rooms, world.resource::<Index<RoomId>>().len());
        let played = world.resource::<Index<SessionId>>().len();
        let characters = world.resource::<Index<CharacterId>>().len();
        Self::put(&self.mobiles, characters.saturating_sub(played));
        Self::put(&self.objects, world.resource::<Kinds>().kinds.len());
        Self::put(&self.helpfiles, world.resource::<HelpPages>().0.len());
    }

    /// Stores a count; a larger one than fits is stored as the maximum.
    pub fn put(count: &AtomicU32, n: usize) {
        count.store(u32::try_from(n).unwrap_or(u32::MAX), Ordering::Relaxed);
    }
}

/// State that all connections share.
#[derive(Debug)]
pub struct SharedState {
    /// Keep-alive interval: silence after which a connection gets a NOP; `None` disables it.
    pub keep_alive: Option<Duration>,
    /// Places for compressed connections, each of which takes about 260 KiB.
    compressed: Arc<Semaphore>,
    census: Arc<Stats>,
    /// Part of the MSSP listing that does not change.
    fixed: Listing,
}

impl SharedState {
    /// Creates the shared state at the start of the server.
    #[must_use]
    pub fn new(name: &str, ports: &Ports, census: Arc<Stats>, config: &Config) -> Self {
        let seconds = u64::from(config.telnet.keep_alive_seconds);
        Self {
            keep_alive: (seconds > 0).then(|| Duration::from_secs(seconds)),
            compressed: Arc::new(Semaphore::new(config.limits.compressed)),
            census,
            fixed: fixed(name, ports, &config.mssp),
        }
    }

    /// Returns a permit for one more compressed connection, if one is free; it is given back when
    /// it is dropped.
    #[must_use]
    pub fn compression_place(&self) -> Option<OwnedSemaphorePermit> {
        self.compressed.clone().try_acquire_owned().ok()
    }

    /// Returns the current MSSP listing.
    #[must_use]
    pub fn listing(&self) -> Listing {
        let Stats { players, rooms, mobiles, objects, helpfiles } = &*self.census;
        let count = |it: &AtomicU32| it.load(Ordering::Relaxed);
        Listing {
            players: count(players),
            world: mssp::World {
                rooms: Some(count(rooms)),
                mobiles: Some(count(mobiles)),
                objects: Some(count(objects)),
                helpfiles: Some(count(helpfiles)),
                ..mssp::World::default()
            },
            ..self.fixed.clone()
        }
    }
}

fn fixed(name: &str, ports: &Ports, said: &Mssp) -> Listing {
    let said = said.clone();
    Listing {
        name: name.to_owned(),
        started_unix_seconds: clock::now().0 / 1_000,
        address: mssp::GameAddress {
            host: said.host,
            ports: ports.telnet().iter().map(SocketAddr::port).collect(),
            tls_port: ports.tls().ok().flatten().map(|it| it.port()),
            ..mssp::GameAddress::default()
        },
        people: mssp::Contact {
            contact: said.contact,
            created: said.created,
            discord: said.discord,
            icon: said.icon,
            language: said.language,
            location: said.location,
            minimum_age: said.minimum_age,
            referrals: said.referrals,
            website: said.website,
            crawl_delay_hours: said.crawl_delay_hours,
        },
        kind: mssp::GameKind {
            codebases: vec![format!("Hearsay {}", env!("CARGO_PKG_VERSION"))],
            family: Some("Custom".to_owned()),
            genre: said.genre,
            subgenre: said.subgenre,
            gameplay: said.gameplay,
            status: said.status,
            ..mssp::GameKind::default()
        },
        shows: mssp::Shows {
            charsets: vec!["UTF-8".to_owned()],
            ansi: true,
            utf8: true,
            colours_256: true,
            truecolour: true,
            ..mssp::Shows::default()
        },
        ..Listing::default()
    }
}
