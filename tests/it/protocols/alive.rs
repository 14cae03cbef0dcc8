//! Signs of life, interruptions, and a client that never stops talking telnet.

use tests::{
    brain::Brain,
    client::{
        Client,
        telnet::{AYT, DO, IAC, IP, NOP, SB, SE, Skills, WILL, option},
    },
    host::Home,
};
use world::witness::pace::OFF_CHANNEL;

use super::{Done, PASSWORD, created, plain, times, town};

#[tokio::test]
async fn a_silent_connection_gets_a_sign_of_life() -> Done {
    let mut home = Home::town(&[])?;
    home.config.telnet.keep_alive_seconds = 1;
    let host = home.start(Brain::new([])).await?;
    let mut nc = plain(&host, "dan").await?;
    let mut off = created(&host, "eve", Skills::default()).await?;
    off.do_line("set keepalive off").await?;
    let before = off.count(&[NOP]);
    // Both are silent before these, so their signs of life would come first.
    let mut bob = created(&host, "bob", Skills::default()).await?;
    let mut carol = created(&host, "carol", Skills::default()).await?;
    for client in [&mut bob, &mut carol] {
        let so_far = client.count(&[NOP]);
        client.until_heard(&[NOP], so_far + 2).await?;
    }
    nc.fence().await?;
    off.fence().await?;
    assert_eq!(nc.count(&[NOP]), 0, "who speaks no telnet would show it");
    assert_eq!(off.count(&[NOP]), before, "the player wants none");
    off.do_line("set keepalive on").await?;
    off.until_heard(&[NOP], before + 1).await?;
    host.stop().await
}

#[tokio::test]
async fn are_you_there_is_answered_and_the_prompt_comes_again() -> Done {
    let (_home, host) = town().await?;
    let mut bob = Client::skilled(host.address, Skills::of(&[option::EOR])).await?;
    bob.settle().await?;
    bob.send_bytes(&[IAC, AYT]).await?;
    bob.until("[Yes, Hearsay is here.]").await?;
    bob.until_prompt("What is your name?").await?;
    bob.send(&format!("create bob {PASSWORD}")).await?;
    bob.until("Welcome, Bob!").await?;
    bob.fence().await?;
    bob.send_bytes(&[IAC, AYT]).await?;
    bob.until("[Yes, Hearsay is here.]").await?;
    bob.settle().await?;
    let end = b"> \xff\xef\r\n[Yes, Hearsay is here.]\r\n> \xff\xef";
    assert_eq!(times(bob.stream(), end), 1);
    bob.send_bytes(&[IAC, DO, option::TIMING_MARK]).await?;
    let marks = bob.count(&[WILL, option::TIMING_MARK]);
    bob.until_heard(&[WILL, option::TIMING_MARK], marks + 1).await?;
    host.stop().await
}

#[tokio::test]
async fn an_interrupt_drops_what_was_typed_ahead() -> Done {
    let mut home = Home::town(&[])?;
    // The fourth line waits for a second, so it is still there to be dropped.
    home.config.limits.lines_per_second = 1;
    home.config.limits.burst_lines = 3;
    let host = home.start(Brain::new([])).await?;
    let mut carol = plain(&host, "carol").await?;
    let mut bob = plain(&host, "bob").await?;
    let mut bytes = b"say one\n".repeat(6);
    bytes.extend([IAC, IP]);
    bytes.extend(b"say two\n");
    bob.send_bytes(&bytes).await?;
    bob.until("[Stopped. What you had typed ahead is dropped.]").await?;
    bob.until("You say, \"two\"").await?;
    carol.until("Bob says, \"two\"").await?;
    let ones = carol.seen().iter().filter(|it| it.contains("\"one\"")).count();
    assert!(ones < 6, "{ones}");
    host.stop().await
}

#[tokio::test]
async fn a_paste_is_answered_whole_and_in_order() -> Done {
    let mut home = Home::town(&[])?;
    home.config.limits.lines_per_second = 1_000;
    home.config.limits.burst_lines = 1_000;
    // Far fewer than are pasted, so that the rest has to wait for its places.
    home.config.limits.queued_lines = 4;
    let host = home.start(Brain::new([])).await?;
    let mut carol = plain(&host, "carol").await?;
    let mut bob = plain(&host, "bob").await?;
    // As many as one may say at once.
    let many = OFF_CHANNEL.burst;
    let lines: Vec<String> = (0..many).map(|n| format!("say line {n}.\n")).collect();
    bob.send_bytes(lines.concat().as_bytes()).await?;
    for n in 0..many {
        // Each is looked for after the one before it.
        bob.until(&format!("You say, \"line {n}.\"")).await?;
        carol.until(&format!("Bob says, \"line {n}.\"")).await?;
    }
    host.stop().await
}

#[tokio::test]
async fn a_flood_of_window_sizes_costs_no_command() -> Done {
    let (_home, host) = town().await?;
    let mut bob = created(&host, "bob", Skills::of(&[option::NAWS])).await?;
    let mut carol = plain(&host, "carol").await?;
    let mut bytes = Vec::new();
    for n in 0..2_000_u16 {
        let [high, low] = (40 + n % 100).to_be_bytes();
        bytes.extend([IAC, SB, option::NAWS, high, low, 0, 24, IAC, SE]);
        if n % 200 == 0 {
            bytes.extend(format!("say at {n}\n").bytes());
        }
    }
    bytes.extend([IAC, SB, option::NAWS, 0, 40, 0, 24, IAC, SE]);
    bytes.extend(b"say the last\n");
    bob.send_bytes(&bytes).await?;
    for n in (0..2_000).step_by(200) {
        carol.until(&format!("Bob says, \"at {n}\"")).await?;
    }
    carol.until("Bob says, \"the last\"").await?;
    // The last window counts.
    bob.send("polish the well and all the stones").await?;
    let line = bob.until("There is no command").await?;
    assert!(line.chars().count() <= 40, "{line}");
    host.stop().await
}
