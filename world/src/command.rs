//! Commands: what a character can do, typed or called as a tool alike.

use std::{
    any::{Any, TypeId},
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    time::Duration,
};

use bevy_ecs::{prelude::*, system::BoxedSystem};

use crate::{
    fact::Cause,
    id::ChannelId,
    label::Label,
    parse::{self, Direction, Line},
    permission::Role,
};

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
    /// Its name.
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
    /// Whether it changes what is saved; such commands are refused while
    /// nothing can be saved.
    pub saves: bool,
}

impl CommandSpec {
    fn may_be_typed_by(&self, role: Role) -> bool {
        self.role <= role && self.category != Category::Minds
    }
}

/// Something a character can do.
pub trait Command: Sized + Send + Sync + 'static {
    /// What is fixed about it.
    const SPEC: CommandSpec;

    /// Reads it from a line.
    ///
    /// # Errors
    /// A [`Refusal`], usually [`Refusal::Usage`].
    fn parse(line: &Line<'_>) -> Result<Self, Refusal>;
}

/// Who acts, and why.
#[derive(Debug, Clone)]
pub struct Act {
    /// Who.
    pub actor: Entity,
    /// What made it happen.
    pub cause: Cause,
    /// Where the wish to do it came from.
    pub label: Label,
}

/// One command that is being carried out.
#[derive(Debug, Clone)]
pub struct Invocation<C> {
    /// Who acts, and why.
    pub act: Act,
    /// What.
    pub command: C,
}

impl<C: 'static> SystemInput for Invocation<C> {
    type Param<'i> = Invocation<C>;
    type Inner<'i> = Invocation<C>;
    fn wrap(this: Self::Inner<'_>) -> Self::Param<'_> {
        this
    }
}

/// Whether it was done.
pub type Outcome = Result<(), Refusal>;

/// The world says no: an answer to the actor, not a fault.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// No such command.
    #[error("There is no command \"{verb}\".{}", .near.as_ref().map_or_else(
        || format!(" To say it aloud, type: say {line}"), |near| format!(" Did you mean {near}?")))]
    Unknown {
        /// What was typed.
        verb: String,
        /// Commands that look like it.
        near: Option<String>,
        /// The whole line.
        line: String,
    },
    /// The beginning of several commands.
    #[error("\"{verb}\" could be {options}. Please type a little more of it.")]
    Short {
        /// What was typed.
        verb: String,
        /// What it could mean.
        options: String,
    },
    /// Known, but not like this.
    #[error("Please type it like this: {}", .0.replace('\n', ", or: "))]
    Usage(&'static str),
    /// Not with these rights.
    #[error("You are not allowed to do that.")]
    NotAllowed,
    /// Nothing there by that name.
    #[error("You see no \"{noun}\" here.")]
    NotHere {
        /// What was typed.
        noun: String,
    },
    /// Not carried.
    #[error("You carry no \"{noun}\".")]
    NotCarried {
        /// What was typed.
        noun: String,
    },
    /// Several things by that name.
    #[error("Which {noun} do you mean: {options}?")]
    Which {
        /// What was typed.
        noun: String,
        /// What it could mean.
        options: String,
    },
    /// Nobody by that name.
    #[error("Nobody called \"{name}\" is {place}.")]
    Nobody {
        /// What was typed.
        name: String,
        /// Where was looked.
        place: &'static str,
    },
    /// No exit there.
    #[error("There is no way {0} from here.")]
    NoWay(Direction),
    /// The actor is in no room.
    #[error("You are nowhere in particular just now.")]
    Nowhere,
    /// Somebody there may not learn what the words were made from.
    #[error("You hold your tongue: that is not for {by} to hear.")]
    Overheard {
        /// Who.
        by: String,
    },
    /// The one whom private words are for ignores the actor.
    #[error("{by} does not want to hear from you, so nobody hears that.")]
    Ignored {
        /// Who.
        by: String,
    },
    /// The actor talks faster than one may.
    #[error(
        "Give the others a moment to read: you can speak{} again in {}.",
        .on.as_ref().map_or_else(String::new, |channel| format!(" on {channel}")),
        in_seconds(*.wait)
    )]
    Hasty {
        /// On which channel; none for all other talk.
        on: Option<ChannelId>,
        /// How long it is until then.
        wait: Duration,
    },
    /// Nothing can be saved at the moment.
    #[error(
        "The world holds its breath: nothing can be saved just now, so nothing may change. Please try again in a moment."
    )]
    ReadOnly,
    /// A fault in the command itself.
    #[error(
        "Something went wrong in \"{verb}\" (#{fault:04x}). Nothing was changed; please tell the staff that number."
    )]
    Broken {
        /// Which command.
        verb: &'static str,
        /// The number under which the log has more.
        fault: u64,
    },
    /// Anything else, in words.
    #[error("{0}")]
    Because(String),
}

/// A time in whole seconds, never less than it is.
fn in_seconds(span: Duration) -> String {
    match span.as_millis().div_ceil(1_000) {
        0 | 1 => "1 second".to_owned(),
        seconds => format!("{seconds} seconds"),
    }
}

impl Refusal {
    /// A refusal in words.
    #[must_use]
    pub fn because(words: impl Into<String>) -> Self {
        Self::Because(words.into())
    }
}

/// A command of any type, on its way to being carried out.
pub struct AnyCommand {
    pub(crate) spec: &'static CommandSpec,
    entry: usize,
    command: Box<dyn Any + Send + Sync>,
}

type ParseFn = fn(&Line<'_>) -> Result<Box<dyn Any + Send + Sync>, Refusal>;

/// What running a handler came to.
pub(crate) enum Ran {
    /// It came to an end.
    Done(Outcome),
    /// It broke; the handler was made anew.
    Broke,
}

trait Handler: Send + Sync {
    fn run(&mut self, world: &mut World, act: Act, command: Box<dyn Any + Send + Sync>) -> Ran;
}

/// A handler and the means to make it anew: a system that panicked in the
/// middle is in no known state.
struct SystemHandler<C: Command> {
    system: Option<BoxedSystem<Invocation<C>, Outcome>>,
    make: Box<dyn Fn() -> BoxedSystem<Invocation<C>, Outcome> + Send + Sync>,
}

impl<C: Command> Handler for SystemHandler<C> {
    fn run(&mut self, world: &mut World, act: Act, command: Box<dyn Any + Send + Sync>) -> Ran {
        let Ok(command) = command.downcast::<C>() else { return Ran::Broke };
        let make = &self.make;
        let mut system = self.system.take().unwrap_or_else(|| {
            let mut system = make();
            system.initialize(world);
            system
        });
        let invocation = Invocation { act, command: *command };
        let ran = catch_unwind(AssertUnwindSafe(|| system.run(invocation, world)));
        match ran {
            Ok(Ok(outcome)) => {
                self.system = Some(system);
                Ran::Done(outcome)
            }
            Ok(Err(error)) => {
                tracing::error!(command = C::SPEC.name, %error, "a command could not run");
                Ran::Broke
            }
            Err(_) => Ran::Broke,
        }
    }
}

struct Entry {
    spec: &'static CommandSpec,
    parse: ParseFn,
    /// Lent out while the command is carried out.
    handler: Option<Box<dyn Handler>>,
}

/// All commands there are.
#[derive(Resource, Default)]
pub struct Registry {
    entries: Vec<Entry>,
    by_name: BTreeMap<&'static str, usize>,
    by_type: BTreeMap<TypeId, usize>,
}

impl Registry {
    /// Adds a command. A name that is taken stays with its first owner.
    pub(crate) fn add<C, M, S>(&mut self, handler: S)
    where
        C: Command,
        M: 'static,
        S: IntoSystem<Invocation<C>, Outcome, M> + Clone + Send + Sync + 'static,
    {
        let at = self.entries.len();
        for name in std::iter::once(&C::SPEC.name).chain(C::SPEC.aliases) {
            self.by_name.entry(name).or_insert(at);
        }
        self.by_type.insert(TypeId::of::<C>(), at);
        self.entries.push(Entry {
            spec: const { &C::SPEC },
            parse: |line| C::parse(line).map(|it| Box::new(it) as Box<dyn Any + Send + Sync>),
            handler: Some(Box::new(SystemHandler::<C> {
                system: None,
                make: Box::new(move || Box::new(IntoSystem::into_system(handler.clone()))),
            })),
        });
    }

    /// What is fixed about each command, in the order of their entry.
    pub fn specs(&self) -> impl Iterator<Item = &CommandSpec> {
        self.entries.iter().map(|it| it.spec)
    }

    /// The command with exactly this name or alias.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&CommandSpec> {
        self.by_name.get(name).and_then(|at| self.entries.get(*at)).map(|it| it.spec)
    }

    /// Makes a typed command ready to be carried out.
    #[must_use]
    pub fn ready<C: Command>(&self, command: C) -> Option<AnyCommand> {
        let entry = *self.by_type.get(&TypeId::of::<C>())?;
        Some(AnyCommand { spec: const { &C::SPEC }, entry, command: Box::new(command) })
    }

    /// Reads the command with exactly this name from its arguments. Nothing in
    /// the arguments can name another command.
    ///
    /// # Errors
    /// [`Refusal`] when there is no such command or its arguments do not fit.
    pub fn build(&self, name: &str, arguments: &str) -> Result<AnyCommand, Refusal> {
        let unknown =
            || Refusal::Unknown { verb: name.to_owned(), near: None, line: name.to_owned() };
        let entry = *self.by_name.get(name).ok_or_else(unknown)?;
        self.parse_entry(entry, &Line { verb: name, switch: None, rest: arguments.trim() })
    }

    /// Finds the command a line means for somebody with these rights: by name,
    /// by alias, or by an unambiguous beginning of a name.
    ///
    /// # Errors
    /// [`Refusal`] when the line means no command or several, or does not fit.
    pub fn read(&self, line: &Line<'_>, role: Role) -> Result<AnyCommand, Refusal> {
        let entry = self.find(line, role)?;
        self.parse_entry(entry, line)
    }

    /// As [`Registry::read`], if the line begins with the whole name of a command for these rights.
    pub(crate) fn read_named(
        &self,
        line: &Line<'_>,
        role: Role,
    ) -> Option<Result<AnyCommand, Refusal>> {
        let entry = self.exactly(&line.small_verb(), role)?;
        Some(self.parse_entry(entry, line))
    }

    fn exactly(&self, verb: &str, role: Role) -> Option<usize> {
        self.by_name.get(verb).copied().filter(|at| self.shows(*at, role))
    }

    /// Whether there is a command that somebody with these rights may type.
    fn shows(&self, entry: usize, role: Role) -> bool {
        self.entries.get(entry).is_some_and(|it| it.spec.may_be_typed_by(role))
    }

    fn parse_entry(&self, entry: usize, line: &Line<'_>) -> Result<AnyCommand, Refusal> {
        let it = self.entries.get(entry).ok_or(Refusal::NotAllowed)?;
        Ok(AnyCommand { spec: it.spec, entry, command: (it.parse)(line)? })
    }

    fn find(&self, line: &Line<'_>, role: Role) -> Result<usize, Refusal> {
        let verb = line.small_verb();
        if let Some(at) = self.exactly(&verb, role) {
            return Ok(at);
        }
        let mut starting: Vec<(&str, usize)> = self
            .by_name
            .range(&*verb..)
            .take_while(|(name, _)| name.starts_with(&*verb))
            .filter(|(_, at)| self.shows(**at, role))
            .map(|(name, at)| (*name, *at))
            .collect();
        starting.dedup_by_key(|(_, at)| *at);
        match starting.as_slice() {
            [(_, one)] => Ok(*one),
            [] => {
                let names = self.entries.iter().filter(|it| it.spec.may_be_typed_by(role));
                let near = parse::near(&verb, names.map(|it| it.spec.name));
                let near = (!near.is_empty()).then(|| near.join(" or "));
                Err(Refusal::Unknown { verb: verb.into_owned(), near, line: line.to_string() })
            }
            [(_, first), rest @ ..] if rest.iter().all(|(_, at)| at == first) => Ok(*first),
            several => {
                let names: Vec<_> = several.iter().map(|(name, _)| *name).take(6).collect();
                let options = names.join(" or ");
                Err(Refusal::Short { verb: verb.into_owned(), options })
            }
        }
    }

    fn handler(&mut self, entry: usize) -> Option<&mut Option<Box<dyn Handler>>> {
        self.entries.get_mut(entry).map(|it| &mut it.handler)
    }
}

/// Carries a command out. Its handler is lent out meanwhile, so it sees the
/// whole world, the registry included.
pub(crate) fn run(world: &mut World, act: Act, command: AnyCommand) -> Ran {
    let AnyCommand { entry, command, .. } = command;
    let lent = world.resource_mut::<Registry>().handler(entry).and_then(Option::take);
    let Some(mut handler) = lent else { return Ran::Broke };
    let ran = handler.run(world, act, command);
    if let Some(place) = world.resource_mut::<Registry>().handler(entry) {
        *place = Some(handler);
    }
    ran
}
