//! Accounts with several characters, of which one is in the world at a time.

use tests::{
    Trouble,
    brain::Brain,
    cast::PASSWORD,
    client::Client,
    host::{Home, Host},
};

mod leaving;
mod staff;

type Done = Result<(), Trouble>;

async fn town() -> Result<(Home, Host), Trouble> {
    let home = Home::town(&[])?;
    let host = home.start(Brain::new([])).await?;
    Ok((home, host))
}

async fn create(host: &Host, name: &str) -> Result<Client, Trouble> {
    Client::come_in(host.address, &format!("create {name} {PASSWORD}")).await
}

async fn connect(host: &Host, name: &str) -> Result<Client, Trouble> {
    Client::come_in(host.address, &format!("connect {name} {PASSWORD}")).await
}

#[tokio::test]
async fn one_account_plays_one_character_after_the_other() -> Done {
    let (_home, host) = town().await?;
    let mut bob = create(&host, "bob").await?;
    let mut ann = create(&host, "ann").await?;
    ann.send("characters").await?;
    ann.until("Ann, whom you play now").await?;
    ann.send("characters new zoe").await?;
    ann.until("To be Zoe, type: play zoe").await?;
    ann.do_line("get pear").await?;
    // What was typed ahead is for the one who is played then.
    ann.send("play zoe\nsay I am here\ninventory").await?;
    ann.until("You fall asleep as Ann, and wake up as Zoe.").await?;
    ann.until("You say, \"I am here\"").await?;
    let carries = ann.until("You carry nothing").await?;
    assert!(!carries.contains("pear"), "{carries}");
    bob.until("Ann falls asleep").await?;
    bob.until("Zoe says, \"I am here\"").await?;
    bob.send("who").await?;
    let awake = bob.until("Zoe").await?;
    assert!(!awake.contains("Ann"), "{awake}");
    ann.send("play ann\ninventory").await?;
    ann.until("wake up as Ann").await?;
    ann.until("a pear").await?;
    ann.send("play ann").await?;
    ann.until("You are Ann already.").await?;
    ann.send("play bob").await?;
    ann.until("You have no character called \"bob\".").await?;
    host.stop().await
}

#[tokio::test]
async fn whoever_has_several_is_asked_which() -> Done {
    let (_home, host) = town().await?;
    let mut ann = create(&host, "ann").await?;
    for name in ["zoe", "bert"] {
        ann.send(&format!("characters new {name}")).await?;
        ann.until(&format!("play {name}")).await?;
    }
    ann.send("quit").await?;
    ann.until_end().await?;
    for (typed, name) in [("", "Ann"), ("2", "Zoe"), ("BERT", "Bert")] {
        let mut ann = Client::connect(host.address).await?;
        ann.send("ann").await?;
        ann.until_prompt("What is Ann's password?").await?;
        ann.send(PASSWORD).await?;
        ann.until("Your characters: Ann, Zoe, Bert.").await?;
        ann.until_prompt("Whom do you play? (press Enter for Ann)").await?;
        ann.send("carol").await?;
        ann.until("You have no character of that name or number").await?;
        ann.send(typed).await?;
        ann.until(&format!("Welcome back, {name}!")).await?;
        ann.send("characters").await?;
        ann.until(&format!("{name}, whom you play now")).await?;
        ann.send("quit").await?;
        ann.until_end().await?;
    }
    // A script names whom it means.
    let mut zoe = connect(&host, "zoe").await?;
    zoe.send("characters").await?;
    zoe.until("Zoe, whom you play now").await?;
    host.stop().await
}

#[tokio::test]
async fn two_characters_of_one_account_are_never_awake_at_once() -> Done {
    let (_home, host) = town().await?;
    let mut ann = create(&host, "ann").await?;
    ann.send("characters new zoe").await?;
    ann.until("play zoe").await?;
    ann.do_line("get pear").await?;
    let mut zoe = connect(&host, "zoe").await?;
    let last = ann.until_end().await?;
    assert!(last.concat().contains("You play another of your characters now"), "{last:?}");
    zoe.send("look").await?;
    let place = zoe.until("Exits").await?;
    assert!(!place.contains("Ann"), "{place}");
    // Both ways, and over a broken link as well.
    drop(zoe);
    let mut ann = connect(&host, "ann").await?;
    ann.send("inventory").await?;
    ann.until("a pear").await?;
    ann.send("who").await?;
    let awake = ann.until("Ann").await?;
    assert!(!awake.contains("Zoe"), "{awake}");
    host.stop().await
}

#[tokio::test]
async fn characters_have_a_bound_and_names_of_their_own() -> Done {
    let mut home = Home::town(&[])?;
    home.config.limits.characters = 2;
    let host = home.start(Brain::new([])).await?;
    drop(create(&host, "bob").await?);
    let mut ann = create(&host, "ann").await?;
    for (name, told) in [
        ("bob", "That name is taken"),
        ("x", "A name has 3 to 16 letters"),
        ("staff", "means something or somebody else here"),
        ("zoe", "To be Zoe, type: play zoe"),
        ("bert", "You have 2 characters, and that is the most."),
    ] {
        ann.send(&format!("characters new {name}")).await?;
        ann.until(told).await?;
    }
    let mut guest = Client::come_in(host.address, "connect guest").await?;
    guest.send("characters").await?;
    guest.until("name of your own").await?;
    // They last.
    host.stop().await?;
    let host = home.start(Brain::new([])).await?;
    let mut zoe = connect(&host, "zoe").await?;
    zoe.send("characters").await?;
    zoe.until("Zoe, whom you play now").await?;
    host.stop().await
}

#[tokio::test]
async fn a_password_is_changed_in_play_and_never_reaches_the_game() -> Done {
    let mut home = Home::town(&[])?;
    home.config.server.journal = true;
    let host = home.start(Brain::new([])).await?;
    let mut ann = create(&host, "ann").await?;
    // A slip changes nothing, and what was typed beside the word is used for nothing.
    ann.send("password hunter2222 hunter3333").await?;
    ann.until("Type it alone: password.").await?;
    ann.send("password").await?;
    ann.until_prompt("Your password now").await?;
    ann.send("not mine at all").await?;
    ann.until("That is not your password").await?;
    ann.send("password").await?;
    ann.until_prompt("Your password now").await?;
    ann.send("").await?;
    ann.until("Nothing was changed.").await?;
    // All of it at once, as a client may send it.
    ann.send(&format!("password\n{PASSWORD}\nshort\nanother secret\nanother sacred")).await?;
    ann.until("A password needs at least 8 characters").await?;
    ann.until("Those two are not the same").await?;
    ann.send("another secret\nanother secret\nsay Done.").await?;
    ann.until("Your password is changed").await?;
    ann.until("You say, \"Done.\"").await?;
    ann.send("quit").await?;
    ann.until_end().await?;
    let mut old = Client::connect(host.address).await?;
    old.send(&format!("connect ann {PASSWORD}")).await?;
    old.until("do not belong together").await?;
    drop(Client::come_in(host.address, "connect ann another secret").await?);
    let mut guest = Client::come_in(host.address, "connect guest").await?;
    guest.send("password").await?;
    guest.until("name of your own").await?;
    host.stop().await?;
    let journal = std::fs::read_to_string(home.config.server.data.join("journal"));
    let journal = tests::while_("the journal", journal)?;
    for secret in [PASSWORD, "hunter", "not mine", "another s"] {
        assert!(!journal.contains(secret), "{secret}");
    }
    assert!(journal.contains("say Done."));
    Ok(())
}
