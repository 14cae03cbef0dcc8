use std::collections::BTreeSet;

use engine::{
    clock::WorldTime,
    foreign::{ForeignText, misleads},
    id::{CharacterId, RoomId},
    label::{Label, Readers},
};
use proptest::prelude::*;
use world::{beings::character::CharacterRef, witness::fact::Source};

use super::{
    collect::Chronicler,
    day::{Chronicle, ChronicleDay},
    html::html,
    page::ChroniclePage,
    saying::tellings,
};
use crate::record::entry::{
    AnsweredBy, OccasionKind, PerceptionAction, RecordEntry, Recorded, RecordedCall, RecordedReply,
    RecordedVerdict,
};

/// Midnight of a day, in milliseconds.
const DAY: u64 = 20_000 * 86_400_000;

fn id(name: &str) -> CharacterId {
    CharacterId::new(name).unwrap()
}

fn party(name: &str) -> Option<CharacterRef> {
    Some(CharacterRef { id: id(&name.to_lowercase()), name: name.to_owned() })
}

fn verdict() -> RecordedVerdict {
    RecordedVerdict { rule: "7 room".into(), trust: 0, hops: 0 }
}

fn at(second: u64, mind: &str, readers: Readers, what: Recorded) -> RecordEntry {
    let label = Label { readers, ..Label::engine() };
    RecordEntry::new(WorldTime(DAY + second * 1_000), id(mind), Some(1), &label, what)
        .in_room(Some(RoomId::new("town/inn").unwrap()))
}

fn perceived(source: Source, who: &str, words: &str) -> Recorded {
    let (words, action) = (ForeignText::new(words), PerceptionAction::Notes);
    Recorded::Perceived { source, who: party(who), words, action, verdict: verdict() }
}

fn heard(second: u64, mind: &str, who: &str, words: &str) -> RecordEntry {
    at(second, mind, Readers::Everyone, perceived(Source::Say, who, words))
}

/// Entries of a mind that says something in a thought: reply and success.
fn says(second: u64, mind: &str, to: &str, words: &str, readers: &Readers) -> [RecordEntry; 2] {
    let pair = |name, value| (ForeignText::new(name), ForeignText::new(value));
    let arguments = vec![pair("text", words), pair("to", to)];
    let call = RecordedCall { tool: ForeignText::new("say"), arguments, malformed: None };
    let reply = RecordedReply {
        by: AnsweredBy::Model,
        text: Some(ForeignText::new("It thinks aloud.")),
        calls: vec![call],
        more: 0,
        usage: None,
        took: 0,
        segments: Vec::new(),
        ears: None,
    };
    let done = Recorded::Done { tool: ForeignText::new("say"), result: ForeignText::new("") };
    [Recorded::Replied(reply), done].map(|it| at(second, mind, readers.clone(), it))
}

fn chronicle(entries: &[RecordEntry]) -> (Option<Chronicle>, BTreeSet<ChronicleDay>) {
    let mut chronicler = Chronicler::new(None);
    entries.iter().for_each(|it| chronicler.take(it));
    chronicler.finish()
}

fn told(entries: &[RecordEntry], saying: Option<&str>) -> (String, String) {
    let (day, _) = chronicle(entries);
    let day = day.unwrap();
    (ChroniclePage::of(&day, saying).text(), html(&day, saying))
}

#[test]
fn a_day_is_told_in_sentences() {
    let mut entries = vec![
        heard(0, "mara", "Ann", "Hello, Mara."),
        heard(0, "pip", "Ann", "Hello, Mara."),
        at(9, "mara", Readers::Everyone, perceived(Source::Deed, "Ann", "Ann gives you a coin.")),
        at(9, "pip", Readers::Everyone, perceived(Source::Deed, "Ann", "Ann gives Mara a coin.")),
    ];
    entries.extend(says(3, "mara", "ann", "Good day, Ann.", &Readers::Everyone));
    entries.push(heard(3, "pip", "Mara", "Good day, Ann."));
    let (text, _) = told(&entries, None);
    assert_eq!(
        text,
        "\
2024-10-04, in public
=====================
Times are in UTC.

From 00:00
  00:00:00 in town/inn Ann and Mara speak, 2 lines to 00:00:03: Ann says \"Hello, Mara.\"; \
Mara says to Ann \"Good day, Ann.\"
  00:00:09 in town/inn Pip and Mara see: \"Ann gives Mara a coin.\"

Who was where
  00:00:00 to 00:00:09  Ann: town/inn
  00:00:00 to 00:00:09  Mara: town/inn
  00:00:00 to 00:00:09  Pip: town/inn

Lines in public
     1  Ann
     1  Mara
     0  Pip
"
    );
}

#[test]
fn what_characters_say_to_each_other_is_told_as_theirs() {
    let entries = [heard(0, "mara", "Pip", "The bell leans."), heard(5, "pip", "Mara", "Does it?")];
    let (text, _) = told(&entries, None);
    assert!(text.contains("Pip and Mara speak among themselves, 2 lines"), "{text}");
}

#[test]
fn a_saying_is_followed_from_mouth_to_ear() {
    let entries = [
        heard(0, "mara", "Ann", "They say the bell leans."),
        heard(60, "pip", "Mara", "The BELL leans, I hear."),
        heard(61, "dorcas", "Mara", "Nothing of it."),
        heard(90, "mara", "Pip", "Bell! It leans!"),
    ];
    let (day, _) = chronicle(&entries);
    let path = tellings(&day.unwrap(), "bell leans");
    let tellers: Vec<_> = path.iter().map(|it| it.line.who.as_str()).collect();
    assert_eq!(tellers, ["ann", "mara", "pip"]);
    let from: Vec<_> = path.iter().map(|it| it.from.as_ref().map(|from| from.0.as_str())).collect();
    assert_eq!(from, [None, Some("ann"), Some("mara")]);
    assert!(path[2].anew.is_empty(), "Mara knew it");
    let (text, html) = told(&entries, Some("bell leans"));
    assert!(text.contains("00:01:00 Mara, who had it from Ann at 00:00:00, tells it"), "{text}");
    assert_eq!(html.matches("class=\"teller\"").count(), 3);
    assert_eq!(
        html.matches("marker-end=").count(),
        path.iter().map(|it| it.line.heard.len()).sum::<usize>()
    );
    let (none, _) = told(&entries, Some("plum"));
    assert!(none.contains("Nobody said that in public on this day."), "{none}");
}

#[test]
fn days_are_told_apart_and_the_newest_is_taken() {
    let mut later = heard(0, "mara", "Bob", "A new day.");
    later.at.0 += 3 * 86_400_000;
    let entries = [heard(0, "mara", "Ann", "An old day."), later];
    let (text, _) = told(&entries, None);
    assert!(text.contains("A new day.") && !text.contains("An old day."), "{text}");
    let mut chronicler = Chronicler::new(Some(ChronicleDay(20_001)));
    entries.iter().for_each(|it| chronicler.take(it));
    let (day, days) = chronicler.finish();
    let days: Vec<String> = days.iter().map(ToString::to_string).collect();
    assert_eq!((day, days), (None, vec!["2024-10-04".to_owned(), "2024-10-07".to_owned()]));
}

#[test]
fn an_old_entry_has_no_room_and_is_told_all_the_same() {
    let written = serde_json::to_string(&heard(0, "mara", "Ann", "Hello.")).unwrap();
    let old = written.replace(",\"place\":\"town/inn\"", "").replace("\"place\":\"town/inn\",", "");
    assert_ne!(old, written);
    let old: RecordEntry = serde_json::from_str(&old).unwrap();
    assert_eq!(old.place, None);
    let (text, html) = told(&[old], None);
    assert!(text.contains("somewhere: Ann says \"Hello.\""), "{text}");
    assert!(html.contains("has no rooms"), "{html}");
}

fn readers() -> impl Strategy<Value = Readers> {
    let few = proptest::sample::subsequence(vec!["ann", "bob", "mara"], 0..=3);
    let few = few.prop_map(|it| Readers::Only(it.into_iter().map(id).collect()));
    prop_oneof![Just(Readers::Everyone), few]
}

/// Entries of one of the kinds that have words, with these.
fn entry(kind: u8, second: u64, words: &str, readers: &Readers) -> Vec<RecordEntry> {
    let sources = Source::ALL;
    match kind {
        0 => says(second, "mara", "ann", words, readers).into(),
        1 => {
            let who = party("Ann");
            let (by, words) = (OccasionKind::Words, ForeignText::new(words));
            let what = Recorded::Begun {
                by,
                who,
                words,
                verdict: verdict(),
                script: None,
                lean: false,
                class: None,
            };
            vec![at(second, "mara", readers.clone(), what)]
        }
        2 => {
            let words = ForeignText::new(words);
            let what = Recorded::Noted { serial: None, about: None, words, journal: true };
            vec![at(second, "mara", readers.clone(), what)]
        }
        n => {
            let source = sources[usize::from(n) % sources.len()];
            vec![at(second, "mara", readers.clone(), perceived(source, "Ann", words))]
        }
    }
}

proptest! {
    #[test]
    fn what_is_private_leaves_no_trace(
        kinds in proptest::collection::vec((0..12_u8, 0..86_400_u64, readers()), 1..40),
    ) {
        let all: Vec<(bool, RecordEntry)> = kinds
            .iter()
            .enumerate()
            .flat_map(|(n, (kind, second, readers))| {
                let public = *readers == Readers::Everyone;
                let words = if public { format!("open{n}") } else { format!("secret{n}") };
                entry(*kind, *second, &words, readers).into_iter().map(move |it| (public, it))
            })
            .collect();
        let whole: Vec<RecordEntry> = all.iter().map(|(_, it)| it.clone()).collect();
        let public: Vec<RecordEntry> =
            all.into_iter().filter(|(public, _)| *public).map(|(_, it)| it).collect();
        let pages = |entries: &[RecordEntry]| {
            let (day, days) = chronicle(entries);
            let page = day.map(|day| {
                (ChroniclePage::of(&day, Some("open1")).text(), html(&day, Some("secret1")))
            });
            (page, days)
        };
        let (with, without) = (pages(&whole), pages(&public));
        // Not even that it happened.
        prop_assert_eq!(&with, &without);
        let (text, html) = with.0.unwrap_or_default();
        prop_assert!(!text.contains("secret"), "{text}");
        prop_assert!(!html.replace("\"secret1\"", "").replace("&quot;secret1&quot;", "").contains("secret"), "{html}");
    }

    #[test]
    fn words_and_names_forge_nothing(words in any::<String>(), name in any::<String>()) {
        let what = Recorded::Perceived {
            source: Source::Say,
            who: Some(CharacterRef { id: id("ann"), name }),
            words: ForeignText::new(&format!("x{words}</li><script>")),
            action: PerceptionAction::Notes,
            verdict: verdict(),
        };
        let entries = [at(0, "mara", Readers::Everyone, what)];
        let (text, html) = told(&entries, Some(&words));
        prop_assert!(!text.chars().any(|it| misleads(it) && it != '\n'), "{text:?}");
        prop_assert_eq!(text.matches("\nFrom ").count(), 1);
        prop_assert!(!html.contains("<script") && !html.contains("http:"), "{html}");
        let (opened, shut) = (html.matches("<li>").count(), html.matches("</li>").count());
        prop_assert_eq!(opened, shut);
        prop_assert_eq!(html.matches('"').count() % 2, 0);
    }
}
