//! `why` command: shows the last thoughts of a character, step by step.

use bevy_ecs::prelude::*;
use engine::save::durability::Durability;
use text::{
    parse::{self, Line},
    styled::{Style, Text},
};
use world::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::{
        character::{Character, Rights},
        name::Name,
    },
    witness::narrator::Narrator,
};

use crate::{
    mind::{body::Mind, bounds::MindBounds},
    record::{
        newest::NewestRecord,
        view::{RecordNames, RecordReader, RecordView, line},
    },
};

/// Maximum number of thoughts shown: all that are kept, those that everybody may read and the others.
const MOST: usize = 2 * MindBounds::IN_PLAY.thoughts;

/// Number of changes of the mind, and of lines that were passed over, shown for each thought.
pub const BESIDE: usize = 3;

/// Command `why`, which shows the reasons of a character's acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Why {
    pub name: String,
    /// True if what was said in private is shown, too.
    pub private: bool,
    /// Number of thoughts to show.
    pub count: usize,
}

impl Command for Why {
    const SPEC: CommandSpec = CommandSpec {
        name: "why",
        aliases: &["@why", "aiaudit"],
        role: Role::Staff,
        category: Category::Staff,
        usage: "why NAME\nwhy NAME COUNT\nwhy NAME private\nwhy NAME private COUNT",
        summary: "See why one of the town's own people did what they did.",
        help: "Example: why mara 2\n\
               It shows the last thoughts, newest last: what set each off and by which rule, \
               what came to mind, what was asked of the model and for whose ears, what the \
               model wanted, what the game allowed, and why the thought ended. Above them \
               stands what was heard last and passed over, and by which rule. It shows what was \
               before a restart, too.\n\
               Each line is one entry of the record, and words of others stand in quotes. Of words \
               that are not for you it shows how many they are and for whom. An owner may read \
               them with private, and the audit says so.",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let mut words = line.rest.split_whitespace();
        let name = words.next().ok_or(Refusal::Usage(Self::SPEC.usage))?.to_lowercase();
        let mut next = words.next();
        let private = next.is_some_and(|it| it.eq_ignore_ascii_case("private"));
        if private {
            next = words.next();
        }
        let count = match next {
            None => 1,
            Some(n) => n.parse().map_err(|_| Refusal::Usage(Self::SPEC.usage))?,
        };
        Ok(Self { name, private, count: usize::clamp(count, 1, MOST) })
    }
}

/// The least rights with which one may read what was said in private among others.
pub(super) const READS_PRIVATE: Role = Role::Owner;

/// Executes `why`.
pub fn why(
    invocation: Invocation<Why>,
    minds: Query<(&Character, &Name, &NewestRecord), With<Mind>>,
    readers: Query<(&Character, &Rights)>,
    mut narrator: Narrator,
) -> Outcome {
    let Why { name: wanted, private, count } = invocation.command;
    let (me, rights) = readers.get(invocation.act.actor).map_err(|_| Refusal::Nowhere)?;
    if private && rights.0 < READS_PRIVATE {
        let words = "Only an owner may read what was said in private; leave private out.";
        return Err(Refusal::because(words));
    }
    let mut found = None;
    for (id, name, newest) in &minds {
        if id.0.as_str() == wanted || name.0.to_lowercase() == wanted {
            found = Some((name, newest));
        }
    }
    let Some((name, newest)) = found else {
        let mut ids: Vec<&str> = minds.iter().map(|(id, ..)| id.0.as_str()).collect();
        ids.sort_unstable();
        let near = parse::near(&wanted, ids.iter().copied());
        let hint = near.first().map(|it| format!(" Did you mean {it}?")).unwrap_or_default();
        let words = format!("None of the town's own people is called \"{wanted}\".{hint}");
        return Err(Refusal::because(words));
    };
    let reader = if private { RecordReader::InPrivate } else { RecordReader::Character(&me.0) };
    let names = RecordNames::of(newest.entries());
    let view = RecordView { reader, whole: false, names: &names };
    let text = shown(&name.0, newest, count, view);
    narrator.show(&invocation.act, text);
    Ok(())
}

/// Formats the last thoughts, newest last, below the newest changes of the mind itself and the
/// newest lines that were heard and left without a reaction, three of either for each.
fn shown(name: &str, newest: &NewestRecord, count: usize, view: RecordView<'_>) -> Text {
    let mut text = Text::default();
    let mut changes: Vec<_> = newest.changes().take(count.saturating_mul(BESIDE)).collect();
    changes.reverse();
    if !changes.is_empty() {
        text.push(Style::Heading, "Changes of the mind itself");
    }
    for entry in changes {
        text.say("\n  ").say(&line(entry, view));
    }
    let mut passed: Vec<_> = newest.passed_over().take(count.saturating_mul(BESIDE)).collect();
    passed.reverse();
    if !passed.is_empty() {
        text.say(if text.is_empty() { "" } else { "\n" });
        text.push(Style::Heading, "Heard, and passed over");
    }
    for entry in passed {
        text.say("\n  ").say(&line(entry, view));
    }
    let mut thoughts: Vec<_> = newest.thoughts().take(count).collect();
    thoughts.reverse();
    if thoughts.is_empty() {
        text.say(if text.is_empty() { "" } else { "\n" });
        text.push(Style::Person, name).say(" has not thought about anything yet.");
    }
    for thought in thoughts {
        text.say(if text.is_empty() { "" } else { "\n" });
        text.push(Style::Heading, &format!("{name}, {}", thought.at()));
        for entry in thought.entries() {
            text.say("\n  ").say(&line(entry, view));
        }
    }
    text
}
