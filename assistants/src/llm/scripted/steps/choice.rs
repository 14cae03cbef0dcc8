//! Choice of the text of a step.

use world::trade::offer::is_between;

use super::{
    FIRST, SpokenFacts, SpokenText, StepWalk,
    words::{SPEAKER, is_found_out, is_seen, without_vocative},
};
use crate::{
    llm::{
        scene::{Absence, DeedDone, FELT},
        scripted::case::act_of,
    },
    mind::talk_state::TalkState,
    nlu::{asks_for, holds, words_in_common},
    perceive::reading::SpeechAct,
    persona::{
        band::RegardBand,
        script::Topic,
        text::{ScriptText, TextTag, is_filled},
    },
};

impl StepWalk<'_> {
    /// Chooses a text, filled in: of those that fit those of which most is asked, of them those
    /// that speak most of what was asked, and of them one by chance; not one that was said lately
    /// in small talk.
    pub(in crate::llm::scripted) fn speech(&self, texts: &[String]) -> Option<SpokenText> {
        let read = texts.iter().filter_map(|it| ScriptText::read(it).ok());
        let mut fitting: Vec<(usize, ScriptText<'_>)> =
            read.filter_map(|it| Some((self.conditions(&it)?, it))).collect();
        if self.stimulus.deed().is_some_and(DeedDone::is_exchange) {
            return self.spoken(self.freshest(&fitting)?);
        }
        let most = fitting.iter().map(|(conditions, _)| *conditions).max()?;
        fitting.retain(|(conditions, _)| conditions / FIRST == most / FIRST);
        let best: Vec<&ScriptText<'_>> =
            fitting.iter().filter(|(it, _)| *it == most).map(|(_, it)| it).collect();
        let equal = best.len();
        let best = self.nearest(best);
        let count = u64::try_from(best.len()).ok()?;
        let chosen = self.scene.dice.wrapping_add(self.position).checked_rem(count)?;
        let chosen = usize::try_from(chosen).ok()?;
        let is_last = |it: &SpokenText| it.words.is_some() && it.words == self.scene.said_last;
        let as_true = |it: &&ScriptText<'_>| best.iter().all(|best| self.holds_for(best, it));
        let all: Vec<&ScriptText<'_>> = fitting.iter().map(|(_, it)| it).filter(as_true).collect();
        let best = best.iter().cycle().skip(chosen).take(best.len()).copied();
        let best: Vec<&ScriptText<'_>> = best.collect();
        // Whoever asks what another has asked wants that answer, even in the same words.
        let others = if best.len() == equal { all.as_slice() } else { &[] };
        let fresh = best.iter().chain(others).filter(|it| self.said_at(it).is_none());
        let oldest = || best.iter().min_by_key(|it| self.said_at(it));
        let mut fresh = fresh.chain(oldest()).filter_map(|it| self.spoken(it));
        let others = best.iter().chain(&all).filter_map(|it| self.spoken(it));
        let said = fresh.next()?;
        Some(if is_last(&said) {
            others.into_iter().find(|it| !is_last(it)).unwrap_or(said)
        } else {
            said
        })
    }

    /// Returns the place of a text among what was said lately, the higher the later.
    fn said_at(&self, text: &ScriptText<'_>) -> Option<usize> {
        let spoken = text.spoken();
        let plain = without_vocative(&spoken);
        let is_it = |said: &String| is_filled(&spoken, said) || is_filled(&plain, said);
        self.scene.said_lately.iter().rposition(is_it)
    }

    /// Returns the texts that have most words in common with what was said to the character, all if
    /// none has any: whoever asks how heavy the bell is wants the text about its weight.
    fn nearest<'t, 'x>(&self, texts: Vec<&'t ScriptText<'x>>) -> Vec<&'t ScriptText<'x>> {
        let (said, to) = (&self.stimulus.words, &self.scene.persona.body.name);
        if texts.len() < 2 || self.stimulus.deed().is_some() || said.is_empty() {
            return texts;
        }
        let near = |it: &&'t ScriptText<'x>| words_in_common(said, to, &it.spoken());
        let mut near: Vec<(usize, &'t ScriptText<'x>)> =
            texts.into_iter().map(|it| (near(&it), it)).collect();
        let most = near.iter().map(|it| it.0).max().unwrap_or_default();
        near.retain(|it| it.0 == most);
        near.into_iter().map(|it| it.1).collect()
    }

    /// Chooses by chance one of the texts that fit, whatever they ask, and that nobody said lately
    /// in small talk; or else the one that was said longest ago.
    fn freshest<'t, 'x>(
        &self,
        fitting: &'t [(usize, ScriptText<'x>)],
    ) -> Option<&'t ScriptText<'x>> {
        let last: Vec<(Option<usize>, &ScriptText<'_>)> =
            fitting.iter().map(|(_, it)| (self.said_at(it), it)).collect();
        let fresh: Vec<&ScriptText<'_>> =
            last.iter().filter(|(at, _)| at.is_none()).map(|(_, it)| *it).collect();
        let chosen = usize::try_from(self.scene.dice).ok()?.checked_rem(fresh.len());
        let oldest = || last.iter().min_by_key(|(at, _)| *at).map(|(_, it)| *it);
        chosen.and_then(|it| fresh.get(it).copied()).or_else(oldest)
    }

    fn spoken(&self, text: &ScriptText<'_>) -> Option<SpokenText> {
        let gesture = text.gesture.and_then(|it| self.fill(it)).map(|mut it| {
            if !it.ends_with(['.', '!', '?']) {
                it.push('.');
            }
            it
        });
        let spoken = text.spoken();
        let spoken = if self.may_name() { spoken } else { without_vocative(&spoken) };
        let facts = SpokenFacts {
            asks: text.asks().map(str::to_owned).collect(),
            is_question: spoken.ends_with('?'),
            has_name: spoken.contains(SPEAKER),
        };
        let words = self.filled(&spoken, true);
        (gesture.is_some() || words.is_some()).then_some(SpokenText { gesture, words, facts })
    }

    /// Returns whether the speaker is called by name where a text has it: at a first word, at a deed,
    /// and at one answer of four.
    fn may_name(&self) -> bool {
        let is_first = self.scene.talk == TalkState::default();
        self.stimulus.deed().is_some()
            || self.stimulus.words.is_empty()
            || is_first
            || self.scene.talk.may_name()
    }

    /// Returns whether a text goes by all that another goes by, but for what is of the moment: one that knows
    /// nothing of a mark may deny what the other says.
    fn holds_for(&self, text: &ScriptText<'_>, other: &ScriptText<'_>) -> bool {
        let mut tags = text.tags.iter().filter(|it| !it.is_of_the_moment());
        let mut names = text.placeholders().filter(|it| self.counts(it));
        tags.all(|it| other.tags.contains(it))
            && names.all(|it| other.placeholders().any(|of| of == it))
    }

    /// Returns whether a placeholder makes a text more fitting: what is known of people does, what may be asked
    /// about does not.
    fn counts(&self, name: &str) -> bool {
        self.scene.persona.script.slots.contains_key(name) || is_found_out(name)
    }

    /// Returns the number of a text's conditions, if all of them are met.
    fn conditions(&self, text: &ScriptText<'_>) -> Option<usize> {
        let scene = self.scene;
        if !text.tags.iter().all(|it| self.holds(*it)) {
            return None;
        }
        if text.asks().any(|it| scene.slots.contains_key(it)) {
            return None;
        }
        let asked = text
            .placeholders()
            .filter(|it| self.counts(it) || matches!(*it, "person" | "near" | "answer" | "from"));
        // Whoever is sour with somebody shows it, and whoever saw something does not deny it.
        let is_sour = text.tags.contains(&TextTag::Regard(RegardBand::Sour));
        let firsts = usize::from(is_sour) + text.placeholders().filter(|it| is_seen(it)).count();
        // Whoever asks why wants to hear that, whatever else might be said.
        let asked_for = text.tags.iter().filter(|it| matches!(it, TextTag::Asked(_))).count();
        let mut count = text.tags.len() + asked_for + firsts * FIRST;
        for name in asked {
            if self.value(name).is_none_or(|it| it.is_empty()) {
                return None;
            }
            count += usize::from(self.counts(name));
        }
        Some(count)
    }

    /// Returns the speech act of the line that is answered.
    fn speech_act(&self) -> Option<SpeechAct> {
        act_of(self.scene, self.stimulus)
    }

    fn holds(&self, tag: TextTag<'_>) -> bool {
        let scene = self.scene;
        let marked = |mark: &str| scene.marks.iter().any(|it| it.as_str() == mark);
        let carries = |kind: &str| scene.carries.iter().any(|it| it.as_str() == kind);
        match tag {
            TextTag::Stranger => !scene.acquainted,
            TextTag::Known => scene.acquainted,
            TextTag::Back => scene.away == Absence::Short,
            TextTag::LongAway => scene.away == Absence::Long,
            TextTag::Alone => self.others().is_empty() && !scene.secluded,
            TextTag::Company => !self.others().is_empty(),
            TextTag::Offered => scene.offered,
            TextTag::Hours(from, until) => is_between(scene.hour, from, until),
            TextTag::Regard(band) => band.has(scene.regard),
            TextTag::Cheerful => scene.mood >= FELT,
            TextTag::Gloomy => scene.mood <= -FELT,
            TextTag::Asked(what) => match self.case.further {
                Some(further) => further.asked() == Some(what),
                None => asks_for(&self.stimulus.words, what),
            },
            TextTag::Further(what) => self.case.further == Some(what),
            TextTag::Again => {
                let of_talk = |it: &Topic| scene.talk.is_about(it.subject());
                self.case.topic.is_some_and(of_talk)
            }
            TextTag::Act(act) => self.speech_act() == Some(act),
            TextTag::Marked(mark) => marked(mark),
            TextTag::Unmarked(mark) => !marked(mark),
            TextTag::Carries(kind) => carries(kind),
            TextTag::Lacks(kind) => !carries(kind),
            TextTag::Word(words) => words.split('|').any(|it| holds(&self.stimulus.words, it)),
        }
    }
}
