//! Session of the sandbox: current speaker, and the handling of each line.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    sync::Arc,
    time::Duration,
};

use assistants::persona::Persona;
use engine::{
    clock::WorldTime,
    id::{ChannelId, CharacterId, RoomId},
    simulation::Simulation,
};
use world::{
    act::permission::Role,
    beings::{character::SpeakerKind, saved::CharacterV1, settings::Settings},
};

use super::{
    ChatError,
    bare::{BareError, BareGame},
    brains::Brains,
    commands::{self, ChatLine},
    reasons,
    terminal::TalkLine,
    transcript::Transcript,
};
use crate::{
    account::names::{PlayerName, Reserved},
    operate::config::Config,
    setup,
};

/// Name of the speaker until another is chosen.
const VISITOR: &str = "Visitor";
/// The hour at which a talk begins, and that moment: an hour that is neither early nor late, of the
/// day on which stories play.
const HOUR: u64 = 12;
pub(super) const NOON: WorldTime = WorldTime(1_699_963_200_000);
/// Time that typing a line takes, in seconds of the game.
pub(super) const TYPING: u64 = 10;
/// Channel that everybody in a story is on.
pub(super) const CHANNEL: &str = "chat";
/// Number of coins with which everybody begins.
const COINS: u32 = 10;
/// Most people who are there besides.
const MOST_PEOPLE: usize = 8;

/// Setting of the sandbox: its name, its values, and the function that sets it.
struct ChatSetting {
    name: &'static str,
    is: &'static str,
    set: fn(&mut Visit, &str) -> Option<()>,
}

const SETTINGS: [ChatSetting; 3] = [
    ChatSetting {
        name: "regard",
        is: "what the character thinks of you, 0 to 100; of a stranger it is 20",
        set: |visit, value| {
            let regard = value.parse().ok().filter(|it| *it <= 100)?;
            let whom = CharacterId::new(&visit.who).ok()?;
            visit.game.set_regard(&visit.persona.id, &whom, regard);
            visit.transcript.lose();
            Some(())
        },
    },
    ChatSetting {
        name: "mood",
        is: "how the character feels, -50 to 50; half of it is gone in 30 minutes",
        set: |visit, value| {
            let mood = value.parse().ok().filter(|it| (-50..=50).contains(it))?;
            visit.game.set_mood(&visit.persona.id, visit.persona.mood.rest, mood);
            visit.transcript.lose();
            Some(())
        },
    },
    ChatSetting {
        name: "width",
        is: "the columns that lines are wrapped at, 20 to 400, or 0 for those of the terminal",
        set: |visit, value| {
            let width = value.parse().ok().filter(|it| matches!(it, 0 | 20..=400))?;
            visit.width = (width > 0).then_some(width);
            Some(())
        },
    },
];

/// Result of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Reaction {
    /// Lines to show.
    Says(Vec<TalkLine>),
    /// Nothing more to show.
    Ends,
}

/// A talk with a character.
pub(super) struct Visit {
    game: BareGame,
    brains: Brains,
    persona: Arc<Persona>,
    reserved: Reserved,
    /// Channel that everybody in a story is on, if there is one.
    channel: Option<ChannelId>,
    /// Shown names of all players who were ever there, by id.
    people: BTreeMap<String, String>,
    /// Id of the current speaker.
    who: String,
    /// Ids of players who are there and say nothing.
    silent: BTreeSet<String>,
    transcript: Transcript,
    /// Output that has not been shown yet: reader and line.
    unshown: Vec<(String, String)>,
    /// Time of the last line.
    typed: WorldTime,
    width: Option<u16>,
}

impl Visit {
    /// Begins a talk with the character that has this id or name.
    pub(super) fn begin(sim: Simulation, config: Config, persona: &str) -> Result<Self, ChatError> {
        let authored = setup::authored(&sim).cloned();
        let personas = authored.as_ref().map(|it| it.personas.as_slice()).unwrap_or_default();
        let called = |it: &&Arc<Persona>| {
            it.id.as_str() == persona || it.body.name.eq_ignore_ascii_case(persona)
        };
        let Some(found) = personas.iter().find(called).cloned() else {
            let known: Vec<&str> = personas.iter().map(|it| it.id.as_str()).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            return Err(ChatError::Nobody { name: persona.to_owned(), known });
        };
        let channels = authored.iter().flat_map(|it| &it.content.channels);
        let channel = channels.map(|it| &it.id).find(|it| it.as_str() == CHANNEL).cloned();
        let nobody = std::iter::empty::<&str>;
        let reserved = authored.as_ref().map(|it| setup::reserved(it));
        let mut visit = Self {
            game: BareGame::new(sim, NOON),
            brains: Brains::new(config, found.id.clone()),
            persona: found,
            reserved: reserved.unwrap_or_else(|| Reserved::new(nobody())),
            channel,
            people: BTreeMap::new(),
            who: String::new(),
            silent: BTreeSet::new(),
            transcript: Transcript::default(),
            unshown: Vec::new(),
            typed: NOON,
            width: None,
        };
        visit.who = VISITOR.to_lowercase();
        visit.enter(&visit.who.clone())?;
        visit.transcript.speaks(&visit.who);
        Ok(visit)
    }

    /// Returns the name of the character.
    pub(super) fn name(&self) -> &str {
        &self.persona.body.name
    }

    /// Returns the name of whoever talks.
    pub(super) fn who(&self) -> &str {
        self.people.get(&self.who).map_or(VISITOR, String::as_str)
    }

    /// Returns the width for wrapping lines, in columns, where it was set.
    pub(super) fn width(&self) -> Option<u16> {
        self.width
    }

    /// Returns the lines shown at the beginning.
    pub(super) fn greeting(&mut self) -> Result<Vec<TalkLine>, ChatError> {
        let mut lines = vec![TalkLine::Said(format!(
            "You talk to {}, as {}; it is {HOUR} o'clock. /help tells what else may be typed.",
            self.name(),
            self.who()
        ))];
        lines.extend(self.heard());
        Ok(lines)
    }

    /// Carries out a line.
    pub(super) fn take(&mut self, line: &str) -> Result<Reaction, ChatError> {
        let read = match commands::read(line) {
            Ok(ChatLine::Quit) => return Ok(Reaction::Ends),
            Ok(read) => read,
            Err(sentence) => return Ok(Reaction::Says(vec![TalkLine::Wrong(sentence)])),
        };
        Ok(Reaction::Says(match self.carry_out(read)? {
            Ok(lines) => lines,
            Err(sentence) => vec![TalkLine::Wrong(sentence)],
        }))
    }

    /// Carries out a line; the inner error is a sentence that says why it cannot be done.
    fn carry_out(&mut self, line: ChatLine) -> Result<Result<Vec<TalkLine>, String>, ChatError> {
        let said = |words: String| vec![TalkLine::Said(words)];
        Ok(match line {
            ChatLine::Empty | ChatLine::Quit => Ok(Vec::new()),
            ChatLine::Words(words) => return self.say(&words),
            ChatLine::Game(line) => return self.play(&line),
            ChatLine::Why => Ok(self.why()),
            ChatLine::Memory => return self.memory(),
            ChatLine::As(name) => return self.go_on_as(&name),
            ChatLine::Room(names) => return self.accompany(&names),
            ChatLine::Model(name) => self.choose_model(&name).map(said),
            ChatLine::Hour(hour) => return self.pass_until(hour).map(Ok),
            ChatLine::Set(name, value) => self.set(&name, &value).map(said),
            ChatLine::Save(file) => self.save(&file).map(said),
            ChatLine::Help => Ok(said(commands::help())),
        })
    }

    /// Chooses another model, which is asked in its own form from now on.
    fn choose_model(&mut self, name: &str) -> Result<String, String> {
        let chosen = self.brains.choose(name)?;
        self.game.set_profiles(self.brains.profiles());
        Ok(chosen)
    }

    /// Says something to the character.
    fn say(&mut self, words: &str) -> Result<Result<Vec<TalkLine>, String>, ChatError> {
        // People are called by one word of their names.
        let name = self.name().split_whitespace().last().unwrap_or_default().to_lowercase();
        let shown = self.play(&format!("say to {name} {words}"))?;
        Ok(shown.map(|mut lines| {
            // Whoever typed it knows it.
            let is_echo = |it: &TalkLine| match it {
                TalkLine::Heard(line) => line.starts_with("You ") && line.contains(words),
                TalkLine::Said(_) | TalkLine::Wrong(_) => false,
            };
            if lines.first().is_some_and(is_echo) {
                lines.remove(0);
            }
            lines
        }))
    }

    /// Enters a command of the game.
    fn play(&mut self, line: &str) -> Result<Result<Vec<TalkLine>, String>, ChatError> {
        if !self.game.is_there(&self.who) {
            return Ok(Err(format!("{} has left; /as {} comes back.", self.who(), self.who())));
        }
        self.wait(TYPING)?;
        self.typed = self.game.now();
        self.brains.forget();
        self.transcript.types(&self.who, line);
        self.game.type_line(&self.who, line, &mut self.brains)?;
        let mut lines = self.heard();
        if self.game.take_beyond() {
            self.transcript.lose();
            lines.push(TalkLine::Wrong("That needs a server; here it does nothing.".to_owned()));
        }
        Ok(Ok(lines))
    }

    /// Lets time pass.
    fn wait(&mut self, seconds: u64) -> Result<(), BareError> {
        self.transcript.waits(seconds);
        self.game.wait(Duration::from_secs(seconds), &mut self.brains)
    }

    /// Returns the output read by the current speaker.
    fn heard(&mut self) -> Vec<TalkLine> {
        self.record_output(None);
        let unshown = std::mem::take(&mut self.unshown).into_iter();
        let mine = unshown.filter(|(who, _)| *who == self.who);
        mine.map(|(_, line)| TalkLine::Heard(line)).collect()
    }

    /// Writes down what everybody read, but for somebody who just came in: what they read then is
    /// thrown away when a story is played.
    fn record_output(&mut self, newcomer: Option<&str>) {
        for (who, line) in self.game.take_heard() {
            if newcomer != Some(who.as_str()) {
                self.transcript.reads(&who, &line);
            }
            self.unshown.push((who, line));
        }
    }

    fn why(&self) -> Vec<TalkLine> {
        let mut reasons = self.brains.scene().map(reasons::of_thought).unwrap_or_default();
        reasons.extend(reasons::of_record(self.game.world(), &self.persona.id, self.typed));
        if reasons.is_empty() {
            let words = format!("{} has thought about nothing since then.", self.name());
            return vec![TalkLine::Said(words)];
        }
        reasons.into_iter().map(TalkLine::Said).collect()
    }

    /// Notes of the character about the speaker, read by a command of the game.
    fn memory(&mut self) -> Result<Result<Vec<TalkLine>, String>, ChatError> {
        let line = format!("memory {}", self.persona.id);
        // That one looked is no part of the story.
        self.game.type_line(&self.who, &line, &mut self.brains)?;
        let mine = self.game.take_heard().into_iter().filter(|(who, _)| *who == self.who);
        Ok(Ok(mine.map(|(_, line)| TalkLine::Said(line)).collect()))
    }

    /// Goes on as somebody else. Whoever is there already changes places with the one who talked;
    /// else the one comes and the other leaves.
    fn go_on_as(&mut self, name: &str) -> Result<Result<Vec<TalkLine>, String>, ChatError> {
        let id = match self.id_of(name) {
            Ok(id) => id,
            Err(sentence) => return Ok(Err(sentence)),
        };
        if id == self.who && self.game.is_there(&id) {
            return Ok(Err(format!("You are {} already.", self.who())));
        }
        let before = std::mem::take(&mut self.who);
        if self.silent.remove(&id) {
            self.silent.insert(before);
        } else {
            self.leave(&before)?;
            self.enter(&id)?;
        }
        self.who = id;
        self.transcript.speaks(&self.who);
        let mut lines = vec![TalkLine::Said(format!("You are {} now.", self.who()))];
        lines.extend(self.heard());
        Ok(Ok(lines))
    }

    /// Sets the silent people in the room.
    fn accompany(&mut self, names: &[String]) -> Result<Result<Vec<TalkLine>, String>, ChatError> {
        if names.len() > MOST_PEOPLE {
            return Ok(Err(format!("At most {MOST_PEOPLE} people fit in here.")));
        }
        let mut wanted = BTreeSet::new();
        for name in names {
            match self.id_of(name) {
                Ok(id) if id == self.who => {
                    return Ok(Err(format!("You are {} yourself.", self.who())));
                }
                Ok(id) => drop(wanted.insert(id)),
                Err(sentence) => return Ok(Err(sentence)),
            }
        }
        let gone: Vec<String> =
            self.silent.iter().filter(|it| !wanted.contains(*it)).cloned().collect();
        for id in gone {
            self.leave(&id)?;
            self.silent.remove(&id);
        }
        for id in wanted {
            if !self.silent.contains(&id) {
                self.enter(&id)?;
                self.silent.insert(id);
            }
        }
        Ok(Ok(self.heard()))
    }

    fn pass_until(&mut self, hour: u8) -> Result<Vec<TalkLine>, ChatError> {
        let (now, minute) = self.game.now().hour_and_minute();
        let second = self.game.now().0 / 1_000 % 60;
        let passed = now * 3_600 + minute * 60 + second;
        let day = 24 * 3_600;
        let seconds = (u64::from(hour) * 3_600 + day - passed) % day;
        if seconds > 0 {
            self.wait(seconds)?;
        }
        let mut lines = self.heard();
        lines.push(TalkLine::Said(format!("It is {hour} o'clock.")));
        Ok(lines)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<String, String> {
        let Some(setting) = SETTINGS.iter().find(|it| it.name == name) else {
            let known = SETTINGS.iter().map(|it| format!("{}, {}", it.name, it.is));
            let known = known.collect::<Vec<_>>().join("; ");
            let none = if name.is_empty() {
                String::new()
            } else {
                format!("There is no setting `{name}`. ")
            };
            return Err(format!("{none}What can be set: {known}."));
        };
        let ChatSetting { name, is, set } = setting;
        set(self, value)
            .map(|()| format!("{name} is {value} now."))
            .ok_or(format!("{name} is {is}."))
    }

    /// Writes the story of all that happened.
    fn save(&self, file: &str) -> Result<String, String> {
        if self.brains.modelled() {
            return Err(
                "A model that answers otherwise each time had a part in this, so no story \
                        of it would pass; start anew with the built-in brain."
                    .to_owned(),
            );
        }
        if self.transcript.is_untold() {
            return Err(
                "Something was set, or a command given that needs a server, which no story \
                        can tell; start anew without it."
                    .to_owned(),
            );
        }
        let story = self.transcript.story(&format!("A talk with {}.", self.name()), HOUR);
        let written = fs::OpenOptions::new().write(true).create_new(true).open(file);
        let written = written.and_then(|mut it| io_all(&mut it, &story));
        match written {
            Ok(()) => Ok(format!(
                "{file} holds the story; in tests/stories it is played with the others, in content/."
            )),
            Err(error) => Err(format!("{file} cannot be written: {error}")),
        }
    }

    /// Returns the id of somebody with this name, or why nobody can be called so.
    fn id_of(&self, name: &str) -> Result<String, String> {
        let checked = PlayerName::new(name).map_err(|it| it.to_string())?;
        let id = checked.as_str().to_lowercase();
        if !id.chars().all(|it| it.is_ascii_alphanumeric() || it == '-') {
            return Err("In a story names have only the letters a to z; choose another.".to_owned());
        }
        self.reserved.check(&checked).map_err(|it| it.to_string())?;
        Ok(id)
    }

    /// Logs a player in, for the first time into the room where the character lives.
    fn enter(&mut self, id: &str) -> Result<(), ChatError> {
        let home = &self.persona.body.home;
        let name = capitalised(id);
        let is_new = self.people.insert(id.to_owned(), name.clone()).is_none();
        if is_new {
            let person = newcomer(id, &name, home, self.channel.clone());
            self.game.create(person.map_err(BareError::from)?)?;
        }
        self.transcript.enters(id, is_new.then_some(home.as_str()));
        self.game.enter(id, &name, &mut self.brains)?;
        self.record_output(Some(id));
        Ok(())
    }

    fn leave(&mut self, id: &str) -> Result<(), ChatError> {
        if self.game.is_there(id) {
            self.transcript.types(id, "quit");
            self.game.type_line(id, "quit", &mut self.brains)?;
            self.record_output(None);
        }
        Ok(())
    }
}

/// Writes a whole text.
fn io_all(file: &mut fs::File, text: &str) -> std::io::Result<()> {
    use std::io::Write as _;
    file.write_all(text.as_bytes())
}

pub(super) fn capitalised(id: &str) -> String {
    let mut letters = id.chars();
    let first = letters.next().map(|it| it.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Creates a new player, like those of stories.
pub(super) fn newcomer(
    id: &str,
    name: &str,
    home: &str,
    channel: Option<ChannelId>,
) -> Result<CharacterV1, engine::id::BadSlug> {
    let id = CharacterId::new(id)?;
    Ok(CharacterV1 {
        description: format!("{name} looks like anybody."),
        room: Some(RoomId::new(home)?),
        coins: COINS,
        settings: Settings { ambience: false, ..Settings::default() },
        channels: channel.into_iter().collect(),
        ..CharacterV1::new(id, name, SpeakerKind::Player, Role::Player)
    })
}
