//! A day of talk: whatever a character hears, what is kept of it has its bounds, and nobody's talk
//! costs anybody else a memory.

use assistants::mind::bounds::MindBounds;
use engine::label::MOST_ORIGINS;
use tests::day;

#[test]
fn what_is_kept_of_a_day_has_its_bounds() {
    let it = day::play(60, 10).unwrap();
    println!("{it:?}");
    // Whoever comes in is greeted besides.
    assert_eq!((it.lines, it.answers), (600, 660));
    assert!(it.most_origins <= MOST_ORIGINS && it.label_bytes < 400, "{it:?}");
    let MindBounds { lines, acquaintances, .. } = MindBounds::IN_PLAY;
    assert!(it.stream <= lines && it.people <= acquaintances, "{it:?}");
    // Each of them is remembered, however much the others said.
    assert_eq!((it.people, it.sources), (60, 60), "{it:?}");
    // Whose words they are is known of each.
    assert_eq!(it.many, 0, "{it:?}");
    // Each line, each answer, and a note for every third.
    assert!(it.notes <= 1_600 && it.notes_bytes < it.notes * 1_000, "{it:?}");
    assert!(it.record_bytes < it.answers * 8_192, "{it:?}");
}
