//! The engine's own time: in a step of a thought, which is everything but the
//! model, which answers at once and always the same way; and in a tick without
//! news.

use std::{
    collections::{BTreeMap, BTreeSet},
    net::IpAddr,
    time::Duration,
};

use assistants::{
    llm::{Arguments, ChatReply, ToolCall},
    memory::{Note, NoteKind},
    mind::saved::SaveNote,
    record::newest::RecordMessage,
    think::outside::{MindInput, ModelCall, RecallQuery},
};
use serde_json::{Value, json};
use server::{
    clock::Stopwatch,
    screen::draft::Draft,
    setup::{self, Recording},
};
use tests::{Trouble, cast::Place, while_};
use world::{
    act::permission::Role,
    beings::{
        character::SpeakerKind,
        profile::Profile,
        saved::{CharacterDocument, CharacterV1},
        settings::Settings,
    },
    engine::{
        clock::WorldTime,
        id::{CharacterId, RoomId, SessionId},
        simulation::Simulation,
    },
    input::Input,
    save::document::Row,
    words::{
        label::{Integrity, Label},
        text::CleanText,
    },
};

use crate::reading;

/// Thoughts that are not counted, and those that are.
const WARM: usize = 50;
const THOUGHTS: usize = 500;
/// Steps of each: the tools that the model uses.
const STEPS: usize = 3;
/// Ticks without news.
const TICKS: u32 = 2_000;
/// Most ticks of one thought; a thought that needs more has gone astray.
const MOST_TICKS: usize = 40;
/// Between two thoughts, so that no limit on talking is reached.
const PAUSE: Duration = Duration::from_secs(60);
const ANN: SessionId = SessionId(1);

/// The engine's own time.
pub(crate) struct Engine {
    /// For one step of a thought, on average.
    pub(crate) step: Duration,
    /// For a tick in which nothing comes, on average.
    pub(crate) empty_tick: Duration,
    /// To make out what a line is about, among a hundred topics, on average.
    pub(crate) line: Duration,
}

impl Engine {
    /// Measures it.
    pub(crate) fn measure() -> Result<Self, Trouble> {
        let mut game = Game::new()?;
        let step = step(&mut game)?;
        game.took = Duration::ZERO;
        for _ in 0..TICKS {
            game.tick()?;
        }
        Ok(Self { step, empty_tick: game.took / TICKS, line: reading::measure()? })
    }
}

fn step(game: &mut Game) -> Result<Duration, Trouble> {
    for n in 0..WARM {
        game.think(n)?;
    }
    game.took = Duration::ZERO;
    for n in WARM..WARM + THOUGHTS {
        game.think(n)?;
    }
    let steps = while_("counting", u32::try_from(THOUGHTS * STEPS))?;
    Ok(game.took / steps)
}

/// The shipped world in memory, with Ann in the inn.
struct Game {
    sim: Simulation,
    now: WorldTime,
    took: Duration,
}

impl Game {
    fn new() -> Result<Self, Trouble> {
        let files = while_("the content", server::setup::files::read(Place::Content.folder()))?;
        let recording = Recording {
            seed: 1,
            patience: 60,
            talk: world::witness::pace::TalkRates::default(),
            outside: Default::default(),
            files: files.into_iter().map(|it| (it.path, it.text)).collect(),
            saved: world::save::document::Saved::default(),
            record: Vec::new(),
        };
        let built = setup::build(&recording, setup::rules);
        let mut sim = built.map_err(|why| format!("the game cannot be built: {why:?}"))?;
        let character = Box::new(ann()?);
        sim.put(Input::Enter {
            session: ANN,
            character,
            things: Vec::new(),
            new: false,
            address: IpAddr::from([127, 0, 0, 1]),
            roster: None,
        });
        let mut game = Self { sim, now: WorldTime(1_700_000_000_000), took: Duration::ZERO };
        // She is greeted first.
        game.steps()?;
        Ok(game)
    }

    /// One question to the innkeeper, and her thought about it.
    fn think(&mut self, n: usize) -> Result<(), Trouble> {
        self.now = self.now.after(PAUSE);
        let line = CleanText::new(&format!("say to mara What about spoon number {n}?"));
        self.sim.put(Input::Line { session: ANN, line });
        match self.steps()? {
            STEPS => Ok(()),
            other => Err(format!("a thought took {other} steps in place of {STEPS}")),
        }
    }

    /// Ticks until nobody asks for anything. Returns how often the model was
    /// asked.
    fn steps(&mut self) -> Result<usize, Trouble> {
        let (mut steps, mut quiet) = (0, 0);
        for _ in 0..MOST_TICKS {
            self.tick()?;
            let asked = self.answer(&mut steps)?;
            quiet = if asked { 0 } else { quiet + 1 };
            // The result of an act is there one tick later.
            if quiet > 2 {
                return Ok(steps);
            }
        }
        Err("a thought does not end".into())
    }

    fn tick(&mut self) -> Result<(), Trouble> {
        let watch = Stopwatch::start();
        while_("a tick", self.sim.tick(self.now))?;
        self.took += watch.elapsed();
        self.now = self.now.after(Duration::from_millis(1));
        Ok(())
    }

    /// Answers what the minds ask, as a model and a store would.
    fn answer(&mut self, steps: &mut usize) -> Result<bool, Trouble> {
        drop(self.sim.drain::<Draft>());
        drop(self.sim.drain::<Row>());
        drop(self.sim.drain::<SaveNote>());
        drop(self.sim.drain::<RecordMessage>());
        let mut asked = false;
        for ModelCall(request) in self.sim.drain() {
            let (ticket, result) = (request.ticket, Ok(reply(*steps)));
            self.sim.put(MindInput::Replied { ticket, result });
            (*steps, asked) = (*steps + 1, true);
        }
        for query in self.sim.drain::<RecallQuery>() {
            let notes = memories(query.limit, self.now)?;
            self.sim.put(MindInput::Recalled { ticket: query.ticket, notes });
            asked = true;
        }
        Ok(asked)
    }
}

/// What the model wants in its first, second and third step.
fn reply(step: usize) -> ChatReply {
    let (name, arguments) = match step {
        0 => ("inspect_location", json!({})),
        1 => ("recall_memories", json!({"query": "Ann and her spoons"})),
        _ => ("say", json!({"text": "I have heard three things about it, and none is true."})),
    };
    let arguments = if let Value::Object(map) = arguments {
        Arguments::Object(map)
    } else {
        Arguments::Malformed(arguments.to_string())
    };
    let call = ToolCall { id: format!("call-{step}"), name: name.to_owned(), arguments };
    ChatReply { calls: vec![call], ..ChatReply::default() }
}

/// As many memories as a mind asks for, eight at most.
fn memories(limit: usize, now: WorldTime) -> Result<Vec<(Note, f64)>, Trouble> {
    let ann = while_("a name", CharacterId::new("ann"))?;
    let note = |serial: u64| Note {
        serial,
        content: format!("Ann brought back spoon number {serial} and liked the plum wine."),
        about: vec![ann.clone()],
        importance: 5,
        kind: NoteKind::Hearsay,
        at: now,
        label: Label::by(ann.clone(), Integrity::Player),
        source: Some(ann.clone()),
        concluded: true,
        supersedes: None,
        superseded_by: None,
    };
    let serials = (1..=8).take(limit);
    Ok(serials.map(|serial| (note(serial), 1.0)).collect())
}

fn ann() -> Result<CharacterDocument, Trouble> {
    let id = while_("a name", CharacterId::new("ann"))?;
    Ok(CharacterDocument::V1(CharacterV1 {
        label: Label::by(id.clone(), Integrity::Player),
        id,
        name: "Ann".to_owned(),
        description: "Ann looks like anybody.".to_owned(),
        kind: SpeakerKind::Player,
        role: Role::Player,
        room: Some(while_("a room", RoomId::new("town/inn"))?),
        coins: 10,
        marks: BTreeSet::new(),
        settings: Settings::default(),
        channels: BTreeSet::new(),
        ignores: BTreeMap::new(),
        aliases: BTreeMap::new(),
        profile: Profile::default(),
    }))
}
