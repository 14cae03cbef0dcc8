//! A character begun by questions.

use super::{chat::run_with, *};

#[test]
fn the_form_of_a_persona_is_printed() -> Result<(), Trouble> {
    let ended = run(&["schema", "persona"])?;
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let schema: serde_json::Value = while_("the schema", serde_json::from_str(&ended.out))?;
    assert_eq!(schema["title"], "Persona");
    assert!(schema["properties"]["voice"]["description"].is_string());
    assert_eq!(run(&["schema", "room"])?.code, Some(2));
    Ok(())
}

#[test]
fn a_memory_is_measured() -> Result<(), Trouble> {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/corpus/memory.jsonl");
    let ended = run(&["memory", "bench", corpus])?;
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let names: Vec<_> = ended.out.lines().filter_map(|it| it.split(' ').next()).collect();
    let shares = ["recall@5", "recall@8", "recall@10", "recall@25", "recall@50"];
    assert_eq!(names.get(..5), Some(shares.as_slice()), "{}", ended.out);
    assert_eq!(names.get(5..7), Some(["p50", "p95"].as_slice()), "{}", ended.out);
    let missed = run(&["memory", "bench", "--misses", corpus])?;
    assert!(missed.out.contains("\n  missed, at -: "), "{}", missed.out);
    let ended = run(&["memory", "bench", CONTENT])?;
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert_eq!(run(&["memory", "bench", "--language", "klingon", corpus])?.code, Some(2));
    Ok(())
}

const ANSWERS: &str = "Odo\nThe Quay\nA man behind a \"large\" heap.\nBrisk.\napple for 2\n\
                       the orchard: They fall from the hill.\n";

#[test]
fn six_answers_make_a_character_that_one_can_talk_to() -> Result<(), Trouble> {
    let folder = folder()?;
    let dir = folder.path().join("content");
    write_world(&dir)?;
    let dir = text(&dir);
    let ended = run_with(&["persona", "new", "--content", &dir], ANSWERS)?;
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(ended.out.contains(&format!("hearsay chat odo --content {dir}")), "{}", ended.out);
    let checked = run(&["check", &dir])?;
    assert_eq!(checked.code, Some(0), "{checked:?}");
    assert!(checked.out.ends_with("9 characters; no problems."), "{checked:?}");
    let said =
        "hello\nan apple, please\n!accept\nwhat about the orchard?\nsandcastles by candlelight\n";
    let talk = run_with(&["chat", "Odo", "--content", &dir], said)?;
    for told in [
        "Odo says, \"Good day, Visitor. I am Odo.\"",
        "You give Odo 2 coins for a windfall apple.",
        "Odo says, \"They fall from the hill.\"",
        "Odo says, \"I know nothing of that. Ask me about ",
    ] {
        assert!(talk.out.contains(told), "{told}: {}", talk.out);
    }
    // It names one of the two, and the name of the visitor stands in one answer of four at most.
    let ways = ["a windfall apple.\"\n", "the orchard.\"\n"];
    assert!(ways.iter().any(|it| format!("{}\n", talk.out).ends_with(it)), "{}", talk.out);
    Ok(())
}

#[test]
fn a_wrong_answer_is_asked_again() -> Result<(), Trouble> {
    let folder = folder()?;
    let file = folder.path().join("odo.ron");
    let answers = "Mara\nÉva\nOdo\nnowhere\ntown/market\nA man {behind} apples.\nA man.\n\nBrisk.\n\
                   gold for 1\napple for 0\n-\nnothing\nthe well: No.\nthe mill: No wheel.\n";
    let world = text(world()?);
    let arguments = ["persona", "new", &text(&file), "--content", &world];
    let ended = run_with(&arguments, answers)?;
    assert_eq!(ended.code, Some(0), "{ended:?}");
    for told in [
        "> That cannot be: ",
        "> Its name has only the letters a to z, digits, blanks and -.\n",
        "> There is no room `nowhere`.\n",
        "> That cannot be: `{behind}` is not filled in here; say it without.\n",
        "> Please write a few words.\n",
        "> There is no kind of thing `gold`.\n",
        "> Write a thing and a price from 1 up, such as: apple for 2; or - for nothing.\n",
        "> Write what one would ask for, a colon, and what it says.\n",
        "> `the well` has only words that are in every other line; add another.\n",
        "  move it to ",
    ] {
        assert!(ended.out.contains(told), "{told}: {}", ended.out);
    }
    let written = while_("the file", fs::read_to_string(&file))?;
    assert!(written.contains("the mill") && !written.contains("offers"), "{written}");
    Ok(())
}

#[test]
fn nothing_is_replaced_and_nothing_is_written_half() -> Result<(), Trouble> {
    let folder = folder()?;
    let file = folder.path().join("odo.ron");
    let path = text(&file);
    let world = text(world()?);
    let arguments = ["persona", "new", &path, "--content", &world];
    let ended = run_with(&arguments, "Odo\ntown/market\nA man.\n")?;
    assert_eq!(ended.code, Some(1), "{ended:?}");
    let early = "hearsay: The answers end before the last question, so nothing is written.";
    assert_eq!((ended.err.as_str(), file.exists()), (early, false));
    while_("a file", fs::write(&file, "mine"))?;
    let ended = run_with(&arguments, ANSWERS)?;
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert_eq!(ended.err, format!("hearsay: {path} is there already; name another file."));
    assert_eq!(while_("the file", fs::read_to_string(&file))?, "mine");
    Ok(())
}
