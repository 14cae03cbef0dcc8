//! Operation: the log, signals, modes of files, and sentences about impossible arguments.

use std::{
    net::TcpListener,
    os::unix::fs::PermissionsExt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use super::*;

/// The last words of a program that could not do what it was asked.
fn complaint(ended: &Ended) -> Result<&str, Trouble> {
    let mut told = ended.err.lines().filter_map(|it| it.strip_prefix("hearsay: "));
    match (ended.code, told.next(), told.next()) {
        (Some(code), Some(words), None) if code != 0 => Ok(words),
        _ => Err(format!("one complaint and no success were expected: {ended:?}")),
    }
}

fn serve(data: &Path, more: &[&str]) -> Result<Ended, Trouble> {
    let data = text(data);
    let first = ["serve", "--telnet", "127.0.0.1:0", "--data", &data, "--content", &text(world()?)];
    run(&[&first[..], more].concat())
}

#[test]
fn the_version_is_told() -> Result<(), Trouble> {
    let told = run(&["--version"])?;
    assert_eq!(told.code, Some(0), "{told:?}");
    let version = option_env!("HEARSAY_VERSION").unwrap_or(env!("CARGO_PKG_VERSION"));
    assert_eq!(told.out, format!("hearsay {version}"));
    Ok(())
}

#[test]
fn every_cause_is_told_once() -> Result<(), Trouble> {
    let data = folder()?;
    let path = text(data.path());
    let missing = "No such file or directory";
    for ended in [
        serve(data.path(), &["--config", "/no/such/my.ron"])?,
        run(&["serve", "--telnet", "127.0.0.1:0", "--content", "/no/such", "--data", &path])?,
        run(&["check", "/no/such/content"])?,
        run(&["replay", "/no/such/journal"])?,
    ] {
        let why = complaint(&ended)?;
        assert_eq!(why.matches(missing).count(), 1, "{why}");
    }
    let file = data.path().join("hearsay.sqlite");
    while_("a file", fs::write(&file, "this is no database".repeat(100)))?;
    for ended in [
        serve(data.path(), &[])?,
        run(&["grant", "Ann", "owner", "--data", &path])?,
        run(&["audit", "--data", &path])?,
    ] {
        let why = complaint(&ended)?;
        assert_eq!(why.matches("not a database").count(), 1, "{why}");
    }
    Ok(())
}

#[test]
fn the_check_tells_what_is_wrong_with_the_picture_for_links() -> Result<(), Trouble> {
    let home = folder()?;
    let content = home.path().join("content");
    write_world(&content)?;
    let told = || -> Result<String, Trouble> {
        let ended = run(&["check", &text(&content)])?;
        assert_eq!(ended.code, Some(0), "{ended:?}");
        let lines =
            ended.out.lines().filter(|it| it.contains("picture") || it.contains("no problems"));
        Ok(lines.collect::<Vec<_>>().join("\n").replace(&text(&content), "content"))
    };
    let missing = told()?;
    assert!(missing.starts_with("content: there is no page/picture.png, so a link"), "{missing}");
    let page = content.join("page");
    while_("a folder", fs::create_dir_all(&page))?;
    let large = [b"\x89PNG\r\n\x1a\n".to_vec(), vec![0; 3 << 20]].concat();
    for (bytes, says) in [
        (&b"GIF89a"[..], "page/picture.png:1:1: warning: this is neither a PNG nor a JPEG"),
        (&large, "page/picture.png:1:1: warning: this picture has 3.0 MiB"),
        (b"\x89PNG\r\n\x1a\na picture", "content: "),
    ] {
        while_("a picture", fs::write(page.join("picture.png"), bytes))?;
        let told = told()?;
        assert!(told.trim_start_matches("content/").starts_with(says), "{told}");
        assert_eq!(told.matches("picture").count() > 0, says != "content: ", "{told}");
    }
    Ok(())
}

#[test]
fn an_empty_data_file_is_refused_and_left_alone() -> Result<(), Trouble> {
    let data = folder()?;
    let file = data.path().join("hearsay.sqlite");
    while_("a file", fs::write(&file, ""))?;
    for ended in [
        serve(data.path(), &[])?,
        run(&["grant", "Ann", "owner", "--data", &text(data.path())])?,
        run(&["audit", "--data", &text(data.path())])?,
    ] {
        let why = complaint(&ended)?;
        assert!(why.contains(&text(&file)) && why.contains("is empty"), "{why}");
        assert!(why.contains("delete it") && why.contains("copy"), "{why}");
    }
    assert_eq!(while_("the file", fs::metadata(&file))?.len(), 0);
    Ok(())
}

/// A data file of the first format.
const OLD_DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/first-format.sqlite");

#[test]
fn without_room_for_a_copy_an_old_data_file_stays_as_it_is() -> Result<(), Trouble> {
    let data = folder()?;
    let file = data.path().join("hearsay.sqlite");
    let old = while_("the old data", fs::read(OLD_DATA))?;
    while_("a file", fs::write(&file, &old))?;
    // At most 64 KiB, or half of that where a shell counts otherwise, and the copy needs more.
    let mut start = by_shell("ulimit -f 64; exec \"$0\" \"$@\"");
    start.args(["serve", "--telnet", "127.0.0.1:0", "--tls", "off", "--content", &text(world()?)]);
    start.arg("--data").arg(data.path());
    let ended = Process::start(start)?.ended()?;
    let why = complaint(&ended)?;
    assert!(why.contains(&text(&file)) && why.contains("hearsay.before-2"), "{why}");
    assert!(why.contains("make room there"), "{why}");
    assert_eq!(while_("the data", fs::read(&file))?, old);
    let left = while_("the folder", fs::read_dir(data.path()))?;
    let left = left.filter_map(|it| it.ok()?.file_name().into_string().ok());
    assert_eq!(left.filter(|it| it.contains("before")).collect::<Vec<_>>(), [""; 0]);
    Ok(())
}

#[test]
fn an_address_of_another_machine_is_called_that() -> Result<(), Trouble> {
    let data = folder()?;
    let data = text(data.path());
    for (option, other) in [("--telnet", "--tls"), ("--tls", "--telnet")] {
        let ended = run(&[
            "serve",
            option,
            "192.0.2.1:4000",
            other,
            "127.0.0.1:0",
            "--data",
            &data,
            "--content",
            CONTENT,
        ])?;
        let why = one_sentence(&ended)?;
        assert!(why.contains("192.0.2.1:4000"), "{why}");
        assert!(why.contains("this machine has no such address"), "{why}");
        assert!(!why.contains("another server"), "{why}");
    }
    Ok(())
}

/// The files under a folder, the folder itself included, with the modes of each.
fn modes(folder: &Path) -> Result<BTreeMap<PathBuf, u32>, Trouble> {
    let mode = |path: &Path| while_("a mode", fs::metadata(path)).map(|it| it.permissions().mode());
    let mut modes = BTreeMap::from([(folder.to_owned(), mode(folder)? & 0o777)]);
    for entry in while_("a folder", fs::read_dir(folder))? {
        let path = while_("a folder", entry)?.path();
        if path.is_dir() {
            modes.extend(self::modes(&path)?);
        } else {
            modes.insert(path.clone(), mode(&path)? & 0o777);
        }
    }
    Ok(modes)
}

fn set_mode(path: &Path, mode: u32) -> Result<(), Trouble> {
    while_("a mode", fs::set_permissions(path, fs::Permissions::from_mode(mode)))
}

/// A file of settings that switches the journal on.
fn with_journal(home: &Path) -> Result<String, Trouble> {
    let file = home.join("my.ron");
    while_("a file", fs::write(&file, "(server: (journal: true))"))?;
    Ok(text(&file))
}

#[test]
fn what_play_changes_is_for_its_owner_alone() -> Result<(), Trouble> {
    let home = folder()?;
    let config = with_journal(home.path())?;
    let data = home.path().join("new/data");
    for _ in 0..2 {
        let server = Server::start(&data, world()?, &["--config", &config])?;
        Player::come_in(&server, "connect guest")?;
        let modes = modes(&data)?;
        for name in ["hearsay.sqlite", "hearsay.sqlite-wal", "journal", "tls/key.pem"] {
            assert!(modes.contains_key(&data.join(name)), "no {name} in {modes:?}");
        }
        for (path, mode) in modes {
            let most = if path.is_dir() { 0o700 } else { 0o600 };
            assert_eq!(mode, most, "{} has mode {mode:o}", path.display());
        }
        let ended = server.terminate()?;
        assert!(!ended.err.contains("WARN"), "{ended:?}");
    }
    assert!(data.join("journal.1").exists(), "that of the run before is kept");
    Ok(())
}

#[test]
fn files_that_others_could_read_are_narrowed_and_folders_named() -> Result<(), Trouble> {
    let home = folder()?;
    let config = with_journal(home.path())?;
    let data = home.path().join("data");
    let arguments = ["--config", &config];
    Server::start(&data, world()?, &arguments)?.terminate()?;
    let file = data.join("hearsay.sqlite");
    // What a program with the usual umask would have left.
    set_mode(&data, 0o755)?;
    for path in modes(&data)?.keys().filter(|it| it.is_file()) {
        set_mode(path, 0o644)?;
    }
    let server = Server::start(&data, world()?, &arguments)?;
    let modes_now = modes(&data)?;
    assert_eq!(modes_now.get(&data), Some(&0o755), "it may be the operator's wish");
    for (path, mode) in modes_now.iter().filter(|(path, _)| path.is_file()) {
        assert_eq!(*mode, 0o600, "{}", path.display());
    }
    let ended = server.terminate()?;
    let told = |words: &str| ended.err.lines().any(|it| it.contains(words));
    assert!(told("755") && told("chmod 700") && told(&text(&file)), "{ended:?}");

    // A group that was let in on purpose keeps what it has.
    set_mode(&data, 0o750)?;
    set_mode(&file, 0o644)?;
    let server = Server::start(&data, world()?, &arguments)?;
    let modes_now = modes(&data)?;
    assert_eq!(modes_now.get(&data), Some(&0o750));
    assert_eq!(modes_now.get(&file), Some(&0o640));
    let ended = server.terminate()?;
    assert!(ended.err.contains("750") && ended.err.contains("WARN"), "{ended:?}");
    Ok(())
}

#[test]
fn a_replay_prints_what_was_seen_and_fails_when_that_is_something_else() -> Result<(), Trouble> {
    let home = folder()?;
    let config = with_journal(home.path())?;
    let data = home.path().join("data");
    let server = Server::start(&data, world()?, &["--config", &config])?;
    let mut guest = Player::come_in(&server, "connect guest")?;
    guest.send("say hello")?;
    guest.until("You say, \"hello\"")?;
    server.terminate()?;
    let journal = data.join("journal");
    let played = run(&["replay", &text(&journal)])?;
    assert_eq!((played.code, played.err.as_str()), (Some(0), ""), "{played:?}");
    assert!(played.out.contains("1| You say, \"hello\""), "{played:?}");

    let written = while_("the journal", fs::read_to_string(&journal))?;
    let cut = written.trim_end().trim_end_matches('}');
    while_("the journal", fs::write(&journal, cut))?;
    let cut = run(&["replay", &text(&journal)])?;
    assert_eq!(cut.code, Some(0), "{cut:?}");
    assert!(cut.err.contains("in the middle of a line"), "{cut:?}");

    let changed = written.replace("say hello", "say hullo");
    while_("the journal", fs::write(&journal, changed))?;
    let changed = run(&["replay", &text(&journal)])?;
    assert_eq!(changed.code, Some(1), "{changed:?}");
    assert!(changed.out.contains("1| You say, \"hullo\""), "{changed:?}");
    let why = complaint(&changed)?;
    assert!(why.starts_with("Tick ") && why.contains("shows session 1 something else"), "{why}");
    Ok(())
}

/// A file of settings under which passwords may be tried fast.
fn impatient(home: &Path) -> Result<String, Trouble> {
    let file = home.join("fast.ron");
    let limits = "(limits: (login_tries: 20, failed_logins_per_minute: 1000, \
        lines_per_second: 1000, burst_lines: 1000))";
    while_("a file", fs::write(&file, limits))?;
    Ok(text(&file))
}

#[test]
fn the_log_tells_who_comes_and_goes_and_never_a_password() -> Result<(), Trouble> {
    let home = folder()?;
    let config = impatient(home.path())?;
    let data = home.path().join("data");
    let server = Server::start(&data, world()?, &["--config", &config])?;
    let mut ann = Player::come_in(&server, "create Ann sesame99")?;
    for words in ["a new account", "came in"] {
        let line = server.logged(words)?;
        assert!(line.contains("INFO") && line.contains("Ann"), "{line}");
        assert!(line.contains("address=127.0.0.1") && line.contains("tls=false"), "{line}");
    }
    ann.send("quit")?;
    ann.until_end()?;
    let line = server.logged(" left")?;
    assert!(line.contains("Ann") && line.contains("address=127.0.0.1"), "{line}");
    drop(Player::come_in(&server, "connect guest")?);
    let line = server.logged("came in")?;
    assert!(line.contains("Guest-"), "{line}");
    server.logged(" left")?;

    let mut eve = Player::connect(&server)?;
    let wrong = "do not belong together";
    eve.send("connect Ann sesame00")?;
    eve.until(wrong)?;
    let line = server.logged("wrong password")?;
    assert!(line.contains("WARN") && line.contains("name=\"Ann\""), "{line}");
    assert!(line.contains("address=127.0.0.1"), "{line}");
    // Who types a password for a name is not betrayed.
    eve.send("connect Hunter sesame01")?;
    eve.until(wrong)?;
    let line = server.logged("wrong password")?;
    assert!(line.contains("times=2") && !line.contains("Hunter"), "{line}");
    for _ in 2..19 {
        eve.send("connect Ann sesame02")?;
        eve.until(wrong)?;
    }
    let ended = server.terminate()?;
    let more: Vec<_> = ended.err.lines().filter(|it| it.contains("wrong password")).collect();
    let times: Vec<_> = more.iter().filter_map(|it| it.split("times=").nth(1)).collect();
    assert_eq!(times, ["4", "8", "16"], "a flood is told in a few lines: {more:?}");
    assert!(!ended.err.contains("sesame"), "{ended:?}");
    Ok(())
}

/// An endpoint for a model that hangs up on everybody until it is `well`.
fn endpoint(well: Arc<AtomicBool>) -> Result<SocketAddr, Trouble> {
    let listener = while_("a port", TcpListener::bind("127.0.0.1:0"))?;
    let address = while_("a port", listener.local_addr())?;
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            if well.load(Ordering::Relaxed) {
                // Whoever hung up gets no answer, which is what they wanted.
                drop(answer(stream));
            }
        }
    });
    Ok(address)
}

/// Reads one question and lets the character say something.
fn answer(mut stream: TcpStream) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?);
    let mut length = 0;
    loop {
        let mut line = String::new();
        lines.read_line(&mut line)?;
        let line = line.trim().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(it) = line.strip_prefix("content-length:") {
            length = it.trim().parse().unwrap_or_default();
        }
    }
    lines.read_exact(&mut vec![0; length])?;
    let body = r#"{"choices": [{"finish_reason": "tool_calls", "message": {"role": "assistant",
        "tool_calls": [{"id": "1", "type": "function", "function": {"name": "say",
            "arguments": "{\"text\": \"A word from afar.\"}"}}]}}]}"#;
    let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close", body.len());
    stream.write_all(format!("{head}\r\n\r\n{body}").as_bytes())
}

#[test]
fn a_model_that_fails_and_comes_back_is_in_the_log() -> Result<(), Trouble> {
    let home = folder()?;
    let well = Arc::new(AtomicBool::new(false));
    let address = endpoint(well.clone())?;
    let file = home.path().join("my.ron");
    let config = format!(
        "(minds: (provider: \"afar\", attempts: 1), providers: {{\"afar\": \
         OpenAi(base_url: \"http://{address}/v1\", model: \"m\", answers: Some(All))}})"
    );
    while_("a file", fs::write(&file, config))?;
    let data = home.path().join("data");
    let server = Server::start(&data, world()?, &["--config", &text(&file)])?;
    let mut ann = Player::come_in(&server, "connect guest")?;
    ann.send("east")?;
    ann.until("The Open Ear")?;
    // The script has no answer to it.
    ann.send("say to mara the moon fell into my soup")?;
    let line = server.logged("a model does not answer character=\"Mara\" provider=\"afar\"")?;
    assert!(line.contains("WARN"), "{line}");
    assert!(line.contains("broke"), "{line}");
    well.store(true, Ordering::Relaxed);
    ann.send("say to mara and then the moon sang in it")?;
    ann.until("A word from afar.")?;
    let line = server.logged("a model answers again character=\"Mara\" provider=\"afar\"")?;
    assert!(line.contains("INFO"), "{line}");
    Ok(())
}

#[test]
fn a_hangup_reads_content_and_certificates_again() -> Result<(), Trouble> {
    let (data, content) = (folder()?, folder()?);
    write_small_world(content.path())?;
    let server = Server::start(data.path(), content.path(), &[])?;
    let mut ann = Player::come_in(&server, "connect guest")?;
    ann.until("> ")?;
    let zone = content.path().join("zones/town.ron");
    let before = while_("the content", fs::read_to_string(&zone))?;
    while_("the content", fs::write(&zone, before.replace("A room.", "A larger room.")))?;
    let tls = data.path().join("tls");
    while_("a certificate", fs::remove_dir_all(&tls))?;
    let made = server::listener::tls::make(&tls.join("certificate.pem"), &tls.join("key.pem"));
    while_("a certificate", made)?;
    server.signal("HUP")?;
    server.logged("a new certificate is used")?;
    server.logged("content is read again: 2 rooms")?;
    let look = ann.ask("look")?;
    assert!(look.contains("A larger room."), "{look}");

    while_("the content", fs::write(&zone, before.replace("exits", "exist")))?;
    server.signal("HUP")?;
    let line = server.logged("zones/town.ron:")?;
    assert!(line.contains("WARN") && line.contains("did you mean `exits`"), "{line}");
    server.logged("Nothing was changed")?;
    let look = ann.ask("look")?;
    assert!(look.contains("A larger room."), "{look}");
    assert_eq!(server.terminate()?.code, Some(0));
    assert!(ann.until_end()?.contains(GOODBYE));
    Ok(())
}

/// The program as a line of shell starts it.
pub(super) fn by_shell(line: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", line, env!("CARGO_BIN_EXE_hearsay")]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The program under a limit on the size of files of 128 KiB, or twice that where a shell counts
/// otherwise: a write beyond it draws a signal.
fn with_small_files() -> Command {
    by_shell("ulimit -f 256; exec \"$0\" \"$@\"")
}

#[test]
fn a_log_that_cannot_be_written_ends_nothing() -> Result<(), Trouble> {
    let data = folder()?;
    let with_full_log = by_shell("exec \"$0\" \"$@\" 2>/dev/full");
    let server = Server::start_by(with_full_log, data.path(), world()?, &[])?;
    // That somebody comes in and leaves is logged, or would be.
    for _ in 0..2 {
        let mut ann = Player::come_in(&server, "connect guest")?;
        ann.send("quit")?;
        ann.until_end()?;
    }
    assert_eq!(server.terminate()?.code, Some(0));
    Ok(())
}

#[test]
fn a_write_beyond_the_limit_on_files_fails_and_does_not_kill() -> Result<(), Trouble> {
    let (data, content) = (folder()?, folder()?);
    write_small_world(content.path())?;
    let config = impatient(data.path())?;
    let server = Server::start(data.path(), content.path(), &[])?;
    Player::come_in(&server, "create Ann sesame99")?;
    server.terminate()?;
    let more = ["--config", &config];
    let server = Server::start_by(with_small_files(), data.path(), content.path(), &more)?;
    let mut bob = Player::come_in(&server, "connect guest")?;
    bob.until("> ")?;
    let mut ann = Player::come_in(&server, "connect Ann sesame99")?;
    ann.until("> ")?;
    ann.ask("get acorn")?;
    ann.ask("north")?;
    // Nobody sees what is not saved, so the answers are not waited for.
    for _ in 0..100 {
        ann.send("drop acorn\r\nget acorn")?;
    }
    server.logged("a commit failed")?;
    bob.until("Nothing can be saved just now")?;
    bob.until("> ")?;
    let look = bob.ask("look")?;
    assert!(look.contains("A room."), "{look}");
    let walk = bob.ask("north")?;
    assert!(walk.contains("A yard."), "{walk}");
    let set = bob.ask("set brief on")?;
    assert!(set.contains("so that has to wait"), "{set}");
    let ended = server.terminate()?;
    assert_ne!(ended.code, Some(0), "{ended:?}");
    bob.until("could not save what happened last")?;
    Ok(())
}

/// The number of a guest who comes in.
fn guest(server: &Server) -> Result<u64, Trouble> {
    let mut guest = Player::come_in(server, "connect guest")?;
    // A character may say something in between.
    guest.send("who")?;
    let who = guest.until("awake.")?;
    let numbers = who.split("Guest-").skip(1).filter_map(|rest| {
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    });
    numbers.max().ok_or_else(|| format!("no guest: {who}"))
}

#[test]
fn no_two_guests_are_ever_the_same() -> Result<(), Trouble> {
    let data = folder()?;
    let mut last = 0;
    for killed in [true, false, true] {
        let server = Server::start(data.path(), world()?, &[])?;
        for _ in 0..3 {
            let number = guest(&server)?;
            assert!(number > last, "Guest-{number} after Guest-{last}");
            last = number;
        }
        if killed { server.kill()? } else { drop(server.terminate()?) }
    }
    Ok(())
}
