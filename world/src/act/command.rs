//! Commands: what a character can do, typed or called as a tool alike.

use bevy_ecs::prelude::*;
use engine::save::durability::Durability;
use text::parse::Line;

use crate::act::{cause::Act, permission::Role, refusal::Refusal};

/// Where a command stands in the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// Speaking.
    Talk,
    /// Seeing and moving.
    World,
    /// Things and trade.
    Things,
    /// One's own settings and the game itself.
    Game,
    /// For those who look after the game.
    Staff,
    /// For minds only: cannot be typed, and stands in no help.
    Minds,
}

impl Category {
    /// Every category that stands in the help, in its order.
    pub const ALL: [Category; 5] =
        [Category::Talk, Category::World, Category::Things, Category::Game, Category::Staff];

    /// Its heading.
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

/// What is fixed about a command. Help and the manual are made from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommandSpec {
    pub name: &'static str,
    /// Other names; each works exactly like the name.
    pub aliases: &'static [&'static str],
    /// Who may give it.
    pub role: Role,
    /// Where it stands in the help.
    pub category: Category,
    /// How it is typed, one form a line.
    pub usage: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// The whole page, beginning with an example that works.
    pub help: &'static str,
    /// The most that it changes of what is saved; see [`Command::durability`].
    pub saves: Durability,
}

impl CommandSpec {
    pub(crate) fn may_be_typed_by(&self, role: Role) -> bool {
        self.role <= role && self.category != Category::Minds
    }
}

/// Something a character can do.
pub trait Command: Sized + Send + Sync + 'static {
    /// What is fixed about it.
    const SPEC: CommandSpec;

    /// Whether it only shows something to whoever gives it, and nobody else notices.
    const VIEWS: bool = false;

    /// Reads it from a line.
    ///
    /// # Errors
    /// A [`Refusal`], usually [`Refusal::Usage`].
    fn parse(line: &Line<'_>) -> Result<Self, Refusal>;

    /// What it changes of what is saved, as it was given. A
    /// [`Durability::Hard`] command is refused while nothing is being saved; any
    /// other is carried out and shown.
    fn durability(&self) -> Durability {
        Self::SPEC.saves
    }
}

/// One command that is being carried out.
#[derive(Debug, Clone)]
pub struct Invocation<C> {
    /// Who acts, and why.
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
