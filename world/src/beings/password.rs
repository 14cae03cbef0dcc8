//! `password` command: change of the password. The connection handles it before the line reaches
//! the world.

use engine::save::durability::Durability;
use text::parse::Line;

use crate::act::{
    command::{Category, Command, CommandSpec, Invocation},
    permission::Role,
    refusal::{Outcome, Refusal},
};

/// Command `password`, typed in a form that the connection did not handle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangePassword;

impl Command for ChangePassword {
    const SPEC: CommandSpec = CommandSpec {
        name: "password",
        aliases: &[],
        role: Role::Player,
        category: Category::Game,
        usage: "password",
        summary: "Choose another password for your account.",
        help: "Example: password\n\
               You are asked for the one you have and twice for the new one, and what you type is \
               hidden. All your characters have the same.",
        saves: Durability::None,
    };

    fn parse(_: &Line<'_>) -> Result<Self, Refusal> {
        Ok(Self)
    }
}

/// Returns a hint on the syntax; the complete `password` line is handled by the connection and does
/// not reach the world.
pub fn password(_: Invocation<ChangePassword>) -> Outcome {
    Err(Refusal::because("Please type the whole word, alone: password"))
}
