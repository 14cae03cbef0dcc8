//! Resolution and effect of handling verbs: authored effects, doors and exits, or a message that
//! nothing happens.

use std::sync::Arc;

use bevy_ecs::{prelude::*, system::SystemParam};
use text::{
    parse::{self, Direction, Noun},
    styled::{Style, Text, list_or},
};

use crate::{
    act::{
        cause::{Act, Cause},
        perform,
        refusal::{Outcome, Refusal},
    },
    space::{
        go::{Destination, Go},
        towards::{Doorway, Towards},
    },
    things::{
        handling::{
            authored::{HandlingAct, RoomActs, RoomSenses, by_verb},
            verb::{AtDoor, BareVerb, HandlingVerb},
        },
        kind::Kinds,
        thing::Thing,
    },
    witness::{
        fact::{Fact, Handling},
        narrator::Narrator,
        sight::{Seen, Sight},
    },
};

/// Prepositions between a verb and its noun, skipped in the search.
const BEFORE: &[&str] = &[
    "on", "to", "at", "in", "into", "onto", "up", "down", "over", "through", "against", "from",
    "off", "out", "inside", "around",
];

/// Returns the target for a noun that is present but has no authored effect.
fn unwritten(noun: &Noun<'_>) -> Handled {
    Handled::Thing(format!("the {}", noun.words.to_lowercase()).into(), None)
}

/// Nouns for the current room itself.
const HERE: &[&str] = &["here", "around", "room", "air", "the air"];

/// Resolved target of a handling verb.
enum Handled {
    /// Item, detail or door: its name and its authored effect, if any.
    Thing(Arc<str>, Option<HandlingAct>),
    /// Character, by name.
    Person(String),
    /// Exit, by direction.
    Way(Direction),
}

/// System parameter that resolves and executes handling verbs.
#[derive(SystemParam)]
pub struct Reach<'w, 's> {
    sight: Sight<'w, 's>,
    towards: Towards<'w, 's>,
    narrator: Narrator<'w, 's>,
    kinds: Res<'w, Kinds>,
    things: Query<'w, 's, &'static Thing>,
    rooms: Query<'w, 's, (Option<&'static RoomActs>, Option<&'static RoomSenses>)>,
    commands: Commands<'w, 's>,
}

impl Reach<'_, '_> {
    /// Returns whether words mean an item or detail in the room, or a carried item.
    #[must_use]
    pub fn is_here(&self, actor: Entity, words: &str) -> bool {
        let seen = parse::noun(aim(words)).and_then(|it| self.sight.look_for(actor, &it).ok());
        match seen {
            Some(Seen::Entity(it)) => self.things.contains(it),
            Some(Seen::Detail(_) | Seen::Mentioned) => true,
            Some(Seen::Door(..) | Seen::Way(_)) | None => false,
        }
    }

    /// Executes a verb on the target that the words name.
    ///
    /// # Errors
    /// [`Refusal`] when they mean nothing here or several things.
    pub fn handle(&mut self, act: &Act, verb: &HandlingVerb, words: &str) -> Outcome {
        let room = self.sight.room_of(act.actor).ok_or(Refusal::Nowhere)?;
        let words = parse::without_manner(aim(words));
        let is_here = HERE.iter().any(|it| it.eq_ignore_ascii_case(words));
        let noun = parse::noun(words).filter(|_| !is_here);
        let Some(noun) = noun else { return self.alone(act, verb, room) };
        let door = match verb.door {
            AtDoor::Nothing => None,
            AtDoor::Open | AtDoor::Close | AtDoor::Knock | AtDoor::Try => {
                self.towards.door(room, &noun)?
            }
        };
        let any = ["door", "doors"].iter().any(|it| it.eq_ignore_ascii_case(noun.words));
        if any && verb.bare == BareVerb::Door && self.towards.doors(room).is_empty() {
            return Err(Refusal::because("There is no door here."));
        }
        if let Some(door) = door {
            return self.at_door(act, verb, room, &noun, &door);
        }
        let way = match verb.bare {
            // The square with its elm is another room, which nobody climbs.
            BareVerb::Climb => {
                let way = self.towards.way(room, &noun)?;
                let rises = |it: &Direction| matches!(it, Direction::Up | Direction::Down);
                match self.towards.door(room, &noun)? {
                    Some(_) => way,
                    None => way.filter(rises),
                }
            }
            BareVerb::Ask | BareVerb::Hear | BareVerb::Smell | BareVerb::Door => None,
        };
        let handled = match (self.found(act.actor, room, verb, words, &noun), way) {
            (Ok(handled), _) => handled,
            (Err(_), Some(way)) => Handled::Way(way),
            (Err(refusal), None) => return Err(refusal),
        };
        match (handled, way) {
            (Handled::Thing(name, Some(done)), _) => self.deed(act, verb, name, Some(done)),
            (Handled::Thing(..), Some(way)) => self.go(act, way),
            (Handled::Thing(name, None), None) => {
                self.show_to_actor(act, verb.nothing.replace("{it}", &the(&name)));
            }
            (Handled::Person(name), _) => self.show_to_actor(act, about(verb, &name)),
            (Handled::Way(way), _) if verb.bare == BareVerb::Climb => self.go(act, way),
            (Handled::Way(way), _) => {
                let words = format!("There is nothing {way} that you could {}.", verb.name);
                return Err(Refusal::because(words));
            }
        }
        Ok(())
    }

    /// Resolves a noun; on failure, retries without the phrase after a preposition, as in "ring
    /// bell with a hammer".
    fn found(
        &self,
        actor: Entity,
        room: Entity,
        verb: &HandlingVerb,
        words: &str,
        noun: &Noun<'_>,
    ) -> Result<Handled, Refusal> {
        self.resolve(actor, room, verb, noun).or_else(|refusal| {
            let shorter = parse::phrase(words).filter(|it| it.link.is_some());
            let shorter = shorter.and_then(|it| self.resolve(actor, room, verb, &it.direct).ok());
            shorter.ok_or(refusal)
        })
    }

    fn resolve(
        &self,
        actor: Entity,
        room: Entity,
        verb: &HandlingVerb,
        noun: &Noun<'_>,
    ) -> Result<Handled, Refusal> {
        Ok(match self.sight.look_for(actor, noun)? {
            Seen::Entity(seen) => {
                let name = self.sight.name(seen);
                match self.things.get(seen) {
                    Ok(thing) => {
                        let kind = self.kinds.kinds.get(&thing.kind);
                        let acts = kind.into_iter().flat_map(|it| it.acts.iter());
                        Handled::Thing(name.into(), by_verb(acts, verb.name).cloned())
                    }
                    Err(_) => Handled::Person(name.to_owned()),
                }
            }
            Seen::Detail(seen) => {
                let acts = self.rooms.get(room).ok().and_then(|(acts, _)| acts);
                let mut acts = acts.into_iter().flat_map(|it| it.0.iter());
                match acts.find(|it| *it.seen == *seen && it.act.verbs.contains(&verb.name)) {
                    Some(it) => Handled::Thing(it.name.clone(), Some(it.act.clone())),
                    None => unwritten(noun),
                }
            }
            Seen::Door(_, door) => Handled::Thing(door.name.clone(), None),
            Seen::Way(way) if Direction::parse(noun.typed).is_some() => Handled::Way(way),
            // An adjacent room, by its name, is treated as a noun that is only mentioned.
            Seen::Way(_) | Seen::Mentioned => unwritten(noun),
        })
    }

    /// Executes a verb without a noun.
    fn alone(&mut self, act: &Act, verb: &HandlingVerb, room: Entity) -> Outcome {
        let ask = || {
            let HandlingVerb { name, form, .. } = verb;
            Refusal::because(format!("What would you like to {name}? Type: {form}"))
        };
        let senses = self.rooms.get(room).ok().and_then(|(_, senses)| senses);
        match verb.bare {
            BareVerb::Ask => return Err(ask()),
            BareVerb::Hear => {
                let heard = senses.and_then(|it| it.hear.clone());
                self.show_to_actor(
                    act,
                    heard.as_deref().unwrap_or("You hear nothing in particular."),
                );
            }
            BareVerb::Smell => {
                let smelt = senses.and_then(|it| it.smell.clone());
                self.show_to_actor(
                    act,
                    smelt.as_deref().unwrap_or("You smell nothing in particular."),
                );
            }
            BareVerb::Door => {
                let doors = self.towards.doors(room);
                let names: Vec<&str> = doors.iter().map(|it| &*it.door.name).collect();
                match names.as_slice() {
                    [] => return Err(Refusal::because("There is no door here.")),
                    [one] => return self.handle(act, verb, one),
                    several => {
                        let options = list_or(several);
                        return Err(Refusal::Which { noun: "door".to_owned(), options });
                    }
                }
            }
            BareVerb::Climb => {
                let ways = [Direction::Up, Direction::Down];
                let ways = ways.map(|way| self.towards.leads(room, way).then_some(way));
                let ([Some(way), None] | [None, Some(way)]) = ways else { return Err(ask()) };
                self.go(act, way);
            }
        }
        Ok(())
    }

    /// Executes a verb on a door. Authored effects apply only while it is shut.
    fn at_door(
        &mut self,
        act: &Act,
        verb: &HandlingVerb,
        room: Entity,
        noun: &Noun<'_>,
        doorway: &Doorway,
    ) -> Outcome {
        let Doorway { direction, door, .. } = doorway;
        let name = Text::plain(&*door.name).capitalised();
        let name = name.as_str();
        if verb.door == AtDoor::Close {
            self.show_to_actor(
                act,
                match door.open {
                    true => format!("{name} is not for you to shut; leave it as you found it."),
                    false => format!("{name} is shut already."),
                },
            );
            return Ok(());
        }
        if door.open {
            self.show_to_actor(
                act,
                format!("{name} stands open. To go through, type: {direction}"),
            );
            return Ok(());
        }
        let done = match self.resolve(act.actor, room, verb, noun) {
            Ok(Handled::Thing(_, done)) => done,
            Ok(Handled::Person(_) | Handled::Way(_)) | Err(_) => None,
        };
        match (verb.door, done) {
            (AtDoor::Knock, done) => {
                self.deed(act, verb, door.name.clone(), done);
                self.knock(act, doorway);
            }
            (_, Some(done)) => self.deed(act, verb, door.name.clone(), Some(done)),
            (_, None) => {
                let says = door.says.as_deref().map(str::to_owned);
                self.show_to_actor(act, says.unwrap_or_else(|| format!(
                    "{name} does not open to your hand. Perhaps somebody who looks after it can \
                     open it: ask around."
                )));
            }
        }
        Ok(())
    }

    /// Sends a knock to the room behind a door, without naming the actor.
    fn knock(&mut self, act: &Act, doorway: &Doorway) {
        let name = &doorway.door.name;
        let words = format!("{{who}} knocks at {name} from the other side.");
        let nobody =
            Act { actor: Entity::PLACEHOLDER, cause: Cause::World, label: act.label.clone() };
        let did = Handling::Did { they: "knocks at", you: "".into(), others: Some(words.into()) };
        let fact = Fact::Handled(did, name.clone());
        self.narrator.deed_in(&nobody, doorway.to, fact, &[]);
    }

    /// Broadcasts the effect of a verb to the room; generates a message if none is authored.
    fn deed(&mut self, act: &Act, verb: &HandlingVerb, name: Arc<str>, done: Option<HandlingAct>) {
        let they = verb.they;
        let did = match done {
            Some(HandlingAct { you, others, .. }) => Handling::Did { they, you, others },
            None => {
                let you = format!("You {} {name}.", verb.form.trim_end_matches(" THING"));
                Handling::Did { they, you: you.into(), others: None }
            }
        };
        self.narrator.deed(act, Fact::Handled(did, name));
    }

    fn go(&mut self, act: &Act, direction: Direction) {
        let act = act.clone();
        self.commands.queue(move |world: &mut World| {
            perform::queue(world, act, Go { to: Destination::Way(direction) });
        });
    }

    fn show_to_actor(&mut self, act: &Act, words: impl Into<String>) {
        self.narrator.show(act, Text::styled(Style::Prose, words));
    }
}

/// Strips leading prepositions of [`BEFORE`] from the words, unless nothing follows them.
fn aim(words: &str) -> &str {
    let mut words = words.trim();
    while let Some((first, rest)) = words.split_once(char::is_whitespace)
        && BEFORE.iter().any(|it| it.eq_ignore_ascii_case(first))
    {
        words = rest.trim_start();
    }
    words
}

/// Replaces an indefinite article by the definite: "an apple" becomes "the apple".
fn the(name: &str) -> String {
    let bare = ["a ", "an ", "some "].iter().find_map(|it| name.strip_prefix(it));
    bare.map_or_else(|| name.to_owned(), |bare| format!("the {bare}"))
}

/// Returns the message for a verb whose target is a character, which cannot be handled.
fn about(verb: &HandlingVerb, name: &str) -> String {
    if verb.bare == BareVerb::Hear {
        return format!(
            "You hear {name} whenever {name} speaks. To talk, type: say to {name} hello"
        );
    }
    format!(
        "{name} is somebody, not something. To show what you do, type it as an emote: emote taps \
         {name} on the shoulder."
    )
}

#[cfg(test)]
mod tests {
    use engine::id::SessionId;

    use crate::{act::permission::Role, fixture::Fixture};

    const TOWN: &[(&str, &str)] = &[
        (
            "world.ron",
            r#"(name: "T", banner: "Hi.", welcome: "Hi.", start: "town/yard", coins: 1)"#,
        ),
        (
            "zones/town.ron",
            r#"(id: "town", name: "Town", rooms: [
                (id: "yard", name: "Yard", description: "A yard.",
                 details: {"old pump|handle": "Iron.", "wall": "Bricks.", "ladder": "Rungs."},
                 things: ["gong", "flute", "apple"],
                 hear: "Sparrows.",
                 acts: [
                    (verbs: "pull | Push", on: "handle", you: "It squeaks."),
                 ],
                 exits: [(direction: North, to: "hall", door: "the hall door", shut: true,
                    shut_says: "Nobody answers, but the porter might."),
                     (direction: East, to: "mill", door: "the mill gate", shut: true),
                     (direction: Up, to: "roof", called: "ladder|rungs")]),
                (id: "hall", name: "Long Hall", description: "A hall.",
                 exits: [(direction: South, to: "yard", door: "the hall door")]),
                (id: "mill", name: "Mill", description: "A mill.", smell: "Flour.",
                 sound: (file: "mill.ogg", caption: "The wheel goes round."),
                 exits: [(direction: West, to: "yard")]),
                (id: "roof", name: "Roof", description: "A roof.",
                 exits: [(direction: Down, to: "yard")]),
            ], kinds: [
                (id: "gong", name: "a gong", description: "Brass.", fixed: true, acts: [
                    (verbs: "ring|knock", you: "It booms.", others: "{who} makes the gong boom at {who}."),
                    (verbs: "touch", you: "It hums."),
                 ]),
                (id: "flute", name: "a flute", description: "Thin.", acts: [
                    (verbs: "play|blow", you: "You play a tune."),
                 ]),
                (id: "apple", name: "an apple", description: "Red."),
            ])"#,
        ),
    ];

    /// Creates a town with Ann and Bob in the yard.
    fn yard() -> (Fixture, SessionId) {
        let mut game = Fixture::new(TOWN);
        let ann = game.enter("Ann", Role::Guest, "town/yard");
        game.enter("Bob", Role::Player, "town/yard");
        game.hears("ann");
        game.hears("bob");
        (game, ann)
    }

    #[test]
    fn what_the_builder_wrote_comes_of_it_and_those_present_see_it() {
        let (mut game, ann) = yard();
        for (line, you, others) in [
            ("ring gong", "It booms.", "Ann makes the gong boom at Ann."),
            ("toll the gong", "It booms.", "Ann makes the gong boom at Ann."),
            ("knock on the gong", "It booms.", "Ann makes the gong boom at Ann."),
            ("feel gong", "It hums.", "Ann touches a gong."),
            ("ring gong with a hammer", "It booms.", "Ann makes the gong boom at Ann."),
            ("pull old pump", "It squeaks.", "Ann pulls at the handle."),
            ("hands push handle", "It squeaks.", "Ann pushes the handle."),
        ] {
            assert_eq!(game.type_line(ann, line), you, "{line}");
            assert_eq!(game.hears("bob"), others, "{line}");
        }
    }

    #[test]
    fn of_what_nobody_wrote_the_actor_alone_reads_one_sentence() {
        let (mut game, ann) = yard();
        for (line, you) in [
            ("ring apple", "You try to ring the apple, and nothing sounds."),
            ("listen to wall", "You listen to the wall, and hear nothing in particular."),
            (
                "climb the old pump",
                "You think about climbing the old pump, and stay on the ground.",
            ),
            ("touch hall door", "You touch the hall door, and nothing about that surprises you."),
            (
                "smell bob",
                "Bob is somebody, not something. To show what you do, type it as an emote: emote taps Bob on the shoulder.",
            ),
            ("listen to bob", "You hear Bob whenever Bob speaks. To talk, type: say to Bob hello"),
            ("taste north", "There is nothing north that you could taste."),
            ("turn moon", "You see no \"moon\" here."),
            ("turn", "What would you like to turn? Type: turn THING"),
            ("listen", "Sparrows."),
            ("listen around", "Sparrows."),
            ("smell", "You smell nothing in particular."),
            (
                "senses",
                "Please type it like this: listen, or: listen to THING, or: smell, or: smell THING, or: touch THING, or: taste THING",
            ),
        ] {
            assert_eq!(game.type_line(ann, line), you, "{line}");
            assert_eq!(game.hears("bob"), "", "{line}");
        }
    }

    #[test]
    fn a_caption_is_heard_where_nothing_else_is_written() {
        let (mut game, _) = yard();
        let carl = game.enter("Carl", Role::Guest, "town/mill");
        assert_eq!(game.type_line(carl, "listen"), "The wheel goes round.");
        assert_eq!(game.type_line(carl, "smell"), "Flour.");
        assert_eq!(game.type_line(carl, "open"), "There is no door here.");
        assert_eq!(game.type_line(carl, "open west"), "There is nothing west that you could open.");
    }

    #[test]
    fn a_door_is_tried_by_its_name_its_direction_or_as_a_door() {
        let (mut game, ann) = yard();
        let says = "Nobody answers, but the porter might.";
        let default = "The mill gate does not open to your hand. Perhaps somebody who looks after \
                       it can open it: ask around.";
        let which = "Which door do you mean: the hall door or the mill gate?";
        for (line, you) in [
            ("open hall door", says),
            ("open hall", says),
            ("open north", says),
            ("push hall door", says),
            ("pull e", default),
            ("open gate", default),
            ("open door", says),
            ("open", which),
            ("close mill gate", "The mill gate is shut already."),
            ("open apple", "There is nothing to open about the apple."),
            ("close apple", "There is nothing to close about the apple."),
        ] {
            assert_eq!(game.type_line(ann, line), you, "{line}");
            assert_eq!(game.hears("bob"), "", "{line}");
        }
        let carl = game.enter("Carl", Role::Guest, "town/hall");
        let open = "The hall door stands open. To go through, type: south";
        assert_eq!(game.type_line(carl, "open door"), open);
        assert_eq!(game.type_line(carl, "knock"), open);
        let shut = game.type_line(carl, "shut the door");
        assert_eq!(shut, "The hall door is not for you to shut; leave it as you found it.");
    }

    #[test]
    fn a_knock_is_heard_on_the_other_side_and_does_not_say_whose_it_is() {
        let (mut game, ann) = yard();
        game.enter("Carl", Role::Guest, "town/hall");
        game.hears("carl");
        assert_eq!(game.type_line(ann, "knock at the hall door"), "You knock on the hall door.");
        assert_eq!(game.hears("bob"), "Ann knocks on the hall door.");
        assert_eq!(game.hears("carl"), "Somebody knocks at the hall door from the other side.");
        assert_eq!(game.hears("ann"), "");
    }

    #[test]
    fn to_climb_what_leads_somewhere_is_to_go_there() {
        for line in ["climb ladder", "climb up the ladder", "climb up", "climb", "climb roof"] {
            let (mut game, ann) = yard();
            assert!(game.type_line(ann, line).starts_with("Roof\n"), "{line}");
            assert_eq!(game.hears("bob"), "Ann leaves up.", "{line}");
        }
        let (mut game, ann) = yard();
        assert_eq!(game.type_line(ann, "climb mill"), "The mill gate is shut.");
        assert_eq!(game.type_line(ann, "climb down"), "There is no way down from here.");
        let carl = game.enter("Carl", Role::Player, "town/mill");
        let stays = game.type_line(carl, "climb yard");
        assert!(!stays.starts_with("Yard\n"), "nobody climbs into the next room: {stays}");
    }

    #[test]
    fn one_enters_what_lies_behind_an_exit() {
        let (mut game, ann) = yard();
        assert_eq!(game.type_line(ann, "enter"), "There is no way in from here.");
        assert_eq!(game.type_line(ann, "enter long hall"), "The hall door is shut.");
        assert_eq!(game.type_line(ann, "enter through the mill gate"), "The mill gate is shut.");
        let nowhere = "No way from here is called \"moon\". To see the ways out, type: exits";
        assert_eq!(game.type_line(ann, "enter moon"), nowhere);
        assert!(game.type_line(ann, "enter the roof").starts_with("Roof\n"));
        assert!(game.type_line(ann, "enter down").starts_with("Yard\n"));
    }

    #[test]
    fn one_plays_on_what_is_here_and_else_another_character() {
        let (mut game, ann) = yard();
        assert_eq!(game.type_line(ann, "play flute"), "You play a tune.");
        assert_eq!(game.hears("bob"), "Ann plays a flute.");
        assert_eq!(
            game.type_line(ann, "play apple"),
            "You look for a tune in the apple, and find none."
        );
        let account = "You have no account, so there is nobody else whom you could play.";
        assert_eq!(game.type_line(ann, "play bob"), account);
        assert_eq!(game.type_line(ann, "play moon"), account);
    }
}
