//! Folding of multi-line texts of builders into one line each.

use world::trade::offer::OfferEffect;

use super::{Lore, Persona, archetype::Archetype, offer::OfferTalk, script::Step, slot::Slot};
use crate::persona::script::Topic;

/// Replaces every run of white space by a blank if the text has a line break.
fn fold(text: &mut String) {
    if text.contains('\n') {
        *text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
}

fn fold_all(texts: &mut [String]) {
    texts.iter_mut().for_each(fold);
}

impl Persona {
    /// Folds all texts that may have several lines in the file.
    pub(super) fn fold(&mut self) {
        fold(&mut self.voice);
        fold(&mut self.body.description);
        fold_all(&mut self.duties);
        fold_all(&mut self.knows);
        self.answers.values_mut().for_each(|it| fold_all(it));
        for slot in &mut self.routine {
            fold(&mut slot.doing);
            fold_all(&mut slot.acts);
        }
        self.offers.iter_mut().for_each(offer);
        self.lore.iter_mut().for_each(lore);
        self.topics.iter_mut().for_each(topic);
        self.slots.values_mut().for_each(|it: &mut Slot| fold_all(&mut it.text));
        fold_all(&mut self.gambits);
        for goal in &mut self.goals {
            fold(&mut goal.text);
            fold_all(&mut goal.says);
            fold_all(&mut goal.asks);
        }
        self.on.values_mut().for_each(|it| steps(it));
    }
}

impl Archetype {
    /// Folds all texts that may have several lines in the file.
    pub(super) fn fold(&mut self) {
        self.answers.values_mut().for_each(|it| fold_all(it));
        self.more.values_mut().for_each(|it| fold_all(it));
        self.lore.iter_mut().for_each(lore);
        self.topics.iter_mut().for_each(topic);
        self.slots.values_mut().for_each(|it: &mut Slot| fold_all(&mut it.text));
        fold_all(&mut self.gambits);
        self.on.values_mut().for_each(|it| steps(it));
    }
}

fn offer(offer_talk: &mut OfferTalk) {
    fold(&mut offer_talk.unless);
    [&mut offer_talk.declined, &mut offer_talk.sold_out, &mut offer_talk.so_soon]
        .into_iter()
        .flatten()
        .for_each(fold);
    fold_all(&mut offer_talk.says);
    match &mut offer_talk.does {
        OfferEffect::Tell(secret) => fold_all(&mut secret.secret),
        OfferEffect::Ask(favour) => fold(&mut favour.word),
        OfferEffect::Trade(_) | OfferEffect::Escort { .. } | OfferEffect::Open { .. } => {}
    }
}

fn lore(lore: &mut Lore) {
    fold_all(&mut lore.text);
    lore.then.iter_mut().for_each(|then| fold_all(&mut then.text));
}

fn topic(topic: &mut Topic) {
    fold_all(&mut topic.text);
    steps(&mut topic.steps);
}

fn steps(steps_of: &mut [Step]) {
    for step in steps_of {
        if let Some(texts) = step.texts_mut() {
            fold_all(texts);
        } else if let Step::If(_, yes, no) = step {
            steps(yes);
            steps(no);
        }
    }
}
