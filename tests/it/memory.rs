//! Recall of the town's people over old lines: the file `tests/corpus/memory.jsonl`, which `hearsay
//! memory bench` reads.

use std::{fs, path::Path};

use assistants::memory::index::Language;
use server::operate::memory::{MemoryBenchReport, bench};

/// The least share of the evidence among the first 5, 8, 10, 25 and 50 lines, of all questions and
/// of each kind. What was measured is in docs/decisions/0072 and 0245.
const LEAST: [(&str, [f64; 5]); 6] = [
    ("", [0.74, 0.81, 0.83, 0.94, 0.96]),
    ("inference", [0.44, 0.48, 0.59, 0.85, 0.96]),
    ("several", [0.62, 0.69, 0.74, 0.87, 0.93]),
    ("single", [0.74, 0.83, 0.83, 0.95, 0.97]),
    ("when", [0.97, 0.99, 0.99, 1.0, 1.0]),
    ("who", [0.68, 0.81, 0.81, 0.90, 0.90]),
];

fn judged(lines: &str) -> MemoryBenchReport {
    bench(&mut lines.as_bytes(), Language::default(), false).unwrap()
}

/// Nights lower the share among the first ten by no more than one in a hundred, and no other by more than
/// two: what a night derives takes a place here and there.
#[test]
fn what_was_slept_on_is_found_as_before() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/memory.jsonl");
    let lines = fs::read_to_string(file).unwrap();
    let slept = bench(&mut lines.as_bytes(), Language::default(), true).unwrap();
    let before = judged(&lines);
    assert!(slept.notes > before.notes, "something was derived: {slept}");
    let least = [0.02, 0.02, 0.01, 0.02, 0.02];
    let shares = slept.all.averages().into_iter().zip(before.all.averages());
    for ((after, before), most) in shares.zip(least) {
        assert!(after >= before - most, "{before} {after}: {slept}");
    }
}

#[test]
fn what_was_said_long_ago_is_found_again() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/memory.jsonl");
    let report = judged(&fs::read_to_string(file).unwrap());
    assert!(report.notes >= 300 && report.all.questions >= 100, "{report}");
    assert_eq!(report.kinds.len() + 1, LEAST.len(), "{report}");
    for (kind, least) in LEAST {
        let shares = report.kinds.get(kind).unwrap_or(&report.all).averages();
        assert!(shares.iter().zip(least).all(|(share, least)| *share >= least), "{kind}: {report}");
    }
}

#[test]
fn sets_are_memories_of_their_own() {
    let note = |set: &str, id: &str, text: &str| {
        format!(
            r#"{{"note": {{"set": "{set}", "id": "{id}", "speaker": "Ann", "at": 0, "text": "{text}"}}}}"#
        )
    };
    let question = |set: &str, evidence: &str| {
        format!(
            r#"{{"question": {{"set": "{set}", "at": 9, "text": "the flute", "evidence": [{evidence}]}}}}"#
        )
    };
    let lines = [
        question("b", r#""1""#),
        note("a", "1", "My flute."),
        note("b", "1", "Tea."),
        note("b", "2", "Ale."),
        String::new(),
        question("a", r#""1", "none""#),
        question("a", ""),
    ];
    let report = judged(&lines.join("\n"));
    assert_eq!((report.notes, report.all.questions), (3, 2));
    assert_eq!(report.all.averages(), [0.25; 5], "what no note is can never be found");
    assert_eq!(report.missed.len(), 2, "{:?}", report.missed);
}

#[test]
fn a_fault_is_told_by_its_line() {
    let fault = |lines: &str| {
        bench(&mut lines.as_bytes(), Language::default(), false).unwrap_err().to_string()
    };
    assert_eq!(fault(""), "it has no question with evidence");
    assert_eq!(
        fault("\n{\"note\": 7}"),
        "line 2 is no note and no question: invalid type: integer `7`, expected struct SavedNote \
         at column 10"
    );
    assert!(fault("tea").starts_with("line 1 is no note and no question: expected"));
    assert!(fault("{\"note\": {\"set\": \"a\"}}").contains("missing field `id`"));
    let long = "x".repeat(2 << 20);
    assert_eq!(fault(&long), "line 1 is longer than 1048576 bytes");
}
