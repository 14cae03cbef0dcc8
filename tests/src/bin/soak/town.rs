//! Model of the town from its content: the ways, the kinds of things, and the trades.

use std::{collections::BTreeMap, path::Path};

use ::tests::{Trouble, program::Change, while_};
use assistants::persona::{
    Persona,
    script::{LineMeaning, SaidLine, Step, Topic},
};
use engine::id::KindId;
use server::setup::{
    self,
    files::{self, Authored},
};
use text::{parse::Direction, styled::list};
use world::{
    beings::settings::Settings,
    content::authored::Content,
    trade::{
        offer::{Condition, HadAgain, Offer, OfferEffect},
        purse::coins,
    },
};

use crate::facts::{Effects, Fact, Facts};

/// A purse that lasts: the players trade to the end.
pub(crate) const RICH: Change = ("coins: 10,", "coins: 20000,");

/// A town, as far as players act in it.
pub(crate) struct Town {
    /// The rooms by id.
    pub(crate) rooms: BTreeMap<String, Room>,
    /// The kinds of things by name, which is all that screens show of them.
    pub(crate) kinds: BTreeMap<String, Kind>,
    /// Number of copies that the content puts, by place.
    pub(crate) homes: BTreeMap<Fact, i64>,
    /// People of the town.
    pub(crate) people: Vec<Townsperson>,
    /// The channels, and whether newcomers are on them.
    pub(crate) channels: Vec<(String, bool)>,
    start: String,
    coins: i64,
}

/// A room.
pub(crate) struct Room {
    /// Its heading.
    pub(crate) name: String,
    /// The ways out and where they lead, through doors as well.
    pub(crate) ways: Vec<(Direction, String)>,
}

/// More copies than there are ever, of what everybody finds.
const EVERYBODY: i64 = 1_000_000;

/// A kind of thing.
pub(crate) struct Kind {
    /// Most copies at once.
    pub(crate) limit: i64,
    /// True when everybody finds one, and it does not lie about.
    pub(crate) each: bool,
    /// Line that one reads on using it up.
    pub(crate) used: Option<String>,
}

/// One of the town's own people.
pub(crate) struct Townsperson {
    /// The id, by which one speaks to it.
    pub(crate) id: String,
    /// The name that is shown.
    pub(crate) name: String,
    /// Room where it lives.
    pub(crate) room: String,
    /// Trades that it offers.
    pub(crate) deals: Vec<Deal>,
    /// Words that make it open a door.
    pub(crate) opens: Vec<String>,
}

/// A trade.
pub(crate) struct Deal {
    /// Words that ask for the offer.
    pub(crate) asks: String,
    /// Line that shows the offer.
    pub(crate) offered: String,
    /// Marks that must be there, and marks that must not.
    pub(crate) marks: Vec<(String, bool)>,
    /// Coins the player needs.
    pub(crate) needs: i64,
    /// Things that the player hands over, by name.
    pub(crate) takes: Vec<String>,
    /// Things that the player gets, by name.
    pub(crate) gives: Vec<String>,
    /// Texts that the player reads after `You `, and others after the player's name.
    pub(crate) told: [String; 2],
    price: i64,
    pays: i64,
    leaves: Vec<String>,
}

impl Deal {
    /// Returns whether it can be had for handing over a thing, without words.
    pub(crate) fn is_for(&self, thing: &str) -> bool {
        self.price == 0 && self.takes == [thing]
    }

    /// Effects of the trade for somebody.
    pub(crate) fn effects(&self, who: &str) -> Effects {
        let holds = |thing: &String| Fact::Holds(who.to_owned(), thing.clone());
        let mut effects = vec![(Fact::Coins(who.to_owned()), self.pays - self.price)];
        effects.extend(self.takes.iter().map(|it| (holds(it), -1)));
        effects.extend(self.gives.iter().map(|it| (holds(it), 1)));
        let marks = self.leaves.iter().map(|it| Fact::Marked(who.to_owned(), it.clone()));
        effects.extend(marks.map(|it| (it, 1)));
        effects
    }
}

impl Town {
    /// The trades that a question lists, by their numbers, each with the word that accepts it.
    pub(crate) fn answers<'a>(&self, question: &'a str) -> Vec<((usize, usize), &'a str)> {
        let Some((offers, answers)) = question.split_once(". Type accept ") else {
            return Vec::new();
        };
        let mut listed = Vec::new();
        for (who, person) in self.people.iter().enumerate() {
            for (what, deal) in person.deals.iter().enumerate() {
                let at = offers.find(deal.offered.trim_end_matches('.'));
                listed.extend(at.map(|at| (at, (who, what))));
            }
        }
        listed.sort_unstable();
        let answers = answers.trim_end_matches('.').split(" or ").flat_map(|it| it.split(", "));
        let answers: Vec<&str> =
            answers.map(|it| it.strip_prefix("accept ").unwrap_or(it)).collect();
        // Among other offers than trades it is not clear which word is for which.
        if answers.len() != listed.len() {
            return Vec::new();
        }
        listed.into_iter().map(|(_, deal)| deal).zip(answers).collect()
    }

    /// Reads a folder of content.
    ///
    /// # Errors
    /// Content with problems, or with names that screens cannot tell apart.
    pub(crate) fn read(folder: &Path) -> Result<Self, Trouble> {
        let files = while_("the content", files::read(folder))?;
        let names = setup::command_specs(&setup::rules(0));
        let Authored { content, personas, .. } =
            files::check(&files, &names).map_err(|it| format!("the content: {it:?}"))?;
        let name_of = |id: &KindId| {
            content.kinds.get(id).map_or_else(|| id.to_string(), |kind| kind.name.clone())
        };
        let mut homes: BTreeMap<Fact, i64> = BTreeMap::new();
        for (id, room) in &content.rooms {
            for kind in &room.things {
                *homes.entry(Fact::Lies(id.to_string(), name_of(kind))).or_default() += 1;
            }
        }
        for persona in &personas {
            for kind in &persona.body.carries {
                let fact = Fact::Holds(persona.id.to_string(), name_of(kind));
                *homes.entry(fact).or_default() += 1;
            }
        }
        let channels = content.channels.iter().map(|it| (it.id.to_string(), it.default)).collect();
        let start = content.start.as_ref().ok_or("the content has no start")?.to_string();
        Ok(Self {
            rooms: rooms(&content)?,
            kinds: kinds(&content)?,
            homes,
            people: personas.iter().map(|it| townsperson(it, &name_of)).collect(),
            channels,
            start,
            coins: content.coins.into(),
        })
    }

    /// The room with a heading.
    pub(crate) fn room_called(&self, heading: &str) -> Option<&str> {
        self.rooms.iter().find(|(_, room)| room.name == heading).map(|(id, _)| id.as_str())
    }

    /// Facts about a newcomer.
    pub(crate) fn newcomer(&self, who: &str) -> Effects {
        let who = || who.to_owned();
        let mut facts = vec![
            (Fact::Account(who()), 1),
            (Fact::Coins(who()), self.coins),
            (Fact::At(who(), self.start.clone()), 1),
        ];
        let on = self.channels.iter().filter(|(_, default)| *default);
        facts.extend(on.map(|(channel, _)| (Fact::On(who(), channel.clone()), 1)));
        let settings = settings(Settings::default()).into_iter();
        facts.extend(settings.map(|(name, value)| (Fact::Setting(who(), name, value), 1)));
        facts
    }

    /// Facts about a world without players.
    pub(crate) fn first_facts(&self) -> Facts {
        let mut facts = Facts::default();
        facts.add_all(&self.homes);
        facts
    }
}

/// The settings as `set` lists them.
fn settings(settings: Settings) -> Vec<(String, String)> {
    let on = |it: bool| if it { "on" } else { "off" }.to_owned();
    let width = if settings.width == 0 { "auto".to_owned() } else { settings.width.to_string() };
    let mccp = settings.mccp.map_or_else(|| "auto".to_owned(), on);
    let all = [
        ("width", width),
        ("colour", on(settings.colour)),
        ("brief", on(settings.brief)),
        ("reader", on(settings.reader)),
        ("utf8", on(settings.utf8)),
        ("keepalive", on(settings.keepalive)),
        ("mccp", mccp),
        ("sound", on(settings.sound)),
        ("models", settings.models.map_or_else(|| "not asked yet".to_owned(), on)),
        ("ambience", on(settings.ambience)),
        ("rumours", on(settings.rumours)),
        ("listed", on(settings.listed)),
    ];
    all.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn rooms(content: &Content) -> Result<BTreeMap<String, Room>, Trouble> {
    let mut rooms: BTreeMap<String, Room> = BTreeMap::new();
    for (id, room) in &content.rooms {
        if let Some((other, _)) = rooms.iter().find(|(_, it)| it.name == room.name) {
            return Err(format!("{id} and {other} are both called {}", room.name));
        }
        let ways = room.exits.iter().map(|it| (it.direction, it.to.to_string())).collect();
        rooms.insert(id.to_string(), Room { name: room.name.clone(), ways });
    }
    Ok(rooms)
}

fn kinds(content: &Content) -> Result<BTreeMap<String, Kind>, Trouble> {
    let mut kinds = BTreeMap::new();
    for (id, kind) in &content.kinds {
        let limit = if kind.each { EVERYBODY } else { kind.limit.into() };
        let entry = Kind { limit, each: kind.each, used: kind.used.clone() };
        if kinds.insert(kind.name.clone(), entry).is_some() {
            return Err(format!("{id} is called {}, as another kind is", kind.name));
        }
    }
    Ok(kinds)
}

fn townsperson(persona: &Persona, name_of: &impl Fn(&KindId) -> String) -> Townsperson {
    let offers = &persona.body.offers;
    let asks = |offer: &Offer| asks(persona, offer);
    let deals = offers.iter().filter_map(|it| deal(it, asks(it)?, persona, name_of)).collect();
    let opens = offers.iter().filter(|it| matches!(it.does, OfferEffect::Open { .. }));
    Townsperson {
        id: persona.id.to_string(),
        name: persona.body.name.clone(),
        room: persona.body.home.clone(),
        deals,
        opens: opens.filter_map(asks).collect(),
    }
}

/// Words that ask for an offer.
fn asks(persona: &Persona, offer: &Offer) -> Option<String> {
    let script = &persona.script;
    let offers = |topic: &&Topic| {
        topic.after.is_empty() && topic.steps.contains(&Step::Offer(offer.id.clone()))
    };
    let is_asked = |topic: &Topic, line: &str| {
        let meaning = script.classify(SaidLine::first(line, &persona.body.name));
        matches!(meaning, LineMeaning::Topic(it, _) if it.name == topic.name)
    };
    let words = |topic: &Topic| {
        let lines = topic.hears.iter().filter_map(|it| script.sample(it));
        lines.into_iter().find(|line| is_asked(topic, line))
    };
    script.topics.iter().filter(offers).find_map(words)
}

fn deal(
    offer: &Offer,
    asks: String,
    persona: &Persona,
    name_of: &impl Fn(&KindId) -> String,
) -> Option<Deal> {
    let OfferEffect::Trade(trade) = &offer.does else { return None };
    // What runs out, or is had once a day, depends on what others did.
    if offer.stock.is_some() || offer.again != HadAgain::AtOnce {
        return None;
    }
    let (mut marks, mut needs) = (Vec::new(), trade.price.into());
    for condition in &offer.when {
        match condition {
            Condition::Marked(mark) => marks.push((mark.to_string(), true)),
            Condition::NotMarked(mark) => marks.push((mark.to_string(), false)),
            Condition::Coins(n) => needs = i64::from(*n).max(needs),
            // The soak asks only for what it can pay with the things that change hands.
            Condition::Carries(kind) if trade.takes.contains(kind) => {}
            Condition::Carries(_)
            | Condition::Visited(_)
            | Condition::Said(_)
            | Condition::Hour(..)
            | Condition::Regard(_) => return None,
        }
    }
    let names = |kinds: &[KindId]| kinds.iter().map(name_of).collect::<Vec<_>>();
    let (takes, gives) = (names(&trade.takes), names(&trade.gives));
    let name = &persona.body.name;
    let told = |you: bool| {
        let (give, get) = if you { ("give", "get") } else { ("gives", "gets") };
        match (words(trade.price, &takes), words(trade.pays, &gives)) {
            (gave, got) if gave.is_empty() => format!("{get} {got} from {name}."),
            (gave, got) if got.is_empty() => format!("{give} {name} {gave}."),
            (gave, got) => format!("{give} {name} {gave} for {got}."),
        }
    };
    Some(Deal {
        asks,
        offered: format!("{name} offers you {}.", offer.what),
        marks,
        needs,
        told: [told(true), told(false)],
        takes,
        gives,
        price: trade.price.into(),
        pays: trade.pays.into(),
        leaves: trade.marks.iter().map(ToString::to_string).collect(),
    })
}

/// Coins and things as a trade tells them.
fn words(sum: u32, things: &[String]) -> String {
    let purse = (sum > 0).then(|| coins(sum));
    list(&purse.into_iter().chain(things.iter().cloned()).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use ::tests::cast::Place;

    use super::*;

    #[test]
    fn which_word_accepts_which_trade_is_read_from_the_question() {
        let town = Town::read(Place::Content.folder()).unwrap();
        let question = "Mara offers you an eel pie for 3 coins (2), and Mara offers you a mug of \
            ale for 2 coins (3). Type accept 2 or accept 3.";
        let answers = town.answers(question).into_iter().map(|((who, what), word)| {
            let deal = town.people.get(who).and_then(|it| it.deals.get(what)).unwrap();
            (deal.gives.first().unwrap().as_str(), word)
        });
        let answers: Vec<_> = answers.collect();
        assert_eq!(answers, [("an eel pie", "2"), ("a mug of ale", "3")]);
        let walk = "Pip offers you a walk to the Open Ear, and Mara offers you an eel pie for 3 \
            coins. Type accept pip or accept mara.";
        assert!(town.answers(walk).is_empty());
    }
}
