//! Contexts of thoughts: a table of what each may do at most. The persona and the state of the mind
//! only narrow it.

use std::{collections::BTreeMap, ops::RangeInclusive, time::Duration};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Maximum number of requests to the model in one thought.
pub const MOST_ITERATIONS: u8 = 10;

/// Maximum number of messages in one thought.
pub const MOST_MESSAGES: u8 = 2;

/// Maximum number of tool calls in one reply; further ones are dropped.
pub const MOST_CALLS: u8 = 4;

/// Maximum number of rounds in which the script acts before the model is asked.
pub const MOST_ROUNDS: u8 = 3;

/// Minimum time between two changes of the world by one mind, unless it acts on its own authority.
pub const CADENCE: Duration = Duration::from_secs(5);

/// Authority of a thought, by whose words are in its prompts.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub enum TurnAuthority {
    /// Reply to somebody, whose words are in the prompt: the mind may answer them by the same way
    /// or more privately, remember, and make offers.
    #[default]
    Reply,
    /// No words of players are in the prompt: the mind may do what both the character itself and
    /// the one who ordered it may do.
    #[serde(alias = "Plan")]
    Own,
}

/// Execution mode of a thought, the narrowest first.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
)]
pub enum ThoughtMode {
    /// Single reply, whatever its result.
    SingleAction,
    /// Loop of replies until one is heard.
    #[default]
    ReactLoop,
    /// Plan of steps first, and then the loop for each of them.
    PlanExecute,
}

impl ThoughtMode {
    /// All modes, the narrowest first.
    pub const ALL: [ThoughtMode; 3] = [Self::SingleAction, Self::ReactLoop, Self::PlanExecute];

    /// Returns the name of the mode in the record and in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SingleAction => "single_action",
            Self::ReactLoop => "react_loop",
            Self::PlanExecute => "plan_execute",
        }
    }

    /// Returns the mode with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// Optional parts of a prompt, besides the persona and the stimulus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Components {
    /// Memories about the matter, which have to be retrieved first.
    pub memories: bool,
    /// Transcript of the conversation with the partner.
    pub transcript: bool,
    /// Recent lines of others.
    pub heard: bool,
    /// Most pressing goals of the character.
    pub goals: bool,
}

impl Components {
    /// All parts.
    pub const ALL: Self = Self { memories: true, transcript: true, heard: true, goals: true };
    /// No part with anybody's words, but for the goals of the character that are its own.
    pub const OWN: Self = Self { memories: false, transcript: false, heard: false, goals: true };
}

/// Fallback of a thought if its model fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Fallback {
    /// The script answers, because somebody waits.
    #[default]
    Script,
    /// The thought ends without an answer.
    Nothing,
}

/// Context of a thought: the situation that decides its mode, tools and limits.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ThoughtContext {
    /// Words, or an arrival.
    #[default]
    Event,
    /// Deed: the script of the persona answers it.
    Deed,
    /// Gambit: the script speaks to an idle visitor.
    Gambit,
    /// Order of the staff.
    Order,
    /// Turn of a time capsule: a bounded long run on a topic, which staff start.
    TimeCapsule,
    /// Own accord, about something left open.
    Autonomous,
    /// Reflection on what happened.
    Reflection,
    /// Second part of a reflection.
    ReflectionContinued,
    /// Consolidation of memories, asleep.
    Consolidation,
    /// Splitting of a goal into smaller ones.
    GoalDecomposition,
    /// Saving of facts before what was said is shortened.
    PreCompaction,
    /// Question of a visitor that another character passes on.
    Delegated,
}

/// Row of the table: the widest brief of a context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContextRow {
    pub context: ThoughtContext,
    pub name: &'static str,
    /// Authority, as long as the labels in the prompt allow it.
    pub authority: TurnAuthority,
    pub mode: ThoughtMode,
    pub components: Components,
    /// Maximum number of requests to the model.
    pub max_iterations: u8,
    /// Maximum number of messages, poses among them.
    pub messages: u8,
    /// Maximum number of tool calls in one reply of a model.
    pub calls: u8,
    /// Maximum number of rounds in which the script acts before the model is asked.
    pub rounds: u8,
    /// Minimum time between two changes of the world, unless the mind acts on its own authority.
    pub cadence: Duration,
    /// Timeout; none for that of the settings.
    pub deadline: Option<Duration>,
    pub fallback: Fallback,
    /// True if the end of the thought is reviewed by the ledger.
    pub is_reviewed: bool,
    /// Share of the budget of the character that it may use, in percent.
    pub share: u8,
    /// True if the script always answers.
    pub by_script: bool,
    /// True if the script looks first whether there is anything to say, whatever the model.
    pub is_planned: bool,
}

const EVENT: ContextRow = ContextRow {
    context: ThoughtContext::Event,
    name: "event",
    authority: TurnAuthority::Reply,
    mode: ThoughtMode::ReactLoop,
    components: Components::ALL,
    max_iterations: MOST_ITERATIONS,
    messages: MOST_MESSAGES,
    calls: MOST_CALLS,
    rounds: MOST_ROUNDS,
    cadence: CADENCE,
    deadline: None,
    fallback: Fallback::Script,
    is_reviewed: true,
    share: 100,
    by_script: false,
    is_planned: false,
};

/// Share of the character's budget for what nobody waits for, in percent.
const OWN_SHARE: u8 = 10;

/// Share of the helper's budget for questions that others pass on, in percent.
const HELPER_SHARE: u8 = 25;

/// Context that nobody waits for.
const OWN: ContextRow = ContextRow {
    context: ThoughtContext::Autonomous,
    name: "autonomous",
    fallback: Fallback::Nothing,
    is_reviewed: false,
    share: OWN_SHARE,
    ..EVENT
};

/// All contexts.
pub static CONTEXTS: [ContextRow; 12] = [
    EVENT,
    ContextRow { context: ThoughtContext::Deed, name: "deed", by_script: true, ..EVENT },
    ContextRow { context: ThoughtContext::Gambit, name: "gambit", by_script: true, ..EVENT },
    ContextRow {
        context: ThoughtContext::Order,
        name: "order",
        authority: TurnAuthority::Own,
        mode: ThoughtMode::PlanExecute,
        components: Components::OWN,
        ..EVENT
    },
    ContextRow {
        context: ThoughtContext::TimeCapsule,
        name: "time_capsule",
        authority: TurnAuthority::Own,
        components: Components::OWN,
        share: 100,
        ..OWN
    },
    ContextRow { mode: ThoughtMode::SingleAction, max_iterations: 1, is_planned: true, ..OWN },
    ContextRow {
        context: ThoughtContext::Reflection,
        name: "reflection",
        max_iterations: 3,
        ..OWN
    },
    ContextRow {
        context: ThoughtContext::ReflectionContinued,
        name: "reflection_continued",
        max_iterations: 2,
        ..OWN
    },
    ContextRow { context: ThoughtContext::Consolidation, name: "consolidation", ..OWN },
    ContextRow {
        context: ThoughtContext::GoalDecomposition,
        name: "goal_decomposition",
        authority: TurnAuthority::Own,
        components: Components::OWN,
        mode: ThoughtMode::SingleAction,
        max_iterations: 1,
        ..OWN
    },
    ContextRow {
        context: ThoughtContext::PreCompaction,
        name: "pre_compaction",
        max_iterations: 5,
        ..OWN
    },
    ContextRow {
        context: ThoughtContext::Delegated,
        name: "delegated",
        max_iterations: 3,
        is_reviewed: false,
        share: HELPER_SHARE,
        ..EVENT
    },
];

impl ThoughtContext {
    /// Returns the row of the context in the table.
    #[must_use]
    pub fn row(self) -> &'static ContextRow {
        CONTEXTS.iter().find(|it| it.context == self).unwrap_or(&CONTEXTS[0])
    }
}

/// Limits of a context that a persona or the settings set. They only ever narrow it; what is left out
/// narrows nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ContextLimits {
    /// Maximum number of questions to the model, 1 to 10.
    pub max_steps: Option<u8>,
    /// Maximum number of messages, 1 or 2.
    pub messages: Option<u8>,
    /// Maximum number of tool calls in one reply of a model, 1 to 4.
    pub calls: Option<u8>,
    /// Maximum number of rounds in which the script acts before the model is asked, 0 to 3.
    pub rounds: Option<u8>,
    /// Minimum time between two changes of the world, in seconds, 5 to 3,600.
    pub cadence_seconds: Option<u16>,
    /// Widest mode.
    pub mode: Option<ThoughtMode>,
    /// Timeout of a thought, in seconds, 1 to 3,600.
    pub deadline_seconds: Option<u16>,
    /// Names of tools that are taken away.
    pub without: Vec<String>,
    /// True if no memories are retrieved: lean.
    pub lean: bool,
    /// Share of the budget of the character, in percent, 0 to 100.
    pub share: Option<u8>,
}

impl ContextLimits {
    /// Maximum of [`ContextLimits::deadline_seconds`] and [`ContextLimits::cadence_seconds`].
    pub const LONGEST: u16 = 3_600;
    /// Minimum of [`ContextLimits::cadence_seconds`].
    const SHORTEST_CADENCE: u32 = 5;

    /// Returns the numbers that are set but out of range.
    pub fn out_of_range(&self) -> impl Iterator<Item = OutOfRange> {
        let numbers = [
            ("max_steps", self.max_steps.map(u32::from), 1..=MOST_ITERATIONS.into()),
            ("messages", self.messages.map(u32::from), 1..=MOST_MESSAGES.into()),
            ("calls", self.calls.map(u32::from), 1..=MOST_CALLS.into()),
            ("rounds", self.rounds.map(u32::from), 0..=MOST_ROUNDS.into()),
            (
                "cadence_seconds",
                self.cadence_seconds.map(u32::from),
                Self::SHORTEST_CADENCE..=Self::LONGEST.into(),
            ),
            ("deadline_seconds", self.deadline_seconds.map(u32::from), 1..=Self::LONGEST.into()),
            ("share", self.share.map(u32::from), 0..=100),
        ];
        numbers.into_iter().filter_map(|(field, number, range)| {
            let number = number.filter(|it| !range.contains(it))?;
            Some(OutOfRange { field, number, range })
        })
    }
}

/// Number of [`ContextLimits`] that is out of its range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutOfRange {
    pub field: &'static str,
    pub number: u32,
    pub range: RangeInclusive<u32>,
}

/// Limits of contexts, by context.
pub type LimitsByContext = BTreeMap<ThoughtContext, ContextLimits>;

/// Limits of a context after some layers; each layer narrows them further.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NarrowedContext {
    pub mode: ThoughtMode,
    pub max_iterations: u8,
    pub messages: u8,
    pub calls: u8,
    pub rounds: u8,
    pub cadence: Duration,
    pub deadline: Duration,
    pub components: Components,
    /// Names of tools that are taken away.
    pub without: Vec<String>,
    pub share: u8,
}

impl NarrowedContext {
    /// Returns the limits of a row, where `patience` is the timeout of the settings.
    #[must_use]
    pub fn of(row: &ContextRow, patience: Duration) -> Self {
        Self {
            mode: row.mode,
            max_iterations: row.max_iterations,
            messages: row.messages,
            calls: row.calls,
            rounds: row.rounds,
            cadence: row.cadence,
            deadline: row.deadline.unwrap_or(patience),
            components: row.components,
            without: Vec::new(),
            share: row.share,
        }
    }

    /// Narrows it by a layer.
    #[must_use]
    pub fn narrowed(mut self, by: Option<&ContextLimits>) -> Self {
        let Some(by) = by else { return self };
        self.mode = by.mode.map_or(self.mode, |it| it.min(self.mode));
        self.max_iterations =
            by.max_steps.map_or(self.max_iterations, |it| it.min(self.max_iterations));
        self.messages = by.messages.map_or(self.messages, |it| it.min(self.messages));
        self.calls = by.calls.map_or(self.calls, |it| it.min(self.calls));
        self.rounds = by.rounds.map_or(self.rounds, |it| it.min(self.rounds));
        let cadence = by.cadence_seconds.map(|it| Duration::from_secs(it.into()));
        self.cadence = cadence.map_or(self.cadence, |it| it.max(self.cadence));
        let deadline = by.deadline_seconds.map(|it| Duration::from_secs(it.into()));
        self.deadline = deadline.map_or(self.deadline, |it| it.min(self.deadline));
        self.components.memories &= !by.lean;
        self.without.extend(by.without.iter().cloned());
        self.share = by.share.map_or(self.share, |it| it.min(self.share));
        self
    }
}
