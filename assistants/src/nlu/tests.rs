use proptest::prelude::*;

use super::*;

/// Subjects with these patterns each, and the words of `~drink`.
fn index(subjects: &[&[&str]]) -> SubjectIndex {
    let drink = ["ale", "beer", "brown ale", "something to drink"].map(str::to_owned).to_vec();
    let classes = WordGroups::from([("drink".to_owned(), drink)]);
    let subjects: Vec<Vec<String>> =
        subjects.iter().map(|it| it.iter().map(ToString::to_string).collect()).collect();
    SubjectIndex::new(&classes, subjects.iter().map(Vec::as_slice))
}

fn always(_: usize) -> SubjectState {
    SubjectState::Always
}

fn answers(_: usize) -> SubjectState {
    SubjectState::Answers
}

/// The subject that is meant by words said to Mara.
fn find<'a>(
    index: &SubjectIndex,
    said: &'a str,
    state: impl Fn(usize) -> SubjectState,
) -> Option<SubjectFit<'a>> {
    index.fits(said, "Mara", state).into_iter().next()
}

fn fits(pattern: &str, said: &str) -> bool {
    !index(&[&[pattern]]).all_in(said).is_empty()
}

#[test]
fn a_pattern_asks_for_all_its_parts() {
    for (pattern, said, has) in [
        ("hello", "Hello!", true),
        ("hello", "hell o", false),
        ("old gate", "the OLD, rusty gate?", true),
        ("old gate", "the gate is old", true),
        ("old > gate", "the gate is old", false),
        ("old > gate", "the old one or another gate", false),
        ("dont know", "I don’t know", true),
        ("who are you", "who-are-you", true),
        ("über", "Über", true),
        ("i like *", "I like ...", false),
        ("i like *", "like I said", false),
        ("i like *", "I really like mead", true),
        ("i like *", "I would like mead", false),
        ("*", "...", false),
        ("yes yes", "yes", false),
        ("gate !inn", "the gate at the inn", false),
        ("~drink", "may I have something to drink", true),
        ("~drink", "may I have something to eat", false),
        ("want ~drink", "a beer is what I want", true),
        ("spoon", "my spons are gone", true),
    ] {
        assert_eq!(fits(pattern, said), has, "{pattern:?} in {said:?}");
    }
    assert!(fits("end", &("go ".repeat(99) + "end")));
    assert!(!fits("end", &("go ".repeat(100) + "end")), "nobody says so much at once");
}

#[test]
fn a_name_is_no_mistyped_word() {
    let finds = |said: &'static str| find(&index(&[&["rude"]]), said, answers).is_some();
    assert!(finds("how rudi") && finds("RUDI OAF"));
    assert!(!finds("is Rudi here"));
}

#[test]
fn a_star_takes_the_rest_as_typed() {
    let taken = |pattern: &str, said: &'static str| {
        find(&index(&[&[pattern]]), said, answers).and_then(|it| it.rest)
    };
    for (pattern, said, rest) in [
        ("i like *", "I like Mead, and Honey!!", Some("Mead, and Honey")),
        ("i like *", "Mara, I like: mead?", Some("mead")),
        ("i like *", "I like mead, Mara.", Some("mead")),
        ("i like *", "i like mead @mara", Some("mead")),
        ("i like *", "I like Mara", Some("Mara")),
        ("i like *", "I like (cold) O'Hara's", Some("(cold) O'Hara's")),
        ("i like *", "I like plum brandy, please!", Some("plum brandy")),
        ("i like *", "I like to please", Some("to")),
        ("i like *", "I like please", Some("please")),
        ("*", "@mara: mead @old-tom", Some("mead")),
        ("*", "mead", Some("mead")),
        ("*", "mead?", None),
        ("*", "one that is as long as this", Some("one that is as long as this")),
        ("*", "one that is so long that it must have some matter of its own in it", None),
    ] {
        assert_eq!(taken(pattern, said), rest, "{pattern:?} in {said:?}");
    }
}

#[test]
fn the_subject_is_meant_that_explains_most_of_the_line() {
    let town = index(&[
        &["gate", "old gate"],
        &["hill"],
        &["who are you", "your name"],
        &["spoon", "what lost"],
        &["hello"],
        &["how are you"],
        &["~drink please", "want ~drink"],
    ]);
    let meant = |said| find(&town, said, always).map(|it| it.subject);
    for (said, subject) in [
        ("what is behind the old gate?", Some(0)),
        ("Hello there", Some(4)),
        ("hello, can you tell me of the gate", Some(0)),
        ("hi mara, who are you", Some(2)),
        ("How are you, Mara?", Some(5)),
        ("how are you going to mend the roof", None),
        ("what have you lost, Mara?", Some(3)),
        ("a brown ale please", Some(6)),
        ("I would like to see where the great sea birds make their nests near a gate", None),
        ("I rode here on a whale", None),
        ("?!", None),
        ("", None),
    ] {
        assert_eq!(meant(said), subject, "{said:?}");
    }
}

#[test]
fn what_was_not_asked_for_is_closed_and_an_answer_counts_more() {
    let subjects = index(&[&["yes"], &["yes"], &["*"]]);
    let asked = |said, open: [SubjectState; 3]| {
        let state = |at: usize| open.get(at).copied().unwrap_or(SubjectState::Closed);
        find(&subjects, said, state).map(|it| it.subject)
    };
    let (closed, always, answers) =
        (SubjectState::Closed, SubjectState::Always, SubjectState::Answers);
    assert_eq!(asked("yes", [always, closed, closed]), Some(0));
    assert_eq!(asked("yes", [always, answers, answers]), Some(1));
    assert_eq!(asked("mead", [always, answers, answers]), Some(2));
    assert_eq!(asked("mead", [always, answers, closed]), None);
}

#[test]
fn a_faulty_pattern_is_named_and_fits_nothing() {
    let mut reader = PatternReader::new(&WordGroups::new());
    assert_eq!(reader.read("old gate"), Ok(()));
    assert_eq!(reader.read("Gate"), Err(PatternError::Unheard("Gate".to_owned())));
    assert_eq!(find(&index(&[&["Gate"]]), "gate", always), None);
}

proptest! {
    #[test]
    fn no_line_and_no_pattern_is_too_odd(
        said in r"(\PC|[ @'’{}*.-]|mara|hello|ale|i like|yes){0,40}",
        name in r"(\PC){0,4}",
        pattern in r"(\PC|\*| |!|>|~drink|a){0,8}",
    ) {
        let index = index(&[&[&pattern], &["i like *"]]);
        for state in [always, answers] {
            for fit in index.fits(&said, &name, state) {
                prop_assert!(fit.rest.is_none_or(|it| !it.is_empty() && said.contains(it)));
            }
        }
    }
}

#[test]
fn whoever_is_only_called_by_name_is_not_asked_about() {
    let index = index(&[&["mara", "who > mara"], &["hello"], &["spoon"]]);
    for (said, subject) in [
        ("Mara, hello", 1),
        ("hello Mara!", 1),
        ("hello, mara", 1),
        ("Mara", 0),
        ("what about Mara?", 0),
        ("tell me of mara", 0),
        ("Who is Mara?", 0),
        ("mara, any spoons?", 2),
    ] {
        assert_eq!(find(&index, said, always).map(|it| it.subject), Some(subject), "{said}");
    }
    assert!(find(&index, "Mara, it rains", always).is_none());
}
