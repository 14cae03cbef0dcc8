//! Addressing of words: their recipients by the form of the command or by the words alone.

use bevy_ecs::prelude::*;
use smallvec::SmallVec;
use text::parse::{self, NameUse, SpokenLine};

use super::Narrator;
use crate::{
    act::cause::{Act, Cause},
    beings::{
        character::{SpeakerKind, Who},
        people::People,
    },
    witness::fact::{Addressing, Source, Utterance},
};

impl Narrator<'_, '_> {
    /// Decides, once for all hearers, to whom the words are addressed.
    pub(super) fn addressing(
        &self,
        act: &Act,
        words: &Utterance,
        hearers: &[Entity],
    ) -> Vec<(Entity, Addressing)> {
        let named: Vec<String> = parse::mentions(&words.words).map(str::to_lowercase).collect();
        let here = is_in_room(words.source);
        let spoken = here && words.source != Source::Pose || words.source == Source::Channel;
        let line = spoken.then(|| SpokenLine::new(&words.words));
        let use_of = |it: Entity| match (&line, self.people.name(it)) {
            (Some(line), Some(name)) => line.uses(name),
            (..) => NameUse::Absent,
        };
        let alone = here && hearers.len() == 2;
        let mut begun: SmallVec<[Entity; 2]> = SmallVec::new();
        let mut how = |it: Entity| {
            if !words.to.is_empty() && self.is_one_of(it, &words.to) {
                Addressing::Directed
            } else if !named.is_empty() && self.is_named(it, &named) {
                Addressing::Named
            } else if alone {
                Addressing::Alone
            } else if words.to.is_empty() {
                match use_of(it) {
                    NameUse::Called => return Addressing::Called,
                    NameUse::Begun if begun.len() < 2 => begun.push(it),
                    NameUse::Begun | NameUse::About | NameUse::Absent => {}
                }
                Addressing::No
            } else {
                Addressing::No
            }
        };
        let others = || hearers.iter().copied().filter(|it| *it != act.actor);
        let mut addressed: Vec<_> =
            others().map(|it| (it, how(it))).filter(|(_, how)| *how != Addressing::No).collect();
        if addressed.is_empty() && words.to.is_empty() {
            // A beginning that fits several calls nobody.
            if let [only] = *begun {
                addressed.push((only, Addressing::Called));
            }
        }
        if !here || act.cause != Cause::Typed || !addressed.is_empty() || !words.to.is_empty() {
            return addressed;
        }
        addressed.extend(self.presumed(act.actor, line.as_ref(), hearers));
        addressed
    }

    /// Returns the one of the town's own people to whom words are addressed that name nobody: the partner of
    /// the talk, or the only one who is there. A line with the name of somebody who is not there is for nobody
    /// else where there are other players.
    fn presumed(
        &self,
        actor: Entity,
        line: Option<&SpokenLine<'_>>,
        hearers: &[Entity],
    ) -> Option<(Entity, Addressing)> {
        let others = || hearers.iter().copied().filter(|it| *it != actor);
        let is_named = |it: Entity| {
            let used = line.zip(self.people.name(it)).map(|(line, name)| line.uses(name));
            used.is_some_and(|of| of != NameUse::Absent)
        };
        let in_company = others().any(|it| is_player(&self.people, it));
        if in_company && line.is_some_and(SpokenLine::hails_another) {
            return None;
        }
        let (talk, now) = (self.conversations.get(actor).ok(), self.clock.now);
        let here = |it: &Entity| hearers.contains(it);
        let partner = talk.and_then(|it| it.undisturbed(now)).filter(here);
        if let Some(partner) = partner {
            // Words that contain the partner's name are about the partner, not to it.
            let is_to = self.people.is_assistant(partner) && !is_named(partner);
            return is_to.then_some((partner, Addressing::Talking));
        }
        let among = in_company
            && talk.is_some_and(|of| {
                of.is_in_company(now) || of.partner(now).as_ref().is_some_and(here)
            });
        if among || !line.is_some_and(SpokenLine::opens) {
            return None;
        }
        let mut town = others().filter(|it| self.people.is_assistant(*it));
        match (town.next(), town.next()) {
            (Some(only), None) if !is_named(only) => Some((only, Addressing::Meant)),
            (..) => None,
        }
    }

    /// Fills in the recipients of words that name none.
    pub(super) fn direct(&self, words: &mut Utterance, addressed: &[(Entity, Addressing)]) {
        if words.source != Source::Say || !words.to.is_empty() {
            return;
        }
        let shown = [Addressing::Talking, Addressing::Meant, Addressing::Called];
        let meant = addressed.iter().filter(|(_, how)| shown.contains(how));
        words.to = meant.filter_map(|(it, _)| self.people.who(*it)).collect();
    }

    /// Updates the conversations of the speaker and the hearers. A question that a player puts to
    /// no NPC, or only seems to, may be for every player present; words to one character are for
    /// that one.
    pub(super) fn converse(
        &mut self,
        speaker: Entity,
        words: &str,
        addressed: &[(Entity, Addressing)],
        hearers: &[Entity],
    ) {
        let now = self.clock.now;
        let people = &self.people;
        let sure = |(it, how): &(Entity, Addressing)| {
            people.is_assistant(*it) && *how != Addressing::Meant
        };
        if is_player(people, speaker) && !addressed.iter().any(sure) {
            let told = |it: Entity| addressed.iter().any(|(to, _)| *to == it);
            let asks = !addressed.iter().any(|(it, _)| is_player(people, *it))
                && SpokenLine::new(words).asks();
            let others = hearers.iter().copied().filter(|it| *it != speaker);
            for it in others.filter(|it| (asks || told(*it)) && is_player(people, *it)) {
                if let Ok(mut theirs) = self.conversations.get_mut(it) {
                    theirs.hear_company(now);
                }
            }
        }
        if let (Some((to, _)), Ok(mut own)) =
            (addressed.first(), self.conversations.get_mut(speaker))
        {
            own.speak_to(*to, now);
        }
        let leads = self.people.is_assistant(speaker);
        for (it, _) in addressed {
            if let Ok(mut theirs) = self.conversations.get_mut(*it) {
                theirs.hear_from(speaker, leads, now);
            }
        }
    }

    pub(super) fn is_named(&self, entity: Entity, named: &[String]) -> bool {
        let Some(who) = self.people.id_and_name(entity) else { return false };
        let lower = || who.1.chars().flat_map(char::to_lowercase);
        named.iter().any(|name| who.0.as_str() == name || lower().eq(name.chars()))
    }

    fn is_one_of(&self, entity: Entity, all: &[Who]) -> bool {
        self.people.id_and_name(entity).is_some_and(|(id, _)| all.iter().any(|who| who.id == *id))
    }
}

fn is_player(people: &People, entity: Entity) -> bool {
    matches!(people.kind(entity), Some(SpeakerKind::Player | SpeakerKind::Guest))
}

/// Returns whether the source is say, shout or pose, which are heard in the room or in adjacent ones, as
/// opposed to private words, channels and the engine.
pub(super) fn is_in_room(source: Source) -> bool {
    matches!(source, Source::Say | Source::Shout | Source::Pose)
}

#[cfg(test)]
mod tests {
    use crate::{act::permission::Role, fixture::Fixture};

    #[test]
    fn a_beginning_that_fits_several_calls_nobody() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        game.enter("Guest-1", Role::Guest, "town/square");
        game.enter("Robert", Role::Player, "town/square");
        assert_eq!(game.type_line(ann, "say hello guest"), "You say to Guest-1, \"hello guest\"");
        game.enter("Guest-2", Role::Guest, "town/square");
        for (line, read) in [
            ("say hello guest", "You say, \"hello guest\""),
            ("say hello guest-2", "You say to Guest-2, \"hello guest-2\""),
            ("say hello rob", "You say to Robert, \"hello rob\""),
            ("say rob, robert is here", "You say to Robert, \"rob, robert is here\""),
        ] {
            assert_eq!(game.type_line(ann, line), read);
        }
    }
}
