//! What the town's characters make of what people say to them: `tests/corpus/town.txt`, which
//! `hearsay persona test` prints line by line.

use std::path::Path;

use assistants::persona::corpus::{self, CorpusCounts};
use server::setup::{self, files};

#[test]
fn most_of_what_people_say_is_understood_and_foreign_lines_are_not() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let files = files::read(&root.join("content")).unwrap();
    let authored = files::check(&files, &setup::command_specs(&setup::rules(0))).unwrap();
    let lines = std::fs::read_to_string(root.join("tests/corpus/town.txt")).unwrap();
    let report = corpus::judge(&authored.personas, &lines).unwrap();
    let sum = |of: fn(&CorpusCounts) -> u32| report.counts.values().map(of).sum::<u32>();
    let (fitting, right) = (sum(|it| it.fitting), sum(|it| it.right));
    let (foreign, answered) = (sum(|it| it.foreign), sum(|it| it.answered));
    assert!(fitting > 200 && right * 100 >= fitting * 85, "{report}");
    assert!(foreign > 20 && answered * 100 <= foreign * 3, "{report}");
}
