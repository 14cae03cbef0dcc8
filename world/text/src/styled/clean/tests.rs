use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{
        BidiControl, DefaultIgnorableCodePoint, GeneralCategory, NoncharacterCodePoint,
        VariationSelector,
    },
};
use proptest::prelude::*;

use super::{super::CleanText, MAX_MARKS};

fn clean(raw: &str) -> String {
    CleanText::new(raw).to_string()
}

/// Asserts that each text is cleaned to the other.
fn each(texts: &[(&str, &str)]) {
    for (raw, wanted) in texts {
        assert_eq!(clean(raw), *wanted, "{}", raw.escape_unicode());
    }
}

/// Asserts that each text stays as it is.
fn stays(texts: &[&str]) {
    for text in texts {
        assert_eq!(clean(text), *text, "{}", text.escape_unicode());
    }
}

fn is_mark(c: char) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    matches!(category, GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark)
}

/// Returns whether a character must not occur in a clean text.
fn is_barred(c: char) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    let joins = matches!(c, '\u{200C}' | '\u{200D}' | '\u{FE0E}' | '\u{FE0F}');
    c.is_control()
        || category == GeneralCategory::PrivateUse
        || CodePointSetData::new::<BidiControl>().contains(c)
        || CodePointSetData::new::<NoncharacterCodePoint>().contains(c)
        || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c) && !joins
}

#[test]
fn no_barred_character_gets_in_anywhere() {
    for c in ('\0'..=char::MAX).filter(|c| is_barred(*c)) {
        let raw = format!("a{c}b م{c}ی क{c}ष 👩{c}🚀 1{c}1");
        assert!(!clean(&raw).contains(is_barred), "{}", c.escape_unicode());
    }
}

#[test]
fn words_of_all_scripts_stay_as_they_are() {
    stays(&[
        "héllo ☃ 漢字",
        "می‌خواهم و خانه‌ها",
        "क्ष क्‌ष क्‍ष",
        "শ্রী র‍্যাব",
        "ශ්‍රී ලංකා",
        "வணக்கம் நண்பர்களே",
        "ကျွန်ုပ်",
        "ก็ที่",
        "བསྒྲུབས",
        "שָׁלוֹם",
        "\u{600}۱۲",
        "한국어",
    ]);
}

#[test]
fn joiners_stand_only_where_something_is_joined() {
    each(&[
        ("a\u{200C}b\u{200D}c", "abc"),
        ("\u{200C}می\u{200C}", "می"),
        ("می\u{200C} \u{200C}خواهم", "می خواهم"),
        ("می\u{200C}\u{200C}\u{200D}خواهم", "می\u{200C}خواهم"),
        ("می\u{200C}!", "می!"),
        ("می\u{200C}x", "میx"),
        ("1\u{200D}2", "12"),
        ("👩\u{200D}", "👩"),
        ("\u{200D}👩", "👩"),
        ("👩\u{200D}\u{200D}🚀", "👩\u{200D}🚀"),
        ("👩\u{200C}🚀", "👩🚀"),
        ("👩\u{200D}a", "👩a"),
        // Dropped characters between them do not separate them.
        ("می\u{200C}\u{202E}خ", "می\u{200C}خ"),
    ]);
    stays(&["👩\u{200D}🚀", "👩🏽\u{200D}🚀", "🏳\u{FE0F}\u{200D}🌈", "👁\u{FE0F}\u{200D}🗨\u{FE0F}"]);
}

#[test]
fn a_variation_selector_needs_a_picture() {
    stays(&["❤\u{FE0F}!", "☀\u{FE0E}", "1\u{FE0F}\u{20E3}"]);
    each(&[
        ("a\u{FE0F}", "a"),
        ("1\u{FE0F}2", "12"),
        ("❤\u{FE0F}\u{FE0F}", "❤\u{FE0F}"),
        ("❤\u{FE0E}\u{FE0F}", "❤\u{FE0E}"),
        ("❤\u{200D}\u{FE0F}", "❤"),
        ("漢\u{E0100}字", "漢字"),
        ("\u{1820}\u{180B}", "\u{1820}"),
    ]);
}

#[test]
fn marks_do_not_pile_up_in_any_script() {
    // Marks of several scripts, including scripts outside the common ranges.
    for mark in ['\u{301}', '\u{5BF}', '\u{6D6}', '\u{94D}', '\u{E49}', '\u{1CD4}', '\u{1E8D0}'] {
        let pile = format!("a{}", String::from(mark).repeat(40));
        assert_eq!(clean(&pile).chars().count(), 1 + MAX_MARKS, "{mark:?}");
    }
    let between = format!("م{0}\u{200C}{0}\u{200D}{0}م", "\u{64E}".repeat(4));
    assert_eq!(clean(&between).chars().filter(|c| is_mark(*c)).count(), MAX_MARKS);
    // Signs that take room of their own are no pile.
    stays(&["காாாாாா"]);
}

fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        2 => "\\PC{0,4}",
        2 => "[\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2060}-\u{206F}\u{FE0E}\u{FE0F}]{1,3}",
        2 => "[میخكक्ষর্👩🚀🏽❤1#]{1,4}",
        1 => "\\p{M}{1,7}",
        1 => "[\0-\u{FF}]{1,4}",
        1 => "\\p{C}{1,3}",
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn whatever_is_typed_comes_out_clean(raw in texts()) {
        let once = clean(&raw);
        prop_assert!(!once.contains(is_barred), "{}", once.escape_unicode());
        prop_assert_eq!(clean(&once), once.as_str(), "cleaning again changes nothing");
        let letters: Vec<char> = once.chars().collect();
        let joins = |c: &char| matches!(c, '\u{200C}' | '\u{200D}');
        for (at, c) in letters.iter().enumerate().filter(|(_, c)| joins(c)) {
            let around = [at.checked_sub(1).and_then(|it| letters.get(it)), letters.get(at + 1)];
            for beside in around {
                let beside = beside.ok_or_else(|| TestCaseError::fail("a joiner at an end"))?;
                prop_assert!(!joins(beside) && !beside.is_ascii(), "{:?} beside {:?}", beside, c);
            }
        }
        let selects = |c: char| CodePointSetData::new::<VariationSelector>().contains(c);
        let runs = once.split(|c| !is_mark(c) && !joins(&c));
        for run in runs {
            let marks = run.chars().filter(|c| is_mark(*c) && !selects(*c)).count();
            prop_assert!(marks <= MAX_MARKS, "{} marks in {}", marks, run.escape_unicode());
        }
    }

    #[test]
    fn printable_ascii_is_left_alone(raw in "[ -~]{0,60}") {
        prop_assert_eq!(clean(&raw), raw.trim());
    }

    #[test]
    fn letters_signs_and_symbols_are_left_alone(raw in "[\\p{L}\\p{Mc}\\p{N}\\p{P}\\p{S}]{0,20}") {
        prop_assume!(!raw.contains(is_barred));
        prop_assert_eq!(clean(&raw), raw);
    }
}
