//! Programs that people play with, each run as it is, in a terminal of its own.
//!
//! A program that is missing is left out with a printed reason; where `HEARSAY_CLIENTS=required`
//! says that all are installed, its absence is a failure.

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use tests::{
    Trouble,
    brain::Brain,
    host::{Home, Host},
    while_,
};

use pane::Pane;

mod pane;
mod services;

type Done = Result<(), Trouble>;

const PASSWORD: &str = "long enough for us";

/// Script that TinTin++ runs on its own in the tests.
const TINTIN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/clients/tintin.tin");

async fn town() -> Result<(Home, Host), Trouble> {
    let home = Home::town(&[])?;
    let host = home.start(Brain::new([])).await?;
    Ok((home, host))
}

/// Path of a program: on the search path, or where Debian puts games.
fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.push("/usr/games".into());
    folders.into_iter().map(|it| it.join(program)).find(|it| it.is_file())
}

/// Leaves a test out, where that is allowed. The note goes past the harness, which hides what a
/// test prints when it passes.
fn skip(program: &str) -> Done {
    if std::env::var_os("HEARSAY_CLIENTS").is_some_and(|it| it == "required") {
        return Err(format!("{program} is not installed, although HEARSAY_CLIENTS=required"));
    }
    let note = format!("skipped: {program} is not installed\n");
    while_("a note", std::io::stderr().write_all(note.as_bytes()))
}

/// The program with its path, or nothing when it or the terminal for it is missing.
fn found(program: &str) -> Result<Option<String>, Trouble> {
    for needed in ["tmux", program] {
        if find(needed).is_none() {
            skip(needed)?;
            return Ok(None);
        }
    }
    Ok(find(program).map(|it| it.display().to_string()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "nightly: plays with programs that must be installed"]
async fn a_pane_shows_what_its_program_writes() -> Done {
    let Some(shell) = found("sh")? else { return Ok(()) };
    let folder = while_("a folder", tempfile::tempdir())?;
    let program = "echo one; while read word; do echo said $word; done";
    let pane = Pane::open(folder.path(), &[&shell, "-c", program])?;
    pane.until("one").await?;
    for word in ["two", "three", "four"] {
        pane.type_line(word)?;
        pane.until(&format!("said {word}")).await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "nightly: plays with programs that must be installed"]
async fn tintin() -> Done {
    let Some(program) = found("tt++")? else { return Ok(()) };
    let (home, host) = town().await?;
    let pane = Pane::open(home.path(), &[&program, "-G", "-T", "-r", TINTIN])?;
    pane.until("EVENTS LOADED").await?;
    pane.type_line(&format!("#session town 127.0.0.1 {}", host.address.port()))?;
    // The marks of a prompt come after its text; the first one's as soon as it is agreed.
    let offers = pane.until("SENT IAC SB TTYPE MTTS").await?;
    for agreed in [
        "SENT IAC WILL TERMINAL TYPE",
        "SENT IAC SB TTYPE TINTIN++",
        "SENT IAC SB TTYPE xterm-256color",
        "SENT IAC SB NAWS 0 120 0 50",
        "SENT IAC WILL NEW-ENVIRON",
        "SENT IAC SB CHARSET ACCEPTED UTF-8",
        "SENT IAC DO EOR",
        "RCVD IAC SB MSSP VAR NAME",
    ] {
        assert!(offers.contains(agreed), "{agreed}: {offers}");
    }
    pane.until("RCVD IAC EOR").await?;
    pane.type_line(&format!("create bob {PASSWORD}"))?;
    let screen = pane.until("Exits: north.").await?;
    let panel = screen.lines().find(|it| it.starts_with("In the panel: Room.Info "));
    assert!(panel.is_some_and(|it| it.contains("{name}{The Square}")), "{screen}");
    let colours = pane.colours()?;
    assert!(colours.contains("\x1b[38;2;"), "{colours}");
    pane.type_line("say Émile is here")?;
    let screen = pane.until("You say, \"Émile is here\"").await?;
    assert!(!screen.contains("MCCP2 INITIALIZED"), "{screen}");
    pane.type_line("set mccp on")?;
    pane.until("INFO MCCP2 INITIALIZED").await?;
    pane.type_line("look well")?;
    pane.until("It is deep.").await?;
    pane.type_line("set mccp off")?;
    pane.until("Compression is now off.").await?;
    pane.type_line("examine pear")?;
    pane.until("It is hard.").await?;
    pane.type_line("quit")?;
    pane.until("All is saved.").await?;
    host.stop().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "nightly: plays with programs that must be installed"]
async fn tintin_with_a_screen_reader() -> Done {
    let Some(program) = found("tt++")? else { return Ok(()) };
    let (home, host) = town().await?;
    let pane = Pane::open(home.path(), &[&program, "-G", "-T", "-s", "-r", TINTIN])?;
    pane.until("EVENTS LOADED").await?;
    pane.type_line(&format!("#session town 127.0.0.1 {}", host.address.port()))?;
    // It tells what it can do as soon as it is asked, so whoever types waits no longer than that.
    pane.until("SENT IAC SB TTYPE MTTS").await?;
    pane.type_line(&format!("create bob {PASSWORD}"))?;
    pane.until("Exits: north.").await?;
    pane.type_line("look well")?;
    pane.until("It is deep.").await?;
    let colours = pane.colours()?;
    assert!(colours.contains("You see a red apple, a green apple"), "no colours: {colours}");
    assert!(!colours.lines().any(|it| it.starts_with("> ")), "no prompts: {colours}");
    host.stop().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "nightly: plays with programs that must be installed"]
async fn tinyfugue() -> Done {
    let Some(program) = found("tf5")? else { return Ok(()) };
    let (home, host) = town().await?;
    let pane = Pane::open(home.path(), &[&program, "-n", "-f/dev/null"])?;
    pane.until("Loading commands").await?;
    pane.type_line("/set telopt=1")?;
    pane.type_line(&format!("/connect 127.0.0.1 {}", host.address.port()))?;
    let offers = pane.until("recv: IAC EOR").await?;
    for agreed in ["sent: IAC DO SEND-EOR", "\"TINYFUGUE\"", "sent: IAC SB NAWS"] {
        assert!(offers.contains(agreed), "{agreed}: {offers}");
    }
    pane.type_line(&format!("create bob {PASSWORD}"))?;
    pane.until("Exits: north.").await?;
    let colours = pane.colours()?;
    assert!(colours.contains("\x1b[33ma pear"), "{colours}");
    pane.type_line("say I am here")?;
    pane.until("You say, \"I am here\"").await?;
    pane.type_line("set mccp on")?;
    pane.until("recv: IAC SB COMPRESS2 IAC SE").await?;
    pane.type_line("look well")?;
    pane.until("It is deep.").await?;
    pane.type_line("quit")?;
    pane.until("All is saved.").await?;
    host.stop().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "nightly: plays with programs that must be installed"]
async fn telnet() -> Done {
    let Some(program) = found("telnet")? else { return Ok(()) };
    let (home, host) = town().await?;
    let pane = Pane::open(home.path(), &[&program])?;
    pane.until("telnet>").await?;
    pane.type_line("toggle options")?;
    pane.until("Will show option processing.").await?;
    pane.type_line(&format!("open 127.0.0.1 {}", host.address.port()))?;
    let offers = pane.until("RCVD IAC GA").await?;
    for agreed in [
        "SENT WILL TERMINAL TYPE",
        "SENT WILL NAWS",
        "SENT WILL NEW-ENVIRON",
        "SENT DONT 42",
        "SENT DONT END OF RECORD",
    ] {
        assert!(offers.contains(agreed), "{agreed}: {offers}");
    }
    assert!(offers.contains("XTERM-256COLOR"), "{offers}");
    pane.type_line("bob")?;
    pane.until("Create Bob?").await?;
    pane.type_line("yes")?;
    pane.until("Choose a password").await?;
    pane.type_line(PASSWORD)?;
    pane.until("Type it once more").await?;
    pane.type_line(PASSWORD)?;
    pane.until("screen reader?").await?;
    pane.type_line("no")?;
    let screen = pane.until("Exits: north.").await?;
    assert!(!screen.contains(PASSWORD), "typing was hidden: {screen}");
    assert!(!screen.contains("^M"), "line ends are line ends: {screen}");
    let colours = pane.colours()?;
    assert!(colours.contains("\x1b[38;5;"), "{colours}");
    pane.type_line("say I am here")?;
    let screen = pane.until("You say, \"I am here\"").await?;
    assert!(screen.contains("> say I am here"), "typing is shown again: {screen}");
    pane.type_line("quit")?;
    pane.until("All is saved.").await?;
    host.stop().await
}

/// Runs a program to its end, at most for twenty seconds, and gives what it wrote.
fn run(program: &Path, arguments: &[&str], input: &str) -> Result<String, Trouble> {
    let mut command = Command::new("timeout");
    command.arg("20").arg(program).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = while_("a program", command.spawn())?;
    let mut stdin = child.stdin.take().ok_or("no input")?;
    while_("typing", stdin.write_all(input.as_bytes()))?;
    drop(stdin);
    let output = while_("a program", child.wait_with_output())?;
    let errors = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        let wrote = String::from_utf8_lossy(&output.stdout);
        return Err(format!("{}: {}\n{wrote}{errors}", program.display(), output.status));
    }
    // One letter for each byte, so that telnet's own bytes can be seen.
    Ok(output.stdout.into_iter().map(char::from).collect())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "nightly: plays with programs that must be installed"]
async fn netcat() -> Done {
    let Some(program) = find("nc") else { return skip("nc") };
    let (_home, host) = town().await?;
    let port = host.address.port().to_string();
    let input = format!("create bob {PASSWORD}\nlook well\nsay I am here\nquit\n");
    let read = run(&program, &["127.0.0.1", &port], &input)?;
    for text in ["Welcome, Bob!", "It is deep.\r\n", "You say, \"I am here\"\r\n", "All is saved."]
    {
        assert!(read.contains(text), "{text}: {read:?}");
    }
    // The offers come once, ahead of the banner, and no byte of telnet after it.
    let (_, text) = read.split_once("The test town.").ok_or("no banner")?;
    assert!(!text.contains('\u{ff}'), "{text:?}");
    assert!(text.contains("\u{1b}["), "colours: {text:?}");
    host.stop().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "nightly: plays with programs that must be installed"]
async fn openssl() -> Done {
    let Some(program) = find("openssl") else { return skip("openssl") };
    let mut home = Home::town(&[])?;
    home.config.tls.listen = Some(([127, 0, 0, 1], 0).into());
    let host = home.start(Brain::new([])).await?;
    let port = host.tls.ok_or("no port for TLS")?;
    let input = format!("create bob {PASSWORD}\nlook well\nsay I am here\nquit\n");
    let certificate = home.config.server.data.join("tls/certificate.pem").display().to_string();
    let arguments =
        ["s_client", "-quiet", "-verify_return_error", "-CAfile", &certificate, "-verify_hostname"];
    let to = ["localhost", "-connect", &port.to_string()];
    let read = run(&program, &[&arguments[..], &to[..]].concat(), &input)?;
    for text in ["Welcome, Bob!", "It is deep.\r\n", "You say, \"I am here\"\r\n", "All is saved."]
    {
        assert!(read.contains(text), "{text}: {read:?}");
    }
    host.stop().await
}

/// A Python that has a package: that of `scripts/nightly`, or the one on the search path.
fn python(package: &str) -> Option<PathBuf> {
    let venv = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/clients/bin/python");
    let mut all = [venv].into_iter().chain(find("python3"));
    all.find(|it| run(it, &["-c", &format!("import {package}")], "").is_ok())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "nightly: plays with programs that must be installed"]
async fn telnetlib3() -> Done {
    let Some(python) = python("telnetlib3") else { return skip("telnetlib3") };
    let (_home, host) = town().await?;
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/clients/telnetlib3_client.py");
    let port = host.address.port().to_string();
    // No blanks, since the script types it in one line with others.
    let wrote = run(&python, &[script, &port, "long-enough-for-us"], "")?;
    let bytes: Vec<u8> = wrote.chars().filter_map(|it| u8::try_from(it).ok()).collect();
    let wrote = String::from_utf8_lossy(&bytes);
    for line in [
        "colours: 256",
        "room: The Square",
        "said: Émile",
        "compressed: True",
        "goodbye: read",
        "server: CHARSET EOR GMCP",
        "client: NAWS NEW-ENVIRON TTYPE",
        "marked: True",
    ] {
        assert!(wrote.lines().any(|it| it == line), "{line}: {wrote}");
    }
    host.stop().await
}
