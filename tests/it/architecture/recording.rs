//! Check that the steps of a thought are written down in one place, by what moves it on and by its effects,
//! so that whoever adds one is asked by the compiler what the record says of it.

use super::{code, is_test, sources};

/// The place.
const PLACE: &str = "assistants/src/think/recording.rs";

/// Kinds of entries about a step of a thought.
const STEPS: [&str; 13] = [
    "Asked", "Begun", "Done", "Ended", "Failed", "Judged", "Read", "Recalled", "Refused",
    "Remarked", "Replied", "Served", "Withheld",
];

/// Returns the kinds of entries that a file makes, one for each time.
fn made(code: &str) -> Vec<&str> {
    let after = code.split("Recorded::").skip(1);
    let names = after.filter_map(|it| it.split(|c: char| !c.is_alphanumeric()).next());
    names.filter(|it| STEPS.contains(it)).collect()
}

#[test]
fn steps_of_thoughts_are_written_down_in_one_place() {
    let mut here = Vec::new();
    for (path, text) in sources() {
        // The record itself reads them.
        let is_record = path.starts_with("assistants/src/record");
        if is_test(&path) || is_record || !path.starts_with("assistants/src/") {
            continue;
        }
        let code = code(&text);
        let made = made(&code);
        if path == PLACE {
            here = made.into_iter().map(str::to_owned).collect();
        } else {
            assert!(made.is_empty(), "{path} writes down {made:?}, which is for {PLACE} alone");
        }
    }
    here.sort_unstable();
    assert_eq!(here, STEPS, "each is written down once");
    let place = sources().into_iter().find(|(path, _)| path == PLACE).map(|(_, text)| code(&text));
    let place = place.unwrap();
    assert!(!place.contains("_ => {}"), "each input and effect is named in {PLACE}");
}
