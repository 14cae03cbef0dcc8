//! A recorded run, played again, shows everybody the same.

mod hour;
mod made;

use std::{collections::BTreeMap, path::PathBuf};

use bevy_ecs::prelude::*;
use engine::{id::SessionId, simulation::Simulation, stage::Stage};
use server::{
    game::{
        replay::{Difference, JournalEnd, ReplayError, replay},
        shown::ShownPiece,
    },
    setup::{self, Rules},
};
use telnet::gmcp;
use tests::{
    Trouble,
    brain::{Brain, play},
    cast::{Cast, Npc, PASSWORD, Person, Place},
    client::{
        Client, plain_lines,
        telnet::{IAC, SB, SE, Skills, option},
    },
    host::Home,
    while_,
};
use world::{act::permission::Role, input::Input};

/// Output to one session.
#[derive(Debug, Default, PartialEq, Eq)]
struct Transcript {
    /// Lines and data in their order, as on the wire.
    pieces: Vec<Vec<u8>>,
    /// The lines as they read.
    lines: Vec<String>,
    /// The last words, which each connection breaks as it needs.
    last: String,
    /// The messages for the client: package and data.
    messages: Vec<String>,
}

impl Transcript {
    fn add(&mut self, piece: ShownPiece<'_>) {
        match piece {
            ShownPiece::Data(message) => {
                self.pieces.push(message.to_vec());
                let message = gmcp::framed(message);
                self.messages.push(String::from_utf8_lossy(message).into_owned());
            }
            ShownPiece::Line(line) => {
                self.pieces.push(line.to_vec());
                self.lines.extend(plain_lines(line));
            }
            ShownPiece::Last(words) => self.last = words.to_owned(),
        }
    }
}

fn replayed(home: &Home) -> Result<BTreeMap<u64, Transcript>, Trouble> {
    let mut transcripts = BTreeMap::<u64, Transcript>::new();
    let end = replay(&journal(home), home.rules, |SessionId(session), piece| {
        transcripts.entry(session).or_default().add(piece);
    });
    assert_eq!(while_("the replay", end)?, JournalEnd::Whole);
    Ok(transcripts)
}

/// Advice of a server that stops, which the connection adds to the last words.
const COME_BACK: &str = " To come back, please connect again in a minute.";

/// Output that a client has read over one connection.
struct Read {
    session: u64,
    lines: Vec<String>,
    messages: Vec<String>,
    stream: Vec<u8>,
    /// True when it read to the end of the connection, rather than dropped the link before.
    whole: bool,
}

impl Read {
    /// Output over the connection with this number, which the server ended.
    fn whole(session: u64, client: &Client) -> Self {
        let (lines, stream) = (client.seen().to_vec(), client.stream().to_vec());
        Self { session, lines, messages: messages(client), stream, whole: true }
    }

    /// Output so far.
    fn so_far(session: u64, client: &Client) -> Self {
        Self { whole: false, ..Self::whole(session, client) }
    }

    /// Checks that this, byte for byte and in this order, is what a replay shows.
    fn is_as(&self, shown: &Transcript) -> Result<(), Trouble> {
        let session = self.session;
        let begins = self.lines.iter().position(|it| Some(it) == shown.lines.first());
        let begins = begins.ok_or_else(|| format!("{session}: nothing of it was read"))?;
        let lines = self.lines.get(begins..).unwrap_or_default();
        let (lines, last) = lines.split_at(shown.lines.len().min(lines.len()));
        let messages = &self.messages;
        if self.whole {
            assert_eq!(lines, shown.lines, "{session}");
            let last = one_line(&last.join(" "));
            let last = last.strip_suffix(COME_BACK).unwrap_or(&last);
            assert_eq!(last, one_line(&shown.last), "{session}");
            assert_eq!(*messages, shown.messages, "{session}");
        } else {
            assert_eq!(Some(lines), shown.lines.get(..lines.len()), "{session}");
            assert_eq!(last, [""; 0], "{session}");
            assert_eq!(Some(&**messages), shown.messages.get(..messages.len()), "{session}");
        }
        let mut stream = self.stream.as_slice();
        let mut pieces = shown.pieces.iter();
        for piece in pieces.by_ref() {
            let Some(at) = stream.windows(piece.len()).position(|it| it == piece) else { break };
            stream = stream.get(at + piece.len()..).unwrap_or_default();
        }
        let missing = pieces.next().map(|it| String::from_utf8_lossy(it));
        assert!(!self.whole || missing.is_none(), "{session}: before {missing:?}");
        Ok(())
    }
}

/// Checks that the run replays twice to the same, and to what was really shown.
fn replays(home: &Home, read: &[Read]) -> Result<(), Trouble> {
    let (first, second) = (replayed(home)?, replayed(home)?);
    assert_eq!(first, second);
    for read in read {
        read.is_as(first.get(&read.session).ok_or("a session is missing")?)?;
    }
    Ok(())
}

fn one_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The messages that a client was sent by the game, and not by its connection.
fn messages(client: &Client) -> Vec<String> {
    let data = client.heard.iter().filter_map(|it| {
        it.strip_prefix(&[SB, option::GMCP])?.strip_suffix(&[IAC, SE]).map(String::from_utf8_lossy)
    });
    let own = ["Char.Login", "Core."];
    data.filter(|it| !own.iter().any(|own| it.starts_with(own))).map(|it| it.into_owned()).collect()
}

#[tokio::test]
async fn a_recorded_run_replays_to_the_same_transcript() -> Result<(), Trouble> {
    let ann = Npc::parse("ann in town/square")?.persona();
    let mut home = Home::town(&[("personas/ann.ron", &ann)])?;
    home.config.server.journal = true;
    let brain = Brain::new(["ann".to_owned()]);
    brain.lay_out("ann", 0, play("inspect_location & recall_memories {\"query\": \"bob\"}")?);
    brain.lay_out("ann", 0, play("say {\"text\": \"Good day, Bob.\"}")?);
    let wiz = Person::parse(Role::Staff, "wiz in town/inn")?;
    let cast = Cast { people: vec![wiz], ..Cast::default() };
    home.save(cast.characters(Place::Test)?).await?;
    let host = home.start(brain).await?;
    let mut bob = Client::come_in(host.address, &format!("create bob {PASSWORD}")).await?;
    let mut carol = Client::come_in(host.address, &format!("create carol {PASSWORD}")).await?;
    for line in ["get pear", "emote waves.", "whisper carol Look there.", "say @ann hello"] {
        bob.send(line).await?;
    }
    bob.until("Ann says to you, \"Good day, Bob.\"").await?;
    carol.send("north").await?;
    carol.until("The Inn").await?;
    carol.fence().await?;
    let mut wiz = Client::come_in(host.address, &format!("connect wiz {PASSWORD}")).await?;
    for line in ["report carol: She only waves.", "ignore carol"] {
        bob.do_line(line).await?;
    }
    for line in ["who", "sitelock create zoe", "reports show 1", "audit"] {
        wiz.do_line(line).await?;
    }
    carol.do_line("chat Hello.").await?;
    wiz.until("Hello.").await?;
    bob.send("quit").await?;
    bob.until_end().await?;
    host.stop().await?;
    for client in [&mut carol, &mut wiz] {
        client.until_end().await?;
    }
    replays(&home, &[Read::whole(1, &bob), Read::whole(2, &carol), Read::whole(3, &wiz)])
}

#[tokio::test]
async fn every_kind_of_terminal_and_its_panels_replay_to_the_same() -> Result<(), Trouble> {
    let mut home = Home::town(&[])?;
    home.config.server.journal = true;
    let host = home.start(Brain::new([])).await?;
    let create = |name: &str| format!("create {name} {PASSWORD}");
    let mut skills = Skills::gmcp(&["Char 1", "Char.Items 1", "Room 1", "Comm.Channel 1"]);
    skills.options.extend([option::TTYPE, option::NAWS]);
    // 256 colours, by the bits of MTTS.
    skills.terminal = vec!["MUDLET", "XTERM-256COLOR", "MTTS 13"];
    let mut bob = Client::skilled_in(host.address, skills, &create("bob")).await?;
    let reader = Skills::terminal(&["LISTENER", "XTERM", "MTTS 65"]);
    let mut carol = Client::skilled_in(host.address, reader, &create("carol")).await?;
    bob.subnegotiate(option::NAWS, &[0, 30, 0, 24]).await?;
    for line in ["look", "get pear", "inventory", "chat Who is there?"] {
        bob.do_line(line).await?;
    }
    bob.tell("Char.Items.Inv").await?;
    bob.tell("Comm.Channel.Players").await?;
    bob.tell("Core.Supports.Remove [\"Room\"]").await?;
    for line in ["north", "drop pear"] {
        bob.do_line(line).await?;
        carol.do_line("look").await?;
    }
    host.stop().await?;
    for client in [&mut bob, &mut carol] {
        client.until_end().await?;
    }
    for package in ["Room.Info", "Char.Items.List", "Comm.Channel.Players", "Char.Items.Remove"] {
        assert!(messages(&bob).iter().any(|it| it.starts_with(package)), "{package}");
    }
    assert!(bob.stream().windows(4).any(|it| it == b"\x1b[38"), "in many colours");
    assert!(!carol.stream().contains(&b'\x1b'), "a reader hears no colours");
    replays(&home, &[Read::whole(1, &bob), Read::whole(2, &carol)])
}

#[tokio::test]
async fn a_reload_a_lost_link_and_a_take_over_replay_to_the_same() -> Result<(), Trouble> {
    let mut home = Home::town(&[])?;
    home.config.server.journal = true;
    let people = vec![
        Person::parse(Role::Owner, "wiz in town/square")?,
        Person::parse(Role::Player, "carol in town/square")?,
    ];
    home.save(Cast { people, ..Cast::default() }.characters(Place::Test)?).await?;
    let host = home.start(Brain::new([])).await?;
    let connect = |name: &str| format!("connect {name} {PASSWORD}");
    let mut wiz = Client::come_in(host.address, &connect("wiz")).await?;
    let mut carol = Client::come_in(host.address, &connect("carol")).await?;
    carol.do_line("get pear").await?;
    drop(carol);
    wiz.until("Carol is lost in thought.").await?;
    wiz.do_line("say She is gone.").await?;
    let mut back = Client::come_in(host.address, &connect("carol")).await?;
    wiz.until("Carol looks up again.").await?;
    let zone = home.config.server.content.join("zones/town.ron");
    let text = while_("the zone", std::fs::read_to_string(&zone))?;
    home.write("zones/town.ron", &text.replace("A warm room.", "A cold room."))?;
    wiz.send("reload").await?;
    wiz.until("The content is read again").await?;
    back.do_line("north").await?;
    let mut over = Client::come_in(host.address, &connect("carol")).await?;
    back.until_end().await?;
    over.do_line("inventory").await?;
    wiz.do_line("who").await?;
    host.stop().await?;
    for client in [&mut wiz, &mut over] {
        client.until_end().await?;
    }
    let seen = |client: &Client, words: &str| client.seen().iter().any(|it| it.contains(words));
    for (client, words) in [
        (&back, "Wiz says, \"She is gone.\""),
        (&back, "A cold room."),
        (&over, "You take over from your other connection."),
        (&over, "You carry a pear."),
    ] {
        assert!(seen(client, words), "{words}: {:#?}", client.seen());
    }
    replays(&home, &[Read::whole(1, &wiz), Read::whole(3, &back), Read::whole(4, &over)])
}

/// A short run, in which somebody speaks, and the text of its journal.
async fn hello(home: &mut Home) -> Result<String, Trouble> {
    home.config.server.journal = true;
    let host = home.start(Brain::new([])).await?;
    let mut bob = Client::come_in(host.address, &format!("create bob {PASSWORD}")).await?;
    for line in ["say hello", "look", "inventory"] {
        bob.do_line(line).await?;
    }
    // Each of them is answered by a tick of its own, however fast the machine is.
    for n in 0..10 {
        bob.do_line(&format!("say {n}")).await?;
    }
    host.stop().await?;
    bob.until_end().await?;
    while_("the journal", std::fs::read_to_string(journal(home)))
}

fn journal(home: &Home) -> PathBuf {
    home.config.server.data.join("journal")
}

/// First difference of a replay of the journal, and its output all the same.
fn differs(home: &Home, rules: Rules) -> Result<(Difference, Vec<String>), Trouble> {
    let mut lines = Vec::new();
    let played = replay(&journal(home), rules, |_, piece| {
        if let ShownPiece::Line(line) = piece {
            lines.extend(plain_lines(line));
        }
    });
    match played {
        Err(ReplayError::Differs(difference)) => Ok((difference, lines)),
        other => Err(format!("it does not differ: {other:?}")),
    }
}

#[tokio::test]
async fn a_changed_journal_is_noticed_at_the_tick_that_differs() -> Result<(), Trouble> {
    let mut home = Home::town(&[])?;
    let text = hello(&mut home).await?;
    let changed = text.replace("say hello", "say hullo");
    while_("the journal", std::fs::write(journal(&home), &changed))?;
    let (difference, lines) = differs(&home, setup::rules)?;
    let line = changed.lines().position(|it| it.contains("say hullo")).ok_or("no such line")?;
    let before = changed.lines().take(line + 1);
    let tick = before.filter(|it| it.starts_with("{\"Tick\"")).count();
    assert_eq!(difference.line, line + 1);
    assert_eq!(usize::try_from(difference.tick), Ok(tick));
    assert_eq!(difference.session, SessionId(1));
    assert!(lines.iter().any(|it| it.contains("hullo")), "{lines:#?}");
    assert!(lines.iter().any(|it| it == "You carry nothing."), "to its end: {lines:#?}");
    // What was shown then, and is not shown now, is noticed as well.
    let lost = text.replace("say hello", "");
    while_("the journal", std::fs::write(journal(&home), lost))?;
    assert_eq!(differs(&home, setup::rules)?.0.line, line + 1);
    Ok(())
}

/// The rules of a program that says more now and then.
fn wordy(seed: u64) -> Simulation {
    let mut sim = setup::rules(seed);
    sim.add_systems(Stage::Attend, |mut tick: Local<u64>, mut inputs: MessageWriter<Input>| {
        *tick += 1;
        if tick.is_multiple_of(10) {
            inputs.write(Input::Announce("You hear a bell.".to_owned()));
        }
    });
    sim
}

#[tokio::test]
async fn another_programs_words_are_noticed() -> Result<(), Trouble> {
    let mut home = Home::town(&[])?;
    hello(&mut home).await?;
    let (difference, lines) = differs(&home, wordy)?;
    assert_eq!(difference.session, SessionId(1));
    assert_eq!(difference.tick % 10, 1);
    assert!(lines.iter().any(|it| it == "You hear a bell."), "{lines:#?}");
    Ok(())
}

#[tokio::test]
async fn no_password_is_ever_in_a_journal() -> Result<(), Trouble> {
    const WRONG: &str = "another word that opens nothing";
    let mut home = Home::town(&[])?;
    home.config.server.journal = true;
    let people = vec![Person::parse(Role::Player, "carol in town/square")?];
    home.save(Cast { people, ..Cast::default() }.characters(Place::Test)?).await?;
    let host = home.start(Brain::new([])).await?;
    let mut bob = Client::come_in(host.address, &format!("create bob {PASSWORD}")).await?;
    let mut eve = Client::connect(host.address).await?;
    eve.send(&format!("connect carol {WRONG}")).await?;
    eve.until("do not belong together").await?;
    eve.log_in(&format!("connect carol {PASSWORD}")).await?;
    let login =
        |word| format!(r#"Char.Login.Credentials {{"account": "carol", "password": "{word}"}}"#);
    bob.telnet = true;
    bob.tell(&login(PASSWORD)).await?;
    bob.do_line("say I am in.").await?;
    eve.do_line("say So am I.").await?;
    host.stop().await?;
    let text = while_("the journal", std::fs::read_to_string(journal(&home)))?;
    for said in ["I am in.", "So am I."] {
        assert!(text.contains(said), "{said}");
    }
    for secret in [PASSWORD, WRONG, "argon2"] {
        assert!(!text.contains(secret), "{secret}");
    }
    Ok(())
}
