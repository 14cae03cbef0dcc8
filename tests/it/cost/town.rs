//! A town in memory with ten characters, whose one endpoint answers eight questions at a time, and the
//! people who talk to them by page, each at their own pace.

use std::{
    collections::{BTreeMap, BTreeSet},
    net::IpAddr,
    time::Duration,
};

use assistants::{
    gate::{
        budget::{Amounts, BudgetSettings, PayerAccount},
        spending::Spending,
    },
    llm::{Arguments, ChatMessage, ChatReply, ChatRequest, LlmError, ToolCall, Usage},
    record::{entry::Recorded, newest::RecordMessage},
    think::outside::{MindInput, ModelCall, RecallQuery},
};
use engine::{
    clock::WorldTime,
    id::{CharacterId, SessionId},
    save::document::Row,
    simulation::Simulation,
};
use serde_json::json;
use server::{
    screen::draft::Draft,
    setup::{self, Recording},
};
use tests::{
    Trouble,
    cast::{self, Cast, Npc, Person, Place},
    client::plain_lines,
    host::Home,
    while_,
};
use text::styled::CleanText;
use world::{
    act::permission::Role,
    beings::{network_origin::NetworkOriginId, saved::CharacterDocument},
    input::Input,
};

/// The characters.
pub(super) const MINDS: [&str; 10] =
    ["ann", "ben", "cat", "dee", "eli", "fay", "gil", "hal", "ida", "jon"];

/// Questions that the endpoint answers at a time, and that may wait for it.
const LANES: usize = 8;
const QUEUE: usize = 64;

const BEGINNING: WorldTime = WorldTime(1_700_000_000_000);

/// Player who talks.
#[derive(Debug, Clone)]
pub(super) struct Talker {
    pub name: String,
    pub guest: bool,
    /// The last number of their address.
    pub address: u8,
    /// Character addressed.
    pub to: &'static str,
    /// Time between two lines.
    pub every: Duration,
}

/// Counts of one talker's lines and answers.
#[derive(Debug, Clone, Default)]
pub(super) struct Talk {
    pub lines: usize,
    /// Answers by the model and by the script, excuses among them.
    pub by_model: usize,
    pub by_script: usize,
    /// Time from each line to its answer, in milliseconds.
    pub waits: Vec<u64>,
    asked: Option<WorldTime>,
}

/// Result of a run.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    pub talks: BTreeMap<String, Talk>,
    /// Number of questions sent, as the endpoint counts them.
    pub questions: u64,
    pub tokens: u64,
    /// Lines that set a character off, and those that got no answer for want of a budget.
    pub lines: u64,
    pub unheard: u64,
    /// Amounts of the day in the ledger, of each account, household and mind.
    pub day: Amounts,
    pub accounts: Vec<(PayerAccount, Amounts)>,
    pub households: Vec<(NetworkOriginId, Amounts)>,
    pub minds: Vec<(String, Amounts)>,
    /// Number of questions to the endpoint by character.
    pub by_mind: BTreeMap<String, u64>,
    /// Rows of the day's spending that were saved.
    pub saved: usize,
}

struct Town {
    sim: Simulation,
    now: WorldTime,
    talkers: BTreeMap<SessionId, Talker>,
    due: Vec<(WorldTime, SessionId, u32)>,
    replies: Vec<(WorldTime, MindInput)>,
    lanes: [WorldTime; LANES],
    outcome: Outcome,
}

/// Plays so many minutes.
///
/// # Errors
/// Content that cannot be built, or a game that breaks.
pub(super) fn play(
    budgets: BudgetSettings,
    talkers: &[Talker],
    minutes: u64,
) -> Result<Outcome, Trouble> {
    let mut town = Town::new(budgets, talkers)?;
    let end = BEGINNING.after(Duration::from_secs(60 * minutes));
    town.lay_out(end);
    town.run(end.after(Duration::from_secs(30)))?;
    Ok(town.count())
}

/// A number for a text, the same in every run.
fn dice(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    }) >> 16
}

fn is_of(name: &str) -> CharacterId {
    CharacterId::new(name).unwrap()
}

impl Town {
    fn new(budgets: BudgetSettings, talkers: &[Talker]) -> Result<Self, Trouble> {
        let mut cast = Cast::default();
        for mind in MINDS {
            let mut npc = Npc::parse(&format!("{mind} in town/perch"))?;
            npc.detail("topic sea: It is wet.")?;
            npc.detail("excuse One at a time.")?;
            cast.npcs.push(npc);
        }
        for it in talkers.iter().filter(|it| !it.guest) {
            cast.people.push(Person::parse(Role::Player, &format!("{} in town/inn", it.name))?);
        }
        let recording = Recording {
            seed: 1,
            patience: 60,
            contexts: Default::default(),
            talk: Default::default(),
            outside: Default::default(),
            fallbacks: Default::default(),
            profiles: Default::default(),
            budgets: Box::new(budgets),
            day_minutes: 1_440,
            files: cast.content(Place::Test)?,
            saved: Default::default(),
            record: Vec::new(),
        };
        let sim = setup::build(&recording, setup::rules);
        let sim = sim.map_err(|why| format!("the game cannot be built: {why:?}"))?;
        let mut town = Self {
            sim,
            now: BEGINNING,
            talkers: BTreeMap::new(),
            due: Vec::new(),
            replies: Vec::new(),
            lanes: [BEGINNING; LANES],
            outcome: Outcome::default(),
        };
        let saved = cast.characters(Place::Test)?;
        for (talker, n) in talkers.iter().zip(1..) {
            let id = is_of(&talker.name);
            let (character, roster) = if talker.guest {
                (cast::guest(n)?, None)
            } else {
                let found = saved.iter().find(|it| it.id == id).cloned();
                let found = found.ok_or("nobody has that name")?;
                let roster = Home::roster_of(&talker.name, &found.name)?;
                (CharacterDocument::V1(found), Some(roster))
            };
            town.sim.put(Input::Enter {
                session: SessionId(n),
                character: Box::new(character),
                things: Vec::new(),
                new: false,
                address: IpAddr::from([192, 0, 2, talker.address]),
                roster,
            });
            town.talkers.insert(SessionId(n), talker.clone());
            town.outcome.talks.insert(talker.name.clone(), Talk::default());
        }
        Ok(town)
    }

    /// Lays out who says something when.
    fn lay_out(&mut self, end: WorldTime) {
        for (session, it) in &self.talkers {
            let every = u64::try_from(it.every.as_millis()).unwrap_or(u64::MAX);
            let begin = BEGINNING.after(Duration::from_millis(100 + dice(&it.name) % every));
            let times = (0..).map(|n| (begin.after(it.every * n), n));
            let times = times.take_while(|(at, _)| *at < end);
            self.due.extend(times.map(|(at, n)| (at, *session, n)));
        }
        // The last is the next.
        self.due.sort_by(|a, b| b.cmp(a));
    }

    fn run(&mut self, end: WorldTime) -> Result<(), Trouble> {
        while self.now < end {
            while self.due.last().is_some_and(|(at, ..)| *at <= self.now) {
                if let Some((_, session, n)) = self.due.pop() {
                    self.say(session, n);
                }
            }
            let now = self.now;
            let (ready, later) =
                std::mem::take(&mut self.replies).into_iter().partition(|(at, _)| *at <= now);
            self.replies = later;
            let ready: Vec<(WorldTime, MindInput)> = ready;
            ready.into_iter().for_each(|(_, reply)| self.sim.put(reply));
            let due = while_("a tick", self.sim.tick(self.now))?;
            let again = self.take_out();
            let next = self.due.last().map(|(at, ..)| *at);
            let next = next.into_iter().chain(self.replies.iter().map(|(at, _)| *at)).chain(due);
            let soon = self.now.after(Duration::from_millis(1));
            self.now = if again { soon } else { next.min().unwrap_or(end).max(soon) };
        }
        Ok(())
    }

    fn say(&mut self, session: SessionId, n: u32) {
        let Some(it) = self.talkers.get(&session) else { return };
        let line = format!("page {} what of the sea, for the {n}. time?", it.to);
        if let Some(talk) = self.outcome.talks.get_mut(&it.name) {
            talk.lines += 1;
            talk.asked = talk.asked.or(Some(self.now));
        }
        self.sim.put(Input::Line { session, line: CleanText::new(&line) });
    }

    /// Takes note of what was shown and written down, and answers what is asked. Whether there is more
    /// to be done now.
    fn take_out(&mut self) -> bool {
        for draft in self.sim.drain::<Draft>() {
            for line in draft.lines.iter().flat_map(|it| plain_lines(it)) {
                self.read(draft.session, &line);
            }
        }
        for message in self.sim.drain() {
            let RecordMessage::Entry(entry) = message else { continue };
            if matches!(entry.what, Recorded::Begun { .. }) {
                self.outcome.lines += 1;
            } else if matches!(entry.what, Recorded::TurnedAway { over: Some(_), .. }) {
                self.outcome.unheard += 1;
            }
        }
        self.outcome.saved +=
            self.sim.drain::<Row>().iter().filter(|it| it.kind == "spending").count();
        let mut again = false;
        for ModelCall(request) in self.sim.drain() {
            self.ask(&request);
        }
        for query in self.sim.drain::<RecallQuery>() {
            self.sim.put(MindInput::Recalled { ticket: query.ticket, notes: Vec::new() });
            again = true;
        }
        again
    }

    fn read(&mut self, session: SessionId, line: &str) {
        let Some(name) = self.talkers.get(&session).map(|it| it.name.clone()) else { return };
        if !line.contains(" pages you, ") {
            return;
        }
        let now = self.now;
        let Some(talk) = self.outcome.talks.get_mut(&name) else { return };
        if line.contains("Model") {
            talk.by_model += 1
        } else {
            talk.by_script += 1
        }
        if let Some(asked) = talk.asked.take() {
            talk.waits.push(u64::try_from(now.since(asked).as_millis()).unwrap_or(u64::MAX));
        }
    }

    /// The endpoint: so many at a time, the others wait, and more are turned away.
    fn ask(&mut self, request: &ChatRequest) {
        let words = request.scene.stimulus.as_ref().map(|it| it.words.clone()).unwrap_or_default();
        let ticket = request.ticket;
        if self.replies.len() >= LANES + QUEUE {
            let result = Err(LlmError::Overloaded);
            self.replies.push((self.now, MindInput::Replied { ticket, result }));
            return;
        }
        self.outcome.questions += 1;
        *self.outcome.by_mind.entry(request.npc.to_string()).or_default() += 1;
        let looked = request.messages.iter().any(|it| matches!(it, ChatMessage::Tool { .. }));
        let takes = Duration::from_millis(1_200 + dice(&format!("{words}{looked}")) % 800);
        let free = self.lanes.iter_mut().min();
        let at = free.map_or(self.now, |lane| {
            *lane = (*lane).max(self.now).after(takes);
            *lane
        });
        let reply = answer(request, &words, looked);
        let usage = reply.usage.unwrap_or_default();
        self.outcome.tokens += u64::from(usage.prompt) + u64::from(usage.completion);
        self.replies.push((at, MindInput::Replied { ticket, result: Ok(reply) }));
    }

    fn count(mut self) -> Outcome {
        let now = self.now;
        let ledger = &self.sim.world().resource::<Spending>().ledger;
        self.outcome.day = ledger.days().today(now).spent;
        let accounts = ledger.busiest_accounts(now, 1_000).into_iter();
        self.outcome.accounts = accounts.map(|it| (it.of, it.used)).collect();
        let households = ledger.busiest_households(now, 1_000).into_iter();
        self.outcome.households = households.map(|it| (it.of, it.used)).collect();
        let minds =
            MINDS.into_iter().map(|it| (it.to_owned(), ledger.of_mind(now, &is_of(it)).used));
        self.outcome.minds = minds.collect();
        self.outcome
    }
}

/// Answer of the model: for every fourth line it first searches its memory.
fn answer(request: &ChatRequest, words: &str, looked: bool) -> ChatReply {
    let to = request.scene.stimulus.as_ref().map(|it| it.speaker.to_string()).unwrap_or_default();
    let looks = !looked && dice(words).is_multiple_of(4);
    let (name, arguments) = if looks {
        ("recall_memories", json!({"query": "the sea"}))
    } else {
        ("page", json!({"to": to, "text": format!("Model {}.", dice(words))}))
    };
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    let call = ToolCall {
        id: "call-0".to_owned(),
        name: name.to_owned(),
        arguments: Arguments::Object(arguments),
    };
    let length: usize = request.messages.iter().map(|it| format!("{it:?}").len()).sum();
    let prompt = u32::try_from(length / 4).unwrap_or(u32::MAX);
    let usage = Usage { prompt, completion: 40, cached: None };
    ChatReply { calls: vec![call], usage: Some(usage), ..ChatReply::default() }
}

/// The wait that 95 of 100 lines do not exceed, in milliseconds; 0 of none.
pub(super) fn p95(waits: impl IntoIterator<Item = u64>) -> u64 {
    let mut all: Vec<u64> = waits.into_iter().collect();
    all.sort_unstable();
    let at = (all.len() * 95).div_ceil(100).saturating_sub(1);
    all.get(at).copied().unwrap_or_default()
}

/// Households that somebody comes from.
pub(super) fn addresses(talkers: &[Talker]) -> BTreeSet<u8> {
    talkers.iter().map(|it| it.address).collect()
}
