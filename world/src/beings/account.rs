//! `account` command: usage text for export and deletion of an account. The connection handles both
//! before the line reaches the world.

use engine::save::durability::Durability;
use text::parse::Line;

use crate::act::{
    command::{Category, Command, CommandSpec, Invocation},
    permission::Role,
    refusal::{Outcome, Refusal},
};

/// Command `account`, typed in a form that the connection did not handle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnAccount;

impl Command for OwnAccount {
    const SPEC: CommandSpec = CommandSpec {
        name: "account",
        aliases: &[],
        role: Role::Player,
        category: Category::Game,
        usage: "account export\naccount delete",
        summary: "Read everything that is kept about you, or have it deleted.",
        help: "Example: account export\n\
               What is kept are your characters, what they carry, and what the people of the game \
               remember of you. account delete asks for your password and then once more; then all \
               of that is gone for ever, and your names are free. What the staff wrote down stays: \
               reports, and what was done about them.\n\
               To change your password: help password. For your characters: help characters",
        saves: Durability::None,
    };

    fn parse(_: &Line<'_>) -> Result<Self, Refusal> {
        Ok(Self)
    }
}

/// Returns the usage text; complete `account export` and `account delete` lines are handled by the
/// connection and do not reach the world.
pub fn account(_: Invocation<OwnAccount>) -> Outcome {
    Err(Refusal::Usage(OwnAccount::SPEC.usage))
}
