//! Data that is damaged, cut off, taken away or of a wrong time, as an operator meets it: each is repaired,
//! refused or told within a minute, and what somebody saw is there as long as the disk has it.
//!
//! | What happens | What comes of it |
//! |---|---|
//! | a page is replaced by noise, the file is cut off | refused at the start; `repair` makes a new file |
//! | the log is cut, noise or gone | it starts, and the log says how many commits are missing |
//! | the shared memory is gone | SQLite makes it anew |
//! | the file, its folder or its log is deleted, moved or replaced under the server | all is written where it is found, and the server ends with 1 |
//! | the file is gone before the start | refused; without its lock, a record says that there was one |
//! | the clock is wrong for a while | nothing of the record is deleted |
//! | the disk is full during a backup | there is no backup, and that is said |
//! | the folder is read-only | refused |
//!
//! That of a full disk during an upgrade, of one that fills while people play, and of a second server, is in
//! `operator` and beside it. Each page of a file, one after the other, is damaged by the store's own tests;
//! here it takes minutes and is for the night.

use std::{
    ops::Range,
    sync::atomic::{AtomicBool, Ordering},
};

use server::clock::Stopwatch;

use super::*;

const PAGE: usize = 4_096;
/// Within which something has to be told.
const MINUTE: Duration = Duration::from_secs(60);

fn file(data: &Path) -> PathBuf {
    data.join("hearsay.sqlite")
}

/// A file beside the data file, such as its log.
fn kept_beside(data: &Path, end: &str) -> PathBuf {
    data.join(format!("hearsay.sqlite{end}"))
}

fn noise(bytes: &mut [u8], seed: usize) {
    let mut state = u32::try_from(seed).unwrap_or(1).wrapping_mul(2_654_435_761) | 1;
    for byte in bytes {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *byte = state.to_be_bytes()[0];
    }
}

/// The small world, and data in which Ann has taken an acorn and Bob sleeps, stopped in good order.
fn played() -> Result<(TempDir, TempDir), Trouble> {
    played_by(&["Bob".to_owned()])
}

/// The same with these asleep in place of Bob.
fn played_by(others: &[String]) -> Result<(TempDir, TempDir), Trouble> {
    let (data, content) = (folder()?, folder()?);
    write_small_world(content.path())?;
    let server = Server::start(data.path(), content.path(), &[])?;
    for name in others {
        let mut other = Player::come_in(&server, &format!("create {name} sesame99"))?;
        other.send("quit")?;
        other.until_end()?;
    }
    let mut ann = Player::come_in(&server, "create Ann sesame99")?;
    ann.send("get acorn")?;
    ann.until("You take the acorn.")?;
    server.terminate()?;
    Ok((data, content))
}

/// Checks that Ann can come in and has her acorn.
fn ann_has_it(server: &Server) -> Result<(), Trouble> {
    let mut ann = Player::come_in(server, "connect Ann sesame99")?;
    ann.send("inventory")?;
    ann.until("the acorn").map(drop)
}

/// Returns the inventory of a character that comes in.
fn carried(server: &Server, name: &str) -> Result<String, Trouble> {
    let mut player = Player::come_in(server, &format!("connect {name} sesame99"))?;
    player.until("> ")?;
    player.ask("inventory")
}

/// Tries to start a server that must refuse; returns its sentence.
fn refused(data: &Path, content: &Path) -> Result<String, Trouble> {
    let arguments = ["serve", "--telnet", "127.0.0.1:0", "--data", &text(data), "--content"];
    let ended = run(&[&arguments[..], &[&text(content)]].concat())?;
    one_sentence(&ended).map(str::to_owned)
}

/// Runs a command on a data folder.
fn operate(command: &[&str], data: &Path) -> Result<Ended, Trouble> {
    run(&[command, &["--data", &text(data)]].concat())
}

/// Damages pages of a data file one after the other, in which so many others have played. Returns how
/// many starts were refused, and with how many Ann has her acorn after the repair.
fn damage_pages(others: usize, pages: impl Fn(usize) -> Vec<usize>) -> Result<[usize; 3], Trouble> {
    let named = |first: &'static str| ('A'..='Z').map(move |it| format!("{first}{it}"));
    let others: Vec<_> = named("Other").chain(named("Further")).take(others).collect();
    let (data, content) = played_by(&others)?;
    let (data, content) = (data.path(), content.path());
    let whole = while_("the data", fs::read(file(data)))?;
    let lock = while_("the lock", fs::read(kept_beside(data, ".lock")))?;
    let (mut tried, mut no, mut kept) = (0, 0, 0);
    for page in pages(whole.len() / PAGE) {
        let mut damaged = whole.clone();
        noise(damaged.chunks_mut(PAGE).nth(page).unwrap_or_default(), page);
        while_("the data", fs::write(file(data), &damaged))?;
        while_("the lock", fs::write(kept_beside(data, ".lock"), &lock))?;
        tried += 1;
        let checked = run(&["verify", &text(data)])?;
        if checked.code == Some(0) {
            // A page that holds nothing.
            let server = Server::start(data, content, &[])?;
            ann_has_it(&server)?;
            kept += 1;
            server.terminate()?;
            continue;
        }
        let why = refused(data, content)?;
        assert!(why.contains("hearsay repair"), "page {page}: {why}");
        no += 1;
        let repaired = operate(&["repair"], data)?;
        assert_eq!(repaired.code, Some(0), "page {page}: {repaired:?}");
        assert!(repaired.out.contains("documents\t"), "page {page}: {repaired:?}");
        let server = Server::start(data, content, &[])?;
        match ann_has_it(&server) {
            Ok(()) => kept += 1,
            // What was on that page is lost, and that was said.
            Err(why) => assert!(
                repaired.out.contains("lost: ") || page == 0,
                "page {page}: {why}, {repaired:?}"
            ),
        }
        server.terminate()?;
    }
    Ok([tried, no, kept])
}

#[test]
fn a_damaged_page_is_refused_and_repaired() -> Result<(), Trouble> {
    // The first, which says what the others are for, and the two in which the documents begin.
    let [tried, refused, kept] = damage_pages(8, |_| vec![0, 1, 2])?;
    assert_eq!((tried, refused), (3, 3));
    assert!(kept >= 2, "{kept}");
    Ok(())
}

#[test]
#[ignore = "nightly: starts a server for each page of a data file"]
fn every_damaged_page_is_refused_or_holds_nothing_and_is_repaired() -> Result<(), Trouble> {
    let [tried, refused, kept] = damage_pages(52, |pages| (0..pages).collect())?;
    print_row(&format!("{tried} pages, {refused} starts refused, {kept} times all was there"))?;
    assert!(tried >= 27 && refused + 2 >= tried && kept + 4 >= tried, "{tried} {refused} {kept}");
    Ok(())
}

fn print_row(words: &str) -> Result<(), Trouble> {
    tests::print(&format!("{words}\n"))
}

#[test]
fn a_file_that_is_cut_off_is_refused_and_what_is_left_comes_back() -> Result<(), Trouble> {
    let (data, content) = played()?;
    let whole = while_("the data", fs::read(file(data.path())))?;
    for length in [whole.len() - 2 * PAGE, 1_000] {
        while_("the data", fs::write(file(data.path()), &whole[..length]))?;
        let why = refused(data.path(), content.path())?;
        assert!(why.contains("hearsay repair"), "{why}");
        let repaired = operate(&["repair"], data.path())?;
        let some = length > PAGE;
        assert_eq!(repaired.code == Some(0), some, "{repaired:?}");
    }
    let left = while_("the data", fs::read(file(data.path())))?;
    assert_eq!(left, &whole[..1_000], "what cannot be repaired is left alone");
    Ok(())
}

/// Data of a server that was killed after Ann took an acorn, which its log alone has.
fn killed() -> Result<(TempDir, TempDir), Trouble> {
    let (data, content) = (folder()?, folder()?);
    write_small_world(content.path())?;
    let server = Server::start(data.path(), content.path(), &[])?;
    let mut ann = Player::come_in(&server, "create Ann sesame99")?;
    ann.send("get acorn")?;
    ann.until("You take the acorn.")?;
    server.kill()?;
    Ok((data, content))
}

#[test]
fn a_log_that_is_damaged_or_gone_is_told_and_shared_memory_made_anew() -> Result<(), Trouble> {
    type Damage = fn(&mut Vec<u8>);
    let damages: [(&str, Damage, bool); 4] = [
        ("halved", |log| log.truncate(log.len() / 2), true),
        ("noise", |log| noise(log, 3), true),
        ("empty", Vec::clear, true),
        ("whole", |_| (), false),
    ];
    for (which, damage, told) in damages {
        let (data, content) = killed()?;
        let log = kept_beside(data.path(), "-wal");
        let mut bytes = while_("the log", fs::read(&log))?;
        damage(&mut bytes);
        if bytes.is_empty() {
            while_("the log", fs::remove_file(&log))?;
        } else {
            while_("the log", fs::write(&log, &bytes))?;
        }
        while_("the memory", fs::remove_file(kept_beside(data.path(), "-shm")))?;
        let server = Server::start(data.path(), content.path(), &[])?;
        if told {
            let line = server.logged("lacks the last")?;
            assert!(line.contains("ERROR") && line.contains("found-1"), "{which}: {line}");
            let found = data.path().join("found-1/hearsay.sqlite-wal");
            let found = fs::read(found).unwrap_or_default();
            assert_eq!(found, bytes, "{which} is kept as it was found");
        } else {
            ann_has_it(&server)?;
        }
        let ended = server.terminate()?;
        assert_eq!((ended.code, ended.err.contains("lacks")), (Some(0), false), "{ended:?}");
    }
    Ok(())
}

#[test]
fn a_folder_that_is_deleted_under_the_server_is_written_again() -> Result<(), Trouble> {
    let (data, content) = played()?;
    let server = Server::start(data.path(), content.path(), &[])?;
    assert_eq!(operate(&["grant", "Ann", "owner"], data.path())?.code, Some(1), "it runs");
    let mut bob = Player::come_in(&server, "connect Bob sesame99")?;
    while_("the folder", fs::remove_dir_all(data.path()))?;
    let begun = Stopwatch::start();
    bob.send("get bead")?;
    let ended = server.process.ended()?;
    assert!(begun.elapsed() < MINUTE, "{:?}", begun.elapsed());
    assert_eq!(ended.code, Some(1), "{ended:?}");
    let why = ended.err.lines().last().unwrap_or_default();
    assert!(
        why.contains("was deleted or moved") && why.contains("start the server again"),
        "{why}"
    );
    let seen = bob.until_end()?;

    let server = Server::start(data.path(), content.path(), &[])?;
    ann_has_it(&server)?;
    let carried = carried(&server, "Bob")?;
    assert!(carried.contains("the bead") || !seen.contains("You take"), "{carried} {seen}");
    let ended = server.terminate()?;
    assert!(ended.code == Some(0) && !ended.err.contains("lacks"), "{ended:?}");
    Ok(())
}

#[test]
fn another_folder_in_its_place_is_left_alone_and_the_staff_is_told() -> Result<(), Trouble> {
    let ((data, content), other) = (played()?, folder()?);
    operate(&["grant", "Ann", "owner"], data.path())?;
    let swapped = other.path().join("swapped");
    let moved = other.path().join("moved");
    assert_eq!(operate(&["backup", &text(&swapped)], data.path())?.code, Some(0));
    let server = Server::start(data.path(), content.path(), &[])?;
    let mut ann = Player::come_in(&server, "connect Ann sesame99")?;
    ann.send("get hat")?;
    ann.until("You take the hat.")?;
    while_("moving", fs::rename(data.path(), &moved))?;
    while_("moving", fs::rename(&swapped, data.path()))?;
    let ended = server.process.ended()?;
    let why = ended.err.lines().last().unwrap_or_default().to_owned();
    assert!(ended.code == Some(1) && why.contains("was replaced by another file"), "{ended:?}");
    let told = ann.until_end()?;
    assert!(told.contains("was replaced by another file"), "{told}");
    // The other is as it was; with what was saved last everything goes on.
    let server = Server::start(data.path(), content.path(), &[])?;
    assert!(!carried(&server, "Ann")?.contains("the hat"));
    server.terminate()?;
    let copy = why.split("hearsay restore ").nth(1).map(|it| it.trim_end_matches('.'));
    let copy = copy.ok_or_else(|| format!("it names no copy: {why}"))?;
    let restored = operate(&["restore", copy], data.path())?;
    assert_eq!(restored.code, Some(0), "{restored:?}");
    let server = Server::start(data.path(), content.path(), &[])?;
    assert!(carried(&server, "Ann")?.contains("the hat"));
    server.terminate()?;
    Ok(())
}

#[test]
fn a_file_that_is_gone_begins_no_new_world() -> Result<(), Trouble> {
    let (data, content) = played()?;
    while_("the data", fs::remove_file(file(data.path())))?;
    let why = refused(data.path(), content.path())?;
    assert!(why.contains("is missing") && why.contains("hearsay restore"), "{why}");
    Ok(())
}

#[test]
fn a_server_whose_file_becomes_noise_ends_and_says_so() -> Result<(), Trouble> {
    let (data, content) = played()?;
    let server = Server::start(data.path(), content.path(), &[])?;
    let mut ann = Player::come_in(&server, "connect Ann sesame99")?;
    ann.until("> ")?;
    // Nobody else writes while the log is moved into the file, and then it is noise.
    let other = while_("the data", Connection::open(file(data.path())))?;
    while_("the data", other.busy_timeout(BUSY))?;
    while_("the data", other.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(())))?;
    while_("the data", other.close().map_err(|(_, error)| error))?;
    let bytes = while_("the data", fs::read(file(data.path())))?;
    let mut damaged = bytes.clone();
    noise(&mut damaged[PAGE..], 9);
    while_("the data", fs::write(file(data.path()), &damaged))?;
    // Bob's login reads what the server has not read yet, and Ann goes on.
    let mut bob = Player::connect(&server)?;
    bob.send("connect Bob sesame99")?;
    for _ in 0..20 {
        ann.send("drop acorn\r\nget acorn")?;
    }
    let begun = Stopwatch::start();
    let ended = server.process.ended();
    let ended = ended.map_err(|why| format!("it goes on in silence: {why}"))?;
    assert!(begun.elapsed() < MINUTE);
    assert!(ended.code == Some(1) && ended.err.contains("hearsay repair"), "{ended:?}");
    Ok(())
}

/// Shifts the times of all entries of a record by days, as if the clock had been another then.
fn shift(data: &Path, days: i64) -> Result<(), Trouble> {
    for entry in while_("the record", fs::read_dir(data.join("record")))? {
        let path = while_("the record", entry)?.path();
        if path.extension().is_none_or(|it| it != "jsonl") {
            continue;
        }
        let lines = while_("the record", fs::read_to_string(&path))?;
        let shifted = lines.lines().map(|line| {
            let (head, rest) = line.split_once("\"at\":").unwrap_or((line, ""));
            let end = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len());
            let (at, tail) = rest.split_at(end);
            let at: i64 = at.parse().unwrap_or(0);
            format!("{head}\"at\":{}{tail}\n", at + days * 24 * 60 * 60 * 1_000)
        });
        while_("the record", fs::write(&path, shifted.collect::<String>()))?;
    }
    Ok(())
}

#[test]
fn a_clock_that_is_wrong_for_one_start_deletes_nothing_of_the_record() -> Result<(), Trouble> {
    // What was written 60 days ago by the clock of this start, and 400 days from now.
    for days in [-60, 400] {
        let data = folder()?;
        let visit = || {
            let server = Server::start(data.path(), world()?, &[])?;
            let mut guest = Player::come_in(&server, "connect guest")?;
            guest.send("east")?;
            guest.until("The Open Ear")?;
            guest.send("say hello")?;
            guest.until("Mara")?;
            server.terminate()
        };
        visit()?;
        shift(data.path(), days)?;
        let entries = || -> Result<usize, Trouble> {
            let verified = run(&["verify", &text(data.path())])?.out;
            let count = verified.split("The record: ").nth(1).and_then(|it| it.split(' ').next());
            while_("counting", count.unwrap_or_default().parse())
        };
        let before = entries()?;
        for _ in 0..2 {
            let ended = visit()?;
            assert!(!ended.err.contains("was deleted"), "{ended:?}");
        }
        assert!(before > 0 && entries()? > before, "{days}: {before}");
        // A record that has lost its data file says so, too.
        for end in ["", ".lock"] {
            while_("the data", fs::remove_file(kept_beside(data.path(), end)))?;
        }
        let server = Server::start(data.path(), world()?, &[])?;
        server.logged("so a new world begins")?;
        server.terminate()?;
    }
    Ok(())
}

#[test]
fn a_backup_for_which_there_is_no_room_is_none() -> Result<(), Trouble> {
    let ((data, _content), other) = (played()?, folder()?);
    let to = other.path().join("backup");
    let mut command = operator::by_shell("ulimit -f 16; exec \"$0\" \"$@\"");
    command.args(["backup", &text(&to), "--data", &text(data.path())]);
    let ended = Process::start(command)?.ended()?;
    let why = one_sentence(&ended)?;
    assert!(why.contains(&text(&to)), "{why}");
    let left = while_("the folder", fs::read_dir(other.path()))?.count();
    assert_eq!(left, 0, "half a backup is left");
    // What a kill has left makes way, what is somebody's own does not.
    let begun = other.path().join("backup.unfinished");
    for (name, makes_way) in [("hearsay.unfinished.sqlite", true), ("letters", false)] {
        while_("a folder", fs::create_dir(&begun))?;
        while_("a file", fs::write(begun.join(name), "half"))?;
        let ended = operate(&["backup", &(text(&to) + "/")], data.path())?;
        assert_eq!((ended.code == Some(0), begun.exists()), (makes_way, !makes_way), "{ended:?}");
        drop(fs::remove_dir_all(&to));
    }
    Ok(())
}

/// The program as somebody who may not write everywhere; none where this machine cannot do that.
fn as_nobody(arguments: &[&str]) -> Option<Command> {
    let id = Command::new("id").arg("-u").output().ok()?;
    if id.stdout.trim_ascii() != b"0" {
        return Some(hearsay(arguments));
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=65534", "--regid=65534", "--clear-groups", "--"]);
    command.arg(env!("CARGO_BIN_EXE_hearsay"));
    // Whether it may run the program at all.
    let can = Command::new("setpriv")
        .args(["--reuid=65534", "--regid=65534", "--clear-groups", "--"])
        .args([env!("CARGO_BIN_EXE_hearsay"), "--version"])
        .output();
    if !can.is_ok_and(|it| it.status.success()) {
        return None;
    }
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Some(command)
}

#[test]
fn a_folder_that_is_read_only_is_refused() -> Result<(), Trouble> {
    use std::os::unix::fs::PermissionsExt;

    let (data, content) = played()?;
    let mode = |path: &Path, mode| {
        while_("a mode", fs::set_permissions(path, fs::Permissions::from_mode(mode)))
    };
    for entry in while_("the folder", fs::read_dir(data.path()))? {
        let path = while_("the folder", entry)?.path();
        mode(&path, if path.is_dir() { 0o555 } else { 0o444 })?;
    }
    mode(data.path(), 0o555)?;
    mode(content.path(), 0o755)?;
    let (at, world) = (text(data.path()), text(content.path()));
    let arguments = ["serve", "--telnet", "127.0.0.1:0", "--data", &at, "--content", &world];
    match as_nobody(&arguments) {
        Some(command) => {
            let ended = Process::start(command)?.ended()?;
            let why = one_sentence(&ended)?;
            assert!(why.contains("cannot be written"), "{why}");
        }
        None => print_row("nobody else can run the program here, so no folder is read-only")?,
    }
    mode(data.path(), 0o755)
}

#[test]
fn a_backup_is_restored_and_what_it_replaces_is_kept() -> Result<(), Trouble> {
    let ((data, content), other) = (played()?, folder()?);
    let (to, at) = (other.path().join("monday"), data.path());
    let server = Server::start(at, content.path(), &[])?;
    let made = operate(&["backup", &text(&to)], at)?;
    assert_eq!(made.code, Some(0), "{made:?}");
    let again = operate(&["backup", &text(&to)], at)?;
    assert!(one_sentence(&again)?.contains("is there already"), "{again:?}");
    let running = operate(&["restore", &text(&to)], at)?;
    assert!(one_sentence(&running)?.contains("in use"), "{running:?}");
    let mut bob = Player::come_in(&server, "connect Bob sesame99")?;
    bob.send("get bead")?;
    bob.until("You take the bead.")?;
    server.terminate()?;
    // It is a data folder as it is.
    let server = Server::start(&to, content.path(), &[])?;
    ann_has_it(&server)?;
    server.terminate()?;
    let restored = operate(&["restore", &text(&to)], at)?;
    assert!(restored.code == Some(0) && restored.out.contains("replaced-1"), "{restored:?}");
    let server = Server::start(at, content.path(), &[])?;
    ann_has_it(&server)?;
    assert!(!carried(&server, "Bob")?.contains("the bead"));
    let ended = server.terminate()?;
    assert!(!ended.err.contains("ERROR"), "{ended:?}");
    // And back again, from what it replaced.
    let restored = operate(&["restore", &text(&at.join("replaced-1"))], at)?;
    assert_eq!(restored.code, Some(0), "{restored:?}");
    let server = Server::start(at, content.path(), &[])?;
    assert!(carried(&server, "Bob")?.contains("the bead"));
    server.terminate()?;
    // On a disk that has nothing yet.
    let new = other.path().join("new/data");
    assert_eq!(operate(&["restore", &text(&to)], &new)?.code, Some(0));
    ann_has_it(&Server::start(&new, content.path(), &[])?)?;
    let sound = run(&["verify", &text(&new)])?;
    assert!(sound.code == Some(0) && sound.out.contains("account\t2"), "{sound:?}");
    let sound = operate(&["repair"], &to)?;
    assert!(sound.code == Some(0) && sound.out.contains("nothing was changed"), "{sound:?}");
    Ok(())
}

/// Has players take things and put them down again, each over a connection of its own, until `stop`.
fn keep_busy(mut players: Vec<Player>, stop: &AtomicBool) -> Result<(), Trouble> {
    let mut round = 0;
    while !stop.load(Ordering::Relaxed) {
        for (n, player) in players.iter_mut().enumerate() {
            let thing = THINGS.iter().cycle().nth(n + round).copied().unwrap_or_default();
            let way = if (n + round) % 3 == 0 { "north" } else { "south" };
            player.send(&format!("get {thing}\r\n{way}\r\ndrop {thing}"))?;
        }
        for player in &mut players {
            player.ask("look")?;
            player.shown.clear();
        }
        round += 1;
    }
    Ok(())
}

/// Checks that by a data file each thing is in one place, and that what counts the things where they belong
/// says the same as they do. Returns where they are.
fn places(copy: &Path) -> Result<Vec<(String, String)>, Trouble> {
    let db = while_("a copy", Connection::open(copy))?;
    let sound: String =
        while_("a copy", db.query_row("PRAGMA integrity_check", (), |row| row.get(0)))?;
    let sql = "SELECT thing.body->>'$.V1.kind', thing.body->>'$.V1.at', thing.body->>'$.V1.placed',
                   coalesce((SELECT sum(body->>'$.V1.copies') FROM documents
                       WHERE kind = 'placement' AND id LIKE '% ' || (thing.body->>'$.V1.kind')), 0)
               FROM documents AS thing WHERE kind = 'thing' ORDER BY 1";
    let mut query = while_("a copy", db.prepare(sql))?;
    let row = |row: &rusqlite::Row<'_>| {
        let (place, count): (i64, i64) = (row.get(2)?, row.get(3)?);
        Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, place == count))
    };
    let rows = while_("a copy", query.query_map((), row))?.collect::<Result<Vec<_>, _>>();
    let rows = while_("a copy", rows)?;
    let things = rows.iter().map(|(thing, ..)| thing.as_str());
    if sound != "ok" || !things.eq(THINGS) || !rows.iter().all(|(.., agree)| *agree) {
        return Err(format!("a copy is no moment of the world: {sound} {rows:?}"));
    }
    Ok(rows.into_iter().map(|(thing, at, _)| (thing, at)).collect())
}

/// Makes backups while players are busy, and checks each.
fn backups_of_a_crowd(players: usize, backups: Range<usize>) -> Result<(), Trouble> {
    let (data, content, other) = (folder()?, folder()?, folder()?);
    write_small_world(content.path())?;
    let config = other.path().join("fast.ron");
    let limits = "(limits: (lines_per_second: 1000, burst_lines: 1000))";
    while_("a file", fs::write(&config, limits))?;
    let server = Server::start(data.path(), content.path(), &["--config", &text(&config)])?;
    let (stop, checked) = (AtomicBool::new(false), backups.len());
    let names = ('A'..='Z').take(players).map(|it| format!("create Crowd{it} sesame99"));
    let crowd = names.map(|it| Player::come_in(&server, &it));
    let crowd = crowd.collect::<Result<Vec<_>, _>>()?;
    thread::scope(|scope| {
        let busy = scope.spawn(|| keep_busy(crowd, &stop));
        let checking = || {
            let mut moments = BTreeSet::new();
            for n in backups {
                let to = other.path().join(format!("{n}"));
                let made = operate(&["backup", &text(&to)], data.path())?;
                let sound = run(&["verify", &text(&to)])?;
                if (made.code, sound.code) != (Some(0), Some(0)) {
                    return Err(format!("{made:?} {sound:?}"));
                }
                moments.insert(places(&file(&to))?);
                while_("a backup", fs::remove_dir_all(&to))?;
            }
            Ok::<_, Trouble>(moments.len())
        };
        let moments = checking();
        stop.store(true, Ordering::Relaxed);
        let busy = busy.join().map_err(|_| "a player broke".to_owned())?;
        busy?;
        assert!(moments? * 2 > checked, "the world stood still");
        Ok::<_, Trouble>(())
    })?;
    assert_eq!(server.terminate()?.code, Some(0));
    Ok(())
}

#[test]
fn a_backup_of_a_busy_world_is_one_moment() -> Result<(), Trouble> {
    backups_of_a_crowd(5, 0..3)
}

#[test]
#[ignore = "nightly: fifty backups under twenty players"]
fn fifty_backups_under_twenty_busy_players_are_each_one_moment() -> Result<(), Trouble> {
    backups_of_a_crowd(20, 0..50)
}
