use std::{
    future::Future,
    pin::pin,
    task::{Context, Waker},
};

use tempfile::TempDir;

use super::*;
use crate::store::StoreSettings;

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

async fn overwrite(accounts: &Accounts, id: &str, body: &str) {
    let row = Row { kind: ACCOUNT_KIND, id: id.into(), owner: id.into(), body: Some(body.into()) };
    accounts.store.commit(Batch::of_rows(vec![row])).unwrap();
}

#[tokio::test]
async fn an_account_lets_in_who_knows_its_password() {
    let place = place();
    let accounts = &place.accounts;
    let bob = name("bob");
    assert_eq!(accounts.standing(&bob).await.unwrap(), NameStatus::Free);
    let made = accounts.create(&bob, password("pass\u{e9}word"), 7).await.unwrap();
    assert_eq!((made.id.as_str(), made.name.as_str()), ("bob", "Bob"));
    assert_eq!((made.role, made.created), (Role::Player, 7));
    assert!(made.hash.0.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));

    assert_eq!(accounts.standing(&name("BOB")).await.unwrap(), NameStatus::Known);
    // The same letters, composed in another way by another keyboard.
    let found = accounts.verify(&name("BOB"), password(" passe\u{301}word ")).await.unwrap();
    assert_eq!(found, Some(made.clone()));
    assert_eq!(accounts.verify(&bob, password("passeword")).await.unwrap(), None);
    assert_eq!(accounts.verify(&name("ann"), password("passeword")).await.unwrap(), None);

    let other = accounts.create(&name("ann"), password("pass\u{e9}word"), 8).await.unwrap();
    assert_ne!(other.hash, made.hash, "salted");
}

#[tokio::test]
async fn no_two_accounts_share_a_name_or_its_look() {
    let place = place();
    let accounts = &place.accounts;
    accounts.create(&name("modem"), password("12345678"), 0).await.unwrap();
    assert_eq!(accounts.standing(&name("modern")).await.unwrap(), NameStatus::Alike);
    for typed in ["Modem", "modern"] {
        let again = accounts.create(&name(typed), password("87654321"), 0).await;
        assert!(matches!(&again, Err(AccountError::Taken(_))), "{again:?}");
    }
    assert_eq!(accounts.load(name("modern").id()).await.unwrap(), None);

    // Both pass the first look before either is written.
    let (latin, cyrillic) = (name("bac"), name("вас"));
    let (one, other) = tokio::join!(
        accounts.create(&latin, password("12345678"), 0),
        accounts.create(&cyrillic, password("12345678"), 0),
    );
    let made = [one.is_ok(), other.is_ok()];
    assert_ne!(made, [true, true]);
    assert_ne!(made, [false, false]);
    let error = one.err().or(other.err()).unwrap();
    assert!(matches!(error, AccountError::Taken(_)), "{error}");
    let there = [accounts.load(latin.id()).await, accounts.load(cyrillic.id()).await];
    assert_eq!(there.map(|it| it.unwrap().is_some()), made);
}

#[tokio::test]
async fn roles_are_changed_one_after_the_other() {
    let place = place();
    let accounts = &place.accounts;
    let made = accounts.create(&name("bob"), password("12345678"), 0).await.unwrap();
    let owner = accounts.set_role(&made.id, Role::Owner).await.unwrap();
    assert_eq!(owner, Account { role: Role::Owner, ..made });
    assert_eq!(accounts.load(&owner.id).await.unwrap(), Some(owner.clone()));
    assert!(accounts.verify(&name("bob"), password("12345678")).await.unwrap().is_some());

    let nobody = accounts.set_role(name("ann").id(), Role::Staff).await;
    assert!(matches!(nobody, Err(AccountError::Unknown(_))), "{nobody:?}");
}

#[tokio::test]
async fn a_damaged_account_stops_its_login_and_stays_as_it_is() {
    let place = place();
    let accounts = &place.accounts;
    let bob = name("bob");
    let bad_hash = r#"{"V1":{"id":"bob","name":"Bob","hash":"?","role":"Player","created":0}}"#;
    let later = r#"{"V9":{"id":"bob"}}"#;
    for body in ["not a document", later, bad_hash] {
        overwrite(accounts, "bob", body).await;
        let error = accounts.verify(&bob, password("12345678")).await.unwrap_err();
        assert!(matches!(&error, AccountError::Unreadable { id, .. } if id.as_str() == "bob"));
        assert!(error.sentence().contains("tell the staff"));
        let taken = accounts.create(&bob, password("12345678"), 0).await;
        assert!(matches!(taken, Err(AccountError::Taken(_))));
        let left = accounts.store.load(ACCOUNT_KIND, "bob").await.unwrap();
        assert_eq!(left.as_deref(), Some(body));
    }
}

#[tokio::test]
async fn the_saved_form_is_kept() {
    let account = Account {
        id: name("bob").id().clone(),
        name: "Bob".into(),
        hash: Hash("$argon2id$x".into()),
        role: Role::Staff,
        created: 1_700_000_000,
    };
    let saved = r#"{"V1":{"id":"bob","name":"Bob","hash":"$argon2id$x","role":"Staff","created":1700000000}}"#;
    assert_eq!(row(&account).unwrap().body.as_deref(), Some(saved));
    let read: AccountDocument = serde_json::from_str(saved).unwrap();
    assert_eq!(read.current(), account);
    let told = format!("{account:?} {:?}", password("s3cret-w0rd"));
    assert!(!told.contains("argon2id") && !told.contains("s3cret"), "{told}");
}

#[tokio::test]
async fn hashing_waits_its_turn() {
    let place = place();
    let accounts = &place.accounts;
    let busy = accounts.hashing.acquire_many(2).await.unwrap();
    let mut hashing = pin!(accounts.hash(password("12345678")));
    let mut context = Context::from_waker(Waker::noop());
    assert!(hashing.as_mut().poll(&mut context).is_pending());
    assert_eq!(accounts.hashing.available_permits(), 0);
    drop(busy);
    assert!(hashing.await.is_ok());
    assert_eq!(accounts.hashing.available_permits(), HASHED_AT_ONCE);
}

#[tokio::test]
async fn an_unknown_name_is_hashed_for_as_well() {
    let place = place();
    let accounts = &place.accounts;
    accounts.hashing.close();
    for typed in ["bob", "nobody-yet"] {
        let refused = accounts.verify(&name(typed), password("12345678")).await;
        assert!(matches!(&refused, Err(AccountError::Closed(_))), "{refused:?}");
    }
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
