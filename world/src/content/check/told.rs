//! The words that offers carry: secrets.

use crate::{
    content::{line, locate::Node, problem::Problem},
    trade::offer::{SECRET_TEXTS, ToldSecret},
};

/// What is wrong with a secret.
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
