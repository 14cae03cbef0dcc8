//! The grammar by example, and the properties that hold for any text.

use proptest::{collection::vec, prelude::*};

use super::*;

fn cut(text: &str) -> (&str, Option<&str>, &str) {
    let line = line(text).unwrap();
    (line.verb, line.switch, line.rest)
}

#[test]
fn a_line_is_cut_into_verb_switch_and_rest() {
    assert_eq!(cut("look"), ("look", None, ""));
    assert_eq!(cut("  give  apple to mara \t"), ("give", None, "apple to mara"));
    assert_eq!(cut("@npc list"), ("@npc", None, "list"));
    assert_eq!(cut("@npc/show mara"), ("@npc", Some("show"), "mara"));
    assert_eq!(cut("say/ hi"), ("say", None, "hi"));
    assert_eq!(cut("set/a/b c/d"), ("set", Some("a/b"), "c/d"));
    assert_eq!(cut("/look"), ("/look", None, ""));
    assert_eq!(cut("//"), ("//", None, ""));
    assert_eq!(cut("LOOK\u{a0}up"), ("LOOK", None, "up"));
    assert_eq!(line(""), None);
    assert_eq!(line(" \t\u{3000}"), None);
}

#[test]
fn shortcuts_stand_for_verbs() {
    assert_eq!(cut("'hello there"), ("say", None, "hello there"));
    assert_eq!(cut("\" hello \"you\""), ("say", None, "hello \"you\""));
    assert_eq!(cut("\u{201c}hello there"), ("say", None, "hello there"));
    assert_eq!(cut("\u{2018}hello there"), ("say", None, "hello there"));
    assert_eq!(cut(":waves."), ("emote", None, "waves."));
    assert_eq!(cut(" ;waves."), ("emote", None, "waves."));
    assert_eq!(cut("=gossip hi = there"), ("channel", None, "gossip hi = there"));
    assert_eq!(cut("'"), ("say", None, ""));
    assert_eq!(cut("say good day; drop all"), ("say", None, "good day; drop all"));
}

fn told(text: &str) -> Option<(Vec<&str>, &str)> {
    message(text).map(|message| (message.to, message.text))
}

#[test]
fn a_message_names_its_readers_before_the_equals_sign() {
    let bob = |text| Some((vec!["bob"], text));
    assert_eq!(told("bob = hi"), bob("hi"));
    assert_eq!(told(" bob=hi "), bob("hi"));
    assert_eq!(told("@bob = hi"), bob("hi"));
    assert_eq!(told("to bob = hi"), bob("hi"));
    assert_eq!(told("bob = \"a; b\" = c"), bob("\"a; b\" = c"));
    assert_eq!(told("bob, carol = text = more"), Some((vec!["bob", "carol"], "text = more")));
    assert_eq!(told("bob,carol ,, old tom,= hi"), Some((vec!["bob", "carol", "old tom"], "hi")));
    assert_eq!(told("to = hello"), Some((vec!["to"], "hello")));
    assert_eq!(told("2.guard = halt"), Some((vec!["2.guard"], "halt")));
}

#[test]
fn a_message_without_equals_sign_has_one_word_for_a_name() {
    let mira = |text| Some((vec!["mira"], text));
    assert_eq!(told("mira hello there"), mira("hello there"));
    assert_eq!(told("mira, hello there"), mira("hello there"));
    assert_eq!(told("mira: hello"), mira("hello"));
    assert_eq!(told("mira :)"), mira(":)"));
    assert_eq!(told("to mira, hello there"), mira("hello there"));
    assert_eq!(told("To mira hello"), mira("hello"));
    assert_eq!(told("to to mira hello"), mira("hello"));
    assert_eq!(told("@mira hello"), mira("hello"));
    assert_eq!(told("tom hello"), Some((vec!["tom"], "hello")));
}

#[test]
fn an_equals_sign_after_a_long_sentence_belongs_to_the_text() {
    let long = "mira the sum of it all is x = 5";
    assert_eq!(told(long), Some((vec!["mira"], "the sum of it all is x = 5")));
    assert_eq!(told("a b c d = x"), Some((vec!["a b c d"], "x")));
    assert_eq!(told("a b c d e = x"), Some((vec!["a"], "b c d e = x")));
    assert_eq!(told("mira is it? = x"), Some((vec!["mira"], "is it? = x")));
}

#[test]
fn a_message_needs_a_name_and_a_text() {
    for text in ["", " ", "mira", "to mira", "mira =", "old tom = ", "= hi", ", = hi", ",", "@ hi"]
    {
        assert_eq!(told(text), None, "{text:?}");
    }
    assert_eq!(told("bob? hi"), None, "a name ends in no question mark");
}

#[test]
fn directed_speech_is_recognised_and_other_speech_is_left_alone() {
    let to = |text| directed(text).map(|message| (message.to, message.text));
    let mira = |text| Some((vec!["mira"], text));
    assert_eq!(to("to mira hello"), mira("hello"));
    assert_eq!(to("to mira, x = 5; y"), mira("x = 5; y"));
    assert_eq!(to("TO mira = hello = you"), mira("hello = you"));
    assert_eq!(to("to old tom = hello"), Some((vec!["old tom"], "hello")));
    assert_eq!(to("to @mira hello"), mira("hello"));
    assert_eq!(to("@mira how are you?"), mira("@mira how are you?"));
    assert_eq!(to(" @mira, hi "), mira("@mira, hi"));
    assert_eq!(to("to be or not to be"), Some((vec!["be"], "or not to be")));
    let ordinary = [
        "",
        "hello",
        "mira: hello",
        "mira, hello",
        "mira = hello",
        "@mira",
        "@mira's hat is red",
        "to mira",
        "to",
        "together we stand",
        "hi @mira you",
        "@",
        "a = b",
    ];
    for text in ordinary {
        assert_eq!(to(text), None, "{text:?}");
    }
}

#[test]
fn mentions_are_names_after_at_signs() {
    let named = |text| mentions(text).collect::<Vec<_>>();
    assert_eq!(named("Ask @mara's brother or @tom."), ["mara", "tom"]);
    assert_eq!(
        named("(@Jean-Luc) \"@o'neil's\" '@anna_2' @jo\u{2019}s"),
        ["Jean-Luc", "o'neil", "anna_2", "jo"]
    );
    assert_eq!(named("@zo\u{eb}\u{2026}@mira"), ["zo\u{eb}", "mira"]);
    assert_eq!(named("bob@example.org, bob+x_@example.org, @ @! @-x"), Vec::<&str>::new());
    assert_eq!(named("@mara@example.org"), ["mara"]);
}

#[test]
fn questions_end_with_a_question_mark_under_closing_marks() {
    for text in ["why?", "Why? ", "he said \"why?\"", "(really?) ", "«où?»", "\u{201c}who?\u{201d}"]
    {
        assert!(is_question(text), "{text:?}");
    }
    for text in ["", "why", "Why? Because.", "? no", "\"\""] {
        assert!(!is_question(text), "{text:?}");
    }
}

fn named(text: &str) -> (Pick, &str) {
    let noun = noun(text).unwrap();
    (noun.pick, noun.words)
}

#[test]
fn nouns_lose_their_articles_and_keep_their_words() {
    assert_eq!(named("sword"), (Pick::Any, "sword"));
    assert_eq!(named(" The  red apple "), (Pick::Any, "red apple"));
    assert_eq!(named("my lantern"), (Pick::Any, "lantern"));
    assert_eq!(named("some of a bread"), (Pick::Any, "of a bread"));
    assert_eq!(named("the"), (Pick::Any, "the"));
    assert_eq!(named("theatre ticket"), (Pick::Any, "theatre ticket"));
    assert_eq!(named("all-weather coat"), (Pick::Any, "all-weather coat"));
    assert_eq!(noun(" "), None);
}

#[test]
fn nouns_count() {
    assert_eq!(named("2.sword"), (Pick::Nth(2), "sword"));
    assert_eq!(named("the 2. red sword"), (Pick::Nth(2), "red sword"));
    assert_eq!(named("second sword"), (Pick::Nth(2), "sword"));
    assert_eq!(named("the Tenth of my swords"), (Pick::Nth(10), "of my swords"));
    assert_eq!(named("3rd sword"), (Pick::Nth(3), "sword"));
    assert_eq!(named("9999.sword"), (Pick::Nth(9999), "sword"));
    assert_eq!(named("10000.sword"), (Pick::Nth(9999), "sword"));
    assert_eq!(named("99999999999999999999.sword"), (Pick::Nth(9999), "sword"));
    assert_eq!(named("second"), (Pick::Any, "second"));
    assert_eq!(named("eleventh sword"), (Pick::Nth(11), "sword"));
    for text in ["0.sword", "0th sword", "2.", "0 swords", "2", "two", "-1.sword"] {
        assert_eq!(named(text), (Pick::Any, text));
    }
}

#[test]
fn nouns_take_all() {
    assert_eq!(named("all"), (Pick::All, ""));
    assert_eq!(named("ALL.coin"), (Pick::All, "coin"));
    assert_eq!(named("all coins"), (Pick::All, "coins"));
    assert_eq!(named("all of my coins"), (Pick::All, "coins"));
    assert_eq!(named("all."), (Pick::Any, "all."));
}

#[test]
fn nouns_take_a_number() {
    assert_eq!(named("2 swords"), (Pick::Count(2), "swords"));
    assert_eq!(named("the Three swords"), (Pick::Count(3), "swords"));
    assert_eq!(named("twelve of my red swords"), (Pick::Count(12), "red swords"));
    assert_eq!(named("99999 swords"), (Pick::Count(9999), "swords"));
    assert_eq!(named("one sword"), (Pick::Any, "sword"));
    assert_eq!(named("1 sword"), (Pick::Any, "sword"));
    assert_eq!(named("one-eyed cat"), (Pick::Any, "one-eyed cat"));
}

#[test]
fn phrases_link_two_nouns() {
    let read = |text: &'static str| phrase(text).unwrap().to_string();
    assert_eq!(read("apple to mara"), "apple to mara");
    assert_eq!(read("the 2nd coin from the chest"), "2nd coin from chest");
    assert_eq!(read("all coins INTO my bag"), "all coins in bag");
    assert_eq!(read("all onto table"), "all on table");
    assert_eq!(read("letter from home to mara"), "letter from home to mara");
    let letter = phrase("letter from home to mara").unwrap();
    assert_eq!(letter.direct.words, "letter", "the first preposition is the link");
    assert_eq!(letter.link.unwrap().1.words, "home to mara");
    for text in ["apple", "apple to", "to mara", "into", "coat of mail", "token"] {
        assert_eq!(phrase(text).unwrap().link, None, "{text:?}");
    }
    assert_eq!(phrase(" "), None);
}

#[test]
fn a_leading_preposition_comes_off() {
    assert_eq!(leading(" at the red door"), (Some(Preposition::At), "the red door"));
    assert_eq!(leading("inside chest"), (Some(Preposition::In), "chest"));
    assert_eq!(leading("at"), (None, "at"));
    assert_eq!(leading("attic"), (None, "attic"));
}

#[test]
fn directions_are_read_by_name_and_abbreviation() {
    assert_eq!(Direction::parse("north-east"), Some(Direction::NorthEast));
    assert_eq!(Direction::parse(" South West "), Some(Direction::SouthWest));
    assert_eq!(Direction::parse("U"), Some(Direction::Up));
    for text in ["", "nor", "i", "o", "north by east", "\u{212a}"] {
        assert_eq!(Direction::parse(text), None, "{text:?}");
    }
}

#[test]
fn directions_have_names_and_opposites() {
    for way in Direction::ALL {
        assert_eq!(Direction::parse(&way.to_string()), Some(way));
        assert_eq!(Direction::parse(way.short()), Some(way));
        assert_ne!(way.opposite(), way);
        assert_eq!(way.opposite().opposite(), way);
    }
    assert_eq!(Direction::NorthEast.opposite(), Direction::SouthWest);
    assert_eq!(Direction::In.opposite(), Direction::Out);
    assert!(Direction::ALL.is_sorted());
}

#[test]
fn directions_are_written_as_their_variants() {
    assert_eq!(ron::to_string(&Direction::NorthEast).unwrap(), "NorthEast");
    assert_eq!(ron::from_str::<Direction>("Out").unwrap(), Direction::Out);
}

/// Picks among (name, keywords), handing back positions counted from one.
fn choose(text: &str, things: &[(&str, &[&'static str])]) -> Picked<usize> {
    let candidates = things.iter().zip(1..).map(|(&(name, keywords), value)| Candidate {
        value,
        name,
        keywords,
    });
    pick(&noun(text).unwrap(), candidates)
}

const FRUIT: &[(&str, &[&str])] = &[
    ("a red apple", &["fruit"]),
    ("a green apple", &["fruit"]),
    ("an applecart", &[]),
    ("a red apple", &["fruit"]),
];

#[test]
fn a_noun_matches_words_and_prefixes() {
    assert_eq!(choose("green", FRUIT), Picked::Found(vec![2]));
    assert_eq!(choose("Apple GREEN", FRUIT), Picked::Found(vec![2]));
    assert_eq!(choose("g a", FRUIT), Picked::Found(vec![2]));
    assert_eq!(choose("green fruit", FRUIT), Picked::Found(vec![2]));
    assert_eq!(choose("applec", FRUIT), Picked::Found(vec![3]));
    for text in ["pear", "green pear", "apples", "een", "!?", "green cart"] {
        assert_eq!(choose(text, FRUIT), Picked::Nothing, "{text:?}");
    }
}

#[test]
fn different_names_are_ambiguous_and_like_ones_are_not() {
    assert_eq!(choose("red", FRUIT), Picked::Found(vec![1]));
    assert_eq!(choose("the red apple", FRUIT), Picked::Found(vec![1]));
    assert_eq!(choose("fruit", FRUIT), Picked::Ambiguous(vec![1, 2]));
    assert_eq!(choose("a", FRUIT), Picked::Ambiguous(vec![1, 2, 3]));
}

#[test]
fn better_fits_win() {
    let swords: &[(&str, &[&str])] =
        &[("swordfish", &[]), ("a long sword", &[]), ("the Sword", &[]), ("old coin", &[])];
    assert_eq!(choose("sword", swords), Picked::Found(vec![3]), "a whole name");
    assert_eq!(choose("sword", &swords[..2]), Picked::Found(vec![2]), "a whole word");
    assert_eq!(choose("sword", &swords[..1]), Picked::Found(vec![1]), "a prefix");
    assert_eq!(choose("2.sword", swords), Picked::Found(vec![3]), "counted among whole words");
    assert_eq!(choose("all sword", swords), Picked::Found(vec![2, 3]));
}

#[test]
fn numbers_count_and_all_takes_all() {
    assert_eq!(choose("2.apple", FRUIT), Picked::Found(vec![2]));
    assert_eq!(choose("second red apple", FRUIT), Picked::Found(vec![4]));
    assert_eq!(choose("4.app", FRUIT), Picked::Found(vec![4]));
    assert_eq!(choose("4.apple", FRUIT), Picked::Nothing);
    assert_eq!(choose("all", FRUIT), Picked::Found(vec![1, 2, 3, 4]));
    assert_eq!(choose("all apples", FRUIT), Picked::Found(vec![1, 2, 4]));
    assert_eq!(choose("all.green", FRUIT), Picked::Found(vec![2]));
    assert_eq!(choose("all pears", FRUIT), Picked::Nothing);
    assert_eq!(choose("all", &[]), Picked::Nothing);
    assert_eq!(choose("all torches", &[("torch", &[])]), Picked::Found(vec![1]));
}

#[test]
fn names_may_begin_like_grammar_and_nouns_may_not_be_endless() {
    let things: &[(&str, &[&str])] = &[("first aid kit", &[]), ("well-worn boots", &[])];
    assert_eq!(choose("first aid kit", things), Picked::Found(vec![1]));
    assert_eq!(choose("first aid k", things), Picked::Found(vec![1]), "the first of a name");
    assert_eq!(choose("worn boots", things), Picked::Found(vec![2]));
    assert_eq!(choose(&"w ".repeat(12), things), Picked::Found(vec![2]));
    assert_eq!(choose(&"w ".repeat(13), things), Picked::Nothing);
}

#[test]
fn what_is_called_so_comes_before_the_grammar() {
    let things: &[(&str, &[&str])] = &[
        ("a key", &[]),
        ("a brass key", &[]),
        ("the second key", &[]),
        ("an all black hat", &["all hats"]),
        ("two apples", &["painting"]),
        ("some letters", &[]),
        ("a compass", &["2.mug"]),
    ];
    for (text, which) in [
        ("second key", 3),
        ("the SECOND key", 3),
        ("2.key", 2),
        ("2nd key", 2),
        ("all black hat", 4),
        ("all hats", 4),
        ("two apples", 5),
        ("some letters", 6),
        ("the letters", 6),
        ("2.mug", 7),
    ] {
        assert_eq!(choose(text, things), Picked::Found(vec![which]), "{text:?}");
    }
    assert_eq!(choose("second compass", things), Picked::Nothing);
    // If no interpretation matches, the text may still be an abbreviated name.
    let stone: &[(&str, &[&str])] = &[("the ninth standing stone", &[]), ("a stone", &[])];
    assert_eq!(choose("ninth stone", stone), Picked::Found(vec![1]));
    assert_eq!(choose("ninth stan", stone), Picked::Found(vec![1]));
    assert_eq!(choose("2.stone", stone), Picked::Found(vec![2]));
    let n = Candidate::<_, &str> { value: 1, name: "n", keywords: &[] };
    for (text, is_so) in [("n", true), ("the N", true), ("no", false), ("2.n", false), ("!", false)]
    {
        let called = pick_called(&noun(text).unwrap(), [n]);
        assert_eq!(called == Picked::Found(vec![1]), is_so, "{text:?}");
    }
}

/// As [`choose`], for a verb that takes several.
fn take(text: &str, things: &[(&str, &[&'static str])]) -> (Picked<usize>, Option<usize>) {
    let candidates = things.iter().zip(1..).map(|(&(name, keywords), value)| Candidate {
        value,
        name,
        keywords,
    });
    pick_several(&noun(text).unwrap(), candidates)
}

#[test]
fn several_are_taken_by_a_plural_or_a_number() {
    let found = |which: &[usize], most| (Picked::Found(which.to_vec()), most);
    assert_eq!(take("apples", FRUIT), found(&[1, 2, 4], None));
    assert_eq!(take("red apples", FRUIT), found(&[1, 4], None));
    assert_eq!(take("some apples", FRUIT), found(&[1, 2, 4], None));
    assert_eq!(take("two apples", FRUIT), found(&[1, 2, 4], Some(2)));
    assert_eq!(take("3 red apples", FRUIT), found(&[1, 4], Some(3)));
    assert_eq!(take("2.apple", FRUIT), found(&[2], None));
    assert_eq!(take("one red apple", FRUIT), found(&[1], None));
    assert_eq!(take("fruit", FRUIT), (Picked::Ambiguous(vec![1, 2]), None));
    assert_eq!(take("pears", FRUIT), (Picked::Nothing, None));
    let things: &[(&str, &[&str])] = &[
        ("a compass", &[]),
        ("a blue glass bead", &[]),
        ("a brass ear", &[]),
        ("a bra", &[]),
        ("a berry", &[]),
        ("the three spoons", &[]),
        ("applesauce", &[]),
        ("an apple", &[]),
    ];
    assert_eq!(take("compass", things), found(&[1], None));
    assert_eq!(take("compasses", things), found(&[1], None));
    assert_eq!(take("glass", things), found(&[2], None));
    assert_eq!(take("brass", things), found(&[3], None), "a word of its own is no plural");
    assert_eq!(take("bras", things), found(&[4], None), "a plural comes before a beginning");
    assert_eq!(take("berries", things), found(&[5], None));
    assert_eq!(take("three spoons", things), found(&[6], None), "so it is called");
    assert_eq!(take("apples", things), found(&[8], None));
    assert_eq!(take("applesa", things), found(&[7], None));
}

#[test]
fn near_words_are_suggested_nearest_first() {
    let verbs = ["say", "look", "lock", "inventory", "whisper", "who", "page", "get", "give"];
    assert_eq!(near("lok", verbs), ["lock", "look"]);
    assert_eq!(near("LOOK", verbs), ["look", "lock"]);
    assert_eq!(near("gte", verbs), ["get"], "neighbours swapped");
    assert_eq!(near("whsiperr", verbs), ["whisper"], "two errors in a long word");
    assert_eq!(near("inv", verbs), ["inventory"]);
    assert_eq!(near("w", verbs), ["whisper", "who"]);
    assert_eq!(near("/look", verbs), ["look", "lock"]);
    assert_eq!(near("town/sqaure", ["town/square", "town/gate"]), ["town/square"]);
    assert_eq!(near("a", ["ad", "ac", "ab", "aa", "ab"]), ["aa", "ab", "ac"], "three at most");
    for text in ["", "wave", "dance", &"l".repeat(65)] {
        assert!(near(text, verbs).is_empty(), "{text:?}");
    }
}

/// The textbook table for the same distance, to compare with.
fn table(a: &[char], b: &[char]) -> usize {
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let wrong = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                let swapped = if swap { rows[i - 2][j - 2] + 1 } else { wrong };
                wrong.min(swapped).min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1)
            };
        }
    }
    rows[a.len()][b.len()]
}

/// Pieces of the grammar, separated by bars.
const PIECES: &str = " |  |\t|=|,|@|'|'s|/|:|;|\"|?|.|-|2.|0.|99999.|2nd |all|all.|of |the |my |\
    first |two |3 |to |To|in | from | at|bob|old tom|coins|\u{212a}|\u{e9}|\u{2019}s|\u{3000}";

/// Any text of up to 4 KiB: half of it close to the grammar.
fn text() -> impl Strategy<Value = String> {
    let piece = || proptest::sample::select(PIECES.split('|').collect::<Vec<_>>());
    let mixed = vec(piece(), 0..40).prop_map(|pieces| pieces.concat());
    let anything = vec(any::<char>(), 0..1024).prop_map(String::from_iter);
    let repeated = (piece(), 0..1024usize)
        .prop_map(|(piece, times)| piece.repeat(times.min(4096 / piece.len())));
    prop_oneof![2 => mixed, 1 => anything, 1 => repeated]
}

/// Returns whether `part` is a slice of `whole` in memory, not a copy.
fn within(whole: &str, part: &str) -> bool {
    let (whole, part) = (whole.as_bytes().as_ptr_range(), part.as_bytes().as_ptr_range());
    whole.start <= part.start && part.end <= whole.end
}

proptest! {
    #[test]
    fn lines_are_pieces_and_read_back(text in text()) {
        let Some(read) = line(&text) else {
            prop_assert!(text.trim().is_empty());
            return Ok(());
        };
        prop_assert!(!read.verb.is_empty());
        prop_assert!(within(&text, read.verb) || ["say", "emote", "channel"].contains(&read.verb));
        prop_assert!(within(&text, read.rest) && read.rest.trim() == read.rest);
        prop_assert!(read.switch.is_none_or(|switch| !switch.is_empty() && within(&text, switch)));
        let written = read.to_string();
 prop_assert_eq!(line(&written), Some(read));
    }

    #[test]
    fn messages_are_pieces_and_read_back(text in text()) {
        if let Some(read) = message(&text) {
            prop_assert!(!read.to.is_empty() && !read.text.is_empty());
            prop_assert!(read.to.iter().all(|name| within(&text, name) && !name.is_empty()));
            prop_assert!(text.trim_end().ends_with(read.text) && within(&text, read.text));
            let written = read.to_string();
 prop_assert_eq!(message(&written), Some(read));
        }
    }

    #[test]
    fn directed_speech_keeps_its_text(text in text()) {
        if let Some(read) = directed(&text) {
            prop_assert_eq!(read.to.len(), 1);
            prop_assert!(within(&text, read.to[0]) && within(&text, read.text));
            prop_assert!(text.trim_end().ends_with(read.text));
            let again = format!("to {read}");
            let again = directed(&again).unwrap();
            prop_assert_eq!(again, read);
        }
    }

    #[test]
    fn mentions_are_pieces(text in text()) {
        for name in mentions(&text) {
            prop_assert!(within(&text, name) && !name.is_empty());
            prop_assert!(!name.contains(char::is_whitespace));
        }
        prop_assert_eq!(is_question(&format!("{text}?\") ")), true);
    }

    #[test]
    fn nouns_and_phrases_are_pieces_and_read_back(text in text()) {
        let Some(read) = phrase(&text) else {
            prop_assert!(text.trim().is_empty() && noun(&text).is_none());
            return Ok(());
        };
        let other = read.link.map(|(_, noun)| noun);
        for noun in [Some(read.direct), other, noun(&text)].into_iter().flatten() {
            prop_assert!(within(&text, noun.words) && within(&text, noun.typed));
            prop_assert!(noun.typed.ends_with(noun.words));
            prop_assert!(!noun.words.is_empty() || noun.pick == Pick::All);
            prop_assert!(!matches!(noun.pick, Pick::Nth(n) if n == 0 || n > 9999));
            prop_assert!(!matches!(noun.pick, Pick::Count(n) if !(2..=9999).contains(&n)));
            let written = noun.to_string();
 prop_assert_eq!(super::noun(&written), Some(noun));
        }
        let written = read.to_string();
 prop_assert_eq!(phrase(&written), Some(read));
        prop_assert!(within(&text, leading(&text).1));
    }

    #[test]
    fn a_thing_answers_to_its_own_name(name in "[a-z]{1,6}( [a-z]{1,6}){0,3}", other in text()) {
        let candidates = [(&*other, 0), (&*name, 1)]
            .map(|(name, value)| Candidate::<_, &str> { value, name, keywords: &[] });
        let whole = Noun::called(noun::without_articles(&name));
        prop_assert!(matches!(pick(&whole, candidates), Picked::Found(found) if found.len() == 1));
        let Some(any) = noun(&other) else { return Ok(()) };
        match pick(&any, candidates) {
            Picked::Found(found) => {
                let many = matches!(any.pick, Pick::All | Pick::Count(_));
                prop_assert!(found.len() == 1 || (found.len() == 2 && many));
            }
            Picked::Ambiguous(names) => {
                prop_assert!(names == [0, 1]);
            }
            Picked::Nothing => prop_assert!(!any.words.is_empty()),
        }
    }

    #[test]
    fn distances_agree_with_the_table(a in "[abc]{0,7}", b in "[abc]{0,7}", budget in 0..3u8) {
        let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
        let expected = u8::try_from(table(&a, &b)).ok().filter(|errors| *errors <= budget);
        prop_assert_eq!(suggest::errors(&a, &b, budget), expected);
    }

    #[test]
    fn suggestions_do_not_depend_on_order(word in text(), mut words in vec("[a-c]{1,4}", 0..9)) {
        let short: String = word.chars().filter(|c| "abc".contains(*c)).take(4).collect();
        let forward: Vec<String> =
            near(&short, words.iter().map(String::as_str)).into_iter().map(String::from).collect();
        words.reverse();
        prop_assert_eq!(forward.clone(), near(&short, words.iter().map(String::as_str)));
        prop_assert!(forward.len() <= 3);
        prop_assert!(near(&word, [&*word]).len() <= 1);
    }

    #[test]
    fn directions_never_panic(text in text()) {
        if let Some(way) = Direction::parse(&text) {
            prop_assert_eq!(Direction::parse(way.name()), Some(way));
        }
    }
}

#[test]
fn several_words_may_read_like_speech() {
    for text in [
        "what is this",
        "Is it?",
        "polish it, would you?",
        "i am lost",
        "help me, Pip",
        "why?",
        "why",
        "what's the news",
        "What\u{2019}s up",
        "who's there",
        "whats for dinner",
        "don't leave",
        "isnt it late",
    ] {
        assert!(is_speech(text), "{text:?}");
    }
    for text in [
        "",
        "me",
        "polish the well",
        "whatever it is",
        "youth is lost",
        "dos and donts",
        "cans of eel",
    ] {
        assert!(!is_speech(text), "{text:?}");
    }
}
