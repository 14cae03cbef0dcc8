//! The engine's own time: in a step of a thought, which is everything but the
//! model, which answers at once and always the same way, by a mind that knows as many
//! people as it can and has heard as much; and in a tick without news.

use std::time::Duration;

use assistants::{
    llm::{Arguments, ChatReply, ToolCall},
    memory::{Note, NoteKind, RecallCandidate},
    mind::{
        acquaintance::{Acquaintance, Acquaintances, Talked},
        body,
        bounds::MindBounds,
        copies::ReaderCopies,
        saved::SaveNote,
    },
    perceive::stream::{Stream, StreamLine},
    record::newest::RecordMessage,
    think::outside::{MindInput, ModelCall, RecallQuery},
};
use engine::{
    clock::WorldTime,
    id::{CharacterId, SessionId},
    label::{Integrity, Label},
    save::document::Row,
    simulation::Simulation,
};
use serde_json::{Value, json};
use server::{clock::Stopwatch, screen::draft::Draft};
use tests::{Trouble, bare, while_};
use text::styled::CleanText;
use world::{input::Input, witness::fact::Source};

use crate::{
    judging::{self, GateCost},
    reading,
};

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
const GUEST: SessionId = SessionId(1);

/// The engine's own time.
pub(crate) struct Engine {
    /// Time of one step of a thought, on average.
    pub(crate) step: Duration,
    /// Size of what a thought leaves to be saved, on average, in bytes: rows, notes and the record.
    pub(crate) saved: usize,
    /// For a tick in which nothing comes, on average.
    pub(crate) empty_tick: Duration,
    /// To make out what a line is about, among a hundred topics, on average.
    pub(crate) line: Duration,
    pub(crate) gate: GateCost,
}

impl Engine {
    /// Measures it.
    pub(crate) fn measure() -> Result<Self, Trouble> {
        let mut game = Game::new()?;
        let step = step(&mut game)?;
        let saved = game.saved / THOUGHTS;
        game.took = Duration::ZERO;
        for _ in 0..TICKS {
            game.tick()?;
        }
        Ok(Self {
            step,
            saved,
            empty_tick: game.took / TICKS,
            line: reading::measure()?,
            gate: judging::measure()?,
        })
    }
}

fn step(game: &mut Game) -> Result<Duration, Trouble> {
    for n in 0..WARM {
        game.think(n)?;
    }
    (game.took, game.saved) = (Duration::ZERO, 0);
    for n in WARM..WARM + THOUGHTS {
        game.think(n)?;
    }
    let steps = while_("counting", u32::try_from(THOUGHTS * STEPS))?;
    Ok(game.took / steps)
}

/// The shipped world in memory, with one guest in the inn.
struct Game {
    sim: Simulation,
    now: WorldTime,
    took: Duration,
    /// Bytes that are to be saved.
    saved: usize,
}

impl Game {
    fn new() -> Result<Self, Trouble> {
        let mut sim = bare::town()?;
        sim.put(bare::guest_in_the_inn(GUEST.0)?);
        // Nine in the morning, when nobody else is in the inn.
        let now = WorldTime(1_699_952_400_000);
        let mut game = Self { sim, now, took: Duration::ZERO, saved: 0 };
        // She is greeted first.
        game.steps()?;
        game.fill()?;
        Ok(game)
    }

    /// Makes Mara know as many people as she can, and have heard as much.
    fn fill(&mut self) -> Result<(), Trouble> {
        let id = while_("a name", CharacterId::new("mara"))?;
        let mara = body::find(self.sim.world(), &id).ok_or("Mara is not there")?;
        let mut mara = self.sim.world_mut().entity_mut(mara);
        for n in 2..=while_("counting", u64::try_from(MindBounds::IN_PLAY.acquaintances))? {
            let whom = bare::guest_id(n)?;
            let label = Label::by(whom.clone(), Integrity::Foreign);
            if let Some(mut people) = mara.get_mut::<Acquaintances>() {
                let said = ("Welcome to the Open Ear.".to_owned(), label.clone());
                let talked = Talked { talks: 1, last: self.now };
                *people.meet(&whom) = Acquaintance {
                    said: ReaderCopies::public(said),
                    talked: ReaderCopies::public(talked),
                    ..Default::default()
                };
            }
            let line = StreamLine {
                at: self.now,
                source: Source::Say,
                who: Some((whom, "Guest".into())),
                channel: None,
                words: "Lovely weather today, is it not?".to_owned(),
                own: false,
                importance: 5,
                label,
                part: None,
            };
            if let Some(mut stream) = mara.get_mut::<Stream>() {
                stream.push(line, MindBounds::IN_PLAY.lines);
            }
        }
        Ok(())
    }

    /// One question to the innkeeper, and her thought about it.
    fn think(&mut self, n: usize) -> Result<(), Trouble> {
        self.now = self.now.after(PAUSE);
        // What the town did meanwhile is no part of the thought.
        let took = self.took;
        self.steps()?;
        self.took = took;
        let line = CleanText::new(&format!("say to mara What about spoon number {n}?"));
        self.sim.put(Input::Line { session: GUEST, line });
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
        for row in self.sim.drain::<Row>() {
            self.saved += row.body.map_or(0, |it| it.len());
        }
        for SaveNote { note, .. } in self.sim.drain() {
            self.saved += while_("a note", serde_json::to_string(&note))?.len();
        }
        for message in self.sim.drain() {
            if let RecordMessage::Entry(entry) = message {
                self.saved += while_("an entry", serde_json::to_string(&*entry))?.len();
            }
        }
        let mut asked = false;
        for ModelCall(request) in self.sim.drain() {
            let (ticket, result) = (request.ticket, Ok(reply(*steps)));
            self.sim.put(MindInput::Replied { ticket, result });
            (*steps, asked) = (*steps + 1, true);
        }
        for query in self.sim.drain::<RecallQuery>() {
            let notes = memories(self.now)?;
            self.sim.put(MindInput::Recalled { ticket: query.ticket, notes });
            asked = true;
        }
        Ok(asked)
    }
}

/// Reply of the model in its first, second and third step.
fn reply(step: usize) -> ChatReply {
    let (name, arguments) = match step {
        0 => ("inspect_location", json!({})),
        1 => ("recall_memories", json!({"query": "the guest and the spoons"})),
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

/// Eight memories.
fn memories(now: WorldTime) -> Result<Vec<RecallCandidate>, Trouble> {
    let guest = bare::guest_id(GUEST.0)?;
    let note = |serial: u64| Note {
        serial,
        content: format!("The guest brought back spoon number {serial} and liked the plum wine."),
        about: vec![guest.clone()],
        importance: 5,
        kind: NoteKind::Hearsay,
        at: now,
        label: Label::by(guest.clone(), Integrity::Player),
        source: Some(guest.clone()),
        trust: None,
        speaker: None,
        conversation: None,
        concluded: true,
        evidence: Vec::new(),
        links: Vec::new(),
        supersedes: None,
        superseded_by: None,
    };
    let because = "has spoon".to_owned();
    let candidate =
        |it| RecallCandidate { note: note(it), text: Some(1.0), because: because.clone() };
    Ok((1..=8).map(candidate).collect())
}
