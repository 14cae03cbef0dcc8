//! Cast of a story, and the content and saved rows made from it.

use std::{fmt::Write as _, path::Path};

use engine::id::{ChannelId, CharacterId, RoomId};
use world::{
    act::permission::Role,
    beings::{
        character::SpeakerKind,
        profile::{self},
        saved::{CharacterDocument, CharacterV1},
        settings::Settings,
    },
};

use crate::{Trouble, content, while_};

/// World of a story.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The small town under `tests/town`.
    Test,
    /// The content that is shipped.
    Content,
    /// The small world under `tests/attacks`, in which nobody is at home.
    Attacks,
}

impl Place {
    /// The folder of its content.
    #[must_use]
    pub fn folder(self) -> &'static Path {
        Path::new(match self {
            Self::Test => concat!(env!("CARGO_MANIFEST_DIR"), "/town"),
            Self::Content => concat!(env!("CARGO_MANIFEST_DIR"), "/../content"),
            Self::Attacks => concat!(env!("CARGO_MANIFEST_DIR"), "/attacks/world"),
        })
    }

    /// A room where nobody comes by, for the one who watches a story.
    fn seat(self) -> &'static str {
        match self {
            Self::Test => "town/perch",
            Self::Content => "hill/ear",
            Self::Attacks => "keep/perch",
        }
    }
}

/// Observer of a story for the harness. It sits out of the way in both ways of playing, so that
/// `who` reads the same.
pub const WATCHER: &str = "stagehand";

/// The password of everybody in a story.
pub const PASSWORD: &str = "a password for tests";

/// Cast of a story.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cast {
    /// The people, in the order in which they come in.
    pub people: Vec<Person>,
    /// The assistants of the story's own.
    pub npcs: Vec<Npc>,
    /// True when nobody of the content speaks to bystanders unprompted.
    pub no_gambits: bool,
    /// True when the town's own people have nothing to say to each other when they meet.
    pub no_meetings: bool,
}

/// Player of a story.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Name in the story.
    pub handle: String,
    /// Their rights.
    pub role: Role,
    /// Room in which they wake up. Guests arrive where newcomers do.
    pub room: String,
}

/// An assistant of a story's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Npc {
    pub id: String,
    room: String,
    role: Role,
    attention: String,
    channels: Vec<(String, String)>,
    commands: Vec<String>,
    /// Attributes that it may set, as a persona has them.
    sets: Vec<String>,
    carries: Vec<String>,
    offers: Vec<String>,
    routine: Vec<String>,
    on: Vec<String>,
    topics: Vec<(String, String)>,
    knows: Vec<String>,
    /// Documents of the library that it may look up.
    library: Vec<String>,
    /// Slots of its memory of people: names, and the text once one is known.
    slots: Vec<(String, String)>,
    arrival: Option<String>,
    gambits: Vec<String>,
    goals: Vec<String>,
    autonomy: String,
    /// Limits of its thoughts by context, in braces.
    contexts: String,
    /// Whom it asks on behalf of others, and its tags, in parentheses.
    delegation: String,
    /// Names of the tools of services that it may call.
    services: Vec<String>,
    /// True if its model rates each task first.
    assesses: bool,
    excuse: String,
    /// Further lines at certain moments, each with the name of its moment.
    moments: Vec<(String, String)>,
    /// Manner in which it tells rumours.
    tells: Option<String>,
    /// True when the built-in brain answers where no reply is laid out.
    pub scripted: bool,
}

impl Cast {
    /// The person with this name in the story.
    ///
    /// # Errors
    /// No such person.
    pub fn person(&self, handle: &str) -> Result<&Person, Trouble> {
        let found = self.people.iter().find(|it| it.handle == handle);
        found.ok_or_else(|| format!("nobody called `{handle}` plays in this story so far"))
    }

    /// Checks that an assistant with this name is there.
    ///
    /// # Errors
    /// No such assistant.
    pub fn npc(&self, id: &str, place: Place) -> Result<(), Trouble> {
        if place != Place::Test || self.npcs.iter().any(|it| it.id == id) {
            Ok(())
        } else {
            Err(format!("no assistant called `{id}` plays in this story"))
        }
    }

    /// The content the story plays in: path and text of each file.
    ///
    /// # Errors
    /// Content that cannot be read.
    pub fn content(&self, place: Place) -> Result<Vec<(String, String)>, Trouble> {
        let mut files = Vec::clone(&*content::read(place.folder())?);
        if self.no_gambits {
            files.iter_mut().for_each(|(_, text)| *text = without_gambits(text));
        }
        if self.no_meetings {
            // What nobody ever shows them takes the place of a meeting.
            let never = |text: &str| text.replace("Met: [", "Social(\"yawn\"): [");
            files.iter_mut().for_each(|(_, text)| *text = never(text));
        }
        for npc in &self.npcs {
            files.push((format!("personas/{}.ron", npc.id), npc.persona()));
        }
        files.sort();
        Ok(files)
    }

    /// Everybody with an account, as saved: the people and the watcher.
    ///
    /// # Errors
    /// A malformed name or room.
    pub fn characters(&self, place: Place) -> Result<Vec<CharacterV1>, Trouble> {
        let watcher =
            Person { handle: WATCHER.to_owned(), role: Role::Staff, room: place.seat().to_owned() };
        let accounts = self.people.iter().filter(|it| it.role > Role::Guest);
        accounts.chain([&watcher]).map(Person::character).collect()
    }
}

/// A file of the content without what its character says to whoever stands about: its gambits, and what it
/// asks for its goals.
fn without_gambits(text: &str) -> String {
    let text = emptied(text, "gambits: [");
    let Some((before, goals)) = text.split_once("\n    goals: [") else { return text };
    let (goals, after) = goals.split_once("\n    ],").unwrap_or((goals, ""));
    let goals: Vec<String> = goals
        .split("\n        ),")
        .map(|goal| emptied(&emptied(goal, "            asks: ["), "            asks_if: ["))
        .collect();
    format!("{before}\n    goals: [{}\n    ],{after}", goals.join("\n        ),"))
}

/// A text whose first list behind these words is empty.
fn emptied(text: &str, words: &str) -> String {
    let Some((before, after)) = text.split_once(words) else { return text.to_owned() };
    let (mut in_text, mut escaped) = (false, false);
    // Brackets stand in texts, too.
    let end = after.char_indices().find(|(_, letter)| {
        in_text ^= *letter == '"' && !escaped;
        escaped = *letter == '\\' && !escaped;
        *letter == ']' && !in_text
    });
    let rest = end.and_then(|(at, _)| after.get(at..)).unwrap_or_default();
    format!("{before}{words}{rest}")
}

/// A name as it is shown.
#[must_use]
pub fn capitalised(handle: &str) -> String {
    let mut letters = handle.chars();
    let first = letters.next().map(|it| it.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

impl Person {
    /// Reads `bob in town/square`.
    ///
    /// # Errors
    /// Any other text.
    pub fn parse(role: Role, text: &str) -> Result<Self, Trouble> {
        let (handle, room) =
            text.split_once(" in ").ok_or("write for instance: player bob in town/square")?;
        Ok(Self { handle: handle.trim().to_owned(), role, room: room.trim().to_owned() })
    }

    fn character(&self) -> Result<CharacterV1, Trouble> {
        let channels = match self.handle.as_str() {
            WATCHER => None,
            _ => Some(while_("a channel", ChannelId::new("chat"))?),
        };
        let name = capitalised(&self.handle);
        let id = while_("a name", CharacterId::new(&self.handle))?;
        Ok(CharacterV1 {
            description: format!("{name} looks like anybody."),
            room: Some(while_("a room", RoomId::new(&self.room))?),
            coins: 10,
            settings: quiet(),
            channels: channels.into_iter().collect(),
            ..CharacterV1::new(id, name, SpeakerKind::Player, self.role)
        })
    }
}

/// The usual settings, but for what rooms show by themselves: a story turns that on where it is about it.
fn quiet() -> Settings {
    Settings { ambience: false, ..Settings::default() }
}

/// The document of a guest, as the server makes it.
///
/// # Errors
/// A number that makes no valid name.
pub fn guest(number: u64) -> Result<CharacterDocument, Trouble> {
    let name = format!("Guest-{number}");
    let id = while_("a name", CharacterId::new(&name.to_lowercase()))?;
    Ok(CharacterDocument::V1(CharacterV1 {
        description: profile::plain(&name),
        settings: quiet(),
        ..CharacterV1::new(id, name, SpeakerKind::Guest, Role::Guest)
    }))
}

impl Npc {
    /// Reads `ann in town/square room trigger hops 2`.
    ///
    /// # Errors
    /// Any other text.
    pub fn parse(text: &str) -> Result<Self, Trouble> {
        let mut words = text.split_whitespace();
        let mut next = |what: &str| {
            let word = words.next().map(str::to_owned);
            word.ok_or_else(|| format!("{what} is missing after `{text}`"))
        };
        let (id, link, room) = (next("a name")?, next("`in`")?, next("a room")?);
        if link != "in" {
            return Err("write for instance: assistant ann in town/square".into());
        }
        let mut it = Self::new(id, room);
        let list = |it: String| it.split(',').map(str::to_owned).collect();
        while let Ok(option) = next("") {
            match option.as_str() {
                "room" => it.attend("room", &capitalised(&next("a mode")?)),
                "hops" => it.attend("max_hops", &next("a number")?),
                "talkative" => it.attend("talkativeness", &next("a number")?),
                "channel" => {
                    let channel = next("a channel")?;
                    it.channels.push((channel, capitalised(&next("a mode")?)));
                }
                "commands" => it.commands = list(next("a list of commands")?),
                "sets" => {
                    let (of, name) = (next("a kind")?, next("an attribute")?);
                    let values: Vec<String> = list(next("a list of values")?);
                    it.sets.push(format!("(of: {of:?}, name: {name:?}, values: {values:?})"));
                }
                "library" => it.library = list(next("a list of documents")?),
                "carries" => it.carries = list(next("a list of kinds")?),
                "role" => {
                    let name = next("a role")?;
                    let role = Role::ALL.into_iter().find(|it| it.name() == name);
                    it.role = role.ok_or_else(|| format!("`{name}` is no role"))?;
                }
                "scripted" => it.scripted = true,
                "assesses" => it.assesses = true,
                other => return Err(format!("`{other}` is nothing an assistant has")),
            }
        }
        Ok(it)
    }

    /// An assistant with nothing of its own.
    fn new(id: String, room: String) -> Self {
        Self {
            id,
            room,
            role: Role::Player,
            attention: String::new(),
            channels: Vec::new(),
            commands: Vec::new(),
            sets: Vec::new(),
            carries: Vec::new(),
            offers: Vec::new(),
            routine: Vec::new(),
            on: Vec::new(),
            topics: Vec::new(),
            knows: Vec::new(),
            library: Vec::new(),
            slots: Vec::new(),
            arrival: None,
            gambits: Vec::new(),
            goals: Vec::new(),
            autonomy: "()".to_owned(),
            contexts: "{}".to_owned(),
            delegation: "()".to_owned(),
            services: Vec::new(),
            assesses: false,
            excuse: "My thoughts are elsewhere.".to_owned(),
            moments: Vec::new(),
            tells: None,
            scripted: false,
        }
    }

    fn attend(&mut self, field: &str, value: &str) {
        self.attention.push_str(&format!("{field}: {value}, "));
    }

    /// Reads an indented line: `offer (…)`, `routine HOUR ROOM DOING`, `on DEED: [STEPS]`, `topic WORDS: ANSWER | ANSWER`, `knows …`,
    /// `slot NAME: KNOWN`, `arrival …`, `gambit …`, `goal (…)`, `autonomy (…)`, `contexts {…}`, `delegation (…)`, `services TOOL TOOL`, `excuse …`, `moment NAME: TEXT`, `tells …`.
    ///
    /// # Errors
    /// Any other line.
    pub fn detail(&mut self, line: &str) -> Result<(), Trouble> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "offer" => self.offers.push(rest.to_owned()),
            "on" => self.on.push(rest.to_owned()),
            "routine" => {
                let mut words = rest.splitn(3, ' ');
                let slot = words.next().zip(words.next()).zip(words.next());
                let ((hour, room), doing) = slot.ok_or("write: routine HOUR ROOM DOING")?;
                let asleep = doing.starts_with("asleep");
                let doing = format!("doing: {doing:?}, asleep: {asleep}");
                self.routine.push(format!("(hour: {hour}, room: {room:?}, {doing})"));
            }
            "knows" => self.knows.push(rest.to_owned()),
            "slot" => {
                let (name, known) = rest.split_once(": ").ok_or("write: slot NAME: KNOWN")?;
                self.slots.push((name.to_owned(), known.to_owned()));
            }
            "arrival" => self.arrival = Some(rest.to_owned()),
            "gambit" => self.gambits.push(rest.to_owned()),
            "goal" => self.goals.push(rest.to_owned()),
            "autonomy" => rest.clone_into(&mut self.autonomy),
            "contexts" => rest.clone_into(&mut self.contexts),
            "services" => self.services = rest.split(' ').map(str::to_owned).collect(),
            "delegation" => rest.clone_into(&mut self.delegation),
            "excuse" => rest.clone_into(&mut self.excuse),
            "moment" => {
                let (name, text) = rest.split_once(": ").ok_or("write: moment NAME: TEXT")?;
                self.moments.push((name.to_owned(), text.to_owned()));
            }
            "tells" => self.tells = Some(rest.to_owned()),
            "topic" => {
                let (hears, says) = rest.split_once(": ").ok_or("write: topic WORDS: ANSWER")?;
                self.topics.push((hears.to_owned(), says.to_owned()));
            }
            _ => return Err(format!("`{word}` is nothing an assistant has")),
        }
        Ok(())
    }

    /// Its persona, as a builder would write it.
    #[must_use]
    pub fn persona(&self) -> String {
        let Self { id, room, .. } = self;
        let name = capitalised(id);
        let topics: Vec<String> =
            self.topics.iter().map(|(hears, says)| topic(hears, says)).collect();
        let slots = self.slots.iter().map(|(name, known)| {
            format!("{name:?}: (told: [], known: {known:?}, text: [\"Noted.\"])")
        });
        let slots: Vec<String> = slots.collect();
        let mut channels = String::new();
        for (channel, mode) in &self.channels {
            // Writing to a string cannot fail.
            let written = write!(channels, "{channel:?}: {mode}, ");
            debug_assert!(written.is_ok());
        }
        let arrival = self.arrival.iter().map(|it| {
            let steps = if it.starts_with('[') { it.clone() } else { format!("[Say([{it:?}])]") };
            format!("(name: \"arrival\", steps: {steps})")
        });
        let topics: Vec<String> = topics.into_iter().chain(arrival).collect();
        let tells = self.tells.as_ref();
        let tells =
            tells.map(|it| format!(", \"passes-on\": [{it:?}], \"goes-round\": [\"{{rumour}}\"]"));
        let moments = self.moments.iter().map(|(name, text)| format!(", {name:?}: [{text:?}]"));
        format!(
            "#![enable(implicit_some, unwrap_newtypes, unwrap_variant_newtypes)]\n(\n\
             id: {id:?}, voice: \"Calm.\", knows: {knows:?}, library: {library:?},\n\
             body: (name: {name:?}, description: \"{name} looks calm.\", home: {room:?}, \
             role: {role:?}, carries: {carries:?}),\n\
             offers: [{offers}], routine: [{routine}],\n\
             tools: (commands: {commands:?}, services: {services:?}, attributes: [{sets}]),\n\
             attention: ({attention}channels: {{{channels}}}),\n\
             slots: {{{slots}}}, on: {{{on}}},\n\
             gambits: {gambits:?}, goals: [{goals}], autonomy: {autonomy},\n\
             contexts: {contexts}, delegation: {delegation}, assesses: {assesses},\n\
             topics: [(name: \"otherwise\", steps: [Silence]), {topics}],\n\
             answers: {{\"excuse\": [{excuse:?}]{moments}{tells}}},\n)\n",
            tells = tells.unwrap_or_default(),
            moments = moments.collect::<String>(),
            knows = self.knows,
            library = self.library,
            gambits = self.gambits,
            goals = self.goals.join(", "),
            autonomy = self.autonomy,
            contexts = self.contexts,
            delegation = self.delegation,
            assesses = self.assesses,
            slots = slots.join(", "),
            on = self.on.join(", "),
            role = self.role,
            carries = self.carries,
            offers = self.offers.join(", "),
            routine = self.routine.join(", "),
            commands = self.commands,
            services = self.services,
            sets = self.sets.join(", "),
            attention = self.attention,
            topics = topics.join(", "),
            excuse = self.excuse,
        )
    }
}

/// A topic as a builder would write it; what stands behind `=>` is what it promises to tell.
fn topic(hears: &str, says: &str) -> String {
    let (says, promise) = says.split_once(" => ").unwrap_or((says, ""));
    let texts: Vec<&str> = says.split(" | ").collect();
    let promises: Vec<&str> = Some(promise).filter(|it| !it.is_empty()).into_iter().collect();
    format!("(name: {hears:?}, hears: [{hears:?}], text: {texts:?}, promises: {promises:?})")
}
