use super::*;

fn line(text: &str) -> PlayLine {
    let options =
        ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    options.from_str(&format!("(group: Lore, {text})")).unwrap()
}

fn said(words: &str) -> HeardAnswer {
    let words = Some(words.to_owned()).filter(|it| !it.is_empty());
    HeardAnswer { words: words.into_iter().collect(), ..HeardAnswer::default() }
}

/// Checks answers to lines one after the other, as one conversation of Mara with Ann, with Bob there.
fn all(talk: &[(&str, HeardAnswer)]) -> Vec<Vec<AnswerCheck>> {
    let commands = CommandWords::default();
    let mut checker = Checker::new(&commands);
    let names = |all: [&str; 2]| all.map(str::to_owned);
    let (players, characters) = (names(["Ann", "Bob"]), names(["Mara", "Bram"]));
    let company =
        Company { me: "Mara", speaker: "Ann", players: &players, characters: &characters };
    talk.iter().map(|(it, answer)| checker.check(&line(it), answer, company)).collect()
}

fn check(of: &str, answer: HeardAnswer) -> Vec<AnswerCheck> {
    all(&[(of, answer)]).remove(0)
}

fn fails(of: &str, answer: &str, with: AnswerCheck) {
    assert_eq!(check(of, said(answer)), [with], "{of}: {answer}");
}

fn holds(of: &str, answer: &str) {
    assert_eq!(check(of, said(answer)), [], "{of}: {answer}");
}

#[test]
fn one_of_the_wanted_words_is_enough() {
    let of = r#"says: "price?", wants: ["two coins", "2 coins"]"#;
    holds(of, "Ale is Two  coins, Ann.");
    holds(of, "It is 2 coins.");
    fails(of, "It is 12 coins.", AnswerCheck::Wanted);
    let of = r#"says: "an ale", wants: ["offer:sell-ale"]"#;
    fails(of, "I offer you an ale.", AnswerCheck::Wanted);
    let offers = vec!["sell-ale".to_owned()];
    assert_eq!(check(of, HeardAnswer { offers, ..said("Here.") }), []);
    let of = r#"says: "!say to bob hello", wants: ["silence"]"#;
    holds(of, "");
    fails(of, "Hello!", AnswerCheck::Wanted);
}

#[test]
fn unwanted_words_begin_where_a_word_begins() {
    let of = r#"says: "hello", not: ["ale"]"#;
    fails(of, "Have some ales.", AnswerCheck::Unwanted);
    holds(of, "Have a tale.");
    let of = r#"says: "free ale", not: ["offer:sell-ale"]"#;
    let offers = vec!["sell-ale".to_owned()];
    let answer = HeardAnswer { offers, ..said("Two coins.") };
    assert_eq!(check(of, answer), [AnswerCheck::Unwanted]);
    holds(of, "No.");
}

#[test]
fn the_wrong_person_neither_speaks_nor_is_spoken_to() {
    let of = r#"says: "hello""#;
    for wrong in [
        "Bram: The gate is shut.",
        "Ann: hello",
        "Welcome to the Open Ear, Bob!",
        "Good day, Bram. Sit down.",
        "Bob, have an ale.",
        "You know, Mara.",
        "You are Mara, the keeper of the inn.",
    ] {
        fails(of, wrong, AnswerCheck::WrongPerson);
    }
    for right in [
        "Welcome, Ann.",
        "Mara: innkeeper, cook and ear.",
        "Bram, north of the square, keeps it.",
        "The oldest here: Bram.",
        "Bob is over there.",
        "A stranger! Ask Bob.",
    ] {
        holds(of, right);
    }
    holds(r#"says: "say hello to bob""#, "Hello, Bob!");
    let to_others = vec!["Bob".to_owned()];
    let answer = HeardAnswer { to_others, ..said("Two coins.") };
    assert_eq!(check(of, answer), [AnswerCheck::WrongPerson]);
}

#[test]
fn the_same_words_to_another_question_are_a_repetition() {
    let (one, two) = (r#"says: "where is the inn?""#, r#"says: "who are you?""#);
    let same = || said("East of the square.");
    let found = all(&[(one, same()), (one, same()), (two, said("Mara.")), (two, same())]);
    assert_eq!(found, [vec![], vec![], vec![], vec![AnswerCheck::Repetition]]);
    let mut talk = vec![(one, same())];
    let others = ["a", "b", "c", "d", "e"].map(|it| (one, said(it)));
    talk.extend(others);
    talk.push((two, same()));
    assert_eq!(all(&talk).pop(), Some(vec![]), "it is long ago");
}

#[test]
fn commands_have_to_exist() {
    fails(r#"says: "how?""#, "Type purchase ale.", AnswerCheck::InventedCommand);
    holds(r#"says: "how?""#, "Type north, or ask me.");
}

#[test]
fn parts_of_the_prompt_and_of_the_format_are_leaks() {
    for leak in [
        "Hello<|im_end|>",
        "{\"name\": 1}",
        "As an AI I cannot drink.",
        "(Mara answers Ann.) Hello.",
        "</s>",
        "Good evening. How can I help you today?",
    ] {
        fails(r#"says: "hello""#, leak, AnswerCheck::Leak);
    }
    let answer = HeardAnswer { by_model: true, ..said("Mara: Welcome.") };
    assert_eq!(check(r#"says: "hello""#, answer), [AnswerCheck::Leak]);
    holds(r#"says: "hello""#, "Prompt? I know no prompt (and no system), my dear.");
}

#[test]
fn an_answer_is_owed_to_whoever_speaks_to_the_character() {
    fails(r#"says: "hello""#, "", AnswerCheck::Silence);
    fails(r#"says: "!say hello", wants: ["hello"]"#, "", AnswerCheck::Silence);
    holds(r#"says: "!look""#, "");
    let poses = vec!["nods.".to_owned()];
    assert_eq!(check(r#"says: "hello""#, HeardAnswer { poses, ..said("") }), []);
}

#[test]
fn words_are_neither_empty_nor_endless() {
    fails(r#"says: "hello""#, "...", AnswerCheck::Other);
    fails(r#"says: "hello""#, "I am here. I am here. I am here.", AnswerCheck::Other);
    fails(
        r#"says: "hello""#,
        &(0..200).map(|it| format!("{it} ")).collect::<String>(),
        AnswerCheck::Other,
    );
    holds(r#"says: "hello""#, &(0..100).map(|it| format!("{it} ")).collect::<String>());
}
