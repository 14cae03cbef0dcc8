//! Traces of a player who has the town's people forget them, in what is saved and so after a
//! restart: nothing but what they think of somebody who was unkind.

use std::time::Duration;

use tests::{
    machine::Machine,
    play::{Stage as _, at_once},
    story,
};

/// Kinds of documents that minds save.
const KINDS: [&str; 4] = ["mind", "acquaintance", "rumour", "notebook"];

fn says(game: &mut Machine, who: &str, line: &str) {
    at_once(game.type_lines(&[(who.to_owned(), line.to_owned())])).unwrap();
    at_once(game.wait(Duration::from_secs(20))).unwrap();
}

/// Saved documents of minds in which somebody is named.
fn naming(game: &Machine, whom: &str) -> Vec<String> {
    let quoted = format!("\"{whom}\"");
    let ends = format!(" {whom}");
    let of_minds = game.rows().filter(|(kind, _)| KINDS.contains(kind));
    let naming = of_minds.filter(|(_, it)| it.body.contains(&quoted) || it.id.ends_with(&ends));
    naming.map(|(kind, it)| format!("{kind} {}", it.id)).collect()
}

#[test]
fn nothing_that_is_saved_names_whoever_had_themselves_forgotten() {
    let text = "world content\nno gambits\nno meetings\nmachine only\nplayer bob in town/inn\n\
                player cyd in town/inn\nplayer dan in town/inn\n";
    let mut game = Machine::new(&story::parse(text).unwrap()).unwrap();
    for who in ["bob", "cyd", "dan"] {
        at_once(game.enter(who)).unwrap();
    }
    says(&mut game, "bob", "shout hear me");
    says(&mut game, "cyd", "say to mara what do you hear of Bob?");
    says(&mut game, "cyd", "say to mara any news?");
    says(&mut game, "dan", "whisper mara = any news?");
    says(&mut game, "dan", "whisper mara = I like ale");
    for who in ["cyd", "dan"] {
        let named = naming(&game, who);
        assert!(named.iter().any(|it| it.starts_with("rumour")), "{who} was told: {named:?}");
        assert!(named.iter().any(|it| it.starts_with("acquaintance")), "{who}: {named:?}");
        says(&mut game, who, "forget me");
        assert_eq!(naming(&game, who), [""; 0], "{who}");
    }
    let named = naming(&game, "bob");
    assert!(named.iter().any(|it| it.starts_with("rumour")), "what Bob did goes on: {named:?}");
}
