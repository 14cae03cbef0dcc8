//! Budgets for model calls, and their payers: a thought is paid for by the author of the words or
//! deed that set it off. Pure; the clock is a parameter.
//!
//! A budget is a token bucket that is refilled from empty to full in an hour; that of the server is
//! a daily quota. A question is charged in advance with the maximum that it can cost, and gets the
//! difference back when its answer comes. So no answer of a model can make the spending exceed a
//! budget.

use std::collections::{BTreeMap, BTreeSet};

use engine::{
    clock::WorldTime,
    id::{AccountId, CharacterId},
};
use serde::{Deserialize, Serialize};
use world::{
    act::permission::Role,
    beings::{
        character::{SpeakerKind, Who},
        network_origin::NetworkOriginId,
    },
};

use self::bucket::{BudgetBucket, BudgetLevel, BudgetTable};
pub use self::days::{DaySpend, SpendDays};
use crate::llm::{
    Ticket, Usage,
    allowance::{BudgetOf, BudgetUnit, OverBudget},
};

mod bucket;
mod days;
#[cfg(test)]
mod tests;

/// Maximum of a budget, in effect unlimited.
pub const MOST: u64 = 1_000_000_000_000;

/// Length of a day in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1_000;

/// Cooldown in milliseconds between two excuses to the same payer over budget, and between two
/// excuses of the same NPC.
const EXCUSED_AGAIN: u64 = 60_000;
const EXCUSES_AGAIN: u64 = 5_000;

/// Scale of a burden: usage of a budget is mapped to 0..=64; usage below one step counts as none.
const BURDENS: u64 = 64;

/// Amount of each budget unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Amounts {
    /// Number of questions to models, 0 to [`MOST`].
    pub questions: u64,
    /// Number of tokens of questions and answers, 0 to [`MOST`].
    pub tokens: u64,
    /// Number of lines, deeds and arrivals that trigger an NPC, 0 to [`MOST`].
    pub lines: u64,
}

impl Amounts {
    /// Maximum of each unit.
    pub const MOST: Self = Self { questions: MOST, tokens: MOST, lines: MOST };

    /// Returns the amount of a unit.
    #[must_use]
    pub fn of(self, unit: BudgetUnit) -> u64 {
        match unit {
            BudgetUnit::Questions => self.questions,
            BudgetUnit::Tokens => self.tokens,
            BudgetUnit::Lines => self.lines,
        }
    }

    fn map(self, of: impl Fn(u64) -> u64) -> Self {
        Self { questions: of(self.questions), tokens: of(self.tokens), lines: of(self.lines) }
    }

    /// Returns a share of it, in percent. An amount that is not limited has no limited share.
    fn share(self, percent: u8) -> Self {
        self.map(|it| if it >= MOST { it } else { it.saturating_mul(percent.into()) / 100 })
    }

    fn times(self, n: u64) -> Self {
        self.map(|it| it.saturating_mul(n))
    }

    fn plus(self, other: Self) -> Self {
        Self {
            questions: self.questions.saturating_add(other.questions),
            tokens: self.tokens.saturating_add(other.tokens),
            lines: self.lines.saturating_add(other.lines),
        }
    }

    fn minus(self, other: Self) -> Self {
        Self {
            questions: self.questions.saturating_sub(other.questions),
            tokens: self.tokens.saturating_sub(other.tokens),
            lines: self.lines.saturating_sub(other.lines),
        }
    }
}

/// Budget limits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BudgetSettings {
    /// Limit of an account, and of all guests of a household together: burst size and refill per
    /// hour.
    pub account: Amounts,
    /// Limit of all players from one network address: burst size and refill per hour.
    pub household: Amounts,
    /// Limit of one NPC: burst size and refill per hour.
    pub character: Amounts,
    /// Limit of the whole server for a calendar day, UTC.
    pub day: Amounts,
    /// Maximum number of tokens of a model's answer, unless the persona sets one; 400 by default.
    pub answer: u32,
    /// Maximum number of further tokens that a model reasons in, where requests leave room for that.
    #[serde(default)]
    pub reasoning: u32,
    /// Built-in providers, which cost nothing, by the names that personas give them; none for the
    /// default provider.
    pub free: BTreeSet<Option<String>>,
}

impl Default for BudgetSettings {
    /// Returns unlimited budgets.
    fn default() -> Self {
        Self {
            account: Amounts::MOST,
            household: Amounts::MOST,
            character: Amounts::MOST,
            day: Amounts::MOST,
            answer: 400,
            reasoning: 0,
            free: BTreeSet::new(),
        }
    }
}

/// Account of a payer, or its substitute.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum PayerAccount {
    Account(AccountId),
    /// Guests of one network origin together.
    Guests(NetworkOriginId),
    /// Character without an account.
    Character(CharacterId),
}

/// Payer of a thought.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Payer {
    /// Account; none for the staff, who are limited only by the shared budgets.
    pub account: Option<PayerAccount>,
    /// Household; none for the staff and for NPCs.
    pub household: Option<NetworkOriginId>,
    /// Share of the NPC's own budget that the thought may use, in percent, because nobody waits for
    /// it; none for all of it.
    pub share: Option<u8>,
}

impl Payer {
    /// Returns the payer for a speaker.
    #[must_use]
    pub fn of(who: &Who) -> Self {
        let account = match (who.kind, &who.account, who.household) {
            (SpeakerKind::Player, _, _) if who.role >= Role::Staff => return Self::default(),
            (SpeakerKind::Player | SpeakerKind::Guest, Some(account), _) => {
                PayerAccount::Account(account.clone())
            }
            (SpeakerKind::Guest, None, Some(household)) => PayerAccount::Guests(household),
            (SpeakerKind::Player | SpeakerKind::Guest, None, _)
            | (SpeakerKind::Assistant, _, _) => PayerAccount::Character(who.id.clone()),
        };
        Self { account: Some(account), household: who.household, share: None }
    }
}

/// Usage of one budget.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BudgetUse<K> {
    pub of: K,
    /// Amount used and not yet refilled.
    pub used: Amounts,
    /// Highest usage of all units, in percent.
    pub percent: u64,
}

/// Question that is charged and not answered yet.
#[derive(Debug, Clone)]
struct ReservedQuestion {
    payer: Payer,
    mind: CharacterId,
    /// Maximum number of tokens that it can cost, and the estimated number of its prompt.
    most: u64,
    prompt: u64,
    day: u64,
}

/// Ledger of all budgets.
#[derive(Debug, Default)]
pub struct Ledger {
    settings: BudgetSettings,
    accounts: BudgetTable<PayerAccount>,
    households: BudgetTable<NetworkOriginId>,
    minds: BudgetTable<CharacterId>,
    /// Usage by thoughts that nobody waits for, which is part of that of `minds`.
    shares: BudgetTable<CharacterId>,
    days: SpendDays,
    open: BTreeMap<Ticket, ReservedQuestion>,
}

impl Ledger {
    /// Creates a ledger with the spending of some days and full buckets.
    #[must_use]
    pub fn new(settings: BudgetSettings, days: SpendDays) -> Self {
        Self { settings, days, ..Self::default() }
    }

    /// Returns the budget limits.
    #[must_use]
    pub fn settings(&self) -> &BudgetSettings {
        &self.settings
    }

    /// Returns whether a provider costs anything; none is the default provider.
    #[must_use]
    pub fn costs(&self, provider: &Option<String>) -> bool {
        !self.settings.free.contains(provider)
    }

    /// Returns the spending by day.
    #[must_use]
    pub fn days(&self) -> &SpendDays {
        &self.days
    }

    /// Checks whether all budgets have room for a cost. Once a shared budget is more than half
    /// used, payers with a higher usage of their own budgets are refused first.
    ///
    /// # Errors
    /// The first budget without room.
    pub fn check(
        &self,
        now: WorldTime,
        payer: &Payer,
        mind: &CharacterId,
        cost: Amounts,
    ) -> Result<(), OverBudget> {
        let units = BudgetUnit::ALL.into_iter().filter(|it| cost.of(*it) > 0);
        for unit in units {
            let wanted = cost.of(unit);
            for (of, level) in self.own(now, payer, unit).into_iter().flatten() {
                if !level.has_room_for(wanted) {
                    return Err(OverBudget { of, unit });
                }
            }
            if let Some(share) = payer.share {
                let caps = self.settings.character.share(share);
                if !self.shares.level(mind, &caps, now, unit).has_room_for(wanted) {
                    return Err(OverBudget { of: BudgetOf::Own, unit });
                }
            }
            let burden = self.usage(now, payer, unit, 1_000);
            for (of, level) in self.shared(now, mind, unit) {
                let left = 1_000_u64.saturating_sub(level.used_of(1_000));
                if !level.has_room_for(wanted) || 2 * left < burden {
                    return Err(OverBudget { of, unit });
                }
            }
        }
        Ok(())
    }

    /// Checks whether there is room for one more question of minimum length.
    ///
    /// # Errors
    /// The first budget without room.
    pub fn has_a_question(
        &self,
        now: WorldTime,
        payer: &Payer,
        mind: &CharacterId,
    ) -> Result<(), OverBudget> {
        let tokens = u64::from(self.settings.answer).saturating_add(1);
        self.check(now, payer, mind, Amounts { questions: 1, tokens, lines: 0 })
    }

    fn own(
        &self,
        now: WorldTime,
        payer: &Payer,
        unit: BudgetUnit,
    ) -> [Option<(BudgetOf, BudgetLevel)>; 2] {
        let BudgetSettings { account, household, .. } = &self.settings;
        let of_account =
            payer.account.as_ref().map(|it| self.accounts.level(it, account, now, unit));
        let of_household =
            payer.household.as_ref().map(|it| self.households.level(it, household, now, unit));
        [
            of_account.map(|it| (BudgetOf::Account, it)),
            of_household.map(|it| (BudgetOf::Household, it)),
        ]
    }

    /// Returns the highest recent usage of a payer's own budgets, 0 to `parts`.
    fn usage(&self, now: WorldTime, payer: &Payer, unit: BudgetUnit, parts: u64) -> u64 {
        let BudgetSettings { account, household, .. } = &self.settings;
        let (of_account, of_household) = (payer.account.as_ref(), payer.household.as_ref());
        let of_account = of_account.map(|it| self.accounts.usage(it, account, now, unit));
        let of_household = of_household.map(|it| self.households.usage(it, household, now, unit));
        let all = [of_account, of_household].into_iter().flatten();
        all.map(|it| it.used_of(parts)).max().unwrap_or_default()
    }

    fn shared(
        &self,
        now: WorldTime,
        mind: &CharacterId,
        unit: BudgetUnit,
    ) -> [(BudgetOf, BudgetLevel); 2] {
        let BudgetSettings { character, day, .. } = &self.settings;
        let of_day = BudgetLevel::new(self.days.today(now).spent.of(unit), day.of(unit));
        [
            (BudgetOf::Character, self.minds.level(mind, character, now, unit)),
            (BudgetOf::Day, of_day),
        ]
    }

    /// Charges a line, deed or arrival that triggers an NPC.
    ///
    /// # Errors
    /// The budget without room; nothing is charged then.
    pub fn hear(
        &mut self,
        now: WorldTime,
        payer: &Payer,
        mind: &CharacterId,
    ) -> Result<(), OverBudget> {
        let cost = Amounts { lines: 1, ..Amounts::default() };
        self.check(now, payer, mind, cost)?;
        self.book(now, payer, mind, cost);
        Ok(())
    }

    /// Charges a question of `bytes` bytes with an answer of at most `answer` tokens in advance, at
    /// one token a byte, which no tokenizer exceeds.
    ///
    /// # Errors
    /// The budget without room; nothing is charged then.
    pub fn reserve(
        &mut self,
        now: WorldTime,
        (ticket, bytes, answer): (Ticket, usize, u32),
        payer: &Payer,
        mind: &CharacterId,
    ) -> Result<(), OverBudget> {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let most = bytes.saturating_add(answer.into());
        let cost = Amounts { questions: 1, tokens: most, lines: 0 };
        self.check(now, payer, mind, cost)?;
        self.book(now, payer, mind, cost);
        let (payer, mind, prompt) = (payer.clone(), mind.clone(), bytes.div_ceil(4));
        let day = self.days.last().day;
        self.open.insert(ticket, ReservedQuestion { payer, mind, most, prompt, day });
        Ok(())
    }

    /// Returns whether a question is charged and not answered yet.
    #[must_use]
    pub fn is_open(&self, ticket: Ticket) -> bool {
        self.open.contains_key(&ticket)
    }

    /// Settles a question and refunds the difference. Without a count by the provider, prompt and
    /// answer are estimated at four bytes a token. Usage above the charge is not believed. Unknown
    /// tickets are ignored.
    pub fn settle(&mut self, now: WorldTime, ticket: Ticket, outcome: Settled) {
        let Some(it) = self.open.remove(&ticket) else { return };
        let back = match outcome {
            Settled::Unasked => Amounts { questions: 1, tokens: it.most, lines: 0 },
            Settled::Counted(Usage { prompt, completion, cached: _ }) => {
                let tokens = u64::from(prompt).saturating_add(completion.into());
                Amounts { tokens: it.most.saturating_sub(tokens), ..Amounts::default() }
            }
            Settled::Uncounted { bytes } => {
                let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
                let tokens = it.prompt.saturating_add(bytes.div_ceil(4));
                Amounts { tokens: it.most.saturating_sub(tokens), ..Amounts::default() }
            }
        };
        for bucket in self.buckets(now, &it.payer, &it.mind).into_iter().flatten() {
            bucket.give_back(back);
        }
        self.days.give_back(now, it.day, back);
    }

    fn book(&mut self, now: WorldTime, payer: &Payer, mind: &CharacterId, cost: Amounts) {
        for bucket in self.buckets(now, payer, mind).into_iter().flatten() {
            bucket.take(cost);
        }
        self.days.spend(now, cost);
    }

    /// Returns all buckets that a thought is charged to, refilled up to now.
    fn buckets(
        &mut self,
        now: WorldTime,
        payer: &Payer,
        mind: &CharacterId,
    ) -> [Option<&mut BudgetBucket>; 4] {
        let BudgetSettings { account, household, character, .. } = &self.settings;
        let share = payer.share.map(|it| character.share(it));
        [
            payer.account.as_ref().map(|it| self.accounts.bucket(it, account, now)),
            payer.household.as_ref().map(|it| self.households.bucket(it, household, now)),
            Some(self.minds.bucket(mind, character, now)),
            share.map(|caps| self.shares.bucket(mind, &caps, now)),
        ]
    }

    /// Returns whether an excuse to a payer over budget is due, and starts both cooldowns if so:
    /// one for the payer, one for the NPC.
    pub fn excuses(&mut self, now: WorldTime, payer: &Payer, mind: &CharacterId) -> bool {
        let [account, household, mind, _] = self.buckets(now, payer, mind);
        let own: Vec<&mut BudgetBucket> = [account, household].into_iter().flatten().collect();
        let due = own.iter().all(|it| it.may_excuse(now, EXCUSED_AGAIN))
            && mind.as_ref().is_some_and(|it| it.may_excuse(now, EXCUSES_AGAIN));
        if due {
            own.into_iter().chain(mind).for_each(|it| it.excused = Some(now));
        }
        due
    }

    /// Returns the burden of a payer: recent usage of their own budgets, 0 to 64. Low burdens are
    /// served first.
    #[must_use]
    pub fn burden(&self, now: WorldTime, payer: &Payer) -> u8 {
        let units = BudgetUnit::ALL.into_iter();
        let most = units.map(|unit| self.usage(now, payer, unit, BURDENS)).max();
        u8::try_from(most.unwrap_or_default()).unwrap_or(u8::MAX)
    }

    /// Returns the accounts with the highest usage, at most `most`.
    #[must_use]
    pub fn busiest_accounts(&self, now: WorldTime, most: usize) -> Vec<BudgetUse<PayerAccount>> {
        self.accounts.busiest(&self.settings.account, now, most)
    }

    /// Returns the households with the highest usage, at most `most`.
    #[must_use]
    pub fn busiest_households(
        &self,
        now: WorldTime,
        most: usize,
    ) -> Vec<BudgetUse<NetworkOriginId>> {
        self.households.busiest(&self.settings.household, now, most)
    }

    /// Gives an NPC its whole budget back; what its payers used stays used.
    pub fn refill(&mut self, mind: &CharacterId) {
        self.minds.empty(mind);
        self.shares.empty(mind);
    }

    /// Returns the usage of an NPC's budget.
    #[must_use]
    pub fn of_mind(&self, now: WorldTime, mind: &CharacterId) -> BudgetUse<CharacterId> {
        self.minds.of(mind, &self.settings.character, now)
    }
}

/// Outcome of a question, for its settlement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settled {
    /// The question was not sent.
    Unasked,
    /// The provider reported the usage.
    Counted(Usage),
    /// The provider reported no usage; the answer had `bytes` bytes.
    Uncounted { bytes: usize },
}
