//! One line on a channel that names ten characters, each of whose models answers by naming all others.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use assistants::llm::{Arguments, ChatReply, ChatRequest, ToolCall};
use serde_json::{Map, json};
use tests::{
    attack::{watched::WatchedGame, witness::Witnessed},
    brain::Impostor,
    cast::Place,
    story,
};
use world::witness::fact::Source;

/// Number of characters that are named.
const NAMED: usize = 10;

/// A model that names everybody.
#[derive(Debug, Default)]
struct Namer(AtomicUsize);

fn names() -> String {
    (0..NAMED).map(|n| format!("@m{n} ")).collect()
}

impl Impostor for Namer {
    fn takes(&self, _: &str) -> Duration {
        Duration::ZERO
    }

    fn answer(&self, request: &ChatRequest) -> Option<ChatReply> {
        let n = self.0.fetch_add(1, Ordering::Relaxed);
        let me = format!("@{} ", request.npc);
        let text = format!("{}what do you say to number {n}?", names().replace(&me, ""));
        let arguments = json!({"channel": "chat", "text": text});
        let call = ToolCall {
            id: n.to_string(),
            name: "channel_say".to_owned(),
            arguments: Arguments::Object(arguments.as_object().cloned().unwrap_or_else(Map::new)),
        };
        Some(ChatReply { calls: vec![call], ..ChatReply::default() })
    }
}

#[test]
fn one_line_that_names_ten_has_ten_answers_at_most() {
    let rooms = ["hall", "yard", "office"];
    let minds = (0..NAMED).map(|n| {
        format!("assistant m{n} in keep/{} channel chat context\n", rooms[n % rooms.len()])
    });
    let minds: String = minds.collect();
    let text = format!("world attacks\nmachine only\n{minds}player ann in keep/hall\n");
    let story = story::parse(&text).unwrap();
    let files = story.cast.content(Place::Attacks).unwrap();
    let model = Arc::new(Namer::default());
    let mut game = WatchedGame::new(&story, files, model.clone()).unwrap();
    for (_, step) in &story.steps {
        game.step(step).unwrap();
    }
    drop(game.seen());
    let line = format!("chat {}what do you all say?", names());
    game.typed(&[("ann".to_owned(), line)]).unwrap();
    game.wait(Duration::from_secs(180)).unwrap();
    let mut answers: BTreeMap<String, usize> = BTreeMap::new();
    for it in game.seen() {
        let Witnessed::Happened(fact) = it else { continue };
        let by_mind = fact.what.actor.as_ref().filter(|who| who.id.as_str() != "ann");
        if let (Source::Channel, Some(actor)) = (fact.what.source, by_mind) {
            *answers.entry(actor.id.to_string()).or_default() += 1;
        }
    }
    let asked = model.0.load(Ordering::Relaxed);
    let often: BTreeSet<&String> =
        answers.iter().filter(|(_, n)| **n > 1).map(|(it, _)| it).collect();
    println!("{asked} questions, {} answers", answers.values().sum::<usize>());
    assert!(!answers.is_empty(), "somebody answers");
    let holds = asked <= NAMED && often.is_empty();
    assert!(holds, "{asked} questions; more than once: {often:?}");
}
