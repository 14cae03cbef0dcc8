//! Panels of GMCP clients, which follow the changes of the game.

use serde_json::{Value, json};
use tests::{
    Trouble,
    brain::{self, Brain},
    cast::Npc,
    client::{Client, telnet::Skills},
    host::Home,
    while_,
};

use super::{Done, created, plain, town};

const MODULES: [&str; 3] = ["Char 1", "Char.Items 1", "Room 1"];

/// GMCP messages, one line each.
async fn news(client: &mut Client) -> Result<Vec<String>, tests::Trouble> {
    client.fence().await?;
    Ok(client.told().iter().map(|(package, data)| format!("{package} {data}")).collect())
}

/// The number of an item in a list.
fn number(list: &Value, name: &str) -> Option<u64> {
    let items = list["items"].as_array()?;
    items.iter().find(|it| it["name"] == name)?["id"].as_u64()
}

#[tokio::test]
async fn people_come_and_go() -> Done {
    let (_home, host) = town().await?;
    let mut bob = created(&host, "bob", Skills::gmcp(&MODULES)).await?;
    news(&mut bob).await?;
    let mut carol = plain(&host, "carol").await?;
    let comes = r#"Room.AddPlayer {"fullname":"Carol","name":"Carol"}"#;
    let goes = r#"Room.RemovePlayer "Carol""#;
    assert_eq!(news(&mut bob).await?, [comes]);
    carol.do_line("north").await?;
    assert_eq!(news(&mut bob).await?, [goes]);
    carol.do_line("south").await?;
    assert_eq!(news(&mut bob).await?, [comes]);
    carol.send("quit").await?;
    carol.until_end().await?;
    assert_eq!(news(&mut bob).await?, [goes]);
    host.stop().await
}

#[tokio::test]
async fn things_are_taken_and_dropped() -> Done {
    let (_home, host) = town().await?;
    let mut bob = created(&host, "bob", Skills::gmcp(&MODULES)).await?;
    let mut carol = created(&host, "carol", Skills::gmcp(&MODULES)).await?;
    let (_, list) = carol.told().pop().ok_or("no list")?;
    let pear = number(&list, "a pear").ok_or("no pear")?;
    news(&mut bob).await?;
    let told = |what: &str, at: &str| {
        let item = json!({"id": pear, "name": "a pear", "attrib": "t"});
        format!("Char.Items.{what} {}", json!({"location": at, "item": item}))
    };
    bob.send("get pear").await?;
    assert_eq!(news(&mut bob).await?, [told("Remove", "room"), told("Add", "inv")]);
    assert_eq!(news(&mut carol).await?, [told("Remove", "room")]);
    bob.send("drop pear").await?;
    assert_eq!(news(&mut bob).await?, [told("Remove", "inv"), told("Add", "room")]);
    assert_eq!(news(&mut carol).await?, [told("Add", "room")]);
    host.stop().await
}

#[tokio::test]
async fn whoever_walks_sees_the_next_room() -> Done {
    let (_home, host) = town().await?;
    let mut bob = created(&host, "bob", Skills::gmcp(&MODULES)).await?;
    let _carol = plain(&host, "carol").await?;
    news(&mut bob).await?;
    bob.send("north").await?;
    bob.fence().await?;
    let told = bob.told();
    let packages: Vec<&str> = told.iter().map(|(package, _)| &**package).collect();
    assert_eq!(packages, ["Room.Info", "Room.Players", "Char.Items.List"]);
    assert_eq!(told[0].1["name"], "The Inn");
    assert_eq!(told[1].1, json!([{"name": "Bob", "fullname": "Bob"}]));
    assert_eq!(told[2].1["items"], json!([]));
    bob.send("west").await?;
    assert_eq!(news(&mut bob).await?, [r#"Room.WrongDir "w""#]);
    host.stop().await
}

#[tokio::test]
async fn what_is_bought_is_paid_in_the_panel() -> Done {
    let mut ann = Npc::parse("ann in town/square")?;
    ann.detail(
        r#"offer (id: "ale", what: "a mug of ale for 2 coins", when: [Coins(2)], unless: "No.", does: Trade(price: 2, gives: ["mug"]))"#,
    )?;
    let home = Home::town(&[("personas/ann.ron", &ann.persona())])?;
    let brain = Brain::new(["ann".to_owned()]);
    let host = home.start(brain.clone()).await?;
    let mut bob = created(&host, "bob", Skills::gmcp(&MODULES)).await?;
    // The town's own people are listed among the items: as people, and not to be attacked.
    let (_, list) = bob.told().pop().ok_or("no list")?;
    let people = list["items"].as_array().into_iter().flatten();
    let ann: Vec<&Value> =
        people.filter(|it| it["name"] == "Ann").map(|it| &it["attrib"]).collect();
    assert_eq!(ann, ["mx"]);
    brain.lay_out("ann", 1, brain::play(r#"offer {"id": "ale"}"#)?);
    brain.lay_out("ann", 2, brain::play("noop")?);
    bob.send("say an ale, please").await?;
    bob.until("Ann offers you a mug of ale").await?;
    bob.send("accept").await?;
    let item = bob.until_told("Char.Items.Add").await?;
    assert_eq!((&item["location"], &item["item"]["name"]), (&json!("inv"), &json!("a mug of ale")));
    let status = json!({"name": "Bob", "role": "player", "coins": "8"});
    assert_eq!(bob.until_told("Char.Status").await?, status);
    assert_eq!(bob.until_told("Char.Vitals").await?, json!({"coins": 8}));
    host.stop().await
}

/// The town with a sound at the well and another in the inn.
fn sounding() -> Result<Home, Trouble> {
    let world = format!("{}/town/world.ron", env!("CARGO_MANIFEST_DIR"));
    let world = while_("the world", std::fs::read_to_string(world))?;
    let zone = format!("{}/town/zones/town.ron", env!("CARGO_MANIFEST_DIR"));
    let zone = while_("the zone", std::fs::read_to_string(zone))?;
    let world = world.replace("    coins:", "    sounds: \"https://example.org/s/\",\n    coins:");
    let sound =
        "sound: (file: \"well.ogg\", caption: \"Water drips.\"),\n            name: \"The Square\"";
    let zone = zone.replacen("name: \"The Square\"", sound, 1);
    Home::town(&[("world.ron", &world), ("zones/town.ron", &zone)])
}

#[tokio::test]
async fn sounds_are_for_those_who_ask_for_them() -> Done {
    let home = sounding()?;
    let host = home.start(Brain::new([])).await?;
    let mut bob = created(&host, "bob", Skills::gmcp(&["Client.Media 1", "Room 1"])).await?;
    assert!(bob.told().iter().all(|(it, _)| it != "Client.Media.Play"), "off by default");
    bob.do_line("set sound on").await?;
    let play = bob.until_told("Client.Media.Play").await?;
    assert_eq!(play["url"], "https://example.org/s/");
    assert_eq!((&play["name"], &play["caption"]), (&"well.ogg".into(), &"Water drips.".into()));
    bob.do_line("north").await?;
    bob.until_told("Client.Media.Stop").await?;
    bob.do_line("south").await?;
    bob.until_told("Client.Media.Play").await?;
    bob.do_line("set sound off").await?;
    bob.until_told("Client.Media.Stop").await?;
    host.stop().await
}
