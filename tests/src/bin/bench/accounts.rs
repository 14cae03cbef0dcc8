//! Costs of many accounts beside ten: in a data file of its own, without a server, and with every
//! change on its way to the disk.

use std::{collections::BTreeSet, sync::Arc};

use engine::{
    clock::WorldTime,
    id::{AccountId, CharacterId},
};
use store::{Batch, NoteRow, Row, Store, StoreSettings};

use server::{
    account::{
        Accounts,
        names::{PlayerName, beginning},
        password::{Hash, Password},
        saved::{Account, NameV1, account_row, name_row},
    },
    clock::Stopwatch,
};
use tests::{Trouble, while_};
use world::{
    act::permission::Role,
    beings::saved,
    things::{holder::carried_by, thing},
};

/// Number of accounts, few and many, and of characters of each.
const FEW: usize = 10;
const MANY: usize = 2_000;
const EACH: usize = 3;
/// Number of notes of minds about each character.
const NOTES: usize = 5;
/// Number of accounts written at once, so that no insertion waits for the disk too long.
const AT_ONCE: usize = 200;
/// Number of measurements of each task; the median counts.
const TURNS: usize = 9;
/// Number of names on a page.
const ON_A_PAGE: usize = 41;

const WHAT: [&str; 4] = ["login", "rename", "a name on a page", "delete"];
const PASSWORD: &str = "12345678";

/// Measures both.
pub(crate) async fn table() -> Result<String, Trouble> {
    let hash = while_("a hash", Hash::of(Password::new(PASSWORD)).await)?;
    let few = measure(FEW, &hash).await?;
    let many = measure(MANY, &hash).await?;
    let columns = (format!("{FEW} accounts"), format!("{MANY} accounts"));
    let mut text = format!("{:<24}{:>15}{:>15}{:>8}\n", "", columns.0, columns.1, "ratio");
    for (what, (few, many)) in WHAT.iter().zip(few.iter().zip(&many)) {
        let what = format!("{what}, us");
        text.push_str(&format!("{what:<24}{few:>15.0}{many:>15.0}{:>8.2}\n", many / few));
    }
    Ok(text)
}

/// Microseconds of each thing that is measured.
async fn measure(count: usize, hash: &Hash) -> Result<[f64; WHAT.len()], Trouble> {
    let folder = while_("a folder", tempfile::tempdir())?;
    let store = Store::open(&folder.path().join("hearsay.sqlite"), StoreSettings::default());
    let store = Arc::new(while_("the store", store)?);
    for number in 0..count {
        while_("an account", store.commit(account(number, hash)?))?;
        if number % AT_ONCE == 0 {
            while_("the store", store.settle().await)?;
        }
    }
    while_("the store", store.settle().await)?;
    let accounts = Accounts::new(store.clone());
    let mut took = [const { Vec::new() }; WHAT.len()];
    for turn in 0..TURNS {
        // Those in the middle, and each only once.
        let number = (count / 2 + turn) % count;
        let name = name(number, 0)?;
        let watch = Stopwatch::start();
        let found = while_("a login", accounts.verify(&name, Password::new(PASSWORD)).await)?;
        let (account, party) = found.ok_or("the password does not fit")?;
        let (id, owner) = (party.id.as_str(), carried_by(&party.id));
        let whole = store.load_whole(saved::KIND, id, thing::KIND, &owner);
        while_("a login", whole.await)?;
        took[0].push(watch.elapsed());

        let new = while_("a name", PlayerName::new(&format!("Z{}", name.as_str())))?;
        let watch = Stopwatch::start();
        while_("a renaming", accounts.rename(&name, &new, WorldTime(1)).await)?;
        while_("a renaming", store.settle().await)?;
        took[1].push(watch.elapsed());

        let watch = Stopwatch::start();
        let page = accounts.page(&beginning(name.as_str()), ON_A_PAGE).await;
        let names = while_("a page", page)?.len().max(1);
        took[2].push(watch.elapsed() / u32::try_from(names).unwrap_or(u32::MAX));

        let watch = Stopwatch::start();
        while_("a deletion", accounts.delete(&account.id).await)?;
        while_("a deletion", store.settle().await)?;
        took[3].push(watch.elapsed());
    }
    Ok(took.map(|mut all| {
        all.sort();
        all.get(TURNS / 2).map_or(0.0, |it| it.as_secs_f64() * 1e6)
    }))
}

/// A name that no other has: its letters are the digits of both numbers.
fn name(account: usize, character: usize) -> Result<PlayerName, Trouble> {
    let letter =
        |digit: char| digit.to_digit(10).and_then(|it| "abcdefghik".chars().nth(it as usize));
    let digits: String = format!("{account:04}{character}").chars().filter_map(letter).collect();
    while_("a name", PlayerName::new(&format!("B{digits}")))
}

/// Documents and notes about one account.
fn account(number: usize, hash: &Hash) -> Result<Batch, Trouble> {
    let id = while_("an id", AccountId::new(&format!("account-{number:04}-end")))?;
    let (role, created) = (Role::Player, WorldTime(0));
    let account = Account {
        id: id.clone(),
        characters: Vec::new(),
        hash: hash.clone(),
        role,
        created,
        reset: false,
    };
    let mut batch = Batch::of_rows(vec![while_("an account", account_row(&account))?]);
    for at in 0..EACH {
        let name = name(number, at)?;
        let character =
            while_("an id", CharacterId::new(&format!("character-{number:04}-{at}-end")))?;
        let named = BTreeSet::from([character.clone()]);
        let whom = character.to_string();
        let (of, account) = (name.to_string(), id.clone());
        let bears = NameV1 { name: of, account, character, made: created, since: created };
        batch.rows.push(while_("a name", name_row(&name, bears))?);
        let body = serde_json::json!({"V1": {
            "id": whom, "name": name.as_str(), "description": "Somebody with open eyes.",
            "kind": "Player", "role": "Player", "room": "town/square", "coins": 10, "marks": [],
            "settings": {}, "channels": ["gossip", "newbie"], "label": label(&whom),
        }});
        let row = |kind, id: String, owner: &str, body: serde_json::Value| {
            let (owner, body) = (owner.to_owned(), Some(body.to_string()));
            Row { owner, body, ..Row::gone(kind, id) }
        };
        batch.rows.push(row(saved::KIND, whom.clone(), "", body).mentioning(BTreeSet::new()));
        let known = serde_json::json!({"V1": {
            "talks": 3, "last": 1, "greeted": 1, "said": ["Good to see you again.", label("mara")],
        }});
        let known = row("acquaintance", format!("mara {whom}"), "mara", known);
        batch.rows.push(known.mentioning(named));
        for note in 0..NOTES {
            let serial = (number * EACH + at) * NOTES + note;
            let content = format!("{name} likes plum wine, and said so {note} times.");
            let body = serde_json::json!({"V1": {
                "serial": serial, "content": content, "about": [whom], "importance": 5,
                "kind": "Fact", "at": 1, "label": label(&whom),
            }});
            batch.notes.push(NoteRow {
                mind: "mara".to_owned(),
                serial: while_("a number", i64::try_from(serial))?,
                about: vec![whom.clone()],
                mentions: BTreeSet::new(),
                body: Some(body.to_string()),
            });
        }
    }
    Ok(batch)
}

fn label(of: &str) -> serde_json::Value {
    serde_json::json!({"integrity": "Player", "readers": "Everyone", "origins": [of], "hops": 1})
}
