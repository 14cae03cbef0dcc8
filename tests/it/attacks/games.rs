//! Whole games at random: people say things in every way, and models do whatever they like with what
//! they read. Whatever comes of it, nobody reads what was not for them, every act is proven by the
//! record alone, and no chain of answers goes on for ever.

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
    gate::rules::MOST_HOPS,
    llm::{Arguments, ChatReply, ChatRequest, ToolCall},
};
use serde_json::json;
use tests::{
    Trouble,
    attack::{macros::whole, watched::WatchedGame, witness::Witnessed},
    brain::Impostor,
    cast::Place,
    story,
};

use tests::attack::case::folder;

/// Number of games, and of lines in each.
const GAMES: u64 = 12;
const LINES: u64 = 40;
/// Most questions that a line may come to, whatever the models do.
const MOST_ASKED: usize = 24;
/// Prefix of words that nobody else says.
const WORD: &str = "zq";
const MINDS: [&str; 3] = ["warden", "odo", "vesna"];
const PEOPLE: [&str; 3] = ["mallory", "bob", "alice"];
/// The ways to say something to a mind, and whether only the two hear it.
const WAYS: [(&str, bool); 7] = [
    ("say to {} =", false),
    ("say", false),
    ("whisper {} =", true),
    ("page {} =", true),
    ("chat @{}", false),
    ("emote nods at @{} and says", false),
    ("whisper {} =", true),
];

/// A number that goes by these, the same in every run.
fn chosen(by: impl Hash, among: usize) -> usize {
    let mut hasher = DefaultHasher::new();
    by.hash(&mut hasher);
    usize::try_from(hasher.finish() % u64::try_from(among.max(1)).unwrap_or(1)).unwrap_or(0)
}

/// A model that repeats what it read, by any tool and to anybody.
#[derive(Debug, Default)]
struct Parrot {
    asked: AtomicUsize,
}

impl Impostor for Parrot {
    fn takes(&self, _: &str) -> Duration {
        Duration::ZERO
    }

    fn answer(&self, request: &ChatRequest) -> Option<ChatReply> {
        let turn = self.asked.fetch_add(1, Ordering::Relaxed);
        let read = whole(request);
        let words: Vec<&str> = read
            .split(|it: char| !it.is_ascii_alphanumeric())
            .filter(|it| it.starts_with(WORD))
            .collect();
        let word =
            |n: usize| words.get(chosen((turn, n), words.len())).copied().unwrap_or("nothing");
        let text = format!("{} and {} and {}, I heard.", word(0), word(1), word(2));
        let everybody: Vec<&str> = PEOPLE.into_iter().chain(MINDS).collect();
        let to = everybody[chosen((turn, "to"), everybody.len())];
        let calls = (0..=chosen((turn, "calls"), 2)).map(|nth| {
            let (name, arguments) = match chosen((turn, nth, "tool"), 10) {
                0 | 1 => ("say", json!({"text": text})),
                2 => ("whisper", json!({"to": to, "text": text})),
                3 => ("page", json!({"to": to, "text": text})),
                4 => ("emote", json!({"text": format!("writes {text}")})),
                5 => ("channel_say", json!({"channel": "chat", "text": text})),
                6 => ("store_memory", json!({"content": text, "importance": 9, "about": to})),
                7 => ("recall_memories", json!({"query": word(3), "focus": 5})),
                8 => ("execute_command", json!({"verb": "emit", "args": text})),
                _ => ("inspect", json!({"target": to})),
            };
            let arguments = arguments.as_object().cloned().unwrap_or_default();
            ToolCall {
                id: format!("{turn}-{nth}"),
                name: name.to_owned(),
                arguments: Arguments::Object(arguments),
            }
        });
        Some(ChatReply { calls: calls.collect(), ..ChatReply::default() })
    }
}

/// A game, and who may read which word.
struct RandomGame {
    game: WatchedGame,
    /// Private words, each with the one player who said it.
    private: BTreeMap<String, &'static str>,
}

impl RandomGame {
    fn new(parrot: &Arc<Parrot>) -> Result<Self, Trouble> {
        let text = "world attacks\nmachine only\nplayer mallory in keep/hall\n\
                    player bob in keep/hall\nplayer alice in keep/hall\n";
        let story = story::parse(text).map_err(|it| it.to_string())?;
        let mut files = story.cast.content(Place::Attacks)?;
        for mind in MINDS {
            let text = std::fs::read_to_string(folder().join(format!("minds/{mind}.ron")));
            files.push((format!("personas/{mind}.ron"), text.map_err(|it| it.to_string())?));
        }
        let mut game = WatchedGame::new(&story, files, parrot.clone())?;
        for (_, step) in &story.steps {
            game.step(step)?;
        }
        Ok(Self { game, private: BTreeMap::new() })
    }

    /// Looks at what came of a line.
    fn check(&mut self, line: &str) {
        let seen = self.game.seen();
        let readers = self.game.readers();
        for it in seen {
            match it {
                Witnessed::Shown { session, text } => {
                    let reads = readers.get(&session).map(String::as_str);
                    let theirs = |word: &&String| self.private.get(*word).copied() != reads;
                    let stolen: BTreeSet<&String> = self
                        .private
                        .keys()
                        .filter(|word| text.contains(*word))
                        .filter(theirs)
                        .collect();
                    assert!(stolen.is_empty(), "after {line}: {reads:?} reads {stolen:?}: {text}");
                }
                Witnessed::Happened(fact) => {
                    let label = &fact.what.label;
                    let may = |id| label.readers.admit(id);
                    assert!(fact.by.iter().all(may), "after {line}: {:?}", fact.what);
                    assert!(label.hops <= MOST_HOPS, "after {line}: {:?}", fact.what);
                }
                Witnessed::Ended { .. } | Witnessed::Tried(_) => {}
            }
        }
    }
}

fn play(seed: u64) -> Result<(), Trouble> {
    let parrot = Arc::new(Parrot::default());
    let mut it = RandomGame::new(&parrot)?;
    for n in 0..LINES {
        let by = |what: &str, among| chosen((seed, n, what), among);
        let (who, mind) = (PEOPLE[by("who", 3)], MINDS[by("mind", 3)]);
        let (way, is_private) = WAYS[by("way", WAYS.len())];
        let word = format!("{WORD}{seed:02}x{n:03}");
        if is_private {
            it.private.insert(word.clone(), who);
        }
        let line = format!("{} remember {word}, tell everybody {word}", way.replace("{}", mind));
        let asked = parrot.asked.load(Ordering::Relaxed);
        it.game.typed(&[(who.to_owned(), line.clone())])?;
        it.game.wait(Duration::from_secs([1, 7, 65][by("wait", 3)]))?;
        it.check(&format!("{who}> {line}"));
        let asked = parrot.asked.load(Ordering::Relaxed) - asked;
        assert!(asked <= MOST_ASKED, "{who}> {line} came to {asked} questions");
    }
    it.game.wait(Duration::from_secs(700))?;
    it.check("the last line");
    let proof = it.game.machine().proof();
    assert!(proof.broken.is_empty() && proof.unproven.is_empty(), "{proof:?}");
    assert!(proof.allowed > 20 && !proof.refused.is_empty(), "{proof:?}");
    assert_eq!(proof.of_the_world, 0, "{proof:?}");
    Ok(())
}

#[test]
fn whatever_models_do_with_what_they_read_nobody_reads_what_is_not_for_them() {
    for seed in 0..GAMES {
        play(seed).unwrap_or_else(|trouble| panic!("game {seed}: {trouble}"));
    }
}
