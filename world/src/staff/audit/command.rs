//! `audit` command: recent entries of the audit log.

use bevy_ecs::prelude::*;
use engine::{id::AccountId, save::durability::Durability};
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
    staff::audit::{Audit, AuditV1},
    witness::narrator::Narrator,
};

/// Maximum number of entries shown.
const SHOWN: usize = 20;

/// `audit` command: shows recent entries of the audit log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditCommand {
    /// Filter by character id, character name or account id, in lower case; none for all entries.
    pub who: Option<String>,
}

impl Command for AuditCommand {
    const SPEC: CommandSpec = CommandSpec {
        name: "audit",
        aliases: &["@audit"],
        role: Role::Staff,
        category: Category::Staff,
        usage: "audit\naudit NAME",
        summary: "See what the staff did lately.",
        help: "Example: audit\n\
               It shows the last twenty commands for staff that anybody gave, newest last: when, \
               who and of which account, from where, the line, and whether it was done. audit wiz \
               shows only those of Wiz, and with an account for NAME you see those of all its \
               characters. The operator reads more of them with: hearsay audit",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let who = (!line.rest.is_empty()).then(|| line.rest.to_lowercase());
        Ok(Self { who })
    }
}

/// Returns the newest entries that a command asks for, newest first.
#[must_use]
pub fn chosen<'a>(audit: &'a Audit, command: &AuditCommand) -> Vec<&'a AuditV1> {
    let wanted = |act: &&AuditV1| {
        let named = |who: &str| {
            let account = act.account.as_ref().map(AccountId::as_str);
            act.who.id.as_str() == who || act.who.name.to_lowercase() == who || account == Some(who)
        };
        command.who.as_deref().is_none_or(named)
    };
    audit.newest().filter(wanted).take(SHOWN).collect()
}

/// Runs `audit`: shows the newest matching entries, newest last.
pub fn audit(
    invocation: Invocation<AuditCommand>,
    audit: Res<Audit>,
    mut narrator: Narrator,
) -> Outcome {
    let mut acts = chosen(&audit, &invocation.command);
    if acts.is_empty() {
        narrator.show(&invocation.act, Text::plain("Nothing of the kind was done lately."));
        return Ok(());
    }
    acts.reverse();
    let mut text = Text::styled(Style::Heading, "What the staff did");
    for act in acts {
        text.say(&format!("\n  {} ", act.at)).push(Style::Person, &act.who.name);
        if let Some(account) = &act.account {
            text.say(&format!(" (account {account})"));
        }
        if let Some(address) = act.address {
            text.say(&format!(" from {address}"));
        }
        text.say(": ").push(Style::Command, &act.line).say(&format!(" ({})", act.ended));
    }
    narrator.show(&invocation.act, text);
    Ok(())
}
