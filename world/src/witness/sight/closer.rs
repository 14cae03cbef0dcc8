//! Fallback resolution of words that are no name here: a name with adjectives or in the other
//! number, a part of something, an adjacent room, or something that a text only mentions.

use std::{borrow::Cow, collections::BTreeSet};

use bevy_ecs::prelude::*;
use engine::label::Label;
use text::{
    parse::{Direction, Noun, Pick},
    plural::alike,
    prose::{self, WordsFor},
};

use super::{Scope, Sight, resolve::Seen};
use crate::act::refusal::Refusal;

/// Candidate for a look: the words that it is called by, and its text.
struct Spoken<'a> {
    seen: Seen<'a>,
    names: Vec<&'a str>,
    text: Cow<'a, str>,
}

impl Spoken<'_> {
    fn is_called(&self, word: &str) -> bool {
        self.names.iter().flat_map(|name| prose::words_of(name)).any(|it| alike(it, word))
    }

    /// Returns whether the word is in its names or its text.
    fn has(&self, word: &str) -> bool {
        self.is_called(word) || prose::has(&self.text, word)
    }
}

impl Sight<'_, '_> {
    /// Resolves words that are no name here. Names come first, then adjacent rooms, then words that
    /// a text here mentions.
    ///
    /// # Errors
    /// [`Refusal::Which`] when several items or people fit, and `refusal` when nothing does.
    pub(super) fn closer(
        &self,
        actor: Entity,
        room: Entity,
        noun: &Noun<'_>,
        refusal: Refusal,
    ) -> Result<Seen<'_>, Refusal> {
        let Some(words) = prose::words_for(noun.typed) else { return Err(refusal) };
        let here = self.spoken(actor, room);
        let about = self.rooms.get(room).map_or("", |(_, it, ..)| &it.0);
        let about = &*self.without_names(actor, about);
        let of_room = |word: &&str| prose::has(about, word);
        let known = |word: &&str| of_room(word) || here.iter().any(|it| it.has(word));
        // An ordinal is a plain word where a text here has it, as in "third rung"; it never counts
        // copies.
        let ordinal = matches!(noun.pick, Pick::Nth(_)).then(|| prose::words_of(noun.typed).next());
        if ordinal.flatten().is_some_and(|it| !known(&it)) {
            return Err(refusal);
        }
        if let Some(whole) = words.whole.as_ref().filter(|_| words.only_counts())
            && let Some(seen) = self.resolve(whole, &here, about)?
        {
            return Ok(seen);
        }
        if words.whole.iter().flatten().all(known)
            && let Some(seen) = self.resolve(&words.named, &here, about)?
        {
            return Ok(seen);
        }
        let way = self.way_to(room, &words).map(Seen::Way);
        let mentioned = || {
            let texts = here.iter().any(|it| words.are_in(&it.names, &it.text));
            let in_room = words.are_in(&[self.room_name(room)], about);
            let is_plain = self.is_plain(room, &words, about);
            is_plain || ((texts || in_room) && !words.named.iter().any(|it| self.is_somebody(it)))
        };
        way.or_else(|| mentioned().then_some(Seen::Mentioned)).ok_or(refusal)
    }

    /// Resolves words to a candidate: the last is a word of its name, and the others are words of
    /// its name, of its text, or of the room's description.
    fn resolve<'a>(
        &self,
        words: &[&str],
        here: &[Spoken<'a>],
        about: &str,
    ) -> Result<Option<Seen<'a>>, Refusal> {
        let Some((noun, adjectives)) = words.split_last() else { return Ok(None) };
        let called: Vec<_> = here.iter().filter(|it| it.is_called(noun)).collect();
        let own = called.iter().filter(|it| adjectives.iter().all(|word| it.has(word)));
        let any = |word: &&str, it: &Spoken<'_>| it.has(word) || prose::has(about, word);
        let fits = |it: &&&Spoken<'a>| adjectives.iter().all(|word| any(word, it));
        let mut found: Vec<&Spoken<'a>> = own.copied().collect();
        if found.is_empty() {
            found = called.iter().filter(fits).copied().collect();
        }
        let named = found.iter().filter_map(|it| match it.seen {
            Seen::Entity(entity) => Some(entity),
            Seen::Detail(_) | Seen::Door(..) | Seen::Way(_) | Seen::Mentioned => None,
        });
        let mut several: Vec<Entity> = Vec::new();
        for it in named {
            if !several.iter().any(|known| self.name(*known) == self.name(it)) {
                several.push(it);
            }
        }
        if several.len() > 1 {
            return Err(self.which(&several, noun));
        }
        Ok(found.first().map(|it| it.seen))
    }

    /// Returns all candidates, without copies and without the descriptions that players wrote.
    fn spoken(&self, actor: Entity, room: Entity) -> Vec<Spoken<'_>> {
        let mut seen = BTreeSet::new();
        let entities = self.candidates(actor, Scope::Anything).into_iter().filter_map(|entity| {
            let (name, description, authored, _) = self.described.get(entity).ok()?;
            // A room may hold very many copies, which share their text.
            if authored.is_some_and(|it| it.0 != Label::authored())
                || !seen.insert(description.0.as_ptr() as usize)
            {
                return None;
            }
            let words = self.named.get(entity).ok().and_then(|(_, words, ..)| words);
            let mut names = vec![&*name.0];
            names.extend(words.into_iter().flat_map(|it| it.0.iter().map(String::as_str)));
            let text = self.without_names(actor, &description.0);
            Some(Spoken { seen: Seen::Entity(entity), names, text })
        });
        let mut spoken: Vec<_> = entities.collect();
        spoken.extend(self.details(room).map(|detail| {
            let more = detail.keywords.iter().map(String::as_str);
            let names = [detail.name].into_iter().chain(more).collect();
            let text = self.without_names(actor, detail.value);
            Spoken { seen: Seen::Detail(detail.value), names, text }
        }));
        spoken.extend(self.doors(room).map(|it| {
            let (way, door) = it.value;
            Spoken { seen: Seen::Door(way, door), names: vec![it.name], text: "".into() }
        }));
        spoken
    }

    /// Returns the direction of the exit that is called so, or that leads to a room that is.
    fn way_to(&self, room: Entity, words: &WordsFor<'_>) -> Option<Direction> {
        let exits = self.exits.get(room).ok()?;
        exits.iter().find_map(|exit| {
            let (way, to, _) = self.ways.get(exit).ok()?;
            let called = self.called.get(exit).ok().into_iter().flat_map(|it| it.0.iter());
            let names: Vec<&str> = called.map(String::as_str).collect();
            words.are_in(&names, self.room_name(to.0)).then_some(way.0)
        })
    }

    /// Returns whether the builder declared that there is nothing more to it.
    fn is_plain(&self, room: Entity, words: &WordsFor<'_>, about: &str) -> bool {
        let plain = self.rooms.get(room).ok().and_then(|(.., plain)| plain);
        let noun = words.named.last();
        plain
            .into_iter()
            .flat_map(|it| it.0.iter())
            .any(|it| noun.is_some_and(|noun| prose::has(it, noun)) && words.are_in(&[it], about))
    }

    /// Returns whether this is the name of a character, who is somewhere else then.
    fn is_somebody(&self, word: &str) -> bool {
        self.everybody.called(&word.to_lowercase()).is_some()
    }
}
