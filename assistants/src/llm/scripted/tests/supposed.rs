//! What is answered with a doubt, and what is said where somebody asks why or since when.

use super::*;

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
    which: ["{one} or {other}?"],
    perhaps: ["{one}?"],
    suppose: [
        "{one}? {answer} Or is it {other}?",
        "{one}, I think. {answer}",
        "{answer} Or did you ask about {other}?",
        "{answer} Or did I mishear?",
    ],
)"#;

/// What is said first where the first topic is most likely meant, and else one of the others.
fn supposed(first: &str, others: &[&str]) -> String {
    let scene = scene(BELL, "Mara, well?");
    let script = &scene.persona.script;
    let topic = |name: &str| script.topics.iter().find(|it| it.name == name).unwrap();
    let others: Vec<&Topic> = others.iter().map(|name| topic(name)).collect();
    let case = Case::supposes(script, topic(first), &others);
    let allowed = |tool: &str| tool == "say";
    let mut walk = StepWalk::new(&scene, scene.stimulus.as_ref().unwrap(), &case, &allowed);
    call(&reply(&scene, walk.calls(&case.steps)))
}

#[test]
fn what_is_likely_meant_is_answered_with_a_doubt() {
    for (first, others, said) in [
        ("bell", &["rope"][..], "The bell? It hangs. Or is it the rope?"),
        ("bell", &["rope", "yard"], "The bell? It hangs. Or is it the rope or the yard?"),
        ("bell", &[], "The bell, I think. It hangs."),
        ("grief", &["yard"], "I am sorry, Bob. Or did you ask about the yard?"),
        ("grief", &[], "I am sorry, Bob. Or did I mishear?"),
    ] {
        assert_eq!(supposed(first, others), says(said), "{first}, {others:?}");
    }
}

#[test]
fn what_has_no_text_that_is_true_is_asked_back_about() {
    assert_eq!(supposed("oath", &["rope"]), says("An oath or the rope?"));
    assert_eq!(supposed("oath", &["rope", "yard"]), says("An oath or the rope or the yard?"));
    assert_eq!(supposed("oath", &[]), says("An oath?"));
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
