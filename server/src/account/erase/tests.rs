use std::{collections::BTreeSet, sync::Arc};

use assistants::{
    memory::{Note, NoteDocument, NoteKind},
    mind::saved::{ACQUAINTANCE, RUMOUR},
};
use engine::{
    clock::WorldTime,
    id::{AccountId, CharacterId},
    label::{Integrity, Label, Readers},
    save::document::numbered,
};
use rusqlite::{Connection, OpenFlags};
use serde_json::{Value, json};
use store::{Batch, NoteRow, Row, Store, StoreSettings};
use tempfile::TempDir;
use world::{
    act::permission::Role,
    beings::{
        character::{CharacterRef, SpeakerKind},
        ignores::Ignored,
        saved::{self as beings, CharacterDocument, CharacterV1},
    },
    staff::{
        audit::{self, AuditV1, Ended},
        case::{self, CaseDocument, CaseTopic, CaseV1},
        sitelock,
    },
    talk::{
        board::{self, PostingDocument, PostingV1},
        mail::{self, LetterDocument, LetterV1},
    },
    things::{holder::carried_by, thing},
    trade::tally::{self, TalliedV1, TallyDocument, TallyV1},
};

use crate::account::{AccountError, Accounts, NameStatus, names::PlayerName, password::Password};

/// Name of the data file.
const FILE: &str = "hearsay.sqlite";
/// Queries of all that the data file holds.
const ROWS: [&str; 4] = [
    "SELECT concat_ws(' ', kind, id, owner, body) FROM documents ORDER BY kind, id",
    "SELECT concat_ws(' ', kind, id, whom) FROM mentions ORDER BY kind, id, whom",
    "SELECT concat_ws(' ', 'note', mind, serial, body) FROM notes ORDER BY mind, serial",
    "SELECT concat_ws(' ', 'note_subjects', mind, serial, subject) FROM note_subjects
     UNION ALL SELECT concat_ws(' ', 'note_mentions', mind, serial, whom) FROM note_mentions",
];
/// Kinds of documents that are the staff's own and outlive the account they are about.
const STAFFS: [&str; 3] = [case::KIND, audit::KIND, sitelock::KIND];

fn name(typed: &str) -> PlayerName {
    PlayerName::new(typed).unwrap()
}

fn row(kind: &'static str, id: impl ToString, owner: impl ToString, body: &Value) -> Row {
    let (id, owner) = (id.to_string(), owner.to_string());
    Row { owner, body: Some(body.to_string()), ..Row::gone(kind, id) }
}

fn character(party: &CharacterRef, ignored: &[&CharacterRef]) -> Row {
    let ignores = ignored.iter().map(|it| {
        let ignored = Ignored { name: it.name.clone(), account: None };
        (it.id.clone(), ignored)
    });
    let ignores = ignores.collect();
    beings::row(&CharacterDocument::V1(CharacterV1 {
        coins: 3,
        ignores,
        ..CharacterV1::new(party.id.clone(), &party.name, SpeakerKind::Player, Role::Player)
    }))
    .unwrap()
}

fn met(whom: &CharacterRef, said: Option<Label>) -> Row {
    let named =
        said.iter().flat_map(|it| it.all_named().cloned()).chain([whom.id.clone()]).collect();
    let said = said.map(|label| json!(["Hello.", label]));
    let known = json!({"V1": {"talks": 1, "last": 2, "greeted": 3, "said": said}});
    row(ACQUAINTANCE, format!("mara {}", whom.id), "mara", &known).mentioning(named)
}

/// A rumour that Mara heard from nobody, about somebody, and who knows it.
fn heard(event: u64, about: &CharacterRef, knows: &[&CharacterRef]) -> Row {
    let mut named: BTreeSet<CharacterId> = knows.iter().map(|it| it.id.clone()).collect();
    let aside: Vec<_> = named.iter().map(|it| json!([it, {"Only": [it, "mara"]}])).collect();
    let it = json!({"V3": {
        "event": event, "kind": "Shouted", "who": about, "did": "shouted", "retellings": 0,
        "strength": 100, "at": 5, "knows": named, "told_aside": aside, "label": Label::engine(),
    }});
    named.insert(about.id.clone());
    row(RUMOUR, format!("mara {event}"), "mara", &it).mentioning(named)
}

fn note(serial: u64, about: &[&CharacterRef], label: Label) -> NoteRow {
    let about: Vec<CharacterId> = about.iter().map(|it| it.id.clone()).collect();
    let content = format!("word {serial}");
    let (importance, kind, at) = (5, NoteKind::Fact, WorldTime(9));
    let ids = about.iter().map(ToString::to_string).collect();
    let note = Note {
        serial,
        content,
        about,
        importance,
        kind,
        at,
        label,
        source: None,
        trust: None,
        speaker: None,
        conversation: None,
        concluded: false,
        evidence: Vec::new(),
        links: Vec::new(),
        supersedes: None,
        superseded_by: None,
    };
    NoteRow {
        mind: "mara".to_owned(),
        serial: i64::try_from(serial).unwrap(),
        about: ids,
        mentions: note.mentions("mara"),
        body: Some(serde_json::to_string(&NoteDocument::V1(note)).unwrap()),
    }
}

fn act(number: u64, who: &CharacterRef, line: &str) -> Row {
    let (line, ended) = (line.to_owned(), Ended::Done);
    let who = who.clone();
    let (account, address) = (None, None);
    audit::row(&AuditV1 { number, at: WorldTime(1), who, account, line, address, ended }).unwrap()
}

fn report(number: u32, by: &CharacterRef, about: &CharacterRef) -> Row {
    let (words, at) = ("Shouts.".to_owned(), WorldTime(4));
    let (room, heard, closed) = (None, vec!["Shout!".to_owned()], None);
    let (by, about) = (by.clone(), about.clone());
    let (by_account, about_account) = (None, None);
    let case = CaseV1 {
        number,
        topic: CaseTopic::Person,
        by,
        by_account,
        about,
        about_account,
        words,
        at,
        room,
        heard,
        says: None,
        closed,
    };
    let owner = case.about.id.clone();
    row(case::KIND, numbered(number.into()), owner, &json!(CaseDocument::V1(case)))
}

fn letter(number: u64, by: &CharacterRef, to: &CharacterRef) -> Row {
    let letter = LetterV1 {
        number,
        to: to.id.clone(),
        by: by.clone(),
        account: None,
        words: format!("letter {number}"),
        at: WorldTime(5),
        read: false,
    };
    let row = row(mail::KIND, numbered(number), &to.id, &json!(LetterDocument::V1(letter)));
    row.mentioning([by.id.clone()].into())
}

fn posting(number: u32, by: &CharacterRef) -> Row {
    let (words, at) = (format!("posting {number}"), WorldTime(5));
    let posting = PostingV1 { number, by: by.clone(), account: None, words, at };
    row(board::KIND, numbered(number.into()), &by.id, &json!(PostingDocument::V1(posting)))
}

fn slate(some: &[&CharacterRef]) -> Row {
    let (at, what) = (WorldTime(6), "a mug of ale".to_owned());
    let drank =
        |it: &&CharacterRef| TalliedV1 { who: it.id.clone(), at, times: 2, what: what.clone() };
    let it = TallyV1 { count: 9, newest: some.iter().map(drank).collect() };
    let row = row(tally::KIND, "slate", "", &json!(TallyDocument::V1(it)));
    row.mentioning(some.iter().map(|it| it.id.clone()).collect())
}

/// Ann with three characters, Bob with one, and traces of both wherever there can be some.
struct Town {
    accounts: Accounts,
    folder: TempDir,
    ann: AccountId,
    bob: CharacterRef,
    /// The ids of Ann's account and of her characters.
    ids: Vec<String>,
}

async fn town() -> Town {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join(FILE), StoreSettings::default()).unwrap();
    let accounts = Accounts::new(Arc::new(store));
    let password = || Password::new("12345678");
    let (ann, party) = accounts.create(&name("ann"), password(), WorldTime(1)).await.unwrap();
    accounts.add_character(&ann.id, &name("zoe"), 3, WorldTime(2)).await.unwrap();
    let ann = accounts.add_character(&ann.id, &name("cleo"), 3, WorldTime(3)).await.unwrap();
    let (_, bob) = accounts.create(&name("bob"), password(), WorldTime(1)).await.unwrap();
    let [_, zoe, _] = ann.characters.as_slice() else { panic!("{ann:?}") };
    let by = |party: &CharacterRef| Label::by(party.id.clone(), Integrity::Player);
    let between =
        |some: &[&CharacterRef]| Readers::Only(some.iter().map(|it| it.id.clone()).collect());
    let thing = |id: &str, of: &CharacterRef| {
        let at = json!({"V1": {"id": id, "at": {"Character": of.id}}});
        row(thing::KIND, id, carried_by(&of.id), &at)
    };
    let rules = json!({"V1": {"rules": [{"by": party}], "last": 1}});
    let mut rows = vec![
        character(&party, &[&bob]),
        character(zoe, &[]),
        character(&bob, &[&party, zoe]),
        thing("apple/1", &party),
        thing("apple/2", &bob),
        met(&party, None),
        met(&bob, Some(by(&bob).join(&by(zoe)))),
        heard(1, zoe, &[&bob]),
        heard(2, &bob, &[&party, &bob]),
        letter(1, &party, &bob),
        letter(2, &bob, zoe),
        letter(3, &bob, &bob),
        posting(1, zoe),
        posting(2, &bob),
        slate(&[zoe, &bob]),
        report(1, &party, &bob),
        report(2, &bob, &party),
        act(1, zoe, "kick bob"),
        act(2, &bob, "teleport ANN to square"),
        act(3, &bob, "kick annabel"),
        row(sitelock::KIND, sitelock::KIND, "", &rules),
    ];
    rows.extend(ann.characters.iter().map(|it| act(10, it, "emit")).next_back());
    let notes = vec![
        note(1, &[&party], Label::engine()),
        note(2, &[], by(zoe)),
        note(3, &[&bob], by(&bob).kept_to(&between(&[&bob, zoe]))),
        note(4, &[&bob], by(&bob)),
    ];
    accounts.store.commit(Batch { rows, notes }).unwrap();
    accounts.store.settle().await.unwrap();
    let ids = ann.characters.iter().map(|it| it.id.to_string()).chain([ann.id.to_string()]);
    Town { ids: ids.collect(), ann: ann.id, accounts, folder, bob }
}

impl Town {
    /// Rows of the data file as text: each document with its kind and id before it, each mention with
    /// those of its document, and each note with `note`.
    fn rows(&self) -> Vec<String> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let file = Connection::open_with_flags(self.folder.path().join(FILE), flags).unwrap();
        let mut rows = Vec::new();
        for sql in ROWS {
            let mut statement = file.prepare(sql).unwrap();
            let found = statement.query_map((), |row| row.get::<_, String>(0)).unwrap();
            rows.extend(found.map(Result::unwrap));
        }
        rows
    }

    /// Rows that contain the id of Ann's account or of one of her characters.
    fn traces(&self) -> Vec<String> {
        let mut all = self.rows();
        all.retain(|it| self.ids.iter().any(|id| it.contains(id.as_str())));
        all
    }
}

fn is_of(kept: &str, kinds: &[&str]) -> bool {
    kinds.iter().any(|kind| kept.starts_with(&format!("{kind} ")))
}

#[tokio::test]
async fn nothing_is_left_of_who_is_deleted_but_what_is_the_staffs() {
    let town = town().await;
    let all = [
        "account",
        "name",
        "character",
        "thing",
        "acquaintance",
        "rumour",
        "note",
        "letter",
        "posting",
        "tally",
    ];
    for kind in all.iter().chain(&STAFFS) {
        assert!(town.traces().iter().any(|it| is_of(it, &[kind])), "{kind} is not tried");
    }
    let staffs = || town.rows().into_iter().filter(|it| is_of(it, &STAFFS));
    let before: Vec<_> = staffs().collect();

    town.accounts.delete(&town.ann).await.unwrap();
    town.accounts.store.settle().await.unwrap();
    let left: Vec<_> = town.traces().into_iter().filter(|it| !is_of(it, &STAFFS)).collect();
    assert_eq!(left, [""; 0]);
    assert_eq!(staffs().collect::<Vec<_>>(), before);

    for free in ["ann", "zoe", "cleo"] {
        assert_eq!(town.accounts.standing(&name(free)).await.unwrap(), NameStatus::Free);
    }
    let again = town.accounts.delete(&town.ann).await;
    assert!(matches!(again, Err(AccountError::Unknown(_))), "{again:?}");
}

#[tokio::test]
async fn what_is_others_stays_when_somebody_is_deleted() {
    let town = town().await;
    town.accounts.delete(&town.ann).await.unwrap();
    town.accounts.store.settle().await.unwrap();
    assert_eq!(town.accounts.find(&name("bob")).await.unwrap().character, town.bob.id);
    let store = &town.accounts.store;
    let body = async |kind, id: &str| {
        let body = store.load(kind, id).await.unwrap();
        serde_json::from_str::<Value>(&body.unwrap()).unwrap()
    };
    let bob = body(beings::KIND, town.bob.id.as_str()).await;
    assert_eq!((&bob["V1"]["coins"], bob["V1"].get("ignores")), (&json!(3), None));
    for (kind, number) in [(mail::KIND, 3), (board::KIND, 2)] {
        assert!(store.load(kind, &numbered(number)).await.unwrap().is_some(), "{kind}");
    }
    assert!(store.load(thing::KIND, "apple/2").await.unwrap().is_some());
    // What was done stays done; only whose doing it was is not known any more.
    let slate = &body(tally::KIND, "slate").await["V1"];
    assert_eq!(slate["count"], json!(9));
    assert_eq!(slate["newest"][0]["who"], json!(town.bob.id));
    // What Mara said to him last came from somebody who is gone.
    let known = body(ACQUAINTANCE, &format!("mara {}", town.bob.id)).await;
    let talked = json!([["Everyone", {"talks": 1, "last": 2}]]);
    assert_eq!(known["V4"], json!({"talked": talked, "greeted": [["Everyone", 3]]}));
    // What goes round of him goes on, and who is gone does not know it any more.
    let rumour = body(RUMOUR, "mara 2").await;
    assert_eq!(rumour["V3"]["knows"], json!([town.bob.id]));
    assert_eq!(store.load(RUMOUR, "mara 1").await.unwrap(), None);
    let everything = town.rows();
    let notes: Vec<_> = everything.iter().filter(|it| is_of(it, &["note"])).collect();
    assert_eq!(notes.len(), 2, "{notes:?}");
    assert!(notes[0].contains("word 3") && notes[1].contains("word 4"), "{notes:?}");
    let about = format!("note_subjects mara 3 {}", town.bob.id);
    assert!(everything.contains(&about), "it is found by the same as before: {everything:?}");
}

#[tokio::test]
async fn what_cannot_be_read_stops_a_deletion() {
    let town = town().await;
    let ann = town.ids[0].as_str();
    let named = BTreeSet::from([CharacterId::new(ann).unwrap()]);
    let bad = row(beings::KIND, "cyd", "", &json!("?")).mentioning(named);
    town.accounts.store.commit(Batch::of_rows(vec![bad])).unwrap();
    let stopped = town.accounts.delete(&town.ann).await;
    assert!(matches!(stopped, Err(AccountError::Document(_))), "{stopped:?}");
    assert_eq!(town.accounts.standing(&name("ann")).await.unwrap(), NameStatus::Known);
}

/// Knowledge of Mara about somebody with a part that has this label, and a rumour about them of which others
/// were told in private.
fn aside(whom: &CharacterRef, private: &Label) -> Vec<Row> {
    let few = private.readers.clone();
    let known = json!({"V4": {
        "talked": [["Everyone", {"talks": 1, "last": 2}], [few, {"talks": 9, "last": 2}]],
        "said": [[few, ["word 78", private]]],
        "slots": {"likes": [["Everyone", ["pears", Label::engine()]], [few, ["word 79", private]]]},
        "standing": [[few, {"corroborated": 0, "contradicted": 7, "flagged": 0}]],
    }});
    let row = row(ACQUAINTANCE, format!("mara {}", whom.id), "mara", &known);
    let row = row.mentioning([whom.id.clone()].into());
    let mut told_aside = heard(3, whom, &[]);
    let told = r#""told_aside":[["cyd",{"Only":["bob","cyd"]}]]"#;
    told_aside.body = told_aside.body.map(|it| it.replace(r#""told_aside":[]"#, told));
    vec![row, told_aside]
}

#[tokio::test]
async fn an_export_tells_everything_but_the_password() {
    let town = town().await;
    let told = town.accounts.export(&town.ann).await.unwrap();
    let count = |part: &str| {
        let all = told[part].as_object().map(|it| it.len());
        all.or_else(|| told[part].as_array().map(Vec::len)).unwrap()
    };
    assert_eq!(told["account"]["id"], json!(town.ann));
    assert_eq!(told["account"]["created"], json!(1));
    assert!(!told.to_string().contains("argon2id"), "{told}");
    let parts =
        ["names", "characters", "things", "acquaintances", "notes", "letters", "board", "tallies"];
    assert_eq!(parts.map(count), [3, 2, 1, 1, 2, 2, 1, 1]);
    assert_eq!(told["tallies"][0]["of"], json!("slate"));
    assert_eq!(told["tallies"][0]["known"]["times"], json!(2));
    assert_eq!(told["things"][0]["V1"]["id"], json!("apple/1"));
    assert_eq!(told["acquaintances"][format!("mara {}", town.ids[0])]["V1"]["talks"], json!(1));
    assert_eq!(told["notes"][0]["of"], json!("mara"));
    assert_eq!(told["notes"][1]["note"]["content"], json!("word 2"));
    assert_eq!(count("reports"), 1, "not those about her");
    assert_eq!(told["reports"][0]["heard"], json!(["Shout!"]));
    let lines: Vec<_> =
        told["audit"].as_array().unwrap().iter().map(|it| it["line"].clone()).collect();
    assert_eq!(lines, ["kick bob", "teleport ANN to square", "emit"]);
    assert!(!told.to_string().contains("word 4"), "{told}");

    // Of what others said in private, and of who else they are, its owner learns nothing.
    let bob = CharacterId::new("bob").unwrap();
    let private =
        Label { readers: Readers::Only([bob.clone()].into()), ..Label::by(bob, Integrity::Player) };
    let ann = CharacterRef { id: CharacterId::new(&town.ids[0]).unwrap(), name: "Ann".to_owned() };
    let rows = aside(&ann, &private);
    let batch = Batch { rows, notes: vec![note(77, &[&ann], private)] };
    town.accounts.store.commit(batch).unwrap();
    let all = town.accounts.export(&town.ann).await.unwrap();
    for word in ["word 77", "word 78", "word 79", "cyd"] {
        assert!(all.to_string().contains(word), "{word}: {all}");
    }
    let own = town.accounts.export_to_owner(&town.ann).await.unwrap();
    for (part, word) in [("notes", "word"), ("acquaintances", "word"), ("rumours", "cyd")] {
        let told = own[part].to_string().replace("word 1", "").replace("word 2", "");
        assert!(!told.contains(word), "{part}: {told}");
    }
    let known = &own["acquaintances"][format!("mara {}", ann.id)]["V4"];
    let pears = json!({"likes": [["Everyone", ["pears", Label::engine()]]]});
    assert_eq!((&known["slots"], known.get("standing")), (&pears, None));
    assert_eq!(known["talked"], json!([["Everyone", {"talks": 1, "last": 2}]]));
    assert_eq!(own["account"]["id"], json!(town.ann));
    assert_eq!(own["notes"].as_array().unwrap().len(), 2, "{own}");
    assert!(own.get("audit").is_none() && own["reports"].as_array().unwrap().len() == 1);
    for part in ["characters", "letters", "board", "reports"] {
        assert!(!own[part].to_string().contains("account\":"), "{own}");
    }

    let nobody = town.accounts.export(&AccountId::new("nobody").unwrap()).await;
    assert!(matches!(nobody, Err(AccountError::Unknown(_))), "{nobody:?}");
}
