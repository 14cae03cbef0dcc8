//! Initiative of minds: greetings, answers to words that addressed nobody, and how much a mind
//! wants to speak unasked.

use std::time::Duration;

use engine::{clock::WorldTime, label::Readers};
use text::parse::SpokenLine;
use world::{
    beings::character::SpeakerKind,
    witness::{
        conversation::{Conversations, TalkPartner, TalkWay},
        fact::{Fact, Happening, Source},
        perception::Stamp,
    },
};

use super::{
    classify::{Action, AttentionRule, Limit, Verdict},
    floor::{self, Willing},
    order,
};
use crate::{
    mind::{acquaintance::Acquaintances, body::Mind},
    persona::script::{LineMeaning, SaidLine, Step},
};

/// Minimum time between two unasked greetings of the same person by a mind.
const GREET_AGAIN: Duration = Duration::from_secs(1_800);
/// Time after the last words for which a talk counts as going on.
const SILENCE: Duration = TalkPartner::SILENCE;

/// Returns whether the kind is a player or guest, to whom minds speak unasked.
pub(super) fn is_person(kind: Option<SpeakerKind>) -> bool {
    match kind {
        Some(SpeakerKind::Player | SpeakerKind::Guest) => true,
        Some(SpeakerKind::Assistant) | None => false,
    }
}

/// Returns the bid of a mind to speak unasked; `last` is the time at which it last did. None if its
/// persona does not allow it, or not yet.
pub(super) fn wishes(mind: &Mind, last: Option<WorldTime>, now: WorldTime) -> Option<Willing<()>> {
    let persona = &mind.persona;
    let may = persona.attention.interaction && persona.speaks_unasked();
    (may && persona.speaks_again(last) <= now).then(|| Willing {
        who: (),
        waits: false,
        duty: false,
        rests: last.is_some_and(|it| now.since(it) < floor::LETS_OTHERS),
        talkativeness: persona.attention.talkativeness,
        relevance: floor::OWN,
    })
}

/// Returns whether a mind has words for those who come, so that it keeps in mind whoever does.
pub(super) fn looks_up(mind: &Mind) -> bool {
    let script = &mind.persona.script;
    !script.arrival.is_empty() || !script.gambits.is_empty()
}

/// Returns the bid of a mind to greet an arriving person; none if it has no greeting to say now.
pub(super) fn greets(
    what: &Happening,
    stamp: &Stamp,
    mind: &Mind,
    people: &mut Acquaintances,
    last: Option<WorldTime>,
) -> Option<Willing<()>> {
    let script = &mind.persona.script;
    if !looks_up(mind) || !matches!(what.fact, Fact::Arrived(_)) || !is_person(stamp.kind()) {
        return None;
    }
    let who = stamp.speaker()?;
    let readers = &what.label.readers;
    // A person whom the mind sees becomes an acquaintance.
    let known = people.meet(who);
    let due = known.greeted.of(readers).is_none_or(|last| what.at.since(*last) >= GREET_AGAIN);
    let fits = !script.arrival.is_empty()
        && Step::may_say(&script.arrival, known.talked(readers).talks > 0);
    let wish = wishes(mind, last, what.at).filter(|_| due && fits)?;
    // A mind in a talk leaves the greeting to one that is not.
    let spoke = |last: WorldTime| last != WorldTime::default() && what.at.since(last) < SILENCE;
    let talks =
        people.0.iter().any(|(id, it)| id != who && spoke(it.talked(&Readers::Everyone).last));
    Some(Willing { rests: wish.rests || talks, ..wish })
}

/// Returns whether words in a room that addressed nobody are for one of the town's own all the same: an
/// order of what the mind sells, of what it has just offered somebody else, or a greeting of everybody.
fn is_for_the_town(what: &Happening, mind: &Mind, people: &Acquaintances) -> bool {
    let Some((words, actor)) = what.fact.words().map(|it| &*it.words).zip(what.actor.as_ref())
    else {
        return false;
    };
    let persona = &mind.persona;
    let is_same = || {
        order::is_same(persona, words)
            && order::lately(persona, people, &actor.id, what.at).is_some()
    };
    let greets = || SpokenLine::new(words).greets_everybody();
    !order::goods(persona, words).is_empty() || is_same() || greets()
}

/// Upgrades words that were only to be noted to a reason to answer, if they addressed nobody and yet
/// are for one of the town's own.
pub(super) fn take_up(
    verdict: Verdict,
    stamp: &Stamp,
    what: &Happening,
    (mind, people): (&Mind, &Acquaintances),
) -> Verdict {
    let is_noted = verdict.rule == AttentionRule::Room && verdict.action == Action::Context;
    let is_said = what.source == Source::Say && what.addressed.is_empty();
    let takes_up = is_noted
        && is_said
        && is_person(stamp.kind())
        && mind.persona.attention.interaction
        && is_for_the_town(what, mind, people);
    if takes_up { Verdict { action: Action::Trigger, ..verdict } } else { verdict }
}

/// Returns the bid of a mind to answer words that addressed nobody. If `learned` is false, the
/// words are classified by patterns alone, without examples.
pub(super) fn answers(
    what: &Happening,
    mind: &Mind,
    (people, talks): (&Acquaintances, &Conversations),
    last: Option<WorldTime>,
    learned: bool,
) -> Willing<()> {
    let speaker = what.actor.as_ref().map(|it| &it.id);
    let known = speaker.and_then(|it| people.0.get(it));
    let said = known.and_then(|it| it.said(&what.label.readers));
    let talk = known.and_then(|it| it.talk(&what.label.readers)).map(|(talk, _)| talk);
    let talks = speaker.is_some_and(|it| talks.with(it, &TalkWay::Aloud).is_some());
    let (persona, script) = (&mind.persona, &mind.persona.script);
    let words = what.fact.words().map(|it| &*it.words).unwrap_or_default();
    let after = said.map(|(said, _)| said.as_str());
    let said = SaidLine::first(words, &persona.body.name);
    let meaning = script.classify(SaidLine { after, talk, by_examples: learned, ..said });
    let orders = || order::is_same(persona, words) || !order::goods(persona, words).is_empty();
    let (duty, relevance) = match meaning {
        LineMeaning::Topic(topic, _) if topic.is_shared => (false, floor::SHARED),
        LineMeaning::Topic(topic, _) => (topic.is_offer(), floor::OWN),
        LineMeaning::OneOf(_) | LineMeaning::Likely(..) => (false, floor::OWN),
        LineMeaning::Nothing => (false, floor::UNKNOWN),
    };
    Willing {
        who: (),
        waits: talks && talk.is_some_and(|it| it.has_asked),
        duty: duty || orders(),
        rests: last.is_some_and(|it| what.at.since(it) < floor::LETS_OTHERS),
        talkativeness: persona.attention.talkativeness,
        relevance,
    }
}

/// Downgrades a reaction to words that addressed nobody to a note if the persona may not speak
/// unasked there, or did so too recently.
pub(super) fn restrain(
    verdict: Verdict,
    stamp: &Stamp,
    mind: &Mind,
    last: Option<WorldTime>,
    now: WorldTime,
) -> Verdict {
    let persona = &mind.persona;
    let may_speak = match verdict.rule {
        AttentionRule::Room => persona.speaks_unasked(),
        AttentionRule::Channel => stamp.channel().is_some_and(|it| persona.speaks_unasked_on(it)),
        AttentionRule::Disabled
        | AttentionRule::Captured
        | AttentionRule::OwnCall
        | AttentionRule::OwnAct
        | AttentionRule::Addressed
        | AttentionRule::Private
        | AttentionRule::Deed
        | AttentionRule::Assistant
        | AttentionRule::Permitted
        | AttentionRule::Otherwise => return verdict,
    };
    if verdict.action != Action::Trigger || may_speak && persona.speaks_again(last) <= now {
        return verdict;
    }
    Verdict { action: Action::Context, limited: Some(Limit::Autonomy), ..verdict }
}
