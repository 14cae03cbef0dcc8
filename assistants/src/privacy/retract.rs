//! `retract`: staff takes back a rumour from every mind.
//!
//! Matches are found by their words and not by who told whom: each listener keeps the line, answers
//! quote it, and models note it in their own words. So everything that contains the words is
//! dropped, and so is what a model or the engine derived from a conversation in which they were
//! said. What the asking staff member may not read, such as whispered words, does not go round: it is
//! neither looked at nor dropped.

use std::collections::{BTreeMap, BTreeSet};

use bevy_ecs::prelude::*;
use engine::{
    id::CharacterId,
    label::{Label, Readers},
    save::durability::Durability,
};
use text::{
    parse::Line,
    styled::{Style, Text, list},
};
use world::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::character::Character,
    witness::narrator::{tell_one, with_narrator},
};

use super::{NoteReading, ReadingPurpose, ask, me, reader};
use crate::{
    memory::{self, Note},
    mind::{
        acquaintance::Acquaintances,
        body::{Mind, find},
        goals::{self, Goals},
        notebook::{Notebook, NotedTalk},
        projects::{self, Projects},
        reflection::Reflection,
        rumours::Rumours,
        saved::{self, DropNote},
        sleep::Sleep,
        thinking::Thinking,
    },
    perceive::{
        classify::{Finding, SenderStanding},
        stream::Stream,
    },
    record::{
        entry::{Amendment, Recorded},
        write,
    },
    think::delegation,
};

/// Minimum number of words; fewer would match too much.
const FEWEST: usize = 3;

/// Command: takes words back from every mind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retract {
    /// Words to match, case-folded.
    pub words: Vec<String>,
}

impl Command for Retract {
    const SPEC: CommandSpec = CommandSpec {
        name: "retract",
        aliases: &["@retract"],
        role: Role::Staff,
        category: Category::Staff,
        usage: "retract WORDS",
        summary: "Have the town's own people forget what goes round.",
        help: "Example: retract bob stole the bell\n\
               Each of them loses every memory that holds these words as they follow one another, \
               whoever said it and whoever told it on, and what was made of a talk in which they \
               were said. What was whispered, paged or said in a private room goes round nowhere and \
               stays. Three words are the fewest; capitals and marks do not count. What \
               players remember, and what the record and the mail hold, stays. It cannot be undone, \
               and the audit says who did it.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let words: Vec<String> = memory::words(line.rest).collect();
        if words.is_empty() {
            return Err(Refusal::Usage(Self::SPEC.usage));
        }
        if words.len() < FEWEST {
            let words = "So few words stand in too much that is harmless. Give three or more, as \
                         they were said: retract bob stole the bell";
            return Err(Refusal::because(words));
        }
        Ok(Self { words })
    }
}

/// Retractions in progress, by the asking staff member and the words.
#[derive(Resource, Debug, Default)]
pub(super) struct Retractions(BTreeMap<(CharacterId, Vec<String>), Retraction>);

#[derive(Debug, Default)]
struct Retraction {
    /// Minds whose notes the store has not returned yet.
    waiting: BTreeSet<CharacterId>,
    /// Names of minds with the number of notes dropped.
    lost: Vec<(String, usize)>,
}

/// Executes the command: clears the state of each mind at once, and queries the store for its
/// notes.
pub(super) fn retract(invocation: Invocation<Retract>, world: &mut World) -> Outcome {
    let by = me(world, invocation.act.actor)?;
    let run = invocation.command.words;
    let mut minds = world.query_filtered::<(Entity, &Character), With<Mind>>();
    let minds: Vec<(Entity, CharacterId)> =
        minds.iter(world).map(|(mind, id)| (mind, id.0.clone())).collect();
    if minds.is_empty() {
        return Err(Refusal::because("There is nobody who could have heard it."));
    }
    take_rumours(world, &minds, &run);
    let waiting = minds.iter().map(|(_, id)| id.clone()).collect();
    let retraction = Retraction { waiting, lost: Vec::new() };
    world.resource_mut::<Retractions>().0.insert((by.clone(), run.clone()), retraction);
    for (mind, id) in minds {
        take_at_hand(world, mind, &by, &run);
        ask(world, &by, &id, ReadingPurpose::Retract(run.clone()));
    }
    let text = Text::plain("Asking everybody what they remember of it …");
    with_narrator(world, |narrator| narrator.show(&invocation.act, text));
    Ok(())
}

/// Drops rumours that contain these words from all minds, including retellings that lost some of
/// the words.
fn take_rumours(world: &mut World, minds: &[(Entity, CharacterId)], run: &[String]) {
    let mut events: BTreeSet<u64> = BTreeSet::new();
    for (mind, id) in minds {
        let known = world.get::<Rumours>(*mind).into_iter().flat_map(Rumours::iter);
        events.extend(known.filter(|it| it.holds(id, run)).map(|it| it.event));
    }
    for (mind, _) in minds {
        saved::drop_rumours(world, *mind, |it| events.contains(&it.event));
    }
}

/// Drops everything that `by` may read and that contains the words from the state of a mind, except
/// for its notes.
fn take_at_hand(world: &mut World, mind: Entity, by: &CharacterId, run: &[String]) {
    let holds = |text: &str, label: &Label| label.readers.admit(by) && memory::holds_run(text, run);
    let is_such = |note: &Note| holds(&note.content, &note.label);
    let mut changed = Vec::new();
    if let Some(mut people) = world.get_mut::<Acquaintances>(mind) {
        for (id, known) in &mut people.0 {
            if known.drop_texts(holds) {
                changed.push(id.clone());
            }
        }
    }
    for id in changed {
        saved::touch_acquaintance(world, mind, &id);
    }
    if let Some(mut stream) = world.get_mut::<Stream>(mind) {
        stream.0.retain(|line| !holds(&line.words, &line.label));
    }
    if let Some(mut notebook) = world.get_mut::<Notebook>(mind) {
        for talk in &mut notebook.talks {
            let NotedTalk { first, last, label, .. } = talk;
            for words in [first, last] {
                if holds(words, label) {
                    words.clear();
                }
            }
        }
    }
    if let Some(mut sleep) = world.get_mut::<Sleep>(mind) {
        sleep.interrupt();
    }
    if let Some(mut reflection) = world.get_mut::<Reflection>(mind) {
        reflection.forget(|_| false);
    }
    take_purposes(world, mind, holds);
    delegation::give_up_where(world, mind, |delegation| {
        let mut texts =
            delegation.handed.iter().chain([&delegation.task]).chain(&delegation.answer);
        texts.any(|text| holds(text, &delegation.label))
    });
    if let Some(mut thinking) = world.get_mut::<Thinking>(mind)
        && let Some(matter) = thinking.matter.as_mut()
    {
        matter.memories.retain(|it| !is_such(it));
        matter.derived.clear();
        matter.rumours.clear();
        matter.deeds.retain(|it| !is_such(it));
        matter.told.take_if(|it| is_such(it));
        matter.heard.take_if(|it| is_such(it));
    }
}

/// Drops the goals and projects of a mind that hold such words.
fn take_purposes(world: &mut World, mind: Entity, holds: impl Fn(&str, &Label) -> bool) {
    let goals = world.get_mut::<Goals>(mind).map(Mut::into_inner);
    if goals.is_some_and(|it| it.retract(|goal| holds(&goal.text, &goal.label))) {
        goals::saved::touch(world, mind);
    }
    let projects = world.get_mut::<Projects>(mind).map(Mut::into_inner);
    if projects.is_some_and(|it| it.drop_such(|of| holds(&of.whole(), &of.label))) {
        projects::saved::touch(world, mind);
    }
}

/// Handles the store's answer for one mind.
pub(super) fn take_back(
    world: &mut World,
    reading: &NoteReading,
    run: &[String],
    mut notes: Vec<Note>,
) {
    let Some(mind) = find(world, &reading.mind) else { return };
    if let Some(notebook) = world.get::<Notebook>(mind) {
        let known: BTreeSet<u64> = notes.iter().map(|it| it.serial).collect();
        let at_hand = notebook.fresh.iter().chain(&notebook.lines);
        notes.extend(at_hand.filter(|it| !known.contains(&it.serial)).cloned());
    }
    notes.retain(|it| it.label.readers.admit(&reading.reader));
    let gone = spoiled(&notes, run);
    flag(world, mind, &notes, run);
    if let Some(mut notebook) = world.get_mut::<Notebook>(mind) {
        notebook.fresh.retain(|it| !gone.contains(&it.serial));
        notebook.lines.retain(|it| !gone.contains(&it.serial));
    }
    for serial in &gone {
        world.write_message(DropNote { mind: reading.mind.clone(), serial: *serial });
    }
    record(world, mind, &notes, &gone);
    let name = world.get::<Mind>(mind).map(|it| it.persona.body.name.clone()).unwrap_or_default();
    answered(world, reading, run, (name, gone.len()));
}

/// Writes down which notes were taken back, for those who could read them: others do not learn by
/// their numbers that there were any.
fn record(world: &mut World, mind: Entity, notes: &[Note], gone: &BTreeSet<u64>) {
    let mut by_readers: Vec<(&Readers, BTreeSet<u64>)> = Vec::new();
    for note in notes.iter().filter(|it| gone.contains(&it.serial)) {
        let readers = &note.label.readers;
        match by_readers.iter_mut().find(|(of, _)| *of == readers) {
            Some((_, serials)) => drop(serials.insert(note.serial)),
            None => by_readers.push((readers, [note.serial].into())),
        }
    }
    for (readers, serials) in by_readers {
        let notes = serials.into_iter().collect();
        let what = Recorded::Amended { how: Amendment::Retracted, notes };
        write::write_down(world, mind, None, &Label::authored().kept_to(readers), what);
    }
}

/// Counts a flagged statement against each acquaintance who said the words.
fn flag(world: &mut World, mind: Entity, notes: &[Note], run: &[String]) {
    let holding = notes.iter().filter(|it| memory::holds_run(&it.content, run));
    let said = holding.filter_map(|it| Some((it.source.as_ref()?, &it.label.readers)));
    let mut by: BTreeMap<&CharacterId, Vec<&Readers>> = BTreeMap::new();
    for (who, readers) in said {
        let all = by.entry(who).or_default();
        // Once for those who may know of it, however often it was said to them.
        if !all.iter().any(|it| it.admit_all(readers)) {
            all.retain(|it| !readers.admit_all(it));
            all.push(readers);
        }
    }
    let said = by.into_iter().flat_map(|(who, all)| all.into_iter().map(move |of| (who, of)));
    for (who, readers) in said {
        let people = world.get_mut::<Acquaintances>(mind);
        if let Some(known) = people.and_then(|it| it.into_inner().0.get_mut(who)) {
            let first = SenderStanding::default;
            known.standing.change(readers, first, |it| it.count(Finding::Flagged));
            saved::touch_acquaintance(world, mind, who);
        }
    }
}

/// Returns the numbers of the notes that contain the words, and of notes derived from the same
/// conversations.
fn spoiled(notes: &[Note], run: &[String]) -> BTreeSet<u64> {
    let holding = || notes.iter().filter(|it| memory::holds_run(&it.content, run));
    let talks: BTreeSet<u64> = holding().filter_map(|it| it.conversation).collect();
    let made = notes.iter().filter(|it| it.is_made());
    let of_those = made.filter(|it| it.conversation.is_some_and(|of| talks.contains(&of)));
    let mut gone: BTreeSet<u64> = holding().chain(of_those).map(|it| it.serial).collect();
    // What was derived from them goes with them, and what was derived from that.
    loop {
        let derived = notes.iter().filter(|it| it.evidence.iter().any(|of| gone.contains(of)));
        let derived: Vec<u64> =
            derived.map(|it| it.serial).filter(|it| !gone.contains(it)).collect();
        if derived.is_empty() {
            return gone;
        }
        gone.extend(derived);
    }
}

/// Reports the result to the staff member once the last mind has answered.
fn answered(world: &mut World, reading: &NoteReading, run: &[String], lost: (String, usize)) {
    let key = (reading.reader.clone(), run.to_vec());
    let mut all = world.resource_mut::<Retractions>();
    let Some(retraction) = all.0.get_mut(&key) else { return };
    retraction.waiting.remove(&reading.mind);
    if lost.1 > 0 {
        retraction.lost.push(lost);
    }
    if !retraction.waiting.is_empty() {
        return;
    }
    let Some(Retraction { mut lost, .. }) = all.0.remove(&key) else { return };
    lost.sort();
    let Some(to) = reader(world, reading) else { return };
    let words: Vec<String> = lost.iter().map(|(name, notes)| format!("{name} {notes}")).collect();
    let text = if words.is_empty() {
        Text::plain("Nobody remembers anything of that.")
    } else {
        let mut text = Text::plain("Memories taken back: ");
        text.say(&list(&words)).say(". Which they were: ").push(Style::Command, "why NAME");
        text.say(".");
        text
    };
    tell_one(world, to, text);
}

#[cfg(test)]
mod tests {
    use engine::clock::WorldTime;

    use super::*;
    use crate::memory::NoteKind;

    fn note(serial: u64, content: &str, kind: NoteKind, conversation: u64) -> Note {
        Note {
            serial,
            content: content.to_owned(),
            about: Vec::new(),
            importance: 5,
            kind,
            at: WorldTime(0),
            label: Label::engine(),
            source: None,
            trust: None,
            speaker: None,
            conversation: Some(conversation),
            concluded: kind == NoteKind::Hearsay,
            evidence: Vec::new(),
            links: Vec::new(),
            supersedes: None,
            superseded_by: None,
        }
    }

    #[test]
    fn what_holds_the_words_goes_and_what_was_made_of_their_talk() {
        let run: Vec<String> = memory::words("Bob stole the bell!").collect();
        let notes = [
            note(1, "They say bob stole the Bell, you know", NoteKind::Line, 1),
            note(2, "Really?", NoteKind::Line, 1),
            note(3, "Bob is a thief.", NoteKind::Hearsay, 1),
            note(4, "A talk with Ann, 2 lines.", NoteKind::Episode, 1),
            note(5, "Bob is a baker.", NoteKind::Hearsay, 5),
            note(6, "bob stole a bell", NoteKind::Line, 5),
            note(7, "You said Bob, stole the bell, fool", NoteKind::Line, 7),
        ];
        assert_eq!(spoiled(&notes, &run), BTreeSet::from([1, 3, 4, 7]));
        assert_eq!(spoiled(&notes, &[]), BTreeSet::new());
    }
}
