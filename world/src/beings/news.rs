//! `news` command: announcements of changes, written by builders.

use std::num::NonZeroUsize;

use bevy_ecs::prelude::*;
use engine::{save::durability::Durability, simulation::Simulation};
use serde::Deserialize;
use text::{
    parse::Line,
    styled::{Style, Text},
};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::profile::Profile,
    witness::{
        narrator::{Narrator, tell_one},
        pages,
    },
};

/// Entry of `news.ron`: an announcement.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewsEntry {
    /// Date as `YYYY-MM-DD`, such as `2026-11-22`.
    pub date: String,
    /// Text of the announcement, a few sentences.
    pub text: String,
}

/// Returns an error message if a date is not of the form `YYYY-MM-DD`.
pub(crate) fn wrong_date(date: &str) -> Option<&'static str> {
    let parts: Vec<&str> = date.split('-').collect();
    let is_of =
        |part: &str, digits| part.len() == digits && part.bytes().all(|it| it.is_ascii_digit());
    let good = matches!(parts.as_slice(), [y, m, d] if is_of(y, 4) && is_of(m, 2) && is_of(d, 2));
    (!good).then_some("`date` is no date such as `2026-11-22`")
}

/// List of announcements, newest first.
#[derive(Resource, Debug, Default)]
pub struct TownNews(pub Vec<NewsEntry>);

impl TownNews {
    /// Returns the date of the newest entry; empty when there is none.
    #[must_use]
    pub fn newest(&self) -> &str {
        self.0.iter().map(|it| it.date.as_str()).max().unwrap_or_default()
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<TownNews>();
}

/// Command `news`: shows a page of the announcements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewsCommand {
    /// Page number, from 1.
    pub page: NonZeroUsize,
}

impl Command for NewsCommand {
    const SPEC: CommandSpec = CommandSpec {
        name: "news",
        aliases: &["changes", "changelog"],
        role: Role::Guest,
        category: Category::Game,
        usage: "news\nnews PAGE",
        summary: "Read what is new in the game.",
        help: "Example: news\nWhen something was added since you read them last, you are told as \
               you wake up.",
        saves: Durability::Soft,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let page = match line.rest {
            "" => Ok(NonZeroUsize::MIN),
            rest => rest.parse().map_err(|_| Refusal::Usage(Self::SPEC.usage)),
        };
        page.map(|page| Self { page })
    }
}

/// Executes `news`, and records the newest entry as read.
pub fn news(
    invocation: Invocation<NewsCommand>,
    news: Res<TownNews>,
    profiles: Query<&Profile>,
    mut narrator: Narrator,
    mut commands: Commands,
) -> Outcome {
    if news.0.is_empty() {
        narrator.show(&invocation.act, "There is no news.".into());
        return Ok(());
    }
    let mut text = Text::styled(Style::Heading, "News");
    for entry in &news.0 {
        text.say("\n").push(Style::Heading, &entry.date).say("\n");
        text.push(Style::Prose, &entry.text);
    }
    let text = pages::leaf(&text, invocation.command.page, "news")?;
    narrator.show(&invocation.act, text);
    let now = profiles.get(invocation.act.actor).cloned().unwrap_or_default();
    if *now.news != *news.newest() {
        let news = news.newest().to_owned();
        commands.entity(invocation.act.actor).insert(Profile { news, ..now });
    }
    Ok(())
}

/// Tells a player who logs in if there are unread announcements.
pub(crate) fn remind(world: &mut World, who: Entity) {
    let read = world.get::<Profile>(who).map_or("", |it| it.news.as_str());
    if world.resource::<TownNews>().newest() > read {
        let mut text = Text::plain("Something is new in the game. To read it, type: ");
        text.push(Style::Command, "news");
        tell_one(world, who, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fixture::Fixture, input::Input};

    #[test]
    fn whoever_wakes_up_is_told_of_news_until_they_read_it() {
        let mut game = Fixture::town();
        let entry = |date: &str| NewsEntry { date: date.to_owned(), text: "A bell.".to_owned() };
        game.sim.world_mut().insert_resource(TownNews(vec![entry("2026-11-22")]));
        let ann = game.enter("Ann", Role::Player, "town/square");
        let told = "Something is new in the game. To read it, type: news\n";
        assert!(game.hears("ann").starts_with(told));
        assert_eq!(game.type_line(ann, "news"), "News\n2026-11-22\nA bell.");
        let it = game.entity("ann").unwrap();
        let world = game.sim.world();
        let mut saved = crate::beings::saved::document(world, it).unwrap().current();
        assert_eq!(saved.profile.news, "2026-11-22");
        saved.profile.news = "2026-11-21".to_owned();
        game.sim.world_mut().entity_mut(it).insert(saved.profile);
        remind(game.sim.world_mut(), it);
        game.sim.put(Input::ReadOnly(false));
        game.tick();
        assert_eq!(game.hears("ann"), told.trim_end());
    }

    #[test]
    fn a_date_is_written_so_that_later_ones_sort_later() {
        assert_eq!(wrong_date("2026-11-22"), None);
        for bad in ["", "22.11.2026", "2026-1-22", "2026-11-22-1", "20x6-11-22", "2026-11"] {
            assert!(wrong_date(bad).is_some(), "{bad}");
        }
    }
}
