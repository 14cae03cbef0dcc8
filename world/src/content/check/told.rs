//! Checks of the texts of offers: secrets, and messages for a favour.

use crate::{
    content::{line, locate::Node, problem::Problem},
    trade::offer::{AskedFavour, FAVOUR_SECONDS, SECRET_TEXTS, ToldSecret},
};

/// Returns the problems of a secret.
pub(super) fn secret(path: &str, node: &Node, secret: &ToldSecret) -> Vec<Problem> {
    let texts = node.field("secret");
    let mut problems = Vec::new();
    if !SECRET_TEXTS.contains(&secret.secret.len()) {
        let (least, most) = (SECRET_TEXTS.start(), SECRET_TEXTS.end());
        let sentence = format!("a secret has {least} to {most} texts, not {}", secret.secret.len());
        problems.push(Problem::new(path, texts.position(), sentence));
    }
    for (index, text) in secret.secret.iter().enumerate() {
        problems.extend(line::whispered(path, texts.item(index), text));
    }
    problems
}

/// Returns the problems of a favour asked of another character.
pub(super) fn favour(path: &str, node: &Node, favour: &AskedFavour) -> Vec<Problem> {
    let mut problems: Vec<Problem> =
        line::line(path, node, "word", &favour.word).into_iter().collect();
    let mut tell = |field: &str, sentence: String| {
        problems.push(Problem::new(path, node.field(field).position(), sentence));
    };
    if favour.word.replace("{who}", "").contains(['{', '}']) {
        let sentence = "only `{who}` is filled in here, the name of the one it is for";
        tell("word", sentence.to_owned());
    }
    if favour.marks.is_empty() {
        let sentence = "nothing comes of this word; name a mark that an offer of the one who is \
                        asked has in its `when`";
        tell("marks", sentence.to_owned());
    }
    if let Some(seconds) = favour.lasts.filter(|it| !FAVOUR_SECONDS.contains(it)) {
        let (least, most) = (FAVOUR_SECONDS.start(), FAVOUR_SECONDS.end());
        tell("lasts", format!("`lasts` is between {least} and {most} seconds, not {seconds}"));
    }
    problems
}
