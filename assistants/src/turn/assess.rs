//! Assessment of a task: how complex it is, by a heuristic over its words, or by a model where a
//! persona wants it. It narrows a thought and sets the limits of a long action; it never widens.

use serde::{Deserialize, Serialize};

use super::context::{MOST_ITERATIONS, ThoughtMode};

/// Name of the tool by which a model assesses a task.
pub const ASSESS: &str = "assess";

/// Difficulty class of a task, which decides the mode and the limits of a thought.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub enum TaskClass {
    /// Hardly a word.
    Trivial,
    /// Short sentence.
    Simple,
    #[default]
    Standard,
    /// Several sentences, a list, or several things in a row.
    Complex,
}

/// Row of the table: limits of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClassRow {
    pub class: TaskClass,
    pub name: &'static str,
    /// Maximum number of questions to the model in one thought.
    pub questions: u8,
    pub mode: ThoughtMode,
    /// Maximum number of steps and of messages of a long action.
    pub steps: u16,
    pub messages: u16,
}

/// All classes.
pub static CLASSES: [ClassRow; 4] = [
    ClassRow {
        class: TaskClass::Trivial,
        name: "trivial",
        questions: 3,
        mode: ThoughtMode::ReactLoop,
        steps: 6,
        messages: 3,
    },
    ClassRow {
        class: TaskClass::Simple,
        name: "simple",
        questions: 6,
        mode: ThoughtMode::ReactLoop,
        steps: 12,
        messages: 4,
    },
    ClassRow {
        class: TaskClass::Standard,
        name: "standard",
        questions: MOST_ITERATIONS,
        mode: ThoughtMode::PlanExecute,
        steps: 15,
        messages: 10,
    },
    ClassRow {
        class: TaskClass::Complex,
        name: "complex",
        questions: MOST_ITERATIONS,
        mode: ThoughtMode::PlanExecute,
        steps: 25,
        messages: 12,
    },
];

impl TaskClass {
    /// Returns the row of the class in the table.
    #[must_use]
    pub fn row(self) -> &'static ClassRow {
        CLASSES.iter().find(|it| it.class == self).unwrap_or(&CLASSES[2])
    }

    /// Classifies a task by its words.
    #[must_use]
    pub fn of(words: &str) -> Self {
        let words = words.trim();
        match structure(words) {
            // An arrival or a deed has no words.
            _ if words.is_empty() => Self::Simple,
            _ if words.chars().count() <= 5 => Self::Trivial,
            3.. => Self::Complex,
            1.. => Self::Standard,
            _ if words.chars().count() <= SHORT => Self::Simple,
            _ => Self::Standard,
        }
    }
}

/// Maximum length of a simple task, in characters.
const SHORT: usize = 60;

/// Words that join two things to do, or to ask.
const JOINS: [&str; 6] = ["and", "then", "after", "afterwards", "while", "before"];

/// Verbs of tasks that words or a pose carry out.
const SPEAKS: [&str; 43] = [
    "announce",
    "answer",
    "apologise",
    "apologize",
    "ask",
    "bow",
    "call",
    "channel",
    "congratulate",
    "dance",
    "describe",
    "emote",
    "explain",
    "greet",
    "inform",
    "introduce",
    "invite",
    "laugh",
    "mention",
    "name",
    "nod",
    "page",
    "pose",
    "praise",
    "promise",
    "recite",
    "remind",
    "repeat",
    "reply",
    "report",
    "say",
    "shout",
    "sing",
    "smile",
    "speak",
    "tell",
    "thank",
    "warn",
    "wave",
    "welcome",
    "whisper",
    "wink",
    "wish",
];

/// Words before the verb of a task.
const BEFORE: [&str; 4] = ["please", "then", "now", "and"];

/// Returns whether words are what a task asks for: it is a question, its first verb is one of speaking,
/// or somebody is to be let know. Whatever else an order asks for has to be done.
#[must_use]
pub fn asks_for_words(task: &str) -> bool {
    let is = |all: &[&str], word: &str| all.iter().any(|it| it.eq_ignore_ascii_case(word));
    let words = || task.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    let verb = words().find(|word| !is(&BEFORE, word));
    let lets_know = verb.is_some_and(|it| is(&["let"], it)) && words().any(|it| is(&["know"], it));
    task.trim_end().ends_with('?') || lets_know || verb.is_some_and(|it| is(&SPEAKS, it))
}

/// Counts the signs that a text holds several things: sentences, joining words, questions, a list,
/// and things set apart.
fn structure(words: &str) -> usize {
    let ends = |mark: &[char]| {
        let mut chars = words.chars().peekable();
        let mut count = 0;
        while let Some(it) = chars.next() {
            let is_end = chars.peek().is_none_or(|next| next.is_whitespace());
            count += usize::from(mark.contains(&it) && is_end);
        }
        count
    };
    let joins = words.split(|it: char| !it.is_alphanumeric());
    let joins = joins.filter(|word| JOINS.iter().any(|it| it.eq_ignore_ascii_case(word))).count();
    let signs = [
        ends(&['.', '!', '?']) >= 3,
        joins >= 2,
        words.matches('?').count() >= 2,
        words.lines().count() >= 3,
        words.contains(';'),
    ];
    signs.into_iter().filter(|it| *it).count()
}

/// Assessment of a task by a model: advice, which narrows the thought and nothing else.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelAssessment {
    /// Complexity, 1 to 5.
    pub complexity: u8,
    /// Name of a mode.
    pub mode: String,
    /// Number of questions that the task may take, 1 to 10.
    pub questions: u8,
    /// True if the model would rather be asked before anything is changed. It is written down for the
    /// staff; what may be changed is the gate's to decide.
    pub confirm_dangerous: bool,
    pub reasoning: String,
}

impl ModelAssessment {
    /// Checks the ranges.
    ///
    /// # Errors
    /// A message for the model about the first value out of its range.
    pub fn check(&self) -> Result<(), String> {
        if !(1..=5).contains(&self.complexity) {
            return Err("complexity is 1 to 5".to_owned());
        }
        if !(1..=MOST_ITERATIONS).contains(&self.questions) {
            return Err(format!("questions are 1 to {MOST_ITERATIONS}"));
        }
        let mode = ThoughtMode::named(&self.mode).map(|_| ());
        mode.ok_or_else(|| "mode is single_action, react_loop or plan_execute".to_owned())
    }

    /// Returns the mode.
    #[must_use]
    pub fn mode(&self) -> Option<ThoughtMode> {
        ThoughtMode::named(&self.mode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_are_classified_by_what_stands_in_them() {
        let of = TaskClass::of;
        assert_eq!((of("hi"), of("")), (TaskClass::Trivial, TaskClass::Simple));
        assert_eq!(of("Take the pear."), TaskClass::Simple);
        assert_eq!(of("Tell the gossip channel that the pies are out."), TaskClass::Simple);
        assert_eq!(of("get pear; say I have it"), TaskClass::Standard);
        assert_eq!(of("Take the pear, and then go east and give it to Bob."), TaskClass::Standard);
        let long = "Go to the square. Look who is there. Tell them that the pies are out, and then \
                    come back and say who came; is it many? And who?";
        assert_eq!(of(long), TaskClass::Complex);
        let row = |it: TaskClass| (it.row().steps, it.row().messages);
        assert_eq!(row(TaskClass::Standard), (15, 10));
        assert!(CLASSES.windows(2).all(|it| it[0].steps < it[1].steps && it[0].mode <= it[1].mode));
    }

    #[test]
    fn a_question_and_an_order_to_speak_ask_for_words() {
        for task in [
            "Tell everybody.",
            "what do you think of it?",
            "please say hello",
            "Whisper Bob: no",
            "Let everybody know it.",
        ] {
            assert!(asks_for_words(task), "{task}");
        }
        for task in ["Take the pear and tell everybody.", "get pear", "", "Let him in, and say so."]
        {
            assert!(!asks_for_words(task), "{task}");
        }
    }

    #[test]
    fn scores_out_of_their_range_are_refused() {
        let fair = ModelAssessment {
            complexity: 3,
            mode: "react_loop".to_owned(),
            questions: 4,
            confirm_dangerous: false,
            reasoning: String::new(),
        };
        assert_eq!(fair.check(), Ok(()));
        let wrong = [
            ModelAssessment { complexity: 0, ..fair.clone() },
            ModelAssessment { questions: 11, ..fair.clone() },
            ModelAssessment { mode: "loop".to_owned(), ..fair },
        ];
        assert!(wrong.iter().all(|it| it.check().is_err()));
    }
}
