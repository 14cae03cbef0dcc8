//! Answers to what speakers tell about themselves, and to their questions about it.

use super::{Case, tells_of_slot};
use crate::{
    llm::scene::{PersonSketch, Scene, Stimulus},
    nlu::words_in_common,
    perceive::{
        about_person::PersonQuestion,
        speech_act::asks,
        told::{
            asked_slot, in_form,
            others::{asked_of, told_of},
            reported, told,
        },
    },
    persona::{
        script::{LineMeaning, Topic},
        text::ScriptText,
    },
};

/// Returns the answer to a line that tells facts about the speaker, takes some back, or asks for
/// them; none where `meaning`, which the line has by itself, says more.
pub(super) fn case<'a>(
    scene: &'a Scene,
    stimulus: &'a Stimulus,
    meaning: &LineMeaning<'a>,
) -> Option<Case<'a>> {
    if !stimulus.is_told() {
        return None;
    }
    let sure = match meaning {
        LineMeaning::Topic(topic, _) => Some(*topic),
        LineMeaning::OneOf(_) | LineMeaning::Likely(..) | LineMeaning::Nothing => None,
    };
    nobody(scene, stimulus, sure)
        .or_else(|| telling(scene, stimulus, sure))
        .or_else(|| asking(scene, stimulus, sure))
}

/// Returns the answer to a line that tells a fact about somebody else whom the character knows, or asks about
/// them; none for any other line, or one that means a matter of the character's own that is called so.
pub(super) fn of_others<'a>(
    scene: &'a Scene,
    stimulus: &'a Stimulus,
    meaning: &LineMeaning<'a>,
) -> Option<Case<'a>> {
    let script = &scene.persona.script;
    if !stimulus.is_told() {
        return None;
    }
    let (words, me) = (&stimulus.words, &scene.persona.body.name);
    let is_question = asks(words, me);
    let fact = |name: &str, slot: &str, value: &str| {
        let form = script.slots.get(slot)?;
        Some(format!("{name} {}", in_form(form, &reported(value))))
    };
    scene.people.iter().find_map(|person| {
        let name = &person.name;
        if is_question {
            // What the author wrote about one of the town says more.
            let is_own =
                |topic: &Topic| !topic.is_shared && topic.subject().contains(name.as_str());
            let is_named = meaning.topics().first().is_some_and(|topic| topic.named);
            if is_named || script.topics.iter().any(is_own) {
                return None;
            }
            let Some(slot) = asked_of(words, name) else {
                return about(scene, person, PersonQuestion::of(words, name)?);
            };
            let known = person.slots.get(slot).and_then(|value| fact(name, slot, value));
            let (one, texts) = match known {
                Some(fact) => (fact, &script.recalls_of),
                None => (name.clone(), &script.untold_of),
            };
            return (!texts.is_empty()).then(|| Case { one, ..Case::says(texts) });
        }
        let told = told_of(words, name, me);
        let first = told.first().filter(|_| !script.noted_of.is_empty())?;
        let one = fact(name, &first.slot, &first.value)?;
        Some(Case { one, ..Case::says(&script.noted_of) })
    })
}

/// Returns the answer to a question about somebody whom the line names.
fn about<'a>(
    scene: &'a Scene,
    person: &'a PersonSketch,
    asked: PersonQuestion,
) -> Option<Case<'a>> {
    let script = &scene.persona.script;
    let name = &person.name;
    let says = |one: &str, texts: &'a [String]| {
        (!texts.is_empty()).then(|| Case { one: one.to_owned(), ..Case::says(texts) })
    };
    let words = scene.stimulus.as_ref().map_or("", |it| &it.words);
    let in_common = |text: &str| words_in_common(words, &scene.persona.body.name, text);
    let untold = || says(name, &script.untold_of);
    let saw = || person.did.as_deref().and_then(|it| says(it, &script.saw_of));
    match asked {
        PersonQuestion::Known | PersonQuestion::Opinion if !person.is_known => {
            says(name, &script.nobody)
        }
        PersonQuestion::Known | PersonQuestion::Opinion => {
            let topic = script.topics.iter().find(|it| it.person && it.is_free())?;
            Some(Case::of_topic(topic, name))
        }
        PersonQuestion::Promise => {
            let open = person.promised.as_deref().and_then(|it| says(it, &script.recalls_of));
            open.or_else(saw).or_else(untold)
        }
        PersonQuestion::Place => {
            let seen = person.seen.as_ref().map(|seen| Case::says(&[format!("{seen}.")]));
            seen.or_else(untold)
        }
        // The name alone is in whatever they said.
        PersonQuestion::Saying | PersonQuestion::Doing | PersonQuestion::Deed
            if scene.heard.as_deref().is_some_and(|said| in_common(said) > 1) =>
        {
            None
        }
        PersonQuestion::Saying => untold(),
        PersonQuestion::Doing => saw().or_else(untold),
        PersonQuestion::Deed => {
            let is_such = person.did.as_deref().is_some_and(|it| in_common(it) > 1);
            saw().filter(|_| is_such).or_else(untold)
        }
    }
}

/// Questions after somebody, before the name.
const AFTER_WHOM: [&str; 9] = [
    "who is",
    "who was",
    "do you know",
    "have you met",
    "have you seen",
    "did you see",
    "where is",
    "tell me about",
    "what do you know about",
];

/// Returns the answer to a question after somebody whom the character does not know.
fn nobody<'a>(
    scene: &'a Scene,
    stimulus: &'a Stimulus,
    sure: Option<&'a Topic>,
) -> Option<Case<'a>> {
    let nobody = &scene.persona.script.nobody;
    if sure.is_some() || !scene.people.is_empty() || nobody.is_empty() {
        return None;
    }
    let words: Vec<&str> = stimulus
        .words
        .split_whitespace()
        .map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()))
        .filter(|it| !it.eq_ignore_ascii_case(&scene.persona.body.name))
        .collect();
    let (name, before) = words.split_last()?;
    let before = before.join(" ").to_lowercase();
    let is_name = name.starts_with(char::is_uppercase) && name.chars().count() > 1;
    let asks = AFTER_WHOM.iter().any(|it| before == *it);
    (is_name && asks).then(|| Case { one: (*name).to_owned(), ..Case::says(nobody) })
}

fn telling<'a>(
    scene: &'a Scene,
    stimulus: &'a Stimulus,
    sure: Option<&'a Topic>,
) -> Option<Case<'a>> {
    let script = &scene.persona.script;
    let is_answer = |it: &Topic| it.is_answer;
    let told = told(&stimulus.words);
    let facts: Vec<String> = told
        .facts
        .iter()
        .filter_map(|it| Some(in_form(script.slots.get(&it.slot)?, &reported(&it.value))))
        .collect();
    let of_slot = sure.and_then(|it| it.fills.as_deref());
    let has_lost = told.facts.iter().any(|it| it.slot == "losses");
    match (facts.len(), sure) {
        (0, _) if !told.withdrawn.is_empty() && !script.withdrawn.is_empty() => {
            Some(Case::says(&script.withdrawn))
        }
        (0, _) => None,
        // The engine has kept it already, and the character says so in the words for it.
        (1, Some(topic))
            if !is_answer(topic)
                && of_slot == told.facts.first().map(|fact| fact.slot.as_str()) =>
        {
            let texts: Vec<String> = topic.texts().into_iter().cloned().collect();
            Some(Case { topic: Some(topic), ..Case::says(&texts) })
        }
        (_, Some(topic)) if is_answer(topic) => None,
        // Whoever orders an ale and says where they come from wants the ale.
        (_, Some(topic)) if topic.is_offer() => None,
        // Of several facts one may have words of a topic, which is not asked for.
        (1, Some(topic)) if topic.fills.is_none() && !topic.is_shared => None,
        (_, Some(topic)) if stimulus.words.contains('?') && !topic.is_shared => None,
        _ if has_lost && !script.condoles.is_empty() => {
            let one = text::styled::list(&facts);
            Some(Case { one, ..Case::says(&script.condoles) })
        }
        _ if script.noted.is_empty() => None,
        _ => {
            let one = text::styled::list(&facts);
            Some(Case { one, ..Case::says(&script.noted) })
        }
    }
}

fn asking<'a>(
    scene: &'a Scene,
    stimulus: &'a Stimulus,
    sure: Option<&'a Topic>,
) -> Option<Case<'a>> {
    let script = &scene.persona.script;
    let asks = stimulus.words.trim_end().ends_with('?');
    let Some(slot) = asked_slot(&stimulus.words) else {
        // A question tells nothing, whatever pattern it fits.
        let fits = sure.is_some_and(|it| it.fills.is_some() && it.is_free());
        return (asks && fits).then(|| Case::steps(&script.otherwise));
    };
    if sure.is_some_and(|it| tells_of_slot(it, scene)) {
        return None;
    }
    let Some(value) = scene.slots.get(slot) else {
        // What everybody can be asked only gets in the way, unless it asks for the very thing.
        let is_else =
            sure.is_some_and(|it| it.fills.is_none() && (!it.is_shared || mentions(it, slot)));
        let may = !script.untold.is_empty() && scene.told.is_none() && scene.heard.is_none();
        return (may && !is_else).then(|| Case::says(&script.untold));
    };
    let form = script.slots.get(slot).filter(|_| !script.recalls.is_empty())?;
    Some(Case { one: in_form(form, &reported(value)), ..Case::says(&script.recalls) })
}

/// Returns whether a topic tells of a slot, or asks for it.
fn mentions(topic: &Topic, slot: &str) -> bool {
    topic.texts().into_iter().filter_map(|it| ScriptText::read(it).ok()).any(|text| {
        let mut names = text.asks().chain(text.placeholders());
        names.any(|it| it == slot)
    })
}
