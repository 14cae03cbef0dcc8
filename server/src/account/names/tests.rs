use proptest::prelude::*;

use super::*;

fn shown(typed: &str) -> Result<String, BadName> {
    PlayerName::new(typed).map(|name| name.to_string())
}

fn skeleton_of(typed: &str) -> String {
    PlayerName::new(typed).unwrap().skeleton()
}

#[test]
fn names_are_shown_in_one_way() {
    for (typed, as_shown) in [
        ("mira", "Mira"),
        ("  MIRA ", "Mira"),
        ("mcKay", "Mckay"),
        ("o'brien", "O'Brien"),
        ("O\u{2019}BRIEN", "O'Brien"),
        ("jean-luc", "Jean-Luc"),
        ("zoe\u{308}", "Zo\u{eb}"),
        ("\u{130}brahim", "\u{130}brahim"),
        ("ßorn", "ßorn"),
        ("ольга", "Ольга"),
        ("สมชาย", "สมชาย"),
        ("प्रिया", "प्रिया"),
        ("田中さん", "田中さん"),
    ] {
        assert_eq!(shown(typed).as_deref(), Ok(as_shown), "{typed:?}");
        assert_eq!(PlayerName::new(as_shown), PlayerName::new(typed), "{typed:?}");
    }
}

#[test]
fn bad_names_are_refused_for_a_reason() {
    for (typed, why) in [
        ("", BadName::Length),
        ("ab", BadName::Length),
        ("abcdefghijklmnopq", BadName::Length),
        ("two words", BadName::Letters),
        ("r2d2", BadName::Letters),
        ("-abc", BadName::Letters),
        ("abc-", BadName::Letters),
        ("ab--cd", BadName::Letters),
        ("ab-'cd", BadName::Letters),
        ("'''", BadName::Letters),
        ("a_b", BadName::Letters),
        ("abc!", BadName::Letters),
        ("mi\u{200b}ra", BadName::Letters),
        ("ﬁona", BadName::Letters),
        ("\u{301}abc", BadName::Letters),
        ("ab-\u{301}c", BadName::Letters),
        ("abx\u{301}\u{302}\u{303}", BadName::Letters),
        ("☃☃☃", BadName::Letters),
        ("b\u{43e}b", BadName::Alphabets),
    ] {
        assert_eq!(shown(typed), Err(why), "{typed:?}");
    }
    assert_eq!(shown("abc").as_deref(), Ok("Abc"));
    assert_eq!(shown("abcdefghijklmnop").as_deref(), Ok("Abcdefghijklmnop"));
}

#[test]
fn one_letter_is_a_name_where_a_letter_is_a_word() {
    for typed in ["\u{674e}", "\u{6728}", "\u{ae40}", "\u{674e}\u{6728}"] {
        assert_eq!(shown(typed).as_deref(), Ok(typed));
    }
    for typed in ["a", "ab", "\u{44f}", "\u{674e}a"] {
        assert!(shown(typed).is_err(), "{typed}");
    }
}

#[test]
fn names_that_look_alike_have_one_skeleton() {
    let pairs = [("modem", "modern"), ("сосо", "coco"), ("вас", "bac")];
    for (one, other) in pairs {
        assert_eq!(skeleton_of(one), skeleton_of(other), "{one} {other}");
        assert_ne!(shown(one), shown(other), "{one} {other}");
    }
    // They differ where they are shown, because names begin with a capital.
    assert_ne!(skeleton_of("ian"), skeleton_of("lan"));
    assert_ne!(skeleton_of("alan"), skeleton_of("aian"));
}

#[test]
fn reserved_words_are_reserved_however_they_are_written() {
    let reserved = Reserved::new(["mira", "Old Tom", "newbie"]);
    let check = |typed: &str| reserved.check(&PlayerName::new(typed).unwrap());
    for typed in [
        "system",
        "ADMIN",
        "adrnin",
        "you",
        "Someone",
        "no-one",
        "guest",
        "guestling",
        "Guest-a",
        "Mira",
        "tom",
        "old",
        "newbie",
        "quit",
        "connect",
    ] {
        assert_eq!(check(typed), Err(BadName::Reserved), "{typed}");
    }
    for typed in ["Miranda", "Tommy", "Gus", "Adam"] {
        assert_eq!(check(typed), Ok(()), "{typed}");
    }
    assert_eq!(Reserved::new([""; 0]).check(&PlayerName::new("mira").unwrap()), Ok(()));
}

#[test]
fn a_letter_too_many_makes_no_other_name() {
    let reserved = Reserved::new(["Mara", "Pip", "Ada", "Hanna"]);
    let check = |typed: &str| reserved.check(&PlayerName::new(typed).unwrap());
    for typed in ["Maraa", "mmara", "Maarra", "Pipp", "Piipp", "Aada", "Hannna", "Hhanna"] {
        assert_eq!(check(typed), Err(BadName::Reserved), "{typed}");
    }
    for typed in ["Hana", "Anny", "Marta", "Pippa", "Adda-Lou", "Tamara"] {
        assert_eq!(check(typed), Ok(()), "{typed}");
    }
}

/// Asserts for each name whether it is free beside these people and channels.
fn each(free: bool, names: &[&str]) {
    let reserved = Reserved::new(["Mara", "Old Tom", "Émile", "Сергей", "newbie"]);
    for typed in names {
        let checked = PlayerName::new(typed).and_then(|name| reserved.check(&name));
        assert_eq!(checked.is_ok(), free, "{typed}: {checked:?}");
    }
}

#[test]
fn nobody_can_look_like_one_of_the_towns_own_people() {
    each(
        false,
        &[
            "Maraʼ",
            "Maʹra",
            "Mará",
            "Màrá",
            "Mаrа",
            "Marā",
            "Mařa",
            "Ma-ra",
            "M'ara",
            "Mar'a",
            "OldTom",
            "Old-Tom",
            "Töm",
            "Emile",
            "Émile",
            "Emilé",
            "Сергеи",
            "Nëwbie",
            "yóu",
            "Guëst",
            "Gu-est",
        ],
    );
}

#[test]
fn nobody_can_sound_like_the_staff() {
    each(
        false,
        &[
            "The-Staff",
            "Staff-Bob",
            "Bob-Staff",
            "Sys-Op",
            "S'ysop",
            "The-Sys-Op",
            "Support",
            "Admin",
            "Ad-Min",
            "Ad'Min",
            "Admins",
            "Moderator",
            "Mod-Bob",
            "TheOwner",
            "Wizard",
            "God",
            "System",
            "Server",
            "Console",
            "Builder",
            "Helper",
            "Guide",
            "Root",
            "Ádmin",
            "Stаff",
            "Staffʼ",
            "Bob-Gód",
            "Head-Wizard",
        ],
    );
}

#[test]
fn ordinary_names_stay_free() {
    each(
        true,
        &[
            "Mary-Ann",
            "O'Neil",
            "Stafford",
            "Admira",
            "Élodie",
            "Elodie",
            "Godfrey",
            "Maura",
            "Marah",
            "Tamara",
            "Modesty",
            "Guido",
            "Rooter",
            "Jean-Luc",
            "D'Artagnan",
            "Ólafur",
            "Zoë",
            "प्रिया",
            "परया",
            "田中さん",
            "Мар'яна",
            "Old-Bob",
            "Bob-Mara",
            "Theodor",
            "Thea",
            "Al-Hadi",
            "Osman",
        ],
    );
}

proptest! {
    #[test]
    fn any_text_is_a_name_or_a_reason(typed in "\\PC{0,20}|[a-zé'я-]{2,18}|\\p{L}{3,16}") {
        if let Ok(name) = PlayerName::new(&typed) {
            // What is shown can be typed again, and means the same.
            prop_assert_eq!(PlayerName::new(name.as_str()), Ok(name.clone()));
            prop_assert_eq!(PlayerName::new(&name.as_str().to_lowercase()), Ok(name.clone()));
            prop_assert!(text::styled::CleanText::new(name.as_str()).as_str() == name.as_str());
        }
    }
}
