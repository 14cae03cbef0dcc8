//! Payers of thoughts, and what is done when they are over a budget.

use bevy_ecs::prelude::*;
use engine::clock::{Clock, WorldTime};
use world::{act::due, beings::character::Character};

use super::{
    FAIR_WAIT, ServeWaiting,
    input::ThoughtInput,
    models,
    unheard::{Unheard, turned_away as record_turned_away},
};
use crate::{
    gate::{
        budget::{Payer, Settled},
        rules::EffectClass,
        spending::{self, Spending, with_ledger},
    },
    llm::{
        ChatReply, LlmError, Ticket,
        allowance::OverBudget,
        profile::{ModelKey, Reasoning},
    },
    mind::{
        attention::{Attention, Trigger},
        body::Mind,
        thinking::{Thinking, TurnInput},
    },
    turn::brief::Assessment,
};

/// Trigger that a mind thinks about next.
pub(super) struct Heard {
    pub(super) trigger: Trigger,
    /// True if it gets an excuse only.
    pub(super) turned_away: bool,
    /// The budget that has no room even for the script's answer.
    pub(super) over: Option<OverBudget>,
}

/// Takes the next trigger to think about, and charges its payer. While a model thinks, only triggers that
/// were turned away, and those that have waited for [`FAIR_WAIT`] but are not of the partner of the present
/// thought; else in the order of [`Attention::take`]. A payer who is over budget even with a line hears an
/// excuse now and then, and else nothing.
pub(super) fn next(
    world: &mut World,
    npc: Entity,
    waits_for_model: bool,
    now: WorldTime,
) -> Option<Heard> {
    let partner = world.get::<Thinking>(npc).and_then(|it| it.partner().cloned());
    loop {
        let mut attention = world.get_mut::<Attention>(npc)?;
        let excuse = attention.turned_away.pop_front();
        let turned_away = excuse.is_some();
        let trigger = match excuse {
            Some(trigger) => trigger,
            None if !waits_for_model => attention.take()?,
            None => {
                match attention.take_beside(partner.as_ref(), |at| at.after(FAIR_WAIT) <= now) {
                    Ok(trigger) => {
                        attention.owe(&trigger, now);
                        trigger
                    }
                    Err(came) => {
                        let due = came?.after(FAIR_WAIT);
                        due::enter(world, due, ServeWaiting { mind: npc });
                        return None;
                    }
                }
            }
        };
        let mind = world.get::<Character>(npc)?.0.clone();
        let mut spending = world.resource_mut::<Spending>();
        let Err(over) = spending.ledger.hear(now, &trigger.payer, &mind) else {
            return Some(Heard { trigger, turned_away, over: None });
        };
        let excused = trigger.stimulus.asked && spending.ledger.excuses(now, &trigger.payer, &mind);
        spending::record_over_budget(world, over);
        if excused {
            return Some(Heard { trigger, turned_away: true, over: Some(over) });
        }
        record_turned_away(world, npc, &trigger, Unheard::OverBudget(over));
    }
}

/// Returns the budget that has no room for a question, if a model would be asked.
pub(super) fn short_of(
    world: &mut World,
    npc: Entity,
    payer: &Payer,
    it: Assessment,
    model: Option<&ModelKey>,
) -> Option<OverBudget> {
    if it.over.is_some() || it.why_script().is_some() {
        return it.over;
    }
    let over = question(world, npc, payer, model).err()?;
    spending::record_over_budget(world, over);
    Some(over)
}

/// Returns whether there is room for one more question.
fn question(
    world: &World,
    npc: Entity,
    payer: &Payer,
    model: Option<&ModelKey>,
) -> Result<(), OverBudget> {
    let (Some(model), Some(me)) = (model, world.get::<Character>(npc)) else { return Ok(()) };
    let ledger = &world.resource::<Spending>().ledger;
    if !ledger.costs(&model.provider) {
        return Ok(());
    }
    ledger.has_a_question(world.resource::<Clock>().now, payer, &me.0)
}

/// Returns whether a call can be paid for: to look at something, or to keep it in mind, makes the model be
/// asked once more.
pub(super) fn affords(world: &World, npc: Entity, authored: bool, effect: EffectClass) -> bool {
    let asks_again = match effect {
        EffectClass::View | EffectClass::Own | EffectClass::Intent | EffectClass::Service => {
            !authored
        }
        EffectClass::Speech | EffectClass::Offer | EffectClass::World => false,
    };
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    let model = models::current(world, npc);
    !asks_again
        || matter.is_none_or(|it| question(world, npc, &payer_of(it), model.as_ref()).is_ok())
}

/// Returns the payer of a thought, with the share of the character's budget that its context has.
fn payer_of(matter: &TurnInput) -> Payer {
    let share = Some(matter.brief.share).filter(|it| *it < 100);
    Payer { share, ..matter.payer.clone() }
}

/// Pays for a question of so many bytes before it is sent.
pub(super) fn reserve(
    world: &mut World,
    npc: Entity,
    ticket: Ticket,
    bytes: usize,
) -> Result<(), OverBudget> {
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    let Some(payer) = matter.map(payer_of) else { return Ok(()) };
    reserve_for(world, npc, &payer, ticket, bytes)
}

/// Pays for a request of so many bytes that nobody's words are the reason for, out of the budgets of
/// the character and of the day.
pub(super) fn reserve_own(
    world: &mut World,
    npc: Entity,
    ticket: Ticket,
    bytes: usize,
) -> Result<(), OverBudget> {
    reserve_for(world, npc, &Payer::default(), ticket, bytes)
}

pub(super) fn reserve_for(
    world: &mut World,
    npc: Entity,
    payer: &Payer,
    ticket: Ticket,
    bytes: usize,
) -> Result<(), OverBudget> {
    let now = world.resource::<Clock>().now;
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    let reasons = matter.is_some_and(|it| it.brief.reasoning == Reasoning::On);
    let (Some(mind), Some(me)) = (world.get::<Mind>(npc), world.get::<Character>(npc)) else {
        return Ok(());
    };
    let (model, me) = (&mind.persona.model, me.0.clone());
    let ledger = &world.resource::<Spending>().ledger;
    if models::current(world, npc).is_none_or(|it| !ledger.costs(&it.provider)) {
        return Ok(());
    }
    let settings = ledger.settings();
    let answer = model.max_tokens.unwrap_or(settings.answer);
    let answer = answer.saturating_add(if reasons { settings.reasoning } else { 0 });
    with_ledger(world, |ledger| ledger.reserve(now, (ticket, bytes, answer), payer, &me))
}

/// Returns the input of a question that cannot be paid for: it counts as one without an answer.
pub(super) fn unasked(world: &mut World, ticket: Ticket, over: OverBudget) -> ThoughtInput {
    spending::record_over_budget(world, over);
    ThoughtInput::Failed { ticket, error: LlmError::OverBudget(over) }
}

/// Takes note of what a question cost; of one that cost nothing to begin with nothing is known. One
/// that is put to another model is paid for there.
pub(super) fn settle(
    world: &mut World,
    ticket: Ticket,
    result: &Result<ChatReply, LlmError>,
    passes_on: bool,
) {
    let outcome = match result {
        Err(_) if passes_on => Settled::Unasked,
        Ok(ChatReply { usage: Some(usage), .. }) => Settled::Counted(*usage),
        Ok(reply) => Settled::Uncounted { bytes: reply.size() },
        Err(error) if error.is_unasked() => Settled::Unasked,
        // Its endpoint may have read it all the same.
        Err(_) => Settled::Uncounted { bytes: 0 },
    };
    settle_as(world, ticket, outcome);
}

/// Settles the payment of a question that was withdrawn, whatever its endpoint made of it until
/// then.
pub(super) fn withdrawn(world: &mut World, ticket: Ticket) {
    settle_as(world, ticket, Settled::Uncounted { bytes: 0 });
}

fn settle_as(world: &mut World, ticket: Ticket, outcome: Settled) {
    let now = world.resource::<Clock>().now;
    if world.resource::<Spending>().ledger.is_open(ticket) {
        with_ledger(world, |ledger| ledger.settle(now, ticket, outcome));
    }
}
