//! `socials` command, and the execution of each social.

use std::{num::NonZeroUsize, sync::Arc};

use bevy_ecs::prelude::*;
use engine::{id::CharacterId, index::Index, save::durability::Durability};
use text::{
    parse::{self, Line},
    styled::{Style, Text},
};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::posture::Posture,
    talk::{
        say,
        social::{Social, SocialPosture, Socials},
    },
    witness::{
        fact::{Gesture, GestureAim, GestureForm},
        narrator::Narrator,
        pages,
        sight::{Scope, Seen, Sight},
    },
};

/// Words that stand before whoever is meant, and are none of a sentence without.
const AT: [&str; 2] = ["at", "to"];

/// Words that stand before whoever is meant, or before anything else.
const PERHAPS: [&str; 5] = ["with", "for", "before", "toward", "towards"];

/// Words for the actor as the target.
const ONESELF: [&str; 6] = ["me", "myself", "self", "yourself", "himself", "herself"];

/// Words for all who are there.
const EVERYBODY: [&str; 3] = ["everybody", "everyone", "all"];

/// Words that are no beginning of a name, but of words how.
const NO_NAMES: [&str; 24] = [
    "in", "out", "on", "off", "up", "down", "by", "like", "as", "and", "but", "so", "very", "too",
    "of", "from", "over", "away", "back", "again", "all", "hello", "goodbye", "not",
];

/// Words after which no name comes.
const NO_NAME_AFTER: [&str; 12] =
    ["the", "a", "an", "my", "your", "his", "her", "its", "their", "this", "that", "nothing"];

/// Words between a posture and what one takes it on.
const PLACED: [&str; 9] = ["on", "in", "at", "by", "under", "against", "beside", "behind", "near"];

/// Nouns that are everywhere, or are no place.
const ANYWHERE: [&str; 8] = ["floor", "ground", "silence", "peace", "once", "last", "all", "wait"];

/// Most places in a line where somebody is looked for, and most words of a name.
const MOST_PLACES: usize = 3;

/// Command of a social, or the list of socials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SocialCommand {
    /// Lists all socials, from this page on.
    List(NonZeroUsize),
    /// Shows a social.
    Show {
        /// Name or alias, in small letters.
        word: String,
        /// Target and manner, as typed.
        rest: String,
    },
}

impl Command for SocialCommand {
    const SPEC: CommandSpec = CommandSpec {
        name: "socials",
        aliases: &["social"],
        role: Role::Guest,
        category: Category::Talk,
        usage: "socials\nsocials PAGE\nsmile (or any of them)\nsmile at NAME\nsmile warmly at NAME",
        summary: "Smile, wave, bow, sit: see what you can show with one word.",
        help: "Example: socials\n\
               Type any of them alone or with a name, as in smile warmly at pip. Everybody in the \
               room sees it, each in words that fit: You smile warmly at Pip. \
               The name may come first, as in wave pip, and words how may stand before or after \
               it. everybody means all who are there. To see the forms of one: help smile\n\
               For what no word is made for: help emote",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let (word, rest) = line.rest.split_once(' ').unwrap_or((line.rest, ""));
        match word.parse() {
            _ if word.is_empty() => Ok(Self::List(NonZeroUsize::MIN)),
            Ok(page) => Ok(Self::List(page)),
            Err(_) => Ok(Self::Show { word: word.to_lowercase(), rest: rest.trim().to_owned() }),
        }
    }
}

/// Executes `social`.
pub fn social(
    invocation: Invocation<SocialCommand>,
    socials: Res<Socials>,
    postures: Query<&Posture>,
    index: Res<Index<CharacterId>>,
    sight: Sight,
    mut narrator: Narrator,
    mut commands: Commands,
) -> Outcome {
    let act = &invocation.act;
    let (word, rest) = match invocation.command {
        SocialCommand::List(page) => {
            narrator.show(act, pages::leaf(&listed(&socials), page, "socials")?);
            return Ok(());
        }
        SocialCommand::Show { word, rest } => (word, rest),
    };
    let Some(social) = socials.called(&word) else {
        let words = format!("There is no social \"{word}\". To see them all, type: socials");
        return Err(Refusal::because(words));
    };
    let words: Vec<&str> = rest.split_whitespace().collect();
    let mut reading = SocialReading {
        social,
        actor: act.actor,
        sight: &sight,
        index: &index,
        narrator: &narrator,
    };
    let gesture = reading.gesture(&words)?;
    let posture = postures.get(act.actor).ok();
    if gesture.aim == GestureAim::Nobody && gesture.how.is_empty() {
        unless_already(social, posture, &socials)?;
    }
    narrator.gesture_here(act, gesture)?;
    match &social.posture {
        SocialPosture::Stays => {}
        SocialPosture::Takes(posture) => {
            commands.entity(act.actor).insert(Posture(posture.clone()));
        }
        SocialPosture::Stands => {
            commands.entity(act.actor).remove::<Posture>();
        }
    }
    Ok(())
}

/// Refuses a posture that one has already.
fn unless_already(social: &Social, posture: Option<&Posture>, socials: &Socials) -> Outcome {
    match (&social.posture, posture) {
        (SocialPosture::Takes(takes), Some(has)) if *takes == has.0 => {
            let stands = socials.iter().find(|it| it.posture == SocialPosture::Stands);
            let how = stands.map_or_else(
                || "To get up, walk on.".to_owned(),
                |it| format!("To get up, type: {}", it.name),
            );
            Err(Refusal::because(format!("You are {takes} already. {how}")))
        }
        (SocialPosture::Stands, None) => Err(Refusal::because("You are standing already.")),
        (SocialPosture::Stays | SocialPosture::Takes(_) | SocialPosture::Stands, _) => Ok(()),
    }
}

fn listed(socials: &Socials) -> Text {
    let mut text = Text::styled(Style::Heading, "Socials");
    if socials.iter().next().is_none() {
        text.say("\nThere are none in this town. To show anything, type: ");
        text.push(Style::Command, "emote TEXT");
        return text;
    }
    text.say("\nType one of these alone, or with a name and a word how, as in ");
    text.push(Style::Command, "smile warmly at pip").say(". For its forms: ");
    text.push(Style::Command, "help smile").say("\n");
    for (n, social) in socials.iter().enumerate() {
        text.say(if n == 0 { "" } else { ", " }).push(Style::Topic, &social.name);
    }
    text.say(".");
    text
}

/// Target of a social, resolved from the typed words.
enum SocialMeant {
    Aim(GestureAim),
    Unclear(Refusal),
    Nobody,
}

/// Parser of one line of a social.
struct SocialReading<'a, 'w, 's> {
    social: &'a Arc<Social>,
    actor: Entity,
    sight: &'a Sight<'w, 's>,
    index: &'a Index<CharacterId>,
    narrator: &'a Narrator<'w, 's>,
}

impl SocialReading<'_, '_, '_> {
    /// Parses the words after the verb.
    fn gesture(&mut self, words: &[&str]) -> Result<Gesture, Refusal> {
        // "thank you" and "thank you, Mara": whoever is meant is the one who is named.
        let words = match words {
            [you, rest @ ..] if you.trim_end_matches(',').eq_ignore_ascii_case("you") => rest,
            // "sit next to Mara"
            [next, rest @ ..] if next.eq_ignore_ascii_case("next") && !rest.is_empty() => rest,
            all => all,
        };
        let (aim, how) = self.aim(words)?;
        let form = self.form(&aim)?;
        let again = usize::from(how.first().is_some_and(|it| form.says(it)));
        let how = how.get(again..).unwrap_or_default();
        if !how.is_empty() && !form.takes_how() {
            return Err(self.nobody(words));
        }
        let social = self.social.name.clone();
        let how = self.placed(how)?.unwrap_or_else(|| how.join(" "));
        let unkind = self.social.unkind;
        Ok(Gesture { social, form, aim, how: how.as_str().into(), unkind })
    }

    /// Returns the place where somebody sits or lies, in whole words: "on the stool", as far as
    /// there is one.
    fn placed(&self, how: &[&str]) -> Result<Option<String>, Refusal> {
        let is = |all: &[&str], word: &str| all.iter().any(|it| it.eq_ignore_ascii_case(word));
        let [on, of_noun @ ..] = how else { return Ok(None) };
        let takes = matches!(self.social.posture, SocialPosture::Takes(_));
        let said = of_noun.first().is_none_or(|it| is(&NO_NAME_AFTER, it) || is(&ANYWHERE, it));
        if !takes || said || !is(&PLACED, on) {
            return Ok(None);
        }
        let place = of_noun.join(" ");
        let Some(noun) = parse::noun(&place) else { return Ok(None) };
        match self.sight.look_for(self.actor, &noun) {
            Ok(_) => Ok(Some(format!("{on} the {place}"))),
            Err(refusal) => Err(refusal),
        }
    }

    fn form(&self, aim: &GestureAim) -> Result<Arc<GestureForm>, Refusal> {
        let Social { name, alone, at, oneself, .. } = &**self.social;
        let (form, instead) = match aim {
            GestureAim::Nobody => (alone, "Whom do you mean?"),
            GestureAim::One(_) | GestureAim::Everybody => (at, "That is done by oneself."),
            GestureAim::Oneself => (oneself, "That cannot be done to oneself."),
        };
        form.clone().ok_or_else(|| {
            let usage = self.social.usage().first().cloned().unwrap_or_else(|| name.to_string());
            Refusal::because(format!("{instead} Type: {usage}"))
        })
    }

    /// Returns the target that the words name, and the words that say how.
    fn aim<'t>(&self, words: &[&'t str]) -> Result<(GestureAim, Vec<&'t str>), Refusal> {
        let is = |all: &[&str], word: &str| all.iter().any(|it| it.eq_ignore_ascii_case(word));
        let before = |word: &&str| is(&AT, word) || is(&PERHAPS, word);
        let places = words.iter().enumerate().filter(|(_, word)| before(word));
        for (place, _) in places.take(MOST_PLACES) {
            let (how, rest) = words.split_at(place);
            let named = rest.get(1..).unwrap_or_default();
            if let Some((aim, more)) = self.parse_aim(named)? {
                return Ok((aim, how.iter().chain(more).copied().collect()));
            }
        }
        let leads = words.first().is_some_and(|it| words.len() == 1 || !is(&NO_NAMES, it));
        if leads && let Some((aim, how)) = self.parse_aim(words)? {
            return Ok((aim, how.to_vec()));
        }
        // "bow deeply pip": the last word is a name, and nothing else that stands there.
        if let [how @ .., last] = words
            && !how.is_empty()
            && how.iter().all(|it| it.ends_with("ly"))
            && let Some((aim, _)) = self.parse_aim(std::slice::from_ref(last))?
        {
            return Ok((aim, how.to_vec()));
        }
        self.no_thing(words)?;
        let mut pairs = words.windows(2);
        let missed = pairs.find_map(|pair| match pair {
            [at, name] if is(&AT, at) && !is(&NO_NAME_AFTER, name) => Some(*name),
            _ => None,
        });
        // "sit at table" is about a place, which is looked for later.
        let placed = matches!(self.social.posture, SocialPosture::Takes(_))
            && words.first().is_some_and(|it| is(&PLACED, it));
        if let Some(name) = missed.filter(|_| !placed) {
            return Err(self.nobody(&[name]));
        }
        if let Some(first) = words.first() {
            say::refuse_absent(self.actor, first, self.index, self.narrator)?;
        }
        if self.social.alone.is_none() && !words.is_empty() {
            return Err(self.nobody(words));
        }
        Ok((GestureAim::Nobody, words.to_vec()))
    }

    /// Refuses what is shown to nobody but done with something: "shake crutch".
    fn no_thing(&self, words: &[&str]) -> Result<(), Refusal> {
        let ([word] | ["the", word]) = words else { return Ok(()) };
        let is = |all: &[&str]| all.iter().any(|it| it.eq_ignore_ascii_case(word));
        if word.ends_with("ly") || is(&NO_NAMES) || is(&ANYWHERE) {
            return Ok(());
        }
        let Some(noun) = parse::noun(word) else { return Ok(()) };
        let seen = self.sight.look_for(self.actor, &noun);
        if matches!(seen, Ok(Seen::Detail(_) | Seen::Entity(_) | Seen::Door(..))) {
            if matches!(self.social.posture, SocialPosture::Takes(_)) {
                let words = format!("Where? For instance: {} at {word}", self.social.name);
                return Err(Refusal::because(words));
            }
            let words = format!(
                "That is shown to people. With the {word} you can do this, for instance: look \
                 {word}, touch {word}, push {word}, pull {word}"
            );
            return Err(Refusal::because(words));
        }
        Ok(())
    }

    /// Parses a name at the beginning of the words; returns its character, and the words after it.
    fn parse_aim<'t, 'b>(
        &self,
        words: &'b [&'t str],
    ) -> Result<Option<(GestureAim, &'b [&'t str])>, Refusal> {
        for length in (1..=words.len().min(MOST_PLACES)).rev() {
            let (name, rest) = words.split_at(length);
            match self.resolve(&name.join(" ")) {
                SocialMeant::Aim(aim) => return Ok(Some((aim, rest))),
                SocialMeant::Unclear(which) => return Err(which),
                SocialMeant::Nobody => {}
            }
        }
        Ok(None)
    }

    fn resolve(&self, name: &str) -> SocialMeant {
        let name = name.trim_start_matches('@').trim_end_matches([',', '.', '!', '?']);
        let is = |all: &[&str]| all.iter().any(|it| it.eq_ignore_ascii_case(name));
        if is(&EVERYBODY) {
            return SocialMeant::Aim(GestureAim::Everybody);
        }
        if is(&ONESELF) || self.sight.name(self.actor).eq_ignore_ascii_case(name) {
            return SocialMeant::Aim(GestureAim::Oneself);
        }
        let Some(noun) = parse::noun(name) else { return SocialMeant::Nobody };
        match self.sight.find(self.actor, &noun, Scope::People) {
            Ok(found) => match self.narrator.people.who(found) {
                Some(who) => SocialMeant::Aim(GestureAim::One(who)),
                None => SocialMeant::Nobody,
            },
            Err(which @ Refusal::Which { .. }) => SocialMeant::Unclear(which),
            Err(_) => SocialMeant::Nobody,
        }
    }

    /// Returns the refusal when nobody is meant by these words.
    fn nobody(&self, words: &[&str]) -> Refusal {
        let name = words.first().copied().unwrap_or_default();
        match say::refuse_absent(self.actor, name, self.index, self.narrator) {
            Err(elsewhere) => elsewhere,
            Ok(()) => Refusal::Nobody { name: words.join(" "), place: "here" },
        }
    }
}
