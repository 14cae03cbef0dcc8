//! A data file of an older format, which the first program left behind after real play, under the
//! present one. `tests/data/README.md` says what is in it.

use std::{fs, path::PathBuf};

use assistants::llm::providers::Models;
use rusqlite::Connection;
use server::account::{Accounts, names::PlayerName};
use tests::{
    Trouble,
    cast::Place,
    client::Client,
    host::{Home, Host},
    while_,
};

type Done = Result<(), Trouble>;

const ANN: &str = "connect Ann green-lantern-41";
const BOB: &str = "connect Bob brown-kettle-52";
const CYD: &str = "connect Cyd white-thimble-63";

/// The shipped world with the old data file.
fn home() -> Result<Home, Trouble> {
    let files = while_("the content", server::setup::files::read(Place::Content.folder()))?;
    let files: Vec<_> = files.into_iter().map(|it| (it.path, it.text)).collect();
    let home = Home::new(&files)?;
    let data = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/data/first-format.sqlite"));
    while_("the data", fs::write(file(&home), while_("the data", data)?))?;
    Ok(home)
}

fn file(home: &Home) -> PathBuf {
    home.config.server.data.join("hearsay.sqlite")
}

async fn start(home: &Home) -> Result<Host, Trouble> {
    home.start(Models::scripted()).await
}

/// Types a line and checks that these stand in what is read up to the last of them.
async fn reads(who: &mut Client, line: &str, wanted: &[&str]) -> Done {
    who.send(line).await?;
    for part in wanted {
        who.until(part).await?;
    }
    Ok(())
}

/// Checks that Ann, Bob and Cyd find their belongings again.
async fn look_around(host: &Host) -> Done {
    let mut ann = Client::come_in(host.address, ANN).await?;
    let mut bob = Client::come_in(host.address, BOB).await?;
    let mut cyd = Client::come_in(host.address, CYD).await?;
    reads(&mut ann, "inventory", &["8 coins"]).await?;
    reads(&mut ann, "set", &["72"]).await?;
    reads(&mut ann, "channel", &["gossip, also chat and ooc: "]).await?;
    reads(&mut bob, "look", &["The Snug"]).await?;
    reads(&mut bob, "inventory", &["a brass ear, an eel pie, a paper slip", "12 coins"]).await?;
    reads(&mut bob, "ignore", &["Ann"]).await?;
    reads(&mut bob, "south", &["a mug of ale, a paper slip", "Mara"]).await?;
    reads(&mut bob, "north", &["The Snug"]).await?;
    reads(&mut cyd, "reports", &["she hums off key"]).await?;
    reads(&mut cyd, "sitelock", &["create grumble*"]).await?;
    reads(&mut cyd, "audit", &["hearsay grant Cyd owner", "sitelock create"]).await?;
    reads(&mut cyd, "@npc show mara", &["knows: 3 people", "notes: 14"]).await?;
    reads(&mut cyd, "@npc show pip", &["knows: 4 people"]).await
}

#[tokio::test]
async fn everything_that_the_first_format_held_is_there() -> Done {
    let home = home()?;
    let host = start(&home).await?;
    look_around(&host).await?;
    host.stop().await?;
    let copy = home.config.server.data.join("hearsay.before-2.sqlite");
    while_("the copy of the old format", fs::metadata(copy))?;
    // What was brought along lasts like anything else.
    let host = start(&home).await?;
    look_around(&host).await?;
    host.stop().await
}

#[tokio::test]
async fn a_character_still_knows_whom_it_met_and_what_it_noted() -> Done {
    let home = home()?;
    let host = start(&home).await?;
    let mut ann = Client::come_in(host.address, ANN).await?;
    // No answer is then broken into two lines.
    ann.do_line("set width 500").await?;
    reads(&mut ann, "east", &["Mara"]).await?;
    reads(&mut ann, "say hello", &["likes pear cider"]).await?;
    // A mark of Bob's: one spoon from each guest.
    reads(&mut ann, "west", &["Elm Square"]).await?;
    let mut bob = Client::come_in(host.address, BOB).await?;
    for line in ["south", "west", "south", "south", "west", "up", "get spoon"] {
        bob.do_line(line).await?;
    }
    for line in ["down", "east", "north", "north", "east"] {
        bob.do_line(line).await?;
    }
    reads(&mut bob, "say i found your spoon", &["One spoon from each guest"]).await?;
    host.stop().await?;
    // Each of them is a row of its own now, and so are the two numbers beside them.
    let (known, minds) = home
        .with_store(async |store| {
            let known = while_("who is known", store.owned_by("acquaintance", "mara").await)?;
            Ok((known, while_("the minds", store.all("mind").await)?))
        })
        .await?;
    let talks = |id: &str| {
        let (_, body) = known.iter().find(|(it, _)| it == id)?;
        let body: serde_json::Value = serde_json::from_str(body).ok()?;
        // Whoever came in today has a row of today.
        let written = body["V4"]["talked"][0][1]["talks"].as_u64();
        written.or_else(|| body["V1"]["talks"].as_u64())
    };
    assert_eq!(known.len(), 3, "{known:?}");
    assert_eq!(["mara ann", "mara bob", "mara guest-3100"].map(talks), [6, 5, 2].map(Some));
    assert!(minds.iter().all(|(.., body)| body == r#"{"V2":{"stopped":false}}"#), "{minds:?}");
    Ok(())
}

#[tokio::test]
async fn everything_that_names_somebody_is_found_and_goes_with_them() -> Done {
    let home = home()?;
    let delete = async |name| {
        home.with_store(async |store| {
            let accounts = Accounts::new(store.clone());
            let name = while_("a name", PlayerName::new(name))?;
            let found = while_("an account", accounts.find(&name).await)?;
            while_("a deletion", accounts.delete(&found.account).await)
        })
        .await
    };
    let bob = delete("bob").await?;
    let ids: Vec<_> = bob.acquaintances.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(ids, ["mara bob", "pip bob"]);
    // Five are about him, and he had a hand in three about the guest.
    assert_eq!(bob.notes.len(), 8, "{bob:?}");
    let ids: Vec<_> = bob.without.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(ids, ["mara guest-3100"], "what she said last to the guest");
    let ann = delete("ann").await?;
    assert_eq!(ann.notes.len(), 6, "{ann:?}");
    let file = while_("the data", Connection::open(file(&home)))?;
    for id in ["ann", "bob"] {
        let sql =
            "SELECT (SELECT count(*) FROM documents WHERE instr(body, ?1) AND kind <> 'report')
            + (SELECT count(*) FROM notes WHERE instr(body, ?1))
            + (SELECT count(*) FROM note_subjects WHERE subject = ?2)
            + (SELECT count(*) FROM mentions WHERE whom = ?2)
            + (SELECT count(*) FROM note_mentions WHERE whom = ?2)";
        let given = [format!("\"{id}\""), id.to_owned()];
        let left: i64 = while_("counting", file.query_row(sql, given, |row| row.get(0)))?;
        assert_eq!(left, 0, "{id}");
    }
    Ok(())
}

#[tokio::test]
async fn what_is_put_somewhere_and_taken_is_counted_on() -> Done {
    let home = home()?;
    let host = start(&home).await?;
    let mut ann = Client::come_in(host.address, ANN).await?;
    // Bob had taken one of four apples and put it down elsewhere, and a spoon of eight.
    reads(&mut ann, "south", &["a windfall apple (4)"]).await?;
    for line in ["get apple", "south", "west"] {
        ann.do_line(line).await?;
    }
    reads(&mut ann, "up", &["a blue glass bead (3), a silver spoon (8)"]).await?;
    host.stop().await?;
    let things = home.with_store(async |store| while_("things", store.all("thing").await)).await?;
    let numbers = things.iter().filter_map(|(id, ..)| id.rsplit_once('/')?.1.parse::<u64>().ok());
    let mut numbers: Vec<u64> = numbers.collect();
    let all = numbers.len();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!((numbers.len(), numbers.contains(&40)), (all, true), "{numbers:?}");
    Ok(())
}
