//! Common prefix of a question and the one before it of the same conversation, byte for byte: that
//! much an endpoint need not read again.

use std::collections::BTreeMap;

use tests::{
    machine::Machine,
    play::{self, Mode, Stage},
    story,
};

use tests::play::at_once;

/// An hour in the inn: Ann and Bob talk with Mara in turns, about forty seconds apart, while Cyd and
/// Dan come and go and talk beside them.
fn hour() -> String {
    let mut story = String::from(
        "world content\nmachine only\nhour 12\nplayer ann in town/inn\nplayer bob in town/inn\n\
         player cyd in town/square\nplayer dan in town/inn\nwait 10s\n",
    );
    let lines = [
        "mara, what is new?",
        "and what do people say of the bell?",
        "who told you that?",
        "mara, do you know a ferryman?",
        "what would he do if somebody woke him?",
        "mara, I have been to the hill. It is windy up there, and one hears everything.",
    ];
    let answers = [
        "The bell leans, my dear, and so does everybody who listens to it.",
        "That it keeps a secret. I say it keeps the yard awake.",
        "A man with a wet coat, who paid for two and drank one.",
    ];
    let said = lines.iter().cycle().zip(answers.iter().cycle());
    for (n, (line, answer)) in said.take(80).enumerate() {
        let who = if n % 3 == 2 { "bob" } else { "ann" };
        let called = if line.starts_with("mara") { "" } else { "mara, " };
        let (line, answer) = (format!("{called}{line}"), format!("{answer} That makes {n}."));
        story.push_str(&format!("{who}> say {line}\n"));
        if n % 10 == 9 {
            story.push_str("mara! inspect {\"target\": \"fire\"}\n");
        }
        story.push_str(&format!("mara! say {{\"text\": \"{answer}\", \"to\": \"{who}\"}}\n"));
        match n % 4 {
            0 => story.push_str("cyd> north\n"),
            1 => story.push_str("dan> say to cyd Lovely weather for a walk to the hill.\n"),
            2 => story.push_str("cyd> south\n"),
            _ => story.push_str("dan> smile\n"),
        }
        story.push_str("wait 42s\n");
    }
    story
}

/// The mark of a question, which is that of its conversation.
pub(super) fn mark(body: &str) -> Option<String> {
    // It begins the last message, and closes its data.
    let (before, _) = body.rsplit_once("\\n(Answer ")?;
    let at = before.len().checked_sub(6)?;
    Some(before.get(at..)?.to_owned())
}

#[test]
fn a_question_begins_as_the_one_before_it_did() {
    let story = story::parse(&hour()).unwrap();
    let mut machine = Machine::new(&story).unwrap();
    if let Err(failure) = at_once(play::play(&story, &mut machine, Mode::Check)) {
        panic!("{failure}");
    }
    let bodies = machine.brain().bodies("mara");
    let (mut former, mut shares): (BTreeMap<String, String>, _) = (BTreeMap::new(), Vec::new());
    for body in bodies {
        if let Some(before) = former.insert(mark(&body).unwrap(), body.clone()) {
            let same = body.bytes().zip(before.bytes()).take_while(|(a, b)| a == b).count();
            let share = same * 100 / body.len();
            shares.push((share, body.len(), same));
        }
    }
    shares.sort_unstable();
    let (least, middle) = (shares.first().unwrap(), shares.get(shares.len() / 2).unwrap());
    println!("{} questions: least {least:?}, middle {middle:?}", shares.len());
    assert!(shares.len() >= 84, "{}", shares.len());
    // A transcript that is full is cut to its newest twenty lines, which are read anew: once in ten
    // answers, which are as many as the lines that make it full again.
    let cut = shares.iter().filter(|it| it.0 < 75).count();
    assert!(cut * 10 <= shares.len(), "{shares:?}");
    assert!(least.0 >= 45, "what never changes is kept even then: {shares:?}");
}
