use std::{
    future::Future,
    pin::pin,
    task::{Context, Waker},
};

use tempfile::TempDir;

use super::{
    password::{BadPassword, HASHED_AT_ONCE, Hash},
    *,
};
use store::StoreSettings;

struct Place {
    accounts: Accounts,
    /// Dropped last, after the store has let go of its file.
    _folder: TempDir,
}

fn place() -> Place {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let store = Store::open(&path, StoreSettings::default()).unwrap();
    Place { accounts: Accounts::new(Arc::new(store)), _folder: folder }
}

fn name(typed: &str) -> PlayerName {
    PlayerName::new(typed).unwrap()
}

fn password(typed: &str) -> Password {
    Password::new(typed)
}

async fn overwrite(accounts: &Accounts, kind: &'static str, id: &str, body: &str) {
    let row = Row { body: Some(body.into()), ..Row::gone(kind, id) };
    accounts.store.commit(Batch::of_rows(vec![row])).unwrap();
}

#[tokio::test]
async fn an_account_lets_in_who_knows_its_password() {
    let place = place();
    let accounts = &place.accounts;
    let bob = name("bob");
    assert_eq!(accounts.standing(&bob).await.unwrap(), NameStatus::Free);
    let (made, party) =
        accounts.create(&bob, password("pass\u{e9}word"), WorldTime(7)).await.unwrap();
    assert_eq!(
        (party.name.as_str(), made.characters.as_slice()),
        ("Bob", [party.clone()].as_slice())
    );
    assert_eq!((made.role, made.created, made.reset), (Role::Player, WorldTime(7), false));
    assert!(made.hash.0.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
    assert_ne!(made.id.as_str(), party.id.as_str());
    assert!(!party.id.as_str().contains("bob"), "an id says nothing");

    assert_eq!(accounts.standing(&name("BOB")).await.unwrap(), NameStatus::Known);
    // The same letters, composed in another way by another keyboard.
    let found = accounts.verify(&name("BOB"), password(" passe\u{301}word ")).await.unwrap();
    assert_eq!(found, Some((made.clone(), party)));
    assert_eq!(accounts.verify(&bob, password("passeword")).await.unwrap(), None);
    assert_eq!(accounts.verify(&name("ann"), password("passeword")).await.unwrap(), None);

    let (other, _) =
        accounts.create(&name("ann"), password("pass\u{e9}word"), WorldTime(8)).await.unwrap();
    assert_ne!(other.hash, made.hash, "salted");
}

#[tokio::test]
async fn what_stands_over_a_letter_makes_no_other_name() {
    let place = place();
    let accounts = &place.accounts;
    let make =
        async |typed: &str| accounts.create(&name(typed), password("12345678"), WorldTime(0)).await;
    make("Lisa").await.unwrap();
    let (lena, _) = make("L\u{e9}na").await.unwrap();
    for typed in ["Lena", "Len\u{e4}", "l\u{e8}na"] {
        assert_eq!(accounts.standing(&name(typed)).await.unwrap(), NameStatus::Alike, "{typed}");
        let again = make(typed).await;
        assert!(matches!(&again, Err(AccountError::Taken(_))), "{again:?}");
        let again = accounts.add_character(&lena.id, &name(typed), 5, WorldTime(0)).await;
        assert!(matches!(&again, Err(AccountError::Taken(_))), "{again:?}");
        let again = accounts.rename(&name("lisa"), &name(typed), WorldTime(1)).await;
        assert!(matches!(&again, Err(AccountError::Taken(_))), "{again:?}");
    }
    for typed in ["Lenka", "Helena"] {
        assert_eq!(accounts.standing(&name(typed)).await.unwrap(), NameStatus::Free, "{typed}");
    }
    accounts.rename(&name("l\u{e9}na"), &name("lena"), WorldTime(2)).await.unwrap();
    assert_eq!(accounts.standing(&name("lena")).await.unwrap(), NameStatus::Known);
}

#[tokio::test]
async fn no_two_characters_share_a_name_or_its_look() {
    let place = place();
    let accounts = &place.accounts;
    let (modem, _) =
        accounts.create(&name("modem"), password("12345678"), WorldTime(0)).await.unwrap();
    assert_eq!(accounts.standing(&name("modern")).await.unwrap(), NameStatus::Alike);
    for typed in ["Modem", "modern"] {
        let again = accounts.create(&name(typed), password("87654321"), WorldTime(0)).await;
        assert!(matches!(&again, Err(AccountError::Taken(_))), "{again:?}");
        let again = accounts.add_character(&modem.id, &name(typed), 5, WorldTime(0)).await;
        assert!(matches!(&again, Err(AccountError::Taken(_))), "{again:?}");
    }
    let nobody = accounts.find(&name("modern")).await;
    assert!(matches!(nobody, Err(AccountError::Nobody(_))), "{nobody:?}");

    // Both pass the first look before either is written.
    let (latin, cyrillic) = (name("bac"), name("вас"));
    let (one, other) = tokio::join!(
        accounts.create(&latin, password("12345678"), WorldTime(0)),
        accounts.create(&cyrillic, password("12345678"), WorldTime(0)),
    );
    let made = [one.is_ok(), other.is_ok()];
    assert_ne!(made, [true, true]);
    assert_ne!(made, [false, false]);
    let error = one.err().or(other.err()).unwrap();
    assert!(matches!(error, AccountError::Taken(_)), "{error}");
    let there = [accounts.find(&latin).await, accounts.find(&cyrillic).await];
    assert_eq!(there.map(|it| it.is_ok()), made);
}

#[tokio::test]
async fn an_account_has_several_characters_and_a_bound() {
    let place = place();
    let accounts = &place.accounts;
    let (account, ann) =
        accounts.create(&name("ann"), password("12345678"), WorldTime(1)).await.unwrap();
    let account = accounts.add_character(&account.id, &name("zoe"), 3, WorldTime(2)).await.unwrap();
    let account =
        accounts.add_character(&account.id, &name("bert"), 3, WorldTime(3)).await.unwrap();
    assert_eq!(account.names().collect::<Vec<_>>(), ["Ann", "Zo\u{65}", "Bert"]);
    let full = accounts.add_character(&account.id, &name("cleo"), 3, WorldTime(4)).await;
    assert!(matches!(full, Err(AccountError::Full(3))), "{full:?}");
    assert_eq!(accounts.standing(&name("cleo")).await.unwrap(), NameStatus::Free);
    assert_eq!(accounts.load(&account.id).await.unwrap(), account);

    // One password, whatever the name.
    let (same, zoe) = accounts.verify(&name("zoe"), password("12345678")).await.unwrap().unwrap();
    assert_eq!(same, account);
    assert_ne!(zoe.id, ann.id);
}

#[tokio::test]
async fn a_character_is_renamed_and_stays_who_it_is() {
    let place = place();
    let accounts = &place.accounts;
    let (account, bob) =
        accounts.create(&name("bob"), password("12345678"), WorldTime(1)).await.unwrap();
    accounts.create(&name("ann"), password("12345678"), WorldTime(1)).await.unwrap();
    let (after, robert) =
        accounts.rename(&name("bob"), &name("robert"), WorldTime(2)).await.unwrap();
    assert_eq!((&robert.id, robert.name.as_str()), (&bob.id, "Robert"));
    assert_eq!(after, Account { characters: vec![robert.clone()], ..account });
    assert_eq!(accounts.standing(&name("bob")).await.unwrap(), NameStatus::Free);

    let taken = accounts.rename(&name("robert"), &name("ann"), WorldTime(3)).await;
    assert!(matches!(taken, Err(AccountError::Taken(_))), "{taken:?}");
    let nobody = accounts.rename(&name("bob"), &name("carol"), WorldTime(3)).await;
    assert!(matches!(nobody, Err(AccountError::Nobody(_))), "{nobody:?}");
    assert_eq!(accounts.load(&after.id).await.unwrap(), after);

    // Whoever takes the old name is somebody else.
    let (_, other) =
        accounts.create(&name("bob"), password("12345678"), WorldTime(4)).await.unwrap();
    assert_ne!(other.id, robert.id);
    // A name that looks like one's own is nobody else's.
    let (_, modem) =
        accounts.create(&name("modem"), password("12345678"), WorldTime(5)).await.unwrap();
    let (_, modern) = accounts.rename(&name("modem"), &name("modern"), WorldTime(6)).await.unwrap();
    assert_eq!((modern.id, modern.name.as_str()), (modem.id, "Modern"));
}

#[tokio::test]
async fn of_two_names_of_one_character_the_newer_counts() {
    let place = place();
    let accounts = &place.accounts;
    let (account, bob) =
        accounts.create(&name("bob"), password("12345678"), WorldTime(1)).await.unwrap();
    // As after an end in the middle of a renaming.
    let half = NameV1 {
        name: "Robert".into(),
        account: account.id.clone(),
        character: bob.id.clone(),
        made: WorldTime(1),
        since: WorldTime(2),
    };
    let row = name_row(&name("robert"), half).unwrap();
    accounts.store.commit(Batch::of_rows(vec![row])).unwrap();
    let characters = accounts.load(&account.id).await.unwrap().characters;
    assert_eq!(characters, [CharacterRef { id: bob.id, name: "Robert".into() }]);
}

#[tokio::test]
async fn an_account_is_changed_by_one_after_the_other() {
    let place = place();
    let accounts = &place.accounts;
    let (made, _) =
        accounts.create(&name("bob"), password("12345678"), WorldTime(0)).await.unwrap();
    let owner = accounts.set_role(&made.id, Role::Owner).await.unwrap();
    assert_eq!(owner, Account { role: Role::Owner, ..made });
    assert_eq!(accounts.load(&owner.id).await.unwrap(), owner);
    assert!(accounts.verify(&name("bob"), password("12345678")).await.unwrap().is_some());

    let reset = accounts.set_password(&owner.id, password("another one"), true).await.unwrap();
    assert_eq!((reset.role, reset.reset), (Role::Owner, true));
    assert_eq!(accounts.verify(&name("bob"), password("12345678")).await.unwrap(), None);
    let (found, _) = accounts.verify(&name("bob"), password("another one")).await.unwrap().unwrap();
    assert_eq!(found, reset);

    let nobody = accounts.set_role(&AccountId::new("ann").unwrap(), Role::Staff).await;
    assert!(matches!(nobody, Err(AccountError::Unknown(_))), "{nobody:?}");
}

#[tokio::test]
async fn a_damaged_account_stops_its_login_and_stays_as_it_is() {
    let place = place();
    let accounts = &place.accounts;
    let bob = name("bob");
    let (made, _) = accounts.create(&bob, password("12345678"), WorldTime(0)).await.unwrap();
    let bad_hash = r#"{"V2":{"hash":"?","role":"Player","created":0}}"#;
    let later = r#"{"V9":{"id":"bob"}}"#;
    for (kind, id, body) in [
        (ACCOUNT_KIND, made.id.as_str(), "not a document"),
        (ACCOUNT_KIND, made.id.as_str(), later),
        (ACCOUNT_KIND, made.id.as_str(), bad_hash),
        (NAME_KIND, &*bob.skeleton(), "not a document"),
    ] {
        overwrite(accounts, kind, id, body).await;
        let error = accounts.verify(&bob, password("12345678")).await.unwrap_err();
        assert!(error.sentence().contains("tell the staff"), "{error}");
        let left = accounts.store.load(kind, id).await.unwrap();
        assert_eq!(left.as_deref(), Some(body));
    }
    let taken = accounts.create(&bob, password("12345678"), WorldTime(0)).await;
    assert!(taken.is_err());
}

#[tokio::test]
async fn the_saved_forms_are_kept() {
    let [account, character] = ["4ccount", "ch4r"].map(str::to_owned);
    let account = Account {
        id: AccountId::new(&account).unwrap(),
        characters: vec![CharacterRef {
            id: CharacterId::new(&character).unwrap(),
            name: "Bob".into(),
        }],
        hash: Hash("$argon2id$x".into()),
        role: Role::Staff,
        created: WorldTime(1_700_000_000),
        reset: false,
    };
    let saved =
        r#"{"V2":{"hash":"$argon2id$x","role":"Staff","created":1700000000,"reset":false}}"#;
    assert_eq!(account_row(&account).unwrap().body.as_deref(), Some(saved));
    let of = NameV1 {
        name: "Bob".into(),
        account: account.id.clone(),
        character: CharacterId::new(&character).unwrap(),
        made: WorldTime(1),
        since: WorldTime(2),
    };
    let saved =
        r#"{"V1":{"name":"Bob","account":"4ccount","character":"ch4r","made":1,"since":2}}"#;
    let row = name_row(&name("bob"), of.clone()).unwrap();
    assert_eq!((row.body.as_deref(), row.owner.as_str()), (Some(saved), "4ccount"));
    assert_eq!(serde_json::from_str::<NameDocument>(saved).unwrap().current(), of);
    let told = format!("{account:?} {:?}", password("s3cret-w0rd"));
    assert!(!told.contains("argon2id") && !told.contains("s3cret"), "{told}");
}

#[tokio::test]
async fn hashing_waits_its_turn() {
    let place = place();
    let hasher = &place.accounts.hasher;
    let busy = hasher.places.acquire_many(2).await.unwrap();
    let mut hashing = pin!(hasher.hash(password("12345678")));
    let mut context = Context::from_waker(Waker::noop());
    assert!(hashing.as_mut().poll(&mut context).is_pending());
    assert_eq!(hasher.places.available_permits(), 0);
    drop(busy);
    assert!(hashing.await.is_ok());
    assert_eq!(hasher.places.available_permits(), HASHED_AT_ONCE);
}

#[tokio::test]
async fn an_unknown_name_is_hashed_for_as_well() {
    let place = place();
    let accounts = &place.accounts;
    accounts.create(&name("bob"), password("12345678"), WorldTime(0)).await.unwrap();
    accounts.hasher.places.close();
    for typed in ["bob", "nobody-yet"] {
        let refused = accounts.verify(&name(typed), password("12345678")).await;
        assert!(matches!(&refused, Err(AccountError::Hash(HashError::Closed(_)))), "{refused:?}");
    }
}

#[test]
fn a_password_by_chance_is_one_that_may_be_chosen() {
    let [one, other] = [(); 2].map(|()| Password::random().unwrap());
    assert_ne!(one.reveal(), other.reveal());
    assert_eq!(one.check_new(), Ok(()));
    assert_eq!(one.reveal().len(), 14);
}

#[test]
fn new_passwords_have_limits() {
    assert_eq!(password("1234567").check_new(), Err(BadPassword::TooShort));
    assert_eq!(password("  1234567  ").check_new(), Err(BadPassword::TooShort));
    assert_eq!(password("12345678").check_new(), Ok(()));
    assert_eq!(password(&"x".repeat(128)).check_new(), Ok(()));
    assert_eq!(password(&"x".repeat(129)).check_new(), Err(BadPassword::TooLong));
    assert_eq!(password("1234567\u{fffd}").check_new(), Err(BadPassword::Garbled));
}
