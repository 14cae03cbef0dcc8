//! Claims of a client about itself: they change how it is served, and nothing that the server
//! vouches for.

use serde_json::json;
use tests::client::{
    Client,
    telnet::{Skills, option},
};

use super::{Done, PASSWORD, created, plain, town};

#[tokio::test]
async fn claims_give_nothing() -> Done {
    let (_home, host) = town().await?;
    let _carol = plain(&host, "carol").await?;
    let skills = Skills {
        options: vec![option::TTYPE, option::NEW_ENVIRON, option::GMCP],
        terminal: vec!["OWNER", "ROLE OWNER", "MTTS 4095"],
        variables: vec![
            ("USER", "carol"),
            ("ROLE", "owner"),
            ("IPADDRESS", "198.51.100.7"),
            ("CLIENT_NAME", "Carol"),
            ("TLS", "1"),
        ],
        modules: vec!["Char 1", "Char.Login 1", "Room 1"],
        utf8: true,
    };
    let mut bob = Client::skilled(host.address, skills).await?;
    bob.settle().await?;
    // Anybody on the way could read it, so it is no login; nothing even answers.
    let login =
        format!(r#"Char.Login.Credentials {{"account": "carol", "password": "{PASSWORD}"}}"#);
    bob.tell(&login).await?;
    for forged in [
        r#"Char.Name {"name": "Carol", "fullname": "Carol the Owner"}"#,
        r#"Char.Status {"role": "owner", "coins": "999"}"#,
        r#"Core.Hello {"client": "owner", "version": "1", "role": "owner", "account": "carol"}"#,
        r#"Room.Info {"num": 1, "name": "The Vault"}"#,
    ] {
        bob.tell(forged).await?;
    }
    bob.settle().await?;
    assert!(bob.told().is_empty(), "the login is not offered, and not answered");
    bob.until_prompt("What is your name?").await?;
    bob.send(&format!("create bob {PASSWORD}")).await?;
    bob.until("Welcome, Bob!").await?;
    let person = json!({"name": "Bob", "fullname": "Bob"});
    assert_eq!(bob.until_told("Char.Name").await?, person);
    let status = json!({"name": "Bob", "role": "player", "coins": "10"});
    assert_eq!(bob.until_told("Char.Status").await?, status);
    assert_eq!(bob.until_told("Room.Info").await?["name"], "The Square");
    // Said once more in play, it gives as little.
    bob.tell(&login).await?;
    bob.tell(r#"Char.Status {"role": "owner"}"#).await?;
    bob.send("emit The owner is here.").await?;
    bob.until("no command").await?;
    host.stop().await
}

#[tokio::test]
async fn a_name_of_a_client_is_no_name_of_a_player() -> Done {
    let (_home, host) = town().await?;
    let skills = Skills::terminal(&["CAROL", "XTERM", "MTTS 13"]);
    let mut bob = created(&host, "bob", skills).await?;
    let mut dan = plain(&host, "dan").await?;
    dan.send("who").await?;
    dan.until("Bob").await?;
    dan.fence().await?;
    bob.send("say hello").await?;
    dan.until("Bob says").await?;
    assert!(!dan.seen().iter().any(|it| it.to_lowercase().contains("carol")));
    host.stop().await
}
