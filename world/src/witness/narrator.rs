//! Narrator, by which command handlers add events: observers and addressing are fixed here, at the
//! moment of the act.

use std::collections::BTreeSet;

use bevy_ecs::{
    entity::EntityHashSet,
    prelude::*,
    system::{SystemParam, SystemState},
};
use engine::{
    clock::Clock,
    id::{AccountId, CharacterId, SessionId},
    index::Index,
    label::{Label, Readers},
    save::durability::Durability,
};
use smallvec::smallvec;
use text::styled::{CleanText, Style, Text};

use crate::{
    act::{
        cause::{Act, Cause, world_act},
        refusal::{Outcome, Refusal},
    },
    beings::{
        character::own_label,
        ignores::{self, Ignorable, IgnoredBy, Ignores},
        people::{People, who},
    },
    space::{
        containment::{ContainedIn, Contents},
        room::Private,
    },
    witness::{
        conversation::TalkPartner,
        fact::{Addressing, Fact, Gesture, Happening, Source, Utterance},
        happenings::{Audience, Happenings},
        pace::{TalkPace, TalkRates},
    },
};

mod addressed;
mod shout;

/// Maximum number of people in a room who still see each other come and go. In a larger crowd only
/// the one who comes or goes and the NPCs perceive it, so that the output stays readable.
pub const CROWD: usize = 50;

/// System parameter that adds events to the queue of the tick.
#[derive(SystemParam)]
pub struct Narrator<'w, 's> {
    /// Queries of characters.
    pub people: People<'w, 's>,
    happenings: ResMut<'w, Happenings>,
    clock: Res<'w, Clock>,
    contents: Query<'w, 's, &'static Contents>,
    inside: Query<'w, 's, &'static ContainedIn>,
    private: Query<'w, 's, (), With<Private>>,
    conversations: Query<'w, 's, &'static mut TalkPartner>,
    ignoring: Query<'w, 's, &'static Ignores>,
    ignored: Res<'w, IgnoredBy>,
    index: Res<'w, Index<CharacterId>>,
    paces: Query<'w, 's, &'static mut TalkPace>,
    rates: Res<'w, TalkRates>,
}

impl Narrator<'_, '_> {
    /// Returns the time of this tick.
    #[must_use]
    pub fn now(&self) -> engine::clock::WorldTime {
        self.clock.now
    }

    /// Returns the room that the character is in.
    #[must_use]
    pub fn room_of(&self, character: Entity) -> Option<Entity> {
        self.inside.get(character).ok().map(|it| it.0)
    }

    /// Returns the characters in a room, in order of arrival: those who receive a broadcast there.
    #[must_use]
    pub fn people_in(&self, room: Entity) -> Vec<Entity> {
        let Ok(contents) = self.contents.get(room) else { return Vec::new() };
        contents.iter().filter(|it| self.people.is_person(*it)).collect()
    }

    /// Adds an action in sight of everybody in the actor's room.
    pub fn deed(&mut self, act: &Act, fact: Fact) {
        let Some(room) = self.room_of(act.actor) else { return };
        self.deed_in(act, room, fact, &[]);
    }

    /// Broadcasts an action to everybody in `room` and to the actor; `toward` are its targets. In a
    /// private room only those who see it may learn of it.
    pub fn deed_in(&mut self, act: &Act, room: Entity, fact: Fact, toward: &[Entity]) {
        let mut audience = self.people_in(room);
        if audience.len() > CROWD && fact.is_passage() {
            audience.retain(|it| self.people.is_assistant(*it));
        }
        if !audience.contains(&act.actor) && self.people.is_person(act.actor) {
            audience.push(act.actor);
        }
        let addressed = toward.iter().map(|it| (*it, Addressing::Directed)).collect();
        let integrity = engine::label::Integrity::Engine;
        let mut label = Label { integrity, ..act.label.clone() };
        if self.private.contains(room) {
            label = label.kept_to(&Readers::Only(self.ids(&audience)));
        }
        self.push(act, fact, Source::Deed, audience.into(), addressed, label);
    }

    /// Adds an action on `toward` in the actor's room: in sight of everybody there if all of them
    /// may learn what it is derived from, and else of the two alone.
    pub fn deed_towards(&mut self, act: &Act, fact: Fact, toward: Entity) {
        let Some(room) = self.room_of(act.actor) else { return };
        let audience = Readers::Only(self.ids(&self.people_in(room)));
        if act.label.readers.admit_all(&audience) {
            return self.deed_in(act, room, fact, &[toward]);
        }
        let both = [act.actor, toward];
        let integrity = engine::label::Integrity::Engine;
        let label = Label { integrity, ..act.label.clone() };
        let label = label.kept_to(&Readers::Only(self.ids(&both)));
        let addressed = vec![(toward, Addressing::Directed)];
        self.push(act, fact, Source::Deed, both.into_iter().collect(), addressed, label);
    }

    /// Adds feedback that only the actor perceives: the answer to a command.
    pub fn show(&mut self, act: &Act, text: Text) {
        self.feedback(act, Fact::Shown(text), Label::engine());
    }

    /// Adds feedback as [`Narrator::show`], for words that are not the engine's own.
    pub fn show_labelled(&mut self, act: &Act, text: Text, label: Label) {
        self.feedback(act, Fact::Shown(text), label);
    }

    pub(crate) fn feedback(&mut self, act: &Act, fact: Fact, label: Label) {
        self.push(act, fact, Source::Feedback, smallvec![act.actor], Vec::new(), label);
    }

    /// Adds a notice that exactly `audience` perceives.
    pub fn notice(&mut self, act: &Act, fact: Fact, audience: Vec<Entity>) {
        self.push(act, fact, Source::Feedback, audience.into(), Vec::new(), Label::engine());
    }

    /// Adds words in the actor's room, aloud or as a pose.
    ///
    /// # Errors
    /// [`Refusal::Nowhere`] when the actor is in no room, [`Refusal::Overheard`] when somebody
    /// there may not learn what the words were made from, [`Refusal::Hasty`] when the actor exceeds
    /// the rate limit.
    pub fn speak_here(&mut self, act: &Act, words: Utterance) -> Outcome {
        self.utter_here(act, words, Fact::Spoke)
    }

    /// Adds a gesture in the actor's room: a pose in every respect but its words.
    ///
    /// # Errors
    /// As [`Narrator::speak_here`].
    pub fn gesture_here(&mut self, act: &Act, gesture: Gesture) -> Outcome {
        let (words, to) = (gesture.how.clone(), gesture.to().cloned().into_iter().collect());
        let posed = Utterance { source: Source::Pose, words, to, channel: None };
        self.utter_here(act, posed, |_| Fact::Gestured(gesture))
    }

    fn utter_here(
        &mut self,
        act: &Act,
        words: Utterance,
        fact: impl FnOnce(Utterance) -> Fact,
    ) -> Outcome {
        let room = self.room_of(act.actor).ok_or(Refusal::Nowhere)?;
        let hearers = self.people_in(room);
        let private = self.private.contains(room);
        self.utter(act, words, fact, hearers, private)
    }

    /// Adds words that exactly `hearers` and the actor hear, each of them once. With `kept` they
    /// may not be retold to anybody else.
    ///
    /// # Errors
    /// [`Refusal::Overheard`] when one of the hearers may not learn what the words were made from,
    /// [`Refusal::Ignored`] when a recipient of private words ignores the actor, and
    /// [`Refusal::Hasty`] when the actor exceeds the rate limit.
    pub fn speak(
        &mut self,
        act: &Act,
        words: Utterance,
        hearers: Vec<Entity>,
        kept: bool,
    ) -> Outcome {
        self.utter(act, words, Fact::Spoke, hearers, kept)
    }

    fn utter(
        &mut self,
        act: &Act,
        mut words: Utterance,
        fact: impl FnOnce(Utterance) -> Fact,
        mut hearers: Vec<Entity>,
        kept: bool,
    ) -> Outcome {
        hearers.push(act.actor);
        let mut counted = EntityHashSet::with_capacity(hearers.len());
        hearers.retain(|it| counted.insert(*it));
        self.check_readers(act, &hearers)?;
        let deaf = self.hearers_who_ignore(act, words.source, &hearers);
        self.refuse_if_ignored(words.source, &deaf, &hearers)?;
        self.check_pace(act.actor, &words)?;
        // A hearer who ignores the actor counts as present, so that the addressing is the same for
        // those who do hear it, NPCs among them.
        let mut addressed = self.addressing(act, &words, &hearers);
        self.direct(&mut words, &addressed);
        addressed.retain(|(it, _)| !deaf.contains(it));
        if addressed::is_in_room(words.source) {
            self.converse(act.actor, &words.words, &addressed, &hearers);
        }
        let mut label = act.label.clone();
        if kept {
            label = label.kept_to(&Readers::Only(self.ids(&hearers)));
        }
        hearers.retain(|it| !deaf.contains(it));
        let source = words.source;
        self.push(act, fact(words), source, hearers.into(), addressed, label);
        Ok(())
    }

    /// Adds a whisper of words of the content from `by` to `to` on behalf of the world, such as a
    /// secret that was earned. Only the two may learn it. The speaker did not choose to speak, so
    /// neither its rate limit applies nor whether `to` ignores it.
    pub(crate) fn confide(&mut self, by: Entity, to: Entity, words: CleanText) {
        let (Some(speaker), Some(hearer)) = (self.people.who(by), self.people.who(to)) else {
            return;
        };
        let both = Readers::Only(BTreeSet::from([speaker.id.clone(), hearer.id.clone()]));
        let label = own_label(&speaker).kept_to(&both);
        let act = Act { actor: by, cause: Cause::World, label: label.clone() };
        let said = Utterance { source: Source::Whisper, words, to: vec![hearer], channel: None };
        let addressed = vec![(to, Addressing::Directed)];
        self.push(&act, Fact::Spoke(said), Source::Whisper, smallvec![by, to], addressed, label);
    }

    /// Adds a message that `by` sends on behalf of the world to the first of `whom` in favour of
    /// the second: in sight of the room if `aloud`, and else known to the three of them alone.
    pub(crate) fn send_word(&mut self, by: Entity, whom: [Entity; 2], fact: Fact, aloud: bool) {
        let (Some(room), Some(sender)) = (self.room_of(by), self.people.who(by)) else { return };
        let mut audience = if aloud { self.people_in(room) } else { vec![by] };
        for it in whom {
            if !audience.contains(&it) {
                audience.push(it);
            }
        }
        let integrity = engine::label::Integrity::Engine;
        let mut label = Label { integrity, ..own_label(&sender) };
        if !aloud || self.private.contains(room) {
            label = label.kept_to(&Readers::Only(self.ids(&audience)));
        }
        let act = Act { actor: by, cause: Cause::World, label: label.clone() };
        let [to, _] = whom;
        let addressed = vec![(to, Addressing::Directed)];
        self.push(&act, fact, Source::Deed, audience.into(), addressed, label);
    }

    /// Returns those of `hearers` who ignore the speaker, or somebody from whom the words come: an NPC
    /// repeats nobody to those who ignore them. An emit is nobody's word, and players cannot ignore
    /// staff.
    fn hearers_who_ignore(&self, act: &Act, source: Source, hearers: &[Entity]) -> Vec<Entity> {
        if source == Source::Emit {
            return Vec::new();
        }
        let origins = &act.label.origins;
        let speaker = self.people.id_and_name(act.actor).map(|(id, _)| id);
        let mut deaf = Vec::new();
        for from in speaker.into_iter().chain(origins.iter().filter(|it| Some(*it) != speaker)) {
            let whom = self.people.ignorable(from, self.index.get(from));
            let by = self.ignored.by(from, whom.account);
            if by.is_empty() {
                continue;
            }
            let is_deaf =
                |it: &Entity| by.iter().any(|by| by.contains(it)) && self.ignores_any(*it, whom);
            deaf.extend(hearers.iter().copied().filter(is_deaf));
        }
        if origins.are_many() {
            // Anybody may be one of them.
            let ignores =
                |it: &Entity| self.ignoring.get(*it).is_ok_and(|Ignores(list)| !list.is_empty());
            deaf.extend(hearers.iter().copied().filter(ignores));
        }
        deaf
    }

    /// Returns whether `who` ignores `whom`.
    #[must_use]
    pub fn ignores(&self, who: Entity, whom: Entity) -> bool {
        let id = self.people.id_and_name(whom).map(|(id, _)| id);
        id.is_some_and(|id| self.ignores_any(who, self.people.ignorable(id, Some(whom))))
    }

    /// Returns whether `who` ignores the author of something kept, who had this account when it was
    /// written, logged in or not.
    #[must_use]
    pub(crate) fn ignores_author(
        &self,
        who: Entity,
        author: &CharacterId,
        account: Option<&AccountId>,
    ) -> bool {
        let now = self.people.ignorable(author, self.index.get(author));
        self.ignores_any(who, Ignorable { account: now.account.or(account), ..now })
    }

    /// Returns whether something with this label is left out for a reader, because it comes from
    /// somebody whom they ignore. Of many origins anybody may be one.
    #[must_use]
    pub(crate) fn leaves_out(&self, reader: Entity, label: &Label) -> bool {
        if self.ignoring.get(reader).is_ok_and(|Ignores(list)| !list.is_empty()) {
            label.origins.are_many()
                || label.origins.iter().any(|it| self.ignores_author(reader, it, None))
        } else {
            false
        }
    }

    fn ignores_any(&self, who: Entity, whom: Ignorable<'_>) -> bool {
        let Ok(Ignores(list)) = self.ignoring.get(who) else { return false };
        let Some(by) = self.people.who(who).filter(|it| it.id != *whom.id) else { return false };
        ignores::ignores(list, by.role, whom)
    }

    /// Refuses private words to a recipient who ignores the speaker. Public words are not refused;
    /// they only do not reach such a hearer.
    fn refuse_if_ignored(&self, source: Source, deaf: &[Entity], hearers: &[Entity]) -> Outcome {
        if !matches!(source, Source::Whisper | Source::Page) {
            return Ok(());
        }
        let to = hearers.iter().find(|it| deaf.contains(it));
        let name = to.and_then(|it| self.people.name(*it));
        name.map_or(Ok(()), |name| Err(Refusal::Ignored { by: name.to_string() }))
    }

    /// Counts words against the speaker's rate limit. Emits, which staff tell as nobody's word, are
    /// exempt.
    fn check_pace(&mut self, speaker: Entity, words: &Utterance) -> Outcome {
        if words.source == Source::Emit {
            return Ok(());
        }
        let (Some(kind), Ok(mut pace)) = (self.people.kind(speaker), self.paces.get_mut(speaker))
        else {
            return Ok(());
        };
        pace.count(kind, words, &self.rates, self.clock.now)
    }

    fn ids(&self, people: &[Entity]) -> BTreeSet<CharacterId> {
        people.iter().filter_map(|it| self.people.who(*it)).map(|it| it.id).collect()
    }

    fn check_readers(&self, act: &Act, hearers: &[Entity]) -> Outcome {
        if act.label.readers == Readers::Everyone {
            return Ok(());
        }
        let not_for = hearers.iter().filter(|it| **it != act.actor).find_map(|hearer| {
            let who = self.people.who(*hearer)?;
            (!act.label.readers.admit(&who.id)).then_some(who.name)
        });
        not_for.map_or(Ok(()), |name| Err(Refusal::Overheard { by: name.to_string() }))
    }

    fn push(
        &mut self,
        act: &Act,
        fact: Fact,
        source: Source,
        audience: Audience,
        addressed: Vec<(Entity, Addressing)>,
        label: Label,
    ) {
        let actor = self.people.who(act.actor);
        let at = self.clock.now;
        let cause = act.cause;
        let id = |it: Entity| self.people.id_and_name(it).map(|(id, _)| id.clone());
        let addressed = addressed.into_iter().filter_map(|(it, how)| Some((id(it)?, how)));
        let addressed = addressed.collect();
        let happening = Happening {
            fact,
            actor,
            cause,
            source,
            witnesses: audience.len(),
            addressed,
            label,
            at,
            durability: Durability::None,
        };
        self.happenings.push(happening, audience);
    }
}

/// Returns an act of a character on behalf of the world.
fn act_of(world: &World, entity: Entity) -> Option<Act> {
    let who = who(world, entity)?;
    Some(Act { actor: entity, cause: Cause::World, label: own_label(&who) })
}

/// Adds an action of a character on behalf of the world, in sight of its room.
pub(crate) fn deed(world: &mut World, entity: Entity, fact: Fact) {
    let Some(act) = act_of(world, entity) else { return };
    with_narrator(world, |narrator| narrator.deed(&act, fact));
}

/// Sends a text to one character.
pub fn tell_one(world: &mut World, entity: Entity, text: Text) {
    let Some(act) = act_of(world, entity) else { return };
    with_narrator(world, |narrator| narrator.show(&act, text));
}

/// Broadcasts a text to all connected players.
pub(crate) fn announce(world: &mut World, words: &str) {
    let audience: Vec<Entity> = world.resource::<Index<SessionId>>().entities().collect();
    let text = Text::styled(Style::Heading, words);
    with_narrator(world, |narrator| narrator.notice(&world_act(), Fact::Notice(text), audience));
}

/// Cache of the queries of a [`Narrator`], because building them costs more than using them.
#[derive(Resource)]
struct CachedParams(SystemState<Narrator<'static, 'static>>);

/// Runs a function with a [`Narrator`], for code that has the whole world.
pub fn with_narrator(world: &mut World, f: impl FnOnce(&mut Narrator)) {
    if !world.contains_resource::<CachedParams>() {
        let state = SystemState::new(world);
        world.insert_resource(CachedParams(state));
    }
    world.resource_scope(|world, mut lent: Mut<CachedParams>| match lent.0.get_mut(world) {
        Ok(mut narrator) => f(&mut narrator),
        Err(error) => tracing::error!(%error, "the world lacks what a report needs"),
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        act::permission::Role,
        beings::character::{Speaker, SpeakerKind},
        fixture::Fixture,
    };

    #[test]
    fn in_a_crowd_only_the_own_people_see_who_comes_and_goes() {
        let mut game = Fixture::town();
        game.enter("Mara", Role::Player, "town/square");
        let mara = game.entity("mara").unwrap();
        game.sim.world_mut().entity_mut(mara).insert(Speaker(SpeakerKind::Assistant));
        for n in 1..CROWD {
            game.enter(&format!("P{n}"), Role::Player, "town/square");
        }
        // As many as may see each other come, the last of them included.
        let (first, own) = (game.hears("p1"), game.hears("mara"));
        assert!(first.contains("P49 wakes up"), "{first}");
        assert!(own.contains("P49 wakes up"), "{own}");
        let late = game.enter("Late", Role::Player, "town/square");
        assert_eq!(game.hears("p1"), "");
        assert_eq!(game.hears("mara"), "Late wakes up and looks around.");
        assert!(game.hears("late").starts_with("Square"), "the newcomer sees the place");
        game.type_line(late, "north");
        assert_eq!(game.hears("p1"), "");
        assert_eq!(game.hears("mara"), "Late leaves north.");
        // What is said and done is for everybody.
        game.type_line(late, "south");
        game.type_line(late, "get apple");
        assert_eq!(game.hears("p1"), "Late takes a red apple.");
    }

    #[test]
    fn nobody_hears_words_twice() {
        let mut game = Fixture::town();
        for name in ["Ann", "Bob", "Carol"] {
            game.enter(name, Role::Player, "town/square");
        }
        let [ann, bob, carol] = ["ann", "bob", "carol"].map(|it| game.entity(it).unwrap());
        let world = game.sim.world_mut();
        let act = Act { actor: ann, cause: Cause::Typed, label: Label::engine() };
        let words = Utterance {
            source: Source::Channel,
            words: "Hello.".into(),
            to: Vec::new(),
            channel: None,
        };
        crate::witness::narrator::with_narrator(world, |narrator| {
            narrator.speak(&act, words, vec![bob, ann, carol, bob, bob], false).unwrap();
        });
        let (_, hearers) = world.resource_mut::<Happenings>().drain().next().unwrap();
        assert_eq!(hearers.as_slice(), [bob, ann, carol]);
    }

    #[test]
    fn a_name_after_an_at_sign_is_found_in_any_case() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        for name in ["Bob", "Carol"] {
            game.enter(name, Role::Player, "town/square");
        }
        game.line(ann, "say Is it true, @BOB?");
        game.sim.tick(game.now.after(std::time::Duration::from_secs(1))).unwrap();
        let bob = CharacterId::new("bob").unwrap();
        let perceived = game.sim.drain::<crate::witness::perception::Perceived>();
        let addressed = &perceived.first().unwrap().what.addressed;
        assert_eq!(addressed, &[(bob, Addressing::Named)]);
    }
}
