//! `bug`, `typo` and `idea` commands: feedback to the staff about the game.

use bevy_ecs::prelude::*;
use engine::{
    id::SessionId,
    index::Index,
    save::{dirty::Dirty, durability::Durability},
};
use text::{
    parse::Line,
    styled::{CleanText, Style, Text},
};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::{character::CharacterRef, roster::Roster},
    space::room::Room,
    staff::{
        case::{CaseTopic, CaseV1, Cases},
        report,
    },
    witness::narrator::Narrator,
};

/// Maximum length of a report, in characters.
const LONGEST: usize = 1_000;

/// `bug`, `typo` or `idea` command: reports a problem of the game, or a suggestion, to the staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BugCommand {
    pub topic: CaseTopic,
    pub words: CleanText,
}

impl Command for BugCommand {
    const SPEC: CommandSpec = CommandSpec {
        name: "bug",
        aliases: &["typo", "idea", "suggest"],
        role: Role::Player,
        category: Category::Game,
        usage: "bug TEXT\ntypo TEXT\nidea TEXT",
        summary: "Tell the staff what is wrong with the game, or could be better.",
        help: "Example: bug The bell rings twice.\n\
               The staff reads your words, and where and when you wrote them. typo is for a \
               mistake in a text, and idea for what you would like to see. It counts as one of your \
               five open reports. About a person: help report",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        if line.rest.is_empty() {
            return Err(Refusal::Usage(Self::SPEC.usage));
        }
        if line.rest.chars().count() > LONGEST {
            let words = format!("Please tell it in {LONGEST} letters; nothing was told.");
            return Err(Refusal::because(words));
        }
        // Aliases may be abbreviated to any unambiguous prefix.
        let topic = match line.small_verb().get(..1) {
            Some("t") => CaseTopic::Typo,
            Some("i" | "s") => CaseTopic::Idea,
            Some(_) | None => CaseTopic::Bug,
        };
        Ok(Self { topic, words: CleanText::new(line.rest) })
    }
}

/// Runs `bug`: files the report and notifies the staff who are online.
pub fn bug(
    invocation: Invocation<BugCommand>,
    sessions: Res<Index<SessionId>>,
    rosters: Query<&Roster>,
    rooms: Query<&Room>,
    mut cases: ResMut<Cases>,
    mut dirty: ResMut<Dirty>,
    mut narrator: Narrator,
) -> Outcome {
    let BugCommand { topic, words } = invocation.command;
    let me = narrator.people.who(invocation.act.actor).ok_or(Refusal::Nowhere)?;
    let room = narrator.room_of(invocation.act.actor).and_then(|room| rooms.get(room).ok());
    let case = CaseV1 {
        number: 0,
        topic,
        by: CharacterRef::from(&me),
        about: CharacterRef::from(&me),
        by_account: rosters.get(invocation.act.actor).ok().cloned(),
        about_account: None,
        words: words.to_string(),
        at: narrator.now(),
        room: room.map(|room| room.0.clone()),
        heard: Vec::new(),
        says: None,
        closed: None,
    };
    let number = cases.file(case, &mut dirty)?;
    narrator.show(&invocation.act, "Thank you. The staff will read it.".into());
    let mut text = Text::styled(Style::Person, &*me.name);
    let topic = topic.name().unwrap_or_default();
    text.say(&format!(" tells of {topic}. To read it, type: "));
    text.push(Style::Command, &format!("reports show {number}"));
    report::tell_staff(&invocation.act, text, &sessions, &mut narrator);
    Ok(())
}
