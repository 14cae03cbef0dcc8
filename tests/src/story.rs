//! Stories as data: what people type and what they must read, in words that
//! need no programming. `stories/README.md` says how to write one.

use std::{fmt, time::Duration};

use assistants::{
    gate::budget::BudgetSettings,
    llm::profile::{AnswersBy, ModelProfile, QuestionForm},
};
use world::act::permission::Role;

use crate::{
    brain::{self, Play},
    cast::{Cast, Npc, Person, Place},
    story::service::FakeService,
};

/// Minutes of a real day, by which stories go unless they say otherwise.
const REAL_DAY: u64 = 1_440;

/// A story.
#[derive(Debug, Clone, PartialEq)]
pub struct Story {
    /// The targets that the story is played on.
    pub played_on: PlayedOn,
    /// True when the assistants' models are outside this machine.
    pub models_outside: bool,
    /// Profile of the assistants' models; none for the tools of old and no plan of the script.
    pub profile: Option<ModelProfile>,
    /// Services outside the game.
    pub services: Vec<FakeService>,
    /// The budget of the assistants' thoughts.
    pub budgets: BudgetSettings,
    /// World in which it plays.
    pub place: Place,
    /// The hour of the day at which it begins, on the bare machine; none for the usual moment.
    pub hour: Option<u8>,
    /// Real minutes of a day of the world, 1 to 1,440.
    pub day_minutes: u64,
    /// Cast.
    pub cast: Cast,
    /// The steps in order, each with its line in the file, counted from 1.
    pub steps: Vec<(usize, Step)>,
}

/// The targets of a story.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayedOn {
    /// The bare game alone: it needs what cannot be done over sockets.
    Machine,
    /// The bare game; over sockets too when all that can be is to be played there.
    Either,
    /// The bare game and sockets: it is about what sockets change.
    Both,
}

/// One step of a story.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Somebody comes in: a name of the cast.
    Enter(String),
    /// Lines that are typed in one tick, in order: who, and what.
    Type(Vec<(String, String)>),
    /// Somebody's next line.
    Read(String, Expected),
    /// The next reply of an assistant's model.
    Reply(String, Play),
    /// Asserts that the last question to an assistant's model holds a text, or lacks it.
    Asked {
        npc: String,
        /// True when it must hold it.
        holds: bool,
        text: String,
    },
    /// Asserts the stop reason of an assistant's last thought.
    Ended(String, String),
    /// Asserts how often a tool of a service was called so far.
    Called(String, usize),
    /// The clock moves on.
    Wait(Duration),
    /// The server stops and starts again; everybody is back afterwards.
    Restart,
}

impl Step {
    /// Returns whether the step acts, rather than asserts.
    #[must_use]
    pub fn acts(&self) -> bool {
        match self {
            Self::Enter(_) | Self::Type(_) | Self::Wait(_) | Self::Restart => true,
            Self::Read(..)
            | Self::Reply(..)
            | Self::Asked { .. }
            | Self::Ended(..)
            | Self::Called(..) => false,
        }
    }
}

/// An expectation of the next text that somebody reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// Exactly this line.
    Line(String),
    /// A line of this form, in which `*` stands for anything.
    Like(String),
    /// Anything, up to the next line that is expected.
    Anything,
    /// Nothing more, for now.
    Nothing,
}

/// A fault of a story, or of its run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The line of the file, from 1.
    pub line: usize,
    /// The fault as one sentence.
    pub words: String,
}

impl Failure {
    /// A failure at a line.
    #[must_use]
    pub fn new(line: usize, words: impl Into<String>) -> Self {
        Self { line, words: words.into() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.words)
    }
}

/// Reads a story.
///
/// # Errors
/// The first line that cannot be read.
pub fn parse(text: &str) -> Result<Story, Failure> {
    let mut reader = Reader {
        story: Story {
            played_on: PlayedOn::Either,
            models_outside: false,
            profile: None,
            services: Vec::new(),
            budgets: BudgetSettings::default(),
            place: Place::Test,
            hour: None,
            day_minutes: REAL_DAY,
            cast: Cast::default(),
            steps: Vec::new(),
        },
        together: None,
    };
    for (n, line) in text.lines().enumerate() {
        reader.line(n + 1, line.trim_end()).map_err(|words| Failure::new(n + 1, words))?;
    }
    if let Some((line, _)) = reader.together {
        return Err(Failure::new(line, "`together` has no `end`"));
    }
    Ok(reader.story)
}

/// Reads `Words Sure`.
fn profile(text: &str) -> Result<ModelProfile, String> {
    let (form, answers) =
        text.split_once(' ').ok_or("a model has a form and answers: Words Sure")?;
    let form = QuestionForm::ALL.into_iter().find(|it| it.name() == form);
    let answers = [AnswersBy::Sure, AnswersBy::All].into_iter().find(|it| it.name() == answers);
    let form = form.ok_or("a form is Words, Schema or Tools")?;
    let answers = answers.ok_or("a model answers Sure or All")?;
    Ok(ModelProfile { form, answers, ..ModelProfile::default() })
}

struct Reader {
    story: Story,
    together: Option<(usize, Vec<(String, String)>)>,
}

impl Reader {
    fn line(&mut self, n: usize, line: &str) -> Result<(), String> {
        if line.trim().is_empty() || line.starts_with('#') {
            return Ok(());
        }
        if line.starts_with([' ', '\t']) {
            let npc = self.story.cast.npcs.last_mut();
            return npc.ok_or("an indented line belongs under an assistant")?.detail(line.trim());
        }
        let word =
            line.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(line.len());
        let (word, rest) = line.split_at(word);
        match rest.chars().next() {
            None | Some(' ') => self.directive(n, word, rest.trim()),
            Some(mark) if !word.is_empty() => {
                let rest = rest.get(mark.len_utf8()..).unwrap_or_default();
                self.marked(n, word, mark, rest)
            }
            Some(_) => Err(format!("this line is none of a story: {line}")),
        }
    }

    fn directive(&mut self, n: usize, word: &str, rest: &str) -> Result<(), String> {
        match (word, rest) {
            ("world", "test") => self.story.place = Place::Test,
            ("world", "content") => self.story.place = Place::Content,
            ("world", "attacks") => self.story.place = Place::Attacks,
            ("no", "gambits") => self.story.cast.no_gambits = true,
            ("no", "meetings") => self.story.cast.no_meetings = true,
            ("machine", "only") => self.story.played_on = PlayedOn::Machine,
            ("over", "sockets") => self.story.played_on = PlayedOn::Both,
            ("models", "outside") => {
                self.below_machine_only("models outside")?;
                self.story.models_outside = true;
            }
            ("model", rest) => {
                self.below_machine_only("model")?;
                self.story.profile = Some(profile(rest)?);
            }
            ("service", rest) => {
                self.below_machine_only("service")?;
                self.story.services.push(FakeService::parse(rest)?);
            }
            ("budget", rest) => self.budget(rest)?,
            ("day", day) => self.story.day_minutes = self.day(day)?,
            ("hour", hour) => self.story.hour = Some(self.hour(hour)?),
            ("together", "") if self.together.is_none() => self.together = Some((n, Vec::new())),
            ("end", "") => {
                let (at, lines) = self.together.take().ok_or("there is no `together`")?;
                self.push_for_machine(at, Step::Type(lines))?;
            }
            ("wait", span) => self.push_for_machine(n, Step::Wait(seconds(span)?))?,
            ("called", rest) => {
                let (tool, times) = rest.split_once(' ').ok_or("write: called TOOL TIMES")?;
                let times = times.parse().map_err(|_| format!("`{times}` is no number"))?;
                self.push_for_machine(n, Step::Called(tool.to_owned(), times))?;
            }
            ("restart", "") => self.story.steps.push((n, Step::Restart)),
            ("back", name) => {
                self.story.cast.person(name)?;
                self.story.steps.push((n, Step::Enter(name.to_owned())));
            }
            ("assistant", rest) => self.story.cast.npcs.push(Npc::parse(rest)?),
            (role, rest) => {
                let role = Role::ALL.into_iter().find(|it| it.name() == role);
                let role = role.ok_or_else(|| format!("`{word} {rest}` is no step of a story"))?;
                let person = Person::parse(role, rest)?;
                self.story.steps.push((n, Step::Enter(person.handle.clone())));
                self.story.cast.people.push(person);
            }
        }
        Ok(())
    }

    /// `account 2 questions`: one budget of its own.
    fn budget(&mut self, rest: &str) -> Result<(), String> {
        self.below_machine_only("budget")?;
        let [of, number, unit] = rest.split_whitespace().collect::<Vec<_>>()[..] else {
            return Err("a budget is like `budget account 2 questions`".into());
        };
        let number = number.parse().map_err(|_| format!("`{number}` is no number"))?;
        let it = &mut self.story.budgets;
        let amounts = match of {
            "account" => &mut it.account,
            "household" => &mut it.household,
            "character" => &mut it.character,
            "day" => &mut it.day,
            _ => return Err(format!("nobody has a budget called `{of}`")),
        };
        match unit {
            "questions" => amounts.questions = number,
            "tokens" => amounts.tokens = number,
            "lines" => amounts.lines = number,
            _ => return Err(format!("`{unit}` are not counted")),
        }
        Ok(())
    }

    fn below_machine_only(&self, what: &str) -> Result<(), String> {
        if self.story.played_on != PlayedOn::Machine || !self.story.steps.is_empty() {
            return Err(format!("put `{what}` at the top, below `machine only`"));
        }
        Ok(())
    }

    /// The hour at which it begins.
    fn hour(&self, hour: &str) -> Result<u8, String> {
        self.below_machine_only("hour")?;
        let hour = hour.parse().ok().filter(|it| *it < 24);
        hour.ok_or_else(|| "an hour is a number from 0 to 23".to_owned())
    }

    /// `2 minutes`: how long a day of the world is.
    fn day(&self, day: &str) -> Result<u64, String> {
        self.below_machine_only("day")?;
        let minutes = day.strip_suffix(" minutes").and_then(|it| it.parse().ok());
        let minutes = minutes.filter(|it| (1..=REAL_DAY).contains(it));
        minutes.ok_or_else(|| format!("a day is like `day 24 minutes`, 1 to {REAL_DAY}"))
    }

    fn push_for_machine(&mut self, n: usize, step: Step) -> Result<(), String> {
        if self.story.played_on != PlayedOn::Machine {
            return Err("this cannot be done over sockets; put `machine only` at the top".into());
        }
        self.story.steps.push((n, step));
        Ok(())
    }

    fn marked(&mut self, n: usize, who: &str, mark: char, rest: &str) -> Result<(), String> {
        let cast = &self.story.cast;
        match mark {
            '>' | '<' => drop(cast.person(who)?),
            '!' | '?' | '=' => cast.npc(who, self.story.place)?,
            _ => return Err(format!("`{who}{mark}` is no step of a story")),
        }
        let (who, text) = (who.to_owned(), rest.strip_prefix(' ').unwrap_or(rest));
        let step = match mark {
            '>' => {
                let typed = (who, text.to_owned());
                if let Some((_, lines)) = &mut self.together {
                    lines.push(typed);
                    return Ok(());
                }
                Step::Type(vec![typed])
            }
            '<' => Step::Read(who, expected(rest)),
            '!' => Step::Reply(who, brain::play(text)?),
            '?' => asked(who, text)?,
            _ => Step::Ended(who, text.to_owned()),
        };
        if self.together.is_some() {
            return Err("between `together` and `end` only lines are typed".into());
        }
        self.story.steps.push((n, step));
        Ok(())
    }
}

fn expected(rest: &str) -> Expected {
    match rest {
        "..." => Expected::Anything,
        "-" => Expected::Nothing,
        _ => match rest.strip_prefix('*') {
            Some(form) => Expected::Like(form.strip_prefix(' ').unwrap_or(form).to_owned()),
            None => Expected::Line(rest.strip_prefix(' ').unwrap_or(rest).to_owned()),
        },
    }
}

fn asked(npc: String, text: &str) -> Result<Step, String> {
    let (verb, text) = text.split_once(' ').unwrap_or((text, ""));
    let holds = match verb {
        "contains" => true,
        "lacks" => false,
        _ => return Err(format!("`{verb}` is neither `contains` nor `lacks`")),
    };
    let quoted = text.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    let text = quoted.filter(|it| !it.is_empty()).ok_or("the text stands between \"")?.to_owned();
    Ok(Step::Asked { npc, holds, text })
}

fn seconds(span: &str) -> Result<Duration, String> {
    let number = span.strip_suffix('s').and_then(|it| it.parse().ok());
    number
        .map(Duration::from_secs)
        .ok_or_else(|| format!("`{span}` is no time; write for instance: wait 61s"))
}

/// Returns whether a line has a form in which `*` stands for anything.
#[must_use]
pub fn is_like(form: &str, line: &str) -> bool {
    let Some((first, rest)) = form.split_once('*') else {
        return form == line;
    };
    let Some(mut left) = line.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        let Some(at) = left.find(part) else {
            return false;
        };
        left = left.get(at + part.len()..).unwrap_or_default();
    }
    left.ends_with(last)
}

pub mod files;
pub mod service;
#[cfg(test)]
mod tests;
