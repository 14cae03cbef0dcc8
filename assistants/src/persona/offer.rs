//! Offers with the words that ask for them and go with them.

use engine::id::OfferId;
use schemars::JsonSchema;
use serde::Deserialize;
use world::trade::offer::{Condition, HadAgain, Offer, OfferEffect};

use super::script::{Step, Test, Topic};
use crate::nlu;

/// Something that a character may do for a player, and what is said about it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfferTalk {
    /// What the mind calls it.
    pub id: OfferId,
    /// What it is called, as one would ask for it: `an ale`.
    #[serde(default)]
    pub called: Option<String>,
    /// Patterns of what is wanted, had or asked for; the words around it that every kind of offer
    /// is asked for with are known.
    #[serde(default)]
    pub of: Vec<String>,
    /// Whole patterns that ask for it.
    #[serde(default)]
    pub asks: Vec<String>,
    /// What is offered, to stand after "offers you": `a mug of ale for 2 coins`.
    pub what: String,
    /// All of these must hold for the one it is made to, beside what it costs.
    #[serde(default)]
    pub when: Vec<Condition>,
    /// What the character says when they do not hold.
    #[serde(default = "not_now")]
    pub unless: String,
    /// What happens.
    pub does: OfferEffect,
    /// Whether what it sells or takes stands in `list`, so that players can have it without asking
    /// for it in words.
    #[serde(default = "yes")]
    pub listed: bool,
    /// How many of it there are for all players together; without it there is no end of them. At
    /// least 1.
    #[serde(default)]
    pub stock: Option<u32>,
    /// After how many seconds one that is gone is there again, one after another; without it never.
    /// 1 to 2,592,000, which is thirty days.
    #[serde(default)]
    pub restocks: Option<u32>,
    /// What the character says when none is left.
    #[serde(default)]
    pub sold_out: Option<String>,
    /// How soon somebody who had it may have it again.
    #[serde(default)]
    pub again: HadAgain,
    /// What the character says when it is too soon.
    #[serde(default)]
    pub so_soon: Option<String>,
    /// What the character says when it makes the offer: one of these.
    #[serde(default)]
    pub says: Vec<String>,
    /// What it says when the offer is declined, in place of what it says to any.
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
    /// The offer as the engine knows it: whoever has to pay or hand over something must have it.
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

    /// What asks for it.
    pub(super) fn hears(&self) -> Vec<String> {
        let frames: &[&str] = match &self.does {
            OfferEffect::Trade(trade) if !trade.takes.is_empty() => &["~have {}", "~this {}"],
            OfferEffect::Trade(trade) if trade.price > 0 => {
                &["~want {}", "{} please", "another {}", "have {}", "={}", "{} > for"]
            }
            OfferEffect::Trade(_) => &["~want {}"],
            OfferEffect::Escort { .. } => &["!not ~lead {}", "!not ~lead > {}", "!not {} please"],
            // Who had it opened is another question.
            OfferEffect::Open { .. } => &["~open {} !who"],
            OfferEffect::Tell(_) => &["secret > {}", "tell > {}", "know > {}", "truth > {}"],
            OfferEffect::Ask(_) => &["word > {}", "ask {} > for me", "speak > {}", "tell {} > i"],
        };
        let of = self.of.iter().flat_map(|of| frames.iter().map(|it| it.replace("{}", of)));
        // What is sold is asked for by itself anyway.
        let called = self.called.as_deref().filter(|_| !frames.contains(&"={}"));
        let called = called.and_then(nlu::name_pattern);
        self.asks.iter().cloned().chain(of).chain(called).collect()
    }

    /// What the built-in brain does when it is asked for, in so many words or as an answer to where
    /// one wants to go.
    pub(super) fn topics(&self) -> Vec<Topic> {
        let topic = self.topic();
        let mut topics = vec![topic.clone()];
        // Without a place there is no answer, and nothing that a bare yes agrees to.
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
