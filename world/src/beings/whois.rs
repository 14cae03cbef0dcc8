//! `whois` command: public profile of a character, logged in or not.

use bevy_ecs::{prelude::*, system::SystemParam};
use engine::{
    clock::WorldTime,
    id::CharacterId,
    index::Index,
    label::{Integrity, Label},
    save::durability::Durability,
};
use text::{
    parse::Line,
    span,
    styled::{Style, Text},
};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::{
        afk::Away,
        character::{SpeakerKind, UNPLAYED, Who, own_label},
        name::Description,
        people,
        presence::{LinkDead, Online},
        profile::{self, Profile},
        sleepers::{Sleeper, Sleepers},
    },
    witness::narrator::Narrator,
};

/// Maximum length of the description excerpt, in characters.
const EXCERPT: usize = 200;

/// Command `whois`: shows the public profile of a character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Whois {
    pub name: String,
}

impl Command for Whois {
    const SPEC: CommandSpec = CommandSpec {
        name: "whois",
        aliases: &["finger", "profile"],
        role: Role::Guest,
        category: Category::World,
        usage: "whois NAME",
        summary: "Read about somebody, awake or asleep.",
        help: "Example: whois mara\n\
               It shows whether they are awake, or since when they sleep, and what they say of \
               themselves. To say something of yourself: help title, and help describe",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        match line.rest {
            "" => Err(Refusal::Usage(Self::SPEC.usage)),
            name => Ok(Self { name: name.to_owned() }),
        }
    }
}

type WhoisData = (
    &'static Description,
    Option<&'static Profile>,
    Option<&'static Online>,
    Has<LinkDead>,
    Option<&'static Away>,
);

/// System parameter for finding characters, logged in or not.
#[derive(SystemParam)]
pub struct AwakeOrAsleep<'w, 's> {
    index: Res<'w, Index<CharacterId>>,
    sleepers: Res<'w, Sleepers>,
    seen: Query<'w, 's, WhoisData>,
}

/// Result of a search for a character.
pub(crate) enum Someone<'a> {
    Awake(Entity, Who),
    Asleep(&'a CharacterId, &'a Sleeper),
}

impl AwakeOrAsleep<'_, '_> {
    /// Finds a character by full name, logged in or not; otherwise by an unambiguous name prefix,
    /// with logged-in characters first.
    ///
    /// # Errors
    /// [`Refusal::Nobody`] or [`Refusal::Which`].
    pub(crate) fn find(&self, name: &str, narrator: &Narrator) -> Result<Someone<'_>, Refusal> {
        let awake = people::anybody(name, &self.index, &narrator.people);
        let who = awake.as_ref().ok().and_then(|it| Some((*it, narrator.people.who(*it)?)));
        let is_whole = |who: &Who| {
            who.id.as_str() == name.to_lowercase() || who.name.to_lowercase() == name.to_lowercase()
        };
        match (who, self.sleepers.called(name), awake) {
            (Some((it, who)), _, _) if is_whole(&who) => Ok(Someone::Awake(it, who)),
            (_, Some((id, sleeper)), _) => Ok(Someone::Asleep(id, sleeper)),
            (Some((it, who)), None, _) => Ok(Someone::Awake(it, who)),
            (None, None, Err(which @ Refusal::Which { .. })) => Err(which),
            (None, None, _) => match self.sleepers.beginning(name) {
                Some((id, sleeper)) => Ok(Someone::Asleep(id, sleeper)),
                None => Err(Refusal::Nobody { name: name.to_owned(), place: "known here" }),
            },
        }
    }
}

/// Executes `whois`.
pub fn whois(
    invocation: Invocation<Whois>,
    everybody: AwakeOrAsleep,
    mut narrator: Narrator,
) -> Outcome {
    let me = invocation.act.actor;
    let oneself = matches!(invocation.command.name.to_lowercase().as_str(), "me" | "myself");
    let found = match narrator.people.who(me).filter(|_| oneself) {
        Some(who) => Someone::Awake(me, who),
        None => everybody.find(&invocation.command.name, &narrator)?,
    };
    let (text, label) = match found {
        Someone::Awake(entity, who) => {
            let is_ignored = narrator.ignores(me, entity);
            (awake(entity, &who, is_ignored, &everybody, narrator.now()), own_label(&who))
        }
        Someone::Asleep(id, sleeper) => {
            let is_ignored = narrator.ignores_author(me, id, None);
            let label = Label::by(id.clone(), Integrity::Player);
            (asleep(sleeper, is_ignored, narrator.now()), label)
        }
    };
    narrator.show_labelled(&invocation.act, text, label);
    Ok(())
}

fn awake(entity: Entity, who: &Who, ignored: bool, all: &AwakeOrAsleep, now: WorldTime) -> Text {
    let mut text = Text::styled(Style::Person, &*who.name);
    let Ok((description, profile, online, lost, away)) = all.seen.get(entity) else { return text };
    let profile = profile.cloned().unwrap_or_default();
    if !ignored {
        text = Text::styled(Style::Person, profile::titled(&who.name, &profile.title));
        if *description.0 != *profile::plain(&who.name) {
            text.say("\n").say(&excerpt(&description.0));
        }
    }
    match (online, lost) {
        (_, true) => text.say("\nLost in thought, for the connection broke."),
        (Some(online), false) => {
            text.say(&format!("\nAwake, here for {}", span::in_words(now.since(online.since))));
            if now.since(online.active).as_secs() >= 60 {
                let quiet = span::in_words(now.since(online.active));
                text.say(&format!(", quiet for {quiet}"));
            }
            text.say(".")
        }
        (None, false) => text.say("\nAwake."),
    };
    if let Some(away) = away.filter(|_| !ignored) {
        text.say("\nAway from the keyboard").say(&reason(away)).say(".");
    }
    match who.kind {
        SpeakerKind::Assistant => {
            text.push(Style::Quiet, &format!("\n{} is {UNPLAYED}.", who.name));
        }
        SpeakerKind::Guest => {
            text.push(Style::Quiet, &format!("\n{} is a guest.", who.name));
        }
        SpeakerKind::Player => {}
    }
    life(&who.name, who.role, &profile, now, &mut text);
    text
}

/// Returns the away reason as a suffix such as ": Making tea"; empty if none was given.
pub(crate) fn reason(away: &Away) -> String {
    let words = away.words.trim_end_matches('.');
    if words.is_empty() { String::new() } else { format!(": {words}") }
}

fn asleep(sleeper: &Sleeper, ignored: bool, now: WorldTime) -> Text {
    let title = if ignored { "" } else { sleeper.profile.title.as_str() };
    let mut text = Text::styled(Style::Person, profile::titled(&sleeper.name, title));
    match sleeper.profile.seen {
        Some(seen) => text.say(&format!("\nAsleep for {}.", span::in_words(now.since(seen)))),
        None => text.say("\nAsleep."),
    };
    life(&sleeper.name, sleeper.role, &sleeper.profile, now, &mut text);
    text
}

fn life(name: &str, role: Role, profile: &Profile, now: WorldTime, text: &mut Text) {
    if role >= Role::Staff {
        text.say(&format!("\n{name} looks after the game."));
    }
    if let Some(made) = profile.made {
        text.say(&format!("\nFirst woke up {} ago.", span::in_words(now.since(made))));
    }
}

/// Returns the beginning of a text, cut at a word and ended by "..." if it exceeds [`EXCERPT`].
fn excerpt(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(EXCERPT) else { return text.to_owned() };
    let begun = text.get(..end).unwrap_or(text);
    let whole = begun.rsplit_once(char::is_whitespace).map_or(begun, |(whole, _)| whole);
    format!("{} ...", whole.trim_end_matches([',', ';', ':', '.']))
}
