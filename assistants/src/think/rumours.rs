//! Rumours: notes of deeds that were seen, told and said.

use bevy_ecs::prelude::*;
use engine::{
    clock::Clock, foreign::ForeignText, id::CharacterId, index, label::Readers, simulation,
};
use world::{
    beings::{
        character::{Character, CharacterRef},
        name::Name,
        people,
        settings::RumoursOff,
    },
    space::{containment, door::Door},
    things::kind::Kinds,
};

use super::{
    claims, leads, meet,
    remember::{ToNote, remember},
};
use crate::{
    gate::audience,
    memory::{self, LONGEST, Note, NoteKind},
    mind::{
        acquaintance::Acquaintances,
        body::Mind,
        bounds::MindBounds,
        exchange::ExchangeLines,
        notebook::Notebook,
        rumour::{self, OTHER, Rumour},
        rumours::{Noted, Rumours},
        saved::{self, SaveNote},
        seen::{SeenDeeds, SeenKind},
    },
    perceive::{
        claim::DeedClaim,
        classify::{Finding, SenderStanding},
        deeds::{self, DeedPerceived},
        stream::StreamLine,
    },
    record::{entry::Recorded, write},
};

/// Importance of the note about a deed that the mind only watched, and of one about a deed that it was told
/// of.
const WATCHED: u8 = 4;
const TOLD: u8 = 3;

/// Takes note of what minds perceived in this tick.
pub(super) fn take(world: &mut World) {
    for RumoursOff(whom) in simulation::take(world) {
        for mind in minds(world) {
            saved::drop_rumours(world, mind, |it| it.is_about(&whom));
        }
    }
    for DeedPerceived { mind, what, in_talk } in simulation::take(world) {
        let told = world.resource::<ExchangeLines>().of(what.cause).cloned().flatten();
        // What is told in private stays with those who heard it, and goes on to nobody.
        if told.is_some() && what.label.readers != Readers::Everyone {
            continue;
        }
        let place = containment::room_of(world, mind);
        let place = place.and_then(|it| world.get::<Name>(it)).map(|it| it.0.to_string());
        // A door that opens is the world's doing.
        match (told, deeds::rumour(&what, place), &what.actor) {
            (Some(told), _, Some(teller)) => hear(world, mind, &told, &CharacterRef::from(teller)),
            (None, Some(seen), _) => see(world, mind, seen, in_talk),
            (None, None, Some(comer)) => meet::came(world, mind, &comer.id),
            (Some(_), _, None) | (None, None, None) => {}
        }
    }
}

fn minds(world: &mut World) -> Vec<Entity> {
    world.query_filtered::<Entity, With<Mind>>().iter(world).collect()
}

/// Returns whether all who have a part in it may be talked of.
pub(super) fn may_go_round(world: &World, it: &Rumour) -> bool {
    let parties = it.who.iter().chain(&it.other).chain(&it.said_by);
    parties.into_iter().all(|party| people::is_talked_of(world, &party.id))
}

pub(super) fn id_of(world: &World, npc: Entity) -> Option<CharacterId> {
    world.get::<Character>(npc).map(|it| it.0.clone())
}

/// Has a mind, and the town's own people who are there, learn of a deed that it saw.
fn see(world: &mut World, npc: Entity, mut seen: Rumour, in_talk: bool) {
    let Some(me) = id_of(world, npc) else { return };
    if seen.who.as_ref().is_some_and(|who| who.id == me) || !may_go_round(world, &seen) {
        return;
    }
    for it in audience::present(world, npc) {
        if let Some(id) = world.get::<Mind>(it).and_then(|_| id_of(world, it)) {
            seen.note_knowing(&id, &Readers::Everyone);
        }
    }
    // What is part of a talk is remembered with that.
    if !in_talk {
        watch(world, npc, &seen);
    }
    record_rumour(world, npc, seen, None);
}

/// Remembers a deed as it was seen, and when by the note's own time.
fn watch(world: &mut World, npc: Entity, seen: &Rumour) {
    let bounds = *world.resource::<MindBounds>();
    let (Some(me), Some(mut notebook)) = (id_of(world, npc), world.get_mut::<Notebook>(npc)) else {
        return;
    };
    let about = seen.who.iter().chain(&seen.other).map(|it| it.id.clone());
    let content = Rumour { done: None, ..seen.clone() }.sentence(&me, None, seen.at);
    let note = Note {
        serial: notebook.number(),
        content: content.chars().take(LONGEST).collect(),
        about: about.filter(|it| *it != me).collect(),
        importance: WATCHED,
        kind: NoteKind::Line,
        at: seen.at,
        label: seen.label.clone(),
        source: seen.who.as_ref().map(|it| it.id.clone()),
        trust: None,
        speaker: None,
        conversation: None,
        concluded: false,
        evidence: Vec::new(),
        links: Vec::new(),
        supersedes: None,
        superseded_by: None,
    };
    notebook.keep(note.clone(), bounds);
    world.write_message(SaveNote { mind: me, note });
    saved::touch_notebook(world, npc);
}

/// Has a mind learn a rumour that somebody told it.
fn hear(world: &mut World, npc: Entity, told: &Rumour, teller: &CharacterRef) {
    let now = world.resource::<Clock>().now;
    let Some(heard) = told.retold(teller, now).filter(|it| may_go_round(world, it)) else { return };
    let Some(me) = id_of(world, npc) else { return };
    let by = told.said_by.as_ref().unwrap_or(teller).id.clone();
    let readers = &heard.label.readers;
    let known = world.get::<Rumours>(npc);
    let known = known.and_then(|all| all.iter().find(|it| it.event == heard.event));
    if let Some(known) = known {
        if known.told_by.is_none() && known.said_by.is_none() {
            count(world, npc, &by, (Finding::Corroborated, readers));
        }
    } else if heard.said_by.is_some() && heard.is_about(&me) {
        // Whatever was done to it, or by it, it would know.
        return count(world, npc, &by, (Finding::Contradicted, readers));
    }
    let content = heard.sentence(&me, None, now);
    let is_news = record_rumour(world, npc, heard.clone(), Some(teller));
    all_heard(world, npc, heard.event);
    if !is_news {
        return;
    }
    let new = ToNote {
        content,
        importance: TOLD,
        about: heard.who.as_ref().or(heard.other.as_ref()).map(|it| it.id.clone()),
        kind: NoteKind::Hearsay,
        label: heard.label.clone(),
        source: Some(by),
        conversation: None,
        concluded: false,
    };
    if remember(world, npc, new, None).is_err() {
        tracing::debug!("what was told was not noted");
    }
}

/// Notes that the town's other characters who are present heard a rumour, so that nobody tells them
/// again.
pub(super) fn all_heard(world: &mut World, npc: Entity, event: u64) {
    let there = audience::present(world, npc).into_iter();
    let minds = there.filter(|it| world.get::<Mind>(*it).is_some());
    let ids: Vec<CharacterId> = minds.filter_map(|it| id_of(world, it)).collect();
    if let Some(mut known) = world.get_mut::<Rumours>(npc) {
        ids.iter().for_each(|whom| known.note_told(event, whom, &Readers::Everyone));
    }
}

/// Counts how somebody has proved, for those who may know of it.
fn count(
    world: &mut World,
    npc: Entity,
    whom: &CharacterId,
    (finding, readers): (Finding, &Readers),
) {
    if let Some(mut people) = world.get_mut::<Acquaintances>(npc) {
        let standing = &mut people.meet(whom).standing;
        standing.change(readers, SenderStanding::default, |it| it.count(finding));
        saved::touch_acquaintance(world, npc, whom);
    }
}

/// Keeps a rumour; whether it was news.
fn record_rumour(world: &mut World, npc: Entity, new: Rumour, from: Option<&CharacterRef>) -> bool {
    let now = world.resource::<Clock>().now;
    let Some(me) = id_of(world, npc) else { return false };
    let words = new.sentence(&me, None, now);
    let most = world.resource::<MindBounds>().rumours;
    let Some(mut known) = world.get_mut::<Rumours>(npc) else { return false };
    let (event, retellings, label) = (new.event, new.retellings, new.label.clone());
    let noted = known.record(new, now, most);
    saved::touch_rumour(world, npc, event);
    let Noted::News { instead_of } = noted else { return false };
    if let Some(gone) = instead_of {
        saved::touch_rumour(world, npc, gone);
    }
    let words = ForeignText::new(&words);
    let what = Recorded::Learnt { event, from: from.cloned(), retellings, words };
    write::write_down(world, npc, None, &label, what);
    true
}

/// Weighs what somebody said to the mind: whoever is borne out is trusted more from then on, and
/// whoever is not, less; what sight decides nothing about may go round.
pub(super) fn weigh(world: &mut World, npc: Entity, line: &StreamLine) {
    let Some((who, name)) = line.who.as_ref().filter(|_| !line.own) else { return };
    let Some(claim) = claims::claimed(world, npc, (who, name), &line.words) else { return };
    let found = world.get::<SeenDeeds>(npc).and_then(|it| Some(claim.weigh(it.newest())?.0));
    if let Some(finding) = found {
        count(world, npc, who, (finding, &line.label.readers));
    }
    if found.is_none() || claim.denied {
        said(world, npc, line, &claim);
    }
}

/// Takes a claim about what somebody did, or did not do, that sight does not decide: a denial is
/// told with what it denies, and what is said of others goes on once, with whose word it is.
fn said(world: &mut World, npc: Entity, line: &StreamLine, claim: &DeedClaim) {
    let Some((speaker, name)) = line.who.as_ref().filter(|_| !line.own) else { return };
    let Some(me) = id_of(world, npc) else { return };
    let by = CharacterRef { id: speaker.clone(), name: name.to_string() };
    let is_public = line.label.readers == Readers::Everyone;
    // What was said in private neither goes round nor is told with what does.
    if !is_public {
        return;
    }
    if claim.denied {
        let known = world.get_mut::<Rumours>(npc);
        let denied = known.map(|mut known| known.deny(&by, |it| claim.denies(it)));
        for event in denied.into_iter().flatten() {
            saved::touch_rumour(world, npc, event);
        }
        return;
    }
    let is_person = index::find(world, speaker).is_some_and(|it| !people::is_assistant(world, it));
    if !is_person || claim.who == *speaker {
        return;
    }
    let Some(new) = rumour_of(world, claim, by, line) else { return };
    if new.is_about(&me) {
        return count(world, npc, speaker, (Finding::Contradicted, &line.label.readers));
    }
    if may_go_round(world, &new) {
        record_rumour(world, npc, new.clone(), None);
        leads::on_claimed(world, npc, &new);
    }
}

/// Builds a rumour from somebody's claim, in the engine's words; a thing is named only if there are such
/// things.
fn rumour_of(
    world: &World,
    claim: &DeedClaim,
    by: CharacterRef,
    line: &StreamLine,
) -> Option<Rumour> {
    let party = |id: &CharacterId| {
        let name = claims::name_of(world, id)?;
        Some(CharacterRef { id: id.clone(), name })
    };
    let who = party(&claim.who)?;
    let other = claim.whom.as_ref().and_then(party);
    // The noun alone, if there are such things: what kind of apple it was nobody said.
    let thing = || {
        let noun = claim.with.last()?;
        let kinds = world.resource::<Kinds>().kinds.values();
        let mut names = kinds.map(|it| memory::words(&it.name).last());
        names.any(|it| it.as_ref() == Some(noun)).then(|| with_article(noun))
    };
    let thing = || thing().unwrap_or_else(|| "something".to_owned());
    let did = match claim.kind {
        SeenKind::Gave => format!("gave {OTHER} {}", thing()),
        SeenKind::Traded => format!("made a bargain over {}", thing()),
        SeenKind::Opened => format!("had {} opened", door(world, &claim.with)?),
        SeenKind::Shouted => "shouted".to_owned(),
        SeenKind::Quarrelled => format!("was unkind to {OTHER}"),
        SeenKind::Came | SeenKind::Left => return None,
    };
    let event =
        rumour::event(&[who.id.as_str(), &did, other.as_ref().map_or("", |it| it.id.as_str())]);
    Some(Rumour {
        event,
        kind: claim.kind,
        who: Some(who),
        did,
        other,
        place: None,
        done: None,
        told_by: None,
        said_by: Some(by),
        denied_by: None,
        retellings: 0,
        strength: rumour::SAID,
        at: line.at,
        knows: Vec::new(),
        told_aside: Vec::new(),
        label: line.label.clone(),
    })
}

fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// Returns the door that words name.
fn door(world: &World, with: &[String]) -> Option<String> {
    let last = with.last()?;
    let mut doors = world.try_query::<&Door>()?;
    let mut names: Vec<String> = doors.iter(world).map(|it| it.name.to_string()).collect();
    names.sort();
    names.into_iter().find(|it| memory::words(it).any(|word| word == *last))
}
