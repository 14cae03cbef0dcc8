//! A persona: everything a builder writes about one character, in one RON file.

use std::collections::BTreeMap;

use engine::id::{ChannelId, CharacterId};
use schemars::JsonSchema;
use serde::Deserialize;
use world::{
    act::permission::Role, beings::name::AuthoredAt, content::schema::Body,
    space::routine::RoutineSlot, trade::regard::UNKNOWN,
};

use crate::{
    nlu::{self, WordGroups},
    persona::{
        autonomy::Autonomy,
        offer::OfferTalk,
        printing::Printing,
        script::{Script, ScriptEvent, Step, Topic},
        slot::Slot,
        text::ScriptText,
    },
};

pub mod archetype;
pub mod autonomy;
pub mod band;
pub mod check;
pub mod corpus;
pub mod example;
mod fold;
pub mod offer;
pub mod placeholder;
pub mod printing;
pub mod schema;
pub mod script;
pub mod slot;
pub mod text;

/// `content/personas/*.ron`: one character.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Persona {
    /// Its id, by which staff and saved games know it.
    pub id: CharacterId,
    /// Its body in the world.
    pub body: Body,
    /// The archetype whose topics it can be talked to about beside its own.
    #[serde(default)]
    pub like: Option<String>,
    /// How it speaks and what it is like, in a few sentences.
    pub voice: String,
    /// Where it is at which hour, and what it does there, by rising hours.
    #[serde(default)]
    pub routine: Vec<RoutineSlot>,
    /// The sheet of what goes round that it prints, if it prints one.
    #[serde(default)]
    pub prints: Option<Printing>,
    /// What it is there for.
    #[serde(default)]
    pub duties: Vec<String>,
    /// What it knows about the world, a sentence each.
    #[serde(default)]
    pub knows: Vec<String>,
    /// What it may use its body and mind for.
    #[serde(default)]
    pub tools: Tools,
    /// What it attends to.
    #[serde(default)]
    pub attention: Attends,
    /// Which model thinks for it.
    #[serde(default)]
    pub model: Model,
    /// Classes of words for its patterns, beside those that all characters share: a name, and the
    /// words and phrases that mean the same.
    #[serde(default)]
    pub words: WordGroups,
    /// What it says in its own words to a topic that its archetype knows, by the topic's name.
    #[serde(default)]
    pub answers: BTreeMap<String, Vec<String>>,
    /// What it may do for players, and what it says about it.
    #[serde(default)]
    pub offers: Vec<OfferTalk>,
    /// What it knows and tells whoever asks.
    #[serde(default)]
    pub lore: Vec<Lore>,
    /// What else it can be talked to about.
    #[serde(default)]
    pub topics: Vec<Topic>,
    /// What it keeps in mind about people, beside what its archetype does.
    #[serde(default)]
    pub slots: BTreeMap<String, Slot>,
    /// What it thinks of other characters to begin with, 0 to 100, by their ids; of everybody else it
    /// is 20.
    #[serde(default)]
    pub regard: BTreeMap<CharacterId, u8>,
    /// How it feels.
    #[serde(default)]
    pub mood: MoodPlan,
    /// What it says of its own accord to somebody who stands about, once a visit, beside what its
    /// archetype says: one of these.
    #[serde(default)]
    pub gambits: Vec<String>,
    /// What it may do of its own accord.
    #[serde(default)]
    pub autonomy: Autonomy,
    /// What it does when somebody does something to it.
    #[serde(default)]
    #[schemars(schema_with = "schema::deeds")]
    pub on: BTreeMap<ScriptEvent, Vec<Step>>,
    /// Where it is written.
    #[serde(skip)]
    pub at: Option<AuthoredAt>,
    /// All that the built-in brain goes by: what stands above, and what its archetype says.
    #[serde(skip)]
    pub script: Script,
}

impl Persona {
    /// What it thinks of somebody to begin with, 0 to 100.
    #[must_use]
    pub fn regard_at_first(&self, whom: &CharacterId) -> u8 {
        self.regard.get(whom).copied().unwrap_or(UNKNOWN)
    }

    /// A few lines in its voice, for a model to talk like: of what it answers in its own words, what
    /// is said to anybody at any time.
    pub fn examples(&self) -> impl Iterator<Item = &str> {
        let free = |text: &ScriptText<'_>| {
            text.tags.is_empty() && !text.words.is_empty() && !text.words.contains('{')
        };
        let said =
            self.answers.iter().filter(|(name, _)| !archetype::MOMENTS.contains(&name.as_str()));
        let own = said.filter_map(move |(_, texts)| {
            let mut texts = texts.iter().filter_map(|it| ScriptText::read(it).ok());
            texts.find(free).map(|it| it.words)
        });
        own.take(EXAMPLES)
    }
}

/// How many lines show a model how a character talks.
const EXAMPLES: usize = 3;

/// How a character feels when nothing has moved it lately.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MoodPlan {
    /// Where its mood rests. -50 to 50.
    pub rest: i8,
}

/// Something that a character knows and tells whoever asks.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lore {
    /// What it is called, as one would ask for it: `the old gate`.
    pub name: String,
    /// Patterns: what a line has to have to ask for it.
    pub about: Vec<String>,
    /// What it says: one of these.
    pub text: Vec<String>,
    /// What may be asked right after it.
    #[serde(default)]
    pub then: Vec<Rejoinder>,
}

/// A question right after something was told, and the answer.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rejoinder {
    /// Patterns, as in [`Lore::about`].
    pub asks: Vec<String>,
    /// What it says: one of these.
    pub text: Vec<String>,
}

impl Lore {
    /// What asks for it: its patterns, and its name, which it is advertised by.
    fn hears(&self) -> Vec<String> {
        self.about.iter().cloned().chain(nlu::name_pattern(&self.name)).collect()
    }

    /// What the built-in brain does with it.
    fn topics(&self) -> impl Iterator<Item = Topic> {
        let topic = |name: String, hears: &[String], follows: &[String], text: &[String]| Topic {
            hears: hears.to_vec(),
            follows: follows.to_vec(),
            is_lore: true,
            ..Topic::said(name, text.to_vec())
        };
        let first = Topic {
            called: Some(self.name.clone()),
            ..topic(self.name.clone(), &self.hears(), &[], &self.text)
        };
        // One asks who and then where: what may follow the text may follow the answers as well.
        let after: Vec<String> =
            self.text.iter().chain(self.then.iter().flat_map(|it| &it.text)).cloned().collect();
        let then = self.then.iter().zip(1..).map(move |(it, n): (&Rejoinder, usize)| {
            topic(format!("{}, then {n}", self.name), &it.asks, &after, &it.text)
        });
        std::iter::once(first).chain(then)
    }
}

/// Which tools it may use.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Tools {
    /// Tools that are taken away, by name.
    pub without: Vec<String>,
    /// The commands that `execute_command` may give, by name.
    pub commands: Vec<String>,
    /// Most steps in one thought. 1 to 10.
    pub max_steps: u8,
}

impl Default for Tools {
    fn default() -> Self {
        Self { without: Vec::new(), commands: Vec::new(), max_steps: 5 }
    }
}

/// What a kind of message means to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, JsonSchema)]
pub enum Mode {
    /// It reacts.
    Trigger,
    /// It takes note.
    #[default]
    Context,
    /// It does not hear it.
    Ignore,
}

/// What it attends to.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Attends {
    /// Whether it takes part at all.
    pub interaction: bool,
    /// Whether it reacts to being addressed.
    pub addressing: bool,
    /// What speech in its room means when it is not addressed.
    pub room: Mode,
    /// What speech on a channel means. It is on the channels that stand here.
    pub channels: BTreeMap<ChannelId, Mode>,
    /// It reacts to whatever somebody with at least this role says.
    pub roles: Option<Role>,
    /// It reacts to whatever these characters say.
    pub people: Vec<CharacterId>,
    /// Trust in what somebody says, in percent, in place of the computed one.
    pub trust: BTreeMap<CharacterId, u8>,
    /// Trust in what is said on a channel, in percent, in place of 60.
    pub channel_trust: BTreeMap<ChannelId, u8>,
    /// How many assistants in a row may answer one another. 1 to 8.
    pub max_hops: u8,
    /// How readily it speaks unasked, in percent.
    pub talkativeness: u8,
}

impl Default for Attends {
    fn default() -> Self {
        Self {
            interaction: true,
            addressing: true,
            room: Mode::Context,
            channels: BTreeMap::new(),
            roles: None,
            people: Vec::new(),
            trust: BTreeMap::new(),
            channel_trust: BTreeMap::new(),
            max_hops: 4,
            talkativeness: 30,
        }
    }
}

/// Which model thinks for it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Model {
    /// The name of a provider in the server's settings; none means the
    /// server's default.
    pub provider: Option<String>,
    /// The model's name, in place of the provider's default.
    pub name: Option<String>,
    /// Temperature in percent, 0 to 200.
    pub temperature: Option<u8>,
    /// Most tokens in one answer. 16 to 4,096.
    pub max_tokens: Option<u32>,
    /// How many tokens the model reads at once; none means 8,192, which every
    /// model in common use can do.
    pub context: Option<u32>,
}
