//! A player: does one thing after the other until the server is gone, and writes down what its
//! screen has shown.

use std::{
    collections::{BTreeMap, BTreeSet},
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tests::Trouble;
use tokio::time::timeout;

use crate::{
    acts::{self, Act, Outcome},
    choices::{self, Choice, How, View},
    dice::Dice,
    facts::{Fact, Facts},
    screen::{Entry, Screen, is_again},
    sight,
    town::Town,
};

/// Timeout of an offer, and of one that must not come.
const OFFERED_WITHIN: Duration = Duration::from_secs(2);
const REFUSED_WITHIN: Duration = Duration::from_millis(200);
/// Number of attempts, and pause between them, to come back as a character that is not asleep yet.
const TRIES: usize = 100;
const TRY_AGAIN: Duration = Duration::from_millis(20);
/// Text shown to somebody who talks very fast.
const HASTY: &str = "Give the others a moment";
/// Verbs of others' acts that change something, as screens show them after the name.
const DEEDS: [&str; 7] = ["takes", "puts", "gives", "gets", "uses", "leaves", "arrives"];

/// State that all players share between two kills.
pub(crate) struct Round {
    /// Address of the server.
    pub(crate) address: SocketAddr,
    pub(crate) town: Arc<Town>,
    /// The names of those who play.
    pub(crate) players: Vec<String>,
    /// Things of which nearly as many exist as may.
    pub(crate) scarce: BTreeSet<String>,
    /// True while the server is being killed.
    pub(crate) killed: AtomicBool,
}

/// A trade: its townsperson, and which of its trades, by their numbers.
type Numbered = (usize, usize);

/// Output of a player's screen.
#[derive(Debug, Default)]
pub(crate) struct Record {
    pub(crate) name: String,
    /// Changes of facts by what it has shown of its own acts.
    pub(crate) done: Facts,
    /// Number of things taken, by where they lay.
    pub(crate) taken: BTreeMap<Fact, i64>,
    /// Its own acts, in the words in which others read them.
    pub(crate) did: BTreeMap<String, i64>,
    /// Others' acts, in the same words.
    pub(crate) saw: BTreeMap<String, i64>,
    /// The act whose answer it has not shown.
    pub(crate) cut: Option<Act>,
    /// Lines sent.
    pub(crate) sent: u64,
    /// Lines answered.
    pub(crate) answered: u64,
    /// Acts that changed something.
    pub(crate) changed: u64,
    /// Of these, how many moved coins.
    pub(crate) trades: u64,
    /// Offers that only somebody with a mark gets.
    pub(crate) marks: u64,
    /// Sentences about differences.
    pub(crate) problems: Vec<String>,
}

impl Record {
    /// Writes down that an act of its own has been shown.
    pub(crate) fn happened(&mut self, outcome: &Outcome) {
        for (fact, n) in &outcome.effects {
            self.done.add(fact.clone(), *n);
            if *n < 0 {
                *self.taken.entry(fact.clone()).or_default() -= n;
            }
        }
        for words in &outcome.seen {
            *self.did.entry(words.clone()).or_default() += 1;
        }
        self.changed += 1;
        let trade = |it: &(Fact, i64)| matches!(it.0, Fact::Coins(_));
        self.trades += u64::from(outcome.effects.iter().any(trade));
    }
}

/// A player.
pub(crate) struct Player {
    round: Arc<Round>,
    screen: Option<Box<Screen>>,
    dice: Dice,
    me: Facts,
    lying: Vec<String>,
    here: Vec<String>,
    /// True while its screen shows lines again.
    again: bool,
    /// The trade that was offered last.
    offered: Option<Numbered>,
    /// Words that accept each of several open offers.
    answers: Vec<(Numbered, String)>,
    /// True once the player was asked to talk more slowly.
    hasty: bool,
    record: Record,
}

impl Player {
    /// A player with what is known of it, which is nothing when it is to create itself.
    pub(crate) fn new(
        name: &str,
        screen: Option<Box<Screen>>,
        me: Facts,
        dice: Dice,
        round: Arc<Round>,
    ) -> Self {
        let record = Record { name: name.to_owned(), ..Record::default() };
        let (lying, here) = (Vec::new(), Vec::new());
        let (again, offered, answers, hasty) = (false, None, Vec::new(), false);
        Self { round, screen, dice, me, lying, here, again, offered, answers, hasty, record }
    }

    /// Comes in anew, and no more than that.
    pub(crate) async fn arrive(mut self) -> Record {
        if let Err(why) = self.create().await {
            self.complain(why);
        }
        self.record
    }

    /// Plays until the server is gone. In a rush it leaves and comes back first.
    pub(crate) async fn play(mut self, rush: bool) -> Record {
        if let Err(why) = self.go_on(rush).await {
            self.complain(why);
        }
        self.record
    }

    fn complain(&mut self, why: impl Into<String>) {
        let why = format!("{}: {}", self.record.name, why.into());
        self.record.problems.push(why);
    }

    async fn go_on(&mut self, rush: bool) -> Result<(), Trouble> {
        let mut goes_on = if self.screen.is_none() {
            self.create().await?
        } else if rush {
            let how = choices::how(&mut self.dice);
            self.come_back(how).await?
        } else {
            self.carry_out(Act::idle("look")).await?
        };
        while goes_on {
            let Self { me, lying, here, record, round, dice, .. } = self;
            let view = View { name: &record.name, me, lying, here };
            goes_on = match choices::next(&view, round, dice) {
                Choice::Do(act) => self.carry_out(act).await?,
                Choice::Bargain(person, deal) => self.bargain((person, deal)).await?,
                Choice::Return(how) => self.come_back(how).await?,
            };
        }
        Ok(())
    }

    /// Meaning of the end of a connection: false when the server was killed.
    fn ended(&self) -> Result<bool, Trouble> {
        if self.is_killed() { Ok(false) } else { Err("the connection ended by itself".to_owned()) }
    }

    fn is_killed(&self) -> bool {
        self.round.killed.load(Ordering::SeqCst)
    }

    /// The next line; none at the end.
    async fn line(&mut self) -> Result<Option<String>, Trouble> {
        let Some(screen) = &mut self.screen else { return Ok(None) };
        match screen.line().await {
            Err(_) if self.is_killed() => Ok(None),
            line => line,
        }
    }

    async fn create(&mut self) -> Result<bool, Trouble> {
        let name = self.record.name.clone();
        self.record.cut = Some(acts::create(&name, self.round.town.newcomer(&name)));
        self.record.sent += 1;
        let welcome = format!("Welcome, {name}!");
        match Screen::create(self.round.address, &name).await {
            Ok(Entry::In(screen)) => {
                self.note(&welcome);
                self.record.answered += 1;
                self.screen = Some(screen);
                Ok(true)
            }
            Ok(Entry::Ended { welcomed }) => {
                if welcomed {
                    self.note(&welcome);
                }
                self.ended()
            }
            Ok(Entry::Wrong | Entry::Soon) => Err("it cannot be created".to_owned()),
            Err(_) if self.is_killed() => Ok(false),
            Err(why) => Err(why),
        }
    }

    /// Carries out an act; false when the server is gone.
    async fn carry_out(&mut self, act: Act) -> Result<bool, Trouble> {
        let Some(screen) = &mut self.screen else { return self.ended() };
        let done = screen.send(&act.line).await;
        self.record.sent += 1;
        self.record.cut = Some(act);
        loop {
            match self.line().await? {
                None => return self.ended(),
                Some(line) if line == done => break,
                Some(line) => self.note(&line),
            }
        }
        self.record.cut = None;
        self.record.answered += 1;
        Ok(true)
    }

    /// Asks for a trade, and accepts it when it is offered, or now and then not.
    async fn bargain(&mut self, (person, deal): Numbered) -> Result<bool, Trouble> {
        let round = self.round.clone();
        let Some(townsperson) = round.town.people.get(person) else { return Ok(true) };
        let Some(wanted) = townsperson.deals.get(deal) else { return Ok(true) };
        let due = self.view().is_due(wanted);
        self.offered = None;
        self.hasty = false;
        let asking = format!("say to {} {}", townsperson.id, wanted.asks);
        if !self.carry_out(Act::idle(asking)).await? {
            return Ok(false);
        }
        if std::mem::take(&mut self.hasty) {
            return Ok(true);
        }
        let patience = if due { OFFERED_WITHIN } else { REFUSED_WITHIN };
        match timeout(patience, self.until_offered()).await {
            Ok(Ok(true)) => {}
            Ok(ended) => return ended,
            Err(_) => return Ok(true),
        }
        if self.dice.percent(10) {
            return self.carry_out(Act::idle("decline")).await;
        }
        self.answers.clear();
        if !self.accept("", self.offered).await? {
            return Ok(false);
        }
        // When others stand beside it, the answer is a question.
        let answers = std::mem::take(&mut self.answers);
        match self.dice.pick(&answers) {
            Some((deal, which)) => self.accept(which, Some(*deal)).await,
            None => Ok(true),
        }
    }

    async fn accept(&mut self, which: &str, deal: Option<Numbered>) -> Result<bool, Trouble> {
        let round = self.round.clone();
        let deal = deal.and_then(|(who, what)| round.town.people.get(who)?.deals.get(what));
        match deal {
            Some(deal) => self.carry_out(acts::accept(&self.record.name, which, deal)).await,
            None => Ok(true),
        }
    }

    async fn until_offered(&mut self) -> Result<bool, Trouble> {
        while self.offered.is_none() {
            match self.line().await? {
                None => return self.ended(),
                Some(line) => self.note(&line),
            }
        }
        Ok(true)
    }

    /// Leaves and comes back. False when the server is gone.
    async fn come_back(&mut self, how: How) -> Result<bool, Trouble> {
        let mut old = self.screen.take();
        match (how, &mut old) {
            (How::Quit | How::Break, Some(screen)) => {
                let ended = match how {
                    How::Break => screen.hang_up().await,
                    How::Quit | How::TakeOver => screen.quit().await,
                };
                match ended {
                    Ok(lines) => lines.iter().for_each(|it| self.note(it)),
                    Err(_) if self.is_killed() => return Ok(false),
                    Err(why) => return Err(why),
                }
            }
            (How::Quit | How::Break, None) | (How::TakeOver, _) => {}
        }
        for _ in 0..TRIES {
            match Screen::connect(self.round.address, &self.record.name).await {
                Ok(Entry::In(screen)) => {
                    if let Some(mut old) = old.take() {
                        match old.rest().await {
                            Ok(lines) => lines.iter().for_each(|it| self.note(it)),
                            Err(_) if self.is_killed() => return Ok(false),
                            Err(why) => return Err(why),
                        }
                    }
                    self.screen = Some(screen);
                    self.again = false;
                    return self.carry_out(Act::idle("look")).await;
                }
                Ok(Entry::Soon) => tokio::time::sleep(TRY_AGAIN).await,
                Ok(Entry::Wrong) => return Err("its password is wrong".to_owned()),
                Ok(Entry::Ended { .. }) => return self.ended(),
                Err(_) if self.is_killed() => return Ok(false),
                Err(why) => return Err(why),
            }
        }
        Err("it is not let in again".to_owned())
    }

    fn view(&self) -> View<'_> {
        let Self { me, lying, here, record, .. } = self;
        View { name: &record.name, me, lying, here }
    }

    /// Takes in a line of its screen. What is shown again was taken in over the old connection, which
    /// was read to its end.
    fn note(&mut self, line: &str) {
        self.again = is_again(self.again, line);
        if self.again {
            return;
        }
        let shown = |act: &Act| act.outcomes.iter().find(|it| it.is_shown_by(line)).cloned();
        if let Some(outcome) = self.record.cut.as_ref().and_then(shown) {
            self.happened(&outcome);
        } else if let Some((who, deed)) = line.split_once(' ') {
            self.note_other(who, deed);
        }
        if line.starts_with("Exits: ") {
            self.lying.clear();
            self.here.clear();
        } else if let Some(names) = line.strip_prefix(sight::LYING) {
            let things = sight::things(names).unwrap_or_default().into_iter();
            let known = things.filter(|(it, _)| self.round.town.kinds.contains_key(*it));
            self.lying = known.map(|(it, _)| it.to_owned()).collect();
        } else if let Some(names) = line.strip_prefix("Here: ") {
            let names = sight::things(names).unwrap_or_default().into_iter().map(|it| it.0);
            let players = names.filter(|it| self.round.players.iter().any(|name| name == it));
            self.here = players.map(str::to_owned).collect();
        } else if let Some(shown) = line.strip_prefix(sight::PURSE).and_then(sight::sum) {
            let known = self.me.get(&Fact::Coins(self.record.name.clone()));
            if shown != known {
                self.complain(format!("the purse shows {shown} coins and should show {known}"));
            }
        }
        self.hasty |= line.starts_with(HASTY);
        self.note_offer(line);
    }

    /// One of its own acts has been shown.
    fn happened(&mut self, outcome: &Outcome) {
        let act = self.record.cut.take().unwrap_or_default();
        if let Some(why) = &outcome.amiss {
            self.complain(format!("{}: {why}", act.line));
        }
        self.me.add_all(outcome.effects.iter().map(|(fact, n)| (fact, n)));
        self.record.happened(outcome);
    }

    /// Records an act of another player.
    fn note_other(&mut self, who: &str, deed: &str) {
        let verb = deed.split(' ').next().unwrap_or_default();
        if !DEEDS.contains(&verb) || !self.round.players.iter().any(|it| it == who) {
            return;
        }
        let name = self.record.name.clone();
        let words = match deed.strip_prefix("gives you ") {
            Some(thing) => {
                let thing = thing.trim_end_matches('.').to_owned();
                let words = format!("{who} gives {name} {thing}.");
                self.me.add(Fact::Holds(name, thing), 1);
                words
            }
            None => format!("{who} {deed}"),
        };
        *self.record.saw.entry(words).or_default() += 1;
    }

    /// Records an offer in a line, if it is one.
    fn note_offer(&mut self, line: &str) {
        let round = self.round.clone();
        let answers = round.town.answers(line);
        if answers.len() > 1 {
            self.answers = answers.into_iter().map(|(it, word)| (it, word.to_owned())).collect();
            return;
        }
        for (who, person) in round.town.people.iter().enumerate() {
            let deals = person.deals.iter().enumerate();
            for (what, deal) in deals.filter(|(_, it)| line.starts_with(&it.offered)) {
                self.offered = Some((who, what));
                if !self.view().is_due(deal) {
                    self.complain(format!("it must not be offered this: {line}"));
                } else if deal.marks.iter().any(|(_, there)| *there) {
                    self.record.marks += 1;
                }
            }
        }
    }
}
