//! `examine`: a closer look.

use crate::{
    command::{Act, Category, Command, CommandSpec, Invocation, Outcome, Refusal},
    lookup::{Scope, Sight},
    parse::{self, Line},
    permission::Role,
    report::Report,
    text::{Style, Text},
};

/// Looks at something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Examine {
    /// At what.
    pub at: String,
}

impl Command for Examine {
    const SPEC: CommandSpec = CommandSpec {
        name: "examine",
        aliases: &["x", "ex", "exa", "inspect", "read"],
        role: Role::Guest,
        category: Category::World,
        usage: "examine THING",
        summary: "Look closely at a thing, a person or a detail of the place.",
        help: "Example: examine fountain\n\
               Whatever a description mentions is worth a try. If several things have the \
               name, give a number: examine 2.mug",
        saves: false,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        match parse::leading(line.rest).1 {
            "" => Err(Refusal::Usage(Self::SPEC.usage)),
            at => Ok(Self { at: at.to_owned() }),
        }
    }
}

/// Carries it out.
pub fn examine(it: Invocation<Examine>, sight: Sight, mut report: Report) -> Outcome {
    show(&it.act, &it.command.at, &sight, &mut report)
}

/// Shows what a closer look shows.
pub(super) fn show(act: &Act, at: &str, sight: &Sight, report: &mut Report) -> Outcome {
    let noun = parse::noun(at).ok_or(Refusal::Usage(Examine::SPEC.usage))?;
    if matches!(noun.words, "me" | "myself" | "self")
        && let Some((text, label)) = sight.examine(act.actor)
    {
        report.show_labelled(act, text, label);
        return Ok(());
    }
    let room = sight.room_of(act.actor).ok_or(Refusal::Nowhere)?;
    match sight.find(act.actor, &noun, Scope::Anything) {
        Ok(found) => {
            let (text, label) = sight
                .examine(found)
                .ok_or_else(|| Refusal::because("There is nothing special about it."))?;
            report.show_labelled(act, text, label);
            Ok(())
        }
        Err(_) if sight.detail(room, &noun).is_none() && sight.door(room, &noun).is_some() => {
            if let Some((direction, door)) = sight.door(room, &noun) {
                let state = if door.open { "open" } else { "shut" };
                let words = format!("{} leads {direction}. It is {state}.", capital(&door.name));
                report.show(act, Text::plain(words));
            }
            Ok(())
        }
        Err(refusal) => match (sight.detail(room, &noun), parse::Direction::parse(noun.words)) {
            (Some(detail), _) => {
                report.show(act, Text::styled(Style::Prose, detail));
                Ok(())
            }
            (None, Some(direction)) => {
                let exit = sight.exit(room, direction);
                let words = match exit {
                    None => format!("There is no way {direction}."),
                    Some((_, Some(door))) if !door.open => {
                        format!("{} is shut.", capital(&door.name))
                    }
                    Some((to, _)) => format!("That way leads to {}.", sight.room_name(to)),
                };
                report.show(act, Text::plain(words));
                Ok(())
            }
            (None, None) => Err(refusal),
        },
    }
}

fn capital(words: &str) -> String {
    Text::plain(words).capitalised().as_str().to_owned()
}
