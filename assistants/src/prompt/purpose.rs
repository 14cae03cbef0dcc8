//! Part of a question about what a character wants: its most pressing goals, and its active project.

use serde_json::{Map, Value, json};
use text::styled::list;

use super::{Parts, literal};

/// Returns the record of the goals and the active project; none without any.
pub(super) fn record(parts: &Parts) -> Option<Value> {
    let mut record = Map::new();
    record.insert("t".to_owned(), json!("you_want"));
    if !parts.scene.goals.is_empty() {
        record.insert("goals".to_owned(), json!(parts.scene.goals));
    }
    if let Some(project) = &parts.scene.project {
        record.insert("project".to_owned(), json!(project));
    }
    (record.len() > 1).then_some(Value::Object(record))
}

/// Returns the goals as a sentence.
pub(super) fn sentence(parts: &Parts) -> Option<String> {
    let goals: Vec<_> = parts.scene.goals.iter().map(|it| literal::plain(it)).collect();
    (!goals.is_empty()).then(|| format!("(You want to {}.)", list(&goals)))
}
