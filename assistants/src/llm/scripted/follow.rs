//! Answers to follow-ups: what is asked further of the subject of a talk, without naming it.
//!
//! The subject's own text for what is asked counts first, then its follow-ups, and where the
//! character has nothing on it, it says so about that subject.

use super::{Case, knows, price, said};
use crate::{
    llm::scene::{Scene, Stimulus},
    mind::talk_state::TalkState,
    nlu::{AskedFor, asked_for},
    perceive::follow_up::{self, FollowUp, Reference},
    persona::{
        script::{LineMeaning, SaidLine, Step, Topic},
        text::{ScriptText, TextTag},
    },
};

/// Returns the answer to a line as a follow-up; none for a line that is none, as far as `meaning`,
/// which it has by itself, tells.
pub(super) fn case<'a>(
    scene: &'a Scene,
    stimulus: &'a Stimulus,
    meaning: &LineMeaning<'a>,
    by_examples: bool,
) -> Option<Case<'a>> {
    if !stimulus.asked {
        return None;
    }
    if let Some(case) = of_lore(scene, meaning, by_examples) {
        return Some(case);
    }
    let script = &scene.persona.script;
    let to = &scene.persona.body.name;
    let asked = FollowUp::of(&stimulus.words, to);
    let subject = scene.talk.subject.as_deref().and_then(|it| script.topic(it));
    if asked == Some(FollowUp::Price) {
        let of_subject = subject.filter(|it| !it.is_offer()).and_then(|it| tagged(it, asked));
        if let Some(case) = of_subject.or_else(|| price::case(scene, subject, meaning)) {
            return Some(case);
        }
    }
    let subject = subject?;
    if asked == Some(FollowUp::Order) {
        return subject.is_offer().then(|| Case::of_topic(subject, ""));
    }
    if let Some(asked) = asked {
        return bare(scene, subject, asked, meaning);
    }
    // What is an answer to the character, or belongs to the subject anyway, needs no reference.
    if let LineMeaning::Topic(topic, _) = meaning
        && (!topic.is_free() || topic.is_offer() || topic.named || topic.person)
    {
        return None;
    }
    let person = scene.talk.person.as_deref().or(subject.person_named());
    let called = subject.called.as_deref().or(person)?;
    let line = follow_up::resolve(&stimulus.words, to, called, person)?;
    let of_person = line.refers_to == Reference::Person;
    let is_sure =
        matches!(meaning, LineMeaning::Topic(topic, _) if topic.subject() != subject.name);
    if is_sure && !of_person || !scene.people.is_empty() {
        return None;
    }
    let asked = asked_for(&stimulus.words).map(FollowUp::Asks);
    let found = reread(scene, &line.words, by_examples);
    match found {
        // A follow-up of the subject; of a thing, also another matter of its own.
        Some(topic)
            if topic.thread.as_deref() == Some(&subject.name)
                || !of_person && topic.name != subject.name =>
        {
            Some(Case::of_topic(topic, ""))
        }
        Some(_) | None if of_person || found.is_some() => {
            Some(tagged(subject, asked).unwrap_or_else(|| unknown(scene, subject, asked)))
        }
        Some(_) | None => None,
    }
}

/// Returns the follow-up of a matter that a line asks for together with the matter: "is Bram
/// married?".
fn of_lore<'a>(scene: &'a Scene, meaning: &LineMeaning<'a>, by_examples: bool) -> Option<Case<'a>> {
    let LineMeaning::Topic(topic, _) = meaning else { return None };
    let topics = &scene.persona.script.topics;
    let has_more = topics.iter().any(|it| it.thread.as_deref() == Some(&topic.name));
    if !topic.is_lore || topic.thread.is_some() || !has_more {
        return None;
    }
    let talk = TalkState { subject: Some(topic.name.clone()), ..TalkState::default() };
    let is_known = knows(scene);
    let line = SaidLine { talk: Some(&talk), by_examples, ..said(scene, &is_known)? };
    let found = match scene.persona.script.classify(line) {
        LineMeaning::Topic(found, _) => scene.persona.script.topic(&found.name)?,
        LineMeaning::OneOf(_) | LineMeaning::Likely(..) | LineMeaning::Nothing => return None,
    };
    (found.thread.as_deref() == Some(&topic.name)).then(|| Case::of_topic(found, ""))
}

/// Returns the answer to a follow-up that says nothing but what it asks.
fn bare<'a>(
    scene: &'a Scene,
    subject: &'a Topic,
    asked: FollowUp,
    meaning: &LineMeaning<'a>,
) -> Option<Case<'a>> {
    // A follow-up of the subject that hears just this, such as "who?" of the spoons.
    if let LineMeaning::Topic(topic, _) = meaning
        && topic.thread.as_deref() == Some(&subject.name)
    {
        return None;
    }
    let case = match asked {
        FollowUp::More => more(scene, subject).or_else(|| again(subject)),
        FollowUp::Asks(_)
        | FollowUp::Price
        | FollowUp::Sure
        | FollowUp::Source
        | FollowUp::WhoElse
        | FollowUp::Order => tagged(subject, Some(asked)),
    };
    Some(case.unwrap_or_else(|| unknown(scene, subject, Some(asked))))
}

/// Returns the next follow-up of a subject that was not told yet.
fn more<'a>(scene: &'a Scene, subject: &'a Topic) -> Option<Case<'a>> {
    let topics = scene.persona.script.topics.iter();
    let mut of_subject = topics.filter(|it| it.thread.as_deref() == Some(&subject.name));
    let next = of_subject.find(|it| !scene.talk.told.contains(&it.name))?;
    Some(Case::of_topic(next, ""))
}

/// Returns the texts of a subject for whoever asks again.
fn again<'a>(subject: &'a Topic) -> Option<Case<'a>> {
    let is_such =
        |text: &&String| ScriptText::read(text).is_ok_and(|it| it.tags.contains(&TextTag::Again));
    let texts: Vec<String> = subject.texts().into_iter().filter(is_such).cloned().collect();
    let steps = vec![Step::Reply(texts.clone())].into();
    (!texts.is_empty()).then(|| Case { steps, topic: Some(subject), ..Case::default() })
}

/// Returns the texts of a subject for what is asked of it, if it has some.
fn tagged<'a>(subject: &'a Topic, asked: Option<FollowUp>) -> Option<Case<'a>> {
    let what = asked?.asked()?;
    let is_such = |text: &&String| {
        ScriptText::read(text).is_ok_and(|it| it.tags.contains(&TextTag::Asked(what)))
    };
    let texts: Vec<String> = subject.texts().into_iter().filter(is_such).cloned().collect();
    if texts.is_empty() {
        return None;
    }
    let steps = vec![Step::Reply(texts)].into();
    Some(Case { steps, topic: Some(subject), further: asked, ..Case::default() })
}

/// Returns the answer of a character who knows nothing of what is asked about a subject.
fn unknown<'a>(scene: &'a Scene, subject: &'a Topic, asked: Option<FollowUp>) -> Case<'a> {
    let person = scene.talk.person.as_deref();
    let one = person.or(subject.person_named()).or(subject.called.as_deref());
    let further = asked.or(Some(FollowUp::Asks(AskedFor::Whether)));
    Case {
        one: one.unwrap_or("that").to_owned(),
        topic: Some(subject),
        further,
        ..Case::says(&scene.persona.script.further)
    }
}

/// Returns the topic that a line in other words means, if it is certain or likely.
fn reread<'a>(scene: &'a Scene, words: &str, by_examples: bool) -> Option<&'a Topic> {
    let is_known = |_: &str| true;
    let line = SaidLine { words, by_examples, is_known: &is_known, ..said(scene, &is_known)? };
    let name = match scene.persona.script.classify(line) {
        LineMeaning::Topic(topic, _) | LineMeaning::Likely(topic, _) => topic.name.clone(),
        LineMeaning::OneOf(_) | LineMeaning::Nothing => return None,
    };
    // Small talk about the character itself is nothing about anybody else.
    scene.persona.script.topic(&name).filter(|it| !it.is_shared && !it.is_offer())
}
