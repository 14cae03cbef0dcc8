//! `hearsay model play` in-process, with the built-in brain: the output, the exit, and the problems
//! of a file.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;
use server::{
    operate::args::play::PlayTask,
    sandbox::play::{PlayError, play},
};

fn task(file: PathBuf) -> PlayTask {
    let content = Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("../content"));
    PlayTask {
        file,
        config: None,
        content,
        provider: None,
        form: None,
        answers: None,
        record: None,
        replay: None,
        json: false,
    }
}

fn gate() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("models/gate.ron")
}

fn played(task: PlayTask) -> (Result<(), PlayError>, String) {
    let mut out = Vec::new();
    let result = play(task, &mut out);
    (result, String::from_utf8(out).unwrap())
}

/// A file of its own with these changes to `models/gate.ron`.
fn changed(changes: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
    let mut text = fs::read_to_string(gate()).unwrap();
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replace(old, new);
    }
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("changed.ron");
    fs::write(&file, text).unwrap();
    (dir, file)
}

#[test]
fn five_lines_are_played_by_the_built_in_brain() {
    let (result, out) = played(task(gate()));
    assert!(result.is_ok(), "{result:?}\n{out}");
    for part in ["Ann> an ale please", "offers sell-ale", "(nothing)\n     holds; nobody"] {
        assert!(out.contains(part), "{part}\n{out}");
    }
    let row = out.lines().find(|it| it.starts_with("all ")).unwrap();
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(cells[1..5], ["5", "5", "0", "4"], "{out}");
}

#[test]
fn below_the_floor_is_an_error_and_lines_may_be_json() {
    let (_dir, file) = changed(&[("\"eel pie\"", "\"a whale\""), ("floor: 100", "floor: 81")]);
    let (result, out) = played(PlayTask { json: true, ..task(file) });
    let Err(error) = result else { panic!("{out}") };
    assert_eq!(error.to_string(), "4 of 5 lines held, which is less than 81 percent.");
    let rows: Vec<Value> = out.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    let failed: Vec<&Value> = rows.iter().filter(|it| it["holds"] == false).collect();
    assert_eq!((rows.len(), failed.len()), (5, 1));
    assert_eq!(failed[0]["failed"], serde_json::json!(["wanted word"]));
    assert_eq!((&failed[0]["by"], &failed[0]["questions"]), (&"script".into(), &0.into()));
}

#[test]
fn problems_of_a_file_are_told_with_their_places() {
    let (_dir, file) = changed(&[
        ("floor: 100", "floor: 200"),
        ("\"bram\"", "\"brann\""),
        ("\"town/gate\"", "\"town/gates\""),
        ("offer:sell-ale", "offer:sell-ail"),
        ("who: \"Bob\", says: \"what", "who: \"Rob\", sais: \"what"),
        ("[\"Cleo\"]", "[\"Pip\"]"),
    ]);
    let path = file.display().to_string();
    let (result, _) = played(task(file));
    let Err(PlayError::Wrong(problems)) = result else { panic!("{result:?}") };
    let told: Vec<String> = problems.iter().map(|it| it.to_string().replace(&path, "F")).collect();
    let wanted = [
        "F:3:12: the floor is 0 to 100 percent",
        "F:11:64: Mara has no offer `sell-ail` (did you mean `sell-ale` or",
        "F:13:41: Rob is no player of this scene",
        "F:18:24: there is no character `brann` (did you mean `bram`?)",
    ];
    for wanted in wanted {
        assert!(told.iter().any(|it| it.starts_with(wanted)), "{wanted}\n{told:#?}");
    }
    assert_eq!(told.len(), wanted.len() + 3, "{told:#?}");
}

#[test]
fn a_model_has_to_be_in_the_settings() {
    let (result, _) = played(PlayTask { provider: Some("nobody".to_owned()), ..task(gate()) });
    let Err(error) = result else { panic!("there is no such model") };
    assert!(error.to_string().starts_with("There is no model `nobody`."), "{error}");
}

/// Plays a cassette. Returns a line for each answer, as the file beside it has them.
fn replayed(name: &str) -> String {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let replay = Some(models.join(format!("{name}.jsonl")));
    let task = PlayTask { replay, json: true, ..task(models.join("six.ron")) };
    let (result, out) = played(task);
    assert!(result.is_ok(), "{result:?}\n{out}");
    let mut answers = String::new();
    for row in out.lines().map(|it| serde_json::from_str::<Value>(it).unwrap()) {
        let failed = row["failed"].as_array().unwrap();
        for check in ["leak", "invented command", "silence", "repetition"] {
            assert!(!failed.contains(&check.into()), "{name}: {check}: {row}");
        }
        let text = |field: &str| row[field].as_str().unwrap().to_owned();
        let [who, says, by, character, answer] =
            ["who", "says", "by", "character", "answer"].map(text);
        answers.push_str(&format!("{who}> {says}\n  {character} ({by}): {answer}\n"));
    }
    answers
}

#[test]
fn real_replies_are_read_as_they_were() {
    for name in ["qwen-1.5b", "qwen-0.5b"] {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("models/{name}.txt"));
        let answers = replayed(name);
        assert!(answers.matches(" (model): ").count() >= 6, "{answers}");
        if std::env::var_os("UPDATE_CASSETTES").is_some() {
            fs::write(&file, &answers).unwrap();
        }
        let kept = fs::read_to_string(&file).unwrap_or_default();
        assert_eq!(answers, kept, "read it, then: UPDATE_CASSETTES=1 cargo test real_replies");
    }
}

#[test]
fn a_cassette_that_is_none_is_told_by_its_line() {
    let dir = tempfile::tempdir().unwrap();
    let replay = Some(dir.path().join("c.jsonl"));
    fs::write(replay.as_ref().unwrap(), "{}\n").unwrap();
    let (result, _) = played(PlayTask { replay, ..task(gate()) });
    let error = result.unwrap_err().to_string();
    assert!(error.contains("c.jsonl: line 1 of the cassette cannot be read"), "{error}");
}
