//! Secrecy of private words: they stand in no line of the log and in no line of `why` for readers
//! who may not know them, whatever a model makes of them: arguments, results, refusals and
//! time-outs of every tool, and malformed replies.

#![expect(clippy::disallowed_types, reason = "a subscriber of the log is shared by all threads")]

use std::{
    collections::BTreeSet,
    fmt::{self, Write as _},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use assistants::{
    llm::{Arguments, ChatReply, ChatRequest, ToolCall},
    record::{
        entry::{Recorded, RecordedEnd},
        view::{self, RecordNames, RecordReader, RecordView},
    },
    tools,
    turn::StopReason,
};
use engine::id::CharacterId;
use serde_json::{Map, Value, json};
use server::setup;
use tests::{
    attack::case::folder,
    brain::{Brain, Impostor},
    cast::Place,
    machine::Machine,
    play::{Stage as _, at_once},
    story,
};
use tracing::{
    Dispatch, Event, Metadata, Subscriber,
    field::{Field, Visit},
    span,
};

/// The word that only two may know, in the forms in which it may come along.
const CANARY: &str = "quovadizzle";

/// Everything that the program logs, at every level.
#[derive(Debug, Default, Clone)]
struct CapturedLog(Arc<Mutex<String>>);

impl Subscriber for CapturedLog {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &span::Attributes<'_>) -> span::Id {
        span.record(&mut CapturedFields(&mut self.0.lock().unwrap()));
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, values: &span::Record<'_>) {
        values.record(&mut CapturedFields(&mut self.0.lock().unwrap()));
    }

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut all = self.0.lock().unwrap();
        event.record(&mut CapturedFields(&mut all));
        all.push('\n');
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

struct CapturedFields<'a>(&'a mut String);

impl Visit for CapturedFields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        write!(self.0, " {}={value:?}", field.name()).unwrap();
    }
}

/// A model that puts what was whispered into everything that it can say, do wrong or leave undone.
#[derive(Debug, Default)]
struct Tattler {
    turn: AtomicUsize,
}

/// Arguments of a tool with the word wherever one may stand, as it may be and as it may not.
fn arguments(request: &ChatRequest, tool: &str, form: usize) -> Arguments {
    let spec = request.tools.iter().find(|it| it.name == tool);
    let properties = spec.and_then(|it| it.parameters.get("properties")?.as_object().cloned());
    let mut map: Map<String, Value> = Map::new();
    for (name, of) in properties.unwrap_or_default() {
        let is_number = of.to_string().contains("integer");
        let value = match form {
            0 if is_number => json!(3),
            1 => json!([CANARY, {CANARY: CANARY}]),
            _ => json!(format!("{CANARY} is the word, {CANARY}")),
        };
        map.insert(name, value);
    }
    match form {
        2 => drop(map.insert(CANARY.to_owned(), json!(CANARY))),
        3 => return Arguments::Malformed(format!("{{\"text\": \"{CANARY}")),
        _ => {}
    }
    Arguments::Object(map)
}

const FORMS: usize = 4;
/// Most lines that are whispered until all of that was played.
const MOST_ROUNDS: usize = 2_000;
/// Names of calls that are no tools, and what stands for a reply in plain text.
const NO_TOOLS: [&str; 3] = [CANARY, "quovadizzle {\"text\"}", "text"];

/// Names of what the model calls: every tool of the registry, whether its turn offers it or not, and
/// what is no tool.
fn called() -> Vec<&'static str> {
    tools::names().into_iter().chain(NO_TOOLS).collect()
}

impl Impostor for Tattler {
    fn takes(&self, _: &str) -> Duration {
        // Now and then longer than anybody waits.
        let turn = self.turn.load(Ordering::Relaxed);
        Duration::from_secs(if turn % 17 == 16 { 120 } else { 0 })
    }

    fn answer(&self, request: &ChatRequest) -> Option<ChatReply> {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        let called = called();
        let tool = called[turn % called.len()];
        if tool == "text" {
            let text = format!("{{\"tool\": \"{CANARY}\"}} {CANARY} <|{CANARY}|> *{CANARY}*");
            return Some(ChatReply { text: Some(text), ..ChatReply::default() });
        }
        let arguments = arguments(request, tool, turn / called.len() % FORMS);
        let call = ToolCall { id: CANARY.to_owned(), name: tool.to_owned(), arguments };
        Some(ChatReply { calls: vec![call], ..ChatReply::default() })
    }
}

/// Checks that every tool was called, that some calls were done and some refused, and that a model was
/// waited for in vain.
fn came_of_all(game: &Machine) {
    let tool = |of: &Recorded| {
        if let Recorded::Done { tool, .. } | Recorded::Refused { tool, .. } = of {
            return Some(tool.text().to_owned());
        }
        None
    };
    let all = || game.record().iter().map(|it| &it.what);
    let tried: BTreeSet<String> = all().filter_map(tool).collect();
    let untried: Vec<&str> = tools::names().into_iter().filter(|it| !tried.contains(*it)).collect();
    assert_eq!(untried, [""; 0], "tools that came to nothing at all");
    assert!(all().any(|it| matches!(it, Recorded::Done { .. })));
    assert!(all().any(|it| matches!(it, Recorded::Refused { .. })));
    let late = |it: &RecordedEnd| {
        it.reason == StopReason::Expired || it.failure == Some(StopReason::Expired)
    };
    let expired = |it: &Recorded| matches!(it, Recorded::Ended(end) if late(end));
    assert!(all().any(expired), "no time-out is among it");
}

#[test]
fn what_was_whispered_stands_in_no_log_and_in_no_why_of_others() {
    let log = CapturedLog::default();
    // While there is a single subscriber, a callsite that another test's thread meets first is switched
    // off for good.
    let _second = Dispatch::new(log.clone());
    let shown = tracing::subscriber::with_default(log.clone(), || {
        let text =
            "world attacks\nmachine only\nstaff olga in keep/office\nplayer bob in keep/hall\n";
        let story = story::parse(text).unwrap();
        let mut files = story.cast.content(Place::Attacks).unwrap();
        for mind in ["vesna", "odo"] {
            let text = std::fs::read_to_string(folder().join(format!("minds/{mind}.ron"))).unwrap();
            files.push((format!("personas/{mind}.ron"), text));
        }
        let model = Arc::new(Tattler::default());
        let mut game = Machine::of(&story, files, setup::rules, Brain::of(model.clone())).unwrap();
        for who in ["olga", "bob"] {
            at_once(game.enter(who)).unwrap();
        }
        // A mind whose model answered nonsense too often rests for a while and asks nothing.
        for turn in 0..MOST_ROUNDS {
            if model.turn.load(Ordering::Relaxed) >= called().len() * FORMS {
                break;
            }
            let mind = ["vesna", "odo"][turn % 2];
            let way = ["whisper", "page"][turn / 2 % 2];
            let line = format!("{way} {mind} = the word is {CANARY}, and {turn} times I said it");
            at_once(game.type_lines(&[("bob".to_owned(), line)])).unwrap();
            at_once(game.wait(Duration::from_secs(37))).unwrap();
        }
        assert!(model.turn.load(Ordering::Relaxed) >= called().len() * FORMS);
        at_once(game.clear()).unwrap();
        let mut shown = Vec::new();
        for line in ["why vesna 12", "why odo 12", "retract the word is quovadizzle"] {
            at_once(game.type_lines(&[("olga".to_owned(), line.to_owned())])).unwrap();
            at_once(game.wait(Duration::from_secs(2))).unwrap();
            // What she typed herself is no secret.
            while let Some(line) = at_once(game.read("olga")).unwrap() {
                shown.push(line);
            }
        }
        assert!(shown.last().unwrap().contains("Nobody remembers"), "{shown:?}");
        let names = RecordNames::default();
        let olga = CharacterId::new("olga").unwrap();
        let readers = [RecordReader::Outsider, RecordReader::Character(&olga)];
        let is_retracted = |it: &Recorded| matches!(it, Recorded::Amended { .. });
        assert!(!game.record().iter().any(|it| is_retracted(&it.what)), "it was taken back unseen");
        for entry in game.record() {
            for reader in readers {
                shown.push(view::line(entry, RecordView { reader, whole: true, names: &names }));
            }
        }
        came_of_all(&game);
        shown
    });
    // Nor does the hash of a question with it, by which whoever guesses it sees that they did.
    assert!(shown.iter().any(|it| it.contains("asks the model")), "{:#?}", shown.first());
    let hash = shown.iter().find(|it| it.contains(", hash "));
    assert_eq!(hash, None, "the hash of a whispered question is shown");
    let told: Vec<&String> = shown.iter().filter(|it| it.contains(CANARY)).collect();
    assert!(told.is_empty(), "{} lines tell it: {:#?}", told.len(), told.first());
    let logged = log.0.lock().unwrap();
    assert!(!logged.is_empty(), "nothing was logged at all");
    let told = logged.lines().find(|it| it.contains(CANARY));
    assert_eq!(told, None, "the log tells it");
}

#[test]
fn what_the_staff_emits_and_gives_as_a_reason_stands_in_no_log() {
    let log = CapturedLog::default();
    let _second = Dispatch::new(log.clone());
    tracing::subscriber::with_default(log.clone(), || {
        let text =
            "world attacks\nmachine only\nowner olga in keep/snug\nplayer bob in keep/snug\n";
        let story = story::parse(text).unwrap();
        let files = story.cast.content(Place::Attacks).unwrap();
        let mut game = Machine::of(&story, files, setup::rules, Brain::new([])).unwrap();
        for who in ["olga", "bob"] {
            at_once(game.enter(who)).unwrap();
        }
        for line in ["emit A voice says quovadizzle.", "kick bob = quovadizzle"] {
            at_once(game.type_lines(&[("olga".to_owned(), line.to_owned())])).unwrap();
        }
        let mut read = Vec::new();
        while let Some(line) = at_once(game.read("bob")).unwrap() {
            read.push(line);
        }
        assert!(read.iter().filter(|it| it.contains(CANARY)).count() >= 1, "{read:#?}");
    });
    let logged = log.0.lock().unwrap();
    for event in ["emitted", "kicked"] {
        assert!(logged.contains(event), "{event} is not logged: {logged}");
    }
    let told = logged.lines().find(|it| it.contains(CANARY));
    assert_eq!(told, None, "the log tells it");
}
