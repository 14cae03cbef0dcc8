//! Acts of players that change something: the line, its output on the own screen and on those of
//! others, and the effects.

use text::parse::Direction;

use crate::{
    facts::{Effects, Fact},
    town::Deal,
};

/// Longest beginning of a text by which it is known again: no screen is narrower.
const KNOWN_BY: usize = 60;

/// A line, and what may come of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Act {
    /// Line to type.
    pub(crate) line: String,
    /// Possible outcomes, beside none.
    pub(crate) outcomes: Vec<Outcome>,
}

/// One thing that may come of an act.
#[derive(Debug, Clone)]
pub(crate) struct Outcome {
    /// Beginning of the line that its own screen shows.
    shows: String,
    /// True when that is the whole line.
    whole: bool,
    /// Lines that others' screens show.
    pub(crate) seen: Vec<String>,
    /// Effects on the facts.
    pub(crate) effects: Effects,
    /// Why it must not come to this, if so.
    pub(crate) amiss: Option<String>,
}

impl Outcome {
    fn new(shows: impl Into<String>, seen: Vec<String>, effects: Effects) -> Self {
        let mut shows: String = shows.into();
        let end = shows.char_indices().nth(KNOWN_BY).map(|(at, _)| at);
        shows.truncate(end.unwrap_or(shows.len()));
        Self { shows, whole: false, seen, effects, amiss: None }
    }

    /// Returns whether a line of its own screen shows it.
    pub(crate) fn is_shown_by(&self, line: &str) -> bool {
        line.starts_with(&self.shows) && (!self.whole || line == self.shows)
    }
}

impl Act {
    fn new(line: impl Into<String>, outcome: Outcome) -> Self {
        Self { line: line.into(), outcomes: vec![outcome] }
    }

    /// Something that changes nothing.
    pub(crate) fn idle(line: impl Into<String>) -> Self {
        Self { line: line.into(), outcomes: Vec::new() }
    }
}

fn holds(who: &str, thing: &str) -> Fact {
    Fact::Holds(who.to_owned(), thing.to_owned())
}

fn lies(room: &str, thing: &str) -> Fact {
    Fact::Lies(room.to_owned(), thing.to_owned())
}

/// Picks something up.
pub(crate) fn get(me: &str, room: &str, thing: &str) -> Act {
    let effects = vec![(lies(room, thing), -1), (holds(me, thing), 1)];
    let seen = vec![format!("{me} takes {thing}.")];
    Act::new(format!("get {thing}"), Outcome::new(format!("You take {thing}."), seen, effects))
}

/// Puts something down; what everybody finds does not lie there then.
pub(crate) fn drop(me: &str, room: &str, thing: &str, stays: bool) -> Act {
    let mut effects = vec![(holds(me, thing), -1)];
    effects.extend(stays.then(|| (lies(room, thing), 1)));
    let seen = vec![format!("{me} puts down {thing}.")];
    Act::new(format!("drop {thing}"), Outcome::new(format!("You put down {thing}."), seen, effects))
}

/// Hands something over. `id` is what is typed, and how the receiver is counted.
pub(crate) fn give(me: &str, id: &str, name: &str, thing: &str) -> Act {
    let outcome = handed(me, id, name, thing);
    Act::new(format!("give {thing} to {id}"), outcome)
}

fn handed(me: &str, id: &str, name: &str, thing: &str) -> Outcome {
    let effects = vec![(holds(me, thing), -1), (holds(id, thing), 1)];
    let seen = vec![format!("{me} gives {name} {thing}.")];
    Outcome::new(format!("You give {name} {thing}."), seen, effects)
}

/// Hands over what somebody trades. When the marks do not allow the trade, it is a gift.
pub(crate) fn hand_in(me: &str, id: &str, name: &str, thing: &str, deal: &Deal, due: bool) -> Act {
    let (mut gift, mut trade) = (handed(me, id, name, thing), trade(me, deal));
    if due {
        gift.amiss = Some("the trade was due, but it was taken as a gift".to_owned());
    } else {
        trade.amiss = Some("there was a trade, although it was done before".to_owned());
    }
    Act { line: format!("give {thing} to {id}"), outcomes: vec![trade, gift] }
}

fn trade(me: &str, deal: &Deal) -> Outcome {
    let [you, they] = &deal.told;
    Outcome::new(format!("You {you}"), vec![format!("{me} {they}")], deal.effects(me))
}

/// Accepts a trade, with the words that tell it from others that are offered.
pub(crate) fn accept(me: &str, which: &str, deal: &Deal) -> Act {
    Act::new(format!("accept {which}").trim_end(), trade(me, deal))
}

/// Uses something up.
pub(crate) fn use_up(me: &str, thing: &str, reads: &str) -> Act {
    let seen = vec![format!("{me} uses up {thing}.")];
    let outcome = Outcome::new(reads, seen, vec![(holds(me, thing), -1)]);
    Act::new(format!("use {thing}"), outcome)
}

/// Walks.
pub(crate) fn walk(me: &str, from: &str, way: Direction, to: (&str, &str)) -> Act {
    let (id, heading) = to;
    let at = |room: &str| Fact::At(me.to_owned(), room.to_owned());
    let origin = match way.opposite() {
        Direction::Up => "from above".to_owned(),
        Direction::Down => "from below".to_owned(),
        Direction::In => "from inside".to_owned(),
        Direction::Out => "from outside".to_owned(),
        side @ (Direction::North
        | Direction::NorthEast
        | Direction::East
        | Direction::SouthEast
        | Direction::South
        | Direction::SouthWest
        | Direction::West
        | Direction::NorthWest) => format!("from the {side}"),
    };
    let seen = vec![format!("{me} leaves {way}."), format!("{me} arrives {origin}.")];
    let mut outcome = Outcome::new(heading, seen, vec![(at(from), -1), (at(id), 1)]);
    outcome.whole = true;
    Act::new(way.name(), outcome)
}

/// Changes a setting.
pub(crate) fn set(me: &str, name: &str, from: &str, to: &str) -> Act {
    let value = |it: &str| Fact::Setting(me.to_owned(), name.to_owned(), it.to_owned());
    let effects = vec![(value(from), -1), (value(to), 1)];
    let shows = match name {
        "width" => format!("Lines now wrap at {to} columns."),
        "colour" => format!("Colours are now {to}."),
        "brief" => format!("Short views of rooms are now {to}."),
        "reader" => format!("Screen reader mode is now {to}."),
        "keepalive" => format!("The sign of life is now {to}."),
        "ambience" => format!("Ambience is now {to}."),
        "rumours" if to == "on" => {
            "People may talk of what they see you do, as people do.".to_owned()
        }
        "rumours" => "Nobody here passes on anything about you now. What they remember stays with \
                      them; to have that forgotten, type: forget me"
            .to_owned(),
        _ => format!("Sounds are now {to}."),
    };
    Act::new(format!("set {name} {to}"), Outcome::new(shows, Vec::new(), effects))
}

/// Joins or leaves a channel.
pub(crate) fn tune(me: &str, channel: &str, on: bool) -> Act {
    let (verb, n) = if on { ("join", 1) } else { ("leave", -1) };
    let effects = vec![(Fact::On(me.to_owned(), channel.to_owned()), n)];
    let shows = format!("You {verb} {channel}.");
    Act::new(format!("channel {verb} {channel}"), Outcome::new(shows, Vec::new(), effects))
}

/// Begins or ends to ignore somebody.
pub(crate) fn ignore(me: &str, whom: &str, on: bool) -> Act {
    let (end, shows, n) = if on {
        ("", format!("You no longer hear what {whom} says."), 1)
    } else {
        (" off", format!("You no longer ignore {whom}."), -1)
    };
    let effects = vec![(Fact::Ignores(me.to_owned(), whom.to_owned()), n)];
    Act::new(format!("ignore {whom}{end}"), Outcome::new(shows, Vec::new(), effects))
}

/// Creates an account, and logs in.
pub(crate) fn create(me: &str, newcomer: Effects) -> Act {
    Act::new("create", Outcome::new(format!("Welcome, {me}!"), Vec::new(), newcomer))
}
