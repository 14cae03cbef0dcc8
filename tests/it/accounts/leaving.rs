//! Reading what is kept about oneself, and leaving for good.

use tests::{
    brain::{Brain, play},
    cast::{Npc, PASSWORD},
    client::Client,
    host::{Home, Host},
    while_,
};

use super::{Done, Trouble, connect, create};

/// A town in which Ann is a mind, and whose server writes its journal.
fn home() -> Result<Home, Trouble> {
    let ann = Npc::parse("ann in town/square")?.persona();
    let mut home = Home::town(&[("personas/ann.ron", &ann)])?;
    home.config.server.journal = true;
    Ok(home)
}

/// Game in which Ann has met Dora and noted something of her, Dora has a second character Zoe, and
/// Bob ignores Dora.
async fn met(home: &Home) -> Result<(Host, Client, Client), Trouble> {
    let brain = Brain::new(["ann".to_owned()]);
    let memory =
        r#"store_memory {"content": "Dora likes pears.", "importance": 8, "about": "dora"}"#;
    brain.lay_out("ann", 0, play(memory)?);
    brain.lay_out("ann", 0, play(r#"say {"text": "Hello, Dora."}"#)?);
    let host = home.start(brain).await?;
    let mut bob = create(&host, "bob").await?;
    let mut dora = create(&host, "dora").await?;
    dora.do_line("get pear").await?;
    dora.send("say to ann I like pears.").await?;
    dora.until("Hello, Dora.").await?;
    dora.send("characters new zoe").await?;
    dora.until("play zoe").await?;
    bob.do_line("ignore dora").await?;
    Ok((host, bob, dora))
}

#[tokio::test]
async fn what_is_kept_about_somebody_is_printed_for_them_alone() -> Done {
    let home = home()?;
    let (host, bob, mut dora) = met(&home).await?;
    dora.send("account").await?;
    dora.until("account export, or: account delete").await?;
    dora.send("account export\nsay Read.").await?;
    dora.until("\"Read.\"").await?;
    let kept = dora.seen().join("\n");
    for word in ["\"Zoe\"", "\"role\": \"Player\"", "Dora likes pears.", "\"kind\": \"pear\""] {
        assert!(kept.contains(word), "{word}: {kept}");
    }
    assert!(!kept.contains("argon2"), "a password's hash");
    assert!(!bob.seen().concat().contains("likes pears."));
    let mut guest = Client::come_in(host.address, "connect guest").await?;
    guest.send("account export").await?;
    guest.until("name of your own").await?;
    host.stop().await?;
    let journal = std::fs::read_to_string(home.config.server.data.join("journal"));
    // Only the guest's line came to the game.
    assert_eq!(while_("the journal", journal)?.matches("account export").count(), 1);
    Ok(())
}

#[tokio::test]
async fn an_account_is_deleted_by_its_owner_and_the_world_forgets_it() -> Done {
    let home = home()?;
    let (host, mut bob, mut dora) = met(&home).await?;
    for (typed, told) in [("", "Nothing was changed."), ("guessed wrong", "not your password")] {
        dora.send("account delete").await?;
        dora.until("It cannot be undone.").await?;
        dora.until_prompt("Your password").await?;
        dora.send(typed).await?;
        dora.until(told).await?;
    }
    dora.send("account delete").await?;
    dora.until_prompt("Your password").await?;
    dora.send(PASSWORD).await?;
    dora.until_prompt("To delete it for ever, type delete").await?;
    dora.send("yes").await?;
    dora.until("Nothing was changed.").await?;
    dora.send(&format!("account delete\n{PASSWORD}\ndelete")).await?;
    let last = dora.until_end().await?.concat();
    assert!(last.contains("Your account is deleted, with everything"), "{last}");
    assert!(last.contains("Nothing is kept of you here."), "{last}");
    bob.until("Dora falls asleep").await?;
    bob.send("ignore").await?;
    bob.until("You ignore nobody").await?;
    // The names are free at once, and whoever has one of them is somebody else.
    for name in ["dora", "zoe"] {
        let mut old = Client::connect(host.address).await?;
        old.send(&format!("connect {name} {PASSWORD}")).await?;
        old.until("do not belong together").await?;
    }
    let mut dora = create(&host, "dora").await?;
    dora.send("inventory").await?;
    dora.until("You carry nothing").await?;
    host.stop().await?;
    let host = home.start(Brain::new(["ann".to_owned()])).await?;
    let mut bob = connect(&host, "bob").await?;
    bob.send("ignore").await?;
    bob.until("You ignore nobody").await?;
    host.stop().await?;
    let left = home
        .with_store(async |store| {
            let mut left = String::new();
            for kind in ["character", "acquaintance", "name", "thing"] {
                for (id, owner, body) in while_("rows", store.all(kind).await)? {
                    left.push_str(&format!("{kind} {id} {owner} {body}\n"));
                }
            }
            Ok(left)
        })
        .await?;
    assert!(left.contains("Bob") && left.contains("Dora"), "{left}");
    assert!(!left.contains("acquaintance") && !left.contains("Zoe"), "{left}");
    Ok(())
}
