//! `ignore`: no longer hearing somebody's words.

use bevy_ecs::prelude::*;

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::{self, Role},
        refusal::{Outcome, Refusal},
    },
    beings::{character::Who, ignores::Ignores},
    engine::{id::CharacterId, index::Index},
    save::{dirty::Dirty, durability::Durability},
    witness::{
        narrator::Narrator,
        recent::{self, RecentSpeech},
    },
    words::{
        parse::Line,
        text::{Style, Text},
    },
};

/// Starts, ends or shows what one does not want to hear.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ignore {
    /// Shows whom one ignores.
    List,
    /// Starts to ignore somebody, by name.
    Start(String),
    End(String),
}

impl Command for Ignore {
    const SPEC: CommandSpec = CommandSpec {
        name: "ignore",
        aliases: &["unignore"],
        role: Role::Guest,
        category: Category::Talk,
        usage: "ignore\nignore NAME\nignore NAME off\nunignore NAME",
        summary: "No longer hear what somebody says.",
        help: "Example: ignore bob\n\
               Nothing that Bob says, emotes, whispers, pages or says on a channel reaches you \
               then, and he can give you nothing; what he does is still seen. Who pages or \
               whispers to you is told that you do not want to hear it. ignore alone lists whom you ignore, and ignore bob off \
               ends it. It lasts until you end it. Staff can be ignored by staff only. If \
               somebody does worse than annoy you: help report",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let usage = || Refusal::Usage(Self::SPEC.usage);
        // The alias may be typed as any unambiguous beginning of it.
        let ends = line.small_verb().starts_with("un");
        match (line.rest.rsplit_once(' '), line.rest) {
            (_, "") if ends => Err(usage()),
            (_, "") => Ok(Self::List),
            (_, name) if ends => Ok(Self::End(name.to_owned())),
            (Some((name, last)), _) if last.eq_ignore_ascii_case("off") => {
                Ok(Self::End(name.trim().to_owned()))
            }
            (_, name) => Ok(Self::Start(name.to_owned())),
        }
    }
}

/// Carries it out.
pub fn ignore(
    it: Invocation<Ignore>,
    index: Res<Index<CharacterId>>,
    heard: Query<&RecentSpeech>,
    ignores: Query<&Ignores>,
    mut narrator: Narrator,
    mut dirty: ResMut<Dirty>,
    mut commands: Commands,
) -> Outcome {
    let act = &it.act;
    let mut now = ignores.get(act.actor).cloned().unwrap_or_default();
    let text = match it.command {
        Ignore::List => {
            narrator.show(act, list(&now));
            return Ok(());
        }
        Ignore::Start(name) => {
            let whom = recent::find(&name, act.actor, &heard, &index, &narrator.people)?;
            let me = narrator.people.who(act.actor).ok_or(Refusal::Nowhere)?;
            may_start(&me, &whom, &now)?;
            now.0.insert(whom.id, whom.name.to_string());
            let mut text = Text::plain("You no longer hear what ");
            text.push(Style::Person, &whom.name).say(" says. To hear it again, type: ");
            text.push(Style::Command, &format!("ignore {} off", whom.name.to_lowercase()));
            text
        }
        Ignore::End(name) => {
            let id = ended(&name, &now)?;
            let name = now.0.remove(&id).unwrap_or_default();
            let mut text = Text::plain("You hear again what ");
            text.push(Style::Person, &name).say(" says.");
            text
        }
    };
    // Only those who ignore somebody have the component.
    if now.0.is_empty() {
        dirty.touch(act.actor);
        commands.entity(act.actor).remove::<Ignores>();
    } else {
        commands.entity(act.actor).insert(now);
    }
    narrator.show(act, text);
    Ok(())
}

fn may_start(me: &Who, whom: &Who, now: &Ignores) -> Outcome {
    if whom.id == me.id {
        return Err(Refusal::because("You cannot ignore yourself, however hard you try."));
    }
    if !permission::can_ignore(me.role, whom.role) {
        let words = format!(
            "{} looks after the game, and only staff can ignore staff. If something is wrong, \
             tell another of the staff.",
            whom.name
        );
        return Err(Refusal::because(words));
    }
    if now.0.contains_key(&whom.id) {
        return Err(Refusal::because(format!("You ignore {} already.", whom.name)));
    }
    if now.0.len() >= Ignores::MAX {
        let words = format!(
            "You ignore {} people, and that is the most. End one of them first: ignore NAME off",
            Ignores::MAX
        );
        return Err(Refusal::because(words));
    }
    Ok(())
}

/// Whom of those who are ignored a name means; they need not be awake.
fn ended(name: &str, now: &Ignores) -> Result<CharacterId, Refusal> {
    let wanted = name.to_lowercase();
    let found =
        now.0.iter().find(|(id, name)| id.as_str() == wanted || name.to_lowercase() == wanted);
    let found = found.map(|(id, _)| id.clone());
    found.ok_or_else(|| {
        let words = format!("You do not ignore anybody called \"{name}\". To see whom: ignore");
        Refusal::because(words)
    })
}

fn list(now: &Ignores) -> Text {
    if now.0.is_empty() {
        return Text::plain("You ignore nobody.");
    }
    let mut text = Text::styled(Style::Heading, "You do not hear what these say");
    for name in now.0.values() {
        text.say("\n  ").push(Style::Person, name);
    }
    text
}
