//! `page` command (tell): a private message to somebody anywhere.

use bevy_ecs::{prelude::*, system::SystemParam};
use engine::{id::CharacterId, index::Index, save::durability::Durability};
use text::{
    parse::{self, Line},
    styled::{CleanText, Style, Text},
};

use crate::{
    act::{
        cause::Act,
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::{
        afk::Away,
        character::{Who, own_label},
        people,
        presence::LinkDead,
        whois,
    },
    witness::{
        fact::{Source, Utterance},
        narrator::Narrator,
        sight,
    },
};

/// Most people one can page at once.
const MOST: usize = 8;

/// Command `page`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Names of the addressees.
    pub to: Vec<String>,
    pub text: CleanText,
}

impl Command for Page {
    const SPEC: CommandSpec = CommandSpec {
        name: "page",
        aliases: &["tell", "p"],
        role: Role::Guest,
        category: Category::Talk,
        usage: "page NAME TEXT\npage NAME, NAME = TEXT",
        summary: "Send words to somebody, wherever they are.",
        help: "Example: page pip Where can I find the inn?\n\
               Only those you page read it.",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let message = parse::message(line.rest).ok_or(Refusal::Usage(Self::SPEC.usage))?;
        // "tell me a joke"
        if matches!(message.to.as_slice(), [me] if ["me", "us"].contains(&me.to_lowercase().as_str()))
        {
            return Err(Refusal::Speech { line: line.to_string() });
        }
        if message.to.len() > MOST {
            return Err(Refusal::because("You can page eight people at most."));
        }
        let to = message.to.iter().map(|it| (*it).to_owned()).collect();
        Ok(Self { to, text: CleanText::new(message.text) })
    }
}

/// Executes `page`. Who is lost in thought reads it after coming back, so whoever paged them is
/// told not to wait.
pub fn page(
    invocation: Invocation<Page>,
    index: Res<Index<CharacterId>>,
    mut absences: Absences,
    mut narrator: Narrator,
) -> Outcome {
    let (hearers, to) =
        sight::everybody(&invocation.command.to, &narrator.people, |name| match people::anybody(
            name,
            &index,
            &narrator.people,
        )? {
            me if me == invocation.act.actor => {
                Err(Refusal::because("You think about it yourself, and hear nothing new."))
            }
            other => Ok(other),
        })?;
    send(&invocation.act, hearers, to, invocation.command.text, &mut absences, &mut narrator)
}

/// Queries for addressees who do not read at once: link-dead or away.
#[derive(SystemParam)]
pub struct Absences<'w, 's> {
    lost: Query<'w, 's, (), With<LinkDead>>,
    away: Query<'w, 's, &'static mut Away>,
}

/// Pages these, in the order of who they are.
///
/// # Errors
/// As [`Narrator::speak`].
pub(super) fn send(
    act: &Act,
    hearers: Vec<Entity>,
    to: Vec<Who>,
    words: CleanText,
    absences: &mut Absences,
    narrator: &mut Narrator,
) -> Outcome {
    let lost = hearers.iter().zip(&to).filter(|(it, _)| absences.lost.contains(**it));
    let lost: Vec<_> = lost.map(|(_, who)| who.clone()).collect();
    let here = hearers.iter().copied().zip(to.iter().cloned());
    let here: Vec<_> = here.filter(|(it, _)| absences.away.contains(*it)).collect();
    let words = Utterance { source: Source::Page, words, to, channel: None };
    narrator.speak(act, words, hearers, true)?;
    for who in lost {
        let mut text = Text::styled(Style::Person, &*who.name);
        text.say(" is lost in thought, for the connection broke, and reads this on coming back.");
        narrator.show(act, text);
    }
    let me = narrator.people.who(act.actor).ok_or(Refusal::Nowhere)?;
    for (it, who) in here {
        let Ok(mut away) = absences.away.get_mut(it) else { continue };
        if away.is_news_to(&me.id) {
            let mut text = Text::styled(Style::Person, &*who.name);
            text.say(" is away from the keyboard").say(&whois::reason(&away)).say(".");
            narrator.show_labelled(act, text, own_label(&who));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fixture::Fixture, input::Input};

    #[test]
    fn whoever_pages_somebody_whose_link_is_dead_is_told() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        let bob = game.enter("Bob", Role::Player, "town/inn");
        game.enter("Carol", Role::Player, "town/inn");
        game.sim.put(Input::Drop { session: bob, report: Default::default(), grace: 60 });
        game.tick();
        game.hears("bob");
        let read = game.type_line(ann, "page bob, carol = Are you there?");
        let told = "You page Bob and Carol, \"Are you there?\"\n\
            Bob is lost in thought, for the connection broke, and reads this on coming back.";
        assert_eq!(read, told);
        // It is perceived all the same, and so it is kept.
        assert_eq!(game.hears("bob"), "Ann pages you and Carol, \"Are you there?\"");
        assert_eq!(game.type_line(ann, "page carol Hello."), "You page Carol, \"Hello.\"");
    }
}
