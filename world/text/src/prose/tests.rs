//! Tests of noun extraction.

use super::*;

/// The nouns of a text, joined by spaces.
fn found(text: &str) -> String {
    nouns(text).join(" ")
}

#[test]
fn nouns_are_found_behind_determiners_adjectives_and_prepositions() {
    assert_eq!(found("You stand on worn cobbles under an old elm."), "cobbles elm");
    assert_eq!(found("Hundreds of paper slips are pinned to its bark."), "slips bark");
    assert_eq!(found("Brass gears click under a very small glass cover."), "gears cover");
    assert_eq!(found("Two rows of stalls, a bucket and 3 ropes."), "stalls bucket ropes");
    assert_eq!(found("There is a well with a bucket."), "well bucket");
}

#[test]
fn verbs_are_no_nouns_unless_they_stand_as_one() {
    assert_eq!(found("A row of bells hangs over the mantel."), "bells mantel");
    assert_eq!(found("The bell rings, and the bells ring."), "bell");
    assert_eq!(found("Swallows come and go through the ivy."), "swallows ivy");
    assert_eq!(found("They rustle, and one sees the slips that rustle."), "slips");
    assert_eq!(found("Eleven stone steps go down to the river."), "steps river");
    assert_eq!(found("You have to climb over a swing and a scratch."), "swing scratch");
}

#[test]
fn what_is_not_there_is_not_mentioned() {
    assert_eq!(found("No keyhole and no knocker, only a bronze ear."), "ear");
    assert_eq!(found("Gulls walk up and down like inspectors. The ale is brown."), "gulls ale");
    assert_eq!(found("A bell as tall as a man, on its rope."), "bell rope");
    assert_eq!(found("The river runs over your feet."), "river");
}

#[test]
fn names_hours_and_feelings_are_left_out() {
    assert_eq!(found("Ask Mara in the Open Ear at noon. Penny Market lies south."), "");
    assert_eq!(found("On quiet evenings the noise of the town stops for an hour."), "town");
    assert_eq!(found("A pair of scales, in a moment of kindness."), "scales");
}

#[test]
fn a_noun_is_told_once_and_as_it_stands() {
    assert_eq!(found("The leaves fall. A leaf lies on the miller's step."), "leaves miller step");
    assert_eq!(found(""), "");
    assert_eq!(found("... -- ' \u{1f34e} ..."), "");
}

/// The parsed noun phrase: the named part, "|", and the whole.
fn apart(typed: &str) -> Option<String> {
    let words = words_for(typed)?;
    let whole = words.whole.unwrap_or_default().join(" ");
    Some(format!("{}|{whole}", words.named.join(" ")))
}

#[test]
fn words_for_something_are_taken_apart() {
    let apart = |typed: &str| apart(typed).unwrap();
    assert_eq!(apart("the Old Gate"), "Old Gate|");
    assert_eq!(apart("handle of the mug"), "handle|mug");
    assert_eq!(apart("the mug's handle"), "handle|mug");
    assert_eq!(apart("Mara's"), "Mara|");
    assert_eq!(apart("under those nine stones"), "stones|");
    assert_eq!(apart("the"), "the|");
    assert_eq!(apart("bottle of"), "bottle|");
}

#[test]
fn of_no_words_and_of_too_many_nothing_is_meant() {
    assert_eq!(apart(""), None);
    assert_eq!(apart("of the elm"), Some("elm|".to_owned()));
    assert_eq!(apart(&"elm ".repeat(13)), None);
}

#[test]
fn a_text_mentions_its_nouns_in_either_number_and_no_verb() {
    const TEXT: &str = "Straw, and a basket of old apples that leans on the wall's foot.";
    let has = |typed: &str| words_for(typed).unwrap().are_in(&["the market"], TEXT);
    for typed in [
        "straw",
        "Apple",
        "the old apple",
        "basket of apples",
        "wall",
        "market",
        "foot of the wall",
    ] {
        assert!(has(typed), "{typed}");
    }
    for typed in ["leans", "old", "and", "pear", "red apple", "basket of pears", "that"] {
        assert!(!has(typed), "{typed}");
    }
}

#[test]
fn what_only_counts_is_no_thing() {
    assert!(words_for("pair of scales").unwrap().only_counts());
    assert!(!words_for("handle of the mug").unwrap().only_counts());
}

#[test]
fn no_class_of_the_lists_is_empty_and_all_are_in_lower_case() {
    assert!(classes("the").is(WordClass::Determiner));
    assert!(classes("ceiling").is(WordClass::Noun) && classes("iron").is(WordClass::Material));
    let words = include_str!("words.txt").lines().filter(|it| !it.starts_with(['#', '[']));
    assert!(words.clone().all(|it| it == it.to_lowercase()));
    assert!(words.flat_map(str::split_whitespace).count() > 1_000);
}
