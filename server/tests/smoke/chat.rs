//! Talking to a character in a terminal, without a server.

use super::*;

/// Lines typed in the talk that `tests/stories/minds/talk.story` tells.
const TALK: &str = "\
hello
plum brandy, please
/memory
/room Ann
an ale please
!accept
/as Ann
what is the old gate?
/hour 13
good evening
/room
/as Visitor
do you remember me?
";

const STORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/stories/minds/talk.story");

/// Runs the program with something to read. `NO_COLOR` changes nothing where there is no terminal.
pub(super) fn run_with(arguments: &[&str], input: &str) -> Result<Ended, Trouble> {
    let mut command = hearsay(arguments);
    let mut child = while_("starting", command.stdin(Stdio::piped()).spawn())?;
    let mut stdin = child.stdin.take().ok_or("it has no input")?;
    while_("writing", stdin.write_all(input.as_bytes()))?;
    drop(stdin);
    let ended = while_("waiting", child.wait_with_output())?;
    let words = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
    Ok(Ended { code: ended.status.code(), out: words(&ended.stdout), err: words(&ended.stderr) })
}

/// Talks to Mara of the shipped world, who compares what she hears with no examples.
fn chat(input: &str) -> Result<Ended, Trouble> {
    chat_in(world()?, input)
}

fn chat_in(content: &Path, input: &str) -> Result<Ended, Trouble> {
    let ended = run_with(&["chat", "mara", "--content", &text(content)], input)?;
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(!ended.out.contains('\x1b'), "{ended:?}");
    Ok(ended)
}

#[test]
fn one_talks_and_looks_behind_what_is_said() -> Result<(), Trouble> {
    let ended = chat_in(
        Path::new(CONTENT),
        "hello\n/why\nplum brandy, please\n/memory\nhow do I cook a hedgehog?\n/why\n\
         how old are the spoons\n/why",
    )?;
    for told in [
        "You talk to Mara, as Visitor; it is 12 o'clock.",
        "\"hello\" is read as greeting.\n  First: greeting by \"~hello\" with ",
        " points (~hello is \"hello\")",
        "keeps in mind that you are one who likes plum brandy.",
        "\"how do I cook a hedgehog?\" fits no topic, so it goes by `otherwise`.",
        "\"how old are the spoons\" is most likely the set and not my spoons, so that is answered on condition.",
    ] {
        assert!(ended.out.contains(told), "{told}: {}", ended.out);
    }
    Ok(())
}

#[test]
fn two_talk_in_company_and_the_hour_passes() -> Result<(), Trouble> {
    let ended = chat("/room Ann, Bob\n!look\n/as Ann\nhello\n/room\n!look\n/hour 3\n!time\n")?;
    for told in [
        "), Ann and Bob.",
        "You are Ann now.",
        "Ann. I am Mara. What do you like to drink?",
        "Visitor falls asleep and is gone.",
        "Here: Mara (",
        "It is 3 o'clock.",
    ] {
        assert!(ended.out.contains(told), "{told}: {}", ended.out);
    }
    Ok(())
}

#[test]
fn each_wrong_line_is_answered_by_one_sentence() -> Result<(), Trouble> {
    let folder = folder()?;
    let taken = folder.path().join("taken.story");
    while_("a file", fs::write(&taken, "mine"))?;
    let save = format!("/save {}", text(&taken));
    let wrong = [
        ("/whi", "There is no command /whi. Did you mean /why?"),
        ("/as", "After /as comes the name of who you are from now on, such as /as Bob."),
        ("/as mara", "That word, or one that looks like it, means something or somebody else"),
        ("/as visitor", "You are Visitor already."),
        ("/room visitor", "You are Visitor yourself."),
        ("/room Éva", "In a story names have only the letters a to z; choose another."),
        ("/hour 25", "An hour is a number from 0 to 23: /hour 23"),
        (
            "/set luck 7",
            "There is no setting `luck`. What can be set: regard, what the character thinks",
        ),
        ("/set regard 101", "regard is what the character thinks of you, 0 to 100; of a"),
        ("/set width 3", "width is the columns that lines are wrapped at, 20 to 400, or 0 for"),
        ("/model gpt", "There is no model `gpt`. Only `scripted` is possible here; for others"),
        (&save, "taken.story cannot be written: File exists"),
        ("!", "After ! comes a command of the game, such as !look."),
    ];
    let typed: Vec<&str> = wrong.iter().map(|(line, _)| *line).collect();
    let ended = chat(&typed.join("\n"))?;
    let told: Vec<&str> = ended.out.lines().collect();
    let told = told.get(told.len() - wrong.len()..).ok_or("too few lines")?;
    for ((line, sentence), told) in wrong.iter().zip(told) {
        assert!(told.contains(sentence), "{line}: {told}");
    }
    assert_eq!(while_("the file", fs::read_to_string(&taken))?, "mine");
    Ok(())
}

#[test]
fn lines_are_wrapped_where_that_is_wished() -> Result<(), Trouble> {
    let ended = chat("/set width 40\ntell me about the spoons\n/set width 0\n/why\n")?;
    let wrapped = ended.out.lines().skip_while(|it| *it != "width is 40 now.");
    assert!(wrapped.clone().count() > 4, "{}", ended.out);
    let narrow = wrapped.take_while(|it| !it.starts_with("width is 0"));
    assert!(narrow.into_iter().all(|it| it.chars().count() <= 40), "{}", ended.out);
    Ok(())
}

#[test]
fn a_model_of_the_settings_can_answer() -> Result<(), Trouble> {
    let folder = folder()?;
    let settings = folder.path().join("my.ron");
    // Nobody listens there, so the built-in brain answers in its place.
    let provider = "(providers: {\"local\": OpenAi(base_url: \"http://127.0.0.1:9/v1\", \
                    model: \"none\", api_key_env: None, temperature: None, timeout_seconds: 2, \
                    answers: Some(All))}, \
                    minds: (attempts: 1))";
    while_("a file", fs::write(&settings, provider))?;
    let world = text(world()?);
    let arguments = ["chat", "mara", "--content", &world, "--config", &text(&settings)];
    let story = text(&folder.path().join("talk.story"));
    let typed = format!("/model gpt\n/model local\nhello\n/model scripted\n/save {story}\n");
    let ended = run_with(&arguments, &typed)?;
    for told in [
        "There is no model `gpt`. Possible are scripted, local.",
        "`local` answers now, and the built-in brain where it fails.",
        "Visitor. I am Mara.",
        "The built-in brain answers now.",
        "A model that answers otherwise each time had a part in this, so no story of it would pass",
    ] {
        assert!(ended.out.contains(told), "{told}: {ended:?}");
    }
    Ok(())
}

/// The story of this talk stands among the others, so it is played with them.
#[test]
fn a_talk_is_saved_as_a_story() -> Result<(), Trouble> {
    let folder = folder()?;
    let file = folder.path().join("talk.story");
    let ended = chat(&format!("{TALK}/save {}\n", text(&file)))?;
    assert!(ended.out.contains("holds the story"), "{}", ended.out);
    let saved = while_("the story", fs::read_to_string(&file))?;
    let kept = while_("the story", fs::read_to_string(STORY))?;
    assert_eq!(saved, kept, "{STORY} tells this talk otherwise");
    Ok(())
}

#[test]
fn whoever_names_nobody_reads_who_there_is() -> Result<(), Trouble> {
    let ended = run_with(&["chat", "nobody", "--content", &text(world()?)], "")?;
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert_eq!(
        ended.err,
        "hearsay: There is no character `nobody`; there are bram, dorcas, lettice, mara, noll, pip, silas, tace."
    );
    Ok(())
}
