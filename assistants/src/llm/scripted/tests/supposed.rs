//! Tests of answers with a reservation, and of answers to "why" and "since when".

use super::*;
use crate::mind::talk_state::TalkState;

const BELL: &str = r#"(
    topics: [
        (name: "bell", called: Some("the bell"), hears: ["bell"], steps: [Reply(["It hangs."])]),
        (name: "rope", called: Some("the rope"), hears: ["rope"], steps: [Reply(["It is cut."])]),
        (name: "yard", called: Some("the yard"), hears: ["yard"], steps: [Reply(["It is round."])]),
        (name: "grief", hears: ["lost"], steps: [Reply(["[nods] I am sorry, {speaker}."])]),
        (name: "oath", called: Some("an oath"), hears: ["oath"],
            steps: [Reply(["<marked sworn> You swore it."])]),
    ],
    otherwise: [Reply(["What?"])],
    perhaps: ["{one}?"],
    further: [
        "Of {subject} I know no more.",
        "<why> Why? Nobody says, of {subject}.",
        "<source> The wind told me.",
        "<whether> {subject}? I never asked.",
    ],
    suppose: ["{one}, I think. {answer}"],
)"#;

/// The answer to a topic that is likely meant, `is_plain` or not.
fn supposed(name: &str, is_plain: bool) -> String {
    let scene = scene(BELL, "Mara, well?");
    let script = &scene.persona.script;
    let topic = script.topic(name).unwrap();
    let case = Case::likely(script, topic, &[topic], is_plain);
    let allowed = |tool: &str| tool == "say";
    let mut walk = StepWalk::new(&scene, scene.stimulus.as_ref().unwrap(), &case, &allowed);
    call(&reply(&scene, walk.calls(&case.steps)))
}

#[test]
fn what_is_likely_meant_is_named_and_answered_and_nothing_else_is() {
    for (topic, is_plain, said) in [
        ("bell", false, "The bell, I think. It hangs."),
        ("bell", true, "It hangs."),
        ("grief", false, "I am sorry, Bob."),
        ("oath", false, "An oath?"),
    ] {
        assert_eq!(supposed(topic, is_plain), says(said), "{topic}");
    }
}

/// The answer to a line in this state of the talk.
fn said_in(talk: TalkState, words: &str) -> (String, TalkState) {
    let mut scene = scene(BELL, words);
    scene.talk = talk;
    let reply = answer_with(&scene, &TOOLS);
    let talk = reply.talk.as_deref().cloned().unwrap_or_default();
    (call(&reply), talk)
}

#[test]
fn what_is_asked_further_belongs_to_the_subject() {
    let (said, talk) = said_in(TalkState::default(), "the bell?");
    assert_eq!((said, talk.subject.as_deref()), (says("It hangs."), Some("bell")));
    for (words, answer) in [
        ("why?", "Why? Nobody says, of the bell."),
        ("who told you?", "The wind told me."),
        ("is it old?", "The bell? I never asked."),
        ("when was that?", "Of the bell I know no more."),
    ] {
        let (said, after) = said_in(talk.clone(), words);
        assert_eq!(said, says(answer), "{words}");
        assert_eq!(after.subject.as_deref(), Some("bell"), "{words}");
    }
    // Without a subject they are what they always were.
    assert_eq!(said_in(TalkState::default(), "why?").0, says("What?"));
}

#[test]
fn whoever_asks_why_hears_why() {
    let bell = one_topic(
        "bell",
        r#"Reply(["It hangs.", "<marked rung> It rang.", "<why> It was told something.",
            "<when> Since the flood.", "<marked rung> <when> Since you rang it."])"#,
    );
    for (asked, said) in [
        ("why is the bell so still", "It was told something."),
        ("since when is the bell so still", "Since the flood."),
        ("the bell is nice", "It hangs."),
    ] {
        for dice in 0..4 {
            let mut scene = scene(&bell, asked);
            scene.dice = dice;
            assert_eq!(next(&scene), says(said), "{asked}");
        }
    }
    let mut rung = scene(&bell, "since when is the bell so still");
    rung.marks.insert(MarkId::new("rung").unwrap());
    assert_eq!(next(&rung), says("Since you rang it."));
}
