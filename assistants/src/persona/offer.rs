//! Offers of characters, with the patterns that ask for them and the texts that go with them.

use engine::id::OfferId;
use schemars::JsonSchema;
use serde::Deserialize;
use world::trade::offer::{Condition, HadAgain, Offer, OfferEffect};

use super::script::{Step, Test, Topic};
use crate::nlu;

/// Offer of a character to players, with its patterns and texts.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfferTalk {
    /// Id of the offer.
    pub id: OfferId,
    /// Name of the offer, as a player would ask for it: `an ale`.
    #[serde(default)]
    pub called: Option<String>,
    /// Patterns of the thing wanted, owned or asked for; the phrases around it are built in for
    /// each kind of offer.
    #[serde(default)]
    pub of: Vec<String>,
    /// Complete patterns that ask for it.
    #[serde(default)]
    pub asks: Vec<String>,
    /// Description of the offer, to stand after "offers you": `a mug of ale for 2 coins`.
    pub what: String,
    /// Conditions that the player must meet, besides the price.
    #[serde(default)]
    pub when: Vec<Condition>,
    /// Text if the conditions do not hold.
    #[serde(default = "not_now")]
    pub unless: String,
    /// Effect of the offer.
    pub does: OfferEffect,
    /// True if what it sells or takes is shown by `list`, so that players can have it without
    /// asking for it in words.
    #[serde(default = "yes")]
    pub listed: bool,
    /// Stock for all players together, at least 1; unlimited by default.
    #[serde(default)]
    pub stock: Option<u32>,
    /// Restock time of one item, in seconds, one item after another, 1 to 2,592,000 (thirty days);
    /// never by default.
    #[serde(default)]
    pub restocks: Option<u32>,
    /// Text if the stock is empty.
    #[serde(default)]
    pub sold_out: Option<String>,
    /// Cooldown: how soon the same player may have it again.
    #[serde(default)]
    pub again: HadAgain,
    /// Text during the cooldown.
    #[serde(default)]
    pub so_soon: Option<String>,
    /// Texts when the character makes the offer: one of these.
    #[serde(default)]
    pub says: Vec<String>,
    /// Text when the offer is declined, in place of the general one.
    #[serde(default)]
    pub declined: Option<String>,
}

fn not_now() -> String {
    "Not just now; ask me again in a little while.".to_owned()
}

fn yes() -> bool {
    true
}

impl OfferTalk {
    /// Returns the offer for the engine, with conditions added for its price and the things that it
    /// takes.
    pub(super) fn offer(&self) -> Offer {
        let mut when = self.when.clone();
        let pays = when.iter().any(|it| matches!(it, Condition::Coins(_)));
        if self.does.price() > 0 && !pays {
            when.push(Condition::Coins(self.does.price()));
        }
        for kind in self.does.takes() {
            let carries = Condition::Carries(kind.clone());
            if !when.contains(&carries) {
                when.push(carries);
            }
        }
        Offer {
            id: self.id.clone(),
            what: self.what.clone(),
            when,
            unless: self.unless.clone(),
            does: self.does.clone(),
            listed: self.listed,
            stock: self.stock,
            restocks: self.restocks,
            sold_out: self.sold_out.clone(),
            again: self.again,
            so_soon: self.so_soon.clone(),
        }
    }

    /// Returns whether the offer asks for coins.
    #[must_use]
    pub fn is_priced(&self) -> bool {
        self.does.price() > 0
    }

    /// Returns whether the offer is sold to everybody, and is neither a service nor a reward.
    #[must_use]
    pub fn is_on_sale(&self) -> bool {
        match &self.does {
            OfferEffect::Trade(trade) => {
                let is_for_all = |when: &Condition| matches!(when, Condition::Hour(..));
                self.when.iter().all(is_for_all) && !trade.gives.is_empty() && self.is_priced()
            }
            OfferEffect::Escort { .. }
            | OfferEffect::Open { .. }
            | OfferEffect::Tell(_)
            | OfferEffect::Ask(_) => false,
        }
    }

    /// Returns all patterns that ask for the offer.
    pub(super) fn hears(&self) -> Vec<String> {
        let frames: &[&str] = match &self.does {
            OfferEffect::Trade(trade) if !trade.takes.is_empty() => &["~have {}", "~this {}"],
            OfferEffect::Trade(trade) if trade.price > 0 => {
                &["~want {}", "{} please", "another {}", "have {}", "={}", "{} > for"]
            }
            OfferEffect::Trade(_) => &["~want {}"],
            OfferEffect::Escort { .. } => &["!not ~lead {}", "!not ~lead > {}", "!not {} please"],
            // Questions about who had it opened are excluded.
            OfferEffect::Open { .. } => &["~open {} !who"],
            OfferEffect::Tell(_) => &["secret > {}", "tell > {}", "know > {}", "truth > {}"],
            OfferEffect::Ask(_) => &["word > {}", "ask {} > for me", "speak > {}", "tell {} > i"],
        };
        let of = self.of.iter().flat_map(|of| frames.iter().map(|it| it.replace("{}", of)));
        // A trade with a price already has its bare name as a pattern.
        let called = self.called.as_deref().filter(|_| !frames.contains(&"={}"));
        let called = called.and_then(nlu::name_pattern);
        self.asks.iter().cloned().chain(of).chain(called).collect()
    }

    /// Returns the topics of the built-in brain for the offer: being asked for it, and for an
    /// escort also answers to where the player wants to go.
    pub(super) fn topics(&self) -> Vec<Topic> {
        let topic = self.topic();
        let mut topics = vec![topic.clone()];
        // Without a place pattern there is no answer, and nothing that a bare yes agrees to.
        if matches!(self.does, OfferEffect::Escort { .. }) && !self.of.is_empty() {
            let answer = |name: &str, hears: Vec<String>, after: Vec<String>| Topic {
                name: format!("{}, {name}", self.id),
                hears,
                after,
                ..topic.clone()
            };
            let asked = vec!["~whither".to_owned(), "~shall".to_owned()];
            topics.push(answer("answered", self.of.clone(), asked));
            let proposed = self.of.iter().map(|of| format!("~shall > {of}")).collect();
            topics.push(answer("agreed", vec!["~yes".to_owned()], proposed));
        }
        topics
    }

    fn topic(&self) -> Topic {
        let says =
            if self.says.is_empty() { Step::Silence } else { Step::Reply(self.says.clone()) };
        let refused = Step::Reply(vec!["{because}".to_owned()]);
        Topic {
            called: self.called.clone(),
            hears: self.hears(),
            steps: vec![
                Step::Offer(self.id.clone()),
                Step::If(Test::Failed, vec![refused], vec![says]),
            ],
            ..Topic::said(self.id.to_string(), Vec::new())
        }
    }
}
