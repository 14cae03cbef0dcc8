use proptest::prelude::*;

use super::*;
use crate::account::{AccountError, NameStatus};

const SECRET: &str = "s3cret-w0rd";

fn login() -> Login {
    Login::new(Arc::new(Reserved::new(["mira"])), 3)
}

fn name(typed: &str) -> PlayerName {
    PlayerName::new(typed).unwrap()
}

/// Types lines; each must only lead to another prompt.
fn typed(login: &mut Login, lines: &[&str]) -> LoginReply {
    let mut last = LoginReply::default();
    for line in lines {
        last = login.line(line);
        assert!(last.ask.is_none() && last.prompt.is_some(), "{line}: {last:?}");
    }
    last
}

fn asked(login: &mut Login, line: &str) -> Ask {
    let reply = login.line(line);
    assert!(login.is_waiting() && reply.prompt.is_none() && !reply.close, "{line}: {reply:?}");
    reply.ask.unwrap()
}

fn prompt(reply: &LoginReply) -> &str {
    reply.prompt.as_deref().unwrap_or_default()
}

/// At the prompt for a new character's password.
fn choosing(typed_name: &str) -> Login {
    let mut login = login();
    assert_eq!(asked(&mut login, typed_name), Ask::Standing(name(typed_name)));
    let reply = login.answer(LoginAnswer::Free);
    assert!(prompt(&reply).starts_with("There is nobody called"), "{reply:?}");
    let reply = login.line("yes");
    assert_eq!(reply.hide_input, Some(true));
    login
}

/// At the password prompt of a character there is.
fn known(typed_name: &str) -> Login {
    let mut login = login();
    assert_eq!(asked(&mut login, typed_name), Ask::Standing(name(typed_name)));
    let reply = login.answer(LoginAnswer::Known);
    assert_eq!(reply.hide_input, Some(true));
    assert!(prompt(&reply).contains("password"));
    login
}

#[test]
fn the_banner_comes_first() {
    let reply = login().greet("Welcome to the inn.\n\n");
    assert_eq!(reply.show, "Welcome to the inn.\n");
    assert_eq!(
        prompt(&reply),
        "What is your name? (or type: connect NAME PASSWORD, create NAME PASSWORD, connect guest)"
    );
    assert_eq!((reply.hide_input, reply.ask, reply.close), (None, None, false));
}

#[test]
fn somebody_known_gives_a_password() {
    let mut login = known("BOB");
    let reply = login.line(&format!("  {SECRET} "));
    let ask = Ask::Verify { name: name("bob"), password: Password::new(SECRET) };
    assert_eq!(reply.ask, Some(ask));
    assert_eq!((reply.hide_input, reply.show.as_str()), (Some(false), "\n"));
    let reply = login.answer(LoginAnswer::Welcome);
    assert_eq!(reply, LoginReply { show: "Welcome back, Bob!\n".into(), ..LoginReply::default() });
    assert!(!login.is_waiting());
    assert_eq!(login.line("look"), LoginReply::default());
}

#[test]
fn somebody_new_is_asked_for_what_is_needed() {
    let mut login = choosing("bob");
    let reply = typed(&mut login, &[SECRET]);
    assert_eq!((reply.hide_input, reply.show.as_str()), (None, "\n"), "still hidden");
    let reply = typed(&mut login, &[SECRET]);
    assert_eq!(reply.hide_input, Some(false));
    assert_eq!(prompt(&reply), READER_PROMPT);
    assert_eq!(typed(&mut login, &["perhaps"]).show, "Please answer yes or no.\n");
    let password = Password::new(SECRET);
    assert_eq!(asked(&mut login, "Yes"), Ask::Create { name: name("bob"), password, reader: true });
    assert_eq!(login.answer(LoginAnswer::Welcome).show, "Welcome, Bob!\n");
}

#[test]
fn one_line_asks_nothing_more() {
    let password = Password::new(SECRET);
    let verify = Ask::Verify { name: name("bob"), password: password.clone() };
    let create = Ask::Create { name: name("bob"), password, reader: false };
    for (line, ask) in [
        (format!("connect bob {SECRET}"), &verify),
        (format!("  CO  Bob   {SECRET}  "), &verify),
        (format!("create BOB {SECRET}"), &create),
        (format!("cr bob {SECRET}"), &create),
        ("connect guest".to_owned(), &Ask::Guest),
        ("co Guest guest".to_owned(), &Ask::Guest),
        ("guest".to_owned(), &Ask::Guest),
        // Half of it is taken for a name.
        ("connect bob".to_owned(), &Ask::Standing(name("bob"))),
        ("create bob".to_owned(), &Ask::Standing(name("bob"))),
    ] {
        assert_eq!(&asked(&mut login(), &line), ask, "{line}");
    }
    let mut login = login();
    assert_eq!(asked(&mut login, "co bob with spaces inside"), {
        Ask::Verify { name: name("bob"), password: Password::new("with spaces inside") }
    });
    assert_eq!(login.answer(LoginAnswer::Welcome).hide_input, None);
}

#[test]
fn an_empty_line_makes_a_character_step_by_step_without_a_word_but_the_password() {
    let mut login = login();
    asked(&mut login, "bob");
    assert!(login.answer(LoginAnswer::Free).prompt.is_some());
    let reply = typed(&mut login, &[" "]);
    assert!(prompt(&reply).starts_with("Choose"), "{reply:?}");
    typed(&mut login, &[SECRET, SECRET]);
    let password = Password::new(SECRET);
    let create = Ask::Create { name: name("bob"), password, reader: false };
    assert_eq!(asked(&mut login, ""), create);
}

#[test]
fn going_back_is_one_step_and_loses_nothing_else() {
    for back in ["no", "N"] {
        let mut login = login();
        assert_eq!(prompt(&typed(&mut login, &[back])), NAME_PROMPT);
        asked(&mut login, "bob");
        assert!(login.answer(LoginAnswer::Free).prompt.is_some());
        assert_eq!(prompt(&typed(&mut login, &[back])), NAME_PROMPT);
    }
    assert_eq!(prompt(&typed(&mut login(), &[""])), NAME_PROMPT);
    let reply = typed(&mut choosing("bob"), &[""]);
    assert!(prompt(&reply).contains("Create Bob?"), "{reply:?}");
    let mut login = known("bob");
    let reply = typed(&mut login, &[""]);
    assert_eq!((prompt(&reply), reply.hide_input), (NAME_PROMPT, Some(false)));

    let mut login = choosing("bob");
    let reply = typed(&mut login, &[SECRET, ""]);
    assert!(prompt(&reply).starts_with("Choose"));
    assert_eq!(reply.hide_input, None);
    let reply = typed(&mut login, &[""]);
    assert!(prompt(&reply).contains("Create Bob?"), "{reply:?}");
    assert_eq!(reply.hide_input, Some(false));
    let reply = typed(&mut login, &["no"]);
    assert_eq!(prompt(&reply), NAME_PROMPT);
}

#[test]
fn quit_leaves_except_where_it_is_a_password() {
    let mut confirming = login();
    asked(&mut confirming, "bob");
    assert!(confirming.answer(LoginAnswer::Free).prompt.is_some());
    let mut reading = choosing("bob");
    typed(&mut reading, &[SECRET, SECRET]);
    for mut login in [login(), confirming, reading] {
        let reply = login.line("QUIT");
        assert_eq!(
            reply,
            LoginReply { show: "Goodbye!\n".into(), close: true, ..LoginReply::default() }
        );
        assert_eq!(login.line("bob"), LoginReply::default());
    }
    let quit = Password::new("quit");
    assert_eq!(asked(&mut known("bob"), "quit"), Ask::Verify { name: name("bob"), password: quit });
    assert!(typed(&mut choosing("bob"), &["quit"]).show.contains("at least 8"));
}

#[test]
fn new_passwords_are_checked() {
    let mut login = choosing("bob");
    assert!(typed(&mut login, &["seven77"]).show.contains("at least 8 characters"));
    assert!(typed(&mut login, &[&"é".repeat(65)]).show.contains("at most 128 bytes"));
    assert!(typed(&mut login, &["\u{fffd}bcdefgh"]).show.contains("UTF-8"));
    let reply = typed(&mut login, &[SECRET, "something else"]);
    assert_eq!(reply.show, "\nThose two are not the same; please choose again.\n");
    assert!(prompt(&reply).starts_with("Choose"));
    // What was typed last before a repetition counts, not an earlier attempt.
    typed(&mut login, &["another-word", "another-word"]);
    let password = Password::new("another-word");
    let create = Ask::Create { name: name("bob"), password, reader: false };
    assert_eq!(asked(&mut login, "no"), create);

    let reply = typed(&mut self::login(), &["create bob short"]);
    assert!(reply.show.contains("at least 8 characters"), "{reply:?}");
}

#[test]
fn names_are_checked_before_anyone_is_asked() {
    for (line, part) in [
        ("help", "To look around without a name"),
        ("?", "To look around without a name"),
        ("xy", "3 to 16 letters"),
        ("r2d2", "one word of everyday letters"),
        ("two words", "one word of everyday letters"),
        ("create r2d2 abcdefgh", "one word of everyday letters"),
        ("connect r2d2 abcdefgh", "one word of everyday letters"),
        ("create mira abcdefgh", "one that looks like it"),
        ("create guesty abcdefgh", "one that looks like it"),
    ] {
        let reply = typed(&mut login(), &[line]);
        assert!(reply.show.contains(part), "{line}: {reply:?}");
        assert_eq!(prompt(&reply), NAME_PROMPT);
    }
    // Only somebody new is kept from a reserved word.
    let mut login = login();
    asked(&mut login, "mira");
    assert!(login.answer(LoginAnswer::Free).show.contains("one that looks like it"));
    asked(&mut login, "mira");
    assert_eq!(login.answer(LoginAnswer::Known).hide_input, Some(true));
    // A name that looks like another is refused before a password is thought up.
    let mut login = self::login();
    asked(&mut login, "modem");
    assert_eq!(login.answer(LoginAnswer::Taken).show, format!("{TAKEN}\n"));
}

#[test]
fn a_wrong_password_tells_nothing_and_the_third_closes() {
    let mut guided = known("bob");
    asked(&mut guided, SECRET);
    let first = guided.answer(LoginAnswer::Wrong);
    assert!(prompt(&first).contains("Bob's password"));
    assert_eq!(first.hide_input, Some(true));
    let mut at_once = login();
    asked(&mut at_once, "connect bob 12345678");
    let other = at_once.answer(LoginAnswer::Wrong);
    assert_eq!(prompt(&other), NAME_PROMPT);
    assert_eq!(first.show, other.show);

    // All tries of a connection count together.
    typed(&mut guided, &[""]);
    asked(&mut guided, "connect ann 12345678");
    assert!(!guided.answer(LoginAnswer::Wrong).close);
    asked(&mut guided, "connect eve 12345678");
    let last = guided.answer(LoginAnswer::Wrong);
    assert!(last.close && last.show.contains("Goodbye") && last.prompt.is_none(), "{last:?}");
}

#[test]
fn refusals_and_odd_answers_lead_back_to_the_name() {
    let why = "You are banned until Friday.";
    for line in ["bob", "connect bob 12345678", "create bob 12345678", "guest"] {
        let mut login = login();
        asked(&mut login, line);
        let reply = login.answer(LoginAnswer::Refused(why.into()));
        assert_eq!((reply.show, reply.close), (format!("{why}\n"), false));
        assert_eq!(login.answer(LoginAnswer::Welcome), LoginReply::default(), "nobody asked");
    }
    let mut login = login();
    asked(&mut login, "guest");
    assert_eq!(login.answer(LoginAnswer::Wrong).show, format!("{CONFUSED}\n"));
    asked(&mut login, "create bob 12345678");
    assert_eq!(login.answer(LoginAnswer::Taken).show, format!("{TAKEN}\n"));
}

#[test]
fn an_answer_may_end_it_all() {
    for line in ["connect bob 12345678", "guest"] {
        let mut login = login();
        asked(&mut login, line);
        let reply = login.answer(LoginAnswer::Ended("Not from there.".into()));
        assert_eq!((reply.show.as_str(), reply.close), ("Not from there.\n", true));
        assert_eq!((reply.prompt, reply.ask), (None, None));
        assert_eq!(login.line("bob"), LoginReply::default(), "nobody listens any more");
    }
}

#[test]
fn overlong_lines_change_nothing() {
    let long = "x".repeat(LONGEST_LINE + 1);
    let mut login = choosing("bob");
    let reply = typed(&mut login, &[SECRET, &long]);
    assert_eq!(reply.show, format!("\n{TOO_LONG}\n"));
    assert_eq!((prompt(&reply), reply.hide_input), (REPEAT_PROMPT, None));
    assert_eq!(login.line_too_long(), reply);
    assert_eq!(prompt(&typed(&mut login, &[SECRET])), READER_PROMPT);
    asked(&mut login, "no");
    assert_eq!(login.line(&long), LoginReply::default());
    assert!(login.is_waiting());
}

#[test]
fn a_waiting_connection_is_small() {
    assert!(size_of::<Login>() <= 96, "{}", size_of::<Login>());
}

#[test]
fn account_errors_become_answers() {
    assert_eq!(LoginAnswer::from(&AccountError::Taken(name("bob"))), LoginAnswer::Taken);
    let unknown = AccountError::Nobody(name("bob"));
    assert_eq!(LoginAnswer::from(&unknown), LoginAnswer::Refused(unknown.sentence()));
    assert_eq!(LoginAnswer::from(NameStatus::Alike), LoginAnswer::Taken);
}

#[derive(Debug, Clone)]
enum Move {
    Line(String),
    Answer(LoginAnswer),
}

fn moves() -> impl Strategy<Value = Move> {
    let likely = [
        "",
        "no",
        "yes",
        "quit",
        "bob",
        "ann",
        "connect guest",
        "connect bob s3cret-w0rd",
        "create bob s3cret-w0rd",
        "connect",
        "s3cret-w0rd",
        "s3cret-w0rd",
        "s3cret-w0rd",
    ];
    let answers = [
        LoginAnswer::Known,
        LoginAnswer::Free,
        LoginAnswer::Taken,
        LoginAnswer::Welcome,
        LoginAnswer::Wrong,
        LoginAnswer::Refused("Not now.".into()),
        LoginAnswer::Ended("Not from there.".into()),
    ];
    prop_oneof![
        5 => prop::sample::select(likely.to_vec()).prop_map(|line| Move::Line(line.into())),
        1 => any::<String>().prop_map(Move::Line),
        1 => "\\PC{150,260}".prop_map(Move::Line),
        6 => prop::sample::select(answers.to_vec()).prop_map(Move::Answer),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn typing_is_hidden_exactly_at_password_prompts(
        moves in prop::collection::vec(moves(), 0..40),
        tries in 0..10_u8,
    ) {
        let mut login = Login::new(Arc::new(Reserved::new(["mira"])), tries);
        let mut hidden = false;
        let mut at_password = false;
        let mut over = false;
        for step in moves {
            let was_waiting = login.is_waiting();
            let (reply, counts) = match step {
                Move::Line(line) => (login.line(&line), !was_waiting),
                Move::Answer(answer) => (login.answer(answer), was_waiting),
            };
            if over || !counts {
                prop_assert_eq!(reply, LoginReply::default());
                continue;
            }
            if let Some(hide) = reply.hide_input {
                prop_assert_ne!(hide, hidden, "switched to what it was");
            }
            prop_assert_eq!(reply.show.starts_with('\n'), at_password, "the hidden line is ended");
            hidden = reply.hide_input.unwrap_or(hidden);
            at_password = ["What is", "Choose a", "Type it"].iter().any(|start| {
                prompt(&reply).starts_with(start) && prompt(&reply) != NAME_PROMPT
            });
            prop_assert_eq!(hidden, at_password, "{:?}", &reply);

            // One thing comes next: a prompt, an answer, or the end.
            prop_assert!(reply.prompt.is_none() || reply.ask.is_none());
            prop_assert_eq!(reply.ask.is_some(), login.is_waiting());
            over = reply.prompt.is_none() && reply.ask.is_none();
            prop_assert!(over || !reply.close);
            prop_assert!(reply.show.is_empty() || reply.show.ends_with('\n'));
            prop_assert!(!prompt(&reply).contains('\n'));

            let told = format!("{reply:?} {login:?}");
            prop_assert!(!told.contains(SECRET), "{}", told);
        }
    }
}

#[test]
fn whoever_has_several_characters_says_which() {
    let names = || ["Bob", "Zoe", "Li"].map(str::to_owned).to_vec();
    for (typed, chosen) in [("", 0), ("2", 1), ("ZOE", 1), ("3", 2)] {
        let mut login = known("bob");
        assert!(login.line(SECRET).ask.is_some());
        let reply = login.answer(LoginAnswer::Several(names()));
        assert!(reply.show.contains("Your characters: Bob, Zoe, Li."), "{reply:?}");
        assert_eq!(prompt(&reply), "Whom do you play? (press Enter for Bob)");
        for wrong in ["0", "4", "mira", "Zo"] {
            let reply = login.line(wrong);
            assert!(reply.show.contains("no character of that name or number"), "{wrong}");
            assert!(!login.is_over());
        }
        let reply = login.line(typed);
        assert_eq!(reply.chosen, Some(chosen), "{typed}");
        assert!(login.is_over() && !reply.close);
    }
    // A line that says all is asked nothing more.
    let mut login = login();
    assert!(login.line(&format!("connect zoe {SECRET}")).ask.is_some());
    let reply = login.answer(LoginAnswer::Several(names()));
    assert_eq!((reply.show.as_str(), reply.chosen), ("Welcome back, Zoe!\n", None));
    assert!(login.is_over());
}
