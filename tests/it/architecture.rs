//! The shape of the project, kept by a test: which crate may know which, which
//! file may import which, what stays pure, how long files get, and that
//! everything has its help, its page and its story.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    sync::LazyLock,
};

use server::{
    operate::manual,
    setup::{self, files},
};
use tests::{
    Trouble,
    brain::Play,
    imports::{Graph, is_above, room},
    story::{self, Step, Story},
};
use world::act::{
    command::{Category, CommandSpec},
    registry::Registry,
};

use rooms::ROOMS;

mod code_map;
mod contexts;
mod docs;
mod facts;
mod names;
mod paths;
mod protection;
mod recording;
mod rooms;
mod shadows;
mod state;

/// The folders of the project's crates; the last part is the name.
const CRATES: [&str; 8] = [
    "world/text",
    "world/engine",
    "world",
    "assistants",
    "server/telnet",
    "server/store",
    "server",
    "tests",
];

/// The folders in which all crates are.
const FOLDERS: [&str; 4] = ["world", "assistants", "server", "tests"];

/// The crates of the project on which the crate in a folder may depend.
const EDGES: [(&str, &[&str]); 8] = [
    ("world/text", &[]),
    ("world/engine", &["text"]),
    ("world", &["text", "engine"]),
    ("assistants", &["text", "engine", "world"]),
    ("server/telnet", &[]),
    ("server/store", &["engine"]),
    ("server", &["text", "engine", "telnet", "store", "world", "assistants"]),
    ("tests", &["text", "engine", "telnet", "store", "world", "assistants", "server"]),
];

/// Packages that a crate may not depend on, not even for its tests.
const BARRED: [(&str, &[&str]); 6] = [
    ("world/text", &["bevy_ecs", "tokio"]),
    ("world/engine", &["tokio", "tokio-util", "reqwest", "dashmap", "rusqlite"]),
    ("server/telnet", &["bevy_ecs", "tokio", "tokio-util"]),
    ("server/store", &["bevy_ecs", "tokio-util", "serde", "anyhow"]),
    ("world", &["tokio", "tokio-util", "reqwest", "dashmap", "rusqlite"]),
    ("assistants", &["rusqlite", "clap", "anyhow"]),
];

/// Modules, with all below them, that know neither the ECS nor the outside.
const PURE: [&str; 39] = [
    "assistants/src/gate/budget",
    "assistants/src/llm/allowance",
    "assistants/src/llm/wire",
    "assistants/src/llm/probe/findings",
    "assistants/src/llm/probe/judge",
    "assistants/src/llm/scene",
    "assistants/src/llm/scripted",
    "assistants/src/memory",
    "assistants/src/perceive/classify",
    "assistants/src/perceive/floor",
    "assistants/src/persona",
    "assistants/src/prompt",
    "assistants/src/record/entry",
    "assistants/src/record/question",
    "assistants/src/record/view",
    "assistants/src/tools",
    "assistants/src/turn",
    "server/src/account/names",
    "server/src/listener/proxy",
    "server/src/listener/rates",
    "server/src/render",
    "server/src/session/login",
    "server/src/session/throttle",
    "server/telnet/src",
    "world/src/act/permission",
    "world/src/act/refusal",
    "world/src/content/authored",
    "world/src/content/check",
    "world/src/content/locate",
    "world/src/content/nouns",
    "world/src/content/parse",
    "world/src/content/problem",
    "world/src/content/reading",
    "world/src/content/schema",
    "world/engine/src/foreign",
    "world/engine/src/id",
    "world/engine/src/label",
    "world/src/trade/offer",
    "world/text/src",
];

/// Files that import each other, two by two, and why they may.
const PAIRS: [(&str, &str, &str); 1] = [(
    "assistants/src/turn/advice.rs",
    "assistants/src/turn/guard.rs",
    "the guard knows why a call is dropped, and the advice has the words for it",
)];

/// Files of the server that change a game outside a tick, and what they do so for.
const SETTING_UP: [(&str, &str); 4] = [
    ("server/src/sandbox/bare.rs", "sets what whoever tries a character wants to see"),
    ("server/src/screen.rs", "adds the screens to the rules"),
    ("server/src/screen/panel.rs", "adds the panels to the rules"),
    ("server/src/setup.rs", "puts into a new game what it begins with"),
];

/// The one file of the server that puts messages into a game and runs its ticks.
const DOOR: &str = "server/src/game/inputs.rs";

/// Most entries in the `src` of a crate; `place.rs` and `place/` are one.
const MOST_ENTRIES: [(&str, usize); 4] =
    [("world", 13), ("assistants", 19), ("server", 16), ("tests", 16)];

/// Most lines of a source file without its tests.
const LONGEST: usize = 500;

/// Graph of the imports between files.
static IMPORTS: LazyLock<Result<Graph, Trouble>> = LazyLock::new(|| Graph::read(&root(), &CRATES));

fn imports() -> &'static Graph {
    IMPORTS.as_ref().unwrap()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every source file: its path from the root, and its text.
fn sources() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = FOLDERS.iter().map(|it| root().join(it)).collect();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let hidden = path.file_name().unwrap().to_string_lossy().starts_with('.');
            if path.is_dir() && !hidden && !path.ends_with("target") {
                open.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                let inside = path.strip_prefix(root()).unwrap().display().to_string();
                found.push((inside, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// The code of a file, without comments and without its own tests.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    let lines = code.lines().filter(|it| !it.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

fn is_test(path: &str) -> bool {
    path.ends_with("/tests.rs") || path.contains("/tests/") || path.starts_with("tests/")
}

/// The names in the sections of dependencies of a manifest, with the section.
fn dependencies(of: &str) -> Vec<(String, String)> {
    let manifest = fs::read_to_string(root().join(of).join("Cargo.toml")).unwrap();
    let mut section = String::new();
    let mut found = Vec::new();
    for line in manifest.lines() {
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']').to_owned();
        } else if section.ends_with("dependencies")
            && let Some(end) = line.find([' ', '.', '='])
            && !line.starts_with('#')
        {
            found.push((section.clone(), line[..end].trim_matches('"').to_owned()));
        }
    }
    assert!(!found.is_empty(), "{of} depends on something");
    found
}

#[test]
fn crates_know_only_those_to_their_right() {
    for (krate, may) in EDGES {
        for (section, name) in dependencies(krate) {
            // The tests of the program itself use the harness; the program does not.
            if (krate, section.as_str(), name.as_str()) == ("server", "dev-dependencies", "tests") {
                continue;
            }
            let ours = CRATES.iter().any(|it| it.rsplit('/').next() == Some(name.as_str()));
            assert!(!ours || may.contains(&name.as_str()), "{krate} [{section}] names {name}");
        }
    }
    for (krate, barred) in BARRED {
        for (section, name) in dependencies(krate) {
            assert!(!barred.contains(&name.as_str()), "{krate} [{section}] names {name}");
        }
    }
}

/// The imports from one file to another that `of` asks for, one on a line, with
/// the paths by which they are made.
fn ties(of: impl Fn(&str, &str) -> bool) -> String {
    let mut text = String::new();
    for ((from, to), paths) in &imports().paths {
        if of(from, to) {
            let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
            writeln!(text, "    {from} -> {to}: {}", paths.join(", ")).unwrap();
        }
    }
    text
}

#[test]
fn no_circle_of_files() {
    let mut trouble = String::new();
    let circles = imports().circles();
    for circle in &circles {
        let pair = PAIRS.iter().any(|(one, other, _)| {
            circle.len() == 2 && circle.iter().all(|it| it == one || it == other)
        });
        if !pair {
            let inside = |file: &str| circle.iter().any(|it| it == file);
            let ties = ties(|from, to| inside(from) && inside(to) && !is_above(to, from));
            let files = circle.join("\n    ");
            writeln!(trouble, "{} files import each other:\n    {files}", circle.len()).unwrap();
            writeln!(trouble, "  tied by\n{ties}").unwrap();
        }
    }
    for (one, other, why) in PAIRS {
        let mut pair = [one, other];
        pair.sort_unstable();
        if !circles.iter().any(|it| *it == pair) || why.is_empty() {
            writeln!(trouble, "{one} and {other} are no pair, or for no reason").unwrap();
        }
    }
    assert!(trouble.is_empty(), "files import in one direction, but\n{trouble}");
}

/// A line of the table of rooms.
fn row(room: &str, of: &[&str]) -> String {
    format!("    ({room:?}, &{of:?}),\n")
}

/// The lines of the table of a crate's rooms, as its code is.
fn rows(krate: &str) -> BTreeSet<String> {
    let between = imports().between(krate);
    let mut rooms: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (from, to) in &between {
        rooms.entry(from).or_default().push(to);
    }
    rooms.into_iter().map(|(room, of)| row(room, &of)).collect()
}

#[test]
fn edges_between_rooms_are_those_of_the_table() {
    let mut trouble = String::new();
    for (krate, table) in ROOMS {
        let is = rows(krate);
        let written: BTreeSet<String> = table.iter().map(|(room, of)| row(room, of)).collect();
        let known: BTreeSet<(&str, &str)> =
            table.iter().flat_map(|(room, of)| of.iter().map(|to| (*room, *to))).collect();
        if is == written {
            continue;
        }
        write!(trouble, "\nThe rooms of `{krate}`:\n").unwrap();
        for line in written.difference(&is) {
            write!(trouble, "  delete{line}").unwrap();
        }
        for line in is.difference(&written) {
            write!(trouble, "  add   {line}").unwrap();
        }
        trouble += &ties(|from, to| match (room(from), room(to)) {
            (Some((of, from)), Some((to_crate, to))) => {
                of == krate && to_crate == krate && from != to && !known.contains(&(from, to))
            }
            _ => false,
        });
        let all: String = is.into_iter().collect();
        let head = format!("#[rustfmt::skip]\nconst {}: &[Room] = &[", krate.to_uppercase());
        write!(trouble, "The whole table:\n{head}\n{all}];\n").unwrap();
    }
    assert!(trouble.is_empty(), "tests/it/architecture/rooms.rs is not what the code is.{trouble}");
}

#[test]
fn no_src_has_too_many_entries() {
    let mut trouble = String::new();
    for (krate, most) in MOST_ENTRIES {
        let src = fs::read_dir(root().join(krate).join("src")).unwrap();
        let entries: BTreeSet<String> = src
            .map(|it| it.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        if entries.len() > most {
            writeln!(trouble, "{krate}: {}, and {most} at most: {entries:?}", entries.len())
                .unwrap();
        }
    }
    assert!(trouble.is_empty(), "a `src` has too many entries\n{trouble}");
}

#[test]
fn models_are_the_only_minds_that_know_the_network() {
    let manifest = fs::read_to_string(root().join("assistants/Cargo.toml")).unwrap();
    for name in ["tokio", "tokio-util", "reqwest", "dashmap"] {
        let optional = manifest
            .lines()
            .any(|it| it.starts_with(&format!("{name} =")) && it.contains("optional = true"));
        assert!(optional, "{name} is only there with the feature `http`");
    }
    for (path, text) in sources() {
        if !path.starts_with("assistants/src/") || path.starts_with("assistants/src/llm/") {
            continue;
        }
        let code = code(&text);
        for name in ["tokio::", "tokio_util::", "reqwest::", "dashmap::"] {
            assert!(!code.contains(name), "{path} names {name}");
        }
    }
}

#[test]
fn pure_modules_know_neither_the_ecs_nor_the_outside() {
    let mut seen = BTreeSet::new();
    for (path, text) in sources() {
        if is_test(&path) {
            continue;
        }
        let stem = path.trim_end_matches(".rs");
        let Some(module) = PURE.iter().find(|it| {
            stem == **it || stem.strip_prefix(**it).is_some_and(|rest| rest.starts_with('/'))
        }) else {
            continue;
        };
        seen.insert(*module);
        let code = code(&text);
        for name in ["bevy_ecs", "tokio", "reqwest", "std::time::Instant", "SystemTime", "std::fs"]
        {
            assert!(!code.contains(name), "{path} names {name}");
        }
    }
    assert_eq!(seen.len(), PURE.len(), "every one of them is still there: {seen:?}");
}

#[test]
fn the_world_asks_no_clock_and_no_network() {
    for (path, text) in sources() {
        if path.starts_with("world/") && !is_test(&path) {
            let code = code(&text);
            for name in ["tokio", "std::time::Instant", "SystemTime", "std::fs", "std::net"] {
                assert!(!code.contains(name), "{path} names {name}");
            }
            let saves = path == "world/engine/src/save/document.rs";
            assert!(
                saves || !code.contains("serde_json"),
                "{path} knows how documents are written"
            );
        }
    }
}

#[test]
fn one_door_leads_into_the_machine() {
    let mut found = BTreeSet::new();
    for (path, text) in sources() {
        if !path.starts_with("server/src/") || is_test(&path) {
            continue;
        }
        let code = code(&text);
        // Outside a tick nothing else leads to a world that can be changed.
        if code.contains("world_mut") {
            found.insert(path.clone());
        }
        for way in ["sim.put", "put_all(", "sim.tick("] {
            assert!(!code.contains(way) || path == DOOR, "{path} has {way}; {DOOR} is the door");
        }
    }
    let listed = SETTING_UP.iter().map(|(path, _)| (*path).to_owned()).collect();
    assert_eq!(found, listed, "what changes a game outside its set-up comes in by {DOOR}");
}

#[test]
fn files_are_short_and_say_what_they_are() {
    for (path, text) in sources() {
        assert!(!path.ends_with("/mod.rs"), "{path}: write `name.rs` beside the folder");
        let generated = path.ends_with("tests.rs") || path.contains("/tests/");
        assert!(text.starts_with("//!") || generated, "{path} begins with a sentence on itself");
        if is_test(&path) && !path.starts_with("tests/src/") {
            continue;
        }
        let own = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(&text);
        let lines = own.lines().count();
        assert!(lines <= LONGEST, "{path} has {lines} lines; most that are read have 250");
    }
}

fn commands() -> Vec<CommandSpec> {
    let sim = setup::rules(0);
    sim.world().resource::<Registry>().specs().copied().collect()
}

fn stories() -> Vec<Story> {
    let files = story::files::files().unwrap().into_iter();
    files.filter_map(|it| story::parse(&it.text).ok()).collect()
}

#[test]
fn every_command_has_usage_help_and_a_story() {
    let sim = setup::rules(0);
    let registry = sim.world().resource::<Registry>();
    let mut typed = BTreeSet::new();
    for story in stories() {
        for (_, step) in story.steps {
            let Step::Type(lines) = step else { continue };
            for (_, line) in lines {
                let Some(line) = text::parse::line(&line) else { continue };
                typed.extend(registry.find(&line.verb.to_lowercase()).map(|it| it.name));
            }
        }
    }
    for spec in commands() {
        assert!(!spec.usage.is_empty() && !spec.summary.is_empty(), "{}", spec.name);
        if spec.category == Category::Minds {
            continue;
        }
        let example = spec.help.lines().next().unwrap_or_default();
        let example = example.strip_prefix("Example: ");
        let example = example.unwrap_or_else(|| panic!("{}: help begins with Example:", spec.name));
        let line = text::parse::line(example).unwrap();
        let meant = registry.find(line.verb).map(|it| it.name);
        assert_eq!(meant, Some(spec.name), "{}: its example is one of it", spec.name);
        assert!(
            registry.build(line.verb, line.rest).is_ok(),
            "{}: its example can be typed: {example}",
            spec.name
        );
        assert!(typed.contains(spec.name), "no story types `{}`", spec.name);
    }
}

#[test]
fn every_tool_has_a_story() {
    let mut called = BTreeSet::new();
    for story in stories() {
        for (_, step) in story.steps {
            if let Step::Reply(_, Play::Calls(calls)) = step {
                called.extend(calls.into_iter().map(|(tool, _)| tool));
            }
        }
    }
    for tool in assistants::tools::names() {
        assert!(called.contains(tool), "no story has `{tool}` called");
    }
}

#[test]
fn every_tool_stands_in_the_table_of_tools() {
    let page = fs::read_to_string(root().join("docs/turns.md")).unwrap();
    for name in assistants::tools::names() {
        let tool = assistants::tools::find(name).unwrap();
        let row = format!("| `{name}` | {:?} |", tool.category);
        assert!(page.contains(&row), "docs/turns.md has no row that begins {row}");
    }
}

#[test]
fn the_manual_is_fresh() {
    let path = root().join("docs/commands.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        return fs::write(path, manual::markdown()).unwrap();
    }
    let page = fs::read_to_string(path).unwrap();
    assert!(page == manual::markdown(), "run: cargo run -- docs > docs/commands.md");
}

#[test]
fn the_content_has_no_problems() {
    let files = files::read(&root().join("content")).unwrap();
    let commands = commands();
    let checked = files::check(&files, &commands.iter().collect::<Vec<_>>());
    assert!(checked.is_ok(), "{:#?}", checked.err());
}
