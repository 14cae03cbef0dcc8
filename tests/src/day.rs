//! A day of talk on the bare machine: guests come to the inn, four at a time, each says so many lines
//! to Mara, whose model answers at once and keeps every third in mind, and goes again.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use assistants::{
    llm::{Arguments, ChatReply, ToolCall},
    memory::{Note, shelf::Shelf},
    mind::{
        acquaintance::Acquaintances,
        body,
        saved::{ACQUAINTANCE, DropNote, SaveNote},
    },
    perceive::stream::Stream,
    record::newest::RecordMessage,
    think::outside::{MindInput, ModelCall, RecallQuery},
};
use engine::{
    clock::WorldTime,
    id::{CharacterId, SessionId},
    save::document::Row,
    simulation::Simulation,
};
use serde_json::{Map, Value, json};
use server::screen::draft::Draft;
use text::styled::CleanText;
use world::input::Input;

use crate::{Trouble, bare, while_};

/// Beginning, seven in the morning, and length in seconds: as long as Mara is alone in the inn, for
/// others of the town greet whoever comes in, too.
const BEGINNING: WorldTime = WorldTime(1_699_945_200_000);
const SECONDS: u64 = 13 * 60 * 60;
/// Number of guests at the same time.
const AT_ONCE: usize = 4;
/// Most ticks until everything has come to rest.
const MOST_TICKS: usize = 200;

/// Sizes after a day.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DaySizes {
    /// Lines that were said to Mara, and answers that she gave.
    pub lines: usize,
    pub answers: usize,
    /// The most origins that any label names, and how many lines of others name nobody because they are
    /// many.
    pub most_origins: usize,
    pub many: usize,
    /// The largest label, as it is saved, in bytes.
    pub label_bytes: usize,
    /// Lines of the stream, and people that she knows.
    pub stream: usize,
    pub people: usize,
    /// Size of the saved acquaintances, in bytes.
    pub people_bytes: usize,
    pub notes: usize,
    pub notes_bytes: usize,
    /// Number of people by whom there are notes.
    pub sources: usize,
    /// Size of the record, in bytes.
    pub record_bytes: usize,
}

/// The inn, with the model and the store of Mara.
struct Inn {
    sim: Simulation,
    now: WorldTime,
    mara: CharacterId,
    notes: Shelf,
    rows: BTreeMap<String, usize>,
    sizes: DaySizes,
}

/// Plays a day: so many guests, each with so many lines.
///
/// # Errors
/// A game that cannot be built, or a thought that does not end.
pub fn play(guests: u64, lines: u64) -> Result<DaySizes, Trouble> {
    let mut inn = Inn::new()?;
    let pause = Duration::from_secs(SECONDS) / while_("counting", u32::try_from(guests * lines))?;
    let all: Vec<u64> = (1..=guests).collect();
    for group in all.chunks(AT_ONCE) {
        for guest in group {
            inn.enter(*guest)?;
        }
        for n in 0..lines {
            for guest in group {
                let line = format!("say to mara My {n}. wish is number {guest}, and I like plums.");
                inn.say(*guest, &line)?;
                inn.now = inn.now.after(pause);
            }
        }
        for guest in group {
            inn.sim.put(Input::Leave { session: SessionId(*guest) });
        }
        inn.rest()?;
    }
    inn.count()
}

impl Inn {
    fn new() -> Result<Self, Trouble> {
        Ok(Self {
            sim: bare::town()?,
            now: BEGINNING,
            mara: while_("a name", CharacterId::new("mara"))?,
            notes: Shelf::default(),
            rows: BTreeMap::new(),
            sizes: DaySizes::default(),
        })
    }

    fn enter(&mut self, guest: u64) -> Result<(), Trouble> {
        self.sim.put(bare::guest_in_the_inn(guest)?);
        self.rest()
    }

    fn say(&mut self, guest: u64, line: &str) -> Result<(), Trouble> {
        let line = CleanText::new(line);
        self.sim.put(Input::Line { session: SessionId(guest), line });
        self.sizes.lines += 1;
        self.rest()
    }

    /// Ticks until nobody asks for anything.
    fn rest(&mut self) -> Result<(), Trouble> {
        let mut quiet = 0;
        for _ in 0..MOST_TICKS {
            while_("a tick", self.sim.tick(self.now))?;
            self.now = self.now.after(Duration::from_millis(1));
            quiet = if self.serve()? { 0 } else { quiet + 1 };
            // The result of an act is there one tick later.
            if quiet > 2 {
                return Ok(());
            }
        }
        Err("Mara does not come to rest".into())
    }

    /// Keeps what is to be saved, and answers what is asked.
    fn serve(&mut self) -> Result<bool, Trouble> {
        drop(self.sim.drain::<Draft>());
        for row in self.sim.drain::<Row>().into_iter().filter(|it| it.kind == ACQUAINTANCE) {
            match row.body {
                Some(body) => drop(self.rows.insert(row.id, body.len())),
                None => drop(self.rows.remove(&row.id)),
            }
        }
        for SaveNote { mind, note } in self.sim.drain() {
            self.notes.put(mind, note);
        }
        for DropNote { mind, serial } in self.sim.drain() {
            self.notes.drop_note(&mind, serial);
        }
        for message in self.sim.drain() {
            if let RecordMessage::Entry(entry) = message {
                self.sizes.record_bytes +=
                    while_("an entry", serde_json::to_string(&*entry))?.len() + 1;
            }
        }
        let mut asked = false;
        for query in self.sim.drain::<RecallQuery>() {
            let notes = query.ask(&mut self.notes);
            self.sim.put(MindInput::Recalled { ticket: query.ticket, notes });
            asked = true;
        }
        for ModelCall(request) in self.sim.drain() {
            let result = Ok(answer(self.sizes.answers));
            self.sizes.answers += 1;
            self.sim.put(MindInput::Replied { ticket: request.ticket, result });
            asked = true;
        }
        Ok(asked)
    }

    fn count(mut self) -> Result<DaySizes, Trouble> {
        let mara = body::find(self.sim.world(), &self.mara).ok_or("Mara is not there")?;
        let stream = self.sim.world().get::<Stream>(mara).ok_or("she hears nothing")?;
        let people = self.sim.world().get::<Acquaintances>(mara).ok_or("she knows nobody")?;
        let labels = stream.0.iter().map(|it| &it.label);
        let labels = labels.chain(people.0.values().flat_map(|it| it.texts()).map(|(_, it)| it));
        for label in labels.chain(self.notes.notes(&self.mara).map(|it| &it.label)) {
            let sizes = &mut self.sizes;
            sizes.most_origins = sizes.most_origins.max(label.origins.iter().count());
            let written = while_("a label", serde_json::to_string(label))?;
            sizes.label_bytes = sizes.label_bytes.max(written.len());
        }
        self.sizes.stream = stream.0.len();
        self.sizes.people = people.0.len();
        self.sizes.people_bytes = self.rows.values().sum();
        self.sizes.notes = self.notes.notes(&self.mara).count();
        let others = |it: &&Note| it.speaker.as_ref().is_some_and(|name| name != "Mara");
        let lines = self.notes.notes(&self.mara).filter(others);
        self.sizes.many = lines.filter(|it| it.label.origins.are_many()).count();
        let sources: BTreeSet<_> =
            self.notes.notes(&self.mara).filter_map(|it| it.source.clone()).collect();
        self.sizes.sources = sources.len();
        for note in self.notes.notes(&self.mara) {
            self.sizes.notes_bytes += while_("a note", serde_json::to_string(note))?.len();
        }
        Ok(self.sizes)
    }
}

/// Answer of the model: words, and with every third of them a note.
fn answer(n: usize) -> ChatReply {
    let call = |name: &str, arguments: Value| ToolCall {
        id: name.to_owned(),
        name: name.to_owned(),
        arguments: Arguments::Object(arguments.as_object().cloned().unwrap_or_else(Map::new)),
    };
    let say =
        call("say", json!({"text": format!("I shall think about that, and about {n} others.")}));
    let note = json!({"content": format!("Somebody has wish number {n}."), "importance": 4});
    let note = n.is_multiple_of(3).then(|| call("store_memory", note));
    ChatReply { calls: note.into_iter().chain([say]).collect(), ..ChatReply::default() }
}
