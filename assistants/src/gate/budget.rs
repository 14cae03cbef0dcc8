//! What thoughts may cost, and who pays: the one whose words or deed set them off. Pure; the clock is
//! a parameter.
//!
//! A budget is a bucket that holds what may be used at once, and is full again after an hour; that of
//! the server is for a day. A question is paid for before it is sent, with the most that it can cost,
//! and gets the difference back when its answer comes. So nothing that a model answers makes more be
//! spent than there is.

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
use crate::llm::{
    Ticket, Usage,
    allowance::{BudgetOf, BudgetUnit, OverBudget},
};

mod bucket;
#[cfg(test)]
mod tests;

/// The largest budget there is, as good as none.
pub const MOST: u64 = 1_000_000_000_000;

/// A day in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1_000;

/// How long somebody who is over a budget waits for the next excuse, in milliseconds, and how long a
/// character waits that makes them.
const EXCUSED_AGAIN: u64 = 60_000;
const EXCUSES_AGAIN: u64 = 5_000;

/// How finely burdens are told from one another: who used less than one part of so many has none.
const BURDENS: u64 = 64;

/// So much of each unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Amounts {
    /// Questions to models, 0 to [`MOST`].
    pub questions: u64,
    /// Tokens of questions and answers, 0 to [`MOST`].
    pub tokens: u64,
    /// Lines, deeds and arrivals that set a character off, 0 to [`MOST`].
    pub lines: u64,
}

impl Amounts {
    /// As much as there is.
    pub const MOST: Self = Self { questions: MOST, tokens: MOST, lines: MOST };

    /// The amount of a unit.
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

/// How large the budgets are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BudgetSettings {
    /// Of one account, and of all guests of a household together; at once, and then in an hour.
    pub account: Amounts,
    /// Of all who come from one address, in the same way.
    pub household: Amounts,
    /// Of one character, in the same way.
    pub character: Amounts,
    /// Of the whole server in a day of the calendar, UTC.
    pub day: Amounts,
    /// Most tokens that a model answers with, unless a persona says so itself.
    pub answer: u32,
    /// The providers that cost nothing, because they are built in, by the names that personas give
    /// them; none for the default.
    pub free: BTreeSet<Option<String>>,
}

impl Default for BudgetSettings {
    /// No bounds.
    fn default() -> Self {
        Self {
            account: Amounts::MOST,
            household: Amounts::MOST,
            character: Amounts::MOST,
            day: Amounts::MOST,
            answer: 400,
            free: BTreeSet::new(),
        }
    }
}

/// An account, or what stands in its place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum PayerAccount {
    Account(AccountId),
    /// All guests of a household.
    Guests(NetworkOriginId),
    /// A character without an account.
    Character(CharacterId),
}

/// Who pays for a thought.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Payer {
    /// None for the staff, who are bounded only together with everybody else.
    pub account: Option<PayerAccount>,
    /// None for the staff and for minds.
    pub household: Option<NetworkOriginId>,
}

impl Payer {
    /// Whoever this is pays.
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
        Self { account: Some(account), household: who.household }
    }
}

/// What was used on one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct DaySpend {
    /// Which day, counted from 1970.
    pub day: u64,
    pub spent: Amounts,
}

/// How much of their budget somebody has used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BudgetUse<K> {
    pub of: K,
    /// What is used and not yet given back.
    pub used: Amounts,
    /// Of the unit of which most is used, in percent.
    pub percent: u64,
}

/// A question that is paid for and not answered yet.
#[derive(Debug, Clone)]
struct ReservedQuestion {
    payer: Payer,
    mind: CharacterId,
    /// The most tokens that it can cost, and those of its prompt as they are estimated.
    most: u64,
    prompt: u64,
    day: u64,
}

/// All that is spent.
#[derive(Debug, Default)]
pub struct Ledger {
    settings: BudgetSettings,
    accounts: BudgetTable<PayerAccount>,
    households: BudgetTable<NetworkOriginId>,
    minds: BudgetTable<CharacterId>,
    day: DaySpend,
    open: BTreeMap<Ticket, ReservedQuestion>,
}

impl Ledger {
    /// A ledger in which nothing is spent but what was spent on some day.
    #[must_use]
    pub fn new(settings: BudgetSettings, day: DaySpend) -> Self {
        Self { settings, day, ..Self::default() }
    }

    /// How large the budgets are.
    #[must_use]
    pub fn settings(&self) -> &BudgetSettings {
        &self.settings
    }

    /// Whether a persona's model costs anything.
    #[must_use]
    pub fn costs(&self, provider: &Option<String>) -> bool {
        !self.settings.free.contains(provider)
    }

    /// What is spent today.
    #[must_use]
    pub fn today(&self, now: WorldTime) -> DaySpend {
        let day = now.0 / DAY;
        if self.day.day == day { self.day } else { DaySpend { day, ..DaySpend::default() } }
    }

    /// Whether there is room for what is wanted. The second half of a budget that several share goes
    /// to those who have used less of their own.
    ///
    /// # Errors
    /// The first budget that has none.
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

    /// Whether there is room for one more question, however short.
    ///
    /// # Errors
    /// The first budget that has none.
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

    /// How much of their own budgets somebody has used lately, in so many parts.
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
        let of_day = BudgetLevel::new(self.today(now).spent.of(unit), day.of(unit));
        [
            (BudgetOf::Character, self.minds.level(mind, character, now, unit)),
            (BudgetOf::Day, of_day),
        ]
    }

    /// Something sets a character off.
    ///
    /// # Errors
    /// The budget that has no room for it; nothing is spent then.
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

    /// A question of so many bytes is to be sent, and answered with no more tokens than this; no model
    /// makes more than one token of a byte.
    ///
    /// # Errors
    /// The budget that has no room for it; nothing is spent then.
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
        let day = self.day.day;
        self.open.insert(ticket, ReservedQuestion { payer, mind, most, prompt, day });
        Ok(())
    }

    /// Whether a question is paid for and not answered yet.
    #[must_use]
    pub fn is_open(&self, ticket: Ticket) -> bool {
        self.open.contains_key(&ticket)
    }

    /// What became of a question: nothing was sent, or it cost what was counted, or, where nobody
    /// counted, its prompt and so many bytes of answer. What is claimed beyond the most that it can
    /// have cost is not believed. Of a question that is not open nothing is known.
    pub fn settle(&mut self, now: WorldTime, ticket: Ticket, outcome: Settled) {
        let Some(it) = self.open.remove(&ticket) else { return };
        let back = match outcome {
            Settled::Unasked => Amounts { questions: 1, tokens: it.most, lines: 0 },
            Settled::Counted(Usage { prompt, completion }) => {
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
        self.day = self.today(now);
        if self.day.day == it.day {
            self.day.spent = self.day.spent.minus(back);
        }
    }

    fn book(&mut self, now: WorldTime, payer: &Payer, mind: &CharacterId, cost: Amounts) {
        for bucket in self.buckets(now, payer, mind).into_iter().flatten() {
            bucket.take(cost);
        }
        self.day = self.today(now);
        self.day.spent = self.day.spent.plus(cost);
    }

    /// All buckets that somebody's thoughts are paid from, as they are now.
    fn buckets(
        &mut self,
        now: WorldTime,
        payer: &Payer,
        mind: &CharacterId,
    ) -> [Option<&mut BudgetBucket>; 3] {
        let BudgetSettings { account, household, character, .. } = &self.settings;
        [
            payer.account.as_ref().map(|it| self.accounts.bucket(it, account, now)),
            payer.household.as_ref().map(|it| self.households.bucket(it, household, now)),
            Some(self.minds.bucket(mind, character, now)),
        ]
    }

    /// Whether somebody who is over a budget is told so: now and then, and no character does nothing
    /// else.
    pub fn excuses(&mut self, now: WorldTime, payer: &Payer, mind: &CharacterId) -> bool {
        let [account, household, mind] = self.buckets(now, payer, mind);
        let own: Vec<&mut BudgetBucket> = [account, household].into_iter().flatten().collect();
        let due = own.iter().all(|it| it.may_excuse(now, EXCUSED_AGAIN))
            && mind.as_ref().is_some_and(|it| it.may_excuse(now, EXCUSES_AGAIN));
        if due {
            own.into_iter().chain(mind).for_each(|it| it.excused = Some(now));
        }
        due
    }

    /// How much of their own budgets somebody has used lately, 0 to 64: whoever used little comes first.
    #[must_use]
    pub fn burden(&self, now: WorldTime, payer: &Payer) -> u8 {
        let units = BudgetUnit::ALL.into_iter();
        let most = units.map(|unit| self.usage(now, payer, unit, BURDENS)).max();
        u8::try_from(most.unwrap_or_default()).unwrap_or(u8::MAX)
    }

    /// The accounts that have used most of their budget, at most so many.
    #[must_use]
    pub fn busiest_accounts(&self, now: WorldTime, most: usize) -> Vec<BudgetUse<PayerAccount>> {
        self.accounts.busiest(&self.settings.account, now, most)
    }

    /// The households that have used most of their budget, at most so many.
    #[must_use]
    pub fn busiest_households(
        &self,
        now: WorldTime,
        most: usize,
    ) -> Vec<BudgetUse<NetworkOriginId>> {
        self.households.busiest(&self.settings.household, now, most)
    }

    /// What a character's budget has been used for.
    #[must_use]
    pub fn of_mind(&self, now: WorldTime, mind: &CharacterId) -> BudgetUse<CharacterId> {
        self.minds.of(mind, &self.settings.character, now)
    }
}

/// What became of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settled {
    /// It was not sent.
    Unasked,
    /// The provider counted.
    Counted(Usage),
    /// Nobody did; the answer had so many bytes.
    Uncounted { bytes: usize },
}
