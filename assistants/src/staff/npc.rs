//! `@npc`: looking after the town's own people.

use bevy_ecs::prelude::*;
use engine::{id::CharacterId, request::Request, save::durability::Durability};
use text::{
    parse::Line,
    styled::{CleanText, Text},
};
use world::{
    act::{
        cause::Act,
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::{
        character::{Character, CharacterRef},
        people::who,
    },
    witness::narrator::with_narrator,
};

use crate::{
    mind::{
        actions::ActionEnd,
        body::{Mind, find},
        health::Health,
        saved,
    },
    privacy::{journal, search::search},
    record::{entry::MindChange, write},
    think,
};

mod actions;
mod brief;
mod capsule;
mod control;
pub mod cost;
mod goals;
mod history;
pub mod list;
mod make;
pub mod rumours;
mod settings;

/// Command `npc`, with which the staff look after minds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Npc {
    /// Lists all minds.
    List,
    Show(String),
    /// Shows the limits of a mind's thoughts, by context.
    Brief(String),
    /// Makes a character, or removes one that was made so.
    Make(make::MadeWish),
    /// Shows the long actions of a mind.
    Actions(String),
    /// Shows the goals of a mind, or changes them.
    Goals(String, goals::GoalOrder),
    /// Starts a time capsule.
    Capsule(capsule::NewCapsule),
    /// Silences a mind.
    Stop(String),
    /// Lets a mind think again.
    Start(String),
    /// Shows the settings of a mind, or changes one.
    Set(settings::NewSetting),
    /// Shows the notes of a mind that match some words, or its newest.
    Memory(String, String),
    /// Shows the newest entries of a mind's journal.
    Journal(String, usize),
    /// Has a mind fall asleep, or wake up.
    Sleep {
        name: String,
        wakes: bool,
    },
    /// Shows the last lines that a mind perceived.
    History(String, usize),
    /// Has a character say something.
    SayAs(String, CleanText),
    /// Silences a mind for some minutes.
    Pause(String, u64),
    /// Shows the used budget of a mind, or gives it back.
    Budget {
        name: String,
        refills: bool,
    },
    /// Resets a mind.
    Reset(String),
    /// Shows the cost of thoughts, and who caused it.
    Cost,
    /// Shows the rumours, or the path of the deed that begins with these digits.
    Rumours(String),
    /// Reads the personas again.
    Reload,
}

impl Command for Npc {
    const SPEC: CommandSpec = CommandSpec {
        name: "@npc",
        aliases: &["npc", "aisetup", "aimemory", "aihistory", "aiinteract", "aigoal"],
        role: Role::Staff,
        category: Category::Staff,
        usage: "@npc list\n@npc show NAME (or: NAME brief)\n\
                @npc new NAME [as ARCHETYPE]\n@npc clone NAME as NEWNAME\n@npc remove NAME [yes]\n\
                @npc actions NAME\n\
                @npc goals NAME\n@npc goals NAME add [priority=N] [part=N] [offer=ID] TEXT\n\
                @npc goals NAME set N [priority=N] [TEXT]\n\
                @npc goals NAME done N (or: drop N, open N, decompose N)\n\
                @npc capsule NAME MINUTES [steps=N] [tokens=N] TOPIC\n@npc stop NAME (or all)\n\
                @npc start NAME (or all)\n@npc pause NAME MINUTES\n@npc reset NAME\n\
                @npc set NAME\n@npc set NAME SETTING VALUE (or default)\n\
                @npc memory NAME [WORDS]\n@npc journal NAME [COUNT]\n@npc history NAME [COUNT]\n\
                @npc sleep NAME\n@npc wake NAME\n@npc say-as NAME TEXT\n\
                @npc budget NAME (or: NAME refill)\n@npc cost\n@npc rumours [NUMBER]\n@npc reload",
        summary: "Look after the town's own people.",
        help: "Example: @npc show mara\n\
               show NAME brief shows what thoughts of one may do at most. new makes a \
               character whose home is the room where you are, with the talk of an archetype of the \
               content, such as innkeeper, or of plain folk; clone makes one with the persona of \
               another, its rights, daily round and offers too, whose home is the room where you are. \
               They are there at once, and stay over a restart; there may be 64 of them. remove tells \
               what would be deleted, and with yes behind it removes one that was made so; what it \
               carries stays where it is. actions shows orders and \
               time capsules, and how far they are. goals shows what one wants and what it works on; add \
               sets a goal, done and drop end one, open begins it anew, and decompose has a model \
               split it into parts, or splits it at semicolons. What the game counts, and what an \
               offer= stands for, only the game completes. capsule has a character with a model think about \
               a topic for some minutes, 1 to 60, and act on it by the commands that it may use; to \
               end it: cancel mara. stop makes one silent until start, and stop all the whole town; it stays silent over a restart. \
               pause does the same for some minutes. reset ends what one thinks of and does, and \
               what it has just heard, but not what it remembers. set shows what may be changed \
               while the game runs, with its range, and stays over a restart. memory finds notes by \
               words, and alone shows the newest; journal shows what it wrote down of its days; \
               history shows what one perceived last; all three show only what you may read. sleep \
               has one fall asleep until somebody speaks to it or its next slot begins, and work \
               through what it remembers; wake wakes it. say-as has one say something, with your rights. budget shows \
               what the thoughts of one used, and refill gives it back. cost shows what \
               models were used for, by day, and who used up their budget. rumours lists what goes \
               round, and with a number shows who has it from whom. reload reads all content files again, personas included. To see why one did something: why \
               mara\n\
               Other names are aisetup for set, aimemory for memory, aihistory for history, \
               aigoal for goals, aiinteract for say-as, aiexec for order and aiaudit for why.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        // @npc/show mara is what builders of other games type.
        let (verb, rest) = match (meant(&line.small_verb()), line.switch) {
            (Some(verb), _) => (verb, line.rest),
            (None, Some(switch)) => (switch, line.rest),
            (None, None) => line.rest.split_once(' ').unwrap_or((line.rest, "")),
        };
        if let Some(parsed) = parse_rest(verb, rest) {
            return parsed.ok_or(Refusal::Usage(Self::SPEC.usage));
        }
        let name = rest.trim().to_lowercase();
        if let ("show", Some(name)) = (verb, name.strip_suffix(" brief")) {
            return Ok(Self::Brief(name.trim().to_owned()));
        }
        match (verb, name.is_empty()) {
            ("list" | "", true) => Ok(Self::List),
            ("reload", true) => Ok(Self::Reload),
            ("cost", true) => Ok(Self::Cost),
            ("show", false) => Ok(Self::Show(name)),
            ("actions", false) => Ok(Self::Actions(name)),
            ("stop", false) => Ok(Self::Stop(name)),
            ("start", false) => Ok(Self::Start(name)),
            ("reset", false) => Ok(Self::Reset(name)),
            ("sleep", false) => Ok(Self::Sleep { name, wakes: false }),
            ("wake", false) => Ok(Self::Sleep { name, wakes: true }),
            _ => Err(Refusal::Usage(Self::SPEC.usage)),
        }
    }
}

/// Returns the verb that a name from other games stands for.
fn meant(alias: &str) -> Option<&'static str> {
    match alias {
        "aisetup" => Some("set"),
        "aimemory" => Some("memory"),
        "aihistory" => Some("history"),
        "aiinteract" => Some("say-as"),
        "aigoal" => Some("goals"),
        _ => None,
    }
}

/// Parses a verb that takes more than a name; none for other verbs.
fn parse_rest(verb: &str, rest: &str) -> Option<Option<Npc>> {
    let named = || {
        let (name, more) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
        (!name.is_empty()).then(|| (name.to_lowercase(), more.trim()))
    };
    Some(match verb {
        "rumours" => Some(Npc::Rumours(rest.trim().to_lowercase())),
        "capsule" => capsule::parse(rest).map(Npc::Capsule),
        "set" => settings::parse(rest).map(Npc::Set),
        "pause" => control::parse_pause(rest).map(|(name, minutes)| Npc::Pause(name, minutes)),
        "say-as" => control::parse_words(rest).map(|(name, words)| Npc::SayAs(name, words)),
        "journal" => named().and_then(|(name, count)| match count {
            "" => Some(Npc::Journal(name, journal::USUAL)),
            count => count.parse().ok().map(|count| Npc::Journal(name, count)),
        }),
        "new" | "clone" | "remove" => make::parse(verb, rest).map(Npc::Make),
        "goals" => named().and_then(|(name, more)| Some(Npc::Goals(name, goals::parse(more)?))),
        "memory" => named().map(|(name, words)| Npc::Memory(name, words.to_owned())),
        "history" => named().and_then(|(name, count)| match count {
            "" => Some(Npc::History(name, history::USUAL)),
            count => count.parse().ok().map(|count| Npc::History(name, count)),
        }),
        "budget" => named().and_then(|(name, more)| match more {
            "" => Some(Npc::Budget { name, refills: false }),
            "refill" => Some(Npc::Budget { name, refills: true }),
            _ => None,
        }),
        _ => return None,
    })
}

/// Executes `npc`.
pub fn npc(it: Invocation<Npc>, world: &mut World) -> Outcome {
    match it.command {
        Npc::Brief(_)
        | Npc::Actions(_)
        | Npc::Set(_)
        | Npc::Memory(..)
        | Npc::Journal(..)
        | Npc::Sleep { .. }
        | Npc::History(..)
        | Npc::SayAs(..)
        | Npc::Pause(..)
        | Npc::Budget { .. }
        | Npc::Goals(..)
        | Npc::Rumours(_)
        | Npc::Make(_)
        | Npc::Reset(_) => return one(it, world),
        Npc::List => list::list(world, &it.act),
        Npc::Show(name) => {
            let mind = mind(world, &name)?;
            list::show(world, &it.act, mind);
        }
        Npc::Capsule(new) => {
            let mind = mind(world, &new.name)?;
            let text = capsule::start(world, &it.act, mind, new)?;
            reply(world, &it.act, text);
        }
        Npc::Stop(name) if name == "all" => {
            for mind in all(world) {
                stop(world, &it.act, mind, true);
            }
            reply(world, &it.act, Text::plain("All of the town's own people fall silent."));
        }
        Npc::Stop(name) => {
            let mind = mind(world, &name)?;
            stop(world, &it.act, mind, false);
            reply(world, &it.act, Text::plain(format!("{name} falls silent.")));
        }
        Npc::Start(name) if name == "all" => {
            for mind in all(world) {
                start(world, &it.act, mind, true);
            }
            reply(world, &it.act, Text::plain("All of the town's own people think again."));
        }
        Npc::Start(name) => {
            let mind = mind(world, &name)?;
            start(world, &it.act, mind, false);
            reply(world, &it.act, Text::plain(format!("{name} thinks again.")));
        }
        Npc::Cost => {
            let text = cost::shown(world);
            reply(world, &it.act, text);
        }
        Npc::Reload => {
            reload(world, &it.act)?;
        }
    }
    Ok(())
}

fn reload(world: &mut World, act: &Act) -> Outcome {
    let by = who(world, act.actor).ok_or(Refusal::Nowhere)?.id;
    world.write_message(Request::Reload { by });
    reply(world, act, Text::plain("Reading the content files …"));
    Ok(())
}

/// Carries out what is for one character, and is answered with a text.
fn one(it: Invocation<Npc>, world: &mut World) -> Outcome {
    let text = match it.command {
        Npc::Brief(name) => {
            let mind = mind(world, &name)?;
            brief::shown(world, mind)
        }
        Npc::Actions(name) => {
            let mind = mind(world, &name)?;
            actions::shown(world, mind)
        }
        Npc::Set(new) => {
            let mind = mind(world, &new.name)?;
            settings::set(world, &it.act, mind, new)?
        }
        Npc::Memory(..) | Npc::Journal(..) => return read(it, world),
        Npc::Sleep { name, wakes } => {
            let mind = mind(world, &name)?;
            control::sleep(world, &it.act, mind, wakes)?
        }
        Npc::History(name, count) => {
            let mind = mind(world, &name)?;
            history::shown(world, it.act.actor, mind, count)
        }
        Npc::SayAs(name, words) => {
            let mind = mind(world, &name)?;
            control::say_as(world, &it.act, mind, words)?
        }
        Npc::Pause(name, minutes) => {
            let mind = mind(world, &name)?;
            control::pause(world, &it.act, mind, minutes)
        }
        Npc::Budget { name, refills } => {
            let mind = mind(world, &name)?;
            control::budget(world, mind, refills)?
        }
        Npc::Goals(name, order) => {
            let mind = mind(world, &name)?;
            goals::run(world, &it.act, mind, order)?
        }
        Npc::Make(wish) => make::run(world, &it.act, wish)?,
        Npc::Rumours(number) => rumours::shown(world, it.act.actor, &number)?,
        Npc::Reset(name) => {
            let mind = mind(world, &name)?;
            control::reset(world, &it.act, mind)
        }
        Npc::List
        | Npc::Show(_)
        | Npc::Capsule(_)
        | Npc::Stop(_)
        | Npc::Start(_)
        | Npc::Cost
        | Npc::Reload => return Ok(()),
    };
    reply(world, &it.act, text);
    Ok(())
}

/// Asks for what a character keeps, which is shown when the store answers.
fn read(it: Invocation<Npc>, world: &mut World) -> Outcome {
    if let Npc::Memory(name, words) = it.command {
        let (by, of) = reading(world, &it.act, &name)?;
        search(world, &by, &of, words);
    } else if let Npc::Journal(name, count) = it.command {
        let (by, of) = reading(world, &it.act, &name)?;
        journal::journal(world, &by, &of, count);
    }
    Ok(())
}

/// Returns who reads what a character keeps, and which character that is.
fn reading(
    world: &mut World,
    act: &Act,
    name: &str,
) -> Result<(CharacterId, CharacterId), Refusal> {
    let found = mind(world, name)?;
    let of = world.get::<Character>(found).map(|id| id.0.clone()).ok_or(Refusal::Nowhere)?;
    Ok((who(world, act.actor).ok_or(Refusal::Nowhere)?.id, of))
}

fn all(world: &mut World) -> Vec<Entity> {
    let mut minds = world.query_filtered::<Entity, With<Mind>>();
    minds.iter(world).collect()
}

fn stop(world: &mut World, act: &Act, mind: Entity, all: bool) {
    think::actions::end_all(world, mind, ActionEnd::Stopped);
    think::cancel(world, mind, all);
    let was = world.get::<Health>(mind).is_some_and(|it| it.stopped);
    set(world, mind, |health| health.stopped = true);
    if !was {
        let by = staff(world, act);
        write::change(world, mind, MindChange::Stopped { by, all });
    }
}

/// Ends a stop and a rest after errors.
fn start(world: &mut World, act: &Act, mind: Entity, all: bool) {
    let health = world.get::<Health>(mind);
    let was = health
        .is_some_and(|it| it.stopped || it.paused_until.is_some() || it.rests_until.is_some());
    set(world, mind, |health| *health = Health::default());
    if was {
        let by = staff(world, act);
        write::change(world, mind, MindChange::Started { by, all });
    }
}

fn staff(world: &World, act: &Act) -> Option<CharacterRef> {
    who(world, act.actor).map(|it| CharacterRef::from(&it))
}

fn mind(world: &World, name: &str) -> Result<Entity, Refusal> {
    let id = CharacterId::new(name).ok();
    id.and_then(|id| find(world, &id)).ok_or_else(|| {
        let words = format!("None of the town's own people has the id \"{name}\". Try: @npc list");
        Refusal::because(words)
    })
}

fn set(world: &mut World, mind: Entity, change: impl FnOnce(&mut Health)) {
    if let Some(mut health) = world.get_mut::<Health>(mind) {
        change(&mut health);
    }
    saved::touch(world, mind);
}

fn reply(world: &mut World, act: &Act, text: Text) {
    with_narrator(world, |narrator| narrator.show(act, text));
}
