//! Commands: the actions of a character, typed by a player or called as a tool by a mind.

use bevy_ecs::prelude::*;
use engine::save::durability::Durability;
use text::parse::Line;

use crate::act::{cause::Act, permission::Role, refusal::Refusal};

/// Category of a command, its section in the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// Speaking.
    Talk,
    /// Seeing and moving.
    World,
    /// Items and trade.
    Things,
    /// Settings of the player and the game itself.
    Game,
    /// Administration of the game.
    Staff,
    /// Tools of minds only: cannot be typed, and not listed in the help.
    Minds,
}

impl Category {
    /// Every category that is listed in the help, in its order.
    pub const ALL: [Category; 5] =
        [Category::Talk, Category::World, Category::Things, Category::Game, Category::Staff];

    /// Returns the heading of the category in the help.
    #[must_use]
    pub fn heading(self) -> &'static str {
        match self {
            Self::Talk => "Talking",
            Self::World => "Looking and walking",
            Self::Things => "Things and trade",
            Self::Game => "You and the game",
            Self::Staff => "Looking after the game",
            Self::Minds => "For minds",
        }
    }
}

/// Static description of a command, from which the help and the manual are generated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommandSpec {
    pub name: &'static str,
    /// Aliases; each works exactly like the name.
    pub aliases: &'static [&'static str],
    /// Minimum role to give the command.
    pub role: Role,
    /// Section in the help.
    pub category: Category,
    /// Usage, one form per line.
    pub usage: &'static str,
    /// One-line summary.
    pub summary: &'static str,
    /// Text of the help page, beginning with a working example.
    pub help: &'static str,
    /// Highest durability level of its forms; see [`Command::durability`].
    pub saves: Durability,
}

impl CommandSpec {
    pub(crate) fn may_be_typed_by(&self, role: Role) -> bool {
        self.role <= role && self.category != Category::Minds
    }
}

/// Command of a character: its description and its parser.
pub trait Command: Sized + Send + Sync + 'static {
    /// Static description of the command.
    const SPEC: CommandSpec;

    /// True if the command only shows output to its actor, without effects that others notice.
    const VIEWS: bool = false;

    /// Parses the command from a line.
    ///
    /// # Errors
    /// A [`Refusal`], usually [`Refusal::Usage`].
    fn parse(line: &Line<'_>) -> Result<Self, Refusal>;

    /// Returns the durability level of this command with its arguments. A [`Durability::Hard`]
    /// command is refused while saving is suspended; any other is executed and its output shown.
    fn durability(&self) -> Durability {
        Self::SPEC.saves
    }
}

/// Invocation of a command, the input of its handler system.
#[derive(Debug, Clone)]
pub struct Invocation<C> {
    /// Actor, cause and label of the invocation.
    pub act: Act,
    pub command: C,
}

impl<C: 'static> SystemInput for Invocation<C> {
    type Param<'i> = Invocation<C>;
    type Inner<'i> = Invocation<C>;
    fn wrap(this: Self::Inner<'_>) -> Self::Param<'_> {
        this
    }
}
