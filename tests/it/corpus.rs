//! Accuracy of the town's characters on lines that people said to them: the files of
//! `tests/corpus`, which `hearsay persona test` prints line by line.

use std::{
    error::Error,
    path::{Path, PathBuf},
};

use assistants::persona::corpus::{self, CorpusCounts, CorpusReport};
use tests::{
    cast::Place,
    content::{self, Files},
};

/// The answers of the town's characters, and of the characters in these files, to lines.
fn read_by_the_town(more: Files, lines: &str) -> Result<CorpusReport, Box<dyn Error>> {
    let mut files = Vec::clone(&*content::read(Place::Content.folder())?);
    files.extend(more);
    let authored = content::checked(&files).map_err(|problems| format!("{problems:?}"))?;
    Ok(corpus::evaluate(&authored.personas, lines)?)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Counts and report of the lines of a file.
fn judged(file: &str) -> Result<(CorpusCounts, String), Box<dyn Error>> {
    let lines = std::fs::read_to_string(root().join("tests/corpus").join(file))?;
    let report = read_by_the_town(Vec::new(), &lines)?;
    Ok((report.all(), report.to_string()))
}

/// Asserts that at least `right` percent are read right or rightly asked back about, and at most
/// `wrong` percent wrong.
fn is_read((all, report): (CorpusCounts, String), right: u32, wrong: u32) -> CorpusCounts {
    assert!((all.right + all.asked) * 100 >= all.fitting * right, "{report}");
    assert!(all.wrong * 100 <= all.fitting * wrong, "{report}");
    all
}

/// The smallest of the files, so that a change to how lines are read shows at once.
#[test]
fn what_neighbours_say_is_understood() {
    assert!(is_read(judged("neighbours.txt").unwrap(), 94, 2).fitting >= 120);
}

#[test]
#[ignore = "nightly: reads thousands of lines"]
fn most_of_what_people_say_is_understood_and_foreign_lines_are_not() {
    let all = is_read(judged("town.txt").unwrap(), 87, 2);
    assert!(all.fitting > 1_800 && all.right * 100 >= all.fitting * 65, "{all}");
    assert!(all.foreign >= 80 && all.answered * 100 <= all.foreign * 5, "{all}");
}

#[test]
#[ignore = "nightly: reads thousands of lines"]
fn what_newcomers_and_strangers_say_is_understood() {
    assert!(is_read(judged("frozen.txt").unwrap(), 89, 2).fitting > 400);
    assert!(is_read(judged("oblique.txt").unwrap(), 78, 2).fitting > 100);
    assert!(is_read(judged("strangers.txt").unwrap(), 80, 2).fitting > 200);
}

#[test]
#[ignore = "nightly: reads thousands of lines"]
fn what_nobody_thought_of_is_understood_too() {
    for (file, right) in [("blind.txt", 71), ("newcomers.txt", 70)] {
        // The report would show the lines, which are to stay unread.
        let (all, _) = judged(file).unwrap();
        assert!(
            all.fitting > 200 && (all.right + all.asked) * 100 >= all.fitting * right,
            "{file}: {all}"
        );
        assert!(all.wrong * 100 <= all.fitting * 2, "{file}: {all}");
        // A doubt is no leave to say anything.
        assert!(all.supposed > 80 && all.hedged_right * 100 >= all.supposed * 70, "{file}: {all}");
    }
}

/// They may be asked back about: of "is this game better than Warcraft" one word is known here.
#[test]
fn whoever_speaks_of_another_world_is_not_told_of_this_one() {
    let lines = "noll | - | do you think Messi is better than Ronaldo
        noll | - | ever play minecraft, the boats in that are faster
        pip | - | is this game better than world of warcraft
        lettice | - | can you print me a pdf from my phone
        silas | - | does your boat have bluetooth";
    let report = read_by_the_town(Vec::new(), lines).unwrap();
    let all = report.all();
    assert_eq!((all.foreign, all.answered, all.supposed_of), (5, 0, 0), "{report}");
}

/// The examples of the documents fit the town, and their lines are read as they say.
#[test]
fn the_examples_are_good() {
    let examples = root().join("docs/examples");
    let mut files = Vec::new();
    let mut lines = String::new();
    for entry in std::fs::read_dir(examples).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if name.ends_with(".ron") {
            files.push((format!("personas/{name}"), text));
        } else {
            lines.push_str(&text);
        }
    }
    let report = read_by_the_town(files, &lines).unwrap();
    assert!(report.all().fitting > 15 && report.misread.is_empty(), "{report}");
}

/// A report on a misread line names the pattern that won.
#[test]
fn a_wrong_line_names_the_pattern_that_won() {
    let lines = "mara | weather | what do you know about your spoons?";
    let report = read_by_the_town(Vec::new(), lines).unwrap();
    let [misread] = report.misread.as_slice() else { panic!("{report}") };
    let by = misread.by.as_deref().unwrap();
    assert!(by.starts_with(&misread.found[0]) && by.contains(" by \""), "{by}");
    assert!(report.to_string().contains(&format!("\n    heard: {by}\n")), "{report}");
}
