//! The record of what characters did, as an operator meets it.

use super::*;

/// The lines of `hearsay why mara`.
fn why(data: &Path, more: &[&str]) -> Result<Vec<String>, Trouble> {
    let data = text(data);
    let ended = run(&[&["why", "mara", "--data", &data], more].concat())?;
    match ended {
        Ended { code: Some(0), out, err } if err.is_empty() => {
            Ok(out.lines().map(str::to_owned).collect())
        }
        ended => Err(format!("{more:?} failed: {ended:?}")),
    }
}

/// Data of Ann, who talked with Mara aloud and then whispered to her.
fn town() -> Result<TempDir, Trouble> {
    let data = folder()?;
    let server = Server::start(data.path(), world()?, &[])?;
    let mut ann = Player::come_in(&server, "create Ann sesame99")?;
    ann.send("east")?;
    ann.until("The Open Ear")?;
    ann.send("say hello")?;
    ann.until("hat do you like to drink?")?;
    ann.send("whisper mara I like plum wine")?;
    ann.until("Mara whispers to you")?;
    server.terminate()?;
    Ok(data)
}

#[test]
fn the_operator_reads_the_record_beside_a_server_and_what_is_private_by_saying_so()
-> Result<(), Trouble> {
    let data = town()?;
    let at = data.path();
    let server = Server::start(at, world()?, &[])?;
    let newest = why(at, &[])?;
    assert!(newest.iter().all(|it| it.split(' ').nth(2) == Some("mara")), "{newest:?}");
    let begun = newest.iter().find(|it| it.contains(" begins: ")).ok_or("no thought")?;
    assert!(
        begun.contains(": (16 characters, for ") && begun.contains("Ann") && begun.contains("mara"),
        "{begun}"
    );
    assert!(!newest.concat().contains("plum"), "{newest:?}");
    let private = why(at, &["--private"])?;
    assert!(private.concat().contains("\"I like plum wine\""), "{private:?}");
    let acts = run(&["audit", "--data", &text(at)])?.out;
    let read: Vec<&str> = acts.lines().filter(|it| it.contains("hearsay why mara")).collect();
    let [line] = read[..] else { return Err(acts) };
    assert!(line.ends_with("\toperator\t-\t-\tdone\thearsay why mara --private"), "{line}");
    // Around a time, and more than one.
    let all = why(at, &["--count", "50"])?;
    let first = all.first().ok_or("nothing")?;
    let (day, rest) = first.split_at(10);
    let time = rest.get(1..9).ok_or("no time")?;
    assert_eq!(why(at, &["--at", "1999-01-01T00:00"])?[0], *first);
    assert!(!why(at, &["--at", &format!("{day}T{time}")])?.is_empty());
    for wrong in [&["why", "mara", "--at", "soon"][..], &["why", "nobody-at-all"]] {
        assert_ne!(run(&[wrong, &["--data", &text(at)]].concat())?.code, Some(0));
    }
    server.terminate()?;
    Ok(())
}

#[test]
fn a_record_that_cannot_be_written_stops_nobody() -> Result<(), Trouble> {
    let data = folder()?;
    while_("a file", fs::write(data.path().join("record"), "in the way"))?;
    let server = Server::start(data.path(), world()?, &[])?;
    let mut ann = Player::come_in(&server, "create Ann sesame99")?;
    ann.send("east")?;
    ann.until("The Open Ear")?;
    for _ in 0..3 {
        ann.send("say hello")?;
        ann.until("Mara ")?;
    }
    let told = server.terminate()?;
    assert_eq!(told.code, Some(0), "{told:?}");
    assert_eq!(told.err.matches("cannot be written; the game goes on").count(), 1, "{}", told.err);
    Ok(())
}

#[test]
fn a_chronicle_tells_what_anybody_may_know_and_nothing_else() -> Result<(), Trouble> {
    let data = town()?;
    let at = text(data.path());
    let told = run(&["chronicle", "--data", &at])?;
    assert_eq!((told.code, told.err.as_str()), (Some(0), ""), "{told:?}");
    let page = told.out;
    assert!(page.contains("Ann and Mara speak") || page.contains("Mara and Ann speak"), "{page}");
    assert!(page.contains("Ann says") && page.contains("\"hello\""), "{page}");
    assert!(page.contains("Ann: town/"), "{page}");
    let again = run(&["chronicle", "--data", &at])?.out;
    assert_eq!(page, again);
    let file = text(&data.path().join("day.html"));
    let said = ["--of", "hello", "--html", &file];
    let told = run(&[&["chronicle", "--data", &at], &said[..]].concat())?;
    assert_eq!(told.code, Some(0), "{told:?}");
    let html = while_("the page", fs::read_to_string(&file))?;
    assert!(html.contains("marker-end=") && html.contains("class=\"room r0\""), "{html}");
    for private in ["plum", "whisper", "remember"] {
        assert!(!page.contains(private) && !html.contains(private), "{private}: {page}");
    }
    let day = page.get(..10).ok_or("no day")?;
    let other = run(&["chronicle", "--day", "1999-01-01", "--data", &at])?;
    assert_eq!(other.code, Some(1));
    let words = format!("There is nothing to tell of 1999-01-01; there is of {day}.");
    assert!(other.err.contains(&words), "{other:?}");
    Ok(())
}
