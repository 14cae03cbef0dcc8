//! The table of faults: what a player sees of each fault of a model, after how long, how often the
//! endpoint is asked, and what the record says.
//!
//! `cargo test -p tests --test it fault_table -- --nocapture` prints it.

use std::{collections::BTreeSet, fmt::Write as _, sync::Arc, time::Duration};

use serde_json::Value;
use server::operate::{args::why::WhyTask, why};
use tests::{
    Trouble,
    cast::{Cast, Npc, PASSWORD, Person, Place},
    client::Client,
    host::{Home, Host},
    while_,
};
use tokio::{sync::Semaphore, task::JoinSet, time::Instant};
use world::act::permission::Role;

use super::{
    Done,
    endpoint::FaultyEndpoint,
    models,
    rows::{self, EXCUSE, FaultRow, GOOD, TableStep, To},
};

/// Time above its question's timeout that a row may take on a busy machine.
const GRACE: Duration = Duration::from_secs(10);

/// Most rows at once: each checks two passwords.
const AT_ONCE: usize = 3;

/// Result of a row.
struct RowResult {
    name: &'static str,
    read: Vec<String>,
    /// Milliseconds from the first question to each answer.
    took: Vec<u128>,
    requests: usize,
    /// Stop reason of each thought, from the record.
    ends: Vec<String>,
}

/// A town with Ann and two people in it, asleep.
async fn home(row: &FaultRow) -> Result<Home, Trouble> {
    let mut ann = Npc::parse("ann in town/square")?;
    ann.detail(&format!("excuse {EXCUSE}"))?;
    let mut home = Home::town(&[("personas/ann.ron", &ann.persona())])?;
    home.config.minds.attempts = row.attempts;
    home.config.minds.timeout_seconds = row.seconds.0;
    home.config.minds.deadline_seconds = row.deadline;
    let people = ["bob", "carol"];
    let people =
        people.iter().map(|name| Person::parse(Role::Player, &format!("{name} in town/square")));
    let cast = Cast { people: people.collect::<Result<_, _>>()?, ..Cast::default() };
    home.save(cast.characters(Place::Test)?).await?;
    Ok(home)
}

async fn start(home: &Home, row: &FaultRow, endpoint: &FaultyEndpoint) -> Result<Host, Trouble> {
    home.start(models(endpoint.address, Duration::from_secs(row.seconds.1))?).await
}

/// Player, and the lines that they have to read.
struct TableReader {
    client: Client,
    /// Number of lines before the first step.
    before: usize,
    expected: Vec<String>,
}

impl TableReader {
    async fn come_in(host: &Host, name: &str) -> Result<Self, Trouble> {
        let client = Client::come_in(host.address, &format!("connect {name} {PASSWORD}")).await?;
        Ok(Self { client, before: 0, expected: Vec::new() })
    }

    /// Lines read so far, without the answers to looks that were only made to wait.
    async fn read(&mut self) -> Result<Vec<String>, Trouble> {
        self.client.fence().await?;
        let lines = self.client.seen().iter().skip(self.before);
        Ok(lines.filter(|line| !line.starts_with("You see no \"zq")).cloned().collect())
    }

    /// Checks that they have read what they had to, and nothing else.
    async fn check(&mut self) -> Result<Vec<String>, Trouble> {
        let read = self.read().await?;
        let fits = |(line, expected): (&String, &String)| match expected.strip_suffix('…') {
            Some(beginning) => line.starts_with(beginning) && line.chars().count() < 620,
            None => line == expected,
        };
        if read.len() == self.expected.len() && read.iter().zip(&self.expected).all(fits) {
            Ok(read)
        } else {
            Err(format!("read {read:#?} in place of {:#?}", self.expected))
        }
    }

    /// Checks what they read in all when the server has ended: Ann so often, and none of this.
    async fn ended(&mut self, answers: usize, never: &[&str]) -> Done {
        self.client.until_end().await?;
        let all = self.client.seen().join("\n");
        let heard = all.matches("Ann says").count();
        if let Some(raw) = never.iter().find(|raw| all.contains(**raw)) {
            return Err(format!("read {raw:?}: {all}"));
        }
        if heard == answers { Ok(()) } else { Err(format!("heard Ann {heard} times: {all}")) }
    }
}

/// A row while it is played.
struct RowPlay {
    endpoint: FaultyEndpoint,
    bob: TableReader,
    carol: TableReader,
    since: Instant,
    took: Vec<u128>,
}

impl RowPlay {
    async fn begin(endpoint: FaultyEndpoint, host: &Host) -> Result<Self, Trouble> {
        let mut bob = TableReader::come_in(host, "bob").await?;
        let mut carol = TableReader::come_in(host, "carol").await?;
        for reader in [&mut bob, &mut carol] {
            reader.client.fence().await?;
            reader.before = reader.client.seen().len();
        }
        Ok(Self { endpoint, bob, carol, since: Instant::now(), took: Vec::new() })
    }

    async fn step(&mut self, step: TableStep) -> Done {
        let Self { endpoint, bob, carol, .. } = self;
        match step {
            TableStep::Bob(words) => says((bob, "Bob"), carol, words).await,
            TableStep::Carol(words) => says((carol, "Carol"), bob, words).await,
            TableStep::Ann(to, words) => self.hears(to, words).await,
            TableStep::Asked(count) => endpoint.asked(count).await,
            TableStep::Over(count) => endpoint.over(count).await,
        }
    }

    /// Both hear what Ann says.
    async fn hears(&mut self, to: To, words: &str) -> Done {
        let (for_bob, for_carol) = match to {
            To::Nobody => ("", ""),
            To::Bob => (" to you", " to Bob"),
            To::Carol => (" to Carol", " to you"),
        };
        let line = |to: &str| match words.strip_suffix('…') {
            Some(_) => format!("Ann says{to}, \"{words}"),
            None => format!("Ann says{to}, \"{words}\""),
        };
        let lines = [line(for_bob), line(for_carol)];
        for (reader, line) in [&mut self.bob, &mut self.carol].into_iter().zip(lines) {
            reader.client.until(line.trim_end_matches('…')).await?;
            reader.expected.push(line);
        }
        self.took.push(self.since.elapsed().as_millis());
        Ok(())
    }
}

/// Says something to Ann, and waits until the other player hears it.
async fn says((one, name): (&mut TableReader, &str), other: &mut TableReader, words: &str) -> Done {
    let lines = ["You say".to_owned(), format!("{name} says")];
    let lines = lines.map(|it| format!("{it} to Ann, \"@ann {words}\""));
    one.client.send(&format!("say @ann {words}")).await?;
    for (reader, line) in [one, other].into_iter().zip(lines) {
        reader.client.until(&line).await?;
        reader.expected.push(line);
    }
    Ok(())
}

/// Record of all thoughts of a row; no server may be running.
fn recorded(home: &Home) -> Result<Vec<String>, Trouble> {
    let data = Some(home.config.server.data.clone());
    let task = WhyTask { name: "ann".to_owned(), at: None, count: 12, private: false, data };
    while_("why", why::lines(task).map_err(|error| format!("{error:#}")))
}

/// Checks what the record says, and tells how it says that each thought ended.
fn check_record(
    record: &[String],
    expected: &[&str],
    thoughts: usize,
) -> Result<Vec<String>, Trouble> {
    let mut lines = record.iter();
    for wanted in expected {
        if !lines.by_ref().any(|line| line.contains(wanted)) {
            return Err(format!("the record lacks {wanted:?} in its place: {record:#?}"));
        }
    }
    let ends = record.iter().filter_map(|line| line.split_once(" ends: "));
    let ends: Vec<String> = ends.map(|(_, end)| end.to_owned()).collect();
    if ends.len() == thoughts {
        Ok(ends)
    } else {
        Err(format!("{} thoughts ended in place of {thoughts}: {record:#?}", ends.len()))
    }
}

/// Plays a row and checks it.
async fn play(row: FaultRow) -> Result<RowResult, Trouble> {
    let home = home(&row).await?;
    let endpoint = FaultyEndpoint::serve(row.acts.clone()).await?;
    let host = start(&home, &row, &endpoint).await?;
    let mut playing = RowPlay::begin(endpoint, &host).await?;
    for step in &row.steps {
        playing.step(*step).await.map_err(|why| format!("at {step:?}: {why}"))?;
    }
    let read = playing.bob.check().await.map_err(|why| format!("Bob {why}"))?;
    playing.carol.check().await.map_err(|why| format!("Carol {why}"))?;
    host.stop().await?;
    let answers = playing.took.len();
    for (reader, name) in [(&mut playing.bob, "Bob"), (&mut playing.carol, "Carol")] {
        reader.ended(answers, &row.never).await.map_err(|why| format!("{name} {why}"))?;
    }
    let most = Duration::from_secs(row.seconds.0) + GRACE;
    if playing.took.first().is_none_or(|took| *took > most.as_millis()) {
        return Err(format!("the answer took {:?} ms", playing.took));
    }
    result(row, &home, &playing.endpoint, read, playing.took)
}

/// A question that is under way when the server stops: the next run knows nothing of it, but for the
/// record.
async fn restarted(row: FaultRow) -> Result<RowResult, Trouble> {
    let home = home(&row).await?;
    let endpoint = FaultyEndpoint::serve(row.acts.clone()).await?;
    let host = start(&home, &row, &endpoint).await?;
    let mut bob = TableReader::come_in(&host, "bob").await?;
    bob.client.send("say @ann hello").await?;
    endpoint.asked(1).await?;
    host.stop().await?;
    bob.ended(0, &row.never).await?;
    endpoint.over(1).await?;
    let host = start(&home, &row, &endpoint).await?;
    let mut playing = RowPlay::begin(endpoint, &host).await?;
    playing.step(TableStep::Bob("how deep")).await?;
    playing.step(TableStep::Ann(To::Nobody, GOOD)).await?;
    let read = playing.bob.check().await?;
    host.stop().await?;
    playing.bob.ended(1, &["hello"]).await?;
    playing.carol.ended(1, &["hello"]).await?;
    result(row, &home, &playing.endpoint, read, playing.took)
}

/// Checks that each result in a request names a call of its own, in the order of the calls.
fn tells_results_apart(request: &Value) -> Done {
    let messages = request.get("messages").and_then(Value::as_array);
    let messages = messages.ok_or("a request without messages")?;
    let id = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
    let calls = messages.iter().filter_map(|message| message.get("tool_calls")?.as_array());
    let calls: Vec<String> = calls.flatten().filter_map(|call| id(call, "id")).collect();
    let results = messages.iter().filter_map(|message| id(message, "tool_call_id"));
    let apart: BTreeSet<&String> = calls.iter().collect();
    if results.eq(calls.iter().cloned()) && apart.len() == calls.len() {
        Ok(())
    } else {
        Err(format!("the results do not name the calls: {request:#}"))
    }
}

/// Result of a row, once the record and the endpoint agree with it.
fn result(
    row: FaultRow,
    home: &Home,
    endpoint: &FaultyEndpoint,
    read: Vec<String>,
    took: Vec<u128>,
) -> Result<RowResult, Trouble> {
    let ends = check_record(&recorded(home)?, &row.record, took.len())?;
    let requests = endpoint.requests();
    for number in 0..requests {
        tells_results_apart(&endpoint.body(number)?)?;
    }
    if requests == row.requests {
        Ok(RowResult { name: row.name, read, took, requests, ends })
    } else {
        Err(format!("{requests} requests in place of {}", row.requests))
    }
}

/// The rows as one table.
fn in_words(results: &[RowResult]) -> Result<String, Trouble> {
    let mut text = String::from("fault | Bob read | after ms | requests | ends\n");
    for RowResult { name, read, took, requests, ends } in results {
        let heard = read.iter().filter(|line| line.starts_with("Ann"));
        let heard: Vec<String> = heard.map(|line| line.chars().take(60).collect()).collect();
        let took: Vec<String> = took.iter().map(u128::to_string).collect();
        let (heard, took, ends) = (heard.join(" / "), took.join(", "), ends.join(" / "));
        let line = writeln!(text, "{name} | {heard} | {took} | {requests} | {ends}");
        while_("writing", line)?;
    }
    Ok(text)
}

#[tokio::test]
async fn fault_table() -> Done {
    let places = Arc::new(Semaphore::new(AT_ONCE));
    let mut playing = JoinSet::new();
    let rows = rows::rows().into_iter().map(|row| (row, false));
    let rows = rows.chain([(rows::restart(), true)]);
    for (number, (row, restarts)) in rows.enumerate() {
        let places = Arc::clone(&places);
        playing.spawn(async move {
            let _place = while_("a place", places.acquire().await)?;
            let name = row.name;
            let played = if restarts { restarted(row).await } else { play(row).await };
            played.map(|it| (number, it)).map_err(|why| format!("{name}: {why}"))
        });
    }
    let (mut results, mut troubles) = (Vec::new(), Vec::new());
    for played in playing.join_all().await {
        match played {
            Ok(it) => results.push(it),
            Err(why) => troubles.push(why),
        }
    }
    results.sort_by_key(|(number, _)| *number);
    let results: Vec<RowResult> = results.into_iter().map(|(_, it)| it).collect();
    tests::print(&in_words(&results)?)?;
    assert!(troubles.is_empty(), "{}", troubles.join("\n\n"));
    Ok(())
}
