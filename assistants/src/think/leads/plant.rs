//! Planting of leads: what a thought, a claim or a letter leaves open.

use bevy_ecs::prelude::*;
use engine::{
    clock::Clock,
    id::CharacterId,
    index,
    label::{Label, Readers},
    save::dirty::Dirty,
};
use world::{
    beings::{
        character::{Character, CharacterRef, own_label},
        name::Name,
        people,
    },
    space::containment,
    talk::mail::{LetterArrived, Letters},
    trade::offering::StandingOffers,
    witness::fact::Source,
};

use super::{add, claims};
use crate::{
    gate::{audience, budget::Payer},
    llm::scene::{LeadKind, Stimulus, ThoughtOccasion},
    memory::said::BeforeQuestion,
    mind::{
        acquaintance::Acquaintances,
        body::{self, Mind},
        leads::{Lead, LeadState},
        rumour::Rumour,
        talk_state::TalkState,
        thinking::TurnInput,
    },
    perceive::{promise::VisitorPromise, question::RumourQuestion, request::VisitorRequest},
};

/// Maximum number of answers to one writer that wait unread; whoever reads none gets no further one.
const UNREAD_ANSWERS: usize = 3;

/// Notes what a thought leaves open: a question to which it had no answer, and, if it said something,
/// what it promised and offered, and what the speaker promised or asked for.
pub(in crate::think) fn on_answered(
    world: &mut World,
    npc: Entity,
    matter: &TurnInput,
    has_spoken: bool,
) {
    let Some(stimulus) = matter.stimulus.as_ref() else { return };
    let speaker = index::find(world, &stimulus.speaker);
    let Some(speaker) = speaker.filter(|it| !people::is_assistant(world, *it)) else { return };
    if is_left_open(world, npc, stimulus, matter) {
        let words = stimulus.words.clone();
        let new = lead(world, (LeadKind::Question, stimulus, matter), words);
        add(world, npc, new);
    }
    if !has_spoken {
        return;
    }
    promised(world, npc, (stimulus, matter));
    offered(world, npc, speaker, (stimulus, matter));
    if stimulus.is_told() {
        promises(world, npc, (stimulus, matter));
        asks_favour(world, npc, (stimulus, matter));
    }
}

fn lead(
    world: &World,
    (kind, stimulus, matter): (LeadKind, &Stimulus, &TurnInput),
    words: String,
) -> Lead {
    let now = world.resource::<Clock>().now;
    Lead {
        number: 0,
        kind,
        whom: CharacterRef { id: stimulus.speaker.clone(), name: stimulus.name.clone() },
        other: None,
        source: stimulus.source,
        words,
        label: matter.label.clone(),
        payer: matter.payer.clone(),
        since: now,
        looked: now,
        state: LeadState::Open,
        tries: 0,
    }
}

/// Returns whether a thought was about a question for what others said or did, and there was nothing to
/// answer it with.
fn is_left_open(world: &World, npc: Entity, stimulus: &Stimulus, matter: &TurnInput) -> bool {
    let by_way = matches!(stimulus.source, Source::Say | Source::Whisper | Source::Page);
    let by_words = stimulus.asked && stimulus.occasion == ThoughtOccasion::Words;
    if !by_way || !by_words || matter.asks.is_some() || matter.heard.is_some() {
        return false;
    }
    let name = people::who(world, npc).map(|it| it.name.to_string()).unwrap_or_default();
    let of_words = BeforeQuestion::read(&stimulus.words, &name).is_some_and(|it| it.is_of_others());
    let of_deeds = || {
        claims::asked_for(world, npc, &stimulus.words, &stimulus.speaker)
            .is_some_and(|it| it != RumourQuestion::News)
    };
    of_words || of_deeds()
}

/// Notes what the answer promised, by the topic that it was of.
fn promised(world: &mut World, npc: Entity, (stimulus, matter): (&Stimulus, &TurnInput)) {
    let readers = &matter.label.readers;
    let Some(mut people) = world.get_mut::<Acquaintances>(npc) else { return };
    let Some(known) = people.0.get_mut(&stimulus.speaker) else { return };
    let talk = known.talk.of(readers).map(|(talk, _)| talk);
    let Some(topic) = talk.and_then(|it| it.promised.clone()) else { return };
    let none = || (TalkState::default(), Label::engine());
    known.talk.change(readers, none, |(talk, _)| talk.promised = None);
    let new = lead(world, (LeadKind::Promised(0), stimulus, matter), topic);
    add(world, npc, new);
}

/// Notes what the speaker promised.
fn promises(world: &mut World, npc: Entity, (stimulus, matter): (&Stimulus, &TurnInput)) {
    let kind = match VisitorPromise::read(&stimulus.words) {
        Some(VisitorPromise::Bring) => LeadKind::Bringing(0),
        Some(VisitorPromise::Return) => LeadKind::Returning(0),
        None => return,
    };
    let new = lead(world, (kind, stimulus, matter), stimulus.words.clone());
    add(world, npc, new);
}

/// Notes what the speaker asked the character to tell another, or to be told of.
fn asks_favour(world: &mut World, npc: Entity, (stimulus, matter): (&Stimulus, &TurnInput)) {
    let me = world.get::<Name>(npc).map(|it| it.0.to_string()).unwrap_or_default();
    let own = world.get::<Character>(npc).map(|it| it.0.clone());
    let named = |word: &str| {
        let (id, name) = claims::called(world, word)?;
        let is_third = id != stimulus.speaker && Some(&id) != own.as_ref();
        is_third.then_some(CharacterRef { id, name })
    };
    let asker = CharacterRef { id: stimulus.speaker.clone(), name: stimulus.name.clone() };
    let new = match VisitorRequest::read(&stimulus.words, &me, &named) {
        Some(VisitorRequest::Tell { whom, .. } | VisitorRequest::Await { whom })
            if says_so(world, npc) && is_here(world, npc, &whom.id) =>
        {
            return;
        }
        Some(VisitorRequest::Tell { whom, message }) => {
            let is_open = stimulus.source == Source::Say && !audience::is_private(world, npc);
            if !is_open || matter.label.readers != Readers::Everyone {
                return;
            }
            let new = lead(world, (LeadKind::Message(0), stimulus, matter), message);
            Lead { whom, other: Some(asker), ..new }
        }
        Some(VisitorRequest::Await { whom }) => {
            let new = lead(world, (LeadKind::Awaited(0), stimulus, matter), String::new());
            Lead { other: Some(whom), ..new }
        }
        // It was asked at once, or cannot be.
        Some(VisitorRequest::Ask { .. } | VisitorRequest::Withdraw) | None => return,
    };
    add(world, npc, new);
}

/// Returns whether a character has words for those who want something passed on to somebody who is there.
fn says_so(world: &World, npc: Entity) -> bool {
    world.get::<Mind>(npc).is_some_and(|it| !it.persona.script.is_here.is_empty())
}

fn is_here(world: &World, npc: Entity, whom: &CharacterId) -> bool {
    let person = index::find(world, whom);
    person.is_some_and(|it| containment::room_of(world, it) == containment::room_of(world, npc))
}

/// Notes the offers to the speaker that stand now, in case that they run out.
fn offered(
    world: &mut World,
    npc: Entity,
    speaker: Entity,
    (stimulus, matter): (&Stimulus, &TurnInput),
) {
    let now = world.resource::<Clock>().now;
    let standing = world.get::<StandingOffers>(speaker).into_iter().flat_map(|it| &it.offers);
    let own = standing.filter(|it| it.by == npc && it.until > now);
    let all: Vec<(String, Readers)> =
        own.map(|it| (it.offer.id.to_string(), it.readers.clone())).collect();
    for (offer, readers) in all {
        let new = lead(world, (LeadKind::Lapsed(0), stimulus, matter), offer);
        let label = new.label.clone().kept_to(&readers);
        add(world, npc, Lead { label, ..new });
    }
}

/// Keeps a claim open that a player made about another, to be put to that one.
pub(in crate::think) fn on_claimed(world: &mut World, npc: Entity, claim: &Rumour) {
    let by = claim.said_by.as_ref().and_then(|it| index::find(world, &it.id));
    let payer = by.and_then(|it| people::who(world, it)).map(|it| Payer::of(&it));
    let (Some(payer), Some(whom)) = (payer, claim.who.clone()) else { return };
    let is_person = index::find(world, &whom.id).is_some_and(|it| !people::is_assistant(world, it));
    if is_person {
        let lead = Lead {
            number: 0,
            kind: LeadKind::Claim(claim.event),
            whom,
            other: None,
            source: Source::Say,
            words: String::new(),
            label: claim.label.clone(),
            payer,
            since: claim.at,
            looked: claim.at,
            state: LeadState::Open,
            tries: 0,
        };
        add(world, npc, lead);
    }
}

/// Has a mind read a letter, which leaves its bag for that, and keeps it open until it is answered. A
/// writer who leaves the answers unread gets no further one, and is told so by nobody.
pub(in crate::think) fn on_letter(world: &mut World, arrived: &LetterArrived) {
    let Some(npc) = body::find(world, &arrived.to) else { return };
    let letter = world.resource_scope(|world, mut dirty: Mut<'_, Dirty>| {
        world.resource_mut::<Letters>().take(arrived.number, &mut dirty)
    });
    let Some(letter) = letter else { return };
    let unread = world.resource::<Letters>().of(&letter.by.id);
    let unread = unread.filter(|it| !it.read && it.by.id == arrived.to).count();
    if unread >= UNREAD_ANSWERS {
        return;
    }
    let both = Readers::Only([arrived.to.clone(), letter.by.id.clone()].into());
    let writer = index::find(world, &letter.by.id).and_then(|it| people::who(world, it));
    // Who wrote and left before it was read is known by the letter alone.
    let label = writer.as_ref().map_or_else(|| letter.label(), own_label).kept_to(&both);
    let account = letter.account.clone().map(crate::gate::budget::PayerAccount::Account);
    let payer = writer.as_ref().map(Payer::of);
    let now = world.resource::<Clock>().now;
    let lead = Lead {
        number: 0,
        kind: LeadKind::Letter(letter.number),
        whom: letter.by,
        other: None,
        source: Source::Page,
        words: letter.words,
        label,
        payer: payer.unwrap_or(Payer { account, household: None, share: None }),
        since: now,
        looked: now,
        state: LeadState::Open,
        tries: 0,
    };
    add(world, npc, lead);
}
