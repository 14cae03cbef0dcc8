//! Property and unit tests of the index.

use proptest::prelude::*;

use super::*;

/// Noon of the 15th of May 2023, a Monday.
const NOON: i64 = 1_684_152_000;
const DAY: i64 = 86_400;

fn line<'a>(key: u64, speaker: &'static str, text: &'a str) -> MemoryLine<'a> {
    MemoryLine { key, speaker, at: NOON, conversation: 0, readers: 0, text }
}

fn index(lines: &[MemoryLine<'_>]) -> LineIndex {
    let mut index = LineIndex::new(Language::default(), 1_000);
    lines.iter().for_each(|it| index.push(it));
    index
}

fn ask(index: &LineIndex, text: &str, may_read: impl Fn(u32) -> bool) -> FoundLines {
    let question = LineQuestion { text, asker: None, now: NOON + 30 * DAY, limit: 10 };
    index.search(&mut SearchScratch::default(), &question, may_read)
}

fn keys(index: &LineIndex, text: &str) -> Vec<u64> {
    ask(index, text, |_| true).lines.iter().map(|it| it.key).collect()
}

/// Lines that are each in a conversation of their own, so that none affects the score of another.
fn apart<'a>(texts: &[(&'static str, &'a str)]) -> Vec<MemoryLine<'a>> {
    let lines = (0..).zip(texts).map(|(key, (speaker, text))| MemoryLine {
        conversation: u32::try_from(key).unwrap(),
        ..line(key, speaker, text)
    });
    lines.collect()
}

#[test]
fn words_are_found_in_all_their_forms() {
    let index = index(&apart(&[
        ("Ann", "My mum painted a heron."),
        ("Ann", "It rained."),
        ("Bob", "The photographer was late."),
    ]));
    assert_eq!(keys(&index, "Whose mothers paint herons?"), [0]);
    assert_eq!(keys(&index, "photography"), [2], "a shared beginning");
    assert_eq!(keys(&index, "a portrait"), [0], "a related word");
    assert_eq!(keys(&index, "elephants"), [0_u64; 0]);
    assert_eq!(keys(&self::index(&[]), "What did Ann paint in May?"), [0_u64; 0]);
}

#[test]
fn one_of_a_kind_and_other_words_for_it_are_found() {
    let index = index(&apart(&[
        ("Ann", "I've brought the fiddle."),
        ("Bob", "I have a lodging with them, one and six a week."),
        ("Cyd", "She lives in Lull."),
    ]));
    assert_eq!(keys(&index, "Which instrument was it?")[0], 0, "a fiddle is one");
    assert_eq!(keys(&index, "the fiddle")[0], 0);
    assert_eq!(keys(&index, "How much rent is it?")[0], 1);
    assert_eq!(keys(&index, "Where is she living?")[0], 2);
    assert!(is_related("job", "work") && !is_related("rent", "lodg"), "lines are read by less");
}

#[test]
fn neighbours_lend_weight_within_their_conversation() {
    let mut lines = vec![
        line(0, "Ann", "Tea?"),
        line(1, "Ann", "I lost the flute."),
        line(2, "Bob", "Where?"),
        line(3, "Ann", "In the canal."),
    ];
    lines.push(MemoryLine { conversation: 1, ..line(4, "Bob", "Good night.") });
    let found = ask(&index(&lines), "the flute", |_| true);
    let keys: Vec<_> = found.lines.iter().map(|it| it.key).collect();
    // The line after it has more of it than the one before, but is a question.
    assert_eq!(keys, [1, 3, 2, 0]);
    assert_eq!(found.because(&found.lines[0].why), "has flute");
    assert_eq!(found.because(&found.lines[1].why), "near flute");
    let whole = found.lines[0].score;
    assert!((found.lines[1].score / whole - 0.7 * 0.75).abs() < 1e-5);
}

#[test]
fn the_one_who_is_named_spoke_it() {
    let index = index(&apart(&[
        ("Melanie", "The lake is cold."),
        ("Caroline", "The lake is cold."),
        ("Melanie", "Nothing of the sort."),
    ]));
    assert_eq!(keys(&index, "What did Mel say of the lake?"), [0, 2, 1]);
    assert_eq!(keys(&index, "What did Caroline say of the lake?"), [1, 0]);
    assert_eq!(keys(&index, "What did Mel and Caroline say of the lake?"), [1, 0]);
    assert_eq!(keys(&index, "Caroline?"), [1], "with nothing else to look for");
}

#[test]
fn days_and_words_of_time_count() {
    let mut lines = apart(&[
        ("Ann", "I swam in the lake."),
        ("Ann", "I swam in the lake."),
        ("Ann", "I swam in the lake two months ago."),
        ("Ann", "Did you swim in the lake?"),
    ]);
    lines[1].at = NOON - 60 * DAY;
    let index = index(&lines);
    assert_eq!(keys(&index, "When did Ann swim in the lake?"), [2, 1, 0, 3]);
    assert_eq!(keys(&index, "What did Ann do in the lake in March 2023?"), [2, 1, 0, 3]);
    assert_eq!(keys(&index, "What was on 15 May 2023?")[..2], [2, 0], "by the date alone");
}

#[test]
fn what_may_not_be_read_does_not_exist() {
    let told = [
        line(0, "Ann", "The flute is old."),
        line(2, "Ann", "It was a gift."),
        line(4, "Bob", "Tea is ready."),
    ];
    let secret = |key, text| MemoryLine { readers: 1, ..line(key, "Cato", text) };
    let mut secrets = [secret(1, "The flute is stolen."), secret(3, "Cato hid a flute in March.")];
    secrets[1].at = NOON + 20 * DAY;
    let mut all: Vec<_> = told.iter().chain(&secrets).copied().collect();
    all.sort_by_key(|it| it.key);
    let (without, with) = (index(&told), index(&all));
    for question in
        ["the flute", "Where did Cato hide the flute?", "gift in March", "in June", "stolen tea"]
    {
        assert_eq!(ask(&without, question, |_| true), ask(&with, question, |it| it == 0));
    }
    assert_eq!(keys(&with, "stolen"), [1, 3, 2, 0, 4]);
}

#[test]
fn conversations_may_go_on_side_by_side() {
    let lines: Vec<_> = (0_u64..40)
        .map(|key| MemoryLine {
            conversation: u32::try_from(key % 2).unwrap(),
            ..line(key, "Ann", if key == 20 { "A flute." } else { "Yes indeed." })
        })
        .collect();
    let found = keys(&index(&lines), "flute");
    assert!(found.iter().all(|it| it % 2 == 0), "{found:?}");
    assert_eq!(found[..4], [20, 22, 24, 18], "the next of its own conversation");
}

#[test]
fn forgetting_leaves_no_trace() {
    let lines = apart(&[
        ("Ann", "The flute is old, since yesterday."),
        ("Cato", "Nobody knows the quagmire."),
        ("Bob", "The flute plays in May."),
    ]);
    let mut forgetful = index(&lines);
    forgetful.retain(|key| key != 1);
    let mut fresh = index(&[lines[0], lines[2]]);
    assert_eq!(forgetful.lines(), 2);
    assert_eq!(forgetful.terms.find("quagmir"), None);
    assert_eq!(forgetful.speakers.find("Cato"), None);
    for question in ["When was the flute played?", "in May 2023", "Cato", "Nobody in the quagmire"]
    {
        assert_eq!(ask(&forgetful, question, |_| true), ask(&fresh, question, |_| true));
    }
    // It goes on as if the line had never been there.
    for it in [&mut forgetful, &mut fresh] {
        it.push(&line(9, "Dora", "A flute of glass."));
    }
    assert_eq!(keys(&forgetful, "glass flute"), keys(&fresh, "glass flute"));
}

#[test]
fn the_oldest_lines_go_first() {
    let mut index = LineIndex::new(Language::default(), 16);
    for key in 0..100 {
        index.push(&line(key, "Ann", &format!("word{key} flute")));
        assert!(index.lines() <= 18);
    }
    assert!(index.lines() >= 16);
    assert_eq!(keys(&index, "word99").first(), Some(&99));
    assert_eq!(keys(&index, "word3"), [0_u64; 0]);
}

#[test]
fn a_language_of_ones_own() {
    let mut index = LineIndex::new(Language::parse("German").unwrap(), 10);
    index.push(&line(0, "Ann", "Die H\u{e4}user am Flu\u{df} sind alt."));
    index.push(&MemoryLine { conversation: 1, ..line(1, "Ann", "Es regnet.") });
    assert_eq!(keys(&index, "Welches Haus ist \u{e4}lter?"), [0]);
}

proptest! {
    /// Every search is deterministic, ordered and within bounds, and used scratch space changes
    /// nothing.
    #[test]
    fn whatever_is_said_the_promises_hold(
        texts in prop::collection::vec(".{0,60}|(flute|May|when|yesterday|Ann|7|\\?| ){0,9}", 0..20),
        question in ".{0,60}|(flute|in May|when|yesterday|Ann|an|\\?| ){0,9}",
        ats in prop::collection::vec(any::<i64>(), 20),
        now in any::<i64>(),
        limit in 0_usize..12,
    ) {
        let mut index = LineIndex::new(Language::default(), 12);
        for (key, (text, at)) in (0_u64..).zip(texts.iter().zip(ats)) {
            let (conversation, readers) = (u32::try_from(key / 3).unwrap(), u32::from(key % 4 == 0));
            index.push(&MemoryLine { at, conversation, readers, ..line(key, "Ann", text) });
        }
        let question = LineQuestion { text: &question, asker: None, now, limit };
        let mut used = SearchScratch::default();
        let all = index.search(&mut used, &question, |_| true);
        let some = index.search(&mut used, &question, |it| it == 0);
        prop_assert_eq!(&index.search(&mut SearchScratch::default(), &question, |_| true), &all);
        prop_assert!(all.lines.len() <= limit && all.lines.iter().all(|it| it.score.is_finite()));
        prop_assert!(some.lines.iter().all(|it| it.key % 4 != 0));
        let ordered = all.lines.windows(2).all(|it| {
            (it[0].score, it[0].key) > (it[1].score, it[1].key)
        });
        prop_assert!(ordered);
    }
}
