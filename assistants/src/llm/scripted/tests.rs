use std::{
    pin::pin,
    task::{Context, Poll, Waker},
};

use engine::id::{ChannelId, CharacterId, MarkId};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::{
    llm::scene::{Done, PersonSketch, ThoughtOccasion},
    nlu::holds,
    persona::{Persona, script::Script},
};

mod supposed;

const TOOLS: [&str; 16] = [
    "noop",
    "say",
    "whisper",
    "page",
    "emote",
    "channel_say",
    "inspect_location",
    "inspect",
    "search_objects",
    "who_is_here",
    "time",
    "recall_memories",
    "store_memory",
    "remember_fact",
    "offer",
    "execute_command",
];

/// An innkeeper, small enough to be read at one glance.
const MARA: &str = r#"(
    topics: [
        (name: "greeting", hears: ["hello", "good evening"], steps: [
            WhoIsHere,
            Recall("{speaker} likes"),
            If(Remembered,
                [Reply(["Welcome back, you who {memory}."])],
                [Reply(["What do you like to drink?"])]),
        ]),
        (name: "likes", hears: ["i like *", "i love *"], steps: [
            Remember("{speaker} likes {rest}"),
            Reply(["So you like {rest}."]),
        ]),
        (name: "dislikes", hears: ["i dont like *"], steps: [Reply(["Not {rest}, then."])]),
        (name: "ale", hears: ["an ale", "mug of ale"], steps: [
            Offer("sell-ale"),
            If(Failed, [Reply(["{because}"])], [Reply(["Type accept."])]),
        ]),
        (name: "gate", hears: ["gate", "old gate"], steps: [Say(["The gate."])]),
        (name: "hill", hears: ["hill", "gate"], steps: [Say(["The hill."])]),
        (name: "yes", hears: ["yes"], steps: [Say(["Yes what?"])]),
        (name: "ale-yes", hears: ["yes"], after: ["would you ale"], steps: [Offer("sell-ale")]),
        (name: "who", hears: ["who is mara"], steps: [Say(["That is me."])]),
        (name: "about", hears: ["about *"], steps: [Say(["Of {rest} I know nothing."])]),
        (name: "bye", hears: ["bye", "good night to you"], steps: [Say(["Go well."])]),
        (name: "drink", hears: ["*", "a *"], after: ["what drink"], steps: [Say(["One {rest}."])]),
    ],
    otherwise: [Time, Reply(["I did not catch that."])],
    arrival: [If(Stranger, [Say(["Come in, {speaker}."])], [Silence])],
    excuses: ["The barrel is running over, {speaker}."],
)"#;

fn persona(script: &str) -> Persona {
    let persona = r#"(
        id: "mara",
        body: (name: "Mara", description: "", home: "town/inn"),
        voice: "",
    )"#;
    let script: Script = ron::from_str(script).unwrap();
    Persona { script, ..ron::from_str(persona).unwrap() }
}

/// A script with one topic, which hears `line` and takes `steps`.
fn one_topic(hears: &str, steps: &str) -> String {
    format!(
        r#"(topics: [(name: "t", hears: ["{hears}"], steps: [{steps}])],
            otherwise: [Emote(["shrugs."])], excuses: ["Later."])"#
    )
}

/// Bob says `words` to Mara, by themselves at the inn.
fn scene(script: &str, words: &str) -> Scene {
    let stimulus = Stimulus {
        speaker: CharacterId::new("bob").unwrap(),
        name: "Bob".to_owned(),
        source: Source::Say,
        channel: None,
        words: words.to_owned(),
        occasion: ThoughtOccasion::Words,
        asked: true,
        aside: false,
    };
    Scene {
        place: "The Open Ear".to_owned(),
        present: vec!["Bob".to_owned()],
        time: "late evening".to_owned(),
        ..Scene::bare(persona(script).into(), Some(stimulus))
    }
}

/// The answer of a character that has only these tools.
fn answer_with(scene: &Scene, tools: &[&str]) -> ChatReply {
    let mut persona = Persona::clone(&scene.persona);
    let without = crate::tools::names().into_iter().filter(|it| !tools.contains(it));
    persona.tools.without = without.map(str::to_owned).collect();
    answer(&Scene { persona: persona.into(), ..scene.clone() })
}

/// The one call of a reply, as `name {arguments}`.
fn call(reply: &ChatReply) -> String {
    let [call] = reply.calls.as_slice() else {
        panic!("{reply:?}");
    };
    let Arguments::Object(arguments) = &call.arguments else {
        panic!("{call:?}");
    };
    format!("{} {}", call.name, Value::Object(arguments.clone()))
}

fn next(scene: &Scene) -> String {
    call(&answer(scene))
}

fn done(tool: &str, success: bool, content: &str) -> Done {
    Done { tool: tool.to_owned(), success, content: content.to_owned() }
}

fn says(text: &str) -> String {
    format!("say {}", json!({ "text": text }))
}

fn stimulus(scene: &mut Scene) -> &mut Stimulus {
    scene.stimulus.as_mut().unwrap()
}

#[test]
fn the_best_topic_answers() {
    for (words, expected) in [
        ("the old gate", says("The gate.")),
        ("the hill and the gate", says("The hill.")),
        ("Yes.", says("Yes what?")),
        ("who is Mara?", says("That is me.")),
        ("Mara, tell me about Bram", says("Of Bram I know nothing.")),
        ("do you know about the gate", says("The gate.")),
        ("i don't like rain", says("Not rain, then.")),
        (
            "I like an ale",
            r#"store_memory {"about":"bob","content":"Bob likes an ale"}"#.to_owned(),
        ),
        ("bring me an ale", r#"offer {"id":"sell-ale"}"#.to_owned()),
        ("qwertz", "time {}".to_owned()),
        ("?!", "time {}".to_owned()),
        ("", "time {}".to_owned()),
    ] {
        assert_eq!(next(&scene(MARA, words)), expected, "{words:?}");
    }
}

#[test]
fn the_text_that_speaks_of_what_was_asked_is_said() {
    let bell = one_topic(
        "bell",
        r#"Reply(["It hangs from a beam.", "It weighs as much as a cow.", "It has never rung."])"#,
    );
    for dice in 0..6 {
        let mut asked = scene(&bell, "Mara, how much does the bell weigh?");
        asked.dice = dice;
        assert_eq!(next(&asked), says("It weighs as much as a cow."));
        // Who asks again hears another.
        asked.said_last = Some("It weighs as much as a cow.".to_owned());
        assert_ne!(next(&asked), says("It weighs as much as a cow."));
    }
}

#[test]
fn an_answer_to_ones_own_question_comes_first() {
    let asked = "What do you like to drink?";
    for (said_last, words, expected) in [
        (Some(asked), "brown ale", says("One brown ale.")),
        (Some(asked), "Mead.", says("One Mead.")),
        (Some(asked), "mead, Mara!", says("One mead.")),
        (Some(asked), "a Gate Brew", says("One Gate Brew.")),
        (Some(asked), "which gate?", says("The gate.")),
        (Some(asked), "what?", "time {}".to_owned()),
        (Some(asked), "a mead?", says("One mead.")),
        (Some(asked), "bye", says("Go well.")),
        (Some(asked), "bye, Mara", says("Go well.")),
        (Some(asked), "tell me of the old gate", says("The gate.")),
        (Some("Go well."), "bye bye", says("Go well.")),
        (None, "mead", "time {}".to_owned()),
        (Some("Would you like an ale?"), "yes", r#"offer {"id":"sell-ale"}"#.to_owned()),
        (Some("Would you like a pie?"), "yes", says("Yes what?")),
    ] {
        let mut scene = scene(MARA, words);
        scene.said_last = said_last.map(str::to_owned);
        assert_eq!(next(&scene), expected, "{words:?} after {said_last:?}");
    }
}

#[test]
fn steps_are_walked_one_call_at_a_time() {
    let mut scene = scene(MARA, "hello Mara");
    let reply = answer(&scene);
    assert_eq!(call(&reply), "who_is_here {}");
    assert_eq!(reply.calls[0].id, "script-0");
    assert_eq!((&reply.text, reply.cut_off, reply.usage), (&None, false, None));

    scene.done.push(done("who_is_here", true, "Bob"));
    let reply = answer(&scene);
    assert_eq!(call(&reply), r#"recall_memories {"query":"Bob likes"}"#);
    assert_eq!(reply.calls[0].id, "script-1");

    for (success, found, expected) in [
        (true, "Bob likes mead.\nBob hums.", "Welcome back, you who likes mead."),
        (true, "Ann likes ale.\nBob likes tea.", "Welcome back, you who likes tea."),
        (true, "nothing", "What do you like to drink?"),
        (true, "", "What do you like to drink?"),
        (true, "Bobby likes mead.", "What do you like to drink?"),
        (true, "Ann likes Bob.", "What do you like to drink?"),
        (false, "Bob likes mead.", "What do you like to drink?"),
    ] {
        let mut scene = scene.clone();
        scene.done.push(done("recall_memories", success, found));
        assert_eq!(next(&scene), says(expected), "{found:?}");
        scene.done.push(done("say", true, "You say something."));
        assert_eq!(next(&scene), "noop {}");
    }
}

#[test]
fn a_failed_step_gives_its_reason() {
    let mut scene = scene(MARA, "an ale");
    scene.done.push(done("offer", true, "offered"));
    assert_eq!(next(&scene), says("Type accept."));
    scene.done[0] = done("offer", false, "Your purse is empty.");
    assert_eq!(next(&scene), says("Your purse is empty."));
    scene.done[0].content.clear();
    assert_eq!(next(&scene), "noop {}", "there is nothing to say");
}

#[test]
fn conditions_see_only_what_was_done_before_them() {
    let steps = r#"
        If(Failed, [Silence], []),
        Look,
        If(Shows("Silver"), [Say(["shiny"])], [Search("spoon")]),
        If(Failed, [Say(["no"])], [Say(["yes"])]),
    "#;
    let mut scene = scene(&one_topic("look", steps), "look");
    assert_eq!(next(&scene), "inspect_location {}");
    scene.done.push(done("inspect_location", true, "A SILVER spoon."));
    assert_eq!(next(&scene), says("shiny"));
    scene.done[0].content = "A quicksilver spoon.".to_owned();
    assert_eq!(next(&scene), r#"search_objects {"query":"spoon"}"#);
    scene.done.push(done("search_objects", false, "not found"));
    assert_eq!(next(&scene), says("no"));
    scene.done[1].success = true;
    assert_eq!(next(&scene), says("yes"));
    assert!(holds("It is a brass-ear.", "brass ear"));
    assert!(!holds("brass", ""));
}

#[test]
fn the_memory_goes_on_after_a_branch() {
    let steps = r#"Recall("a"), If(Remembered, [Time], []), Recall("b"), Say(["{memory}"])"#;
    let mut scene = scene(&one_topic("go", steps), "go");
    scene.memories = vec!["Bob likes rain.".to_owned()];
    scene.done = vec![done("recall_memories", true, "Bob is tall."), done("time", true, "noon")];
    assert_eq!(next(&scene), r#"recall_memories {"query":"b"}"#);
    for (success, found, expected) in [
        (true, "The sea is deep.", "The sea is deep"),
        (true, "Nothing.", "likes rain"),
        (false, "broken", "is tall"),
    ] {
        let mut scene = scene.clone();
        scene.done.push(done("recall_memories", success, found));
        assert_eq!(next(&scene), says(expected), "{found:?}");
    }
}

#[test]
fn every_step_is_its_tool_call() {
    for (step, expected) in [
        ("Look", "inspect_location {}"),
        ("WhoIsHere", "who_is_here {}"),
        (r#"Inspect("{rest}")"#, r#"inspect {"target":"the Elm"}"#),
        (r#"Search("elm")"#, r#"search_objects {"query":"elm"}"#),
        ("Time", "time {}"),
        (r#"Recall("elm")"#, r#"recall_memories {"query":"elm"}"#),
        (
            r#"Remember("{speaker} saw {rest}")"#,
            r#"store_memory {"about":"bob","content":"Bob saw the Elm"}"#,
        ),
        (r#"Offer("ale")"#, r#"offer {"id":"ale"}"#),
        (r#"Command("who", "")"#, r#"execute_command {"args":"","verb":"who"}"#),
        (r#"Command("look", "elm")"#, r#"execute_command {"args":"elm","verb":"look"}"#),
        (r#"Say(["a"])"#, r#"say {"text":"a"}"#),
        (r#"Whisper(["a"])"#, r#"whisper {"text":"a","to":"bob"}"#),
        (r#"Page(["a"])"#, r#"page {"text":"a","to":"bob"}"#),
        (r#"Emote(["a"])"#, r#"emote {"text":"a"}"#),
        (r#"Reply(["a"])"#, r#"say {"text":"a"}"#),
        ("Silence", "noop {}"),
    ] {
        let scene = scene(&one_topic("see *", step), "see the Elm.");
        assert_eq!(next(&scene), expected, "{step}");
    }
}

#[test]
fn words_on_a_channel_go_along_with_the_answer() {
    let steps = r#"Channel("gossip", ["{speaker} asks."]), Reply(["a"])"#;
    let mut scene = scene(&one_topic("hi", steps), "hi");
    let calls = |scene: &Scene| {
        let reply = answer(scene);
        reply.calls.iter().map(|it| it.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(calls(&scene), ["channel_say", "say"]);
    // Whatever became of them there, whoever asked is answered once.
    scene.done = vec![done("channel_say", false, "No."), done("say", true, "")];
    assert_eq!(calls(&scene), ["noop"]);
}

#[test]
fn a_refused_command_ends_in_a_word() {
    let script = one_topic("open up", r#"Command("open", "gate")"#);
    let mut scene = scene(&script, "open up");
    assert_eq!(next(&scene), r#"execute_command {"args":"gate","verb":"open"}"#);
    scene.done.push(done("execute_command", false, "You may not."));
    assert_eq!(next(&scene), says("Later."));
    scene.done.push(done("say", true, ""));
    assert_eq!(next(&scene), "noop {}");
    // Where it went well, nothing has to be said.
    scene.done = vec![done("execute_command", true, "It opens.")];
    assert_eq!(next(&scene), "noop {}");
}

#[test]
fn a_reply_goes_the_way_the_words_came() {
    let script = one_topic("hi", r#"Reply(["a"])"#);
    let gossip = Some(ChannelId::new("gossip").unwrap());
    let crowd: &[&str] = &["Ann", "Bob"];
    for (source, channel, present, expected) in [
        (Source::Whisper, None, crowd, r#"whisper {"text":"a","to":"bob"}"#),
        (Source::Page, None, crowd, r#"page {"text":"a","to":"bob"}"#),
        (Source::Channel, gossip, crowd, r#"channel_say {"channel":"gossip","text":"a"}"#),
        (Source::Say, None, crowd, r#"say {"text":"a","to":"bob"}"#),
        (Source::Say, None, &["Ann", "Cid"], r#"say {"text":"a"}"#),
    ] {
        let mut scene = scene(&script, "hi");
        scene.present = present.iter().map(|name| (*name).to_owned()).collect();
        stimulus(&mut scene).source = source;
        stimulus(&mut scene).channel = channel;
        assert_eq!(next(&scene), expected, "{source:?} {present:?}");
    }
}

#[test]
fn alone_means_by_themselves() {
    let script = one_topic("hi", r#"If(Alone, [Say(["yes"])], [Say(["no"])])"#);
    for (present, expected) in
        [(vec!["Bob"], "yes"), (vec!["Bob", "Ann"], "no"), (vec!["Ann"], "no"), (vec![], "no")]
    {
        let mut scene = scene(&script, "hi");
        scene.present = present.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(next(&scene), says(expected), "{present:?}");
    }
}

#[test]
fn an_arrival_and_no_stimulus() {
    let mut scene = scene(MARA, "");
    stimulus(&mut scene).source = Source::Deed;
    assert_eq!(next(&scene), says("Come in, Bob."));
    scene.acquainted = true;
    assert_eq!(next(&scene), "noop {}");
    scene.stimulus = None;
    assert_eq!(next(&scene), "noop {}");
    assert_eq!(call(&answer_or_excuse(&scene, true)), "noop {}");
}

#[test]
fn a_step_whose_tool_is_missing_is_passed_over() {
    let mut scene = scene(MARA, "hello");
    let few = ["recall_memories", "say"];
    assert_eq!(call(&answer_with(&scene, &few)), r#"recall_memories {"query":"Bob likes"}"#);
    scene.done.push(done("recall_memories", true, "Bob likes mead."));
    let welcome = says("Welcome back, you who likes mead.");
    assert_eq!(call(&answer_with(&scene, &few)), welcome);
    assert_eq!(
        call(&answer_with(&scene, &["say"])),
        welcome,
        "what was done counts even without its tool"
    );
    assert_eq!(call(&answer_with(&scene, &[])), "noop {}");

    stimulus(&mut scene).words = "an ale".to_owned();
    scene.done.clear();
    assert_eq!(call(&answer_with(&scene, &few)), says("not allowed"));
}

#[test]
fn placeholders_are_filled_once() {
    let text = r#"Say(["{speaker}|{rest}|{memory}|{others}|{place}|{time}|{because}|{x}"])"#;
    let mut scene = scene(&one_topic("say *", text), "say {memory} {speaker}} {");
    scene.memories = vec!["Bob likes {rest}.".to_owned(), "Bob is tall.".to_owned()];
    scene.present = ["Ann", "Bob", "Cid"].map(str::to_owned).into();
    assert_eq!(
        next(&scene),
        says("Bob|{memory} {speaker}} {|likes {rest}|Ann and Cid|The Open Ear|late evening||{x}")
    );
    scene.present.clear();
    scene.memories.clear();
    assert_eq!(
        next(&scene),
        says("Bob|{memory} {speaker}} {||nobody else|The Open Ear|late evening||{x}")
    );
}

#[test]
fn everything_is_bounded() {
    let long = "ü".repeat(600);
    let mut scene =
        scene(&one_topic("say *", r#"Say(["{rest}|{memory}"])"#), &format!("say {long}"));
    scene.memories = vec![long];
    assert_eq!(next(&scene), says(&format!("{}|{}", "ü".repeat(120), "ü".repeat(500))));
}

#[test]
fn silence_is_always_allowed() {
    let scene = scene(&one_topic("hi", r#"Silence, Emote(["nods."])"#), "hi");
    assert_eq!(call(&answer_with(&scene, &["emote"])), "noop {}");
}

#[test]
fn variants_differ_by_thought_and_step() {
    let script = one_topic("hi", r#"Emote(["a", "b", "c"]), Emote(["a", "b", "c"])"#);
    let mut scene = scene(&script, "hi");
    for (dice, first, second) in [(0, "a", "b"), (1, "b", "c"), (u64::MAX, "a", "a")] {
        scene.dice = dice;
        scene.done.clear();
        assert_eq!(next(&scene), format!(r#"emote {{"text":"{first}"}}"#));
        scene.done.push(done("emote", true, ""));
        assert_eq!(next(&scene), format!(r#"emote {{"text":"{second}"}}"#));
    }
}

#[test]
fn an_excuse_takes_the_place_of_a_model() {
    let mut scene = scene(MARA, "qwertz");
    assert_eq!(call(&answer_or_excuse(&scene, true)), says("The barrel is running over, Bob."));
    scene.done.push(done("say", true, ""));
    assert_eq!(call(&answer_or_excuse(&scene, true)), "noop {}");
    assert_eq!(answer_or_excuse(&scene, true).calls[0].id, "script-1");

    scene.done.clear();
    stimulus(&mut scene).words = "hello".to_owned();
    assert_eq!(call(&answer_or_excuse(&scene, true)), "who_is_here {}");
    scene.done.push(done("who_is_here", true, ""));
    assert_eq!(call(&answer_or_excuse(&scene, true)), r#"recall_memories {"query":"Bob likes"}"#);

    let mut persona = persona(MARA);
    persona.tools.without = vec!["who_is_here".to_owned()];
    persona.script.excuses.clear();
    scene.persona = persona.into();
    scene.done.clear();
    assert_eq!(call(&answer_or_excuse(&scene, true)), r#"recall_memories {"query":"Bob likes"}"#);
    stimulus(&mut scene).words = "qwertz".to_owned();
    assert_eq!(call(&answer_or_excuse(&scene, true)), "time {}", "without excuses");
}

#[test]
fn it_is_a_model() {
    let scene = scene(MARA, "yes");
    let request = ChatRequest {
        ticket: super::super::Ticket(1),
        npc: CharacterId::new("mara").unwrap(),
        provider: None,
        model: None,
        temperature: None,
        max_tokens: Some(16),
        messages: Vec::new(),
        tools: Vec::new().into(),
        form: crate::llm::profile::QuestionForm::Tools,
        schema: None,
        reasoning: Default::default(),
        scene: scene.clone().into(),
        is_for_words: false,
        has_fallback: false,
        is_warm_up: false,
    };
    let asked = pin!(Scripted.chat(&request));
    let mut context = Context::from_waker(Waker::noop());
    assert_eq!(asked.poll(&mut context), Poll::Ready(Ok(answer(&scene))));
}

/// Returns the number of steps on the longest branch, without conditions.
fn size(steps: &[Step]) -> usize {
    let sizes = steps
        .iter()
        .map(|step| if let Step::If(_, yes, no) = step { size(yes).max(size(no)) } else { 1 });
    sizes.sum()
}

/// Any step that is only its tool.
fn leaf() -> impl Strategy<Value = Step> {
    prop_oneof![
        Just(Step::Look),
        Just(Step::WhoIsHere),
        Just(Step::Time),
        Just(Step::Silence),
        Just(Step::Recall("{rest}".to_owned())),
        Just(Step::Reply(vec!["{because}".to_owned(), "{memory}".to_owned()])),
        Just(Step::Emote(vec!["waits".to_owned()])),
    ]
}

fn test() -> impl Strategy<Value = crate::persona::script::Test> {
    use crate::persona::script::Test;
    prop_oneof![
        Just(Test::Remembered),
        Just(Test::Failed),
        Just(Test::Alone),
        Just(Test::Shows("mead".to_owned())),
    ]
}

fn any_steps() -> impl Strategy<Value = Vec<Step>> {
    let step = leaf().prop_recursive(3, 24, 4, |step| {
        let steps = || prop::collection::vec(step.clone(), 0..4);
        (test(), steps(), steps()).prop_map(|(test, yes, no)| Step::If(test, yes, no))
    });
    prop::collection::vec(step, 0..5)
}

proptest! {
    #[test]
    fn a_walk_comes_to_its_end(
        steps in any_steps(),
        results in prop::collection::vec((any::<bool>(), "Bob likes mead|nothing||x"), 7),
        known in prop::sample::subsequence(TOOLS.to_vec(), 0..=TOOLS.len()),
        before in prop::sample::subsequence(TOOLS.to_vec(), 0..=3),
    ) {
        let mut persona = persona(MARA);
        let most = size(&steps);
        persona.script.otherwise = steps;
        let mut scene = scene(MARA, "qwertz");
        scene.persona = persona.into();
        // What others did before the script took over does not hold it up.
        scene.done = before.iter().map(|tool| done(tool, true, "")).collect();
        for (success, content) in results.iter().cycle().take(most) {
            let reply = answer_with(&scene, &known);
            prop_assert_eq!(&reply, &answer_with(&scene, &known));
            scene.done.push(done(&reply.calls[0].name, *success, content));
        }
        prop_assert_eq!(call(&answer_with(&scene, &known)), "noop {}");
    }

    #[test]
    fn no_line_is_too_odd(
        words in r"(\PC|[ @'’{}*.-]|mara|bob|hello|i like|yes){0,40}",
        said in proptest::option::of(r"(\PC|what drink){0,10}"),
        name in r"(\PC){0,4}",
    ) {
        let mut scene = scene(MARA, &words);
        scene.said_last = said;
        stimulus(&mut scene).name = name.clone();
        prop_assert_eq!(answer(&scene).calls.len(), 1);
        prop_assert_eq!(answer_or_excuse(&scene, true).calls.len(), 1);
    }
}

#[test]
fn a_pose_that_fits_no_topic_is_only_watched() {
    let mut scene = scene(MARA, "Bob juggles three onions.");
    assert!(!next(&scene).starts_with("noop"), "the same said aloud is answered");
    stimulus(&mut scene).source = Source::Pose;
    assert_eq!(next(&scene), "noop {}");
}

#[test]
fn a_pose_is_no_question_about_what_a_character_knows() {
    let mut scene = scene(MARA, "Bob sits down on the old gate.");
    stimulus(&mut scene).source = Source::Pose;
    assert_eq!(next(&scene), "noop {}", "nobody asked about the gate");
    let mut persona = persona(MARA);
    persona.script.topics.iter_mut().for_each(|it| it.is_shared = true);
    scene.persona = persona.into();
    stimulus(&mut scene).words = "Bob waves good night to you.".to_owned();
    assert_eq!(next(&scene), says("Go well."));
}

#[test]
fn whoever_was_not_asked_speaks_only_when_a_topic_fits() {
    let script = one_topic("lost spoons", r#"Reply(["Twelve of them."])"#);
    for (words, asked, answers) in [
        ("who lost spoons", false, says("Twelve of them.")),
        ("I rode here on a whale", true, r#"emote {"text":"shrugs."}"#.to_owned()),
        ("I rode here on a whale", false, "noop {}".to_owned()),
    ] {
        let mut scene = scene(&script, words);
        stimulus(&mut scene).asked = asked;
        assert_eq!(next(&scene), answers, "{words}, {asked}");
        let without_a_model = call(&answer_or_excuse(&scene, true));
        assert_eq!(without_a_model == "noop {}", answers == "noop {}", "{without_a_model}");
    }
}

#[test]
fn texts_go_by_regard_and_mood_and_sourness_goes_before_all_else() {
    let texts = r#"Reply(["Hm.", "<sour> Out.", "<stranger> <alone> New here?",
        "<known> <acquaintance> You.", "<known> <friend> <alone> Friend!",
        "<known> <cheerful> <alone> <company> No.", "<known> <gloomy> <acquaintance> Sigh."])"#;
    let script = one_topic("hello", texts);
    for (regard, mood, acquainted, said) in [
        (3, 0, false, "Out."),
        (3, 40, true, "Out."),
        (20, 0, false, "New here?"),
        (20, 0, true, "Hm."),
        (25, 0, true, "You."),
        (25, -25, true, "Sigh."),
        (25, -24, true, "You."),
        (90, 30, true, "Friend!"),
    ] {
        let scene = Scene { regard, mood, acquainted, ..scene(&script, "hello") };
        assert_eq!(next(&scene), says(said), "{regard} {mood} {acquainted}");
    }
    // Even when it said so a moment ago.
    let again = Some("Out.".to_owned());
    let scene = Scene { regard: 3, said_last: again, ..scene(&script, "hello") };
    assert_eq!(next(&scene), says("Out."));
}

#[test]
fn feelings_go_along_with_what_comes_after_them() {
    let script = one_topic("hello", r#"Regard(+5), Mood(-10), Reply(["[nods] Hm."])"#);
    let mut scene = scene(&script, "hello");
    let names = |scene: &Scene, tools: &[&str]| {
        let reply = answer_with(scene, tools);
        reply.calls.iter().map(|it| it.name.clone()).collect::<Vec<_>>()
    };
    let felt = ["feel", "emote", "say"];
    assert_eq!(names(&scene, &felt), ["feel", "feel", "emote", "say"]);
    let first = answer_with(&scene, &felt).calls.remove(0).arguments;
    assert!(matches!(first, Arguments::Object(it) if it["regard"] == 5));
    scene.done = ["feel", "feel", "emote", "say"].map(|it| done(it, true, "")).into();
    assert_eq!(names(&scene, &felt), ["noop"]);
    scene.done.clear();
    // Whoever may feel nothing speaks all the same.
    assert_eq!(names(&scene, &["emote", "say"]), ["emote", "say"]);
    let script = one_topic("hello", "Regard(+5)");
    assert_eq!(names(&self::scene(&script, "hello"), &felt), ["feel", "noop"]);
}

#[test]
fn what_was_seen_is_told_and_what_was_not_is_not_made_up() {
    let script = r#"(topics: [
        (name: "seen", named: true, hears: ["have you seen", "been here"],
            text: [], steps: [Reply(["{seen}.", "I did not see {person}."])]),
        (name: "opened", hears: ["who > opened"], steps: [Reply(["{opened}.", "Nobody."])]),
        (name: "came", hears: ["who was here"], steps: [Reply(["{visitors}.", "Nobody."])]),
    ], otherwise: [Say(["Hm."])])"#;
    let people = |seen: Option<&str>| {
        let (name, slots) = ("Cyd".to_owned(), std::collections::BTreeMap::new());
        vec![PersonSketch {
            name,
            is_known: true,
            may_be_told: true,
            seen: seen.map(str::to_owned),
            slots,
            did: None,
            promised: None,
            opinion: None,
        }]
    };
    for (seen, words, said) in [
        (Some("Cyd came in, just now"), "have you seen Cyd?", "Cyd came in, just now."),
        (Some("Cyd came in, just now"), "has Cyd been here", "Cyd came in, just now."),
        (None, "have you seen Cyd?", "I did not see Cyd."),
        (None, "who opened the gate?", "Nobody."),
        (None, "who was here?", "Nobody."),
    ] {
        let mut scene = Scene { people: people(seen), ..scene(script, words) };
        assert_eq!(next(&scene), says(said), "{words}");
        // Nobody denies what they saw so as not to say the same twice.
        scene.said_last = Some(said.to_owned());
        assert_eq!(next(&scene), says(said), "{words}");
    }
    assert_eq!(next(&scene(script, "have you seen my hat?")), says("Hm."));
    let opened = Some("Bob had me open the gate, just now".to_owned());
    let visitors = vec!["Cyd".to_owned(), "Dan".to_owned()];
    let mut scene = Scene { opened, visitors, ..scene(script, "who opened it?") };
    assert_eq!(next(&scene), says("Bob had me open the gate, just now."));
    stimulus(&mut scene).words = "who was here?".to_owned();
    assert_eq!(next(&scene), says("Cyd and Dan."));
}

#[test]
fn what_begins_a_sentence_has_a_capital() {
    let script = one_topic("hat", r#"Reply(["[nods] {others}? Hm. {time}! {rest} or {others}."])"#);
    let mut scene = scene(&script, "hat");
    scene.time = "noon".to_owned();
    let reply = answer_with(&scene, &TOOLS);
    let said = reply.calls.last().map(|it| it.arguments.clone());
    let Some(Arguments::Object(said)) = said else { panic!("{said:?}") };
    assert_eq!(said["text"], "Nobody else? Hm. Noon!  or nobody else.");
}

#[test]
fn a_text_gives_way_to_none_that_may_deny_it() {
    let script = one_topic(
        "hello",
        r#"Reply(["<marked told> <night> You know it.", "<marked told> You do.", "Guess."])"#,
    );
    let marks = || std::iter::once(engine::id::MarkId::new("told").unwrap()).collect();
    for (hour, last, said) in
        [(23, "", "You know it."), (23, "You know it.", "You do."), (12, "You do.", "You do.")]
    {
        let last = Some(last.to_owned());
        let scene = Scene { hour, said_last: last, marks: marks(), ..scene(&script, "hello") };
        assert_eq!(next(&scene), says(said), "{hour}");
    }
    let last = Some("Guess.".to_owned());
    let scene = Scene { said_last: last, ..scene(&script, "hello") };
    assert_eq!(next(&scene), says("Guess."));
}
