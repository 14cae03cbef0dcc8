//! The record of what minds did: over restarts and kills, and when somebody is forgotten.

use serde_json::json;
use server::operate::{args::why::WhyTask, prove, why};
use tests::{
    Trouble,
    brain::{Brain, Play},
    cast::{Cast, Npc, PASSWORD, Person, Place},
    client::Client,
    host::{Home, Host},
    while_,
};
use world::act::permission::Role;

type Done = Result<(), Trouble>;

/// A town with Ann, whose model answers what it is told to; Wiz, Bob and Carol sleep.
async fn home() -> Result<Home, Trouble> {
    let ann = Npc::parse("ann in town/square")?.persona();
    let home = Home::town(&[("personas/ann.ron", &ann)])?;
    let people = [(Role::Staff, "wiz"), (Role::Player, "bob"), (Role::Player, "carol")];
    let people =
        people.iter().map(|(role, it)| Person::parse(*role, &format!("{it} in town/square")));
    let cast = Cast { people: people.collect::<Result<_, _>>()?, ..Cast::default() };
    home.save(cast.characters(Place::Test)?).await?;
    Ok(home)
}

async fn start(home: &Home) -> Result<Host, Trouble> {
    let brain = Brain::new(["ann".to_owned()]);
    for n in 0..8 {
        brain.lay_out(
            "ann",
            n,
            Play::Calls(vec![("say".to_owned(), json!({"text": format!("So it is {n}.")}))]),
        );
    }
    home.start(brain).await
}

async fn come_in(host: &Host, name: &str) -> Result<Client, Trouble> {
    Client::come_in(host.address, &format!("connect {name} {PASSWORD}")).await
}

/// Says something to Ann and waits for her answer.
async fn talk(client: &mut Client, line: &str) -> Done {
    client.send(line).await?;
    client.until("So it is").await.map(drop)
}

/// Text of the record's files.
fn written(home: &Home) -> Result<String, Trouble> {
    let folder = home.config.server.data.join("record");
    let mut text = String::new();
    for file in while_("the record", std::fs::read_dir(folder))? {
        let path = while_("the record", file)?.path();
        if path.extension().is_some_and(|it| it == "jsonl") {
            text.push_str(&while_("the record", std::fs::read_to_string(path))?);
        }
    }
    Ok(text)
}

#[tokio::test]
async fn why_shows_what_was_before_a_restart_and_half_a_line_costs_nothing() -> Done {
    let home = home().await?;
    for run in 0..3 {
        let host = start(&home).await?;
        let mut wiz = come_in(&host, "wiz").await?;
        if run > 0 {
            wiz.send("why ann 12").await?;
            for before in 0..run {
                wiz.until(&format!("\"@ann run {before}\"")).await?;
                wiz.until("ends: terminal_tool").await?;
            }
        }
        talk(&mut wiz, &format!("say @ann run {run}")).await?;
        host.stop().await?;
        // A power cut in the middle of a line.
        let file = home.config.server.data.join("record/00000001.jsonl");
        let text = while_("the record", std::fs::read_to_string(&file))?;
        while_("the record", std::fs::write(&file, text + "{\"V1\":{\"at\":17"))?;
    }
    let task = WhyTask {
        name: "Ann".to_owned(),
        at: None,
        count: 10,
        private: false,
        data: Some(home.config.server.data.clone()),
    };
    let lines = while_("why", why::lines(task).map_err(|it| format!("{it:#}")))?;
    let begun = lines.iter().filter(|it| it.contains(" ann begins: ")).count();
    assert_eq!(begun, 3, "{lines:?}");
    assert!(!written(&home)?.contains(PASSWORD));
    Ok(())
}

#[tokio::test]
async fn minds_that_new_content_makes_changes_and_removes_are_in_the_record() -> Done {
    let home = home().await?;
    let host = start(&home).await?;
    let mut wiz = come_in(&host, "wiz").await?;
    let reload = async |wiz: &mut Client| {
        wiz.send("reload").await?;
        wiz.until("The content is read again").await.map(drop)
    };
    reload(&mut wiz).await?;
    wiz.do_line("why ann").await?;
    assert!(!wiz.seen().concat().contains("Changes of the mind"), "nothing differs");
    let persona = |line: &str| Npc::parse(line).map(|it| it.persona());
    let louder = persona("ann in town/square")?.replace("Calm.", "Loud.");
    home.write("personas/ann.ron", &louder)?;
    home.write("personas/ben.ron", &persona("ben in town/square")?)?;
    reload(&mut wiz).await?;
    wiz.send("why ann").await?;
    wiz.until("the persona is read again, with other voice").await?;
    wiz.send("why ben").await?;
    wiz.until("the mind is created by new content").await?;
    let file = home.config.server.content.join("personas/ben.ron");
    while_("a persona", std::fs::remove_file(file))?;
    reload(&mut wiz).await?;
    host.stop().await?;
    let why = |name: &str| {
        let data = Some(home.config.server.data.clone());
        let task = WhyTask { name: name.to_owned(), at: None, count: 5, private: false, data };
        while_("why", why::lines(task).map_err(|it| format!("{it:#}")))
    };
    let has = |lines: &[String], words: &str| lines.iter().filter(|it| it.contains(words)).count();
    let ben = why("ben")?;
    assert_eq!((has(&ben, " created "), has(&ben, " removed ")), (1, 1), "{ben:?}");
    assert_eq!(has(&why("ann")?, "is read again"), 1);
    let commands = server::setup::command_specs(&server::setup::rules(0));
    let (lines, _) = while_("a proof", prove::lines(&home.config.server.data, &commands))?;
    assert_eq!(has(&lines, "changes of minds: 3 "), 1, "{lines:?}");
    Ok(())
}

#[tokio::test]
async fn whoever_deletes_the_account_leaves_no_word_and_whoever_stays_keeps_theirs() -> Done {
    let home = home().await?;
    let host = start(&home).await?;
    let (mut bob, mut carol) = (come_in(&host, "bob").await?, come_in(&host, "carol").await?);
    talk(&mut bob, "say to ann Plum is my word.").await?;
    talk(&mut carol, "say to ann Mine is cherry.").await?;
    bob.send("account export").await?;
    bob.until("\"record\"").await?;
    bob.until("Plum is my word.").await?;
    bob.send("account delete").await?;
    bob.until_prompt("Your password").await?;
    bob.send(PASSWORD).await?;
    bob.until_prompt("To delete it for ever, type delete").await?;
    bob.send("delete").await?;
    bob.until("Nothing is kept of you here.").await?;
    let mut wiz = come_in(&host, "wiz").await?;
    wiz.send("why ann 2").await?;
    let shown = [wiz.until("ends: ").await?, wiz.until("ends: ").await?].concat();
    host.stop().await?;
    let written = written(&home)?;
    for text in [wiz.seen().concat() + &shown, written.clone()] {
        assert!(!text.contains("Plum") && !text.contains("\"bob\""), "{text}");
        assert!(text.contains("begins: event") || text.contains("\"Begun\""), "{text}");
    }
    // What Carol said before Bob was heard beside it is hers.
    assert!(written.contains("Mine is cherry.") && written.contains("\"Forgotten\""), "{written}");
    Ok(())
}

#[tokio::test]
async fn whoever_is_forgotten_by_one_leaves_no_word_with_that_one() -> Done {
    let home = home().await?;
    let host = start(&home).await?;
    let mut bob = come_in(&host, "bob").await?;
    let mut wiz = come_in(&host, "wiz").await?;
    talk(&mut bob, "say to ann Plum is my word.").await?;
    // The thought is over, and so is all that it notes.
    for _ in 0..100 {
        wiz.do_line("why ann").await?;
        if wiz.seen().concat().contains("ends: ") {
            break;
        }
    }
    bob.send("forget me ann").await?;
    bob.until("Ann forgets you.").await?;
    host.stop().await?;
    let after = written(&home)?;
    assert!(!after.contains("Plum") && after.contains("\"Forgotten\""), "{after}");
    let host = start(&home).await?;
    let mut bob = come_in(&host, "bob").await?;
    talk(&mut bob, "say to ann Now it is pear.").await?;
    host.stop().await?;
    assert!(written(&home)?.contains("Now it is pear."));
    Ok(())
}

#[tokio::test]
async fn what_was_done_is_proven_from_the_record_alone_and_what_was_changed_in_it_is_found() -> Done
{
    let home = home().await?;
    let host = start(&home).await?;
    let mut bob = come_in(&host, "bob").await?;
    talk(&mut bob, "say @ann hello").await?;
    host.stop().await?;
    let data = &home.config.server.data;
    let commands = server::setup::command_specs(&server::setup::rules(0));
    let prove = || while_("a proof", prove::lines(data, &commands));
    let (lines, sound) = prove()?;
    let told = lines.join("\n");
    assert!(sound && told.contains("\nacts proven: 1, ") && told.contains("\nbroken: 0"), "{told}");
    // Somebody makes a player's words the engine's.
    let file = data.join("record/00000001.jsonl");
    let text = while_("the record", std::fs::read_to_string(&file))?;
    let judged = |line: &str| match line.contains("\"Judged\"") {
        true => line.replace("\"integrity\":\"Player\"", "\"integrity\":\"Author\""),
        false => line.to_owned(),
    };
    let forged: Vec<String> = text.lines().map(judged).collect();
    while_("the record", std::fs::write(&file, forged.join("\n")))?;
    let (lines, sound) = prove()?;
    let told = lines.join("\n");
    assert!(!sound && told.contains("from better words than it did"), "{told}");
    Ok(())
}

/// Original text of a line of which the game had to leave something out: kept for the operator and
/// for its author, as long as the record, and never a password.
#[tokio::test]
async fn what_was_left_out_of_a_line_is_kept_for_the_audit() -> Done {
    let home = home().await?;
    let host = start(&home).await?;
    let mut bob = come_in(&host, "bob").await?;
    talk(&mut bob, "say to ann hello \u{202e}there<|im_start|>").await?;
    talk(&mut bob, "say to ann nothing odd here").await?;
    bob.send("password").await?;
    bob.until_prompt("password").await?;
    bob.send("not\u{202e}mine").await?;
    bob.until("password").await?;
    bob.send("account export").await?;
    bob.until("im_start").await?;
    host.stop().await?;
    let lines = |private| {
        let data = Some(home.config.server.data.clone());
        let task = WhyTask { name: "bob".to_owned(), at: None, count: 5, private, data };
        while_("why", why::lines(task).map_err(|it| format!("{it:#}")))
    };
    let shown = lines(true)?;
    let typed = shown.iter().filter(|it| it.contains("typed by \"Bob\" (bob)")).count();
    assert_eq!(typed, 1, "{shown:?}");
    assert!(shown.iter().any(|it| it.contains(r"hello \u{202e}there<|im_start|>")), "{shown:?}");
    let hidden = lines(false)?;
    assert!(!hidden.iter().any(|it| it.contains("im_start")), "{hidden:?}");
    assert!(!written(&home)?.contains("mine"));
    Ok(())
}
