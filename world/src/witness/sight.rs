//! Sight: what a character can see from its room, and which of it a noun means.

use std::borrow::Cow;

use bevy_ecs::{prelude::*, system::SystemParam};
use engine::label::Label;
use text::{
    parse::{self, Candidate, Direction, Noun, Pick, Picked},
    styled::{Style, Text, list, list_or},
};

use crate::{
    act::refusal::Refusal,
    beings::{
        character::{Character, Speaker, SpeakerKind, UNPLAYED},
        doing::Doing,
        name::{Authorship, Description, Name},
        name_index::NameIndex,
        people::may_go_outside,
        posture::Posture,
        profile::{self, Profile},
        settings::Settings,
    },
    space::{
        containment::{ContainedIn, Contents},
        door::Door,
        exit::{Called, ExitDirection, ExitOf, Exits, LeadsTo},
        room::{Details, PlainWords, Room},
    },
    things::{
        attribute::{AttributeValues, Attributes},
        thing::{Fixed, Thing, Words},
        worn::Worn,
    },
    trade::purse::Marks,
};

use recall::Recall;

mod closer;
mod near;
mod portion;
mod recall;
mod resolve;
#[cfg(test)]
mod tests;

pub use resolve::{Matches, Seen, everybody};

/// Maximum number of people in a room of whom a look names all.
const ALL_PEOPLE: usize = 12;

/// Number of people whom a look names in a larger crowd; the rest are counted.
const SOME_PEOPLE: usize = 8;

/// Maximum number of item names that a look lists; the rest are counted.
const NAMED_THINGS: usize = 20;

/// Keywords of an entity that has none.
const NO_WORDS: &[String] = &[];

/// Scope in which a noun is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Things lying in the room.
    Floor,
    /// Things carried.
    Carried,
    /// Things lying in the room or carried, and people.
    Anything,
    /// Other people in the room.
    People,
}

/// Contents of a room, in order of arrival.
#[derive(Default)]
struct Inside {
    things: Vec<Entity>,
    people: Vec<(Entity, SpeakerKind)>,
}

/// Picks the people whom a look names: all of a few; in a larger crowd first the NPCs, who can help
/// a newcomer, and then the latest arrivals.
fn pick(people: &[(Entity, SpeakerKind)]) -> Vec<Entity> {
    let entity = |it: &(Entity, SpeakerKind)| it.0;
    if people.len() <= ALL_PEOPLE {
        return people.iter().map(entity).collect();
    }
    let own = people.iter().filter(|it| it.1 == SpeakerKind::Assistant);
    let newest = people.iter().rev().filter(|it| it.1 != SpeakerKind::Assistant);
    own.chain(newest).take(SOME_PEOPLE).map(entity).collect()
}

/// Formats a name and, above one, how often it occurs.
fn in_words((name, count): (&str, usize)) -> String {
    if count == 1 { name.to_owned() } else { format!("{name} ({count})") }
}

/// System parameter that reads everything that can be seen.
#[derive(SystemParam)]
pub struct Sight<'w, 's> {
    inside: Query<'w, 's, &'static ContainedIn>,
    contents: Query<'w, 's, &'static Contents>,
    named: Query<'w, 's, (&'static Name, Option<&'static Words>, Has<Thing>, Has<Fixed>)>,
    described: Query<
        'w,
        's,
        (
            &'static Name,
            &'static Description,
            Option<&'static Authorship>,
            Option<&'static Profile>,
        ),
    >,
    people: Query<'w, 's, (&'static Character, &'static Name, &'static Speaker)>,
    seen: Query<'w, 's, (Has<Thing>, Option<&'static Speaker>)>,
    postures: Query<'w, 's, &'static Posture>,
    doing: Query<'w, 's, &'static Doing>,
    rooms: Query<
        'w,
        's,
        (
            &'static Name,
            &'static Description,
            Option<&'static Details>,
            Option<&'static PlainWords>,
        ),
        With<Room>,
    >,
    exits: Query<'w, 's, &'static Exits>,
    ways: Query<
        'w,
        's,
        (&'static ExitDirection, &'static LeadsTo, Option<&'static Door>),
        With<ExitOf>,
    >,
    settings: Query<'w, 's, &'static Settings>,
    marks: Query<'w, 's, &'static Marks>,
    worn: Query<'w, 's, (), With<Worn>>,
    called: Query<'w, 's, &'static Called>,
    attributes: Query<'w, 's, (&'static Attributes, Option<&'static AttributeValues>)>,
    everybody: Res<'w, NameIndex>,
    recall: Recall<'w, 's>,
}

impl Sight<'_, '_> {
    /// Returns the room that a character is in.
    #[must_use]
    pub fn room_of(&self, being: Entity) -> Option<Entity> {
        self.inside.get(being).ok().map(|it| it.0)
    }

    /// Returns the display settings of a character.
    #[must_use]
    pub fn settings(&self, entity: Entity) -> Settings {
        self.settings.get(entity).copied().unwrap_or_default()
    }

    /// Returns the name of an item or a person.
    #[must_use]
    pub fn name(&self, entity: Entity) -> &str {
        self.named.get(entity).map_or("something", |(name, ..)| &name.0)
    }

    /// Iterates over the contents of a holder, in order of arrival.
    pub fn inside(&self, holder: Entity) -> impl Iterator<Item = Entity> {
        self.contents.get(holder).ok().into_iter().flat_map(|it| it.iter())
    }

    /// Iterates over the items inside a holder.
    pub fn things_in(&self, holder: Entity) -> impl Iterator<Item = Entity> {
        self.inside(holder).filter(|it| self.named.get(*it).is_ok_and(|(.., thing, _)| thing))
    }

    /// Returns whether the item cannot be taken.
    #[must_use]
    pub fn is_fixed(&self, entity: Entity) -> bool {
        self.named.get(entity).is_ok_and(|(.., fixed)| fixed)
    }

    /// Returns whether the carrier of the item wears it.
    #[must_use]
    pub fn is_worn(&self, entity: Entity) -> bool {
        self.worn.contains(entity)
    }

    /// Replaces the refusal to use, wear or otherwise handle an item that is not carried, if it
    /// lies in the room and can be picked up first.
    #[must_use]
    pub fn not_in_hand(&self, actor: Entity, typed: &str, refusal: Refusal) -> Refusal {
        let noun = parse::noun(typed).filter(|_| matches!(refusal, Refusal::NotCarried { .. }));
        let lies = noun.and_then(|noun| {
            let item = self.find(actor, &noun, Scope::Floor).ok()?;
            (!self.is_fixed(item)).then_some(noun.typed)
        });
        lies.map_or(refusal, |it| Refusal::because(format!("Pick it up first: get {it}")))
    }

    fn people_in(&self, room: Entity) -> impl Iterator<Item = Entity> {
        self.inside(room).filter(|it| self.people.contains(*it))
    }

    fn candidates(&self, actor: Entity, scope: Scope) -> Vec<Entity> {
        let room = self.room_of(actor);
        let floor = || room.into_iter().flat_map(|room| self.things_in(room));
        let others =
            || room.into_iter().flat_map(|it| self.people_in(it)).filter(|it| *it != actor);
        match scope {
            Scope::Floor => floor().collect(),
            Scope::Carried => self.things_in(actor).collect(),
            Scope::Anything => self.things_in(actor).chain(floor()).chain(others()).collect(),
            Scope::People => others().collect(),
        }
    }

    fn named_for(&self, actor: Entity, scope: Scope) -> Vec<Candidate<'_, Entity>> {
        let named = self.candidates(actor, scope).into_iter().filter_map(|candidate| {
            let (name, words, ..) = self.named.get(candidate).ok()?;
            let keywords = words.map_or(NO_WORDS, |words| &*words.0);
            Some(Candidate { value: candidate, name: &name.0, keywords })
        });
        named.collect()
    }

    /// Returns the question which of several entities is meant.
    fn which(&self, several: &[Entity], words: &str) -> Refusal {
        let names: Vec<&str> = several.iter().take(6).map(|it| self.name(*it)).collect();
        let options = list_or(&names);
        Refusal::Which { noun: words.to_owned(), options }
    }

    fn refused(
        &self,
        actor: Entity,
        picked: Picked<Entity>,
        noun: &Noun<'_>,
        scope: Scope,
    ) -> Refusal {
        let typed = || noun.words.to_owned();
        if let Picked::Ambiguous(several) = picked {
            return self.which(&several, noun.words);
        }
        match scope {
            Scope::Carried => {
                Refusal::NotCarried { noun: typed(), near: self.near(actor, noun, scope) }
            }
            Scope::People => Refusal::Nobody { name: typed(), place: "here" },
            // Corrections of typing errors are tried last, when the noun means nothing else.
            Scope::Anything => Refusal::NotHere { noun: typed(), near: None },
            Scope::Floor => Refusal::NotHere { noun: typed(), near: self.near(actor, noun, scope) },
        }
    }

    /// Finds the one entity that a noun means.
    ///
    /// # Errors
    /// As [`Sight::several`]; a noun for several entities is refused, unless it is a name.
    pub fn find(&self, actor: Entity, noun: &Noun<'_>, scope: Scope) -> Result<Entity, Refusal> {
        let candidates = self.named_for(actor, scope);
        let picked = match noun.pick {
            Pick::Any | Pick::Nth(_) => parse::pick(noun, candidates),
            Pick::All | Pick::Count(_) => parse::pick_called(noun, candidates),
        };
        let is_one = matches!(noun.pick, Pick::Any | Pick::Nth(_));
        match picked {
            Picked::Nothing if !is_one => Err(Refusal::because("One at a time, please.")),
            Picked::Nothing | Picked::Ambiguous(_) => Err(self.refused(actor, picked, noun, scope)),
            Picked::Found(found) => found
                .first()
                .copied()
                .ok_or_else(|| self.refused(actor, Picked::Nothing, noun, scope)),
        }
    }

    /// Returns the text of a viewer's closer look at an entity, with its provenance label; none for
    /// an entity without a description. What is written on it comes without what the viewer leaves
    /// out by its label.
    #[must_use]
    pub fn examine(
        &self,
        viewer: Entity,
        seen: Entity,
        is_left_out: impl Fn(&Label) -> bool,
    ) -> Option<(Text, Label)> {
        let (name, description, authored, profile) = self.described.get(seen).ok()?;
        let style = if self.people.contains(seen) { Style::Person } else { Style::Thing };
        let title = profile.map_or("", |it| it.title.as_str());
        let mut text = Text::styled(style, profile::titled(&name.0, title)).capitalised();
        let mut label = authored.map_or_else(Label::authored, |it| it.0.clone());
        if let Ok((.., speaker)) = self.people.get(seen) {
            // The player's current consent to models outside applies to its description, too.
            label.outside = may_go_outside(speaker.0, self.settings.get(seen).ok());
        }
        let written = self.recall.written_on(seen).map(|it| it.text(is_left_out));
        if let Some((_, from)) = &written {
            label = from.clone();
        }
        let words = if label == Label::authored() { Style::Prose } else { Style::Plain };
        let shown = match written {
            Some((text, _)) if text.is_empty() => {
                "You ignore whoever wrote what stands there.".into()
            }
            Some((text, _)) => text.into(),
            // A player's own description is read as it stands.
            None if style == Style::Thing => self.as_read_by(viewer, &description.0),
            None => Cow::Borrowed(&*description.0),
        };
        text.say("\n").push(words, &shown);
        self.view_attributes(seen, &mut text);
        for (verb, worn) in [("Wears", true), ("Carries", false)] {
            let listed = self.listed(self.things_in(seen).filter(|it| self.is_worn(*it) == worn));
            if style == Style::Person && !listed.is_empty() {
                text.say("\n").say(&format!("{verb} {listed}."));
            }
        }
        if let Some(busy) = self.busy(seen) {
            text.say("\n").say(&format!("{} is {busy}.", name.0));
        }
        if self.is_assistant(seen) {
            text.say("\n").push(Style::Quiet, &format!("{} is {UNPLAYED}.", name.0));
        }
        Some((text, label))
    }

    /// Returns the text of a detail of a room's scenery.
    #[must_use]
    pub fn detail(&self, room: Entity, noun: &Noun<'_>) -> Option<&str> {
        resolve::one_of(noun, || self.details(room))
    }

    /// Returns a door and the direction of its exit.
    #[must_use]
    pub fn door(&self, room: Entity, noun: &Noun<'_>) -> Option<(Direction, &Door)> {
        resolve::one_of(noun, || self.doors(room))
    }

    /// Returns the exit in a direction: the room that it leads to, and its door.
    #[must_use]
    pub fn exit(&self, room: Entity, direction: Direction) -> Option<(Entity, Option<&Door>)> {
        let exits = self.exits.get(room).ok()?;
        exits.iter().find_map(|exit| {
            let (way, to, door) = self.ways.get(exit).ok()?;
            (way.0 == direction).then_some((to.0, door))
        })
    }

    /// Returns the view of a room for a viewer in it, without the description if `brief`.
    #[must_use]
    pub fn view(&self, viewer: Entity, room: Entity, brief: bool) -> Text {
        let Ok((name, description, ..)) = self.rooms.get(room) else {
            return Text::plain("There is nothing to see here.");
        };
        let mut text = Text::styled(Style::Room, &*name.0);
        if !brief {
            text.say("\n").push(Style::Prose, &self.as_read_by(viewer, &description.0));
            self.view_attributes(room, &mut text);
        }
        self.view_exits(room, &mut text);
        let inside = self.inside_for(viewer, room);
        self.view_things(&inside.things, &mut text);
        self.view_people(&inside.people, &mut text);
        text
    }

    /// Appends the texts of the current values of attributes to a description.
    fn view_attributes(&self, of: Entity, text: &mut Text) {
        let Ok((attributes, now)) = self.attributes.get(of) else { return };
        for words in attributes.texts(now) {
            text.push(Style::Prose, " ").push(Style::Prose, words);
        }
    }

    /// Appends the exits of a room to a text.
    pub fn view_exits(&self, room: Entity, text: &mut Text) {
        let Ok(exits) = self.exits.get(room) else {
            text.say("\nThere is no way out.");
            return;
        };
        text.say("\nExits: ");
        for (i, (way, _, door)) in exits.iter().filter_map(|it| self.ways.get(it).ok()).enumerate()
        {
            if i > 0 {
                text.say(", ");
            }
            text.push(Style::Exit, way.0.name());
            if let Some(door) = door {
                text.say(if door.open { " (" } else { " (shut: " }).say(&door.name).say(")");
            }
        }
        text.say(".");
    }

    /// Sorts the contents of a room into items and people, in one pass, because a room may hold
    /// very many.
    fn inside_for(&self, viewer: Entity, room: Entity) -> Inside {
        let mut inside = Inside::default();
        for it in self.inside(room).filter(|it| *it != viewer) {
            match self.seen.get(it) {
                Ok((_, Some(speaker))) => inside.people.push((it, speaker.0)),
                Ok((true, None)) => inside.things.push(it),
                Ok((false, None)) | Err(_) => {}
            }
        }
        inside
    }

    fn view_things(&self, things: &[Entity], text: &mut Text) {
        let things = self.counted(things.iter().copied());
        for (shown, (name, count)) in things.iter().take(NAMED_THINGS).enumerate() {
            text.say(if shown == 0 { "\nYou see " } else { ", " });
            text.push(Style::Thing, name);
            if *count > 1 {
                text.say(&format!(" ({count})"));
            }
        }
        if things.len() > NAMED_THINGS {
            text.say(&format!(" and {} more things", things.len() - NAMED_THINGS));
        }
        if !things.is_empty() {
            text.say(".");
        }
    }

    /// Returns names in the order in which they first occur, with how often each does.
    pub fn counted(&self, things: impl Iterator<Item = Entity>) -> Vec<(&str, usize)> {
        let mut counted: Vec<(&str, usize)> = Vec::new();
        for name in things.map(|it| self.name(it)) {
            match counted.iter_mut().find(|(it, _)| *it == name) {
                Some((_, count)) => *count += 1,
                None => counted.push((name, 1)),
            }
        }
        counted
    }

    /// Lists names and counts as in a sentence: "a mug (2) and a pear". Beyond the 20 names that a
    /// look lists, the rest is counted.
    #[must_use]
    pub fn listed(&self, things: impl Iterator<Item = Entity>) -> String {
        let mut counted: Vec<(&str, usize)> = Vec::new();
        let mut more = 0;
        for name in things.map(|it| self.name(it)) {
            if let Some((_, count)) = counted.iter_mut().find(|(it, _)| *it == name) {
                *count += 1;
            } else if counted.len() < NAMED_THINGS {
                counted.push((name, 1));
            } else {
                more += 1;
            }
        }
        let mut names: Vec<String> = counted.into_iter().map(in_words).collect();
        names.extend((more > 0).then(|| format!("{more} more")));
        list(&names)
    }

    fn view_people(&self, people: &[(Entity, SpeakerKind)], text: &mut Text) {
        let named = pick(people);
        let more = people.len() - named.len();
        for (i, it) in named.iter().enumerate() {
            let last = i + 1 == named.len() && more == 0;
            text.say(match i {
                0 => "\nHere: ",
                _ if last => " and ",
                _ => ", ",
            });
            text.push(Style::Person, self.name(*it));
            if let Some(busy) = self.busy(*it) {
                text.say(" (").say(busy).say(")");
            }
        }
        if more > 0 {
            text.say(&format!(" and {more} others; type "));
            text.push(Style::Command, "who here").say(" to see who they are");
        }
        if !named.is_empty() {
            text.say(".");
        }
    }

    /// Returns the posture of a character, or else its activity in its current room.
    fn busy(&self, who: Entity) -> Option<&str> {
        let posture = self.postures.get(who).ok().map(|it| &*it.0);
        let doing = || self.doing.get(who).ok().filter(|it| self.room_of(who) == Some(it.room));
        posture.or_else(|| doing().map(|it| &*it.words))
    }

    /// Returns whether a character is an NPC, played by a mind of the server's own.
    #[must_use]
    pub fn is_assistant(&self, entity: Entity) -> bool {
        self.people.get(entity).is_ok_and(|(_, _, speaker)| speaker.0 == SpeakerKind::Assistant)
    }
}

impl Sight<'_, '_> {
    /// Returns the name of a room, or "nowhere".
    #[must_use]
    pub fn room_name(&self, room: Entity) -> &str {
        self.rooms.get(room).map_or("nowhere", |(name, ..)| &name.0)
    }
}
