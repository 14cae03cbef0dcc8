//! Bans and the audit of the staff: over sockets, from several addresses, and over a restart.

use engine::{
    id::AccountId,
    save::document::{self, SavedRow},
};
use tests::{
    Trouble,
    brain::Brain,
    cast::{Cast, PASSWORD, Person, Place},
    client::Client,
    host::{Home, Host},
    while_,
};
use world::{
    act::permission::Role,
    staff::audit::{self, AuditDocument, Ended},
};

type Done = Result<(), Trouble>;

/// Not the address from which the staff connects.
const ELSEWHERE: [u8; 4] = [127, 0, 0, 2];

/// A town with a wizard, and with Bob and Carol, who sleep.
async fn town() -> Result<(Home, Host), Trouble> {
    let home = Home::town(&[])?;
    let people = vec![
        Person::parse(Role::Staff, "wiz in town/square")?,
        Person::parse(Role::Player, "bob in town/square")?,
        Person::parse(Role::Player, "carol in town/square")?,
    ];
    home.save(Cast { people, ..Cast::default() }.characters(Place::Test)?).await?;
    let host = home.start(Brain::new([])).await?;
    Ok((home, host))
}

async fn wiz(host: &Host) -> Result<Client, Trouble> {
    Client::come_in(host.address, &format!("connect wiz {PASSWORD}")).await
}

async fn elsewhere(host: &Host) -> Result<Client, Trouble> {
    Client::connect_from(ELSEWHERE, host.address).await
}

/// Output to a login line from another address.
async fn tries(host: &Host, line: &str, until: &str) -> Result<String, Trouble> {
    let mut client = elsewhere(host).await?;
    client.until_prompt("What is your name?").await?;
    client.send(line).await?;
    client.until(until).await
}

#[tokio::test]
async fn an_address_is_refused_before_anything_is_asked_and_until_the_rule_is_lifted() -> Done {
    let (home, host) = town().await?;
    let mut staff = wiz(&host).await?;
    // A rule holds for those who come, whoever is at the login already included.
    let mut early = elsewhere(&host).await?;
    early.until_prompt("What is your name?").await?;
    staff.send("sitelock connect 127.0.0.2/31 for 2 days = spam").await?;
    staff.until("The rule holds. 1: connect 127.0.0.2/31, until").await?;
    early.send(&format!("connect bob {PASSWORD}")).await?;
    early.until("Nobody can connect from your address until").await?;
    let told = elsewhere(&host).await?.until_end().await?;
    let [only] = told.as_slice() else { return Err(format!("{told:?}")) };
    assert!(only.starts_with("Nobody can connect from your address until 20"), "{only}");
    assert!(only.ends_with(" UTC. The reason: spam"), "{only}");
    // Those at other addresses do not notice.
    Client::come_in(host.address, &format!("connect bob {PASSWORD}")).await?;

    host.stop().await?;
    let host = home.start(Brain::new([])).await?;
    let told = elsewhere(&host).await?.until_end().await?;
    assert_eq!(told.len(), 1, "the rule has outlived the server: {told:?}");
    let mut staff = wiz(&host).await?;
    staff.send("sitelock lift 1").await?;
    staff.until("The rule is lifted.").await?;
    tries(&host, &format!("connect bob {PASSWORD}"), "Welcome back, Bob!").await?;
    host.stop().await
}

#[tokio::test]
async fn a_name_is_refused_before_its_password_is_tried() -> Done {
    let (_home, host) = town().await?;
    let mut staff = wiz(&host).await?;
    staff.send("sitelock connect bob = Talk to us by mail.").await?;
    staff.until("The rule holds.").await?;
    let refused = "Nobody can connect under that name or another of the same account. \
                   The reason: Talk to us by mail.";
    for line in ["bob", "connect bob not the password", &format!("connect bob {PASSWORD}")] {
        let read = tries(&host, line, "name").await?;
        assert_eq!(read, refused, "{line}");
    }
    tries(&host, &format!("connect carol {PASSWORD}"), "Welcome back, Carol!").await?;
    host.stop().await
}

#[tokio::test]
async fn newcomers_and_guests_have_rules_of_their_own() -> Done {
    let (_home, host) = town().await?;
    let mut staff = wiz(&host).await?;
    for line in ["create zoe* = reserved", "guest 127.0.0.2", "create 127.0.0.2 for 1 hour"] {
        staff.send(&format!("sitelock {line}")).await?;
        staff.until("The rule holds.").await?;
    }
    let name = "No character with that name can be created. The reason: reserved";
    assert_eq!(tries(&host, &format!("create zoey {PASSWORD}"), "created").await?, name);
    assert_eq!(tries(&host, "zoey", "created").await?, name);
    let address = "No character can be created from your address until";
    assert!(tries(&host, &format!("create dan {PASSWORD}"), "created").await?.starts_with(address));
    let guest = "No guest can come in from your address.";
    assert_eq!(tries(&host, "connect guest", "guest").await?, guest);
    // Who has a character already comes in, and so do others from elsewhere.
    tries(&host, &format!("connect bob {PASSWORD}"), "Welcome back, Bob!").await?;
    Client::come_in(host.address, "connect guest").await?;
    Client::come_in(host.address, &format!("create dan {PASSWORD}")).await?;
    staff.send("sitelock connect 127.0.0.1").await?;
    staff.until("That rule would keep you out yourself").await?;
    host.stop().await
}

#[tokio::test]
async fn what_the_staff_did_is_in_the_data_file_and_no_password_is() -> Done {
    let (home, host) = town().await?;
    let mut staff = Client::connect_from(ELSEWHERE, host.address).await?;
    staff.send("wiz").await?;
    staff.send(PASSWORD).await?;
    staff.until("Welcome back, Wiz!").await?;
    for line in ["emit A bell tolls.", "kick nobody = Enough.", "who", "say hello"] {
        staff.do_line(line).await?;
    }
    staff.send("quit").await?;
    staff.until_end().await?;
    host.stop().await?;
    let path = home.config.server.data.join("hearsay.sqlite");
    let rows = while_("the acts", store::peek(&path, audit::KIND))?;
    let mut acts = Vec::new();
    for (id, owner, body) in rows {
        assert_eq!(owner, "wiz");
        assert!(!body.contains(PASSWORD), "{body}");
        let row = SavedRow { id, owner, body };
        let act: AuditDocument = while_("an act", document::read(audit::KIND, &row))?;
        let act = act.current();
        assert_eq!(act.address, Some(ELSEWHERE.into()));
        assert_eq!(act.account.as_ref().map(AccountId::as_str), Some("of-wiz"));
        acts.push((act.line, act.ended));
    }
    let refused = "Nobody called \"nobody\" is awake just now.".to_owned();
    let expected = [
        ("emit A bell tolls.".to_owned(), Ended::Done),
        ("kick nobody = Enough.".to_owned(), Ended::Refused(refused)),
    ];
    assert_eq!(acts, expected);
    Ok(())
}
