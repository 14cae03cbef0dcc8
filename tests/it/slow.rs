//! Slow readers, fast writers, and much at once: who reads keeps the connection, and nothing hangs.

use tests::{
    Trouble,
    brain::Brain,
    client::Client,
    host::{Home, Host},
};

type Done = Result<(), Trouble>;

const PASSWORD: &str = "long enough for us";

/// Number of players who shout at once, number of lines of each, and length of a line in bytes.
const SHOUTING: usize = 20;
const LINES: usize = 8;
const LONG: usize = 3_900;

/// A town in which as little as possible may wait for a slow connection.
fn narrow() -> Result<Home, Trouble> {
    let mut home = Home::town(&[])?;
    home.config.limits.backlog_bytes = 16 * 1_024;
    home.config.limits.line_bytes = 64 * 1_024;
    Ok(home)
}

async fn created(host: &Host, name: &str) -> Result<Client, Trouble> {
    Client::come_in(host.address, &format!("create {name} {PASSWORD}")).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_burst_of_others_cuts_off_nobody_who_reads() -> Done {
    let home = narrow()?;
    let host = home.start(Brain::new([])).await?;
    let mut readers = Vec::new();
    for name in ["ada", "bea", "cora"] {
        readers.push(created(&host, name).await?);
    }
    let mut shouting = Vec::new();
    for _ in 0..SHOUTING {
        shouting.push(Client::come_in(host.address, "connect guest").await?);
    }
    for (who, client) in shouting.iter_mut().enumerate() {
        let lines = (0..LINES).map(|n| format!("say {who}-{n} {}\n", "a".repeat(LONG)));
        client.send_bytes(lines.collect::<String>().as_bytes()).await?;
    }
    for reader in &mut readers {
        let mut heard = Vec::new();
        while heard.len() < SHOUTING * LINES {
            let line = reader.until(" says, \"").await?;
            heard.extend(
                line.split('"').nth(1).and_then(|it| it.split(' ').next()).map(str::to_owned),
            );
        }
        for who in 0..SHOUTING {
            // Everything, and each one's lines in their order.
            let of_one = heard.iter().filter(|it| it.split('-').next() == Some(&who.to_string()));
            let expected: Vec<String> = (0..LINES).map(|n| format!("{who}-{n}")).collect();
            assert_eq!(of_one.cloned().collect::<Vec<_>>(), expected);
        }
    }
    host.stop().await
}

#[tokio::test]
async fn a_speech_longer_than_what_may_wait_is_heard_whole() -> Done {
    let home = narrow()?;
    let host = home.start(Brain::new([])).await?;
    let mut carol = created(&host, "carol").await?;
    let mut bob = created(&host, "bob").await?;
    let words = "la ".repeat(20_000);
    bob.send(&format!("say {words}")).await?;
    for client in [&mut bob, &mut carol] {
        let line = client.until(", \"la la").await?;
        assert!(line.contains(words.trim()), "{} bytes", line.len());
        client.fence().await?;
    }
    // Nothing of it is left over to be in the way of what comes next.
    let mut again = Client::connect(host.address).await?;
    again.send(&format!("connect carol {PASSWORD}")).await?;
    again.until("You take over from your other connection.").await?;
    let last = carol.until_end().await?;
    assert!(
        last.iter().any(|it| it.contains("You have connected from somewhere else")),
        "{last:?}"
    );
    host.stop().await
}
