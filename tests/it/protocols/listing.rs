//! MSSP for listing sites, by telnet and in plain text.

use std::collections::BTreeMap;

use tests::{
    Trouble,
    brain::Brain,
    client::{
        Client,
        telnet::{IAC, SB, SE, Skills, option},
    },
    host::{Home, Host},
};

use super::{Done, plain, town};

/// The listing as a crawler with telnet reads it.
async fn listing(host: &Host) -> Result<BTreeMap<String, Vec<String>>, Trouble> {
    let mut crawler = Client::skilled(host.address, Skills::of(&[option::MSSP])).await?;
    crawler.settle().await?;
    let told = |it: &Vec<u8>| {
        it.strip_prefix(&[SB, option::MSSP])?.strip_suffix(&[IAC, SE]).map(<[u8]>::to_vec)
    };
    let listings: Vec<Vec<u8>> = crawler.heard.iter().filter_map(told).collect();
    let [listing] = &listings[..] else { return Err(format!("{} listings", listings.len())) };
    let mut variables = BTreeMap::new();
    for variable in listing.split(|it| *it == 1).skip(1) {
        let mut words =
            variable.split(|it| *it == 2).map(|it| String::from_utf8_lossy(it).into_owned());
        let name = words.next().unwrap_or_default();
        variables.insert(name, words.collect());
    }
    Ok(variables)
}

#[tokio::test]
async fn a_crawler_with_telnet_reads_what_is_true_now() -> Done {
    let before = server::clock::now().0 / 1_000;
    let (_home, host) = town().await?;
    let after = server::clock::now().0 / 1_000;
    let told = listing(&host).await?;
    assert_eq!(told["NAME"], ["The Test Town"]);
    assert_eq!(told["PLAYERS"], ["0"]);
    assert_eq!(told["PORT"], [host.address.port().to_string()]);
    assert_eq!(told["ROOMS"], ["5"]);
    let up: u64 = told["UPTIME"][0].parse().map_err(|_| "no time")?;
    assert!((before..=after).contains(&up), "{up}");
    let _bob = plain(&host, "bob").await?;
    let mut carol = plain(&host, "carol").await?;
    assert_eq!(listing(&host).await?["PLAYERS"], ["2"]);
    carol.send("quit").await?;
    carol.until_end().await?;
    assert_eq!(listing(&host).await?["PLAYERS"], ["1"]);
    host.stop().await
}

#[tokio::test]
async fn a_crawler_without_telnet_reads_the_same() -> Done {
    let mut home = Home::town(&[])?;
    home.config.mssp.contact = Some("staff@example.org".to_owned());
    let host = home.start(Brain::new([])).await?;
    let mut bob = plain(&host, "bob").await?;
    for request in ["MSSP-REQUEST", "mssp-request"] {
        let mut crawler = Client::connect(host.address).await?;
        crawler.send(request).await?;
        let lines = crawler.until_end().await?;
        let from =
            lines.iter().position(|it| it.ends_with("MSSP-REPLY-START")).ok_or("no start")?;
        let lines = &lines[from + 1..];
        for line in ["NAME\tThe Test Town", "PLAYERS\t1", "CONTACT\tstaff@example.org"] {
            assert!(lines.iter().any(|it| it == line), "{line}: {lines:?}");
        }
        assert_eq!(lines.last().map(String::as_str), Some("MSSP-REPLY-END"));
    }
    // In the game the same words are an ordinary line.
    bob.send("MSSP-REQUEST").await?;
    bob.until("There is no command").await?;
    host.stop().await
}
