//! GMCP requests and supported packages of a client, and the answers.

use serde_json::{Value, json};
use tests::{
    brain::Brain,
    client::{Client, telnet::Skills},
    host::{Home, Host},
};

use super::{Done, created, plain, returned, town};

/// Everything that the game has panels for.
const ALL: [&str; 5] = ["Char 1", "Char.Items 1", "Room 1", "Comm.Channel 1", "mudstd.channel 1"];

fn packages(told: &[(String, Value)]) -> Vec<&str> {
    told.iter().map(|(package, _)| &**package).collect()
}

fn find<'a>(told: &'a [(String, Value)], package: &str) -> Option<&'a Value> {
    told.iter().find(|(it, _)| it == package).map(|(_, data)| data)
}

const ANEW: [&str; 10] = [
    "Char.Name",
    "Char.StatusVars",
    "Char.Status",
    "Char.Vitals",
    "Char.Items.List",
    "Comm.Channel.List",
    "mudstd.channel.definitions",
    "Room.Info",
    "Room.Players",
    "Char.Items.List",
];

#[tokio::test]
async fn whoever_comes_in_is_told_everything_once() -> Done {
    let (_home, host) = town().await?;
    let mut bob = created(&host, "bob", Skills::gmcp(&ALL)).await?;
    let told = bob.told();
    assert_eq!(packages(&told), ANEW);
    let person = json!({"name": "Bob", "fullname": "Bob"});
    assert_eq!(find(&told, "Char.Name"), Some(&person));
    let status = json!({"name": "Bob", "role": "player", "coins": "10"});
    assert_eq!(find(&told, "Char.Status"), Some(&status));
    assert_eq!(find(&told, "Char.Vitals"), Some(&json!({"coins": 10})));
    let carried = json!({"location": "inv", "items": []});
    assert_eq!(find(&told, "Char.Items.List"), Some(&carried));
    let channels = json!([{"name": "chat", "caption": "chat", "command": "chat"}]);
    assert_eq!(find(&told, "Comm.Channel.List"), Some(&channels));
    let room = find(&told, "Room.Info").ok_or("no room")?;
    assert_eq!((&room["name"], &room["area"]), (&json!("The Square"), &json!("town")));
    assert!(room["num"].is_u64() && room["exits"]["n"].is_u64(), "{room}");
    assert_eq!(find(&told, "Room.Players"), Some(&json!([person])));
    let (_, here) = told.last().ok_or("nothing")?;
    let items = here["items"].as_array().ok_or("no items")?;
    let attributes =
        |name: &str| items.iter().find(|it| it["name"] == name).map(|it| it.get("attrib").cloned());
    assert_eq!(attributes("a pear"), Some(Some(json!("t"))), "{here}");
    assert_eq!(attributes("a stone statue"), Some(None), "{here}");
    bob.send("look").await?;
    bob.fence().await?;
    assert_eq!(packages(&bob.told()), [""; 0], "nothing has changed");
    host.stop().await
}

async fn where_(client: &mut Client, line: &str) -> Result<Value, tests::Trouble> {
    client.send(line).await?;
    client.until_told("Room.Info").await
}

#[tokio::test]
async fn numbers_of_rooms_last() -> Done {
    let (home, host) = town().await?;
    let mut bob = created(&host, "bob", Skills::gmcp(&ALL)).await?;
    let square = bob.until_told("Room.Info").await?;
    let inn = where_(&mut bob, "north").await?;
    assert_eq!(inn["name"], "The Inn");
    assert_eq!((&inn["exits"]["s"], &inn["num"]), (&square["num"], &square["exits"]["n"]));
    assert_ne!(inn["num"], square["num"]);
    assert_eq!(where_(&mut bob, "south").await?, square);
    bob.send("quit").await?;
    bob.until_end().await?;
    host.stop().await?;
    let host = home.start(Brain::new([])).await?;
    let mut bob = returned(&host, "bob", Skills::gmcp(&ALL)).await?;
    assert_eq!(bob.until_told("Room.Info").await?, square);
    host.stop().await
}

#[tokio::test]
async fn only_what_was_listed_is_sent() -> Done {
    let (_home, host) = town().await?;
    let mut bob = created(&host, "bob", Skills::gmcp(&["Room 1"])).await?;
    let told = bob.told();
    // Comm.Channel goes to all who did not take it off.
    assert_eq!(packages(&told), ["Comm.Channel.List", "Room.Info", "Room.Players"]);
    let mut carol = plain(&host, "carol").await?;
    bob.send("get pear").await?;
    carol.do_line("chat hello").await?;
    bob.until("hello").await?;
    bob.fence().await?;
    let told = bob.told();
    assert_eq!(packages(&told), ["Room.AddPlayer", "Comm.Channel.Text"]);
    // More may be listed at any time, and then it is told at once.
    bob.tell(r#"Core.Supports.Add ["Char.Items 1"]"#).await?;
    let carried = bob.until_told("Char.Items.List").await?;
    assert_eq!(carried["items"][0]["name"], "a pear");
    bob.tell(r#"Core.Supports.Remove ["Char.Items", "Room"]"#).await?;
    bob.settle().await?;
    bob.fence().await?;
    bob.told();
    bob.send("drop pear").await?;
    bob.fence().await?;
    assert_eq!(packages(&bob.told()), [""; 0]);
    assert!(carol.told().is_empty(), "whoever speaks no GMCP is spared it");
    host.stop().await
}

#[tokio::test]
async fn a_second_connection_is_told_everything_anew() -> Done {
    let (_home, host) = town().await?;
    let mut first = created(&host, "bob", Skills::gmcp(&ALL)).await?;
    first.send("get pear").await?;
    first.until("You take a pear.").await?;
    let line = format!("connect bob {}", super::PASSWORD);
    let mut second = Client::skilled(host.address, Skills::gmcp(&ALL)).await?;
    second.settle().await?;
    second.send(&line).await?;
    second.until("You take over").await?;
    second.fence().await?;
    let told = second.told();
    assert_eq!(packages(&told), ANEW);
    let carried = find(&told, "Char.Items.List").ok_or("nothing carried")?;
    assert_eq!(carried["items"][0]["name"], "a pear");
    first.until_end().await?;
    let goodbye = first.until_told("Core.Goodbye").await?;
    assert!(goodbye.as_str().is_some_and(|it| it.contains("somewhere else")), "{goodbye}");
    // One without panels takes over, and then one with them: nothing is left of the first.
    let mut third = Client::skilled(host.address, Skills::default()).await?;
    third.settle().await?;
    third.send(&line).await?;
    third.until("You take over").await?;
    third.do_line("north").await?;
    assert!(third.told().is_empty());
    let mut fourth = Client::skilled(host.address, Skills::gmcp(&["Room 1"])).await?;
    fourth.settle().await?;
    fourth.send(&line).await?;
    assert_eq!(fourth.until_told("Room.Info").await?["name"], "The Inn");
    host.stop().await
}

#[tokio::test]
async fn gmcp_may_come_late_and_be_switched_off() -> Done {
    let (_home, host) = town().await?;
    let mut bob = created(&host, "bob", Skills::default()).await?;
    assert!(bob.told().is_empty());
    bob.skills = Skills::gmcp(&["Char 1"]);
    // The client thinks better of it: it asks by itself and then lists what it wants.
    bob.send_bytes(&[255, 253, 201]).await?;
    bob.tell(r#"Core.Supports.Set ["Char 1"]"#).await?;
    assert_eq!(bob.until_told("Char.Name").await?["name"], "Bob");
    bob.tell("Core.Ping").await?;
    assert_eq!(bob.until_told("Core.Ping").await?, Value::Null);
    bob.send_bytes(&[255, 254, 201]).await?;
    bob.settle().await?;
    bob.told();
    bob.send("chat hello").await?;
    bob.fence().await?;
    assert_eq!(packages(&bob.told()), [""; 0]);
    host.stop().await
}

#[tokio::test]
async fn questions_are_answered() -> Done {
    let (_home, host) = town().await?;
    let _carol = plain(&host, "carol").await?;
    let mut bob = created(&host, "bob", Skills::gmcp(&ALL)).await?;
    bob.send("get pear").await?;
    bob.fence().await?;
    bob.told();
    bob.tell("Char.Items.Inv").await?;
    let carried = bob.until_told("Char.Items.List").await?;
    assert_eq!(
        (&carried["location"], &carried["items"][0]["name"]),
        (&json!("inv"), &json!("a pear"))
    );
    bob.tell("Char.Items.Room").await?;
    let here = bob.until_told("Char.Items.List").await?;
    assert_eq!(here["location"], "room");
    let names = here["items"].as_array().into_iter().flatten().map(|it| it["name"].as_str());
    assert!(names.clone().any(|it| it == Some("a red apple")), "{here}");
    assert!(!names.clone().any(|it| it == Some("a pear")), "{here}");
    bob.tell("Char.Items.Contents 7").await?;
    let inside = bob.until_told("Char.Items.List").await?;
    assert_eq!(inside, json!({"location": "rep7", "items": []}));
    bob.tell("Comm.Channel.Players").await?;
    let players = bob.until_told("Comm.Channel.Players").await?;
    let on_chat = |name| json!({"name": name, "channels": ["chat"]});
    assert_eq!(players, json!([on_chat("Bob"), on_chat("Carol")]));
    bob.tell(r#"Comm.Channel.Enable "trade""#).await?;
    let channels = bob.until_told("Comm.Channel.List").await?;
    let names: Vec<&Value> =
        channels.as_array().into_iter().flatten().map(|it| &it["name"]).collect();
    assert_eq!(names, ["chat", "trade"]);
    // What only staff may hear cannot be enabled.
    bob.tell(r#"Comm.Channel.Enable "watch""#).await?;
    bob.until("channel").await?;
    bob.fence().await?;
    assert_eq!(packages(&bob.told()), ["mudstd.channel.definitions"]);
    host.stop().await
}

/// Waits for somebody's next words on a channel, in the words of both packages.
async fn heard(client: &mut Client, text: &str) -> Result<Vec<String>, tests::Trouble> {
    client.until(text).await?;
    client.fence().await?;
    Ok(client.told().iter().map(|(package, data)| format!("{package} {data}")).collect())
}

#[tokio::test]
async fn channels_are_heard_by_those_who_want_them() -> Done {
    let (_home, host) = town().await?;
    let said = r#"Comm.Channel.Text {"channel":"chat","talker":"Dan","text":"[chat] Dan: hello"}"#;
    let event = r#"mudstd.channel.event {"id":"chat","msg":"[chat] Dan: hello","sender":"Dan"}"#;
    let mut listed = created(&host, "bob", Skills::gmcp(&["Comm.Channel 1"])).await?;
    let mut silent = created(&host, "carol", Skills::gmcp(&["Char 1"])).await?;
    let mut newer = created(&host, "eve", Skills::gmcp(&["mudstd.channel 1"])).await?;
    let mut without = created(&host, "fay", Skills::gmcp(&["Char 1"])).await?;
    without.tell(r#"Core.Supports.Remove ["Comm.Channel"]"#).await?;
    let mut dan = plain(&host, "dan").await?;
    for client in [&mut listed, &mut silent, &mut newer, &mut without] {
        client.settle().await?;
        client.fence().await?;
        client.told();
    }
    dan.send("chat hello").await?;
    assert_eq!(heard(&mut listed, "hello").await?, [said]);
    assert_eq!(heard(&mut silent, "hello").await?, [said]);
    assert_eq!(heard(&mut newer, "hello").await?, [said, event]);
    assert_eq!(heard(&mut without, "hello").await?, [""; 0]);
    host.stop().await
}

#[tokio::test]
async fn a_whisper_is_in_nobody_elses_data() -> Done {
    let (_home, host): (Home, Host) = town().await?;
    let mut bob = created(&host, "bob", Skills::gmcp(&ALL)).await?;
    let mut carol = created(&host, "carol", Skills::gmcp(&ALL)).await?;
    let mut dan = created(&host, "dan", Skills::gmcp(&ALL)).await?;
    bob.send("whisper carol The key is under the mat.").await?;
    carol.until("The key is under the mat.").await?;
    dan.fence().await?;
    bob.fence().await?;
    for client in [&mut bob, &mut carol, &mut dan] {
        let heard = client.heard.iter().map(|it| String::from_utf8_lossy(it));
        assert!(!heard.clone().any(|it| it.contains("under the mat")));
    }
    let seen = String::from_utf8_lossy(dan.stream());
    assert!(!seen.contains("under the mat"));
    host.stop().await
}
