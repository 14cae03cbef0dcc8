//! File of scenes to play: its form, and the check against the authored world.

use std::fmt;

use assistants::persona::Persona;
use engine::id::{CharacterId, RoomId};
use serde::Deserialize;
use world::content::{
    locate::Node,
    problem::{Problem, SourceFile, did_you_mean},
    reading::{self, Read},
};

use crate::{
    account::names::{PlayerName, Reserved},
    setup::{self, files::Authored},
};

/// Prefix of a wanted offer; the id of the offer follows.
const OFFER: &str = "offer:";

/// Wanted "answer" where no answer is right.
const SILENCE: &str = "silence";

/// Maximum number of players in one scene.
const MOST_PLAYERS: usize = 3;

/// File of scenes.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayFile {
    /// Minimum share of lines that must hold, in percent.
    pub(super) floor: u8,
    pub(super) scenes: Vec<PlayScene>,
}

/// Scene: lines to one character, in a game of its own.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayScene {
    pub(super) name: String,
    /// Id of the character.
    pub(super) character: CharacterId,
    /// Room where the players stand; none for the home of the character.
    #[serde(default)]
    pub(super) room: Option<RoomId>,
    /// Names of the players, 1 to [`MOST_PLAYERS`].
    pub(super) players: Vec<String>,
    pub(super) lines: Vec<PlayLine>,
}

/// Line of a player, with what is to be in the answer.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayLine {
    pub(super) group: LineGroup,
    /// Name of the player; none for the first one.
    #[serde(default)]
    who: Option<String>,
    /// Words to the character; with `!` before it, a typed command.
    pub(super) says: String,
    /// Texts of which one has to be in the answer; `offer:ID` is an offer, and `silence` no answer.
    #[serde(default)]
    wants: Vec<String>,
    /// None of these may be in the answer, or be it.
    #[serde(default)]
    not: Vec<String>,
}

/// Group of lines with a row of its own in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub(super) enum LineGroup {
    SmallTalk,
    Lore,
    Offers,
    Memory,
    FollowUps,
    Company,
    Traps,
}

impl LineGroup {
    /// All groups, in the order of the table.
    pub(super) const ALL: [Self; 7] = [
        Self::SmallTalk,
        Self::Lore,
        Self::Offers,
        Self::Memory,
        Self::FollowUps,
        Self::Company,
        Self::Traps,
    ];

    /// Returns the name in the output.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::SmallTalk => "small-talk",
            Self::Lore => "lore",
            Self::Offers => "offers",
            Self::Memory => "memory",
            Self::FollowUps => "follow-ups",
            Self::Company => "company",
            Self::Traps => "traps",
        }
    }
}

/// Answer that is wanted or not wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted<'a> {
    /// Answer with this word or phrase.
    Words(&'a str),
    /// Offer with this id.
    Offer(&'a str),
    /// No answer.
    Silence,
}

/// Line as it is typed into the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Typed<'a> {
    /// Words to the character.
    Words(&'a str),
    Command(&'a str),
}

impl<'a> Wanted<'a> {
    fn parse(text: &'a str) -> Self {
        match text.strip_prefix(OFFER) {
            Some(id) => Self::Offer(id),
            None if text == SILENCE => Self::Silence,
            None => Self::Words(text),
        }
    }
}

impl PlayLine {
    /// Returns the wanted answers; none if any answer is right.
    pub(super) fn wanted(&self) -> impl ExactSizeIterator<Item = Wanted<'_>> {
        self.wants.iter().map(|it| Wanted::parse(it))
    }

    /// Returns the answers that the play forbids for this line (its `not`).
    pub(super) fn unwanted(&self) -> impl Iterator<Item = Wanted<'_>> {
        self.not.iter().map(|it| Wanted::parse(it))
    }

    /// Returns the typed line.
    pub(super) fn typed(&self) -> Typed<'_> {
        match self.says.trim().strip_prefix('!') {
            Some(command) => Typed::Command(command.trim()),
            None => Typed::Words(self.says.trim()),
        }
    }

    /// Returns the name of the player in this scene.
    pub(super) fn who<'a>(&'a self, scene: &'a PlayScene) -> &'a str {
        self.who.as_ref().or(scene.players.first()).map_or("", String::as_str)
    }
}

impl PlayFile {
    /// Reads a file and checks it against the authored world.
    ///
    /// # Errors
    /// All problems with their positions.
    pub(super) fn read(source: &SourceFile, authored: &Authored) -> Result<Self, Vec<Problem>> {
        let mut problems = Vec::new();
        let read = reading::read::<Self>(source, &mut problems);
        if let Some(read) = &read {
            let reserved = setup::reserved(authored);
            let mut check = FileCheck { read, authored, reserved, problems: &mut problems };
            check.file();
        }
        problems.sort();
        match read {
            Some(read) if problems.is_empty() => Ok(read.value),
            _ => Err(problems),
        }
    }
}

/// Check of a file against the authored world.
struct FileCheck<'a> {
    read: &'a Read<PlayFile>,
    authored: &'a Authored,
    reserved: Reserved,
    problems: &'a mut Vec<Problem>,
}

impl FileCheck<'_> {
    fn wrong(&mut self, at: &Node, sentence: impl Into<String>) {
        self.problems.push(Problem::new(&self.read.path, at.position(), sentence));
    }

    fn file(&mut self) {
        let Read { tree, value, .. } = self.read;
        if value.floor > 100 {
            self.wrong(tree.field("floor"), "the floor is 0 to 100 percent");
        }
        if value.scenes.is_empty() {
            self.wrong(tree.field("scenes"), "there is no scene");
        }
        for (n, scene) in value.scenes.iter().enumerate() {
            self.scene(scene, tree.field("scenes").item(n));
        }
    }

    fn scene(&mut self, scene: &PlayScene, at: &Node) {
        let personas = &self.authored.personas;
        let persona = personas.iter().find(|it| it.id == scene.character).cloned();
        if persona.is_none() {
            let known = personas.iter().map(|it| it.id.as_str());
            let meant = did_you_mean(scene.character.as_str(), known);
            let sentence = format!("there is no character `{}`{meant}", scene.character);
            self.wrong(at.field("character"), sentence);
        }
        let rooms = &self.authored.content.rooms;
        if let Some(room) = scene.room.as_ref().filter(|it| !rooms.contains_key(*it)) {
            let meant = did_you_mean(room.as_str(), rooms.keys().map(RoomId::as_str));
            self.wrong(at.field("room"), format!("there is no room `{room}`{meant}"));
        }
        self.players(scene, at.field("players"));
        if scene.lines.is_empty() {
            self.wrong(at.field("lines"), "the scene has no line");
        }
        for (n, line) in scene.lines.iter().enumerate() {
            self.line(scene, line, persona.as_deref(), at.field("lines").item(n));
        }
    }

    fn players(&mut self, scene: &PlayScene, at: &Node) {
        if !(1..=MOST_PLAYERS).contains(&scene.players.len()) {
            self.wrong(at, format!("a scene has 1 to {MOST_PLAYERS} players"));
        }
        for (n, name) in scene.players.iter().enumerate() {
            let checked = PlayerName::new(name).and_then(|it| self.reserved.check(&it));
            if let Err(error) = checked {
                self.wrong(at.item(n), error.to_string());
            } else if !name.chars().all(|it| it.is_ascii_alphabetic()) {
                self.wrong(at.item(n), "write the name with the letters a to z");
            } else if scene.players.iter().take(n).any(|it| it.eq_ignore_ascii_case(name)) {
                self.wrong(at.item(n), format!("{name} is there already"));
            }
        }
    }

    fn line(&mut self, scene: &PlayScene, line: &PlayLine, persona: Option<&Persona>, at: &Node) {
        if let Some(who) = line.who.as_ref().filter(|it| !scene.players.contains(it)) {
            let meant = did_you_mean(who, scene.players.iter().map(String::as_str));
            self.wrong(at.field("who"), format!("{who} is no player of this scene{meant}"));
        }
        if matches!(line.typed(), Typed::Words("") | Typed::Command("")) {
            self.wrong(at.field("says"), "nothing is said");
        }
        for (field, texts) in [("wants", &line.wants), ("not", &line.not)] {
            for (n, text) in texts.iter().enumerate() {
                self.text(text, persona, at.field(field).item(n));
            }
        }
    }

    fn text(&mut self, text: &str, persona: Option<&Persona>, at: &Node) {
        if text.trim().is_empty() {
            self.wrong(at, "an empty text is in every answer");
        }
        let (Wanted::Offer(id), Some(persona)) = (Wanted::parse(text), persona) else { return };
        let offers = || persona.offers.iter().map(|it| it.id.as_str());
        if !offers().any(|it| it == id) {
            let (name, meant) = (&persona.body.name, did_you_mean(id, offers()));
            self.wrong(at, format!("{name} has no offer `{id}`{meant}"));
        }
    }
}

impl fmt::Display for LineGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
