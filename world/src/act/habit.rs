//! Habits: commands of other games, and their equivalents or explanations here.

use std::{collections::BTreeMap, sync::Arc};

use bevy_ecs::prelude::*;
use engine::simulation::Simulation;
use text::{
    parse::{self, Line},
    styled::{Style, Text},
};

use crate::{
    act::{
        line,
        permission::Role,
        refusal::Refusal,
        verbs::{AddVerbs, VerbSource},
    },
    beings::character::Rights,
};

/// Placeholders for the whole line and for its arguments in the equivalent.
const PLACES: [&str; 2] = ["{line}", "{rest}"];

/// Adds the habits as a verb source. They are looked up last, so that verbs that players define
/// take precedence.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Habits>();
    sim.add_verbs(VERBS);
}

/// Effect of a habit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HabitMeaning {
    /// Explanation shown to the player.
    Says(Arc<str>),
    /// Equivalent command line, in which `{line}` stands for the typed line, and `{rest}` for its
    /// arguments. Without either, the arguments are appended.
    Means(Arc<str>),
}

/// Habit: verbs with the same effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Habit {
    /// Verbs, in lower case.
    pub words: Vec<String>,
    pub meaning: HabitMeaning,
}

impl Habit {
    /// Builds the help page for one of the verbs.
    #[must_use]
    pub fn page(&self, word: &str) -> Text {
        let mut text = Text::styled(Style::Heading, word).capitalised();
        match &self.meaning {
            HabitMeaning::Says(words) => text.say("\n").push(Style::Prose, words),
            HabitMeaning::Means(line) => {
                let line = PLACES.iter().fold(line.to_string(), |it, place| it.replace(place, "…"));
                text.say("\nHere that means: ").push(Style::Command, line.trim_end())
            }
        };
        text
    }
}

/// Effects of all habits, by verb.
#[derive(Resource, Debug, Default)]
pub struct Habits(BTreeMap<String, HabitMeaning>);

impl Habits {
    /// Indexes the habits by their verbs.
    #[must_use]
    pub fn new(habits: &[Habit]) -> Self {
        let words = habits.iter().flat_map(|it| it.words.iter().map(|word| (word, &it.meaning)));
        Self(words.map(|(word, meaning)| (word.clone(), meaning.clone())).collect())
    }
}

/// Verb source of the habits. They must be typed in full, and are never suggested.
const VERBS: VerbSource = VerbSource {
    read: |world, actor, line| {
        let habits = world.resource::<Habits>();
        let meant = match habits.0.get(&*line.small_verb())? {
            HabitMeaning::Says(words) => return Some(Err(Refusal::because(&**words))),
            HabitMeaning::Means(meant) => filled(meant, line),
        };
        let meant = parse::line(&meant)?;
        // No chains of habits, which could be endless.
        if habits.0.contains_key(&*meant.small_verb()) {
            return None;
        }
        let role = world.get::<Rights>(actor).map_or(Role::Guest, |it| it.0);
        Some(line::read(world, actor, &meant, role))
    },
    verbs: |_, _| Vec::new(),
};

fn filled(meant: &str, line: &Line<'_>) -> String {
    if PLACES.iter().any(|place| meant.contains(place)) {
        // The typed text is inserted last and once, so that placeholders in it are not filled.
        match meant.split_once("{line}") {
            Some((before, after)) => format!("{before}{line}{after}"),
            None => meant.replacen("{rest}", line.rest, 1),
        }
    } else {
        format!("{meant} {}", line.rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;

    fn habit(words: &[&str], meaning: HabitMeaning) -> Habit {
        Habit { words: words.iter().map(ToString::to_string).collect(), meaning }
    }

    #[test]
    fn a_habit_is_answered_or_means_a_line() {
        let mut game = Fixture::town();
        let means = |line: &str| HabitMeaning::Means(line.into());
        let habits = [
            habit(&["kill", "hit"], HabitMeaning::Says("There is no fighting here.".into())),
            habit(&["exclaim"], means("say")),
            habit(&["hello", "hi"], means("say {line}")),
            habit(&["recite"], means("say \"{rest}\" is all")),
            habit(&["round"], means("hit")),
            habit(&["look"], HabitMeaning::Says("Hidden.".into())),
        ];
        game.sim.world_mut().insert_resource(Habits::new(&habits));
        let ann = game.enter("Ann", Role::Player, "town/square");
        for (line, read) in [
            ("kill bob", "There is no fighting here."),
            ("HIT", "There is no fighting here."),
            ("exclaim Oh!", "You say, \"Oh!\""),
            ("exclaim", "Please type it like this: say TEXT, or: say to NAME TEXT"),
            ("Hi there", "You say, \"Hi there\""),
            ("hello", "You say, \"hello\""),
            ("recite {line}", "You say, \"\"{line}\" is all\""),
            ("round", "There is no command \"round\". To say it aloud, type: say round"),
            // A prefix of a habit has no effect, and none is suggested.
            ("kil", "There is no command \"kil\". To say it aloud, type: say kil"),
        ] {
            assert_eq!(game.type_line(ann, line), read, "{line}");
        }
        assert!(game.type_line(ann, "look").starts_with("Square"));
    }
}
