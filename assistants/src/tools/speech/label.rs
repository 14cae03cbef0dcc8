//! Names before the words: whose line it is.

use std::borrow::Cow;

use super::SpeechRules;

/// Names by which models call the one who answers, and the one who is answered.
const MINE: [&str; 11] = [
    "assistant",
    "ai",
    "npc",
    "bot",
    "model",
    "character",
    "response",
    "reply",
    "say",
    "speech",
    "text",
];
const THEIRS: [&str; 6] = ["user", "player", "human", "system", "narrator", "somebody"];

/// Verbs of speech behind a name.
pub(super) const SPEAKS: [&str; 17] = [
    "says",
    "said",
    "asks",
    "asked",
    "replies",
    "replied",
    "answers",
    "answered",
    "responds",
    "whispers",
    "adds",
    "murmurs",
    "mutters",
    "exclaims",
    "continues",
    "calls",
    "to",
];

/// Verbs of a heading that says whose answer follows.
const ANSWERS: [&str; 9] = [
    "answer",
    "answers",
    "answering",
    "reply",
    "replies",
    "replying",
    "respond",
    "responds",
    "responding",
];

/// Beginnings of remarks about the answer.
const REMARKS: [&str; 14] = [
    "note:",
    "note that",
    "ooc",
    "out of character",
    "the player",
    "the user",
    "this response",
    "this reply",
    "in this response",
    "explanation:",
    "reasoning:",
    "context:",
    "end of",
    "instruction",
];

/// Maximum length of a name with what stands around it, in bytes.
const LONGEST_LABEL: usize = 60;

/// Owner of a line: who says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineOwner {
    Me,
    Other,
}

/// Splits a line before each name with a colon that begins a sentence in it, since the turns of a
/// transcript may stand in one line.
pub(super) fn turns<'a>(line: &'a str, rules: &SpeechRules<'_>) -> Vec<&'a str> {
    let (mut turns, mut from) = (Vec::new(), 0);
    for (at, _) in line.match_indices(": ") {
        let before = line.get(from..at).unwrap_or_default();
        let tail = before.floor_char_boundary(before.len().saturating_sub(LONGEST_LABEL));
        let end = before.get(tail..).and_then(|it| it.rfind(['.', '!', '?', '…', '"']));
        let end = end.map(|it| before.ceil_char_boundary(tail + it + 1));
        let Some((said, name)) = end.and_then(|it| before.split_at_checked(it)) else { continue };
        let name = name.strip_prefix(' ').unwrap_or_default().trim_matches(['*', '_']);
        let is_capital = name.starts_with(char::is_uppercase);
        if is_me(name, rules) || is_capital && speaker(name, rules).is_some() {
            turns.push(said);
            from += said.len();
        }
    }
    turns.push(line.get(from..).unwrap_or_default());
    turns
}

/// Returns the lines that are the speaker's own, without the names before them.
///
/// A line of somebody else ends them. A transcript that begins with such a line, and comes to one
/// of the speaker's, begins there.
pub(super) fn own_lines<'a>(
    lines: &'a [String],
    rules: &SpeechRules<'_>,
    notes: &mut Vec<String>,
) -> Vec<Cow<'a, str>> {
    let mut own: Vec<Cow<'a, str>> = Vec::new();
    let mine = |line: &String| matches!(label(line, rules), Some((LineOwner::Me, _)));
    let mut later = lines.iter().filter(|it| mine(it)).count();
    let (mut is_after_gap, mut is_skipping, mut is_named) = (false, false, false);
    for line in lines {
        if is_gap(line) {
            is_after_gap = true;
            continue;
        }
        let is_empty = own.is_empty();
        match label(line, rules) {
            Some((LineOwner::Me, words)) => {
                (later, is_named, is_skipping) = (later - 1, true, false);
                own.push(words);
            }
            Some((LineOwner::Other, _)) if is_empty && later > 0 => is_skipping = true,
            Some((LineOwner::Other, _)) => {
                notes.push("the words of others in it are left out".to_owned());
                break;
            }
            None if !is_empty && tells_of_other(line, rules) => {
                notes.push("the words of others in it are left out".to_owned());
                break;
            }
            None if is_skipping || is_heading(line, rules) => {}
            None if is_empty && announces(line, rules) => {}
            None if is_after_gap && !is_empty && is_remark(line) => {
                notes.push("a remark on its words is left out".to_owned());
                break;
            }
            None => own.push(Cow::Borrowed(line)),
        }
        is_after_gap = false;
    }
    if is_named {
        notes.push("its own name stands before its words, and is left out".to_owned());
    }
    own
}

/// Returns whether a line tells what somebody else says: `Ann asks, "And you?"`
fn tells_of_other(line: &str, rules: &SpeechRules<'_>) -> bool {
    let told = rules.others.iter().find_map(|it| line.trim_start().strip_prefix(it));
    let verb = told.and_then(|it| it.strip_prefix(' ')?.split([' ', ',', ':']).next());
    verb.is_some_and(|it| it != "to" && SPEAKS.contains(&it)) && line.contains(['"', '“', '«'])
}

/// Returns whether a line is blank, or a ruler.
fn is_gap(line: &str) -> bool {
    line.chars().all(|it| it.is_whitespace() || matches!(it, '-' | '*' | '_' | '=' | '#'))
}

/// Parses the name at the start of a line: whose it is, and the words behind it.
pub(super) fn label<'a>(
    line: &'a str,
    rules: &SpeechRules<'_>,
) -> Option<(LineOwner, Cow<'a, str>)> {
    let line = line.trim_start();
    let bracketed = line.strip_prefix(['[', '<']).and_then(|it| it.split_once([']', '>']));
    if let Some((name, words)) = bracketed
        && let Some(speaker) = speaker(name, rules)
    {
        return Some((speaker, Cow::Borrowed(words.trim_start_matches([':', ' ']))));
    }
    let head = line.get(..line.floor_char_boundary(LONGEST_LABEL))?;
    let (written, _) = head.split_once([':', '：'])?;
    let words = line.get(written.len()..)?.trim_start_matches([':', '：']);
    let marks = ['*', '_', '#', '>', '[', ']', '"', ' '];
    let words = if written.starts_with(['*', '_']) {
        words.trim_start_matches(['*', '_', ' '])
    } else {
        words.trim_start()
    };
    let name = written.trim_matches(marks);
    if let Some(speaker) = speaker(name, rules) {
        return Some((speaker, Cow::Borrowed(words)));
    }
    // A colon within a sentence stands behind more than a name: "at 10:30", "said it best: …".
    if !words.is_empty()
        && line.get(written.len()..)?.starts_with(':')
        && !line.get(written.len() + 1..)?.starts_with([' ', '"', '“', '*', '_'])
    {
        return None;
    }
    // `Mara (smiling): …`
    let (name, aside) = name.split_once([' ', '('])?;
    let (name, aside) = (name.trim_matches(marks), aside.trim_matches(marks));
    let speaker = speaker(name, rules)?;
    if MINE.iter().any(|it| it.eq_ignore_ascii_case(name)) {
        return None;
    }
    let mut told = aside.split_whitespace();
    if told.next().is_some_and(|verb| SPEAKS.contains(&verb)) {
        // `Ann said to Bob: …`, and not `Ann said it best: …`.
        let is_whole = match told.next() {
            None => true,
            Some("to") => told.count() <= 2,
            Some(_) => false,
        };
        return is_whole.then_some((speaker, Cow::Borrowed(words)));
    }
    let aside = aside.trim_start_matches('(').strip_suffix(')')?;
    Some((speaker, Cow::Owned(format!("({aside}) {words}"))))
}

fn speaker(name: &str, rules: &SpeechRules<'_>) -> Option<LineOwner> {
    let is_one_of = |all: &[&str]| all.iter().any(|it| it.eq_ignore_ascii_case(name));
    if is_me(name, rules) {
        Some(LineOwner::Me)
    } else if is_other(name, rules) || is_one_of(&THEIRS) {
        Some(LineOwner::Other)
    } else {
        is_one_of(&MINE).then_some(LineOwner::Me)
    }
}

/// Returns whether a name is that of somebody else.
pub(super) fn is_other(name: &str, rules: &SpeechRules<'_>) -> bool {
    let name = name.to_lowercase();
    rules.others.iter().any(|it| !name.is_empty() && it.to_lowercase() == name)
}

/// Returns whether a name is the speaker's, or a part of it.
pub(super) fn is_me(name: &str, rules: &SpeechRules<'_>) -> bool {
    let (name, me) = (name.to_lowercase(), rules.me.to_lowercase());
    let is_part = || name.len() >= 3 && me.split(' ').any(|it| it == name);
    !name.is_empty() && (name == me || is_part())
}

/// Returns the rest of a text that begins with the speaker's name.
pub(super) fn without_me<'a>(text: &'a str, rules: &SpeechRules<'_>) -> Option<&'a str> {
    let first = rules.me.split(' ').next().unwrap_or_default();
    [rules.me, first].into_iter().filter(|it| !it.is_empty()).find_map(|name| {
        let (head, rest) = text.split_at_checked(name.len())?;
        let fits = head.eq_ignore_ascii_case(name) && !rest.starts_with(char::is_alphanumeric);
        fits.then_some(rest)
    })
}

/// Returns whether a line, or what stands in brackets, says only whose answer follows.
pub(super) fn is_heading(line: &str, rules: &SpeechRules<'_>) -> bool {
    let inner = line.trim().strip_prefix(['(', '[']).and_then(|it| it.strip_suffix([')', ']']));
    inner.is_some_and(|inner| names_answer(inner, rules))
}

/// Returns whether the words in brackets name an answer: `Mara answers Ann.`
pub(super) fn names_answer(inner: &str, rules: &SpeechRules<'_>) -> bool {
    let mut words = inner.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    let Some(first) = words.next() else { return false };
    let is_subject = is_me(first, rules)
        || is_other(first, rules)
        || ["you", "your", "now", "how", "as"].iter().any(|it| it.eq_ignore_ascii_case(first));
    is_subject && words.take(4).any(|it| ANSWERS.iter().any(|of| of.eq_ignore_ascii_case(it)))
}

/// Returns whether a line only announces the answer behind it: `Here is Mara's reply:`
fn announces(line: &str, rules: &SpeechRules<'_>) -> bool {
    let line = line.trim().trim_end_matches('*');
    let mut words = line.split(|it: char| !it.is_alphanumeric()).map(str::to_lowercase);
    let mut is_about = |of: &dyn Fn(&str) -> bool| words.by_ref().any(|it| of(&it));
    line.ends_with(':')
        && is_about(&|it| it == "here" || is_me(it, rules))
        && is_about(&|it| ["reply", "response", "answer"].contains(&it))
}

/// Returns whether a text is a remark about the answer, and no part of it.
pub(super) fn is_remark(text: &str) -> bool {
    let bare = text.trim_start_matches(['(', '[', '*', '_', ' ', '-', '#']);
    let head = bare.get(..bare.floor_char_boundary(LONGEST_LABEL)).unwrap_or_default();
    let head = head.to_lowercase();
    REMARKS.iter().any(|it| head.starts_with(it))
}
