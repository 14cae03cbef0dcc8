//! Prompts and their marks, screen readers, character sets, colours and links.

use std::time::Duration;

use tests::{
    Trouble,
    client::{
        Client,
        telnet::{AYT, EOR, GA, IAC, Skills, WILL, WONT, option, subnegotiate},
    },
    host::Host,
};

use super::{Done, PASSWORD, created, plain, times, town};

/// Comes in by answering every question.
async fn ask_by_ask(host: &Host, skills: Skills, telnet: bool) -> Result<Client, Trouble> {
    let mut bob = Client::skilled(host.address, skills).await?;
    bob.telnet = telnet;
    if telnet {
        bob.settle().await?;
    }
    for (prompt, line) in [
        ("What is your name?", "bob"),
        ("Create Bob?", "yes"),
        ("Choose a password", "short"),
        ("Choose a password", PASSWORD),
        ("Type it once more", PASSWORD),
        ("screen reader?", "no"),
    ] {
        bob.until_prompt(prompt).await?;
        bob.send(line).await?;
    }
    bob.until("Welcome, Bob!").await?;
    bob.do_line("look well").await?;
    // An empty line is answered by a prompt, and a line too long by words and a prompt.
    bob.send("").await?;
    bob.send(&"x".repeat(5_000)).await?;
    bob.until("That line is too long").await?;
    bob.fence().await?;
    Ok(bob)
}

#[tokio::test]
async fn every_prompt_has_one_mark() -> Done {
    for (skills, mark, other) in
        [(Skills::of(&[option::EOR]), EOR, GA), (Skills::default(), GA, EOR)]
    {
        let (_home, host) = town().await?;
        let bob = ask_by_ask(&host, skills, true).await?;
        let stream = bob.stream();
        let text = String::from_utf8_lossy(stream);
        // Besides those of the login, of which one was given twice.
        let prompts = times(stream, b"> ");
        assert!(prompts > 3, "{text}");
        assert_eq!(times(stream, &[b'>', b' ', IAC, mark]), prompts, "{text}");
        assert_eq!((bob.count(&[mark]), bob.count(&[other])), (6 + prompts, 0), "{text}");
        host.stop().await?;
    }
    let (_home, host) = town().await?;
    let nc = ask_by_ask(&host, Skills::default(), false).await?;
    assert_eq!(nc.count(&[GA]) + nc.count(&[EOR]), 0);
    host.stop().await
}

#[tokio::test]
async fn what_comes_meanwhile_is_on_a_line_of_its_own_before_a_new_prompt() -> Done {
    let (_home, host) = town().await?;
    let mut bob = created(&host, "bob", Skills::of(&[option::EOR])).await?;
    let mut carol = plain(&host, "carol").await?;
    bob.settle().await?;
    let before = bob.stream().len();
    carol.do_line("say hello").await?;
    bob.until("Carol says").await?;
    bob.settle().await?;
    let new = bob.stream().get(before..).unwrap_or_default();
    let text = String::from_utf8_lossy(new);
    let said = text.find("\r\n\u{1b}[36mCarol\u{1b}[0m says, \"hello\"\r\n> ");
    assert!(said.is_some(), "{text:?}");
    assert_eq!(times(new, b"> \xff\xef"), 1);
    host.stop().await
}

#[tokio::test]
async fn a_screen_reader_gets_no_colours_and_no_prompts() -> Done {
    let (_home, host) = town().await?;
    let colourful = ["MUDLET", "ANSI-TRUECOLOR", "MTTS 269"];
    let mut carol = created(&host, "carol", Skills::terminal(&colourful)).await?;
    carol.do_line("look").await?;
    assert!(times(carol.stream(), b"\x1b[38;2;") > 0, "without a reader there are colours");
    let mut bob =
        created(&host, "bob", Skills::terminal(&["MUDLET", "ANSI-TRUECOLOR", "MTTS 333"])).await?;
    let from = bob.stream().len();
    bob.do_line("look").await?;
    carol.do_line("say hello").await?;
    bob.until("Carol says").await?;
    bob.send("").await?;
    bob.send_bytes(&[IAC, AYT]).await?;
    bob.send(&"x".repeat(5_000)).await?;
    bob.until("That line is too long").await?;
    bob.fence().await?;
    let stream = bob.stream().get(from..).unwrap_or_default();
    assert_eq!(times(bob.stream(), b"\x1b"), 0);
    assert_eq!(times(stream, b"> "), 0, "{}", String::from_utf8_lossy(stream));
    host.stop().await
}

#[tokio::test]
async fn colours_follow_the_client() -> Done {
    let (_home, host) = town().await?;
    for (name, answers, has, lacks) in [
        ("bob", ["A", "XTERM", "MTTS 269"], &b"\x1b[38;2;"[..], &b"\x1b[38;5;"[..]),
        ("carol", ["A", "XTERM", "MTTS 13"], b"\x1b[38;5;", b"\x1b[38;2;"),
        ("dan", ["A", "XTERM", "MTTS 5"], b"\x1b[", b"\x1b[38;"),
        ("eve", ["A", "DUMB", "MTTS 4"], b"The Square", b"\x1b["),
    ] {
        let mut client = created(&host, name, Skills::terminal(&answers)).await?;
        assert!(times(client.stream(), has) > 0, "{name}");
        assert_eq!(times(client.stream(), lacks), 0, "{name}");
        client.send("set colour off").await?;
        client.until("Colours are now off").await?;
        let from = client.stream().len();
        client.do_line("look").await?;
        assert_eq!(times(client.stream().get(from..).unwrap_or_default(), b"\x1b["), 0, "{name}");
    }
    host.stop().await
}

/// A client that logs in by itself has sent its line before it is asked for its terminal.
#[tokio::test]
async fn the_first_room_waits_a_moment_for_what_the_client_was_asked() -> Done {
    let (_home, host) = town().await?;
    let agreed = [&[IAC, WILL, option::TTYPE][..], b"guest\r\n"].concat();
    let mut bob = Client::connect(host.address).await?;
    bob.send_bytes(&agreed).await?;
    // As long as the way there and back takes.
    tokio::time::sleep(Duration::from_millis(150)).await;
    let mut answer = Vec::new();
    subnegotiate(option::TTYPE, b"\0XTERM-256COLOR", &mut answer);
    bob.send_bytes(&answer.repeat(2)).await?;
    bob.until("Exits").await?;
    assert!(
        times(bob.stream(), b"\x1b[1;38;5;") > 0,
        "{:?}",
        String::from_utf8_lossy(bob.stream())
    );
    // Who agrees to tell and never does is let in without.
    let mut carol = Client::connect(host.address).await?;
    carol.send_bytes(&agreed).await?;
    carol.until("Exits").await?;
    host.stop().await
}

/// Bytes that somebody receives of "Émile, 5 € ÿ." that another says.
async fn reads(host: &Host, name: &str, skills: Skills, setting: &str) -> Result<Vec<u8>, Trouble> {
    let mut speaker = plain(host, &format!("{name}a")).await?;
    let mut client = created(host, name, skills).await?;
    client.do_line(setting).await?;
    let from = client.stream().len();
    speaker.do_line("say Émile, 5 € ÿ.").await?;
    client.until("says").await?;
    client.fence().await?;
    Ok(client.stream().get(from..).unwrap_or_default().to_vec())
}

#[tokio::test]
async fn letters_follow_the_client() -> Done {
    let (_home, host) = town().await?;
    let utf8 = || Skills { options: vec![option::CHARSET], utf8: true, ..Skills::default() };
    let refusing = || Skills::of(&[option::CHARSET]);
    let latin = || Skills {
        options: vec![option::NEW_ENVIRON],
        variables: vec![("CHARSET", "ISO-8859-1")],
        ..Skills::default()
    };
    let plain_mtts = || Skills::terminal(&["A", "XTERM", "MTTS 1"]);
    let full = "Émile, 5 € ÿ.".as_bytes();
    let ascii = &b"Emile, 5 EUR y."[..];
    // In ISO 8859-1 the last letter is 255, which telnet wants doubled.
    let one_byte = &b"\xc9mile, 5 EUR \xff\xff."[..];
    for (name, skills, setting, expected) in [
        ("bob", Skills::default(), "time", full),
        ("carol", utf8(), "time", full),
        ("dan", utf8(), "set utf8 off", ascii),
        ("eve", refusing(), "time", ascii),
        ("fay", plain_mtts(), "time", ascii),
        ("gus", latin(), "time", one_byte),
        ("hal", latin(), "set utf8 off", ascii),
    ] {
        let stream = reads(&host, name, skills, setting).await?;
        let text = String::from_utf8_lossy(&stream);
        assert_eq!(times(&stream, expected), 1, "{name} {setting}: {text:?}");
    }
    // What is typed in that set arrives as it was meant.
    let mut ida = created(&host, "ida", latin()).await?;
    let mut jon = plain(&host, "jon").await?;
    ida.send_bytes(b"say \xc9t\xe9\n").await?;
    jon.until("Ida says, \"Été\"").await?;
    host.stop().await
}

#[tokio::test]
async fn exits_can_be_chosen_where_the_client_shows_links() -> Done {
    let (_home, host) = town().await?;
    let tintin =
        created(&host, "bob", Skills::terminal(&["TINTIN++", "XTERM", "MTTS 1037"])).await?;
    assert_eq!(times(tintin.stream(), b"\x1b]68;1;SEND;north\x07\x1b[4m"), 1);
    let skills = Skills {
        options: vec![option::NEW_ENVIRON],
        variables: vec![("OSC_HYPERLINKS_SEND", "1")],
        ..Skills::default()
    };
    let mudlet = created(&host, "carol", skills).await?;
    assert_eq!(times(mudlet.stream(), b"\x1b]8;;send:north\x1b\\"), 1);
    let other = created(&host, "dan", Skills::terminal(&["A", "XTERM", "MTTS 13"])).await?;
    assert_eq!(times(other.stream(), b"\x1b]"), 0);
    assert_eq!(other.count(&[WONT, option::ECHO]), 0, "one line hides nothing");
    host.stop().await
}
