//! `accounts` command: management of player accounts by the staff.

use bevy_ecs::prelude::*;
use engine::{
    request::{AccountWish, Request, StaffWish},
    save::durability::Durability,
};
use text::parse::Line;

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::presence::Connected,
    witness::narrator::Narrator,
};

/// `accounts` command: lists, shows, renames and deletes accounts, and resets passwords.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountsCommand(StaffWish);

impl Command for AccountsCommand {
    const SPEC: CommandSpec = CommandSpec {
        name: "accounts",
        aliases: &[],
        role: Role::Staff,
        category: Category::Staff,
        usage: "accounts list\naccounts list NAME\naccounts show NAME\n\
                accounts reset-password NAME\naccounts rename NAME NEWNAME\n\
                accounts delete NAME\naccounts delete NAME yes",
        summary: "See whose characters are whose, and help with names and passwords.",
        help: "Example: accounts show bob\n\
               accounts list bob reads on from that name. NAME is any character of the account. \
               reset-password makes up a new password, shows it to you once, and nobody else can \
               come in with the old one; tell it to its owner by a safe way. delete tells what \
               would be deleted, and with yes behind it does so; only an owner may. None of this \
               can be done to those who have as many rights as you.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let words: Vec<&str> = line.rest.split_whitespace().collect();
        let name = |name: &&str| (*name).to_owned();
        let wish = match words.as_slice() {
            [] | ["list"] => StaffWish::List { from: String::new() },
            ["list", from] => StaffWish::List { from: name(from) },
            ["show", it] => StaffWish::Show { name: name(it) },
            ["reset-password", it] => StaffWish::ResetPassword { name: name(it) },
            ["rename", old, new] => StaffWish::Rename { old: name(old), new: name(new) },
            ["delete", it] => StaffWish::Delete { name: name(it), surely: false },
            ["delete", it, "yes"] => StaffWish::Delete { name: name(it), surely: true },
            _ => return Err(Refusal::Usage(Self::SPEC.usage)),
        };
        Ok(Self(wish))
    }

    fn durability(&self) -> Durability {
        match self.0 {
            StaffWish::List { .. }
            | StaffWish::Show { .. }
            | StaffWish::Delete { surely: false, .. } => Durability::None,
            StaffWish::ResetPassword { .. }
            | StaffWish::Rename { .. }
            | StaffWish::Delete { surely: true, .. } => Durability::Hard,
        }
    }
}

/// Runs `accounts`: sends the request to the server, which carries it out and answers the session.
pub fn accounts(
    invocation: Invocation<AccountsCommand>,
    connected: Query<&Connected>,
    narrator: Narrator,
    mut requests: MessageWriter<Request>,
) -> Outcome {
    let who = narrator.people.who(invocation.act.actor).ok_or(Refusal::Nowhere)?;
    let AccountsCommand(wish) = invocation.command;
    if matches!(wish, StaffWish::Delete { .. }) && who.role < Role::Owner {
        return Err(Refusal::because("Only an owner may delete an account."));
    }
    let connected = connected.get(invocation.act.actor).ok().zip(who.account);
    let Some((session, account)) = connected else {
        return Err(Refusal::because("Only a player can do that."));
    };
    let wish = AccountWish::Staff { account, wish };
    requests.write(Request::Account { by: who.id, session: session.0, wish });
    Ok(())
}
