//! An hour of twenty players: who walks, talks, trades, is cut off, comes back, takes over and leaves,
//! on all kinds of terminals, while the content changes. The replay shows each what they read.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    simulation::Simulation,
    stage::Stage,
};
use server::setup::{self, reload};
use tests::{
    Trouble,
    brain::Brain,
    cast::{Cast, PASSWORD, Person, Place},
    client::{
        Client,
        telnet::{Skills, option},
    },
    host::{Home, Host},
    while_,
};
use world::{act::permission::Role, input};

use super::{Read, replays};

/// Step of the game's clock with each tick, in milliseconds: an hour passes in few enough ticks for
/// a test.
const STEP: u64 = 2_000;
const HOUR: u64 = 3_600_000;

/// The file of the content that changes.
const ZONE: &str = "zones/town.ron";

const PLAYERS: [&str; 20] = [
    "wiz", "abel", "bea", "cyr", "dora", "egon", "fay", "gus", "hild", "ivo", "jan", "kim", "lea",
    "max", "nell", "otto", "pia", "quin", "rosa", "sam",
];

/// The rules of the game, under which time flies.
fn hurried(seed: u64) -> Simulation {
    let mut sim = setup::rules(seed);
    let hurry = |mut clock: ResMut<Clock>| clock.now = WorldTime(clock.now.0 + STEP);
    sim.add_systems(Stage::Intake, hurry.before(reload::apply_reloads).before(input::intake));
    sim
}

/// Everybody who plays, and what was read over connections that have ended.
struct Town {
    home: Home,
    host: Host,
    /// The authored town.
    zone: String,
    /// By player; the number of the connection, and the connection.
    seats: BTreeMap<usize, (u64, Client)>,
    past: Vec<Read>,
    connections: u64,
}

/// Abilities of a player's client.
fn skills(player: usize) -> Skills {
    let mut skills = match player % 5 {
        0 => Skills::gmcp(&["Char 1", "Char.Items 1", "Room 1", "Comm.Channel 1"]),
        1 => Skills::terminal(&["TINTIN++", "XTERM", "MTTS 269"]),
        2 => Skills::terminal(&["LISTENER", "XTERM", "MTTS 65"]),
        3 => Skills::of(&[option::MCCP2]),
        _ => Skills::of(&[]),
    };
    skills.options.push(option::NAWS);
    skills
}

/// Line of a player in a round.
fn act(player: usize, round: usize) -> String {
    let other = PLAYERS.get((player + round) % PLAYERS.len()).unwrap_or(&"wiz");
    match (player * 7 + round * 5) % 24 {
        0 => "look".to_owned(),
        1 => "north".to_owned(),
        2 => "east".to_owned(),
        3 => "south".to_owned(),
        4 => "west".to_owned(),
        5 => "inventory".to_owned(),
        6 => format!("say Have you heard what {other} did, the {round}th time?"),
        7 => "emote counts the slips on the elm.".to_owned(),
        8 => format!("gossip {other} knows more than that."),
        9 => format!("whisper {other} Not a word of it."),
        10 => format!("page {other} Where are you?"),
        11 => "page mara one ale please".to_owned(),
        12 => format!("set width {}", 40 + round),
        13 => "get slip".to_owned(),
        14 => "drop slip".to_owned(),
        15 => "say to mara an eel pie please".to_owned(),
        // What was asked for five lines above is on offer by now.
        16 | 20 => "accept".to_owned(),
        17 => "who".to_owned(),
        18 => "say to pip where is the inn".to_owned(),
        19 => "look elm".to_owned(),
        21 => "set brief on".to_owned(),
        22 => format!("give slip to {other}"),
        // What is only said may be answered too late by this clock; this trades at once.
        _ => "buy ale".to_owned(),
    }
}

impl Town {
    /// A town with the first of the players in it.
    async fn open(players: usize) -> Result<Self, Trouble> {
        let rooms = ["town/square", "town/inn", "town/market"];
        let people = PLAYERS.iter().take(players).zip(rooms.iter().cycle()).map(|(name, room)| {
            let role = if *name == "wiz" { Role::Owner } else { Role::Player };
            Person::parse(role, &format!("{name} in {room}"))
        });
        let cast = Cast { people: people.collect::<Result<_, _>>()?, ..Cast::default() };
        let mut home = Home::new(&cast.content(Place::Content)?)?;
        home.rules = hurried;
        home.config.server.journal = true;
        home.config.limits.link_dead_seconds = 3_600;
        home.config.minds.deadline_seconds = 3_600;
        home.save(cast.characters(Place::Content)?).await?;
        let host = home.start(Brain::new([])).await?;
        let zone = std::fs::read_to_string(home.config.server.content.join(ZONE));
        let zone = while_("the zone", zone)?;
        let (seats, past) = (BTreeMap::new(), Vec::new());
        let mut town = Self { home, host, zone, seats, past, connections: 0 };
        for player in 0..players {
            town.sit_down(player).await?;
        }
        Ok(town)
    }

    /// Comes in as a player over a new connection.
    async fn come_in(&mut self, player: usize) -> Result<(u64, Client), Trouble> {
        self.connections += 1;
        let name = PLAYERS.get(player).ok_or("there is no such player")?;
        let mut client = Client::skilled(self.host.address, skills(player)).await?;
        client.settle().await?;
        let width = 50 + u8::try_from(player).unwrap_or(0);
        client.subnegotiate(option::NAWS, &[0, width, 0, 24]).await?;
        client.send(&format!("connect {name} {PASSWORD}")).await?;
        client.fence().await?;
        Ok((self.connections, client))
    }

    fn seat(&mut self, player: usize) -> Result<&mut (u64, Client), Trouble> {
        self.seats.get_mut(&player).ok_or_else(|| "that player is not there".to_owned())
    }

    async fn sit_down(&mut self, player: usize) -> Result<Option<(u64, Client)>, Trouble> {
        let seat = self.come_in(player).await?;
        Ok(self.seats.insert(player, seat))
    }

    /// A link breaks.
    async fn drop_link(&mut self, player: usize) -> Result<(), Trouble> {
        let (session, mut client) = self.seats.remove(&player).ok_or("nobody is there")?;
        client.fence().await?;
        self.past.push(Read::so_far(session, &client));
        Ok(())
    }

    /// Takes over from one's own other connection, or comes back after a farewell.
    async fn come_anew(&mut self, player: usize, farewell: bool) -> Result<(), Trouble> {
        if farewell {
            let (_, client) = self.seat(player)?;
            client.send("quit").await?;
            client.until_end().await?;
        }
        let (session, mut before) = self.sit_down(player).await?.ok_or("nobody was there")?;
        before.until_end().await?;
        self.past.push(Read::whole(session, &before));
        Ok(())
    }

    /// Changes a room and reads the content again.
    async fn reload(&mut self, round: usize) -> Result<(), Trouble> {
        let now = format!("cobbles, {round} times swept,");
        self.home.write(ZONE, &self.zone.replace("worn cobbles", &now))?;
        let (_, wiz) = self.seat(0)?;
        wiz.send("reload").await?;
        wiz.until("The content is read again").await.map(drop)
    }

    /// Everybody does something at the same time.
    async fn round(&mut self, round: usize) -> Result<(), Trouble> {
        for (&player, (_, client)) in &mut self.seats {
            client.send(&act(player, round)).await?;
            if player.is_multiple_of(5) {
                client.tell("Char.Items.Inv").await?;
                client.tell("Comm.Channel.Players").await?;
                let change = if round.is_multiple_of(2) { "Remove" } else { "Add" };
                client.tell(&format!("Core.Supports.{change} [\"Room 1\"]")).await?;
            }
            if (player + round).is_multiple_of(6) {
                let width = u8::try_from(30 + (player + round) % 50).unwrap_or(80);
                client.subnegotiate(option::NAWS, &[0, width, 0, 24]).await?;
            }
        }
        for (_, client) in self.seats.values_mut() {
            client.fence().await?;
        }
        Ok(())
    }

    /// Number of ticks in the journal.
    fn ticks(&self) -> Result<u64, Trouble> {
        let journal = std::fs::read_to_string(self.home.config.server.data.join("journal"));
        let ticks = while_("the journal", journal)?.matches("{\"Tick\":").count();
        Ok(u64::try_from(ticks).unwrap_or(0))
    }
}

#[tokio::test]
async fn minutes_of_seven_players_replay_to_the_same_on_every_screen() -> Result<(), Trouble> {
    let words = ["times swept", "You take over", "While you were away"];
    replays_to_the_same(7, 8, HOUR / 6, &words).await
}

#[tokio::test]
#[ignore = "nightly: plays an hour of twenty"]
async fn an_hour_of_twenty_players_replays_to_the_same_on_every_screen() -> Result<(), Trouble> {
    let words =
        ["You give Mara", "times swept", "You take over", "While you were away", "Mara says"];
    replays_to_the_same(PLAYERS.len(), 24, HOUR, &words).await
}

/// Plays so many rounds of so many players until so much time, in milliseconds, has passed in the game; all of
/// these words are read by somebody.
async fn replays_to_the_same(
    players: usize,
    rounds: usize,
    span: u64,
    words: &[&str],
) -> Result<(), Trouble> {
    let mut town = Town::open(players).await?;
    let mut away = None;
    for round in 0..rounds {
        town.round(round).await?;
        // Whoever was cut off has missed a round.
        if let Some(player) = away.take() {
            town.sit_down(player).await?;
        }
        let player = 1 + round * 7 % (players - 1);
        match round % 4 {
            0 => town.reload(round).await?,
            1 => {
                town.drop_link(player).await?;
                away = Some(player);
            }
            2 => town.come_anew(player, false).await?,
            _ => town.come_anew(player, true).await?,
        }
    }
    while town.ticks()? * STEP < span {
        town.seat(0)?.1.do_line("time").await?;
    }
    let Town { home, host, mut seats, past, .. } = town;
    host.stop().await?;
    let mut read = past;
    for (session, client) in seats.values_mut() {
        client.until_end().await?;
        read.push(Read::whole(*session, client));
    }
    let lines: Vec<&String> = read.iter().flat_map(|it| &it.lines).collect();
    for words in words {
        let any = lines.iter().any(|it| it.contains(words));
        assert!(any, "nobody read {words:?} in {} lines", lines.len());
    }
    replays(&home, &read)
}
