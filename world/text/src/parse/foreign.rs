//! How lines are written in other games: verbs with a mark before them, several commands in one
//! line, steps that are counted, and commands that change the world.

use super::{Direction, Line, line};

/// What stands before verbs elsewhere: "@desc", "+finger", "/who".
const MARKS: [char; 3] = ['@', '+', '/'];

/// What stands between commands elsewhere.
const BETWEEN: [char; 2] = [';', '|'];

/// Most commands of one line that are told apart.
const MOST_PARTS: usize = 8;

/// Whether a line may be written as elsewhere. Nearly none is, and this costs next to nothing.
#[must_use]
pub fn is_elsewhere(typed: &Line<'_>) -> bool {
    let counted = || typed.verb.bytes().any(|it| it.is_ascii_digit());
    let behind = || !typed.rest.is_empty() && Direction::parse(typed.verb).is_some();
    let several = || typed.verb.contains(BETWEEN) || typed.rest.contains(BETWEEN);
    typed.verb.starts_with(MARKS) || counted() || several() || behind()
}

/// The line without the mark before its verb; none when there is no mark, or no verb behind it.
///
/// ```text
/// "@desc A tall man."  ->  verb "desc", rest "A tall man."
/// "+who"               ->  verb "who"
/// ```
#[must_use]
pub fn unmarked<'a>(typed: &Line<'a>) -> Option<Line<'a>> {
    let verb = typed.verb.strip_prefix(MARKS)?;
    let is_verb = verb.starts_with(char::is_alphabetic);
    is_verb.then_some(Line { verb, ..*typed })
}

/// What a line changes in games in which the world is built by commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BuildingLine<'a> {
    /// What something is like: the words for it, which are empty for the room.
    Edit(&'a str),
    /// Which rooms there are, and the ways between them.
    Dig,
    /// Which things there are.
    Create,
}

/// What a line would change elsewhere; none for what is about the one who types it.
///
/// ```text
/// "@desc here=A wide square."  ->  Edit("")
/// "@name lamp = an old lamp"   ->  Edit("lamp")
/// "dig north"                  ->  Dig
/// "@desc me=A tall man."       ->  None
/// ```
#[must_use]
pub fn building<'a>(typed: &Line<'a>) -> Option<BuildingLine<'a>> {
    const DESCRIBE: [&str; 3] = ["desc", "describe", "description"];
    const PROPERTIES: [&str; 11] = [
        "name", "rename", "set", "lock", "unlock", "succ", "osucc", "fail", "ofail", "odesc",
        "smell",
    ];
    let verb = typed.verb.to_ascii_lowercase();
    let is_marked = verb.starts_with('@');
    let verb = verb.trim_start_matches('@');
    let assigned = typed.rest.split_once('=').map(|(whose, _)| whose.trim());
    let whose = |words: &'a str| match words.to_lowercase().as_str() {
        "me" | "self" | "myself" => None,
        "here" | "room" | "this room" => Some(BuildingLine::Edit("")),
        _ => Some(BuildingLine::Edit(words)),
    };
    match verb {
        "dig" | "tunnel" | "link" | "unlink" => Some(BuildingLine::Dig),
        "open" if is_marked && assigned.is_some() => Some(BuildingLine::Dig),
        "create" | "destroy" => Some(BuildingLine::Create),
        "redit" | "medit" | "oedit" | "zedit" | "edit" => whose(typed.rest),
        _ if DESCRIBE.contains(&verb) => match assigned {
            None if is_marked && typed.rest.eq_ignore_ascii_case("here") => {
                Some(BuildingLine::Edit(""))
            }
            assigned => assigned.and_then(whose),
        },
        _ if is_marked && PROPERTIES.contains(&verb) => assigned.and_then(whose),
        _ => None,
    }
}

/// The commands of a line that may hold several; empty when it holds one.
///
/// ```text
/// "n;e;s"                ->  "n", "e", "s"
/// "get apple; eat apple" ->  "get apple", "eat apple"
/// ```
#[must_use]
pub fn parts(text: &str) -> Vec<&str> {
    let parts = text.split(BETWEEN).map(str::trim).filter(|it| !it.is_empty());
    let parts: Vec<&str> = parts.take(MOST_PARTS).collect();
    if parts.len() > 1 && line(text).is_some_and(|it| it.verb != "emote") {
        parts
    } else {
        Vec::new()
    }
}

/// Words behind a noun that say how one does something, and change nothing.
const MANNER: [&str; 7] =
    [" again", " more closely", " closely", " carefully", " gently", " too", " once more"];

/// The words without those that only say how: "bell again" is the bell.
#[must_use]
pub fn without_manner(words: &str) -> &str {
    MANNER.iter().find_map(|it| words.strip_suffix(it)).unwrap_or(words)
}

/// The direction of steps that are counted or written one behind the other: "3n", "n3", "n n n",
/// "nne" is none of them, since that may be a word.
#[must_use]
pub fn counted_steps(typed: &Line<'_>) -> Option<Direction> {
    let digits = |word: &str| !word.is_empty() && word.bytes().all(|it| it.is_ascii_digit());
    let verb = typed.verb.trim_matches(|it: char| it.is_ascii_digit() || it == '.');
    if verb.is_empty() && digits(typed.verb) {
        return Direction::parse(typed.rest);
    }
    let way = Direction::parse(verb)?;
    let mut more = typed.rest.split_whitespace().peekable();
    let counted = verb.len() < typed.verb.len();
    let behind =
        more.peek().is_some() && more.all(|it| digits(it) || Direction::parse(it).is_some());
    ((counted && typed.rest.is_empty()) || behind).then_some(way)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_as_elsewhere_is_looked_for_there() {
        for typed in
            ["@desc me", "+who", "n;e", "get apple;n", "look|n", "3n", "n 3", "n n n", "3 n"]
        {
            assert!(is_elsewhere(&line(typed).unwrap()), "{typed}");
        }
        for typed in ["look", "get apple", "say hello", "n", "accept 2"] {
            assert!(!is_elsewhere(&line(typed).unwrap()), "{typed}");
        }
    }

    #[test]
    fn marks_are_taken_off_verbs() {
        let bare = |typed: &str| line(typed).and_then(|it| unmarked(&it)).map(|it| it.to_string());
        assert_eq!(bare("@desc me=A man.").as_deref(), Some("desc me=A man."));
        assert_eq!(bare("+finger bob").as_deref(), Some("finger bob"));
        assert_eq!(bare("/who").as_deref(), Some("who"));
        for typed in ["who", "+1", "@", "@@x", "say @bob", ":waves"] {
            assert_eq!(bare(typed), None, "{typed}");
        }
    }

    #[test]
    fn lines_that_build_elsewhere_are_told_from_those_about_oneself() {
        let building = |typed: &str| {
            let line = line(typed).unwrap();
            building(&line).map(|it| format!("{it:?}"))
        };
        for (typed, meant) in [
            ("@desc here=A wide square.", r#"Edit("")"#),
            ("desc here = A wide square.", r#"Edit("")"#),
            ("@describe here", r#"Edit("")"#),
            ("describe lamp=It glows.", r#"Edit("lamp")"#),
            ("@DESC lamp=It glows.", r#"Edit("lamp")"#),
            ("@name old lamp = a lamp", r#"Edit("old lamp")"#),
            ("redit", r#"Edit("")"#),
            ("medit mara", r#"Edit("mara")"#),
            ("dig north", "Dig"),
            ("@dig Attic=up;u,down;d", "Dig"),
            ("@open north=#12", "Dig"),
            ("@create lamp", "Create"),
        ] {
            assert_eq!(building(typed).as_deref(), Some(meant), "{typed}");
        }
        for typed in [
            "@desc me=A tall man.",
            "@desc A tall man.",
            "describe",
            "open north",
            "@open north",
            "@name me=Bob",
            "set width 72",
            "@set",
            "say dig here=now",
            "name a=b",
        ] {
            assert_eq!(building(typed), None, "{typed}");
        }
    }

    #[test]
    fn a_line_is_cut_into_its_commands() {
        assert_eq!(parts("n;e;s"), ["n", "e", "s"]);
        assert_eq!(parts("get apple; eat apple;"), ["get apple", "eat apple"]);
        for typed in ["n", "n;", ";waves; smiles", ":n;e", ""] {
            assert!(parts(typed).is_empty(), "{typed}");
        }
    }

    #[test]
    fn counted_steps_have_a_direction() {
        let steps = |typed: &str| line(typed).and_then(|it| counted_steps(&it));
        for typed in ["3n", "n3", "n n n", "3 n", "n 3", "north north", ".3n"] {
            assert_eq!(steps(typed), Some(Direction::North), "{typed}");
        }
        for typed in ["n", "n to the inn", "nnn", "3", "look n", "2.n apple"] {
            assert_eq!(steps(typed), None, "{typed}");
        }
    }
}
