//! Facts that speakers tell about themselves: where they come from, what they do, whom they have,
//! what they like, fear and want; several in a line, corrected and withdrawn. Pure functions, no
//! model.
//!
//! A line is taken apart into clauses, each of which begins with "I" or "my", or takes the "I" of the
//! clause before it ("I like stout and hate gin"). Questions, wishes of the moment and asides out of
//! character tell nothing.

use self::lexicon::{
    ASKED, CRAFTS, KIN, MOMENTARY, NO_OBJECTS, NO_TRADES, NO_VALUES, TOLD, TRADE_ENDINGS, TRADES,
};
use super::reading::ToldFact;

mod lexicon;
pub mod others;

/// Facts that a line tells, and facts that it takes back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToldFacts {
    pub facts: Vec<ToldFact>,
    /// Slots that hold no longer, with the value if one is named.
    pub withdrawn: Vec<(String, Option<String>)>,
}

/// Longest value, in words and in characters.
const MOST_WORDS: usize = 7;
const MOST_CHARACTERS: usize = 48;
/// End of a value of work that is a whole predicate: `blows glass for a living`.
const LIVING: &str = " for a living";
/// Maximum number of facts of one line.
const MOST_FACTS: usize = 4;

/// Clause as written and in lower case, word by word.
struct Clause<'a> {
    /// Words as written, without punctuation at their edges.
    words: Vec<&'a str>,
    plain: Vec<String>,
    /// True if an "and" stands before it.
    joined: bool,
}

/// Returns the facts that a line tells about its speaker.
#[must_use]
pub fn told(line: &str) -> ToldFacts {
    let mut all = ToldFacts::default();
    if is_out_of_character(line) {
        return all;
    }
    let plain = line.replace('’', "'");
    let mut has_subject = false;
    let mut last: Option<usize> = None;
    for clause in clauses(&plain) {
        let mut clause = clause;
        if has_subject && needs_subject(&clause) {
            clause.words.insert(0, "I");
            clause.plain.insert(0, "i".to_owned());
        }
        // "Mara I'm a weaver from Hull": the name in front is of the first clause alone.
        let calls = last.is_none() && clause.plain.get(1).is_some_and(|it| it == "i");
        if calls && all.facts.is_empty() && says_what_one_is(&clause.words) {
            clause.words.remove(0);
            clause.plain.remove(0);
        }
        // "I like ale and onions": the rest of the value before.
        let begins = clause.plain.first().is_some_and(|it| it == "i" || it == "my");
        if let Some(fact) = named_kin(&clause) {
            all.facts.push(fact);
            (has_subject, last) = (false, None);
            continue;
        }
        if !begins {
            if !describe(&mut all, last, &clause) {
                extend(&mut all, last, &clause);
            }
            // "Mara I'm Bert, from Hull": the name in front is of the first clause alone.
            has_subject |= last.is_none() && clause.plain.get(1).is_some_and(|it| it == "i");
            continue;
        }
        has_subject = clause.plain.first().is_some_and(|it| it == "i");
        let before = all.facts.len();
        if !withdraw(&mut all, &clause) {
            all.facts.extend(fact(&clause));
        }
        last = (all.facts.len() > before).then_some(before);
    }
    all.facts.truncate(MOST_FACTS);
    all
}

/// Returns a value as one says it to whoever told it: `my brother` is `your brother`.
#[must_use]
pub fn addressed(value: &str) -> String {
    with_owner(value, "your")
}

/// Returns a value as one says it of whoever told it: `my brother` is `their brother`.
#[must_use]
pub fn reported(value: &str) -> String {
    with_owner(value, "their")
}

fn with_owner(value: &str, owner: &str) -> String {
    let words = value.split(' ').map(|it| if it.eq_ignore_ascii_case("my") { owner } else { it });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns whether a line is said out of character.
#[must_use]
pub fn is_out_of_character(line: &str) -> bool {
    let line = line.trim().to_lowercase();
    ["(ooc", "ooc ", "ooc:", "((", "[ooc"].iter().any(|it| line.starts_with(it))
}

/// Returns whether a clause begins with a verb that may stand without its "I".
fn needs_subject(clause: &Clause<'_>) -> bool {
    const VERBS: [&str; 16] = [
        "like", "love", "hate", "come", "live", "work", "fear", "am", "have", "want", "hope",
        "never", "lost", "dislike", "prefer", "from",
    ];
    clause.plain.first().is_some_and(|it| VERBS.contains(&it.as_str()))
}

/// Splits a line into clauses that are no questions.
fn clauses(line: &str) -> Vec<Clause<'_>> {
    let mut all = Vec::new();
    for sentence in line.split_inclusive(['.', '!', '?', ';', '\n']) {
        if sentence.ends_with('?') {
            continue;
        }
        for part in sentence.split([',', ';', ':', '.', '!', '(', ')']) {
            let words: Vec<&str> = part
                .split_whitespace()
                .map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()))
                .filter(|it| !it.is_empty())
                .collect();
            let mut from = 0;
            let mut joined = false;
            for (at, word) in words.iter().enumerate() {
                let next = words.get(at + 1).map(|it| it.to_lowercase()).unwrap_or_default();
                let is_break = match word.to_lowercase().as_str() {
                    "but" | "because" | "though" | "although" => true,
                    "and" | "or" => breaks_before(&next),
                    _ => false,
                };
                let begun = words.get(from..at).unwrap_or_default();
                if is_break {
                    all.extend(clause(begun, joined));
                    (from, joined) = (at + 1, true);
                } else if word.eq_ignore_ascii_case("from") && says_what_one_is(begun) {
                    // "I am a weaver from Hull" says two things.
                    all.extend(clause(begun, joined));
                    (from, joined) = (at, false);
                }
            }
            all.extend(clause(words.get(from..).unwrap_or_default(), joined));
        }
    }
    all
}

/// Returns whether words begin like "I am a weaver".
fn says_what_one_is(words: &[&str]) -> bool {
    let plain: Vec<String> = words.iter().map(|it| it.to_lowercase()).collect();
    let plain = format!("{} ", plain.join(" "));
    ["i am a ", "i am an ", "i'm a ", "i'm an ", "im a "].iter().any(|it| plain.contains(it))
}

/// Returns whether a new clause begins with a word behind an "and".
fn breaks_before(next: &str) -> bool {
    const STARTS: [&str; 21] = [
        "i", "i'm", "i've", "i'd", "im", "my", "like", "love", "hate", "come", "live", "work",
        "fear", "am", "have", "want", "hope", "never", "lost", "dislike", "you",
    ];
    STARTS.contains(&next)
}

/// Makes a clause of words, with contractions taken apart and interjections left out.
fn clause<'a>(words: &[&'a str], joined: bool) -> Option<Clause<'a>> {
    const IN_FRONT: [&str; 16] = [
        "well", "actually", "oh", "yes", "no", "and", "so", "hello", "hi", "also", "then", "now",
        "sorry", "honestly", "really", "to",
    ];
    let mut clause = Clause { words: Vec::new(), plain: Vec::new(), joined };
    for word in words {
        let lower = word.to_lowercase();
        if clause.words.is_empty() && IN_FRONT.contains(&lower.as_str()) {
            continue;
        }
        let parts: &[&str] = match lower.as_str() {
            "i'm" | "im" => &["i", "am"],
            "i've" | "ive" => &["i", "have"],
            "i'd" => &["i", "would"],
            "i'll" => &["i", "will"],
            "don't" | "dont" => &["do", "not"],
            "can't" | "cant" => &["can", "not"],
            "isn't" => &["is", "not"],
            _ => &[],
        };
        if parts.is_empty() {
            clause.words.push(word);
            clause.plain.push(lower);
            continue;
        }
        for part in parts {
            clause.words.push(word);
            clause.plain.push((*part).to_owned());
        }
    }
    // Words that only strengthen what is said.
    let strengthens = |it: &str| matches!(it, "really" | "also" | "still" | "actually" | "always");
    let kept: Vec<usize> = (0..clause.plain.len())
        .filter(|at| !clause.plain.get(*at).is_some_and(|it| strengthens(it)))
        .collect();
    clause.words = kept.iter().filter_map(|at| clause.words.get(*at).copied()).collect();
    clause.plain = kept.iter().filter_map(|at| clause.plain.get(*at).cloned()).collect();
    (!clause.words.is_empty()).then_some(clause)
}

/// Adds "and onions" to the value before it.
fn extend(all: &mut ToldFacts, last: Option<usize>, clause: &Clause<'_>) {
    let Some(fact) = last.and_then(|at| all.facts.get_mut(at)).filter(|_| clause.joined) else {
        return;
    };
    let longer = format!("{} and {}", fact.value, clause.words.join(" "));
    if longer.chars().count() <= MOST_CHARACTERS && clause.words.len() <= 3 {
        fact.value = longer;
    }
}

/// Adds what is said of whoever the value before names: "my son is called Teo, he turns six tomorrow".
/// Returns whether the clause says such a thing.
fn describe(all: &mut ToldFacts, last: Option<usize>, clause: &Clause<'_>) -> bool {
    let is_pronoun = |it: &String| ["he", "she", "they"].contains(&it.as_str());
    let fact = last.and_then(|at| all.facts.get_mut(at));
    let Some(fact) = fact.filter(|_| clause.plain.first().is_some_and(is_pronoun)) else {
        return false;
    };
    let said = clause.words.get(1..).unwrap_or_default();
    let longer = format!("{}, who {}", fact.value, said.join(" "));
    let is_kin = KIN.iter().any(|(slot, _)| fact.slot == *slot);
    let fits = is_kin && !said.is_empty() && longer.chars().count() <= MOST_CHARACTERS;
    if fits {
        fact.value = longer;
    }
    fits
}

/// Takes a fact back: "I do not like gin any more", "I am no longer a baker".
fn withdraw(all: &mut ToldFacts, clause: &Clause<'_>) -> bool {
    let joined = clause.plain.join(" ");
    let ends = ["any more", "anymore", "any longer"].iter().find(|it| joined.ends_with(*it));
    let is_over = ends.is_some() || joined.contains("no longer");
    if !is_over {
        return false;
    }
    let drops = |some: &[&str]| some.iter().any(|it| joined.contains(it));
    let slot = match () {
        () if drops(&["afraid", "scared", "fear"]) => "fears",
        () if drops(&["live in", "come from"]) => "origin",
        () if drops(&["work", "am no longer a", "am not a"]) => "work",
        () if drops(&["want to", "looking for", "hope to"]) => "aims",
        () if drops(&["hate", "dislike", "mind"]) => "dislikes",
        () if drops(&["like", "love", "drink", "eat", "enjoy"]) => "likes",
        () => return false,
    };
    all.withdrawn.push((slot.to_owned(), None));
    true
}

/// Returns the fact that a clause tells.
fn fact(clause: &Clause<'_>) -> Option<ToldFact> {
    let joined = clause.plain.join(" ");
    let rest = |run: &str| {
        let after = joined.strip_prefix(run)?;
        (after.is_empty() || after.starts_with(' ')).then(|| run.split(' ').count())
    };
    // The longest beginning counts: "my favourite drink is" before "my".
    let found = TOLD.iter().flat_map(|(slot, runs)| runs.iter().map(move |run| (*slot, *run)));
    let found = found.filter_map(|(slot, run)| Some((slot, rest(run)?)));
    if let Some((slot, at)) = found.max_by_key(|(_, at)| *at) {
        return value(clause, at, slot).map(|value| ToldFact { slot: slot.to_owned(), value });
    }
    living(clause).or_else(|| search(clause)).or_else(|| kin(clause)).or_else(|| trade(clause))
}

/// Returns the aim of a clause that says whom or what of their own somebody looks for: "I am looking for my
/// sister". Whoever looks for the inn asks for the way.
fn search(clause: &Clause<'_>) -> Option<ToldFact> {
    const LOOKS: [&str; 3] = ["i am looking for my ", "i am searching for my ", "i look for my "];
    let joined = clause.plain.join(" ");
    let run = LOOKS.iter().find(|it| joined.starts_with(*it))?;
    let whom = clause.words.get(run.split_whitespace().count() - 1..)?;
    let value = format!("to find {}", whom.join(" "));
    let fits = whom.len() <= MOST_WORDS && value.chars().count() <= MOST_CHARACTERS;
    fits.then(|| ToldFact { slot: "aims".to_owned(), value })
}

/// Returns the work of a clause that says what somebody does: "I blow glass for a living", "I fix boats".
/// Whoever fixes the boat, or a boat, does it once.
fn living(clause: &Clause<'_>) -> Option<ToldFact> {
    let Clause { words, plain, .. } = clause;
    let stated = plain.windows(3).position(|it| it == ["for", "a", "living"]);
    let is_craft = || {
        let verb = plain.get(1).is_some_and(|it| CRAFTS.contains(&it.as_str()));
        let object = plain.get(2).is_some_and(|it| !NO_OBJECTS.contains(&it.as_str()));
        verb && object && plain.len() <= 4
    };
    let at = stated.or_else(|| is_craft().then_some(plain.len()))?;
    let verb = plain.get(1).filter(|_| plain.first().is_some_and(|it| it == "i"))?;
    let rest = words.get(2..at)?;
    let is_plain =
        !matches!(verb.as_str(), "am" | "have" | "do" | "would" | "will" | "can" | "used");
    let value = format!("{} {}", third_person(verb), rest.join(" "));
    let value = format!("{}{LIVING}", value.trim_end());
    let fits = is_plain && value.chars().count() <= MOST_CHARACTERS && rest.len() <= MOST_WORDS;
    fits.then(|| ToldFact { slot: "work".to_owned(), value })
}

/// Returns a verb as it stands behind "he" or "she".
fn third_person(verb: &str) -> String {
    let hisses = ["s", "sh", "ch", "x", "z", "o"].iter().any(|it| verb.ends_with(it));
    match verb.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ if hisses => format!("{verb}es"),
        _ => format!("{verb}s"),
    }
}

/// Returns the value that stands behind the first `at` words of a clause.
fn value(clause: &Clause<'_>, at: usize, slot: &str) -> Option<String> {
    let words = clause.words.get(at..)?;
    let plain = clause.plain.get(at..)?;
    let first = plain.first()?;
    let is_none = match slot {
        "aims" => MOMENTARY.contains(&first.as_str()),
        "losses" => NO_VALUES.contains(&first.as_str()) && first != "my",
        _ => NO_VALUES.contains(&first.as_str()),
    };
    if is_none || words.len() > MOST_WORDS {
        return None;
    }
    // "York not Leeds" is York.
    let end = plain.iter().position(|it| it == "not").unwrap_or(words.len());
    let courteous =
        |it: &String| matches!(it.as_str(), "please" | "thanks" | "too" | "now" | "here");
    let end = end - plain.get(..end)?.iter().rev().take_while(|it| courteous(it)).count();
    let kept: Vec<&str> = words.get(..end)?.to_vec();
    let value = match (slot, kept.first().map(|it| it.to_lowercase()).as_deref()) {
        ("aims", _) => format!("to {}", kept.join(" ")),
        _ => kept.join(" "),
    };
    let is_short = value.chars().count() <= MOST_CHARACTERS;
    (is_short && value.chars().any(char::is_alphabetic)).then_some(value)
}

/// Returns the slot of a word for kin.
fn kin_slot(word: &str) -> Option<&'static str> {
    KIN.iter().find(|(_, all)| all.contains(&word)).map(|(slot, _)| *slot)
}

/// Returns the fact of a clause about kin: "I have two daughters", "my wife is called Ann".
fn kin(clause: &Clause<'_>) -> Option<ToldFact> {
    let Clause { words, plain, .. } = clause;
    let told = |slot: &str, value: String| {
        let is_short = value.chars().count() <= MOST_CHARACTERS;
        is_short.then(|| ToldFact { slot: slot.to_owned(), value })
    };
    if plain.first()? == "i" && plain.get(1)? == "have" && words.len() <= MOST_WORDS + 2 {
        let slot = plain.iter().skip(2).find_map(|it| kin_slot(it))?;
        return told(slot, words.get(2..)?.join(" "));
    }
    if plain.first()? != "my" {
        return None;
    }
    let noun = plain.get(1)?;
    let slot = kin_slot(noun)?;
    let behind = plain.get(2..)?.iter().map(String::as_str).collect::<Vec<_>>();
    let name = match behind.as_slice() {
        ["is" | "are", "called" | "named", ..] => words.get(4..)?,
        ["died", ..] | ["is", "dead", ..] | ["has", "died", ..] => {
            return told("losses", format!("my {noun}"));
        }
        _ => return None,
    };
    let article = if noun.ends_with('s') || noun == "children" { "" } else { "a " };
    (!name.is_empty()).then(|| told(slot, format!("{article}{noun} called {}", as_names(name))))?
}

/// Returns names as they are written, whatever the case in which they were typed.
fn as_names(words: &[&str]) -> String {
    let name = |word: &&str| {
        let mut letters = word.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        if *word == "and" { (*word).to_owned() } else { first.chain(letters).collect::<String>() }
    };
    words.iter().map(name).collect::<Vec<_>>().join(" ")
}

/// Returns the fact of a clause that names kin: "Carl is my brother", "this is my brother Carl".
fn named_kin(clause: &Clause<'_>) -> Option<ToldFact> {
    const PRONOUNS: [&str; 9] = ["he", "she", "it", "that", "this", "who", "what", "there", "you"];
    let Clause { words, plain, .. } = clause;
    let at = plain.iter().position(|it| it == "my").filter(|at| matches!(at, 2 | 3))?;
    let is_said = plain.get(at - 1)? == "is";
    let noun = plain.get(at + 1)?;
    let slot = kin_slot(noun).filter(|slot| is_said && *slot != "pet")?;
    let introduced = plain.first()? == "this";
    let (name, rest) = if introduced {
        (words.get(at + 2..)?, &[][..])
    } else {
        (words.get(..at - 1)?, plain.get(at + 2..)?)
    };
    let is_name = !name.is_empty()
        && name.len() <= 2
        && rest.is_empty()
        && !name.iter().any(|it| PRONOUNS.contains(&it.to_lowercase().as_str()));
    let value = format!("a {noun} called {}", as_names(name));
    let is_short = value.chars().count() <= MOST_CHARACTERS;
    (is_name && is_short).then(|| ToldFact { slot: slot.to_owned(), value })
}

/// Returns the trade that a clause tells: "I am a baker".
fn trade(clause: &Clause<'_>) -> Option<ToldFact> {
    let Clause { words, plain, .. } = clause;
    let is_begun = plain.first()? == "i" && plain.get(1)? == "am";
    let article = plain.get(2).filter(|it| matches!(it.as_str(), "a" | "an" | "the"))?;
    let noun = plain.last().filter(|_| is_begun && words.len() <= 6 && !article.is_empty())?;
    let by_ending =
        || TRADE_ENDINGS.iter().any(|it| noun.ends_with(it) && noun.len() > it.len() + 1);
    let is_trade = TRADES.contains(&noun.as_str()) || by_ending();
    let is_none = plain.iter().any(|it| NO_TRADES.contains(&it.as_str()));
    (is_trade && !is_none).then(|| ToldFact {
        slot: "work".to_owned(),
        value: words.get(2..).unwrap_or_default().join(" "),
    })
}

/// Returns the slot that a question of the speaker about themselves asks for: "what do I do for a
/// living?".
#[must_use]
pub fn asked_slot(line: &str) -> Option<&'static str> {
    const BEGINS: [&str; 11] = [
        "what",
        "where",
        "when",
        "who",
        "how",
        "which",
        "do you",
        "am i",
        "tell me",
        "remind me",
        "can you",
    ];
    let plain: Vec<String> = crate::memory::words(&line.replace("'s", " is")).collect();
    let joined = format!(" {} ", plain.join(" "));
    // "And my trade?" asks as well.
    let is_short = line.trim_end().ends_with('?') && plain.len() <= 4;
    let asks = is_short || BEGINS.iter().any(|it| joined.contains(&format!(" {it} ")));
    let has = |run: &&&str| joined.contains(&format!(" {run} "));
    let found = ASKED.iter().find(|(_, runs)| runs.iter().any(|it| has(&it)));
    found.filter(|_| asks).map(|(slot, _)| *slot)
}

/// Returns a value in the form of its slot: `works as a baker`. Work that has no name stands by
/// itself: `blows glass for a living`.
#[must_use]
pub fn in_form(form: &str, value: &str) -> String {
    if value.ends_with(LIVING) { value.to_owned() } else { form.replace("{}", value) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn facts(line: &str) -> Vec<String> {
        told(line).facts.into_iter().map(|it| format!("{}: {}", it.slot, it.value)).collect()
    }

    #[test]
    fn a_line_tells_several_facts() {
        for (line, told) in [
            ("I come from Leeds", &["origin: Leeds"][..]),
            (
                "I like stout but hate gin, and I'm a baker",
                &["likes: stout", "dislikes: gin", "work: a baker"],
            ),
            ("I like ale and onions", &["likes: ale and onions"]),
            ("I have two daughters", &["children: two daughters"]),
            ("my daughters are called Ada and Bea", &["children: daughters called Ada and Bea"]),
            ("I am a weaver from Hull", &["work: a weaver", "origin: Hull"]),
            ("I am afraid of geese", &["fears: geese"]),
            (
                "pip i'm a tailor from marl and i hate geese",
                &["work: a tailor", "origin: marl", "dislikes: geese"],
            ),
            ("when I was a tailor", &[]),
            ("I want to find my brother", &["aims: to find my brother"]),
            (
                "i come from vilnius and i am looking for my sister ilze",
                &["origin: vilnius", "aims: to find my sister ilze"],
            ),
            ("I am looking for the inn", &[]),
            (
                "my son is called teo, he turns six tomorrow",
                &["children: a son called Teo, who turns six tomorrow"],
            ),
            (
                "my wife is called Ann, she is a smith",
                &["spouse: a wife called Ann, who is a smith"],
            ),
            ("I like ale, he likes none", &["likes: ale"]),
            ("I lost my hat in the river", &["losses: my hat in the river"]),
            ("My birthday is on the third of May", &["birthday: the third of May"]),
            ("actually I am from York, not Leeds", &["origin: York"]),
            ("hello Mara, my name is Rolf and I come from Hull", &["origin: Hull"]),
            ("my mother died last year", &["losses: my mother"]),
            ("I'm Ines. I blow glass for a living", &["work: blows glass for a living"]),
            ("i carry sacks for a living, mostly", &["work: carries sacks for a living"]),
            (
                "mara i'm bert, from hull. i fix boats",
                &["origin: hull", "work: fixes boats for a living"],
            ),
            ("I mend old nets", &["work: mends old nets for a living"]),
            ("I fix my boat", &[]),
            ("I make no sense", &[]),
            ("do I come from the moon?", &[]),
            ("do I come from the moon", &[]),
            ("(ooc) I like brb", &[]),
            ("I would like an ale", &[]),
            ("I'd like an ale", &[]),
            ("I want to buy a pie", &[]),
            ("I like you", &[]),
            ("I love it here", &[]),
            ("I am a stranger here", &[]),
            ("I am a bit tired", &[]),
            ("I lost count", &[]),
            ("", &[]),
        ] {
            assert_eq!(facts(line), told, "{line}");
        }
    }

    #[test]
    fn kin_are_named_in_any_order() {
        for (line, told) in [
            ("My wife is called Ann.", &["spouse: a wife called Ann"][..]),
            ("carl is my brother", &["siblings: a brother called Carl"]),
            ("Mara, Carl is my brother", &["siblings: a brother called Carl"]),
            ("this is my sister Jo", &["siblings: a sister called Jo"]),
            ("he is my brother", &[]),
            ("this is my sister", &[]),
            ("what is my brother", &[]),
            ("ale is my wife now", &[]),
        ] {
            assert_eq!(facts(line), told, "{line}");
        }
    }

    #[test]
    fn what_no_longer_holds_is_taken_back() {
        for (line, slot) in [
            ("I do not like gin any more", "likes"),
            ("I don't like stout anymore", "likes"),
            ("I am no longer a baker", "work"),
            ("I am not afraid of geese any more", "fears"),
        ] {
            let all = told(line);
            assert_eq!(all.facts, [], "{line}");
            assert_eq!(all.withdrawn, [(slot.to_owned(), None)], "{line}");
        }
    }

    #[test]
    fn what_was_told_is_asked_by_other_words() {
        for (line, slot) in [
            ("what do I do for a living?", Some("work")),
            ("what are my daughters called?", Some("children")),
            ("when is my birthday?", Some("birthday")),
            ("when's my birthday", Some("birthday")),
            ("where do I come from?", Some("origin")),
            ("what am I afraid of?", Some("fears")),
            ("what do I like?", Some("likes")),
            ("and my trade?", Some("work")),
            ("do you still know what my job was?", Some("work")),
            ("and what I do for a living?", Some("work")),
            ("what do you like?", None),
            ("my daughters are tall", None),
        ] {
            assert_eq!(asked_slot(line), slot, "{line}");
        }
    }

    proptest! {
        #[test]
        fn no_line_is_too_odd(line in "\\PC{0,120}") {
            let all = told(&line);
            prop_assert!(all.facts.len() <= MOST_FACTS);
            let slot = asked_slot(&line);
            prop_assert!(slot.is_none_or(|it| !it.is_empty()));
        }
    }
}
