//! Command `examine`: a closer look at an item, a person or a detail of the room.

use engine::save::durability::Durability;
use text::{
    parse::{self, Direction, Line, Noun},
    prose,
    styled::{Style, Text},
};

use crate::{
    act::{
        cause::Act,
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    witness::{
        narrator::Narrator,
        sight::{Seen, Sight},
    },
};

/// Command to look closely at a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Examine {
    pub at: String,
}

impl Command for Examine {
    const SPEC: CommandSpec = CommandSpec {
        name: "examine",
        aliases: &["x", "ex", "exa", "inspect"],
        role: Role::Guest,
        category: Category::World,
        usage: "examine THING",
        summary: "Look closely at a thing, a person or a detail of the place.",
        help: "Example: examine fountain\n\
               Whatever a text mentions can be looked at. If several things have the \
               name, give a number: examine 2.mug",
        saves: Durability::None,
    };
    const VIEWS: bool = true;

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        match parse::leading(line.rest).1 {
            "" => Err(Refusal::Usage(Self::SPEC.usage)),
            at => Ok(Self { at: at.to_owned() }),
        }
    }
}

/// Runs the `examine` command.
pub fn examine(invocation: Invocation<Examine>, sight: Sight, mut narrator: Narrator) -> Outcome {
    show(&invocation.act, &invocation.command.at, &sight, &mut narrator)
}

/// Words for parts and clothes of the viewer's own body.
const OWN: [&str; 8] = ["hands", "hand", "feet", "face", "body", "clothes", "shoes", "reflection"];

/// Words for the sky and the weather, which are known even where no text mentions them.
const SKY: [&str; 9] =
    ["sky", "sun", "moon", "stars", "star", "clouds", "cloud", "rain", "weather"];

/// Words for surroundings that every room has.
const ANYWHERE: [&str; 8] =
    ["ground", "floor", "air", "wall", "walls", "ceiling", "earth", "surroundings"];

/// Shows the result of a closer look at `at`.
pub(crate) fn show(act: &Act, at: &str, sight: &Sight, narrator: &mut Narrator) -> Outcome {
    let at = parse::without_manner(at);
    let noun = parse::noun(at).ok_or(Refusal::Usage(Examine::SPEC.usage))?;
    if is_own(at, &noun)
        && let Some((text, label)) = sight.examine(act.actor, act.actor, |_| false)
    {
        narrator.show_labelled(act, text, label);
        return Ok(());
    }
    let (seen, instead) = resolve(act, &noun, sight)?;
    let text = match seen {
        Seen::Entity(found) if narrator.ignores(act.actor, found) => {
            // A player's own description counts as their words.
            let mut text = Text::styled(Style::Person, sight.name(found));
            let words = "\nYou ignore them, so you do not read what they say of themselves.";
            text.push(Style::Quiet, words);
            text
        }
        Seen::Entity(found) => {
            let (text, label) = sight
                .examine(act.actor, found, |it| narrator.leaves_out(act.actor, it))
                .ok_or_else(|| Refusal::because("There is nothing special about it."))?;
            narrator.show_labelled(act, text, label);
            return Ok(());
        }
        Seen::Detail(detail) => match instead {
            Some(near) => {
                let detail = sight.as_read_by(act.actor, detail);
                let mut text = Text::styled(Style::Quiet, format!("You look at the {near}.\n"));
                text.push(Style::Prose, &detail);
                text
            }
            None => Text::styled(Style::Prose, &*sight.as_read_by(act.actor, detail)),
        },
        Seen::Door(way, door) => {
            let state = if door.open { "open" } else { "shut" };
            format!("{} leads {way}. It is {state}.", capital(&door.name)).into()
        }
        Seen::Way(way) => along(act, way, sight)?.into(),
        Seen::Mentioned => nothing_more(noun.typed).into(),
    };
    narrator.show(act, text);
    Ok(())
}

/// Returns whether the target is the viewer, or a part of the viewer.
fn is_own(at: &str, noun: &Noun<'_>) -> bool {
    let small = at.to_lowercase();
    let part = small.strip_prefix("my ").is_some_and(|it| OWN.contains(&it));
    part || matches!(noun.typed, "me" | "myself" | "self")
}

/// Returns the target, and its corrected name if what was typed was a typing error.
fn resolve<'a>(
    act: &Act,
    noun: &Noun<'_>,
    sight: &'a Sight,
) -> Result<(Seen<'a>, Option<String>), Refusal> {
    let is = |all: &[&str]| all.iter().any(|it| it.eq_ignore_ascii_case(noun.words));
    match sight.look_for(act.actor, noun) {
        // A look at the wrong target does no harm, and mostly it is the right one.
        Err(Refusal::NotHere { near: Some(near), noun: typed }) => {
            let meant = parse::noun(&near).map(|it| sight.look_for(act.actor, &it));
            let unknown = Refusal::NotHere { noun: typed, near: None };
            Ok((meant.and_then(Result::ok).ok_or(unknown)?, Some(near)))
        }
        Err(Refusal::NotHere { .. }) if is(&SKY) => {
            Err(Refusal::because("To see what the sky is up to, type: weather"))
        }
        Err(Refusal::NotHere { .. }) if is(&ANYWHERE) => Ok((Seen::Mentioned, None)),
        seen => Ok((seen?, None)),
    }
}

/// Describes what can be seen in a direction.
fn along(act: &Act, way: Direction, sight: &Sight) -> Result<String, Refusal> {
    let room = sight.room_of(act.actor).ok_or(Refusal::Nowhere)?;
    Ok(match sight.exit(room, way) {
        None if way == Direction::Up => {
            let words = "There is no way up. To see what the sky is up to, type: weather";
            return Err(Refusal::because(words));
        }
        None => return Err(Refusal::because(format!("There is no way {way}."))),
        Some((_, Some(door))) if !door.open => format!("{} is shut.", capital(&door.name)),
        Some((to, _)) => format!("That way leads to {}.", sight.room_name(to)),
    })
}

/// Returns the answer for something that a text only mentions: the same each time for the same
/// words, but not the same for all.
fn nothing_more(typed: &str) -> String {
    let Some(words) = prose::words_for(typed) else { return "It is as you have read.".to_owned() };
    let letters: usize = typed.bytes().map(|it| usize::from(it.to_ascii_lowercase())).sum();
    match letters % 3 {
        0 => format!("There is nothing more to the {words} than you have read."),
        1 => format!("You look twice, but there is nothing more to the {words}."),
        _ => format!("You have read all there is to know about the {words}."),
    }
}

fn capital(words: &str) -> String {
    Text::plain(words).capitalised().as_str().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;

    const TOWN: &[(&str, &str)] = &[
        (
            "world.ron",
            r#"(name: "T", banner: "Hi.", welcome: "Hi.", start: "town/yard", coins: 1)"#,
        ),
        (
            "zones/town.ron",
            r#"(id: "town", name: "Town", rooms: [
                (id: "yard", name: "Yard", description: "A yard.",
                 details: {"up": "Clouds.", "north wall|wall": "Bricks."},
                 things: ["n", "note", "first", "book", "book"],
                 exits: [(direction: North, to: "hall", door: "the second door", shut: true),
                     (direction: South, to: "hall"),
                     (direction: East, to: "hall", door: "the third door", shut: true)]),
                (id: "hall", name: "Hall", description: "A hall.", things: ["note"],
                 exits: [(direction: South, to: "yard")]),
            ], kinds: [
                (id: "n", name: "the N", description: "A letter."),
                (id: "note", name: "a note", description: "Notes."),
                (id: "first", name: "the first book", description: "The oldest."),
                (id: "book", name: "a book", description: "Younger."),
            ])"#,
        ),
    ];

    #[test]
    fn what_is_called_so_comes_before_a_direction_and_a_direction_before_a_beginning() {
        let mut game = Fixture::new(TOWN);
        let ann = game.enter("Ann", Role::Player, "town/yard");
        game.enter("Sal", Role::Player, "town/yard");
        let mut look = |at: &str| game.type_line(ann, &format!("look {at}"));
        assert_eq!(look("n"), "The N\nA letter.", "a thing is called so");
        assert_eq!(look("north"), "The second door is shut.");
        assert_eq!(look("up"), "Clouds.", "a detail is called so");
        assert_eq!(look("s"), "That way leads to Hall.", "not Sal");
        assert_eq!(look("sa"), "Sal\nSal looks like anybody.");
        assert_eq!(look("w"), "There is no way west.", "not the wall");
        assert_eq!(look("wall"), "Bricks.");
    }

    #[test]
    fn what_is_called_so_comes_before_a_number_among_things_people_details_and_doors() {
        let mut game = Fixture::new(TOWN);
        let ann = game.enter("Ann", Role::Player, "town/yard");
        game.enter("Second", Role::Player, "town/yard");
        let mut look = |at: &str| game.type_line(ann, &format!("examine {at}"));
        assert_eq!(look("first book"), "The first book\nThe oldest.");
        assert_eq!(look("second book"), "A book\nYounger.");
        assert_eq!(look("second"), "Second\nSecond looks like anybody.");
        assert_eq!(look("third door"), "The third door leads east. It is shut.");
        assert_eq!(look("2.door"), "The third door leads east. It is shut.");
        assert_eq!(look("second door"), "The second door leads north. It is shut.");
    }
}
