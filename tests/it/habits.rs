//! Lines that players of other games type, and the answers here: every line of `docs/habits.md` is
//! played in the authored town.
//!
//! `UPDATE_HABITS=1 cargo test -p tests --test it habits` writes that page anew.

use std::{fmt::Write as _, fs, path::Path, time::Duration};

use server::setup::{self, files};
use tests::{Trouble, machine::Machine, play::Stage, story};

use tests::{play::at_once, setting};

/// Lines typed in one place, one after the other, by a newcomer; Bob, who says nothing, is with
/// them.
struct HabitGroup {
    title: &'static str,
    place: &'static str,
    lines: Vec<String>,
}

impl HabitGroup {
    fn new(title: &'static str, place: &'static str, lines: &[&str]) -> Self {
        let lines = lines.iter().map(ToString::to_string).collect();
        Self { title, place, lines }
    }
}

const SEEING: &[&str] = &[
    "look",
    "l",
    "look elm",
    "x fountain",
    "read sign",
    "look north",
    "who",
    "who here",
    "look at iron cruch",
    "search",
    "search slip",
    "n;e;s",
    "3n",
    "@who",
    "+finger bob",
    "time",
    "date",
    "walk",
    "go sideways",
    "down",
    "exits",
    "exit",
    "map",
    "where",
    "where is the inn",
    "weather",
    "light",
    "follow bob",
    "unfollow",
    "go to inn",
];

const THINGS: &[&str] = &[
    "inventory",
    "i",
    "inv",
    "get it",
    "get apple",
    "look at it",
    "drop it",
    "get another apple",
    "get 2 apples",
    "get all apples",
    "take button",
    "drop apple",
    "put apple",
    "drop 2 apples",
    "drop apples",
    "give apple to bob",
    "give 2 apples to bob",
    "give 3 coins to bob",
    "give coins to bob",
    "give 1 coin bob",
    "get apple",
    "give it bob",
    "get windfal apple",
    "eat appel",
    "eat one",
    "eat apple",
    "score",
];

const TRADE: &[&str] = &[
    "list",
    "take the other spoons",
    "a beer for everybody",
    "mara an ale",
    "buy ale for everybody",
    "buy ale",
    "hold ale",
    "wield ale",
    "wear ale",
    "remove ale",
    "sell ale",
    "give 3 coins to bob",
    "pay bob 1",
    "drink it",
    "score",
    "stats",
];

const TALK: &[&str] = &[
    "say hello",
    "'hello",
    "\"hello",
    "say to bob hello",
    "thank you bob",
    "bow deeply bob",
    "shake the press",
    "shake press",
    "sit at the moon",
    "gossip",
    "whisper bob hello",
    "tell bob hello",
    "take me to the inn",
    "page bob hello",
    "p bob hello",
    ":stretches.",
    "emote stretches.",
    "pose stretches.",
    "channel join gossip",
    "gossip hello",
    "channel join newbie",
    "newbie hello",
    "=gossip hello",
    "channels",
    "ignore bob",
    "unignore bob",
    "accept",
    "yes",
    "decline",
    "no",
];

const SPEECH: &[&str] = &[
    "what is this",
    "who are you",
    "how do i get out of here?",
    "can you help me",
    "i need an ale",
    "where are you?",
    "why?",
    "it is cold, is it not?",
];

const TOUCHING: &[&str] = &[
    "climb elm",
    "listen",
    "smell",
    "touch elm",
    "taste fountain",
    "push signpost",
    "get fountain",
    "drink from fountain",
    "sit on fountain",
    "lie on the ground",
    "go to mara",
    "mara, an ale please",
];

const AT_GATE: &[&str] = &["open gate", "close gate", "knock on gate", "enter gate", "look at ear"];

const AT_BELL: &[&str] =
    &["ring bell", "blow horn", "play bell", "touch the bell", "listen to the bell"];

const PEOPLE: &[&str] = &[
    "ask mara about ale",
    "ask mara what is in the pie",
    "talk to mara",
    "greet mara",
    "reply hello",
    "shout hello",
    "yell hello",
    "whois mara",
    "finger bob",
    "whois nobody",
    "last",
    "afk",
    "afk tea",
    "title the Brave",
    "@desc me=A traveller with a long shadow.",
    "look me",
    "board",
    "mail",
    "mail bob = See you at the gate.",
    "history gossip",
    "gossip history",
    "channel history gossip",
    "ooc hello",
    "chat hello",
    "alias",
    "alias gr say good evening",
    "gr",
    "!",
    "unalias gr",
    "news",
    "quest",
    "hint",
    "bug The clock is wrong.",
    "typo The slate says pei.",
    "idea A bench by the elm.",
    "go through curtain",
    "go south",
    "brief",
    "colour",
    "color",
    "journal",
    "recall",
];

const GAME: &[&str] = &[
    "help",
    "h",
    "?",
    "help say",
    "help hug",
    "help kill",
    "help me",
    "help with money",
    "help newbie",
    "commands",
    "verbs",
    "socials",
    "set",
    "settings",
    "characters",
    "password",
];

/// Everything that is typed, in the order of the page.
fn groups() -> Vec<HabitGroup> {
    let files = files::read(&root().join("content")).unwrap();
    let authored = files::check(&files, &setup::command_specs(&setup::rules(0))).unwrap();
    let socials = authored.content.socials.iter().flat_map(|it| {
        let alone = it.alone.is_some().then(|| it.name.to_string());
        alone.into_iter().chain(it.at.is_some().then(|| format!("{} bob", it.name)))
    });
    let aliases = authored.content.socials.iter().flat_map(|it| it.aliases.clone());
    let aliases = aliases.map(|it| format!("{it} bob"));
    let habits = authored.content.habits.iter().flat_map(|it| it.words.clone());
    let (leaving, habits): (Vec<_>, Vec<_>) = habits.partition(|it| LEAVING.contains(&&**it));
    let mut groups = vec![
        HabitGroup::new("Looking and walking", "town/square", SEEING),
        HabitGroup::new("Hands and senses", "town/square", TOUCHING),
        HabitGroup::new("At a door", "town/gate", AT_GATE),
        HabitGroup::new("At a thing that stays where it is", "town/bell-yard", AT_BELL),
        HabitGroup::new("Things", "town/market", THINGS),
        HabitGroup::new("Trade", "town/inn", TRADE),
        HabitGroup::new("Talking", "town/press", TALK),
        HabitGroup::new("People, and words that stay", "town/inn", PEOPLE),
        HabitGroup {
            title: "Showing something with one word",
            place: "town/press",
            lines: socials.collect(),
        },
        HabitGroup {
            title: "Other words that show the same",
            place: "town/press",
            lines: aliases.collect(),
        },
        HabitGroup { title: "What other games have", place: "town/press", lines: habits },
        HabitGroup::new("Sentences", "town/press", SPEECH),
        HabitGroup::new("The game itself", "town/press", GAME),
    ];
    for line in ["quit", "logout"].into_iter().map(str::to_owned).chain(leaving) {
        groups.push(HabitGroup { title: "Leaving", place: "town/press", lines: vec![line] });
    }
    groups
}

/// The habits that end the visit.
const LEAVING: [&str; 3] = ["logoff", "signoff", "disconnect"];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Output of each line.
fn played(place: &str, lines: &[String]) -> Result<Vec<Vec<String>>, Trouble> {
    let text = format!("world content\nplayer ann in {place}\nplayer bob in {place}\nann> look\n");
    let story = story::parse(&text).map_err(|it| it.to_string())?;
    let mut machine = Machine::new(&story)?;
    at_once(async {
        machine.enter("bob").await?;
        machine.enter("ann").await?;
        let mut answers = Vec::new();
        for line in lines {
            // Nobody types fast enough to be asked to wait, and what others did meanwhile is
            // no answer.
            machine.wait(Duration::from_secs(2)).await?;
            machine.clear().await?;
            machine.type_lines(&[("ann".to_owned(), line.clone())]).await?;
            let mut answer = Vec::new();
            while let Some(read) = machine.read("ann").await? {
                answer.extend(Some(read.trim().to_owned()).filter(|it| !it.is_empty()));
            }
            answers.push(answer);
        }
        Ok(answers)
    })
}

/// Returns whether an answer is of no help.
fn is_none(answer: &[String]) -> bool {
    let first = answer.first().map(String::as_str).unwrap_or_default();
    let none = ["There is no command", "Please type a little more", "Something went wrong"];
    first.is_empty() || none.iter().any(|it| first.contains(it))
}

/// An answer in one line: of a long one, its beginning.
fn in_short(answer: &[String]) -> String {
    const LINES: usize = 3;
    let shown = answer.iter().take(LINES).map(String::as_str).collect::<Vec<_>>().join(" / ");
    let more = answer.len().saturating_sub(LINES);
    if more == 0 { shown } else { format!("{shown} / and {more} more lines") }
}

#[test]
fn every_habit_has_an_answer() {
    let mut page = String::from(
        "# Habits\n\nWhat people type who come from other games, and what they read in the town.\n\
         `tests/it/habits.rs` plays every line; \
         `UPDATE_HABITS=1 cargo test -p tests --test it habits` writes this page anew.\n\
         Bob is there and says nothing; lines of one answer are separated by ` / `.\n",
    );
    let (mut title, mut trouble) = ("", String::new());
    for group in groups() {
        if group.title != title {
            title = group.title;
            writeln!(page, "\n## {title}\n\nTyped in `{}`.\n", group.place).unwrap();
        }
        for (line, answer) in group.lines.iter().zip(played(group.place, &group.lines).unwrap()) {
            writeln!(page, "- `{line}`: {}", in_short(&answer)).unwrap();
            if is_none(&answer) {
                writeln!(trouble, "  {line}: {}", in_short(&answer)).unwrap();
            }
        }
    }
    let path = root().join("docs/habits.md");
    if setting("UPDATE_HABITS").is_some() {
        fs::write(&path, &page).unwrap();
    }
    assert!(trouble.is_empty(), "these lines have no answer:\n{trouble}");
    let known = fs::read_to_string(&path).unwrap_or_default();
    assert!(known == page, "run: UPDATE_HABITS=1 cargo test -p tests --test it habits");
}
