//! Account commands of the staff, over the game.

use tests::{
    brain::Brain,
    cast::PASSWORD,
    client::Client,
    host::{Home, Host},
    while_,
};
use world::act::permission::Role;

use super::{Done, Trouble, connect, create};

/// A town with Bob and his other character Bert, the wizard Wiz, and Olga, who owns it.
async fn town() -> Result<(Home, Host), Trouble> {
    let mut home = Home::town(&[])?;
    home.config.server.journal = true;
    let host = home.start(Brain::new([])).await?;
    for name in ["wiz", "olga", "bob"] {
        drop(create(&host, name).await?);
    }
    let mut bob = connect(&host, "bob").await?;
    bob.send("characters new bert").await?;
    bob.until("play bert").await?;
    host.stop().await?;
    home.grant("wiz", Role::Staff).await?;
    home.grant("olga", Role::Owner).await?;
    let host = home.start(Brain::new([])).await?;
    Ok((home, host))
}

#[tokio::test]
async fn the_staff_helps_with_names_and_passwords_and_no_journal_has_the_password() -> Done {
    let (home, host) = town().await?;
    let mut wiz = connect(&host, "wiz").await?;
    let mut bob = connect(&host, "bob").await?;
    for (line, told) in [
        ("accounts list", "Wiz (staff)"),
        ("accounts list", "Bert (player), also Bob"),
        ("accounts list zz", "There are no names from there on."),
        ("accounts show bert", "The account of Bob, Bert has the rights of player"),
        ("accounts show nobody", "There is nobody with that name"),
        ("accounts rename bob wiz", "That name is taken"),
        ("accounts rename bob staff", "means something or somebody else"),
        ("accounts rename olga otto", "as many rights as you"),
        ("accounts reset-password wiz", "as many rights as you"),
        ("accounts delete bob yes", "Only an owner may delete"),
        ("accounts", "Bert (player)"),
        ("accounts bob", "Please type it like this"),
    ] {
        wiz.send(line).await?;
        wiz.until(told).await?;
    }
    bob.send("accounts show wiz").await?;
    bob.until("There is no command").await?;
    wiz.send("accounts rename bob Robert").await?;
    wiz.until("Bob is called Robert now").await?;
    bob.until("From now on you are called Robert.").await?;
    wiz.send("accounts reset-password bert").await?;
    let told = wiz.until("The new password of").await?;
    let (_, password) = told.rsplit_once(": ").ok_or("no password is told")?;
    let mut old = Client::connect(host.address).await?;
    old.send(&format!("connect bert {PASSWORD}")).await?;
    old.until("do not belong together").await?;
    drop(Client::come_in(host.address, &format!("connect bert {}", password.trim())).await?);
    wiz.send("audit").await?;
    wiz.until("accounts reset-password bert (done)").await?;
    host.stop().await?;
    let journal = std::fs::read_to_string(home.config.server.data.join("journal"));
    let journal = while_("the journal", journal)?;
    assert!(journal.contains("accounts reset-password bert"));
    assert!(!journal.contains(password.trim()), "a password");
    Ok(())
}

#[tokio::test]
async fn an_owner_deletes_an_account_whose_character_is_awake() -> Done {
    let (_home, host) = town().await?;
    let mut olga = connect(&host, "olga").await?;
    let mut bob = connect(&host, "bob").await?;
    olga.send("accounts delete bert").await?;
    olga.until("To delete it, type: accounts delete bert yes").await?;
    bob.do_line("look").await?;
    olga.send("accounts delete bert yes").await?;
    olga.until("The account of Bob, Bert is deleted: 2 character(s)").await?;
    let last = bob.until_end().await?.concat();
    assert!(last.contains("Your account was deleted by the staff."), "{last}");
    let mut old = Client::connect(host.address).await?;
    old.send(&format!("connect bob {PASSWORD}")).await?;
    old.until("do not belong together").await?;
    olga.send("accounts list").await?;
    let list = olga.until("Wiz (staff)").await?;
    assert!(!list.contains("Bob"), "{list}");
    host.stop().await
}
