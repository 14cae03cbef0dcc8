//! Pages that strangers may read, and targets of links, beside the front page itself.

use std::net::SocketAddr;

use serde_json::{Value, json};
use tests::{
    brain::Brain,
    cast::{Cast, Npc, PASSWORD, Person, Place},
    client::{Client, page::PageClient},
    host::Home,
    while_,
};

use world::act::permission::Role;

use super::{Done, ask, guest, town};

const WORLD: &str = r#"(
    name: "The Test Town", banner: "The test town.", welcome: "Welcome.", start: "town/square",
    coins: 10, landings: ["town/attic"],
)"#;

async fn get(to: std::net::SocketAddr, path: &str) -> Result<String, tests::Trouble> {
    ask(to, &format!("GET {path} HTTP/1.1\r\nHost: town.example\r\nConnection: close\r\n\r\n"))
        .await
}

async fn room(page: &mut PageClient) -> Result<Value, tests::Trouble> {
    Ok(page.data("Room.Info").await?["name"].clone())
}

#[tokio::test]
async fn a_link_leads_a_newcomer_to_a_room_that_the_content_opens() -> Done {
    let (_home, host, web) =
        town(|home| home.write("world.ron", WORLD).unwrap_or_default()).await?;
    let page = get(web, "/at/town/attic").await?;
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    for part in [
        "<title>The Attic – The Test Town</title>",
        "<meta property=\"og:title\" content=\"The Attic – The Test Town\">",
        "<meta property=\"og:url\" content=\"http://town.example/at/town/attic\">",
        "data-at=\"town/attic\"",
        "You begin at <strong>The Attic</strong>.",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    for elsewhere in ["/at/town/perch", "/at/nowhere", "/at/%2e%2e/secret"] {
        let answer = get(web, elsewhere).await?;
        assert!(answer.starts_with("HTTP/1.1 303"), "{elsewhere}: {answer}");
        assert!(answer.contains("location: /\r\n"), "{answer}");
    }
    for (at, expected) in [
        (json!("town/attic"), "The Attic"),
        (json!("town/perch"), "The Square"),
        (json!("no room at all"), "The Square"),
        (Value::Null, "The Square"),
    ] {
        let mut page = PageClient::connect(web).await?;
        page.send(json!({"t": "guest", "at": at})).await?;
        assert_eq!(room(&mut page).await?, expected, "{at}");
    }
    // Who has a name of their own wakes up where they fell asleep.
    let mut ann = PageClient::connect(web).await?;
    let create = json!({"t": "create", "name": "Ann", "password": "sesame99", "at": "town/attic"});
    ann.send(create).await?;
    assert_eq!(room(&mut ann).await?, "The Attic");
    ann.line("down").await?;
    let inn = room(&mut ann).await?;
    ann.line("quit").await?;
    ann.until_end().await?;
    let mut again = PageClient::connect(web).await?;
    again.send(json!({"t": "connect", "name": "Ann", "password": "sesame99"})).await?;
    assert_eq!(room(&mut again).await?, inn);
    host.stop().await
}

#[tokio::test]
async fn a_link_is_shown_with_the_picture_of_the_content_or_of_the_settings() -> Done {
    let (home, host, web) =
        town(|home| home.config.mssp.icon = Some("https://town.example/icon.png".to_owned()))
            .await?;
    let image = "<meta property=\"og:image\" content=";
    let page = get(web, "/").await?;
    assert!(page.contains(&format!("{image}\"https://town.example/icon.png\">")), "{page}");
    assert!(get(web, "/picture.png").await?.starts_with("HTTP/1.1 404"));
    home.write("page/picture.png", "no picture")?;
    assert!(!get(web, "/").await?.contains("picture.png"), "it is none, whatever its name");
    assert!(get(web, "/picture.png").await?.starts_with("HTTP/1.1 404"));
    let path = home.config.server.content.join("page/picture.png");
    while_("a picture", std::fs::write(&path, b"\x89PNG\r\n\x1a\na picture"))?;
    let page = get(web, "/").await?;
    assert!(page.contains(&format!("{image}\"http://town.example/picture.png\">")), "{page}");
    let picture = get(web, "/picture.png").await?;
    assert!(picture.contains("content-type: image/png\r\n") && picture.ends_with("a picture"));
    while_("a picture", std::fs::write(&path, b"\xff\xd8\xff\xe0another picture"))?;
    let picture = get(web, "/picture.png").await?;
    assert!(picture.contains("content-type: image/jpeg\r\n"), "its first bytes count: {picture}");
    let large = [b"\x89PNG\r\n\x1a\n".to_vec(), vec![b'x'; 3 * 1_024 * 1_024]].concat();
    while_("a picture", std::fs::write(&path, large))?;
    assert!(!get(web, "/").await?.contains("picture.png"), "it is too large");
    host.stop().await
}

#[tokio::test]
async fn listing_sites_read_by_json_what_they_read_by_telnet() -> Done {
    let (_home, host, web) = town(|_| {}).await?;
    let _ann = PageClient::come_in(web, guest()).await?;
    let answer = get(web, "/mssp.json").await?;
    assert!(answer.contains("content-type: application/json"), "{answer}");
    let (_, body) = answer.split_once("\r\n\r\n").ok_or("no body")?;
    let listing: Value = while_("the listing", serde_json::from_str(body))?;
    assert_eq!((&listing["NAME"], &listing["PLAYERS"]), (&json!("The Test Town"), &json!("1")));
    assert_eq!(listing["PORT"], host.address.port().to_string());
    let robots = get(web, "/robots.txt").await?;
    assert!(robots.contains("Allow: /$") && robots.contains("Disallow: /\n"), "{robots}");
    host.stop().await
}

#[tokio::test]
async fn strangers_read_the_chronicle_where_the_settings_allow_it_and_nothing_private() -> Done {
    let (_home, host, web) = town(|_| {}).await?;
    assert!(get(web, "/chronicle").await?.starts_with("HTTP/1.1 404"));
    assert!(!get(web, "/").await?.contains("/chronicle"));
    host.stop().await?;
    let ann = Npc::parse("ann in town/square scripted")?;
    let mut home = Home::town(&[("personas/ann.ron", &ann.persona())])?;
    home.config.web.listen = Some(std::net::SocketAddr::from(([127, 0, 0, 1], 0)));
    home.config.web.chronicle = true;
    let host = home.start(Brain::new([])).await?;
    let mut bob = Client::come_in(host.address, "create bob sesame99").await?;
    bob.do_line("say to ann the <b>bell</b> leans").await?;
    bob.do_line("whisper ann I hid the plum").await?;
    bob.send("quit").await?;
    bob.until_end().await?;
    // The record is written down by the end at the latest.
    host.stop().await?;
    let host = home.start(Brain::new([])).await?;
    let web = host.web.ok_or("there is no page")?;
    assert!(get(web, "/").await?.contains("<a href=\"/chronicle\">"));
    let page = get(web, "/chronicle").await?;
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("leans"), "{page}");
    assert!(!page.contains("plum"), "{page}");
    assert!(!page.contains("<b>bell") && !page.contains("<style") && !page.contains(" style="));
    assert!(get(web, "/chronicle.css").await?.contains("content-type: text/css"));
    host.stop().await
}

#[tokio::test]
async fn the_page_speaks_as_the_game_says_and_a_reload_renews_it() -> Done {
    let mut home =
        Home::town(&[("page/texts.ron", "{ \"front.guest\": \"Komm <b>herein</b>\" }")])?;
    home.config.web.listen = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
    let people = vec![Person::parse(Role::Builder, "wiz in town/square")?];
    home.save(Cast { people, ..Cast::default() }.characters(Place::Test)?).await?;
    let host = home.start(Brain::new([])).await?;
    let web = host.web.ok_or("there is no page")?;
    let page = get(web, "/").await?;
    assert!(page.contains(">Komm &lt;b&gt;herein&lt;/b&gt;</button>"), "{page}");
    assert!(page.contains("I have been here before"), "what it does not say is as ever");
    let script = get(web, "/texts.js").await?;
    assert!(script.contains("Komm \\u003cb>herein"), "{script}");
    assert!(script.contains("content-type: text/javascript"), "{script}");
    let mut staff = Client::come_in(host.address, &format!("connect wiz {PASSWORD}")).await?;
    home.write("page/texts.ron", "{\n  \"front.gest\": \"Tritt ein\",\n}")?;
    staff.send("reload").await?;
    staff.until("page/texts.ron:2:3: the page has no text `front.gest` (did you mean").await?;
    staff.until("Nothing was changed").await?;
    home.write("page/texts.ron", "{\n  \"front.guest\": \"Tritt ein\",\n}")?;
    staff.send("reload").await?;
    staff.until("The content is read again").await?;
    // It is as old as the rest of the front page, a few seconds at most.
    let mut tries = 0;
    while !get(web, "/").await?.contains(">Tritt ein</button>") {
        tries += 1;
        assert!(tries < 100, "the page never says it");
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
    host.stop().await
}
