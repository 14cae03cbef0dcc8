use proptest::prelude::*;

use super::*;

fn rules(cut_off: bool) -> SpeechRules<'static> {
    SpeechRules { me: "Mara", others: &["Ann", "Old Tom"], cut_off }
}

/// The gesture and the words in a text of Mara's.
fn heard(text: &str) -> (Option<String>, String) {
    let speech = spoken(text, &rules(false));
    speech.map(|it| (it.gesture, it.words)).unwrap_or_default()
}

fn words(text: &str) -> String {
    let (gesture, words) = heard(text);
    assert_eq!(gesture, None, "{text}");
    words
}

#[test]
fn plain_words_are_left_as_they_are() {
    for text in [
        "Good day.",
        "Yes",
        "Two coins, my dear; the ale is 2 coins (the pie is 3).",
        "\"Closed\" is what the sign says, and so it is \"closed\".",
        "@cid what do you think, one?",
        "It's the 'Open Ear', isn't it?",
        "3 * 4 = 12, I think.",
        "Ask for a room_key at the inn!",
        "Well... I never - not once - saw it.",
        "I say this: go north.",
        "O'Brien's; it's 5:30 now.",
        "I <3 ale & bread, a < b.",
        "Ann, the inn is south.",
        "¿Qué tal? Très bien 🙂",
        "I heard Ann say \"hush\" to Tom.",
        "The player of the lute is away.",
        "I wonder what for",
        "Mara is my name.",
        "I say it again: go. The inn: south.",
        "I am Mara.",
    ] {
        assert_eq!(words(text), text);
    }
}

#[test]
fn the_own_name_and_quotation_marks_are_taken_off() {
    for text in [
        "Mara: Good day.",
        "mara: Good day.",
        "**Mara**: Good day.",
        "**Mara:** Good day.",
        "*Mara*: Good day.",
        "[Mara]: Good day.",
        "[Mara] Good day.",
        "<Mara> Good day.",
        "Mara says: Good day.",
        "Mara says, \"Good day.\"",
        "Mara says to Ann, \"Good day.\"",
        "\"Good day,\" says Mara.",
        "\"Good day,\" Mara says.",
        "Assistant: Good day.",
        "say \"Good day.\"",
        "say(text=\"Good day.\")",
        "say('Good day.');",
        "say(to=\"Ann\", text=\"Good day.\")",
        "Reply: Good day.",
        "Sure! Here is Mara's reply:\n\n\"Good day.\"",
        "\"Good day.\"",
        "“Good day.”",
        "«Good day.»",
        "„Good day.“",
        "„Good day.”",
        "‚Good day.‘",
        "›Good day.‹",
        "»Good day.«",
        "'Good day.'",
        "\"Mara: Good day.\"",
        "Mara: \"Good day.\"",
        "\"Good day.",
        "Good day.\"",
    ] {
        assert_eq!(words(text), "Good day.", "{text}");
    }
    assert_eq!(words("Mara: One.\nMara: Two."), "One. Two.");
    assert_eq!(words("\"One.\" \"Two.\""), "One. Two.");
    assert_eq!(words("\"One,\" she says. \"Two.\""), "One. Two.");
    let tom = SpeechRules { me: "Old Tom", others: &["Mara"], cut_off: false };
    for text in ["Old Tom: Good day.", "Tom: Good day."] {
        assert_eq!(spoken(text, &tom).unwrap().words, "Good day.");
    }
}

#[test]
fn markup_is_left_out_and_its_words_stay() {
    for (text, said) in [
        ("I am **very** sure.", "I am very sure."),
        ("I am ***very*** sure.", "I am very sure."),
        ("I am __very__ sure.", "I am very sure."),
        ("I am _very_ sure.", "I am very sure."),
        ("I *really* mean it.", "I really mean it."),
        ("I am *Mara*.", "I am Mara."),
        ("That is *not mine*.", "That is not mine."),
        ("*Never* do that.", "Never do that."),
        ("# The inn\nIt is south.", "The inn. It is south."),
        ("We have:\n- ale\n- bread\n- soup", "We have: ale, bread, soup."),
        ("1. Go north.\n2. Go east.", "Go north. Go east."),
        ("See [the inn](https://example.com/inn) there.", "See the inn there."),
        ("Look ![a cat](cat.png) here.", "Look here."),
        ("Good <b>day</b>.<br>And night.", "Good day. And night."),
        ("Good day.<!-- a note -->", "Good day."),
        ("Tom &amp; Ann say &quot;hi&quot; here.", "Tom & Ann say \"hi\" here."),
        ("Type `look` here.", "Type \"look\" here."),
        ("Try `give spoon to mara`!", "Try \"give spoon to mara\"!"),
        ("Rock ` and roll`.", "Rock and roll."),
        ("Good day.\n```rust\nfn main() {}\n```", "Good day."),
        ("> Good day.", "Good day."),
        ("- Good day.", "Good day."),
        ("One.\\nTwo.", "One. Two."),
        ("One.\r\n\r\nTwo.", "One. Two."),
        ("Good day.\n\n---\n", "Good day."),
        ("Hello, [Ann]!", "Hello, Ann!"),
        ("<think>Hm.</think>Good day.<|im_end|>\nuser", "Good day."),
    ] {
        assert_eq!(words(text), said, "{text}");
    }
}

#[test]
fn gestures_are_told_from_words() {
    for (text, gesture, said) in [
        ("*smiles* Good day.", "smiles.", "Good day."),
        ("*Smiles warmly at Ann.* Good day.", "smiles warmly at Ann.", "Good day."),
        ("[nods] Good day.", "nods.", "Good day."),
        ("(wipes the table) Good day.", "wipes the table.", "Good day."),
        ("_smiles_ Good day.", "smiles.", "Good day."),
        ("*Mara smiles* Good day.", "smiles.", "Good day."),
        ("*She smiles* Good day.", "smiles.", "Good day."),
        ("*I smile at you* Good day.", "smiles at you.", "Good day."),
        ("*smile* Good day.", "smiles.", "Good day."),
        ("*I polish a mug* Good day.", "polishes a mug.", "Good day."),
        ("Mara: *smiles* Good day.", "smiles.", "Good day."),
        ("Mara (smiling): Good day.", "smiling.", "Good day."),
        ("*smiles* \"Good day.\"", "smiles.", "Good day."),
        ("\"*smiles* Good day.\"", "smiles.", "Good day."),
        ("Good day. *smiles*", "smiles.", "Good day."),
        ("Good day, *smiles* my dear.", "smiles.", "Good day, my dear."),
        ("One. *nods* Two. *waves*", "nods.", "One. Two."),
        ("One. *hums a long and old tune* Two.", "hums a long and old tune.", "One. Two."),
        ("One. (She nods.) Two.", "nods.", "One. Two."),
        ("*smiles*\n\nGood day.", "smiles.", "Good day."),
        ("Mara smiles. \"Good day.\"", "smiles.", "Good day."),
        ("Mara nods and says, \"Good day.\"", "nods.", "Good day."),
        ("Mara nods at Ann. Good day.", "nods at Ann.", "Good day."),
        ("Mara stands on one leg and thinks.", "stands on one leg and thinks.", ""),
        ("*smiles*", "smiles.", ""),
    ] {
        assert_eq!(heard(text), (Some(gesture.to_owned()), said.to_owned()), "{text}");
    }
    // What would need more than its verb to be changed, or moves somebody else, is left out.
    for text in [
        "*I shake my head* Good day.",
        "*I am tired of it all* Good day.",
        "*Ann smiles at Mara* Good day.",
        "*Mara's eyes light up* Good day.",
    ] {
        assert_eq!(words(text), "Good day.", "{text}");
    }
    assert_eq!(words("(I do not know.)"), "I do not know.");
    assert_eq!(words("*Good day, my dear Ann.*"), "Good day, my dear Ann.");
    assert_eq!(words("(to Ann) Good day."), "Good day.");
}

#[test]
fn the_words_of_others_and_remarks_are_cut() {
    for text in [
        "Good day.\nAnn: Hello.\nMara: And?",
        "Good day.\n**Ann:** Hello.",
        "Good day.\nOld Tom: Hello.",
        "Good day.\n[Ann] Hello.",
        "Good day.\nAnn says: Hello.",
        "Good day.\nAnn asks, \"And you?\"",
        "Good day.\nUser: Hello.",
        "Good day. User: Hello. Mara: And you?",
        "Good day. Ann: Hello.",
        "Good day.\nPlayer: Hello.",
        "Good day.\n\nHuman: Hello.",
        "Ann: Hello.\nMara: Good day.",
        "Ann: Hello.\nHow are you?\nMara: Good day.\nAnn: Fine.",
        "Good day.\n\nNote: Mara is in a good mood.",
        "Good day.\n\n(The player may now answer.)",
        "Good day.\n\n(Note: in character.)",
        "(Mara answers Ann.)\nGood day.",
        "(Mara answers Ann.) Good day.",
        "[Your reply to Ann]\nGood day.",
        "Good day. (Mara answers Ann.)",
        "Here is my answer:\n```json\n{\"a\": 1}\n```\nGood day.",
        "{\"t\":\"say\",\"from\":\"Ann\",\"text\":\"hi\"}\nGood day.",
    ] {
        assert_eq!(words(text), "Good day.", "{text}");
    }
}

#[test]
fn a_sentence_that_is_not_whole_is_cut() {
    let cut = |text: &str| spoken(text, &rules(true)).unwrap().words;
    assert_eq!(cut("Good day. The inn is to the"), "Good day.");
    assert_eq!(cut("Ask Mr. Bram, who"), "Ask Mr. Bram, who…");
    assert_eq!(cut("It costs 2.50 coins and"), "It costs 2.50 coins and…");
    assert_eq!(cut("Good day. \"Well,\" said he, \"come"), "Good day.");
    assert_eq!(cut("Good day."), "Good day.");
    assert_eq!(cut("Good day! 🙂"), "Good day! 🙂");
    assert_eq!(words("Good day. The inn is south and"), "Good day.");
    assert_eq!(words("The inn is south,"), "The inn is south…");
    assert_eq!(words("Good day. Come in"), "Good day. Come in", "a full stop may be missing");
}

#[test]
fn what_is_no_speech_is_none() {
    for text in [
        "",
        " \n ",
        "...",
        "\u{200b}\u{2060}",
        "<think>They want",
        "<|im_end|>",
        "{\"name\": \"execute_command\", \"arguments\": {}}",
        "{\"name\": \"say\", \"arguments\": {\"text\": \"I wi",
        "```json\n{}\n```",
        "```\nGood day.\n```",
        "<|tool_call|>{\"name\": \"say\", \"arguments\": {\"text\": \"Hi\"}}</|tool_call|>",
        "<tool_call>{\"name\": \"say\"}</tool_call>",
        "Ann: Hello.",
        "User: Hello.",
        "(Mara answers Ann.)",
        "**",
        "\"\"",
    ] {
        assert_eq!(spoken(text, &rules(false)), None, "{text}");
    }
}

#[test]
fn a_pose_is_told_without_the_name() {
    for (text, pose) in [
        ("nods.", "nods."),
        ("*nods*", "nods"),
        ("(nods)", "nods"),
        ("Mara nods.", "nods."),
        ("nods at Mara<|im_end|>", "nods at Mara"),
        ("Mara's hat falls.", "Mara's hat falls."),
    ] {
        assert_eq!(posed(text, &rules(false)), pose);
    }
}

#[test]
fn corrections_are_noted() {
    let noted = |text: &str| spoken(text, &rules(false)).unwrap().notes;
    assert_eq!(noted("Good day."), Vec::<String>::new());
    assert!(noted("Mara: Good day.")[0].contains("its own name"));
    assert!(noted("Good day.\nAnn: Hello.")[0].contains("others"));
}

proptest! {
    #[test]
    fn no_text_is_too_odd(
        text in r#"(\PC|[*_\[\](){}<>|"'`:.!\\ \n-]|Mara|Ann|I |smiles|nod|<\||Note:|\n\n){0,60}"#,
        cut_off: bool,
    ) {
        let most = text.chars().count() + 1;
        if let Some(Speech { gesture, words, .. }) = spoken(&text, &rules(cut_off)) {
            prop_assert!(words.chars().count() <= most, "{words}");
            prop_assert!(gesture.iter().all(|it| it.chars().count() <= most && !it.contains("<|")));
            prop_assert!(!words.contains("<|"), "{words}");
            prop_assert!(words.contains(char::is_alphanumeric) || gesture.is_some());
        }
        prop_assert!(posed(&text, &rules(false)).len() <= text.len());
    }

    #[test]
    fn words_without_marks_are_left_as_they_are(text in "[A-Z][a-z]{0,8}( [a-z]{5,9}){0,9}[.!?]") {
        prop_assert_eq!(spoken(&text, &rules(true)).unwrap().words, text);
    }
}

#[test]
fn what_looks_like_a_gesture_in_the_middle_of_a_sentence_is_part_of_it() {
    for (text, said) in [
        ("I *think* so.", "I think so."),
        ("I *really do not want* that.", "I really do not want that."),
        (
            "Go north (turn left at the well), then east.",
            "Go north (turn left at the well), then east.",
        ),
    ] {
        let speech = spoken(text, &rules(false)).unwrap();
        assert_eq!((speech.words.as_str(), &speech.gesture), (said, &None), "{text}");
    }
    let speech = spoken("Good day, *smiles* my dear.", &rules(false)).unwrap();
    assert_eq!(speech.gesture.as_deref(), Some("smiles."));
}

#[test]
fn a_line_of_somebody_without_a_name_is_not_spoken() {
    assert_eq!(words("Good day.\nSomebody: Is there any ale?"), "Good day.");
    assert_eq!(words("Good day. Somebody: Is there any ale?"), "Good day.");
}

#[test]
fn a_colon_within_a_sentence_ends_no_name() {
    for text in [
        "Ann asked me about you at 10:30.",
        "Ann said it best: the inn is our heart.",
        "Say to Bram: Mara sent me.",
    ] {
        assert_eq!(words(text), text);
    }
}

#[test]
fn a_pose_shows_nothing_of_others_and_no_data() {
    for (text, shown) in [
        ("nods.\nAnn: I will pay.", "nods."),
        ("{\"t\":\"say\",\"text\":\"hi\"}", ""),
        ("*nods*", "nods"),
        ("Mara nods.", "nods."),
    ] {
        assert_eq!(posed(text, &rules(false)), shown, "{text}");
    }
}
