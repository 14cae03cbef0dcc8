use std::sync::Arc;

use world::{act::permission::Role, content::problem::SourceFile};

use super::*;
use crate::mind::talk_state::TalkState;
use crate::persona::{
    check, corpus,
    script::{LineMeaning, SaidLine},
};

const TOWN: &str = r#"(id: "town", name: "Town", rooms: [
    (id: "inn", name: "Inn", description: "An inn."),
])"#;
const WORLD: &str = r#"(name: "T", banner: "Hi.", welcome: "Hi.", start: "town/inn")"#;

const FOLK: &str = r#"(topics: [
    (name: "thanks", hears: ["~thanks"], steps: [Reply(["You are welcome."])]),
    (name: "age", hears: ["how old are you"], steps: [Reply(["Old enough."])]),
], lore: [(name: "the bell", about: ["bell"], text: ["It hangs there."]),
    (name: "the spoons", about: ["spoons", "cutlery"], text: ["Ask Ann."])],
on: {Gift: [Reply(["For me, {thing}?"])]})"#;

const ANN: &str = r#"(
    id: "ann",
    like: "keeper",
    body: (name: "Ann", description: "Busy.", home: "town/inn"),
    voice: "Soft.",
    words: {"spoon": ["spoon", "silver"]},
    answers: {"thanks": ["Not at all, {speaker}."], "otherwise": ["What?"]},
    lore: [
        (name: "the spoons", about: ["~spoon", "what > lost"], text: ["Eight are gone, {speaker}."],
            then: [(asks: ["who", "thief"], text: ["A bird."])]),
    ],
)"#;

fn read_all(changes: &[(&str, &str)]) -> (Vec<Arc<Persona>>, Vec<String>) {
    let file = |path: &str, text: &str| {
        let text = changes.iter().fold(text.to_owned(), |text, (old, new)| text.replace(old, new));
        SourceFile::new(path, text)
    };
    let (content, problems) =
        world::content::parse::parse(&[file("world.ron", WORLD), file("zones/town.ron", TOWN)]);
    assert!(problems.is_empty(), "{problems:?}");
    let files = [
        file(WORDS, r#"{"thanks": ["thanks", "thank you"]}"#),
        file("archetypes/folk.ron", FOLK),
        file("archetypes/keeper.ron", r#"(like: "folk", words: {"ale": ["ale", "beer"]})"#),
        file("personas/ann.ron", ANN),
    ];
    let commands = [("say", Role::Guest)];
    let around = check::Surroundings { content: &content, commands: &commands, tools: &["say"] };
    let (personas, problems) = check::parse(&files, around);
    (personas, problems.iter().map(ToString::to_string).collect())
}

#[test]
fn a_character_knows_what_its_kind_knows_and_says_it_in_its_own_words() {
    let (personas, problems) = read_all(&[]);
    assert_eq!(problems, [""; 0]);
    let [ann] = personas.as_slice() else { panic!("one character") };
    let topic = |words: &str, talk: Option<&TalkState>| match ann
        .script
        .classify(SaidLine { talk, ..SaidLine::first(words, "Ann") })
    {
        LineMeaning::Topic(topic, _) => Some((topic.name.clone(), topic.steps.clone())),
        LineMeaning::OneOf(_) | LineMeaning::Likely(..) | LineMeaning::Nothing => None,
    };
    let says = |text: &str| vec![Step::Reply(vec![text.to_owned()])];
    assert_eq!(topic("Thank you!", None), Some(("thanks".into(), says("Not at all, {speaker}."))));
    assert_eq!(topic("how old are you", None), Some(("age".into(), says("Old enough."))));
    let (name, _) = topic("where is the silver?", None).unwrap();
    assert_eq!(name, "the spoons");
    assert_eq!(topic("who was it", None), None, "nothing was told yet");
    let about =
        |subject: &str| TalkState { subject: Some(subject.to_owned()), ..TalkState::default() };
    let of_spoons = about("the spoons");
    let told = Some(&of_spoons);
    let (name, steps) = topic("and who was it?", told).unwrap();
    assert_eq!((name.as_str(), steps), ("the spoons, then 1", says("A bird.")));
    assert_eq!(topic("who was it", Some(&about("the bell"))), None);
}

#[test]
fn lore_of_a_kind_is_known_to_all_of_it_and_gives_way_to_lore_of_the_same_name() {
    let (personas, problems) = read_all(&[]);
    assert_eq!(problems, [""; 0]);
    let ann = personas.first().unwrap();
    let lore = |said: &str| ann.script.lore(said, "Ann", "Bob");
    assert_eq!(lore("what about the bell?"), ["It hangs there."]);
    assert_eq!(lore("where are the spoons?"), ["Eight are gone, Bob."]);
    assert_eq!(lore("any cutlery?"), [""; 0], "the kind's words for it are gone with its text");
    let (_, problems) = read_all(&[(r#"name: "the bell""#, r#"name: "the spoons""#)]);
    assert_eq!(
        problems,
        ["archetypes/folk.ron:5:12: there is other lore `the spoons`; rename one"]
    );
}

#[test]
fn a_kind_says_more_of_the_matters_of_whoever_is_like_it() {
    let more =
        r#"more: {"the spoons": ["<why> They shine."], "thanks": ["<who> I am."]}, words: {"ale""#;
    let (personas, problems) = read_all(&[(r#"words: {"ale""#, more)]);
    assert_eq!(problems, [""; 0]);
    let [ann] = personas.as_slice() else { panic!("one character") };
    let texts = |name: &str| {
        let topic = ann.script.topics.iter().find(|it| it.name == name).unwrap();
        topic.texts().into_iter().cloned().collect::<Vec<_>>()
    };
    assert_eq!(texts("the spoons"), ["Eight are gone, {speaker}.", "<why> They shine."]);
    assert_eq!(texts("thanks"), ["Not at all, {speaker}.", "<who> I am."]);
    // A model is told what holds of it, and not what answers one question.
    assert_eq!(ann.script.lore("where are the spoons?", "Ann", "Bob"), ["Eight are gone, Bob."]);
}

#[test]
fn what_is_done_to_a_character_is_answered_as_its_kind_or_it_itself_says() {
    let gift = |changes: &[(&str, &str)]| {
        let (personas, problems) = read_all(changes);
        assert_eq!(problems, [""; 0]);
        personas.first().map(|it| it.script.on(&ScriptEvent::Gift).to_vec()).unwrap_or_default()
    };
    let says = |text: &str| vec![Step::Reply(vec![text.to_owned()])];
    assert_eq!(gift(&[]), says("For me, {thing}?"));
    let own = r#"on: {Gift: [Reply(["Put it there."])]}, voice:"#;
    assert_eq!(gift(&[("voice:", own)]), says("Put it there."));
    let (_, problems) = read_all(&[("voice:", &own.replace("there", "{there}"))]);
    assert!(problems.iter().any(|it| it.contains("nothing fills `{there}`")), "{problems:?}");
}

#[test]
fn faults_are_named_where_they_are() {
    for (old, new, problem) in [
        (
            "like: \"keeper\"",
            "like: \"kepeer\"",
            "personas/ann.ron:3:11: there is no archetype `kepeer` (did you mean `keeper`?)",
        ),
        (
            "like: \"folk\"",
            "like: \"volk\"",
            "archetypes/keeper.ron:1:8: there is no archetype `volk` (did you mean `folk`?)",
        ),
        (
            "like: \"folk\"",
            "like: \"keeper\"",
            "archetypes/keeper.ron:1:8: `keeper` is like `keeper`; end the circle",
        ),
        (
            "{\"thanks\": [\"Not",
            "{\"thank\": [\"Not",
            "personas/ann.ron:7:15: there is no topic `thank` (did you mean `thanks`?)",
        ),
        (
            "[\"~thanks\"]",
            "[\"~thank\"]",
            "archetypes/folk.ron:2:30: there is no word class `~thank`",
        ),
        (
            "[\"~spoon\", \"what",
            "[\"~spoons\", \"what",
            "personas/ann.ron:9:38: there is no word class `~spoons`",
        ),
        ("asks: [\"who\"", "asks: [\"Who\"", "personas/ann.ron:10:28: `Who` is never heard"),
        ("{speaker}.\"],\n", "{speakr}.\"],\n", "personas/ann.ron:9:71: nothing fills `{speakr}`"),
    ] {
        let (_, problems) = read_all(&[(old, new)]);
        assert!(problems.iter().any(|it| it.starts_with(problem)), "{problem}\n{problems:#?}");
    }
}

#[test]
fn a_corpus_is_counted_and_its_faults_are_named() {
    let (personas, _) = read_all(&[]);
    let lines = "# a remark\n\nann | thanks | thank you\nann | age, thanks | your shoes\n\
                 ann | age | the silver\nann | - | a whale\nann | - | silver";
    let report = corpus::evaluate(&personas, lines).unwrap();
    let counts = report.counts.get("ann").copied().unwrap();
    let corpus::CorpusCounts { fitting, right, asked, false_clarification, missed, wrong, .. } =
        counts;
    assert_eq!((fitting, right, asked, false_clarification, missed, wrong), (3, 1, 0, 0, 1, 1));
    assert_eq!((counts.foreign, counts.answered, counts.asked_of), (2, 1, 0));
    let read: Vec<String> = report.misread.iter().map(ToString::to_string).collect();
    assert_eq!(read[0], "line 4: \"your shoes\" is read as nothing, not as age or thanks");
    let heard =
        "line 7: \"silver\" is read as the spoons, not as nothing\n    heard: the spoons by ";
    assert!(read[2].starts_with(heard), "{}", read[2]);
    for (lines, error) in [
        ("ann thanks", "line 1: write it as CHARACTER | TOPICS | WORDS"),
        ("\nbob | age | how old", "line 2: there is no character `bob`"),
        ("ann | aeg | how old", "line 1: `ann` has no topic `aeg`"),
    ] {
        assert_eq!(corpus::evaluate(&personas, lines).unwrap_err().to_string(), error);
    }
}
