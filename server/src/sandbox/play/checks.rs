//! Automatic checks of an answer.

use std::collections::VecDeque;

use assistants::turn::assistant_talk::is_assistant_talk;

use super::{
    answer::HeardAnswer,
    claims::CommandWords,
    file::{PlayLine, Typed, Wanted},
};

/// Number of earlier answers that a new one is compared with.
const REMEMBERED: usize = 5;

/// Maximum length of an answer, in letters.
const LONGEST: usize = 600;

/// Number of words in a row that count as the same, and how often they may not stand in an answer.
const CIRCLE: usize = 3;
const TIMES: usize = 3;

/// Words that begin a greeting.
const GREETINGS: [&str; 8] =
    ["hello", "hi", "hey", "welcome", "greetings", "good day", "good morning", "good evening"];

/// Texts that belong to the machinery of a model, in small letters.
const LEAKS: [&str; 16] = [
    "<|",
    "|>",
    "</",
    "<think",
    "<tool",
    "<s>",
    "[inst",
    "[/inst",
    "```",
    "{\"",
    "\"}",
    "\":",
    "###",
    "system prompt:",
    "in the first person",
    "not again: \"",
];

/// Check that an answer did not pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AnswerCheck {
    /// None of the wanted words or offers is in it.
    Wanted,
    /// A word is in it that may not be.
    Unwanted,
    /// Somebody else's name as the speaker's, or words to somebody who did not speak.
    WrongPerson,
    /// The answer has the same words as one to another question before.
    Repetition,
    /// Command that does not exist.
    InventedCommand,
    /// Parts of the prompt or of the model's format.
    Leak,
    /// No answer where one is owed.
    Silence,
    /// The answer is empty, too long or goes in circles.
    Other,
}

impl AnswerCheck {
    /// All checks.
    pub(super) const ALL: [Self; 8] = [
        Self::Wanted,
        Self::Unwanted,
        Self::WrongPerson,
        Self::Repetition,
        Self::InventedCommand,
        Self::Leak,
        Self::Silence,
        Self::Other,
    ];

    /// Returns the name in the output.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Wanted => "wanted word",
            Self::Unwanted => "unwanted word",
            Self::WrongPerson => "wrong person",
            Self::Repetition => "repetition",
            Self::InventedCommand => "invented command",
            Self::Leak => "leak",
            Self::Silence => "silence",
            Self::Other => "other",
        }
    }
}

/// Normalises a text: small letters, straight quotes and single spaces.
pub(super) fn plain(text: &str) -> String {
    let straight = |letter: char| match letter {
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        other => other,
    };
    let text: String = text.to_lowercase().chars().map(straight).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the letters and digits of a text as words: two answers with the same ones are the same.
fn words_only(text: &str) -> String {
    let words = text.split(|it: char| !it.is_alphanumeric() && it != '\'');
    words.filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns whether a text contains a phrase that begins with a word of it; the last word may have an
/// ending.
fn contains(text: &str, phrase: &str) -> bool {
    let phrase = plain(phrase);
    text.match_indices(&phrase).any(|(at, _)| {
        let before = text.get(..at).and_then(|it| it.chars().next_back());
        !before.is_some_and(char::is_alphanumeric) || !phrase.starts_with(char::is_alphanumeric)
    })
}

/// Names of those present while a line is answered.
#[derive(Debug, Clone, Copy)]
pub(super) struct Company<'a> {
    /// Name of the character.
    pub(super) me: &'a str,
    /// Name of the player who spoke.
    pub(super) speaker: &'a str,
    /// Names of all players who are there.
    pub(super) players: &'a [String],
    /// Names of all characters of the world.
    pub(super) characters: &'a [String],
}

/// Checks with the answers so far.
pub(super) struct Checker<'a> {
    commands: &'a CommandWords,
    /// Newest questions and answers, oldest first.
    before: VecDeque<(String, String)>,
}

impl<'a> Checker<'a> {
    /// Creates the checks of a conversation.
    pub(super) fn new(commands: &'a CommandWords) -> Self {
        Self { commands, before: VecDeque::new() }
    }

    /// Returns the checks that an answer does not pass.
    pub(super) fn check(
        &mut self,
        line: &PlayLine,
        answer: &HeardAnswer,
        company: Company<'_>,
    ) -> Vec<AnswerCheck> {
        let text = plain(&answer.text());
        let says = plain(&line.says);
        let repeated = self.repeats(&says, &text);
        let mut checks = vec![
            (AnswerCheck::Unwanted, line.unwanted().any(|it| fits(it, &text, answer))),
            (AnswerCheck::WrongPerson, is_of_wrong_person(answer, &says, company)),
            (AnswerCheck::Repetition, repeated),
            (AnswerCheck::InventedCommand, self.commands.invented(&text).is_some()),
            (AnswerCheck::Leak, leaks(&text, company) || is_labelled(answer, company.me)),
            (AnswerCheck::Other, is_odd(answer)),
        ];
        let any_is_right = line.wanted().len() == 0;
        let misses = !any_is_right && !line.wanted().any(|it| fits(it, &text, answer));
        let is_silent = answer.is_silence();
        checks.push((AnswerCheck::Wanted, misses && !is_silent));
        let owed = matches!(line.typed(), Typed::Words(_)) && any_is_right;
        checks.push((AnswerCheck::Silence, is_silent && (misses || owed)));
        let mut failed: Vec<AnswerCheck> =
            checks.into_iter().filter(|(_, is)| *is).map(|(it, _)| it).collect();
        failed.sort_unstable();
        failed
    }

    /// Returns whether another question was answered with the same words before, and remembers them.
    fn repeats(&mut self, says: &str, text: &str) -> bool {
        let words = words_only(text);
        if words.is_empty() {
            return false;
        }
        let is_same = |(asked, said): &(String, String)| *said == words && asked != says;
        let repeated = self.before.iter().any(is_same);
        if self.before.len() == REMEMBERED {
            self.before.pop_front();
        }
        self.before.push_back((says.to_owned(), words));
        repeated
    }
}

/// Returns whether an answer is or contains something.
fn fits(wanted: Wanted<'_>, text: &str, answer: &HeardAnswer) -> bool {
    match wanted {
        Wanted::Words(words) => contains(text, words),
        Wanted::Offer(id) => answer.offers.iter().any(|it| it == id),
        Wanted::Silence => answer.is_silence(),
    }
}

/// Returns whether somebody else seems to speak, or somebody else is spoken to. Whoever is named in
/// the question may be spoken to.
fn is_of_wrong_person(answer: &HeardAnswer, says: &str, company: Company<'_>) -> bool {
    let Company { me, speaker, players, characters } = company;
    let others = || {
        let all = players.iter().chain(characters).map(|it| plain(it));
        all.filter(move |it| *it != plain(me) && *it != plain(speaker))
    };
    let meant = |name: &str| players.iter().any(|it| plain(it) == name) && !contains(says, name);
    if answer.to_others.iter().any(|it| meant(&plain(it))) {
        return true;
    }
    let me = plain(me);
    let texts = || answer.words.iter().map(|it| plain(it));
    texts().any(|text| {
        let names_speaker = |it: &String| text.starts_with(&format!("{it}:"));
        others().chain([plain(speaker)]).any(|it| names_speaker(&it))
            || others().any(|it| !contains(says, &it) && greets(&text, &it))
            || is_called(&text, &me)
            || others().any(|it| {
                let calls = ["{},", "{}!"].map(|form| form.replace("{}", &it));
                meant(&it) && calls.iter().any(|call| text.starts_with(call.as_str()))
            })
    })
}

/// Returns whether somebody is called by name: at the end of a sentence, or as "you are NAME".
fn is_called(text: &str, name: &str) -> bool {
    if contains(text, &format!("you are {name}")) {
        return true;
    }
    let call = format!(", {name}");
    text.match_indices(&call).any(|(at, _)| {
        let after = text.get(at + call.len()..).unwrap_or_default();
        after.is_empty() || after.starts_with(['.', '!', '?'])
    })
}

/// Returns whether a text greets somebody by name within one sentence.
fn greets(text: &str, name: &str) -> bool {
    let sentences = text.split_inclusive(['.', '!', '?', ';']);
    sentences.map(str::trim).any(|sentence| {
        let greets = GREETINGS.iter().any(|it| {
            let rest = sentence.strip_prefix(it);
            rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        });
        let end = sentence.trim_end_matches(|it: char| !it.is_alphanumeric());
        let called = end.strip_suffix(name).is_some_and(|it| it.ends_with([' ', ',']));
        greets && called
    })
}

/// Returns whether a text contains the machinery of a model or parts of a prompt.
fn leaks(text: &str, company: Company<'_>) -> bool {
    let me = plain(company.me);
    let own = ["answers", "knows:", "means to say", "is in", "speaks.)"];
    let prompt = own.map(|it| format!("({me} {it}"));
    let rules = format!("say only what {me} says");
    is_assistant_talk(text)
        || LEAKS.into_iter().any(|it| text.contains(it))
        || prompt.iter().chain([&rules]).any(|it| text.contains(it.as_str()))
}

/// Returns whether a model wrote the name of the character before its words, as a transcript has it;
/// a script may begin so.
fn is_labelled(answer: &HeardAnswer, me: &str) -> bool {
    let label = format!("{}:", plain(me));
    answer.by_model && answer.words.iter().any(|it| plain(it).starts_with(&label))
}

/// Returns whether spoken words are empty, too long or in circles.
fn is_odd(answer: &HeardAnswer) -> bool {
    let empty = |it: &String| !it.contains(char::is_alphanumeric);
    let text = answer.text();
    answer.words.iter().any(empty) || text.chars().count() > LONGEST || circles(&plain(&text))
}

/// Returns whether the same few words in a row stand in a text again and again.
fn circles(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let runs: Vec<&[&str]> = words.windows(CIRCLE).collect();
    runs.iter().any(|run| runs.iter().filter(|it| *it == run).count() >= TIMES)
}

#[cfg(test)]
mod tests;
