//! Noninterference of private turns: a game in which some whisper and page, and the same one
//! without it, look the same to a third and ask the same about the third, whether the third speaks
//! or only hears what others say aloud. Chance is drawn by conversation, ids are masked, and everybody
//! has time to answer.

#![expect(
    clippy::disallowed_types,
    reason = "a model of a game is shared with whoever looks at it"
)]

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use assistants::{
    llm::{Arguments, ChatMessage, ChatReply, ChatRequest, ToolCall},
    mind::bounds::MindBounds,
    record::entry::{OccasionKind, RecordEntry, Recorded},
};
use engine::{label::Readers, simulation::Simulation};
use serde_json::{Value, json};
use server::setup;
use tests::{
    Trouble,
    attack::macros::{fence, text_of},
    brain::{Brain, Impostor},
    cast::Place,
    machine::Machine,
    play::{Stage as _, at_once},
    story::{self, Story},
};
use world::witness::fact::Source;

use self::lines::{
    MODELLED, SCRIPTED, SELLER, SELLING, SLEEPER, SLEEPING, SaidLines, WONDERING, chosen, minds,
    one,
};

mod lines;

/// Number of games, of turns of the third in each, and of private turns before each of those.
const GAMES: u64 = 6;
const TURNS: u64 = 8;
const ASIDES: u64 = 5;
/// Players who whisper, and the player who does not hear of it.
const PRIVY: [&str; 2] = ["bob", "mallory"];
const THIRD: &str = "alice";
/// Number of further players who each whisper once before each turn of a crowded game: more than a mind
/// talks with at a time. Number of turns of such a game, and of such games.
const CROWD: u8 = 20;
const CROWDED_TURNS: u64 = 4;
const CROWDED_GAMES: u64 = 2;
/// Time after each line in which a mind comes back to what was left open: longer than it ever waits
/// between two looks.
const LONG: Duration = Duration::from_secs(700);
/// Bounds of minds that keep next to nothing, and number of notes in their memory.
const NARROW: MindBounds = MindBounds {
    lines: 12,
    fresh: 4,
    fresh_lines: 2,
    talks: 2,
    leads: 2,
    acquaintances: 2,
    draws: 2,
    rumours: 2,
    thoughts: 2,
    passed_over: 2,
};
const FEW_NOTES: usize = 16;

/// A question as one text, without its mark and without the numbers of memories and calls.
fn masked(request: &ChatRequest) -> String {
    let mark = fence(request);
    let text = request.messages.iter().map(|message| match message {
        ChatMessage::Assistant { text, calls } => {
            let calls = calls.iter().map(|it| format!("{} {:?}", it.name, it.arguments));
            format!("{}{}", text.as_deref().unwrap_or_default(), calls.collect::<String>())
        }
        other @ (ChatMessage::System(_) | ChatMessage::User(_) | ChatMessage::Tool { .. }) => {
            text_of(other)
        }
    });
    let mut text = text.collect::<Vec<_>>().join("\n");
    if let Some(mark) = mark {
        text = text.replace(&mark, "mark");
    }
    let mut rest = text.as_str();
    let mut all = String::new();
    while let Some((before, after)) = rest.split_once("\"id\":") {
        all.push_str(before);
        all.push_str("\"id\":n");
        rest = after.trim_start_matches(|it: char| it.is_ascii_digit());
    }
    all + rest
}

/// A model that makes the most of every private turn, and answers what the third hears by all that it
/// was asked.
#[derive(Debug)]
struct Moody {
    place: Where,
    /// Questions about what the third hears.
    asked: Mutex<Vec<String>>,
}

impl Moody {
    fn calls(&self, request: &ChatRequest) -> Vec<(&'static str, Value)> {
        let stimulus = request.scene.stimulus.as_ref();
        let speaker = stimulus.map_or("", |it| it.speaker.as_str());
        let question = masked(request);
        let by = |what: &str, among| chosen((&question, what), among);
        let is_aside =
            stimulus.is_none_or(|it| matches!(it.source, Source::Whisper | Source::Page));
        if speaker != self.place.speaker() || is_aside {
            let way = if question.contains("\"t\":\"page\"") { "page" } else { "whisper" };
            let answer = (way, json!({"to": speaker, "text": format!("Aye, {}.", by("words", 7))}));
            let deed = match by("tool", 6) {
                0 | 1 => (
                    "feel",
                    json!({"mood": if by("mood", 2) == 0 { 50 } else { -50 }, "regard": 30}),
                ),
                2 => (
                    "remember_fact",
                    json!({"slot": "likes", "value": format!("mead {}", by("of", 9))}),
                ),
                3 => {
                    ("store_memory", json!({"content": "Alice is kind to cats.", "about": "alice"}))
                }
                4 => ("store_memory", json!({"content": "The fire went out.", "importance": 9})),
                _ => ("recall_memories", json!({"query": "fire cats alice", "focus": 5})),
            };
            return vec![deed, answer];
        }
        self.asked.lock().unwrap().push(question.clone());
        let text = format!("That is number {} for you.", by("text", 100_000));
        match by("tool", 5) {
            0 => vec![("recall_memories", json!({"query": "fire cats mead", "focus": 3}))],
            1 => vec![("feel", json!({"mood": 5, "regard": 1})), ("say", json!({"text": text}))],
            2 => vec![
                ("store_memory", json!({"content": "The fire went out.", "importance": 5})),
                ("say", json!({"text": text})),
            ],
            // Words that it may well have said before, and to others.
            3 => vec![(
                "say",
                json!({"text": "The fire of this hall has not gone out for thirty winters."}),
            )],
            _ => vec![("say", json!({"text": text}))],
        }
    }
}

impl Impostor for Moody {
    fn takes(&self, _: &str) -> Duration {
        Duration::ZERO
    }

    fn answer(&self, request: &ChatRequest) -> Option<ChatReply> {
        let calls =
            self.calls(request).into_iter().enumerate().map(|(nth, (name, arguments))| ToolCall {
                id: format!("c{nth}"),
                name: name.to_owned(),
                arguments: Arguments::Object(arguments.as_object().cloned().unwrap_or_default()),
            });
        Some(ChatReply { calls: calls.collect(), ..ChatReply::default() })
    }
}

/// Place of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Where {
    /// All are in one open room, and the asides are whispers and pages.
    Open,
    /// Mind and privy are in a private room, where the asides are spoken aloud; the third is next door
    /// and comes in for each of its lines.
    Private,
    /// Open room in which a crowd whispers too.
    Crowded,
    /// Open room in which a crowd whispers to minds that keep next to nothing.
    Narrow,
    /// Open room in which the third only listens: one of the privy speaks aloud.
    Overheard,
    /// Open room in which everybody waits for what a mind that keeps next to nothing comes back to by
    /// itself.
    Later,
    /// Open room with a mind that sleeps before each line that the third says.
    Asleep,
}

impl Where {
    /// Player who says what the third hears.
    fn speaker(self) -> &'static str {
        match self {
            Self::Open
            | Self::Private
            | Self::Crowded
            | Self::Narrow
            | Self::Later
            | Self::Asleep => THIRD,
            Self::Overheard => PRIVY[0],
        }
    }

    /// Number of games, and of turns in each.
    fn size(self) -> (u64, u64) {
        match self {
            Self::Open | Self::Private | Self::Overheard | Self::Later => (GAMES, TURNS),
            Self::Asleep => (GAMES, 2 * TURNS),
            Self::Crowded => (CROWDED_GAMES, CROWDED_TURNS),
            Self::Narrow => (CROWDED_GAMES, 2 * TURNS),
        }
    }

    /// Returns whether a crowd whispers too.
    fn is_crowded(self) -> bool {
        matches!(self, Self::Crowded | Self::Narrow)
    }

    /// Game of these people and files.
    fn game(
        self,
        story: &Story,
        files: Vec<(String, String)>,
        brain: Brain,
    ) -> Result<Machine, Trouble> {
        if !matches!(self, Self::Narrow | Self::Later) {
            return Machine::of(story, files, setup::rules, brain);
        }
        let mut game = Machine::of(story, files, narrow, brain)?;
        game.remember_at_most(FEW_NOTES);
        Ok(game)
    }
}

/// Rules of a game with minds that keep next to nothing.
fn narrow(seed: u64) -> Simulation {
    let mut sim = setup::rules(seed);
    sim.world_mut().insert_resource(NARROW);
    sim
}

/// Names of the crowd; nobody in other games.
fn crowd(place: Where) -> Vec<String> {
    let many = if place.is_crowded() { CROWD } else { 0 };
    (b'a'..b'a' + many).map(|it| format!("priv{}", char::from(it))).collect()
}

/// Outcome of a game.
struct PlayedGame {
    /// Output that the third read.
    read: Vec<String>,
    /// Number of thoughts of own accord that everybody may know of, and of others.
    own: [usize; 2],
}

impl PlayedGame {
    fn new(game: &Machine, read: Vec<String>) -> Self {
        let by_itself = |it: &&RecordEntry| {
            matches!(
                it.what,
                Recorded::Begun { by: OccasionKind::OpenQuestion | OccasionKind::OpenClaim, .. }
            )
        };
        let own = || game.record().iter().filter(by_itself);
        let public = own().filter(|it| it.readers == Readers::Everyone).count();
        Self { read, own: [public, own().count() - public] }
    }
}

/// Plays a game to its end.
fn played(
    mut game: Machine,
    (lines, place): (&SaidLines, Where),
    seed: u64,
    aside: bool,
) -> Result<PlayedGame, Trouble> {
    let mut read = Vec::new();
    let mind = lines.mind;
    let ways: &[&str] = match place {
        Where::Open
        | Where::Crowded
        | Where::Narrow
        | Where::Overheard
        | Where::Later
        | Where::Asleep => &["whisper MIND =", "page MIND ="],
        Where::Private => &["say to MIND", "say to MIND", "whisper MIND =", "page MIND ="],
    };
    let crowd = crowd(place);
    for turn in 0..place.size().1 {
        let few = (0..ASIDES).map(|n| (n, one((seed, turn, n, "who"), &PRIVY).to_owned()));
        for (n, who) in few.chain((ASIDES..).zip(crowd.iter().cloned())) {
            let by = |what: &'static str| (seed, turn, n, what);
            let words = one(by("words"), lines.private);
            let way = one(by("way"), ways).replace("MIND", mind);
            let line = format!("{way} {words}");
            let line = if aside { line } else { "look".to_owned() };
            at_once(game.type_lines(&[(who, line)]))?;
            at_once(game.wait(Duration::from_secs(6)))?;
        }
        at_once(game.wait(Duration::from_secs(30)))?;
        if place == Where::Private {
            at_once(game.type_lines(&[(THIRD.to_owned(), lines.way_in[0].to_owned())]))?;
            at_once(game.wait(Duration::from_secs(20)))?;
        }
        // What the others did a moment ago is theirs.
        at_once(game.clear())?;
        if matches!(place, Where::Later | Where::Asleep) {
            at_once(game.wait(LONG))?;
        }
        let line = one((seed, turn, "public"), lines.public).to_owned();
        read.push(format!("> {line}"));
        at_once(game.type_lines(&[(place.speaker().to_owned(), line)]))?;
        let rest = if place == Where::Later { LONG } else { Duration::from_secs(20) };
        at_once(game.wait(rest))?;
        while let Some(line) = at_once(game.read(THIRD))? {
            read.push(line);
        }
        if place == Where::Private {
            at_once(game.type_lines(&[(THIRD.to_owned(), lines.way_in[1].to_owned())]))?;
            at_once(game.wait(Duration::from_secs(90)))?;
        }
    }
    // What the third is told of whom and what there is, and of what is kept of them.
    if place == Where::Private {
        at_once(game.type_lines(&[(THIRD.to_owned(), lines.way_in[0].to_owned())]))?;
    }
    at_once(game.clear())?;
    for line in ["look", "look MIND", "who", "memory", "memory MIND", "forget me"] {
        let line = line.replace("MIND", mind);
        at_once(game.type_lines(&[(THIRD.to_owned(), line)]))?;
        at_once(game.wait(Duration::from_secs(1)))?;
        while let Some(line) = at_once(game.read(THIRD))? {
            read.push(line);
        }
    }
    Ok(PlayedGame::new(&game, read))
}

/// People of a game, each where it stands.
fn cast(lines: &SaidLines, place: Where, before: &str) -> Result<Story, Trouble> {
    let [open, private] = lines.rooms;
    let privy = if place == Where::Private { private } else { open };
    let mut text = format!("{before}\nmachine only\nplayer alice in {open}\n");
    for who in PRIVY.into_iter().map(str::to_owned).chain(crowd(place)) {
        text.push_str(&format!("player {who} in {privy}\n"));
    }
    story::parse(&text).map_err(|it| it.to_string())
}

/// Moves the home of a mind into the private room, where the game is played there.
fn at_home(files: &mut [(String, String)], lines: &SaidLines, place: Where) {
    let [open, private] = lines.rooms.map(|it| format!("\"{it}\""));
    let name = format!("personas/{}.ron", lines.mind);
    let file = files.iter_mut().find(|it| place == Where::Private && it.0 == name);
    if let Some((_, text)) = file {
        *text = text.replace(&open, &private);
    }
}

/// Has everybody come in.
fn enter(game: &mut Machine, place: Where) -> Result<(), Trouble> {
    let privy = PRIVY.into_iter().map(str::to_owned).chain(crowd(place));
    for who in std::iter::once(THIRD.to_owned()).chain(privy) {
        at_once(game.enter(&who))?;
    }
    Ok(())
}

fn with_a_model(
    place: Where,
    seed: u64,
    aside: bool,
) -> Result<(PlayedGame, Vec<String>), Trouble> {
    let lines = if place == Where::Later { &WONDERING } else { &MODELLED };
    let story = cast(lines, place, "world attacks")?;
    let mut files = story.cast.content(Place::Attacks)?;
    files.extend(minds(place == Where::Later)?);
    at_home(&mut files, lines, place);
    let model = Arc::new(Moody { place, asked: Mutex::default() });
    let mut game = place.game(&story, files, Brain::of(model.clone()))?;
    enter(&mut game, place)?;
    let it = played(game, (lines, place), seed, aside)?;
    let asked = std::mem::take(&mut *model.asked.lock().unwrap());
    Ok((it, asked))
}

fn with_the_script(
    lines: &SaidLines,
    place: Where,
    seed: u64,
    aside: bool,
) -> Result<PlayedGame, Trouble> {
    let is_town = lines.mind == SCRIPTED.mind;
    let world = if is_town { "world content\nno gambits\nno meetings" } else { "world attacks" };
    let story = cast(lines, place, world)?;
    let mut files = story.cast.content(if is_town { Place::Content } else { Place::Attacks })?;
    if !is_town {
        let persona = if place == Where::Asleep { SLEEPING } else { SELLING };
        files.push((format!("personas/{}.ron", lines.mind), persona.to_owned()));
    }
    at_home(&mut files, lines, place);
    let mut game = place.game(&story, files, Brain::new([]))?;
    enter(&mut game, place)?;
    played(game, (lines, place), seed, aside)
}

/// The first place at which two games differ.
fn difference(quiet: &[String], busy: &[String]) -> Option<String> {
    let at = (0..quiet.len().max(busy.len())).find(|at| quiet.get(*at) != busy.get(*at))?;
    let around =
        |all: &[String]| all.get(at.saturating_sub(1)..all.len().min(at + 2)).map(<[_]>::to_vec);
    Some(format!("without: {:#?}\nwith: {:#?}", around(quiet), around(busy)))
}

/// Differences between games with asides and the same ones without them, as a model is asked and as the
/// third reads them.
fn differences_with_a_model(place: Where) -> Vec<String> {
    let (mut differ, mut own) = (Vec::new(), [0; 2]);
    let (games, turns) = place.size();
    for seed in 0..games {
        let (quiet, asked) = with_a_model(place, seed, false).unwrap();
        let (busy, asked_too) = with_a_model(place, seed, true).unwrap();
        let few = usize::try_from(turns).unwrap() * 3 / 4;
        assert!(asked.len() >= few, "game {seed}: {} questions", asked.len());
        own = [own[0] + quiet.own[0], own[1] + busy.own[1]];
        let found = difference(&asked, &asked_too).or_else(|| difference(&quiet.read, &busy.read));
        differ.extend(found.map(|it| format!("game {seed}: {it}")));
    }
    came_back(place, own);
    differ
}

fn differences_with_the_script(lines: &SaidLines, place: Where) -> Vec<String> {
    let (mut differ, mut own) = (Vec::new(), [0; 2]);
    let (games, turns) = place.size();
    let speaks = format!("{}{} ", lines.mind[..1].to_uppercase(), &lines.mind[1..]);
    for seed in 0..games {
        let quiet = with_the_script(lines, place, seed, false).unwrap();
        let busy = with_the_script(lines, place, seed, true).unwrap();
        let answers = quiet.read.iter().filter(|it| it.starts_with(&speaks)).count();
        let few = usize::try_from(turns).unwrap() * 3 / 4;
        assert!(answers >= few, "game {seed}: {answers} answers of {turns}: {:#?}", quiet.read);
        own = [own[0] + quiet.own[0], own[1] + busy.own[1]];
        let found = difference(&quiet.read, &busy.read);
        differ.extend(found.map(|it| format!("game {seed}: {it}")));
    }
    came_back(place, own);
    differ
}

/// Checks that games in which a mind comes back to what was left open have it do so: before everybody,
/// and before few.
fn came_back(place: Where, own: [usize; 2]) {
    let has_both = own.iter().all(|it| *it > 0);
    assert!(place != Where::Later || has_both, "thoughts of own accord: {own:?}");
}

fn none(differ: &[String]) {
    assert!(differ.is_empty(), "{} games differ; {}", differ.len(), differ[0]);
}

#[test]
fn private_turns_of_others_change_neither_what_a_model_is_asked_nor_what_a_third_reads() {
    none(&differences_with_a_model(Where::Open));
}

#[test]
fn private_turns_of_others_change_nothing_that_the_script_says_to_a_third() {
    none(&differences_with_the_script(&SCRIPTED, Where::Open));
    none(&differences_with_the_script(&SELLER, Where::Open));
}

#[test]
fn words_in_a_private_room_change_nothing_for_a_third_who_comes_in_later() {
    none(&differences_with_a_model(Where::Private));
    none(&differences_with_the_script(&SCRIPTED, Where::Private));
}

#[test]
fn whispers_of_a_crowd_change_nothing_for_a_third() {
    none(&differences_with_a_model(Where::Crowded));
    none(&differences_with_the_script(&SELLER, Where::Crowded));
    none(&differences_with_the_script(&SCRIPTED, Where::Crowded));
}

#[test]
fn what_somebody_said_in_private_changes_nothing_of_what_is_said_to_them_aloud() {
    none(&differences_with_a_model(Where::Overheard));
    none(&differences_with_the_script(&SELLER, Where::Overheard));
    none(&differences_with_the_script(&SCRIPTED, Where::Overheard));
}

#[test]
fn whispers_of_a_crowd_put_nothing_out_of_minds_that_keep_next_to_nothing() {
    none(&differences_with_a_model(Where::Narrow));
    none(&differences_with_the_script(&SELLER, Where::Narrow));
    none(&differences_with_the_script(&SCRIPTED, Where::Narrow));
}

#[test]
fn what_others_left_open_in_private_changes_nothing_of_what_a_mind_comes_back_to() {
    none(&differences_with_a_model(Where::Later));
    none(&differences_with_the_script(&SELLER, Where::Later));
}

#[test]
fn what_others_said_in_private_changes_nothing_of_what_a_sleeper_shows_and_concludes() {
    let place = Where::Asleep;
    none(&differences_with_the_script(&SLEEPER, place));
    let games = (0..GAMES).map(|seed| with_the_script(&SLEEPER, place, seed, true).unwrap());
    let concluded = games.filter(|it| it.read.iter().any(|of| of.contains("So I think."))).count();
    assert!(concluded > 1, "{concluded} games in which he concluded anything");
}
