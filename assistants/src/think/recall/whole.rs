//! A whole matter: what a person would remember of it, put together.

use engine::{id::CharacterId, label::Label};
use world::beings::people;

use super::{
    describe_found, named_in,
    readers::{absorb, with_readers},
};
use crate::{
    llm::scene::{LeadKind, felt},
    memory::{Note, NoteKind, words},
    mind::{
        acquaintance::Acquaintances,
        body::Mind,
        leads::{Lead, Leads},
        seen::ago,
    },
    persona::band::RegardBand,
    think::{ask::people as known, current::CurrentThought},
};

/// Maximum number of people in it, and of open matters.
const MOST_PEOPLE: usize = 4;
const MOST_OPEN: usize = 4;

/// Puts together what a person would remember of a matter: what is known, what was said, what happened,
/// the people in it, what is open about it, and the mood; empty if there is nothing of all that. What it
/// comes from becomes part of the thought.
pub(super) fn told(current: &mut CurrentThought<'_>, query: &str, found: &[Note]) -> String {
    let of = |is: fn(NoteKind) -> bool| -> Vec<Note> {
        found.iter().filter(|it| is(it.kind)).cloned().collect()
    };
    let people = people_of(current, query, found);
    let open = open_matters(current, query);
    let notes = [
        ("known", of(|it| matches!(it, NoteKind::Fact | NoteKind::Insight | NoteKind::Profile))),
        ("said", of(|it| matches!(it, NoteKind::Line | NoteKind::Hearsay))),
        ("happened", of(|it| matches!(it, NoteKind::Episode | NoteKind::Journal))),
    ];
    let notes = notes.map(|(name, notes)| {
        let lines = describe_found(current, &notes);
        (name, lines.lines().map(str::to_owned).collect::<Vec<_>>())
    });
    let mut sections: Vec<_> =
        notes.into_iter().chain([("people", people), ("open", open)]).collect();
    sections.retain(|(_, lines)| !lines.is_empty());
    if sections.is_empty() {
        return String::new();
    }
    let felt = with_readers(current.world, current.npc, |it| {
        felt(known::mood(current.world, current.npc, it.audience()))
    });
    sections.extend(felt.map(|it| ("you feel", vec![it.to_owned()])));
    let section = |(name, lines): (&str, Vec<String>)| format!("{name}:\n  {}", lines.join("\n  "));
    sections.into_iter().map(section).collect::<Vec<_>>().join("\n")
}

/// Returns the known facts about the people whom a search names or whom its notes are about. What
/// it comes from becomes part of the thought.
fn people_of(current: &mut CurrentThought<'_>, query: &str, found: &[Note]) -> Vec<String> {
    let me = current.me().cloned();
    let named = named_in(current.world, query);
    let about = found.iter().flat_map(|it| it.about.iter().cloned());
    let mut ids: Vec<CharacterId> = Vec::new();
    for id in named.into_iter().chain(about) {
        if !ids.contains(&id) && Some(&id) != me.as_ref() {
            ids.push(id);
        }
    }
    ids.truncate(MOST_PEOPLE);
    let mut label = Label::engine();
    let lines = with_readers(current.world, current.npc, |readers| {
        let line = |id: &CharacterId| {
            let acquaintance = current.world.get::<Acquaintances>(current.npc)?.0.get(id)?;
            if readers.ignoring.holds(id) || !acquaintance.is_known_to(readers.audience()) {
                return None;
            }
            let name = people::name_of(current.world, id)?;
            let forms = &current.world.get::<Mind>(current.npc)?.persona.script.slots;
            let slots = known::slots(current.world, current.npc, id, readers, &mut label);
            let known = slots
                .iter()
                .filter_map(|(slot, value)| Some(forms.get(slot)?.replacen("{}", value, 1)));
            let known: Vec<String> = known.collect();
            let regard = known::regard(current.world, current.npc, id, readers.audience());
            let band = RegardBand::of(regard).name();
            let talks = acquaintance.talked(readers.audience()).talks;
            let mut line = format!("{name}, {band} to you, {talks} talks");
            if !known.is_empty() {
                line.push_str("; ");
                line.push_str(&known.join(", "));
            }
            Some(line)
        };
        ids.iter().filter_map(line).collect()
    });
    if label != Label::engine() {
        absorb(current.world, current.npc, &label, None);
    }
    lines
}

/// Returns the open matters that have to do with the words or the people of a search.
fn open_matters(current: &mut CurrentThought<'_>, query: &str) -> Vec<String> {
    let now = current.now();
    let named = named_in(current.world, query);
    let asked: Vec<String> = words(query).collect();
    let leads =
        current.world.get::<Leads>(current.npc).into_iter().flat_map(|it| it.still_open(now));
    let open: Vec<Lead> = leads.cloned().collect();
    let mut labels = Vec::new();
    let lines = with_readers(current.world, current.npc, |readers| {
        let concerns = |words_of: &str, whom: &CharacterId| {
            named.contains(whom) || words(words_of).any(|it| asked.contains(&it))
        };
        let fitting = open
            .iter()
            .filter(|it| readers.may_read(&it.label) && concerns(&it.words, &it.whom.id));
        fitting
            .take(MOST_OPEN)
            .map(|it| {
                labels.push((it.label.clone(), it.words.clone()));
                let what = match it.kind {
                    LeadKind::Question => "asked what you could not answer:",
                    LeadKind::Claim(_) => "is said to have done something that you did not see",
                    LeadKind::Promised(_) => "was promised by you:",
                    LeadKind::Bringing(_) => "promised to bring you:",
                    LeadKind::Returning(_) => "promised to come back",
                    LeadKind::Message(_) => "is to be told:",
                    LeadKind::Awaited(_) => "wants to be told who comes in",
                    LeadKind::Lapsed(_) => "did not answer your offer",
                    LeadKind::Goal(_) => "could help you with what you want",
                    LeadKind::Letter(_) => "wrote to you:",
                };
                let when = ago(now.since(it.since));
                let words =
                    if what.ends_with(':') { format!(" {}", it.words) } else { String::new() };
                format!("{} {what}{words} ({when})", it.whom.name)
            })
            .collect()
    });
    for (label, words) in labels {
        absorb(current.world, current.npc, &label, Some(&words));
    }
    lines
}
