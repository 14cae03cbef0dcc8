//! `ignore` command: mutes somebody for the player who gives it.

use bevy_ecs::prelude::*;
use engine::{
    id::CharacterId,
    index::Index,
    save::{dirty::Dirty, durability::Durability},
};
use text::{
    parse::Line,
    styled::{Style, Text},
};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::{self, Role},
        refusal::{Outcome, Refusal},
    },
    beings::{
        character::Who,
        ignores::{Ignored, Ignores},
    },
    witness::{
        narrator::Narrator,
        recent::{self, RecentSpeech},
    },
};

/// Command `ignore`, which starts, ends or lists ignoring.
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
               then, and he can give you nothing; what he does is still seen. You do not read what he \
               says of himself, nor his notes on the board. Who pages, whispers or writes to you is told that you do not want to hear it. ignore alone lists whom you ignore, and ignore bob off \
               ends it. It lasts until you end it. Bob's other characters, whoever they are, are \
               ignored with him. Staff can be ignored by staff only. If somebody does worse \
               than annoy you: help report",
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

/// Executes `ignore`.
pub fn ignore(
    invocation: Invocation<Ignore>,
    index: Res<Index<CharacterId>>,
    heard: Query<&RecentSpeech>,
    ignores: Query<&Ignores>,
    mut narrator: Narrator,
    mut dirty: ResMut<Dirty>,
    mut commands: Commands,
) -> Outcome {
    let act = &invocation.act;
    let mut now = ignores.get(act.actor).cloned().unwrap_or_default();
    let text = match invocation.command {
        Ignore::List => {
            narrator.show(act, list(&now));
            return Ok(());
        }
        Ignore::Start(name) => {
            let whom = recent::find(&name, act.actor, &heard, &index, &narrator.people)?;
            let me = narrator.people.who(act.actor).ok_or(Refusal::Nowhere)?;
            may_start(&me, &whom, &now)?;
            let ignored = Ignored { name: whom.name.to_string(), account: whom.account };
            now.0.insert(whom.id, ignored);
            let mut text = Text::plain("You no longer hear what ");
            text.push(Style::Person, &whom.name).say(" says. To hear it again, type: ");
            text.push(Style::Command, &format!("ignore {} off", whom.name.to_lowercase()));
            text
        }
        Ignore::End(name) => {
            let id = ended(&name, &now)?;
            let ignored = now.0.remove(&id).map(|ignored| ignored.name);
            let name = ignored.unwrap_or_default();
            let mut text = Text::plain("You no longer ignore ");
            text.push(Style::Person, &name).say(".");
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
    // That their other characters are ignored as well is nobody's business.
    let is_known = |it: &Ignored| it.account.is_some() || whom.account.is_none();
    if now.0.get(&whom.id).is_some_and(is_known) {
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

/// Resolves a name to an ignored character, logged in or not.
fn ended(name: &str, now: &Ignores) -> Result<CharacterId, Refusal> {
    let wanted = name.to_lowercase();
    let found =
        now.0.iter().find(|(id, it)| id.as_str() == wanted || it.name.to_lowercase() == wanted);
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
    for ignored in now.0.values() {
        text.say("\n  ").push(Style::Person, &ignored.name);
    }
    text
}

#[cfg(test)]
mod tests {
    use engine::{
        id::{AccountId, SessionId},
        label::{Integrity, Label},
    };

    use super::*;
    use crate::{
        beings::{character::CharacterRef, people, roster::Roster},
        fixture::Fixture,
        input::Input,
    };

    /// Lets a character of an account in, which has no other that is told.
    fn enter(game: &mut Fixture, name: &str, account: &str) -> SessionId {
        let session = game.enter(name, Role::Player, "town/square");
        let it = game.entity(&name.to_lowercase()).unwrap();
        let party = CharacterRef {
            id: CharacterId::new(&name.to_lowercase()).unwrap(),
            name: name.to_owned(),
        };
        let account = AccountId::new(account).unwrap();
        game.sim.world_mut().entity_mut(it).insert(Roster { account, characters: vec![party] });
        session
    }

    #[test]
    fn who_is_ignored_is_so_under_every_name_and_nobody_learns_which() {
        let mut game = Fixture::town();
        let ann = enter(&mut game, "Ann", "a1");
        let bob = enter(&mut game, "Bob", "b1");
        game.type_line(bob, "say Oi!");
        game.sim.put(Input::Leave { session: bob });
        game.tick();
        let answer = game.type_line(ann, "ignore bob");
        assert!(answer.starts_with("You no longer hear what Bob says."), "also of who left");
        let bert = enter(&mut game, "Bert", "b1");
        let carol = enter(&mut game, "Carol", "c1");
        game.hears("ann");
        game.type_line(bert, "say Oi!");
        assert_eq!(game.hears("ann"), "");
        assert!(game.type_line(bert, "page ann Oi!").starts_with("Ann does not want to hear"));
        game.type_line(carol, "say Hello.");
        assert_eq!(game.hears("ann"), "Carol says, \"Hello.\"");
        assert_eq!(game.type_line(ann, "ignore"), "You do not hear what these say\n  Bob");
        assert!(game.type_line(ann, "ignore bert").starts_with("You no longer hear"));
        assert_eq!(game.type_line(ann, "ignore bob off"), "You no longer ignore Bob.");
        game.type_line(bert, "say Oi!");
        assert_eq!(game.hears("ann"), "");
        game.type_line(ann, "ignore bert off");
        game.type_line(bert, "say Sorry.");
        assert_eq!(game.hears("ann"), "Bert says, \"Sorry.\"");
    }

    #[test]
    fn what_comes_from_a_character_of_the_same_account_is_left_out_while_it_is_logged_out() {
        let mut game = Fixture::town();
        let ann = enter(&mut game, "Ann", "a1");
        let bert = enter(&mut game, "Bert", "b1");
        game.sim.put(Input::Leave { session: bert });
        game.tick();
        enter(&mut game, "Bob", "b1");
        game.type_line(ann, "ignore bob");
        let (me, bert) = (game.entity("ann").unwrap(), CharacterId::new("bert").unwrap());
        let world = game.sim.world();
        assert!(people::ignores(world, me, &bert));
        let told = Label::by(CharacterId::new("mara").unwrap(), Integrity::Player)
            .join(&Label::by(bert, Integrity::Player));
        assert!(people::leaves_out(world, me, &told));
        let carol = CharacterId::new("carol").unwrap();
        assert!(!people::ignores(world, me, &carol), "somebody else");
    }

    #[test]
    fn whose_account_was_not_known_is_ignored_once_more() {
        let mut game = Fixture::town();
        let ann = enter(&mut game, "Ann", "a1");
        enter(&mut game, "Bob", "b1");
        let (me, bob) = (game.entity("ann").unwrap(), CharacterId::new("bob").unwrap());
        let old = Ignored { name: "Bob".to_owned(), account: None };
        game.sim.world_mut().entity_mut(me).insert(Ignores([(bob, old)].into()));
        assert!(game.type_line(ann, "ignore bob").starts_with("You no longer hear"));
        assert_eq!(game.type_line(ann, "ignore bob"), "You ignore Bob already.");
    }
}
