//! Narration of events as text, from the viewpoint of an observer.

use std::borrow::Cow;

use engine::id::CharacterId;
use text::{
    parse::{self, Direction},
    styled::{Style, Text, list},
};

use crate::{
    beings::character::Who,
    witness::fact::{
        DoorMotion, Fact, Gesture, GestureSide, Handling, Happening, Passage, Source, Utterance,
    },
};

/// Maximum number of blanks in a row in spoken words: as many as follow a full stop.
const WIDEST_GAP: usize = 2;

/// Viewpoint of an observer of an event. Observers with the same viewpoint read the same text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Viewpoint {
    /// Actor of the event.
    Actor,
    /// Target of the event, by its index among the targets.
    Target(u8),
    /// Any other observer.
    Bystander,
}

impl Happening {
    /// Returns the viewpoint of `viewer`.
    #[must_use]
    pub fn viewpoint(&self, viewer: &CharacterId) -> Viewpoint {
        if self.actor.as_ref().is_some_and(|it| it.id == *viewer) {
            return Viewpoint::Actor;
        }
        let position = match &self.fact {
            Fact::Spoke(words) => words.to.iter().position(|it| it.id == *viewer),
            Fact::Gestured(gesture) => {
                gesture.to().is_some_and(|who| who.id == *viewer).then_some(0)
            }
            Fact::Handled(Handling::Gave(to), _) | Fact::Offered { to, .. } => {
                (to.id == *viewer).then_some(0)
            }
            Fact::Traded { with, .. } | Fact::Declined { by: with, .. } => {
                (with.id == *viewer).then_some(0)
            }
            Fact::Sent { to, .. } => (to.id == *viewer).then_some(0),
            Fact::Heard { .. }
            | Fact::Arrived(_)
            | Fact::Left(_)
            | Fact::Link { .. }
            | Fact::Handled(..)
            | Fact::Door { .. }
            | Fact::Shown(_)
            | Fact::Refused(_)
            | Fact::Notice(_) => None,
        };
        position.and_then(|n| u8::try_from(n).ok()).map_or(Viewpoint::Bystander, Viewpoint::Target)
    }

    /// Returns whether [`narrate`] has no text for this viewer.
    #[must_use]
    pub fn reads_as_nothing(&self, viewer: &CharacterId) -> bool {
        match &self.fact {
            Fact::Arrived(_) | Fact::Left(_) | Fact::Link { .. } => {
                self.actor.as_ref().is_some_and(|it| it.id == *viewer)
            }
            Fact::Shown(text) | Fact::Notice(text) => text.is_empty(),
            Fact::Spoke(_)
            | Fact::Gestured(_)
            | Fact::Heard { .. }
            | Fact::Handled(..)
            | Fact::Door { .. }
            | Fact::Offered { .. }
            | Fact::Declined { .. }
            | Fact::Traded { .. }
            | Fact::Sent { .. }
            | Fact::Refused(_) => false,
        }
    }
}

/// Returns the text of an event; empty when there is nothing to read from that viewpoint.
#[must_use]
pub fn narrate(what: &Happening, from: Viewpoint) -> Cow<'_, Text> {
    Cow::Owned(match &what.fact {
        Fact::Spoke(words) => spoken(what, words, from),
        Fact::Gestured(it) => gestured(what, it, from),
        Fact::Heard { words, way } => {
            let mut text = Text::plain(origin(*way)).capitalised();
            text.say(" you hear ").append(&actor(what, from));
            text.say(" shout, \"").say(&close(&words.words)).say("\"");
            text
        }
        Fact::Arrived(way) => came(what, *way, from),
        Fact::Left(way) => describe_passage(what, *way, from),
        Fact::Link { .. } if from == Viewpoint::Actor => Text::default(),
        Fact::Link { back } => {
            let mut text = actor(what, from);
            text.say(if *back { " looks up again." } else { " is lost in thought." });
            text
        }
        Fact::Handled(how, thing) => handled(what, how, thing, from),
        Fact::Door { door, does, .. } => {
            let mut text = Text::styled(Style::Exit, &**door).capitalised();
            text.say(match does {
                DoorMotion::Opens => " swings open.",
                DoorMotion::StaysOpen => " stays open a little longer.",
                DoorMotion::Shuts => " falls shut.",
            });
            text
        }
        Fact::Offered { to, what: offered, word } => {
            let mut text = sentence(what, from, "offer", "offers");
            text.say(" ").append(&object(to, from)).say(" ").say(offered).say(".");
            if matches!(from, Viewpoint::Target(_)) {
                let answer = |verb: &str| match word {
                    Some(word) => format!("{verb} {word}"),
                    None => verb.to_owned(),
                };
                text.say(" Type ").push(Style::Command, &answer("accept")).say(" or ");
                text.push(Style::Command, &answer("decline")).say(".");
            }
            text
        }
        Fact::Declined { by, .. } => {
            let mut text = sentence(what, from, "decline", "declines");
            text.say(" what ").append(&object(by, from));
            text.say(if matches!(from, Viewpoint::Target(_)) { " offered." } else { " offers." });
            text
        }
        Fact::Traded { with, gave, got, .. } => traded(what, with, gave, got, from),
        Fact::Sent { to, word, .. } => sent(what, to, word, from),
        Fact::Shown(text) | Fact::Notice(text) => return Cow::Borrowed(text),
        Fact::Refused(refusal) => Text::styled(Style::Warning, refusal.to_string()),
    })
}

fn actor(what: &Happening, from: Viewpoint) -> Text {
    match (&what.actor, from) {
        (_, Viewpoint::Actor) => Text::plain("You"),
        (Some(who), _) => Text::styled(Style::Person, &*who.name),
        (None, _) => Text::plain("Somebody"),
    }
}

fn object(who: &Who, from: Viewpoint) -> Text {
    match from {
        Viewpoint::Target(_) => Text::plain("you"),
        Viewpoint::Actor | Viewpoint::Bystander => Text::styled(Style::Person, &*who.name),
    }
}

/// Returns the start of a sentence: "You take" or "Bob takes".
fn sentence(what: &Happening, from: Viewpoint, you: &str, they: &str) -> Text {
    let mut text = actor(what, from);
    text.say(" ").say(if from == Viewpoint::Actor { you } else { they });
    text
}

fn spoken(what: &Happening, words: &Utterance, from: Viewpoint) -> Text {
    match words.source {
        Source::Pose => {
            let mut text = match &what.actor {
                Some(who) => Text::styled(Style::Person, &*who.name),
                None => Text::default(),
            };
            if !words.words.starts_with(['\'', ',']) {
                text.say(" ");
            }
            text.say(&close(&words.words));
            text
        }
        Source::Channel => {
            let name = words.channel.as_ref().map_or("", |it| it.as_str());
            let mut text = Text::styled(Style::Channel, format!("[{name}]"));
            text.say(" ").append(&actor(what, from));
            text.say(if from == Viewpoint::Actor { " say: " } else { ": " })
                .say(&close(&words.words));
            text
        }
        Source::Emit => Text::plain(close(&words.words)),
        Source::Whisper | Source::Page => private(what, words, from),
        Source::Shout => {
            let mut text = sentence(what, from, "shout", "shouts");
            text.say(", \"").say(&close(&words.words)).say("\"");
            text
        }
        Source::Say | Source::Deed | Source::Feedback => {
            let (you, they) =
                if parse::is_question(&words.words) { ("ask", "asks") } else { ("say", "says") };
            let mut text = sentence(what, from, you, they);
            if !words.to.is_empty() {
                text.say(if you == "ask" { " " } else { " to " });
                text.append(&addressees(words, from));
            }
            text.say(", \"").say(&close(&words.words)).say("\"");
            text
        }
    }
}

fn gestured(what: &Happening, gesture: &Gesture, from: Viewpoint) -> Text {
    let mut text = actor(what, from);
    let side = match from {
        Viewpoint::Actor => GestureSide::Own,
        Viewpoint::Target(_) => GestureSide::Met,
        Viewpoint::Bystander => GestureSide::Other,
    };
    gesture.write_sentence(side, &close(&gesture.how), &mut text);
    text
}

/// Returns the words without wide gaps, which would push the rest into a line of its own on a
/// client that wraps lines itself.
fn close(words: &str) -> Cow<'_, str> {
    let fitting = || {
        let mut gap = 0;
        move |c: char| {
            // Unicode does not count U+2800, the Braille pattern without dots, as whitespace.
            let blank = c.is_whitespace() || c == '\u{2800}';
            gap = if blank { gap + 1 } else { 0 };
            gap <= WIDEST_GAP
        }
    };
    if words.chars().all(fitting()) {
        return Cow::Borrowed(words);
    }
    let mut fits = fitting();
    Cow::Owned(words.chars().filter(|c| fits(*c)).collect())
}

fn private(what: &Happening, words: &Utterance, from: Viewpoint) -> Text {
    let (you, they) = match words.source {
        Source::Page => ("page", "pages"),
        Source::Whisper
        | Source::Channel
        | Source::Say
        | Source::Shout
        | Source::Pose
        | Source::Emit
        | Source::Deed
        | Source::Feedback => ("whisper to", "whispers to"),
    };
    let mut text = sentence(what, from, you, they);
    text.say(" ").append(&addressees(words, from)).say(", \"");
    text.push(Style::Private, &close(&words.words)).say("\"");
    text
}

/// Returns the recipients of words, with the viewer first and as "you".
fn addressees(words: &Utterance, from: Viewpoint) -> Text {
    let mut names: Vec<&str> = words.to.iter().map(|it| &*it.name).collect();
    if let Viewpoint::Target(n) = from
        && usize::from(n) < names.len()
    {
        names.remove(usize::from(n));
        names.insert(0, "you");
    }
    match names.as_slice() {
        [one] if *one != "you" => Text::styled(Style::Person, *one),
        all => Text::plain(list(all)),
    }
}

fn came(what: &Happening, way: Passage, from: Viewpoint) -> Text {
    if from == Viewpoint::Actor {
        return Text::default();
    }
    let mut text = actor(what, from);
    match way {
        Passage::Walked(direction) => {
            text.say(" arrives ").say(origin(direction)).say(".");
        }
        Passage::Woke => {
            text.say(" wakes up and looks around.");
        }
        Passage::Moved => {
            text.say(" appears.");
        }
    }
    text
}

/// Returns the origin of a character that walked in `direction`.
fn origin(direction: Direction) -> &'static str {
    match direction.opposite() {
        Direction::North => "from the north",
        Direction::NorthEast => "from the northeast",
        Direction::East => "from the east",
        Direction::SouthEast => "from the southeast",
        Direction::South => "from the south",
        Direction::SouthWest => "from the southwest",
        Direction::West => "from the west",
        Direction::NorthWest => "from the northwest",
        Direction::Up => "from above",
        Direction::Down => "from below",
        Direction::In => "from inside",
        Direction::Out => "from outside",
    }
}

fn describe_passage(what: &Happening, way: Passage, from: Viewpoint) -> Text {
    if from == Viewpoint::Actor {
        return Text::default();
    }
    let mut text = actor(what, from);
    match way {
        Passage::Walked(direction) => {
            text.say(" leaves ").push(Style::Exit, direction.name()).say(".");
        }
        Passage::Woke => {
            text.say(" falls asleep and is gone.");
        }
        Passage::Moved => {
            text.say(" is gone.");
        }
    }
    text
}

fn handled(what: &Happening, how: &Handling, thing: &str, from: Viewpoint) -> Text {
    let thing = Text::styled(Style::Thing, thing);
    match how {
        Handling::Took => {
            let mut text = sentence(what, from, "take", "takes");
            text.say(" ").append(&thing).say(".");
            text
        }
        Handling::Dropped => {
            let mut text = sentence(what, from, "put down", "puts down");
            text.say(" ").append(&thing).say(".");
            text
        }
        Handling::Gave(to) => {
            let mut text = sentence(what, from, "give", "gives");
            text.say(" ").append(&object(to, from)).say(" ").append(&thing).say(".");
            text
        }
        Handling::Wore => {
            let mut text = sentence(what, from, "put on", "puts on");
            text.say(" ").append(&thing).say(".");
            text
        }
        Handling::TookOff => {
            let mut text = sentence(what, from, "take off", "takes off");
            text.say(" ").append(&thing).say(".");
            text
        }
        Handling::Used(reads) if from == Viewpoint::Actor => Text::styled(Style::Prose, &**reads),
        Handling::Used(reads) => {
            // The verb is taken from the user's text, as in: You drink the ale.
            let done =
                |verb: &str| reads.strip_prefix("You ").is_some_and(|it| it.starts_with(verb));
            let they = match () {
                () if done("drink ") => "drinks",
                () if done("eat ") => "eats",
                () => "uses up",
            };
            let mut text = sentence(what, from, they, they);
            text.say(" ").append(&thing).say(".");
            text
        }
        Handling::Did { you, .. } if from == Viewpoint::Actor => Text::styled(Style::Prose, &**you),
        Handling::Did { others: Some(words), .. } => with_name(what, words, from),
        Handling::Did { they, .. } => {
            let mut text = sentence(what, from, they, they);
            text.say(" ").append(&thing).say(".");
            text
        }
    }
}

/// Formats a builder's text, in which `{who}` is the actor.
fn with_name(what: &Happening, words: &str, from: Viewpoint) -> Text {
    let mut text = Text::default();
    for (at, part) in words.split("{who}").enumerate() {
        if at > 0 {
            text.append(&actor(what, from));
        }
        text.push(Style::Prose, part);
    }
    text
}

/// Formats a message: "Mara sends word to Bram" or "Mara sends you word".
fn sent(what: &Happening, to: &Who, word: &str, from: Viewpoint) -> Text {
    let mut text = sentence(what, from, "send", "sends");
    match from {
        Viewpoint::Target(_) => text.say(" you word"),
        Viewpoint::Actor | Viewpoint::Bystander => text.say(" word to ").append(&object(to, from)),
    };
    text.say(", \"").say(word).say("\"");
    text
}

fn traded(what: &Happening, with: &Who, gave: &str, got: &str, from: Viewpoint) -> Text {
    let mut text = sentence(what, from, "accept", "accepts");
    let partner = object(with, from);
    match (gave.is_empty(), got.is_empty()) {
        (false, false) => {
            text = sentence(what, from, "give", "gives");
            text.say(" ").append(&partner).say(" ").push(Style::Thing, gave);
            text.say(" for ").push(Style::Thing, got);
        }
        (false, true) => {
            text = sentence(what, from, "give", "gives");
            text.say(" ").append(&partner).say(" ").push(Style::Thing, gave);
        }
        (true, false) => {
            text = sentence(what, from, "get", "gets");
            text.say(" ").push(Style::Thing, got).say(" from ").append(&partner);
        }
        (true, true) => {}
    }
    text.say(".");
    text
}
