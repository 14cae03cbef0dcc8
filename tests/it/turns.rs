//! Random turns: orders, talk and a model that replies whatever it likes. Whatever it does, every thought
//! ends, none changes the world twice, and the record holds all that was done and proves it.

use std::{
    collections::{BTreeMap, BTreeSet},
    hash::{DefaultHasher, Hash, Hasher},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use assistants::{
    llm::{Arguments, ChatReply, ChatRequest, ToolCall, profile::QuestionForm},
    record::entry::Recorded,
};
use serde_json::{Value, json};
use tests::{
    Trouble,
    attack::{watched::WatchedGame, witness::Witnessed},
    brain::Impostor,
    cast::Place,
    story,
};

/// Number of games for each form of a question, and of lines in each.
const GAMES: usize = 6;
const LINES: usize = 24;

/// Tools that are a command of the game, as which the witness sees them.
const COMMANDS: [&str; 8] = [
    "say",
    "whisper",
    "page",
    "channel_say",
    "inspect",
    "inspect_location",
    "search_objects",
    "execute_command",
];

const ORDERS: [&str; 8] = [
    "order ann Take the pear.",
    "order ann Take the pear and tell everybody, and then put it down again.",
    "order ann Take the sword; then take the pear; say who is here; put the pear down",
    "order ann Tell everybody good night.",
    "order ann What do you think of Bob?",
    "order ann get pear; drop pear; say Done.",
    "order ann Look at Bob, and then take whatever he wants.",
    "cancel ann",
];

const LINES_OF_BOB: [&str; 6] = [
    "say ann, what is on the sign?",
    "say ann, tell Wiz I said hello",
    "whisper ann what do you have?",
    "page ann where are you?",
    "say ann, I'll bring you a silver spoon",
    "emote waits.",
];

fn chosen(by: impl Hash, among: usize) -> usize {
    let mut hasher = DefaultHasher::new();
    by.hash(&mut hasher);
    usize::try_from(hasher.finish() % u64::try_from(among.max(1)).unwrap_or(1)).unwrap_or(0)
}

/// A model that replies whatever it likes.
#[derive(Debug)]
struct Whim {
    seed: usize,
    asked: AtomicUsize,
}

impl Whim {
    fn call(&self, asked: usize, nth: usize) -> (&'static str, Value) {
        let by = |what: &str, among| chosen((self.seed, asked, nth, what), among);
        let to = ["wiz", "bob", "ann", "nobody", ""][by("to", 5)];
        let thing = ["pear", "sword", "bob"][by("thing", 3)];
        let text = ["At once.", "Done.", "I looked everywhere.", "A pear.", ""][by("text", 5)];
        let mode = ["single_action", "react_loop", "plan_execute"][by("mode", 3)];
        match by("tool", 18) {
            0 | 1 => ("say", json!({"text": text})),
            2 => ("whisper", json!({"to": to, "text": text})),
            3 => ("page", json!({"to": to, "text": text})),
            4 => ("emote", json!({"text": "shrugs."})),
            5 => ("inspect", json!({"target": thing})),
            6 => ("inspect_location", json!({"detail_level": "full"})),
            7 | 8 => ("execute_command", json!({"verb": "get", "args": thing})),
            9 => ("execute_command", json!({"verb": "drop", "args": thing})),
            10 => ("store_memory", json!({"content": text, "importance": 4, "about": to})),
            11 => ("recall_memories", json!({"query": thing})),
            12 => ("noop", json!({})),
            13 => ("plan", json!({"steps": ["Take the pear.", "Say so.", "Put it down."]})),
            14 => (
                "assess",
                json!({"complexity": 3, "mode": mode,
                    "questions": 1 + by("questions", 10), "confirm_dangerous": false, "reasoning": text}),
            ),
            15 => ("channel_say", json!({"channel": "chat", "text": text})),
            16 => ("delete_everything", json!({"now": true})),
            _ => ("search_objects", json!({"query": thing})),
        }
    }
}

impl Impostor for Whim {
    // It is never so slow that the character says that it takes a while, which is no act of a thought.
    fn takes(&self, _: &str) -> Duration {
        Duration::from_millis(
            [0, 0, 400, 8_000][chosen((self.seed, self.asked.load(Ordering::Relaxed)), 4)],
        )
    }

    fn answer(&self, _: &ChatRequest) -> Option<ChatReply> {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        let by = |what: &str, among| chosen((self.seed, asked, what), among);
        let calls = (0..by("many", 5)).map(|nth| {
            let (name, arguments) = self.call(asked, nth);
            let arguments = match arguments.as_object() {
                Some(map) if by("malformed", 12) > 0 => Arguments::Object(map.clone()),
                Some(_) | None => Arguments::Malformed("{".to_owned()),
            };
            ToolCall { id: format!("{asked}-{nth}"), name: name.to_owned(), arguments }
        });
        let text = ["I do that.", "1. Take the pear.\n2. Say so.", ""].get(by("words", 6));
        let text = text.map(|it| (*it).to_owned());
        Some(ChatReply { text, calls: calls.collect(), ..ChatReply::default() })
    }
}

/// Acts of all games so far.
#[derive(Debug, Default)]
struct Sums {
    done: usize,
    of_the_world: usize,
    thoughts: usize,
}

fn play(form: QuestionForm, seed: usize, assesses: bool, sums: &mut Sums) -> Result<(), Trouble> {
    let assesses = if assesses { "assesses" } else { "" };
    let text = format!(
        "machine only\nmodel {form:?} All\nstaff wiz in town/inn\nplayer bob in town/square\n\
         assistant ann in town/square commands get,drop {assesses}\n"
    );
    let story = story::parse(&text).map_err(|it| it.to_string())?;
    let model = Arc::new(Whim { seed, asked: AtomicUsize::new(0) });
    let mut game = WatchedGame::new(&story, story.cast.content(Place::Test)?, model)?;
    for (_, step) in &story.steps {
        game.step(step)?;
    }
    for n in 0..LINES {
        let by = |what: &str, among| chosen((seed, n, what), among);
        let (who, line) = if by("who", 2) == 0 {
            ("wiz", ORDERS[by("order", ORDERS.len())])
        } else {
            ("bob", LINES_OF_BOB[by("line", LINES_OF_BOB.len())])
        };
        game.typed(&[(who.to_owned(), line.to_owned())])?;
        game.wait(Duration::from_secs([0, 1, 7, 40][by("wait", 4)]))?;
    }
    // Longer than any long action may take.
    game.wait(Duration::from_secs(45 * 60))?;
    check(&mut game, seed, sums);
    Ok(())
}

/// Checks a game that came to rest.
fn check(game: &mut WatchedGame, seed: usize, sums: &mut Sums) {
    let mut tried = 0;
    for it in game.seen() {
        if let Witnessed::Tried(it) = it {
            // A pose also shows that a character thinks, which is no act of a thought.
            tried += usize::from(it.is_mind && it.is_done && it.command != "emote");
        }
    }
    let machine = game.machine();
    let (mut begun, mut ended) = (BTreeSet::new(), BTreeSet::new());
    let (mut changes, mut done) = (BTreeMap::new(), 0);
    for entry in machine.record() {
        let Some(thought) = entry.thought else { continue };
        if let Recorded::Begun { .. } = &entry.what {
            begun.insert(thought);
        } else if let Recorded::Ended(_) = &entry.what {
            assert!(ended.insert(thought), "{seed}: {thought} ends twice");
        } else if let Recorded::Done { tool, .. } = &entry.what {
            assert!(!ended.contains(&thought), "{seed}: {thought} acts after its end");
            done += usize::from(COMMANDS.contains(&tool.text()));
            let is_change = usize::from(tool.text() == "execute_command");
            *changes.entry(thought).or_insert(0) += is_change;
        }
    }
    assert_eq!(begun, ended, "{seed}: every thought ends");
    assert!(
        changes.values().all(|it| *it <= 1),
        "{seed}: at most one change in a thought: {changes:?}"
    );
    assert_eq!(tried, done, "{seed}: the record has what was done");
    let proof = machine.proof();
    assert!(proof.broken.is_empty() && proof.unproven.is_empty(), "{seed}: {proof:?}");
    assert_eq!(proof.of_the_world, changes.values().sum::<usize>(), "{seed}: {proof:?}");
    sums.done += done;
    sums.of_the_world += proof.of_the_world;
    sums.thoughts += begun.len();
}

#[test]
fn whatever_a_model_replies_turns_end_and_the_record_proves_each_act() {
    let mut sums = Sums::default();
    for form in [QuestionForm::Tools, QuestionForm::Schema] {
        for game in 0..GAMES {
            let seed = game + if form == QuestionForm::Schema { 1_000 } else { 0 };
            play(form, seed, game % 3 == 0, &mut sums)
                .unwrap_or_else(|trouble| panic!("game {seed}: {trouble}"));
        }
    }
    println!("{sums:?}");
    assert!(sums.done > 100 && sums.of_the_world > 10 && sums.thoughts > 150, "{sums:?}");
}
