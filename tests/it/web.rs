//! The page's WebSocket and the HTTP before it: who may connect, what is bounded, and that sessions
//! are the ones of telnet.

use std::net::SocketAddr;

use serde_json::{Value, json};
use tests::{
    Trouble,
    brain::Brain,
    cast::PASSWORD,
    client::{Client, page::PageClient, patience::patiently},
    host::{Home, Host},
    while_,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
};

use crate::origin::{header, proxied};

mod markup;
mod others;
mod panels;
mod public;
mod restarts;
mod sessions;

type Done = Result<(), Trouble>;

async fn town(change: impl FnOnce(&mut Home)) -> Result<(Home, Host, SocketAddr), Trouble> {
    let mut home = Home::town(&[])?;
    change(&mut home);
    home.config.web.listen = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
    let host = home.start(Brain::new([])).await?;
    let web = host.web.ok_or("there is no page")?;
    Ok((home, host, web))
}

fn create(name: &str) -> Value {
    json!({"t": "create", "name": name, "password": PASSWORD})
}

fn guest() -> Value {
    json!({"t": "guest"})
}

/// Sends bytes and reads all of the answer.
async fn ask(to: SocketAddr, bytes: &str) -> Result<String, Trouble> {
    let mut stream = while_("connecting", TcpStream::connect(to).await)?;
    while_("sending", stream.write_all(bytes.as_bytes()).await)?;
    read_all(&mut stream).await
}

async fn read_all(stream: &mut TcpStream) -> Result<String, Trouble> {
    let mut answer = Vec::new();
    while_("reading", while_("reading", patiently(stream.read_to_end(&mut answer)).await)?)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

#[tokio::test]
async fn two_play_together_over_the_page_and_telnet() -> Done {
    let (_home, host, web) = town(|_| {}).await?;
    let mut ann = PageClient::come_in(web, create("Ann")).await?;
    let mut bob = Client::come_in(host.address, "create bob sesame99").await?;
    bob.send("say hello over there").await?;
    let heard = ann.until("hello over there").await?;
    let expected = json!([{"k": "speech", "r": [
        ["person", "Bob"], ["", " says, \"hello over there\""],
    ]}]);
    assert_eq!(heard["b"], expected);
    ann.line("say hello yourself").await?;
    bob.until("Ann says, \"hello yourself\"").await?;
    bob.send("who").await?;
    bob.until("Ann, here for").await?;
    ann.send(json!({"t": "panel", "what": "who"})).await?;
    let who = ann.data("Hearsay.Who").await?;
    assert_eq!(who[0], json!({"name": "Ann", "guest": false, "away": false}));
    ann.send(json!({"t": "panel", "what": "quests"})).await?;
    assert!(ann.data("Hearsay.Quests").await?.is_array());
    host.stop().await
}

#[tokio::test]
async fn the_lines_of_a_page_are_numbered_one_after_another() -> Done {
    let (_home, host, web) = town(|_| {}).await?;
    let mut ann = PageClient::come_in(web, guest()).await?;
    for n in 0..20 {
        ann.line(&format!("say number {n}")).await?;
    }
    ann.until("number 19").await?;
    let numbers: Vec<u64> = ann.lines.iter().map(|it| it.0.1).collect();
    assert!(numbers.len() > 20, "{numbers:?}");
    assert!(numbers.windows(2).all(|it| it[1] == it[0] + 1), "{numbers:?}");
    host.stop().await
}

#[tokio::test]
async fn pages_from_elsewhere_are_refused() -> Done {
    let (_home, host, web) = town(|home| {
        home.config.web.origins = vec!["https://play.example.org".to_owned()];
    })
    .await?;
    for (origin, refused) in [
        (None, true),
        (Some("http://evil.example"), true),
        (Some("null"), true),
        (Some("https://play.example.org"), false),
    ] {
        let stream = while_("connecting", TcpStream::connect(web).await)?;
        let opened = PageClient::over(stream, web, origin).await.map(|_| ());
        let expected = if refused { Err("403".to_owned()) } else { Ok(()) };
        assert_eq!(opened, expected, "{origin:?}");
    }
    host.stop().await
}

#[tokio::test]
async fn a_message_that_is_too_large_ends_the_connection_and_a_long_line_does_not() -> Done {
    let (_home, host, web) = town(|home| home.config.limits.line_bytes = 256).await?;
    let mut ann = PageClient::come_in(web, guest()).await?;
    ann.line(&"a".repeat(257)).await?;
    ann.until("That line is too long").await?;
    ann.send_text("no message at all").await?;
    ann.line("say still here").await?;
    ann.until("still here").await?;
    ann.send_text(&"a".repeat(16 * 1_024)).await?;
    assert_eq!(ann.until_end().await?, None);
    host.stop().await
}

#[tokio::test]
async fn a_page_is_paced_as_telnet_is() -> Done {
    let (_home, host, web) = town(|home| {
        home.config.limits.lines_per_second = 1;
        home.config.limits.burst_lines = 4;
    })
    .await?;
    let mut ann = PageClient::come_in(web, guest()).await?;
    for n in 0..12 {
        ann.line(&format!("say number {n}")).await?;
    }
    // Three went at once, behind the one that came in; whoever comes later is heard between the others.
    ann.until("number 0").await?;
    let mut bob = Client::come_in(host.address, "connect guest").await?;
    bob.send("say in between").await?;
    ann.until("in between").await?;
    let own = ann.lines.iter().filter(|it| it.1.contains("number")).count();
    assert!(own < 12, "nothing was held back");
    ann.until("number 11").await?;
    host.stop().await
}

#[tokio::test]
async fn whoever_reads_nothing_is_let_go_while_others_play_on() -> Done {
    let (_home, host, web) = town(|home| {
        home.config.limits.backlog_bytes = 16 * 1_024;
        home.config.limits.line_bytes = 64 * 1_024;
        home.config.limits.burst_of_talk = 100_000;
    })
    .await?;
    // Little fits into its socket, so that it is full soon.
    let socket = while_("a socket", TcpSocket::new_v4())?;
    while_("a socket", socket.set_recv_buffer_size(4_096))?;
    let stream = while_("connecting", socket.connect(web).await)?;
    let mut deaf = PageClient::over(stream, web, Some(&format!("http://{web}"))).await?;
    deaf.send(create("Ann")).await?;
    deaf.until_in().await?;
    // Several, as each may send only so much in a second.
    let mut speakers = Vec::new();
    for name in ["bob", "cyd", "dan", "eve", "fay", "gus"] {
        speakers.push(Client::come_in(host.address, &format!("create {name} {PASSWORD}")).await?);
    }
    let words = "la ".repeat(20_000);
    let mut said = 0;
    // More than the sockets and the backlog hold together; then the time comes for the one who hangs.
    for nth in (0..speakers.len()).cycle() {
        let Some(speaker) = speakers.get_mut(nth) else { break };
        speaker.send(&format!("say {words}")).await?;
        speaker.until("You say, \"la la").await?;
        said += 1;
        if speaker.seen().iter().any(|it| it.contains("Ann is lost in thought.")) {
            break;
        }
    }
    deaf.until_end().await?;
    let heard = deaf.lines.iter().filter(|it| it.1.contains("la la")).count();
    assert!(heard < said, "{heard} of {said}: what it did not take was not kept for ever");
    host.stop().await
}

#[tokio::test]
async fn telnet_and_page_take_over_from_each_other() -> Done {
    let (_home, host, web) = town(|_| {}).await?;
    let mut page = PageClient::come_in(web, create("Ann")).await?;
    let mut telnet = Client::come_in(host.address, &format!("connect ann {PASSWORD}")).await?;
    let goodbye = page.until_end().await?.ok_or("no goodbye")?;
    assert!(goodbye.contains("connected from somewhere else"), "{goodbye}");
    // Who was told goodbye does not come back by itself.
    let mut again = PageClient::connect(web).await?;
    again.send(page.resume(0)).await?;
    let refused = again.data("Char.Login.Result").await?;
    assert_eq!(refused["success"], false);
    again.pass = None;
    let login = json!({"t": "connect", "name": "Ann", "password": PASSWORD});
    again.send(login).await?;
    again.until_in().await?;
    telnet.until("You have connected from somewhere else").await?;
    telnet.until_end().await?;
    again.line("say mine again").await?;
    again.until("mine again").await?;
    host.stop().await
}

#[tokio::test]
async fn a_page_that_comes_back_is_shown_each_missed_line_once() -> Done {
    let (_home, host, web) = town(|_| {}).await?;
    let mut bob = Client::come_in(host.address, "create bob sesame99").await?;
    let mut ann = PageClient::come_in(web, create("Ann")).await?;
    let mut heard = Vec::new();
    let mut said = 0;
    for round in 0..6 {
        for _ in 0..3 {
            bob.send(&format!("say number {said}.")).await?;
            said += 1;
        }
        ann.until(&format!("number {}.", said - 1)).await?;
        // The last of them were on their way when the link broke: the page did not show them.
        let lost = round % 3;
        let shown = ann.lines.len() - lost;
        let resume = ann.resume(lost);
        heard.extend(ann.lines.drain(..shown));
        let pass = ann.pass.clone();
        // Every other time the server has noticed, and somebody speaks meanwhile.
        let gone = round % 2 == 1;
        if gone {
            drop(ann);
            bob.until("Ann is lost in thought.").await?;
            bob.send(&format!("say number {said}.")).await?;
            said += 1;
            bob.fence().await?;
            ann = PageClient::come_in(web, resume).await?;
        } else {
            let old = ann;
            ann = PageClient::come_in(web, resume).await?;
            drop(old);
        }
        ann.line(&format!("say back {round}")).await?;
        ann.until(&format!("back {round}")).await?;
        // What stays for the next round is what this connection has shown.
        assert_eq!(ann.pass, pass, "the pass stays");
    }
    heard.append(&mut ann.lines);
    let told: Vec<String> = heard
        .iter()
        .flat_map(|(_, words)| words.split("number ").skip(1))
        .filter_map(|it| it.split('.').next())
        .map(str::to_owned)
        .collect();
    let expected: Vec<String> = (0..said).map(|it| it.to_string()).collect();
    assert_eq!(told, expected);
    host.stop().await
}

#[tokio::test]
async fn a_guest_comes_back_only_while_the_visit_lasts() -> Done {
    let (_home, host, web) = town(|home| home.config.limits.link_dead_seconds = 0).await?;
    let mut bob = Client::come_in(host.address, "create bob sesame99").await?;
    let ann = PageClient::come_in(web, guest()).await?;
    let resume = ann.resume(0);
    drop(ann);
    bob.until("falls asleep").await?;
    let mut again = PageClient::connect(web).await?;
    again.send(resume).await?;
    let goodbye = again.until_end().await?.ok_or("no goodbye")?;
    assert!(goodbye.contains("Your visit as a guest has ended"), "{goodbye}");
    host.stop().await
}

#[tokio::test]
async fn a_pass_ends_with_the_password_and_guessing_is_limited() -> Done {
    let (_home, host, web) = town(|home| home.config.limits.failed_logins_per_minute = 3).await?;
    let mut ann = PageClient::come_in(web, create("Ann")).await?;
    for line in ["password", PASSWORD, "another-one", "another-one"] {
        ann.line(line).await?;
    }
    ann.until("Your password is changed").await?;
    let resume = ann.resume(0);
    drop(ann);
    let mut page = PageClient::connect(web).await?;
    for (tried, says) in [
        (resume, "Your visit has ended"),
        (json!({"t": "resume", "pass": "1"}), "Your visit has ended"),
        (json!({"t": "resume", "pass": "2"}), "Your visit has ended"),
        (json!({"t": "resume", "pass": "3"}), "Your visit has ended"),
        (json!({"t": "resume", "pass": "4"}), "too many wrong passwords"),
        (json!({"t": "connect", "name": "Ann", "password": "another-one"}), "too many wrong"),
    ] {
        page.send(tried).await?;
        let answer = page.refusal().await?;
        assert!(answer.contains(says), "{answer}");
    }
    host.stop().await
}

#[tokio::test]
async fn the_limits_of_connections_hold_for_pages_and_telnet_together() -> Done {
    let (_home, host, web) = town(|home| home.config.limits.per_address = 2).await?;
    let mut ann = PageClient::come_in(web, guest()).await?;
    let mut bob = Client::come_in(host.address, "connect guest").await?;
    let refused = ask(web, "GET / HTTP/1.1\r\nHost: x\r\n\r\n").await?;
    assert!(refused.starts_with("HTTP/1.1 503 "), "{refused}");
    assert!(refused.contains("too many connections from your address"), "{refused}");
    let mut third = Client::connect(host.address).await?;
    third.until("too many connections from your").await?;
    bob.send("quit").await?;
    bob.until_end().await?;
    ann.line("quit").await?;
    assert!(ann.until_end().await?.is_some());
    host.stop().await
}

#[tokio::test]
async fn the_header_of_a_proxy_counts_for_the_page_too() -> Done {
    let mut home = proxied()?;
    home.config.web.listen = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
    home.config.limits.per_address = 1;
    let host = home.start(Brain::new([])).await?;
    let web = host.web.ok_or("there is no page")?;
    let own = format!("http://{web}");
    let mut pages = Vec::new();
    for from in ["203.0.113.7", "203.0.113.8"] {
        let mut stream = while_("connecting", TcpStream::connect(web).await)?;
        while_("the header", stream.write_all(&header(1, from)?).await)?;
        let mut page = PageClient::over(stream, web, Some(&own)).await?;
        page.send(guest()).await?;
        page.until_in().await?;
        pages.push(page);
    }
    let mut stream = while_("connecting", TcpStream::connect(web).await)?;
    while_("the header", stream.write_all(&header(1, "203.0.113.8")?).await)?;
    let again = PageClient::over(stream, web, Some(&own)).await.map(|_| ());
    assert_eq!(again, Err("503".to_owned()));
    host.stop().await
}

#[tokio::test]
async fn the_front_page_is_whole_and_every_answer_has_its_headers() -> Done {
    let (_home, host, web) = town(|_| {}).await?;
    let mut ann = PageClient::come_in(web, create("Ann")).await?;
    ann.line("set listed on").await?;
    ann.until("Your name on the front page is now on").await?;
    let close = "Host: x\r\nConnection: close\r\n\r\n";
    for (path, status, holds) in [
        ("/", "200", "Among them: Ann."),
        ("/hearsay.js", "200", "import { Link }"),
        ("/words.json", "200", "\"look\""),
        ("/robots.txt", "200", "Disallow: /"),
        ("/../../etc/passwd", "404", "nothing here"),
        ("/nothing", "404", "nothing here"),
        ("/play", "400", ""),
    ] {
        let answer = ask(web, &format!("GET {path} HTTP/1.1\r\n{close}")).await?;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{path}: {answer}");
        assert!(answer.contains(holds), "{path}: {answer}");
        for header in ["content-security-policy: default-src 'none';", "nosniff", "no-referrer"] {
            assert!(answer.contains(header), "{path}: {header}");
        }
    }
    let posted = ask(web, &format!("POST / HTTP/1.1\r\nContent-Length: 0\r\n{close}")).await?;
    assert!(posted.starts_with("HTTP/1.1 405 "), "{posted}");
    host.stop().await
}

#[tokio::test]
async fn one_connection_asks_for_no_more_than_its_share() -> Done {
    let (_home, host, web) = town(|_| {}).await?;
    // As many as it may make, and one more, after which the server closes.
    let asks = "GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n".repeat(201);
    let answer = ask(web, &asks).await?;
    assert_eq!(answer.matches("HTTP/1.1 200").count(), 200);
    assert_eq!(answer.matches("HTTP/1.1 429").count(), 1);
    host.stop().await
}

#[tokio::test]
async fn the_end_of_the_server_is_told() -> Done {
    let (_home, host, web) = town(|_| {}).await?;
    let mut ann = PageClient::come_in(web, create("Ann")).await?;
    ann.line("say here").await?;
    ann.until("here").await?;
    host.stop().await?;
    let mut stops = None;
    while let Some(item) = ann.next().await? {
        stops = item["stops"].as_str().map(str::to_owned).or(stops);
    }
    assert_eq!(stops.as_deref(), Some("The server stops now. All is saved."));
    Ok(())
}
