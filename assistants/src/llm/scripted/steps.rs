//! Interpreter of the steps of an answer: those already done are replayed with what they showed,
//! and the first that is not is the next call.

use std::{borrow::Cow, collections::BTreeMap};

use text::styled::list;
use world::witness::fact::Source;

pub(super) use self::call::StepCall;
use self::{
    call::SILENCE,
    words::{about, begins_sentence, capitalised, cut, is_verbatim, memory},
};
use super::Case;
use crate::{
    llm::scene::{AnswerWay, Done, NEWS, Scene, Stimulus},
    nlu::{holds, short_phrase},
    perceive::told::addressed,
    persona::script::{SpeechWay, Step, Test},
};

mod call;
mod choice;
mod words;

/// Most characters of a player's own words in what a character says, so that
/// nobody can make it recite a page.
const MAX_REST: usize = 120;

/// Most characters of anything else that is put into a text: what a tool
/// showed may be long, and speech is not.
const MAX_VALUE: usize = 500;

/// More conditions than any text has: what goes before all others, and never makes way for one of
/// them.
const FIRST: usize = 100;

/// Most steps that go along with what comes after them, so that a reply holds all.
const MOST_ALONG: usize = 2;

/// The tool that shows a gesture.
const GESTURE: &str = "emote";
/// The tool that asks another character.
const DELEGATE: &str = "delegate_task";
/// The tool that gives a command.
const COMMAND: &str = "execute_command";

/// Text of a script with its placeholders filled in, as the gesture that is shown and the words that are
/// said.
pub(super) struct SpokenText {
    gesture: Option<String>,
    pub(super) words: Option<String>,
    facts: SpokenFacts,
}

/// Properties of the text of an answer, besides its words.
#[derive(Debug, Clone, Default)]
pub(super) struct SpokenFacts {
    /// Slots that it asks for.
    pub(super) asks: Vec<String>,
    pub(super) is_question: bool,
    /// True if the text calls the other by name.
    pub(super) has_name: bool,
}

/// Outcome of a step of the script, as the next step can test it.
#[derive(Clone, Copy)]
struct StepOutcome<'a> {
    success: bool,
    content: &'a str,
}

impl<'a> StepOutcome<'a> {
    fn failed(content: &'a str) -> Self {
        Self { success: false, content }
    }
}

/// A walk through the steps of one answer, from their beginning.
pub(super) struct StepWalk<'a> {
    scene: &'a Scene,
    stimulus: &'a Stimulus,
    case: &'a Case<'a>,
    allowed: &'a dyn Fn(&str) -> bool,
    /// Calls that were carried out and are not replayed yet.
    done: &'a [Done],
    last: Option<StepOutcome<'a>>,
    /// True if the last search of the memory found something about the speaker.
    remembered: bool,
    /// The best memory of the last search that succeeded.
    memory: Option<&'a str>,
    /// Number of steps already passed, without conditions.
    position: u64,
    /// Calls that go along with the next call.
    along: Vec<StepCall>,
    /// Facts of the text that was chosen last.
    pub(super) spoken: SpokenFacts,
}

impl<'a> StepWalk<'a> {
    pub(super) fn new(
        scene: &'a Scene,
        stimulus: &'a Stimulus,
        case: &'a Case<'a>,
        allowed: &'a dyn Fn(&str) -> bool,
    ) -> Self {
        Self {
            scene,
            stimulus,
            case,
            allowed,
            done: &scene.done,
            last: None,
            remembered: false,
            memory: None,
            position: 0,
            along: Vec::new(),
            spoken: SpokenFacts::default(),
        }
    }

    /// Returns the first of `steps` that is not done yet, as calls: feelings and words on a channel
    /// go along with what comes after them, and a gesture with words.
    pub(super) fn calls(&mut self, steps: &[Step]) -> Vec<StepCall> {
        let next = self.next(steps);
        let mut calls = std::mem::take(&mut self.along);
        if next.is_empty() && !calls.is_empty() {
            calls.push(StepCall::silence());
        }
        calls.extend(next);
        calls
    }

    fn next(&mut self, steps: &[Step]) -> Vec<StepCall> {
        for step in steps {
            let next = if let Step::If(test, yes, no) = step {
                self.next(if self.passes(test) { yes } else { no })
            } else {
                self.replay(step)
            };
            if !next.is_empty() {
                return next;
            }
        }
        Vec::new()
    }

    /// Takes note of what became of a step, or says that it is the next one.
    ///
    /// A completed call counts even when its tool is no longer allowed: the last call of a thought may be
    /// given fewer tools than those before it.
    fn replay(&mut self, step: &Step) -> Vec<StepCall> {
        let acts = self.acts(step);
        let outcome = match acts.last() {
            None => StepOutcome::failed("there is nothing to say"),
            Some(act) => match self.take(act.tool) {
                Some(outcome) => outcome,
                // Nobody has to wait for what becomes of a feeling, or of words for others.
                None if matches!(step, Step::Regard(_) | Step::Mood(_) | Step::Channel(..))
                    && self.may(act.tool)
                    && self.along.len() < MOST_ALONG =>
                {
                    self.along.extend(acts);
                    StepOutcome { success: true, content: "" }
                }
                None if self.may(act.tool) => return acts,
                None => StepOutcome::failed("not allowed"),
            },
        };
        if matches!(step, Step::Recall(_)) {
            self.recalled(outcome);
        }
        self.last = Some(outcome);
        self.position += 1;
        Vec::new()
    }

    /// Returns whether all that the steps came to is a command that was refused.
    pub(super) fn was_refused(&self) -> bool {
        let last = self.scene.done.last();
        last.is_some_and(|it| it.tool == COMMAND && !it.success)
            && self.last.is_some_and(|it| !it.success)
    }

    /// Returns whether `tool` may be used. Silence is always legal.
    fn may(&self, tool: &str) -> bool {
        tool == SILENCE || (self.allowed)(tool)
    }

    /// Takes the outcome of the next use of `tool` out of `done`. Anything before it was not done by these
    /// steps and is skipped.
    fn take(&mut self, tool: &str) -> Option<StepOutcome<'a>> {
        let index = self.done.iter().position(|done| done.tool == tool)?;
        let (_, from) = self.done.split_at_checked(index)?;
        let (done, left) = from.split_first()?;
        self.done = left;
        Some(StepOutcome { success: done.success, content: &done.content })
    }

    fn recalled(&mut self, outcome: StepOutcome<'a>) {
        let name = &self.stimulus.name;
        let found = if outcome.success { outcome.content } else { "" };
        let about_speaker = found.lines().find_map(|line| about(line, name));
        self.remembered = about_speaker.is_some();
        if outcome.success {
            self.memory = about_speaker.or_else(|| found.lines().find_map(memory));
        }
    }

    fn passes(&self, test: &Test) -> bool {
        match test {
            Test::Remembered => self.remembered,
            Test::Failed => self.last.is_some_and(|last| !last.success),
            Test::Alone => self.others().is_empty() && self.speaker_is_here(),
            Test::Stranger => !self.scene.acquainted,
            Test::News => self.scene.has_news,
            Test::Shows(word) => self.last.is_some_and(|last| holds(last.content, word)),
        }
    }

    /// Returns the calls that a step makes, the one that it is about last; none when it has nothing
    /// to say.
    fn acts(&mut self, step: &Step) -> Vec<StepCall> {
        let (calls, facts) = self.acts_and_facts(step);
        if let Some(facts) = facts {
            self.spoken = facts;
        }
        calls
    }

    fn acts_and_facts(&self, step: &Step) -> (Vec<StepCall>, Option<SpokenFacts>) {
        let mut said = None;
        let mut spoken = |texts: &[String], say: &dyn Fn(&str) -> StepCall, aloud: bool| {
            let Some(SpokenText { gesture, words, facts }) = self.speech(texts) else {
                return Vec::new();
            };
            said = Some(facts);
            // Whispers and pages are nobody else's business, and so is what goes with them.
            let shown = gesture.filter(|_| aloud && self.may_gesture());
            let shown = shown.map(|it| StepCall::new(GESTURE, [("text", it.as_str())]));
            shown.into_iter().chain(words.map(|it| say(&it))).collect()
        };
        let private = matches!(self.stimulus.source, Source::Whisper | Source::Page);
        let aloud = !private && !self.stimulus.aside && self.stimulus.source != Source::Channel;
        let calls = match step.speech() {
            None => self.act(step).into_iter().collect(),
            Some((SpeechWay::Aloud, texts)) => {
                spoken(texts, &|it| StepCall::new("say", [("text", it)]), true)
            }
            Some((SpeechWay::Whisper, texts)) => {
                spoken(texts, &|it| self.to_speaker("whisper", it), false)
            }
            Some((SpeechWay::Page, texts)) => {
                spoken(texts, &|it| self.to_speaker("page", it), false)
            }
            Some((SpeechWay::Answer, texts)) => spoken(texts, &|it| self.answer(it), aloud),
        };
        (calls, said)
    }

    /// Returns whether a gesture is shown before the words: not again when it was refused.
    fn may_gesture(&self) -> bool {
        self.may(GESTURE) && !self.scene.done.iter().any(|it| it.tool == GESTURE && !it.success)
    }

    /// Returns the call of a step that is no speech.
    fn act(&self, step: &Step) -> Option<StepCall> {
        let speaker = self.stimulus.speaker.as_str();
        Some(match step {
            Step::Look => StepCall::new("inspect_location", []),
            Step::WhoIsHere => StepCall::new("who_is_here", []),
            Step::Time => StepCall::new("time", []),
            Step::Tell => StepCall::new("tell", [("claim", NEWS)]),
            Step::Silence => StepCall::silence(),
            Step::Inspect(target) => StepCall::new("inspect", [("target", &self.fill(target)?)]),
            Step::Search(query) => StepCall::new("search_objects", [("query", &self.fill(query)?)]),
            Step::Recall(query) => {
                StepCall::new("recall_memories", [("query", &self.fill(query)?)])
            }
            Step::Remember(content) => {
                let content = self.fill(content)?;
                StepCall::new("store_memory", [("content", &content), ("about", speaker)])
            }
            Step::Regard(by) => StepCall::feeling("regard", *by),
            Step::Mood(by) => StepCall::feeling("mood", *by),
            Step::Offer(id) => StepCall::new("offer", [("id", id.as_str())]),
            Step::Delegate(whom, question) => {
                let question = self.fill(question)?;
                StepCall::new(DELEGATE, [("to", whom), ("task", &question)])
            }
            Step::Command(verb, arguments) => {
                let arguments = self.fill(arguments).unwrap_or_default();
                StepCall::new(COMMAND, [("verb", verb), ("args", &arguments)])
            }
            Step::Learn(slot) => {
                let value = short_phrase(self.case.rest)?;
                StepCall::new("remember_fact", [("slot", slot), ("value", value)])
            }
            Step::Keep(slot, value) => {
                StepCall::new("remember_fact", [("slot", slot), ("value", value)])
            }
            Step::Emote(texts) => {
                let SpokenText { gesture, words, .. } = self.speech(texts)?;
                StepCall::new(GESTURE, [("text", &words.or(gesture)?)])
            }
            Step::Channel(channel, texts) => {
                let SpokenText { words, .. } = self.speech(texts)?;
                StepCall::new("channel_say", [("channel", channel.as_str()), ("text", &words?)])
            }
            Step::Say(_) | Step::Whisper(_) | Step::Page(_) | Step::Reply(_) | Step::If(..) => {
                return None;
            }
        })
    }

    /// Says `text` the way the character was spoken to.
    fn answer(&self, text: &str) -> StepCall {
        let AnswerWay { tool, to } = self.stimulus.answer_way(&self.scene.present);
        match &to {
            Some((name, value)) => StepCall::new(tool, [(*name, value.as_str()), ("text", text)]),
            None => StepCall::new(tool, [("text", text)]),
        }
    }

    fn to_speaker(&self, tool: &'static str, text: &str) -> StepCall {
        let speaker = self.stimulus.speaker.as_str();
        StepCall::new(tool, [("to", speaker), ("text", text)])
    }

    fn speaker_is_here(&self) -> bool {
        self.scene.present.contains(&self.stimulus.name)
    }

    /// Returns the names of the characters present besides the speaker.
    fn others(&self) -> Vec<&'a str> {
        let present = self.scene.present.iter().map(String::as_str);
        present.filter(|name| *name != self.stimulus.name).collect()
    }

    /// Returns `text` with its placeholders filled in; none when nothing is left. What is put in is
    /// never read again, so a player's `{memory}` stays as it is.
    fn fill(&self, text: &str) -> Option<String> {
        self.filled(text, false)
    }

    /// Fills in placeholders as `fill` does; in what is `said`, the first letter of a sentence
    /// becomes a capital.
    fn filled(&self, text: &str, said: bool) -> Option<String> {
        let mut filled = String::with_capacity(text.len());
        let mut left = text;
        while let Some((before, after)) = left.split_once('{') {
            filled.push_str(before);
            let value = after
                .split_once('}')
                .and_then(|(name, after)| Some((name, self.value(name)?, after)));
            left = if let Some((name, value, after)) = value {
                if said && !is_verbatim(name) && begins_sentence(&filled) {
                    filled.push_str(&capitalised(&value));
                } else {
                    filled.push_str(&value);
                }
                after
            } else {
                filled.push('{');
                after
            };
        }
        filled.push_str(left);
        (!filled.trim().is_empty()).then_some(filled)
    }

    /// Returns the value of the placeholder `name`, if there is one of that name.
    fn value(&self, name: &str) -> Option<Cow<'a, str>> {
        let value = match name {
            "speaker" => &self.stimulus.name,
            "rest" => return Some(cut(self.case.rest, MAX_REST).into()),
            "one" | "subject" | "fact" => &self.case.one,
            "from" => self.scene.talk.heard_from.as_deref()?,
            "answer" => return Some(self.speech(&self.case.answer)?.words?.into()),
            "me" => return Some(self.all_known(&self.scene.slots).into()),
            "person" => &self.scene.person(self.case.rest)?.name,
            "known" => {
                return Some(self.all_known(&self.scene.person(self.case.rest)?.slots).into());
            }
            "seen" => self.scene.person(self.case.rest)?.seen.as_deref()?,
            "visitors" => return Some(list(&self.scene.visitors).into()),
            "opened" => self.scene.opened.as_deref()?,
            "lately" => self.scene.lately.as_deref()?,
            "told" => self.scene.told.as_deref()?,
            "insight" => self.scene.insight.as_deref()?,
            "dreamed" => self.scene.dreamed.as_deref()?,
            "yesterday" => self.scene.yesterday.as_deref()?,
            "opinion" => self.scene.person(self.case.rest)?.opinion.as_deref()?,
            "goal" => self.scene.goal.as_deref()?,
            "deeds" => return Some(list(&self.scene.deeds).into()),
            "heard" => self.scene.heard.as_deref()?,
            "rumour" => self.scene.rumour.as_deref()?,
            "near" => return Some(self.near().into()),
            "memory" => self.best_memory(),
            "thing" => {
                let deed = self.stimulus.deed();
                deed.and_then(|it| it.thing.as_deref()).unwrap_or_default()
            }
            "others" => return Some(self.list_of_others().into()),
            "place" => &self.scene.place,
            "time" => &self.scene.time,
            "because" => match self.last {
                Some(last) if !last.success => last.content,
                Some(_) | None => "",
            },
            slot => {
                let value = addressed(self.scene.slots.get(slot)?);
                return Some(cut(&value, MAX_VALUE).to_owned().into());
            }
        };
        Some(cut(value, MAX_VALUE).into())
    }

    fn best_memory(&self) -> &'a str {
        let known = || {
            let best = self.scene.memories.first()?;
            about(best, &self.stimulus.name).or_else(|| memory(best))
        };
        self.memory.or_else(known).unwrap_or_default()
    }

    /// Lists the facts remembered about somebody in words, to stand behind a name.
    fn all_known(&self, slots: &BTreeMap<String, String>) -> String {
        list(&self.scene.in_words(slots))
    }

    /// Lists the topics about which the speaker may ask.
    fn near(&self) -> String {
        let persona = &self.scene.persona;
        let near = persona.script.near(&self.stimulus.words, &persona.body.name, self.scene.dice);
        near.join(" or ")
    }

    fn list_of_others(&self) -> String {
        let others = self.others();
        if !others.is_empty() {
            return list(&others);
        }
        let none = if self.scene.secluded { "nobody of whom I should tell" } else { "nobody else" };
        none.to_owned()
    }
}
