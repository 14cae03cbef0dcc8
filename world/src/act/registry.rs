//! Registry of commands: lookup by name, parsing, and execution.

use std::{
    any::{Any, TypeId},
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
};

use bevy_ecs::{prelude::*, system::BoxedSystem};
use engine::{save::durability::Durability, simulation::Simulation};
use smallvec::SmallVec;
use text::parse::Line;

use crate::act::{
    cause::Act,
    command::{Command, CommandSpec, Invocation},
    permission::Role,
    refusal::{Outcome, Refusal},
};

/// Type-erased command, ready for execution.
pub struct AnyCommand {
    pub(crate) spec: &'static CommandSpec,
    pub(crate) durability: Durability,
    /// Value of [`Command::VIEWS`].
    views: bool,
    entry: usize,
    command: Box<dyn Any + Send + Sync>,
}

type ParseFn = fn(&Line<'_>, usize) -> Result<AnyCommand, Refusal>;

impl AnyCommand {
    fn new<C: Command>(command: C, entry: usize) -> Self {
        let durability = command.durability();
        let views = C::VIEWS;
        Self { spec: const { &C::SPEC }, durability, views, entry, command: Box::new(command) }
    }

    /// Returns the static description of the command.
    #[must_use]
    pub fn spec(&self) -> &'static CommandSpec {
        self.spec
    }

    /// Returns whether the command only shows output to its actor, without effects that others
    /// notice.
    #[must_use]
    pub fn views(&self) -> bool {
        self.views
    }
}

/// Result of running a handler: the outcome of the command, or the error if the handler could not
/// run.
pub(crate) type Ran = Result<Outcome, String>;

trait Handler: Send + Sync {
    fn run(&mut self, world: &mut World, act: Act, command: Box<dyn Any + Send + Sync>) -> Ran;
}

/// Handler system of a command, with its factory: after a panic the state of a system is undefined,
/// so it is created anew.
struct SystemHandler<C: Command> {
    system: Option<BoxedSystem<Invocation<C>, Outcome>>,
    make: Box<dyn Fn() -> BoxedSystem<Invocation<C>, Outcome> + Send + Sync>,
}

impl<C: Command> Handler for SystemHandler<C> {
    fn run(&mut self, world: &mut World, act: Act, command: Box<dyn Any + Send + Sync>) -> Ran {
        let command = command.downcast::<C>().map_err(|_| "it is another command")?;
        let make = &self.make;
        let mut system = self.system.take().unwrap_or_else(|| {
            let mut system = make();
            system.initialize(world);
            system
        });
        let invocation = Invocation { act, command: *command };
        let outcome = system.run(invocation, world).map_err(|error| error.to_string())?;
        self.system = Some(system);
        Ok(outcome)
    }
}

struct CommandEntry {
    spec: &'static CommandSpec,
    parse: ParseFn,
    /// Handler; taken out while the command is executed.
    handler: Option<Box<dyn Handler>>,
}

/// Commands with the same name, usually one, sorted by role from the highest. A character gets the
/// first one that its role permits.
type Named = SmallVec<[usize; 2]>;

/// Registry of all commands.
#[derive(Resource, Default)]
pub struct Registry {
    entries: Vec<CommandEntry>,
    /// Index by name and alias, for exact lookups, which nearly every line needs.
    by_name: HashMap<&'static str, Named>,
    /// Sorted index by name and alias, for lookups by prefix.
    in_order: BTreeMap<&'static str, Named>,
    by_type: BTreeMap<TypeId, usize>,
}

impl Registry {
    /// Registers a command. If its name is taken, the command with the higher minimum role takes
    /// precedence for characters with that role.
    pub(crate) fn add<C, M, S>(&mut self, handler: S)
    where
        C: Command,
        M: 'static,
        S: IntoSystem<Invocation<C>, Outcome, M> + Clone + Send + Sync + 'static,
    {
        let at = self.entries.len();
        for name in std::iter::once(&C::SPEC.name).chain(C::SPEC.aliases) {
            let mut named = self.by_name.get(name).cloned().unwrap_or_default();
            named.push(at);
            let role = |at: usize| self.entries.get(at).map_or(C::SPEC.role, |it| it.spec.role);
            named.sort_by_key(|it| Reverse(role(*it)));
            self.in_order.insert(name, named.clone());
            self.by_name.insert(name, named);
        }
        self.by_type.insert(TypeId::of::<C>(), at);
        self.entries.push(CommandEntry {
            spec: const { &C::SPEC },
            parse: |line, entry| C::parse(line).map(|it| AnyCommand::new(it, entry)),
            handler: Some(Box::new(SystemHandler::<C> {
                system: None,
                make: Box::new(move || Box::new(IntoSystem::into_system(handler.clone()))),
            })),
        });
    }

    /// Iterates over the descriptions of all commands, in the order of registration.
    pub fn specs(&self) -> impl Iterator<Item = &'static CommandSpec> {
        self.entries.iter().map(|it| it.spec)
    }

    /// Finds the command with exactly this name or alias; of several, the one with the highest
    /// role.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&'static CommandSpec> {
        let at = *self.by_name.get(name)?.first()?;
        self.entries.get(at).map(|it| it.spec)
    }

    /// Makes a command value ready for execution; `None` if its type is not registered.
    #[must_use]
    pub fn ready<C: Command>(&self, command: C) -> Option<AnyCommand> {
        let entry = *self.by_type.get(&TypeId::of::<C>())?;
        Some(AnyCommand::new(command, entry))
    }

    /// Parses the command with exactly this name or alias from its arguments. The arguments cannot
    /// select another command.
    ///
    /// # Errors
    /// [`Refusal`] when there is no such command or its arguments do not fit.
    pub fn build(&self, name: &str, arguments: &str) -> Result<AnyCommand, Refusal> {
        let unknown =
            || Refusal::Unknown { verb: name.to_owned(), near: None, line: name.to_owned() };
        let entry = self.by_name.get(name).and_then(|it| it.first());
        let entry = *entry.ok_or_else(unknown)?;
        self.parse_entry(entry, &Line { verb: name, switch: None, rest: arguments.trim() })
    }

    /// Parses a line that begins with the full name or alias of a command that this role may type.
    pub(crate) fn read_named(
        &self,
        line: &Line<'_>,
        role: Role,
    ) -> Option<Result<AnyCommand, Refusal>> {
        let entry = self.exactly(&line.small_verb(), role)?;
        Some(self.parse_entry(entry, line))
    }

    fn exactly(&self, verb: &str, role: Role) -> Option<usize> {
        self.resolve(self.by_name.get(verb)?, role)
    }

    /// Selects the command of one name for this role.
    fn resolve(&self, named: &Named, role: Role) -> Option<usize> {
        named.iter().copied().find(|it| self.shows(*it, role))
    }

    /// Returns whether this role may type a command.
    fn shows(&self, entry: usize, role: Role) -> bool {
        self.entries.get(entry).is_some_and(|it| it.spec.may_be_typed_by(role))
    }

    /// Parses the arguments of the command with this number.
    pub(crate) fn parse_entry(&self, entry: usize, line: &Line<'_>) -> Result<AnyCommand, Refusal> {
        let command_entry = self.entries.get(entry).ok_or(Refusal::NotAllowed)?;
        (command_entry.parse)(line, entry).map_err(|it| it.narrowed(line.rest))
    }

    /// Iterates over the names of the commands that this role may type, without aliases.
    pub(crate) fn names(&self, role: Role) -> impl Iterator<Item = &'static str> {
        self.specs().filter(move |it| it.may_be_typed_by(role)).map(|it| it.name)
    }

    /// Finds the commands for this role of which a name or alias has this prefix.
    pub(crate) fn beginning(&self, verb: &str, role: Role) -> Beginning {
        let mut starting: Vec<(&str, usize)> = self
            .in_order
            .range(verb..)
            .take_while(|(name, _)| name.starts_with(verb))
            .filter_map(|(name, named)| Some((*name, self.resolve(named, role)?)))
            .collect();
        starting.dedup_by_key(|(_, at)| *at);
        match starting.as_slice() {
            [] => Beginning::None,
            [(_, first), rest @ ..] if rest.iter().all(|(_, at)| at == first) => {
                Beginning::One(*first)
            }
            several => {
                let names: Vec<_> = several.iter().map(|(name, _)| *name).take(6).collect();
                Beginning::Several(names.join(" or "))
            }
        }
    }

    fn handler(&mut self, entry: usize) -> Option<&mut Option<Box<dyn Handler>>> {
        self.entries.get_mut(entry).map(|it| &mut it.handler)
    }
}

/// Result of a lookup by prefix.
pub(crate) enum Beginning {
    None,
    /// Number of the only command.
    One(usize),
    /// Up to six of their names, in words.
    Several(String),
}

/// Registration of commands.
pub trait AddCommand {
    /// Adds a command and the system that carries it out.
    fn add_command<C, M>(
        &mut self,
        handler: impl IntoSystem<Invocation<C>, Outcome, M> + Clone + Send + Sync + 'static,
    ) -> &mut Self
    where
        C: Command,
        M: 'static;
}

impl AddCommand for Simulation {
    fn add_command<C, M>(
        &mut self,
        handler: impl IntoSystem<Invocation<C>, Outcome, M> + Clone + Send + Sync + 'static,
    ) -> &mut Self
    where
        C: Command,
        M: 'static,
    {
        self.world_mut().get_resource_or_init::<Registry>().add(handler);
        self
    }
}

/// Executes a command. Its handler is taken out meanwhile, so it can access the whole world,
/// including the registry; after a panic, it is put back before the panic is resumed.
pub(crate) fn run(world: &mut World, act: Act, command: AnyCommand) -> Ran {
    let AnyCommand { entry, command, .. } = command;
    let lent = world.resource_mut::<Registry>().handler(entry).and_then(Option::take);
    let mut handler = lent.ok_or("its handler is at work already")?;
    let ran = catch_unwind(AssertUnwindSafe(|| handler.run(world, act, command)));
    if let Some(place) = world.resource_mut::<Registry>().handler(entry) {
        *place = Some(handler);
    }
    ran.unwrap_or_else(|panic| resume_unwind(panic))
}
