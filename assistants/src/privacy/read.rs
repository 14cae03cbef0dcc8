//! `memory`: a player reads what NPCs remember of the player.

use bevy_ecs::prelude::*;
use engine::{clock::Clock, id::CharacterId, index, label::Readers, save::durability::Durability};
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
    beings::{character::Character, people},
    witness::narrator::{tell_one, with_narrator},
};

use super::{NoteReading, ReadingPurpose, acquainted, ask, may_know, me, mind_called, reader};
use crate::{
    memory::Note,
    mind::{
        acquaintance::{Acquaintance, Talked},
        body::Mind,
        regard::Regard,
        rumours::Rumours,
        seen::SeenDeeds,
    },
    perceive::told::in_form,
    persona::band::RegardBand,
};

/// Maximum number of notes shown at once, the newest.
const SHOWN: usize = 20;

/// Command: shows what minds remember of the player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    /// Name of the mind; empty for an overview of all.
    pub of: String,
}

impl Command for Memory {
    const SPEC: CommandSpec = CommandSpec {
        name: "memory",
        aliases: &["memories"],
        role: Role::Guest,
        category: Category::Game,
        usage: "memory\nmemory NAME",
        summary: "Read what the people of the game keep of you.",
        help: "Example: memory\n\
               It shows what you told them of yourself and what they think of you, and memory mara also \
               what Mara saw you do of late and the notes that she made of you, as far as you may \
               know them. To have it forgotten: help forget",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        Ok(Self { of: line.rest.trim().to_owned() })
    }
}

/// Executes `memory`.
pub(super) fn memory(invocation: Invocation<Memory>, world: &mut World) -> Outcome {
    let me = me(world, invocation.act.actor)?;
    if !invocation.command.of.is_empty() {
        let (_, id, _) = mind_called(world, &invocation.command.of)?;
        ask(world, &me, &id, ReadingPurpose::Show);
        return Ok(());
    }
    let mut known = acquainted(world, &me);
    known.retain(|(.., of)| may_know(of, &me));
    let mut text = Text::styled(Style::Heading, "What the people here keep of you");
    if known.is_empty() {
        text.say("\n  Nothing: none of them has talked with you yet.");
    }
    for (mind, name, known) in known {
        text.say("\n  ").push(Style::Person, &name).say(": ");
        text.say(&in_words(world, mind, &me, &known));
    }
    text.say("\nFor the notes of one of them: ").push(Style::Command, "memory NAME");
    text.say(". To have it forgotten: ").push(Style::Command, "forget me").say(".");
    with_narrator(world, |narrator| narrator.show(&invocation.act, text));
    Ok(())
}

/// Returns a sentence about the acquaintance of a mind with the player.
fn in_words(world: &World, mind: Entity, me: &CharacterId, known: &Acquaintance) -> String {
    let only_me = Readers::Only([me.clone()].into());
    let Talked { talks, last } = known.talked(&only_me);
    let talks = match talks {
        0 => "has seen you, and not talked with you".to_owned(),
        1 => format!("talked with you once, {last}"),
        n => format!("talked with you {n} times, last {last}"),
    };
    let forms = world.get::<Mind>(mind).map(|it| &it.persona.script.slots);
    let slots: Vec<String> = known
        .slots_for(&only_me, |_| true)
        .map(|(slot, value, _)| match forms.and_then(|it| it.get(slot)) {
            Some(form) => in_form(form, value),
            None => format!("{slot}: {value}"),
        })
        .collect();
    let thinks = world.get::<Mind>(mind).map(|mind_of| {
        let regard = known.regard.of(&only_me).copied().map(Regard::value);
        thinks_of_you(regard.unwrap_or_else(|| mind_of.persona.regard_at_first(me)))
    });
    let mut words = format!("{talks}; {}", thinks.unwrap_or_default());
    if !slots.is_empty() {
        words.push_str(&format!("; keeps in mind that you are one who {}", list(&slots)));
    }
    words.push('.');
    words
}

/// Returns the regard of a mind for the reader, as a predicate after its name.
fn thinks_of_you(regard: u8) -> &'static str {
    match RegardBand::of(regard) {
        RegardBand::Sour => "is sour with you",
        RegardBand::Stranger => "thinks of you as a stranger",
        RegardBand::Acquaintance => "thinks of you as an acquaintance",
        RegardBand::Companion => "thinks of you as a companion",
        RegardBand::Friend => "thinks of you as a friend",
        RegardBand::Confidant => "would tell you anything",
    }
}

/// Returns the deeds of the reader that a mind saw, in one line; none if there are none.
fn seen(world: &World, mind: Entity, me: &CharacterId) -> Option<String> {
    let deeds = world.get::<SeenDeeds>(mind)?.newest().filter(|it| it.who == *me);
    let deeds: Vec<String> = deeds.map(|it| format!("{} ({})", it.did, it.at)).collect();
    (!deeds.is_empty()).then(|| format!("\n  Saw of you: \"{}.\"", deeds.join("; ")))
}

/// Returns the rumours about the reader that a mind knows, one per line, with their sources.
fn goes_round(world: &World, mind: Entity, me: &CharacterId) -> String {
    let now = world.resource::<Clock>().now;
    let Some(teller) = world.get::<Character>(mind).map(|it| &it.0) else { return String::new() };
    let Some(reader) = index::find(world, me) else { return String::new() };
    let all = world.get::<Rumours>(mind).into_iter().flat_map(Rumours::iter);
    let all = all.filter(|it| it.is_about(me) && it.strength(now) > 0);
    let all = all.filter(|it| !people::leaves_out(world, reader, &it.label));
    let told = all.map(|rumours| {
        let rumours = Rumours::told(world, rumours, |whom| people::ignores(world, reader, whom));
        let goes_on = if rumours.can_be_told(now) { "goes round" } else { "ends here" };
        let from = match (&rumours.said_by, &rumours.told_by) {
            (Some(by), _) => format!("said by {}", by.name),
            (None, Some(by)) => format!("told by {}", by.name),
            (None, None) => "seen".to_owned(),
        };
        let words = rumours.sentence(teller, Some(me), now);
        format!("\n  {words} ({from}, {} %, {goes_on})", rumours.strength(now))
    });
    told.collect()
}

/// Shows the notes that the store found.
pub(super) fn show_notes(world: &mut World, reading: &NoteReading, mut notes: Vec<Note>) {
    let Some(to) = reader(world, reading) else { return };
    let Ok((mind, _, name)) = mind_called(world, reading.mind.as_str()) else { return };
    let known = acquainted(world, &reading.reader).into_iter();
    let mut known = known.filter(|(.., it)| may_know(it, &reading.reader));
    let known = known.find(|(it, ..)| *it == mind);
    let mut text = Text::styled(Style::Heading, format!("What {name} keeps of you"));
    if let Some((_, _, known)) = known {
        text.say(&format!("\n  {name} {}", in_words(world, mind, &reading.reader, &known)));
    }
    text.say(&seen(world, mind, &reading.reader).unwrap_or_default());
    text.say(&goes_round(world, mind, &reading.reader));
    // Even their number would tell what others say in private.
    notes.retain(|it| it.label.readers.admit(&reading.reader));
    let all = notes.len();
    notes.retain(|it| !people::leaves_out(world, to, &it.label));
    let left_out = notes.len() < all;
    notes.sort_by_key(|it| std::cmp::Reverse(it.serial));
    if notes.is_empty() && !left_out {
        text.say("\n  No notes.");
    }
    if left_out {
        text.say("\n  What those whom you ignore said of you is left out.");
    }
    let more = notes.len().saturating_sub(SHOWN);
    if more > 0 {
        text.say(&format!("\n  {more} older ones, and:"));
    }
    // In chronological order.
    for note in notes.iter().take(SHOWN).rev() {
        let words = match &note.speaker {
            Some(name) => format!("{name}: \"{}\"", note.content),
            None => note.content.clone(),
        };
        text.say(&format!("\n  {}: {words}", note.at));
    }
    tell_one(world, to, text);
}
