//! Command execution: entered lines are parsed into commands, and commands produce facts. A panic
//! of a handler before any change of saved state is reported to its actor alone.

use std::collections::VecDeque;

use bevy_ecs::{prelude::*, system::SystemState};
use engine::{
    clock::Clock,
    fault,
    id::CharacterId,
    index,
    label::{Integrity, Label},
    save::durability::Durability,
    simulation::{self, Simulation},
    stage::Stage,
};
use smallvec::{SmallVec, smallvec};
use text::{parse, styled::CleanText};

use crate::{
    act::{
        cause::{Act, Cause},
        command::{Command, CommandSpec},
        line,
        permission::{self, Role},
        refusal::{Outcome, Refusal},
        registry::{self, AnyCommand, Registry},
    },
    beings::{
        character::{Rights, Who, own_label},
        people::who,
        sleepers::Sleepers,
    },
    witness::{
        fact::{Fact, Happening, Source},
        happenings::{ChangeFailed, Happenings, with_durability, with_fixed_durability},
        sight::Sight,
    },
};

/// Line entered by a character.
#[derive(Message, Debug, Clone)]
pub struct LineEntered {
    pub actor: Entity,
    pub line: CleanText,
    /// Cause of the line: typed, or given by a panel.
    pub cause: Cause,
}

/// Command waiting for execution.
pub struct QueuedCommand {
    /// Actor, cause and label of the command.
    pub act: Act,
    /// True if an offer permits the command, so that the roles of the principals behind the intent
    /// are not checked.
    pub granted: bool,
    pub command: AnyCommand,
    /// Line as typed; `None` if the command was not typed.
    pub line: Option<CleanText>,
}

/// Queue of commands to execute in this tick, in order.
#[derive(Resource, Default)]
pub struct CommandQueue(VecDeque<QueuedCommand>);

impl CommandQueue {
    /// Adds a command at the end.
    pub fn push(&mut self, action: QueuedCommand) {
        self.0.push_back(action);
    }
}

/// Outcome of a command called as a tool.
#[derive(Message, Debug, Clone)]
pub struct ToolOutcome {
    /// Actor of the command.
    pub actor: Entity,
    /// Cause of the command.
    pub cause: Cause,
    /// Result of the command.
    pub outcome: Result<(), Refusal>,
}

/// Attempt to give a command, with its outcome, for observers.
#[derive(Debug, Clone, Copy)]
pub struct CommandAttempt<'a> {
    /// Character who gave the command.
    pub by: &'a Who,
    /// Entity of the character in this tick.
    pub actor: Entity,
    /// Cause of the command.
    pub cause: Cause,
    /// Description of the command.
    pub spec: &'static CommandSpec,
    /// Line as typed; `None` if the command was not typed.
    pub line: Option<&'a str>,
    /// Result of the command.
    pub outcome: &'a Outcome,
}

/// Handlers called for each attempt.
#[derive(Resource, Default)]
struct AttemptHandlers(SmallVec<[fn(&mut World, CommandAttempt<'_>); 4]>);

/// Registration of observers of commands.
pub trait OnCommandAttempt {
    /// Adds a handler that is called after every command that somebody gave, carried out or refused.
    fn on_command_attempt(&mut self, observes: fn(&mut World, CommandAttempt<'_>)) -> &mut Self;
}

impl OnCommandAttempt for Simulation {
    fn on_command_attempt(&mut self, observes: fn(&mut World, CommandAttempt<'_>)) -> &mut Self {
        self.world_mut().get_resource_or_init::<AttemptHandlers>().0.push(observes);
        self
    }
}

fn run_attempt_handlers(world: &mut World, attempt: CommandAttempt<'_>) {
    let observers = world.resource::<AttemptHandlers>().0.clone();
    for observes in observers {
        observes(world, attempt);
    }
}

/// True while saving is suspended.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReadOnly(pub bool);

pub(crate) fn plugin(sim: &mut Simulation) {
    let world = sim.world_mut();
    world.init_resource::<CommandQueue>();
    world.init_resource::<Happenings>();
    world.init_resource::<Registry>();
    world.init_resource::<AttemptHandlers>();
    world.init_resource::<ReadOnly>();
    sim.add_queue::<LineEntered>();
    sim.add_message::<ToolOutcome>();
    sim.add_systems(Stage::Interpret, interpret);
    sim.add_systems(Stage::Act, act);
}

/// Parses the entered lines of this tick into commands; system of the stage Interpret.
pub fn interpret(world: &mut World) {
    for entered in simulation::take::<LineEntered>(world) {
        let Some(who) = who(world, entered.actor) else { continue };
        let during = format_args!("the reading of a line of {}", who.name);
        let read = with_durability(world, during, Durability::Soft, |world| {
            let line = line::unpointed(world, parse::line(&entered.line)?);
            let read = line::read(world, entered.actor, &line, who.role);
            Some(read.map_err(|refusal| {
                let meant = world.resource::<Registry>().find(&line.small_verb());
                (meant, seen_instead(world, entered.actor, &entered.line, refusal))
            }))
        });
        match read {
            Ok(None) => {}
            Ok(Some(Ok(command))) => {
                let act =
                    Act { actor: entered.actor, cause: entered.cause, label: own_label(&who) };
                let action =
                    QueuedCommand { act, granted: false, command, line: Some(entered.line) };
                world.resource_mut::<CommandQueue>().push(action);
            }
            Ok(Some(Err((meant, refusal)))) => {
                if let Some(spec) = meant {
                    let outcome = Err(refusal.clone());
                    let line = Some(entered.line.as_str());
                    run_attempt_handlers(
                        world,
                        CommandAttempt {
                            by: &who,
                            actor: entered.actor,
                            cause: entered.cause,
                            spec,
                            line,
                            outcome: &outcome,
                        },
                    );
                }
                refuse(world, entered.cause, entered.actor, who, refusal);
            }
            Err(ChangeFailed::RolledBack(fault)) => {
                refuse(
                    world,
                    entered.cause,
                    entered.actor,
                    who,
                    Refusal::Broken { verb: "that line", fault },
                );
            }
            Err(ChangeFailed::World) => return,
        }
    }
}

/// Replaces the refusal of an unknown command by a hint to `look`, if the line is a noun in sight
/// of at most three words.
fn seen_instead(world: &mut World, actor: Entity, line: &str, refusal: Refusal) -> Refusal {
    const MOST_WORDS: usize = 3;
    let Refusal::Unknown { verb, .. } = &refusal else { return refusal };
    let noun = parse::noun(line).filter(|_| line.split_whitespace().count() <= MOST_WORDS);
    let Some(noun) = noun else { return refusal };
    let mut state = SystemState::<Sight>::new(world);
    let seen = state.get(world).is_ok_and(|sight| sight.look_for(actor, &noun).is_ok());
    if !seen {
        return refusal;
    }
    let words = format!("There is no command \"{verb}\". To look at it, type: look {}", noun.typed);
    Refusal::because(words)
}

fn refuse(world: &mut World, cause: Cause, actor: Entity, who: Who, refusal: Refusal) {
    let at = world.resource::<Clock>().now;
    let happening = Happening {
        fact: Fact::Refused(refusal),
        cause,
        source: Source::Feedback,
        witnesses: 1,
        actor: Some(who),
        addressed: Vec::new(),
        label: Label::engine(),
        at,
        durability: Durability::None,
    };
    world.resource_mut::<Happenings>().push(happening, smallvec![actor]);
}

/// Executes the commands of this tick, including those that they queue; system of the stage Act.
fn act(world: &mut World) {
    // A handler may queue one further command (an accepted offer moves its guest); the bound keeps
    // a fault from an endless loop.
    let mut left = world.resource::<CommandQueue>().0.len().saturating_mul(4).max(16);
    while left > 0
        && let Some(action) = world.resource_mut::<CommandQueue>().0.pop_front()
    {
        left -= 1;
        perform(world, action);
    }
}

fn perform(world: &mut World, mut action: QueuedCommand) {
    let Act { actor, cause, .. } = action.act;
    let Some(by) = who(world, actor) else { return };
    let spec = action.command.spec;
    let line = action.line.take();
    let outcome = match allowed(world, &by, &action, spec) {
        Err(refusal) => Err(refusal),
        Ok(()) => match carry_out(world, &by, action) {
            Some(outcome) => outcome,
            // No output is shown of a tick in which the world broke.
            None => return,
        },
    };
    let line = line.as_ref().map(CleanText::as_str);
    let attempt = CommandAttempt { by: &by, actor, cause, spec, line, outcome: &outcome };
    run_attempt_handlers(world, attempt);
    if let Err(refusal) = &outcome {
        refuse(world, cause, actor, by, refusal.clone());
    }
    if matches!(cause, Cause::Tool { .. }) {
        world.write_message(ToolOutcome { actor, cause, outcome });
    }
}

/// Executes a command; `None` when the world is broken.
fn carry_out(world: &mut World, actor: &Who, action: QueuedCommand) -> Option<Outcome> {
    let spec = action.command.spec;
    let during = format_args!("the command \"{}\" of {}", spec.name, actor.name);
    let queued = world.resource::<CommandQueue>().0.len();
    let tool = matches!(action.act.cause, Cause::Tool { .. });
    let given = action.command.durability;
    let change = |world: &mut World| registry::run(world, action.act, action.command);
    // A command that is not refused while saving is suspended is shown even then.
    let durability = given.max(Durability::Soft);
    // Memories that a mind reports to have kept were recorded in this tick or before.
    let run = if tool { with_fixed_durability } else { with_durability };
    let ran = run(world, during, durability, change);
    let fault = match ran {
        Ok(Ok(outcome)) => return Some(outcome),
        Ok(Err(why)) => fault::harmless(world, &during, &why),
        Err(ChangeFailed::RolledBack(fault)) => fault,
        Err(ChangeFailed::World) => return None,
    };
    world.resource_mut::<CommandQueue>().0.truncate(queued);
    Some(Err(Refusal::Broken { verb: spec.name, fault }))
}

/// Checks the role of the actor and of all principals behind the intent, and that a command with
/// [`Durability::Hard`] can be saved.
fn allowed(
    world: &World,
    actor: &Who,
    action: &QueuedCommand,
    spec: &CommandSpec,
) -> Result<(), Refusal> {
    let hard = action.command.durability == Durability::Hard;
    if hard && world.resource::<ReadOnly>().0 {
        return Err(Refusal::ReadOnly);
    }
    let behind = (!action.granted).then(|| authority(world, actor, &action.act));
    if permission::may(actor.role, behind, spec.role) { Ok(()) } else { Err(Refusal::NotAllowed) }
}

/// Returns the effective role of an act: the lowest role among the characters in its label except
/// for the actor, or [`Role::Guest`] for [`engine::label::Origins::Many`]. Without other
/// characters, a typed line has the role of the actor; other acts have all rights if their
/// integrity is at least [`Integrity::Author`], and the rights of a guest below it.
#[must_use]
pub fn authority(world: &World, actor: &Who, act: &Act) -> Role {
    let label = &act.label;
    if label.origins.are_many() {
        return Role::Guest;
    }
    let others = label.origins.iter().filter(|id| **id != actor.id);
    let least = others.map(|id| role_of(world, id)).min();
    let own = || match act.cause {
        Cause::Typed | Cause::Panel(_) => actor.role,
        Cause::Tool { .. } | Cause::World if label.integrity >= Integrity::Author => Role::Owner,
        Cause::Tool { .. } | Cause::World => Role::Guest,
    };
    least.unwrap_or_else(own)
}

/// Returns the role of a character, logged in or not; [`Role::Guest`] if nobody is known by this
/// id.
fn role_of(world: &World, id: &CharacterId) -> Role {
    let entity = index::find(world, id);
    let awake = entity.and_then(|it| world.get::<Rights>(it)).map(|it| it.0);
    let asleep = || world.resource::<Sleepers>().get(id).map(|it| it.role);
    awake.or_else(asleep).unwrap_or(Role::Guest)
}

/// Queues a command for an actor. Returns false if its type is not registered.
pub fn queue<C: Command>(world: &mut World, act: Act, command: C) -> bool {
    let Some(command) = world.resource::<Registry>().ready(command) else { return false };
    world.resource_mut::<CommandQueue>().push(QueuedCommand {
        act,
        granted: false,
        command,
        line: None,
    });
    true
}

#[cfg(test)]
mod tests {
    use engine::label::Origins;

    use super::*;
    use crate::{act::cause::CallId, fixture::Fixture};

    #[test]
    fn nobody_is_no_principal_and_many_are_worth_a_guest() {
        let mut game = Fixture::town();
        game.enter("Zoe", Role::Owner, "town/square");
        game.enter("Bob", Role::Player, "town/square");
        let actor = game.entity("zoe").unwrap();
        let world = game.sim.world();
        let zoe = who(world, actor).unwrap();
        let tool = Cause::Tool { call: CallId(1), captures: false };
        let of = |cause, label: Label| authority(world, &zoe, &Act { actor, cause, label });
        let own = Label::by(zoe.id.clone(), Integrity::Author);
        let bob = Label::by(CharacterId::new("bob").unwrap(), Integrity::Player);
        let unknown = Label { integrity: Integrity::Player, ..Label::engine() };
        let many = Label { origins: Origins::Many, ..bob.clone() };
        assert_eq!(of(Cause::Typed, own.clone()), Role::Owner, "what one types is one's own");
        assert_eq!(of(tool, own.clone()), Role::Owner, "the author wants it");
        assert_eq!(of(tool, own.join(&bob)), Role::Player);
        assert_eq!(of(tool, own.join(&unknown)), Role::Guest, "no origin is no permission");
        assert_eq!(of(tool, own.join(&many)), Role::Guest);
        let gone = Label::by(CharacterId::new("cyd").unwrap(), Integrity::Staff);
        assert_eq!(of(tool, own.join(&gone)), Role::Guest, "who is not here has no rights");
    }
}
