use std::{fs, path::Path, sync::Arc};

use world::{
    act::permission::Role,
    content::{authored::Content, problem::SourceFile},
};

use super::{Persona, Surroundings, parse, warnings};

const COMMANDS: [(&str, Role); 4] =
    [("channel", Role::Guest), ("look", Role::Guest), ("say", Role::Guest), ("who", Role::Guest)];

const TOOLS: [&str; 17] = [
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
    "feel",
    "offer",
    "execute_command",
];

const WORLD: &str = r#"(name: "N", banner: "B", welcome: "W", start: "town/inn")"#;
const CHANNELS: &str = r#"[(id: "gossip", about: "Talk.")]"#;
const TOWN: &str = r#"(
    id: "town",
    name: "Town",
    rooms: [(id: "inn", name: "Inn", description: "An inn.")],
    kinds: [(id: "mug", name: "a mug", description: "Full.")],
)"#;

/// A persona that has nothing wrong with it, and every part one can get wrong.
const ANN: &str = r#"
(
    id: "ann",
    body: (
        name: "Ann",
        description: "Tall.",
        home: "town/inn",
    ),
    voice: "Soft.",
    tools: (without: ["page"], commands: ["look"], max_steps: 5),
    attention: (
        channels: {"gossip": Context},
        trust: {"bob": 100},
        channel_trust: {"gossip": 60},
        max_hops: 4,
        talkativeness: 30,
    ),
    model: (temperature: 70, max_tokens: 400),
    offers: [
        (
            id: "sell-mug",
            called: "a mug",
            of: ["mug"],
            what: "a mug",
            when: [NotMarked("sold")],
            unless: "No.",
            does: Trade(price: 1, gives: ["mug"], marks: ["sold"]),
            says: ["Accept."],
        ),
    ],
    slots: {
        "likes": (told: ["i like *"], known: "likes {}", text: ["I note {likes}."]),
    },
    topics: [
        (
            name: "praise",
            hears: ["they say *"],
            after: ["ask > mug"],
            steps: [Remember("{speaker} says {rest}"), Reply(["I hear {rest}."])],
        ),
        (
            name: "mug",
            hears: ["the mug"],
            steps: [
                Offer("sell-mug"),
                If(Failed, [Say(["{because}"])], [Silence]),
            ],
        ),
        (
            name: "look",
            hears: ["look"],
            steps: [Command("look", "")],
        ),
        (
            name: "arrival",
            steps: [If(Stranger, [Say(["Hello, {speaker}."])], [Silence])],
        ),
    ],
    answers: {
        "otherwise": ["<known> [nods] Ask for a mug, you who like {likes}.", "Ask for a mug. {ask likes}", "Ask."],
        "excuse": ["Later."],
        "ponder": ["thinks."],
    },
    lore: [(name: "the sea", about: ["sea"], text: ["Wet."], then: [(asks: ["how > wet"], text: ["Very."])])],
)
"#;

fn file(path: &str, text: &str) -> SourceFile {
    SourceFile::new(path, text)
}

fn content() -> Content {
    let files =
        [file("world.ron", WORLD), file("channels.ron", CHANNELS), file("zones/town.ron", TOWN)];
    let (content, problems) = world::content::parse::parse(&files);
    assert!(problems.is_empty(), "{problems:?}");
    content
}

fn around(content: &Content) -> Surroundings<'_> {
    Surroundings { content, commands: &COMMANDS, tools: &TOOLS }
}

fn read(files: &[SourceFile]) -> (Vec<Arc<Persona>>, Vec<String>) {
    let words = file("words.ron", r#"{"want": ["want", "may i have"]}"#);
    let files: Vec<SourceFile> = files.iter().cloned().chain([words]).collect();
    let (personas, problems) = parse(&files, around(&content()));
    (personas, problems.iter().map(ToString::to_string).collect())
}

/// The problems of Ann after one change to her text.
fn ann_with(old: &str, new: &str) -> Vec<String> {
    assert!(ANN.contains(old), "{old} is in the text");
    read(&[file("personas/ann.ron", &ANN.replacen(old, new, 1))]).1
}

/// Each change to Ann makes exactly one problem, which points at the text
/// `at` of the changed file and says this.
fn each(changes: &[(&str, &str, &str, &str)]) {
    for (old, new, at, sentence) in changes {
        let text = ANN.replacen(old, new, 1);
        let before = &text[..text.find(at).unwrap_or_else(|| panic!("{at} is in the text"))];
        let line = before.lines().count();
        let column = before.lines().last().map_or(0, |line| line.chars().count()) + 1;
        let problems = ann_with(old, new);
        let expected = format!("personas/ann.ron:{line}:{column}: {sentence}");
        assert_eq!(problems.len(), 1, "{new}: {problems:#?}");
        assert!(problems[0].starts_with(&expected), "{expected}\n{problems:#?}");
    }
}

#[test]
fn a_good_persona_is_read() {
    let files = [file("personas/ann.ron", ANN), file("zones/other.ron", "not a persona")];
    let (personas, problems) = read(&files);
    assert_eq!(problems, [""; 0]);
    assert_eq!(personas.len(), 1);
    assert_eq!(personas[0].id.as_str(), "ann");
    // The three topics, the offer, two of the lore and two of the slot; what has its moment is none.
    assert_eq!(personas[0].script.topics.len(), 8);
}

#[test]
fn faults_of_the_notation_are_placed() {
    each(&[
        (
            "voice: \"Soft.\"",
            "voise: \"Soft.\", voice: \"Soft.\"",
            "voise",
            "nobody knows a field `voise` here (did you mean `voice`?)",
        ),
        (
            "[Silence]),\n            ],",
            "[Silense]),\n            ],",
            "Silense",
            "`Silense` is none of the words that may stand here (did you mean `Silence`?)",
        ),
    ]);
    assert_eq!(ann_with("voice: \"Soft.\",", "").len(), 1);
    assert_eq!(ann_with("voice: \"Soft.\",", "voice: \"Soft,").len(), 1);
}

#[test]
fn numbers_have_ranges() {
    each(&[
        ("max_steps: 5", "max_steps: 0", "0),\n    att", "`max_steps` is between 1 and 10, not 0"),
        ("max_steps: 5", "max_steps: 11", "11)", "`max_steps` is between 1 and 10, not 11"),
    ]);
}

#[test]
fn attention_and_model_have_ranges() {
    each(&[
        ("max_hops: 4", "max_hops: 0", "0,\n        talk", "`max_hops` is between 1 and 8, not 0"),
        ("max_hops: 4", "max_hops: 9", "9,", "`max_hops` is between 1 and 8, not 9"),
        ("ness: 30", "ness: 101", "101", "`talkativeness` is between 0 and 100, not 101"),
        ("\"bob\": 100", "\"bob\": 101", "101", "`bob` is between 0 and 100, not 101"),
        ("\"gossip\": 60", "\"gossip\": 200", "200", "`gossip` is between 0 and 100, not 200"),
        ("temperature: 70", "temperature: 201", "201", "`temperature` is between 0 and 200"),
        ("max_tokens: 400", "max_tokens: 15", "15", "`max_tokens` is between 16 and 4096"),
        ("max_tokens: 400", "max_tokens: 4097", "4097", "`max_tokens` is between 16 and 4096"),
    ]);
    assert_eq!(ann_with("talkativeness: 30", "talkativeness: 100"), [""; 0]);
}

#[test]
fn names_of_other_things_must_exist() {
    each(&[
        (
            "without: [\"page\"]",
            "without: [\"pages\"]",
            "\"pages\"",
            "there is no tool `pages` (did you mean `page`?)",
        ),
        (
            "commands: [\"look\"]",
            "commands: [\"look\", \"lock\"]",
            "\"lock\"",
            "there is no command `lock` (did you mean `look`?)",
        ),
        (
            "channels: {\"gossip\": C",
            "channels: {\"gosip\": C",
            "\"gosip\"",
            "there is no channel `gosip` (did you mean `gossip`?)",
        ),
        (
            "trust: {\"gossip\"",
            "trust: {\"goosip\"",
            "\"goosip\"",
            "there is no channel `goosip` (did you mean `gossip`?)",
        ),
    ]);
}

#[test]
fn a_script_names_what_the_character_may_do() {
    each(&[
        (
            "Offer(\"sell-mug\")",
            "Offer(\"sell-mgu\")",
            "\"sell-mgu\"",
            "there is no offer `sell-mgu` (did you mean `sell-mug`?)",
        ),
        (
            "Command(\"look\"",
            "Command(\"lok\"",
            "\"lok\"",
            "there is no command `lok` (did you mean `look`?)",
        ),
        (
            "Command(\"look\"",
            "Command(\"who\"",
            "\"who\"",
            "this character may not `who`; add it to `tools.commands`",
        ),
        (
            "NotMarked(\"sold\")",
            "NotMarked(\"solt\")",
            "NotMarked(",
            "no offer makes the remark `solt` (did you mean `sold`?)",
        ),
        (
            "home: \"town/inn\"",
            "home: \"town/in\"",
            "\"town/in\"",
            "there is no room `town/in` (did you mean `town/inn`?)",
        ),
        (
            "Say([\"{because}\"])",
            "Page([\"{because}\"])",
            "Page(",
            "this needs the tool `page`, which `without` takes away",
        ),
    ]);
}

#[test]
fn texts_name_what_can_be_filled_in() {
    each(&[
        (
            "{speaker} says",
            "{speeker} says",
            "\"{speeker}",
            "nothing fills `{speeker}` (did you mean `speaker`?)",
        ),
        ("I hear {rest}.", "I hear {rest", "\"I hear", "a `{` is not closed"),
        ("Hello, {speaker}.", "Hello, {}.", "\"Hello", "nothing fills `{}`"),
        ("{because}", "{rest}", "\"{rest}\"])]", "`{rest}` may be empty here, because `the mug`"),
        ("Wet.", "{rest}?", "\"{rest}?", "`{rest}` may be empty here, because no"),
        ("Accept.", "{rest}?", "\"{rest}?", "`{rest}` may be empty here, because no"),
        ("thinks.", " ", "\" \"]", "this text is empty"),
        (
            "like {likes}.",
            "like {lykes}.",
            "\"<known>",
            "nothing fills `{lykes}` (did you mean `likes`?)",
        ),
        (
            "{ask likes}",
            "{ask like}",
            "\"Ask for a mug. {",
            "there is no slot `like` (did you mean `likes`?)",
        ),
        (
            "<known>",
            "<knwon>",
            "\"<knwon>",
            "there is no condition `<knwon>` (did you mean `known`?)",
        ),
        ("[nods]", "[nods", "\"<known>", "a `[` is not closed"),
        ("Wet.", "Wet. [nods]", "\"Wet.", "a gesture stands before the words"),
        ("Wet.", "<stranger> Wet.", "[\"<stranger> Wet", "each of these texts has a condition"),
        ("known: \"likes {}\"", "known: \"likes\"", "\"likes\", text", "`known` has one `{}`"),
        (
            "told: [\"i like *\"]",
            "told: [\"i like\"]",
            "\"i like\"]",
            "this pattern does not end with `*`",
        ),
    ]);
}

#[test]
fn speech_ends_an_answer() {
    each(&[
        (
            "[Silence]),\n            ],",
            "[Silence]),\n                Time,\n            ],",
            "Time",
            "this step is never reached",
        ),
        (
            "[Say([\"Hello, {speaker}.\"])]",
            "[Silence, WhoIsHere]",
            "WhoIsHere",
            "this step is never reached",
        ),
    ]);
    let one_way = ann_with("[Silence]),\n            ],", "[]), Silence],");
    assert_eq!(one_way, [""; 0], "only one of the ways ends the answer");
}

#[test]
fn names_take_one_line_and_texts_may_take_several() {
    each(&[
        ("name: \"Ann\"", "name: \"An\\nn\"", "\"An\\nn\"", "`name` takes one line"),
        ("what: \"a mug\"", "what: \"a\\nmug\"", "\"a\\nmug\"", "`what` takes one line"),
        ("name: \"mug\"", "name: \"m\\nug\"", "\"m\\nug\"", "`name` takes one line"),
        ("name: \"the sea\"", "name: \"the\\nsea\"", "\"the\\nsea\"", "`name` takes one line"),
        ("\"look\", \"\"", "\"look\", \"at\\nme\"", "\"at", "this text takes one line"),
        ("Wet.", "Wet \\u{1b}2J.", "\"Wet", "this text holds the character U+001B"),
        ("Soft.", "Soft.\\t", "\"Soft.", "this text holds the character U+0009"),
    ]);
    let several = ANN.replacen("Wet.", "Wet, and\n        deep.", 1);
    let (personas, problems) = read(&[file("personas/ann.ron", &several)]);
    assert_eq!(problems, [""; 0]);
    assert_eq!(personas[0].lore[0].text, ["Wet, and deep."]);
}

#[test]
fn lists_that_must_not_be_empty() {
    each(&[
        ("[\"Wet.\"]", "[]", "[], then", "there is nothing to say here"),
        ("[\"Later.\"]", "[]", "[],\n        \"ponder\"", "there is nothing to say here"),
        ("hears: [\"the mug\"]", "hears: []", "[],\n            steps", "`hears` is empty"),
        (
            "[Command(\"look\", \"\")]",
            "[]",
            "(\n            name: \"look\"",
            "`steps` and `text` are empty",
        ),
        (
            "steps: [Command(",
            "text: [\"Look!\"], steps: [Command(",
            "(\n            name: \"look\"",
            "there are both",
        ),
        ("voice: \"Soft.\"", "voice: \" \"", "\" \"", "`voice` is empty"),
        ("name: \"mug\"", "name: \"\"", "\"\",\n", "`name` is empty"),
        (
            "name: \"mug\"",
            "name: \"praise\"",
            "\"praise\",\n            hears: [\"the mug",
            "there",
        ),
    ]);
}

#[test]
fn something_is_said_to_what_nobody_understands() {
    let problems = ann_with("\"otherwise\": [", "\"further\": [");
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(
        problems[0].starts_with("personas/ann.ron:2:1: nothing is said to what"),
        "{problems:?}"
    );
}

#[test]
fn what_a_text_asks_for_can_be_had() {
    each(&[
        (
            "Wet.\"]",
            "<marked solt> Wet.\", \"Dry.\"]",
            "\"<marked",
            "no offer makes the mark `solt` (did you mean `sold`?)",
        ),
        (
            "Wet.\"]",
            "<carries mgu> Wet.\", \"Dry.\"]",
            "\"<carries",
            "there is no kind of thing `mgu` (did you mean `mug`?)",
        ),
    ]);
    assert_eq!(
        ann_with("Wet.\"]", "<marked visited/town/inn> <lacks mug> Wet.\", \"Dry.\"]"),
        [""; 0]
    );
}

#[test]
fn patterns_are_lower_case_words() {
    each(&[
        ("\"the mug\"]", "\"the Mug\"]", "\"the Mug\"", "`Mug` is never heard"),
        ("\"the mug\"]", "\"mug?\"]", "\"mug?\"", "`mug?` is never heard"),
        ("\"the mug\"]", "\"i'd like\"]", "\"i'd like\"", "`i'd` is never heard"),
        ("\"the mug\"]", "\"a * mug\"]", "\"a * mug\"", "a `*` may only stand at the end"),
        ("\"the mug\"]", "\" \"]", "\" \"]", "this pattern is empty"),
        ("\"sea\"", "\"Sea\"", "\"Sea\"", "`Sea` is never heard"),
    ]);
    assert_eq!(ann_with("\"the mug\"]", "\"the mug\", \"trinkgeld für 2\"]"), [""; 0]);
}

#[test]
fn ids_and_names_may_be_taken_once() {
    let same_id = ANN.replacen("name: \"Ann\"", "name: \"Bea\"", 1);
    let same_name = ANN.replacen("id: \"ann\"", "id: \"bea\"", 1).replacen("\"Ann\"", "\"ANN\"", 1);
    let (personas, problems) =
        read(&[file("personas/a.ron", ANN), file("personas/b.ron", &same_id)]);
    assert_eq!(problems, ["personas/b.ron:3:9: there is another persona `ann`; rename one"]);
    assert_eq!(personas.len(), 1);
    let (_, problems) = read(&[file("personas/a.ron", ANN), file("personas/b.ron", &same_name)]);
    assert_eq!(
        problems,
        ["personas/b.ron:5:15: `ANN` is a name in personas/a.ron:5 too; rename one"]
    );
}

#[test]
fn all_problems_of_all_personas_come_at_once() {
    let ann = ANN.replacen("home: \"town/inn\"", "home: \"town/out\"", 1).replacen("Tall.", "", 1);
    let bea =
        ANN.replacen("id: \"ann\"", "id: \"bea\", ide: 1", 1).replacen("\"Ann\"", "\"Bea\"", 1);
    let (personas, problems) =
        read(&[file("personas/bea.ron", &bea), file("personas/ann.ron", &ann)]);
    assert_eq!(personas.len(), 2);
    assert_eq!(problems.len(), 3, "{problems:#?}");
    assert!(problems[0].starts_with("personas/ann.ron:6:"), "{problems:#?}");
    assert!(problems[1].starts_with("personas/ann.ron:7:"), "{problems:#?}");
    assert!(problems[2].starts_with("personas/bea.ron:3:16: nobody knows"), "{problems:#?}");
}

#[test]
fn the_shipped_personas_have_no_problems() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    let mut files = Vec::new();
    for folder in ["", "zones/", "help/", "archetypes/", "library/", "personas/"] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let entry = entry.unwrap();
            if entry.path().extension().is_some_and(|it| it == "ron") {
                let path = format!("{folder}{}", entry.file_name().to_str().unwrap());
                files.push(file(&path, &fs::read_to_string(entry.path()).unwrap()));
            }
        }
    }
    let (content, problems) = world::content::parse::parse(&files);
    assert!(problems.is_empty(), "{problems:#?}");
    let (personas, problems) = parse(&files, around(&content));
    assert!(problems.is_empty(), "{problems:#?}");
    let warnings = warnings(&files, around(&content));
    assert!(warnings.is_empty(), "{warnings:#?}");
    let ids: Vec<&str> = personas.iter().map(|persona| persona.id.as_str()).collect();
    assert_eq!(ids, ["bram", "dorcas", "lettice", "mara", "noll", "pip", "silas", "tace"]);
}

#[test]
fn regard_and_mood_are_on_their_scales_and_of_those_there_are() {
    let field = |value: &str| format!("voice: \"Soft.\",\n    {value},");
    let voice = "voice: \"Soft.\",";
    for (value, says) in [
        ("regard: {\"bob\": 60}", "there is no character `bob`"),
        ("regard: {\"ann\": 60}", "nobody has a regard for oneself; remove it"),
        ("mood: (rest: 51)", "`rest` is between -50 and 50, not 51"),
        ("on: {Social(\"hug\"): [Say([\"Oh.\"])]}", "there is no social called `hug`"),
        (
            "on: {Left: [Regard(+31), Silence]}",
            "regard moves by -25 to 30 at once, as a day allows, not by 31",
        ),
        ("on: {Quarrel: [Regard(-26), Silence]}", "as a day allows, not by -26"),
        (
            "on: {Opened: [Mood(-51), Say([\"{thing}!\"])]}",
            "mood moves by -50 to 50 at once, not by -51",
        ),
        (
            "on: {Left: [Mood(0)]}",
            "this moves nothing; write how far, as `+5` or `-5`, or remove it",
        ),
        ("on: {Left: [Say([\"{thing}!\"])]}", "nothing fills `{thing}`"),
        (
            "on: {Left: [Say([\"<freind> Go well.\"])]}",
            "there is no condition `<freind>` (did you mean `friend`?)",
        ),
    ] {
        let problems = ann_with(voice, &field(value));
        let [problem] = problems.as_slice() else { panic!("{value}: {problems:?}") };
        assert!(problem.contains(says), "{value}: {problem}");
    }
    let problems = ann_with(voice, &field("regard: {\"ann\": 101}"));
    assert!(
        problems.iter().any(|it| it.contains("regard is between 0 and 100, not 101")),
        "{problems:?}"
    );
    let when = ann_with("NotMarked(\"sold\")", "Regard(101)");
    assert!(when[0].contains("regard is between 0 and 100, not 101"), "{when:?}");
    let good = field(
        "on: {Left: [Regard(-1)], Quarrel: [Mood(-5), Say([\"<sour> Out.\", \"Hm.\"])]}, mood: (rest: -50)",
    );
    assert_eq!(ann_with(voice, &good), [""; 0]);
}

#[test]
fn a_name_anywhere_is_named_and_one_at_the_star_is_a_person() {
    let both = ann_with("hears: [\"the mug\"],", "hears: [\"the *\"], named: true, person: true,");
    assert!(both[0].contains("write one of them"), "{both:?}");
    let named = "hears: [\"seen\"], named: true,";
    let steps = r#"steps: [
                Offer("sell-mug"),
                If(Failed, [Say(["{because}"])], [Silence]),
            ],"#;
    let text = "text: [\"{seen}.\", \"Not {person}.\"], steps: [Regard(+1)],";
    assert!(ANN.contains(steps));
    let ann = ANN.replacen("hears: [\"the mug\"],", named, 1).replacen(steps, text, 1);
    assert_eq!(read(&[file("personas/ann.ron", &ann)]).1, [""; 0]);
    let all = ann.replacen(", \"Not {person}.\"", "", 1);
    let problems = read(&[file("personas/ann.ron", &all)]).1;
    assert!(problems[0].contains("each of these texts has a condition"), "{problems:?}");
}
