//! Matter of a stimulus: which topic answers it, asks back about it, or reacts to it.

use std::borrow::Cow;

use world::witness::fact::Source;

use super::{
    asks_of_oneself, asks_what_was_told, basket, classify, delegate, follow, personal,
    steps::SpokenFacts, tells_of_slot,
};
use crate::{
    llm::scene::{LeadKind, Scene, Stimulus, ThoughtOccasion},
    mind::talk_state::{OfferedQuestion, TalkState},
    nlu::{AskedFor, asked_for},
    perceive::{
        follow_up::FollowUp, reading::SpeechAct, request::VisitorRequest,
        speech_act::without_vocative, told::is_out_of_character,
    },
    persona::{
        script::{LineMeaning, Script, Step, Test, Topic},
        text::{ScriptText, TextTag},
    },
};

/// Certainty of the script about what is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Certainty {
    /// Certain: one thing is meant.
    #[default]
    Sure,
    /// Likely: one thing is most likely meant, and the script answers it.
    Likely,
    /// Guess: one thing may be meant, and the script only asks whether it is.
    Guess,
}

/// Matter of a stimulus: the steps that answer it, and the values that their texts may name.
#[derive(Default)]
pub(super) struct Case<'a> {
    pub(super) steps: Cow<'a, [Step]>,
    /// Text that the pattern's `*` matched.
    pub(super) rest: &'a str,
    /// Topic that is answered, or asked back about.
    pub(super) topic: Option<&'a Topic>,
    /// Name of what may be meant, or of what was asked further about.
    pub(super) one: String,
    /// Texts of the likeliest topic, one of which fills `{answer}` where the script is not sure.
    pub(super) answer: Vec<String>,
    pub(super) certainty: Certainty,
    /// Topics that may be meant, the likeliest first, if it is not sure.
    pub(super) guesses: Vec<&'a Topic>,
    /// Kind of follow-up that the line is.
    pub(super) further: Option<FollowUp>,
    /// True if the case answers with what goes round.
    pub(super) is_rumour: bool,
    /// Question that it offers to put to another character.
    pub(super) may_ask: Option<OfferedQuestion>,
    /// Topics of goods that are to be offered after this.
    pub(super) ordered: Vec<String>,
}

impl<'a> Case<'a> {
    pub(super) fn steps(steps: &'a [Step]) -> Self {
        Self { steps: steps.into(), ..Self::default() }
    }

    pub(super) fn says(texts: &[String]) -> Self {
        Self { steps: vec![Step::Reply(texts.to_vec())].into(), ..Self::default() }
    }

    /// Returns the steps of a topic.
    pub(super) fn of_topic(topic: &'a Topic, rest: &'a str) -> Self {
        Self { rest, topic: Some(topic), ..Self::steps(&topic.steps) }
    }

    /// Returns the answer to what is asked for by name: the steps of the topic, or, where the speaker has had
    /// all of its texts in this talk, one of them again, and said to be so.
    fn of_asked(scene: &'a Scene, topic: &'a Topic, rest: &'a str) -> Self {
        let repeated = &scene.persona.script.repeated;
        let texts = topic.texts();
        let is_matter = topic.called.is_some() && topic.is_free() && topic.only_says();
        let fits_always =
            |it: &&&String| ScriptText::read(it).is_ok_and(|text| text.tags.is_empty());
        let plain = texts.iter().filter(fits_always).count().max(1);
        let is_known = scene.talk.times(&topic.name) >= plain;
        if !is_matter || !is_known || repeated.is_empty() {
            return Self::of_topic(topic, rest);
        }
        let answer = texts.into_iter().cloned().collect();
        Self { rest, topic: Some(topic), answer, ..Self::says(repeated) }
    }

    /// Returns the steps for an arrival, a deed or somebody who stands about, or those of the topic
    /// that fits best.
    pub(super) fn of(scene: &'a Scene, stimulus: &'a Stimulus, by_examples: bool) -> Option<Self> {
        let script = &scene.persona.script;
        // What is done is no speech: a gift of ale asks for none.
        if let Some(done) = stimulus.deed() {
            let declined = done.declined.as_ref();
            let offer = declined.and_then(|id| scene.persona.offers.iter().find(|it| it.id == *id));
            if let Some(text) = offer.and_then(|it| it.declined.as_ref()) {
                return Some(Self::says(std::slice::from_ref(text)));
            }
            if let Some(case) = basket::next(scene, &done.deed) {
                return Some(case);
            }
            return Some(Self::steps(script.on(&done.deed)));
        }
        if let Some(case) = Self::come_back(scene, stimulus) {
            return Some(case);
        }
        // What parts a goal has is the model's to say.
        if stimulus.decomposed().is_some() {
            return Some(Self::default());
        }
        if stimulus.occasion == ThoughtOccasion::Gambit {
            return Some(Self::says(&script.gambits));
        }
        if stimulus.source == Source::Deed {
            return Some(Self::steps(&script.arrival));
        }
        // Whoever asks for what goes round wants no topic that has some of the words.
        if scene.rumour.is_some() && !script.rumour.is_empty() {
            return Some(Self { is_rumour: true, ..Self::says(&script.rumour) });
        }
        if scene.asks_news && scene.has_news && !script.tell.is_empty() {
            return Some(Self {
                steps: vec![Step::Tell].into(),
                is_rumour: true,
                ..Self::default()
            });
        }
        if stimulus.source == Source::Pose {
            return Self::of_pose(scene, stimulus, by_examples);
        }
        // Words out of character are nothing to it.
        if is_out_of_character(&stimulus.words) {
            return Some(Self::default());
        }
        if let Some(case) = delegate::of_present(scene, stimulus) {
            return Some(case);
        }
        if let Some(one) = favour_for(scene, stimulus) {
            return Some(Self { one, ..Self::says(&script.takes_on) });
        }
        let asked = delegate::case(scene, stimulus).or_else(|| basket::case(scene, stimulus));
        if asked.is_some() {
            return asked;
        }
        Self::of_words(scene, stimulus, by_examples)
    }

    /// Returns the steps for what the words mean.
    fn of_words(scene: &'a Scene, stimulus: &'a Stimulus, by_examples: bool) -> Option<Self> {
        let meaning = classify(scene, by_examples);
        if let LineMeaning::Topic(topic, _) | LineMeaning::Likely(topic, _) = meaning
            && topic.passes_to.is_some()
        {
            return delegate::offer(scene, stimulus, topic);
        }
        Self::urgent(scene, stimulus, &meaning)
            .or_else(|| personal::of_others(scene, stimulus, &meaning))
            .or_else(|| follow::case(scene, stimulus, &meaning, by_examples))
            .or_else(|| personal::case(scene, stimulus, &meaning))
            .or_else(|| Self::of_meaning(scene, stimulus, meaning))
    }

    /// Returns the words for what the character comes back to: an answer that it was to bring, or a
    /// lead, if there is anything to say about it.
    fn come_back(scene: &Scene, stimulus: &Stimulus) -> Option<Self> {
        let script = &scene.persona.script;
        if let Some(brought) = stimulus.brought() {
            return Some(Self::says(delegate::brought(script, brought)));
        }
        let lead = stimulus.lead().filter(|_| !stimulus.is_letter())?;
        let found = scene.rumour.is_some();
        Some(if found { Self::says(texts_of_lead(script, lead)) } else { Self::default() })
    }

    /// Returns the answer to what a line means.
    fn of_meaning(
        scene: &'a Scene,
        stimulus: &'a Stimulus,
        meaning: LineMeaning<'a>,
    ) -> Option<Self> {
        let script = &scene.persona.script;
        // News and pleas are reacted to, rather than asked back about.
        let act = act_of(scene, stimulus);
        let is_said = SpeechAct::of_wording(&stimulus.words).is_some();
        let is_act = act.is_some_and(|it| it != SpeechAct::Question);
        match meaning {
            // What everybody can be asked gives way to what was said of the matter.
            LineMeaning::Topic(topic, rest) if topic.is_shared => {
                let told = asks_what_was_told(scene, stimulus) && !tells_of_slot(topic, scene);
                let said = Self::recalled(scene).filter(|_| told || scene.heard.is_some());
                said.or_else(|| Some(Self::of_asked(scene, topic, rest)))
            }
            LineMeaning::Topic(topic, rest) => Some(Self::of_asked(scene, topic, rest)),
            // What was said of the matter is better than a guess at what is meant.
            LineMeaning::OneOf(_) | LineMeaning::Likely(..)
                if scene.told.is_some() && asks_of_oneself(stimulus) || scene.heard.is_some() =>
            {
                Self::recalled(scene)
            }
            // To ask back is for those who owe an answer.
            LineMeaning::OneOf(topics) if stimulus.asked => match topics.split_first() {
                // What the talk is about is meant rather than anything else, and nobody is asked
                // back twice.
                Some(_)
                    if let Some(topic) = topics.iter().find(|topic| is_subject(scene, topic)) =>
                {
                    Some(Self::likely(script, topic, &topics, true))
                }
                // "What is in the pie?" orders none.
                Some((first, others))
                    if first.is_offer()
                        && asks_of_matter(&stimulus.words)
                        && let Some(topic) = others.iter().find(|other| !other.is_offer()) =>
                {
                    Some(Self::likely(script, topic, &topics, true))
                }
                // Nobody asks back whether they are meant themselves.
                Some((first, _))
                    if first.called.as_deref() == Some(scene.persona.body.name.as_str()) =>
                {
                    None
                }
                Some((first, _)) if scene.talk.asked_back.is_none() && !is_act => Some(Self {
                    certainty: Certainty::Guess,
                    topic: Some(*first),
                    guesses: topics.clone(),
                    one: first.called.clone().unwrap_or_default(),
                    ..Self::says(&script.perhaps)
                }),
                Some(_) | None => None,
            },
            LineMeaning::Likely(first, _) if stimulus.asked && is_said && is_small_talk(first) => {
                None
            }
            LineMeaning::Likely(first, others) if stimulus.asked => {
                let all = [&[first], others.as_slice()].concat();
                let of_talk = all.iter().find(|topic| is_subject(scene, topic)).copied();
                let topic = of_talk.unwrap_or(first);
                let is_plain = others.is_empty() || scene.talk.asked_back.is_some();
                Some(Self::likely(script, topic, &all, is_plain || topic.called.is_none()))
            }
            LineMeaning::OneOf(_) | LineMeaning::Likely(..) | LineMeaning::Nothing => {
                Self::recalled(scene)
            }
        }
    }

    /// Builds the answer to a topic that is likely meant; unless it `is_plain`, it names the topic first.
    /// Where none of its texts is true now, it asks whether the topic is meant.
    pub(super) fn likely(
        script: &'a Script,
        topic: &'a Topic,
        all: &[&'a Topic],
        is_plain: bool,
    ) -> Self {
        let one = topic.called.clone().unwrap_or_default();
        let is_plain = is_plain || script.suppose.is_empty() || one.is_empty();
        let answer = topic.texts().into_iter().cloned().collect();
        let case = Self {
            certainty: Certainty::Likely,
            topic: Some(topic),
            guesses: all.to_vec(),
            one,
            answer,
            ..Self::default()
        };
        if is_plain {
            return Self { steps: topic.steps.as_slice().into(), ..case };
        }
        let otherwise = vec![Step::Reply(script.perhaps.clone())];
        let steps = vec![
            Step::Reply(script.suppose.clone()),
            Step::If(Test::Failed, otherwise, Vec::new()),
        ];
        Self { steps: steps.into(), ..case }
    }

    /// Builds the answer to an alarm, a confession or a "later", whatever else the line may be about.
    fn urgent(scene: &'a Scene, stimulus: &'a Stimulus, meaning: &LineMeaning<'a>) -> Option<Self> {
        let act = SpeechAct::of_wording(&stimulus.words).filter(|it| it.comes_first())?;
        let asks = stimulus.words.trim_end().ends_with('?');
        let is_own = |it: &Topic| !it.is_shared && (it.is_offer() || !it.is_free());
        let is_meant = matches!(meaning, LineMeaning::Topic(topic, _) if is_own(topic));
        let texts = Step::texts(&scene.persona.script.otherwise).into_iter();
        let mut texts = texts.filter_map(|it| ScriptText::read(it).ok());
        let has_text = texts.any(|it| it.tags.contains(&TextTag::Act(act)));
        (stimulus.asked && !asks && !is_meant && has_text).then(|| Self::otherwise(scene))
    }

    /// Builds the answer to a pose: small talk where the pose means that, and a pose in return where it was
    /// aimed at the character; never words about a matter.
    fn of_pose(scene: &'a Scene, stimulus: &'a Stimulus, by_examples: bool) -> Option<Self> {
        let returned = &scene.persona.script.returned;
        match classify(scene, by_examples) {
            // "Bob thanks you." is meant like thanks.
            LineMeaning::Topic(topic, rest) if topic.is_shared && topic.called.is_none() => {
                Some(Self::of_topic(topic, rest))
            }
            _ if stimulus.asked && !returned.is_empty() => {
                Some(Self { steps: vec![Step::Emote(returned.clone())].into(), ..Self::default() })
            }
            LineMeaning::Topic(..)
            | LineMeaning::OneOf(_)
            | LineMeaning::Likely(..)
            | LineMeaning::Nothing => None,
        }
    }

    /// Builds the answer from earlier words of the speaker, or of somebody else, if such were recalled.
    fn recalled(scene: &'a Scene) -> Option<Self> {
        let script = &scene.persona.script;
        let told = scene.told.as_ref().map(|_| &script.told);
        let heard = scene.heard.as_ref().map(|_| &script.heard);
        let of_oneself = scene.stimulus.as_ref().is_some_and(asks_of_oneself);
        let texts = if of_oneself { told.or(heard) } else { heard.or(told) }?;
        (!texts.is_empty()).then(|| Self::says(texts))
    }

    /// Builds the answer to words that fit no topic. A pose asks for nothing, and neither do words that
    /// were said to nobody, so of these those without a topic are only noted.
    pub(super) fn otherwise(scene: &'a Scene) -> Self {
        let owed = scene.stimulus.as_ref().is_some_and(Stimulus::owes_words);
        // Whoever asks for another has no use for words about words.
        if owed && scene.help.is_none() {
            Self::steps(&scene.persona.script.otherwise)
        } else {
            Self::default()
        }
    }

    /// Returns the state of the talk once this was said, by a text that asks for these slots, asks
    /// anything at all, and calls the other by name or not.
    pub(super) fn talk(&self, scene: &Scene, spoken: &SpokenFacts) -> TalkState {
        let mut talk = scene.talk.clone();
        (talk.asks, talk.has_asked) = (spoken.asks.clone(), spoken.is_question);
        talk.asked_back = None;
        talk.may_ask.clone_from(&self.may_ask);
        talk.ordered.clone_from(&self.ordered);
        match (self.is_rumour, self.further) {
            (true, _) => talk.heard_from.clone_from(&scene.rumour_from),
            (false, None) => talk.heard_from = None,
            (false, Some(_)) => {}
        }
        let named = scene.people.first().map(|it| it.name.clone());
        match (self.topic, self.certainty) {
            (Some(topic), Certainty::Guess) => talk.asked_back = Some(topic.name.clone()),
            (Some(topic), Certainty::Sure | Certainty::Likely) => {
                talk.answer(&topic.name);
                talk.promised = Some(topic.name.clone()).filter(|_| !topic.promises.is_empty());
                let is_matter = topic.called.is_some() || topic.thread.is_some() || topic.named;
                if is_matter && self.further.is_none() {
                    let own = topic.person_named().map(str::to_owned);
                    talk.turn_to(topic.subject(), named.or(own));
                }
                if topic.thread.is_some() {
                    talk.tell(&topic.name);
                }
            }
            (None, _) => {}
        }
        talk.count(spoken.has_name);
        talk
    }
}

/// Returns the texts with which a script comes back to a lead; none for a letter, which is answered like
/// any words.
#[must_use]
pub fn texts_of_lead(script: &Script, kind: LeadKind) -> &[String] {
    match kind {
        LeadKind::Question => &script.late,
        LeadKind::Claim(_) => &script.wonders,
        LeadKind::Promised(_) => &script.keeps_word,
        LeadKind::Bringing(_) => &script.reminds,
        LeadKind::Returning(_) => &script.word_kept,
        LeadKind::Message(_) => &script.carries,
        LeadKind::Awaited(_) => &script.has_come,
        LeadKind::Lapsed(_) => &script.still_stands,
        LeadKind::Goal(_) => &script.pursues,
        LeadKind::Letter(_) => &[],
    }
}

/// Returns the name of whoever a message is for, or is waited for, if a line asks the character for
/// that and it does such things. What not everybody may know is passed on to nobody.
fn favour_for(scene: &Scene, stimulus: &Stimulus) -> Option<String> {
    let script = &scene.persona.script;
    if script.takes_on.is_empty() || !stimulus.is_told() || scene.people.is_empty() {
        return None;
    }
    let named = |word: &str| scene.person(word).map(|it| it.name.clone());
    match VisitorRequest::read(&stimulus.words, &scene.persona.body.name, &named)? {
        VisitorRequest::Tell { whom, .. } => {
            let is_open = stimulus.source == Source::Say && !scene.secluded;
            let may = scene.person(&whom).is_some_and(|it| it.may_be_told);
            Some(whom).filter(|_| is_open && may && !script.carries.is_empty())
        }
        VisitorRequest::Await { whom } => Some(whom).filter(|_| !script.has_come.is_empty()),
        VisitorRequest::Ask { .. } | VisitorRequest::Withdraw => None,
    }
}

/// Returns the speech act of a line to the character, as far as its form tells.
pub(super) fn act_of(scene: &Scene, stimulus: &Stimulus) -> Option<SpeechAct> {
    let words = without_vocative(&stimulus.words, &scene.persona.body.name);
    SpeechAct::of(words, &stimulus.name)
}

/// Returns whether a line asks what somebody wants to know of goods, and not to have them.
fn asks_of_matter(line: &str) -> bool {
    use AskedFor::{How, WhatOf, When, Where, Who, Why};
    let begins = line.split_whitespace().take(2).any(|word| word.eq_ignore_ascii_case("what"));
    begins && line.trim_end().ends_with('?')
        || matches!(asked_for(line), Some(How | WhatOf | When | Where | Who | Why))
}

/// Returns whether the talk is about a topic, or about what it is a follow-up of.
fn is_subject(scene: &Scene, topic: &Topic) -> bool {
    scene.talk.is_about(topic.subject())
}

/// Returns whether a topic is a matter of which everybody can be asked.
fn is_small_talk(topic: &Topic) -> bool {
    topic.is_shared && topic.called.is_some()
}
