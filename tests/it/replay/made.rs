//! Runs in which staff make and remove characters, played again.

use tests::{
    Trouble,
    brain::Brain,
    cast::{Cast, PASSWORD, Person, Place},
    client::Client,
    host::Home,
    while_,
};
use world::act::permission::Role;

use super::{Read, replays};

#[tokio::test]
async fn characters_that_staff_make_and_remove_replay_to_the_same() -> Result<(), Trouble> {
    let mut home = Home::town(&[])?;
    home.config.server.journal = true;
    let people = vec![Person::parse(Role::Owner, "wiz in town/square")?];
    home.save(Cast { people, ..Cast::default() }.characters(Place::Test)?).await?;
    let come_in = format!("connect wiz {PASSWORD}");
    let zone = home.config.server.content.join("zones/town.ron");
    let text = while_("the zone", std::fs::read_to_string(&zone))?;
    for (acts, changed) in [
        (
            &[
                ("@npc new Rolf", "Rolf is here now"),
                ("say Rolf, who are you?", "Rolf says"),
                ("@npc clone rolf as Otto", "Otto is here now"),
            ][..],
            "A cold room.",
        ),
        (
            &[
                ("@npc show rolf", "made by: Wiz (wiz)"),
                ("say Otto, who are you?", "Otto says"),
                ("@npc remove rolf yes", "Rolf is gone"),
            ][..],
            "A cool room.",
        ),
    ] {
        let host = home.start(Brain::new([])).await?;
        let mut wiz = Client::come_in(host.address, &come_in).await?;
        for (line, answer) in acts {
            wiz.send(line).await?;
            wiz.until(answer).await?;
        }
        home.write("zones/town.ron", &text.replace("A warm room.", changed))?;
        // What stands in changed files comes in by a reload, never beside a new character.
        wiz.send("@npc new Hilda").await?;
        wiz.until("The content files have changed since they were read.").await?;
        wiz.send("reload").await?;
        wiz.until("The content is read again").await?;
        wiz.do_line("look").await?;
        host.stop().await?;
        wiz.until_end().await?;
        replays(&home, &[Read::whole(1, &wiz)])?;
        let here = wiz.seen().iter().rev().find(|it| it.starts_with("Here:"));
        let is_here = |name: &str| here.is_some_and(|it| it.contains(name));
        let both = (is_here("Otto"), is_here("Rolf"));
        assert_eq!(both, (true, changed == "A cold room."), "{:#?}", wiz.seen());
    }
    Ok(())
}
