//! Syntax of other MUDs and MUSHes: verbs with a prefix, several commands in one line, repeated
//! movement, and building commands.

use super::{Direction, Line, line};

/// Verb prefixes of other games: "@desc", "+finger", "/who".
const MARKS: [char; 3] = ['@', '+', '/'];

/// Command separators of other games.
const BETWEEN: [char; 2] = [';', '|'];

/// Maximum number of commands split off one line; further ones are dropped.
const MOST_PARTS: usize = 8;

/// Returns whether a line may use the syntax of another game. A cheap check, false for nearly every
/// line.
#[must_use]
pub fn is_elsewhere(typed: &Line<'_>) -> bool {
    let counted = || typed.verb.bytes().any(|it| it.is_ascii_digit());
    let behind = || !typed.rest.is_empty() && Direction::parse(typed.verb).is_some();
    let several = || typed.verb.contains(BETWEEN) || typed.rest.contains(BETWEEN);
    typed.verb.starts_with(MARKS) || counted() || several() || behind()
}

/// Returns the line without the prefix of its verb; `None` without a prefix, or without a verb
/// behind it.
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

/// Building command of another game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BuildingLine<'a> {
    /// Edits the properties of a thing or room: the words for it, empty for the room.
    Edit(&'a str),
    /// Edits rooms and exits.
    Dig,
    /// Creates or destroys items.
    Create,
}

/// Recognises a building command of another game; `None` for other lines, and for those about the
/// player's own character.
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

/// Splits a line with several commands; empty for a line with one command.
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

/// Adverbs behind a noun that do not change the meaning of the command.
const MANNER: [&str; 7] =
    [" again", " more closely", " closely", " carefully", " gently", " too", " once more"];

/// Strips a trailing adverb: "bell again" becomes "bell".
#[must_use]
pub fn without_manner(words: &str) -> &str {
    MANNER.iter().find_map(|it| words.strip_suffix(it)).unwrap_or(words)
}

/// Returns the direction of a repeated movement: "3n", "n3", "n n n". Not of "nne", since that may
/// be a word.
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
