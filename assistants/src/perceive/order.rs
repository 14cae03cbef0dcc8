//! Orders of goods in a line: "an ale and a pie, please", and of what somebody else has just ordered:
//! "the same for me".
//!
//! A line orders goods only if it holds nothing else, so that whoever tells of a pie is offered none.

use std::time::Duration;

use engine::{clock::WorldTime, id::CharacterId, label::Readers};

use crate::{
    mind::acquaintance::Acquaintances,
    persona::{Persona, script::Topic},
};

/// Maximum time after an order of somebody else for which "the same for me" means it.
const SAME_WITHIN: Duration = Duration::from_secs(60);

/// Numbers in front of goods.
const NUMBERS: [(&str, usize); 6] =
    [("two", 2), ("three", 3), ("2", 2), ("3", 3), ("couple", 2), ("both", 2)];

/// Words of an order beside the goods.
const AROUND: &str = "a an the one two three 1 2 3 some another and plus also then with please pls plz thanks thank you \
    ok okay yes well so good i we id ill would will could can may shall like want need take have get give gimme \
    bring me us for to too my order lets";

/// Words of an order that say that something is wanted.
const WISHES: [&str; 12] =
    ["ok", "okay", "please", "pls", "then", "ill", "i'll", "have", "take", "give", "want", "get"];

/// Orders of what somebody else has just ordered, without punctuation, "please" and the name of the character.
const SAME: &[&str] = &[
    "me too",
    "me as well",
    "and me",
    "and for me",
    "for me too",
    "for me as well",
    "one for me",
    "and one for me",
    "one for me too",
    "one for me as well",
    "another for me",
    "another one for me",
    "another of those",
    "another of these",
    "same",
    "same here",
    "same for me",
    "the same",
    "the same for me",
    "the same here",
    "make it two",
    "make that two",
    "ill have one",
    "ill have one too",
    "ill take one",
    "ill take one too",
    "ill have the same",
    "ill take the same",
    "id like one too",
    "id like the same",
    "can i have one",
    "can i have one too",
    "can i have the same",
    "what shes having",
    "what hes having",
    "what theyre having",
    "ill have what shes having",
    "ill have what hes having",
    "ill have what theyre having",
];

/// Returns the words of a text in lower case, without punctuation.
fn words(text: &str) -> impl Iterator<Item = String> {
    let plain = |word: &str| word.trim_matches(|of: char| !of.is_alphanumeric()).to_lowercase();
    text.split([' ', ',', '.', '!', '?', ';', '&', '+']).map(plain).filter(|it| !it.is_empty())
}

/// Returns the words of a line to a character, without its name.
fn words_to(persona: &Persona, line: &str) -> Vec<String> {
    let name = persona.body.name.to_lowercase();
    words(&line.replace(['\'', '\u{2019}'], "")).filter(|it| *it != name).collect()
}

/// Returns the offers of a character that a line orders, one entry for each piece; none for a line that
/// holds other words.
pub(crate) fn goods<'a>(persona: &'a Persona, line: &str) -> Vec<&'a Topic> {
    let line = words_to(persona, line);
    let offers = persona.script.topics.iter().filter(|it| it.is_offer());
    let offers = offers.filter_map(|it| Some((it, words(it.called.as_deref()?).collect())));
    let offers: Vec<(&Topic, Vec<String>)> = offers.collect();
    let is_it = |word: &String, goods: &[String]| {
        let plural = |of: &String| word.strip_suffix('s') == Some(of.as_str());
        goods.last().is_some_and(|of| of == word || plural(of))
    };
    let place = |goods: &[String]| line.iter().position(|word| is_it(word, goods));
    let ordered = offers.iter().filter_map(|(of, goods)| Some((place(goods)?, *of, goods)));
    let mut ordered: Vec<(usize, &Topic, &Vec<String>)> = ordered.collect();
    ordered.sort_by_key(|(at, ..)| *at);
    ordered.dedup_by_key(|(at, ..)| *at);
    let is_plain = |word: &String| {
        let is_goods = ordered.iter().any(|(.., goods)| goods.contains(word) || is_it(word, goods));
        is_goods || AROUND.split_whitespace().any(|it| it == word)
    };
    if !line.iter().all(is_plain) {
        return Vec::new();
    }
    let many = |at: usize| {
        let word = at.checked_sub(1).and_then(|before| line.get(before)).map_or("", String::as_str);
        NUMBERS.iter().find(|(name, _)| *name == word).map_or(1, |(_, many)| *many)
    };
    ordered.iter().flat_map(|(at, topic, _)| std::iter::repeat_n(*topic, many(*at))).collect()
}

/// Returns the first of the goods that the first clause of a line orders, whatever is asked behind it: "ok the
/// pie then, is it fresh?".
pub(crate) fn ordered_first<'a>(persona: &'a Persona, line: &str) -> Option<&'a Topic> {
    let (clause, rest) = line.split_once([',', ';', '.'])?;
    let wishes = words(clause).any(|it| WISHES.contains(&it.as_str()));
    let orders = wishes && rest.contains(char::is_alphanumeric);
    goods(persona, clause).into_iter().next().filter(|_| orders)
}

/// Returns whether a line orders what somebody else has just ordered.
pub(crate) fn is_same(persona: &Persona, line: &str) -> bool {
    let mut line = words_to(persona, line);
    line.retain(|it| !matches!(it.as_str(), "please" | "pls" | "plz" | "thanks"));
    let line = line.join(" ");
    SAME.contains(&line.as_str())
}

/// Returns the offer of which "the same for me" speaks: that of the last answer of a character to somebody
/// else, as far as everybody may know, if it was an offer of the last minute and later than the last answer to
/// the speaker.
pub(crate) fn lately<'a>(
    persona: &'a Persona,
    people: &Acquaintances,
    speaker: &CharacterId,
    now: WorldTime,
) -> Option<&'a Topic> {
    let public = Readers::Everyone;
    let own = people.0.get(speaker).map(|it| it.talked(&public).last).unwrap_or_default();
    let others = people.0.iter().filter(|(id, _)| *id != speaker).map(|(_, it)| it);
    let recent = others.filter_map(|it| {
        let last = it.talked(&public).last;
        let is_recent = last > own && now.since(last) <= SAME_WITHIN;
        Some((last, it.talk(&public)?)).filter(|_| is_recent)
    });
    let (_, (talk, _)) = recent.max_by_key(|(last, _)| *last)?;
    persona.script.topic(talk.answered.as_deref()?).filter(|it| it.is_offer())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn landlady() -> Persona {
        let persona =
            r#"(id: "mara", voice: "", body: (name: "Mara", description: "", home: "town/inn"))"#;
        let script = r#"(topics: [
            (name: "ale", called: Some("an ale"), hears: ["ale"], steps: [Offer("sell-ale")]),
            (name: "pie", called: Some("an eel pie"), hears: ["pie"], steps: [Offer("sell-pie")]),
        ])"#;
        Persona { script: ron::from_str(script).unwrap(), ..ron::from_str(persona).unwrap() }
    }

    #[test]
    fn goods_are_ordered_by_lines_that_hold_nothing_else() {
        let mara = landlady();
        let ordered = |line: &str| -> Vec<String> {
            goods(&mara, line).iter().map(|it| it.name.clone()).collect()
        };
        assert_eq!(ordered("one ale please"), ["ale"]);
        assert_eq!(ordered("Mara, two ales and a pie!"), ["ale", "ale", "pie"]);
        assert_eq!(ordered("and a pie for me"), ["pie"]);
        for line in ["the ale is good", "hello mara", "did you like the pie?", ""] {
            assert!(ordered(line).is_empty(), "{line}");
        }
    }

    #[test]
    fn an_order_may_have_a_question_behind_it() {
        let mara = landlady();
        let first = |line: &str| ordered_first(&mara, line).map(|it| it.name.clone());
        assert_eq!(first("ok the pie then, is it fresh").as_deref(), Some("pie"));
        for line in ["the pie, is it fresh?", "ok, is the pie fresh?", "an ale please"] {
            assert_eq!(first(line), None, "{line}");
        }
    }

    #[test]
    fn the_same_is_asked_for_in_few_words() {
        let mara = landlady();
        for line in
            ["me too", "Same for me, please.", "I'll have what she's having", "mara, me too"]
        {
            assert!(is_same(&mara, line), "{line}");
        }
        for line in ["me too, I am tired", "the same as ever", "and you?"] {
            assert!(!is_same(&mara, line), "{line}");
        }
    }
}
