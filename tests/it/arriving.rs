//! Coming in: by questions, in one line, as a guest, and with all that can be
//! mistyped on the way.

use tests::{
    Trouble,
    brain::Brain,
    client::Client,
    host::{Home, Host},
};

type Done = Result<(), Trouble>;

const PASSWORD: &str = "long enough for us";

async fn town() -> Result<(Home, Host), Trouble> {
    let home = Home::town(&[])?;
    let host = home.start(Brain::new([])).await?;
    Ok((home, host))
}

async fn telnet(host: &Host) -> Result<Client, Trouble> {
    let mut client = Client::connect(host.address).await?;
    client.telnet = true;
    client.until_prompt("What is your name?").await?;
    Ok(client)
}

/// Creates an account, and logs in.
async fn created(host: &Host, name: &str) -> Result<Client, Trouble> {
    Client::come_in(host.address, &format!("create {name} {PASSWORD}")).await
}

#[tokio::test]
async fn a_newcomer_is_asked_step_by_step_and_passwords_are_hidden() -> Done {
    let (_home, host) = town().await?;
    let mut bob = telnet(&host).await?;
    bob.send("bob").await?;
    bob.until_prompt("Create Bob?").await?;
    bob.send("perhaps").await?;
    bob.until("Please answer yes or no.").await?;
    bob.send("yes").await?;
    bob.until_prompt("Choose a password").await?;
    assert_eq!(bob.echo, [true], "typing is hidden");
    bob.send("short").await?;
    bob.until("at least 8 characters").await?;
    bob.until_prompt("Choose a password").await?;
    bob.send(PASSWORD).await?;
    bob.until_prompt("Type it once more").await?;
    bob.send("something else").await?;
    bob.until("Those two are not the same").await?;
    bob.until_prompt("Choose a password").await?;
    bob.send(PASSWORD).await?;
    bob.until_prompt("Type it once more").await?;
    assert_eq!(bob.echo, [true], "it stays hidden");
    bob.send(PASSWORD).await?;
    bob.until_prompt("screen reader?").await?;
    assert_eq!(bob.echo, [true, false], "and is shown again");
    bob.send("no").await?;
    bob.until("Welcome, Bob!").await?;
    bob.until("Welcome to the test town.").await?;
    bob.until("The Square").await?;
    assert_eq!(bob.echo, [true, false]);
    host.stop().await
}

#[tokio::test]
async fn whoever_speaks_no_telnet_is_spared_it() -> Done {
    let (_home, host) = town().await?;
    let mut bob = Client::connect(host.address).await?;
    for (prompt, line) in [
        ("What is your name?", "bob"),
        ("Create Bob?", "yes"),
        ("Choose a password", PASSWORD),
        ("Type it once more", PASSWORD),
        ("screen reader?", "yes"),
    ] {
        bob.until_prompt(prompt).await?;
        bob.send(line).await?;
    }
    bob.until("Welcome, Bob!").await?;
    assert!(bob.echo.is_empty());
    // With a screen reader there are no prompts.
    bob.send("set").await?;
    bob.until("reader on").await?;
    host.stop().await
}

#[tokio::test]
async fn whoever_returns_gives_the_password_and_may_go_back() -> Done {
    let (home, host) = town().await?;
    drop(created(&host, "bob").await?);
    host.stop().await?;
    let host = home.start(Brain::new([])).await?;
    let mut bob = telnet(&host).await?;
    bob.send("BOB").await?;
    bob.until_prompt("What is Bob's password?").await?;
    assert_eq!(bob.echo, [true]);
    bob.send("").await?;
    bob.until_prompt("What is your name?").await?;
    assert_eq!(bob.echo, [true, false], "an empty line goes back");
    bob.send("bob").await?;
    bob.until_prompt("What is Bob's password?").await?;
    bob.send("not the password").await?;
    bob.until("do not belong together").await?;
    bob.until_prompt("What is Bob's password?").await?;
    assert_eq!(bob.echo.last(), Some(&true), "typing is hidden again");
    bob.send(PASSWORD).await?;
    bob.until("Welcome back, Bob!").await?;
    bob.until("The Square").await?;
    assert_eq!(bob.echo.last(), Some(&false), "and shown at the end");
    host.stop().await
}

#[tokio::test]
async fn too_many_wrong_passwords_end_the_connection() -> Done {
    let (mut home, host) = town().await?;
    drop(created(&host, "bob").await?);
    host.stop().await?;
    home.config.limits.login_tries = 2;
    let host = home.start(Brain::new([])).await?;
    let mut bob = telnet(&host).await?;
    bob.send("bob").await?;
    bob.until_prompt("password?").await?;
    for _ in 0..2 {
        bob.send("not the password").await?;
    }
    let last = bob.until_end().await?;
    assert!(last.iter().any(|it| it.contains("do not belong together either")), "{last:?}");
    assert_eq!(bob.echo, [true, false], "typing shows again at the end");
    // A name that nobody has reads the same.
    let mut dan = telnet(&host).await?;
    dan.send("connect dan not the password").await?;
    dan.until("do not belong together").await?;
    host.stop().await
}

#[tokio::test]
async fn one_line_is_enough_and_asks_nothing_more() -> Done {
    let (_home, host) = town().await?;
    let mut bob = created(&host, "bob").await?;
    assert!(bob.echo.is_empty(), "nothing was to be hidden");
    bob.send("quit").await?;
    let last = bob.until_end().await?;
    assert!(last.iter().any(|it| it.starts_with("All is saved.")), "{last:?}");
    let mut bob = Client::connect(host.address).await?;
    bob.send("connect bob wrong password").await?;
    bob.until("do not belong together").await?;
    bob.send(&format!("connect bob {PASSWORD}")).await?;
    bob.until("Welcome back, Bob!").await?;
    let mut dan = Client::connect(host.address).await?;
    dan.send("connect guest").await?;
    dan.until("Welcome, guest!").await?;
    bob.until("wakes up and looks around.").await?;
    host.stop().await
}

#[tokio::test]
async fn what_is_typed_ahead_is_not_lost() -> Done {
    let (_home, host) = town().await?;
    let mut bob = Client::connect(host.address).await?;
    let lines = format!("create bob {PASSWORD}\nlook well\n");
    bob.send_bytes(lines.as_bytes()).await?;
    bob.until("Welcome, Bob!").await?;
    bob.until("It is deep.").await?;
    host.stop().await
}

#[tokio::test]
async fn a_second_login_takes_over_the_first() -> Done {
    let (_home, host) = town().await?;
    let mut first = created(&host, "bob").await?;
    first.send("get pear").await?;
    first.until("You take a pear.").await?;
    let mut second = Client::connect(host.address).await?;
    second.send(&format!("connect bob {PASSWORD}")).await?;
    second.until("You take over from your other connection.").await?;
    let last = first.until_end().await?;
    assert!(
        last.iter().any(|it| it.contains("You have connected from somewhere else")),
        "{last:?}"
    );
    second.send("inventory").await?;
    second.until("You carry a pear.").await?;
    host.stop().await
}

#[tokio::test]
async fn some_names_cannot_be_had() -> Done {
    let ann = tests::cast::Npc::parse("ann in town/square")?.persona();
    let home = Home::town(&[("personas/ann.ron", &ann)])?;
    let host = home.start(Brain::new([])).await?;
    let _bac = created(&host, "bac").await?;
    let mut dan = Client::connect(host.address).await?;
    for (line, says) in [
        (format!("create bac {PASSWORD}"), "That name is taken"),
        (format!("create ann {PASSWORD}"), "name"),
        // These letters are Cyrillic, and look like those of Bac.
        (format!("create Вас {PASSWORD}"), "That name is taken"),
        (format!("create x {PASSWORD}"), "name"),
        ("create dan short".to_owned(), "at least 8 characters"),
    ] {
        dan.send(&line).await?;
        let read = dan.until(says).await?;
        assert!(!read.contains("Welcome"), "{line}: {read}");
    }
    dan.send(&format!("create dan {PASSWORD}")).await?;
    dan.until("Welcome, Dan!").await?;
    host.stop().await
}

#[tokio::test]
async fn every_line_end_will_do() -> Done {
    let (_home, host) = town().await?;
    let mut bob = created(&host, "bob").await?;
    for end in ["\n", "\r\n", "\r\0"] {
        bob.send_bytes(format!("look well{end}").as_bytes()).await?;
        bob.until("It is deep.").await?;
    }
    host.stop().await
}

#[tokio::test]
async fn a_line_that_is_too_long_is_refused_whole() -> Done {
    let (_home, host) = town().await?;
    let long = "x".repeat(5_000);
    let mut bob = Client::connect(host.address).await?;
    bob.send(&long).await?;
    bob.until("That line is too long").await?;
    bob.send(&format!("create bob {PASSWORD}")).await?;
    bob.until("Welcome, Bob!").await?;
    bob.fence().await?;
    bob.send(&format!("say {long}")).await?;
    bob.until("That line is too long").await?;
    bob.fence().await?;
    assert_eq!(bob.take(), None, "nothing of it was used");
    host.stop().await
}

#[tokio::test]
async fn control_bytes_reach_nobody() -> Done {
    let (_home, host) = town().await?;
    let mut bob = created(&host, "bob").await?;
    let mut carol = created(&host, "carol").await?;
    bob.send_bytes(b"say a\x1b[31mb\x07c\x9bd\n").await?;
    let heard = carol.until("Bob says").await?;
    assert!(heard.starts_with("Bob says, \"a[31mbc"), "{heard:?}");
    assert!(!heard.chars().any(char::is_control), "{heard:?}");
    host.stop().await
}

#[tokio::test]
async fn telnet_commands_may_come_in_pieces() -> Done {
    let (_home, host) = town().await?;
    let mut bob = created(&host, "bob").await?;
    // A window size, cut in the middle of everything, within a line.
    for piece in
        [&b"\xff\xfb\x1flook w\xff"[..], b"\xfa\x1f\x00", b"\x28\x00\x18\xff", b"\xf0el", b"l\n"]
    {
        bob.send_bytes(piece).await?;
    }
    bob.until("It is deep.").await?;
    // The window is 40 columns wide, so this takes more than one line.
    bob.send("polish the well and all the stones").await?;
    let line = bob.until("There is no command").await?;
    assert!(line.chars().count() <= 40, "{line}");
    // Half a command and then the end harms nobody.
    bob.send_bytes(b"\xff\xfa\x1f\x00").await?;
    drop(bob);
    let mut carol = created(&host, "carol").await?;
    carol.send("look well").await?;
    carol.until("It is deep.").await?;
    host.stop().await
}

#[tokio::test]
async fn a_browser_is_told_what_this_is() -> Done {
    let (_home, host) = town().await?;
    let mut browser = Client::connect(host.address).await?;
    browser.send_bytes(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n").await?;
    let last = browser.until_end().await?;
    assert!(last.iter().any(|it| it.contains("This is a text game.")), "{last:?}");
    host.stop().await
}

#[tokio::test]
async fn the_town_may_be_full() -> Done {
    full(1, 1_000, "The town is full just now.").await?;
    full(1_000, 1, "too many connections from your").await
}

async fn full(connections: usize, per_address: usize, says: &str) -> Done {
    let mut home = Home::town(&[])?;
    home.config.limits.connections = connections;
    home.config.limits.per_address = per_address;
    let host = home.start(Brain::new([])).await?;
    let mut bob = created(&host, "bob").await?;
    let mut dan = Client::connect(host.address).await?;
    dan.until(says).await?;
    dan.until_end().await?;
    bob.send("quit").await?;
    bob.until_end().await?;
    // The place is free as soon as the server has noticed.
    for _ in 0..1_000 {
        let mut dan = Client::connect(host.address).await?;
        if dan.line().await?.is_some_and(|it| it == "The test town.") {
            return host.stop().await;
        }
    }
    Err("the place is never free again".into())
}

#[tokio::test]
async fn last_words_arrive_although_lines_are_still_coming() -> Done {
    let (_home, host) = town().await?;
    drop(created(&host, "bob").await?);
    for n in 0..10 {
        let line = format!("connect bob {PASSWORD}");
        let mut bob = Client::come_in(host.address, &line).await?;
        // The change is saved before it is shown, and the goodbye comes after it.
        let mut lines = String::from("set brief on\nquit\n");
        lines.push_str(&"look well\n".repeat(100));
        bob.send_bytes(lines.as_bytes()).await?;
        let last = bob.until_end().await?;
        assert!(last.iter().any(|it| it.starts_with("Short views")), "{n}: {last:?}");
        assert!(last.iter().any(|it| it.starts_with("All is saved.")), "{n}: {last:?}");
    }
    host.stop().await
}
