//! Choice of a player's next act.

use crate::{
    acts::{self, Act},
    dice::Dice,
    facts::{Fact, Facts},
    player::Round,
    town::{Deal, Townsperson},
};

/// Lines without a meaning; nobody in town has anything to say to them.
const CHATTER: [&str; 4] =
    ["The clouds hang low", "It may rain", "My boots are wet", "Seven, or eight"];
/// The settings that are changed, beside the width.
const SWITCHES: [&str; 7] =
    ["colour", "brief", "reader", "keepalive", "sound", "ambience", "rumours"];
/// Widths that are set: every line by which an act is known fits.
const WIDTHS: (usize, usize) = (300, 500);

/// Next act.
pub(crate) enum Choice {
    /// Something that is done with one line.
    Do(Act),
    /// A trade: the townsperson, and its trade, by their numbers.
    Bargain(usize, usize),
    /// Leaving and coming back.
    Return(How),
}

/// A way to leave and to come back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum How {
    /// `quit`, and a login.
    Quit,
    /// The connection breaks, and a login.
    Break,
    /// A login over a second connection.
    TakeOver,
}

/// Knowledge of a player about itself and its surroundings.
pub(crate) struct View<'a> {
    pub(crate) name: &'a str,
    /// Facts about itself.
    pub(crate) me: &'a Facts,
    /// Things that lay here at its last look.
    pub(crate) lying: &'a [String],
    /// The players who were here when it last looked.
    pub(crate) here: &'a [String],
}

impl View<'_> {
    /// Room of the player.
    pub(crate) fn room(&self) -> Option<&str> {
        self.me.iter().find_map(|(fact, n)| {
            let Fact::At(_, room) = fact else { return None };
            (*n > 0).then_some(room.as_str())
        })
    }

    fn things(&self) -> Vec<&str> {
        let held = self.me.iter().filter_map(|(fact, n)| {
            let Fact::Holds(_, thing) = fact else { return None };
            (*n > 0).then_some(thing.as_str())
        });
        held.collect()
    }

    fn has(&self, fact: &Fact) -> bool {
        self.me.get(fact) > 0
    }

    /// Returns whether the player has the marks that a trade asks for, and none that it forbids.
    pub(crate) fn is_due(&self, deal: &Deal) -> bool {
        let marked = |mark: &str| self.has(&Fact::Marked(self.name.to_owned(), mark.to_owned()));
        deal.marks.iter().all(|(mark, there)| marked(mark) == *there)
    }

    /// Returns whether the player has what a trade takes.
    fn can_pay(&self, deal: &Deal) -> bool {
        let holds = |it: &String| self.has(&Fact::Holds(self.name.to_owned(), it.clone()));
        self.me.get(&Fact::Coins(self.name.to_owned())) >= deal.needs
            && deal.takes.iter().all(holds)
    }
}

/// Way in which a player leaves and comes back.
pub(crate) fn how(dice: &mut Dice) -> How {
    dice.pick(&[How::Quit, How::Break, How::TakeOver]).copied().unwrap_or(How::Quit)
}

/// Chooses the next act.
pub(crate) fn next(view: &View<'_>, round: &Round, dice: &mut Dice) -> Choice {
    if dice.percent(1) {
        return Choice::Return(how(dice));
    }
    let townspeople = || round.town.people.iter().enumerate();
    let here = townspeople().find(|(_, it)| Some(it.room.as_str()) == view.room());
    if let Some((number, person)) = here.filter(|_| dice.percent(30))
        && let Some(choice) = with(number, person, view, round, dice)
    {
        return choice;
    }
    let act = match dice.below(100) {
        0..25 => walk(view, round, dice),
        25..45 => get(view, round, dice),
        45..57 => drop(view, round, dice),
        57..72 => give(view, dice),
        72..77 => use_up(view, round, dice),
        77..81 => set(view, dice),
        81..84 => tune(view, round, dice),
        84..86 => ignore(view, round, dice),
        _ => None,
    };
    Choice::Do(act.unwrap_or_else(|| idle(round, dice)))
}

/// Something to do with one of the town's people.
fn with(
    number: usize,
    person: &Townsperson,
    view: &View<'_>,
    round: &Round,
    dice: &mut Dice,
) -> Option<Choice> {
    let Townsperson { id, name, deals, opens, .. } = person;
    let makes_scarce = |deal: &Deal| deal.gives.iter().any(|it| round.scarce.contains(it));
    let numbered = deals.iter().enumerate();
    let fit: Vec<(usize, &Deal)> =
        numbered.filter(|(_, it)| view.can_pay(it) && !makes_scarce(it)).collect();
    if let Some(opens) = dice.pick(opens)
        && dice.percent(50)
    {
        return Some(Choice::Do(Act::idle(format!("say to {id} {opens}"))));
    }
    let (chosen, deal) = *dice.pick(&fit)?;
    let due = view.is_due(deal);
    // What was done once is asked for again now and then: it must not be done twice.
    if !due && !dice.percent(15) {
        return None;
    }
    match deal.takes.first() {
        Some(thing) if deal.is_for(thing) && dice.percent(50) => {
            Some(Choice::Do(acts::hand_in(view.name, id, name, thing, deal, due)))
        }
        _ => Some(Choice::Bargain(number, chosen)),
    }
}

fn walk(view: &View<'_>, round: &Round, dice: &mut Dice) -> Option<Act> {
    let room = view.room()?;
    let (way, to) = dice.pick(&round.town.rooms.get(room)?.ways)?;
    let heading = &round.town.rooms.get(to)?.name;
    Some(acts::walk(view.name, room, *way, (to, heading)))
}

/// Takes a thing that lies here, but no second copy of one that everybody finds.
fn get(view: &View<'_>, round: &Round, dice: &mut Dice) -> Option<Act> {
    let thing = dice.pick(view.lying)?;
    let second = is_each(round, thing) && view.things().contains(&thing.as_str());
    (!second).then(|| Some(acts::get(view.name, view.room()?, thing)))?
}

fn drop(view: &View<'_>, round: &Round, dice: &mut Dice) -> Option<Act> {
    let things = view.things();
    let thing = dice.pick(&things)?;
    Some(acts::drop(view.name, view.room()?, thing, !is_each(round, thing)))
}

fn is_each(round: &Round, thing: &str) -> bool {
    round.town.kinds.get(thing).is_some_and(|it| it.each)
}

fn give(view: &View<'_>, dice: &mut Dice) -> Option<Act> {
    let whom = dice.pick(view.here)?;
    Some(acts::give(view.name, whom, whom, dice.pick(&view.things())?))
}

fn use_up(view: &View<'_>, round: &Round, dice: &mut Dice) -> Option<Act> {
    let used = |it: &str| round.town.kinds.get(it).and_then(|kind| kind.used.as_deref());
    let usable: Vec<(&str, &str)> =
        view.things().into_iter().filter_map(|it| Some((it, used(it)?))).collect();
    let (thing, reads) = dice.pick(&usable)?;
    Some(acts::use_up(view.name, thing, reads))
}

fn set(view: &View<'_>, dice: &mut Dice) -> Option<Act> {
    let value = |name: &str| {
        view.me.iter().find_map(|(fact, _)| {
            let Fact::Setting(_, it, value) = fact else { return None };
            (it == name).then_some(value.as_str())
        })
    };
    if dice.percent(40) {
        let (least, most) = WIDTHS;
        let width = (least + dice.below(most - least + 1)).to_string();
        return Some(acts::set(view.name, "width", value("width")?, &width));
    }
    let name = dice.pick(&SWITCHES)?;
    let now = value(name)?;
    Some(acts::set(view.name, name, now, if now == "on" { "off" } else { "on" }))
}

fn tune(view: &View<'_>, round: &Round, dice: &mut Dice) -> Option<Act> {
    let (channel, _) = dice.pick(&round.town.channels)?;
    let on = view.has(&Fact::On(view.name.to_owned(), channel.clone()));
    Some(acts::tune(view.name, channel, !on))
}

fn ignore(view: &View<'_>, round: &Round, dice: &mut Dice) -> Option<Act> {
    let whom = dice.pick(&round.players).filter(|it| *it != view.name)?;
    let ignored = view.has(&Fact::Ignores(view.name.to_owned(), whom.clone()));
    Some(acts::ignore(view.name, whom, !ignored))
}

/// Load without a change.
fn idle(round: &Round, dice: &mut Dice) -> Act {
    let number = dice.below(1_000);
    let words = dice.pick(&CHATTER).copied().unwrap_or_default();
    let whom = dice.pick(&round.players).map_or("me", String::as_str);
    let channel = dice.pick(&round.town.channels).map_or("gossip", |it| it.0.as_str());
    // Whoever talks too fast is asked to wait, and then cannot ask for an offer either.
    Act::idle(match dice.below(40) {
        0 => format!("say {words} {number}."),
        1 => format!("{channel} {words} {number}."),
        2 => format!("page {whom} {words} {number}."),
        3..8 => "who".to_owned(),
        8..14 => format!("examine {whom}"),
        14..24 => "inventory".to_owned(),
        _ => "look".to_owned(),
    })
}
