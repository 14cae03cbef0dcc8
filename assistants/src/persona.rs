//! Persona of an NPC: everything a builder writes about one character, in one RON file.

use std::{collections::BTreeMap, sync::Arc};

use engine::id::{ChannelId, CharacterId};
use schemars::JsonSchema;
use serde::Deserialize;
use world::{
    act::permission::Role, beings::name::AuthoredAt, content::schema::Body,
    space::routine::RoutineSlot, trade::regard::UNKNOWN,
};

use crate::{
    memory::OwnNames,
    nlu::{self, WordGroups},
    persona::{
        autonomy::Autonomy,
        delegation::DelegationSettings,
        goal::GoalPlan,
        library::LibraryDocument,
        offer::OfferTalk,
        printing::Printing,
        script::{Script, ScriptEvent, Step, Topic},
        slot::Slot,
        text::ScriptText,
    },
    turn::context::LimitsByContext,
};

pub mod archetype;
pub mod autonomy;
pub mod band;
pub mod check;
pub mod corpus;
pub mod delegation;
pub mod example;
mod fold;
pub mod goal;
pub mod library;
pub mod offer;
pub mod placeholder;
pub mod printing;
pub mod schema;
pub mod script;
pub mod slot;
pub mod text;

/// `content/personas/*.ron`: one character (NPC).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Persona {
    /// Id of the character, by which staff and saved games know it.
    pub id: CharacterId,
    /// Body of the character in the world.
    pub body: Body,
    /// Archetype whose topics the character takes over, besides its own.
    #[serde(default)]
    pub like: Option<String>,
    /// Voice: how the character speaks and what it is like, in a few sentences.
    pub voice: String,
    /// Routine: places and activities by rising hours of the day.
    #[serde(default)]
    pub routine: Vec<RoutineSlot>,
    /// Sheet of rumours that the character prints, if any.
    #[serde(default)]
    pub prints: Option<Printing>,
    /// Duties: what the character is there for.
    #[serde(default)]
    pub duties: Vec<String>,
    /// Facts that it knows about the world, one sentence each.
    #[serde(default)]
    pub knows: Vec<String>,
    /// Tools and commands that it may use.
    #[serde(default)]
    pub tools: Tools,
    /// Attention policy: the events that it reacts to.
    #[serde(default)]
    pub attention: Attends,
    /// Language model that thinks for it.
    #[serde(default)]
    pub model: Model,
    /// Word classes for its patterns, besides the shared ones: a name, and the words and phrases
    /// that mean the same.
    #[serde(default)]
    pub words: WordGroups,
    /// Answers in its own words to topics of its archetype, by the topic's name.
    #[serde(default)]
    pub answers: BTreeMap<String, Vec<String>>,
    /// Offers to players, with the words that go with them.
    #[serde(default)]
    pub offers: Vec<OfferTalk>,
    /// Lore that it tells on request.
    #[serde(default)]
    pub lore: Vec<Lore>,
    /// Documents of the library that it may look up, by their names.
    #[serde(default)]
    pub library: Vec<String>,
    /// Further topics of conversation.
    #[serde(default)]
    pub topics: Vec<Topic>,
    /// Slots: facts that it remembers about people, besides those of its archetype.
    #[serde(default)]
    pub slots: BTreeMap<String, Slot>,
    /// Initial regard for other characters, 0 to 100, by their ids; 20 for everybody else.
    #[serde(default)]
    pub regard: BTreeMap<CharacterId, u8>,
    /// Mood of the character.
    #[serde(default)]
    pub mood: MoodPlan,
    /// Gambits: lines to an idle visitor, one per visit, besides those of its archetype.
    #[serde(default)]
    pub gambits: Vec<String>,
    /// Goals of its own, at most 12.
    #[serde(default)]
    pub goals: Vec<GoalPlan>,
    /// Autonomy: what it may do unasked.
    #[serde(default)]
    pub autonomy: Autonomy,
    /// Delegation: whom it may ask on behalf of visitors, and under which tags others ask it.
    #[serde(default)]
    pub delegation: DelegationSettings,
    /// Limits of its thoughts by context: they narrow what the server's settings allow.
    #[serde(default)]
    pub contexts: LimitsByContext,
    /// True if the persona's model rates each task before it begins one, which costs a question;
    /// otherwise a heuristic does. False by default.
    #[serde(default)]
    pub assesses: bool,
    /// Reactions to deeds, by deed.
    #[serde(default)]
    #[schemars(schema_with = "schema::deeds")]
    pub on: BTreeMap<ScriptEvent, Vec<Step>>,
    /// Documents of its library.
    #[serde(skip)]
    pub shelf: Vec<Arc<LibraryDocument>>,
    /// File and line of the persona.
    #[serde(skip)]
    pub at: Option<AuthoredAt>,
    /// Script of the built-in brain: what the persona says, combined with its archetype.
    #[serde(skip)]
    pub script: Script,
}

impl Persona {
    /// Returns the names by which it is spoken of.
    #[must_use]
    pub fn own_names(&self) -> OwnNames<'_> {
        OwnNames { name: &self.body.name, role: self.like.as_deref() }
    }

    /// Returns the initial regard for a character, 0 to 100.
    #[must_use]
    pub fn regard_at_first(&self, whom: &CharacterId) -> u8 {
        self.regard.get(whom).copied().unwrap_or(UNKNOWN)
    }

    /// Returns the names of the fields in which another version of the persona differs; `script` stands
    /// for all that its archetypes and its own talk come to.
    #[must_use]
    pub fn differs_in(&self, other: &Self) -> Vec<String> {
        let fields = [
            ("body", self.body != other.body),
            ("like", self.like != other.like),
            ("voice", self.voice != other.voice),
            ("routine", self.routine != other.routine),
            ("library", self.shelf != other.shelf),
            ("prints", self.prints != other.prints),
            ("duties", self.duties != other.duties),
            ("knows", self.knows != other.knows),
            ("tools", self.tools != other.tools),
            ("attention", self.attention != other.attention),
            ("model", self.model != other.model),
            ("regard", self.regard != other.regard),
            ("mood", self.mood != other.mood),
            ("goals", self.goals != other.goals),
            ("autonomy", self.autonomy != other.autonomy),
            ("delegation", self.delegation != other.delegation),
            ("script", self.script != other.script),
        ];
        fields.into_iter().filter(|(_, is)| *is).map(|(name, _)| name.to_owned()).collect()
    }

    /// Returns sample lines to the character with its own answers, for a prompt: of the topics that
    /// state a sample, those that the character answers in its own words without conditions and
    /// placeholders; at most three.
    pub fn sample_talk(&self) -> impl Iterator<Item = (&str, &str)> {
        let free = |text: &ScriptText<'_>| {
            text.tags.is_empty() && !text.words.is_empty() && !text.words.contains('{')
        };
        let sampled = self.script.topics.iter().filter_map(|it| Some((it.sample.as_deref()?, it)));
        let own = sampled.filter_map(move |(line, topic)| {
            let texts = self.answers.get(&topic.name)?;
            let mut texts = texts.iter().filter_map(|it| ScriptText::read(it).ok());
            texts.find(free).map(|it| (line, it.words))
        });
        own.take(SAMPLES)
    }
}

/// Maximum number of sample lines in a prompt.
const SAMPLES: usize = 3;

/// Mood of a character when nothing has moved it recently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MoodPlan {
    /// Resting mood, -50 to 50.
    pub rest: i8,
}

/// Lore: knowledge that a character tells on request.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lore {
    /// Name of the lore, as a player would ask for it: `the old gate`.
    pub name: String,
    /// Patterns of the lines that ask for it.
    pub about: Vec<String>,
    /// Texts to say: one of these.
    pub text: Vec<String>,
    /// Follow-up questions that may be asked right after it.
    #[serde(default)]
    pub then: Vec<Rejoinder>,
}

/// Follow-up question right after something was told, and its answer.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rejoinder {
    /// Patterns of the question, as in [`Lore::about`].
    pub asks: Vec<String>,
    /// Texts to say: one of these.
    pub text: Vec<String>,
}

impl Lore {
    /// Returns the patterns that ask for it: its own, and its name, by which it is advertised.
    fn hears(&self) -> Vec<String> {
        self.about.iter().cloned().chain(nlu::name_pattern(&self.name)).collect()
    }

    /// Returns the topics of the built-in brain for it: the lore, and each follow-up question.
    fn topics(&self) -> impl Iterator<Item = Topic> {
        let topic = |name: String, hears: &[String], text: &[String]| Topic {
            hears: hears.to_vec(),
            is_lore: true,
            ..Topic::said(name, text.to_vec())
        };
        let first = Topic {
            called: Some(self.name.clone()),
            ..topic(self.name.clone(), &self.hears(), &self.text)
        };
        // Questions follow each other (who, then where), as long as the talk is about the matter.
        let then = self.then.iter().zip(1..).map(move |(it, n): (&Rejoinder, usize)| Topic {
            thread: Some(self.name.clone()),
            ..topic(format!("{}, then {n}", self.name), &it.asks, &it.text)
        });
        std::iter::once(first).chain(then)
    }
}

/// Tools that a character may use.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Tools {
    /// Names of tools that are taken away.
    pub without: Vec<String>,
    /// Names of the commands that `execute_command` may give.
    pub commands: Vec<String>,
    /// Names of the tools of services outside the game that it may call, at most 16: `web_search`, or
    /// `server__tool`. Those that the operator has not set up are not offered.
    pub services: Vec<String>,
    /// Attributes of things and rooms that `set_attribute` may set, with the values that it may set.
    pub attributes: Vec<SettableAttribute>,
    /// Maximum number of steps in one thought, 1 to 10; 5 by default.
    pub max_steps: u8,
}

/// Attribute that a character may set.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SettableAttribute {
    /// Id of the kind of thing, or whole id of the room.
    pub of: String,
    /// Name of the attribute.
    pub name: String,
    /// Values that the character may set.
    pub values: Vec<String>,
}

impl Default for Tools {
    fn default() -> Self {
        Self {
            without: Vec::new(),
            commands: Vec::new(),
            services: Vec::new(),
            attributes: Vec::new(),
            max_steps: 5,
        }
    }
}

/// Reaction to a kind of message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, JsonSchema)]
pub enum Mode {
    /// Trigger a thought about the event.
    Trigger,
    /// Keep the event as context.
    #[default]
    Context,
    /// Ignore the event.
    Ignore,
}

/// Attention policy: the events that a character reacts to.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Attends {
    /// True if the character takes part in interactions at all.
    pub interaction: bool,
    /// True if the character reacts to being addressed.
    pub addressing: bool,
    /// Reaction to speech in its room that does not address it.
    pub room: Mode,
    /// Reaction to speech on channels, by channel. The character listens only to these channels.
    pub channels: BTreeMap<ChannelId, Mode>,
    /// Minimum role of speakers whom it always reacts to.
    pub roles: Option<Role>,
    /// Characters whom it always reacts to.
    pub people: Vec<CharacterId>,
    /// Trust in speakers, in percent, in place of the computed one.
    pub trust: BTreeMap<CharacterId, u8>,
    /// Trust in channels, in percent, in place of 60.
    pub channel_trust: BTreeMap<ChannelId, u8>,
    /// Hop limit: maximum number of assistants in a row that answer one another, 1 to 8.
    pub max_hops: u8,
    /// Talkativeness: how readily it speaks unasked, in percent.
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

/// Maximum number of fallback providers of a persona.
pub const MOST_FALLBACKS: usize = 4;

/// Maximum number of tools of services that a character may call.
pub const MOST_SERVICES: usize = 16;

/// Language model of a character.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Model {
    /// Name of a provider in the server's settings; none means the server's default.
    pub provider: Option<String>,
    /// Name of the model, in place of the provider's default.
    pub name: Option<String>,
    /// Providers that are asked in turn when the model gives no answer, at most 4; none means those
    /// that the server's settings name for its provider.
    pub fallback: Vec<String>,
    /// Temperature in percent, 0 to 200.
    pub temperature: Option<u8>,
    /// Maximum number of tokens in one answer, 16 to 4,096; none for the provider's.
    pub max_tokens: Option<u32>,
    /// Size of the model's context window, in tokens; none for that of the provider's profile.
    pub context: Option<u32>,
}
