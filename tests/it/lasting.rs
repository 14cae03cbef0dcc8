//! Loading of saved rows that cannot be read, and of rows older than a change of the content.

use server::operate::displaced;
use tests::{
    Trouble,
    brain::Brain,
    cast::{Cast, Npc, PASSWORD, Person, Place},
    client::Client,
    host::{Home, Host, put},
    while_,
};
use world::{
    act::permission::Role,
    content::{parse::parse, problem::SourceFile},
    things::thing,
};

type Done = Result<(), Trouble>;

/// A town with an assistant and these people, who sleep.
async fn home(people: &[&str]) -> Result<Home, Trouble> {
    let ann = Npc::parse("ann in town/square carries mug")?.persona();
    let home = Home::town(&[("personas/ann.ron", &ann)])?;
    let people = people.iter().map(|it| Person::parse(Role::Player, it));
    let cast = Cast { people: people.collect::<Result<_, _>>()?, ..Cast::default() };
    home.save(cast.characters(Place::Test)?).await?;
    Ok(home)
}

async fn start(home: &Home) -> Result<Host, Trouble> {
    home.start(Brain::new(["ann".to_owned()])).await
}

async fn login(host: &Host, name: &str) -> Result<Client, Trouble> {
    Client::come_in(host.address, &format!("connect {name} {PASSWORD}")).await
}

/// Saved body of a document.
async fn saved(home: &Home, kind: &'static str, id: &str) -> Result<Option<String>, Trouble> {
    home.with_store(async |store| while_("a row", store.load(kind, id).await)).await
}

#[tokio::test]
async fn a_character_that_cannot_be_read_stays_out_and_as_it_is() -> Done {
    let home = home(&["bob in town/square", "carol in town/square"]).await?;
    for (kind, id, body) in [
        (world::beings::saved::KIND, "bob", "{\"V9\": {}}"),
        ("account", "of-bob", "no document at all"),
    ] {
        let before = saved(&home, kind, id).await?.ok_or("nothing is saved")?;
        home.with_store(async |store| put(store, kind, id, body)).await?;
        let host = start(&home).await?;
        let mut bob = Client::connect(host.address).await?;
        bob.send(&format!("connect bob {PASSWORD}")).await?;
        let told = bob.until("cannot be read").await?;
        assert!(told.contains("tell the staff"), "{told}");
        // Nobody else is the worse for it.
        let mut carol = login(&host, "carol").await?;
        carol.send("who here").await?;
        carol.until("Ann").await?;
        host.stop().await?;
        assert_eq!(saved(&home, kind, id).await?.as_deref(), Some(body), "{kind}");
        home.with_store(async |store| put(store, kind, id, &before)).await?;
    }
    let host = start(&home).await?;
    login(&host, "bob").await?;
    host.stop().await
}

#[tokio::test]
async fn a_thing_that_cannot_be_read_stops_its_owner_only() -> Done {
    let home = home(&["bob in town/square", "carol in town/square"]).await?;
    let host = start(&home).await?;
    let mut bob = login(&host, "bob").await?;
    bob.send("get pear").await?;
    bob.until("You take a pear.").await?;
    host.stop().await?;
    let body = "no thing at all";
    let pear = home
        .with_store(async |store| {
            let mut rows = while_("rows", store.owned_by(thing::KIND, "character:bob").await)?;
            let (id, _) = rows.pop().ok_or("nothing is carried")?;
            let row = store::Row {
                owner: "character:bob".to_owned(),
                body: Some(body.to_owned()),
                ..store::Row::gone(thing::KIND, id.clone())
            };
            while_("a row", store.commit(store::Batch::of_rows(vec![row])))?;
            Ok(id)
        })
        .await?;
    let host = start(&home).await?;
    let mut bob = Client::connect(host.address).await?;
    bob.send(&format!("connect bob {PASSWORD}")).await?;
    bob.until("cannot be read").await?;
    login(&host, "carol").await?;
    host.stop().await?;
    assert_eq!(saved(&home, thing::KIND, &pear).await?.as_deref(), Some(body));
    Ok(())
}

#[tokio::test]
async fn a_room_that_is_gone_strands_nobody_and_nothing() -> Done {
    let home = home(&["bob in town/attic", "carol in town/square"]).await?;
    let host = start(&home).await?;
    let mut bob = login(&host, "bob").await?;
    for line in ["down", "south", "get pear", "north", "up", "drop pear", "look"] {
        bob.send(line).await?;
    }
    bob.until("You see a pear.").await?;
    host.stop().await?;
    let zone = std::fs::read_to_string(home.config.server.content.join("zones/town.ron"));
    let zone = while_("the zone", zone)?;
    let (before, rest) =
        zone.split_once("        (\n            id: \"attic\"").ok_or("no attic")?;
    let (_, after) = rest.split_once("        (\n            id: \"cellar\"").ok_or("no cellar")?;
    let zone = format!("{before}        (\n            id: \"cellar\"{after}")
        .replace("(direction: Up, to: \"attic\"),", "");
    home.write("zones/town.ron", &zone)?;
    let host = start(&home).await?;
    let mut bob = Client::connect(host.address).await?;
    bob.send(&format!("connect bob {PASSWORD}")).await?;
    bob.until("The place you fell asleep in is gone").await?;
    bob.until("The Square").await?;
    // What lay there lies where newcomers arrive, beside what lies there anyway.
    let seen = bob.until("You see").await?;
    assert!(seen.contains("a pear (2)"), "{seen}");
    host.stop().await
}

#[tokio::test]
async fn a_persona_that_is_gone_leaves_its_things_and_comes_back_as_it_was() -> Done {
    let home = home(&["bob in town/square"]).await?;
    let host = start(&home).await?;
    let mut bob = login(&host, "bob").await?;
    bob.send("give ann the moon").await?;
    bob.until("You carry no \"moon\".").await?;
    bob.send("give the moon to ann").await?;
    bob.until("You carry no \"moon\".").await?;
    bob.send("get pear").await?;
    bob.send("give pear to ann").await?;
    bob.until("You give Ann a pear.").await?;
    host.stop().await?;
    let persona = home.config.server.content.join("personas/ann.ron");
    let text = while_("the persona", std::fs::read_to_string(&persona))?;
    while_("the persona", std::fs::remove_file(&persona))?;
    let host = start(&home).await?;
    let mut bob = login(&host, "bob").await?;
    bob.send("look").await?;
    let seen = bob.until("You see").await?;
    assert!(seen.contains("a mug of ale"), "{seen}");
    bob.send("who here").await?;
    bob.until("Nobody else is here.").await?;
    bob.send("say hello").await?;
    bob.fence().await?;
    host.stop().await?;
    home.write("personas/ann.ron", &text)?;
    let host = start(&home).await?;
    let mut bob = login(&host, "bob").await?;
    bob.send("who here").await?;
    bob.until("Ann").await?;
    host.stop().await
}

#[tokio::test]
async fn broken_content_is_not_started_with_and_every_problem_is_told() -> Done {
    let home = home(&[]).await?;
    home.write("channels.ron", "[(id: \"chat\", abuot: \"Talk.\")]")?;
    home.write("zones/moon.ron", "(id: \"moon\", name: \"Moon\", rooms: [")?;
    let Err(why) = start(&home).await else {
        return Err("it started".into());
    };
    assert!(why.contains("channels.ron:1:"), "{why}");
    assert!(why.contains("zones/moon.ron:1:"), "{why}");
    Ok(())
}

#[tokio::test]
async fn a_reload_of_broken_content_keeps_the_old_world() -> Done {
    let home = home(&["bob in town/square"]).await?;
    home.grant("bob", Role::Owner).await?;
    let host = start(&home).await?;
    let mut bob = login(&host, "bob").await?;
    let zone = home.config.server.content.join("zones/town.ron");
    let good = while_("the zone", std::fs::read_to_string(&zone))?;
    home.write("zones/town.ron", &good.replace("to: \"inn\"", "to: \"in\""))?;
    bob.send("reload").await?;
    let problem = bob.until("zones/town.ron:").await?;
    assert!(problem.contains("did you mean `town/inn`?"), "{problem}");
    bob.until("Nothing was changed").await?;
    bob.send("north").await?;
    bob.until("The Inn").await?;
    home.write("zones/town.ron", &good.replace("A warm room.", "A cold room."))?;
    bob.send("reload").await?;
    bob.until("The content is read again").await?;
    bob.send("look").await?;
    bob.until("A cold room.").await?;
    host.stop().await
}

#[tokio::test]
async fn a_reload_says_what_went_and_what_is_renamed_stays() -> Done {
    let home = home(&["bob in town/square", "carol in town/attic"]).await?;
    home.grant("bob", Role::Owner).await?;
    let host = start(&home).await?;
    let mut bob = login(&host, "bob").await?;
    bob.send("get pear").await?;
    bob.until("You take a pear.").await?;
    let zone = home.config.server.content.join("zones/town.ron");
    let zone = while_("the zone", std::fs::read_to_string(&zone))?;
    bob.send("reload").await?;
    bob.until("The content is read again: 5 rooms and 1 people.").await?;
    bob.until("Nothing in it has changed.").await?;
    // Other ids, and not a word of the old ones.
    let zone = zone
        .replace("\"pear\"", "\"quince\"")
        .replace("name: \"a pear\"", "name: \"a quince\"")
        .replace("\"attic\"", "\"loft\"");
    home.write("zones/town.ron", &zone)?;
    bob.send("reload").await?;
    bob.until("There is no such thing in this world any more as a pear.").await?;
    bob.until("New rooms: town/loft.").await?;
    bob.until("Changed rooms: town/inn, town/perch, town/square.").await?;
    bob.until("Gone rooms: town/attic. If one of them only has another id now").await?;
    bob.until("New kinds of things: quince.").await?;
    bob.until("The kind pear is gone, and 2 things with it (carried by Bob, in town/square).")
        .await?;
    // With them all of it is there again.
    let renamed = zone
        .replace("id: \"quince\",", "id: \"quince\", was: \"pear\",")
        .replace("id: \"loft\",", "id: \"loft\", was: [\"attic\"],");
    home.write("zones/town.ron", &renamed)?;
    bob.send("reload").await?;
    bob.until("You carry a quince again.").await?;
    bob.until("2 things of the kind quince are back.").await?;
    host.stop().await?;

    // Carol sleeps in the attic still, as far as anybody has written down.
    let displaced = |zone: &str| {
        let world = r#"(name: "T", banner: "B.", welcome: "W.", start: "town/square")"#;
        let files = [SourceFile::new("world.ron", world), SourceFile::new("zones/town.ron", zone)];
        let data = home.config.server.data.join("hearsay.sqlite");
        while_("the data", displaced::sentences(&data, &parse(&files).0))
    };
    assert_eq!(displaced(&renamed)?, [""; 0]);
    let told = displaced(&zone)?;
    let [room] = told.as_slice() else { return Err(format!("{told:?}")) };
    let words = "saved in the room `town/attic`, which is not there: 1 players and 0 things";
    assert!(room.starts_with(words), "{room}");
    let told = displaced(&zone.replace("\"quince\"", "\"plum\""))?;
    let [kind, _] = told.as_slice() else { return Err(format!("{told:?}")) };
    assert!(kind.starts_with("saved things of the kind `quince`, which is not there: "), "{kind}");

    let host = start(&home).await?;
    let mut carol = login(&host, "carol").await?;
    carol.send("look").await?;
    carol.until("The Attic").await?;
    host.stop().await
}

/// A persona like Ann's with another name.
fn persona(id: &str, name: &str) -> Result<String, Trouble> {
    let text = Npc::parse(&format!("{id} in town/square"))?.persona();
    let (before, after) = text.split_once("body: (name: ").ok_or("no body")?;
    let (_, after) = after.split_once(',').ok_or("no name")?;
    Ok(format!("{before}body: (name: {name:?},{after}"))
}

#[tokio::test]
async fn a_persona_cannot_take_the_name_of_a_player() -> Done {
    let home = home(&["bob in town/square", "carol in town/square"]).await?;
    home.grant("bob", Role::Owner).await?;
    let host = start(&home).await?;
    let mut bob = login(&host, "bob").await?;
    for (id, name, told) in [
        ("dora", "Carol", "`Carol` is, or looks like, the name of a player; choose another"),
        ("dora", "CaroI", "`CaroI` is, or looks like, the name of a player; choose another"),
        ("carol", "Dora", "`carol` is the id of a player's character; choose another"),
    ] {
        home.write("personas/dora.ron", &persona(id, name)?)?;
        bob.send("reload").await?;
        let words = bob.until("personas/dora.ron:").await?;
        assert!(words.ends_with(told), "{words}");
        bob.until("Nothing was changed").await?;
    }
    bob.send("look").await?;
    let words = bob.until("Here:").await?;
    assert_eq!(words, "Here: Ann.");
    host.stop().await?;
    let Err(why) = start(&home).await else {
        return Err("it started".into());
    };
    assert!(why.contains("personas/dora.ron:") && why.contains("the id of a player"), "{why}");
    Ok(())
}

#[tokio::test]
async fn a_player_cannot_take_the_name_of_a_new_persona() -> Done {
    let home = home(&["bob in town/square"]).await?;
    home.grant("bob", Role::Owner).await?;
    let host = start(&home).await?;
    let mut bob = login(&host, "bob").await?;
    // Somebody who connected before is told the same.
    let mut early = Client::connect(host.address).await?;
    home.write("personas/dora.ron", &persona("theodora", "Dora")?)?;
    bob.send("reload").await?;
    bob.until("The content is read again").await?;
    let late = Client::connect(host.address).await?;
    early.send(&format!("create Dora {PASSWORD}")).await?;
    early.until("That word, or one that looks like it, means").await?;
    for (mut client, name) in [(early, "dora"), (late, "Theodora")] {
        client.send(&format!("create {name} {PASSWORD}")).await?;
        client.until("That word, or one that looks like it, means").await?;
    }
    host.stop().await
}

#[tokio::test]
async fn data_that_cannot_be_used_is_told_and_left_alone() -> Done {
    let home = home(&[]).await?;
    let host = start(&home).await?;
    let Err(why) = start(&home).await else {
        return Err("two servers share their data".into());
    };
    assert!(why.contains("in use by another program"), "{why}");
    host.stop().await?;
    let path = home.config.server.data.join("hearsay.sqlite");
    for file in while_("the data", std::fs::read_dir(&home.config.server.data))? {
        let path = while_("the data", file)?.path();
        // The record has a folder of its own.
        let gone = if path.is_dir() {
            std::fs::remove_dir_all(&path)
        } else {
            std::fs::remove_file(&path)
        };
        while_("the data", gone)?;
    }
    let text = "This is a letter to my aunt. ".repeat(50);
    while_("the data", std::fs::write(&path, &text))?;
    let Err(why) = start(&home).await else {
        return Err("it started on a letter".into());
    };
    assert!(why.contains("is not a database and was left untouched"), "{why}");
    assert_eq!(while_("the data", std::fs::read_to_string(&path))?, text);
    Ok(())
}
