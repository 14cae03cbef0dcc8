//! MCCP2: who begins it, that nothing is lost where it begins and ends, and how many have it.

use tests::{
    Trouble,
    brain::Brain,
    client::{
        Client,
        telnet::{DO, DONT, IAC, SB, SE, Skills, WILL, WONT, option},
    },
    host::{Home, Host},
};

use super::{Done, PASSWORD, created, plain, returned, times, town};

const OFFER: [u8; 2] = [WILL, option::MCCP2];
const START: [u8; 4] = [SB, option::MCCP2, IAC, SE];

fn willing() -> Skills {
    let options = vec![option::TTYPE, option::MCCP2];
    Skills { options, ..Skills::terminal(&["TINTIN++", "XTERM", "MTTS 13"]) }
}

async fn offering() -> Result<(Home, Host), Trouble> {
    let mut home = Home::town(&[])?;
    home.config.telnet.offer_mccp = true;
    let host = home.start(Brain::new([])).await?;
    Ok((home, host))
}

#[tokio::test]
async fn it_is_offered_once_the_client_is_known() -> Done {
    let (_home, host) = offering().await?;
    let mut bob = created(&host, "bob", willing()).await?;
    assert!(bob.is_compressed());
    let at = |command: &[u8]| bob.heard.iter().position(|it| it == command);
    let asked = [SB, option::TTYPE, 1, IAC, SE];
    let last = bob.heard.iter().rposition(|it| it == &asked).ok_or("never asked")?;
    assert!(at(&OFFER).is_some_and(|it| it > last), "some clients answer nothing after it");
    assert!(at(&OFFER) < at(&START));
    assert_eq!((bob.count(&OFFER), bob.count(&START)), (1, 1));
    bob.send("quit").await?;
    let last = bob.until_end().await?;
    assert!(last.iter().any(|it| it.starts_with("All is saved.")), "{last:?}");
    let (_, finished) = bob.packed();
    assert_eq!(finished, 1, "the stream has an end");
    // Whoever tells nothing about itself is offered it as well, and may decline.
    let mut carol = created(&host, "carol", Skills::default()).await?;
    assert_eq!((carol.count(&OFFER), carol.count(&START)), (1, 0));
    carol.do_line("look well").await?;
    carol.until("It is deep.").await?;
    host.stop().await
}

#[tokio::test]
async fn nothing_is_lost_where_it_begins() -> Done {
    let (_home, host) = town().await?;
    let mut bob = Client::skilled(host.address, Skills::of(&[option::MCCP2])).await?;
    // The client begins by itself, with commands right behind it in the same write.
    let mut bytes = vec![IAC, DO, option::MCCP2];
    bytes.extend(format!("create bob {PASSWORD}\nlook well\n").bytes());
    bob.send_bytes(&bytes).await?;
    bob.until("Welcome, Bob!").await?;
    bob.until("It is deep.").await?;
    assert!(bob.is_compressed());
    assert_eq!((bob.count(&OFFER), bob.count(&START)), (1, 1));
    // The banner came ahead of it and the rest behind it, once each.
    assert_eq!(times(bob.stream(), b"The test town."), 1);
    assert_eq!(times(bob.stream(), b"Welcome, Bob!"), 1);
    for n in 0..30 {
        bob.do_line(&format!("say {n} {}", "x".repeat(500))).await?;
    }
    let said: Vec<&String> = bob.seen().iter().filter(|it| it.starts_with("You say")).collect();
    assert_eq!(said.len(), 30);
    let (packed, finished) = bob.packed();
    let all = u64::try_from(bob.stream().len()).unwrap_or(0);
    assert!(packed > 0 && packed * 2 < all, "{packed} for {all}");
    assert_eq!(finished, 0);
    host.stop().await?;
    let last = bob.until_end().await?;
    assert!(last.iter().any(|it| it.contains("The server stops now.")), "{last:?}");
    assert_eq!(bob.packed().1, 1, "a stop of the server ends the stream too");
    Ok(())
}

#[tokio::test]
async fn a_player_switches_it_on_and_off() -> Done {
    let (_home, host) = town().await?;
    let mut bob = created(&host, "bob", willing()).await?;
    assert_eq!(bob.count(&OFFER), 0, "it is not offered unless the operator wants it");
    bob.send("set mccp on").await?;
    bob.until("Compression is now on").await?;
    bob.until_heard(&START, 1).await?;
    bob.do_line("look well").await?;
    assert!(bob.is_compressed());
    bob.send("set mccp off").await?;
    bob.until("Compression is now off").await?;
    bob.do_line("look well").await?;
    assert!(!bob.is_compressed());
    assert_eq!(bob.packed().1, 1, "the stream has an end");
    assert_eq!(bob.count(&[WONT, option::MCCP2]), 1);
    // It can begin anew.
    bob.send("set mccp on").await?;
    bob.until_heard(&START, 2).await?;
    bob.do_line("look well").await?;
    assert!(bob.is_compressed());
    assert_eq!(bob.seen().iter().filter(|it| *it == "It is deep.").count(), 3);
    // The client may end it as well.
    bob.send_bytes(&[IAC, DONT, option::MCCP2]).await?;
    bob.settle().await?;
    assert!(!bob.is_compressed());
    assert_eq!(bob.packed().1, 2);
    bob.send("set mccp off").await?;
    bob.fence().await?;
    bob.send("set mccp on").await?;
    bob.until_heard(&START, 3).await?;
    bob.send("quit").await?;
    bob.until_end().await?;
    assert_eq!(bob.packed().1, 3);
    // The wish is remembered, so a new connection begins with it.
    let mut bob = returned(&host, "bob", willing()).await?;
    bob.until_heard(&START, 1).await?;
    bob.fence().await?;
    assert!(bob.is_compressed());
    // A client that cannot do it is asked, declines, and is served as ever.
    let mut nc = Client::come_in(host.address, &format!("connect bob {PASSWORD}")).await?;
    nc.do_line("look well").await?;
    nc.until("It is deep.").await?;
    host.stop().await
}

#[tokio::test]
async fn one_more_than_there_is_room_for_is_served_without() -> Done {
    let mut home = Home::town(&[])?;
    home.config.limits.compressed = 0;
    let host = home.start(Brain::new([])).await?;
    let mut bob = created(&host, "bob", willing()).await?;
    bob.send("set mccp on").await?;
    bob.until_heard(&[WONT, option::MCCP2], 1).await?;
    bob.do_line("look well").await?;
    bob.until("It is deep.").await?;
    assert_eq!(bob.count(&START), 0);
    host.stop().await?;
    // With room for one the next gets it when the first has gone.
    home.config.limits.compressed = 1;
    let host = home.start(Brain::new([])).await?;
    let ask = [IAC, DO, option::MCCP2];
    let mut bob = returned(&host, "bob", willing()).await?;
    bob.until_heard(&START, 1).await?;
    let mut carol = created(&host, "carol", Skills::of(&[option::MCCP2])).await?;
    carol.send_bytes(&ask).await?;
    carol.settle().await?;
    assert!(!carol.is_compressed());
    bob.send("set mccp off").await?;
    bob.do_line("look well").await?;
    carol.send_bytes(&ask).await?;
    carol.settle().await?;
    assert!(carol.is_compressed());
    carol.do_line("look well").await?;
    carol.until("It is deep.").await?;
    drop(plain(&host, "dan").await?);
    host.stop().await
}
