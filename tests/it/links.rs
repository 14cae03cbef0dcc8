//! Connections that break, and several for one character: nothing is lost, and what is shown twice
//! is marked.

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
    client::{Client, plain_lines},
    host::{Home, Host},
    while_,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
};
use world::{
    act::permission::Role,
    beings::{
        self,
        saved::{CharacterDocument, CharacterV1},
    },
    input,
    witness::backlog::Backlog,
};

type Done = Result<(), Trouble>;

/// Number of attempts at which two connections come at once: each time they may meet in another
/// way.
const ROUNDS: usize = 20;
/// Header above lines that may have been seen already, footer below them, and header above other
/// lines.
const AGAIN: &str = "The last lines of your old connection, which you may have seen already:";
const NEW: &str = "From here on everything is new:";
const AWAY: &str = "While you were away:";

/// Step of the clock with each tick where time flies, in milliseconds.
const STEP: u64 = 2_000;

/// A town with Bob and Carol, who sleep.
async fn home() -> Result<Home, Trouble> {
    let home = Home::town(&[])?;
    let people = ["bob in town/square", "carol in town/square"];
    let people = people.map(|it| Person::parse(Role::Player, it));
    let people = people.into_iter().collect::<Result<_, _>>()?;
    home.save(Cast { people, ..Cast::default() }.characters(Place::Test)?).await?;
    Ok(home)
}

/// The rules of the game, under which time flies.
fn hurried(seed: u64) -> Simulation {
    let mut sim = setup::rules(seed);
    let hurry = |mut clock: ResMut<Clock>| clock.now = WorldTime(clock.now.0 + STEP);
    sim.add_systems(Stage::Intake, hurry.before(reload::apply_reloads).before(input::intake));
    sim
}

/// The same town where time flies, and links that are lost are kept for long.
async fn hurried_home() -> Result<Home, Trouble> {
    let mut home = home().await?;
    home.rules = hurried;
    home.config.limits.link_dead_seconds = 86_400;
    Ok(home)
}

/// Lets so much time pass that whatever was shown has arrived.
async fn let_arrive(carol: &mut Client) -> Done {
    for _ in 0..=Backlog::SURE_AFTER.as_secs() * 1_000 / STEP {
        carol.do_line("time").await?;
    }
    Ok(())
}

async fn login(host: &Host, name: &str) -> Result<Client, Trouble> {
    Client::come_in(host.address, &format!("connect {name} {PASSWORD}")).await
}

/// Ends a connection in order, which is a sign of life. One that is dropped with something unread,
/// be it a prompt, is reset, and that is none.
async fn hang_up(mut client: Client) -> Done {
    client.hang_up().await?;
    client.until_end().await.map(drop)
}

/// As [`login`], with everything that is shown on the way in.
async fn back(host: &Host, name: &str) -> Result<(Client, Vec<String>), Trouble> {
    let mut client = Client::connect(host.address).await?;
    client.send(&format!("connect {name} {PASSWORD}")).await?;
    client.until("Welcome back").await?;
    client.fence().await?;
    let mut shown = Vec::new();
    while let Some(line) = client.take() {
        shown.push(line);
    }
    Ok((client, shown))
}

/// The lines that may have been seen already, and those that were not.
fn missed(shown: &[String]) -> (&[String], &[String]) {
    let at = |words: &str| shown.iter().position(|it| it.starts_with(words));
    // Among the lines that are shown again there may be the place as well.
    let place = shown.iter().rposition(|it| it == "The Square").unwrap_or(shown.len());
    let away = at(AWAY.trim_end_matches(':')).unwrap_or(place);
    let new = at(NEW).unwrap_or(away);
    let again = at(AGAIN).unwrap_or(new);
    if again > new {
        panic!("{shown:#?}")
    }
    (&shown[again..new], &shown[away..place])
}

/// Words of Carol, in order.
fn said(lines: &[String]) -> Vec<&str> {
    let words = lines.iter().filter_map(|it| it.strip_prefix("Carol says, \""));
    words.filter_map(|it| it.strip_suffix('"')).collect()
}

#[tokio::test]
async fn what_somebody_missed_is_shown_once() -> Done {
    let home = hurried_home().await?;
    let host = home.start(Brain::new([])).await?;
    let (mut bob, mut carol) = (login(&host, "bob").await?, login(&host, "carol").await?);
    carol.do_line("say Zero.").await?;
    bob.until("\"Zero.\"").await?;
    for (missed, heard) in [(["One.", "Two."], "Three."), (["Four.", "Five."], "Six.")] {
        let_arrive(&mut carol).await?;
        hang_up(bob).await?;
        carol.until("Bob is lost in thought.").await?;
        for words in missed {
            carol.do_line(&format!("say {words}")).await?;
        }
        let shown;
        (bob, shown) = back(&host, "bob").await?;
        carol.until("Bob looks up again.").await?;
        assert_eq!(shown.iter().filter(|it| *it == AWAY).count(), 1, "{shown:?}");
        assert!(!shown.iter().any(|it| it == AGAIN), "{shown:?}");
        assert_eq!(said(&shown), missed);
        let place = shown.iter().position(|it| it == "The Square");
        let away = shown.iter().position(|it| it == AWAY);
        assert!(away < place, "first what was missed, then the place: {shown:?}");
        carol.do_line(&format!("say {heard}")).await?;
        bob.until(&format!("\"{heard}\"")).await?;
        bob.fence().await?;
        assert_eq!(said(bob.seen()), [&missed[..], &[heard]].concat());
    }
    host.stop().await
}

#[tokio::test]
async fn what_came_just_before_a_link_broke_is_shown_again_and_marked() -> Done {
    let home = home().await?;
    let host = home.start(Brain::new([])).await?;
    let (mut bob, mut carol) = (login(&host, "bob").await?, login(&host, "carol").await?);
    carol.do_line("say One.").await?;
    bob.until("\"One.\"").await?;
    hang_up(bob).await?;
    carol.until("Bob is lost in thought.").await?;
    let (bob, shown) = back(&host, "bob").await?;
    let (again, unseen) = missed(&shown);
    assert_eq!((said(again), unseen.len()), (vec!["One."], 0), "{shown:?}");
    let ends = [AGAIN, NEW, "The Square"].map(|words| shown.iter().rposition(|it| it == words));
    assert!(ends.iter().all(Option::is_some) && ends.is_sorted(), "{shown:?}");
    // Of this connection it is not known either whether it has arrived.
    hang_up(bob).await?;
    carol.do_line("say Two.").await?;
    let (_bob, shown) = back(&host, "bob").await?;
    let (again, unseen) = missed(&shown);
    assert_eq!((said(again), said(unseen)), (vec!["One."], vec!["Two."]), "{shown:?}");
    assert!(!shown.iter().any(|it| it == NEW), "what is new has its own words: {shown:?}");
    host.stop().await
}

#[tokio::test]
async fn of_what_was_missed_the_last_is_kept_and_the_rest_counted() -> Done {
    let mut home = hurried_home().await?;
    home.config.limits.burst_of_talk = 1_000;
    let host = home.start(Brain::new([])).await?;
    let (mut bob, mut carol) = (login(&host, "bob").await?, login(&host, "carol").await?);
    // Whatever may not have arrived when the link broke would be counted too.
    bob.until("Carol wakes up").await?;
    let_arrive(&mut carol).await?;
    hang_up(bob).await?;
    carol.until("Bob is lost in thought.").await?;
    let lines: Vec<String> = (0..Backlog::MAX + 5).map(|n| n.to_string()).collect();
    for line in &lines {
        carol.send(&format!("say {line}")).await?;
    }
    carol.fence().await?;
    let (_bob, shown) = back(&host, "bob").await?;
    let heading = "While you were away (5 lines more before these):";
    assert!(shown.iter().any(|it| it == heading), "{shown:?}");
    assert_eq!(said(&shown), lines[5..]);
    host.stop().await
}

#[tokio::test]
async fn whoever_does_not_come_back_falls_asleep_and_misses_nothing() -> Done {
    let mut home = home().await?;
    home.config.limits.link_dead_seconds = 1;
    let host = home.start(Brain::new([])).await?;
    let (bob, mut carol) = (login(&host, "bob").await?, login(&host, "carol").await?);
    drop(bob);
    carol.until("Bob is lost in thought.").await?;
    carol.do_line("say One.").await?;
    carol.until("Bob falls asleep").await?;
    let (_bob, shown) = back(&host, "bob").await?;
    assert_eq!(said(&shown), [""; 0], "who sleeps hears nothing");
    assert!(missed(&shown).0.is_empty() && missed(&shown).1.is_empty(), "{shown:?}");
    host.stop().await
}

/// Reads until it is clear what became of a login: whether it came in.
async fn came_in(client: &mut Client) -> Result<bool, Trouble> {
    while let Some(line) = client.line().await? {
        if line.contains("Please try again in a moment.") {
            return Ok(false);
        }
        if line.starts_with("Exits:") {
            return Ok(true);
        }
    }
    Ok(false)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_logins_at_once_one_plays_and_nothing_is_doubled() -> Done {
    let home = home().await?;
    let host = home.start(Brain::new([])).await?;
    let mut carol = login(&host, "carol").await?;
    let mut bob = login(&host, "bob").await?;
    bob.do_line("get pear").await?;
    bob.send("quit").await?;
    bob.until_end().await?;
    carol.until("Bob falls asleep").await?;
    for round in 0..ROUNDS {
        let line = format!("connect bob {PASSWORD}");
        let mut one = Client::connect(host.address).await?;
        let mut two = Client::connect(host.address).await?;
        // Both wait at the same question, so that nothing but the login is left.
        one.until_prompt("What is your name?").await?;
        two.until_prompt("What is your name?").await?;
        let (sent, also) = tokio::join!(one.send(&line), two.send(&line));
        sent.and(also)?;
        let (first, second) = tokio::join!(came_in(&mut one), came_in(&mut two));
        let in_world = usize::from(first?) + usize::from(second?);
        assert!(in_world >= 1, "{round}: nobody came in");
        // If both did, one has taken over from the other, whose connection ends.
        for client in [&mut one, &mut two] {
            client.do_line("inventory").await?;
            // Whoever was sent away cannot say it any more.
            client.send("quit").await.unwrap_or_default();
            client.until_end().await?;
        }
        let seen = || one.seen().iter().chain(two.seen());
        let carried = seen().filter(|it| it.starts_with("You carry"));
        let carried: Vec<&String> = carried.collect();
        assert!(!carried.is_empty(), "{round}");
        assert!(carried.iter().all(|it| **it == "You carry a pear."), "{round}: {carried:?}");
        assert!(seen().any(|it| it == "In your purse: 10 coins."), "{round}");
        carol.until("Bob falls asleep").await?;
    }
    let woke = carol.seen().iter().filter(|it| *it == "Bob wakes up and looks around.").count();
    assert_eq!(woke, ROUNDS + 1, "each time he came in once");
    host.stop().await?;
    home.with_store(async |store| {
        let (bob, things) = while_(
            "Bob",
            store
                .load_whole(beings::saved::KIND, "bob", world::things::thing::KIND, "character:bob")
                .await,
        )?;
        let bob: CharacterDocument = while_("Bob", serde_json::from_str(&bob.unwrap_or_default()))?;
        let CharacterDocument::V1(CharacterV1 { coins, .. }) = bob;
        assert_eq!((coins, things.len()), (10, 1));
        Ok(())
    })
    .await
}

/// A client whose system takes as little as it can of what nobody reads.
struct Deaf(TcpStream);

impl Deaf {
    /// Comes in, and reads until somebody says something.
    async fn come_in(host: &Host, name: &str, carol: &mut Client) -> Result<Self, Trouble> {
        let socket = while_("a socket", TcpSocket::new_v4())?;
        while_("a small buffer", socket.set_recv_buffer_size(4_096))?;
        let mut stream = while_("connecting", socket.connect(host.address).await)?;
        let line = format!("connect {name} {PASSWORD}\n");
        while_("logging in", stream.write_all(line.as_bytes()).await)?;
        let mut read = Vec::new();
        let mut told = false;
        while !String::from_utf8_lossy(&read).contains("\"Ready.\"\r\n> ") {
            while_("reading", stream.read_buf(&mut read).await)?;
            if !told && String::from_utf8_lossy(&read).contains("Exits:") {
                carol.do_line("say Ready.").await?;
                told = true;
            }
        }
        Ok(Self(stream))
    }

    /// All that came since, as whole lines; it stays where it is, and so nothing more comes.
    async fn came(&self) -> Result<Vec<String>, Trouble> {
        let mut came = vec![0; 1 << 20];
        let n = while_("looking", self.0.peek(&mut came).await)?;
        let whole = came[..n].iter().rposition(|it| *it == b'\n').unwrap_or_default();
        let lines = plain_lines(&came[..whole]).into_iter();
        Ok(lines.map(|it| it.trim_start_matches("> ").to_owned()).collect())
    }
}

/// Carol says numbered lines, so much that a client who reads nothing cannot have got all.
async fn talk(carol: &mut Client, numbers: std::ops::Range<usize>) -> Result<(), Trouble> {
    for n in numbers {
        carol.send(&format!("say {n} {}", "la ".repeat(130))).await?;
    }
    carol.fence().await
}

/// The numbers of the lines that Carol said.
fn numbers(lines: &[String]) -> Vec<usize> {
    let numbers = said(lines).into_iter().filter_map(|it| it.split(' ').next()?.parse().ok());
    numbers.collect()
}

/// A town in which Carol may talk much.
async fn talkative() -> Result<Home, Trouble> {
    let mut home = home().await?;
    home.config.limits.burst_of_talk = 1_000;
    Ok(home)
}

#[tokio::test]
async fn what_was_written_into_a_dying_connection_is_shown_again() -> Done {
    let home = talkative().await?;
    let host = home.start(Brain::new([])).await?;
    let mut carol = login(&host, "carol").await?;
    let bob = Deaf::come_in(&host, "bob", &mut carol).await?;
    talk(&mut carol, 0..150).await?;
    let came = numbers(&bob.came().await?);
    assert!(!came.is_empty() && came.len() < 50, "{came:?}");
    drop(bob);
    carol.until("Bob is lost in thought.").await?;
    talk(&mut carol, 150..160).await?;
    let (_bob, shown) = back(&host, "bob").await?;
    let (again, unseen) = missed(&shown);
    let (again, unseen) = (numbers(again), numbers(unseen));
    assert!(again.starts_with(&came), "what came may have come: {again:?}");
    assert!(unseen.ends_with(&(150..160).collect::<Vec<_>>()), "{unseen:?}");
    assert_eq!([again, unseen].concat(), (0..160).collect::<Vec<_>>(), "none is lost");
    host.stop().await
}

#[tokio::test]
async fn what_a_connection_may_not_have_got_is_shown_where_its_player_is_now() -> Done {
    let home = talkative().await?;
    let host = home.start(Brain::new([])).await?;
    let mut carol = login(&host, "carol").await?;
    let old = Deaf::come_in(&host, "bob", &mut carol).await?;
    talk(&mut carol, 0..150).await?;
    let (mut bob, shown) = back(&host, "bob").await?;
    assert!(shown.iter().any(|it| it == "You take over from your other connection."), "{shown:?}");
    carol.do_line("say 150 at once").await?;
    bob.until("150 at once").await?;
    bob.until(AGAIN).await?;
    let came = numbers(&old.came().await?);
    assert!(!came.is_empty() && came.len() < 50, "{came:?}");
    bob.until("\"149 la").await?;
    carol.do_line("say 151 at last").await?;
    bob.until("151 at last").await?;
    let expected: Vec<usize> = [150].into_iter().chain(0..150).chain([151]).collect();
    assert_eq!(numbers(bob.seen()), expected);
    host.stop().await
}

#[tokio::test]
async fn whoever_quits_is_shown_nothing_again() -> Done {
    let home = home().await?;
    let host = home.start(Brain::new([])).await?;
    let (mut bob, mut carol) = (login(&host, "bob").await?, login(&host, "carol").await?);
    carol.do_line("say One.").await?;
    bob.send("quit").await?;
    bob.until_end().await?;
    carol.until("Bob falls asleep").await?;
    let (_bob, shown) = back(&host, "bob").await?;
    assert!(missed(&shown).0.is_empty() && missed(&shown).1.is_empty(), "{shown:?}");
    assert_eq!(said(&shown), [""; 0]);
    host.stop().await
}
