//! Words that would be markup somewhere: they come through whatever says them, and what the server
//! sends never holds a tag. `tests/data/markup.txt` has them, one on a line; the browser's tests read
//! them, too.

use serde_json::{Value, json};
use tests::{
    Trouble, cast,
    client::{
        Client,
        page::{PageClient, words},
    },
};
use text::styled::CleanText;

use super::{Done, create, town};

const PAYLOADS: &str = include_str!("../../data/markup.txt");

/// Ways to have words appear on another player's page.
const WAYS: [&str; 8] =
    ["say ", "emote ", "shout ", "whisper bob ", "page bob ", "chat ", "title ", "describe "];

#[tokio::test]
async fn words_come_through_every_way_as_words() -> Done {
    let (_home, host, web) = town(|home| {
        home.config.limits.burst_of_talk = 10_000;
        home.config.limits.burst_on_channel = 10_000;
    })
    .await?;
    let mut ann = Client::come_in(host.address, &format!("create ann {}", cast::PASSWORD)).await?;
    let mut bob = PageClient::come_in(web, create("Bob")).await?;
    let payloads: Vec<&str> = PAYLOADS.lines().collect();
    assert!(payloads.len() >= 60, "{}", payloads.len());
    for payload in payloads {
        let clean = CleanText::new(payload);
        for verb in WAYS {
            ann.send(&format!("{verb}{payload}")).await?;
        }
        ann.fence().await?;
        for looks in ["look ann", "who", "whois ann"] {
            bob.line(looks).await?;
        }
        bob.line(&format!("say end of {payload}")).await?;
        let seen = read_until(&mut bob, &format!("end of {clean}")).await?;
        // `PageClient` has refused any message with a tag in it. What was said is there, letter for letter.
        let times = seen.matches(clean.as_str()).count();
        assert!(times >= 4, "{times} times {clean:?} in {seen}");
    }
    host.stop().await
}

/// Reads until a text, and returns all words of it.
async fn read_until(page: &mut PageClient, text: &str) -> Result<String, Trouble> {
    let mut seen = String::new();
    loop {
        let item = page.next().await?.ok_or_else(|| format!("it ended before {text}"))?;
        let words = words(&item);
        seen.push_str(&words);
        seen.push('\n');
        if words.contains(text) {
            return Ok(seen);
        }
    }
}

#[tokio::test]
async fn letters_notes_and_data_are_words_too() -> Done {
    let (_home, host, web) = town(|_| {}).await?;
    let mut ann = Client::come_in(host.address, &format!("create ann {}", cast::PASSWORD)).await?;
    let mut bob = PageClient::come_in(web, create("Bob")).await?;
    let payload = "<img src=x onerror=alert(1)>&amp;\"'";
    ann.send(&format!("mail bob = {payload}")).await?;
    ann.fence().await?;
    bob.line("mail 1").await?;
    bob.until(payload).await?;
    bob.line(&format!("page ann = {payload}")).await?;
    bob.until(payload).await?;
    // A refusal repeats what was typed.
    bob.line(&format!("say to {payload}")).await?;
    bob.line(&format!("look {payload}")).await?;
    bob.line("say done").await?;
    bob.until("done").await?;
    host.stop().await
}

#[tokio::test]
async fn names_that_are_markup_are_refused_and_answered_as_words() -> Done {
    let (_home, host, web) = town(|_| {}).await?;
    let mut page = PageClient::connect(web).await?;
    for payload in PAYLOADS.lines() {
        let login: Value = create(&payload.chars().take(60).collect::<String>());
        page.send(login).await?;
        page.refusal().await?;
    }
    page.send(json!({"t": "guest"})).await?;
    page.until_in().await?;
    host.stop().await
}
