//! Account commands of the operator: `hearsay account`.

use std::os::unix::fs::PermissionsExt;

use super::*;

/// Runs `hearsay account` on a data folder.
fn account(data: &Path, arguments: &[&str]) -> Result<Ended, Trouble> {
    run(&[&["account"], arguments, &["--data", &text(data)]].concat())
}

/// Output of a command that must succeed.
fn done(data: &Path, arguments: &[&str]) -> Result<String, Trouble> {
    match account(data, arguments)? {
        Ended { code: Some(0), out, err } if err.is_empty() => Ok(out),
        ended => Err(format!("{arguments:?} failed: {ended:?}")),
    }
}

/// Error message of a command that must fail.
fn refused(data: &Path, arguments: &[&str]) -> Result<String, Trouble> {
    one_sentence(&account(data, arguments)?).map(str::to_owned)
}

/// Data of Ann, who is Zelda too, carries a slip and talked with Mara, and of Bob.
fn town() -> Result<TempDir, Trouble> {
    let data = folder()?;
    let server = Server::start(data.path(), world()?, &[])?;
    let mut ann = Player::come_in(&server, "create Ann sesame99")?;
    ann.send("get slip")?;
    ann.until("You take a paper slip.")?;
    ann.send("characters new Zelda")?;
    ann.until("Zelda is one of your characters now.")?;
    ann.send("east")?;
    ann.until("The Open Ear")?;
    ann.send("say hello")?;
    ann.until("hat do you like to drink?")?;
    ann.send("say I like plum wine")?;
    ann.until("plum wine")?;
    ann.until("plum wine")?;
    Player::come_in(&server, "create Bob sesame99")?;
    server.terminate()?;
    Ok(data)
}

fn acts(data: &Path) -> Result<Vec<String>, Trouble> {
    let acts = run(&["audit", "--data", &text(data)])?.out;
    Ok(acts.lines().filter_map(|it| it.split('\t').next_back()).map(str::to_owned).collect())
}

#[test]
fn accounts_are_listed_shown_and_exported_beside_a_server() -> Result<(), Trouble> {
    let data = town()?;
    let at = data.path();
    for runs in [false, true] {
        let server = runs.then(|| Server::start(at, world()?, &[])).transpose()?;
        let list = done(at, &["list"])?;
        let rows: Vec<Vec<&str>> =
            list.lines().map(|it| it.split('\t').take(3).collect()).collect();
        let expected =
            [["Ann", "Zelda", "player"], ["Bob", "-", "player"], ["Zelda", "Ann", "player"]];
        assert_eq!(rows, expected, "{list}");
        assert!(list.lines().all(|it| it.ends_with(" UTC")), "{list}");
        assert!(done(at, &["list", "bo"])?.starts_with("Bob\t"));
        assert_eq!(done(at, &["list", "zz"])?, "There are no names from there on.");

        let shown = done(at, &["show", "zelda"])?;
        for part in ["role\tplayer", "character\tAnn\t", "character\tZelda\t", "by its owner"] {
            assert!(shown.contains(part), "{part} is missing: {shown}");
        }
        assert!(shown.contains("2 character(s), 1 thing(s) that they carry, "), "{shown}");
        assert!(
            !shown.contains(" 0 acquaintance(s)") && !shown.contains(" 0 note(s) of"),
            "{shown}"
        );

        let told = done(at, &["export", "Ann"])?;
        for part in ["\"name\": \"Zelda\"", "plum wine", "slip", "\"talks\""] {
            assert!(told.contains(part), "{part} is missing: {told}");
        }
        assert!(!told.contains("argon2"), "{told}");
        let file = at.join(format!("ann-{runs}.json"));
        done(at, &["export", "Ann", "--to", &text(&file)])?;
        assert_eq!(while_("the file", fs::read_to_string(&file))?.trim_end(), told);
        let mode = while_("the file", fs::metadata(&file))?.permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let why = refused(at, &["export", "Bob", "--to", &text(&file)])?;
        assert!(why.contains(&text(&file)) && why.contains("not there"), "{why}");
        assert_eq!(while_("the file", fs::read_to_string(&file))?.trim_end(), told);

        assert!(refused(at, &["show", "Nobody"])?.contains("There is no character called Nobody"));
        assert!(refused(at, &["show", "a b"])?.contains("one word"));
        if let Some(server) = server {
            for change in [&["reset-password", "Ann"][..], &["delete", "Ann", "--yes"]] {
                assert!(refused(at, change)?.contains("hearsay.sqlite"));
            }
            server.terminate()?;
        }
    }
    assert_eq!(acts(at)?, [""; 0], "looking is no act");
    Ok(())
}

#[test]
fn a_list_says_how_to_read_on() -> Result<(), Trouble> {
    let data = folder()?;
    let at = data.path();
    Server::start(at, world()?, &[])?.terminate()?;
    let db = while_("the data", Connection::open(at.join("hearsay.sqlite")))?;
    let letter = |n: u8| char::from(b'a' + n);
    for n in 0..50_u8 {
        let name = format!("B{}{}l", letter(n / 10), letter(n % 10));
        let body = format!(
            "{{\"V1\":{{\"name\":\"{name}\",\"account\":\"{n}\",\"character\":\"c{n}\",\"made\":0,\"since\":0}}}}"
        );
        let sql = "INSERT INTO documents (kind, id, owner, body) VALUES ('name', ?1, ?2, ?3)";
        let given = [name, n.to_string(), body];
        while_("a name", db.execute(sql, rusqlite::params_from_iter(given)))?;
    }
    drop(db);
    let first = done(at, &["list"])?;
    assert_eq!(first.lines().count(), 41, "{first}");
    // What is wrong with one account keeps nobody from reading of the others.
    assert!(first.starts_with("Baal\tthere is no account 0\n"), "{first}");
    let more = format!("To read on: hearsay account list Beal --data {}", text(at));
    assert_eq!(first.lines().last(), Some(more.as_str()));
    let rest = done(at, &["list", "Beal"])?;
    assert_eq!((rest.lines().count(), rest.starts_with("Beal\t")), (10, true), "{rest}");
    Ok(())
}

#[test]
fn a_password_is_reset_and_told_once() -> Result<(), Trouble> {
    let data = town()?;
    let told = done(data.path(), &["reset-password", "zelda"])?;
    let first = told.lines().next().unwrap_or_default();
    let new = first.strip_prefix("The new password of Zelda is: ").ok_or(told.clone())?;
    assert_eq!(new.len(), 14, "{told}");
    assert!(done(data.path(), &["show", "Ann"])?.contains("by the staff or the operator"));
    assert_eq!(acts(data.path())?, ["hearsay account reset-password Zelda"]);

    let server = Server::start(data.path(), world()?, &[])?;
    Player::come_in(&server, &format!("connect Ann {new}"))?;
    let mut eve = Player::connect(&server)?;
    eve.send("connect Ann sesame99")?;
    eve.until("do not belong together")?;
    let ended = server.terminate()?;
    assert!(!ended.err.contains(new), "{ended:?}");
    Ok(())
}

#[test]
fn a_character_gets_a_name_that_a_new_one_could_have() -> Result<(), Trouble> {
    let data = town()?;
    let content = text(world()?);
    let rename = |old, new| ["rename", old, new, "--content", &content];
    for (old, new, why) in [
        ("Ann", "Bob", "the name Bob is taken"),
        ("Ann", "Mara", "means something"),
        ("Ann", "Sysop", "means something"),
        ("Ann", "A1", "everyday letters"),
        ("Cleo", "Cora", "There is no character called Cleo"),
    ] {
        let told = refused(data.path(), &rename(old, new))?;
        assert!(told.contains(why), "{new}: {told}");
    }
    let told = refused(data.path(), &["rename", "Ann", "Cora", "--content", "/no/such"])?;
    assert!(told.contains("is --content right?"), "{told}");
    assert_eq!(acts(data.path())?, [""; 0]);
    done(data.path(), &rename("ann", "cora"))?;
    assert_eq!(acts(data.path())?, ["hearsay account rename Ann Cora"]);

    let server = Server::start(data.path(), world()?, &[])?;
    let mut cora = Player::come_in(&server, "connect Cora sesame99")?;
    cora.send("inventory")?;
    cora.until("You carry a paper slip.")?;
    Player::come_in(&server, "create Ann sesame00")?;
    server.terminate()?;
    Ok(())
}

/// The ids of an account and of its characters.
fn ids(data: &Path, name: &str) -> Result<Vec<String>, Trouble> {
    let shown = done(data, &["show", name])?;
    let rows = shown.lines().map(|it| it.split('\t').collect::<Vec<_>>());
    let id = |row: Vec<&str>| match row.as_slice() {
        ["account", id] | ["character", _, id, _] => Some((*id).to_owned()),
        _ => None,
    };
    Ok(rows.filter_map(id).collect())
}

/// Number of rows of the data file that hold this text.
fn rows_with(db: &Connection, text: &str) -> Result<i64, Trouble> {
    let sql = "SELECT (SELECT count(*) FROM documents WHERE instr(id || ' ' || owner || body, ?1))
        + (SELECT count(*) FROM notes WHERE instr(body, ?1))
        + (SELECT count(*) FROM note_subjects WHERE subject = ?1)
        + (SELECT count(*) FROM mentions WHERE whom = ?1)
        + (SELECT count(*) FROM note_mentions WHERE whom = ?1)";
    while_("counting", db.query_row(sql, [text], |row| row.get(0)))
}

#[test]
fn a_deletion_is_looked_at_first_and_leaves_nothing() -> Result<(), Trouble> {
    let data = town()?;
    let at = data.path();
    let ids = ids(at, "Ann")?;
    assert_eq!(ids.len(), 3, "{ids:?}");
    let look = done(at, &["delete", "zelda"])?;
    assert!(
        look.contains("would delete the account of Ann, Zelda: 2 character(s), 1 thing"),
        "{look}"
    );
    let more = format!("hearsay account delete Zelda --yes --data {}", text(at));
    assert!(look.contains("Nothing was changed") && look.contains(&more), "{look}");
    let db = while_("the data", Connection::open(at.join("hearsay.sqlite")))?;
    for id in &ids {
        assert!(rows_with(&db, id)? > 0, "{id}");
    }
    drop(db);
    assert_eq!(acts(at)?, [""; 0]);

    let told = done(at, &["delete", "zelda", "--yes"])?;
    assert!(told.starts_with("The account of Ann, Zelda is deleted: 2 character(s)"), "{told}");
    assert_eq!(acts(at)?, ["hearsay account delete Zelda"]);
    let db = while_("the data", Connection::open(at.join("hearsay.sqlite")))?;
    for id in &ids {
        assert_eq!(rows_with(&db, id)?, 0, "{id}");
    }
    drop(db);
    assert_eq!(done(at, &["list"])?.lines().count(), 1);
    assert!(refused(at, &["delete", "Ann", "--yes"])?.contains("no character called Ann"));

    // The name is free, and whoever takes it is a stranger.
    let server = Server::start(at, world()?, &[])?;
    let mut ann = Player::come_in(&server, "create Ann sesame00")?;
    ann.send("inventory")?;
    ann.until("You carry nothing")?;
    Player::come_in(&server, "connect Bob sesame99")?;
    server.terminate()?;
    Ok(())
}
