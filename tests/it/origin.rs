//! Addresses of connections: proxies that speak for players, and limits for each address.

use std::net::{IpAddr, SocketAddr};

use tests::{Trouble, brain::Brain, cast::PASSWORD, client::Client, host::Home};

type Done = Result<(), Trouble>;

const TOO_MANY: &str = "too many connections from your address";
const TOO_FAST: &str = "many connections from your address just now";
const TOO_MANY_WRONG: &str = "too many wrong passwords from your address";

/// A town behind a proxy on this machine.
pub(crate) fn proxied() -> Result<Home, Trouble> {
    let mut home = Home::town(&[])?;
    home.config.proxy.trusted = vec!["127.0.0.0/8".parse().map_err(|_| "no subnet")?];
    Ok(home)
}

/// A header of the PROXY protocol, version 2.
pub(crate) fn header(command: u8, from: &str) -> Result<Vec<u8>, Trouble> {
    let from: IpAddr = from.parse().map_err(|_| "no address")?;
    let mut bytes = b"\r\n\r\n\0\r\nQUIT\n".to_vec();
    bytes.push(0x20 | command);
    let ports = [0xDC, 0x04, 0x0F, 0xA0];
    match from {
        IpAddr::V4(from) => {
            bytes.extend([0x11, 0, 12]);
            bytes.extend(from.octets());
            bytes.extend([192, 0, 2, 99]);
        }
        IpAddr::V6(from) => {
            bytes.extend([0x21, 0, 36]);
            bytes.extend(from.octets());
            bytes.extend([0; 16]);
        }
    }
    bytes.extend(ports);
    Ok(bytes)
}

/// Connects through the proxy, for somebody at this address.
async fn connect_from(to: SocketAddr, from: &str) -> Result<Client, Trouble> {
    let mut client = Client::connect(to).await?;
    client.send_bytes(&header(1, from)?).await?;
    Ok(client)
}

#[tokio::test]
async fn limits_count_whom_a_trusted_proxy_speaks_for() -> Done {
    let mut home = proxied()?;
    home.config.limits.per_address = 1;
    let host = home.start(Brain::new([])).await?;
    let mut ann = connect_from(host.address, "203.0.113.7").await?;
    ann.until("The test town.").await?;
    let mut again = connect_from(host.address, "203.0.113.7").await?;
    again.until(TOO_MANY).await?;
    again.until_end().await?;
    let mut bob = connect_from(host.address, "203.0.113.8").await?;
    bob.until("The test town.").await?;
    // A household has 64 bits of an IPv6 address.
    let mut carol = connect_from(host.address, "2001:db8::1").await?;
    carol.until("The test town.").await?;
    let mut dan = connect_from(host.address, "2001:db8::2").await?;
    dan.until(TOO_MANY).await?;
    let mut dan = connect_from(host.address, "2001:db8:0:1::2").await?;
    dan.until("The test town.").await?;

    // The proxy itself has an address, too.
    let mut probe = Client::connect(host.address).await?;
    probe.send_bytes(&header(0, "203.0.113.7")?).await?;
    probe.until("The test town.").await?;
    let mut probe = Client::connect(host.address).await?;
    probe.send_bytes(&header(0, "203.0.113.8")?).await?;
    probe.until(TOO_MANY).await?;
    host.stop().await
}

#[tokio::test]
async fn a_header_may_come_byte_by_byte_and_what_follows_is_the_players() -> Done {
    let home = proxied()?;
    let host = home.start(Brain::new([])).await?;
    let mut ann = Client::connect(host.address).await?;
    let mut bytes = header(1, "203.0.113.7")?;
    bytes.extend(format!("create ann {PASSWORD}\n").bytes());
    for byte in bytes {
        ann.send_bytes(&[byte]).await?;
    }
    ann.until("Welcome, Ann!").await?;

    let mut bob = Client::connect(host.address).await?;
    let mut bytes = header(1, "203.0.113.8")?;
    bytes.extend(format!("create bob {PASSWORD}\nsay hello\n").bytes());
    bob.send_bytes(&bytes).await?;
    ann.until("Bob says, \"hello\"").await?;
    host.stop().await
}

#[tokio::test]
async fn a_trusted_proxy_without_a_header_is_not_served() -> Done {
    let home = proxied()?;
    let host = home.start(Brain::new([])).await?;
    for bytes in [&b"PROXY TCP4 203.0.113.7 192.0.2.99 1 2\r\n"[..], b"connect guest by the door\n"]
    {
        let mut client = Client::connect(host.address).await?;
        client.send_bytes(bytes).await?;
        client.until_end().await?;
        assert!(client.seen().is_empty(), "{:?}", client.seen());
    }
    host.stop().await
}

#[tokio::test]
async fn a_forged_header_is_only_junk() -> Done {
    let mut home = Home::town(&[])?;
    home.config.proxy.trusted = vec!["192.0.2.99/32".parse().map_err(|_| "no subnet")?];
    home.config.limits.per_address = 1;
    let host = home.start(Brain::new([])).await?;
    let mut ann = Client::come_in(host.address, &format!("create ann {PASSWORD}")).await?;
    let mut mallory = connect_from(host.address, "203.0.113.66").await?;
    mallory.until(TOO_MANY).await?;
    ann.fence().await?;
    host.stop().await
}

#[tokio::test]
async fn a_connection_that_says_nothing_holds_up_nobody() -> Done {
    let mut home = proxied()?;
    home.config.limits.connections = 2;
    let host = home.start(Brain::new([])).await?;
    let silent = Client::connect(host.address).await?;
    let mut ann = connect_from(host.address, "203.0.113.7").await?;
    ann.until("The test town.").await?;
    // It counts from the beginning all the same.
    let mut bob = connect_from(host.address, "203.0.113.8").await?;
    bob.until("The town is full just now.").await?;
    drop(silent);
    host.stop().await
}

#[tokio::test]
async fn wrong_passwords_count_for_the_address() -> Done {
    let mut home = proxied()?;
    home.config.limits.failed_logins_per_minute = 2;
    home.config.limits.login_tries = 20;
    let host = home.start(Brain::new([])).await?;
    let right = format!("connect ann {PASSWORD}");
    let mut ann = connect_from(host.address, "198.51.100.1").await?;
    ann.log_in(&format!("create ann {PASSWORD}")).await?;

    let mut mallory = connect_from(host.address, "203.0.113.7").await?;
    mallory.send("connect ann wrong-one").await?;
    mallory.until("do not belong together").await?;
    // A right one does not make up for a wrong one.
    let mut other = connect_from(host.address, "203.0.113.7").await?;
    other.log_in(&right).await?;
    mallory.send("connect nobody-at-all wrong-two").await?;
    mallory.until("do not belong together").await?;
    mallory.send(&right).await?;
    mallory.until(TOO_MANY_WRONG).await?;
    mallory.until_end().await?;
    let mut again = connect_from(host.address, "203.0.113.7").await?;
    again.send(&right).await?;
    again.until(TOO_MANY_WRONG).await?;
    again.until_end().await?;

    // Who plays goes on, and others come in.
    other.fence().await?;
    let mut ann = connect_from(host.address, "203.0.113.8").await?;
    ann.log_in(&right).await?;
    host.stop().await
}

#[tokio::test]
async fn many_tries_at_the_same_time_learn_no_more() -> Done {
    let mut home = proxied()?;
    home.config.limits.failed_logins_per_minute = 1;
    let host = home.start(Brain::new([])).await?;
    let mut ann = connect_from(host.address, "198.51.100.1").await?;
    ann.log_in(&format!("create ann {PASSWORD}")).await?;

    let mut many = Vec::new();
    for _ in 0..8 {
        let mut client = connect_from(host.address, "203.0.113.7").await?;
        client.until("The test town.").await?;
        many.push(client);
    }
    for client in &mut many {
        client.send("connect ann wrong-one\nquit").await?;
    }
    let (mut wrong, mut refused) = (0, 0);
    for client in &mut many {
        let last = client.until_end().await?;
        wrong += last.iter().filter(|it| it.contains("do not belong together")).count();
        refused += last.iter().filter(|it| it.contains(TOO_MANY_WRONG)).count();
    }
    assert_eq!((wrong, refused), (1, 7));
    host.stop().await
}

#[tokio::test]
async fn connections_count_for_the_address_although_they_end() -> Done {
    let mut home = proxied()?;
    home.config.limits.connects_per_minute = 2;
    let host = home.start(Brain::new([])).await?;
    for _ in 0..2 {
        let mut client = connect_from(host.address, "203.0.113.7").await?;
        client.until("The test town.").await?;
        client.send("quit").await?;
        client.until_end().await?;
    }
    let mut third = connect_from(host.address, "203.0.113.7").await?;
    third.until(TOO_FAST).await?;
    third.until_end().await?;
    let mut other = connect_from(host.address, "203.0.113.8").await?;
    other.until("The test town.").await?;
    host.stop().await
}
