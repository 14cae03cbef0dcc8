//! Command lookup: resolves a line to a command, including verbs that come from data, such as the
//! name of a channel.

use bevy_ecs::prelude::*;
use engine::simulation::Simulation;
use smallvec::SmallVec;
use text::parse::{self, Line};

use crate::act::{
    command::Category,
    permission::Role,
    refusal::Refusal,
    registry::{AnyCommand, Beginning, Registry},
};

/// Source of dynamic verbs, which content or players define.
#[derive(Debug, Clone, Copy)]
pub struct VerbSource {
    /// Parses a line whose verb is exactly one of the source, in lower case; `None` for any other
    /// verb.
    pub read: fn(&World, Entity, &Line<'_>) -> Option<Result<AnyCommand, Refusal>>,
    /// Lists the verbs that this character can type, in lower case.
    pub verbs: fn(&World, Entity) -> Vec<String>,
}

/// Registered verb sources, in the order of lookup.
#[derive(Resource, Default)]
struct VerbSources(SmallVec<[VerbSource; 4]>);

/// Handler of a line that reads like speech and is no command: returns the command that says it, if
/// the recipient is clear; else the player is told how to say it.
#[derive(Resource, Clone, Copy)]
pub struct SpeechReader(pub fn(&World, Entity, &str) -> Option<AnyCommand>);

/// Handler of building commands of other games: returns the hint for the player, or `None` if the
/// line has a meaning in this game.
#[derive(Resource, Clone, Copy)]
pub struct BuildingReader(pub fn(&World, Entity, &Line<'_>, Role) -> Option<Refusal>);

/// Registration of verbs from data.
pub trait AddVerbs {
    /// Adds verbs from data. The name of a command, or the beginning of one, takes precedence.
    fn add_verbs(&mut self, source: VerbSource) -> &mut Self;
}

impl AddVerbs for Simulation {
    fn add_verbs(&mut self, source: VerbSource) -> &mut Self {
        self.world_mut().get_resource_or_init::<VerbSources>().0.push(source);
        self
    }
}

/// Returns whether exactly this word, in lower case, is the name of a command or a verb from data
/// that this character can type.
#[must_use]
pub fn is_taken(world: &World, actor: Entity, verb: &str) -> bool {
    let sources = world.get_resource::<VerbSources>().map_or(&[][..], |it| &it.0);
    world.resource::<Registry>().find(verb).is_some()
        || sources.iter().flat_map(|it| (it.verbs)(world, actor)).any(|it| it == verb)
}

/// Resolves a line to a command for a character with this role: by the name or alias of a command,
/// by a verb from data, by an unambiguous prefix of the first, then of the second; speech is
/// resolved by the [`SpeechReader`].
///
/// # Errors
/// [`Refusal`] when the line matches no command or several, or its arguments do not fit.
pub(crate) fn read(
    world: &World,
    actor: Entity,
    line: &Line<'_>,
    role: Role,
) -> Result<AnyCommand, Refusal> {
    read_verb(world, actor, line, role).or_else(|refusal| {
        let Refusal::Speech { line } = &refusal else { return Err(refusal) };
        let said = world.get_resource::<SpeechReader>().and_then(|it| it.0(world, actor, line));
        said.ok_or(refusal)
    })
}

/// Resolves a line in the syntax of another game: a prefixed verb is the verb itself, and several
/// commands in one line or repeated movements get a hint; `None` for other lines.
fn read_elsewhere(
    world: &World,
    actor: Entity,
    line: &Line<'_>,
    role: Role,
) -> Option<Result<AnyCommand, Refusal>> {
    if !parse::is_elsewhere(line) {
        return None;
    }
    let registry = world.resource::<Registry>();
    if let Some(bare) = parse::unmarked(line).filter(|_| registry.find(line.verb).is_none()) {
        let read = read_verb(world, actor, &bare, role);
        let unknown = matches!(read, Err(Refusal::Unknown { .. } | Refusal::Speech { .. }));
        return (!unknown).then_some(read);
    }
    if let Some(way) = parse::counted_steps(line) {
        let words = format!(
            "Each step is a line of its own here: type {way}, press Enter, and so on. To walk far at \
             once, name the place, as in: go to inn"
        );
        return Some(Err(Refusal::because(words)));
    }
    // The text of messages and settings may hold separators.
    let takes_words = registry.find(&line.small_verb()).is_some_and(|it| match it.category {
        Category::World | Category::Things => false,
        Category::Talk | Category::Game | Category::Staff | Category::Minds => true,
    });
    let typed = line.to_string();
    let parts = if takes_words { Vec::new() } else { parse::parts(&typed) };
    let is_verb =
        |part: &&str| parse::line(part).is_some_and(|it| is_taken(world, actor, &it.small_verb()));
    let (first, second) = (parts.first()?, parts.get(1)?);
    parts.iter().all(is_verb).then(|| {
        let words = format!(
            "One command in a line, please: type {first}, press Enter, and then type {second}. To \
             walk far at once, name the place, as in: go to inn"
        );
        Err(Refusal::because(words))
    })
}

fn read_verb(
    world: &World,
    actor: Entity,
    line: &Line<'_>,
    role: Role,
) -> Result<AnyCommand, Refusal> {
    let building = world.get_resource::<BuildingReader>();
    if let Some(refusal) = building.and_then(|it| it.0(world, actor, line, role)) {
        return Err(refusal);
    }
    if let Some(read) = read_elsewhere(world, actor, line, role) {
        return read;
    }
    let registry = world.resource::<Registry>();
    if let Some(read) = registry.read_named(line, role) {
        return read;
    }
    let verb = line.small_verb();
    if role < Role::Player && registry.find(&verb).is_some_and(|it| it.role == Role::Player) {
        return Err(Refusal::Guest { verb: verb.into_owned() });
    }
    // A command that is hidden from this role is not replaced by a verb from data.
    let sources = match registry.find(&verb) {
        None => world.get_resource::<VerbSources>().map_or(&[][..], |it| &it.0),
        Some(_) => &[],
    };
    if let Some(read) = sources.iter().find_map(|it| (it.read)(world, actor, line)) {
        return read;
    }
    // An article would be a prefix of many commands.
    if !line.rest.is_empty() && parse::is_order(&line.to_string()) {
        return Err(Refusal::Speech { line: line.to_string() });
    }
    match registry.beginning(&verb, role) {
        Beginning::One(entry) => return registry.parse_entry(entry, line),
        Beginning::Several(options) => {
            return Err(Refusal::Short { verb: verb.into_owned(), options });
        }
        Beginning::None => {}
    }
    let known: Vec<(&VerbSource, Vec<String>)> =
        sources.iter().map(|it| (it, (it.verbs)(world, actor))).collect();
    let all = || known.iter().flat_map(|(it, verbs)| verbs.iter().map(move |verb| (*it, verb)));
    let begun: Vec<_> = all().filter(|(_, it)| it.starts_with(&*verb)).take(7).collect();
    match begun.as_slice() {
        [] if speaks(line, registry.find(&verb).is_some()) => {
            Err(Refusal::Speech { line: line.to_string() })
        }
        [] => {
            let mut names: Vec<&str> = registry.names(role).collect();
            names.extend(all().map(|(_, it)| it.as_str()));
            let near = parse::near(&verb, names);
            let near = (!near.is_empty()).then(|| near.join(" or "));
            Err(Refusal::Unknown { verb: verb.into_owned(), near, line: line.to_string() })
        }
        [(source, whole)] => {
            let line = Line { verb: whole, ..*line };
            (source.read)(world, actor, &line).unwrap_or(Err(Refusal::NotAllowed))
        }
        several => {
            let names: Vec<&str> = several.iter().map(|(_, it)| it.as_str()).take(6).collect();
            Err(Refusal::Short { verb: verb.into_owned(), options: names.join(" or ") })
        }
    }
}

/// Strips the final punctuation of a line that is only the name of a command.
pub(crate) fn unpointed<'a>(world: &World, line: Line<'a>) -> Line<'a> {
    let bare = Line { verb: line.verb.trim_end_matches(['.', '!', '?']), ..line };
    let alone = line.rest.is_empty() && line.switch.is_none();
    let pointed = alone && bare.verb.len() < line.verb.len();
    let known = pointed && world.resource::<Registry>().find(&bare.small_verb()).is_some();
    if known { bare } else { line }
}

/// Returns whether a line that matches no command reads like speech. With the name of a hidden
/// command, it does so only without arguments.
fn speaks(line: &Line<'_>, hidden: bool) -> bool {
    (!hidden || line.rest.is_empty()) && parse::is_speech(&line.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{act::command::Command, fixture::Fixture, talk::say::Say};

    const SONGS: VerbSource = VerbSource {
        read: |world, _, line| {
            let verb = line.small_verb();
            let sung = ["hum", "humble", "look", "shutdown"].contains(&&*verb);
            let words = format!("la {verb} {}", line.rest);
            sung.then(|| world.resource::<Registry>().build(Say::SPEC.name, &words))
        },
        verbs: |_, _| ["hum", "humble", "sing", "look", "shutdown"].map(str::to_owned).to_vec(),
    };

    #[test]
    fn a_verb_from_data_hides_no_command_nor_its_beginning() {
        let mut game = Fixture::town();
        game.sim.add_verbs(SONGS);
        let ann = game.enter("Ann", Role::Player, "town/square");
        let mut typed = |line: &str| game.type_line(ann, line);
        assert_eq!(typed("hum softly"), "You say, \"la hum softly\"");
        assert!(!typed("look").contains("la look"));
        assert!(!typed("shutdown").contains("la shutdown"), "a command one may not give");
        // A prefix of it, when unambiguous; a prefix of a command comes first.
        assert_eq!(typed("humb"), "You say, \"la humble\"");
        assert!(!typed("loo").contains("la look"));
        let several = typed("hu");
        assert!(several.starts_with("\"hu\" could be hum or humble."), "{several}");
        let near = typed("simg");
        assert!(near.contains("Did you mean sing?"), "{near}");
        // A line that reads like speech is no mistyped verb.
        assert_eq!(
            typed("simg me a song"),
            "To say that to everybody here, type: say simg me a song"
        );
        assert_eq!(
            typed("What is this?"),
            "To say that to everybody here, type: say What is this?"
        );
        assert!(typed("simg a song").contains("Did you mean sing?"));
        // An article is a prefix of many commands, but of none when more words follow.
        assert_eq!(
            typed("an ale please"),
            "To say that to everybody here, type: say an ale please"
        );
        assert!(typed("a").starts_with("\"a\" could be"));
    }

    #[test]
    fn lines_of_other_games_are_read_or_told_apart() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        let mut typed = |line: &str| game.type_line(ann, line);
        assert!(typed("+who").starts_with("Awake"));
        assert!(typed("/look").starts_with("Square"));
        assert!(typed("@l").starts_with("Square"));
        assert_eq!(typed("/say hi"), "You say, \"hi\"");
        assert!(typed("+shutdown").starts_with("There is no command \"+shutdown\""));
        assert!(typed("@polish it").starts_with("There is no command \"@polish\""));
        for several in ["n;s", "look ; n", "get apple;n|s"] {
            let read = typed(several);
            assert!(read.starts_with("One command in a line, please: type "), "{several}: {read}");
        }
        assert!(typed("3n").starts_with("Each step is a line of its own here: type north"));
        assert!(typed("look").starts_with("Square"), "nobody went anywhere");
        assert_eq!(typed("say n;s"), "You say, \"n;s\"");
        assert_eq!(typed(";waves; nods"), "Ann waves; nods");
        assert!(typed("look a;b").starts_with("You see no"));
    }

    #[test]
    fn a_guest_reads_what_a_command_of_players_needs() {
        let mut game = Fixture::town();
        let guest = game.enter("Guest-1", Role::Guest, "town/square");
        let mail = game.type_line(guest, "Mail");
        assert!(mail.starts_with("\"mail\" needs a name of your own"), "{mail}");
        assert!(game.type_line(guest, "shutdown").starts_with("There is no command"));
    }

    #[test]
    fn a_full_stop_behind_a_command_is_none_of_it() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        let mut typed = |line: &str| game.type_line(ann, line);
        assert!(typed("n.").starts_with("Inn\n"));
        assert!(typed("South!").starts_with("Square\n"));
        assert!(typed("?").starts_with("Help"), "that is a command itself");
        let hello = typed("Hello.");
        assert!(hello.ends_with("To say it aloud, type: say Hello."), "{hello}");
    }
}
