//! Order in which an entered line is rewritten, resolved and refused. The first step that answers
//! decides, so a refusal is found by the step that it names.
//!
//! | # | Step | File | Refusal |
//! |---|---|---|---|
//! | 1 | length, rate and number of waiting lines | `server/src/session/play.rs` | too long lines get a notice, others wait |
//! | 2 | dialogue under way, such as a new password | `server/src/session/play/aside.rs` | its own |
//! | 3 | alias, or `!` for the last line | `world/src/beings/alias.rs` | no line to repeat |
//! | 4 | pronoun, such as `it` | `world/src/things/pronoun.rs` | no referent |
//! | 5 | punctuation behind a command alone | [`unpointed`] | |
//! | 6 | the steps of [`LineLookup::STEPS`] | this file | see there |
//! | 7 | arguments | `Command::parse` of the command | [`Refusal::Usage`], or its own |
//! | 8 | speech to a clear recipient | [`SpeechReader`], in `world/src/talk/call.rs` | [`Refusal::Speech`] |
//! | 9 | noun in sight in place of a command | `world/src/act/perform.rs` | hint to `look` |
//! | 10 | saving suspended | `world/src/act/perform.rs` | [`Refusal::ReadOnly`] |
//! | 11 | roles of the actor and of those behind the intent | `world/src/act/permission.rs` | [`Refusal::NotAllowed`] |
//! | 12 | handler | the command's own file | [`Refusal::NotHere`], [`Refusal::Which`], [`Refusal::Nobody`], [`Refusal::NoWay`], [`Refusal::Because`] |
//! | 13 | readers, ignoring and rate of words | `world/src/witness/narrator.rs` | [`Refusal::Overheard`], [`Refusal::Ignored`], [`Refusal::Hasty`] |
//! | 14 | panic | `world/src/act/perform.rs` | [`Refusal::Broken`] |
//!
//! Steps 3 and 4 run when the line comes in (`world/src/input.rs`), 5 to 9 in the stage Interpret,
//! 10 to 14 in the stage Act, where the commands of minds join at step 10.

use std::borrow::Cow;

use bevy_ecs::prelude::*;
use text::parse::{self, Line};

use crate::act::{
    command::Category,
    permission::Role,
    refusal::Refusal,
    registry::{AnyCommand, Beginning, Registry},
    verbs::{self, BuildingReader, SpeechReader, VerbSource},
};

/// Answer of a step: a command, or a refusal.
type LineAnswer = Result<AnyCommand, Refusal>;

/// Resolves a line to a command for a character with this role.
///
/// # Errors
/// [`Refusal`] when the line matches no command or several, or its arguments do not fit.
pub(crate) fn read(world: &World, actor: Entity, line: &Line<'_>, role: Role) -> LineAnswer {
    look_up(world, actor, line, role).or_else(|refusal| {
        let Refusal::Speech { line } = &refusal else { return Err(refusal) };
        let said = world.get_resource::<SpeechReader>().and_then(|it| it.0(world, actor, line));
        said.ok_or(refusal)
    })
}

fn look_up(world: &World, actor: Entity, line: &Line<'_>, role: Role) -> LineAnswer {
    let registry = world.resource::<Registry>();
    let lookup = LineLookup { world, registry, actor, line, verb: line.small_verb(), role };
    LineLookup::STEPS.iter().find_map(|step| step(&lookup)).unwrap_or_else(|| Err(lookup.unknown()))
}

/// Strips the final punctuation of a line that is only the name of a command.
pub(crate) fn unpointed<'a>(world: &World, line: Line<'a>) -> Line<'a> {
    let bare = Line { verb: line.verb.trim_end_matches(['.', '!', '?']), ..line };
    let alone = line.rest.is_empty() && line.switch.is_none();
    let pointed = alone && bare.verb.len() < line.verb.len();
    let known = pointed && world.resource::<Registry>().find(&bare.small_verb()).is_some();
    if known { bare } else { line }
}

/// Lookup of one line.
struct LineLookup<'a> {
    world: &'a World,
    registry: &'a Registry,
    actor: Entity,
    line: &'a Line<'a>,
    /// Verb of the line, in lower case.
    verb: Cow<'a, str>,
    role: Role,
}

impl LineLookup<'_> {
    /// Steps from a line to its command, in order; when none answers, [`Self::unknown`] does.
    const STEPS: [fn(&Self) -> Option<LineAnswer>; 9] = [
        Self::building,
        Self::elsewhere,
        Self::named,
        Self::needs_account,
        Self::data_verb,
        Self::sentence,
        Self::prefix,
        Self::data_verb_prefix,
        Self::speech,
    ];

    /// Returns the hint for a command that builds the world in other games.
    fn building(&self) -> Option<LineAnswer> {
        let reader = self.world.get_resource::<BuildingReader>()?;
        reader.0(self.world, self.actor, self.line, self.role).map(Err)
    }

    /// Answers a line in the syntax of another game: a prefixed verb is the verb itself, and
    /// several commands in one line or repeated movements get a hint.
    fn elsewhere(&self) -> Option<LineAnswer> {
        let Self { world, registry, actor, line, role, .. } = *self;
        if !parse::is_elsewhere(line) {
            return None;
        }
        if let Some(bare) = parse::unmarked(line).filter(|_| registry.find(line.verb).is_none()) {
            let read = look_up(world, actor, &bare, role);
            let unknown = matches!(read, Err(Refusal::Unknown { .. } | Refusal::Speech { .. }));
            return (!unknown).then_some(read);
        }
        if let Some(way) = parse::counted_steps(line) {
            let words = format!(
                "Each step is a line of its own here: type {way}, press Enter, and so on. To walk \
                 far at once, name the place, as in: go to inn"
            );
            return Some(Err(Refusal::because(words)));
        }
        // The text of messages and settings may hold separators.
        let takes_words = registry.find(&self.verb).is_some_and(|it| match it.category {
            Category::World | Category::Things => false,
            Category::Talk | Category::Game | Category::Staff | Category::Minds => true,
        });
        let typed = line.to_string();
        let parts = if takes_words { Vec::new() } else { parse::parts(&typed) };
        let is_verb = |part: &&str| {
            parse::line(part).is_some_and(|it| verbs::is_taken(world, actor, &it.small_verb()))
        };
        let (first, second) = (parts.first()?, parts.get(1)?);
        parts.iter().all(is_verb).then(|| {
            let words = format!(
                "One command in a line, please: type {first}, press Enter, and then type {second}. \
                 To walk far at once, name the place, as in: go to inn"
            );
            Err(Refusal::because(words))
        })
    }

    /// Finds the command with exactly this name or alias.
    fn named(&self) -> Option<LineAnswer> {
        self.registry.read_named(self.line, self.role)
    }

    /// Answers the name of a command that needs an account with [`Refusal::Guest`].
    fn needs_account(&self) -> Option<LineAnswer> {
        let is_guest = self.role < Role::Player;
        let needs = |verb: &str| self.registry.find(verb).is_some_and(|it| it.role == Role::Player);
        let verb = &*self.verb;
        (is_guest && needs(verb)).then(|| Err(Refusal::Guest { verb: verb.to_owned() }))
    }

    /// Finds the verb from data with exactly this name.
    fn data_verb(&self) -> Option<LineAnswer> {
        self.sources().iter().find_map(|it| (it.read)(self.world, self.actor, self.line))
    }

    /// Reads speech by its first words, which may be a prefix of many commands: an order for goods, or
    /// a sentence. A command with a comma behind it is no sentence.
    fn sentence(&self) -> Option<LineAnswer> {
        let line = (!self.line.rest.is_empty()).then(|| self.line.to_string())?;
        let bare = self.verb.trim_end_matches(',');
        let is_command = self.registry.find(bare).is_some();
        let is_sentence = parse::is_order(&line) || !is_command && parse::is_sentence(&line);
        is_sentence.then_some(Err(Refusal::Speech { line }))
    }

    /// Finds the command with this prefix; of several [`Refusal::Short`].
    fn prefix(&self) -> Option<LineAnswer> {
        match self.registry.beginning(&self.verb, self.role) {
            Beginning::One(entry) => Some(self.registry.parse_entry(entry, self.line)),
            Beginning::Several(options) => Some(Err(self.short(options))),
            Beginning::None => None,
        }
    }

    /// Finds the verb from data with this prefix; of several [`Refusal::Short`].
    fn data_verb_prefix(&self) -> Option<LineAnswer> {
        let known = self.verbs_from_data();
        let all = known.iter().flat_map(|(it, verbs)| verbs.iter().map(move |verb| (*it, verb)));
        let begun: Vec<_> = all.filter(|(_, it)| it.starts_with(&*self.verb)).take(7).collect();
        match begun.as_slice() {
            [] => None,
            [(source, whole)] => {
                let line = Line { verb: whole, ..*self.line };
                let read = (source.read)(self.world, self.actor, &line);
                Some(read.unwrap_or(Err(Refusal::NotAllowed)))
            }
            several => {
                let names: Vec<&str> = several.iter().map(|(_, it)| it.as_str()).take(6).collect();
                Some(Err(self.short(names.join(" or "))))
            }
        }
    }

    /// Reads a line that matches no command and reads like speech. With the name of a hidden
    /// command, it does so only without arguments.
    fn speech(&self) -> Option<LineAnswer> {
        let hidden = self.registry.find(&self.verb).is_some();
        let line = (!hidden || self.line.rest.is_empty()).then(|| self.line.to_string())?;
        parse::is_speech(&line).then_some(Err(Refusal::Speech { line }))
    }

    /// Returns [`Refusal::Unknown`], with similar names.
    fn unknown(&self) -> Refusal {
        let known = self.verbs_from_data();
        let mut names: Vec<&str> = self.registry.names(self.role).collect();
        names.extend(known.iter().flat_map(|(_, verbs)| verbs.iter().map(String::as_str)));
        let near = parse::near(&self.verb, names);
        let near = (!near.is_empty()).then(|| near.join(" or "));
        Refusal::Unknown { verb: self.verb.to_string(), near, line: self.line.to_string() }
    }

    fn short(&self, options: String) -> Refusal {
        Refusal::Short { verb: self.verb.to_string(), options }
    }

    /// Returns the sources of verbs from data; none for the name of a command that is hidden from
    /// this role, which is not replaced by a verb from data.
    fn sources(&self) -> &[VerbSource] {
        match self.registry.find(&self.verb) {
            None => verbs::sources(self.world),
            Some(_) => &[],
        }
    }

    fn verbs_from_data(&self) -> Vec<(&VerbSource, Vec<String>)> {
        let sources = self.sources().iter();
        sources.map(|it| (it, (it.verbs)(self.world, self.actor))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        act::{command::Command, verbs::AddVerbs},
        fixture::Fixture,
        talk::say::Say,
    };

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
    fn a_sentence_is_speech_though_it_begins_like_a_command() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        let mut typed = |line: &str| game.type_line(ann, line);
        for said in [
            "do you remember me",
            "you're late",
            "that\u{2019}s so sad bob",
            "thanks, bye",
            "and who knows about it",
            "so what now",
        ] {
            let hint = format!("To say that to everybody here, type: say {said}");
            assert_eq!(typed(said), hint);
        }
        for typed_wrongly in ["north, south", "so", "do", "thats,", "wisper bob hello"] {
            let read = typed(typed_wrongly);
            assert!(!read.starts_with("To say that"), "{typed_wrongly}: {read}");
        }
    }

    #[test]
    fn an_alias_and_a_pronoun_come_before_every_lookup() {
        let mut game = Fixture::town();
        game.sim.add_verbs(SONGS);
        let ann = game.enter("Ann", Role::Player, "town/square");
        let mut typed = |line: &str| game.type_line(ann, line);
        assert_eq!(typed("!"), "There is no line to repeat yet.");
        assert!(typed("hu").starts_with("\"hu\" could be hum or humble."));
        typed("alias hu = get");
        assert!(typed("hu it").starts_with("What do you mean by \"it\"?"), "the alias comes first");
        assert!(typed("hu").starts_with("Please type it like this: "), "then its arguments");
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
