//! A server that stops and starts again: open pages come back by themselves, and players of telnet are
//! told to connect again.

use std::net::SocketAddr;

use serde_json::{Value, json};
use tests::{
    Trouble,
    brain::Brain,
    cast::PASSWORD,
    client::{Client, page::PageClient},
    host::{Home, Host},
};

use super::{Done, create, guest, town};

/// Starts the server on the same data once more.
async fn again(home: &Home) -> Result<(Host, SocketAddr), Trouble> {
    let host = home.start(Brain::new([])).await?;
    let web = host.web.ok_or("there is no page")?;
    Ok((host, web))
}

/// Comes back by a message and reads to the notice that the server was started again; returns the lines
/// of the stay before, each with its number.
async fn come_back(web: SocketAddr, resume: Value) -> Result<(PageClient, Vec<String>), Trouble> {
    let mut page = PageClient::come_in(web, resume).await?;
    page.until("The server was started again, and you are back.").await?;
    let lines = page.lines.iter().map(|it| it.1.clone()).collect();
    Ok((page, lines))
}

#[tokio::test]
async fn a_page_comes_back_to_its_character_and_is_shown_each_missed_line_once() -> Done {
    let (home, host, web) = town(|_| {}).await?;
    let mut bob = Client::come_in(host.address, "create bob sesame99").await?;
    let mut ann = PageClient::come_in(web, create("Ann")).await?;
    let mut cyd = PageClient::come_in(web, create("Cyd")).await?;
    bob.send("say number 0.").await?;
    bob.send("say number 1.").await?;
    for page in [&mut ann, &mut cyd] {
        page.until("number 1.").await?;
    }
    // Cyd's link is lost before the end, and what was said last did not arrive at Ann's page.
    let (resume, shown) = (cyd.resume(0), ann.resume(1));
    let pass = ann.pass.clone();
    drop(cyd);
    bob.until("Cyd is lost in thought.").await?;
    bob.send("whisper cyd number 2.").await?;
    bob.fence().await?;
    host.stop().await?;
    bob.until("The server stops now. All is saved. To come back, please connect again").await?;
    let mut stops = None;
    while let Some(item) = ann.next().await? {
        assert_ne!(item["g"], "Core.Goodbye", "a goodbye would end the visit");
        stops = item["stops"].as_str().map(str::to_owned).or(stops);
    }
    assert_eq!(stops.as_deref(), Some("The server stops now. All is saved."));

    let (host, web) = again(&home).await?;
    let (mut ann, missed) = come_back(web, shown.clone()).await?;
    let told = missed.concat();
    assert_eq!(told.matches("number 1.").count(), 1, "{told}");
    assert!(!told.contains("number 0."), "{told}");
    assert_eq!(ann.pass, pass);
    ann.line("whois me").await?;
    ann.until("Ann").await?;
    let (mut cyd, missed) = come_back(web, resume.clone()).await?;
    let told = missed.concat();
    assert_eq!(told.matches("number 2.").count(), 1, "{told}");
    assert!(!told.contains("number 1."), "{told}");
    // Lost again before any of it arrived, it is told the same by the same numbers; who has shown a line
    // of this run knows all.
    let old: Vec<_> = cyd.lines.iter().map(|it| it.0.0).collect();
    cyd.line("say here").await?;
    cyd.until("here").await?;
    let new = cyd.lines.last().map(|it| it.0.0);
    assert!(new > old.first().copied(), "stays of two runs have numbers of their own");
    let known = cyd.resume(0);
    drop(cyd);
    let (cyd, missed) = come_back(web, resume).await?;
    assert_eq!(missed.concat().matches("number 2.").count(), 1);
    drop(cyd);
    let mut cyd = PageClient::come_in(web, known).await?;
    cyd.line("say all there").await?;
    cyd.until("all there").await?;
    let told: String = cyd.lines.iter().map(|it| it.1.as_str()).collect();
    assert!(!told.contains("number 2."), "{told}");
    host.stop().await
}

#[tokio::test]
async fn a_guest_comes_back_as_the_same_guest_where_they_were() -> Done {
    let (home, host, web) = town(|_| {}).await?;
    let mut page = PageClient::come_in(web, guest()).await?;
    let name = page.data("Char.Name").await?;
    page.line("set listed on").await?;
    page.until("Your name on the front page is now on").await?;
    page.line("north").await?;
    let room = page.data("Room.Info").await?;
    page.line("say on the way").await?;
    page.until("on the way").await?;
    let resume = page.resume(0);
    host.stop().await?;
    let (host, web) = again(&home).await?;
    let mut back = PageClient::come_in(web, resume).await?;
    assert_eq!(back.data("Char.Name").await?, name);
    assert_eq!(back.data("Room.Info").await?["num"], room["num"]);
    back.line("set").await?;
    back.until("listed").await?;
    // Another guest is somebody else.
    let mut other = PageClient::come_in(web, guest()).await?;
    assert_ne!(other.data("Char.Name").await?, name);
    host.stop().await
}

#[tokio::test]
async fn who_left_or_was_sent_away_does_not_come_back_after_a_restart() -> Done {
    let (home, host, web) = town(|_| {}).await?;
    let mut ann = PageClient::come_in(web, create("Ann")).await?;
    let mut bob = PageClient::come_in(web, create("Bob")).await?;
    let (gone, changed) = (ann.resume(0), bob.resume(0));
    ann.line("quit").await?;
    ann.until_end().await?;
    for line in ["password", PASSWORD, "another-one", "another-one"] {
        bob.line(line).await?;
    }
    bob.until("Your password is changed").await?;
    host.stop().await?;
    let (host, web) = again(&home).await?;
    for (resume, says) in [
        (gone, "Your visit has ended"),
        (changed, "Your visit has ended"),
        (json!({"t": "resume", "pass": "0".repeat(26)}), "Your visit has ended"),
    ] {
        let mut page = PageClient::connect(web).await?;
        page.send(resume).await?;
        assert!(page.refusal().await?.contains(says));
    }
    host.stop().await
}
