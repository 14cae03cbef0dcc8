//! The real binary, from outside: it is started, talked to, killed and started
//! again, and nothing that was seen is lost. What cannot work ends at once with
//! one clear sentence.

#[path = "smoke/accounts.rs"]
mod accounts;
#[path = "smoke/chat.rs"]
mod chat;
#[path = "smoke/damage.rs"]
mod damage;
#[path = "smoke/nights.rs"]
mod nights;
#[path = "smoke/operator.rs"]
mod operator;
#[path = "smoke/persona.rs"]
mod persona;
#[path = "smoke/record.rs"]
mod record;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{BufRead, BufReader, ErrorKind, Read, Write},
    net::{SocketAddr, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        LazyLock,
        mpsc::{self, Receiver},
    },
    thread,
    time::Duration,
};

use rusqlite::Connection;
use tempfile::TempDir;
use tests::{
    Trouble,
    client::patience::{LOOK, Patience, receive},
    program::write_content,
    while_,
};

/// The longest wait until the server has left its data alone for a moment.
const BUSY: Duration = Duration::from_secs(60);
/// The shipped world.
const CONTENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../content");
/// The file of it that takes longest to read and is about how lines are understood, nothing else.
const EXAMPLES: &str = "examples.ron";
const GOODBYE: &str = "The server stops now.";

/// The shipped world without its examples, with which a server starts in a moment.
fn world() -> Result<&'static Path, Trouble> {
    static WORLD: LazyLock<Result<PathBuf, Trouble>> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("world");
        write_world(&folder)?;
        Ok(folder)
    });
    WORLD.as_deref().map_err(Clone::clone)
}

/// Writes what [`world`] is.
fn write_world(to: &Path) -> Result<(), Trouble> {
    write_content(to, &[])?;
    while_("the content", fs::remove_file(to.join(EXAMPLES)))
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

/// The program with these arguments and nothing to read.
fn hearsay(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hearsay"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Reads a stream to its end in the background and hands over its lines.
fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (say, said) = mpsc::sync_channel(10_000);
    thread::spawn(move || {
        let lines = BufReader::new(stream).lines();
        for line in lines.map_while(Result::ok) {
            if say.send(line).is_err() {
                break;
            }
        }
    });
    said
}

/// The lines of a process up to the end of a stream.
fn all(lines: &Receiver<String>, process: u32) -> Result<Vec<String>, Trouble> {
    let mut all = Vec::new();
    loop {
        match receive(lines, process) {
            Ok(line) => all.push(line),
            Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(all),
            Err(mpsc::RecvTimeoutError::Timeout) => return Err(format!("no end after {all:?}")),
        }
    }
}

/// A process with its output. It is ended when this is dropped.
struct Process {
    child: Child,
    out: Receiver<String>,
    err: Receiver<String>,
}

/// End of a process: exit code and output.
#[derive(Debug)]
struct Ended {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Process {
    fn start(mut command: Command) -> Result<Self, Trouble> {
        let mut child = while_("starting", command.spawn())?;
        let out = lines(child.stdout.take().ok_or("no output")?);
        let err = lines(child.stderr.take().ok_or("no errors")?);
        Ok(Self { child, out, err })
    }

    /// The next line of its output.
    fn printed(&self) -> Result<String, Trouble> {
        while_("its output", receive(&self.out, self.child.id()))
    }

    /// The next line of its log.
    fn logged(&self) -> Result<String, Trouble> {
        while_("its log", receive(&self.err, self.child.id()))
    }

    /// Waits for its end, which its output tells.
    fn ended(mut self) -> Result<Ended, Trouble> {
        let id = self.child.id();
        let (out, err) = (all(&self.out, id)?, all(&self.err, id)?);
        let code = while_("waiting", self.child.wait())?.code();
        Ok(Ended { code, out: out.join("\n"), err: err.join("\n") })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already, which is just as well.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Runs the program to its end.
fn run(arguments: &[&str]) -> Result<Ended, Trouble> {
    Process::start(hearsay(arguments))?.ended()
}

/// Checks that a failure was reported in one line and by the exit code; returns its sentence.
fn one_sentence(ended: &Ended) -> Result<&str, Trouble> {
    let mut lines = ended.err.lines().filter(|it| !it.trim().is_empty());
    match (ended.code, lines.next(), lines.next()) {
        (Some(code), Some(line), None) if code != 0 => {
            line.strip_prefix("hearsay: ").ok_or_else(|| format!("who says this? {line}"))
        }
        _ => Err(format!("one sentence and no success were expected: {ended:?}")),
    }
}

/// A server that runs.
struct Server {
    process: Process,
    address: SocketAddr,
}

impl Server {
    fn start(data: &Path, content: &Path, more: &[&str]) -> Result<Self, Trouble> {
        Self::start_by(hearsay(&[]), data, content, more)
    }

    /// Starts it by a command that takes its arguments.
    fn start_by(
        mut command: Command,
        data: &Path,
        content: &Path,
        more: &[&str],
    ) -> Result<Self, Trouble> {
        let (data, content) = (text(data), text(content));
        command.args(["serve", "--telnet", "127.0.0.1:0", "--data", &data]);
        command.args(["--content", &content]).args(more);
        if !more.contains(&"--web") {
            command.args(["--web", "off"]);
        }
        let process = Process::start(command)?;
        let first = process.printed();
        let Ok(first) = first else {
            return Err(format!("it does not listen: {:?}", process.ended()));
        };
        let address = first.strip_prefix("telnet listening on ");
        let address = address.ok_or_else(|| format!("its first line is {first}"))?;
        Ok(Self { address: while_("its address", address.parse())?, process })
    }

    /// Ends it as a power cut would.
    fn kill(mut self) -> Result<(), Trouble> {
        while_("killing", self.process.child.kill())?;
        while_("killing", self.process.child.wait())?;
        Ok(())
    }

    /// Sends it a signal.
    fn signal(&self, name: &str) -> Result<(), Trouble> {
        let id = self.process.child.id().to_string();
        let told = while_(name, Command::new("kill").args(["-s", name, &id]).status())?;
        if told.success() { Ok(()) } else { Err(format!("{name} was not sent")) }
    }

    /// Ends it as an operator would.
    fn terminate(self) -> Result<Ended, Trouble> {
        self.signal("TERM")?;
        self.process.ended()
    }

    /// The next line of the log with these words.
    fn logged(&self, words: &str) -> Result<String, Trouble> {
        let mut others = Vec::new();
        loop {
            match self.process.logged() {
                Ok(line) if line.contains(words) => return Ok(line),
                Ok(line) => others.push(line),
                Err(_) => return Err(format!("{words:?} is not in the log: {others:?}")),
            }
        }
    }
}

/// A plain telnet client.
struct Player {
    stream: TcpStream,
    /// The server's process.
    process: u32,
    /// Output not read yet, without colours.
    shown: String,
    in_colour: bool,
}

impl Player {
    /// Connects and comes in by one line.
    fn come_in(server: &Server, line: &str) -> Result<Self, Trouble> {
        let mut player = Self::connect(server)?;
        player.send(line)?;
        player.until("Exits:")?;
        Ok(player)
    }

    /// Connects and is asked for a name.
    fn connect(server: &Server) -> Result<Self, Trouble> {
        let stream = while_("connecting", TcpStream::connect(server.address))?;
        while_("connecting", stream.set_read_timeout(Some(LOOK)))?;
        while_("connecting", stream.set_nodelay(true))?;
        let process = server.process.child.id();
        let mut player = Self { stream, process, shown: String::new(), in_colour: false };
        player.until("What is your name?")?;
        Ok(player)
    }

    fn send(&mut self, line: &str) -> Result<(), Trouble> {
        while_("sending", self.stream.write_all(format!("{line}\r\n").as_bytes()))
    }

    /// Reads once. False at the end, and when the connection broke.
    fn read(&mut self) -> Result<bool, Trouble> {
        let mut buffer = [0; 4_096];
        let mut patience = Patience::with(self.process);
        let n = loop {
            match self.stream.read(&mut buffer) {
                Ok(n) => break n,
                Err(error) if error.kind() == ErrorKind::ConnectionReset => break 0,
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
                        && !patience.is_over() => {}
                Err(error) => return Err(format!("nothing came: {error}")),
            }
        };
        for byte in buffer.iter().take(n) {
            match (byte, self.in_colour) {
                (0x1B, _) => self.in_colour = true,
                (b'm', true) => self.in_colour = false,
                (_, true) => {}
                (byte, false) => self.shown.push(char::from(*byte)),
            }
        }
        Ok(n > 0)
    }

    /// Output up to these words, which are read; what comes after them is not.
    fn until(&mut self, words: &str) -> Result<String, Trouble> {
        loop {
            if let Some(at) = self.shown.find(words) {
                let rest = self.shown.split_off(at + words.len());
                return Ok(std::mem::replace(&mut self.shown, rest));
            }
            match self.read() {
                Ok(true) => {}
                Ok(false) => return Err(format!("the end before {words:?}: {}", self.shown)),
                Err(why) => return Err(format!("{why}, before {words:?}: {}", self.shown)),
            }
        }
    }

    /// Sends a line and reads its answer up to the next prompt.
    fn ask(&mut self, line: &str) -> Result<String, Trouble> {
        self.send(line)?;
        self.until("\n> ")
    }

    /// Output until the connection ended.
    fn until_end(mut self) -> Result<String, Trouble> {
        while self.read()? {}
        Ok(self.shown)
    }
}

fn folder() -> Result<TempDir, Trouble> {
    while_("a folder", tempfile::tempdir())
}

#[test]
fn who_was_killed_comes_back_where_they_were_and_is_remembered() -> Result<(), Trouble> {
    let data = folder()?;
    let content = world()?;
    let server = Server::start(data.path(), content, &[])?;
    let mut ann = Player::come_in(&server, "create Ann sesame99")?;
    ann.send("get slip")?;
    ann.until("You take a paper slip.")?;
    ann.send("east")?;
    ann.until("The Open Ear")?;
    ann.send("say hello")?;
    ann.until("hat do you like to drink?")?;
    ann.send("say I like plum wine")?;
    // The first is Ann's own line; what Mara says about it comes after she has noted it.
    ann.until("plum wine")?;
    ann.until("plum wine")?;
    server.kill()?;

    let server = Server::start(data.path(), content, &[])?;
    let mut ann = Player::come_in(&server, "connect Ann sesame99")?;
    ann.send("look")?;
    ann.until("The Open Ear")?;
    ann.send("inventory")?;
    ann.until("You carry a paper slip.")?;
    ann.send("say to mara do you remember me")?;
    ann.until("do you remember me")?;
    ann.until("plum wine")?;

    let ended = server.terminate()?;
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let last = ann.until_end()?;
    assert!(last.contains(GOODBYE), "{last}");
    Ok(())
}

#[test]
fn whoever_comes_while_nothing_can_be_saved_is_told_so() -> Result<(), Trouble> {
    let data = folder()?;
    let server = Server::start(data.path(), world()?, &[])?;
    let mut ann = Player::come_in(&server, "create Ann sesame99")?;
    let mut bob = Player::come_in(&server, "create Bob sesame99")?;
    bob.send("quit")?;
    bob.until_end()?;
    // Another program keeps the server from writing.
    let other = Connection::open(data.path().join("hearsay.sqlite"));
    let other = while_("the data", other)?;
    while_("the data", other.busy_timeout(BUSY))?;
    while_("the data", other.execute_batch("BEGIN IMMEDIATE"))?;
    ann.send("get slip")?;
    server.logged("commit failed")?;
    let mut bob = Player::connect(&server)?;
    bob.send("connect Bob sesame99")?;
    bob.until("The door is stuck")?;
    drop(other);
    ann.until("You take a paper slip.")?;
    bob.send("connect Bob sesame99")?;
    bob.until("Exits:")?;
    Ok(())
}

/// A room with things of different names.
const THINGS: [&str; 10] =
    ["acorn", "bead", "candle", "dice", "egg", "fork", "glove", "hat", "ink", "jar"];

fn write_small_world(to: &Path) -> Result<(), Trouble> {
    let names: Vec<String> = THINGS.iter().map(|it| format!("\"{it}\"")).collect();
    // With one copy of each, none grows back where it was taken.
    let kind = |it: &&str| {
        format!("(id: \"{it}\", name: \"the {it}\", description: \"Small.\", limit: 1)")
    };
    let kinds: Vec<String> = THINGS.iter().map(kind).collect();
    let zone = format!(
        "(id: \"town\", name: \"Town\", rooms: [
            (id: \"room\", name: \"Room\", description: \"A room.\", things: [{}],
             exits: [(direction: North, to: \"yard\")]),
            (id: \"yard\", name: \"Yard\", description: \"A yard.\",
             exits: [(direction: South, to: \"room\")]),
        ], kinds: [{}])",
        names.join(", "),
        kinds.join(", ")
    );
    let world = "(name: \"Small\", banner: \"Hello.\", welcome: \"Welcome.\", \
        start: \"town/room\", coins: 1)";
    let channels = "[(id: \"chat\", about: \"Talk.\", default: true)]";
    write(to, &[("world.ron", world), ("zones/town.ron", &zone), ("channels.ron", channels)])
}

fn write(to: &Path, files: &[(&str, &str)]) -> Result<(), Trouble> {
    for (path, text) in files {
        let path = to.join(path);
        while_("a folder", fs::create_dir_all(path.parent().unwrap_or(to)))?;
        while_("a file", fs::write(path, text))?;
    }
    Ok(())
}

/// The things that a text names.
fn named(text: &str) -> BTreeSet<&'static str> {
    THINGS.into_iter().filter(|it| text.contains(&format!("the {it}"))).collect()
}

/// Things a player saw taken or put down: true when taken.
fn seen(shown: &str) -> BTreeMap<&'static str, bool> {
    let mut seen = BTreeMap::new();
    for line in shown.lines() {
        let taken = line.contains("You take ");
        if taken || line.contains("You put down ") {
            seen.extend(named(line).into_iter().map(|it| (it, taken)));
        }
    }
    seen
}

/// Moves every thing once, and kills the server as soon as so many answers
/// came, with the rest on their way. Returns everything that could be read.
fn move_and_kill(
    server: Server,
    mut ann: Player,
    carried: &BTreeSet<&str>,
    answers: usize,
) -> Result<String, Trouble> {
    let moves = THINGS.map(|it| {
        let verb = if carried.contains(it) { "drop" } else { "get" };
        format!("{verb} {it}")
    });
    ann.send(&moves.join("\r\n"))?;
    while seen(&ann.shown).len() < answers {
        if !ann.read()? {
            return Err(format!("the server ended by itself: {}", ann.shown));
        }
    }
    server.kill()?;
    ann.until_end()
}

#[test]
fn what_was_seen_to_move_has_moved_whenever_the_server_is_killed() -> Result<(), Trouble> {
    let (data, content) = (folder()?, folder()?);
    write_small_world(content.path())?;
    let mut carried = BTreeSet::new();
    for round in 0..10 {
        let server = Server::start(data.path(), content.path(), &[])?;
        let way_in = if round == 0 { "create" } else { "connect" };
        let mut ann = Player::come_in(&server, &format!("{way_in} Ann sesame99"))?;
        ann.until("> ")?;
        // From none to nearly all, in an order that looks like chance.
        let answers = (round * 7 + 3) % THINGS.len();
        let shown = move_and_kill(server, ann, &carried, answers)?;

        let server = Server::start(data.path(), content.path(), &[])?;
        let mut ann = Player::come_in(&server, "connect Ann sesame99")?;
        ann.until("> ")?;
        let (inventory, look) = (ann.ask("inventory")?, ann.ask("look")?);
        carried = named(&inventory);
        let lying = named(&look);
        for (thing, taken) in seen(&shown) {
            assert_eq!(carried.contains(thing), taken, "round {round}, {thing}: {shown}");
        }
        let both: Vec<_> = carried.intersection(&lying).collect();
        assert!(both.is_empty(), "round {round}: {both:?} are in two places: {inventory} {look}");
        assert_eq!(carried.len() + lying.len(), THINGS.len(), "round {round}: {inventory} {look}");
        server.kill()?;
    }
    Ok(())
}

#[test]
fn a_second_server_on_the_same_port_or_data_says_why_it_ends() -> Result<(), Trouble> {
    let (data, other) = (folder()?, folder()?);
    let server = Server::start(data.path(), world()?, &[])?;
    let (data, other) = (text(data.path()), text(other.path()));
    let address = server.address.to_string();
    let serve = |address: &str, data: &str| {
        run(&["serve", "--telnet", address, "--data", data, "--content", &text(world()?)])
    };
    let ended = serve(&address, &other)?;
    let why = one_sentence(&ended)?;
    assert!(why.contains(&address), "{why}");

    let ended = serve("127.0.0.1:0", &data)?;
    let why = one_sentence(&ended)?;
    assert!(why.contains(&data), "{why}");
    assert!(!ended.out.contains("listening"), "{ended:?}");

    let ended = run(&["grant", "Ann", "owner", "--data", &data])?;
    one_sentence(&ended)?;
    // The first one does not mind.
    Player::come_in(&server, "connect guest")?;
    Ok(())
}

#[test]
fn tls_has_a_port_of_its_own_unless_it_is_switched_off() -> Result<(), Trouble> {
    let (data, other) = (folder()?, folder()?);
    let server = Server::start(data.path(), world()?, &[])?;
    let second = server.process.printed()?;
    let tls = second.strip_prefix("telnet over TLS listening on ").ok_or(second.clone())?;
    let address: SocketAddr = while_("its address", tls.parse())?;
    assert!(address.port() != 0 && address != server.address, "{address}");

    let other = text(other.path());
    let ended = run(&["serve", "--telnet", "127.0.0.1:0", "--tls", tls, "--data", &other])?;
    let why = one_sentence(&ended)?;
    assert!(why.contains(tls) && why.contains("--tls off"), "{why}");
    let ended = server.terminate()?;
    assert!(ended.err.contains("self-signed certificate for development"), "{ended:?}");

    let server = Server::start(data.path(), world()?, &["--tls", "off"])?;
    let ended = server.terminate()?;
    assert!(!ended.out.contains("TLS"), "{ended:?}");
    Ok(())
}

#[test]
fn a_newcomer_is_told_the_link_first() -> Result<(), Trouble> {
    let data = folder()?;
    let mut command = hearsay(&["serve", "--telnet", "127.0.0.1:0", "--web", "127.0.0.1:0"]);
    command.args(["--data", &text(data.path()), "--content", &text(world()?)]);
    let process = Process::start(command)?;
    let (first, second) = (process.printed()?, process.printed()?);
    let link = first.strip_prefix("Open in a browser: http://").ok_or(first.clone())?;
    assert!(second.starts_with("telnet listening on "), "{second}");
    let address: SocketAddr = while_("its address", link.trim_end_matches('/').parse())?;
    let mut page = while_("connecting", std::net::TcpStream::connect(address))?;
    while_("asking", page.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))?;
    let mut answer = String::new();
    while_("reading", page.read_to_string(&mut answer))?;
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
    assert!(answer.contains("Come in as a guest"), "{answer}");
    Ok(())
}

#[test]
fn a_certificate_that_is_named_must_be_there() -> Result<(), Trouble> {
    let home = folder()?;
    let file = home.path().join("my.ron");
    let tls = "(tls: (listen: Some(\"127.0.0.1:0\"), certificate: Some(\"/no/such/c.pem\"), \
        key: Some(\"/no/such/k.pem\")))";
    while_("a file", fs::write(&file, tls))?;
    let (file, data) = (text(&file), text(&home.path().join("data")));
    let arguments = [
        "serve",
        "--telnet",
        "127.0.0.1:0",
        "--data",
        &data,
        "--content",
        &text(world()?),
        "--config",
    ];
    let ended = run(&[&arguments[..], &[file.as_str()]].concat())?;
    // The log has told of the new data file before.
    let mut told = ended.err.lines().filter_map(|it| it.strip_prefix("hearsay: "));
    let why = told.next().ok_or("it says nothing")?;
    assert!((told.next(), ended.code) == (None, Some(1)), "{ended:?}");
    assert_eq!(why.matches("/no/such/c.pem").count(), 1, "{why}");
    assert!(why.contains("--tls off"), "{why}");
    assert!(!ended.out.contains("listening"), "{ended:?}");
    Ok(())
}

#[test]
fn broken_content_is_refused_with_every_problem() -> Result<(), Trouble> {
    let (data, content) = (folder()?, folder()?);
    write_small_world(content.path())?;
    let zone = "(id: \"town\", name: \"Town\", rooms: [
        (id: \"room\", name: \"Room\", description: \"A room.\", scent: \"Of paint.\",
         exits: [(direction: North, to: \"yart\")]),
        (id: \"yard\", name: \"Yard\", description: \"A yard.\",
         exits: [(direction: South, to: \"room\")]),
    ])";
    let channels = "[(id: \"chat\", about: \"Talk.\", default: perhaps)]";
    write(content.path(), &[("zones/town.ron", zone), ("channels.ron", channels)])?;
    let (data, content) = (text(data.path()), text(content.path()));
    let served =
        run(&["serve", "--telnet", "127.0.0.1:0", "--data", &data, "--content", &content])?;
    let checked = run(&["check", &content])?;
    for (ended, told) in [(&served, &served.err), (&checked, &checked.out)] {
        assert!(ended.code.is_some_and(|it| it != 0), "{ended:?}");
        for place in ["zones/town.ron:2:", "channels.ron:1:"] {
            assert!(told.contains(place), "{place} is missing: {ended:?}");
        }
        assert!(!ended.out.contains("listening"), "{ended:?}");
    }
    Ok(())
}

#[test]
fn the_shipped_content_has_no_problems() -> Result<(), Trouble> {
    let ended = run(&["check", CONTENT])?;
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(!ended.out.contains("warning"), "{ended:?}");
    Ok(())
}

#[test]
fn nouns_that_lead_nowhere_are_told_and_stop_nothing() -> Result<(), Trouble> {
    let (data, content) = (folder()?, folder()?);
    write_small_world(content.path())?;
    let zone = "(id: \"town\", name: \"Town\", rooms: [
        (id: \"room\", name: \"Room\", plain: [\"dust\"],
         description: \"A harp stands in the dust.\", exits: [(direction: In, to: \"room\")]),
    ])";
    write(content.path(), &[("zones/town.ron", zone)])?;
    let path = text(content.path());
    let checked = run(&["check", &path])?;
    assert_eq!(checked.code, Some(0), "{checked:?}");
    let told = "zones/town.ron:3:23: warning: the description of `town/room` leads nowhere with \
        harp; describe them in `details`, or write them in `plain`";
    assert!(checked.out.contains(told), "{checked:?}");
    let told = "zones/town.ron:3:81: warning: this exit leads to the room that it is in";
    assert!(checked.out.contains(told) && checked.out.contains("2 warning(s)"), "{checked:?}");
    let listed = run(&["check", "--nouns", &path])?;
    let line = "the description of `town/room`: 2 nouns; plain: dust; nowhere: harp";
    assert!(listed.out.contains(line), "{listed:?}");
    Server::start(data.path(), content.path(), &[])?.terminate()?;
    Ok(())
}

#[test]
fn the_first_owner_is_made_while_the_server_rests() -> Result<(), Trouble> {
    let data = folder()?;
    let path = text(data.path());
    one_sentence(&run(&["grant", "Ann", "owner", "--data", &path])?)?;
    let server = Server::start(data.path(), world()?, &[])?;
    let mut ann = Player::come_in(&server, "create Ann sesame99")?;
    ann.send("shutdown now")?;
    // Who still gets an answer has not stopped anything.
    ann.send("time")?;
    ann.until("A day here lasts")?;
    // The acts of the staff can be read beside a running server.
    let acts = run(&["audit", "--data", &path])?;
    assert_eq!((acts.code, acts.out.as_str()), (Some(0), ""), "{acts:?}");
    server.terminate()?;

    one_sentence(&run(&["grant", "Bob", "owner", "--data", &path])?)?;
    let ended = run(&["grant", "Ann", "owner", "--data", &path])?;
    assert_eq!((ended.code, ended.out.as_str()), (Some(0), "Ann is now owner."), "{ended:?}");

    let server = Server::start(data.path(), world()?, &[])?;
    let mut ann = Player::come_in(&server, "connect Ann sesame99")?;
    ann.send("shutdown now")?;
    ann.until(GOODBYE)?;
    let ended = server.process.ended()?;
    assert_eq!(ended.code, Some(0), "{ended:?}");

    let acts = run(&["audit", "--data", &path])?;
    let told: Vec<Vec<&str>> =
        acts.out.lines().map(|it| it.split('\t').skip(1).collect()).collect();
    let shown = run(&["account", "show", "Ann", "--data", &path])?.out;
    let account = shown.lines().find_map(|it| it.strip_prefix("account\t"));
    let account = account.ok_or_else(|| format!("Ann has no account: {shown}"))?;
    let grant = ["operator", "-", "-", "done", "hearsay grant Ann owner"];
    let shutdown = ["Ann", account, "127.0.0.1", "done", "shutdown now"];
    assert_eq!(told, [grant, shutdown], "{acts:?}");
    Ok(())
}

#[test]
fn the_printed_settings_are_settings() -> Result<(), Trouble> {
    let home = folder()?;
    let printed = run(&["print-config"])?;
    assert_eq!(printed.code, Some(0), "{printed:?}");
    let file: PathBuf = home.path().join("my.ron");
    while_("a file", fs::write(&file, &printed.out))?;
    let data = home.path().join("data");
    let server = Server::start(&data, world()?, &["--config", &text(&file)])?;
    Player::come_in(&server, "connect guest")?;
    Ok(())
}

#[test]
fn the_manual_and_the_help_are_printed() -> Result<(), Trouble> {
    let manual = run(&["docs"])?;
    assert_eq!(manual.code, Some(0), "{manual:?}");
    for command in ["look", "say", "whisper", "get", "shutdown"] {
        assert!(manual.out.contains(command), "{command} is missing");
    }
    let help = run(&["--help"])?;
    assert_eq!(help.code, Some(0), "{help:?}");
    for command in ["serve", "check", "grant", "account", "audit", "docs", "print-config"] {
        assert!(help.out.contains(command), "{command} is missing: {}", help.out);
        let ended = run(&[command, "--help"])?;
        assert_eq!(ended.code, Some(0), "{ended:?}");
    }
    let wrong = run(&["sevre"])?;
    assert!(wrong.code.is_some_and(|it| it != 0), "{wrong:?}");
    Ok(())
}
