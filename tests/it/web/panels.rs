//! Lines of panels: commands like any other, whose answers are data beside the story.

use serde_json::{Value, json};
use tests::{
    brain::Brain,
    cast::{Npc, PASSWORD},
    client::{Client, page::PageClient},
    host::Home,
};
use world::act::permission::Role;

use super::{Done, create, town};

/// Gives a line as a button does, and returns its answer.
async fn ask(page: &mut PageClient, id: u32, line: &str) -> Result<Value, tests::Trouble> {
    page.send(json!({"t": "ask", "id": id, "line": line})).await?;
    loop {
        let answer = page.data("Hearsay.Answer").await?;
        if answer["id"] == id {
            return Ok(answer);
        }
    }
}

#[tokio::test]
async fn a_panel_gets_its_answer_and_the_story_does_not() -> Done {
    let (_home, host, web) = town(|_| {}).await?;
    let mut ann = PageClient::come_in(web, create("Ann")).await?;
    ann.line("say before").await?;
    ann.until("before").await?;
    let shown = ann.lines.len();
    let inventory = ask(&mut ann, 7, "inventory").await?;
    assert_eq!((&inventory["ok"], &inventory["view"]), (&json!(true), &Value::Null));
    assert_eq!(inventory["b"][0]["k"], "answer");
    let refused = ask(&mut ann, 8, "xyzzy").await?;
    assert_eq!((&refused["ok"], &refused["b"][0]["k"]), (&json!(false), &json!("refusal")));
    let all = ask(&mut ann, 9, "characters").await?;
    let expected = json!({"is": "characters", "characters": [{"name": "Ann", "now": true}]});
    assert_eq!((&all["view"], &all["b"]), (&expected, &json!([])));
    ann.line("say after").await?;
    ann.until("after").await?;
    let told: Vec<&str> = ann.lines.iter().skip(shown).map(|it| it.1.as_str()).collect();
    assert_eq!(told, ["You say, \"after\""], "nothing else was told in the story");
    let numbers: Vec<u64> = ann.lines.iter().map(|it| it.0.1).collect();
    assert!(numbers.windows(2).all(|it| it[1] == it[0] + 1), "{numbers:?}");
    host.stop().await
}

#[tokio::test]
async fn what_others_see_of_a_panels_command_is_what_they_see_of_any() -> Done {
    let (_home, host, web) = town(|_| {}).await?;
    let mut ann = PageClient::come_in(web, create("Ann")).await?;
    let mut bob = Client::come_in(host.address, "create bob sesame99").await?;
    let said = ask(&mut ann, 1, "say by a button").await?;
    assert_eq!((&said["ok"], &said["b"]), (&json!(true), &json!([])));
    bob.until("Ann says, \"by a button\"").await?;
    // It stands in the story of whoever said it, too.
    ann.line("say and typed").await?;
    ann.until("and typed").await?;
    assert!(ann.lines.iter().any(|it| it.1.contains("by a button")));
    host.stop().await
}

#[tokio::test]
async fn the_staffs_views_are_for_the_staff_and_leave_their_mark_in_the_audit() -> Done {
    let (home, host, web) = town(|_| {}).await?;
    let mut ann = PageClient::come_in(web, create("Ann")).await?;
    for (id, line) in ["why ann", "@npc cost", "reports", "audit", "reload"].iter().enumerate() {
        let id = u32::try_from(id).unwrap_or_default();
        let refused = ask(&mut ann, id, line).await?;
        assert_eq!((&refused["ok"], &refused["view"]), (&json!(false), &Value::Null), "{line}");
    }
    ann.line("quit").await?;
    ann.until_end().await?;
    host.stop().await?;
    home.grant("ann", Role::Staff).await?;
    let host = home.start(Brain::new([])).await?;
    let web = host.web.ok_or("there is no page")?;
    let login = json!({"t": "connect", "name": "Ann", "password": PASSWORD});
    let mut ann = PageClient::come_in(web, login).await?;
    ann.line("bug The stair creaks.").await?;
    ann.until("Thank you").await?;
    let reports = ask(&mut ann, 1, "reports").await?;
    assert_eq!(reports["view"]["reports"][0]["words"], "The stair creaks.");
    let report = ask(&mut ann, 2, "reports show 1").await?;
    assert_eq!(report["view"]["by"]["name"], "Ann");
    let closed = ask(&mut ann, 3, "reports close 1 = Oiled.").await?;
    assert_eq!((&closed["ok"], &closed["view"]), (&json!(true), &Value::Null));
    let cost = ask(&mut ann, 4, "@npc cost").await?;
    assert_eq!(cost["view"]["days"].as_array().map(Vec::len), Some(1));
    let secret = ask(&mut ann, 5, "why ann private").await?;
    assert_eq!(secret["ok"], false, "only an owner reads that");
    let acts = ask(&mut ann, 6, "audit").await?;
    let lines: Vec<&Value> = acts["view"]["acts"].as_array().ok_or("no acts")?.iter().collect();
    let told = |line: &str| lines.iter().find(|it| it["line"] == line);
    for line in ["reports", "reports show 1", "reports close 1 = Oiled.", "@npc cost"] {
        assert_eq!(told(line).ok_or(line)?["done"], true);
    }
    assert_eq!(told("why ann private").ok_or("why")?["done"], false);
    host.stop().await
}

#[tokio::test]
async fn the_record_of_a_thought_hides_what_was_whispered_as_why_does() -> Done {
    let ann = Npc::parse("ann in town/square scripted")?;
    let mut home = Home::town(&[("personas/ann.ron", &ann.persona())])?;
    home.config.web.listen = Some(std::net::SocketAddr::from(([127, 0, 0, 1], 0)));
    let host = home.start(Brain::new([])).await?;
    let wiz = Client::come_in(host.address, &format!("create wiz {PASSWORD}")).await?;
    drop(wiz);
    host.stop().await?;
    home.grant("wiz", Role::Owner).await?;
    let host = home.start(Brain::new([])).await?;
    let web = host.web.ok_or("there is no page")?;
    let login = json!({"t": "connect", "name": "wiz", "password": PASSWORD});
    let mut wiz = PageClient::come_in(web, login).await?;
    let mut bob = Client::come_in(host.address, "create bob sesame99").await?;
    bob.do_line("whisper ann I hid the plum under the stair").await?;
    bob.do_line("say to ann good morning").await?;
    wiz.until("good morning").await?;
    // The thought of it ends some ticks later.
    let mut why = Value::Null;
    for id in 10..1_000 {
        why = ask(&mut wiz, id, "why ann 9").await?;
        let ended = why["view"].to_string().matches(r#""kind":"ended""#).count();
        if ended >= 2 {
            break;
        }
    }
    assert_eq!(why["view"]["name"], "Ann");
    let told = why["view"].to_string();
    assert!(told.contains("good morning") && !told.contains("plum"), "{told}");
    let thoughts = why["view"]["thoughts"].as_array().ok_or("no thoughts")?;
    let kinds: Vec<&Value> = thoughts
        .iter()
        .flat_map(|it| it["entries"].as_array())
        .flatten()
        .map(|it| &it["kind"])
        .collect();
    for kind in ["begun", "replied", "ended"] {
        assert!(kinds.iter().any(|it| *it == kind), "{kind}: {kinds:?}");
    }
    let secret = ask(&mut wiz, 2, "why ann private 9").await?;
    assert!(secret["view"].to_string().contains("plum"), "{secret}");
    let acts = ask(&mut wiz, 3, "audit").await?.to_string();
    assert!(acts.contains("why ann private 9"), "{acts}");
    host.stop().await
}
