//! `afk` command: away-from-keyboard status.

use bevy_ecs::prelude::*;
use engine::{id::CharacterId, save::durability::Durability};
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
    witness::narrator::{Narrator, tell_one},
};

/// Away-from-keyboard status of a player, until their next command. Not saved.
#[derive(Component, Debug, Clone, Default)]
pub struct Away {
    /// Reason in the player's words; empty if none was given.
    pub words: CleanText,
    /// Characters who have read the reason by paging; at most [`Away::TOLD`]. Others beyond them
    /// read it at each page.
    told: Vec<CharacterId>,
}

impl Away {
    /// Maximum number of characters recorded as having read the reason.
    const TOLD: usize = 50;
    /// Maximum length of the reason, in characters.
    const LONGEST: usize = 100;

    /// Returns whether `who` has not read the reason yet, and records them as having read it.
    pub fn is_news_to(&mut self, who: &CharacterId) -> bool {
        let news = !self.told.contains(who);
        if news && self.told.len() < Self::TOLD {
            self.told.push(who.clone());
        }
        news
    }
}

/// Command `afk`: sets the away status, or clears it if set and no reason is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Afk {
    /// Reason; empty if none was given.
    pub words: CleanText,
}

impl Command for Afk {
    const SPEC: CommandSpec = CommandSpec {
        name: "afk",
        aliases: &["away", "brb"],
        role: Role::Guest,
        category: Category::Game,
        usage: "afk\nafk TEXT",
        summary: "Say that you are away from the keyboard.",
        help: "Example: afk Making tea.\n\
               who shows it, and whoever pages you reads it once. It ends as soon as you type \
               anything else, or afk again.",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        if line.rest.chars().count() > Away::LONGEST {
            let words = format!("Please say it in {} letters.", Away::LONGEST);
            return Err(Refusal::because(words));
        }
        Ok(Self { words: CleanText::new(line.rest) })
    }
}

const BACK: &str = "You are back.";

/// Executes `afk`.
pub fn afk(
    invocation: Invocation<Afk>,
    away: Query<(), With<Away>>,
    mut narrator: Narrator,
    mut commands: Commands,
) -> Outcome {
    let words = invocation.command.words;
    if words.is_empty() && away.contains(invocation.act.actor) {
        commands.entity(invocation.act.actor).remove::<Away>();
        narrator.show(&invocation.act, BACK.into());
        return Ok(());
    }
    commands.entity(invocation.act.actor).insert(Away { words, told: Vec::new() });
    narrator.show(&invocation.act, "You are away now, until you type something else.".into());
    Ok(())
}

/// Clears the away status of a player who types any command other than `afk`, and tells them.
pub(crate) fn back(world: &mut World, actor: Entity, line: &str) {
    if world.get::<Away>(actor).is_none() {
        return;
    }
    let verb = line.split_whitespace().next().unwrap_or_default();
    let stays = std::iter::once(&Afk::SPEC.name).chain(Afk::SPEC.aliases);
    if stays.into_iter().any(|it| verb.eq_ignore_ascii_case(it)) {
        return;
    }
    world.entity_mut(actor).remove::<Away>();
    tell_one(world, actor, Text::styled(Style::Quiet, BACK));
}
