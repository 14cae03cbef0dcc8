//! Gestures in the words of a model, in stars or brackets, and the poses that they become.

use super::{
    SpeechRules,
    label::{is_other, is_remark, names_answer, without_me},
};

/// Verbs of gestures. With one of them, a word in stars is something done and not stressed.
const POSES: [&str; 76] = [
    "beam", "blink", "blush", "bow", "brush", "cackle", "chuckle", "clap", "clear", "cough",
    "cross", "curtsy", "dust", "fold", "frown", "gasp", "gaze", "gesture", "giggle", "glance",
    "grimace", "grin", "groan", "grunt", "hand", "hesitate", "hold", "huff", "hum", "laugh",
    "lean", "lift", "look", "lower", "nod", "nudge", "pat", "pause", "peer", "point", "ponder",
    "pour", "purse", "raise", "reach", "rub", "scoff", "scowl", "scratch", "set", "shake", "shrug",
    "sigh", "sip", "smile", "smirk", "sniff", "snort", "squint", "stare", "stretch", "tap",
    "think", "tilt", "turn", "wave", "whistle", "wince", "wink", "wipe", "yawn", "polish", "stand",
    "sit", "step", "tend",
];

/// Words behind "I" that are no verb to be put into the third person.
const NO_POSE: [&str; 17] = [
    "am", "have", "do", "can", "will", "would", "should", "could", "must", "may", "might", "was",
    "had", "did", "don", "won", "shall",
];

/// Words behind which a pose of the first person goes on in it.
const FIRST_PERSON: [&str; 6] = ["i", "my", "me", "mine", "myself", "and"];

/// Maximum length of a gesture, in bytes. What is longer was not closed, or is no gesture.
const LONGEST: usize = 300;

/// Minimum length of a pose, in bytes.
const SHORTEST: usize = 3;

/// Meaning of what stands between marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Gesture,
    /// Words without their marks.
    Stressed,
    /// Words with their marks.
    Words,
}

/// Splits a text into its first gesture and its words. Further gestures are left out.
pub(super) fn split(text: &str, rules: &SpeechRules<'_>) -> (Option<String>, String) {
    let mut gesture = None;
    let mut words = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['*', '_', '[', '(']) {
        let (before, from) = rest.split_at(at);
        words.push_str(before);
        let (length, inner) = span(&words, from);
        let (marked, after) = from.split_at_checked(length).unwrap_or((from, ""));
        rest = after;
        let Some(inner) = inner else {
            words.push_str(unmarked(marked, &words, after));
            continue;
        };
        match meaning(marked, inner, (&words, after), rules) {
            Meaning::Gesture => {
                gesture = gesture.or_else(|| pose(inner, rules));
                words.push(' ');
            }
            Meaning::Stressed => words.push_str(inner),
            Meaning::Words => words.push_str(marked),
        }
    }
    words.push_str(rest);
    (gesture, words)
}

/// Splits prose that begins with the speaker's name and a pose, such as `Mara nods. Good day.`,
/// into the pose and the rest.
pub(super) fn told<'a>(text: &'a str, rules: &SpeechRules<'_>) -> Option<(String, &'a str)> {
    let rest = without_me(text.trim(), rules)?.strip_prefix(' ')?;
    let verb = rest.split(|it: char| !it.is_alphanumeric()).next()?;
    POSES.iter().find(|it| third_person(it) == verb)?;
    let end = rest.find(['.', '!', '?', '…', '\n']).map_or(rest.len(), |at| at + 1);
    let end = rest.ceil_char_boundary(end);
    let (told, words) = rest.split_at_checked(end)?;
    let pose = pose(told, rules).filter(|_| told.len() <= LONGEST)?;
    Some((pose, words.trim_start_matches(['.', ' '])))
}

/// Returns the length of what begins at a mark, and what stands between the marks; only the marks
/// if nothing does.
fn span<'a>(words: &str, text: &'a str) -> (usize, Option<&'a str>) {
    let head = text.get(..text.floor_char_boundary(LONGEST)).unwrap_or_default();
    let inside = |close: char| {
        let inner = head.get(1..)?.split_once(close)?.0;
        let fits = !inner.trim().is_empty() && !inner.starts_with(char::is_whitespace);
        fits.then_some((inner.len() + 2, Some(inner)))
    };
    let found = match head.as_bytes() {
        [b'*', b'*', ..] => Some((head.len() - head.trim_start_matches('*').len(), None)),
        [b'*', ..] => inside('*'),
        [b'_', ..] if words.ends_with(char::is_alphanumeric) => None,
        [b'_', ..] => inside('_'),
        [b'[', ..] => inside(']'),
        _ => inside(')'),
    };
    found.unwrap_or((1, None))
}

/// Returns the remaining marks around nothing.
fn unmarked<'a>(marks: &'a str, before: &str, after: &str) -> &'a str {
    let is_apart = before.ends_with(' ') && after.starts_with(' ');
    let is_inside =
        before.ends_with(char::is_alphanumeric) && after.starts_with(char::is_alphanumeric);
    match marks {
        "*" if !is_apart => "",
        "_" if !is_inside => "",
        marks if marks.starts_with("**") => "",
        marks => marks,
    }
}

fn meaning(
    marked: &str,
    inner: &str,
    (before, after): (&str, &str),
    rules: &SpeechRules<'_>,
) -> Meaning {
    let shown = before.trim_end();
    let is_first = !shown.contains(char::is_alphanumeric);
    let is_last = !after.contains(char::is_alphanumeric);
    let is_boundary = is_first || is_last || shown.ends_with(['.', '!', '?', '…', '"', '”', '»']);
    let is_short = inner.split_whitespace().count() <= 2;
    let goes_on = after.trim_start().starts_with(|it: char| it.is_lowercase() || ",;".contains(it));
    let is_pose = begins_pose(inner, rules);
    let is_small = inner.starts_with(char::is_lowercase);
    if is_remark(inner) || names_answer(inner, rules) {
        return Meaning::Gesture;
    }
    match marked.as_bytes().first() {
        Some(b'(') if is_first && is_last && !is_pose => Meaning::Stressed,
        Some(b'(') if is_first || is_boundary && is_pose => Meaning::Gesture,
        Some(b'(') => Meaning::Words,
        Some(b'[') if is_other(inner, rules) => Meaning::Stressed,
        Some(b'[') if is_boundary || is_pose || !is_short => Meaning::Gesture,
        Some(b'[') => Meaning::Stressed,
        _ if is_first && is_last && !is_pose && !is_small => Meaning::Stressed,
        // In the middle of a sentence the bare form of a verb is a word of it: "I *think* so".
        _ if !is_boundary && !is_told(inner, rules) => Meaning::Stressed,
        _ if is_pose || !is_short => Meaning::Gesture,
        _ if is_first && is_last => Meaning::Stressed,
        _ if is_first && (is_small || !goes_on) => Meaning::Gesture,
        _ if is_boundary && is_small && is_done(inner) => Meaning::Gesture,
        _ => Meaning::Stressed,
    }
}

/// Returns whether a text tells what the speaker does: `smiles`, `smiling`, `Mara smiles`.
fn is_told(inner: &str, rules: &SpeechRules<'_>) -> bool {
    let first = inner.split(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
    let word = first.to_lowercase();
    without_me(inner, rules).is_some_and(|it| it.contains(char::is_alphabetic))
        || POSES.iter().any(|verb| word == third_person(verb) || word == going_on(verb))
}

/// Returns whether a word in small letters looks like something done: `harrumphs`, `thinking`.
fn is_done(inner: &str) -> bool {
    let first = inner.split_whitespace().next().unwrap_or_default();
    first.len() > 3 && (first.ends_with('s') || first.ends_with("ing"))
}

/// Returns whether a text begins with the verb of a gesture, after its subject.
fn begins_pose(inner: &str, rules: &SpeechRules<'_>) -> bool {
    if without_me(inner, rules).is_some_and(|it| it.contains(char::is_alphabetic)) {
        return true;
    }
    let mut words = inner.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    words.by_ref().take(3).any(|it| {
        let word = it.to_lowercase();
        POSES
            .iter()
            .any(|verb| word == *verb || word == third_person(verb) || word == going_on(verb))
    })
}

/// Returns the pose that a gesture becomes: in the third person, without the name, with a full
/// stop. None if it is no pose of the speaker's, or would need more than its verb to be changed.
pub(super) fn pose(inner: &str, rules: &SpeechRules<'_>) -> Option<String> {
    let inner = inner.trim_matches(|it: char| it.is_whitespace() || "*_\"“”[]()".contains(it));
    // An addressee is no gesture either.
    if is_remark(inner) || names_answer(inner, rules) || inner.starts_with("to ") {
        return None;
    }
    let first = inner.split(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
    if is_other(first, rules) {
        return None;
    }
    let named = without_me(inner, rules);
    if named.is_some_and(|it| it.starts_with(['\'', '’'])) {
        return None;
    }
    let pronoun = || {
        let (subject, rest) = inner.split_once(' ')?;
        ["she", "he"].iter().any(|it| it.eq_ignore_ascii_case(subject)).then_some(rest)
    };
    let is_mine = matches!(first, "I" | "i");
    let text = if is_mine {
        own_pose(inner.get(1..)?.trim_start())?
    } else {
        let rest = named.or_else(pronoun).unwrap_or(inner);
        let rest = rest.trim_start_matches([',', ':', ' ', '.']);
        let (verb, after) = rest.split_once(' ').unwrap_or((rest, ""));
        let bare = verb.trim_end_matches(['.', ',', '!']).to_lowercase();
        match POSES.contains(&bare.as_str()) && !is_first_person(after) {
            true => format!("{}{}", third_person(&bare), rest.get(bare.len()..)?),
            false => rest.to_owned(),
        }
    };
    let text = text.trim_end_matches([',', ';', ':', ' ', '-']);
    let mut letters = text.chars();
    let first: String = letters.next()?.to_lowercase().collect();
    let text = format!("{first}{}", letters.as_str());
    // A heading, a placeholder or an address is no pose.
    let is_pose = text.len() >= SHORTEST
        && text.starts_with(char::is_alphabetic)
        && !letters.as_str().starts_with(char::is_uppercase)
        && !text.contains([':', '=', '/', '\\', '<', '>', '{', '}', '@', '|']);
    let is_whole = text.ends_with(['.', '!', '?', '…']);
    is_pose.then(|| if is_whole { text } else { format!("{text}.") })
}

/// Returns a pose of the first person in the third; none if more than its verb would change.
fn own_pose(rest: &str) -> Option<String> {
    let length = rest.find(|it: char| !it.is_ascii_lowercase()).unwrap_or(rest.len());
    let (verb, after) = rest.split_at_checked(length)?;
    let is_simple = !verb.is_empty() && !NO_POSE.contains(&verb) && !verb.ends_with("ly");
    let fits = is_simple && !after.starts_with(['\'', '’']) && !is_first_person(after);
    fits.then(|| format!("{}{after}", third_person(verb)))
}

fn is_first_person(text: &str) -> bool {
    text.split(|it: char| !it.is_alphanumeric())
        .any(|it| FIRST_PERSON.contains(&it.to_lowercase().as_str()))
}

fn third_person(verb: &str) -> String {
    let has_vowel = |it: &str| it.ends_with(['a', 'e', 'i', 'o', 'u']);
    match verb.strip_suffix('y') {
        Some(stem) if !has_vowel(stem) => format!("{stem}ies"),
        _ if ["s", "sh", "ch", "x", "z", "o"].iter().any(|end| verb.ends_with(end)) => {
            format!("{verb}es")
        }
        _ => format!("{verb}s"),
    }
}

fn going_on(verb: &str) -> String {
    format!("{}ing", verb.strip_suffix('e').unwrap_or(verb))
}
