use super::*;

#[test]
fn a_form_fits_its_lines() {
    for (form, line, fits) in [
        ("Bob*", "Bob, here", true),
        ("*here*", "Bob, here for long", true),
        ("a*b*c", "a-b-c", true),
        ("a*b*c", "a-c-b", false),
        ("a*", "b", false),
        ("a", "a", true),
        ("a*a", "a", false),
    ] {
        assert_eq!(is_like(form, line), fits, "{form} {line}");
    }
}

#[test]
fn a_story_is_read_line_by_line() {
    let story = parse(
        "# A story.\nworld test\nplayer bob in town/square\nassistant ann in town/inn hops 2\n\
         bob> say hello\nbob< You say, \"hello\"\nbob<...\nbob<-\nann! say {\"text\": \"a & b\"} & noop\n\
         ann? lacks \"secret\"\nann= noop\nrestart\n",
    )
    .unwrap();
    assert_eq!(story.steps.len(), 9);
    assert_eq!(story.steps[1].0, 5);
    assert_eq!(
        story.steps[2].1,
        Step::Read("bob".into(), Expected::Line("You say, \"hello\"".into()))
    );
    let Step::Reply(_, Play::Calls(calls)) = &story.steps[5].1 else {
        panic!("{:?}", story.steps[5]);
    };
    assert_eq!(calls.len(), 2);
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    for (text, line, words) in [
        ("\nbob> hi", 2, "nobody called `bob`"),
        ("player bob in town/square\nwait 3s", 2, "machine only"),
        ("machine only\nhour 24", 2, "from 0 to 23"),
        ("hour 12", 1, "below `machine only`"),
        ("day 24 minutes", 1, "below `machine only`"),
        ("machine only\nday 0 minutes", 2, "a day is like `day 24 minutes`, 1 to 1440"),
        ("machine only\ntogether", 2, "no `end`"),
        ("player bob in town/square\nbob~ hi", 2, "no step"),
        ("dance", 1, "no step"),
        ("assistant ann in town/square\nann! say {", 2, "JSON"),
        ("assistant ann in town/square\nann? has \"x\"", 2, "neither"),
        ("machine only\nwait long", 2, "no time"),
    ] {
        let failure = parse(text).unwrap_err();
        assert_eq!(failure.line, line, "{text}: {failure}");
        assert!(failure.words.contains(words), "{text}: {failure}");
    }
}
